//! Entries and proofs of lookups on wide boards. The numbers are those of a program in C++ with a
//! model of its own, and one for the row of squares without a move.

use super::rays::ray_lookups;
use super::*;
use magicgen_board::{
    BISHOP, Board, Course, KNIGHT, Landing, Leg, Mapping, Order, Piece, Purpose, ROOK, Standard,
    Step, lines,
};
use magicgen_ir::Op;
use magicgen_ir::interp::{Memory, run_on_sets};

fn board(width: u8, height: u8) -> Mapping {
    let order = Order::Standard { standard: Standard::ALL[0], stride: width };
    Mapping::wide(Board::wide(width, height).unwrap(), order, 4).unwrap()
}

fn hopper() -> Piece {
    let course = |step: &(i8, i8)| Course { hurdles: 1, ..Course::new(vec![Leg::ride(*step)]) };
    Piece { courses: ROOK.iter().map(course).collect(), ..Piece::default() }
}

fn wide(piece: &Piece, mapping: &Mapping, by_line: bool) -> WidePiece {
    let walk = Walk::new(piece, mapping);
    let whole: Vec<usize> = (0..piece.all_courses().len()).collect();
    let parts: Vec<(Option<Line>, Vec<usize>)> = if by_line {
        lines(piece).into_iter().map(|(line, rays)| (Some(line), rays)).collect()
    } else {
        vec![(None, whole)]
    };
    let part = |(line, rays): (Option<Line>, Vec<usize>)| {
        let walk = walk.along(&rays);
        WidePart { line, rays, for_all: vec![walk.clone()], walk }
    };
    WidePiece {
        parts: parts.into_iter().map(part).collect(),
        has_own_table: false,
        purpose: Purpose::Attack,
    }
}

fn squares(mapping: &Mapping) -> WideSquares {
    let words = WordCount::of_bits(mapping.indices()).unwrap();
    WideSquares { squares: mapping.square_set(), words, indices: mapping.indices() }
}

fn made(axes: Axes, piece: &Piece, mapping: &Mapping) -> Lookups {
    axes.wide_lookups(&[wide(piece, mapping, axes.by_line)], squares(mapping)).unwrap()
}

/// Compares a lookup with the walked moves on every square, under some occupancies.
fn check(lookups: &Lookups, piece: &Piece, mapping: &Mapping) {
    let walk = Walk::new(piece, mapping);
    let lookup = &lookups.pieces[0];
    let memory = Memory { fields: &lookup.fields, tables: &lookups.tables };
    let patterns = [0x1234_5678_9abc_def0_u64, 0x8421_8421_0f0f_3355, 0, u64::MAX];
    let mut occupied: Vec<SquareSet> = Vec::new();
    for (at, low) in patterns.into_iter().enumerate() {
        let high = patterns[(at + 1) % patterns.len()].rotate_left(at as u32);
        let last = low.rotate_left(7);
        occupied.push(SquareSet::from_words([low, high, last, high]));
        occupied.push(SquareSet::from_words([low & last, high & last.rotate_left(13), 0, 1 << at]));
    }
    for bit in mapping.square_set().bits() {
        let found =
            run_on_sets(&lookup.program, lookup.program.result, memory, bit, &occupied).unwrap();
        for (found, occupied) in found.into_iter().zip(&occupied) {
            assert_eq!(found, walk.attack_set(bit, *occupied), "{piece:?} {bit} {occupied:?}");
        }
    }
}

const BY_LINE: Axes = Axes { by_line: true, ..Axes::FANCY };
const CODES: Axes = Axes { key: KeyForm::Pext, cell: Cell::Pdep, ..BY_LINE };
const SPREAD: Axes = Axes { cell: Cell::Spread, ..BY_LINE };

#[test]
fn tables_have_the_known_numbers_of_entries() {
    let xiangqi = board(9, 10);
    let knight = Piece::of_rays("nightrider", KNIGHT, 63);
    let pieces = [
        (Piece::rook(), 20_864, 2_240),
        (Piece::bishop(), 5_120, 1_279),
        (hopper(), 20_864, 1_984),
        (knight, 1_336, 47),
    ];
    for (piece, by_line, shared) in pieces {
        let entries = |axes| made(axes, &piece, &xiangqi).tables[0].length();
        assert_eq!((entries(BY_LINE), entries(CODES)), (by_line, shared), "{piece:?}");
    }
    let fairy = board(12, 10);
    let entries = |axes, piece: &Piece| made(axes, piece, &fairy).tables[0].length();
    assert_eq!(entries(BY_LINE, &Piece::rook()), 0x1_1800 + 0x4800);
    assert_eq!(entries(CODES, &Piece::rook()), 8_704);
}

#[test]
fn codes_of_many_squares_have_32_bits() {
    let xiangqi = board(9, 10);
    let whole = Axes { by_line: false, ..CODES };
    let storage = |axes, piece: &Piece| {
        let lookups = made(axes, piece, &xiangqi);
        check(&lookups, piece, &xiangqi);
        let table = &lookups.tables[0];
        (table.storage, table.length())
    };
    assert_eq!(storage(CODES, &Piece::rook()), (Storage::Short, 2_240));
    assert_eq!(storage(whole, &Piece::rook()), (Storage::Half, 1_081_344));
}

/// Codes of one output that take more than 20,000 bytes are stored once each, and slots hold their numbers.
#[test]
fn many_codes_are_stored_once_each() {
    let pieces = |mapping: &Mapping, purpose| {
        [Piece::rook(), hopper()].map(|piece| {
            let (purpose, has_own_table) = (purpose, true);
            WidePiece { has_own_table, purpose, ..wide(&piece, mapping, true) }
        })
    };
    let tables = |axes: Axes, mapping: &Mapping, purpose| -> Vec<(Storage, usize)> {
        let lookups = axes.wide_lookups(&pieces(mapping, purpose), squares(mapping)).unwrap();
        lookups.tables.iter().map(|table| (table.storage, table.length())).collect()
    };
    let (xiangqi, fairy) = (board(9, 10), board(12, 10));
    let (short, byte) = (Storage::Short, Storage::Byte);
    assert_eq!(tables(CODES, &xiangqi, Purpose::Capture), [(short, 2_240), (short, 1_984)]);
    let [rook, hopper, codes] = tables(CODES, &fairy, Purpose::Capture)[..] else { panic!() };
    assert_eq!((rook.0, hopper.0, codes.0), (byte, byte, short));
    assert!(codes.1 <= 256 && rook.1 + hopper.1 + 2 * codes.1 <= 20_000, "{rook:?} {codes:?}");
    // Empty squares behind a hurdle make too many codes for a byte, where they aren't taken away.
    assert_eq!(tables(CODES, &fairy, Purpose::Attack), [(short, 8_704), (short, 8_704)]);
}

/// A horse's squares are at no equal distances.
#[test]
fn products_spread_the_codes_of_horses() {
    let leg = |(file, rank): Step, to: Step| {
        Course::new(vec![Leg::pass((file, rank)), Leg::leap((to.0 - file, to.1 - rank))])
    };
    let to = |(files, ranks): Step| {
        let aside = if files == 0 {
            [(1, 2 * ranks), (-1, 2 * ranks)]
        } else {
            [(2 * files, 1), (2 * files, -1)]
        };
        aside.map(|to| leg((files, ranks), to))
    };
    let courses = ROOK.iter().flat_map(|step| to(*step)).collect();
    let horse = Piece { courses, ..Piece::default() };
    for mapping in [board(9, 10), board(10, 8), board(10, 10), board(12, 10)] {
        let lookups = made(SPREAD, &horse, &mapping);
        check(&lookups, &horse, &mapping);
        assert!(lookups.tables[0].bytes() <= 600, "{}", lookups.tables[0].bytes());
    }
}

#[test]
fn lookups_find_the_walked_attack_sets() {
    let pext = Axes { key: KeyForm::Pext, ..Axes::FANCY };
    let positions = Axes { cell: Cell::Half, ..BY_LINE };
    for mapping in [board(9, 10), board(10, 8), board(12, 10), board(11, 11), board(14, 14)] {
        for piece in [Piece::rook(), Piece::bishop(), hopper()] {
            for axes in [BY_LINE, CODES, SPREAD, positions] {
                check(&made(axes, &piece, &mapping), &piece, &mapping);
            }
        }
        if mapping.indices() < 128 {
            for axes in [Axes::FANCY, pext] {
                check(&made(axes, &Piece::bishop(), &mapping), &Piece::bishop(), &mapping);
            }
        }
    }
}

/// Pieces whose rays have hurdles, an end, squares on which nothing lands, or leaps beside them.
fn computed_pieces() -> Vec<Piece> {
    let course = |hurdles, landing, legs| Course { hurdles, landing, ..Course::new(legs) };
    let queen = [ROOK, BISHOP].concat();
    let of = |steps: &[Step], course: &dyn Fn(Step) -> Course| {
        let courses = steps.iter().map(|step| course(*step)).collect();
        Piece { courses, ..Piece::default() }
    };
    let ride = Leg::ride;
    let two_hurdles = of(ROOK, &|step| course(2, Landing::Beyond, vec![ride(step)]));
    let grasshopper = of(&queen, &|step| course(1, Landing::Next, vec![ride(step)]));
    let second = of(BISHOP, &|step| course(2, Landing::Next, vec![ride(step)]));
    let picket = of(BISHOP, &|step| course(0, Landing::Beyond, vec![Leg::pass(step), ride(step)]));
    let elephant =
        of(BISHOP, &|step| course(0, Landing::Beyond, vec![Leg::pass(step), Leg::leap(step)]));
    let leaps = of(BISHOP, &|step| Course::new(vec![Leg::leap(step)]));
    let dragon = Piece { courses: leaps.courses.clone(), ..Piece::rook() };
    let both = Piece { courses: hopper().courses, ..Piece::of_rays("both", ROOK, 3) };
    vec![
        Piece::rook(),
        Piece::bishop(),
        Piece::of_rays("lance", &[(0, 1)], 63),
        Piece::of_rays("short queen", &queen, 2),
        Piece::of_rays("skipper", &[(2, 0), (-2, 0), (0, 3)], 63),
        Piece::of_rays("nightrider", KNIGHT, 63),
        hopper(),
        two_hurdles,
        grasshopper,
        second,
        picket,
        elephant,
        leaps,
        dragon,
        both,
    ]
}

#[test]
fn rays_are_computed_as_they_are_walked() {
    for mapping in [board(9, 10), board(12, 10), board(12, 12), board(16, 16)] {
        for piece in computed_pieces() {
            assert!(moves_in_order(&piece, &mapping), "{piece:?}");
            for downward in [Downward::Highest, Downward::Reversed] {
                let pieces = [wide(&piece, &mapping, true)];
                let lookups = ray_lookups(downward, &pieces, squares(&mapping)).unwrap();
                assert!(lookups.tables.is_empty());
                check(&lookups, &piece, &mapping);
            }
        }
    }
}

#[test]
fn only_lines_without_two_squares_in_a_byte_are_reversed() {
    let reversals = |downward, piece: &Piece| {
        let mapping = board(9, 10);
        let lookups = ray_lookups(downward, &[wide(piece, &mapping, true)], squares(&mapping));
        let program = lookups.unwrap().pieces.remove(0).program;
        let count =
            |is: fn(&Op) -> bool| program.values().filter(|at| is(&program.op(*at))).count();
        (count(|op| matches!(op, Op::ReverseBytes(_))), count(|op| matches!(op, Op::Count(..))))
    };
    // The words of a file are reversed before and after; the squares of a rank share bytes.
    assert_eq!(reversals(Downward::Reversed, &Piece::rook()), (4, 2));
    assert_eq!(reversals(Downward::Highest, &Piece::rook()), (0, 4));
}

/// Ranks of eight squares are each in one word, files in two.
#[test]
fn words_are_joined_only_where_a_ray_has_squares_in_both() {
    let mapping = board(8, 16);
    let pieces = [[(1, 0), (-1, 0)], [(0, 1), (0, -1)]].map(|rays| Piece::of_rays("p", &rays, 63));
    let shifts = pieces.map(|piece| {
        let lookups =
            ray_lookups(Downward::Highest, &[wide(&piece, &mapping, true)], squares(&mapping));
        let lookups = lookups.unwrap();
        check(&lookups, &piece, &mapping);
        let program = &lookups.pieces[0].program;
        program.values().filter(|at| matches!(program.op(*at), Op::Shr(..))).count()
    });
    assert_eq!(shifts, [2, 4]);
}

#[test]
fn what_turns_back_in_the_order_of_bits_is_no_ray() {
    let mapping = board(9, 10);
    let lame = Course::new(vec![Leg::pass((0, -1)), Leg::leap((1, -1)), Leg::ride((0, 1))]);
    let piece = Piece { courses: vec![lame], ..Piece::default() };
    assert!(!moves_in_order(&piece, &mapping));
    let pieces = [wide(&piece, &mapping, true)];
    let unfit = ray_lookups(Downward::Highest, &pieces, squares(&mapping)).unwrap_err();
    assert!(matches!(unfit, Unfit::Order { piece: 0, .. }), "{unfit:?}");
}

#[test]
fn a_board_may_have_256_squares() {
    let largest = board(16, 16);
    for piece in [Piece::rook(), Piece::bishop(), hopper()] {
        check(&made(CODES, &piece, &largest), &piece, &largest);
    }
    let rook = made(CODES, &Piece::rook(), &largest);
    assert_eq!(rook.tables[0].length(), 147_456);
}

#[test]
fn only_some_forms_serve_wide_boards() {
    assert!(BY_LINE.serves_wide_boards() && CODES.serves_wide_boards());
    let constant = Axes { shift: crate::axes::ShiftFrom::Constant, ..Axes::FANCY };
    assert!(!constant.serves_wide_boards());
}
