/* figured.js - numbers that are given at squares of a tour (docs/tours.md).
 *
 * With the tool "Number" a click on a square asks for its number below the board, with the one
 * that it has in the tour that is shown as a proposal. They are a member of the state, as the
 * command takes them: "e4=17,a1=1". */
import { Asking } from "./asking.js";
import { make } from "./svg.js";

const byId = (id) => document.getElementById(id);
const form = /^[a-z]+\d+=\d+$/;

export const givenAt = (at) => at.split(",").filter(Boolean).map((one) => one.split("=")).map(([name, number]) =>
    ({ name, number: Number(number) }));

const written = (given) => given.map(({ name, number }) => `${name}=${number}`).join(",");

export class Figured {
    constructor(page) {
        this.page = page;
        this.name = null; /* the square whose number is asked for */
        this.asking = new Asking({ attributes: { type: "number", min: 1, inputmode: "numeric" },
            give: (text) => this.#give(Number(text)), none: () => this.#set(this.#others()) });
        byId("figures").addEventListener("change", (event) => this.#read(event.target.value));
    }

    get element() {
        return this.asking.element;
    }

    get given() {
        return givenAt(this.page.state.at);
    }

    #others() {
        return this.given.filter(({ name }) => name !== this.name);
    }

    #set(given) {
        this.name = null;
        this.page.change({ at: written(given), from: null, to: null, walk: "" });
    }

    #give(number) {
        const taken = this.#others().find((one) => one.number === number);

        if (!Number.isInteger(number) || number < 1 || number > this.page.board.count)
            this.page.toast(`The numbers of this tour go from 1 to ${this.page.board.count}.`);
        else if (taken)
            this.page.toast(`${taken.name} has the number ${number} already.`);
        else
            this.#set([...this.#others(), { name: this.name, number }]);
    }

    #read(value) {
        const words = value.toLowerCase().split(/[\s,;]+/).filter(Boolean);

        if (words.every((word) => form.test(word)))
            this.#set(givenAt(words.join(",")));
        else
            this.page.toast("Squares with numbers, such as a1=1, e4=17.");
    }

    /* A square was clicked; `number` is the one that it has in the tour that is shown. */
    ask(place, number) {
        const name = this.page.board.name(place), known = this.given.find((one) => one.name === name);

        this.name = name;
        this.asking.input.max = this.page.board.count;
        this.asking.show(`${name} is number `, known?.number ?? number ?? "");
        this.page.refresh();
        this.asking.focus();
    }

    panel() {
        if (!byId("figures").matches(":focus"))
            byId("figures").value = this.page.state.at.replaceAll(",", ", ");
    }

    marks(view) {
        const { board } = this.page;

        return [...this.given.flatMap(({ name, number }) => {
            const [x, y] = view.centre(board.placeOf(name));

            return [make("rect", { class: "figure-bed", x: x - 23, y: y - 19, width: 46, height: 38, rx: 10 }),
                make("text", { class: "figure-no", x, y: y + 7 }, [String(number)])];
        }), ...(this.name === null ? [] : [make("path", { class: "here", d: view.outline([board.placeOf(this.name)], 3, 7) })])];
    }
}
