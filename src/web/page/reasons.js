/* reasons.js - why not, drawn: the squares that a certificate speaks of.
 *
 * Sets are hatched and outlined and their neighbours dotted, so that nothing hangs on
 * colour alone; a cut is crossed out and the parts it leaves are numbered; weights are
 * written into the squares. Each kind of proof also has a sentence or two that say what
 * the marks mean.
 */
import { make } from "./view.js";
import { plural } from "./words.js";

const has = (number) => number === 1 ? "has" : "have";

function hatch(view, places) {
    return [make("path", { class: "set", d: view.outline(places, 1, 4) }),
        make("path", { class: "set-edge", d: view.outline(places, 1.5, 4) })];
}

function dot(view, places) {
    return [make("path", { class: "near", d: view.outline(places, 1, 4) }),
        make("path", { class: "near-edge", d: view.outline(places, 1.5, 4) })];
}

function number(view, place, text, tint) {
    const [x, y] = view.centre(place);

    return [...(tint === null ? [] : [make("path", { class: `number-bed tint-${tint % 8}`,
        d: view.outline([place], 1, 3) })]),
    make("text", { class: "number", x, y: y + 6, "text-anchor": "middle" }, [String(text)])];
}

/* The squares of the colour of which there are more. */
function majority(board) {
    const dark = board.places().filter((place) => board.isDark(place));
    const light = board.places().filter((place) => !board.isDark(place));

    return dark.length > light.length ? dark : light;
}

/* What is left without a set falls into parts: for each place the number of its part. */
function partsWithout(board, set, near) {
    const part = new Map(set.map((place) => [place, 0]));
    let parts = 0;

    for (const root of board.places()) {
        if (part.has(root))
            continue;
        const queue = [root];

        part.set(root, ++parts);
        for (const place of queue)
            for (const to of near(place))
                if (!part.has(to)) {
                    part.set(to, parts);
                    queue.push(to);
                }
    }
    return { part, parts };
}

function drawCut(view, board, set, near) {
    const { part, parts } = partsWithout(board, set, near);
    const marks = [];

    for (const [place, which] of part)
        marks.push(...(which ? number(view, place, which, which - 1)
            : [make("path", { class: "take", d: view.sign(place, "cross") })]));
    return [marks, `Without the ${plural(set.length, "crossed square")} the board falls into ` +
        `${plural(parts, "part")}, each with its number. A walk goes from one part to another ` +
        "only over a crossed square, and there are too few of them."];
}

function drawWeights(view, board, { weights, modulus }) {
    const marks = board.places().flatMap((place) =>
        number(view, place, weights[place], weights[place] ? Math.abs(weights[place]) - 1 : null));

    return [marks, "However a piece lies, the numbers it covers have the same sum" +
        (modulus ? `, counted modulo ${modulus}` : "") +
        "; the sum over the board is not what the pieces give together."];
}

/* A set and its neighbours; `words(set, near)` says what they mean. */
function drawSet(view, set, near, words) {
    const around = [...new Set(set.flatMap(near))].filter((place) => !set.includes(place));

    return [[...dot(view, around), ...hatch(view, set)], words(set.length, around.length)];
}

/* Draws the reason into the layer "proof" and returns what it says. `near(place)` are the
 * squares that go with one: its neighbours, or those that the leaper reaches. */
export function drawReason(view, board, certificate, near) {
    const set = (certificate.cells ?? []).map(([row, col]) => row * board.cols + col);
    const layer = view.layer("proof");
    const kinds = {
        colours: () => [hatch(view, majority(board)), 2 * majority(board).length === board.places().length
            ? "There are as many hatched squares as others, and the pieces cannot give that."
            : "The hatched squares are the colour of which there are more."],
        balance: () => [hatch(view, majority(board)), "The hatched squares are the colour of " +
            "which there are more. Every leap goes to the other colour."],
        supply: () => [hatch(view, board.places().filter((place) =>
            board.cells[place] === certificate.colour)),
        `The hatched squares have the colour ${certificate.colour}.`],
        uncoverable: () => [hatch(view, set), "No piece can cover the hatched square."],
        hall: () => drawSet(view, set, near, (set, near) => near === 0
            ? `The ${plural(set, "hatched square")} ${has(set)} no neighbour to share a domino with.`
            : `The ${plural(set, "hatched square")} ${has(set)} only ${plural(near, "neighbour")} ` +
              "(dotted), and each hatched square needs a dotted one of its own."),
        cover: () => [hatch(view, set), "Every domino covers one of the hatched squares."],
        weights: () => drawWeights(view, board, certificate),
        degree: () => drawSet(view, set, near, (set, near) =>
            `The ${plural(set, "hatched square")} ${has(set)} too few ways in and out: only ` +
            `${plural(near, "square")} can be reached from there (dotted).`),
        factor: () => drawSet(view, set, near, (set, near) =>
            `Every one of the ${plural(set, "hatched square")} needs two leaps, and the ` +
            `${plural(near, "square")} around them (dotted) cannot give so many.`),
        cut: () => drawCut(view, board, set, near),
        ends: () => [hatch(view, set), "The hatched squares are where the walk should begin and end."],
        exhausted: () => [[], "There is no short reason: every possibility was tried."],
    };
    const [marks, words] = (kinds[certificate.proof] ?? (() => [[], ""]))();

    layer.append(...marks);
    return words;
}
