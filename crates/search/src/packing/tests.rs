use super::*;
use magicgen_board::{
    Board, Mapping, Order, Piece, Problem, ROOK, SquareProblem, Standard, Walk, bits, subsets,
};

/// The problems of pieces on a board of `files` by `ranks`, which takes the lowest bits of the word.
pub(super) fn problems(files: u8, ranks: u8, pieces: &[Piece]) -> Vec<Problem> {
    let order = Order::Standard { standard: Standard::ALL[0], stride: files };
    let mapping = Mapping::new(Board::new(files, ranks).unwrap(), order).unwrap();
    let problem = |piece| Problem::new(&Walk::new(piece, &mapping), mapping.squares()).unwrap();
    pieces.iter().map(problem).collect()
}

pub(super) fn chess_pieces() -> [Piece; 2] {
    [Piece::rook(), Piece::bishop()]
}

pub(super) fn goal(key: Key, shift: ShiftGoal, sharing: Sharing) -> Goal {
    Goal { hash: Hash::Multiply, key, shift, sharing }
}

pub(super) const PACKED: Goal =
    Goal { hash: Hash::Multiply, key: Key::White, shift: ShiftGoal::Own, sharing: Sharing::None };

pub(super) fn effort(effort: u64) -> PackEffort {
    PackEffort { effort, ..PackEffort::default() }
}

/// The number of slots that all squares need if their ranges don't overlap and have as many index bits as relevant
/// squares.
fn ranges(problems: &[&Problem]) -> usize {
    problems.iter().flat_map(|problem| problem.squares()).map(SquareProblem::subsets).sum()
}

/// Whether each lookup in the filled table gives the right attack set.
fn serves(problems: &[&Problem], packing: &Packing) -> bool {
    let table = fill(problems, packing);
    assert_eq!(table.len(), packing.entries);
    let mut is_right = true;
    for (problem, places) in problems.iter().zip(&packing.pieces) {
        for (square, place) in problem.squares().iter().zip(places) {
            for subset in 0..1_u64 << square.mask.count_ones() {
                let occupied: u64 =
                    (0..).zip(bits(square.mask)).map(|(at, bit)| (subset >> at & 1) << bit).sum();
                let index = packing.goal.hash.index(occupied, place.magic);
                let mut attacks = table[index + usize::try_from(place.offset).unwrap()];
                if packing.goal.sharing == Sharing::PostMask {
                    attacks &= square.reach;
                }
                is_right &= attacks == problem.attacks_under(*square, occupied);
            }
        }
    }
    is_right
}

/// Searches a packing for every goal on a small board, and looks up everything in the filled table by a separate loop.
#[test]
#[ignore = "slow"]
fn every_goal_is_met_on_a_small_board() {
    let problems = problems(5, 4, &chess_pieces());
    let problems: Vec<&Problem> = problems.iter().collect();
    let (own, constant) = (ShiftGoal::Own, ShiftGoal::Constant);
    let (none, post) = (Sharing::None, Sharing::PostMask);
    let mut sizes = Vec::new();
    for goal in [
        goal(Key::White, own, none),
        goal(Key::White, own, post),
        goal(Key::White, constant, none),
        goal(Key::Black, constant, none),
        goal(Key::Black, own, post),
        goal(Key::Constant, own, none),
        Goal { hash: Hash::SplitXor, ..PACKED },
        Goal { hash: Hash::SplitXor, sharing: post, ..PACKED },
    ] {
        let packing = pack(&problems, goal, &[], &effort(20)).unwrap();
        assert_eq!(prove(&problems, &packing), Ok(packing.entries), "{goal:?}");
        assert!(!packing.has_negative_offset(), "{goal:?}");
        assert!(serves(&problems, &packing), "{goal:?}");
        sizes.push(packing.entries);
    }
    assert!(sizes[0] < ranges(&problems), "{sizes:?}");
    assert!(sizes[1] < sizes[0] && sizes[7] < sizes[6], "shared slots are fewer: {sizes:?}");
}

/// No factors are published for these boards and pieces.
#[test]
fn boards_and_pieces_that_nobody_published_overlap() {
    let short = Piece::new("short-rook", ROOK, 3).unwrap();
    for problems in [problems(7, 7, &chess_pieces()), problems(8, 8, &[short])] {
        let problems: Vec<&Problem> = problems.iter().collect();
        let packing = pack(&problems, PACKED, &[], &effort(2)).unwrap();
        assert_eq!(prove(&problems, &packing), Ok(packing.entries));
        let ranges = ranges(&problems);
        assert!(packing.entries < ranges, "{} of {ranges}", packing.entries);
    }
}

#[test]
#[ignore = "slow"]
fn threads_change_nothing_and_seeds_do() {
    let problems = problems(5, 5, &chess_pieces());
    let problems: Vec<&Problem> = problems.iter().collect();
    let with = |seed, threads| {
        let effort = PackEffort { seed, effort: 14, threads, ..PackEffort::default() };
        pack(&problems, PACKED, &[], &effort).unwrap()
    };
    let one = with(0, 1);
    assert_eq!(one, with(0, 2));
    assert_eq!(one, with(0, 5));
    assert_ne!(one.pieces, with(1, 2).pieces);
}

#[test]
fn improving_is_never_worse() {
    let problems = problems(6, 5, &chess_pieces());
    let problems: Vec<&Problem> = problems.iter().collect();
    for sharing in [Sharing::None, Sharing::PostMask] {
        let goal = Goal { sharing, ..PACKED };
        let first = pack(&problems, goal, &[], &effort(1)).unwrap();
        assert_eq!(improve(&problems, first.clone(), &[], &effort(0)), first);
        assert_eq!(
            pack(&problems, goal, std::slice::from_ref(&first), &effort(0)),
            Ok(first.clone())
        );
        let second = improve(&problems, first.clone(), &[], &effort(12));
        assert_eq!(prove(&problems, &second), Ok(second.entries));
        assert!(second.entries <= first.entries, "{} {}", second.entries, first.entries);
        let third = improve(&problems, second.clone(), std::slice::from_ref(&first), &effort(3));
        assert!(third.entries < second.entries || third == second);
    }
}

/// A packing for another goal gives candidates for this one; under a post-mask it serves as it is.
#[test]
fn known_packings_serve_other_goals() {
    let problems = problems(5, 4, &chess_pieces());
    let problems: Vec<&Problem> = problems.iter().collect();
    let known = pack(&problems, PACKED, &[], &effort(1)).unwrap();
    let shared = Goal { sharing: Sharing::PostMask, ..PACKED };
    let packing = pack(&problems, shared, std::slice::from_ref(&known), &effort(0)).unwrap();
    assert_eq!(packing, Packing { goal: shared, ..known.clone() });
    let black = goal(Key::Black, ShiftGoal::Constant, Sharing::None);
    let packing = pack(&problems, black, &[known], &effort(1)).unwrap();
    assert_eq!((packing.goal, prove(&problems, &packing)), (black, Ok(packing.entries)));
}

#[test]
fn the_shortest_that_serves_is_chosen() {
    let problems = problems(5, 4, &chess_pieces());
    let problems: Vec<&Problem> = problems.iter().collect();
    let found = pack(&problems, PACKED, &[], &effort(1)).unwrap();
    let mut longer = found.clone();
    longer.pieces.iter_mut().flatten().for_each(|place| place.offset += 7);
    longer.entries += 7;
    let mut wrong = found.clone();
    wrong.entries -= 1;
    let known = [longer, wrong, found.clone()];
    assert_eq!(shortest(&problems, PACKED, &known), Some(2));
    assert_eq!(shortest(&problems, PACKED, &known[..2]), Some(0));
    assert_eq!(shortest(&problems, PACKED, &known[1..2]), None);
    let ends = [0, 2].map(|at| extent(&problems, &known[at]).unwrap());
    assert_eq!(ends[0], (ends[1].0 + 7, ends[1].1 + 7));
    assert_eq!(ends[1].1 + 1, found.entries as i64);
    assert_eq!(extent(&[], &known[0]), None);
}

/// Whether some subset of a square, given by its piece and its bit index, falls on a slot.
fn uses(problems: &[&Problem], packing: &Packing, (piece, bit): (usize, u8), slot: usize) -> bool {
    let at = problems[piece].squares().iter().position(|square| square.bit == bit).unwrap();
    let (square, place) = (problems[piece].squares()[at], packing.pieces[piece][at]);
    let mut indices =
        subsets(square.mask).map(|occupied| packing.goal.hash.index(occupied, place.magic));
    indices.any(|index| index as i64 + place.offset == slot as i64)
}

#[test]
fn a_tampered_packing_is_refused() {
    let problems = problems(6, 5, &chess_pieces());
    let problems: Vec<&Problem> = problems.iter().collect();
    for sharing in [Sharing::None, Sharing::PostMask] {
        let packing = pack(&problems, Goal { sharing, ..PACKED }, &[], &effort(4)).unwrap();
        let prove = |packing: &Packing| prove(&problems, packing);
        assert_eq!(prove(&packing), Ok(packing.entries));
        let mut refused = 0;
        for at in 0..30 {
            // The lowest bit of the mask contributes to every higher bit of the product.
            let low = bits(problems[0].squares()[at].mask).next().unwrap();
            let mut tampered = [packing.clone(), packing.clone()];
            tampered[0].pieces[0][at].offset += 1;
            tampered[1].pieces[0][at].magic.factor ^= 1 << (63 - low);
            for tampered in tampered {
                match prove(&tampered) {
                    // Some bits have no effect, and some squares may move.
                    Ok(_) => assert!(serves(&problems, &tampered)),
                    Err(PackClash::Slot { slot, first, second, .. }) => {
                        for place in [first, second] {
                            assert!(uses(&problems, &tampered, place, slot), "{place:?} {slot}");
                        }
                        refused += 1;
                    }
                    Err(_) => refused += 1,
                }
            }
        }
        assert!(refused > 30, "{sharing:?}: {refused} of 60");
        let mut tampered = packing.clone();
        tampered.entries += 1;
        let counted = PackClash::Entries { counted: packing.entries, stated: packing.entries + 1 };
        assert_eq!(prove(&tampered), Err(counted));
        tampered.entries -= 2;
        assert!(matches!(prove(&tampered), Err(PackClash::Outside { .. })));
        tampered = packing.clone();
        tampered.pieces[1][3].magic.constant = 1;
        assert_eq!(prove(&tampered), Err(PackClash::Constant { piece: 1, bit: 3 }));
        tampered = packing.clone();
        tampered.pieces[1][3].magic.shift = 64;
        assert_eq!(prove(&tampered), Err(PackClash::Shift { piece: 1, bit: 3, shift: 64 }));
        tampered = packing.clone();
        tampered.pieces[0].remove(2);
        assert_eq!(prove(&tampered), Err(PackClash::Squares { piece: 0, bit: 2 }));
        tampered = packing.clone();
        tampered.goal.shift = ShiftGoal::Constant;
        assert!(matches!(prove(&tampered), Err(PackClash::Shift { piece: 0, .. })));
    }
}

#[test]
fn halves_have_no_constant() {
    let problems = problems(4, 4, &chess_pieces());
    let problems: Vec<&Problem> = problems.iter().collect();
    for key in [Key::Black, Key::Constant] {
        let goal = Goal { hash: Hash::SplitXor, key, ..PACKED };
        assert_eq!(pack(&problems, goal, &[], &effort(1)), Err(PackError::Key { goal }));
    }
}

/// The numbers of squares have 16 bits, and the largest of these numbers is still a valid count.
#[test]
fn so_many_squares_as_can_be_numbered_are_not_too_many() {
    let problems = problems(5, 3, &[Piece::rook()]);
    let squares = usize::from(u16::MAX);
    assert_eq!(squares % problems[0].squares().len(), 0);
    let mut many = vec![&problems[0]; squares / problems[0].squares().len()];
    // These squares want more than one unit of effort, but they can be counted.
    let goal = Goal { sharing: Sharing::PostMask, ..PACKED };
    let error = pack(&many, goal, &[], &effort(1)).unwrap_err();
    assert!(matches!(error, PackError::TooLarge { .. }), "{error}");
    many.push(&problems[0]);
    let count = squares + problems[0].squares().len();
    assert_eq!(pack(&many, goal, &[], &effort(1)), Err(PackError::TooManySquares { count }));
}

#[test]
fn an_error_names_its_piece() {
    let error = PackError::NotFound { piece: 3, bit: 7 };
    assert_eq!((error.piece(), error.bit()), (Some(3), Some(7)));
    let error = PackError::TooManySquares { count: 70_000 };
    assert_eq!((error.piece(), error.bit()), (None, None));
}
