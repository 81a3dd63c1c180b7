import type { Bitboard, Square } from "./chess.js";
import * as magics from "./magics.js";

declare const console: { log(...texts: string[]): void };

const [a1, b1] = [0 as Square, 1 as Square];
const empty = 0n as Bitboard;
const rook: Bitboard = magics.rookAttacks(b1, empty);
const other: Bitboard = magics.attacksOf("rook", a1, empty);
const plain: bigint = magics.rookAttacks(0, 0n);
const isLine = magics.aligned(a1, b1, b1) && plain === (other as bigint);
console.log((rook ^ other).toString(16), String(isLine));
