/* workers.js - requests answered by workers of this page, in place of the server.
 *
 * The one file chequer.html has the library as WebAssembly, packed by gzip, and the code of
 * a worker, each as the text of an element. The module is compiled once. A worker answers
 * one request at a time; requests beyond the number of workers wait, the oldest first. To
 * give up a request ends its worker, and another one is made ready, since to start one takes
 * longer than most answers. A worker cannot be held up by a slow reader, as the server
 * can: the limit of solutions is what bounds the events that wait here.
 *
 * If the web host isolates the page (the headers are in docs/page.md), a request uses as many
 * threads as there are cores. Each is a helper: a worker with the same code and memory as
 * the one that asked for it, kept as long as that one. Otherwise the same code runs in one
 * thread.
 */
import { machineCode } from "./machine.js";
import { Refusal } from "./refusals.js";

const cores = navigator.hardwareConcurrency ?? 2;
const workersMost = Math.min(8, Math.max(2, cores));
const memoryKept = 2 ** 26; /* bytes: a worker that has more ends with its request */
const shared = globalThis.crossOriginIsolated === true;
const threads = shared ? cores : 1;
const needed = "This file computes in your browser, which needs WebAssembly, workers and " +
    "DecompressionStream. Your browser does not offer ";

const idle = [], waiting = [];
let running = 0, compiled, source;

/* ---- the machine ---- */

async function compile() {
    const missing = ["WebAssembly", "Worker", "DecompressionStream"].filter((name) => !(name in globalThis));

    if (missing.length)
        throw new Refusal({ message: `${needed}${missing.join(" and ")}; a newer one will.` });
    const packed = Uint8Array.from(atob(document.getElementById("machine").textContent), (c) => c.charCodeAt(0));
    const unpacked = new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")));
    const { bytes, size } = machineCode(new Uint8Array(await unpacked.arrayBuffer()), shared);

    return { module: await WebAssembly.compile(bytes), size };
}

function newWorker(start) {
    source ??= URL.createObjectURL(new Blob([document.getElementById("worker").textContent],
        { type: "text/javascript" }));
    const worker = new Worker(source);

    worker.postMessage(start);
    return worker;
}

/* A worker, what it and its helpers were started with, and those helpers. */
async function start() {
    compiled ??= compile();
    const { module, size } = await compiled;
    const given = { module, size, memory: shared ? new WebAssembly.Memory(size) : undefined };

    return { worker: newWorker(given), given, helpers: [], free: [] };
}

function end({ worker, helpers }) {
    for (const one of [worker, ...helpers])
        one.terminate();
}

/* ---- who works ---- */

/* Resolves to a worker when one is free; rejects if the signal comes before. */
async function take(signal) {
    if (running >= workersMost)
        await new Promise((resolve, reject) => {
            waiting.push(resolve);
            signal?.addEventListener("abort", () => {
                if (waiting.includes(resolve))
                    waiting.splice(waiting.indexOf(resolve), 1);
                reject(signal.reason);
            });
        });
    running++;
    try {
        return idle.pop() ?? await start();
    } catch (error) {
        leave();
        throw error;
    }
}

function leave() {
    running--;
    waiting.shift()?.();
}

/* A worker that can be used again goes back; otherwise it ends, and another is made ready. */
async function release(crew, usable) {
    if (usable) {
        idle.push(crew);
        leave();
        return;
    }
    end(crew);
    leave();
    if (idle.length === 0)
        idle.push(await start());
}

/* A thread that a worker or a helper asked for begins in a helper. */
function help(crew, thread, add) {
    const helper = crew.free.pop() ?? newWorker(crew.given);

    if (!crew.helpers.includes(helper))
        crew.helpers.push(helper);
    listen(crew, helper, add);
    helper.postMessage(thread);
}

function listen(crew, worker, add) {
    worker.onmessage = ({ data }) => {
        if (data.thread)
            help(crew, data.thread, add);
        else if (data.free)
            crew.free.push(worker);
        else
            add(data);
    };
    worker.onerror = (event) => add({ failed: event.message });
}

/* What a worker says, one message after the other. */
async function* messagesOf(crew, signal) {
    const messages = [];
    let told;

    listen(crew, crew.worker, (message) => {
        messages.push(message);
        told?.();
    });
    signal?.addEventListener("abort", () => told?.());
    for (;;) {
        signal?.throwIfAborted();
        if (messages.length)
            yield messages.shift();
        else
            await new Promise((resolve) => { told = resolve; });
    }
}

/* ---- requests ---- */

/* The events of a request at an address, each a name and its text or bytes. */
async function* exchange(address, text, signal) {
    const crew = await take(signal);
    let usable = true; /* as long as it has nothing to do */

    try {
        signal?.throwIfAborted();
        usable = false;
        crew.worker.postMessage({ address, text });
        for await (const { events = [], done, size, failed } of messagesOf(crew, signal)) {
            usable = done && size <= memoryKept; /* also if nobody reads on after an answer */
            for (const event of events) {
                signal?.throwIfAborted();
                yield event;
            }
            if (failed)
                throw new Refusal({ message: `The solver gave up: ${failed}.` });
            if (done)
                return;
        }
    } finally {
        release(crew, usable);
    }
}

/* ---- what the page asks ---- */

export async function* events(request, signal) {
    const asked = threads > 1 ? { ...request, options: { threads, ...request.options } } : request;

    for await (const [name, text] of exchange("api/solve", JSON.stringify(asked), signal))
        yield [name, JSON.parse(text)];
}

export async function picture(request) {
    for await (const [name, content] of exchange("api/draw", JSON.stringify(request))) {
        if (name === "error")
            throw new Refusal(JSON.parse(content));
        return new Blob([content], { type: name });
    }
    return undefined; /* never: there is one event */
}

export async function about() {
    for await (const [, text] of exchange("api/about", "{}")) {
        const said = JSON.parse(text);

        return { ...said, limits: { ...said.limits, threads } };
    }
    return undefined; /* never: there is one event */
}
