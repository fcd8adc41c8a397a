/* shuffle.js - domino shuffling: a random tiling of an Aztec diamond, order by order.
 *
 * Elkies, Kuperberg, Larsen and Propp, Alternating-sign matrices and domino tilings (1992).
 * Every domino has a direction. To grow the diamond of order n by one: two dominoes that
 * would pass through each other vanish, the others slide one step in their direction, and
 * each 2 x 2 block that is empty then gets two dominoes that move apart, lying or standing
 * by a coin. All tilings of the new diamond are equally likely.
 *
 * The diamond is a grid of 2n x 2n bytes: at the first place of each domino its direction,
 * elsewhere 0. A step costs its area.
 */
const NORTH = 1, SOUTH = 2, WEST = 3, EAST = 4;
const against = [0, SOUTH, NORTH, EAST, WEST];
const lies = (way) => way <= SOUTH;

export class Shuffle {
    /* coin() is true or false. */
    constructor(coin = () => Math.random() < 0.5) {
        this.coin = coin;
        this.order = 0;
        this.grid = new Uint8Array(0);
    }

    step() {
        const old = 2 * this.order, side = old + 2, before = this.grid;
        const grid = new Uint8Array(side * side), covered = new Uint8Array(side * side);
        const put = (place, way) => {
            grid[place] = way;
            covered[place] = covered[place + (lies(way) ? 1 : side)] = 1;
        };
        const towards = [0, -old, old, -1, 1], slides = [0, -side, side, -1, 1];

        for (let row = 0, place = 0; row < old; row++)
            for (let col = 0; col < old; col++, place++) {
                const way = before[place];

                if (way && before[place + towards[way]] !== against[way])
                    put((row + 1) * side + col + 1 + slides[way], way);
            }
        this.order++;
        this.fresh = new Uint8Array(side * side);
        this.#fill(covered, side, (place, way) => {
            put(place, way);
            this.fresh[place] = 1;
        });
        this.grid = grid;
    }

    /* Blocks that are empty, found by their first place. */
    #fill(covered, side, put) {
        const n = this.order;

        for (let row = 0; row < side; row++) {
            const half = Math.min(row, side - 1 - row) + 1;

            for (let col = n - half; col < n + half; col++) {
                const place = row * side + col;

                if (covered[place])
                    continue;
                if (this.coin()) {
                    put(place, NORTH);
                    put(place + side, SOUTH);
                } else {
                    put(place, WEST);
                    put(place + 1, EAST);
                }
            }
        }
    }

    /* The dominoes as pairs of places of the diamond of radius `radius`, in its middle; and
     * the way that each has come: -1 if it is new, 0 if that does not matter. */
    lay(radius, moved) {
        const side = 2 * this.order, wide = 2 * radius, by = radius - this.order, dominoes = [], ways = [];

        for (let row = 0, place = 0; row < side; row++)
            for (let col = 0; col < side; col++, place++) {
                const way = this.grid[place];

                if (!way)
                    continue;
                const first = (row + by) * wide + col + by;

                dominoes.push([first, first + (lies(way) ? 1 : wide)]);
                if (moved)
                    ways.push(this.fresh[place] ? -1 : way);
            }
        return { dominoes, ways: moved ? ways : null };
    }
}

/* Turns blocks of two dominoes at random places, `times` times: Glauber dynamics. For each
 * place `mate` has the other half of its domino, or -1. Returns how many turned. */
export function stir(board, mate, times) {
    const { rows, cols } = board;
    let turned = 0;

    for (let i = 0; i < times; i++) {
        const place = Math.floor(Math.random() * (rows - 1)) * cols + Math.floor(Math.random() * (cols - 1));
        const [a, b, c, d] = [place, place + 1, place + cols, place + cols + 1];

        if (place % cols + 1 >= cols)
            continue;
        if (mate[a] === b && mate[c] === d) {
            mate[a] = c, mate[c] = a, mate[b] = d, mate[d] = b;
            turned++;
        } else if (mate[a] === c && mate[b] === d) {
            mate[a] = b, mate[b] = a, mate[c] = d, mate[d] = c;
            turned++;
        }
    }
    return turned;
}

export function matesOf(board, pairs) {
    const mate = new Int32Array(board.cells.length).fill(-1);

    for (const [a, b] of pairs) {
        mate[a] = b;
        mate[b] = a;
    }
    return mate;
}

export function pairsOf(mate) {
    const pairs = [];

    for (let place = 0; place < mate.length; place++)
        if (mate[place] > place)
            pairs.push([place, mate[place]]);
    return pairs;
}
