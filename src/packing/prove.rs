//! Problems and a packing in; its entries, or where two attack sets meet, out; and the filled table.
//!
//! This shares no loop with the search, so that a mistake there shows here.

use std::fmt;

use super::{Packing, Placed, Sharing, ShiftGoal};
use crate::geometry::{Bitboard, Problem, SquareProblem, subsets};

/// Entries that a packing may have whatever its ranges are.
const SPARE: usize = 1 << 18;

/// Why a packing isn't one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackClash {
    /// Pieces or squares of problem and packing differ.
    Squares {
        /// The piece, by its number.
        piece: usize,
        /// The first bit index that one has and the other hasn't.
        bit: u8,
    },
    /// A shift that leaves no index, one longer than any mask needs, or one that differs where it is a constant.
    Shift {
        /// The piece, by its number.
        piece: usize,
        /// The slider's bit index.
        bit: u8,
        /// The shift.
        shift: u8,
    },
    /// A constant that the key doesn't give, or one where the arithmetic has none.
    Constant {
        /// The piece, by its number.
        piece: usize,
        /// The slider's bit index.
        bit: u8,
    },
    /// A slot below the lowest or above the highest.
    Outside {
        /// The piece, by its number.
        piece: usize,
        /// The slider's bit index.
        bit: u8,
        /// The slot.
        slot: i64,
    },
    /// Two attack sets that one slot can't serve.
    Slot {
        /// The slot.
        slot: usize,
        /// Piece and bit index of the square that was there first.
        first: (usize, u8),
        /// Piece and bit index of the square that came later; the same where it clashes with itself.
        second: (usize, u8),
        /// The later square's occupancy.
        occupied: Bitboard,
    },
    /// More entries than ranges laid end to end could need several times over.
    TooMany {
        /// Entries of all ranges together.
        ranges: usize,
        /// What the packing says.
        stated: usize,
    },
    /// The highest slot is unused, so that the count of entries is wrong.
    Entries {
        /// The highest used slot plus one.
        counted: usize,
        /// What the packing says.
        stated: usize,
    },
}

impl fmt::Display for PackClash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Squares { piece, bit } => {
                write!(f, "piece {piece} has no place or no square at bit {bit}")
            }
            Self::Shift { piece, bit, shift } => {
                write!(f, "the shift {shift} of piece {piece} at bit {bit} is out of range")
            }
            Self::Constant { piece, bit } => {
                write!(f, "the constant of piece {piece} at bit {bit} isn't the key's")
            }
            Self::Outside { piece, bit, slot } => {
                write!(f, "piece {piece} at bit {bit} uses the slot {slot} outside of the table")
            }
            Self::Slot { slot, first, second, occupied } => write!(
                f,
                "slot {slot} can't serve piece {} at bit {} and piece {} at bit {} under the occupancy \
                 {occupied:#018x}",
                first.0, first.1, second.0, second.1
            ),
            Self::TooMany { ranges, stated } => {
                write!(f, "{stated} entries are stated, but all ranges together have {ranges}")
            }
            Self::Entries { counted, stated } => {
                write!(f, "{counted} entries where {stated} are stated")
            }
        }
    }
}

impl std::error::Error for PackClash {}

/// What is in the table's slots so far.
struct Slots {
    /// The union of the attack sets.
    sets: Vec<Bitboard>,
    /// What the squares reach that have one there: where slots aren't shared everything, so that sets must be equal.
    /// 0 where nobody was, and on boards where nobody reaches anything, on which all sets are empty.
    reaches: Vec<Bitboard>,
    /// The highest used slot plus one.
    end: usize,
}

/// Looks up every subset of every mask, and counts the entries.
pub fn prove(problems: &[&Problem], packing: &Packing) -> Result<usize, PackClash> {
    let ranges = ranges(packing);
    // What a unit of offsets or a hole leaves is less than the ranges themselves on any board of use.
    if packing.entries > SPARE.max(ranges * 4) {
        return Err(PackClash::TooMany { ranges, stated: packing.entries });
    }
    let mut slots =
        Slots { sets: vec![0; packing.entries], reaches: vec![0; packing.entries], end: 0 };
    for piece in 0..problems.len().max(packing.pieces.len()) {
        let missing = PackClash::Squares { piece, bit: 0 };
        let problem = problems.get(piece).ok_or(missing)?;
        let places = packing.pieces.get(piece).ok_or(missing)?;
        let squares = problem.squares();
        for at in 0..squares.len().max(places.len()) {
            let (of_problem, of_packing) =
                (squares.get(at).map(|square| square.bit), places.get(at).map(|place| place.bit));
            if of_problem != of_packing {
                let bit = of_problem.into_iter().chain(of_packing).min().unwrap_or_default();
                return Err(PackClash::Squares { piece, bit });
            }
        }
        for (square, place) in squares.iter().zip(places) {
            let (bit, shift) = (place.bit, place.magic.shift);
            check_magic(packing, piece, square, place)?;
            if packing.goal.shift == ShiftGoal::Constant && shift != places[0].magic.shift {
                return Err(PackClash::Shift { piece, bit, shift });
            }
            let reach = match packing.goal.sharing {
                Sharing::None => Bitboard::MAX,
                Sharing::PostMask => square.reach,
            };
            for (occupied, attacks) in subsets(square.mask).zip(problem.attacks(*square)) {
                let slot = packing.goal.hash.index(occupied, place.magic) as i64 + place.offset;
                let outside = PackClash::Outside { piece, bit, slot };
                let slot = usize::try_from(slot).ok().filter(|slot| *slot < packing.entries);
                let slot = slot.ok_or(outside)?;
                // Attack sets lie within what their squares reach: where those agree in pairs, the union says on each
                // square what all say that reach it.
                if (slots.sets[slot] ^ attacks) & slots.reaches[slot] & reach != 0 {
                    let first = first_in(problems, packing, slot, reach, *attacks);
                    return Err(PackClash::Slot { slot, first, second: (piece, bit), occupied });
                }
                slots.sets[slot] |= attacks;
                slots.reaches[slot] |= reach;
                slots.end = slots.end.max(slot + 1);
            }
        }
    }
    // Slots before the lowest that is used count too: they stand in the table where an offset would be negative
    // without them.
    if slots.end == packing.entries {
        Ok(slots.end)
    } else {
        Err(PackClash::Entries { counted: slots.end, stated: packing.entries })
    }
}

/// Entries of all index ranges, end to end. A shift that [`check_magic`] refuses has none.
fn ranges(packing: &Packing) -> usize {
    let width = |place: &Placed| {
        let width = packing.goal.hash.product_bits().checked_sub(place.magic.shift);
        width.filter(|width| *width <= crate::search::MOST_BITS).map_or(0, |width| 1_usize << width)
    };
    packing.pieces.iter().flatten().map(width).sum()
}

/// The first square that has another attack set in a slot, on what both reach.
fn first_in(
    problems: &[&Problem],
    packing: &Packing,
    slot: usize,
    reach: Bitboard,
    attacks: Bitboard,
) -> (usize, u8) {
    for (piece, (problem, places)) in problems.iter().zip(&packing.pieces).enumerate() {
        for (square, place) in problem.squares().iter().zip(places) {
            let own = match packing.goal.sharing {
                Sharing::None => Bitboard::MAX,
                Sharing::PostMask => square.reach,
            };
            let mut there = subsets(square.mask).zip(problem.attacks(*square));
            let disagrees = there.any(|(occupied, set)| {
                let index = packing.goal.hash.index(occupied, place.magic) as i64;
                index + place.offset == slot as i64 && (set ^ attacks) & own & reach != 0
            });
            if disagrees {
                return (piece, square.bit);
            }
        }
    }
    (0, 0)
}

fn check_magic(
    packing: &Packing,
    piece: usize,
    square: &SquareProblem,
    place: &Placed,
) -> Result<(), PackClash> {
    let (bit, magic) = (place.bit, place.magic);
    let hash = packing.goal.hash;
    let width = hash.product_bits().checked_sub(magic.shift);
    if width.is_none_or(|width| width == 0 || width > crate::search::MOST_BITS) {
        return Err(PackClash::Shift { piece, bit, shift: magic.shift });
    }
    let constant = packing.goal.key.constant(hash, bit, square.mask, magic.factor);
    let none_there = hash.product_bits() != 64 && magic.constant != 0;
    if none_there || constant.is_some_and(|constant| constant != magic.constant) {
        return Err(PackClash::Constant { piece, bit });
    }
    Ok(())
}

/// The table: each slot the attack set that it serves, or under a post-mask the union of all. What no occupancy
/// reaches is 0.
///
/// # Panics
///
/// For a packing that [`prove`] refuses.
#[must_use]
pub fn fill(problems: &[&Problem], packing: &Packing) -> Vec<Bitboard> {
    let mut table = vec![0; packing.entries];
    for (problem, places) in problems.iter().zip(&packing.pieces) {
        for (square, place) in problem.squares().iter().zip(places) {
            for (occupied, attacks) in subsets(square.mask).zip(problem.attacks(*square)) {
                let index = packing.goal.hash.index(occupied, place.magic) as i64;
                table[(index + place.offset) as usize] |= attacks;
            }
        }
    }
    table
}
