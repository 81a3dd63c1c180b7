//! The lemmas about factors and constants that prune no nodes, and the bounds that plans guarantee.

use super::{normal_factors, small_question};
use crate::prove::plan::KnownBits;
use crate::prove::{Constant, Question, SEARCH_VERSION, SearchPlan};
use magicgen_board::{Mapping, Piece, Problem, SquareProblem, Standard, Walk, subsets};
use magicgen_search::Stream;

fn chess(piece: &Piece) -> Problem {
    let mapping = Mapping::chess(Standard::ALL[0]);
    Problem::new(&Walk::new(piece, &mapping), mapping.squares()).unwrap()
}

/// Small random questions in words of 8 to 10 bits.
fn questions(constant: Constant) -> impl Iterator<Item = (Question, Stream)> {
    (0..40).map(move |round| {
        let mut stream = Stream::new(round, "prove arithmetic", 0, constant as u64);
        let squares = 2 + stream.pick(4);
        let bits = 1 + stream.pick(squares) as u8;
        let word = 8 + stream.pick(3) as u8;
        (small_question(&mut stream, word, squares, bits, constant), stream)
    })
}

#[test]
fn upper_bits_of_a_factor_do_not_matter() {
    for (question, _) in questions(Constant::None) {
        let normal = normal_factors(&question);
        for factor in 0..1_u64 << question.word {
            assert_eq!(question.holds(factor, 0), question.holds(factor % normal, 0));
        }
    }
}

#[test]
fn a_constant_counts_modulo_a_slot_and_has_a_mirror_image() {
    let mut found = 0;
    for (question, mut stream) in questions(Constant::Free) {
        let slot = 1_u64 << question.shift();
        for _ in 0..300 {
            let (factor, constant) = (question.in_word(stream.word()), stream.word());
            let holds = question.holds(factor, constant);
            assert_eq!(holds, question.holds(factor, constant % slot));
            assert_eq!(holds, question.holds(factor.wrapping_neg(), !constant));
            assert_ne!(constant % slot >= slot / 2, !constant % slot >= slot / 2);
            // Without a constant, -f isn't the mirror image of f, but of f with the constant slot - 1.
            assert_eq!(question.holds(factor.wrapping_neg(), 0), question.holds(factor, slot - 1));
            found += u32::from(holds);
        }
    }
    assert!(found > 200, "{found}");
}

#[test]
fn a_black_factor_is_one_with_a_constant() {
    let mut found = 0;
    for (question, _) in questions(Constant::Black) {
        let slot = 1_u64 << question.shift();
        for factor in 0..1_u64 << question.word {
            let mut slots = vec![None; 1 << question.bits];
            let is_black = subsets(question.mask).zip(&question.classes).all(|(subset, class)| {
                let product = (subset | !question.mask).wrapping_mul(factor);
                let slot = question.in_word(product) >> question.shift();
                *slots[slot as usize].get_or_insert(class) == class
            });
            assert_eq!(is_black, question.holds(factor, question.constant_of(factor) % slot));
            found += u32::from(is_black);
        }
    }
    assert!(found > 200, "{found}");
}

/// Checks that the products of an active key within one node differ by less than a slot, also with the new square of a
/// window, and that the leaves of the tree are all factors in normal form with half of the constants, each once.
fn check_plan(question: &Question, plan: &SearchPlan) {
    let (shift, zeros) = (64 - question.bits, 64 - question.word);
    let is_free = question.constant != Constant::None;
    let slot = 1_u128 << shift;
    let rest = |known: u8| (1_u128 << known).saturating_sub(1 << zeros);
    for (index, level) in plan.levels.iter().enumerate() {
        let active = &plan.order[..usize::from(level.active)];
        assert!(active.iter().all(|square| square + level.high >= 63), "{plan}");
        let key: u128 = active.iter().map(|square| 1_u128 << square).sum();
        let open = key * rest(level.low) + if is_free { rest(level.cell) } else { 0 };
        assert!(open < slot / 2 || level.low == zeros && open < slot, "{plan} at {index}");
        let Some(next) = plan.levels.get(index + 1) else { continue };
        if let KnownBits::Down(_) = next.step
            && next.active == level.active + 1
        {
            let new = plan.order[usize::from(level.active)];
            // The bits that are unknown after the window still move the new square's products by this much.
            let open = open + (rest(next.low) << new);
            assert!(open < slot, "{plan} at {index}");
        }
    }
    let last = plan.levels[plan.levels.len() - 1];
    let lowest = question.mask.trailing_zeros() as u8;
    assert_eq!((last.low, last.high), (zeros, 63 - lowest), "{plan}");
    assert_eq!(plan.order.len() as u32, question.mask.count_ones(), "{plan}");
    assert_eq!(usize::from(last.active), plan.order.len(), "{plan}");
    let steps = plan.levels.iter().map(|level| match level.step {
        KnownBits::Root => plan.values.trailing_zeros(),
        KnownBits::Down(by) | KnownBits::Up(by) => u32::from(by),
        KnownBits::Cell => 1,
    });
    let constant = if is_free { question.shift().saturating_sub(1) } else { 0 };
    assert_eq!(steps.sum::<u32>(), u32::from(question.word - lowest + constant), "{plan}");
}

#[test]
fn active_keys_lie_in_two_slots_at_most_and_every_factor_has_one_leaf() {
    for constant in [Constant::None, Constant::Free] {
        for (question, _) in questions(constant) {
            for plan in SearchPlan::unsplit(&question, SEARCH_VERSION) {
                check_plan(&question, &plan);
            }
        }
        for piece in [Piece::rook(), Piece::bishop()] {
            let problem = chess(&piece);
            for square in problem.squares() {
                for bits in square.bits() - 1..=square.bits() {
                    let classes = problem.classes(*square);
                    let question = Question::of_classes(square.mask, classes, bits, 64, constant);
                    check_plan(&question, &SearchPlan::new(&question));
                    for plan in SearchPlan::unsplit(&question, SEARCH_VERSION) {
                        check_plan(&question, &plan);
                    }
                }
            }
        }
    }
}

/// The pairs of squares whose problems are the same except for a shift, as two bit indices, the lower mask's first.
fn shifted(problem: &Problem) -> Vec<(u8, u8)> {
    let mut pairs = Vec::new();
    let squares = problem.squares();
    for (low, high) in squares.iter().flat_map(|low| squares.iter().map(move |high| (*low, *high)))
    {
        let by = high.mask.trailing_zeros().saturating_sub(low.mask.trailing_zeros());
        let question = |square: SquareProblem| {
            Question::of_classes(low.mask, problem.classes(square), 1, 64, Constant::None).classes
        };
        if by > 0 && low.mask << by == high.mask && question(low) == question(high) {
            pairs.push((low.bit, high.bit));
        }
    }
    pairs
}

#[test]
fn masks_that_are_shifts_of_one_another() {
    assert_eq!(shifted(&chess(&Piece::rook())), []);
    let bishop = [
        [(1, 8), (1, 9), (2, 10), (3, 11), (4, 12), (5, 13), (6, 14)],
        [(6, 15), (8, 9), (14, 15), (16, 17), (22, 23), (24, 25), (30, 31)],
        [(32, 33), (38, 39), (40, 41), (46, 47), (48, 49), (48, 57), (49, 57)],
        [(50, 58), (51, 59), (52, 60), (53, 61), (54, 55), (54, 62), (55, 62)],
    ];
    let problem = chess(&Piece::bishop());
    assert_eq!(shifted(&problem), bishop.concat());
    // A factor of the upper square becomes one of the lower square by a left shift.
    let mut stream = Stream::new(0, "prove shifted", 0, 0);
    for (low, high) in bishop.concat() {
        let [low, high] = [low, high].map(|bit| problem.square(bit).unwrap());
        let by = high.mask.trailing_zeros() - low.mask.trailing_zeros();
        let bits = high.bits() + 1;
        let question = |square: SquareProblem| {
            Question::of_classes(square.mask, problem.classes(square), bits, 64, Constant::Free)
        };
        let (low, high) = (question(low), question(high));
        for _ in 0..20 {
            let (factor, constant) = (stream.word() & stream.word(), stream.word());
            assert_eq!(high.holds(factor, constant), low.holds(factor << by, constant));
        }
    }
}
