/* tiles.js - dominoes and pieces on the board.
 *
 * A layer keeps its elements by what they are: showing another tiling moves or replaces
 * only what differs, so that nothing blinks and only what is new drops in.
 */
import { make, outline, squares, unit } from "./svg.js";
import { pieceColour, sideColour, textColour, tintOf } from "./palette.js";

const nameLong = 3; /* letters of a name that fit at its usual size */
const fineMost = 900; /* squares up to which dominoes have sides, gloss and dots */

const keyOf = (places) => places.join(" ");

/* The four kinds of dominoes on a chessboard, as in arctic circles. */
function kindOf(board, [a, b]) {
    const lies = board.rowOf(a) === board.rowOf(b);

    return (lies ? "h" : "v") + (board.isDark(a) ? 1 : 0);
}

function dominoBox(board, [a, b]) {
    const lies = board.rowOf(a) === board.rowOf(b);

    return { lies, x: board.colOf(a) * unit + 3.5, y: board.rowOf(a) * unit + 3,
        w: (lies ? 2 : 1) * unit - 7, h: (lies ? 1 : 2) * unit - 9, b };
}

function domino(board, pair) {
    const { lies, x, y, w, h } = dominoBox(board, pair), rx = 9;
    const group = make("g", { class: `dom k-${kindOf(board, pair)}` });
    const face = make("rect", { class: "face", x, y, width: w, height: h, rx });

    if (board.cells.length > fineMost) {
        group.append(face);
        return group;
    }
    group.append(make("rect", { class: "side", x, y: y + 4, width: w, height: h, rx }), face,
        make("rect", { class: "gloss", x: x + 2, y: y + 2, width: w - 4, height: h - 4, rx: 7.5 }),
        make("path", { class: "groove", d: lies ? `M${x + w / 2} ${y + 9}v${h - 18}`
            : `M${x + 9} ${y + h / 2}h${w - 18}` }),
        ...pair.map((place) => make("circle", { class: board.isDark(place) ? "pip-d" : "pip-l",
            cx: board.colOf(place) * unit + unit / 2, cy: board.rowOf(place) * unit + 28.5, r: 5.6 })));
    return group;
}

const isColour = (cell) => /[a-zA-Z0-9]/.test(cell);
const hasLetter = (cell) => isColour(cell) && !/[bw]/.test(cell); /* black and white need none */

/* The colour of a square, on the piece that lies there: a dot, with its letter. */
function spot(cell, x, y, r, lettered = hasLetter(cell)) {
    const fill = tintOf(cell), ink = textColour(fill);

    return [make("circle", { class: "spot", cx: x, cy: y, r, fill, stroke: ink }),
        ...(lettered ? [make("text", { class: "spot-letter", x, y: y + 6, fill: ink }, [cell])] : [])];
}

function piece(board, { places, name, number }, labelled = true) {
    const { cols } = board, colour = pieceColour(name, number);
    const d = outline(places, cols, 3, 9);
    const row = places.reduce((sum, place) => sum + board.rowOf(place), 0) / places.length;
    const col = places.reduce((sum, place) => sum + board.colOf(place), 0) / places.length;
    const far = (place) => Math.hypot(board.rowOf(place) - row, board.colOf(place) - col);
    const plain = places.filter((place) => !hasLetter(board.cells[place])); /* where a name hides no letter */
    const middle = (plain.length ? plain : places).reduce((a, b) => far(b) < far(a) - 1e-9 ? b : a);

    const short = name.replace(/5$/, ""), below = board.cells[middle];
    const named = labelled && short && board.cells.length <= fineMost;
    const label = make("text", { class: "pname", fill: textColour(isColour(below) ? tintOf(below) : colour),
        x: board.colOf(middle) * unit + unit / 2, y: board.rowOf(middle) * unit + 35 }, [short]);
    const spots = places.filter((place) => board.cells.length <= fineMost && isColour(board.cells[place]))
        .flatMap((place) => spot(board.cells[place], (board.colOf(place) + 0.5) * unit, (board.rowOf(place) + 0.48) * unit,
            ...(named && place === middle ? [19, false] : [10])));

    if (short.length > nameLong) /* it keeps within its square */
        label.style.fontSize = `${Math.max(8, (unit - 6) / (0.62 * short.length)).toFixed(1)}px`;
    return make("g", { class: "pc" }, [
        make("path", { class: "side", d, transform: "translate(0 4)" }),
        make("path", { class: "face", d, transform: "translate(0 -1)", fill: colour }),
        make("path", { class: "gloss", d: outline(places, cols, 5.2, 7), transform: "translate(0 -1)" }),
        ...spots, ...(named ? [label] : [])]);
}

/* Children in this order; who is in it already is not touched, so that it goes on moving. */
function arrange(group, elements) {
    let next = group.firstChild;

    for (const element of elements)
        if (element === next)
            next = next.nextSibling;
        else
            group.insertBefore(element, next);
}

export class TileLayer {
    constructor(group) {
        this.group = group;
        this.shades = make("g", { class: "shades" });
        this.bodies = make("g");
        this.kept = new Map(); /* key -> [body, shade] */
        group.replaceChildren(this.shades, this.bodies);
    }

    clear() {
        this.#show([], () => []);
    }

    /* `drops`: what is new falls into place, one after the other. */
    dominoes(board, pairs, drops = false) {
        this.#show(pairs.map((pair) => [keyOf(pair), pair]), (pair) => {
            const { x, y, w, h } = dominoBox(board, pair);

            return [domino(board, pair), board.cells.length > fineMost ? null
                : make("rect", { class: "drop-shade", x: x + 2, y: y + 5, width: w + 1, height: h + 3,
                    rx: 10 })];
        }, drops);
    }

    pieces(board, parts, drops = false) {
        const coloursOf = (places) => places.map((place) => board.cells[place]).join("");

        this.#show(parts.map((part) => [`${part.name} ${keyOf(part.places)} ${coloursOf(part.places)}`, part]), (part) => {
            const body = piece(board, part);

            body.querySelector(".side").style.fill = sideColour(pieceColour(part.name, part.number));
            return [body, make("path", { class: "drop-shade", transform: "translate(2 7)",
                d: outline(part.places, board.cols, 3, 9) })];
        }, drops);
    }

    #show(wanted, build, drops) {
        const kept = new Map();
        let fresh = 0;

        for (const [key, thing] of wanted) {
            const old = this.kept.get(key);

            this.kept.delete(key);
            old?.[0].classList.remove("in");
            kept.set(key, old ?? build(thing));
            if (old || !drops)
                continue;
            kept.get(key)[0].classList.add("in");
            kept.get(key)[0].style.animationDelay = `${Math.min(900, fresh++ * 14)}ms`;
        }
        for (const pair of this.kept.values())
            pair.forEach((element) => element?.remove());
        this.kept = kept;
        arrange(this.bodies, [...kept.values()].map(([body]) => body));
        arrange(this.shades, [...kept.values()].map(([, shade]) => shade).filter(Boolean));
    }

    bodyOf(pair) {
        return this.kept.get(keyOf(pair))?.[0];
    }
}

/* ---- thumbnails ---- */

/* A small board, with the dominoes or pieces that lie on it. */
export function thumbnail(board, { dominoes = [], parts = [], tour = [], time = null } = {}) {
    const { rows, cols } = board, w = cols * unit, h = rows * unit, places = board.places();
    const side = Math.max(w, h) + 16, x = (w - side) / 2, y = (h - side) / 2;
    const alone = board.holes() * 3 > board.cells.length; /* few squares: no tray around them */
    const svg = make("svg", { class: tour.length ? "calm" : "", viewBox: `${x} ${y} ${side} ${side}`, "aria-hidden": "true" }, [
        ...(alone ? [] : [make("rect", { class: "floor", x: -8, y: -8,
            width: w + 16, height: h + 16, rx: 20 })]),
        make("path", { class: alone ? "sq-light rimmed" : "sq-light", d: outline(places, cols, 0, 6) }),
        make("path", { class: "sq-dark", d: squares(places.filter((place) => board.isDark(place)),
            cols) })]);

    for (const pair of dominoes) {
        const box = dominoBox(board, pair);

        svg.append(make("g", { class: `k-${kindOf(board, pair)}` }, [make("rect", { class: "face",
            x: box.x, y: box.y, width: box.w, height: box.h + 2, rx: 12 })]));
    }
    for (const part of parts)
        svg.append(make("path", { d: outline(part.places, cols, 2, 8),
            fill: pieceColour(part.name, part.number) }));
    tour.slice(1).forEach((place, i) => {
        const at = (one) => `${board.colOf(one) * unit + 30} ${board.rowOf(one) * unit + 30}`;

        svg.append(make("path", { d: `M${at(tour[i])}L${at(place)}`, stroke: time(i / (tour.length - 1)),
            "stroke-width": 14, "stroke-linecap": "round" }));
    });
    return svg;
}

/* A piece alone, as in the tray. */
export function sketch({ squares: cells, name }, number) {
    const rows = 1 + Math.max(...cells.map(([r]) => r)), cols = 1 + Math.max(...cells.map(([, c]) => c));
    const w = Math.max(cols, 4) * unit, h = Math.max(rows, 3) * unit;
    const colour = pieceColour(name, number);

    return make("svg", { class: "sketch", "aria-hidden": "true",
        viewBox: `${(cols * unit - w) / 2 - 4} ${(rows * unit - h) / 2 - 4} ${w + 8} ${h + 8}` }, [
        make("path", { d: outline(cells.map(([r, c]) => r * cols + c), cols, 2, 9), fill: colour,
            stroke: sideColour(colour), "stroke-width": 3 }),
        ...cells.filter(([, , cell]) => cell && isColour(cell)).flatMap(([r, c, cell]) =>
            spot(cell, c * unit + 30, r * unit + 30, 16))]);
}
