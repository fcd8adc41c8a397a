/* pdf.js - pictures of vector.js as pages of a PDF file.
 *
 * A page is a stream of operators, compressed; opacities are graphics states, letters are
 * Helvetica, which every reader has, stretched to the width that they have on the screen.
 */
const encoder = new TextEncoder();
const number = (value) => Number(value.toFixed(2)).toString();

async function deflated(text) {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate"));

    return new Uint8Array(await new Response(stream).arrayBuffer());
}

/* Bytes of a text in WinAnsi, escaped; what it does not have becomes a question mark. */
function literal(text) {
    return "(" + [...text].map((letter) => letter === "(" || letter === ")" || letter === "\\" ? `\\${letter}`
        : letter.codePointAt(0) < 127 ? letter : letter === "\u202f" || letter === "\u00a0" ? " "
            : letter === "×" ? "\\327" : letter === "−" ? "-" : "?").join("") + ")";
}

const resources = 1; /* the number of the object that says what pages use */
let ruler = null;

/* The width of a text in Helvetica of one point. */
function helvetica(text, bold) {
    ruler ??= document.createElement("canvas").getContext("2d");
    ruler.font = `${bold ? "bold " : ""}100px Helvetica, Arial, "Liberation Sans", sans-serif`;
    return ruler.measureText(text).width / 100;
}

export class Pdf {
    #objects = [""]; /* texts or [head, bytes]; object i + 1 is the i-th */
    #pages = [];
    #forms = [];
    #alphas = new Map();

    #add(object) {
        this.#objects.push(object);
        return this.#objects.length;
    }

    #alpha(value) {
        const key = value.toFixed(2);

        if (!this.#alphas.has(key))
            this.#alphas.set(key, `a${this.#alphas.size}`);
        return this.#alphas.get(key);
    }

    /* ---- operators ---- */

    path(path) {
        return path.map(([letter, ...v]) => letter === "Z" ? "h"
            : `${v.map(number).join(" ")} ${{ M: "m", L: "l", C: "c" }[letter]}`).join("\n");
    }

    shape({ path, fill, stroke, width, dash, cap, join, clip, evenodd }) {
        const rgb = (colour) => colour.slice(0, 3).map((value) => value.toFixed(3)).join(" ");
        const star = evenodd ? "*" : "", out = ["q"];

        if (clip)
            out.push(this.path(clip), "W n");
        const draw = (colour, operator, before) => colour && out.push(`/${this.#alpha(colour[3])} gs`, ...before,
            this.path(path), operator);

        draw(fill, `f${star}`, fill ? [`${rgb(fill)} rg`] : []);
        draw(stroke, "S", stroke ? [`${rgb(stroke)} RG ${number(width)} w [${(dash ?? []).map(number).join(" ")}] 0 d ` +
            `${cap === "round" ? 1 : 0} J ${join === "round" ? 1 : 0} j`] : []);
        return [...out, "Q"].join("\n");
    }

    words({ text, x, y, size, bold, wide, fill }) {
        const stretch = wide ? Math.min(140, Math.max(60, 100 * wide / Math.max(0.01, helvetica(text, bold) * size))) : 100;

        return `q /${this.#alpha(fill[3])} gs ${fill.slice(0, 3).map((value) => value.toFixed(3)).join(" ")} rg BT ` +
            `/${bold ? "Fb" : "Fn"} ${number(size)} Tf ${number(stretch)} Tz 1 0 0 -1 ${number(x)} ${number(y)} Tm ` +
            `${literal(text)} Tj ET Q`;
    }

    operators(shapes) {
        return shapes.map((shape) => shape.text === undefined ? this.shape(shape) : this.words(shape)).join("\n");
    }

    /* ---- pages ---- */

    /* A page of this size in points. Its operators use coordinates that begin at the top left,
     * with `scale` points per unit. */
    async page(width, height, scale, operators) {
        const bytes = await deflated(`${number(scale)} 0 0 -${number(scale)} 0 ${number(height)} cm\n${operators}\n`);
        const content = this.#add([`/Length ${bytes.length} /Filter /FlateDecode`, bytes]);

        this.#pages.push({ width, height, content });
    }

    /* A JPEG picture; its name. */
    image(bytes, width, height) {
        return this.#name(this.#add([`/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB ` +
            `/BitsPerComponent 8 /Filter /DCTDecode /Length ${bytes.length}`, bytes]));
    }

    /* A drawing that pages use again and again, as "/name Do"; the part of it that may be seen. */
    form([x, y, right, bottom], operators) {
        const bytes = encoder.encode(operators);

        return this.#name(this.#add([`/Type /XObject /Subtype /Form /BBox [${[x, y, right, bottom].map(number).join(" ")}] ` +
            `/Resources ${resources} 0 R /Length ${bytes.length}`, bytes]));
    }

    #name(object) {
        this.#forms.push(object);
        return `X${this.#forms.length - 1}`;
    }

    /* The whole file. All pages and forms share the first object: fonts, opacities, drawings. */
    blob() {
        const font = (name) => this.#add(`<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`);
        const [plain, bold] = [font("Helvetica"), font("Helvetica-Bold")];
        const states = [...this.#alphas].map(([value, name]) => `/${name} << /ca ${value} /CA ${value} >>`).join(" ");
        const tree = this.#objects.length + 1 + this.#pages.length;
        const pages = this.#pages.map(({ width, height, content }) => this.#add(`<< /Type /Page /Parent ${tree} 0 R ` +
            `/MediaBox [0 0 ${number(width)} ${number(height)}] /Contents ${content} 0 R /Resources ${resources} 0 R >>`));

        this.#add(`<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((page) => `${page} 0 R`).join(" ")}] >>`);
        this.#objects[resources - 1] = `<< /Font << /Fn ${plain} 0 R /Fb ${bold} 0 R >> /ExtGState << ${states} >> ` +
            `/XObject << ${this.#forms.map((object, i) => `/X${i} ${object} 0 R`).join(" ")} >> >>`;
        return this.#file(this.#add(`<< /Type /Catalog /Pages ${tree} 0 R >>`));
    }

    #file(root) {
        const parts = [encoder.encode("%PDF-1.5\n%\u00e2\u00e3\n")], places = [];
        let size = parts[0].length;
        const put = (bytes) => {
            parts.push(bytes);
            size += bytes.length;
        };

        this.#objects.forEach((object, i) => {
            places.push(size);
            if (typeof object === "string") {
                put(encoder.encode(`${i + 1} 0 obj\n${object}\nendobj\n`));
            } else {
                put(encoder.encode(`${i + 1} 0 obj\n<< ${object[0]} >>\nstream\n`));
                put(object[1]);
                put(encoder.encode("\nendstream\nendobj\n"));
            }
        });
        const table = size;

        put(encoder.encode(`xref\n0 ${places.length + 1}\n0000000000 65535 f \n` +
            places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("") +
            `trailer\n<< /Size ${places.length + 1} /Root ${root} 0 R >>\nstartxref\n${table}\n%%EOF\n`));
        return new Blob(parts, { type: "application/pdf" });
    }
}

const points = 0.4; /* of a unit: a square of 60 is 24 points, a third of an inch */

export async function pdfOf({ width, height, shapes }) {
    const pdf = new Pdf();

    await pdf.page(width * points, height * points, points, pdf.operators(shapes));
    return pdf.blob();
}

/* A painted board: its picture as it is. */
export async function pdfOfCanvas(canvas) {
    const pdf = new Pdf(), side = 480 / Math.max(canvas.width, canvas.height);
    const jpeg = await new Promise((resolve) => { canvas.toBlob(resolve, "image/jpeg", 0.95); });
    const [width, height] = [canvas.width * side, canvas.height * side];
    const image = pdf.image(new Uint8Array(await jpeg.arrayBuffer()), canvas.width, canvas.height);

    await pdf.page(width, height, 1, `q ${number(width)} 0 0 -${number(height)} 0 ${number(height)} cm /${image} Do Q`);
    return pdf.blob();
}
