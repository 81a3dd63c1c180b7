// Writes files so that each is whole at any time, with either its old or its new content, and all of them or none.
//
// All of it is synchronous: node calls no listener of a signal before it is done.

import fs from "node:fs";
import nodePath from "node:path";
import { attempt, CHANGED, failed, immutable, isFolder, MOUNTED, refused, shownLine, unless } from "./failure.js";
import { makeWithin } from "./folder.js";
import { idOf, metadata, place, printOf } from "./place.js";
import { MOST_COMPARED, readOpen } from "./read.js";
import { newName, sweep, write } from "./temporary.js";

// Windows has neither of the last two.
const { O_RDONLY, O_WRONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants;

/** The number of tries to stage a file whose folders another process swaps. */
const MOST_TRIES = 8;

/** The fingerprint of the file at a path; `undefined` if there is no regular file. */
export function printAt(given) {
    const found = attempt(() => place(given));
    return found?.kind === "file" ? attempt(() => printOf(metadata(found.path))) : undefined;
}

/** Opens a file of a folder for a while, but not through a link. */
function withOpen(folder, name, use, access = O_RDONLY) {
    const descriptor = fs.openSync(folder.at(name), access | O_NOFOLLOW | O_NONBLOCK);
    try {
        return use(descriptor);
    } finally {
        fs.closeSync(descriptor);
    }
}

/** Whether a file has these bytes. */
function hasBytes(folder, name, found, bytes) {
    if (found.size !== BigInt(bytes.length)) return false;
    const isSame = (descriptor) => idOf(fs.fstatSync(descriptor, { bigint: true })) === idOf(found)
        && readOpen(descriptor, name, bytes.length).equals(bytes);
    return attempt(() => withOpen(folder, name, isSame)) ?? false;
}

/** Refuses bytes that are more than the system lets this process write. */
function checkLimit(given, bytes) {
    const limits = attempt(() => fs.readFileSync("/proc/self/limits", "utf8"));
    const most = limits?.match(/^Max file size +(\d+)/m)?.[1];
    if (most === undefined || bytes.length <= Number(most)) return;
    const why = `the file-size limit of this process is ${most} bytes`;
    throw refused("write", given, [why, "run `ulimit -f unlimited`, then the command again"]);
}

/** Whether an attribute of a file forbids every change. The system refuses even its owner then, with EPERM. */
function isImmutable(folder, name) {
    try {
        withOpen(folder, name, () => {}, O_WRONLY);
        return false;
    } catch (error) {
        return error.code === "EPERM" && process.platform !== "win32";
    }
}

/** An output in an open folder: with a complete temporary file beside it, or with nothing to do if no bytes would change. */
class Staged {
    constructor(given, folder, name, before) {
        this.given = given;
        this.folder = folder;
        this.name = name;
        this.before = before;
        /** The new file's name and fingerprint. */
        this.temporary = undefined;
        /** The old file's second name. */
        this.kept = undefined;
    }

    get isChanged() {
        return this.temporary !== undefined;
    }

    /** Fails if the file to be replaced has changed since `before`. A file that was removed may be made again. */
    check() {
        const now = this.folder.entry(this.name);
        const isOther = now !== undefined && !(now.isFile() && printOf(now) === this.before);
        if (isOther || !this.folder.isInPlace()) throw refused("write", this.given, CHANGED);
    }

    /** The failure for an error of the system, when this file is kept or replaced. */
    failed(error) {
        if (error.code === "EBUSY" || error.code === "EXDEV") return refused("write", this.given, MOUNTED);
        const isDenied = error.code === "EPERM" || error.code === "EACCES";
        if (isDenied && isImmutable(this.folder, this.name)) return refused("write", this.given, immutable(this.given));
        return failed("write", this.given, error);
    }

    /**
     * Gives the old file a second name or, where a file has only one, makes a copy. Fails for a file that can't be renamed: an immutable
     * one, or one that is mounted by itself.
     */
    keep() {
        const old = this.folder.entry(this.name);
        if (old === undefined) return;
        const name = newName();
        try {
            fs.linkSync(this.folder.at(this.name), this.folder.at(name));
            this.kept = name;
        } catch (error) {
            // Not every file system has hard links, and not every file may get one.
            if (error.code === "EXDEV" || isImmutable(this.folder, this.name)) throw error;
        }
        if (this.kept !== undefined) {
            if (printOf(this.folder.entry(name)) !== this.before) throw refused("write", this.given, CHANGED);
            return;
        }
        const bytes = withOpen(this.folder, this.name, (descriptor) => readOpen(descriptor, this.given, MOST_COMPARED));
        this.kept = write(this.folder, this.given, bytes, old).name;
        this.check();
    }

    /** Renames the temporary file to its place. */
    replace() {
        fs.renameSync(this.folder.at(this.temporary.name), this.folder.at(this.name));
        this.temporary.name = undefined;
    }

    /** Puts the old file back, unless somebody else has replaced the new one. Returns `false` if the new one stays. */
    putBack() {
        return attempt(() => {
            const now = this.folder.entry(this.name);
            if (now === undefined || printOf(now) !== this.temporary.print) return true;
            if (this.kept === undefined) fs.unlinkSync(this.folder.at(this.name));
            else fs.renameSync(this.folder.at(this.kept), this.folder.at(this.name));
            this.kept = undefined;
            return true;
        }) ?? false;
    }

    /** Removes what is temporary. */
    end() {
        for (const name of [this.temporary?.name, this.kept]) {
            if (name !== undefined) attempt(() => fs.unlinkSync(this.folder.at(name)));
        }
        this.folder.close();
    }
}

/** Stages a file; a device or a pipe has only its place in `stream`. `swept` has the folders without files of killed runs. */
function stage(file, swept) {
    const { path: given, bytes, base } = file;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const found = place(given, "write");
        if (found.kind === "folder") throw refused("write", given, isFolder(given));
        if (found.kind === "stream" || found.kind === "stdout") return { stream: found };
        if (found.kind === "nothing") checkLimit(given, bytes);
        let folder;
        let one;
        try {
            // Another process may put something else into the place of a folder that has just been found.
            folder = unless(["EEXIST", "ELOOP", "ENOTDIR"], () => makeWithin(base, given, nodePath.dirname(found.path)));
            if (folder === undefined) continue;
            const name = nodePath.basename(found.path);
            const old = folder.entry(name);
            if (old === undefined ? found.kind === "file" : !old.isFile()) {
                folder.close();
                continue;
            }
            one = new Staged(given, folder, name, "before" in file ? file.before : old && printOf(old));
            const here = folder.real;
            if (!swept.has(here)) sweep(folder);
            swept.add(here);
            if (old !== undefined && hasBytes(folder, name, old, bytes)) return { one };
            // The superuser could write a read-only file all the same, and is refused too.
            if (old !== undefined && (old.mode & 0o222n) === 0n) {
                throw refused("write", given, ["it is read-only", `run \`chmod u+w ${given}\`, if it may be replaced`]);
            }
            checkLimit(given, bytes);
            one.temporary = write(folder, given, bytes, old);
            return { one };
        } catch (error) {
            if (one === undefined) folder?.close();
            else one.end();
            throw failed("write", given, error);
        }
    }
    throw refused("write", given, CHANGED);
}

/**
 * Writes files: all of them under temporary names before the first is renamed, and none if one fails.
 *
 * A file has a `path` and `bytes`. It may have `before`, its fingerprint when the run began, and `base`, the open folder that it must be
 * in. Returns for each file whether it `isChanged`, or else the place of its `stream`, to which nothing is written.
 */
export function writeFiles(files) {
    const swept = new Set();
    const all = [];
    try {
        for (const file of files) all.push(stage(file, swept));
        const changed = all.flatMap(({ one }) => one?.isChanged ? [one] : []);
        for (const one of changed) one.check();
        replaceAll(changed);
        return all.map(({ one, stream }) => ({ isChanged: one?.isChanged ?? true, stream }));
    } finally {
        for (const { one } of all) one?.end();
    }
}

function replaceAll(changed) {
    // A file by itself is replaced or as it was.
    if (changed.length > 1) for (const one of changed) attemptFor(one, () => one.keep());
    for (const [index, one] of changed.entries()) {
        try {
            attemptFor(one, () => (one.check(), one.replace()));
        } catch (error) {
            const stay = changed.slice(0, index).reverse().filter((earlier) => !earlier.putBack());
            if (stay.length > 0) error.message += `; ${stay.map(({ given }) => shownLine(given)).join(" and ")} can't be put back`;
            throw error;
        }
    }
    for (const one of changed) one.folder.sync();
}

/** Calls a function that keeps or replaces a file, whose failure it throws. */
function attemptFor(one, call) {
    try {
        call();
    } catch (error) {
        throw one.failed(error);
    }
}
