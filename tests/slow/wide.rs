//! Generates lookups of boards of more than 64 squares, and compares them in each language with a walk by rules of its own.
//!
//! A driver looks up every square under ten occupancies, and prints a digest of all results.

use crate::folder::Folder;
use crate::installed::has_tool;
use libtest_mimic::{Failed, Trial};
use std::fmt::Write as _;
use std::process::Command;

/// A board, with the bit of each file and rank.
struct WideGame {
    name: &'static str,
    width: i16,
    height: i16,
    keys: &'static str,
    bit: fn(i16, i16) -> Option<i16>,
    /// True where tables of whole bishops are small.
    is_small: bool,
}

static GAMES: [WideGame; 6] = [
    WideGame {
        name: "xiangqi",
        width: 9,
        height: 10,
        keys: "orientation = { preset = \"xiangqi\" }",
        bit: |file, rank| Some(rank * 9 + file),
        is_small: true,
    },
    WideGame {
        name: "shogi",
        width: 9,
        height: 9,
        keys: "orientation = { preset = \"shogi-63\" }",
        bit: |file, rank| {
            let number = (8 - file) * 9 + 8 - rank;
            Some(number + i16::from(number > 62))
        },
        is_small: true,
    },
    WideGame {
        name: "capablanca",
        width: 10,
        height: 8,
        keys: "",
        bit: |file, rank| Some(rank * 10 + file),
        is_small: true,
    },
    WideGame {
        name: "fairy",
        width: 12,
        height: 10,
        keys: "orientation = { preset = \"fairy\" }",
        bit: |file, rank| Some(rank * 12 + file),
        is_small: false,
    },
    WideGame {
        name: "eleven",
        width: 11,
        height: 11,
        keys: "orientation = \"h8lsb\"",
        bit: |file, rank| Some((10 - rank) * 11 + 10 - file),
        is_small: false,
    },
    // The first rank has no a and no b, the fifth no e.
    WideGame {
        name: "holes",
        width: 9,
        height: 9,
        keys: "orientation = { preset = \"compact\" }",
        bit: |file, rank| {
            let number = rank * 9 + file;
            let is_hole = number < 2 || number == 40;
            (!is_hole).then_some(number - 2 - i16::from(number > 40))
        },
        is_small: true,
    },
];

const HOLES: &str = "holes = [\"a1-b1\", \"e5\"], ";

type Steps = [(i16, i16); 4];
const STRAIGHT: Steps = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: Steps = [(1, 1), (-1, 1), (-1, -1), (1, -1)];

impl WideGame {
    fn bit(&self, (file, rank): (i16, i16)) -> Option<i16> {
        let is_inside = (0..self.width).contains(&file) && (0..self.height).contains(&rank);
        if is_inside { (self.bit)(file, rank) } else { None }
    }

    /// The squares in a direction, up to the edge or a hole.
    fn ray(&self, (file, rank): (i16, i16), (files, ranks): (i16, i16)) -> Vec<u128> {
        let places = (1..).map(|times| (file + times * files, rank + times * ranks));
        places.map_while(|at| self.bit(at)).map(|bit| 1 << bit).collect()
    }

    /// The attack set of a lookup.
    fn walk(&self, lookup: &str, at: (i16, i16), occupied: u128) -> u128 {
        let rays = |steps: Steps| steps.map(|step| self.ray(at, step));
        let is_occupied = |square: &u128| occupied & square != 0;
        let slide = |ray: Vec<u128>| {
            let end = ray.iter().position(is_occupied).map_or(ray.len(), |at| at + 1);
            ray[..end].iter().fold(0, |set, square| set | square)
        };
        let all = |sets: [u128; 4]| sets.into_iter().fold(0, |all, set| all | set);
        match lookup {
            "rook_attacks" => all(rays(STRAIGHT).map(slide)),
            "bishop_attacks" => all(rays(DIAGONAL).map(slide)),
            "cannon_quiets" => all(rays(STRAIGHT).map(slide)) & !occupied,
            "cannon_captures" => {
                all(rays(STRAIGHT)
                    .map(|ray| ray.into_iter().filter(is_occupied).nth(1).unwrap_or(0)))
            }
            _ => all(STRAIGHT.map(|(files, ranks)| {
                let (file, rank) = (at.0 + files, at.1 + ranks);
                let Some(leg) = self.bit((file, rank)) else { return 0 };
                if occupied >> leg & 1 != 0 {
                    return 0;
                }
                let targets = [1, -1].map(|side| {
                    let aside = if files == 0 { (side, ranks) } else { (files, side) };
                    self.bit((file + aside.0, rank + aside.1)).map_or(0, |bit| 1 << bit)
                });
                targets[0] | targets[1]
            })),
        }
    }

    /// The digest of all lookups.
    fn digest(&self, lookups: &[&str]) -> u64 {
        let (mut state, mut digest) = (1_u64, 0_u64);
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            u128::from(state)
        };
        for (_, at) in self.squares() {
            for _ in 0..10 {
                let occupied = next() | next() << 64;
                for lookup in lookups {
                    let set = self.walk(lookup, at, occupied);
                    for word in [set as u64, (set >> 64) as u64] {
                        digest = digest.wrapping_mul(31).wrapping_add(word);
                    }
                }
            }
        }
        digest
    }

    /// The bits of all squares in order, with file and rank.
    fn squares(&self) -> Vec<(i16, (i16, i16))> {
        let places =
            (0..self.height).flat_map(|rank| (0..self.width).map(move |file| (file, rank)));
        let mut all: Vec<_> = places.filter_map(|at| Some((self.bit(at)?, at))).collect();
        all.sort_unstable();
        all
    }

    fn config(&self, language: &WideDriver, variant: &str, pieces: &str) -> String {
        let Self { width, height, keys, .. } = self;
        let holes = if self.name == "holes" { HOLES } else { "" };
        let WideDriver { lang, word, file, .. } = language;
        let word = if word.is_empty() { String::new() } else { format!("word = \"{word}\"\n") };
        format!(
            "version = 1\n{keys}\nboard = {{ {holes}width = {width}, height = {height} }}\n\
             piece = [\n{{ name = \"horse\", moves = [{{ leaps = \"knight\", via = \"orthogonal\" }}] }},\n\
             {{ name = \"cannon\", moves = [{{ rays = \"rook\", for = \"quiet\" }}, \
             {{ rays = \"rook\", over = 1, for = \"capture\" }}] }} ]\n\
             [[output]]\nlang = \"{lang}\"\npath = \"{file}\"\nvariant = \"{variant}\"\n\
             pieces = [{pieces}]\n{word}"
        )
    }

    fn test(&self, driver: &WideDriver) -> Result<(), Failed> {
        let by_line =
            ["rook_attacks", "bishop_attacks", "cannon_quiets", "cannon_captures", "horse_attacks"];
        let all = "\"rook\", \"bishop\", \"cannon\", \"horse\"";
        let small = [("fancy", "\"bishop\", \"horse\""), ("words", "\"bishop\", \"horse\"")];
        let small = small.into_iter().filter(|_| self.is_small && !driver.is_slow);
        // Python, JavaScript and WebAssembly have no PEXT.
        let packed = Some(("pext-lines", all))
            .filter(|_| !["python", "wat", "javascript"].contains(&driver.lang));
        let sliders = "\"rook\", \"bishop\", \"cannon\"";
        let computed = ["slide-arithmetic", "ray-reverse"].map(|variant| (variant, sliders));
        let tabled = [("direction", all)].into_iter().chain(packed).chain(small);
        for (variant, pieces) in tabled.chain(computed) {
            let lookups: Vec<&str> = match variant {
                "direction" | "pext-lines" => by_line.to_vec(),
                "slide-arithmetic" | "ray-reverse" => by_line[..4].to_vec(),
                _ => vec!["bishop_attacks", "horse_attacks"],
            };
            let folder = Folder::with_config(&self.config(driver, variant, pieces));
            folder.succeed(&[]);
            let mut calls = String::new();
            for lookup in &lookups {
                let call = driver.call.replace("LOOKUP", lookup).replace("CAMEL", &camel(lookup));
                let _ = write!(calls, "{call} ");
            }
            let squares: Vec<String> =
                self.squares().iter().map(|(bit, _)| bit.to_string()).collect();
            let text = driver.text.replace("SETS", driver.sets);
            let text = text.replace("SQUARES", &squares.join(", ")).replace("CALLS", &calls);
            folder.write(driver.main, &text);
            let output = Command::new("sh")
                .args(["-c", driver.command])
                .current_dir(folder.path())
                .output()?;
            let found = String::from_utf8_lossy(&output.stdout).trim().to_owned();
            let right = self.digest(&lookups).to_string();
            if found != right {
                let errors = String::from_utf8_lossy(&output.stderr);
                return Err(format!("{variant}: {found}, not {right}\n{errors}").into());
            }
        }
        Ok(())
    }
}

/// A language, with the program that looks up.
struct WideDriver {
    lang: &'static str,
    /// The type of a set, if it isn't the language's usual one.
    word: &'static str,
    tool: &'static str,
    /// The generated file.
    file: &'static str,
    main: &'static str,
    text: &'static str,
    /// What stands for `SETS` in the text: functions by the type of sets.
    sets: &'static str,
    /// A call of `LOOKUP`, or of `CAMEL` in camel case.
    call: &'static str,
    command: &'static str,
    /// True for a compiler that takes many seconds: it gets two boards, and lookups by line alone.
    is_slow: bool,
}

/// `rookAttacks` for `rook_attacks`.
fn camel(lookup: &str) -> String {
    let (piece, what) = lookup.split_once('_').unwrap_or((lookup, ""));
    let (first, rest) = what.split_at(what.len().min(1));
    format!("{piece}{}{rest}", first.to_uppercase())
}

const C: WideDriver = WideDriver {
    lang: "c",
    word: "",
    tool: "cc",
    file: "magics.h",
    main: "main.c",
    text: "#include <stdio.h>
#define MAGICS_IMPLEMENTATION
#include \"magics.h\"
static const unsigned char squares[] = { SQUARES };
static uint64_t state = 1, digest;
static uint64_t next(void) { return state = state * 6364136223846793005ULL + 1; }
SETS
int main(void) {
    for (unsigned at = 0; at < sizeof squares; at++)
        for (int i = 0; i < 10; i++) {
            magics_set occupied = some();
            CALLS
        }
    printf(\"%llu\\n\", (unsigned long long)digest);
    return 0;
}
",
    call: "add(magics_LOOKUP(squares[at], occupied));",
    sets: "static void add(magics_set set) { digest = (digest * 31 + set.w[0]) * 31 + set.w[1]; }
static magics_set some(void) {
    magics_set set;
    set.w[0] = next();
    set.w[1] = next();
    return set;
}",
    command: "cc -std=c99 -O1 -Wall -Wextra -Werror main.c && ./a.out",
    is_slow: false,
};

const CPP: WideDriver = WideDriver {
        lang: "cpp",
        word: "",
        tool: "c++",
        file: "magics.hpp",
        main: "main.cpp",
        text: "#include <cstdio>
#include \"magics.hpp\"
static const unsigned char squares[] = { SQUARES };
static std::uint64_t state = 1, digest;
static std::uint64_t next() { return state = state * 6364136223846793005ULL + 1; }
SETS
int main() {
    for (unsigned square : squares)
        for (int i = 0; i < 10; i++) {
            const magics::bitboard occupied = some();
            CALLS
        }
    std::printf(\"%llu\\n\", static_cast<unsigned long long>(digest));
}
",
        call: "add(magics::LOOKUP(square, occupied));",
        sets: "static void add(magics::bitboard set) { digest = (digest * 31 + set.w[0]) * 31 + set.w[1]; }
static magics::bitboard some() {
    magics::bitboard set{};
    set.w[0] = next();
    set.w[1] = next();
    return set;
}",
        command: "c++ -std=c++17 -O1 -Wall -Wextra -Werror main.cpp && ./a.out",
        is_slow: false,
    };

const RUST: WideDriver = WideDriver {
    lang: "rust",
    word: "",
    tool: "rustc",
    file: "magics.rs",
    main: "main.rs",
    text: "#![deny(warnings)]
#[allow(dead_code)]
mod magics;
fn main() {
    let (mut state, mut digest) = (1_u64, 0_u64);
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        u128::from(state)
    };
    let mut add = |set: u128| {
        for word in [set as u64, (set >> 64) as u64] {
            digest = digest.wrapping_mul(31).wrapping_add(word);
        }
    };
    for square in [SQUARES] {
        for _ in 0..10 {
            let occupied = next() | next() << 64;
            CALLS
        }
    }
    println!(\"{digest}\");
}
",
    sets: "",
    call: "add(magics::LOOKUP(square, occupied));",
    command: "rustc --edition 2024 main.rs && ./main",
    is_slow: false,
};

static DRIVERS: [WideDriver; 11] = [
    C,
    WideDriver {
        word: "int128",
        sets: "static void add(magics_set set) {
    digest = (digest * 31 + (uint64_t)set) * 31 + (uint64_t)(set >> 64);
}
static magics_set some(void) {
    magics_set low = next();
    return (magics_set)next() << 64 | low;
}",
        ..C
    },
    CPP,
    WideDriver {
        word: "int128",
        sets: "static void add(magics::bitboard set) {
    digest = (digest * 31 + static_cast<std::uint64_t>(set)) * 31 + static_cast<std::uint64_t>(set >> 64);
}
static magics::bitboard some() {
    const magics::bitboard low = next();
    return magics::bitboard{next()} << 64 | low;
}",
        ..CPP
    },
    RUST,
    WideDriver {
        word: "pair",
        text: "#![deny(warnings)]
#[allow(dead_code)]
mod magics;
fn main() {
    let (mut state, mut digest) = (1_u64, 0_u64);
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        state
    };
    let mut add = |set: [u64; 2]| {
        for word in set {
            digest = digest.wrapping_mul(31).wrapping_add(word);
        }
    };
    for square in [SQUARES] {
        for _ in 0..10 {
            let occupied = [next(), next()];
            CALLS
        }
    }
    println!(\"{digest}\");
}
",
        ..RUST
    },
    WideDriver {
        lang: "python",
        word: "",
        tool: "python3",
        file: "magics.py",
        main: "main.py",
        text: "import magics
M = 2 ** 64 - 1
state, digest = 1, 0
def next_word():
    global state
    state = (state * 6364136223846793005 + 1) & M
    return state
def add(attacks):
    global digest
    digest = ((digest * 31 + (attacks & M)) * 31 + (attacks >> 64)) & M
def look(square, occupied):
    CALLS
for square in [SQUARES]:
    for _ in range(10):
        occupied = next_word()
        look(square, occupied | next_word() << 64)
print(digest)
",
        sets: "",
        call: "add(magics.LOOKUP(square, occupied));",
        command: "python3 main.py",
        is_slow: false,
    },
    WideDriver {
        lang: "java",
        word: "",
        tool: "javac",
        file: "Magics.java",
        main: "Main.java",
        text: "public class Main {
    static long state = 1, digest;
    static long next() { return state = state * 6364136223846793005L + 1; }
    static void add(long word) { digest = digest * 31 + word; }
    public static void main(String[] arguments) {
        for (int square : new int[] { SQUARES })
            for (int i = 0; i < 10; i++) {
                long low = next(), high = next();
                CALLS
            }
        System.out.println(Long.toUnsignedString(digest));
    }
}
",
        sets: "",
        call: "add(Magics.CAMEL0(square, low, high)); add(Magics.CAMEL1(square, low, high));",
        command: "javac -Xlint:all -Werror Magics.java Main.java && java Main",
        is_slow: false,
    },
    WideDriver {
        lang: "wat",
        word: "",
        tool: "wat2wasm",
        file: "magics.wat",
        main: "main.mjs",
        text: "import { readFileSync } from 'node:fs';
const magics = (await WebAssembly.instantiate(readFileSync('magics.wasm'))).instance.exports;
const M = 2n ** 64n - 1n;
let state = 1n, digest = 0n;
const next = () => state = (state * 6364136223846793005n + 1n) & M;
const add = (words) => {
  for (const word of words) digest = (digest * 31n + BigInt.asUintN(64, word)) & M;
};
for (const square of [SQUARES]) {
  for (let i = 0; i < 10; i++) {
    const [low, high] = [next(), next()];
    CALLS
  }
}
console.log(String(digest));
",
        sets: "",
        call: "add(magics.LOOKUP(square, low, high));",
        command: "wat2wasm magics.wat && node main.mjs",
        is_slow: false,
    },
    WideDriver {
        lang: "javascript",
        word: "pair",
        tool: "node",
        file: "magics.mjs",
        main: "main.mjs",
        text: "import * as magics from './magics.mjs';
const M = 2n ** 64n - 1n;
let state = 1n, digest = 0n;
const next = () => state = (state * 6364136223846793005n + 1n) & M;
const [occupied, out] = [new Uint32Array(4), new Uint32Array(4)];
const add = () => {
  for (const at of [0, 2]) digest = (digest * 31n + (BigInt(out[at + 1]) << 32n | BigInt(out[at]))) & M;
};
for (const square of [SQUARES]) {
  for (let i = 0; i < 10; i++) {
    for (const at of [0, 2]) {
      const word = next();
      [occupied[at], occupied[at + 1]] = [Number(word & 0xffffffffn), Number(word >> 32n)];
    }
    CALLS
  }
}
console.log(String(digest));
",
        sets: "",
        call: "magics.CAMEL(square, occupied, out); add();",
        command: "node main.mjs",
        is_slow: false,
    },
    WideDriver {
        lang: "kotlin",
        word: "",
        tool: "npm:kotlin-compiler",
        file: "Magics.kt",
        main: "Main.kt",
        text: "var state = 1L
var digest = 0L
fun next(): Long { state = state * 6364136223846793005L + 1; return state }
fun add(words: LongArray) { for (word in words) digest = digest * 31 + word }
fun main() {
    val words = LongArray(2)
    for (square in intArrayOf(SQUARES)) {
        repeat(10) {
            val low = next()
            val high = next()
            CALLS
        }
    }
    println(digest.toULong())
}
",
        sets: "",
        call: "Magics.CAMEL(square, low, high, words); add(words);",
        command: "home=$(npm root -g)/kotlin-compiler && \
                  $home/bin/kotlinc -Werror Magics.kt Main.kt -d classes && \
                  java -cp classes:$home/lib/kotlin-stdlib.jar MainKt",
        is_slow: true,
    },
];

/// A test of each board in each language.
pub(crate) fn trials() -> Vec<Trial> {
    let pairs = GAMES.iter().flat_map(|game| DRIVERS.iter().map(move |driver| (game, driver)));
    let pairs =
        pairs.filter(|(game, driver)| !driver.is_slow || ["xiangqi", "holes"].contains(&game.name));
    let trial = |(game, driver): (&'static WideGame, &'static WideDriver)| {
        let WideDriver { lang, word, .. } = driver;
        let kind = if word.is_empty() { "" } else { "::" };
        let name = format!("wide::{}::{lang}{kind}{word}", game.name);
        let test = Trial::test(name, || game.test(driver));
        test.with_ignored_flag(!has_tool(driver.tool))
    };
    pairs.map(trial).collect()
}
