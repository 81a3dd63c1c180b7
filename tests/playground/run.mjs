// node run.mjs PROGRAM FOLDER [PICTURES]: opens the playground in FOLDER in headless Chromium, and compares what it shows with a walk of
// its own and with what the native PROGRAM says. With PICTURES, whole screenshots are kept there.
//
// It needs chromium, and of npm's global packages playwright-core and axe-core: `scripts/install-toolchains web`. With MAGICGEN_UPDATE=1
// the small pictures in `pictures` are written anew; MAGICGEN_ONLY is a part of the names of the tests that run.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

import { compared } from "./pictures.mjs";
import { attacked, relevant } from "./walk.mjs";

const [program, folder, pictures] = process.argv.slice(2).map((path) => resolve(path));
const here = dirname(fileURLToPath(import.meta.url));
const modules = process.env.MAGICGEN_NODE_MODULES ?? execFileSync("npm", ["root", "--global"], { encoding: "utf8" }).trim();
const global = createRequire(join(modules, "here.js"));
const { chromium } = global("playwright-core");
const axe = readFileSync(global.resolve("axe-core/axe.min.js"), "utf8");
const place = mkdtempSync(join(tmpdir(), "magicgen-web-"));

const native = (...args) => execFileSync(program, args, { cwd: place, maxBuffer: 1 << 26 });
const explained = (...args) => JSON.parse(native("explain", ...args, "--no-config", "--format", "json")).explanation;

// A host of static files, as any is. `held` is a file that it doesn't send before `release` is called.
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".wasm": "application/wasm" };
const asked = [];
let held;
let release = () => {};
const server = createServer(async ({ url }, answer) => {
    const path = new URL(url, "http://host").pathname;
    asked.push(path);
    if (path === held) await new Promise((go) => { release = go; });
    try {
        const bytes = readFileSync(join(folder, path === "/" ? "index.html" : path.slice(1)));
        answer.writeHead(200, { "content-type": TYPES[extname(path) || ".html"] ?? "application/octet-stream" }).end(bytes);
    } catch {
        answer.writeHead(404).end();
    }
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
const address = `http://127.0.0.1:${server.address().port}/`;

const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--font-render-hinting=none"];
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
const ready = (page, text = "proved") => page.waitForFunction((wanted) => document.querySelector("#file-about").textContent.includes(wanted) && document.querySelector("#trick").trick?.part && !document.querySelector("#source").classList.contains("stale"), text);
/** Runs a function with the page's lookup. */
const inTrick = (page, body, argument) => page.evaluate(`(${body})(document.querySelector("#trick").trick, ${JSON.stringify(argument)})`);
const picture = async (page, name) => pictures && page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
const shown = (page, selector) => page.textContent(selector);
const linked = (texts) => `#${new URLSearchParams(texts)}`;
const config = (more, before = "") => `version = 1\n${before}\n[[output]]\nlang = "c"\n${more}path = "./"\n`;

let passed = 0;
async function test(name, body) {
    if (!name.includes(process.env.MAGICGEN_ONLY ?? "")) return;
    complaints = [];
    const page = await body();
    assert.deepEqual(complaints, [], `${name}: the console, or a request to elsewhere`);
    await page?.close();
    passed += 1;
    console.log(`ok ${name}`);
}

async function violations(page) {
    // The page's own policy lets no script in but its own; the test's comes another way.
    const found = await page.evaluate(`${axe}; axe.run(document, { resultTypes: ["violations"] })`);
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
}

/** The squares that the board shows in a way, by their names for a reader. */
const squares = (page, about) => page.$$eval(".board [data-bit]", (cells, word) =>
    cells.map((cell) => cell.getAttribute("aria-label").split(", ")).filter((label) => label.some((part) => part.startsWith(word))).map(([name]) => name), about);
const cell = (name) => `.board [aria-label^="${name}"]`;
const sorted = (names) => [...names].sort();

await test("the first lookup moves before the module is there, from less than 450,000 bytes", async () => {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
    asked.length = 0;
    held = "/magicgen.wasm";
    const page = await open();
    await page.waitForFunction(() => document.querySelector("#trick").trick?.time > 500);
    const bytes = [...new Set(asked)].filter((path) => path !== held).reduce((sum, path) => sum + brotliCompressSync(readFileSync(join(folder, path === "/" ? "index.html" : path.slice(1))), { params }).length, 0);
    assert.ok(bytes < 450_000, `${bytes} bytes by brotli`);
    console.log(`   ${bytes} bytes by brotli -q 11 before the first lookup moves`);
    // The board answers without the module, too.
    await page.click(cell("c7"));
    const wanted = explained("rook", "c3", "--occupied", "c2,e3,g3,c6,f6,c7").lookups[0].steps.find(({ name }) => name === "index").value;
    assert.equal(await inTrick(page, (trick) => Number(trick.acts.find(({ kind }) => kind === "index").word)), wanted);
    release();
    held = undefined;
    const arrived = await page.evaluate(() => performance.now());
    await ready(page);
    console.log(`   ${Math.round(await page.evaluate(() => performance.now()) - arrived)} ms from the module's arrival to the first file`);
    return page;
});

await test("a1 is dark", async () => {
    const page = await open();
    await ready(page);
    for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        await inTrick(page, (trick) => trick.set({ occupied: 0n, bit: 63 }));
        const shot = await (await page.$(".board")).screenshot();
        const light = await page.evaluate(async (png) => {
            const image = await createImageBitmap(new Blob([Uint8Array.from(png)]));
            const context = new OffscreenCanvas(image.width, image.height).getContext("2d", { willReadFrequently: true });
            context.drawImage(image, 0, 0);
            const at = (file, rank) => {
                const [r, g, b] = context.getImageData((file + 0.8) * image.width / 8, (7.7 - rank) * image.height / 8, 1, 1).data;
                return 0.2126 * r + 0.7152 * g + 0.0722 * b;
            };
            return [at(0, 0), at(1, 0), at(0, 1), at(3, 3)];
        }, [...shot]);
        assert.ok(light[0] < light[1] - 10 && light[0] < light[2] - 10 && Math.abs(light[0] - light[3]) < 3, `${colorScheme}: ${light}`);
    }
    return page;
});

await test("500 random positions of four variants are those of an independent walk", async () => {
    let seed = 0x9e3779b9;
    const random = () => {
        seed ^= seed << 13;
        seed ^= seed >>> 17;
        seed ^= seed << 5;
        return seed >>> 0;
    };
    const word = () => BigInt(random()) << 32n | BigInt(random());
    for (const [variant, computed] of [
        ["fancy", (occupied, mask, { factor, shift }) => (occupied & mask) * factor % (1n << 64n) >> shift],
        ["black", (occupied, mask, { factor, bits }) => BigInt.asUintN(64, (occupied | ~mask) * factor) >> BigInt(64 - bits)],
        ["split32", (occupied, mask, { factor, shift }) => {
            const half = (high) => BigInt.asUintN(32, ((occupied & mask) >> (high ? 32n : 0n) & 0xffffffffn) * (factor >> (high ? 32n : 0n)));
            return (half(false) ^ half(true)) >> shift;
        }],
        ["pext", (occupied, mask) => {
            let [index, bit] = [0n, 0n];
            for (let square = 0n; square < 64n; square++) if (mask >> square & 1n) index |= (occupied >> square & 1n) << bit++;
            return index;
        }],
    ]) {
        const page = await open(linked({ config: config(`variant = "${variant}"\n`) }));
        await ready(page, `, ${variant},`);
        for (let number = 0; number < 125; number++) {
            const [piece, bit] = [random() & 1 ? "rook" : "bishop", random() % 64];
            const occupied = (number % 3 ? word() & word() : word()) & ~(1n << BigInt(bit));
            const found = await inTrick(page, (trick, { piece, bit, occupied }) => {
                trick.set({ piece, bit, occupied: BigInt(occupied) });
                trick.finish();
                const act = trick.acts.find(({ kind }) => kind === "index");
                const { values: { factor, shift } } = { values: Object.fromEntries(act.piece.steps.filter(({ name }) => ["factor", "shift"].includes(name)).map(({ name, value }) => [name, String(run(trick.part, act.piece, trick.bit, trick.occupied)[value])])) };
                return {
                    factor, shift,
                    attacks: [...trick.root.querySelectorAll(".square.attacked[data-bit]")].map((square) => Number(square.dataset.bit)),
                    said: trick.root.querySelector(".answer").textContent,
                    bits: [...act.boxes.children].map((box) => box.textContent).join(""),
                    number: act.number.textContent.replace(/\D/g, ""),
                    read: trick.at["slot-value"].textContent.replace(/\D/g, ""),
                    slot: trick.acts.find(({ kind }) => kind === "slot").position,
                    caption: trick.at.caption.textContent,
                };
            }, { piece, bit, occupied: String(occupied) });
            const what = `${variant}: ${piece} on ${bit}, ${occupied.toString(16)}`;
            const [mask, wanted] = [relevant(piece, bit), attacked(piece, bit, occupied)];
            const index = computed(occupied, mask, { factor: BigInt(found.factor ?? 0), shift: BigInt(found.shift ?? 0), bits: found.bits.length });
            assert.deepEqual(found.attacks.reduce((set, one) => set | 1n << BigInt(one), 0n), wanted, what);
            assert.equal(BigInt(found.number), index, what);
            assert.equal(BigInt(`0b${found.bits}`), index, what);
            assert.equal(Number(found.read), found.slot, what);
            assert.equal(found.said.split(": ")[1].split(" ").length, found.attacks.length, what);
            assert.match(found.caption, new RegExp(`^Index ${index.toLocaleString("en")}, ${found.attacks.length} attacked`), what);
        }
        await page.close();
    }
});

await test("every variant has its steps, as the program explains them", async () => {
    const { rows } = JSON.parse(native("list", "variants", "--format", "json"));
    const page = await open();
    await ready(page);
    for (const { id, pieces } of rows) {
        const piece = pieces.includes("rook") ? "rook" : pieces[0];
        await page.fill("#config", config(`variant = "${id}"\n${pieces.length > 1 ? "" : `pieces = ["${piece}"]\n`}`));
        await page.waitForFunction((wanted) => document.querySelector("#trick").trick.part.variant === wanted, id);
        await inTrick(page, (trick, piece) => {
            const bitOf = (name) => trick.part.places.find((one) => one.name === name).bit;
            trick.set({ piece, bit: bitOf("c3"), occupied: ["c2", "e3", "g3", "c6", "f6"].reduce((set, name) => set | 1n << BigInt(bitOf(name)), 0n) });
            trick.finish();
        }, piece);
        const said = explained(piece, "c3", "--variant", id, "--occupied", "c2,e3,g3,c6,f6");
        assert.deepEqual(sorted(await squares(page, "attacked")), sorted(said.attacks.squares), id);
        const values = await inTrick(page, (trick) => trick.acts.map((act) => [act.step.name, String(act.formula === undefined && act.kind !== "slot" ? act.word : "")]));
        const steps = new Map(said.lookups[0].steps.map(({ name, value }) => [name, value]));
        assert.ok(values.length > 0, id);
        for (const [name, value] of values) if (value !== "") assert.equal(BigInt(value), BigInt(steps.get(name)), `${id}: ${name}`);
        // Any moment can be drawn.
        await inTrick(page, (trick) => { for (let time = 0; time < trick.end; time += trick.end / 40) trick.seek(Math.min(trick.chapters.length - 1, Math.floor(time / trick.end * trick.chapters.length)), time * 7 % 1); });
        await inTrick(page, (trick) => {
            for (const { name } of trick.pieces) {
                trick.set({ piece: name });
                trick.chapters.forEach((_, at) => trick.seek(at, 0.6));
            }
        });
        if (["black", "hyperbola", "bytes", "line", "shift-add", "shared-slots"].includes(id)) {
            await inTrick(page, (trick) => trick.finish());
            await picture(page, `variant-${id}`);
        }
    }
    return page;
});

await test("boards of several words have their steps, as the program explains them", async () => {
    const page = await open();
    await ready(page);
    // Files and ranks of each square, and a rook's steps; of hexagons, those over the edges.
    const ORTHOGONAL = [[1, 0], [0, 1], [-1, 0], [0, -1]];
    const EDGES = [...ORTHOGONAL, [-1, 1], [1, -1]];
    for (const [id, count, [square, ...occupied], steps] of [
        ["xiangqi", 90, ["e4", "e7", "c4", "a0"], ORTHOGONAL],
        ["shogi", 81, ["7g", "7c", "4g", "1a"], ORTHOGONAL],
        ["Capablanca", 80, ["e4", "e7", "c4", "j8"], ORTHOGONAL],
        ["hexagons", 91, ["f6", "f9", "c3", "l1"], EDGES],
        ["draughts", 50, ["e5", "g7", "c3", "a1"], undefined],
    ]) {
        await page.evaluate(() => { document.querySelector("#choose-board").open = true; });
        await page.click(`#choose-board [data-id="${id}"]`);
        await page.waitForFunction((wanted) => document.querySelectorAll(".board [data-bit]").length === wanted, count);
        for (const variant of steps ? ["direction", "pext-lines"] : ["direction"]) {
            await page.evaluate(() => { document.querySelector("#choose-variant").open = true; });
            await page.click(`#choose-variant [data-id="${variant}"]`);
            await page.waitForFunction((wanted) => document.querySelector("#trick").trick.part.variant === wanted, variant);
            const piece = steps ? "rook" : "bishop";
            const walked = await inTrick(page, (trick, { piece, square, occupied, steps }) => {
                const { part } = trick;
                const bitOf = (name) => part.places.find((one) => one.name === name).bit;
                trick.set({ piece, bit: bitOf(square), occupied: occupied.reduce((set, name) => set | 1n << BigInt(bitOf(name)), 0n) });
                trick.finish();
                // A walk of the test's own, by files and ranks.
                const found = [];
                const from = part.places.findIndex(({ name }) => name === square);
                for (const [x, y] of steps) {
                    let [file, rank] = [from % part.width + x, Math.floor(from / part.width) + y];
                    while (file >= 0 && file < part.width && rank >= 0 && rank < part.height && part.places[rank * part.width + file].bit !== null) {
                        const { name } = part.places[rank * part.width + file];
                        found.push(name);
                        if (occupied.includes(name)) break;
                        [file, rank] = [file + x, rank + y];
                    }
                }
                return found;
            }, { piece, square, occupied, steps: steps ?? [[1, 1], [1, -1], [-1, 1], [-1, -1]] });
            assert.deepEqual(sorted(await squares(page, "attacked")), sorted(walked), `${id} ${variant}`);
            writeFileSync(join(place, "wide.toml"), await page.inputValue("#config"));
            const said = JSON.parse(native("explain", piece, square, "--config", "wide.toml", "--occupied", occupied.join(), "--format", "json")).explanation;
            rmSync(join(place, "wide.toml"));
            assert.deepEqual(sorted(said.attacks.squares), sorted(walked), `${id} ${variant}`);
            const values = await inTrick(page, (trick) => trick.acts.map((act) => [act.step.name, String(act.formula === undefined && act.kind !== "slot" ? act.word : "")]));
            const own = new Map(said.lookups[0].steps.map(({ name, value }) => [name, value]));
            for (const [name, value] of values) if (value !== "") assert.equal(BigInt(value), BigInt(own.get(name)), `${id} ${variant}: ${name}`);
            await inTrick(page, (trick) => trick.chapters.forEach((_, at) => trick.seek(at, 0.6)));
        }
        await picture(page, `board-${id}`);
    }
    assert.deepEqual(await violations(page), []);
    return page;
});

async function downloaded(page) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#download")]);
    return [readFileSync(await download.path()), download.suggestedFilename()];
}

await test("files have the program's bytes in three languages, and their lookups in view", async () => {
    const page = await open();
    await ready(page);
    for (const [lang, variant, orientation, line] of [["c", "fancy", "a1lsb", "magics_rook_attacks("], ["java", "plain", "h1lsb", "rookAttacks("], ["rust", "black", "a8lsb", "rook_attacks("]]) {
        await page.click(`#lang-${lang}`);
        for (const [id, value] of Object.entries({ variant, orientation })) {
            await page.evaluate((key) => { document.querySelector(`#choose-${key}`).open = true; }, id);
            await page.click(`#choose-${id} [data-id="${value}"]`);
        }
        await ready(page, `: ${lang}, ${variant},`);
        await page.waitForFunction((wanted) => document.querySelector("#trick").trick.part.variant === wanted, variant);
        writeFileSync(join(place, "magicgen.toml"), await page.inputValue("#config"));
        const [bytes, name] = await downloaded(page);
        native("--quiet", "--config", "magicgen.toml");
        assert.ok(bytes.equals(readFileSync(join(place, name))), `${lang}: other bytes`);
        rmSync(join(place, "magicgen.lock"), { force: true });
        const [inView, isRunning] = await page.evaluate(() => {
            const box = document.querySelector("#source").getBoundingClientRect();
            const lines = [...document.querySelectorAll("#source .line")].filter((one) => one.getBoundingClientRect().top >= box.top - 4 && one.getBoundingClientRect().bottom <= box.bottom + 4);
            return [lines.map((one) => one.textContent).join(""), lines.some((one) => one.classList.contains("runs"))];
        });
        // On a busy machine the steps have gone on to the function of the index by now.
        assert.ok(inView.includes(line) || isRunning, inView);
        assert.ok(bytes.toString().includes(inView.split("\n")[1]), "a line of the file");
    }
    return page;
});

await test("in every language the line that runs is marked for each step", async () => {
    const page = await open();
    await ready(page);
    const ids = await page.$$eval("#languages button", (tabs) => tabs.map((tab) => tab.dataset.id));
    assert.equal(ids.length, 22);
    for (const id of ids) {
        // WGSL and Verilog have no room for a table of 841 KiB.
        await page.fill("#config", `version = 1\n${["wgsl", "verilog"].includes(id) ? "\n[board]\nwidth = 5\nheight = 4\n" : ""}\n[[output]]\nlang = "${id}"\nvariant = "fancy"\npath = "./"\n`);
        await ready(page, `: ${id}, fancy,`);
        await page.waitForFunction((wanted) => document.querySelector("#trick").trick.part && document.querySelector(`#lang-${wanted}`).getAttribute("aria-selected") === "true", id);
        const lines = await inTrick(page, (trick) => trick.chapters.slice(0, 5).map((_, at) => {
            trick.seek(at, 0.5);
            return document.querySelector("#source .runs")?.textContent.trim();
        }));
        assert.ok(lines.every((line) => line?.length > 3), `${id}: ${JSON.stringify(lines)}`);
        // Halves have names of their own where a language has no 64 bits.
        assert.match(lines[0], /relevant|mask|low|high/i, id);
        assert.ok(new Set(lines).size > 1, `${id}: ${lines}`);
    }
    return page;
});

await test("a shared link shows the same, and back leads back", async () => {
    const page = await open();
    await ready(page);
    await page.click("#lang-go");
    await ready(page, ": go,");
    await page.click('.pieces [data-piece="bishop"]');
    await page.focus(cell("c3"));
    for (const key of ["ArrowUp", "ArrowUp", "ArrowRight", "ArrowRight", "m"]) await page.keyboard.press(key);
    await page.click("#share");
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const [text, answer] = [await page.inputValue("#config"), await shown(page, ".answer")];
    const other = await open(link.slice(address.length));
    await ready(other, ": go,");
    await other.waitForFunction((wanted) => document.querySelector(".answer").textContent === wanted, answer);
    assert.equal(await other.inputValue("#config"), text);
    assert.equal(await inTrick(other, (trick) => `${trick.piece} ${trick.bit}`), "bishop 36");
    assert.match(await shown(other, "#source"), /^\/\/ Code generated by magicgen/);
    await other.selectOption("#example", { index: 5 });
    await ready(other, ": rust,");
    await other.waitForFunction(() => document.querySelectorAll(".board [data-bit]").length === 29);
    await other.goBack();
    await ready(other, ": go,");
    await other.waitForFunction((wanted) => document.querySelector(".answer").textContent === wanted, answer);
    await other.close();
    return page;
});

await test("all examples work", async () => {
    const page = await open();
    await ready(page);
    const count = await page.$$eval("#example option", (options) => options.length);
    assert.ok(count > 12);
    for (let at = 1; at < count; at++) {
        await page.selectOption("#example", { index: at });
        const text = await page.inputValue("#config");
        await ready(page, `: ${text.match(/lang = "(.*?)"/)[1]}, `);
        await page.waitForFunction((wanted) => document.querySelector("#trick").trick.part.variant === wanted, text.match(/variant = "(.*?)"/)[1]);
        assert.equal(await page.$$eval("#errors li", (found) => found.length), 0, `example ${at}`);
        assert.equal(await page.$eval("#fault", (fault) => fault.hidden), true, `example ${at}`);
    }
    return page;
});

await test("errors are underlined where they are, and lead there", async () => {
    const page = await open();
    await ready(page);
    const typed = "version = 1\n# ä\n[[output]]\nlang = \"cc\"\nvariant = \"fancyy\"\npath = \"./\"\n";
    await page.fill("#config", typed);
    await page.waitForSelector("#errors li:nth-child(2)");
    assert.deepEqual(await page.$$eval("#backdrop mark", (marks) => marks.map((mark) => mark.textContent)), ['"cc"', '"fancyy"']);
    await picture(page, "errors");
    assert.deepEqual(await violations(page), []);
    await page.click("#errors li:nth-child(2) button");
    assert.equal(await page.$eval("#config", (area) => area.value.slice(area.selectionStart, area.selectionStart + 8)), '"fancyy"');
    assert.equal(await page.inputValue("#config"), typed);
    return page;
});

await test("keyboard alone completes a key and a value, and sets up a position", async () => {
    const page = await open();
    await ready(page);
    await page.waitForFunction(() => performance.getEntriesByName(new URL("schema.json", location.href).href).length > 0);
    const tabTo = async (is) => {
        for (let presses = 0; presses < 60; presses++) {
            if (await page.evaluate(is)) return;
            await page.keyboard.press("Tab");
        }
        assert.fail(`no focus: ${is}`);
    };
    await tabTo(() => document.activeElement.closest(".board") !== null);
    for (const key of ["ArrowUp", "ArrowUp", "Enter"]) await page.keyboard.press(key);
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "c5, blocker 5, relevant, attacked");
    await page.keyboard.press("Delete");
    await page.keyboard.press("m");
    await inTrick(page, (trick) => trick.finish());
    const wanted = explained("rook", "c5", "--occupied", "c2,e3,g3,c6,f6").attacks.squares;
    assert.deepEqual(sorted(await squares(page, "attacked")), sorted(wanted));
    // The piece is picked up, carried and dropped.
    for (const key of ["Enter", "ArrowRight", "Enter"]) await page.keyboard.press(key);
    assert.equal(await inTrick(page, (trick) => trick.bit), 35);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    assert.equal(await inTrick(page, (trick) => trick.bit), 35);
    await tabTo(() => document.activeElement.classList.contains("play"));
    await tabTo(() => document.activeElement.closest(".chapters") !== null);
    await tabTo(() => document.activeElement.classList.contains("zoom"));
    await page.keyboard.press("ArrowRight");
    assert.match(await shown(page, ".slot-line"), /^Slot [\d,]+: /);
    await tabTo(() => document.activeElement.id === "config");
    await page.keyboard.press("Control+End");
    await page.keyboard.type("pie", { delay: 20 });
    await page.waitForSelector("#choices:not([hidden])");
    await page.keyboard.press("ArrowDown");
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await page.keyboard.type('["bishop"]\ntabl');
    await page.keyboard.press("Control+Space");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#choices:not([hidden])");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    assert.match(await page.inputValue("#config"), /\npieces = \["bishop"\]\ntables = "(full|init)"$/);
    await ready(page);
    return page;
});

await test("blockers and the piece are dragged, and the lookup follows", async () => {
    const page = await open();
    await ready(page);
    await inTrick(page, (trick) => trick.finish());
    const middle = async (name) => {
        const box = await (await page.$(cell(name))).boundingBox();
        return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const drag = async (from, to) => {
        await page.mouse.move(...await middle(from));
        await page.mouse.down();
        const [x, y] = typeof to === "string" ? await middle(to) : to;
        await page.mouse.move(x - 9, y - 9, { steps: 4 });
        await page.mouse.move(x, y, { steps: 2 });
        await page.mouse.up();
    };
    const holds = async (square, occupied) => {
        const said = explained("rook", square, "--occupied", occupied);
        assert.deepEqual(sorted(await squares(page, "attacked")), sorted(said.attacks.squares));
        assert.deepEqual(sorted(await squares(page, "blocker")), sorted(said.occupied.squares));
    };
    await drag("c6", "c4");
    await holds("c3", "c2,e3,g3,c4,f6");
    await drag("c3", "f4");
    await holds("f4", "c2,e3,g3,c4,f6");
    await drag("c4", [1270, 700]);
    await holds("f4", "c2,e3,g3,f6");
    await page.click(cell("f4"));
    await page.click(cell("b2"));
    await holds("b2", "c2,e3,g3,f6");
    return page;
});

await test("it plays to the end, steps, and without motion shows the end", async () => {
    const page = await open();
    await ready(page);
    await inTrick(page, (trick) => {
        trick.seek(0, 0);
        trick.at.speed.click();
        trick.play();
    });
    await page.waitForFunction(() => document.querySelector("#trick").trick.time >= document.querySelector("#trick").trick.end);
    assert.match(await shown(page, ".live"), /^rook on c3, relevant blockers .*slot 34664; attacks /);
    assert.equal(await page.getAttribute(".play", "aria-label"), "Play again");
    await page.click(".back");
    assert.ok(await inTrick(page, (trick) => trick.time < trick.end));
    const calm = await open("", (page) => page.emulateMedia({ reducedMotion: "reduce" }));
    await ready(calm);
    assert.equal(await inTrick(calm, (trick) => trick.time >= trick.end), true);
    assert.deepEqual(await calm.$$eval(".panel h2 i", (numbers) => numbers.map((number) => number.textContent)), ["1", "2", "3", "4", "5"]);
    assert.equal(await calm.$$eval(".fly", (found) => found.length), 0);
    await calm.click(".chapters li:nth-child(2) button");
    assert.equal(await inTrick(calm, (trick) => trick.time === trick.chapters[1].to), true);
    await calm.close();
    return page;
});

await test("a frame forces no layout", async () => {
    const page = await open();
    await ready(page);
    const session = await context.newCDPSession(page);
    const events = [];
    session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
    await inTrick(page, (trick) => trick.seek(0, 0));
    await session.send("Tracing.start", { categories: "devtools.timeline,disabled-by-default-devtools.timeline.stack", transferMode: "ReportEvents" });
    await inTrick(page, (trick) => trick.play());
    await page.waitForFunction(() => document.querySelector("#trick").trick.time >= document.querySelector("#trick").trick.end);
    const ended = new Promise((done) => session.once("Tracing.tracingComplete", done));
    await session.send("Tracing.end");
    await ended;
    const named = (name) => events.filter((event) => event.name === name && event.dur !== undefined);
    const frames = named("FireAnimationFrame");
    const within = (event, frame) => event.tid === frame.tid && event.ts >= frame.ts && event.ts < frame.ts + frame.dur;
    const forced = [...named("Layout"), ...named("UpdateLayoutTree")].filter((event) => frames.some((frame) => within(event, frame)));
    const times = frames.map((frame, at) => {
        const next = frames[at + 1]?.ts ?? Infinity;
        const style = named("UpdateLayoutTree").filter(({ ts, tid }) => tid === frame.tid && ts >= frame.ts + frame.dur && ts < next);
        return (frame.dur + style.reduce((sum, { dur }) => sum + dur, 0)) / 1000;
    }).sort((one, other) => one - other);
    assert.ok(frames.length > 50, `${frames.length} frames`);
    console.log(`   ${frames.length} frames; script and style: ${times[times.length >> 1].toFixed(2)} ms in the median, ${times[Math.floor(times.length * 0.95)].toFixed(2)} ms at the 95th percentile; ${forced.length} forced layouts`);
    assert.equal(forced.length, 0, JSON.stringify(forced[0]?.args));
    return page;
});

await test("a square is proved, and a long search can be stopped", async () => {
    const page = await open(linked({ config: config('variant = "fancy"\n'), piece: "bishop", square: "b1", occupied: "-" }));
    await ready(page);
    await page.fill("#bits", "3");
    await page.click("#prove");
    await page.waitForFunction(() => /^(None|Exists)/.test(document.querySelector("#proof").textContent));
    const said = JSON.parse(native("prove", "bishop", "b1", "--bits", "3", "--no-config", "--format", "json"));
    assert.equal(said.status, "none");
    assert.match(await shown(page, "#proof"), new RegExp(`^None: the bishop on b1 has no factor with 3 index bits \\(complete search, ${said.nodes.toLocaleString("en")} nodes`));
    await inTrick(page, (trick) => trick.set({ piece: "rook", bit: 0 }));
    await page.fill("#bits", "12");
    await page.click("#prove");
    await page.waitForFunction(() => document.querySelector("#proof").textContent.startsWith("Exists: the rook on a1"));
    await page.fill("#bits", "11");
    await page.click("#prove");
    await page.waitForFunction(() => document.querySelector("#proof").textContent.startsWith("Search"));
    await page.waitForTimeout(500);
    await page.click("#prove-stop");
    assert.match(await shown(page, "#proof"), /^Stopped after .*The question is open\.$/);
    await page.fill("#bits", "13");
    await page.click("#prove");
    await page.waitForFunction(() => document.querySelector("#proof").textContent.includes("13 index bits are more than"));
    return page;
});

await test("from 320 to 1,600 pixels nothing is cut off or refused by axe, in light and dark", async () => {
    const page = await open();
    await ready(page);
    for (const [width, moment] of [[320, 2.5], [375, 5], [768, 1.4], [1024, 3.6], [1280, 5], [1600, 4.2]]) {
        await page.setViewportSize({ width, height: 900 });
        for (const colorScheme of ["light", "dark"]) {
            await page.emulateMedia({ colorScheme });
            await inTrick(page, (trick, at) => trick.seek(Math.floor(at), at % 1), moment);
            assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
            assert.deepEqual(await violations(page), [], `${width}, ${colorScheme}`);
            const cut = await page.$$eval(".term, .bits, .panel h2, .caption, .transport, .controls > *", (parts) => parts.filter((one) => one.getBoundingClientRect().right > innerWidth + 0.5).map((one) => one.outerHTML.slice(0, 80)));
            assert.deepEqual(cut, [], `${width}`);
            const small = await page.$$eval("button, select, summary", (targets) => targets.filter((one) => one.offsetParent !== null && (one.offsetHeight < 44 || one.offsetWidth < 44)).map((one) => `${one.outerHTML.slice(0, 60)} ${one.offsetWidth}x${one.offsetHeight}`));
            assert.deepEqual(small, [], `${width}`);
            await picture(page, `${width}-${colorScheme}`);
        }
    }
    await page.emulateMedia({ colorScheme: "light", forcedColors: "active" });
    await picture(page, "forced-colours");
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
        assert.match(await shown(page, "#fault"), wanted);
        await page.close();
    }
    const bad = { config: "<img src=x onerror=alert(1)>\n</textarea><script>alert(1)</script>", piece: "<b>", square: "'\"><svg onload=alert(1)>", occupied: "javascript:alert(1)", bits: "1e9" };
    const page = await open(linked(bad));
    await page.waitForSelector("#errors li");
    assert.equal(await page.$$eval("img, main script, [onload], [onerror]", (found) => found.length), 0);
    assert.equal(await page.inputValue("#bits"), "10");
    assert.equal(await page.inputValue("#config"), bad.config);
    assert.equal(await page.$$eval(".board [data-bit]", (found) => found.length), 64);
    const other = await open(linked({ piece: "<b>", square: "z9", occupied: "a1,<img>" }));
    await ready(other);
    assert.match(await shown(other, "#fault"), /^The link names what this board doesn't have \(z9, <img>, <b>\): put pieces/);
    await other.close();
    return page;
});

await test("folded tables mirror the square first", async () => {
    const page = await open(linked({ config: `${config('variant = "fixed"\n')}[output.lookup]\nfold = "ranks"\n`, piece: "rook", square: "c6", occupied: "c2,e6,f6" }));
    await ready(page, ", fixed,");
    await inTrick(page, (trick) => trick.finish());
    assert.deepEqual(await page.$$eval(".panel h2", (titles) => titles.map((title) => title.textContent)), ["1Relevant", "2Product", "3Index", "4Slot", "5Attacks"]);
    assert.deepEqual(sorted(await squares(page, "attacked")), sorted(explained("rook", "c6", "--occupied", "c2,e6,f6").attacks.squares));
    return page;
});

await test("the address keeps what is typed and put, whatever it began with", async () => {
    const page = await open();
    await ready(page);
    const kept = () => page.evaluate(() => Object.fromEntries(new URLSearchParams(location.hash.slice(1))));
    await page.evaluate(() => { location.hash = location.hash.replace("square=c3", "square=e4"); });
    await page.waitForFunction(() => document.querySelector("#trick").trick.bit === 28);
    await inTrick(page, (trick) => trick.set({ bit: 35 }));
    await page.waitForFunction(() => location.hash.includes("square=d5"));
    await page.close();
    const broken = await open(linked({ config: "bad", square: "e4" }));
    await broken.waitForSelector("#errors li");
    await broken.fill("#config", "worse");
    await broken.waitForFunction(() => location.hash.includes("config=worse"));
    assert.equal((await broken.evaluate(() => Object.fromEntries(new URLSearchParams(location.hash.slice(1))))).square, "e4");
    await broken.fill("#config", config('variant = "plain"\n'));
    await ready(broken, ", plain,");
    await broken.waitForFunction(() => document.querySelector("#trick").trick.part.variant === "plain");
    assert.equal(await inTrick(broken, (trick) => trick.bit), 28);
    await broken.fill("#config", `${config("")}# ${"x".repeat(40_000)}`);
    await broken.waitForFunction(() => document.querySelector("#fault").textContent.startsWith("The config is too long for a link"));
    return broken;
});

await test("choices keep the rest of a config, and act on the output that is shown", async () => {
    const page = await open(linked({ config: `version = 1\n\n[[ output ]]\nid = "one"\nlang = 'c' # mine\nvariant = "hyperbola"\npath = "./${"q".repeat(150)}.h"\npieces = [\n  "rook",\n  "bishop",\n]\n\n[[output]]\nid = "two"\nlang = "rust"\nvariant = "black"\npath = "./b.rs"\n` }));
    await ready(page, ": c, hyperbola,");
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 1280);
    await page.evaluate(() => { for (const one of document.querySelectorAll("details")) one.open = true; });
    await page.click('#choose-pieces [data-id="queen only"]');
    await page.click("#lang-cpp");
    await ready(page, ": cpp, hyperbola,");
    await page.selectOption("#file", { index: 1 });
    await page.waitForFunction(() => document.querySelector("#trick").trick.part.variant === "black");
    await page.click('#choose-variant [data-id="plain"]');
    await ready(page, ": rust, plain,");
    const text = await page.inputValue("#config");
    assert.match(text, /lang = "cpp" # mine\nvariant = "hyperbola"\n.*\npieces = \["queen"\]\n\n\[\[output\]\]\nid = "two"\nlang = "rust"\nvariant = "plain"\n/);
    return page;
});

await test("pieces of any name, and boards that change during a drag, break nothing", async () => {
    const page = await open(linked({ config: `version = 1\n[[piece]]\nname = "constructor"\nrays = [[0, 1], [0, -1]]\n[[output]]\nlang = "c"\npieces = ["constructor", "rook"]\npath = "./"\n` }));
    await ready(page);
    assert.equal(await shown(page, "h1"), "A constructor's moves, by magic");
    const box = await (await page.$(cell("c2"))).boundingBox();
    await page.mouse.move(box.x + 9, box.y + 9);
    await page.mouse.down();
    await page.mouse.move(box.x + 40, box.y - 20, { steps: 3 });
    await page.evaluate((text) => {
        document.querySelector("#config").value = text;
        document.querySelector("#config").dispatchEvent(new Event("input"));
    }, config("", "[board]\nwidth = 4\nheight = 4\n"));
    await page.waitForFunction(() => document.querySelectorAll(".board [data-bit]").length === 16);
    await page.mouse.move(box.x + 60, box.y - 40, { steps: 3 });
    await page.mouse.up();
    assert.equal(await page.$$eval('.board [tabindex="0"]', (found) => found.length), 1);
    return page;
});

await test("boards of other shapes are drawn", async () => {
    const link = (board, texts) => linked({ config: config('variant = "fancy"\n', `[board]\n${board}\n`), ...texts });
    for (const [name, board, texts, count] of [
        ["long", "width = 13\nheight = 1", { square: "f1", occupied: "c1,h1" }, 13],
        ["tall", "width = 2\nheight = 9", { square: "a4", occupied: "a6" }, 18],
        ["holes", "width = 5\nheight = 5\nholes = [\"c3\", \"a1\"]", { square: "c2", occupied: "c5,a2" }, 23],
        ["wide", "width = 17\nheight = 1", { square: "f1", occupied: "-" }, 17],
    ]) {
        const page = await open(link(board, texts));
        await ready(page);
        await page.waitForFunction((wanted) => document.querySelectorAll(".board [data-bit]").length === wanted, count);
        await inTrick(page, (trick) => trick.finish());
        assert.equal(await inTrick(page, (trick) => trick.part.places.find(({ bit }) => bit === trick.bit).name), texts.square);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 1280);
        await picture(page, `board-${name}`);
        await page.close();
    }
    const none = await open(link("width = 30\nheight = 1", { square: "f1" }));
    await none.waitForSelector("#errors li");
    return none;
});

await test("without workers and without WebAssembly there is a line", async () => {
    const alone = await open("", (page) => page.addInitScript(() => { delete globalThis.Worker; }));
    await ready(alone);
    await alone.click("#prove");
    assert.match(await shown(alone, "#proof"), /^This browser has no workers.*`magicgen prove rook c3 --bits 10`\.$/);
    await alone.close();
    const none = await open("", (page) => page.addInitScript(() => { delete globalThis.WebAssembly; }));
    await none.waitForSelector("#fault:not([hidden])");
    assert.match(await shown(none, "#fault"), /^This browser has no WebAssembly/);
    await none.click(cell("c5"));
    assert.equal(await inTrick(none, (trick) => trick.occupied >> 34n & 1n ? "set" : "unset"), "set");
    return none;
});

await test("the page in one file works from disk", async () => {
    const one = join(folder, "../playground.html");
    if (!existsSync(one)) {
        console.log(`skipped: there is no ${one}`);
        return undefined;
    }
    const page = await context.newPage();
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("request", (request) => { if (!/^(blob|data|file):/.test(request.url())) complaints.push(request.url()); });
    await page.goto(`file://${one}`);
    await ready(page);
    await page.click("#lang-java");
    await ready(page, ": java,");
    await page.click("#prove");
    await page.waitForFunction(() => document.querySelector("#proof").textContent.startsWith("Exists: the rook on c3"));
    return page;
});

await test("the page of a report begins with its lookup, and axe finds nothing", async () => {
    writeFileSync(join(place, "two.toml"), `version = 1\n\n[[output]]\nid = "a"\nlang = "c"\npath = "a.h"\n\n[[output]]\nid = "b"\nlang = "rust"\nvariant = "shared-slots"\npath = "b.rs"\n`);
    native("report", "--config", "two.toml", "-o", "report.html", "--quiet");
    const page = await context.newPage();
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(`file://${join(place, "report.html")}`);
    await page.waitForFunction(() => document.querySelectorAll("#sizes tr").length === 2);
    assert.ok(await page.$eval(".board", (board) => board.getBoundingClientRect().bottom < 900));
    assert.deepEqual(sorted(await squares(page, "attacked")), sorted(explained("rook", "c3", "--occupied", "c2,e3,g3,c6,f6").attacks.squares));
    for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        for (const colorScheme of ["light", "dark"]) {
            await page.emulateMedia({ colorScheme });
            assert.deepEqual(await violations(page), []);
            assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
        }
    }
    await page.selectOption("#part", { index: 1 });
    assert.equal(await inTrick(page, (trick) => trick.part.variant), "shared-slots");
    await picture(page, "report");
    return page;
});

await test("twelve states look as they did, at three widths", async () => {
    const folderOf = join(here, "pictures");
    mkdirSync(folderOf, { recursive: true });
    const of = (variant, more = "") => config(`variant = "${variant}"\n${more}`);
    const states = [
        ["start", of("fancy"), [0, 0], "light"],
        ["relevant", of("fancy"), [0, 0.3], "light"],
        ["product", of("fancy"), [1, 0.45], "dark"],
        ["index", of("fancy"), [2, 0.5], "light"],
        ["slot", of("fancy"), [3, 0.7], "dark"],
        ["end", of("fancy"), [9, 0], "light"],
        ["packed", of("packed"), [9, 0], "light"],
        ["pext", of("pext"), [1, 0.5], "light"],
        ["black", of("black"), [1, 0.5], "dark"],
        ["hyperbola", of("hyperbola"), [9, 0], "light"],
        ["holes", config('variant = "fancy"\n', "[board]\nwidth = 5\nheight = 6\nholes = [\"c4\"]\n"), [9, 0], "light"],
        ["errors", "version = 1\n\n[[output]]\nlang = \"cc\"\n", [9, 0], "light"],
    ];
    const wrong = [];
    let most = 0;
    const page = await open();
    await ready(page);
    for (const [name, text, [chapter, share], colorScheme] of states) {
        await page.emulateMedia({ colorScheme });
        await page.fill("#config", text);
        if (name === "errors") await page.waitForSelector("#errors li");
        else {
            await ready(page);
            const [, variant] = text.match(/variant = "(.*?)"/);
            await page.waitForFunction((wanted) => document.querySelector("#trick").trick.part.variant === wanted, variant);
        }
        for (const width of [375, 768, 1280]) {
            await page.setViewportSize({ width, height: 900 });
            await page.evaluate(() => scrollTo(0, 0));
            await inTrick(page, (trick, [chapter, share]) => trick.seek(chapter, share), [chapter, share]);
            await page.evaluate(() => document.activeElement.blur());
            if (name === "errors") await page.evaluate(() => document.querySelector("#errors").scrollIntoView({ block: "end" }));
            const shot = await page.screenshot();
            const difference = await compared(page, shot, join(folderOf, `${name}-${width}.webp`));
            most = Math.max(most, difference ?? 0);
            if (difference !== undefined && difference > 0.02) wrong.push(`${name}-${width}: ${(difference * 100).toFixed(1)} % of the picture differ`);
        }
    }
    console.log(`   at most ${(most * 100).toFixed(1)} % of a picture differ`);
    assert.deepEqual(wrong, []);
    assert.equal(readdirSync(folderOf).filter((file) => file.endsWith(".webp")).length, 36);
    return page;
});

assert.deepEqual([...new Set(asked)].filter((path) => !/^\/[\w.-]*$/.test(path)), []);
await context.close();
server.close();
rmSync(place, { recursive: true, force: true });
console.log(`${passed} tests passed`);
