/* presets.js - boards that people know. */
import { Board, aztec, fromArt, fromSpec } from "./board.js";

export const presets = [
    { name: "Chessboard, 8 by 8", state: () => ({ board: new Board(8, 8) }) },
    { name: "The mutilated chessboard", state: () => ({ board: fromSpec("8x8-a1,h8") }) },
    { name: "Two squares of different colours", state: () => ({ board: fromSpec("8x8-b3,f4") }) },
    { name: "Equal colours, and still impossible",
        state: () => ({ board: fromSpec("8x8-a2,b1,g7,h7") }) },
    { name: "Aztec diamond of radius 3", state: () => ({ board: aztec(3) }) },
    { name: "Aztec diamond of radius 8", state: () => ({ board: aztec(8) }) },
    { name: "A ring", state: () => ({ board: fromArt("######\n######\n##..##\n##..##\n######\n######") }) },
    { name: "A large board, 40 by 40", state: () => ({ board: new Board(40, 40) }) },
];
