//! Published factors, with author, year and source, as files of TOML have them.
//!
//! They use bit indices: rook and bishop move alike in all eight standard orders of squares, so that an array that was
//! published for another order works for a1 = 0 too. Published factors are proved like factors that a search has found,
//! by [`prove()`](super::prove()). Factors taken from an engine's source have a file of the same form, which
//! [`Display`](std::fmt::Display) writes.

mod read;
mod write;

use std::sync::OnceLock;

pub use read::KnownError;

use serde::Deserialize;

use super::{Hash, Key, Magic};
use magicgen_board::{Fold, Mapping, Piece, Problem, Standard, Walk};

/// Published factors of one author and source, for one piece or more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The id, as in `known = ["..."]` of a config; the file has this name.
    pub id: String,
    /// The author of the factors.
    pub author: String,
    /// The year of publication, where it is known.
    pub year: Option<u16>,
    /// The place of publication.
    pub source: String,
    /// Further remarks, in sentences.
    pub note: Option<String>,
    /// The arithmetic.
    pub hash: Hash,
    /// The form of the key that is multiplied.
    pub key: Key,
    /// The squares that may share slots.
    pub sharing: Sharing,
    /// The number of words of the table: the highest used index less the lowest, plus one. `None` for a collection of
    /// factors that doesn't make a table.
    pub entries: Option<usize>,
    /// The factors of each piece.
    pub pieces: Vec<KnownPiece>,
}

/// The squares that may share slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sharing {
    /// Squares whose attack sets there are equal.
    None,
    /// Squares whose attack sets agree where both reach: a lookup ends in `& empty[sq]`.
    PostMask,
    /// Squares whose packed attack sets agree on the bits that both read: a lookup ends in `pdep(slot, empty[sq])`.
    Pdep,
}

impl Sharing {
    /// The word for this value in a file.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::PostMask => "post-mask",
            Self::Pdep => "pdep",
        }
    }
}

/// Factors of one piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownPiece {
    /// `rook` or `bishop`.
    pub name: String,
    /// The factors by ascending bit index. Squares may be missing.
    pub magics: Vec<KnownMagic>,
}

/// A published factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownMagic {
    /// The slider's bit index.
    pub bit: u8,
    /// The factor, with the constant that its key adds.
    pub magic: Magic,

    /// The offset that is added to the index, if the source lays out ranges as well. It is negative where the lowest
    /// indices of the range aren't used.
    pub offset: Option<i64>,
}

impl Known {
    /// One line with id, author, year and source, for the header of a generated file.
    #[must_use]
    pub fn credit(&self) -> String {
        let Self { id, author, source, .. } = self;
        match self.year {
            Some(year) => format!("{id}: {author}, {year} ({source})"),
            None => format!("{id}: {author} ({source})"),
        }
    }

    /// A line with source, author and year, for the header of a file that has exactly these factors.
    #[must_use]
    pub fn source_credit(&self) -> String {
        let Self { author, source, .. } = self;
        match self.year {
            Some(year) => format!("{source} ({author}, {year})"),
            None => format!("{source} ({author})"),
        }
    }

    /// The factors for the piece of this problem, for all its squares or some; `None` if the file has none.
    #[must_use]
    pub fn piece(&self, problem: &Problem) -> Option<&KnownPiece> {
        self.piece_named(chess_part(problem))
    }

    /// The factors for the piece with this name; `None` without one, or if the file has none.
    #[must_use]
    pub fn piece_named(&self, name: Option<&str>) -> Option<&KnownPiece> {
        self.pieces.iter().find(|piece| Some(piece.name.as_str()) == name)
    }
}

impl KnownPiece {
    /// The factor of a square.
    #[must_use]
    pub fn magic(&self, bit: u8) -> Option<KnownMagic> {
        let index = self.magics.binary_search_by_key(&bit, |known| known.bit).ok()?;
        Some(self.magics[index])
    }
}

/// The pieces that files may name.
const PIECES: [&str; 2] = ["rook", "bishop"];

/// The chess board and the walk of the piece with this name on it.
fn chess_walk(name: &str) -> Option<(Mapping, Walk)> {
    let piece = match name {
        "rook" => Piece::rook(),
        "bishop" => Piece::bishop(),
        _ => return None,
    };
    let mapping = Mapping::chess(Standard::ALL[0]);
    let walk = Walk::new(&piece, &mapping);
    Some((mapping, walk))
}

/// The name of the piece whose problem on the whole chess board this is, `rook` or `bishop`. All attack sets are
/// compared.
#[must_use]
pub fn chess_piece(problem: &Problem) -> Option<&'static str> {
    (0..PIECES.len()).find(|at| is_same(problem, chess(*at))).map(|at| PIECES[at])
}

/// The name of the piece whose problem this is on a part of the chess board that a fold leaves, or on all of it, with
/// attack sets packed as PDEP takes them where this one's are.
#[must_use]
pub fn chess_part(problem: &Problem) -> Option<&'static str> {
    static PARTS: [[[OnceLock<Option<Problem>>; 4]; 2]; PIECES.len()] =
        [const { [const { [const { OnceLock::new() }; 4] }; 2] }; 2];
    let part = |at: usize, fold: Fold| {
        let whole = chess(at)?;
        let halvings = fold.mirrors(whole.indices).count();
        if problem.squares().len() != whole.squares().len() >> halvings {
            return None;
        }
        if fold == Fold::None && !problem.is_packed() {
            return Some(whole);
        }
        let make = || {
            let part = whole.folded(fold).ok()?;
            Some(if problem.is_packed() { part.packed() } else { part })
        };
        let parts = &PARTS[at][usize::from(problem.is_packed())];
        parts[fold as usize].get_or_init(make).as_ref()
    };
    let folds = [Fold::None, Fold::Ranks, Fold::Files, Fold::Both];
    let is_this = |at: &usize| folds.iter().any(|fold| is_same(problem, part(*at, *fold)));
    (0..PIECES.len()).find(is_this).map(|at| PIECES[at])
}

/// The problem of the piece at this position on the chess board.
fn chess(at: usize) -> Option<&'static Problem> {
    static CHESS: [OnceLock<Option<Problem>>; PIECES.len()] = [const { OnceLock::new() }; 2];
    let make = || {
        let (mapping, walk) = chess_walk(PIECES[at])?;
        Problem::new(&walk, mapping.squares()).ok()
    };
    CHESS[at].get_or_init(make).as_ref()
}

fn is_same(problem: &Problem, other: Option<&Problem>) -> bool {
    other.is_some_and(|other| {
        let has_same_attacks = |square| problem.attacks(square) == other.attacks(square);
        problem.squares() == other.squares()
            && other.squares().iter().copied().all(has_same_attacks)
    })
}
