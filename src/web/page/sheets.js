/* sheets.js - all solutions on the pages of a PDF, as many on each as stay legible. */
import { Pdf } from "./pdf.js";
import { box, pathOf } from "./vector.js";
import { outline, unit } from "./svg.js";
import { pieceColour, sideColour, textColour } from "./palette.js";

const width = 595, height = 842, margin = 42; /* A4 in points */
const least = 78, gap = 16, label = 13, title = 46;

const rgb = (hex) => [...[1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255), 1];
const ink = rgb("#1b222b"), soft = rgb("#5d6772");
const dominoColours = ["#5f9ad3", "#a9cff0", "#efac43", "#f9d692"];

/* The colour of a part: dominoes by how they lie, pieces by their names. */
function colourOf(board, { places: [a, b], name, number, domino }) {
    return domino ? dominoColours[(b - a === 1 ? 0 : 2) + (board.isDark(a) ? 1 : 0)] : pieceColour(name, number);
}

/* A part as it lies: its outline, and its name if that can be read. */
function partShapes(board, part, named) {
    const colour = colourOf(board, part), path = pathOf(outline(part.places, board.cols, 2, 7));
    const [row, col] = [board.rowOf(part.places[0]), board.colOf(part.places[0])];

    return [{ path, fill: rgb(colour), stroke: rgb(sideColour(colour)), width: 3 },
        ...(named && !part.domino ? [{ text: part.name.replace(/5$/, "").slice(0, 2), x: col * unit + 18, y: row * unit + 42,
            size: 34, bold: true, fill: rgb(textColour(colour)) }] : [])];
}

/* How many columns there are, and how wide a picture is. */
function layOut(board) {
    const room = width - 2 * margin, wide = Math.max(least, least * Math.sqrt(board.cols / board.rows));
    const columns = Math.max(1, Math.floor((room + gap) / (wide + gap))), w = (room - gap * (columns - 1)) / columns;
    const scale = Math.min(w / board.cols, (height - 2 * margin - title - label) / board.rows) / unit;

    return { columns, w, h: board.rows * unit * scale, scale };
}

/* `solutions` is a list of lists of parts { places, name, number, domino }; `words` are the
 * title and what stands below it. told(share) is called now and then. */
export async function sheetsOf(board, solutions, words, told) {
    const pdf = new Pdf(), { columns, w, h, scale } = layOut(board), named = scale * unit > 9;
    const bed = { path: box(-4, -4, board.cols * unit + 8, board.rows * unit + 8, 8), fill: rgb("#4a4338") };
    const floor = { path: pathOf(outline(board.places(), board.cols, 0, 4)), fill: rgb("#f6efdf") };
    const whole = [-4, -4, board.cols * unit + 4, board.rows * unit + 4];
    const empty = pdf.form(whole, pdf.operators([bed, floor])), forms = new Map();
    /* A part that lies the same way in many solutions is drawn once. */
    const formOf = (part) => {
        const key = `${part.number} ${part.places}`;

        if (!forms.has(key))
            forms.set(key, pdf.form(whole, pdf.operators(partShapes(board, part, named))));
        return forms.get(key);
    };
    let at = 0, page = 0;

    while (at < solutions.length || page === 0) {
        const out = [];
        let y = margin;

        if (page === 0) {
            out.push(pdf.words({ text: words[0], x: margin, y: margin + 18, size: 20, bold: true, fill: ink }),
                pdf.words({ text: words[1], x: margin, y: margin + 35, size: 10.5, fill: soft }));
            y += title;
        }
        for (; y + h + label <= height - margin && at < solutions.length; y += h + label + gap)
            for (let column = 0; column < columns && at < solutions.length; column++, at++) {
                const x = margin + column * (w + gap);

                out.push(`q ${scale.toFixed(5)} 0 0 ${scale.toFixed(5)} ${x.toFixed(2)} ${y.toFixed(2)} cm`,
                    `/${empty} Do`, ...solutions[at].map((part) => `/${formOf(part)} Do`), "Q",
                    pdf.words({ text: String(at + 1), x, y: y + h + label - 2, size: 8, fill: soft }));
            }
        out.push(pdf.words({ text: String(++page), x: width / 2 - 3, y: height - 22, size: 9, fill: soft }));
        await pdf.page(width, height, 1, out.join("\n"));
        await told?.(at / Math.max(1, solutions.length));
    }
    return pdf.blob();
}
