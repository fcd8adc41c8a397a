/* cover.js - the tab for exact covers: a text, its matrix, and its solutions. */
import { coverExamples } from "./presets.js";
import { drawGrid, gridOf, gridWords } from "./cover_grid.js";
import { el } from "./svg.js";
import { Weighing } from "./weighing.js";
import { counted, grouped, plural, reasonText, sentence, stopped } from "./words.js";

const byId = (id) => document.getElementById(id);
const shownMost = 80; /* items or options of which a matrix is drawn */
const keptMost = 1000;

export class Cover {
    title = "Covers";
    stage = "cover-edit";

    constructor(page) {
        this.page = page;
        this.weighing = new Weighing(page, this, { request: (goal, options) => this.request(goal, options),
            start: () => this.#clear(), keep: (solution) => this.#add(solution), chosen: () => this.chosen });
        byId("cover-weighing").append(this.weighing.element);
        this.reset();
        this.listen();
    }

    reset() {
        this.known = null;
        this.mistake = null; /* of the text: { line, column, words } */
        this.seen = {};
        this.remark = "";
        this.solutions = [];
        this.chosen = -1;
        this.grid = null; /* what the options put on a grid, if they do */
        this.weighing.reset();
    }

    /* Options are written one on a line, below the items. */
    get #lines() {
        return this.text.split("\n").filter((line) => line.trim() && !line.startsWith("|")).slice(1);
    }

    /* For each option the names of its items, without colours and weights. */
    get #names() {
        return this.#lines.map((line) => line.trim().split(/\s+/).filter((word) => !/^[|$]/.test(word)).map((word) => word.split(":")[0]));
    }

    /* The picture of this tab, if there is one. */
    get svg() {
        return this.grid ? byId("cover-grid") : null;
    }

    /* For each option its weights, as they stand after its items. */
    get #weights() {
        return this.#lines.map((line) => line.trim().split(/\s+/).filter((word) => /^[|$]./.test(word)).map((word) => word.slice(1)));
    }

    get text() {
        return this.page.state.cover ?? coverExamples[0].text();
    }

    request(goal, options = {}) {
        return { chequer: 1, problem: { kind: "cover", text: this.text }, goal, options };
    }

    command() {
        return { name: "cover", input: this.text.trimEnd() + "\n", flags: this.weighing.flags ?? " --all" };
    }

    puzzle() {
        return this.text;
    }

    listen() {
        byId("cover-text").addEventListener("input", (event) => {
            clearTimeout(this.typing);
            this.typing = setTimeout(() => this.page.change({ cover: event.target.value }), 300);
        });
        byId("cover-text").addEventListener("scroll", (event) => {
            byId("cover-line").style.transform = `translateY(${-event.target.scrollTop}px)`;
        });
        byId("cover-examples").replaceChildren(...coverExamples.map(({ name, text }) => {
            const button = el("button", { class: "btn small", type: "button" }, [name]);

            button.addEventListener("click", () => this.page.change({ cover: text() }));
            return button;
        }));
    }

    leave() {
        clearTimeout(this.typing);
    }

    async changed() {
        const box = byId("cover-text");

        this.reset();
        if (box.value !== this.text)
            box.value = this.text;
        this.#matrix();
        if (this.text.trim() === "") {
            this.mistake = { words: "Write the items on the first line, then an option on each line." };
            this.page.refresh();
            return;
        }
        const known = await this.page.ask("describe", this.request("describe"), { label: "Reading",
            onError: (error) => this.#fail(error) });

        if (!known && !this.mistake)
            return;
        this.known = known ?? null;
        this.grid = known?.count === this.#lines.length ? gridOf(this.#names) : null;
        this.#show(-1);
    }

    #fail(error) {
        const { line, column } = error.data ?? {};

        if (!error.data)
            this.page.fail(error);
        else
            this.mistake = { line, words: (line ? `Line ${line}, column ${column}: ` : "") +
                error.message };
    }

    /* ---- solving ---- */

    #clear() {
        this.seen = {};
        this.solutions = [];
        this.chosen = -1;
        this.weighing.reset();
        byId("cover-solutions").replaceChildren();
        this.#picture();
    }

    /* There is none: the answer of a question about weights. */
    take(answer) {
        this.seen.list = answer;
    }

    async list(first) {
        this.#clear();
        const answer = await this.page.ask("solve", this.request("all", { first }), { label: "Searching",
            onSolution: ({ solution }) => this.#add(solution) });

        if (!answer)
            return;
        this.seen.list = { ...answer, first };
        this.page.refresh();
    }

    async count() {
        const answer = await this.page.ask("solve", this.request("count"), { label: "Counting" });

        if (!answer)
            return;
        this.seen.count = answer;
        this.page.refresh();
    }

    stopped(name) {
        if (name === "describe")
            this.mistake = { words: "Stopped. Change the text to have it read again." };
        else
            this.seen.list = { verdict: this.solutions.length ? "yes" : "unknown", stop: "cancelled" };
    }

    #add(solution) {
        const number = this.solutions.push(solution.map(({ option }) => option)) - 1;
        const button = el("button", { type: "button", "aria-pressed": "false" },
            [...(this.weighing.costs[number] ? [el("b", {}, [`${this.weighing.costs[number]}: `])] : []),
                this.grid ? gridWords(this.grid, this.solutions[number]) : solution.map(({ items }) => items.join(" ")).join("  ·  ")]);

        button.addEventListener("click", () => this.#show(number));
        byId("cover-solutions").append(el("li", {}, [button]));
        if (number === 0)
            this.#show(0);
    }

    #show(number) {
        this.chosen = number;
        byId("cover-solutions").querySelectorAll("button").forEach((button, i) =>
            button.setAttribute("aria-pressed", String(i === number)));
        this.#matrix();
        this.#picture();
        this.page.refresh();
    }

    #picture() {
        byId("cover-grid").toggleAttribute("hidden", !this.grid);
        if (this.grid)
            drawGrid(byId("cover-grid"), this.grid, this.solutions[this.chosen] ?? []);
    }

    /* ---- what is shown ---- */

    /* Items across, options down, colours if an item has one; the solution is
     * marked. */
    #matrix() {
        const table = byId("matrix"), { items, options } = this.known ?? {};

        table.replaceChildren();
        if (this.chosen < 0)
            byId("cover-solutions").replaceChildren();
        if (!options || items.length > shownMost || options.length > shownMost)
            return;
        const chosen = new Set(this.solutions[this.chosen] ?? []), coloured = this.#colours(options.length);
        const weights = this.#weights, heavy = weights.length === options.length && weights.some((list) => list.length);

        table.append(el("thead", {}, [el("tr", {}, [el("td"), ...items.map(({ name, primary }) =>
            el("th", { scope: "col", class: primary ? null : "secondary" }, [name])),
        ...(heavy ? [el("th", { scope: "col", class: "secondary" }, ["weight"])] : [])])]),
        el("tbody", {}, options.map((option, i) =>
            el("tr", { class: chosen.has(i + 1) ? "chosen" : null }, [
            el("th", { scope: "row" }, [String(i + 1)]), ...items.map(({ name }, item) =>
                el("td", {}, option.includes(item) ? [coloured[i]?.get(name) ?? "●"] : [])),
            ...(heavy ? [el("td", {}, [weights[i].join(", ")])] : [])]))));
    }

    /* For each option the colours of its items, read from the text. */
    #colours(count) {
        const lines = this.#lines;

        return lines.length === count ? lines.map((line) => new Map(line.trim().split(/\s+/)
            .filter((word) => word.includes(":")).map((word) => word.split(":")))) : [];
    }

    get waiting() {
        return !this.known && !this.mistake;
    }

    face() {
        const others = [{ text: "Find one", act: () => this.list(1), disabled: !this.known },
            { text: "Count", act: () => this.count(), disabled: !this.known }];
        const primary = { text: "List all", act: () => this.list(keptMost), disabled: !this.known };
        const rest = { primary, others, strip: this.remark ? this.remark : this.known &&
            (this.known.items.length > shownMost || this.known.count > shownMost)
            ? "This cover is too large for a matrix; it can be solved all the same." : "" };
        const { list, count } = this.seen;

        if (this.mistake)
            return { word: "Not yet", mood: "ask", say: sentence(this.mistake.words), ...rest };
        if (this.weighing.found)
            return { ...this.weighing.face(), ...rest };
        if (count)
            return { ...this.#verdict(count, count.count), ...rest };
        if (list)
            return { ...this.#verdict(list, list.stop === "finished" ? this.solutions.length : null),
                ...rest };
        return { word: "Can it be done?", mood: "ask",
            say: `${plural(this.known.items.length, "item")} and ` +
            `${plural(this.known.count, "option")}. Choose options that cover every item once.`, ...rest };
    }

    #verdict(answer, number) {
        if (answer.verdict === "no")
            return { word: "No", mood: "no", chip: "Proved", say: reasonText(answer.certificate.reason) };
        if (answer.verdict !== "yes")
            return { word: "Who knows", mood: "ask",
                say: `Not decided: ${stopped(answer, this.page.limits)}.` };
        if (number === null || number === undefined)
            return { word: "Yes", mood: "yes", chip: "Checked", say: answer.first === 1
                ? "Here is a solution."
                : `The first ${grouped(this.solutions.length)} solutions.` };
        return { word: "Yes", mood: "yes", chip: "Checked", exact: String(number),
            say: String(number) === "1" ? "There is exactly one solution."
            : ["There are ", { strong: counted(number) }, " solutions."] };
    }

    panel() {
        const { line, words } = this.mistake ?? {}, weights = this.#weights.flat();

        byId("cover-weighing").hidden = weights.length === 0;
        this.weighing.panel(Boolean(this.known), [...new Set(weights.join(" ").match(/[a-z]/g) ?? [])].sort());

        byId("cover-error").textContent = line ? sentence(words) : "";
        byId("cover-text").setAttribute("aria-invalid", Boolean(line));
        byId("cover-line").style.display = line ? "block" : "none";
        if (line)
            byId("cover-line").style.setProperty("--line-number", line);
    }
}
