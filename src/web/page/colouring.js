/* colouring.js - colourings of the board as a layer, and what they prove.
 *
 * Squares are coloured by diagonals, by rows or as a chessboard. If a piece covers as many
 * squares of each colour wherever it lies, the numbers of squares of the board must agree
 * with that (S. W. Golomb, Checker boards and polyominoes, 1954).
 */
import { make, squares, unit } from "./svg.js";
import { tintOf } from "./palette.js";
import { listed } from "./words.js";

/* Name, number of colours, and the colour of a square. */
export const colourings = {
    chess: ["Chessboard", 2, (row, col) => (row + col) % 2],
    diagonal3: ["Diagonals, 3 colours", 3, (row, col) => (row + col) % 3],
    falling3: ["Falling diagonals, 3 colours", 3, (row, col) => (row - col + 3000) % 3],
    diagonal4: ["Diagonals, 4 colours", 4, (row, col) => (row + col) % 4],
    diagonal5: ["Diagonals, 5 colours", 5, (row, col) => (row + col) % 5],
    rows2: ["Rows, 2 colours", 2, (row) => row % 2],
    rows3: ["Rows, 3 colours", 3, (row) => row % 3],
    blocks: ["Blocks of 2 × 2", 2, (row, col) => (Math.floor(row / 2) + Math.floor(col / 2)) % 2],
};

const sorted = (numbers) => [...numbers].sort((a, b) => b - a);

/* The ways in which a piece can lie, as lists of squares. */
function turns({ squares: cells, rotate, flip }) {
    const turned = (list) => list.map(([r, c]) => [c, -r]);
    let ways = [cells.map(([r, c]) => [r, c])];

    if (rotate)
        for (let i = 0; i < 3; i++)
            ways.push(turned(ways.at(-1)));
    if (flip)
        ways = [...ways, ...ways.map((list) => list.map(([r, c]) => [r, -c]))];
    return ways;
}

/* How many squares of each colour a piece covers, if that is the same wherever it lies
 * up to the order of the colours; null: it is not. */
function covers(piece, [, colours, of]) {
    let found = null;

    for (const way of turns(piece))
        for (let row = 60; row < 60 + 2 * colours; row++)
            for (let col = 60; col < 60 + 2 * colours; col++) {
                const numbers = new Array(colours).fill(0);

                for (const [r, c] of way)
                    numbers[of(row + r, col + c)]++;
                if (found && String(sorted(numbers)) !== String(found))
                    return null;
                found ??= sorted(numbers);
            }
    return found;
}

function counts(board, [, colours, of]) {
    const numbers = new Array(colours).fill(0);

    for (const place of board.places())
        numbers[of(board.rowOf(place), board.colOf(place))]++;
    return numbers;
}

/* What the colouring says: the numbers, and what each piece covers. */
export function colouringWords(board, pieces, key) {
    const colouring = colourings[key], numbers = counts(board, colouring);
    const told = pieces.map((piece) => [piece.name, covers(piece, colouring)]);
    const even = told.every(([, one]) => one && one.every((value) => value === one[0]));
    const equal = numbers.every((value) => value === numbers[0]);
    const say = `The board has ${listed(numbers.map(String))} squares of the ${numbers.length} colours.`;

    if (even)
        return `${say} Wherever a piece lies, it covers as many of each` +
            (equal ? ", so this colouring rules nothing out." : ": so there is no solution.");
    const known = told.filter(([, one]) => one).slice(0, 3).map(([name, one]) => `${name} covers ${listed(one.map(String))}`);

    return `${say} ${known.length ? `Wherever it lies, ${listed(known)}.` : "What a piece covers depends on where it lies."}`;
}

export function colouringMarks(board, key) {
    const [, colours, of] = colourings[key], groups = Array.from({ length: colours }, () => []);

    for (const place of board.places())
        groups[of(board.rowOf(place), board.colOf(place))].push(place);
    return groups.flatMap((places, i) => [make("path", { class: "part-bed", d: squares(places, board.cols),
        fill: tintOf("ABCDEFG"[i]) }),
    ...(board.isLarge ? [] : places.map((place) => make("text", { class: "coloured", x: board.colOf(place) * unit + 12,
        y: board.rowOf(place) * unit + 18 }, ["ABCDEFG"[i]])))]);
}
