use super::*;
use crate::model::lower::{to_halves, without_lanes};
use magicgen_board::{Board, Coordinate, Order, Piece, Standard};
use magicgen_ir::{Fields, LookupRef, Op, interp};
use std::collections::BTreeMap;

fn wish(source: PairSource) -> Wish {
    let slider = |at: u8, piece: Piece| CompanionSlider {
        name: piece.name.clone(),
        piece,
        lookup: LookupRef(at),
        is_public: true,
    };
    let queen = [Piece::rook().rays, Piece::bishop().rays].concat();
    let queen = Piece::of_rays("queen", &queen, 63);
    let silver = [(-1, 1), (0, 1), (1, 1), (-1, -1), (1, -1)];
    let leaper = |piece, has_sides| Leaper { piece, has_sides };
    Wish {
        parts: Part::ALL.to_vec(),
        leapers: vec![
            leaper(Piece::knight(), false),
            leaper(Piece::king(), false),
            leaper(Piece::new("silver", &silver, 1).unwrap(), true),
        ],
        sliders: vec![slider(0, Piece::rook()), slider(1, Piece::bishop()), slider(2, queen)],
        double_steps: [Some(1), Some(2)],
        between: source,
        line: source,
        ray_pass: source,
        half_ray: source,
        ..Wish::default()
    }
}

fn boards() -> Vec<Mapping> {
    let mut boards: Vec<Mapping> =
        Standard::ALL.iter().map(|standard| Mapping::chess(*standard)).collect();
    let mut odd = Board::new(5, 7).unwrap();
    odd.holes.insert(Coordinate { file: 2, rank: 3 });
    let mixed = (0..35).map(|place| (place * 13 % 35) as u8).collect();
    boards.push(Mapping::new(odd, Order::Permutation(mixed)).unwrap());
    let flat = Order::Standard { standard: Standard::ALL[0], stride: 12 };
    boards.push(Mapping::new(Board::new(12, 5).unwrap(), flat).unwrap());
    boards
}

fn is_permuted(mapping: &Mapping) -> bool {
    matches!(mapping.order(), Order::Permutation(_))
}

#[test]
#[ignore = "slow"]
fn companions_agree_with_squares_counted_by_file_and_rank() {
    for (number, mapping) in boards().iter().enumerate() {
        for source in [PairSource::Table, PairSource::Computed] {
            let mut wish = wish(source);
            if is_permuted(mapping) {
                wish.parts.retain(|part| *part != Part::Fills);
            }
            let made = companions(&wish, mapping, 0);
            assert!(made.functions.len() > 15);
            assert_eq!(prove(&made.functions, &wish, mapping, &made.tables), Ok(()), "{number}");
            let of_halves = |companion: &Companion| Companion {
                program: to_halves(&companion.program, &Fields::default()),
                lanes: companion.lanes.as_ref().map(without_lanes),
                ..companion.clone()
            };
            let halves: Vec<Companion> = made.functions.iter().map(of_halves).collect();
            assert_eq!(prove(&halves, &wish, mapping, &made.tables), Ok(()), "{number}");
        }
    }
}

/// Pieces of a few steps, of one step and of one ray are filled as those are that go on to the edge.
#[test]
fn fills_of_other_pieces_are_right() {
    let piece = |name: &str, rays: &[(i8, i8)], range| Piece::new(name, rays, range).unwrap();
    let straight = Piece::rook().rays;
    let pieces = [
        piece("short", &straight, 3),
        piece("wazir", &straight, 1),
        piece("lance", &[(0, 1)], 63),
        piece("nightrider", &[(1, 2), (-1, -2), (2, -1), (-2, 1)], 63),
    ];
    let slider = |(at, piece): (usize, &Piece)| CompanionSlider {
        name: piece.name.clone(),
        piece: piece.clone(),
        lookup: LookupRef(at as u8),
        is_public: true,
    };
    let sliders = pieces.iter().enumerate().map(slider).collect();
    let wish = Wish { parts: vec![Part::Fills], sliders, ..Wish::default() };
    for mapping in boards().iter().filter(|mapping| !is_permuted(mapping)) {
        let made = companions(&wish, mapping, 0);
        assert_eq!(made.functions.len(), pieces.len());
        assert_eq!(prove(&made.functions, &wish, mapping, &made.tables), Ok(()));
    }
}

/// A fill that forgets a blocker, or that goes over an edge, is found.
#[test]
fn a_wrong_fill_is_found() {
    let mapping = &boards()[0];
    let wish = Wish { parts: vec![Part::Fills], ..wish(PairSource::Table) };
    let made = companions(&wish, mapping, 0);
    let rook = &made.functions[0];
    let on_vectors = rook.lanes.as_ref().unwrap();
    for program in [&rook.program, on_vectors] {
        let mut wrong = 0;
        for value in program.values() {
            let (changed, _) = program.rewritten(|out, op, at| match op {
                Op::Const(word @ 1.., Type::Word) if at == value => {
                    Some(out.push(Op::Const(word & (word - 1), Type::Word)))
                }
                _ => None,
            });
            if changed == *program {
                continue;
            }
            let changed = if program == on_vectors {
                Companion { lanes: Some(changed), ..rook.clone() }
            } else {
                Companion { program: changed, ..rook.clone() }
            };
            assert!(prove(&[changed], &wish, mapping, &made.tables).is_err(), "{value:?}");
            wrong += 1;
        }
        assert!(wrong > 0);
    }
}

/// The proof finds a fill on vectors that uses the bits that a rotation brings in from the other side.
#[test]
fn a_fill_that_goes_around_the_board_is_found() {
    let mapping = &boards()[0];
    let wish = Wish { parts: vec![Part::Fills], ..wish(PairSource::Table) };
    let made = companions(&wish, mapping, 0);
    let rook = &made.functions[0];
    // If zeros come in, a step along a file needs no mask.
    let inner = |word: u64| matches!(word, 0xffff_ffff_ffff_ff00 | 0x00ff_ffff_ffff_ffff);
    let (changed, _) = rook.lanes.as_ref().unwrap().rewritten(|out, op, _| match op {
        Op::Const(word, Type::Word) if inner(word) => {
            Some(out.push(Op::Const(u64::MAX, Type::Word)))
        }
        _ => None,
    });
    assert_eq!(
        changed.values().filter(|at| matches!(changed.op(*at), Op::Const(u64::MAX, _))).count(),
        1
    );
    let on_words = Companion { lanes: Some(without_lanes(&changed)), ..rook.clone() };
    assert_eq!(prove(&[on_words], &wish, mapping, &made.tables), Ok(()));
    let changed = Companion { lanes: Some(changed), ..rook.clone() };
    assert!(prove(&[changed], &wish, mapping, &made.tables).is_err());
}

/// Each ray has a lane: a rook's four need one vector of four words, and a queen's eight need one of eight. Pieces with
/// too few rays for vectors to pay have none, nor have pieces with steps too far for a shift.
#[test]
fn fills_have_a_lane_for_each_ray() {
    let [chess, .., wide] = &boards()[..] else { panic!("there are several boards") };
    let wish = Wish { parts: vec![Part::Fills], ..wish(PairSource::Table) };
    let widths = |mapping: &Mapping| -> Vec<Option<u8>> {
        let width = |companion: &Companion| {
            let program = companion.lanes.as_ref()?;
            Some(program.values().map(|value| program.type_of(value).lanes()).max().unwrap_or(0))
        };
        companions(&wish, mapping, 0).functions.iter().map(width).collect()
    };
    assert_eq!(widths(chess), [Some(4), Some(4), Some(8)]);
    // A rook's step to the next rank is by 12 places there, and up to eight steps are one shift.
    assert_eq!(widths(wide), [None, Some(4), None]);
}

#[test]
fn a_changed_entry_of_any_table_is_found() {
    let mapping = &boards()[0];
    let wish = wish(PairSource::Table);
    let made = companions(&wish, mapping, 0);
    for at in 0..made.tables.len() {
        let title = made.tables[at].title.clone().unwrap().words;
        let is_random = title.contains("zobrist") || title.contains("cuckoo");
        let is_read = !matches!(made.tables[at].role, TableRole::Companion { is_public: true });
        let mut tables = made.tables.clone();
        if is_random || !is_read {
            continue;
        }
        let entry = tables[at].entries.iter_mut().max_by_key(|entry| entry.count_ones()).unwrap();
        let ones: Vec<u8> = magicgen_board::bits(*entry).collect();
        *entry ^= 1 << ones[ones.len() / 2];
        assert!(prove(&made.functions, &wish, mapping, &tables).is_err(), "{title}");
    }
}

#[test]
fn names_of_directions_say_where_they_lead() {
    let mut names = DIRECTIONS.iter().map(|(name, _)| *name);
    let steps: Vec<_> = names.clone().zip(ground::DIRECTIONS).collect();
    let expected = [
        ("north", (0, 1)),
        ("north east", (1, 1)),
        ("east", (1, 0)),
        ("south east", (1, -1)),
        ("south", (0, -1)),
        ("south west", (-1, -1)),
        ("west", (-1, 0)),
        ("north west", (-1, 1)),
    ];
    assert_eq!(steps, expected);
    assert_eq!(names.next_back(), Some("none"));
}

#[test]
fn computed_forms_have_no_tables_of_pairs() {
    let mapping = &boards()[0];
    let parts = vec![Part::Between, Part::Line, Part::RayPass, Part::Aligned];
    let tables =
        |source| companions(&Wish { parts: parts.clone(), ..wish(source) }, mapping, 0).tables;
    assert!(tables(PairSource::Computed).is_empty());
    let lengths: Vec<usize> =
        tables(PairSource::Table).iter().map(|table| table.entries.len()).collect();
    assert_eq!(lengths, [4096; 3]);
}

#[test]
fn chess_has_3668_reversible_moves_and_each_is_found() {
    let mapping = &boards()[0];
    let wish = Wish { parts: vec![Part::Cuckoo, Part::Zobrist], ..wish(PairSource::Table) };
    let made = companions(&wish, mapping, 0);
    let table = |words: &str| {
        let is_it = |table: &&Table| table.title.as_ref().is_some_and(|title| title.words == words);
        &made.tables.iter().find(is_it).unwrap().entries
    };
    let (keys, moves) = (table("cuckoo keys"), table("cuckoo moves"));
    assert_eq!(keys.iter().filter(|key| **key != 0).count(), 3668);
    let (zobrist, side) = (table("zobrist keys"), table("zobrist side")[1]);
    let function = made.functions.iter().find(|function| function.part == Part::Cuckoo).unwrap();
    let found = |key: u64| {
        let fields = Fields::default();
        let memory = interp::Memory { fields: &fields, tables: &made.tables };
        let given = interp::RunInput {
            square: 0,
            occupied: &[0],
            further: &[],
            parameters: &[vec![vec![key]]],
            lookup: &|_, _, _| SquareSet::EMPTY,
            is_second_way: false,
        };
        interp::run_on(&function.program, function.program.result, memory, given).unwrap()[0].low()
    };
    for (key, squares) in keys.iter().zip(moves).filter(|(key, _)| **key != 0) {
        let [low, high] = [squares & 63, squares >> 6];
        let is_move = |piece: &[u64]| piece[low as usize] ^ piece[high as usize] ^ side == *key;
        assert_eq!(zobrist.chunks(64).filter(|piece| is_move(piece)).count(), 1);
        assert_eq!(found(*key), *squares);
        assert_eq!(found(key ^ 1 << 40), 0);
    }
    assert_eq!(found(0), 0);
}

#[test]
fn keys_follow_from_the_seed_and_are_far_apart() {
    let mapping = &boards()[0];
    let keys = ZobristKeys::new(7, mapping);
    assert_eq!(keys, ZobristKeys::new(7, mapping));
    assert_ne!(keys, ZobristKeys::new(8, mapping));
    let drawn = keys.drawn_keys();
    assert_eq!(drawn.len(), 12 * 64 + 1 + 4 + 8);
    let nearest = drawn
        .iter()
        .enumerate()
        .flat_map(|(at, a)| drawn[..at].iter().map(move |b| (a ^ b).count_ones()));
    assert_eq!(nearest.min(), Some(keys.distance));
    assert_eq!(keys.castling[0b1010], keys.castling[0b1000] ^ keys.castling[0b0010]);
}

/// Boards of more moves are refused before any key is drawn, all others have keys.
#[test]
fn a_board_has_keys_unless_it_has_too_many_moves() {
    let wish = Wish { parts: vec![Part::Zobrist, Part::Cuckoo], ..wish(PairSource::Table) };
    let on = |width, height, stride| {
        let order = Order::Standard { standard: Standard::ALL[0], stride };
        companions(&wish, &Mapping::new(Board::new(width, height).unwrap(), order).unwrap(), 0)
    };
    for (width, height, moves) in
        [(64, 1, 8190), (1, 64, 8190), (49, 1, 4800), (32, 2, 4776), (2, 32, 4776)]
    {
        let made = on(width, height, width);
        assert_eq!(made.crowded, Some(Crowded { moves }), "{width} x {height}");
        assert!(made.functions.is_empty() && made.tables.is_empty() && made.notes.is_empty());
    }
    for (width, height, stride) in [(8, 8, 8), (31, 2, 32), (47, 1, 47), (16, 4, 16), (1, 1, 1)] {
        let made = on(width, height, stride);
        assert_eq!((made.crowded, made.functions.len()), (None, 2), "{width} x {height}");
    }
}

/// The forms that engines have already: the end of between, the order of arguments, arrays, numbers of pieces.
#[test]
fn forms_of_engines_agree_with_squares_counted_by_file_and_rank() {
    let arrays = [
        Part::Leapers,
        Part::Pawns,
        Part::Rays,
        Part::Between,
        Part::Line,
        Part::RayPass,
        Part::HalfRay,
        Part::Distance,
    ];
    let numbers =
        [("pawn up", 0), ("pawn down", 1), ("knight", 2), ("rook", 4), ("silver down", 9)];
    let numbers = BTreeMap::from(numbers.map(|(name, number)| (name.to_owned(), number)));
    for (mapping, end) in [
        (&boards()[1], BetweenEnd::Excluded),
        (&boards()[3], BetweenEnd::Included),
        (&boards()[8], BetweenEnd::OnLine),
    ] {
        for source in [PairSource::Table, PairSource::Computed] {
            let mut wish = wish(source);
            wish.parts = vec![Part::Aligned, Part::AttacksOf, Part::PseudoAttacks];
            wish.parts.extend(arrays);
            wish.between_end = end;
            wish.order = ArgumentOrder::SquareSide;
            wish.numbers.clone_from(&numbers);
            if source == PairSource::Table {
                wish.arrays = arrays.to_vec();
            }
            let made = companions(&wish, mapping, 0);
            for all in [&made.functions, &made.arrays] {
                assert_eq!(prove(all, &wish, mapping, &made.tables), Ok(()));
            }
            // Pushes and `aligned` stay functions.
            let count = if source == PairSource::Table { 2 } else { 14 };
            assert_eq!((made.functions.len(), made.arrays.len()), (count, 15 - count));
            let names: Vec<_> = made.choice.iter().map(|one| (&*one.name, one.number)).collect();
            assert_eq!(names, [("knight", Some(2)), ("rook", Some(4))]);
        }
    }
}

#[test]
fn arrays_have_rows_by_their_first_index() {
    let mapping = &boards()[0];
    let rows = |order, part| {
        let wish = Wish { order, arrays: vec![part], parts: vec![part], ..wish(PairSource::Table) };
        let made = companions(&wish, mapping, 0);
        let public =
            made.tables.into_iter().filter(|table| table.title.as_ref().unwrap().named.is_some());
        public.map(|table| (table.rows.clone(), table.length())).collect::<Vec<_>>()
    };
    let (side, square) = (ArgumentOrder::SideSquare, ArgumentOrder::SquareSide);
    assert_eq!(rows(side, Part::Pawns), [(Rows::Equal(64), 128)]);
    assert_eq!(rows(square, Part::Pawns), [(Rows::Equal(2), 128)]);
    assert_eq!(rows(square, Part::Between), [(Rows::Equal(64), 4096)]);
    assert_eq!(rows(side, Part::Rays), [(Rows::No, 64), (Rows::No, 64), (Rows::No, 64)]);
    assert_eq!(rows(side, Part::PseudoAttacks), [(Rows::Equal(64), 5 * 64)]);
}
