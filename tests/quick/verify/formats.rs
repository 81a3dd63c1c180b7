//! The same factors in the notations of many languages.

use std::fmt::Write as _;

use magicgen_board::{Coordinate, Mapping, Standard};
use magicgen_read::{
    EntryOrder, MultipliedKey, Report, RowRange, Shift, ShownOrder, SkippedKind, Slider, Status,
};
use magicgen_search::Hash;

use crate::factors::{PIECES, RIVAL, Random, relevant, rival};
use crate::verified::examine;

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        arrays_of_many_languages_are_read,
        one_array_of_128_is_two_pieces,
        c89_writes_words_as_halves,
        rows_of_records_are_read_in_any_order_of_columns,
        a_lock_file_and_separate_arrays_have_their_shifts_found,
        masks_and_other_arrays_are_skipped,
        entries_in_another_order_are_recognised,
        named_entries_show_the_orientation,
        rows_that_begin_with_their_index_are_read,
        #[cfg(feature = "cli")]
        a_report_is_written_as_json,
    ]
}

/// Checks that both pieces are found and work, with white keys, one multiplication, and one index bit for each relevant
/// square.
fn holds(text: &str) -> Report {
    let report = examine(text);
    assert_eq!(report.status(), Status::Holds, "{report}\n{text}");
    assert_eq!(report.findings.len(), 2, "{report}\n{text}");
    for (finding, piece) in report.findings.iter().zip(PIECES) {
        assert_eq!(
            (finding.piece, finding.key, finding.hash),
            (piece, MultipliedKey::White, Hash::Multiply)
        );
        let words = if piece == Slider::Rook { 102_400 } else { 5_248 };
        assert_eq!((finding.good, finding.words), (64, words), "{report}");
    }
    report
}

fn join(numbers: &[u64], one: impl Fn(u64) -> String, per_line: usize) -> String {
    let lines: Vec<String> = numbers
        .chunks(per_line)
        .map(|line| line.iter().map(|number| one(*number)).collect::<Vec<_>>().join(", "))
        .collect();
    lines.join(",\n    ")
}

fn arrays_of_many_languages_are_read() {
    let report = holds(RIVAL);
    assert_eq!(report.findings[0].place.name.as_deref(), Some("magicNumberRook"));
    assert_eq!(report.findings[0].shift, Shift::Relevant);
    assert_eq!(report.findings[0].orientation.only(), None);
    let [rook, bishop] = rival();
    for (open, one, close) in [
        ("U64 NAME[64] = {\n", &(|n| format!("0x{n:X}ULL")) as &dyn Fn(u64) -> String, "};\n"),
        ("const uint64_t NAME[64] =\n{", &|n| format!("C64({n:#x})"), "};\n"),
        ("private static final long[] NAME = {", &|n| format!("{}L", n as i64), "};\n"),
        ("pub const NAME: [u64; 64] = [", &|n| format!("{n:#018x}_u64"), "];\n"),
        ("NAME = [", &|n| format!("{n:#x}"), "]\n"),
        ("var NAME = [64]uint64{", &|n| n.to_string(), "}\n"),
        ("static readonly ulong[] NAME = new ulong[64] {", &|n| format!("{n:#x}UL"), "};\n"),
        ("export const NAME = [", &|n| format!("{n:#x}n"), "];\n"),
        ("val NAME = longArrayOf(", &|n| format!("{n:#x}uL.toLong()"), ")\n"),
        ("\"NAME\": [", &|n| format!("\"{n:#x}\""), "],\n"),
        ("const NAME: array[0..63] of QWord = (", &|n| format!("${n:X}"), ");\n"),
        ("; no brackets\n", &|n| format!("{n:#x}"), "\n"),
    ] {
        for per_line in [1, 4, 64] {
            let array = |name: &str, numbers: &[u64]| {
                format!("{}{}{close}", open.replace("NAME", name), join(numbers, one, per_line))
            };
            let text = array("rooks", &rook) + &array("bishops", &bishop);
            let report = holds(&text);
            if open.contains("NAME") {
                assert_eq!(report.findings[1].place.name.as_deref(), Some("bishops"), "{text}");
            }
        }
    }
}

fn one_array_of_128_is_two_pieces() {
    let [rook, bishop] = rival();
    let hex = |n| format!("{n:#x}");
    let array = |numbers: &[u64]| format!("magics = [\n{}]", join(numbers, hex, 4));
    let report = holds(&array(&[rook.clone(), bishop.clone()].concat()));
    assert_eq!(
        [report.findings[0].rows, report.findings[1].rows],
        [RowRange::First, RowRange::Last]
    );
    let mixed: Vec<u64> = rook.iter().zip(&bishop).flat_map(|(r, b)| [*r, *b]).collect();
    let report = holds(&array(&mixed));
    assert_eq!([report.findings[0].rows, report.findings[1].rows], [RowRange::Odd, RowRange::Even]);
    let pairs: Vec<String> =
        rook.iter().zip(&bishop).map(|(r, b)| format!("{{{r:#x}, {b:#x}}}")).collect();
    let report = holds(&format!("U64 magics[64][2] = {{ {} }};", pairs.join(",\n")));
    assert_eq!(report.findings[1].place.column, Some(2));
    let swapped = array(&[bishop, rook].concat());
    let pieces: Vec<Slider> = examine(&swapped).findings.iter().map(|one| one.piece).collect();
    assert_eq!(pieces, [Slider::Bishop, Slider::Rook]);
}

fn c89_writes_words_as_halves() {
    let [rook, bishop] = rival();
    for (name, low_first) in [("lo, hi", true), ("hi, lo", false)] {
        let pair = |n: u64| {
            let (low, high) = (n as u32, n >> 32);
            if low_first {
                format!("{{{low:#x}UL, {high:#x}UL}}")
            } else {
                format!("{{{high}u, {low}u}}")
            }
        };
        let text = format!(
            "/* {name} */ struct word r[64] = {{ {} }};\nstruct word b[64] = {{ {} }};",
            join(&rook, pair, 4),
            join(&bishop, pair, 4)
        );
        holds(&text);
        let flat = text.replace(['{', '}'], " ").replace("= ", "= {").replace(';', "};");
        holds(&flat);
    }
}

/// Rows of Rust and C with mask, factor, shift and offset in any order, and with the names of squares beside them.
fn rows_of_records_are_read_in_any_order_of_columns() {
    let mut text = String::new();
    let mut random = Random(5);
    let mapping = Mapping::chess(Standard::ALL[1]);
    for columns in [[0, 1, 2, 3], [3, 1, 0, 2], [2, 3, 1, 0]] {
        text.clear();
        let mut offset = 0;
        for (piece, factors) in PIECES.into_iter().zip(rival()) {
            let problem = crate::factors::problem(piece);
            let mut rows = Vec::new();
            for square in problem.squares() {
                let fields = [
                    format!("mask: {:#x}", square.mask),
                    format!("factor: {:#x}", factors[usize::from(square.bit)]),
                    format!("shift: {}", 64 - square.bits()),
                    format!("offset: {offset}"),
                ];
                offset += square.subsets();
                let fields: Vec<&str> = columns.iter().map(|at| fields[*at].as_str()).collect();
                let name = mapping.square(square.bit).unwrap();
                rows.push(format!("    Magic {{ {} }}, // {name}\n", fields.join(", ")));
            }
            random.shuffle(&mut rows);
            let name = piece.name().to_uppercase();
            let _ = write!(text, "static {name}: [Magic; 64] = [\n{}];\n", rows.concat());
        }
        let report = holds(&text);
        assert_eq!(report.findings[0].place.field.as_deref(), Some("factor"));
        assert_eq!(report.findings[0].order, EntryOrder::Name);
        assert_eq!(report.findings[1].orientation.only().unwrap().id, "h1lsb");
        assert!(matches!(report.findings[0].shift, Shift::Shift { out_of: 64, .. }));
        let [table] = report.tables.as_slice() else { panic!("{report}") };
        assert_eq!((table.findings.len(), table.length), (2, 107_648));
    }
}

fn a_lock_file_and_separate_arrays_have_their_shifts_found() {
    let mut text = "lock-version = 1\n".to_owned();
    for (piece, factors) in PIECES.into_iter().zip(rival()) {
        let shifts: Vec<u64> = relevant(piece).iter().map(|bits| 64 - u64::from(*bits)).collect();
        let _ = write!(
            text,
            "\n[[problem]]\npiece = \"{}\"\nfactor = [\n{},\n]\nshift = [{}]\n",
            piece.name(),
            join(&factors, |n| format!("\"{n:#018x}\""), 4),
            join(&shifts, |n| n.to_string(), 64)
        );
    }
    let report = holds(&text);
    for (finding, line) in report.findings.iter().zip([23, 45]) {
        let Shift::Shift { place, .. } = &finding.shift else { panic!("{report}") };
        assert_eq!((place.name.as_deref(), place.first_line), (Some("shift"), line));
        assert_eq!(finding.place.name.as_deref(), Some("factor"));
    }
    assert!(report.skipped.is_empty());
}

fn masks_and_other_arrays_are_skipped() {
    let masks: Vec<u64> = crate::factors::problem(Slider::Bishop)
        .squares()
        .iter()
        .map(|square| square.mask)
        .collect();
    let mut random = Random(77);
    let noise: Vec<u64> = (0..64).map(|_| (random.below(usize::MAX) as u64) << 1 | 1).collect();
    let small: Vec<u64> = (0..128).map(|at| at % 7).collect();
    let array = |name: &str, numbers: &[u64]| {
        format!("{name} = {{ {} }};\n", join(numbers, |n| format!("{n:#x}"), 4))
    };
    let text = array("masks", &masks) + &array("keys", &noise) + &array("values", &small);
    let report = examine(&text);
    assert_eq!(report.status(), Status::NothingFound, "{report}");
    let kinds: Vec<SkippedKind> = report.skipped.iter().map(|skipped| skipped.what).collect();
    assert_eq!(kinds[0], SkippedKind::Masks { piece: Slider::Bishop });
    assert_eq!(kinds[1], SkippedKind::Other);
    assert_eq!(kinds[2], SkippedKind::Small);
    holds(&(text + RIVAL));
}

/// Entries in another order of squares than the bit indices are matched with these.
fn entries_in_another_order_are_recognised() {
    for standard in &Standard::ALL[1..] {
        let mapping = Mapping::chess(*standard);
        let mut text = String::new();
        for factors in rival() {
            let mut turned = vec![0; 64];
            for place in 0..64u8 {
                let at = Coordinate { file: place % 8, rank: place / 8 };
                turned[usize::from(mapping.bit(at).unwrap())] = factors[usize::from(place)];
            }
            let _ = writeln!(text, "x = [{}]", join(&turned, |n| format!("{n:#x}"), 8));
        }
        let report = holds(&text);
        for finding in &report.findings {
            assert_eq!(finding.order, EntryOrder::Turned { rows: *standard }, "{report}");
        }
    }
}

fn named_entries_show_the_orientation() {
    for standard in Standard::ALL {
        let mapping = Mapping::chess(standard);
        for form in 0..4 {
            let mut text = String::new();
            for (piece, factors) in PIECES.into_iter().zip(rival()) {
                let mut rows = Vec::new();
                for square in mapping.board().squares() {
                    let bit = usize::from(mapping.bit(square).unwrap());
                    let (factor, name) = (factors[bit], square.to_string().to_uppercase());
                    rows.push(match form {
                        0 => format!("{factor:#x}, /* {name} */"),
                        1 => format!("[SQ_{name}] = {factor:#x},"),
                        2 => format!("Square.{name}: {factor:#x},"),
                        _ => format!("{} {factor} {name} {bit}", piece.name()),
                    });
                }
                let rows = rows.join("\n");
                let _ = if form == 3 {
                    writeln!(text, "{rows}")
                } else {
                    writeln!(text, "{} = {{\n{rows}\n}};", piece.name())
                };
            }
            let report = holds(&text);
            for finding in &report.findings {
                assert_eq!(finding.orientation.only(), Some(standard), "{report}\n{text}");
            }
        }
    }
}

fn rows_that_begin_with_their_index_are_read() {
    let mut text = String::new();
    for (piece, factors) in PIECES.into_iter().zip(rival()) {
        let mut rows: Vec<String> =
            (0..64).map(|bit| format!("[{bit}] = {:#x}", factors[bit])).collect();
        Random(3).shuffle(&mut rows);
        let _ = writeln!(text, "u64 {}[] = {{ {} }};", piece.name(), rows.join(", "));
    }
    let report = holds(&text);
    assert_eq!(report.findings[0].order, EntryOrder::Index);
    assert_eq!(report.findings[0].orientation, ShownOrder::NotShown);
    let lines: String = PIECES
        .into_iter()
        .zip(rival())
        .flat_map(|(piece, factors)| {
            let line =
                move |bit: usize| format!("{}[{bit}] = {:#x};\n", piece.name(), factors[bit]);
            (0..64).map(line)
        })
        .collect();
    assert_eq!(holds(&lines).findings[0].order, EntryOrder::Index);
}

/// Words are texts in JSON, since its numbers are exact only up to 2^53.
#[cfg(feature = "cli")]
fn a_report_is_written_as_json() {
    let json = serde_json::to_value(examine(RIVAL)).unwrap();
    let rook = &json["findings"][0];
    assert_eq!(rook["piece"], "rook");
    assert_eq!(rook["key"], "white");
    assert_eq!(rook["hash"], "multiply");
    assert_eq!(rook["shift"]["by"], "relevant");
    assert_eq!(rook["orientation"]["shown"], "shown");
    assert_eq!(rook["orientation"]["standards"][0], "h1lsb");
    assert_eq!(rook["factors"][0], "0xa180022080400230");
    assert_eq!(rook["words"], 102_400);
    assert_eq!(json["tables"], serde_json::json!([]));
    let report = examine("x: [0x1]");
    assert_eq!(serde_json::to_value(report.status()).unwrap(), "nothing-found");
}
