/* pace.js - how long a search will still take, from the share of it that is done.
 *
 * Shares grow unevenly: a search may do a quarter at once and then stand still. So what
 * counts is how fast the share grew in the second half of the time so far; if it did not
 * grow, nobody knows, and nothing is said.
 */
const enough = 0.02; /* of the work is done before anything is said */

export class Pace {
    #seen = []; /* { share, seconds }: what the events of progress said */

    /* A share that falls is that of the next part of the work. */
    take({ share, seconds }) {
        if (!(share >= (this.#seen.at(-1)?.share ?? 0)))
            this.#seen = [];
        if (share > 0)
            this.#seen.push({ share, seconds });
    }

    /* In seconds; null: not known. */
    left() {
        const now = this.#seen.at(-1);

        if (!now || now.share < enough || now.share >= 1)
            return null;
        const half = (this.#seen[0].seconds + now.seconds) / 2;
        const then = this.#seen.findLast(({ seconds }) => seconds <= half), grown = now.share - then.share;

        return grown > 0 ? (1 - now.share) * (now.seconds - then.seconds) / grown : null;
    }
}
