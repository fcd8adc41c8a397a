/* pieces.js - the tab for pieces: sets and drawn ones, and all solutions in a gallery. */
import { Gallery } from "./gallery.js";
import { Latest } from "./solve.js";
import { make } from "./view.js";
import { PieceEditor } from "./editor.js";
import { Watch } from "./watch.js";
import { drawReason } from "./reasons.js";
import { fromKnown, fromText, toText } from "./drawn.js";
import { counted, grouped, stopped } from "./words.js";

const byId = (id) => document.getElementById(id);
const colours = 14;

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

function icon(letter, yes, words) {
    const sign = document.createElement("span");

    sign.className = yes ? "may" : "may not";
    sign.textContent = letter;
    sign.title = words;
    sign.setAttribute("role", "img");
    sign.setAttribute("aria-label", words);
    return sign;
}

function field(label, value, change) {
    const box = document.createElement("input");

    box.type = "text";
    box.inputMode = "numeric";
    box.size = 3;
    box.value = value ?? "any";
    box.setAttribute("aria-label", label);
    box.addEventListener("change", () => change(box.value.trim()));
    return box;
}

function toggle(letter, words, on, change) {
    const button = document.createElement("button");

    button.type = "button";
    button.className = on ? "may" : "may not";
    button.textContent = letter;
    button.title = words;
    button.setAttribute("aria-label", words);
    button.setAttribute("aria-pressed", on);
    button.addEventListener("click", change);
    return button;
}

/* Solutions are kept small: [parts, the piece of each part, the part of each square]. */
function packed(parts, board) {
    const data = new Uint16Array(1 + parts.length + board.rows * board.cols);

    data[0] = parts.length;
    parts.forEach(({ cells, number }, i) => {
        data[1 + i] = number;
        for (const [row, col] of cells)
            data[1 + parts.length + row * board.cols + col] = i + 1;
    });
    return data;
}

export class Pieces {
    constructor(page) {
        this.page = page;
        this.describing = new Latest();
        this.solving = new Latest();
        this.known = null; /* the description of the problem */
        this.drawn = null;
        this.gallery = new Gallery(byId("gallery"), {
            paint: (context, solution, canvas) => this.paint(context, solution, canvas),
            choose: (number) => this.showSolution(number),
        });
        this.editor = new PieceEditor(byId("editor"), (piece) => this.add(piece));
        this.watch = new Watch(this, sketch);
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

    leave() {
        this.watch.reset();
    }

    async changed() {
        this.solving.stop();
        this.watch.reset();
        this.drawn = this.refusal = null;
        byId("pieces-why").hidden = true;
        this.gallery.clear(this.page.board);
        this.showNumber();
        this.working(false);
        this.view.clear("tiling", "proof", "repair", "heat", "forced", "steps", "tour",
            "degrees");
        byId("sets").value = this.page.state.pieces;
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
            this.page.fail(error);
        }
    }

    /* The pieces that were drawn can be changed where they stand; those of a set say what
     * they may do. Drawn pieces come first in the puzzle, so also in its description. */
    listPieces() {
        const own = fromText(this.page.state.drawn);

        byId("piece-list").replaceChildren(...this.known.pieces.map((piece, number) => {
            const card = document.createElement("li"), name = document.createElement("b");

            name.textContent = piece.name;
            card.append(sketch(piece, number), name);
            if (number < own.length)
                card.append(...this.controls(own, number));
            else
                card.append(copiesOf(piece),
                    icon("↻", piece.rotate, piece.rotate ? "may be turned" : "may not be turned"),
                    icon("⇄", piece.flip,
                        piece.flip ? "may be turned over" : "may not be turned over"));
            return card;
        }));
        byId("unpack").hidden = this.known.pieces.length === own.length;
    }

    controls(own, number) {
        const { name, least, most, rotate, flip } = own[number];
        const change = (members) => this.page.change({ drawn: toText(own.map((piece, i) =>
            i === number ? { ...piece, ...members } : piece)) });
        const copies = (text) => /^\d+$/.test(text) ? Number(text) : null;
        const remove = toggle("✕", `remove ${name}`, false, () => this.page.change({
            drawn: toText(own.filter((_, i) => i !== number)) }));

        remove.removeAttribute("aria-pressed");
        remove.className = "remove";
        return [
            field(`${name}: copies from`, least, (text) => {
                const from = copies(text) ?? 0;

                change({ least: from, most: most === null ? null : Math.max(from, most) });
            }), "to",
            field(`${name}: copies to, a number or any`, most, (text) => {
                const to = copies(text);

                change({ most: to, least: to === null ? least : Math.min(least, to) });
            }),
            toggle("↻", `${name} may be turned`, rotate, () => change({ rotate: !rotate })),
            toggle("⇄", `${name} may be turned over`, flip, () => change({ flip: !flip })),
            remove];
    }

    /* All pieces of the sets as drawn ones. */
    unpack() {
        this.page.change({ pieces: "", drawn: toText(this.known.pieces.map(fromKnown)) });
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

        const { pieces: sets, drawn } = this.page.state;

        byId("area").textContent = (sets.trim() || drawn ? ""
            : "No pieces are chosen, so dominoes are taken. ") + `The pieces have ${pieces}, the board has ${cells}.`;
        if (cells < least || cells > most)
            this.page.say("no", `Impossible: the pieces have ${pieces}, the board ${cells}.`);
        else
            this.page.say("", "Ready: find one, count them, or list all.");
    }

    add(piece) {
        this.page.change({ drawn: toText([...fromText(this.page.state.drawn), piece]) });
    }

    /* What a stroke paints: a colour where one was chosen. */
    stroke(place) {
        const colour = byId("brush").value.trim();

        if (!/^[a-zA-Z0-9]$/.test(colour))
            return null;
        return this.page.board.cells[place] === colour ? "#" : colour;
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
        byId("unpack").addEventListener("click", () => this.unpack());
        byId("pieces-why").addEventListener("click", () => this.showReason());
        byId("where").addEventListener("input", (event) => {
            this.gallery.show(Number(event.target.value) - 1);
            this.gallery.reveal();
        });
        byId("find-one").addEventListener("click", () => this.find());
        byId("find-all").addEventListener("click", () => this.all());
        byId("find-count").addEventListener("click", () => this.count());
        byId("find-stop").addEventListener("click", () => this.stop());
        byId("previous").addEventListener("click", () => this.go(-1));
        byId("next").addEventListener("click", () => this.go(1));
    }

    working(yes) {
        byId("find-stop").disabled = !yes;
        byId("progress").hidden = byId("found").hidden = !yes;
        byId("found").textContent = "";
        this.page.busy(yes);
    }

    progress({ share, found, seconds }) {
        const bar = byId("progress");

        if (share === null)
            bar.removeAttribute("value");
        else
            bar.value = share;
        byId("found").textContent = `${grouped(found)} found, ${seconds.toFixed(1)} s`;
    }

    async run(goal, options = {}, handlers = {}) {
        this.watch.stop();
        this.working(true);
        byId("progress").removeAttribute("value");
        try {
            return await this.solving.run(this.request(goal, options),
                { onProgress: (data) => this.progress(data), ...handlers });
        } catch (error) {
            this.page.fail(error);
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
        this.showNumber();
    }

    /* The verdict where it is no, or where not all was done; false where it was. */
    concluded(answer, found = null) {
        if (answer.verdict === "no") {
            this.drawn = this.refusal = answer;
            byId("pieces-why").hidden = false;
            this.page.say("no", `Impossible: ${answer.certificate.reason}.`);
        } else if (answer.verdict !== "yes") {
            this.page.say("unknown", `Not decided: ${stopped(answer, this.page.limits)}.`);
        } else if (answer.stop !== "finished") {
            this.page.say("yes", found === null ? "It can be done."
                : `${grouped(found)} found, then ${stopped(answer, this.page.limits)}.`);
        } else {
            return false;
        }
        return true;
    }

    /* Both numbers: all solutions, and those that no turn or reflection makes of others. */
    sayNumbers(all, classes) {
        const one = String(all) === "1";

        this.page.say("yes", (one ? "There is exactly one solution" : `There are ${counted(all)} solutions`) +
            (classes === null || one ? "." : `, ${counted(classes)} essentially different.`), String(all));
    }

    async find() {
        const answer = await this.run("find");

        if (!answer)
            return;
        if (answer.solutions.length) {
            this.gallery.clear(this.page.board);
            this.keep(answer.solutions[0]);
            this.page.say("yes", "It can be done.");
        }
        this.concluded(answer);
    }

    keep(solution) {
        this.gallery.add(packed(this.parts(solution), this.page.board));
        if (this.gallery.solutions.length === 1)
            this.gallery.show(0);
    }

    async all() {
        const unique = byId("unique").checked;
        let found = 0, sum = 0n;

        this.gallery.clear(this.page.board);
        const answer = await this.run("all", unique ? { unique } : {}, {
            onSolution: (event) => {
                found++;
                sum += BigInt(event.class ?? 1);
                this.keep(event.solution);
            } });

        if (!answer)
            return;
        this.showNumber();
        if (this.concluded(answer, found))
            return;
        this.sayNumbers(sum, unique ? found : null);
        if (!unique)
            this.addClasses(sum);
    }

    async count() {
        const answer = await this.run("count");

        if (!answer || this.concluded(answer))
            return;
        this.sayNumbers(answer.count, null);
        this.addClasses(answer.count);
    }

    /* The second number follows where it comes in time. */
    async addClasses(all) {
        try {
            const answer = await this.solving.run(this.request("count",
                { unique: true, seconds: 20 }));

            if (answer?.stop === "finished" && answer.count !== undefined)
                this.sayNumbers(all, answer.count);
        } catch {
            /* not every problem has symmetries that are known */
        }
    }

    showReason() {
        const { certificate } = this.refusal, board = this.page.board;

        this.view.clear("tiling");
        this.page.explain(drawReason(this.view, board, certificate,
            (place) => board.neighbours(place)) || `${certificate.reason}.`);
        if (certificate.index !== undefined)
            byId("piece-list").children[certificate.index]?.classList.add("wrong");
    }

    /* ---- solutions ---- */

    pieceNumber(part) {
        return part.index ?? this.known.pieces.findIndex(({ name }) => name === part.piece);
    }

    /* Dominoes come as pairs; everything else as parts with names. */
    parts(solution) {
        this.dominoes = Array.isArray(solution[0]);
        return solution.map((part) => Array.isArray(part) ? { cells: part, number: 0 }
            : { cells: part.cells, number: this.pieceNumber(part) });
    }

    showNumber() {
        const count = this.gallery.solutions.length, where = byId("where");

        byId("pager").hidden = count === 0;
        byId("number").textContent = count
            ? `${grouped(this.gallery.chosen + 1)} of ${grouped(count)}` : "";
        where.max = Math.max(1, count);
        where.value = this.gallery.chosen + 1;
    }

    /* A packed solution as parts again. */
    unpacked(data) {
        const cols = this.page.board.cols, count = data[0];
        const parts = Array.from({ length: count }, (_, i) => ({ number: data[1 + i], places: [] }));

        for (let place = 0; 1 + count + place < data.length; place++)
            if (data[1 + count + place])
                parts[data[1 + count + place] - 1].places.push(place);
        return parts.map((part) => ({ ...part,
            cells: part.places.map((place) => [Math.floor(place / cols), place % cols]) }));
    }

    /* The name of a part's piece, and its colour among fourteen. */
    pieceOf(part) {
        return this.known.pieces[part.number];
    }

    colourOf(part, i) {
        return (this.known.pieces.length > 1 ? part.number : i) % colours;
    }

    showSolution(number) {
        const parts = this.unpacked(this.gallery.solutions[number]);
        const layer = this.view.layer("tiling");
        const names = this.known.pieces.map(({ name }) => name);

        this.drawn = { chequer: 1, goal: "find", verdict: "yes", stop: "finished",
            solutions: [parts.map((part) => ({ piece: names[part.number], cells: part.cells,
                ...(names.indexOf(names[part.number]) === names.lastIndexOf(names[part.number])
                    ? {} : { index: part.number }) }))] };
        if (names.length === 1 && this.dominoes)
            this.drawn.solutions = [parts.map(({ cells }) => cells)];
        parts.forEach((part, i) => layer.append(this.view.piece(part.places,
            `part-${this.colourOf(part, i)}`, this.pieceOf(part).name)));
        this.showNumber();
        this.page.announce(`Solution ${number + 1} is shown.`);
    }

    go(step) {
        this.gallery.show(this.gallery.chosen + step);
        this.gallery.reveal();
    }

    paint(context, solution, { width, height }) {
        const { rows, cols } = this.page.board, unit = Math.min(width / cols, height / rows);
        const style = getComputedStyle(document.documentElement);
        const left = (width - cols * unit) / 2, top = (height - rows * unit) / 2;

        this.unpacked(solution).forEach((part, i) => {
            const set = new Set(part.places);

            context.fillStyle = style.getPropertyValue(`--part-${this.colourOf(part, i)}`);
            for (const [r, c] of part.cells)
                context.fillRect(left + c * unit, top + r * unit,
                    unit - (set.has(r * cols + c + 1) && c + 1 < cols ? 0 : 1.5),
                    unit - (set.has((r + 1) * cols + c) ? 0 : 1.5));
        });
    }
}
