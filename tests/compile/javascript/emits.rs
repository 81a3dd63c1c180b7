//! Parts, names, odd boards and a fault: on small boards, many outputs checked by one call of each tool.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::{NODE, STRICT, STRICT_JS, self_tests, write};
use crate::compile::support::{self, Cell};

const TOOLS: &[&str] = &["node", "tsc", "prettier", "eslint"];

/// The cells of this file.
pub(super) fn cells() -> Vec<Cell> {
    let cell = |name, needs, run: fn(&Path) -> Result<(), String>| support::cell(name, needs, run);
    vec![
        cell("javascript::emit", TOOLS, emit),
        cell("javascript::odd", TOOLS, odd),
        cell("javascript::names", NODE, names),
        cell("javascript::fault", NODE, fault),
    ]
}

/// Combinations of variant, `emit` and pieces. With `lookup` there is a self-test as well.
const EMITS: &[(&str, &str, &str)] = &[
    ("fancy", "factors", "rook,bishop"),
    ("fancy", "masks,shifts", "rook,bishop"),
    ("fancy", "squares", "rook,bishop"),
    ("split32", "attacks", "rook,bishop"),
    ("packed", "offsets", "rook,bishop"),
    ("split32", "lookup", "rook,bishop"),
    ("split32", "self-test", "rook,bishop"),
    ("fancy", "bitscan", "rook,bishop"),
    ("fancy", "occupancies,attack-sets", "rook,bishop"),
    ("hyperbola", "lookup,squares", "queen"),
    ("direction", "attacks,self-test", "queen"),
    ("bytes", "self-test", "rook"),
    ("nested", "attacks,self-test", "bishop"),
    ("postmask", "self-test", "rook,bishop"),
    ("split32", COMPANIONS, "rook,bishop"),
    (
        "fancy",
        "factors,masks,shifts,offsets,attacks,occupancies,attack-sets,lookup,squares,bitscan,self-test",
        "rook,bishop,queen",
    ),
];

/// Functions beside the lookups, computed where they may be.
const COMPANIONS: &str = "lookup,leapers,rays,between,line,ray-pass,aligned,directions,distance,files,ranks,diagonals,\
                          colours,xray,pins,fills,pair,attacks-of,zobrist,cuckoo,self-test";

const BOARD: &str = "version = 1\n[board]\nwidth = 4\nheight = 4\n[search]\neffort = 1\n";

/// The forms: language, ending of the file, and keys.
const FORMS: [(&str, &str, &str); 8] = [
    ("javascript", "mjs", "lazy = true"),
    ("javascript", "mjs", "word = \"bigint\""),
    ("javascript", "cjs", "module = \"cjs\""),
    ("javascript", "cjs", "module = \"cjs\"\nword = \"bigint\"\nlazy = true"),
    ("typescript", "ts", "lazy = true"),
    ("typescript", "ts", "word = \"bigint\""),
    ("javascript", "mjs", "result = \"out\""),
    ("typescript", "ts", "result = \"out\"\nlazy = true"),
];

/// A form's keys beside a form of tables: printed tables are never filled, so that saying when is an error.
fn options_beside(tables: &str, options: &str) -> String {
    if tables == "full" { options.replace("lazy = true", "") } else { options.to_owned() }
}

fn list(words: &str) -> String {
    let quoted: Vec<String> = words.split(',').map(|word| format!("\"{word}\"")).collect();
    quoted.join(", ")
}

/// The files of a folder whose names have this ending.
fn files(folder: &Path, end: &str) -> Result<Vec<String>, String> {
    let entries = fs::read_dir(folder).map_err(|error| error.to_string())?;
    let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(end)).collect();
    names.sort();
    Ok(names)
}

/// Checks the format of all files in a folder, lints and compiles them, and runs the self-tests.
fn check(folder: &Path) -> Result<(), String> {
    write(folder, "package.json", "{ \"type\": \"module\" }\n")?;
    // No configuration of a project is used.
    let plain = ["--no-config", "--no-editorconfig", "--check"];
    let all = ["*.{mjs,cjs,ts,mts}"];
    support::run(folder, "prettier", &[&plain[..], &all].concat())?;
    let drivers = support::drivers().join("javascript");
    let config = drivers.join("eslint.config.mjs");
    fs::copy(config, folder.join("eslint.config.mjs")).map_err(|error| error.to_string())?;
    // The files tell eslint to pass them over.
    let all = ["--no-inline-config", "--max-warnings", "0", "*.mjs", "*.cjs"];
    support::run(folder, "eslint", &all)?;
    let node = drivers.join("node.d.ts").to_string_lossy().into_owned();
    let given = |flags: &[&str], files: Vec<String>| -> Vec<String> {
        flags.iter().map(|flag| (*flag).to_owned()).chain([node.clone()]).chain(files).collect()
    };
    let mut typed = files(folder, ".ts")?;
    typed.extend(files(folder, ".d.mts")?);
    let strict = [&STRICT[..], &["--outDir", "out"]].concat();
    support::run(folder, "tsc", &given(&strict, typed))?;
    let mut scripts = files(folder, ".mjs")?;
    scripts.retain(|name| name != "eslint.config.mjs");
    support::run(folder, "tsc", &given(&STRICT_JS, scripts))?;
    let mut tests = files(folder, ".test.mjs")?;
    tests.extend(files(folder, ".test.cjs")?);
    tests.extend(files(&folder.join("out"), ".test.js")?.iter().map(|name| format!("out/{name}")));
    self_tests(folder, &tests).map(|_| ())
}

/// Checks every combination, filled and printed, in every form.
fn emit(folder: &Path) -> Result<(), String> {
    let mut config = BOARD.to_owned();
    let mut scans = Vec::new();
    for (at, (variant, parts, pieces)) in EMITS.iter().enumerate() {
        for tables in ["full", "init"] {
            if *variant == "bytes" && tables == "init" {
                continue;
            }
            for (form, (lang, extension, options)) in FORMS.iter().enumerate() {
                // The last two combinations have all parts, and are generated in every form; the others in a third of
                // the forms.
                let is_whole = at + 2 >= EMITS.len();
                if (at + form + tables.len()) % 3 != 0 && !is_whole {
                    continue;
                }
                let stem = format!("{variant}-{at}-{form}-{tables}");
                if parts.contains("bitscan") && *lang == "javascript" {
                    scans.push(format!("{stem}.{extension}"));
                }
                let options = options_beside(tables, options);
                let dts = match *extension {
                    "mjs" => format!("dts = \"{stem}.d.mts\"\n"),
                    _ => String::new(),
                };
                let form = if tables == "init" { "computed" } else { "table" };
                let computed = match *parts {
                    COMPANIONS => format!(
                        "[output.companions]\nbetween = \"{form}\"\nline = \"{form}\"\nray-pass = \"{form}\"\n"
                    ),
                    _ => String::new(),
                };
                let _ = write!(
                    config,
                    "[[output]]\nid = \"{stem}\"\nlang = \"{lang}\"\npath = \"{stem}.{extension}\"\n\
                     variant = \"{variant}\"\ntables = \"{tables}\"\npieces = [{}]\nemit = [{}]\n\
                     [output.{lang}]\n{options}\n{dts}{computed}",
                    list(pieces),
                    list(parts),
                );
            }
        }
    }
    write(folder, "magicgen.toml", &config)?;
    support::magicgen(folder, &["--config", "magicgen.toml"])?;
    check(folder)?;
    let driver = support::drivers().join("javascript/scan.mjs").to_string_lossy().into_owned();
    let output = support::run(folder, "node", &[driver, scans.join(",")])?;
    support::compare_with(&output, "magicgen-driver ok")
}

/// Checks a board with holes and gaps, a permutation, a piece of short range and a one-sided piece.
fn odd(folder: &Path) -> Result<(), String> {
    let boards = [
        (
            "holes",
            "orientation = \"h1lsb\"\n[board]\nwidth = 6\nheight = 6\nstride = 8\n\
             holes = [\"a1\", \"f6\"]\n",
        ),
        (
            "permutation",
            "[board]\nwidth = 5\nheight = 4\n[orientation]\npermutation = [0, 21, 42, 60, 24, 45, 6, \
             27, 48, 9, 30, 51, 12, 33, 54, 15, 36, 57, 18, 39]\n",
        ),
    ];
    for (board, lines) in boards {
        let mut config = format!(
            "version = 1\n{lines}[search]\neffort = 1\n\
             [[piece]]\nname = \"short-rook\"\nrays = [[1, 0], [-1, 0], [0, 1], [0, -1]]\nrange = 3\n\
             [[piece]]\nname = \"lance\"\nrays = [[0, 1]]\n"
        );
        for (at, (variant, tables)) in [
            ("fancy", "init"),
            ("split32", "init"),
            ("split32", "full"),
            ("nested", "init"),
            ("bytes", "full"),
            ("postmask", "init"),
            ("direction", "init"),
            ("hyperbola", "full"),
        ]
        .into_iter()
        .enumerate()
        {
            // This variant needs lines in the order of their bits, which the permutation doesn't have.
            if (board, variant) == ("permutation", "hyperbola") {
                continue;
            }
            let forms = FORMS.iter().enumerate().filter(|(form, _)| (at + form) % 3 == 0);
            for (form, (lang, extension, options)) in forms {
                let options = options_beside(tables, options);
                let stem = format!("{board}-{variant}-{tables}-{form}");
                let _ = write!(
                    config,
                    "[[output]]\nid = \"{stem}\"\nlang = \"{lang}\"\npath = \"{stem}.{extension}\"\n\
                     variant = \"{variant}\"\ntables = \"{tables}\"\n\
                     pieces = [\"short-rook\", \"lance\", \"bishop\"]\n\
                     emit = [\"squares\", \"self-test\"]\n[output.{lang}]\n{options}\n",
                );
            }
        }
        write(folder, &format!("{board}.toml"), &config)?;
        support::magicgen(folder, &["--config", &format!("{board}.toml")])?;
    }
    check(folder)
}

/// Checks names that are words of the language, have digits or are long: they are used, or refused with a reason.
fn names(folder: &Path) -> Result<(), String> {
    let pieces =
        ["class", "await", "rook2", "walk", "a-piece-whose-name-is-longer-than-31-characters"];
    let mut config = BOARD.to_owned();
    for piece in pieces {
        let _ = write!(config, "[[piece]]\nname = \"{piece}\"\nrays = [[1, 0], [0, 1]]\n");
    }
    let _ = write!(
        config,
        "[defaults]\npieces = [{}]\nemit = [\"squares\", \"masks\", \"self-test\"]\n\
         [[output]]\nid = \"esm\"\nlang = \"javascript\"\npath = \"magics2.mjs\"\n\
         [[output]]\nid = \"cjs\"\nlang = \"javascript\"\npath = \"class.cjs\"\n\
         [output.names]\nprefix = \"class\"\n[output.javascript]\nmodule = \"cjs\"\n",
        list(&pieces.join(","))
    );
    write(folder, "magicgen.toml", &config)?;
    support::magicgen(folder, &["--config", "magicgen.toml"])?;
    self_tests(folder, &["magics2.test.mjs".to_owned(), "class.test.cjs".to_owned()])?;
    for (lookup, says) in [
        ("class", "`class` is a keyword"),
        ("Math", "`Math` is a keyword or reserved"),
        ("slot", "`slot` is already a variable"),
        ("2{piece}", "isn't an identifier"),
    ] {
        let lookup = format!("output.names.lookup=\"{lookup}\"");
        let flags = ["--lang", "js", "--piece", "rook", "-o", "magics.mjs", "-D", &lookup];
        match support::magicgen(folder, &flags) {
            Err(message) if message.contains(says) => {}
            other => return Err(format!("{lookup} is not refused with {says:?}: {other:?}")),
        }
    }
    Ok(())
}

/// Checks that the self-test finds a wrong digit of a factor and of an attack set, and names square and occupancy.
fn fault(folder: &Path) -> Result<(), String> {
    for (word, tables, array, place) in [
        ("pair", "full", "const ROOK_FACTORS = new Uint32Array([", 3),
        ("pair", "full", "const ATTACKS = new Uint32Array([", 9),
        ("bigint", "init", "const ROOK_FROM = new BigUint64Array([", 17),
    ] {
        let word = format!("output.javascript.word={word}");
        let mut flags = vec!["--lang", "js", "--emit", "lookup,self-test", "-o", "magics.mjs"];
        flags.extend(["--tables", tables, "-D", &word]);
        flags.extend(support::SMALL);
        support::magicgen(folder, &flags)?;
        let path = folder.join("magics.mjs");
        let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
        let begin = text.find(array).ok_or_else(|| format!("no {array}"))? + array.len();
        let digit = begin + text[begin..].find("0x").ok_or("no entry")? + place;
        let other = if &text[digit..=digit] == "f" { "7" } else { "f" };
        write(folder, "magics.mjs", &format!("{}{other}{}", &text[..digit], &text[digit + 1..]))?;
        let Err(message) = support::run(folder, "node", &["--test", "magics.test.mjs"]) else {
            return Err(format!("the self-test sees no fault in {array}"));
        };
        if !message.contains("the rook on square ") || !message.contains(", occupied 0x") {
            return Err(format!("the self-test doesn't say where {array} is wrong:\n{message}"));
        }
    }
    Ok(())
}
