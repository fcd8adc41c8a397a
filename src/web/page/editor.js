/* editor.js - a piece drawn on a little grid: squares, colour, copies, turns, flips. */
const side = 6;

export class PieceEditor {
    /* use(text) gets the piece as it stands in a puzzle file. */
    constructor(box, use) {
        this.box = box;
        this.use = use;
        this.cells = Array(side * side).fill(".");
        this.named = 0;
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
        const colour = this.value("colour").value;

        this.cells[place] = this.cells[place] === "." ? colour : ".";
        this.refresh();
    }

    refresh() {
        this.buttons.forEach((button, place) => {
            const cell = this.cells[place];

            button.className = cell === "." ? "" : "on";
            button.textContent = /[.#]/.test(cell) ? "" : cell;
            button.setAttribute("aria-pressed", cell !== ".");
            button.setAttribute("aria-label",
                `row ${Math.floor(place / side) + 1}, column ${place % side + 1}`);
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

    add() {
        const art = this.art(), least = this.value("least").value || "1";
        const most = this.value("most").value || least;
        const problem = this.box.querySelector(".error");

        if (!art) {
            problem.textContent = "Click some squares first.";
            return;
        }
        problem.textContent = "";
        const name = this.value("name").value.trim() || `P${++this.named}`;
        const copies = most === "any" ? (least === "0" ? "any" : `${least}..any`)
            : least === most ? least : `${least}..${most}`;
        const turn = this.value("rotate").checked ? "yes" : "no";
        const flip = this.value("flip").checked ? "yes" : "no";

        this.use(`piece ${name} copies=${copies} rotate=${turn} flip=${flip}\n${art}\n`);
        this.cells.fill(".");
        this.value("name").value = "";
        this.refresh();
    }
}
