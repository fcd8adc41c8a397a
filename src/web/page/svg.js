/* svg.js - elements of pictures, and the outlines of sets of squares.
 *
 * A square is `unit` wide in every drawing of the page.
 */
const space = "http://www.w3.org/2000/svg";

export const unit = 60;

export function make(name, attributes = {}, children = []) {
    const element = document.createElementNS(space, name);

    for (const [key, value] of Object.entries(attributes))
        element.setAttribute(key, value);
    element.append(...children);
    return element;
}

/* Elements of the page: el("button", { class: "btn" }, ["Tile"]). */
export function el(name, attributes = {}, children = []) {
    const element = document.createElement(name);

    for (const [key, value] of Object.entries(attributes))
        if (value !== null && value !== false)
            element.setAttribute(key, value === true ? "" : value);
    element.append(...children);
    return element;
}

export const strong = (text) => el("b", {}, [String(text)]);

const directions = [[1, 0], [0, 1], [-1, 0], [0, -1]];

/* Corners as a path, moved inwards and rounded. */
function loop(corners, inset, radius) {
    let d = "";

    for (const [x, y, into, out] of corners) {
        const [ax, ay] = directions[into], [bx, by] = directions[out];
        const px = x - inset * (ay + by), py = y + inset * (ax + bx);

        d += `${d ? "L" : "M"}${px - ax * radius} ${py - ay * radius}` +
            `Q${px} ${py} ${px + bx * radius} ${py + by * radius}`;
    }
    return d + "Z";
}

/* The sides of a set, each from one corner to the next with the set on its right: for
 * each corner the directions in which they leave, 0 right, 1 down, 2 left, 3 up. */
function sidesOf(set, cols) {
    const next = new Map();
    const inside = (row, col) => col >= 0 && col < cols && set.has(row * cols + col);
    const add = (row, col, way) => {
        const corner = row * (cols + 1) + col;

        if (!next.has(corner))
            next.set(corner, []);
        next.get(corner).push(way);
    };

    for (const place of set) {
        const r = Math.floor(place / cols), c = place % cols;

        if (!inside(r - 1, c)) add(r, c, 0);
        if (!inside(r, c + 1)) add(r, c + 1, 1);
        if (!inside(r + 1, c)) add(r + 1, c + 1, 2);
        if (!inside(r, c - 1)) add(r + 1, c, 3);
    }
    return next;
}

/* One loop as its corners [x, y, way in, way out]; its sides are used up. */
function walk(next, cols, start, first) {
    const across = cols + 1, corners = [];
    let corner = start, way = first;

    for (;;) {
        corner += [1, across, -1, -across][way];
        const ways = next.get(corner), home = corner === start;
        const out = [1, 0, 3].map((by) => (way + by) % 4)
            .find((one) => ways.includes(one) || (home && one === first));
        const closes = home && out === first;

        if (!closes)
            ways.splice(ways.indexOf(out), 1);
        if (out !== way)
            corners.push([corner % across * unit, Math.floor(corner / across) * unit, way, out]);
        if (closes)
            return corners;
        way = out;
    }
}

/* The outline of a set of places on a board with `cols` columns: closed loops, `inset`
 * inside the squares, with rounded corners. Squares that only touch at a corner are apart. */
export function outline(places, cols, inset = 3, radius = 9) {
    const next = sidesOf(new Set(places), cols);
    let d = "";

    for (const [start, ways] of next)
        while (ways.length)
            d += loop(walk(next, cols, start, ways.pop()), inset, radius);
    return d;
}

/* Squares as one path, without outlines. */
export function squares(places, cols) {
    let d = "";

    for (const place of places)
        d += `M${place % cols * unit} ${Math.floor(place / cols) * unit}h${unit}v${unit}h-${unit}z`;
    return d;
}
