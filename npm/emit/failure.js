// Errors in the program's words, with its codes and exit statuses.

import { getSystemErrorMap } from "node:util";

/** An error for the user, with advice. */
export class Failure extends Error {
    constructor(code, message, help, exit) {
        super(message);
        this.code = code;
        this.help = help;
        this.exit = exit;
    }

    /** The text for standard error. */
    text() {
        return `error[${this.code}]: ${this.message}\n |\n = help: ${this.help}`;
    }
}

/** Control characters, and characters without a shape of their own. */
const HIDDEN = new RegExp(`[${[
    "\\p{Cc}\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164",
    "\\ufdd0-\\ufdef\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\\ufffe\\uffff",
    "\\u{13430}-\\u{1343f}\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}",
].join("")}]`, "gu");

/** A text in one line, with control characters and hidden ones by their numbers. */
export const shownLine = (text) => text.replace(HIDDEN, (found) => {
    const units = Array.from({ length: found.length }, (_, at) => found.charCodeAt(at));
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
});

/** The C library's messages, which the program prints. Node has other words for the same errors. */
const MESSAGES = {
    EACCES: "Permission denied",
    EBADF: "Bad file descriptor",
    EBUSY: "Device or resource busy",
    EDQUOT: "Disk quota exceeded",
    EEXIST: "File exists",
    EFBIG: "File too large",
    EINVAL: "Invalid argument",
    EIO: "Input/output error",
    EISDIR: "Is a directory",
    ELOOP: "Too many levels of symbolic links",
    EMFILE: "Too many open files",
    ENAMETOOLONG: "File name too long",
    ENOENT: "No such file or directory",
    ENOSPC: "No space left on device",
    ENOTDIR: "Not a directory",
    ENXIO: "No such device or address",
    EPERM: "Operation not permitted",
    EROFS: "Read-only file system",
};

function messageOf({ code, errno, message }) {
    if (process.platform !== "win32" && code in MESSAGES) return `${MESSAGES[code]} (os error ${-errno})`;
    return getSystemErrorMap().get(errno)?.[1] ?? shownLine(message);
}

const DENIED = "check the permissions of its folder, or name another with `-o`";

function helpFor(action, code) {
    const isDenied = code === "EACCES" || code === "EPERM";
    if (action === "read" && code === "ENOENT") return "check the path; `magicgen init` writes a config";
    if (action === "read" && isDenied) return "check the permissions of the file";
    if (action === "write" && isDenied) return DENIED;
    if (code === "ENOSPC" || code === "EDQUOT") return "free disk space, and run the command again";
    if (code === "ENOTDIR") return "name a path whose parents are folders";
    if (code === "ENAMETOOLONG") return "choose a shorter name";
    if (code === "EROFS") return "name a path on another file system with `-o`";
    return `check the path and its permissions to ${action} it`;
}

/** The failure for an error of the system. Any other error stays as it is. */
export function failed(action, path, error) {
    if (error instanceof Failure || error.errno === undefined) return error;
    return new Failure("io", `can't ${action} ${shownLine(path)}: ${messageOf(error)}`, helpFor(action, error.code), 4);
}

/** The error of the system with this code, for where node finds the fault itself. */
export function systemError(code) {
    const [errno] = [...getSystemErrorMap()].find(([, [name]]) => name === code);
    return Object.assign(new Error(code), { code, errno });
}

/** A file is left alone although the system would let it be read or written. */
export function refused(action, path, [why, help]) {
    const message = `can't ${action} ${shownLine(path)}: ${shownLine(why)}`;
    return Object.assign(new Failure("io::refused", message, shownLine(help), 4), { why });
}

/** Reasons of `refused`, each with its advice. */
export const OUTSIDE = ["it leads out of the config's folder", "allow it with `--allow-outside`, if you trust this config"];
export const MOUNTED = ["it is a mount point, which can't be replaced", "mount the folder instead, as in `docker run -v FOLDER:FOLDER`"];
export const immutable = (path) => ["it is immutable or append-only", `run \`chattr -i -a ${path}\`, if it may be replaced`];
export const CHANGED = ["it has changed since this run began", "check the file, and run the command again"];
export const NOT_REGULAR = ["it isn't a regular file", "name a regular file"];
export const BLOCK_DEVICE = ["it is a block device", "name a regular file"];
export const NOT_TEXT = ["it isn't UTF-8", "save the file as UTF-8"];
export const isFolder = (path) => ["it is a folder", `name a file, as in \`${path.replace(/[\\/]+$/, "")}/NAME\``];

/** The path of an output can't be had beside another file. */
export const wrongPath = (message) => new Failure("config::path", shownLine(message), "choose another path", 2);

/** Calls a function, and returns `undefined` where it throws an error with one of these codes. */
export function unless(codes, call) {
    try {
        return call();
    } catch (error) {
        if (codes.includes(error.code)) return undefined;
        throw error;
    }
}

/** Calls a function, and returns `undefined` where it throws. */
export function attempt(call) {
    try {
        return call();
    } catch {
        return undefined;
    }
}
