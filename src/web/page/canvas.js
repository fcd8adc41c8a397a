/* canvas.js - a board of up to a million squares, painted on a canvas below the picture.
 *
 * The picture above it (view.js) has the marks; here are squares, dominoes, pieces and
 * walks. Two things are kept: for each place who covers it, and a bitmap with a pixel a
 * place. Squares that are small on the screen are painted by scaling the bitmap, larger ones
 * one by one, those in sight alone; so a frame costs what is seen, not what there is.
 *
 *     owner    number of the part on each place, from 1; 0: none
 *     tint     number of its colour in `palette`
 *     moving   while dominoes slide: which, which way, and since when
 */
import { pieceColour, mix } from "./palette.js";
import { unit } from "./svg.js";

const singleFrom = 5;   /* pixels of a square from which squares are painted one by one */
const chequeredFrom = 2; /* and from which light and dark ones are told apart: smaller ones would make patterns */
const dotsFrom = 14, sideFrom = 10; /* and from which dominoes have dots, and a side */
const slideMs = 300;
const dominoNames = ["h0", "h1", "v0", "v1"];

const channels = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));

/* The kind of a domino by its first place: 0 and 1 lie, 2 and 3 stand, odd on dark. */
export const dominoKind = (board, a, b) => (b - a === 1 ? 0 : 2) + (board.isDark(a) ? 1 : 0);

export class BoardCanvas {
    /* frame() gives { scale, x, y }: where the corner of the board lies in the canvas, in
     * pixels of the page, and how many of them a unit has. */
    constructor(element, map, frame) {
        Object.assign(this, { element, map, frame });
        this.bitmap = document.createElement("canvas");
        this.walk = null;
        this.clear();
    }

    clear() {
        this.owner = null;
        this.tint = null;
        this.moving = null;
        this.palette = [];
        this.heights = null;
        this.stale = true;
    }

    show(board) {
        this.board = board;
        this.clear();
        this.walk = null;
        this.drawSoon();
    }

    /* Dominoes as pairs of places, the smaller one first. */
    dominoes(pairs) {
        const { board } = this;

        this.#reserve(dominoNames.map((name) => `--${name}`));
        pairs.forEach(([a, b], i) => {
            this.owner[a] = this.owner[b] = i + 1;
            this.tint[a] = this.tint[b] = dominoKind(board, a, b);
        });
        this.drawSoon();
    }

    pieces(parts) {
        const colours = new Map();

        for (const { name, number } of parts)
            if (!colours.has(pieceColour(name, number)))
                colours.set(pieceColour(name, number), colours.size);
        this.#reserve([...colours.keys()]);
        parts.forEach(({ places, name, number }, i) => {
            for (const place of places) {
                this.owner[place] = i + 1;
                this.tint[place] = colours.get(pieceColour(name, number));
            }
        });
        this.drawSoon();
    }

    /* Dominoes that lie where they should slide there, the new ones grow: { pairs, ways } as
     * Shuffle has them; null: nothing moves. On small squares it would not be seen. */
    slide(coming) {
        if (!coming || this.frame().scale * unit < singleFrom)
            return;
        this.moving = { ...coming, since: performance.now() };
        this.drawSoon();
    }

    /* A walk over places: { places, closed, moment, colour(share) }; null: none. */
    route(walk) {
        this.walk = walk;
        this.drawSoon();
    }

    /* Heights of places, with their least and greatest; null: none. */
    relief(heights) {
        this.heights = heights;
        this.stale = true;
        this.drawSoon();
    }

    #reserve(palette) {
        const size = this.board.cells.length;

        this.owner = new Int32Array(size);
        this.tint = new Uint8Array(size);
        this.palette = palette;
        this.stale = true;
    }

    /* ---- painting ---- */

    #colour(name) {
        return name.startsWith("--") ? getComputedStyle(this.element).getPropertyValue(name).trim() : name;
    }

    drawSoon() {
        this.pending ??= requestAnimationFrame(() => {
            this.pending = null;
            this.draw();
        });
    }

    draw() {
        const { element, board } = this;

        if (!board || element.hidden)
            return;
        const box = element.getBoundingClientRect(), ratio = Math.min(2, devicePixelRatio || 1);
        const context = element.getContext("2d"), { scale, x, y } = this.frame();

        if (!box.width)
            return;
        element.width = Math.round(box.width * ratio);
        element.height = Math.round(box.height * ratio);
        this.#refreshBitmap(scale * unit);
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        this.#bed(context, x, y, scale);
        context.translate(x, y);
        if (scale * unit < singleFrom)
            this.#scaled(context, scale * unit);
        else
            this.#single(context, scale * unit, box, x, y);
        if (this.walk)
            this.#route(context, scale * unit);
    }

    /* The bottom of the tray, in which holes are seen. */
    #bed(context, x, y, scale) {
        const { rows, cols } = this.board, edge = Math.max(3, 9 * scale);

        context.fillStyle = this.#colour("--floor");
        context.beginPath();
        context.roundRect(x - edge, y - edge, cols * unit * scale + 2 * edge, rows * unit * scale + 2 * edge, 6);
        context.fill();
    }

    /* One pixel a place, of which each has `side` pixels of the page. */
    #refreshBitmap(side = chequeredFrom) {
        const theme = document.documentElement.dataset.theme, even = side < chequeredFrom;

        if (!this.stale && this.theme === theme && this.even === even)
            return;
        const { rows, cols, cells } = this.board, { bitmap } = this;
        const names = ["--sq-light", "--sq-dark", "--floor", ...this.palette];
        const colours = names.map((name) => channels(this.#colour(name)));

        this.stale = false;
        Object.assign(this, { theme, even });
        if (even)
            colours[0] = colours[1] = colours[0].map((value, i) => Math.round((value + colours[1][i]) / 2));
        bitmap.width = cols;
        bitmap.height = rows;
        const context = bitmap.getContext("2d"), image = context.createImageData(cols, rows);

        for (let place = 0, row = 0; row < rows; row++)
            for (let col = 0; col < cols; col++, place++) {
                const which = cells[place] === "." ? 2 : this.owner?.[place] ? 3 + this.tint[place]
                    : (row + col) % 2;
                const [r, g, b] = this.heights ? this.#heightColour(place, which) : colours[which];

                image.data.set([r, g, b, 255], 4 * place);
            }
        context.putImageData(image, 0, 0);
        this.#showMap();
    }

    /* From low to high: the colours of time. */
    #heightColour(place, which) {
        const { of, low, high } = this.heights;

        if (which === 2)
            return channels(this.#floor ??= this.#colour("--floor"));
        this.ramp ??= Array.from({ length: 65 }, (_, i) => channels(this.heights.colour(i / 64)));
        return this.ramp[Math.round(64 * (of[place] - low) / Math.max(1, high - low))];
    }

    #floor = null;

    recoloured() {
        this.#floor = this.ramp = null;
        this.stale = true;
        this.draw();
    }

    #scaled(context, side) {
        const { rows, cols } = this.board;

        context.imageSmoothingEnabled = side < 1;
        context.imageSmoothingQuality = "high";
        context.drawImage(this.bitmap, 0, 0, cols * side, rows * side);
    }

    /* Rows and columns that are in sight. */
    #sight(side, box, x, y) {
        const { rows, cols } = this.board;
        const clamp = (value, most) => Math.min(most, Math.max(0, Math.floor(value)));

        return { top: clamp(-y / side - 1, rows), bottom: clamp((box.height - y) / side + 2, rows),
            left: clamp(-x / side - 1, cols), right: clamp((box.width - x) / side + 2, cols) };
    }

    #single(context, side, box, x, y) {
        const { board } = this, sight = this.#sight(side, box, x, y), { cols } = board;
        const light = this.#colour("--sq-light"), dark = this.#colour("--sq-dark");
        const colours = this.palette.map((name) => this.#colour(name));
        const wall = this.#colour("--slab");

        for (let row = sight.top; row < sight.bottom; row++)
            for (let col = sight.left; col < sight.right; col++) {
                const place = row * cols + col;

                if (board.cells[place] === ".")
                    continue;
                context.fillStyle = this.heights ? `rgb(${this.#heightColour(place, 0)})`
                    : (row + col) % 2 ? dark : light;
                context.fillRect(col * side, row * side, side + 0.4, side + 0.4);
                if (row + 1 < board.rows && board.cells[place + cols] === ".") {
                    context.fillStyle = wall;
                    context.fillRect(col * side, (row + 1) * side, side, side * 0.12);
                }
            }
        if (this.moving && this.owner)
            this.#sliding(context, side, colours);
        else if (this.owner)
            this.#parts(context, side, sight, colours);
    }

    #sliding(context, side, colours) {
        const { pairs, ways, since } = this.moving, { board } = this, gap = side * 0.055;
        const share = Math.min(1, (performance.now() - since) / slideMs), back = 1 - share * (2 - share);

        pairs.forEach(([a, b], i) => {
            const way = ways[i], less = way < 0 ? back * side / 2 : 0;
            const down = [0, -1, 1, 0, 0][way] ?? 0, right = [0, 0, 0, -1, 1][way] ?? 0;
            const wide = b - a === 1;

            context.fillStyle = colours[dominoKind(board, a, b)];
            context.fillRect((board.colOf(a) - right * back) * side + gap + less,
                (board.rowOf(a) - down * back) * side + gap + less,
                (wide ? 2 : 1) * side - 2 * gap - 2 * less, (wide ? 1 : 2) * side - 2 * gap - 2 * less);
        });
        if (share === 1)
            this.moving = null;
        this.drawSoon();
    }

    /* Parts cell by cell: a cell reaches over its side where its part goes on. */
    #parts(context, side, { top, bottom, left, right }, colours) {
        const { board, owner, tint } = this, { cols } = board, gap = Math.max(0.5, side * 0.055);
        const edges = side >= sideFrom ? colours.map((colour) => mix(colour, "#120a00", 0.44)) : null;
        const same = (place, other, inside) => inside && owner[other] === owner[place];
        const shape = (place, row, col, drop) => {
            const l = same(place, place - 1, col > 0) ? 0 : gap, u = same(place, place - cols, row > 0) ? 0 : gap;
            const r = same(place, place + 1, col + 1 < cols) ? 0 : gap;
            const d = same(place, place + cols, row + 1 < board.rows) ? 0 : gap;

            context.fillRect(col * side + l, row * side + u + drop, side - l - r + (r ? 0 : 0.4),
                side - u - d + (d ? 0 : 0.4));
        };

        for (const depth of edges ? [side * 0.06, 0] : [0])
            for (let row = top; row < bottom; row++)
                for (let col = left; col < right; col++) {
                    const place = row * cols + col;

                    if (!owner[place])
                        continue;
                    context.fillStyle = (depth ? edges : colours)[tint[place]];
                    context.globalAlpha = this.heights ? 0.25 : 1;
                    shape(place, row, col, depth);
                }
        context.globalAlpha = 1;
        if (side >= dotsFrom && this.palette[0] === "--h0")
            this.#dots(context, side, { top, bottom, left, right });
    }

    #dots(context, side, { top, bottom, left, right }) {
        for (let row = top; row < bottom; row++)
            for (let col = left; col < right; col++) {
                if (!this.owner[row * this.board.cols + col])
                    continue;
                context.fillStyle = (row + col) % 2 ? "#43392a" : "#fffaf0";
                context.beginPath();
                context.arc((col + 0.5) * side, (row + 0.48) * side, side * 0.09, 0, 7);
                context.fill();
            }
    }

    /* A walk in some colours of time: all its legs of one colour are one line. */
    #route(context, side) {
        const { places, closed, moment, colour } = this.walk, { cols } = this.board;
        const legs = places.length - (closed ? 0 : 1), bands = Math.min(64, Math.max(1, legs));
        const at = (i) => {
            const place = places[i % places.length];

            return [(place % cols + 0.5) * side, (Math.floor(place / cols) + 0.5) * side];
        };

        context.lineWidth = Math.max(0.7, side * 0.11);
        context.lineJoin = context.lineCap = "round";
        for (let band = 0; band < bands; band++) {
            const from = Math.floor(band * legs / bands);
            const to = Math.min(moment, Math.floor((band + 1) * legs / bands));

            if (from >= to)
                break;
            context.strokeStyle = colour(band / Math.max(1, bands - 1));
            context.beginPath();
            context.moveTo(...at(from));
            for (let i = from + 1; i <= to; i++)
                context.lineTo(...at(i));
            context.stroke();
        }
    }

    /* ---- the small map ---- */

    #showMap() {
        const { map, bitmap } = this, side = 120 / Math.max(bitmap.width, bitmap.height);
        const ratio = Math.min(2, devicePixelRatio || 1);

        map.width = Math.round(bitmap.width * side * ratio);
        map.height = Math.round(bitmap.height * side * ratio);
        map.style.width = `${map.width / ratio}px`;
        map.style.height = `${map.height / ratio}px`;
        map.getContext("2d").drawImage(bitmap, 0, 0, map.width, map.height);
    }

    /* Keeps the map right even if the board itself is not painted here. */
    refreshMap() {
        this.#refreshBitmap(this.element.hidden ? chequeredFrom : this.frame().scale * unit);
    }

    /* The whole board as a picture of its own, `side` pixels a square. */
    portrait(side) {
        const canvas = document.createElement("canvas"), { rows, cols } = this.board, edge = 8;
        const context = canvas.getContext("2d");

        canvas.width = cols * side + 2 * edge;
        canvas.height = rows * side + 2 * edge;
        this.#refreshBitmap(side);
        this.#bed(context, edge, edge, side / unit);
        context.translate(edge, edge);
        if (side < singleFrom)
            this.#scaled(context, side);
        else
            this.#single(context, side, { width: canvas.width, height: canvas.height }, edge, edge);
        if (this.walk)
            this.#route(context, side);
        return canvas;
    }
}

/* What lies on a large board, with the interface of TileLayer. */
export class CanvasTiles {
    constructor(canvas) {
        this.canvas = canvas;
    }

    clear() {
        if (this.canvas.owner) {
            this.shown = null;
            this.canvas.clear();
            this.canvas.drawSoon();
        }
    }

    /* The same list is not painted twice. */
    dominoes(board, pairs) {
        if (!pairs.length)
            this.clear();
        else if (this.shown !== pairs)
            this.canvas.dominoes(pairs);
        this.shown = pairs;
    }

    pieces(board, parts) {
        if (parts.length)
            this.canvas.pieces(parts);
        else
            this.clear();
    }

    bodyOf() {
        return null;
    }
}
