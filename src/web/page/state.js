/* state.js - the state of the page: everything that a link contains, in one place, with undo
 * and redo and the automatic save.
 *
 * States do not change: a change makes a new one, with a new version, and tells the
 * listeners. The fragment of the address is readable if possible:
 *     #tab=dominoes&board=8x8-a1,h8
 * Boards with many holes or with colours are written as rows in which # is a square and _
 * a hole, so that every letter is left for the colours; large ones as the lengths of their
 * runs ("runs:"). Links of older pages have x and o for squares and holes ("rows:"); those are
 * understood, too.
 */
import { Board, fromArt, fromRuns, fromSpec } from "./board.js";
import { weightsOn } from "./weights.js";

const key = "chequer";

export const tabNames = ["dominoes", "pieces", "tours", "graphs", "cover", "sequences", "story"];

export const defaults = {
    tab: "dominoes",
    board: new Board(8, 8),
    base: null, /* the board that was chosen, to which Restore goes back; null: the rectangle */
    pieces: "pentominoes",
    drawn: "", /* pieces that were drawn, as in a puzzle file */
    free: "", /* squares that stay free: "4", "0..4 in=a1,b2" */
    laws: "", /* rules about pieces: "no-faults; apart L3" */
    weights: "", /* of pieces, placements and squares: "as ## = x; at a1,b2 = 1/2" */
    placed: "", /* pieces laid by hand: "X5:b2,c1,c2,c3,d2;..." */
    locked: "", /* dominoes that must lie: "a1b1,c3c4" */
    cover: null, /* null: the example */
    leaper: "1,2",
    closed: true,
    from: null,
    to: null,
    symmetric: null,
    magic: null, /* "semi": equal sums in rows and columns; "full": in both diagonals, too */
    at: "", /* numbers that a tour has at squares: "e4=17,a1=1" */
    moves: "", /* moves that a tour must use, and with ! those that it must not: "a1-b3,!c3-d5" */
    walk: "", /* squares walked by hand: "a1,b3,c5" */
    rules: "", /* of path conversion: "ties=pohl,cut=even" */
    graph: null, /* null: the example */
    spots: "", /* where its vertices lie: "a:10,20;b:30,40" */
    family: "4xN",
    seqpieces: "domino*",
    seqtour: "", /* a leaper, or with " open" after it; "": tilings are counted */
    terms: "12",
    scene: "1", /* of the story */
};

const boardless = ["cover", "graphs", "sequences"];

/* Members that are texts, and in a link if they are not the default. */
const texts = ["pieces", "drawn", "free", "laws", "weights", "placed", "locked", "cover", "leaper", "from", "to", "symmetric", "magic",
    "at", "moves", "walk", "rules", "graph", "spots", "family", "seqpieces", "seqtour", "terms", "scene"];

function boardText(board) {
    return board.spec() ?? (board.isLarge && board.isPlain() ? "runs:" + board.runs() : null) ?? "art:" + board.art().trimEnd().replaceAll(".", "_").replaceAll("\n", ".");
}

function boardFrom(text) {
    if (text.startsWith("art:"))
        return fromArt(text.slice(4).replaceAll(".", "\n").replaceAll("_", "."));
    if (text.startsWith("runs:"))
        return fromRuns(text.slice(5));
    if (text.startsWith("rows:"))
        return fromArt(text.slice(5).replaceAll(".", "\n").replaceAll("x", "#").replaceAll("o", "."));
    return fromSpec(text);
}

/* The board to which Restore goes back. */
export function baseOf({ board, base }) {
    return base && base.rows === board.rows && base.cols === board.cols ? base
        : new Board(board.rows, board.cols);
}

export function toFragment(state) {
    const parts = new URLSearchParams();

    parts.set("tab", state.tab);
    if (!boardless.includes(state.tab) || !state.board.same(defaults.board))
        parts.set("board", boardText(state.board));
    if (state.base && !state.base.same(state.board))
        parts.set("base", boardText(state.base));
    for (const name of texts)
        if (state[name] !== null && state[name] !== defaults[name])
            parts.set(name, state[name]);
    if (!state.closed)
        parts.set("open", "1");
    return "#" + parts.toString().replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%23", "~");
}

/* What a fragment says; throws an Error with a sentence if it is damaged. */
export function fromFragment(fragment) {
    const parts = new URLSearchParams(fragment.replace(/^#/, "").replaceAll("~", "%23"));
    const state = { ...defaults };

    for (const name of ["tab", ...texts])
        if (parts.has(name))
            state[name] = parts.get(name);
    if (!tabNames.includes(state.tab))
        throw new Error(`This link names a part of the page that is not there: ${state.tab}.`);
    if (parts.has("board"))
        state.board = boardFrom(parts.get("board"));
    if (parts.has("base"))
        state.base = boardFrom(parts.get("base"));
    state.closed = !parts.has("open");
    return consistent(state);
}

/* Ends that are not on the board, walks over holes and pieces beside it are no part of a
 * state: what was drawn decides. */
function consistent(state) {
    const lies = (name) => state.board.placeOf(name) >= 0;
    const on = (name) => name !== null && lies(name) ? name : null;
    const walk = state.walk ? state.walk.split(",") : [];
    const lost = walk.findIndex((name) => !lies(name));
    const whole = (text, between) => text.split(between).filter((part) => part &&
        part.replace(/^[^:]*:/, "").split(",").every(lies)).join(between);

    return { ...state, from: on(state.from), to: on(state.to),
        at: state.at.split(",").filter((one) => one && lies(one.split("=")[0])).join(","),
        moves: state.moves.split(",").filter((move) => move && move.replace("!", "").split("-").every(lies)).join(","),
        walk: (lost < 0 ? walk : walk.slice(0, lost)).join(","),
        weights: state.weights && weightsOn(state.weights, lies),
        placed: state.placed && whole(state.placed, ";"),
        locked: state.locked && state.locked.split(",").filter((pair) =>
            (pair.match(/[a-z]+\d+/g) ?? []).every(lies)).join(",") };
}

const sameBoard = (a, b) => a.board.same(b.board);

export class Store {
    #past = [];
    #future = [];
    #listeners = [];

    constructor(state) {
        this.state = state;
        this.version = 0;
    }

    listen(listener) {
        this.#listeners.push(listener);
    }

    /* Changes some members; `keeps` false leaves the change out of undo, and `joins`
     * makes one step of it and the change before, as a line drawn with the mouse. */
    change(members, { keeps = true, joins = false } = {}) {
        const before = this.state;

        if (keeps && !joins)
            this.#past.push(before);
        if (keeps)
            this.#future = [];
        if (this.#past.length > 500)
            this.#past.shift();
        this.#go(consistent({ ...before, ...members }));
    }

    /* Remembers what nobody has to be asked about. */
    note(members) {
        this.state = { ...this.state, ...members };
    }

    #go(state) {
        const before = this.state;

        this.state = state;
        this.version++;
        for (const listener of this.#listeners)
            listener(state, before);
    }

    get canUndo() {
        return this.#past.length > 0;
    }

    get canRedo() {
        return this.#future.length > 0;
    }

    /* Tabs are no part of what is undone; a step that shows nowhere else leads to its tab. */
    #step(from, to) {
        const next = from.pop();
        const tab = sameBoard(next, this.state) ? next.tab : this.state.tab;

        to.push(this.state);
        this.#go({ ...next, tab });
    }

    undo() {
        if (this.canUndo)
            this.#step(this.#past, this.#future);
    }

    redo() {
        if (this.canRedo)
            this.#step(this.#future, this.#past);
    }

    /* Takes back the stroke that is being drawn, as if it had not begun. */
    dropStroke() {
        if (this.canUndo)
            this.#go(this.#past.pop());
    }
}

/* For the next visit, and for a reload of this window: the address may lag behind. */
export function save(state) {
    try {
        localStorage.setItem(key, toFragment(state));
        sessionStorage.setItem(key, toFragment(state));
    } catch {
        /* a full or forbidden store is no reason to stop */
    }
}

function saved(store) {
    try {
        return window[store].getItem(key);
    } catch {
        return null;
    }
}

/* What a reload shows again, else the link that was opened, else what was drawn last, else an
 * empty board. If a link is damaged, `wrong` says so, and what was drawn last is
 * shown. */
export function initial(fragment) {
    const again = performance.getEntriesByType("navigation")[0]?.type === "reload";
    let wrong = null;

    for (const text of [again ? saved("sessionStorage") : null, fragment.length > 1 ? fragment : null,
        saved("localStorage")])
        try {
            if (text)
                return { state: fromFragment(text), wrong, fresh: false };
        } catch (error) {
            wrong ??= error.message;
        }
    return { state: { ...defaults }, wrong, fresh: true };
}
