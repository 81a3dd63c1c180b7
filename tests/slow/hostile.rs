//! Arbitrary and unusual texts.

use std::fmt::Write as _;

use magicgen_read::Status;
use proptest::prelude::*;

use crate::factors::RIVAL;
use crate::verified::examine;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        no_text_is_too_odd,
        no_source_is_too_odd,
        a_text_may_end_anywhere,
        numbers_of_any_size_are_no_trouble,
        nothing_is_told_from_something,
        many_long_rows_are_passed_over_however_they_are_broken,
        many_words_are_passed_over,
        many_short_lists_are_passed_over,
        many_strings_without_an_end_are_passed_over,
        no_array_is_one_too_many,
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    fn no_text_is_too_odd(text in "\\PC*") {
        let _ = examine(&text).lines();
    }

    fn no_source_is_too_odd(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "{", "}", "[", "]", "(", ")", ",", "\n", "0x", "-", "-1", "64", "12 ", "a1", "rook ", "/*", "*/",
                "//", "#", "'", "\"", "=", ":", "0x80a", "$f", "1'", "é", "99999999999999999999999", "b1 = 1", "_",
            ]),
            0..400,
        )
    ) {
        let _ = examine(&words.concat()).lines();
    }

    fn a_text_may_end_anywhere(at in 0..RIVAL.len()) {
        let cut = RIVAL.get(at..).unwrap_or("");
        let _ = examine(cut);
        let _ = examine(RIVAL.get(..at).unwrap_or(""));
    }

    fn numbers_of_any_size_are_no_trouble(
        rows in prop::collection::vec((any::<i64>(), any::<u64>(), -3i64..80, any::<i64>()), 64)
    ) {
        let lines: Vec<String> = rows
            .iter()
            .enumerate()
            .map(|(bit, (a, b, c, d))| format!("{bit} {b:#x} {a} {c} {d}"))
            .collect();
        prop_assert_eq!(examine(&lines.join("\n")).status(), Status::NothingFound);
    }
}

fn nothing_is_told_from_something() {
    for text in ["", "\n\n", "no numbers", "1, 2, 3"] {
        let report = examine(text);
        assert_eq!(report.status(), Status::NothingFound);
        assert_eq!(report.lines().len(), 1, "{report}");
    }
    let lines = examine("x = [1, 2,\n3]").lines();
    assert_eq!(
        lines,
        ["no factors found: the most numbers that stand together are 3, in lines 1-2"]
    );
}

/// Tables of attack sets for each square, as engines have them, are skipped, even if their brackets close on lines of
/// their own.
fn many_long_rows_are_passed_over_however_they_are_broken() {
    let row = (1..=64_u64).map(|n| format!("{:#x}", n.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
    let row = row.collect::<Vec<_>>().join(", ");
    for (open, close) in [("{", "}"), ("{\n", "\n}"), ("{\n", "}\n"), ("\n{\nx\n", "\n\n}\n")] {
        let rows = vec![format!("{open}{row}{close}"); 300].join(",");
        let words = "int nothing;\n".repeat(500);
        let text = format!("{words}long table[300][64] = {{{rows}\n}};\n{words}");
        assert_eq!(examine(&text).status(), Status::NothingFound, "{open:?} {close:?}");
    }
}

/// Any number of words without numbers is skipped, in lines or without line breaks.
fn many_words_are_passed_over() {
    let line = "the quick brown fox jumps over the lazy dog; ";
    for (end, lines) in [("\n", 2000), ("", 9000), ("5 - 1\n", 900), ("\n12\n", 900)] {
        let text = format!("{line}{end}").repeat(lines) + RIVAL;
        assert_eq!(examine(&text).status(), Status::Holds, "{end:?}");
    }
}

/// However many short lists of words and columns that choose among two words a text has, they don't take long.
fn many_short_lists_are_passed_over() {
    let choices = (0..64).map(|n| (n % 2).to_string()).collect::<Vec<_>>().join(",");
    let mut word: u64 = 1;
    let mut text = format!("c = {{{choices}}};\n").repeat(100);
    for _ in 0..70_000 {
        word = word.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        let other = word.rotate_left(20);
        let _ = writeln!(text, "x = {{{word:#x},{other:#x}}};");
    }
    let report = examine(&text);
    assert_eq!(report.status(), Status::NothingFound);
    assert!(report.left_out > 4000, "{}", report.left_out);
}

/// No search for the end of a string is long, or begun too often.
fn many_strings_without_an_end_are_passed_over() {
    for (start, times) in [
        ("R\"", 200_000),
        ("R\"abc(", 100_000),
        ("r#\"", 200_000),
        ("\"\\", 200_000),
        ("`\\", 200_000),
    ] {
        for end in ["", "x", "\n", "x\n"] {
            let text = start.repeat(times) + end;
            assert_eq!(examine(&text).status(), Status::NothingFound, "{start:?} {end:?}");
        }
    }
    // Strings behind them are read all the same.
    let broken = "it's r#\"5\n".repeat(100);
    let numbers: Vec<String> = (0..64).map(|n| format!("{n}")).collect();
    let report = examine(&format!("{broken}\nx = \"{}\"\n", numbers.join(" ")));
    assert_eq!(report.longest.map(|longest| longest.numbers), Some(64));
}

/// Factors are found even after very many other arrays.
fn no_array_is_one_too_many() {
    let mut word: u64 = 1;
    let mut row = || {
        let numbers = (0..64).map(|_| {
            word = word.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            format!("{:#x}", word ^ word >> 33)
        });
        format!("x = {{{}}};\n", numbers.collect::<Vec<_>>().join(","))
    };
    let text = (0..4100).map(|_| row()).collect::<String>() + RIVAL;
    let report = examine(&text);
    assert_eq!((report.status(), report.left_out), (Status::Holds, 0));
}
