// node run.mjs PROGRAM FOLDER: packs the package in FOLDER, installs the tarball in an empty place without the network, and compares
// what it generates with what the native PROGRAM does.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [program, folder] = process.argv.slice(2).map((path) => resolve(path));
const place = mkdtempSync(join(tmpdir(), "magicgen-npm-"));
process.on("exit", () => rmSync(place, { recursive: true, force: true }));

// npm alone may need its own folder; nothing else of the environment reaches what is tested.
const env = { PATH: process.env.PATH, HOME: place, npm_config_cache: join(place, "cache"), npm_config_update_notifier: "false" };
const packed = execFileSync("npm", ["pack", "--silent", "--offline", "--pack-destination", place, folder], { encoding: "utf8", env, cwd: place });
const tarball = join(place, packed.trim().split("\n").at(-1));
const user = join(place, "user");
mkdirSync(user);
execFileSync("npm", ["install", "--silent", "--offline", "--no-audit", "--no-fund", "--prefix", user, tarball], { env, cwd: user });
const installed = join(user, "node_modules", "magicgen");
const command = join(user, "node_modules", ".bin", "magicgen");
const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
assert.equal(manifest.scripts, undefined, "the package runs a script of its own");
assert.equal(manifest.dependencies, undefined);

let passed = 0;
const test = async (name, body) => {
    await body();
    passed += 1;
    console.log(`ok ${name}`);
};

let count = 0;
/** Runs a program in a new folder, with these files in it and what `prepare` makes; what it wrote, said and returned. */
function run(what, args, files = {}, prepare = () => {}) {
    const here = join(place, `run-${count++}`);
    mkdirSync(join(here, "folder"), { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(here, name), text);
    prepare(here);
    const { status, stdout, stderr } = spawnSync(what, args, { cwd: here, env, maxBuffer: 1 << 26 });
    const written = readdirSync(here, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !(entry.name in files) && entry.name !== "magicgen.lock")
        .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
    return { status, stdout, stderr: stderr.toString(), files: Object.fromEntries(written.map((path) => [path.slice(here.length + 1), readFileSync(path)])) };
}

/** Both programs do the same. */
function same(args, files) {
    const [native, ours] = [run(program, args, files), run(command, args, files)];
    assert.equal(native.status, 0, native.stderr);
    assert.equal(ours.status, 0, ours.stderr);
    assert.ok(ours.stdout.equals(native.stdout), `${args.join(" ")}: other text on standard output`);
    assert.deepEqual(Object.keys(ours.files), Object.keys(native.files));
    for (const [path, bytes] of Object.entries(native.files)) assert.ok(ours.files[path].equals(bytes), `${path} differs`);
    return ours;
}

await test("the same bytes in three languages", () => {
    same(["--lang", "c", "-o", "magics.h"]);
    same(["--lang", "java", "--orientation", "h1lsb", "-o", "folder"]);
    same(["--lang", "rust", "--variant", "plain", "--piece", "bishop", "-D", "output.style.hex=upper", "-o", "-"]);
});

const CONFIG = `version = 1
orientation = "h1lsb"

[[output]]
id = "go"
lang = "go"
pieces = ["bishop"]
path = "folder/"

[[output]]
id = "python"
lang = "python"
pieces = ["bishop"]
path = "folder/magics.py"
style.eol = "crlf"
`;
await test("the same files from a config, and none of another output", () => {
    const files = { "magicgen.toml": CONFIG };
    assert.equal(Object.keys(same([], files).files).length, 2);
    assert.equal(Object.keys(same(["--only", "go"], files).files).length, 1);
    same(["-c", "my.toml"], { "my.toml": CONFIG });
});

await test("--check tells a missing file from one that is there", () => {
    const args = ["--lang", "c", "--piece", "bishop", "-o", "m.h"];
    const { files } = run(command, args);
    assert.equal(run(command, [...args, "--check"]).status, 1);
    assert.equal(run(command, [...args, "--check"], { "m.h": files["m.h"] }).status, 0);
});

await test("errors have their places and the native program's statuses", () => {
    const wrong = { "magicgen.toml": "version = 1\n[[output]]\nlang = \"cc\"\npath = \"m.h\"\n" };
    const [native, ours] = [run(program, [], wrong), run(command, [], wrong)];
    assert.deepEqual([ours.status, native.status], [2, 2]);
    assert.match(ours.stderr, /^error\[.*\]: .*\n.*magicgen\.toml:3:8/);
    assert.equal(run(command, ["--langg", "c"]).status, 2);
    assert.equal(run(command, ["prove", "rook", "a1"]).status, 2);
    assert.equal(run(command, ["-c", "none.toml"]).status, 4);
    assert.equal(run(command, []).status, 2);
    const outside = { "magicgen.toml": CONFIG.replace("folder/magics.py", "../magics.py") };
    assert.equal(run(command, [], outside).status, 2);
});

await test("files that are left alone are so in the native program's words", () => {
    const output = (id, at) => `[[output]]\nid = "${id}"\nlang = "c"\npieces = ["bishop"]\npath = "${at}"\ntables = "init"\n`;
    const config = (...paths) => ({ "magicgen.toml": `version = 1\n${paths.map((at, index) => output(`id${index}`, at)).join("")}` });
    const refused = (status, args, files, prepare) => {
        const [native, ours] = [program, command].map((what) => run(what, args, files, prepare));
        const [said, wanted] = [ours, native].map(({ stderr }) => stderr.replaceAll(/\/run-\d+\//g, "/run/"));
        assert.equal(said, wanted);
        assert.deepEqual([ours.status, native.status, ours.files], [status, status, native.files], native.stderr);
    };
    const link = (target, ...names) => (here) => names.forEach((name) => symlinkSync(target, join(here, name)));
    refused(4, [], { ...config("m.h"), "m.h": "old" }, (here) => chmodSync(join(here, "m.h"), 0o444));
    refused(4, [], config("m.h"), link("nowhere/m.h", "m.h"));
    refused(4, [], config("m.h"), link("m.h", "m.h"));
    refused(4, [], { ...config("m.h/n.h"), "m.h": "old" });
    refused(2, [], config("folder"));
    refused(4, ["-c", "none.toml"]);
    refused(4, ["-c", "folder"]);
    refused(4, ["-c", "/dev/zero"]);
    refused(4, ["--lang", "c", "-o", "/dev/full"]);
    refused(4, ["--lang", "c", "-o", "/dev/null", "--check"]);
    refused(2, ["--lang", "ada", "-o", "/dev/null"]);
    refused(2, ["--lang", "c", "--check"]);
    refused(2, ["-c", "-"]);
    for (const at of ["../m.h", "a/../../m.h", "/tmp/m.h", "/dev/null", "../"]) {
        refused(2, [], config(at));
        refused(2, ["--check"], config(at));
    }
    refused(2, [], config("away/m.h"), link(place, "away"));
    refused(2, [], config("m.h"), link(join(place, "m.h"), "m.h"));
    refused(2, [], config("c.h"), link("magicgen.toml", "c.h"));
    refused(2, [], config("l.h"), link("magicgen.lock", "l.h"));
    refused(2, [], config("folder/m.h", "b/m.h"), link("folder", "b"));
    refused(2, [], config("folder/m.h", "b/m.h/n.h"), link("folder", "b"));
    refused(2, [], config("folder/\u00e9.h", "b/e\u0301.h"), link("folder", "b"));
    refused(2, [], config("a.h", "a.h/b.h"));
    // An output's second file is as confined as its first.
    const ada = { "magicgen.toml": `version = 1\n[[output]]\nlang = "ada"\npieces = ["bishop"]\npath = "magics.ads"\n` };
    refused(4, [], ada, link(join(place, "magics.adb"), "magics.adb"));
});

await test("version and lists", () => {
    const [version] = run(program, ["--version"]).stdout.toString().split("\n");
    assert.equal(run(command, ["--version"]).stdout.toString(), `${version}\n`);
    assert.equal(version, `magicgen ${manifest.version}`);
    assert.match(run(command, ["list", "languages"]).stdout.toString(), /^rust /m);
});

const api = await import(pathToFileURL(join(installed, "index.js")));
await test("the interface generates, explains and lists", async () => {
    const { files } = await api.generate({ lang: "c", output: "magics.h" });
    assert.equal(files[0].text, run(program, ["--lang", "c", "-o", "magics.h"]).files["magics.h"].toString());
    const native = run(program, ["explain", "queen", "d4", "--occupied", "d6,b4", "--format", "json", "--no-config"]);
    const explained = await api.explain("queen", "d4", { occupied: "d6,b4" });
    assert.deepEqual(explained, JSON.parse(native.stdout).explanation);
    assert.match((await api.explain("rook", "a1", { svg: true })).svg, /^<svg/);
    const ids = (rows) => rows.map(({ id }) => id);
    const listed = (what) => ids(JSON.parse(run(program, ["list", what, "--format", "json"]).stdout).rows);
    const lists = await api.list();
    for (const what of ["languages", "orientations"]) assert.deepEqual(ids(lists[what]), listed(what));
    await assert.rejects(api.generate({ config: "version = 2\n" }), (error) => {
        assert.equal(error.diagnostics[0].span.line, 1);
        return error instanceof api.MagicgenError;
    });
});

const tsc = spawnSync("tsc", ["--version"]);
if (tsc.status === 0) {
    await test("the types hold", () => {
        writeFileSync(join(user, "use.ts"), `import { explain, generate, list, type Explanation } from "magicgen";
const files: string[] = (await generate({ lang: "c", piece: ["rook"] })).files.map((file) => file.text);
const explained: Explanation = await explain("rook", "a1", { occupied: "a3" });
const word: string = explained.attacks.word;
const ids: string[] = (await list()).variants.map(({ id }) => id);
// @ts-expect-error: a number is no language
await generate({ lang: 1 });
export { files, ids, word };
`);
        const args = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--moduleResolution", "nodenext", "--lib", "es2022,dom", "--typeRoots", "none", "use.ts"];
        writeFileSync(join(user, "package.json"), JSON.stringify({ type: "module" }));
        const { status, stdout } = spawnSync("tsc", args, { cwd: user, encoding: "utf8" });
        assert.equal(status, 0, stdout);
    });
} else {
    console.log("skipped: the types hold (there is no tsc: scripts/install-toolchains typescript)");
}
console.log(`${passed} tests passed`);
