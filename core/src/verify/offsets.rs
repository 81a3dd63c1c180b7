//! Finds the column of offsets that lays out the attack sets of a run of factors in one table.

use std::collections::BTreeSet;

use super::placement::{Tenant, place};
use super::scheme::Scheme;
use super::settle::{FEW, LaidOut, Run, Settled, Settler, Source, works};
use super::sharing::Sharing;
use super::slider::Key;
use super::table::Column;

/// The greatest length of a table, in slots, that numbers make which the text doesn't call offsets.
const MOST_LENGTH: u64 = 1 << 17;

/// Words in the names of columns or arrays of offsets.
const OFFSETS: [&str; 8] =
    ["offset", "index", "start", "base", "position", "begin", "pointer", "place"];

/// How well a column suits as offsets, the smallest rank being the best: whether squares clash although the column is
/// in another array, the distance, the number of wrong squares, and how slots are shared.
pub(super) type Rank = (bool, (bool, usize), usize, Sharing);

impl Settler<'_> {
    /// The best offsets for a run, with their rank and the scheme of index bits.
    pub(super) fn laid_out(
        &mut self,
        run: &Run,
        schemes: &[Scheme],
        key: Option<Key>,
    ) -> Option<(Rank, (Scheme, Source))> {
        let mut beside = self.beside(run);
        beside.retain(|source| may_be_offsets(self.column(*source)));
        for (is_beside, like) in [(true, beside), (false, self.offsets_apart(run))] {
            let mut found: Vec<(Rank, (Scheme, Source))> = Vec::new();
            for (distance, source) in self.nearest(run, like, |source| *source) {
                let is_plain = is_beside || self.is_called(source, &OFFSETS);
                for scheme in schemes {
                    if matches!(scheme, Scheme::Given(given, _) if *given == source) {
                        continue;
                    }
                    let settled = self.settled(run, *scheme, Some(source), key);
                    let (placement, bad) = self.place(&settled.iter().collect::<Vec<_>>());
                    let Some((placement, _)) = placement else { continue };
                    let wrong = placement.clashes.len() + bad;
                    let bits = settled.iter().flat_map(|one| one.bits.iter().flatten());
                    let words: u64 = bits.map(|bits| 1 << bits).sum();
                    // Offsets far apart never clash, but then the slots are no table.
                    let is_table = is_plain || placement.length <= (4 * words).max(MOST_LENGTH);
                    if !is_table || wrong > 0 && !is_plain || wrong > FEW * run.parts.len() {
                        continue;
                    }
                    let rank = (wrong > 0 && !is_beside, distance, wrong, placement.sharing);
                    found.push((rank, (*scheme, source)));
                }
            }
            if let Some(best) = found.into_iter().min_by_key(|(rank, _)| *rank) {
                return Some(best);
            }
        }
        None
    }

    /// Lays out parts in one table, if their offsets make one, and counts the squares whose factors don't work.
    pub(super) fn place(&mut self, parts: &[&Settled]) -> (Option<LaidOut>, usize) {
        let mut tenants = Vec::new();
        let mut bad = 0;
        for (finding, settled) in parts.iter().enumerate() {
            let Some(source) = settled.offsets else { return (None, 0) };
            let offsets = settled.part.values(self.column(source));
            let works = works(&settled.guess, &settled.bits);
            for position in 0..64 {
                match (settled.bits[position], works[position]) {
                    (Some(bits), true) => tenants.push(Tenant {
                        finding,
                        guess: &settled.guess,
                        position,
                        bits,
                        offset: offsets[position] as i64,
                    }),
                    _ => bad += 1,
                }
            }
        }
        let placement = place(&tenants, 8 * parts.len());
        let names = tenants.iter().map(|tenant| (tenant.finding, tenant.position)).collect();
        (placement.map(|placement| (placement, names)), bad)
    }
}

/// True for a column of numbers that are small and different enough for offsets.
pub(super) fn may_be_offsets(column: &Column) -> bool {
    let distinct: BTreeSet<i128> = column.values.iter().copied().collect();
    let values = column.values.iter();
    // Halves of words would pass as offsets as well if there were no limit to a table's length.
    let near = values.clone().filter(|value| value.abs() < 1 << 22).count() * 4 >= values.len() * 3;
    let far = values.clone().any(|value| value.abs() >= 1 << 40);
    near && !far && distinct.len() * 2 > column.values.len()
}
