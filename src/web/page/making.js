/* making.js - how a tour is made, as an animation: Warnsdorff's rule, then path conversion
 * (S. Davies, C. Xue and C. R. Yerger, Involve 10, 2017): the open walk is cut into cycles,
 * and cycles are joined until one is left.
 *
 * The steps come from the program (goal "explain"). Each is a frame; the walk, which is one
 * step, is played move by move. A cycle keeps its colour while it lives.
 */
import { lineMark, movingSteps } from "./moving.js";
import { Player } from "./player.js";
import { make, strong } from "./svg.js";

const walkFrames = 40; /* that a walk is played in, at most */
const tones = ["#1f6fb2", "#c8590f", "#14805f", "#8d3d73", "#9a7400", "#3b3f46", "#2f8fb8", "#b0353f"];

/* "ties=pohl,cut=even" as members. */
export const rulesOf = (text) => Object.fromEntries(text ? text.split(",").map((rule) => rule.split("=")) : []);

export class Making {
    constructor(page) {
        this.page = page;
        this.player = new Player({ label: "how the tour is made", plain: true, move: () => page.refresh(),
            words: (moment) => ["step ", strong(this.frames?.[moment]?.step ?? 1), ` of ${this.steps?.length ?? 1}`],
            changed: () => page.refresh() });
        this.stop();
    }

    stop() {
        this.on = false;
        this.player.pause();
    }

    get playing() {
        return this.on;
    }

    start(steps, board) {
        const places = (cells) => cells.map(([r, c]) => r * board.cols + c);

        this.on = true;
        this.steps = steps.map((step) => ({ ...step, tour: step.tour && places(step.tour),
            strands: step.strands?.map(({ closed, cells }) => ({ closed, places: places(cells) })),
            gone: step.gone?.map(places) ?? [], come: step.come?.map(places) ?? [] }));
        this.frames = this.steps.flatMap((step, i) => this.#frames(step, i));
        this.player.reset(0, this.frames.length - 1, 0);
        this.player.play(Math.max(12, 2.5 * steps.length));
    }

    /* The last tour is closed and shown at once, the first one is walked. */
    #frames(step, i) {
        const legs = step.tour && i + 1 < this.steps.length ? step.tour.length - 1 : 0;
        const count = Math.min(walkFrames, legs);

        return [...Array.from({ length: count }, (_, k) => ({ step: i + 1, moment: Math.round(legs * (k + 1) / count) })),
            ...(count ? [] : [{ step: i + 1, moment: Infinity }])];
    }

    get frame() {
        return this.frames[this.player.moment];
    }

    face() {
        const { playing } = this.player;

        return { word: "Step by step", mood: "ask", say: this.steps[this.frame.step - 1].text, strip: this.player.element,
            primary: { text: playing ? "Pause" : "Play", act: () => this.player.toggle() },
            others: [{ text: "Step back", act: () => this.#go(-1) }, { text: "One step", act: () => this.#go(1) },
                { text: "Leave", act: () => { this.stop(); this.page.refresh(); } }] };
    }

    /* To the end of the step before or after this one. */
    #go(by) {
        const wanted = Math.min(this.steps.length, Math.max(1, this.frame.step + by));

        this.player.pause();
        this.player.set(this.frames.findLastIndex(({ step }) => step === wanted));
    }

    paint(view, route) {
        const step = this.steps[this.frame.step - 1], layer = view.layer("proof"), last = this.frame.step === this.steps.length;
        const at = (place) => view.centre(place).join(" ");
        const line = ([a, b], kind) => make("path", { class: kind, d: `M${at(a)}L${at(b)}` });

        if (step.tour)
            route(step.tour, last && this.page.state.closed, Math.min(this.frame.moment, step.tour.length - (last &&
                this.page.state.closed ? 0 : 1)));
        (step.strands ?? []).forEach(({ closed, places }, i) => {
            if (places.length)
                layer.append(make("path", { class: "strand", stroke: tones[i % tones.length],
                    d: `M${places.map(at).join("L")}${closed && places.length > 2 ? "Z" : ""}` }));
        });
        layer.append(...step.come.map((move) => line(move, "come-move")), ...step.gone.map((move) => line(move, "gone-move")));
    }

    /* All of it as a picture that moves: the walk in strides, every other step for a while. */
    moving(board) {
        const line = (places, closed, colour, more = "") => lineMark(board, places, closed,
            `stroke="${colour}" stroke-width="7" stroke-linejoin="round" stroke-linecap="round"${more}`);
        const frame = ({ step, moment }) => {
            const { tour, strands = [], gone, come } = this.steps[step - 1], closed = step === this.steps.length && this.page.state.closed;

            return [...(tour ? [line(tour.slice(0, moment + 1), closed, tones[0])] : []),
                ...strands.flatMap(({ closed: round, places }, i) => places.length
                    ? [line(places, round && places.length > 2, tones[i % tones.length])] : []),
                ...come.map((move) => line(move, false, "#1b222b")),
                ...gone.map((move) => line(move, false, "#a0264c", ' stroke-dasharray="8 12"'))];
        };

        return movingSteps(board, this.frames.flatMap((one) => Array(one.moment === Infinity ? 6 : 1).fill(frame(one))));
    }
}
