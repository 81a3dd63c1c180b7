//! Texts of working factors with a single fault.

use std::fmt::Write as _;

use magicgen_read::{FailureKind, MultipliedKey, ReportWord, Shift, Slider, Status};
use magicgen_search::Hash;

use crate::factors::{PIECES, RIVAL, Random, problem, relevant, rival, works};
use crate::verified::examine;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        a_wrong_digit_in_a_plain_array_is_found,
        a_wrong_shift_is_found,
        several_wrong_shifts_are_found,
        a_wrong_factor_is_not_blamed_on_its_shift,
        a_wrong_offset_is_found,
        shifts_that_waste_bits_are_noticed,
    ]
}

/// Each factor of a plain array is changed in turn: either its square is reported, or the new factor works by chance.
fn a_wrong_digit_in_a_plain_array_is_found() {
    let mut random = Random(11);
    for (piece, factors) in PIECES.into_iter().zip(rival()) {
        let (problem, bits) = (problem(piece), relevant(piece));
        for bit in (0..64).step_by(if cfg!(debug_assertions) { 9 } else { 1 }) {
            let factor = factors[bit];
            let wrong = random.miswrite(&format!("{factor:#x}"));
            let text = RIVAL.replacen(&format!("{factor:#x}L"), &format!("{wrong}L"), 1);
            let wrong = u64::from_str_radix(&wrong[2..], 16).unwrap();
            let report = examine(&text);
            let failures: Vec<_> = report.findings.iter().flat_map(|one| &one.failures).collect();
            if works(&problem, bit as u8, MultipliedKey::White, Hash::Multiply, wrong, bits[bit]) {
                assert_eq!(report.status(), Status::Holds, "{report}");
                continue;
            }
            assert_eq!(report.status(), Status::Wrong, "{report}");
            let [failure] = failures.as_slice() else { panic!("{report}") };
            assert_eq!((usize::from(failure.bit), failure.factor), (bit, ReportWord(wrong)));
            let line =
                text.lines().position(|line| line.contains(&format!("{wrong:#x}L"))).unwrap();
            assert_eq!(failure.line, line + 1);
            let FailureKind::Clash { occupied: [a, b], attacks, difference, .. } = failure.problem
            else {
                panic!("{report}")
            };
            let square = problem.square(bit as u8).unwrap();
            assert_eq!(
                attacks,
                [a, b].map(|occupied| ReportWord(problem.attacks_under(square, occupied.0)))
            );
            assert_eq!(difference.0, attacks[0].0 ^ attacks[1].0);
            assert_ne!(difference.0, 0);
        }
    }
}

/// Rows with factor, shift and offset, such that all index ranges follow one another in one table.
fn rows() -> Vec<[String; 4]> {
    rows_with(&[])
}

/// The same, in which some rows have other numbers of index bits.
fn rows_with(others: &[(usize, u8)]) -> Vec<[String; 4]> {
    let mut offset = 0;
    let mut rows = Vec::new();
    for (piece, factors) in PIECES.into_iter().zip(rival()) {
        for (factor, bits) in factors.iter().zip(relevant(piece)) {
            let other = others.iter().find(|(row, _)| *row == rows.len());
            let bits = other.map_or(bits, |(_, bits)| *bits);
            let shift = (64 - bits).to_string();
            rows.push([piece.name().to_owned(), format!("{factor:#x}"), shift, offset.to_string()]);
            offset += 1 << bits;
        }
    }
    rows
}

fn text(rows: &[[String; 4]]) -> String {
    let mut text = String::new();
    for (bit, [piece, factor, shift, offset]) in rows.iter().enumerate() {
        let _ = writeln!(text, "{offset} {shift} {factor} {} {piece}", bit % 64);
    }
    text
}

fn a_wrong_shift_is_found() {
    let good = rows();
    assert_eq!(examine(&text(&good)).status(), Status::Holds);
    for (row, wrong, kind) in [
        (0, "53", "narrow"),
        (8, "54", "narrow"),
        (8, "57", "narrow"),
        (8, "52", "wide"),
        (63, "51", "wide"),
        (91, "54", "wide"),
        (70, "5", "shift"),
        (127, "99", "shift"),
        (9, "-54", "shift"),
    ] {
        for has_offsets in [true, false] {
            // Without offsets, a shift may leave a bit more than needed.
            if !has_offsets && kind == "wide" {
                continue;
            }
            let mut rows = good.clone();
            wrong.clone_into(&mut rows[row][2]);
            rows.iter_mut().filter(|_| !has_offsets).for_each(|row| row[3].clear());
            let report = examine(&text(&rows));
            assert_eq!(report.status(), Status::Wrong, "{report}");
            let finding = &report.findings[row / 64];
            let [failure] = finding.failures.as_slice() else { panic!("{report}") };
            assert_eq!((usize::from(failure.bit), failure.line), (row % 64, row + 1));
            assert_eq!(shift_line(&failure.problem), Some((kind, row + 1)), "{report}");
            assert!(report.findings[1 - row / 64].failures.is_empty());
            assert!(report.tables.iter().all(|table| table.clashes.is_empty()), "{report}");
        }
    }
}

/// The kind and the line of a wrong shift.
fn shift_line(problem: &FailureKind) -> Option<(&'static str, usize)> {
    match problem {
        FailureKind::Clash { .. } => None,
        FailureKind::Narrow { line, .. } => Some(("narrow", *line)),
        FailureKind::Wide { line, .. } => Some(("wide", *line)),
        FailureKind::Shift { line, .. } => Some(("shift", *line)),
    }
}

fn several_wrong_shifts_are_found() {
    let mut rows = rows();
    for (row, wrong) in [(8, "54"), (20, "53"), (40, "55"), (127, "59")] {
        wrong.clone_into(&mut rows[row][2]);
    }
    let report = examine(&text(&rows));
    let wrong: Vec<_> = report.findings.iter().flat_map(|one| &one.failures).collect();
    let wrong: Vec<_> = wrong.iter().map(|one| shift_line(&one.problem).unwrap()).collect();
    assert_eq!(wrong, [("narrow", 9), ("wide", 21), ("narrow", 41), ("narrow", 128)], "{report}");
    let shown = report.to_string();
    assert!(shown.contains("rook: WRONG on 3 of 64 squares: bit 8, bit 20, bit 40 ("), "{shown}");
    assert!(shown.contains("bishop: WRONG on 1 of 64 squares: bit 63 ("), "{shown}");
    assert_eq!(report.wrong().iter().map(|wrong| wrong.line).collect::<Vec<_>>(), [9, 128]);
}

/// The shift of a square fits its offset, and its factor doesn't work: the factor is wrong, even if it works with more bits.
fn a_wrong_factor_is_not_blamed_on_its_shift() {
    let mut random = Random(12);
    for row in [0, 8, 27, 63, 64, 100] {
        let mut rows = rows();
        let piece = row / 64;
        rows[row][1] = loop {
            let wrong = random.miswrite(&rows[row][1]);
            let factor = u64::from_str_radix(&wrong[2..], 16).unwrap();
            let (problem, bits) = (problem(PIECES[piece]), relevant(PIECES[piece])[row % 64]);
            if !works(
                &problem,
                (row % 64) as u8,
                MultipliedKey::White,
                Hash::Multiply,
                factor,
                bits,
            ) {
                break wrong;
            }
        };
        let report = examine(&text(&rows));
        let [failure] = report.findings[piece].failures.as_slice() else { panic!("{report}") };
        assert_eq!(shift_line(&failure.problem), None, "{report}");
    }
    let report = examine(&text(&rows_with(&[(8, 10)])));
    let [failure] = report.findings[0].failures.as_slice() else { panic!("{report}") };
    assert_eq!((failure.bit, shift_line(&failure.problem)), (8, None), "{report}");
}

fn a_wrong_offset_is_found() {
    let good = rows();
    let report = examine(&text(&good));
    let [table] = report.tables.as_slice() else { panic!("{report}") };
    assert_eq!((table.length, table.clashes.len()), (107_648, 0));
    for (row, wrong) in [(5, "40000"), (100, "0"), (64, "20000")] {
        let mut rows = good.clone();
        wrong.clone_into(&mut rows[row][3]);
        let report = examine(&text(&rows));
        assert_eq!(report.status(), Status::Wrong, "{report}");
        let [table] = report.tables.as_slice() else { panic!("{report}") };
        let named = |at: usize, row: usize| {
            let square = &table.clashes[0].squares[at];
            square.line == row + 1 && usize::from(square.bit) == row % 64
        };
        assert!(named(0, row) || named(1, row), "{report}");
        assert_eq!(table.clashes.len(), 1, "{report}");
        let piece = if row < 64 { Slider::Rook } else { Slider::Bishop };
        assert!(table.clashes[0].squares.iter().any(|square| square.piece == piece));
    }
}

/// The report tells of factors that work with fewer index bits than their shifts leave.
fn shifts_that_waste_bits_are_noticed() {
    let mut rows = rows();
    for row in &mut rows {
        let shift = if row[0] == "rook" { "52" } else { "55" };
        shift.clone_into(&mut row[2]);
        row[3].clear();
    }
    let report = examine(&text(&rows));
    assert_eq!(report.status(), Status::Holds, "{report}");
    for (finding, words) in report.findings.iter().zip([(262_144, 102_400), (32_768, 5_248)]) {
        assert!(matches!(finding.shift, Shift::Shift { out_of: 64, .. }), "{report}");
        assert_eq!((finding.words, finding.fewest_words()), (words.0, Some(words.1)));
    }
    assert!(report.to_string().contains("102400 words with the fewest bits that work"), "{report}");
}
