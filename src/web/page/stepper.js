/* stepper.js - something that goes step by step, played; and the ways of steps.js.
 *
 * However fast it runs, the board is drawn at most every 180 ms, so that nothing on it goes
 * on and off more than three times a second; at high speeds several steps are taken between
 * two pictures. */
import { methods } from "./steps.js";
import { el, make } from "./svg.js";
import { icon } from "./icons.js";

const drawEvery = 180; /* ms */
const framesMost = 150; /* of a picture that moves */
const names = [["augmenting", "Augmenting paths"], ["cycle", "Cycle and cut"],
    ["backtracking", "Backtracking"]];
const forDiamonds = ["shuffling", "Shuffling"];

/* take() takes a step and says whether there was one; it may have to wait for it. */
export class Pace {
    constructor(changed) {
        this.changed = changed;
        this.timer = null;
        this.speed = el("input", { type: "range", min: 0, max: 8, step: 0.5, value: 2,
            "aria-label": "Speed" });
        this.scrub = el("div", { class: "scrub plain" }, [this.speed]);
        this.element = el("div", { class: "transport" },
            [icon("step"), el("span", {}, ["Speed"]), this.scrub]);
        this.speed.addEventListener("input", () => this.#dress());
        this.#dress();
    }

    #dress() {
        this.scrub.style.setProperty("--p", `${100 * this.speed.value / 8}%`);
    }

    get playing() {
        return this.timer !== null;
    }

    async once() {
        this.pause();
        await this.take();
        this.changed();
    }

    toggle() {
        if (this.playing) {
            this.pause();
            this.changed();
            return;
        }
        const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
        const tick = async () => {
            const wait = calm ? 1000 : 1500 / 2 ** Number(this.speed.value), own = this.timer;
            let going = true;

            for (let i = 0; i < Math.max(1, Math.round(drawEvery / wait)) && going; i++)
                going = await this.take();
            if (this.timer !== own)
                return;
            this.timer = going ? setTimeout(tick, Math.max(drawEvery, wait)) : null;
            this.changed();
        };

        this.timer = setTimeout(tick, 0);
        this.changed();
    }

    pause() {
        clearTimeout(this.timer);
        this.timer = null;
    }
}

export class StepPlayer extends Pace {
    constructor(changed) {
        super(changed);
        this.method = el("select", { class: "select", "aria-label": "Way to tile", id: "step-method" });
        this.element.firstChild.after(this.method);
        this.method.addEventListener("change", () => this.start(this.board));
        this.#forget();
    }

    #forget() {
        this.steps = null;
        this.step = { dominoes: [], text: "" };
    }

    get text() {
        return this.step.text;
    }

    get dominoes() {
        return this.step.kept ? this.step.dominoes
            : this.step.dominoes.map((pair) => [...pair].sort((a, b) => a - b));
    }

    /* How the dominoes of this step have come, while it is new; null: they lie. */
    get ways() {
        const { ways } = this.step;

        this.step.ways = null;
        return ways && { pairs: this.step.dominoes, ways };
    }

    get shuffles() {
        return this.method.value === "shuffling" && this.steps !== null;
    }

    /* Ways that this board has; of a large one only those that go in strides. */
    #offer(board) {
        const chosen = this.method.value;
        const ways = [...(board.radius > 1 ? [forDiamonds] : []), ...(board.isLarge ? [] : names)];

        this.method.replaceChildren(...ways.map(([value, name]) => el("option", { value }, [name])));
        if (ways.some(([value]) => value === chosen) && board === this.board)
            this.method.value = chosen;
    }

    start(board) {
        this.#offer(board);
        this.board = board;
        this.pause();
        this.steps = methods[this.method.value](board);
        this.step = { dominoes: [], text: "Press Play, or take one step at a time." };
        this.changed();
    }

    /* All steps from the first on, as lists of dominoes; of a long way the first ones, and of
     * many every second, third ... */
    frames() {
        const frames = [];

        for (const { dominoes } of methods[this.method.value](this.board)) {
            frames.push(dominoes.map((pair) => [...pair].sort((a, b) => a - b)));
            if (frames.length >= framesMost * 10)
                break;
        }
        const stride = Math.ceil(frames.length / framesMost);

        return frames.filter((_, i) => i % stride === 0 || i === frames.length - 1);
    }

    take() {
        const { value, done } = this.steps.next();

        if (value)
            this.step = value.kept ? { ...value }
                : { ...value, dominoes: value.dominoes.map((pair) => [...pair]) };
        return !done;
    }

    stop() {
        this.pause();
        this.#forget();
    }

    marks(view) {
        const { path, at } = this.step;

        return [...(path?.length ? [make("polyline", { class: "walked",
            points: path.map((place) => view.centre(place).join(",")).join(" ") })] : []),
        ...(at ?? []).map((place) => make("path", { class: "here", d: view.outline([place], 2, 7) }))];
    }
}
