//! Finds how codes become sets of squares by products, where no instruction spreads bits.
//!
//! A code has a bit for each square that is reached, in the order of the squares. For each word of a set, the code is
//! multiplied by a sum of powers of two: the power with exponent e moves the code's bit c to the place c + e. A mask keeps
//! the squares. Along a line, neighbours in the code are at equal distances on the board, so that all squares need the
//! same factor, shifted. The slider's own square has a bit, too, which the mask takes away: without it, the distance
//! would differ there.
//!
//! Other pieces, such as horses, need bits at places of the square's own, which a random search finds. Squares that are
//! always attacked together share a bit. Whatever is found has spread the code of each attack set.

use std::collections::BTreeMap;

use magicgen_board::SquareSet;

use crate::stream::Stream;

/// The tries of the search after which a square counts as not served.
const TRIES: u32 = 200_000;

/// The places of a code's bits that the search tries.
const SEARCHED_PLACES: usize = 16;

/// The attack sets of a square with their code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WideSpread {
    /// The bit index of the square.
    pub bit: u8,
    /// All squares that are reached.
    pub reach: SquareSet,
    /// The bit of the code for each square that is reached.
    places: Vec<(u8, u8)>,
    /// The bit of the code for the square itself, where it has one.
    own: Option<u8>,
    /// The shift of the code to the right, for each word of a set.
    pub before: [u8; 4],
    /// The factor for each word of a set; 0 where the word has no square.
    pub factors: [u64; 4],
}

/// The distinct attack sets of a square.
#[derive(Clone, Debug)]
pub struct SquareSets {
    /// The bit index of the square.
    pub bit: u8,
    /// The relevant squares.
    pub mask: SquareSet,
    /// The sets.
    pub sets: Vec<SquareSet>,
}

/// How codes of all squares are spread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WideSpreads {
    /// All squares.
    pub squares: Vec<WideSpread>,
    /// The bits of the shifted code that are multiplied, for each word.
    pub kept: [u64; 4],
    /// For each word, the odd number that is the factor of all squares once it is shifted, where one serves all.
    pub common: [Option<u64>; 4],
}

impl WideSpread {
    /// A bit for each square in the order of squares. The square itself and those that hinder the piece are among them, so
    /// that a line has no gap.
    fn in_order(SquareSets { bit, mask, sets }: &SquareSets) -> Self {
        let (bit, reach) = (*bit, union(sets));
        let all = reach | *mask | SquareSet::of(bit);
        let numbered: Vec<(u8, u8)> = all.bits().zip(0..).collect();
        let own = numbered.iter().find(|(square, _)| *square == bit && !reach.has(bit));
        let own = own.map(|(_, place)| *place);
        let below = |word: u8| all.bits().filter(|square| square / 64 < word).count() as u8;
        let places = numbered.into_iter().filter(|(square, _)| reach.has(*square)).collect();
        let before = [0, 1, 2, 3].map(below);
        Self { bit, reach, places, own, before, factors: [0; 4] }.with_factors(before)
    }

    /// The factors that bring each bit to its squares; 0 for a word with a square that its bit is beyond.
    fn with_factors(mut self, before: [u8; 4]) -> Self {
        self.before = before;
        self.factors = [0; 4];
        for (square, place) in &self.places {
            let word = usize::from(square / 64);
            let exponent = (square % 64 + before[word]).checked_sub(*place);
            self.factors[word] |=
                exponent.map_or(0, |exponent| 1_u64.checked_shl(exponent.into()).unwrap_or(0));
        }
        self
    }

    /// The code of an attack set.
    #[must_use]
    pub fn code(&self, set: SquareSet) -> u64 {
        let is_in = |(square, _): &&(u8, u8)| set.has(*square);
        let code = self.places.iter().filter(is_in).fold(0, |code, (_, place)| code | 1 << place);
        // The own square is in the code where a square beside it is, so that there are fewer codes.
        let own = self.own.filter(|own| (code << 1 | code >> 1) >> own & 1 != 0);
        code | own.map_or(0, |own| 1 << own)
    }

    /// The number of the code's bits.
    #[must_use]
    pub fn bits(&self) -> u32 {
        let places = self.places.iter().map(|(_, place)| *place).chain(self.own);
        places.max().map_or(0, |place| u32::from(place) + 1)
    }

    /// The word of a set that a code becomes.
    fn word(&self, word: usize, code: u64, kept: u64, factor: u64) -> u64 {
        let rest = (code >> self.before[word]) & kept;
        rest.wrapping_mul(factor) & self.reach.words()[word]
    }

    /// True if each set comes out of its code.
    fn is_right(&self, sets: &[SquareSet], kept: [u64; 4], factors: [u64; 4]) -> bool {
        sets.iter().all(|set| {
            let code = self.code(*set);
            let word = |word: usize| self.word(word, code, kept[word], factors[word]);
            (0..4).all(|at| word(at) == set.words()[at])
        })
    }

    /// Places of the bits that served another square, or else those that a random search finds. Squares that are in the
    /// same sets have one bit.
    fn searched(square: &SquareSets, kept: [u64; 4], known: &mut Vec<Places>) -> Option<Self> {
        let SquareSets { bit, sets, .. } = square;
        let reach = union(sets);
        let mut together: BTreeMap<Vec<bool>, Vec<u8>> = BTreeMap::new();
        for square in reach.bits() {
            let sets = sets.iter().map(|set| set.has(square)).collect();
            together.entry(sets).or_default().push(square);
        }
        let mut together: Vec<Vec<u8>> = together.into_values().collect();
        together.sort_unstable();
        if together.len() > SEARCHED_PLACES {
            return None;
        }
        let with = |all: &Places| -> Option<Self> {
            let placed = together.iter().zip(all);
            let places: Vec<(u8, u8)> = placed
                .flat_map(|(squares, place)| squares.iter().map(|square| (*square, *place)))
                .collect();
            let lowest = |word: u8| {
                let of_word = places.iter().filter(|(square, _)| square / 64 == word);
                of_word.map(|(_, place)| *place).min().unwrap_or(0)
            };
            let before = [0, lowest(1), lowest(2), lowest(3)];
            let empty = Self { bit: *bit, reach, places, own: None, before, factors: [0; 4] };
            let found = empty.with_factors(before);
            found.is_right(sets, kept, found.factors).then_some(found)
        };
        if let Some(found) = known.iter().find_map(with) {
            return Some(found);
        }
        let mut stream = Stream::new(0, "spread", *bit, 0);
        let mut places: Places = std::array::from_fn(|place| place as u8);
        (0..TRIES).find_map(|_| {
            for at in 0..together.len() {
                places.swap(at, at + stream.pick(SEARCHED_PLACES - at));
            }
            let found = with(&places)?;
            known.push(places);
            Some(found)
        })
    }
}

/// Places of a code in the order in which they are given to the lowest squares.
type Places = [u8; SEARCHED_PLACES];

const ALL: [u64; 4] = [u64::MAX; 4];

fn union(sets: &[SquareSet]) -> SquareSet {
    sets.iter().fold(SquareSet::EMPTY, |reach, set| reach | *set)
}

/// How codes of the attack sets of squares are spread, with as few searched squares as possible. The error is the bit
/// index of a square that nothing serves.
pub fn find_wide_spreads(squares: &[SquareSets]) -> Result<WideSpreads, u8> {
    let in_order: Vec<WideSpread> = squares.iter().map(WideSpread::in_order).collect();
    let count = |word: usize| {
        let all = squares.iter().map(|of| union(&of.sets) | of.mask | SquareSet::of(of.bit));
        let counts = all.map(|squares| squares.words()[word].count_ones());
        u64::MAX >> (64 - counts.max().unwrap_or(1).clamp(1, 64))
    };
    let is_right = |(spread, square): &(&WideSpread, &SquareSets), kept| {
        spread.is_right(&square.sets, kept, spread.factors)
    };
    let failing = |kept: &[u64; 4]| {
        in_order.iter().zip(squares).filter(|pair| !is_right(pair, *kept)).count()
    };
    let mut both = [ALL, [0, 1, 2, 3].map(count)];
    both.sort_by_key(failing);
    let mut out = 0;
    for kept in both {
        let mut known = Vec::new();
        let found = in_order.iter().zip(squares).map(|pair| {
            let spread = Some(pair.0).filter(|_| is_right(&pair, kept)).cloned();
            spread.or_else(|| WideSpread::searched(pair.1, kept, &mut known)).ok_or(pair.1.bit)
        });
        match found.collect() {
            Ok(spreads) => return Ok(WideSpreads::new(spreads, kept, squares)),
            Err(bit) => out = bit,
        }
    }
    Err(out)
}

impl WideSpreads {
    fn new(spreads: Vec<WideSpread>, kept: [u64; 4], squares: &[SquareSets]) -> Self {
        let common = [0, 1, 2, 3].map(|word| {
            let odd = |factor: u64| factor >> factor.trailing_zeros().min(63);
            let all = spreads.iter().fold(0, |all, spread| all | odd(spread.factors[word]));
            let is_right = spreads.iter().zip(squares).all(|(spread, square)| {
                let mut factors = spread.factors;
                factors[word] = all << spread.shift(word);
                spread.is_right(&square.sets, kept, factors)
            });
            is_right.then_some(all)
        });
        Self { squares: spreads, kept, common }
    }
}

impl WideSpread {
    /// The shift to the left after a product with the common factor.
    #[must_use]
    pub fn shift(&self, word: usize) -> u8 {
        match self.factors[word] {
            0 => 0,
            factor => factor.trailing_zeros() as u8,
        }
    }
}
