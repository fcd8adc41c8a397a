/* editor.js - a piece drawn on a little grid: squares, colour, copies, turns, flips. */
const side = 6;

export class PieceEditor {
    /* use(piece) gets a piece as in drawn.js; taken() are the names that are used. */
    constructor(box, { use, taken }) {
        this.box = box;
        this.use = use;
        this.taken = taken;
        this.cells = Array(side * side).fill(".");
        this.build();
    }

    build() {
        const grid = document.createElement("div");

        grid.className = "editor-grid";
        grid.setAttribute("role", "group");
        grid.setAttribute("aria-label", "Squares of the piece");
        this.buttons = this.cells.map((_, place) => {
            const button = document.createElement("button");

            button.type = "button";
            button.addEventListener("click", () => this.toggle(place));
            grid.append(button);
            return button;
        });
        this.box.querySelector(".editor-place").replaceChildren(grid);
        this.box.querySelector(".editor-add").addEventListener("click", () => this.add());
        this.refresh();
    }

    value(name) {
        return this.box.querySelector(`[name=${name}]`);
    }

    toggle(place) {
        const typed = this.value("colour").value.trim();
        const colour = /^[a-zA-Z0-9]$/.test(typed) ? typed : "#";

        this.cells[place] = this.cells[place] === colour ? "." : colour;
        this.refresh();
    }

    refresh() {
        this.buttons.forEach((button, place) => {
            const cell = this.cells[place];

            button.className = cell === "." ? "" : "on";
            button.textContent = /[.#]/.test(cell) ? "" : cell;
            button.setAttribute("aria-pressed", cell !== ".");
            button.setAttribute("aria-label",
                `row ${Math.floor(place / side) + 1}, column ${place % side + 1}` +
                (/[.#]/.test(cell) ? "" : `, colour ${cell}`));
        });
    }

    /* The drawing without empty rows and columns around it. */
    art() {
        const rows = [];

        for (let row = 0; row < side; row++)
            rows.push(this.cells.slice(row * side, (row + 1) * side));
        const full = rows.map((row, i) => [i, row]).filter(([, row]) => row.some((c) => c !== "."));
        const used = [...Array(side).keys()].filter((col) => rows.some((row) => row[col] !== "."));

        if (full.length === 0)
            return null;
        const [from, to] = [full[0][0], full[full.length - 1][0]];
        const [left, right] = [used[0], used[used.length - 1]];

        return rows.slice(from, to + 1).map((row) => row.slice(left, right + 1).join("")).join("\n");
    }

    /* P1, P2 ...: the first that no piece has. */
    freeName() {
        const taken = new Set(this.taken());

        for (let number = 1; ; number++)
            if (!taken.has(`P${number}`))
                return `P${number}`;
    }

    add() {
        const art = this.art(), least = Math.max(0, Number(this.value("least").value) || 0);
        const most = this.value("most").value;
        const problem = this.box.querySelector(".error");
        const name = this.value("name").value.trim() || this.freeName();

        problem.textContent = !art ? "Click some squares first."
            : !/^[A-Za-z][\w-]*$/.test(name) ? "A name begins with a letter and has no spaces."
                : this.taken().includes(name) ? `There is a piece ${name} already.` : "";
        if (problem.textContent)
            return;
        this.use({ name, least: most === "any" || most === "" ? least : Math.min(least, most),
            most: most === "any" ? null : Math.max(least, Number(most)),
            rotate: this.value("rotate").checked, flip: this.value("flip").checked,
            art: art.split("\n") });
        this.cells.fill(".");
        this.value("name").value = "";
        this.refresh();
    }
}
