//! Factors of boards with more than 64 squares: products of 128 bits, and of 64 bits whose key is folded into one word.
//!
//! An array with a row for each square of some board is tried as factors of each piece on each such board. The reading
//! that works on most squares is taken, if it works on three quarters of them.

mod array;
mod guess;
mod judged;
mod layout;
mod piece;
mod places;
mod report;
mod setting;
mod square;

pub(crate) use array::{LargeArray, arrays};
pub(crate) use guess::find;
pub use layout::LargeLayout;
pub use report::{LargeFailure, LargeFault, LargeFinding, LargeWord};
pub use square::LargeProduct;

use std::collections::BTreeSet;

use crate::token::{SourceToken, TokenKind};

/// The shifts in a text by which keys of two words may be folded into one.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeyFolds {
    /// Right shifts, from 33 to 127.
    right: BTreeSet<u8>,
    /// Left shifts, from 1 to 31.
    left: BTreeSet<u8>,
    /// The last sign, and how often it stands here.
    signs: (u8, usize),
}

impl KeyFolds {
    /// Takes the next token.
    pub(crate) fn take(&mut self, token: &SourceToken) {
        if token.comment {
            return;
        }
        let (sign, count) = std::mem::take(&mut self.signs);
        match token.kind {
            TokenKind::Sign(next @ (b'<' | b'>')) => {
                self.signs = (next, if next == sign { count + 1 } else { 1 });
            }
            TokenKind::Word if matches!(token.text, "shr" | "ushr") => self.signs = (b'>', 2),
            TokenKind::Word if token.text == "shl" => self.signs = (b'<', 2),
            TokenKind::Number(shift @ 33..=127) if sign == b'>' && count > 1 => {
                self.right.insert(shift as u8);
            }
            TokenKind::Number(shift @ 1..=31) if sign == b'<' && count > 1 => {
                self.left.insert(shift as u8);
            }
            _ => {}
        }
    }

    /// Adds the shifts of another text.
    pub(crate) fn append(&mut self, other: &Self) {
        self.right.extend(&other.right);
        self.left.extend(&other.left);
    }

    /// The products that are tried with factors of 64 bits: the high word over the low one, and the text's own shifts.
    fn products(&self) -> Vec<LargeProduct> {
        let right = self.right.iter().filter(|shift| **shift != 64);
        let right = right.map(|shift| LargeProduct::Folded { shift: *shift });
        let left = self.left.iter().map(|shift| LargeProduct::Joined { shift: *shift });
        std::iter::once(LargeProduct::Folded { shift: 64 }).chain(right).chain(left).collect()
    }
}
