//! The built-in published factors: the files under `config/known`, each parsed on first use.

#[cfg(test)]
mod tests;

use std::sync::OnceLock;

use magicgen_board::Problem;
use magicgen_search::known::{Known, KnownPiece, Sharing, chess_piece};
use magicgen_search::{Hash, Key, Lock, Magic};

/// The id and the text of each file. A file comes before the files that took factors from it.
const FILES: [(&str, &str); 39] = [
    ("fiekas", include_str!("../../config/known/fiekas.toml")),
    ("caissa", include_str!("../../config/known/caissa.toml")),
    ("magicgen-b1", include_str!("../../config/known/magicgen-b1.toml")),
    ("pradu", include_str!("../../config/known/pradu.toml")),
    ("glaurung", include_str!("../../config/known/glaurung.toml")),
    ("glaurung-split32", include_str!("../../config/known/glaurung-split32.toml")),
    ("rival", include_str!("../../config/known/rival.toml")),
    ("bbc", include_str!("../../config/known/bbc.toml")),
    ("annuss-2010", include_str!("../../config/known/annuss-2010.toml")),
    ("annuss-white", include_str!("../../config/known/annuss-white.toml")),
    ("annuss-black", include_str!("../../config/known/annuss-black.toml")),
    ("fiekas-ranges", include_str!("../../config/known/fiekas-ranges.toml")),
    ("fewest-slots", include_str!("../../config/known/fewest-slots.toml")),
    ("shortest-ranges", include_str!("../../config/known/shortest-ranges.toml")),
    ("fewest-slots-black", include_str!("../../config/known/fewest-slots-black.toml")),
    ("shortest-ranges-black", include_str!("../../config/known/shortest-ranges-black.toml")),
    ("magicgen-black-80125", include_str!("../../config/known/magicgen-black-80125.toml")),
    ("magicgen-black-84326", include_str!("../../config/known/magicgen-black-84326.toml")),
    ("magicgen-black-own-87784", include_str!("../../config/known/magicgen-black-own-87784.toml")),
    ("magicgen-packed-73349", include_str!("../../config/known/magicgen-packed-73349.toml")),
    ("magicgen-packed-78838", include_str!("../../config/known/magicgen-packed-78838.toml")),
    ("magicgen-packed-79032", include_str!("../../config/known/magicgen-packed-79032.toml")),
    ("magicgen-packed-80666", include_str!("../../config/known/magicgen-packed-80666.toml")),
    (
        "magicgen-packed-own-78221",
        include_str!("../../config/known/magicgen-packed-own-78221.toml"),
    ),
    (
        "magicgen-packed-black-82954",
        include_str!("../../config/known/magicgen-packed-black-82954.toml"),
    ),
    (
        "magicgen-shared-slots-48772",
        include_str!("../../config/known/magicgen-shared-slots-48772.toml"),
    ),
    (
        "magicgen-shared-slots-52796",
        include_str!("../../config/known/magicgen-shared-slots-52796.toml"),
    ),
    (
        "magicgen-shared-slots-black-58560",
        include_str!("../../config/known/magicgen-shared-slots-black-58560.toml"),
    ),
    (
        "magicgen-shared-slots-own-64995",
        include_str!("../../config/known/magicgen-shared-slots-own-64995.toml"),
    ),
    (
        "magicgen-shared-slots-own-51435",
        include_str!("../../config/known/magicgen-shared-slots-own-51435.toml"),
    ),
    ("magicgen-constant-79120", include_str!("../../config/known/magicgen-constant-79120.toml")),
    (
        "magicgen-packed-constant-68692",
        include_str!("../../config/known/magicgen-packed-constant-68692.toml"),
    ),
    (
        "magicgen-shared-slots-constant-44639",
        include_str!("../../config/known/magicgen-shared-slots-constant-44639.toml"),
    ),
    (
        "magicgen-folded-packed-constant-31361",
        include_str!("../../config/known/magicgen-folded-packed-constant-31361.toml"),
    ),
    (
        "magicgen-folded-shared-slots-constant-20996",
        include_str!("../../config/known/magicgen-folded-shared-slots-constant-20996.toml"),
    ),
    (
        "magicgen-quarter-packed-constant-15689",
        include_str!("../../config/known/magicgen-quarter-packed-constant-15689.toml"),
    ),
    (
        "magicgen-quarter-shared-slots-constant-9844",
        include_str!("../../config/known/magicgen-quarter-shared-slots-constant-9844.toml"),
    ),
    ("magicgen-fixed-85949", include_str!("../../config/known/magicgen-fixed-85949.toml")),
    ("magicgen-black-79878", include_str!("../../config/known/magicgen-black-79878.toml")),
];

/// All published factors, in order of preference.
pub fn all() -> impl Iterator<Item = &'static Known> {
    (0..FILES.len()).filter_map(file)
}

/// The published factors whose arithmetic and key are wanted, in order of preference. No other file is read.
pub fn of_form(is_wanted: impl Fn(Hash, Key) -> bool) -> impl Iterator<Item = &'static Known> {
    let has_form = move |at: &usize| {
        Known::shipped_form(FILES[*at].1).is_some_and(|(hash, key)| is_wanted(hash, key))
    };
    (0..FILES.len()).filter(has_form).filter_map(file)
}

/// The published factors with this id.
#[must_use]
pub fn find(id: &str) -> Option<&'static Known> {
    FILES.iter().position(|(known, _)| *known == id).and_then(file)
}

/// The ids of all published factors, in the order of [`all`]. No file is parsed.
pub fn ids() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(id, _)| *id)
}

/// The file at this index, parsed at the first call. A test parses every file, so `None` only occurs for files that a
/// build leaves out.
fn file(index: usize) -> Option<&'static Known> {
    static READ: [OnceLock<Option<Known>>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];
    READ[index].get_or_init(|| Known::shipped(FILES[index].1).ok()).as_ref()
}

/// The published factors for `problem`, each with its file. There are none unless it is the problem of rook or bishop
/// on the whole chess board.
#[must_use]
pub fn for_problem(problem: &Problem) -> Vec<(&'static Known, &'static KnownPiece)> {
    let Some(name) = chess_piece(problem) else { return Vec::new() };
    let piece_of = |known: &'static Known| known.pieces.iter().find(|piece| piece.name == name);
    all().filter_map(|known| Some((known, piece_of(known)?))).collect()
}

/// Published white magics with one index bit less than relevant squares, each as (bit index, magic, its file).
///
/// Together with fancy magics for the other squares, they make tables of 84,480 words for the rook and 4,800 words for
/// the bishop.
#[must_use]
pub fn denser(problem: &Problem) -> Vec<(u8, Magic, &'static Known)> {
    let known = for_problem(problem);
    let first_with_shift = |bit, shift| {
        let white = known.iter().filter(|(known, _)| {
            known.hash == Hash::Multiply
                && known.key == Key::White
                && known.sharing == Sharing::None
        });
        let mut magics = white.filter_map(|(known, piece)| Some((*known, piece.magic(bit)?.magic)));
        magics.find(|(_, magic)| magic.shift == shift)
    };
    let squares = problem.squares().iter().filter_map(|square| {
        let shift = Hash::Multiply.shift(square.bits().checked_sub(1)?);
        let (known, magic) = first_with_shift(square.bit, shift)?;
        Some((square.bit, magic, known))
    });
    squares.collect()
}

const FOUND_TEXT: &str = include_str!("../../config/found/magicgen.lock");

/// A lock with results of searches that take seconds, for rook and bishop on the chess board: shared factors, fields in
/// factors, groups, lines and sums of shifts. `just found` generates it. Its entries are proved like any lock's.
pub fn found() -> &'static Lock {
    static FOUND: OnceLock<Lock> = OnceLock::new();
    // A test parses this file, so the default never occurs.
    FOUND.get_or_init(|| Lock::shipped(FOUND_TEXT).unwrap_or_default())
}

/// True if [`found`] may have an entry for this table, which is not read for it.
#[must_use]
pub fn may_have_found(table: &str) -> bool {
    FOUND_TEXT.contains(table)
}
