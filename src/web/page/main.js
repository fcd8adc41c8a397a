/* main.js - the page: one board, four tabs, and what all of them share. */
import { Board, SIDE_MOST, fromArt } from "./board.js";
import { Cover } from "./cover.js";
import { Dominoes } from "./dominoes.js";
import { Pieces } from "./pieces.js";
import { Store, fromFragment, initial, save, toFragment } from "./state.js";
import { presets } from "./presets.js";
import { Tours } from "./tours.js";
import { BoardView } from "./view.js";
import { commandLine, downloads } from "./share.js";
import { Lost, about } from "./solve.js";

const byId = (id) => document.getElementById(id);

class Page {
    constructor() {
        this.store = new Store(initial(location.hash, (message) => this.say("error", message)));
        this.view = new BoardView(byId("board"), {
            act: (place, phase) => this.act(place, phase),
            label: (place) => this.label(place),
        });
        this.tabs = { dominoes: new Dominoes(this), pieces: new Pieces(this),
            cover: new Cover(this), tours: new Tours(this) };
        this.store.listen((state, before) => this.changed(state, before));
        this.listen();
        this.changed(this.store.state, null);
        this.learn().catch((error) => this.fail(error));
    }

    get state() {
        return this.store.state;
    }

    get board() {
        return this.state.board;
    }

    get tab() {
        return this.tabs[this.state.tab];
    }

    change(members, options) {
        this.store.change(members, options);
    }

    /* ---- what is shown ---- */

    changed(state, before) {
        const boardChanged = !before || !before.board.same(state.board);

        clearTimeout(this.keeping);
        this.keeping = setTimeout(() => this.keep(), 250);
        byId("undo").disabled = !this.store.canUndo;
        byId("redo").disabled = !this.store.canRedo;
        if (!before || before.tab !== state.tab)
            this.showTab(state.tab);
        if (boardChanged) {
            this.view.show(state.board);
            byId("rows").value = state.board.rows;
            byId("cols").value = state.board.cols;
        }
        this.explain("");
        if (before && before.tab !== state.tab)
            this.tabs[before.tab].leave?.();
        this.tab.changed(state, before);
    }

    /* The address and the automatic save: not at every square of a stroke, which browsers
     * forbid. */
    keep() {
        clearTimeout(this.keeping);
        history.replaceState(null, "", toFragment(this.state));
        save(this.state);
    }

    /* What the server allows, said below everything. */
    async learn() {
        const { version, limits } = await about();

        this.limits = limits;
        byId("about").textContent = `chequer ${version}. Each question may take ` +
            `${limits.seconds} seconds and ${Math.round(limits.memory / 2 ** 20)} MiB on this ` +
            `machine, and lists up to ${limits.solutions.toLocaleString("en-GB")} solutions. ` +
            "Nothing leaves it.";
    }

    /* An error in place of the verdict. Where the server is gone, we wait for it. */
    fail(error) {
        this.busy(false);
        this.say("error", error.message[0].toUpperCase() + error.message.slice(1) +
            (/[.!?]$/.test(error.message) ? "" : "."));
        if (!(error instanceof Lost) || this.waiting)
            return;
        this.waiting = setInterval(() => this.learn().then(() => {
            clearInterval(this.waiting);
            this.waiting = null;
            this.announce("The server is back.");
            this.tab.changed(this.state, null);
        }, () => { /* not yet */ }), 1500);
    }

    showTab(name) {
        for (const button of document.querySelectorAll("[role=tab]")) {
            const chosen = button.dataset.tab === name;

            button.setAttribute("aria-selected", chosen);
            button.tabIndex = chosen ? 0 : -1;
        }
        for (const panel of document.querySelectorAll("[role=tabpanel]"))
            panel.hidden = panel.dataset.tab !== name;
        document.body.dataset.tab = name;
    }

    label(place) {
        const cell = this.board.cells[place];

        return this.board.name(place) + (cell === "." ? ", removed"
            : cell === "#" ? "" : `, colour ${cell}`);
    }

    /* The verdict, for eyes and for screen readers. */
    say(mood, text, exact = null) {
        const verdict = byId("verdict");

        verdict.className = `verdict ${mood}`;
        verdict.querySelector(".words").textContent = text;
        verdict.title = exact && exact.length > 30 ? exact : "";
    }

    announce(text) {
        byId("announce").textContent = text;
    }

    explain(text) {
        byId("explain").textContent = text;
        byId("explain").hidden = text === "";
    }

    busy(working) {
        byId("verdict").classList.toggle("busy", working);
    }

    /* ---- what is done ---- */

    /* A stroke removes or gives back, as its first square decides. */
    act(place, phase) {
        if (this.tab.act?.(place, phase))
            return;
        if (phase === "begin")
            this.stroke = this.tab.stroke?.(place) ?? (this.board.has(place) ? "." : "#");
        const board = this.board.with(place, this.stroke);

        if (board !== this.board)
            this.change({ board }, { joins: phase !== "begin" });
        this.announce(this.label(place));
    }

    /* While somebody walks by hand, the last step; else the last change. */
    undo() {
        if (!this.tab.undo?.())
            this.store.undo();
    }

    resize() {
        const side = (id) => Math.min(SIDE_MOST, Math.max(1, Math.round(byId(id).value) || 1));
        const rows = side("rows"), cols = side("cols");

        byId("rows").value = rows;
        byId("cols").value = cols;
        if (rows !== this.board.rows || cols !== this.board.cols)
            this.change({ board: this.board.resized(rows, cols) });
    }

    usePreset(name) {
        const preset = presets.find((one) => one.name === name);

        if (preset)
            this.change(preset.state());
    }

    paste() {
        try {
            this.change({ board: fromArt(byId("art").value) });
            byId("art-dialog").close();
        } catch (error) {
            byId("art-error").textContent = error.message;
        }
    }

    async copy(text, what) {
        try {
            await navigator.clipboard.writeText(text);
            this.announce(`${what} copied.`);
            this.toast(`${what} copied`);
        } catch {
            this.toast(text);
        }
    }

    toast(text) {
        const toast = byId("toast");

        toast.textContent = text;
        toast.hidden = false;
        clearTimeout(this.toasting);
        this.toasting = setTimeout(() => { toast.hidden = true; }, 4000);
    }

    listen() {
        const on = (id, act, event = "click") => byId(id).addEventListener(event, act);

        on("undo", () => this.undo());
        on("redo", () => this.store.redo());
        on("restore", () => this.change({ board: this.board.restored() }));
        on("rows", () => this.resize(), "change");
        on("cols", () => this.resize(), "change");
        on("preset", (event) => {
            this.usePreset(event.target.value);
            event.target.value = "";
        }, "change");
        on("paste-art", () => {
            byId("art").value = this.board.art();
            byId("art-error").textContent = "";
            byId("art-dialog").showModal();
        });
        on("art-use", () => this.paste());
        on("art-cancel", () => byId("art-dialog").close());
        on("copy-art", () => this.copy(this.board.art(), "The board"));
        on("copy-link", () => {
            this.keep();
            this.copy(location.href, "The link");
        });
        on("copy-command", () => this.copy(commandLine(this), "The command"));
        for (const button of document.querySelectorAll("[data-download]"))
            button.addEventListener("click", () =>
                downloads(this, button.dataset.download).catch((error) => this.fail(error)));
        on("theme", () => this.toggleTheme());
        this.listenToTabs();
        this.listenToKeys();
        addEventListener("pagehide", () => this.keep());
        addEventListener("hashchange", () => {
            try {
                const state = fromFragment(location.hash);

                if (toFragment(state) !== toFragment(this.state))
                    this.change(state);
            } catch (error) {
                this.fail(error);
            }
        });
    }

    listenToTabs() {
        const tabs = [...document.querySelectorAll("[role=tab]")];

        tabs.forEach((tab, i) => {
            tab.addEventListener("click", () => this.change({ tab: tab.dataset.tab }));
            tab.addEventListener("keydown", (event) => {
                const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];

                if (!step)
                    return;
                const next = tabs[(i + step + tabs.length) % tabs.length];

                next.focus();
                next.click();
            });
        });
    }

    listenToKeys() {
        addEventListener("keydown", (event) => {
            const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);

            if (typing || !(event.ctrlKey || event.metaKey))
                return;
            if (event.key === "z" && !event.shiftKey)
                this.undo();
            else if (event.key === "y" || (event.key.toLowerCase() === "z" && event.shiftKey))
                this.store.redo();
            else
                return;
            event.preventDefault();
        });
    }

    toggleTheme() {
        const shown = document.documentElement.dataset;
        const next = shown.theme === "dark" ? "light" : "dark";

        shown.theme = next;
        try {
            localStorage.setItem("chequer-theme", next);
        } catch {
            /* it will be as the system says next time */
        }
    }
}

const select = byId("preset");

for (const { name } of presets)
    select.append(new Option(name, name));
window.page = new Page();
