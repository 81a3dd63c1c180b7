//! Measures each square's lookup: the slots to which its occupancies lead.

use crate::explain::{Cells, cells};
use crate::generate::Inside;
use magicgen_board::MOST_RELEVANT;
use magicgen_ir::Role;
use magicgen_lookup::model::Disproof;

/// A square's lookup in numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Measures {
    /// Relevant squares.
    pub(super) relevant: u32,
    /// The bits of a number that tells all positions from the first to the last apart.
    pub(super) index_bits: u32,
    /// The positions from the first to the last.
    pub(super) range: u64,
    /// The slots among them to which an occupancy leads.
    pub(super) used: usize,
    /// Different attack sets; `None` for a square with too many relevant squares to enumerate.
    pub(super) sets: Option<usize>,
    /// Set bits of the factor, or of all factors; `None` for a square without a factor of its own.
    pub(super) factor_bits: Option<u32>,
}

/// The numbers of a square, and the positions that its occupancies lead to.
pub(super) fn measured(
    inside: &Inside,
    piece: usize,
    bit: u8,
) -> Result<(Measures, Vec<Cells>), Disproof> {
    let of = &inside.pieces[piece];
    let mut cells = cells(inside, piece, bit)?;
    let (mut range, mut used) = (0, 0);
    for cells in &mut cells {
        cells.positions.sort_unstable();
        cells.positions.dedup();
        let first = cells.positions.first().copied().unwrap_or(0);
        range += cells.positions.last().map_or(0, |last| last - first + 1);
        used += cells.positions.len();
    }
    let mask = of.walk.relevant(bit);
    let sets = (mask.len() <= MOST_RELEVANT).then(|| {
        let mut sets = of.walk.attack_sets(bit, mask);
        sets.sort_unstable();
        sets.dedup();
        sets.len()
    });
    let factors = of
        .fields
        .columns()
        .iter()
        .filter(|column| matches!(column.field.role, Role::Factor | Role::FactorOf(_)));
    let bits: Vec<u32> =
        factors.map(|column| of.fields.get(column.field, bit).count_ones()).collect();
    let measures = Measures {
        relevant: mask.len(),
        index_bits: u64::BITS - range.saturating_sub(1).leading_zeros(),
        range,
        used,
        sets,
        factor_bits: (!bits.is_empty()).then(|| bits.iter().sum()),
    };
    Ok((measures, cells))
}
