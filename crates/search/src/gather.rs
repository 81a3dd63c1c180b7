//! Gathers the bits of a mask with one multiplication, by construction.
//!
//! A factor is a sum of powers of two. The power with exponent e moves the mask's bit at place p to place p + e. The
//! highest n places of the product are the window, for a mask of n bits. A factor gathers the mask if each bit has
//! exactly one exponent that moves it into the window, no two bits meet there, and all that lands below the window
//! adds up to less than the window's lowest bit, so that no carry enters. These conditions are necessary as well as
//! sufficient: the lookup of a single bit shows the first two, and the one of the whole mask the third. So a search
//! that tries every exponent for one bit after another proves that there is no factor where it finds none, and no
//! subset of the mask has to be visited.
//!
//! H. G. Muller's generator in his fork of Fairy-Stockfish places mask bits in an index without collisions, too, and
//! verifies afterwards.

use magicgen_board::{Bitboard, bits};

use crate::window::{Exponents, Window, WindowRule};

/// The order of a mask's bits in the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BitOrder {
    /// The order that they have in the mask, as `PEXT` leaves them.
    Kept,
    /// Whatever a factor gives.
    Any,
}

/// A factor that gathers a mask: the result for `x` is `((x & mask) >> before) * factor >> shift`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gathered {
    /// The mask.
    pub mask: Bitboard,
    /// The number of places by which the masked word is shifted first.
    pub before: u8,
    /// The factor.
    pub factor: u64,
    /// The number of places by which the product is shifted.
    pub shift: u8,
}

impl Gathered {
    /// The gathered bits of a word.
    #[must_use]
    pub const fn of(&self, word: u64) -> u64 {
        ((word & self.mask) >> self.before).wrapping_mul(self.factor) >> self.shift
    }

    /// The shift to the right that does the same, if the factor is a power of two.
    #[must_use]
    pub fn net_shift(&self) -> u32 {
        u32::from(self.before + self.shift) - self.factor.trailing_zeros()
    }

    /// The place in the result of each bit of the mask, from the lowest bit to the highest.
    pub fn places(&self) -> impl Iterator<Item = u8> {
        bits(self.mask).map(|bit| self.of(1 << bit).trailing_zeros() as u8)
    }

    /// True if every subset of the mask has the union of its bits' results, which stand at places of their own, the
    /// lowest ones. 2^n subsets are visited, for a mask of n bits.
    #[must_use]
    pub fn is_proved(&self) -> bool {
        let singles: Vec<(u64, u64)> =
            bits(self.mask).map(|bit| (1 << bit, self.of(1 << bit))).collect();
        let all = singles.iter().fold(0, |all, (_, result)| all | result);
        let count = singles.len() as u32;
        let is_apart = singles.iter().all(|(_, result)| result.is_power_of_two())
            && all == u64::MAX.checked_shr(64 - count).unwrap_or(0);
        // In Gray's order (1953), one bit enters or leaves at each step.
        let (mut subset, mut wanted) = (0, 0);
        is_apart
            && (1_u64..1 << count).all(|step| {
                let (bit, result) = singles[step.trailing_zeros() as usize];
                subset ^= bit;
                wanted ^= result;
                self.of(subset) == wanted
            })
    }
}

/// A reason why there is no factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotGathered {
    /// No factor gathers the mask: all were ruled out.
    Impossible,
    /// None was found within the limit.
    Limit,
}

/// The most bits of a mask that is gathered.
pub const MOST_GATHERED: u32 = 32;

/// The steps of a search after which most masks are settled.
pub const GATHER_STEPS: u64 = 10_000_000;

/// A factor that gathers `mask`, of 1 to [`MOST_GATHERED`] bits. The word isn't shifted first if it needn't be.
pub fn gather(mask: Bitboard, order: BitOrder, steps: u64) -> Result<Gathered, NotGathered> {
    let before = mask.trailing_zeros() as u8;
    let mut out = NotGathered::Impossible;
    for before in if before == 0 { vec![0] } else { vec![0, before] } {
        match solve(mask >> before, order, steps) {
            Ok(factor) => {
                let shift = (64 - mask.count_ones()) as u8;
                return Ok(Gathered { mask, before, factor, shift });
            }
            Err(reason) => out = reason,
        }
    }
    Err(out)
}

/// Factors of the two halves of a mask, in the order of its bits, whose results are joined by `|`: of the lowest bits,
/// and of the others. Tries each number of bits for the lower half, first those that are nearest to a half.
pub fn gather_in_two(
    mask: Bitboard,
    order: BitOrder,
    steps: u64,
) -> Result<[Gathered; 2], NotGathered> {
    let count = mask.count_ones();
    let mut lows: Vec<u32> = (1..count).collect();
    lows.sort_by_key(|low| (2 * low).abs_diff(count));
    let mut out = NotGathered::Impossible;
    for low in lows {
        let low: Bitboard = bits(mask).take(low as usize).fold(0, |low, bit| low | 1 << bit);
        let halves = [low, mask & !low].map(|half| gather(half, order, steps));
        match halves {
            [Ok(low), Ok(high)] => return Ok([low, high]),
            [Err(NotGathered::Limit), _] | [_, Err(NotGathered::Limit)] => {
                out = NotGathered::Limit;
            }
            _ => {}
        }
    }
    Err(out)
}

/// The factor of one mask.
fn solve(mask: Bitboard, order: BitOrder, steps: u64) -> Result<u64, NotGathered> {
    let mut window = Window::new([mask], WindowRule::OnePlace, steps);
    match order {
        BitOrder::Kept => window.kept().ok_or(NotGathered::Impossible),
        BitOrder::Any => match window.any(Exponents::NONE) {
            Some([factor]) => Ok(factor),
            None if window.steps == 0 => Err(NotGathered::Limit),
            None => Err(NotGathered::Impossible),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::Stream;
    use magicgen_board::compress;

    fn file_a() -> Bitboard {
        0x0101_0101_0101_0101
    }

    #[test]
    fn a_file_is_gathered_in_any_order_and_in_its_own() {
        for order in [BitOrder::Any, BitOrder::Kept] {
            let inner = file_a() & 0x00ff_ffff_ffff_ff00;
            let found = gather(inner, order, GATHER_STEPS).unwrap();
            assert!(found.is_proved(), "{found:x?}");
            if order == BitOrder::Kept {
                assert!(magicgen_board::subsets(inner).all(|x| found.of(x) == compress(x, inner)));
            }
        }
    }

    #[test]
    fn neighbours_need_no_more_than_a_shift() {
        let found = gather(0xff << 20, BitOrder::Kept, 1).unwrap();
        assert_eq!((found.before, found.factor, found.shift), (0, 1 << 36, 56));
        assert!(found.is_proved());
    }

    /// Multiplication moves bits up alone, and a free order may want them lower.
    #[test]
    fn bits_above_their_places_are_shifted_first() {
        let mut stream = Stream::new(0, "gather", 0, 0);
        let masks = (0..200).map(|_| (1 + stream.pick(0xffff) as u64) << 48);
        let gathered = masks.filter_map(|mask| gather(mask, BitOrder::Any, GATHER_STEPS).ok());
        let shifted: Vec<Gathered> = gathered.filter(|found| found.before > 0).collect();
        assert!(shifted.len() > 5, "{}", shifted.len());
        assert!(shifted.iter().all(Gathered::is_proved));
    }

    /// Of masks in the highest twelve bits only the lowest twelve exponents move a bit to a place in the word.
    #[test]
    fn masks_without_a_factor_have_none_among_all() {
        let mut stream = Stream::new(0, "gather", 0, 0);
        let mut counts = [0; 4];
        for _ in 0..100 {
            let mask = (1 + stream.pick(4095) as u64) << 52;
            let shift = (64 - mask.count_ones()) as u8;
            for (at, order) in [BitOrder::Any, BitOrder::Kept].into_iter().enumerate() {
                let is_good = |factor: u64| {
                    let found = Gathered { mask, before: 0, factor, shift };
                    found.is_proved() && (order == BitOrder::Any || found.places().is_sorted())
                };
                let found = solve(mask, order, GATHER_STEPS);
                assert_eq!(found.is_ok(), (0..1 << 12).any(is_good), "{mask:x} {order:?}");
                assert!(found.is_err() || is_good(found.unwrap()));
                counts[2 * at + usize::from(found.is_ok())] += 1;
            }
        }
        assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
    }

    #[test]
    fn masks_that_one_factor_cannot_gather_are_gathered_in_two() {
        let mut stream = Stream::new(0, "gather", 0, 0);
        let mut in_two = 0;
        for _ in 0..100 {
            let mask = (0..8).fold(0, |mask, _| mask | 1 << stream.pick(64));
            if gather(mask, BitOrder::Kept, GATHER_STEPS).is_ok() {
                continue;
            }
            let Ok([low, high]) = gather_in_two(mask, BitOrder::Kept, GATHER_STEPS) else {
                continue;
            };
            in_two += 1;
            assert_eq!((low.mask | high.mask, low.mask & high.mask), (mask, 0));
            assert!(low.is_proved() && high.is_proved());
            let joined = |x: u64| low.of(x) | high.of(x) << low.mask.count_ones();
            assert!(magicgen_board::subsets(mask).all(|x| joined(x) == compress(x, mask)));
        }
        assert!(in_two > 10, "{in_two}");
    }

    #[test]
    fn a_search_ends_at_its_limit() {
        assert_eq!(gather(0x00fe_0000_0000_7f01, BitOrder::Any, 3), Err(NotGathered::Limit));
    }
}
