/* priced.js - the weights of a tiling on the page: a field for all of them, and with the tool
 * "Weigh" a click on a square asks for its own; they stand in the corners of the squares. */
import { Asking } from "./asking.js";
import { isWeight, linesOf, squaresOf, withSquare } from "./weights.js";
import { make } from "./svg.js";

const byId = (id) => document.getElementById(id);

export class Priced {
    constructor(page) {
        this.page = page;
        this.name = null; /* the square whose weight is asked for */
        this.asking = new Asking({ attributes: { type: "text" }, give: (text) => this.#give(text),
            none: () => this.#set(null) });
        byId("weights").addEventListener("change", ({ target }) =>
            this.page.change({ weights: linesOf(target.value).join("; ") }));
    }

    get element() {
        return this.asking.element;
    }

    /* A square was clicked. */
    ask(place) {
        this.name = this.page.board.name(place);
        this.asking.show(`${this.name} weighs `, squaresOf(this.page.state.weights).get(this.name) ?? "");
        this.page.refresh();
        this.asking.focus();
    }

    #give(text) {
        if (!isWeight(text))
            this.page.toast("A weight is a number such as 3 or 7/2, or a polynomial such as 1 + 2x.");
        else
            this.#set(text);
    }

    #set(weight) {
        const weights = withSquare(this.page.state.weights, this.name, weight);

        this.name = null;
        this.page.change({ weights });
    }

    panel() {
        const { weights } = this.page.state;

        if (!byId("weights").matches(":focus"))
            byId("weights").value = weights;
        if (weights)
            byId("weighing").open = true;
    }

    marks(view) {
        const { board } = this.page, small = board.isLarge ? [] : [...squaresOf(this.page.state.weights)];

        return [...small.flatMap(([name, weight]) => {
            const [x, y] = view.centre(board.placeOf(name)), wide = 12 + 9 * weight.length;

            return [make("rect", { class: "figure-bed", x: x + 28 - wide, y: y - 28, width: wide, height: 24, rx: 8 }),
                make("text", { class: "weight-no", x: x + 28 - wide / 2, y: y - 10 }, [weight])];
        }), ...(this.name === null ? [] : [make("path", { class: "here", d: view.outline([board.placeOf(this.name)], 3, 7) })])];
    }
}
