/* share.js - the same question as a command or a link, its picture and its file; and files
 * that come back. */
import { draw } from "./transport.js";
import { fromArt } from "./board.js";
import { sentence } from "./words.js";

const byId = (id) => document.getElementById(id);
const quoted = (word) => /^[\w:,./+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
const endings = { dominoes: "chq", pieces: "chq", tours: "txt", cover: "txt", story: "txt" };

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

/* The board with its styles written into it, so that it looks the same elsewhere. */
function pictureOf(svg) {
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
    canvas.width = Math.round(width * scale * 0.75);
    canvas.height = Math.round(height * scale * 0.75);
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(address);
    return new Promise((resolve, reject) => canvas.toBlob((blob) => blob ? resolve(blob)
        : reject(new Error("This picture is too large for the browser; take a smaller size")), "image/png"));
}

/* ---- a tour that moves ---- */

/* The board and the tour as a picture in which the rider walks, a quarter of a second a
 * leap, for ever; what it has walked is drawn behind it. */
function movingTour(board, places, closed) {
    const unit = 60, w = board.cols * unit, h = board.rows * unit;
    const at = (place) => `${board.colOf(place) * unit + 30} ${board.rowOf(place) * unit + 30}`;
    const stops = closed ? [...places, places[0]] : places, seconds = (stops.length - 1) / 4;
    const d = `M${stops.map(at).join("L")}`;
    const square = (place) => `<path fill="${board.isDark(place) ? "#e6dcc6" : "#f8f3e7"}" ` +
        `d="M${board.colOf(place) * unit} ${board.rowOf(place) * unit}h60v60h-60z"/>`;

    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 ${w + 16} ${h + 16}" width="${w + 16}" height="${h + 16}">
<rect x="-8" y="-8" width="${w + 16}" height="${h + 16}" rx="10" fill="#4a4338"/>
${board.places().map(square).join("")}
<path d="${d}" fill="none" stroke="#5b4d33" stroke-opacity=".25" stroke-width="2"/>
<path d="${d}" fill="none" stroke="#7b4aa6" stroke-width="6" stroke-linejoin="round" pathLength="1" stroke-dasharray="1">
<animate attributeName="stroke-dashoffset" from="1" to="0" dur="${seconds}s" repeatCount="indefinite"/></path>
<circle r="18" fill="#fff" stroke="#7b4aa6" stroke-width="6"><animateMotion path="${d}" dur="${seconds}s" repeatCount="indefinite"/></circle>
</svg>
`;
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

        if (kind === "puzzle") {
            save(new Blob([page.tab.puzzle?.() ?? page.board.art()], { type: "text/plain" }), `chequer.${endings[tab]}`);
        } else if (kind === "moving") {
            if (!page.tab.tour)
                throw new Error("Only a tour moves: open the tab Tours and find one");
            save(new Blob([movingTour(page.board, page.tab.tour, page.state.closed)], { type: "image/svg+xml" }), "tour.svg");
        } else if ((kind === "svg" || kind === "png") && tab !== "cover") {
            const picture = pictureOf(page.view.svg);

            save(kind === "svg" ? new Blob([picture.text], { type: "image/svg+xml" })
                : await raster(picture, Number(byId("png-scale").value)), `chequer.${kind}`);
        } else {
            const format = kind.replace("draw-", ""), { problem } = page.tab.request("find");

            save(await draw({ chequer: 1, problem, format, answer: page.tab.drawn ?? undefined }), `chequer.${format}`);
        }
    }

    /* A puzzle file, a drawing or a cover. */
    async openFile(file) {
        if (!file)
            return;
        const text = (await file.text()).replaceAll("\r", "");
        const board = /^board\s*\n([^]*?)(?:\n\s*\n|$)/m.exec(text);

        byId("file").value = "";
        try {
            if (board) {
                const rest = text.slice(board.index + board[0].length);
                const sets = /^pieces\s+(.*)$/m.exec(rest)?.[1] ?? "";

                this.page.open({ tab: "pieces", board: fromArt(board[1]), pieces: sets,
                    drawn: rest.replace(/^pieces\s+.*$/m, "").trim() ? rest.replace(/^pieces\s+.*$/m, "").trim() + "\n" : "" });
            } else if (/^[#.\sa-zA-Z0-9]+$/.test(text) && text.includes("#")) {
                this.page.open({ board: fromArt(text) });
            } else {
                this.page.open({ tab: "cover", cover: text });
            }
        } catch (error) {
            this.page.toast(`${file.name}: ${error.message}`, 8000);
        }
    }
}
