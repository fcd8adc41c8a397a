/* wasm.mjs - what the one file costs against the native build, on the examples of docs/page.md.
 *
 *     node wasm.mjs FOLDER CHEQUER [WORD ...]
 *
 * FOLDER has machine.wasm and machine.js (build-wasm/node, which tools/test makes). Each request is answered
 * by turns in a machine that is warm and by `chequer request` in one thread; the least of six
 * processor seconds counts. With WORDs only examples that have one of them in their name.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { machineIn } from "../web/in_node.mjs";

const tile = (text, pieces) => ({ kind: "tile", text, pieces });
const tour = (text) => ({ kind: "tour", text });
const examples = [
    ["pentominoes on 6x10, counted", tile("6x10", "pentominoes"), "count"],
    ["pentominoes on 6x10, all", tile("6x10", "pentominoes"), "all"],
    ["the puzzle of 1962, all", { kind: "tile", text: readFileSync(new URL("../../examples/pascal.chq", import.meta.url), "utf8") }, "all"],
    ["8x8 without its centre, all", tile("8x8-d4,e4,d5,e5", "pentominoes"), "all"],
    ["closed tours on 6x6, counted", tour("6x6"), "count"],
    ["closed tours on 6x8, counted", tour("6x8"), "count"],
    ["probabilities on 60x60", tile("60x60"), "probabilities"],
    ["Y-pentominoes on 15x15, counted", tile("15x15", "Y5*"), "count"],
    ["tetrominoes on 10x10, counted", tile("10x10", "tetrominoes*"), "count"],
];
const [folder, binary, ...words] = process.argv.slice(2);
const machine = await machineIn(folder, () => {});

/* Processor seconds of this process, or of a child that has ended. */
function here(text) {
    const before = process.cpuUsage();

    machine.answer("api/solve", text);
    const { user, system } = process.cpuUsage(before);

    return (user + system) / 1e6;
}

function native(text) {
    const { stderr } = spawnSync("bash", ["-c", 'TIMEFORMAT="%U %S"; time "$0" request - > /dev/null', binary], { input: text, encoding: "utf8" });

    return stderr.trim().split("\n").at(-1).split(" ").reduce((sum, part) => sum + Number(part), 0);
}

for (const [name, problem, goal] of examples) {
    if (words.length && !words.some((word) => name.includes(word)))
        continue;
    const text = JSON.stringify({ problem, goal, options: { threads: 1 } }), least = [Infinity, Infinity];

    here(text); /* the code is compiled */
    for (let i = 0; i < 6; i++)
        [here, native].forEach((run, which) => { least[which] = Math.min(least[which], run(text)); });
    console.log(`${name.padEnd(34)} ${least[0].toFixed(3)} s ${least[1].toFixed(3)} s  ${(least[0] / least[1]).toFixed(2)}`);
}
process.exit(0);
