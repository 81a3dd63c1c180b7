// Temporary files, which are written into the folder of the file that they are to replace.
//
// A name carries the process that made the file and the proof that this module made the name: what a killed run has left can be
// removed, and nobody else's file is taken for one of these.

import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import { attempt, CHANGED, refused } from "./failure.js";
import { idOf, printOf } from "./place.js";

const { O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_WRONLY } = fs.constants;

const digest = (text) => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** Where a process id means the same process: a machine since its start and, on Linux, a namespace of processes. */
function host() {
    const start = attempt(() => fs.readFileSync("/proc/sys/kernel/random/boot_id", "utf8")) ?? "";
    const namespace = attempt(() => fs.readlinkSync("/proc/self/ns/pid")) ?? "";
    return digest(`${os.hostname()} ${start} ${namespace}`);
}

const proof = (stem) => digest(`magicgen for node: temporary file ${stem}`);

/** A new name, which nobody can foresee. */
export function newName(where = host(), id = process.pid) {
    const stem = `${where}.${id}.${randomBytes(8).toString("hex")}`;
    return `.magicgen-node.${stem}.${proof(stem)}.tmp`;
}

const NAME = /^\.magicgen-node\.(([0-9a-f]{16})\.([1-9]\d{0,9})\.[0-9a-f]{16})\.([0-9a-f]{16})\.tmp$/;

/** How old another machine's file is before it counts as left behind, in milliseconds. */
const LEFT_BEHIND = 24 * 60 * 60 * 1000;

function isLeftBehind(name, found) {
    const [, stem, where, id, check] = NAME.exec(name) ?? [];
    if (stem === undefined || check !== proof(stem) || !found.isFile()) return false;
    if (where !== host()) return Date.now() - Number(found.mtimeMs) > LEFT_BEHIND;
    // An earlier process may have had the id of this one, which has no such files yet.
    if (Number(id) === process.pid) return true;
    try {
        process.kill(Number(id), 0);
        return false;
    } catch (error) {
        return error.code === "ESRCH";
    }
}

/** Removes the temporary files that killed runs have left in a folder, before this run makes its own. */
export function sweep(folder) {
    for (const name of attempt(() => fs.readdirSync(folder.at("."))) ?? []) {
        const found = NAME.test(name) ? attempt(() => folder.entry(name)) : undefined;
        if (found !== undefined && isLeftBehind(name, found)) attempt(() => fs.unlinkSync(folder.at(name)));
    }
}

/**
 * Writes a temporary file into a folder, and returns its name and its fingerprint. `old` is the metadata of the file that it is to
 * replace, and `given` is that file's path for messages.
 */
export function write(folder, given, bytes, old) {
    const name = newName();
    // A new file gets the mode that any program's new file has, a replaced one keeps its mode.
    const mode = old === undefined ? 0o666 : Number(old.mode) & 0o777 | 0o200;
    const descriptor = fs.openSync(folder.at(name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
    try {
        const id = idOf(fs.fstatSync(descriptor, { bigint: true }));
        // By now another process may have put another folder into the place of this one, and may have put this one back.
        const isThere = folder.isInPlace() && idOf(folder.entry(name) ?? {}) === id;
        if (!isThere) throw refused("write", given, CHANGED);
        for (let at = 0; at < bytes.length;) at += fs.writeSync(descriptor, bytes, at);
        if (old !== undefined && process.platform !== "win32") keepMode(descriptor, old);
        fs.fsyncSync(descriptor);
        return { name, print: printOf(fs.fstatSync(descriptor, { bigint: true })) };
    } catch (error) {
        attempt(() => fs.unlinkSync(folder.at(name)));
        throw error;
    } finally {
        fs.closeSync(descriptor);
    }
}

/**
 * Gives an open file the mode of the old one and, as far as that is allowed, its owner and group. Set-user-id bits are kept only if
 * owner and group are the same.
 */
function keepMode(descriptor, old) {
    const isOwnerKept = () => {
        const { uid, gid } = fs.fstatSync(descriptor, { bigint: true });
        return uid === old.uid && gid === old.gid;
    };
    if (!isOwnerKept()) {
        attempt(() => fs.fchownSync(descriptor, Number(old.uid), Number(old.gid)));
        attempt(() => fs.fchownSync(descriptor, -1, Number(old.gid)));
    }
    fs.fchmodSync(descriptor, Number(old.mode) & (isOwnerKept() ? 0o7777 : 0o777));
}
