// Compares a module's bit scans with the places of bits, over every word of 8 and 16 bits and random longer ones.
import fs from 'node:fs';

const { instance } = await WebAssembly.instantiate(fs.readFileSync(process.argv[2]));
const scans = instance.exports;

function check(width, word, argument) {
  const text = word.toString(2);
  const reverse = text.length - 1;
  const forward = reverse - text.lastIndexOf('1');
  const found = [scans[`bit_scan_forward${width}`](argument), scans[`bit_scan_reverse${width}`](argument)];
  if (found[0] !== forward || found[1] !== reverse) {
    throw new Error(`${width} bits, word 0x${word.toString(16)}: found ${found}, right are ${[forward, reverse]}`);
  }
}

for (const width of [8, 16]) {
  for (let word = 1; word < 2 ** width; word++) check(width, word, word);
}
let state = 0x9e3779b97f4a7c15n;
for (let turn = 0; turn < 20000; turn++) {
  state = BigInt.asUintN(64, state ^ (state << 13n));
  state ^= state >> 7n;
  state = BigInt.asUintN(64, state ^ (state << 17n));
  const word = state >> BigInt(turn % 64) || 1n;
  check(64, word, word);
  const half = Number(word & 0xffffffffn) || 1;
  check(32, half, half);
}
console.log('magicgen-driver ok');
