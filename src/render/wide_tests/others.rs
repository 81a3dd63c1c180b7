//! The programs that look up in languages beside those with a preprocessor, Rust and Python.

use super::{ARRAYS, Trial};

const GO: &str = r#"package main
import "fmt"
func main() {
	state, digest := uint64(1), uint64(0)
	for square := 0; square < SQUARES; square++ {
		for i := 0; i < 10; i++ {
			var occupied [WORDS]uint64
			for k := range occupied {
				state = state*6364136223846793005 + 1
				occupied[k] = state
			}
			for _, word := range QueenAttacks(square, occupied) {
				digest = digest*31 + word
			}
		}
	}
	fmt.Println(digest)
}
"#;

const D: &str = r"import std.stdio : writeln;
import wide;
void main()
{
    ulong state = 1, digest = 0;
    foreach (square; 0 .. SQUARES)
    {
        foreach (i; 0 .. 10)
        {
            ulong[WORDS] occupied;
            foreach (ref word; occupied)
                word = state = state * 6364136223846793005UL + 1;
            foreach (word; queenAttacks(square, occupied))
                digest = digest * 31 + word;
        }
    }
    writeln(digest);
}
";

const NIM: &str = r"import wide
var state = 1'u64
var digest = 0'u64
for square in 0 ..< SQUARES:
  for i in 0 ..< 10:
    var occupied: array[WORDS, uint64]
    for word in occupied.mitems:
      state = state * 6364136223846793005'u64 + 1
      word = state
    for word in queenAttacks(square, occupied):
      digest = digest * 31 + word
echo digest
";

const ZIG: &str = r#"const std = @import("std");
const wide = @import("wide.zig");
pub fn main() void {
    var state: u64 = 1;
    var digest: u64 = 0;
    for (0..SQUARES) |square| {
        for (0..10) |_| {
            var occupied: [WORDS]u64 = undefined;
            for (&occupied) |*word| {
                state = state *% 6364136223846793005 +% 1;
                word.* = state;
            }
            for (wide.queenAttacks(@intCast(square), occupied)) |word| {
                digest = digest *% 31 +% word;
            }
        }
    }
    std.debug.print("{d}\n", .{digest});
}
"#;

const ADA: &str = r"with Ada.Text_IO;
with Interfaces; use Interfaces;
with Wide;
procedure Main is
   State  : Unsigned_64 := 1;
   Digest : Unsigned_64 := 0;
begin
   for Square in Wide.Square_Index loop
      for I in 1 .. 10 loop
         declare
            Set : Wide.Square_Set;
         begin
            for K in Set'Range loop
               State := State * 6364136223846793005 + 1;
               Set (K) := State;
            end loop;
            Set := Wide.Queen_Attacks (Square, Set);
            for Word of Set loop
               Digest := Digest * 31 + Word;
            end loop;
         end;
      end loop;
   end loop;
   Ada.Text_IO.Put_Line (Unsigned_64'Image (Digest));
end Main;
";

const OPENCL: &str = r#"#include "wide.cl"
ulong digest_of(void);
ulong digest_of(void)
{
    ulong state = 1, digest = 0;
    for (uint square = 0; square < SQUARES; square++)
        for (int i = 0; i < 10; i++) {
            ulongWORDS occupied, set;
            for (int k = 0; k < WORDS; k++)
                occupied[k] = state = state * 6364136223846793005UL + 1;
            set = wide_queen_attacks(square, occupied);
            for (int k = 0; k < WORDS; k++)
                digest = digest * 31 + set[k];
        }
    return digest;
}
"#;

const CUDA: &str = r#"#include <cstdio>
#define __device__
#define __constant__
#define __inline__ inline
typedef unsigned long long u64;
struct ulonglong2 { u64 x, y; };
struct ulonglong3 { u64 x, y, z; };
struct ulonglong4 { u64 x, y, z, w; };
static inline ulonglong2 make_ulonglong2(u64 x, u64 y) { return {x, y}; }
static inline ulonglong3 make_ulonglong3(u64 x, u64 y, u64 z) { return {x, y, z}; }
static inline ulonglong4 make_ulonglong4(u64 x, u64 y, u64 z, u64 w) { return {x, y, z, w}; }
#include "wide.cuh"
int main()
{
    u64 state = 1, digest = 0;
    for (unsigned square = 0; square < SQUARES; square++)
        for (int i = 0; i < 10; i++) {
            union { ulonglongWORDS set; u64 words[WORDS]; } occupied, attacks;
            for (u64 &word : occupied.words) word = state = state * 6364136223846793005ULL + 1;
            attacks.set = wide_queen_attacks(square, occupied.set);
            for (u64 word : attacks.words) digest = digest * 31 + word;
        }
    std::printf("%llu\n", digest);
}
"#;

const LUA: &str = r#"local wide = require("wide")
local state, digest = 1, 0
for square = 0, SQUARES - 1 do
  for _ = 1, 10 do
    local occupied = {}
    for k = 1, WORDS do
      state = state * 6364136223846793005 + 1
      occupied[k] = state
    end
    for _, word in ipairs(wide.queen_attacks(square, occupied)) do
      digest = digest * 31 + word
    end
  end
end
local tens = (digest >> 1) // 5
print(string.format("%d%d", tens, digest - tens * 10))
"#;

const CSHARP: &str = r"#define IS_WORDS
static class Program
{
    static ulong state = 1, digest = 0;
    static ulong Next() { return state = unchecked(state * 6364136223846793005UL + 1); }
    static void Add(ulong word) { digest = unchecked(digest * 31 + word); }
    static void Main()
    {
        for (int square = 0; square < SQUARES; square++)
            for (int i = 0; i < 10; i++)
            {
#if IS_2
                var set = Wide.QueenAttacks(square, (Next(), Next()));
#elif IS_3
                var set = Wide.QueenAttacks(square, (Next(), Next(), Next()));
#else
                var set = Wide.QueenAttacks(square, (Next(), Next(), Next(), Next()));
#endif
                Add(set.W0);
                Add(set.W1);
#if !IS_2
                Add(set.W2);
#endif
#if IS_4
                Add(set.W3);
#endif
            }
        System.Console.WriteLine(digest);
    }
}
";

const PASCAL: &str = r"program main;
{$mode objfpc}{$Q-}{$R-}
uses Wide;
var
  State, Digest: QWord;
  Square, I, K: Integer;
  Taken: TSquareSet;
begin
  State := 1;
  Digest := 0;
  for Square := 0 to SQUARES - 1 do
    for I := 1 to 10 do
    begin
      for K := 0 to WORDS - 1 do
      begin
        State := State * QWord(6364136223846793005) + 1;
        Taken[K] := State;
      end;
      Taken := QueenAttacks(Square, Taken);
      for K := 0 to WORDS - 1 do
        Digest := Digest * 31 + Taken[K];
    end;
  WriteLn(Digest);
end.
";

const JAVASCRIPT: &str = r#"import { queenAttacks } from "./wide.mjs";
const u64 = (word) => BigInt.asUintN(64, word);
let state = 1n;
let digest = 0n;
for (let square = 0; square < SQUARES; square++) {
  for (let i = 0; i < 10; i++) {
    let occupied = 0n;
    for (let k = 0n; k < WORDSn; k++) {
      state = u64(state * 6364136223846793005n + 1n);
      occupied |= state << (64n * k);
    }
    const set = queenAttacks(square, occupied);
    for (let k = 0n; k < WORDSn; k++) digest = u64(digest * 31n + u64(set >> (64n * k)));
  }
}
console.log(String(digest));
"#;

/// The same on arrays of halves.
const HALVES: &str = r#"import { queenAttacks } from "./wide.mjs";
const u64 = (word) => BigInt.asUintN(64, word);
let state = 1n;
let digest = 0n;
const occupied = new Uint32Array(2 * WORDS);
const set = new Uint32Array(2 * WORDS);
for (let square = 0; square < SQUARES; square++) {
  for (let i = 0; i < 10; i++) {
    for (let k = 0; k < WORDS; k++) {
      state = u64(state * 6364136223846793005n + 1n);
      occupied[2 * k] = Number(state & 0xffffffffn);
      occupied[2 * k + 1] = Number(state >> 32n);
    }
    queenAttacks(square, occupied, set);
    for (let k = 0; k < WORDS; k++) {
      digest = u64(digest * 31n + (BigInt(set[2 * k + 1]) << 32n | BigInt(set[2 * k])));
    }
  }
}
console.log(String(digest));
"#;

/// A shell's command that links the functions to a program.
const OPENCL_MAIN: &str = r#"cat > main.c <<'END' && gcc main.c look.o
#include <stdio.h>
extern unsigned long digest_of(void);
int main(void) { printf("%lu\n", digest_of()); return 0; }
END
"#;

const JAVA: &str = r"public class Main {
  public static void main(String[] arguments) {
    long state = 1, digest = 0;
    long[] occupied = new long[WORDS];
    long[] stored = new long[WORDS];
    for (int square = 0; square < SQUARES; square++) {
      for (int i = 0; i < 10; i++) {
        for (int k = 0; k < WORDS; k++) occupied[k] = state = state * 6364136223846793005L + 1;
        long[] returned = {EACH_WORD};
        Wide.queenAttacks(square, ARGUMENTS, stored);
        if (!java.util.Arrays.equals(returned, stored)) throw new AssertionError(square);
        for (long word : stored) digest = digest * 31 + word;
      }
    }
    System.out.println(Long.toUnsignedString(digest));
  }
}
";

const JAVAC: &[&[&str]] =
    &[&["javac", "-Xlint:all", "-Werror", "Main.java", "Wide.java"], &["java", "Main"]];

const KOTLIN: &str = r"fun main() {
    var state = 1L
    var digest = 0L
    val occupied = LongArray(WORDS)
    val stored = LongArray(WORDS)
    for (square in 0 until SQUARES) {
        repeat(10) {
            for (k in 0 until WORDS) {
                state = state * 6364136223846793005L + 1
                occupied[k] = state
            }
            val returned = longArrayOf(EACH_WORD)
            Wide.queenAttacks(square, ARGUMENTS, stored)
            check(returned.contentEquals(stored)) { square }
            for (word in stored) digest = digest * 31 + word
        }
    }
    println(digest.toULong())
}
";

const KOTLINC: &[&[&str]] = &[
    &[
        "sh",
        "-c",
        "$(npm root -g)/kotlin-compiler/bin/kotlinc -Werror -Xexplicit-api=strict Wide.kt -d classes &&
         $(npm root -g)/kotlin-compiler/bin/kotlinc -Werror Main.kt -cp classes -d classes",
    ],
    &[
        "sh",
        "-c",
        "java -cp classes:$(npm root -g)/kotlin-compiler/lib/kotlin-stdlib.jar MainKt",
    ],
];

const WAT: &str = r#"import { readFileSync } from "node:fs";
const wide = (await WebAssembly.instantiate(readFileSync("wide.wasm"))).instance.exports;
const M = 2n ** 64n - 1n;
let state = 1n, digest = 0n;
for (let square = 0; square < SQUARES; square++) {
  for (let i = 0; i < 10; i++) {
    const occupied = [];
    for (let k = 0; k < WORDS; k++) occupied.push(state = (state * 6364136223846793005n + 1n) & M);
    for (const [k, word] of wide.queen_attacks(square, ...occupied).entries()) {
      if (word !== wide["queen_attacks_" + k](square, ...occupied)) throw new Error(square);
      digest = (digest * 31n + BigInt.asUintN(64, word)) & M;
    }
  }
}
console.log(String(digest));
"#;

const WGSL: &str = r#"#include "wide.metal"
#include <cstdio>
#include <cstring>
template <class R, class A> A occupied_of(R (*)(unsigned, A));
typedef unsigned long long u64;
int main()
{
    u64 state = 1, digest = 0, words[WORDS];
    for (unsigned square = 0; square < SQUARES; square++)
        for (int i = 0; i < 10; i++) {
            decltype(occupied_of(wide_queen_attacks)) occupied;
            for (u64 &word : words) word = state = state * 6364136223846793005ULL + 1;
            std::memcpy(&occupied, words, sizeof words);
            const auto attacks = wide_queen_attacks(square, occupied);
            std::memcpy(words, &attacks, sizeof words);
            for (u64 word : words) digest = digest * 31 + word;
        }
    std::printf("%llu\n", digest);
}
"#;

const fn plain(
    language: &'static str,
    program: (&'static str, &'static str),
    commands: &'static [&'static [&'static str]],
) -> Trial {
    Trial { language, options: "", fields: ARRAYS, program, commands }
}

pub(super) const TRIALS: &[Trial] = &[
    Trial {
        options: "package = \"main\"",
        ..plain(
            "go",
            ("look.go", GO),
            &[&["gofmt", "-l", "main.go"], &["go", "run", "look.go", "main.go"]],
        )
    },
    plain(
        "opencl",
        ("look.cl", OPENCL),
        &[
            &[
                "clang",
                "-x",
                "cl",
                "-Xclang",
                "-finclude-default-header",
                "-cl-std=CL1.2",
                "-Wall",
                "-Wextra",
                "-Wconversion",
                "-Wno-psabi",
                "-Werror",
                "-O1",
                "-target",
                "x86_64-linux-gnu",
                "-c",
                "look.cl",
            ],
            &["sh", "-c", OPENCL_MAIN],
            &["./a.out"],
        ],
    ),
    plain(
        "cuda",
        ("main.cpp", CUDA),
        &[&["g++", "-std=c++11", "-Wall", "-Wextra", "-Werror", "main.cpp"], &["./a.out"]],
    ),
    plain(
        "wgsl",
        ("main.cpp", WGSL),
        &[
            &["naga", "--metal-version", "2.1", "wide.wgsl", "wide.metal"],
            &[
                "g++",
                "-std=c++17",
                "-Wno-class-memaccess",
                concat!("-I", env!("CARGO_MANIFEST_DIR"), "/tests/drivers/wgsl"),
                "main.cpp",
            ],
            &["./a.out"],
        ],
    ),
    plain("d", ("main.d", D), &[&["ldc2", "-w", "main.d", "wide.d", "-of=main"], &["./main"]]),
    plain(
        "nim",
        ("main.nim", NIM),
        &[&["nim", "c", "--hints:off", "--nimcache:cache", "-r", "main.nim"]],
    ),
    plain(
        "ada",
        ("main.adb", ADA),
        &[&["gnatmake", "-q", "-f", "-gnat2012", "-gnatwae", "main.adb"], &["./main"]],
    ),
    plain("lua", ("main.lua", LUA), &[&["lua5.4", "main.lua"]]),
    plain(
        "csharp",
        ("main.cs", CSHARP),
        &[
            &["mcs", "-langversion:7.2", "-warnaserror", "main.cs", "Wide.cs"],
            &["mono", "main.exe"],
        ],
    ),
    plain("java", ("Main.java", JAVA), JAVAC),
    plain("kotlin", ("Main.kt", KOTLIN), KOTLINC),
    plain("wat", ("main.mjs", WAT), &[&["wat2wasm", "wide.wat"], &["node", "main.mjs"]]),
    plain("pascal", ("main.pas", PASCAL), &[&["fpc", "-v0", "-O2", "main.pas"], &["./main"]]),
    Trial {
        options: "word = \"bigint\"",
        ..plain("javascript", ("main.mjs", JAVASCRIPT), &[&["node", "main.mjs"]])
    },
    Trial {
        options: "result = \"out\"",
        ..plain("javascript", ("main.mjs", HALVES), &[&["node", "main.mjs"]])
    },
    plain("zig", ("main.zig", ZIG), &[&["sh", "-c", "python3 -m ziglang run main.zig 2>&1"]]),
];
