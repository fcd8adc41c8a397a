/* in_node.mjs - `chequer request`, answered by the WebAssembly build in Node.
 *
 *     node in_node.mjs FOLDER [--time SECONDS] FILE
 *
 * FOLDER has machine.wasm and machine.js. Prints events and exits as the command does, so
 * that the cases of the protocol can be run with it.
 */
import { readFileSync, writeSync } from "node:fs";

const exits = { yes: 0, no: 1, unknown: 4, refused: 2, "bad input": 3, "out of memory": 4,
    stopped: 4, defect: 5 };

/* The machine as the page's worker uses it. */
export async function machineIn(folder, tell) {
    const code = encodeURIComponent(readFileSync(`${folder}/machine.js`, "utf8"));
    const { Machine } = await import(`data:text/javascript,${code}`);
    const module = await WebAssembly.compile(readFileSync(`${folder}/machine.wasm`));

    return new Machine(module, (name, bytes) => tell(name, new TextDecoder().decode(bytes)));
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
