/* questions.js - every question is owned by the tab and the state that asked it.
 *
 * A question carries the mark of the moment it was asked: the tab, and the version of the
 * state. When either changes, the question is given up, and whatever still comes (an event
 * on its way, a solution, an error) is dropped: an answer older than the board is never
 * shown. Questions have names; a new one of the same name gives up the one before.
 */
import { solve } from "./transport.js";

export class Questions {
    #running = new Map();

    /* mark() is what the present state is called. */
    constructor(mark) {
        this.mark = mark;
    }

    /* Resolves to undefined if the state has changed, a newer question of that name
     * came, or it was stopped. */
    async ask(name, request, { onProgress, onSolution, onMove, onTerm } = {}) {
        const question = { controller: new AbortController(), mark: this.mark() };
        const owned = () => this.#running.get(name) === question && question.mark === this.mark();
        const guarded = (handler) => handler && ((data) => owned() && handler(data));

        this.stop(name);
        this.#running.set(name, question);
        try {
            const answer = await solve(request, { signal: question.controller.signal,
                onProgress: guarded(onProgress), onSolution: guarded(onSolution),
                onMove: guarded(onMove), onTerm: guarded(onTerm) });

            return owned() ? answer : undefined;
        } catch (error) {
            if (!owned())
                return undefined;
            throw error;
        } finally {
            if (this.#running.get(name) === question)
                this.#running.delete(name);
        }
    }

    stop(name) {
        this.#running.get(name)?.controller.abort();
        this.#running.delete(name);
    }

    /* Gives up what an older state asked. */
    dropOld() {
        for (const [name, { mark }] of this.#running)
            if (mark !== this.mark())
                this.stop(name);
    }

    isRunning(name) {
        return this.#running.has(name);
    }
}
