// node run.mjs PROGRAM FOLDER [PICTURES]: opens the playground in FOLDER in headless Chromium, and compares what it shows with what the
// native PROGRAM says. With PICTURES, screenshots are kept there.
//
// It needs chromium, and of npm's global packages playwright-core and axe-core: `scripts/install-toolchains web`.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";

const [program, folder, pictures] = process.argv.slice(2).map((path) => resolve(path));
const modules = process.env.MAGICGEN_NODE_MODULES ?? execFileSync("npm", ["root", "--global"], { encoding: "utf8" }).trim();
const global = createRequire(join(modules, "here.js"));
const { chromium } = global("playwright-core");
const axe = readFileSync(global.resolve("axe-core/axe.min.js"), "utf8");
const place = mkdtempSync(join(tmpdir(), "magicgen-web-"));

const native = (...args) => execFileSync(program, args, { cwd: place, maxBuffer: 1 << 26 });
const explained = (...args) => JSON.parse(native("explain", ...args, "--no-config", "--format", "json")).explanation;

// A host of static files, as any is.
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".wasm": "application/wasm" };
const asked = [];
const server = createServer(({ url }, answer) => {
    const path = new URL(url, "http://host").pathname;
    asked.push(path);
    try {
        const bytes = readFileSync(join(folder, path === "/" ? "index.html" : path.slice(1)));
        answer.writeHead(200, { "content-type": TYPES[extname(path) || ".html"] ?? "application/octet-stream" }).end(bytes);
    } catch {
        answer.writeHead(404).end();
    }
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
const address = `http://127.0.0.1:${server.address().port}/`;

const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const context = await chromium.launchPersistentContext(join(place, "profile"), {
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    headless: true,
    args,
    acceptDownloads: true,
    viewport: { width: 1280, height: 900 },
});
await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: new URL(address).origin });

let complaints = [];
/** A new page, whose errors and foreign requests are complaints. */
async function open(fragment = "", prepare = async () => {}) {
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    page.on("console", (message) => { if (["error", "warning"].includes(message.type())) complaints.push(message.text()); });
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("request", (request) => { if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(address)) complaints.push(request.url()); });
    await prepare(page);
    await page.goto(address + fragment);
    return page;
}
const ready = (page) => page.waitForFunction(() => /proved/.test(document.querySelector("#file-about").textContent) && document.querySelector("#answer").textContent !== "");
const picture = async (page, name) => pictures && page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
const shown = (page, id) => page.textContent(`#${id}`);

let passed = 0;
async function test(name, body) {
    complaints = [];
    const page = await body();
    assert.deepEqual(complaints, [], `${name}: the console, or a request to elsewhere`);
    await page?.close();
    passed += 1;
    console.log(`ok ${name}`);
}

async function serious(page) {
    // The page's own policy lets no script in but its own; the test's comes another way.
    const found = await page.evaluate(`${axe}; axe.run(document, { resultTypes: ["violations"] })`);
    const bad = found.violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
    return bad.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
}

/** The squares that the board shows in a way. */
const squares = (page, about) => page.$$eval("#board button[aria-label]", (cells, word) =>
    cells.map((cell) => cell.getAttribute("aria-label").split(", ")).filter((label) => label.includes(word)).map(([name]) => name), about);

const steps = (page) => page.$$eval("#steps tr:not(.stage)", (rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
const sorted = (names) => [...names].sort();

await test("a lookup follows its blockers as the program says", async () => {
    const page = await open();
    await ready(page);
    let occupied = explained("rook", "d4").occupied.squares;
    for (const square of ["d6", "b4", "d2", "g4", "d7", "d6", "f4", "c4", "d5", "h8"]) {
        await page.click(`#board [aria-label^="${square}"]`);
        occupied = occupied.includes(square) ? occupied.filter((one) => one !== square) : [...occupied, square];
        const wanted = explained("rook", "d4", "--occupied", occupied.join(","));
        await page.waitForFunction((text) => document.querySelector("#answer").textContent === text, `The rook on d4 attacks ${wanted.attacks.squares.join(" ")}.`);
        assert.deepEqual(sorted(await squares(page, "attacked")), sorted(wanted.attacks.squares));
        assert.deepEqual(sorted(await squares(page, "occupied")), sorted(wanted.occupied.squares));
        assert.deepEqual(sorted(await squares(page, "relevant")), sorted(wanted.mask.squares));
        assert.deepEqual(await steps(page), wanted.lookups[0].steps.map(({ name, formula, value }) => [name, formula, String(value)]));
    }
    await picture(page, "desktop");
    return page;
});

async function downloaded(page) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#download")]);
    return [readFileSync(await download.path()), download.suggestedFilename()];
}

await test("the page begins with a module of fewer than 450,000 bytes, and loads the whole one when it is needed", async () => {
    const { brotliCompressSync, constants } = await import("node:zlib");
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
    const { length } = brotliCompressSync(readFileSync(join(folder, "first.wasm")), { params });
    assert.ok(length < 450_000, `${length} bytes by brotli`);
    asked.length = 0;
    const page = await open();
    await ready(page);
    assert.deepEqual(asked.filter((path) => path.endsWith(".wasm")), ["/first.wasm"]);
    await page.selectOption("#variant", "fixed");
    await page.waitForFunction(() => /c, fixed, .* proved/.test(document.querySelector("#file-about").textContent));
    await page.waitForFunction(() => document.querySelector("#slots").textContent.includes("88,772"));
    assert.deepEqual(asked.filter((path) => path.endsWith(".wasm")), ["/first.wasm", "/magicgen.wasm"]);
    return page;
});

await test("files have the program's bytes in three languages", async () => {
    const page = await open();
    await ready(page);
    for (const [lang, variant, orientation] of [["c", "fancy", "a1lsb"], ["java", "plain", "h1lsb"], ["rust", "black", "a8lsb"]]) {
        for (const [id, value] of Object.entries({ lang, variant, orientation })) {
            await page.selectOption(`#${id}`, value);
        }
        await page.waitForFunction(([one, other]) => document.querySelector("#file-about").textContent.includes(`: ${one}, ${other},`) && !document.querySelector("#source").classList.contains("stale"), [lang, variant]);
        writeFileSync(join(place, "magicgen.toml"), await page.inputValue("#config"));
        const [bytes, name] = await downloaded(page);
        native("--quiet", "--config", "magicgen.toml");
        assert.ok(bytes.equals(readFileSync(join(place, name))), `${lang}: other bytes`);
        rmSync(join(place, "magicgen.lock"), { force: true });
    }
    return page;
});

await test("a shared link shows the same", async () => {
    const page = await open();
    await ready(page);
    await page.selectOption("#lang", "go");
    await page.selectOption("#piece", "bishop");
    await page.fill("#square", "e5");
    await page.press("#square", "Enter");
    await page.fill("#occupied", "c3,g7");
    await page.press("#occupied", "Enter");
    await page.waitForFunction(() => document.querySelector("#answer").textContent.startsWith("The bishop on e5 attacks"));
    await page.click("#share");
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const [config, answer] = [await page.inputValue("#config"), await shown(page, "answer")];
    const other = await open(link.slice(address.length));
    await other.waitForFunction((text) => document.querySelector("#answer").textContent === text, answer);
    await ready(other);
    assert.equal(await other.inputValue("#config"), config);
    assert.match(await shown(other, "source"), /^\/\/ Code generated by magicgen/);
    await other.close();
    return page;
});

await test("errors are underlined where they are, and lead there", async () => {
    const page = await open();
    await ready(page);
    await page.fill("#config", "version = 1\n# ä\n[[output]]\nlang = \"cc\"\nvariant = \"fancyy\"\npath = \"./\"\n");
    await page.waitForSelector("#errors li:nth-child(2)");
    assert.deepEqual(await page.$$eval("#backdrop mark", (marks) => marks.map((mark) => mark.textContent)), ['"cc"', '"fancyy"']);
    await picture(page, "errors");
    assert.deepEqual(await serious(page), []);
    await page.click("#errors li:nth-child(2) button");
    assert.equal(await page.$eval("#config", (area) => area.value.slice(area.selectionStart, area.selectionStart + 8)), '"fancyy"');
    return page;
});

await test("keyboard alone completes a key and a value, moves on the board, and leaves the editor", async () => {
    const page = await open();
    await ready(page);
    await page.waitForFunction(() => performance.getEntriesByName(new URL("schema.json", location.href).href).length > 0);
    for (let presses = 0; presses < 12 && await page.evaluate(() => document.activeElement.id) !== "config"; presses++) await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.id), "config");
    await page.keyboard.press("Control+End");
    await page.keyboard.type("pie", { delay: 20 });
    await page.waitForSelector("#choices:not([hidden])");
    await page.keyboard.press("ArrowDown");
    await picture(page, "completion");
    assert.deepEqual(await serious(page), []);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await page.keyboard.type('["bishop"]\ntabl');
    await page.keyboard.press("Control+Space");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#choices:not([hidden])");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    assert.match(await page.inputValue("#config"), /\npieces = \["bishop"\]\ntables = "(full|init)"$/);
    await page.waitForFunction(() => /proved/.test(document.querySelector("#file-about").textContent) && !document.querySelector("#source").classList.contains("stale"));
    for (let presses = 0; presses < 30 && !await page.evaluate(() => document.activeElement.closest("#board")); presses++) await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    const occupied = [...explained("rook", "d4").occupied.squares, "d6"];
    const wanted = explained("rook", "d4", "--occupied", occupied.join(",")).attacks.squares.join(" ");
    await page.waitForFunction((text) => document.querySelector("#answer").textContent === text, `The rook on d4 attacks ${wanted}.`);
    await page.keyboard.press("m");
    await page.waitForFunction(() => document.querySelector("#answer").textContent.startsWith("The rook on d6 attacks"));
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label").slice(0, 2)), "d6");
    return page;
});

await test("a square is proved, and a long search can be stopped", async () => {
    const page = await open();
    await ready(page);
    await page.selectOption("#piece", "bishop");
    await page.fill("#square", "b1");
    await page.press("#square", "Enter");
    await page.fill("#bits", "3");
    await page.click("#prove");
    await page.waitForFunction(() => /^(None|Exists)/.test(document.querySelector("#proof").textContent));
    const said = JSON.parse(native("prove", "bishop", "b1", "--bits", "3", "--no-config", "--format", "json"));
    assert.equal(said.status, "none");
    assert.match(await shown(page, "proof"), new RegExp(`^None: the bishop on b1 has no factor with 3 index bits \\(complete search, ${said.nodes.toLocaleString("en")} nodes`));
    await page.selectOption("#piece", "rook");
    await page.fill("#square", "a1");
    await page.press("#square", "Enter");
    await page.fill("#bits", "12");
    await page.click("#prove");
    await page.waitForFunction(() => document.querySelector("#proof").textContent.startsWith("Exists: the rook on a1"));
    await page.fill("#bits", "11");
    await page.click("#prove");
    await page.waitForFunction(() => document.querySelector("#proof").textContent.startsWith("Search"));
    await page.waitForTimeout(500);
    await page.click("#prove-stop");
    assert.match(await shown(page, "proof"), /^Stopped after .*The question is open\.$/);
    await page.fill("#bits", "13");
    await page.click("#prove");
    await page.waitForFunction(() => document.querySelector("#proof").textContent.includes("13 index bits are more than"));
    return page;
});

await test("at 320 pixels nothing is cut off, in light and dark", async () => {
    const page = await open("", async (page) => page.setViewportSize({ width: 320, height: 700 }));
    await ready(page);
    for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
        assert.deepEqual(await serious(page), []);
        await picture(page, `narrow-${colorScheme}`);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    assert.deepEqual(await serious(page), []);
    await picture(page, "dark");
    return page;
});

await test("hostile and long links end in a line", async () => {
    for (const [fragment, wanted] of [
        [`#config=${"a".repeat(1 << 20)}`, /^The link has 1,048,583 characters/],
        ["#x=1", /^The link says nothing/],
        ["#%ff%00&&==", /^The link says nothing/],
    ]) {
        const page = await open(fragment);
        await ready(page);
        assert.match(await shown(page, "fault"), wanted);
        await page.close();
    }
    const mean = new URLSearchParams({ config: "<img src=x onerror=alert(1)>\n</textarea><script>alert(1)</script>", piece: "<b>", square: "'\"><svg onload=alert(1)>", occupied: "javascript:alert(1)", bits: "1e9" });
    const page = await open(`#${mean}`);
    await page.waitForSelector("#errors li");
    assert.equal(await page.$$eval("img, svg, b, main script", (found) => found.length), 0);
    assert.equal(await page.inputValue("#bits"), "10");
    assert.ok((await shown(page, "lookup-fault")).length > 0);
    return page;
});

await test("boards of other shapes are drawn, or a line says why not", async () => {
    const config = (board) => `version = 1\n[board]\n${board}\n[[output]]\nlang = "c"\nvariant = "fancy"\npath = "./"\n`;
    const link = (board, texts) => `#${new URLSearchParams({ config: config(board), ...texts })}`;
    const long = await open(link("width = 13\nheight = 1", { square: "f1" }));
    await long.waitForFunction(() => document.querySelectorAll("#board button").length === 13 && document.querySelector("#answer").textContent.startsWith("The rook on f1"));
    await picture(long, "long");
    await long.close();
    const holes = await open(link("width = 5\nheight = 5\nholes = [\"c3\", \"a1\"]", { square: "a1" }));
    await holes.waitForFunction(() => document.querySelector("#lookup-fault").textContent.startsWith("`a1` is a hole"), undefined, {});
    await holes.fill("#square", "c2");
    await holes.press("#square", "Enter");
    await holes.waitForFunction(() => document.querySelectorAll("#board button:not(:disabled)").length === 23);
    await picture(holes, "holes");
    await holes.close();
    const none = await open(link("width = 30\nheight = 1", { square: "f1" }));
    await none.waitForFunction(() => document.querySelector("#lookup-fault").textContent === "The config has errors." && document.querySelectorAll("#errors li").length > 0);
    await none.close();
    const wide = await open(link("width = 17\nheight = 1", { square: "f1" }));
    await wide.waitForFunction(() => document.querySelector("#lookup-fault").textContent.includes("too wide") && document.querySelector("#answer").textContent.startsWith("The rook on f1"));
    return wide;
});

await test("without workers and without WebAssembly there is a line", async () => {
    const alone = await open("", (page) => page.addInitScript(() => { delete globalThis.Worker; }));
    await ready(alone);
    await alone.click("#prove");
    assert.match(await shown(alone, "proof"), /^This browser has no workers.*`magicgen prove rook d4 --bits 10`\.$/);
    await alone.close();
    const none = await open("", (page) => page.addInitScript(() => { delete globalThis.WebAssembly; }));
    await none.waitForSelector("#fault:not([hidden])");
    assert.match(await shown(none, "fault"), /^This browser has no WebAssembly/);
    return none;
});

assert.deepEqual([...new Set(asked)].filter((path) => !/^\/[\w.-]*$/.test(path)), []);
await context.close();
server.close();
rmSync(place, { recursive: true, force: true });
console.log(`${passed} tests passed`);
