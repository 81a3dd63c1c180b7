#!/usr/bin/env node
// The command `magicgen` for node. It generates; the native program, which has the other commands, writes the same bytes.

import { lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { attempt, Failure, shownLine, wrongPath } from "./emit/failure.js";
import { clash, isOutside, place, real } from "./emit/place.js";
import { MOST_COMPARED, MOST_KNOWN, MOST_LOCK, readConfig, readFile, readText } from "./emit/read.js";
import { print, writeSource, writeStream } from "./emit/stream.js";
import { printAt, writeFiles } from "./emit/write.js";
import { ask, list, version } from "./index.js";

const USAGE = `Generate chess magic-bitboard tables as source code

Usage: magicgen [OPTIONS]
       magicgen list languages|variants|orientations

  -l, --lang <LANG>         Language to generate
      --variant <VARIANT>   Lookup [default: the language's own]
  -O, --orientation <NAME>  Order of squares [default: a1lsb]
  -p, --piece <PIECE>       Piece; repeatable [default: rook bishop]
      --tables <WHEN>       full or init [default: the language's own]
      --emit <PART>         Part to generate; repeatable [default: lookup]
  -n, --name <NAME>         Name of the module, class or prefix [default: magics]
  -D, --set <KEY=VALUE>     Override a config key; repeatable
      --seed <N>            Seed of the search [default: 0]
      --effort <N>          Effort of the search: millions of candidates a square
  -o, --output <PATH>       File, or folder if it ends in /; - is standard output [default: -, or the config's path]
  -c, --config <FILE>       Config file; - is standard input [default: magicgen.toml in this folder, unless there is --lang]
      --no-config           Ignore config files
      --allow-outside       Allow paths outside of the config's folder
      --only <ID>           Generate only the [[output]] with this id; repeatable
      --check               Write nothing; exit with 1 if a file is missing or differs
  -q, --quiet               Print no messages but errors
  -h, --help
  -V, --version

The program reads magicgen.lock beside the config, but doesn't write it.

Exit status:
    0  done
    1  --check found a difference
    2  the usage or the config is wrong
    3  no factors found within the effort
    4  a file can't be read or written
  130  interrupted
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
    "allow-outside": truth,
    only: texts,
    check: truth,
    quiet: { ...truth, short: "q" },
    help: { ...truth, short: "h" },
    version: { ...truth, short: "V" },
};

/** An error of the generator, which has written its text. */
class Refusal extends Failure {
    constructor({ text, exit }) {
        super("", text, "", exit);
    }

    text() {
        return this.message;
    }
}

/** The status of a run that a signal has ended. */
const INTERRUPTED = 130;

const usage = (message, help) => new Failure("usage", message, help, 2);
const split = (values) => values?.flatMap((value) => value.split(","));

function number(name, value) {
    if (value === undefined) return undefined;
    if (!/^\d{1,15}$/.test(value)) throw usage(`--${name} is a whole number, not '${shownLine(value)}'`, "see `magicgen --help`");
    return Number(value);
}

/** A path of the command line as the generator knows paths: with slashes alone. */
const slashed = (path) => process.platform === "win32" ? path?.replaceAll("\\", "/") : path;

/** Whether something has this name, if only a link that leads nowhere. */
function isThere(path) {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** The path of the config; `undefined` for a run from flags. */
function configOf(asked) {
    if (asked["no-config"] && asked.config === undefined) return undefined;
    if (asked.config !== undefined) return slashed(asked.config);
    if (asked.lang !== undefined) return undefined;
    if (isThere("magicgen.toml")) return "magicgen.toml";
    const help = "magicgen --lang java --orientation h1lsb -o src/main/java/";
    throw usage("nothing to generate: no magicgen.toml here, and no --lang", help);
}

function lockOf(path) {
    try {
        return readText(path, MOST_LOCK);
    } catch (error) {
        if (error.code !== "io::refused") throw error;
        throw usage(`${shownLine(path)} can't be the lock: ${error.why}`, error.help);
    }
}

/** The kind of place that a path leads to. A place that can't be used is reported when the file is written. */
function kindOf(path) {
    try {
        return place(path).kind;
    } catch {
        return "file";
    }
}

/**
 * Plans outputs before anything is searched. The generator doesn't know where paths lead nor what other files hold: it is told about those
 * that its plan has, and asked again.
 */
async function planned(request, base) {
    for (;;) {
        const told = () => [request.folders, request.streams, request.outside, Object.keys(request.files)].flat().length;
        const before = told();
        const plan = await ask({ ...request, ask: "plan" });
        for (const path of plan.paths) {
            const to = { folder: request.folders, stream: request.streams, stdout: request.streams }[kindOf(path)];
            if (to !== undefined && !to.includes(path)) to.push(path);
        }
        for (const path of base === undefined ? [] : plan.confined) {
            if (!request.outside.includes(path) && isOutside(base.real, path)) request.outside.push(path);
        }
        for (const path of plan.unread) {
            if (request.outside.includes(path)) continue;
            const text = attempt(() => readText(path, MOST_KNOWN));
            if (text !== undefined) request.files[path] = text;
        }
        if (told() === before) return answered(plan);
    }
}

/** An answer that is no error. */
function answered(answer) {
    if (answer.status === "error") throw new Refusal(answer);
    return answer;
}

/**
 * Refuses files that would replace the config, the lock or another output's file, or that need a folder in such a file's place. The
 * generator has compared paths; these are the places that they lead to.
 */
function checkPlaces(files, { config, lock }) {
    const own = [{ path: config, what: "config" }, { path: lock, what: "lock" }].filter(({ path }) => path !== undefined);
    const seen = own.map(({ path, what }) => ({ there: real(path), of: { what } }));
    for (const { path, id } of files) {
        const here = real(path);
        for (const { there, of } of seen) {
            const why = clash(path, here, there, of);
            if (why !== undefined) throw wrongPath(why);
        }
        seen.push({ there: here, of: { id } });
    }
}

/** The version of magicgen in the header of a file. */
const versionOf = (bytes) => /Code generated by magicgen ([0-9][0-9A-Za-z.+-]*); DO NOT EDIT\./.exec(bytes.toString("latin1"))?.[1];

/** How a file on disk differs, in words. */
function difference(old, bytes) {
    if (old === undefined) return "is missing";
    const [version, own] = [versionOf(old), versionOf(bytes)];
    return version === undefined || own === undefined || version === own
        ? "differs"
        : `was generated by magicgen ${version}, this is ${own}`;
}

/** Compares files with those on disk, and returns the exit status. */
function check(files) {
    let status = 0;
    for (const { path, id, bytes } of files) {
        if (path === null) {
            throw usage(`--check has nothing to compare output \`${id}\` with`, "name its file with `-o PATH`, or by `path` in the config");
        }
        const old = readFile(path, MOST_COMPARED);
        if (old?.equals(bytes)) continue;
        status = 1;
        console.error(`${path}: ${difference(old, bytes)}`);
    }
    return status;
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Calls a function. A signal that comes meanwhile ends the process once nothing has to be finished: files are written without a pause.
 * Before and after, a signal ends the process at once.
 */
async function untilInterrupted(say, call) {
    const end = () => {
        say("note: interrupted after the files were written");
        process.exit(INTERRUPTED);
    };
    for (const signal of SIGNALS) process.on(signal, end);
    try {
        return await call();
    } finally {
        for (const signal of SIGNALS) process.off(signal, end);
    }
}

/** Writes files, then pipes, whose readers may be slow, then standard output. */
async function write(files, say) {
    const onDisk = files.filter(({ path }) => path !== null);
    const isTo = (kind) => ({ stream }) => stream?.kind === kind;
    const placed = await untilInterrupted(say, async () => {
        const written = writeFiles(onDisk);
        // A signal that came meanwhile is heard in one of the next rounds of the loop.
        for (let round = 0; round < 4; round += 1) await new Promise(setImmediate);
        const placed = onDisk.map((file, index) => ({ ...file, ...written[index] }));
        for (const { path, stream, bytes, base } of placed.filter(isTo("stream"))) await writeStream(path, stream, bytes, base);
        return placed;
    });
    for (const { bytes } of [...placed.filter(isTo("stdout")), ...files.filter(({ path }) => path === null)]) await writeSource(bytes);
    for (const { path, isChanged, variant, entries } of placed) {
        say(`${isChanged ? "wrote" : "unchanged"} ${shownLine(path)} (${variant}, ${entries} entries)`);
    }
}

async function run(asked) {
    const given = configOf(asked);
    const { text, name, folder, isStream } = given === undefined ? {} : await readConfig(given);
    const config = isStream ? "-" : given;
    const lock = config === undefined || isStream ? undefined : join(dirname(config), "magicgen.lock");
    const { lang, variant, orientation, tables, set } = asked;
    const flags = {
        lang, variant, orientation, tables, set,
        name: asked.name,
        piece: split(asked.piece),
        emit: split(asked.emit),
        seed: number("seed", asked.seed),
        effort: number("effort", asked.effort),
    };
    const base = asked["allow-outside"] ? undefined : folder;
    const request = {
        flags,
        output: slashed(asked.output),
        only: split(asked.only),
        config: text,
        path: config,
        name,
        lock: lock === undefined ? undefined : lockOf(lock),
        folders: [],
        streams: [],
        outside: [],
        files: {},
    };
    const { outputs } = await planned(request, base);
    const before = new Map(outputs.flatMap(({ path }) => path === null ? [] : [[path, printAt(path)]]));
    const answer = answered(await ask({ ...request, ask: "generate" }));
    const say = (line) => asked.quiet || console.error(line);
    answer.notes.forEach(say);
    const confined = outputs.flatMap(({ id, confined }) => confined ? [id] : []);
    const files = answer.files.map((file) => ({
        ...file,
        bytes: Buffer.from(file.text),
        base: confined.includes(file.id) ? base : undefined,
        ...(before.has(file.path) ? { before: before.get(file.path) } : {}),
    }));
    checkPlaces(files.filter(({ path }) => path !== null), { config: isStream ? undefined : config, lock });
    if (asked.check) return check(files);
    await write(files, say);
    return 0;
}

async function listed(words) {
    const all = await list();
    const [what] = words;
    if (words.length !== 1 || !["languages", "variants", "orientations"].includes(what)) {
        throw usage("there is no such list", "list languages, variants or orientations");
    }
    const width = Math.max(...all[what].map(({ id }) => id.length));
    await print(all[what].map(({ id, summary }) => `${id.padEnd(width)}  ${summary}\n`).join(""));
    return 0;
}

async function main() {
    let parsed;
    try {
        parsed = parseArgs({ options: OPTIONS, allowPositionals: true });
    } catch (error) {
        throw usage(shownLine(error.message), "see `magicgen --help`");
    }
    const { values, positionals: [command, ...words] } = parsed;
    if (values.help) {
        await print(USAGE);
        return 0;
    }
    if (values.version) {
        await print(`magicgen ${await version()}\n`);
        return 0;
    }
    if (command === "list") return listed(words);
    if (command !== undefined) {
        throw usage(`'${shownLine(command)}' is a command of the native program, not of this package`, "see `magicgen --help`");
    }
    return run(values);
}

main().then(
    (status) => { process.exitCode = status; },
    (error) => {
        const isKnown = error instanceof Failure;
        console.error(isKnown ? error.text() : error);
        process.exitCode = isKnown ? error.exit : 70;
    },
);
