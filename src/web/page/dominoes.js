/* dominoes.js - the tab for dominoes: a verdict after every click, the reason drawn at once,
 * and one action that follows from it.
 *
 * All that is shown is computed from the state of the page and from what was answered to it
 * (`seen`), which is forgotten at every change.
 */
import { Player } from "./player.js";
import { StepPlayer } from "./stepper.js";
import { Fixes } from "./fixes.js";
import { heights, relief } from "./height.js";
import { dominoMark, movingSteps } from "./moving.js";
import { timeColours } from "./palette.js";
import { matesOf, pairsOf, stir } from "./shuffle.js";
import { baseOf } from "./state.js";
import { make, squares, strong } from "./svg.js";
import { colourMarks, grown, reasonOf, setMarks, sign } from "./reasons.js";
import { counted, grouped, listed, plural, spelled, stopped } from "./words.js";

const byId = (id) => document.getElementById(id);
const drawHint = "Click a square, or drag across several. Click again to put them back.";
const turnHint = "Click two dominoes that lie side by side, and they turn together.";
const fastWords = 2; /* squares that the button for a repair names */
const countMost = 3600; /* squares of a board that is counted at once */
const laterMost = 40000; /* and of one that is counted when it is known that there is a tiling */
const weighMost = 10000; /* squares of a board of which each domino is weighed */
const fixMost = 40000; /* and of one of which it is said without which square it would go */
const printMost = 2000; /* tilings that are printed */
const numberMost = 400; /* and of one whose heights are written at the corners */
const layerGoals = { heat: "probabilities", forced: "forced" };

export class Dominoes {
    title = "Dominoes";
    tiles = true; /* lies on the board */
    tools = [["draw", "Draw", "draw"], ["turn", "Turn", "flip"], ["lock", "Lock", "pin"],
        ["move", "Move", "move"]];

    constructor(page) {
        this.page = page;
        this.player = new Player({ label: "the proof grows", plain: true,
            move: () => this.page.refresh(),
            words: (step) => {
                const { many, few } = this.reason?.set
                    ? grown(this.reason.set.order, this.reason.set.near, step) : { many: [], few: [] };

                return [strong(many.length), " against ", strong(few.length)];
            },
            changed: () => this.page.refresh() });
        this.stepper = new StepPlayer(() => this.page.refresh());
        this.reset();
        for (const id of ["layer-heat", "layer-forced", "layer-without"])
            byId(id).addEventListener("change", () => this.askLayers());
        byId("layer-height").addEventListener("change", () => this.page.refresh());
    }

    reset() {
        this.seen = {};    /* answers to this state: verdict, most, repair, heat, forced */
        this.tiling = null;  /* pairs of places that are shown */
        this.number = 0;     /* which of the list it is; 0: none of it */
        this.remark = "";    /* what the last action wants to say */
        this.mode = "";      /* "why": the reason was asked for; "steps": step by step */
        this.reason = null;
        this.ready = null;   /* a tiling that is known, and not shown yet */
        this.pointed = "";   /* what is said of the square under the pointer */
        this.player.pause();
        this.stepper.stop();
        clearTimeout(this.stirring);
    }

    /* Whether the board is painted on the canvas although it is small: heights, shuffling. */
    get flat() {
        return Boolean(this.relief) || (this.mode === "steps" && this.stepper.shuffles);
    }

    /* Dominoes that must lie take their squares off the board that is asked about. */
    get locked() {
        const { board } = this.page;

        return this.page.state.locked ? this.page.state.locked.split(",").map((pair) =>
            pair.match(/[a-z]+\d+/g).map((name) => board.placeOf(name)).sort((a, b) => a - b)) : [];
    }

    get asked() {
        return this.locked.flat().reduce((board, place) => board.with(place, "."), this.page.board);
    }

    request(goal, options = {}) {
        return { chequer: 1, problem: { kind: "tile", text: this.asked.text() }, goal, options };
    }

    command() {
        return { name: "tile", flags: "" };
    }

    /* What a picture is made of: what is seen. */
    get drawn() {
        if (byId("layer-heat").checked && this.seen.heat)
            return this.seen.heat;
        if (this.tiling && this.seen.verdict?.verdict === "yes" && !this.locked.length)
            return { ...this.seen.verdict, goal: "find", count: undefined,
                solutions: [this.tiling.map((pair) =>
                pair.map((place) => [this.page.board.rowOf(place), this.page.board.colOf(place)]))] };
        return this.seen.verdict?.verdict === "no" && !this.locked.length ? this.seen.verdict : null;
    }

    /* The steps that are watched, as a picture that moves. */
    moving() {
        const frames = this.mode === "steps" ? this.stepper.frames() : [];

        return frames.length ? movingSteps(this.page.board, frames.map((pairs) => pairs.map((pair) =>
            dominoMark(this.page.board, pair)))) : null;
    }

    /* All tilings, or the first of them, for print. */
    async sheets() {
        const solutions = [], { count } = this.seen.verdict ?? {};

        if (this.seen.verdict?.verdict !== "yes" || this.page.board.isLarge)
            return null;
        await this.page.ask("sheets", this.request("all", { first: printMost }), { label: "Listing",
            onSolution: ({ solution }) => solutions.push(this.places(solution).map((places) => ({ places, domino: true }))) });
        const all = String(count) === String(solutions.length);

        return { solutions, words: [all ? plural(count, "tiling") : `The first ${grouped(solutions.length)} of ${counted(count ?? "")} tilings`,
            `Dominoes on a board of ${this.page.board.rows} × ${this.page.board.cols}`] };
    }

    /* ---- questions ---- */

    async changed() {
        this.reset();
        if (this.page.board.count === 0) {
            this.seen.verdict = { verdict: "none" };
            this.page.refresh();
            return;
        }
        const many = this.page.board.cells.length > countMost;
        const verdict = await this.page.ask("verdict", this.request(many ? "find" : "count"), { label: "Looking" });

        if (!verdict)
            return;
        this.seen.verdict = verdict;
        if (verdict.verdict === "no")
            this.#reason(verdict);
        else if (many && verdict.verdict === "yes")
            this.ready = this.places(verdict.solutions[0]);
        this.page.refresh();
        this.askLayers();
        if (verdict.verdict === "no" && this.reason.near?.length)
            this.page.view.bring(this.reason.near);
        if (verdict.verdict === "no")
            this.#askFixes();
        else if (many && this.page.board.cells.length <= laterMost)
            this.count(5);
    }

    #reason(verdict) {
        const board = this.asked;

        this.reason = reasonOf(board, baseOf(this.page.state), verdict.certificate,
            (place) => board.neighbours(place));
        if (this.reason.set)
            this.player.reset(1, this.reason.set.order.length, this.reason.set.order.length);
    }

    /* The number of tilings of a large board: asked for, or in some seconds at most. */
    async count(seconds = null) {
        await this.page.countOf(this, seconds);
        if (this.seen.count !== undefined)
            this.seen.verdict = { ...this.seen.verdict, count: this.seen.count };
        this.page.refresh();
    }

    /* Without which square it could be tiled: from the most dominoes that fit. */
    async #askFixes() {
        if (this.page.board.count > fixMost || this.page.board.count < 2)
            return;
        const most = await this.page.ask("fixes", this.request("max"), { quiet: true });

        if (!most)
            return;
        this.fixing = new Fixes(this.asked, this.places(most.solutions[0] ?? [])
            .filter(([a]) => this.asked.has(a)));
        this.seen.fixes = this.fixing;
        this.page.refresh();
    }

    /* The pointer is over a square. */
    point(place) {
        const { fixes } = this.seen, words = fixes && place !== null && this.mode === "" && !this.tiling
            ? fixes.words(place) : "";

        if (words === this.pointed)
            return;
        this.pointed = words;
        this.partners = words && fixes.came.has(place) ? [place, ...fixes.partners(place)] : [];
        this.page.refresh();
    }

    async askLayers() {
        const able = this.seen.verdict?.verdict === "yes" && this.page.board.count <= weighMost;

        this.page.refresh();
        for (const [name, goal] of Object.entries(layerGoals)) {
            if (!byId(`layer-${name}`).checked || !able || this.seen[name])
                continue;
            const answer = await this.page.ask(name, this.request(goal), { label: "Weighing" });

            if (!answer)
                return;
            if (answer.stop === "finished")
                this.seen[name] = answer;
            else
                this.#tell(`Not weighed: ${stopped(answer, this.page.limits)}.`);
            byId(`layer-${name}`).checked = Boolean(this.seen[name]);
            this.page.refresh();
        }
    }

    /* What was asked for was given up. */
    stopped(name) {
        this.seen.verdict ??= { verdict: "unknown", stop: "cancelled" };
        this.remark = "Stopped.";
        if (name in layerGoals)
            byId(`layer-${name}`).checked = false;
    }

    places(solution) {
        const { cols } = this.page.board;

        return [...this.locked, ...solution.map(([[r1, c1], [r2, c2]]) => {
            const a = r1 * cols + c1, b = r2 * cols + c2;

            return a < b ? [a, b] : [b, a];
        })].sort((a, b) => a[0] - b[0]);
    }

    show(tiling, { number = 0, remark = "" } = {}) {
        this.page.fresh = false;
        this.tiling = tiling;
        this.number = number;
        this.remark = remark;
        this.mode = "";
        if (this.seen.verdict.verdict === "yes")
            this.page.chooseTool("turn");
        this.drops = true;
        this.page.refresh();
        this.drops = false;
    }

    /* The next one in the list of all that is not the one that lies there. */
    async another() {
        if (this.page.board.cells.length > countMost) {
            this.stir();
            return;
        }
        const now = this.tiling?.join(" ");
        let wanted = this.number + 1, round = false;

        for (let tries = 0; tries < 3; tries++) {
            let last = null;
            const answer = await this.page.ask("tiling", this.request("all", { first: wanted }),
                { label: "Tiling", onSolution: (event) => { last = event; } });

            if (!answer || !last)
                return;
            const tiling = this.places(last.solution), same = tiling.join(" ") === now;

            if (last.number < wanted) {
                wanted = 1;
                round = true;
            } else if (same && String(this.seen.verdict.count) !== "1") {
                wanted++;
            } else {
                this.show(tiling, { number: wanted, remark: same
                    ? "There is no other: this is the only tiling."
                    : round ? "That was the last one; this is the first again." : "" });
                return;
            }
        }
    }

    /* Blocks of two dominoes turn at random places: a large tiling flows. */
    stir() {
        const { board } = this.page, mate = matesOf(board, this.tiling), begun = performance.now();
        const locked = this.locked, times = Math.ceil(board.cells.length / 4);
        const frame = () => {
            stir(board, mate, times);
            for (const [a, b] of locked) {
                mate[a] = b;
                mate[b] = a;
            }
            this.tiling = pairsOf(mate);
            this.page.refresh();
            this.stirring = performance.now() - begun < 2000 && !this.page.calm
                ? setTimeout(frame, 200) : null;
        };

        this.number = 0;
        this.remark = "Pairs of dominoes turn at random places.";
        clearTimeout(this.stirring);
        frame();
    }

    async tile() {
        if (this.ready) {
            this.show(this.ready, { remark: turnHint });
            return;
        }
        const answer = await this.page.ask("tiling", this.request("all", { first: 1 }),
            { label: "Tiling", onSolution: (event) => { this.first = event.solution; } });

        if (answer)
            this.show(this.places(this.first), { number: 1, remark: turnHint });
    }

    async random() {
        const seed = crypto.getRandomValues(new Uint32Array(1))[0];
        const answer = await this.page.ask("tiling", this.request("sample", { seed }),
            { label: "Drawing lots" });

        if (answer?.solutions.length)
            this.show(this.places(answer.solutions[0]),
                { remark: "Drawn at random: every tiling is equally likely." });
        else if (answer)
            this.#tell(`None was drawn: ${stopped(answer, this.page.limits)}.`);
    }

    #tell(words) {
        this.remark = words;
        this.page.refresh();
    }

    /* The reason as something to watch: the set grows, or as many dominoes as fit are laid. */
    async why() {
        this.mode = "why";
        if (this.reason?.set) {
            this.player.play(Math.min(8, this.reason.set.order.length));
            this.page.refresh();
        } else {
            const most = await this.page.ask("most", this.request("max"), { label: "Laying" });

            if (!most)
                return;
            this.show(this.places(most.solutions[0] ?? []));
            this.mode = "why";
        }
        const repair = await this.page.ask("repair", this.request("repair"), { label: "Repairing" });

        if (repair?.repair)
            this.seen.repair = repair.repair;
        this.page.refresh();
    }

    fixes() {
        const places = (list) => list.map(([r, c]) => r * this.page.board.cols + c);
        const { remove, restore } = this.seen.repair;

        return { remove: places(remove), restore: places(restore) };
    }

    fixWords() {
        const { remove, restore } = this.fixes(), { board } = this.page;
        const names = (list) => listed(list.map((place) => board.name(place)));

        return [restore.length ? `put back ${names(restore)}` : "", remove.length
            ? `take out ${names(remove)}` : ""]
            .filter(Boolean).join(" and ");
    }

    fix() {
        const { remove, restore } = this.fixes();
        let { board } = this.page;

        for (const place of remove)
            board = board.with(place, ".");
        for (const place of restore)
            board = board.with(place, "#");
        this.page.change({ board });
    }

    steps() {
        this.page.fresh = false;
        this.page.chooseTool("draw");
        this.tiling = null;
        this.mode = "steps";
        this.stepper.start(this.page.board);
    }

    clear() {
        this.page.chooseTool("draw");
        this.stepper.stop();
        this.player.pause();
        this.tiling = null;
        this.mode = "";
        this.remark = "";
        this.page.refresh();
    }

    key(key) {
        if (key === "r" && this.seen.verdict?.verdict === "yes")
            this.random();
    }

    /* ---- what a click does ---- */

    act(place, phase) {
        const { tool } = this.page;

        if (tool === "turn" && this.tiling) {
            if (phase === "begin")
                this.turn(place);
            return true;
        }
        if (tool === "lock") {
            this.lock(place, phase);
            return true;
        }
        return false;
    }

    /* Two dominoes side by side turn about their middle. */
    turn(place) {
        const { board } = this.page, one = this.tiling.find((pair) => pair.includes(place));

        if (!one)
            return;
        const [a, b] = one, across = b - a === 1 ? board.cols : 1;
        const beside = [across, -across].map((by) => this.tiling.find(([c, d]) =>
            c === a + by && d === b + by && (across > 1 ||
                board.rowOf(c) === board.rowOf(a)))).find(Boolean);

        if (!beside || this.locked.some(([c]) => c === a || c === beside[0])) {
            this.page.view.tiles.bodyOf(one)?.animate([{ transform: "none" },
                { transform: "translateX(-3px)" },
                { transform: "translateX(3px)" }, { transform: "none" }], this.page.calm ? 0 : 180);
            return;
        }
        const [c, d] = [one, beside].flat().sort((x, y) => x - y).filter((_, i) => i === 0 || i === 3);
        const { cols } = board, made = b - a === 1 ? [[c, c + cols], [c + 1, d]]
            : [[c, c + 1], [c + cols, d]];

        this.tiling = [...this.tiling.filter((pair) => pair !== one && pair !== beside), ...made]
            .sort((x, y) => x[0] - y[0]);
        this.number = 0;
        this.remark = turnHint;
        this.page.refresh();
        this.spin(made, c);
    }

    spin(pairs, corner) {
        const { board } = this.page;
        const x = (board.colOf(corner) + 1) * 60, y = (board.rowOf(corner) + 1) * 60;

        for (const pair of this.page.calm ? [] : pairs) {
            const body = this.page.view.tiles.bodyOf(pair);

            if (!body)
                return;
            body.style.transformBox = "view-box";
            body.style.transformOrigin = `${x}px ${y}px`;
            body.animate([{ transform: "rotate(-90deg)" }, { transform: "rotate(0)" }],
                { duration: 260, easing: "cubic-bezier(.3,1.3,.5,1)" });
        }
    }

    /* A domino is locked by a click where it lies, or by a line over two squares. */
    lock(place, phase) {
        const { board } = this.page, locked = this.locked;
        const at = locked.findIndex((pair) => pair.includes(place));
        const put = (pairs) => this.page.change({ locked: pairs.map(([a, b]) => board.name(a) +
            board.name(b)).join(",") });

        if (phase === "begin" && at >= 0) {
            this.from = null;
            this.keepTiling(() => put(locked.filter((_, i) => i !== at)));
        } else if (phase === "begin") {
            const lies = this.tiling?.find((pair) => pair.includes(place));

            this.from = lies ? null : place;
            if (lies)
                this.keepTiling(() => put([...locked, lies]));
        } else if (this.from !== null && this.from !== undefined && at < 0 &&
            board.has(place) && board.neighbours(place).includes(this.from)) {
            put([...locked, [this.from, place].sort((a, b) => a - b)]);
            this.from = null;
        }
    }

    /* Locking what lies changes the question, not the picture. */
    keepTiling(act) {
        const kept = this.tiling;

        act();
        this.tiling = kept;
        this.page.refresh();
    }

    /* ---- what is shown ---- */

    get waiting() {
        return !this.seen.verdict;
    }

    balance() {
        if (this.reason?.set) {
            const { many, few } = grown(this.reason.set.order, this.reason.set.near, this.player.moment);
            const dark = this.page.board.isDark(many[0]);

            return { light: dark ? few.length : many.length, dark: dark ? many.length : few.length,
                here: " here" };
        }
        return this.page.board.balance();
    }

    face() {
        const { verdict } = this.seen.verdict;

        if (this.mode === "steps")
            return this.stepsFace();
        if (verdict === "none")
            return { word: "Nothing left", mood: "ask", say: "There is no square to cover.",
                strip: drawHint,
                primary: { text: "Put all back", act: () => this.page.restore() } };
        return verdict === "yes" ? this.yesFace() : verdict === "no" ? this.noFace() : this.unknownFace();
    }

    others(clearable) {
        return [{ text: "Random", act: () => this.random(), disabled: this.seen.verdict.verdict !== "yes" },
            this.stepping,
            { text: "Clear", act: () => this.clear(), disabled: !clearable }];
    }

    /* Steps, if they can be followed; large boards can be counted, diamonds
     * shuffled. */
    get stepping() {
        const { board } = this.page;

        return board.isLarge && !board.radius
            ? { text: "Count", act: () => this.count(), disabled: this.seen.verdict.verdict !== "yes" ||
                this.seen.verdict.count !== undefined }
            : { text: board.isLarge ? "Shuffle" : "Step by step", act: () => this.steps() };
    }

    yesFace() {
        const { count } = this.seen.verdict, exact = count === undefined ? null : String(count);
        const ways = exact === "1" ? ["exactly ", { strong: "one" }, " way"]
            : [{ strong: counted(exact ?? "") }, " ways"];
        const locked = this.locked.length, fresh = this.page.fresh;
        const board = locked ? `${spelled(locked)} locked domino${locked === 1 ? "" : "es"} can be completed`
            : "dominoes can cover this board";
        const say = [board.charAt(0).toUpperCase() + board.slice(1),
            ...(exact === null ? ["."] : [" in ", ...ways, "."]),
            this.tiling ? this.number > 0 && exact !== "1" ? ` This is number ${grouped(this.number)}.`
                : " Here is one." : ""];

        if (fresh)
            return { word: "Can it be done?", mood: "ask",
                say: "Click a square to take it out. You see at once " +
                "whether dominoes can cover the rest, and if not, why.", strip: drawHint,
            primary: { text: "Tile it", act: () => this.tile() }, others: [] };
        return { word: "Yes", mood: "yes", chip: "Checked", say, exact,
            strip: this.heightWords() || this.remark || this.layerWords() || (this.page.tool === "lock"
                ? "Lock dominoes: drag over two squares, or click one that lies." : drawHint),
            primary: this.tiling ? { text: this.page.board.cells.length > countMost ? "Stir it" : "Another",
                act: () => this.another() }
                : { text: "Tile it", act: () => this.tile() },
            others: this.others(this.tiling) };
    }

    layerWords() {
        const { forced } = this.seen.forced ?? {};

        if (!byId("layer-forced").checked || !forced)
            return "";
        return forced.always.length === 0 && forced.never.length === 0
            ? "No domino lies in every tiling, and every one lies in some."
            : `${grouped(forced.always.length)} lie in every tiling, ${grouped(forced.never.length)} in none.`;
    }

    noFace() {
        const { reason } = this, bare = this.tiling
            ? this.page.board.count - 2 * this.tiling.length : 0;
        const named = this.seen.repair && this.fixes();
        const few = named && named.remove.length + named.restore.length <= fastWords;
        const fix = { text: !this.seen.repair ? "Fix it" : few
            ? this.fixWords().replace(/^./, (c) => c.toUpperCase())
            : `Fix it: ${named.remove.length + named.restore.length} squares`,
        act: () => this.fix(), disabled: !this.seen.repair };
        const strip = this.mode === "why" && this.tiling
            ? `${grouped(this.tiling.length)} dominoes fit. However you lay them, ${plural(bare, "square")} ${bare === 1 ? "stays" : "stay"} bare.`
            : this.pointed ? this.pointed : this.withoutWords() || (reason.set ? this.player.element
                : reason.more);

        return { word: "No", mood: "no", chip: "Proved", say: this.locked.length
            ? `With ${spelled(this.locked.length)} locked: ${reason.say}` : reason.say, strip,
        primary: this.mode === "why" && !this.player.playing ? fix
            : { text: "Show me why", act: () => this.why() },
        others: [{ text: "Most dominoes", act: () => this.most() },
            this.page.board.isLarge ? { text: "Show the place", act: () =>
                this.page.view.bring(this.reason.near ?? []), disabled: !this.reason.near?.length }
                : { text: "Step by step", act: () => this.steps() },
            { text: "Clear", act: () => this.clear(), disabled: !this.tiling && !this.mode }] };
    }

    withoutWords() {
        const { fixes } = this.seen;

        if (!byId("layer-without").checked || !fixes)
            return "";
        const { bare } = fixes, marked = `${grouped(fixes.squares.length)} marked squares`;

        return bare.length === 1 ? `Without any one of the ${marked} it could be tiled.`
            : bare.length === 2 ? `Point at one of the ${marked} to see which one must go with it.`
                : `Without any one of the ${marked} a square fewer stays bare; now it is ${bare.length}.`;
    }

    async most() {
        const most = await this.page.ask("most", this.request("max"), { label: "Laying" });

        if (!most)
            return;
        this.show(this.places(most.solutions[0] ?? []));
        this.mode = "why";
        this.page.refresh();
    }

    unknownFace() {
        return { word: "Who knows", mood: "ask",
            say: `Not decided: ${stopped(this.seen.verdict, this.page.limits)}.`,
            strip: drawHint, primary: { text: "Try again", act: () => this.changed() },
                others: this.others(false) };
    }

    stepsFace() {
        return { word: "Step by step", mood: "ask", say: this.stepper.text,
            strip: this.stepper.element,
            primary: { text: this.stepper.playing ? "Pause" : "Play", act: () => this.stepper.toggle() },
            others: [{ text: "One step", act: () => this.stepper.once() },
                { text: "From the start", act: () => this.steps() },
                { text: "Leave", act: () => this.clear() }] };
    }

    heightWords() {
        if (!byId("layer-height").checked)
            return "";
        return !this.lying.length ? "The height belongs to a tiling: tile the board first."
            : !this.relief ? "Around a hole the height does not come back to itself: this tiling has none."
                : `Heights from ${this.relief.least} to ${this.relief.most}: one step beside a domino, three across it.`;
    }

    /* What lies on the board now. */
    get lying() {
        return this.mode === "steps" ? this.stepper.dominoes : this.tiling ?? [];
    }

    /* The height of the tiling that is shown, if it is asked for; kept for that tiling. */
    get relief() {
        const { board } = this.page, { lying } = this;

        if (!byId("layer-height").checked || !lying.length || 2 * lying.length !== board.count)
            return null;
        if (this.measured !== lying) {
            const corners = heights(board, matesOf(board, lying));

            this.measured = lying;
            this.height = corners && { corners, ...relief(board, corners), colour: timeColours() };
            this.page.view.canvas.recoloured();
        }
        return this.height;
    }

    recoloured() {
        this.measured = null;
    }

    panel() {
        const yes = this.seen.verdict?.verdict === "yes", no = this.seen.verdict?.verdict === "no";
        const { count } = this.page.board;

        byId("layer-without").closest("label").hidden = !no;
        byId("layer-without").disabled = count > fixMost;
        byId("layer-without").closest("label").title = count > fixMost
            ? `This is known on boards of up to ${grouped(fixMost)} squares` : "";
        byId("layer-height").closest("label").hidden = no;

        byId("begin").hidden = !this.page.fresh;
        byId("closer").hidden = this.page.fresh;
        for (const name of ["heat", "forced"]) {
            byId(`layer-${name}`).disabled = !yes || count > weighMost;
            byId(`layer-${name}`).closest("label").hidden = no;
            byId(`layer-${name}`).closest("label").title = count > weighMost
                ? `Dominoes are weighed on boards of up to ${grouped(weighMost)} squares` : "";
            byId(`legend-${name}`).hidden = !byId(`layer-${name}`).checked || !yes;
        }
    }

    paint(view) {
        const { board } = this.page;

        const heat = byId("layer-heat").checked && this.seen.heat && this.mode !== "steps";
        const lies = this.mode === "steps" ? this.stepper.dominoes : heat ? [] : this.tiling ?? this.locked;

        view.tiles.dominoes(board, lies, this.drops && !this.page.calm);
        if (this.mode === "steps" && view.painted && !this.page.calm)
            view.canvas.slide(this.stepper.ways);
        if (this.relief)
            this.#heights(view);
        if (heat && this.tiling) /* its outlines, below how likely each domino is */
            view.layers.under.append(make("path", { class: "lies", d: this.tiling.map((pair) => view.outline(pair, 4, 9)).join("") }));
        view.layer("heat").append(...this.layerMarks(view));
        view.layer("proof").append(...this.proofMarks(view));
        view.layer("steps").append(...(this.mode === "steps" ? this.stepper.marks(view) : []));
        view.layer("marks").append(...this.locked.map((pair) => make("path", { class: "locked",
            d: view.outline(pair, 5, 8) })), ...(this.page.fresh && !this.tiling ? invitation(view, board)
                : []));
    }

    #heights(view) {
        const { relief: height } = this, { board } = this.page;

        if (view.canvas.heights !== height)
            view.canvas.relief(height);
        if (board.cells.length > numberMost)
            return;
        view.layers.under.append(...[...height.corners].flatMap((value, corner) => Number.isNaN(value) ? []
            : [make("text", { class: "degree height", x: corner % (board.cols + 1) * 60,
                y: Math.floor(corner / (board.cols + 1)) * 60 + 6 }, [String(value)])]));
    }

    layerMarks(view) {
        const { cols } = this.page.board, on = (name) => byId(`layer-${name}`).checked && this.seen[name];
        const line = ([[r1, c1], [r2, c2]]) => {
            const [x1, y1] = view.centre(r1 * cols + c1), [x2, y2] = view.centre(r2 * cols + c2);
            const dx = 15 * Math.sign(x2 - x1), dy = 15 * Math.sign(y2 - y1); /* bars do not meet */

            return `M${x1 + dx} ${y1 + dy}L${x2 - dx} ${y2 - dy}`;
        };

        return [
            ...(on("heat") ? this.seen.heat.probabilities.filter(({ probability }) => probability > 0)
                .map(({ cells, probability }) => make("path", { class: "likely", d: line(cells),
                    "stroke-opacity": (0.15 + 0.85 * probability).toFixed(3),
                    "stroke-width": (4 + 22 * probability).toFixed(1) })) : []),
            ...(on("forced") ? [...this.seen.forced.forced.always.map((cells) =>
                make("path", { class: "always", d: line(cells) })),
                ...this.seen.forced.forced.never.map((cells) =>
                    make("path", { class: "never", d: line(cells) }))] : [])];
    }

    /* Squares that the tiling leaves bare. */
    #bare() {
        if (this.bareOf !== this.tiling) {
            const covered = new Set(this.tiling.flat());

            this.bareOf = this.tiling;
            this.bare = this.page.board.places().filter((place) => !covered.has(place));
        }
        return this.bare;
    }

    proofMarks(view) {
        const { board } = this.page;

        if (!this.reason || this.mode === "steps")
            return [];
        const fix = this.mode === "why" && !this.player.playing && this.seen.repair ? this.fixes()
            : { remove: [], restore: [] };
        const fixMarks = [...fix.restore.flatMap((place) => sign(view, place, "plus")),
            ...fix.remove.flatMap((place) => sign(view, place, "cross"))];

        if (this.tiling)
            return [...this.#bare().map((place) => make("path",
                { class: "bare", d: view.outline([place], 4, 9) })), ...fixMarks];
        if (this.partners?.length && this.pointed)
            return [make("path", { class: "without", d: squares(this.partners, board.cols) }), make("path",
                { class: "here", d: view.outline(this.partners.slice(0, 1), 3, 7) })];
        if (byId("layer-without").checked && this.seen.fixes)
            return [make("path", { class: "without", d: squares(this.seen.fixes.squares, board.cols) })];
        if (this.reason.set)
            return [...setMarks(view, this.asked, grown(this.reason.set.order, this.reason.set.near,
                this.player.moment), this.reason.set.near), ...fixMarks];
        return [...(this.reason.marks?.(view) ?? colourMarks(view, board, baseOf(this.page.state))),
            ...fixMarks];
    }
}

/* Two corners ask to be clicked. */
function invitation(view, board) {
    const corner = (board.rows - 1) * board.cols, other = board.cols - 1;
    const [x, y] = view.centre(corner);
    const frame = (place) => {
        const [cx, cy] = view.centre(place);

        return make("rect", { class: "invite", x: cx - 25, y: cy - 25, width: 50, height: 50, rx: 8 });
    };

    return [frame(corner), frame(other), make("g", { class: "note" }, [
        make("rect", { x: x + 42, y: y - 22, width: 226, height: 44, rx: 12 }),
        make("path", { d: `M${x + 44} ${y - 7}l-12 7 12 7z` }),
        make("text", { x: x + 155, y: y + 6 }, ["Click to take me out"])])];
}
