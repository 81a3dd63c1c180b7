"use strict";

// Pictures of words on canvases: small boards, rows of bits, sums of shifted copies. Each is drawn anew from the values and a
// moment, and keeps nothing.

const COLOURS = ["back", "panel", "ink", "quiet", "hair", "well", "edge", "go", "go-soft", "on-go", "mask", "off", "attack", "attack-light", "attack-dark", "on-b"];
const BLOCKERS = 8;

/** The page's colours as they are now. */
function palette() {
    const probe = make("i");
    probe.hidden = true;
    probe.style.forcedColorAdjust = "none";
    document.body.append(probe);
    const colour = (name) => {
        probe.style.color = `var(--${name})`;
        return getComputedStyle(probe).color;
    };
    const found = Object.fromEntries(COLOURS.map((name) => [name, colour(name)]));
    found.blockers = Array.from({ length: BLOCKERS }, (_, at) => colour(`b${at}`));
    found.isDark = getComputedStyle(probe).colorScheme === "dark" || matchMedia("(prefers-color-scheme: dark)").matches && getComputedStyle(probe).colorScheme !== "light";
    probe.remove();
    return found;
}

const clamp = (value) => Math.max(0, Math.min(1, value));
const ease = (at) => (at < 0.5 ? 4 * at * at * at : 1 - Math.pow(-2 * at + 2, 3) / 2);
const eased = (time, from, to) => ease(clamp((time - from) / (to - from)));
const LABELS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const SANS = "system-ui, sans-serif";
const MONO = "ui-monospace, monospace";

/** A canvas in the page, drawn in CSS pixels. It is drawn off the page: text on a canvas in the page would have every frame laid out. */
class Pen {
    constructor(canvas) {
        this.canvas = canvas;
        this.surface = canvas.transferControlToOffscreen?.() ?? canvas;
        this.context = this.surface.getContext("2d");
    }

    /** Takes over the size that the page gives the canvas, and the colours. */
    fit(colours, width = this.canvas.clientWidth, height = this.canvas.clientHeight) {
        const ratio = Math.min(3, devicePixelRatio || 1);
        Object.assign(this, { colours, width, height, ratio });
        const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
        if (this.surface.width !== w) this.surface.width = w;
        if (this.surface.height !== h) this.surface.height = h;
        this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    }

    /** A picture off the page of the same size, for what is drawn once. */
    sheet() {
        const sheet = Object.assign(new Pen(new OffscreenCanvas(this.surface.width, this.surface.height)), { colours: this.colours });
        sheet.context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
        return sheet;
    }

    /** The tint of a set, by its share of the squares that the largest one has. */
    tint(share) {
        return `oklch(${this.colours.isDark ? 0.28 + 0.16 * share : 0.965 - 0.12 * share} .02 255)`;
    }

    clear() {
        this.context.clearRect(0, 0, this.width, this.height);
        this.context.globalAlpha = 1;
    }

    box(x, y, width, height, fill, radius = 2) {
        if (width <= 0 || height <= 0) return;
        this.context.fillStyle = fill;
        if (radius === 0 || width < 4 || height < 4) {
            this.context.fillRect(x, y, width, height);
            return;
        }
        this.context.beginPath();
        this.context.roundRect(x, y, width, height, radius);
        this.context.fill();
    }

    frame(x, y, width, height, stroke, line = 1.5, radius = 2) {
        this.context.strokeStyle = stroke;
        this.context.lineWidth = line;
        this.context.beginPath();
        this.context.roundRect(x, y, width, height, radius);
        this.context.stroke();
    }

    line(x, y, toX, toY, stroke, width = 1) {
        this.context.strokeStyle = stroke;
        this.context.lineWidth = width;
        this.context.beginPath();
        this.context.moveTo(x, y);
        this.context.lineTo(toX, toY);
        this.context.stroke();
    }

    text(text, x, y, { fill = this.colours.quiet, size = 11, weight = 400, align = "left", family = MONO } = {}) {
        this.context.fillStyle = fill;
        this.context.font = `${weight} ${size}px ${family}`;
        this.context.textAlign = align;
        this.context.textBaseline = "middle";
        this.context.fillText(text, x, y);
    }

    /** The colour of a bit that comes from a blocker, from several, or from none. */
    colourOf(label) {
        if (label >= 0) return this.colours.blockers[label % BLOCKERS];
        return { [UNCOUNTED]: this.colours.off, [FILLED]: this.colours.edge }[label] ?? this.colours.ink;
    }

    /** One set bit. `only` is the blocker whose bits alone are shown strongly. */
    bit(x, y, width, height, label, { alpha = 1, only, plain } = {}) {
        const isFaint = only !== undefined && label !== only;
        this.context.globalAlpha = alpha * (isFaint ? 0.16 : label === FILLED ? 0.45 : 1);
        const colour = plain ?? this.colourOf(label);
        const isHollow = label >= BLOCKERS || label === UNCOUNTED;
        if (isHollow && height > 5) {
            this.box(x, y, width, height, this.colours.panel);
            this.frame(x + 0.75, y + 0.75, width - 1.5, height - 1.5, colour);
        } else this.box(x, y, width, height, colour);
        if (label >= 0 && width > 6.4 && height > 7) {
            this.text(LABELS[label] ?? "", x + width / 2, y + height / 2 + 0.5, { fill: isHollow ? colour : this.colours["on-b"], size: Math.min(11, width + 1, height), weight: 700, align: "center" });
        }
        this.context.globalAlpha = 1;
    }
}

/** The columns of a row of bits, the highest bit left: where each begins, in groups of eight. */
class Columns {
    constructor(width, count) {
        this.isSlim = width < 480;
        this.count = count;
        this.left = this.isSlim ? 34 : 76;
        this.gap = this.isSlim ? 1.5 : 4;
        this.step = (width - 3 - this.left - this.gap * (count / 8 - 1)) / count;
        if (count < 64) this.step = Math.min(this.step, 18);
        this.wide = this.step - (this.isSlim ? 0.6 : 1.2);
        this.high = this.isSlim ? 10 : Math.min(19, Math.max(13, this.step * 1.95 - 4));
        this.row = this.high + 4;
    }

    /** The left edge of a bit's column; of a bit between two columns, the place between them. */
    at(bit) {
        const whole = Math.floor(bit);
        const from = this.#edge(whole);
        return bit === whole ? from : from + (this.#edge(whole + 1) - from) * (bit - whole);
    }

    #edge(bit) {
        const place = this.count - 1 - bit;
        return this.left + place * this.step + Math.floor(place / 8) * this.gap;
    }

    lane(pen, y, height = this.high, alpha = 1) {
        pen.context.globalAlpha = alpha;
        for (let top = this.count - 1; top > 0; top -= 8) pen.box(this.at(top) - 0.6, y, 8 * this.step, height, pen.colours.well, Math.min(3, height / 2));
        pen.context.globalAlpha = 1;
    }

    tag(pen, y, text, { fill, weight, height = this.high } = {}) {
        const most = this.isSlim ? 5 : 11;
        pen.text(text.length > most ? `${text.slice(0, most - 1)}…` : text, 0, y + height / 2, { fill: fill ?? pen.colours.quiet, size: this.isSlim ? 9.5 : 11.5, weight });
    }

    /** A whole row. `place` moves a bit, `shown` says how strongly it is there. */
    bits(pen, y, word, trace, { only, place = (bit) => bit, shown = () => 1, plain, height = this.high } = {}) {
        for (const bit of bitsOf(word)) {
            const alpha = shown(bit);
            const to = place(bit);
            if (alpha <= 0 || to >= this.count || to <= -1) continue;
            const isOver = to > this.count - 1 || to < 0;
            const left = isOver ? 1 - (to < 0 ? -to : to - this.count + 1) : 1;
            pen.bit(this.at(to), y, this.wide, height, trace?.[bit] ?? MIXED, { alpha: alpha * left, only, plain });
        }
    }

    ruler(pen) {
        const marks = this.isSlim ? [this.count - 1, this.count / 2, 0] : Array.from({ length: this.count / 8 }, (_, at) => this.count - 1 - 8 * at).concat(0);
        for (const bit of marks) pen.text(String(bit), this.at(bit) + (bit === 0 ? this.wide : 0), 6, { size: 10, align: bit === 0 ? "right" : "left" });
    }
}

const RULER = 15;

/** A word as a small board. `outline` has squares that are framed where no bit stands. */
function drawMini(pen, part, word, { trace, outline = 0n, plain, shown = () => 1, only } = {}) {
    pen.clear();
    const { cell } = placeOnMini(pen, part);
    const pad = cell > 6 ? 1 : 0.3;
    part.places.forEach(({ bit }, at) => {
        if (bit === null) return;
        const { x, y } = placeOnMini(pen, part, at);
        const alpha = has(word, bit) ? shown(bit) : 0;
        if (has(outline, bit)) pen.frame(x + pad + 0.6, y + pad + 0.6, cell - 2 * pad - 1.2, cell - 2 * pad - 1.2, pen.colours.mask, 1.2);
        else if (alpha < 1) {
            pen.context.globalAlpha = 0.6;
            pen.box(x + cell / 2 - 1.1, y + cell / 2 - 1.1, 2.2, 2.2, pen.colours.edge, 1.1);
            pen.context.globalAlpha = 1;
        }
        if (alpha > 0) pen.bit(x + pad, y + pad, cell - 2 * pad, cell - 2 * pad, trace?.[bit] ?? MIXED, { alpha, only, plain: trace ? undefined : plain });
    });
}

/** Where a place is on a small board: its upper left corner, and the size of a square. */
function placeOnMini(pen, part, at = 0) {
    const { x, y, width, height } = drawnAt(part, at);
    const cell = Math.min(pen.width / width, pen.height / height);
    return { x: (pen.width - cell * width) / 2 + x * cell, y: (pen.height - cell * height) / 2 + y * cell, cell };
}

/** Where a bit stands on a small board: the middle and the size. */
function bitOnMini(pen, part, bit) {
    const { x, y, cell } = placeOnMini(pen, part, part.places.findIndex((place) => place.bit === bit));
    return [x + cell / 2, y + cell / 2, cell - 2];
}

/** A dictionary as cells, tinted by how many squares a set has; a needle runs to the entry that is read. */
class Shelf {
    #sheet;

    constructor(canvas) {
        this.pen = new Pen(canvas);
    }

    fit(colours, table) {
        const { pen } = this;
        pen.fit(colours);
        const slots = length(table.entries);
        this.columns = Math.max(1, Math.ceil(Math.sqrt(slots * pen.width / pen.height)));
        this.cell = [pen.width / this.columns, pen.height / Math.ceil(slots / this.columns)];
        const key = [table, pen.surface.width, pen.surface.height, colours.isDark];
        if (pen.width === 0 || this.#sheet?.key.every((part, at) => part === key[at])) return;
        const sheet = pen.sheet();
        const weights = Array.from({ length: slots }, (_, at) => weightOf(table, at));
        const most = Math.max(1, ...weights);
        weights.forEach((weight, at) => {
            const [x, y] = this.#place(at);
            const pad = this.cell[0] > 3 ? 0.6 : 0;
            sheet.box(x, y, this.cell[0] - pad, this.cell[1] - pad, sheet.tint(weight / most), 0);
        });
        this.#sheet = { key, canvas: sheet.canvas };
    }

    #place(at) {
        return [at % this.columns * this.cell[0], Math.floor(at / this.columns) * this.cell[1]];
    }

    draw(position, ran) {
        const { pen } = this;
        if (!this.#sheet || pen.width === 0) return;
        pen.clear();
        pen.context.drawImage(this.#sheet.canvas, 0, 0, pen.width, pen.height);
        if (ran <= 0) return;
        const [x, y] = this.#place(Math.round(position * ran));
        const [width, height] = this.cell;
        pen.box(x - 2, y - 2, Math.max(4, width) + 3, Math.max(4, height) + 3, pen.colours.ink, 0);
        pen.box(x, y, Math.max(3, width - 1), Math.max(3, height - 1), pen.colours.attack, 0);
    }
}

/** A sum of shifted copies: how its parts are laid out, and when they move. */
function ladderOf(act, width) {
    const columns = new Columns(width, act.width);
    const count = act.copies.length;
    const isDense = count > 9;
    const row = isDense ? Math.max(3, Math.min(columns.row, (columns.isSlim ? 110 : 150) / count)) : columns.row;
    const high = isDense ? Math.max(2, row - 1) : columns.high;
    const base = RULER;
    const factor = act.factorWord === undefined ? base : base + columns.row;
    const first = factor + columns.row + 6;
    const carry = first + count * row + 2;
    const product = carry + 14;
    return { columns, isDense, row, high, base, factor, first, carry, product, height: product + columns.high + 6 };
}

/** The moments of a sum, in milliseconds from its beginning. */
function ladderTimes(act) {
    const count = Math.max(1, act.copies.length);
    const each = Math.min(760, 3800 / count);
    const copies = act.copies.map((_, at) => [250 + at * each, 250 + at * each + each * 1.15]);
    const sum = [250 + count * each + 300, 250 + count * each + 2200];
    return { each, copies, sum, end: sum[1] + 150 };
}

function drawLadder(pen, act, time, { only, index, framed }) {
    const { columns, isDense, row, high, base, factor, first, carry, product } = act.layout;
    const { times, copies, baseWord, baseTrace, word, trace, carries } = act;
    const { colours } = pen;
    pen.clear();
    columns.ruler(pen);
    columns.tag(pen, base, act.baseName);
    columns.lane(pen, base);
    columns.bits(pen, base, baseWord, baseTrace, { only, shown: act.arrived });
    if (act.factorWord !== undefined) {
        columns.tag(pen, factor, columns.isSlim ? "×" : `× ${act.factorName}`);
        columns.lane(pen, factor);
        const used = (bit) => copies.findIndex(({ shift }) => shift === bit);
        for (const bit of bitsOf(act.factorWord)) {
            pen.context.globalAlpha = time >= 0 ? 1 : 0.3;
            pen.box(columns.at(bit), factor, columns.wide, columns.high, time > (times.copies[used(bit)]?.[0] ?? 0) ? colours.go : colours.ink);
            pen.context.globalAlpha = 1;
        }
    }
    pen.line(columns.left, first - 4, pen.width, first - 4, colours.edge);
    copies.forEach(({ shift, sign }, at) => {
        const [from, to] = times.copies[at];
        const local = clamp((time - from) / (to - from));
        const [slide, drop] = [ease(clamp((local - 0.18) / 0.82)), ease(clamp(local / 0.6))];
        const y = first + at * row;
        columns.lane(pen, y, high, local > 0 ? Math.min(1, local * 3) : 0.45);
        if (!isDense || at === 0 || at === copies.length - 1) {
            const isNow = local > 0 && local < 1;
            const label = `${sign < 0 ? "-" : ""}${columns.isSlim ? "«" : "<< "}${shift}`;
            columns.tag(pen, isDense && at > 0 ? y - columns.high + high : y, label, { fill: isNow ? colours.go : local > 0 ? colours.ink : colours.quiet, weight: isNow ? 700 : 400 });
        }
        if (local > 0) columns.bits(pen, base + (y - base) * drop, baseWord, baseTrace, { only, place: (bit) => bit + shift * slide, height: high + (columns.high - high) * (1 - drop) });
    });
    pen.line(columns.left, carry - 2, pen.width, carry - 2, colours.edge);
    if (!columns.isSlim && carries) columns.tag(pen, carry, "carry", { height: 14 });
    const swept = clamp((time - times.sum[0]) / (times.sum[1] - times.sum[0])) * (act.width + 2);
    columns.tag(pen, product, columns.isSlim ? "=" : act.name, { fill: colours.ink });
    columns.lane(pen, product);
    const fade = index ? 1 - 0.65 * clamp(framed * 3) : 1;
    columns.bits(pen, product, word, trace, { only, shown: (bit) => (swept <= bit ? 0 : index && (bit < index.low || bit > index.high) ? fade : 1) });
    carries?.forEach((carried, bit) => {
        if (!carried || bit === 0 || bit >= act.width || swept <= bit - 0.5) return;
        const [from, to] = [columns.at(bit - 1) + columns.wide / 2, columns.at(bit) + columns.wide / 2 + 1];
        pen.context.strokeStyle = colours.ink;
        pen.context.lineWidth = 1.4;
        pen.context.beginPath();
        pen.context.moveTo(from, carry + 10);
        pen.context.quadraticCurveTo((from + to) / 2, carry - 2, to, carry + 9);
        pen.context.stroke();
        pen.context.fillStyle = colours.ink;
        pen.context.beginPath();
        pen.context.moveTo(to - 2.5, carry + 7);
        pen.context.lineTo(to - 0.5, carry + 11);
        pen.context.lineTo(to + 2.5, carry + 7.5);
        pen.context.fill();
    });
    if (swept > 0 && swept < act.width + 2) {
        pen.context.globalAlpha = 0.22;
        pen.box(columns.at(Math.min(act.width - 1, swept)), first - 4, Math.max(2, columns.step), product + columns.high - first + 6, colours.go);
        pen.context.globalAlpha = 1;
    }
    if (index && framed > 0) drawFrame(pen, columns, product, index, framed);
}

/** The frame that takes the bits of an index. */
function drawFrame(pen, columns, y, { low, high }, grown) {
    const [left, right] = [columns.at(high) - 2, columns.at(low) + columns.wide + 1.5];
    pen.frame(left, y - 3, Math.max(4, (right - left) * (1 - Math.pow(1 - grown, 3))), columns.high + 6, pen.colours.go, 2, 5);
}

/** The rows of a step on a whole word: what it reads, and what comes out. */
function stripOf(act, width) {
    const columns = new Columns(width, act.width);
    const rows = act.rows.length;
    const last = RULER + rows * columns.row + (act.carries ? 16 : 8);
    return { columns, carry: RULER + rows * columns.row + 1, last, height: last + columns.high + 5 };
}

/** A single row, from which the bits of an index are taken. */
function wordOf(act, width) {
    const columns = new Columns(width, act.width);
    return { columns, last: RULER, height: RULER + columns.high + 6 };
}

function drawWord(pen, act, { only, index, framed }) {
    const { columns, last } = act.layout;
    const [{ name, word, trace }] = act.rows;
    pen.clear();
    columns.ruler(pen);
    columns.tag(pen, last, name);
    columns.lane(pen, last);
    columns.bits(pen, last, word, trace, { only });
    if (index && framed > 0) drawFrame(pen, columns, last, index, framed);
}

const STRIP = { move: [200, 1300], end: 1500 };

function drawStrip(pen, act, time, { only, index, framed }) {
    const { columns, carry, last } = act.layout;
    const { colours } = pen;
    pen.clear();
    columns.ruler(pen);
    act.rows.forEach(({ name, word, trace, plain }, at) => {
        const y = RULER + at * columns.row;
        columns.tag(pen, y, columns.isSlim ? name.slice(0, 5) : name);
        columns.lane(pen, y);
        columns.bits(pen, y, word, trace, { only, plain: plain ? colours.mask : undefined });
    });
    pen.line(columns.left, last - 4, pen.width, last - 4, colours.edge);
    columns.tag(pen, last, columns.isSlim ? "=" : act.name, { fill: colours.ink });
    columns.lane(pen, last);
    if (act.move) {
        const moved = eased(time, ...STRIP.move);
        const drop = eased(time, STRIP.move[0], STRIP.move[0] + 700);
        const { word, trace } = act.rows[0];
        if (time > 0) {
            if (act.holes !== undefined) {
                for (const bit of bitsOf(act.holes)) {
                    const to = act.move(bit);
                    if (to === undefined) continue;
                    pen.context.globalAlpha = clamp(time / 200);
                    pen.frame(columns.at(bit + (to - bit) * moved) + 0.6, RULER + (last - RULER) * drop + 0.6, columns.wide - 1.2, columns.high - 1.2, colours.mask, 1.2);
                    pen.context.globalAlpha = 1;
                }
            }
            columns.bits(pen, RULER + (last - RULER) * drop, word, trace, {
                only,
                place: (bit) => bit + ((act.move(bit) ?? (moved < 1 ? bit : -9)) - bit) * moved,
                shown: (bit) => (act.move(bit) === undefined ? 1 - moved : 1),
            });
        }
    } else {
        const swept = clamp((time - STRIP.move[0]) / (STRIP.move[1] - STRIP.move[0])) * (act.width + 2);
        columns.bits(pen, last, act.word, act.trace, { only, shown: (bit) => (swept > bit ? 1 : 0) });
        act.carries?.forEach((bit) => {
            if (swept <= bit || bit >= act.width) return;
            pen.text(act.isBorrow ? "−" : "+", columns.at(bit) + columns.wide / 2, carry + 5, { align: "center", size: 10, fill: colours.ink, weight: 700 });
        });
        if (act.carries && !columns.isSlim) columns.tag(pen, carry - 2, act.isBorrow ? "borrow" : "carry", { height: 14 });
        if (swept > 0 && swept < act.width + 2) {
            pen.context.globalAlpha = 0.22;
            pen.box(columns.at(Math.min(act.width - 1, swept)), RULER - 2, Math.max(2, columns.step), last + columns.high - RULER + 3, colours.go);
            pen.context.globalAlpha = 1;
        }
    }
    if (index && framed > 0) drawFrame(pen, columns, last, index, framed);
}
