//! The slots of a table as a bitmap, and the cost of placing an image there.

/// The taken slots and the edges between taken and empty ones that a placement would add.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AddedSlots {
    /// Slots that were empty.
    pub used: i64,
    /// Edges between a taken and an empty slot.
    pub edges: i64,
}

/// The slots and edges that an image at `position` would add to the taken slots.
#[must_use]
pub fn added(taken: &[u64], image: &[u64], position: usize) -> AddedSlots {
    let mut gain = AddedSlots::default();
    let first = position / 64;
    // An edge lies below each slot: the carries are the slot below the word, before and after the placement.
    let below = if first == 0 { 1 } else { taken[first - 1] >> 63 };
    let (mut carry_before, mut carry_after) = (below, below);
    let mut last = first;
    for (at, word) in shifted(image, position) {
        let before = taken[at];
        let after = before | word;
        gain.used += i64::from((after ^ before).count_ones());
        gain.edges += i64::from((after ^ (after << 1 | carry_after)).count_ones())
            - i64::from((before ^ (before << 1 | carry_before)).count_ones());
        carry_before = before >> 63;
        carry_after = after >> 63;
        last = at;
    }
    let above = taken.get(last + 1).map_or(0, |word| word & 1);
    gain.edges += (carry_after ^ above) as i64 - (carry_before ^ above) as i64;
    gain
}

/// The highest taken slot plus one.
#[must_use]
pub fn end(taken: &[u64]) -> usize {
    let last = taken.iter().rposition(|word| *word != 0);
    last.map_or(0, |at| at * 64 + 64 - taken[at].leading_zeros() as usize)
}

/// The words of a bitmap moved up to `position`, with their indices in the table.
pub fn shifted(words: &[u64], position: usize) -> impl Iterator<Item = (usize, u64)> {
    let (first, shift) = (position / 64, position % 64);
    let word_at = move |index: usize| words.get(index).copied().unwrap_or(0);
    (0..=words.len()).map(move |index| {
        let below = if index == 0 { 0 } else { (word_at(index - 1) >> 1) >> (63 - shift) };
        (first + index, word_at(index) << shift | below)
    })
}
