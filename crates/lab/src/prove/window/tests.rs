//! Compares sets and shapes with a plain list of slots.

use pulp::Arch;

use super::{Key, STRETCH, Sets, Shape, Window, sieve, sift};
use magicgen_search::Stream;

/// The number of sets in these tests. All further classes share the number after the last, as in a search.
const SETS: usize = 3;

/// A random shape that fits 2^`bits` slots.
fn shape_of(stream: &mut Stream, bits: u8) -> Shape {
    if stream.pick(2) == 0 {
        let phases = 1 + stream.pick(3) as u8;
        Shape::Fine { phases, slots: stream.pick(6).min(8 - usize::from(phases)) as u8 }
    } else {
        let count = 1 + stream.pick(usize::from(bits.min(8))) as u8;
        Shape::Wide { stride: bits - count, count }
    }
}

/// The number of candidates.
fn candidates(shape: Shape) -> u64 {
    match shape {
        Shape::Fine { phases, slots } => 1 << (phases + slots),
        Shape::Wide { count, .. } => 1 << count,
    }
}

/// A random window with keys for it, such that the possible products of a key differ by less than a slot.
fn window_of(stream: &mut Stream, shape: Shape, bits: u8) -> (Window, Vec<u64>) {
    let shift = 64 - bits;
    let spread = (1 << stream.pick(usize::from(shift - 3))) - 1;
    let bound = (1_u64 << (shift - 3)) / spread.max(1);
    // Never above 3 / 4 + 1 / 8 of a slot, as in a search.
    let drift = match shape {
        Shape::Fine { phases, .. } => (1_u64 << (shift - phases)) - 1,
        Shape::Wide { .. } => 0,
    };
    let drift = drift + (stream.word() & ((1 << (shift - 2)) - 1));
    let (factor, base) = (stream.word(), stream.word());
    let rest = (0..2 * STRETCH).map(|_| stream.word() % bound.max(1));
    let rest = rest.collect();
    (Window { shape, shift, factor, spread, base, drift }, rest)
}

/// For each slot, whether a class other than `set` holds it.
fn held_by_other(holders: &[Option<u8>], set: u8) -> Vec<bool> {
    holders.iter().map(|holder| holder.is_some_and(|holder| holder != set)).collect()
}

#[test]
fn a_candidate_is_killed_if_both_slots_of_a_key_are_held_by_others() {
    let mut stream = Stream::new(0, "prove sieve", 0, 0);
    let mut met = [[0_u32; 2]; 2];
    let mut sifted_whole = 0;
    for _ in 0..3_000 {
        let bits = 2 + stream.pick(11) as u8;
        let shape = shape_of(&mut stream, bits);
        let (window, rests) = window_of(&mut stream, shape, bits);
        let mut sets = Sets::new(shape, bits, SETS);
        let density = 1 + stream.pick(4);
        let mut holders = vec![None; 1 << bits];
        for holder in &mut holders {
            if stream.pick(5) < density {
                *holder = Some(stream.pick(SETS + 1) as u8);
            }
        }
        sets.put((0..).zip(&holders).filter_map(|(slot, holder)| Some((slot, (*holder)?))));
        let words = shape.words(bits);
        let set_of = |index: usize| index % SETS;
        let keys: Vec<Key> = (0..)
            .zip(&rests)
            .map(|(index, rest)| Key {
                rest: *rest,
                set: (set_of(index) * words) as u32,
                class: set_of(index) as u16 + 1,
            })
            .collect();
        let mut left = shape.all();
        sieve(Arch::new(), window, &keys[..STRETCH], sets.finish(Arch::new()), &mut left);
        // One by one, as many as there is time for.
        let class_of_slot: Vec<u16> =
            holders.iter().map(|set| set.map_or(0, |set| u16::from(set) + 1)).collect();
        let mut sifted = shape.all();
        let is_whole = sift(window, &keys[..STRETCH], &class_of_slot, &mut sifted);
        sifted_whole += usize::from(is_whole);
        assert!(!is_whole || sifted == left, "{window:x?}");
        assert!(left.iter().zip(&sifted).all(|(left, sifted)| left & !sifted == 0), "{window:x?}");
        let others: Vec<Vec<bool>> =
            (0..SETS as u8).map(|set| held_by_other(&holders, set)).collect();
        for candidate in 0..candidates(shape) {
            let step = match shape {
                Shape::Fine { phases, .. } => 1_u64 << (window.shift - phases),
                Shape::Wide { stride, .. } => (1_u64 << window.shift) << stride,
            };
            let is_killed = (0..STRETCH).any(|index| {
                let at = rests[index].wrapping_mul(window.factor).wrapping_add(window.base);
                let at = at.wrapping_add(candidate.wrapping_mul(step));
                let end = at.wrapping_add(rests[index] * window.spread + window.drift);
                let held = |product: u64| others[set_of(index)][(product >> window.shift) as usize];
                held(at) && held(end)
            });
            let (word, bit) = shape.place(candidate);
            assert_eq!(left[word] >> bit & 1 == 0, is_killed, "{window:x?}, {candidate}");
            let is_wide = matches!(shape, Shape::Wide { .. });
            met[usize::from(is_wide)][usize::from(is_killed)] += 1;
        }
    }
    assert!(met.iter().flatten().all(|count| *count > 5_000), "{met:?}");
    assert!((500..2_500).contains(&sifted_whole), "{sifted_whole} windows were sifted to the end");
}

#[test]
fn sets_are_taken_over_where_they_lie_alike() {
    let mut stream = Stream::new(0, "prove sets", 0, 0);
    let mut taken = 0;
    for _ in 0..500 {
        let bits = 2 + stream.pick(9) as u8;
        let shapes = [shape_of(&mut stream, bits), shape_of(&mut stream, bits)];
        let slots: Vec<(usize, u8)> = (0..1_usize << bits)
            .map(|slot| (slot, stream.pick(2 * SETS + 2) as u8))
            .filter(|(_, set)| usize::from(*set) <= SETS)
            .collect();
        let [above, whole] = shapes.map(|shape| {
            let mut sets = Sets::new(shape, bits, SETS);
            sets.put(slots.iter().copied());
            sets
        });
        let mut below = whole.clone();
        let is_taken = below.copy(Some(&above));
        assert_eq!(is_taken, shapes[0].is_laid_out_like(shapes[1]), "{shapes:?}");
        if is_taken {
            assert_eq!(below, whole, "{shapes:?}");
            taken += 1;
        } else {
            assert_eq!(below, Sets::new(shapes[1], bits, SETS));
        }
    }
    assert!((50..450).contains(&taken), "{taken}");
}

#[test]
fn candidates_of_a_range_are_listed_once_each() {
    let mut shapes = Vec::new();
    for phases in 1..=3 {
        shapes.extend((0..=5).map(|slots| Shape::Fine { phases, slots }));
    }
    shapes.extend((1..=8).map(|count| Shape::Wide { stride: 2, count }));
    let mut list = Vec::new();
    for shape in shapes {
        let count = candidates(shape);
        shape.list(&shape.all(), &mut list);
        list.sort_unstable();
        assert!(list.iter().copied().eq(0..count as u16), "{shape:?}");
        // A window that grows upwards always has all candidates, since the box doesn't bound its bits.
        if matches!(shape, Shape::Wide { .. }) {
            continue;
        }
        for first in 0..count {
            for last in first..count {
                shape.list(&shape.between(first, last), &mut list);
                list.sort_unstable();
                assert!(list.iter().copied().eq(first as u16..=last as u16), "{shape:?}");
            }
        }
    }
}
