/* tours.js - the tab for tours: found, played by time, or walked by hand.
 *
 * With the tool "Start" the first click chooses the start, the second the end (of an open
 * tour), and a click on either takes it back. With "Lock" two clicks choose a move that tours
 * must use; the same two again, one that they must not use; then it is free again. With "Number" a
 * click gives a square its number (figured.js). With "Walk" a click leaps. The walk is part of the state: it can be undone, is in the link, and is there
 * after a reload.
 */
import { Figured } from "./figured.js";
import { Player } from "./player.js";
import { baseOf } from "./state.js";
import { make, strong, unit } from "./svg.js";
import { horse } from "./icons.js";
import { timeColours } from "./palette.js";
import { Making, rulesOf } from "./making.js";
import { movingTour } from "./moving.js";
import { grown, reasonOf, setMarks } from "./reasons.js";
import { counted, grouped, listed, plural, sentence, stopped } from "./words.js";

const byId = (id) => document.getElementById(id);
const cheapMost = 36;    /* squares of which the tours are counted without asking */
const numbersMost = 400; /* squares of which each stop can get its number */
const likelyHint = "The thicker a move, the more of all tours use it.";
const names = { "1,2": "knight", "1,3": "camel", "2,3": "zebra", "1,4": "giraffe", "0,1+1,1": "king",
    "0,1": "wazir", "0,1*+1,1*": "queen", "0,1*": "rook", "1,2*": "nightrider" };
const leapForm = /^(\d+,\d+|\(-?\d+,-?\d+\))\*?$/;
const isLeaper = (text) => text.split("+").every((one) => leapForm.test(one));

/* "1,2+(0,1)*" as [rows, columns, whether it may be repeated]: a leap in all its directions, one in
 * brackets only there and back. */
function leapsOf(leaper) {
    return leaper.split("+").filter((one) => leapForm.test(one)).flatMap((one) => {
        const [a, b] = one.replace(/[()*]/g, "").split(",").map(Number), rides = one.endsWith("*");
        const ways = one.startsWith("(") ? [[a, b], [-a, -b]] : [[a, b], [b, a]].flatMap(([r, c]) =>
            [[r, c], [r, -c], [-r, c], [-r, -c]]);

        return a || b ? ways.map((way) => [...way, rides]) : [];
    });
}

export class Tours {
    title = "Tours";
    walks = true; /* over the board */

    /* Sums stand beside the board. */
    get roomy() {
        return Boolean(this.page.state.magic);
    }

    tools = [["start", "Start", "flag"], ["number", "Number", "number"], ["lock", "Lock", "pin"], ["walk", "Walk", "hand"],
        ["draw", "Draw", "draw"], ["move", "Move", "move"]];

    constructor(page) {
        this.page = page;
        this.chosenBy = null; /* time, number or none, once it was chosen */
        this.player = new Player({ label: "the tour, move by move", move: () => this.page.refresh(),
            words: (moment) => ["move ", strong(grouped(moment)), ` of ${grouped(this.legs)}`] });
        this.making = new Making(page);
        this.figured = new Figured(page);
        this.reset();
        this.listen();
    }

    reset() {
        this.making.stop();
        this.seen = {};      /* answers to this state: find, count, classes, likely */
        this.tour = null;    /* places in order */
        this.reason = null;
        this.first = null;   /* of the two clicks that lock a move */
        this.remark = "";
        this.advice = null; /* the square of a hint */
        if (this.figured)
            this.figured.name = null;
        this.player?.pause();
    }

    /* How the moves are coloured; of a magic tour one wants to see the numbers. */
    get by() {
        return this.chosenBy ?? (this.page.state.magic ? "number" : "time");
    }

    /* How likely each move is, if that is shown in place of the tour. */
    get likely() {
        return byId("layer-moves").checked ? this.seen.likely : null;
    }

    get legs() {
        return this.tour ? this.tour.length - (this.page.state.closed ? 0 : 1) : 0;
    }

    get walk() {
        return this.page.state.walk ? this.page.state.walk.split(",").map((name) =>
            this.page.board.placeOf(name)) : [];
    }

    /* Moves that tours must use, and those that they must not, as "a1-b3". */
    get locked() {
        const moves = this.page.state.moves.split(",").filter(Boolean);

        return { must: moves.filter((move) => !move.startsWith("!")),
            not: moves.filter((move) => move.startsWith("!")).map((move) => move.slice(1)) };
    }

    /* Walking by hand, nobody asks for tours. */
    get walking() {
        return this.page.tool === "walk" || this.page.state.walk !== "";
    }

    request(goal, options = {}) {
        const { board, leaper, closed, from, to, symmetric } = this.page.state;
        const problem = { kind: "tour", text: board.text(), leaper, closed };

        if (from && !this.page.state.at)
            problem.from = from;
        if (to && !closed && !this.page.state.at)
            problem.to = to;
        if (symmetric)
            problem.symmetric = symmetric;
        if (this.page.state.magic)
            problem.magic = this.page.state.magic;
        if (this.page.state.at)
            problem.at = this.page.state.at;
        if (this.locked.must.length)
            problem.with = this.locked.must.join(",");
        if (this.locked.not.length)
            problem.without = this.locked.not.join(",");
        return { chequer: 1, problem, goal, options };
    }

    command() {
        const { leaper, closed, from, to, symmetric } = this.page.state;
        const plainly = (word) => /[*()]/.test(word) ? `'${word}'` : word;
        const rules = this.making.on ? ["", "--explain", ...Object.entries(rulesOf(this.page.state.rules))
            .map(([name, value]) => `--${name.replace("_", "-")} ${value}`)].join(" ") : "";

        return { name: "tour", flags: rules + (leaper === "1,2" ? "" : ` --leaper ${plainly(leaper)}`) +
            (closed ? "" : " --open") + (from && !this.page.state.at ? ` --from ${from}` : "") +
            (to && !closed && !this.page.state.at ? ` --to ${to}` : "") + (symmetric ? ` --symmetric ${symmetric}` : "") +
            (this.page.state.magic ? ` --magic ${this.page.state.magic}` : "") +
            (this.page.state.at ? ` --at ${this.page.state.at}` : "") +
            (this.locked.must.length ? ` --with ${this.locked.must.join(",")}` : "") +
            (this.locked.not.length ? ` --without ${this.locked.not.join(",")}` : "") };
    }

    get drawn() {
        return this.seen.find ?? null;
    }

    /* The tour, or how it is made, as a picture that moves. */
    moving() {
        return this.making.on ? this.making.moving(this.page.board)
            : this.tour && !this.page.board.isLarge ? movingTour(this.page.board, this.tour, this.page.state.closed) : null;
    }

    moves(place) {
        const { board, state } = this.page, row = board.rowOf(place), col = board.colOf(place);
        const found = new Set();

        const reach = (r, c, times) => {
            const to = (row + r * times) * board.cols + col + c * times;

            if (row + r * times < 0 || row + r * times >= board.rows || col + c * times < 0 ||
                col + c * times >= board.cols || !board.has(to))
                return false;
            found.add(to);
            return true;
        };

        for (const [r, c, rides] of leapsOf(state.leaper))
            for (let times = 1; reach(r, c, times) && rides; times++);
        return [...found];
    }

    /* ---- questions ---- */

    changed(state, before) {
        this.reset();
        if (state.walk && (!before || before.tab !== "tours"))
            this.page.chooseTool("walk");
        if (!this.walking)
            this.find();
        this.page.refresh();
    }

    leave() {
        this.player.pause();
        this.making.stop();
    }

    /* How a tour comes about: by Warnsdorff's rule and path conversion. */
    async make() {
        const explained = await this.page.ask("make", this.request("explain", rulesOf(this.page.state.rules)),
            { label: "Converting" });

        if (explained?.steps)
            this.making.start(explained.steps, this.page.board);
    }

    tooled(name) {
        this.first = this.figured.name = null;
        this.remark = name === "number" ? "Click a square to give it its number in the tour."
            : name === "lock" ? "Click two squares a leap apart: tours must make this move. The same two again: they must not." : "";
        if (name !== "walk" && this.page.state.walk)
            this.page.change({ walk: "" });
        else if (name !== "walk" && !this.seen.find)
            this.find();
    }

    async find(seed = 0) {
        const answer = await this.page.ask("find", this.request("find", seed ? { seed } : {}),
            { label: "Searching", onError: this.page.state.magic && ((error) => this.#refused(error)) });

        if (answer)
            this.take(answer);
    }

    /* Sums that this board cannot be asked for. */
    #refused(error) {
        this.seen.find = { verdict: "refused", words: sentence(error.message) };
        this.page.refresh();
    }

    take(answer) {
        const { board, symmetric } = this.page.state;

        this.seen.find = answer;
        if (answer.verdict === "yes") {
            this.tour = answer.solutions[0].map(([r, c]) => r * board.cols + c);
            this.player.reset(0, this.legs, this.legs);
        } else if (answer.verdict === "no") {
            this.reason = reasonOf(board, baseOf(this.page.state), answer.certificate, (place) =>
                this.moves(place));
        }
        this.page.refresh();
        if (answer.verdict === "yes" && this.seen.count === undefined && board.count <= cheapMost &&
            !symmetric)
            this.count(3);
        if (byId("layer-moves").checked)
            this.askLikely();
    }

    another() {
        this.find(crypto.getRandomValues(new Uint32Array(1))[0]);
    }

    /* How many there are: asked for, or, if that is cheap, within `seconds`. */
    count(seconds = null) {
        return this.page.countOf(this, seconds);
    }

    /* Tours that a turn or a reflection makes of one another count as one. */
    async askClasses() {
        const answer = await this.page.ask("classes", this.request("count", { unique: true }), { label: "Counting" });

        if (!answer)
            return;
        if (answer.count !== undefined && answer.stop === "finished")
            this.seen.classes = answer.count;
        else
            this.remark = `Not counted: ${stopped(answer, this.page.limits)}.`;
        this.page.refresh();
    }

    /* A tour of all, each as likely as the others. */
    async sample() {
        const answer = await this.page.ask("find", this.request("sample", { seed: crypto.getRandomValues(new Uint32Array(1))[0] }),
            { label: "Drawing lots" });

        if (!answer)
            return;
        if (answer.solutions.length) {
            this.take(answer);
            this.remark = "Drawn at random: every tour is equally likely.";
        } else {
            this.remark = `None was drawn: ${stopped(answer, this.page.limits)}.`;
        }
        this.page.refresh();
    }

    /* How many of all tours use each move. */
    async askLikely() {
        const answer = await this.page.ask("likely", this.request("probabilities"), { label: "Weighing",
            onError: (error) => this.#unlikely(sentence(error.message)) });

        if (answer?.probabilities)
            this.seen.likely = answer.probabilities;
        else if (answer)
            this.#unlikely(`Not weighed: ${stopped(answer, this.page.limits)}.`);
        this.page.refresh();
    }

    #unlikely(words) {
        byId("layer-moves").checked = false;
        this.remark = words;
        this.page.refresh();
    }

    stopped(name) {
        this.remark = "Stopped.";
        if (name === "likely")
            byId("layer-moves").checked = false;
        if (name === "find")
            this.seen.find ??= { verdict: "unknown", stop: "cancelled" };
    }

    /* ---- what a click does ---- */

    act(place, phase) {
        const { tool } = this.page;

        if (tool === "draw")
            return false;
        if (phase !== "begin" || !this.page.board.has(place))
            return true;
        if (tool === "walk")
            this.leap(place);
        else if (tool === "lock")
            this.lock(place);
        else if (tool === "number")
            this.figured.ask(place, this.tour ? this.tour.indexOf(place) + 1 : null);
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

    /* The first of two clicks chooses a square, the second a leap from it. */
    lock(place) {
        const { board, state } = this.page, first = this.first;

        this.first = null;
        if (first === null || first === place) {
            this.first = first === place ? null : place;
            this.remark = this.first === null ? "" : `A leap from ${board.name(place)}: click where it ends.`;
            this.page.refresh();
        } else if (!this.moves(first).includes(place)) {
            this.refuse(place, `${board.name(place)} is not a leap away from ${board.name(first)}.`);
        } else {
            const [one, other] = [first, place].sort((a, b) => a - b).map((at) => board.name(at));
            const move = `${one}-${other}`, others = state.moves.split(",").filter((each) =>
                each && each.replace("!", "") !== move);
            const next = this.locked.must.includes(move) ? [`!${move}`] : this.locked.not.includes(move) ? [] : [move];

            this.page.change({ moves: [...others, ...next].join(",") });
        }
    }

    leap(place) {
        const { walk } = this, last = walk.at(-1), name = this.page.board.name(place);

        if (walk.length === 0)
            this.go([place]);
        else if (place === last)
            this.go(walk.slice(0, -1));
        else if (walk.includes(place) || !this.moves(last).includes(place))
            this.refuse(place, walk.includes(place) ? `${name} was visited already.`
                : `${name} is not a leap away from ${this.page.board.name(last)}.`);
        else
            this.go([...walk, place]);
    }

    go(walk) {
        this.page.change({ walk: walk.map((place) => this.page.board.name(place)).join(",") });
    }

    /* A wrong leap is seen and said. */
    refuse(place, words) {
        this.wrong = place;
        this.remark = words;
        this.page.refresh();
        clearTimeout(this.forgiving);
        this.forgiving = setTimeout(() => {
            this.wrong = null;
            this.page.refresh();
        }, 1500);
    }

    /* Warnsdorff's rule: where the fewest ways lead on. */
    giveHint() {
        const { walk } = this, used = new Set(walk);
        const free = (place) => this.moves(place).filter((to) => !used.has(to));
        const ways = walk.length ? free(walk.at(-1)) : this.page.board.places();

        if (ways.length === 0) {
            this.remark = "There is no way on from here: take back a leap.";
            this.page.refresh();
            return;
        }
        const best = ways.reduce((a, b) => free(b).length < free(a).length ? b : a);

        this.advice = best;
        this.remark = `${this.page.board.name(best)}: from there the fewest ways lead on ` +
            `(${free(best).length}), which is Warnsdorff's rule of 1823.`;
        this.page.refresh();
    }

    listen() {
        const on = (id, act, event = "click") => byId(id).addEventListener(event, act);

        on("leaper", (event) => {
            byId("other-field").hidden = event.target.value !== "other";
            if (event.target.value !== "other")
                this.page.change({ leaper: event.target.value, walk: "", moves: "" });
            else
                byId("other-leaper").focus();
        }, "change");
        on("other-leaper", (event) => {
            const leaper = event.target.value.replaceAll(" ", "");

            if (isLeaper(leaper))
                this.page.change({ leaper, walk: "", moves: "" });
            else
                this.page.toast("A leaper is two numbers such as 1,2, or several: 1,2+0,1. A star repeats a leap: 0,1*.");
        }, "change");
        on("tour-symmetric", (event) => this.page.change({ symmetric: event.target.value || null }),
            "change");
        on("tour-magic", (event) => this.page.change({ magic: event.target.value || null }), "change");
        on("closed", () => this.page.change({ closed: true, to: null }));
        on("open", () => this.page.change({ closed: false }));
        for (const select of byId("tour-rules").querySelectorAll("select"))
            select.addEventListener("change", () => {
                const rules = { ...rulesOf(this.page.state.rules), [select.dataset.rule]: select.value };
                const making = this.making.playing;

                this.page.change({ rules: Object.entries(rules).filter(([, value]) => value)
                    .map((pair) => pair.join("=")).join(",") });
                if (making)
                    this.make();
            });
        on("layer-degrees", () => this.page.refresh(), "change");
        on("layer-moves", (event) => {
            if (event.target.checked && !this.seen.likely && this.tour)
                this.askLikely();
            this.page.refresh();
        }, "change");
        on("sample-tour", () => this.sample());
        on("tour-classes", () => this.askClasses());
        on("tour-colour", (event) => {
            this.chosenBy = event.target.dataset.by ?? this.chosenBy;
            this.page.refresh();
        });
    }

    recoloured() {
        this.colours = null;
    }

    /* ---- what is shown ---- */

    get waiting() {
        return !this.walking && !this.seen.find;
    }

    get rider() {
        return names[this.page.state.leaper] ?? "leaper";
    }

    face() {
        if (this.walking)
            return this.walkFace();
        const { verdict } = this.seen.find, squares = this.page.board.count;
        const others = [{ text: "Walk by hand",
            act: () => { this.page.chooseTool("walk"); this.page.refresh(); } },
            { text: "Count", act: () => this.count(), disabled: verdict !== "yes" },
            { text: "How it is made", act: () => this.make(), disabled: verdict !== "yes" || this.page.board.isLarge || Boolean(this.page.state.magic) }];
        const plain = { text: "Without the sums", act: () => this.page.change({ magic: null }) };

        if (this.making.on)
            return this.making.face();
        if (verdict === "yes")
            return { word: "Yes", mood: "yes", chip: "Checked", say: this.yesWords(squares),
                strip: this.figured.name ? this.figured.element : this.remark || (this.likely ? likelyHint : this.player.element),
                    primary: { text: "Another tour", act: () => this.another() }, others };
        if (verdict === "no")
            return { word: "No", mood: "no", chip: "Proved", say: this.reason.say,
                strip: this.figured.name ? this.figured.element : this.remark || this.reason.more,
                primary: this.page.state.magic ? plain : this.page.state.at ? { text: "Without the numbers", act: () => this.page.change({ at: "" }) }
                    : this.page.state.closed ? { text: "Try it open", act: () =>
                    this.page.change({ closed: false }) }
                    : { text: "Put all squares back", act: () => this.page.restore(),
                        disabled: this.page.board.holes() === 0 },
                others };
        if (verdict === "refused")
            return { word: "Not here", mood: "ask", say: this.seen.find.words, strip: this.remark, primary: plain, others };
        return { word: "Who knows", mood: "ask",
            say: `Not decided: ${stopped(this.seen.find, this.page.limits)}.`,
            strip: this.remark, primary: { text: "Try again", act: () => this.find() }, others };
    }

    yesWords(squares) {
        const { closed, from, to, moves, at, magic } = this.page.state, { count, classes } = this.seen;
        const walk = [`A ${this.rider} can walk over all `, { strong: grouped(squares) }, " squares",
            moves || at ? ` with your ${listed([...(moves ? ["moves"] : []), ...(at ? ["numbers"] : [])])}` : "",
            closed ? " and come home" : "", ...(magic && this.tour ? [magic === "full" ? "; rows, columns and diagonals sum to "
                : "; rows and columns sum to ", { strong: listed([...new Set(this.#sums().map(({ sum }) => grouped(sum)))]) }] : []), "."];

        if (count === undefined)
            return classes === undefined ? walk : [...walk, " Up to symmetry there are ", { strong: counted(classes) }, " tours."];
        return [...walk, " There ", ...(String(count) === "1" ? ["is exactly one such tour."]
            : ["are ", { strong: counted(count) }, ` ${closed ? "closed" : "open"} tours`,
                closed && !at && !magic || from || to ? "" : ", each direction counted",
                ...(classes === undefined ? ["."] : [", ", { strong: counted(classes) }, " up to symmetry."])])];
    }

    walkFace() {
        const { walk } = this, total = this.page.board.count, last = walk.at(-1);
        const ways = last === undefined ? total
            : this.moves(last).filter((to) => !walk.includes(to)).length;
        const closes = walk.length > 1 && this.moves(last).includes(walk[0]), { closed } = this.page.state;
        const whole = walk.length === total, well = whole && (closes || !closed);
        const others = [{ text: "Hint", act: () => this.giveHint(), disabled: whole },
            { text: "Start again", act: () => this.go([]), disabled: !walk.length },
            { text: "Leave", act: () => { this.page.chooseTool("start"); this.page.change({ walk: "" }); } }];

        return { word: well ? "Done" : walk.length ? `${grouped(walk.length)} of ${grouped(total)}`
            : "Your walk",
            mood: well ? "yes" : ways || whole ? "ask" : "no",
            say: whole ? closes ? "A closed tour: well walked!" : closed
                ? "Every square is visited, but the last is not a leap away from the first."
                    : "An open tour: well walked!"
                : walk.length === 0 ? "Click the square where you begin." : ways
                    ? `${plural(ways, "way")} ${ways === 1 ? "leads" : "lead"} on.`
                    : "Stuck: take back a leap.",
            strip: this.remark || "Click a marked square to leap there. A click on the last one takes it back.",
            primary: { text: "Take back", act: () => this.go(walk.slice(0, -1)), disabled: !walk.length },
                others };
    }

    panel() {
        const { leaper, closed, symmetric } = this.page.state, select = byId("leaper");
        const known = [...select.options].some(({ value }) => value === leaper);

        if (select.value !== "other" || !byId("other-leaper").matches(":focus"))
            select.value = known ? leaper : "other";
        byId("other-field").hidden = select.value !== "other";
        if (!known && !byId("other-leaper").matches(":focus"))
            byId("other-leaper").value = leaper;
        byId("tour-symmetric").value = symmetric ?? "";
        byId("tour-magic").value = this.page.state.magic ?? "";
        for (const select of byId("tour-rules").querySelectorAll("select"))
            select.value = rulesOf(this.page.state.rules)[select.dataset.rule] ?? "";
        byId("closed").setAttribute("aria-pressed", closed);
        byId("open").setAttribute("aria-pressed", !closed);
        const able = this.seen.find?.verdict === "yes" && !this.page.board.isLarge;

        this.figured.panel();
        byId("sample-tour").disabled = byId("tour-classes").disabled = byId("layer-moves").disabled = !able || this.page.state.at !== "" || Boolean(symmetric ?? this.page.state.magic);
        byId("legend-moves").hidden = !this.likely;
        for (const button of byId("tour-colour").children)
            button.setAttribute("aria-pressed", button.dataset.by === this.by);
    }

    paint(view) {
        if (this.making.on && !this.walking) {
            this.making.paint(view, (places, closed, moment) => this.#route(view, places, closed, moment));
        } else if (this.walking) {
            const { walk } = this;

            this.#route(view, walk, false, walk.length - 1);
            this.#ways(view, walk);
        } else if (this.likely) {
            this.#likely(view);
        } else if (this.tour) {
            this.#route(view, this.tour, this.page.state.closed, this.player.moment);
            if (this.page.state.magic && !view.painted)
                this.#showSums(view);
        } else if (view.painted) {
            view.canvas.route(null);
        }
        if (this.reason && !this.walking)
            view.layer("proof").append(...(this.reason.set ? setMarks(view, this.page.board,
                grown(this.reason.set.order, this.reason.set.near), this.reason.set.near)
                    : this.reason.marks?.(view) ?? []));
        this.#degrees(view);
        this.#ends(view);
        if (!this.walking) {
            this.#locks(view);
            view.layer("steps").append(...this.figured.marks(view));
        }
    }

    /* The sums of the numbers in rows, columns and, if they are asked for, diagonals, each with
     * the square of the margin that it is written at. */
    #sums() {
        const { rows, cols } = this.page.board, number = new Map(this.tour.map((place, i) => [place, i + 1]));
        const line = (count, at) => Array.from({ length: count }, (_, i) => number.get(at(i))).reduce((a, b) => a + b, 0);
        const found = [...Array.from({ length: rows }, (_, r) => ({ row: r, col: cols, sum: line(cols, (c) => r * cols + c) })),
            ...Array.from({ length: cols }, (_, c) => ({ row: -1, col: c, sum: line(rows, (r) => r * cols + c) }))];

        return this.page.state.magic !== "full" ? found : [...found,
            { row: rows, col: cols, sum: line(rows, (i) => i * cols + i) },
            { row: -1, col: cols, sum: line(rows, (i) => i * cols + cols - 1 - i) }];
    }

    /* In the margin, as large as it allows. */
    #showSums(view) {
        const { rows, cols } = this.page.board, { margin } = view, sums = this.#sums();
        const digits = Math.max(...sums.map(({ sum }) => String(sum).length));
        const size = Math.min(12.5 * view.scale, (margin - 14) / (0.6 * digits)), far = (margin - 11) / 2;

        view.layers.tour.append(...sums.map(({ row, col, sum }) => make("text", { class: "sum", "font-size": size.toFixed(1),
            x: col === cols ? cols * unit + 8 + far : col * unit + unit / 2,
            y: row < 0 ? -9 - far + size / 3 : row === rows ? rows * unit + 9 + size : row * unit + unit / 2 + size / 3 },
        [String(sum)])));
    }

    /* Each move as thick as it is likely. */
    #likely(view) {
        const { cols } = this.page.board, at = ([r, c]) => view.centre(r * cols + c).join(" ");

        view.layer("tour").append(...this.seen.likely.filter(({ probability }) => probability > 0)
            .sort((a, b) => a.probability - b.probability)
            .map(({ cells: [from, to], probability }) => make("path", { class: "likely move", d: `M${at(from)}L${at(to)}`,
                "stroke-width": (2 + 12 * probability).toFixed(1), opacity: (0.15 + 0.85 * probability).toFixed(2) })));
    }

    /* Moves that must be used, as bars; those that must not, dashed with a cross. */
    #locks(view) {
        const layer = view.layer("marks"), { board } = this.page;
        const ends = (move) => move.split("-").map((name) => view.centre(board.placeOf(name)));
        const bar = (move, kind) => {
            const [[x1, y1], [x2, y2]] = ends(move), x = (x1 + x2) / 2, y = (y1 + y2) / 2;

            layer.append(make("path", { class: `locked-move ${kind}`, d: `M${x1} ${y1}L${x2} ${y2}` }),
                make("circle", { class: "end-bed", cx: x, cy: y, r: 11 }),
                make("path", { class: "lock-sign", d: kind === "must" ? `M${x - 5} ${y}l4 4 7-8`
                    : `M${x - 4} ${y - 4}l8 8M${x + 4} ${y - 4}l-8 8` }));
        };

        for (const move of this.locked.must)
            bar(move, "must");
        for (const move of this.locked.not)
            bar(move, "not");
        if (this.page.tool === "lock" && this.first !== null) {
            layer.append(make("path", { class: "here", d: view.outline([this.first], 3, 7) }));
            for (const to of this.moves(this.first)) {
                const [x, y] = view.centre(to);

                layer.append(make("circle", { class: "way", cx: x, cy: y, r: 12 }));
            }
        }
    }

    /* The way up to a moment: legs in the colours of time, the rest as a hairline. */
    #route(view, places, closed, moment) {
        const layer = view.layer("tour"), colour = this.colours ??= timeColours();
        const at = (i) => view.centre(places[i % places.length]), legs = places.length - (closed ? 0 : 1);
        const shade = (i) => this.by === "none" ? colour(0) : colour(i / Math.max(1, legs - 1));
        const line = (i) => `M${at(i).join(" ")}L${at(i + 1).join(" ")}`;
        const small = this.page.board.cells.length > numbersMost;

        if (view.painted)
            view.canvas.route(places.length ? { places, closed, moment, colour: this.by === "none"
                ? () => colour(0) : colour } : null);
        if (!places.length)
            return;
        if (view.painted) {
            this.#rider(layer, at(moment), shade(Math.min(moment, legs)));
            return;
        }
        if (moment < legs)
            layer.append(make("path", { class: "future",
                d: `M${places.map((_, i) => at(i).join(" ")).join("L")}${closed ? "Z" : ""}` }));
        for (let i = 0; i < Math.min(moment, legs); i++)
            layer.append(make("path", { class: "casing", d: line(i) }),
                make("path", { class: "leg", d: line(i), stroke: shade(i) }));
        for (let i = 0; i <= Math.min(moment, places.length - 1); i++)
            layer.append(...this.#stop(at(i), i, shade(i), small));
        this.#rider(layer, at(moment), shade(Math.min(moment, legs)));
    }

    #stop([x, y], i, fill, small) {
        if (this.by !== "number" || small)
            return [make("circle", { class: "stop-dot", cx: x, cy: y, r: 6.5, fill })];
        return [make("circle", { class: "stop-dot", cx: x, cy: y, r: 17, fill }),
            make("text", { class: "many-no", x, y: y + 6, fill: "#fff" }, [String(i + 1)])];
    }

    #rider(layer, [x, y], stroke) {
        layer.append(make("g", { class: "rider", transform: `translate(${x} ${y})` }, [
            make("circle", { r: 26, stroke }), ...(this.page.state.leaper === "1,2"
                ? [make("path", { d: horse, transform: "translate(-17.5 -20) scale(.96)" })]
                : [make("path", { d: "M-9 11h18l-3-7 6-9-8 3-4-9-4 9-8-3 6 9z" })])]));
    }

    #ways(view, walk) {
        const used = new Set(walk), layer = view.layer("marks");

        for (const to of walk.length ? this.moves(walk.at(-1)) : this.advice === null ? [] : [this.advice])
            if (!used.has(to)) {
                const [x, y] = view.centre(to);

                layer.append(make("circle", { class: "way", cx: x, cy: y, r: this.advice === to ? 24
                    : 12 }));
            }
        if (this.wrong !== null && this.wrong !== undefined)
            layer.append(make("path", { class: "here", d: view.outline([this.wrong], 3, 7) }));
    }

    /* From how many squares, or while walking from how many free ones, each is reached. */
    #degrees(view) {
        if (!byId("layer-degrees").checked || view.painted)
            return;
        const used = new Set(this.walking ? this.walk : []), layer = view.layers.proof;

        for (const place of this.page.board.places()) {
            if (used.has(place))
                continue;
            const [x, y] = view.centre(place), degree = this.moves(place).filter((to) =>
                !used.has(to)).length;

            layer.append(make("text", { class: "degree", x, y: y + 7 }, [String(degree)]));
        }
    }

    #ends(view) {
        const { from, to, closed } = this.page.state;

        for (const [name, letter] of [[from, "S"], [closed ? null : to, "E"]]) {
            const place = name ? this.page.board.placeOf(name) : -1;

            if (place < 0)
                continue;
            const [x, y] = view.centre(place);

            view.layers.marks.append(make("circle", { class: "end-bed", cx: x - 18, cy: y - 18, r: 12 }),
                make("text", { class: "end-no", x: x - 18, y: y - 12 }, [letter]));
        }
    }
}
