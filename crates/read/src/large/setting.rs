//! A piece on a board: the masks of its squares.

use std::collections::BTreeMap;
use std::rc::Rc;

use magicgen_board::{Mapping, SquareSet, Walk};

use super::layout::LargeLayout;
use super::piece::{LargePiece, PIECES};
use super::square::{LargeSquare, word};

/// A piece on a board.
pub(super) struct LargeSetting {
    pub(super) layout: LargeLayout,
    pub(super) mapping: Mapping,
    pub(super) piece: &'static LargePiece,
    walk: Walk,
    /// The relevant squares of each row.
    relevant: Vec<SquareSet>,
    /// The mask of each row.
    pub(super) masks: Vec<u128>,
}

impl LargeSetting {
    fn new(layout: LargeLayout, piece: &'static LargePiece) -> Self {
        let mapping = layout.mapping();
        let walk = piece.walk(&mapping);
        let bits: Vec<u8> = (0..layout.squares()).map(|row| layout.bit(row)).collect();
        let all = piece.masks(&walk, &mapping);
        let masks = bits.iter().map(|bit| word(all[usize::from(*bit)])).collect();
        let relevant = bits.iter().map(|bit| walk.relevant(*bit)).collect();
        Self { layout, mapping, piece, walk, relevant, masks }
    }

    /// The number of rows.
    pub(super) fn rows(&self) -> usize {
        self.masks.len()
    }

    /// The square of a row, judged by its mask.
    pub(super) fn square(&self, row: usize, mask: u128) -> LargeSquare<'_> {
        let bit = self.layout.bit(row);
        LargeSquare { bit, walk: &self.walk, relevant: self.relevant[row], mask }
    }
}

/// The pieces on the boards of each number of squares, each made once.
#[derive(Default)]
pub(super) struct Settings(BTreeMap<usize, Vec<Rc<LargeSetting>>>);

impl Settings {
    /// The pieces on the boards with this number of squares.
    pub(super) fn of(&mut self, squares: usize) -> Vec<Rc<LargeSetting>> {
        let made = || {
            let layouts = LargeLayout::all(squares).into_iter();
            let of =
                |layout| PIECES.iter().map(move |piece| Rc::new(LargeSetting::new(layout, piece)));
            layouts.flat_map(of).collect()
        };
        self.0.entry(squares).or_insert_with(made).clone()
    }
}
