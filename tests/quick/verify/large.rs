//! Factors of boards with more than 64 squares: products of 128 bits, and of 64 bits whose key is folded.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use magicgen_read::{
    LargeFault, LargeFinding, LargeProduct, LargeWord, Report, Shift, SkippedKind, Slider, Status,
};

use crate::factors::Random;
use crate::verified::{examine, examine_files};

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        factors_of_other_games_programs_hold,
        factors_of_128_bits_are_read_as_languages_write_them,
        a_wrong_digit_in_a_factor_of_128_bits_is_found,
        a_wrong_shift_of_folded_keys_is_found,
        a_wrong_number_of_a_record_is_found,
        numbers_that_are_no_factors_are_told_with_their_place,
        a_few_index_bits_do_not_make_a_rule,
    ]
}

const PIKAFISH: &str = include_str!("../../data/verify/pikafish-rook.h");
const APERY: &str = include_str!("../../data/verify/apery-rook.cpp");
const HAITAKA: &str = include_str!("../../data/verify/haitaka-bishop.rs");

fn as_file(name: &str, text: &str) -> Report {
    examine_files(&[(Path::new(name), text)])
}

/// The only finding of a report.
fn only(report: &Report) -> &LargeFinding {
    let [finding] = report.large_findings.as_slice() else { panic!("{report}") };
    assert!(report.findings.is_empty(), "{report}");
    finding
}

/// The hexadecimal numbers of a text, in its order.
fn words(text: &str) -> Vec<u128> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    words.filter_map(|word| u128::from_str_radix(word.strip_prefix("0x")?, 16).ok()).collect()
}

/// The rook's factors of Pikafish.
fn long_factors() -> Vec<u128> {
    words(PIKAFISH).chunks(2).map(|halves| halves[0] << 64 | halves[1]).collect()
}

/// Sizes that the programs have for their own tables: Pikafish's 0x108000, and haitaka's and apery's table sizes.
fn factors_of_other_games_programs_hold() {
    let report = as_file("magics.h", PIKAFISH);
    let rook = only(&report);
    assert_eq!((report.status(), report.holds(Slider::Rook)), (Status::Holds, Some(true)));
    assert_eq!((rook.piece.as_str(), rook.product), ("rook", LargeProduct::Whole));
    assert_eq!((rook.board.width, rook.board.height, rook.board.gap), (9, 10, false));
    assert_eq!((rook.entries, rook.good, &rook.shift), (0x10_8000, 90, &Shift::Relevant));
    assert_eq!(rook.also, ["cannon"]);
    assert_eq!(rook.factors[89], LargeWord(long_factors()[89]));

    let report = as_file("bitboard.cpp", APERY);
    let rook = only(&report);
    assert_eq!(report.status(), Status::Holds, "{report}");
    assert_eq!(rook.product, LargeProduct::Folded { shift: 64 });
    assert_eq!((rook.board.width, rook.board.height, rook.board.gap), (9, 9, true));
    // The branch behind `#else` has one bit more for two squares.
    assert_eq!((rook.entries, rook.bits[17], rook.bits[53]), (512_000, 14, 14), "{report}");

    let report = as_file("magic.rs", HAITAKA);
    let bishop = only(&report);
    assert_eq!((report.status(), report.holds(Slider::Bishop)), (Status::Holds, Some(true)));
    assert_eq!((bishop.piece.as_str(), bishop.board.gap), ("bishop", false), "{report}");
    assert_eq!(bishop.product, LargeProduct::Folded { shift: 63 });
    assert_eq!((bishop.entries, bishop.used), (24_320, 20_224));
    let fields = [&bishop.mask, &bishop.offsets].map(|place| place.as_ref()?.field.clone());
    assert_eq!(fields.map(Option::unwrap), ["mask", "offset"]);
    assert!(matches!(&bishop.shift, Shift::Shift { out_of: 64, place } if place.column == Some(3)));
}

fn factors_of_128_bits_are_read_as_languages_write_them() {
    let factors = long_factors();
    let list = |one: &dyn Fn(u128) -> String| {
        factors.iter().map(|factor| one(*factor)).collect::<Vec<_>>().join(",\n")
    };
    let halves = |factor: u128| ((factor >> 64) as u64, factor as u64);
    let texts = [
        ("a.rs", format!("const ROOK: [u128; 90] = [{}];", list(&|f| format!("{f:#x}_u128")))),
        ("a.py", format!("ROOK = [{}]", list(&|f| f.to_string()))),
        (
            "a.cpp",
            format!(
                "const Bitboard rook[90] = {{ {} }};",
                list(&|f| format!(
                    "(Bitboard({:#x}) << 64) ^ Bitboard({:#x})",
                    halves(f).0,
                    halves(f).1
                ))
            ),
        ),
        (
            "a.c",
            format!(
                "const struct set rook[90] = {{ {} }};",
                list(&|f| format!("{{ {{ {:#x}, {:#x} }} }}", halves(f).1, halves(f).0))
            ),
        ),
        (
            "a.java",
            format!(
                "long[] ROOK = {{ {} }};",
                list(&|f| format!("{}L, {}L", halves(f).0 as i64, halves(f).1 as i64))
            ),
        ),
        ("a.txt", list(&|f| format!("{:#x} {:#x}", halves(f).0, halves(f).1))),
        ("a.txt", list(&|f| format!("{f:#x}"))),
    ];
    for (name, text) in texts {
        let report = as_file(name, &text);
        assert_eq!(report.status(), Status::Holds, "{report}\n{text}");
        let found: Vec<u128> = only(&report).factors.iter().map(|word| word.0).collect();
        assert_eq!(found, factors, "{text}");
    }
}

/// A rook on a square of a board of nine files, walked square by square.
struct PlainRook {
    rays: Vec<Vec<u32>>,
}

impl PlainRook {
    fn new(square: i32, height: i32) -> Self {
        let steps = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        let ray = |(files, ranks): (i32, i32)| {
            let at = move |steps: i32| (square % 9 + files * steps, square / 9 + ranks * steps);
            let inside = move |(file, rank): &(i32, i32)| {
                (0..9).contains(file) && (0..height).contains(rank)
            };
            let squares = (1..).map(at).take_while(inside);
            squares.map(|(file, rank)| (rank * 9 + file) as u32).collect()
        };
        Self { rays: steps.into_iter().map(ray).collect() }
    }

    fn attacks(&self, occupied: u128) -> u128 {
        let mut attacks = 0;
        for ray in &self.rays {
            let hurdle = ray.iter().position(|bit| occupied >> bit & 1 != 0);
            let seen = hurdle.map_or(ray.len(), |hurdle| hurdle + 1);
            attacks |= ray[..seen].iter().fold(0, |set, bit| set | 1 << bit);
        }
        attacks
    }

    /// The squares that matter, lowest ray first.
    fn relevant(&self) -> Vec<u32> {
        let inner = |ray: &Vec<u32>| ray[..ray.len().saturating_sub(1)].to_vec();
        self.rays.iter().flat_map(inner).collect()
    }

    fn works(&self, factor: u128) -> bool {
        let relevant = self.relevant();
        let bits = relevant.len() as u32;
        let mut slots = BTreeMap::new();
        (0..1_u32 << bits).all(|subset| {
            let numbered = relevant.iter().enumerate();
            let occupied = numbered
                .fold(0, |set, (number, bit)| set | u128::from(subset >> number & 1) << bit);
            let attacks = self.attacks(occupied);
            *slots.entry(occupied.wrapping_mul(factor) >> (128 - bits)).or_insert(attacks)
                == attacks
        })
    }
}

/// Factors are changed in turn: either the square is reported, or the new factor works by chance.
fn a_wrong_digit_in_a_factor_of_128_bits_is_found() {
    let mut random = Random(29);
    let mut wrong_ones = 0;
    for (row, factor) in
        long_factors().into_iter().enumerate().step_by(if cfg!(debug_assertions) { 6 } else { 1 })
    {
        // The high half decides most of the index.
        let high = format!("0x{:016X}", factor >> 64);
        let wrong = random.miswrite(&high.to_ascii_lowercase());
        let at = PIKAFISH.find(&format!("{high}, 0x{:016X}", factor as u64)).unwrap();
        let text = format!("{}{wrong}{}", &PIKAFISH[..at], &PIKAFISH[at + high.len()..]);
        let wrong =
            u128::from_str_radix(&wrong[2..], 16).unwrap() << 64 | factor & u128::from(u64::MAX);
        let report = as_file("magics.h", &text);
        let rook = PlainRook::new(row as i32, 10);
        if rook.works(wrong) {
            assert_eq!(report.status(), Status::Holds, "{report}");
            continue;
        }
        wrong_ones += 1;
        let [failure] = only(&report).failures.as_slice() else { panic!("{report}") };
        assert_eq!(report.status(), Status::Wrong);
        assert_eq!((usize::from(failure.bit), failure.factor), (row, LargeWord(wrong)));
        assert_eq!(failure.line, PIKAFISH[..at].lines().count());
        let LargeFault::Clash { bits, index, occupied, attacks } = failure.problem else {
            panic!("{report}")
        };
        assert_eq!(attacks, occupied.map(|occupied| LargeWord(rook.attacks(occupied.0))));
        assert_ne!(attacks[0], attacks[1]);
        for occupied in occupied {
            assert_eq!(occupied.0.wrapping_mul(wrong) >> (128 - bits), u128::from(index));
        }
        let [message] = report.wrong().try_into().unwrap();
        assert_eq!(message.line, failure.line);
        assert!(message.message.contains(&failure.square), "{}", message.message);
    }
    assert!(wrong_ones > 3, "{wrong_ones}");
}

fn a_wrong_shift_of_folded_keys_is_found() {
    let row = |text: &str| text.lines().position(|line| line.contains("51, 52, 52")).unwrap() + 1;
    for (wrong, fault) in [("51, 62, 52", 2), ("51, 52, 42", 22)] {
        let last = APERY.rfind("51, 52, 52").unwrap();
        let text = format!("{}{wrong}{}", &APERY[..last], &APERY[last + wrong.len()..]);
        let report = as_file("bitboard.cpp", &text);
        let [failure] = only(&report).failures.as_slice() else { panic!("{report}") };
        let LargeFault::Bits { bits, relevant, line, .. } = failure.problem else {
            panic!("{report}")
        };
        assert_eq!((bits, relevant), (fault, 12), "{report}");
        assert_eq!(line, APERY[..last].lines().count(), "{report}");
        assert!(line > row(APERY));
    }
}

fn a_wrong_number_of_a_record_is_found() {
    // A square beside the middle, with ten relevant squares.
    const ROW: usize = 30;
    let middle = HAITAKA.lines().position(|line| line.contains("mask: ")).unwrap() + ROW;
    let line = HAITAKA.lines().nth(middle).unwrap();
    let field = |name: &str| {
        let from = line.find(name).unwrap() + name.len() + 2;
        let length = line[from..].find([',', ' ']).unwrap();
        (from, &line[from..from + length])
    };
    let changed = |name: &str, value: &str| {
        let (from, old) = field(name);
        let new = format!("{}{value}{}", &line[..from], &line[from + old.len()..]);
        HAITAKA.replacen(line, &new, 1)
    };
    let (_, mask) = field("mask");
    let mask = u128::from_str_radix(&mask[2..], 16).unwrap();
    let offset: u64 = field("offset").1.parse().unwrap();
    let factor = u64::from_str_radix(&field("magic").1[2..], 16).unwrap();
    for (name, value) in [
        ("mask", format!("{:#X}", mask & (mask - 1))),
        ("magic", format!("{:#X}", factor << 1)),
        ("shift", "55".to_owned()),
        ("shift", "53".to_owned()),
        ("shift", "32".to_owned()),
        ("shift", "99".to_owned()),
        ("offset", (offset - 1).to_string()),
        ("offset", (offset + 7).to_string()),
        ("offset", (offset + 100_000).to_string()),
    ] {
        let report = as_file("magic.rs", &changed(name, &value));
        let [failure] = only(&report).failures.as_slice() else {
            panic!("{name} {value}: {report}")
        };
        assert_eq!(
            (usize::from(failure.bit), failure.line),
            (ROW, middle + 1),
            "{name} {value}: {report}"
        );
        let is_right = match failure.problem {
            LargeFault::Clash { .. } => name == "mask" || name == "magic",
            LargeFault::Bits { .. } => name == "shift",
            _ => name == "offset",
        };
        assert!(is_right, "{name} {value}: {report}");
    }
}

fn numbers_that_are_no_factors_are_told_with_their_place() {
    let mut random = Random(3);
    let mut word = || (random.below(usize::MAX) as u64, random.below(usize::MAX) as u64);
    let pairs: Vec<String> = (0..90)
        .map(|_| {
            let (high, low) = word();
            format!("B({high:#x}, {low:#x})")
        })
        .collect();
    let keys = format!("Bitboard keys[90] = {{\n{} }};\n", pairs.join(",\n"));
    let report = as_file("a.h", &keys);
    assert_eq!(report.status(), Status::NothingFound, "{report}");
    assert_eq!(report.large_board.map(|board| (board.squares, board.line)), Some((90, 2)));
    // Beside factors, they are skipped.
    let report = as_file("a.h", &format!("{keys}{PIKAFISH}"));
    assert_eq!(report.status(), Status::Holds, "{report}");
    let [skipped] = report.skipped.as_slice() else { panic!("{report}") };
    assert_eq!((skipped.rows, skipped.what), (90, SkippedKind::Other));
    assert_eq!(skipped.place.name.as_deref(), Some("keys"));
}

/// The bits of the squares that hinder a xiangqi horse.
fn hindering(row: i32) -> Vec<u32> {
    let (file, rank) = (row % 9, row / 9);
    let beside = [(-1, 0), (1, 0), (0, -1), (0, 1)].into_iter().filter(|(files, ranks)| {
        (0..9).contains(&(file + 2 * files)) && (0..10).contains(&(rank + 2 * ranks))
    });
    beside.map(|(files, ranks)| ((rank + ranks) * 9 + file + files) as u32).collect()
}

/// Of pieces with a few index bits, factors for another rule of masks work on many squares.
fn a_few_index_bits_do_not_make_a_rule() {
    let mut random = Random(17);
    let mut sparse = || {
        let mut word = || random.below(usize::MAX) as u128 & random.below(usize::MAX) as u128;
        word() << 64 | word()
    };
    let mut factor = |row: i32| {
        let squares = hindering(row);
        loop {
            let factor = sparse();
            let index = |subset: u32| {
                let numbered = squares.iter().enumerate();
                let occupied = numbered.fold(0_u128, |set, (number, bit)| {
                    set | u128::from(subset >> number & 1) << bit
                });
                occupied.wrapping_mul(factor) >> (128 - squares.len())
            };
            let indices: BTreeSet<u128> = (0..1 << squares.len()).map(index).collect();
            if indices.len() == 1 << squares.len() {
                return factor;
            }
        }
    };
    let factors: Vec<u128> = (0..90).map(&mut factor).collect();
    let text = |broken: usize| {
        let number = |(row, factor): (usize, &u128)| {
            let is_broken = row % 9 == 4 && row < 9 * broken;
            if is_broken { "1".to_owned() } else { format!("{factor:#x}") }
        };
        let numbers: Vec<String> = factors.iter().enumerate().map(number).collect();
        format!("u128 horse[90] = {{\n{}\n}};\n", numbers.join(",\n"))
    };
    let report = examine(&text(0));
    assert_eq!(only(&report).piece, "horse", "{report}");
    assert_eq!(report.status(), Status::Holds, "{report}");
    let report = examine(&text(2));
    assert_eq!(only(&report).failures.len(), 2, "{report}");
    let report = examine(&text(4));
    assert_eq!(report.status(), Status::NothingFound, "{report}");
}
