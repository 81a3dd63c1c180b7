//! The programs that look up, in each language.

/// A language, with the program that looks up.
pub(super) struct WideDriver {
    pub(super) lang: &'static str,
    /// The type of a set, if it isn't the language's usual one.
    pub(super) word: &'static str,
    pub(super) tool: &'static str,
    /// The generated file.
    pub(super) file: &'static str,
    pub(super) main: &'static str,
    pub(super) text: &'static str,
    /// What stands for `SETS` in the text: functions by the type of sets.
    pub(super) sets: &'static str,
    /// A call of `LOOKUP`, or of `CAMEL` in camel case.
    pub(super) call: &'static str,
    pub(super) command: &'static str,
    /// True for a compiler that takes many seconds: it gets two boards, and lookups by line alone.
    pub(super) is_slow: bool,
    /// True where tables may have any length.
    pub(super) has_tables: bool,
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
    has_tables: true,
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
        has_tables: true,
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
    has_tables: true,
};

pub(super) static DRIVERS: [WideDriver; 13] = [
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
        has_tables: true,
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
        has_tables: true,
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
        has_tables: true,
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
        has_tables: true,
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
        has_tables: true,
    },
    WideDriver {
        lang: "verilog",
        word: "",
        tool: "iverilog",
        file: "magics.v",
        main: "main.v",
        text: "module main;
    reg [63:0] state, digest;
    reg [BITS-1:0] occupied;
    reg [7:0] square;
    integer at, turn;
    `define LOOK(name) wire [BITS-1:0] name; magics_``name look_``name (square[6:0], occupied, name);
    CALLS
    `undef LOOK
    `define LOOK(name) add(name);
    task add(input [127:0] set);
        digest = (digest * 64'd31 + set[63:0]) * 64'd31 + set[127:64];
    endtask
    task next;
        state = state * 64'd6364136223846793005 + 64'd1;
    endtask
    initial begin
        state = 1;
        digest = 0;
        for (at = 0; at < BITS; at = at + 1)
            case (at)
                SQUARES:
                    for (turn = 0; turn < 10; turn = turn + 1) begin
                        square = at;
                        next;
                        occupied = {64'd0, state};
                        next;
                        occupied = occupied | {state, 64'd0};
                        #1;
                        CALLS
                    end
            endcase
        $display(\"%0d\", digest);
    end
endmodule
",
        sets: "",
        call: "`LOOK(LOOKUP)",
        command: "iverilog -g2005 -Wall -tnull magics.v 2>&1 && iverilog -g2012 -s main -o main main.v magics.v && vvp -n main",
        is_slow: false,
        has_tables: true,
    },
    WideDriver {
        lang: "wgsl",
        word: "",
        tool: "naga",
        file: "magics.wgsl",
        main: "main.cpp",
        text: "#include \"magics.metal\"
#include <cstdio>
typedef unsigned long long u64;
static const unsigned char squares[] = { SQUARES };
static u64 state = 1, digest;
static u64 next() { return state = state * 6364136223846793005ULL + 1; }
static u64 joined(unsigned low, unsigned high) { return low | u64(high) << 32; }
static void add(metal::uint4 set) {
    digest = (digest * 31 + joined(set.x, set.y)) * 31 + joined(set.z, set.w);
}
int main() {
    for (unsigned square : squares)
        for (int i = 0; i < 10; i++) {
            const u64 low = next(), high = next();
            const metal::uint4 occupied(unsigned(low), unsigned(low >> 32), unsigned(high), unsigned(high >> 32));
            CALLS
        }
    std::printf(\"%llu\\n\", digest);
}
",
        sets: "",
        call: "add(magics_LOOKUP(square, occupied));",
        command: concat!(
            "naga --metal-version 2.1 magics.wgsl magics.metal && g++ -std=c++11 -O1 -I",
            env!("CARGO_MANIFEST_DIR"),
            "/../drivers/wgsl main.cpp && ./a.out"
        ),
        is_slow: false,
        has_tables: false,
    },
];
