/* dominoes.js - the tab for dominoes: a verdict after every click, and what follows.
 *
 * The verdict is asked for at once and shown when it comes; a newer board gives up the
 * question about the older one. Everything else is asked for by a button.
 */
import { Latest } from "./solve.js";
import { make } from "./view.js";
import { methods } from "./steps.js";
import { counted, grouped, stopped } from "./words.js";
import { drawReason } from "./reasons.js";

function verdictOf(answer, limits) {
    if (answer.verdict === "yes") {
        const count = answer.count === undefined ? null : String(answer.count);
        const text = count === null ? "Dominoes can cover it."
            : count === "1" ? "Dominoes can cover it in exactly one way."
                : `Dominoes can cover it in ${counted(count)} ways.`;

        return { mood: "yes", text, exact: count };
    }
    if (answer.verdict === "no")
        return { mood: "no", text: `Impossible: ${answer.certificate.reason}.` };
    return { mood: "unknown", text: `Not decided: ${stopped(answer, limits)}.` };
}

export class Dominoes {
    constructor(page) {
        this.page = page;
        this.verdict = new Latest();
        this.action = new Latest();
        this.answer = null;
        this.shown = 0; /* which tiling of the list is shown; 0: none */
        this.drawn = null; /* the answer that pictures are made of */
        this.buttons();
    }

    get view() {
        return this.page.view;
    }

    request(goal, options = {}) {
        return { chequer: 1, problem: { kind: "tile", text: this.page.board.text() }, goal,
            options };
    }

    command() {
        return { name: "tile", flags: "" };
    }

    /* ---- the verdict ---- */

    async changed() {
        const places = this.page.board.places();
        const dark = places.filter((place) => this.page.board.isDark(place)).length;

        this.stopSteps();
        this.answer = null;
        this.drawn = null;
        this.shown = 0;
        this.view.clear("tiling", "proof", "repair", "heat", "forced", "steps");
        document.getElementById("colours").textContent =
            `${grouped(places.length - dark)} light and ${grouped(dark)} dark squares`;
        this.refreshLayers();
        this.page.busy(true);
        try {
            const answer = await this.verdict.run(this.request("count"));

            if (answer === undefined)
                return;
            this.answer = answer;
            this.drawn = answer.verdict === "no" ? answer : null;
            const { mood, text, exact } = verdictOf(answer, this.page.limits);

            this.page.say(mood, text, exact);
        } catch (error) {
            this.page.fail(error);
        }
        this.page.busy(false);
        document.getElementById("show-me").disabled = this.answer?.verdict !== "no";
        document.getElementById("repair").disabled = this.answer?.verdict !== "no";
        for (const id of ["tile", "another", "random"])
            document.getElementById(id).disabled = this.answer?.verdict !== "yes";
    }

    /* ---- buttons ---- */

    buttons() {
        const on = (id, act) => document.getElementById(id).addEventListener("click", act);

        on("check", () => this.check());
        on("tile", () => this.tile());
        on("another", () => this.another());
        on("random", () => this.random());
        on("show-me", () => this.showReason());
        on("repair", () => this.repair());
        on("apply-repair", () => this.applyRepair());
        for (const id of ["layer-heat", "layer-forced"])
            document.getElementById(id).addEventListener("change", () => this.refreshLayers());
        on("step-play", () => this.playSteps());
        on("step-once", () => this.stepOnce());
        on("step-stop", () => this.stopSteps());
    }

    async ask(goal, options, handlers) {
        try {
            return await this.action.run(this.request(goal, options), handlers);
        } catch (error) {
            this.page.fail(error);
            return undefined;
        }
    }

    async check() {
        await this.changed();
        document.getElementById("verdict").focus();
    }

    show(answer, solution) {
        this.view.clear("proof", "repair", "steps");
        this.drawn = { ...answer, solutions: [solution] };
        this.drawDominoes("tiling", solution);
    }

    drawDominoes(name, solution) {
        const layer = this.view.layer(name), cols = this.page.board.cols;

        for (const [[r1, c1], [r2, c2]] of solution) {
            const a = r1 * cols + c1, b = r2 * cols + c2;
            /* The four types of dominoes on the chessboard, as in arctic circles. */
            const type = (r1 === r2 ? 0 : 2) + (this.page.board.isDark(a) ? 1 : 0);

            layer.append(this.view.piece([a, b], `type-${type}`,
                `${this.page.board.name(a)} and ${this.page.board.name(b)}`));
        }
    }

    async tile() {
        const answer = await this.ask("find");

        if (answer?.solutions.length) {
            this.shown = 0;
            this.show(answer, answer.solutions[0]);
            this.page.announce("A tiling is shown.");
        }
    }

    /* The next one in the list of all. */
    async another() {
        let last = null;
        const wanted = this.shown + 1;
        const answer = await this.ask("all", { first: wanted },
            { onSolution: (event) => { last = event; } });

        if (!answer || !last)
            return;
        this.shown = last.number < wanted ? 0 : wanted;
        this.show(answer, last.solution);
        this.page.announce(this.shown ? `Tiling ${grouped(this.shown)} is shown.`
            : "That was the last one; the next click begins again.");
    }

    async random() {
        const seed = crypto.getRandomValues(new Uint32Array(1))[0];
        const answer = await this.ask("sample", { seed });

        if (answer?.solutions.length) {
            this.show(answer, answer.solutions[0]);
            this.page.announce("A tiling drawn at random is shown; all are equally likely.");
        }
    }

    /* ---- reasons ---- */

    showReason() {
        const certificate = this.answer?.certificate, board = this.page.board;

        if (!certificate)
            return;
        this.view.clear("tiling", "repair", "steps");
        this.page.explain(drawReason(this.view, board, certificate,
            (place) => board.neighbours(place)) + (certificate.proof === "colours"
            ? " A domino covers one square of each colour." : ""));
    }

    async repair() {
        const answer = await this.ask("repair");

        if (!answer?.repair)
            return;
        const cols = this.page.board.cols, layer = this.view.layer("repair");
        const places = (list) => list.map(([r, c]) => r * cols + c);

        this.view.clear("tiling", "proof", "steps");
        this.fix = { remove: places(answer.repair.remove),
            restore: places(answer.repair.restore) };
        for (const place of this.fix.remove)
            layer.append(make("path", { class: "take", d: this.view.sign(place, "cross") }));
        for (const place of this.fix.restore)
            layer.append(make("path", { class: "give", d: this.view.sign(place, "plus") }));
        const names = (list) => list.map((place) => this.page.board.name(place)).join(", ");
        const words = [this.fix.remove.length && `take away ${names(this.fix.remove)}`,
            this.fix.restore.length && `give back ${names(this.fix.restore)}`];

        this.page.explain(`The fewest changes: ${words.filter(Boolean).join(", and ")}.`);
        document.getElementById("apply-repair").hidden = false;
    }

    applyRepair() {
        let board = this.page.board;

        for (const place of this.fix?.remove ?? [])
            board = board.with(place, ".");
        for (const place of this.fix?.restore ?? [])
            board = board.with(place, "#");
        document.getElementById("apply-repair").hidden = true;
        this.page.change({ board });
    }

    /* ---- layers ---- */

    async refreshLayers() {
        const board = this.page.board, cols = board.cols;
        const heat = document.getElementById("layer-heat").checked;
        const forced = document.getElementById("layer-forced").checked;

        this.layerRuns ??= { heat: new Latest(), forced: new Latest() };
        this.layerRuns.heat.stop();
        this.layerRuns.forced.stop();
        this.view.clear("heat", "forced");
        document.getElementById("legend-heat").hidden = !heat;
        document.getElementById("legend-forced").hidden = !forced;
        document.getElementById("apply-repair").hidden = true;
        try {
            if (heat) {
                const answer = await this.layerRuns.heat.run(this.request("probabilities"));

                if (answer?.probabilities)
                    this.drawHeat(answer.probabilities, cols);
            }
            if (forced) {
                const answer = await this.layerRuns.forced.run(this.request("forced"));

                if (answer?.forced)
                    this.drawForced(answer.forced, cols);
            }
        } catch (error) {
            this.page.fail(error);
        }
    }

    edgePath([[r1, c1], [r2, c2]], cols) {
        const [x1, y1] = this.view.centre(r1 * cols + c1);
        const [x2, y2] = this.view.centre(r2 * cols + c2);

        return `M${x1} ${y1}L${x2} ${y2}`;
    }

    drawHeat(pairs, cols) {
        const layer = this.view.layer("heat");

        for (const { cells, probability } of pairs)
            layer.append(make("path", { class: "warm", d: this.edgePath(cells, cols),
                "stroke-opacity": Math.max(0.02, probability).toFixed(3),
                "stroke-width": (4 + 18 * probability).toFixed(1) }));
    }

    drawForced({ always, never }, cols) {
        const layer = this.view.layer("forced");

        for (const cells of always)
            layer.append(make("path", { class: "always", d: this.edgePath(cells, cols) }));
        for (const cells of never)
            layer.append(make("path", { class: "never", d: this.edgePath(cells, cols) }));
    }

    /* ---- step by step ---- */

    beginSteps() {
        const method = methods[document.getElementById("step-method").value];

        this.view.clear("tiling", "proof", "repair");
        this.steps = method(this.page.board);
    }

    /* Shows the next step; false at the end. */
    stepOnce() {
        if (!this.steps)
            this.beginSteps();
        const { value, done } = this.steps.next();

        if (value)
            this.drawStep(value);
        if (done) {
            this.steps = null;
            this.pause();
        }
        return !done;
    }

    drawStep({ dominoes, path, at, text }) {
        const cols = this.page.board.cols;
        const pairs = dominoes.map(([a, b]) => [a, b].sort((x, y) => x - y)
            .map((place) => [Math.floor(place / cols), place % cols]));

        this.drawDominoes("tiling", pairs);
        const layer = this.view.layer("steps");

        if (path?.length)
            layer.append(make("polyline", { class: "walk",
                points: path.map((place) => this.view.centre(place).join(",")).join(" ") }));
        for (const place of at ?? [])
            layer.append(make("path", { class: "here", d: this.view.outline([place], 2) }));
        this.page.explain(text);
    }

    playSteps() {
        if (this.timer) {
            this.pause();
            return;
        }
        document.getElementById("step-play").textContent = "Pause";
        /* Who wants less motion gets at most one step a second. */
        const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
        const tick = () => {
            const speed = Number(document.getElementById("step-speed").value);
            const wait = 1500 / 2 ** speed;

            if (this.stepOnce())
                this.timer = setTimeout(tick, calm ? Math.max(1000, wait) : wait);
        };

        this.timer = setTimeout(tick, 0);
    }

    pause() {
        clearTimeout(this.timer);
        this.timer = null;
        document.getElementById("step-play").textContent = "Play";
    }

    stopSteps() {
        this.pause();
        this.steps = null;
        this.view.clear("steps");
    }
}
