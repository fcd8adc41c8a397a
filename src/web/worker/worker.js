/* worker.js - a worker of the page: one machine, one request or one thread at a time.
 *
 * The first message is { module, size, memory }, with memory if it is shared and there may be
 * threads; each further one { address, text } or { job, stack }, a thread of another
 * worker's request. What comes back is { events: [[name, text or bytes], ...] }, with done
 * and size in the last one; { failed }; { thread: { job, stack } }, for which the page finds
 * a worker; or { free }, at the end of one. Events go out in bundles: a message for each
 * solution would take longer than to find it.
 */
import { Machine } from "./machine.js";

const bundleMost = 1 << 18, waitMost = 50; /* bytes, and ms, that events wait for others */
let machine, ready = false, bundle = [], size = 0, sent = 0;

function send(end) {
    postMessage({ events: bundle, ...end });
    bundle = [];
    size = 0;
    sent = performance.now();
}

function tell(name, bytes) {
    bundle.push([name, name.includes("/") ? bytes : new TextDecoder().decode(bytes)]);
    size += bytes.length;
    if (name === "progress" || size > bundleMost || performance.now() - sent > waitMost)
        send();
}

function startThread(job, stack) {
    postMessage({ thread: { job, stack } });
}

function answer({ address, text }) {
    if (!ready)
        machine.start();
    ready = true;
    sent = performance.now();
    machine.answer(address, text);
    send({ done: true, size: machine.size });
}

self.onmessage = ({ data }) => {
    try {
        if (data.module) {
            machine = new Machine({ module: data.module, memory: data.memory ?? new WebAssembly.Memory(data.size) },
                tell, data.memory ? startThread : undefined);
        } else if (data.job) {
            machine.run(data.job, data.stack);
            postMessage({ free: true });
        } else {
            answer(data);
        }
    } catch (error) { /* out of memory, or of stack: this machine is of no use any more */
        postMessage({ failed: error.message });
    }
};
