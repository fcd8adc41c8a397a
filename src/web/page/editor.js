/* editor.js - what is done with pieces by hand: they are drawn on a little grid, those that
 * were drawn are changed (copies, turns, flips), and pieces of the tray are lifted, turned,
 * put down on the board and picked up again. */
import { fromText, toText } from "./drawn.js";
import { icon } from "./icons.js";
import { el, make } from "./svg.js";
import { sketch } from "./tiles.js";

const byId = (id) => document.getElementById(id);
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

/* ---- pieces that were drawn ---- */

export function addOwn(page, piece) {
    page.change({ drawn: toText([...fromText(page.state.drawn), piece]) });
}

/* A field for a number of copies; use(null) if it says "any". */
function field(label, value, use) {
    const box = el("input", { type: "text", inputmode: "numeric", value: value ?? "any",
        "aria-label": label });

    box.addEventListener("change", () => use(/^\d+$/.test(box.value.trim()) ? Number(box.value) : null));
    return box;
}

function button(sign, label, on, use) {
    const made = el("button", { type: "button", class: on ? "may" : "may not", "aria-label": label,
        title: label, "aria-pressed": on === null ? null : String(on) }, [sign]);

    made.addEventListener("click", use);
    return made;
}

function controls(page, own, number) {
    const { name, least, most, rotate, flip } = own[number];
    const put = (pieces) => page.change({ placed: "", drawn: toText(pieces) });
    const change = (members) => put(own.map((piece, i) => i === number ? { ...piece, ...members } : piece));

    return [
        field(`${name}: copies from`, least, (from) =>
            change({ least: from ?? 0, most: most === null ? null : Math.max(from ?? 0, most) })), "to",
        field(`${name}: copies to, a number or any`, most, (to) =>
            change({ most: to, least: to === null ? least : Math.min(least, to) })),
        button("↻", `${name} may be turned`, rotate, () => change({ rotate: !rotate })),
        button("⇄", `${name} may be turned over`, flip, () => change({ flip: !flip })),
        button("✕", `remove ${name}`, null, () => put(own.filter((_, i) => i !== number)))];
}

/* Drawn pieces come first in the puzzle, so also in its description `known`. */
export function listOwn(page, known) {
    const own = fromText(page.state.drawn);

    byId("own").replaceChildren(...own.map((piece, number) => el("li", {}, [
        sketch(known[number], number), el("b", {}, [piece.name]), ...controls(page, own, number)])));
    byId("unpack").hidden = known.length === own.length;
}

/* ---- pieces on the board ---- */

/* Turned by a quarter, or mirrored; cells are [row, col, colour]. */
function normal(cells) {
    const top = Math.min(...cells.map(([r]) => r)), left = Math.min(...cells.map(([, c]) => c));

    return cells.map(([r, c, colour]) => [r - top, c - left, colour]);
}

const turned = (cells) => normal(cells.map(([r, c, colour]) => [c, -r, colour]));
const mirrored = (cells) => normal(cells.map(([r, c, colour]) => [r, -c, colour]));

function action(picture, words, key) {
    return el("button", { class: "btn quiet", type: "button" },
        [icon(picture), `${words} `, el("kbd", {}, [key])]);
}

export class Hand {
    /* The tab has the pieces (`known`), what lies (`placed`, `place`) and what is `left`. */
    constructor(page, tab) {
        const turn = action("turn", "Turn", "R"), flip = action("mirror", "Flip", "F");

        this.page = page;
        this.tab = tab;
        this.lift = null; /* what is lifted: { number, piece, cells } */
        this.at = null;   /* the place that is pointed at */
        this.words = el("p", { class: "text" });
        this.element = el("div", { class: "transport" }, [this.words, turn, flip]);
        turn.addEventListener("click", () => this.turn(false));
        flip.addEventListener("click", () => this.turn(true));
        this.#listen();
    }

    /* The strip while something is lifted. */
    get strip() {
        const words = `Put ${this.lift.piece.name.replace(/5$/, "")} down on the board. ` +
            "It snaps where it fits.";

        if (this.words.textContent !== words)
            this.words.textContent = words;
        return this.element;
    }

    drop() {
        this.lift = null;
    }

    /* A piece of the tray is lifted, put back, or, if all its copies lie, taken back. */
    choose(number) {
        const piece = this.tab.known.pieces[number];

        if (this.tab.left(piece) < 1) { /* it lies: take it back */
            const at = this.tab.placed.findLastIndex(({ name }) => name === piece.name);

            this.tab.place(this.tab.placed.filter((_, i) => i !== at));
            return;
        }
        this.lift = this.lift?.number === number ? null
            : { number, cells: normal(piece.squares), piece };
        if (this.lift && this.page.tool !== "place")
            this.page.chooseTool("place");
        this.tab.chosen = -1;
        this.page.refresh();
    }

    turn(flip) {
        if (!this.lift)
            return;
        const may = flip ? this.lift.piece.flip : this.lift.piece.rotate;

        if (!may) {
            this.page.toast(`${this.lift.piece.name} may not be ${flip ? "turned over" : "turned"}.`);
            return;
        }
        this.lift = { ...this.lift, cells: (flip ? mirrored : turned)(this.lift.cells) };
        this.page.refresh();
    }

    key(key) {
        if (key === "r" || key === "f")
            this.turn(key === "f");
        else if (key === "escape" && this.lift) {
            this.lift = null;
            this.page.refresh();
        }
    }

    point(place) {
        if (this.at === place)
            return;
        this.at = place;
        if (this.lift)
            this.page.refresh();
    }

    /* Where the lifted piece would lie with its middle on a place; null: nowhere. */
    target(place) {
        const { board } = this.page, { cells } = this.lift;
        const middle = cells.reduce((a, b) => {
            const far = ([r, c]) => Math.hypot(r - (Math.max(...cells.map(([x]) => x)) / 2),
                c - (Math.max(...cells.map(([, y]) => y)) / 2));

            return far(b) < far(a) - 1e-9 ? b : a;
        });
        const row = board.rowOf(place) - middle[0], col = board.colOf(place) - middle[1];
        const inside = cells.every(([r, c]) => row + r >= 0 && row + r < board.rows &&
            col + c >= 0 && col + c < board.cols);

        return inside ? cells.map(([r, c, colour]) => [(row + r) * board.cols + col + c, colour]) : null;
    }

    fitsAt(target) {
        const taken = new Set(this.tab.placed.flatMap(({ places }) => places)), { board } = this.page;

        return target?.every(([place, colour]) => board.has(place) && !taken.has(place) &&
            (colour === "#" || board.cells[place] === "#" || board.cells[place] === colour));
    }

    /* A click on the board: a lifted piece is put down, a placed one is picked up. */
    click(place) {
        if (this.lift) {
            this.putDown(place);
            return;
        }
        const under = this.tab.placed.findIndex(({ places }) => places.includes(place));

        if (under >= 0)
            this.pickUp(under);
        else if (this.tab.chosen >= 0)
            this.page.toast("Choose a piece of the tray to lay it yourself.");
    }

    putDown(place) {
        const target = place === null ? null : this.target(place);

        if (!this.fitsAt(target)) {
            this.page.announce("It does not fit there.");
            return;
        }
        const { piece } = this.lift;

        this.lift = null;
        this.tab.place([...this.tab.placed, { name: piece.name, places: target.map(([one]) => one) }]);
    }

    pickUp(index) {
        const { name, places, number } = this.tab.placed[index], { board } = this.page;
        const piece = this.tab.known.pieces.find((one) => one.name === name);

        this.tab.place(this.tab.placed.filter((_, i) => i !== index));
        this.lift = { number, piece, cells: normal(places.map((place, i) =>
            [board.rowOf(place), board.colOf(place), piece.squares[i]?.[2] ?? "#"])) };
        this.page.refresh();
    }

    /* A piece is dragged out of its slot, with the mouse or a finger. */
    #listen() {
        let dragged = false;

        byId("slots").addEventListener("pointerdown", (event) => {
            const slot = event.target.closest("button.slot");

            if (!slot || slot.classList.contains("used"))
                return;
            dragged = false;
            const start = [event.clientX, event.clientY];
            const move = (to) => {
                if (!dragged && Math.hypot(to.clientX - start[0], to.clientY - start[1]) < 8)
                    return;
                if (!dragged && this.lift?.number !== Number(slot.dataset.number))
                    this.choose(Number(slot.dataset.number));
                dragged = true;
                this.point(this.page.view.placeAt(to.clientX, to.clientY));
            };
            const up = (to) => {
                removeEventListener("pointermove", move);
                removeEventListener("pointerup", up);
                removeEventListener("pointercancel", up);
                if (dragged && to.type === "pointerup" && this.at !== null)
                    this.putDown(this.at);
            };

            addEventListener("pointermove", move);
            addEventListener("pointerup", up);
            addEventListener("pointercancel", up);
        });
        byId("slots").addEventListener("click", (event) => {
            const slot = event.target.closest("button.slot");

            if (slot && !dragged)
                this.choose(Number(slot.dataset.number));
            dragged = false;
        });
    }

    /* Where it would lie. */
    marks(view) {
        const target = this.lift && this.at !== null ? this.target(this.at) : null;

        return target ? [make("path", { class: this.fitsAt(target) ? "snap" : "snap bad",
            d: view.outline(target.map(([place]) => place), 5, 8) })] : [];
    }
}
