/* steps.js - ways to tile a board, step by step.
 *
 * Each is a generator of steps: the dominoes that lie, a walk and squares to point at, and
 * a sentence. They are made for watching: the verdict comes from the server.
 */

import { Shuffle } from "./shuffle.js";

/* A rook's walk over the full board that comes back to its start: along the top row, then
 * up and down the columns below it. The number of rows or of columns must be even. */
export function rookCycle(board) {
    const { rows, cols } = board;

    if (rows < 2 || cols < 2 || (rows % 2 && cols % 2))
        return null;
    const across = cols % 2 === 0;
    const [lines, depth] = across ? [cols, rows] : [rows, cols];
    const place = (line, deep) => across ? deep * cols + line : line * cols + deep;
    const cycle = [];

    for (let line = 0; line < lines; line++)
        for (let i = 1; i < depth; i++)
            cycle.push(place(line, line % 2 ? depth - i : i));
    for (let line = lines - 1; line >= 0; line--)
        cycle.push(place(line, 0));
    return cycle;
}

/* Gomory's way: the removed squares cut a closed rook's walk into pieces. */
function* cycleAndCut(board) {
    const cycle = rookCycle(board), dominoes = [];

    if (!cycle) {
        yield { dominoes, text: "This way needs an even number of rows or of columns." };
        return;
    }
    yield { dominoes, path: [...cycle, cycle[0]],
        text: "A rook walks over the whole board and comes back: neighbours on the walk differ in colour." };
    const first = cycle.findIndex((place) => !board.has(place));
    const walk = [...cycle.slice(first + 1), ...cycle.slice(0, first + 1)]; /* -1: as it is */
    let start = null;

    for (const place of walk) {
        if (!board.has(place)) {
            if (start !== null) {
                yield { dominoes, at: [start],
                    text: `A piece of the walk has an odd number of squares: ${board.name(start)} is left over. This walk does not do; augmenting paths may.` };
                return;
            }
            yield { dominoes, path: walk, at: [],
                text: `The walk is cut at ${board.name(place)}, which is removed.` };
        } else if (start === null) {
            start = place;
        } else {
            dominoes.push([start, place]);
            yield { dominoes, path: walk, at: [place],
                text: `A domino along the walk, on ${board.name(start)} and ${board.name(place)}.` };
            start = null;
        }
    }
    yield { dominoes, text: start === null ? "The walk is covered from end to end."
        : "A square is left over: the walk has an odd number of squares." };
}

/* Dark square by dark square, in order, taking back what does not go on. */
function* backtracking(board) {
    const dark = board.places().filter((place) => board.isDark(place));
    const taken = new Set(), dominoes = [], tried = [];
    let at = 0, backs = 0;

    while (at >= 0 && at < dark.length) {
        const place = dark[at], near = board.neighbours(place);
        let next = tried[at] ?? 0;

        while (next < near.length && taken.has(near[next]))
            next++;
        if (next < near.length) {
            tried[at] = next + 1;
            taken.add(near[next]);
            dominoes.push([place, near[next]]);
            yield { dominoes, at: [place],
                text: `${board.name(place)} goes with ${board.name(near[next])}.` };
            at++;
        } else {
            tried[at] = 0;
            at--;
            backs++;
            if (at < 0)
                break;
            const [, light] = dominoes.pop();

            taken.delete(light);
            yield { dominoes, at: [place],
                text: `${board.name(place)} has no free neighbour: one step back (${backs} so far).` };
        }
    }
    yield { dominoes, text: at < 0 ? "Everything was tried: there is no tiling."
        : taken.size * 2 === board.count ? "Every square is covered."
            : "Every dark square is covered, and light ones are left over." };
}

/* Dominoes that are there are shifted along a path to make room for one more. */
function* augmenting(board) {
    const light = board.places().filter((place) => !board.isDark(place));
    const mate = new Map();
    const dominoes = () => [...mate].filter(([place]) => board.isDark(place));

    for (const root of light) {
        const came = new Map(), queue = [root];
        let end = null;

        for (let i = 0; i < queue.length && end === null; i++)
            for (const dark of board.neighbours(queue[i])) {
                if (came.has(dark))
                    continue;
                came.set(dark, queue[i]);
                if (!mate.has(dark)) {
                    end = dark;
                    break;
                }
                queue.push(mate.get(dark));
            }
        if (end === null) {
            yield { dominoes: dominoes(), at: queue,
                text: `No path from ${board.name(root)} reaches a free square: the ${queue.length} marked squares have only ${queue.length - 1} neighbours. It cannot be done.` };
            return;
        }
        const path = [];

        for (let dark = end; ;) {
            const from = came.get(dark), before = mate.get(from);

            path.unshift(from, dark);
            mate.set(from, dark);
            mate.set(dark, from);
            if (from === root)
                break;
            dark = before;
        }
        yield { dominoes: dominoes(), path, at: [root],
            text: path.length === 2
                ? `${board.name(root)} takes the free square ${board.name(end)}.`
                : `${board.name(root)} gets a domino: ${path.length / 2 - 1} others shift along the path to ${board.name(end)}.` };
    }
    yield { dominoes: dominoes(), text: light.length * 2 === board.count
        ? "Every square is covered." : "Every light square is covered, and dark ones are left over." };
}

/* A diamond that grows in the middle of the board: order by order, and in longer and longer
 * strides, so that a large one is not longer under way than people look. */
function* shuffling(board) {
    const { radius } = board, shuffle = new Shuffle();

    while (shuffle.order < radius) {
        const stride = Math.min(radius - shuffle.order, Math.max(1, Math.floor(shuffle.order / 12)));

        for (let i = 0; i < stride; i++)
            shuffle.step();
        yield { ...shuffle.lay(radius, stride === 1), kept: true,
            text: `Order ${shuffle.order} of ${radius}: dominoes that meet vanish, the others slide, and by a coin ` +
                "new ones fill the blocks between them." };
    }
    yield { ...shuffle.lay(radius, false), kept: true,
        text: `A random tiling: all tilings of the diamond of order ${radius} are equally likely. Its corners are frozen.` };
}

export const methods = { cycle: cycleAndCut, backtracking, augmenting, shuffling };
