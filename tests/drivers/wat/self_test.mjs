// Runs a module's test of itself.
import fs from 'node:fs';

const { instance } = await WebAssembly.instantiate(fs.readFileSync(process.argv[2]));
const test = Object.entries(instance.exports).find(([name]) => name.endsWith('self_test'))[1];
const [square, occupied] = test();
if (square !== -1) {
  throw new Error(`a lookup differs on square ${square}, occupied ${BigInt.asUintN(64, occupied).toString(16)}`);
}
