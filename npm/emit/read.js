// Reads files, up to a limit of length for each kind of file.

import fs from "node:fs";
import nodePath from "node:path";
import { failed, isFolder, NOT_REGULAR, NOT_TEXT, refused } from "./failure.js";
import { Folder } from "./folder.js";
import { place } from "./place.js";

/** The most bytes of a config. */
export const MOST_CONFIG = 256 << 10;

/** The most bytes of a lock. */
export const MOST_LOCK = 64 << 20;

/** The most bytes of a file of known factors. */
export const MOST_KNOWN = 1 << 20;

/** The most bytes of a file that is compared. */
export const MOST_COMPARED = 1 << 30;

const BLOCK = 1 << 16;

function tooLong(path, most) {
    const limit = most < 1 << 20 ? `${most >> 10} KiB` : `${most >> 20} MiB`;
    return refused("read", path, [`it is longer than ${limit}`, "name another file"]);
}

/** Reads an open file of at most `most` bytes. `path` is for messages. */
export function readOpen(descriptor, path, most) {
    const blocks = [];
    let length = 0;
    for (;;) {
        const block = Buffer.allocUnsafe(BLOCK);
        const count = fs.readSync(descriptor, block);
        if (count === 0) return Buffer.concat(blocks);
        blocks.push(block.subarray(0, count));
        length += count;
        if (length > most) throw tooLong(path, most);
    }
}

/** The bytes of the file at a path. Its name in the open folder `folder`, if there is one, counts instead of the path. */
function bytesOf(path, most, folder) {
    let descriptor;
    try {
        descriptor = fs.openSync(folder === undefined ? path : folder.at(nodePath.basename(path)), "r");
        return readOpen(descriptor, path, most);
    } catch (error) {
        throw failed("read", path, error);
    } finally {
        if (descriptor !== undefined) fs.closeSync(descriptor);
    }
}

function decoded(bytes, path) {
    try {
        return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
        throw refused("read", path, NOT_TEXT);
    }
}

/** The bytes of a regular file; `undefined` if there is none. A device or a pipe isn't opened. */
export function readFile(path, most) {
    let kind;
    try {
        ({ kind } = place(path, "read"));
    } catch (error) {
        // A link into a folder that doesn't exist leads to no file.
        if (error.isDangling) return undefined;
        throw error;
    }
    if (kind === "nothing") return undefined;
    if (kind === "folder") throw refused("read", path, isFolder(path));
    if (kind !== "file") throw refused("read", path, NOT_REGULAR);
    return bytesOf(path, most);
}

/** The text of a regular file; `undefined` if there is none. */
export function readText(path, most) {
    const bytes = readFile(path, most);
    return bytes && decoded(bytes, path);
}

/**
 * A config's text, its name in messages, and the open folder from which it was read. A config from a pipe is in no folder: its paths
 * begin in the current one. `-` is standard input.
 */
export async function readConfig(path) {
    if (path === "-") {
        const name = "standard input";
        const blocks = [];
        let length = 0;
        for await (const block of process.stdin) {
            blocks.push(block);
            length += block.length;
            if (length > MOST_CONFIG) throw tooLong(name, MOST_CONFIG);
        }
        return { text: decoded(Buffer.concat(blocks), path), name, folder: Folder.open("."), isStream: true };
    }
    const { kind } = place(path, "read");
    if (kind === "folder") throw refused("read", path, isFolder(path));
    if (kind === "stream" || kind === "stdout") {
        return { text: decoded(bytesOf(path, MOST_CONFIG), path), name: path, folder: Folder.open("."), isStream: true };
    }
    let folder;
    try {
        folder = Folder.open(nodePath.dirname(path));
    } catch (error) {
        throw failed("read", path, error);
    }
    return { text: decoded(bytesOf(path, MOST_CONFIG, folder), path), name: path, folder, isStream: false };
}
