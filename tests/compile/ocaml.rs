//! OCaml: its native compiler with every warning as an error, and its bytecode.

use std::fs;
use std::path::Path;

use crate::compile::kit::{self, Kit, Named};
use crate::compile::support::{self, Cell};

const KIT: Kit = Kit {
    lang: "ocaml",
    file: "magics.ml",
    needs: &["ocamlopt"],
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
        file: "magics.ml",
        refused: None,
    },
    Named {
        config: "name = \"magics2\"\npieces = [\"rook2\"]\n",
        file: "magics2.ml",
        refused: None,
    },
    Named {
        config: "pieces = [\"piece-with-a-rather-long-name\"]\n",
        file: "magics.ml",
        refused: None,
    },
    Named {
        config: "pieces = [\"rook\"]\n[output.names]\nlookup = \"_{piece}'\"\n",
        file: "magics.ml",
        refused: Some("isn't an identifier"),
    },
    Named {
        config: "pieces = [\"rook\"]\n[output.names]\nlookup = \"{Piece}\"\n",
        file: "magics.ml",
        refused: Some("`Rook` is a function or a constant, which begin with a small letter"),
    },
    Named {
        config: "pieces = [\"class\"]\n[output.names]\nlookup = \"{piece}\"\n",
        file: "magics.ml",
        refused: Some("`class` is a keyword or reserved"),
    },
    Named {
        config: "[output.ocaml]\nsquare-type = \"type\"\n",
        file: "magics.ml",
        refused: Some("`type` isn't the name of a type"),
    },
    Named { config: "", file: "magics-2.ml", refused: Some("files whose names are identifiers") },
];

/// Every warning is an error, but that a program has no interface.
const STRICT: [&str; 6] = ["-w", "+A-70", "-warn-error", "+A", "-strict-sequence", "-principal"];

/// All cells of this language.
pub(crate) fn cells() -> Vec<Cell> {
    let mut cells = KIT.cells(NAMES);
    cells.push(support::cell("ocaml::types", KIT.needs, types));
    cells.push(support::cell("ocaml::bytecode", KIT.needs, bytecode));
    cells.push(support::cell("ocaml::inlined", KIT.needs, inlined));
    cells
}

fn ocamlopt(folder: &Path, arguments: &[&str]) -> Result<(), String> {
    support::run(folder, "ocamlopt", &[&STRICT[..], arguments].concat()).map(|_| ())
}

/// The names of the modules' files without their endings: those that have an interface.
fn modules(folder: &Path) -> Result<Vec<String>, String> {
    let files = kit::files(folder, ".mli")?;
    Ok(files.iter().map(|file| file.trim_end_matches(".mli").to_owned()).collect())
}

/// Compiles the modules.
pub(crate) fn compile(folder: &Path) -> Result<(), String> {
    modules(folder)?.iter().try_for_each(|module| {
        ocamlopt(folder, &["-c", &format!("{module}.mli"), &format!("{module}.ml")])
    })
}

fn self_test(folder: &Path) -> Result<(), String> {
    for module in modules(folder)? {
        let [interface, file, test] =
            [".mli", ".ml", "_test.ml"].map(|ending| format!("{module}{ending}"));
        if folder.join(&test).is_file() {
            ocamlopt(folder, &[&interface, &file, &test, "-o", "self_test"])?;
            support::run(folder, folder.join("self_test"), &[""; 0])?;
        }
    }
    Ok(())
}

/// Compiles and runs a driver.
fn drive(folder: &Path, name: &str, arguments: &[String]) -> Result<String, String> {
    let driver = support::drivers().join(format!("ocaml/{name}.ml"));
    // Beside its source the compiler would write objects.
    fs::copy(driver, folder.join("driver.ml")).map_err(|error| error.to_string())?;
    ocamlopt(folder, &["magics.mli", "magics.ml", "driver.ml", "-o", "driver"])?;
    support::run(folder, folder.join("driver"), arguments)
}

/// Checks an interface with the user's names of types.
fn types(folder: &Path) -> Result<(), String> {
    let main = "let square : Board.square = 9\nlet occupied : Bitboard.t = 0L\n\
                let () =\n  let rook, bishop = Magics.pair_attacks square occupied in\n  \
                assert (Bitboard.equal rook (Magics.rook_attacks square occupied));\n  \
                assert (Bitboard.equal bishop (Magics.bishop_attacks square occupied));\n  \
                assert (Magics.attacks_of Magics.Rook square occupied = rook);\n  \
                assert (Magics.between 0 2 = 2L)\n";
    for (name, text) in [
        ("board.ml", "type square = int\n"),
        ("bitboard.ml", "type t = int64\nlet equal = Int64.equal\n"),
        ("main.ml", main),
    ] {
        fs::write(folder.join(name), text).map_err(|error| error.to_string())?;
    }
    let keys = ["output.ocaml.square-type=Board.square", "output.ocaml.bitboard-type=Bitboard.t"];
    let emit = ["--lang", "ocaml", "-o", "magics.ml", "--emit", "lookup,pair,between,attacks-of"];
    let keys = keys.iter().flat_map(|key| ["-D", key]);
    support::magicgen(folder, &emit.into_iter().chain(keys).collect::<Vec<_>>())?;
    let interface = fs::read_to_string(folder.join("magics.mli")).map_err(|e| e.to_string())?;
    if !interface.contains("val rook_attacks : Board.square -> Bitboard.t -> Bitboard.t\n") {
        return Err(interface);
    }
    let files = ["board.ml", "bitboard.ml", "magics.mli", "magics.ml", "main.ml", "-o", "main"];
    ocamlopt(folder, &files)?;
    support::run(folder, folder.join("main"), &[""; 0]).map(|_| ())
}

/// Runs the self-test as bytecode, where words are always on the heap.
fn bytecode(folder: &Path) -> Result<(), String> {
    let emit = ["--emit", "lookup,self-test", "--tables", "init"];
    support::magicgen(folder, &[&["--lang", "ocaml", "-o", "magics.ml"][..], &emit].concat())?;
    let files = ["magics.mli", "magics.ml", "magics_test.ml", "-o", "self_test"];
    support::run(folder, "ocamlc", &[&STRICT[..], &files].concat())?;
    support::run(folder, "ocamlrun", &["self_test"]).map(|_| ())
}

/// Checks that the calls of another module are inlined, and allocate nothing.
fn inlined(folder: &Path) -> Result<(), String> {
    let main = "let () =\n  let sum = ref 0 in\n  let before = Gc.minor_words () in\n  \
                for square = 0 to 63 do\n    \
                let set = Magics.queen_attacks square 5L in\n    \
                let set = Int64.logxor set (Magics.between square 8) in\n    \
                sum := !sum + Int64.to_int set\n  done;\n  \
                let allocated = Gc.minor_words () -. before in\n  \
                if allocated > 16. || !sum = 0 then exit 1\n";
    for tables in ["full", "init"] {
        let emit = ["--emit", "lookup,between", "--tables", tables];
        support::magicgen(folder, &[&["--lang", "ocaml", "-o", "magics.ml"][..], &emit].concat())?;
        fs::write(folder.join("main.ml"), main).map_err(|error| error.to_string())?;
        ocamlopt(folder, &["magics.mli", "magics.ml", "main.ml", "-o", "main"])?;
        support::run(folder, folder.join("main"), &[""; 0])?;
    }
    Ok(())
}
