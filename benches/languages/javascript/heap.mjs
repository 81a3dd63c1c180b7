// Counts the bytes of the heap that lookups take: node --expose-gc heap.mjs, in a folder with
// halves.mjs and outs.mjs. Prints `# javascript heap-queen-out-to-object bytes-array bytes-object`, bytes a lookup. What is
// returned is kept in an array, as an engine keeps what it generates moves from.

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const load = (name) => import(pathToFileURL(resolve(name)));
const halves = await load("halves.mjs");
const outs = await load("outs.mjs");

// So few that no collection comes between.
const LOOKUPS = 10000;
const kept = new Array(1024).fill(null);
const out = new Uint32Array(2);

const intoArray = (at) => {
    outs.queenAttacks(at & 63, Math.imul(at, 0x9e3779b1) >>> 0, at, out);
};
const asObject = (at) => {
    kept[at & 1023] = halves.queenAttacks(at & 63, Math.imul(at, 0x9e3779b1) >>> 0, at);
};

const bytes = [intoArray, asObject].map((lookup) => {
    const run = () => {
        for (let at = 0; at < LOOKUPS; at++) {
            lookup(at);
        }
    };
    // Compiled by then.
    for (let round = 0; round < 100; round++) {
        run();
    }
    globalThis.gc();
    const before = process.memoryUsage().heapUsed;
    run();
    return (process.memoryUsage().heapUsed - before) / LOOKUPS;
});
console.log(`# javascript heap-queen-out-to-object ${bytes.map((number) => number.toFixed(1)).join(" ")}`);
