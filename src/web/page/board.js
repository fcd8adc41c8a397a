/* board.js - a board as data: rows, columns, and a character for each place.
 *
 * '#' is a square, '.' a hole, a letter or digit a square of that colour. Boards do not
 * change: every edit makes a new one, so that undo is a list of old ones.
 */
export const SIDE_MOST = 60;

const letters = "abcdefghijklmnopqrstuvwxyz";

export class Board {
    constructor(rows, cols, cells = "#".repeat(rows * cols)) {
        this.rows = rows;
        this.cols = cols;
        this.cells = cells;
    }

    has(place) {
        return this.cells[place] !== ".";
    }

    rowOf(place) {
        return Math.floor(place / this.cols);
    }

    colOf(place) {
        return place % this.cols;
    }

    isDark(place) {
        return (this.rowOf(place) + this.colOf(place)) % 2 === 1;
    }

    /* As in chess: columns a, b ... z, aa; rows from 1 at the bottom. */
    name(place) {
        let col = this.colOf(place), text = "";

        for (col += 1; col > 0; col = Math.floor((col - 1) / 26))
            text = letters[(col - 1) % 26] + text;
        return text + (this.rows - this.rowOf(place));
    }

    neighbours(place) {
        const row = this.rowOf(place), col = this.colOf(place), near = [];

        if (row > 0) near.push(place - this.cols);
        if (col > 0) near.push(place - 1);
        if (col + 1 < this.cols) near.push(place + 1);
        if (row + 1 < this.rows) near.push(place + this.cols);
        return near.filter((other) => this.has(other));
    }

    with(place, character) {
        const cells = this.cells;

        if (cells[place] === character)
            return this;
        return new Board(this.rows, this.cols,
            cells.slice(0, place) + character + cells.slice(place + 1));
    }

    /* The place with this name; -1: it is not on the board, or a hole. */
    placeOf(name) {
        for (let place = 0; place < this.cells.length; place++)
            if (this.has(place) && this.name(place) === name)
                return place;
        return -1;
    }

    /* Another size; what was drawn stays where it is, new squares are there. */
    resized(rows, cols) {
        let cells = "";

        for (let row = 0; row < rows; row++)
            for (let col = 0; col < cols; col++)
                cells += row < this.rows && col < this.cols
                    ? this.cells[row * this.cols + col] : "#";
        return new Board(rows, cols, cells);
    }

    places() {
        const found = [];

        for (let place = 0; place < this.cells.length; place++)
            if (this.has(place))
                found.push(place);
        return found;
    }

    holes() {
        return this.cells.split(".").length - 1;
    }

    /* Squares of both colours of the chessboard. */
    balance() {
        let light = 0, dark = 0;

        for (const place of this.places())
            if (this.isDark(place))
                dark++;
            else
                light++;
        return { light, dark };
    }

    isPlain() {
        return /^[#.]*$/.test(this.cells);
    }

    art() {
        const lines = [];

        for (let row = 0; row < this.rows; row++)
            lines.push(this.cells.slice(row * this.cols, (row + 1) * this.cols));
        return lines.join("\n") + "\n";
    }

    /* "8x8-a1,h8" where that is short, else null. */
    spec() {
        const removed = [];

        if (!this.isPlain() || this.holes() > 40)
            return null;
        for (let place = 0; place < this.cells.length; place++)
            if (!this.has(place))
                removed.push(this.name(place));
        return `${this.rows}x${this.cols}` + (removed.length ? "-" + removed.join(",") : "");
    }

    text() {
        return this.spec() ?? this.art();
    }

    same(other) {
        return this.rows === other.rows && this.cols === other.cols &&
            this.cells === other.cells;
    }
}

export function aztec(radius) {
    const side = 2 * radius;
    let cells = "";

    for (let row = 0; row < side; row++)
        for (let col = 0; col < side; col++) {
            const far = Math.abs(row - radius + 0.5) + Math.abs(col - radius + 0.5);

            cells += far <= radius ? "#" : ".";
        }
    return new Board(side, side, cells);
}

/* ASCII art; throws an Error with a sentence where it is none. */
export function fromArt(text) {
    const lines = text.replaceAll("\r", "").split("\n").map((line) => line.trimEnd());

    while (lines.length && lines[0] === "") lines.shift();
    while (lines.length && lines[lines.length - 1] === "") lines.pop();
    const cols = Math.max(0, ...lines.map((line) => line.length));

    if (lines.length === 0)
        throw new Error("there is no board in this text");
    if (lines.length > SIDE_MOST || cols > SIDE_MOST)
        throw new Error(`this board is ${lines.length} by ${cols}; ` +
            `at most ${SIDE_MOST} by ${SIDE_MOST} can be drawn here`);
    lines.forEach((line, row) => {
        const wrong = line.search(/[^#. a-zA-Z0-9]/);

        if (wrong >= 0)
            throw new Error(`line ${row + 1}, column ${wrong + 1}: expected '#', '.', ` +
                `a letter or a digit, found '${line[wrong]}'`);
    });
    return new Board(lines.length, cols,
        lines.map((line) => line.padEnd(cols).replaceAll(" ", ".")).join(""));
}

/* "8x8-a1,h8" or "aztec:4"; throws an Error with a sentence. */
export function fromSpec(text) {
    const diamond = /^aztec:(\d+)$/.exec(text.trim());
    const plain = /^(\d+)x(\d+)(?:-([a-z0-9,]+))?$/.exec(text.trim());

    if (diamond && diamond[1] >= 1 && diamond[1] <= SIDE_MOST / 2)
        return aztec(Number(diamond[1]));
    if (!plain || plain[1] < 1 || plain[2] < 1 || plain[1] > SIDE_MOST ||
        plain[2] > SIDE_MOST)
        throw new Error(`'${text}' is not a board of up to ${SIDE_MOST} by ${SIDE_MOST}`);
    let board = new Board(Number(plain[1]), Number(plain[2]));
    const places = new Map(board.places().map((place) => [board.name(place), place]));

    for (const name of plain[3] ? plain[3].split(",") : []) {
        if (!places.has(name))
            throw new Error(`'${name}' is not a square of this board`);
        board = board.with(places.get(name), ".");
    }
    return board;
}
