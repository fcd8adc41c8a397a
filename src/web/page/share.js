/* share.js - the same question as a command, and its answer as a file. */
import { draw } from "./solve.js";

const quoted = (word) => /^[\w:,./+*-]+$/.test(word) && !word.includes("*")
    ? word : `'${word.replaceAll("'", "'\\''")}'`;

export function commandLine(page) {
    const { name, flags, input } = page.tab.command();
    const text = input ?? page.board.spec();

    if (text && !text.includes("\n"))
        return `chequer ${name} ${quoted(text)}${flags}`;
    return `chequer ${name} -${flags} <<'END'\n${text ?? page.board.art()}END`;
}

const endings = { svg: "svg", png: "png", pdf: "pdf", tex: "tex", puzzle: "chq" };

function save(blob, name) {
    const link = document.createElement("a");

    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

export async function downloads(page, format) {
    const name = `chequer.${endings[format]}`;

    if (format === "puzzle") {
        save(new Blob([page.tab.puzzle?.() ?? page.board.art()], { type: "text/plain" }), name);
        return;
    }
    const { problem } = page.tab.request("find");

    save(await draw({ chequer: 1, problem, format, answer: page.tab.drawn ?? undefined }), name);
}
