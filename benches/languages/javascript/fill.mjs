// Times how long modules take to fill their tables: node fill.mjs WHAT MODULE REFERENCE, in a folder with both. Prints
// `javascript WHAT ns-module ns-reference ratio`, nanoseconds an entry. Each import is the first of its process, as in
// use.

import { spawnSync } from "node:child_process";

const ENTRIES = 107648;
const ROUNDS = 9;

const [what, ...modules] = process.argv.slice(2);

// The time of an import.
const timed = (module) => {
    const text = `const start = process.hrtime.bigint();
    import("./${module}").then(() => console.log(Number(process.hrtime.bigint() - start)));`;
    const { stdout, stderr, status } = spawnSync(process.execPath, ["-e", text], { encoding: "utf8" });
    if (status !== 0) {
        throw new Error(stderr);
    }
    return Number(stdout) / ENTRIES;
};

const least = modules.map(() => Infinity);
for (let round = 0; round < ROUNDS; round++) {
    modules.forEach((module, which) => {
        least[which] = Math.min(least[which], timed(module));
    });
}
const [generated, reference] = least;
const numbers = [generated, reference, reference / generated].map((number) => number.toFixed(2));
console.log(`javascript ${what} ${numbers.join(" ")}`);
