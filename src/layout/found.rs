//! Problems in; what a long search has found for laying them out, where they are those of rook and bishop on the whole
//! chess board, out.
//!
//! The file is made by `cargo run --release --example layout`, as it says at its head. Nothing in it is believed: whoever
//! takes something from it looks whether it holds, and searches otherwise.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;

use crate::geometry::{Bitboard, Problem};
use crate::search::known::chess_piece;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// In hexadecimal digits behind `0x`.
    words: Vec<String>,
    piece: Vec<Piece>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Piece {
    name: String,
    /// By bit index: where the square's window on the words begins.
    base: Vec<u16>,
    /// By bit index: the number of the range that the square shares with others of the same number.
    range: Vec<u16>,
}

struct Found {
    words: Vec<Bitboard>,
    pieces: Vec<Piece>,
}

fn read(text: &str) -> Option<Found> {
    let File { words, piece: pieces } = toml::from_str(text).ok()?;
    let word = |word: &String| Bitboard::from_str_radix(word.strip_prefix("0x")?, 16).ok();
    Some(Found { words: words.iter().map(word).collect::<Option<_>>()?, pieces })
}

fn found() -> Option<&'static Found> {
    static FOUND: OnceLock<Option<Found>> = OnceLock::new();
    FOUND.get_or_init(|| read(include_str!("../../config/found/layout.toml"))).as_ref()
}

/// The pieces, if they are just those that the file has.
fn pieces(problems: &[&Problem]) -> Option<Vec<&'static Piece>> {
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

/// Groups of squares that share a range, by piece and bit index.
pub(super) fn ranges(problems: &[&Problem]) -> Option<Vec<Vec<(usize, u8)>>> {
    let mut groups: BTreeMap<u16, Vec<(usize, u8)>> = BTreeMap::new();
    for (at, piece) in pieces(problems)?.into_iter().enumerate() {
        for (bit, range) in (0..).zip(&piece.range) {
            groups.entry(*range).or_default().push((at, bit));
        }
    }
    Some(groups.into_values().collect())
}

/// Words under a post-mask, and by piece and bit index where a square's window on them begins.
pub(super) fn words(problems: &[&Problem]) -> Option<(&'static [Bitboard], Vec<&'static [u16]>)> {
    let base = pieces(problems)?.into_iter().map(|piece| piece.base.as_slice()).collect();
    Some((&found()?.words, base))
}
