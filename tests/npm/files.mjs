// node files.mjs: tests how the package for node writes files, in folders of its own. It needs node alone: the command runs with a
// generator that prints what the config has in it.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const { cpSync, existsSync, linkSync, lstatSync, mkdirSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } = fs;
const isUnix = process.platform !== "win32";
const isRoot = process.getuid?.() === 0;

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "magicgen-files-"));
process.on("exit", () => fs.rmSync(scratch, { recursive: true, force: true }));

// The package with another generator: a config is JSON, a list of outputs with `id`, `path`, `text` and how many `times` it is repeated.
const program = path.join(scratch, "package");
cpSync(fileURLToPath(new URL("../../npm", import.meta.url)), program, { recursive: true });
writeFileSync(path.join(program, "index.js"), `
export const version = async () => "0.0.0";
export const list = async () => ({ languages: [{ id: "c", summary: "C" }] });
export async function ask(request) {
    const { config, path = "", folders, outside, ask } = request;
    const output = request.output === "-" ? undefined : request.output;
    const base = path.includes("/") ? path.slice(0, path.lastIndexOf("/") + 1) : "";
    const text = "text of " + request.flags.lang;
    const given = config === undefined ? [{ id: "c", path: output ?? null, text }] : JSON.parse(config);
    const isOwn = config !== undefined && output === undefined;
    const raw = given.map((one) => ({ ...one, path: isOwn && !one.path.startsWith("/") ? base + one.path : output ?? one.path }));
    const outputs = raw.map((one) => ({ ...one, confined: isOwn, path: folders.includes(one.path) ? one.path + "/m.h" : one.path }));
    const noted = { unread: [], paths: raw.flatMap((one) => one.path ?? []), confined: isOwn ? outputs.map((one) => one.path) : [] };
    const wrong = outputs.find((one) => outside.includes(one.path));
    if (wrong) return { ...noted, status: "error", exit: 2, text: "error[config::path]: " + wrong.path + " leads out of the config's folder" };
    if (ask === "plan") return { ...noted, status: "planned", outputs };
    if (process.env.MEANWHILE) await import(process.env.MEANWHILE);
    const files = outputs.flatMap((one) => [one, ...(one.more ?? []).map((more) => ({ ...more, id: one.id }))]);
    return { ...noted, status: "generated", notes: [], files: files.map((one) => ({ variant: "plain", entries: 1, ...one, text: one.text.repeat(one.times ?? 1) })) };
}
`);
const cli = path.join(program, "cli.js");
const load = (name) => import(pathToFileURL(path.join(program, "emit", name)));
const { Failure, shownLine } = await load("failure.js");
const { Folder } = await load("folder.js");
const { isOutside, leadsOut, place, real } = await load("place.js");
const { readFile, readText } = await load("read.js");
const { newName, sweep } = await load("temporary.js");
const { printAt, writeFiles } = await load("write.js");

let passed = 0;
async function test(name, body) {
    if (await body() === "skipped") return;
    passed += 1;
    console.log(`ok ${name}`);
}

function skip(why) {
    console.log(`skipped: ${why}`);
    return "skipped";
}

let count = 0;
function folder(files = {}) {
    const here = fs.realpathSync(fs.mkdtempSync(path.join(scratch, `${count++}-`)));
    for (const [name, text] of Object.entries(files)) {
        mkdirSync(path.dirname(path.join(here, name)), { recursive: true });
        writeFileSync(path.join(here, name), text);
    }
    return here;
}

const does = (what, args, options = {}) => spawnSync(what, args, options).status === 0;

/** Runs the command. Standard output and error are files, so that a closed one can be told from a full one. */
function run(here, args, { env = {}, ...options } = {}) {
    return spawnSync(process.execPath, [cli, ...args], { cwd: here, encoding: "utf8", env: { ...process.env, ...env }, ...options });
}

const shell = (here, script) => spawnSync("bash", ["-c", `mg() { timeout 60 '${process.execPath}' '${cli}' "$@"; }; ${script}`], { cwd: here, encoding: "utf8" });

function succeed(here, args) {
    const result = run(here, args);
    assert.equal(result.status, 0, result.stderr);
    return result;
}

function isRefused({ status, stderr }, exit, ...all) {
    assert.equal(status, exit, stderr);
    for (const words of ["error[", ...all]) assert.ok(stderr.includes(words), `no ${words} in ${stderr}`);
    assert.doesNotMatch(stderr, /\n\s+at /, "a stack is shown");
}

/** All files of a folder with their text, and links with their targets. */
function all(here) {
    const found = {};
    for (const entry of readdirSync(here, { withFileTypes: true })) {
        const at = path.join(here, entry.name);
        if (entry.isDirectory()) for (const [name, text] of Object.entries(all(at))) found[`${entry.name}/${name}`] = text;
        else found[entry.name] = entry.isSymbolicLink() ? `-> ${fs.readlinkSync(at)}` : entry.isFile() ? readFileSync(at, "utf8") : "stream";
    }
    return found;
}

const temporaries = (here) => Object.keys(all(here)).filter((name) => name.endsWith(".tmp"));
const config = (...paths) => JSON.stringify(paths.map((at, index) => ({ id: `id${index}`, path: at, text: `new ${index}` })));
const failure = (call) => {
    try {
        call();
    } catch (error) {
        assert.ok(error instanceof Failure, error.stack);
        return error;
    }
    return assert.fail("nothing was refused");
};

/** Has `fs[name]` fail or do more, while `body` runs. */
function withPatched(name, patched, body) {
    const original = fs[name];
    fs[name] = (...args) => patched(original, ...args);
    try {
        return body();
    } finally {
        fs[name] = original;
    }
}

const systemError = (code) => Object.assign(new Error(code), { code, errno: -os.constants.errno[code] });
const bytes = (text) => Buffer.from(text);

/** Runs a test by descriptors and by paths, which other systems than Linux have alone. */
async function bothWays(name, body) {
    const ways = Folder.byDescriptor ? [true, false] : [false];
    for (const byDescriptor of ways) {
        Folder.byDescriptor = byDescriptor;
        await test(`${name}${byDescriptor ? "" : ", by paths"}`, body);
    }
    Folder.byDescriptor = ways[0];
}

await test("other drives, other hosts and streams are outside on Windows", () => {
    const [base, current] = ["C:\\project", "C:\\project"];
    const isOut = (given, from = current) => leadsOut(base, given, from, path.win32);
    for (const given of [
        "D:\\x", "D:/x/m.h", "d:m.h", "C:m.h", "c:sub/m.h", "\\\\host\\share\\m.h", "//host/share/m.h", "\\\\?\\D:\\m.h", "\\\\.\\C:\\m.h",
        "..\\m.h", "../m.h", "sub/../../m.h", "\\m.h", "/m.h", "C:\\projects\\m.h", "C:/", "m.h:stream", "sub/D:/m.h", "C:\\project\\m.h:stream",
    ]) assert.ok(isOut(given), given);
    for (const given of ["m.h", "sub\\m.h", "sub/m.h", "sub/../m.h", "..m.h", "C:\\project\\m.h", "c:/Project/sub/m.h", "\\project\\m.h"]) {
        assert.ok(!isOut(given), given);
    }
    assert.ok(!isOut("project/m.h", "C:\\"));
    assert.ok(isOut("m.h", "C:\\"));
    assert.ok(leadsOut("/a", "/ab/m.h", "/", path.posix) && !leadsOut("/a", "a:b/m.h", "/a", path.posix));
});

await test("a message has one line", () => {
    assert.equal(shownLine("a\n\u001b[2J\u202e\u{e0001}é"), "a\\u000a\\u001b[2J\\u202e\\udb40\\udc01é");
});

await bothWays("files are written whole, and only if their bytes change", () => {
    const here = folder({ "old.h": "old", "same.h": "same" });
    const at = (name) => path.join(here, name);
    const state = () => ((found) => [found.ino, found.ctimeNs])(statSync(at("same.h"), { bigint: true }));
    const before = state();
    const files = ["old.h", "same.h", "a/b/new.h"].map((name) => ({ path: at(name), bytes: bytes(name === "same.h" ? "same" : name) }));
    assert.deepEqual(writeFiles(files).map(({ isChanged }) => isChanged), [true, false, true]);
    assert.deepEqual(all(here), { "old.h": "old.h", "same.h": "same", "a/b/new.h": "a/b/new.h" });
    assert.deepEqual(state(), before);
});

if (isUnix) {
    await bothWays("modes survive, and read-only files are left alone", () => {
        const here = folder({ "m.h": "old" });
        const at = path.join(here, "m.h");
        for (const mode of [0o600, 0o664, 0o755, 0o4750, 0o2711]) {
            writeFileSync(at, "old");
            fs.chmodSync(at, mode);
            writeFiles([{ path: at, bytes: bytes("new") }]);
            assert.equal(statSync(at).mode & 0o7777, mode);
        }
        for (const mode of [0o444, 0o555, 0o400]) {
            fs.chmodSync(at, mode);
            const error = failure(() => writeFiles([{ path: path.join(here, "other.h"), bytes: bytes("x") }, { path: at, bytes: bytes("newer") }]));
            assert.equal(error.text(), `error[io::refused]: can't write ${at}: it is read-only\n |\n = help: run \`chmod u+w ${at}\`, if it may be replaced`);
            assert.equal(error.exit, 4);
            assert.deepEqual([all(here), statSync(at).mode & 0o7777], [{ "m.h": "new" }, mode]);
            writeFiles([{ path: at, bytes: bytes("new") }]);
        }
        const old = process.umask(0o027);
        writeFiles([{ path: path.join(here, "n.h"), bytes: bytes("new") }]);
        process.umask(old);
        assert.equal(statSync(path.join(here, "n.h")).mode & 0o777, 0o640);
    });

    await test("mode and owner go by the open file", () => {
        const here = folder({ "m.h": "old", "victim": "x" });
        const at = path.join(here, "m.h");
        fs.chmodSync(at, 0o600);
        if (isRoot) fs.chownSync(at, 65534, 65534);
        for (const name of ["chmodSync", "chownSync", "lchownSync", "utimesSync"]) {
            withPatched(name, () => assert.fail(name), () => writeFiles([{ path: at, bytes: bytes(name) }]));
        }
        const modes = [];
        const looked = (original, descriptor, ...args) => {
            modes.push(fs.fstatSync(descriptor).mode & 0o7777);
            return original(descriptor, ...args);
        };
        withPatched("writeSync", looked, () => writeFiles([{ path: at, bytes: bytes("new") }]));
        assert.deepEqual(modes, [0o600], "others could read the new file for a moment");
        const { mode, uid } = statSync(at);
        assert.deepEqual([mode & 0o7777, uid], [0o600, isRoot ? 65534 : process.getuid()]);
    });

    await bothWays("links are kept, and those that lead nowhere are refused", () => {
        const here = folder({ "real/m.h": "old" });
        const at = (name) => path.join(here, name);
        const write = (name) => writeFiles([{ path: at(name), bytes: bytes(`new ${name}`) }]);
        symlinkSync("real/m.h", at("m.h"));
        symlinkSync("m.h", at("again.h"));
        symlinkSync("real/new.h", at("new.h"));
        symlinkSync("nowhere/m.h", at("dangling.h"));
        symlinkSync("loop.h", at("loop.h"));
        symlinkSync("real", at("link"));
        ["m.h", "again.h", "new.h", "link/other.h", "link/deep/other.h", "gone/../sub/n.h"].forEach(write);
        assert.match(failure(() => write("dangling.h")).text(), /it is a symbolic link to .*nowhere\/m\.h, whose folder doesn't exist\n.*\n.*mkdir -p/);
        assert.match(failure(() => write("loop.h")).message, /its symbolic links form a loop$/);
        assert.match(failure(() => write("real")).message, /it is a folder$/);
        assert.match(failure(() => write("real/m.h/x/y.h")).text(), /can't write .*: Not a directory \(os error \d+\)\n \|\n = help: name a path/);
        assert.deepEqual(all(here), {
            "m.h": "-> real/m.h", "again.h": "-> m.h", "new.h": "-> real/new.h", "dangling.h": "-> nowhere/m.h", "loop.h": "-> loop.h",
            "link": "-> real", "real/m.h": "new again.h", "real/new.h": "new new.h", "real/other.h": "new link/other.h",
            "real/deep/other.h": "new link/deep/other.h", "sub/n.h": "new gone/../sub/n.h",
        });
        assert.equal(readFile(at("dangling.h"), 9), undefined);
    });

    await bothWays("another name of the same file keeps the old one", () => {
        const here = folder({ "m.h": "old" });
        linkSync(path.join(here, "m.h"), path.join(here, "other.h"));
        writeFiles(["m.h", "n.h"].map((name) => ({ path: path.join(here, name), bytes: bytes("new") })));
        assert.deepEqual(all(here), { "m.h": "new", "n.h": "new", "other.h": "old" });
    });

    await bothWays("a path that leads out of a folder is refused when it is written", () => {
        const outer = folder({ "in/a/keep": "", "out/f.h": "old" });
        const at = (name) => path.join(outer, name);
        symlinkSync("../out", at("in/away"));
        symlinkSync("../out/f.h", at("in/f.h"));
        symlinkSync("a", at("in/link"));
        const base = Folder.open(at("in"));
        const before = all(outer);
        for (const name of ["away/m.h", "away/new/m.h", "f.h", "../m.h", "../new/m.h", "a/../../m.h", "new/../../in2/m.h"]) {
            assert.ok(isOutside(at("in"), path.join(outer, "in") + `/${name}`), name);
            const error = failure(() => writeFiles([{ path: `${at("in")}/${name}`, bytes: bytes("new"), base }]));
            assert.deepEqual([error.code, error.exit], ["io::refused", 4], name);
            assert.match(error.message, /it leads out of the config's folder$/);
            assert.deepEqual(all(outer), before, name);
        }
        for (const name of ["m.h", "new/m.h", "link/m.h", "../in/n.h", "x/../o.h"]) {
            assert.ok(!isOutside(at("in"), `${at("in")}/${name}`), name);
            writeFiles([{ path: `${at("in")}/${name}`, bytes: bytes("new"), base }]);
        }
        base.close();
        assert.deepEqual(Object.keys(all(at("out"))), ["f.h"]);
    });
} else {
    skip("modes, links and pipes are those of Unix");
}

await bothWays("a file that somebody has changed since the run began is refused", () => {
    const here = folder({ "a.h": "old", "b.h": "old" });
    const at = (name) => path.join(here, name);
    const files = () => ["a.h", "b.h"].map((name) => ({ path: at(name), bytes: bytes("new"), before: printAt(at(name)) }));
    let staged = files();
    writeFileSync(at("b.h"), "mine");
    assert.match(failure(() => writeFiles(staged)).message, /b\.h: it has changed since this run began$/);
    assert.deepEqual(all(here), { "a.h": "old", "b.h": "mine" });
    // What was removed may be made again; what was made in the meantime may not be replaced.
    staged = files();
    fs.rmSync(at("a.h"));
    writeFiles(staged);
    fs.rmSync(at("a.h"));
    staged = files();
    writeFileSync(at("a.h"), "mine");
    failure(() => writeFiles(staged));
    assert.equal(readFileSync(at("a.h"), "utf8"), "mine");
});

await bothWays("if one file can't be renamed, the others are put back", () => {
    const here = folder({ "a.h": "old a", "b.h": "old b", "d.h": "old d" });
    const at = (name) => path.join(here, name);
    const files = ["a.h", "b.h", "new/c.h", "d.h"].map((name) => ({ path: at(name), bytes: bytes(`new ${name}`) }));
    const before = all(here);
    const ids = () => ["a.h", "b.h", "d.h"].map((name) => statSync(at(name)).ino);
    const inodes = ids();
    for (const link of [true, false]) {
        const unlinked = (original, ...args) => {
            if (!link) throw systemError("EPERM");
            return original(...args);
        };
        for (let fails = 1; fails <= 4; fails += 1) {
            let calls = 0;
            const rename = (original, ...args) => {
                calls += 1;
                if (calls === fails) throw systemError("EACCES");
                return original(...args);
            };
            const error = withPatched("linkSync", unlinked, () => withPatched("renameSync", rename, () => failure(() => writeFiles(files))));
            assert.match(error.text(), /error\[io\]: can't write .*\.h: Permission denied \(os error 13\)/);
            assert.deepEqual(all(here), before);
            // The old file itself is back, with its second name's help.
            if (link) assert.deepEqual(ids(), inodes);
        }
    }
    // A file that somebody else replaces meanwhile isn't taken back from them.
    let calls = 0;
    const rename = (original, ...args) => {
        calls += 1;
        if (calls !== 2) return original(...args);
        fs.rmSync(at("a.h"));
        writeFileSync(at("a.h"), "mine");
        throw systemError("EIO");
    };
    let error = withPatched("renameSync", rename, () => failure(() => writeFiles(files)));
    assert.doesNotMatch(error.message, /put back/);
    assert.deepEqual(all(here), { ...before, "a.h": "mine" });
    // What changes between two renames is as little replaced as what changed before.
    const change = (original, ...args) => {
        original(...args);
        if (readFileSync(at("b.h"), "utf8") === "old b") fs.appendFileSync(at("b.h"), " and mine");
    };
    error = withPatched("renameSync", change, () => failure(() => writeFiles(files)));
    assert.match(error.message, /b\.h: it has changed since this run began$/);
    assert.deepEqual(all(here), { ...before, "a.h": "mine", "b.h": "old b and mine" });
    // What can't be put back is named.
    let renames = 0;
    const stays = (original, ...args) => {
        renames += 1;
        if (renames > 1) throw systemError("EIO");
        return original(...args);
    };
    error = withPatched("renameSync", stays, () => failure(() => writeFiles(files)));
    assert.equal(error.message, `can't write ${at("b.h")}: Input/output error (os error 5); ${at("a.h")} can't be put back`);
});

await test("if one file is immutable, the others are put back", () => {
    const here = folder({ "a.h": "old", "b.h": "old", "c.h": "old" });
    const at = (name) => path.join(here, name);
    if (!does("chattr", ["+i", at("b.h")])) return skip("nothing here makes a file immutable");
    let error;
    try {
        error = failure(() => writeFiles(["a.h", "b.h", "c.h"].map((name) => ({ path: at(name), bytes: bytes("new") }))));
    } finally {
        does("chattr", ["-i", at("b.h")]);
    }
    assert.match(error.text(), /b\.h: it is immutable or append-only\n.*\n.*chattr -i -a/);
    assert.deepEqual(all(here), { "a.h": "old", "b.h": "old", "c.h": "old" });
    return undefined;
});

await test("a file that is mounted by itself is refused", () => {
    const here = folder({ "a.h": "old", "b.h": "old" });
    const at = (name) => path.join(here, name);
    if (!does("mount", ["--bind", at("b.h"), at("b.h")])) return skip("only root mounts a file");
    try {
        for (const names of [["b.h"], ["a.h", "b.h"], ["b.h", "a.h"]]) {
            const error = failure(() => writeFiles(names.map((name) => ({ path: at(name), bytes: bytes("new") }))));
            assert.match(error.text(), /b\.h: it is a mount point, which can't be replaced\n.*\n.*docker run -v FOLDER:FOLDER/);
            assert.deepEqual(all(here), { "a.h": "old", "b.h": "old" });
        }
    } finally {
        does("umount", ["-l", at("b.h")]);
    }
    return undefined;
});

await bothWays("a full disk and a limit of length leave all as it was", () => {
    const here = folder({ "a.h": "old", "b.h": "old" });
    const files = ["a.h", "b.h"].map((name) => ({ path: path.join(here, name), bytes: bytes("new text") }));
    for (const name of ["writeSync", "fsyncSync", "fchmodSync"]) {
        for (let fails = 1; fails <= 2; fails += 1) {
            let calls = 0;
            const patched = (original, ...args) => {
                calls += 1;
                if (calls === fails) throw systemError("ENOSPC");
                return original(...args);
            };
            const error = withPatched(name, patched, () => failure(() => writeFiles(files)));
            assert.match(error.text(), /No space left on device \(os error 28\)\n \|\n = help: free disk space/);
            assert.deepEqual(all(here), { "a.h": "old", "b.h": "old" });
        }
    }
    // A short write goes on.
    withPatched("writeSync", (original, descriptor, text, at) => original(descriptor, text, at, 1), () => writeFiles(files));
    assert.deepEqual(all(here), { "a.h": "new text", "b.h": "new text" });
});

await test("a small disk is full", () => {
    const here = folder();
    if (!does("mount", ["-t", "tmpfs", "-o", "size=64k", "none", here])) return skip("only root mounts a small file system");
    try {
        const files = (text) => ["a.h", "b.h"].map((name) => ({ path: path.join(here, name), bytes: Buffer.alloc(20000, text) }));
        writeFiles(files("a"));
        const before = all(here);
        assert.match(failure(() => writeFiles(files("b"))).message, /No space left on device/);
        assert.deepEqual(all(here), before);
    } finally {
        does("umount", ["-l", here]);
    }
    return undefined;
});

await bothWays("what killed runs have left is removed, and nothing else", () => {
    const gone = spawnSync(process.execPath, ["-e", ""]).pid;
    const [host] = newName().match(/[0-9a-f]{16}/);
    const dead = newName(host, gone);
    const left = [dead, newName(host, process.pid)];
    const old = newName("0".repeat(16), gone);
    const others = [
        newName(host, process.ppid), newName("0".repeat(16), gone), ".magicgen-notes.tmp", ".magicgen-1-0.tmp",
        dead.replace(/.{5}\.tmp$/, "00000.tmp"), `${dead}.tmp`, ".magicgen-node.tmp",
    ];
    const here = folder(Object.fromEntries([...left, old, ...others].map((name) => [name, "half"])));
    fs.utimesSync(path.join(here, old), 1, 1);
    mkdirSync(path.join(here, newName(host, gone)));
    writeFiles([{ path: path.join(here, "m.h"), bytes: bytes("new") }]);
    assert.deepEqual(Object.keys(all(here)).sort(), [...others, "m.h"].sort());
    assert.ok(newName() !== newName());
    const open = Folder.open(here);
    sweep(open);
    open.close();
});

await test("a file is read within limits", () => {
    const here = folder({ "ok": "text", "long": "12345", "binary": Buffer.from([0xff, 0xfe]) });
    const at = (name) => path.join(here, name);
    assert.equal(readText(at("ok"), 4), "text");
    assert.equal(readText(at("none"), 4), undefined);
    assert.match(failure(() => readText(at("long"), 4)).message, /can't read .*long: it is longer than 0 KiB$/);
    assert.match(failure(() => readText(at("binary"), 4)).message, /it isn't UTF-8$/);
    assert.match(failure(() => readText(here, 4)).message, /it is a folder$/);
    assert.equal(place(at("ok")).kind, "file");
    assert.equal(real(path.join(here, "x", "..", "ok")), at("ok"));
});

// ---- The command ----

await test("the command writes, repeats nothing, and compares", () => {
    const here = folder({ "in/magicgen.toml": config("a/m.h", "n.h") });
    const args = ["-c", "in/magicgen.toml"];
    assert.equal(run(here, [...args, "--check"]).status, 1);
    assert.equal(succeed(here, args).stderr, "wrote in/a/m.h (plain, 1 entries)\nwrote in/n.h (plain, 1 entries)\n");
    assert.equal(succeed(here, args).stderr, "unchanged in/a/m.h (plain, 1 entries)\nunchanged in/n.h (plain, 1 entries)\n");
    assert.equal(succeed(here, [...args, "--check"]).stderr, "");
    assert.equal(succeed(here, ["--lang", "c"]).stdout, "text of c");
    mkdirSync(path.join(here, "folder"));
    succeed(here, ["--lang", "c", "-o", "folder"]);
    assert.equal(readFileSync(path.join(here, "folder/m.h"), "utf8"), "text of c");
});

await test("errors have the program's statuses", () => {
    const here = folder({ "folder/x": "" });
    isRefused(run(here, []), 2, "[usage]", "nothing to generate");
    isRefused(run(here, ["--langg", "c"]), 2, "[usage]");
    isRefused(run(here, ["prove"]), 2, "'prove' is a command of the native program");
    isRefused(run(here, ["-c", "none.toml"]), 4, "error[io]: can't read none.toml: No such file or directory");
    isRefused(run(here, ["-c", "folder"]), 4, "error[io::refused]: can't read folder: it is a folder");
    isRefused(run(here, ["--lang", "c", "-o", "folder/x/y/m.h"]), 4, "Not a directory");
    isRefused(run(here, ["--lang", "c", "--check"]), 2, "nothing to compare");
    isRefused(run(here, ["--lang", "c", "--seed", "x"]), 2, "--seed is a whole number");
    const odd = folder({ "magicgen.toml": config("m.h"), "magicgen.lock/x": "" });
    isRefused(run(odd, []), 2, "magicgen.lock can't be the lock: it is a folder");
});

await test("a config writes in its own folder", () => {
    const outer = folder({ "in/keep": "" });
    const elsewhere = folder({ "f.h": "old" });
    const toml = path.join(outer, "in/magicgen.toml");
    if (isUnix) {
        symlinkSync(elsewhere, path.join(outer, "in/away"));
        symlinkSync(path.join(elsewhere, "f.h"), path.join(outer, "in/f.h"));
    }
    const paths = ["../m.h", "a/../../m.h", `${elsewhere}/m.h`, "new/../../in2/m.h", ...(isUnix ? ["away/m.h", "away/new/m.h", "f.h", "/dev/null"] : [])];
    const args = ["-c", "in/magicgen.toml"];
    for (const at of paths) {
        writeFileSync(toml, config("first.h", at));
        const before = [all(outer), all(elsewhere)];
        for (const more of [[], ["--check"]]) isRefused(run(outer, [...args, ...more]), 2, "leads out of the config's folder");
        assert.deepEqual([all(outer), all(elsewhere)], before, at);
        succeed(outer, [...args, "--allow-outside"]);
        fs.rmSync(path.join(outer, "in/first.h"));
    }
    writeFileSync(toml, config("m.h"));
    succeed(outer, [...args, "-o", "from-flag.h"]);
    assert.ok(existsSync(path.join(outer, "from-flag.h")));
    for (const at of ["x/../m.h", "../in/m.h", path.join(outer, "in/absolute.h")]) {
        writeFileSync(toml, config(at));
        succeed(outer, args);
    }
    // An output's other files are as confined as its first.
    if (isUnix) {
        writeFileSync(toml, JSON.stringify([{ id: "ada", path: "ok.h", text: "x", more: [{ path: "in/away/second.h", text: "y" }] }]));
        isRefused(run(outer, args), 4, "can't write in/away/second.h: it leads out of the config's folder");
        assert.ok(!existsSync(path.join(outer, "in/ok.h")) && !existsSync(path.join(elsewhere, "second.h")));
    }
});

await test("no file replaces the config, the lock or another output's", () => {
    if (!isUnix) return skip("links are those of Unix");
    const here = folder({ "a/keep": "", "magicgen.lock": "" });
    symlinkSync("magicgen.toml", path.join(here, "c.h"));
    symlinkSync("magicgen.lock", path.join(here, "l.h"));
    symlinkSync("a", path.join(here, "b"));
    const refuses = (paths, words) => {
        writeFileSync(path.join(here, "magicgen.toml"), config(...paths));
        const before = all(here);
        isRefused(run(here, []), 2, words);
        assert.deepEqual(all(here), before);
    };
    refuses(["m.h", "c.h"], "`c.h` would overwrite the config");
    refuses(["m.h", "l.h"], "`l.h` would overwrite the lock");
    refuses(["a/m.h", "b/m.h"], "`b/m.h` is written by output `id0` too");
    refuses(["a/m.h", "b/M.h"], "only in capital and small letters");
    refuses(["a/\u00e9.h", "b/e\u0301.h"], "only in the encoding of accented letters");
    refuses(["a/m.h", "b/m.h/n.h"], "`b/m.h/n.h` needs a folder, but `");
    refuses(["a/m.h/n.h", "b/m.h"], "`b/m.h` is a file, but `");
    refuses(["c.h/n.h"], "`c.h/n.h` needs a folder, but the config is there");
    return undefined;
});

if (isUnix) {
    await test("pipes, devices and standard output by name get the whole file", () => {
        const here = folder();
        const whole = "text of c";
        const says = (script, wanted) => {
            const { status, stderr, stdout } = shell(here, script);
            assert.equal(status, 0, `${script}: ${stderr}`);
            if (wanted !== undefined) assert.equal(stdout, wanted, script);
        };
        says("mg --lang c -o /dev/stdout | cat", whole);
        says("mg --lang c -o >(cat > by-pipe; echo done > done); until [ -e done ]; do sleep 0.02; done; cat by-pipe", whole);
        says("mkfifo fifo; cat fifo > by-fifo & mg --lang c -o fifo; wait; cat by-fifo", whole);
        says("{ printf one; mg --lang c -o /dev/stdout; printf two; } > mixed; cat mixed", `one${whole}two`);
        says("printf one > third; mg --lang c -o /dev/fd/3 3>> third; cat third", `one${whole}`);
        says("mg --lang c -o /dev/null; mg --lang c > /dev/null; [ -c /dev/null ]");
        says("mkfifo slow; (sleep 0.4; exec cat slow) > by-slow & mg --lang c -o slow; wait; cat by-slow", whole);
        assert.ok(lstatSync(path.join(here, "fifo")).isFIFO());
        isRefused(run(here, ["--lang", "c", "-o", "fifo", "--check"]), 4, "it isn't a regular file");
        assert.deepEqual(temporaries(here), []);
        if (existsSync("/dev/full")) {
            isRefused(run(here, ["--lang", "c", "-o", "/dev/full"]), 4, "error[io]: can't write /dev/full: No space left on device (os error 28)");
            isRefused(shell(here, "mg --lang c > /dev/full"), 4, "error[io]: can't write standard output: No space left on device (os error 28)");
        }
        // A pipe in the config's folder is as good as a file there.
        writeFileSync(path.join(here, "magicgen.toml"), config("fifo", "m.h"));
        says("cat fifo > by-config & mg; wait; cat by-config m.h", "new 0new 1");
    });

    await test("a pipe without a reader waits, and a signal ends the wait", async () => {
        const here = folder();
        assert.ok(does("mkfifo", [path.join(here, "f")]));
        for (const signal of ["SIGINT", "SIGTERM"]) {
            // A signal that comes before the run is that far ends it at once.
            for (let [wait, status] = [300, null]; status === null; wait *= 2) {
                const child = spawn(process.execPath, [cli, "--lang", "c", "-o", "f"], { cwd: here });
                const exit = new Promise((done) => child.on("exit", done));
                await new Promise((done) => setTimeout(done, wait));
                assert.equal(child.exitCode, null);
                child.kill(signal);
                status = await exit;
                assert.ok(status === 130 || status === null && wait < 20000, `${status} after ${wait} ms`);
            }
        }
        assert.deepEqual(all(here), { f: "stream" });
    });

    await test("a reader that has gone has seen enough, and a closed standard output has not", () => {
        const here = folder();
        writeFileSync(path.join(here, "long.toml"), JSON.stringify([{ id: "c", path: "/dev/stdout", text: "x", times: 1 << 20 }]));
        for (const script of ["mg --lang c | true", "mg -c long.toml --allow-outside | head -c 9", "mg --lang c -o >(true)", "mg --version | true"]) {
            const { status, stderr } = shell(here, `set -o pipefail; ${script}`);
            assert.equal(status, 0, `${script}: ${stderr}`);
        }
        if (!existsSync("/proc/self/fdinfo/1")) return skip("only Linux tells a closed standard output from /dev/null");
        isRefused(shell(here, "mg --lang c >&-"), 4, "can't write standard output: it is closed");
        isRefused(shell(here, "mg --lang c -o - >&-"), 4, "can't write standard output: it is closed");
        isRefused(shell(here, "mg --lang c -o /dev/stdout >&-"), 4, "it is closed");
        assert.equal(shell(here, "mg --lang c -o m.h >&-").status, 0);
        return undefined;
    });

    await test("a config may come through a pipe", () => {
        for (const script of ["mg -c - < cfg", "cat cfg | mg -c -", "mg -c /dev/stdin < cfg", "mg -c <(cat cfg)"]) {
            const here = folder({ cfg: config("m.h") });
            const { status, stderr } = shell(here, `${script} && ${script} --check`);
            assert.equal(status, 0, `${script}: ${stderr}`);
            assert.deepEqual(Object.keys(all(here)), ["cfg", "m.h"], script);
        }
        if (existsSync("/dev/zero")) isRefused(run(folder(), ["-c", "/dev/zero"]), 4, "can't read /dev/zero: it is longer than 256 KiB");
    });

    await test("the limit of a file's length is told before anything is written", () => {
        if (!existsSync("/proc/self/limits")) return skip("only Linux tells the limit");
        const here = folder({ "magicgen.toml": JSON.stringify([{ id: "a", path: "a.h", text: "a" }, { id: "b", path: "b.h", text: "b".repeat(5000) }]) });
        isRefused(shell(here, "ulimit -f 1; mg"), 4, "the file-size limit of this process is 1024 bytes", "ulimit -f unlimited");
        assert.deepEqual(Object.keys(all(here)), ["magicgen.toml"]);
        return undefined;
    });

    await test("a folder without permission is named", () => {
        const here = folder({ "magicgen.toml": config("m.h"), "locked/x": "" });
        fs.chmodSync(scratch, 0o755);
        const as = isRoot ? ["--reuid=65534", "--regid=65534", "--clear-groups"] : [];
        if (isRoot && !does("setpriv", [...as, "true"])) return skip("root can't become another user");
        fs.chmodSync(here, 0o555);
        const [program, ...args] = [...(isRoot ? ["setpriv", ...as] : []), process.execPath, cli];
        const result = spawnSync(program, args, { cwd: here, encoding: "utf8" });
        fs.chmodSync(here, 0o755);
        isRefused(result, 4, "error[io]: can't write m.h: Permission denied (os error 13)", "check the permissions of its folder");
        assert.deepEqual(temporaries(here), []);
        return undefined;
    });
}

await test("a file that changes during a run is refused", () => {
    const here = folder({ "magicgen.toml": config("a.h", "b.h"), "b.h": "old" });
    writeFileSync(path.join(here, "change.mjs"), `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(path.join(here, "b.h"))}, "mine");`);
    isRefused(run(here, [], { env: { MEANWHILE: pathToFileURL(path.join(here, "change.mjs")).href } }), 4, "b.h: it has changed since this run began");
    assert.ok(!existsSync(path.join(here, "a.h")));
    assert.equal(readFileSync(path.join(here, "b.h"), "utf8"), "mine");
});

await test("a signal waits until all files are written", () => {
    const here = folder({ "magicgen.toml": config("a.h", "b.h") });
    writeFileSync(path.join(here, "signal.mjs"), `import fs from "node:fs";
        const { renameSync } = fs;
        fs.renameSync = (...args) => (process.kill(process.pid, "SIGINT"), renameSync(...args));
    `);
    const { status, stderr } = run(here, [], { env: { MEANWHILE: pathToFileURL(path.join(here, "signal.mjs")).href } });
    assert.deepEqual([status, stderr], [130, "note: interrupted after the files were written\n"]);
    assert.deepEqual([all(here)["a.h"], all(here)["b.h"], temporaries(here)], ["new 0", "new 1", []]);
});

await test("runs that are interrupted or killed leave whole files", async () => {
    const here = folder();
    const names = ["a.h", "b.h", "c.h", "d.h"];
    const times = 400000;
    const text = (which) => which.repeat(times);
    const toml = (which) => JSON.stringify(names.map((name) => ({ id: name, path: name, text: which, times })));
    writeFileSync(path.join(here, "0.toml"), toml("0"));
    writeFileSync(path.join(here, "1.toml"), toml("1"));
    const began = Date.now();
    succeed(here, ["-c", "0.toml"]);
    const whole = Date.now() - began;
    let [ended, mixed, left] = [0, 0, 0];
    for (let kill = 0; kill < 24; kill += 1) {
        const signal = ["SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"][kill % 4];
        const child = spawn(process.execPath, [cli, "-c", `${1 - (kill >> 2) % 2}.toml`], { cwd: here, stdio: "ignore" });
        const exit = new Promise((done) => child.on("exit", (status, by) => done([status, by])));
        await new Promise((done) => setTimeout(done, whole * (0.4 + 0.7 * Math.random())));
        child.kill(signal);
        const [status, by] = await exit;
        assert.ok(status === 0 || status === 130 || by === signal, `${signal}: ${status} ${by}`);
        ended += status === 0 ? 1 : 0;
        const now = names.map((name) => readFileSync(path.join(here, name), "utf8"));
        for (const found of now) assert.ok(found === text("0") || found === text("1"), "half a file");
        const isMixed = new Set(now).size > 1;
        mixed += isMixed ? 1 : 0;
        left += temporaries(here).length > 0 ? 1 : 0;
        if (signal !== "SIGKILL") assert.deepEqual([isMixed, temporaries(here)], [false, []], signal);
        else succeed(here, ["-c", "0.toml"]);
    }
    console.log(`   24 signals within ${whole} ms: ${ended} came after the end, ${mixed} left files of both, ${left} temporary files`);
    succeed(here, ["-c", "1.toml"]);
    assert.deepEqual(temporaries(here), []);
});

/** Another process puts a link that leads out into the place of a folder and of a file, again and again. */
const SWAPS = `
import fs from "node:fs";
const [inside, outside] = process.argv.slice(2);
const at = (name) => inside + "/" + name;
fs.symlinkSync(outside, at("link"));
fs.symlinkSync(outside + "/m.h", at("file-link"));
const quietly = (call) => { try { call(); } catch {} };
process.send("ready");
const end = Date.now() + 120000;
while (Date.now() < end) {
    for (const name of ["sub", "a"]) {
        quietly(() => fs.renameSync(at(name), at(name + ".away")));
        quietly(() => fs.linkSync(at("link"), at(name)));
        quietly(() => fs.unlinkSync(at(name)));
        quietly(() => fs.renameSync(at(name + ".away"), at(name)));
    }
    quietly(() => fs.rmSync(at("n.h")));
    quietly(() => fs.linkSync(at("file-link"), at("n.h")));
    quietly(() => fs.unlinkSync(at("n.h")));
}
`;

async function race(rounds) {
    const sync = fs.fsyncSync;
    fs.fsyncSync = () => {};
    const here = folder({ "in/sub/keep": "", "in/a/b/keep": "", "out/m.h": "theirs" });
    const [inside, outside] = ["in", "out"].map((name) => path.join(here, name));
    writeFileSync(path.join(here, "swaps.mjs"), SWAPS);
    const child = spawn(process.execPath, [path.join(here, "swaps.mjs"), inside, outside], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
    await new Promise((done) => child.on("message", done));
    const base = Folder.open(inside);
    const counts = { written: 0, outside: 0, changed: 0, other: 0 };
    let leaks = 0;
    try {
        for (let round = 0; round < rounds; round += 1) {
            const files = ["sub/m.h", "sub/new/m.h", "a/b/m.h", "n.h"].map((name) => ({ path: path.join(inside, name), bytes: bytes(`round ${round}`), base }));
            try {
                writeFiles([files[round % 4]]);
                counts.written += 1;
            } catch (error) {
                assert.ok(error instanceof Failure, error.stack);
                counts[error.message.endsWith("config's folder") ? "outside" : error.message.endsWith("this run began") ? "changed" : "other"] += 1;
            }
            const found = readdirSync(outside);
            if (found.length > 1) leaks += 1;
            assert.equal(readFileSync(path.join(outside, "m.h"), "utf8"), "theirs");
        }
    } finally {
        child.kill("SIGKILL");
        await new Promise((done) => child.on("exit", done));
        base.close();
        fs.fsyncSync = sync;
    }
    console.log(`   ${rounds} writes beside swaps: ${JSON.stringify(counts)}, ${leaks} leaks`);
    assert.ok(counts.written > 0 && counts.written < rounds, "nothing raced");
    return leaks;
}

const CALLS = ["close", "fchmod", "fstat", "fsync", "link", "lstat", "mkdir", "open", "readdir", "readlink", "rename", "stat", "unlink", "write"];

/** Calls `between(n)` before the nth call of the system that `body` makes, counted from 0, and returns their number. */
function withCallsCounted(between, body) {
    let count = 0;
    let isOurs = true;
    const counted = (call) => (...args) => {
        if (isOurs) {
            isOurs = false;
            between(count);
            count += 1;
            isOurs = true;
        }
        return call(...args);
    };
    const originals = CALLS.map((name) => [`${name}Sync`, fs[`${name}Sync`]]);
    const { native } = fs.realpathSync;
    for (const [name, call] of originals) fs[name] = counted(call);
    // A disk's own time isn't spent hundreds of times.
    fs.fsyncSync = counted(() => {});
    fs.realpathSync.native = counted(native);
    try {
        body();
    } finally {
        for (const [name, call] of originals) fs[name] = call;
        fs.realpathSync.native = native;
    }
    return count;
}

/**
 * Swaps a folder or a file for a link before each call of the system in turn, and back before each later one. Returns the files that were
 * ever seen outside, and those that are still there.
 */
function swapped(name, swap) {
    const [seen, left] = [new Set(), new Set()];
    let refusals = 0;
    for (let [first, back, isLast] = [0, 1, false]; !isLast;) {
        const here = folder({ "in/sub/m.h": "old", "in/n.h": "old", "out/m.h": "theirs" });
        const [inside, outside] = ["in", "out"].map((one) => path.join(here, one));
        const at = path.join(inside, swap);
        const base = Folder.open(inside);
        const look = (found) => readdirSync(outside).filter((one) => one !== "m.h").forEach((one) => found.add(one.replace(/node.*\.tmp/, "*.tmp")));
        const between = (call) => {
            look(seen);
            if (call === first) {
                fs.renameSync(at, `${at}.away`);
                symlinkSync(swap === "n.h" ? path.join(outside, "m.h") : outside, at);
            }
            if (call === back) {
                fs.unlinkSync(at);
                fs.renameSync(`${at}.away`, at);
            }
        };
        const calls = withCallsCounted(between, () => {
            try {
                writeFiles([{ path: path.join(inside, name), bytes: bytes("new"), base }]);
            } catch (error) {
                assert.ok(error instanceof Failure, error.stack);
                refusals += 1;
            }
        });
        base.close();
        look(seen);
        look(left);
        for (const [one, text] of Object.entries(all(outside))) if (one !== "m.h") assert.equal(text, "", `${one} has content`);
        assert.equal(readFileSync(path.join(outside, "m.h"), "utf8"), "theirs");
        fs.rmSync(here, { recursive: true });
        isLast = first >= calls;
        back += 1;
        if (back > calls) [first, back] = [first + 1, first + 2];
    }
    assert.ok(refusals > 0);
    return { seen: [...seen], left: [...left] };
}

const SWAPPED = [["sub/m.h", "sub"], ["sub/new/m.h", "sub"], ["sub/new/other.h", "sub"], ["n.h", "n.h"]];

if (isUnix) {
    await test("a swap before any call of the system leads nothing out", () => {
        if (!Folder.byDescriptor) return skip("only Linux has paths of descriptors");
        for (const [name, swap] of SWAPPED) assert.deepEqual(swapped(name, swap), { seen: [], left: [] }, name);
        return undefined;
    });
    await test("by paths, a swap lets out no more than an empty temporary file or an empty folder", () => {
        const way = Folder.byDescriptor;
        Folder.byDescriptor = false;
        for (const [name, swap] of SWAPPED) {
            for (const out of Object.values(swapped(name, swap)).flat()) assert.ok(["new", ".magicgen-*.tmp"].includes(out), out);
        }
        Folder.byDescriptor = way;
    });
    await test("a folder that another process swaps for a link leads nothing out", async () => {
        if (!Folder.byDescriptor) return skip("only Linux has paths of descriptors");
        assert.equal(await race(3000), 0);
        return undefined;
    });
    await test("by paths no file outside is replaced", async () => {
        const way = Folder.byDescriptor;
        Folder.byDescriptor = false;
        await race(3000);
        Folder.byDescriptor = way;
    });
}

console.log(`${passed} tests passed`);
