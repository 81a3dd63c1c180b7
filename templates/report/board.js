// A board of squares, as the report and the playground show it: { width, height, places }, of which each place has its name, and its
// bit index or null for a hole, from a1 on, rank by rank.

const make = (kind, text, className) => {
    const made = document.createElement(kind);
    if (text !== undefined) made.textContent = text;
    if (className) made.className = className;
    return made;
};

// A board of cells, from the highest rank down. `look` makes the cell of a place.
function grid(into, { width, height, places }, look) {
    into.classList.add("grid");
    into.replaceChildren();
    for (let rank = height - 1; rank >= 0; rank--) {
        const row = make("div");
        row.setAttribute("role", "row");
        for (let file = 0; file < width; file++) {
            const place = places[rank * width + file];
            const cell = look(place);
            cell.classList.add("square");
            if (file === 0) cell.dataset.rank = rank + 1;
            if (rank === 0) cell.dataset.file = place.name.replace(/\d+$/, "");
            if ((file + rank) % 2) cell.classList.add("odd");
            if (place.bit === null) cell.classList.add("hole");
            row.append(cell);
        }
        into.append(row);
    }
}

// The signs of pieces that have one.
const SIGNS = { rook: "♜", bishop: "♝", queen: "♛" };

// Shows a lookup of a piece on a board. Of the sets, `has(bit)` says which squares they have.
function lookupBoard(into, board, { piece, slider, focus, occupied, mask, attacks }) {
    grid(into, board, ({ bit, name }) => {
        const cell = make("button");
        cell.type = "button";
        cell.setAttribute("role", "gridcell");
        if (bit === null) {
            cell.disabled = true;
            return cell;
        }
        const about = [name];
        cell.dataset.bit = bit;
        cell.tabIndex = bit === focus ? 0 : -1;
        if (bit === slider) {
            cell.textContent = SIGNS[piece] ?? "◆";
            cell.classList.add("is");
            about.push("the piece");
        } else if (occupied(bit)) {
            cell.textContent = "●";
            about.push("occupied");
        }
        if (mask(bit)) {
            cell.classList.add("mask");
            about.push("relevant");
        }
        if (attacks(bit)) {
            cell.classList.add("attack");
            about.push("attacked");
        }
        cell.setAttribute("aria-label", about.join(", "));
        return cell;
    });
}

// The square to which an arrow key leads from another one, over holes; undefined at the edge and for other keys.
function stepped({ width, height, places }, from, key) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[key];
    if (!step) return undefined;
    const at = places.findIndex((place) => place.bit === from);
    let [file, rank] = [at % width, Math.floor(at / width)];
    do {
        file += step[0];
        rank += step[1];
        if (file < 0 || file >= width || rank < 0 || rank >= height) return undefined;
    } while (places[rank * width + file].bit === null);
    return places[rank * width + file].bit;
}

// Moves the focus to a square.
function focusOn(into, bit) {
    for (const cell of into.querySelectorAll("button")) cell.tabIndex = Number(cell.dataset.bit) === bit ? 0 : -1;
    into.querySelector(`[data-bit="${bit}"]`).focus();
}
