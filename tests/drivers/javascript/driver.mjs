// Compares the lookups of modules, whose paths are the first argument, with rays walked over the files and ranks
// of the board that the others give. Prints a line for each module.

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [, , modules, ...board] = process.argv;
const [width, height] = board.map(Number);
const bits = board.slice(2).map((bit) => (bit === "-" ? -1 : Number(bit)));

const ROOK = [
    [0, 1],
    [1, 0],
    [0, -1],
    [-1, 0],
];
const BISHOP = [
    [1, 1],
    [1, -1],
    [-1, -1],
    [-1, 1],
];
const QUEEN = [...ROOK, ...BISHOP];

const bit = (file, rank) =>
    0 <= file && file < width && 0 <= rank && rank < height
        ? bits[rank * width + file]
        : -1;

/** The squares attacked, or those of them behind which there is another. */
function walk(rays, square, lo, hi, isMask) {
    const result = [0, 0];
    const occupied = [lo, hi];
    const place = bits.indexOf(square);
    const file = place % width;
    const rank = Math.floor(place / width);
    for (const [files, ranks] of rays) {
        for (let step = 1; ; step++) {
            const at = bit(file + step * files, rank + step * ranks);
            if (at < 0) {
                break;
            }
            const next = bit(
                file + (step + 1) * files,
                rank + (step + 1) * ranks,
            );
            if (!isMask || next >= 0) {
                result[at >> 5] |= 1 << at;
            }
            if (!isMask && (occupied[at >> 5] >>> at) & 1) {
                break;
            }
        }
    }
    return { lo: result[0] >>> 0, hi: result[1] >>> 0 };
}

const FIRST = 0x9e3779b97f4a7c15n;
let state = FIRST;

/** Marsaglia's xorshift, as tests/data/moves.py has it. */
function next() {
    state ^= BigInt.asUintN(64, state << 13n);
    state ^= state >> 7n;
    state ^= BigInt.asUintN(64, state << 17n);
    return { lo: Number(BigInt.asUintN(32, state)), hi: Number(state >> 32n) };
}

const both = (a, b) => ({ lo: (a.lo & b.lo) >>> 0, hi: (a.hi & b.hi) >>> 0 });

const hex = ({ lo, hi }) =>
    [hi, lo].map((half) => half.toString(16).padStart(8, "0")).join("");

function check(name, square, occupied, found, attacks) {
    if (found.lo !== attacks.lo || found.hi !== attacks.hi) {
        throw new Error(
            `${name} on ${square}, occupied ${hex(occupied)}: found ${hex(found)}, walked ${hex(attacks)}`,
        );
    }
}

function same(what, found, wanted) {
    if (found !== wanted) {
        throw new Error(`${what} is ${found} instead of ${wanted}`);
    }
}

const PRIME = 0x1b3;
let digest;

/** Takes a byte into FNV-1a of 64 bits, whose prime is 2 ** 40 + 0x1b3. */
function take(byte) {
    const lo = (digest.lo ^ byte) >>> 0;
    const product = lo * PRIME;
    const carry = Math.floor(product / 2 ** 32);
    const hi = Math.imul(digest.hi, PRIME) + (lo << 8) + carry;
    digest = { lo: product >>> 0, hi: hi >>> 0 };
}

/** Compares a lookup over every square, every subset of its mask, and junk besides. */
function compare(name, lookup, rays) {
    let count = 0;
    for (const square of bits.toSorted((a, b) => a - b)) {
        const mask = walk(rays, square, 0, 0, true);
        let subset = { lo: 0, hi: 0 };
        do {
            const attacks = walk(rays, square, subset.lo, subset.hi, false);
            const found = lookup(square, subset.lo, subset.hi);
            check(name, square, subset, found, attacks);
            const off = both(next(), { lo: ~mask.lo, hi: ~mask.hi });
            const own = square < 32 ? [1 << square, 0] : [0, 1 << square];
            const lo = (subset.lo | off.lo | own[0]) >>> 0;
            const hi = (subset.hi | off.hi | own[1]) >>> 0;
            check(name, square, { lo, hi }, lookup(square, lo, hi), attacks);
            for (const half of [found.lo, found.hi]) {
                for (let by = 0; by < 32; by += 8) {
                    take((half >>> by) & 0xff);
                }
            }
            count++;
            const borrow = subset.lo < mask.lo ? 1 : 0;
            subset = both(
                { lo: subset.lo - mask.lo, hi: subset.hi - mask.hi - borrow },
                mask,
            );
        } while (subset.lo !== 0 || subset.hi !== 0);
        compareRandom(name, lookup, rays, square);
    }
    return count;
}

/** Compares a lookup over random boards of every density. */
function compareRandom(name, lookup, rays, square) {
    for (let turn = 0; turn < 500; turn++) {
        let occupied = next();
        for (let thinner = turn % 4; thinner > 0; thinner--) {
            occupied = both(occupied, next());
        }
        const { lo, hi } = occupied;
        const attacks = walk(rays, square, lo, hi, false);
        check(name, square, occupied, lookup(square, lo, hi), attacks);
    }
}

function ones(half) {
    let count = 0;
    for (let left = half; left !== 0; left &= left - 1) {
        count++;
    }
    return count;
}

/** Moves on random positions, as tests/data/moves.py counts them. */
function moves(positions, lookups) {
    state = FIRST;
    let count = 0;
    for (let position = 0; position < positions; position++) {
        const pieces = both(next(), next());
        const white = both(pieces, next());
        const has = (set, at) => ((at < 32 ? set.lo : set.hi) >>> at) & 1;
        const occupied = [0, 0];
        const own = [0, 0];
        for (let square = 0; square < 64; square++) {
            const to = bits[square];
            occupied[to >> 5] |= has(pieces, square) << to;
            own[to >> 5] |= has(white, square) << to;
        }
        for (let square = 0; square < 64; square++) {
            if (has(white, square)) {
                const lookup = lookups[(square + position) % 3];
                const set = lookup(
                    bits[square],
                    occupied[0] >>> 0,
                    occupied[1] >>> 0,
                );
                count += ones(set.lo & ~own[0]) + ones(set.hi & ~own[1]);
            }
        }
    }
    return count;
}

/** A lookup on halves, of one that takes a bigint perhaps. */
function onHalves(lookup) {
    if (lookup.length === 3) {
        return lookup;
    }
    return (square, lo, hi) => {
        const set = lookup(square, (BigInt(hi) << 32n) | BigInt(lo));
        return { lo: Number(BigInt.asUintN(32, set)), hi: Number(set >> 32n) };
    };
}

for (const path of modules.split(",")) {
    const magics = await import(pathToFileURL(resolve(path)));
    state = FIRST;
    digest = { lo: 0x84222325, hi: 0xcbf29ce4 };
    for (let rank = 0; rank < 8; rank++) {
        for (let file = 0; file < 8; file++) {
            same("square", magics.square(file, rank), bit(file, rank));
        }
    }
    same("A1", magics.A1, bit(0, 0));
    same("H1", magics.H1, bit(7, 0));
    same("A8", magics.A8, bit(0, 7));
    same("H8", magics.H8, bit(7, 7));
    const [rook, bishop, queen] = ["rook", "bishop", "queen"].map((piece) =>
        onHalves(magics[`${piece}Attacks`]),
    );
    const rooks = compare("rook", rook, ROOK);
    const bishops = compare("bishop", bishop, BISHOP);
    for (const square of bits) {
        compareRandom("queen", queen, QUEEN, square);
    }
    const counted = moves(10000, [rook, bishop, queen]);
    console.log(
        `magicgen-driver ok rook=${rooks} bishop=${bishops} digest=${hex(digest)} moves=${counted}`,
    );
}
