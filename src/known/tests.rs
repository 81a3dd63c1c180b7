use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::*;
use magicgen_board::{Bitboard, Board, Mapping, Order, Piece, Standard, Walk, subsets};
use magicgen_search::known::{KnownError, KnownMagic};

fn chess(name: &str) -> Problem {
    let piece = if name == "rook" { Piece::rook() } else { Piece::bishop() };
    let mapping = Mapping::chess(Standard::ALL[0]);
    let walk = Walk::new(&piece, &mapping);
    Problem::new(&walk, mapping.squares()).unwrap()
}

/// The attack set of a rook or bishop, found by steps along files and ranks, independently of the library's geometry.
fn walk(name: &str, bit: u8, occupied: Bitboard) -> Bitboard {
    let rays = if name == "rook" {
        [(0, 1), (1, 0), (0, -1), (-1, 0)]
    } else {
        [(1, 1), (1, -1), (-1, 1), (-1, -1)]
    };
    let mut attacks = 0;
    for (files, ranks) in rays {
        let (mut file, mut rank) = (i32::from(bit) % 8, i32::from(bit) / 8);
        loop {
            (file, rank) = (file + files, rank + ranks);
            if !(0..8).contains(&file) || !(0..8).contains(&rank) {
                break;
            }
            let square = 1 << (8 * rank + file);
            attacks |= square;
            if occupied & square != 0 {
                break;
            }
        }
    }
    attacks
}

/// The relevant squares of a rook or bishop: a piece on one of them hides other squares from it.
fn relevant(name: &str, bit: u8) -> Bitboard {
    let reach = walk(name, bit, 0);
    let bits = (0..64).filter(|square| reach >> square & 1 == 1);
    bits.filter(|square| walk(name, bit, 1 << square) != reach)
        .fold(0, |mask, square| mask | 1 << square)
}

/// The index as in the sources: `occupied | !mask` makes a black key, not a constant.
fn index(known: &Known, magic: Magic, mask: Bitboard, occupied: Bitboard) -> i64 {
    let key = if known.key == Key::Black { occupied | !mask } else { occupied & mask };
    let index = if known.hash == Hash::Multiply {
        let constant = if known.key == Key::Constant { magic.constant } else { 0 };
        key.wrapping_mul(magic.factor).wrapping_add(constant) >> magic.shift
    } else {
        let low = (key as u32).wrapping_mul(magic.factor as u32);
        let high = ((key >> 32) as u32).wrapping_mul((magic.factor >> 32) as u32);
        u64::from((low ^ high) >> magic.shift)
    };
    index as i64
}

/// The folder's files with bounds on the index bits of squares instead of factors.
const OTHERS: [&str; 4] =
    ["estimates.toml", "fiekas-disproved.toml", "ledgers", "minimal-bits.toml"];

#[test]
fn every_file_is_read_and_named_after_its_id() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("config/known");
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let mut of_files: Vec<String> = ids().map(|id| format!("{id}.toml")).collect();
    of_files.extend(OTHERS.map(str::to_owned));
    of_files.sort();
    assert_eq!(of_files, names);
    for (id, text) in FILES {
        assert_eq!(text.parse::<Known>().unwrap().id, id);
    }
    assert_eq!(all().count(), FILES.len());
    for known in all() {
        assert_eq!(find(&known.id), Some(known));
        assert!(!known.author.is_empty() && !known.source.is_empty());
        assert!(known.year.is_some_and(|year| year > 2000));
    }
}

/// The program reads its own files without a reader of TOML.
#[test]
fn shipped_texts_are_what_toml_makes_of_them() {
    for (id, text) in FILES {
        let read: Known = text.parse().unwrap();
        assert_eq!(find(id), Some(&read));
        let text = text.replace("\r\n", "\n").replace('\n', "\r\n");
        assert_eq!(Known::shipped(&text), Ok(read), "{id}");
    }
    assert_eq!(FOUND_TEXT.parse(), Ok(found().clone()));
}

#[test]
fn what_is_written_is_read_back() {
    for known in all() {
        assert_eq!(known.to_string().parse(), Ok(known.clone()), "{}", known.id);
    }
    let mut constant = find("glaurung").unwrap().clone();
    constant.key = magicgen_search::Key::Constant;
    constant.year = None;
    constant.pieces[0].magics[5].magic.constant = u64::MAX;
    assert_eq!(constant.to_string().parse(), Ok(constant.clone()));
    constant.key = magicgen_search::Key::White;
    let text = constant.to_string() + "constant = []\n";
    assert_eq!(text.parse::<Known>(), Err(KnownError::Length("bishop".to_owned())));
}

/// The bits of a set at the places of a mask, lowest first.
fn gathered(set: Bitboard, mask: Bitboard) -> Bitboard {
    let places = (0..64).filter(|place| mask >> place & 1 == 1);
    places.zip(0..).fold(0, |bits, (place, at)| bits | (set >> place & 1) << at)
}

/// A slot of a table that is being filled.
#[derive(Default)]
struct Slot {
    /// The squares on which some attack set has been compared: under a post-mask, the squares that its slider reaches.
    decided: Bitboard,
    /// The union of the attack sets in this slot.
    attacks: Bitboard,
}

/// Fills each table as its source does, for every subset of the relevant squares of every square. No slot may hold two
/// different sets. Under a post-mask, sets must agree only on the squares that both sliders reach.
#[test]
#[ignore = "slow"]
fn every_array_is_valid_for_its_key_shift_and_offsets() {
    for known in all() {
        let mut table: BTreeMap<i64, Slot> = BTreeMap::new();
        let mut next = 0;
        for piece in &known.pieces {
            for KnownMagic { bit, magic, offset } in &piece.magics {
                let (mask, reach) = (relevant(&piece.name, *bit), walk(&piece.name, *bit, 0));
                let looked_at = match known.sharing {
                    Sharing::None => Bitboard::MAX,
                    Sharing::PostMask => reach,
                    Sharing::Pdep => (1 << reach.count_ones()) - 1,
                };
                let base = offset.unwrap_or(next);
                let width = known.hash.product_bits() - magic.shift;
                next += 1 << width;
                let mut subset: Bitboard = 0;
                loop {
                    let index = index(known, *magic, mask, subset);
                    assert_eq!(index, known.hash.index(subset, *magic) as i64);
                    assert!(index < 1 << width);
                    let attacks = walk(&piece.name, *bit, subset);
                    let attacks = match known.sharing {
                        Sharing::Pdep => gathered(attacks, reach),
                        _ => attacks,
                    };
                    let slot = table.entry(base + index).or_default();
                    let clash = slot.decided & looked_at & (slot.attacks ^ attacks);
                    assert_eq!(clash, 0, "{} {} {bit}", known.id, piece.name);
                    slot.decided |= looked_at;
                    slot.attacks |= attacks;
                    subset = subset.wrapping_sub(mask) & mask;
                    if subset == 0 {
                        break;
                    }
                }
            }
        }
        let lowest = *table.first_key_value().unwrap().0;
        let highest = *table.last_key_value().unwrap().0;
        assert!(lowest >= 0, "{}", known.id);
        let is_laid_out = known.pieces[0].magics[0].offset.is_some();
        if let Some(entries) = known.entries {
            let used = if is_laid_out { highest - lowest + 1 } else { next };
            assert_eq!(entries as i64, used, "{}", known.id);
        }
        assert!(known.entries.is_some() || !is_laid_out, "{}", known.id);
    }
}

#[test]
fn the_records_are_there() {
    let records = [
        ("annuss-2010", 97_264),
        ("annuss-white", 88_772),
        ("annuss-black", 87_988),
        ("magicgen-fixed-85949", 85_949),
        ("magicgen-black-79878", 79_878),
        ("magicgen-black-80125", 80_125),
        ("magicgen-black-84326", 84_326),
        ("magicgen-packed-73349", 73_349),
        ("magicgen-packed-78838", 78_838),
        ("magicgen-packed-own-78221", 78_221),
        ("magicgen-shared-slots-own-51435", 51_435),
        ("magicgen-black-own-87784", 87_784),
        ("magicgen-packed-79032", 79_032),
        ("magicgen-shared-slots-48772", 48_772),
        ("magicgen-shared-slots-52796", 52_796),
        ("magicgen-constant-79120", 79_120),
        ("magicgen-packed-constant-68692", 68_692),
        ("magicgen-shared-slots-constant-44639", 44_639),
        ("magicgen-folded-packed-constant-31361", 31_361),
        ("magicgen-folded-shared-slots-constant-20996", 20_996),
        ("magicgen-quarter-packed-constant-15689", 15_689),
        ("magicgen-quarter-shared-slots-constant-9844", 9_844),
        ("glaurung", 107_648),
        ("glaurung-split32", 107_648),
    ];
    for (id, entries) in records {
        assert_eq!(find(id).unwrap().entries, Some(entries), "{id}");
    }
}

#[test]
fn factors_with_a_bit_less_make_88_256_words() {
    let mut words = [0; 2];
    for (words, name) in words.iter_mut().zip(["rook", "bishop"]) {
        let problem = chess(name);
        let denser = denser(&problem);
        for square in problem.squares() {
            let mut bits = relevant(name, square.bit).count_ones();
            if let Some((_, magic, known)) = denser.iter().find(|(bit, ..)| *bit == square.bit) {
                bits -= 1;
                assert_eq!(u32::from(magic.shift), 64 - bits);
                assert!(["fiekas", "caissa", "magicgen-b1"].contains(&known.id.as_str()));
                let magics = known.piece(&problem).unwrap().magic(square.bit).unwrap();
                assert_eq!(magics.magic, *magic);
            }
            *words += 1 << bits;
        }
    }
    assert_eq!(words, [83_456, 4_800]);
}

/// A fold keeps the upper half of the ranks and files a to d.
#[test]
fn folds_keep_the_parts_on_which_factors_use_the_fewest_slots() {
    let known = find("fewest-slots").unwrap();
    let mut slots = [0; 4];
    for name in ["rook", "bishop"] {
        let problem = chess(name);
        for square in problem.squares() {
            let magic = known.piece(&problem).unwrap().magic(square.bit).unwrap().magic;
            let indices: BTreeSet<usize> =
                subsets(square.mask).map(|key| known.hash.index(key, magic)).collect();
            slots[usize::from(square.bit / 32 * 2 + square.bit % 8 / 4)] += indices.len();
        }
    }
    // From a1, from e1, from a5 and from e5.
    assert_eq!(slots, [15_501, 17_072, 13_926, 14_164]);
}

#[test]
fn only_the_chess_pieces_have_known_factors() {
    // Two files only have rooks.
    for name in ["rook", "bishop"] {
        let known = for_problem(&chess(name));
        assert_eq!(known.len(), if name == "rook" { all().count() } else { all().count() - 2 });
        assert!(known.iter().all(|(_, piece)| piece.name == name));
    }
    // Other orders of squares have the same problem; other pieces and boards have different ones.
    for standard in Standard::ALL {
        let mapping = Mapping::chess(standard);
        let problem = Problem::new(&Walk::new(&Piece::rook(), &mapping), mapping.squares());
        assert_eq!(for_problem(&problem.unwrap()).len(), all().count());
    }
    let mapping = Mapping::chess(Standard::ALL[0]);
    let short = Piece::new("rook", magicgen_board::ROOK, 3).unwrap();
    let problem = Problem::new(&Walk::new(&short, &mapping), mapping.squares()).unwrap();
    assert!(for_problem(&problem).is_empty() && denser(&problem).is_empty());
    let seven = Board::new(7, 8).unwrap();
    let mapping =
        Mapping::new(seven, Order::Standard { standard: Standard::ALL[0], stride: 8 }).unwrap();
    let problem = Problem::new(&Walk::new(&Piece::rook(), &mapping), mapping.squares()).unwrap();
    assert!(for_problem(&problem).is_empty());
}

#[test]
fn a_text_that_is_wrong_says_where() {
    let head = "id = 'x'\nauthor = 'x'\nyear = 2020\nsource = 'x'\nhash = 'multiply'\nkey = 'white'\n\
                sharing = 'none'\n";
    let read = |tail: &str| format!("{head}{tail}").parse::<Known>().unwrap_err();
    let piece = |rest: &str| read(&format!("[[piece]]\n{rest}"));
    assert!(matches!(read(""), KnownError::Toml(_)));
    assert!(matches!(read("what = 1"), KnownError::Toml(_)));
    let queen = piece("name = 'queen'\nbit = [0]\nfactor = ['0x1']\nshift = 52");
    assert_eq!(queen, KnownError::Piece("queen".to_owned()));
    for lists in [
        "factor = ['0x1']\nshift = 52",
        "bit = [0, 0]\nfactor = ['0x1', '0x1']\nshift = 52",
        "bit = [64]\nfactor = ['0x1']\nshift = 52",
        "bit = [1]\nfactor = ['0x1']\nshift = [52, 52]",
        "bit = [1]\nfactor = ['0x1']\nshift = 52\noffset = []",
    ] {
        assert_eq!(
            piece(&format!("name = 'rook'\n{lists}")),
            KnownError::Length("rook".to_owned())
        );
    }
    let factor = piece("name = 'rook'\nbit = [1]\nfactor = ['0xg']\nshift = 52");
    assert_eq!(factor, KnownError::Factor("g".to_owned()));
    let shift = piece("name = 'rook'\nbit = [1]\nfactor = ['0x1']\nshift = 64");
    assert_eq!(shift, KnownError::Shift(64));
}

#[test]
fn what_was_found_before_is_read_and_right() {
    let mapping = Mapping::chess(Standard::ALL[0]);
    let mut problems = Vec::new();
    for piece in [Piece::rook(), Piece::bishop()] {
        let walk = Walk::new(&piece, &mapping);
        problems.push(Problem::new(&walk, mapping.squares()).unwrap());
        for (_, rays) in magicgen_board::lines(&piece) {
            problems.push(Problem::new(&walk.along(&rays), mapping.squares()).unwrap());
        }
    }
    assert!(found().problems().len() >= 16);
    for entry in found().problems() {
        let has_hash = |problem: &&Problem| magicgen_search::problem_hash(problem) == entry.hash;
        let problem = problems.iter().find(has_hash).unwrap();
        let solution = entry.solution(problem).unwrap();
        assert_eq!(magicgen_search::prove(problem, &solution), Ok(()), "{}", entry.method);
    }
}

/// The headers of generated files thank authors with these credits.
#[test]
fn a_credit_names_who_found_what_when_and_where() {
    for known in all() {
        let credit = known.credit();
        for part in [&known.id, &known.author, &known.year.unwrap().to_string(), &known.source] {
            assert!(credit.contains(part.as_str()), "{credit}");
        }
    }
}
