"use strict";

// Lookups: the operations that the generator proved, on integers of any length; and which blocker each bit comes from.

// The widths of words, halves of words, and sets of two to four words.
const WIDTH = [64, 32, 128, 192, 256];
const ALL = WIDTH.map((width) => (1n << BigInt(width)) - 1n);
const EVERY = ALL.at(-1);
const has = (set, bit) => (set >> BigInt(bit) & 1n) === 1n;
const bitsOf = (set) => {
    const bits = [];
    for (let bit = 0; set >> BigInt(bit); bit++) if (has(set, bit)) bits.push(bit);
    return bits;
};
/** A word whose bit goes to another place: `to` has the place, or nothing where the bit is lost. */
const moved = (set, to) => bitsOf(set).reduce((sum, bit) => (to(bit) === undefined ? sum : sum | 1n << BigInt(to(bit))), 0n);
const bytesReversed = (width) => (bit) => width - 8 - (bit & ~7) + (bit & 7);
const bitsReversed = (width) => (bit) => width - 1 - bit;
const gathered = (mask) => {
    const order = new Map(bitsOf(mask).map((bit, at) => [bit, at]));
    return (bit) => order.get(bit);
};
const scattered = (mask) => {
    const order = bitsOf(mask);
    return (bit) => order[bit];
};

const OPERATIONS = {
    "and": (a, b) => a & b,
    "and_not": (a, b) => a & ~b,
    "or": (a, b) => a | b,
    "or_not": (a, b) => a | ~b,
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
    "popcount": (a) => BigInt(bitsOf(a).length),
    "pext": (set, mask) => moved(set, gathered(mask)),
    "pdep": (set, mask) => moved(set, scattered(mask)),
    "part": (set, word) => set >> BigInt(64 * word) & ALL[0],
    "pack": (...words) => words.reduce((set, word, at) => set | word << BigInt(64 * at), 0n),
    "pick": (occupied, mask, factor, shift) => ((occupied & mask) * factor & ALL[0]) >> shift,
};
// Operations whose result depends on the width of a value.
const BY_WIDTH = {
    "reverse_bytes": (a, width) => moved(a, bytesReversed(width)),
    "reverse_bits": (a, width) => moved(a, bitsReversed(width)),
    "clz": (a, width) => BigInt(width - (a === 0n ? 0 : a.toString(2).length)),
    "ctz": (a, width) => BigInt(a === 0n ? width : bitsOf(a)[0]),
};

const entry = (table, position) => BigInt(`0x${listed(table.entries, Number(position))}`);
const listed = (coded, at) => coded.values[coded.places === undefined ? at : coded.places.charCodeAt(at) - 256];
const length = (coded) => (coded.places === undefined ? coded.values : coded.places).length;

/** How many bits each hexadecimal digit has. */
const OF_DIGIT = [..."0112122312232334"].map(Number);
/** How many bits an entry has. */
const weightOf = (table, position) => {
    let sum = 0;
    for (const digit of listed(table.entries, position)) sum += OF_DIGIT[Number.parseInt(digit, 16)];
    return sum;
};

/** The position that a load reads in its table. */
const positionOf = (part, [name, table, index], bit, values) =>
    (name === "load_row" ? part.tables[table].starts[bit] ?? 0 : 0) + Number(values[index]);

// The value of each operation of a lookup.
function run(part, piece, bit, occupied) {
    const values = [];
    const kinds = [];
    for (const [at, kind, operation] of piece.ops) {
        const [name, ...operands] = operation;
        const given = operands.map((operand) => values[operand]);
        let value;
        if (name === "square") value = BigInt(bit);
        else if (name === "occupied") value = occupied;
        else if (name === "field") value = BigInt(`0x${piece.columns[operands[0]][bit]}`);
        else if (name === "const") value = BigInt(`0x${operands[0]}`);
        else if (name.startsWith("load")) value = entry(part.tables[operands[0]], positionOf(part, operation, bit, values));
        else if (name === "part") value = OPERATIONS.part(given[0], operands[1]);
        else if (name in BY_WIDTH) value = BY_WIDTH[name](given[0], WIDTH[kinds[operands[0]]]);
        else value = OPERATIONS[name](...given);
        values[at] = value & ALL[kind];
        kinds[at] = kind;
    }
    return values;
}

// What a bit comes from: a blocker, which has a number from 0 on, or one of these: no bit, several bits or none of the blockers, a
// blocker that isn't relevant, a square off the mask that a lookup takes for occupied.
const NONE = -1;
const MIXED = -2;
const UNCOUNTED = -3;
const FILLED = -4;

/** Which copies of a word a product adds in each column, and the carries into it. */
function added(base, copies, width) {
    const columns = Array.from({ length: width }, () => []);
    for (const { shift } of copies) for (const bit of bitsOf(base)) if (bit + shift < width) columns[bit + shift].push(bit);
    const carries = [0];
    for (const column of columns) carries.push(column.length + carries.at(-1) >> 1);
    return { columns, carries };
}

/** For each value, what each of its bits comes from; `numbers` has the blockers' numbers by their bits. */
function traced(piece, values, numbers) {
    const kinds = [];
    const traces = [];
    for (const [at, kind, [name, ...operands]] of piece.ops) {
        const [width, value] = [WIDTH[kind], values[at]];
        kinds[at] = kind;
        const [a, b] = operands.map((operand) => traces[operand]);
        const [x, y] = operands.map((operand) => values[operand]);
        const trace = new Int8Array(Math.max(64, width)).fill(NONE);
        traces[at] = trace;
        /** Bits of the first operand go to other places. */
        const carried = (to) => a.forEach((label, bit) => {
            const place = to(bit);
            if (label !== NONE && place >= 0 && place < width) trace[place] = label;
        });
        const single = (one, other) => (one === NONE ? other : other === NONE || one === other ? one : MIXED);
        const each = (label) => { for (const bit of bitsOf(value)) trace[bit] = label(bit); };
        /** Of a sum or difference: a bit that came down alone keeps what it comes from. */
        const alone = () => {
            const carries = x ^ y ^ value;
            each((bit) => (has(carries, bit) || has(x, bit) === has(y, bit) ? MIXED : single(a[bit], b[bit])));
        };
        if (name === "occupied") each((bit) => numbers.get(bit) ?? UNCOUNTED);
        else if (name === "and") each((bit) => (a[bit] === MIXED ? b[bit] : b[bit] === MIXED ? a[bit] : single(a[bit], b[bit])));
        else if (name === "and_not") each((bit) => a[bit]);
        else if (name === "or" || name === "xor") each((bit) => single(a[bit], b[bit]));
        else if (name === "or_not") each((bit) => (has(y, bit) ? a[bit] : FILLED));
        else if (name === "add" || name === "sub") alone();
        else if (name === "shl") carried((bit) => bit + Number(y));
        else if (name === "shr") carried((bit) => bit - Number(y));
        else if (name === "low" || name === "widen") carried((bit) => bit);
        else if (name === "high") carried((bit) => bit - 32);
        else if (name === "reverse_bytes") carried(bytesReversed(WIDTH[kinds[operands[0]]]));
        else if (name === "reverse_bits") carried(bitsReversed(WIDTH[kinds[operands[0]]]));
        else if (name === "pext") carried(gathered(y));
        else if (name === "pdep") carried(scattered(y));
        else if (name === "part") carried((bit) => bit - 64 * operands[1]);
        else if (name === "pack") each((bit) => traces[operands[bit >> 6]][bit & 63]);
        else if (name === "join") each((bit) => (bit < 32 ? a[bit] : b[bit - 32]));
        else if (name === "mul") {
            const isFactorFirst = a.every((label) => label < 0) && b.some((label) => label >= 0);
            const [base, labels, factor] = isFactorFirst ? [y, b, x] : [x, a, y];
            const { columns, carries } = added(base, bitsOf(factor).map((shift) => ({ shift })), width);
            each((bit) => (columns[bit].length === 1 && carries[bit] === 0 ? labels[columns[bit][0]] : MIXED));
        } else each(() => MIXED);
    }
    return traces;
}
