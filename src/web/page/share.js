/* share.js - the same question as a command or a link, its picture and its file; and files
 * that come back. */
import { draw } from "./transport.js";
import { fromArt } from "./board.js";
import { pdfOf, pdfOfCanvas } from "./pdf.js";
import { stateOfPuzzle } from "./maker.js";
import { sheetsOf } from "./sheets.js";
import { tikzOf } from "./tikz.js";
import { vectorOf } from "./vector.js";
import { make, unit } from "./svg.js";
import { sentence } from "./words.js";

const byId = (id) => document.getElementById(id);
const quoted = (word) => /^[\w:,./+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
const endings = { dominoes: "chq", pieces: "chq" };
const portraitSide = 2000; /* pixels of a painted board that is saved */

export function commandLine(page) {
    const { name, flags, input } = page.tab.command();
    const text = input ?? page.board.spec();

    if (text && !text.includes("\n"))
        return `chequer ${name} ${quoted(text)}${flags}`;
    return `chequer ${name} -${flags} <<'END'\n${text ?? page.board.art()}END`;
}

function save(blob, name) {
    const link = document.createElement("a");

    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/* ---- what is seen, as a picture ---- */

const looks = ["fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "stroke-dasharray",
    "stroke-linecap", "stroke-linejoin", "opacity", "font-family", "font-size", "font-weight", "text-anchor",
    "visibility", "paint-order"];

/* A painted board as pixels, large enough to see its parts. */
function portraitOf({ canvas, board }) {
    return canvas.portrait(Math.max(1, Math.min(30, Math.floor(portraitSide / Math.max(board.rows, board.cols)))));
}

/* The board with its styles written into it, so that it looks the same elsewhere; below it
 * what is painted, if anything is. */
function pictureOf(svg, view = null) {
    const copy = svg.cloneNode(true), box = svg.viewBox.baseVal;
    const from = [svg, ...svg.querySelectorAll("*")], to = [copy, ...copy.querySelectorAll("*")];

    from.forEach((element, i) => {
        const style = getComputedStyle(element);

        for (const name of looks)
            to[i].setAttribute(name, style.getPropertyValue(name));
        for (const name of ["class", "style", "role", "tabindex", "id", "aria-label", "aria-hidden", "aria-colindex"])
            if (name !== "id" || !/^clip-/.test(to[i].id))
                to[i].removeAttribute(name);
    });
    for (const hidden of [...copy.querySelectorAll("[visibility=hidden]"), ...copy.querySelectorAll("[fill='rgba(0, 0, 0, 0)'][stroke=none]")])
        hidden.remove();
    if (view?.painted) {
        const portrait = portraitOf(view), side = unit * view.board.cols / (portrait.width - 16);

        copy.prepend(make("image", { href: portrait.toDataURL(), x: -8 * side, y: -8 * side, width: portrait.width * side,
            height: portrait.height * side }));
    }
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    copy.setAttribute("width", Math.round(box.width));
    copy.setAttribute("height", Math.round(box.height));
    return { text: new XMLSerializer().serializeToString(copy), width: box.width, height: box.height };
}

async function raster({ text, width, height }, scale) {
    const image = new Image(), canvas = document.createElement("canvas");
    const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));

    image.src = address;
    await image.decode();
    /* One to one is as large as on a screen: boards are drawn with 60 units a square. */
    const size = Math.min(scale * 0.75, scale * portraitSide / Math.max(width, height));

    canvas.width = Math.round(width * size);
    canvas.height = Math.round(height * size);
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(address);
    return new Promise((resolve, reject) => canvas.toBlob((blob) => blob ? resolve(blob)
        : reject(new Error("This picture is too large for the browser; take a smaller size")), "image/png"));
}

export class Share {
    constructor(page) {
        const on = (id, act, event = "click") => byId(id).addEventListener(event, act);

        this.page = page;
        for (const id of ["open-share", "boards-share"])
            on(id, () => {
                byId("boards").close();
                byId("share").showModal();
            });
        on("copy-art", () => this.copy(page.board.art(), "The board"));
        on("copy-link", () => {
            page.keep();
            this.copy(location.href, "The link");
        });
        on("copy-command", () => this.copy(commandLine(page), "The command"));
        on("copy-number", () => {
            const { exact } = page.lastFace ?? {};

            if (exact)
                this.copy(exact, "The number");
            else
                page.toast("There is no number here yet.");
        });
        for (const button of document.querySelectorAll("[data-download]"))
            button.addEventListener("click", () => this.download(button.dataset.download)
                .catch((error) => page.toast(sentence(error.message))));
        on("open-file", () => byId("file").click());
        on("file", (event) => this.openFile(event.target.files[0]), "change");
        addEventListener("dragover", (event) => event.preventDefault());
        addEventListener("drop", (event) => {
            event.preventDefault();
            this.openFile(event.dataTransfer.files[0]);
        });
    }

    async copy(text, what) {
        try {
            await navigator.clipboard.writeText(text);
            this.page.toast(`${what} copied`);
        } catch {
            this.page.toast(text);
        }
    }

    async download(kind) {
        const { page } = this, { tab } = page.state;

        if (kind === "puzzle")
            save(new Blob([page.tab.puzzle?.() ?? page.board.art()], { type: "text/plain" }), `chequer.${endings[tab] ?? "txt"}`);
        else if (kind === "moving")
            save(new Blob([this.#moving()], { type: "image/svg+xml" }), "chequer-moving.svg");
        else if (kind === "sheets")
            save(await this.#sheets(), "chequer-all.pdf");
        else if (kind.startsWith("draw-"))
            save(await this.#drawn(kind.slice(5)), `chequer-plain.${kind.slice(5)}`);
        else
            save(await this.#seen(kind), `chequer.${kind}`);
    }

    /* What is seen, in four formats that look the same. */
    async #seen(kind) {
        const { page } = this, svg = page.tab.stage ? page.tab.svg : page.view.svg;
        const view = page.tab.stage ? null : page.view;

        if (!svg)
            throw new Error("there is no picture in this tab");
        if (kind === "svg")
            return new Blob([pictureOf(svg, view).text], { type: "image/svg+xml" });
        if (kind === "png")
            return raster(pictureOf(svg, view), Number(byId("png-scale").value));
        if (kind === "pdf")
            return view?.painted ? pdfOfCanvas(portraitOf(view)) : pdfOf(vectorOf(svg));
        if (view?.painted)
            throw new Error("a board of this size is too large for TikZ; take another format");
        return new Blob([tikzOf(vectorOf(svg))], { type: "application/x-tex" });
    }

    async #drawn(format) {
        const { page } = this, { problem } = page.tab.request("find");

        return draw({ chequer: 1, problem, format, answer: page.tab.drawn ?? undefined });
    }

    #moving() {
        const moving = this.page.tab.moving?.();

        if (!moving)
            throw new Error("nothing moves here: find a tour, or open Step by step");
        return moving;
    }

    /* All solutions as pages; the tab has them, or asks for them. */
    async #sheets() {
        const { page } = this;
        const sheets = await page.tab.sheets?.();

        if (!sheets?.solutions.length)
            throw new Error("there are no solutions here that could be printed");
        return sheetsOf(page.board, sheets.solutions, sheets.words, (share) => {
            page.toast(`${Math.round(100 * share)} % of the pages`);
            return new Promise((resolve) => { setTimeout(resolve, 0); });
        });
    }

    /* A puzzle file, a drawing, a graph or a cover. */
    async openFile(file) {
        if (!file)
            return;
        const text = (await file.text()).replaceAll("\r", "");
        const puzzle = stateOfPuzzle(text);

        byId("file").value = "";
        try {
            if (puzzle) {
                this.page.open(puzzle);
            } else if (/^[#.\sa-zA-Z0-9]+$/.test(text) && text.includes("#")) {
                this.page.open({ board: fromArt(text) });
            } else if (/^(\s*[#%].*\n)*\s*\S+ \S+\s*(\n\s*\S+ \S+\s*)*$/.test(text) || /^p (edge|tw)|^NAME|^>>graph6<</m.test(text)) {
                this.page.open({ tab: "graphs", graph: text, spots: "" });
            } else {
                this.page.open({ tab: "cover", cover: text });
            }
        } catch (error) {
            this.page.toast(`${file.name}: ${error.message}`, 8000);
        }
    }
}
