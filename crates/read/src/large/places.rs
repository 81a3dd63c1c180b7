//! The offsets beside factors, and index ranges that overlap.

use std::collections::BTreeSet;

use super::array::LargeColumn;
use super::judged::Judged;
use super::report::LargeFault;
use super::setting::LargeSetting;

/// The largest number that is taken for an offset.
const MOST: u128 = 1 << 40;

/// The columns that may hold the starts of the index ranges of some factors. `used` are columns with another meaning.
pub(super) fn offsets<'a>(
    columns: impl Iterator<Item = &'a LargeColumn>,
    used: &[&LargeColumn],
    bits: &[u8],
) -> Option<LargeColumn> {
    let mut others = columns.filter(|column| {
        let is_used = used.iter().any(|used| used.values == column.values);
        !is_used && column.values.iter().all(|value| *value < MOST)
    });
    others.find(|column| is_laid_out(column, bits)).cloned()
}

/// True if three quarters of the ranges begin where the range of the row before ends.
fn is_laid_out(column: &LargeColumn, bits: &[u8]) -> bool {
    let follows = (1..bits.len()).filter(|row| follows(column, bits, *row)).count();
    follows * 4 >= bits.len() * 3
}

/// Whether a row's range begins where the range of the row before ends.
fn follows(column: &LargeColumn, bits: &[u8], row: usize) -> bool {
    let before = row.checked_sub(1).map_or(0, |row| column.values[row] + (1 << bits[row]));
    column.values[row] == before
}

/// The rows whose ranges overlap another one that needs another attack set in some slot, or that lie behind the table.
/// `bits` are the index bits of each row, and whether it has no other fault.
pub(super) fn faults(
    offsets: &LargeColumn,
    setting: &LargeSetting,
    judged: &Judged,
    (bits, sound): (&[u8], &[bool]),
) -> Vec<(usize, LargeFault)> {
    let values = &offsets.values;
    let mut order: Vec<usize> = (0..bits.len()).filter(|row| sound[*row]).collect();
    order.sort_by_key(|row| values[*row]);
    let mut faults = displaced(offsets, bits, sound);
    let mut wrong: BTreeSet<usize> = faults.iter().map(|(row, _)| *row).collect();
    for (number, first) in order.iter().enumerate() {
        let end = values[*first] + (1 << bits[*first]);
        let behind = order[number + 1..].iter().take_while(|other| values[**other] < end);
        for other in behind {
            // The range of the first is too long, or the other begins too early.
            let is_next = *other == first + 1 && other + 1 < bits.len() && sound[*other];
            let is_long = is_next && follows(offsets, bits, other + 1);
            let row = if is_long || !follows(offsets, bits, *first) { *first } else { *other };
            let other = if row == *first { *other } else { *first };
            if wrong.contains(&row) || wrong.contains(&other) {
                continue;
            }
            if let Some(slot) = shared_slot(offsets, setting, judged, bits, [row, other]) {
                wrong.insert(row);
                let offset = values[row] as i64;
                let (line, other) = (offsets.lines[row] as usize, setting.layout.bit(other));
                faults.push((row, LargeFault::Overlap { offset, line, other, slot }));
            }
        }
    }
    faults
}

/// The rows behind the table of all others, where this table has a gap of their length.
fn displaced(offsets: &LargeColumn, bits: &[u8], sound: &[bool]) -> Vec<(usize, LargeFault)> {
    let values = &offsets.values;
    let end = |row: usize| values[row] + (1 << bits[row]);
    let fault = |row: usize| {
        let free = row.checked_sub(1).map_or(0, end);
        let next = values.get(row + 1);
        let fits = next.is_some_and(|next| *next == free + (1 << bits[row]));
        let others = (0..bits.len()).filter(|other| *other != row).map(end).max().unwrap_or(0);
        let is_behind = values[row] >= others;
        let line = offsets.lines[row] as usize;
        let (offset, free) = (values[row] as i64, free as i64);
        (fits && is_behind && sound[row])
            .then_some((row, LargeFault::Displaced { offset, line, free }))
    };
    (0..bits.len()).filter_map(fault).collect()
}

/// The first slot in which two squares need different attack sets.
fn shared_slot(
    offsets: &LargeColumn,
    setting: &LargeSetting,
    judged: &Judged,
    bits: &[u8],
    rows: [usize; 2],
) -> Option<i64> {
    let [one, other] = rows.map(|row| {
        let square = setting.square(row, judged.masks[row]);
        let slots = square.slots(judged.product, judged.column.values[row], bits[row]);
        let from = offsets.values[row] as i64;
        (from, slots)
    });
    one.1.iter().find_map(|(index, set)| {
        let slot = one.0 + *index as i64;
        let index = usize::try_from(slot - other.0).ok()?;
        other.1.get(&index).is_some_and(|other| other != set).then_some(slot)
    })
}
