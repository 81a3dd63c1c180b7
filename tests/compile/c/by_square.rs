//! One record for each square, with the fields of all pieces: its lookups, and its place in memory.

use std::path::Path;

use super::{CLANG, GCC, GCC_32, Program, TCC, WARNINGS, cell, program_cell, write};
use crate::compile::support::{Cell, magicgen, run};

const RECORDS: &[&str] = &["output.style.fields=square-records"];
const POINTERS: &[&str] = &["output.style.fields=square-pointers"];

/// Variants, with the bytes of a record with offsets and of one with pointers, padding included.
const SIZES: &[(&str, usize, usize)] =
    &[("pext", 32, 32), ("pext16", 64, 64), ("fixed", 64, 64), ("fancy", 64, 64)];

pub(super) fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for fields in [RECORDS, POINTERS] {
        for (variant, compiler, std, is_init) in [
            ("fancy", GCC, "c11", false),
            ("fancy", CLANG, "c99", true),
            ("fancy", TCC, "c99", false),
            ("fixed", GCC_32, "c11", false),
            ("fixed", GCC, "c17", true),
            ("postmask", CLANG, "c11", false),
            ("plain", GCC, "c11", false),
            ("direction", GCC, "c11", false),
            ("hyperbola", GCC, "c11", false),
            ("fancy", GCC, "c89", false),
            ("split32", CLANG, "c89", true),
            ("pext", GCC, "c11", false),
            ("pext", CLANG, "c11", true),
            ("pext16", GCC, "c11", false),
        ] {
            let program = Program::chess(compiler, std, "h1lsb").init(is_init);
            cells.push(program_cell(program, variant, "h1lsb", fields));
        }
        let pair = Program::chess(GCC, "c11", "a1lsb").pair();
        cells.push(program_cell(pair, "fancy", "a1lsb", fields));
    }
    cells.push(cell("c::by-square::places".to_owned(), &["gcc", "g++", "clang"], places));
    cells
}

/// Checks where records lie: one never straddles a cache line of 64 bytes.
fn places(folder: &Path) -> Result<(), String> {
    for &(variant, records, pointers) in SIZES {
        for (fields, bytes) in [(RECORDS, records), (POINTERS, pointers)] {
            let flags = ["--lang", "c", "--variant", variant, "-D", fields[0], "-o", "magics.h"];
            magicgen(folder, &flags)?;
            let program = format!(
                "#define MAGICS_IMPLEMENTATION\n#include \"magics.h\"\nint main(void) {{\n\
                 return sizeof MAGICS_ALL == 64 * {bytes} && sizeof MAGICS_ALL[0] == {bytes} &&\n\
                 (size_t)&MAGICS_ALL[0] % {bytes} == 0 ? 0 : 1;\n}}\n"
            );
            let program = format!("#include <stddef.h>\n{program}");
            write(folder, "places.c", &program)?;
            write(folder, "places.cpp", &program)?;
            for (compiler, std, file) in [
                ("gcc", "-std=c99", "places.c"),
                ("gcc", "-std=c11", "places.c"),
                ("clang", "-std=c17", "places.c"),
                ("g++", "-std=c++11", "places.cpp"),
            ] {
                let in_both = |flag: &&&str| **flag != "-Wmissing-prototypes";
                let warnings = WARNINGS.iter().filter(in_both).copied();
                let flags: Vec<&str> =
                    [std, "-o", "places", file].into_iter().chain(warnings).collect();
                let said = |error| format!("{variant} {fields:?} {std}: {error}");
                run(folder, compiler, &flags).map_err(said)?;
                run::<&str>(folder, folder.join("places"), &[]).map_err(said)?;
            }
        }
    }
    Ok(())
}
