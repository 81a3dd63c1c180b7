//! Batches on vectors of C, C++ and Rust: compared with lookups, in each kind of registers and in a loop.

use std::fs;
use std::path::Path;

use crate::compile::support::{self, Cell, cell, run};

/// A way of compiling batches.
#[derive(Clone, Copy)]
struct Batches {
    /// The language with its keys.
    lang: &'static str,
    keys: &'static str,
    /// The compiler with flags.
    compiler: &'static [&'static str],
    needs: &'static [&'static str],
    /// Instructions and registers that a batch has to have.
    instructions: &'static [&'static str],
    /// Text of the file to replace: what it asks the processor, by an answer.
    answer: Option<[&'static str; 2]>,
}

const GCC: Batches = Batches {
    lang: "c",
    keys: "",
    compiler: &["gcc", "-std=c11", "-mavx512bw", "-mavx512cd", "-mavx512vl"],
    needs: &["gcc", "avx512vl"],
    instructions: &["vplzcntq", "vpgatherqq", "%zmm"],
    answer: None,
};

const CPP: Batches = Batches { lang: "cpp", keys: "[output.cpp]\nstd = \"c++20\"", ..GCC };

const RUST: Batches = Batches {
    lang: "rust",
    keys: "[output.rust]\nvectors = true",
    needs: &["rustc", "avx512vl"],
    ..GCC
};

/// Batches that ask the processor, compiled for every x86-64.
const CHOSEN: Batches = Batches {
    keys: "[output.c]\ndispatch-batches = true",
    compiler: &["gcc", "-std=c11"],
    needs: &["gcc", "avx2"],
    instructions: &["vplzcntq", "vcvtdq2ps", "%zmm", "%ymm", "bsr"],
    ..GCC
};

const CHOSEN_CPP: Batches = Batches {
    lang: "cpp",
    keys: "[output.cpp]\ndispatch-batches = true",
    needs: &["clang++", "avx2"],
    ..CHOSEN
};

const CHOSEN_RUST: Batches = Batches {
    keys: "[output.rust]\nvectors = true\ndispatch-batches = true",
    compiler: &["rustc"],
    needs: &["rustc", "avx2"],
    instructions: CHOSEN.instructions,
    ..RUST
};

/// The same on a processor without AVX-512, and without AVX2.
const NO_AVX512: Option<[&str; 2]> = Some(["__builtin_cpu_supports(\"avx512cd\")", "0"]);
const NO_VECTORS: Option<[&str; 2]> = Some(["__builtin_cpu_supports(", "!sizeof("]);
const NO_RUST_AVX512: Option<[&str; 2]> =
    Some(["std::arch::is_x86_feature_detected!(\"avx512cd\")", "false"]);

const AVX2: &[&str] = &["vcvtdq2ps", "vpgatherqq", "%ymm"];

/// Each kind of registers, and the loop, in each language.
const ALL: [Batches; 22] = [
    GCC,
    Batches {
        compiler: &["clang", "-std=c99", "-mavx512bw", "-mavx512cd", "-mavx512vl"],
        needs: &["clang", "avx512vl"],
        ..GCC
    },
    // Without instructions on bytes, batches that reverse bits are on vectors of AVX2.
    Batches { compiler: &["gcc", "-std=c17", "-mavx512cd", "-mavx512vl"], ..GCC },
    Batches {
        compiler: &["gcc", "-std=c99", "-mavx2"],
        needs: &["gcc", "avx2"],
        instructions: AVX2,
        ..GCC
    },
    Batches {
        compiler: &["clang", "-std=c11", "-mavx2"],
        needs: &["clang", "avx2"],
        instructions: AVX2,
        ..GCC
    },
    Batches {
        compiler: &["gcc", "-std=c11", "-mno-avx"],
        needs: &["gcc", "avx2"],
        instructions: &["bsr"],
        ..GCC
    },
    Batches {
        compiler: &["g++", "-std=c++20", "-mavx512bw", "-mavx512cd", "-mavx512vl"],
        needs: &["g++", "avx512vl"],
        ..CPP
    },
    Batches {
        keys: "[output.cpp]\nstd = \"c++17\"\ncase = \"camel\"",
        compiler: &["clang++", "-std=c++17", "-mavx2"],
        needs: &["clang++", "avx2"],
        instructions: AVX2,
        ..CPP
    },
    Batches {
        keys: "[output.cpp]\nstd = \"c++11\"",
        compiler: &["g++", "-std=c++11", "-mavx512bw", "-mavx512cd", "-mavx512vl"],
        needs: &["g++", "avx512vl"],
        ..CPP
    },
    Batches {
        compiler: &["clang++", "-std=c++20", "-mno-avx"],
        needs: &["clang++", "avx2"],
        instructions: &["bsr"],
        ..CPP
    },
    Batches { compiler: &["rustc", "-Ctarget-feature=+avx512bw,+avx512cd,+avx512vl"], ..RUST },
    Batches {
        compiler: &["rustc", "-Ctarget-feature=+avx2"],
        needs: &["rustc", "avx2"],
        instructions: AVX2,
        ..RUST
    },
    Batches {
        compiler: &["rustc", "-Ctarget-feature=-avx"],
        needs: &["rustc", "avx2"],
        instructions: &["bsr"],
        ..RUST
    },
    CHOSEN,
    Batches {
        compiler: &["gcc", "-std=c99", "-Os"],
        instructions: AVX2,
        answer: NO_AVX512,
        ..CHOSEN
    },
    Batches {
        compiler: &["gcc", "-std=c17", "-mno-avx"],
        instructions: &["bsr"],
        answer: NO_VECTORS,
        ..CHOSEN
    },
    Batches { compiler: &["clang", "-std=c17"], needs: &["clang", "avx2"], ..CHOSEN },
    Batches {
        keys: "[output.cpp]\nstd = \"c++20\"\ndispatch-batches = true",
        compiler: &["g++", "-std=c++20"],
        needs: &["g++", "avx2"],
        ..CHOSEN_CPP
    },
    Batches {
        compiler: &["clang++", "-std=c++17"],
        instructions: AVX2,
        answer: NO_AVX512,
        ..CHOSEN_CPP
    },
    Batches {
        keys: "[output.cpp]\nstd = \"c++11\"\ncase = \"camel\"\ndispatch-batches = true",
        compiler: &["clang++", "-std=c++11"],
        // Before C++20 a lookup counts zeros in steps.
        instructions: &["vplzcntq", "vcvtdq2ps", "%zmm", "%ymm"],
        ..CHOSEN_CPP
    },
    CHOSEN_RUST,
    Batches {
        compiler: &["rustc", "-Copt-level=1"],
        instructions: AVX2,
        answer: NO_RUST_AVX512,
        ..CHOSEN_RUST
    },
];

/// Parts of configs: the board, the pieces, the output's other keys, and the number of bit indices.
const BOARDS: [(&str, &str, &str, u8); 3] = [
    (
        "orientation = \"h8lsb-file\"",
        "\"queen\"",
        "variant = \"ray-reverse\"\nchecks = \"assert\"",
        64,
    ),
    (
        "orientation = \"h1lsb\"\n[board]\nwidth = 6\nheight = 6\nstride = 8\nholes = [\"a1\", \"f6\"]",
        "\"rook\", \"bishop\", \"queen\"",
        "variant = \"obstruction-difference\"\nchecks = \"assert\"",
        46,
    ),
    (
        "[board]\nwidth = 7\nheight = 8\n[[piece]]\nname = \"lance\"\nrays = [[0, 1], [0, -1]]",
        "\"lance\"",
        "variant = \"slide-arithmetic\"",
        56,
    ),
];

/// The variants whose batches are on vectors; `hyperbola` has one for the bishop.
const VARIANTS: [&str; 9] = [
    "obstruction-difference", "slide-arithmetic", "leorik", "sbamg", "ray-reverse",
    "hyperbola-reverse", "qbb", "qbb-shifted", "hyperbola",
];

/// The cells of this file.
pub(super) fn cells() -> Vec<Cell> {
    let of = |batches: Batches| {
        let name = format!("{}::batches::{}", batches.lang, batches.compiler.concat());
        cell(&name, batches.needs, move |folder| batches.run(folder))
    };
    ALL.into_iter().map(of).collect()
}

impl Batches {
    fn run(self, folder: &Path) -> Result<(), String> {
        for (at, (board, pieces, keys, indices)) in BOARDS.into_iter().enumerate() {
            let folder = support::part_of(folder, &format!("board{at}"))?;
            self.compare(&folder, board, pieces, keys, indices)?;
        }
        for variant in VARIANTS {
            let folder = support::part_of(folder, variant)?;
            let keys = format!("variant = \"{variant}\"");
            self.compare(&folder, "", "\"rook\", \"bishop\", \"queen\"", &keys, 64)?;
        }
        self.look(&folder.join(VARIANTS[0]))
    }

    /// Compares batches with lookups: on all squares, of all lengths up to five vectors, in an array of their own and in the
    /// array of occupancies.
    fn compare(
        self,
        folder: &Path,
        board: &str,
        pieces: &str,
        keys: &str,
        indices: u8,
    ) -> Result<(), String> {
        let Self { lang, keys: own, .. } = self;
        let path = format!("magics.{}", self.ending());
        let config = format!(
            "version = 1\n{board}\n[[output]]\nlang = \"{lang}\"\npath = \"{path}\"\n{keys}\n\
             pieces = [{pieces}]\nemit = [\"lookup\", \"batch\"]\n{own}\n"
        );
        fs::write(folder.join("magicgen.toml"), config).map_err(|error| error.to_string())?;
        support::magicgen(folder, &["--config", "magicgen.toml"])?;
        if let Some([asked, answer]) = self.answer {
            let file = folder.join(&path);
            let text = fs::read_to_string(&file).map_err(|error| error.to_string())?;
            let answered = text.replace(asked, answer);
            if answered == text {
                return Err(format!("nothing asks `{asked}`"));
            }
            fs::write(file, answered).map_err(|error| error.to_string())?;
        }
        let call = |piece: &str| self.call(piece.trim_matches('"'));
        let calls: String = pieces.split(", ").map(call).collect();
        let main = if lang == "rust" { RUST_MAIN } else { MAIN };
        let main = main.replace("HEADER", &path).replace("CALLS", &calls);
        let main = main.replace("INDICES", &indices.to_string());
        self.compile(folder, "main", &main, &["-o", "main"])?;
        support::compare_with(&run::<&str>(folder, folder.join("main"), &[])?, "same")
    }

    fn ending(self) -> &'static str {
        match self.lang {
            "c" => "h",
            "cpp" => "hpp",
            _ => "rs",
        }
    }

    /// The name of a function.
    fn named(self, piece: &str, what: &str) -> String {
        match self.lang {
            "c" => format!("magics_{piece}_{what}"),
            _ if self.keys.contains("camel") => {
                format!("magics::{piece}{}{}", what[..1].to_uppercase(), &what[1..])
            }
            _ => format!("magics::{piece}_{what}"),
        }
    }

    fn call(self, piece: &str) -> String {
        let [batch, lookup] = ["batch", "attacks"].map(|what| self.named(piece, what));
        format!("    compare({batch}, {lookup});\n")
    }

    fn compile(self, folder: &Path, file: &str, text: &str, last: &[&str]) -> Result<(), String> {
        let ending = if self.lang == "c" { "c" } else { self.ending().trim_start_matches('h') };
        let file = format!("{file}.{}", if self.lang == "cpp" { "cpp" } else { ending });
        fs::write(folder.join(&file), text).map_err(|error| error.to_string())?;
        let flags: &[&str] = if self.lang == "rust" {
            &["--edition=2021", "-Copt-level=2", "-Dwarnings"]
        } else {
            &["-O2", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror", "-I."]
        };
        let arguments = [&self.compiler[1..], flags, &[&file], last].concat();
        run(folder, self.compiler[0], &arguments).map(|_| ())
    }

    /// Looks for instructions in the queen's batch.
    fn look(self, folder: &Path) -> Result<(), String> {
        let batch = self.named("queen", "batch");
        let (text, last): (_, &[&str]) = match self.lang {
            "rust" => (
                format!(
                    "#![allow(dead_code)]\nmod magics;\npub static BATCH: fn(&[u8], &[u64], &mut [u64]) = {batch};\n"
                ),
                &["--crate-type=lib", "--emit=asm=looked.s"],
            ),
            lang => (
                format!(
                    "#include \"magics.{}\"\n{} void (*batch)(size_t, const uint8_t *, const uint64_t *, uint64_t *);\n\
                     void (*batch)(size_t, const uint8_t *, const uint64_t *, uint64_t *) = {batch};\n",
                    self.ending(),
                    if lang == "c" { "extern" } else { "extern \"C++\"" }
                ),
                &["-S", "-o", "looked.s"],
            ),
        };
        self.compile(folder, "looked", &text, last)?;
        let text =
            fs::read_to_string(folder.join("looked.s")).map_err(|error| error.to_string())?;
        support::has_all(&text, self.instructions)
    }
}

const MAIN: &str = "\
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include \"HEADER\"

enum { MOST = 40, ROUNDS = 4000 };
typedef void batch(size_t, const uint8_t *, const uint64_t *, uint64_t *);
typedef uint64_t lookup(unsigned, uint64_t);

static uint64_t state = 1;

static uint64_t next(void)
{
    state = state * 0x5851f42d4c957f2d + 0x14057b7ef767814f;
    return state ^ state >> 29;
}

static uint64_t board(size_t round)
{
    switch (round % 6) {
    case 0: return 0;
    case 1: return ~(uint64_t)0;
    case 2: return (uint64_t)1 << (next() >> 58);
    case 3: return next();
    default: return next() & next();
    }
}

static void compare(batch *of, lookup *one)
{
    uint8_t squares[MOST];
    uint64_t occupied[MOST], sets[MOST + 1], within[MOST];
    size_t round, count, at;
    for (round = 0; round < ROUNDS; round++) {
        count = round % (MOST + 1);
        for (at = 0; at < count; at++) {
            squares[at] = (uint8_t)((next() >> 32) % INDICES);
            occupied[at] = within[at] = board(round / 41 + at);
        }
        sets[count] = 42;
        of(count, squares, occupied, sets);
        of(count, squares, within, within);
        for (at = 0; at < count; at++) {
            if (sets[at] != one(squares[at], occupied[at]) || within[at] != sets[at]) {
                printf(\"square %d under %llx\\n\", squares[at], (unsigned long long)occupied[at]);
                exit(1);
            }
        }
        if (sets[count] != 42) {
            puts(\"past the end\");
            exit(1);
        }
    }
}

int main(void)
{
CALLS    puts(\"same\");
    return 0;
}
";

const RUST_MAIN: &str = "\
#[allow(dead_code)]
mod magics;

type Batch = fn(&[u8], &[u64], &mut [u64]);
type Lookup = fn(usize, u64) -> u64;

fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
    *state ^ (*state >> 29)
}

fn board(round: usize, state: &mut u64) -> u64 {
    match round % 6 {
        0 => 0,
        1 => u64::MAX,
        2 => 1 << (next(state) >> 58),
        3 => next(state),
        _ => next(state) & next(state),
    }
}

fn compare(batch: Batch, lookup: Lookup) {
    let mut state = 1;
    for round in 0..4000 {
        let count = round % 41;
        let squares: Vec<u8> =
            (0..count).map(|_| ((next(&mut state) >> 32) % INDICES) as u8).collect();
        let occupied: Vec<u64> =
            (0..count).map(|at| board(round / 41 + at, &mut state)).collect();
        let mut attacks = vec![42; count];
        batch(&squares, &occupied, &mut attacks);
        for ((set, square), occupied) in attacks.iter().zip(&squares).zip(&occupied) {
            assert_eq!(*set, lookup(usize::from(*square), *occupied), \"{square} {occupied:x}\");
        }
    }
    std::panic::set_hook(Box::new(|_| {}));
    // Lookups decide what becomes of a wrong square, in a vector and behind the last one.
    for wrong in [3, 17] {
        let looked_up = std::panic::catch_unwind(|| lookup(INDICES, 1));
        let mut squares = [0; 18];
        squares[wrong] = INDICES;
        let mut attacks = [0; 18];
        let batched = std::panic::catch_unwind(move || {
            batch(&squares, &[1; 18], &mut attacks);
            attacks[wrong]
        });
        assert_eq!(looked_up.ok(), batched.ok());
    }
    drop(std::panic::take_hook());
}

fn main() {
CALLS    println!(\"same\");
}
";
