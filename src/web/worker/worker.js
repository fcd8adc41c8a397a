/* worker.js - a worker of the page: one machine, one request at a time.
 *
 * The first message is the compiled module, each further one { address, text }. What comes
 * back is { events: [[name, text or bytes], ...] }, with done and memory in the last one, or
 * { failed }. Events go out in bundles: a message for each solution would take longer than
 * to find it.
 */
import { Machine } from "./machine.js";

const bundleMost = 1 << 18, waitMost = 50; /* bytes, and ms, that events wait for others */
let machine, bundle = [], size = 0, sent = 0;

function send(end) {
    postMessage({ events: bundle, ...end });
    bundle = [];
    size = 0;
    sent = performance.now();
}

function tell(name, bytes) {
    bundle.push([name, name.includes("/") ? bytes.slice() : new TextDecoder().decode(bytes)]);
    size += bytes.length;
    if (name === "progress" || size > bundleMost || performance.now() - sent > waitMost)
        send();
}

self.onmessage = ({ data }) => {
    if (data instanceof WebAssembly.Module) {
        machine = new Machine(data, tell);
        return;
    }
    try {
        sent = performance.now();
        machine.answer(data.address, data.text);
        send({ done: true, memory: machine.memory });
    } catch (error) { /* out of memory, or of stack: this machine is of no use any more */
        postMessage({ failed: error.message });
    }
};
