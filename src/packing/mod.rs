//! Problems, all pieces in one table, and a [`Goal`] in; for each square a factor, a constant, a shift and an offset
//! out, such that ranges overlap and no slot has to serve two attack sets that it can't.
//!
//! [`pack`] searches factors whose used slots leave useful holes, and packs them by ruin and recreate; [`improve`]
//! lowers a given packing; [`prove()`] looks at every subset again; [`fill`] makes the table. The problem is hard
//! (strongly NP-complete: Fiekas, "Hashtable packing", 2020), so that all of this is heuristic: more effort, fewer
//! entries.

mod candidate;
mod chain;
mod image;
mod prove;
mod search;
mod table;

pub use prove::{PackClash, fill, prove};
pub use search::{PackError, improve, pack};
pub(crate) use search::{improve_watched, pack_watched};

use crate::search::{Hash, Key, Magic};

#[cfg(test)]
mod pinned;
#[cfg(test)]
mod tests;

/// What a packing is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Goal {
    /// The arithmetic.
    pub hash: Hash,
    /// What is multiplied.
    pub key: Key,
    /// Where the shift comes from.
    pub shift: ShiftGoal,
    /// What squares may do with one slot.
    pub sharing: Sharing,
}

/// Where the shift comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ShiftGoal {
    /// Each square has its own.
    Own,
    /// Each piece has one: the widest mask's.
    Constant,
}

/// When two squares may use one slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sharing {
    /// When their attack sets are equal.
    None,
    /// When their attack sets agree wherever both squares reach on an empty board: the lookup ends in a mask of
    /// the square's own reach, and the slot has the union.
    PostMask,
}

/// One square's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The slider's bit index.
    pub bit: u8,
    /// The factor, constant and shift.
    pub magic: Magic,
    /// What is added to the index. Searched ones are never negative; a given one may be where the square's lowest
    /// index isn't 0, and its slots then still aren't.
    pub offset: i64,
}

/// Places of all squares in one table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packing {
    /// What it is for.
    pub goal: Goal,
    /// By piece; ascending by bit.
    pub pieces: Vec<Vec<Placed>>,
    /// The highest used slot plus one; holes are counted.
    pub entries: usize,
}

impl Packing {
    /// Whether some offset is negative, so that it can't be stored as an unsigned number.
    #[must_use]
    pub fn has_negative_offset(&self) -> bool {
        self.pieces.iter().flatten().any(|place| place.offset < 0)
    }

    /// Counts from the lowest used slot, as far as no offset becomes negative by it.
    #[must_use]
    pub fn normalized(mut self, lowest: usize) -> Self {
        let least = self.pieces.iter().flatten().map(|place| place.offset).min().unwrap_or(0);
        let by = least.clamp(0, lowest as i64);
        self.pieces.iter_mut().flatten().for_each(|place| place.offset -= by);
        self.entries -= by as usize;
        self
    }
}

/// How hard to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackEffort {
    /// Another seed means other packings.
    pub seed: u64,
    /// Units of work, each about a second of two cores for rook and bishop on the chess board and less for less;
    /// 0 keeps the best known packing as it is.
    pub effort: u64,
    /// Threads. They change nothing in the result.
    pub threads: usize,
}

impl Default for PackEffort {
    fn default() -> Self {
        Self { seed: 0, effort: 1, threads: 1 }
    }
}
