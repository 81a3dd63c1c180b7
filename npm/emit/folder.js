// Open folders, in which names lead to the same entries whatever happens to the folder's path.

import fs from "node:fs";
import nodePath from "node:path";
import { attempt, OUTSIDE, refused, systemError, unless } from "./failure.js";
import { idOf, isInside, metadata } from "./place.js";

const { O_DIRECTORY, O_RDONLY } = fs.constants;
/** Opens a folder even without the right to list it. Only Linux has it, and node has no name for it. */
const O_PATH = 0o10000000;

/**
 * An open folder.
 *
 * Node has no `openat`. On Linux a path below `/proc/self/fd` does the same. On other systems an entry's path has all folders in it,
 * and `isInPlace` tells whether it still leads to this folder.
 */
export class Folder {
    static byDescriptor = process.platform === "linux" && isProcThere();

    /** Opens a folder, through links too. */
    static open(path) {
        if (Folder.byDescriptor) return new Folder(fs.openSync(path, O_PATH | O_DIRECTORY), undefined, undefined);
        const found = fs.realpathSync.native(path);
        const there = fs.statSync(found, { bigint: true });
        if (!there.isDirectory()) throw systemError("ENOTDIR");
        return new Folder(undefined, found, idOf(there));
    }

    constructor(descriptor, path, id) {
        this.descriptor = descriptor;
        this.path = path;
        this.id = id;
    }

    /** The absolute path without links, as it is at this moment. */
    get real() {
        return this.path ?? fs.readlinkSync(`/proc/self/fd/${this.descriptor}`);
    }

    /** The path of an entry. */
    at(name) {
        return this.path === undefined ? `/proc/self/fd/${this.descriptor}/${name}` : nodePath.join(this.path, name);
    }

    /** An entry's metadata; `undefined` if there is none. A link isn't followed. */
    entry(name) {
        return unless(["ENOENT"], () => metadata(this.at(name)));
    }

    /** Whether paths of entries lead to this folder. */
    isInPlace() {
        if (this.path === undefined) return true;
        return attempt(() => fs.realpathSync.native(this.path) === this.path && idOf(metadata(this.path)) === this.id) ?? false;
    }

    /** Writes the folder to the disk: until then, a crash may undo the renaming of a file. Not every file system can. */
    sync() {
        attempt(() => {
            const descriptor = fs.openSync(this.at("."), O_RDONLY);
            attempt(() => fs.fsyncSync(descriptor));
            fs.closeSync(descriptor);
        });
    }

    close() {
        if (this.descriptor !== undefined) fs.closeSync(this.descriptor);
        this.descriptor = undefined;
    }
}

function isProcThere() {
    return attempt(() => {
        const descriptor = fs.openSync("/", O_PATH | O_DIRECTORY);
        try {
            return fs.readlinkSync(`/proc/self/fd/${descriptor}`) === "/" && fs.lstatSync(`/proc/self/fd/${descriptor}/proc`).isDirectory();
        } finally {
            fs.closeSync(descriptor);
        }
    }) ?? false;
}

/** Opens a folder, and refuses it unless it is in the folder `base`. Without `base` it may be anywhere. `given` is for messages. */
export function openWithin(base, given, path) {
    const folder = Folder.open(path);
    if (base === undefined || isInside(base.real, folder.real)) return folder;
    folder.close();
    throw refused("write", given, OUTSIDE);
}

/** As `openWithin`; folders that don't exist are made. */
export function makeWithin(base, given, path) {
    const missing = [];
    let at = path;
    let folder;
    while ((folder = unless(["ENOENT"], () => openWithin(base, given, at))) === undefined) {
        if (nodePath.dirname(at) === at) throw systemError("ENOENT");
        missing.unshift(nodePath.basename(at));
        at = nodePath.dirname(at);
    }
    for (const part of missing) {
        const outer = folder;
        try {
            unless(["EEXIST"], () => fs.mkdirSync(outer.at(part)));
            folder = openWithin(base, given, outer.at(part));
        } finally {
            outer.close();
        }
    }
    return folder;
}
