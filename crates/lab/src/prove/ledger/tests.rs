//! Ledgers with made-up counts. Ledgers of real searches are tested with the code that runs them.

use super::*;
use crate::prove::{Constant, Question, RULES, SEARCH_VERSION, Until};
use magicgen_board::{Mapping, Piece, Problem, Standard, Walk};

/// The case of a bishop on d1, whose 5 relevant squares have subsets of 12 classes. With 4 index bits it has no white
/// factor, and a small tree shows it.
pub(in crate::prove) fn case(bits: u8, constant: Constant, until: Until) -> ProofCase {
    let mapping = Mapping::chess(Standard::ALL[0]);
    let problem = Problem::new(&Walk::new(&Piece::bishop(), &mapping), 1 << 3).unwrap();
    let question = Question::new(&problem, problem.squares()[0], bits, constant).unwrap();
    ProofCase::new("bishop", "d1", question, until)
}

/// The case of a rook on a1, whose plan has enough roots for slices.
fn chess(bits: u8, until: Until) -> ProofCase {
    let mapping = Mapping::chess(Standard::ALL[0]);
    let problem = Problem::new(&Walk::new(&Piece::rook(), &mapping), 1).unwrap();
    let square = problem.squares()[0];
    ProofCase::new(
        "rook",
        "a1",
        Question::new(&problem, square, bits, Constant::None).unwrap(),
        until,
    )
}

fn line(case: &ProofCase, from: u64, to: u64) -> LedgerLine {
    let mut tally = Tally::new(case.plan.levels());
    tally.nodes.iter_mut().zip(1..).for_each(|(nodes, level)| *nodes = level * (to - from));
    tally.sums.iter_mut().for_each(|sum| *sum = u64::MAX - from);
    tally.prunes[0] = 7;
    LedgerLine { roots: from..to, tally, seconds: 1.5, how: None }
}

fn ledger(case: &ProofCase, slices: &[(u64, u64)]) -> Ledger {
    let mut ledger = Ledger::new(case);
    for (from, to) in slices {
        ledger.push(line(case, *from, *to));
    }
    ledger
}

fn refused(text: &str, case: &ProofCase) -> (Option<usize>, LedgerErrorKind) {
    let LedgerError { line, kind } = Ledger::read(text, case).unwrap_err();
    // Every message is a single line, and comes with advice.
    assert!(!kind.to_string().contains('\n') && !kind.help().is_empty());
    (line, kind)
}

/// A factor that works for the rook on a1 with as many index bits as relevant squares.
const FACTOR: u64 = 0x0080_0010_2040_0080;

/// A first line that is otherwise valid is refused if it is longer than the longest line allowed.
#[test]
fn a_long_first_line_is_refused() {
    let case = chess(12, Until::First);
    let text = ledger(&case, &[]).to_string();
    let (first, _) = text.split_once('\n').unwrap();
    let padded = |length: usize| format!("{first}{}\n", " ".repeat(length - first.len()));
    assert!(Ledger::read(&padded(super::line::MOST_BYTES), &case).is_ok());
    for length in [super::line::MOST_BYTES + 1, line::MOST_BYTES + 2] {
        assert_eq!(refused(&padded(length), &case), (Some(1), LedgerErrorKind::NotALedger));
    }
}

#[test]
fn a_ledger_reads_back() {
    let case = chess(12, Until::First);
    let mut written = ledger(&case, &[(4, 9), (0, 4)]);
    let witness = Some(Witness { factor: FACTOR, constant: 0 });
    let mut last = line(&case, 9, 10);
    last.tally.witness = witness;
    last.tally.factors = u128::MAX;
    written.push(last);
    let text = written.to_string();
    assert_eq!(text.lines().count(), 4);
    let read = Ledger::read(&text, &case).unwrap();
    assert_eq!(read.lines(), written.lines());
    assert_eq!(read.to_string(), text);
    assert_eq!(read.witness(), witness);
    assert_eq!(read.missing(&(0..case.plan.roots())), Vec::new());
    // The order of lines doesn't matter.
    let mut lines: Vec<&str> = text.lines().collect();
    lines[1..].reverse();
    let turned = Ledger::read(&(lines.join("\n") + "\n"), &case).unwrap();
    assert_eq!(turned.to_string(), text);
}

#[test]
fn a_witness_without_a_search_reads_back() {
    let case = chess(12, Until::First);
    let mut written = Ledger::new(&case);
    let mut found = line(&case, 0, 0);
    found.tally.witness = Some(Witness { factor: FACTOR, constant: 0 });
    found.how = Some("published factor".to_owned());
    written.push(found);
    let read = Ledger::read(&written.to_string(), &case).unwrap();
    assert_eq!(read.lines(), written.lines());
    let without = written.to_string().replace(",\"how\":\"published factor\"", "");
    assert!(matches!(refused(&without, &case), (Some(2), LedgerErrorKind::Roots { .. })));
}

#[test]
fn every_altered_digit_is_refused() {
    let case = chess(11, Until::First);
    let text = ledger(&case, &[(0, 5), (5, 12)]).to_string();
    let slices = text.find('\n').unwrap() + 1;
    let seconds = |at: usize| {
        let start = text[..at].rfind('\n').map_or(0, |at| at + 1);
        text[start..at].contains("\"seconds\"")
    };
    let version = text.find("\"magicgen\"").unwrap()..text.find("\"piece\"").unwrap();
    let mut altered = 0;
    for (at, digit) in text.char_indices().filter(|(_, c)| c.is_ascii_digit()) {
        // Times and the program's version aren't part of the digest.
        if at > slices && seconds(at) || version.contains(&at) {
            continue;
        }
        let other = if digit == '1' { "2" } else { "1" };
        let mut wrong = text.clone();
        wrong.replace_range(at..=at, other);
        assert!(Ledger::read(&wrong, &case).is_err(), "{}", &wrong[at.saturating_sub(20)..=at]);
        altered += 1;
    }
    assert!(altered > 100);
    let renamed = text.replacen(RULES[0], RULES[1], 1);
    assert!(Ledger::read(&renamed, &case).is_err());
}

#[test]
fn a_line_of_another_question_is_refused() {
    let (mine, other) = (chess(11, Until::First), chess(10, Until::First));
    let theirs = ledger(&other, &[(0, 5)]).to_string();
    let kind = refused(&theirs, &mine).1;
    assert_eq!(
        kind,
        LedgerErrorKind::Other { field: "bits", there: "10".to_owned(), here: "11".to_owned() }
    );
    let all = ledger(&chess(11, Until::All), &[(0, 5)]).to_string();
    assert!(matches!(refused(&all, &mine).1, LedgerErrorKind::Other { field: "until", .. }));
    let moved = Ledger::new(&mine).to_string() + theirs.lines().nth(1).unwrap() + "\n";
    let (number, kind) = refused(&moved, &mine);
    assert_eq!(number, Some(2));
    // The plan of the other question may have another number of levels.
    assert!(matches!(kind, LedgerErrorKind::Digest { .. } | LedgerErrorKind::Levels { .. }));
}

#[test]
fn what_is_no_ledger_or_another_version_is_refused_for_it() {
    let case = chess(11, Until::First);
    let text = ledger(&case, &[(0, 5)]).to_string();
    for nothing in ["", "version = 1\n", "{}\n", "[]\n", "\n"] {
        assert_eq!(refused(nothing, &case), (Some(1), LedgerErrorKind::NotALedger), "{nothing}");
    }
    let other = text.replacen("\"ledger\":1", "\"ledger\":2,\"more\":3", 1);
    assert!(matches!(refused(&other, &case), (Some(1), LedgerErrorKind::Format { there: 2, .. })));
    let search = format!("\"search\":{SEARCH_VERSION}");
    let other = text.replacen(&search, "\"search\":4000", 1);
    assert!(matches!(refused(&other, &case).1, LedgerErrorKind::Search { there: 4000, .. }));
}

/// Version 1 counted one rule less, and its lines and digests don't have it.
#[test]
fn a_ledger_of_version_1_is_read_as_one() {
    let new = chess(11, Until::First);
    let (question, until) = (new.question.clone(), Until::First);
    let old = ProofCase::of_version("rook", "a1", question, until, 1);
    let text = ledger(&old, &[(0, 5), (5, 12)]).to_string();
    assert!(text.contains("\"search\":1,") && !text.contains("packing"));
    let read = Ledger::read(&text, &old).unwrap();
    assert_eq!(read.to_string(), text);
    let kind = refused(&text, &new).1;
    assert!(
        matches!(kind, LedgerErrorKind::Search { there: 1, here: SEARCH_VERSION, .. }),
        "{kind:?}"
    );
    // Its digest covers the version, and the rules of another version are refused.
    let [(was, old_roots), (is, new_roots)] =
        [(1, &old), (SEARCH_VERSION, &new)].map(|(version, case)| {
            (format!("\"search\":{version}"), format!("\"roots\":{}", case.plan.roots()))
        });
    let renumbered = text.replacen(&was, &is, 1).replacen(&old_roots, &new_roots, 1);
    assert!(renumbered.contains(&is) && renumbered.contains(&new_roots));
    assert!(matches!(refused(&renumbered, &new), (Some(2), LedgerErrorKind::Unreadable(_))));
    let with_rule = text.replacen("\"clash\":0", "\"clash\":0,\"packing\":0", 1);
    assert_ne!(with_rule, text);
    assert!(matches!(refused(&with_rule, &old), (Some(2), LedgerErrorKind::Unreadable(_))));
    let newer = ledger(&new, &[(0, 5)]).to_string();
    assert!(newer.contains("\"packing\":0"));
    assert!(matches!(
        refused(&newer, &old).1,
        LedgerErrorKind::Search { there: SEARCH_VERSION, here: 1, .. }
    ));
}

#[test]
fn a_truncated_ledger_is_refused_with_its_line() {
    let case = chess(11, Until::First);
    let text = ledger(&case, &[(0, 5), (5, 12)]).to_string();
    let first = text.find('\n').unwrap();
    for end in 1..text.len() {
        let cut = &text[..end];
        match Ledger::read(cut, &case) {
            Ok(ledger) => assert!(cut.ends_with('\n') && ledger.lines().len() < 2),
            Err(LedgerError { line, .. }) => {
                assert_eq!(line, Some(cut[..end - 1].matches('\n').count() + 1), "{end}");
            }
        }
    }
    assert!(matches!(refused(&text[..text.len() - 1], &case), (Some(3), LedgerErrorKind::CutOff)));
    assert!(matches!(refused(&text[..first], &case), (Some(1), LedgerErrorKind::CutOff)));
    let blank = text.replacen('\n', "\n\n", 1);
    assert!(matches!(refused(&blank, &case), (Some(2), LedgerErrorKind::Unreadable(_))));
}

#[test]
fn doubled_roots_are_refused() {
    let case = chess(11, Until::First);
    for slices in [[(0, 5), (0, 5)], [(0, 5), (4, 6)], [(0, 9), (2, 3)]] {
        let text = ledger(&case, &slices).to_string();
        let last = |roots: std::ops::Range<u64>| LedgerErrorKind::Twice {
            roots,
            other: "line 2".to_owned(),
        };
        // The error names the roots of the line that it names.
        assert_eq!(refused(&text, &case), (Some(3), last(slices[1].0..slices[1].1)));
        let mut lines: Vec<&str> = text.lines().collect();
        lines[1..].reverse();
        let turned = lines.join("\n") + "\n";
        assert_eq!(refused(&turned, &case), (Some(3), last(slices[0].0..slices[0].1)));
    }
    let text = ledger(&case, &[(0, case.plan.roots() + 1)]).to_string();
    assert!(matches!(refused(&text, &case).1, LedgerErrorKind::Roots { .. }));
}

#[test]
fn a_factor_that_does_not_work_is_refused() {
    let case = chess(12, Until::First);
    let mut written = ledger(&case, &[(0, 5)]);
    let mut last = line(&case, 5, 6);
    last.tally.witness = Some(Witness { factor: 1, constant: 0 });
    written.push(last);
    let (number, kind) = refused(&written.to_string(), &case);
    assert_eq!(number, Some(3));
    assert!(matches!(kind, LedgerErrorKind::Witness { .. }));
}

#[test]
fn gaps_are_found_and_filled_in_any_order() {
    let case = chess(11, Until::First);
    let ledger = ledger(&case, &[(10, 20), (0, 4)]);
    let missing = |from, to| {
        let gaps = ledger.missing(&(from..to)).into_iter();
        gaps.map(|gap| (gap.start, gap.end)).collect::<Vec<_>>()
    };
    assert_eq!(missing(0, 30), [(4, 10), (20, 30)]);
    assert_eq!(missing(2, 12), [(4, 10)]);
    assert_eq!(missing(5, 7), [(5, 7)]);
    assert_eq!(missing(12, 20), []);
    assert_eq!(missing(25, 26), [(25, 26)]);
    assert_eq!(missing(6, 6), []);
    assert_eq!(ledger.done(&(0..30)), 14);
    assert!(ledger.expect_within(&(0..20)).is_ok());
    let beyond = ledger.expect_within(&(0..19)).unwrap_err();
    assert_eq!(beyond.line, Some(3));
}

#[test]
fn merged_ledgers_add_up_and_doubles_name_both_files() {
    let case = chess(11, Until::First);
    let all = ledger(&case, &[(0, 4), (4, 9), (9, 30)]);
    let part = |name: &str, slices| (name.to_owned(), ledger(&case, slices));
    let parts = [part("b", &[(9, 30)]), part("a", &[(0, 4), (4, 9)])];
    let merged = Ledger::merge(&parts, &case).unwrap();
    assert_eq!(merged.to_string(), all.to_string());
    let parts = [part("a", &[(0, 4), (4, 9)]), part("b", &[(8, 30)])];
    let (name, error) = Ledger::merge(&parts, &case).unwrap_err();
    assert_eq!((name.as_str(), error.line), ("b", Some(2)));
    assert!(matches!(error.kind, LedgerErrorKind::Twice { other, .. } if other == "a:3"));
}

#[test]
fn after_a_witness_nothing_counts_unless_all_are_asked_for() {
    for (until, nodes) in [(Until::First, 9), (Until::All, 30)] {
        let case = chess(12, until);
        let mut with = ledger(&case, &[(0, 4)]);
        let mut found = line(&case, 4, 9);
        found.tally.witness = Some(Witness { factor: FACTOR, constant: 0 });
        with.push(found);
        let parts = [("a".to_owned(), with), ("b".to_owned(), ledger(&case, &[(9, 30)]))];
        let merged = Ledger::merge(&parts, &case).unwrap();
        assert_eq!(merged.tally().0.nodes[0], nodes);
        assert_eq!(merged.missing(&(0..30)), []);
    }
}

#[test]
fn missing_roots_are_counted_and_the_first_are_named() {
    let missing = |roots: Vec<std::ops::Range<u64>>| {
        LedgerErrorKind::Missing { roots, command: String::new() }.to_string()
    };
    let four = missing(vec![0..1, 2..4, 10..20, 30..31]);
    assert!(four.starts_with("14 roots are missing: "), "{four}");
    assert!(!four.contains("..."), "{four}");
    let five = missing(vec![0..1, 2..4, 10..20, 30..31, 40..41]);
    assert!(five.starts_with("15 roots are missing: ") && five.ends_with(", ..."), "{five}");
}
