"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);

const state = { part: 0, measure: 0 };
const part = () => data.parts[state.part];
const rankOf = (at) => Math.floor(at / part().width);

const MEASURES = [
    ["relevant", "relevant squares", "Squares whose occupancy matters: the bits of the mask."],
    ["index-bits", "index bits", "Bits of the number that tells the square's positions apart."],
    ["used", "used slots", "Slots to which an occupancy leads."],
    ["fill", "fill, %", "Used slots among all positions from the square's first to its last; the others are holes."],
    ["sets", "attack sets", "Different answers: no table of the square alone can have fewer slots."],
    ["factor-bits", "set bits of the factor", "The ones in the factor's 64 bits, or in those of all factors; each is an addition."],
];

function showHeat() {
    const [key, , about] = MEASURES[state.measure];
    byId("measure-about").textContent = about;
    const into = byId("heat");
    into.replaceChildren();
    for (const piece of part().pieces) {
        const value = (square) => (key === "fill" ? Math.round(100 * square.used / square.range) : square[key]);
        const values = piece.squares.map(value).filter((one) => one !== null && Number.isFinite(one));
        const [least, most] = [Math.min(...values), Math.max(...values)];
        const map = make("div", undefined, "heat");
        map.append(make("h3", piece.name));
        const board = make("div");
        board.setAttribute("role", "img");
        const told = piece.squares.map((square) => `${nameOf(part(), square.bit)} ${value(square) ?? "none"}`);
        board.setAttribute("aria-label", `${MEASURES[state.measure][1]} of the ${piece.name}: ${told.join(", ")}`);
        board.className = "heat-board";
        layOut(board, part());
        board.append(...[...part().places.keys()].filter((at) => !part().hexagons || part().places[at].bit !== null).sort((one, other) => rankOf(other) - rankOf(one) || one - other).map((at) => {
            const place = part().places[at];
            const square = piece.squares.find((one) => one.bit === place.bit);
            const number = square ? value(square) : null;
            const cell = make("span", number === null || !Number.isFinite(number) ? "" : String(number));
            seat(cell, part(), at);
            if (number !== null && Number.isFinite(number)) {
                const warmth = most > least ? (number - least) / (most - least) : 0;
                cell.style.background = `color-mix(in srgb, var(--attack-dark) ${Math.round(warmth * 100)}%, var(--back))`;
            }
            return cell;
        }));
        map.append(board);
        const sum = values.reduce((all, one) => all + one, 0);
        map.append(make("p", values.length === 0 ? "none" : `from ${least} to ${most}${key === "fill" ? "" : `, ${sum.toLocaleString("en")} in all`}`));
        into.append(map);
    }
}

function showSizes() {
    const kib = (bytes) => (bytes / 1024).toFixed(1);
    for (const of of data.parts) {
        for (const table of of.tables) {
            const slots = length(table.entries);
            const owners = length(table.owners);
            let [empty, shared] = [0, 0];
            for (let slot = 0; slot < owners; slot++) {
                const owner = listed(table.owners, slot);
                if (owner === 0) empty += 1;
                if (owner === SEVERAL) shared += 1;
            }
            const row = make("tr");
            row.append(make("td", of.title || of.variant), make("td", of.variant, "code"), make("td", table.words));
            for (const number of [count(slots), table.bits, kib(table.bytes), owners ? count(empty) : "", owners ? count(shared) : ""]) row.append(make("td", String(number), "number"));
            byId("sizes").append(row);
        }
    }
}

function showCredits() {
    const into = byId("credits");
    into.replaceChildren();
    for (const piece of part().pieces) {
        into.append(make("p", `${piece.name}: ${piece.credit ?? "the lookup has no factors."}`));
        const bySource = new Map();
        for (const square of piece.squares) {
            if (square.source) bySource.set(square.source, [...(bySource.get(square.source) ?? []), nameOf(part(), square.bit)]);
        }
        const list = make("ul");
        for (const [source, squares] of bySource) list.append(make("li", `${source}: ${squares.join(" ")}`));
        if (bySource.size > 0) into.append(list);
    }
}

/** How many times as fast as fancy a variant is in each workload: the geometric mean of the languages that were measured. */
function speeds(variant) {
    const mean = (speeds) => speeds.reduce((product, speed) => product * speed, 1) ** (1 / speeds.length);
    return ["stream", "games", "hash", "engine"].map((workload) => {
        const measured = Object.values(variant.speed).map((speed) => speed[workload]);
        return measured.includes(null) ? "-" : mean(measured).toFixed(2);
    });
}

function showVariants() {
    const kib = (bytes) => (bytes / 1024).toFixed(1);
    for (const variant of data.variants) {
        const row = make("tr");
        row.append(make("td", variant.id, "code"));
        for (const number of [variant.words.toLocaleString("en"), kib(variant.bytes), kib(variant["field-bytes"]), variant.loads, ...speeds(variant)]) {
            row.append(make("td", String(number), "number"));
        }
        row.append(make("td", variant.pieces.length > 1 ? variant.summary : `${variant.summary}; ${variant.pieces.join()} only`));
        byId("all").append(row);
    }
}

function showPart() {
    const { variant, orientation } = part();
    byId("about").textContent = `These are the lookups of ${variant} in the order ${orientation}. Put blockers on the board, and follow how they lead to the answer.`;
    trick.show(part());
    trick.finish();
    showHeat();
    showCredits();
}

const trick = new Trick(byId("trick"));
byId("part").append(...data.parts.map(({ title, variant }) => make("option", title ? `${title}: ${variant}` : variant)));
byId("choose-part").hidden = data.parts.length < 2;
byId("measure").append(...MEASURES.map(([, name]) => make("option", name)));
byId("made").textContent = `Made by magicgen ${data.version}. The lookups were proved under every occupancy of each square's relevant squares.`;
byId("part").addEventListener("change", (event) => {
    state.part = event.target.selectedIndex;
    showPart();
});
byId("measure").addEventListener("change", (event) => {
    state.measure = event.target.selectedIndex;
    showHeat();
});
if (matchMedia("(prefers-color-scheme: dark)").matches) byId("theme").textContent = "Light";
byId("theme").addEventListener("click", () => themes(byId("theme"), trick));
showSizes();
showVariants();
showPart();
