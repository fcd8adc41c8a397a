/* site.mjs - the documents as a site, in a real browser: `make site`, then this.
 *
 *     node site.mjs FOLDER
 *
 * Every page is opened from disk, on a wide screen and on a phone, light and dark: nothing is
 * wider than the screen, no picture is missing, no script fails, and axe finds nothing. Then the
 * search, the theme and the menu are used. The last line is "N passed, N failed".
 */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const folder = resolve(process.argv[2]);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const wide = { viewport: { width: 1280, height: 900 }, colorScheme: "light" };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, colorScheme: "dark" };
let passed = 0, failed = 0;

function check(name, right, seen = "") {
    if (right) {
        passed++;
    } else {
        failed++;
        console.log(`FAILED ${name}: ${String(seen).slice(0, 400)}`);
    }
}

/* The pages of the site itself: not the one that solves, which has tests of its own. */
function pagesIn(place, under = "") {
    return readdirSync(place, { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? pagesIn(join(place, entry.name), `${under}${entry.name}/`)
            : entry.name.endsWith(".html") && under + entry.name !== "chequer.html" ? [under + entry.name] : []);
}

const address = (name) => pathToFileURL(join(folder, name)).href;

async function look(page, name, screen) {
    const errors = [];
    const note = (error) => errors.push(String(error));

    page.on("pageerror", note);
    await page.goto(address(name));
    const seen = await page.evaluate(async () => {
        const pictures = [...document.images];

        pictures.forEach((picture) => { picture.loading = "eager"; });
        await Promise.all(pictures.map((picture) => picture.decode().catch(() => {})));
        return {
            width: document.documentElement.scrollWidth,
            screen: innerWidth,
            missing: pictures.filter((picture) => !picture.naturalWidth).map((picture) => picture.src),
        };
    });
    page.off("pageerror", note);
    check(`${name}, ${screen}: fits`, seen.width <= seen.screen, seen.width);
    check(`${name}, ${screen}: pictures`, seen.missing.length === 0, seen.missing);
    check(`${name}, ${screen}: scripts`, errors.length === 0, errors);
}

async function lookWithAxe(page, name, screen) {
    await page.goto(address(name));
    await page.evaluate(axe);
    const found = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa"] }));

    check(`${name}, ${screen}: axe`, found.violations.length === 0,
        found.violations.map((one) => `${one.id}: ${one.nodes[0].html}`));
}

async function useSearch(page) {
    await page.goto(address("index.html"));
    await page.keyboard.press("/");
    await page.keyboard.type("arctic circle");
    const titles = await page.locator("#found a").allTextContents();

    check("search: finds", titles.length > 0 && titles[0].includes("arctic circle"), titles);
    await page.keyboard.press("Enter");
    await page.waitForURL(/gallery\/index\.html#the-arctic-circle$/);
    check("search: leads to the picture", await page.locator("#the-arctic-circle img").count() === 1);
    await page.fill("#search", "zzzzqqq");
    check("search: says so", (await page.locator("#found").textContent()).includes("Nothing found"));
    await page.keyboard.press("Escape");
    check("search: closes", !await page.locator("#found").isVisible());
    await page.fill("#search", "<img src=x>");
    check("search: text is text", await page.locator("#found img").count() === 0);
}

async function useTheme(page) {
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

    await page.goto(address("index.html"));
    const before = await ground();
    await page.click("#theme");
    const after = await ground();
    check("theme: changes", before !== after, before);
    await page.goto(address("docs/tours.html"));
    check("theme: stays", await ground() === after, await ground());
}

async function useMenu(page) {
    await page.goto(address("index.html"));
    check("menu: is closed on a phone", !await page.locator("nav").isVisible());
    await page.tap("#menu");
    check("menu: opens", await page.locator("nav").isVisible());
    await page.tap("nav a[href='gallery/index.html']");
    await page.waitForURL(/gallery\/index\.html$/);
    check("menu: leads on", await page.locator("figure").count() >= 40);
}

const path = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
const browser = await chromium.launch({ executablePath: path, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
const names = pagesIn(folder);

check("pages", names.length > 30, names.length);
for (const [screen, options] of [["wide", wide], ["phone", phone]]) {
    const page = await (await browser.newContext(options)).newPage();

    for (const name of names) {
        await look(page, name, screen);
    }
    for (const name of ["index.html", "gallery/index.html", "commands.html", "docs/engines/plugs.html"]) {
        await lookWithAxe(page, name, screen);
    }
}
await useSearch(await (await browser.newContext(wide)).newPage());
await useTheme(await (await browser.newContext(wide)).newPage());
await useMenu(await (await browser.newContext(phone)).newPage());
await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
