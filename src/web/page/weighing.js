/* weighing.js - the best solutions, and what all of them count for together: for tilings and
 * for covers, whose weights stand in their texts (docs/weights.md).
 *
 * The tab says how it asks (request), how it shows solutions (start, keep) and what is
 * chosen; here are the buttons, the costs in the order of the solutions, and the answer.
 */
import { el, make } from "./svg.js";
import { termsOf } from "./weights.js";
import { checked, confirmed, grouped, raised, sentence, spelled, stopped } from "./words.js";

const shownFirst = 12, shownMost = 1000; /* of the best solutions */
const barsMost = 200;

/* x^12 as it is printed, and digits in groups. */
function printed(value) {
    return value.replace(/\^(\d+)/g, (_, number) => raised(number)).replace(/\d{4,}/g, grouped);
}

/* How often each exponent occurs, as bars. */
function chart(terms) {
    const last = Math.max(...terms.map(([power]) => power)), most = terms.reduce((a, [, b]) => b > a ? b : a, 0n);
    const pitch = 424 / (last + 1), wide = Math.max(1, Math.min(28, pitch * 0.76));

    return make("svg", { class: "pairs", viewBox: "0 0 424 96", role: "img",
        "aria-label": `A bar for each of the ${spelled(terms.length)} exponents` }, [
        make("path", { class: "axis", d: "M0 78.500h424" }),
        ...terms.map(([power, number]) => {
            const tall = Math.max(1, Number(number * 7400n / most) / 100);

            return make("rect", { class: "growth", x: ((power + 0.5) * pitch - wide / 2).toFixed(1), y: (78 - tall).toFixed(1),
                width: wide.toFixed(1), height: tall.toFixed(1), rx: Math.min(3, wide / 3) },
            [make("title", {}, [`${power}: ${grouped(number)}`])]);
        }),
        ...[0, last].map((power) => make("text", { class: "tick", x: ((power + 0.5) * pitch).toFixed(1), y: 93 }, [String(power)]))]);
}

export class Weighing {
    constructor(page, tab, { request, start, keep, chosen }) {
        Object.assign(this, { page, tab, request, start, keep, chosen });
        const button = (text, act) => {
            const made = el("button", { class: "btn small", type: "button" }, [text]);

            made.addEventListener("click", act);
            return made;
        };

        this.number = el("input", { type: "number", min: 1, max: shownMost, value: shownFirst, inputmode: "numeric" });
        this.by = el("select", { class: "select" }, []);
        this.byField = el("label", { class: "field" }, [el("span", {}, ["Total as a polynomial in"]), this.by]);
        this.buttons = [button("Cheapest", () => this.best("cheapest")), button("Dearest", () => this.best("dearest")),
            button("Total", () => this.total()), button("Draw one", () => this.best("sample"))];
        this.chart = el("div", { class: "chart" }, []);
        this.element = el("div", { class: "fields" }, [el("div", { class: "row wrap" }, this.buttons),
            el("label", { class: "field" }, [el("span", {}, ["How many of the best"]), this.number]), this.byField, this.chart]);
        this.reset();
    }

    reset() {
        this.found = null; /* { goal, answer } */
        this.costs = [];   /* of the solutions that are shown */
        this.chart.replaceChildren();
    }

    /* Whether there is something to weigh, and the variables in it. */
    panel(able, variables) {
        const choices = ["", ...variables];

        for (const button of this.buttons)
            button.disabled = !able;
        this.byField.hidden = variables.length < 2;
        if (this.by.options.length !== choices.length || choices.some((one, i) => this.by.options[i].value !== one))
            this.by.replaceChildren(...choices.map((one) => el("option", { value: one }, [one || "all of them"])));
    }

    /* The flags of the command that asks the same. */
    get flags() {
        const { goal, first } = this.found ?? {};

        return !goal ? null : goal === "total" ? this.found.by ? ` --by ${this.found.by}` : " --total"
            : goal === "sample" ? " --sample" : ` --${goal}${first > 1 ? `=${first}` : ""}`;
    }

    async best(goal) {
        const asked = Math.round(Number(this.number.value)), first = goal === "sample" ? 1
            : Math.min(shownMost, Math.max(1, asked || shownFirst));
        const take = ({ solution, costs = "" }) => {
            this.costs.push(costs);
            this.keep(solution);
        };

        this.number.value = goal === "sample" ? this.number.value : first;
        this.reset();
        this.start();
        const answer = await this.page.ask("solve", this.request(goal, goal === "sample"
            ? { seed: crypto.getRandomValues(new Uint32Array(1))[0] } : { first }), { label: "Weighing", onSolution: take,
            onError: (error) => this.#refused(error) });

        for (const one of answer?.solutions ?? [])
            take(Array.isArray(one) ? { solution: one } : one);
        this.#done(goal, answer, { first });
    }

    async total() {
        const by = this.byField.hidden ? "" : this.by.value;

        this.reset();
        this.start();
        const answer = await this.page.ask("solve", this.request("total", by ? { by } : {}), { label: "Weighing",
            onError: (error) => this.#refused(error) });
        const terms = answer?.total ? termsOf(answer.total) : null;

        if (terms && terms.length > 1 && terms.length <= barsMost)
            this.chart.replaceChildren(chart(terms));
        this.#done("total", answer, { by });
    }

    #refused(error) {
        this.tab.remark = sentence(error.message);
        this.page.refresh();
    }

    #done(goal, answer, more) {
        if (!answer)
            return;
        if (answer.verdict === "yes")
            this.found = { goal, answer, ...more };
        else if (answer.verdict !== "no")
            this.tab.remark = `Not weighed: ${stopped(answer, this.page.limits)}.`;
        if (answer.verdict === "no")
            this.tab.take(answer);
        else if (this.found)
            this.tab.remark = confirmed(answer);
        this.page.refresh();
    }

    /* What is said once there is an answer. */
    face() {
        const { goal, answer } = this.found, at = this.chosen(), cost = this.costs[at], many = this.costs.length;
        const chip = checked(answer);
        const whole = answer.stop === "finished" ? "" : ` Then ${stopped(answer, this.page.limits)}.`;

        if (goal === "total")
            return { word: "Total", mood: "yes", chip, exact: answer.total,
                say: ["All solutions together count for ", { strong: printed(answer.total) }, "."] };
        if (goal === "sample")
            return { word: "Drawn", mood: "yes", chip, say: "Drawn at random: each solution is as likely as it weighs." };
        const kind = goal === "cheapest" ? "cheapest" : "dearest";

        return { word: printed(cost ?? ""), mood: "yes", chip, exact: cost, say: at === 0
            ? [`The ${kind} of all solutions costs `, { strong: printed(cost) }, `.${whole}`]
            : [`Number ${grouped(at + 1)} of the ${grouped(many)} ${kind} solutions costs `, { strong: printed(cost ?? "") }, `.${whole}`] };
    }
}
