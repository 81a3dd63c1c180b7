//! Rust: lookups and other functions in constants, compared with what they return at run time.

use std::fs;
use std::path::Path;

use crate::compile::rust::{BMI2, RUSTC, WITH_BMI2, cell, generate, words};
use crate::compile::rust_driver::compile_file;
use crate::compile::support::{self, Cell};

pub(crate) fn cells() -> Vec<Cell> {
    let without = |folder: &Path| in_constants(folder, PEXTS, &["-C", "target-feature=-bmi2"]);
    vec![
        cell("constant", RUSTC, constant),
        cell("constant_pext", BMI2, |folder| in_constants(folder, PEXTS, WITH_BMI2)),
        cell("constant_loop", RUSTC, without),
        cell("constant_unchecked", RUSTC, |folder| in_constants(folder, UNCHECKED, &[])),
    ]
}

/// Beside lookups of tables that are filled, or by instructions, functions that need none of these run when a program
/// is compiled.
fn constant(folder: &Path) -> Result<(), String> {
    for keys in ["--tables init", "-D output.rust.unchecked=true", "--variant pext"] {
        generate(
            folder,
            "magics.rs",
            &words(&format!("{keys} --emit lookup,leapers,between,distance")),
        )?;
        let main = "#[path = \"magics.rs\"]\nmod magics;\nconst KING: u64 = magics::king_attacks(0);\n\
                    const BETWEEN: u64 = magics::between(0, 3);\nconst FAR: usize = magics::distance(0, 63);\n\
                    fn main() { println!(\"{KING:x} {BETWEEN:x} {FAR}\"); }\n";
        fs::write(folder.join("main.rs"), main).map_err(|error| error.to_string())?;
        compile_file(folder, "2024", "main.rs", &["-A", "dead_code"])?;
        let printed = support::run::<&str>(folder, folder.join("main"), &[])?;
        support::compare_with(&printed, "302 6 7")?;
    }
    Ok(())
}

/// Lookups by BMI2's instructions, whose functions for constants are called `rook_attacks_const` and so on.
const PEXTS: &[(&str, &str)] = &[
    ("_const", "--variant pext"),
    ("_const", "--variant pext16 -D output.rust.unchecked=true"),
    ("_const", "--variant pext-lines -D output.rust.bmi2=require"),
];

/// Lookups without bounds checks, which are `const` themselves.
const UNCHECKED: &[(&str, &str)] = &[
    ("", "-D output.rust.unchecked=true"),
    ("", "-D output.rust.unchecked=true -D output.style.fields=arrays --variant black"),
    ("", "-D output.rust.unchecked=true --variant bytes"),
    ("", "-D output.rust.unchecked=true --variant direction"),
];

/// The attack sets of random boards that the compiler computes are those that the program computes.
fn in_constants(folder: &Path, files: &[(&str, &str)], flags: &[&str]) -> Result<(), String> {
    for (suffix, arguments) in files {
        if arguments.contains("require") && flags.iter().any(|flag| flag.contains("-bmi2")) {
            continue;
        }
        generate(folder, "magics.rs", &words(&format!("{arguments} --emit lookup")))?;
        let main = IN_CONSTANTS.replace("$suffix", suffix);
        fs::write(folder.join("main.rs"), main).map_err(|error| error.to_string())?;
        compile_file(
            folder,
            "2024",
            "main.rs",
            &[flags, &["-A", "long_running_const_eval"]].concat(),
        )?;
        let printed = support::run::<&str>(folder, folder.join("main"), &[])?;
        support::compare_with(&printed, "20480 boards")
            .map_err(|error| format!("{arguments}: {error}"))?;
    }
    Ok(())
}

const IN_CONSTANTS: &str = "\
mod magics;

const BOARDS: usize = 20_480;

/// xorshift64*
const fn next(seed: u64) -> u64 {
    let seed = seed ^ (seed >> 12);
    let seed = seed ^ (seed << 25);
    seed ^ (seed >> 27)
}

static SETS: [[u64; 3]; BOARDS] = {
    let (mut sets, mut seed, mut at) = ([[0; 3]; BOARDS], 1, 0);
    while at < BOARDS {
        seed = next(seed);
        let (square, occupied) = (at % 64, seed & next(seed ^ 77));
        sets[at] = [
            magics::rook_attacks$suffix(square, occupied),
            magics::bishop_attacks$suffix(square, occupied),
            magics::queen_attacks$suffix(square, occupied),
        ];
        at += 1;
    }
    sets
};

fn main() {
    let mut seed = 1;
    for (at, set) in SETS.iter().enumerate() {
        seed = next(seed);
        let (square, occupied) = (std::hint::black_box(at % 64), seed & next(seed ^ 77));
        assert_eq!(set[0], magics::rook_attacks(square, occupied));
        assert_eq!(set[1], magics::bishop_attacks(square, occupied));
        assert_eq!(set[2], magics::queen_attacks(square, occupied));
    }
    println!(\"{} boards\", SETS.len());
}
";
