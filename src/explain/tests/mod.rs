//! Explanations against walks of the test's own, and what is drawn and read.

mod wide;

use super::svg::{animated, svg};
use super::text::{TextStyle, text};
use super::*;
use crate::config::{Request, Source, resolve};
use crate::generate::{Solver, inside};
use magicgen_lookup::variant;

/// The lookups of a config's only output.
fn made(config: &str) -> (crate::config::Plan, Inside) {
    let source = Source::new("", config, Vec::new());
    let plan = resolve(&source, &Request::default()).unwrap();
    let mut solver = Solver::new(plan.effort.clone());
    solver.choices = plan.choices.clone();
    let inside = inside(&plan.jobs[0], &mut solver).unwrap();
    (plan, inside)
}

fn asked<'a>(
    mapping: &'a Mapping,
    piece: &'a str,
    of: &[usize],
    square: &str,
    occupied: &str,
) -> Question<'a> {
    Question {
        piece,
        of: of.to_vec(),
        mapping,
        orientation: "a1lsb".to_owned(),
        square: mapping.board().square(square).unwrap(),
        occupied: occupancy(occupied, mapping).unwrap(),
    }
}

fn config(variant: &str, rest: &str) -> String {
    format!(
        "version = 1\n{rest}\n[[output]]\nlang = \"rust\"\npath = \"m.rs\"\nvariant = \"{variant}\"\n"
    )
}

/// The attacks are walked here, and the last step of each lookup must equal them.
#[test]
fn every_variant_ends_with_the_attacked_squares() {
    const OCCUPIED: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for variant in variant::ALL {
        // A single range has no room for a rook.
        let is_alone = variant.id == "group";
        let pieces = if is_alone { "pieces = [\"bishop\"]\n" } else { "" };
        let (plan, inside) = made(&(config(variant.id, "") + pieces));
        let mapping = &plan.jobs[0].mapping;
        let at = usize::from(!is_alone);
        for square in ["a1", "c3", "h8"] {
            let asked = asked(mapping, "bishop", &[at], square, OCCUPIED);
            let shown = explain(&inside, &asked).unwrap();
            let [lookup] = &shown.lookups[..] else { panic!("{}", variant.id) };
            let right = inside.pieces[at].walk.attack_set(shown.square.bit, asked.occupied);
            let last = lookup.steps.last().unwrap();
            assert_eq!((last.name.as_str(), last.value), ("attacks", right), "{}", variant.id);
            assert_eq!(shown.attacks, right);
            for slot in &lookup.slots {
                assert!(slot.position < slot.entries as u64, "{} {square}", variant.id);
                assert!(slot.sharing >= 1 && slot.sharing as u64 <= slot.occupancies());
                assert!(slot.used as u64 <= slot.occupancies());
            }
            for look in [20, 100].map(|width| TextStyle { width, is_ascii: true }) {
                let text = text(&shown, look);
                assert!(text.is_ascii(), "{text}");
                assert!(text.contains(&hex(right, 1)[0]), "{text}");
            }
        }
    }
}

#[test]
fn a_slot_tells_who_shares_it() {
    let (plan, inside) = made(&config("fancy", ""));
    let asked = asked(&plan.jobs[0].mapping, "rook", &[0], "c3", "c5,c6");
    let shown = explain(&inside, &asked).unwrap();
    let [slot] = &shown.lookups[0].slots[..] else { panic!() };
    assert_eq!(slot.occupancies(), 1024);
    assert_eq!(slot.relevant, shown.mask);
    assert!(slot.others.is_empty(), "{:?}", slot.others);
    let piece = &inside.pieces[0];
    for example in &slot.examples {
        assert_eq!(piece.walk.attack_set(shown.square.bit, *example), shown.attacks);
        assert_ne!(*example, asked.occupied);
    }
}

#[test]
fn a_packed_slot_has_other_squares() {
    let (plan, inside) = made(&config("shared-slots", ""));
    let mapping = &plan.jobs[0].mapping;
    let asked = asked(mapping, "rook", &[0], "c3", "-");
    let shown = explain(&inside, &asked).unwrap();
    let slot = &shown.lookups[0].slots[0];
    let other = slot.others.first().expect("the empty board's slot is a crowded one");
    // From the other square's view, it shares the slot with this one.
    let at = inside.pieces.iter().position(|piece| piece.name == other.piece).unwrap();
    let square: Coordinate = other.square.parse().unwrap();
    let piece = &inside.pieces[at];
    let problem = piece.problem.square(mapping.bit(square).unwrap()).unwrap();
    let (_, _, index) = piece.program.loads().next().unwrap();
    let memory = Memory { fields: &piece.fields, tables: &inside.tables };
    let all: Vec<SquareSet> = SquareSet::from(problem.mask).subsets().collect();
    let positions = run(piece, index, memory, problem.bit, &all).unwrap();
    let leading = || all.iter().zip(&positions).filter(|(_, at)| at.low() == slot.position);
    assert_eq!(leading().count(), other.occupancies);
    let occupied = *leading().next().unwrap().0;
    let back = Question { piece: &other.piece, of: vec![at], square, occupied, ..asked.clone() };
    let back = explain(&inside, &back).unwrap();
    let same = &back.lookups[0].slots[0];
    assert_eq!(same.position, slot.position);
    assert!(same.others.iter().any(|other| other.piece == "rook" && other.square == "c3"));
}

#[test]
fn a_union_has_the_lookups_of_its_pieces() {
    let (plan, inside) = made(&config("fancy", ""));
    let asked = asked(&plan.jobs[0].mapping, "queen", &[0, 1], "d4", "-");
    let shown = explain(&inside, &asked).unwrap();
    assert_eq!(shown.attacks.len(), 27);
    assert_eq!(shown.lookups.len(), 2);
    let plain = text(&shown, TextStyle { width: 100, is_ascii: false });
    assert!(plain.contains("As a rook") && plain.contains("As a bishop"), "{plain}");
}

/// Boards with holes, with one rank and with gaps between the ranks' bits, in text and as a picture.
#[test]
fn odd_boards_are_drawn() {
    for (board, square, occupied) in [
        ("[board]\nwidth = 13\nheight = 1", "c1", "e1"),
        ("[board]\nwidth = 1\nheight = 13", "a3", "-"),
        ("[board]\nwidth = 64\nheight = 1", "aa1", "ac1"),
        ("[board]\nwidth = 5\nheight = 4\nstride = 8\nholes = [\"c3\", \"a1\"]", "b2", "b3"),
    ] {
        let range = "[[piece]]\nname = \"short-rook\"\nfrom = \"rook\"\nrange = 4";
        let pieces = "pieces = [\"short-rook\"]\n";
        let config = config("fancy", &format!("{board}\n{range}")) + pieces;
        let (plan, inside) = made(&config);
        let asked = asked(&plan.jobs[0].mapping, "short-rook", &[0], square, occupied);
        let shown = explain(&inside, &asked).unwrap();
        for width in [1, 20, 40, 100] {
            let text = text(&shown, TextStyle { width, is_ascii: true });
            let longest = text.lines().map(|line| plain(line).chars().count()).max().unwrap();
            let least = width.max(20);
            // A word can't be broken.
            assert!(longest <= least.max(24), "{longest} {width}\n{text}");
        }
        let picture = svg(&shown);
        let squares =
            picture.matches("class=\"dark\"").count() + picture.matches("class=\"light\"").count();
        assert_eq!(squares, plan.jobs[0].mapping.board().squares().count());
        // The animated picture only differs by its style and the groups that appear together.
        let moving = animated(&shown);
        let is_still =
            |line: &&str| !["<style>", "<g ", "</g>"].iter().any(|begin| line.starts_with(begin));
        assert!(moving.lines().filter(is_still).eq(picture.lines().filter(is_still)));
        assert_eq!(moving.matches("<g ").count(), moving.matches("@keyframes").count());
    }
}

/// A line without escape sequences for colours.
fn plain(line: &str) -> String {
    let mut parts = line.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').map_or(part, |(_, rest)| rest))
}

#[test]
fn occupancies_are_read_in_three_forms() {
    let mapping = Mapping::chess(magicgen_board::Standard::ALL[0]);
    for text in [
        "a1,c2",
        "c2 a1",
        "0x401",
        "0X0_401",
        "8/8/8/8/8/8/2p5/R7",
        "8/8/8/8/8/8/2p5/R7 w - - 0 1",
        " a1 , c2 ",
        "8/8/8/8/8/8/2p5/R7[Qq] w - - 0 1",
    ] {
        assert_eq!(occupancy(text, &mapping), Ok(0x401.into()), "{text}");
    }
    for text in ["", "-", "0x0", "8/8/8/8/8/8/8/8"] {
        assert_eq!(occupancy(text, &mapping), Ok(SquareSet::EMPTY), "{text}");
    }
}

#[test]
fn an_odd_boards_fen_is_read() {
    let mut board = magicgen_board::Board::new(13, 1).unwrap();
    board.holes.insert("d1".parse().unwrap());
    let order =
        magicgen_board::Order::Standard { standard: magicgen_board::Standard::ALL[0], stride: 13 };
    let mapping = Mapping::new(board, order).unwrap();
    assert_eq!(occupancy("2p*8k", &mapping), Ok((1 << 2 | 1 << 12).into()));
    assert_eq!(occupancy("13", &mapping), Ok(SquareSet::EMPTY));
    assert_eq!(occupancy("a1", &mapping), Ok(1.into()));
    let hole = OccupancyError::Square { name: "d1".to_owned(), is_hole: true };
    assert_eq!(occupancy("3p9", &mapping), Err(hole.clone()));
    assert_eq!(occupancy("d1", &mapping), Err(hole));
    assert_eq!(
        occupancy("0x8", &mapping),
        Err(OccupancyError::Bits { outside: 8.into(), words: 1 })
    );
    assert_eq!(
        occupancy("12p1", &mapping),
        Err(OccupancyError::Files { rank: 1, found: 14, wanted: 13 })
    );
}

#[test]
fn what_is_no_occupancy_is_refused_with_advice() {
    let mapping = Mapping::chess(magicgen_board::Standard::ALL[0]);
    for (text, says) in [
        ("rubbish", "`rubbish` isn't an occupancy"),
        ("a3,z9", "`z9` isn't a square of this board"),
        ("a3,,x", "`x` isn't a square of this board"),
        ("i1", "`i1` isn't a square of this board"),
        ("0x", "`0x` isn't a 64-bit word"),
        ("0x+1", "`0x+1` isn't a 64-bit word"),
        ("0x10000000000000000", "`0x10000000000000000` isn't a 64-bit word"),
        ("8/8", "the FEN has 2 ranks, but the board has 8"),
        ("8/8/8/8/8/8/8/9", "rank 1 of the FEN has 9 squares, but the board's has 8"),
        ("8/8/8/8/8/8/8/ppppppppp", "rank 1 of the FEN has 9 squares, but the board's has 8"),
        ("7/8/8/8/8/8/8/8", "rank 8 of the FEN has 7 squares, but the board's has 8"),
        ("8/8/8/8/8/8/8/99999999999999999999999", "rank 1 of the FEN has"),
        ("8/8/8/8/8/8/8/7\u{e9}", "`\u{e9}` in the FEN is neither a piece nor a number"),
        (",", "`,` isn't an occupancy"),
    ] {
        let error = occupancy(text, &mapping).unwrap_err();
        assert!(error.to_string().starts_with(says), "{text}: {error}");
        assert!(!error.help(&mapping).is_empty());
    }
}

/// The key of a mirrored square is an exclusive or, too, but of one word.
#[test]
fn a_mirrored_square_folds_no_words() {
    let (plan, inside) = made(&(config("fixed", "") + "[output.lookup]\nfold = \"ranks\"\n"));
    let asked = asked(&plan.jobs[0].mapping, "rook", &[0], "c6", "c2,e6,f6");
    let shown = explain(&inside, &asked).unwrap();
    let stages: Vec<Stage> = shown.lookups[0].steps.iter().map(|step| step.stage).collect();
    assert!(stages.contains(&Stage::Key) && !stages.contains(&Stage::Fold), "{stages:?}");
}
