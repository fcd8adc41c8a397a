/* refusals.js - why there is no answer. */

/* The sentence of whoever answers: what is wrong with the request, or which limit it met. */
export class Refusal extends Error {
    constructor(data) {
        super(data.message);
        this.data = data;
    }
}

/* Nobody answers; it may come back. */
export class Lost extends Error {}
