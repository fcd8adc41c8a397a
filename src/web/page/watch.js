/* watch.js - the classic search of the tab for pieces, move by move.
 *
 * The moves come from the server in blocks (the goal "trace"), and the position is kept
 * here: a piece that is laid goes onto a stack, one that is taken back comes off it.
 */
import { Latest } from "./solve.js";
import { make } from "./view.js";
import { grouped } from "./words.js";

const byId = (id) => document.getElementById(id);
const block = 200; /* moves a request */

export class Watch {
    constructor(tab, sketch) {
        this.tab = tab;
        this.sketch = sketch;
        this.asking = new Latest();
        this.reset();
        byId("watch-once").addEventListener("click", () => this.once());
        byId("watch-play").addEventListener("click", () => this.play());
        byId("watch-stop").addEventListener("click", () => this.stop());
    }

    /* Back to the empty board; what was asked is given up. */
    reset() {
        clearTimeout(this.timer);
        this.timer = null;
        this.asking.stop();
        this.queue = [];
        this.lays = null;
        this.stack = [];
        this.asked = 0;
        this.over = null;
        byId("watch-play").textContent = "Play";
        byId("watch-next").replaceChildren();
    }

    stop() {
        const shown = this.lays !== null;

        this.reset();
        if (!shown)
            return;
        this.tab.view.clear("tiling", "steps");
        this.tab.page.explain("");
    }

    /* The next block of moves; false if it was given up or refused. */
    async ask() {
        const moves = [], unique = byId("unique").checked;

        try {
            const end = await this.asking.run(this.tab.request("trace",
                { moves: this.asked, steps: block, ...(unique ? { unique } : {}) }),
            { onMove: (move) => moves.push(move) });

            if (end === undefined)
                return false;
            this.lays = end.lays;
            this.asked = end.move;
            this.over = end.kind === "over" ? end : null;
            this.queue = moves;
            return true;
        } catch (error) {
            this.tab.page.fail(error);
            return false;
        }
    }

    /* Shows the next move; false at the end. */
    async step() {
        if (this.lays === null)
            this.tab.view.clear("tiling", "proof", "steps");
        if (this.queue.length === 0 && !this.over && !await this.ask())
            return false;
        const move = this.queue.shift();

        if (move)
            this.show(move);
        else if (this.over)
            this.conclude();
        return move !== undefined;
    }

    placesOf(lay, [row, col]) {
        const { squares } = this.lays[lay], cols = this.tab.page.board.cols;
        const [top, left] = squares[0];

        return squares.map(([r, c]) => (row + r - top) * cols + col + c - left);
    }

    show(move) {
        const { view, page } = this.tab, { piece, index } = this.lays[move.lay];
        const name = (at) => page.board.name(at[0] * page.board.cols + at[1]);

        if (move.kind === "laid")
            this.stack.push({ number: index, name: piece, places: this.placesOf(move.lay, move.at) });
        else
            this.stack.pop();
        const layer = view.layer("tiling"), marks = view.layer("steps");

        this.stack.forEach((part, i) => layer.append(view.piece(part.places,
            `part-${this.tab.colourOf(part, i)}`, part.name)));
        if (move.empty)
            marks.append(make("path", { class: "here",
                d: view.outline([move.empty[0] * page.board.cols + move.empty[1]], 2) }));
        page.explain(`Move ${grouped(move.move)}: ${piece} is ${move.kind === "laid" ? "laid on"
            : "taken back from"} ${name(move.at)}. ` + (move.solution
            ? `The board is full: solution ${grouped(move.found)}.`
            : !move.empty ? "The board is full, but not all pieces lie on it."
                : move.fits.length ? `Next on ${name(move.empty)}: ${move.fits.length} of ${this.lays.length} lays fit.`
                    : `Nothing more fits on ${name(move.empty)}.`) + ` ${grouped(move.tried)} lays tried.`);
        this.listNext(move.fits);
    }

    /* What fits next, as little pictures. */
    listNext(fits) {
        byId("watch-next").replaceChildren(...fits.map((lay) => {
            const item = document.createElement("li"), name = document.createElement("b");

            name.textContent = this.lays[lay].piece;
            item.append(this.sketch(this.lays[lay], this.lays[lay].index), name);
            return item;
        }));
    }

    conclude() {
        const { move, tried, found } = this.over;

        this.tab.view.clear("steps");
        this.tab.page.explain(`All was tried: ${grouped(move)} moves, ${grouped(tried)} lays, ` +
            `${grouped(found)} ${found === 1 ? "solution" : "solutions"}.`);
        byId("watch-next").replaceChildren();
    }

    async once() {
        this.pause();
        await this.step();
    }

    play() {
        if (this.timer) {
            this.pause();
            return;
        }
        byId("watch-play").textContent = "Pause";
        /* Who wants less motion gets at most one move a second. */
        const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
        const tick = async () => {
            const wait = 1500 / 2 ** Number(byId("watch-speed").value);
            const own = this.timer;

            if (!await this.step())
                this.pause();
            else if (this.timer === own)
                this.timer = setTimeout(tick, calm ? Math.max(1000, wait) : wait);
        };

        this.timer = setTimeout(tick, 0);
    }

    pause() {
        clearTimeout(this.timer);
        this.timer = null;
        byId("watch-play").textContent = "Play";
    }
}
