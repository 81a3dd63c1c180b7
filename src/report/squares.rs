//! Measures each square's lookup: the slots to which its occupancies lead.

use crate::explain::{Cells, cells};
use crate::generate::Inside;
use magicgen_board::SquareProblem;
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
    /// Different attack sets.
    pub(super) sets: usize,
    /// Set bits of the factor, or of all factors; `None` for a square without a factor of its own.
    pub(super) factor_bits: Option<u32>,
}

/// The numbers of a square, and the positions that its occupancies lead to.
pub(super) fn measured(
    inside: &Inside,
    piece: usize,
    square: SquareProblem,
) -> Result<(Measures, Vec<Cells>), Disproof> {
    let of = &inside.pieces[piece];
    let mut cells = cells(inside, piece, square.bit)?;
    let (mut range, mut used) = (0, 0);
    for cells in &mut cells {
        cells.positions.sort_unstable();
        cells.positions.dedup();
        let first = cells.positions.first().copied().unwrap_or(0);
        range += cells.positions.last().map_or(0, |last| last - first + 1);
        used += cells.positions.len();
    }
    let mut sets = of.problem.attacks(square).to_vec();
    sets.sort_unstable();
    sets.dedup();
    let factors = of.fields.columns().iter().filter(|column| column.field.role == Role::Factor);
    let bits: Vec<u32> =
        factors.map(|column| of.fields.get(column.field, square.bit).count_ones()).collect();
    let measures = Measures {
        relevant: square.mask.count_ones(),
        index_bits: u64::BITS - range.saturating_sub(1).leading_zeros(),
        range,
        used,
        sets: sets.len(),
        factor_bits: (!bits.is_empty()).then(|| bits.iter().sum()),
    };
    Ok((measures, cells))
}
