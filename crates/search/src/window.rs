//! The search of factors that bring masked bits of one or several words into a window, without visiting subsets.
//!
//! A factor is a sum of powers of two. The power with exponent e moves the bit at place p to place p + e. The products
//! of all words are added. The highest n places of the sum are the window, for masks of n bits together. What lands
//! below the window adds up to less than the window's lowest bit, so that no carry enters.

use magicgen_board::{Bitboard, bits};

/// What each bit of the masks needs in the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WindowRule {
    /// A place of its own, and no other: the index is a permutation of the bits.
    OnePlace,
    /// A lowest place of its own. It may have higher places too, at which bits meet and carry.
    ///
    /// All subsets have different indices, since the lowest places of the bits in which two subsets differ are
    /// different, and so the lowest of them is a difference of the two sums. No other factor without a carry from below
    /// has n index bits and different indices for all subsets: the polynomial whose coefficients count the subsets by
    /// index is the product of 1 + x^c over the bits' parts c of the window. It must vanish at all roots of unity of
    /// order 2, 4, to 2^n, and the factor 1 + x^c vanishes at those of one order alone, which the lowest place of c
    /// decides.
    LowestPlace,
}

/// The search of the factors of `N` words.
pub(super) struct Window<const N: usize> {
    masks: [Bitboard; N],
    /// The number of places in the window.
    count: u32,
    rule: WindowRule,
    /// The steps that are left.
    pub(super) steps: u64,
}

/// What the exponents chosen so far do.
#[derive(Clone, Copy)]
pub(super) struct Exponents<const N: usize> {
    factors: [u64; N],
    /// The places of the window that are taken, counted from its lowest.
    taken: u64,
    /// The bits of the masks that have their place.
    placed: [Bitboard; N],
    /// The sum of what lands below the window.
    below: u64,
}

impl<const N: usize> Exponents<N> {
    pub(super) const NONE: Self = Self { factors: [0; N], taken: 0, placed: [0; N], below: 0 };
}

impl<const N: usize> Window<N> {
    /// The window of masks with at most 63 bits together.
    pub(super) fn new(masks: [Bitboard; N], rule: WindowRule, steps: u64) -> Self {
        let count = masks.iter().map(|mask| mask.count_ones()).sum();
        Self { masks, count, rule, steps }
    }

    /// The same window with this many places more than bits. Some then stay free.
    pub(super) fn with_spare(self, places: u32) -> Self {
        Self { count: self.count + places, ..self }
    }

    /// The place of the window's lowest bit in the sum.
    fn lowest(&self) -> u32 {
        64 - self.count
    }

    /// Factors that have these exponents and others. All are tried until the steps are used up.
    ///
    /// The exponents of a word come in ascending order, since the highest bit without a place is the first that the
    /// next exponent moves into the window. So a bit's first place is its lowest.
    pub(super) fn any(&mut self, chosen: Exponents<N>) -> Option<[u64; N]> {
        // The highest bit that has no place has the fewest exponents. Those that place most bits come first.
        let left = (0..N).map(|word| (self.masks[word] & !chosen.placed[word], word));
        let highest = left.filter_map(|(left, word)| Some((left.checked_ilog2()?, word))).max();
        let Some((highest, word)) = highest else { return Some(chosen.factors) };
        let places = (0..self.count).filter(|place| chosen.taken >> place & 1 == 0);
        let exponents = places.filter_map(|place| (self.lowest() + place).checked_sub(highest));
        let mut next: Vec<Exponents<N>> =
            exponents.filter_map(|exponent| self.with(chosen, word, exponent)).collect();
        next.sort_by_key(|next| next.placed[word].count_ones());
        while let Some(next) = next.pop() {
            self.steps = self.steps.checked_sub(1)?;
            if let found @ Some(_) = self.any(next) {
                return found;
            }
        }
        None
    }

    /// With this exponent of a word too, unless the rule forbids it or a carry may enter.
    fn with(&self, chosen: Exponents<N>, word: usize, exponent: u32) -> Option<Exponents<N>> {
        let mask = self.masks[word];
        let product = mask << exponent;
        let window = product >> self.lowest() << self.lowest();
        let (landed, placed) = (window >> exponent, chosen.placed[word]);
        let new = match self.rule {
            WindowRule::OnePlace if landed & placed != 0 => return None,
            WindowRule::OnePlace => landed,
            WindowRule::LowestPlace => landed & !placed,
        };
        let taken = new << exponent >> self.lowest();
        if taken & chosen.taken != 0 {
            return None;
        }
        let below = chosen.below.checked_add(product - window)?;
        if below >> self.lowest() != 0 {
            return None;
        }
        let mut next = Exponents { taken: chosen.taken | taken, below, ..chosen };
        next.factors[word] |= 1 << exponent;
        next.placed[word] |= new;
        Some(next)
    }
}

impl Window<1> {
    /// The least factor that keeps the order. Each bit needs one exponent, which its place determines, and any other
    /// exponent only adds to the product.
    pub(super) fn kept(&self) -> Option<u64> {
        let mut chosen = Exponents::NONE;
        for (index, bit) in bits(self.masks[0]).enumerate() {
            let exponent = (self.lowest() + index as u32).checked_sub(u32::from(bit))?;
            if chosen.placed[0] >> bit & 1 == 0 {
                chosen = self.with(chosen, 0, exponent)?;
            }
            // The bit may have been placed elsewhere by an exponent of another bit.
            if chosen.factors[0] >> exponent & 1 == 0 {
                return None;
            }
        }
        Some(chosen.factors[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::Stream;
    use magicgen_board::subsets;

    /// True if all subsets have different indices of as many bits as the mask, and no carry enters from below.
    fn is_good(mask: Bitboard, factor: u64) -> bool {
        let lowest = 64 - mask.count_ones();
        let below = |bit| u128::from(factor << bit & !(u64::MAX << lowest));
        let indices = subsets(mask).map(|subset| subset.wrapping_mul(factor) >> lowest);
        let seen = indices.fold(0_u128, |seen, index| seen | 1 << index);
        bits(mask).map(below).sum::<u128>() >> lowest == 0
            && seen.count_ones() == 1 << mask.count_ones()
    }

    /// Of masks in the highest ten bits only the lowest ten exponents move a bit to a place in the word.
    #[test]
    fn a_lowest_place_for_each_bit_is_all_that_factors_need() {
        let mut stream = Stream::new(0, "window", 0, 0);
        let mut counts = [0; 2];
        let masks = (0..400).map(|_| (1 + stream.pick(1023) as u64) << 54);
        for mask in masks.filter(|mask| mask.count_ones() < 7) {
            let found = Window::new([mask], WindowRule::LowestPlace, u64::MAX).any(Exponents::NONE);
            assert!(found.is_none_or(|[factor]| is_good(mask, factor)), "{mask:x}");
            assert_eq!(
                found.is_some(),
                (0..1 << 10).any(|factor| is_good(mask, factor)),
                "{mask:x}"
            );
            counts[usize::from(found.is_some())] += 1;
        }
        assert!(counts.iter().all(|count| *count > 10), "{counts:?}");
    }

    #[test]
    fn factors_of_three_words_gather_all_bits() {
        let mut stream = Stream::new(0, "window", 0, 0);
        let mut found_count = 0;
        for _ in 0..100 {
            let masks = [0; 3].map(|_| (0..3).fold(0, |mask, _| mask | 1 << stream.pick(64)));
            let mut window = Window::new(masks, WindowRule::OnePlace, 10_000);
            let Some(factors) = window.any(Exponents::NONE) else { continue };
            found_count += 1;
            let singles = (0..3).flat_map(|word| bits(masks[word]).map(move |bit| (word, bit)));
            let indices: Vec<u64> =
                singles.map(|(word, bit)| factors[word] << bit >> window.lowest()).collect();
            assert!(indices.iter().all(|index| index.is_power_of_two()));
            let sums = masks.iter().zip(factors).map(|(mask, factor)| mask.wrapping_mul(factor));
            let sum = sums.fold(0_u64, u64::wrapping_add) >> window.lowest();
            assert_eq!((sum, indices.iter().sum()), (u64::MAX >> window.lowest(), sum));
        }
        assert!(found_count > 50, "{found_count}");
    }
}
