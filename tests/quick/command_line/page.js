// node page.js PAGE EXPLANATION: whether the script of a page computes every value that `magicgen explain` says.
"use strict";

const fs = require("fs");
const vm = require("vm");

const [page, explanation] = process.argv.slice(2).map((path) => fs.readFileSync(path, "utf8"));
const data = JSON.parse(page.match(/<script type="application\/json" id="data">(.*)<\/script>/)[1]);
const lookup = page.match(/<script>\n([^]*?)<\/script>/)[1];
const { run } = vm.runInNewContext(`${lookup}; ({ run })`);

const said = JSON.parse(explanation).explanation;
const part = data.parts[0];
const piece = part.pieces.find((one) => one.name === said.piece);
const values = run(part, piece, said.square.bit, BigInt(said.occupied.word));
const differ = (what, found, wanted) => {
    if (found !== BigInt(wanted)) throw new Error(`${what}: ${found} instead of ${wanted}`);
};
differ("attacks", values[piece.result], said.attacks.word);
const steps = said.lookups[0].steps;
if (steps.length !== piece.steps.length) throw new Error("other steps");
piece.steps.forEach((step, at) => differ(`${step.name} = ${step.formula}`, values[step.value], steps[at].value));
