//! Packs the attack sets of several problems into one table, under a [`Goal`]. Each square gets a factor, a constant, a
//! shift and an offset, such that ranges overlap and no slot has to serve attack sets that disagree.
//!
//! [`pack`] searches factors whose used slots leave useful holes, and packs them by ruin and recreate; [`improve`]
//! shortens a given packing; [`prove()`] checks every subset independently; [`fill`] makes the table. The problem is
//! hard (strongly NP-complete: Fiekas, "Hashtable packing", 2020), so that the methods are heuristic: more effort gives
//! fewer entries.

pub mod bitmap;
pub mod candidate;
mod chain;
pub mod image;
mod prove;
mod search;
mod table;

pub use prove::{PackClash, extent, fill, prove, slots};
pub use search::{PackError, improve, pack, shortest};

use crate::Watch;
use crate::{Hash, Key, Magic};
use magicgen_board::Bitboard;

#[cfg(test)]
mod pinned;
#[cfg(test)]
mod tests;

/// The kind of lookup that a packing is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Goal {
    /// The arithmetic.
    pub hash: Hash,
    /// The key that is multiplied.
    pub key: Key,
    /// The source of the shift.
    pub shift: ShiftGoal,
    /// The squares that may share a slot.
    pub sharing: Sharing,
}

/// The source of the shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ShiftGoal {
    /// Each square has its own shift.
    Own,
    /// Each piece has one shift, for its widest mask.
    Constant,
}

/// The condition under which two squares may share a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sharing {
    /// Their attack sets have to be equal.
    None,
    /// Their attack sets have to agree on all squares that both reach on the empty board. The slot holds the union, and
    /// the lookup ends with a mask of the square's own reach.
    PostMask,
}

/// The magic and the offset of one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The slider's bit index.
    pub bit: u8,
    /// The factor, constant and shift.
    pub magic: Magic,
    /// The number that is added to the index. A search never makes it negative. In a given packing it may be negative
    /// if the square's lowest index isn't 0, as long as all of its slots are in the table.
    pub offset: i64,
}

/// The magics and offsets of all squares in one table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packing {
    /// The kind of lookup that the packing is for.
    pub goal: Goal,
    /// For each piece its squares, ascending by bit index.
    pub pieces: Vec<Vec<Placed>>,
    /// The number of entries of the table, holes included: the highest used slot plus one.
    pub entries: usize,
}

impl Packing {
    /// Whether some offset is negative, so that it can't be stored as an unsigned number unless it wraps.
    #[must_use]
    pub fn has_negative_offset(&self) -> bool {
        self.pieces.iter().flatten().any(|place| place.offset < 0)
    }

    /// The slot that an occupancy leads to; beyond the table in a packing that [`prove()`] refuses.
    #[inline]
    fn slot(&self, occupied: Bitboard, place: &Placed) -> i64 {
        self.goal.hash.index(occupied, place.magic) as i64 + place.offset
    }

    /// Moves the packing down so that `lowest`, its lowest used slot, becomes slot 0, or as far as no offset becomes
    /// negative.
    #[must_use]
    pub fn normalized(mut self, lowest: usize) -> Self {
        let least = self.pieces.iter().flatten().map(|place| place.offset).min().unwrap_or(0);
        let by = least.clamp(0, lowest as i64);
        self.pieces.iter_mut().flatten().for_each(|place| place.offset -= by);
        self.entries -= by as usize;
        self
    }
}

/// The seed and the amount of a search, its threads, and the watch that follows it.
#[derive(Clone, Debug)]
pub struct PackEffort {
    /// The seed; another one gives other packings.
    pub seed: u64,
    /// Units of work. A unit is about a second of two cores for rook and bishop on the chess board, and less for
    /// smaller problems. With 0 units the best known packing is kept as it is.
    pub effort: u64,
    /// The number of threads, which doesn't change the result.
    pub threads: usize,
    /// Follows the search and can stop it. A stopped search returns the best packing so far.
    pub watch: Watch,
}

impl Default for PackEffort {
    fn default() -> Self {
        Self { seed: 0, effort: 1, threads: 1, watch: Watch::default() }
    }
}
