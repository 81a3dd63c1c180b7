"use strict";

// The table as a map: every slot with the square that owns it, and the square's own slots enlarged below.

/** The owner of a slot that several squares share; 0 is nobody. */
const SEVERAL = 0xffffffff;
/** The bit indices that a piece has among the numbers of owners. */
const OWNED = 256;
const ownerOf = (owner) => ({ piece: Math.floor((owner - 1) / OWNED), bit: (owner - 1) % OWNED });
const count = (number) => number.toLocaleString("en");

class TableView {
    #base = {};
    #close = {};

    /** `does.go(piece, bit)` goes to the square whose slot was picked. */
    constructor({ map, funnel, zoom, line }, does) {
        [this.map, this.funnel, this.zoom] = [map, funnel, zoom].map((canvas) => new Pen(canvas));
        [this.line, this.does] = [line, does];
        map.addEventListener("pointermove", (event) => this.#point({ slot: this.#slotOnMap(event) }));
        map.addEventListener("click", (event) => {
            const owner = this.#ownerOf(this.#slotOnMap(event));
            if (owner) does.go(owner.piece, owner.bit);
        });
        zoom.addEventListener("pointermove", (event) => this.#point({ near: this.#slotInZoom(event) }));
        for (const canvas of [map, zoom]) {
            canvas.addEventListener("pointerleave", () => this.#point(undefined));
            canvas.addEventListener("keydown", (event) => this.#key(event));
            canvas.addEventListener("blur", () => this.#point(undefined));
        }
    }

    /** Takes over a load: its table, the square, the position and what stands there. */
    set(part, { piece, act, bit, position, value }) {
        Object.assign(this, { part, piece, act, bit, position, value, table: part.tables[act.table] });
        this.slots = length(this.table.entries);
        this.own = 1 + OWNED * part.pieces.indexOf(piece) + bit;
        const range = piece.squares.find((square) => square.bit === bit)?.loads.find((load) => load.value === act.value)?.range;
        const hasOwners = length(this.table.owners) > 0;
        this.isShared = !hasOwners;
        this.range = hasOwners && range ? range : [0, this.slots - 1];
        this.hasMap = hasOwners && this.slots > 1.5 * (this.range[1] - this.range[0] + 1);
        this.pointed = undefined;
        this.#same = undefined;
        for (const { canvas } of [this.map, this.funnel]) canvas.hidden = !this.hasMap;
    }

    #same;
    /** The square's slots with the same answer, and how many it uses. */
    get same() {
        if (this.#same) return this.#same;
        const own = [];
        const value = this.value.toString(16);
        let used = 0;
        for (let slot = this.range[0]; slot <= this.range[1]; slot++) {
            if (!this.#isOwn(slot)) continue;
            used += 1;
            if (listed(this.table.entries, slot) === value) own.push(slot);
        }
        return this.#same = { own, used };
    }

    owner(slot) {
        return length(this.table.owners) === 0 ? this.own : listed(this.table.owners, slot);
    }

    #isOwn(slot) {
        const owner = this.owner(slot);
        return owner === this.own || owner === SEVERAL;
    }

    #ownerOf(slot) {
        const owner = slot === undefined ? 0 : this.owner(slot);
        if (owner === 0 || owner === SEVERAL) return undefined;
        return ownerOf(owner);
    }

    fit(colours) {
        for (const pen of [this.map, this.funnel, this.zoom]) if (!pen.canvas.hidden) pen.fit(colours);
        if (this.zoom.width === 0) return;
        if (this.hasMap) {
            this.lines = Math.max(1, Math.min(6, Math.round(this.slots / 2500)));
            this.perLine = Math.ceil(this.slots / this.lines);
            this.gap = 2;
            this.high = (this.map.height - this.gap * (this.lines - 1)) / this.lines;
            this.#drawBase();
        }
        const size = this.range[1] - this.range[0] + 1;
        const bits = Math.ceil(Math.log2(Math.max(2, size)));
        this.columns = 1 << Math.max(0, Math.min(bits, Math.round((bits + Math.log2(this.zoom.width / this.zoom.height)) / 2)));
        this.rows = Math.ceil(size / this.columns);
        this.#drawClose();
    }

    #tint(owner) {
        const { isDark } = this.map.colours ?? this.zoom.colours;
        if (owner === SEVERAL) return `oklch(${isDark ? 0.5 : 0.74} .02 255)`;
        const { piece, bit } = ownerOf(owner);
        const at = this.part.places.findIndex((place) => place.bit === bit);
        const rank = Math.floor(at / this.part.width);
        const isOdd = isLight(this.part, at);
        const hue = [225, 70, 140, 320][piece % 4] + rank * 7;
        return `oklch(${isDark ? (isOdd ? 0.33 : 0.39) : isOdd ? 0.925 : 0.875} ${piece % 2 ? 0.06 : 0.035} ${hue})`;
    }

    /** Draws the map once for a table, a size and a theme: slots run down each column of pixels, line by line. */
    #drawBase() {
        const { width, height } = this.map.surface;
        const { colours, ratio } = this.map;
        const key = [this.table, width, height, colours.isDark];
        if (this.#base.key?.every((part, at) => part === key[at])) return;
        const pen = this.map.sheet();
        const { context } = pen;
        const probe = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
        const tints = new Map();
        const tint = (owner) => {
            if (!tints.has(owner)) {
                probe.fillStyle = owner === 0 ? colours.back : this.#tint(owner);
                probe.fillRect(0, 0, 1, 1);
                tints.set(owner, probe.getImageData(0, 0, 1, 1).data);
            }
            return tints.get(owner);
        };
        const image = context.createImageData(width, height);
        const high = Math.max(1, Math.round(this.high * ratio));
        const names = [];
        // Ranges one after another are drawn with straight ends; where they interleave, slots run down each column.
        let changes = 0;
        const squares = new Set();
        for (let slot = 0; slot < this.slots; slot++) {
            squares.add(this.owner(slot));
            if (slot > 0 && this.owner(slot) !== this.owner(slot - 1)) changes += 1;
        }
        const down = changes > 3 * squares.size ? 1 : 0;
        for (let line = 0; line < this.lines; line++) {
            const top = Math.round(line * (this.high + this.gap) * ratio);
            let stretch;
            for (let x = 0; x < width; x++) {
                const owners = new Map();
                for (let y = 0; y < high; y++) {
                    const slot = line * this.perLine + Math.floor((x + down * y / high) / width * this.perLine);
                    if (slot >= this.slots || slot >= (line + 1) * this.perLine) continue;
                    const owner = this.owner(slot);
                    owners.set(owner, (owners.get(owner) ?? 0) + 1);
                    image.data.set(tint(owner), ((top + y) * width + x) * 4);
                }
                // A stretch in which one square has most of the slots is named after it.
                const [most] = [...owners].sort(([, one], [, other]) => other - one);
                const owner = most && most[0] !== 0 && most[0] !== SEVERAL && most[1] > high * 0.6 ? most[0] : undefined;
                if (stretch && stretch.owner === owner) stretch.to = x + 1;
                else names.push(stretch = { owner, line, from: x, to: x + 1 });
            }
        }
        context.putImageData(image, 0, 0);
        for (const { owner, line, from, to } of names) {
            const wide = (to - from) / ratio;
            if (owner === undefined || wide < 17) continue;
            context.globalAlpha = 0.85;
            pen.text(nameOf(this.part, ownerOf(owner).bit), (from + to) / 2 / ratio, line * (this.high + this.gap) + this.high / 2 + 0.5, { fill: colours.ink, size: wide < 22 ? 9 : 11, align: "center", family: SANS });
            context.globalAlpha = 1;
        }
        this.#base = { key, canvas: pen.canvas };
    }

    /** Draws the square's own slots once: how many squares each answer has. */
    #drawClose() {
        const { width, height } = this.zoom.surface;
        const { colours } = this.zoom;
        const key = [this.table, this.own, this.act.value, width, height, colours.isDark];
        if (this.#close.key?.every((part, at) => part === key[at])) return;
        const pen = this.zoom.sheet();
        const pad = this.cell(this.range[0]).width > 3 ? 0.6 : 0;
        const weights = [];
        for (let slot = this.range[0]; slot <= this.range[1]; slot++) weights.push(this.#isOwn(slot) ? weightOf(this.table, slot) : 0);
        const most = Math.max(1, ...weights);
        for (let slot = this.range[0]; slot <= this.range[1]; slot++) {
            const { x, y, width: wide, height: high } = this.cell(slot);
            const owner = this.owner(slot);
            if (this.#isOwn(slot)) {
                pen.box(x, y, wide - pad, high - pad, pen.tint(weights[slot - this.range[0]] / most), 0);
                // A slot that other squares read as well is split.
                if (owner === SEVERAL) pen.box(x + (wide - pad) / 2, y, (wide - pad) / 2, high - pad, this.#tint(SEVERAL), 0);
            } else if (owner === 0) pen.box(x + wide / 2 - 0.5, y + high / 2 - 0.5, 1, 1, colours.hair, 0);
            else pen.box(x, y + high * 0.3, wide - pad, high * 0.4, this.#tint(owner), 0);
        }
        this.#close = { key, canvas: pen.canvas };
    }

    /** A slot's place in the enlarged part. */
    cell(slot) {
        const at = slot - this.range[0];
        const [width, height] = [this.zoom.width / this.columns, this.zoom.height / this.rows];
        return { x: at % this.columns * width, y: Math.floor(at / this.columns) * height, width, height };
    }

    /** The stretches of the map that a range covers. */
    #stretches([first, last]) {
        const found = [];
        for (let slot = first; slot <= last;) {
            const line = Math.floor(slot / this.perLine);
            const end = Math.min(last + 1, (line + 1) * this.perLine);
            const scale = this.map.width / this.perLine;
            found.push({ x: slot % this.perLine * scale, y: line * (this.high + this.gap), width: (end - slot) * scale });
            slot = end;
        }
        return found;
    }

    /** Draws a moment: how far the range has opened, and how far the needle has run, from 0 to 1. */
    draw(opened, ran, isKnown) {
        if (this.zoom.width === 0) return;
        if (this.hasMap) this.#drawMap(opened, ran);
        const pen = this.zoom;
        const { colours } = pen;
        pen.clear();
        const open = this.hasMap ? opened : 1;
        pen.context.globalAlpha = 0.25 + 0.75 * open;
        pen.context.drawImage(this.#close.canvas, 0, 0, pen.width, pen.height);
        pen.context.globalAlpha = 1;
        const pad = this.cell(this.range[0]).width > 3 ? 0.6 : 0;
        if (isKnown) {
            for (const slot of this.same.own) {
                const { x, y, width, height } = this.cell(slot);
                pen.box(x, y, width - pad, height - pad, colours.isDark ? "#d3a63a" : "#bb8416", 0);
            }
        }
        if (ran > 0) {
            const slot = this.range[0] + Math.round((this.position - this.range[0]) * ran);
            const { x, y, width, height } = this.cell(Math.max(this.range[0], Math.min(this.range[1], slot)));
            const rim = ran < 1 ? 1 : 2.5;
            const [left, top] = [Math.min(Math.max(x, rim), pen.width - width - rim), Math.min(Math.max(y, rim), pen.height - height - rim)];
            pen.box(left - rim, top - rim, width + 2 * rim, height + 2 * rim, colours.ink, 0);
            pen.box(left, top, width, height, ran < 1 ? colours.panel : colours.attack, 0);
        }
        if (this.pointed?.near !== undefined) {
            const { x, y, width, height } = this.cell(this.pointed.near);
            pen.frame(x - 1, y - 1, width + 2, height + 2, colours.go, 2);
        }
    }

    #drawMap(opened, ran) {
        const pen = this.map;
        const { colours } = pen;
        pen.clear();
        pen.context.drawImage(this.#base.canvas, 0, 0, pen.width, pen.height);
        const own = this.#stretches(this.range);
        for (const { x, y, width } of own) {
            if (opened > 0 && this.same.used > (this.range[1] - this.range[0] + 1) * 0.9) {
                pen.context.globalAlpha = 0.9;
                pen.box(x, y, width, this.high, colours.go, 0);
                pen.context.globalAlpha = 1;
                if (width > 16) pen.text(nameOf(this.part, this.bit), x + width / 2, y + this.high / 2 + 0.5, { fill: colours["on-go"], size: 10, weight: 600, align: "center", family: SANS });
            } else pen.frame(x + 0.75, y + 0.75, Math.max(1, width - 1.5), this.high - 1.5, opened > 0 ? colours.go : colours.ink, opened > 0 ? 2 : 1.5);
        }
        if (ran > 0) {
            const slot = this.range[0] + Math.round((this.position - this.range[0]) * ran);
            const [{ x, y }] = this.#stretches([slot, slot]);
            pen.box(x - 1, y - 2, 2, this.high + 4, colours.ink, 0);
            pen.box(x - 3, y - 4, 6, 6, colours.ink, 3);
        }
        const other = this.#ownerOf(this.pointed?.slot);
        if (other && (other.bit !== this.bit || this.part.pieces[other.piece] !== this.piece)) {
            const load = this.part.pieces[other.piece].squares.find(({ bit }) => bit === other.bit)?.loads.find(({ range }) => range);
            for (const { x, y, width } of load ? this.#stretches(load.range) : []) pen.frame(x + 0.75, y + 0.75, Math.max(1, width - 1.5), this.high - 1.5, colours.ink);
        }
        const funnel = this.funnel;
        funnel.clear();
        if (opened === 0) return;
        const { x, y, width } = own.at(-1);
        const [left, right] = [x * (1 - opened), x + width + (funnel.width - x - width) * opened];
        pen.context.globalAlpha = 0.55;
        for (const at of [x + 0.5, x + width - 0.5]) if (y + this.high < pen.height - 1) pen.line(at, y + this.high, at, pen.height, colours.go);
        pen.context.globalAlpha = 1;
        const { context } = funnel;
        context.fillStyle = colours["go-soft"];
        context.strokeStyle = colours.go;
        context.lineWidth = 1;
        context.beginPath();
        context.moveTo(x + 0.5, 0);
        context.bezierCurveTo(x, funnel.height * 0.7, left, funnel.height * 0.3, left + 0.5, funnel.height);
        context.lineTo(right - 0.5, funnel.height);
        context.bezierCurveTo(right, funnel.height * 0.3, x + width, funnel.height * 0.7, x + width - 0.5, 0);
        context.closePath();
        context.fill();
        context.stroke();
    }

    #at(event) {
        const box = event.target.getBoundingClientRect();
        return [clamp((event.clientX - box.left) / box.width) * 0.9999, clamp((event.clientY - box.top) / box.height) * 0.9999];
    }

    #slotOnMap(event) {
        const [x, y] = this.#at(event);
        const down = y * this.map.height / (this.high + this.gap);
        const slot = Math.floor(down) * this.perLine + Math.floor(x * this.perLine);
        return slot < this.slots ? slot : undefined;
    }

    #slotInZoom(event) {
        const [x, y] = this.#at(event);
        const slot = this.range[0] + Math.floor(y * this.rows) * this.columns + Math.floor(x * this.columns);
        return slot <= this.range[1] ? slot : undefined;
    }

    #point(pointed) {
        if (!this.part) return;
        this.pointed = pointed;
        this.tell();
        this.does.redraw();
    }

    /** Arrow keys go from slot to slot, in the enlarged part; on the map, from square to square. */
    #key(event) {
        const steps = event.target === this.zoom.canvas
            ? { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.columns, ArrowDown: this.columns }
            : { ArrowLeft: -Math.ceil(this.perLine / 60), ArrowRight: Math.ceil(this.perLine / 60), ArrowUp: -this.perLine, ArrowDown: this.perLine };
        if (event.key === "Enter" && event.target === this.map.canvas) {
            const owner = this.#ownerOf(this.pointed?.slot);
            if (owner) this.does.go(owner.piece, owner.bit);
            return;
        }
        if (!(event.key in steps)) return;
        event.preventDefault();
        const isNear = event.target === this.zoom.canvas;
        const from = (isNear ? this.pointed?.near : this.pointed?.slot) ?? this.position;
        const [first, last] = isNear ? this.range : [0, this.slots - 1];
        const to = Math.max(first, Math.min(last, from + steps[event.key]));
        this.#point(isNear ? { near: to } : { slot: to });
    }

    #who(owner) {
        if (owner === 0) return "nobody";
        if (owner === SEVERAL) return "several squares";
        return `the ${this.part.pieces[ownerOf(owner).piece].name} on ${nameOf(this.part, ownerOf(owner).bit)}`;
    }

    /** Says in a line what is pointed at, or whose slots these are. */
    tell(isKnown = this.isKnown) {
        this.isKnown = isKnown;
        const [first, last] = this.range;
        const slot = this.pointed?.near ?? this.pointed?.slot;
        const about = () => {
            if (slot !== undefined) {
                const owner = this.owner(slot);
                if (!this.#isOwn(slot)) return owner === 0 ? "no occupancy leads here" : `${this.#who(owner)} uses it`;
                const set = namesOf(this.part, entry(this.table, slot)).join(" ");
                return this.table.bits >= 64 ? set || "no square" : `the number ${count(Number(entry(this.table, slot)))}`;
            }
            const { own, used } = this.same;
            const what = isKnown ? `${count(own.length)} of ${count(used)} ${own.length === 1 ? "holds" : "hold"} this answer` : `${count(used)} slots`;
            const gaps = last - first + 1 - used;
            return `${what}${gaps > 0 ? `; ${count(gaps)} in between are of other squares or empty` : ""}`;
        };
        const text = slot === undefined ? `${this.isShared ? "all squares" : this.#who(this.own)}: slots ${count(first)} to ${count(last)}; ${about()}.` : `Slot ${count(slot)}: ${about()}.`;
        const line = text[0].toUpperCase() + text.slice(1);
        if (this.line.textContent !== line) this.line.textContent = line;
    }
}
