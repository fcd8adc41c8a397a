/* pieces.js - the tab for pieces: sets and drawn ones, and all solutions in a gallery. */
import { Gallery } from "./gallery.js";
import { Latest } from "./solve.js";
import { make } from "./view.js";
import { PieceEditor } from "./editor.js";

const byId = (id) => document.getElementById(id);
const colours = 14;
const grouped = (number) => String(number).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");

/* A piece as a little picture. */
function sketch(piece, number) {
    const rows = 1 + Math.max(...piece.squares.map(([r]) => r));
    const cols = 1 + Math.max(...piece.squares.map(([, c]) => c));
    const svg = make("svg", { viewBox: `0 0 ${cols * 10} ${rows * 10}`, class: "sketch",
        width: cols * 11, height: rows * 11, "aria-hidden": "true" });

    for (const [r, c, colour] of piece.squares)
        svg.append(make("rect", { x: c * 10 + 0.5, y: r * 10 + 0.5, width: 9, height: 9,
            class: `part part-${number % colours}` + (colour === "#" ? "" : " coloured") }),
        ...(colour === "#" ? [] : [make("text", { x: c * 10 + 5, y: r * 10 + 8,
            "text-anchor": "middle" }, [colour])]));
    return svg;
}

function copiesOf({ least, most }) {
    if (most === null)
        return least === 0 ? "any number" : `${least} or more`;
    return least === most ? (least === 1 ? "once" : `${least} times`)
        : `${least} to ${most} times`;
}

export class Pieces {
    constructor(page) {
        this.page = page;
        this.describing = new Latest();
        this.solving = new Latest();
        this.known = null; /* the description of the problem */
        this.drawn = null;
        this.gallery = new Gallery(byId("gallery"), {
            paint: (context, solution, size) => this.paint(context, solution, size),
            choose: (number) => this.showSolution(number),
        });
        this.editor = new PieceEditor(byId("editor"), (text) => this.add(text));
        this.listen();
    }

    get view() {
        return this.page.view;
    }

    puzzle() {
        const { board, pieces, drawn } = this.page.state;

        return `board\n${board.art()}\n` + (drawn ? `${drawn}\n` : "") +
            (pieces.trim() ? `pieces ${pieces.trim()}\n` : "");
    }

    request(goal, options = {}) {
        return { chequer: 1, problem: { kind: "tile", text: this.puzzle() }, goal, options };
    }

    command() {
        const { board, pieces, drawn } = this.page.state;
        const simple = board.spec() && !drawn;

        return { name: "tile", input: simple ? board.spec() : this.puzzle(),
            flags: simple ? ` --pieces '${pieces.trim()}' --all` : " --all" };
    }

    /* ---- the problem ---- */

    async changed() {
        this.solving.stop();
        this.drawn = null;
        this.gallery.clear();
        this.working(false);
        this.view.clear("tiling", "proof", "repair", "heat", "forced", "steps", "tour",
            "degrees");
        byId("sets").value = this.page.state.pieces;
        byId("number").textContent = "";
        try {
            const known = await this.describing.run(this.request("describe"));

            if (known === undefined)
                return;
            this.known = known;
            this.listPieces();
            this.sayArea();
        } catch (error) {
            this.known = null;
            byId("piece-list").replaceChildren();
            byId("area").textContent = "";
            this.page.say("error", error.message);
        }
    }

    listPieces() {
        byId("piece-list").replaceChildren(...this.known.pieces.map((piece, number) => {
            const card = document.createElement("li");
            const words = document.createElement("span");
            const ways = [!piece.rotate && "not turned", !piece.flip && "not turned over"]
                .filter(Boolean).join(", ");

            words.textContent = `${piece.name}: ${copiesOf(piece)}${ways ? ", " + ways : ""}`;
            card.append(sketch(piece, number), words);
            return card;
        }));
    }

    /* What the areas say before anything is tried. */
    sayArea() {
        const size = (piece) => piece.squares.length;
        const least = this.known.pieces.reduce((sum, p) => sum + p.least * size(p), 0);
        const most = this.known.pieces.reduce((sum, p) => sum +
            (p.most === null ? Infinity : p.most * size(p)), 0);
        const cells = this.known.cells;
        const pieces = least === most ? `${least} squares` : most === Infinity
            ? `${least} squares and more` : `${least} to ${most} squares`;

        byId("area").textContent = `The pieces have ${pieces}, the board has ${cells}.`;
        if (cells < least || cells > most)
            this.page.say("no", `Impossible: the pieces have ${pieces}, the board ${cells}.`);
        else
            this.page.say("", "Ready: find one, count them, or list all.");
    }

    add(text) {
        const { drawn } = this.page.state;

        this.page.change({ drawn: drawn ? `${drawn}\n${text}` : text });
    }

    /* ---- solving ---- */

    listen() {
        byId("sets").addEventListener("change", (event) =>
            this.page.change({ pieces: event.target.value }));
        byId("add-set").addEventListener("change", (event) => {
            const before = this.page.state.pieces.trim();

            this.page.change({ pieces: before ? `${before}, ${event.target.value}`
                : event.target.value });
            event.target.value = "";
        });
        byId("clear-pieces").addEventListener("click", () =>
            this.page.change({ pieces: "", drawn: "" }));
        byId("find-one").addEventListener("click", () => this.find());
        byId("find-all").addEventListener("click", () => this.all());
        byId("find-count").addEventListener("click", () => this.count());
        byId("find-stop").addEventListener("click", () => this.stop());
        byId("previous").addEventListener("click", () => this.go(-1));
        byId("next").addEventListener("click", () => this.go(1));
    }

    options() {
        return byId("unique").checked ? { unique: true } : {};
    }

    working(yes) {
        byId("find-stop").disabled = !yes;
        byId("progress").hidden = !yes;
        this.page.busy(yes);
    }

    progress({ share, found, seconds }) {
        const bar = byId("progress");

        if (share === null)
            bar.removeAttribute("value");
        else
            bar.value = share;
        byId("number").textContent = `${grouped(found)} found, ${seconds.toFixed(1)} s`;
    }

    async run(goal, handlers = {}) {
        this.working(true);
        byId("progress").removeAttribute("value");
        try {
            return await this.solving.run(this.request(goal, this.options()),
                { onProgress: (data) => this.progress(data), ...handlers });
        } catch (error) {
            this.page.say("error", error.message);
            return undefined;
        } finally {
            this.working(false);
        }
    }

    stop() {
        const found = this.gallery.solutions.length;

        this.solving.stop();
        this.working(false);
        this.page.say("unknown", found ? `Stopped with ${grouped(found)} found.` : "Stopped.");
    }

    conclude(answer, found) {
        if (!answer)
            return;
        if (answer.verdict === "no") {
            this.drawn = answer;
            this.page.say("no", `Impossible: ${answer.certificate.reason}.`);
        } else if (answer.stop === "finished" && found !== null) {
            const kinds = byId("unique").checked ? " that are essentially different" : "";

            this.page.say("yes", found === "1" ? `There is exactly one solution${kinds}.`
                : `There are ${grouped(found)} solutions${kinds}.`);
        } else if (answer.verdict === "yes") {
            this.page.say("yes", found === null ? "It can be done."
                : `${grouped(found)} found, then stopped by ${answer.stop}.`);
        } else {
            this.page.say("unknown", `Not decided: stopped by ${answer.stop}.`);
        }
    }

    async find() {
        const answer = await this.run("find");

        if (answer?.solutions.length) {
            this.gallery.clear();
            this.gallery.add(answer.solutions[0]);
            this.gallery.show(0);
        }
        this.conclude(answer, null);
    }

    async all() {
        this.gallery.clear();
        const answer = await this.run("all", { onSolution: ({ solution }) => {
            this.gallery.add(solution);
            if (this.gallery.solutions.length === 1)
                this.gallery.show(0);
        } });

        this.conclude(answer, answer && String(this.gallery.solutions.length));
        if (answer)
            this.showNumber();
    }

    async count() {
        const answer = await this.run("count");

        this.conclude(answer, answer?.count === undefined ? null : String(answer.count));
    }

    /* ---- solutions ---- */

    pieceNumber(part) {
        return part.index ?? this.known.pieces.findIndex(({ name }) => name === part.piece);
    }

    /* Dominoes come as pairs; everything else as parts with names. */
    parts(solution) {
        return solution.map((part, i) => Array.isArray(part)
            ? { cells: part, number: i, piece: "domino" }
            : { cells: part.cells, piece: part.piece, number: this.known.pieces.length > 1
                ? this.pieceNumber(part) : i });
    }

    showNumber() {
        const count = this.gallery.solutions.length;

        byId("number").textContent = count
            ? `${grouped(this.gallery.chosen + 1)} of ${grouped(count)}` : "";
    }

    showSolution(number) {
        const solution = this.gallery.solutions[number], cols = this.page.board.cols;
        const layer = this.view.layer("tiling");

        this.drawn = { chequer: 1, goal: "find", verdict: "yes", stop: "finished",
            solutions: [solution] };
        for (const part of this.parts(solution))
            layer.append(this.view.piece(part.cells.map(([r, c]) => r * cols + c),
                `part-${part.number % colours}`, part.piece));
        this.showNumber();
        this.page.announce(`Solution ${number + 1} is shown.`);
    }

    go(step) {
        this.gallery.show(this.gallery.chosen + step);
        this.gallery.reveal();
    }

    paint(context, solution, size) {
        const { rows, cols } = this.page.board, unit = size / Math.max(rows, cols);
        const style = getComputedStyle(document.documentElement);
        const left = (size - cols * unit) / 2, top = (size - rows * unit) / 2;

        for (const part of this.parts(solution)) {
            const set = new Set(part.cells.map(([r, c]) => r * cols + c));

            context.fillStyle = style.getPropertyValue(`--part-${part.number % colours}`);
            for (const [r, c] of part.cells)
                context.fillRect(left + c * unit, top + r * unit,
                    unit - (set.has(r * cols + c + 1) && c + 1 < cols ? 0 : 1.5),
                    unit - (set.has((r + 1) * cols + c) ? 0 : 1.5));
        }
    }
}
