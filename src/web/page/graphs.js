/* graphs.js - the tab for graphs: drawn by hand or pasted, and walked over vertex by vertex.
 *
 * The text is what counts, as 'chequer ham' reads it; what is drawn writes an edge list.
 * Where a vertex lies is no part of the text: it is kept by its name ("spots"), and vertices
 * without a spot are laid out by springs.
 */
import { Player } from "./player.js";
import { el, make, strong } from "./svg.js";
import { graphExamples } from "./presets.js";
import { timeColours, tintOf } from "./palette.js";
import { counted, grouped, plural, reasonText, sentence, stopped } from "./words.js";

const byId = (id) => document.getElementById(id);
const side = 640;     /* of the drawing */
const ball = 17;      /* the radius of a vertex */
const shownMost = 400; /* vertices that are drawn */
const countMost = 24; /* vertices of a graph whose tours are counted without asking */
const drawHint = "Click for a vertex, drag from one to another for an edge.";

/* ---- layout ---- */

/* Springs between neighbours, and everybody keeps away from everybody: Fruchterman and
 * Reingold, Graph drawing by force-directed placement (1991), from a circle, always alike. */
function springs(count, edges, fixed) {
    const ideal = Math.sqrt(side * side / Math.max(1, count)) * 0.75, at = [];

    for (let i = 0; i < count; i++) {
        const angle = 2 * Math.PI * i / count - Math.PI / 2;

        at.push(fixed[i] ? [...fixed[i]] : [side / 2 + side * 0.36 * Math.cos(angle), side / 2 + side * 0.36 * Math.sin(angle)]);
    }
    for (let round = 0, rounds = count > 150 ? 60 : 220; round < rounds; round++) {
        const force = at.map(() => [0, 0]), most = side / 10 * (1 - round / rounds);
        const push = (i, j, strength) => {
            const dx = at[i][0] - at[j][0] || 0.01 * (i - j), dy = at[i][1] - at[j][1];
            const far = Math.max(1, Math.hypot(dx, dy)), size = strength(far) / far;

            force[i][0] += dx * size;
            force[i][1] += dy * size;
            force[j][0] -= dx * size;
            force[j][1] -= dy * size;
        };

        for (let i = 0; i < count; i++)
            for (let j = 0; j < i; j++)
                push(i, j, (far) => ideal * ideal / far);
        for (const [i, j] of edges)
            push(i, j, (far) => -far * far / ideal);
        force.forEach(([x, y], i) => {
            const far = Math.max(1, Math.hypot(x, y)), step = Math.min(far, most) / far;

            if (!fixed[i])
                at[i] = [at[i][0] + x * step, at[i][1] + y * step];
        });
    }
    return fixed.some(Boolean) ? at : fitted(at);
}

/* The same, as large as the drawing allows. */
function fitted(at) {
    const [xs, ys] = [0, 1].map((i) => at.map((spot) => spot[i]));
    const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const room = side - 4 * ball, scale = Math.min(room / Math.max(1, x1 - x0), room / Math.max(1, y1 - y0));

    return at.map(([x, y]) => [side / 2 + (x - (x0 + x1) / 2) * scale, side / 2 + (y - (y0 + y1) / 2) * scale]);
}

/* On a circle, in this order. */
function ring(order) {
    const at = [];

    order.forEach((vertex, i) => {
        const angle = 2 * Math.PI * i / order.length - Math.PI / 2;

        at[vertex] = [side / 2 + side * 0.44 * Math.cos(angle), side / 2 + side * 0.44 * Math.sin(angle)];
    });
    return at;
}

export class Graphs {
    title = "Graphs";
    stage = "graph-edit";
    tools = [["edge", "Draw", "draw"], ["shift", "Move", "hand"], ["erase", "Remove", "close"]];

    constructor(page) {
        this.page = page;
        this.svg = byId("graph");
        this.player = new Player({ label: "the tour, edge by edge", move: () => this.page.refresh(),
            words: (moment) => ["edge ", strong(grouped(moment)), ` of ${grouped(this.legs)}`] });
        this.reset();
        this.#listen();
    }

    reset() {
        this.known = null;    /* { vertices, edges, count } */
        this.mistake = null;
        this.seen = {};
        this.tour = null;
        this.remark = "";
        this.player.pause();
    }

    /* The first example, unless another graph was drawn. */
    get text() {
        return this.page.state.graph ?? graphExamples[0].text();
    }

    get legs() {
        return this.tour ? this.tour.length - (this.page.state.closed ? 0 : 1) : 0;
    }

    request(goal, options = {}) {
        return { chequer: 1, problem: { kind: "ham", text: this.text, closed: this.page.state.closed }, goal, options };
    }

    command() {
        return { name: "ham", input: this.text.trimEnd() + "\n", flags: this.page.state.closed ? "" : " --open" };
    }

    puzzle() {
        return this.text;
    }

    /* ---- questions ---- */

    async changed(state, before) {
        const box = byId("graph-text");

        this.reset();
        if (box.value !== this.text)
            box.value = this.text;
        const known = await this.page.ask("describe", this.request("describe"), { label: "Reading",
            onError: (error) => this.#fail(error) });

        if (known) {
            this.known = known;
            this.#arrange(before?.tab === "graphs" && this.kept);
        }
        this.page.refresh();
        if (this.known)
            this.find();
    }

    #fail(error) {
        const { line, column } = error.data ?? {};

        if (!error.data)
            this.page.fail(error);
        else
            this.mistake = (line ? `Line ${line}, column ${column}: ` : "") + error.message;
    }

    /* Spots that were given stay; `kept` is true while a drawing goes on. */
    #arrange(kept) {
        const { vertices, edges } = this.known, old = kept ? this.spots ?? new Map() : this.#given();

        this.kept = false;
        if (vertices.length > shownMost || !edges) {
            this.at = null;
            return;
        }
        this.at = springs(vertices.length, edges, vertices.map((name) => old.get(name)));
        this.spots = new Map(vertices.map((name, i) => [name, this.at[i]]));
    }

    /* The spots in the state: "a:10,20;b:30,40". */
    #given() {
        return new Map((this.page.state.graph === null ? graphExamples[0].spots() : this.page.state.spots).split(";").filter(Boolean).map((one) => {
            const [, name, x, y] = /^(.*):(-?[\d.]+),(-?[\d.]+)$/.exec(one) ?? [];

            return [name, [Number(x), Number(y)]];
        }));
    }

    async find(seed = 0) {
        const answer = await this.page.ask("find", this.request("find", seed ? { seed } : {}), { label: "Searching" });

        if (!answer)
            return;
        this.seen.find = answer;
        if (answer.verdict === "yes") {
            const number = new Map(this.known.vertices.map((name, i) => [name, i]));

            this.tour = answer.solutions[0].map((name) => number.get(name));
            this.player.reset(0, this.legs, this.legs);
        }
        this.page.refresh();
        if (answer.verdict === "yes" && this.known.vertices.length <= countMost)
            this.count(3);
    }

    count(seconds = null) {
        return this.page.countOf(this, seconds);
    }

    stopped(name) {
        this.remark = "Stopped.";
        if (name === "describe")
            this.mistake = "Stopped. Change the text to have it read again";
        if (name === "find")
            this.seen.find ??= { verdict: "unknown", stop: "cancelled" };
    }

    leave() {
        clearTimeout(this.typing);
        this.player.pause();
    }

    recoloured() {
        this.colours = null;
    }

    /* ---- drawing by hand ---- */

    #listen() {
        const { svg } = this;

        byId("graph-text").addEventListener("input", (event) => {
            clearTimeout(this.typing);
            this.typing = setTimeout(() => this.page.change({ graph: event.target.value, spots: "" }), 300);
        });
        byId("graph-examples").replaceChildren(...graphExamples.map(({ name, text, spots }) => {
            const button = el("button", { class: "btn small", type: "button" }, [name]);

            button.addEventListener("click", () => this.page.change({ graph: text(), spots: spots() }));
            return button;
        }));
        byId("graph-closed").addEventListener("click", () => this.page.change({ closed: true }));
        byId("graph-open").addEventListener("click", () => this.page.change({ closed: false }));
        byId("graph-springs").addEventListener("click", () => this.#layOut(null));
        byId("graph-ring").addEventListener("click", () => this.#layOut(this.tour ??
            this.known?.vertices.map((_, i) => i)));
        byId("graph-clear").addEventListener("click", () => this.page.change({ graph: "", spots: "" }));
        svg.addEventListener("pointerdown", (event) => this.#down(event));
        svg.addEventListener("pointermove", (event) => this.#move(event));
        svg.addEventListener("pointerup", (event) => this.#up(event));
    }

    #layOut(order) {
        if (!this.known?.edges)
            return;
        this.at = order ? ring(order) : springs(this.known.vertices.length, this.known.edges, []);
        this.#keepSpots();
        this.page.refresh();
    }

    #keepSpots() {
        this.spots = new Map(this.known.vertices.map((name, i) => [name, this.at[i]]));
        const spots = [...this.spots].map(([name, [x, y]]) => `${name}:${Math.round(x)},${Math.round(y)}`).join(";");

        this.page.keepQuietly({ spots });
    }

    #point(event) {
        const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());

        return [at.x, at.y];
    }

    /* The vertex at a point; -1: none is near. */
    #vertexAt([x, y]) {
        return (this.at ?? []).findIndex(([vx, vy]) => Math.hypot(vx - x, vy - y) < ball * 1.6);
    }

    #edgeAt([x, y]) {
        return (this.known?.edges ?? []).findIndex(([i, j]) => {
            const [x1, y1] = this.at[i], [x2, y2] = this.at[j], long = Math.hypot(x2 - x1, y2 - y1) || 1;
            const along = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / long;

            return along > 0 && along < long && Math.abs((x - x1) * (y2 - y1) - (y - y1) * (x2 - x1)) / long < 9;
        });
    }

    #down(event) {
        const spot = this.#point(event), vertex = this.#vertexAt(spot);

        event.preventDefault();
        if (!this.known && this.text.trim())
            return;
        this.svg.setPointerCapture(event.pointerId);
        this.drag = { vertex, spot, moved: false };
        if (this.page.tool === "erase")
            this.#erase(vertex, spot);
    }

    #move(event) {
        const { drag } = this;

        if (!drag || this.page.tool === "erase")
            return;
        drag.spot = this.#point(event);
        drag.moved = true;
        if (this.page.tool === "shift" && drag.vertex >= 0)
            this.at[drag.vertex] = drag.spot;
        this.page.refresh();
    }

    #up(event) {
        const { drag } = this;

        this.drag = null;
        if (!drag || this.page.tool === "erase")
            return;
        const spot = this.#point(event), end = this.#vertexAt(spot);

        if (this.page.tool === "shift")
            this.#keepSpots();
        else if (drag.vertex < 0 && end < 0)
            this.#write([...this.#lines(), this.#freshName()], spot);
        else if (drag.vertex >= 0 && end < 0 && drag.moved) {
            const name = this.#freshName();

            this.#write([...this.#lines(), `${this.known.vertices[drag.vertex]} ${name}`], spot);
        } else if (drag.vertex >= 0 && end >= 0 && end !== drag.vertex) {
            this.#toggle(drag.vertex, end);
        } else {
            this.page.refresh();
        }
    }

    #freshName() {
        const used = new Set(this.known?.vertices ?? []);
        let number = used.size + 1;

        while (used.has(String(number)))
            number++;
        this.fresh = String(number);
        return this.fresh;
    }

    /* The graph as lines of an edge list: all vertices first, so that none is lost. */
    #lines(edges = this.known?.edges ?? [], vertices = this.known?.vertices ?? []) {
        const names = this.known?.vertices ?? [];

        return [...vertices, ...edges.map(([i, j]) => `${names[i]} ${names[j]}`)];
    }

    #toggle(i, j) {
        const { edges } = this.known, same = ([a, b]) => (a === i && b === j) || (a === j && b === i);

        this.#write(this.#lines(edges.some(same) ? edges.filter((edge) => !same(edge)) : [...edges, [i, j]]));
    }

    #erase(vertex, spot) {
        const { edges, vertices } = this.known ?? {}, edge = vertex < 0 ? this.#edgeAt(spot) : -1;

        if (vertex >= 0)
            this.#write(this.#lines(edges.filter((one) => !one.includes(vertex)), vertices.filter((_, i) => i !== vertex)));
        else if (edge >= 0)
            this.#write(this.#lines(edges.filter((_, i) => i !== edge)));
    }

    #write(lines, spot = null) {
        this.spots ??= new Map();
        if (spot)
            this.spots.set(this.fresh, spot);
        this.kept = true;
        const spots = [...this.spots].map(([name, [x, y]]) => `${name}:${Math.round(x)},${Math.round(y)}`).join(";");

        this.page.change({ graph: lines.join("\n") + "\n", spots });
    }

    /* ---- what is shown ---- */

    get waiting() {
        return !this.mistake && this.text.trim() !== "" && !(this.known && this.seen.find);
    }

    face() {
        const { closed } = this.page.state, { find, count } = this.seen;
        const others = [{ text: "Count", act: () => this.count(), disabled: find?.verdict !== "yes" },
            { text: closed ? "Try it open" : "Try it closed", act: () => this.page.change({ closed: !closed }) }];

        if (this.text.trim() === "")
            return { word: "Draw one", mood: "ask", say: "Click anywhere for a first vertex, or choose an example.",
                strip: drawHint, primary: { text: "Tour it", act() {}, disabled: true }, others: [] };
        if (this.mistake)
            return { word: "Not yet", mood: "ask", say: sentence(this.mistake), strip: drawHint,
                primary: { text: "Tour it", act() {}, disabled: true }, others: [] };
        if (find.verdict === "no")
            return { word: "No", mood: "no", chip: "Proved", say: reasonText(find.certificate.reason),
                strip: this.remark || this.#more(find.certificate), others: [],
                primary: closed ? { text: "Try it open", act: () => this.page.change({ closed: false }) }
                    : { text: "Try it closed", act: () => this.page.change({ closed: true }) } };
        if (find.verdict !== "yes")
            return { word: "Who knows", mood: "ask", say: `Not decided: ${stopped(find, this.page.limits)}.`,
                strip: this.remark, primary: { text: "Try again", act: () => this.find() }, others };
        return { word: "Yes", mood: "yes", chip: "Checked", others, exact: count === undefined ? null : String(count),
            say: [`A ${closed ? "closed tour" : "path"} visits all `, { strong: grouped(this.known.vertices.length) },
                ` vertices.`, ...(count === undefined ? [] : [" There ", ...(String(count) === "1" ? ["is exactly one."]
                    : ["are ", { strong: counted(count) }, "."])])],
            strip: this.remark || this.player.element,
            primary: { text: "Another tour", act: () => this.find(crypto.getRandomValues(new Uint32Array(1))[0]) } };
    }

    #more({ proof }) {
        return { cut: "Each part has its colour. A tour needs a crossed vertex between two parts, and they are too few.",
            degree: "The marked vertices have too few edges.",
            factor: "The marked vertices need more edges than their neighbours can give.",
            exhausted: "There is no short reason: every possibility was tried." }[proof] ?? "";
    }

    panel() {
        const { closed } = this.page.state;

        byId("graph-closed").setAttribute("aria-pressed", closed);
        byId("graph-open").setAttribute("aria-pressed", !closed);
        byId("graph-size").textContent = this.known ? `${plural(this.known.vertices.length, "vertex").replace("vertexs", "vertices")}, ` +
            `${plural(this.known.count, "edge")}` : "";
        this.#draw();
    }

    #draw() {
        const { svg, known, at } = this;

        svg.replaceChildren();
        if (!known || !at) {
            if (known)
                svg.append(make("text", { class: "coord", x: side / 2, y: side / 2 }, ["This graph is too large to be drawn."]));
            return;
        }
        const line = (i, j, attributes) => make("path", { ...attributes,
            d: `M${at[i].map((v) => v.toFixed(1)).join(" ")}L${at[j].map((v) => v.toFixed(1)).join(" ")}` });

        svg.append(...known.edges.map(([i, j]) => line(i, j, { class: "edge" })), ...this.#tourLines(line));
        if (this.drag?.vertex >= 0 && this.page.tool === "edge" && this.drag.moved)
            svg.append(make("path", { class: "edge wanted", d: `M${at[this.drag.vertex].join(" ")}L${this.drag.spot.join(" ")}` }));
        svg.append(...this.#vertices());
    }

    #tourLines(line) {
        const colour = this.colours ??= timeColours(), { tour } = this;

        return tour ? tour.slice(0, this.player.moment).map((vertex, i) => line(vertex, tour[(i + 1) % tour.length],
            { class: "leg", stroke: colour(i / Math.max(1, this.legs - 1)) })) : [];
    }

    #vertices() {
        const certificate = this.seen.find?.certificate, marked = new Set(certificate?.vertices ?? []);
        const parts = certificate?.proof === "cut" ? this.#parts(marked) : null;
        const small = this.at.length > 60;

        this.svg.classList.toggle("sparse", this.at.length <= 30);

        return this.known.vertices.map((name, i) => {
            const [x, y] = this.at[i], crossed = marked.has(name);

            const circle = make("circle", { r: small ? 8 : ball });

            if (parts && !crossed)
                circle.style.fill = tintOf(String.fromCharCode(65 + parts[i] % 26));
            return make("g", { class: crossed ? "vertex marked" : "vertex", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }, [
                circle,
                ...(crossed && parts ? [make("path", { class: "cross", d: `M-${ball} -${ball}L${ball} ${ball}M${ball} -${ball}L-${ball} ${ball}` })] : []),
                ...(small ? [] : [make("text", crossed && parts ? { class: "beside", x: 2.3 * ball } /* the cross would hide it */
                    : { class: parts ? "on-part" : "" }, [name.slice(0, 4)])])]);
        });
    }

    /* The part of each vertex when the marked ones are gone. */
    #parts(marked) {
        const { vertices, edges } = this.known, part = vertices.map((name) => marked.has(name) ? -1 : null);
        const near = vertices.map(() => []);
        let parts = 0;

        for (const [i, j] of edges) {
            near[i].push(j);
            near[j].push(i);
        }
        for (let root = 0; root < part.length; root++) {
            const queue = part[root] === null ? [root] : [];

            if (queue.length)
                part[root] = parts++;
            for (const vertex of queue)
                for (const next of near[vertex])
                    if (part[next] === null) {
                        part[next] = part[root];
                        queue.push(next);
                    }
        }
        return part;
    }
}
