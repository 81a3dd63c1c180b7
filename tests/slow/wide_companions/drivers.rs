//! The programs that call companions, in each language.

/// Functions of all boards: `.` is a set, `#` a number and `?` true or false.
pub(super) const FUNCTIONS: [&str; 15] = [
    ". knight attacks a",
    ". king attacks a",
    ". man attacks side a",
    ". rook rays a",
    ". between a b",
    ". line a b",
    ". ray pass a b",
    "? aligned a b c",
    "# distance a b",
    ". rook xray a s0 s1",
    ". bishop xray a s0 s1",
    ". pinned a s0 s1 s2 s3",
    "# direction a b",
    ". pawn attacks side a",
    ". pawn pushes side a s0",
];

/// A language, with the program that calls.
#[expect(clippy::struct_excessive_bools, reason = "each is a thing that a language has or lacks")]
pub(super) struct Driver {
    pub(super) lang: &'static str,
    /// The type of a set of two words, if it isn't the language's usual one.
    pub(super) word: &'static str,
    pub(super) tool: &'static str,
    /// The generated file.
    pub(super) file: &'static str,
    pub(super) main: &'static str,
    pub(super) text: &'static str,
    /// What stands for `SETS` in the text: functions by the type of sets.
    pub(super) sets: &'static str,
    pub(super) command: &'static str,
    pub(super) has_pext: bool,
    /// True where companions may call lookups.
    pub(super) has_calls: bool,
    /// True where a table may have an entry for each two squares.
    pub(super) has_pairs: bool,
    /// The call of a function by its words and arguments, as a statement that adds the result.
    pub(super) call: fn(char, &str, &str) -> String,
    /// A statement that adds a public array, whose number of sets `COUNT` stands for.
    pub(super) array: fn(&str) -> String,
    /// True for a compiler that takes many seconds: it gets two boards.
    pub(super) is_slow: bool,
}

/// True for a word that is an argument of a call.
pub(super) fn is_argument(word: &str) -> bool {
    ["a", "b", "c", "side", "s0", "s1", "s2", "s3"].contains(&word)
}

impl Driver {
    /// The statement for a line of the list of functions.
    pub(super) fn written(&self, function: &str) -> String {
        let (kind, rest) = function.split_at(1);
        let (arguments, name): (Vec<&str>, Vec<&str>) =
            rest.split_whitespace().partition(|word| is_argument(word));
        (self.call)(kind.chars().next().unwrap_or('.'), &name.join("_"), &arguments.join(", "))
    }
}

/// `BetweenTwo` for `between_two`.
fn pascal(name: &str) -> String {
    let words = name.split(['_', ' ']).map(|word| word[..1].to_uppercase() + &word[1..]);
    words.collect()
}

/// `betweenTwo` for `between_two`.
pub(super) fn camel(name: &str) -> String {
    let name = pascal(name);
    name[..1].to_lowercase() + &name[1..]
}

/// Arguments, of which each set is as `words` writes it.
pub(super) fn with_sets(arguments: &str, words: impl Fn(&str) -> String) -> String {
    let each =
        arguments.split(", ").map(|one| if one.len() == 2 { words(one) } else { one.to_owned() });
    each.collect::<Vec<_>>().join(", ")
}

pub(super) fn shouted(name: &str) -> String {
    name.replace(' ', "_").to_uppercase()
}

const C: Driver = Driver {
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
static unsigned pick(void) { return squares[(next() >> 33) % sizeof squares]; }
static void number(uint64_t word) { digest = digest * 31 + word; }
SETS
static void sets(const magics_set *all, unsigned count) { while (count-- > 0) set(*all++); }
int main(void) {
    sets(0, 0);
    ARRAYS
    for (unsigned at = 0; at < sizeof squares; at++)
        for (unsigned turn = 0; turn < 8; turn++) {
            unsigned side = turn % 2, a = squares[at], b = pick(), c = pick();
            magics_set s0 = some(), s1 = of(s0), s2 = of(s0), s3 = of(s0);
            (void)s0; (void)s1; (void)s2; (void)s3;
            CALLS
        }
    printf(\"%llu\\n\", (unsigned long long)digest);
    return 0;
}
",
    sets: "static void set(magics_set all) { for (int k = 0; k < WORDS; k++) number(all.w[k]); }
static magics_set some(void) {
    magics_set all;
    for (int k = 0; k < WORDS; k++) { all.w[k] = next(); all.w[k] &= next(); }
    return all;
}
static magics_set of(magics_set whole) {
    magics_set all = some();
    for (int k = 0; k < WORDS; k++) all.w[k] &= whole.w[k];
    return all;
}",
    command: "cc -std=c99 -pedantic -O1 -Wall -Wextra -Wconversion -Werror main.c && ./a.out",
    has_pext: true,
    has_calls: true,
    has_pairs: true,
    call: |kind, name, arguments| match kind {
        '.' => format!("set(magics_{name}({arguments}));"),
        _ => format!("number((uint64_t)magics_{name}({arguments}));"),
    },
    array: |name| {
        let name = shouted(name);
        format!("sets(MAGICS_{name}, sizeof MAGICS_{name} / sizeof MAGICS_{name}[0]);")
    },
    is_slow: false,
};

const CPP: Driver = Driver {
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
static unsigned pick() { return squares[(next() >> 33) % sizeof squares]; }
static void number(std::uint64_t word) { digest = digest * 31 + word; }
SETS
int main() {
    ARRAYS
    for (unsigned a : squares)
        for (unsigned turn = 0; turn < 8; turn++) {
            const unsigned side = turn % 2, b = pick(), c = pick();
            const auto s0 = some(), s1 = some() & s0, s2 = some() & s0, s3 = some() & s0;
            static_cast<void>(s0), static_cast<void>(s1), static_cast<void>(s2), static_cast<void>(s3);
            CALLS
        }
    std::printf(\"%llu\\n\", static_cast<unsigned long long>(digest));
}
",
        sets: "static void set(magics::bitboard all) { for (auto word : all.w) number(word); }
static magics::bitboard some() {
    magics::bitboard all{};
    for (auto &word : all.w) { word = next(); word &= next(); }
    return all;
}",
        command: "c++ -std=c++17 -pedantic -O1 -Wall -Wextra -Wconversion -Werror main.cpp && ./a.out",
        has_pext: true,
        has_calls: true,
        has_pairs: true,
        call: |kind, name, arguments| match kind {
            '.' => format!("set(magics::{name}({arguments}));"),
            _ => format!("number(static_cast<std::uint64_t>(magics::{name}({arguments})));"),
        },
        array: |name| format!("for (const auto &one : magics::{}) set(one);", name.replace(' ', "_")),
        is_slow: false,
    };

const RUST: Driver = Driver {
        lang: "rust",
        word: "",
        tool: "rustc",
        file: "magics.rs",
        main: "main.rs",
        text: "#![deny(warnings)]
#[allow(dead_code)]
mod magics;
trait Set { fn of(words: [u64; WORDS]) -> Self; fn parts(self) -> [u64; WORDS]; }
impl Set for u128 {
    fn of(words: [u64; WORDS]) -> Self { u128::from(words[1]) << 64 | u128::from(words[0]) }
    fn parts(self) -> [u64; WORDS] { let mut all = [0; WORDS]; all[0] = self as u64; all[1] = (self >> 64) as u64; all }
}
impl Set for [u64; 2] {
    fn of(words: [u64; WORDS]) -> Self { [words[0], words[1]] }
    fn parts(self) -> [u64; WORDS] { let mut all = [0; WORDS]; all[..2].copy_from_slice(&self); all }
}
impl Set for [u64; 3] {
    fn of(words: [u64; WORDS]) -> Self { let mut all = [0; 3]; all[..WORDS].copy_from_slice(&words); all }
    fn parts(self) -> [u64; WORDS] { let mut all = [0; WORDS]; all.copy_from_slice(&self[..WORDS]); all }
}
fn main() {
    let (mut state, mut digest) = (1_u64, 0_u64);
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        state
    };
    let mut number = |word: u64| digest = digest.wrapping_mul(31).wrapping_add(word);
    let squares = [SQUARES];
    ARRAYS
    for a in squares {
        for turn in 0..8 {
            let side = turn % 2;
            let mut pick = || squares[(next() >> 33) as usize % squares.len()];
            let (b, c) = (pick(), pick());
            let mut some = || {
                let mut all = [0; WORDS];
                for word in &mut all { *word = next(); *word &= next(); }
                all
            };
            let s0 = some();
            let mut of = || { let mut all = some(); for (word, of) in all.iter_mut().zip(s0) { *word &= of; } all };
            let [s1, s2, s3] = [of(), of(), of()];
            let _ = (s0, s1, s2, s3);
            CALLS
        }
    }
    println!(\"{digest}\");
}
",
        sets: "",
        command: "rustc --edition 2024 main.rs && ./main",
        has_pext: true,
        has_calls: true,
        has_pairs: true,
        call: |kind, name, arguments| {
            let arguments = with_sets(arguments, |set| format!("Set::of({set})"));
            match kind {
                '.' => format!("magics::{name}({arguments}).parts().into_iter().for_each(&mut number);"),
                _ => format!("number(magics::{name}({arguments}) as u64);"),
            }
        },
        array: |name| {
            format!("for one in magics::{} {{ one.parts().into_iter().for_each(&mut number); }}", shouted(name))
        },
        is_slow: false,
    };

pub(super) static DRIVERS: [Driver; 8] = [
    C,
    Driver {
        word: "int128",
        sets: "static void set(magics_set all) { number((uint64_t)all); number((uint64_t)(all >> 64)); }
static magics_set some(void) {
    magics_set all = 0;
    for (int k = 0; k < WORDS; k++) {
        uint64_t word = next();
        word &= next();
        all |= (magics_set)word << 64 * k;
    }
    return all;
}
static magics_set of(magics_set whole) { return some() & whole; }",
        ..C
    },
    CPP,
    Driver {
        word: "int128",
        sets: "static void set(magics::bitboard all) {
    number(static_cast<std::uint64_t>(all));
    number(static_cast<std::uint64_t>(all >> 64));
}
static magics::bitboard some() {
    magics::bitboard all = 0;
    for (int k = 0; k < WORDS; k++) {
        std::uint64_t word = next();
        word &= next();
        all |= magics::bitboard{word} << 64 * k;
    }
    return all;
}",
        ..CPP
    },
    RUST,
    Driver { word: "pair", ..RUST },
    Driver {
        lang: "python",
        word: "",
        tool: "python3",
        file: "magics.py",
        main: "main.py",
        text: "import magics
M = 2 ** 64 - 1
state, digest = 1, 0
squares = [SQUARES]
def next_word():
    global state
    state = (state * 6364136223846793005 + 1) & M
    return state
def number(word):
    global digest
    digest = (digest * 31 + int(word)) & M
def add(all):
    assert all >> 64 * WORDS == 0
    for k in range(WORDS):
        number(all >> 64 * k & M)
def pick():
    return squares[(next_word() >> 33) % len(squares)]
def some():
    all = 0
    for k in range(WORDS):
        one = next_word()
        all |= (one & next_word()) << 64 * k
    return all
def call(a, b, c, side, s0, s1, s2, s3):
    CALLS
ARRAYS
for a in squares:
    for turn in range(8):
        b = pick()
        c = pick()
        s0 = some()
        call(a, b, c, turn % 2, s0, some() & s0, some() & s0, some() & s0)
print(digest)
",
        sets: "",
        command: "python3 main.py",
        has_pext: false,
        has_calls: true,
        has_pairs: true,
        call: |kind, name, arguments| match kind {
            '.' => format!("add(magics.{name}({arguments}));"),
            _ => format!("number(magics.{name}({arguments}));"),
        },
        array: |name| format!("for one in magics.{}: add(one)", shouted(name)),
        is_slow: false,
    },
    Driver {
        lang: "go",
        word: "",
        tool: "go",
        file: "magics.go",
        main: "main.go",
        text: "package main

import \"fmt\"

var state, digest uint64 = 1, 0
var squares = []int{SQUARES}

func next() uint64 {
	state = state*6364136223846793005 + 1
	return state
}
func pick() int         { return squares[(next()>>33)%uint64(len(squares))] }
func number(word uint64) { digest = digest*31 + word }
func truth(is bool) {
	if is {
		number(1)
	} else {
		number(0)
	}
}
func set(all [WORDS]uint64) {
	for _, word := range all {
		number(word)
	}
}
func some() (all [WORDS]uint64) {
	for k := range all {
		all[k] = next()
		all[k] &= next()
	}
	return all
}
func of(whole [WORDS]uint64) (all [WORDS]uint64) {
	all = some()
	for k := range all {
		all[k] &= whole[k]
	}
	return all
}
func main() {
	ARRAYS
	for _, a := range squares {
		for turn := 0; turn < 8; turn++ {
			side, b, c := turn%2, pick(), pick()
			s0 := some()
			s1, s2, s3 := of(s0), of(s0), of(s0)
			_, _, _, _ = s0, s1, s2, s3
			CALLS
		}
	}
	fmt.Println(digest)
}
",
        sets: "",
        command: "printf 'module magics\\n\\ngo 1.19\\n' > go.mod && sed -i 's/^package .*/package main/' magics.go \
                  && go vet && go run .",
        has_pext: false,
        has_calls: true,
        has_pairs: true,
        call: |kind, name, arguments| {
            let name = pascal(name);
            match kind {
                '.' => format!("set({name}({arguments}));"),
                '?' => format!("truth({name}({arguments}));"),
                _ => format!("number(uint64({name}({arguments})));"),
            }
        },
        array: |name| format!("for _, one := range {} {{\n\t\tset(one)\n\t}}", pascal(name)),
        is_slow: false,
    },
];
