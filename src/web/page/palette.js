/* palette.js - the colours of pieces and of time, the same on the board, in the tray, in the
 * gallery and in thumbnails. Pentominoes have their own; other pieces take them in turn. */

const pentominoes = { F: "#86b9e6", I: "#f0ae45", L: "#2f6ca8", N: "#8fd0b8", P: "#eba7b6",
    T: "#1f7d70", U: "#f8d993", V: "#7a5aa0", W: "#96600f", X: "#a84a68", Y: "#c9bae6", Z: "#9cab52" };
const turns = [5, 1, 0, 7, 3, 9, 6, 2, 4, 8, 10, 11];
const ring = Object.values(pentominoes);
const squareTints = ["#d9675f", "#5f9ad3", "#6fb08a", "#d9a84a", "#9a7cc4", "#5ab0b0", "#d081a5", "#9a8a63"];

const channels = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));

/* Part `share` of the second in the first. */
export function mix(one, other, share) {
    const a = channels(one), b = channels(other);

    return "#" + a.map((value, i) => Math.round(value + (b[i] - value) * share)
        .toString(16).padStart(2, "0")).join("");
}

/* The colour of a piece: by its letter if it is a pentomino, else by its number. */
export function pieceColour(name, number) {
    const letter = /^([FILNPTUVWXYZ])5?'?$/.exec(name)?.[1];

    return letter ? pentominoes[letter] : ring[turns[number % turns.length]];
}

export const sideColour = (hex) => mix(hex, "#120a00", 0.44);

/* Dark letters on light colours, light ones on dark. */
export function textColour(hex) {
    const [r, g, b] = channels(hex).map((value) => (value / 255) ** 2.2);

    return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.24 ? "#22190a" : "#ffffff";
}

/* Black and white have their own tints, other colours of squares one of eight. */
export function tintOf(colour) {
    return { b: "#4b4740", w: "#ffffff" }[colour] ?? squareTints[colour.charCodeAt(0) % squareTints.length];
}

/* The colours of time from the style, and their mixture at `share` of the way. */
export function timeColours() {
    const style = getComputedStyle(document.documentElement);
    const stops = [0, 1, 2, 3, 4].map((i) => style.getPropertyValue(`--t${i}`).trim());

    return (share) => {
        const at = Math.min(1, Math.max(0, share)) * 4, i = Math.min(3, Math.floor(at));

        return mix(stops[i], stops[i + 1], at - i);
    };
}
