/* browser.mjs - the page in a real browser: what people do, and what they must not see.
 *
 *     node browser.mjs CHEQUER PICTURES [PART ...]
 *     node browser.mjs chequer.html PICTURES [PART ...]
 *
 * With chequer.html the page is opened from disk, and its own workers answer. Otherwise it
 * starts its own server and its own chromium, and stops both. Screenshots go to the
 * directory PICTURES. With names of parts only those are run. The last line is "N passed,
 * N failed"; the line above it says how long verdicts took, which is reported and not judged.
 *
 * Tests look at what a person sees: the words of the answer, and pixels. Whether an answer is
 * too old is judged by comparison: after everything has arrived, the page must look like one
 * that was opened at the same address and never waited.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:http";
import { dirname, resolve as absolute } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync, inflateSync } from "node:zlib";
import { chromium } from "playwright-core";

const [binary, pictures, ...only] = process.argv.slice(2).map((word, i) => i < 2 ? absolute(word) : word);
const oneFile = binary.endsWith(".html"); /* there is no server */
const patience = Number(process.env.PATIENCE ?? 120000); /* ms that something may take on a busy machine */
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const phone = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };
let passed = 0, failed = 0;
let browser, address, lab;

function check(name, right, seen = "") {
    if (right) {
        passed++;
    } else {
        failed++;
        console.log(`FAILED ${name}: ${String(seen).slice(0, 400)}`);
    }
}

const sleep = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

/* ---- server and browser ---- */

function startServer(port = "0") {
    if (oneFile)
        return { server: { kill() {} }, at: pathToFileURL(binary).href };
    const server = spawn(binary, ["serve", "--time", "300", "--port", port], { stdio: ["ignore", "pipe", "inherit"] });

    return new Promise((resolve, reject) => {
        server.stdout.once("data", (data) => resolve({ server, at: String(data).trim() }));
        server.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    });
}

async function openPage(fragment = "", options = {}, at = address, given = null) {
    const context = given ?? await browser.newContext({ viewport: { width: 1280, height: 900 },
        acceptDownloads: true, ...options });
    const page = await context.newPage();

    page.setDefaultTimeout(patience);
    page.complaints = [];
    page.on("console", (message) => {
        if (["error", "warning"].includes(message.type()))
            page.complaints.push(message.text());
    });
    page.on("pageerror", (error) => page.complaints.push(error.message));
    await page.goto(at + fragment);
    await settled(page);
    return page;
}

/* The first requests (for a goal, if it is given) wait some ms on the way to the server, or
 * to a worker. */
async function delay(page, { goal = null, times = Infinity, ms }) {
    let slow = 0;

    if (!oneFile)
        return page.route("**/api/solve", async (route) => {
            if ((!goal || JSON.parse(route.request().postData()).goal === goal) && slow++ < times)
                await sleep(ms);
            await route.continue().catch(() => {});
        });
    return page.evaluate((rule) => {
        const post = Worker.prototype.postMessage;
        let late = 0;

        Worker.prototype.postMessage = function (message) {
            const waits = message.address === "api/solve" &&
                (!rule.goal || JSON.parse(message.text).goal === rule.goal) && late++ < rule.times;

            if (waits)
                setTimeout(() => post.call(this, message), rule.ms);
            else
                post.call(this, message);
        };
    }, { goal, times, ms });
}

/* Nothing is awaited any more. */
const settled = (page) => page.waitForFunction(() => window.page && !window.page.working && !window.page.tab.waiting);
const text = (page, selector) => page.textContent(selector);
const word = (page) => page.evaluate(() => document.getElementById("word").firstChild?.textContent);
const say = (page) => text(page, "#say");
const square = (page, name) => page.locator(`rect[aria-label^="${name},"]`).first();

/* The page says it, within its time. */
const says = (page, pattern, where = "#say") => page.waitForFunction(([at, source]) =>
    new RegExp(source).test(document.querySelector(at)?.textContent), [where, pattern.source])
    .then(() => true, () => false);

async function middle(page, name) {
    const box = await square(page, name).boundingBox();

    return [box.x + box.width / 2, box.y + box.height / 2];
}

async function clickSquare(page, name) {
    await page.mouse.click(...await middle(page, name));
    await settled(page);
}

async function go(page, fragment) {
    await page.evaluate((hash) => { location.hash = hash; }, fragment);
    await page.waitForTimeout(50);
    await settled(page);
}

/* ---- pixels ---- */

/* In the laboratory: the pixels of a picture in base64. */
async function pixelsOf(source) {
    const image = new Image(), canvas = document.createElement("canvas");

    image.src = `data:image/png;base64,${source}`;
    await image.decode();
    canvas.width = image.width;
    canvas.height = image.height;
    canvas.getContext("2d").drawImage(image, 0, 0);
    return canvas.getContext("2d").getImageData(0, 0, image.width, image.height);
}

/* The colour at a place of the window, as [r, g, b]. */
async function colourAt(page, x, y) {
    const shot = await page.screenshot({ clip: { x: Math.round(x), y: Math.round(y), width: 1, height: 1 } });

    return lab.evaluate(async (source) => [...(await window.pixelsOf(source)).data].slice(0, 3), shot.toString("base64"));
}

/* Pixels that differ so that one sees it; edges that are smoothed a little otherwise do not. */
function difference(one, other) {
    return lab.evaluate(async (sources) => {
        const [a, b] = await Promise.all(sources.map(window.pixelsOf));
        let found = a.width === b.width && a.height === b.height ? 0 : Infinity;

        for (let i = 0; i < a.data.length && found < Infinity; i += 4)
            if ([0, 1, 2].some((channel) => Math.abs(a.data[i + channel] - b.data[i + channel]) > 40))
                found++;
        return found;
    }, [one, other]);
}

const sameSight = async (one, other) => one.picture === other.picture ||
    (one.picture !== "" && other.picture !== "" && await difference(one.picture, other.picture) < 20);

function luminance(rgb) {
    const [r, g, b] = rgb.map((value) => (value /= 255) <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one, other) {
    const [a, b] = [luminance(one), luminance(other)].sort((x, y) => y - x);

    return (a + 0.05) / (b + 0.05);
}

/* What a person sees of the answer and the board: words, and the picture. */
async function sight(page) {
    await page.mouse.move(2, 2);
    await page.evaluate(() => document.activeElement?.blur());
    await page.waitForTimeout(80);
    const words = await page.evaluate(() => ["word", "say", "strip", "primary", "balance", "slots-title", "gallery-title"]
        .map((id) => document.getElementById(id)).filter((one) => one?.offsetParent).map((one) => one.textContent).join(" | "));
    const tray = page.locator("#tray");
    const picture = await tray.isVisible() ? (await tray.screenshot()).toString("base64") : "";

    return { words, picture };
}

async function judge(page, name) {
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => window.axe.run(document, {
        runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] }));

    check(`accessibility: ${name}`, violations.length === 0, violations.map((v) =>
        `${v.id} (${v.nodes.map((n) => n.target).slice(0, 3).join(" | ")})`).join("; "));
}

const shot = (page, name) => page.screenshot({ path: `${pictures}/${name}.png` });

/* ---- the first five seconds ---- */

async function beginning() {
    const page = await openPage();

    check("one sentence", await word(page) === "Can it be done?" && /Click a square to take it out/.test(await say(page)));
    check("an invitation on the board", await says(page, /Click to take me out/, "#board .note"));
    check("one primary action", await page.locator(".primary:visible").count() === 1);
    const before = await places(page);
    const tiled = await openPage();

    await tiled.click("#primary");
    check("the first action tiles", await says(tiled, /12.988.816 ways\. This is number 1/), await say(tiled));
    check("and the next is another", await text(tiled, "#primary") === "Another");
    await tiled.context().close();
    await clickSquare(page, "a1");
    check("a square is out: no", await word(page) === "No", await word(page));
    await clickSquare(page, "h8");
    check("the mutilated board", /30 dark squares against 32 light/.test(await say(page)), await say(page));
    check("the action shows why", await text(page, "#primary") === "Show me why");
    check("the reason is drawn at once", contrast(await colourAt(page, ...await middle(page, "b2")),
        await colourAt(page, ...(await middle(page, "b2")).map((at) => at + 20))) > 1.2);
    check("nothing moved", JSON.stringify(before) === JSON.stringify(await places(page)),
        JSON.stringify([before, await places(page)]));
    await page.click("#primary");
    check("30 dominoes fit", await says(page, /30 dominoes fit.*2 squares stay bare/, "#strip"));
    check("a repair is offered", await says(page, /^Put back/, "#primary"), await text(page, "#primary"));
    await page.click("#primary");
    await settled(page);
    check("and done", await word(page) === "Yes", await word(page));
    check("still nothing moved", JSON.stringify(before) === JSON.stringify(await places(page)));
    check("no complaints", page.complaints.length === 0, page.complaints.join("; "));
    await page.context().close();
    for (const colorScheme of ["light", "dark"]) {
        const holes = await openPage("#tab=dominoes&board=8x8-d4,e5", { colorScheme });
        const hole = await colourAt(holes, ...await middle(holes, "d4"));

        for (const name of ["d3", "d5", "c4"]) {
            const [x, y] = await middle(holes, name), near = await colourAt(holes, x + 18, y + 18);

            check(`a hole looks like one beside ${name}, ${colorScheme}`, contrast(hole, near) >= 3, contrast(hole, near));
        }
        const [bead, pair] = await holes.evaluate(() => ["bead-dark", "pair"].map((name) =>
            getComputedStyle(document.querySelector(`#balance .${name}`)).fill.match(/\d+/g).slice(0, 3).map(Number)));

        check(`dark squares are seen in the balance, ${colorScheme}`, contrast(bead, pair) >= 1.9, contrast(bead, pair));
        await holes.context().close();
    }
}

/* Where the board and the action are: no answer may move them. */
const places = (page) => page.evaluate(() => ["tray", "primary", "strip"].map((id) => {
    const { x, y, width, height } = document.getElementById(id).getBoundingClientRect();

    return [x, y, width, height].map(Math.round);
}));

/* ---- dominoes ---- */

async function dominoes() {
    const page = await openPage("#tab=dominoes&board=8x8", { reducedMotion: "reduce" });

    check("8x8 is counted", (await say(page)).replace(/\D/g, "") === "12988816", await say(page));
    await page.click("#primary");
    check("tiled, and numbered", await says(page, /This is number 1\./), await say(page));
    const first = await sight(page);

    await page.click("#primary");
    check("another is numbered", await says(page, /This is number 2\./), await say(page));
    check("and is another picture", !await sameSight(first, await sight(page)));
    await page.click("text=Random");
    check("a random one", await says(page, /Drawn at random/, "#strip"));
    await go(page, "#tab=dominoes&board=2x3");
    for (const wanted of [/number 1\./, /number 2\./, /number 3\./, /number 1\./]) {
        await page.click("#primary");
        check(`one after the other: ${wanted}`, await says(page, wanted), await say(page));
    }
    check("the end of the list is said", await says(page, /That was the last one/, "#strip"));
    await turning(page);
    await locking(page);
    await reasons(page);
    await page.context().close();
}

async function turning(page) {
    await go(page, "#tab=dominoes&board=4x4");
    await page.click("#primary");
    await says(page, /number 1/);
    const before = await sight(page);

    await clickSquare(page, "a4");
    check("a click turns two dominoes", !await sameSight(before, await sight(page)));
    await clickSquare(page, "a4");
    check("and turns them back", await sameSight(before, await sight(page)));
    await page.check("#layer-heat");
    await page.waitForSelector("#legend-heat", { state: "visible" });
    await settled(page);
    const likely = await sight(page);

    await clickSquare(page, "a4");
    await settled(page);
    check("how likely dominoes are does not hide those that lie", !await sameSight(likely, await sight(page)));
    await page.uncheck("#layer-heat");
}

async function locking(page) {
    await go(page, "#tab=dominoes&board=4x4&locked=a1b1");
    check("how many with one locked", await says(page, /One locked domino can be completed in 18 ways/), await say(page));
    await go(page, "#tab=dominoes&board=4x4&locked=a2a3,b1b2");
    check("a bad lock", await word(page) === "No", await word(page));
    await go(page, "#tab=dominoes&board=4x4");
    await page.click("[data-tool=lock]");
    const [from, to] = [await middle(page, "a1"), await middle(page, "b1")];

    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 4 });
    await page.mouse.up();
    check("a line locks a domino", await says(page, /in 18 ways/), await say(page));
    await clickSquare(page, "a1");
    check("a click frees it", await says(page, /in 36 ways/), await say(page));
}

async function reasons(page) {
    await go(page, "#tab=dominoes&board=8x8-b1,c2,b3,f6,e7,h8");
    check("a Hall set", /Two dark squares have only one light neighbour/.test(await say(page)), await say(page));
    check("it can be played", await says(page, /2 against 1/, "#strip"));
    check("the balance counts", /1 light here.*1 left alone.*2 dark here/.test(await text(page, "#balance")),
        await text(page, "#balance"));
    const whole = await sight(page);

    await page.locator("#strip input").fill("1");
    check("its first step", await says(page, /1 against 1/, "#strip"));
    check("is another picture", !await sameSight(whole, await sight(page)));
    await page.click("#primary");
    check("the fewest changes", await says(page, /^(Put back|Take out|Fix it)/, "#primary"), await text(page, "#primary"));
    await page.waitForSelector("#primary:not([disabled])");
    await page.click("#primary");
    await settled(page);
    check("a repaired board can be tiled", await word(page) === "Yes", await word(page));
    const plain = await sight(page);

    await page.check("#layer-heat");
    await settled(page);
    check("the heat map is seen", !await sameSight(plain, await sight(page)) && await page.isVisible("#legend-heat"));
    await page.uncheck("#layer-heat");
    await go(page, "#tab=dominoes&board=4x4");
    await page.check("#layer-forced");
    check("nothing forced is said", await says(page, /No domino lies in every tiling/, "#strip"));
    await page.uncheck("#layer-forced");
}

/* Steps neither strobe nor vanish, and end with their tab. */
async function steps() {
    const page = await openPage("#tab=dominoes&board=8x8-a1,b1", { colorScheme: "light" });

    await page.click("text=Step by step");
    for (const method of ["augmenting", "cycle", "backtracking"])
        for (const speed of ["2", "8"]) {
            await page.selectOption("#step-method", method);
            await page.locator("#strip input").fill(speed);
            const seen = page.evaluate(watchSteps);

            await page.click("#primary");
            const { draws, least, faded, rebuilt } = await seen;

            check(`${method} at ${speed} is seen`, least > 0, least);
            check(`${method} at ${speed} does not fade`, faded > 0.99, faded);
            check(`${method} at ${speed} draws at most six times a second`, draws <= 13, draws);
            check(`${method} at ${speed} keeps what lies`, rebuilt === 0, rebuilt);
            if (await text(page, "#primary") === "Pause")
                await page.click("#primary");
        }
    await page.selectOption("#step-method", "augmenting");
    await page.locator("#strip input").fill("8");
    await page.click("#primary");
    await steady(page);
    await page.click("#others >> text=Leave");
    check("what is left says nothing more", await word(page) === "Yes" && !/step|along/i.test(await text(page, "#strip")), await text(page, "#strip"));
    await page.click("text=Step by step");
    await page.selectOption("#step-method", "backtracking");
    await page.locator("#strip input").fill("2");
    await page.click("#primary");
    await page.waitForTimeout(600);
    await page.click("[data-tab=tours]");
    await settled(page);
    await page.waitForTimeout(900);
    check("steps end with their tab", await page.locator("#board .dom").count() === 0);
    check("and their words, too", !/step|domino/i.test(await text(page, "#strip") + await say(page)), await say(page));
    await page.click("[data-tab=dominoes]");
    await settled(page);
    check("nothing is left of them", await word(page) === "Yes" && !/along the walk/.test(await text(page, "#strip")));
    await page.context().close();
}

/* Pixels of dominoes while they are laid: what lies is never gone in a picture taken later. */
async function steady(page) {
    let most = 0, least = 1;

    for (let i = 0; i < 6; i++) {
        const share = (await Promise.all([blue, sky, amber, straw].map((colour) => shareOf(page, colour)))).reduce((a, b) => a + b);

        least = Math.min(least, most ? share / most : 1);
        most = Math.max(most, share);
    }
    check("dominoes are seen while they are laid", most > 0.1, most);
    check("and in every picture", least > 0.6, least);
}

/* Two seconds of steps: how often the board is drawn, the fewest dominoes once some lie, the
 * faintest of them, and how many that lay before and after are new elements. */
function watchSteps() {
    return new Promise((resolve) => {
        const group = document.querySelector("#board .tiling"), seen = { draws: 0, least: Infinity, faded: 1, rebuilt: 0 };
        let begun = false, before = new Map();
        const where = (one) => { const { x, y, width, height } = one.querySelector(".face").getBBox(); return [x, y, width, height].join(); };
        const look = () => {
            const now = new Map([...group.querySelectorAll(".dom")].map((one) => [where(one), one]));

            begun ||= now.size > 2;
            if (begun)
                seen.least = Math.min(seen.least, now.size);
            for (const [key, one] of now) {
                seen.faded = Math.min(seen.faded, Number(getComputedStyle(one).opacity));
                if (before.has(key) && before.get(key) !== one)
                    seen.rebuilt++;
            }
            before = now;
        };
        const observer = new MutationObserver(() => { seen.draws++; look(); });

        observer.observe(group, { childList: true, subtree: true });
        setTimeout(() => { observer.disconnect(); resolve(seen); }, 2000);
    });
}

/* ---- answers that come late ---- */

/* Each: where one is, what is asked for there, and where one goes on. Answers take a second;
 * the page cannot give up what it asked, so that all of them arrive. */
const late = [
    ["count", "#tab=dominoes&board=6x6", "", "#tab=tours&board=6x6"],
    ["count", "#tab=dominoes&board=6x6", "", "#tab=dominoes&board=6x6-a1"],
    ["all", "#tab=dominoes&board=6x6", "#primary", "#tab=dominoes&board=6x6-a1,a2"],
    ["sample", "#tab=dominoes&board=6x6", "text=Random", "#tab=pieces&board=6x10"],
    ["max", "#tab=dominoes&board=6x6-a1,f6", "text=Most dominoes", "#tab=dominoes&board=6x6"],
    ["repair", "#tab=dominoes&board=6x6-a1,f6", "#primary", "#tab=dominoes&board=6x6-a1"],
    ["probabilities", "#tab=dominoes&board=6x6", "#layer-heat", "#tab=tours&board=6x6"],
    ["forced", "#tab=dominoes&board=6x6", "#layer-forced", "#tab=pieces&board=5x12"],
    ["max", "#tab=pieces&board=5x5&pieces=T4*", "#pack-squares", "#tab=dominoes&board=5x5"],
    ["sample", "#tab=pieces&board=6x10", "#sample-pieces", "#tab=dominoes&board=6x10"],
    ["sample", "#tab=tours&board=6x6", "#sample-tour", "#tab=dominoes&board=6x6"],
    ["probabilities", "#tab=tours&board=6x6", "#layer-moves", "#tab=dominoes&board=6x6"],
    ["describe", "#tab=pieces&board=6x10", "", "#tab=dominoes&board=6x10"],
    ["find", "#tab=pieces&board=6x10", "", "#tab=dominoes&board=15x15"],
    ["count", "#tab=pieces&board=15x15&pieces=Y5*", "text=Count", "#tab=dominoes&board=15x15"],
    ["all", "#tab=pieces&board=3x20", "#primary", "#tab=tours&board=8x8&open=1"],
    ["find", "#tab=tours&board=8x8", "", "#tab=dominoes&board=8x8-a1,h8"],
    ["count", "#tab=tours&board=6x7", "text=Count", "#tab=pieces&board=6x10"],
    ["describe", "#tab=cover", "", "#tab=dominoes&board=4x4"],
    ["all", "#tab=cover", "#primary", "#tab=cover&cover=a+b%0Aa%0A"],
    ["count", "#tab=cover", "text=Count", "#tab=tours&board=6x6"],
    ["describe", "#tab=graphs", "", "#tab=dominoes&board=4x4"],
    ["find", "#tab=graphs", "", "#tab=sequences&terms=5"],
    ["explain", "#tab=tours&board=6x6", "text=How it is made", "#tab=tours&board=8x8"],
    ["find", "#tab=dominoes&board=70x70", "", "#tab=dominoes&board=70x70-a1"],
];

async function lateness() {
    for (const [goal, from, action, to] of late)
        await lateOne(`a late ${goal}: ${from} ${action} -> ${to}`, goal, from, action, to);
    await waiting();
}

async function lateOne(name, goal, from, action, to) {
    const page = await openPage("#tab=cover&cover=z%0Az%0A", { reducedMotion: "reduce" });

    await page.evaluate(() => { AbortController.prototype.abort = () => {}; });
    await delay(page, { goal, times: 2, ms: 1000 });
    await page.evaluate((hash) => { location.hash = hash; }, from);
    if (action) {
        await page.waitForTimeout(100);
        await settled(page);
        await page.locator(action).first().click();
    }
    await page.waitForTimeout(150);
    await page.evaluate((hash) => { location.hash = hash; }, to);
    await page.waitForTimeout(2300);
    await settled(page);
    const fresh = await openPage(to, { reducedMotion: "reduce" });

    if (/layer-/.test(action)) {
        await page.evaluate((id) => { document.querySelector(id).checked = false; window.page.refresh(); }, action);
        await settled(page);
    }
    await quiet(fresh);
    await quiet(page);
    const [seen, wanted] = [await sight(page), await sight(fresh)];

    check(`${name}: the words`, seen.words === wanted.words, `${seen.words} instead of ${wanted.words}`);
    check(`${name}: the picture`, await sameSight(seen, wanted));
    await page.context().close();
    await fresh.context().close();
}

/* Also what follows by itself has come: the number of tours of a small board. */
const quiet = (page) => page.waitForFunction(() => !["count", "quick", "classes", "heat", "forced", "repair"]
    .some((name) => window.page.questions.isRunning(name)));

/* While an answer is awaited the old one does not stand there. */
async function waiting() {
    const page = await openPage("#tab=dominoes&board=6x6");

    check("before", await word(page) === "Yes");
    await delay(page, { ms: 2500 });
    await page.mouse.click(...await middle(page, "a1"));
    check("nothing can be done with it", await page.isDisabled("#primary"));
    await page.waitForTimeout(700);
    check("the old verdict is gone", await word(page) === "Looking", await word(page));
    check("it can be stopped", await text(page, "#primary") === "Stop" && await page.isVisible("#progress"));
    await settled(page);
    check("the new one comes", await word(page) === "No", await word(page));
    await page.context().close();
}

/* Whatever is stopped by a limit says which one it was, and what allows more. */
async function limits() {
    for (const [fragment, ...actions] of [
        ["#tab=dominoes&board=4x4", "text=Random", "#layer-heat", "#layer-forced"],
        ["#tab=pieces&board=5x6&pieces=X5*,P5*&weights=all+=+x", "text=Find one", "#others >> text=Count", "#primary", "#sample-pieces",
            "#pack-squares", "#pack-pieces", "#pack-points", "#bounds", '#weighing button:text-is("Cheapest")', '#weighing button:text-is("Total")'],
        ["#tab=tours&board=8x8", "#primary", "#others >> text=Count", "#tour-classes", "#sample-tour", "#layer-moves"],
        [`#tab=graphs&graph=${Array.from({ length: 80 }, (_, i) => `${i}+${(i + 1) % 80}%0A`).join("")}`, "#primary", "#others >> text=Count"],
        ["#tab=cover", "#primary", "#others >> text=Count"],
        ["#tab=sequences&terms=5", "#primary"],
    ])
        for (const stop of ["time", "memory"]) {
            const page = await openPage(fragment);

            await quiet(page);
            for (const action of actions) {
                await page.evaluate((why) => { window.page.questions.ask = async () => ({ verdict: "unknown", stop: why, solutions: [] }); }, stop);
                await page.locator(action).first().click();
                await settled(page);
                const words = await say(page) + await text(page, "#strip");

                check(`${fragment.slice(0, 60)} ${action} by ${stop}`, words.includes(`chequer serve --${stop}`), words);
                check(`${action} is not on`, !/layer/.test(action) || !await page.isChecked(action));
                await page.evaluate(() => { delete window.page.questions.ask; window.page.tab.changed(window.page.state, null); });
                await settled(page);
                await quiet(page);
            }
            check("no complaints about limits", page.complaints.length === 0, page.complaints.join("; "));
            await page.context().close();
        }
}

/* ---- work that takes long ---- */

/* Squares, each joined to the next in its row and column and to one aslant. */
function lattice(rows, cols) {
    const name = (row, col) => `${row}x${col}`, edges = [];

    for (let row = 0; row < rows; row++)
        for (let col = 0; col < cols; col++)
            for (const [down, right] of [[0, 1], [1, 0], [1, 1]])
                if (row + down < rows && col + right < cols)
                    edges.push(`${name(row, col)} ${name(row + down, col + right)}`);
    return edges.join("\n") + "\n";
}

function queensCover(side) {
    const numbers = (count, letter) => Array.from({ length: count }, (_, i) => letter + i).join(" ");
    const options = Array.from({ length: side * side }, (_, i) => [Math.floor(i / side), i % side])
        .map(([r, c]) => `r${r} c${c} a${r + c} b${r - c + side - 1}`);

    return `${numbers(side, "r")} ${numbers(side, "c")} | ${numbers(2 * side - 1, "a")} ${numbers(2 * side - 1, "b")}\n${options.join("\n")}\n`;
}

/* In every tab: progress, how long, and Stop, which ends it at once. */
async function working() {
    const page = await openPage("#tab=dominoes&board=4x4");

    for (const [name, fragment, action] of [
        ["dominoes", "#tab=dominoes&board=700x700", "#others >> text=Count"],
        ["pieces", "#tab=pieces&board=25x24&pieces=Y5*", "#others >> text=Count"],
        ["all pieces", "#tab=pieces&board=30x30&pieces=Y5*", "#primary"],
        ["tours", "#tab=tours&board=8x10", "#others >> text=Count"],
        ["graphs", `#tab=graphs&graph=${encodeURIComponent(lattice(14, 16))}`, "#others >> text=Count"],
        ["covers", `#tab=cover&cover=${encodeURIComponent(queensCover(22))}`, "#others >> text=Count"],
        ["sequences", "#tab=sequences&family=NxN&seqpieces=L3*&terms=60", null],
    ]) {
        await page.evaluate((hash) => { location.hash = hash; }, fragment);
        await page.waitForTimeout(50);
        if (action) {
            await settled(page);
            await page.click(action);
        }
        check(`${name}: progress is seen`, await page.waitForSelector("#progress", { state: "visible" }).then(() => true, () => false));
        check(`${name}: how long`, await says(page, /to go|may take up to|[Nn]early done/), await say(page));
        check(`${name}: and since when`, /so far/.test(await text(page, "#strip")), await text(page, "#strip"));
        check(`${name}: Stop`, await text(page, "#primary") === "Stop", await text(page, "#primary"));
        await page.click("#primary");
        await settled(page);
        check(`${name}: it is stopped`, await page.isHidden("#progress") && await text(page, "#primary") !== "Stop" &&
            /[Ss]topped/.test(await say(page) + await text(page, "#strip")), await say(page) + await text(page, "#strip"));
    }
    check("no complaints about Stop", page.complaints.length === 0, page.complaints.join("; "));
    await page.context().close();
    await estimates();
}

/* What is said follows from how the share grows; these events are given. */
async function estimates() {
    const page = await openPage("#tab=tours&board=6x6");
    const told = async (...events) => {
        await page.evaluate((given) => {
            window.page.questions.ask = (name, request, { onProgress }) => {
                given.forEach(([share, seconds]) => onProgress({ share, seconds, found: 0 }));
                return new Promise(() => {});
            };
        }, events);
        await page.click("#others >> text=Count");
        await page.waitForSelector("#progress", { state: "visible" });
        const words = await say(page);

        await page.click("#primary");
        return words;
    };

    check("as fast as before", (await told([0.1, 10], [0.2, 20])).startsWith("About 80 seconds to go"));
    check("longer than the limit", /About 13 minutes to go. The limit is \d+ (seconds|minutes)/.test(await told([0.1, 100], [0.2, 200])));
    check("what stands still promises nothing", /^It may take up to/.test(await told([0.2, 1], [0.26, 2], [0.26, 9], [0.26, 20])));
    check("the next part begins again", /^It may take up to/.test(await told([0.2, 1], [0.9, 2], [0, 3])));
    check("at the end", (await told([0.2, 1], [0.5, 2], [0.9, 3])).startsWith("Nearly done"));
    await page.context().close();
}

/* ---- drawing, undo, links ---- */

async function drawing() {
    const page = await openPage("#tab=dominoes&board=8x8");
    const holes = () => page.evaluate(() => window.page.board.holes());
    const [from, to] = [await middle(page, "b2"), await middle(page, "e2")];

    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 12 });
    await page.mouse.up();
    check("dragging removes a row", await holes() === 4, await holes());
    for (const tab of ["pieces", "tours", "dominoes", "dominoes"])
        await page.click(`.tab[data-tab=${tab}]`);
    await settled(page);
    await page.locator("#layer-heat").focus();
    await page.keyboard.press("Control+z");
    await settled(page);
    check("undo is not about tabs, nor stopped by a switch", await holes() === 0, await holes());
    await page.click("#redo");
    await settled(page);
    check("redo", await holes() === 4);
    await page.click(".tab[data-tab=pieces]");
    await settled(page);
    await page.goBack();
    await settled(page);
    check("Back goes to the tab before", await page.getAttribute(".tab[data-tab=dominoes]", "aria-current") === "page");
    check("with its board", await holes() === 4);
    await restoring(page);
    await texts(page);
    await page.context().close();
    await keyboard();
}

async function restoring(page) {
    await page.click("#picker");
    await page.locator(".card", { hasText: "Diamond 8" }).click();
    await settled(page);
    await clickSquare(page, "h8");
    await page.click("#picker");
    await page.click("#restore");
    await page.keyboard.press("Escape");
    await settled(page);
    check("restore brings the diamond back", await page.evaluate(() => window.page.board.places().length) === 144);
    check("as it was counted", (await say(page)).replace(/\D/g, "") === "68719476736", await say(page));
}

async function texts(page) {
    await page.click("#picker");
    await page.fill("#rows", "1001");
    await page.press("#rows", "Enter");
    check("a size that is too large is refused", /1 to 1000/.test(await text(page, "#size-error")));
    await page.click("#paste-art");
    await page.fill("#art", "##\n?#");
    await page.click("#art-use");
    check("a wrong drawing is refused", /Line 2, column 1/i.test(await text(page, "#art-error")));
    await page.fill("#art", "####\n#..#\n####");
    await page.click("#art-use");
    await settled(page);
    check("art is used", /exactly one|in 2 ways/.test(await say(page)), await say(page));
}

async function keyboard() {
    const page = await openPage("#tab=dominoes&board=8x8");

    await page.keyboard.press("?");
    check("keys are listed", await page.isVisible("#keys") && /random tiling/.test(await text(page, "#keys")));
    await page.keyboard.press("Escape");
    await page.keyboard.press("r");
    check("R draws lots", await says(page, /Drawn at random/, "#strip"), await text(page, "#strip"));
    await go(page, "#tab=dominoes&board=8x8-a1,a2");
    await go(page, "#tab=dominoes&board=8x8");
    const holes = () => page.evaluate(() => window.page.board.holes());

    await page.locator("#board").focus();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press(" ");
    await settled(page);
    check("space removes", await square(page, "a8").getAttribute("aria-label") === "a8, light, taken out",
        await square(page, "a8").getAttribute("aria-label"));
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Shift+ArrowRight");
    await settled(page);
    check("shift goes on with it", await holes() === 3, await holes());
    await page.keyboard.press("Control+z");
    await settled(page);
    check("Ctrl+Z", await holes() === 0, await holes());
    await page.context().close();
}

async function sharing() {
    const page = await openPage("#tab=dominoes&board=8x8-h8,a1");

    await page.waitForFunction(() => location.hash === "#tab=dominoes&board=8x8-h8,a1");
    for (const [format, sign] of [["svg", "<svg"], ["png", "PNG"], ["pdf", "%PDF"], ["tex", "tikzpicture"],
        ["draw-svg", "<svg"], ["draw-pdf", "%PDF"], ["draw-tex", "tikz"], ["puzzle", "#"]]) {
        if (oneFile && format === "draw-pdf") /* there is no cairo */
            continue;
        await page.evaluate(() => document.getElementById("share").open || document.getElementById("share").showModal());
        const [download] = await Promise.all([page.waitForEvent("download"), page.click(`[data-download=${format}]`)]);
        const saved = readFileSync(await download.path(), "latin1");

        check(`download ${format}`, saved.includes(sign), saved.slice(0, 60));
        if (format === "png")
            check("a PNG of twice the size", readFileSync(await download.path()).readUInt32BE(16) > 700);
    }
    await go(page, "#tab=tours&board=5x6");
    await page.evaluate(() => document.getElementById("share").open || document.getElementById("share").showModal());
    const [moving] = await Promise.all([page.waitForEvent("download"), page.click("[data-download=moving]")]);

    check("a tour that moves", /<animateMotion path="M[\d .L]+"/.test(readFileSync(await moving.path(), "utf8")));
    await page.context().close();
    await printed();
    await onPaper();
    await colours();
    await damaged();
    await commands();
}

/* What is saved by a button of the dialog, as bytes. */
async function saved(page, kind) {
    await page.evaluate(() => document.getElementById("share").open || document.getElementById("share").showModal());
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(`[data-download=${kind}]`)]);

    return download.path();
}

/* The operators of a PDF, after a look at its table of objects: all streams, unpacked. */
function pdfText(path) {
    const bytes = readFileSync(path), text = bytes.toString("latin1");
    const table = Number(/startxref\n(\d+)/.exec(text)[1]), places = text.slice(table).match(/\d{10} 00000 n/g).map(parseFloat);
    const streams = [...text.matchAll(/\/Length (\d+)( \/Filter \/FlateDecode)? >>\nstream\n/g)].map((found) => {
        const from = found.index + found[0].length, data = bytes.subarray(from, from + Number(found[1]));

        return (found[2] ? inflateSync(data) : data).toString("latin1");
    });

    check("a table that is right", places.every((place, i) => text.slice(place).startsWith(`${i + 1} 0 obj`)));
    return streams.join("\n") + text.slice(-2000);
}

/* PDF and TikZ look as the page does; all solutions, and steps that move. */
async function printed() {
    const page = await openPage("#tab=dominoes&board=4x4", { colorScheme: "light", reducedMotion: "reduce" });

    await page.click("#primary");
    await says(page, /number 1/);
    const pdf = pdfText(await saved(page, "pdf"));

    check("the PDF has the colours of the page", (pdf.match(/0\.373 0\.604 0\.827 rg/g) ?? []).length >= 4, pdf.slice(0, 200));
    const tex = readFileSync(await saved(page, "tex"), "utf8");

    check("and so has TikZ", tex.includes("fill={rgb,255:red,95;green,154;blue,211}") && (tex.match(/\\path/g) ?? []).length > 40, tex.slice(0, 200));
    const sheets = pdfText(await saved(page, "sheets"));

    check("36 tilings on sheets", sheets.includes("(36) Tj") && !sheets.includes("(37) Tj") && sheets.includes("(36 tilings) Tj"), sheets.slice(-300));
    await page.evaluate(() => document.getElementById("share").close());
    await page.click("text=Step by step");
    const steps = readFileSync(await saved(page, "moving"), "utf8");

    check("steps that move", (steps.match(/<rect[^>]*><animate attributeName="opacity" calcMode="discrete"/g) ?? []).length >= 8, steps.slice(0, 300));
    await page.evaluate(() => document.getElementById("share").close());
    await go(page, "#tab=pieces&board=3x20&pieces=pentominoes");
    const book = pdfText(await saved(page, "sheets"));

    check("all solutions of the pieces", book.includes("(8 solutions) Tj") && book.includes("(8) Tj"), book.slice(-300));
    check("with their colours", book.includes("0.184 0.424 0.659 rg"));
    await page.evaluate(() => document.getElementById("share").close());
    await go(page, "#tab=tours&board=6x6");
    await page.click("text=How it is made");
    await says(page, /Begin on/);
    check("a conversion that moves", /stroke-dasharray="8 12"[^>]*><animate/.test(readFileSync(await saved(page, "moving"), "utf8")));
    await page.evaluate(() => document.getElementById("share").close());
    await go(page, "#tab=graphs");
    check("a graph as SVG", /<circle/.test(readFileSync(await saved(page, "svg"), "utf8")));
    await page.evaluate(() => document.getElementById("share").close());
    await go(page, "#tab=dominoes&board=aztec:40");
    await page.click("#primary");
    await page.waitForTimeout(200);
    check("a painted board as SVG", /<image href="data:image\/png/.test(readFileSync(await saved(page, "svg"), "utf8")));
    check("and as PDF", pdfText(await saved(page, "pdf")).includes("/X0 Do"));
    check("no complaints about pictures", page.complaints.length === 0, page.complaints.join("; "));
    await page.context().close();
}

/* Paper is light, whatever the screen is: squares, lines and what a canvas shows. */
async function onPaper() {
    for (const fragment of ["#tab=tours&board=6x6", "#tab=dominoes&board=60x60-a1,b1"]) {
        const seen = [];

        for (const colorScheme of ["light", "dark"]) {
            const page = await openPage(fragment, { colorScheme, reducedMotion: "reduce" });
            const before = await sight(page);

            await page.emulateMedia({ media: "print", colorScheme });
            seen.push(await sight(page));
            check(`paper is light, the screen ${colorScheme}`, luminance(await colourAt(page, 1270, 4)) > 0.8, await colourAt(page, 1270, 4));
            await page.emulateMedia({ media: "screen", colorScheme });
            check(`the screen is ${colorScheme} again`, await sameSight(before, await sight(page)));
            await page.context().close();
        }
        check(`the same on paper: ${fragment}`, await sameSight(...seen));
    }
}

/* Colours o and x are colours, also after a reload. */
async function colours() {
    const page = await openPage("#tab=pieces&board=4x4&pieces=domino*");

    await page.click("[data-tool=draw]");
    for (const [colour, name] of [["o", "a1"], ["x", "c1"]]) {
        await page.evaluate(() => { document.getElementById("pieces-choice").open = true; });
        await page.fill("#brush", colour);
        await clickSquare(page, name);
    }
    await page.waitForTimeout(400);
    await page.reload();
    await settled(page);
    check("a colour o stays", await square(page, "a1").getAttribute("aria-label") === "a1, dark, colour o");
    check("both are written on their squares", await text(page, "#board .tints") === "ox", await text(page, "#board .tints"));
    check("a colour x stays", await square(page, "c1").getAttribute("aria-label") === "c1, dark, colour x");
    await page.context().close();
}

/* A damaged link says so, and takes nothing away. */
async function damaged() {
    const page = await openPage("#tab=dominoes&board=8x8-a1,b1,c1,d1");

    await page.waitForTimeout(400);
    for (const link of ["#tab=dominoes&board=9999x999", "#tab=foo"]) {
        await page.goto("about:blank");
        await page.goto(address + link);
        await settled(page);
        check(`${link} is reported`, /9999x999|foo/.test(await text(page, "#toast")) && await page.isVisible("#toast"),
            await text(page, "#toast"));
        await page.waitForTimeout(400);
        check(`${link} leaves the address`, page.url().endsWith(link), page.url());
        check(`${link} leaves the drawing`, await page.evaluate(() => window.page.board.holes()) === 4);
    }
    await page.goto("about:blank");
    await page.goto(address);
    await settled(page);
    check("the drawing is still there", await page.evaluate(() => window.page.board.holes()) === 4);
    await page.context().close();
}

/* The command that the page copies, run in a shell, against what the page says. */
async function commands() {
    const page = await openPage("", { permissions: ["clipboard-read", "clipboard-write"] });

    for (const [fragment, output, code] of [
        ["tab=dominoes&board=8x8-h8,a1", /30 dark squares against 32/, 1],
        ["tab=dominoes&board=rows:xxx.oxo.xxx.oxo", /^impossible: /, 1],
        ["tab=dominoes&board=4x5-a1,b1", /^[A-Z.]{5}\n/, 0],
        ["tab=pieces&board=3x4&pieces=L3*", /^[A-Z]{4}\n/, 0],
        ["tab=pieces&board=2x2&pieces=&drawn=piece+K+copies%3D2+flip%3Dno%0A%23%23%0A", /^[A-Z]{2}\n/, 0],
        ["tab=cover&cover=a+b+c%0Aa+b%0Ac%0A", /^a b\nc/, 0],
        ["tab=tours&board=4x5&open=1&from=a1", /^ *\d+ /, 0],
        ["tab=tours&board=6x6&symmetric=180", /^ *\d+ /, 0],
        ["tab=tours&board=6x6&leaper=0,1", /^ *\d+ /, 0],
        ["tab=tours&board=4x4&leaper=0,1*&moves=a1-a4,!a1-a2", /^ *\d+ /, 0],
    ]) {
        await go(page, `#${fragment}`);
        await page.evaluate(() => document.getElementById("share").close());
        await page.click("#open-share");
        await page.click("#copy-command");
        await says(page, /copied/, "#toast");
        const command = await page.evaluate(() => navigator.clipboard.readText());
        const { stdout, status } = spawnSync("bash", ["-c", command], { encoding: "utf8",
            env: { ...process.env, PATH: `${dirname(binary)}:${process.env.PATH}` } });

        check(`the command for ${fragment}`, status === code && output.test(stdout), `${command} -> ${status}: ${stdout}`);
    }
    await page.context().close();
}

/* The server ends and comes back at the same port. */
async function lost() {
    const { server, at } = await startServer();
    const page = await openPage("#tab=dominoes&board=4x4", {}, at);

    server.removeAllListeners("exit");
    const gone = new Promise((resolve) => server.once("exit", resolve));

    server.kill();
    check("the server ends when asked", await gone === 0);
    await page.locator("#board").focus();
    await page.keyboard.press(" ");
    check("a lost server is reported", await says(page, /does not answer/), await say(page));
    const again = await startServer(new URL(at).port);

    check("and waited for", await says(page, /^No/, "#word"), await word(page));
    await page.click("#theme");
    const theme = await page.evaluate(() => document.documentElement.dataset.theme);

    await page.goto(at);
    await settled(page);
    check("the drawing and the theme live on", await page.evaluate(() => window.page.board.holes()) === 1 &&
        await page.evaluate(() => document.documentElement.dataset.theme) === theme);
    again.server.kill();
    await page.context().close();
}

/* ---- pieces ---- */

async function pieces() {
    const page = await openPage("", { reducedMotion: "reduce" });

    await page.click(".tab[data-tab=pieces]");
    await settled(page);
    check("pieces begin with a board they fit", await page.evaluate(() => window.page.board.spec()) === "6x10");
    await quiet(page);
    check("and with a yes", await word(page) === "Yes", `${await word(page)} ${await say(page)}`);
    await page.click("#primary");
    check("all of them", await says(page, /^There are 9.356 solutions, 2.339 essentially different/), await say(page));
    const wide = await page.locator("#wide").boundingBox(), tray = await page.locator("#tray").boundingBox();

    check("the gallery is as wide as the board", Math.abs(wide.width - tray.width) < 4, `${wide.width} and ${tray.width}`);
    check("and directly below it, in view", wide.y > tray.y + tray.height && wide.y < 800, wide.y);
    await page.click("#next");
    check("the next one", await says(page, /^2 of/, "#number"));
    await page.locator("#gallery").evaluate((box) => { box.scrollTop = box.scrollHeight / 2; });
    await page.waitForTimeout(100);
    check("only thumbnails in sight exist", await page.locator(".thumbnail").count() < 80);
    await page.click(".fchip:has-text('Symmetric')");
    check("few are symmetric", Number((await text(page, "#gallery-title")).replace(/\D/g, "")) < 200, await text(page, "#gallery-title"));
    await go(page, "#tab=pieces&board=8x8&pieces=pentominoes");
    check("areas that differ", await word(page) === "No" && /60 squares, the board has 64/.test(await say(page)), await say(page));
    await page.click("#primary");
    await settled(page);
    check("with a way out", await page.evaluate(() => window.page.board.spec()) === "6x10", await text(page, "#primary"));
    await page.evaluate(() => { document.getElementById("pieces-choice").open = true; });
    await page.fill("#sets", "moon");
    await page.press("#sets", "Enter");
    check("an unknown set", await says(page, /moon/), await say(page));
    await page.click("#open-examples");
    await page.locator(".card", { hasText: "Puzzle of 1962" }).click();
    await settled(page);
    await page.click("text=Count");
    check("the puzzle of 1962", await says(page, /22 solutions, 11 essentially/), await say(page));
    await watched(page);
    await coloured(page);
    await byHand(page);
    await ownPieces(page);
    await page.context().close();
}

/* Pieces of 1962 that lie show the colours of their squares, where their names do not stand. */
async function coloured(page) {
    await page.click("#primary");
    await says(page, /^1 of 22/, "#number");
    for (const name of ["a8", "b8", "d8", "e8"]) {
        const [x, y] = await middle(page, name), colour = await page.evaluate((one) => window.page.board.cells[window.page.board.placeOf(one)], name);

        check(`the piece on ${name} shows its colour`, colour === (luminance(await colourAt(page, x, y)) > 0.9 ? "w"
            : luminance(await colourAt(page, x, y)) < 0.1 ? "b" : "none"), `${colour}: ${await colourAt(page, x, y)}`);
    }
    await shot(page, "puzzle");
}

/* The search of 1962, move by move. */
async function watched(page) {
    await page.evaluate(() => { document.getElementById("unique").checked = true; });
    await page.click("#watch");
    for (const told of [/^Move 1: A is laid on a8. Next on f8: 14 of 40 lays fit/,
        /^Move 2: B is laid on f8/, /^Move 3: F is laid on g8. Next on c7: 12 of 40 lays fit/]) {
        await page.click("text=One move");
        check(`the search, ${told.source.slice(1, 8)}`, await says(page, told), await say(page));
    }
    check("three pieces lie", await page.locator("#board .pc").count() === 3);
    check("what fits next is shown", await says(page, /12 lays fit next/, "#slots-title"), await text(page, "#slots-title"));
    await shot(page, "watched");
    await page.click("text=Leave");
    check("and is left", await page.locator("#board .pc").count() === 0);
    await page.evaluate(() => { document.getElementById("unique").checked = false; });
}

async function byHand(page) {
    await go(page, "#tab=pieces&board=6x10&pieces=pentominoes");
    await page.click(".slot[aria-label^=I]");
    const from = await page.locator(".slot[aria-label^=I]").boundingBox(), to = await middle(page, "c6");

    await page.mouse.move(from.x + 30, from.y + 30);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 8 });
    await page.mouse.up();
    await settled(page);
    check("a piece is dragged onto the board", await says(page, /can still be finished, in 618 ways/), await say(page));
    await page.reload();
    await settled(page);
    check("and lies there after a reload", await says(page, /618 ways/), await say(page));
    await page.click(".slot[aria-label^=X]");
    await clickSquare(page, "b2");
    await settled(page);
    check("another is put down", await says(page, /Two pieces lie/), await say(page));
    await clickSquare(page, "b2");
    check("and lifted", await says(page, /Put X down/, "#strip"), await text(page, "#strip"));
    await page.keyboard.press("r");
    await page.keyboard.press("Escape");
    await go(page, "#tab=pieces&board=6x10&placed=I5:a5,b5,c5,d5,e5");
    check("a dead end is reported", await word(page) === "No" || /finished, in/.test(await say(page)), await say(page));
}

async function ownPieces(page) {
    await go(page, "#tab=pieces&board=2x3&pieces=");
    await page.click("text=Draw your own pieces");
    for (const name of ["P1", "P2"]) {
        for (const place of [1, 2, 7])
            await page.click(`.editor-grid button:nth-child(${place})`);
        await page.click(".editor-add");
        await settled(page);
        check(`a piece without a name is ${name}`, await page.locator(`#own b:text-is("${name}")`).count() === 1,
            await say(page) + await text(page, "#editor .error") + page.url());
        await page.reload();
        await settled(page);
        await page.click("text=Draw your own pieces");
    }
    await page.click("[aria-label='remove P2']");
    await settled(page);
    check("one is too few", /3 squares, the board has 6/.test(await say(page)), await say(page));
    await page.fill("[aria-label^='P1: copies to']", "2");
    await page.press("[aria-label^='P1: copies to']", "Enter");
    await settled(page);
    await quiet(page);
    check("copies are changed", await word(page) === "Yes", await say(page));
    for (const label of ["P1 may be turned", "P1 may be turned over"]) {
        await page.click(`[aria-label='${label}']`);
        await settled(page);
    }
    await quiet(page);
    check("without turns there is none", await word(page) === "No", await say(page));
    check("and it says why, as a sentence", /^[A-Z].*\.$/.test(await say(page)), await say(page));
}

/* ---- covers ---- */

async function covers() {
    const page = await openPage("#tab=cover");

    await page.click("#primary");
    check("a cover", await says(page, /exactly one solution/), await say(page));
    check("its options are marked", await page.locator("#matrix tr.chosen").count() === 3);
    await page.fill("#cover-text", "a b c\na b\nc d\n");
    check("an error at its line", await says(page, /Line 3/, "#cover-error"), await text(page, "#cover-error"));
    await page.fill("#cover-text", "");
    await page.waitForTimeout(600);
    check("an empty text stays empty", await page.inputValue("#cover-text") === "");
    await page.fill("#cover-text", "a b c\na b\n");
    await says(page, /3 items and 1 option\./);
    await page.click("#primary");
    check("an impossible cover", await says(page, /^No/, "#word"), await word(page));
    await page.click("#cover-examples >> text=Colours");
    await settled(page);
    check("colours are in the matrix", /A/.test(await text(page, "#matrix tbody")), await text(page, "#matrix tbody"));
    for (const [name, pattern] of [["Queens", /There are 4 solutions/], ["Langford", /There are 2 solutions/],
        ["Sudoku", /exactly one solution|There are/]]) {
        await page.click(`#cover-examples >> text=${name}`);
        await settled(page);
        await page.click("#primary");
        check(`example ${name}`, await says(page, pattern), await say(page));
    }
    check("a number in each cell of the sudoku is marked", await page.locator("#matrix tr.chosen").count() === 16);
    await grids(page);
    await page.context().close();
}

/* Solutions of covers about a grid are seen as that grid, row by row. */
async function grids(page) {
    const marks = () => page.locator("#cover-grid text").evaluateAll((all) => all.map((one) => [Number(one.getAttribute("y")),
        Number(one.getAttribute("x")), one.textContent]).sort(([y, x], [v, u]) => y - v || x - u).map(([, , mark]) => mark).join(""));
    const look = async () => (await page.locator("#cover-grid").screenshot()).toString("base64");
    const solved = async () => {
        await settled(page);
        const before = await look();

        await page.click("#primary");
        await says(page, /solution/);
        return difference(before, await look());
    };

    check("the sudoku is filled in", await marks() === "1324423124133142", await marks());
    check("its list has its rows", await text(page, "#cover-solutions button") === "1324 4231 2413 3142", await text(page, "#cover-solutions"));
    await page.click("#cover-examples >> text=Queens");
    check("queens are seen", await solved() > 200 && await page.locator("#cover-grid .grid-queen").count() === 6);
    const first = await look();

    await page.click("#cover-solutions li:nth-child(2) button");
    check("the next ones elsewhere", await difference(first, await look()) > 200);
    await judge(page, "queens");
    await shot(page, "queens");
    await page.click("#cover-examples >> text=Langford");
    check("pairs are seen", await solved() > 200 && /^(41312432|23421314)$/.test(await marks()), await marks());
    await go(page, `#tab=cover&cover=${encodeURIComponent("p00 p01 p10 p11 r00 r01 r10 r11 c00 c01 c10 c11\n" +
        "p00 r00 c00\np01 r00 c10\np01 r01 c11\np10 r10 c00\np10 r11 c01\np11 r10 c10\np11 r11 c11\n")}`);
    check("a given digit is there before, and digits begin with one", await marks() === "1", await marks());
    await solved();
    check("and then the others", await marks() === "1221", await marks());
    await page.click("#cover-examples >> text=Knuth");
    await settled(page);
    check("another cover is no grid", !await page.isVisible("#cover-grid"));
}

/* ---- tours ---- */

async function tours() {
    const page = await openPage("#tab=tours&board=8x8", { reducedMotion: "reduce" });

    check("a closed tour", /walk over all 64 squares and come home/.test(await say(page)), await say(page));
    const whole = await sight(page);

    await page.locator("#strip input").fill("10");
    check("the scrubber goes back in time", await says(page, /move 10 of 64/, "#strip") &&
        !await sameSight(whole, await sight(page)));
    await shot(page, "tour");
    await page.click("text=Count");
    check("a long count shows progress", await says(page, /^Counting/, "#word") && await page.isVisible("#progress"));
    check("and can be stopped", await text(page, "#primary") === "Stop");
    await page.click("#primary");
    check("it is stopped", await says(page, /Stopped/, "#strip"));
    await ends(page);
    await movesOfTours(page);
    await walking(page);
    await go(page, "#tab=tours&board=4x8");
    check("4 by 8 has none", await word(page) === "No", await word(page));
    check("its parts are numbered", await page.locator("#board .part-no").count() > 10);
    await go(page, "#tab=tours&board=8x8&leaper=1,3");
    check("a camel never leaves its colour", await word(page) === "No" && !/ 0 /.test(await text(page, "#strip")), await text(page, "#strip"));
    await go(page, "#tab=tours&board=6x6");
    check("tours are counted", await says(page, /9.862 closed tours/), await say(page));
    await go(page, "#tab=tours&board=5x5&open=1&from=a1");
    check("with a start no direction is counted twice", await says(page, /304 open tours\./), await say(page));
    await page.context().close();
}

/* A start that is no longer on the board is none. */
/* Numbers from docs/tours.md, where the command counts the same. */
async function movesOfTours(page) {
    await go(page, "#tab=tours&board=6x6");
    await page.click("[data-tool=lock]");
    for (const [name, count] of [["must", "620"], ["must not", "9.242"], ["may", "9.862"]]) {
        await clickSquare(page, "c3");
        await clickSquare(page, "d5");
        check(`a move that tours ${name} use`, await says(page, new RegExp(`${count} closed`)), await say(page));
    }
    await clickSquare(page, "a1");
    await clickSquare(page, "a2");
    check("what is no leap is said", /a2 is not a leap away from a1/.test(await text(page, "#strip")), await text(page, "#strip"));
    await go(page, "#tab=tours&board=6x6&moves=!a1-b3");
    check("a move that a corner needs", await word(page) === "No" && /a1|one leap|1 move/.test(await say(page) + await text(page, "#strip")),
        await say(page));
    await go(page, "#tab=tours&board=4x4&leaper=0,1*");
    check("a rook rides", await says(page, /A rook .*284.112 closed/), await say(page));
}

async function ends(page) {
    await go(page, "#tab=tours&board=8x8&open=1&from=a1&to=h8");
    await go(page, "#tab=tours&board=8x8-a1,a2&open=1&from=a1&to=h8");
    check("a lost start is no error", await word(page) !== "Error", await say(page));
    await go(page, "#tab=tours&board=6x6&open=1&from=h8");
    check("nor one beside the board", await word(page) === "Yes", await say(page));
    await clickSquare(page, "c3");
    check("a click chooses the start", await page.evaluate(() => window.page.state.from) === "c3");
    await clickSquare(page, "c3");
    check("and frees it", await page.evaluate(() => window.page.state.from) === null);
}

async function walking(page) {
    await go(page, "#tab=tours&board=5x5");
    await page.click("[data-tool=walk]");
    const empty = await sight(page);

    await page.click("text=Hint");
    const hinted = await sight(page);

    check("where to begin is said, and seen", /a5: from there.*Warnsdorff/.test(hinted.words) && !await sameSight(empty, hinted), hinted.words);
    await clickSquare(page, "a1");
    await clickSquare(page, "b3");
    check("a walk", await says(page, /^2 of 25/, "#word"), await word(page));
    const before = await sight(page);

    await page.mouse.click(...await middle(page, "e5"));
    check("a wrong leap is said", await says(page, /e5 is not a leap away from b3/, "#strip"), await text(page, "#strip"));
    await page.mouse.move(2, 2);
    check("and seen", !await sameSight(before, { picture: (await page.locator("#tray").screenshot()).toString("base64") }));
    await page.waitForTimeout(400);
    await page.reload();
    await settled(page);
    check("a walk lives on", await says(page, /^2 of 25/, "#word"), await word(page));
    await page.click("text=Hint");
    check("a hint", await says(page, /Warnsdorff/, "#strip"));
    await page.keyboard.press("Control+z");
    await page.click("text=Leave");
    await settled(page);
}

/* ---- the story ---- */

async function story() {
    const page = await openPage("#tab=dominoes&board=5x5-a1", { reducedMotion: "reduce" });

    await page.click(".tab[data-tab=story]");
    for (let scene = 1; scene <= 7; scene++) {
        check(`scene ${scene}`, await says(page, new RegExp(`Scene ${scene} of 7`), "#story"));
        await page.waitForTimeout(150);
        await shot(page, `story-${scene}`);
        if (scene < 7)
            await page.click("#story .primary");
    }
    for (const name of ["b1", "a2"])
        await clickSquare(page, name);
    check("unequal colours are reported", await says(page, /Make them equal/, "#strip"), await text(page, "#strip"));
    for (const name of ["h8", "g1"])
        await clickSquare(page, name);
    check("the board is broken with four", await says(page, /Broken with 4 squares/, "#strip"), await text(page, "#strip"));
    await page.click(".tab[data-tab=dominoes]");
    await settled(page);
    check("the own board is as it was", await page.evaluate(() => window.page.board.spec()) === "5x5-a1");
    await page.context().close();
}

/* ---- the phone ---- */

async function touch() {
    const page = await openPage("#tab=dominoes&board=8x8", phone);
    const client = await page.context().newCDPSession(page);
    const finger = (type, ...points) => client.send("Input.dispatchTouchEvent", { type,
        touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    const holes = () => page.evaluate(() => window.page.board.holes());
    const box = () => page.locator("#tray").boundingBox();
    const before = await box();

    await finger("touchStart", await middle(page, "a8"));
    for (const name of ["b8", "c8", "d8", "e8", "f8"]) {
        await finger("touchMove", await middle(page, name));
        await sleep(60);
    }
    await finger("touchEnd");
    await settled(page);
    check("a drag takes out what the finger saw", await page.evaluate(() => window.page.board.spec()) === "8x8-a8,b8,c8,d8,e8,f8",
        await page.evaluate(() => window.page.board.spec()));
    check("the board did not move", JSON.stringify(before) === JSON.stringify(await box()), JSON.stringify(await box()));
    await page.tap("#dock-undo");
    await settled(page);
    check("undo on the phone", await holes() === 0, await holes());
    await pinching(page, finger, holes);
    await page.tap("#dock-primary");
    await says(page, /number 1/);
    check("the board stays in view", (await box()).y >= 0 && (await box()).y + (await box()).height < 700);
    const primary = await page.locator("#dock-primary").boundingBox();

    check("the action is within reach", primary.y + primary.height <= 844 && primary.y > 700, primary.y);
    await page.selectOption("#mode", "pieces");
    await settled(page);
    check("a verdict has the same height everywhere", (await page.locator("#answer").boundingBox()).height === 92);
    await page.tap(".slot[aria-label^=X]");
    check("words beside buttons can be read", await page.locator("#strip .text").evaluate((one) =>
        /It snaps/.test(one.textContent) && one.scrollHeight <= one.clientHeight + 2), await text(page, "#strip"));
    await page.tap(".slot[aria-label^=X]");
    await page.tap("#dock-primary");
    await says(page, /9.356 solutions/);
    await page.locator("#wide").scrollIntoViewIfNeeded();
    check("thumbnails and the board are both in view", (await page.locator(".thumbnail").first().boundingBox()).y < 760 &&
        (await box()).y >= 140, (await box()).y);
    for (let scene = 1; scene <= 7; scene++) {
        await go(page, `#tab=story&scene=${scene}`);
        const options = await page.locator("#dock-options").boundingBox();

        check(`scene ${scene} is as wide as the phone`, options.x + options.width <= 390, options.x + options.width);
    }
    await go(page, "#tab=cover");
    await page.click("#cover-examples >> text=Sudoku");
    await settled(page);
    const [grid, label] = [await page.locator("#cover-grid").boundingBox(), await page.locator("#cover-edit label").boundingBox()];

    check("a grid has its room", grid.width > 250 && grid.y + grid.height <= label.y, `${grid.y + grid.height} and ${label.y}`);
    check("no complaints on the phone", page.complaints.length === 0, page.complaints.join("; "));
    await page.context().close();
}

async function pinching(page, finger, holes) {
    const [x, y] = await middle(page, "d5");
    const width = () => page.evaluate(() => document.getElementById("board").viewBox.baseVal.width);
    const whole = await width();

    await finger("touchStart", [x - 20, y]);
    await finger("touchStart", [x - 20, y], [x + 20, y]);
    for (const far of [40, 60, 80])
        await finger("touchMove", [x - far, y], [x + far, y]);
    await finger("touchEnd");
    await settled(page);
    check("two fingers zoom", await width() < whole / 2, `${whole} to ${await width()}`);
    check("and draw nothing", await holes() === 0, await holes());
    await page.tap("[data-tool=move]");
    const left = () => page.evaluate(() => document.getElementById("board").viewBox.baseVal.x);
    const from = await left();

    await finger("touchStart", [x, y]);
    await finger("touchMove", [x - 50, y]);
    await finger("touchEnd");
    check("one finger moves the board", await left() > from && await holes() === 0, `${from} to ${await left()}`);
    await page.evaluate(() => document.getElementById("zoom-whole").click());
    check("the whole board again", await page.waitForFunction((wanted) =>
        document.getElementById("board").viewBox.baseVal.width === wanted, whole).then(() => true, () => false), await width());
    await page.tap("[data-tool=draw]");
    await page.tap("#dock-options");
    const sheet = await page.locator("#boards").boundingBox(), board = await page.locator("#tray").boundingBox();

    check("the sheet opens below the board", sheet.y >= board.y + board.height - 4, `${sheet.y} ${board.y + board.height}`);
    await page.tap("#boards [data-close]");
}

/* ---- graphs, sequences, conversion ---- */

async function graphs() {
    const page = await openPage("#tab=graphs", { reducedMotion: "reduce" });
    const spot = async (x, y) => {
        const box = await page.locator("#graph").boundingBox();

        return [box.x + x / 640 * box.width, box.y + y / 640 * box.height];
    };

    await quiet(page);
    check("once around the world", /visits all 20 vertices\. There are 30\./.test(await say(page)), await say(page));
    const whole = (await page.locator("#graph").screenshot()).toString("base64");

    await page.locator("#strip input").fill("3");
    check("a tour by edges", await says(page, /edge 3 of 20/, "#strip"), await text(page, "#strip"));
    check("is seen", await difference(whole, (await page.locator("#graph").screenshot()).toString("base64")) > 200);
    await page.click("#graph-examples >> text=Petersen");
    await settled(page);
    check("Petersen's has none", await word(page) === "No", await say(page));
    await page.click("#primary");
    await settled(page);
    check("but an open one", await word(page) === "Yes" && /A path visits all 10/.test(await say(page)), await say(page));
    await go(page, "#tab=graphs&graph=1+2%0A2+3%0A3+1%0A3+4%0A4+5%0A5+3%0A");
    check("a vertex that cuts", /Without the vertex 3 the graph falls into 2 parts/.test(await say(page)), await say(page));
    check("is crossed", await page.locator("#graph .cross").count() === 1);
    const [cross, name] = await Promise.all(["#graph .cross", "#graph .marked text"].map((one) => page.locator(one).boundingBox()));

    check("and its name stands beside the cross", await text(page, "#graph .marked text") === "3" && name.x >= cross.x + cross.width,
        JSON.stringify([cross, name]));
    await go(page, "#tab=graphs&graph=a+b+c%0A");
    check("a mistake in the text is reported", await word(page) === "Not yet" && /line 1/i.test(await say(page)), await say(page));
    await page.click("#graph-clear");
    await settled(page);
    for (const [x, y] of [[120, 120], [500, 120], [320, 480]])
        await page.mouse.click(...await spot(x, y)), await settled(page);
    for (const [from, to] of [[[120, 120], [500, 120]], [[500, 120], [320, 480]], [[320, 480], [120, 120]]]) {
        await page.mouse.move(...await spot(...from));
        await page.mouse.down();
        await page.mouse.move(...await spot(...to), { steps: 4 });
        await page.mouse.up();
        await settled(page);
    }
    await quiet(page);
    check("a triangle drawn by hand", /closed tour visits all 3 vertices. There is exactly one/.test(await say(page)), await say(page));
    check("is written", (await page.inputValue("#graph-text")).trim().split("\n").length === 6, await page.inputValue("#graph-text"));
    await page.waitForTimeout(400);
    await page.reload();
    await settled(page);
    const [x, y] = await page.evaluate(() => window.page.tab.at[2]);

    check("and lies where it was drawn", Math.hypot(x - 320, y - 480) < 4, `${x} ${y}`);
    await page.click("[data-tool=erase]");
    await page.mouse.click(...await spot(310, 120));
    await settled(page);
    check("an edge is removed", await word(page) === "No" && /2 edges/.test(await text(page, "#graph-size")), await text(page, "#graph-size"));
    check("no complaints about graphs", page.complaints.length === 0, page.complaints.join("; "));
    await page.context().close();
}

async function sequences() {
    const page = await openPage("#tab=sequences");

    check("a rule for 4 by N", await word(page) === "A rule" && await says(page, /a\(n\) = a\(n−1\) \+ 5 a\(n−2\) \+ a\(n−3\) − a\(n−4\)/, "#strip"),
        await text(page, "#strip"));
    check("boards and numbers", /36N = 4/.test(await text(page, "#sequence-cards")), await text(page, "#sequence-cards"));
    check("a quotient", /\/ \(1 − x − 5x² − x³ \+ x⁴\)/.test(await text(page, "#sequence-quotient")), await text(page, "#sequence-quotient"));
    await page.click("#primary");
    await says(page, /N = 24/, "#sequence-cards");
    check("more terms", await page.locator(".term").count() === 24, await page.locator(".term").count());
    await page.click("#sequence-examples >> text=Diamonds");
    check("diamonds are powers of two", await says(page, /1.024N = 4/, "#sequence-cards"), await text(page, "#sequence-cards"));
    await go(page, "#tab=sequences&family=5xN&seqtour=1,2+open&terms=5");
    check("tours are counted, too", await says(page, /1.728N = 5/, "#sequence-cards"), await text(page, "#sequence-cards"));
    await page.fill("#family", "4xM");
    await page.press("#family", "Enter");
    check("a family without N is reported", await says(page, /Not yet/, "#word"), await say(page));
    await go(page, "#tab=sequences&family=2xN&terms=6");
    await page.click(".term >> nth=5");
    await settled(page);
    check("a click opens the board", await page.evaluate(() => window.page.board.spec()) === "2x6" && /13 ways/.test(await say(page)), await say(page));
    await page.context().close();
}

/* How a tour is made: the walk, the cuts, the cycles, the joins. */
async function making() {
    const page = await openPage("#tab=tours&board=6x6", { reducedMotion: "reduce" });
    const look = async () => (await page.locator("#tray").screenshot()).toString("base64");

    await page.click("text=How it is made");
    check("Warnsdorff begins", await says(page, /^Begin on/), await say(page));
    await page.locator("#strip input").fill("0"); /* which pauses, too */
    const seen = [];

    for (const words of [/an open tour/, /close a cycle/, /falls into 2 cycles/, /They are parallel/, /One cycle is left/]) {
        await page.click("#others >> text=One step");
        check(`the conversion: ${words.source}`, await says(page, words), await say(page));
        seen.push(await look());
    }
    for (let i = 1; i < seen.length; i++)
        check(`step ${i + 2} is another picture`, await difference(seen[i - 1], seen[i]) > 100);
    await page.click("text=Leave");
    await page.click("text=Rules for");
    await page.selectOption("[data-rule=cut]", "even");
    await settled(page);
    await page.click("text=How it is made");
    check("another rule is followed", await says(page, /Begin on/), await say(page));
    check("and is in the link", await page.waitForFunction(() => location.hash.includes("rules=cut%3Deven") || location.hash.includes("rules=cut=even")).then(() => true, () => false), page.url());
    await page.context().close();
}

/* A no with a way out, and a colouring that proves it. */
async function advice() {
    const page = await openPage("#tab=pieces&board=3x4&pieces=L3", { colorScheme: "light" });

    check("advice is said", await says(page, /star after the name \(L3\*\)/, "#strip"), await text(page, "#strip"));
    await page.click("#others >> text=Any number");
    await settled(page);
    check("and taken", await word(page) === "Yes" && await page.evaluate(() => window.page.state.pieces) === "L3*", await say(page));
    await go(page, "#tab=pieces&board=8x8-c4&pieces=I3*");
    check("numbers prove it", /every I3 sums to 0 modulo 2, but the board to 1/.test(await say(page)), await say(page));
    check("and stand on the board", await says(page, /^1011011001101101/, "#board .proof"), await text(page, "#board .proof"));
    const plain = await sight(page);

    await page.selectOption("#colouring", "diagonal3");
    check("a colouring counts", await says(page, /20, 22 and 21 squares.*covers as many of each: so there is no solution/, "#colouring-words"),
        await text(page, "#colouring-words"));
    check("and is seen", !await sameSight(plain, await sight(page)));
    await page.context().close();
}

/* ---- free squares, rules, puzzles made to order, numbers of tours ---- */

/* Numbers from docs/packings.md and docs/rules.md, where the command counts the same. */
async function conditions() {
    const page = await openPage("#tab=pieces&board=8x8&pieces=pentominoes", { colorScheme: "light", reducedMotion: "reduce" });
    const bareBefore = await shareOf(page, [0xf6, 0xef, 0xdf]);

    await page.click("#others >> text=Leave 4 free");
    check("four squares may stay free", await says(page, /can cover this board/), await say(page));
    await page.click("#others >> text=Find one");
    check("a packing", await says(page, /^1 of 1/, "#number"));
    await page.mouse.move(2, 2);
    const bare = await shareOf(page, [0xf6, 0xef, 0xdf]);

    check("leaves a few squares bare", bare > 0.002 && bare < bareBefore / 3, `${bare} of ${bareBefore}`);
    await shot(page, "packing");
    await go(page, "#tab=pieces&board=3x3&pieces=domino*&free=1");
    await page.click("#others >> text=Count");
    check("packings are counted", await says(page, /There are 18 solutions/), await say(page));
    await go(page, "#tab=pieces&board=5x5&pieces=T4*");
    await page.click("#others >> text=Cover the most");
    check("the best packing", await says(page, /^20 of 25/, "#word"), await word(page));
    check("is proved to be the best", await says(page, /Proved/, "#word .chip") && /20 squares can be covered, and no more/.test(await say(page)), await say(page));
    await shot(page, "best-packing");
    await page.click("#primary");
    check("and all of them can be asked for", await says(page, /^Yes/, "#word") && await page.inputValue("#free") === "5", await say(page));
    await mostOfAll(page);
    await go(page, "#tab=pieces&board=6x6&pieces=domino*");
    await page.evaluate(() => { document.getElementById("conditions").open = true; });
    await page.check("[data-law=no-faults]");
    await settled(page);
    check("6 by 6 has no tiling without faults", await word(page) === "No", await say(page));
    await page.uncheck("[data-law=no-faults]");
    check("and without the rule it has", await says(page, /^Yes/, "#word"));
    await page.fill("#laws", "apart moon");
    await page.press("#laws", "Enter");
    check("a rule that is none is said", await says(page, /moon/), await say(page));
    let ways = 0;

    for (const placed of ["domino:a1,b1", "domino:a1,a2"]) {
        await go(page, `#tab=pieces&board=5x6&pieces=domino*&laws=no-faults&placed=${placed}`);
        check(`with rules and ${placed}`, await says(page, /can still be finished, in \d+ ways?|cannot be finished/), await say(page));
        ways += Number(/in (\d+) way/.exec(await say(page))?.[1] ?? 0);
    }
    check("one of them is in each of the six", ways === 6, ways);
    await page.click("text=One at random");
    check("one at random has what lies", await says(page, /^1 of 1/, "#number"));
    await page.context().close();
}

/* As many pieces, or points, as possible: numbers of docs/packings.md. */
async function mostOfAll(page) {
    await go(page, "#tab=pieces&board=5x6&pieces=X5*");
    const empty = await sight(page);

    check("points need weights", await page.isDisabled("#pack-points"));
    await page.click("#pack-pieces");
    check("the most pieces", await says(page, /^3 pieces/, "#word") && /No packing has more than 3\./.test(await say(page)), await say(page));
    check("confirmed", await says(page, /Checked/, "#word .chip") && /15 squares stay free\. Confirmed/.test(await text(page, "#strip")),
        await text(page, "#strip"));
    check("they lie on the board", !await sameSight(empty, await sight(page)));
    check("as a command", / --max=pieces$/.test(await commandOf(page)), await commandOf(page));
    await page.click("#primary");
    check("the best of them", await says(page, /^1 of 12/, "#number"), await text(page, "#number"));
    await page.waitForFunction(() => document.querySelectorAll(".thumbnail .caption").length === 12).catch(() => {});
    check("each with its pieces", /^3[32]*2?$/.test((await page.locator(".thumbnail .caption").allTextContents()).join("")),
        await page.locator(".thumbnail .caption").allTextContents());
    await page.click("#others >> text=Clear");
    check("they can be cleared", await sameSight(empty, await sight(page)));
    await go(page, "#tab=pieces&board=4x5&pieces=pentominoes&weights=all+=+1;+X5,W5+=+5");
    await page.click("#pack-points");
    check("the most points", await says(page, /^13 points/, "#word"), await word(page));
    check("which a plain search did not confirm", await page.locator("#word .chip").count() === 0);
    check("as a command, too", / --max=points$/.test(await commandOf(page)), await commandOf(page));
    await shot(page, "most-points");
    await judge(page, "the most points");
}

/* Puzzles of docs/make.md. */
async function makes() {
    const page = await openPage("#tab=pieces&board=6x10", { colorScheme: "light" });

    await page.click(".panel [data-make=letters]");
    check("a dialogue", await page.isVisible("#maker"));
    await judge(page, "make a puzzle");
    await shot(page, "maker");
    await page.fill("#make-seed", "0");
    await page.click("#make-it");
    check("a puzzle is made", await says(page, /exactly one solution, made with the seed 0: \d+ letters given/, "#strip"), await text(page, "#strip"));
    const letters = Number(/(\d+) letters/.exec(await text(page, "#strip"))?.[1]);

    check("its letters stand on the board", letters > 1 && (await text(page, "#board .tints")).length === letters &&
        await page.locator("rect[aria-label*=' colour ']").count() === letters, await text(page, "#board .tints"));
    await shot(page, "letters");
    await page.click("#others >> text=Count");
    check("it has one solution", await says(page, /exactly one solution/), await say(page));
    await page.click(".panel [data-make=letters]");
    await page.fill("#make-pieces", "moon");
    await page.click("#make-it");
    check("what cannot be made is said", await says(page, /moon/, "#make-words"), await text(page, "#make-words"));
    await page.fill("#make-pieces", "pentominoes");
    await page.fill("#make-easiest", "1000000000");
    await page.click("#make-it");
    check("work is seen", await says(page, /tr(y|ies) in .*second.*up to \d+ (seconds|minutes)/, "#make-words"), await text(page, "#make-words"));
    check("and can be stopped", await text(page, "#make-it") === "Stop");
    await page.click("#make-it");
    await page.waitForTimeout(600);
    check("which ends it", await text(page, "#make-it") === "Make it" && await text(page, "#make-words") === "", await text(page, "#make-words"));
    await page.fill("#make-easiest", "");
    await page.selectOption("#make-kind", "numbers");
    await page.fill("#make-highest", "3");
    await page.fill("#make-seed", "0");
    await page.click("#make-it");
    check("numbers for dominoes", await says(page, /20 numbers given/, "#strip"), await text(page, "#strip"));
    check("stand on the board", await says(page, /^[0-3]{20}$/, "#board .tints"), await text(page, "#board .tints"));
    await shot(page, "numbers");
    await page.setInputFiles("#file", { name: "p.chq", mimeType: "text/plain", buffer: Buffer.from(
        "| a remark\nboard\n#####\n#####\n####.\npiece long copies=2\n####\npieces domino*\nrule apart long\n") });
    await settled(page);
    check("a file keeps its board, pieces and rules", await page.evaluate(() => { const { board, drawn, pieces, laws, tab } = window.page.state;
        return [tab, board.spec(), drawn.trim(), pieces, laws].join(" / "); }) ===
        "pieces / 3x5-e1 / piece long copies=2\n#### / domino* / apart long", page.url());
    await go(page, "#tab=cover");
    await page.click("[data-make=sudoku]");
    await page.selectOption("#make-box", "2x2");
    await page.click("#make-it");
    check("a sudoku", await says(page, /exactly one solution, made with/, "#strip"), await text(page, "#strip"));
    await page.click("#primary");
    check("with one solution", await says(page, /exactly one solution/), await say(page));
    check("no complaints", page.complaints.length === 0, page.complaints.join("; "));
    await page.context().close();
}

/* Numbers from docs/tours.md. */
async function figured() {
    const page = await openPage("#tab=tours&board=6x6&at=a1=1,f6=19", { colorScheme: "light", reducedMotion: "reduce" });

    check("tours with numbers", await says(page, /with your numbers.*1.988 closed/), await say(page));
    await shot(page, "figured");
    await go(page, "#tab=tours&board=8x8&at=a1=1,e4=17");
    check("colours rule numbers out", await word(page) === "No" && /cannot lead to e4/.test(await say(page)), await say(page));
    await page.click("#primary");
    check("without them there is one", await says(page, /^Yes/, "#word"));
    await go(page, "#tab=tours&board=5x5&open=1");
    const plain = await sight(page);

    await page.click("[data-tool=number]");
    for (const [name, number] of [["a1", "1"], ["c3", "13"]]) {
        await clickSquare(page, name);
        await page.fill("#strip .figure", number);
        await page.keyboard.press("Enter");
        await settled(page);
    }
    check("clicks give numbers", await page.inputValue("#figures") === "a1=1, c3=13", await page.inputValue("#figures"));
    check("which are seen", !await sameSight(plain, await sight(page)));
    await page.fill("#figures", "");
    await page.press("#figures", "Enter");
    await go(page, "#tab=tours&board=6x6");
    await page.click("#tour-classes");
    check("tours up to symmetry", await says(page, /1.245 up to symmetry/), await say(page));
    await page.click("#sample-tour");
    check("a tour at random", await says(page, /every tour is equally likely/, "#strip"), await text(page, "#strip"));
    const tour = await sight(page);

    await page.check("#layer-moves");
    await page.waitForSelector("#legend-moves", { state: "visible" });
    await settled(page);
    check("how likely each move is, is seen", !await sameSight(tour, await sight(page)));
    await judge(page, "likely moves");
    await shot(page, "likely-moves");
    await page.uncheck("#layer-moves");
    await go(page, "#tab=tours&board=2x4&leaper=(0,1)*%2B(1,0)");
    check("moves in one direction", await says(page, /30 closed tours/), await say(page));
    check("no complaints", page.complaints.length === 0, page.complaints.join("; "));
    await page.context().close();
}

/* ---- weights, magic tours, bounds ---- */

/* Weights of docs/weights.md. */
async function weighing() {
    const page = await openPage("#tab=pieces&board=2x4&pieces=domino*&weights=as+~~+%3D+2%3B+at+a1+%3D+1/2", { colorScheme: "light", reducedMotion: "reduce" });
    const inPanel = (name) => page.click(`#weighing button:text-is("${name}")`);

    check("a square has its weight", await says(page, /1.2/, "#board .marks"), await text(page, "#board .marks"));
    await inPanel("Cheapest");
    check("the cheapest tiling", await says(page, /cheapest of all solutions costs 1.2/), await say(page));
    await page.waitForFunction(() => document.querySelectorAll(".thumbnail .caption").length === 5).catch(() => {});
    check("the best are listed with their costs", (await page.locator(".thumbnail .caption").allTextContents()).join() ===
        "1/2,9/2,9/2,9/2,17/2", await page.locator(".thumbnail .caption").allTextContents());
    const first = await sight(page);

    await page.click("#next");
    check("the second costs more", await says(page, /Number 2 of the 5 cheapest solutions costs 9.2/), await say(page));
    check("and is seen", !await sameSight(first, await sight(page)));
    await shot(page, "cheapest");
    await page.fill("#weighing input[type=number]", "1");
    await inPanel("Dearest");
    check("the dearest tiling", await says(page, /dearest of all solutions costs 17.2/), await say(page));
    check("alone", await page.locator(".thumbnail").count() === 1);
    check("as a command", /--weight 'as ## = 2; at a1 = 1.2' --dearest$/.test(await commandOf(page)), await commandOf(page));
    await inPanel("Draw one");
    check("one as likely as it weighs", await says(page, /as likely as it weighs/), await say(page));
    await page.click("#others >> text=Count");
    check("a count does not look at weights", await says(page, /There are 5 solutions/), await say(page));
    await page.fill("#weights", "as ## = x; as #/# = y");
    await page.press("#weights", "Enter");
    await settled(page);
    await inPanel("Total");
    check("a total in two variables", await says(page, /count for x⁴ \+ 3x²y² \+ y⁴\./), await say(page));
    await page.selectOption("#weighing select", "x");
    await inPanel("Total");
    check("in one of them", await says(page, /count for 1 \+ 3x² \+ x⁴\./), await say(page));
    check("as bars", await page.locator("#weighing .growth").count() === 3);
    check("as a command, too", /--by x$/.test(await commandOf(page)), await commandOf(page));
    await page.fill("#weights", "moon = 3");
    await page.press("#weights", "Enter");
    check("a weight that is none is said", await says(page, /moon/), await say(page));
    await go(page, "#tab=pieces&board=8x8&pieces=domino*&weights=as+~~+%3D+x");
    await inPanel("Total");
    check("Kasteleyn's product", await says(page, /3.179.916x¹⁶/), await say(page));
    await page.mouse.move(2, 2);
    await shot(page, "total");
    await judge(page, "weights");
    await weighedByHand(page);
    await weighedCover(page);
    check("no complaints", page.complaints.length === 0, page.complaints.join("; "));
    await page.context().close();
}

const commandOf = (page) => page.evaluate(() => {
    const { name, flags } = window.page.tab.command();

    return name + flags;
});

/* Clicks with the tool "Weigh", also on a phone; a square that goes takes its weight along. */
async function weighedByHand(page) {
    await go(page, "#tab=pieces&board=2x2&pieces=domino*");
    await page.click("[data-tool=weigh]");
    for (const [name, weight] of [["a1", "3"], ["b1", "3"], ["b2", "1/2"]]) {
        await clickSquare(page, name);
        await page.fill("#strip .figure", weight);
        await page.keyboard.press("Enter");
        await settled(page);
    }
    check("clicks give weights", await page.inputValue("#weights") === "at a1,b1 = 3; at b2 = 1/2", await page.inputValue("#weights"));
    await clickSquare(page, "b1");
    await page.click("#strip >> text=None");
    await settled(page);
    check("and take them away", await page.inputValue("#weights") === "at a1 = 3; at b2 = 1/2", await page.inputValue("#weights"));
    await page.click("[data-tool=draw]");
    await clickSquare(page, "a1");
    check("a weight goes with its square", await page.inputValue("#weights") === "at b2 = 1/2", await page.inputValue("#weights"));
    await page.keyboard.press("Control+z");
    await settled(page);
    check("and comes back", await page.inputValue("#weights") === "at a1 = 3; at b2 = 1/2", await page.inputValue("#weights"));
    const text = await page.evaluate(() => window.page.tab.puzzle());

    check("the file has them", /^weight at a1 = 3$/m.test(text) && /^weight at b2 = 1.2$/m.test(text), text);
    await page.evaluate((puzzle) => window.page.share.openFile(new File([puzzle], "w.chq")), text);
    await settled(page);
    check("and gives them back", await page.inputValue("#weights") === "at a1 = 3; at b2 = 1/2", await page.inputValue("#weights"));
}

async function weighedCover(page) {
    await go(page, "#tab=cover");
    check("no weights, no buttons", !await page.isVisible("#cover-weighing"));
    await page.fill("#cover-text", "a b c\na b |3\nc $4\na\nb |1/2\n");
    await page.waitForSelector("#cover-weighing", { state: "visible" });
    await settled(page);
    await page.click('#cover-weighing button:text-is("Cheapest")');
    check("the cheapest cover", await says(page, /cheapest of all solutions costs 9.2/), await say(page));
    check("the list has the costs", (await page.locator("#cover-solutions b").allTextContents()).join("") === "9/2: 7: ",
        await page.locator("#cover-solutions b").allTextContents());
    await page.click("#cover-solutions li:nth-child(2) button");
    check("the next one costs more", await says(page, /Number 2 of the 2 cheapest solutions costs 7/), await say(page));
    check("the matrix has weights", /weight/.test(await text(page, "#matrix thead")));
    await page.click('#cover-weighing button:text-is("Total")');
    check("the total of a cover", await says(page, /count for 14\./), await say(page));
    await shot(page, "cover-weights");
    await judge(page, "weights of a cover");
}

/* Magic tours of docs/tours.md. */
async function magic() {
    const page = await openPage("#tab=tours&board=8x8", { colorScheme: "light", reducedMotion: "reduce" });

    await page.selectOption("#tour-magic", "semi");
    check("a semi-magic tour", await says(page, /rows and columns sum to 260\./), await say(page));
    check("its sums stand beside it", (await page.locator("#board .sum").allTextContents()).join("") === "260".repeat(16),
        await page.locator("#board .sum").allTextContents());
    check("and its numbers on it", await page.locator("#board .tour .many-no").count() === 64);
    check("as a command", /^tour --magic semi$/.test(await commandOf(page)), await commandOf(page));
    await shot(page, "semi-magic");
    await judge(page, "a semi-magic tour");
    await page.reload();
    await settled(page);
    check("it is in the link", await says(page, /rows and columns sum to 260\./) && await page.inputValue("#tour-magic") === "semi");
    await go(page, "#tab=tours&board=6x6&magic=semi");
    check("6 by 6 has none", await word(page) === "No" && /has no even half/.test(await say(page)), await say(page));
    await page.click("#primary");
    check("without the sums it has", await says(page, /9.862 closed tours/), await say(page));
    await go(page, "#tab=tours&board=8x8-a1&magic=semi");
    check("a board with holes has no sums", await says(page, /without holes can be magic/), await say(page));
    await page.click("#primary");
    await settled(page);
    check("it can be asked for without", !/magic/.test(await say(page)), await say(page));
    check("no complaints", page.complaints.length === 0, page.complaints.join("; "));
    await page.context().close();
}

/* Bounds on copies of docs/counting.md. */
async function bounds() {
    const page = await openPage("#tab=pieces&board=6x6&pieces=T4*,L4*,domino*", { colorScheme: "light", reducedMotion: "reduce" });
    const plain = await sight(page);

    await page.click("#bounds");
    check("bounds on copies", await says(page, /T4: 0 to 8, an even number; L4: 0 to 9; domino: 0 to 18, an even number\./), await say(page));
    check("in the tray", (await page.locator("#slots .label").allTextContents()).join("; ") === "0–8, even; 0–9; 0–18, even",
        await page.locator("#slots .label").allTextContents());
    check("the numbers are on the board", (await text(page, "#board .proof")).replace(/\s/g, "") === "131313313131".repeat(3) &&
        !await sameSight(plain, await sight(page)), await text(page, "#board .proof"));
    check("and are explained", await says(page, /T4 2; L4 and domino 0/, "#strip"), await text(page, "#strip"));
    check("as a command", / --bounds$/.test(await commandOf(page)), await commandOf(page));
    await shot(page, "bounds");
    await judge(page, "bounds");
    await page.click("#others >> text=Clear");
    check("they can be cleared", await sameSight(plain, await sight(page)));
    await go(page, "#tab=pieces&board=10x10&pieces=T4*");
    await page.click("#bounds");
    check("bounds that leave nothing are a proof", await says(page, /^No/, "#word"), await say(page));
    check("no complaints", page.complaints.length === 0, page.complaints.join("; "));
    await page.context().close();
}

/* ---- words, keys, files ---- */

/* Words that are right whatever is asked, and an answer that moves nothing. */
async function wording() {
    const page = await openPage("#tab=pieces&board=5x5&pieces=L3*", { reducedMotion: "reduce" });
    const words = () => page.evaluate(() => document.getElementById("app").innerText + document.getElementById("about").innerText);

    check("no area of 0 squares", !/\b0 squares/.test(await words()), await say(page));
    await go(page, "#tab=pieces&board=6x10&pieces=pentominoes");
    const before = await places(page);

    await page.click("#primary");
    await says(page, /9.356 solutions/);
    check("thousands are written in one way", !/\d,\d{3}/.test(await words()), await words());
    check("the next action shows another one", await text(page, "#primary") === "Another", await text(page, "#primary"));
    const first = await sight(page);

    await page.click("#primary");
    check("which is numbered", await says(page, /^2 of 9.356/, "#number"), await text(page, "#number"));
    check("and seen", !await sameSight(first, await sight(page)));
    await page.evaluate(() => { location.hash = "#tab=pieces&board=6x10&pieces=moon"; });
    await says(page, /moon/);
    check("an error moves nothing", JSON.stringify(before) === JSON.stringify(await places(page)), JSON.stringify(await places(page)));
    await go(page, "#tab=tours&board=8x8&open=1&from=zz9");
    check("a start beside every board is none", await word(page) === "Yes", await say(page));
    await go(page, "#tab=tours&board=8x8");
    await page.click("#strip button");
    await page.click("text=Count");
    await says(page, /^Counting/, "#word");
    check("one button says Stop", await page.locator("button:visible", { hasText: /^Stop$/ }).count() === 1);
    await page.click("#primary");
    check("no complaints", page.complaints.length === 0, page.complaints.join("; "));
    await page.context().close();
    await taken();
}

/* A server that has no time says so once, and is not asked again and again. */
async function taken() {
    if (oneFile)
        return;
    const page = await openPage("#tab=dominoes&board=4x4");
    let asked = 0;

    check("the icon may be kept", await page.evaluate(async () => (await fetch("icon.svg")).headers.get("cache-control")) === "no-cache");
    await page.route("**/api/solve", (route) => {
        asked++;
        return route.fulfill({ status: 503, contentType: "application/json", body: '{"message": "the server is busy"}' });
    });
    await page.mouse.click(...await middle(page, "a1"));
    check("a busy server is reported", await says(page, /^The server is busy/), await say(page));
    await page.waitForTimeout(500);
    check("in one line", asked === 1 && page.complaints.length <= 1, `${asked}: ${page.complaints.join("; ")}`);
    await page.unroute("**/api/solve");
    await page.click("#primary");
    check("and asked again by a click", await says(page, /^No/, "#word"), await word(page));
    await page.context().close();
}

/* What is pasted or dropped is used; the window says where one is. */
async function pasted() {
    const page = await openPage("#tab=dominoes&board=8x8");

    await page.evaluate(() => {
        const data = new DataTransfer();

        data.setData("text", "###\n#.#\n###");
        document.getElementById("board").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
    });
    check("a pasted drawing is a board", await says(page, /in 2 ways/), await say(page));
    await page.evaluate(() => {
        const data = new DataTransfer();

        data.items.add(new File(["board\n####\n####\n"], "two.chq"));
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    });
    await page.waitForFunction(() => window.page.board.spec() === "2x4");
    await settled(page);
    for (const [tab, title] of [["tours", /^Tours/], ["cover", /^Covers|^Exact/], ["dominoes", /^Dominoes/]]) {
        await page.click(`.tab[data-tab=${tab}]`);
        check(`the title in ${tab}`, title.test(await page.title()), await page.title());
    }
    await go(page, "#tab=dominoes&board=8x8");
    await page.locator("#board").focus();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("PageDown");
    await page.keyboard.press(" ");
    await settled(page);
    check("keys lead to the edges", await square(page, "a1").getAttribute("aria-label") === "a1, dark, taken out",
        await page.evaluate(() => window.page.board.spec()));
    await page.click("#open-examples");
    const cards = page.locator("#board-cards .card");

    check("forty examples or more", await cards.count() >= 40, await cards.count());
    check("each with a picture and a line", await cards.evaluateAll((all) => all.every((one) =>
        one.querySelector(".pic svg *") && one.querySelector("b").textContent && one.lastChild.nodeType === Node.TEXT_NODE)));
    await judge(page, "examples");
    await shot(page, "examples");
    check("no complaints", page.complaints.length === 0, page.complaints.join("; "));
    await page.context().close();
}

/* ---- large boards ---- */

/* Which part of the pixels of the tray has about this colour. */
async function shareOf(page, [r, g, b]) {
    const shot = (await page.locator("#tray").screenshot()).toString("base64");

    return lab.evaluate(async ([source, wanted]) => {
        const { data } = await window.pixelsOf(source);
        let found = 0;

        for (let i = 0; i < data.length; i += 4)
            if (wanted.every((value, channel) => Math.abs(data[i + channel] - value) < 24))
                found++;
        return found / (data.length / 4);
    }, [shot, [r, g, b]]);
}

const blue = [0x5f, 0x9a, 0xd3], sky = [0xa9, 0xcf, 0xf0], amber = [0xef, 0xac, 0x43], straw = [0xf9, 0xd6, 0x92];

async function large() {
    const page = await openPage("#tab=dominoes&board=aztec:500", { colorScheme: "light" });

    check("a diamond of a million places", await word(page) === "Yes", await say(page));
    await page.click("text=Random");
    await says(page, /Drawn at random/, "#strip");
    for (const [name, colour] of Object.entries({ blue, sky, amber, straw }))
        check(`its frozen corner is ${name}`, await shareOf(page, colour) > 0.02, await shareOf(page, colour));
    await page.waitForTimeout(400);
    check("its link is short", page.url().endsWith("board=aztec:500"), page.url().slice(0, 80));
    const whole = await sight(page), box = await page.locator("#board").boundingBox();

    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    for (let i = 0; i < 9; i++)
        await page.mouse.wheel(0, -200);
    check("the wheel zooms", await page.isVisible("#map-box") && !await sameSight(whole, await sight(page)));
    const near = await sight(page), map = await page.locator("#map").boundingBox();

    await page.mouse.click(map.x + map.width / 2, map.y + map.height / 4);
    check("the map leads to another place", !await sameSight(near, await sight(page)));
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    check("a square is named", /^[a-z]+\d+, (light|dark)/.test(await text(page, "#where")), await text(page, "#where"));
    await page.click("#zoom-whole");
    await page.click("#primary");
    await page.waitForTimeout(2600);
    check("it is stirred", !await sameSight(whole, await sight(page)));
    await page.check("#layer-height");
    check("its height", await says(page, /Heights from -1 to \d+/, "#strip"), await text(page, "#strip"));
    check("is seen", await shareOf(page, blue) < 0.01, await shareOf(page, blue));
    check("no complaints about a large board", page.complaints.length === 0, page.complaints.join("; "));
    await page.context().close();
    await shuffled();
    await broughtIntoView();
    await drawnLarge();
}

/* A diamond grows from its middle, order by order. */
async function shuffled() {
    const page = await openPage("#tab=dominoes&board=aztec:60", { colorScheme: "light" });

    await page.click("text=Shuffle");
    const seen = [];

    for (const order of [6, 12, 19]) {
        while (!await page.evaluate((wanted) => document.getElementById("say").textContent.startsWith(`Order ${wanted} `), order))
            await page.click("#others >> text=One step");
        await page.waitForTimeout(500);
        seen.push((await Promise.all([blue, sky, amber, straw].map((colour) => shareOf(page, colour)))).reduce((a, b) => a + b));
    }
    check("shuffling grows", seen[0] < seen[1] && seen[1] < seen[2], seen.join(" "));
    await page.locator("#strip input").fill("8");
    await page.click("#primary");
    check("to the whole diamond", await says(page, /A random tiling: all tilings of the diamond of order 60/), await say(page));
    await shot(page, "shuffled");
    await page.context().close();
    const small = await openPage("#tab=dominoes&board=8x8", { reducedMotion: "reduce" });

    await small.click("#primary");
    await says(small, /number 1/);
    await small.check("#layer-height");
    check("heights are written at the corners", await says(small, /0.*1.*0.*-1/, "#board .under"), await text(small, "#board .under"));
    await small.context().close();
}

async function broughtIntoView() {
    const page = await openPage("#tab=dominoes&board=300x300-hb221,ha220,hc220,hc218,hd219,ap100,bj78,cx50,v120,gt40", { colorScheme: "light" });

    check("a crowded spot is found", /Two dark squares have only one light neighbour/.test(await say(page)), await say(page));
    check("and brought into view", await page.isVisible("#map-box"));
    const discs = await page.locator("#board .many").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));

    check("large enough to be read", discs.length === 2 && discs.every((width) => width > 12), discs.join());
    check("it is seen", await shareOf(page, [0xa0, 0x26, 0x4c]) > 0.002);
    check("beside dark holes", await shareOf(page, [0x4a, 0x43, 0x38]) > 0.01, await shareOf(page, [0x4a, 0x43, 0x38]));
    await shot(page, "crowded");
    await page.context().close();
}

async function drawnLarge() {
    const page = await openPage("#tab=dominoes&board=1000x1000", { colorScheme: "light" });

    check("a million squares", await word(page) === "Yes", await word(page));
    await page.mouse.move(2, 2);
    await page.waitForTimeout(100);
    const box = await page.locator("#large").boundingBox(), tones = [];

    for (let i = 1; i < 8; i++)
        tones.push(await colourAt(page, box.x + box.width * (0.2 + 0.071 * i), box.y + box.height * (0.3 + 0.053 * i)));
    check("make no pattern that is not there", tones.every((tone) => tone.every((value, i) => Math.abs(value - tones[0][i]) < 4)), JSON.stringify(tones));
    const start = await page.evaluate(() => performance.now());

    await page.locator("#board").focus();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press(" ");
    await settled(page);
    check("a corner goes", await word(page) === "No" && /dark|light|cannot be made/.test(await say(page)), await say(page));
    remark += `; a click on 1000x1000 ${Math.round(await page.evaluate(() => performance.now()) - start)} ms`;
    await page.keyboard.press("Control+z");
    await settled(page);
    await page.evaluate(() => { const rows = []; for (let i = 0; i < 70; i++) rows.push("#".repeat(80).replace(/#/g, (c, k) => (i * k) % 11 === 5 ? "." : c)); window.page.usesText(rows.join("\n")); });
    await settled(page);
    await page.waitForTimeout(400);
    const spec = await page.evaluate(() => window.page.board.art());

    check("many holes are in the link as runs", page.url().includes("board=runs:70x80:"), page.url().slice(0, 90));
    await page.reload();
    await settled(page);
    check("and come back", await page.evaluate(() => window.page.board.art()) === spec);
    await page.context().close();
    const tour = await openPage("#tab=tours&board=60x60", { colorScheme: "light" });

    check("a tour of 3600 squares", /all 3.600 squares/.test(await say(tour)), await say(tour));
    check("is painted in colours of time", await shareOf(tour, [0x2a, 0x4a, 0x9c]) > 0.002 && await shareOf(tour, [0xa9, 0x72, 0x00]) > 0.002);
    await shot(tour, "tour-large");
    const moments = await tour.evaluate(() => new Promise((resolve) => {
        const { player } = window.page.tab, { set } = player, seen = [];

        player.set = (moment) => {
            set.call(player, moment);
            if (seen.push(moment) === 4)
                resolve(seen);
        };
        player.play();
    }));

    check("and is played in some seconds: many moves at a time", moments[3] - moments[2] > 5, moments);
    await tour.context().close();
}

/* Without which square it could be tiled. */
async function without() {
    const page = await openPage("#tab=dominoes&board=5x5", { colorScheme: "light" });

    await page.mouse.move(...await middle(page, "c3"));
    check("without the middle it could", await says(page, /Without c3 it could be tiled/, "#strip"), await text(page, "#strip"));
    await page.mouse.move(...await middle(page, "b3"));
    check("without its neighbour it could not", await says(page, /Even without b3 it could not/, "#strip"), await text(page, "#strip"));
    await page.mouse.move(2, 2);
    const plain = await sight(page);

    await page.check("#layer-without");
    check("13 squares are marked", await says(page, /any one of the 13 marked squares/, "#strip"), await text(page, "#strip"));
    check("and seen", !await sameSight(plain, await sight(page)));
    await page.uncheck("#layer-without");
    await go(page, "#tab=dominoes&board=6x6-a1,f6");
    await page.mouse.move(...await middle(page, "a2"));
    check("two must go", await says(page, /Without a2 and any one of the marked squares/, "#strip"), await text(page, "#strip"));
    await go(page, "#tab=dominoes&board=2x3-a1");
    await page.mouse.move(...await middle(page, "a1"));
    check("or one comes back", await says(page, /With a1 put back it could be tiled/, "#strip"), await text(page, "#strip"));
    await page.context().close();
}

/* ---- looks ---- */

async function looks() {
    for (const colorScheme of ["light", "dark"])
        for (const options of [{ viewport: { width: 1280, height: 900 } }, { viewport: { width: 900, height: 700 } }, phone])
            for (const tab of ["dominoes", "dominoes&board=8x8-a1,h8", "pieces&board=6x10", "tours", "graphs", "cover", "sequences", "story"]) {
                const page = await openPage(`#tab=${tab}`, { colorScheme, ...options });
                const name = `${tab.replace(/\W+/g, "-")}-${colorScheme}-${options.viewport.width}`;
                const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

                await quiet(page);
                check(`no sideways scrolling: ${name}`, overflow <= 0, overflow);
                await judge(page, name);
                await shot(page, name);
                check(`no complaints: ${name}`, page.complaints.length === 0, page.complaints.join("; "));
                await page.context().close();
            }
}

/* Tabs and tools fit in one line whatever the width. */
async function widths() {
    const page = await openPage("#tab=sequences");

    for (const width of [390, 720, 721, 760, 860, 901, 1000, 1120, 1121, 1200, 1261, 1600]) {
        await page.setViewportSize({ width, height: 800 });
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

        check(`nothing is wider than ${width}`, over <= 0, over);
    }
    await page.context().close();
}

/* The pictures of the README. */
async function portraits() {
    const viewport = { width: 1280, height: 800 };
    const light = await openPage("#tab=dominoes&board=8x8-c3,f3,d2,e2,c6,f6", { colorScheme: "light", viewport, reducedMotion: "reduce" });

    await light.click("text=Random");
    check("a portrait", await says(light, /Drawn at random/, "#strip"));
    await light.mouse.move(2, 2);
    await shot(light, "page-light");
    await light.context().close();
    const dark = await openPage("#tab=dominoes&board=8x8-g5,h5,h4,d3,e3,e2,d1,e1", { colorScheme: "dark", viewport, reducedMotion: "reduce" });

    await shot(dark, "page-dark");
    await dark.context().close();
    const large = await openPage("#tab=dominoes&board=aztec:500", { colorScheme: "light", viewport, reducedMotion: "reduce" });

    await large.click("text=Random");
    await says(large, /Drawn at random/, "#strip");
    await large.mouse.move(2, 2);
    await shot(large, "page-large");
    await large.context().close();
    const pieces = await openPage("#tab=pieces&board=6x10", { colorScheme: "light", viewport, reducedMotion: "reduce" });

    await pieces.click("#primary");
    check("all solutions below the board", await says(pieces, /essentially different/));
    await pieces.mouse.move(2, 2);
    await shot(pieces, "page-pieces");
    await pieces.context().close();
    const sums = await openPage("#tab=tours&board=8x8&magic=semi", { colorScheme: "dark", viewport, reducedMotion: "reduce" });

    await shot(sums, "page-magic");
    await sums.context().close();
    const small = await openPage("#tab=tours&board=8x8", { ...phone, colorScheme: "light", reducedMotion: "reduce" });

    await shot(small, "page-phone");
    await small.context().close();
}

/* ---- one file, no server ---- */

async function alone() {
    const page = await openPage("#tab=pieces&board=20x20&pieces=Y5*", { offline: true });

    await page.click("text=Count");
    check("it works on", await says(page, /so far/, "#strip"));
    await page.click("text=Stop");
    await settled(page);
    await go(page, "#tab=dominoes&board=8x8");
    check("after Stop the next question is answered", /12.988.816 ways/.test(await say(page)), await say(page));
    const both = await page.evaluate(() => Promise.all([["6x6", "6\u202f728"], ["4x4", "36"]].map(([text]) =>
        window.page.questions.ask(text, { problem: { kind: "tile", text }, goal: "count" }))));

    check("two at the same time", both.map((one) => one.count).join() === "6728,36", JSON.stringify(both));
    await page.evaluate(() => {
        window.started = 0;
        window.Worker = class extends Worker {
            constructor(...words) {
                super(...words);
                window.started++;
            }
        };
    });
    for (const name of ["a1", "h8", "a8"])
        await clickSquare(page, name);
    check("a worker that is done is used again", await page.evaluate(() => window.started) === 0);
    check("no formats that are not there", await page.evaluate(() => ["draw-pdf", "draw-tex", "draw-svg"].map((kind) =>
        document.querySelector(`[data-download=${kind}]`).hidden).join() === "true,false,false"));
    check("no complaints", page.complaints.length === 0, page.complaints.join("; "));
    await page.context().close();
    await withoutMachine();
    await atHost();
}

/* A browser that cannot run it says so. */
async function withoutMachine() {
    const context = await browser.newContext();
    const page = await context.newPage();

    await page.addInitScript(() => { delete globalThis.WebAssembly; });
    await page.goto(address);
    check("without WebAssembly there is a sentence", await says(page, /needs WebAssembly.*does not offer WebAssembly/), await say(page));
    await context.close();
}

/* A host of pages that has only this file, and the headers that it sends. */
async function startHost(headers) {
    const host = createServer((request, response) =>
        response.writeHead(200, { "Content-Type": "text/html", ...headers }).end(readFileSync(binary)));

    await new Promise((resolve) => { host.listen(0, "127.0.0.1", resolve); });
    return { host, at: `http://127.0.0.1:${host.address().port}/chequer.html` };
}

/* All solutions in their order, and the number of workers that the page has started. */
const listed = (page, problem) => page.evaluate(async (one) => {
    const found = [];
    const answer = await window.page.questions.ask("list", { problem: one, goal: "all" },
        { onSolution: ({ solution }) => found.push(JSON.stringify(solution)) });

    return { found: found.join("\n"), count: answer?.found, started: window.started };
}, problem);

/* The same file from any host of pages: in one thread; in several if the host isolates it,
 * with the same solutions in the same order. */
async function atHost() {
    const plain = await startHost({});
    const isolating = await startHost({ "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Embedder-Policy": "require-corp" });
    const page = await openPage("#tab=tours&board=6x6", {}, plain.at);
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });

    await context.addInitScript(() => {
        const { hardwareConcurrency } = navigator;

        window.started = 0;
        Object.defineProperty(navigator, "hardwareConcurrency", { get: () => Math.max(3, hardwareConcurrency) });
        window.Worker = class extends Worker {
            constructor(...words) {
                super(...words);
                window.started++;
            }
        };
    });
    const threads = await openPage("#tab=tours&board=6x6", {}, isolating.at, context);

    check("a tour, from a host", await word(page) === "Yes", await word(page));
    check("a host that isolates", await threads.evaluate(() => window.crossOriginIsolated));
    for (const problem of [{ kind: "tile", text: "6x10", pieces: "pentominoes" }, { kind: "tile", text: "6x6" }]) {
        const [one, several] = [await listed(page, problem), await listed(threads, problem)];

        check(`threads find the same in the same order: ${problem.text}`, one.found.length > 1000 && one.found === several.found &&
            one.count === several.count, `${one.count} and ${several.count}`);
        check("in workers that help", several.started > 3, several.started);
    }
    await go(threads, "#tab=pieces&board=20x20&pieces=Y5*");
    await threads.click("text=Count");
    check("threads are at work", await says(threads, /so far|seconds/, "#strip"), await text(threads, "#strip"));
    await threads.click("text=Stop");
    await settled(threads);
    await go(threads, "#tab=dominoes&board=8x8");
    check("after Stop the threads are gone", /12.988.816 ways/.test(await say(threads)), await say(threads));
    for (const one of [page, threads]) {
        check("no complaints from a host", one.complaints.length === 0, one.complaints.join("; "));
        await one.context().close();
    }
    plain.host.close();
    isolating.host.close();
}

/* Bytes of the page without the library, packed as hosts do it. */
const weightOfFile = () => gzipSync(readFileSync(binary, "utf8").replace(/<script type="text.plain" id="machine">.*?<.script>/s, "")).length;

/* Bytes of the page and of all that it loaded, without answers. */
function weight(page) {
    if (oneFile)
        return weightOfFile();
    return page.evaluate(() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
        .filter(({ name }) => !name.includes("/api/"))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0));
}

/* From a click to the verdict on the screen, in milliseconds: the median of some. */
async function pace(page, side) {
    const times = [];

    await go(page, `#tab=dominoes&board=${side}x${side}`);
    for (let i = 0; i < 9; i++)
        times.push(await page.evaluate(async (place) => {
            const start = performance.now();

            window.page.act(place, "begin");
            while (window.page.tab.waiting)
                await new Promise((resolve) => { setTimeout(resolve, 0); });
            return performance.now() - start;
        }, i));
    return times.sort((a, b) => a - b)[4];
}

/* ---- all of it ---- */

mkdirSync(pictures, { recursive: true });
const path = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
const { server, at } = await startServer();
let remark = "";

address = at;
browser = await chromium.launch({ executablePath: path, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
lab = await browser.newPage();
await lab.evaluate(`window.pixelsOf = ${pixelsOf}`);
try {
    const parts = { ...(oneFile ? { alone } : { lost, portraits }), beginning, dominoes, steps, lateness, limits, working, drawing, sharing,
        wording, pasted, pieces, covers, tours, story, touch, graphs, sequences, making, advice, conditions, makes, figured, weighing, magic, bounds, large, without, widths, looks };
    const page = await openPage("#tab=dominoes&board=8x8");
    const bytes = await weight(page);

    check("the page is small", bytes > 30000 && bytes < 200 * 1024, bytes);
    remark = `verdict after ${(await pace(page, 8)).toFixed(0)} ms on 8x8, ` +
        `${(await pace(page, 40)).toFixed(0)} ms on 40x40; ${Math.round(bytes / 1024)} KiB`;
    await page.context().close();
    for (const [name, part] of Object.entries(parts))
        if (!only.length || only.includes(name))
            await part().catch((error) => check(`${name} goes through`, false, error.stack));
} catch (error) {
    check("nothing else goes wrong", false, error.stack);
} finally {
    await browser.close();
    server.kill();
}
console.log(remark);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
