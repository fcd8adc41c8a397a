/* story.js - the mutilated chessboard in seven scenes, on live boards.
 *
 * The story has a board of its own, so that what was drawn in the other tabs stays. Each
 * scene is its text, its board, what is drawn on it, and what a click does.
 */
import { Board, aztec, fromSpec } from "./board.js";
import { Player } from "./player.js";
import { colourMarks, growth, grown, setMarks } from "./reasons.js";
import { methods, rookCycle } from "./steps.js";
import { el, make } from "./svg.js";
import { icon } from "./icons.js";
import { plural } from "./words.js";

const byId = (id) => document.getElementById(id);
const full = new Board(8, 8);
const crowded = fromSpec("8x8-b1,c2,b3,f6,e7,h8");

const scenes = [
    { title: "Two corners short", board: fromSpec("8x8-a1,h8"),
        text: ["Here are a chessboard and thirty-one dominoes. A domino covers two squares, so together they cover sixty-two.",
            "Two opposite corners have been sawn off. Sixty-two squares are exactly what is left.",
            "Can the dominoes cover the board? Guess before you go on."],
        choices: [["Yes", "Many think so. Try it in the tab Dominoes: two squares always stay bare."],
            ["No", "So it is. But why? It would take a while to try all ways."]] },
    { title: "Colour it", board: fromSpec("8x8-a1,h8"), marks: (view, story) =>
        colourMarks(view, story.board, full),
        text: ["Look at the colours. A domino, wherever it lies, covers one light square and one dark one.",
            "Both corners were dark. That leaves 32 light squares and only 30 dark ones.",
            "After 30 dominoes two light squares remain, and they are never neighbours. It cannot be done. Max Black asked for it in 1946."] },
    { title: "Once around", board: full, play: "cut",
        text: ["Now take out one light square and one dark one. Is it always possible then?",
            "Ralph Gomory walked a rook once around the board. On this walk the colours alternate, so between a light and a dark hole lies an even number of squares: dominoes fit along the walk.",
            "Click any two squares of different colours."] },
    { title: "A crowded corner", board: crowded, play: "hall",
        text: ["With more holes equal colours are not enough. Here six squares are gone, three of each colour.",
            "The two numbered squares have a single neighbour between them, and each would need it for itself.",
            "Philip Hall proved in 1935 that this is the only obstacle: if no set of squares is crowded like this, a tiling exists."] },
    { title: "How many?", board: full, play: "random",
        text: ["The whole chessboard can be covered in 12 988 816 ways. In 1961 Kasteleyn, and Temperley and Fisher, found how to count them without listing: as the square root of a determinant.",
            "Here is one of them, drawn by lot. Each is as likely as every other."] },
    { title: "The frozen corners", board: aztec(14), play: "random",
        text: ["On a diamond the lot behaves strangely. In the corners all dominoes lie like bricks, frozen; only within a circle they are mixed.",
            "The larger the diamond, the rounder the circle: the arctic circle theorem of Jockusch, Propp and Shor."] },
    { title: "Now break it", board: full, play: "game",
        text: ["Your turn. Take out squares, as many light as dark, so that no tiling is left.",
            "Two are never enough: Gomory's walk shows that. What is the smallest number?"] },
];

export class Story {
    title = "The story";
    tiles = true;

    constructor(page) {
        this.page = page;
        this.player = new Player({ label: "the proof grows", plain: true, move: () => this.page.refresh(),
            words: (step) => {
                const { many, few } = grown(this.order ?? [], (place) => crowded.neighbours(place), step);

                return [`${many.length} against ${few.length}`];
            } });
        this.reset();
    }

    reset() {
        this.board = this.scene.board;
        this.tiling = [];
        this.remark = "";
        this.verdict = null;
        this.player.pause();
    }

    get number() {
        return Math.min(scenes.length, Math.max(1, Number(this.page.state?.scene) || 1));
    }

    get scene() {
        return scenes[this.number - 1];
    }

    request(goal, options = {}) {
        return { chequer: 1, problem: { kind: "tile", text: this.board.text() }, goal, options };
    }

    command() {
        return { name: "tile", flags: "", input: this.board.spec() ?? this.board.art() };
    }

    changed() {
        this.reset();
        this.page.view.show(this.board);
        this.#tell();
        if (this.scene.play === "random")
            this.random();
        if (this.scene.play === "hall") {
            this.order = growth([48 + 1, 56], (place) => crowded.neighbours(place));
            this.player.reset(1, this.order.length, this.order.length);
        }
    }

    leave() {
        this.player.pause();
        this.page.view.show(this.page.board);
    }

    async random() {
        const seed = crypto.getRandomValues(new Uint32Array(1))[0], { cols } = this.board;
        const answer = await this.page.ask("lot", this.request("sample", { seed }), {});

        if (!answer?.solutions.length)
            return;
        this.tiling = answer.solutions[0].map((pair) =>
            pair.map(([r, c]) => r * cols + c).sort((a, b) => a - b));
        this.drops = !this.page.calm;
        this.page.refresh();
        this.drops = false;
    }

    /* ---- clicks ---- */

    act(place, phase) {
        if (phase !== "begin")
            return true;
        if (this.scene.play === "cut")
            this.#cut(place);
        else if (this.scene.play === "game")
            this.#toggle(place);
        else if (this.scene.play === "random")
            this.random();
        return true;
    }

    #set(board) {
        this.board = board;
        this.page.view.show(board);
    }

    #cut(place) {
        const holes = 64 - this.board.count;

        if (holes === 2)
            this.#set(full);
        this.#set(this.board.with(place, this.board.has(place) ? "." : "#"));
        const { light, dark } = this.board.balance();
        let last = { dominoes: [] };

        this.tiling = [];
        if (light === 31 && dark === 31)
            for (const step of methods.cycle(this.board))
                last = step;
        this.tiling = last.dominoes.map((pair) => [...pair].sort((a, b) => a - b));
        this.remark = light + dark !== 62 ? "Now another one, of the other colour."
            : light === dark ? "Two holes cut the walk into two pieces, and dominoes cover both."
                : "These two have the same colour: take another one.";
        this.drops = !this.page.calm;
        this.page.refresh();
        this.drops = false;
    }

    async #toggle(place) {
        this.#set(this.board.with(place, this.board.has(place) ? "." : "#"));
        this.verdict = null;
        this.tiling = [];
        const { light, dark } = this.board.balance(), out = 64 - light - dark, { board } = this;

        this.remark = light === dark ? ""
            : `${plural(out, "square")} out: ${light} light, ${dark} dark. Make them equal.`;
        this.page.refresh();
        if (light !== dark || out === 0)
            return;
        const answer = await this.page.ask("game", this.request("find"), {});

        if (!answer || board !== this.board)
            return;
        this.remark = answer.verdict === "no" ? out === 4
            ? "Broken with 4 squares: nobody can do it with fewer."
            : `Broken with ${out} squares. It can be done with fewer.`
                : `${plural(out, "square")} out, and it can still be covered.`;
        if (answer.verdict === "yes")
            this.tiling = answer.solutions[0].map((pair) =>
                pair.map(([r, c]) => r * 8 + c).sort((a, b) => a - b));
        this.verdict = answer.verdict;
        this.page.refresh();
    }

    /* ---- what is shown ---- */

    go(number) {
        this.page.change({ scene: String(number) }, { keeps: false });
    }

    get waiting() {
        return false;
    }

    face() {
        const next = scenes[this.number];

        return { word: this.scene.title, mood: "ask", say: this.remark, others: [],
            primary: next ? { text: `Next: ${next.title}`, act: () => this.go(this.number + 1) }
                : { text: "Your own board", act: () => this.page.goTo("dominoes") },
            strip: this.scene.play === "hall" ? this.player.element : this.remark };
    }

    #tell() {
        const { scene } = this, next = scenes[this.number];
        const choices = (scene.choices ?? []).map(([name, answer]) => {
            const button = el("button", { type: "button", class: "btn guess", "aria-pressed": "false" },
                [name]);

            button.addEventListener("click", () => {
                for (const one of byId("story").querySelectorAll(".guess"))
                    one.setAttribute("aria-pressed", String(one === button));
                this.remark = answer;
                this.page.refresh();
            });
            return button;
        });
        const forward = el("button", { type: "button", class: "btn primary" },
            [next ? "Next" : "Your own board"]);

        forward.addEventListener("click", () => next ? this.go(this.number + 1)
            : this.page.goTo("dominoes"));
        byId("story").replaceChildren(
            el("p", { class: "kick" }, [`Scene ${this.number} of ${scenes.length}`]),
            el("h1", {}, [scene.title]), ...scene.text.map((text) => el("p", {}, [text])),
            el("div", { class: "row" }, [...choices,
                ...(scene.play === "random" ? [this.#button("Another", () => this.random())] : []),
                ...(scene.play === "game" || scene.play === "cut"
                    ? [this.#button("Start again",
                        () => { this.reset(); this.#set(scene.board); this.page.refresh(); })] : [])]),
            el("nav", { "aria-label": "Scenes" }, [...scenes.map(({ title }, i) => {
                const dot = el("button", { type: "button", class: "scene",
                    "aria-label": `${i + 1}: ${title}`, title,
                    "aria-current": i + 1 === this.number ? "step" : null });

                dot.addEventListener("click", () => this.go(i + 1));
                return dot;
            }), forward]));
    }

    #button(text, act) {
        const button = el("button", { type: "button", class: "btn" }, [icon("turn"), text]);

        button.addEventListener("click", act);
        return button;
    }

    paint(view) {
        if (view.board !== this.board)
            view.show(this.board);
        view.tiles.dominoes(this.board, this.tiling, this.drops);
        view.layer("proof").append(...(this.scene.marks?.(view, this) ?? []));
        if (this.scene.play === "hall" && this.order)
            view.layer("proof").append(...setMarks(view, crowded, grown(this.order,
                (place) => crowded.neighbours(place), this.player.moment), (place) =>
                    crowded.neighbours(place)));
        if (this.scene.play === "cut")
            view.layer("under").append(make("polyline",
                { class: "walked", points: [...rookCycle(full), rookCycle(full)[0]]
                .map((place) => view.centre(place).join(",")).join(" ") }));
    }
}

