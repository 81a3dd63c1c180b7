// The moves of rook and bishop, walked square by square: what a lookup is compared with. Squares are bits of a1 = 0, b1 = 1, a2 = 8.

const STEPS = { rook: [[0, 1], [0, -1], [1, 0], [-1, 0]], bishop: [[1, 1], [1, -1], [-1, 1], [-1, -1]] };
const isOn = (file, rank) => file >= 0 && file < 8 && rank >= 0 && rank < 8;

function walked(piece, bit, { occupied = 0n, isInner = false }) {
    let set = 0n;
    for (const [x, y] of STEPS[piece]) {
        for (let file = bit % 8 + x, rank = (bit >> 3) + y; isOn(file, rank); file += x, rank += y) {
            if (isInner && !isOn(file + x, rank + y)) break;
            const square = 1n << BigInt(rank * 8 + file);
            set |= square;
            if (occupied & square) break;
        }
    }
    return set;
}

/** The squares that a piece attacks, the first blocker of each line among them. */
export const attacked = (piece, bit, occupied) => walked(piece, bit, { occupied });

/** The squares on which a blocker matters: all but the last of each line. */
export const relevant = (piece, bit) => walked(piece, bit, { isInner: true });
