//! Codes of attack sets, with a bit for each square that is reached, and the tables that hold them.

use std::collections::BTreeMap;

use super::{WideKey, WidePart, WideSlots};
use crate::axes::Cell;
use crate::layout::Unfit;
use magicgen_board::{Purpose, SquareSet};
use magicgen_ir::{Rows, Storage, Table, TableRole};
use magicgen_search::wide::{SquareSets, WideSpreads, find_wide_spreads};

/// The most bits of a code. If one has more than 16, all codes of its table are stored in 32.
const CODE_BITS: u32 = 32;

/// The most bytes of an output's codes. If they are more, and at most 256 are distinct, slots hold the numbers of codes.
pub(super) const MOST_CODE_BYTES: usize = 20_000;

/// How slots of a part become attack sets.
pub(super) enum WideCodes {
    /// They are attack sets, or positions in a dictionary.
    Sets,
    /// PDEP spreads each over the squares that are reached.
    Deposited(Vec<(u8, SquareSet)>),
    /// Products spread them.
    Spread(WideSpreads),
}

impl WideCodes {
    /// The codes of a part.
    pub(super) fn new(cell: Cell, part: &WidePart, key: &WideKey) -> Result<Self, Unfit> {
        let reach =
            |bit: u8, squares: u32| Unfit::Reach { piece: 0, bit, squares, bits: CODE_BITS };
        match cell {
            Cell::Pdep => {
                let of = |(bit, mask): (u8, SquareSet)| {
                    let sets = part.walk.attack_sets(bit, mask).into_iter();
                    (bit, sets.fold(SquareSet::EMPTY, |reach, set| reach | set))
                };
                let reaches: Vec<(u8, SquareSet)> = key.masks().into_iter().map(of).collect();
                match reaches.iter().find(|(_, squares)| squares.len() > CODE_BITS) {
                    Some((bit, squares)) => Err(reach(*bit, squares.len())),
                    None => Ok(Self::Deposited(reaches)),
                }
            }
            Cell::Spread => {
                // Lookups for several purposes have the same codes, so that they share fields.
                let of = |(bit, mask): (u8, SquareSet)| {
                    let mut sets: Vec<SquareSet> = Vec::new();
                    for walk in &part.for_all {
                        let all = walk.attack_sets(bit, mask);
                        sets.extend(landings(Purpose::Capture, mask, all.clone()));
                        sets.extend(all);
                    }
                    sets.sort_unstable();
                    sets.dedup();
                    SquareSets { bit, mask, sets }
                };
                let squares: Vec<SquareSets> = key.masks().into_iter().map(of).collect();
                let spreads =
                    find_wide_spreads(&squares).map_err(|bit| Unfit::Spread { piece: 0, bit })?;
                match spreads.squares.iter().find(|spread| spread.bits() > CODE_BITS) {
                    Some(spread) => Err(reach(spread.bit, spread.bits())),
                    None => Ok(Self::Spread(spreads)),
                }
            }
            Cell::Word | Cell::Byte | Cell::Half => Ok(Self::Sets),
        }
    }

    /// The code of an attack set of the square with number `at`; `None` where slots hold no codes.
    pub(super) fn code(&self, at: usize, set: SquareSet) -> Option<u64> {
        match self {
            Self::Sets => None,
            Self::Deposited(reaches) => Some(reaches[at].1.numbers(set)),
            Self::Spread(spreads) => Some(spreads.squares[at].code(set)),
        }
    }
}

/// What a lookup for a purpose needs of the attack sets of a mask's subsets: nothing is captured on a relevant square
/// that is empty.
pub(super) fn landings(
    purpose: Purpose,
    mask: SquareSet,
    mut sets: Vec<SquareSet>,
) -> Vec<SquareSet> {
    if purpose == Purpose::Capture {
        for (set, occupied) in sets.iter_mut().zip(mask.subsets()) {
            *set = *set & (occupied | !mask);
        }
    }
    sets
}

/// The width of a table's codes.
fn width(codes: &[SquareSet]) -> Storage {
    let is_short = codes.iter().all(|code| u16::try_from(code.low()).is_ok());
    if is_short { Storage::Short } else { Storage::Half }
}

/// The bytes of the tables of codes.
pub(super) fn code_bytes(cells: &[WideSlots]) -> usize {
    cells.iter().map(|cells| cells.sets.len() * width(&cells.sets).bytes()).sum()
}

/// The number of each distinct code; `None` if there are more than a byte tells apart.
pub(super) fn numbered_codes(cells: &[WideSlots]) -> Option<BTreeMap<u64, u64>> {
    let mut numbers = BTreeMap::new();
    for code in cells.iter().flat_map(|cells| &cells.sets) {
        let next = numbers.len() as u64;
        numbers.entry(code.low()).or_insert(next);
        if numbers.len() > 256 {
            return None;
        }
    }
    Some(numbers)
}

/// A table without rows.
pub(super) fn table(
    role: TableRole,
    piece: Option<usize>,
    storage: Storage,
    entries: Vec<u64>,
) -> Table {
    Table { role, piece, rows: Rows::No, storage, entries, title: None }
}

/// The tables of codes: one for each piece, or with `numbers` one of bytes for each piece, and behind them a dictionary of
/// all codes.
pub(super) fn code_tables(cells: &[WideSlots], numbers: Option<&BTreeMap<u64, u64>>) -> Vec<Table> {
    let codes = |cells: &WideSlots| cells.sets.iter().map(|code| code.low()).collect::<Vec<u64>>();
    let Some(numbers) = numbers else {
        let of = |cells: &WideSlots| {
            table(TableRole::Attacks, cells.owner, width(&cells.sets), codes(cells))
        };
        return cells.iter().map(of).collect();
    };
    let of = |cells: &WideSlots| {
        let entries = codes(cells).iter().map(|code| numbers[code]).collect();
        table(TableRole::Indices, cells.owner, Storage::Byte, entries)
    };
    let mut tables: Vec<Table> = cells.iter().map(of).collect();
    let mut dictionary = vec![0; numbers.len()];
    for (code, number) in numbers {
        dictionary[*number as usize] = *code;
    }
    let is_short = dictionary.iter().all(|code| u16::try_from(*code).is_ok());
    let storage = if is_short { Storage::Short } else { Storage::Half };
    tables.push(table(TableRole::Dictionary, None, storage, dictionary));
    tables
}
