// Times a generated lookup beside another: node bench.mjs WHAT, in a folder with the generated modules. Prints
// `javascript WHAT ns-generated ns-reference ratio`, and the xor of all results on standard error. One comparison a
// process, so that none is compiled by what another one has done.

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const load = (name) => import(pathToFileURL(resolve(name)));
const halves = await load("halves.mjs");
const outs = await load("outs.mjs");
const words = await load("words.mjs");

// What the lookups by hand read: the same, from modules that show it.
const ofHalves = await load("halves-parts.mjs");
const ofWords = await load("words-parts.mjs");

const OCCUPANCIES = 4096;
const SQUARES = 16;
const ROUNDS = 101;

// By hand, as the wiki has it: with two multiplications of 32 bits, and with one of bigints.

const HALVES_ROOK_MASKS = ofHalves.ROOK_MASKS;
const HALVES_ROOK_FACTORS = ofHalves.ROOK_FACTORS;
const HALVES_ROOK_OFFSETS = ofHalves.ROOK_OFFSETS;
const HALVES_ROOK_SHIFTS = ofHalves.ROOK_SHIFTS;
const HALVES_BISHOP_MASKS = ofHalves.BISHOP_MASKS;
const HALVES_BISHOP_FACTORS = ofHalves.BISHOP_FACTORS;
const HALVES_BISHOP_OFFSETS = ofHalves.BISHOP_OFFSETS;
const HALVES_BISHOP_SHIFTS = ofHalves.BISHOP_SHIFTS;
const HALVES_ATTACKS = ofHalves.ATTACKS;

const WORDS_ROOK_MASKS = ofWords.ROOK_MASKS;
const WORDS_ROOK_FACTORS = ofWords.ROOK_FACTORS;
const WORDS_ROOK_OFFSETS = ofWords.ROOK_OFFSETS;
const WORDS_ROOK_SHIFTS = ofWords.ROOK_SHIFTS;
const WORDS_BISHOP_MASKS = ofWords.BISHOP_MASKS;
const WORDS_BISHOP_FACTORS = ofWords.BISHOP_FACTORS;
const WORDS_BISHOP_OFFSETS = ofWords.BISHOP_OFFSETS;
const WORDS_BISHOP_SHIFTS = ofWords.BISHOP_SHIFTS;
const WORDS_ATTACKS = ofWords.ATTACKS;

function rookOfHalves(square, lo, hi) {
    const low = Math.imul(lo & HALVES_ROOK_MASKS[2 * square], HALVES_ROOK_FACTORS[2 * square]);
    const high = Math.imul(hi & HALVES_ROOK_MASKS[2 * square + 1], HALVES_ROOK_FACTORS[2 * square + 1]);
    const at = HALVES_ROOK_OFFSETS[square] + ((low ^ high) >>> HALVES_ROOK_SHIFTS[square]);
    return { lo: HALVES_ATTACKS[2 * at], hi: HALVES_ATTACKS[2 * at + 1] };
}

function bishopOfHalves(square, lo, hi) {
    const low = Math.imul(lo & HALVES_BISHOP_MASKS[2 * square], HALVES_BISHOP_FACTORS[2 * square]);
    const high = Math.imul(hi & HALVES_BISHOP_MASKS[2 * square + 1], HALVES_BISHOP_FACTORS[2 * square + 1]);
    const at = HALVES_BISHOP_OFFSETS[square] + ((low ^ high) >>> HALVES_BISHOP_SHIFTS[square]);
    return { lo: HALVES_ATTACKS[2 * at], hi: HALVES_ATTACKS[2 * at + 1] };
}

function queenOfHalves(square, lo, hi) {
    const rook = rookOfHalves(square, lo, hi);
    const bishop = bishopOfHalves(square, lo, hi);
    return { lo: (rook.lo | bishop.lo) >>> 0, hi: (rook.hi | bishop.hi) >>> 0 };
}

function rookOfWords(square, occupied) {
    const product = BigInt.asUintN(64, (occupied & WORDS_ROOK_MASKS[square]) * WORDS_ROOK_FACTORS[square]);
    const index = Number(product >> BigInt(WORDS_ROOK_SHIFTS[square]));
    return WORDS_ATTACKS[WORDS_ROOK_OFFSETS[square] + index];
}

function bishopOfWords(square, occupied) {
    const product = BigInt.asUintN(64, (occupied & WORDS_BISHOP_MASKS[square]) * WORDS_BISHOP_FACTORS[square]);
    const index = Number(product >> BigInt(WORDS_BISHOP_SHIFTS[square]));
    return WORDS_ATTACKS[WORDS_BISHOP_OFFSETS[square] + index];
}

function queenOfWords(square, occupied) {
    return rookOfWords(square, occupied) | bishopOfWords(square, occupied);
}

const onHalves = (lookup) => ({ lookup, form: "halves" });
const onOut = (lookup) => ({ lookup, form: "out" });
const onWords = (lookup) => ({ lookup, form: "words" });

const COMPARISONS = {
    rook: [onHalves(halves.rookAttacks), onHalves(rookOfHalves)],
    queen: [onHalves(halves.queenAttacks), onHalves(queenOfHalves)],
    "rook-out-to-object": [onOut(outs.rookAttacks), onHalves(halves.rookAttacks)],
    "queen-out-to-object": [onOut(outs.queenAttacks), onHalves(halves.queenAttacks)],
    "rook-bigint": [onWords(words.rookAttacks), onWords(rookOfWords)],
    "queen-bigint": [onWords(words.queenAttacks), onWords(queenOfWords)],
    "rook-halves-to-bigint": [onHalves(halves.rookAttacks), onWords(words.rookAttacks)],
    "queen-halves-to-bigint": [onHalves(halves.queenAttacks), onWords(words.queenAttacks)],
};

// Marsaglia's xorshift.
let state = 0x9e3779b97f4a7c15n;
const next = () => {
    state ^= BigInt.asUintN(64, state << 13n);
    state ^= state >> 7n;
    state ^= BigInt.asUintN(64, state << 17n);
    return state;
};
const occupied = BigUint64Array.from({ length: OCCUPANCIES }, () => next() & next());
const low = Uint32Array.from(occupied, (set) => Number(BigInt.asUintN(32, set)));
const high = Uint32Array.from(occupied, (set) => Number(set >> 32n));

// Each gets a loop of its own, which knows its one lookup.
const LOOPS = {
    halves: `let lo = 0, hi = 0;
    for (let at = 0; at < ${OCCUPANCIES}; at++) {
      for (let turn = 0; turn < ${SQUARES}; turn++) {
        const set = lookup((at + 5 * turn) & 63, low[at], high[at]);
        lo ^= set.lo;
        hi ^= set.hi;
      }
    }
    return (BigInt(hi >>> 0) << 32n) | BigInt(lo >>> 0);`,
    out: `let lo = 0, hi = 0;
    const out = new Uint32Array(2);
    for (let at = 0; at < ${OCCUPANCIES}; at++) {
      for (let turn = 0; turn < ${SQUARES}; turn++) {
        lookup((at + 5 * turn) & 63, low[at], high[at], out);
        lo ^= out[0];
        hi ^= out[1];
      }
    }
    return (BigInt(hi >>> 0) << 32n) | BigInt(lo >>> 0);`,
    words: `let all = 0n;
    for (let at = 0; at < ${OCCUPANCIES}; at++) {
      const set = occupied[at];
      for (let turn = 0; turn < ${SQUARES}; turn++) {
        all ^= lookup((at + 5 * turn) & 63, set);
      }
    }
    return all;`,
};
const loop = ({ lookup, form }) =>
    new Function("lookup", "low", "high", "occupied", `return () => {${LOOPS[form]}};`)(lookup, low, high, occupied);

const what = process.argv[2];
const loops = COMPARISONS[what].map(loop);
const least = loops.map(() => Infinity);
const sums = loops.map(() => 0n);
for (let round = 0; round < ROUNDS; round++) {
    loops.forEach((run, which) => {
        const start = process.hrtime.bigint();
        sums[which] = run();
        const taken = Number(process.hrtime.bigint() - start) / (OCCUPANCIES * SQUARES);
        least[which] = Math.min(least[which], taken);
    });
}
if (sums[0] !== sums[1]) {
    throw new Error(`${what}: ${sums[0].toString(16)} is not ${sums[1].toString(16)}`);
}
console.error(`${what}: xor ${sums[0].toString(16)}`);
const [generated, reference] = least;
const numbers = [generated, reference, reference / generated].map((number) => number.toFixed(2));
console.log(`javascript ${what} ${numbers.join(" ")}`);
