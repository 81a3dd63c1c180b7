// The generator for node: reads the module that lies beside this file, once.

import { readFile } from "node:fs/promises";
import { engine } from "./engine.js";

let loaded;

/** The answer to a request, whatever its status. */
export async function ask(request) {
    loaded ??= readFile(new URL("magicgen.wasm", import.meta.url)).then(engine);
    return (await loaded).ask(request);
}

/** What is wrong with a config or a wish: `diagnostics` has places and advice, `message` all of it as text. */
export class MagicgenError extends Error {
    constructor({ text, diagnostics, exit, unread }) {
        super(text);
        this.name = "MagicgenError";
        this.diagnostics = diagnostics;
        this.exit = exit;
        this.unread = unread;
    }
}

async function asked(request) {
    const answer = await ask(request);
    if (answer.status === "error") throw new MagicgenError(answer);
    return answer;
}

const FLAGS = ["lang", "variant", "orientation", "tables", "name", "piece", "emit", "set", "seed", "effort"];

// Flags stand beside the other wishes, so that `{ lang: "c" }` suffices.
function request(what, wishes) {
    const made = { ask: what, flags: {} };
    for (const [key, value] of Object.entries(wishes)) {
        if (value === undefined) continue;
        if (FLAGS.includes(key)) made.flags[key] = value;
        else made[key] = value;
    }
    return made;
}

/** Generates files, in memory. */
export async function generate(wishes = {}) {
    const { files, notes, lock } = await asked(request("generate", wishes));
    return { files, notes, lock };
}

/** Explains the lookup of a piece's square. */
export async function explain(piece, square, wishes = {}) {
    const { explanation, svg } = await asked({ ...request("explain", wishes), piece, square });
    return wishes.svg ? { ...explanation, svg } : explanation;
}

/** Languages, variants, orders of squares. */
export async function list() {
    const { status, version, ...lists } = await asked({ ask: "list" });
    return lists;
}

/** The version of the generator. */
export async function version() {
    return (await ask({ ask: "list" })).version;
}
