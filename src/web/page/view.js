/* view.js - a board on the screen: a slab of squares in a tray, and layers above it.
 *
 * The slab is a few paths, drawn anew when squares change; the grid that a screen reader
 * walks through are transparent rectangles above it. One square has the cursor: arrows
 * move it, space acts on it, shift with an arrow paints. With the mouse, a pen or a finger
 * the first square decides whether a line removes or gives back. Two fingers zoom, and what
 * the first one drew is taken back; with the tool "move" one finger pans. The layers are
 * groups of their own, so that a new tiling does not touch the squares.
 *
 * Large boards, and dominoes that shuffle, are painted on a canvas below the picture
 * (canvas.js); the picture has the marks alone, and for screen readers the square that has
 * the cursor. A small map shows which part of the board is in sight.
 */
import { BoardCanvas, CanvasTiles } from "./canvas.js";
import { make, outline, squares, unit } from "./svg.js";
import { textColour, tintOf } from "./palette.js";
import { TileLayer } from "./tiles.js";

/* From the bottom to the top. */
const order = ["under", "tiling", "heat", "proof", "tour", "steps", "marks"];
const softMost = 400;  /* squares up to which shadows are blurred */
const zoomMost = 12;
const nearMost = 6;    /* squares across that are still seen at the nearest */
const readable = 12;   /* pixels of a square whose marks can be read */

export class BoardView {
    /* act(place, "begin" | "go on") is called for the squares of a stroke, drop() when it
     * becomes a pinch; point(place or null) while nothing is pressed; label(place) says
     * what a screen reader reads. */
    constructor(svg, { large, map, act, drop, point, label, zoomed }) {
        Object.assign(this, { svg, map, act, drop, point, label, zoomed });
        this.canvas = new BoardCanvas(large, map, () => this.#frame());
        this.flat = this.roomy = false;
        this.board = null;
        this.cursor = 0;
        this.squares = [];
        this.layers = {};
        this.tool = "draw";
        this.zoom = { k: 1, x: 0, y: 0 };
        this.#listen();
    }

    /* ---- drawing ---- */

    /* `flat`: painted on the canvas although it is small; `roomy`: with room for sums beside it. */
    show(board, { flat = false, roomy = false } = {}) {
        const before = this.board, same = before && before.rows === board.rows && before.cols === board.cols;

        if (same && before.same(board) && this.flat === flat && this.roomy === roomy)
            return;
        this.board = board;
        this.canvas.board = board;
        this.canvas.stale = true;
        if (!same || this.flat !== flat || this.roomy !== roomy || before.isLarge !== board.isLarge) {
            Object.assign(this, { flat, roomy });
            this.#build(same ? this.zoom : { k: 1, x: 0, y: 0 });
        } else {
            this.#refresh(before);
        }
        if (this.zoom.k > 1)
            this.canvas.refreshMap();
    }

    /* Whether it is painted on the canvas. */
    get painted() {
        return this.flat || this.board.isLarge;
    }

    #build(zoom) {
        const { rows, cols } = this.board, { painted } = this;
        const k = this.scale = Math.max(1, Math.max(rows, cols) / 8), m = 30 * k;
        const w = cols * unit, h = rows * unit;

        this.cursor = Math.min(this.cursor, rows * cols - 1);
        const edge = this.margin = m * (this.roomy ? 1.25 : 0.75); /* above and to the right */
        const left = m * (1 + 0.35 * Math.max(0, String(rows).length - 2)); /* numbers of three digits need more */

        this.frame = { x: -left, y: -edge, w: w + left + edge, h: h + edge + 1.1 * m + 8 };
        this.layers = Object.fromEntries(order.map((name) =>
            [name, make("g", { class: `layer ${name}`, "aria-hidden": "true" })]));
        this.canvas.element.hidden = !painted;
        this.canvas.show(this.board);
        this.tiles = painted ? new CanvasTiles(this.canvas) : new TileLayer(this.layers.tiling);
        this.ring = make("rect", { class: "cursor", width: unit - 8, height: unit - 8, rx: 6 });
        this.mark = make("g", { class: "mark", visibility: "hidden" });
        this.svg.classList.toggle("soft", rows * cols <= softMost);
        this.svg.style.setProperty("--k", k);
        this.svg.setAttribute("aria-rowcount", rows);
        this.svg.setAttribute("aria-colcount", cols);
        this.svg.replaceChildren(...(painted ? [] : this.#slab(w, h)), this.#coordinates(k, left),
            painted ? this.#oneSquare() : this.#grid(), ...Object.values(this.layers), this.mark, this.ring);
        this.zoom = zoom;
        this.#window();
        if (!painted)
            this.#paint();
        this.#moveRing();
    }

    /* The slab in its tray, as empty paths. */
    #slab(w, h) {
        const parts = this.parts = Object.fromEntries(["shade", "side1", "side2", "side3", "side4"]
            .map((name) => [name, make("path", { class: name === "shade" ? "slab-shade" : "slab" })]));

        parts.face = make("path", { class: "sq-light" });
        parts.dark = make("path", { class: "sq-dark" });
        parts.tints = make("g", { class: "tints" });
        parts.bevel = make("path", { class: "bevel" });
        parts.contour = make("path", { class: "contour" });
        parts.shade.setAttribute("transform", "translate(4 13)");
        [1, 2, 3, 4].forEach((i) => parts[`side${i}`].setAttribute("transform", `translate(0 ${2 * i})`));
        return [
            make("defs", {}, [make("clipPath", { id: "clip-tray" }, [make("rect", { x: -9, y: -9,
                width: w + 18, height: h + 22, rx: 10 })])]),
            make("rect", { class: "floor", x: -9, y: -9, width: w + 18, height: h + 22, rx: 10 }),
            make("g", { "clip-path": "url(#clip-tray)" }, [
                make("rect", { class: "floor-lit", x: -9, y: -3, width: w + 18, height: h + 22, rx: 10 }),
                parts.shade, ...[4, 3, 2, 1].map((i) => parts[`side${i}`])]),
            parts.face, parts.dark, parts.tints, parts.bevel, parts.contour];
    }

    /* Of a large board a screen reader meets the square that has the cursor. */
    #oneSquare() {
        const square = make("rect", { class: "hit", width: unit, height: unit, role: "gridcell", id: "square-here" });

        this.squares = [square];
        return make("g", { role: "rowgroup" }, [make("g", { role: "row" }, [square])]);
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
        if (this.painted) {
            this.#moveRing();
            this.canvas.drawSoon();
            return;
        }
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

    #coordinates(k, left) {
        const { rows, cols } = this.board, group = make("g", { "aria-hidden": "true" });
        const side = Math.max(rows, cols);
        const every = [1, 5, 10, 20, 50, 100].find((step) => side / step <= (step === 1 ? 26 : 12)) ?? 100;

        for (let row = 0; row < rows; row++)
            if ((rows - row) % every === 0 || rows - row === 1)
                group.append(make("text", { class: "coord", x: -9 - (left - 9) / 2,
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
        this.zoomed?.(k, { x: (frame.x + x) / unit, y: (frame.y + y) / unit, w: frame.w / k / unit, h: frame.h / k / unit });
        if (this.painted)
            this.canvas.drawSoon();
    }

    /* Where the corner of the board lies in the tray, and how many pixels a unit has. */
    #frame() {
        const at = this.svg.getScreenCTM(), box = this.canvas.element.getBoundingClientRect();

        return { scale: at.a, x: at.e - box.x, y: at.f - box.y };
    }

    /* Pixels of a square. */
    get pixels() {
        return (this.svg.getScreenCTM()?.a ?? 1) * unit;
    }

    get #most() {
        return Math.max(zoomMost, Math.max(this.board.rows, this.board.cols) / nearMost);
    }

    #keepInside() {
        const { frame, zoom } = this, { k } = zoom;

        zoom.x = Math.min(frame.w - frame.w / k, Math.max(0, zoom.x));
        zoom.y = Math.min(frame.h - frame.h / k, Math.max(0, zoom.y));
        this.#window();
    }

    /* The window with this point (in squares) in its middle. */
    centreAt(col, row) {
        const { frame, zoom } = this;

        zoom.x = col * unit - frame.x - frame.w / zoom.k / 2;
        zoom.y = row * unit - frame.y - frame.h / zoom.k / 2;
        this.#keepInside();
    }

    /* Brings squares into view, large enough to be read, if they are not. */
    bring(places) {
        const rows = places.map((place) => this.board.rowOf(place)), cols = places.map((place) => this.board.colOf(place));
        const [top, bottom] = [Math.min(...rows), Math.max(...rows) + 1];
        const [left, right] = [Math.min(...cols), Math.max(...cols) + 1];
        const { x, y, width, height } = this.svg.viewBox.baseVal;
        const seen = left * unit >= x && right * unit <= x + width && top * unit >= y && bottom * unit <= y + height;

        if (!places.length || (seen && this.pixels >= readable))
            return;
        const across = Math.max(right - left + 6, bottom - top + 6, 14);

        this.zoom.k = Math.min(this.#most, Math.max(1, Math.min(this.frame.w, this.frame.h) / unit / across));
        this.centreAt((left + right) / 2, (top + bottom) / 2);
    }

    /* `k` times the whole board, with the point under (clientX, clientY) staying there. */
    zoomTo(k, clientX, clientY) {
        const before = this.#at(clientX, clientY);

        this.zoom.k = Math.min(this.#most, Math.max(1, k));
        this.#window();
        const after = this.#at(clientX, clientY);

        this.zoom.x += before.x - after.x;
        this.zoom.y += before.y - after.y;
        this.#keepInside();
    }

    zoomBy(factor) {
        const box = this.svg.getBoundingClientRect();

        this.zoomTo(this.zoom.k * factor, box.x + box.width / 2, box.y + box.height / 2);
    }

    #panBy(dx, dy) {
        const scale = this.svg.getScreenCTM().a;

        this.zoom.x -= dx / scale;
        this.zoom.y -= dy / scale;
        this.#keepInside();
    }

    /* ---- input ---- */

    #moveRing() {
        this.ring.setAttribute("x", this.board.colOf(this.cursor) * unit + 4);
        this.ring.setAttribute("y", this.board.rowOf(this.cursor) * unit + 4);
        this.svg.setAttribute("aria-activedescendant", this.painted ? "square-here" : `square-${this.cursor}`);
        if (!this.painted)
            return;
        const [square] = this.squares;

        square.setAttribute("x", this.board.colOf(this.cursor) * unit);
        square.setAttribute("y", this.board.rowOf(this.cursor) * unit);
        square.setAttribute("aria-colindex", this.board.colOf(this.cursor) + 1);
        square.parentNode.setAttribute("aria-rowindex", this.board.rowOf(this.cursor) + 1);
        square.setAttribute("aria-label", this.label(this.cursor));
    }

    moveTo(place, follows = false) {
        this.cursor = place;
        this.#moveRing();
        if (follows && this.zoom.k > 1)
            this.#follow();
    }

    /* Moves the window as far as the square with the cursor needs it. */
    #follow() {
        const { frame, zoom } = this, [x, y] = this.centre(this.cursor);
        const fit = (at, from, size, offset) => Math.min(Math.max(offset, at + unit - from - size), at - unit - from);

        zoom.x = fit(x, frame.x, frame.w / zoom.k, zoom.x);
        zoom.y = fit(y, frame.y, frame.h / zoom.k, zoom.y);
        this.#keepInside();
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
            if (!event.ctrlKey && this.tool !== "move" && this.zoom.k === 1 && !this.board.isLarge)
                return;
            event.preventDefault();
            this.zoomTo(this.zoom.k * Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
        }, { passive: false });
        svg.addEventListener("keydown", (event) => this.#key(event));
        new ResizeObserver(() => this.canvas.drawSoon()).observe(svg);
        const go = (event) => {
            const box = this.map.getBoundingClientRect();

            if (event.buttons)
                this.centreAt((event.clientX - box.x) / box.width * this.board.cols,
                    (event.clientY - box.y) / box.height * this.board.rows);
        };

        for (const kind of ["pointerdown", "pointermove"])
            this.map.addEventListener(kind, go);
    }

    #down(event) {
        if (event.button > 1)
            return;
        event.preventDefault();
        this.panning = event.button === 1; /* with the middle button whatever the tool */
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

        if (this.fingers.size > 1 || place === null || this.tool === "move" || this.panning)
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
        else if (this.tool === "move" || this.panning)
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
            this.moveTo(to[0] * cols + to[1], true);
            if (event.shiftKey)
                this.act(this.cursor, "go on", event);
        } else if (event.key === " " || event.key === "Enter") {
            event.preventDefault();
            this.act(this.cursor, "begin", event);
            this.painting = true; /* shift with an arrow goes on with it */
        } else if (jump && !event.altKey) {
            event.preventDefault();
            this.painting = false;
            this.moveTo(jump[0] * cols + jump[1], true);
        } else if (event.key !== "Shift") {
            this.painting = false;
        }
    }
}
