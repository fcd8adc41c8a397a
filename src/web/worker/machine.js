/* machine.js - the library in WebAssembly, as something that answers requests.
 *
 *     const { bytes, size } = machineCode(original, shared);
 *     const memory = new WebAssembly.Memory(size);
 *     const machine = new Machine({ module, memory }, (name, bytes) => ...).start();
 *     machine.answer("api/solve", text);
 *
 * The call returns when all is said; events come meanwhile, as bytes that the handler may
 * keep. What the C library asks of a system is the time, where to write, and threads; there
 * are no files, so that opening one fails, as it may anywhere.
 *
 * Threads are machines in other workers with the same memory (worker_threads.c). Whether memory can
 * be shared is up to the browser and the web host. The code is the same in both cases but
 * for one byte, which says what kind of memory it needs; so one file serves both.
 */
const noSuchCall = 52; /* ENOSYS, as WASI numbers it */
const hasMost = 1, isShared = 2; /* bits that describe a memory in a module */

/* A number of a module, in sevens of bits, and where the next one begins. */
function numberAt(bytes, at) {
    let value = 0, shift = 0, byte;

    do {
        byte = bytes[at++];
        value += (byte & 127) * 2 ** shift;
        shift += 7;
    } while (byte & 128);
    return [value, at];
}

/* The bytes of the module as they are needed here, and the size of its memory in pages. */
export function machineCode(bytes, shared) {
    const name = new TextEncoder().encode("\x03env\x06memory\x02");
    const from = bytes.findIndex((_, i) => name.every((byte, j) => bytes[i + j] === byte)) + name.length;
    const [initial, next] = numberAt(bytes, from + 1), [maximum] = numberAt(bytes, next);

    bytes[from] = shared ? hasMost | isShared : hasMost;
    return { bytes, size: { initial, maximum, shared } };
}

export class Machine {
    /* module is a WebAssembly.Module. startThread(job, stack) makes a machine
     * with the same memory in another worker, which is to run(job, stack); without it there
     * are no threads. */
    constructor({ module, memory }, tell, startThread) {
        const refuse = () => noSuchCall;
        const known = {
            clock_time_get: (clock, precision, at) => this.#tellTime(clock, at),
            proc_exit: (code) => { throw new Error(`The solver ended with ${code}`); },
            event: (name, at, size) => tell(this.#nameAt(name), this.#bytes(at, size).slice()),
            threads: () => Number(startThread !== undefined),
            thread: startThread,
            memory,
        };
        const imports = {};

        for (const { module: from, name } of WebAssembly.Module.imports(module))
            (imports[from] ??= {})[name] = known[name] ?? refuse;
        this.memory = memory;
        this.names = new Map();
        this.exports = new WebAssembly.Instance(module, imports).exports;
    }

    /* Before the first request; not in a thread, whose memory is ready. */
    start() {
        this.exports._initialize?.();
        return this;
    }

    /* How many bytes it has; they are never given back. */
    get size() {
        return this.memory.buffer.byteLength;
    }

    answer(address, text) {
        const bytes = new TextEncoder().encode(text), at = this.exports.room(bytes.length);

        if (at)
            this.#bytes(at, bytes.length).set(bytes);
        if (!at || !this.exports[address](at, bytes.length))
            throw new Error("out of memory");
    }

    /* A thread that was asked for, from its beginning to its end. */
    run(job, stack) {
        this.exports.stackRestore(stack);
        this.exports.thread(job);
    }

    /* Addresses beyond 2 GiB come as negative numbers. */
    #bytes(at, size) {
        return new Uint8Array(this.memory.buffer, at >>> 0, size >>> 0);
    }

    /* Names of events are constants, so each is read once. */
    #nameAt(at) {
        if (!this.names.has(at)) {
            const memory = new Uint8Array(this.memory.buffer), from = at >>> 0;

            this.names.set(at, new TextDecoder().decode(memory.slice(from, memory.indexOf(0, from))));
        }
        return this.names.get(at);
    }

    /* In nanoseconds; clock 0 is the time of day, 1 goes steadily. All threads have the same. */
    #tellTime(clock, at) {
        const ms = performance.now() + performance.timeOrigin;

        new DataView(this.memory.buffer).setBigUint64(at >>> 0, BigInt(Math.round(ms * 1e6)), true);
        return 0;
    }
}
