//! Published factors, with author, year and source.
//!
//! The files under `config/known` are part of the library; each is parsed when it is first needed. They use bit
//! indices: rook and bishop move alike in all eight standard orders of squares, so that an array that was published for
//! another order works for a1 = 0 too. Published factors are proved like factors that a search has found, by
//! [`prove()`](super::prove()).

mod read;
#[cfg(test)]
mod tests;

use std::sync::OnceLock;

pub use read::KnownError;

use super::{Hash, Key, Lock, Magic};
use crate::geometry::{Mapping, Piece, Problem, Standard, Walk};

/// The id and the text of each file. Files from which others took factors come first.
const FILES: [(&str, &str); 24] = [
    ("fiekas", include_str!("../../../config/known/fiekas.toml")),
    ("caissa", include_str!("../../../config/known/caissa.toml")),
    ("pradu", include_str!("../../../config/known/pradu.toml")),
    ("glaurung", include_str!("../../../config/known/glaurung.toml")),
    ("glaurung-split32", include_str!("../../../config/known/glaurung-split32.toml")),
    ("rival", include_str!("../../../config/known/rival.toml")),
    ("bbc", include_str!("../../../config/known/bbc.toml")),
    ("annuss-2010", include_str!("../../../config/known/annuss-2010.toml")),
    ("annuss-white", include_str!("../../../config/known/annuss-white.toml")),
    ("annuss-black", include_str!("../../../config/known/annuss-black.toml")),
    ("fiekas-ranges", include_str!("../../../config/known/fiekas-ranges.toml")),
    ("fewest-slots", include_str!("../../../config/known/fewest-slots.toml")),
    ("shortest-ranges", include_str!("../../../config/known/shortest-ranges.toml")),
    ("fewest-slots-black", include_str!("../../../config/known/fewest-slots-black.toml")),
    ("shortest-ranges-black", include_str!("../../../config/known/shortest-ranges-black.toml")),
    ("magicgen-black-84326", include_str!("../../../config/known/magicgen-black-84326.toml")),
    (
        "magicgen-black-own-97203",
        include_str!("../../../config/known/magicgen-black-own-97203.toml"),
    ),
    ("magicgen-packed-78838", include_str!("../../../config/known/magicgen-packed-78838.toml")),
    ("magicgen-packed-79032", include_str!("../../../config/known/magicgen-packed-79032.toml")),
    ("magicgen-packed-80666", include_str!("../../../config/known/magicgen-packed-80666.toml")),
    (
        "magicgen-packed-black-82954",
        include_str!("../../../config/known/magicgen-packed-black-82954.toml"),
    ),
    (
        "magicgen-shared-slots-52796",
        include_str!("../../../config/known/magicgen-shared-slots-52796.toml"),
    ),
    (
        "magicgen-shared-slots-black-58560",
        include_str!("../../../config/known/magicgen-shared-slots-black-58560.toml"),
    ),
    (
        "magicgen-shared-slots-own-64995",
        include_str!("../../../config/known/magicgen-shared-slots-own-64995.toml"),
    ),
];

/// Published factors of one author and source, for one piece or more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The id, as in `known = ["..."]` of a config; the file has this name.
    pub id: String,
    /// The author of the factors.
    pub author: String,
    /// The year of publication.
    pub year: u16,
    /// The place of publication.
    pub source: String,
    /// Further remarks, in sentences.
    pub note: Option<String>,
    /// The arithmetic.
    pub hash: Hash,
    /// The form of the key that is multiplied.
    pub key: Key,
    /// Whether squares share slots, so that a lookup ends in `& empty[sq]`.
    pub is_post_masked: bool,
    /// The number of words of the table: the highest used index less the lowest, plus one. `None` for a collection of
    /// factors that doesn't make a table.
    pub entries: Option<usize>,
    /// The factors of each piece.
    pub pieces: Vec<KnownPiece>,
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
        format!("{}: {}, {} ({})", self.id, self.author, self.year, self.source)
    }

    /// The factors for the piece of this problem, for all its squares or some; `None` if the file has none.
    #[must_use]
    pub fn piece(&self, problem: &Problem) -> Option<&KnownPiece> {
        let name = chess_piece(problem)?;
        self.pieces.iter().find(|piece| piece.name == name)
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

/// All published factors, in the order in which they are preferred.
pub fn all() -> impl Iterator<Item = &'static Known> {
    (0..FILES.len()).filter_map(file)
}

/// The published factors with this id.
#[must_use]
pub fn find(id: &str) -> Option<&'static Known> {
    FILES.iter().position(|(known, _)| *known == id).and_then(file)
}

/// The ids of all published factors, in the order of [`all`]. No file is parsed for this.
pub fn ids() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(id, _)| *id)
}

/// The parsed file at this position; it is parsed at the first call. A test parses every file, so that `None` doesn't
/// occur.
fn file(index: usize) -> Option<&'static Known> {
    static READ: [OnceLock<Option<Known>>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];
    READ[index].get_or_init(|| FILES[index].1.parse().ok()).as_ref()
}

/// The published factors for `problem`; none unless it is the problem of rook or bishop on the whole chess board.
#[must_use]
pub fn for_problem(problem: &Problem) -> Vec<(&'static Known, &'static KnownPiece)> {
    let Some(name) = chess_piece(problem) else { return Vec::new() };
    let piece_of = |known: &'static Known| known.pieces.iter().find(|piece| piece.name == name);
    all().filter_map(|known| Some((known, piece_of(known)?))).collect()
}

/// Published white magics with one index bit less than relevant squares: bit index, magic, and the file it stands in.
///
/// Together with fancy magics for the other squares, they make tables of 84,480 words for the rook and 4,800 words for
/// the bishop.
#[must_use]
pub fn denser(problem: &Problem) -> Vec<(u8, Magic, &'static Known)> {
    let known = for_problem(problem);
    let first = |bit, shift| {
        let white = known.iter().filter(|(known, _)| {
            known.hash == Hash::Multiply && known.key == Key::White && !known.is_post_masked
        });
        let mut magics = white.filter_map(|(known, piece)| Some((*known, piece.magic(bit)?.magic)));
        magics.find(|(_, magic)| magic.shift == shift)
    };
    let squares = problem.squares().iter().filter_map(|square| {
        let shift = Hash::Multiply.shift(square.bits().checked_sub(1)?);
        let (known, magic) = first(square.bit, shift)?;
        Some((square.bit, magic, known))
    });
    squares.collect()
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

/// A lock with results of searches that take seconds, for rook and bishop on the chess board: shared factors, fields in
/// factors, groups and lines. It is generated by `just found`, and its entries are proved like those of any other lock.
pub fn found() -> &'static Lock {
    static FOUND: OnceLock<Lock> = OnceLock::new();
    // A test parses it, so that the default doesn't occur.
    FOUND.get_or_init(|| {
        include_str!("../../../config/found/magicgen.lock").parse().unwrap_or_default()
    })
}

/// The name of the piece whose problem on the whole chess board this is, `rook` or `bishop`. All attack sets are
/// compared.
#[must_use]
pub fn chess_piece(problem: &Problem) -> Option<&'static str> {
    static CHESS: [OnceLock<Option<Problem>>; PIECES.len()] = [const { OnceLock::new() }; 2];
    let has_same_attacks = |at: usize| {
        let chess = CHESS[at].get_or_init(|| {
            let (mapping, walk) = chess_walk(PIECES[at])?;
            Problem::new(&walk, mapping.squares()).ok()
        });
        let squares = chess.as_ref()?.squares();
        let is_same = problem.squares() == squares
            && squares.iter().all(|square| {
                chess
                    .as_ref()
                    .is_some_and(|chess| problem.attacks(*square) == chess.attacks(*square))
            });
        is_same.then_some(())
    };
    (0..PIECES.len()).find(|at| has_same_attacks(*at).is_some()).map(|at| PIECES[at])
}
