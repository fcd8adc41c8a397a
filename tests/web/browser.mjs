/* browser.mjs - the page in a real browser: what people do, and what they must not see.
 *
 *     node browser.mjs CHEQUER PICTURES
 *
 * Starts its own server and its own chromium, and stops both. Screenshots go to the
 * directory PICTURES. The last line is "N passed, N failed"; the line above it says how
 * long verdicts took, which is reported and not judged.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const [binary, pictures] = process.argv.slice(2);
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

function startServer() {
    const server = spawn(binary, ["serve", "--time", "20"], { stdio: ["ignore", "pipe", "inherit"] });

    return new Promise((resolve, reject) => {
        server.stdout.once("data", (data) => resolve({ server, address: String(data).trim() }));
        server.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    });
}

async function openPage(browser, address, options = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 },
        acceptDownloads: true, ...options });
    const page = await context.newPage();

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
    const box = await square(page, name).boundingBox();

    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await settled(page);
}

async function preset(page, name) {
    await page.selectOption("#preset", name);
    await page.waitForTimeout(50);
    await settled(page);
}

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
    await page.waitForTimeout(200);
    check("another", await page.locator(".layer.tiling .piece").count() === 32);
    await page.click("#random");
    await page.waitForTimeout(300);
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
    await shot(page, "reason");
    await page.click("#repair");
    await page.waitForSelector("#apply-repair:not([hidden])");
    await page.click("#apply-repair");
    await settled(page);
    check("a repaired board can be tiled", /can cover/.test(await words(page)), await words(page));
    await page.check("#layer-heat");
    await page.waitForSelector(".layer.heat path", { state: "attached" });
    await page.check("#layer-forced");
    await page.waitForTimeout(200);
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
    const link = page.url();

    check("the link is readable", link.endsWith("#tab=dominoes&board=8x8-h8,a1"), link);
    const other = await openPage(browser, link);

    await settled(other);
    check("a link brings the board", /30 dark/.test(await words(other)), await words(other));
    await other.context().close();
    const damaged = await openPage(browser, `${address}#tab=dominoes&board=99x99`);

    await damaged.waitForTimeout(200);
    check("a damaged link gives a board", await damaged.locator(".square").count() > 0);
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

async function pieces(page) {
    await preset(page, "Pentominoes, 6 by 10");
    await page.waitForFunction(() => document.querySelectorAll("#piece-list li").length === 12);
    check("twelve pieces", true);
    check("the area line", /60 squares, the board has 60/.test(await page.textContent("#area")));
    await page.click("#find-all");
    await page.waitForSelector(".verdict.yes", { timeout: 30000 });
    check("all of them", (await words(page)).replace(/\D/g, "") === "9356", await words(page));
    await page.click("#next");
    check("the next one", /^2 of/.test(await page.textContent("#number")));
    await page.locator("#gallery").evaluate((box) => { box.scrollTop = box.scrollHeight / 2; });
    await page.waitForTimeout(100);
    check("only thumbnails in sight exist", await page.locator(".thumbnail").count() < 60);
    await shot(page, "pieces");
    await page.fill("#sets", "moon");
    await page.press("#sets", "Enter");
    await page.waitForSelector(".verdict.error");
    check("an unknown set", /moon/.test(await words(page)), await words(page));
    await preset(page, "The puzzle of 1962");
    await page.waitForTimeout(200);
    await page.click("#find-count");
    await page.waitForSelector(".verdict.yes", { timeout: 30000 });
    check("the puzzle of 1962", (await words(page)).replace(/\D/g, "") === "22", await words(page));
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
    await page.waitForTimeout(300);
    await page.click("#find-all");
    await page.waitForFunction(() => /found/.test(document.getElementById("number").textContent) ||
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
    await page.waitForTimeout(500);
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
    await page.waitForSelector(".verdict.no");
    check("4 by 8 has none", /Impossible/.test(await words(page)), await words(page));
}

async function looks(browser, address) {
    for (const colorScheme of ["light", "dark"])
        for (const [width, height] of [[1280, 900], [390, 844]])
            for (const tab of ["dominoes", "pieces", "cover", "tours"]) {
                const page = await openPage(browser, `${address}#tab=${tab}`,
                    { colorScheme, viewport: { width, height } });
                const name = `${tab}-${colorScheme}-${width}`;

                await page.waitForTimeout(300);
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
const browser = await chromium.launch({ executablePath: path, args: ["--no-sandbox"] });
let remark = "";

try {
    const page = await openPage(browser, address);

    const bytes = await weight(page);

    check("the page is small", bytes > 50000 && bytes < 150 * 1024, bytes);
    for (const part of [dominoes, reasons, drawing, keyboard])
        await part(page);
    await sharing(page, browser, address);
    for (const part of [pieces, stopping, covers, tours])
        await part(page);
    await page.click("#tab-dominoes");
    remark = `verdict after ${(await pace(page, 8)).toFixed(0)} ms on 8x8, ` +
        `${(await pace(page, 40)).toFixed(0)} ms on 40x40; ${Math.round(bytes / 1024)} KiB`;
    check("no complaints in the console", page.complaints.length === 0, page.complaints.join("; "));
    await touch(browser, address);
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
