"use strict";

// The board: `{ width, height, places }`, of which each place has its name, and its bit index or null for a hole, from a1 on, rank by
// rank. A tap puts a blocker on a square or takes it away, a drag moves blocker or piece, keys do all of it too.

const make = (kind, text, className) => {
    const made = document.createElement(kind);
    if (text !== undefined) made.textContent = text;
    if (className) made.className = className;
    return made;
};

const nameOf = (board, bit) => board.places.find((place) => place.bit === bit)?.name ?? "";
const namesOf = (board, set) => board.places.filter(({ bit }) => bit !== null && has(set, bit)).map(({ name }) => name);

/** How high a place stands, in halves of a square: each file of hexagons begins half a hexagon above the one before. */
const levelOf = ({ width, hexagons }, at) => 2 * Math.floor(at / width) + (hexagons ? at % width : 0);

/** The highest and the lowest level of a board. */
const levelsOf = (board) => {
    if (!known.has(board)) {
        const drawn = [...board.places.keys()].filter((at) => !board.hexagons || board.places[at].bit !== null);
        const levels = drawn.map((at) => levelOf(board, at));
        known.set(board, [Math.max(...levels), Math.min(...levels)]);
    }
    return known.get(board);
};
const known = new WeakMap();

/** Where a place is drawn, in squares from the upper left corner, and the size of the board. */
function drawnAt(board, at) {
    const [top, bottom] = levelsOf(board);
    // Columns of hexagons overlap by a quarter of their width, which is 2 / sqrt(3) of their height.
    const step = board.hexagons ? Math.sqrt(3) / 2 : 1;
    const wide = board.hexagons ? 2 / Math.sqrt(3) : 1;
    return { x: at % board.width * step + (wide - 1) / 2, y: (top - levelOf(board, at)) / 2, width: (board.width - 1) * step + wide, height: (top - bottom) / 2 + 1 };
}

/** Sizes the grid that the places of a board are put into. */
function layOut(into, board) {
    const { width, height } = drawnAt(board, 0);
    into.style.setProperty("--files", board.width);
    into.style.setProperty("--ranks", board.height);
    into.classList.toggle("hexagons", Boolean(board.hexagons));
    into.style.aspectRatio = board.hexagons ? `${width} / ${height}` : "";
    const [top, bottom] = levelsOf(board);
    into.style.gridTemplate = board.hexagons ? `repeat(${top - bottom + 2}, 1fr) / repeat(${3 * board.width + 1}, 1fr)` : "";
}

/** Puts a hexagon where it belongs; other places follow one after another. */
function seat(cell, board, at) {
    if (!board.hexagons) return;
    cell.style.gridArea = `${levelsOf(board)[0] - levelOf(board, at) + 1} / ${3 * (at % board.width) + 1} / span 2 / span 4`;
}

/** Whether a place is a light square: a1 is dark. */
const isLight = ({ width }, at) => (at % width + Math.floor(at / width)) % 2 === 1;

/** The class of a place's colour. Hexagons have three. */
const colourOf = (board, at) => {
    if (board.hexagons) return [" dark", " between", ""][levelOf(board, at) % 3];
    return isLight(board, at) ? "" : " dark";
};

/** The names of a place's rank and file, where they are written on the board. */
function edgeNames(board, at) {
    const { width, hexagons, files, ranks, places } = board;
    const [file, rank] = [at % width, Math.floor(at / width)];
    if (!hexagons) return { rank: file === 0 ? ranks[rank] : undefined, file: rank === 0 ? files[file] : undefined };
    const numberOf = (place) => places[place].name.slice(files[place % width].length);
    const isBefore = (_, other) => other % width < file && places[other].bit !== null && numberOf(other) === numberOf(at);
    const isLowest = rank === 0 || places[at - width].bit === null;
    return { rank: places.some(isBefore) ? undefined : numberOf(at), file: isLowest ? files[file] : undefined };
}

/** Outlines of pieces in a box of 45 by 45. */
const OUTLINES = {
    rook: ["M11 38h23v-4l-3-3V18l3-3V8h-5v3h-4V8h-5v3h-4V8h-5v7l3 3v13l-3 3z", "M14 31h17M14 18h17"],
    bishop: ["M10 38h25v-3.5c-4-.5-6-1.5-7-3.5H17c-1 2-3 3-7 3.5zM22.5 9.5c5 3.5 8.5 8 8.5 13 0 3.5-2 6-4 8.5h-9c-2-2.5-4-5-4-8.5 0-5 3.5-9.5 8.5-13zM22.5 4.7a2.8 2.8 0 1 0 .01 0z", "M22.5 16v9M18.5 20.2h8"],
    queen: ["M10 38h25l-1-5-3-2 6-17-7 9-2-13-5.5 12L17 10l-2 13-7-9 6 17-3 2z", "M14 31h17"],
};
/** The sign of a piece: its outline, or the letter that its name begins with. */
function sign(piece, className) {
    const made = make("template");
    const [outline, lines] = Object.hasOwn(OUTLINES, piece) ? OUTLINES[piece] : [];
    const letter = '<circle cx="22.5" cy="22.5" r="17"/><text x="22.5" y="31" text-anchor="middle" font-size="24" class="letter"></text>';
    made.innerHTML = `<svg viewBox="0 0 45 45" aria-hidden="true">${outline ? `<path d="${outline}"/><path d="${lines}" fill="none"/>` : letter}</svg>`;
    const svg = made.content.firstChild;
    svg.setAttribute("class", className);
    if (!outline) svg.querySelector("text").textContent = piece[0].toUpperCase();
    return svg;
}

/** The place to which a key leads from another one, over holes; undefined where there is none, null for other keys. */
function stepped({ width, height, places }, from, key) {
    const at = places.findIndex((place) => place.bit === from);
    let [file, rank] = [at % width, Math.floor(at / width)];
    const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const ENDS = { Home: [-1, 0], End: [1, 0], PageUp: [0, 1], PageDown: [0, -1] };
    const step = STEPS[key] ?? ENDS[key];
    if (!step) return null;
    let found;
    do {
        file += step[0];
        rank += step[1];
        if (file < 0 || file >= width || rank < 0 || rank >= height) return found;
        found = places[rank * width + file].bit ?? found;
    } while (key in ENDS || places[rank * width + file].bit === null);
    return found;
}

/** How far a pointer goes before it drags. */
const DRAGGED = 6;

class Board {
    #into;
    #cells = new Map();
    #drag;
    #focus;
    #isPicked = false;

    /** `does` has what follows: `toggle(bit)`, `place(bit)`, `set(occupied, piece)`, and `point(bit)` for the square that is pointed at. */
    constructor(into, does) {
        this.#into = into;
        this.does = does;
        into.setAttribute("role", "grid");
        into.addEventListener("keydown", (event) => this.#key(event));
        into.addEventListener("pointerdown", (event) => this.#down(event));
        addEventListener("pointermove", (event) => this.#move(event));
        addEventListener("pointerup", (event) => this.#up(event));
        addEventListener("pointercancel", (event) => this.#up(event));
        into.addEventListener("pointerover", (event) => { if (event.pointerType !== "touch") does.point(this.#bitAt(event.target)); });
        into.addEventListener("pointerleave", () => does.point(undefined));
        into.addEventListener("focusin", (event) => { if (event.target.matches(":focus-visible")) does.point(this.#bitAt(event.target)); });
        into.addEventListener("focusout", () => does.point(undefined));
    }

    #bitAt(element) {
        const bit = element?.closest?.(".square")?.dataset.bit;
        return bit === undefined ? undefined : Number(bit);
    }

    /** Lays out the squares of another board. */
    lay(board) {
        this.board = board;
        this.#drag?.ghost?.remove();
        [this.#drag, this.#isPicked] = [undefined, false];
        this.#cells.clear();
        layOut(this.#into, board);
        this.#into.classList.toggle("wide", board.width > 10);
        this.#into.replaceChildren();
        for (let rank = board.height - 1; rank >= 0; rank--) {
            const row = make("div");
            row.setAttribute("role", "row");
            const places = Array.from({ length: board.width }, (_, file) => rank * board.width + file);
            row.append(...places.filter((at) => !board.hexagons || board.places[at].bit !== null).map((at) => this.#cell(at)));
            this.#into.append(row);
        }
    }

    #cell(at) {
        const { bit, name } = this.board.places[at];
        const cell = make("div", undefined, `square${colourOf(this.board, at)}`);
        cell.setAttribute("role", "gridcell");
        seat(cell, this.board, at);
        const { rank, file } = edgeNames(this.board, at);
        if (rank !== undefined) cell.dataset.rank = rank;
        if (file !== undefined) cell.dataset.file = file;
        if (bit === null) {
            cell.classList.add("hole");
            cell.setAttribute("aria-label", `${name}, not on the board`);
            return cell;
        }
        cell.dataset.bit = bit;
        cell.tabIndex = -1;
        const [tint, mark, ring, man] = ["tint", "mark", "ring", "man"].map((part) => make("span", undefined, part));
        cell.append(tint, mark, ring, man);
        this.#cells.set(bit, { cell, tint, mark, ring, man });
        return cell;
    }

    cell(bit) {
        return this.#cells.get(bit)?.cell;
    }

    /** Shows a position: the piece and its square, and for each square what it is. */
    show({ piece, slider, occupied, mask, attacks, numbers }) {
        if (!this.#cells.has(this.#focus)) this.#focus = slider;
        // What is carried is put down where the piece or its square is another one.
        if (this.state && (this.state.piece !== piece || this.state.slider !== slider)) this.#isPicked = false;
        this.state = { piece, slider, occupied };
        for (const [bit, { cell, man }] of this.#cells) {
            const [isPiece, isBlocker] = [bit === slider, bit !== slider && has(occupied, bit)];
            cell.classList.toggle("relevant", has(mask, bit));
            cell.classList.toggle("blocked", isBlocker);
            cell.classList.toggle("full", isPiece || isBlocker);
            cell.classList.toggle("picked", isPiece && this.#isPicked);
            man.replaceChildren(...(isPiece ? [sign(piece, "piece")] : isBlocker ? [disc(numbers.get(bit))] : []));
            cell.tabIndex = bit === this.#focus ? 0 : -1;
            const about = [nameOf(this.board, bit)];
            if (isPiece) about.push(this.#isPicked ? `${piece}, picked up` : piece);
            if (isBlocker) about.push(numbers.has(bit) ? `blocker ${LABELS[numbers.get(bit)]}` : "blocker that doesn't count");
            if (has(mask, bit)) about.push("relevant");
            if (has(attacks, bit)) about.push("attacked");
            cell.setAttribute("aria-label", about.join(", "));
        }
    }

    /** Draws a moment: how far each square is marked as attacked, and how its frame stands out. */
    draw(attacked, frame) {
        for (const [bit, { cell, tint, mark, ring }] of this.#cells) {
            const strength = attacked(bit);
            if (cell.strength !== strength) {
                cell.strength = strength;
                tint.style.opacity = strength;
                ring.style.opacity = cell.classList.contains("blocked") ? strength : 0;
                cell.classList.toggle("attacked", strength > 0.5);
            }
            const [scale, alpha] = frame(bit);
            const style = scale === 1 ? "" : `scale(${scale.toFixed(3)})`;
            if (mark.style.transform !== style) mark.style.transform = style;
            const opacity = alpha === 1 ? "" : alpha.toFixed(2);
            if (mark.style.opacity !== opacity) mark.style.opacity = opacity;
        }
    }

    redraw() {
        for (const { cell } of this.#cells.values()) cell.strength = undefined;
    }

    #focusOn(bit) {
        if (!this.#cells.has(bit)) return;
        this.#focus = bit;
        for (const [other, { cell }] of this.#cells) cell.tabIndex = other === bit ? 0 : -1;
        this.cell(bit).focus();
    }

    #tap(bit) {
        const { slider } = this.state;
        const wasPicked = this.#isPicked;
        this.#isPicked = !wasPicked && bit === slider;
        this.#focus = bit;
        if (wasPicked && bit !== slider) this.does.place(bit);
        else if (bit === slider) this.does.set(this.state.occupied, slider);
        else this.does.toggle(bit);
    }

    #key(event) {
        const bit = this.#bitAt(event.target);
        if (bit === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
        const to = stepped(this.board, bit, event.key);
        if (to !== null) {
            if (to !== undefined) this.#focusOn(to);
        } else if (event.key === "Enter" || event.key === " ") this.#tap(bit);
        else if (event.key.toLowerCase() === "m") {
            this.#isPicked = false;
            this.does.place(bit);
        } else if (event.key === "Delete" || event.key === "Backspace") {
            if (has(this.state.occupied, bit)) this.does.toggle(bit);
        } else if (event.key === "Escape" && this.#isPicked) {
            this.#isPicked = false;
            this.does.set(this.state.occupied, this.state.slider);
        } else return;
        event.preventDefault();
    }

    #down(event) {
        const bit = this.#bitAt(event.target);
        if (bit === undefined || event.button !== 0 || this.#drag) return;
        const { slider, occupied } = this.state;
        this.#drag = { pointer: event.pointerId, bit, x: event.clientX, y: event.clientY, slider, occupied, isPiece: bit === slider, isFull: bit === slider || has(occupied, bit) };
        if (this.#drag.isFull && event.pointerType !== "touch") event.preventDefault();
        this.cell(bit).focus({ preventScroll: true });
    }

    #move(event) {
        const drag = this.#drag;
        if (!drag || event.pointerId !== drag.pointer || !drag.isFull) return;
        if (!drag.ghost) {
            if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAGGED) return;
            const box = this.cell(drag.bit).getBoundingClientRect();
            drag.ghost = make("div", undefined, "ghost");
            drag.ghost.style.width = drag.ghost.style.height = `${box.width * 0.8}px`;
            drag.ghost.append(...[...this.#cells.get(drag.bit).man.childNodes].map((node) => node.cloneNode(true)));
            document.body.append(drag.ghost);
            this.#into.classList.add("dragging");
        }
        drag.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`;
        const over = this.#bitAt(document.elementFromPoint(event.clientX, event.clientY));
        if (over === drag.over) return;
        drag.over = over;
        for (const [bit, { cell }] of this.#cells) cell.classList.toggle("drop", bit === over);
        if (drag.isPiece) this.does.set(drag.occupied & ~(over === undefined ? 0n : 1n << BigInt(over)), over ?? drag.slider);
        else {
            const rest = drag.occupied & ~(1n << BigInt(drag.bit));
            this.does.set(over === undefined || over === drag.slider ? rest : rest | 1n << BigInt(over), drag.slider);
        }
    }

    #up(event) {
        const drag = this.#drag;
        if (!drag || event.pointerId !== drag.pointer) return;
        this.#drag = undefined;
        drag.ghost?.remove();
        if (drag.ghost) this.#isPicked = false;
        this.#into.classList.remove("dragging");
        for (const { cell } of this.#cells.values()) cell.classList.remove("drop");
        if (event.type === "pointercancel") {
            if (drag.ghost) this.does.set(drag.occupied, drag.slider);
        } else if (!drag.ghost && this.#bitAt(event.target) === drag.bit) this.#tap(drag.bit);
        else if (drag.over !== undefined) this.#focusOn(drag.over);
    }
}

/** A blocker: a disc with its number, hollow from the ninth on; one that doesn't count is struck. */
function disc(number) {
    const made = make("span", number === undefined ? "" : LABELS[number], number === undefined ? "disc off" : number >= BLOCKERS ? "disc hollow" : "disc");
    if (number !== undefined) made.style.setProperty("--c", `var(--b${number % BLOCKERS})`);
    return made;
}
