/* cover_grid.js - covers whose options put marks on a grid, drawn as that grid.
 *
 * The names of the items tell which grid it is, as in examples/ and in Knuth's programs:
 *
 *     p1.2 r13 c23 b13    row 1, column 2: the digit 3, in box 1 (also p12; digits may begin with 0)
 *     r1 c2 ...           a queen in row 1, column 2
 *     d3 s1 s5            Langford pairs: the number 3 at the places 1 and 5
 */
import { make } from "./svg.js";

const unit = 60, sideMost = 40; /* rows and columns of a grid that is drawn */
const crown = "M-17 13h34l4-24-11 9-10-17-10 17-11-9z";

const only = (list) => list.length === 1 ? list[0] : null;
const readAll = (names, form, other = form) => names.map((name) => form.exec(name) ?? other.exec(name)).filter(Boolean);

function digit(names) {
    const [, row, col] = only(readAll(names, /^p(\d)(\d)$/, /^p(\d+)\.(\d+)$/)) ?? [];
    const after = (start) => names.find((name) => name.startsWith(start))?.slice(start.length).replace(/^\./, "");
    const mark = row && after(`r${row}`);

    return mark && mark === after(`c${col}`) ? [{ row: Number(row), col: Number(col), mark,
        box: names.find((name) => /^b/.test(name) && name.endsWith(mark))?.slice(0, -mark.length) }] : null;
}

function queen(names) {
    const row = only(readAll(names, /^r(\d+)$/)), col = only(readAll(names, /^c(\d+)$/));

    return row && col ? [{ row: Number(row[1]), col: Number(col[1]), mark: "queen" }] : null;
}

function pair(names) {
    const places = readAll(names, /^s(\d+)$/), number = only(names.filter((name) => !/^s\d+$/.test(name)));
    const [, mark] = /^d?(\d+)$/.exec(number ?? "") ?? [];

    return mark && places.length === 2 ? places.map(([, col]) => ({ row: 0, col: Number(col), mark })) : null;
}

/* What the options, each with the names of its items, put on a grid: { rows, cols, kind, cells,
 * options: [marks] }, rows and columns from 0; null: they are about something else. */
export function gridOf(lines) {
    for (const [kind, read] of Object.entries({ digit, queen, pair })) {
        const options = [];

        for (const names of lines) {
            const marks = read(names);

            if (!marks)
                break;
            options.push(marks);
        }
        if (lines.length && options.length === lines.length)
            return settled(kind, options);
    }
    return null;
}

/* Rows and columns from 0, digits from 1; and what is known of each cell beforehand. */
function settled(kind, options) {
    const all = options.flat(), from = (name) => all.reduce((least, one) => Math.min(least, one[name]), Infinity);
    const [row, col] = [from("row"), from("col")], cells = new Map();
    const zero = kind === "digit" && all.some(({ mark }) => mark === "0");

    for (const one of all) {
        one.row -= row;
        one.col -= col;
        one.mark = zero ? String(Number(one.mark) + 1) : one.mark;
        const key = `${one.row},${one.col}`, cell = cells.get(key) ?? { box: one.box, marks: new Set() };

        cell.marks.add(one.mark);
        cells.set(key, cell);
    }
    const side = (name) => all.reduce((most, one) => Math.max(most, one[name]), 0) + 1;
    const grid = { kind, options, cells, rows: side("row"), cols: side("col") };

    return grid.rows <= sideMost && grid.cols <= sideMost ? grid : null;
}

/* A solution, by the numbers of its options from 1: the marks row by row, as words. */
export function gridWords({ kind, rows, cols, options }, solution) {
    const marks = solution.flatMap((option) => options[option - 1]), at = (row, col) =>
        marks.find((one) => one.row === row && one.col === col)?.mark ?? ".";
    const numbers = (count) => Array.from({ length: count }, (_, i) => i);

    return kind === "queen" ? numbers(rows).map((row) => (marks.find((one) => one.row === row)?.col ?? -1) + 1).join(" ")
        : numbers(rows).map((row) => numbers(cols).map((col) => at(row, col)).join(rows > 1 && cols < 10 ? "" : " ")).join(" ");
}

function boxLines({ rows, cols, cells }) {
    const box = (row, col) => cells.get(`${row},${col}`)?.box, lines = [];

    for (let row = 0; row < rows; row++)
        for (let col = 0; col < cols; col++) {
            const here = box(row, col), differs = (other) => here && other && here !== other;

            if (differs(box(row, col + 1)))
                lines.push(`M${(col + 1) * unit} ${row * unit}v${unit}`);
            if (differs(box(row + 1, col)))
                lines.push(`M${col * unit} ${(row + 1) * unit}h${unit}`);
        }
    return lines.join("");
}

/* The grid with the marks of a solution (numbers of options; empty: none yet). */
export function drawGrid(svg, grid, solution) {
    const { rows, cols, kind, cells, options } = grid, [width, height] = [cols * unit, rows * unit];
    const marks = solution.flatMap((option) => options[option - 1]);
    const given = kind !== "digit" ? [] : [...cells].filter(([, cell]) => cell.marks.size === 1).map(([key, cell]) => {
        const [row, col] = key.split(",").map(Number);

        return { row, col, mark: [...cell.marks][0], given: true };
    });
    const fixed = new Set(given.map(({ row, col }) => `${row},${col}`));
    const centre = ({ row, col }) => [col * unit + unit / 2, row * unit + unit / 2];
    const shades = kind === "queen" ? Array.from({ length: rows * cols }, (_, i) => i).filter((i) =>
        (Math.floor(i / cols) + i % cols + rows) % 2 === 0).map((i) =>
        `M${i % cols * unit} ${Math.floor(i / cols) * unit}h${unit}v${unit}h${-unit}z`).join("") : "";

    svg.setAttribute("viewBox", `-4 -4 ${width + 8} ${height + 8}`);
    svg.style.aspectRatio = `${width + 8} / ${height + 8}`;
    svg.setAttribute("aria-label", solution.length ? `The solution: ${gridWords(grid, solution)}` : "The grid, without a solution");
    svg.replaceChildren(make("rect", { class: "grid-floor", width, height }), make("path", { class: "grid-shade", d: shades }),
        make("path", { class: "grid-line", d: [
            ...Array.from({ length: rows - 1 }, (_, i) => `M0 ${(i + 1) * unit}h${width}`),
            ...Array.from({ length: cols - 1 }, (_, i) => `M${(i + 1) * unit} 0v${height}`)].join("") }),
        make("path", { class: "grid-box", d: boxLines(grid) }), make("rect", { class: "grid-edge", width, height, rx: 4 }),
        ...[...given, ...marks.filter(({ row, col }) => !fixed.has(`${row},${col}`))].map((one) => {
            const [x, y] = centre(one);

            return kind === "queen" ? make("path", { class: "grid-queen", d: crown, transform: `translate(${x} ${y})` })
                : make("text", { class: one.given ? "grid-mark given" : "grid-mark", x, y: y + 11 }, [one.mark]);
        }));
}
