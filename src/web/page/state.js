/* state.js - everything that a link contains, undo and redo, and the automatic save.
 *
 * The fragment of the address is readable where it can be:
 *     #tab=dominoes&board=8x8-a1,h8
 * Boards with many holes are written as rows of x and o.
 */
import { Board, fromArt, fromSpec } from "./board.js";

const key = "chequer";

export const defaults = {
    tab: "dominoes",
    board: new Board(8, 8),
    pieces: "pentominoes",
    drawn: "", /* pieces that were drawn, as in a puzzle file */
    cover: "",
    leaper: "1,2",
    closed: true,
    from: null,
    to: null,
    symmetric: null,
};

function boardText(board) {
    const spec = board.spec();

    if (spec)
        return spec;
    return "rows:" + board.art().trimEnd().replaceAll("#", "x").replaceAll(".", "o")
        .replaceAll("\n", ".");
}

function boardFrom(text) {
    if (!text.startsWith("rows:"))
        return fromSpec(text);
    return fromArt(text.slice(5).replaceAll(".", "\n").replaceAll("x", "#")
        .replaceAll("o", "."));
}

export function toFragment(state) {
    const parts = new URLSearchParams();

    parts.set("tab", state.tab);
    if (state.tab !== "cover")
        parts.set("board", boardText(state.board));
    for (const name of ["pieces", "drawn", "cover", "leaper", "from", "to", "symmetric"])
        if (state[name] !== null && state[name] !== defaults[name])
            parts.set(name, state[name]);
    if (!state.closed)
        parts.set("open", "1");
    return "#" + parts.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
}

/* What a fragment says; throws an Error with a sentence where it is damaged. */
export function fromFragment(fragment) {
    const parts = new URLSearchParams(fragment.replace(/^#/, ""));
    const state = { ...defaults };

    for (const name of ["tab", "pieces", "drawn", "cover", "leaper", "from", "to", "symmetric"])
        if (parts.has(name))
            state[name] = parts.get(name);
    if (!["dominoes", "pieces", "cover", "tours"].includes(state.tab))
        throw new Error(`this link names a part of the page that is not there: ${state.tab}`);
    if (parts.has("board"))
        state.board = boardFrom(parts.get("board"));
    state.closed = !parts.has("open");
    return state;
}

export class Store {
    #past = [];
    #future = [];
    #listeners = [];

    constructor(state) {
        this.state = state;
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
        this.#go({ ...before, ...members });
    }

    #go(state) {
        const before = this.state;

        this.state = state;
        for (const listener of this.#listeners)
            listener(state, before);
    }

    get canUndo() {
        return this.#past.length > 0;
    }

    get canRedo() {
        return this.#future.length > 0;
    }

    undo() {
        if (!this.canUndo)
            return;
        this.#future.push(this.state);
        this.#go(this.#past.pop());
    }

    redo() {
        if (!this.canRedo)
            return;
        this.#past.push(this.state);
        this.#go(this.#future.pop());
    }
}

export function save(state) {
    try {
        localStorage.setItem(key, toFragment(state));
    } catch {
        /* a full or forbidden store is no reason to stop */
    }
}

/* The link that was opened, else what was drawn last, else an empty board. */
export function initial(fragment, complain) {
    try {
        if (fragment.length > 1)
            return fromFragment(fragment);
        const saved = localStorage.getItem(key);

        if (saved)
            return fromFragment(saved);
    } catch (error) {
        complain(error.message);
    }
    return { ...defaults };
}
