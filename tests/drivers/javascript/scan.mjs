// Compares the bit scans of modules, whose paths are the argument, with Math.clz32: all words of 8 and 16 bits,
// random ones of 32 and 64.

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const lowest = (word) => 31 - Math.clz32(word & -word);
const highest = (word) => 31 - Math.clz32(word);

function same(width, word, found, wanted) {
    if (found !== wanted) {
        throw new Error(
            `${width} bits, ${word}: ${found} instead of ${wanted}`,
        );
    }
}

let state = 0x9e3779b97f4a7c15n;

function next() {
    state ^= BigInt.asUintN(64, state << 13n);
    state ^= state >> 7n;
    state ^= BigInt.asUintN(64, state << 17n);
    return state;
}

for (const path of process.argv[2].split(",")) {
    const magics = await import(pathToFileURL(resolve(path)));
    for (const width of [8, 16, 32]) {
        const forward = magics[`bitScanForward${width}`];
        const reverse = magics[`bitScanReverse${width}`];
        const count = width < 32 ? 2 ** width : 10000;
        for (let at = 1; at < count; at++) {
            const word =
                width < 32 ? at : Number(BigInt.asUintN(32, next())) || 1;
            same(width, word, forward(word), lowest(word));
            same(width, word, reverse(word), highest(word));
        }
    }
    for (let turn = 0; turn < 10000; turn++) {
        const word = (next() >> BigInt(turn % 64)) << BigInt((turn >> 6) % 64);
        const [lo, hi] = [word, word >> 32n].map((half) =>
            Number(BigInt.asUintN(32, half)),
        );
        if (lo === 0 && hi === 0) {
            continue;
        }
        const { bitScanForward64, bitScanReverse64 } = magics;
        const of =
            bitScanForward64.length === 2
                ? [lo, hi]
                : [BigInt.asUintN(64, word)];
        const first = lo === 0 ? 32 + lowest(hi) : lowest(lo);
        const last = hi === 0 ? highest(lo) : 32 + highest(hi);
        same(64, word, bitScanForward64(...of), first);
        same(64, word, bitScanReverse64(...of), last);
    }
}
console.log("magicgen-driver ok");
