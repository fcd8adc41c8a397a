/* tours.js - the tab for tours: found, animated, or walked by hand.
 *
 * The first click chooses the start, the second the end (of an open tour), a click on
 * either takes it back. While walking by hand a click moves. Squares are removed with the
 * switch "Change the board", as in the other tabs.
 */
import { Latest } from "./solve.js";
import { make } from "./view.js";
import { drawReason } from "./reasons.js";
import { counted, stopped } from "./words.js";

const byId = (id) => document.getElementById(id);
const shownMost = 400;   /* squares of which each stop gets its number */
const cheapMost = 36;    /* squares of which the tours are counted without asking */

/* "1,2+0,1" as pairs of steps. */
function leapsOf(leaper) {
    return leaper.split("+").map((one) => one.split(",").map(Number))
        .filter(([a, b]) => a >= 0 && b >= 0 && a + b > 0);
}

export class Tours {
    constructor(page) {
        this.page = page;
        this.solving = new Latest();
        this.counting = new Latest();
        this.tour = null;   /* places in order */
        this.walk = null;   /* places, while walking by hand */
        this.answer = null;
        this.drawn = null;
        this.listen();
    }

    get view() {
        return this.page.view;
    }

    request(goal, options = {}) {
        const { board, leaper, closed, from, to, symmetric } = this.page.state;
        const problem = { kind: "tour", text: board.text(), leaper, closed };

        if (from)
            problem.from = from;
        if (to && !closed)
            problem.to = to;
        if (symmetric)
            problem.symmetric = symmetric;
        return { chequer: 1, problem, goal, options };
    }

    command() {
        const { leaper, closed, from, to, symmetric } = this.page.state;

        return { name: "tour", flags: (leaper === "1,2" ? "" : ` --leaper ${leaper}`) +
            (closed ? "" : " --open") + (from ? ` --from ${from}` : "") +
            (to && !closed ? ` --to ${to}` : "") +
            (symmetric ? ` --symmetric ${symmetric}` : "") };
    }

    moves(place) {
        const board = this.page.board, row = board.rowOf(place), col = board.colOf(place);
        const found = new Set();

        for (const [a, b] of leapsOf(this.page.state.leaper))
            for (const [dr, dc] of [[a, b], [b, a]])
                for (const [r, c] of [[dr, dc], [dr, -dc], [-dr, dc], [-dr, -dc]]) {
                    const to = (row + r) * board.cols + col + c;

                    if (row + r >= 0 && row + r < board.rows && col + c >= 0 &&
                        col + c < board.cols && board.has(to))
                        found.add(to);
                }
        return [...found];
    }

    placeOf(name) {
        return this.page.board.places().find((place) => this.page.board.name(place) === name);
    }

    /* ---- the problem ---- */

    changed(state, before) {
        const onlyEnds = before && before.tab === state.tab && before.board.same(state.board);

        this.solving.stop();
        this.counting.stop();
        this.stopAnimation();
        this.tour = this.answer = this.drawn = null;
        if (!onlyEnds)
            this.walk = null;
        this.view.clear("tiling", "proof", "repair", "heat", "forced", "steps", "tour");
        byId("leaper").value = state.leaper;
        if (byId("leaper").value !== state.leaper)
            byId("leaper").append(new Option(state.leaper, state.leaper, true, true));
        byId("tour-symmetric").value = state.symmetric ?? "";
        byId(state.closed ? "closed" : "open").checked = true;
        this.drawEnds();
        this.drawDegrees();
        this.drawWalk();
        if (!this.walk)
            this.find();
    }

    act(place, phase) {
        if (byId("edit-board").checked)
            return false;
        if (phase !== "begin" || !this.page.board.has(place))
            return true;
        if (this.walk)
            this.step(place);
        else
            this.chooseEnd(this.page.board.name(place));
        return true;
    }

    chooseEnd(name) {
        const { from, to, closed } = this.page.state;

        if (name === from)
            this.page.change({ from: null });
        else if (name === to)
            this.page.change({ to: null });
        else if (!from || closed)
            this.page.change({ from: name });
        else
            this.page.change({ to: name });
    }

    listen() {
        const on = (id, act, event = "click") => byId(id).addEventListener(event, act);

        on("leaper", (event) => this.page.change({ leaper: event.target.value }), "change");
        on("tour-symmetric", (event) =>
            this.page.change({ symmetric: event.target.value || null }), "change");
        on("other-leaper", (event) => {
            const leaper = event.target.value.replaceAll(" ", "");

            event.target.value = "";
            if (/^\d+,\d+(\+\d+,\d+)*$/.test(leaper))
                this.page.change({ leaper });
            else
                this.page.explain("A leaper is two numbers such as 1,2, or several: 1,2+0,1.");
        }, "change");
        on("tour-count", () => this.count(null));
        on("tour-stop", () => this.stop());
        on("closed", () => this.page.change({ closed: true, to: null }), "change");
        on("open", () => this.page.change({ closed: false }), "change");
        on("tour-find", () => this.find());
        on("tour-another", () => this.find(crypto.getRandomValues(new Uint32Array(1))[0]));
        on("tour-play", () => this.animate());
        on("tour-why", () => this.showReason());
        on("layer-degrees", () => this.drawDegrees(), "change");
        on("walk-start", () => this.startWalk());
        on("walk-back", () => this.back());
        on("walk-hint", () => this.hint());
        on("walk-end", () => { this.walk = null; this.page.change({}, { keeps: false }); });
    }

    /* ---- found by the server ---- */

    working(yes) {
        byId("tour-stop").disabled = !yes;
        this.page.busy(yes);
    }

    async find(seed = 0) {
        this.stopAnimation();
        this.counting.stop();
        this.working(true);
        try {
            const answer = await this.solving.run(this.request("find", seed ? { seed } : {}));

            if (answer === undefined)
                return;
            this.take(answer);
            this.working(false);
        } catch (error) {
            this.working(false);
            this.page.fail(error);
        }
    }

    stop() {
        this.solving.stop();
        this.counting.stop();
        this.working(false);
        this.page.say("unknown", "Stopped.");
    }

    take(answer) {
        const { board, closed } = this.page.state;

        this.answer = answer;
        this.drawn = answer;
        byId("tour-why").disabled = answer.verdict !== "no";
        byId("tour-play").disabled = byId("tour-another").disabled =
            byId("tour-count").disabled = answer.verdict !== "yes";
        if (answer.verdict === "yes") {
            this.view.clear("proof");
            this.tour = answer.solutions[0].map(([r, c]) => r * board.cols + c);
            this.drawTour(this.tour, closed);
            this.page.say("yes", closed ? "There is a closed tour." : "There is an open tour.");
            if (board.places().length <= cheapMost && !this.page.state.symmetric)
                this.count(3);
        } else if (answer.verdict === "no") {
            this.page.say("no", `Impossible: ${answer.certificate.reason}.`);
        } else {
            this.page.say("unknown", `Not decided: ${stopped(answer, this.page.limits)}.`);
        }
    }

    /* How many there are: asked for, or where it is cheap, in so many seconds at most. */
    async count(seconds) {
        const kind = this.page.state.closed ? "closed" : "open";

        if (seconds === null)
            this.working(true);
        try {
            const answer = await this.counting.run(this.request("count",
                seconds === null ? {} : { seconds }));

            if (answer === undefined)
                return;
            if (answer.count !== undefined && answer.stop === "finished")
                this.page.say("yes", String(answer.count) === "1" ? `There is exactly one ${kind} tour.`
                    : `There are ${counted(answer.count)} ${kind} tours` +
                      (kind === "open" ? ", each direction counted." : "."));
            else if (seconds === null)
                this.page.explain(`Not counted: ${stopped(answer, this.page.limits)}.`);
        } catch (error) {
            if (seconds === null)
                this.page.explain(`Not counted: ${error.message}.`);
        }
        if (seconds === null)
            this.working(false);
    }

    /* ---- pictures ---- */

    points(places) {
        return places.map((place) => this.view.centre(place).join(",")).join(" ");
    }

    drawTour(places, closed, numbers = this.page.board.cells.length <= shownMost) {
        const layer = this.view.layer("tour");

        layer.append(make("polyline", { class: "route",
            points: this.points(closed ? [...places, places[0]] : places) }));
        places.forEach((place, i) => this.drawStop(layer, place, i, numbers));
    }

    drawStop(layer, place, i, numbers) {
        const [x, y] = this.view.centre(place);

        layer.append(make("circle", { class: i === 0 ? "stop first" : "stop", cx: x, cy: y,
            r: numbers ? 11.5 : 5 }));
        if (numbers)
            layer.append(make("text", { class: "count", x, y: y + 4,
                "text-anchor": "middle" }, [String(i + 1)]));
    }

    drawEnds() {
        const { from, to } = this.page.state, layer = this.view.layer("ends");

        for (const [name, letter] of [[from, "S"], [to, "E"]]) {
            const place = name && this.placeOf(name);

            if (place === undefined || place === null)
                continue;
            const [x, y] = this.view.centre(place);

            layer.append(make("path", { class: "end", d: this.view.outline([place], 2) }),
                make("text", { class: "end-letter", x: x - 16, y: y - 7 }, [letter]));
        }
    }

    /* From how many squares, or while walking from how many free ones, each is reached. */
    drawDegrees() {
        this.view.clear("degrees");
        if (!byId("layer-degrees").checked)
            return;
        const layer = this.view.layer("degrees"), used = new Set(this.walk ?? []);

        for (const place of this.page.board.places()) {
            if (used.has(place))
                continue;
            const [x, y] = this.view.centre(place);
            const degree = this.moves(place).filter((to) => !used.has(to)).length;

            layer.append(make("text", { class: `degree degree-${Math.min(degree, 8)}`, x,
                y: y + 6, "text-anchor": "middle" }, [String(degree)]));
        }
    }

    showReason() {
        const certificate = this.answer?.certificate;

        if (!certificate)
            return;
        this.view.clear("tour");
        this.page.explain(drawReason(this.view, this.page.board, certificate,
            (place) => this.moves(place)) || `${certificate.reason}.`);
    }

    /* ---- animation ---- */

    animate() {
        if (this.playing) {
            this.stopAnimation();
            this.drawTour(this.tour, this.page.state.closed);
            return;
        }
        if (!this.tour)
            return;
        const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
        const pause = calm ? 1000 : Math.max(20, Math.min(300, 12000 / this.tour.length));
        const numbers = this.page.board.cells.length <= shownMost;
        const layer = this.view.layer("tour"), route = make("polyline", { class: "route" });
        let shown = 0;
        const tick = () => {
            this.drawStop(layer, this.tour[shown], shown, numbers);
            shown++;
            route.setAttribute("points", this.points(this.tour.slice(0, shown)));
            if (shown < this.tour.length) {
                this.playing = setTimeout(tick, pause);
            } else {
                this.stopAnimation();
                this.drawTour(this.tour, this.page.state.closed);
            }
        };

        layer.append(route);
        byId("tour-play").textContent = "Stop";
        this.playing = setTimeout(tick, 0);
    }

    stopAnimation() {
        clearTimeout(this.playing);
        this.playing = null;
        byId("tour-play").textContent = "Animate";
    }

    /* ---- by hand ---- */

    startWalk() {
        const { from } = this.page.state;
        const start = (from && this.placeOf(from)) ?? this.page.board.places()[0];

        this.stopAnimation();
        this.walk = [start];
        this.drawWalk();
        this.sayWalk();
    }

    sayWalk() {
        const total = this.page.board.places().length, last = this.walk[this.walk.length - 1];
        const closes = this.moves(last).includes(this.walk[0]);
        const ways = this.moves(last).filter((to) => !this.walk.includes(to)).length;

        if (this.walk.length === total)
            this.page.say(closes || !this.page.state.closed ? "yes" : "unknown",
                closes ? "A closed tour: well walked!" : this.page.state.closed
                    ? "Every square is visited, but the last is not a leap from the first."
                    : "An open tour: well walked!");
        else
            this.page.say(ways ? "" : "unknown", `${this.walk.length} of ${total} squares. ` +
                (ways ? `${ways} ${ways === 1 ? "way leads" : "ways lead"} on.`
                    : "Stuck: take back a step."));
    }

    drawWalk() {
        if (!this.walk) {
            this.view.clear("tour");
            return;
        }
        const used = new Set(this.walk);

        this.drawTour(this.walk, false);
        const layer = this.view.layers.tour;

        for (const to of this.moves(this.walk[this.walk.length - 1]))
            if (!used.has(to)) {
                const [x, y] = this.view.centre(to);

                layer.append(make("circle", { class: "way", cx: x, cy: y, r: 8 }));
            }
        this.drawDegrees();
    }

    step(place) {
        const last = this.walk[this.walk.length - 1];

        if (place === last) {
            this.back();
            return;
        }
        if (this.walk.includes(place) || !this.moves(last).includes(place)) {
            this.page.announce(`${this.page.board.name(place)} is not a leap from here.`);
            return;
        }
        this.walk.push(place);
        this.drawWalk();
        this.sayWalk();
    }

    /* Ctrl+Z while walking. */
    undo() {
        if (!this.walk || this.walk.length < 2)
            return false;
        this.back();
        return true;
    }

    leave() {
        this.walk = null;
        this.stopAnimation();
        this.solving.stop();
        this.counting.stop();
        this.working(false);
        this.view.clear("tour", "ends", "degrees", "proof");
    }

    back() {
        if (!this.walk || this.walk.length < 2)
            return;
        this.walk.pop();
        this.drawWalk();
        this.sayWalk();
    }

    /* Warnsdorff's rule: where the fewest ways lead on. */
    hint() {
        if (!this.walk)
            return;
        const used = new Set(this.walk);
        const free = (place) => this.moves(place).filter((to) => !used.has(to));
        const ways = free(this.walk[this.walk.length - 1]);

        if (ways.length === 0) {
            this.page.explain("There is no way on from here: take back a step.");
            return;
        }
        const best = ways.reduce((a, b) => free(b).length < free(a).length ? b : a);

        this.page.explain(`${this.page.board.name(best)}: from there the fewest ways lead on ` +
            `(${free(best).length}), which is Warnsdorff's rule of 1823.`);
        this.view.layers.tour.append(make("path", { class: "here",
            d: this.view.outline([best], 2) }));
    }
}
