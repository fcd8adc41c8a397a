/* drawn.js - drawn pieces as data, and as they stand in a puzzle file.
 *
 *     piece L copies=1..any rotate=no flip=no
 *     #.
 *     ##
 */

/* "3", "any", "1..5", "2..any" as { least, most }; most null: any number. */
function copiesFrom(text) {
    const [least, most = least] = text.split("..");
    const number = (word) => word === "any" ? null : Number(word);

    return { least: least === "any" ? 0 : Number(least), most: number(most) };
}

function copiesText({ least, most }) {
    const top = most === null ? "any" : String(most);

    return most === null && least === 0 ? "any" : String(least) === top ? top : `${least}..${top}`;
}

export function fromText(text) {
    return text.split(/^piece\s+/m).slice(1).map((block) => {
        const [head, ...art] = block.split("\n");
        const [name, ...words] = head.trim().split(/\s+/);
        const said = Object.fromEntries(words.map((word) => word.split("=")));

        return { name, ...copiesFrom(said.copies ?? "1"), rotate: said.rotate !== "no",
            flip: said.flip !== "no", art: art.map((line) => line.trimEnd()).filter(Boolean) };
    });
}

export function toText(pieces) {
    return pieces.map((piece) => `piece ${piece.name} copies=${copiesText(piece)}` +
        (piece.rotate ? "" : " rotate=no") + (piece.flip ? "" : " flip=no") +
        `\n${piece.art.join("\n")}\n`).join("\n");
}

/* A piece of the server's description as a drawn one. */
export function fromKnown({ name, least, most, rotate, flip, squares }) {
    const art = [];

    for (const [row, col, colour] of squares) {
        art[row] = (art[row] ?? "").padEnd(col, ".");
        art[row] = art[row].slice(0, col) + colour + art[row].slice(col + 1);
    }
    return { name, least, most, rotate, flip, art };
}
