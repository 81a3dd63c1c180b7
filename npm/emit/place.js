// Finds the file, folder or device that a path leads to, through all symbolic links, and whether that is in a folder.

import fs from "node:fs";
import nodePath from "node:path";
import { attempt, BLOCK_DEVICE, failed, refused, unless } from "./failure.js";

const isWindows = process.platform === "win32";
const SEPARATORS = isWindows ? /[\\/]/ : /\//;

/** The number of links that are followed before they are called a loop: as many as Linux follows. */
const MOST_LINKS = 40;

/** Metadata of what a path names itself; a link isn't followed. */
export const metadata = (path) => fs.lstatSync(path, { bigint: true });

/** The identity of a file: its device and its inode number. */
export const idOf = ({ dev, ino }) => `${dev}:${ino}`;

/** The fingerprint of a file: metadata that change when the file does. The number of a removed file may be another's soon. */
export const printOf = (found) => `${found.size} ${found.mtimeNs} ${idOf(found)}`;

/**
 * The target of a path, without opening it. Its `kind` is `file`, `nothing`, `folder`, `stream` (a device, a pipe, an open file that is
 * named by its descriptor) or `stdout`; its `path` has no link at its end.
 */
export function place(given, action = "use") {
    let at = given;
    let isLink = false;
    for (let followed = 0; followed <= MOST_LINKS; followed += 1) {
        const descriptor = descriptorOf(at);
        if (descriptor !== undefined) return { kind: descriptor, path: given, isDescriptor: true };
        let found;
        try {
            found = unless(["ENOENT"], () => metadata(at));
            if (found?.isSymbolicLink()) {
                isLink = true;
                const target = fs.readlinkSync(at);
                at = nodePath.isAbsolute(target) || nodePath.dirname(at) === "." ? target : `${nodePath.dirname(at)}/${target}`;
                continue;
            }
        } catch (error) {
            throw failed(action, given, error);
        }
        if (found === undefined) {
            // `new/../m.h` may exist although `new` doesn't.
            if (at.split(SEPARATORS).includes("..")) {
                at = withoutParents(at);
                continue;
            }
            if (isLink && !isFolder(nodePath.dirname(at))) throw dangling(action, given, at);
            return { kind: "nothing", path: at };
        }
        if (found.isFile()) return { kind: "file", path: at };
        if (found.isDirectory()) return { kind: "folder", path: at };
        if (found.isBlockDevice()) throw refused(action, given, BLOCK_DEVICE);
        return { kind: "stream", path: at };
    }
    throw refused(action, given, ["its symbolic links form a loop", `run \`rm ${given}\``]);
}

const isFolder = (path) => fs.statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

function dangling(action, given, target) {
    const help = `run \`mkdir -p ${nodePath.dirname(target)}\`, or remove the link`;
    const failure = refused(action, given, [`it is a symbolic link to ${target}, whose folder doesn't exist`, help]);
    return Object.assign(failure, { isDangling: true });
}

/** The open file that a path such as `/dev/fd/1` names by its descriptor. Such a path is a link that can't be followed like others. */
function descriptorOf(at) {
    if (isWindows) return undefined;
    const folder = attempt(() => fs.realpathSync.native(nodePath.dirname(at)));
    if (folder === undefined) return undefined;
    const isOfProcess = folder.startsWith("/proc/") && nodePath.basename(folder) === "fd";
    if (!isOfProcess && folder !== "/dev/fd") return undefined;
    const isOwn = !isOfProcess || folder.startsWith(`/proc/${process.pid}/`);
    return isOwn && nodePath.basename(at) === "1" ? "stdout" : "stream";
}

/** The absolute path without `.` and `..`; links are resolved in the folders that exist. */
function withoutParents(given) {
    const all = nodePath.isAbsolute(given) ? given : `${process.cwd()}${nodePath.sep}${given}`;
    const rest = [];
    for (let at = all; ; at = nodePath.dirname(at)) {
        const found = attempt(() => fs.realpathSync.native(at));
        if (found !== undefined) return nodePath.resolve(found, ...rest);
        if (nodePath.dirname(at) === at) return nodePath.resolve(all);
        rest.unshift(nodePath.basename(at));
    }
}

/** The absolute path without links, `.` and `..`, whether it exists or not. All names of a file give the same path. */
export function real(given) {
    const found = attempt(() => place(given));
    return withoutParents(found?.kind === "file" || found?.kind === "nothing" ? found.path : given);
}

/** A path as it is compared by a file system that distinguishes neither capital and small letters nor encodings of accented letters. */
const folded = (path) => path.normalize("NFD").toUpperCase().toLowerCase().normalize("NFC");

/**
 * Why an output can't be at the absolute path `here` beside another file at `there`; `undefined` if it can. `id` is that of the other
 * file's output, `what` is the run's own file, and `shown` is the output's path in messages.
 */
export function clash(shown, here, there, { id, what }) {
    const [own, other] = [here, there].map(folded);
    if (own === other && id === undefined) return `\`${shown}\` would overwrite the ${what}`;
    if (here === there) return `\`${shown}\` is written by output \`${id}\` too`;
    if (own === other) {
        const isCase = here.toUpperCase().toLowerCase() === there.toUpperCase().toLowerCase();
        const how = isCase ? "capital and small letters" : "the encoding of accented letters";
        return `\`${shown}\` differs from \`${there}\` of output \`${id}\` only in ${how}`;
    }
    const file = id === undefined ? `the ${what}` : `\`${there}\` of output \`${id}\``;
    if (isInside(other, own)) return `\`${shown}\` needs a folder, but ${file} is there`;
    if (isInside(own, other)) return `\`${shown}\` is a file, but ${file} needs a folder there`;
    return undefined;
}

/** Whether an absolute path is a folder or is in it, by its letters. Another drive and another host are outside. */
export function isInside(folder, path, flavour = nodePath) {
    const rest = flavour.relative(folder, path);
    return rest !== ".." && !rest.startsWith(`..${flavour.sep}`) && !flavour.isAbsolute(rest);
}

/**
 * Whether a path leads out of an absolute folder, by its letters alone; it is relative to the folder `current`. On Windows a path does
 * that too if it depends on the current folder of a drive (`D:m.h`), or has a colon behind its root, which names a stream of a file or a
 * drive.
 */
export function leadsOut(folder, given, current = process.cwd(), flavour = nodePath) {
    if (flavour.sep === "\\") {
        const { root } = flavour.parse(given);
        if (/^[a-z]:$/i.test(root) || given.slice(root.length).includes(":")) return true;
    }
    return !isInside(folder, flavour.resolve(current, given), flavour);
}

/** Whether a path leads out of a folder, by its letters or through links. */
export function isOutside(folder, given) {
    const base = withoutParents(folder);
    return isWindows && leadsOut(base, given) || !isInside(base, real(given));
}
