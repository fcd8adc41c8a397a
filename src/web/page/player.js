/* player.js - a strip that plays something by moments: play, a track, and where it is. */
import { el } from "./svg.js";
import { icon } from "./icons.js";

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Player {
    /* move(moment) shows one; words(moment) are the nodes that say where it is. */
    constructor({ label, plain = false, move, words, changed }) {
        this.move = move;
        this.words = words;
        this.changed = changed ?? (() => {});
        this.button = el("button", { class: "btn icon", type: "button" });
        this.track = el("input", { type: "range", min: 0, max: 1, value: 0, "aria-label": label });
        this.scrub = el("div", { class: plain ? "scrub plain" : "scrub" }, [this.track]);
        this.now = el("span", { class: "now" });
        this.element = el("div", { class: "transport" }, [this.button, this.scrub, this.now]);
        this.label = label;
        this.timer = null;
        this.button.addEventListener("click", () => this.toggle());
        this.track.addEventListener("input", () => {
            this.pause();
            this.set(Number(this.track.value));
        });
        this.#dress();
    }

    get playing() {
        return this.timer !== null;
    }

    #dress() {
        this.button.replaceChildren(icon(this.playing ? "pause" : "play"));
        this.button.setAttribute("aria-label", `${this.playing ? "Pause" : "Play"}: ${this.label}`);
    }

    /* From `low` to `high`, now at `moment`. */
    reset(low, high, moment) {
        this.pause();
        this.low = low;
        this.high = high;
        this.track.min = low;
        this.track.max = high;
        this.#show(moment);
    }

    #show(moment) {
        this.moment = moment;
        this.track.value = moment;
        this.scrub.style.setProperty("--p",
            `${100 * (moment - this.low) / Math.max(1, this.high - this.low)}%`);
        this.now.replaceChildren(...this.words(moment));
    }

    set(moment) {
        this.#show(moment);
        this.move(moment);
    }

    toggle() {
        if (this.playing)
            this.pause();
        else
            this.play();
    }

    /* The whole takes about `seconds`; who wants less motion gets single steps. */
    play(seconds = 12) {
        const steps = Math.max(1, this.high - this.low), rest = 1000 * seconds / steps; /* for each */
        const wait = calm() ? 1000 : Math.max(40, Math.min(700, rest)), stride = calm() ? 1 : Math.max(1, Math.round(wait / rest));

        this.pause();
        if (this.moment >= this.high)
            this.set(this.low);
        this.timer = setInterval(() => {
            this.set(Math.min(this.high, this.moment + stride));
            if (this.moment >= this.high)
                this.pause();
        }, wait);
        this.#dress();
        this.changed();
    }

    pause() {
        if (!this.playing)
            return;
        clearInterval(this.timer);
        this.timer = null;
        this.#dress();
        this.changed();
    }
}
