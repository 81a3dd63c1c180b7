// The page: asks the generator anew whenever something changes, and keeps everything in the address.

import { Editor, spansOf } from "./editor.js";
import { Host, Stopped, hasWorkers } from "./host.js";
import { readLink, writeLink } from "./link.js";
import { getKey, setKey } from "./toml.js";

const byId = (id) => document.getElementById(id);

const START = `version = 1
orientation = "a1lsb"

[[output]]
lang = "c"
variant = "fancy"
path = "./"
`;

/** The most characters of a generated file that are shown; a browser lays out more of them slowly. */
const SHOWN = 60_000;

/** The most files of a board that fit into a page of 320 pixels. */
const WIDEST = 16;

const state = { piece: "rook", square: "d4", occupied: undefined, files: [], board: undefined, occupiedWord: 0n, bit: undefined, focus: undefined };
const loading = () => { byId("file-about").textContent = "Loading the rest of the generator …"; };
const [generator, explainer, prover] = [new Host({ loading }), new Host(), new Host({ isWhole: true })];
const editor = new Editor(byId("config"), byId("backdrop"), byId("choices"), () => later());

let timer;
function later() {
    clearTimeout(timer);
    byId("source").classList.add("stale");
    timer = setTimeout(renew, 250);
}

function renew() {
    clearTimeout(timer);
    showChoices();
    keep();
    generate();
    explain();
}

/** Writes the state into the address. */
function keep() {
    const { piece, square, occupied } = state;
    const link = writeLink({ config: editor.text, piece, square, occupied, bits: byId("bits").value });
    byId("share").disabled = link === undefined;
    if (link !== undefined && link !== location.hash) history.replaceState(null, "", link);
}

/** Shows an error that isn't one of the config. */
function fault(error) {
    if (error instanceof Stopped) return;
    byId("fault").hidden = false;
    byId("fault").textContent = error.message;
}

async function generate() {
    const stop = setTimeout(() => { byId("stop").hidden = !generator.isBusy; }, 1000);
    byId("file-about").textContent = "Generating …";
    const started = performance.now();
    try {
        const config = editor.text;
        const answer = await generator.ask({ ask: "generate", config, path: "magicgen.toml" });
        if (answer.status === "error") showErrors(config, answer.diagnostics);
        else showFiles(answer.files, answer.notes, performance.now() - started);
    } catch (error) {
        if (error instanceof Stopped) return;
        byId("file-about").textContent = "";
        fault(error);
    } finally {
        clearTimeout(stop);
        byId("stop").hidden = !generator.isBusy;
    }
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
    const count = diagnostics.length === 1 ? "an error" : `${diagnostics.length} errors`;
    byId("file-about").textContent = `The config has ${count}; nothing new is generated.`;
    for (const id of ["download", "copy"]) byId(id).disabled = true;
}

const nameOf = (file) => (file.path ?? file.name).replace(/^\.\//, "");

function showFiles(files, notes, time) {
    editor.mark([]);
    byId("errors").replaceChildren();
    const old = byId("file").selectedIndex;
    state.files = files;
    byId("file").replaceChildren(...files.map((file) => make("option", nameOf(file))));
    byId("file").selectedIndex = Math.min(Math.max(old, 0), files.length - 1);
    byId("choose-file").hidden = files.length < 2;
    const names = [...new Set(["rook", "bishop", "queen", ...files.flatMap(({ pieces }) => pieces)])];
    showOptions(byId("piece"), names.map((name) => [name, name]), state.piece);
    showFile(notes, time);
}

function showFile(notes = [], time = undefined) {
    const file = state.files[byId("file").selectedIndex];
    if (!file) return;
    const { text, variant, language, bytes } = file;
    const isCut = text.length > SHOWN;
    const cut = isCut ? text.slice(0, text.lastIndexOf("\n", SHOWN) + 1) : text;
    byId("source").textContent = cut;
    byId("source").classList.remove("stale");
    const size = `${new TextEncoder().encode(text).length.toLocaleString("en")} bytes`;
    const parts = [`${nameOf(file)}: ${language}, ${variant}, ${size} of source, ${bytes.toLocaleString("en")} bytes of tables, proved`];
    if (time !== undefined) parts.push(`made in ${Math.round(time)} ms`);
    if (isCut) parts.push(`the first ${cut.split("\n").length - 1} of ${text.split("\n").length - 1} lines are shown`);
    byId("file-about").textContent = [`${parts.join("; ")}.`, ...notes].join(" ");
    for (const id of ["download", "copy"]) byId(id).disabled = false;
}

async function explain() {
    const { piece, square, occupied } = state;
    byId("square").value = square;
    byId("occupied").value = occupied ?? "";
    try {
        const answer = await explainer.ask({ ask: "explain", config: editor.text, path: "magicgen.toml", piece, square, occupied });
        if (answer.status === "error") {
            const { message, help, span } = answer.diagnostics[0];
            const isConfigs = span !== undefined;
            lookupFault(isConfigs ? `the config has errors${state.board ? "; this is still the lookup of an earlier one" : ""}` : [message, help].filter(Boolean).join("; "));
        } else showLookup(answer.explanation);
    } catch (error) {
        if (!(error instanceof Stopped)) lookupFault(error.message);
    }
}

function lookupFault(text) {
    byId("lookup-fault").hidden = text === "";
    byId("lookup-fault").textContent = text === "" ? "" : `${text[0].toUpperCase()}${text.slice(1)}.`;
}

function fileName(file) {
    const letter = String.fromCharCode(97 + file % 26);
    return file < 26 ? letter : String.fromCharCode(96 + Math.floor(file / 26)) + letter;
}

function showLookup(explanation) {
    const { board: { width, height, bits }, square, lookups } = explanation;
    lookupFault("");
    const places = bits.map((bit, at) => ({ bit, name: `${fileName(at % width)}${Math.floor(at / width) + 1}` }));
    state.board = { width, height, places };
    state.bit = square.bit;
    state.focus = bits.includes(state.focus) ? state.focus : square.bit;
    const sets = Object.fromEntries(["occupied", "mask", "attacks"].map((key) => {
        const word = BigInt(explanation[key].word);
        return [key, (bit) => (word >> BigInt(bit) & 1n) === 1n];
    }));
    state.occupiedWord = BigInt(explanation.occupied.word);
    const isDrawn = width <= WIDEST;
    const hadFocus = byId("board").contains(document.activeElement);
    byId("board").hidden = !isDrawn;
    if (isDrawn) lookupBoard(byId("board"), state.board, { piece: explanation.piece, slider: square.bit, focus: state.focus, ...sets });
    else lookupFault(`a board of ${width} files is too wide to be drawn here: name squares in the fields above`);
    if (isDrawn && hadFocus) focusOn(byId("board"), state.focus);
    const attacked = explanation.attacks.squares.join(" ") || "nothing";
    byId("answer").textContent = `The ${explanation.piece} on ${square.name} attacks ${attacked}.`;
    showSteps(lookups);
}

function showSteps(lookups) {
    const rows = [];
    for (const { piece, steps } of lookups) {
        let stage;
        for (const step of steps) {
            if (step.stage !== stage) {
                stage = step.stage;
                const cell = make("td", `${lookups.length > 1 ? `${piece}: ` : ""}${stage}`);
                cell.colSpan = 3;
                const row = make("tr", undefined, "stage");
                row.append(cell);
                rows.push(row);
            }
            const row = make("tr");
            row.append(make("td", step.name, "code"), make("td", step.formula, "code"), make("td", String(step.value), "code"));
            rows.push(row);
        }
    }
    byId("steps").replaceChildren(...rows);
    const about = lookups.flatMap(({ piece, slots, credit, source }) => [
        ...slots.map(({ table, position, entries, occupancies, sharing }) =>
            `The ${piece} reads entry ${position.toLocaleString("en")} of ${entries.toLocaleString("en")} of ${table}, to which ${sharing.toLocaleString("en")} of ${occupancies.toLocaleString("en")} occupancies lead.`),
        source ? `The square's factor: ${source}.` : credit ?? "",
    ]);
    byId("slots").textContent = about.filter(Boolean).join(" ");
}

/** A square gets a blocker, or loses it; or it gets the piece. */
function put(bit, isPiece) {
    const nameAt = (wanted) => state.board.places.find((place) => place.bit === wanted).name;
    state.focus = bit;
    if (isPiece) state.square = nameAt(bit);
    else if (bit === state.bit) return;
    else state.occupiedWord ^= 1n << BigInt(bit);
    if (isPiece) state.occupiedWord &= ~(1n << BigInt(bit));
    const occupied = state.board.places.filter((place) => place.bit !== null && state.occupiedWord >> BigInt(place.bit) & 1n);
    state.occupied = occupied.map(({ name }) => name).join(",") || "-";
    keep();
    explain();
}

async function prove() {
    const { piece, square } = state;
    const [bits, constant] = [Number(byId("bits").value), byId("constant").value];
    const say = (text) => { byId("proof").textContent = text; };
    if (!hasWorkers) {
        const kind = constant === "none" ? "" : ` --constant ${constant}`;
        say(`This browser has no workers, in which a search runs beside the page: run \`magicgen prove ${piece} ${square} --bits ${bits}${kind}\`.`);
        return;
    }
    [byId("prove").disabled, byId("prove-stop").disabled, byId("progress").hidden] = [true, false, false];
    byId("progress").removeAttribute("value");
    const started = performance.now();
    const time = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
    say(`Searching a factor of ${bits} bits for the ${piece} on ${square} …`);
    let known;
    try {
        known = await prover.ask({ ask: "prove", config: editor.text, path: "magicgen.toml", piece, square, bits, constant });
        for (let roots = 1; known.status === "searching";) {
            const begun = performance.now();
            known = await prover.ask({ ask: "go-on", roots });
            const took = performance.now() - begun;
            roots = Math.max(1, Math.min(roots * 2, Math.round(roots * 100 / Math.max(took, 1))));
            [byId("progress").max, byId("progress").value] = [known.roots, known.done];
            if (known.status === "searching") {
                say(`Searching: ${known.done.toLocaleString("en")} of ${known.roots.toLocaleString("en")} roots, ${known.nodes.toLocaleString("en")} nodes, ${time()}.`);
            }
        }
        say(settled(known, time()));
    } catch (error) {
        const done = known?.roots ? `: ${known.done.toLocaleString("en")} of ${known.roots.toLocaleString("en")} roots are done` : "";
        say(error instanceof Stopped ? `Stopped after ${time()}${done}. The question is open.` : error.message);
    }
    [byId("prove").disabled, byId("prove-stop").disabled, byId("progress").hidden] = [false, true, true];
    if (document.activeElement === document.body) byId("prove").focus();
}

function settled(known, time) {
    if (known.status === "error") return known.diagnostics.map(({ message, help }) => [message, help].filter(Boolean).join("; ")).join(" ");
    const kind = known["constant-kind"] === "black" ? "black factor" : "factor";
    const bits = known.bits === 1 ? "1 index bit" : `${known.bits} index bits`;
    const how = known.how === "complete search" ? `complete search, ${known.nodes.toLocaleString("en")} nodes in ${time}` : known.how;
    if (known.status === "none") {
        const free = known["constant-kind"] === "free" ? ", whatever constant is added" : "";
        return `None: ${known.what} has no ${kind} with ${bits}${free} (${how}).`;
    }
    const added = BigInt(known.constant) === 0n ? "" : `, ${known.constant} added to the product`;
    return `Exists: ${known.what} has the ${kind} ${known.factor} with ${bits}${added} (${how}).`;
}

// Controls.

function showOptions(select, options, chosen) {
    const all = options.some(([id]) => id === chosen) ? options : [[chosen, chosen || "as the config says"], ...options];
    select.replaceChildren(...all.map(([id, text]) => {
        const option = make("option", text);
        option.value = id;
        return option;
    }));
    select.value = chosen;
}

/** The selects above the config, and the key that each of them sets. */
const KEYS = [["lang", "[[output]]", "languages"], ["variant", "[[output]]", "variants"], ["orientation", "", "orientations"]];
let lists = {};

function showChoices() {
    for (const [key, header, list] of KEYS) {
        const options = (lists[list] ?? []).map(({ id }) => [id, id]);
        showOptions(byId(key), options, getKey(editor.text, header, key) ?? "");
    }
}

for (const [key, header] of KEYS) {
    byId(key).addEventListener("change", (event) => {
        editor.text = setKey(editor.text, header, key, event.target.value || undefined);
        renew();
    });
}
byId("file").addEventListener("change", () => showFile());
byId("stop").addEventListener("click", () => {
    generator.stop();
    byId("stop").hidden = true;
    byId("file-about").textContent = "Stopped. A change of the config begins again.";
});
byId("download").addEventListener("click", () => {
    const file = state.files[byId("file").selectedIndex];
    const address = URL.createObjectURL(new Blob([file.text], { type: "application/octet-stream" }));
    const link = make("a");
    [link.href, link.download] = [address, nameOf(file).split("/").pop()];
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
});

/** Copies a text, and says in the button that it did. */
async function copy(button, text) {
    const label = button.dataset.label ??= button.textContent;
    try {
        await navigator.clipboard.writeText(text);
        button.textContent = "Copied";
    } catch {
        button.textContent = "The browser refused";
    }
    setTimeout(() => { button.textContent = label; }, 2000);
}
byId("copy").addEventListener("click", (event) => copy(event.currentTarget, state.files[byId("file").selectedIndex].text));
byId("share").addEventListener("click", (event) => {
    keep();
    copy(event.currentTarget, location.href);
});
byId("piece").addEventListener("change", (event) => {
    state.piece = event.target.value;
    keep();
    explain();
});
byId("square").addEventListener("change", (event) => {
    state.square = event.target.value.trim();
    keep();
    explain();
});
byId("occupied").addEventListener("change", (event) => {
    state.occupied = event.target.value.trim() || undefined;
    keep();
    explain();
});
byId("bits").addEventListener("change", keep);
byId("clear").addEventListener("click", () => {
    state.occupied = "-";
    keep();
    explain();
});
byId("board").addEventListener("click", (event) => {
    const bit = event.target.dataset.bit;
    if (bit !== undefined) put(Number(bit), false);
});
byId("board").addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() === "m" && !event.ctrlKey && !event.metaKey) put(state.focus, true);
    if (event.key.startsWith("Arrow")) event.preventDefault();
    const to = stepped(state.board, state.focus, event.key);
    if (to === undefined) return;
    state.focus = to;
    focusOn(byId("board"), to);
});
byId("prove").addEventListener("click", prove);
byId("prove-stop").addEventListener("click", () => prover.stop());

/** Takes over what a link says. */
function follow() {
    const { texts, fault: wrong } = readLink(location.hash);
    editor.text = texts.config ?? START;
    [state.piece, state.square, state.occupied] = [texts.piece ?? "rook", texts.square ?? "d4", texts.occupied];
    if (/^\d{1,2}$/.test(texts.bits ?? "")) byId("bits").value = texts.bits;
    showOptions(byId("piece"), ["rook", "bishop", "queen"].map((name) => [name, name]), state.piece);
    byId("fault").hidden = wrong === undefined;
    byId("fault").textContent = wrong ?? "";
}

async function begin() {
    follow();
    for (const id of ["download", "copy"]) byId(id).disabled = true;
    if (typeof WebAssembly !== "object") {
        byId("file-about").textContent = "";
        fault(new Error("This browser has no WebAssembly, in which the generator runs: use the program magicgen."));
        return;
    }
    try {
        lists = await generator.ask({ ask: "list" });
    } catch (error) {
        byId("file-about").textContent = "";
        fault(error);
        return;
    }
    byId("made").textContent = `magicgen ${lists.version}. Every lookup was proved under every occupancy of its relevant squares before it was shown.`;
    showOptions(byId("constant"), [["none", "nothing"], ["free", "any constant"], ["black", "the squares off the mask"]], "none");
    renew();
    // Without its schema a config isn't completed; all else works.
    const schema = await fetch(new URL("schema.json", import.meta.url)).catch(() => undefined);
    if (schema?.ok) editor.schema = await schema.json();
}

addEventListener("hashchange", () => {
    follow();
    renew();
});
begin();
