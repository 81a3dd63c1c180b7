// Runs the test of a module on an imported memory, whose names and base are arguments.
import fs from 'node:fs';

const [file, module, name, base] = process.argv.slice(2);
const memory = new WebAssembly.Memory({ initial: 20 });
const bytes = new Uint8Array(memory.buffer).fill(0xa5);
const { instance } = await WebAssembly.instantiate(fs.readFileSync(file), { [module]: { [name]: memory } });
const test = Object.entries(instance.exports).find(([name]) => name.endsWith('self_test'))[1];
const [square] = test();
if (square !== -1) {
  throw new Error(`a lookup differs on square ${square}`);
}
if ('memory' in instance.exports) {
  throw new Error('the module exports a memory');
}
if (bytes.findIndex((byte) => byte !== 0xa5) < Number(base)) {
  throw new Error('bytes before the base have changed');
}
