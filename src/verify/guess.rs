//! 64 numbers in; every reading of them as factors that works on more than half of the squares, out.

use std::collections::BTreeSet;

use crate::search::Hash;

use super::part::{self, Mode, Part, turns};
use super::probe::{Formula, MOST_BITS, Prober};
use super::settle::Run;
use super::slider::{Key, Slider};
use super::table::{Column, Table};

/// Readings that work on no more squares than this are chance.
pub(super) const CHANCE: usize = 32;

/// With the long index of a table with equal rows, as many as 42 squares of bishops work with any odd numbers.
const CHANCE_FIXED: usize = 47;

/// Of bishops, random numbers would work on all squares with a few bits more than this.
const MOST_BISHOP_BITS: u8 = 12;

/// One or two squares that need more index bits than a table with equal rows has are miswritten; more show that
/// the table has more.
const SEVERAL: usize = 4;

/// Index bits with which a factor works on nearly all squares where it works with fewer bits and a number to add.
const FINE: u8 = 14;

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
    /// By position: the fewest bits that work.
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

    /// The bits of a table with equal rows, and how many squares they do for: as many as a table needs, or those
    /// that all squares work with, if many of them need so many.
    pub(super) fn fixed(&self) -> (u8, usize) {
        let most = self.piece.most_bits();
        let wide = self.fewest.iter().copied().collect::<Option<Vec<u8>>>();
        if let Some(wide) = wide
            && let Some(bits) = wide.iter().copied().max().filter(|bits| *bits > most)
            && self.good_fixed + SEVERAL <= 64
        {
            return (bits, 64);
        }
        (most, self.good_fixed)
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

/// The squares in the middle, which random numbers don't work on; every turn leaves them in the middle.
const MIDDLE: [usize; 4] = [27, 28, 35, 36];

/// The squares in the corners, which every turn leaves there.
const CORNERS: [usize; 4] = [0, 7, 56, 63];

/// What is multiplied by factors, by position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words<'w> {
    /// The factors.
    pub(super) factors: &'w [u64],
    /// What is added to their products.
    pub(super) constants: Option<&'w [u64]>,
    /// By how much keys are shifted before.
    pub(super) before: Option<&'w [u8]>,
}

/// Every reading that is no chance, best first, and whether any works on more squares than chance does.
pub(super) fn guesses(prober: &mut Prober, mode: Mode, words: Words) -> (Vec<Guess>, bool) {
    let turns = turns(mode);
    let mut guesses = Vec::new();
    let mut is_near = false;
    for (hash, key) in FORMS {
        let formulas = formulas(key, hash, words);
        for piece in Slider::PIECES {
            let mut narrow = Four::new(piece, piece.most_bits(), MIDDLE);
            // With long indices random numbers do for rooks in the middle, and for bishops in the corners.
            let hard = if piece == Slider::Rook { CORNERS } else { MIDDLE };
            let mut wide = Four::new(piece, believed(piece), hard);
            for (turn, bit) in turns.iter().enumerate() {
                let is_good = narrow.at_least(2, prober, bit, &formulas)
                    && is_good(prober, piece, bit, &formulas);
                is_near |= is_good;
                // Where numbers are added, tables are searched for that have as few bits as others, or fewer.
                let may_be_wide = !is_good && words.constants.is_none();
                if is_good
                    || may_be_wide
                        && wide.at_least(4, prober, bit, &formulas)
                        && is_wide(prober, piece, bit, &formulas)
                {
                    let turned = (turn, *bit);
                    let guess = examine(prober, piece, turned, believed(piece), formulas.clone());
                    let holds = guess.fewest.iter().all(Option::is_some);
                    if guess.good_relevant > CHANCE || guess.good_fixed > CHANCE_FIXED || holds {
                        guesses.push(guess);
                    }
                }
            }
        }
    }
    if guesses.is_empty() {
        guesses = lines(prober, turns, words);
    }
    // Stable: of equals the first remains.
    guesses.sort_by_key(|guess| std::cmp::Reverse(guess.rank()));
    (guesses, is_near)
}

/// The arithmetic and the form of the key, likelier ones first.
const FORMS: [(Hash, Key); 6] = [
    (Hash::Multiply, Key::White),
    (Hash::Multiply, Key::Black),
    (Hash::SplitXor, Key::White),
    (Hash::SplitXor, Key::Black),
    (Hash::SplitAdd, Key::White),
    (Hash::SplitAdd, Key::Black),
];

/// Whether a number that is added to products could make factors of these: it moves the borders between indices, and
/// hardly any two products lie so near each other that the index with a few bits more has them in one.
pub(super) fn may_want_constants(prober: &mut Prober, mode: Mode, factors: &[u64]) -> bool {
    let words = Words { factors, constants: None, before: None };
    FORMS.iter().any(|(hash, key)| {
        let formulas = formulas(*key, *hash, words);
        Slider::PIECES.iter().any(|piece| {
            let mut fine = Four::new(*piece, FINE, MIDDLE);
            turns(mode).iter().any(|bit| fine.at_least(2, prober, bit, &formulas))
        })
    })
}

/// Factors of single lines, which have to work on all squares, since chance does on many.
fn lines(prober: &mut Prober, turns: &[[u8; 64]; 8], words: Words) -> Vec<Guess> {
    let mut guesses = Vec::new();
    for hash in [Hash::Multiply, Hash::SplitXor, Hash::SplitAdd] {
        let formulas = formulas(Key::White, hash, words);
        for piece in Slider::LINES {
            for (turn, bit) in turns.iter().enumerate() {
                let works = |at: usize| {
                    let bits = Prober::square(piece, bit[at]).bits();
                    prober.works(piece, bit[at], formulas[at], bits.max(1))
                };
                if (0..64).all(works) {
                    let turned = (turn, *bit);
                    let guess = examine(prober, piece, turned, believed(piece), formulas.clone());
                    guesses.push(guess);
                }
            }
        }
    }
    guesses
}

fn formulas(key: Key, hash: Hash, words: Words) -> Vec<Formula> {
    (0..64)
        .map(|at| Formula {
            key,
            hash,
            factor: words.factors[at],
            constant: words.constants.map_or(0, |constants| constants[at]),
            before: words.before.map_or(0, |before| before[at]),
        })
        .collect()
}

/// A reading that the text speaks for although no square may work: like another's, of another piece.
pub(super) fn forced(prober: &mut Prober, piece: Slider, like: &Guess, factors: &[u64]) -> Guess {
    let words = Words { factors, constants: None, before: None };
    let formulas = formulas(like.key(), like.hash(), words);
    examine(prober, piece, (like.turn, like.bit), MOST_BITS, formulas)
}

/// Which factors of four positions, which every turn leaves among themselves, work on which of their squares.
struct Four {
    piece: Slider,
    bits: u8,
    positions: [usize; 4],
    /// By position and square; `None` where it hasn't been asked.
    works: [[Option<bool>; 4]; 4],
}

impl Four {
    const fn new(piece: Slider, bits: u8, positions: [usize; 4]) -> Self {
        Self { piece, bits, positions, works: [[None; 4]; 4] }
    }

    fn one(
        &mut self,
        prober: &mut Prober,
        number: usize,
        bit: &[u8; 64],
        formulas: &[Formula],
    ) -> bool {
        let Self { piece, bits, positions, .. } = *self;
        let at = positions[number];
        let Some(of) = positions.iter().position(|other| *other == usize::from(bit[at])) else {
            return true;
        };
        *self.works[number][of]
            .get_or_insert_with(|| prober.works(piece, bit[at], formulas[at], bits))
    }

    /// True where so many of the four work.
    fn at_least(
        &mut self,
        wanted: usize,
        prober: &mut Prober,
        bit: &[u8; 64],
        formulas: &[Formula],
    ) -> bool {
        let mut good = 0;
        for number in 0..4 {
            good += usize::from(self.one(prober, number, bit, formulas));
            if good == wanted || good + 3 - number < wanted {
                break;
            }
        }
        good == wanted
    }
}

/// True where more squares work with the bits of a table with equal rows than by chance.
fn is_good(prober: &mut Prober, piece: Slider, bit: &[u8; 64], formulas: &[Formula]) -> bool {
    let mut good = 0;
    for (at, formula) in formulas.iter().enumerate() {
        good += usize::from(prober.works(piece, bit[at], *formula, piece.most_bits()));
        if good + 63 - at <= CHANCE {
            return false;
        }
        if good > CHANCE {
            return true;
        }
    }
    false
}

/// True where all squares work with more bits than a table with equal rows has. Of bishops, with as many bits as
/// would do for random numbers now and then, that shows nothing.
fn is_wide(prober: &mut Prober, piece: Slider, bit: &[u8; 64], formulas: &[Formula]) -> bool {
    (0..64).all(|at| prober.works(piece, bit[at], formulas[at], believed(piece)))
}

/// The most index bits with which factors show by themselves that they are some.
fn believed(piece: Slider) -> u8 {
    if piece == Slider::Rook { MOST_BITS } else { MOST_BISHOP_BITS }
}

fn examine(
    prober: &mut Prober,
    piece: Slider,
    (turn, bit): (usize, [u8; 64]),
    most: u8,
    formulas: Vec<Formula>,
) -> Guess {
    let fewest: Vec<Option<u8>> = formulas
        .iter()
        .zip(bit)
        .map(|(formula, bit)| prober.fewest(piece, bit, *formula, most.max(piece.most_bits())))
        .collect();
    let relevant = |(fewest, bit): (&Option<u8>, &u8)| {
        fewest.is_some_and(|bits| bits <= Prober::square(piece, *bit).bits())
    };
    let good_relevant = fewest.iter().zip(&bit).filter(|pair| relevant(*pair)).count();
    let fits = |bits: &&u8| **bits <= piece.most_bits();
    let good_fixed = fewest.iter().flatten().filter(fits).count();
    Guess { turn, bit, piece, formulas, fewest, good_fixed, good_relevant }
}

/// Factors are large and differ; most other numbers in a chess program don't.
pub(super) fn may_be_factors(values: &[u64]) -> bool {
    let large = values.iter().filter(|value| **value >= 1 << 20).count();
    let distinct: BTreeSet<&u64> = values.iter().collect();
    large > CHANCE && distinct.len() > CHANCE / 2
}

/// The piece whose relevant occupancy masks a column holds, but for a few squares, in any order.
pub(super) fn masks(part: &Part, column: &Column) -> Option<Slider> {
    masks_in(part.mode, &part.words(column))
}

fn masks_in(mode: Mode, words: &[u64]) -> Option<Slider> {
    // Other words have more bits, or fewer.
    let like = words.iter().filter(|word| (5..=12).contains(&word.count_ones())).count();
    if like <= CHANCE_FIXED {
        return None;
    }
    [Slider::Rook, Slider::Bishop].into_iter().find(|piece| {
        turns(mode).iter().any(|turn| {
            let equal = |(word, bit): &(&u64, &u8)| **word == Prober::square(*piece, **bit).mask;
            words.iter().zip(turn).filter(equal).count() > CHANCE_FIXED
        })
    })
}

/// The key that the relevant occupancy masks in a text, or their complements, show.
pub(super) fn shown_key(tables: &[Table], runs: &[Run]) -> Option<Key> {
    if runs.is_empty() {
        return None;
    }
    tables.iter().find_map(|table| {
        let readings = part::readings(table);
        table.columns.iter().find_map(|column| {
            let all = || readings.iter().flatten().map(|part| (part.mode, part.words(column)));
            if all().any(|(mode, words)| masks_in(mode, &words).is_some()) {
                return Some(Key::White);
            }
            let complement = |words: Vec<u64>| words.into_iter().map(|word| !word).collect();
            let mut complements = all().map(|(mode, words)| (mode, complement(words)));
            complements
                .any(|(mode, words): (_, Vec<u64>)| masks_in(mode, &words).is_some())
                .then_some(Key::Black)
        })
    })
}
