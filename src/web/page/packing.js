/* packing.js - the best packing of a tab for pieces: as many squares, pieces or points as
 * possible, and the proof that no packing has more (docs/packings.md).
 *
 * Squares are a goal of their own. Pieces and points are weights: the dearest packing if
 * squares may stay free and copies unused, where each piece weighs 1, or what it was given.
 */
import { linesOf } from "./weights.js";
import { checked, confirmed, grouped, plural, reasonText, sentence, stopped } from "./words.js";

const listedFirst = 12; /* packings, if more than one is asked for */

export class Packing {
    constructor(page, tab) {
        this.page = page;
        this.tab = tab;
        this.reset();
    }

    reset() {
        this.found = null; /* { most, answer }: of which there are as many as possible */
        this.costs = [];   /* of the packings that are shown */
    }

    get flags() {
        return !this.found ? null : this.found.most === "squares" ? " --max" : ` --max=${this.found.most}`;
    }

    /* Whether it can be asked for here: weights are points, and only they go with rules. */
    able(most) {
        const { free, laws, weights } = this.page.state;

        return Boolean(this.tab.known) && !this.tab.placed.length &&
            (most === "squares" ? !laws && !free : most === "pieces" || weights !== "");
    }

    async ask(most, first = 1) {
        const take = ({ solution, costs = "" }) => {
            this.costs.push(costs);
            this.tab.keep(this.tab.parts(solution));
        };

        this.tab.openGallery();
        const answer = await this.page.ask("solve", this.#request(most, first), { label: "Packing",
            onSolution: take, onError: (error) => this.#refused(error) });

        for (const one of answer?.solutions ?? [])
            take(Array.isArray(one) ? { solution: one } : one);
        if (this.costs.length)
            this.found = { most, answer };
        if (answer)
            this.tab.remark = this.found ? most !== "squares" ? this.#free() + confirmed(answer)
                : answer.stop === "finished" ? "" : `It ended early: ${stopped(answer, this.page.limits)}.`
                : `Nothing was packed: ${stopped(answer, this.page.limits)}.`;
        this.page.refresh();
    }

    #request(most, first) {
        const { laws, free, weights } = this.page.state;
        const points = most === "pieces" ? ["all = 1"] : linesOf(weights);

        return most === "squares" ? this.tab.request("max")
            : this.tab.request("dearest", { first }, this.tab.puzzle({ free: `${free || "any"} fewer`, laws,
                weights: points.join("; ") }));
    }

    #refused(error) {
        this.tab.remark = sentence(error.message);
        this.page.refresh();
    }

    /* How many squares the packing that is shown leaves free. */
    #free() {
        const free = this.page.board.count - this.tab.shown.flatMap(({ places }) => places).length;

        return free ? `${plural(free, "square")} ${free === 1 ? "stays" : "stay"} free. ` : "Every square is covered. ";
    }

    face() {
        const others = [{ text: "Clear", act: () => this.tab.clear() }];

        return this.found.most === "squares" ? this.#squaresFace(others) : this.#pointsFace(others);
    }

    #squaresFace(others) {
        const { left = [], bound = 0, certificate } = this.found.answer, { cells } = this.tab.known, covered = cells - left.length;
        const proved = left.length <= bound;
        const why = certificate?.reason?.replace(/^at least .*? stay free: with fewer, /, "");

        return { word: `${grouped(covered)} of ${grouped(cells)}`, mood: "ask", chip: proved ? "Proved" : undefined,
            exact: String(covered), say: !left.length ? "Every square is covered." : proved
                ? [{ strong: grouped(covered) }, " squares can be covered, and no more",
                    why ? `: with fewer free squares ${reasonText(why).replace(/^./, (c) => c.toLowerCase())}` : "."]
                : ["The best so far. At least ", { strong: grouped(bound) }, ` of ${plural(cells, "square")} must stay free.`],
            primary: left.length ? { text: `Leave ${grouped(left.length)} free`,
                act: () => this.page.change({ free: String(left.length), placed: "" }) }
                : { text: "Find all", act: () => this.tab.all() }, others };
    }

    #pointsFace(others) {
        const { most, answer } = this.found, proved = answer.stop === "finished", number = this.costs[this.tab.chosen];
        const word = plural(number, most === "pieces" ? "piece" : "point"), first = this.tab.chosen === 0;

        return { word, mood: "ask", chip: checked(answer), exact: number, say: !first
            ? `Number ${grouped(this.tab.chosen + 1)} of the ${grouped(this.costs.length)} best packings.` : proved
                ? ["No packing has more than ", { strong: grouped(number) }, "."]
                : ["The best so far", ...(answer.limit ? [": no packing has more than ", { strong: grouped(answer.limit) }] : []),
                    `. It ended early: ${stopped(answer, this.page.limits)}.`],
        primary: this.costs.length > 1 ? { text: "Another", act: () => this.tab.gallery.next() }
            : { text: `The best ${listedFirst}`, act: () => this.ask(most, listedFirst) }, others };
    }
}
