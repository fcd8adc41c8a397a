/* gallery.js - thousands of solutions, of which only those in sight are drawn. */
const side = 92, gap = 8;

export class Gallery {
    /* paint(context, solution, canvas) draws a thumbnail; choose(number) shows one. */
    constructor(box, { paint, choose }) {
        this.box = box;
        this.paint = paint;
        this.choose = choose;
        this.solutions = [];
        this.chosen = -1;
        this.tall = side; /* the height of a thumbnail */
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
            this.show(this.chosen + step);
            this.reveal();
        });
        new ResizeObserver(() => this.draw()).observe(box);
    }

    /* Thumbnails take the form of the board. */
    clear({ rows, cols }) {
        this.tall = Math.min(side, Math.max(16, Math.ceil(side * rows / cols)));
        this.solutions = [];
        this.chosen = -1;
        this.box.hidden = true;
        this.inner.replaceChildren();
    }

    add(solution) {
        this.solutions.push(solution);
        this.box.hidden = false;
        if (!this.pending)
            this.pending = requestAnimationFrame(() => {
                this.pending = 0;
                this.draw();
            });
    }

    across() {
        return Math.max(1, Math.floor((this.box.clientWidth - gap) / (side + gap)));
    }

    /* The rows in sight, and a little above and below. */
    draw() {
        const across = this.across();
        const rows = Math.ceil(this.solutions.length / across);
        const top = Math.max(0, Math.floor(this.box.scrollTop / (this.tall + gap)) - 1);
        const bottom = Math.min(rows,
            Math.ceil((this.box.scrollTop + this.box.clientHeight) / (this.tall + gap)) + 1);
        const wanted = new Map(), kept = new Map();

        this.inner.style.height = `${rows * (this.tall + gap) + gap}px`;
        for (let i = top * across; i < Math.min(bottom * across, this.solutions.length); i++)
            wanted.set(i, [gap + (i % across) * (side + gap),
                gap + Math.floor(i / across) * (this.tall + gap)]);
        for (const button of [...this.inner.children]) {
            if (wanted.has(Number(button.dataset.number)))
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

        button.className = "thumbnail";
        button.dataset.number = number;
        button.setAttribute("aria-label", `Solution ${number + 1}`);
        canvas.width = side * scale;
        canvas.height = this.tall * scale;
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

    /* Brings the chosen one into sight. */
    reveal() {
        const across = this.across();
        const y = Math.floor(this.chosen / across) * (this.tall + gap);

        if (y < this.box.scrollTop || y + this.tall > this.box.scrollTop + this.box.clientHeight)
            this.box.scrollTop = y - this.tall;
    }
}
