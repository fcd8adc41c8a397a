/* words.js - numbers and reasons as the tabs say them. */

/* 12988816 as 12 988 816, with narrow spaces that do not break. */
export const grouped = (number) => String(number).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");

export const plural = (number, one) => `${grouped(number)} ${one}${Number(number) === 1 ? "" : "s"}`;

/* Digits as exponents. */
export const raised = (number) => [...String(number)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]).join("");

const small = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve"];

/* Small numbers as words. */
export const spelled = (number) => small[number] ?? grouped(number);

/* How an answer was confirmed, as a sentence of its own. */
export function confirmed(answer) {
    return answer.confirmed ? sentence(answer.confirmed) : "";
}

/* What is worth a mark: an answer that was confirmed as a whole. */
export const checked = ({ confirmed: how }) => how && !/not (confirmed|proved)/i.test(how) ? "Checked" : undefined;

/* A sentence begins with a capital, unless it begins with the name of a square or a piece. */
export function sentence(text) {
    const first = /^\S*/.exec(text)[0];
    const grown = /\d/.test(first) ? text : text.charAt(0).toUpperCase() + text.slice(1);

    return /[.!?]$/.test(grown) ? grown : grown + ".";
}

/* A sentence of the server, its numbers written as ours. */
export const reasonText = (text) => sentence(text.replace(/(\d),(?=\d{3})/g, "$1\u202f"));

/* Digits that nobody reads are left out; the whole number can be copied. */
export function counted(count) {
    const text = String(count);

    return text.length > 30
        ? `about ${text[0]}.${text.slice(1, 4)} × 10${raised(text.length - 1)}` : grouped(text);
}

/* a, b and c */
export function listed(words) {
    return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/* Why a search ended before it was done, and what would help. */
export function stopped({ stop }, limits) {
    const seconds = limits?.seconds, memory = limits && Math.round(limits.memory / 2 ** 20);

    return { time: seconds ? `the limit of ${seconds} seconds was reached. With "chequer serve --time 10m" it may take longer`
        : "the time was up",
    memory: memory ? `the limit of ${grouped(memory)} MiB was reached. "chequer serve --memory 4G" allows more`
        : "the memory was used up",
    limit: "the limit for solutions was reached",
    finished: "this search cannot tell" }[stop] ?? "it was stopped";
}

/* Seconds as people say them. */
export function duration(seconds) {
    if (seconds < 1)
        return "less than a second";
    if (seconds < 90)
        return `${Math.round(seconds)} second${Math.round(seconds) === 1 ? "" : "s"}`;
    return `${Math.round(seconds / 60)} minutes`;
}
