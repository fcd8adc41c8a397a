/* view.js - a board on the screen: squares that can be clicked, and layers above them.
 *
 * Squares are SVG rectangles in a grid that a screen reader can walk through. One square
 * has the cursor: arrows move it, space acts on it, shift with an arrow paints. With the
 * mouse, a pen or a finger, the first square decides whether a line removes or gives back.
 * The layers are groups of their own, so that a new tiling does not touch the squares.
 */
const space = "http://www.w3.org/2000/svg";
const unit = 40;

/* From the bottom to the top. */
const order = ["letters", "tiling", "heat", "forced", "proof", "repair", "tour", "steps",
    "degrees", "ends"];

export function make(name, attributes = {}, children = []) {
    const element = document.createElementNS(space, name);

    for (const [key, value] of Object.entries(attributes))
        element.setAttribute(key, value);
    element.append(...children);
    return element;
}

function patterns() {
    return make("defs", {}, [
        make("pattern", { id: "hatch", width: 8, height: 8, patternUnits: "userSpaceOnUse",
            patternTransform: "rotate(45)" },
        [make("rect", { class: "hatch-line", width: 3, height: 8 })]),
        make("pattern", { id: "dots", width: 10, height: 10, patternUnits: "userSpaceOnUse" },
            [make("circle", { class: "dot", cx: 5, cy: 5, r: 2.2 })]),
    ]);
}

/* Black and white have their own tints, other colours one of eight. */
export function tintOf(colour) {
    return colour === "b" || colour === "w" ? colour : colour.charCodeAt(0) % 8;
}

const directions = [[1, 0], [0, 1], [-1, 0], [0, -1]];

/* Corners as a path, moved inwards and rounded. */
function loop(corners, inset, radius) {
    let d = "";

    for (const [x, y, into, out] of corners) {
        const [ax, ay] = directions[into], [bx, by] = directions[out];
        const px = x - inset * (ay + by), py = y + inset * (ax + bx);

        d += `${d ? "L" : "M"}${px - ax * radius} ${py - ay * radius}` +
            `Q${px} ${py} ${px + bx * radius} ${py + by * radius}`;
    }
    return d + "Z";
}

export class BoardView {
    /* act(place, "begin" | "go on") is called for the squares of a stroke; label(place)
     * says what a screen reader reads. */
    constructor(svg, { act, label }) {
        this.svg = svg;
        this.act = act;
        this.label = label;
        this.board = null;
        this.cursor = 0;
        this.squares = [];
        this.letters = new Map(); /* of the coloured squares, by their places */
        this.layers = {};
        this.#listen();
    }

    /* ---- drawing ---- */

    show(board) {
        const before = this.board;

        this.board = board;
        if (!before || before.rows !== board.rows || before.cols !== board.cols)
            this.#build();
        else
            for (let place = 0; place < board.cells.length; place++)
                if (before.cells[place] !== board.cells[place])
                    this.#dress(place);
    }

    #build() {
        const { rows, cols } = this.board;
        const scale = Math.max(1, Math.max(rows, cols) / 18); /* so that names can be read */
        const margin = 26 * scale;
        const grid = make("g", { class: "squares" });

        this.squares = [];
        this.cursor = Math.min(this.cursor, rows * cols - 1);
        for (let row = 0; row < rows; row++) {
            const line = make("g", { role: "row" });

            for (let col = 0; col < cols; col++) {
                const square = make("rect", { x: col * unit, y: row * unit, width: unit,
                    height: unit, role: "gridcell", "aria-colindex": col + 1 });

                square.id = `square-${row * cols + col}`;
                square.dataset.place = row * cols + col;
                this.squares.push(square);
                line.append(square);
            }
            grid.append(line);
        }
        this.svg.setAttribute("viewBox",
            `${-margin} -4 ${cols * unit + margin + 4} ${rows * unit + margin + 4}`);
        this.svg.setAttribute("aria-rowcount", rows);
        this.svg.setAttribute("aria-colcount", cols);
        this.svg.style.setProperty("--scale", scale);
        this.letters.clear();
        this.layers = Object.fromEntries(order.map((name) =>
            [name, make("g", { class: `layer ${name}`, "aria-hidden": "true" })]));
        this.frame = make("rect", { class: "cursor", width: unit - 4, height: unit - 4, rx: 4 });
        this.svg.replaceChildren(patterns(), grid, this.#coordinates(scale),
            ...Object.values(this.layers), this.frame);
        for (let place = 0; place < this.squares.length; place++)
            this.#dress(place);
        this.#mark();
    }

    #coordinates(scale) {
        const { rows, cols } = this.board;
        const group = make("g", { class: "coordinates", "aria-hidden": "true" });
        const every = Math.max(rows, cols) > 30 ? 5 : 1;

        for (let row = 0; row < rows; row++)
            if ((rows - row) % every === 0 || rows - row === 1)
                group.append(make("text", { x: -6 * scale, y: row * unit + unit / 2 + 4 * scale,
                    "text-anchor": "end" }, [String(rows - row)]));
        for (let col = 0; col < cols; col++)
            if ((col + 1) % every === 0 || col === 0)
                group.append(make("text", { x: col * unit + unit / 2, y: rows * unit + 16 * scale,
                    "text-anchor": "middle" },
                [this.board.name((rows - 1) * cols + col).replace(/\d+$/, "")]));
        return group;
    }

    #dress(place) {
        const square = this.squares[place], cell = this.board.cells[place];
        const tint = /[a-zA-Z0-9]/.test(cell) ? ` tint-${tintOf(cell)}` : "";

        square.setAttribute("class", "square " + (cell === "." ? "hole"
            : tint ? "tint" + tint : this.board.isDark(place) ? "dark" : "light"));
        square.setAttribute("aria-label", this.label(place));
        this.letters.get(place)?.remove();
        this.letters.delete(place);
        if (tint) {
            const [x, y] = this.centre(place);
            const letter = make("text", { class: "letter" + tint, x, y: y + 6,
                "text-anchor": "middle" }, [cell]);

            this.letters.set(place, letter);
            this.layers.letters.append(letter);
        }
    }

    /* A layer by its name, emptied. */
    layer(name) {
        this.layers[name].replaceChildren();
        return this.layers[name];
    }

    clear(...names) {
        for (const name of names)
            this.layers[name]?.replaceChildren();
    }

    centre(place) {
        return [this.board.colOf(place) * unit + unit / 2,
            this.board.rowOf(place) * unit + unit / 2];
    }

    /* The outline of a set of places as a path of closed loops, `inset` inside the
     * squares and with rounded corners. Squares that only touch at a corner are apart. */
    outline(places, inset = 3, radius = 5) {
        const next = this.#sides(new Set(places));
        let d = "";

        for (const [start, ways] of next)
            while (ways.length)
                d += loop(this.#walk(next, start, ways.pop()), inset, radius);
        return d;
    }

    /* The sides of a set, each from one corner to the next with the set on its right: for
     * each corner the directions in which they leave, 0 right, 1 down, 2 left, 3 up. */
    #sides(set) {
        const { cols, rows } = this.board, next = new Map();
        const inside = (row, col) => row >= 0 && col >= 0 && row < rows && col < cols &&
            set.has(row * cols + col);
        const add = (row, col, way) => {
            const corner = row * (cols + 1) + col;

            if (!next.has(corner))
                next.set(corner, []);
            next.get(corner).push(way);
        };

        for (const place of set) {
            const r = this.board.rowOf(place), c = this.board.colOf(place);

            if (!inside(r - 1, c)) add(r, c, 0);
            if (!inside(r, c + 1)) add(r, c + 1, 1);
            if (!inside(r + 1, c)) add(r + 1, c + 1, 2);
            if (!inside(r, c - 1)) add(r + 1, c, 3);
        }
        return next;
    }

    /* One loop as its corners [x, y, way in, way out]; its sides are used up. */
    #walk(next, start, first) {
        const across = this.board.cols + 1, corners = [];
        let corner = start, way = first;

        for (;;) {
            corner += [1, across, -1, -across][way];
            const ways = next.get(corner), home = corner === start;
            const out = [1, 0, 3].map((by) => (way + by) % 4)
                .find((one) => ways.includes(one) || (home && one === first));
            const closes = home && out === first;

            if (!closes)
                ways.splice(ways.indexOf(out), 1);
            if (out !== way)
                corners.push([corner % across * unit, Math.floor(corner / across) * unit, way, out]);
            if (closes)
                return corners;
            way = out;
        }
    }

    /* A part of a tiling: rounded, filled by its class, with a title. */
    piece(places, className, title) {
        return make("path", { class: `piece ${className}`, d: this.outline(places, 2.5, 6) },
            title ? [make("title", {}, [title])] : []);
    }

    /* A mark in the middle of a square: "cross" or "plus". */
    sign(place, kind) {
        const [x, y] = this.centre(place), a = 10;

        return kind === "plus" ? `M${x - a} ${y}h${2 * a}M${x} ${y - a}v${2 * a}`
            : `M${x - a} ${y - a}l${2 * a} ${2 * a}M${x + a} ${y - a}l${-2 * a} ${2 * a}`;
    }

    /* ---- input ---- */

    #mark() {
        this.frame.setAttribute("x", this.board.colOf(this.cursor) * unit + 2);
        this.frame.setAttribute("y", this.board.rowOf(this.cursor) * unit + 2);
        this.svg.setAttribute("aria-activedescendant", `square-${this.cursor}`);
    }

    moveTo(place) {
        this.cursor = place;
        this.#mark();
    }

    #placeAt(event) {
        const at = new DOMPoint(event.clientX, event.clientY)
            .matrixTransform(this.svg.getScreenCTM().inverse());
        const row = Math.floor(at.y / unit), col = Math.floor(at.x / unit);

        return row >= 0 && col >= 0 && row < this.board.rows && col < this.board.cols
            ? row * this.board.cols + col : null;
    }

    /* The squares from one place to another, so that a quick stroke has no gaps. */
    #between(from, to) {
        const { cols } = this.board, places = [];
        const row = this.board.rowOf(from), col = this.board.colOf(from);
        const down = this.board.rowOf(to) - row, right = this.board.colOf(to) - col;
        const steps = Math.max(Math.abs(down), Math.abs(right));

        for (let i = 1; i <= steps; i++)
            places.push(Math.round(row + down * i / steps) * cols +
                Math.round(col + right * i / steps));
        return places;
    }

    #listen() {
        let last = null; /* of the stroke that is being drawn */

        this.svg.addEventListener("pointerdown", (event) => {
            const place = this.#placeAt(event);

            if (place === null || event.button !== 0 || !event.isPrimary)
                return;
            event.preventDefault();
            this.svg.focus({ preventScroll: true });
            this.svg.setPointerCapture(event.pointerId);
            last = place;
            this.moveTo(place);
            this.act(place, "begin");
        });
        this.svg.addEventListener("pointermove", (event) => {
            const place = last === null || !event.isPrimary ? null : this.#placeAt(event);

            if (place === null || place === last)
                return;
            for (const passed of this.#between(last, place))
                this.act(passed, "go on");
            last = place;
            this.moveTo(place);
        });
        for (const end of ["pointerup", "pointercancel"])
            this.svg.addEventListener(end, () => { last = null; });
        this.svg.addEventListener("keydown", (event) => this.#key(event));
    }

    #key(event) {
        const { rows, cols } = this.board;
        const row = this.board.rowOf(this.cursor), col = this.board.colOf(this.cursor);
        const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1],
            ArrowRight: [0, 1] };
        const step = steps[event.key];

        if (step && !event.altKey && !event.ctrlKey && !event.metaKey) {
            const to = [row + step[0], col + step[1]];

            event.preventDefault();
            if (to[0] < 0 || to[1] < 0 || to[0] >= rows || to[1] >= cols)
                return;
            if (event.shiftKey && !this.painting)
                this.act(this.cursor, "begin");
            this.painting = event.shiftKey;
            this.moveTo(to[0] * cols + to[1]);
            if (event.shiftKey)
                this.act(this.cursor, "go on");
        } else if (event.key === " " || event.key === "Enter") {
            event.preventDefault();
            this.painting = false;
            this.act(this.cursor, "begin");
        } else if (event.key === "Home" || event.key === "End") {
            event.preventDefault();
            this.moveTo(row * cols + (event.key === "Home" ? 0 : cols - 1));
        } else if (event.key !== "Shift") {
            this.painting = false;
        }
    }
}
