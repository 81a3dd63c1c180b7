// The page: a lookup in motion, the source that does it, and the config that both are made from. Everything is kept in the address.

import { Choices, EXAMPLES } from "./choices.js";
import { Editor, spansOf } from "./editor.js";
import { load } from "./files.js";
import { Host, Stopped, hasWorkers } from "./host.js";
import { readLink, writeLink } from "./link.js";
import { Prover } from "./prover.js";
import { folded, running, show } from "./source.js";
import { START } from "./start.js";
import { getKey, setKey } from "./toml.js";

const byId = (id) => document.getElementById(id);
const BOOK = "https://github.com/magicgen/magicgen/blob/main/docs/";

const state = { scrolled: 0, files: [], lists: {}, lines: [], shown: [], marked: [] };
const [generator, explorer] = [new Host(), new Host()];
const trick = new Trick(byId("trick"), {
    changed: () => {
        title();
        place();
        keepSoon();
    },
    at: (act, isEnd) => mark(act, isEnd),
});
trick.at.right.append(byId("output"));
const editor = new Editor(byId("config"), byId("backdrop"), byId("choices"), () => later());
const choices = new Choices(byId("choices-of"), { text: () => editor.text, change, at: () => outputAt() });
const prover = new Prover(byId, () => ({ config: editor.text, piece: trick.piece, square: trick.part ? nameOf(trick.part, trick.bit) : "a1" }));

/** What the page says of lookups of each kind. */
const LEDES = {
    magic: "a chess program multiplies the blockers by a magic number; the top bits of the product say where in a table the answer stands.",
    PEXT: "one instruction gathers the blockers into a small number, which says where in a table the answer stands.",
    arithmetic: "a few operations on whole sets of squares find the answer.",
};

function title() {
    const how = trick.part.pieces.some(({ ops }) => ops.some(([, , [name]]) => name === "pext")) ? "PEXT" : "magic";
    const has = trick.acts.some(({ kind }) => kind === "ladder" || kind === "gather");
    const by = has ? how : "arithmetic";
    const text = `${/^[aeiou]/i.test(trick.piece) ? "An" : "A"} ${trick.piece}'s moves, by ${by}`;
    const lede = `No walk along its lines: ${LEDES[by]}`;
    if (byId("lede").textContent !== lede) byId("lede").textContent = lede;
    if (byId("title").textContent !== text) byId("title").textContent = text;
    byId("book").href = `${BOOK}variants/${trick.part.variant}.md`;
}

// The config and its files.

let timer;
function later() {
    clearTimeout(timer);
    changed();
    byId("source").classList.add("stale");
    timer = setTimeout(renew, 250);
}

/** What was said of a link is of the past once something else is asked for. */
function changed() {
    state.isUnread = false;
    byId("fault").hidden = true;
}

/** Takes over another config. */
function change(text) {
    changed();
    editor.text = text;
    byId("example").selectedIndex = 0;
    renew();
}

function renew() {
    clearTimeout(timer);
    choices.show();
    keep();
    generate();
}

let keeping;
function keepSoon() {
    clearTimeout(keeping);
    keeping = setTimeout(keep, 300);
}

/** Writes the state into the address. */
function keep() {
    clearTimeout(keeping);
    if (!trick.part || state.isUnread) return;
    const { piece, bit, occupied, part } = trick;
    // The position that an address names is kept until it is on the board.
    const position = state.wanted ?? { piece, square: nameOf(part, bit), occupied: namesOf(part, occupied).join(",") || "-" };
    const link = writeLink({ ...position, config: editor.text, bits: byId("bits").value });
    byId("share").disabled = link === undefined;
    if (link === undefined) fault(new Error("The config is too long for a link: keep it in a file."));
    if (link !== undefined && link !== location.hash) history.replaceState(null, "", link);
}

/** Shows an error that isn't one of the config. */
function fault(error) {
    if (error instanceof Stopped) return;
    byId("fault").hidden = false;
    byId("fault").textContent = error.message;
}

/** Shows the lookups of a config, at the position that an address names. */
function look(part, { piece, square, occupied } = {}) {
    const unknown = [];
    const bitOf = (name) => {
        const bit = part.places.find((one) => one.name === name.toLowerCase())?.bit ?? undefined;
        if (bit === undefined) unknown.push(name);
        return bit;
    };
    const names = occupied === undefined || occupied === "-" ? [] : occupied.split(/[,\s]+/).filter(Boolean);
    const position = {
        bit: square === undefined ? undefined : bitOf(square.trim()),
        occupied: occupied === undefined ? undefined : names.reduce((set, name) => set | 1n << BigInt(bitOf(name) ?? 256), 0n),
        piece: [...part.pieces, ...part.unions].find(({ name }) => name === piece)?.name,
    };
    if (piece !== undefined && position.piece === undefined) unknown.push(piece);
    trick.show(part, position);
    if (unknown.length > 0) {
        const some = unknown.slice(0, 3).map((name) => (name.length > 20 ? `${name.slice(0, 20)}…` : name)).join(", ");
        fault(new Error(`The link names what this board doesn't have (${some}): put pieces where you want them.`));
    }
}

async function generate() {
    const stop = setTimeout(() => { byId("stop").hidden = !generator.isBusy; }, 1000);
    const config = editor.text;
    byId("file-about").textContent = state.files.length > 0 ? "Generating …" : "Loading the generator …";
    const started = performance.now();
    try {
        const answer = await generator.ask({ ask: "generate", config, path: "magicgen.toml" });
        if (answer.status === "error") return showErrors(config, answer.diagnostics);
        showFiles(answer.files, answer.notes, performance.now() - started);
        state.lock = answer.lock;
        await generateLookups(config);
    } catch (error) {
        if (error instanceof Stopped) return;
        byId("file-about").textContent = "";
        fault(error);
    } finally {
        clearTimeout(stop);
        byId("stop").hidden = !generator.isBusy;
    }
}

/** Puts on the board what was generated for the file that is shown. The lock has its factors, so that nothing is searched again. */
async function generateLookups(config) {
    const only = [state.files[byId("file").selectedIndex].id];
    const asked = JSON.stringify([config, only]);
    const wanted = state.wanted;
    let part = trick.part;
    if (state.looked !== asked) {
        const answer = await generator.ask({ ask: "lookups", config, path: "magicgen.toml", lock: state.lock, only });
        if (answer.status === "error") return showErrors(config, answer.diagnostics);
        part = answer.part;
    } else if (!wanted) return;
    look(part, wanted);
    [state.looked, state.wanted] = [asked, undefined];
    showLines();
    keep();
}

/** The place of the shown file's output among the config's. */
function outputAt() {
    const ids = [...new Set(state.files.map(({ id }) => id))];
    return Math.max(0, ids.indexOf(state.files[byId("file").selectedIndex]?.id));
}

function showErrors(config, diagnostics) {
    const spans = spansOf(config, diagnostics);
    editor.mark(config === editor.text ? spans : []);
    let placed = 0;
    byId("errors").replaceChildren(...diagnostics.map(({ message, help, span, code }) => {
        const item = make("li");
        if (span) {
            const [from] = spans[placed++];
            const go = make("button", `Line ${span.line}, column ${span.column}`);
            go.type = "button";
            go.addEventListener("click", () => editor.go(from));
            item.append(go, ": ");
        }
        item.append(make("span", message, "wrong"), make("span", help ? `Help: ${help}` : "", "hint"));
        item.title = code;
        return item;
    }));
    byId("source").classList.add("stale");
    if (!trick.part) look(state.start);
    const count = diagnostics.length === 1 ? "an error" : `${diagnostics.length} errors`;
    byId("file-about").textContent = `The config has ${count}; what you see is of the config before it.`;
    for (const id of ["download", "copy"]) byId(id).disabled = true;
}

const fileName = (file) => (file.path ?? file.name).replace(/^\.\//, "");

function showFiles(files, notes, time) {
    editor.mark([]);
    byId("errors").replaceChildren();
    const old = byId("file").selectedIndex;
    const isSame = files.map(fileName).join() === state.files.map(fileName).join();
    state.files = files;
    byId("file").replaceChildren(...files.map((file) => make("option", fileName(file))));
    byId("file").selectedIndex = isSame ? old : withLookup(files);
    byId("choose-file").hidden = files.length < 2;
    showLanguage();
    showFile(notes, time);
}

/** The file that has the lookups, of an output with several. */
function withLookup(files) {
    const piece = trick.part?.pieces[0];
    if (files.length < 2 || !piece) return 0;
    const scores = files.map(({ text }) => running(folded(text), piece.name, piece.steps)?.score ?? 0);
    return scores.indexOf(Math.max(...scores));
}

function showFile(notes = [], time = undefined) {
    const file = state.files[byId("file").selectedIndex];
    if (!file) return;
    const { text, variant, language, bytes } = file;
    state.lines = folded(text);
    state.shown = show(byId("source"), state.lines, language);
    byId("source").classList.remove("stale");
    const size = `${new TextEncoder().encode(text).length.toLocaleString("en")} bytes`;
    const parts = [`${fileName(file)}: ${language}, ${variant}, ${size} of source, ${bytes.toLocaleString("en")} bytes of tables, proved`];
    if (time !== undefined) parts.push(`made in ${Math.round(time)} ms`);
    byId("file-about").textContent = [`${parts.join("; ")}.`, ...notes].join(" ");
    for (const id of ["download", "copy"]) byId(id).disabled = false;
    byId("explorer").hidden = !(language in EXPLORERS);
    showLines();
}

/** Finds the lookup of the piece in the file, and brings it into view. */
function showLines() {
    state.running = undefined;
    const file = state.files[byId("file").selectedIndex];
    if (!file || !trick.part) return;
    const of = trick.pieces.find(({ name }) => name === trick.piece).of.map((at) => trick.part.pieces[at]);
    state.running = new Map(of.map((piece) => [piece.name, running(state.lines, piece.name, piece.steps)]));
    state.placed = undefined;
    place();
}

/** Scrolls to the lookup, once for a file and a piece. */
function place() {
    const key = `${byId("file").selectedIndex} ${trick.piece}`;
    if (state.shown.length === 0 || state.placed === key) return;
    if (state.placed !== undefined) {
        state.placed = undefined;
        showLines();
        return;
    }
    state.placed = key;
    const [first] = [...state.running?.values() ?? []];
    state.high = state.shown[0].offsetHeight;
    if (first) byId("source").scrollTop = state.scrolled = first.from * state.high;
    mark(state.act, state.isEnd);
}

/** Marks the line that runs. */
function mark(act, isEnd) {
    [state.act, state.isEnd] = [act, isEnd];
    for (const line of state.marked) line.classList.remove("runs");
    state.marked = [];
    const found = act ? state.running?.get(act.piece.name) : undefined;
    const line = found && state.shown[found.byName.get(act.step.name) ?? found.result];
    if (!line) return;
    line.classList.add("runs");
    state.marked = [line];
    // The line stays among the first ones, since the rest of the box may be below the window. A frame measures and scrolls nothing: the
    // page would have to be laid out for it.
    const { high, scrolled } = state;
    const top = state.shown.indexOf(line) * high;
    if (top < scrolled || top > scrolled + 4 * high) setTimeout(() => { byId("source").scrollTop = Math.max(0, top - 3 * high); });
}

// Languages.

/** The languages that most readers look for come first. */
const FIRST = ["c", "cpp", "rust", "java", "python", "go", "csharp", "javascript", "typescript", "kotlin", "zig", "d"];
const NAMES = { cpp: "C++", csharp: "C#", cuda: "CUDA", javascript: "JavaScript", typescript: "TypeScript", opencl: "OpenCL", wat: "WebAssembly", wgsl: "WGSL" };
const languageName = (id) => NAMES[id] ?? id[0].toUpperCase() + id.slice(1);

function listLanguages() {
    const rank = ({ id }) => (FIRST.includes(id) ? FIRST.indexOf(id) : FIRST.length);
    const languages = [...state.lists.languages].sort((one, other) => rank(one) - rank(other));
    byId("languages").replaceChildren(...languages.map(({ id }) => {
        const tab = make("button", languageName(id));
        tab.type = "button";
        tab.id = `lang-${id}`;
        tab.dataset.id = id;
        tab.setAttribute("role", "tab");
        tab.setAttribute("aria-controls", "source");
        tab.addEventListener("click", () => change(setKey(editor.text, "[[output]]", "lang", JSON.stringify(id), outputAt())));
        return tab;
    }));
    showLanguage();
}

function showLanguage() {
    const chosen = state.files[byId("file").selectedIndex]?.language ?? (getKey(editor.text, "[[output]]", "lang") ?? "c").replaceAll(/["']/g, "");
    for (const tab of byId("languages").children) {
        const isChosen = tab.dataset.id === chosen;
        tab.setAttribute("aria-selected", String(isChosen));
        tab.tabIndex = isChosen ? 0 : -1;
        if (isChosen) tab.parentElement.scrollLeft = Math.min(tab.parentElement.scrollLeft, tab.offsetLeft - 8);
        if (isChosen) byId("source").setAttribute("aria-labelledby", tab.id);
    }
}

byId("source").addEventListener("scroll", () => { state.scrolled = byId("source").scrollTop; }, { passive: true });
byId("languages").addEventListener("keydown", (event) => {
    const tabs = [...byId("languages").children];
    const at = tabs.indexOf(event.target);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    tabs[(to + tabs.length) % tabs.length].focus();
});

// What can be done with a file.

byId("file").addEventListener("change", async () => {
    showLanguage();
    showFile();
    choices.show();
    try {
        await generateLookups(editor.text);
    } catch (error) {
        fault(error);
    }
});
byId("stop").addEventListener("click", () => {
    generator.stop();
    byId("stop").hidden = true;
    byId("file-about").textContent = "Stopped: what you see may be of the config before it. A change of the config begins again.";
});
byId("download").addEventListener("click", () => {
    const file = state.files[byId("file").selectedIndex];
    const address = URL.createObjectURL(new Blob([file.text], { type: "application/octet-stream" }));
    const link = make("a");
    [link.href, link.download] = [address, fileName(file).split("/").pop()];
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
});

/** Says something in a button for a moment. */
function said(button, text) {
    button.dataset.label ??= button.textContent;
    button.textContent = text;
    setTimeout(() => { button.textContent = button.dataset.label; }, 2000);
}

async function copy(button, text) {
    try {
        await navigator.clipboard.writeText(text);
        said(button, "Copied");
    } catch {
        said(button, "The browser refused");
    }
}
byId("copy").addEventListener("click", (event) => copy(event.currentTarget, state.files[byId("file").selectedIndex].text));
byId("share").addEventListener("click", (event) => {
    keep();
    copy(event.currentTarget, location.href);
});

/** Languages of Compiler Explorer that can be told to fill their tables at the start, and a compiler of each. */
const EXPLORERS = { c: ["c", "cg132"], cpp: ["c++", "g132"], rust: ["rust", "r1810"] };

/** Opens the file in Compiler Explorer. Its tables are filled at the start there: an address has no room for them. */
byId("explorer").addEventListener("click", async (event) => {
    const button = event.currentTarget;
    const { language, id } = state.files[byId("file").selectedIndex];
    try {
        const config = setKey(editor.text, "[[output]]", "tables", '"init"', outputAt());
        const answer = await explorer.ask({ ask: "generate", config, path: "magicgen.toml", lock: state.lock, only: [id] });
        if (answer.status === "error") return said(button, "This config has no such form");
        const [name, compiler] = EXPLORERS[language];
        const source = answer.files.find((file) => file.language === language).text;
        const session = { id: 1, language: name, source, compilers: [{ id: compiler, options: language === "rust" ? "-O" : "-O2" }] };
        const packed = new Response(new Blob([JSON.stringify({ sessions: [session] })]).stream().pipeThrough(new CompressionStream("deflate")));
        const bytes = new Uint8Array(await packed.arrayBuffer());
        const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
        const link = make("a");
        link.href = `https://godbolt.org/clientstate/${encodeURIComponent(text)}`;
        [link.target, link.rel] = ["_blank", "noopener noreferrer"];
        link.click();
    } catch (error) {
        if (!(error instanceof Stopped)) fault(error);
    }
});

// The start.

byId("example").append(make("option", "Choose an example …"), ...EXAMPLES.map(([name]) => make("option", name)));
byId("example").addEventListener("change", (event) => {
    const at = event.target.selectedIndex;
    if (at === 0) return;
    const [, text, position] = EXAMPLES[at - 1];
    changed();
    state.wanted = position ?? {};
    history.pushState(null, "", location.hash);
    editor.text = text;
    renew();
});
if (matchMedia("(prefers-color-scheme: dark)").matches) byId("theme").textContent = "Light";
byId("theme").addEventListener("click", () => themes(byId("theme"), trick));
byId("bits").addEventListener("change", keep);

/** Takes over what a link says. */
function follow() {
    const { texts, fault: wrong } = readLink(location.hash);
    editor.text = texts.config ?? START;
    byId("example").selectedIndex = 0;
    state.wanted = texts.piece ?? texts.square ?? texts.occupied ? { piece: texts.piece, square: texts.square, occupied: texts.occupied } : undefined;
    state.isUnread = wrong !== undefined;
    if (/^([1-9]|1\d|2[0-4])$/.test(texts.bits ?? "")) byId("bits").value = texts.bits;
    byId("fault").hidden = wrong === undefined;
    byId("fault").textContent = wrong ?? "";
}

async function begin() {
    follow();
    // The first lookup is on the board before the module is there.
    try {
        const answer = await load("start.json");
        if (!answer.ok) throw new Error(`start.json can't be loaded: ${answer.status} ${answer.statusText}`);
        const { lists, part } = await answer.json();
        [state.lists, state.start] = [lists, part];
        choices.list(lists);
        listLanguages();
        if (editor.text === START) {
            look(part, state.wanted);
            [state.looked, state.wanted] = [JSON.stringify([START, ["c"]]), undefined];
            setTimeout(() => { if (trick.time === 0 && !trick.wasPaused) trick.play(); }, 700);
        }
        byId("made").textContent = `magicgen ${lists.version}. Every lookup was proved under every occupancy of its relevant squares before it was shown.`;
    } catch (error) {
        fault(error);
    }
    for (const [id, text] of [["none", "nothing"], ["free", "any constant"], ["black", "the squares off the mask"]]) {
        const option = make("option", text);
        option.value = id;
        byId("constant").append(option);
    }
    if (typeof WebAssembly !== "object") {
        byId("file-about").textContent = "";
        fault(new Error("This browser has no WebAssembly, in which the generator runs: use the program magicgen."));
        return;
    }
    renew();
    // Without its schema a config isn't completed; all else works.
    const schema = await load("schema.json").catch(() => undefined);
    if (schema?.ok) editor.schema = await schema.json();
}

addEventListener("popstate", () => {
    follow();
    renew();
});
begin();
