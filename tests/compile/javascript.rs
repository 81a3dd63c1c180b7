//! JavaScript in node, TypeScript by one call of tsc: prettier, eslint, strict types, each self-test, a driver.

mod emits;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::compile::support::{self, Cell, Plan};

const NODE: &[&str] = &["node"];

const TSC: &[&str] = &["node", "tsc"];

/// All checks of tsc that concern a module.
pub(crate) const STRICT: [&str; 14] = [
    "--strict",
    "--noUncheckedIndexedAccess",
    "--exactOptionalPropertyTypes",
    "--noImplicitReturns",
    "--noUnusedLocals",
    "--noUnusedParameters",
    "--isolatedModules",
    "--verbatimModuleSyntax",
    "--isolatedDeclarations",
    "--declaration",
    "--target",
    "es2020",
    "--module",
    "nodenext",
];

/// All checks of tsc for JavaScript with types in comments.
const STRICT_JS: [&str; 10] = [
    "--allowJs", "--checkJs", "--strict", "--noUnusedLocals", "--noUnusedParameters", "--noEmit",
    "--target", "es2020", "--module", "nodenext",
];

/// All cells of this language.
pub(crate) fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for plan in support::plans("javascript") {
        let name = format!("javascript::{}", plan.name());
        cells.push(support::cell(&name, NODE, move |folder| chess(folder, plan)).in_product());
    }
    let mut cell = |name, needs, run: fn(&Path) -> Result<(), String>| {
        cells.push(support::cell(name, needs, run));
    };
    cell("javascript::bigint", NODE, bigint);
    cell("javascript::options", NODE, options);
    cell("javascript::declarations", TSC, declarations);
    cell("javascript::refusal", &[], refusal);
    cell("typescript::all", TSC, typescript);
    cells.extend(emits::cells());
    cells
}

/// Writes a file of a test.
fn write(folder: &Path, name: &str, text: &str) -> Result<(), String> {
    fs::write(folder.join(name), text).map_err(|error| error.to_string())
}

/// Runs self-tests in one process of node's test runner.
fn self_tests(folder: &Path, tests: &[String]) -> Result<String, String> {
    let mut all = String::new();
    for test in tests {
        let _ = writeln!(all, "await import(\"./{test}\");");
    }
    write(folder, "all.test.mjs", &all)?;
    support::run(folder, "node", &["--test", "all.test.mjs"])
}

/// Drives modules, each with the same order of squares.
fn drive(folder: &Path, modules: &[String], orientation: &str) -> Result<(), String> {
    let driver = support::drivers().join("javascript/driver.mjs");
    let arguments = [driver.to_string_lossy().into_owned(), modules.join(",")].into_iter();
    let arguments: Vec<String> = arguments.chain(support::board_arguments(orientation)).collect();
    let output = support::run(folder, "node", &arguments)?;
    let lines: Vec<&str> = output.lines().collect();
    if lines.len() != modules.len() {
        return Err(format!("{} modules, but the driver printed\n{output}", modules.len()));
    }
    lines.into_iter().try_for_each(support::compare)
}

/// Generates with a self-test, and runs the test and the driver.
fn chess(folder: &Path, plan: Plan) -> Result<(), String> {
    let mut flags = plan.flags("javascript");
    flags.extend(["--emit", "squares,lookup,self-test", "-o", "magics.mjs"]);
    support::magicgen(folder, &flags)?;
    support::run(folder, "node", &["--test", "magics.test.mjs"])?;
    if plan.variant == "group" {
        return Ok(());
    }
    drive(folder, &["magics.mjs".to_owned()], plan.orientation)
}

/// An output of a config.
struct Wanted {
    stem: String,
    lang: &'static str,
    extension: &'static str,
    variant: &'static str,
    tables: &'static str,
    /// Keys of the language.
    options: &'static str,
}

/// Generates outputs on the chess board by one config.
fn generate(folder: &Path, outputs: &[Wanted]) -> Result<(), String> {
    let mut config = "version = 1\n".to_owned();
    for output in outputs {
        let Wanted { stem, lang, extension, variant, tables, options } = output;
        let pieces = if *variant == "group" { "pieces = [\"bishop\"]\n" } else { "" };
        let _ = write!(
            config,
            "[[output]]\nid = \"{stem}\"\nlang = \"{lang}\"\npath = \"{stem}.{extension}\"\n\
             variant = \"{variant}\"\ntables = \"{tables}\"\n{pieces}\
             emit = [\"squares\", \"lookup\", \"self-test\"]\n[output.{lang}]\n{options}\n"
        );
    }
    write(folder, "magicgen.toml", &config)?;
    // The lock is copied, since a run writes to it.
    write(folder, "magicgen.lock", include_str!("../data/magicgen.lock"))?;
    support::magicgen(folder, &["--config", "magicgen.toml"])
}

/// Outputs of all variants with words as halves or bigints. Tables are filled, or printed if a variant has none to
/// fill.
fn wanted(
    lang: &'static str,
    extension: &'static str,
    options: &'static str,
    prefix: &str,
) -> Vec<Wanted> {
    let plans = support::chosen(lang);
    let is_small = |plan: &&Plan| {
        let is_filled = |other: &Plan| other.variant == plan.variant && other.tables == "init";
        plan.tables == "init" || !plans.iter().any(is_filled)
    };
    let wanted = |plan: &Plan| Wanted {
        stem: format!("{prefix}-{}", plan.variant),
        lang,
        extension,
        variant: plan.variant,
        tables: plan.tables,
        options,
    };
    plans.iter().filter(is_small).map(wanted).collect()
}

/// The modules that a driver compares: those with both pieces.
fn driven(outputs: &[Wanted], extension: &str) -> Vec<String> {
    let whole = outputs.iter().filter(|output| output.variant != "group");
    whole.map(|output| format!("{}.{extension}", output.stem)).collect()
}

fn tests_of(outputs: &[Wanted], extension: &str) -> Vec<String> {
    outputs.iter().map(|output| format!("{}.test.{extension}", output.stem)).collect()
}

/// Checks every variant with bigints.
fn bigint(folder: &Path) -> Result<(), String> {
    let outputs = wanted("javascript", "mjs", "word = \"bigint\"", "big");
    generate(folder, &outputs)?;
    // The driver compares more than a self-test, whose text for bigints is the same in all variants: a few are run.
    let tested: Vec<String> = tests_of(&outputs, "mjs").into_iter().step_by(5).collect();
    self_tests(folder, &tested)?;
    drive(folder, &driven(&outputs, "mjs"), "a1lsb")
}

/// Checks `module.exports`, tables that the first lookup fills, and comments without types.
fn options(folder: &Path) -> Result<(), String> {
    let output = |stem: &str, extension, tables, options| Wanted {
        stem: stem.to_owned(),
        lang: "javascript",
        extension,
        variant: "split32",
        tables,
        options,
    };
    let outputs = [
        output("cjs", "cjs", "init", "module = \"cjs\""),
        output("cjs-full", "cjs", "full", "module = \"cjs\"\nword = \"bigint\""),
        output("lazy", "mjs", "init", "lazy = true"),
        output("lazy-cjs", "cjs", "init", "lazy = true\nmodule = \"cjs\"\nword = \"bigint\""),
        output("bare", "mjs", "init", "jsdoc = false"),
    ];
    let outs = [
        output("out", "mjs", "init", "result = \"out\""),
        output("out-full", "cjs", "full", "module = \"cjs\"\nresult = \"out\"\nlazy = false"),
    ];
    generate(folder, &outputs)?;
    let files = |middle: &str| -> Vec<String> {
        let name = |output: &Wanted| format!("{}{middle}.{}", output.stem, output.extension);
        outputs.iter().map(name).collect()
    };
    self_tests(folder, &files(".test"))?;
    drive(folder, &files(""), "a1lsb")?;
    let lazy = fs::read_to_string(folder.join("lazy.mjs")).map_err(|error| error.to_string())?;
    let bare = fs::read_to_string(folder.join("bare.mjs")).map_err(|error| error.to_string())?;
    generate(folder, &outs)?;
    self_tests(folder, &["out.test.mjs".to_owned(), "out-full.test.cjs".to_owned()])?;
    let out = fs::read_to_string(folder.join("out.mjs")).map_err(|error| error.to_string())?;
    let queen = out.split("function queenAttacks(square, lo, hi, out) {").nth(1);
    if queen.and_then(|text| text.split("\n}\n").next()).is_none_or(|text| text.contains("{ lo")) {
        return Err("a lookup makes an object".to_owned());
    }
    if !lazy.contains("if (!isFilled) {") || bare.contains("@param") || bare.contains("isFilled") {
        return Err("an option changes nothing".to_owned());
    }
    Ok(())
}

/// Checks that the declarations for TypeScript have exactly the items of the module.
fn declarations(folder: &Path) -> Result<(), String> {
    write(folder, "package.json", "{ \"type\": \"module\" }")?;
    let emit = "squares,masks,attacks,lookup,bitscan";
    for (path, dts, module, word) in
        [("pair.mjs", "pair.d.mts", "esm", "pair"), ("big.cjs", "big.d.cts", "cjs", "bigint")]
    {
        let options = [("word", word), ("module", module), ("dts", dts)];
        let options = options.map(|(key, value)| format!("output.javascript.{key}={value}"));
        let mut flags = vec!["--lang", "js", "--emit", emit, "-o", path];
        flags.extend(options.iter().flat_map(|option| ["-D", option]));
        support::magicgen(folder, &flags)?;
    }
    let user = "import { A1, type Bits, ROOK_MASKS, bitScanForward64, rookAttacks, square } from \"./pair.mjs\";\n\
                import * as big from \"./big.cjs\";\n\
                const set: Bits = rookAttacks(A1, 1, 0);\n\
                const masks: Uint32Array = ROOK_MASKS;\n\
                const wide: bigint = big.rookAttacks(big.H8, 1n);\n\
                const words: BigUint64Array = big.ATTACKS;\n\
                export const found: number = bitScanForward64(set.lo, set.hi) + square(0, 0);\n\
                export const sums: [number, bigint] = [masks.length + words.length, wide];\n\
                export function wrong(): void {\n  // @ts-expect-error\n  rookAttacks(A1, 1n);\n\
                \u{20} // @ts-expect-error\n  big.rookAttacks(0, 1);\n}\n";
    write(folder, "user.ts", user)?;
    let files = ["user.ts", "pair.d.mts", "big.d.cts", "--outDir", "out"];
    support::run(folder, "tsc", &[&STRICT[..], &files].concat())?;
    for name in ["pair.mjs", "big.cjs"] {
        fs::copy(folder.join(name), folder.join("out").join(name)).map_err(|e| e.to_string())?;
    }
    support::run(folder, "node", &["out/user.js"]).map(|_| ())
}

/// Checks that modules that couldn't be loaded are refused.
fn refusal(folder: &Path) -> Result<(), String> {
    let cases: [(&str, &[&str], &str); 7] = [
        ("magics.cjs", &[], "`.cjs` is a CommonJS module, and needs `module = \"cjs\"`"),
        ("magics.mjs", &["module=cjs"], "`.mjs` is an ES module, and needs `module = \"esm\"`"),
        ("magics.mjs", &["dts=magics.ts"], "`magics.ts` isn't a file of declarations"),
        (
            "magics.mjs",
            &["dts=other.d.mts"],
            "looks for the declarations of `magics.mjs` in `magics.d.mts`",
        ),
        (
            "magics.mjs",
            &["dts=types/magics.d.mts"],
            "looks for declarations beside the module, in `/`",
        ),
        ("magics.mjs", &["words=pair"], "unknown key `words`"),
        ("magics.mjs", &["word=bigint", "result=out"], "a bigint is returned as it is"),
    ];
    for (path, options, says) in cases {
        let options: Vec<String> =
            options.iter().map(|option| format!("output.javascript.{option}")).collect();
        let mut flags = vec!["--lang", "javascript", "-o", path];
        flags.extend(options.iter().flat_map(|option| ["-D", option]));
        match support::magicgen(folder, &flags) {
            Err(message) if message.contains(says) => {}
            Err(message) => {
                return Err(format!("{flags:?} is refused without {says:?}:\n{message}"));
            }
            Ok(()) => return Err(format!("{flags:?} is not refused")),
        }
    }
    for variant in ["pext", "pext16"] {
        let flags = ["--lang", "ts", "-o", "magics.ts", "--variant", variant];
        if !support::magicgen(folder, &flags).is_err_and(|text| text.contains("no PEXT and PDEP")) {
            return Err(format!("{variant} is not refused"));
        }
    }
    Ok(())
}

/// Checks every variant with halves and some with bigints: all are compiled in one call, then tested and driven.
fn typescript(folder: &Path) -> Result<(), String> {
    let mut outputs = wanted("typescript", "ts", "", "pair");
    // JavaScript's cells test every variant with bigints; here only their types matter.
    let bigints = wanted("typescript", "ts", "word = \"bigint\"", "big").into_iter();
    outputs
        .extend(bigints.filter(|output| ["fancy", "bytes", "hyperbola"].contains(&output.variant)));
    for (stem, options) in [("pair-lazy", "lazy = true"), ("pair-out", "result = \"out\"")] {
        outputs.push(Wanted {
            stem: stem.to_owned(),
            lang: "typescript",
            extension: "ts",
            variant: "fancy",
            tables: "init",
            options,
        });
    }
    generate(folder, &outputs)?;
    write(folder, "package.json", "{ \"type\": \"module\" }")?;
    let node = support::drivers().join("javascript/node.d.ts").to_string_lossy().into_owned();
    let fixed = STRICT.iter().copied().chain(["--outDir", "out"]).map(str::to_owned);
    let files = tests_of(&outputs, "ts");
    let arguments: Vec<String> = fixed.chain([node]).chain(files).collect();
    support::run(folder, "tsc", &arguments)?;
    let out = folder.join("out");
    self_tests(&out, &tests_of(&outputs, "js"))?;
    // The driver takes objects.
    outputs.pop();
    drive(&out, &driven(&outputs, "js"), "a1lsb")
}
