/* same.mjs - the WebAssembly build answers as the native one, event for event.
 *
 *     node same.mjs NATIVE FOLDER
 *
 * FOLDER has machine.wasm and machine.js. The requests are of the kinds that the page
 * makes: every kind of problem, every goal whose answer does not depend on the time
 * (an estimate does), mistakes, and the examples. All events but progress are compared as
 * they are, without the seconds; so engines, their counted work, certificates, solutions
 * and their order are the same. With threads, in a memory that is shared, the longer ones
 * are asked once more: solutions, their order, counts and proofs must stay the same. The last line
 * is "N passed, N failed"; the line above says how much longer the examples took here, which
 * is reported and not judged.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { machineIn } from "./in_node.mjs";

const [native, folder] = process.argv.slice(2);
const examples = new URL(`file://${process.cwd()}/examples/`);
const example = (name) => readFileSync(new URL(name, examples), "utf8");

/* ---- what is asked ---- */

const tile = (text, pieces) => ({ kind: "tile", text, pieces });
const boards = ["8x8", "8x8-a1,h8", "8x8-b1,c2,b3,f6,e7,h8", "aztec:6", "7x7", "7x7-d4", "1x1", "20x20", "60x60",
    "5x5-c3", "2x2-a1", "30x31"];
const goals = ["find", "count", "why", "forced", "probabilities", "repair", "max", "sample",
    "describe"];
const sets = [tile("6x10", "pentominoes"), tile("3x20", "pentominoes"), tile("8x8", "L3*"), tile("4x5", "tetrominoes"),
    tile("8x8-d4,e4,d5,e5", "pentominoes"), tile("15x15", "Y5*"), tile("10x10", "I4*"), tile("9x9", "I4*,I5*")];
const tours = [{ text: "8x8" }, { text: "5x5" }, { text: "5x6" }, { text: "4x4" }, { text: "6x6", symmetric: "90" },
    { text: "8x8", closed: false, from: "a1", to: "h8" }, { text: "8x8", closed: false, from: "a1" },
    { text: "10x10", leaper: "1,3" }, { text: "30x30" }, { text: "3x10" }, { text: "8x8", leaper: "0,1" }]
    .map((one) => ({ kind: "tour", ...one }));
const files = [["sudoku.dlx", "cover"], ["queens-8.dlx", "cover"], ["langford-7.dlx", "cover"], ["toy.dlx", "cover"],
    ["latin-5.dlx", "cover"], ["petersen.edges", "ham"], ["pascal.chq", "tile"], ["broken-chessboard.chq", "tile"],
    ["pentominoes-8x8.chq", "tile"], ["trominoes-8x8.chq", "tile"]];
const slips = [{ kind: "tile", text: "8y8" }, { kind: "tile", text: "8x8", pieces: "Q9" }, { kind: "cover", text: "a b\na c\n" },
    { kind: "tour", text: "8x8", from: "z9" }, { kind: "moon", text: "" }];

/* What takes a while: the time of these is told. */
const long = [
    [tile("6x10", "pentominoes"), "all"], [tile("6x10", "pentominoes"), "count"], [tile("8x8", "L3*,I3*"), "count"],
    [tile("60x60"), "count"], [tile("60x60"), "probabilities"], [tile("8x8-d4,e4,d5,e5", "pentominoes"), "all"],
    [{ kind: "tour", text: "6x6" }, "count"], [{ kind: "tour", text: "6x8" }, "count"], [{ kind: "tour", text: "60x60" }, "find"],
    [{ kind: "cover", text: example("queens-8.dlx") }, "all"], [tile("aztec:30"), "sample"],
];

function requests() {
    const all = boards.flatMap((text) => goals.map((goal) => [tile(text), goal]));

    for (const problem of sets)
        all.push([problem, "find"], [problem, "describe"], [problem, "trace", { steps: 20 }]);
    for (const problem of tours)
        all.push([problem, "find"], [problem, "why"]);
    for (const [name, kind] of files)
        all.push([{ kind, text: example(name) }, "find"], [{ kind, text: example(name) }, "all", { first: 50 }]);
    for (const problem of slips)
        all.push([problem, "find"]);
    all.push([tile("6x6"), "copies"], [tile("2x3", "domino*,L3*"), "copies"], [tile("6x6"), "all"], [tile("6x6"), "all", { unique: true }], [tile("8x8"), "nth", { nth: "6494408" }],
        [tile("8x8"), "win"], [tile("8x8"), "sample", { samples: 5, seed: 7 }], [tile("4x15", "pentominoes"), "count", { unique: true }],
        [{ kind: "tour", text: "5x5", closed: false }, "count"], [{ kind: "tour", text: "5x6" }, "all"]);
    return [...all, ...long].map(([problem, goal, options]) => ({ problem, goal, options }));
}

/* ---- how both answer ---- */

const events = [];
const collect = (name, json) => events.push([name, json]);
const machine = await machineIn(folder, collect);
const several = await machineIn(folder, collect, true); /* threads */

function here(text, by = machine) {
    events.length = 0;
    by.answer("api/solve", text);
    return [...events];
}

function there(text) {
    const { stdout } = spawnSync(native, ["request", "--memory", "1G", "--time", "60", "-"], { input: text, encoding: "utf8", maxBuffer: 2 ** 30 });

    return stdout.trim().split("\n").map((line) => {
        const [, name, json] = /^\{"event": "([a-z]+)", "data": (.*)\}$/.exec(line);

        return [name, json];
    });
}

const comparable = (list) => list.filter(([name]) => name !== "progress")
    .map(([name, json]) => `${name} ${json.replace(/"seconds": [0-9.e-]+/, "").replaceAll("-: request", "")
        .replaceAll('"source": "-"', '"source": "request"')}`);

const secondsOf = (list) => Number(/"seconds": ([0-9.e-]+)/.exec(list.at(-1)[1])?.[1] ?? 0);

/* ---- all of it ---- */

let passed = 0, failed = 0;
const slower = [];

function check(name, right, seen) {
    if (right) {
        passed++;
    } else {
        failed++;
        console.log(`FAILED ${name}\n${seen}`);
    }
}

/* What the C library asks of a system: what is not known here would fail when it is used. */
const wanted = WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(`${folder}/machine.wasm`)))
    .map(({ module, name }) => module === "env" ? name : `${module}.${name}`)
    .filter((name) => !/^(chequer.(event|threads?)|memory|emscripten_unwind_to_js_event_loop|wasi_snapshot_preview1.*|__syscall_\w+|__call_sighandler|emscripten_notify_memory_growth)$/.test(name));

check("nothing else is imported", wanted.length === 0, wanted.join(" "));

for (const request of requests()) {
    const text = JSON.stringify(request), mine = here(text), its = there(text);
    const [a, b] = [comparable(mine), comparable(its)];
    const at = a.findIndex((line, i) => line !== b[i]);

    check(text.slice(0, 200), a.length === b.length && at < 0,
        `  here:  ${a[at < 0 ? b.length : at]?.slice(0, 400)}\n  there: ${b[at < 0 ? a.length : at]?.slice(0, 400)}`);
    if (long.some(([problem, goal]) => problem === request.problem && goal === request.goal))
        slower.push([secondsOf(mine), secondsOf(its), `${request.goal} ${request.problem.text.slice(0, 12)}`]);
}
/* ---- with threads ---- */

/* What an answer says, apart from how it was found. */
const meaning = (list) => list.filter(([name]) => name !== "progress").map(([name, json]) => {
    const { verdict, stop, count, classes, solutions, proof, ...rest } = JSON.parse(json);

    return JSON.stringify(name === "answer" ? [verdict, stop, count, classes, solutions, proof] : [name, rest]);
});

for (const [problem, goal, options] of [...long, [tile("15x15", "Y5*"), "count"], [tile("6x6"), "all"],
    [{ kind: "cover", text: example("langford-7.dlx") }, "all"], [tile("8x8"), "all", { first: 1000 }]]) {
    const text = JSON.stringify({ problem, goal, options: { ...options, threads: 3 } });
    const [a, b] = [meaning(here(text, several)), meaning(there(text))];
    const at = a.findIndex((line, i) => line !== b[i]);

    check(`with threads: ${text.slice(0, 200)}`, a.length === b.length && at < 0,
        `  here:  ${a[at]?.slice(0, 400)}\n  there: ${b[at]?.slice(0, 400)}`);
}
check("there were threads", several.threads > 0, several.threads);

console.log(slower.map(([mine, its, what]) => `${what.trim()}: ${mine.toFixed(2)} s, natively ${its.toFixed(2)} s`).join("; "));
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
