//! Compares the rule with brute force, and brings valid factors near its bound.

mod steps;

use std::sync::atomic::AtomicBool;

use pulp::Arch;

use super::{Base, Positions, Scratch};
use crate::prove::node::KeyOrder;
use crate::prove::tests::{keys_of, normal_factors, small_question};
use crate::prove::{Constant, Question, SEARCH_VERSION, SearchPlan, Searcher, Tally, Until};
use magicgen_board::subsets;
use magicgen_search::Stream;

/// The relevant squares in a random order.
fn order(question: &Question, stream: &mut Stream) -> Vec<u8> {
    let mut order: Vec<u8> = magicgen_board::bits(question.mask).collect();
    stream.shuffle(&mut order);
    order
}

/// The bases of two squares and more.
fn bases(keys: &KeyOrder) -> Vec<Base> {
    let all = keys.key.len().trailing_zeros() as u8;
    (2..all).filter_map(|squares| Base::new(keys, squares)).collect()
}

/// A small question, every other time with classes that some factor and constant keep apart.
fn question(
    stream: &mut Stream,
    word: u8,
    squares: usize,
    bits: u8,
    constant: Constant,
) -> Question {
    let random = small_question(stream, word, squares, bits, constant);
    if stream.pick(2) == 0 {
        return random;
    }
    let in_word = u64::MAX >> (64 - word);
    let added = if constant == Constant::None { 0 } else { stream.word() & in_word };
    let pair = (stream.word() & in_word, added);
    let merged = stream.pick(4);
    Question { constant, ..answered(stream, random.mask, (bits, word), pair, merged) }
}

/// All factors and constants of small words are tried; the rule must not refute a box that has one that answers the
/// question.
fn check_boxes(constant: Constant, words: std::ops::Range<u8>, rounds: u8) -> [u32; 2] {
    let mut stream = Stream::new(0, "prove packing", 0, constant as u64);
    let mut scratch = Scratch::default();
    let (mut refuted, mut left) = (0, 0);
    for round in 0..rounds {
        let word = words.start + round % (words.end - words.start);
        let squares = 4 + stream.pick(3);
        let bits = (squares - 1 - stream.pick(2)) as u8;
        let question = question(&mut stream, word, squares, bits, constant);
        let slot = 1_u64 << question.shift();
        let constants = if constant == Constant::None { 0..1 } else { 0..slot };
        let answers = |factor: u64| constants.clone().any(|added| question.holds(factor, added));
        let answers: Vec<bool> = (0..normal_factors(&question)).map(answers).collect();
        let order = order(&question, &mut stream);
        let keys = keys_of(&question, &order);
        for base in bases(&keys) {
            for _ in 0..200 {
                // The parts of a search, and other boxes.
                let size = 1 << stream.pick(1 + answers.len().ilog2() as usize);
                let (from, to) = if stream.pick(2) == 0 {
                    let from = stream.pick(answers.len()) / size * size;
                    (from, from + size)
                } else {
                    let from = stream.pick(answers.len());
                    (from, (from + stream.pick(size) + 1).min(answers.len()))
                };
                let spread = ((to - from - 1) as u64) << keys.zeros;
                let factor = (from as u64) << keys.zeros;
                let is_refuted = base.refutes(Arch::new(), &mut scratch, factor, spread);
                let lost = (from..to).find(|factor| answers[*factor]);
                assert!(
                    !is_refuted || lost.is_none(),
                    "{lost:x?} of {from:#x}..{to:#x} was lost, base {order:?}, {question:?}"
                );
                refuted += u32::from(is_refuted);
                left += u32::from(lost.is_some());
            }
        }
    }
    [refuted, left]
}

#[test]
fn no_white_factor_is_refuted() {
    let [refuted, left] = check_boxes(Constant::None, 8..15, 150);
    assert!(refuted > 500 && left > 1_000, "{refuted} refuted, {left} with a factor");
}

#[test]
fn no_factor_with_a_constant_is_refuted() {
    let [refuted, left] = check_boxes(Constant::Free, 7..11, 60);
    assert!(refuted > 200 && left > 200, "{refuted} refuted, {left} with a factor");
}

/// Asks the rule about each node of small trees, whatever other rules say about it, and compares the answer with the
/// node's completions. Counts the factors found by a search that asks wherever it can.
fn check_trees(constant: Constant, words: std::ops::Range<u8>, rounds: u8) -> [u32; 2] {
    let mut stream = Stream::new(0, "prove packing trees", 0, constant as u64);
    let mut scratch = Scratch::default();
    let [mut refuted, mut found] = [0; 2];
    for round in 0..rounds {
        let word = words.start + round % (words.end - words.start);
        let squares = 4 + stream.pick(3);
        let question = question(&mut stream, word, squares, squares as u8 - 1, constant);
        let answers = answers(&question);
        let plans = SearchPlan::unsplit(&question, SEARCH_VERSION);
        for plan in [&SearchPlan::new(&question), &plans[stream.pick(plans.len())]] {
            let mut searcher = Searcher::hasty(&question, plan).asking(3..=5);
            searcher.watch(&mut |sight| {
                let (level, node) = (sight.level, sight.before);
                let known = (u64::MAX >> (63 - level.high)) >> level.low << level.low;
                let is_below = |(factor, added): &&(u64, u64)| {
                    factor & known == node.prefix && added >> level.cell << level.cell == node.cell
                };
                for base in bases(sight.keys).iter().filter(|base| base.squares() <= level.active) {
                    if base.refutes(Arch::new(), &mut scratch, node.factor, node.spread) {
                        let lost = answers.iter().find(is_below);
                        assert_eq!(lost, None, "{node:x?} of {question:?} by {plan}");
                        refuted += 1;
                    }
                }
            });
            let mut tally = Tally::new(plan.levels());
            for root in 0..plan.roots() {
                let never = AtomicBool::new(false);
                assert!(searcher.search(root, Until::All, &never, &mut tally));
            }
            assert_eq!(tally.factors, answers.len() as u128, "{question:?} by {plan}");
            found += u32::from(!answers.is_empty());
        }
    }
    [refuted, found]
}

/// All factors in normal form and constants below half a slot that answer a question, at the top of 64-bit words.
fn answers(question: &Question) -> Vec<(u64, u64)> {
    let zeros = 64 - question.word;
    let half = 1_u64 << (question.shift() - 1);
    let constants = if question.constant == Constant::None { 0..1 } else { 0..half };
    (0..normal_factors(question))
        .flat_map(|factor| constants.clone().map(move |added| (factor, added)))
        .filter(|(factor, added)| question.holds(*factor, *added))
        .map(|(factor, added)| (factor << zeros, added << zeros))
        .collect()
}

#[test]
#[ignore = "slow"]
fn small_trees_lose_no_factor() {
    let [refuted, found] = check_trees(Constant::None, 9..14, 40);
    assert!(refuted > 300 && found > 20, "{refuted} refuted, {found} with a factor");
    let [refuted, found] = check_trees(Constant::Free, 8..11, 20);
    assert!(refuted > 100 && found > 10, "{refuted} refuted, {found} with a factor");
}

/// A question that a factor and a constant answer: the subsets in one slot have one class, and `merged` slots have the
/// class of another slot.
fn answered(
    stream: &mut Stream,
    mask: u64,
    (bits, word): (u8, u8),
    (factor, added): (u64, u64),
    merged: usize,
) -> Question {
    let mut class_of_slot: Vec<u16> = (0..1 << bits).collect();
    for _ in 0..merged {
        let (one, other) = (stream.pick(1 << bits), stream.pick(1 << bits));
        class_of_slot[one] = class_of_slot[other];
    }
    let in_word = u64::MAX >> (64 - word);
    let product = |subset: u64| subset.wrapping_mul(factor).wrapping_add(added) & in_word;
    let slot = |subset: u64| (product(subset) >> (word - bits)) as usize;
    let classes: Vec<u16> = subsets(mask).map(|key| class_of_slot[slot(key)]).collect();
    Question::of_classes(mask, &classes, bits, word, Constant::Free)
}

/// A factor with some structure: few or many ones, runs of equal bits, or few bits that matter.
fn structured(stream: &mut Stream) -> u64 {
    let word = stream.word();
    match stream.pick(5) {
        0 => word,
        1 => word & stream.word() & stream.word(),
        2 => word | stream.word() | stream.word(),
        3 => (0..24).fold(0, |all: u64, _| {
            let run = 1 + stream.pick(9) as u32;
            all.rotate_left(run) | ((stream.word() & 1) * ((1 << run) - 1))
        }),
        _ => (stream.word() % 64) << 52 | word >> (12 + stream.pick(30)),
    }
}

fn random_mask(stream: &mut Stream, squares: usize) -> u64 {
    let mut mask = 0_u64;
    let start = stream.pick(8);
    let is_line = stream.pick(3) > 0;
    while (mask.count_ones() as usize) < squares {
        mask |= if is_line && (mask.count_ones() as usize) < squares * 2 / 3 {
            1 << (start + mask.count_ones() as usize)
        } else {
            1 << stream.pick(60)
        };
    }
    mask
}

/// Factors that answer a question stay, with any number of unknown bits below and with any box around them.
#[test]
#[ignore = "slow"]
fn planted_factors_stay_with_unknown_bits() {
    let mut stream = Stream::new(0, "prove packing planted", 0, 0);
    let mut scratch = Scratch::default();
    let (mut near, mut wide, mut refuted) = (0, 0, 0);
    for _ in 0..1_500 {
        let squares = 4 + stream.pick(5);
        let bits = (squares - 1 - stream.pick(2)) as u8;
        let mask = random_mask(&mut stream, squares);
        let pair = (structured(&mut stream), stream.word());
        let merged = stream.pick(3);
        let question = answered(&mut stream, mask, (bits, 64), pair, merged);
        assert!(question.holds(pair.0, pair.1));
        let order = order(&question, &mut stream);
        let keys = keys_of(&question, &order);
        for base in bases(&keys) {
            for _ in 0..6 {
                let low = stream.pick(60);
                let below = (1_u64 << low) - 1;
                let (factor, spread) = if stream.pick(2) == 0 {
                    (pair.0 & !below, below)
                } else {
                    let less = stream.word() & below;
                    (pair.0.wrapping_sub(less), less + (stream.word() & below))
                };
                let Some(error) = base.error(spread) else { continue };
                let is_refuted = base.refutes(Arch::new(), &mut scratch, factor, spread);
                assert!(!is_refuted, "{factor:#x} + {spread:#x} has {pair:x?} of {question:?}");
                *if error > 2 { &mut wide } else { &mut near } += 1;
            }
            let other = stream.word();
            refuted += u32::from(base.refutes(Arch::new(), &mut scratch, other, 0));
        }
    }
    assert!(near > 1_000 && wide > 1_000 && refuted > 100, "{near} {wide} {refuted}");
}

/// The sum of covers and the number that it is compared with, for a single factor; `None` if nothing is needed or the
/// sum is much larger.
fn bound(base: &Base, scratch: &mut Scratch, factor: u64) -> Option<(u32, u32)> {
    let points = base.points(Vec::new(), factor);
    let positions = Positions { points: &points, factor, error: base.error(0)? };
    let needed = base.needed(&positions);
    let mut is_below = |most: u32| base.is_below(Arch::new(), scratch, &positions, most);
    let (mut sum, mut above) = (0, (64 * needed).checked_sub(1)?);
    if !is_below(above) {
        return None;
    }
    while sum + 1 < above {
        let middle = u32::midpoint(sum, above);
        *if is_below(middle) { &mut above } else { &mut sum } = middle;
    }
    Some((sum, needed))
}

/// Published factors keep clear of the bound, so that an error of a small factor would go unnoticed there. Here factors
/// climb towards it, each with a question that it answers, and none gets past. They begin where the keys without the
/// last square fill all slots, keys with it are moved by one slot, and positions are spread evenly.
#[test]
#[ignore = "slow"]
fn factors_that_answer_come_near_the_bound() {
    let mut stream = Stream::new(0, "prove packing bound", 0, 0);
    let mut scratch = Scratch::default();
    let mut nearest: Vec<f64> = Vec::new();
    for round in 0..40_u32 {
        let bits = 3 + round % 2;
        // So far apart, squares have products that hardly depend on one another.
        let order: Vec<u8> = (0..=bits as u8).map(|square| 12 * square).collect();
        let mask = order.iter().fold(0, |mask, square| mask | 1_u64 << square);
        let product = |square: u32, parts: u64| parts << (64 - 2 * bits - 12 * square);
        let slot = (1 << bits) + 1;
        let full = (0..bits).map(|square| product(square, slot << square)).sum::<u64>();
        let start = match round / 2 % 3 {
            0 => full + product(bits, slot),
            1 => full + product(bits, stream.word() % (1 << (2 * bits))),
            _ => structured(&mut stream),
        };
        let mut best = (f64::INFINITY, start);
        for step in 0..300 {
            let factor = match stream.pick(3) {
                _ if step == 0 => best.1,
                0 => best.1 ^ 1 << stream.pick(64),
                1 => best.1.wrapping_add(1 << stream.pick(64)),
                _ => best.1 ^ 3 << stream.pick(63),
            };
            let added = if stream.pick(4) > 0 { 0 } else { stream.word() };
            let question = answered(&mut stream, mask, (bits as u8, 64), (factor, added), 0);
            for base in bases(&keys_of(&question, &order)) {
                let Some((sum, needed)) = bound(&base, &mut scratch, factor) else { continue };
                assert!(sum >= needed, "{sum} < {needed}: {factor:#x} of {question:?}");
                let ratio = f64::from(sum) / f64::from(needed);
                if ratio < best.0 {
                    best = (ratio, factor);
                }
            }
        }
        nearest.push(best.0);
    }
    nearest.sort_by(f64::total_cmp);
    assert!(nearest[0] < 8.0 && nearest[10] < 12.0, "{nearest:.2?}");
}
