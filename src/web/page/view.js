/* view.js - a board on the screen: squares that can be clicked, and layers above them.
 *
 * Squares are SVG rectangles in a grid that a screen reader can walk through. One square
 * has the cursor: arrows move it, space acts on it, shift with an arrow paints. With the
 * mouse, a pen or a finger, the first square decides whether a line removes or gives back.
 * The layers are groups of their own, so that a new tiling does not touch the squares.
 */
const space = "http://www.w3.org/2000/svg";
const unit = 40;

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
        const { rows, cols } = this.board, margin = 26;
        const grid = make("g", { class: "squares" });

        this.squares = [];
        this.cursor = Math.min(this.cursor, rows * cols - 1);
        for (let row = 0; row < rows; row++) {
            const line = make("g", { role: "row" });

            for (let col = 0; col < cols; col++) {
                const square = make("rect", { x: col * unit, y: row * unit, width: unit,
                    height: unit, role: "gridcell" });

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
        this.svg.style.setProperty("--cols", cols);
        this.svg.style.setProperty("--rows", rows);
        this.layers = {};
        this.svg.replaceChildren(patterns(), grid, this.#coordinates());
        for (let place = 0; place < this.squares.length; place++)
            this.#dress(place);
        this.#mark();
    }

    #coordinates() {
        const { rows, cols } = this.board;
        const group = make("g", { class: "coordinates", "aria-hidden": "true" });
        const every = Math.max(rows, cols) > 30 ? 5 : 1;

        for (let row = 0; row < rows; row++)
            if ((rows - row) % every === 0 || rows - row === 1)
                group.append(make("text", { x: -6, y: row * unit + unit / 2 + 5,
                    "text-anchor": "end" }, [String(rows - row)]));
        for (let col = 0; col < cols; col++)
            if ((col + 1) % every === 0 || col === 0)
                group.append(make("text", { x: col * unit + unit / 2, y: rows * unit + 18,
                    "text-anchor": "middle" },
                [this.board.name((rows - 1) * cols + col).replace(/\d+$/, "")]));
        return group;
    }

    #dress(place) {
        const square = this.squares[place], cell = this.board.cells[place];

        square.setAttribute("class", "square " + (cell === "." ? "hole"
            : this.board.isDark(place) ? "dark" : "light") +
            (/[a-zA-Z0-9]/.test(cell) ? " tint-" + (cell.charCodeAt(0) % 8) : ""));
        square.setAttribute("aria-label", this.label(place));
        square.setAttribute("aria-colindex", this.board.colOf(place) + 1);
    }

    refreshLabels() {
        for (let place = 0; place < this.squares.length; place++)
            this.squares[place].setAttribute("aria-label", this.label(place));
    }

    /* A layer by its name, emptied; layers are drawn in the order of their first use. */
    layer(name) {
        if (!this.layers[name]) {
            this.layers[name] = make("g", { class: `layer ${name}`, "aria-hidden": "true" });
            this.svg.append(this.layers[name]);
        }
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

    /* The outline of a set of places as a path, a little inside the squares. */
    outline(places, inset = 3) {
        const set = new Set(places), { cols, rows } = this.board;
        const inside = (row, col) => row >= 0 && col >= 0 && row < rows && col < cols &&
            set.has(row * cols + col);
        let d = "";

        for (const place of set) {
            const r = this.board.rowOf(place), c = this.board.colOf(place);
            const up = inside(r - 1, c), down = inside(r + 1, c);
            const left = inside(r, c - 1), right = inside(r, c + 1);
            const x0 = c * unit + (left ? 0 : inset), x1 = (c + 1) * unit - (right ? 0 : inset);
            const y0 = r * unit + (up ? 0 : inset), y1 = (r + 1) * unit - (down ? 0 : inset);

            if (!up) d += `M${x0} ${y0}H${x1}`;
            if (!down) d += `M${x0} ${y1}H${x1}`;
            if (!left) d += `M${x0} ${y0}V${y1}`;
            if (!right) d += `M${x1} ${y0}V${y1}`;
        }
        return d;
    }

    /* The squares of a set, filled, without lines between them. */
    area(places, inset = 3) {
        const set = new Set(places), { cols, rows } = this.board;
        const inside = (row, col) => row >= 0 && col >= 0 && row < rows && col < cols &&
            set.has(row * cols + col);
        let d = "";

        for (const place of set) {
            const r = this.board.rowOf(place), c = this.board.colOf(place);
            const x0 = c * unit + (inside(r, c - 1) ? 0 : inset);
            const x1 = (c + 1) * unit - (inside(r, c + 1) ? 0 : inset);
            const y0 = r * unit + (inside(r - 1, c) ? 0 : inset);
            const y1 = (r + 1) * unit - (inside(r + 1, c) ? 0 : inset);

            d += `M${x0} ${y0}H${x1}V${y1}H${x0}Z`;
        }
        return d;
    }

    /* A part of a tiling: rounded, filled by its class, with a title. */
    piece(places, className, title) {
        const group = make("g", { class: `piece ${className}` }, [
            make("path", { class: "fill", d: this.area(places) }),
            make("path", { class: "edge", d: this.outline(places) }),
        ]);

        if (title)
            group.append(make("title", {}, [title]));
        return group;
    }

    /* ---- input ---- */

    #mark() {
        for (const square of this.svg.querySelectorAll(".cursor"))
            square.classList.remove("cursor");
        this.squares[this.cursor]?.classList.add("cursor");
        this.svg.setAttribute("aria-activedescendant", `square-${this.cursor}`);
    }

    moveTo(place) {
        this.cursor = place;
        this.#mark();
    }

    #placeAt(event) {
        const element = document.elementFromPoint(event.clientX, event.clientY);
        const square = element?.closest?.("[data-place]");

        return square && this.svg.contains(square) ? Number(square.dataset.place) : null;
    }

    #listen() {
        let last = null; /* of the stroke that is being drawn */

        this.svg.addEventListener("pointerdown", (event) => {
            const place = this.#placeAt(event);

            if (place === null || event.button !== 0)
                return;
            event.preventDefault();
            this.svg.focus({ preventScroll: true });
            this.svg.setPointerCapture(event.pointerId);
            last = place;
            this.moveTo(place);
            this.act(place, "begin");
        });
        this.svg.addEventListener("pointermove", (event) => {
            const place = last === null ? null : this.#placeAt(event);

            if (place === null || place === last)
                return;
            last = place;
            this.moveTo(place);
            this.act(place, "go on");
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
