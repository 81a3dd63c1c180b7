//! Companions of boards with more than 64 squares, and of hexagons.

use super::*;
use crate::model::lower::{to_halves, to_words};
use magicgen_board::{
    Board, Coordinate, HEX_CORNERS, HEX_EDGES, HEX_KNIGHT, Order, Piece, SquareNames, SquareSet,
    Standard,
};
use magicgen_ir::{Fields, LookupRef};
use std::collections::BTreeMap;

/// The parts that are no more than functions and tables of sets.
const PARTS: [Part; 15] = [
    Part::Leapers,
    Part::Pawns,
    Part::Rays,
    Part::Between,
    Part::Line,
    Part::RayPass,
    Part::Aligned,
    Part::Directions,
    Part::Distance,
    Part::Files,
    Part::Ranks,
    Part::Diagonals,
    Part::Colours,
    Part::Xray,
    Part::Pins,
];

/// The parts that depend on ranks and files at right angles.
const OF_RECTANGLES: [Part; 5] =
    [Part::Pawns, Part::Directions, Part::Ranks, Part::Diagonals, Part::Colours];

fn wish(mapping: &Mapping, source: PairSource) -> Wish {
    let is_hex = mapping.board().is_hex;
    let named = |name: &str, rays: &[(i8, i8)], range| Piece::of_rays(name, rays, range);
    let of_hex = |name: &str, parts: &[&[(i8, i8)]], range| named(name, &parts.concat(), range);
    let [rook, bishop] = if is_hex {
        [of_hex("rook", &[HEX_EDGES], 63), of_hex("bishop", &[HEX_CORNERS], 63)]
    } else {
        [Piece::rook(), Piece::bishop()]
    };
    let queen = named("queen", &[&rook.rays[..], &bishop.rays].concat(), 63);
    let slider = |(at, piece): (usize, Piece)| CompanionSlider {
        name: piece.name.clone(),
        piece,
        lookup: LookupRef(at as u8),
        is_public: true,
    };
    let [knight, king] = if is_hex {
        [of_hex("knight", &[HEX_KNIGHT], 1), of_hex("king", &[HEX_EDGES, HEX_CORNERS], 1)]
    } else {
        [Piece::knight(), Piece::king()]
    };
    let leaper = |piece, has_sides| Leaper { piece, has_sides };
    let silver = [(-1, 1), (0, 1), (1, 1), (-1, -1), (1, -1)];
    let parts = PARTS.into_iter().filter(|part| !is_hex || !OF_RECTANGLES.contains(part));
    Wish {
        parts: parts.collect(),
        leapers: vec![
            leaper(knight, false),
            leaper(king, false),
            leaper(named("silver", &silver, 1), true),
        ],
        sliders: [rook, bishop, queen].into_iter().enumerate().map(slider).collect(),
        double_steps: [Some(1), Some(mapping.board().height - 2)],
        // On hexagons, lines in other directions meet, too.
        between: if is_hex { PairSource::Table } else { source },
        line: if is_hex { PairSource::Table } else { source },
        ray_pass: source,
        half_ray: source,
        ..Wish::default()
    }
}

/// The bits of a board's places in this order, without one for holes and for `gap`.
fn listed(board: Board, places: &[Coordinate], gap: Option<u8>) -> Mapping {
    let (squares, holes): (Vec<_>, Vec<_>) =
        places.iter().copied().partition(|at| !board.holes.contains(at));
    let all = [squares, holes].concat();
    let bit = |at| {
        let place = all.iter().position(|other| *other == at).unwrap() as u8;
        place + u8::from(gap.is_some_and(|gap| place >= gap))
    };
    let order = Order::Permutation(board.places().map(bit).collect());
    Mapping::wide(board, order, 4).unwrap()
}

fn by_file(board: &Board) -> Vec<Coordinate> {
    let files = 0..board.width;
    let ranks = board.height;
    files.flat_map(|file| (0..ranks).map(move |rank| Coordinate { file, rank })).collect()
}

/// Xiangqi, shogi with a gap, 12 x 10, 14 x 14 without corners, and Glinski's hexagons.
fn boards() -> Vec<Mapping> {
    let by_rank = |width, height| {
        let order = Order::Standard { standard: Standard::ALL[0], stride: width };
        Mapping::wide(Board::wide(width, height).unwrap(), order, 4).unwrap()
    };
    let mut shogi = by_file(&Board::wide(9, 9).unwrap());
    shogi.reverse();
    let mut four = Board::wide(14, 14).unwrap();
    let from_edge = |at: u8| at.min(13 - at);
    let is_cut = |at: &Coordinate| from_edge(at.file) < 3 && from_edge(at.rank) < 3;
    four.holes = four.places().filter(is_cut).collect();
    let places: Vec<Coordinate> = four.places().collect();
    let hex = Board::hex(6).unwrap();
    let hexagons = by_file(&hex);
    vec![
        by_rank(9, 10),
        listed(Board::wide(9, 9).unwrap(), &shogi, Some(63)),
        by_rank(12, 10),
        listed(four, &places, None),
        listed(hex, &hexagons, None),
    ]
}

/// The set that a function of small numbers returns.
fn found(made: &Companions, name: &str, arguments: &[u8]) -> SquareSet {
    use magicgen_ir::interp::{Memory, RunInput, run_on};
    let words = |companion: &&Companion| match companion.name.role {
        NameRole::Leapers => companion.name.piece == name,
        role => role.words(&companion.name.piece) == name,
    };
    let program = &made.functions.iter().find(words).unwrap().program;
    let parameters: Vec<Vec<Vec<u64>>> =
        arguments.iter().map(|one| vec![vec![u64::from(*one)]]).collect();
    let given = RunInput {
        square: 0,
        occupied: &[0],
        further: &[],
        parameters: &parameters,
        lookup: &|_, _, _| SquareSet::EMPTY,
        is_second_way: false,
    };
    let memory = Memory { fields: &Fields::default(), tables: &made.tables };
    run_on(program, program.result, memory, given).unwrap()[0]
}

#[test]
#[ignore = "slow"]
fn wide_companions_agree_with_squares_counted_by_file_and_rank() {
    for (number, mapping) in boards().iter().enumerate() {
        for source in [PairSource::Table, PairSource::Computed] {
            let wish = wish(mapping, source);
            let made = companions(&wish, mapping, 0);
            assert!(made.functions.len() > 12);
            assert_eq!(prove(&made.functions, &wish, mapping, &made.tables), Ok(()), "{number}");
            let lowered = |companion: &Companion, has_halves| {
                let words = to_words(&companion.program, 1);
                let halves = to_halves(&words, &Fields::default());
                Companion { program: if has_halves { halves } else { words }, ..companion.clone() }
            };
            // Boards of two words are lowered alike.
            for has_halves in [false, true].into_iter().filter(|_| [0, 3].contains(&number)) {
                let functions = made.functions.iter().map(|one| lowered(one, has_halves));
                let functions: Vec<Companion> = functions.collect();
                assert_eq!(prove(&functions, &wish, mapping, &made.tables), Ok(()), "{number}");
            }
        }
    }
}

#[test]
fn a_changed_entry_of_any_wide_table_is_found() {
    let parts = [Part::Leapers, Part::Between, Part::Line, Part::RayPass, Part::Distance];
    for mapping in [&boards()[0], &boards()[4]] {
        let wish = Wish { parts: parts.to_vec(), ..wish(mapping, PairSource::Table) };
        let made = companions(&wish, mapping, 0);
        for at in 0..made.tables.len() {
            let mut tables = made.tables.clone();
            let entry = tables[at].entries.iter_mut().max_by_key(|entry| entry.count_ones());
            *entry.unwrap() ^= 2;
            let title = made.tables[at].title.clone().unwrap().words;
            assert!(prove(&made.functions, &wish, mapping, &tables).is_err(), "{title}");
        }
    }
}

/// Squares by name, as players know them.
#[test]
fn wide_sets_are_as_players_know_them() {
    let named = |mapping: &Mapping, of: SquareSet| {
        let mut names: Vec<String> = of.bits().map(|bit| mapping.name(bit)).collect();
        names.sort();
        names.join(" ")
    };
    let bit = |mapping: &Mapping, name: &str| {
        let at = mapping.board().square(name).unwrap();
        mapping.bit(at).unwrap()
    };
    let boards = boards();
    let [xiangqi, .., four, hex] = &boards[..] else { panic!("five boards") };
    let made = companions(&wish(xiangqi, PairSource::Table), xiangqi, 0);
    let of = |name: &str, squares: &[&str]| {
        let squares: Vec<u8> = squares.iter().map(|name| bit(xiangqi, name)).collect();
        named(xiangqi, found(&made, name, &squares))
    };
    assert_eq!(of("knight", &["i10"]), "g9 h8");
    assert_eq!(of("between", &["a1", "e5"]), "b2 c3 d4");
    assert_eq!(of("between", &["a1", "b3"]), "");
    assert_eq!(of("line", &["d7", "e8"]), "a4 b5 c6 d7 e8 f9 g10");
    assert_eq!(of("ray pass", &["a1", "a7"]), "a10 a8 a9");
    let north = (6..10).flat_map(|rank| (0..9).map(move |file| Coordinate { file, rank }));
    let zones = BTreeMap::from([("far side".to_owned(), north.collect())]);
    let parts = vec![Part::Zones];
    let made = companions(&Wish { parts, zones, ..wish(xiangqi, PairSource::Table) }, xiangqi, 0);
    // 36 squares from a7 on are bits 54 to 89, and 0 to 35 for the other side.
    let sets = [[0xffc0_0000_0000_0000, 0x03ff_ffff], [0x000f_ffff_ffff, 0]].concat();
    assert_eq!(made.tables[0].entries, sets);
    assert_eq!(made.tables[0].title.as_ref().unwrap().words, "far side zone");
    let made = companions(&wish(four, PairSource::Table), four, 0);
    let of = |squares: [&str; 2]| {
        let squares = squares.map(|name| bit(four, name));
        named(four, found(&made, "line", &squares))
    };
    // The corner's holes end the rank, and the diagonal.
    assert_eq!(of(["d1", "k1"]), "d1 e1 f1 g1 h1 i1 j1 k1");
    assert_eq!(of(["d1", "e2"]).split(' ').count(), 11);
    let made = companions(&wish(hex, PairSource::Table), hex, 0);
    let of = |name: &str, squares: &[&str]| {
        let squares: Vec<u8> = squares.iter().map(|name| bit(hex, name)).collect();
        found(&made, name, &squares)
    };
    assert_eq!(hex.board().names, SquareNames::Glinski);
    let knight = "c4 c5 d3 d7 e3 e8 g3 g8 h3 h7 i4 i5";
    assert_eq!(named(hex, of("knight", &["f6"])), knight);
    assert_eq!(of("king", &["f6"]).len(), 12);
    assert_eq!(named(hex, of("between", &["f6", "i6"])), "g6 h6");
    assert_eq!(named(hex, of("line", &["f6", "h5"])), "b4 d5 f6 h5 k4");
    assert_eq!(of("distance", &["a1", "l6"]), 10_u64.into());
}
