//! Ada: GNAT, with every warning and GNAT's own style as errors.

use std::fs;
use std::path::Path;

use crate::compile::kit::{self, Kit, Named};
use crate::compile::support::{self, Cell};

const KIT: Kit = Kit {
    lang: "ada",
    file: "magics.ads",
    needs: &["gnatmake"],
    compile,
    self_test,
    drive,
    is_tested_by_driver: false,
    literal: "16#",
    options: &[(&["output.ada.parent=Chess"], "chess-magics.ads")],
};

const NAMES: &[Named] = &[
    Named {
        config: "pieces = [\"class\", \"begin\", \"body\"]\n",
        file: "magics.ads",
        refused: None,
    },
    Named {
        config: "name = \"magics2\"\npieces = [\"rook2\"]\n",
        file: "magics2.ads",
        refused: None,
    },
    Named {
        config: "pieces = [\"piece-with-a-rather-long-name\"]\n",
        file: "magics.ads",
        refused: None,
    },
    Named {
        config: "pieces = [\"class\"]\n[output.names]\nprefix = \"begin\"\n",
        file: "magics.ads",
        refused: None,
    },
    Named {
        config: "pieces = [\"body\"]\n[output.names]\nlookup = \"{Piece}\"\n",
        file: "magics.ads",
        refused: Some("`Body` is a keyword or reserved"),
    },
    Named {
        config: "pieces = [\"rook\"]\n[output.names]\nlookup = \"Of{piece}\"\nmasks = \"OF{Piece}\"\n",
        file: "magics.ads",
        refused: Some("have the same name, `OFRook`"),
    },
    Named {
        config: "pieces = [\"rook\"]\n[output.names]\nlookup = \"Of__{piece}\"\n",
        file: "magics.ads",
        refused: Some("`Of__rook` isn't an identifier"),
    },
    Named {
        config: "pieces = [\"rook\"]\n[output.names]\nlookup = \"Bitboard\"\n",
        file: "magics.ads",
        refused: Some("`Bitboard` is a keyword or reserved"),
    },
    Named {
        config: "[output.names]\ntype = \"Boards\"\n",
        file: "magics.ads",
        refused: Some("the package `Boards` must be in a file called `boards.ads`"),
    },
];

const STRICT: &[&str] = &["-gnat2012", "-gnatwae", "-gnatyy", "-gnata", "-gnatVa", "-O1"];

/// All cells of this language.
pub(crate) fn cells() -> Vec<Cell> {
    let mut cells = KIT.cells(NAMES);
    cells.push(support::cell("ada::passed", KIT.needs, passed));
    cells
}

/// Checks that users can pass public arrays to subprograms of their own.
fn passed(folder: &Path) -> Result<(), String> {
    let user = "with Interfaces; use Interfaces;\nwith Magics; use Magics;\nprocedure User is\n\n   function Sum\n     \
                (Masks : Bitboard_By_Square; Table : Bitboard_Table) return Bitboard;\n\n   function Sum\n     \
                (Masks : Bitboard_By_Square; Table : Bitboard_Table) return Bitboard\n   is\n   begin\n      \
                return Masks (0) + Table (Table'Last);\n   end Sum;\n\nbegin\n   if Sum (Rook_Masks, Attack_Table) = 0 \
                then\n      raise Program_Error;\n   end if;\nend User;\n";
    for tables in ["full", "init"] {
        let emit = "masks,attacks,lookup";
        let flags = ["--lang", "ada", "--emit", emit, "--tables", tables, "-o", "magics.ads"];
        support::magicgen(folder, &flags)?;
        fs::write(folder.join("user.adb"), user).map_err(|error| error.to_string())?;
        support::run(folder, "gnatmake", &[&["-q", "-f"], STRICT, &["user.adb"]].concat())?;
        support::run(folder, folder.join("user"), &[""; 0])?;
    }
    Ok(())
}

/// Compiles the body, or the specification if there is no body.
fn compile(folder: &Path) -> Result<(), String> {
    let bodies = kit::files(folder, "magics.adb")?;
    let specs = kit::files(folder, "magics.ads")?;
    let sources = if bodies.is_empty() { specs } else { bodies };
    for source in sources {
        support::run(folder, "gcc", &[STRICT, &["-c", &source]].concat())?;
    }
    Ok(())
}

fn self_test(folder: &Path) -> Result<(), String> {
    // An option makes the file a child of this package.
    fs::write(folder.join("chess.ads"), "package Chess is\n   pragma Pure;\nend Chess;\n")
        .map_err(|error| error.to_string())?;
    for file in kit::files(folder, "_test.adb")? {
        support::run(folder, "gnatmake", &[&["-q", "-f"], STRICT, &[&file]].concat())?;
        support::run(folder, folder.join(file.trim_end_matches(".adb")), &[""; 0])?;
    }
    Ok(())
}

fn drive(folder: &Path, name: &str, arguments: &[String]) -> Result<String, String> {
    let driver = support::drivers().join(format!("ada/{name}.adb"));
    let driver = driver.to_string_lossy();
    support::run(folder, "gnatmake", &["-q", "-gnat2012", "-gnatwae", "-O2", "-I.", &driver])?;
    support::run(folder, folder.join(name), arguments)
}
