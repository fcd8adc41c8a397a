/* machine.js - the library in WebAssembly, as something that answers requests.
 *
 *     const machine = new Machine(module, (name, bytes) => ...);
 *     machine.answer("api/solve", text);
 *
 * The call returns when all is said; events come meanwhile, as bytes of the machine's memory
 * that are valid until the handler returns. What the C library asks of a system is the time
 * and where to write; there are no files, so that opening one fails, as it may anywhere.
 */
const noSuchCall = 52; /* ENOSYS, as WASI numbers it */

export class Machine {
    /* module is a WebAssembly.Module. */
    constructor(module, tell) {
        const refuse = () => noSuchCall;
        const known = {
            clock_time_get: (clock, precision, at) => this.#tellTime(clock, at),
            proc_exit: (code) => { throw new Error(`The solver ended with ${code}`); },
        };
        const imports = {};

        for (const { module: from, name } of WebAssembly.Module.imports(module))
            (imports[from] ??= {})[name] = known[name] ?? refuse;
        imports.chequer.event = (name, at, size) => tell(this.#nameAt(name), this.#bytes(at, size));
        this.exports = new WebAssembly.Instance(module, imports).exports;
        this.exports._initialize?.();
    }

    /* How many bytes it has; they are never given back. */
    get memory() {
        return this.exports.memory.buffer.byteLength;
    }

    answer(address, text) {
        const bytes = new TextEncoder().encode(text), at = this.exports.room(bytes.length);

        if (at)
            this.#bytes(at, bytes.length).set(bytes);
        if (!at || !this.exports[address](at, bytes.length))
            throw new Error("out of memory");
    }

    /* Addresses beyond 2 GiB come as negative numbers. */
    #bytes(at, size) {
        return new Uint8Array(this.exports.memory.buffer, at >>> 0, size >>> 0);
    }

    #nameAt(at) {
        const memory = new Uint8Array(this.exports.memory.buffer), from = at >>> 0;

        return new TextDecoder().decode(memory.subarray(from, memory.indexOf(0, from)));
    }

    /* In nanoseconds; clock 0 is the time of day, 1 goes steadily. */
    #tellTime(clock, at) {
        const ms = performance.now() + (clock === 0 ? performance.timeOrigin : 0);

        new DataView(this.exports.memory.buffer).setBigUint64(at >>> 0, BigInt(Math.round(ms * 1e6)), true);
        return 0;
    }
}
