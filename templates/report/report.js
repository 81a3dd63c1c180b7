const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);

// The page's state, and what follows from it.

const state = { part: 0, piece: 0, bit: undefined, occupied: 0n, focus: undefined, measure: 0 };
const part = () => data.parts[state.part];
const searched = () => {
    const { pieces, unions } = part();
    return state.piece < pieces.length ? [pieces[state.piece]] : unions[state.piece - pieces.length].of.map((at) => pieces[at]);
};
const nameOf = (bit) => part().places.find((place) => place.bit === bit).name;
const word = (value) => `0x${value.toString(16).padStart(16, "0")}`;
const names = (set) => bitsOf(set).map(nameOf).join(" ") || "nothing";

function showBoard() {
    const results = searched().map((piece) => {
        const values = run(part(), piece, state.bit, state.occupied);
        return { piece, values, attacks: values[piece.result] };
    });
    const attacks = results.reduce((all, { attacks: some }) => all | some, 0n);
    const mask = searched().reduce((all, piece) => all | BigInt(`0x${piece.squares.find((square) => square.bit === state.bit).mask}`), 0n);
    const has = (set, bit) => (set >> BigInt(bit) & 1n) === 1n;
    const piece = byId("piece").selectedOptions[0].textContent;
    lookupBoard(byId("board"), part(), {
        piece,
        slider: state.bit,
        focus: state.focus,
        occupied: (bit) => has(state.occupied, bit),
        mask: (bit) => has(mask, bit),
        attacks: (bit) => has(attacks, bit),
    });
    byId("answer").textContent = `The ${piece} on ${nameOf(state.bit)} attacks ${names(attacks)}.`;
    showSteps(results);
}

function showSteps(results) {
    const body = byId("steps");
    body.replaceChildren();
    for (const { piece, values } of results) {
        let stage;
        for (const step of piece.steps) {
            if (step.stage !== stage) {
                stage = step.stage;
                const row = make("tr", undefined, "stage");
                const cell = make("td", `${results.length > 1 ? `${piece.name}, ` : ""}${step.stage}: ${step.about}`);
                cell.colSpan = 3;
                row.append(cell);
                body.append(row);
            }
            const value = values[step.value];
            const isHalf = piece.ops.find(([at]) => at === step.value)[1];
            const row = make("tr");
            row.append(make("td", step.name, "code"), make("td", step.formula, "code"));
            row.append(make("td", isHalf ? value.toString() : word(value), "code"));
            body.append(row);
        }
    }
}

function put(bit, what) {
    if (what === "slider") {
        state.bit = bit;
        state.occupied &= ~(1n << BigInt(bit));
    } else if (bit !== state.bit) {
        state.occupied ^= 1n << BigInt(bit);
    }
    state.focus = bit;
    showBoard();
    byId("board").querySelector(`[data-bit="${bit}"]`).focus();
}

const MEASURES = [
    ["relevant", "relevant squares", "Squares whose occupancy matters: the bits of the mask."],
    ["index-bits", "index bits", "Bits of the number that tells the square's positions apart."],
    ["used", "used slots", "Slots to which an occupancy leads."],
    ["fill", "fill, %", "Used slots among all positions from the square's first to its last; the others are holes."],
    ["sets", "attack sets", "Different answers: no table of the square alone can have fewer slots."],
    ["factor-bits", "set bits of the factor", "The ones in the factor's 64 bits; each is an addition."],
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
        const map = make("div", undefined, "map");
        map.append(make("h3", piece.name));
        const board = make("div");
        board.setAttribute("role", "img");
        const told = piece.squares.map((square) => `${nameOf(square.bit)} ${value(square) ?? "none"}`);
        board.setAttribute("aria-label", `${MEASURES[state.measure][1]} of the ${piece.name}: ${told.join(", ")}`);
        grid(board, part(), (place) => {
            const square = piece.squares.find((one) => one.bit === place.bit);
            const number = square ? value(square) : null;
            const cell = make("span", number === null || !Number.isFinite(number) ? "" : String(number));
            if (number !== null && Number.isFinite(number)) {
                const warmth = most > least ? (number - least) / (most - least) : 0;
                cell.style.background = `color-mix(in srgb, var(--attack) ${Math.round(warmth * 100)}%, var(--back))`;
            }
            return cell;
        });
        map.append(board);
        const sum = values.reduce((all, one) => all + one, 0);
        map.append(make("p", values.length === 0 ? "none" : `from ${least} to ${most}${key === "fill" ? "" : `, ${sum.toLocaleString("en")} in all`}`));
        into.append(map);
    }
}

// The owner of a slot as text: 0 is nobody, the greatest number of 32 bits several squares.
const SEVERAL = 0xffffffff;
function ownerText(owner) {
    if (owner === 0) return "no occupancy leads there";
    if (owner === SEVERAL) return "several squares share it";
    const piece = part().pieces[Math.floor((owner - 1) / 64)];
    return `the ${piece.name} on ${nameOf((owner - 1) % 64)}`;
}
function ownerColour(owner) {
    if (owner === 0) return [128, 128, 128, 40];
    if (owner === SEVERAL) return [30, 30, 30, 255];
    const [piece, bit] = [Math.floor((owner - 1) / 64), (owner - 1) % 64];
    // Neighbours in the table differ in hue, pieces in lightness.
    const hue = bit * 137.5 % 360;
    const light = piece % 2 ? 0.42 : 0.66;
    const channel = (shift) => {
        const place = (shift + hue / 30) % 12;
        return Math.round(255 * (light - 0.5 * Math.min(light, 1 - light) * Math.max(-1, Math.min(place - 3, 9 - place, 1))));
    };
    return [channel(0), channel(8), channel(4), 255];
}

function showTables() {
    const into = byId("tables");
    into.replaceChildren();
    byId("slot").textContent = "";
    const tables = part().tables.filter((table) => length(table.owners) > 0);
    byId("slots-about").textContent = tables.length === 0
        ? "These lookups read no table of slots."
        : "Each point is a slot, line by line; a colour is a square, grey a slot to which no occupancy leads, black one that several squares share. Move over it to read whose it is.";
    for (const table of tables) {
        const slots = length(table.owners);
        const width = Math.min(512, slots);
        const canvas = make("canvas");
        canvas.width = width;
        canvas.height = Math.ceil(slots / width);
        const count = new Map();
        const context = canvas.getContext("2d");
        const image = context.createImageData(width, canvas.height);
        for (let at = 0; at < slots; at++) {
            const owner = listed(table.owners, at);
            count.set(owner, (count.get(owner) ?? 0) + 1);
            image.data.set(ownerColour(owner), 4 * at);
        }
        context.putImageData(image, 0, 0);
        const holes = count.get(0) ?? 0;
        const shared = count.get(SEVERAL) ?? 0;
        const text = `${slots.toLocaleString("en")} entries of ${table.bits} bits, ${holes.toLocaleString("en")} that nobody uses, ${shared.toLocaleString("en")} that several squares share`;
        canvas.setAttribute("role", "img");
        canvas.setAttribute("aria-label", text);
        canvas.addEventListener("pointermove", (event) => {
            const box = canvas.getBoundingClientRect();
            const column = Math.floor((event.clientX - box.left) / box.width * width);
            const at = Math.floor((event.clientY - box.top) / box.height * canvas.height) * width + column;
            if (at >= 0 && at < slots) byId("slot").textContent = `Slot ${at}: ${ownerText(listed(table.owners, at))}.`;
        });
        into.append(make("h3", `The table of ${table.words}`), make("p", text), canvas);
    }
}

function showCredits() {
    const into = byId("credits");
    into.replaceChildren();
    for (const piece of part().pieces) {
        into.append(make("p", `${piece.name}: ${piece.credit ?? "the lookup has no factors."}`));
        const bySource = new Map();
        for (const square of piece.squares) {
            if (square.source) bySource.set(square.source, [...(bySource.get(square.source) ?? []), nameOf(square.bit)]);
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
    const { variant, orientation, pieces, unions, width, height, places } = part();
    byId("about").textContent = `${variant}, ${orientation}`;
    const options = [...pieces, ...unions].map((piece) => make("option", piece.name));
    byId("piece").replaceChildren(...options);
    state.piece = 0;
    const bits = places.filter((place) => place.bit !== null);
    const middle = places[Math.floor((height - 1) / 3) * width + Math.floor((width - 1) / 3)];
    state.bit = middle.bit ?? bits[0].bit;
    state.focus = state.bit;
    state.occupied = 0n;
    showBoard();
    showHeat();
    showTables();
    showCredits();
}

byId("part").append(...data.parts.map(({ title, variant }) => make("option", title ? `${title}: ${variant}` : variant)));
byId("choose-part").hidden = data.parts.length < 2;
byId("measure").append(...MEASURES.map(([, name]) => make("option", name)));
byId("made").textContent = `Made by magicgen ${data.version}. The lookups were proved under every occupancy of each square's relevant squares.`;
byId("part").addEventListener("change", (event) => {
    state.part = event.target.selectedIndex;
    showPart();
});
byId("piece").addEventListener("change", (event) => {
    state.piece = event.target.selectedIndex;
    showBoard();
});
byId("measure").addEventListener("change", (event) => {
    state.measure = event.target.selectedIndex;
    showHeat();
});
byId("clear").addEventListener("click", () => {
    state.occupied = 0n;
    showBoard();
});
byId("board").addEventListener("click", (event) => {
    const bit = event.target.dataset.bit;
    if (bit !== undefined) put(Number(bit), document.querySelector("input[name=put]:checked").value);
});
byId("board").addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() === "m") put(state.focus, "slider");
    const to = stepped(part(), state.focus, event.key);
    if (event.key.startsWith("Arrow")) event.preventDefault();
    if (to === undefined) return;
    state.focus = to;
    focusOn(byId("board"), to);
});
showVariants();
showPart();
