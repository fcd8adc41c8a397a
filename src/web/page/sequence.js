/* sequence.js - the tab for sequences: a family of boards with a number N in it, the number
 * of tilings or tours of each, the recurrence, and how fast they grow. */
import { fromSpec } from "./board.js";
import { el, make } from "./svg.js";
import { sequenceExamples } from "./presets.js";
import { thumbnail } from "./tiles.js";
import { grouped, plural, raised, sentence, stopped } from "./words.js";

const byId = (id) => document.getElementById(id);
const picturedMost = 900; /* squares of a board with a picture */
const digitsMost = 18;    /* of a term that is written out on its card */

/* 36 as it is, a long number by its first digits and their count. */
const short = (value) => value.length <= digitsMost ? grouped(value) : `${value[0]}.${value.slice(1, 4)} × 10^${value.length - 1}`;

/* "a(n) = a(n-1) + 5 a(n-2)" */
function recurrenceText(coefficients) {
    const parts = coefficients.flatMap((value, i) => value === "0" ? []
        : [[value.startsWith("-") ? "−" : "+", value.replace(/^-/, ""), `a(n−${i + 1})`]]);

    return "a(n) = " + parts.map(([sign, value, term], i) => (i || sign === "−" ? `${sign} ` : "") +
        (value === "1" ? term : `${grouped(value)} ${term}`)).join(" ");
}

/* "1 − x − x²" */
function polynomialText(coefficients) {
    const parts = coefficients.flatMap((value, i) => value === "0" ? []
        : [[value.startsWith("-") ? "−" : "+", value.replace(/^-/, ""), i === 0 ? "" : i === 1 ? "x" : `x${raised(i)}`]]);

    return parts.map(([sign, value, power], i) => (i || sign === "−" ? `${i ? `${sign} ` : "−"}` : "") +
        (value === "1" && power ? power : `${grouped(value)}${power}`)).join(" ") || "0";
}

export class Sequences {
    title = "Sequences";
    stage = "sequence-edit";

    constructor(page) {
        this.page = page;
        this.reset();
        this.#listen();
    }

    reset() {
        this.terms = [];
        this.done = null;
        this.mistake = "";
    }

    /* What is counted: "tiles" with pieces, or "tours" of a leaper. */
    get family() {
        const { family, seqpieces, seqtour, terms } = this.page.state;

        return { family, pieces: seqpieces, tour: seqtour !== "", open: seqtour.endsWith(" open"),
            leaper: seqtour.replace(" open", ""), to: Math.min(500, Math.max(1, Number(terms) || 12)) };
    }

    request() {
        const { family, pieces, tour, open, leaper, to } = this.family;

        return { chequer: 1, problem: { kind: "sequence", text: family, ...(tour ? { tour: true, leaper, closed: !open }
            : { pieces }) }, options: { to } };
    }

    command() {
        const { family, pieces, tour, open, leaper, to } = this.family;

        return { name: "sequence", input: family, flags: (tour ? ` --tour --leaper ${leaper}${open ? " --open" : ""}`
            : ` --pieces '${pieces}'`) + ` --to ${to}` };
    }

    /* As a b-file of the OEIS. */
    puzzle() {
        return this.terms.map(({ n, value }) => `${n} ${value}\n`).join("");
    }

    async changed() {
        this.reset();
        this.page.refresh();
        const done = await this.page.ask("terms", this.request(), { label: "Counting",
            onError: (error) => {
                this.mistake = sentence(error.message);
                this.page.refresh();
            },
            onTerm: (term) => {
                this.terms.push(term);
                this.#cards();
            } });

        if (!done)
            return;
        this.done = done;
        this.page.refresh();
    }

    stopped() {
        this.done = { stop: "cancelled" };
    }

    #listen() {
        const on = (id, act) => byId(id).addEventListener("change", act);

        on("family", (event) => this.page.change({ family: event.target.value.trim() }));
        on("sequence-pieces", (event) => this.page.change({ seqpieces: event.target.value.trim() || "domino*", seqtour: "" }));
        on("sequence-tour", (event) => this.page.change({ seqtour: event.target.value }));
        on("sequence-to", (event) => this.page.change({ terms: event.target.value }));
        byId("sequence-examples").replaceChildren(...sequenceExamples.map(({ name, state }) => {
            const button = el("button", { class: "btn small", type: "button" }, [name]);

            button.addEventListener("click", () => this.page.change({ seqpieces: "domino*", seqtour: "", terms: "12", ...state }));
            return button;
        }));
    }

    /* ---- what is shown ---- */

    get waiting() {
        return !this.done && !this.mistake && !this.terms.length;
    }

    face() {
        const { tour } = this.family, what = tour ? "tours" : "tilings", number = this.terms.length;
        const primary = { text: "More terms", act: () => this.page.change({ terms: String(2 * this.family.to) }),
            disabled: !this.done };
        const others = [{ text: "Copy the terms", act: () => this.page.share.copy(this.terms.map(({ value }) => value).join(", "), "The terms"),
            disabled: !number }, { text: "Look it up", act: () => this.#lookUp(), disabled: number < 4 }];

        if (this.mistake)
            return { word: "Not yet", mood: "ask", say: this.mistake, strip: "A family is a board with an N in it: 4xN, NxN, aztec:N, NxN-a1.",
                primary, others: [] };
        const rule = this.done?.recurrence;

        return { word: rule ? "A rule" : this.done ? `${grouped(number)} terms` : "Counting", mood: rule ? "yes" : "ask",
            say: !this.done ? `${plural(number, "term")} so far.` : rule
                ? `Every number of ${what} follows from the ${rule.order === 1 ? "one" : `${rule.order}`} before it${rule.proved ? "." : `: a guess with which ${plural(rule.checked, "more term")} agree.`}`
                : this.done.stop === "finished" ? `The numbers of ${what}. No linear recurrence holds for these ${number} terms; more of them may show one.`
                    : `Ended early: ${stopped(this.done, this.page.limits)}.`,
            chip: rule?.proved ? "Proved" : undefined, strip: rule ? recurrenceText(rule.coefficients) +
                (rule.proved ? `. Proved, as the transfer matrix has ${plural(rule.states, "state")}.` : "") : "", primary, others };
    }

    /* The encyclopedia has most of them; only a click leaves this machine. */
    #lookUp() {
        const terms = this.terms.map(({ value }) => value).slice(0, 12).join(",");

        open(`https://oeis.org/search?q=${encodeURIComponent(terms)}`, "_blank", "noopener");
    }

    panel() {
        const { family, pieces, to } = this.family, { seqtour } = this.page.state;

        for (const [id, value] of [["family", family], ["sequence-pieces", pieces], ["sequence-to", to], ["sequence-tour", seqtour]])
            if (!byId(id).matches(":focus") || byId(id).tagName === "SELECT")
                byId(id).value = value;
        byId("sequence-pieces").closest(".field").hidden = seqtour !== "";
        const { generating_function: quotient } = this.done ?? {};

        byId("sequence-quotient").hidden = !quotient;
        byId("sequence-quotient").replaceChildren(...(quotient ? [el("h2", { class: "sub" }, ["Generating function"]),
            el("p", {}, [`(${polynomialText(quotient.numerator)}) / (${polynomialText(quotient.denominator)})`])] : []));
        this.#cards();
        this.#growth();
    }

    /* A board and its number for each N. */
    #cards() {
        const box = byId("sequence-cards"), wanted = `${this.family.family} ${JSON.stringify(this.request().problem)}`;

        if (box.dataset.told !== wanted) {
            box.dataset.told = wanted;
            box.replaceChildren();
        }
        while (box.children.length > this.terms.length)
            box.lastChild.remove();
        for (const { n, value } of this.terms.slice(box.children.length))
            box.append(this.#card(n, value));
    }

    #card(n, value) {
        const board = this.#board(n);
        const card = el("button", { class: "card term", type: "button", disabled: !board }, [
            el("span", { class: "pic" }, board && board.cells.length <= picturedMost ? [thumbnail(board)] : []),
            el("b", { title: value }, [short(value)]), `N = ${n}`]);

        card.addEventListener("click", () => this.page.open({ board, ...(this.family.tour
            ? { tab: "tours", leaper: this.family.leaper, closed: !this.family.open }
            : this.family.pieces === "domino*" ? { tab: "dominoes" } : { tab: "pieces", pieces: this.family.pieces, drawn: "" }) }));
        return card;
    }

    #board(n) {
        try {
            return fromSpec(this.family.family.replace(/N/g, n));
        } catch {
            return null;
        }
    }

    /* How fast they grow: the digits of each term, as bars. */
    #growth() {
        const svg = byId("sequence-growth"), width = 424, height = 90, terms = this.terms.slice(0, 120);
        const size = (value) => value === "0" ? 0 : value.length - 1 + Math.log10(Number(`${value[0]}.${value.slice(1, 8) || 0}`)) + 0.15;
        const most = Math.max(1, ...terms.map(({ value }) => size(value))), wide = width / Math.max(1, terms.length);

        svg.closest("div").hidden = terms.length < 2;
        svg.replaceChildren(...terms.map(({ value }, i) => make("rect", { class: "growth", x: (i * wide + 1).toFixed(1),
            y: (height - height * size(value) / most).toFixed(1), width: Math.max(1, wide - 2).toFixed(1),
            height: (height * size(value) / most).toFixed(1), rx: 2 })));
    }
}
