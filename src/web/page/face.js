/* face.js - what the column beside the board shows, drawn from one description.
 *
 *     { word, mood, chip, say, exact, progress, primary, others, strip, wait }
 *
 * `say` is a text, or a list of texts and { strong: text }. `primary` and `others` are
 * { text, act, disabled }: the elements stay where they are and only change their words, so
 * that nothing moves and the focus is kept. `strip` is a text or an element.
 */
import { el, make } from "./svg.js";
import { icon } from "./icons.js";
import { grouped } from "./words.js";

const byId = (id) => document.getElementById(id);
const wordy = 14; /* letters that an action of the phone has room for in its large type */
const longSay = 150, tallSay = 96; /* letters, and pixels, above which the sentence is set smaller */

function nodes(say) {
    return (Array.isArray(say) ? say : [say]).map((part) =>
        typeof part === "string" ? part : part.strong ? el("b", {}, [part.strong]) : part);
}

export const plain = (say) => (Array.isArray(say) ? say : [say])
    .map((part) => typeof part === "string" ? part : part.strong ?? "").join("");

export class Face {
    constructor() {
        this.answer = byId("answer");
        this.word = byId("word");
        this.say = byId("say");
        this.strip = byId("strip");
        this.progress = byId("progress");
        this.primaries = [byId("primary"), byId("dock-primary")];
        this.others = [...byId("others").children];
        this.acts = new Map();
        for (const button of [...this.primaries, ...this.others])
            button.addEventListener("click", () => this.acts.get(button)?.());
    }

    show(face) {
        this.answer.classList.toggle("wait", Boolean(face.wait));
        this.answer.setAttribute("aria-busy", Boolean(face.wait));
        this.#sayIt(face);
        for (const button of this.primaries)
            this.#dress(button, face.primary, face.wait);
        this.others.forEach((button, i) => this.#dress(button, face.others?.[i] ?? null, face.wait));
        byId("others").hidden = !face.others?.length;
        this.#showProgress(face.progress);
        this.#showStrip(face.strip ?? "");
    }

    #sayIt({ word, mood, chip, say, exact, wait }) {
        const told = `${word} ${plain(say)}`;

        this.word.className = `word ${mood}`;
        this.word.replaceChildren(word, ...(chip ? [el("span", { class: "chip" }, [icon("check"), chip])]
            : []));
        this.say.classList.toggle("long", plain(say).length > longSay);
        this.say.replaceChildren(...nodes(say));
        if (this.say.scrollHeight > tallSay)
            this.say.classList.add("long");
        this.say.toggleAttribute("tabindex", false);
        if (this.say.scrollHeight > this.say.clientHeight + 1) /* what scrolls can be reached by keys */
            this.say.tabIndex = 0;
        this.say.title = exact && exact.length > 30 ? exact : "";
        if (!wait && this.told !== told) {
            this.told = told;
            byId("announce").textContent = told;
        }
    }

    #dress(button, action, wait) {
        button.hidden = !action;
        if (!action)
            return;
        this.acts.set(button, action.act);
        if (button.textContent !== action.text)
            button.textContent = action.text;
        button.disabled = Boolean(wait || action.disabled);
        button.classList.toggle("stop", Boolean(action.stops));
        button.classList.toggle("wordy", action.text.length > wordy);
        if (button.classList.contains("other"))
            button.setAttribute("aria-pressed", Boolean(action.pressed));
    }

    #showProgress(progress) {
        this.progress.hidden = !progress;
        if (!progress)
            return;
        const vague = !progress.share;

        this.progress.classList.toggle("vague", vague);
        this.progress.firstElementChild.style.width = vague ? "" : `${Math.round(progress.share * 100)}%`;
        if (vague)
            this.progress.removeAttribute("aria-valuenow");
        else
            this.progress.setAttribute("aria-valuenow", Math.round(progress.share * 100));
    }

    #showStrip(strip) {
        if (strip instanceof Element) {
            if (this.strip.firstElementChild !== strip || this.strip.children.length !== 1)
                this.strip.replaceChildren(strip);
            return;
        }
        const text = plain(strip);

        if (this.strip.children.length === 1 && this.strip.firstElementChild.className === "text" &&
            this.strip.textContent === text)
            return;
        this.strip.replaceChildren(el("p", { class: "text" }, nodes(strip)));
    }
}

/* ---- the balance: light against dark ---- */

const width = 424;

function bead(x, y, r, kind) {
    return make("circle", { class: `bead-${kind}`, cx: x.toFixed(1), cy: y.toFixed(1), r: r.toFixed(2),
        "stroke-width": 1.2 });
}

/* Pairs as capsules; who is left alone has a ring. */
function capsules(light, dark) {
    const most = Math.max(light, dark), least = Math.min(light, dark), rows = most > 16 ? 2 : 1;
    const across = Math.ceil(most / rows), pitch = Math.min(46, width / across);
    const tall = rows === 2 ? 31 : 66, wide = Math.min(pitch * 0.8, tall * 0.52);
    const r = wide * 0.3, found = [];

    for (let i = 0; i < most; i++) {
        const x = i % across * pitch + wide / 2 + 2, top = Math.floor(i / across) * (tall + 6);
        const [y1, y2] = [top + tall * 0.27, top + tall * 0.73];

        if (i < least) {
            found.push(make("rect", { class: "pair", x: x - wide / 2, y: top, width: wide, height: tall,
                rx: wide / 2 }), bead(x, y1, r, "light"), bead(x, y2, r, "dark"));
        } else {
            const y = light > dark ? y1 : y2;

            found.push(make("circle", { class: "alone", cx: x, cy: y, r: r * 1.85 }),
                bead(x, y, r, light > dark ? "light" : "dark"));
        }
    }
    return found;
}

function bars(light, dark) {
    const most = Math.max(light, dark, 1);

    return [["light", light, 8], ["dark", dark, 40]].map(([kind, number, y]) =>
        make("rect", { class: `bar-${kind}`, x: 1, y, width: Math.max(2, (width - 2) * number / most),
            height: 22, rx: 6 }));
}

/* { light, dark, here }: how many, and whether only in the reason's part of the board. */
export function showBalance(box, balance) {
    const told = balance && `${balance.light} ${balance.dark} ${balance.here ?? ""}`;

    box.hidden = !balance;
    if (!balance || box.dataset.told === told)
        return;
    const { light, dark, here = "" } = balance, over = Math.abs(light - dark);

    box.dataset.told = told;
    box.replaceChildren(
        el("div", { class: "cap" }, [
            el("span", {}, [el("b", {}, [grouped(light)]), ` light${here}`]),
            el("span", over ? { class: "over" } : {},
                [over ? `${grouped(over)} left alone` : "all in pairs"]),
            el("span", {}, [el("b", {}, [grouped(dark)]), ` dark${here}`])]),
        make("svg", { class: "pairs", viewBox: `0 -3 ${width} 73`, preserveAspectRatio: "xMinYMin meet",
            "aria-hidden": "true" }, Math.max(light, dark) > 64 ? bars(light, dark)
                : capsules(light, dark)));
}
