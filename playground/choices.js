// What can be chosen for a config: each choice has a sentence, and figures where there are some.

import { getKey, setKey } from "./toml.js";

const kib = (bytes) => `${(bytes / 1024).toLocaleString("en", { maximumFractionDigits: bytes < 10_240 ? 1 : 0 })} KiB`;

const PIECES = [
    ["rook and bishop", undefined, "The default; a queen is both."],
    ["queen, too", '["rook", "bishop", "queen"]', "With a function for the queen, which is the union of both."],
    ["queen only", '["queen"]', "A single function, with the tables of rook and bishop."],
    ["rook only", '["rook"]', "Ranks and files."],
    ["bishop only", '["bishop"]', "Diagonals: a table of a twentieth."],
];

/** Boards with their order of squares. Those of more than 64 squares have lookups by line: whole tables would be large. */
const BOARDS = [
    ["chess", undefined, undefined, "8 x 8 squares, one word."],
    ["xiangqi", "{ width = 9, height = 10 }", '{ preset = "xiangqi" }', "9 x 10 points, two words; ranks from 0."],
    ["shogi", "{ width = 9, height = 9 }", '{ preset = "shogi" }', "9 x 9 squares, two words; files are numbers, ranks letters."],
    ["Capablanca", "{ width = 10, height = 8 }", undefined, "10 x 8 squares, two words."],
    ["hexagons", '{ shape = "hex", radius = 6 }', '{ preset = "hex" }', "Glinski's 91 hexagons, two words."],
    ["draughts", '{ shape = "checkered", width = 10, height = 10 }', '{ preset = "draughts-scan" }', "The 50 dark squares of 10 x 10, one word, as in Scan."],
];

/** The keys that can be chosen: the key, its table in the config, what it is called, and its choices. `also` has further keys. */
const KEYS = [
    ["variant", "[[output]]", "Variant", ({ variants }) => variants.map(({ id, summary, bytes, speed }) => ({
        id, value: JSON.stringify(id), about: summary, figures: `${bytes === undefined ? "" : kib(bytes)}${speed ? `  ${speed.toFixed(2)}` : ""}`,
    }))],
    ["orientation", "", "Order of squares", ({ orientations }) => orientations.map(({ id, summary }) => ({ id, value: JSON.stringify(id), about: summary, figures: "" }))],
    ["board", "", "Board", () => BOARDS.map(([id, value, orientation, about]) => ({
        id, value, about, figures: "", also: [["", "orientation", orientation], ...(value === undefined ? [] : [["[[output]]", "variant", '"direction"']])],
    }))],
    ["pieces", "[[output]]", "Pieces", () => PIECES.map(([id, value, about]) => ({ id, value, about, figures: "" }))],
];

/** Examples of configs, each with its position. */
export const EXAMPLES = [
    ["C, the default variant", `version = 1\norientation = "a1lsb"\n\n[[output]]\nlang = "c"\nvariant = "fancy"\npath = "./"\n`],
    ["The Rival's Java: h1 = 0, a rook on c3", `version = 1\norientation = "h1lsb"\n\n[[output]]\nlang = "java"\nvariant = "plain"\npath = "./"\n`, { piece: "rook", square: "c3", occupied: "c5,f3,b1,e6" }],
    ["C89 for a 32-bit handheld", `version = 1\n\n[[output]]\nlang = "c"\nvariant = "split32"\ntables = "init"\npath = "./"\n\n[output.c]\nstd = "c89"\nword = "pair"\n`],
    ["A config for CI: two files that stay in step", `# magicgen --check fails in CI if a file differs from this.\nversion = 1\norientation = "a1lsb"\n\n[[output]]\nid = "engine"\nlang = "cpp"\nvariant = "fixed"\npath = "./magics.hpp"\n\n[[output]]\nid = "tests"\nlang = "python"\nvariant = "fixed"\npath = "./magics.py"\n`],
    ["A board of 5 x 6 with a hole", `version = 1\n\n[board]\nwidth = 5\nheight = 6\nholes = ["c4"]\n\n[[output]]\nlang = "rust"\nvariant = "fancy"\npath = "./"\n`, { piece: "rook", square: "c3", occupied: "c2,a3,d5" }],
    ["PEXT, with sets of 16 bits", `version = 1\n\n[[output]]\nlang = "c"\nvariant = "pext16"\npath = "./"\n`],
    ["A queen only", `version = 1\n\n[[output]]\nlang = "zig"\nvariant = "fancy"\npieces = ["queen"]\npath = "./"\n`, { piece: "queen", square: "d4", occupied: "d6,f4,b2,g7" }],
    ["Xiangqi: rook, cannon and horse", `version = 1
board = { width = 9, height = 10 }
orientation = { preset = "xiangqi" }

[[piece]]
name = "cannon"
moves = [{ rays = "rook", for = "quiet" }, { rays = "rook", over = 1, for = "capture" }]

[[piece]]
name = "horse"
moves = [{ leaps = "knight", via = "orthogonal" }]

[[output]]
lang = "cpp"
variant = "direction"
pieces = ["rook", "cannon", "horse"]
path = "./"
`, { piece: "rook", square: "e4", occupied: "e7,c4,g4,a0" }],
    ["Shogi: rook, bishop and lance", `version = 1
board = { width = 9, height = 9 }
orientation = { preset = "shogi-63" }

[[piece]]
name = "lance"
betza = "fR"
sides = true

[[output]]
lang = "rust"
variant = "direction"
pieces = ["rook", "bishop", "lance"]
path = "./"
`, { piece: "bishop", square: "7g", occupied: "5e,9i" }],
    ["Capablanca chess: archbishop and chancellor", `version = 1
board = { width = 10, height = 8 }

[[piece]]
name = "archbishop"
betza = "BN"

[[piece]]
name = "chancellor"
betza = "RN"

[[output]]
lang = "go"
variant = "direction"
pieces = ["rook", "bishop", "archbishop", "chancellor"]
path = "./"
`, { piece: "chancellor", square: "e4", occupied: "e6,c4" }],
    ["Glinski's hexagonal chess", `version = 1
board = { shape = "hex", radius = 6 }
orientation = { preset = "hex" }

[[output]]
lang = "typescript"
variant = "direction"
path = "./"

[output.typescript]
word = "bigint"
`, { piece: "rook", square: "f6", occupied: "f9,c4,i5" }],
    ["Draughts: flying kings on 10 x 10", `version = 1
board = { shape = "checkered", width = 10, height = 10 }
orientation = { preset = "draughts-scan" }

[[piece]]
name = "flying king"
moves = [{ rays = "bishop", for = "quiet" }, { rays = "bishop", over = 1, for = "capture" }]

[[output]]
lang = "c"
variant = "direction"
pieces = ["flying king"]
path = "./"
`, { piece: "flying king captures", square: "e5", occupied: "g7,c3,b2" }],
    ["No table: subtraction and reversal", `version = 1\n\n[[output]]\nlang = "rust"\nvariant = "hyperbola"\npath = "./"\n`],
];

export class Choices {
    #into;
    #does;

    /** `does.text()` is the config, `does.change(text)` takes another one. */
    constructor(into, does) {
        [this.#into, this.#does] = [into, does];
    }

    /** Lists what can be chosen. */
    list(lists) {
        this.#into.replaceChildren(...KEYS.map(([key, header, title, choices]) => {
            const details = make("details", undefined, "choice");
            details.id = `choose-${key}`;
            const summary = make("summary");
            summary.append(`${title}: `, make("b"), make("span"));
            const list = make("ul");
            for (const { id, value, about, figures, also = [] } of choices(lists)) {
                const button = make("button");
                button.type = "button";
                Object.assign(button.dataset, { value: value ?? "", id, about });
                button.append(make("code", id), make("span", about, "about"), make("span", figures, "figures"));
                button.addEventListener("click", () => this.#choose([[header, key, value], ...also]));
                const item = make("li");
                item.append(button);
                list.append(item);
            }
            details.append(summary);
            if (key === "variant") details.append(make("p", "Size of the tables and fields of rook and bishop; speed in an engine beside fancy.", "hint"));
            details.append(list);
            return details;
        }));
        this.show();
    }

    /** Sets keys of the config. */
    #choose(keys) {
        const set = (text, [header, key, value]) => setKey(text, header, key, value, header === "" ? 0 : this.#does.at());
        this.#does.change(keys.reduce(set, this.#does.text()));
    }

    /** Shows what the config has chosen. */
    show() {
        for (const [key, header] of KEYS) {
            const details = this.#into.querySelector(`#choose-${key}`);
            if (!details) continue;
            const value = getKey(this.#does.text(), header, key, header === "" ? 0 : this.#does.at()) ?? { variant: '"fancy"', orientation: '"a1lsb"', board: /^\s*\[board\]/m.test(this.#does.text()) ? "as [board] says" : "", pieces: "" }[key];
            let chosen;
            for (const button of details.querySelectorAll("li button")) {
                const isChosen = button.dataset.value.replaceAll(" ", "") === value.replaceAll(" ", "").replaceAll("'", '"');
                button.setAttribute("aria-pressed", String(isChosen));
                if (isChosen) chosen = button;
            }
            details.querySelector("b").textContent = chosen?.dataset.id ?? value;
            details.querySelector("summary span").textContent = chosen?.dataset.about ?? "";
        }
    }
}
