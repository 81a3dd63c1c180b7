// Writes to devices, pipes and standard output, in place. A reader that has gone has seen enough.

import fs from "node:fs";
import nodePath from "node:path";
import { attempt, CHANGED, failed, refused } from "./failure.js";
import { openWithin } from "./folder.js";

const { O_APPEND, O_RDWR, O_WRONLY } = fs.constants;
// Windows has neither of these.
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants;

/** The time between two tries to write to a pipe that isn't ready, in milliseconds. */
const PAUSE = 10;
const pause = () => new Promise((done) => setTimeout(done, PAUSE));

/** Writes all bytes. Where the descriptor doesn't block, listeners of signals are called in between. */
async function pour(descriptor, bytes) {
    for (let at = 0; at < bytes.length;) {
        try {
            at += fs.writeSync(descriptor, bytes, at);
        } catch (error) {
            if (error.code === "EPIPE") return;
            if (error.code !== "EAGAIN") throw error;
            await pause();
        }
    }
}

/** Opens a device or a pipe, and waits until somebody reads a pipe; `undefined` if nobody ever will. */
async function opened(path, flags, isDescriptor) {
    for (;;) {
        try {
            return fs.openSync(path, flags);
        } catch (error) {
            if (error.code !== "ENXIO" || !fs.statSync(path).isFIFO()) throw error;
            if (isDescriptor) return undefined;
            await pause();
        }
    }
}

/** Writes to the place of a device or a pipe. It must be in the open folder `base`, if there is one; `given` is for messages. */
export async function writeStream(given, { kind, path, isDescriptor = false }, bytes, base) {
    if (kind === "stdout") return writeSource(bytes);
    let folder;
    let descriptor;
    try {
        // The descriptor may be that of a regular file: its content stays, and the bytes are appended.
        const flags = O_WRONLY | O_APPEND | O_NONBLOCK;
        if (isDescriptor) {
            descriptor = await opened(path, flags, true);
        } else {
            folder = openWithin(base, given, nodePath.dirname(path));
            descriptor = await opened(folder.at(nodePath.basename(path)), flags | O_NOFOLLOW, false);
            // Another process may have put a file into the pipe's place.
            if (fs.fstatSync(descriptor).isFile()) throw refused("write", given, CHANGED);
        }
        if (descriptor !== undefined) await pour(descriptor, bytes);
    } catch (error) {
        throw failed("write", given, error);
    } finally {
        if (descriptor !== undefined) fs.closeSync(descriptor);
        folder?.close();
    }
}

/**
 * Whether standard output was closed when node started. Node then opens `/dev/null` for reading and writing in its place, and so do some
 * programs for a process whose output they throw away. A shell's `>/dev/null` is for writing alone.
 */
function isClosed() {
    return attempt(() => {
        const flags = fs.readFileSync("/proc/self/fdinfo/1", "utf8").match(/^flags:\s*([0-7]+)/m)[1];
        const found = fs.fstatSync(1);
        return (Number.parseInt(flags, 8) & 3) === O_RDWR && found.isCharacterDevice() && found.rdev === fs.statSync("/dev/null").rdev;
    }) ?? false;
}

/** Writes a source to standard output, which mustn't be closed. */
export async function writeSource(bytes) {
    if (isClosed()) throw refused("write", "standard output", ["it is closed", "name a file with `-o`, or use `>/dev/null`"]);
    await print(bytes);
}

/** Writes a text or bytes to standard output. */
export async function print(text) {
    const bytes = Buffer.from(text);
    try {
        if (process.platform !== "win32") return await pour(1, bytes);
        // A console of Windows takes characters, which node makes of the bytes.
        await new Promise((done, fail) => {
            process.stdout.once("error", () => {});
            process.stdout.write(bytes, (error) => error && !["EPIPE", "EOF"].includes(error.code) ? fail(error) : done());
        });
    } catch (error) {
        throw failed("write", "standard output", error);
    }
}
