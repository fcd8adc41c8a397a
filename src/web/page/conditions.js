/* conditions.js - what else a tiling with pieces must keep: squares that stay free, and rules
 * about pieces that lie side by side (docs/packings.md, docs/rules.md).
 *
 * Both are members of the state, as they stand in a puzzle file: free "0..4 in=a1,b2", laws
 * "no-faults; apart L3". Common rules are switches; the others are written. */
const byId = (id) => document.getElementById(id);
const freeForm = /^(any|\d+(\.\.(\d+|any))?)( in=[a-z]+\d+(,[a-z]+\d+)*)?$/;
const switches = ["no-faults", "no-crosses", "apart all"];

const listOf = (laws) => laws.split(";").map((law) => law.trim()).filter(Boolean);
const together = (laws) => laws.join("; ");

/* Least and most squares that stay free. */
export function freeRange(free) {
    const [least, most = least] = free.split(" ")[0].split("..");
    const number = (word) => word === "any" ? Infinity : Number(word);

    return free ? [least === "any" ? 0 : Number(least), number(most)] : [0, 0];
}

/* The lines of a puzzle file; squares that are not `on` the board any more may not stay free. */
export function conditionLines({ free, laws }, on = () => true) {
    const [count, where] = free.split(" in="), squares = where?.split(",").filter(on);

    return listOf(laws).map((law) => `rule ${law}\n`).join("") +
        (free ? `free ${count}${squares?.length ? ` in=${squares.join(",")}` : ""}\n` : "");
}

/* The same as flags of the command. */
export function conditionFlags({ free, laws, weights }) {
    return (laws ? ` --rule '${laws}'` : "") + (free ? ` --free '${free}'` : "") + (weights ? ` --weight '${weights}'` : "");
}

export class Conditions {
    constructor(page) {
        this.page = page;
        byId("free").addEventListener("change", (event) => this.#setFree(event.target.value));
        byId("laws").addEventListener("change", (event) => this.#setLaws(
            [...listOf(page.state.laws).filter((law) => switches.includes(law)), ...listOf(event.target.value)]));
        for (const law of switches)
            this.#switch(law).addEventListener("change", ({ target }) => this.#setLaws(target.checked
                ? [...listOf(page.state.laws), law] : listOf(page.state.laws).filter((one) => one !== law)));
    }

    #switch(law) {
        return document.querySelector(`[data-law="${law}"]`);
    }

    #setFree(value) {
        const free = value.trim() === "0" ? "" : value.trim().replace(/\s+/g, " ");

        if (!free || freeForm.test(free))
            this.page.change({ free });
        else
            this.page.toast("A number such as 4, a range such as 0..4, or any; in=a1,b2 names the squares.");
    }

    #setLaws(laws) {
        this.page.change({ laws: together(laws) });
    }

    refresh() {
        const { free, laws } = this.page.state, chosen = listOf(laws);
        const show = (input, value) => {
            if (!input.matches(":focus"))
                input.value = value;
        };

        show(byId("free"), free);
        show(byId("laws"), together(chosen.filter((law) => !switches.includes(law))));
        for (const law of switches)
            this.#switch(law).checked = chosen.includes(law);
        if (chosen.length || free)
            byId("conditions").open = true;
    }
}
