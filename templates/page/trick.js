"use strict";

// The trick in motion: a board, and the lookup of its position as a film in chapters. Everything drawn is a function of the position
// and the moment: hence pausing, stepping and editing while it runs cost nothing.

const ICONS = {
    play: "M8 5l11 7-11 7z",
    pause: "M7 5h3.5v14H7zM13.5 5H17v14h-3.5z",
    again: "M12 5a7 7 0 1 1-6.6 4.7l1.9.7A5 5 0 1 0 12 7v3L7.5 6 12 2z",
    back: "M18 6l-8 6 8 6zM6 6v12",
    step: "M6 6l8 6-8 6zM18 6v12",
};
const icon = (name) => `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;

const PARTS = `
<div class="left">
<section class="board-wrap" aria-label="Board"><div class="board" aria-label="Position"></div></section>
<section class="tools" aria-label="Position">
<div class="bar"><span class="seg pieces" role="group" aria-label="Piece"></span>
<span class="acts"><button type="button" class="btn shuffle">Shuffle</button><button type="button" class="btn clear">Clear</button><button type="button" class="btn reset">Reset</button></span></div>
<ul class="legend" aria-label="Marks on the board">
<li><i class="square relevant"><span class="mark"></span></i>relevant</li>
<li><i class="square"><span class="disc">1</span></i>blocker</li>
<li><i class="square"><span class="disc off"></span></i>doesn't count</li>
<li><i class="square attacked"><span class="tint"></span></i>attacked</li>
</ul>
<p class="hint help">Tap: blocker on or off. Drag: move. Keys: arrows, Enter, M.</p>
</section>
<section class="store" aria-label="Table" hidden>
<div class="head"><h2>Table</h2><span class="how"></span><span class="val slot-value"></span></div>
<canvas class="map" tabindex="0" role="img"></canvas><canvas class="funnel" aria-hidden="true"></canvas><canvas class="zoom" tabindex="0" role="img"></canvas>
<p class="slot-line" aria-live="polite"></p>
</section>
</div>
<div class="right">
<section class="player" aria-label="Player">
<div class="transport">
<button type="button" class="icon main play" aria-label="Play"></button>
<button type="button" class="icon back" aria-label="One step back">${icon("back")}</button>
<button type="button" class="icon step" aria-label="One step on">${icon("step")}</button>
<ol class="chapters"></ol>
<button type="button" class="speed" aria-label="Speed: 1 times">1×</button>
</div>
<p class="caption"></p>
</section>
<div class="panels"></div>
</div>
<p class="live vh" role="status"></p>
<div class="sky" aria-hidden="true"></div>`;

/** A word, or the words of a set, the highest first. */
const hex = (value, width) => `0x${value.toString(16).padStart(width / 4, "0").replace(/\B(?=(?:[\da-f]{16})+$)/g, "_")}`;
const SPEEDS = [1, 2, 0.5];
const ATTACKS = 1900;
let ids = 0;

class Trick {
    #flights = [];
    #numbers = new Map();
    #isPlaying = false;
    #until = Infinity;
    #isChapter = false;
    #speed = 1;
    #last = 0;
    #pointed;
    #followed;
    #still = matchMedia("(prefers-reduced-motion: reduce)");
    #shownAct;
    #sized = "";

    /** Puts the parts into an element. `does.changed({ piece, bit, occupied })` hears of a new position, `does.at(act)` of the running step. */
    constructor(into, does = {}) {
        this.does = does;
        this.root = into;
        into.trick = this;
        into.classList.add("trick");
        into.insertAdjacentHTML("beforeend", PARTS);
        const find = (name) => into.querySelector(`.${name}`);
        this.at = Object.fromEntries(["board", "pieces", "play", "back", "step", "chapters", "speed", "caption", "panels", "right", "store", "how", "slot-value", "map", "funnel", "zoom", "slot-line", "live", "sky", "hint"].map((name) => [name, find(name)]));
        this.at.how = this.at.store.querySelector(".how");
        this.at.hint.id = `hint-${ids += 1}`;
        this.at.board.setAttribute("aria-describedby", this.at.hint.id);
        this.board = new Board(this.at.board, {
            toggle: (bit) => this.set({ occupied: this.occupied ^ 1n << BigInt(bit) }),
            place: (bit) => this.set({ bit }),
            set: (occupied, bit) => this.set({ occupied, bit }),
            point: (bit) => this.#point(bit === undefined ? undefined : this.#numbers.get(bit)),
        });
        const { map, funnel, zoom } = this.at;
        this.table = new TableView({ map, funnel, zoom, line: this.at["slot-line"] }, {
            redraw: () => this.#draw(true),
            go: (piece, bit) => this.set({ piece: this.part.pieces[piece].name, bit }),
        });
        this.at.play.addEventListener("click", () => (this.#isPlaying ? this.pause() : this.play()));
        this.at.back.addEventListener("click", () => this.#jump(-1));
        this.at.step.addEventListener("click", () => this.#jump(1));
        this.at.speed.addEventListener("click", () => this.#faster());
        for (const [name, does] of [["clear", () => this.set({ occupied: 0n })], ["shuffle", () => this.#shuffle()], ["reset", () => this.set(this.#example())]]) {
            find(name).addEventListener("click", () => { if (this.part) does(); });
        }
        for (const name of ["pointerover", "pointerleave"]) {
            this.at.panels.addEventListener(name, (event) => this.#follow(event));
        }
        matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.themed());
        this.#still.addEventListener("change", () => {
            if (this.#still.matches) this.finish();
        });
        new ResizeObserver(() => this.#resized()).observe(into);
    }

    /** Shows the lookups of an output, as the generator gives them. A position that they don't have becomes the example. */
    show(part, { piece, bit, occupied } = {}) {
        const isOther = !this.part || JSON.stringify([part.width, part.height, part.places]) !== JSON.stringify([this.part.width, this.part.height, this.part.places]);
        this.part = part;
        this.pieces = [...part.pieces.map(({ name }, at) => ({ name, of: [at] })), ...part.unions];
        if (isOther) this.board.lay(part);
        this.at.pieces.replaceChildren(...this.pieces.map(({ name }) => {
            const button = make("button");
            button.type = "button";
            button.dataset.piece = name;
            button.title = name;
            button.setAttribute("aria-label", name[0].toUpperCase() + name.slice(1));
            button.append(sign(name, "sign"));
            button.addEventListener("click", () => this.set({ piece: name }));
            return button;
        }));
        const example = this.#example();
        const isKnown = (of) => part.places.some((place) => place.bit === of);
        this.set({
            piece: this.pieces.some(({ name }) => name === (piece ?? this.piece)) ? piece ?? this.piece : this.pieces[0].name,
            bit: isKnown(bit) ? bit : !isOther && isKnown(this.bit) ? this.bit : example.bit,
            occupied: occupied ?? (isOther ? example.occupied : this.occupied),
        });
    }

    /** A rook on c3 with five blockers on the chess board; on a board without c3 a square near the middle, with blockers about it. */
    #example() {
        const { width, height, places } = this.part;
        const bitOf = (file, rank) => (file >= 0 && rank >= 0 && file < width && rank < height ? places[rank * width + file].bit : null);
        const corner = [Math.min(2, width - 1), Math.min(2, height - 1)];
        const from = bitOf(...corner) === null ? [width >> 1, (height >> 1) - 1] : corner;
        const middle = bitOf(...from) ?? places.find(({ bit }) => bit !== null).bit;
        const wanted = [[0, -1], [2, 0], [4, 0], [0, 3], [3, 3]].map(([file, rank]) => bitOf(from[0] + file, from[1] + rank) ?? null);
        const others = wanted.filter((bit) => bit !== null && bit !== middle);
        return { bit: middle, occupied: others.reduce((set, bit) => set | 1n << BigInt(bit), 0n) };
    }

    #shuffle() {
        let occupied = 0n;
        for (const { bit } of this.part.places) if (bit !== null && Math.random() < 0.25) occupied |= 1n << BigInt(bit);
        this.#numbers.clear();
        this.set({ occupied });
    }

    /** Takes over another position; the moment stays what it is within its chapter. */
    set({ piece = this.piece, bit = this.bit, occupied = this.occupied }) {
        const was = this.time === undefined ? undefined : { isEnd: this.time >= this.end, chapter: this.#chapter(), part: this.#chapterShare() };
        const onBoard = this.part.places.reduce((set, place) => (place.bit === null ? set : set | 1n << BigInt(place.bit)), 0n);
        Object.assign(this, { piece, bit, occupied: occupied & onBoard & ~(1n << BigInt(bit)) });
        this.#compute();
        if (was === undefined) this.time = this.#still.matches ? this.end : 0;
        else if (was.isEnd) this.time = this.end;
        else {
            const chapter = this.chapters[Math.min(was.chapter, this.chapters.length - 1)];
            this.time = chapter.from + was.part * (chapter.to - chapter.from);
        }
        if (this.#isChapter) this.#until = this.chapters[this.#chapter()].to;
        else if (this.#until !== Infinity) this.#until = this.stops.find((stop) => stop >= this.time) ?? this.end;
        this.#build();
        this.does.changed?.({ piece, bit, occupied: this.occupied });
        if (this.time >= this.end) this.#say();
    }

    /** All values of the lookups, where each bit comes from, and the acts with their words. */
    #compute() {
        const { part, bit, occupied } = this;
        const pieces = this.pieces.find(({ name }) => name === this.piece).of.map((at) => part.pieces[at]);
        const masks = pieces.map((piece) => BigInt(`0x${piece.squares.find((square) => square.bit === bit)?.mask ?? 0}`));
        this.mask = masks.reduce((all, mask) => all | mask, 0n);
        const relevant = occupied & this.mask;
        for (const known of [...this.#numbers.keys()]) if (!has(relevant, known)) this.#numbers.delete(known);
        for (const blocker of bitsOf(relevant)) {
            if (this.#numbers.has(blocker)) continue;
            const used = [...this.#numbers.values()];
            let number = 0;
            while (used.includes(number)) number += 1;
            this.#numbers.set(blocker, number);
        }
        const runs = new Map(pieces.map((piece) => {
            const values = run(part, piece, bit, occupied);
            return [piece, { values, traces: traced(piece, values, this.#numbers) }];
        }));
        this.attacks = pieces.reduce((all, piece) => all | runs.get(piece).values[piece.result], 0n);
        const key = [this.piece, ...pieces.map((piece) => lineNames(part, piece, bit))].join();
        if (this.#shownPart !== part || this.#shownKey !== key) {
            [this.#shownPart, this.#shownKey] = [part, key];
            this.chapters = chaptersOf(part, pieces, bit);
            const all = this.chapters.flatMap(({ acts }) => acts);
            const rows = all.filter(({ kind }) => ["ladder", "strip", "gather", "scatter"].includes(kind));
            for (const act of all) {
                act.isOwn = act.kind === "index" && !rows.some(({ piece, value }) => piece === act.piece && (value === act.source || value === act.value));
            }
            this.isNew = true;
        }
        let time = 0;
        this.stops = [0];
        this.acts = [];
        const many = this.chapters.reduce((all, { acts }) => all + acts.length, 0) > 12;
        for (const chapter of this.chapters) {
            chapter.from = time;
            for (const act of chapter.acts) {
                act.isFirst = this.acts.length === 0;
                this.#fill(act, runs.get(act.piece));
                act.from = time;
                time += act.length * (many && act.kind !== "ladder" ? 0.6 : 1);
                act.to = time;
                this.acts.push(act);
                for (const [, end] of act.times?.copies ?? []) this.stops.push(Math.min(act.from + end, act.from + act.times.sum[0]));
                this.stops.push(time);
            }
            if (chapter === this.chapters.at(-1)) this.#attack = [time, time += ATTACKS];
            chapter.to = time;
        }
        this.end = time;
        this.stops = [...new Set([...this.stops, time])].sort((one, other) => one - other);
        this.acts.forEach((act, at) => {
            const next = this.acts[at + 1];
            act.next = next?.piece === act.piece ? next : undefined;
        });
    }

    #shownPart;
    #shownKey;
    #attack = [0, 0];

    /** What an act shows of the values at hand. */
    #fill(act, { values, traces }) {
        const { steps, value, width } = act;
        const named = (of) => (typeof of === "number" ? steps.text(of) : "");
        Object.assign(act, { name: named(value), word: values[value], trace: traces[value], length: 1100 });
        const row = (of) => ({ name: named(of), word: values[of], trace: steps.isOfBlockers(of) ? traces[of] : undefined, plain: !steps.isOfBlockers(of) });
        if (act.kind === "boards") {
            act.terms = act.operands.map(row);
            if (act.result) {
                act.word = act.result(act.terms.map(({ word }) => word));
                act.name = "relevant";
                act.trace = this.#traceOf(act.word);
            }
            act.length = act.isFirst ? 3000 : 1100;
        } else if (act.kind === "ladder") {
            const isMade = typeof act.base !== "number";
            act.baseWord = isMade ? act.base.result(act.base.operands.map((of) => values[of])) : values[act.base];
            act.baseTrace = isMade ? this.#traceOf(act.baseWord) : traces[act.base];
            act.baseName = isMade ? "relevant" : named(act.base);
            act.factorWord = act.factor === undefined ? undefined : values[act.factor];
            act.factorName = act.factor === undefined ? undefined : "magic";
            act.copies = act.shifts ? act.shifts.map(({ by, sign }) => ({ shift: Number(values[by]), sign })) : bitsOf(act.factorWord).map((shift) => ({ shift, sign: 1 }));
            if (isMade) act.word = act.baseWord * act.factorWord & ALL[0];
            act.carries = act.copies.every(({ sign }) => sign > 0) ? added(act.baseWord, act.copies, width).carries : undefined;
            act.times = ladderTimes(act);
            act.length = act.times.end;
        } else if (act.kind === "gather" || act.kind === "scatter") {
            const mask = values[act.mask];
            act.rows = [row(act.base), { ...row(act.mask), plain: true }];
            act.move = act.kind === "gather" ? gathered(mask) : scattered(mask);
            act.holes = act.kind === "gather" ? mask : undefined;
            act.name = act.kind === "gather" ? "index" : act.name;
            act.word = values[value];
            act.length = STRIP.end + 600;
        } else if (act.kind === "strip") {
            const { name, operands: [, by] } = steps.op(value);
            const isMove = ["shl", "shr", "reverse_bits", "reverse_bytes"].includes(name);
            const wordOf = (of) => (steps.op(of).name === "part" ? { name: `w${steps.op(of).operands[1]}` } : {});
            act.rows = isMove ? [row(act.operands[0])] : act.operands.map((of) => ({ ...row(of), ...wordOf(of) }));
            const distance = isMove && name.startsWith("sh") ? Number(values[by]) * (name === "shl" ? 1 : -1) : 0;
            const inside = (to) => (to >= 0 && to < width ? to : undefined);
            act.move = { "shl": (bit) => inside(bit + distance), "shr": (bit) => inside(bit + distance), "reverse_bits": bitsReversed(width), "reverse_bytes": bytesReversed(width) }[name];
            act.isBorrow = name === "sub";
            act.carries = name !== "add" && name !== "sub" ? undefined : bitsOf((act.rows[0].word ^ act.rows[1].word ^ act.word) & ALL[width === 32 ? 1 : 0]);
            act.length = STRIP.end;
        } else if (act.kind === "index") {
            const low = act.by === undefined ? 0 : Number(values[act.by]);
            const from = steps.op(act.source).width;
            const word = values[act.source];
            // A product may have any bits; of other sets, those of a full board are the most.
            const most = steps.isProduct(act.source) ? from - low : run(this.part, act.piece, this.bit, EVERY)[value].toString(2).length;
            const bits = act.mask === undefined ? Math.min(from - low, most) : bitsOf(values[act.mask]).length;
            Object.assign(act, { low, bits: Math.max(1, bits), width: from, length: 2000 });
            if (act.isOwn) act.rows = [{ name: named(act.source), word, trace: traces[act.source] }];
        } else if (act.kind === "slot") {
            const operation = act.piece.ops.find(([of]) => of === value)[2];
            act.position = positionOf(this.part, operation, this.bit, values);
            act.length = 2100;
        } else if (act.kind === "entry") {
            act.position = positionOf(this.part, act.piece.ops.find(([of]) => of === value)[2], this.bit, values);
            act.length = 1100;
        } else act.length = 700;
    }

    /** Of a set of blockers: which blocker each bit is. */
    #traceOf(set) {
        return Int8Array.from({ length: 256 }, (_, bit) => (has(set, bit) ? this.#numbers.get(bit) ?? UNCOUNTED : NONE));
    }

    // What is in the page.

    #build() {
        this.colours ??= palette();
        for (const button of this.at.pieces.children) button.setAttribute("aria-pressed", String(button.dataset.piece === this.piece));
        this.board.show({ piece: this.piece, slider: this.bit, occupied: this.occupied, mask: this.mask, attacks: this.attacks, numbers: this.#numbers });
        if (this.isNew) this.#lay();
        this.isNew = false;
        this.#values();
        this.#measure();
        this.#draw(true);
    }

    /** Lays out chapters and panels, for the acts of this lookup. */
    #lay() {
        this.at.chapters.replaceChildren(...this.chapters.map((chapter, at) => {
            const item = make("li");
            const button = make("button");
            button.type = "button";
            button.setAttribute("aria-label", `${at + 1} ${chapter.title}`);
            button.title = chapter.title;
            const label = make("span", undefined, "label");
            label.append(make("b", String(at + 1)), ` ${chapter.title}`);
            const track = make("span", undefined, "track");
            track.append(chapter.bar = make("i"));
            button.append(label, track);
            button.addEventListener("click", () => this.#go(at));
            item.append(button);
            chapter.button = button;
            return item;
        }));
        this.at.chapters.classList.toggle("many", this.chapters.length > 6);
        this.at.panels.replaceChildren(...this.chapters.map((chapter, at) => {
            chapter.panel = make("section", undefined, "panel");
            const head = make("h2");
            head.append(make("i", String(at + 1)), chapter.title);
            chapter.panel.append(head, ...chapter.acts.map((act) => this.#figure(act)));
            if (at === this.chapters.length - 1) chapter.panel.append(this.answer = make("p", undefined, "answer"));
            return chapter.panel;
        }));
    }

    #figure(act) {
        const figure = make("figure", undefined, `act ${act.kind}`);
        const head = make("figcaption");
        act.tell = make("span", undefined, "val");
        head.append(make("code", act.formula ?? `${act.step.name} = ${act.step.formula}`), act.tell);
        figure.append(head);
        act.figure = figure;
        if (act.kind === "boards") {
            const row = make("div", undefined, "terms");
            act.minis = [];
            const mini = (caption, isMain) => {
                const box = make("div", undefined, isMain ? "term main" : "term");
                const canvas = make("canvas", undefined, "mini");
                canvas.setAttribute("role", "img");
                const word = make("code");
                box.append(canvas, make("span", caption), word);
                act.minis.push({ pen: new Pen(canvas), word, canvas });
                return box;
            };
            const [one, other] = act.terms.map(({ name }) => name);
            row.append(mini(one), make("b", act.sign), mini(other), make("b", "="), mini(act.name, true));
            // The word that it is multiplied by stands beside it.
            if (act.next?.factor !== undefined && act.next.width === 64) row.append(make("b", "×"), mini("magic"));
            row.querySelectorAll("b").forEach((mark) => mark.setAttribute("aria-hidden", "true"));
            figure.append(row);
        } else if (["ladder", "strip", "gather", "scatter"].includes(act.kind)) {
            figure.append(this.#canvas(act, "row"));
        } else if (act.kind === "index") {
            // Where no picture has the word, its row comes first.
            if (act.isOwn) figure.append(this.#canvas(act, "row"));
            act.boxes = make("span", undefined, "bits");
            act.boxes.setAttribute("aria-hidden", "true");
            act.number = make("span", undefined, "big");
            const row = make("div", undefined, "index-row");
            row.append(act.boxes, act.number);
            figure.append(row);
        } else if (act.kind === "entry") {
            const row = make("div", undefined, "terms");
            row.append(this.#canvas(act, "mini"));
            // A dictionary is small beside the table, and every square reads it.
            if (length(this.part.tables[act.table].entries) > 64) {
                const canvas = make("canvas", undefined, "shelf");
                canvas.setAttribute("aria-hidden", "true");
                act.shelf = new Shelf(canvas);
                row.append(canvas);
            }
            figure.append(row);
        }
        return figure;
    }

    #canvas(act, className) {
        const canvas = make("canvas", undefined, className);
        canvas.setAttribute("role", "img");
        act.pen = new Pen(canvas);
        return canvas;
    }

    /** Numbers and names beside the pictures. */
    #values() {
        const { part } = this;
        for (const act of this.acts) {
            const isWord = act.formula !== undefined || !act.steps.numbers.has(act.value) && !["index", "slot"].includes(act.kind);
            act.tell.textContent = act.kind === "slot" ? `entry ${count(act.position)} of ${count(length(part.tables[act.table].entries))}` : isWord ? hex(act.word, act.width) : count(Number(act.word));
            if (act.kind === "boards") {
                const factor = act.minis.length > 3 ? [{ name: "magic", word: act.next.factorWord }] : [];
                [...act.terms, act, ...factor].forEach(({ name, word }, at) => {
                    act.minis[at].word.textContent = hex(word, act.width).replaceAll("_", "_\u200b");
                    act.minis[at].canvas.setAttribute("aria-label", `${name}: ${namesOf(part, word).join(" ") || "none"}`);
                });
            } else if (act.kind === "ladder") {
                const shifts = act.copies.map(({ shift }) => shift).join(", ");
                act.pen.canvas.setAttribute("aria-label", `${act.baseName}, shifted by ${shifts || "nothing"} and added, makes ${hex(act.word, act.width)}`);
            } else if (act.pen) {
                const rows = (act.rows ?? []).map(({ name, word }) => `${name} ${hex(word, act.width)}`).join(", ");
                act.pen.canvas.setAttribute("aria-label", `${act.step.formula}: ${rows} makes ${hex(act.word, act.width)}`);
            }
            if (act.kind === "index") {
                act.boxes.replaceChildren(...Array.from({ length: act.bits }, (_, at) => this.#box(act, act.bits - 1 - at)));
                act.number.textContent = `= ${count(Number(act.word))}`;
                act.tell.textContent = `0x${act.word.toString(16)}`;
            }
        }
        const names = namesOf(part, this.attacks);
        this.answer.textContent = `${names.length === 1 ? "1 square" : `${names.length} squares`}: ${names.join(" ") || "none"}`;
        this.at.store.hidden = !this.acts.some(({ kind }) => kind === "slot");
    }

    #box(act, bit) {
        const label = act.trace[bit];
        const box = make("span", undefined, has(act.word, bit) ? `on${label >= BLOCKERS ? " hollow" : ""}` : "");
        box.append(make("i", has(act.word, bit) ? "1" : "0"));
        if (label >= 0) box.dataset.n = label;
        if (has(act.word, bit)) box.style.setProperty("--c", label >= 0 ? `var(--b${label % BLOCKERS})` : "var(--ink)");
        if (label === MIXED) box.style.setProperty("--on-b", "var(--panel)");
        return box;
    }

    /** Sizes canvases, and notes where things are, so that no frame has to ask. */
    #measure() {
        const { colours, part } = this;
        // All sizes are read before any is set.
        const widths = new Map(this.acts.filter(({ pen }) => pen).map((act) => [act, act.pen.canvas.parentElement.clientWidth]));
        for (const act of this.acts) {
            if (act.kind === "ladder") act.layout = ladderOf(act, widths.get(act));
            else if (act.rows) act.layout = act.isOwn ? wordOf(act, widths.get(act)) : stripOf(act, widths.get(act));
            if (act.layout) {
                act.pen.canvas.style.height = `${act.layout.height}px`;
                act.pen.fit(colours, widths.get(act), act.layout.height);
            } else if (act.kind === "entry") act.pen.fit(colours);
            act.shelf?.fit(colours, part.tables[act.table]);
            for (const { pen } of act.minis ?? []) pen.fit(colours);
            act.drawn = undefined;
        }
        // The index that frames bits of a picture.
        for (const act of this.acts) act.index = undefined;
        for (const act of this.acts.filter(({ kind }) => kind === "index")) {
            const source = this.#sourceOf(act);
            if (source) source.index ??= act;
        }
        const slot = this.#slotAct();
        this.#shownAct = undefined;
        if (slot) this.#showTable(slot);
        const home = this.at.sky.getBoundingClientRect();
        const spot = (element) => {
            const box = element.getBoundingClientRect();
            return [box.left - home.left + box.width / 2, box.top - home.top + box.height / 2, Math.min(box.width, box.height)];
        };
        const corner = (element) => {
            const box = element.getBoundingClientRect();
            return [box.left - home.left, box.top - home.top];
        };
        this.spots = { squares: new Map(part.places.filter(({ bit }) => bit !== null).map(({ bit }) => [bit, spot(this.board.cell(bit))])) };
        for (const act of this.acts) {
            if (act.minis) act.corners = act.minis.map(({ canvas }) => corner(canvas));
            if (act.layout) act.corner = corner(act.pen.canvas);
            if (act.boxes) act.spots = { boxes: [...act.boxes.children].map(spot), number: spot(act.number) };
        }
        if (slot) this.spots.zoom = corner(this.at.zoom);
        this.#plan();
    }

    /** The act whose slot is shown: the one that runs, or the last one before. */
    #slotAct() {
        const slots = this.acts.filter(({ kind }) => kind === "slot");
        return slots.findLast(({ from }) => this.time > from) ?? slots[0];
    }

    #showTable(act) {
        this.#shownAct = act;
        this.table.set(this.part, { piece: act.piece, act, bit: this.bit, position: act.position, value: act.word });
        this.table.fit(this.colours);
        const { table, range } = this.table;
        const words = `the table of ${table.words}`;
        this.at.how.textContent = `${table.words}, ${count(length(table.entries))} entries of ${table.bits} bits`;
        this.at.map.setAttribute("aria-label", `Map of ${words}: ${count(length(table.entries))} entries, ${count(Math.round(table.bytes / 1024))} KiB. Arrow keys read slots, Enter goes to a slot's square.`);
        this.at.zoom.setAttribute("aria-label", `Slots ${count(range[0])} to ${count(range[1])} of ${nameOf(this.part, this.bit)}, slot ${count(act.position)} is read. Arrow keys read slots.`);
        this.at["slot-value"].textContent = count(act.position);
        this.table.isKnown = undefined;
    }

    // Flights: what leaves one part for another.

    #plan() {
        for (const { element } of this.#flights) element?.remove();
        this.#flights = [];
        this.landed = new Map();
        const fly = (from, to, start, end, kind, label, text) => this.#flights.push({ from, to, start, end, kind, label, text });
        const [first] = this.acts;
        this.arrivals = new Map();
        if (first?.kind === "boards") {
            const target = first.terms.findIndex(({ name }) => name === "occupied");
            const blockers = bitsOf(this.occupied);
            const onMini = (act, at, bit) => {
                const [x, y, size] = bitOnMini(act.minis[at].pen, this.part, bit);
                return [act.corners[at][0] + x, act.corners[at][1] + y, size];
            };
            blockers.forEach((bit, at) => {
                const label = this.#numbers.get(bit) ?? UNCOUNTED;
                const start = 400 + at * Math.min(90, 400 / blockers.length);
                if (target >= 0) fly(this.#shrunk(this.spots.squares.get(bit), 0.62), onMini(first, target, bit), start, start + 700, "bit", label);
                this.arrivals.set(bit, [start + 690, 0]);
                if (label < 0 || !has(first.word, bit)) return;
                const on = 1600 + at * Math.min(60, 240 / blockers.length);
                if (target >= 0) fly(onMini(first, target, bit), onMini(first, 2, bit), on, on + 600, "bit", label);
                this.arrivals.set(bit, [start + 690, on + 590]);
            });
        }
        for (const act of this.acts) {
            if (act.kind === "ladder") {
                const before = this.acts.find((one) => one.kind === "boards" && one.piece === act.piece && one.value === act.base);
                act.arrived = undefined;
                if (before) {
                    const landing = new Map();
                    bitsOf(act.baseWord).slice(0, 16).forEach((bit, at) => {
                        const start = before.to - 700 + at * 20;
                        const [x, y, size] = bitOnMini(before.minis[2].pen, this.part, bit);
                        const { layout } = act;
                        fly([before.corners[2][0] + x, before.corners[2][1] + y, size], this.#inRow(act, bit, layout.base), start, start + 500, "bit", act.baseTrace[bit]);
                        landing.set(bit, start + 490);
                    });
                    act.arrived = (bit) => (this.time >= (landing.get(bit) ?? before.to) ? 1 : 0);
                } else act.arrived = () => 1;
            }
            if (act.kind === "index") {
                const source = this.#sourceOf(act);
                for (let at = 0; at < act.bits; at++) {
                    const bit = act.bits - 1 - at;
                    const start = act.from + 450 + at * Math.min(70, 600 / act.bits);
                    if (source) fly(this.#inRow(source, bit + act.low, source.layout.product ?? source.layout.last ?? RULER), act.spots.boxes[at], start, start + 600, "bit", has(act.word, bit) ? act.trace[bit] : NONE, has(act.word, bit) ? "1" : "0");
                }
                if (act.next && this.spots.zoom) {
                    const slot = this.acts.find((one) => one.kind === "slot" && one.from >= act.to && one.piece === act.piece);
                    if (slot) fly(act.spots.number, [this.spots.zoom[0] + 24, this.spots.zoom[1] + 12, 20], slot.from, slot.from + 850, "pill", MIXED, count(Number(act.word)));
                }
            }
        }
        this.#planAnswer(fly);
    }

    #shrunk([x, y, size], by) {
        return [x, y, size * by];
    }

    #inRow({ corner, layout: { columns } }, bit, y) {
        return [corner[0] + columns.at(Math.min(columns.count - 1, bit)) + columns.wide / 2, corner[1] + y + columns.high / 2, Math.max(8, columns.wide)];
    }

    /** The picture whose bits an index takes. */
    #sourceOf(index) {
        if (index.isOwn) return index;
        return this.acts.findLast((act) => act !== index && act.layout && act.to <= index.from && act.piece === index.piece && (act.value === index.source || act.value === index.value));
    }

    /** The answer goes to the board: from the slot, or from the last picture. */
    #planAnswer(fly) {
        const [start] = this.#attack;
        const slot = this.#shownAct && this.spots.zoom ? this.table.cell(Math.max(this.table.range[0], Math.min(this.table.range[1], this.#shownAct.position))) : undefined;
        const last = this.acts.at(-1);
        const from = (bit) => {
            if (last?.kind === "boards") {
                const [x, y] = bitOnMini(last.minis[2].pen, this.part, bit);
                return [last.corners[2][0] + x, last.corners[2][1] + y, 6];
            }
            if (slot) return [this.spots.zoom[0] + slot.x + slot.width / 2, this.spots.zoom[1] + slot.y + slot.height / 2, 6];
            return last?.layout ? this.#inRow(last, bit, last.layout.last ?? last.layout.product) : this.spots.squares.get(this.bit);
        };
        const place = (bit) => this.part.places.findIndex((one) => one.bit === bit);
        const { width } = this.part;
        this.distance = (bit) => Math.max(Math.abs(place(bit) % width - place(this.bit) % width), Math.abs(Math.floor(place(bit) / width) - Math.floor(place(this.bit) / width)));
        const squares = bitsOf(this.attacks).filter((bit) => this.spots.squares.has(bit)).sort((one, other) => this.distance(one) - this.distance(other));
        squares.forEach((bit, at) => {
            const begin = start + 100 + at * Math.min(70, 700 / squares.length);
            fly(from(bit), this.#shrunk(this.spots.squares.get(bit), 0.25), begin, begin + 850, "diamond", MIXED);
            this.landed.set(bit, begin + 850);
        });
    }

    #drawFlights() {
        const isStill = this.#still.matches;
        for (const flight of this.#flights) {
            const { from, to, start, end, kind, label, text } = flight;
            if (isStill || this.time <= start || this.time >= end) {
                flight.element?.remove();
                flight.element = undefined;
                continue;
            }
            if (!flight.element) {
                flight.element = make("span", text ?? LABELS[label] ?? "", `fly ${kind}${label >= BLOCKERS ? " hollow" : ""}${label === UNCOUNTED ? " off" : ""}${label === NONE ? " zero" : ""}`);
                flight.element.style.setProperty("--c", label >= 0 ? `var(--b${label % BLOCKERS})` : "var(--ink)");
                this.at.sky.append(flight.element);
            }
            const share = ease((this.time - start) / (end - start));
            const between = (at) => from[at] + (to[at] - from[at]) * share;
            const lift = { bit: 14, pill: 0, diamond: 60 }[kind] * Math.sin(Math.PI * share);
            const size = between(2);
            const scale = kind === "pill" ? 1 : size / 20;
            flight.element.style.transform = `translate(${between(0).toFixed(1)}px, ${(between(1) - lift).toFixed(1)}px) translate(-50%, -50%) scale(${scale.toFixed(3)})${kind === "diamond" ? " rotate(45deg)" : ""}`;
        }
    }

    // A moment.

    #chapter() {
        if (this.time >= this.end) return this.chapters.length - 1;
        const at = this.chapters.findLastIndex(({ from }) => this.time > from + 0.5);
        return Math.max(0, at);
    }

    #chapterShare() {
        const { from, to } = this.chapters[this.#chapter()];
        return clamp((this.time - from) / (to - from));
    }

    #draw(isAll = false) {
        const { time } = this;
        const isEnd = time >= this.end;
        const isStill = this.#still.matches;
        const at = this.#chapter();
        this.chapters.forEach((chapter, index) => {
            const share = clamp((time - chapter.from) / (chapter.to - chapter.from));
            if (chapter.share !== share || isAll) chapter.bar.style.transform = `scaleX(${chapter.share = share})`;
            const isNow = index === at && !isEnd;
            if (chapter.isNow !== isNow || isAll) {
                chapter.isNow = isNow;
                if (isNow) {
                    chapter.button.setAttribute("aria-current", "step");
                    // A strip that is too long for a phone shows the running chapter.
                    if (this.at.chapters.classList.contains("many")) setTimeout(() => { this.at.chapters.scrollLeft = (index - 2) * 48; });
                } else chapter.button.removeAttribute("aria-current");
                chapter.panel.classList.toggle("now", isNow);
            }
        });
        this.#caption(at, isEnd);
        this.board.draw(
            (bit) => {
                const landing = this.landed.get(bit);
                return landing === undefined ? 0 : isStill ? Number(time >= landing) : clamp((time - landing + 120) / 160);
            },
            (bit) => {
                if (isStill || time >= 1000 || !has(this.mask, bit)) return [1, 1];
                const wave = clamp((time - this.distance(bit) * 45) / 420);
                return [1 + 0.22 * Math.sin(Math.PI * wave), 0.25 + 0.75 * wave];
            },
        );
        for (const act of this.acts) this.#drawAct(act, isAll);
        if (this.#shownAct) {
            const slot = this.#slotAct();
            if (slot !== this.#shownAct) {
                this.#showTable(slot);
                isAll = true;
            }
            this.#drawSlot(slot, isAll);
        }
        this.answer.classList.toggle("wait", time < this.#attack[0] + 500);
        this.#button();
        this.#drawFlights();
        this.#tellAct(isEnd);
    }

    #drawAct(act, isAll) {
        const time = this.time - act.from;
        const { index } = act;
        const framed = index ? clamp((this.time - index.from) / 420) : 0;
        const moment = `${Math.max(-700, Math.min(act.length + 50, time)).toFixed(0)} ${framed} ${this.#pointed}`;
        if (!isAll && act.drawn === moment) return;
        act.drawn = moment;
        const only = this.#pointed;
        act.tell.classList.toggle("wait", time < act.length * 0.85 && !(act.kind === "number" && time > 300));
        const frame = index ? { low: index.low, high: index.low + index.bits - 1 } : undefined;
        if (act.kind === "boards") this.#drawBoards(act, time, only);
        else if (act.kind === "ladder") drawLadder(act.pen, act, time, { only, index: frame, framed });
        else if (act.kind === "index") {
            if (act.isOwn) drawWord(act.pen, act, { only, index: frame, framed });
            this.#drawIndex(act, time);
        }
        else if (act.kind === "entry") {
            act.shelf?.draw(act.position, eased(time, 50, 800));
            drawMini(act.pen, this.part, time > 800 ? act.word : 0n, { trace: act.trace, only });
        }
        else if (act.layout) drawStrip(act.pen, act, time, { only, index: frame, framed });
    }

    #drawBoards(act, time, only) {
        const isFirst = act.isFirst;
        const hasFlights = isFirst && act.terms.some(({ name }) => name === "occupied");
        const masks = act.terms.filter(({ plain }) => plain).map(({ word }) => word);
        act.terms.forEach(({ word, trace, plain, name }, at) => {
            const arrives = hasFlights && name === "occupied";
            drawMini(act.minis[at].pen, this.part, word, { trace: plain ? undefined : trace, plain: this.colours.mask, only, shown: (bit) => (arrives ? Number(this.time >= (this.arrivals.get(bit)?.[0] ?? 0)) : 1) });
            act.minis[at].word.classList.toggle("wait", arrives && this.time < 1300);
        });
        const shown = (bit) => {
            if (hasFlights && act.trace[bit] >= 0) return Number(this.time >= (this.arrivals.get(bit)?.[1] ?? 0));
            return clamp((time - act.length * 0.45) / 300);
        };
        const outline = act.sign === "&" && masks.length === 1 ? masks[0] : 0n;
        drawMini(act.minis[2].pen, this.part, act.word, { trace: act.trace, outline, only, shown });
        act.minis[2].word.classList.toggle("wait", time < act.length * 0.8);
        if (act.minis.length > 3) drawMini(act.minis[3].pen, this.part, act.next.factorWord, { plain: this.colours.go });
    }

    #drawIndex(act, time) {
        const isStill = this.#still.matches;
        [...act.boxes.children].forEach((box, at) => {
            const isThere = time >= 450 + at * Math.min(70, 600 / act.bits) + (isStill ? 0 : 590);
            box.classList.toggle("wait", !isThere);
            box.classList.toggle("faint", this.#pointed !== undefined && box.dataset.n !== String(this.#pointed));
        });
        act.number.classList.toggle("wait", time < act.length - 420);
    }

    #drawSlot(act, isAll) {
        const time = this.time - act.from;
        const moment = Math.max(0, Math.min(act.length, time)).toFixed(0);
        if (!isAll && act.drawnSlot === moment) return;
        act.drawnSlot = moment;
        const isKnown = time >= act.length - 250;
        this.table.draw(eased(time, 250, 900), eased(time, 900, 1850), isKnown);
        if (this.table.isKnown !== isKnown) this.table.tell(isKnown);
        this.at["slot-value"].classList.toggle("wait", time < 1850);
    }

    /** Tells which step runs; the playground marks its line. */
    #tellAct(isEnd) {
        const act = isEnd ? undefined : this.acts.findLast(({ from }) => this.time > from) ?? this.acts[0];
        const told = isEnd ? "end" : act;
        if (told === this.#told) return;
        this.#told = told;
        this.does.at?.(act, isEnd);
    }

    #told;

    #caption(at, isEnd) {
        const [head, rest] = isEnd ? this.#summary() : this.#about(this.acts.findLast(({ from, to }) => this.time > from + 0.5 && this.time <= to) ?? (this.time > this.#attack[0] ? undefined : this.acts[0]));
        const text = `${head} ${rest}`;
        if (this.#captioned === text) return;
        this.#captioned = text;
        const more = make("span", ` ${rest}`, "more");
        this.at.caption.replaceChildren(make("b", head), more);
    }

    #captioned;

    #summary() {
        const squares = bitsOf(this.attacks).length;
        const index = this.chapters.find(({ name }) => name === CHAPTERS.index)?.acts.at(-1);
        const isOne = index !== undefined && this.chapters.filter(({ name }) => name === CHAPTERS.index).length === 1;
        const head = `${isOne ? `Index ${count(Number(index.word))}, ` : ""}${squares} attacked ${squares === 1 ? "square" : "squares"}.`;
        return [head, "Move a blocker: everything follows."];
    }

    /** What happens in an act, in a sentence or two. */
    #about(act) {
        if (act === undefined) return ["Read the answer.", this.acts.some(({ kind }) => kind === "slot") ? "It has stood in its slot since the table was made; nothing was walked." : "These squares are attacked."];
        const { formula } = act.step;
        const name = act.name;
        if (act.kind === "boards") {
            if (act.sign === "&" && act.name === "relevant") return ["Keep the blockers that count:", `those on the ${bitsOf(this.mask).length} squares of the mask. Only there can one stop the ${this.piece} before the edge.`];
            if (act.sign === "| ~") return ["Fill all but the mask.", "The empty squares of the mask are the holes that matter now."];
            return [`Make ${name}:`, `${formula}.`];
        }
        if (act.kind === "ladder") {
            const time = this.time - act.from;
            if (time > act.times.sum[0] - 150) return ["Add the copies.", act.carries?.some((carried) => carried > 0) ? "Where bits meet, one is carried to the left. A processor does it all in one multiplication." : "Here no two bits meet. A processor does it all in one multiplication."];
            const at = Math.max(0, act.times.copies.findLastIndex(([from]) => time > from));
            const copy = act.copies[at];
            return [act.factor === undefined ? "Shift and add." : "Multiply by the magic.", copy ? `Its bit ${copy.shift} ${copy.sign < 0 ? "takes away" : "adds"} a copy of the blockers, ${copy.shift} places to the left.` : ""];
        }
        if (act.kind === "gather") return ["Push them together.", "PEXT, one instruction, takes the bits under the mask and closes the gaps. No magic is needed."];
        if (act.kind === "scatter") return ["Spread them out.", "PDEP, one instruction, puts the bits on the squares that the piece can reach."];
        if (act.kind === "index") {
            const many = act.bits === 1 ? "bit" : `${act.bits} bits`;
            return [`${act.mask !== undefined ? "Read the" : act.low + act.bits === act.width ? "Take the top" : "Take these"} ${many}.`, "Read as a number, they are the index."];
        }
        if (act.kind === "slot") return ["Go to that slot.", `${formula} is entry ${count(act.position)} of the table.`];
        if (act.kind === "entry") return [`Look up ${name}:`, `${formula}, entry ${count(act.position)}.`];
        const moves = { "shl": "Move the bits to the left:", "shr": "Move the bits to the right:", "sub": "Subtract:", "add": "Add:", "reverse_bits": "Reverse the bits:", "reverse_bytes": "Reverse the bytes:" };
        const more = act.kind === "strip" && act.isBorrow ? "The borrow runs left until it meets a blocker." : "";
        return [moves[act.steps.op(act.value).name] ?? `Compute ${name}:`, `${formula}. ${more}`.trim()];
    }

    #say() {
        const relevant = [...this.#numbers.keys()].map((bit) => nameOf(this.part, bit)).join(" ") || "none";
        const slot = this.acts.find(({ kind }) => kind === "slot");
        const parts = [`${this.piece} on ${nameOf(this.part, this.bit)}, relevant blockers ${relevant}`];
        if (slot) parts.push(`slot ${slot.position}`);
        parts.push(`attacks ${namesOf(this.part, this.attacks).join(" ") || "nothing"}`);
        this.at.live.textContent = `${parts.join("; ")}.`;
    }

    // The player.

    play() {
        if (!this.part) return;
        if (this.time >= this.end) this.time = 0;
        [this.#until, this.#isChapter] = [Infinity, false];
        this.#run();
    }

    pause() {
        this.wasPaused = true;
        this.#isPlaying = false;
        if (this.part) this.#button();
    }

    finish() {
        if (!this.part) return;
        this.pause();
        this.time = this.end;
        this.#draw();
        this.#say();
    }

    /** Goes to a moment: the share of a chapter, both from 0 on. */
    seek(chapter, share) {
        if (!this.part) return;
        this.pause();
        const { from, to } = this.chapters[Math.min(chapter, this.chapters.length - 1)];
        this.time = chapter >= this.chapters.length ? this.end : from + share * (to - from);
        this.#draw(true);
    }

    #run() {
        this.#isPlaying = true;
        this.#followed = undefined;
        this.#button();
        this.#last = undefined;
        requestAnimationFrame((now) => this.#frame(now));
    }

    #frame(now) {
        if (!this.#isPlaying) return;
        const passed = Math.min(100, now - (this.#last ?? now));
        this.#last = now;
        if (this.#still.matches) {
            // Without motion the film goes on by a step at a time.
            this.#rest = (this.#rest ?? 0) + passed;
            if (this.#rest > 1800) {
                this.#rest = 0;
                this.time = this.stops.find((stop) => stop > this.time + 1) ?? this.end;
            }
        } else this.time = Math.min(this.time + passed * this.#speed, this.#until, this.end);
        const isOver = this.time >= this.end || this.time >= this.#until;
        if (isOver) this.#isPlaying = false;
        this.#draw();
        this.#keepInView();
        if (!isOver) {
            requestAnimationFrame((next) => this.#frame(next));
            return;
        }
        this.#button();
        if (this.time >= this.end) this.#say();
    }

    #rest;

    #button() {
        const name = this.#isPlaying ? "pause" : this.time >= this.end ? "again" : "play";
        if (this.at.play.dataset.is === name) return;
        this.at.play.dataset.is = name;
        this.at.play.innerHTML = icon(name);
        this.at.play.setAttribute("aria-label", { pause: "Pause", again: "Play again", play: "Play" }[name]);
    }

    #jump(by) {
        if (!this.part) return;
        const { stops, time } = this;
        if (by > 0 && !this.#still.matches) {
            [this.#until, this.#isChapter] = [stops.find((stop) => stop > time + 1) ?? this.end, false];
            if (time < this.end) this.#run();
            return;
        }
        this.pause();
        this.time = by > 0 ? stops.find((stop) => stop > time + 1) ?? this.end : stops.findLast((stop) => stop < time - 1) ?? 0;
        this.#button();
        this.#draw();
        if (this.time >= this.end) this.#say();
    }

    #go(chapter) {
        if (this.#still.matches) {
            this.pause();
            this.time = this.chapters[chapter].to;
            this.#draw();
            return;
        }
        this.time = this.chapters[chapter].from + 1;
        [this.#until, this.#isChapter] = [this.chapters[chapter].to, true];
        this.#run();
    }

    #faster() {
        this.#speed = SPEEDS[(SPEEDS.indexOf(this.#speed) + 1) % SPEEDS.length];
        this.at.speed.textContent = `${this.#speed === 0.5 ? "½" : this.#speed}×`;
        this.at.speed.setAttribute("aria-label", `Speed: ${this.#speed} times`);
    }

    /** On a small screen the running panel is brought into view, until the reader scrolls. */
    #keepInView() {
        const panel = this.chapters[this.#chapter()].panel;
        if (this.#followed === panel) return;
        const isBegun = this.#followed !== undefined;
        this.#followed = panel;
        if (isBegun && innerWidth < 720) panel.scrollIntoView({ block: "nearest", behavior: "smooth" });
    }

    // Pointing, themes and sizes.

    #point(number) {
        if (this.#pointed === number) return;
        this.#pointed = number;
        this.#draw(true);
    }

    /** Follows the blocker of a bit in a row. */
    #follow(event) {
        const box = event.target.closest?.("[data-n]");
        this.#point(event.type === "pointerleave" || !box ? undefined : Number(box.dataset.n));
    }

    /** Takes over other colours. */
    themed() {
        if (!this.part) return;
        this.colours = palette();
        this.#measure();
        this.#draw(true);
    }

    #resized() {
        const size = `${this.root.clientWidth} ${this.root.clientHeight}`;
        if (!this.part || size === this.#sized) return;
        this.#sized = size;
        this.#measure();
        this.#draw(true);
    }
}

/** Changes between light and dark; the button says to which. */
function themes(button, trick) {
    const isDark = trick.colours?.isDark ?? matchMedia("(prefers-color-scheme: dark)").matches;
    document.documentElement.dataset.theme = isDark ? "light" : "dark";
    button.textContent = isDark ? "Dark" : "Light";
    trick.themed();
}
