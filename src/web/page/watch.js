/* watch.js - the classic search of the tab for pieces, move by move.
 *
 * The moves come from the server in blocks (the goal "trace"), and the position is kept
 * here: a piece that is laid goes onto a stack, one that is taken back comes off it.
 */
import { Pace } from "./stepper.js";
import { make } from "./svg.js";
import { grouped } from "./words.js";

const block = 200; /* moves a request */
const beginning = "The first empty square, the pieces in their order, back when nothing fits: " +
    "as the computer PASCAL did it in 1962.";

export class Watch extends Pace {
    /* ask(options, onMove) resolves to the end of a block of moves, or undefined. */
    constructor({ page, ask, changed }) {
        super(changed);
        this.page = page;
        this.ask = ask;
        this.reset();
    }

    /* Back to the empty board. */
    reset() {
        this.pause();
        this.queue = [];
        this.lays = null;
        this.stack = []; /* parts that lie: { number, name, places } */
        this.asked = 0;
        this.over = null;
        this.last = null; /* the last move */
    }

    async take() {
        if (this.queue.length === 0 && !this.over && !await this.#fetch())
            return false;
        const move = this.queue.shift();

        if (!move) {
            this.last = null;
            return false;
        }
        this.last = move;
        if (move.kind === "laid")
            this.stack.push({ number: this.lays[move.lay].index, name: this.lays[move.lay].piece,
                places: this.#places(move.lay, move.at) });
        else
            this.stack.pop();
        return true;
    }

    /* The next block of moves; false if it was given up or refused. */
    async #fetch() {
        const moves = [];
        const end = await this.ask({ moves: this.asked, steps: block }, (move) => moves.push(move));

        if (!end)
            return false;
        this.lays = end.lays;
        this.asked = end.move;
        this.over = end.kind === "over" ? end : null;
        this.queue = moves;
        return true;
    }

    #places(lay, [row, col]) {
        const { squares } = this.lays[lay], [top, left] = squares[0];

        return squares.map(([r, c]) => (row + r - top) * this.page.board.cols + col + c - left);
    }

    get text() {
        const { last, over } = this, { board } = this.page;
        const name = ([r, c]) => board.name(r * board.cols + c);

        if (!last)
            return over && !this.queue.length
                ? `All was tried: ${grouped(over.move)} moves, ${grouped(over.tried)} lays, ` +
                `${grouped(over.found)} ${over.found === 1 ? "solution" : "solutions"}.` : beginning;
        return `Move ${grouped(last.move)}: ${this.lays[last.lay].piece} is ` +
            `${last.kind === "laid" ? "laid on" : "taken back from"} ${name(last.at)}. ` + (last.solution
            ? `The board is full: solution ${grouped(last.found)}.`
            : !last.empty ? "The board is full, but not all pieces lie on it."
                : last.fits.length ? `Next on ${name(last.empty)}: ${last.fits.length} of ${this.lays.length} lays fit.`
                    : `Nothing more fits on ${name(last.empty)}.`) + ` ${grouped(last.tried)} lays tried.`;
    }

    /* What fits next: pieces as they would lie. */
    get next() {
        return (this.last?.fits ?? []).map((lay) => this.lays[lay]);
    }

    marks(view) {
        const { empty } = this.last ?? {};

        return empty ? [make("path", { class: "here",
            d: view.outline([empty[0] * this.page.board.cols + empty[1]], 2, 7) })] : [];
    }
}
