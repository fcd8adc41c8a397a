/* site.js - the theme, the menu of a phone, the search, and what scrolls sideways.
 *
 * search-index.js has set `pages`: for each page its title and address, and its passages, each an
 * anchor, a heading and text. A passage is found if it has all words of the query; headings count more. */
"use strict";

const root = document.documentElement;
const base = document.currentScript.dataset.base;

/* ---- theme ---- */

function dark() {
    const chosen = root.dataset.theme;
    return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

document.getElementById("theme").addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    try {
        localStorage.setItem("theme", root.dataset.theme);
    } catch {
        /* A page from a file may have no storage; the choice then lasts as long as the page. */
    }
});

/* ---- menu ---- */

const nav = document.querySelector("nav");
const menu = document.getElementById("menu");
menu.addEventListener("click", () => {
    menu.setAttribute("aria-expanded", String(nav.classList.toggle("open")));
});

/* ---- what scrolls sideways can be reached with the keyboard ---- */

function reach() {
    for (const part of document.querySelectorAll("pre, .table")) {
        part.toggleAttribute("tabindex", false);
        if (part.scrollWidth > part.clientWidth) {
            part.tabIndex = 0;
        }
    }
}

addEventListener("load", reach);
addEventListener("resize", reach);

/* ---- search ---- */

const box = document.getElementById("search");
const found = document.getElementById("found");
const MOST = 12;

function score(passage, words) {
    const heading = passage.heading.toLowerCase();
    const text = passage.text.toLowerCase();
    let sum = 0;
    for (const word of words) {
        if (heading.includes(word)) {
            sum += heading.split(/\W+/).includes(word) ? 12 : 6;
        } else if (text.includes(word)) {
            sum += 1;
        } else {
            return 0;
        }
    }
    return sum + (passage.level === 1 ? 2 : 0);
}

function results(query) {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const all = [];
    for (const page of pages) {
        for (const [anchor, heading, level, text] of page.passages) {
            const passage = { page, anchor, level, text, heading: `${page.title} ${heading}`, own: heading };
            const sum = words.length ? score(passage, words) : 0;
            if (sum) {
                all.push([sum, passage]);
            }
        }
    }
    all.sort((one, other) => other[0] - one[0]);
    return [all.slice(0, MOST).map((pair) => pair[1]), words];
}

function marked(text, words) {
    const first = Math.max(0, text.toLowerCase().indexOf(words[0]) - 40);
    const span = document.createElement("span");
    const part = (first ? "… " : "") + text.slice(first, first + 150);
    const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
    for (const piece of part.split(new RegExp(`(${pattern})`, "i"))) {
        const node = words.includes(piece.toLowerCase()) ? document.createElement("mark") : null;
        if (node) {
            node.textContent = piece;
        }
        span.append(node || piece);
    }
    return span;
}

function show() {
    const [list, words] = results(box.value);
    found.replaceChildren();
    found.style.display = words.length ? "block" : "none";
    for (const passage of list) {
        const link = document.createElement("a");
        const title = document.createElement("b");
        link.href = base + passage.page.address + (passage.anchor ? `#${passage.anchor}` : "");
        title.textContent = passage.page.title;
        link.append(title, passage.own && passage.own !== passage.page.title ? ` › ${passage.own}` : "");
        link.append(marked(passage.text, words));
        link.addEventListener("click", () => { found.style.display = "none"; });
        found.append(link);
    }
    if (!list.length) {
        const none = document.createElement("p");
        none.textContent = "Nothing found.";
        found.append(none);
    }
}

function move(step) {
    const links = [...found.querySelectorAll("a")];
    const at = links.findIndex((link) => link.classList.contains("here"));
    const next = links[Math.max(0, Math.min(links.length - 1, at + step))];
    links.forEach((link) => link.classList.toggle("here", link === next));
    if (next) {
        next.scrollIntoView({ block: "nearest" });
    }
}

box.addEventListener("input", show);
box.addEventListener("focus", show);
box.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter") {
        (found.querySelector("a.here") || found.querySelector("a"))?.click();
    } else if (event.key === "Escape") {
        found.style.display = "none";
    }
});
document.addEventListener("click", (event) => {
    if (!event.target.closest("header")) {
        found.style.display = "none";
    }
});
document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !/INPUT|TEXTAREA/.test(document.activeElement.tagName)) {
        event.preventDefault();
        box.focus();
    }
});
