//! Lua: 5.4 and `LuaJIT`, each with luacheck's warnings as errors. There is no formatter to compare with.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::compile::support::{self, Cell, Plan};

const NEEDS: &[&str] = &["lua5.4", "luac5.4", "luajit", "luacheck"];

/// The program, the option, and luacheck's name of each dialect.
const DIALECTS: [(&str, &str, &str); 2] = [
    ("lua5.4", "output.lua.dialect=\"5.4\"", "lua54"),
    ("luajit", "output.lua.dialect=luajit", "luajit"),
];

/// All cells of this language.
pub(crate) fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for plan in support::plans("lua") {
        for (at, (program, ..)) in DIALECTS.iter().enumerate() {
            let name = format!("{program}::{}", plan.name());
            cells.push(cell(&name, move |folder| chess(folder, plan, at)).in_product());
        }
    }
    for (at, (program, ..)) in DIALECTS.iter().enumerate() {
        cells.push(cell(&format!("{program}::emit"), move |folder| emit(folder, at)));
        cells.push(cell(&format!("{program}::odd"), move |folder| odd(folder, at)));
        cells.push(cell(&format!("{program}::names"), move |folder| names(folder, at)));
        cells.push(cell(&format!("{program}::fault"), move |folder| fault(folder, at)));
        cells.push(cell(&format!("{program}::many"), move |folder| many(folder, at)));
    }
    cells.push(cell("options", options));
    cells
}

fn cell(name: &str, run: impl Fn(&Path) -> Result<(), String> + Send + 'static) -> Cell {
    support::cell(&format!("lua::{name}"), NEEDS, run)
}

fn write(folder: &Path, name: &str, text: &str) -> Result<(), String> {
    fs::write(folder.join(name), text).map_err(|error| error.to_string())
}

fn files(folder: &Path) -> Result<Vec<String>, String> {
    let entries = fs::read_dir(folder).map_err(|error| error.to_string())?;
    let names = entries.filter_map(|entry| Some(entry.ok()?.file_name().to_str()?.to_owned()));
    let mut names: Vec<String> =
        names.filter(|name| Path::new(name).extension().is_some_and(|end| end == "lua")).collect();
    names.sort();
    Ok(names)
}

/// Checks that no file of a folder has anything unused, shadowed, global or too long, and that 5.4 parses its files.
fn lint(folder: &Path, at: usize) -> Result<(), String> {
    let files = files(folder)?;
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let (program, _, dialect) = DIALECTS[at];
    let fixed =
        ["--quiet", "--no-config", "--no-cache", "--max-line-length", "100", "--std", dialect];
    support::run(folder, "luacheck", &[&fixed[..], &files].concat())?;
    if program == "lua5.4" {
        for file in files {
            support::run(folder, "luac5.4", &["-p", file])?;
        }
    }
    Ok(())
}

/// Runs every test of a folder.
fn test(folder: &Path, at: usize) -> Result<(), String> {
    for file in files(folder)?.iter().filter(|file| file.ends_with("_test.lua")) {
        let output = support::run(folder, DIALECTS[at].0, &[file])?;
        support::compare_with(&output, "every lookup is right")?;
    }
    Ok(())
}

fn with_driver(folder: &Path) -> Result<(), String> {
    for file in ["driver.lua", "scan.lua", "words_54.lua", "words_jit.lua"] {
        let path = support::drivers().join("lua").join(file);
        fs::copy(path, folder.join(file)).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Generates with a self-test, lints, runs the driver and the test.
fn chess(folder: &Path, plan: Plan, at: usize) -> Result<(), String> {
    let (program, option, _) = DIALECTS[at];
    let mut flags = plan.flags("lua");
    flags.extend(["--emit", "squares,lookup,self-test", "-o", "magics.lua", "-D", option]);
    support::magicgen(folder, &flags)?;
    if plan.tables == "init" || plan.variant == "bytes" {
        lint(folder, at)?;
    }
    test(folder, at)?;
    if plan.variant == "group" {
        return Ok(());
    }
    with_driver(folder)?;
    let board = support::board_arguments(plan.orientation);
    let board: Vec<&str> = board.iter().map(String::as_str).collect();
    let arguments = [&["driver.lua"], &board[..]].concat();
    support::compare(&support::run(folder, program, &arguments)?)
}

const SMALL: [&str; 6] = ["-D", "board.width=4", "-D", "board.height=4", "--effort", "1"];

const EVERYTHING: &str =
    "factors,masks,shifts,offsets,occupancies,attack-sets,attacks,lookup,squares,bitscan,self-test";

/// Checks parts alone and together: nothing is unused, and no returned item is nil. Bit scans are driven.
fn emit(folder: &Path, at: usize) -> Result<(), String> {
    let sets: [(&str, &[&str]); 16] = [
        ("factors", &["--emit", "factors"]),
        ("masks_shifts", &["--emit", "masks,shifts"]),
        ("squares", &["--emit", "squares"]),
        ("attacks_full", &["--emit", "attacks", "--tables", "full"]),
        ("attacks_init", &["--emit", "attacks", "--tables", "init"]),
        ("offsets", &["--emit", "offsets", "--variant", "packed"]),
        ("lookup_full", &["--emit", "lookup", "--tables", "full"]),
        ("lookup_init", &["--emit", "lookup", "--tables", "init"]),
        ("bitscan", &["--emit", "bitscan"]),
        ("subsets", &["--emit", "occupancies,attack-sets"]),
        ("tested", &["--emit", "self-test,lookup"]),
        ("everything", &["--emit", EVERYTHING, "--tables", "full"]),
        ("everything_init", &["--emit", EVERYTHING]),
        ("everything_bytes", &["--emit", EVERYTHING, "--tables", "full", "--variant", "bytes"]),
        ("queen", &["--emit", "lookup,self-test", "--piece", "queen"]),
        ("rook", &["--emit", "lookup,self-test", "--piece", "rook"]),
    ];
    let (program, option, _) = DIALECTS[at];
    for (name, flags) in sets {
        let file = format!("{name}.lua");
        let mut all = vec!["--lang", "lua", "-o", &file, "-D", option];
        all.extend(SMALL);
        all.extend(flags);
        support::magicgen(folder, &all)?;
        let text = fs::read_to_string(folder.join(&file)).map_err(|error| error.to_string())?;
        let returned = text.split("\nreturn {").last().unwrap_or_default();
        let count = returned.lines().filter(|line| line.contains(" = ")).count();
        let counted = format!(
            "local n = 0 for _ in pairs(require(\"{name}\")) do n = n + 1 end assert(n == {count} and n > 0)"
        );
        support::run(folder, program, &["-e", &counted])?;
    }
    if program == "luajit" {
        let write = "local masks = require(\"masks_shifts\").ROOK_MASKS \
                     assert(not pcall(function() masks[0] = masks[1] end))";
        support::run(folder, program, &["-e", write])?;
    }
    lint(folder, at)?;
    test(folder, at)?;
    with_driver(folder)?;
    let scans = ["--lang", "lua", "-o", "magics.lua", "--emit", "bitscan", "-D", option];
    support::magicgen(folder, &scans)?;
    support::compare_with(&support::run(folder, program, &["scan.lua"])?, "magicgen-driver ok")
}

/// Checks boards with holes, gaps and a random order of squares, pieces of few steps, and one-sided pieces.
fn odd(folder: &Path, at: usize) -> Result<(), String> {
    let holes = "orientation = \"h1lsb\"\n[board]\nwidth = 6\nheight = 6\nstride = 8\n\
                 holes = [\"a1\", \"f6\"]\n";
    let permutation = "[board]\nwidth = 5\nheight = 4\n[orientation]\npermutation = [0, 21, 42, 60, 24, 45, \
                       6, 27, 48, 9, 30, 51, 12, 33, 54, 15, 36, 57, 18, 39]\n";
    let forms = [
        ("fancy", "full"),
        ("fancy", "init"),
        ("nested", "init"),
        ("bytes", "full"),
        ("postmask", "init"),
        ("shared-slots", "init"),
        ("direction", "init"),
        ("hyperbola", "full"),
    ];
    let dialect = if at == 0 { "5.4" } else { "luajit" };
    for (board, text) in [("holes", holes), ("permutation", permutation)] {
        let mut config = format!(
            "version = 1\n{text}\n[[piece]]\nname = \"short-rook\"\nrays = [[1, 0], [-1, 0], [0, 1], \
             [0, -1]]\nrange = 3\n\n[[piece]]\nname = \"lance\"\nrays = [[0, 1]]\n\n"
        );
        let forms = forms.iter().filter(|form| board == "holes" || form.0 != "hyperbola");
        for (variant, tables) in forms {
            let file = format!("{board}_{variant}_{tables}.lua");
            let _ = write!(
                config,
                "[[output]]\nid = \"{file}\"\nlang = \"lua\"\npath = \"{file}\"\nvariant = \"{variant}\"\n\
                 tables = \"{tables}\"\npieces = [\"short-rook\", \"lance\", \"bishop\"]\n\
                 emit = [\"lookup\", \"squares\", \"self-test\"]\n[output.lua]\ndialect = \"{dialect}\"\n\n"
            );
        }
        write(folder, "magicgen.toml", &config)?;
        support::magicgen(folder, &["--config", "magicgen.toml", "--effort", "1"])?;
    }
    lint(folder, at)?;
    test(folder, at)
}

/// Checks names that are words of the language, have digits, or have more than 31 characters.
fn names(folder: &Path, at: usize) -> Result<(), String> {
    let pieces = ["class", "end", "rook2", "a-piece-of-more-than-31-characters"];
    let config =
        small_pieces(&pieces.map(str::to_owned), "\"lookup\", \"masks\", \"self-test\"", at);
    write(folder, "magicgen.toml", &(config + "[output.names]\nprefix = \"local\"\n"))?;
    support::magicgen(folder, &["--config", "magicgen.toml", "--effort", "1"])?;
    lint(folder, at)?;
    test(folder, at)?;
    let refused = [
        ("a.lua", "output.names.lookup=end", "`end` is a keyword or reserved"),
        ("a.lua", "output.names.lookup=require", "`require` is a keyword or reserved"),
        ("a.lua", "output.names.lookup=occupied", "is already a variable"),
        ("a.b.lua", "output.tables=init", "can't be required as a module"),
        ("magics.txt", "output.tables=init", "can't be required as a module"),
        ("bit.lua", "output.tables=init", "is a library of Lua's own"),
    ];
    for (file, option, says) in refused {
        let flags = ["--lang", "lua", "--piece", "rook", "-o", file, "-D", option];
        refuse(folder, &[&flags[..], &SMALL].concat(), says)?;
    }
    Ok(())
}

/// A config with pieces that move sideways.
fn small_pieces(pieces: &[String], emit: &str, at: usize) -> String {
    let mut config = "version = 1\n[board]\nwidth = 4\nheight = 4\n".to_owned();
    for piece in pieces {
        let _ = write!(config, "[[piece]]\nname = \"{piece}\"\nrays = [[1, 0], [-1, 0]]\n");
    }
    let dialect = if at == 0 { "5.4" } else { "luajit" };
    let _ = write!(
        config,
        "[[output]]\nid = \"lua\"\nlang = \"lua\"\npath = \"magics2.lua\"\npieces = {pieces:?}\n\
         emit = [{emit}]\n[output.lua]\ndialect = \"{dialect}\"\n"
    );
    config
}

fn refuse(folder: &Path, flags: &[&str], says: &str) -> Result<(), String> {
    match support::magicgen(folder, flags) {
        Ok(()) => Err(format!("{} was generated", flags.join(" "))),
        Err(message) if message.contains(says) => Ok(()),
        Err(message) => Err(format!("refused without {says:?}:\n{message}")),
    }
}

/// Checks a file with more than 200 arrays, since a function of Lua has at most 200 local variables.
fn many(folder: &Path, at: usize) -> Result<(), String> {
    let pieces: Vec<String> = (0..40).map(|piece| format!("piece{piece}")).collect();
    let config = small_pieces(&pieces, "\"lookup\", \"masks\"", at);
    write(folder, "magicgen.toml", &config)?;
    support::magicgen(folder, &["--config", "magicgen.toml", "--effort", "1"])?;
    lint(folder, at)?;
    let zero = if at == 0 { "0" } else { "0ULL" };
    let asked = format!("assert(require(\"magics2\").piece39_attacks(5, {zero}) == 0xd0 + {zero})");
    support::run(folder, DIALECTS[at].0, &["-e", &asked]).map(|_| ())
}

/// Checks that a wrong digit of a factor makes the test fail, with square and occupancy in its message.
fn fault(folder: &Path, at: usize) -> Result<(), String> {
    let (program, option, _) = DIALECTS[at];
    let flags = ["--lang", "lua", "-o", "magics.lua", "--emit", "lookup,self-test", "-D", option];
    support::magicgen(folder, &[&flags[..], &["--piece", "rook"]].concat())?;
    let text = fs::read_to_string(folder.join("magics.lua")).map_err(|error| error.to_string())?;
    let digit = text.find("ROOK_MASKS = ").ok_or("no masks")?;
    let digit = digit + text[digit..].find("7e").ok_or("no digits")?;
    write(folder, "magics.lua", &format!("{}3{}", &text[..digit], &text[digit + 1..]))?;
    let Err(message) = support::run(folder, program, &["magics_test.lua"]) else {
        return Err("the test passes with a wrong mask".to_owned());
    };
    let says = ["the rook on square 0, occupied 0x", "found 0x", "walked 0x"];
    match says.iter().find(|says| !message.contains(**says)) {
        Some(missing) => Err(format!("the test fails without {missing:?}:\n{message}")),
        None => Ok(()),
    }
}

fn options(folder: &Path) -> Result<(), String> {
    let package = folder.join("chess");
    fs::create_dir_all(&package).map_err(|error| error.to_string())?;
    let flags = ["--lang", "lua", "-o", "magics.lua", "--emit", "lookup,self-test"];
    let named = ["-D", "output.lua.package=chess"];
    support::magicgen(&package, &[&flags[..], &named, &SMALL].concat())?;
    support::run(folder, "lua5.4", &["chess/magics_test.lua"])?;
    let no = ["--lang", "lua", "-o", "no.lua", "-D"];
    for (option, says) in [
        ("output.lua.dialect=\"5.1\"", "unknown value `5.1`"),
        ("output.lua.package=a..b", "isn't a name for `require`"),
        ("output.lua.dialekt=luajit", "unknown"),
    ] {
        refuse(folder, &[&no[..], &[option]].concat(), says)?;
    }
    Ok(())
}
