//! Rust: lookups on vectors, on each kind of registers and on words.

use std::fs;
use std::path::Path;

use crate::compile::rust::{cell, generate, words, write};
use crate::compile::rust_driver::{compile_driver, compile_file, copy_driver};
use crate::compile::support::{self, Cell};

/// A kind of registers: a cell's name, the variant, the compiler's flags, what the cell needs, instructions that the lookups have, and a
/// register that they don't name.
struct Registers {
    name: &'static str,
    variant: &'static str,
    flags: &'static [&'static str],
    needs: &'static [&'static str],
    has: &'static [&'static str],
    lacks: &'static str,
    emulator: Option<&'static str>,
}

const AVX2: Registers = Registers {
    name: "avx2",
    variant: "hyperbola-dual",
    flags: &["-C", "target-feature=+avx2"],
    needs: &["rustc", "avx2"],
    has: &["vpshufb", "%ymm", "vpsubq"],
    lacks: "bswap",
    emulator: None,
};

/// Zeros are counted in lanes.
const OBSTRUCTION: Registers = Registers {
    name: "obstruction-avx512",
    variant: "obstruction-vector",
    flags: &["-C", "target-feature=+avx512cd,+avx512vl"],
    needs: &["rustc", "avx512vl"],
    has: &["vplzcntq", "%ymm"],
    ..AVX2
};

const NEON: Registers = Registers {
    name: "neon",
    flags: &[
        "--target=aarch64-unknown-linux-gnu",
        "-C",
        "linker=aarch64-linux-gnu-gcc",
        "-C",
        "target-feature=+crt-static",
    ],
    needs: &["rustc", "rust-aarch64", "aarch64-linux-gnu-gcc", "qemu-aarch64"],
    has: &["rev64", "sub\tv"],
    emulator: Some("qemu-aarch64"),
    ..AVX2
};

const ALL: [Registers; 7] = [
    AVX2,
    OBSTRUCTION,
    Registers {
        name: "obstruction-avx2",
        variant: OBSTRUCTION.variant,
        has: &["vpsrlvq", "%ymm"],
        ..AVX2
    },
    Registers {
        name: "ssse3",
        flags: &["-C", "target-feature=+ssse3"],
        needs: &["rustc", "ssse3"],
        has: &["pshufb", "psubq"],
        lacks: "%ymm",
        ..AVX2
    },
    Registers { name: "obstruction-neon", variant: OBSTRUCTION.variant, has: &["ushl\tv"], ..NEON },
    NEON,
    Registers {
        name: "words",
        flags: &["-C", "target-feature=-ssse3"],
        needs: &["rustc", "bmi2"],
        has: &["bswap"],
        lacks: "pshufb",
        ..AVX2
    },
];

/// The cells of this file.
pub(crate) fn cells() -> Vec<Cell> {
    let of = |registers: Registers| {
        let needs = registers.needs;
        cell(&format!("vectors::{}", registers.name), needs, move |folder| registers.run(folder))
    };
    let mut cells: Vec<Cell> = ALL.into_iter().map(of).collect();
    cells.push(cell("vectors::none", &["rustc"], safe));
    cells
}

/// Compares lookups with those on words, of which some are computed by the compiler.
const MAIN: &str = "\
mod magics;

const ROOK: u64 = magics::rook_attacks_on_words(0, 0);
const QUEEN: u64 = magics::queen_attacks_on_words(63, 1);

fn main() {
    assert_eq!((magics::rook_attacks(0, 0), magics::queen_attacks(63, 1)), (ROOK, QUEEN));
    let mut state = 1_u64;
    for step in 0..10_000 {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        let (square, occupied) = (step % 64, state ^ state >> 29);
        let rook = magics::rook_attacks_on_words(square, occupied);
        let bishop = magics::bishop_attacks_on_words(square, occupied);
        assert_eq!(magics::rook_attacks(square, occupied), rook);
        assert_eq!(magics::bishop_attacks(square, occupied), bishop);
        assert_eq!(magics::queen_attacks(square, occupied), rook | bishop);
        assert_eq!(magics::queen_attacks_on_words(square, occupied), rook | bishop);
        assert_eq!(magics::pair_attacks(square, occupied), (rook, bishop));
    }
    println!(\"same\");
}
";

impl Registers {
    fn run(&self, folder: &Path) -> Result<(), String> {
        let keys = ["", " -D output.rust.unchecked=true", " -D output.rust.edition=2015"];
        for (keys, edition) in keys.iter().zip(["2024", "2024", "2015"]) {
            let arguments = format!("--variant {} -D output.rust.vectors=true", self.variant);
            let emit = "--emit squares,lookup,pair,self-test";
            // Tables that are filled and unchecked ones have no constant lookups.
            let is_const = keys.is_empty();
            let tables = if is_const { "" } else { " --tables init" };
            generate(folder, "magics.rs", &words(&format!("{arguments} {emit}{tables}{keys}")))?;
            copy_driver(folder, &["driver.rs", "pieces.rs"])?;
            compile_driver(folder, edition, self.flags)?;
            let board = support::board_arguments("a1lsb");
            support::compare(&self.output(folder, "driver", &board)?)?;
            if is_const {
                write(folder, "main.rs", MAIN)?;
                compile_file(folder, edition, "main.rs", &[self.flags, ALLOW].concat())?;
                support::compare_with(&self.output(folder, "main", &[])?, "same")?;
                self.look(folder)?;
            }
        }
        Ok(())
    }

    /// What a program prints, on this processor or on one that is emulated.
    fn output(&self, folder: &Path, program: &str, arguments: &[String]) -> Result<String, String> {
        let program = folder.join(program).display().to_string();
        let mut command = vec![program];
        command.extend_from_slice(arguments);
        let Some(emulator) = self.emulator else {
            return support::run(folder, &command[0], &command[1..]);
        };
        support::run(folder, emulator, &command)
    }

    /// Looks for instructions in what the compiler makes of the queen's lookup.
    fn look(&self, folder: &Path) -> Result<(), String> {
        let text = "mod magics;\n\n#[unsafe(no_mangle)]\npub fn looked_up(square: usize, occupied: u64) -> u64 {\n    \
                    magics::queen_attacks(square, occupied)\n}\n";
        write(folder, "asm.rs", text)?;
        let flags = ["--crate-type", "lib", "--emit", "asm"];
        compile_file(folder, "2024", "asm.rs", &[self.flags, &flags, ALLOW].concat())?;
        let text = fs::read_to_string(folder.join("asm.s")).map_err(|error| error.to_string())?;
        support::has_all(&text, self.has)?;
        if text.contains(self.lacks) {
            return Err(format!("{} is in\n{text}", self.lacks));
        }
        Ok(())
    }
}

const ALLOW: &[&str] = &["-A", "dead_code"];

/// Without the option, there is nothing in the file that a crate without unsafe code would refuse, and lookups are constant.
fn safe(folder: &Path) -> Result<(), String> {
    generate(folder, "magics.rs", &words("--variant hyperbola-dual --emit lookup,pair"))?;
    let main = "mod magics;\nconst QUEEN: u64 = magics::queen_attacks(0, 0);\n\
                fn main() { println!(\"{QUEEN:x}\"); }\n";
    write(folder, "main.rs", main)?;
    compile_file(folder, "2024", "main.rs", &[&["-F", "unsafe_code"], ALLOW].concat())?;
    let output = support::run::<&str>(folder, folder.join("main"), &[])?;
    support::compare_with(&output, "81412111090503fe")
}
