/* height.js - the height function of a domino tiling (Thurston, Conway's tiling groups, 1990).
 *
 * Every corner of a square has a height. Walking along the side of a square that is not
 * inside a domino, it grows by 1 if a dark square is on the left, and falls by 1 if a
 * light one is; across a domino it jumps by 3 the other way. Around a hole the heights
 * may not come back to themselves: then there is no such function.
 */

/* Directions, and where the squares on the left and on the right of a side lie that begins
 * at a corner (row, col). */
const ways = [
    { down: 0, right: 1, left: [-1, 0], other: [0, 0] },
    { down: 1, right: 0, left: [0, 0], other: [0, -1] },
    { down: 0, right: -1, left: [0, -1], other: [-1, -1] },
    { down: -1, right: 0, left: [-1, -1], other: [-1, 0] },
];

/* The heights of all corners, (rows + 1) x (cols + 1), from the first one on; corners that
 * touch no square have none (NaN). Null: there is no height function. */
export function heights(board, mate) {
    const { rows, cols } = board, across = cols + 1, size = (rows + 1) * across;
    const of = new Float64Array(size).fill(NaN), queue = new Int32Array(size);
    const at = (row, col) => row >= 0 && col >= 0 && row < rows && col < cols &&
        board.has(row * cols + col) ? row * cols + col : -1;
    /* What the height gains along a side; NaN: it borders no square. */
    const gain = (row, col, { left, other }) => {
        const one = at(row + left[0], col + left[1]), two = at(row + other[0], col + other[1]);
        const sign = (row + left[0] + col + left[1]) % 2 === 0 ? -1 : 1;

        return one < 0 && two < 0 ? NaN : one >= 0 && two >= 0 && mate[one] === two ? -3 * sign : sign;
    };

    for (let root = 0; root < size; root++) {
        let head = 0, tail = 0;

        if (!Number.isNaN(of[root]) ||
            ways.every((way) => Number.isNaN(gain(Math.floor(root / across), root % across, way))))
            continue;
        of[root] = 0;
        queue[tail++] = root;
        while (head < tail) {
            const corner = queue[head++], row = Math.floor(corner / across), col = corner % across;

            for (const way of ways) {
                const next = corner + way.down * across + way.right;
                const value = of[corner] + gain(row, col, way);

                if (Number.isNaN(value))
                    continue;
                if (Number.isNaN(of[next])) {
                    of[next] = value;
                    queue[tail++] = next;
                } else if (of[next] !== value) {
                    return null;
                }
            }
        }
    }
    return of;
}

/* For each square the mean of its corners, of which `low` and `high` are the extremes; and the
 * least and greatest height of a corner. */
export function relief(board, corners) {
    const { rows, cols } = board, across = cols + 1, of = new Float64Array(board.cells.length);
    let low = Infinity, high = -Infinity, least = Infinity, most = -Infinity;

    for (let row = 0, place = 0; row < rows; row++)
        for (let col = 0; col < cols; col++, place++) {
            if (!board.has(place))
                continue;
            const first = row * across + col;

            of[place] = (corners[first] + corners[first + 1] + corners[first + across] +
                corners[first + across + 1]) / 4;
            low = Math.min(low, of[place]);
            high = Math.max(high, of[place]);
        }
    for (const height of corners)
        if (!Number.isNaN(height)) {
            least = Math.min(least, height);
            most = Math.max(most, height);
        }
    return { of, low, high, least, most };
}
