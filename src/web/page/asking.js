/* asking.js - below the board: a value for the square that was clicked. */
import { el } from "./svg.js";

export class Asking {
    /* give(text) takes what was typed, none() that there is nothing at this square. */
    constructor({ attributes, give, none }) {
        const button = (text, act) => {
            const made = el("button", { type: "button", class: "btn small" }, [text]);

            made.addEventListener("click", act);
            return made;
        };
        const done = () => give(this.input.value.trim());

        this.input = el("input", { class: "figure", spellcheck: "false", autocomplete: "off", ...attributes });
        this.label = el("label", {}, []);
        this.element = el("div", { class: "figures" }, [this.label, button("Give it", done), button("None", none)]);
        this.input.addEventListener("keydown", (event) => event.key === "Enter" && done());
    }

    show(words, value) {
        this.label.replaceChildren(words, this.input);
        this.input.value = value;
    }

    /* Once it is in the page. */
    focus() {
        this.input.focus();
        this.input.select();
    }
}
