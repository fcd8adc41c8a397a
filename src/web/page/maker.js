/* maker.js - the dialogue "Make a puzzle": puzzles with exactly one solution, or as many as
 * wanted (docs/make.md). What was made opens in its tab, without its solution. */
import { fromArt, fromSpec } from "./board.js";
import { el } from "./svg.js";
import { solve } from "./transport.js";
import { duration, grouped, plural, sentence, stopped } from "./words.js";

const byId = (id) => document.getElementById(id);

/* Which fields of the dialogue each kind of puzzle has. */
const fields = { numbers: ["highest", "fewest"], pieces: ["pieces"], board: ["pieces", "symmetric"],
    letters: ["pieces", "symmetric"], sudoku: ["box", "symmetric"], tour: ["symmetric"] };
const given = { numbers: "number", letters: "letter", sudoku: "digit", tour: "number" };
const stops = { stopped: "time", memory: "memory" }; /* errors that are limits */
const toldEvery = 500; /* ms */
const onBoard = ["pieces", "letters", "tour"]; /* these are for the board that is shown */

/* Lines "tour open leaper=1,2 at=a1=1" of a puzzle file as members of a state. */
function tourOf(lines) {
    const words = lines.join(" ").split(/\s+/), all = (name) => words.filter((word) => word.startsWith(`${name}=`))
        .map((word) => word.slice(name.length + 1));
    const one = (name) => all(name)[0] ?? null, moves = (name, mark) => all(name).join(",").split(",").filter(Boolean).map((move) => mark + move);

    return { tab: "tours", leaper: one("leaper") ?? "1,2", closed: !words.includes("open"), from: one("from"), to: one("to"),
        symmetric: one("symmetric"), magic: one("magic"), at: all("at").join(","), walk: "",
        moves: [...moves("with", ""), ...moves("without", "!")].join(",") };
}

/* A puzzle file (docs/formats.md) as a state of the tab for pieces or tours; null: it has no board. */
export function stateOfPuzzle(text) {
    const blocks = text.split("\n").filter((line) => !line.startsWith("|")).join("\n")
        .split(/^(?=(?:board|pieces?|rule|free|weight|tour)\b)/m).map((block) => /^(\w+)[ \t]*(.*)\n?([^]*)$/.exec(block));
    const all = (word) => blocks.filter((block) => block?.[1] === word);
    const values = (word) => all(word).map(([, , value]) => value.trim());
    const [block] = all("board");
    const board = block && (block[2].trim() ? fromSpec(block[2].trim()) : fromArt(block[3].trimEnd()));

    if (board && all("tour").length)
        return { board, ...tourOf(values("tour")) };
    return board ? { tab: "pieces", board,
        pieces: values("pieces").join(","), laws: values("rule").join("; "), free: values("free")[0] ?? "", weights: values("weight").join("; "),
        drawn: all("piece").map(([block]) => `${block.trimEnd()}\n`).join("\n") } : null;
}

/* A board in one line, without colours. */
function outlineOf(board) {
    const holes = Array.from(board.cells, (_, place) => place).filter((place) => !board.has(place));

    return `${board.rows}x${board.cols}${holes.length ? `-${holes.map((place) => board.name(place)).join(",")}` : ""}`;
}

export class Maker {
    constructor(page) {
        this.page = page;
        this.running = null; /* the AbortController of the puzzle that is being made */
        for (const button of document.querySelectorAll("[data-make]"))
            button.addEventListener("click", () => this.open(button.dataset.make));
        byId("make-kind").addEventListener("change", () => this.#fit());
        byId("make-it").addEventListener("click", () => this.running ? this.stop() : this.make());
        byId("maker").addEventListener("close", () => this.stop());
    }

    open(kind) {
        for (const dialog of document.querySelectorAll("dialog[open]"))
            dialog.close();
        if (kind)
            byId("make-kind").value = kind;
        byId("make-pieces").value = this.page.state.pieces || "pentominoes";
        byId("make-seed").value = crypto.getRandomValues(new Uint16Array(1))[0];
        this.#say("");
        this.#fit();
        byId("maker").showModal();
    }

    get kind() {
        return byId("make-kind").value;
    }

    #fit() {
        const { board } = this.page, wanted = fields[this.kind];

        for (const field of byId("maker").querySelectorAll("[data-field]"))
            field.hidden = !wanted.includes(field.dataset.field);
        byId("make-board").textContent = (this.kind === "tour" ? "With the piece of the tours tab. " : "") + (onBoard.includes(this.kind)
            ? `On the board that is shown, ${board.rows} × ${board.cols}, ${plural(board.count, "square")}.` : "");
    }

    request() {
        const { kind } = this, has = (name) => fields[kind].includes(name), number = (id) => Number(byId(id).value) || 0;
        const [rows, cols] = byId("make-box").value.split("x").map(Number);
        const problem = { kind: "make", make: kind };

        if (onBoard.includes(kind))
            problem.text = outlineOf(this.page.board);
        if (kind === "tour")
            Object.assign(problem, { leaper: this.page.state.leaper, closed: this.page.state.closed });
        if (has("pieces"))
            problem.pieces = byId("make-pieces").value.trim() || "pentominoes";
        return { chequer: 1, problem, options: { seed: number("make-seed"), easiest: number("make-easiest"),
            hardest: number("make-hardest"), ...(has("highest") ? { highest: number("make-highest") } : {}),
            ...(has("fewest") ? { fewest: byId("make-fewest").checked } : {}),
            ...(has("symmetric") ? { symmetric: byId("make-symmetric").checked } : {}),
            ...(has("box") ? { rows, cols } : {}) } };
    }

    async make() {
        const controller = this.running = new AbortController(), since = performance.now();
        let tries = 0;
        const tell = setInterval(() => this.#say(`${plural(tries, "try").replace("trys", "tries")} in ` +
            `${duration((performance.now() - since) / 1000)}. It may take up to ${duration(this.page.limits.seconds)}.`), toldEvery);

        this.#say("Making a puzzle …");
        try {
            const made = await solve(this.request(), { signal: controller.signal, onProgress: ({ work }) => { tries = work; } });

            if (this.running === controller)
                this.#show(made);
        } catch (error) {
            const stop = stops[error.data?.status];

            if (this.running === controller)
                this.#say(sentence(stop ? `No puzzle was found: ${stopped({ stop }, this.page.limits)}` : error.message), true);
        } finally {
            clearInterval(tell);
            if (this.running === controller)
                this.running = null;
            this.#label();
        }
    }

    stop() {
        this.running?.abort();
        this.running = null;
        this.#say("");
    }

    #say(words, wrong = false) {
        byId("make-words").replaceChildren(el("span", wrong ? { class: "error" } : {}, [words]));
        this.#label();
    }

    #label() {
        byId("make-it").textContent = this.running ? "Stop" : "Make it";
        byId("make-it").classList.toggle("stop", this.running !== null);
    }

    /* The puzzle in its tab, and how it was made in a sentence below the board. */
    #show(made) {
        const remark = `A new puzzle with exactly one solution, made with the seed ${made.seed}` +
            `${given[made.made] ? `: ${plural(made.givens, given[made.made])} given` : ""}. ` +
            `A plain search takes ${plural(made.nodes, "step")} to solve it.`;
        const sheet = made.sheet && made.sheet.trimEnd().split("\n").map((row) =>
            `| ${[...row].join(" ").replaceAll("#", ".")}\n`).join("");

        this.page.open(made.sheet ? { tab: "cover", cover: `| sudoku, seed ${made.seed}, ` +
            `${grouped(made.givens)} digits given\n${sheet}${made.puzzle}` } : stateOfPuzzle(made.puzzle));
        this.page.tab.remark = remark;
        this.page.refresh();
    }
}
