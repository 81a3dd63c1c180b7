// The rules that eslint recommends, by their own word: the package that lists them is another one.

import { realpathSync } from "node:fs";
import { createRequire } from "node:module";

const eslint = createRequire(realpathSync(process.argv[1]));
const { builtinRules } = eslint("eslint/use-at-your-own-risk");

const recommended = [...builtinRules]
    .filter(([, rule]) => rule.meta.docs.recommended)
    .map(([name]) => [name, "error"]);

const globals = {
    BigInt: "readonly",
    BigUint64Array: "readonly",
    console: "readonly",
    module: "writable",
    process: "readonly",
    require: "readonly",
};

export default [
    { languageOptions: { globals }, rules: Object.fromEntries(recommended) },
    { files: ["**/*.cjs"], languageOptions: { sourceType: "commonjs" } },
];
