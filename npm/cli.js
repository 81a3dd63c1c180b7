#!/usr/bin/env node
// The command `magicgen` for node. It generates; the native program, which has the other commands, writes the same bytes.

import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { parseArgs } from "node:util";
import { ask, list, version } from "./index.js";

const USAGE = `Generate chess magic-bitboard tables as source code

Usage: magicgen [OPTIONS]
       magicgen list languages|variants|orientations

  -l, --lang <LANG>         Language of the source
      --variant <VARIANT>   Search, packing and lookup [default: the language's own]
  -O, --orientation <NAME>  Order of squares [default: a1lsb]
  -p, --piece <PIECE>       Piece; repeatable [default: rook bishop]
      --tables <WHEN>       full or init [default: the language's own]
      --emit <PART>         Part to print; repeatable [default: lookup]
  -n, --name <NAME>         Module, class or prefix [default: magics]
  -D, --set <KEY=VALUE>     Override any config key; repeatable
      --seed <N>            Search seed [default: 0]
      --effort <N>          Most candidates per square, in millions
  -o, --output <PATH>       File, or folder (ends in /); - is standard output [default: -, or the config's path]
  -c, --config <FILE>       Config file [default: magicgen.toml in this folder, unless there is --lang]
      --no-config           Ignore config files
      --only <ID>           Only the [[output]] with this id; repeatable
      --check               Write nothing; exit 1 if a file is missing or differs
  -q, --quiet               No messages but errors
  -h, --help
  -V, --version

magicgen.lock beside the config is read, but not written. Exit status: 0 done, 1 --check found a difference, 2 bad usage or config,
3 no factors within the effort, 4 a file could not be read or written.
`;

const text = { type: "string" };
const texts = { type: "string", multiple: true };
const truth = { type: "boolean" };
const OPTIONS = {
    lang: { ...text, short: "l" },
    variant: text,
    orientation: { ...text, short: "O" },
    piece: { ...texts, short: "p" },
    tables: text,
    emit: texts,
    name: { ...text, short: "n" },
    set: { ...texts, short: "D" },
    seed: text,
    effort: text,
    output: { ...text, short: "o" },
    config: { ...text, short: "c" },
    "no-config": truth,
    only: texts,
    check: truth,
    quiet: { ...truth, short: "q" },
    help: { ...truth, short: "h" },
    version: { ...truth, short: "V" },
};

/** An error with the exit status that belongs to it. */
class Failure extends Error {
    constructor(message, exit) {
        super(message);
        this.exit = exit;
    }
}

const isThere = (path) => stat(path).then(() => true, () => false);
const isFolder = (path) => stat(path).then((found) => found.isDirectory(), () => false);
const split = (values) => values?.flatMap((value) => value.split(","));
const read = (path) => readFile(path, "utf8").catch((error) => {
    throw new Failure(`error: can't read ${path}: ${error.message}`, 4);
});

function number(name, value) {
    if (value === undefined) return undefined;
    if (!/^\d{1,15}$/.test(value)) throw new Failure(`error: --${name} is a whole number, not '${value}'`, 2);
    return Number(value);
}

async function configOf(asked) {
    if (asked["no-config"] && asked.config === undefined) return undefined;
    if (asked.config !== undefined) return asked.config;
    if (asked.lang === undefined && await isThere("magicgen.toml")) return "magicgen.toml";
    if (asked.lang === undefined) {
        throw new Failure("error: nothing to generate: there is no magicgen.toml here, and no --lang\nhelp: magicgen --lang java -o src/", 2);
    }
    return undefined;
}

/** Generates. Which paths are folders, and what other files hold, only this side knows: another request tells it. */
async function generated(request) {
    for (;;) {
        const answer = await ask(request);
        const told = request.folders.length + Object.keys(request.files).length;
        for (const path of answer.paths) {
            if (!request.folders.includes(path) && await isFolder(path)) request.folders.push(path);
        }
        for (const path of answer.unread) if (await isThere(path)) request.files[path] = await read(path);
        if (request.folders.length + Object.keys(request.files).length === told) {
            if (answer.status === "error") throw new Failure(answer.text, answer.exit);
            return answer;
        }
    }
}

async function run(asked) {
    const config = await configOf(asked);
    const lock = config === undefined ? undefined : join(dirname(config), "magicgen.lock");
    const { lang, variant, orientation, tables, name, set } = asked;
    const flags = {
        lang, variant, orientation, tables, name, set,
        piece: split(asked.piece),
        emit: split(asked.emit),
        seed: number("seed", asked.seed),
        effort: number("effort", asked.effort),
    };
    const { files, notes } = await generated({
        ask: "generate",
        flags,
        output: asked.output,
        only: split(asked.only),
        config: config === undefined ? undefined : await read(config),
        path: config,
        lock: lock !== undefined && await isThere(lock) ? await read(lock) : undefined,
        folders: [],
        files: {},
    });
    const say = (line) => asked.quiet || console.error(line);
    notes.forEach(say);
    let status = 0;
    for (const { path, text, entries, variant } of files) {
        if (path === null) {
            await new Promise((done) => process.stdout.write(text, done));
            continue;
        }
        const inside = config === undefined || asked.output !== undefined
            || !relative(resolve(dirname(config)), resolve(path)).split(sep).includes("..");
        if (!inside) throw new Failure(`error: ${path} is outside of the config's folder\nhelp: name the path with -o`, 2);
        const bytes = Buffer.from(text);
        const old = await readFile(path).catch(() => undefined);
        const isSame = old?.equals(bytes) ?? false;
        if (asked.check) {
            if (!isSame) {
                status = 1;
                console.error(`${path}: ${old === undefined ? "is missing" : "differs"}`);
            }
            continue;
        }
        if (!isSame) {
            await mkdir(dirname(path), { recursive: true });
            await writeFile(path, bytes).catch((error) => {
                throw new Failure(`error: can't write ${path}: ${error.message}`, 4);
            });
        }
        say(`${isSame ? "unchanged" : "wrote"} ${path} (${variant}, ${entries} entries)`);
    }
    return status;
}

async function listed(words) {
    const all = await list();
    const [what] = words;
    if (words.length !== 1 || !["languages", "variants", "orientations"].includes(what)) {
        throw new Failure("error: list languages, variants or orientations", 2);
    }
    const width = Math.max(...all[what].map(({ id }) => id.length));
    console.log(all[what].map(({ id, summary }) => `${id.padEnd(width)}  ${summary}`).join("\n"));
    return 0;
}

async function main() {
    let parsed;
    try {
        parsed = parseArgs({ options: OPTIONS, allowPositionals: true });
    } catch (error) {
        throw new Failure(`error: ${error.message}\nhelp: magicgen --help`, 2);
    }
    const { values, positionals: [command, ...words] } = parsed;
    if (values.help) {
        process.stdout.write(USAGE);
        return 0;
    }
    if (values.version) {
        console.log(`magicgen ${await version()}`);
        return 0;
    }
    if (command === "list") return listed(words);
    if (command !== undefined) {
        throw new Failure(`error: '${command}' is a command of the native program, not of this package\nhelp: magicgen --help`, 2);
    }
    return run(values);
}

process.stdout.on("error", (error) => process.exit(error.code === "EPIPE" ? 0 : 4));
main().then(
    (status) => { process.exitCode = status; },
    (error) => {
        console.error(error instanceof Failure ? error.message : error);
        process.exitCode = error instanceof Failure ? error.exit : 70;
    },
);
