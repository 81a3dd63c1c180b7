//! Published lists, and lists that this project found: unchanged, without their comments, with rows and columns in another
//! order, in other languages, and with wrong digits.

use std::fmt::Write as _;

use magicgen_read::{MultipliedKey, Report, SharedSlots, Shift, Slider, Status};
use magicgen_search::Hash;

use crate::factors::{Random, lists, problem, works};
use crate::verified::examine;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        lists_hold_as_they_are_and_without_comments,
        rows_and_columns_may_stand_in_any_order,
        lists_hold_as_source,
        a_changed_digit_is_reported_on_its_square: slow,
    ]
}

struct Expected {
    key: MultipliedKey,
    hash: Hash,
    /// The number of words of the table.
    length: Option<u64>,
    sharing: SharedSlots,
}

/// The expected report, which follows from the list's name.
fn expected(name: &str) -> Expected {
    let white = name.contains("white") || name.contains("split32");
    let number = |part: &str| part.parse().ok().filter(|length: &u64| *length > 1000);
    let stem = name.trim_end_matches(".txt");
    let length = match name {
        "F1_fixed_own_only.txt" => Some(97_203),
        "F3_postmask_best.txt" => Some(58_560),
        _ => stem.split('_').find_map(number),
    };
    Expected {
        key: if white { MultipliedKey::White } else { MultipliedKey::Black },
        hash: if name.contains("split32") { Hash::SplitXor } else { Hash::Multiply },
        length,
        sharing: if name.contains("postmask") { SharedSlots::Masked } else { SharedSlots::Whole },
    }
}

fn check(name: &str, text: &str) -> Report {
    let report = examine(text);
    let expected = expected(name);
    assert_eq!(report.status(), Status::Holds, "{name}: {report}");
    assert_eq!(report.findings.len(), 2, "{name}: {report}");
    for finding in &report.findings {
        assert_eq!((finding.key, finding.hash), (expected.key, expected.hash), "{name}: {report}");
        assert_eq!(finding.good, 64);
        let fixed = matches!(finding.shift, Shift::Fixed { .. });
        assert_eq!(fixed, name.contains("_fixed_") && !name.starts_with("F1"), "{name}");
    }
    let pieces = [report.findings[0].piece, report.findings[1].piece];
    assert!(pieces.contains(&Slider::Rook) && pieces.contains(&Slider::Bishop));
    assert_eq!(
        report.tables.first().map(|table| table.length),
        expected.length,
        "{name}: {report}"
    );
    assert!(
        report.tables.iter().all(|table| table.sharing == expected.sharing),
        "{name}: {report}"
    );
    report
}

fn both() -> Vec<(String, String)> {
    let mut lists = lists();
    assert_eq!(lists.len(), 16);
    if cfg!(debug_assertions) {
        // Without optimisation each list takes a third of a second, so some are left out.
        lists.retain(|(name, _)| !name.contains("own") && !name.starts_with("F2"));
    }
    lists
}

/// The cells of all lines that aren't comments.
fn cells(text: &str) -> Vec<Vec<String>> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_whitespace().map(str::to_owned).collect()).collect()
}

fn lines(rows: &[Vec<String>]) -> String {
    rows.iter().map(|row| row.join(" ") + "\n").collect()
}

fn lists_hold_as_they_are_and_without_comments() {
    for (name, text) in both() {
        let report = check(&name, &text);
        let bare = check(&name, &lines(&cells(&text)));
        assert_eq!(report.findings[0].factors, bare.findings[0].factors);
        assert_eq!(report.tables.len(), bare.tables.len());
    }
}

fn rows_and_columns_may_stand_in_any_order() {
    let mut random = Random(2);
    for (name, text) in both() {
        let mut rows = cells(&text);
        let mut columns: Vec<usize> = (0..rows[0].len()).collect();
        let plain = check(&name, &lines(&rows));
        for _ in 0..2 {
            random.shuffle(&mut rows);
            random.shuffle(&mut columns);
            let turned: Vec<Vec<String>> = rows
                .iter()
                .map(|row| columns.iter().map(|column| row[*column].clone()).collect())
                .collect();
            let report = check(&name, &lines(&turned));
            for finding in &report.findings {
                let same =
                    plain.findings.iter().find(|other| other.piece == finding.piece).unwrap();
                assert_eq!((&finding.factors, &finding.bits), (&same.factors, &same.bits));
            }
        }
    }
}

fn lists_hold_as_source() {
    for (name, text) in both() {
        let rows = cells(&text);
        let (mut c, mut rust, mut java) = (String::new(), String::new(), String::new());
        for (half, piece) in rows.chunks(64).zip(["rook", "bishop"]) {
            let records: Vec<String> = half
                .iter()
                .map(|row| {
                    format!("    Magic {{ factor: {} }}, // {}\n", row[2..].join(", x: "), row[1])
                })
                .collect();
            let _ = write!(rust, "static {piece}: &[Magic; 64] = &[\n{}];\n", records.concat());
            for column in 2..rows[0].len() {
                let values: Vec<&str> = half.iter().map(|row| row[column].as_str()).collect();
                let _ =
                    writeln!(c, "long long {piece}{column}[64] = {{\n{}\n}};", values.join(",\n"));
                let signed: Vec<String> = values
                    .iter()
                    .map(|value| match value.strip_prefix("0x") {
                        Some(hex) => format!("{}L", u64::from_str_radix(hex, 16).unwrap() as i64),
                        None => (*value).to_owned(),
                    })
                    .collect();
                let _ = writeln!(java, "long[] {piece}{column} = {{ {} }};", signed.join(", "));
            }
        }
        for source in [c, rust, java] {
            check(&name, &source);
        }
    }
}

/// A digit of each row's numbers is changed, one row after another. If all factors still work, this is by chance.
fn a_changed_digit_is_reported_on_its_square() {
    let mut random = Random(99);
    // Without optimisation this would take minutes.
    let step = if cfg!(debug_assertions) { 43 } else { 5 };
    for (name, text) in both() {
        let good = examine(&text);
        let problems = [problem(Slider::Rook), problem(Slider::Bishop)];
        let rows = cells(&text);
        for (row, cells) in rows.iter().enumerate().skip(random.below(step)).step_by(step) {
            let finding = good
                .findings
                .iter()
                .find(|finding| finding.piece.name().starts_with(&cells[0].to_lowercase()))
                .unwrap();
            let bit: u8 = cells[1].parse().unwrap();
            for column in 2..cells.len() {
                let mut rows = rows.clone();
                rows[row][column] = random.miswrite(&cells[column]);
                let report = examine(&lines(&rows));
                let what = || format!("{name}, row {row}: {:?} for {cells:?}\n{report}", rows[row]);
                assert_eq!(report.findings.len(), 2, "{}", what());
                let failures: Vec<u8> = report
                    .findings
                    .iter()
                    .filter(|other| other.piece == finding.piece)
                    .flat_map(|finding| &finding.failures)
                    .map(|failure| failure.bit)
                    .collect();
                let others = report.findings.iter().filter(|other| other.piece != finding.piece);
                assert!(others.flat_map(|other| &other.failures).next().is_none(), "{}", what());
                assert!(failures.iter().all(|failure| *failure == bit), "{}", what());
                for clash in report.tables.iter().flat_map(|table| &table.clashes) {
                    let is_row = |at: usize| clash.squares[at].line == row + 1;
                    assert!(is_row(0) || is_row(1), "{}", what());
                }
                assert_eq!(report.tables.len(), good.tables.len(), "{}", what());
                if column == 2 {
                    let factor = u64::from_str_radix(&rows[row][2][2..], 16).unwrap();
                    let problem = &problems[usize::from(finding.piece == Slider::Bishop)];
                    let bits = finding.bits[usize::from(bit)];
                    let works = works(problem, bit, finding.key, finding.hash, factor, bits);
                    assert_eq!(failures.is_empty(), works, "{}", what());
                }
            }
        }
    }
}
