//! The question of a complete search: one square's problem and a number of index bits.

use std::collections::BTreeMap;
use std::fmt;

use magicgen_board::{Bitboard, Problem, SquareProblem, WORD_BITS, subsets};

/// The constant that is added to the product before the shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constant {
    /// Nothing: `(b * f) >> shift`, a white magic.
    None,
    /// Any constant: `(b * f + c) >> shift`. White and black magics are special cases.
    Free,
    /// `c = ~mask * f`, which is `((b | ~mask) * f) >> shift`, a black magic.
    Black,
}

impl Constant {
    /// All three kinds of constant.
    pub const ALL: [Self; 3] = [Self::None, Self::Free, Self::Black];

    /// The id, as in `--constant`.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Free => "free",
            Self::Black => "black",
        }
    }
}

impl fmt::Display for Constant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// Is there a factor (and a constant) that keeps the classes of a mask's subsets apart in `1 << bits` slots?
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The relevant occupancy mask.
    pub mask: Bitboard,
    /// The class of each subset, in the order of the carry-rippler. Subsets have equal classes if they have equal
    /// attack sets; classes are numbered from 0 without gaps.
    pub classes: Vec<u16>,
    /// The number of classes.
    pub class_count: u32,
    /// The number of index bits, from 1 to `word`.
    pub bits: u8,
    /// The number of bits in a word, at most 64; factors, products and constants are taken modulo 2 to the power of it.
    pub word: u8,
    /// The constant that is added to the product.
    pub constant: Constant,
}

/// Why a question needs no search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionError {
    /// More slots than subsets.
    AboveMask {
        /// The index bits of the question.
        bits: u8,
        /// The number of relevant squares.
        squares: u8,
    },
    /// Fewer slots than attack sets, although each attack set needs its own slot.
    BelowClasses {
        /// The index bits of the question.
        bits: u8,
        /// The number of attack sets.
        classes: u32,
    },
    /// No index bits.
    NoBits,
}

impl fmt::Display for QuestionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AboveMask { bits, squares } => {
                write!(f, "{bits} index bits are more than the {squares} relevant squares")
            }
            Self::BelowClasses { bits, classes } => write!(
                f,
                "{bits} index bits have {} slots, fewer than the {classes} attack sets",
                1_u64 << bits
            ),
            Self::NoBits => write!(f, "a lookup needs at least one index bit"),
        }
    }
}

impl std::error::Error for QuestionError {}

impl Question {
    /// The question about a square of `problem`, in 64-bit words.
    pub fn new(
        problem: &Problem,
        square: SquareProblem,
        bits: u8,
        constant: Constant,
    ) -> Result<Self, QuestionError> {
        let question =
            Self::of_classes(square.mask, problem.classes(square), bits, WORD_BITS, constant);
        let class_count = question.class_count;
        if bits == 0 {
            return Err(QuestionError::NoBits);
        }
        if bits > square.bits() {
            return Err(QuestionError::AboveMask { bits, squares: square.bits() });
        }
        if 1 << bits < class_count {
            return Err(QuestionError::BelowClasses { bits, classes: class_count });
        }
        Ok(question)
    }

    /// The question about any classes of a mask's subsets, in words of any width. `classes` has one class for each
    /// subset, in the order of the carry-rippler.
    #[must_use]
    pub fn of_classes(
        mask: Bitboard,
        classes: &[u16],
        bits: u8,
        word: u8,
        constant: Constant,
    ) -> Self {
        let classes = dense(classes);
        let class_count = u32::from(classes.iter().copied().max().unwrap_or(0)) + 1;
        Self { mask, classes, class_count, bits, word, constant }
    }

    /// The right shift of the product, which is also the bit index of the lowest bit that becomes part of the index.
    #[must_use]
    pub fn shift(&self) -> u8 {
        self.word - self.bits
    }

    /// The constant that goes with a factor: 0, or `~mask * factor` for a black magic. It is 0 as well where the
    /// constant is free.
    #[must_use]
    pub fn constant_of(&self, factor: u64) -> u64 {
        match self.constant {
            Constant::None | Constant::Free => 0,
            Constant::Black => self.in_word((!self.mask).wrapping_mul(factor)),
        }
    }

    /// Whether `(b * factor + constant) >> shift` keeps all classes apart. Every subset is tried.
    #[must_use]
    pub fn holds(&self, factor: u64, constant: u64) -> bool {
        let mut class_of_slot = vec![None; 1 << self.bits];
        subsets(self.mask).zip(&self.classes).all(|(subset, class)| {
            let product = subset.wrapping_mul(factor).wrapping_add(constant);
            let slot = self.in_word(product) >> self.shift();
            *class_of_slot[slot as usize].get_or_insert(*class) == *class
        })
    }

    /// The number modulo 2 to the power of `word`.
    pub(super) fn in_word(&self, number: u64) -> u64 {
        number & (u64::MAX >> (64 - self.word))
    }
}

/// The same classes, numbered from 0 without gaps in the order in which they first occur.
fn dense(classes: &[u16]) -> Vec<u16> {
    let mut numbers = BTreeMap::new();
    let mut number = |class| {
        let next = numbers.len() as u16;
        *numbers.entry(class).or_insert(next)
    };
    classes.iter().map(|class| number(*class)).collect()
}
