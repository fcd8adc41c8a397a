/* browser.mjs - the page in a real browser: what people do, and what they must not see.
 *
 *     node browser.mjs CHEQUER PICTURES
 *
 * Starts its own server and its own chromium, and stops both. Screenshots go to the
 * directory PICTURES. The last line is "N passed, N failed"; the line above it says how
 * long verdicts took, which is reported and not judged.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, resolve as absolute } from "node:path";
import { chromium } from "playwright-core";

const [binary, pictures] = process.argv.slice(2).map((path) => absolute(path));
const patience = 30000; /* ms that something may take on a busy machine */
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let passed = 0, failed = 0;

function check(name, right, seen = "") {
    if (right) {
        passed++;
    } else {
        failed++;
        console.log(`FAILED ${name}: ${String(seen).slice(0, 400)}`);
    }
}

/* ---- server and browser ---- */

function startServer(port = "0") {
    const server = spawn(binary, ["serve", "--time", "20", "--port", port], { stdio: ["ignore", "pipe", "inherit"] });

    return new Promise((resolve, reject) => {
        server.stdout.once("data", (data) => resolve({ server, address: String(data).trim() }));
        server.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    });
}

async function openPage(browser, address, options = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 },
        acceptDownloads: true, ...options });
    const page = await context.newPage();

    page.setDefaultTimeout(patience);

    page.complaints = [];
    page.on("console", (message) => {
        if (["error", "warning"].includes(message.type()))
            page.complaints.push(message.text());
    });
    page.on("pageerror", (error) => page.complaints.push(error.message));
    await page.goto(address);
    await page.waitForSelector("#verdict:not(.busy) .words:not(:empty)");
    return page;
}

const words = (page) => page.textContent("#verdict .words");
const settled = (page) => page.waitForFunction(() =>
    !document.getElementById("verdict").classList.contains("busy"));
const square = (page, name) => page.locator(`rect[aria-label^="${name}"]`).first();

async function clickSquare(page, name) {
    await square(page, name).scrollIntoViewIfNeeded();
    const box = await square(page, name).boundingBox();

    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await settled(page);
}

async function preset(page, name) {
    await page.selectOption("#preset", name);
    await settled(page);
}

/* The page says it, within its time. */
const says = (page, pattern, where = "#verdict .words") => page.waitForFunction(([at, source]) =>
    new RegExp(source).test(document.querySelector(at).textContent), [where, pattern.source])
    .then(() => true, () => false);

/* So many elements come to be there. */
const number = (page, selector, wanted) => page.waitForFunction(([at, count]) =>
    document.querySelectorAll(at).length === count, [selector, wanted])
    .then(() => true, () => false);

async function judge(page, name) {
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => window.axe.run(document, {
        runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] }));

    check(`accessibility: ${name}`, violations.length === 0, violations.map((v) =>
        `${v.id} (${v.nodes.map((n) => n.target).slice(0, 3).join(" | ")})`).join("; "));
}

const shot = (page, name) => page.screenshot({ path: `${pictures}/${name}.png` });

/* ---- what people do ---- */

async function dominoes(page) {
    check("8x8 is counted", (await words(page)).replace(/\D/g, "") === "12988816", await words(page));
    await clickSquare(page, "a1");
    check("one square less is impossible", /Impossible/.test(await words(page)), await words(page));
    await clickSquare(page, "h8");
    check("the mutilated board", /30 dark squares against 32 light/.test(await words(page)),
        await words(page));
    await page.click("#show-me");
    check("the reason is shown", await page.locator(".layer.proof path.set").count() === 1);
    check("32 squares are hatched", (await page.getAttribute(".set", "d")).split("Z").length - 1 === 32);
    await page.click("#undo");
    await settled(page);
    await page.click("#undo");
    await settled(page);
    check("undo", await page.locator(".square.hole").count() === 0);
    await page.click("#redo");
    await settled(page);
    check("redo", await page.locator(".square.hole").count() === 1);
    await page.click("#restore");
    await settled(page);
    check("restore", await page.locator(".square.hole").count() === 0);
    await page.click("#tile");
    await page.waitForSelector(".layer.tiling .piece", { state: "attached" });
    check("tile", await page.locator(".layer.tiling .piece").count() === 32);
    await page.click("#another");
    check("another", await says(page, /Tiling 1/, "#announce"));
    check("it is whole", await number(page, ".layer.tiling .piece", 32));
    await page.click("#random");
    check("a random one", await says(page, /at random/, "#announce"));
    await shot(page, "dominoes");
    await clickSquare(page, "d4");
    check("a click takes the tiling away", await page.locator(".layer.tiling .piece").count() === 0);
    await page.click("#restore");
    await settled(page);
}

async function reasons(page) {
    await preset(page, "Equal colours, and still impossible");
    check("a Hall set", /Impossible/.test(await words(page)), await words(page));
    await page.click("#show-me");
    check("its neighbours are dotted", await page.locator("path.near").count() === 1);
    check("the set is explained", /2 hatched squares have only 1 neighbour/
        .test(await page.textContent("#explain")), await page.textContent("#explain"));
    await shot(page, "reason");
    await page.click("#repair");
    await page.waitForSelector("#apply-repair:not([hidden])");
    await page.click("#apply-repair");
    await settled(page);
    check("a repaired board can be tiled", /can cover/.test(await words(page)), await words(page));
    await page.check("#layer-heat");
    await page.waitForSelector(".layer.heat path", { state: "attached" });
    check("the heat map has a legend", await page.isVisible("#legend-heat"));
    await page.check("#layer-forced");
    await page.waitForSelector("#legend-forced:not([hidden])");
    await page.uncheck("#layer-heat");
    await page.uncheck("#layer-forced");
    for (const method of ["augmenting", "cycle", "backtracking"]) {
        await page.selectOption("#step-method", method);
        for (let i = 0; i < 4; i++)
            await page.click("#step-once");
        check(`steps: ${method}`, (await page.textContent("#explain")).length > 10);
        await page.click("#step-stop");
    }
}

async function drawing(page) {
    await preset(page, "Chessboard, 8 by 8");
    const from = await square(page, "b2").boundingBox(), to = await square(page, "e2").boundingBox();

    await page.mouse.move(from.x + 9, from.y + 9);
    await page.mouse.down();
    await page.mouse.move(to.x + 9, to.y + 9, { steps: 12 });
    await page.mouse.up();
    await settled(page);
    check("dragging removes a row", await page.locator(".square.hole").count() === 4);
    await page.click("#undo");
    await settled(page);
    check("a stroke is one step", await page.locator(".square.hole").count() === 0);
    await page.click("#paste-art");
    await page.fill("#art", "##\n?#");
    await page.click("#art-use");
    check("a wrong drawing is refused", /line 2, column 1/.test(await page.textContent("#art-error")));
    await page.fill("#art", "####\n#..#\n####");
    await page.click("#art-use");
    await settled(page);
    check("art is pasted", await page.inputValue("#rows") === "3" &&
        await page.locator(".square.hole").count() === 2);
    await page.fill("#rows", "5");
    await page.press("#rows", "Enter");
    await page.locator("#cols").focus();
    await settled(page);
    check("resizing keeps what was drawn", await page.locator(".square.hole").count() === 2 &&
        await square(page, "b4").evaluate((s) => s.classList.contains("hole")));
}

async function keyboard(page) {
    await preset(page, "Chessboard, 8 by 8");
    await page.locator("#board").focus();
    await page.keyboard.press("Home");
    for (let i = 0; i < 8; i++)
        await page.keyboard.press("ArrowUp");
    await page.keyboard.press(" ");
    await settled(page);
    check("space removes", await square(page, "a8").evaluate((s) => s.classList.contains("hole")));
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Shift+ArrowRight");
    await settled(page);
    check("shift paints", await page.locator(".square.hole").count() === 4,
        await page.locator(".square.hole").count());
    await page.keyboard.press("Control+z");
    await settled(page);
    check("Ctrl+Z", await page.locator(".square.hole").count() === 1);
    await page.locator("#tab-dominoes").focus();
    await page.keyboard.press("ArrowRight");
    check("arrows change the tab", await page.getAttribute("#tab-pieces", "aria-selected") === "true");
    await page.click("#tab-dominoes");
    await settled(page);
}

async function sharing(page, browser, address) {
    await preset(page, "The mutilated chessboard");
    const readable = await page.waitForFunction(() =>
        location.hash === "#tab=dominoes&board=8x8-h8,a1").then(() => true, () => false);
    const link = page.url();

    check("the link is readable", readable, link);
    const other = await openPage(browser, link);

    await settled(other);
    check("a link brings the board", /30 dark/.test(await words(other)), await words(other));
    await other.context().close();
    const damaged = await openPage(browser, `${address}#tab=dominoes&board=99x99`);

    check("a damaged link gives a board", await number(damaged, ".square", 64));
    await damaged.context().close();
    for (const [format, sign] of [["svg", "<svg"], ["png", "PNG"], ["tex", "tikz"], ["puzzle", "#"]]) {
        const [download] = await Promise.all([page.waitForEvent("download"),
            page.click(`[data-download=${format}]`)]);
        const text = readFileSync(await download.path(), "latin1");

        check(`download ${format}`, text.includes(sign), text.slice(0, 60));
    }
    await page.click("#copy-command");
    await page.waitForSelector("#toast:not([hidden])");
}

/* The command that the page copies, run in a shell, against what the page says. */
async function commands(browser, address) {
    const page = await openPage(browser, address, { permissions: ["clipboard-read", "clipboard-write"] });

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
    ]) {
        await page.goto(`${address}#${fragment}`);
        await page.reload();
        await settled(page);
        await page.click("#copy-command");
        await says(page, /copied/, "#toast");
        const command = await page.evaluate(() => navigator.clipboard.readText());
        const { stdout, status } = spawnSync("bash", ["-c", command], { encoding: "utf8",
            env: { ...process.env, PATH: `${dirname(binary)}:${process.env.PATH}` } });

        check(`the command for ${fragment}`, status === code && output.test(stdout),
            `${command} -> ${status}: ${stdout}`);
    }
    await page.context().close();
}

/* The server ends and comes back at the same port. */
async function lost(browser) {
    const { server, address } = await startServer();
    const page = await openPage(browser, address);

    server.removeAllListeners("exit");
    const gone = new Promise((resolve) => server.once("exit", resolve));

    server.kill();
    check("the server ends when told", await gone === 0);
    await page.locator("#board").focus();
    await page.keyboard.press(" ");
    check("a lost server is told", await says(page, /does not answer/), await words(page));
    const again = await startServer(new URL(address).port);

    check("and waited for", await says(page, /Impossible/), await words(page));
    again.server.kill();
    await page.context().close();
}

async function pieces(page) {
    await preset(page, "Pentominoes, 6 by 10");
    await page.waitForFunction(() => document.querySelectorAll("#piece-list li").length === 12);
    check("twelve pieces", true);
    check("the area line", /60 squares, the board has 60/.test(await page.textContent("#area")));
    await page.click("#find-all");
    check("all of them", await says(page, /^There are 9.356 solutions, 2.339 essentially different/),
        await words(page));
    await page.click("#next");
    check("the next one", /^2 of/.test(await page.textContent("#number")));
    await page.locator("#gallery").evaluate((box) => { box.scrollTop = box.scrollHeight / 2; });
    check("only thumbnails in sight exist", await page.locator(".thumbnail").count() < 60);
    await page.locator("#gallery").focus();
    await page.keyboard.press("ArrowRight");
    check("arrows in the gallery", await says(page, /^3 of/, "#number"));
    await shot(page, "pieces");
    await page.fill("#sets", "moon");
    await page.press("#sets", "Enter");
    await page.waitForSelector(".verdict.error");
    check("an unknown set", /moon/.test(await words(page)), await words(page));
    await preset(page, "The puzzle of 1962");
    await says(page, /Ready/);
    await page.click("#find-count");
    check("the puzzle of 1962", await says(page, /22 solutions, 11 essentially/), await words(page));
    check("colours are on the board", await number(page, ".letter", 64));
    await shot(page, "puzzle");
    await watched(page);
    await ownPieces(page);
}

/* The search of 1962, move by move. */
async function watched(page) {
    await page.check("#unique");
    for (const told of [/^Move 1: A is laid on a8. Next on f8: 14 of 40 lays fit/,
        /^Move 2: B is laid on f8/, /^Move 3: F is laid on g8. Next on c7: 12 of 40 lays fit/]) {
        await page.click("#watch-once");
        check(`the search, ${told.source.slice(1, 8)}`, await says(page, told, "#explain"),
            await page.textContent("#explain"));
    }
    check("three pieces lie", await number(page, ".piece", 3));
    check("what fits next is shown", await page.locator("#watch-next li").count() > 9);
    await shot(page, "watched");
    await page.locator("#watch-speed").fill("8");
    await page.click("#watch-play");
    check("it plays on, and back", await says(page, /^Move 2\d\d: . is taken back/, "#explain"),
        await page.textContent("#explain"));
    await page.click("#watch-stop");
    await page.uncheck("#unique");
    check("and stops", await number(page, ".piece", 0));
}

/* Drawn, changed where they stand, and in colours. */
async function ownPieces(page) {
    await page.click("#clear-pieces");
    await page.fill("#rows", "2");
    await page.fill("#cols", "3");
    await page.press("#cols", "Enter");
    await page.click("text=Draw a piece");
    for (const place of [1, 2, 7])
        await page.click(`.editor-grid button:nth-child(${place})`);
    await page.fill(".editor [name=name]", "V");
    await page.click(".editor-add");
    check("a piece is drawn", await number(page, "#piece-list li", 1));
    check("one is too few", await says(page, /3 squares, the board 6/), await words(page));
    await page.fill("[aria-label^='V: copies to']", "2");
    await page.press("[aria-label^='V: copies to']", "Enter");
    check("copies are changed", await says(page, /Ready/), await words(page));
    await page.click("[aria-label='V may be turned']");
    await says(page, /Ready/);
    await page.click("[aria-label='V may be turned over']");
    await says(page, /Ready/);
    await page.click("#find-one");
    check("without turns there is none", await says(page, /Impossible/), await words(page));
    await page.click("#pieces-why");
    check("and it says why", (await page.textContent("#explain")).length > 10);
    await page.click("[aria-label='remove V']");
    check("a piece is removed", await number(page, "#piece-list .remove", 0));
    check("and dominoes are left", await says(page, /so dominoes/, "#area"));
    await page.fill("#brush", "r");
    await clickSquare(page, "a1");
    check("a square is painted", await number(page, "[aria-label='a1, colour r']", 1));
    await page.fill("#brush", "");
    await page.fill("#sets", "pentominoes");
    await page.press("#sets", "Enter");
    await number(page, "#piece-list li", 12);
    await page.click("#unpack");
    check("a set is taken apart", await number(page, "#piece-list .remove", 12));
}

async function stopping(page) {
    await page.click("#tab-pieces");
    await page.fill("#rows", "20");
    await page.fill("#cols", "20");
    await page.press("#cols", "Enter");
    await page.click("#restore");
    await page.click("#clear-pieces");
    await page.fill("#sets", "L5*, P5*");
    await page.press("#sets", "Enter");
    await says(page, /Ready/);
    await page.click("#find-all");
    await page.waitForFunction(() => /found/.test(document.getElementById("found").textContent) ||
        document.querySelectorAll(".thumbnail").length > 0);
    await page.click("#find-stop");
    check("a long search is stopped", /Stopped/.test(await words(page)), await words(page));
}

async function covers(page) {
    await page.click("#tab-cover");
    await page.waitForSelector("#matrix tbody tr");
    await page.click("#cover-all");
    await page.waitForSelector(".verdict.yes");
    check("a cover", /exactly one/.test(await words(page)), await words(page));
    check("its options are marked", await page.locator("#matrix tr.chosen").count() === 3);
    await shot(page, "cover");
    await page.fill("#cover-text", "a b c\na b\nc d\n");
    await page.waitForFunction(() => document.getElementById("cover-error").textContent !== "");
    check("an error at its line", /Line 3/.test(await page.textContent("#cover-error")),
        await page.textContent("#cover-error"));
    await page.fill("#cover-text", "a b c\na b\n");
    await says(page, /3 items and 1 option\./);
    await page.click("#cover-one");
    await page.waitForSelector(".verdict.no");
    check("an impossible cover", /Impossible/.test(await words(page)));
}

async function tours(page) {
    await page.click("#tab-tours");
    await preset(page, "Chessboard, 8 by 8");
    await page.waitForSelector(".layer.tour circle", { state: "attached" });
    check("a closed tour", await page.locator(".layer.tour circle").count() === 64);
    await clickSquare(page, "e4");
    await page.waitForSelector(".layer.ends .end", { state: "attached" });
    await page.waitForSelector(".verdict.yes");
    await shot(page, "tour");
    await page.click("#walk-start");
    await page.click("#walk-hint");
    check("a hint", /Warnsdorff/.test(await page.textContent("#explain")));
    await page.check("#layer-degrees");
    check("degrees", await page.locator(".degree").count() === 63);
    await page.uncheck("#layer-degrees");
    await page.click("#walk-end");
    await page.fill("#rows", "4");
    await page.press("#rows", "Enter");
    await page.locator("#cols").focus();
    await settled(page);
    check("4 by 8 has none", await says(page, /Impossible/), await words(page));
    await page.click("#tour-why");
    check("its parts are numbered", await page.locator(".layer.proof .number").count() > 10);
    await shot(page, "cut");
    await page.fill("#rows", "6");
    await page.fill("#cols", "6");
    await page.press("#cols", "Enter");
    await clickSquare(page, "e4"); /* the start is anywhere again */
    check("tours are counted", await says(page, /9.862 closed tours/), await words(page));
    await page.selectOption("#tour-symmetric", "90");
    check("a symmetric tour", await says(page, /There is a closed tour/), await words(page));
    await page.selectOption("#tour-symmetric", "");
}

async function looks(browser, address) {
    for (const colorScheme of ["light", "dark"])
        for (const [width, height] of [[1280, 900], [390, 844]])
            for (const tab of ["dominoes", "pieces", "cover", "tours"]) {
                const page = await openPage(browser, `${address}#tab=${tab}`,
                    { colorScheme, viewport: { width, height } });
                const name = `${tab}-${colorScheme}-${width}`;

                await settled(page);
                const overflow = await page.evaluate(() =>
                    document.documentElement.scrollWidth - innerWidth);

                check(`no sideways scrolling: ${name}`, overflow <= 0, overflow);
                await judge(page, name);
                await shot(page, name);
                check(`no complaints: ${name}`, page.complaints.length === 0,
                    page.complaints.join("; "));
                await page.context().close();
            }
}

/* The two pictures of the README. */
async function portraits(browser, address) {
    const viewport = { width: 1180, height: 800 };
    const light = await openPage(browser, `${address}#tab=dominoes&board=8x8-b1,c2,b3,f6,e7,h8`,
        { colorScheme: "light", viewport });

    await settled(light);
    await light.click("#show-me");
    await shot(light, "page-light");
    await light.context().close();
    const dark = await openPage(browser, `${address}#tab=pieces&board=6x10`,
        { colorScheme: "dark", viewport });

    await says(dark, /Ready/);
    await dark.click("#find-all");
    check("both numbers in the dark", await says(dark, /2.339 essentially/));
    await dark.evaluate(() => scrollTo(0, 0));
    await shot(dark, "page-dark");
    await dark.context().close();
}

async function touch(browser, address) {
    const page = await openPage(browser, address, { hasTouch: true, isMobile: true,
        viewport: { width: 390, height: 844 } });
    const box = await square(page, "c3").boundingBox();

    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    await settled(page);
    check("a finger removes a square", await page.locator(".square.hole").count() === 1);
    await page.context().close();
}

/* Bytes of the page and of all that it loaded, without answers. */
function weight(page) {
    return page.evaluate(() => [...performance.getEntriesByType("navigation"),
        ...performance.getEntriesByType("resource")]
        .filter(({ name }) => !name.includes("/api/"))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0));
}

/* From a click to the verdict on the screen, in milliseconds: the median of some. */
async function pace(page, side) {
    const times = [];

    await page.fill("#rows", String(side));
    await page.fill("#cols", String(side));
    await page.press("#cols", "Enter");
    await page.click("#restore");
    await settled(page);
    for (let i = 0; i < 9; i++) {
        times.push(await page.evaluate(async (place) => {
            const verdict = document.getElementById("verdict"), start = performance.now();
            const done = new Promise((resolve) => new MutationObserver((_, observer) => {
                if (!verdict.classList.contains("busy")) {
                    observer.disconnect();
                    resolve();
                }
            }).observe(verdict, { attributes: true }));

            window.page.act(place, "begin");
            await done;
            return performance.now() - start;
        }, i));
    }
    await page.click("#restore");
    return times.sort((a, b) => a - b)[4];
}

/* ---- all of it ---- */

mkdirSync(pictures, { recursive: true });
const path = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
const { server, address } = await startServer();
const browser = await chromium.launch({ executablePath: path, args: ["--no-sandbox",
    "--disable-dev-shm-usage"] });
let remark = "";

try {
    const page = await openPage(browser, address);

    const bytes = await weight(page);

    check("the page is small", bytes > 50000 && bytes < 150 * 1024, bytes);
    for (const part of [dominoes, reasons, drawing, keyboard])
        await part(page);
    await sharing(page, browser, address);
    await commands(browser, address);
    await lost(browser);
    for (const part of [pieces, stopping, covers, tours])
        await part(page);
    await page.click("#tab-dominoes");
    remark = `verdict after ${(await pace(page, 8)).toFixed(0)} ms on 8x8, ` +
        `${(await pace(page, 40)).toFixed(0)} ms on 40x40; ${Math.round(bytes / 1024)} KiB`;
    check("no complaints in the console", page.complaints.length === 0, page.complaints.join("; "));
    await touch(browser, address);
    await portraits(browser, address);
    await looks(browser, address);
} catch (error) {
    check("nothing else goes wrong", false, error.stack);
} finally {
    await browser.close();
    server.kill();
}
console.log(remark);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
