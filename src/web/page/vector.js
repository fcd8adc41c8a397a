/* vector.js - a picture of the page as plain strokes and fills, for formats that know no style
 * sheets: pdf.js and tikz.js write them.
 *
 *     { width, height, shapes: [{ path, fill, stroke, width, dash, cap, join, clip } or
 *                               { text, x, y, size, bold, wide, fill }] }
 *
 * Paths are lists of ["M", x, y], ["L", x, y], ["C", x1, y1, x2, y2, x, y] and ["Z"], in
 * units of the picture; colours are [r, g, b, opacity] from 0 to 1, or null. Shadows lose
 * their blur.
 */

/* Numbers that follow each letter of a path. */
const needs = { M: 2, L: 2, H: 1, V: 1, Q: 4, C: 6, Z: 0 };

/* The d of an SVG path, without arcs, as a list. */
export function pathOf(d) {
    const words = d.match(/[a-zA-Z]|-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/g) ?? [], path = [];
    let at = 0, x = 0, y = 0, start = [0, 0], letter = "M";

    while (at < words.length) {
        if (/[a-zA-Z]/.test(words[at]))
            letter = words[at++];
        const big = letter.toUpperCase(), own = letter !== big, n = needs[big];

        if (n === undefined)
            throw new Error(`a picture has a path with ${letter}`);
        const v = words.slice(at, at += n).map(Number);
        const from = [x, y];

        if (big === "Z") {
            path.push(["Z"]);
            [x, y] = start;
            continue;
        }
        if (big === "H")
            x = v[0] + (own ? x : 0);
        else if (big === "V")
            y = v[0] + (own ? y : 0);
        else
            for (let i = 0; i < n; i += 2) {
                v[i] += own ? from[0] : 0;
                v[i + 1] += own ? from[1] : 0;
                [x, y] = [v[i], v[i + 1]];
            }
        if (big === "M") {
            start = [x, y];
            path.push(["M", x, y]);
            letter = own ? "l" : "L";
        } else if (big === "Q") {
            path.push(["C", from[0] + (v[0] - from[0]) * 2 / 3, from[1] + (v[1] - from[1]) * 2 / 3,
                x + (v[0] - x) * 2 / 3, y + (v[1] - y) * 2 / 3, x, y]);
        } else {
            path.push(big === "C" ? ["C", ...v] : ["L", x, y]);
        }
    }
    return path;
}

const round = 0.5523; /* of a radius: a quarter of a circle as a cubic curve */

function ellipse(cx, cy, r) {
    const k = r * round;

    return [["M", cx + r, cy], ["C", cx + r, cy + k, cx + k, cy + r, cx, cy + r],
        ["C", cx - k, cy + r, cx - r, cy + k, cx - r, cy], ["C", cx - r, cy - k, cx - k, cy - r, cx, cy - r],
        ["C", cx + k, cy - r, cx + r, cy - k, cx + r, cy], ["Z"]];
}

export function box(x, y, w, h, r) {
    const k = r * (1 - round);

    r = Math.min(r, w / 2, h / 2);
    return r <= 0 ? [["M", x, y], ["L", x + w, y], ["L", x + w, y + h], ["L", x, y + h], ["Z"]]
        : [["M", x + r, y], ["L", x + w - r, y], ["C", x + w - k, y, x + w, y + k, x + w, y + r],
            ["L", x + w, y + h - r], ["C", x + w, y + h - k, x + w - k, y + h, x + w - r, y + h],
            ["L", x + r, y + h], ["C", x + k, y + h, x, y + h - k, x, y + h - r], ["L", x, y + r],
            ["C", x, y + k, x + k, y, x + r, y], ["Z"]];
}

/* The outline of an element, in its own units; null: it has none. */
function outlineOf(element) {
    const number = (name) => Number(element.getAttribute(name) ?? 0);

    switch (element.localName) {
    case "path": return pathOf(element.getAttribute("d") ?? "");
    case "rect": return box(number("x"), number("y"), number("width"), number("height"), number("rx"));
    case "circle": return ellipse(number("cx"), number("cy"), number("r"));
    case "polyline": return element.getAttribute("points").trim().split(/\s+/).map((point, i) =>
        [i ? "L" : "M", ...point.split(",").map(Number)]);
    default: return null;
    }
}

const moved = (path, m) => path.map(([letter, ...v]) => [letter, ...v.map((value, i) => i % 2
    ? m.b * v[i - 1] + m.d * value + m.f : m.a * value + m.c * v[i + 1] + m.e)]);

/* "rgb(1, 2, 3)" or "rgba(...)" with an opacity, as [r, g, b, a]; null: nothing is painted. */
function paint(text, opacity) {
    const v = /^rgba?\(([^)]*)\)/.exec(text)?.[1].split(/[ ,/]+/).map(Number);
    const alpha = (v?.[3] ?? 1) * opacity;

    return v && alpha > 0.003 ? [v[0] / 255, v[1] / 255, v[2] / 255, alpha] : null;
}

/* ---- a whole picture ---- */

function shapeOf(element, style, m, opacity) {
    const path = outlineOf(element), scale = Math.hypot(m.a, m.b);
    const blurred = style.filter !== "none" || element.closest(".shades, .slab-shade") ? 0.55 : 1;

    return path && { path: moved(path, m), width: parseFloat(style.strokeWidth) * scale,
        fill: element.localName === "polyline" ? null : paint(style.fill, parseFloat(style.fillOpacity) * opacity * blurred),
        stroke: paint(style.stroke, parseFloat(style.strokeOpacity) * opacity),
        dash: style.strokeDasharray === "none" ? [] : style.strokeDasharray.split(/[ ,]+/).map((one) => parseFloat(one) * scale),
        cap: style.strokeLinecap, join: style.strokeLinejoin, evenodd: element.getAttribute("fill-rule") === "evenodd" };
}

/* The middle of a text as people see it, and how wide it is. */
function wordsOf(element, style, m, opacity) {
    const scale = Math.hypot(m.a, m.b), { x, width } = element.getBBox(), y = Number(element.getAttribute("y") ?? 0);
    const at = new DOMPoint(x, y).matrixTransform(m);

    return { text: element.textContent, x: at.x, y: at.y, wide: width * scale, size: parseFloat(style.fontSize) * scale,
        bold: Number(style.fontWeight) >= 600, fill: paint(style.fill, opacity) };
}

/* Where a shape is clipped: the outline of its group's clip path, or null. */
function clipOf(svg, element, base) {
    const id = /#([\w-]+)/.exec(element.closest("[clip-path]")?.getAttribute("clip-path") ?? "")?.[1];
    const clip = id && svg.querySelector(`#${id}`)?.firstElementChild;

    return clip ? moved(outlineOf(clip), base) : null;
}

export function vectorOf(svg) {
    const view = svg.viewBox.baseVal, toView = svg.getScreenCTM().inverse(), shapes = [];
    const corner = new DOMMatrix([1, 0, 0, 1, -view.x, -view.y]);
    const walk = (element, opacity) => {
        const style = getComputedStyle(element), own = opacity * parseFloat(style.opacity);

        if (style.display === "none" || style.visibility === "hidden" || element.localName === "defs" || own < 0.01)
            return;
        if (element.localName === "g" || element === svg) {
            for (const child of element.children)
                walk(child, own);
            return;
        }
        const m = corner.multiply(toView.multiply(element.getScreenCTM()));
        const shape = element.localName === "text" ? wordsOf(element, style, m, own) : shapeOf(element, style, m, own);

        if (shape && (shape.fill || shape.stroke))
            shapes.push({ ...shape, clip: clipOf(svg, element, corner) });
    };

    walk(svg, 1);
    return { width: view.width, height: view.height, shapes };
}
