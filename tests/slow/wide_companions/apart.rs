//! The programs that call companions where each word of a set has a function, beside one of all words.

use super::drivers::{Driver, camel, shouted, with_sets};

/// A statement of Java or Kotlin that calls the function of all words, and those of the first and the last word.
fn called(kind: char, name: &str, arguments: &str) -> String {
    let arguments = with_sets(arguments, |set| format!("EACH({set})"));
    let name = camel(name);
    match kind {
        '.' => format!(
            "Magics.{name}({arguments}, out); same(Magics.{name}0({arguments}), 0); \
             same(Magics.{name}LAST({arguments}), LAST); add(out);"
        ),
        _ => format!("add(Magics.{name}({arguments}));"),
    }
}

/// The text with `EACH(s0)` as the words of `s0`, and `LAST` as the last word's number.
pub(super) fn in_words(text: String, words: usize) -> String {
    let each = |text: String, set: usize| {
        let words: Vec<String> = (0..words).map(|word| format!("s{set}[{word}]")).collect();
        text.replace(&format!("EACH(s{set})"), &words.join(", "))
    };
    (0..4).fold(text, each).replace("LAST", &(words - 1).to_string())
}

pub(super) static DRIVERS: [Driver; 3] = [
    Driver {
        lang: "java",
        word: "",
        tool: "javac",
        file: "Magics.java",
        main: "Main.java",
        text: "public class Main {
    static long state = 1, digest;
    static final int[] squares = { SQUARES };
    static final long[] out = new long[WORDS];
    static long next() { return state = state * 6364136223846793005L + 1; }
    static int pick() { return squares[(int) ((next() >>> 33) % squares.length)]; }
    static void add(long word) { digest = digest * 31 + word; }
    static void add(boolean is) { add(is ? 1L : 0L); }
    static void add(Enum<?> one) { add(one.ordinal()); }
    static void add(long[] all) { for (long word : all) add(word); }
    static void same(long word, int at) { if (word != out[at]) throw new AssertionError(at); }
    static long[] some() {
        long[] all = new long[WORDS];
        for (int k = 0; k < WORDS; k++) { all[k] = next(); all[k] &= next(); }
        return all;
    }
    static long[] of(long[] whole) {
        long[] all = some();
        for (int k = 0; k < WORDS; k++) all[k] &= whole[k];
        return all;
    }
    public static void main(String[] arguments) {
        ARRAYS
        for (int a : squares)
            for (int turn = 0; turn < 8; turn++) {
                int side = turn % 2, b = pick(), c = pick();
                long[] s0 = some(), s1 = of(s0), s2 = of(s0), s3 = of(s0);
                CALLS
            }
        System.out.println(Long.toUnsignedString(digest));
    }
}
",
        sets: "",
        command: "javac -Xlint:all -Werror Magics.java Main.java && java Main",
        has_pext: true,
        has_calls: true,
        has_pairs: true,
        call: called,
        array: |name| format!("add(Magics.{});", shouted(name)),
        is_slow: false,
    },
    Driver {
        lang: "kotlin",
        word: "",
        tool: "npm:kotlin-compiler",
        file: "Magics.kt",
        main: "Main.kt",
        text: "var state = 1L
var digest = 0L
val squares = intArrayOf(SQUARES)
val out = LongArray(WORDS)
fun next(): Long { state = state * 6364136223846793005L + 1; return state }
fun pick(): Int = squares[((next() ushr 33) % squares.size).toInt()]
fun add(word: Long) { digest = digest * 31 + word }
fun add(number: Int) { add(number.toLong()) }
fun add(truth: Boolean) { add(if (truth) 1L else 0L) }
fun add(one: Enum<*>) { add(one.ordinal) }
fun add(all: LongArray) { for (word in all) add(word) }
fun same(word: Long, at: Int) { check(word == out[at]) { at } }
fun some() = LongArray(WORDS) { val word = next(); word and next() }
fun of(whole: LongArray): LongArray {
    val all = some()
    for (k in all.indices) all[k] = all[k] and whole[k]
    return all
}
fun call(a: Int, b: Int, c: Int, side: Int, s0: LongArray, s1: LongArray, s2: LongArray, s3: LongArray) {
    CALLS
}
fun main() {
    ARRAYS
    for (a in squares) {
        for (turn in 0 until 8) {
            val b = pick()
            val c = pick()
            val s0 = some()
            call(a, b, c, turn % 2, s0, of(s0), of(s0), of(s0))
        }
    }
    println(digest.toULong())
}
",
        sets: "",
        command: "home=$(npm root -g)/kotlin-compiler && \
                  $home/bin/kotlinc Magics.kt Main.kt -d classes && \
                  java -cp classes:$home/lib/kotlin-stdlib.jar MainKt",
        has_pext: true,
        has_calls: true,
        has_pairs: true,
        call: called,
        array: |name| format!("add(Magics.{});", shouted(name)),
        is_slow: true,
    },
    Driver {
        lang: "wat",
        word: "",
        tool: "wat2wasm",
        file: "magics.wat",
        main: "main.mjs",
        text: "import { readFileSync } from 'node:fs';
const magics = (await WebAssembly.instantiate(readFileSync('magics.wasm'))).instance.exports;
const M = 2n ** 64n - 1n;
const squares = [SQUARES];
let state = 1n, digest = 0n;
const next = () => state = (state * 6364136223846793005n + 1n) & M;
const pick = () => squares[Number((next() >> 33n) % BigInt(squares.length))];
const number = (word) => { digest = (digest * 31n + BigInt.asUintN(64, BigInt(word))) & M; };
const set = (name, ...given) => {
  for (const [k, word] of magics[name](...given).entries()) {
    if (magics[`${name}_${k}`](...given) !== word) throw new Error(name);
    number(word);
  }
};
const array = (address, count) => new BigUint64Array(magics.memory.buffer, address.value, count * WORDS).forEach(number);
const some = () => {
  const all = [];
  for (let k = 0; k < WORDS; k++) {
    const word = next();
    all.push(word & next());
  }
  return all;
};
const of = (whole) => some().map((word, k) => word & whole[k]);
ARRAYS
for (const a of squares) {
  for (let turn = 0; turn < 8; turn++) {
    const [side, b, c] = [turn % 2, pick(), pick()];
    const s0 = some();
    const [s1, s2, s3] = [of(s0), of(s0), of(s0)];
    CALLS
  }
}
console.log(String(digest));
",
        sets: "",
        command: "wat2wasm magics.wat && node main.mjs",
        has_pext: false,
        has_calls: true,
        has_pairs: true,
        call: |kind, name, arguments| {
            let arguments = with_sets(arguments, |set| format!("...{set}"));
            match kind {
                '.' => format!("set('{name}', {arguments});"),
                _ => format!("number(magics.{name}({arguments}));"),
            }
        },
        array: |name| format!("array(magics.{}, COUNT);", shouted(name)),
        is_slow: false,
    },
];
