//! Modules of C++20: their interfaces compile with warnings as errors, and a program that imports one tests it.

use std::fs;
use std::path::Path;

use crate::compile::support::{self, Cell, cell};

/// Variants, forms of tables, and what a program reads of a public table. PEXT and vectors have functions that depend on
/// the compiler's flags.
const PLANS: [(&str, &str, &str); 5] = [
    ("fancy", "full", TABLE),
    ("fancy", "init", TABLE),
    ("fancy", "blob", TABLE),
    ("pext", "full", TABLE),
    ("hyperbola-dual", "full", "1"),
];

const TABLE: &str = "magics::attack_table[0]";

const EMIT: &str = "squares,lookup,leapers,between,pair,attacks-of,batch,bitscan,self-test";

const PROGRAM: &str = "#include <array>\n#include <cstdio>\n#include <optional>\nimport chess.magics;\nint main() {\n  magics::init();\n  \
                       const unsigned long long set = magics::rook_attacks(magics::b1, 0) ^ \
                       magics::attacks_of(magics::piece_type::rook, magics::a1, 0);\n  std::printf(\"%llx\\n\", set);\n  \
                       return READ == 0 || magics::self_test().has_value();\n}\n";

const STRICT: [&str; 6] = ["-std=c++20", "-Wall", "-Wextra", "-Wconversion", "-Werror", "-O1"];

/// The cell.
pub(super) fn cells() -> Vec<Cell> {
    vec![cell("cpp::module", &["g++", "clang++"], module)]
}

fn module(folder: &Path) -> Result<(), String> {
    for (variant, tables, read) in PLANS {
        let inner = support::part_of(folder, &format!("{variant}_{tables}"))?;
        let program = PROGRAM.replace("READ", read);
        fs::write(inner.join("main.cpp"), program).map_err(|error| error.to_string())?;
        let keys = ["-D", "output.cpp.std=c++20", "-D", "output.cpp.module=chess.magics"];
        let flags = ["--lang", "cpp", "--variant", variant, "--tables", tables, "--emit", EMIT];
        let public = if read == TABLE { &["--emit", "attacks"][..] } else { &[] };
        let path = ["-o", "magics.cppm"];
        support::magicgen(&inner, &[&flags[..], public, &keys, &path].concat())?;
        let gcc = ["-fmodules-ts", "-o", "by_gcc", "-x", "c++", "magics.cppm", "main.cpp"];
        let clang = |rest: &[&str]| {
            support::run(&inner, "clang++", &[&STRICT[..], rest].concat()).map(|_| ())
        };
        support::run(&inner, "g++", &[&STRICT[..], &gcc].concat())?;
        clang(&["--precompile", "-o", "chess.magics.pcm", "magics.cppm"])?;
        clang(&["-c", "-o", "magics.o", "chess.magics.pcm"])?;
        clang(&["-fprebuilt-module-path=.", "-o", "by_clang", "main.cpp", "magics.o"])?;
        for program in ["by_gcc", "by_clang"] {
            let printed = support::run(&inner, inner.join(program), &[""; 0])?;
            support::compare_with(&printed, "303030303030303")?;
        }
    }
    Ok(())
}
