//! 64 numbers in; every reading of them as factors that works on more than half of the squares, out.

use std::collections::BTreeSet;

use crate::search::Hash;

use super::part::{Mode, Part, turns};
use super::probe::{Formula, Prober};
use super::report::{Key, Slider};
use super::table::Column;

/// Readings that work on no more squares than this are chance.
pub(super) const CHANCE: usize = 32;

/// With the long index of a table with equal rows, as many as 42 squares of bishops work with any odd numbers.
const CHANCE_FIXED: usize = 47;

/// One reading.
#[derive(Clone, Debug)]
pub(super) struct Guess {
    /// Which of the eight turns.
    pub(super) turn: usize,
    /// The bit of each position under it.
    pub(super) bit: [u8; 64],
    /// The piece.
    pub(super) piece: Slider,
    /// By position.
    pub(super) formulas: Vec<Formula>,
    /// By position: the fewest bits that work, up to those of a table with equal rows.
    pub(super) fewest: Vec<Option<u8>>,
    /// Squares that work with the bits of a table with equal rows.
    pub(super) good_fixed: usize,
    /// Squares that work with as many bits as they have relevant squares.
    pub(super) good_relevant: usize,
}

impl Guess {
    /// Guesses by this, best last: squares that work, then how few bits they need.
    pub(super) fn rank(&self) -> (usize, i64) {
        let bits: i64 = self.fewest.iter().map(|bits| bits.map_or(16, i64::from)).sum();
        (self.good_fixed + self.good_relevant, -bits)
    }

    /// The key's form.
    pub(super) fn key(&self) -> Key {
        self.formulas[0].key
    }

    /// The arithmetic.
    pub(super) fn hash(&self) -> Hash {
        self.formulas[0].hash
    }
}

/// Every reading that is no chance, best first, and the most squares on which any reading works.
pub(super) fn guesses(
    prober: &mut Prober,
    mode: Mode,
    factors: &[u64],
    constants: Option<&[u64]>,
) -> (Vec<Guess>, usize) {
    let turns = turns(mode);
    let mut guesses = Vec::new();
    let mut most = 0;
    for hash in [Hash::Multiply, Hash::SplitXor, Hash::SplitAdd] {
        for key in [Key::White, Key::Black] {
            let formulas: Vec<Formula> = (0..64)
                .map(|at| Formula {
                    key,
                    hash,
                    factor: factors[at],
                    constant: constants.map_or(0, |constants| constants[at]),
                })
                .collect();
            for piece in [Slider::Rook, Slider::Bishop] {
                for (turn, bit) in turns.iter().enumerate() {
                    let good = good_fixed(prober, piece, bit, &formulas);
                    most = most.max(good);
                    if good > CHANCE {
                        let formulas = formulas.clone();
                        let guess = examine(prober, piece, turn, *bit, formulas);
                        if guess.good_relevant > CHANCE || guess.good_fixed > CHANCE_FIXED {
                            guesses.push(guess);
                        }
                    }
                }
            }
        }
    }
    // Stable: of equals the first remains.
    guesses.sort_by_key(|guess| std::cmp::Reverse(guess.rank()));
    (guesses, most)
}

fn good_fixed(prober: &mut Prober, piece: Slider, bit: &[u8; 64], formulas: &[Formula]) -> usize {
    let mut good = 0;
    for (at, formula) in formulas.iter().enumerate() {
        good += usize::from(prober.probe(piece, bit[at], *formula, piece.most_bits()).is_ok());
        if good + 63 - at <= CHANCE {
            break;
        }
    }
    good
}

fn examine(
    prober: &mut Prober,
    piece: Slider,
    turn: usize,
    bit: [u8; 64],
    formulas: Vec<Formula>,
) -> Guess {
    let fewest: Vec<Option<u8>> = formulas
        .iter()
        .zip(bit)
        .map(|(formula, bit)| prober.fewest(piece, bit, *formula, piece.most_bits()))
        .collect();
    let relevant = |(fewest, bit): (&Option<u8>, &u8)| {
        fewest.is_some_and(|bits| bits <= prober.square(piece, *bit).bits())
    };
    let good_relevant = fewest.iter().zip(&bit).filter(|pair| relevant(*pair)).count();
    let good_fixed = fewest.iter().flatten().count();
    Guess { turn, bit, piece, formulas, fewest, good_fixed, good_relevant }
}

/// Factors are large and differ; most other numbers in a chess program don't.
pub(super) fn may_be_factors(values: &[u64]) -> bool {
    let large = values.iter().filter(|value| **value >= 1 << 20).count();
    let distinct: BTreeSet<&u64> = values.iter().collect();
    large > CHANCE && distinct.len() > CHANCE / 2
}

/// The piece whose relevant occupancy masks a column holds, but for a few squares, in any order.
pub(super) fn masks(prober: &Prober, part: &Part, column: &Column) -> Option<Slider> {
    let words = part.words(column);
    [Slider::Rook, Slider::Bishop].into_iter().find(|piece| {
        turns(part.mode).iter().any(|turn| {
            let equal = |(word, bit): &(&u64, &u8)| **word == prober.square(*piece, **bit).mask;
            words.iter().zip(turn).filter(equal).count() > CHANCE_FIXED
        })
    })
}
