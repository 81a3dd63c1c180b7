//! Factors with the arithmetic and the masks by which they are judged.

use super::array::LargeColumn;
use super::setting::LargeSetting;
use super::square::{LargeProduct, LargeVerdict};

/// Factors of a piece.
#[derive(Clone)]
pub(super) struct Judged {
    /// The factors.
    pub(super) column: LargeColumn,
    pub(super) product: LargeProduct,
    /// The mask of each row.
    pub(super) masks: Vec<u128>,
}

impl Judged {
    pub(super) fn new(setting: &LargeSetting, column: LargeColumn, product: LargeProduct) -> Self {
        Self { column, product, masks: setting.masks.clone() }
    }

    /// How the factor of a row works with some index bits.
    pub(super) fn verdict(&self, setting: &LargeSetting, row: usize, bits: u8) -> LargeVerdict {
        let square = setting.square(row, self.masks[row]);
        square.verdict(self.product, self.column.values[row], bits)
    }
}
