//! Functions on types of the user's own: in C and C++ here, in languages that convert them alike in [`others`].

mod others;

use std::fs;
use std::path::Path;

use crate::compile::support::{self, Cell, cell};

const EMIT: &str =
    "lookup,leapers,pawns,between,aligned,distance,xray,pins,pair,attacks-of,zobrist,self-test";

const TYPES: &str =
    "#include <stdint.h>\ntypedef enum { A1, B1, H8 = 63 } Square;\ntypedef uint64_t Bitboard;\n";

const MAIN: &str = "#include <stdio.h>\n#define MAGICS_IMPLEMENTATION\n#include \"magics.h\"\nint main(void)\n{\n    \
                    Square square = B1;\n    Bitboard set;\n    magics_init();\n    \
                    set = magics_rook_attacks(square, 0) ^ magics_pair_attacks(A1, 0).rook;\n    \
                    printf(\"%llx %d\\n\", (unsigned long long)set, magics_aligned(A1, B1, H8));\n    return 0;\n}\n";

const CLASSES: &str = "#include <cstdint>\nnamespace chess {\nenum class Square : std::uint8_t { a1, b1 };\n\
                       struct Bitboard {\n  constexpr explicit Bitboard(std::uint64_t word) : bits(word) {}\n  \
                       constexpr explicit operator std::uint64_t() const { return bits; }\n  std::uint64_t bits;\n};\n}\n";

const PROGRAM: &str = "#define MAGICS_IMPLEMENTATION\n#include \"magics.hpp\"\n#include <cstdio>\nint main() {\n  \
                       using chess::Square;\n  const chess::Bitboard empty(0);\n  \
                       const auto rook = magics::typed::rook_attacks(Square::b1, empty);\n  \
                       const auto other = magics::typed::attacks_of(magics::piece_type::rook, Square::a1, empty);\n  \
                       const bool is_line = magics::typed::aligned(Square::a1, Square::b1, Square::b1);\n  \
                       std::printf(\"%llx %d\\n\", static_cast<unsigned long long>(rook.bits ^ other.bits), is_line);\n}\n";

/// All cells.
pub(crate) fn cells() -> Vec<Cell> {
    let mut cells = others::cells();
    cells.push(cell("c::own_types", &["gcc"], c));
    cells.push(cell("cpp::own_types", &["g++", "clang-format"], cpp));
    cells
}

fn write(folder: &Path, name: &str, text: &str) -> Result<(), String> {
    fs::write(folder.join(name), text).map_err(|error| error.to_string())
}

fn c(folder: &Path) -> Result<(), String> {
    for layout in ["single", "pair"] {
        for tables in ["full", "init"] {
            let inner = support::part_of(folder, &format!("{layout}_{tables}"))?;
            write(&inner, "types.h", TYPES)?;
            write(&inner, "main.c", MAIN)?;
            let layout = format!("output.c.layout={layout}");
            let types = [
                "-D",
                "output.c.square-type=Square",
                "-D",
                "output.c.bitboard-type=Bitboard",
                "-D",
                "output.c.include=types.h",
                "-D",
                "output.checks=assert",
            ];
            let flags = ["--lang", "c", "--tables", tables, "--emit", EMIT, "-o", "magics.h"];
            support::magicgen(&inner, &[&flags[..], &types, &["-D", &layout]].concat())?;
            let mut files = vec!["main.c"];
            files.extend(inner.join("magics.c").is_file().then_some("magics.c"));
            let strict = ["-std=c11", "-Wall", "-Wextra", "-Wconversion", "-pedantic", "-Werror"];
            support::run(&inner, "gcc", &[&strict[..], &["-o", "main"], &files].concat())?;
            let printed = support::run::<&str>(&inner, inner.join("main"), &[])?;
            support::compare_with(&printed, "303030303030303 0")?;
        }
    }
    Ok(())
}

fn cpp(folder: &Path) -> Result<(), String> {
    for std in ["c++11", "c++14", "c++17", "c++20"] {
        let inner = support::part_of(folder, std)?;
        write(&inner, "types.hpp", CLASSES)?;
        write(&inner, "main.cpp", PROGRAM)?;
        let key = format!("output.cpp.std={std}");
        let flags = [
            "--lang",
            "cpp",
            "--emit",
            EMIT,
            "-o",
            "magics.hpp",
            "-D",
            &key,
            "-D",
            "output.cpp.square-type=chess::Square",
            "-D",
            "output.cpp.bitboard-type=chess::Bitboard",
            "-D",
            "output.cpp.include=types.hpp",
        ];
        support::magicgen(&inner, &flags)?;
        support::run(&inner, "clang-format", &["--dry-run", "-Werror", "magics.hpp"])?;
        let std = format!("-std={std}");
        let strict = ["-Wall", "-Wextra", "-Wconversion", "-pedantic", "-Werror", &std];
        support::run(&inner, "g++", &[&strict[..], &["-o", "main", "main.cpp"]].concat())?;
        let printed = support::run::<&str>(&inner, inner.join("main"), &[])?;
        support::compare_with(&printed, "303030303030303 1")?;
    }
    Ok(())
}
