//! Writes factors as a file of the form that files under `config/known` have.

use std::fmt;

use super::super::list::list;
use super::super::{Hash, Key};
use super::{Known, KnownPiece};
use crate::text::TomlText;

/// Factors or constants in a line.
const WORDS: usize = 4;
/// Offsets in a line.
const OFFSETS: usize = 8;
/// Shifts, or indices of bits, in a line.
const SHIFTS: usize = 16;

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "id = {}", TomlText(&self.id))?;
        writeln!(f, "author = {}", TomlText(&self.author))?;
        if let Some(year) = self.year {
            writeln!(f, "year = {year}")?;
        }
        writeln!(f, "source = {}", TomlText(&self.source))?;
        if let Some(note) = &self.note {
            writeln!(f, "note = {}", TomlText(note))?;
        }
        let hash = match self.hash {
            Hash::SplitXor => "split32-xor",
            Hash::SplitAdd => "split32-add",
            _ => "multiply",
        };
        writeln!(f, "hash = {}", TomlText(hash))?;
        let key = match self.key {
            Key::Black => "black",
            Key::Constant => "constant",
            _ => "white",
        };
        writeln!(f, "key = {}", TomlText(key))?;
        writeln!(f, "sharing = {}", TomlText(self.sharing.id()))?;
        if let Some(entries) = self.entries {
            writeln!(f, "entries = {entries}")?;
        }
        for piece in &self.pieces {
            writeln!(f, "\n[[piece]]")?;
            self.piece_lines(piece, f)?;
        }
        Ok(())
    }
}

impl Known {
    fn piece_lines(&self, piece: &KnownPiece, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let magics = || piece.magics.iter().map(|known| known.magic);
        let word = |word: u64| format!("\"{word:#018x}\"");
        writeln!(f, "name = {}", TomlText(&piece.name))?;
        if piece.magics.len() < 64 {
            let bits = piece.magics.iter().map(|known| known.bit.to_string());
            list(f, "bit", SHIFTS, bits)?;
        }
        list(f, "factor", WORDS, magics().map(|magic| word(magic.factor)))?;
        match one(magics().map(|magic| magic.shift)) {
            Some(shift) => writeln!(f, "shift = {shift}")?,
            None => list(f, "shift", SHIFTS, magics().map(|magic| magic.shift.to_string()))?,
        }
        if self.key == Key::Constant {
            list(f, "constant", WORDS, magics().map(|magic| word(magic.constant)))?;
        }
        let offsets: Option<Vec<i64>> = piece.magics.iter().map(|known| known.offset).collect();
        match offsets {
            Some(offsets) => list(f, "offset", OFFSETS, offsets.iter().map(i64::to_string)),
            None => Ok(()),
        }
    }
}

/// The number, if all numbers are the same.
fn one(mut numbers: impl Iterator<Item = u8>) -> Option<u8> {
    let first = numbers.next()?;
    numbers.all(|number| number == first).then_some(first)
}
