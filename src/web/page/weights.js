/* weights.js - the weights of a tiling as text, as --weight takes them (docs/weights.md):
 * "A,B = 3; as ## = x; at a1,b2 = 1/2".
 *
 * Lines that only name squares ("at a1,b2 = 5") are those that a click on the board makes;
 * all others are written. A polynomial is read into its terms to be drawn.
 */
const onSquares = /^at\s+([a-z]+\d+(?:\s*,\s*[a-z]+\d+)*)\s*=\s*(.+)$/;
const anySquares = /\b(at|on)\s+([a-z]+\d+(?:\s*,\s*[a-z]+\d+)*)\s*=/;
const value = /^[-+\s\da-z/^]+$/;

export const linesOf = (weights) => weights.split(";").map((line) => line.trim()).filter(Boolean);

/* Whether a text can be a weight: a number, a fraction, a polynomial. */
export const isWeight = (text) => value.test(text);

/* The weights of squares: name -> text, the last one if there are several. */
export function squaresOf(weights) {
    const found = new Map();

    for (const line of linesOf(weights)) {
        const [, names, weight] = onSquares.exec(line) ?? [];

        for (const name of names?.split(",") ?? [])
            found.set(name.trim(), weight);
    }
    return found;
}

/* The same weights with another one for a square; null: none. */
export function withSquare(weights, name, weight) {
    const others = linesOf(weights).filter((line) => !onSquares.test(line)), squares = squaresOf(weights), groups = new Map();

    squares.delete(name);
    if (weight !== null)
        squares.set(name, weight);
    for (const [square, each] of squares)
        groups.set(each, [...(groups.get(each) ?? []), square]);
    return [...others, ...[...groups].map(([each, names]) => `at ${names.join(",")} = ${each}`)].join("; ");
}

/* Weights of squares that are no longer there are left out. */
export function weightsOn(weights, lies) {
    return linesOf(weights).flatMap((line) => {
        const [, kind, names] = anySquares.exec(line) ?? [];

        if (!names)
            return [line];
        const all = names.split(",").map((name) => name.trim()), left = all.filter(lies);

        return left.length === all.length ? [line] : kind === "at" && left.length ? [line.replace(names, left.join(","))] : [];
    }).join("; ");
}

/* The letters that stand for variables, in what is right of the equals signs. */
export function variablesOf(weights) {
    return [...new Set(linesOf(weights).flatMap((line) => line.split("=").at(-1).match(/[a-z]/g) ?? []))].sort();
}

/* A polynomial in one variable with whole coefficients from 0: [exponent, coefficient]; else null. */
export function termsOf(polynomial) {
    const terms = polynomial.split(" + ").map((term) => /^(\d*)(?:([a-z])(?:\^(\d+))?)?$/.exec(term));

    if (!terms.every(Boolean) || new Set(terms.map(([, , letter]) => letter).filter(Boolean)).size !== 1)
        return null;
    return terms.map(([, number, letter, power]) => [letter ? Number(power ?? 1) : 0, BigInt(number || 1)]);
}
