/* gallery.js - thousands of solutions, of which only those in sight are drawn. */
const least = 132, gap = 14; /* the width of a thumbnail is 132 or more */

export class Gallery {
    /* paint(context, solution, canvas) draws a thumbnail; choose(number) shows one. */
    constructor(box, { paint, choose }) {
        this.box = box;
        this.paint = paint;
        this.choose = choose;
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
        this.tall = Math.max(24, Math.min(2 * this.side, Math.round((this.side - 12) * this.form) + 12));
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
        button.setAttribute("aria-label", `Solution ${number + 1}`);
        canvas.width = (this.side - 12) * scale;
        canvas.height = (this.tall - 12) * scale;
        this.paint(canvas.getContext("2d"), this.solutions[number], canvas);
        button.append(canvas);
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

    /* The one so many places on, among those that are listed. */
    go(step) {
        const at = this.shown ? this.shown.indexOf(this.chosen) : this.chosen;
        const to = Math.min(this.count - 1, Math.max(0, at + step));

        if (this.count === 0)
            return;
        this.show(this.numberAt(to));
        this.reveal(to);
    }

    /* Brings one into sight. */
    reveal(index) {
        const y = Math.floor(index / this.across()) * (this.tall + gap);

        if (y < this.box.scrollTop || y + this.tall > this.box.scrollTop + this.box.clientHeight)
            this.box.scrollTop = y - this.tall;
    }
}
