/* transport.js - the only module that talks to whoever answers.
 *
 * All requests of the page go through solve, draw and about. They speak the protocol of
 * docs/protocol.md; whether a server answers or a worker in the browser is a matter of
 * server.js, or of the module that stands in its place.
 */
import { Refusal } from "./refusals.js";
import { events, picture } from "./server.js";

export { Lost, Refusal } from "./refusals.js";
/* What whoever answers is and allows. */
export { about } from "./server.js";

/* Runs a request; resolves to its answer. Throws a Refusal with the sentence of whoever
 * answers, or an AbortError when the signal was given. */
export async function solve(request, { signal, onProgress, onSolution, onMove, onTerm } = {}) {
    for await (const [name, data] of events(request, signal)) {
        if (name === "progress")
            onProgress?.(data);
        else if (name === "solution")
            onSolution?.(data);
        else if (name === "move")
            onMove?.(data);
        else if (name === "term")
            onTerm?.(data);
        else if (["answer", "description", "explanation", "made", "sequence", "trace"].includes(name))
            return data;
        else if (name === "error")
            throw new Refusal(data);
    }
    return undefined; /* never: events end with an answer or throw */
}

/* A picture of the problem and its answer, as a blob. */
export function draw(request) {
    return picture(request);
}
