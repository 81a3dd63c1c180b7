// Compares the lookups of a module, `driver.mjs FILE BOARD...`, with rays walked over files and ranks on halves of words.
import fs from 'node:fs';

const [file, ...board] = process.argv.slice(2);
const [width, height] = board.map(Number);
const bits = board.slice(2).map((bit) => (bit === '-' ? -1 : Number(bit)));
const { instance } = await WebAssembly.instantiate(fs.readFileSync(file));
const magics = instance.exports;

const words = new BigUint64Array(1);
const halves = new Uint32Array(words.buffer);
const join = (lo, hi) => {
  halves[0] = lo;
  halves[1] = hi;
  return words[0];
};

function bitAt(at, rank) {
  return at >= 0 && at < width && rank >= 0 && rank < height ? bits[rank * width + at] : -1;
}

const has = (lo, hi, bit) => ((bit < 32 ? lo >>> bit : hi >>> (bit - 32)) & 1) !== 0;

/** The squares attacked, or those of them behind which there is another, as halves. */
function walk(rays, square, lo, hi, isMask) {
  let low = 0;
  let high = 0;
  const place = bits.indexOf(square);
  const from = place % width;
  const rank = (place - from) / width;
  for (const [files, ranks] of rays) {
    for (let step = 1; ; step++) {
      const at = bitAt(from + step * files, rank + step * ranks);
      if (at < 0) break;
      const next = bitAt(from + (step + 1) * files, rank + (step + 1) * ranks);
      if (!isMask || next >= 0) {
        if (at < 32) low |= 1 << at;
        else high |= 1 << (at - 32);
      }
      if (!isMask && has(lo, hi, at)) break;
    }
  }
  return [low >>> 0, high >>> 0];
}

// Marsaglia's xorshift, as tests/data/moves.py has it.
let state;
function next() {
  const low = (word) => BigInt.asUintN(64, word);
  state ^= low(state << 13n);
  state ^= state >> 7n;
  state ^= low(state << 17n);
  words[0] = state;
  return [halves[0], halves[1]];
}

function check(name, lookup, square, lo, hi, [low, high]) {
  words[0] = BigInt.asUintN(64, lookup(square, join(lo, hi)));
  const [foundLow, foundHigh] = halves;
  if (foundLow !== low || foundHigh !== high) {
    const hex = (a, b) => join(a, b).toString(16);
    throw new Error(
      `${name} on ${square}, occupied ${hex(lo, hi)}: found ${hex(foundLow, foundHigh)}, walked ${hex(low, high)}`,
    );
  }
}

let digestLow = 0x84222325;
let digestHigh = 0xcbf29ce4;
/** FNV-1a of 64 bits, by halves: the prime is 2^40 + 0x1b3. */
function digest(byte) {
  digestLow = (digestLow ^ byte) >>> 0;
  const product = digestLow * 0x1b3;
  const carry = Math.floor(product / 2 ** 32);
  digestHigh = (Math.imul(digestHigh, 0x1b3) + carry + (digestLow << 8)) >>> 0;
  digestLow = product >>> 0;
}

/** Compares a lookup over every square, every subset of its mask, and junk besides; then over random boards. */
function compare(name, lookup, rays) {
  let count = 0;
  for (let square = 0; square < 64; square++) {
    if (!bits.includes(square)) continue;
    const [maskLow, maskHigh] = walk(rays, square, 0, 0, true);
    let lo = 0;
    let hi = 0;
    do {
      const attacks = walk(rays, square, lo, hi, false);
      check(name, lookup, square, lo, hi, attacks);
      for (const half of attacks) for (let byte = 0; byte < 4; byte++) digest((half >>> (8 * byte)) & 255);
      if (count % 8 === 0) {
        const [low, high] = next();
        const own = square < 32 ? [1 << square, 0] : [0, 1 << (square - 32)];
        const junk = [(lo | (low & ~maskLow) | own[0]) >>> 0, (hi | (high & ~maskHigh) | own[1]) >>> 0];
        check(name, lookup, square, ...junk, attacks);
      }
      count++;
      const borrow = lo < maskLow ? 1 : 0;
      lo = ((lo - maskLow) & maskLow) >>> 0;
      hi = ((hi - maskHigh - borrow) & maskHigh) >>> 0;
    } while (lo !== 0 || hi !== 0);
    compareRandom(name, lookup, rays, square);
  }
  return count;
}

function compareRandom(name, lookup, rays, square) {
  for (let turn = 0; turn < 100; turn++) {
    let [lo, hi] = next();
    for (let thinner = turn % 4; thinner > 0; thinner--) {
      const [low, high] = next();
      lo = (lo & low) >>> 0;
      hi = (hi & high) >>> 0;
    }
    check(name, lookup, square, lo, hi, walk(rays, square, lo, hi, false));
  }
}

/** Moves on random positions, as tests/data/moves.py counts them. */
function moves(positions, lookups) {
  state = 0x9e3779b97f4a7c15n;
  let moves = 0;
  const mapped = ([lo, hi]) => {
    let word = 0n;
    for (let square = 0; square < 64; square++) if (has(lo, hi, square)) word |= 1n << BigInt(bits[square]);
    return word;
  };
  for (let position = 0; position < positions; position++) {
    const [first, second, third] = [next(), next(), next()];
    const both = [first[0] & second[0], first[1] & second[1]];
    const white = [both[0] & third[0], both[1] & third[1]];
    const occupied = mapped(both);
    const own = mapped(white);
    for (let square = 0; square < 64; square++) {
      if (!has(...white, square)) continue;
      words[0] = BigInt.asUintN(64, lookups[(square + position) % 3](bits[square], occupied) & ~own);
      for (let [lo, hi] = halves; lo !== 0 || hi !== 0; moves++) {
        if (lo !== 0) lo = (lo & (lo - 1)) >>> 0;
        else hi = (hi & (hi - 1)) >>> 0;
      }
    }
  }
  return moves;
}

function same(what, found, wanted) {
  if (found !== wanted) throw new Error(`${what} is ${found} instead of ${wanted}`);
}

state = 0x9e3779b97f4a7c15n;
for (let rank = 0; rank < 8; rank++) {
  for (let at = 0; at < 8; at++) same('square', magics.square(at, rank), bitAt(at, rank));
}
for (const [name, at, rank] of [['A1', 0, 0], ['H1', 7, 0], ['A8', 0, 7], ['H8', 7, 7]]) {
  same(name, magics[name].value, bitAt(at, rank));
}
const rook = [[0, 1], [1, 0], [0, -1], [-1, 0]];
const bishop = [[1, 1], [1, -1], [-1, -1], [-1, 1]];
const rooks = compare('rook', magics.rook_attacks, rook);
const bishops = compare('bishop', magics.bishop_attacks, bishop);
for (let square = 0; square < 64; square++) {
  compareRandom('queen', magics.queen_attacks, [...rook, ...bishop], square);
}
const sum = join(digestLow, digestHigh).toString(16).padStart(16, '0');
const all = moves(10000, [magics.rook_attacks, magics.bishop_attacks, magics.queen_attacks]);
console.log(`magicgen-driver ok rook=${rooks} bishop=${bishops} digest=${sum} moves=${all}`);
