/* moving.js - pictures that move by themselves, as SVG: a tour that is walked, and steps in
 * which dominoes or lines come and go. */
const unit = 60;

const at = (board, place) => `${board.colOf(place) * unit + 30} ${board.rowOf(place) * unit + 30}`;

function framed(board, inside) {
    const w = board.cols * unit, h = board.rows * unit;
    const square = (place) => `<path fill="${board.isDark(place) ? "#e6dcc6" : "#f8f3e7"}" ` +
        `d="M${board.colOf(place) * unit} ${board.rowOf(place) * unit}h60v60h-60z"/>`;

    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 ${w + 16} ${h + 16}" width="${w + 16}" height="${h + 16}">
<rect x="-8" y="-8" width="${w + 16}" height="${h + 16}" rx="10" fill="#4a4338"/>
${board.places().map(square).join("")}
${inside}
</svg>
`;
}

/* The board and the tour as a picture in which the rider walks, a quarter of a second a
 * leap, for ever; what it has walked is drawn behind it. */
export function movingTour(board, places, closed) {
    const stops = closed ? [...places, places[0]] : places, seconds = (stops.length - 1) / 4;
    const d = `M${stops.map((place) => at(board, place)).join("L")}`;

    return framed(board, `<path d="${d}" fill="none" stroke="#5b4d33" stroke-opacity=".25" stroke-width="2"/>
<path d="${d}" fill="none" stroke="#7b4aa6" stroke-width="6" stroke-linejoin="round" pathLength="1" stroke-dasharray="1">
<animate attributeName="stroke-dashoffset" from="1" to="0" dur="${seconds}s" repeatCount="indefinite"/></path>
<circle r="18" fill="#fff" stroke="#7b4aa6" stroke-width="6"><animateMotion path="${d}" dur="${seconds}s" repeatCount="indefinite"/></circle>`);
}

const frameSeconds = 0.4; /* so that nothing goes on and off more than three times a second */
const restSeconds = 2;

/* A domino as it lies on the page. */
export function dominoMark(board, [a, b]) {
    const lies = b - a === 1, colour = [["#5f9ad3", "#a9cff0"], ["#efac43", "#f9d692"]][lies ? 0 : 1][board.isDark(a) ? 1 : 0];

    return `<rect x="${board.colOf(a) * unit + 3.5}" y="${board.rowOf(a) * unit + 3}" width="${(lies ? 2 : 1) * unit - 7}" ` +
        `height="${(lies ? 1 : 2) * unit - 7}" rx="9" fill="${colour}" stroke="#4a3a20" stroke-opacity=".4" stroke-width="2"`;
}

/* A line over places; `more` are attributes. */
export const lineMark = (board, places, closed, more) =>
    `<path d="M${places.map((place) => at(board, place)).join("L")}${closed ? "Z" : ""}" fill="none" ${more}`;

/* Frames are lists of marks, each an element without its end. A mark that is in several
 * frames is one element that is seen at those times. */
export function movingSteps(board, frames) {
    const seconds = frames.length * frameSeconds + restSeconds, times = new Map();

    frames.forEach((frame, i) => {
        for (const mark of new Set(frame)) {
            const spans = times.get(mark) ?? [];

            if (spans.length && spans.at(-1)[1] === i)
                spans.at(-1)[1] = i + 1;
            else
                spans.push([i, i + 1]);
            times.set(mark, spans);
        }
    });
    const share = (frame) => frame >= frames.length ? 1 : frame * frameSeconds / seconds;

    return framed(board, [...times].map(([mark, spans]) => {
        const steps = [[0, 0], ...spans.flatMap(([from, to]) => [[share(from), 1], [share(to), 0]])]
            .filter(([time], i, all) => time < 1 && all[i + 1]?.[0] !== time);

        return `${mark} opacity="0"><animate attributeName="opacity" calcMode="discrete" dur="${seconds.toFixed(1)}s" ` +
            `repeatCount="indefinite" keyTimes="${steps.map(([time]) => time.toFixed(4)).join(";")}" ` +
            `values="${steps.map(([, value]) => value).join(";")}"/></${/^<(\w+)/.exec(mark)[1]}>`;
    }).join("\n"));
}
