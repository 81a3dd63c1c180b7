//! Results of a long search for layouts of rook and bishop on the whole chess board, if the problems are just these.
//!
//! The file is made by `cargo run --release -p tests-slow --example layout`, as it says at its head. Its content isn't trusted: users
//! of this module check that a result holds, and search otherwise.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;

use magicgen_board::{Bitboard, Problem};
use magicgen_search::known::chess_piece;

#[derive(Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct FoundFile {
    /// Hexadecimal numbers that begin with `0x`.
    words: Vec<String>,
    piece: Vec<FoundPiece>,
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct FoundPiece {
    name: String,
    /// By bit index: the position of the word at which the square's window begins.
    base: Vec<u16>,
    /// By bit index: the number of the square's range. Squares with the same number share a range.
    range: Vec<u16>,
}

struct FoundLayouts {
    words: Vec<Bitboard>,
    pieces: Vec<FoundPiece>,
}

fn read(text: &str) -> Option<FoundLayouts> {
    let FoundFile { words, piece: pieces } = magicgen_search::read::from_plain(text).ok()?;
    let word = |word: &String| Bitboard::from_str_radix(word.strip_prefix("0x")?, 16).ok();
    Some(FoundLayouts { words: words.iter().map(word).collect::<Option<_>>()?, pieces })
}

const TEXT: &str = include_str!("found.toml");

fn found() -> Option<&'static FoundLayouts> {
    static FOUND: OnceLock<Option<FoundLayouts>> = OnceLock::new();
    FOUND.get_or_init(|| read(TEXT)).as_ref()
}

/// The file's data for the given problems, in their order, if they are exactly the pieces in the file.
fn pieces(problems: &[&Problem]) -> Option<Vec<&'static FoundPiece>> {
    if problems.len() < 2 {
        return None;
    }
    let names: Vec<&str> =
        problems.iter().map(|problem| chess_piece(problem)).collect::<Option<_>>()?;
    let all = &found()?.pieces;
    if all.len() != names.len() || all.iter().any(|piece| !names.contains(&piece.name.as_str())) {
        return None;
    }
    names.iter().map(|name| all.iter().find(|piece| piece.name == *name)).collect()
}

/// The groups of squares that share a range; a square is the index of its piece and a bit index.
pub(super) fn ranges(problems: &[&Problem]) -> Option<Vec<Vec<(usize, u8)>>> {
    let mut groups: BTreeMap<u16, Vec<(usize, u8)>> = BTreeMap::new();
    for (at, piece) in pieces(problems)?.into_iter().enumerate() {
        for (bit, range) in (0..).zip(&piece.range) {
            groups.entry(*range).or_default().push((at, bit));
        }
    }
    Some(groups.into_values().collect())
}

/// The words of a dictionary under a post-mask, and by piece and bit index the position at which a square's window
/// begins.
pub(super) fn words(problems: &[&Problem]) -> Option<(&'static [Bitboard], Vec<&'static [u16]>)> {
    let base = pieces(problems)?.into_iter().map(|piece| piece.base.as_slice()).collect();
    Some((&found()?.words, base))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_is_what_toml_makes_of_it() {
        let read: FoundFile = magicgen_search::read::from_str(TEXT).unwrap();
        assert_eq!(magicgen_search::read::from_plain(TEXT), Ok(read));
        assert!(found().is_some());
    }
}
