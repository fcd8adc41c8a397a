/* fixes.js - without which square it could be tiled.
 *
 * From a tiling that leaves as few squares bare as can be: a square stays bare in some such
 * tiling if an alternating path (free side, domino, free side, domino ...) leads to it from
 * a bare one (Berge; Dulmage and Mendelsohn). Without such a square one fewer stays bare.
 */
import { matesOf } from "./shuffle.js";

export class Fixes {
    constructor(board, pairs) {
        this.board = board;
        this.mate = matesOf(board, pairs);
        this.bare = board.places().filter((place) => this.mate[place] < 0);
        this.came = this.#reach(this.mate, this.bare);
    }

    /* Places that may stay bare: each with the one before it on its path, or -1. */
    #reach(mate, bare, without = -1) {
        const came = new Map(bare.map((place) => [place, -1])), queue = [...bare];

        for (const place of queue)
            for (const near of this.board.neighbours(place)) {
                const next = near === without ? -1 : mate[near];

                if (next >= 0 && next !== without && !came.has(next)) {
                    came.set(next, place);
                    queue.push(next);
                }
            }
        return came;
    }

    get squares() {
        return [...this.came.keys()];
    }

    /* The squares one of which must go, too, if two stay bare. */
    partners(place) {
        if (this.bare.length !== 2 || !this.came.has(place))
            return [];
        const mate = this.mate.slice();
        let at = place, root = place;

        for (let before = this.came.get(at); before >= 0; before = this.came.get(at)) {
            const near = mate[at];

            mate[near] = before;
            mate[before] = near;
            mate[at] = -1;
            at = root = before;
        }
        return [...this.#reach(mate, this.bare.filter((one) => one !== root), place).keys()];
    }

    /* A sentence about one place of the board, a square or a hole. */
    words(place) {
        const { board } = this, name = board.name(place), bare = this.bare.length;

        if (!board.has(place))
            return bare !== 1 ? "" : board.neighbours(place).some((near) => this.came.has(near))
                ? `With ${name} put back it could be tiled.` : `Even with ${name} put back it could not be tiled.`;
        if (!this.came.has(place))
            return bare === 1 ? `Even without ${name} it could not be tiled.`
                : `Without ${name} even more squares would stay bare.`;
        return bare === 1 ? `Without ${name} it could be tiled.`
            : bare === 2 ? `Without ${name} and any one of the marked squares it could be tiled.`
                : `Without ${name} only ${bare - 1} squares would stay bare, instead of ${bare}.`;
    }
}
