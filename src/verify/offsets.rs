//! A run of factors and its index bits in; the offsets that lay its attack sets out in one table, out.

use std::collections::BTreeSet;

use super::placement::{Tenant, place};
use super::scheme::Scheme;
use super::settle::{FEW, LaidOut, Run, Settled, Settler, Source, works};
use super::sharing::Sharing;
use super::slider::Key;
use super::table::Column;

/// No list of words is longer than this, unless the text calls it a table.
const MOST_LENGTH: u64 = 1 << 17;

/// What offsets are called.
const OFFSETS: [&str; 8] =
    ["offset", "index", "start", "base", "position", "begin", "pointer", "place"];

/// How well offsets suit: not at all, how far away, how many squares are wrong, how slots are shared.
pub(super) type Rank = (bool, (bool, usize), usize, Sharing);

impl Settler<'_> {
    /// The offsets under which fewest squares are in each other's way, and the table they make.
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
                    // Numbers far apart never clash, and make no table.
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

    /// Lays out parts in one table, if their offsets make one; counts squares that don't work by themselves.
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

pub(super) fn may_be_offsets(column: &Column) -> bool {
    let distinct: BTreeSet<i128> = column.values.iter().copied().collect();
    let values = column.values.iter();
    // A word's half would do as an offset, if there were room for such a table.
    let near = values.clone().filter(|value| value.abs() < 1 << 22).count() * 4 >= values.len() * 3;
    let far = values.clone().any(|value| value.abs() >= 1 << 40);
    near && !far && distinct.len() * 2 > column.values.len()
}
