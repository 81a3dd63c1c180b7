//! Compiles and runs lookups of boards with more than 64 squares.

mod others;

use std::path::Path;
use std::process::Command;

use super::find;
use crate::sample::configured;
use crate::sample::wide::WideBoard;
use magicgen_lookup::model::{FieldStyle, Part};

/// A language with options, the program that looks up, and its commands.
struct Trial {
    language: &'static str,
    options: &'static str,
    fields: &'static [FieldStyle],
    /// The file of the program, and its text. `WORDS` and `SQUARES` stand for numbers, `ARGUMENTS` for the words of an
    /// occupancy, `EACH_WORD` for calls of the functions of single words.
    program: (&'static str, &'static str),
    commands: &'static [&'static [&'static str]],
}

/// The forms of fields in most languages.
const ARRAYS: &[FieldStyle] = &[FieldStyle::Arrays];

/// The forms of fields in languages with records and pointers.
const STYLES: &[FieldStyle] = &[
    FieldStyle::Arrays,
    FieldStyle::Records,
    FieldStyle::Pointers,
    FieldStyle::SquareRecords,
    FieldStyle::SquarePointers,
];

const C: &str = r#"#include <stdio.h>
#define WIDE_IMPLEMENTATION
#include "wide.h"
int main(void) {
    uint64_t state = 1, digest = 0;
    for (unsigned square = 0; square < SQUARES; square++) {
        for (int i = 0; i < 10; i++) {
            wide_set occupied, set;
            for (int k = 0; k < WORDS; k++) occupied.w[k] = state = state * 6364136223846793005ULL + 1;
            set = wide_queen_attacks(square, occupied);
            for (int k = 0; k < WORDS; k++) digest = digest * 31 + set.w[k];
        }
    }
    printf("%llu\n", (unsigned long long)digest);
    return 0;
}
"#;

const C89: &str = r#"#include <stdio.h>
#define WIDE_IMPLEMENTATION
#include "wide.h"
int main(void) {
    unsigned long long state = 1, digest = 0;
    unsigned square;
    int i, k;
    for (square = 0; square < SQUARES; square++) {
        for (i = 0; i < 10; i++) {
            wide_set occupied, set;
            for (k = 0; k < WORDS; k++) {
                state = state * 6364136223846793005ULL + 1;
                occupied.w[k].lo = (wide_u32)state;
                occupied.w[k].hi = (wide_u32)(state >> 32);
            }
            set = wide_queen_attacks(square, occupied);
            for (k = 0; k < WORDS; k++)
                digest = digest * 31 + ((unsigned long long)set.w[k].hi << 32 | set.w[k].lo);
        }
    }
    printf("%llu\n", digest);
    return 0;
}
"#;

const CPP: &str = r#"#include <cstdio>
#define WIDE_IMPLEMENTATION
#include "wide.hpp"
int main() {
    std::uint64_t state = 1, digest = 0;
    for (unsigned square = 0; square < SQUARES; square++) {
        for (int i = 0; i < 10; i++) {
            wide::bitboard occupied{};
            for (int k = 0; k < WORDS; k++) occupied.w[k] = state = state * 6364136223846793005ULL + 1;
            const wide::bitboard set = wide::queen_attacks(square, occupied);
            for (int k = 0; k < WORDS; k++) digest = digest * 31 + set.w[k];
        }
    }
    std::printf("%llu\n", static_cast<unsigned long long>(digest));
    return (wide::bitboard{} | ~wide::bitboard{}) == wide::bitboard{};
}
"#;

const RUST: &str = r#"#![deny(warnings)]
#[allow(dead_code)]
mod wide;
fn main() {
    let (mut state, mut digest) = (1_u64, 0_u64);
    for square in 0..SQUARES {
        for _ in 0..10 {
            let mut occupied = [0; WORDS];
            for word in &mut occupied {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                *word = state;
            }
            for word in look(square, occupied) {
                digest = digest.wrapping_mul(31).wrapping_add(word);
            }
        }
    }
    println!("{digest}");
}
trait Set { fn words(words: [u64; WORDS]) -> Self; fn parts(self) -> [u64; WORDS]; }
impl Set for u128 {
    fn words(words: [u64; WORDS]) -> Self { u128::from(words[1]) << 64 | u128::from(words[0]) }
    fn parts(self) -> [u64; WORDS] { let mut all = [0; WORDS]; all[0] = self as u64; all[1] = (self >> 64) as u64; all }
}
impl Set for [u64; WORDS] {
    fn words(words: [u64; WORDS]) -> Self { words }
    fn parts(self) -> [u64; WORDS] { self }
}
fn look(square: usize, occupied: [u64; WORDS]) -> [u64; WORDS] {
    wide::queen_attacks(square, Set::words(occupied)).parts()
}
"#;

const PYTHON: &str = r"import wide
M = 2 ** 64 - 1
state, digest = 1, 0
for square in range(SQUARES):
    for _ in range(10):
        occupied = 0
        for k in range(WORDS):
            state = (state * 6364136223846793005 + 1) & M
            occupied |= state << 64 * k
        attacks = wide.queen_attacks(square, occupied)
        for k in range(WORDS):
            digest = (digest * 31 + (attacks >> 64 * k & M)) & M
print(digest)
";

const RUSTC: &[&str] = &["rustc", "--edition=2024", "main.rs", "-o", "a.out"];

const GXX: &[&str] = &[
    "g++", "-std=c++20", "-pedantic", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror",
    "main.cpp",
];
const GXX11: &[&str] = &[
    "g++", "-std=c++11", "-pedantic", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror",
    "main.cpp",
];

const GCC: &[&str] = &[
    "gcc", "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror",
    "main.c",
];
const GCC89: &[&str] = &[
    "gcc", "-std=c89", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Wno-long-long", "-Werror",
    "main.c",
];

const TRIALS: &[Trial] = &[
    Trial {
        language: "c",
        options: "",
        fields: STYLES,
        program: ("main.c", C),
        commands: &[GCC, &["./a.out"]],
    },
    Trial {
        language: "c",
        options: "std = \"c89\"",
        fields: ARRAYS,
        program: ("main.c", C89),
        commands: &[GCC89, &["./a.out"]],
    },
    Trial {
        language: "cpp",
        options: "",
        fields: STYLES,
        program: ("main.cpp", CPP),
        commands: &[GXX, &["./a.out"]],
    },
    Trial {
        language: "cpp",
        options: "std = \"c++11\"",
        fields: ARRAYS,
        program: ("main.cpp", CPP),
        commands: &[GXX11, &["./a.out"]],
    },
    Trial {
        language: "rust",
        options: "",
        fields: STYLES,
        program: ("main.rs", RUST),
        commands: &[RUSTC, &["./a.out"]],
    },
    Trial {
        language: "rust",
        options: "unchecked = true",
        fields: ARRAYS,
        program: ("main.rs", RUST),
        commands: &[RUSTC, &["./a.out"]],
    },
    Trial {
        language: "python",
        options: "",
        fields: ARRAYS,
        program: ("main.py", PYTHON),
        commands: &[&["python3", "main.py"]],
    },
    Trial {
        language: "python",
        options: "storage = \"bytes\"",
        fields: ARRAYS,
        program: ("main.py", PYTHON),
        commands: &[&["python3", "main.py"]],
    },
];

impl Trial {
    fn run(&self, board: WideBoard, fields: FieldStyle, folder: &Path) {
        let backend = configured(find(self.language).unwrap(), self.options).unwrap();
        let mut emit = vec![Part::Lookup];
        // Mono converts no array of tuples to a span, which a public array is.
        if self.language != "csharp" {
            emit.extend([Part::Masks, Part::Factors, Part::Attacks]);
        }
        // Squares of the ninth file are types of Zig, such as `i1`.
        emit.extend((self.language != "zig").then_some(Part::Squares));
        let module = board.module(&*backend, fields, &emit);
        let file = backend.default_file(&module.names);
        let files = backend.render(&module, &file.file_name().unwrap().to_string_lossy());
        for file in files {
            std::fs::write(folder.join(file.name), file.text).unwrap();
        }
        let text = self.program.1.replace("WORDS", &board.words().count().to_string());
        let text = text.replace("SQUARES", &board.squares().to_string());
        let each = |word: &dyn Fn(u8) -> String| {
            (0..board.words().count()).map(word).collect::<Vec<_>>().join(", ")
        };
        let occupied = each(&|word| format!("occupied[{word}]"));
        let calls = each(&|word| format!("Wide.queenAttacks{word}(square, {occupied})"));
        let text = text.replace("EACH_WORD", &calls).replace("ARGUMENTS", &occupied);
        std::fs::write(folder.join(self.program.0), text).unwrap();
        let mut last = String::new();
        for command in self.commands {
            let mut run = Command::new(command[0]);
            let made = run.args(&command[1..]).current_dir(folder).output().unwrap();
            let said = String::from_utf8_lossy(&made.stderr).into_owned();
            assert!(made.status.success(), "{} {:?} {board:?}\n{said}", self.language, fields);
            last = String::from_utf8(made.stdout).unwrap();
        }
        let right = board.digest().to_string();
        assert_eq!(last.trim(), right, "{} {:?} {board:?}", self.language, fields);
    }
}

/// The words of a set are taken apart where a language has no type of so many bits.
#[test]
fn wide_lookups_are_printed() {
    let text = |id: &str, board: WideBoard| {
        let backend = find(id).unwrap().configure(None).unwrap();
        let module = board.module(&*backend, FieldStyle::Arrays, &[Part::Lookup]);
        backend.lookup_text(&module, "bishop", 0).statements.join("\n")
    };
    let [two, three, _] = WideBoard::ALL;
    assert_eq!(
        text("rust", two),
        "let relevant = occupied & BISHOP_MASKS[square];\n\
         let key = relevant as u64 ^ (relevant >> 64) as u64;\n\
         let product = (key >> BISHOP_PRESHIFTS[square]).wrapping_mul(BISHOP_FACTORS[square]);\n\
         let position = BISHOP_OFFSETS[square] as usize + (product >> BISHOP_SHIFTS[square]) as usize;\n\
         BISHOP_ATTACKS[position] & !occupied"
    );
    for (id, board, lines) in [
        ("rust", three, ["(occupied[2] & mask[2])", "\n    set[0] & !occupied[0],\n"]),
        ("c", three, ["occupied.w[2] & ", "return wide_pack(set.w[0] & ~occupied.w[0],"]),
        ("cpp", two, ["occupied.w[1] & ", "return {{"]),
        ("python", three, ["(relevant >> 128)", " & ~occupied"]),
        ("java", three, ["BISHOP_MASKS[3 * square + 2]", "TABLE[place + 2] & ~occupied2"]),
        ("kotlin", two, [" and occupied0.inv()", " and occupied1.inv()"]),
    ] {
        let text = text(id, board);
        for line in lines {
            assert!(text.contains(line), "{id} lacks {line}\n{text}");
        }
    }
}

/// Runs a language's programs, in folders below `target/wide` that stay there.
fn run(language: &str) {
    let trials = TRIALS.iter().chain(others::TRIALS);
    let trials = trials.filter(|trial| trial.language == language);
    for (at, trial) in trials.enumerate() {
        for board in WideBoard::ALL {
            let words = board.words().count();
            for fields in trial.fields {
                let name = format!("{language}-{at}-{words}-{}", fields.id());
                let folder = Path::new("target/wide").join(name);
                std::fs::create_dir_all(&folder).unwrap();
                trial.run(board, *fields, &folder);
            }
        }
    }
}

#[test]
#[ignore = "needs compilers"]
fn wide_lookups_of_c() {
    run("c");
}

#[test]
#[ignore = "needs compilers"]
fn wide_lookups_of_cpp() {
    run("cpp");
}

#[test]
#[ignore = "needs compilers"]
fn wide_lookups_of_rust() {
    run("rust");
}

#[test]
#[ignore = "needs compilers"]
fn wide_lookups_of_python() {
    run("python");
}

#[test]
#[ignore = "needs compilers"]
fn wide_lookups_of_ada() {
    run("ada");
}

#[test]
#[ignore = "needs compilers"]
fn wide_lookups_of_cuda() {
    run("cuda");
}

#[test]
#[ignore = "needs compilers"]
fn wide_lookups_of_opencl() {
    run("opencl");
}

#[test]
#[ignore = "needs compilers"]
fn wide_lookups_of_d() {
    run("d");
}

#[test]
#[ignore = "needs compilers"]
fn wide_lookups_of_go() {
    run("go");
}

#[test]
#[ignore = "needs compilers"]
fn wide_lookups_of_nim() {
    run("nim");
}

#[test]
#[ignore = "needs compilers"]
fn wide_lookups_of_zig() {
    run("zig");
}

#[test]
#[ignore = "needs compilers"]
fn wide_lookups_of_csharp() {
    run("csharp");
}

#[test]
#[ignore = "needs compilers"]
fn wide_lookups_of_javascript() {
    run("javascript");
}

#[test]
#[ignore = "needs compilers"]
fn wide_lookups_of_lua() {
    run("lua");
}

#[test]
#[ignore = "needs compilers"]
fn wide_lookups_of_java() {
    run("java");
}

#[test]
#[ignore = "needs compilers"]
fn wide_lookups_of_kotlin() {
    run("kotlin");
}

#[test]
#[ignore = "needs compilers"]
fn wide_lookups_of_wat() {
    run("wat");
}

#[test]
#[ignore = "needs compilers"]
fn wide_lookups_of_pascal() {
    run("pascal");
}

#[test]
#[ignore = "needs compilers"]
fn wide_lookups_of_wgsl() {
    run("wgsl");
}
