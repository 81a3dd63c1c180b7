//! `magicgen gather`: factors that bring the bits of a mask together.

use std::fmt::Write as _;
use std::process::Command;

use serde_json::Value;

use super::bench::has_compiler;
use crate::folder::Folder;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        each_subset_has_its_bits_together,
        bits_keep_their_order_if_asked,
        statements_of_c_give_the_same,
        what_no_factor_gathers_ends_with_status_3,
        wrong_masks_are_refused,
    ]
}

fn gathered(arguments: &[&str]) -> Value {
    let run = Folder::new().succeed(&[&["gather", "--format", "json"], arguments].concat());
    serde_json::from_str(&run.stdout).unwrap()
}

fn number(value: &Value) -> u64 {
    u64::from_str_radix(value.as_str().unwrap().strip_prefix("0x").unwrap(), 16).unwrap()
}

/// Computes the result of each subset as the JSON says, and compares it with bits put to their places one by one.
fn check(arguments: &[&str], mask: u64) -> Value {
    let answer = gathered(arguments);
    assert_eq!(number(&answer["mask"]), mask);
    let bits: Vec<u64> = (0..64).filter(|bit| mask >> bit & 1 != 0).collect();
    let places: Vec<u64> =
        answer["places"].as_array().unwrap().iter().map(|place| place.as_u64().unwrap()).collect();
    for chosen in 0..1_u64 << bits.len() {
        let is_in = |at: &usize| chosen >> at & 1 != 0;
        let all = || (0..bits.len()).filter(is_in);
        let subset: u64 = all().map(|at| 1 << bits[at]).sum();
        let wanted: u64 = all().map(|at| 1 << places[at]).sum();
        let mut found = 0;
        for product in answer["products"].as_array().unwrap() {
            let amount = |key: &str| product[key].as_u64().unwrap();
            let masked = (subset & number(&product["mask"])) >> amount("before");
            found |= masked.wrapping_mul(number(&product["factor"])) >> amount("shift")
                << amount("left");
        }
        assert_eq!(found, wanted, "{answer}");
    }
    answer
}

fn each_subset_has_its_bits_together() {
    let file = check(&["0x0001010101010100"], 0x0001_0101_0101_0100);
    assert_eq!(file["in-order"], true);
    assert_eq!(check(&["A2,a3", "a4", "a5", "a6", "a7"], 0x0001_0101_0101_0100), file);
    check(&["a2", "-O", "h8lsb"], 1 << 55);
    check(&["0b1000_0001", "0x10"], 0x91);
    // Neighbours need no factor.
    assert_eq!(check(&["0xff0000"], 0xff_0000)["formula"], "(x & 0x0000000000ff0000) >> 16");
    assert_eq!(check(&["0xe0a0e0"], 0xe0_a0e0)["products"].as_array().unwrap().len(), 2);
    // Both diagonals of a chess board, in another order.
    let diagonals = check(&["0x8142241818244281"], 0x8142_2418_1824_4281);
    assert_eq!(diagonals["in-order"], false);
    assert_eq!(diagonals["products"][0]["factor"], "0x0001000100010001");
}

fn bits_keep_their_order_if_asked() {
    let rook = ["b4", "c4", "d4", "f4", "g4", "e2", "e3", "e5", "e6", "e7"];
    let mask = 0x0010_1010_6e10_1000;
    assert_eq!(check(&rook, mask)["in-order"], false);
    let kept = check(&[&rook[..], &["--in-order"]].concat(), mask);
    assert_eq!((&kept["in-order"], kept["products"].as_array().unwrap().len()), (&true.into(), 2));
}

/// Each mask's statements become a function of C, which `main` compares with bits put to their places one by one.
fn statements_of_c_give_the_same() {
    if !has_compiler("cc") {
        return;
    }
    let masks = ["0x0001010101010100", "0xe0a0e0", "0x8142241818244281", "0xff0000", "0x8001"];
    let mut program = "#include <stdint.h>\n#define CHECK(f, mask, ...) do { \\\n\
        static const int to[] = { __VA_ARGS__ }; uint64_t x = 0; \\\n\
        do { uint64_t wanted = 0; int at = 0; \\\n\
        for (int bit = 0; bit < 64; bit++) \\\n\
        if ((mask) >> bit & 1) { if (x >> bit & 1) wanted |= UINT64_C(1) << to[at]; at++; } \\\n\
        if (f(x) != wanted || f(x | ~(mask)) != wanted) return 1; \\\n\
        x = (x - (mask)) & (mask); } while (x != 0); } while (0)\n"
        .to_owned();
    let mut main = String::new();
    for (at, mask) in masks.iter().enumerate() {
        let answer = gathered(&[mask, "--lang", "c"]);
        let lines: Vec<&str> = answer["statements"]
            .as_array()
            .unwrap()
            .iter()
            .map(|line| line.as_str().unwrap())
            .collect();
        let _ = write!(
            program,
            "static uint64_t g{at}(uint64_t occupied)\n{{\n{}\n}}\n",
            lines.join("\n")
        );
        let places = answer["places"].to_string();
        let places = places.trim_matches(['[', ']']);
        let _ = writeln!(main, "CHECK(g{at}, UINT64_C({mask}), {places});");
    }
    let _ = writeln!(program, "int main(void)\n{{\n{main}return 0;\n}}");
    let folder = Folder::new();
    folder.write("g.c", &program);
    let run = |command: &mut Command| {
        let output = command.current_dir(folder.path()).output().unwrap();
        assert!(output.status.success(), "{program}\n{}", String::from_utf8_lossy(&output.stderr));
    };
    run(Command::new("cc").args(["-Wall", "-Wextra", "-Werror", "-O1", "-o", "g", "g.c"]));
    run(&mut Command::new(folder.path().join("g")));
}

fn what_no_factor_gathers_ends_with_status_3() {
    let asked = ["gather", "0xe0a0e0", "--products", "1"];
    let run = Folder::new().run(&asked);
    assert_eq!(run.status, 3, "{}", run.stderr);
    let text = "error[gather::not-found]: no factor gathers the bits of 0x0000000000e0a0e0: all were ruled out";
    assert!(run.stderr.contains(text), "{}", run.stderr);
    let run = Folder::new().run(&[&asked[..], &["--steps", "2"]].concat());
    assert_eq!(run.status, 3, "{}", run.stderr);
    assert!(run.stderr.contains("the search tried some only"), "{}", run.stderr);
}

fn wrong_masks_are_refused() {
    let folder = Folder::new();
    for (mask, part) in [
        ("z9", "`z9` is neither"),
        ("0x", "`0x` is neither"),
        ("0x1ffffffffffffffff", "is neither"),
        ("0x0", "the mask has no bits"),
        (",", "the mask has no bits"),
        ("0x1ffffffff", "the mask has 33 bits, more than 32"),
    ] {
        let run = folder.run(&["gather", mask]);
        assert!(run.status == 2 && run.stderr.contains(part), "{mask}: {}", run.stderr);
    }
}
