/* view.js - a board on the screen: a slab of squares in a tray, and layers above it.
 *
 * The slab is a few paths, drawn anew when squares change; the grid that a screen reader
 * walks through are transparent rectangles above it. One square has the cursor: arrows
 * move it, space acts on it, shift with an arrow paints. With the mouse, a pen or a finger
 * the first square decides whether a line removes or gives back. Two fingers zoom, and what
 * the first one drew is taken back; with the tool "move" one finger pans. The layers are
 * groups of their own, so that a new tiling does not touch the squares.
 */
import { make, outline, squares, unit } from "./svg.js";
import { textColour, tintOf } from "./palette.js";
import { TileLayer } from "./tiles.js";

/* From the bottom to the top. */
const order = ["under", "tiling", "heat", "proof", "tour", "steps", "marks"];
const softMost = 400;  /* squares up to which shadows are blurred */
const zoomMost = 12;

export class BoardView {
    /* act(place, "begin" | "go on") is called for the squares of a stroke, drop() when it
     * becomes a pinch; point(place or null) while nothing is pressed; label(place) says
     * what a screen reader reads. */
    constructor(svg, { act, drop, point, label, zoomed }) {
        Object.assign(this, { svg, act, drop, point, label, zoomed });
        this.board = null;
        this.cursor = 0;
        this.squares = [];
        this.layers = {};
        this.tool = "draw";
        this.zoom = { k: 1, x: 0, y: 0 };
        this.#listen();
    }

    /* ---- drawing ---- */

    show(board) {
        const before = this.board;

        this.board = board;
        if (!before || before.rows !== board.rows || before.cols !== board.cols)
            this.#build();
        else if (!before.same(board))
            this.#refresh(before);
    }

    #build() {
        const { rows, cols } = this.board;
        const k = this.scale = Math.max(1, Math.max(rows, cols) / 8), m = 30 * k;
        const w = cols * unit, h = rows * unit;

        this.cursor = Math.min(this.cursor, rows * cols - 1);
        this.frame = { x: -m, y: -m * 0.75, w: w + 1.75 * m, h: h + 1.85 * m + 8 };
        this.parts = Object.fromEntries(["shade", "side1", "side2", "side3", "side4"]
            .map((name) => [name, make("path", { class: name === "shade" ? "slab-shade" : "slab" })]));
        this.parts.face = make("path", { class: "sq-light" });
        this.parts.dark = make("path", { class: "sq-dark" });
        this.parts.tints = make("g");
        this.parts.bevel = make("path", { class: "bevel" });
        this.parts.contour = make("path", { class: "contour" });
        this.parts.shade.setAttribute("transform", "translate(4 13)");
        [1, 2, 3, 4].forEach((i) =>
            this.parts[`side${i}`].setAttribute("transform", `translate(0 ${2 * i})`));
        this.layers = Object.fromEntries(order.map((name) =>
            [name, make("g", { class: `layer ${name}`, "aria-hidden": "true" })]));
        this.tiles = new TileLayer(this.layers.tiling);
        this.ring = make("rect", { class: "cursor", width: unit - 8, height: unit - 8, rx: 6 });
        this.mark = make("g", { class: "mark", visibility: "hidden" });
        this.svg.classList.toggle("soft", rows * cols <= softMost);
        this.svg.style.setProperty("--k", k);
        this.svg.setAttribute("aria-rowcount", rows);
        this.svg.setAttribute("aria-colcount", cols);
        this.svg.replaceChildren(
            make("defs", {}, [make("clipPath", { id: "clip-tray" }, [make("rect", { x: -9, y: -9,
                width: w + 18, height: h + 22, rx: 10 })])]),
            make("rect", { class: "floor", x: -9, y: -9, width: w + 18, height: h + 22, rx: 10 }),
            make("g", { "clip-path": "url(#clip-tray)" }, [
                make("rect", { class: "floor-lit", x: -9, y: -3, width: w + 18, height: h + 22, rx: 10 }),
                this.parts.shade, ...[4, 3, 2, 1].map((i) => this.parts[`side${i}`])]),
            this.parts.face, this.parts.dark, this.parts.tints, this.parts.bevel, this.parts.contour,
            this.#coordinates(k, m), this.#grid(), ...Object.values(this.layers), this.mark, this.ring);
        this.zoom = { k: 1, x: 0, y: 0 };
        this.#window();
        this.#paint();
        this.#moveRing();
    }

    #grid() {
        const { rows, cols } = this.board, grid = make("g", { role: "rowgroup" });

        this.squares = [];
        for (let row = 0; row < rows; row++) {
            const line = make("g", { role: "row" });

            for (let col = 0; col < cols; col++) {
                const square = make("rect", { class: "hit", x: col * unit, y: row * unit,
                    width: unit, height: unit, role: "gridcell", "aria-colindex": col + 1,
                    id: `square-${row * cols + col}` });

                this.squares.push(square);
                line.append(square);
            }
            grid.append(line);
        }
        for (let place = 0; place < this.squares.length; place++)
            this.#name(place);
        return grid;
    }

    #name(place) {
        this.squares[place].setAttribute("aria-label", this.label(place));
    }

    #refresh(before) {
        for (let place = 0; place < this.squares.length; place++)
            if (before.cells[place] !== this.board.cells[place])
                this.#name(place);
        this.#paint();
    }

    /* The slab: its contour, its dark squares, its colours. */
    #paint() {
        const { board, parts } = this, places = board.places(), { cols } = board;
        const edge = outline(places, cols, 0, 6);

        for (const name of ["shade", "side1", "side2", "side3", "side4", "face", "contour"])
            parts[name].setAttribute("d", edge);
        parts.bevel.setAttribute("d", outline(places, cols, 1.6, 5));
        /* Dark squares keep within the rounded corners. */
        parts.dark.setAttribute("d", squares(places.filter((place) => board.isDark(place)), cols));
        parts.dark.setAttribute("clip-path", "url(#clip-slab)");
        this.svg.querySelector("#clip-slab")?.remove();
        this.svg.querySelector("defs").append(make("clipPath", { id: "clip-slab" },
            [make("path", { d: edge })]));
        parts.tints.replaceChildren(...places.filter((place) => /[a-zA-Z0-9]/.test(board.cells[place]))
            .flatMap((place) => this.#tint(place)));
    }

    #tint(place) {
        const colour = this.board.cells[place], [x, y] = this.centre(place), fill = tintOf(colour);

        return [make("rect", { class: "tint", x: x - unit / 2 + 2, y: y - unit / 2 + 2, width: unit - 4,
            height: unit - 4, rx: 4, fill }),
        make("text", { class: "letter", x, y: y + 7, fill: textColour(fill) }, [colour])];
    }

    #coordinates(k, m) {
        const { rows, cols } = this.board, group = make("g", { "aria-hidden": "true" });
        const every = Math.max(rows, cols) > 26 ? 5 : 1;

        for (let row = 0; row < rows; row++)
            if ((rows - row) % every === 0 || rows - row === 1)
                group.append(make("text", { class: "coord", x: -9 - (m - 9) / 2,
                    y: row * unit + unit / 2 + 5 * k }, [String(rows - row)]));
        for (let col = 0; col < cols; col++)
            if ((col + 1) % every === 0 || col === 0)
                group.append(make("text", { class: "coord", x: col * unit + unit / 2,
                    y: rows * unit + 13 + 18 * k },
                [this.board.name((rows - 1) * cols + col).replace(/\d+$/, "")]));
        return group;
    }

    /* A layer by its name, emptied. */
    layer(name) {
        this.layers[name].replaceChildren();
        return this.layers[name];
    }

    centre(place) {
        return [this.board.colOf(place) * unit + unit / 2, this.board.rowOf(place) * unit + unit / 2];
    }

    outline(places, inset, radius) {
        return outline(places, this.board.cols, inset, radius);
    }

    /* ---- zoom: the window of the picture that is shown ---- */

    #window() {
        const { k, x, y } = this.zoom, { frame } = this;

        this.svg.setAttribute("viewBox", `${frame.x + x} ${frame.y + y} ${frame.w / k} ${frame.h / k}`);
        this.zoomed?.(k);
    }

    /* `k` times the whole board, with the point under (clientX, clientY) staying there. */
    zoomTo(k, clientX, clientY) {
        const { frame } = this, before = this.#at(clientX, clientY);

        k = Math.min(zoomMost, Math.max(1, k));
        this.zoom.k = k;
        this.#window();
        const after = this.#at(clientX, clientY);

        this.zoom.x = Math.min(frame.w - frame.w / k, Math.max(0, this.zoom.x + before.x - after.x));
        this.zoom.y = Math.min(frame.h - frame.h / k, Math.max(0, this.zoom.y + before.y - after.y));
        this.#window();
    }

    zoomBy(factor) {
        const box = this.svg.getBoundingClientRect();

        this.zoomTo(this.zoom.k * factor, box.x + box.width / 2, box.y + box.height / 2);
    }

    #panBy(dx, dy) {
        const scale = this.svg.getScreenCTM().a, { frame } = this, { k } = this.zoom;

        this.zoom.x = Math.min(frame.w - frame.w / k, Math.max(0, this.zoom.x - dx / scale));
        this.zoom.y = Math.min(frame.h - frame.h / k, Math.max(0, this.zoom.y - dy / scale));
        this.#window();
    }

    /* ---- input ---- */

    #moveRing() {
        this.ring.setAttribute("x", this.board.colOf(this.cursor) * unit + 4);
        this.ring.setAttribute("y", this.board.rowOf(this.cursor) * unit + 4);
        this.svg.setAttribute("aria-activedescendant", `square-${this.cursor}`);
    }

    moveTo(place) {
        this.cursor = place;
        this.#moveRing();
    }

    #at(clientX, clientY) {
        return new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    }

    placeAt(clientX, clientY) {
        const at = this.#at(clientX, clientY);
        const row = Math.floor(at.y / unit), col = Math.floor(at.x / unit);

        return row >= 0 && col >= 0 && row < this.board.rows && col < this.board.cols
            ? row * this.board.cols + col : null;
    }

    /* What a click would do: a minus on a square, a plus in a hole. */
    #hover(place) {
        const shown = place !== null && this.tool === "draw";

        this.point?.(place);
        this.mark.setAttribute("visibility", shown ? "visible" : "hidden");
        if (!shown)
            return;
        const [x, y] = this.centre(place), hole = !this.board.has(place);

        this.mark.setAttribute("class", hole ? "mark hole" : "mark");
        this.mark.replaceChildren(
            make("rect", { x: x - 24, y: y - 24, width: 48, height: 48, rx: 8 }),
            make("path", { d: `M${x + 10} ${y - 14}h8` + (hole ? `M${x + 14} ${y - 18}v8` : "") }));
    }

    /* The squares from one place to another, so that a quick stroke has no gaps. */
    #between(from, to) {
        const { cols } = this.board, places = [];
        const row = this.board.rowOf(from), col = this.board.colOf(from);
        const down = this.board.rowOf(to) - row, right = this.board.colOf(to) - col;
        const steps = Math.max(Math.abs(down), Math.abs(right));

        for (let i = 1; i <= steps; i++)
            places.push(Math.round(row + down * i / steps) * cols + Math.round(col + right * i / steps));
        return places;
    }

    #listen() {
        const { svg } = this;

        this.fingers = new Map(); /* pointers that are down: id -> [x, y] */
        this.last = null; /* the last square of the stroke that is being drawn */
        svg.addEventListener("pointerdown", (event) => this.#down(event));
        svg.addEventListener("pointermove", (event) => this.#move(event));
        for (const end of ["pointerup", "pointercancel"])
            svg.addEventListener(end, (event) => {
                this.fingers.delete(event.pointerId);
                if (this.fingers.size === 0)
                    this.last = this.pinch = null;
            });
        svg.addEventListener("pointerleave", () => this.#hover(null));
        svg.addEventListener("wheel", (event) => {
            if (!event.ctrlKey && this.tool !== "move" && this.zoom.k === 1)
                return;
            event.preventDefault();
            this.zoomTo(this.zoom.k * Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
        }, { passive: false });
        svg.addEventListener("keydown", (event) => this.#key(event));
    }

    #down(event) {
        if (event.button !== 0)
            return;
        event.preventDefault();
        this.svg.focus({ preventScroll: true });
        this.svg.setPointerCapture(event.pointerId);
        this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
        if (this.fingers.size === 2) {
            if (this.last !== null)
                this.drop();
            this.last = null;
            this.pinch = true;
        }
        const place = this.placeAt(event.clientX, event.clientY);

        if (this.fingers.size > 1 || place === null || this.tool === "move")
            return;
        this.last = place;
        this.moveTo(place);
        this.act(place, "begin", event);
        this.#hover(event.pointerType === "mouse" ? place : null);
    }

    #move(event) {
        const before = this.fingers.get(event.pointerId);
        const at = [event.clientX, event.clientY];

        if (!before) {
            if (event.pointerType === "mouse")
                this.#hover(this.placeAt(...at));
            return;
        }
        if (this.pinch && this.fingers.size === 2)
            this.#pinch(event.pointerId, at);
        else if (this.tool === "move")
            this.#panBy(at[0] - before[0], at[1] - before[1]);
        this.fingers.set(event.pointerId, at);
        const place = this.last === null ? null : this.placeAt(...at);

        if (place === null || place === this.last)
            return;
        for (const passed of this.#between(this.last, place))
            this.act(passed, "go on", event);
        this.last = place;
        this.moveTo(place);
    }

    #pinch(id, at) {
        const other = [...this.fingers].find(([one]) => one !== id)[1], was = this.fingers.get(id);
        const far = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
        const middle = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
        const [x0, y0] = middle(was, other), [x1, y1] = middle(at, other);

        this.#panBy(x1 - x0, y1 - y0);
        this.zoomTo(this.zoom.k * far(at, other) / Math.max(1, far(was, other)), x1, y1);
    }

    #key(event) {
        const { rows, cols } = this.board;
        const row = this.board.rowOf(this.cursor), col = this.board.colOf(this.cursor);
        const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1],
            ArrowRight: [0, 1] }[event.key];
        const jump = { Home: [event.ctrlKey ? 0 : row, 0],
            End: [event.ctrlKey ? rows - 1 : row, cols - 1],
            PageUp: [0, col], PageDown: [rows - 1, col] }[event.key];

        if (step && !event.altKey && !event.ctrlKey && !event.metaKey) {
            const to = [row + step[0], col + step[1]];

            event.preventDefault();
            if (to[0] < 0 || to[1] < 0 || to[0] >= rows || to[1] >= cols)
                return;
            if (event.shiftKey && !this.painting)
                this.act(this.cursor, "begin", event);
            this.painting = event.shiftKey;
            this.moveTo(to[0] * cols + to[1]);
            if (event.shiftKey)
                this.act(this.cursor, "go on", event);
        } else if (event.key === " " || event.key === "Enter") {
            event.preventDefault();
            this.act(this.cursor, "begin", event);
            this.painting = true; /* shift with an arrow goes on with it */
        } else if (jump && !event.altKey) {
            event.preventDefault();
            this.painting = false;
            this.moveTo(jump[0] * cols + jump[1]);
        } else if (event.key !== "Shift") {
            this.painting = false;
        }
    }
}
