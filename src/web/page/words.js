/* words.js - numbers and reasons as the tabs say them. */

/* 12988816 as 12 988 816, with narrow spaces that do not break. */
export const grouped = (number) => String(number).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");

export const plural = (number, one) => `${grouped(number)} ${one}${number === 1 ? "" : "s"}`;

const raised = (number) => [...String(number)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]).join("");

/* Digits that nobody reads are left out; the whole number is a tooltip. */
export function counted(count) {
    const text = String(count);

    return text.length > 30
        ? `about ${text[0]}.${text.slice(1, 4)} × 10${raised(text.length - 1)}` : grouped(text);
}

/* Why a search ended before it was done. */
export function stopped({ stop }, limits) {
    return { time: limits ? `the limit of ${limits.seconds} seconds was reached`
        : "the time was up",
    memory: limits ? `the limit of ${Math.round(limits.memory / 2 ** 20)} MiB was reached`
        : "the memory was used up",
    limit: "the limit for solutions was reached" }[stop] ?? "it was stopped";
}
