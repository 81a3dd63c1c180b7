//! Compares tables with all pairs of a base, and brings valid factors to the rule.

use super::table::{RANGE_BITS, RANGES, UNITS};
use super::*;
use crate::prove::tests::keys_of;
use crate::prove::{Constant, Question, Searcher};
use magicgen_board::{Mapping, Piece, Problem, Standard, Walk, subsets};
use magicgen_search::Stream;

/// The relevant squares of a rook on h1.
const MASK: u64 = 0x0080_8080_8080_807e;

/// The question about a rook on a square of the first rank.
fn rook(file: u8, bits: u8, constant: Constant) -> Question {
    let mapping = Mapping::chess(Standard::ALL[0]);
    let problem = Problem::new(&Walk::new(&Piece::rook(), &mapping), 1 << file).unwrap();
    let square = problem.squares()[0];
    Question::of_classes(square.mask, problem.classes(square), bits, 64, constant)
}

/// A question that a factor and a constant answer: the subsets in one slot have one class, and some slots have the
/// class of another slot.
fn answered(
    stream: &mut Stream,
    bits: u8,
    (factor, added): (u64, u64),
    constant: Constant,
) -> Question {
    let mut class_of_slot: Vec<u16> = (0..1 << bits).collect();
    for _ in 0..stream.pick(1 << (bits - 2)) {
        let (one, other) = (stream.pick(1 << bits), stream.pick(1 << bits));
        class_of_slot[one] = class_of_slot[other];
    }
    let slot = |subset: u64| subset.wrapping_mul(factor).wrapping_add(added) >> (64 - bits);
    let classes: Vec<u16> = subsets(MASK).map(|key| class_of_slot[slot(key) as usize]).collect();
    Question::of_classes(MASK, &classes, bits, 64, constant)
}

/// Whether two subsets of a base are bad and share a slot for all factors from `factor` to `factor + spread` and all
/// positions in two ranges. A product grows with each of the three, so their ends tell.
fn surely_shares(
    base: &Base,
    shift: u8,
    (factor, spread): (u64, u64),
    [upper, lower]: [(u64, u64); 2],
) -> bool {
    let slot = |key: u64, factor: u64, at: u64| key.wrapping_mul(factor).wrapping_add(at) >> shift;
    let definite = |key: u64, (from, width): (u64, u64)| {
        let first = slot(key, factor, from);
        let end = key.wrapping_mul(spread).wrapping_add(width);
        let at = key.wrapping_mul(factor).wrapping_add(from);
        (at.wrapping_add(end) >> shift == first).then_some(first)
    };
    let all = || base.keys.iter().zip(&base.group);
    all().any(|(one, group)| {
        let slot = definite(*one, upper);
        slot.is_some()
            && all().any(|(other, with)| {
                base.bad[*group].contains(with) && definite(*other, lower) == slot
            })
    })
}

/// The range with an index, as its first position and the distance to its last one.
fn range(shift: u8, zeros: u8, index: u64, units: u64) -> (u64, u64) {
    let least = (index << (shift - RANGE_BITS)).wrapping_sub(1 << zeros);
    (least, (units << (shift - UNIT_BITS)) + (1 << zeros) - 1)
}

/// A table's bit is set exactly if two bad subsets surely share a slot, and a wider base's only if they do.
#[test]
#[ignore = "slow"]
fn tables_say_which_positions_surely_share_a_slot() {
    let mut stream = Stream::new(0, "prove positions tables", 0, 0);
    let mut set = [0; 4];
    for (round, bits) in [11, 11, 12, 9, 6].into_iter().enumerate() {
        let question = rook(7, bits, Constant::None);
        let plan = SearchPlan::new(&question);
        let order: Vec<u8> = subsets(MASK)
            .skip(1)
            .filter(|key| key.is_power_of_two())
            .map(|key| key.trailing_zeros() as u8)
            .collect();
        let keys = keys_of(&question, &order);
        assert_eq!(plan.order.len(), order.len());
        let (shift, zeros) = (keys.shift, (round % 2) as u8);
        let base = Base::new(&keys, 7);
        let wide = Base::new(&keys, 8);
        // The products of the base are known to a unit, and so are the products of its next square.
        let (low, next_low) = (shift - UNIT_BITS - order[6], shift - UNIT_BITS - order[7]);
        let next = stream.word() >> 1 >> next_low << next_low;
        let factor = next >> low << low;
        let spread = |low: u8| (1_u64 << low) - (1 << zeros);
        let widths = Widths { lower: 3, upper: 7 };
        let arch = Arch::new();
        let table = |lower: u64, upper: u64| {
            let widths = Widths { lower: widths.lower + lower, upper: widths.upper + upper };
            let mut table = PositionTable::default();
            table.make(&base, (factor, spread(low)), shift, zeros, widths, arch);
            table
        };
        let from = [table(0, 0), table(0, 2), table(2, 0), table(2, 2)];
        let mut wider = PositionTable::default();
        let moved = next.wrapping_mul(1 << order[7]) >> (shift - UNIT_BITS);
        wider.widen([&from[0], &from[1], &from[2], &from[3]], moved, arch);
        for _ in 0..4_000 {
            let lower = stream.pick(RANGES) as u64;
            let upper = stream.word() % (RANGES << bits) as u64;
            let bit = |table: &PositionTable| {
                let at = table.at(lower as u32 * table.row_words(), upper as u32);
                table.read::<1>(at)[0] & 1 != 0
            };
            let ranges = [(upper, widths.upper), (lower, widths.lower)]
                .map(|(index, units)| range(shift, zeros, index, units));
            let is_sure = surely_shares(&base, shift, (factor, spread(low)), ranges);
            assert_eq!(bit(&from[0]), is_sure, "{bits} bits, {lower} {upper}");
            let is_sure_wide = surely_shares(&wide, shift, (next, spread(next_low)), ranges);
            assert!(!bit(&wider) || is_sure_wide, "{bits} bits, {lower} {upper}");
            for (count, is) in set.iter_mut().zip([is_sure, !is_sure, bit(&wider), is_sure_wide]) {
                *count += u32::from(is);
            }
        }
    }
    assert_eq!(UNITS, 2);
    assert!(set[0] > 1_000 && set[1] > 1_000, "{set:?}");
    // Moved ranges are wider than needed, so that a wider base's table has fewer bits than it could have.
    assert!(set[2] * 4 > set[3] * 3, "{set:?}");
}

/// The node on a factor's path at which the rule is asked, and the candidate of the next level's bits.
fn node_of(
    plan: &SearchPlan,
    keys: &KeyOrder,
    depth: usize,
    (factor, constant): (u64, u64),
    reach: u64,
) -> (TreeNode, u64) {
    let low = plan.levels[depth].low;
    let prefix = factor >> low << low;
    let next = plan.levels[depth + 1].low;
    let spread = (1 << low) - (1 << keys.zeros);
    let node = TreeNode { prefix, cell: 0, factor: prefix, spread, constant, reach };
    (node, (factor - prefix) >> next)
}

fn has(left: &Candidates, candidate: u64) -> bool {
    left[candidate as usize % 8] >> (candidate / 8) & 1 != 0
}

/// Factors that answer a question stay, whatever constants may be added beside their own.
#[test]
#[ignore = "slow"]
fn planted_factors_stay() {
    let mut stream = Stream::new(0, "prove positions planted", 0, 0);
    let arch = Arch::new();
    let [mut stayed, mut left_out] = [0; 2];
    for round in 0..240 {
        let bits = 10 + (round % 4) as u8;
        let shift = 64 - bits;
        // A factor in normal form, sometimes with few ones.
        let word = stream.word() >> 1;
        let factor = if round % 3 == 0 { word & stream.word() & stream.word() } else { word };
        let is_free = round % 2 == 0;
        let added = if is_free { stream.word() & ((1 << (shift - 1)) - 1) } else { 0 };
        let constant = if is_free { Constant::Free } else { Constant::None };
        let question = answered(&mut stream, bits, (factor, added), constant);
        let plan = SearchPlan::new(&question);
        let searcher = Searcher::unlearned(&question, &plan).positioned();
        let Some(mut positions) = searcher.positions else { panic!("{plan}") };
        let depth = positions.place.depth;
        let slot = 1_u64 << shift;
        let pairs: Vec<(u64, u64, u64)> = if is_free {
            // The constant, and a range of constants around it, at most as large as a node may leave.
            let unknown = 1 + stream.word() % (1 << (shift - 3));
            let below = stream.word() % unknown;
            vec![(factor, added, 0), (factor, added.saturating_sub(below), unknown)]
        } else {
            let normal = u64::MAX >> 1;
            let images = [(factor, slot), (factor.wrapping_neg() & normal, slot - 1)];
            let both = images.map(|(factor, _)| (factor, slot - 1, 1));
            let one = images.map(|(factor, constant)| (factor, constant, 0));
            [both, one].concat()
        };
        for (factor, constant, reach) in pairs {
            let (node, candidate) =
                node_of(&plan, &searcher.keys, depth, (factor, constant), reach);
            let left = positions.left(&node, (0, 255), arch);
            assert!(has(&left, candidate), "{factor:#x} + {constant:#x} to {reach:#x} by {plan}");
            let near = (candidate.saturating_sub(2), (candidate + 3).min(255));
            let cut = positions.left(&node, near, arch);
            let is_same = |other: u64| {
                has(&cut, other) == (has(&left, other) && (near.0..=near.1).contains(&other))
            };
            assert!((0..256).all(is_same), "{cut:x?} is no part of {left:x?}");
            stayed += 1;
            left_out += 256 - left.iter().map(|lane| lane.count_ones()).sum::<u32>();
        }
    }
    assert!(left_out > 20 * stayed, "{left_out} candidates left out beside {stayed} that stayed");
}

/// If few keys share slots, no factor below a candidate that is left out keeps the keys apart.
#[test]
#[ignore = "slow"]
fn candidates_that_are_left_out_have_no_factor() {
    let mut stream = Stream::new(0, "prove positions exclude", 0, 0);
    let arch = Arch::new();
    let (mut left_out, mut apart) = (0, 0);
    for constant in [Constant::None, Constant::Free] {
        let question = rook(7, 14, constant);
        let plan = SearchPlan::new(&question);
        let searcher = Searcher::unlearned(&question, &plan).positioned();
        let Some(mut positions) = searcher.positions else { panic!("{plan}") };
        let keys = &searcher.keys;
        let depth = positions.place.depth;
        let mut class_of_slot = vec![(0_u32, 0); 1 << 14];
        let mut turn = 0;
        for _ in 0..12 {
            let factor = stream.word() >> 1;
            let (first, reach) = match constant {
                Constant::None => ((1_u64 << keys.shift) - 1, 1),
                _ => (stream.word() >> 16, (1 << (keys.shift - 3)) - 1),
            };
            let (node, _) = node_of(&plan, keys, depth, (factor, first), reach);
            let left = positions.left(&node, (0, 255), arch);
            let next = plan.levels[depth + 1].low;
            let mut keeps_apart = |factor: u64, added: u64| {
                turn += 1;
                keys.key.iter().zip(&keys.class).all(|(key, class)| {
                    let at = key.wrapping_mul(factor).wrapping_add(added) >> keys.shift;
                    // The turn in which a slot was last used, and the class there.
                    let held = std::mem::replace(&mut class_of_slot[at as usize], (turn, *class));
                    held.0 != turn || held.1 == *class
                })
            };
            for candidate in 0..256 {
                let constants = [0, reach, stream.word() % (reach + 1)].map(|more| first + more);
                let known = node.prefix | candidate << next;
                let is_apart = (0..1 << next)
                    .any(|low| constants.iter().any(|added| keeps_apart(known | low, *added)));
                if !has(&left, candidate) {
                    assert!(!is_apart, "{known:#x} by {plan}");
                    left_out += 1;
                }
                apart += u32::from(is_apart);
            }
        }
    }
    assert!(left_out > 200 && apart > 20, "{left_out} left out, {apart} keep all keys apart");
}

/// The rule is asked where a level has many times as many nodes as the one above.
#[test]
#[ignore = "slow"]
fn the_rule_is_asked_where_it_pays() {
    let is_asked = |file: u8, bits: u8, version: u32| {
        let question = rook(file, bits, Constant::None);
        let plan = SearchPlan::of_version(&question, version);
        Searcher::new(&question, &plan).positions.is_some()
    };
    assert!(is_asked(7, 11, 5));
    assert!(!is_asked(7, 11, 4), "version 4 didn't have it");
    assert!(!is_asked(5, 10, 5), "a level has three times as many nodes as the one above");
    assert!(
        Positions::new(&SearchPlan::new(&rook(0, 5, Constant::None)), &searcher_keys()).is_none()
    );
}

/// The keys of a question with too few slots for a table.
fn searcher_keys() -> KeyOrder {
    keys_of(&rook(0, 5, Constant::None), &[1, 2, 3, 4, 5, 6, 8, 16, 24, 32, 40, 48])
}
