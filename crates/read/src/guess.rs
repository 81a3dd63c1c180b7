//! Guesses how 64 numbers are meant as factors: finds every reading that works on more squares than chance allows.

use std::collections::BTreeSet;

use magicgen_search::Hash;

use super::hopes::Hopes;
use super::part::{Mode, PieceRows, turns};
use super::probe::{Formula, KeyStep, Prober};
use super::slider::{MultipliedKey, Slider};
use super::table::SourceColumn;

/// A reading that works on at most this number of squares may be a coincidence.
pub(super) const CHANCE: usize = 32;

/// [`CHANCE`] for the index bits of a table with equal rows, with which up to 42 squares of bishops work with any odd
/// numbers.
const CHANCE_FIXED: usize = 47;

/// The most index bits that are tried for bishops: with a few bits more, random numbers would work on all squares.
const MOST_BISHOP_BITS: u8 = 12;

/// [`MOST_BISHOP_BITS`] if the text has bishop masks with edge squares, which have at most 13 squares.
const MOST_EDGE_BITS: u8 = 13;

/// If this number of squares needs more index bits than a table with equal rows usually has, the table has more bits.
/// Fewer squares have mistakes in their factors.
const SEVERAL: usize = 4;

/// The index bits with which factors that belong to constants work on nearly all squares without them.
const FINE: u8 = 14;

/// A reading of 64 numbers as factors.
#[derive(Clone, Debug)]
pub(super) struct Guess {
    /// The number of the turn: one of eight orders of squares.
    pub(super) turn: usize,
    /// The bit index of each position in this order.
    pub(super) bit: [u8; 64],
    /// The piece.
    pub(super) piece: Slider,
    /// The arithmetic and the factor of each position.
    pub(super) formulas: Vec<Formula>,
    /// The fewest index bits that work for each position.
    pub(super) fewest: Vec<Option<u8>>,
    /// The number of squares that work with the index bits of a table with equal rows.
    pub(super) good_fixed: usize,
    /// The number of squares that work with as many index bits as they have relevant squares.
    pub(super) good_relevant: usize,
}

impl Guess {
    /// The rank, the best guess highest: the number of squares that work, then how few bits they need.
    pub(super) fn rank(&self) -> (usize, i64) {
        let bits: i64 = self.fewest.iter().map(|bits| bits.map_or(16, i64::from)).sum();
        (self.good_fixed + self.good_relevant, -bits)
    }

    /// The index bits of a table with equal rows, and the number of squares that work with them: the usual number of
    /// bits, or more if several squares need more and all squares work then.
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
    pub(super) fn key(&self) -> MultipliedKey {
        self.formulas[0].key
    }

    /// The arithmetic.
    pub(super) fn hash(&self) -> Hash {
        self.formulas[0].hash
    }
}

/// The positions in the middle of the board, on which random numbers don't work. Every turn maps them to one another.
pub(super) const MIDDLE: [usize; 4] = [27, 28, 35, 36];

/// The positions in the corners of the board. Every turn maps them to one another.
const CORNERS: [usize; 4] = [0, 7, 56, 63];

/// The numbers of 64 positions that enter the arithmetic.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms<'w> {
    /// The factors.
    pub(super) factors: &'w [u64],
    /// The constants that are added to the products.
    pub(super) constants: Option<&'w [u64]>,
    /// The steps between the keys and the multiplication.
    pub(super) before: Option<&'w [KeyStep]>,
}

/// Every reading that isn't a coincidence, the best first, and whether any reading works on more squares than chance
/// allows.
pub(super) fn guesses(
    prober: &mut Prober,
    mode: Mode,
    words: Terms,
    hopes: &Hopes,
) -> (Vec<Guess>, bool) {
    let turns = turns(mode);
    let mut guesses = Vec::new();
    let mut is_near = false;
    for (form, (hash, key)) in FORMS.into_iter().enumerate() {
        let formulas = formulas(key, hash, words);
        for (piece, hopes) in Slider::PIECES.into_iter().zip(hopes.pieces[form]) {
            let believed = believed(prober, piece);
            let mut narrow = Four::new(MIDDLE);
            // With many index bits, random numbers work for rooks in the middle and for bishops in the corners.
            let mut wide = Four::new(if piece == Slider::Rook { CORNERS } else { MIDDLE });
            for (turn, bit) in turns.iter().enumerate() {
                let mut works =
                    |at: usize, bits: u8| prober.works(piece, bit[at], formulas[at], bits);
                let is_good = hopes[turn]
                    && narrow.at_least(2, bit, |at| works(at, piece.most_bits()))
                    && is_good(|at| works(at, piece.most_bits()));
                is_near |= is_good;
                // Constants serve to save index bits, so readings with many bits aren't tried with them.
                let may_be_wide = !is_good && words.constants.is_none();
                if is_good
                    || may_be_wide
                        && wide.at_least(4, bit, |at| works(at, believed))
                        && (0..64).all(|at| works(at, believed))
                {
                    let turned = (turn, *bit);
                    let guess = examine(prober, piece, turned, believed, formulas.clone());
                    let holds = guess.fewest.iter().all(Option::is_some);
                    if guess.good_relevant > CHANCE || guess.good_fixed > CHANCE_FIXED || holds {
                        guesses.push(guess);
                    }
                }
            }
        }
    }
    if guesses.is_empty() {
        guesses = lines(prober, turns, words, hopes);
    }
    // The sort is stable, so the first of equal guesses stays first.
    guesses.sort_by_key(|guess| std::cmp::Reverse(guess.rank()));
    (guesses, is_near)
}

/// The arithmetics and the forms of the key, the likeliest pair first.
pub(super) const FORMS: [(Hash, MultipliedKey); 6] = [
    (Hash::Multiply, MultipliedKey::White),
    (Hash::Multiply, MultipliedKey::Black),
    (Hash::SplitXor, MultipliedKey::White),
    (Hash::SplitXor, MultipliedKey::Black),
    (Hash::SplitAdd, MultipliedKey::White),
    (Hash::SplitAdd, MultipliedKey::Black),
];

/// Whether these numbers could be factors with constants. A constant moves the borders between index values, so that
/// factors with constants work without them too if there are a few more index bits, except on a few squares.
pub(super) fn may_want_constants(prober: &mut Prober, mode: Mode, factors: &[u64]) -> bool {
    let words = Terms { factors, constants: None, before: None };
    FORMS.iter().any(|(hash, key)| {
        let formulas = formulas(*key, *hash, words);
        Slider::PIECES.iter().any(|piece| {
            let mut fine = Four::new(MIDDLE);
            turns(mode).iter().any(|bit| {
                fine.at_least(2, bit, |at| prober.works(*piece, bit[at], formulas[at], FINE))
            })
        })
    })
}

/// The kinds of multiplication that are tried for single lines.
pub(super) const LINE_HASHES: [Hash; 3] = [Hash::Multiply, Hash::SplitXor, Hash::SplitAdd];

/// Readings as factors of single lines. They have to work on all squares, since random numbers work on many.
fn lines(prober: &mut Prober, turns: &[[u8; 64]; 8], words: Terms, hopes: &Hopes) -> Vec<Guess> {
    let mut guesses = Vec::new();
    for (hash, hopes) in LINE_HASHES.into_iter().zip(hopes.lines) {
        let formulas = formulas(MultipliedKey::White, hash, words);
        for (piece, hopes) in Slider::LINES.into_iter().zip(hopes) {
            for (turn, bit) in turns.iter().enumerate() {
                let works = |at: usize, bits| prober.works(piece, bit[at], formulas[at], bits);
                if hopes[turn] && is_line(piece, bit, works) {
                    let turned = (turn, *bit);
                    let most = believed(prober, piece);
                    let guess = examine(prober, piece, turned, most, formulas.clone());
                    guesses.push(guess);
                }
            }
        }
    }
    guesses
}

/// Whether the factors of a line work on all squares with one index bit for each relevant square. `works` tests a
/// position with a number of index bits.
pub(super) fn is_line(
    piece: Slider,
    bit: &[u8; 64],
    mut works: impl FnMut(usize, u8) -> bool,
) -> bool {
    // Squares in the middle have long lines, on which most other numbers fail.
    let mut all = MIDDLE.into_iter().chain(0..64);
    all.all(|at| works(at, Prober::square(piece, bit[at]).bits().max(1)))
}

/// The arithmetic and the factor of each position.
pub(super) fn formulas(key: MultipliedKey, hash: Hash, words: Terms) -> Vec<Formula> {
    (0..64)
        .map(|at| Formula {
            key,
            hash,
            factor: words.factors[at],
            constant: words.constants.map_or(0, |constants| constants[at]),
            before: words.before.map_or(KeyStep::NONE, |before| before[at]),
        })
        .collect()
}

/// A reading for another piece with the key, arithmetic and turn of `like`. The text calls the numbers factors, even if
/// no square works.
pub(super) fn forced(prober: &mut Prober, piece: Slider, like: &Guess, factors: &[u64]) -> Guess {
    let words = Terms { factors, constants: None, before: None };
    let formulas = formulas(like.key(), like.hash(), words);
    examine(prober, piece, (like.turn, like.bit), prober.hints.most_bits, formulas)
}

/// A quick test on four positions that every turn maps to one another. It remembers which factor works on which square.
pub(super) struct Four {
    positions: [usize; 4],
    /// Whether the factor of each position works on each square; `None` if it hasn't been tried.
    works: [[Option<bool>; 4]; 4],
}

impl Four {
    pub(super) const fn new(positions: [usize; 4]) -> Self {
        Self { positions, works: [[None; 4]; 4] }
    }

    /// True if at least `wanted` of the four factors work under a turn. `works` tests a position.
    pub(super) fn at_least(
        &mut self,
        wanted: usize,
        bit: &[u8; 64],
        mut works: impl FnMut(usize) -> bool,
    ) -> bool {
        let mut good = 0;
        for (number, at) in self.positions.into_iter().enumerate() {
            let square = self.positions.iter().position(|other| *other == usize::from(bit[at]));
            let does_work = square
                .is_none_or(|square| *self.works[number][square].get_or_insert_with(|| works(at)));
            good += usize::from(does_work);
            if good == wanted || good + 3 - number < wanted {
                break;
            }
        }
        good == wanted
    }
}

/// True if more squares work with the index bits of a table with equal rows than chance allows. `works` tests a
/// position.
pub(super) fn is_good(mut works: impl FnMut(usize) -> bool) -> bool {
    let mut good = 0;
    for at in 0..64 {
        good += usize::from(works(at));
        if good + 63 - at <= CHANCE {
            return false;
        }
        if good > CHANCE {
            return true;
        }
    }
    false
}

/// The most index bits with which numbers that work on all squares are certainly factors.
pub(super) fn believed(prober: &Prober, piece: Slider) -> u8 {
    if piece == Slider::Rook {
        prober.hints.most_bits
    } else if prober.hints.has_edges {
        MOST_EDGE_BITS
    } else {
        MOST_BISHOP_BITS
    }
}

/// The guess for one reading, with the fewest index bits, at most `most`, of each square.
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

/// True for numbers that are large and different enough for factors, unlike most other numbers in a chess program.
pub(super) fn may_be_factors(values: &[u64]) -> bool {
    let large = values.iter().filter(|value| **value >= 1 << 20).count();
    let distinct: BTreeSet<&u64> = values.iter().collect();
    large > CHANCE && distinct.len() > CHANCE / 2
}

/// The piece whose relevant occupancy masks a column holds, in any order of squares, with exceptions on a few squares.
pub(super) fn masks(part: &PieceRows, column: &SourceColumn) -> Option<Slider> {
    masks_in(part.mode, &part.words(column))
}

pub(super) fn masks_in(mode: Mode, words: &[u64]) -> Option<Slider> {
    // Masks have 5 to 12 bits, most other words more or fewer.
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
