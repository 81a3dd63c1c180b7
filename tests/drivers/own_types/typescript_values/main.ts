import { Bitboard, PieceType, Square } from "./chess.js";
import * as magics from "./magics.js";

declare const console: { log(...texts: string[]): void };

const { typed } = magics;
const [a1, b1] = [new Square(0), new Square(1)];
const word = 0x8100240000240081n;
const occupied = new Bitboard(word);
let isSame: boolean = typed.aligned(a1, b1, b1);
for (let index = 0; index < 64; index++) {
  const square = new Square(index);
  const queen: Bitboard = typed.queenAttacks(square, occupied);
  isSame &&= queen.bits === magics.queenAttacks(index, word);
  isSame &&= typed.between(square, a1).bits === magics.between(index, 0);
}
const empty = new Bitboard(0n);
const rook: Bitboard = typed.rookAttacks(b1, empty);
const other: Bitboard = typed.attacksOf(PieceType.R, a1, empty);
console.log((rook.bits ^ other.bits).toString(16), String(isSame));
