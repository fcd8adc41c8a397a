/* main.js - the page: one state, one board, seven tabs, and what all of them share.
 *
 * The state (state.js) is changed in one place; every change gives up what older states
 * asked (questions.js), and asks the tab again. What is seen is drawn from the state and
 * from what the tab was answered: refresh() draws all of it.
 */
import { SIDE_MOST, fromArt } from "./board.js";
import { Cover } from "./cover.js";
import { Dominoes } from "./dominoes.js";
import { Face, showBalance } from "./face.js";
import { Graphs } from "./graphs.js";
import { Maker } from "./maker.js";
import { Pace } from "./pace.js";
import { Pieces } from "./pieces.js";
import { Questions } from "./questions.js";
import { Sequences } from "./sequence.js";
import { Share } from "./share.js";
import { Store, baseOf, fromFragment, initial, save, toFragment } from "./state.js";
import { Story } from "./story.js";
import { Tours } from "./tours.js";
import { BoardView } from "./view.js";
import { beginnings, examples, nameOf } from "./presets.js";
import { el } from "./svg.js";
import { icon } from "./icons.js";
import { thumbnail } from "./tiles.js";
import { timeColours } from "./palette.js";
import { Lost, about } from "./transport.js";
import { confirmed, duration, grouped, sentence, stopped } from "./words.js";

const byId = (id) => document.getElementById(id);
const kindsOfExamples = [["Dominoes", "dominoes"], ["Pieces", "pieces"], ["Tours", "tours"],
    ["Graphs, covers and sequences", "graphs", "cover", "sequences"]];
const keepEvery = 300; /* ms between two writes of the address */
const workShownAfter = 400; /* ms: what takes longer shows progress and Stop */

class Page {
    constructor() {
        const { state, wrong, fresh } = initial(location.hash);

        this.store = new Store(state);
        this.fresh = fresh || (!location.hash && toFragment(state) === toFragment(fromFragment("")));
        this.wrong = wrong;
        this.tool = "draw";
        this.working = null; /* the question that people wait for: { name, label, since, ... } */
        this.problem = null; /* an error that stands in place of the answer */
        this.questions = new Questions(() => `${this.state.tab} ${this.store.version}`);
        this.face = new Face();
        this.view = new BoardView(byId("board"), {
            large: byId("large"), map: byId("map"),
            act: (place, phase, event) => this.act(place, phase, event),
            drop: () => this.store.dropStroke(),
            point: (place) => this.point(place),
            label: (place) => this.label(place),
            zoomed: (k, seen) => this.showZoom(k, seen),
        });
        this.tabs = { dominoes: new Dominoes(this), pieces: new Pieces(this), tours: new Tours(this),
            graphs: new Graphs(this), cover: new Cover(this), sequences: new Sequences(this), story: new Story(this) };
        this.share = new Share(this);
        this.maker = new Maker(this);
        this.store.listen((now, before) => this.changed(now, before));
        for (const place of document.querySelectorAll("[data-icon]"))
            place.prepend(icon(place.dataset.icon));
        this.listen();
        this.fillCards();
        this.changed(this.state, null);
        this.learn().catch((error) => this.fail(error));
        if (wrong)
            this.toast(`${wrong} Your last drawing is shown.`, 8000);
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

    get calm() {
        return matchMedia("(prefers-reduced-motion: reduce)").matches;
    }

    /* Remembers what changes no answer. */
    keepQuietly(members) {
        this.store.note(members);
        this.keepSoon();
    }

    change(members, options) {
        this.fresh = false;
        this.wrong = null;
        this.store.change(members, options);
    }

    /* ---- what follows from a change ---- */

    changed(state, before) {
        const moved = !before || before.tab !== state.tab;

        this.questions.dropOld();
        this.working = this.problem = null;
        clearTimeout(this.keeping);
        if (before)
            this.keepSoon();
        if (before && moved)
            this.tabs[before.tab].leave?.();
        if (moved)
            this.showTab();
        this.showBoard();
        this.tab.changed(state, before);
        this.refresh();
    }

    /* At once, but not at every square of a stroke: browsers forbid that. */
    keepSoon() {
        if (!this.wrong)
            save(this.state);
        const wait = keepEvery - (performance.now() - (this.kept ?? -keepEvery));

        if (wait <= 0 && !this.view.last)
            this.keep();
        else
            this.keeping = setTimeout(() => this.keep(), Math.max(50, wait));
    }

    /* The address and the automatic save. Going to another tab, or opening an example, is a step for the Back button. */
    keep() {
        const fragment = toFragment(this.state);

        clearTimeout(this.keeping);
        if (this.wrong)
            return;
        this.kept = performance.now();
        if (location.hash !== fragment)
            history[this.pushes ? "pushState" : "replaceState"](null, "", fragment);
        this.pushes = false;
        save(this.state);
    }

    goTo(tab) {
        if (tab === this.state.tab)
            return;
        this.keep();
        this.pushes = true;
        this.wrong = null;
        this.store.change({ tab, ...this.tabs[tab].arrival?.(this.state, this.fresh) }, { keeps: false });
        if (tab !== "dominoes")
            this.fresh = false;
        this.keep();
    }

    showTab() {
        const { tab } = this.state;

        for (const button of document.querySelectorAll(".tab"))
            if (button.dataset.tab === tab)
                button.setAttribute("aria-current", "page");
            else
                button.removeAttribute("aria-current");
        for (const panel of document.querySelectorAll(".panel"))
            panel.hidden = panel.dataset.tab !== tab;
        byId("mode").value = tab;
        byId("tray").hidden = byId("picker").hidden = Boolean(this.tab.stage);
        byId("toolbar").hidden = Boolean(this.tab.stage) && !this.tab.tools;
        for (const stage of document.querySelectorAll("[data-stage]"))
            stage.hidden = stage.id !== this.tab.stage;
        byId("wide").hidden = true;
        byId("story").hidden = tab !== "story";
        byId("answer").hidden = byId("rest").hidden = tab === "story";
        byId("app").classList.toggle("telling", tab === "story");
        byId("tray").classList.toggle("calm", tab === "tours");
        this.chooseTool((this.tab.tools ?? [["draw"]])[0][0]);
        document.title = `${this.tab.title} · chequer`;
    }

    showBoard() {
        const { board } = this.state, name = nameOf(this.state);

        if (this.state.tab !== "story")
            this.view.show(board, { flat: this.tab.flat, roomy: this.tab.roomy });
        byId("app").classList.toggle("broad", board.cols > board.rows * 1.25);
        byId("rows").value = board.rows;
        byId("cols").value = board.cols;
        byId("picker").replaceChildren(...(board.cells.length <= 900
            ? [el("span", { class: "pic" }, [thumbnail(board)])] : []), el("span", { class: "name" }, [name]), " ",
        el("span", { class: "size" }, [`${board.rows} × ${board.cols}`]),
        el("span", { class: "unseen" }, [`${name}: choose a board`]), icon("down"));
        for (const [id, able] of [["undo", this.store.canUndo], ["redo", this.store.canRedo]])
            byId(id).disabled = byId(`dock-${id}`).disabled = !able;
    }

    /* Draws everything that is not the board itself. */
    refresh() {
        const { tab } = this;

        if (!this.tabs)
            return;
        if (this.state.tab !== "story")
            this.view.show(this.board, { flat: tab.flat, roomy: tab.roomy });
        for (const name of ["under", "heat", "proof", "tour", "steps", "marks"])
            this.view.layer(name);
        if (!tab.tiles)
            this.view.tiles.clear();
        if (!tab.walks && this.view.canvas.walk)
            this.view.canvas.route(null);
        if (this.view.canvas.heights && !tab.relief)
            this.view.canvas.relief(null);
        tab.paint?.(this.view);
        tab.panel?.();
        showBalance(byId("balance"), !this.problem && tab.balance ? tab.balance() : null);
        this.face.show(this.presentFace());
    }

    presentFace() {
        if (this.problem)
            return { word: "Error", mood: "no", say: this.problem, primary: { text: "Try again",
                act: () => { this.problem = null; this.tab.changed(this.state, null); this.refresh(); } },
                    others: [], strip: "" };
        if (this.working?.shown)
            return this.workFace();
        if (this.tab.waiting) /* the answer before fades, and nothing can be done with it */
            return { ...(this.lastFace ?? { word: "…", mood: "ask", say: "",
                primary: { text: "Wait", act() {} } }), wait: true };
        this.lastFace = this.tab.face();
        return this.lastFace;
    }

    workFace() {
        const { label, share, found, since, name, pace } = this.working, most = this.limits?.seconds;
        const seconds = (performance.now() - since) / 1000, left = pace.left();
        const limit = !most ? "" : left === null ? `It may take up to ${duration(most)}.`
            : left > most - seconds ? `The limit is ${duration(most)}.` : "";

        return { word: label, mood: "ask", progress: { share },
            say: [found ? `${grouped(found)} found.` : "", left === null ? "" : left < 1 ? "Nearly done." : `About ${duration(left)} to go.`, limit]
                .filter(Boolean).join(" "),
            primary: { text: "Stop", act: () => this.stop(name), stops: true },
            others: (this.lastFace?.others ?? []).map((one) => ({ ...one, disabled: true })),
            strip: `${duration(seconds)} so far.` };
    }

    /* ---- questions ---- */

    /* Asks for the tab and the state of this moment; resolves to undefined if either
     * has changed since. With a label people wait for it: progress, an estimate and
     * Stop. Errors stand in place of the answer, unless it is `quiet`. */
    async ask(name, request, { label, quiet = false, onError, onProgress, onSolution, onMove, onTerm } = {}) {
        const work = label && { name, label, since: performance.now(), share: null, found: 0,
            shown: false, pace: new Pace() };
        const timer = work && setTimeout(() => {
            work.shown = true;
            if (this.working === work)
                this.refresh();
        }, workShownAfter);

        if (work)
            this.working = work;
        try {
            return await this.questions.ask(name, request, {
                onProgress: (data) => {
                    Object.assign(work || {}, { share: data.share, found: data.found });
                    work?.pace.take(data);
                    onProgress?.(data);
                    if (work?.shown && this.working === work)
                        this.face.show(this.presentFace());
                },
                onSolution, onMove, onTerm });
        } catch (error) {
            if (onError && !(error instanceof Lost))
                onError(error);
            else if (!quiet)
                this.fail(error);
            return undefined;
        } finally {
            clearTimeout(timer);
            if (work && this.working === work) {
                this.working = null;
                this.refresh();
            }
        }
    }

    /* How many there are, into what the tab has seen: asked for by the user, or quietly within
     * `seconds`. */
    async countOf(tab, seconds) {
        const answer = await this.ask("count", tab.request("count", seconds === null ? {} : { seconds }),
            seconds === null ? { label: "Counting" } : { quiet: true });

        if (!answer)
            return;
        if (answer.count !== undefined && answer.stop === "finished")
            tab.seen.count = answer.count;
        if (seconds === null)
            tab.remark = tab.seen.count === undefined ? `Not counted: ${stopped(answer, this.limits)}.`
                : confirmed(answer);
        this.refresh();
    }

    stop(name) {
        this.questions.stop(name);
        this.working = null;
        this.tab.stopped?.(name);
        this.refresh();
    }

    /* An error in place of the answer. If the server is gone, we wait for it. */
    fail(error) {
        this.problem = sentence(error.message);
        this.refresh();
        if (!(error instanceof Lost) || this.waitingFor)
            return;
        this.waitingFor = setInterval(() => this.learn().then(() => {
            clearInterval(this.waitingFor);
            this.waitingFor = null;
            this.problem = null;
            this.tab.changed(this.state, null);
            this.refresh();
        }, () => { /* not yet */ }), 1500);
    }

    /* What the server allows, said below everything. */
    async learn() {
        const { version, limits, formats } = await about();

        for (const format of ["pdf", "tex"])
            document.querySelector(`[data-download=draw-${format}]`).hidden = !formats.includes(format);
        this.limits = limits;
        byId("about").textContent = `chequer ${version}. Each question may take ` +
            `${limits.seconds} seconds and ${grouped(Math.round(limits.memory / 2 ** 20))} MiB on this ` +
            `machine, and lists up to ${grouped(limits.solutions)} solutions. Nothing leaves it.`;
    }

    label(place) {
        const { board } = this.view, cell = board.cells[place];

        return board.name(place) + (board.isDark(place) ? ", dark" : ", light") +
            (cell === "." ? ", taken out" : cell === "#" ? "" : `, colour ${cell}`);
    }

    announce(text) {
        byId("announce").textContent = text;
    }

    toast(text, ms = 4000) {
        const toast = byId("toast");

        toast.textContent = text;
        toast.hidden = false;
        clearTimeout(this.toasting);
        this.toasting = setTimeout(() => { toast.hidden = true; }, ms);
    }

    /* ---- what is done ---- */

    /* A stroke removes or gives back, as its first square decides. */
    act(place, phase, event) {
        if (this.tool === "move" || this.tab.act?.(place, phase, event))
            return;
        if (phase === "begin")
            this.stroke = this.tab.stroke?.(place) ?? (this.board.has(place) ? "." : "#");
        const board = this.board.with(place, this.stroke);

        if (board !== this.board)
            this.change({ board }, { joins: phase !== "begin" });
        else if (phase === "begin")
            this.change({});
    }

    restore() {
        this.change({ board: baseOf(this.state) });
    }

    chooseTool(tool) {
        const tools = this.tab.tools ?? [];

        this.tool = tool;
        this.view.tool = tool === "place" || tool === "turn" || tool === "lock" || tool === "start" ||
            tool === "walk" || tool === "number" || tool === "weigh"
            ? "act" : tool;
        byId("tray").classList.toggle("moving", tool === "move");
        byId("tool").hidden = tools.length === 0;
        byId("tool").classList.toggle("many", tools.length > 4);
        byId("tool").replaceChildren(...tools.map(([name, words, picture]) => {
            const button = el("button", { type: "button", "aria-pressed": String(name === tool),
                title: words,
                "data-tool": name }, [icon(picture), el("span", {}, [words])]);

            button.addEventListener("click", () => {
                this.chooseTool(name);
                byId("tool").querySelector(`[data-tool=${name}]`).focus();
                this.tab.tooled?.(name);
                this.refresh();
            });
            return button;
        }));
        if (this.view.board)
            this.showZoom(this.view.zoom.k);
    }

    /* `seen` is the part of the board in the window, in squares. */
    showZoom(k, seen) {
        const { rows, cols } = this.view.board, box = byId("map-window").style;
        const part = (at, size) => `${100 * Math.min(1, Math.max(0, at / size))}%`;

        byId("zoom").hidden = k === 1 && this.tool !== "move" && !this.view.board.isLarge;
        if (byId("map-box").hidden !== (k === 1)) {
            byId("map-box").hidden = k === 1;
            if (k > 1)
                this.view.canvas.refreshMap();
        }
        if (!seen)
            return;
        box.left = part(seen.x, cols);
        box.top = part(seen.y, rows);
        box.right = part(cols - seen.x - seen.w, cols);
        box.bottom = part(rows - seen.y - seen.h, rows);
    }

    /* The pointer is over a square, or over none: on large boards its name is shown. */
    point(place) {
        byId("where").hidden = place === null || !this.view.board.isLarge;
        if (place !== null)
            byId("where").textContent = this.label(place);
        this.tab.point?.(place);
    }

    resize() {
        const typed = (id) => Math.round(Number(byId(id).value));
        const [rows, cols] = [typed("rows"), typed("cols")];
        const fits = (side) => side >= 1 && side <= SIDE_MOST;

        byId("size-error").textContent = fits(rows) && fits(cols) ? ""
            : `A board has 1 to ${SIDE_MOST} rows and columns.`;
        if (fits(rows) && fits(cols) && (rows !== this.board.rows || cols !== this.board.cols))
            this.change({ board: this.board.resized(rows, cols), base: null });
    }

    open(state) {
        this.keep();
        this.pushes = true;
        this.change({ placed: "", locked: "", walk: "", free: "", laws: "", weights: "", at: "", moves: "", magic: null, from: null, to: null, ...state,
            base: state.board ?? this.state.base });
        for (const dialog of document.querySelectorAll("dialog[open]"))
            dialog.close();
    }

    card({ name, line, state, picture }, time) {
        const made = state(), button = el("button", { class: "card", type: "button" }, [
            el("span", { class: "pic" }, [picture ? picture(time) : thumbnail(made.board ?? this.board)]),
            el("b", {}, [name]), ...(line ? [line] : [])]);

        button.addEventListener("click", () => this.open(state()));
        return button;
    }

    fillCards() {
        const time = timeColours();

        byId("board-cards").replaceChildren(...kindsOfExamples.flatMap(([title, ...tabs]) => [el("h3", {}, [title]),
            ...examples.filter(({ state }) => tabs.includes(state().tab)).map((one) => this.card(one, time))]));
        byId("begin-cards").replaceChildren(...beginnings.map((one) => this.card(one, time)));
    }

    /* The board's size and what else is done with it, and the examples; or these alone. */
    showBoards(onlyExamples) {
        byId("boards-title").textContent = onlyExamples ? "Examples" : "The board";
        byId("sizes").hidden = onlyExamples;
        byId("boards").showModal();
        byId("boards").scrollTop = 0;
    }

    usesText(text) {
        this.open({ board: fromArt(text) });
    }

    /* ---- listening ---- */

    listen() {
        const on = (id, act, event = "click") => byId(id).addEventListener(event, act);
        const undo = () => this.tab.undo?.() || this.store.undo(), redo = () => this.store.redo();

        on("undo", undo);
        on("dock-undo", undo);
        on("redo", redo);
        on("dock-redo", redo);
        on("restore", () => this.restore());
        on("rows", () => this.resize(), "change");
        on("cols", () => this.resize(), "change");
        for (const id of ["picker", "open-examples", "dock-options"])
            on(id, () => this.showBoards(id === "open-examples"));
        on("theme", () => this.toggleTheme());
        on("mode", (event) => this.goTo(event.target.value), "change");
        on("zoom-in", () => this.view.zoomBy(1.5));
        on("zoom-out", () => this.view.zoomBy(1 / 1.5));
        on("zoom-whole", () => this.view.zoomBy(0));
        on("paste-art", () => {
            byId("art").value = this.board.art();
            byId("art-error").textContent = "";
            byId("boards").close();
            byId("art-dialog").showModal();
        });
        on("art-use", () => {
            try {
                this.usesText(byId("art").value);
            } catch (error) {
                byId("art-error").textContent = sentence(error.message);
            }
        });
        for (const button of document.querySelectorAll("[data-close]"))
            button.addEventListener("click", () => button.closest("dialog").close());
        for (const dialog of document.querySelectorAll("dialog"))
            dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
        for (const tab of document.querySelectorAll(".tab"))
            tab.addEventListener("click", () => this.goTo(tab.dataset.tab));
        document.querySelector(".brand").addEventListener("click", (event) => {
            event.preventDefault();
            this.open({ tab: "dominoes", board: fromFragment("").board });
        });
        this.listenToKeys();
        this.listenToWidth();
        addEventListener("pagehide", () => this.keep());
        for (const event of ["hashchange", "popstate"])
            addEventListener(event, () => this.follow());
    }

    /* The address was changed by hand, or by Back and Forward. */
    follow() {
        try {
            const state = fromFragment(location.hash);

            if (toFragment(state) === toFragment(this.state))
                return;
            clearTimeout(this.keeping);
            this.pushes = false;
            this.change(state, { keeps: state.tab === this.state.tab });
        } catch (error) {
            this.wrong = error.message;
            this.toast(sentence(error.message), 8000);
        }
    }

    listenToKeys() {
        addEventListener("keydown", (event) => {
            const { target } = event;
            const typing = target.tagName === "TEXTAREA" || target.tagName === "SELECT" ||
                (target.tagName === "INPUT" && /^(text|number|search)$/.test(target.type));
            const key = event.key.toLowerCase();

            if (typing || document.querySelector("dialog[open]"))
                return;
            if (event.ctrlKey || event.metaKey) {
                if (key === "z" && !event.shiftKey)
                    byId("undo").click();
                else if (key === "y" || key === "z")
                    byId("redo").click();
                else
                    return;
                event.preventDefault();
            } else if (!event.altKey) {
                this.tab.key?.(key, event);
                if (key === "t" && !byId("primary").disabled)
                    byId("primary").click();
                else if (key === "?")
                    byId("keys").showModal();
            }
        });
        addEventListener("paste", (event) => {
            if (/^(TEXTAREA|INPUT)$/.test(event.target.tagName) || this.tab.stage)
                return;
            try {
                this.usesText(event.clipboardData.getData("text"));
            } catch (error) {
                this.toast(sentence(error.message));
            }
        });
    }

    /* On a phone the gallery scrolls with what is below the board. */
    listenToWidth() {
        const narrow = matchMedia("(max-width: 720px)");
        const place = () => {
            if (narrow.matches)
                byId("rest").append(byId("wide"));
            else
                byId("app").insertBefore(byId("wide"), byId("story"));
        };

        narrow.addEventListener("change", place);
        place();
    }

    toggleTheme() {
        const shown = document.documentElement.dataset;

        shown.theme = shown.theme === "dark" ? "light" : "dark";
        try {
            localStorage.setItem("chequer-theme", shown.theme);
        } catch {
            /* it will be as the system says next time */
        }
        this.recolour();
    }

    /* What has colours of its own is drawn anew, at once: paper does not wait. */
    recolour() {
        this.fillCards();
        this.view.canvas.recoloured();
        this.tab.recoloured?.();
        this.refresh();
    }
}

window.page = new Page();
