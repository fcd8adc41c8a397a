/* in_node.mjs - `chequer request`, answered by the WebAssembly build in Node.
 *
 *     node in_node.mjs FOLDER [--time SECONDS] FILE
 *
 * FOLDER has machine.wasm and machine.js. Prints events and exits as the command does, so
 * that the cases of the protocol can be run with it.
 */
import { readFileSync, writeSync } from "node:fs";
import { Worker } from "node:worker_threads";

const exits = { yes: 0, no: 1, unknown: 4, refused: 2, "bad input": 3, "out of memory": 4,
    stopped: 4, defect: 5 };

/* What a thread runs in, and the threads that it starts: see worker.js. */
const helper = `const { Worker, workerData } = require("node:worker_threads");
const { code, helper, job, stack } = workerData;
const startThread = (job, stack) => new Worker(helper, { eval: true, workerData: { ...workerData, job, stack } });

import(code).then(({ Machine }) => new Machine(workerData, () => {}, startThread).run(job, stack));`;

/* The machine as the page's worker uses it; shared: with threads. */
export async function machineIn(folder, tell, shared = false) {
    const code = `data:text/javascript,${encodeURIComponent(readFileSync(`${folder}/machine.js`, "utf8"))}`;
    const { Machine, machineCode } = await import(code);
    const { bytes, size } = machineCode(readFileSync(`${folder}/machine.wasm`), shared);
    const module = await WebAssembly.compile(bytes), memory = new WebAssembly.Memory(size);
    const startThread = (job, stack) => {
        machine.threads++;
        new Worker(helper, { eval: true, workerData: { code, helper, module, memory, job, stack } });
    };
    const machine = new Machine({ module, memory }, (name, content) => tell(name, new TextDecoder().decode(content)),
        shared ? startThread : undefined);

    machine.threads = 0; /* that it has started */
    return machine.start();
}

/* --time is the most that a request may use: here it is said in the request. */
function limited(text, seconds) {
    const request = JSON.parse(text);

    request.options = { ...request.options,
        seconds: Math.min(seconds, request.options?.seconds ?? seconds) };
    return JSON.stringify(request);
}

/* The text of the request; undefined if it cannot be read, which is told. */
function read(file) {
    try {
        return readFileSync(file === "-" ? 0 : file, "utf8");
    } catch (error) {
        process.exitCode = exits["bad input"];
        console.error(`chequer: ${file}: ${error.message}`);
        return undefined;
    }
}

async function main(folder, words) {
    const time = words.indexOf("--time"), seconds = time < 0 ? 0 : Number(words[time + 1]);
    const text = read(words.at(-1));
    const machine = await machineIn(folder, (name, json) => {
        const { verdict = "yes", status } = name === "progress" ? {} : JSON.parse(json);

        process.exitCode = exits[status ?? verdict];
        writeSync(1, `{"event": "${name}", "data": ${json}}\n`);
    });

    if (text !== undefined)
        machine.answer("api/solve", seconds ? limited(text, seconds) : text);
}

if (process.argv[1]?.endsWith("in_node.mjs"))
    await main(process.argv[2], process.argv.slice(3));
