//! A problem in; factors that somebody has published for it, with who and where, out.
//!
//! The files under `config/known` are part of the library and are read when first asked for. They speak of bit
//! indices: rook and bishop move alike in all eight standard orders of squares, so an array that was published for
//! another order holds for a1 = 0 too. What a file offers is looked at like a factor that a search has found: it is
//! for [`prove()`](super::prove()) to say whether it is right.

mod read;
#[cfg(test)]
mod tests;

use std::sync::OnceLock;

pub use read::KnownError;

use super::{Hash, Key, Lock, Magic};
use crate::geometry::{Mapping, Piece, Problem, Standard, Walk};

/// The files by id, those that others took factors from first.
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

/// Factors that somebody published, for one piece or more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// As in `known = ["..."]`; the file's name.
    pub id: String,
    /// Who found them.
    pub author: String,
    /// When they were published.
    pub year: u16,
    /// Where they stand.
    pub source: String,
    /// What else is to be said, in sentences.
    pub note: Option<String>,
    /// The arithmetic.
    pub hash: Hash,
    /// What is multiplied.
    pub key: Key,
    /// Whether squares share slots, so that a lookup ends in `& empty[sq]`.
    pub is_post_masked: bool,
    /// Words of the table: the highest used index less the lowest, plus one. `None` for a collection, which is no
    /// table.
    pub entries: Option<usize>,
    /// What there is for each piece.
    pub pieces: Vec<KnownPiece>,
}

/// Factors of one piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownPiece {
    /// `rook` or `bishop`.
    pub name: String,
    /// By ascending bit index; squares may be missing.
    pub magics: Vec<KnownMagic>,
}

/// A published factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownMagic {
    /// The slider's bit index.
    pub bit: u8,
    /// The factor, with the constant that its key brings.
    pub magic: Magic,
    /// What is added to the index, where ranges are laid out too. Negative where the lowest indices aren't used.
    pub offset: Option<i64>,
}

impl Known {
    /// One line for a header.
    #[must_use]
    pub fn credit(&self) -> String {
        format!("{}: {}, {} ({})", self.id, self.author, self.year, self.source)
    }

    /// What there is for a piece, whole or in part.
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

/// All of them, in the order in which they are preferred.
pub fn all() -> impl Iterator<Item = &'static Known> {
    (0..FILES.len()).filter_map(file)
}

/// The one with this id.
#[must_use]
pub fn find(id: &str) -> Option<&'static Known> {
    FILES.iter().position(|(known, _)| *known == id).and_then(file)
}

/// Their ids, in the same order; nothing is read.
pub fn ids() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(id, _)| *id)
}

/// A file that is read the first time. A test reads each, so that none is missing.
fn file(index: usize) -> Option<&'static Known> {
    static READ: [OnceLock<Option<Known>>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];
    READ[index].get_or_init(|| FILES[index].1.parse().ok()).as_ref()
}

/// What applies to `problem`: none, unless it is that of rook or bishop on the whole chess board.
#[must_use]
pub fn for_problem(problem: &Problem) -> Vec<(&'static Known, &'static KnownPiece)> {
    let Some(name) = chess_piece(problem) else { return Vec::new() };
    let of = |known: &'static Known| known.pieces.iter().find(|piece| piece.name == name);
    all().filter_map(|known| Some((known, of(known)?))).collect()
}

/// Factors with one index bit less than relevant squares, of white magics: bit index, factor, and whom to thank.
///
/// Together with fancy magics for the other squares, these make 84,480 words for the rook and 4,800 for the bishop.
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

/// The piece with this name, on the chess board.
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

/// What a search of seconds has found for rook and bishop on the chess board: shared factors, fields in factors, groups,
/// lines. Generated by `just found`; an entry is proved like any other lock's.
pub fn found() -> &'static Lock {
    static FOUND: OnceLock<Lock> = OnceLock::new();
    // A test reads it.
    FOUND.get_or_init(|| {
        include_str!("../../../config/found/magicgen.lock").parse().unwrap_or_default()
    })
}

/// Which piece's problem this is, attack set by attack set: `rook` or `bishop` on the whole chess board.
#[must_use]
pub fn chess_piece(problem: &Problem) -> Option<&'static str> {
    static CHESS: [OnceLock<Option<Problem>>; PIECES.len()] = [const { OnceLock::new() }; 2];
    let is = |at: usize| {
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
    (0..PIECES.len()).find(|at| is(*at).is_some()).map(|at| PIECES[at])
}
