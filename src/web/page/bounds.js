/* bounds.js - how many copies of each piece a tiling can have, and the numbers on the squares
 * from which that follows (docs/counting.md, docs/proofs.md). */
import { el } from "./svg.js";
import { weightMarks } from "./reasons.js";
import { grouped, listed, sentence, spelled, stopped } from "./words.js";

/* "an even number", "a multiple of 3", "1 more than a multiple of 4" */
function remainder({ modulus, remainder: rest }) {
    if (modulus < 2)
        return "";
    if (modulus === 2)
        return rest ? "an odd number" : "an even number";
    return rest ? `${spelled(rest)} more than a multiple of ${modulus}` : `a multiple of ${modulus}`;
}

export class Bounds {
    constructor(page, tab) {
        this.page = page;
        this.tab = tab;
        this.words = el("p", { class: "text" }, []);
        this.next = el("button", { type: "button", class: "btn small" }, ["Next reason"]);
        this.element = el("div", { class: "figures" }, [this.words, this.next]);
        this.next.addEventListener("click", () => {
            this.shown = (this.shown + 1) % this.found.reasons.length;
            this.page.refresh();
        });
        this.reset();
    }

    reset() {
        this.found = null; /* the answer */
        this.shown = 0;    /* which of its reasons is drawn */
    }

    async ask() {
        const answer = await this.page.ask("solve", this.tab.request("bounds"), { label: "Looking", onError: (error) => {
            this.tab.remark = sentence(error.message);
            this.page.refresh();
        } });

        if (!answer)
            return;
        if (answer.verdict === "no") {
            this.tab.take(answer);
            return;
        }
        this.tab.openGallery();
        if (answer.bounds)
            this.found = answer;
        else
            this.tab.remark = `Not known: ${stopped(answer, this.page.limits)}.`;
        this.page.refresh();
    }

    /* For the tray: "0 to 8, even". */
    short(number) {
        const bound = this.found?.bounds[number];

        if (!bound)
            return null;
        const { least, most, modulus, remainder: rest } = bound;

        return `${least === most ? grouped(least) : `${grouped(least)}–${grouped(most)}`}` +
            (modulus < 2 || least === most ? "" : modulus === 2 ? rest ? ", odd" : ", even" : `, ${rest} mod ${modulus}`);
    }

    #sentence({ piece, least, most, ...rest }) {
        const words = remainder(rest);

        return `${piece}: ${least === most ? `exactly ${grouped(least)}` : `${grouped(least)} to ${grouped(most)}` +
            (words ? `, ${words}` : "")}`;
    }

    face() {
        const { bounds } = this.found;

        return { word: "How many?", mood: "ask", chip: "Proved",
            say: `A tiling has these copies. ${bounds.map((one) => this.#sentence(one)).join("; ")}.` };
    }

    /* What the numbers on the board say. */
    strip() {
        const { reasons, bounds } = this.found;

        if (!reasons?.length)
            return "This follows from the area alone. It does not mean that there is a tiling.";
        const { modulus, values } = reasons[this.shown], groups = new Map();

        values.forEach((value, i) => groups.set(value, [...(groups.get(value) ?? []), bounds[i].piece]));
        const told = [...groups].sort(([, a], [, b]) => a.length - b.length)
            .map(([value, names]) => `${names.length > 6 ? `${spelled(names.length)} pieces` : listed(names)} ${value}`);

        this.words.textContent = `Wherever it lies, a piece covers numbers with this sum${modulus ? ` modulo ${modulus}` : ""}: ` +
            `${told.join("; ")}. The rest follows from the sum over the board.`;
        this.next.hidden = reasons.length < 2;
        return this.element;
    }

    marks(view) {
        const reason = this.found?.reasons?.[this.shown];

        return reason ? weightMarks(view, this.page.board, reason) : [];
    }
}
