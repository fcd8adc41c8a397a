/* board.js - a board as data: rows, columns, and a character for each place.
 *
 * '#' is a square, '.' a hole, a letter or digit a square of that colour. Boards do not
 * change: every edit makes a new one, so that undo is a list of old ones, and what was
 * counted once (squares, colours) is kept. Up to a million places.
 */
export const SIDE_MOST = 1000;
export const LARGE_FROM = 2500; /* places: above, boards are painted on a canvas */

const specHoles = 40; /* holes that a spec names one by one */

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

    get isLarge() {
        return this.cells.length > LARGE_FROM;
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

    /* The squares and holes on its four sides. */
    around(place) {
        const row = this.rowOf(place), col = this.colOf(place), near = [];

        if (row > 0) near.push(place - this.cols);
        if (col > 0) near.push(place - 1);
        if (col + 1 < this.cols) near.push(place + 1);
        if (row + 1 < this.rows) near.push(place + this.cols);
        return near;
    }

    neighbours(place) {
        return this.around(place).filter((other) => this.has(other));
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
        const [, column, number] = /^([a-z]+)(\d+)$/.exec(name) ?? [];

        if (!column)
            return -1;
        const col = [...column].reduce((sum, letter) => sum * 26 + letters.indexOf(letter) + 1, 0) - 1;
        const row = this.rows - Number(number), place = row * this.cols + col;

        return col < this.cols && row >= 0 && row < this.rows && this.has(place) ? place : -1;
    }

    /* Another size; what was drawn stays where it is, new squares are there. */
    resized(rows, cols) {
        const lines = [];

        for (let row = 0; row < rows; row++)
            lines.push(row >= this.rows ? "#".repeat(cols)
                : this.cells.slice(row * this.cols, row * this.cols + Math.min(cols, this.cols))
                    .padEnd(cols, "#"));
        return new Board(rows, cols, lines.join(""));
    }

    places() {
        if (!this.kept) {
            this.kept = [];
            for (let place = 0; place < this.cells.length; place++)
                if (this.has(place))
                    this.kept.push(place);
        }
        return this.kept;
    }

    /* Squares. */
    get count() {
        const { light, dark } = this.balance();

        return light + dark;
    }

    holes() {
        return this.cells.length - this.count;
    }

    /* Squares of both colours of the chessboard. */
    balance() {
        if (!this.balanced) {
            const sums = [0, 0];

            for (let row = 0, place = 0; row < this.rows; row++)
                for (let col = 0; col < this.cols; col++, place++)
                    if (this.has(place))
                        sums[(row + col) % 2]++;
            this.balanced = { light: sums[0], dark: sums[1] };
        }
        return this.balanced;
    }

    /* The radius of the Aztec diamond that this is; 0: it is none. */
    get radius() {
        const n = this.rows / 2;

        return this.rows === this.cols && this.rows % 2 === 0 && this.count === 2 * n * (n + 1) &&
            this.same(aztec(n)) ? n : 0;
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

    /* "8x8-a1,h8" or "aztec:4" if that is short, else null. */
    spec() {
        if (this.spelt === undefined)
            this.spelt = this.#spell();
        return this.spelt;
    }

    #spell() {
        const removed = [];

        if (this.radius > 1 && this.holes() > 8)
            return `aztec:${this.radius}`;
        if (!this.isPlain() || this.holes() > specHoles)
            return null;
        for (let place = 0; place < this.cells.length; place++)
            if (!this.has(place))
                removed.push(this.name(place));
        return `${this.rows}x${this.cols}` + (removed.length ? "-" + removed.join(",") : "");
    }

    /* Rows and columns, then how many squares, holes, squares ... follow each other, in
     * base 36: for links to large boards. */
    runs() {
        const runs = this.cells.match(/#+|\.+/g) ?? [];

        return `${this.rows}x${this.cols}:${this.cells.startsWith(".") ? "0." : ""}` +
            runs.map((run) => run.length.toString(36)).join(".");
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
    const lines = [];

    for (let row = 0; row < 2 * radius; row++) {
        const half = Math.min(row, 2 * radius - 1 - row) + 1;

        lines.push(".".repeat(radius - half) + "#".repeat(2 * half) + ".".repeat(radius - half));
    }
    return new Board(2 * radius, 2 * radius, lines.join(""));
}

/* What runs() wrote. */
export function fromRuns(text) {
    const [, rows, cols, runs] = /^(\d+)x(\d+):([0-9a-z.]+)$/.exec(text) ?? [];
    let cells = "";

    for (const [i, run] of (runs ?? "").split(".").entries())
        cells += (i % 2 ? "." : "#").repeat(Math.min(parseInt(run, 36) || 0, SIDE_MOST ** 2 - cells.length));
    if (!rows || rows > SIDE_MOST || cols > SIDE_MOST || cells.length !== rows * cols)
        throw new Error("this link has a board that is damaged");
    return new Board(Number(rows), Number(cols), cells);
}

/* ASCII art; throws an Error with a sentence if it is none. */
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

    for (const name of plain[3] ? plain[3].split(",") : []) {
        if (board.placeOf(name) < 0)
            throw new Error(`'${name}' is not a square of this board`);
        board = board.with(board.placeOf(name), ".");
    }
    return board;
}
