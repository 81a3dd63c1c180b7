//! Nim: its compiler with every warning and violated name style as an error, and `nimpretty`.

use std::fs;
use std::path::Path;

use crate::compile::kit::{self, Kit, Named};
use crate::compile::support::{self, Cell};

const KIT: Kit = Kit {
    lang: "nim",
    file: "magics.nim",
    needs: &["nim", "nimpretty"],
    compile,
    self_test,
    drive,
    is_tested_by_driver: false,
    literal: "0x",
    options: &[],
};

const NAMES: &[Named] = &[
    Named {
        config: "pieces = [\"class\", \"begin\", \"body\"]\n",
        file: "magics.nim",
        refused: None,
    },
    Named {
        config: "name = \"magics2\"\npieces = [\"rook2\"]\n",
        file: "magics2.nim",
        refused: None,
    },
    Named {
        config: "pieces = [\"piece-with-a-rather-long-name\"]\n",
        file: "magics.nim",
        refused: None,
    },
    Named {
        config: "pieces = [\"rook\"]\n[output.names]\nlookup = \"{piece}_a\"\nmasks = \"{piece}A\"\n",
        file: "magics.nim",
        refused: Some("`rookA`"),
    },
    Named {
        config: "pieces = [\"rook\"]\n[output.names]\nlookup = \"{piece}_\"\n",
        file: "magics.nim",
        refused: Some("`rook_`"),
    },
    Named {
        config: "pieces = [\"rook\"]\n[output.names]\nlookup = \"b_lock\"\n",
        file: "magics.nim",
        refused: Some("`b_lock` is a keyword or reserved"),
    },
    Named {
        config: "pieces = [\"Tower\", \"TOWER\"]\n",
        file: "magics.nim",
        refused: Some("TOWER"),
    },
    Named {
        config: "[output.nim]\nsquare-type = \"type\"\n",
        file: "magics.nim",
        refused: Some("`type` isn't the name of a type"),
    },
    Named {
        config: "",
        file: "magics-2.nim",
        refused: Some("nim imports only files whose names are identifiers"),
    },
];

/// All cells of this language.
pub(crate) fn cells() -> Vec<Cell> {
    let mut cells = KIT.cells(NAMES);
    cells.push(support::cell("nim::types", KIT.needs, types));
    cells.push(support::cell("nim::optimised", KIT.needs, optimised));
    cells
}

/// Compiles and runs a program in one call.
pub(crate) fn run(folder: &Path, program: &[&str]) -> Result<String, String> {
    let flags = ["r", "--stdout:on", "--hints:off", "--styleCheck:error", "--mm:arc"];
    support::run(folder, "nim", &[&flags[..], &["--nimcache:nimcache"], program].concat())
}

/// Checks that there is no output, such as a warning.
fn silent(output: &str) -> Result<(), String> {
    if output.trim().is_empty() { Ok(()) } else { Err(output.to_owned()) }
}

/// Checks the style of all files. Those without a self-test, which compiles them, are compiled.
pub(crate) fn compile(folder: &Path) -> Result<(), String> {
    let read = |name: &str| fs::read_to_string(folder.join(name)).map_err(|e| e.to_string());
    // Programs of the tests have any style.
    for file in kit::files(folder, ".nim")?.iter().filter(|file| *file != "main.nim") {
        let text = read(file)?;
        if !text.contains("\nwhen isMainModule:") {
            let check = ["check", "--stdout:on", "--hints:off", "--styleCheck:error", file];
            silent(&support::run(folder, "nim", &check)?)?;
        }
        support::run(folder, "nimpretty", &["--out:pretty.txt", file])?;
        if read("pretty.txt")? != text {
            return Err(format!("nimpretty changes {file}"));
        }
    }
    Ok(())
}

fn self_test(folder: &Path) -> Result<(), String> {
    for file in kit::files(folder, ".nim")? {
        silent(&run(folder, &[&file])?)?;
    }
    Ok(())
}

/// Compiles and runs a driver.
fn drive(folder: &Path, name: &str, arguments: &[String]) -> Result<String, String> {
    let path = format!("--path:{}", folder.display());
    let driver = support::drivers().join(format!("nim/{name}.nim"));
    let driver = driver.to_string_lossy();
    let arguments = arguments.iter().map(String::as_str);
    run(folder, &[&*path, &*driver].into_iter().chain(arguments).collect::<Vec<_>>())
}

/// A program that calls functions on types of its own.
const TYPES: &str = "\
type
  Square* = distinct int
  Bitboard* = distinct uint64
";

const CALLS: &str = "\
import magics, types
let both = pairAttacks(Square(9), Bitboard(0))
doAssert uint64(rookAttacks(Square(9), Bitboard(0))) == uint64(both.rook)
doAssert uint64(between(Square(0), Square(2))) == 2
doAssert uint64(rookAttacks(Square(9), Bitboard(0))) == rookAttacks(9, 0)
";

/// Checks the functions on the user's types, in a program without checks that the compiler optimises.
fn types(folder: &Path) -> Result<(), String> {
    for (name, text) in [("types.nim", TYPES), ("main.nim", CALLS)] {
        fs::write(folder.join(name), text).map_err(|error| error.to_string())?;
    }
    let keys = [
        "output.nim.import=types",
        "output.nim.bitboard-type=Bitboard",
        "output.nim.square-type=Square",
    ];
    for keys in [&keys[..2], &keys] {
        let keys = keys.iter().flat_map(|key| ["-D", key]);
        let emit = ["--lang", "nim", "-o", "magics.nim", "--emit", "lookup,pair,between,leapers"];
        support::magicgen(folder, &emit.into_iter().chain(keys).collect::<Vec<_>>())?;
        compile(folder)?;
    }
    silent(&run(folder, &["-d:danger", "main.nim"])?)
}

/// Checks that an optimising compiler doesn't take a table for constant that the program fills.
fn optimised(folder: &Path) -> Result<(), String> {
    let emit = ["--emit", "squares,lookup,self-test", "--tables", "init"];
    support::magicgen(folder, &[&["--lang", "nim", "-o", "magics.nim"][..], &emit].concat())?;
    silent(&run(folder, &["-d:release", "magics.nim"])?)
}
