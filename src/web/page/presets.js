/* presets.js - boards that people know. */
import { Board, aztec, fromArt, fromSpec } from "./board.js";

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

export const presets = [
    { name: "Chessboard, 8 by 8", state: () => ({ board: new Board(8, 8) }) },
    { name: "The mutilated chessboard", state: () => ({ board: fromSpec("8x8-a1,h8") }) },
    { name: "Two squares of different colours", state: () => ({ board: fromSpec("8x8-b3,f4") }) },
    { name: "Equal colours, and still impossible",
        state: () => ({ board: fromSpec("8x8-b1,c2,b3,f6,e7,h8") }) },
    { name: "Aztec diamond of radius 3", state: () => ({ board: aztec(3) }) },
    { name: "Aztec diamond of radius 8", state: () => ({ board: aztec(8) }) },
    { name: "A ring", state: () => ({ board: fromArt("######\n######\n##..##\n##..##\n######\n######") }) },
    { name: "Pentominoes, 6 by 10",
        state: () => ({ tab: "pieces", board: new Board(6, 10), pieces: "pentominoes", drawn: "" }) },
    { name: "Pentominoes, 8 by 8 without the centre",
        state: () => ({ tab: "pieces", board: fromSpec("8x8-d4,e4,d5,e5"), pieces: "pentominoes", drawn: "" }) },
    { name: "The puzzle of 1962", state: () => ({ tab: "pieces", board: chequered(), pieces: "",
        drawn: puzzleOf1962 }) },
    { name: "A large board, 40 by 40", state: () => ({ board: new Board(40, 40) }) },
];
