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

/** The keys that can be chosen: the key, its table in the config, what it is called, and its choices. */
const KEYS = [
    ["variant", "[[output]]", "Variant", ({ variants }) => variants.map(({ id, summary, bytes, speed }) => ({
        id, value: JSON.stringify(id), about: summary, figures: `${bytes === undefined ? "" : kib(bytes)}${speed ? `  ${speed.toFixed(2)}` : ""}`,
    }))],
    ["orientation", "", "Order of squares", ({ orientations }) => orientations.map(({ id, summary }) => ({ id, value: JSON.stringify(id), about: summary, figures: "" }))],
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
            for (const { id, value, about, figures } of choices(lists)) {
                const button = make("button");
                button.type = "button";
                Object.assign(button.dataset, { value: value ?? "", id, about });
                button.append(make("code", id), make("span", about, "about"), make("span", figures, "figures"));
                button.addEventListener("click", () => this.#does.change(setKey(this.#does.text(), header, key, value, header === "" ? 0 : this.#does.at())));
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

    /** Shows what the config has chosen. */
    show() {
        for (const [key, header] of KEYS) {
            const details = this.#into.querySelector(`#choose-${key}`);
            if (!details) continue;
            const value = getKey(this.#does.text(), header, key, header === "" ? 0 : this.#does.at()) ?? { variant: '"fancy"', orientation: '"a1lsb"', pieces: "" }[key];
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
