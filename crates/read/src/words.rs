//! Joins columns of halves, of parts of 16 bits and of bytes to columns of words.

use std::collections::BTreeSet;

use super::table::SourceColumn;

/// Two columns of 32-bit numbers, signed or not, joined to columns of 64-bit numbers, with the low half first and last.
pub(super) fn halves(first: &SourceColumn, second: &SourceColumn) -> Vec<SourceColumn> {
    let in_range = |column: &SourceColumn| {
        column.values.iter().all(|value| (-(1 << 31)..1 << 32).contains(value))
    };
    let is_half = |column: &SourceColumn| {
        let distinct: BTreeSet<i128> = column.values.iter().copied().collect();
        distinct.iter().any(|value| value.abs() >= 1 << 12) && distinct.len() >= 8
    };
    // One of the halves may be 0 on most squares.
    if !in_range(first) || !in_range(second) || !is_half(first) && !is_half(second) {
        return Vec::new();
    }
    let half = |value: i128| value & i128::from(u32::MAX);
    let join = |low: &SourceColumn, high: &SourceColumn| SourceColumn {
        values: (low.values.iter().zip(&high.values))
            .map(|(low, high)| half(*high) << 32 | half(*low))
            .collect(),
        of: [first.of[0], second.of[0]],
        is_plain: false,
        ..first.clone()
    };
    vec![join(first, second), join(second, first)]
}

/// Eight columns of bytes, or four of 16 bits, joined to columns of 64-bit numbers, with the lowest part first and last.
pub(super) fn parts(columns: &[SourceColumn]) -> Vec<SourceColumn> {
    let bits = match columns.len() {
        8 => 8,
        4 => 16,
        _ => return Vec::new(),
    };
    let range = -(1_i128 << (bits - 1))..1 << bits;
    let values = || columns.iter().flat_map(|column| &column.values);
    // Words of factors are long and have different parts.
    let distinct: BTreeSet<&i128> = values().collect();
    if !values().all(|value| range.contains(value)) || distinct.len() < 8 {
        return Vec::new();
    }
    let join = |reversed: bool| SourceColumn {
        values: (0..columns[0].values.len())
            .map(|row| {
                let part = |at: usize| columns[at].values[row] & ((1 << bits) - 1);
                let ordered = (0..columns.len())
                    .map(|at| part(if reversed { at } else { columns.len() - 1 - at }));
                ordered.fold(0, |word, part| word << bits | part)
            })
            .collect(),
        place: 0,
        label: None,
        of: [0; 2],
        is_plain: false,
        ..columns[0].clone()
    };
    vec![join(false), join(true)]
}
