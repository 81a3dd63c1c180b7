"use strict";

// Lookups: the operations that the generator proved, on integers of any length.

const ALL = [(1n << 64n) - 1n, (1n << 32n) - 1n];
const WIDTH = [64n, 32n];
const bitsOf = (set) => {
    const bits = [];
    for (let bit = 0; bit < 64; bit++) if (set >> BigInt(bit) & 1n) bits.push(bit);
    return bits;
};
const reversed = (value, width, step) => {
    let result = 0n;
    for (let at = 0n; at < width; at += step) {
        result |= (value >> at & (1n << step) - 1n) << width - step - at;
    }
    return result;
};

const OPERATIONS = {
    "and": (a, b) => a & b,
    "and-not": (a, b) => a & ~b,
    "or": (a, b) => a | b,
    "or-not": (a, b) => a | ~b,
    "xor": (a, b) => a ^ b,
    "add": (a, b) => a + b,
    "sub": (a, b) => a - b,
    "mul": (a, b) => a * b,
    "shl": (a, b) => a << b,
    "shr": (a, b) => a >> b,
    "low": (a) => a & ALL[1],
    "high": (a) => a >> 32n,
    "join": (low, high) => high << 32n | low,
    "widen": (a) => a,
    "population-count": (a) => BigInt(bitsOf(a).length),
    "extract": (set, mask) => bitsOf(mask).reduce((sum, bit, at) => sum | (set >> BigInt(bit) & 1n) << BigInt(at), 0n),
    "deposit": (set, mask) => bitsOf(mask).reduce((sum, bit, at) => sum | (set >> BigInt(at) & 1n) << BigInt(bit), 0n),
    "pick": (occupied, mask, factor, shift) => ((occupied & mask) * factor & ALL[0]) >> shift,
};
// Operations whose result depends on the width of a value.
const BY_WIDTH = {
    "reverse-bytes": (a, width) => reversed(a, width, 8n),
    "reverse-bits": (a, width) => reversed(a, width, 1n),
    "leading-zeros": (a, width) => width - BigInt(a.toString(2).replace(/^0$/, "").length),
    "trailing-zeros": (a, width) => (a === 0n ? width : BigInt(bitsOf(a)[0])),
};

const entry = (table, position) => BigInt(`0x${listed(table.entries, Number(position))}`);
const listed = (coded, at) => coded.values[coded.places === undefined ? at : coded.places.charCodeAt(at) - 256];
const length = (coded) => (coded.places === undefined ? coded.values : coded.places).length;

// The value of each operation of a lookup.
function run(part, piece, bit, occupied) {
    const values = [];
    const half = [];
    for (const [at, isHalf, [name, ...operands]] of piece.ops) {
        const given = operands.map((operand) => values[operand]);
        let value;
        if (name === "square") value = BigInt(bit);
        else if (name === "occupied") value = occupied;
        else if (name === "field") value = BigInt(`0x${piece.columns[operands[0]][bit]}`);
        else if (name === "constant") value = BigInt(`0x${operands[0]}`);
        else if (name === "load") value = entry(part.tables[operands[0]], values[operands[1]]);
        else if (name === "load-row") {
            const table = part.tables[operands[0]];
            value = entry(table, BigInt(table.starts[bit] ?? 0) + values[operands[1]]);
        } else if (name in BY_WIDTH) value = BY_WIDTH[name](given[0], WIDTH[half[operands[0]]]);
        else value = OPERATIONS[name](...given);
        values[at] = value & ALL[isHalf];
        half[at] = isHalf;
    }
    return values;
}
