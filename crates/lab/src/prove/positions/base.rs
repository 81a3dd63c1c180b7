//! Facts about two subsets of a base that hold for every factor.

use crate::prove::node::KeyOrder;
use crate::prove::translates::always_differ;

/// The subsets of a base, and the pairs of them that are bad.
#[derive(Clone, Debug, Default)]
pub(super) struct Base {
    pub(super) keys: Vec<u64>,
    /// For each subset the number of its group. The subsets of a group are bad with the same others.
    pub(super) group: Vec<usize>,
    /// For each group, the groups with whose subsets its own are bad.
    pub(super) bad: Vec<Vec<usize>>,
}

impl Base {
    /// The base of the first squares of a plan. Two of its subsets are *bad* if their keys have different classes with all
    /// two different subsets of the rest.
    pub(super) fn new(keys: &KeyOrder, squares: u8) -> Self {
        let count = 1_usize << squares;
        let bad = always_differ(count, &keys.class);
        let rows: Vec<&[bool]> = bad.chunks_exact(count).collect();
        let mut first_of: Vec<usize> = Vec::new();
        let mut group = Vec::new();
        for (subset, row) in rows.iter().enumerate() {
            let known = first_of.iter().position(|first| rows[*first] == *row);
            group.push(known.unwrap_or(first_of.len()));
            if known.is_none() {
                first_of.push(subset);
            }
        }
        let bad_with = |first: &usize| {
            let is_bad = |other: &usize| rows[*first][first_of[*other]];
            (0..first_of.len()).filter(is_bad).collect()
        };
        let bad = first_of.iter().map(bad_with).collect();
        Self { keys: keys.key[..count].to_vec(), group, bad }
    }
}
