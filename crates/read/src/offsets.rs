//! Finds the column of offsets that lays out the attack sets of a run of factors in one table.

use std::collections::BTreeSet;

use super::placement::{SharingSquare, place};
use super::scheme::Scheme;
use super::settle::{ColumnSource, FEW, FactorRun, LaidOut, Settled, Settler, works};
use super::sharing::SharedSlots;
use super::slider::MultipliedKey;
use super::table::SourceColumn;

/// The greatest length of a table, in slots, whose offsets stand in another array without a name, unless its ranges are
/// long.
const MOST_LENGTH: u64 = 1 << 17;

/// Words in the names of columns or arrays of offsets.
const OFFSETS: [&str; 8] =
    ["offset", "index", "start", "base", "position", "begin", "pointer", "place"];

/// Words in names that hardly mean anything but offsets.
pub(super) const CERTAIN: [&str; 2] = ["offset", "base"];

/// The most clashes of a part with which its numbers may still be offsets.
pub(super) const FEW_CLASHES: usize = 8;

/// The rank of a column as offsets, the best lowest: whether squares are wrong and the column is in another array, its
/// distance, the number of wrong squares, and how slots are shared.
pub(super) type Rank = (bool, (bool, usize), usize, SharedSlots);

impl Settler<'_> {
    /// The best offsets for a run, with their rank and the scheme of index bits.
    pub(super) fn laid_out(
        &mut self,
        run: &FactorRun,
        schemes: &[Scheme],
        key: Option<MultipliedKey>,
    ) -> Option<(Rank, (Scheme, ColumnSource))> {
        let mut beside = self.beside(run);
        beside.retain(|source| may_be_offsets(self.column(*source)));
        let mut apart = self.offsets_apart(run);
        apart.retain(|source| !self.is_of_other_piece(run, *source));
        // The length of all ranges by the likeliest scheme: larger ranges would suit more numbers.
        let likely = schemes.first().map(|scheme| self.settled(run, *scheme, None, key));
        let bits = likely.iter().flatten().flat_map(|one| one.bits.iter().flatten());
        let words: u64 = bits.map(|bits| 1 << bits).sum();
        for (is_beside, like) in [(true, beside), (false, apart.clone())] {
            let mut found: Vec<(Rank, (Scheme, ColumnSource))> = Vec::new();
            for (distance, source) in self.nearest(run, like, |source| *source) {
                let is_plain = is_beside || self.is_called(source, &OFFSETS);
                let has_name = self.names(source).next().is_some();
                for scheme in schemes {
                    if matches!(scheme, Scheme::Given(given, _) if *given == source) {
                        continue;
                    }
                    let settled = self.settled(run, *scheme, Some(source), key);
                    let (placement, bad) =
                        self.place(&settled.iter().collect::<Vec<_>>(), FEW_CLASHES);
                    let Some((placement, _)) = placement else { continue };
                    let wrong = placement.clashes.len() + bad;
                    // Offsets far apart never clash, but then the slots are no table. A name that isn't for offsets
                    // lowers the limit.
                    let most = if has_name { 4 * words } else { (4 * words).max(MOST_LENGTH) };
                    let is_table = is_plain || placement.length <= most;
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
        self.laid_out_badly(run, schemes, key, apart)
    }

    /// Offsets that lay out no table, although they are called offsets and rise from square to square by about the
    /// length of a range.
    fn laid_out_badly(
        &mut self,
        run: &FactorRun,
        schemes: &[Scheme],
        key: Option<MultipliedKey>,
        apart: Vec<ColumnSource>,
    ) -> Option<(Rank, (Scheme, ColumnSource))> {
        let scheme = schemes.first()?;
        let like = self.beside(run).into_iter().chain(apart);
        let like = like.filter(|source| self.is_called(*source, &CERTAIN)).collect();
        let near = self.nearest(run, like, |source: &ColumnSource| *source);
        let (distance, source) = near.into_iter().min_by_key(|(distance, _)| *distance)?;
        let settled = self.settled(run, *scheme, Some(source), key);
        let rise = |one: &Settled| {
            let values = one.part.values(self.column(source));
            let close = |at: &usize| {
                let (step, range) =
                    (values[at + 1] - values[*at], one.bits[*at].map(|bits| 1 << bits));
                range.is_some_and(|range: i128| step * 4 >= range && step <= range * 4)
            };
            (0..63).filter(close).count() >= 60
        };
        // Without shifts in the text, the ranges may be smaller than they seem; but not smaller than they have to be.
        let is_tight = |one: &Settled| {
            let values = one.part.values(self.column(source));
            let short = |at: &usize| {
                one.guess.fewest[*at].is_some_and(|bits| values[at + 1] - values[*at] < 1 << bits)
            };
            (0..63).filter(short).count() > FEW
        };
        let is_wrong = |one: &Settled| rise(one) && (schemes.len() == 1 || is_tight(one));
        if !settled.iter().all(is_wrong) {
            return None;
        }
        let (placement, bad) = self.place(&settled.iter().collect::<Vec<_>>(), usize::MAX);
        let (placement, _) = placement?;
        let wrong = placement.clashes.len() + bad;
        Some(((true, distance, wrong, placement.sharing), (*scheme, source)))
    }

    /// Lays out parts in one table, if their offsets make one, and counts the squares whose factors don't work.
    pub(super) fn place(&mut self, parts: &[&Settled], most: usize) -> (Option<LaidOut>, usize) {
        let mut tenants = Vec::new();
        let mut bad = 0;
        for (finding, settled) in parts.iter().enumerate() {
            let Some(source) = settled.offsets else { return (None, 0) };
            let offsets = settled.part.values(self.column(source));
            let works = works(&settled.guess, &settled.bits);
            for position in 0..64 {
                match (settled.bits[position], works[position]) {
                    (Some(bits), true) if !settled.wrong_shift[position] => {
                        tenants.push(SharingSquare {
                            finding,
                            guess: &settled.guess,
                            position,
                            bits,
                            offset: offsets[position] as i64,
                        });
                    }
                    _ => bad += 1,
                }
            }
        }
        let placement = place(&tenants, most.saturating_mul(parts.len()));
        let names = tenants.iter().map(|tenant| (tenant.finding, tenant.position)).collect();
        (placement.map(|placement| (placement, names)), bad)
    }
}

/// True for a column of numbers that are small and different enough for offsets.
pub(super) fn may_be_offsets(column: &SourceColumn) -> bool {
    let distinct: BTreeSet<i128> = column.values.iter().copied().collect();
    let values = column.values.iter();
    // Halves of words would pass as offsets as well if there were no limit to a table's length.
    let near = values.clone().filter(|value| value.abs() < 1 << 22).count() * 4 >= values.len() * 3;
    let far = values.clone().any(|value| value.abs() >= 1 << 40);
    near && !far && distinct.len() * 2 > column.values.len()
}
