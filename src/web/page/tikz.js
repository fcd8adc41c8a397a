/* tikz.js - a picture of vector.js for LaTeX: one standalone document, without packages beside
 * TikZ. Squares are 8 mm wide. */
const mm = 8 / 60;
const number = (value) => Number((value * mm).toFixed(3)).toString();
const point = (x, y) => `(${number(x)},${number(y)})`;

const colour = ([r, g, b]) => `{rgb,255:red,${Math.round(r * 255)};green,${Math.round(g * 255)};blue,${Math.round(b * 255)}}`;
const opacity = (kind, [, , , alpha]) => alpha > 0.995 ? [] : [`${kind} opacity=${alpha.toFixed(2)}`];

function pathText(path) {
    return path.map(([letter, ...v]) => letter === "M" ? point(...v) : letter === "L" ? `--${point(...v)}`
        : letter === "C" ? `..controls ${point(v[0], v[1])} and ${point(v[2], v[3])}..${point(v[4], v[5])}` : "--cycle").join("");
}

function escaped(text) {
    return text.replace(/[\u202f\u00a0]/g, "\\,").replace(/[#$%&_{}]/g, "\\$&").replace(/×/g, "$\\times$").replace(/−/g, "$-$");
}

function shapeText({ path, fill, stroke, width, dash, cap, join, evenodd }) {
    const dashes = (dash ?? []).length ? [`dash pattern=${dash.map((one, i) => `${i % 2 ? "off" : "on"} ${number(one)}mm`).join(" ")}`] : [];
    const options = [...(fill ? [`fill=${colour(fill)}`, ...opacity("fill", fill)] : []),
        ...(stroke ? [`draw=${colour(stroke)}`, ...opacity("draw", stroke), `line width=${number(width)}mm`, ...dashes,
            ...(cap === "round" ? ["line cap=round"] : []), ...(join === "round" ? ["line join=round"] : [])] : []),
        ...(evenodd ? ["even odd rule"] : [])];

    return `\\path[${options.join(",")}] ${pathText(path)};`;
}

function wordsText({ text, x, y, wide, size, bold, fill }) {
    const pt = size * mm * 2.845;

    return `\\node[anchor=base,inner sep=0pt,text=${colour(fill)},font=\\sffamily${bold ? "\\bfseries" : ""}` +
        `\\fontsize{${pt.toFixed(1)}}{${(pt * 1.2).toFixed(1)}}\\selectfont] at ${point(x + wide / 2, y)} {${escaped(text)}};`;
}

export function tikzOf({ shapes }) {
    const lines = shapes.map((shape) => {
        const line = shape.text === undefined ? shapeText(shape) : wordsText(shape);

        return shape.clip ? `\\begin{scope}\\clip ${pathText(shape.clip)};\n${line}\n\\end{scope}` : line;
    });

    return "\\documentclass[tikz]{standalone}\n\\begin{document}\n\\begin{tikzpicture}[x=1mm,y=-1mm]\n" +
        `${lines.join("\n")}\n\\end{tikzpicture}\n\\end{document}\n`;
}
