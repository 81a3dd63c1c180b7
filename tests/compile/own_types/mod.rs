//! Functions on types of the user's own: in C and C++ here, in languages that convert them alike in [`others`].

mod others;

use std::fs;
use std::path::Path;

use crate::compile::support::{self, Cell, cell};

const EMIT: &str = "lookup,leapers,pawns,rays,between,line,ray-pass,half-ray,aligned,directions,distance,xray,pins,fills,\
                    pair,attacks-of,zobrist,cuckoo,self-test";

/// Arrays in the place of functions, whose entries have the user's type in C.
const ARRAYS: &str = "arrays=[\"leapers\",\"between\",\"half-ray\"]";

const ARRAYS_MAIN: &str = "#include <stdio.h>\n#define MAGICS_IMPLEMENTATION\n#include \"magics.h\"\nint main(void)\n{\n    \
                           const Square square = B1;\n    const Bitboard *row = MAGICS_BETWEEN[square];\n    \
                           printf(\"%llx %llx\\n\", (unsigned long long)(row[H8] | MAGICS_HALF_RAY[A1][square]),\n           \
                           (unsigned long long)MAGICS_KING_ATTACKS[A1]);\n    return 0;\n}\n";

const TYPES: &str = "#include <stdint.h>\ntypedef enum { A1, B1, H8 = 63 } Square;\ntypedef uint64_t Bitboard;\n\
                     enum PieceType { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING };\n";

const MAIN: &str = "#include <stdio.h>\n#define MAGICS_IMPLEMENTATION\n#include \"magics.h\"\nint main(void)\n{\n    \
                    Square square = B1;\n    Bitboard set;\n    magics_init();\n    \
                    set = magics_attacks_of(ROOK, square, 0) ^ magics_pair_attacks(A1, 0).rook;\n    \
                    set |= magics_attacks_of(PAWN, square, 0);\n    \
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

/// The names of an enumeration's members, of which the king is none.
const SHOUTY: &str =
    "companions.pieces={knight=\"KNIGHT\",bishop=\"BISHOP\",rook=\"ROOK\",queen=\"QUEEN\"}";

/// All cells.
pub(crate) fn cells() -> Vec<Cell> {
    let mut cells = others::cells();
    cells.push(cell("c::own_types", &["gcc"], c));
    cells.push(cell("cpp::own_types", &["g++", "clang-format"], cpp));
    cells.push(cell("cpp::own_types_values", &["g++", "clang-format"], cpp_values));
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
                "output.c.piece-type=enum PieceType",
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
    c_arrays(folder)
}

fn c_arrays(folder: &Path) -> Result<(), String> {
    let inner = support::part_of(folder, "arrays")?;
    write(&inner, "types.h", TYPES)?;
    write(&inner, "main.c", ARRAYS_MAIN)?;
    let arrays = format!("output.companions.{ARRAYS}");
    let emit = "leapers,between,half-ray,aligned";
    let types = [
        "-D",
        "output.c.square-type=Square",
        "-D",
        "output.c.bitboard-type=Bitboard",
        "-D",
        "output.c.include=types.h",
        "-D",
        &arrays,
    ];
    let flags = ["--lang", "c", "--emit", emit, "-o", "magics.h"];
    support::magicgen(&inner, &[&flags[..], &types].concat())?;
    let strict = ["-std=c11", "-Wall", "-Wextra", "-Wconversion", "-pedantic", "-Werror"];
    support::run(&inner, "gcc", &[&strict[..], &["-o", "main", "main.c"]].concat())?;
    let printed = support::run::<&str>(&inner, inner.join("main"), &[])?;
    support::compare_with(&printed, "fe 302")
}

fn cpp(folder: &Path) -> Result<(), String> {
    for std in ["c++11", "c++14", "c++17", "c++20"] {
        let inner = support::part_of(folder, std)?;
        write(&inner, "types.hpp", CLASSES)?;
        write(&inner, "main.cpp", PROGRAM)?;
        compile_cpp(&inner, std, &[])?;
    }
    Ok(())
}

/// The same of types without conversions.
fn cpp_values(folder: &Path) -> Result<(), String> {
    let files = support::drivers().join("own_types/cpp");
    for (types, values) in [
        ("methods.hpp", &["cpp.square-value=Index()", "cpp.bitboard-value=Bits()"][..]),
        ("fields.hpp", &["cpp.square-value=index", "cpp.bitboard-value=bits", SHOUTY]),
    ] {
        for std in ["c++11", "c++17"] {
            let inner = support::part_of(folder, &format!("{types}_{std}"))?;
            for (from, to) in [(types, "types.hpp"), ("main.cpp", "main.cpp")] {
                let copied = fs::copy(files.join(from), inner.join(to));
                copied.map_err(|error| format!("{from}: {error}"))?;
            }
            let keys = [values, &["cpp.piece-type=chess::PieceType"]].concat();
            compile_cpp(&inner, std, &keys)?;
        }
    }
    Ok(())
}

/// Compiles `main.cpp` with types of its own, and compares what it prints.
fn compile_cpp(folder: &Path, std: &str, further: &[&str]) -> Result<(), String> {
    let standard = format!("cpp.std={std}");
    let usual = [
        &standard,
        "cpp.square-type=chess::Square",
        "cpp.bitboard-type=chess::Bitboard",
        "cpp.include=types.hpp",
    ];
    let keys = usual.iter().chain(further).map(|key| format!("output.{key}"));
    let keys: Vec<String> = keys.collect();
    let keys = keys.iter().flat_map(|key| ["-D", key]);
    let flags = ["--lang", "cpp", "--emit", EMIT, "-o", "magics.hpp"];
    support::magicgen(folder, &flags.into_iter().chain(keys).collect::<Vec<_>>())?;
    support::run(folder, "clang-format", &["--dry-run", "-Werror", "magics.hpp"])?;
    let std = format!("-std={std}");
    let strict = ["-Wall", "-Wextra", "-Wconversion", "-pedantic", "-Werror", &std];
    support::run(folder, "g++", &[&strict[..], &["-o", "main", "main.cpp"]].concat())?;
    let printed = support::run::<&str>(folder, folder.join("main"), &[])?;
    support::compare_with(&printed, "303030303030303 1")
}
