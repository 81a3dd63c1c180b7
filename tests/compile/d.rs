//! D: LDC and GDC, with every warning as an error.

use std::fs;
use std::path::Path;

use crate::compile::kit::{Kit, Named};
use crate::compile::support::{self, Cell};

const KIT: Kit = Kit {
    lang: "d",
    file: "magics.d",
    needs: &["ldc2", "gdc"],
    compile,
    self_test,
    drive,
    is_tested_by_driver: true,
    literal: "0x",
    options: &[(&["output.d.module=chess.boards"], "boards.d")],
};

const NAMES: &[Named] = &[
    Named {
        config: "pieces = [\"class\", \"begin\", \"body\"]\n",
        file: "magics.d",
        refused: None,
    },
    Named {
        config: "name = \"magics2\"\npieces = [\"rook2\"]\n",
        file: "magics2.d",
        refused: None,
    },
    Named {
        config: "pieces = [\"piece-with-a-rather-long-name\"]\n",
        file: "magics.d",
        refused: None,
    },
    Named {
        config: "pieces = [\"class\"]\n[output.names]\nprefix = \"module\"\n",
        file: "magics.d",
        refused: None,
    },
    Named {
        config: "pieces = [\"rook\"]\n[output.names]\nlookup = \"of{piece}\"\nmasks = \"of{Piece}\"\n",
        file: "magics.d",
        refused: None,
    },
    Named {
        config: "pieces = [\"class\"]\n[output.names]\nlookup = \"{piece}\"\n",
        file: "magics.d",
        refused: Some("`class` is a keyword or reserved"),
    },
    Named {
        config: "[output.names]\ntype = \"boards\"\n",
        file: "magics.d",
        refused: Some("the module `boards` must be in a file called `boards.d`"),
    },
    Named {
        config: "[output.d]\nmodule = \"chess.module\"\n",
        file: "magics.d",
        refused: Some("`chess.module` isn't the name of a module"),
    },
];

const GDC: &[&str] = &["-Wall", "-Wextra", "-Werror"];

/// All cells of this language.
pub(crate) fn cells() -> Vec<Cell> {
    let mut cells = KIT.cells(NAMES);
    cells.push(support::cell("d::optimised", KIT.needs, optimised));
    cells.push(support::cell("d::bmi2", &["ldc2", "bmi2"], by_instructions));
    cells
}

/// Checks that compilers that optimise don't take tables for constant that a constructor fills. GDC's test and driver
/// run here.
fn optimised(folder: &Path) -> Result<(), String> {
    let emit = ["--emit", "squares,lookup,self-test", "--tables", "init"];
    support::magicgen(folder, &[&["--lang", "d", "-o", "magics.d"][..], &emit].concat())?;
    let driver = support::drivers().join("d/driver.d");
    let driver = driver.to_string_lossy();
    let both = ["--DRT-testmode=run-main".to_owned()];
    let board = [&both[..], &support::board_arguments("a1lsb")].concat();
    let ldc = ["-w", "-O3", "-unittest", &driver, "magics.d", "-of=ldc-driver"];
    support::run(folder, "ldc2", &ldc)?;
    support::compare(&support::run(folder, folder.join("ldc-driver"), &board)?)?;
    let gdc = ["-O2", "-funittest", &driver, "magics.d", "-o", "gdc-driver"];
    support::run(folder, "gdc", &[GDC, &gdc].concat())?;
    support::compare(&support::run(folder, folder.join("gdc-driver"), &board)?)
}

/// Checks lookups by PEXT and PDEP, which LDC uses if it may, and lookups of constants, where it can't.
fn by_instructions(folder: &Path) -> Result<(), String> {
    let driver = support::drivers().join("d/driver.d");
    let driver = driver.to_string_lossy();
    let constant = "import magics;\nstatic assert(rookAttacks(0, 0) == 0x01010101010101feUL);\n";
    for (variant, instruction) in [("pext", "pextq"), ("pext16", "pdepq")] {
        let folder = support::part_of(folder, variant)?;
        let flags = ["--lang", "d", "--variant", variant, "--tables", "full", "-o", "magics.d"];
        let emit = ["--emit", "squares,lookup,self-test"];
        support::magicgen(&folder, &[&flags[..], &emit].concat())?;
        let ldc = ["-w", "-O2", "-mattr=+bmi2"];
        let assembly = ["-output-s", "-of=magics.s", "magics.d"];
        support::run(&folder, "ldc2", &[&ldc[..], &assembly].concat())?;
        let assembly = fs::read_to_string(folder.join("magics.s"));
        if !assembly.map_err(|error| error.to_string())?.contains(instruction) {
            return Err(format!("{variant}: no {instruction} in magics.s"));
        }
        fs::write(folder.join("constant.d"), constant).map_err(|error| error.to_string())?;
        let files = ["-unittest", &driver, "constant.d", "magics.d", "-of=driver"];
        support::run(&folder, "ldc2", &[&ldc[..], &files].concat())?;
        let both = ["--DRT-testmode=run-main".to_owned()];
        let board = [&both[..], &support::board_arguments("a1lsb")].concat();
        support::compare(&support::run(&folder, folder.join("driver"), &board)?)?;
    }
    Ok(())
}

fn compile(folder: &Path) -> Result<(), String> {
    support::run(folder, "ldc2", &["-w", "-c", "magics.d"])?;
    support::run(folder, "gdc", &[GDC, &["-c", "magics.d"]].concat())?;
    Ok(())
}

fn self_test(folder: &Path) -> Result<(), String> {
    for file in crate::compile::kit::files(folder, ".d")? {
        support::run(folder, "ldc2", &["-w", "-unittest", "-main", &file, "-of=ldc-test"])?;
        support::run(folder, folder.join("ldc-test"), &[""; 0])?;
    }
    Ok(())
}

/// Compiles and runs a driver. The unit test runs before it.
fn drive(folder: &Path, name: &str, arguments: &[String]) -> Result<String, String> {
    let driver = support::drivers().join(format!("d/{name}.d"));
    let driver = driver.to_string_lossy();
    let program = format!("-of={name}");
    support::run(folder, "ldc2", &["-w", "-unittest", &driver, "magics.d", &program])?;
    let both = ["--DRT-testmode=run-main".to_owned()];
    let arguments: Vec<&String> = both.iter().chain(arguments).collect();
    let arguments: Vec<&str> = arguments.into_iter().map(String::as_str).collect();
    support::run(folder, folder.join(name), &arguments)
}
