// Fills the tables of an engine by walking rays, and prints a digest of each of its functions on random boards.

declare const console: { log(line: string): void };

export const STRAIGHT = [[1, 0], [-1, 0], [0, 1], [0, -1]] as const;
export const SLANTED = [[1, 1], [-1, 1], [1, -1], [-1, -1]] as const;

type Ways = readonly (readonly [number, number])[];

const word = (value: bigint): bigint => BigInt.asUintN(64, value);

const isOnBoard = (file: number, rank: number): boolean => file >= 0 && file < 8 && rank >= 0 && rank < 8;

/** The squares up to the first blocker, or without the last square of each ray. */
function walk(ways: Ways, square: number, occupied: bigint, isMask: boolean): bigint {
    let found = 0n;
    for (const [files, ranks] of ways) {
        let file = square % 8 + files, rank = (square >> 3) + ranks;
        while (isOnBoard(file, rank)) {
            const bit = 1n << BigInt(rank * 8 + file);
            file += files;
            rank += ranks;
            if (!isMask || isOnBoard(file, rank)) {
                found |= bit;
            }
            if (occupied & bit) {
                break;
            }
        }
    }
    return found;
}

export function fill(ways: Ways, shift: bigint, factors: bigint[], masks: bigint[], table: bigint[][]): void {
    for (let square = 0; square < 64; square++) {
        const mask = walk(ways, square, 0n, true), row: bigint[] = [];
        let occupied = 0n;
        masks[square] = mask;
        do {
            row[Number(word(occupied * factors[square]!) >> shift)] = walk(ways, square, occupied, false);
            occupied = (occupied - mask) & mask;
        } while (occupied);
        table[square] = row;
    }
}

let state = 0n;

/** SplitMix64 (Steele, Lea, Flood 2014). */
function randomWord(): bigint {
    state = word(state + 0x9e3779b97f4a7c15n);
    let next = word((state ^ state >> 30n) * 0xbf58476d1ce4e5b9n);
    next = word((next ^ next >> 27n) * 0x94d049bb133111ebn);
    return next ^ next >> 31n;
}

/** The digest of a function of a square, the occupied squares, and the own ones among them. */
export function digest(name: string, attacks: (square: number, occupied: bigint, own: bigint) => bigint): void {
    state = 1n;
    let hash = 0xcbf29ce484222325n;
    for (let board = 0; board < 10000; board++) {
        const occupied = randomWord() & randomWord();
        const own = occupied & randomWord();
        for (let square = 0; square < 64; square++) {
            hash = word((hash ^ word(attacks(square, occupied, own))) * 0x100000001b3n);
        }
    }
    console.log(`digest ${name} ${hash.toString(16)}`);
}
