import * as att from "./src/att";

const STRAIGHT = [[1, 0], [-1, 0], [0, 1], [0, -1]];
const SLANTED = [[1, 1], [-1, 1], [1, -1], [-1, -1]];

function walk(ways: number[][], square: number, occupied: bigint, isMask: boolean): bigint {
  let found = 0n;
  for (const [files, ranks] of ways) {
    let file = (square % 8) + files;
    let rank = Math.floor(square / 8) + ranks;
    while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
      const [f, r] = [file + files, rank + ranks];
      const isLast = f < 0 || f > 7 || r < 0 || r > 7;
      const bit = 1n << BigInt(rank * 8 + file);
      if (!isMask || !isLast) {
        found |= bit;
      }
      if (occupied & bit) {
        break;
      }
      [file, rank] = [f, r];
    }
  }
  return found;
}

const word = (value: bigint) => BigInt.asUintN(64, value);

function fill(ways: number[][], shift: bigint, factors: bigint[], masks: bigint[], table: bigint[][]): void {
  for (let square = 0; square < 64; square++) {
    const mask = walk(ways, square, 0n, true);
    let occupied = 0n;
    masks[square] = mask;
    table[square] = [];
    do {
      table[square][Number(word(occupied * factors[square]) >> shift)] = walk(ways, square, occupied, false);
      occupied = word(occupied - mask) & mask;
    } while (occupied);
  }
}

// SplitMix64 (Steele, Lea, Flood 2014).
let state = 1n;

function randomWord(): bigint {
  state = word(state + 0x9e3779b97f4a7c15n);
  let found = word((state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n);
  found = word((found ^ (found >> 27n)) * 0x94d049bb133111ebn);
  return found ^ (found >> 31n);
}

function digest(name: string, of: (square: number, occupied: bigint) => bigint): void {
  state = 1n;
  let hash = 0xcbf29ce484222325n;
  for (let board = 0; board < 300; board++) {
    const occupied = randomWord() & randomWord();
    for (let square = 0; square < 64; square++) {
      hash = word((hash ^ of(square, occupied)) * 0x100000001b3n);
    }
  }
  console.log(`digest ${name} ${hash.toString(16)}`);
}

fill(STRAIGHT, 52n, att.rookMagics, att.rookMask, att.rookTable);
fill(SLANTED, 55n, att.bishopMagics, att.bishopMask, att.bishopTable);
digest("rookAttacks", att.rookAttacks);
digest("bishopAttacks", att.bishopAttacks);
digest("knightAttacks", (square) => att.knightAttacks(square));
digest("kingAttacks", (square) => att.kingAttacks(square));
digest("pawnAttacks", (square, occupied) => att.pawnAttacks(Number(occupied & 1n), square));
digest("allKnightAttacks", (square) => att.allKnightAttacks([square, 0]));
