//! Pascal: Free Pascal, with every warning, note and hint as an error and all of its checks.

use std::path::Path;

use crate::compile::kit::{self, Kit, Named};
use crate::compile::support::{self, Cell};

const KIT: Kit = Kit {
    lang: "pascal",
    file: "magics.pas",
    needs: &["fpc"],
    compile: |folder| compile(folder, "magics.pas"),
    self_test,
    drive,
    is_tested_by_driver: false,
    literal: "qword($",
    options: &[
        (&["output.pascal.mode=delphi"], "magics.pas"),
        (
            &["output.pascal.mode=objfpc", "output.style.hex=upper", "output.name=boards"],
            "Boards.pas",
        ),
    ],
};

const NAMES: &[Named] = &[
    Named { config: "pieces = [\"class\", \"begin\"]\n", file: "magics.pas", refused: None },
    Named {
        config: "name = \"magics2\"\npieces = [\"rook2\"]\n",
        file: "magics2.pas",
        refused: None,
    },
    Named {
        config: "pieces = [\"piece-with-a-rather-long-name\"]\n",
        file: "magics.pas",
        refused: None,
    },
    Named {
        config: "pieces = [\"class\"]\n[output.names]\nprefix = \"begin\"\n",
        file: "magics.pas",
        refused: None,
    },
    Named {
        config: "pieces = [\"class\"]\n[output.names]\nlookup = \"{Piece}\"\n",
        file: "magics.pas",
        refused: Some("`Class` is a keyword or reserved"),
    },
    Named {
        config: "pieces = [\"rook\"]\n[output.names]\nlookup = \"Of{piece}\"\nmasks = \"OF{Piece}\"\n",
        file: "magics.pas",
        refused: Some("have the same name, `OFRook`"),
    },
    Named {
        config: "[output.names]\ntype = \"Boards\"\n",
        file: "magics.pas",
        refused: Some("the unit `Boards` must be in a file called `boards.pas` or `Boards.pas`"),
    },
    Named {
        config: "[output.names]\ntype = \"Unit\"\n",
        file: "unit.pas",
        refused: Some("keyword"),
    },
];

/// All cells of this language.
pub(crate) fn cells() -> Vec<Cell> {
    let mut cells = KIT.cells(NAMES);
    cells.push(support::cell("pascal::inlined", KIT.needs, inlined));
    cells
}

/// Checks that another unit's calls are inlined: the compiler's notes on those that aren't are errors, and no call of a
/// lookup or a leaper is left in the program.
fn inlined(folder: &Path) -> Result<(), String> {
    let program = "program inl;\nuses Magics;\nvar\n  Square: Integer;\n  Sum: QWord;\nbegin\n  Sum := 0;\n  \
                   for Square := 0 to 63 do\n    Sum := Sum xor QueenAttacks(Square, 5) xor KnightAttacks(Square)\n      \
                   xor RookAttacks(Square, 7) xor Between(Square, 8);\n  WriteLn(Sum);\nend.\n";
    let mut printed = Vec::new();
    for tables in ["full", "init"] {
        let emit = "lookup,leapers,between,xray";
        let flags = ["--lang", "pascal", "--emit", emit, "--tables", tables, "-o", "magics.pas"];
        support::magicgen(folder, &flags)?;
        std::fs::write(folder.join("inl.pas"), program).map_err(|error| error.to_string())?;
        compile(folder, "inl.pas")?;
        support::run(folder, "fpc", &["-B", "-al", "-s", "-O2", "-l-", "inl.pas"])?;
        let assembly = std::fs::read_to_string(folder.join("inl.s")).map_err(|e| e.to_string())?;
        let assembly = assembly.to_lowercase();
        let called = ["rookattacks$", "knightattacks$", "between$"];
        if called.iter().any(|name| assembly.contains(name)) {
            return Err(format!("tables = {tables:?}: a lookup is called"));
        }
        compile(folder, "inl.pas")?;
        printed.push(support::run(folder, folder.join("inl"), &[""; 0])?);
    }
    if printed[0] == printed[1] { Ok(()) } else { Err(printed.join(" is not ")) }
}

/// Compiles a unit or a program. Warnings, notes and hints are errors; overflow, ranges, the stack and calls of objects
/// are checked. Everything is compiled anew, since the compiler compares file times only to two seconds.
pub(crate) fn compile(folder: &Path, file: &str) -> Result<(), String> {
    let strict = ["-B", "-Sewnh", "-vewnhq", "-O2", "-Co", "-Cr", "-Ct", "-CR", "-l-", file];
    support::run(folder, "fpc", &strict).map(|_| ())
}

fn self_test(folder: &Path) -> Result<(), String> {
    for file in kit::files(folder, "_test.pas")? {
        compile(folder, &file)?;
        support::run(folder, folder.join(file.trim_end_matches(".pas")), &[""; 0])?;
    }
    Ok(())
}

fn drive(folder: &Path, name: &str, arguments: &[String]) -> Result<String, String> {
    let driver = support::drivers().join(format!("pascal/{name}.pas"));
    let driver = driver.to_string_lossy();
    support::run(folder, "fpc", &["-v0ew", "-Sew", "-O2", "-l-", "-Fu.", "-FE.", &driver])?;
    support::run(folder, folder.join(name), arguments)
}
