// Times generated WebAssembly beside the same by hand: bench.mjs FILE.wat, assembled in the current folder.
//
// Both stand in one module and read the same memory; so do the loops that call them, so that no call crosses the host.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';

const text = fs.readFileSync(process.argv[2], 'utf8').trimEnd();
const address = (name) => Number(text.match(new RegExp(`"${name}"\\) i32 \\(i32\\.const (\\d+)\\)`))[1]);
const word = (base, index) => `(i64.load offset=${base} (i32.shl ${index} (i32.const 3)))`;
const square = '(local.get $square)';

/** The fancy lookup as the wiki has it. */
function lookup(piece) {
  const of = (role) => address(`${piece}_${role}`);
  const shift = `(i64.extend_i32_u (i32.load8_u offset=${of('SHIFTS')} ${square}))`;
  const relevant = `(i64.and (local.get $occupied) ${word(of('MASKS'), square)})`;
  const product = `(i64.mul ${relevant} ${word(of('FACTORS'), square)})`;
  const offset = `(i32.load offset=${of('OFFSETS')} (i32.shl ${square} (i32.const 2)))`;
  const index = `(i32.add ${offset} (i32.wrap_i64 (i64.shr_u ${product} ${shift})))`;
  const head = `(func $by_hand_${piece} (param $square i32) (param $occupied i64) (result i64)`;
  return `${head} ${word(address('ATTACKS'), index)})`;
}

const occupancies = Number(text.match(/"memory"\) (\d+)\)/)[1]) * 65536;
/** Looks 4,096 occupancies up on all squares, and gathers the attack sets. */
const loop = (name, called) => `
  (func (export "${name}") (result i64) (local $at i32) (local $square i32) (local $all i64)
    (loop $next
      (local.set $square (i32.and (i32.mul (local.get $at) (i32.const 29)) (i32.const 63)))
      (local.set $all (i64.xor (local.get $all) (call $${called} ${square}
        (i64.load offset=${occupancies}
          (i32.shl (i32.and (local.get $at) (i32.const 4095)) (i32.const 3))))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $at) (i32.const 262144))))
    (local.get $all))`;
const queen = `(func $by_hand_QUEEN (param $square i32) (param $occupied i64) (result i64)
    (i64.or (call $by_hand_ROOK ${square} (local.get $occupied))
      (call $by_hand_BISHOP ${square} (local.get $occupied))))`;
const added = [
  lookup('ROOK'),
  lookup('BISHOP'),
  queen,
  loop('rook', 'rook_attacks'),
  loop('rook_by_hand', 'by_hand_ROOK'),
  loop('queen', 'queen_attacks'),
  loop('queen_by_hand', 'by_hand_QUEEN'),
];
const module = text.replace(/\)$/, `${added.join('\n')})`).replace(/"memory"\) (\d+)\)/, (_, pages) => `"memory") ${Number(pages) + 1})`);
fs.writeFileSync('bench.wat', module);
execFileSync('wat2wasm', ['bench.wat', '-o', 'bench.wasm']);
const { instance } = await WebAssembly.instantiate(fs.readFileSync('bench.wasm'));

const words = new BigUint64Array(instance.exports.memory.buffer, occupancies, 4096);
let state = 0x9e3779b97f4a7c15n;
for (let at = 0; at < words.length; at++) {
  state = BigInt.asUintN(64, state ^ (state << 13n));
  state ^= state >> 7n;
  state = BigInt.asUintN(64, state ^ (state << 17n));
  words[at] = state & (state >> 5n);
}
for (const piece of ['rook', 'queen']) {
  const both = [instance.exports[piece], instance.exports[`${piece}_by_hand`]];
  const least = [Infinity, Infinity];
  if (both[0]() !== both[1]()) throw new Error(`${piece}: the lookups differ`);
  for (let round = 0; round < 40; round++) {
    for (const which of round % 2 ? [0, 1] : [1, 0]) {
      const begin = process.hrtime.bigint();
      both[which]();
      least[which] = Math.min(least[which], Number(process.hrtime.bigint() - begin) / 262144);
    }
  }
  const [generated, byHand] = least;
  console.log('wat', piece, generated.toFixed(2), byHand.toFixed(2), (byHand / generated).toFixed(2));
}
