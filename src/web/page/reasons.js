/* reasons.js - why not, drawn: the squares that a certificate speaks of.
 *
 * The many are filled discs with numbers, the few that they have to share are rings, what
 * they could do together are links, and the rest of the board is dimmed; so nothing hangs
 * on colour alone. A cut is crossed out and the parts it leaves are numbered; weights are
 * written into the squares; a count of colours shows a dot on every square, also on those
 * that were taken out.
 */
import { make, outline, squares, unit } from "./svg.js";
import { tintOf } from "./palette.js";
import { plural, reasonText, sentence, spelled } from "./words.js";

const ghostsMost = 40;  /* holes in which the lost square is shown */
const dotsMost = 900;
const numbersMost = 600; /* squares of a set that get numbers; larger ones are coloured */
const partsMost = 2500;  /* squares whose parts are numbered one by one */

/* ---- marks ---- */

function disc(view, place, kind, text) {
    const [x, y] = view.centre(place);

    return [make("circle", { class: kind, cx: x, cy: y, r: kind === "many" ? 18.5 : 17 }),
        make("text", { class: `${kind}-no`, x, y: y + 7 }, [String(text)])];
}

function link(view, a, b) {
    const [x1, y1] = view.centre(a), [x2, y2] = view.centre(b);

    return make("path", { class: "link", d: `M${x1} ${y1}L${x2} ${y2}` });
}

export function sign(view, place, kind) {
    const [x, y] = view.centre(place), a = 12;

    return [make("rect", { class: `${kind}-bed`, x: x - 24, y: y - 24, width: 48, height: 48, rx: 8 }),
        make("path", { class: kind, d: kind === "plus" ? `M${x - a} ${y}h${2 * a}M${x} ${y - a}v${2 * a}`
            : `M${x - a} ${y - a}l${2 * a} ${2 * a}M${x + a} ${y - a}l${-2 * a} ${2 * a}` })];
}

/* Everything but `places` is dimmed, and they are outlined. */
function region(view, board, places) {
    const inside = new Set(places), w = board.cols * unit, h = board.rows * unit;
    /* On a large board the holes beside them stay as dark as they are, too. */
    const clear = board.isLarge ? [...inside, ...places.flatMap((place) => board.around(place)).filter((place) => !board.has(place))] : [];
    const dim = board.isLarge ? `M0 0H${w}V${h}H0Z${outline(clear, board.cols, 0, 0)}`
        : outline(board.places().filter((place) => !inside.has(place)), board.cols, 0, 0);

    return [make("path", { class: "dim", "fill-rule": "evenodd", d: dim }),
        make("path", { class: "region", d: outline(places, board.cols, 1, 7) })];
}

/* A dot on every square, and the squares that were taken out of `base`, small and dashed. */
export function colourMarks(view, board, base) {
    const marks = [];

    if (board.cells.length > dotsMost)
        return marks;
    for (const place of board.places()) {
        const [x, y] = view.centre(place);

        marks.push(make("circle", { class: board.isDark(place) ? "dot-dark" : "dot-light", cx: x, cy: y,
            r: 6 }));
    }
    const lost = base.places().filter((place) => !board.has(place));

    for (const place of lost.length <= ghostsMost ? lost : []) {
        const [x, y] = view.centre(place), dark = board.isDark(place);

        marks.push(make("rect", { class: `ghost ${dark ? "dark" : "light"}`, x: x - 18, y: y - 15,
            width: 36,
            height: 36, rx: 8 }),
        make("circle", { class: dark ? "dot-dark" : "dot-light", cx: x, cy: y + 3, r: 6 }));
    }
    return marks;
}

/* ---- a set and its neighbours, growing ---- */

/* The squares of a set in an order in which it grows from one of them: each next one
 * shares a neighbour with those before, if any does. */
export function growth(set, near) {
    const rest = new Set(set), order = [], beside = new Map(), queue = [];
    const take = (place) => {
        rest.delete(place);
        order.push(place);
        for (const other of near(place))
            queue.push(...beside.get(other).splice(0));
    };

    for (const place of set)
        for (const other of near(place))
            beside.set(other, [...(beside.get(other) ?? []), place]);
    for (let head = 0; rest.size;)
        if (head < queue.length) {
            if (rest.has(queue[head++]))
                take(queue[head - 1]);
        } else {
            take([...rest].reduce((a, b) => near(b).length < near(a).length ? b : a));
        }
    return order;
}

/* The first `step` squares of the set, and who is next to them. */
export function grown(order, near, step = order.length) {
    const many = order.slice(0, step), inside = new Set(order);
    const few = [...new Set(many.flatMap(near))].filter((place) => !inside.has(place));

    return { many, few };
}

export function setMarks(view, board, { many, few }, near) {
    const rank = new Map(few.map((place, i) => [place, i]));

    if (many.length > numbersMost)
        return [...region(view, board, [...many, ...few]), make("path", { class: "many", d: squares(many, board.cols) }),
            make("path", { class: "few-bed", d: squares(few, board.cols) })];
    return [...region(view, board, [...many, ...few]),
        ...many.flatMap((place) => near(place).filter((other) => rank.has(other))
            .map((other) => link(view, place, other))),
        ...few.flatMap((place, i) => disc(view, place, "few", i + 1)),
        ...many.flatMap((place, i) => disc(view, place, "many", i + 1))];
}

/* ---- the other kinds ---- */

/* What is left without a set falls into parts: for each place the number of its part. */
function partsWithout(board, set, near) {
    const part = new Map(set.map((place) => [place, 0]));
    let parts = 0;

    for (const root of board.places()) {
        if (part.has(root))
            continue;
        const queue = [root];

        part.set(root, ++parts);
        for (const place of queue)
            for (const to of near(place))
                if (!part.has(to)) {
                    part.set(to, parts);
                    queue.push(to);
                }
    }
    return { part, parts };
}

function numbered(view, place, text, tint) {
    const [x, y] = view.centre(place);

    return [...(tint === null ? [] : [make("rect", { class: "part-bed", x: x - unit / 2, y: y - unit / 2,
        width: unit, height: unit, fill: tintOf(String.fromCharCode(64 + tint)) })]),
    make("text", { class: "part-no", x, y: y + 7 }, [String(text)])];
}

/* Squares in the colours of their numbers, those with the same as one path. */
function coloured(board, numbers) {
    const groups = new Map();

    for (const [place, number] of numbers)
        if (number && !groups.get(number)?.push(place))
            groups.set(number, [place]);
    return [...groups].map(([number, places]) => make("path", { class: "part-bed", d: squares(places, board.cols),
        fill: tintOf(String.fromCharCode(64 + number % 60)) }));
}

function cut(view, board, set, near) {
    const { part, parts } = partsWithout(board, set, near);
    const marks = part.size > partsMost ? [...coloured(board, part), ...set.flatMap((place) => sign(view, place, "cross"))]
        : [...part].flatMap(([place, which]) => which ? numbered(view, place, which, which)
            : sign(view, place, "cross"));

    return { marks, more: set.length === 0
        ? `The board falls into ${plural(parts, "part")}, each with its number, and no leap goes from one to another.`
        : `Each of the ${parts} parts has its number. A walk from one to another needs a ` +
          `crossed square, and ${set.length === 1 ? "one is" : `${set.length} are`} too few.` };
}

/* Numbers on the squares. */
export function weightMarks(view, board, { weights: list }) {
    return board.count > partsMost
        ? coloured(board, board.places().map((place) => [place, Math.abs(list[place])]))
        : board.places().flatMap((place) =>
            numbered(view, place, list[place], list[place] ? Math.abs(list[place]) : null));
}

/* ---- all of it ---- */

/* A certificate as { say, more, marks(view), set }: a sentence for the answer, one for the
 * strip, what is drawn, and for sets that can grow { order, near }. `near(place)` are the
 * squares that go with one: its neighbours, or those that the leaper reaches. */
export function reasonOf(board, base, certificate, near) {
    const cells = (certificate.cells ?? []).map(([row, col]) => row * board.cols + col);
    const say = reasonText(certificate.reason);
    const spot = (more) => ({ say, more, marks: (view) => [...region(view, board, cells),
        ...cells.flatMap((place, i) => disc(view, place, "many", i + 1))] });
    const set = (more) => ({ say, more, set: { order: growth(cells, near), near } });
    const built = (build, more) => ({ say, more, marks: (view) => build(view).marks });
    const colours = (more) => ({ say, more, marks: (view) => colourMarks(view, board, base) });
    const kinds = {
        colours: () => colours("The dots show the colours, also of squares that were taken out."),
        balance: () => colours("Every leap goes to the other colour."),
        supply: () => ({ say, more: "", marks: (view) => region(view, board, board.places()
            .filter((place) => board.cells[place] === certificate.colour)) }),
        uncoverable: () => spot("No piece can cover the marked square."),
        hall: () => ({ ...set("Each numbered disc needs a ring of its own."),
            say: hallSay(board, cells, near) }),
        cover: () => spot("Every domino covers one of the marked squares."),
        weights: () => ({ say, more: "However a piece lies, the numbers it covers have the same sum" +
            (certificate.modulus ? `, counted modulo ${certificate.modulus}` : "") +
            "; the sum over the board is not what the pieces give together.",
        marks: (view) => weightMarks(view, board, certificate) }),
        degree: () => set("The discs have too few ways in and out: only the rings can be reached from there."),
        factor: () => set("Every disc needs two leaps, and the rings around them do not have enough."),
        cut: () => built((view) => cut(view, board, cells, near),
            cut({ centre: () => [0, 0] }, board, cells, near).more),
        ends: () => spot("The marked squares are where the walk should begin and end."),
        numbers: () => ({ say, more: "The numbers of the marked squares do not go together.",
            marks: (view) => region(view, board, cells) }),
        sums: () => colours("The numbers of a tour can have no such sums on this board."),
        exhausted: () => ({ say, more: "There is no short reason: every possibility was tried." }),
    };

    /* `near` are the squares that it speaks of, to be brought into view. */
    return { say, more: "", near: cells, ...(kinds[certificate.proof] ?? (() => ({ })))() };
}

/* "Six light squares have only five dark neighbours between them ..." */
function hallSay(board, cells, near) {
    const { many, few } = grown(cells, near);
    const [one, other] = board.isDark(many[0]) ? ["dark", "light"] : ["light", "dark"];
    const neighbours = `${other} neighbour${few.length === 1 ? "" : "s"}`;

    if (few.length === 0)
        return sentence(many.length === 1
            ? `the ${one} square ${board.name(many[0])} has no neighbour to share a domino with`
            : `${spelled(many.length)} ${one} squares have no neighbour to share a domino with`);
    return sentence(`${spelled(many.length)} ${one} squares have only ${spelled(few.length)} ${neighbours} between ` +
        `them. Each needs one of its own, so ${many.length - few.length === 1 ? "one is" : `${spelled(many.length - few.length)} are`} left out`);
}
