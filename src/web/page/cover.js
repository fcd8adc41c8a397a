/* cover.js - the tab for exact covers: a text, its matrix, and its solutions. */
import { Latest, Lost } from "./solve.js";
import { counted, grouped, plural, stopped } from "./words.js";

const byId = (id) => document.getElementById(id);
const shownMost = 40; /* items or options of which a matrix is drawn */
const keptMost = 1000;

export const example = "| Knuth's first example: six options, one solution\na b c d e f g\n" +
    "c e\na d g\nb c f\na d f\nb g\nd e g\n";

export class Cover {
    constructor(page) {
        this.page = page;
        this.describing = new Latest();
        this.solving = new Latest();
        this.known = null;
        this.drawn = null;
        this.listen();
    }

    request(goal, options = {}) {
        return { chequer: 1, problem: { kind: "cover", text: this.page.state.cover }, goal,
            options };
    }

    command() {
        return { name: "cover", input: this.page.state.cover.trimEnd() + "\n", flags: " --all" };
    }

    puzzle() {
        return this.page.state.cover;
    }

    listen() {
        byId("cover-text").addEventListener("input", (event) => {
            clearTimeout(this.typing);
            this.typing = setTimeout(() => this.page.change({ cover: event.target.value }), 300);
        });
        byId("cover-text").addEventListener("scroll", (event) => {
            byId("cover-line").style.transform = `translateY(${-event.target.scrollTop}px)`;
        });
        byId("cover-one").addEventListener("click", () => this.list(1));
        byId("cover-all").addEventListener("click", () => this.list(keptMost));
        byId("cover-count").addEventListener("click", () => this.count());
        byId("cover-stop").addEventListener("click", () => {
            this.solving.stop();
            this.working(false);
            this.page.say("unknown", "Stopped.");
        });
    }

    working(yes) {
        byId("cover-stop").disabled = !yes;
        this.page.busy(yes);
    }

    async changed(state = this.page.state) {
        const box = byId("cover-text");

        this.solving.stop();
        this.working(false);
        if (state.cover === "" && this.known === null) {
            this.page.change({ cover: example }, { keeps: false });
            return;
        }
        if (box.value !== state.cover)
            box.value = state.cover;
        byId("cover-solutions").replaceChildren();
        try {
            const known = await this.describing.run(this.request("describe"));

            if (known === undefined)
                return;
            this.known = known;
            this.complain(null);
            this.drawMatrix([]);
            this.page.say("", `${plural(known.items.length, "item")} and ${plural(known.count, "option")}.`);
        } catch (error) {
            this.known = null;
            byId("matrix").replaceChildren();
            this.complain(error);
        }
    }

    /* The error at its line: said, and the line marked in the gutter. */
    complain(error) {
        const line = error?.data?.line;

        if (error instanceof Lost) {
            this.page.fail(error);
            return;
        }

        byId("cover-error").textContent = error
            ? (line ? `Line ${line}, column ${error.data.column}: ` : "") + error.message : "";
        byId("cover-text").setAttribute("aria-invalid", error !== null);
        byId("cover-line").style.display = line ? "block" : "none";
        if (line)
            byId("cover-line").style.setProperty("--line-number", line);
        if (error)
            this.page.say("error", "This is not a cover.");
    }

    /* Items across, options down; those of the solution are marked. */
    drawMatrix(chosen) {
        const { items, options } = this.known;
        const table = byId("matrix");

        table.replaceChildren();
        if (!options || items.length > shownMost || options.length > shownMost)
            return;
        const head = table.createTHead().insertRow();

        head.append(document.createElement("td"));
        for (const { name, primary } of items) {
            const cell = document.createElement("th");

            cell.scope = "col";
            cell.textContent = name;
            cell.className = primary ? "" : "secondary";
            head.append(cell);
        }
        const body = table.createTBody();

        options.forEach((option, i) => {
            const row = body.insertRow(), label = document.createElement("th");

            row.className = chosen.includes(i + 1) ? "chosen" : "";
            label.scope = "row";
            label.textContent = i + 1;
            row.append(label);
            items.forEach((_, item) => {
                row.insertCell().textContent = option.includes(item) ? "●" : "";
            });
        });
    }

    addSolution(solution) {
        const line = document.createElement("li"), button = document.createElement("button");

        button.textContent = solution.map(({ items }) => items.join(" ")).join("  ·  ");
        button.addEventListener("click", () =>
            this.drawMatrix(solution.map(({ option }) => option)));
        line.append(button);
        byId("cover-solutions").append(line);
    }

    async run(goal, options, handlers) {
        this.working(true);
        try {
            return await this.solving.run(this.request(goal, options), handlers);
        } catch (error) {
            this.complain(error);
            return undefined;
        } finally {
            this.working(false);
        }
    }

    async list(first) {
        let found = 0;

        byId("cover-solutions").replaceChildren();
        const answer = await this.run("all", { first }, { onSolution: ({ solution }) => {
            if (++found === 1 && this.known)
                this.drawMatrix(solution.map(({ option }) => option));
            this.addSolution(solution);
        } });

        if (!answer)
            return;
        if (answer.verdict === "no")
            this.page.say("no", `Impossible: ${answer.certificate.reason}.`);
        else if (answer.stop === "finished")
            this.page.say("yes", found === 1 ? "There is exactly one solution."
                : `There are ${grouped(found)} solutions.`);
        else
            this.page.say("yes", first === 1 ? "Here is a solution."
                : `The first ${grouped(found)} solutions.`);
    }

    async count() {
        const answer = await this.run("count", {});

        if (!answer)
            return;
        if (answer.verdict === "no")
            this.page.say("no", `Impossible: ${answer.certificate.reason}.`);
        else if (answer.count !== undefined)
            this.page.say("yes", answer.count === 1 ? "There is exactly one solution."
                : `There are ${counted(answer.count)} solutions.`);
        else
            this.page.say("unknown", `Not decided: ${stopped(answer, this.page.limits)}.`);
    }
}
