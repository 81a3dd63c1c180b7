//! Names that are words of C or C++, have digits, or are long: compiled, or refused with the reason.

use std::fmt::Write as _;
use std::path::Path;

use super::{WARNINGS, cell, write};
use crate::compile::support::{Cell, magicgen, run};

/// A config with a small board and these pieces, which are rooks of different ranges.
fn config(names: &str, pieces: &[&str], std: &str, rest: &str) -> String {
    let mut text = String::from("version = 1\n\n[board]\nwidth = 4\nheight = 3\n");
    for (at, piece) in pieces.iter().enumerate() {
        let rays = [[1, 0], [0, 1], [-1, 0], [0, -1]];
        let _ =
            write!(text, "\n[[piece]]\nname = \"{piece}\"\nrays = {rays:?}\nrange = {}\n", at + 2);
    }
    let _ = write!(
        text,
        "\n[[output]]\nid = \"c\"\nlang = \"c\"\npath = \"magics.h\"\npieces = {pieces:?}\n\
         emit = [\"squares\", \"masks\", \"factors\", \"attacks\", \"self-test\"]\n{rest}\n\
         [output.names]\n{names}\n\n[output.c]\nstd = \"{std}\"\n"
    );
    text
}

/// Names that compile: the prefix, the pieces, and keys of `[output.names]`.
const NAMED: [(&str, &[&str], &str); 5] = [
    ("magics", &["class", "int", "template"], ""),
    ("while", &["rook-2", "new"], "prefix = \"while\""),
    ("this", &["this", "static"], "prefix = \"this\""),
    ("magics2", &["rook2", "bishop3x"], "prefix = \"magics2\""),
    // These names differ only after 29 characters.
    ("magics", &["lance-that-goes-forth"], ""),
];

/// Compiles each as C and as C++, included twice in one file to test the include guard, and runs the self-test.
pub(super) fn compiled() -> Cell {
    cell("c::names".to_owned(), &["gcc", "g++"], |folder| {
        for std in ["c11", "c89"] {
            for (at, (prefix, pieces, names)) in NAMED.into_iter().enumerate() {
                let tables = ["full", "init"][at % 2];
                let styles = ["arrays", "records", "pointers", "square-records", "square-pointers"];
                let fields = styles[at % styles.len()];
                let rest =
                    format!("tables = \"{tables}\"\n\n[output.style]\nfields = \"{fields}\"\n");
                write(folder, "magicgen.toml", &config(names, pieces, std, &rest))?;
                magicgen(folder, &["--config", "magicgen.toml"])?;
                both(folder, prefix, std)
                    .map_err(|error| format!("{std} {pieces:?} {names}: {error}"))?;
            }
        }
        Ok(())
    })
}

fn both(folder: &Path, prefix: &str, std: &str) -> Result<(), String> {
    let word = if std == "c89" { format!("{prefix}_u64") } else { "uint64_t".to_owned() };
    let user = format!(
        "#define {}_IMPLEMENTATION\n#include \"magics.h\"\n#include \"magics.h\"\n\
         int main(void)\n{{\n    unsigned square;\n    {word} occupied;\n    \
         return {prefix}_self_test(&square, &occupied);\n}}\n",
        prefix.to_uppercase()
    );
    for (compiler, file, flag) in
        [("gcc", "user.c", format!("-std={std}")), ("g++", "user.cpp", "-std=c++11".to_owned())]
    {
        write(folder, file, &user)?;
        // This warning exists only for C.
        let warnings = WARNINGS
            .iter()
            .filter(|warning| compiler == "gcc" || **warning != "-Wmissing-prototypes");
        let mut flags: Vec<&str> = warnings.copied().collect();
        flags.extend([flag.as_str(), file, "-o", "user"]);
        run(folder, compiler, &flags)?;
        run::<&str>(folder, folder.join("user"), &[])?;
    }
    Ok(())
}

/// Names that are refused: keys of `[output.names]`, pieces, the standard, and a part of the message.
const REFUSED: [(&str, &[&str], &str, &str); 5] = [
    ("lookup = \"{piece}\"", &["int"], "c11", "`int` is a keyword or reserved"),
    ("lookup = \"{piece}\"", &["class"], "c11", "`class` is a keyword or reserved"),
    ("prefix = \"2nd\"", &["rook-2"], "c11", "`2nd` isn't an identifier"),
    ("", &["rook-x", "rook--x"], "c11", "have the same name"),
    ("", &["lance-that-goes-forward-and-on"], "c89", "have the same first 31 characters"),
];

pub(super) fn refused() -> Cell {
    cell("c::names-refused".to_owned(), &[], |folder| {
        for (names, pieces, std, message) in REFUSED {
            write(folder, "magicgen.toml", &config(names, pieces, std, ""))?;
            match magicgen(folder, &["--config", "magicgen.toml"]) {
                Err(error) if error.contains(message) => {}
                other => return Err(format!("{pieces:?} {names}: {other:?}, not `{message}`")),
            }
        }
        // Names may have any length in a standard in which all characters count.
        let long = config("", &["lance-that-goes-forward-and-on"], "c99", "");
        write(folder, "magicgen.toml", &long)?;
        magicgen(folder, &["--config", "magicgen.toml"])
    })
}
