//! Arrays beside factors that don't fit them, by what they hold, by their names and by the lookups in the source.

use magicgen_board::SquareProblem;
use magicgen_read::{FailureKind, MultipliedKey, Report, Shift, Status, WarningKind};

use crate::factors::{PIECES, problem, relevant, rival};

use super::notations::{as_file, kept};

use libtest_mimic::Trial;

/// The tests.
pub(crate) fn trials() -> Vec<Trial> {
    trials![
        shifts_that_do_not_fit_are_wrong,
        masks_that_do_not_fit_are_wrong,
        offsets_that_do_not_fit_are_wrong,
        a_lookup_tells_what_is_used,
        a_lookup_tells_the_key,
        signed_shifts_are_warned_of,
        rounded_numbers_are_warned_of,
        what_has_no_factors_is_told_why,
    ]
}

fn array(name: &str, numbers: impl IntoIterator<Item = u64>) -> String {
    let numbers: Vec<String> = numbers.into_iter().map(|number| format!("{number}")).collect();
    format!("static const u64 {name}[64] = {{ {} }};\n", numbers.join(", "))
}

/// The factors of both pieces.
fn magics() -> String {
    let [rook, bishop] = rival();
    array("RookMagics", rook) + &array("BishopMagics", bishop)
}

/// The index bits of a piece, 0 being the rook.
fn bits(piece: usize) -> impl Iterator<Item = u64> {
    relevant(PIECES[piece]).into_iter().map(u64::from)
}

/// The number of squares that work for both pieces.
fn good(report: &Report) -> Vec<usize> {
    report.findings.iter().map(|finding| finding.good).collect()
}

fn examined(text: &str) -> Report {
    as_file("a.c", &(magics() + text))
}

fn shifts_that_do_not_fit_are_wrong() {
    let lists = |change: &dyn Fn(usize, u64) -> u64| {
        let list = |piece| bits(piece).enumerate().map(|(at, bits)| change(at, bits));
        array("RookShifts", list(0)) + &array("BishopShifts", list(1))
    };
    let report = examined(&lists(&|_, bits| 64 - bits));
    assert_eq!((report.status(), good(&report)), (Status::Holds, vec![64, 64]), "{report}");
    let report = examined(&lists(&|_, bits| 65 - bits));
    assert_eq!(report.status(), Status::Wrong, "{report}");
    assert!(good(&report).into_iter().all(|good| good < 16), "{report}");
    let report = examined(&lists(&|_, bits| 63 - bits));
    assert_eq!((report.status(), good(&report)), (Status::Wrong, vec![0, 0]), "{report}");
    let failure = &report.findings[0].failures[0];
    assert!(
        matches!(failure.problem, FailureKind::Wide { bits: 13, relevant: 12, value: 51, .. }),
        "{report}"
    );
    let report = examined(&lists(&|at, bits| 64 - bits + at as u64 % 2));
    assert_eq!(report.status(), Status::Wrong, "{report}");
    // The shifts of one piece aren't those of the other.
    let report = examined(&array("RookShifts", bits(0).map(|bits| 64 - bits)));
    assert_eq!(report.findings[1].shift, Shift::Relevant, "{report}");
}

fn masks_that_do_not_fit_are_wrong() {
    let masks = |piece: usize, one: &dyn Fn(&SquareProblem) -> u64| {
        problem(PIECES[piece]).squares().iter().map(one).collect::<Vec<u64>>()
    };
    let both = |one: &dyn Fn(&SquareProblem) -> u64| {
        array("RookMasks", masks(0, one)) + &array("BishopMasks", masks(1, one))
    };
    assert_eq!(examined(&both(&|square| square.mask)).status(), Status::Holds);
    let report = examined(&both(&|square| square.reach));
    assert_eq!(report.status(), Status::Wrong, "{report}");
    assert!(report.findings[0].mask.is_some() && report.findings[0].good < 16, "{report}");
    let report = examined(&both(&|square| square.mask & (square.mask - 1)));
    assert_eq!((report.status(), good(&report)), (Status::Wrong, vec![0, 0]), "{report}");
    // One square too few on one square only.
    let lacking = |square: &SquareProblem| match square.bit {
        27 => square.mask & (square.mask - 1),
        _ => square.mask,
    };
    let report = examined(&array("RookMasks", masks(0, &lacking)));
    assert_eq!((report.status(), good(&report)), (Status::Wrong, vec![63, 64]), "{report}");
    assert_eq!(report.findings[0].failures[0].bit, 27);
    // Attacks on the empty board may stand beside, if they aren't called masks or are beside the masks.
    let reach = masks(0, &|square| square.reach);
    assert_eq!(examined(&array("RookAttacks", reach.clone())).status(), Status::Holds);
    let beside = array("RookMasks", masks(0, &|square| square.mask)) + &array("RayMasks", reach);
    assert_eq!(examined(&beside).status(), Status::Holds);
    let report = kept("masks-with-edges.c");
    assert_eq!((report.status(), good(&report)), (Status::Wrong, vec![1]), "{report}");
}

fn offsets_that_do_not_fit_are_wrong() {
    let offsets = |piece: usize, less: u64| {
        bits(piece).scan(0, move |sum, bits| {
            let offset = *sum;
            *sum += 1 << (bits - less);
            Some(offset)
        })
    };
    let report = examined(&array("RookOffsets", offsets(0, 0)));
    assert_eq!(report.status(), Status::Holds, "{report}");
    // The bishop has no offsets by those of the rook.
    assert_eq!(report.tables.len(), 1);
    assert_eq!(report.tables[0].findings, [0], "{report}");
    let report = examined(&array("RookOffsets", offsets(0, 1)));
    assert_eq!(report.status(), Status::Wrong, "{report}");
    assert!(report.tables[0].clashes.len() > 8, "{report}");
    let report = examined(&array("values", (0..64).map(|at| 7 * at % 64 * 1000)));
    assert_eq!((report.status(), report.tables.len()), (Status::Holds, 0), "{report}");
}

/// A lookup of the rook's factors.
fn lookup(key: &str, amount: &str) -> String {
    format!("int f(int sq, u64 occ) {{ return (({key}) * RookMagics[sq]) >> {amount}; }}\n")
}

fn a_lookup_tells_what_is_used() {
    let key = "occ & RookRelevant[sq]";
    let list = |name: &str, less: u64| array(name, bits(0).map(|bits| bits - less));
    for (text, status) in [
        (list("Table", 0) + &lookup(key, "(64 - Table[sq])"), Status::Holds),
        (list("RookBits", 1) + &lookup(key, "(63 - RookBits[sq])"), Status::Holds),
        (list("RookBits", 0) + &lookup(key, "(63 - RookBits[sq])"), Status::Wrong),
        (list("RookBits", 0) + &lookup(key, "(65 - RookBits[sq])"), Status::Wrong),
        (list("RookBits", 0) + &lookup(key, "RookBits[sq]"), Status::Wrong),
        (lookup(key, "52"), Status::Holds),
        (lookup(key, "(64 - 12)"), Status::Holds),
        (lookup(key, "53"), Status::Wrong),
    ] {
        let report = examined(&text);
        assert_eq!(report.status(), status, "{report}\n{text}");
    }
    let reach: Vec<u64> = problem(PIECES[0]).squares().iter().map(|square| square.reach).collect();
    let masks = array("RookMasks", reach);
    let shift = "(64 - RookBits[sq])";
    assert_eq!(examined(&(masks.clone() + &lookup(key, shift))).status(), Status::Holds);
    let text = masks + &lookup("occ & RookMasks[sq]", shift);
    assert_eq!(examined(&text).status(), Status::Wrong);
}

fn a_lookup_tells_the_key() {
    // Factors of lines of one square work with both keys.
    let report = examined(&lookup("occ & RookMasks[sq]", "52"));
    assert!(report.findings.iter().all(|finding| finding.key == MultipliedKey::White), "{report}");
}

fn signed_shifts_are_warned_of() {
    let report = kept("signed-shift.java");
    assert_eq!(report.status(), Status::Holds, "{report}");
    let [warning] = report.warnings.as_slice() else { panic!("{report}") };
    assert!(matches!(&warning.kind, WarningKind::Signed { operator } if operator == ">>"));
    assert_eq!(warning.line, 31);
    let [rook, _] = rival();
    let rook: Vec<String> = rook.iter().map(|n| format!("{}L", *n as i64)).collect();
    let java = |lookup: &str| {
        as_file("a.java", &format!("long[] magics = {{ {} }};\n{lookup}\n", rook.join(", ")))
    };
    for (lookup, warnings) in [
        ("return (int) ((occ & mask) * magics[sq] >> 52);", 1),
        ("occ *= magics[sq];\nocc >>= 64 - bits[sq];", 1),
        ("return (int) ((occ & mask) * magics[sq] >>> 52);", 0),
        ("return (int) ((occ & mask) * magics[sq] >> 52) & 0xfff;", 0),
    ] {
        assert_eq!(java(lookup).warnings.len(), warnings, "{lookup}");
    }
    let kotlin = |lookup: &str| {
        as_file("a.kt", &format!("val magics = longArrayOf({})\n{lookup}\n", rook.join(", ")))
    };
    assert_eq!(kotlin("fun f() = (occ * magics[sq]) shr 52").warnings.len(), 1);
    assert_eq!(kotlin("fun f() = (occ * magics[sq]) ushr 52").warnings.len(), 0);
    assert_eq!(kotlin("fun f() = (occ * magics[sq].toULong()) shr 52").warnings.len(), 0);
}

fn rounded_numbers_are_warned_of() {
    let report = kept("js-numbers.js");
    assert_eq!(report.status(), Status::Holds, "{report}");
    let [warning] = report.warnings.as_slice() else { panic!("{report}") };
    let WarningKind::Rounded { entries, failing, .. } = &warning.kind else { panic!("{report}") };
    assert_eq!(
        (entries.as_slice(), failing.as_slice()),
        (&[5, 6, 7, 56, 58][..], &[5, 6, 7, 56, 58][..])
    );
    let path = std::path::Path::new(crate::ROOT).join("tests/data/verify/js-numbers.js");
    let text = std::fs::read_to_string(path).unwrap();
    let typed = text.replace("const ROOK_MAGICS =", "const ROOK_MAGICS: u64[] =");
    assert!(as_file("a.ts", &typed).warnings.is_empty());
    assert!(as_file("a.as", &text).warnings.is_empty());
    let large = text.replace(", ", "n, ").replace(",\n", "n,\n");
    assert!(as_file("a.js", &large).warnings.is_empty());
}

fn what_has_no_factors_is_told_why() {
    for (text, is_generated) in [
        ("include!(concat!(env!(\"OUT_DIR\"), \"/magics.rs\"));", true),
        ("include!(concat!(env!(\"OUT_DIR\"), \"/parser.rs\"));", false),
        ("fn main() { magicgen::build_script::Builder::new().run(); }", true),
    ] {
        let searched = as_file("a.rs", text).searched;
        assert_eq!(searched.is_some_and(|searched| searched.is_generated), is_generated, "{text}");
    }
    let [rook, bishop] = rival();
    let words: Vec<String> =
        rook.iter().chain(&bishop[..26]).map(|n| format!("{{{n:#x}, {n:#x}}}")).collect();
    let report = as_file("a.c", &format!("const B m[90] = {{ {} }};\n", words.join(", ")));
    assert_eq!(report.large_board.map(|board| board.squares), Some(90), "{report}");
    assert!(report.to_string().contains("a board with more squares than 64"), "{report}");
}
