//! Proves a packing, counts its entries, and fills its table.
//!
//! This shares no loop with the search, so that a mistake there is found here.

use std::fmt;

use super::{Packing, Placed, Sharing, ShiftGoal};
use magicgen_board::{Bitboard, Problem, SquareProblem, subsets};

/// The number of entries that a packing may have whatever its ranges are.
const SPARE: usize = 1 << 18;

/// A reason why a packing is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackClash {
    /// The packing doesn't have the problems' pieces or squares.
    Squares {
        /// The index of the piece.
        piece: usize,
        /// The first bit index that only one of problem and packing has.
        bit: u8,
    },
    /// A shift leaves no index or one longer than any mask needs, or differs from the others where it has to be
    /// constant.
    Shift {
        /// The index of the piece.
        piece: usize,
        /// The slider's bit index.
        bit: u8,
        /// The shift.
        shift: u8,
    },
    /// A constant isn't the key's constant, or isn't 0 though the arithmetic has none.
    Constant {
        /// The index of the piece.
        piece: usize,
        /// The slider's bit index.
        bit: u8,
    },
    /// A slot lies before or behind the table.
    Outside {
        /// The index of the piece.
        piece: usize,
        /// The slider's bit index.
        bit: u8,
        /// The slot.
        slot: i64,
    },
    /// Two attack sets disagree about one slot.
    Slot {
        /// The slot.
        slot: usize,
        /// The index of the piece and the bit index of the square that used the slot first.
        first: (usize, u8),
        /// The index of the piece and the bit index of the square that used it later; the same square if it clashes
        /// with itself.
        second: (usize, u8),
        /// The occupancy of the later square.
        occupied: Bitboard,
    },
    /// The stated number of entries is several times the number that all ranges need when laid end to end.
    TooMany {
        /// The number of entries of all ranges together.
        ranges: usize,
        /// The number of entries that the packing states.
        stated: usize,
    },
    /// The stated number of entries is wrong, since the last slots aren't used.
    Entries {
        /// The highest used slot plus one.
        counted: usize,
        /// The number of entries that the packing states.
        stated: usize,
    },
}

impl PackClash {
    /// The index of the piece that the clash is about, if it is about one; of two, the later one.
    #[must_use]
    pub const fn piece(&self) -> Option<usize> {
        match self {
            Self::Squares { piece, .. }
            | Self::Shift { piece, .. }
            | Self::Constant { piece, .. }
            | Self::Outside { piece, .. }
            | Self::Slot { second: (piece, _), .. } => Some(*piece),
            Self::TooMany { .. } | Self::Entries { .. } => None,
        }
    }
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
                write!(f, "the constant of piece {piece} at bit {bit} differs from the key's")
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
                write!(f, "the table has {stated} entries, but its ranges need {ranges}")
            }
            Self::Entries { counted, stated } => {
                write!(f, "the table has {stated} entries, but {counted} are used")
            }
        }
    }
}

impl std::error::Error for PackClash {}

/// The content of the table's slots so far.
struct FilledSlots {
    /// For each slot, the union of its attack sets.
    sets: Vec<Bitboard>,
    /// For each slot, the union of the reaches of the squares that use it. Without sharing, every reach counts as the
    /// whole board, so that sets must be equal. A reach is 0 if no square uses the slot, or if its users reach no
    /// square, in which case all sets are empty.
    reaches: Vec<Bitboard>,
    /// The highest used slot plus one.
    end: usize,
}

/// Looks up every subset of every mask, and returns the number of entries.
pub fn prove(problems: &[&Problem], packing: &Packing) -> Result<usize, PackClash> {
    let ranges = ranges(packing);
    // Offsets in units, and holes, leave less room free than the ranges themselves take on any board of use.
    if packing.entries > SPARE.max(ranges * 4) {
        return Err(PackClash::TooMany { ranges, stated: packing.entries });
    }
    let mut slots =
        FilledSlots { sets: vec![0; packing.entries], reaches: vec![0; packing.entries], end: 0 };
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
                let slot = packing.slot(occupied, place);
                let outside = PackClash::Outside { piece, bit, slot };
                let slot = usize::try_from(slot).ok().filter(|slot| *slot < packing.entries);
                let slot = slot.ok_or(outside)?;
                // Attack sets lie within their squares' reaches. As long as they agree in pairs, the union has, on each
                // square of the board, the value of all attack sets whose squares reach it.
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
    // Slots before the lowest used one count as well: the table has them so that no offset is negative.
    if slots.end == packing.entries {
        Ok(slots.end)
    } else {
        Err(PackClash::Entries { counted: slots.end, stated: packing.entries })
    }
}

/// The number of entries of all index ranges, laid end to end. A range with a shift that [`check_magic`] refuses counts
/// 0.
fn ranges(packing: &Packing) -> usize {
    let width = |place: &Placed| {
        let width = packing.goal.hash.product_bits().checked_sub(place.magic.shift);
        width.filter(|width| *width <= crate::MOST_BITS).map_or(0, |width| 1_usize << width)
    };
    packing.pieces.iter().flatten().map(width).sum()
}

/// The lowest and the highest slot that an occupancy of the problems' squares leads to; `None` where there is none.
#[must_use]
pub fn extent(problems: &[&Problem], packing: &Packing) -> Option<(i64, i64)> {
    let mut extent: Option<(i64, i64)> = None;
    for (problem, places) in problems.iter().zip(&packing.pieces) {
        for place in places {
            let Some(square) = problem.square(place.bit) else { continue };
            let hash = packing.goal.hash;
            let ends = subsets(square.mask).fold((usize::MAX, 0), |(low, high), occupied| {
                let index = hash.index(occupied, place.magic);
                (index.min(low), index.max(high))
            });
            let [low, high] = [ends.0, ends.1].map(|end| place.offset.saturating_add(end as i64));
            let (least, most) = extent.unwrap_or((low, high));
            extent = Some((low.min(least), high.max(most)));
        }
    }
    extent
}

/// The first square with an attack set in `slot` that disagrees with `attacks` on a square that both reach.
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
                packing.slot(occupied, place) == slot as i64 && (set ^ attacks) & own & reach != 0
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
    if width.is_none_or(|width| width == 0 || width > crate::MOST_BITS) {
        return Err(PackClash::Shift { piece, bit, shift: magic.shift });
    }
    let constant = packing.goal.key.constant(hash, bit, square.mask, magic.factor);
    let none_there = hash.product_bits() != 64 && magic.constant != 0;
    if none_there || constant.is_some_and(|constant| constant != magic.constant) {
        return Err(PackClash::Constant { piece, bit });
    }
    Ok(())
}

/// The slots that each square uses, ascending, in the order of the packing's squares.
///
/// # Panics
///
/// For a packing that [`prove`] refuses.
#[must_use]
pub fn slots(problems: &[&Problem], packing: &Packing) -> Vec<Vec<Vec<usize>>> {
    let of_square = |mask, place: &Placed| {
        let slot = |occupied| packing.slot(occupied, place) as usize;
        let mut slots: Vec<usize> = subsets(mask).map(slot).collect();
        slots.sort_unstable();
        slots.dedup();
        slots
    };
    let of_piece = |(problem, places): (&&Problem, &Vec<Placed>)| {
        let squares = problem.squares().iter().zip(places);
        squares.map(|(square, place)| of_square(square.mask, place)).collect()
    };
    problems.iter().zip(&packing.pieces).map(of_piece).collect()
}

/// The filled table: each slot holds its attack set or, under a post-mask, the union of its attack sets. A slot that no
/// occupancy leads to holds 0.
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
                table[packing.slot(occupied, place) as usize] |= attacks;
            }
        }
    }
    table
}
