//! Compares each step of the proof of Lemma 20 with the slots that a valid pair of factor and constant gives. A final
//! sum may hide an error of a small factor; its parts come much nearer to their bounds.

use std::collections::BTreeMap;

use pulp::Arch;

use super::super::cover::Cut;
use super::super::{Base, Positions, Scratch, UNIT_BITS};
use super::{answered, bases, random_mask, structured};
use crate::prove::Question;
use crate::prove::node::KeyOrder;
use crate::prove::tests::keys_of;
use magicgen_search::Stream;

/// Facts about the translates of a base under a valid pair of factor and constant.
struct Facts {
    /// The fewest slots of a translate.
    fewest: u32,
    /// For each difference of two subsets of the rest, together with its opposite: the one that was met first.
    differences: Vec<Difference>,
}

/// A difference of two subsets of the rest.
struct Difference {
    /// `y(d)`, the distance between their products.
    distance: u64,
    /// The number of entries that are 0.
    zeros: u32,
    /// The most slots that two translates with this difference share.
    shared: u32,
}

/// The difference of two subsets of the rest as a number in base 3 with the digits -1, 0 and 1. The opposite difference
/// has the opposite number.
fn number(rest: u32, one: usize, other: usize) -> i32 {
    (0..rest).fold(0, |number, square| {
        3 * number + i32::from(one >> square & 1 != 0) - i32::from(other >> square & 1 != 0)
    })
}

impl Facts {
    fn new(base: &Base, keys: &KeyOrder, (factor, added): (u64, u64)) -> Self {
        let size = base.key.len();
        let slots: Vec<Vec<u64>> = keys
            .key
            .chunks_exact(size)
            .map(|translate| {
                let slot = |key: &u64| key.wrapping_mul(factor).wrapping_add(added) >> keys.shift;
                let mut slots: Vec<u64> = translate.iter().map(slot).collect();
                slots.sort_unstable();
                slots.dedup();
                slots
            })
            .collect();
        let fewest = slots.iter().map(Vec::len).min().unwrap() as u32;
        let rest = u32::from(base.rest);
        let mut differences: BTreeMap<i32, Difference> = BTreeMap::new();
        for (one, with_one) in slots.iter().enumerate() {
            for (other, with_other) in slots.iter().enumerate().take(one) {
                let shared = with_one.iter().filter(|slot| with_other.contains(slot)).count();
                // The first key of a translate is its part of the rest.
                let [from, to] = [other, one].map(|part| keys.key[part * size]);
                let entry =
                    differences.entry(number(rest, one, other).abs()).or_insert_with(|| {
                        let zeros = rest - (one ^ other).count_ones();
                        let distance = to.wrapping_sub(from).wrapping_mul(factor);
                        Difference { distance, zeros, shared: 0 }
                    });
                entry.shared = entry.shared.max(shared as u32);
            }
        }
        Self { fewest, differences: differences.into_values().collect() }
    }
}

/// How near the steps came to their bounds: how often a bound was met exactly, and how often at least by a quarter.
#[derive(Debug, Default)]
struct Nearness {
    exact: u32,
    quarter: u32,
}

impl Nearness {
    /// Notes a number that must not exceed its bound.
    fn note(&mut self, number: u32, bound: u32, what: &str, question: &Question) {
        assert!(number <= bound, "{what}: {number} > {bound} of {question:?}");
        if number > 0 {
            self.exact += u32::from(number == bound);
            self.quarter += u32::from(4 * number >= bound);
        }
    }
}

/// Step (1): the distance of two translates that differ is one that a solution may have.
fn check_distances(base: &Base, scratch: &Scratch, facts: &Facts, factor: u64) -> u32 {
    let mut met = 0;
    for (step, gap) in base.pairs.step.iter().zip(&scratch.distances.gap) {
        let product = step.wrapping_mul(factor);
        for difference in &facts.differences {
            for distance in [difference.distance, difference.distance.wrapping_neg()] {
                let apart = product.wrapping_sub(distance);
                let apart = apart.min(apart.wrapping_neg());
                if apart >> base.shift == 0 {
                    let most = u64::from(*gap) << (base.shift - UNIT_BITS);
                    assert!((1 << base.shift) - apart <= most, "{factor:#x}: {distance:#x}");
                    met += 1;
                }
            }
        }
    }
    met
}

/// Steps (3) and (4): for each number of pairs, the differences with at least this number take at most the part of a
/// cube that the sets of the cover have.
fn check_covers(
    base: &Base,
    scratch: &mut Scratch,
    facts: &Facts,
    positions: &Positions,
    mut note: impl FnMut(u32, u32),
) {
    let Positions { factor, error, .. } = *positions;
    let Scratch { distances, cover, .. } = scratch;
    let cut = Cut { pairs: &base.pairs, distances, shift: base.shift, factor, error };
    let widest = distances.gap.iter().fold(0, |most, gap| most.max(*gap));
    let most = facts.differences.iter().map(|difference| difference.shared).max();
    for pairs in 1..=most.unwrap_or(0) {
        let Some(size) = cover.size(&cut, pairs, widest, u32::MAX) else { break };
        let met = facts.differences.iter().filter(|difference| difference.shared >= pairs);
        let taken = met.map(|difference| 1 << difference.zeros).sum();
        note(taken, size << base.rest);
    }
}

/// A factor, and the squares that it is asked about, the base first.
struct Planted {
    factor: u64,
    order: Vec<u8>,
    bits: u8,
}

impl Planted {
    fn random(stream: &mut Stream) -> Self {
        let squares = 4 + stream.pick(5);
        let bits = (squares - 1 - stream.pick(2)) as u8;
        let mut order: Vec<u8> = magicgen_board::bits(random_mask(stream, squares)).collect();
        stream.shuffle(&mut order);
        Self { factor: structured(stream), order, bits }
    }

    /// A rest of neighbouring squares q, q + 1 and so on, and a factor by which 2^q goes where a step of the base goes.
    /// Then the differences (1), (-1, 1), (-1, -1, 1) and so on have this distance too, and take all but one vertex of
    /// the cube.
    fn tight(stream: &mut Stream) -> Self {
        let base = 3 + stream.pick(4);
        let rest = 1 + stream.pick(3);
        let mut order: Vec<u8> = (0..10).collect();
        stream.shuffle(&mut order);
        order.truncate(base);
        let mut step = || order.iter().fold(0, |all, square| all | (stream.word() & 1) << square);
        let step = step().abs_diff(step());
        let first = 10 + stream.pick(20) as u8;
        order.extend(first..first + rest as u8);
        let period = (1_u64 << first) - step;
        let factor = (u64::MAX / period).wrapping_mul(stream.word() % period);
        Self { factor, order, bits: (base + rest - stream.pick(2)) as u8 }
    }
}

#[test]
#[ignore = "slow"]
fn steps_of_the_proof_hold_for_valid_pairs() {
    let mut stream = Stream::new(0, "prove packing steps", 0, 0);
    let mut scratch = Scratch::default();
    let (mut met, mut slots, mut covers) = (0, Nearness::default(), Nearness::default());
    for round in 0..2_000 {
        let planted = if round % 2 == 0 { Planted::random } else { Planted::tight };
        let Planted { factor, order, bits } = planted(&mut stream);
        let pair = (factor, stream.word());
        let mask = order.iter().fold(0, |mask, square| mask | 1 << square);
        let merged = if round % 2 == 0 { stream.pick(3) } else { 0 };
        let question = answered(&mut stream, mask, (bits, 64), pair, merged);
        let keys = keys_of(&question, &order);
        for base in bases(&keys) {
            let points = base.points(Vec::new(), factor);
            let positions = Positions { points: &points, factor, error: 2 };
            let facts = Facts::new(&base, &keys, pair);
            let share = (1_u32 << bits).checked_shr(base.rest.into()).unwrap_or(0);
            let least = base.needed(&positions) + share;
            if base.needed(&positions) > 0 {
                let all = base.key.len() as u32;
                slots.note(all - facts.fewest, all - least, "slots", &question);
            }
            // Whatever it answers, it leaves its distances behind.
            let _ = base.is_below(Arch::new(), &mut scratch, &positions, 1);
            met += check_distances(&base, &scratch, &facts, factor);
            check_covers(&base, &mut scratch, &facts, &positions, |taken, room| {
                covers.note(taken, room, "cover", &question);
            });
        }
    }
    assert!(met > 10_000, "{met} distances");
    assert!(slots.exact > 500, "{slots:?}");
    assert!(covers.quarter > 50, "{covers:?}");
}
