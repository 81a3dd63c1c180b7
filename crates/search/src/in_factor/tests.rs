use super::*;
use crate::solve_fixed;
use magicgen_board::{Mapping, Piece, Standard, Walk, subsets};

fn chess(piece: &Piece) -> Problem {
    let mapping = Mapping::chess(Standard::ALL[0]);
    Problem::new(&Walk::new(piece, &mapping), mapping.squares()).unwrap()
}

/// Fills one table by the lookup itself, where no two squares may use one slot, and then looks up each subset again.
fn holds(problem: &Problem, fields: FactorFields, shift: Option<u8>, laid: &LaidOut) {
    let mut owners = vec![None; laid.entries];
    let mut words = vec![0; laid.entries];
    for again in [false, true] {
        for (square, (bit, magic)) in problem.squares().iter().zip(&laid.solution.magics) {
            assert_eq!(square.bit, *bit);
            let factor = magic.factor;
            let shift =
                if fields == FactorFields::Offset { magic.shift } else { (factor >> 58) as u8 };
            assert_eq!(shift, magic.shift);
            let offset = (factor & 0xffff) as usize;
            assert_eq!(offset, usize::from(laid.offsets[usize::from(*bit)]));
            for (subset, occupied) in subsets(square.mask).enumerate() {
                let index = (occupied.wrapping_mul(factor) >> shift) as usize;
                let slot = (offset << laid.unit) + index;
                let set = problem.attacks(*square)[subset];
                if again {
                    assert_eq!(words[slot], set, "{bit} {occupied:#x}");
                } else {
                    assert!(owners[slot].is_none_or(|owner| owner == *bit));
                    owners[slot] = Some(*bit);
                    words[slot] = set;
                }
            }
        }
    }
    assert!(shift.is_none_or(|shift| laid.solution.magics.iter().all(|m| m.1.shift == shift)));
}

#[test]
fn the_shift_is_the_factors_upper_six_bits() {
    for piece in [Piece::rook(), Piece::bishop()] {
        let problem = chess(&piece);
        for method in [Method::FANCY, Method::PLAIN] {
            let width = method.bits(&problem);
            let fixed = |_: &SquareProblem, bits| FactorFields::Shift.fixed(64 - bits, 0);
            let effort = Effort::default();
            let solution = solve_fixed(&problem, method, fixed, &effort).unwrap();
            assert_eq!(crate::prove(&problem, &solution), Ok(()));
            for (square, (_, magic)) in problem.squares().iter().zip(&solution.magics) {
                assert_eq!(magic.factor >> 58, u64::from(magic.shift));
                assert_eq!(magic.shift, 64 - width(square));
            }
            assert_eq!(solution, solve_fixed(&problem, method, fixed, &effort).unwrap());
        }
    }
}

#[test]
fn the_offset_is_the_factors_low_16_bits() {
    let (rook, bishop) = (chess(&Piece::rook()), chess(&Piece::bishop()));
    let effort = Effort::default();
    for (problem, method, most) in [
        (&rook, Method::PLAIN, 266_496),
        (&bishop, Method::PLAIN, 33_300),
        (&bishop, Method::FANCY, 5_500),
    ] {
        for fields in [FactorFields::Offset, FactorFields::ShiftAndOffset] {
            let laid = solve_in_factor(problem, method, fields, &effort).unwrap();
            assert!(laid.entries <= most, "{method} {fields:?} {}", laid.entries);
            let shift = (method == Method::PLAIN).then(|| laid.solution.magics[0].1.shift);
            holds(problem, fields, shift, &laid);
        }
    }
}

/// The fancy rook is the hardest of these searches.
#[test]
#[ignore = "slow"]
fn a_fancy_rook_too() {
    let rook = chess(&Piece::rook());
    let laid =
        solve_in_factor(&rook, Method::FANCY, FactorFields::Offset, &Effort::new(1, 5)).unwrap();
    assert!(laid.entries <= 104_512, "{}", laid.entries);
    holds(&rook, FactorFields::Offset, None, &laid);
}

/// A rook on bit 63 loses its highest relevant square, bit 62, to an offset that is a multiple of four.
#[test]
fn given_bits_that_cannot_work_are_told_at_once() {
    let mapping = Mapping::chess(Standard::ALL[0]);
    let corner = Problem::new(&Walk::new(&Piece::rook(), &mapping), 1 << 63).unwrap();
    for offset in [4, 0x40, 0xfffc] {
        let fixed = |_: &SquareProblem, _| FactorFields::Offset.fixed(0, offset);
        let missed = solve_fixed(&corner, Method::FANCY, fixed, &Effort::default()).unwrap_err();
        assert_eq!((missed.bit, missed.candidates), (63, 1));
    }
}

/// In the corner an offset has to be odd. Here the first two rounds allow no gap of one unit, so that only the third
/// round has room for an odd offset. Each round has twice as many candidates as the one before, so that an effort of
/// one or two rounds ends before the third.
#[test]
fn rounds_end_where_one_had_all_candidates() {
    let mapping = Mapping::chess(Standard::ALL[0]);
    let corner = Problem::new(&Walk::new(&Piece::rook(), &mapping), 1 << 63).unwrap();
    let effort =
        |rounds: u32| Effort { candidates: AT_EACH_OFFSET << (rounds - 1), ..Effort::default() };
    let missed = |rounds| {
        let found = solve_in_factor(&corner, Method::FANCY, FactorFields::Offset, &effort(rounds));
        found.unwrap_err().candidates
    };
    // One candidate shows that the offset 0 can't work.
    assert_eq!([1, 2].map(missed), [1, 2]);
}

/// With a quarter more, 51 ranges of 2^10 units can be counted by sixteen bits, and 52 can't.
#[test]
fn a_unit_is_as_short_as_sixteen_bits_allow() {
    for (ranges, width, unit) in
        [(1, 15, 0), (3, 14, 0), (1, 16, 1), (4, 14, 1), (51, 16, 6), (52, 16, 7), (102, 16, 7)]
    {
        assert_eq!(least_unit(&vec![width; ranges]), unit, "{ranges} of {width}");
    }
}
