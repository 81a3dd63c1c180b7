// node start.mjs FOLDER: asks the module in FOLDER for what the page shows before the module is there, and writes it beside the page: the
// lists of choices with the size of each variant, and the lookups of the config that the page begins with.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { engine } from "../npm/engine.js";
import { START } from "./start.js";

const [folder] = process.argv.slice(2);
const { ask } = await engine(readFileSync(join(folder, "magicgen.wasm")));
const lists = ask({ ask: "list" });

/** The bytes of tables and fields, of both pieces or of the bishop alone. */
function bytes(variant) {
    for (const more of ["", 'pieces = ["bishop"]\n']) {
        const config = `version = 1\n\n[[output]]\nlang = "rust"\nvariant = "${variant}"\npath = "./"\n${more}`;
        const { files } = ask({ ask: "generate", config, path: "magicgen.toml" });
        if (files) return files[0].bytes;
    }
    throw new Error(`${variant} can't be generated`);
}
for (const variant of lists.variants) variant.bytes = bytes(variant.id);

const answer = ask({ ask: "lookups", config: START, path: "magicgen.toml" });
if (answer.status === "error") throw new Error(answer.text);
writeFileSync(join(folder, "playground/start.json"), JSON.stringify({ lists, part: answer.part }));
