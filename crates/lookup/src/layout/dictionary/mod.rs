//! A dictionary: an array of words in which each square finds its attack sets by small ids.
//!
//! A slot of a table then holds an id instead of an attack set. With a base for each square an id is a byte, since a
//! rook has at most 144 attack sets on a square of the chess board (Houdart). Without bases, 16 bits are enough for all
//! 6,326 attack sets of rook and bishop (Kannan's `PERFECT_MAGIC_HASH`, 2007). Under a post-mask a word may serve many
//! squares: it only has to agree with an attack set on the squares that the slider reaches.

mod cover;

use std::collections::BTreeMap;
use std::fmt;

use super::found;
use magicgen_board::{Bitboard, Problem, SquareProblem};

/// The number of words that a byte tells apart: a square sees this many, from its base on.
const WINDOW: usize = 1 << u8::BITS;

/// Words, and the id of each square's attack sets among them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dictionary {
    /// The words that ids lead to.
    pub words: Vec<Bitboard>,
    /// The number that is added to an id, by piece and bit index. All are 0 in a flat dictionary.
    pub base: Vec<Vec<u16>>,
    /// True where a word has to be masked by the square's reach to give the attack set.
    pub post_mask: bool,
    /// By piece and bit index: each attack set, ascending, with its id.
    ids: Vec<Vec<Vec<(Bitboard, u16)>>>,
}

/// A reason why there is no dictionary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DictionaryError {
    /// A square has more attack sets than a byte tells apart.
    Sets {
        /// The index of the piece in the list.
        piece: usize,
        /// The slider's bit index.
        bit: u8,
        /// The number of its attack sets.
        sets: usize,
    },
    /// There are more words than 16 bits tell apart.
    Words {
        /// The number of words.
        words: usize,
    },
}

/// The error for an attack set that a dictionary doesn't give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unserved {
    /// The index of the piece in the list.
    pub piece: usize,
    /// The slider's bit index.
    pub bit: u8,
    /// The attack set.
    pub attacks: Bitboard,
}

impl fmt::Display for DictionaryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sets { bit, sets, .. } => {
                write!(f, "{sets} attack sets at bit {bit} are more than the {WINDOW} of a byte")
            }
            Self::Words { words } => {
                write!(f, "{words} words in the dictionary are more than the 65536 of 16 bits")
            }
        }
    }
}

impl std::error::Error for DictionaryError {}

impl fmt::Display for Unserved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the dictionary has no id for {:#018x} at bit {}", self.attacks, self.bit)
    }
}

impl std::error::Error for Unserved {}

impl Dictionary {
    /// The number of passes that [`windowed`](Self::windowed) makes by default.
    pub const PASSES: u32 = 60;

    /// The attack sets of one square after another; a square's base is where its sets begin. Ids are bytes.
    pub fn exact(pieces: &[&Problem]) -> Result<Self, DictionaryError> {
        let mut dictionary = Self::empty(pieces, false);
        for (piece, square, sets) in squares(pieces) {
            at_most_a_window(piece, square, &sets)?;
            let base = dictionary.words.len();
            dictionary.words.extend(&sets);
            dictionary.set(piece, square, base, sets.into_iter().zip(0..));
        }
        dictionary.checked()
    }

    /// Every attack set once, without bases. Ids have 16 bits.
    pub fn flat(pieces: &[&Problem]) -> Result<Self, DictionaryError> {
        let mut dictionary = Self::empty(pieces, false);
        let mut known = BTreeMap::new();
        for (piece, square, sets) in squares(pieces) {
            let mut id = |attacks: Bitboard| {
                let id = *known.entry(attacks).or_insert_with(|| {
                    dictionary.words.push(attacks);
                    dictionary.words.len() - 1
                });
                (attacks, id as u16)
            };
            let ids: Vec<_> = sets.into_iter().map(&mut id).collect();
            dictionary.set(piece, square, 0, ids.into_iter());
        }
        dictionary.checked()
    }

    /// Few words under a post-mask: the words of a long search, if they serve all these pieces, and otherwise the words
    /// that [`windowed`](Self::windowed) finds by default.
    pub fn few(pieces: &[&Problem]) -> Result<Self, DictionaryError> {
        let found = found::words(pieces).and_then(|(words, base)| Self::of(pieces, words, &base));
        found.map_or_else(|| Self::windowed(pieces, Self::PASSES, 0), Ok)
    }

    /// A dictionary of given words, with a base for each square; `None` where a square lacks an attack set.
    fn of(pieces: &[&Problem], words: &[Bitboard], base: &[&[u16]]) -> Option<Self> {
        let mut dictionary = Self::empty(pieces, true);
        dictionary.words = words.to_vec();
        for (piece, square, sets) in squares(pieces) {
            let base = usize::from(*base.get(piece)?.get(usize::from(square.bit))?);
            let window = words.get(base..)?;
            let window = &window[..window.len().min(WINDOW)];
            let ids = sets.into_iter().map(|attacks| {
                let id = window.iter().position(|word| word & square.reach == attacks)?;
                Some((attacks, id as u16))
            });
            let ids = ids.collect::<Option<Vec<_>>>()?;
            dictionary.set(piece, square, base, ids.into_iter());
        }
        dictionary.checked().ok()
    }

    /// Few words under a post-mask. Each may serve many squares, and each square sees the 256 words from its base on.
    ///
    /// The result depends on the problems, `passes` and `seed` alone.
    pub fn windowed(pieces: &[&Problem], passes: u32, seed: u64) -> Result<Self, DictionaryError> {
        let mut list = Vec::new();
        let mut demands = Vec::new();
        for (piece, square, sets) in squares(pieces) {
            at_most_a_window(piece, square, &sets)?;
            demands.push(cover::Demand { bit: square.bit, reach: square.reach, sets });
            list.push((piece, square));
        }
        let served = cover::cover(&demands, passes, seed);
        let mut dictionary = Self::empty(pieces, true);
        dictionary.words = served.words;
        for (((piece, square), demand), served) in list.into_iter().zip(demands).zip(served.squares)
        {
            dictionary.set(piece, square, served.base, demand.sets.into_iter().zip(served.ids));
        }
        dictionary.checked()
    }

    /// The id of an attack set of a square; `None` if the square has no such set.
    #[must_use]
    pub fn id(&self, piece: usize, bit: u8, attacks: Bitboard) -> Option<u16> {
        let ids = self.ids.get(piece)?.get(usize::from(bit))?;
        let at = ids.binary_search_by_key(&attacks, |(attacks, _)| *attacks).ok()?;
        Some(ids[at].1)
    }

    /// The result of a lookup that finds this id, with the post-mask applied.
    #[must_use]
    pub fn word(&self, piece: usize, square: &SquareProblem, id: u16) -> Option<Bitboard> {
        let base = *self.base.get(piece)?.get(usize::from(square.bit))?;
        let word = self.words.get(usize::from(base) + usize::from(id))?;
        Some(if self.post_mask { word & square.reach } else { *word })
    }

    /// Checks that the attack set of every subset of every mask is found.
    pub fn prove(&self, pieces: &[&Problem]) -> Result<(), Unserved> {
        for (piece, problem) in pieces.iter().enumerate() {
            for square in problem.squares() {
                for attacks in problem.attacks(*square) {
                    let id = self.id(piece, square.bit, *attacks);
                    if id.and_then(|id| self.word(piece, square, id)) != Some(*attacks) {
                        return Err(Unserved { piece, bit: square.bit, attacks: *attacks });
                    }
                }
            }
        }
        Ok(())
    }

    fn empty(pieces: &[&Problem], post_mask: bool) -> Self {
        let indices = || pieces.iter().map(|problem| usize::from(problem.indices));
        Self {
            words: Vec::new(),
            base: indices().map(|indices| vec![0; indices]).collect(),
            post_mask,
            ids: indices().map(|indices| vec![Vec::new(); indices]).collect(),
        }
    }

    fn set(
        &mut self,
        piece: usize,
        square: SquareProblem,
        base: usize,
        ids: impl Iterator<Item = (Bitboard, u16)>,
    ) {
        self.base[piece][usize::from(square.bit)] = base as u16;
        self.ids[piece][usize::from(square.bit)] = ids.collect();
    }

    fn checked(self) -> Result<Self, DictionaryError> {
        let words = self.words.len();
        if words > 1 << u16::BITS { Err(DictionaryError::Words { words }) } else { Ok(self) }
    }
}

/// All squares of all pieces, each with the piece's index and the distinct attack sets, ascending.
fn squares<'a>(
    pieces: &'a [&Problem],
) -> impl Iterator<Item = (usize, SquareProblem, Vec<Bitboard>)> + use<'a> {
    pieces.iter().enumerate().flat_map(|(piece, problem)| {
        problem.squares().iter().map(move |square| (piece, *square, problem.sets(*square)))
    })
}

fn at_most_a_window(
    piece: usize,
    square: SquareProblem,
    sets: &[Bitboard],
) -> Result<(), DictionaryError> {
    let sets = sets.len();
    if sets > WINDOW {
        return Err(DictionaryError::Sets { piece, bit: square.bit, sets });
    }
    Ok(())
}

#[cfg(test)]
mod tests;
