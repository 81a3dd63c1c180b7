//! Learns from sample nodes in which order a window tests its keys.
//!
//! The order doesn't change which candidates are left after all keys, only how soon none is left.

use super::window::{Candidates, Key, STRETCH, Window, sieve};
use pulp::Arch;

/// The most sample nodes that an order is learned from.
const SAMPLES: usize = 48;

/// The most keys that are put in order; the other keys follow in their old order.
const ORDERED: usize = 160;

/// Windows that were met, each with the sets that were read and the candidates that the node's bounds left.
#[derive(Clone, Debug, Default)]
pub(super) struct Samples(Vec<(Window, Vec<u64>, Candidates)>);

impl Samples {
    /// Adds a sample, up to a limit.
    pub(super) fn note(&mut self, window: Window, sets: &[u64], left: Candidates) {
        if self.0.len() < SAMPLES {
            self.0.push((window, sets.to_vec(), left));
        }
    }
}

/// Orders keys greedily: next comes the key that, with the keys before it, leaves the fewest candidates over all
/// samples.
pub(super) fn order(arch: Arch, keys: &mut [Key], samples: &Samples) {
    let mut left: Vec<Candidates> = samples.0.iter().map(|(_, _, left)| *left).collect();
    let survivors = |key: &Key| -> Vec<Candidates> {
        let survivors_of = |(window, sets, _): &(Window, Vec<u64>, Candidates)| {
            let mut left = [u64::MAX; 8];
            sieve(arch, *window, &[*key; STRETCH], sets, &mut left);
            left
        };
        samples.0.iter().map(survivors_of).collect()
    };
    let mut survivors: Vec<Vec<Candidates>> = keys.iter().map(survivors).collect();
    for next in 0..keys.len().min(ORDERED) {
        let count = |survivors: &Vec<Candidates>| -> u32 {
            let both = left.iter().zip(survivors);
            both.map(|(left, other)| {
                left.iter().zip(other).map(|(left, other)| (left & other).count_ones()).sum::<u32>()
            })
            .sum()
        };
        let Some(best) = (next..keys.len()).min_by_key(|index| count(&survivors[*index])) else {
            break;
        };
        keys.swap(next, best);
        survivors.swap(next, best);
        for (left, other) in left.iter_mut().zip(&survivors[next]) {
            left.iter_mut().zip(other).for_each(|(left, other)| *left &= other);
        }
        if left.iter().all(|left| *left == [0; 8]) {
            break;
        }
    }
}

/// Whether `keys` leave no candidate in at least one of `part` samples, or there is no sample.
pub(super) fn is_worth(arch: Arch, keys: &[Key], samples: &Samples, part: usize) -> bool {
    let is_empty = |(window, sets, left): &&(Window, Vec<u64>, Candidates)| {
        let mut left = *left;
        sieve(arch, *window, keys, sets, &mut left);
        left == [0; 8]
    };
    samples.0.iter().filter(is_empty).count() * part >= samples.0.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prove::window::{Sets, Shape};

    /// Only slots 0 and 4 are held by another class. The key that comes to them leaves no candidate, and is tested
    /// first.
    #[test]
    fn the_key_that_leaves_fewest_is_asked_first() {
        let shape = Shape::Wide { stride: 2, count: 1 };
        let (shift, factor) = (61, 1);
        let window = Window { shape, shift, factor, spread: 0, base: 0, drift: 0 };
        let mut sets = Sets::new(shape, 3, 2);
        sets.put([(0, 1), (4, 1)].into_iter());
        let mut samples = Samples::default();
        for _ in 0..SAMPLES + 2 {
            samples.note(window, sets.finish(Arch::new()), shape.all());
        }
        assert_eq!(samples.0.len(), SAMPLES);
        let key = |slot: u64| Key { rest: slot << shift, set: 0, class: 1 };
        let mut keys = [key(1), key(2), key(0), key(3)];
        order(Arch::new(), &mut keys, &samples);
        assert_eq!(keys[0].rest, 0);
        assert!(is_worth(Arch::new(), &[keys[0]; STRETCH], &samples, 1));
        assert!(!is_worth(Arch::new(), &[keys[1]; STRETCH], &samples, SAMPLES));
        // Each of the other keys leaves a candidate of the first sample, and the only one of the others.
        samples.0.truncate(3);
        let mut ended = samples.clone();
        for (_, _, left) in &mut ended.0[1..] {
            *left = [0; 8];
        }
        let part =
            |samples: &Samples, part| is_worth(Arch::new(), &[keys[1]; STRETCH], samples, part);
        assert_eq!([1, 2].map(|of| part(&ended, of)), [false, true]);
        assert_eq!([1, 2, 1_000].map(|of| part(&samples, of)), [false; 3]);
    }
}
