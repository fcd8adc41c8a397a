/* solve.js - requests to the server, and its events as they come. */

export class Refusal extends Error {
    constructor(data) {
        super(data.message);
        this.data = data;
    }
}

/* Nobody answers at the address of the server. */
export class Lost extends Error {
    constructor() {
        super("The server does not answer: is chequer serve still running? " +
            "What you drew is kept; this page goes on when the server is back.");
    }
}

const busyTries = 6; /* while other requests are running there */

const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

/* The events in a stream of text. */
async function* eventsOf(response) {
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";

    for (;;) {
        const { value, done } = await reader.read().catch((error) => {
            throw error.name === "AbortError" ? error : new Lost();
        });

        if (done)
            return;
        text += value;
        for (let end; (end = text.indexOf("\n\n")) >= 0; text = text.slice(end + 2)) {
            const [name, data] = text.slice(0, end).split("\n");

            yield [name.slice("event: ".length), JSON.parse(data.slice("data: ".length))];
        }
    }
}

async function post(path, request, signal) {
    for (let tries = 1; ; tries++) {
        const response = await fetch(path, {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body: JSON.stringify(request),
            signal,
        }).catch((error) => { throw signal?.aborted ? error : new Lost(); });

        if (response.ok)
            return response;
        if (response.status !== 503 || tries === busyTries)
            throw new Refusal(await response.json());
        await pause(50 * tries); /* what was given up a moment ago may not have ended */
        signal?.throwIfAborted();
    }
}

/* What the server is and allows. */
export async function about() {
    const response = await fetch("api/about").catch(() => { throw new Lost(); });

    return response.json();
}

/* Runs a request; resolves to its answer. Throws a Refusal with the server's sentence,
 * or an AbortError when the signal was given. */
export async function solve(request, { signal, onProgress, onSolution, onMove } = {}) {
    const response = await post("api/solve", request, signal);

    for await (const [name, data] of eventsOf(response)) {
        if (name === "progress")
            onProgress?.(data);
        else if (name === "solution")
            onSolution?.(data);
        else if (name === "move")
            onMove?.(data);
        else if (name === "answer" || name === "description" || name === "trace")
            return data;
        else if (name === "error")
            throw new Refusal(data);
    }
    throw new Lost();
}

/* A picture of the problem and its answer, as a blob. */
export async function draw(request) {
    return (await post("api/draw", request)).blob();
}

/* One request at a time: a new one gives up the one before. */
export class Latest {
    #controller = null;

    /* Resolves to undefined where a newer one came, or stop() was called. */
    async run(request, handlers = {}) {
        const controller = new AbortController();

        this.#controller?.abort();
        this.#controller = controller;
        try {
            return await solve(request, { ...handlers, signal: controller.signal });
        } catch (error) {
            if (controller.signal.aborted)
                return undefined;
            throw error;
        } finally {
            if (this.#controller === controller)
                this.#controller = null;
        }
    }

    stop() {
        this.#controller?.abort();
        this.#controller = null;
    }
}
