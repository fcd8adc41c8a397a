/* solve.js - requests to the server, and its events as they come. */

export class Refusal extends Error {
    constructor(data) {
        super(data.message);
        this.data = data;
    }
}

/* The events in a stream of text. */
async function* eventsOf(response) {
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";

    for (;;) {
        const { value, done } = await reader.read();

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
    const response = await fetch(path, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(request),
        signal,
    });

    if (!response.ok)
        throw new Refusal(await response.json());
    return response;
}

/* Runs a request; resolves to its answer. Throws a Refusal with the server's sentence,
 * or an AbortError when the signal was given. */
export async function solve(request, { signal, onProgress, onSolution } = {}) {
    const response = await post("api/solve", request, signal);

    for await (const [name, data] of eventsOf(response)) {
        if (name === "progress")
            onProgress?.(data);
        else if (name === "solution")
            onSolution?.(data);
        else if (name === "answer" || name === "description")
            return data;
        else if (name === "error")
            throw new Refusal(data);
    }
    throw new Error("the server ended without an answer");
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
