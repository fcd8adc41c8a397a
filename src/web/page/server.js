/* server.js - requests over HTTP, to the server that this page came from.
 *
 * In the one file that needs no server, worker/workers.js stands in place of this module:
 * both export events, picture and about.
 */
import { Lost, Refusal } from "./refusals.js";

const lost = () => new Lost("The server does not answer: is chequer serve still running? " +
    "What you drew is kept; this page goes on when the server is back.");

async function post(path, request, signal) {
    const response = await fetch(path, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(request),
        signal,
    }).catch((error) => { throw signal?.aborted ? error : lost(); });

    if (!response.ok)
        throw new Refusal(await response.json());
    return response;
}

/* The events of a request, each a name and its data. */
export async function* events(request, signal) {
    const response = await post("api/solve", request, signal);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";

    for (;;) {
        const { value, done } = await reader.read().catch((error) => {
            throw error.name === "AbortError" ? error : lost();
        });

        if (done)
            throw lost();
        text += value;
        let from = 0;

        for (let end; (end = text.indexOf("\n\n", from)) >= 0; from = end + 2) {
            const [name, data] = text.slice(from, end).split("\n");

            yield [name.slice("event: ".length), JSON.parse(data.slice("data: ".length))];
        }
        text = text.slice(from);
    }
}

export async function picture(request) {
    return (await post("api/draw", request)).blob();
}

export async function about() {
    const response = await fetch("api/about").catch(() => { throw lost(); });

    return response.json();
}
