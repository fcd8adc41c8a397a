/* gallery.js - thousands of solutions, of which only those in sight are drawn, and the filters
 * that choose which are listed: all, symmetric ones, or those with a piece in a corner.
 * Solutions are packed as in pieces.js. */
import { el } from "./svg.js";

const least = 132, gap = 14; /* the width of a thumbnail is 132 or more */
const captionHeight = 22;
const namedMost = 20; /* pieces for which a corner can be asked for */

export class Gallery {
    /* paint(context, solution, canvas) draws a thumbnail, below which stands caption(number);
     * choose(number) shows one. */
    constructor(box, { paint, choose, caption }) {
        Object.assign(this, { box, paint, choose, caption });
        this.solutions = [];
        this.chosen = -1;
        this.shown = null; /* the numbers of those that are listed; null: all */
        this.form = 1;
        this.inner = document.createElement("div");
        this.inner.className = "gallery-inner";
        box.replaceChildren(this.inner);
        box.addEventListener("scroll", () => this.draw());
        box.addEventListener("keydown", (event) => {
            const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: this.across(),
                ArrowUp: -this.across() }[event.key];

            if (!step)
                return;
            event.preventDefault();
            this.go(step);
        });
        new ResizeObserver(() => box.clientWidth && this.draw()).observe(box);
    }

    /* Thumbnails take the form of the board. */
    clear({ rows, cols }) {
        this.form = rows / cols;
        this.solutions = [];
        this.shown = null;
        this.chosen = -1;
        this.inner.replaceChildren();
    }

    add(solution) {
        this.solutions.push(solution);
        if (!this.pending)
            this.pending = requestAnimationFrame(() => {
                this.pending = 0;
                this.draw();
            });
    }

    /* Only the solutions with these numbers; null: all. */
    filter(numbers) {
        this.shown = numbers;
        this.inner.replaceChildren();
        this.box.scrollTop = 0;
        this.draw();
    }

    get count() {
        return this.shown?.length ?? this.solutions.length;
    }

    numberAt(index) {
        return this.shown ? this.shown[index] : index;
    }

    across() {
        return Math.max(2, Math.floor((this.box.clientWidth + gap) / (least + gap)));
    }

    measure() {
        const across = this.across();

        this.side = Math.floor((this.box.clientWidth - gap * (across - 1) - 6) / across);
        this.high = Math.max(24, Math.min(2 * this.side, Math.round((this.side - 12) * this.form) + 12));
        this.tall = this.high + (this.caption(0) ? captionHeight : 0);
        return across;
    }

    /* The rows in sight, and a little above and below. */
    draw() {
        if (!this.box.clientWidth)
            return;
        const across = this.measure(), { side, tall } = this;
        const rows = Math.ceil(this.count / across);
        const top = Math.max(0, Math.floor(this.box.scrollTop / (tall + gap)) - 1);
        const bottom = Math.min(rows,
            Math.ceil((this.box.scrollTop + this.box.clientHeight) / (tall + gap)) + 1);
        const wanted = new Map(), kept = new Map();

        this.inner.style.height = `${rows * (tall + gap) + gap}px`;
        for (let i = top * across; i < Math.min(bottom * across, this.count); i++)
            wanted.set(this.numberAt(i), [3 + (i % across) * (side + gap),
                3 + Math.floor(i / across) * (tall + gap)]);
        for (const button of [...this.inner.children]) {
            if (wanted.has(Number(button.dataset.number)) && button.style.width === `${side}px`)
                kept.set(Number(button.dataset.number), button);
            else
                button.remove();
        }
        for (const [number, [x, y]] of wanted) {
            const button = kept.get(number) ?? this.thumbnail(number);

            button.style.transform = `translate(${x}px, ${y}px)`;
            button.setAttribute("aria-pressed", number === this.chosen);
        }
    }

    thumbnail(number) {
        const button = document.createElement("button");
        const canvas = document.createElement("canvas");
        const scale = devicePixelRatio || 1;

        button.type = "button";
        button.className = "thumbnail";
        button.dataset.number = number;
        button.style.width = `${this.side}px`;
        button.style.height = `${this.tall}px`;
        button.setAttribute("aria-label", `Solution ${number + 1}${this.caption(number) ? `, costs ${this.caption(number)}` : ""}`);
        canvas.width = (this.side - 12) * scale;
        canvas.height = (this.high - 12) * scale;
        canvas.style.height = `${this.high - 12}px`;
        this.paint(canvas.getContext("2d"), this.solutions[number], canvas);
        button.append(canvas, ...(this.caption(number) ? [el("span", { class: "caption" }, [this.caption(number)])] : []));
        button.addEventListener("click", () => this.show(number));
        this.inner.append(button);
        return button;
    }

    show(number) {
        if (number < 0 || number >= this.solutions.length)
            return;
        this.chosen = number;
        this.choose(number);
        this.draw();
    }

    /* Moves by `step` places among those that are listed. */
    go(step) {
        const at = this.shown ? this.shown.indexOf(this.chosen) : this.chosen;
        const to = Math.min(this.count - 1, Math.max(0, at + step));

        if (this.count === 0)
            return;
        this.show(this.numberAt(to));
        this.reveal(to);
    }

    /* The one after the chosen one; after the last one the first. */
    next() {
        const at = this.shown ? this.shown.indexOf(this.chosen) : this.chosen;

        this.go(at + 1 < this.count ? 1 : -at);
    }

    /* Brings one into sight. */
    reveal(index) {
        const y = Math.floor(index / this.across()) * (this.tall + gap);

        if (y < this.box.scrollTop || y + this.tall > this.box.scrollTop + this.box.clientHeight)
            this.box.scrollTop = y - this.tall;
    }
}

/* ---- filters ---- */

/* The part of a place in a packed solution, from 1 on; 0: none. */
const partAt = (data, place) => data[1 + data[0] + place];

/* Whether a half turn or a reflection leaves the parts as they are, apart from names. */
function isSymmetric(data, { rows, cols }) {
    const maps = [(r, c) => [rows - 1 - r, cols - 1 - c], (r, c) => [rows - 1 - r, c],
        (r, c) => [r, cols - 1 - c]];

    return maps.some((map) => {
        const to = new Map();

        for (let place = 0; place < rows * cols; place++) {
            const [r, c] = map(Math.floor(place / cols), place % cols);
            const part = partAt(data, place), image = partAt(data, r * cols + c);

            if (to.has(part) && to.get(part) !== image)
                return false;
            to.set(part, image);
        }
        return new Set(to.values()).size === to.size;
    });
}

/* Whether a piece lies in a corner of the board. */
function isInCorner(data, { rows, cols }, wanted) {
    return [0, cols - 1, (rows - 1) * cols, rows * cols - 1].some((place) =>
        partAt(data, place) && data[partAt(data, place)] === wanted);
}

export class Filters {
    constructor(box, gallery, board) {
        this.box = box;
        this.gallery = gallery;
        this.board = board;
        this.forget();
    }

    forget() {
        this.chosen = "";
        this.told = null;
    }

    refresh(pieces) {
        const many = this.gallery.solutions.length > 1;
        const named = pieces.length > 1 && pieces.length <= namedMost ? pieces : [];
        const told = `${many} ${named.map(({ name }) => name)} ${this.chosen}`;

        if (this.told === told)
            return;
        this.told = told;
        this.box.replaceChildren(...(many ? [this.#chip("", "All"), this.#chip("symmetric", "Symmetric"),
            ...(named.length ? [this.#corners(named)] : [])] : []));
    }

    #chip(key, text) {
        const button = el("button", { type: "button", class: "fchip",
            "aria-pressed": String(this.chosen === key) }, [text]);

        button.addEventListener("click", () => this.#choose(key));
        return button;
    }

    #corners(pieces) {
        const select = el("select", { class: "select", "aria-label": "With a piece in a corner" }, [
            el("option", { value: "" }, ["In a corner"]),
            ...pieces.map(({ name }, number) => el("option", { value: `corner ${number}`,
                selected: this.chosen === `corner ${number}` }, [`${name.replace(/5$/, "")} in a corner`]))]);

        select.addEventListener("change", () => this.#choose(select.value));
        return select;
    }

    #choose(key) {
        const [kind, number] = key.split(" "), board = this.board();
        const test = { symmetric: (data) => isSymmetric(data, board),
            corner: (data) => isInCorner(data, board, Number(number)) }[kind];

        this.chosen = key;
        this.gallery.filter(test ? this.gallery.solutions.flatMap((data, i) => test(data) ? [i] : [])
            : null);
        if (this.gallery.count)
            this.gallery.show(this.gallery.numberAt(0));
        else
            this.gallery.choose(this.gallery.chosen);
    }
}
