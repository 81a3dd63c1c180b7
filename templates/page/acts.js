"use strict";

// What a lookup does, as acts: one picture for each step, in chapters. All of it follows from the program's operations.

/** A program, as acts ask about it. */
class Steps {
    constructor(part, piece) {
        [this.part, this.piece] = [part, piece];
        this.ops = new Map(piece.ops.map(([value, kind, [name, ...operands]]) => [value, { name, operands, width: WIDTH[kind] }]));
        this.named = new Map(piece.steps.map((step) => [step.value, step]));
        this.numbers = new Set();
        for (const { name, operands } of this.ops.values()) {
            if (name.startsWith("load")) this.#isNumber(operands[1]);
            if (name === "shl" || name === "shr") this.#isNumber(operands[1]);
        }
    }

    op(value) {
        return this.ops.get(value);
    }

    /** The values that an operation reads; a field's column and a table are none. */
    reads(value) {
        const { name, operands } = this.op(value);
        if (name.startsWith("load")) return [operands[1]];
        if (name === "part") return [operands[0]];
        return ["field", "const", "square", "occupied"].includes(name) ? [] : operands;
    }

    /** Whether a value depends on the occupied squares. */
    isOfBlockers(value) {
        return this.op(value).name === "occupied" || this.reads(value).some((read) => this.isOfBlockers(read));
    }

    /** Whether a value is made from another one. */
    isFrom(value, other) {
        return value === other || this.reads(value).some((read) => this.isFrom(read, other));
    }

    /** Whether a value is made from a product. */
    isProduct(value) {
        return this.op(value).name === "mul" || this.sum(value)?.terms.length > 1 || !this.op(value).name.startsWith("load") && this.reads(value).some((read) => this.isProduct(read));
    }

    /** Values that lead to a position or a shift are numbers; what is shifted or gathered to make one is a set. */
    #isNumber(value) {
        if (this.numbers.has(value)) return;
        this.numbers.add(value);
        const { name, operands } = this.op(value);
        if (["add", "sub", "or", "and", "xor", "low", "widen", "join"].includes(name)) operands.forEach((operand) => this.#isNumber(operand));
        if (name === "shl") this.#isNumber(operands[0]);
    }

    /** The value that is only made narrower or wider. */
    narrowed(value) {
        const { name, operands } = this.op(value);
        return name === "low" || name === "widen" ? this.narrowed(operands[0]) : value;
    }

    /** A sum of shifted copies: the word that is copied, and the values of the shifts; `undefined` for anything else. */
    sum(value) {
        const { name, operands: [a, b] } = this.op(value);
        if (name === "shl" && this.isOfBlockers(a)) return { base: a, terms: [{ by: b, sign: 1 }] };
        if (name !== "add" && name !== "sub" || this.numbers.has(value)) return undefined;
        const [left, right] = [this.sum(a), this.sum(b)];
        if (!left || !right || left.base !== right.base) return undefined;
        const sign = name === "sub" ? -1 : 1;
        return { base: left.base, terms: [...left.terms, ...right.terms.map((term) => ({ by: term.by, sign: sign * term.sign }))] };
    }

    /** How a value is called: by its step, or by its operation. */
    text(value) {
        const step = this.named.get(value);
        if (step) return step.name.replaceAll("_", " ");
        const { name, operands } = this.op(value);
        const [a, b] = this.reads(value).map((read) => this.text(read));
        const SIGN = { and: "&", or: "|", xor: "^", add: "+", sub: "-", mul: "*", shl: "<<", shr: ">>", "and_not": "& ~", "or_not": "| ~" };
        if (name === "occupied") return "occupied";
        if (name === "square") return "square";
        if (name === "const") return /^\d$/.test(operands[0]) ? operands[0] : `0x${operands[0]}`;
        if (name === "part") return `${a}.w${operands[1]}`;
        if (name === "low" || name === "high") return `${a}.${name === "low" ? "lo" : "hi"}`;
        if (name in SIGN) return `(${a} ${SIGN[name]} ${b})`;
        const CALLS = { "reverse_bytes": "bytes", "reverse_bits": "bits" };
        return name === "widen" ? a : `${CALLS[name] ?? name}(${[a, b].filter(Boolean).join(", ")})`;
    }
}

/** The pictures of a step, in order. */
function pictures(steps, step, isWithin) {
    const { value } = step;
    const { name, operands: [a, b, c, d], width } = steps.op(value);
    const act = (kind, more) => ({ kind, step, value, width, ...more });
    if (["field", "const", "square", "occupied"].includes(name) || isWithin(value)) return [];
    if (name === "low" && steps.op(a).name === "pext") return pictures(steps, { ...step, value: a }, isWithin);
    if (name.startsWith("load")) {
        const { owners, entries } = steps.part.tables[a];
        const isCell = length(owners) > 0 || steps.piece.squares[0].loads.some((load) => load.value === value);
        return [act(isCell && length(entries) > 1 ? "slot" : "entry", { table: a })];
    }
    const sum = steps.sum(value);
    if (sum && sum.terms.length > 1) return [act("ladder", { base: sum.base, shifts: sum.terms })];
    if (name === "mul") {
        const [base, factor] = steps.isOfBlockers(a) ? [a, b] : [b, a];
        return [act("ladder", { base, factor })];
    }
    if (name === "pick") {
        const relevant = { sign: "&", operands: [a, b], result: ([x, y]) => x & y, formula: "relevant = occ & mask" };
        const made = { base: relevant, factor: c };
        return [act("boards", relevant), act("ladder", made), act("index", { source: value, by: d })];
    }
    if (name === "pext" && steps.op(a).name === "part") {
        // The words of a set are masked once.
        const [[occupied, word], [mask]] = [a, b].map((of) => steps.op(of).operands);
        const relevant = act("boards", { sign: "&", operands: [occupied, mask], result: ([x, y]) => x & y, formula: "relevant = occ & mask", width: steps.op(mask).width });
        return [...(word === 0 ? [relevant] : []), act("gather", { base: a, mask: b })];
    }
    if (name === "pext") {
        return [act("boards", { sign: "&", operands: [a, b], result: ([x, y]) => x & y, formula: "relevant = occ & mask" }), act("gather", { base: a, mask: b }), act("index", { source: value, mask: b })];
    }
    if (name === "pdep") return [act("scatter", { base: a, mask: b })];
    if (steps.numbers.has(value)) {
        const inner = steps.narrowed(value);
        const { name: made, operands } = steps.op(inner);
        const shifted = made === "shr" ? inner : made === "and" ? operands.map((of) => steps.narrowed(of)).find((of) => steps.op(of).name === "shr") : undefined;
        if (shifted === undefined || !steps.isOfBlockers(value)) return [act("number")];
        const [source, low] = steps.op(shifted).operands;
        return [act("index", { source, by: low })];
    }
    const SIGNS = { and: "&", or: "|", xor: "^", "and_not": "& ~", "or_not": "| ~" };
    if (!steps.isOfBlockers(value)) return [act("number")];
    // A product is no set of squares, and in folded words squares lie over each other.
    if (name in SIGNS && step.stage !== "fold" && (step.stage === "finish" || !steps.isProduct(value))) return [act("boards", { sign: SIGNS[name], operands: [a, b] })];
    if (name in SIGNS || ["add", "sub", "shl", "shr", "reverse_bits", "reverse_bytes"].includes(name)) return [act("strip", { operands: steps.reads(value) })];
    return [act("number")];
}

const read = new WeakMap();

/** The acts of a piece's lookup, which are the same on all squares. */
function actsOf(part, piece) {
    if (read.has(piece)) return read.get(piece);
    const steps = new Steps(part, piece);
    const sums = piece.steps.filter(({ value }) => steps.sum(value)?.terms.length > 1).map(({ value }) => value);
    const isWithin = (value) => sums.some((sum) => sum !== value && steps.isFrom(sum, value) && !steps.isFrom(steps.sum(sum).base, value)
        && steps.op(value).name !== "field");
    const acts = piece.steps.flatMap((step) => pictures(steps, step, isWithin));
    const slots = acts.filter(({ kind }) => kind === "slot");
    const hasOneSlot = slots.length === 1 && acts.some(({ kind }) => kind === "ladder" || kind === "gather");
    const found = { steps, acts, slot: hasOneSlot ? slots[0] : undefined, lines: hasOneSlot ? [] : joined(steps, piece.result) };
    read.set(piece, found);
    return found;
}

/** What the lines that a lookup joins are called; none for a lookup that goes to one slot. */
function lineNames(part, piece, bit) {
    const { lines } = actsOf(part, piece);
    if (lines.length < 2) return [];
    const empty = run(part, piece, bit, 0n);
    return lines.map((line, at) => lineName(part, bit, empty[line], at));
}

const CHAPTERS = { relevant: "Relevant", product: "Product", extract: "Extract", index: "Index", slot: "Slot", attacks: "Attacks" };

/** The chapter of each act in a lookup that goes to one slot. */
function chapterOfSlot({ kind, step }, steps, slot) {
    if (step.value > slot.value) return CHAPTERS.attacks;
    // A square that is mirrored, as where tables are folded, is mirrored before all else.
    if (kind === "number" && step.stage === "key") return CHAPTERS.relevant;
    if (kind === "slot" || step.stage === "slot" || step.stage === "cell") return CHAPTERS.slot;
    if (kind === "ladder") return CHAPTERS.product;
    if (kind === "gather") return CHAPTERS.extract;
    if (kind === "index" || kind === "number") return CHAPTERS.index;
    return step.stage === "key" || kind === "boards" ? CHAPTERS.relevant : CHAPTERS.product;
}

/** The lines that a lookup joins at its end: the values that are joined. */
function joined(steps, value) {
    const { name, operands } = steps.op(value);
    const isJoin = ["or", "xor", "and_not"].includes(name) && operands.every((operand) => steps.isOfBlockers(operand));
    return isJoin ? operands.flatMap((operand) => joined(steps, operand)) : [value];
}

/** What a line of squares is called, by where it leads from the piece. */
function lineName(part, bit, set, at) {
    const place = (of) => part.places.findIndex((one) => one.bit === of);
    const file = (of) => place(of) % part.width;
    const rank = (of) => Math.floor(place(of) / part.width);
    const others = bitsOf(set).filter((of) => of !== bit && place(of) >= 0);
    if (others.length === 0) return `Line ${at + 1}`;
    if (others.every((of) => rank(of) === rank(bit))) return "Rank";
    if (others.every((of) => file(of) === file(bit))) return "File";
    if (others.every((of) => file(of) - file(bit) === rank(of) - rank(bit))) return "Diagonal";
    if (others.every((of) => file(of) - file(bit) === rank(bit) - rank(of))) return "Antidiagonal";
    return `Part ${at + 1}`;
}

/** The acts of a piece on a square, in chapters: `[{ title, acts }]`. The last chapter goes back to the board. */
function chaptersOf(part, pieces, bit) {
    const chapters = [];
    for (const piece of pieces) {
        const before = pieces.length > 1 ? `${piece.name[0].toUpperCase()}${piece.name.slice(1)}: ` : "";
        const into = (title, act) => {
            const full = before + (before === "" ? title : title.toLowerCase());
            let chapter = chapters.find((one) => one.title === full);
            if (!chapter) chapters.push(chapter = { title: full, name: title, acts: [] });
            chapter.acts.push({ ...act, piece });
        };
        const { steps, acts, slot, lines } = actsOf(part, piece);
        if (slot) {
            for (const act of acts) into(chapterOfSlot(act, steps, slot), { ...act, steps });
            continue;
        }
        const names = lineNames(part, piece, bit);
        const placed = acts.map((act) => {
            const of = lines.map((line, at) => (steps.isFrom(line, act.value) ? at : -1)).filter((at) => at >= 0);
            const title = of.length === 0 ? CHAPTERS.attacks : lines.length < 2 ? "Steps" : of.length > 1 && !of.every((at) => names[at] === names[of[0]]) ? "Before" : names[of[0]];
            return [title, { ...act, steps }];
        });
        // What several lines read comes before them, and what joins them behind.
        for (const title of new Set(["Before", "Steps", ...names, CHAPTERS.attacks])) {
            for (const [own, act] of placed) if (own === title) into(title, act);
        }
    }
    if (chapters.at(-1)?.name !== CHAPTERS.attacks || pieces.length > 1) chapters.push({ title: CHAPTERS.attacks, name: CHAPTERS.attacks, acts: [] });
    return chapters;
}
