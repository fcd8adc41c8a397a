/* transport.js - the only module that talks to whoever answers.
 *
 * All requests of the page go through solve, draw and about. They speak the protocol of
 * docs/protocol.md; a worker that speaks it could answer in place of the server.
 */

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
        let from = 0;

        for (let end; (end = text.indexOf("\n\n", from)) >= 0; from = end + 2) {
            const [name, data] = text.slice(from, end).split("\n");

            yield [name.slice("event: ".length), JSON.parse(data.slice("data: ".length))];
        }
        text = text.slice(from);
    }
}

async function post(path, request, signal) {
    const response = await fetch(path, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(request),
        signal,
    }).catch((error) => { throw signal?.aborted ? error : new Lost(); });

    if (!response.ok)
        throw new Refusal(await response.json());
    return response;
}

/* What the server is and allows. */
export async function about() {
    const response = await fetch("api/about").catch(() => { throw new Lost(); });

    return response.json();
}

/* Runs a request; resolves to its answer. Throws a Refusal with the server's sentence,
 * or an AbortError when the signal was given. */
export async function solve(request, { signal, onProgress, onSolution, onMove, onTerm } = {}) {
    const response = await post("api/solve", request, signal);

    for await (const [name, data] of eventsOf(response)) {
        if (name === "progress")
            onProgress?.(data);
        else if (name === "solution")
            onSolution?.(data);
        else if (name === "move")
            onMove?.(data);
        else if (name === "term")
            onTerm?.(data);
        else if (["answer", "description", "explanation", "sequence", "trace"].includes(name))
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
