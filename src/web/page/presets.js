/* presets.js - boards, puzzles, tours and covers that people know: each is a state of the page
 * with a picture and a line. */
import { Board, aztec, fromArt, fromSpec } from "./board.js";
import { Shuffle } from "./shuffle.js";
import { partsOf, walkOf } from "./solved.js";
import { make } from "./svg.js";
import { thumbnail } from "./tiles.js";

/* Black and white squares, as b and w. */
function chequered() {
    return fromArt(Array.from({ length: 8 }, (_, row) => (row % 2 ? "wb" : "bw").repeat(4))
        .join("\n"));
}

/* A. J. Dekkers and A. J. W. Duijvestijn, Philips Technical Review 24 (1962/63); what is
 * known of the pieces is said in examples/pascal.chq. */
const puzzleOf1962 = `piece A copies=1 flip=no
...bw
bwbwb

piece B copies=1 flip=no
....b
wbwbw

piece C copies=1 flip=no
wb
.w
.b
.w
.b

piece D copies=1 flip=no
w.
bw
w.
b.
w.

piece E copies=2 flip=no
..b
..w
bwb

piece F copies=1 flip=no
.w
.b
bw
wb

piece G copies=1 flip=no
..w..
bwbwb

piece H copies=1 flip=no
..b
.bw
bwb

piece I copies=1 flip=no
w.
bw
wb

piece J copies=1 flip=no
w
b
w

piece K copies=1 flip=no
.w
wb
`;

/* Squares removed from a rectangle by a rule, for boards that a spec would make long. */
function drawn(rows, cols, keeps) {
    let art = "";

    for (let row = 0; row < rows; row++, art += "\n")
        for (let col = 0; col < cols; col++)
            art += keeps(row, col) ? "#" : ".";
    return fromArt(art);
}

const disc = (side) => drawn(side, side, (r, c) => Math.hypot(r - side / 2 + 0.5, c - side / 2 + 0.5) <= side / 2);
const staircase = (side) => drawn(side, side, (r, c) => c <= r);
const cross = (arm) => drawn(3 * arm, 3 * arm, (r, c) => Math.floor(r / arm) === 1 || Math.floor(c / arm) === 1);
const frame = (side, width) => drawn(side, side, (r, c) => Math.min(r, c, side - 1 - r, side - 1 - c) < width);
const smile = () => fromSpec("8x8-c3,f3,d2,e2,c6,f6");

/* ---- pictures of thumbnails: what they show was solved by chequer ---- */

/* A board and a solution on it. */
const tiled = (board, name) => () => thumbnail(board, { parts: partsOf(name, board.cols) });
const toured = (board, name) => (time) => thumbnail(board, { tour: walkOf(name), time });

const knight = "a8c7d5f4h3g1e2c1a2c3b1a3b5a7c8e7f5h4f3d4g6h8f7g5e6d8b7d6e8g7h5g3h1f2d3c5a6b8d7f8h7f6g8h6g4h2f1d2b3a5b2c4b6a4";
const tourOf = (board) => (knight.match(/../g) ?? []).map((name) => board.placeOf(name)).filter((place) => place >= 0);

/* A random tiling of the diamond of radius 8: a place in base 36, and how the domino lies. */
const lot = "07h0mh0oh11h13h15h1gh1iv1jh1lv1mh1vv1wh1zh22h24v2av2ch2eh2gh2iv2jv2lv2pv2rh2th2vh2xv30v32v" +
    "34v36h38v39v3av3bv3cv3eh3hv3jv3lv3mh3tv3uv3vh3yv42v43v44v45h47h4bh4dv4lh4nv4ov4ph4rv4sv4zh" +
    "51h55h5gh5ih5kh5mh5xh5zh61h6eh6gh6vh";
const lots = () => (lot.match(/..[hv]/g) ?? []).map((one) => {
    const place = parseInt(one.slice(0, 2), 36);

    return [place, place + (one[2] === "h" ? 1 : 16)];
});

/* A random tiling of a diamond, with its frozen corners. */
function frozen(radius) {
    const shuffle = new Shuffle();

    while (shuffle.order < radius)
        shuffle.step();
    return thumbnail(aztec(radius), shuffle.lay(radius, false));
}

/* A large board, and somewhere on it two squares that have one neighbour. */
const crowdedSpot = () => fromSpec("300x300-hb221,ha220,hc220,hc218,hd219,ap100,bj78,cx50,v120,gt40");

const pieces = (board, set, more = {}) => () => ({ tab: "pieces", board, pieces: set, drawn: "", ...more });
const tour = (board, more = {}) => () => ({ tab: "tours", board, leaper: "1,2", closed: true, symmetric: null, ...more });
const dominoes = (board) => () => ({ tab: "dominoes", board });
const graph = (number) => () => ({ tab: "graphs", closed: true, graph: graphExamples[number].text(), spots: graphExamples[number].spots() });
const cover = (number) => () => ({ tab: "cover", cover: coverExamples[number].text() });

/* A graph of two rings, small. */
function sketchOf(edges, n) {
    const at = (vertex) => {
        const angle = 2 * Math.PI * ((vertex - 1) % n) / n - Math.PI / 2, far = vertex <= n ? 90 : 50;

        return `${(100 + far * Math.cos(angle)).toFixed(1)} ${(100 + far * Math.sin(angle)).toFixed(1)}`;
    };

    return make("svg", { viewBox: "0 0 200 200", "aria-hidden": "true" }, edges.map(([a, b]) =>
        make("path", { class: "edge thick", d: `M${at(a)}L${at(b)}` })));
}

const eight = new Board(8, 8);
const cornersGone = fromSpec("8x8-a1,h8");

export const beginnings = [
    { name: "Two corners", state: dominoes(cornersGone) },
    { name: "Twelve pieces", state: pieces(new Board(6, 10), "pentominoes"),
        picture: tiled(new Board(6, 10), "pentominoes6") },
    { name: "A knight's tour", state: tour(eight), picture: (time) => thumbnail(eight, { tour: tourOf(eight), time }) },
    { name: "A diamond", state: dominoes(aztec(8)), picture: () => thumbnail(aztec(8), { dominoes: lots() }) },
];

export const examples = [
    { name: "Chessboard", line: "12 988 816 ways", state: dominoes(eight) },
    { name: "Two corners", line: "the classic no", state: dominoes(cornersGone) },
    { name: "Two colours", line: "always yes (Gomory)", state: dominoes(fromSpec("8x8-b3,f4")) },
    { name: "Crowded", line: "equal colours, and no", state: dominoes(fromSpec("8x8-b1,c2,b3,f6,e7,h8")) },
    { name: "A smile", line: "six holes", state: dominoes(smile()) },
    { name: "A ring", line: "two squares wide", state: dominoes(frame(6, 2)) },
    { name: "Thin ring", line: "exactly two ways", state: dominoes(frame(8, 1)) },
    { name: "Diamond 3", line: "2 to the 6", state: dominoes(aztec(3)) },
    { name: "Diamond 8", line: "2 to the 36", state: dominoes(aztec(8)),
        picture: () => thumbnail(aztec(8), { dominoes: lots() }) },
    { name: "Diamond 20", line: "frozen corners", state: dominoes(aztec(20)) },
    { name: "Diamond 60", line: "watch it shuffle", large: true, state: dominoes(aztec(60)), picture: () => frozen(20) },
    { name: "Diamond 500", line: "250 500 dominoes", large: true, state: () => ({ tab: "dominoes", board: aztec(500) }),
        picture: () => frozen(30) },
    { name: "200 by 200", line: "9 502 digits", state: dominoes(new Board(200, 200)), picture: () => thumbnail(new Board(20, 20)) },
    { name: "A crowded spot", line: "find it on 300 by 300", large: true, state: () => ({ tab: "dominoes", board: crowdedSpot() }),
        picture: () => thumbnail(fromSpec("8x8-b1,c2,b3,f6,e7,h8")) },
    { name: "Staircase", line: "one colour too many", state: dominoes(staircase(8)) },
    { name: "A disc", line: "12 across", state: dominoes(disc(12)) },
    { name: "A cross", line: "arms of four", state: dominoes(cross(4)) },
    { name: "3 by 10", line: "571 ways", state: dominoes(new Board(3, 10)) },
    { name: "2 by 10", line: "89: Fibonacci", state: dominoes(new Board(2, 10)) },
    { name: "7 by 7, centre out", line: "odd by odd", state: dominoes(fromSpec("7x7-d4")) },
    { name: "40 by 40", line: "a number of 201 digits", state: dominoes(new Board(40, 40)) },
    { name: "Pentominoes 6 by 10", line: "2339 ways", state: pieces(new Board(6, 10), "pentominoes"),
        picture: tiled(new Board(6, 10), "pentominoes6") },
    { name: "Pentominoes 5 by 12", line: "1010 ways", state: pieces(new Board(5, 12), "pentominoes"),
        picture: tiled(new Board(5, 12), "pentominoes5") },
    { name: "Pentominoes 4 by 15", line: "368 ways", state: pieces(new Board(4, 15), "pentominoes"),
        picture: tiled(new Board(4, 15), "pentominoes4") },
    { name: "Pentominoes 3 by 20", line: "just 2 ways", state: pieces(new Board(3, 20), "pentominoes"),
        picture: tiled(new Board(3, 20), "pentominoes3") },
    { name: "8 by 8, centre out", line: "65 ways (Scott, 1958)", state: pieces(fromSpec("8x8-d4,e4,d5,e5"), "pentominoes"),
        picture: tiled(fromSpec("8x8-d4,e4,d5,e5"), "scott") },
    { name: "Puzzle of 1962", line: "colours must match", state: () => ({ tab: "pieces", board: chequered(), pieces: "", drawn: puzzleOf1962 }),
        picture: tiled(eight, "puzzle") },
    { name: "L-trominoes", line: "a deficient 8 by 8", state: pieces(fromSpec("8x8-c6"), "L3*"),
        picture: tiled(fromSpec("8x8-c6"), "trominoes") },
    { name: "T-tetrominoes", line: "4 by 4 and 8 by 8", state: pieces(eight, "T4*"),
        picture: tiled(eight, "tetrominoes") },
    { name: "Y-pentominoes", line: "10 by 10", state: pieces(new Board(10, 10), "Y5*"),
        picture: tiled(new Board(10, 10), "pentominoesY") },
    { name: "Tetrominoes", line: "20 squares, and no", state: pieces(new Board(4, 5), "tetrominoes") },
    { name: "One-sided", line: "18 pieces on 9 by 10", state: pieces(new Board(9, 10), "one-sided-pentominoes"),
        picture: tiled(new Board(9, 10), "oneSided") },
    { name: "I-trominoes", line: "8 by 8, one square out", state: pieces(fromSpec("8x8-c3"), "I3*"),
        picture: tiled(fromSpec("8x8-c3"), "straight") },
    { name: "Lying dominoes", line: "a total in x", state: pieces(eight, "domino*", { weights: "as ## = x" }) },
    { name: "Dear squares", line: "the cheapest tilings", state: pieces(new Board(4, 6), "L3*,I3*", { weights: "L3 = 2; I3 = 3; at a1,b1,a2 = 4; at f4 = 1/2" }),
        picture: tiled(new Board(4, 6), "dear") },
    { name: "How many T's?", line: "an even number", state: pieces(new Board(6, 6), "T4*,L4*,domino*"),
        picture: tiled(new Board(6, 6), "counted") },
    { name: "Knight on 8 by 8", line: "closed", state: tour(eight), picture: (time) => thumbnail(eight, { tour: tourOf(eight), time }) },
    { name: "Knight on 6 by 6", line: "9862 closed tours", state: tour(new Board(6, 6)),
        picture: toured(new Board(6, 6), "six") },
    { name: "Knight on 5 by 5", line: "open, from a corner", state: tour(new Board(5, 5), { closed: false, from: "a1" }),
        picture: toured(new Board(5, 5), "five") },
    { name: "Knight on 4 by 8", line: "no closed tour", state: tour(new Board(4, 8)) },
    { name: "Semi-magic tour", line: "every line sums to 260", state: tour(eight, { magic: "semi" }),
        picture: toured(eight, "magic") },
    { name: "Half turn", line: "6 by 6, symmetric", state: tour(new Board(6, 6), { symmetric: "180" }),
        picture: toured(new Board(6, 6), "half") },
    { name: "Quarter turn", line: "10 by 10", state: tour(new Board(10, 10), { symmetric: "90" }),
        picture: toured(new Board(10, 10), "quarter") },
    { name: "Knight on 12 by 12", line: "144 squares", state: tour(new Board(12, 12)),
        picture: toured(new Board(12, 12), "twelve") },
    { name: "Camel on 8 by 8", line: "stays on one colour", state: tour(eight, { leaper: "1,3" }) },
    { name: "Zebra on 10 by 10", line: "leaps of 2 and 3", state: tour(new Board(10, 10), { leaper: "2,3" }),
        picture: toured(new Board(10, 10), "zebra") },
    { name: "King on 8 by 8", line: "a short walk", state: tour(eight, { leaper: "0,1+1,1" }),
        picture: toured(eight, "king") },
    { name: "Rook's round", line: "step by step", state: tour(eight, { leaper: "0,1" }),
        picture: toured(eight, "rook") },
    { name: "Knight on 100 by 100", line: "ten thousand squares", state: tour(new Board(100, 100)),
        picture: (time) => thumbnail(eight, { tour: tourOf(eight), time }) },
    { name: "Knight on a ring", line: "3 squares wide", state: tour(frame(10, 3)) },
    { name: "Once around the world", line: "Hamilton, 1857", state: graph(0), picture: () => sketchOf(petersen(10, 2), 10) },
    { name: "Petersen's graph", line: "no closed tour", state: graph(2), picture: () => sketchOf(petersen(5, 2), 5) },
    { name: "A cube", line: "12 edges, 6 tours", state: graph(1), picture: () => sketchOf(petersen(4, 1), 4) },
    { name: "Six queens", line: "as an exact cover", state: cover(1), picture: () => thumbnail(fromSpec("6x6-b6,d5,f4,a3,c2,e1")) },
    { name: "Langford pairs", line: "4 1 3 1 2 4 3 2", state: cover(2), picture: () => thumbnail(new Board(1, 8)) },
    { name: "A small sudoku", line: "4 by 4", state: cover(3), picture: () => thumbnail(fromSpec("4x4-a4,c3,b2,d1")) },
    { name: "Fibonacci", line: "2 by N", state: () => ({ tab: "sequences", ...sequenceExamples[0].state }),
        picture: () => thumbnail(new Board(2, 5)) },
    { name: "L-trominoes by N", line: "a recurrence", state: () => ({ tab: "sequences", ...sequenceExamples[4].state }),
        picture: () => thumbnail(new Board(4, 6)) },
];

let named = null; /* boards of the examples for dominoes that have a name of their own */

/* The name of the board that is drawn. */
export function nameOf({ board }) {
    named ??= examples.filter(({ name, large }) => !large && !/^\d/.test(name))
        .map(({ name, state }) => ({ name, ...state() })).filter(({ tab }) => tab === "dominoes");
    const known = named.find((one) => one.board.same(board));

    return known ? known.name : board.radius > 1 ? `Diamond ${board.radius}`
        : board.holes() === 0 ? board.rows === board.cols ? "Square" : "Rectangle" : "My board";
}

/* ---- covers ---- */

/* Queens that do not attack each other: rows and columns once each, diagonals at most once. */
function queens(side) {
    const numbers = [...Array(side).keys()];
    const lines = numbers.flatMap((r) => numbers.map((c) => `r${r} c${c} a${r + c} b${r - c + side}`));
    const diagonals = [...Array(2 * side - 1).keys()];

    return `| ${side} queens: rows and columns once each, diagonals at most once\n` +
        `${numbers.map((i) => `r${i}`).join(" ")} ${numbers.map((i) => `c${i}`).join(" ")} | ` +
        `${diagonals.map((i) => `a${i}`).join(" ")} ${diagonals.map((i) => `b${i + 1}`).join(" ")}\n${lines.join("\n")}\n`;
}

/* Langford pairs: two i's with i others between them. */
function langford(count) {
    const lines = [];

    for (let i = 1; i <= count; i++)
        for (let at = 1; at + i + 1 <= 2 * count; at++)
            lines.push(`d${i} s${at} s${at + i + 1}`);
    return `| Langford pairs of ${count}: two i's with i others between them\n` +
        `${Array.from({ length: count }, (_, i) => `d${i + 1}`).join(" ")} ` +
        `${Array.from({ length: 2 * count }, (_, i) => `s${i + 1}`).join(" ")}\n${lines.join("\n")}\n`;
}

/* A small sudoku: every cell, and every number in each row, column and box. */
function sudoku() {
    const given = ["1...", "..3.", ".4..", "...2"], lines = [], items = [];

    for (let r = 0; r < 4; r++)
        for (let c = 0; c < 4; c++) {
            items.push(`p${r}${c}`, `r${r}${c + 1}`, `c${r}${c + 1}`, `b${r}${c + 1}`);
            for (let n = 1; n <= 4; n++)
                if (given[r][c] === "." || given[r][c] === String(n))
                    lines.push(`p${r}${c} r${r}${n} c${c}${n} b${2 * (r >> 1) + (c >> 1)}${n}`);
        }
    return `| Sudoku of 4 by 4: ${given.join(" ")}\n${items.sort().join(" ")}\n${lines.join("\n")}\n`;
}

export const coverExamples = [
    { name: "Knuth's", text: () => "| Knuth's first example: six options, one solution\na b c d e f g\n" +
        "c e\na d g\nb c f\na d f\nb g\nd e g\n" },
    { name: "Queens", text: () => queens(6) },
    { name: "Langford", text: () => langford(4) },
    { name: "Sudoku", text: sudoku },
    { name: "Weights", text: () => "| options with weights: the cheapest cover, the dearest, and the total\n" +
        "a b c d\na b |3\nc d |2\na |1\nb |5/2\nc |1/2\nd |1\nb c |4\n" },
    { name: "Colours", text: () => "| Knuth's second example: items after the bar may stay uncovered, with colours\n" +
        "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n" },
];

/* ---- graphs ---- */

const lines = (edges) => edges.map(([a, b]) => `${a} ${b}`).join("\n") + "\n";

/* Two rings of n, the outer one by steps of 1, the inner one by steps of k, and spokes. */
function petersen(n, k) {
    const edges = [];

    for (let i = 0; i < n; i++)
        edges.push([i + 1, (i + 1) % n + 1], [i + 1, n + i + 1], [n + i + 1, n + (i + k) % n + 1]);
    return edges;
}

/* Where their vertices lie: one ring in the other, on a drawing of 640 by 640. */
const rings = (n) => Array.from({ length: 2 * n }, (_, i) => {
    const angle = 2 * Math.PI * (i % n) / n - Math.PI / 2, far = i < n ? 290 : 160;

    return `${i + 1}:${Math.round(320 + far * Math.cos(angle))},${Math.round(320 + far * Math.sin(angle))}`;
}).join(";");

/* The smallest polyhedron without a closed tour (A. S. Herschel): 11 corners in two colours,
 * five against six. */
const herschel = [[1, 2], [1, 3], [1, 4], [1, 5], [2, 6], [2, 7], [3, 7], [3, 8], [4, 8], [4, 9], [5, 9], [5, 6],
    [6, 10], [7, 10], [7, 11], [8, 11], [9, 10], [9, 11]];

export const graphExamples = [
    { name: "Dodecahedron", spots: () => rings(10),
        text: () => `# Hamilton's game of 1857: once around the world\n${lines(petersen(10, 2))}` },
    { name: "Cube", spots: () => rings(4), text: () => lines(petersen(4, 1)) },
    { name: "Petersen", spots: () => rings(5),
        text: () => `# no closed tour, but without any one vertex there is one\n${lines(petersen(5, 2))}` },
    { name: "Herschel", spots: () => "", text: () => `# eleven corners in two colours: five against six\n${lines(herschel)}` },
    { name: "Two triangles", spots: () => "", text: () => lines([[1, 2], [2, 3], [3, 1], [3, 4], [4, 5], [5, 3]]) },
];

/* ---- sequences ---- */

export const sequenceExamples = [
    { name: "2 by N", state: { family: "2xN", terms: "16" } },
    { name: "4 by N", state: { family: "4xN" } },
    { name: "Diamonds", state: { family: "aztec:N", terms: "8" } },
    { name: "Squares", state: { family: "NxN", terms: "10" } },
    { name: "L-trominoes", state: { family: "4xN", seqpieces: "L3*", terms: "24" } },
    { name: "Knights on 5 by N", state: { family: "5xN", seqtour: "1,2", terms: "8" } },
];
