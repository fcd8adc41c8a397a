/* pieces.js - the tab for pieces: a tray, pieces laid by hand, and all solutions in a gallery.
 *
 * What lies by hand is in the state: the board that is asked about lacks its squares, and
 * the tray its pieces, so "can it still be finished?" is an ordinary question.
 */
import { Bounds } from "./bounds.js";
import { Conditions, conditionFlags, conditionLines, freeRange } from "./conditions.js";
import { Filters, Gallery } from "./gallery.js";
import { Hand, PieceEditor, addOwn, listOwn } from "./editor.js";
import { Packing } from "./packing.js";
import { Priced } from "./priced.js";
import { baseOf } from "./state.js";
import { el } from "./svg.js";
import { fromKnown, toText } from "./drawn.js";
import { pieceColour } from "./palette.js";
import { colouringMarks, colouringWords, colourings } from "./colouring.js";
import { grown, reasonOf, setMarks } from "./reasons.js";
import { sketch } from "./tiles.js";
import { Watch } from "./watch.js";
import { Weighing } from "./weighing.js";
import { linesOf, variablesOf } from "./weights.js";
import { confirmed, counted, grouped, plural, reasonText, sentence, spelled, stopped } from "./words.js";
import { Board } from "./board.js";

const byId = (id) => document.getElementById(id);
const quickSeconds = 5; /* for questions that nobody asked aloud */
const mosts = ["squares", "pieces", "points"]; /* what a packing can have as many of as possible */
const weighed = ["describe", "cheapest", "dearest", "total", "sample"]; /* goals that look at weights */

function copiesOf({ least, most }) {
    if (most === null)
        return least === 0 ? "any number" : `${least} or more`;
    return least === most ? (least === 1 ? "once" : `${least} times`) : `${least} to ${most} times`;
}

/* Solutions are kept small: [parts, the piece of each part, the part of each square]. */
function packed(parts, board) {
    const data = new Uint16Array(1 + parts.length + board.rows * board.cols);

    data[0] = parts.length;
    parts.forEach(({ places, number }, i) => {
        data[1 + i] = number;
        for (const place of places)
            data[1 + parts.length + place] = i + 1;
    });
    return data;
}

export class Pieces {
    title = "Pieces";
    tiles = true;
    tools = [["place", "Place", "hand"], ["weigh", "Weigh", "scale"], ["draw", "Draw", "draw"], ["move", "Move", "move"]];

    constructor(page) {
        this.page = page;
        this.gallery = new Gallery(byId("gallery"), {
            paint: (context, solution, canvas) => this.paintThumbnail(context, solution, canvas),
            choose: (number) => { this.chosen = number; this.page.refresh(); },
            caption: (number) => this.packing.costs[number] ?? this.weighing.costs[number] ?? "",
        });
        this.filters = new Filters(byId("gallery-chips"), this.gallery, () => this.page.board);
        this.editor = new PieceEditor(byId("editor"), { use: (piece) => addOwn(this.page, piece),
            taken: () => this.known?.pieces.map(({ name }) => name) ?? [] });
        this.hand = new Hand(page, this);
        this.conditions = new Conditions(page);
        this.priced = new Priced(page);
        this.bounds = new Bounds(page, this);
        this.packing = new Packing(page, this);
        this.weighing = new Weighing(page, this, { request: (goal, options) => this.request(goal, options),
            start: () => this.openGallery(), keep: (solution) => this.keep(this.parts(solution)), chosen: () => this.chosen });
        byId("weighing").append(this.weighing.element);
        this.watch = new Watch({ page, changed: () => this.page.refresh(), ask: (options, onMove) =>
            this.page.ask("trace", this.request("trace",
                { ...options, ...(byId("unique").checked ? { unique: true } : {}) }),
                { label: "Looking", onMove }) });
        this.reset();
        this.listen();
        byId("colouring").replaceChildren(el("option", { value: "" }, ["none"]),
            ...Object.entries(colourings).map(([value, [name]]) => el("option", { value }, [name])));
        byId("colouring").addEventListener("change", () => this.page.refresh());
    }

    reset() {
        this.watching = false; /* the search, move by move */
        this.watch.reset();
        this.known = null;    /* the description of the problem */
        this.seen = {};       /* answers to this state: quick, finish, all */
        this.reason = null;
        this.numbers = null;  /* { all, classes } once they are known */
        this.remark = "";
        this.openGallery();
    }

    /* A chessboard that nobody touched becomes a board that the twelve pieces fit. */
    arrival(state) {
        return state.pieces === "pentominoes" && !state.drawn && state.board.same(new Board(8, 8))
            ? { board: new Board(6, 10), base: null } : {};
    }

    leave() {
        this.hand.drop();
        this.watch.reset();
    }

    /* ---- the problem ---- */

    /* Pieces that lie: [{ name, places }]. */
    get placed() {
        const { board } = this.page;

        return this.page.state.placed ? this.page.state.placed.split(";").map((one) => {
            const [name, squares] = one.split(":");

            return { name, places: squares.split(",").map((square) => board.placeOf(square)),
                number: Math.max(0, this.known?.pieces.findIndex((piece) => piece.name === name) ?? 0) };
        }) : [];
    }

    place(list) {
        const { board } = this.page;

        this.page.change({ placed: list.map(({ name, places }) =>
            `${name}:${places.map((place) => board.name(place)).join(",")}`).join(";") });
    }

    /* Copies of a piece that still may lie; Infinity: any number. */
    left(piece) {
        const lies = this.placed.filter(({ name }) => name === piece.name).length;

        return piece.most === null ? Infinity : piece.most - lies;
    }

    /* As a file; with other conditions or weights than those of the state, if they are given. */
    puzzle({ free, laws, weights } = this.page.state) {
        const { board, pieces, drawn } = this.page.state;

        return `board\n${board.art()}\n` + (drawn ? `${drawn}\n` : "") +
            (pieces.trim() ? `pieces ${pieces.trim()}\n` : "") + conditionLines({ free, laws }) +
            linesOf(weights).map((line) => `weight ${line}\n`).join("");
    }

    get unweighed() {
        return this.puzzle({ ...this.page.state, weights: "" });
    }

    /* Rules are about the whole board: then what lies by hand is looked for among all
     * solutions, and otherwise cut out of the board. */
    get wholeBoard() {
        return this.page.state.laws !== "" || !this.placed.length;
    }

    /* What is left to do: the board without what lies, the pieces of the tray. */
    remaining() {
        const lies = this.placed;

        if (this.wholeBoard)
            return this.unweighed;
        const board = lies.flatMap(({ places }) => places)
            .reduce((left, place) => left.with(place, "."), this.page.board);
        const tray = this.known.pieces.map((piece) => {
            const used = lies.filter(({ name }) => name === piece.name).length;

            return { ...fromKnown(piece), least: Math.max(0, piece.least - used),
                most: piece.most === null ? null : piece.most - used };
        }).filter(({ most }) => most === null || most > 0);

        return `board\n${board.art()}\n${toText(tray)}\n` +
            conditionLines(this.page.state, (square) => board.placeOf(square) >= 0);
    }

    /* The parts of a solution of what remains, with those that lie; null: they lie otherwise. */
    completed(solution) {
        const parts = this.parts(solution), key = (places) => [...places].sort((a, b) => a - b).join();
        const has = new Set(parts.map(({ places, number }) => `${number}:${key(places)}`));

        if (!this.wholeBoard || !this.placed.length)
            return [...this.placed, ...parts];
        return this.placed.every(({ places, number }) => has.has(`${number}:${key(places)}`)) ? parts : null;
    }

    request(goal, options = {}, text = weighed.includes(goal) ? this.puzzle() : this.unweighed) {
        return { chequer: 1, problem: { kind: "tile", text }, goal, options };
    }

    /* All solutions as a list, for print; if there is none yet, they are listed
     * first. */
    async sheets() {
        if (!this.gallery.solutions.length)
            await this.all();
        const { solutions } = this.gallery, shown = this.gallery.shown ?? solutions.map((_, i) => i);

        return { solutions: shown.map((i) => this.unpacked(solutions[i]).map((part) => ({ ...part, domino: this.pairs,
            name: this.known.pieces[part.number].name }))),
        words: [plural(shown.length, "solution"), `${this.page.board.count} squares, ` +
            `${this.page.state.drawn ? "own pieces" : this.page.state.pieces || "dominoes"}`] };
    }

    command() {
        const { board, pieces, drawn } = this.page.state, simple = board.spec() && !drawn;
        const goal = this.bounds.found ? " --bounds" : this.packing.flags ?? this.weighing.flags ?? " --all";

        return { name: "tile", input: simple ? board.spec() : this.puzzle(),
            flags: simple ? ` --pieces '${pieces.trim()}'${conditionFlags(this.page.state)}${goal}` : goal };
    }

    /* The parts of the solution that is shown. */
    get shown() {
        return this.unpacked(this.gallery.solutions[this.chosen]);
    }

    get drawn() {
        if (this.chosen < 0)
            return this.reason ? this.seen.quick : null;
        const names = this.known.pieces.map(({ name }) => name), parts = this.shown;
        const cells = (places) => places.map((place) =>
            [this.page.board.rowOf(place), this.page.board.colOf(place)]);
        const twice = (name) => names.indexOf(name) !== names.lastIndexOf(name);

        return { chequer: 1, goal: "find", verdict: "yes", stop: "finished", solutions: [parts.map((part) =>
            this.pairs ? cells(part.places) : { piece: names[part.number], cells: cells(part.places),
                ...(twice(names[part.number]) ? { index: part.number } : {}) })] };
    }

    async changed() {
        this.reset();
        byId("sets").value = this.page.state.pieces;
        byId("add-set").value = "";
        const known = await this.page.ask("describe", this.request("describe"), { label: "Looking" });

        if (!known)
            return;
        this.known = { ...known, pieces: known.pieces.filter(({ name }) => name !== "free" || !this.page.state.free) };
        listOwn(this.page, this.known.pieces);
        this.page.refresh();
        if (this.placed.length)
            this.askFinish();
        else if (this.fits())
            this.askQuick();
        else
            this.askAdvice();
    }

    /* What would make the areas agree. */
    async askAdvice() {
        const answer = await this.page.ask("advice", this.request("find"), { quiet: true });

        this.seen.advice = answer?.advice ?? [];
        this.page.refresh();
    }

    adviceWords() {
        return (this.seen.advice ?? []).filter(({ words }) => !/^to leave/.test(words)).map(({ words, pieces }) => sentence(words + (pieces &&
            !this.page.state.drawn ? ` (${pieces})` : ""))).join(" ");
    }

    /* Ways out if the areas do not agree, one button each; drawn pieces are changed by hand. */
    adviceActs() {
        const [, most] = this.areas(), over = this.known.cells - most;
        const any = (this.seen.advice ?? []).find(({ words, pieces }) => pieces && /^for any/.test(words));

        return [...(over > 0 && most > 0 && !this.page.state.laws ? [{ text: `Leave ${grouped(over)} free`,
            act: () => this.page.change({ free: String(over), placed: "" }) }] : []),
        { text: "Cover the most", act: () => this.packing.ask("squares") },
        ...(any && !this.page.state.drawn ? [{ text: "Any number",
            act: () => this.page.change({ pieces: any.pieces, placed: "" }) }] : [])];
    }

    /* Least and most squares that the pieces have. */
    areas() {
        const size = (piece) => piece.squares.length;

        return [this.known.pieces.reduce((sum, piece) => sum + piece.least * size(piece), 0),
            this.known.pieces.reduce((sum, piece) => sum +
                (piece.most === null ? Infinity : piece.most * size(piece)), 0)];
    }

    fits() {
        const [least, most] = this.areas();

        const [free, freest] = freeRange(this.page.state.free);

        return this.known.cells - free >= least && this.known.cells - freest <= most;
    }

    areaWords() {
        const [least, most] = this.areas();

        return least === most ? `have ${plural(least, "square")}`
            : most === Infinity ? least ? `have ${plural(least, "square")} or more`
                : "are there in any number"
                : `have ${grouped(least)} to ${plural(most, "square")}`;
    }

    /* A quick look whether it can be done at all. */
    async askQuick() {
        const answer = await this.page.ask("quick", this.request("find", { seconds: quickSeconds }),
            { label: "Looking" });

        if (answer)
            this.take(answer);
    }

    take(answer) {
        this.seen.quick = answer;
        if (answer.verdict === "no") {
            const { board } = this.page;

            this.reason = reasonOf(board, baseOf(this.page.state), answer.certificate, (place) =>
                board.neighbours(place));
        }
        this.page.refresh();
    }

    async askFinish() {
        if (this.wholeBoard) {
            await this.askAmongAll();
            return;
        }
        const answer = await this.page.ask("finish",
            this.request("count", { seconds: quickSeconds }, this.remaining()),
            { label: "Looking" });

        if (answer)
            this.seen.finish = answer;
        this.page.refresh();
    }

    /* With rules: how many of all solutions have what lies by hand. */
    async askAmongAll() {
        let count = 0;
        const answer = await this.page.ask("finish", this.request("all", { seconds: quickSeconds }),
            { label: "Looking", onSolution: ({ solution }) => { count += this.completed(solution) ? 1 : 0; } });

        if (answer)
            this.seen.finish = { stop: answer.stop, count: String(count), verdict: count ? "yes"
                : answer.stop === "finished" ? "no" : "unknown" };
        this.page.refresh();
    }

    /* A way to finish, as parts; null: there is none, undefined: nobody knows. */
    async wayOn(name, goal = "find", options = {}) {
        if (!this.placed.length || !this.wholeBoard) {
            const answer = await this.page.ask(name, this.request(goal, options, this.remaining()), { label: "Searching" });

            return { answer, parts: answer?.solutions.length ? this.completed(answer.solutions[0]) : null };
        }
        let parts = null;
        const answer = await this.page.ask(name, this.request("all"), { label: "Searching", onSolution: ({ solution }) => {
            parts ??= this.completed(solution);
        } });

        return { answer, parts };
    }

    /* One of all solutions, each as likely as the others. */
    async sample() {
        const { answer, parts } = await this.wayOn("solve", this.placed.length && this.wholeBoard ? "find" : "sample",
            { seed: crypto.getRandomValues(new Uint32Array(1))[0] });

        if (parts)
            this.remark = this.placed.length && this.wholeBoard ? "" : "Drawn at random: every solution is equally likely.";
        else if (answer && answer.verdict !== "no")
            this.remark = `None was drawn: ${stopped(answer, this.page.limits)}.`;
        this.#showOne(answer, parts);
    }

    /* ---- solving ---- */

    async find() {
        const { answer, parts } = await this.wayOn("solve");

        this.#showOne(answer, parts);
    }

    #showOne(answer, parts) {
        if (!answer)
            return;
        if (!parts) {
            if (answer.verdict !== "no" && !this.remark)
                this.remark = `None was found: ${stopped(answer, this.page.limits)}.`;
            this.take(answer);
            return;
        }
        this.openGallery();
        this.keep(parts);
        this.seen.quick ??= answer;
        this.page.refresh();
    }

    openGallery() {
        this.packing.reset();
        this.weighing.reset();
        this.bounds.reset();
        this.chosen = -1; /* the solution of the gallery that is shown */
        this.filters.forget();
        this.gallery.clear(this.page.board ?? { rows: 1, cols: 1 });
    }

    /* What was found is put away. */
    clear() {
        this.remark = "";
        this.openGallery();
        this.page.refresh();
    }

    keep(parts) {
        this.gallery.add(packed(parts, this.page.board));
        if (this.gallery.solutions.length === 1)
            this.gallery.show(0);
    }

    async all() {
        const unique = byId("unique").checked && !this.placed.length;
        let sum = 0n;

        this.openGallery();
        const answer = await this.page.ask("solve",
            this.request("all", unique ? { unique } : {}, this.remaining()), {
            label: "Searching", onSolution: (event) => {
                const parts = this.completed(event.solution);

                if (!parts)
                    return;
                sum += BigInt(event.class ?? 1);
                this.keep(parts);
            } });

        if (!answer)
            return;
        this.seen.all = answer;
        if (answer.verdict === "no")
            this.take(answer);
        else if (answer.stop === "finished")
            this.numbers = { all: sum, classes: unique ? this.gallery.solutions.length : null };
        else
            this.remark = `${grouped(this.gallery.solutions.length)} found, then ${stopped(answer, this.page.limits)}.`;
        this.page.refresh();
        if (this.numbers && !unique && !this.placed.length)
            this.askClasses();
    }

    async count() {
        const answer = await this.page.ask("solve", this.request("count", {}, this.remaining()),
            { label: "Counting" });

        if (!answer)
            return;
        if (answer.verdict === "no") {
            this.take(answer);
            return;
        }
        if (answer.count === undefined || answer.stop !== "finished")
            this.remark = `Not counted: ${stopped(answer, this.page.limits)}.`;
        else {
            this.numbers = { all: BigInt(answer.count), classes: null };
            if (this.weighing.found || this.bounds.found)
                this.openGallery();
            this.remark = confirmed(answer);
        }
        this.page.refresh();
        if (this.numbers && !this.placed.length)
            this.askClasses();
    }

    /* The second number follows if it comes in time. */
    async askClasses() {
        const answer = await this.page.ask("classes", this.request("count", { unique: true, seconds: 20 }),
            { quiet: true });

        if (answer?.stop === "finished" && answer.count !== undefined)
            this.numbers.classes = answer.count;
        this.page.refresh();
    }

    stopped(name) {
        const found = this.gallery.solutions.length;

        if (name === "solve")
            this.remark = found ? `Stopped with ${grouped(found)} found.` : "Stopped.";
        this.seen.quick ??= { verdict: "unknown" };
        this.seen.finish ??= { verdict: "unknown" };
    }

    /* ---- by hand ---- */

    tooled(name) {
        this.hand.drop();
        this.priced.name = null;
        this.remark = name === "weigh" ? "Click a square to give it a weight: what lies there costs as much more." : "";
    }

    key(key) {
        this.hand.key(key);
    }

    point(place) {
        this.hand.point(place);
    }

    act(place, phase) {
        const { tool } = this.page;

        if (tool !== "place" && tool !== "weigh")
            return false;
        if (phase === "begin" && tool === "place")
            this.hand.click(place);
        else if (phase === "begin" && this.page.board.has(place))
            this.priced.ask(place);
        return true;
    }

    /* One more piece of a way to finish. */
    async giveHint() {
        const { answer, parts } = await this.wayOn("hint");
        const lies = new Set(this.placed.flatMap(({ places }) => places));

        if (!answer)
            return;
        const part = parts?.find(({ places }) => !lies.has(places[0]));

        if (!part) {
            this.remark = "There is no way on from here: take a piece back.";
            this.page.refresh();
            return;
        }
        this.place([...this.placed, { name: this.known.pieces[part.number].name, places: part.places }]);
    }

    /* ---- listening ---- */

    listen() {
        const on = (id, act, event = "click") => byId(id).addEventListener(event, act);

        on("sets", (event) => this.page.change({ pieces: event.target.value, placed: "" }), "change");
        on("add-set", (event) => event.target.value &&
            this.page.change({ pieces: event.target.value, drawn: "", placed: "" }), "change");
        on("clear-pieces", () => this.page.change({ pieces: "", drawn: "", placed: "" }));
        on("unpack", () => this.page.change({ pieces: "", placed: "",
            drawn: toText(this.known.pieces.map(fromKnown)) }));
        for (const most of mosts)
            on(`pack-${most}`, () => this.packing.ask(most));
        on("bounds", () => this.bounds.ask());
        on("sample-pieces", () => this.sample());
        on("unique", () => { this.openGallery(); this.page.refresh(); });
        on("watch", () => {
            this.watching = true;
            this.hand.drop();
            this.watch.reset();
            this.page.refresh();
        });
        on("previous", () => this.gallery.go(-1));
        on("next", () => this.gallery.go(1));
    }

    /* What a stroke paints: a colour if one was chosen. */
    stroke(place) {
        const colour = byId("brush").value.trim();

        if (!/^[a-zA-Z0-9]$/.test(colour))
            return null;
        return this.page.board.cells[place] === colour ? "#" : colour;
    }

    /* ---- solutions ---- */

    /* Dominoes come as pairs; everything else as parts with names. */
    parts(solution) {
        const { cols } = this.page.board, places = (cells) => cells.map(([r, c]) => r * cols + c);
        const byName = (part) => this.placed.length || part.index === undefined
            ? this.known.pieces.findIndex(({ name }) => name === part.piece) : part.index;

        this.pairs = Array.isArray(solution[0]);
        return solution.map((part) => this.pairs ? { places: places(part), number: 0 }
            : { places: places(part.cells), number: byName(part) });
    }

    unpacked(data) {
        const count = data[0], single = this.known.pieces.length === 1;
        const parts = Array.from({ length: count }, (_, i) => ({ number: data[1 + i], places: [] }));

        for (let place = 0; 1 + count + place < data.length; place++)
            if (data[1 + count + place])
                parts[data[1 + count + place] - 1].places.push(place);
        return parts.map((part, i) => ({ ...part, name: this.known.pieces[part.number].name,
            tint: single ? i : part.number }));
    }

    colourOf({ name, tint }) {
        return this.known.pieces.length === 1 ? pieceColour("", tint) : pieceColour(name, tint);
    }

    paintThumbnail(context, solution, { width, height }) {
        const { rows, cols } = this.page.board, unit = Math.min(width / cols, height / rows);
        const left = (width - cols * unit) / 2, top = (height - rows * unit) / 2;

        for (const part of this.unpacked(solution)) {
            const set = new Set(part.places);

            context.fillStyle = this.colourOf(part);
            for (const place of part.places)
                context.fillRect(left + place % cols * unit, top + Math.floor(place / cols) * unit,
                    unit - (set.has(place + 1) && (place + 1) % cols ? -0.5 : 1.5),
                    unit - (set.has(place + cols) ? -0.5 : 1.5));
        }
    }

    recoloured() {
        this.gallery.inner.replaceChildren();
        if (this.gallery.box.clientWidth)
            this.gallery.draw();
    }

    /* ---- what is shown ---- */

    get waiting() {
        return !this.known || (this.placed.length > 0 && !this.seen.finish);
    }

    face() {
        if (this.watching)
            return this.watchFace();
        const lies = this.placed.length;
        const strip = this.priced.name ? this.priced.element : this.hand.lift ? this.hand.strip : this.bounds.found ? this.bounds.strip() : this.remark || (this.fits() ? "" : this.adviceWords()) ||
            (lies || byId("colouring").value ? "" : this.reason?.more) || (lies ? "Click a piece on the board to take it up again."
            : this.gallery.solutions.length ? "Each picture below is a solution: click one to see it here."
                : this.reason || !this.fits() ? "You can still lay pieces by hand."
                    : "Choose a piece of the tray and lay it, or let all solutions be found.");

        return { ...(lies ? this.handFace() : this.problemFace()), strip };
    }

    watchFace() {
        const leave = () => {
            this.watching = false;
            this.watch.reset();
            this.page.refresh();
        };

        return { word: "Watch", mood: "ask", say: this.watch.text, strip: this.watch.element,
            primary: { text: this.watch.playing ? "Pause" : "Play", act: () => this.watch.toggle() },
            others: [{ text: "One move", act: () => this.watch.once() },
                { text: "From the start", act: () => { this.watch.reset(); this.page.refresh(); } },
                    { text: "Leave", act: leave }] };
    }

    handFace() {
        const { finish } = this.seen, lies = this.placed.length;
        const tray = this.known.pieces.reduce((sum, piece) => sum +
            Math.min(99, Math.max(0, this.left(piece))), 0);
        const lie = `${sentence(`${spelled(lies)} piece${lies === 1 ? " lies" : "s lie"}`).slice(0, -1)}` +
            (tray < 99 ? `, ${spelled(tray)} ${tray === 1 ? "is" : "are"} in the tray.` : ".");
        const others = [{ text: "Hint", act: () => this.giveHint(), disabled: finish.verdict === "no" },
            { text: "All ways", act: () => this.all(), disabled: finish.verdict === "no" },
            { text: "Clear", act: () => this.place([]) }];
        const back = { text: "Take the last one back", act: () => this.place(this.placed.slice(0, -1)) };

        if (finish.verdict === "no")
            return { word: "No", mood: "no", chip: "Proved",
                say: ["The board cannot be finished from here. ", lie], primary: back, others };
        if (finish.count === undefined || finish.stop !== "finished")
            return { word: "Perhaps", mood: "ask", say: ["Nobody knows yet whether it can be finished. ",
                lie],
                primary: { text: "Finish it", act: () => this.find() }, others };
        const bare = this.page.board.count - this.placed.reduce((sum, { places }) => sum + places.length, 0);
        const [free, freest] = freeRange(this.page.state.free);

        if (bare >= free && bare <= freest && finish.verdict === "yes")
            return { word: "Done", mood: "yes", chip: "Checked", say: bare ? `Done: ${plural(bare, "square")} may stay free.`
                : "Every square is covered.", primary: back, others };
        return { word: "Yes", mood: "yes", chip: "Checked", say: ["The board can still be finished, in ",
            { strong: counted(finish.count) }, ` way${String(finish.count) === "1" ? "" : "s"}. `, lie],
        primary: { text: "Finish it", act: () => this.find() }, others };
    }

    problemFace() {
        const { quick } = this.seen, pieces = this.page.state.pieces.trim() || this.page.state.drawn
            ? "The pieces"
            : "No pieces are chosen, so dominoes are taken. They";
        const others = [{ text: "Find one", act: () => this.find() },
            { text: "Count", act: () => this.count() },
            { text: "Clear", act: () => this.clear(), disabled: this.chosen < 0 }];
        const primary = { text: "Find all", act: () => this.all() }, clear = { text: "Clear", act: () => this.clear() };

        if (this.weighing.found)
            return { ...this.weighing.face(), primary, others: [...others.slice(0, 2), clear] };
        if (this.bounds.found)
            return { ...this.bounds.face(), primary, others: [...others.slice(0, 2), clear] };
        if (this.packing.found)
            return this.packing.face();
        if (!this.fits())
            return { word: "No", mood: "no", chip: "Proved",
                say: `${pieces} ${this.areaWords()}, the board has ${grouped(this.known.cells)}.`,
                primary: this.wayOut(), others: this.adviceActs().length ? this.adviceActs()
                    : others.map((one) => ({ ...one, disabled: true })) };
        if (this.reason)
            return { word: "No", mood: "no", chip: "Proved", say: this.reason.say, primary: this.wayOut()
                ?? primary, others: [{ text: "Cover the most", act: () => this.packing.ask("squares") }] };
        if (this.numbers) {
            const { all, classes } = this.numbers, one = String(all) === "1";

            return { word: "Yes", mood: "yes", chip: "Checked", exact: String(all), say: one
                ? "There is exactly one solution."
                : ["There are ", { strong: counted(all) }, " solutions",
                    ...(classes === null || classes === undefined ? ["."]
                    : [", ", { strong: counted(classes) }, " essentially different."])],
            primary: this.gallery.count > 1 ? { text: "Another", act: () => this.gallery.next() } : primary, others };
        }
        if (quick?.verdict === "yes" || this.chosen >= 0)
            return { word: "Yes", mood: "yes", chip: "Checked", say: `${pieces} can cover this board.`,
                primary, others };
        return { word: "Can it be done?", mood: "ask",
            say: `${pieces} ${this.areaWords()}, the board has ${grouped(this.known.cells)}.` +
            (quick?.verdict === "unknown" ? " A quick look did not tell." : ""), primary, others };
    }

    /* A board that the pieces fit, if they have one area: the rectangle nearest to a
     * square. */
    wayOut() {
        const [least, most] = this.areas();
        let rows = Math.floor(Math.sqrt(least));

        while (rows > 1 && least % rows)
            rows--;
        if (least !== most || rows < 2 || least / rows > 60)
            return { text: "Put all squares back", act: () => this.page.restore(),
                disabled: this.page.board.holes() === 0 };
        return { text: `Take ${rows} × ${least / rows}`,
            act: () => this.page.change({ board: new Board(rows, least / rows), base: null, placed: "" }) };
    }

    panel() {
        const used = this.known ? this.known.pieces.map((piece) => this.left(piece) < 1) : [];
        const next = this.watching ? this.watch.next : [];
        const told = JSON.stringify([this.known?.pieces, used, this.bounds.found?.bounds, next, this.hand.lift?.number, this.reason &&
            this.seen.quick.certificate.index]);

        if (this.told !== told && this.watching && this.watch.last)
            this.#fillNext(next);
        else if (this.told !== told)
            this.#fillSlots(used);
        this.told = told;
        byId("wide").hidden = this.gallery.solutions.length === 0;
        byId("gallery-title").textContent = plural(this.gallery.count, "solution");
        byId("number").textContent = this.chosen < 0 ? ""
            : `${grouped(this.chosen + 1)} of ${grouped(this.gallery.solutions.length)}`;
        this.filters.refresh(this.known?.pieces ?? []);
        this.conditions.refresh();
        this.priced.panel();
        this.weighing.panel(Boolean(this.known) && this.page.state.weights !== "" && !this.placed.length, variablesOf(this.page.state.weights));
        byId("weighing-words").textContent = this.page.state.weights && this.placed.length
            ? "Weights are about whole tilings: take the pieces off the board first." : "";
        byId("bounds").disabled = !this.known || this.placed.length > 0;
        for (const most of mosts)
            byId(`pack-${most}`).disabled = !this.packing.able(most);
        byId("sample-pieces").disabled = !this.known || !this.fits() || this.reason !== null;
        byId("colouring-words").textContent = byId("colouring").value && this.known
            ? colouringWords(this.page.board, this.known.pieces, byId("colouring").value) : "";
    }

    /* In place of the tray: what fits next, as it would lie. */
    #fillNext(next) {
        byId("slots-title").textContent = next.length ? `${plural(next.length, "lay")} fit next`
            : "Nothing fits next";
        byId("slots").replaceChildren(...next.map((lay) =>
            el("div", { class: "slot", role: "img", "aria-label": lay.piece },
            [sketch({ squares: lay.squares, name: lay.piece }, lay.index),
                el("span", { class: "label" }, [lay.piece])])));
    }

    #fillSlots(used) {
        byId("slots-title").textContent = this.known ? this.known.pieces.length === 1
            ? `One piece, ${copiesOf(this.known.pieces[0])}`
                : `${sentence(spelled(this.known.pieces.length)).slice(0, -1)} pieces` : "";
        byId("slots").classList.toggle("bounded", Boolean(this.bounds.found));
        byId("slots").replaceChildren(...(this.known?.pieces ?? []).map((piece, number) => {
            const words = `${piece.name}, ${copiesOf(piece)}` +
                (piece.rotate ? "" : ", may not be turned") +
                (piece.flip ? "" : ", may not be turned over") + (used[number] ? ", on the board" : "") +
                (this.bounds.found ? `, ${this.bounds.short(number)} copies` : "");
            const wrong = this.reason && this.seen.quick.certificate.index === number;

            return el("button", { type: "button",
                class: `slot${used[number] ? " used" : ""}${wrong ? " wrong" : ""}`,
                "data-number": number, "aria-label": words, title: words,
                    "aria-pressed": String(this.hand.lift?.number === number) },
            [sketch(piece, number), el("span", { class: "label" },
                [this.bounds.short(number) ?? piece.name.replace(/^([A-Z])5$/, "$1")]),
                ...(piece.least === 1 && piece.most === 1 ? []
                    : [el("span", { class: "copies" }, [piece.most === null ? "∞" : `×${piece.most}`])])]);
        }));
    }

    /* Dominoes alone look as in their own tab; copies of one piece need no names. */
    #lay(view, parts) {
        const { board } = this.page, single = this.known?.pieces.length === 1;

        if (single && this.known.pieces[0].squares.length === 2)
            view.tiles.dominoes(board, parts.map(({ places }) => [...places].sort((a, b) => a - b)));
        else
            view.tiles.pieces(board, single ? parts.map((part, i) => ({ ...part, name: "", number: part.tint ?? i })) : parts, false);
    }

    paint(view) {
        const { board } = this.page;
        const named = (part) => ({ ...part, name: this.known.pieces[part.number].name });
        const parts = !this.known ? [] : this.watching ? this.watch.stack : this.chosen >= 0 &&
            !this.hand.lift
            ? this.shown : this.placed.map(named);

        this.#lay(view, parts);
        if (this.watching)
            view.layer("steps").append(...this.watch.marks(view));
        view.layer("marks").append(...this.hand.marks(view));
        view.layers.marks.append(...this.priced.marks(view));
        if (this.bounds.found)
            view.layer("proof").append(...this.bounds.marks(view));
        if (byId("colouring").value)
            view.layer("under").append(...colouringMarks(board, byId("colouring").value));
        if (this.reason && !parts.length && !byId("colouring").value)
            view.layer("proof").append(...(this.reason.set ? setMarks(view, board,
                grown(this.reason.set.order, this.reason.set.near), this.reason.set.near)
                    : this.reason.marks?.(view) ?? []));
    }
}
