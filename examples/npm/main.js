// Looks up a queen on d4.
import { B2, D4, D6, F4, queenAttacks } from './magics.mjs';

// Pieces on d6, f4 and b2.
const occupied = [D6, F4, B2].reduce((set, square) => set | (1n << BigInt(square)), 0n);
const attacks = queenAttacks(D4, occupied);
console.log(`queen on d4: 0x${attacks.toString(16).padStart(16, '0')}`);
process.exitCode = attacks === 0x80412a1c371c2a48n ? 0 : 1;
