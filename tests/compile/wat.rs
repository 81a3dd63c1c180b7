//! WebAssembly text: assembled and validated by wabt, run by node.

use std::path::Path;

use crate::compile::kit::{Kit, Named};
use crate::compile::support::{self, Cell};

const KIT: Kit = Kit {
    lang: "wat",
    file: "magics.wat",
    needs: &["wat2wasm", "wasm-validate", "node"],
    is_tested_by_driver: false,
    compile,
    self_test,
    drive,
    literal: "\"\\",
    options: &[],
};

/// All cells of this language.
pub(crate) fn cells() -> Vec<Cell> {
    let mut cells = KIT.cells(NAMES);
    cells.push(support::cell("wat::imported", KIT.needs, imported));
    cells
}

/// Instantiates a module on a memory of the host's, and checks that it leaves all other bytes alone.
fn imported(folder: &Path) -> Result<(), String> {
    for tables in ["full", "init"] {
        let mut flags = vec!["--lang", "wat", "--tables", tables, "-o", "magics.wat"];
        flags.extend(["--emit", "lookup,self-test", "-D", "output.wat.memory=import"]);
        flags.extend(["-D", "output.wat.import-module=chess", "-D", "output.wat.base=131080"]);
        support::magicgen(folder, &[&flags, support::SMALL].concat())?;
        compile(folder)?;
        node(folder, "imported", &["chess".to_owned(), "memory".to_owned(), "131080".to_owned()])?;
    }
    for (key, says) in [
        ("output.wat.base=5000000000", "at most 2147483648"),
        (
            "output.wat.import-name=memory",
            "`import-module` and `import-name` need an imported memory",
        ),
        ("output.wat.memory=shared", "unknown value `shared`"),
    ] {
        let flags = ["--lang", "wat", "-D", key, "-o", "magics.wat"];
        support::refused(support::magicgen(folder, &flags), &[says])?;
    }
    Ok(())
}

/// Names that are used unchanged: they stand after a dollar sign or in quotes, so that none is a keyword.
const NAMES: &[Named] = &[
    Named { config: "pieces = [\"class\"]\n", file: "magics.wat", refused: None },
    Named { config: "name = \"func\"\npieces = [\"rook2\"]\n", file: "func2.wat", refused: None },
    Named {
        config: "pieces = [\"piece-with-a-rather-long-name\"]\n",
        file: "magics.wat",
        refused: None,
    },
    Named {
        config: "pieces = [\"rook\"]\n[output.names]\nprefix = \"module\"\n",
        file: "magics.wat",
        refused: None,
    },
    Named {
        config: "pieces = [\"rook\"]\n[output.names]\nlookup = \"subset\"\n",
        file: "magics.wat",
        refused: Some("`subset` is already a variable"),
    },
    Named {
        config: "pieces = [\"Tower\", \"TOWER\"]\n",
        file: "magics.wat",
        refused: Some("the pieces `Tower` and `TOWER` have the same name in code"),
    },
];

fn compile(folder: &Path) -> Result<(), String> {
    for file in crate::compile::kit::files(folder, ".wat")? {
        support::run(folder, "wat2wasm", &[&*file, "-o", "magics.wasm"])?;
    }
    support::run(folder, "wasm-validate", &["magics.wasm"]).map(|_| ())
}

fn self_test(folder: &Path) -> Result<(), String> {
    compile(folder)?;
    node(folder, "self_test", &[]).map(|_| ())
}

fn drive(folder: &Path, driver: &str, arguments: &[String]) -> Result<String, String> {
    compile(folder)?;
    node(folder, driver, arguments)
}

fn node(folder: &Path, driver: &str, arguments: &[String]) -> Result<String, String> {
    let program = support::drivers().join(format!("wat/{driver}.mjs"));
    let program = program.to_string_lossy().into_owned();
    let fixed = [program, "magics.wasm".to_owned()];
    support::run(folder, "node", &[&fixed, arguments].concat())
}
