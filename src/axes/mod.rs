//! The axes of a lookup: what users combine, and what most variants are presets of.
//!
//! [`Axes`] is a choice on each. What follows from a value stands with it ([`KeyForm::facts`] and its like), which values
//! don't go together in [`Axes::clashes`], and which fields and tables a lookup has in [`Axes::roles`] and
//! [`Axes::tables`]. Layouts and lookups are made by these.

mod clash;
mod values;

pub use clash::Clash;
pub use values::{
    Cell, CellFacts, Content, FactorFacts, FactorFrom, KeyFacts, KeyForm, Multiply, MultiplyFacts,
    OffsetFacts, OffsetFrom, Placement, PlacementFacts, Range, ShiftFacts, ShiftFrom,
};

use crate::model::{Role, TableRole};
use crate::search::{Hash, Key, Method};

/// A choice on every axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axes {
    /// How key and factor are multiplied.
    pub multiply: Multiply,
    /// What becomes an index.
    pub key: KeyForm,
    /// Where the factor comes from.
    pub factor: FactorFrom,
    /// Where the shift comes from.
    pub shift: ShiftFrom,
    /// Where the offset comes from.
    pub offset: OffsetFrom,
    /// What stands in a slot.
    pub cell: Cell,
    /// How ranges lie.
    pub placement: Placement,
    /// True where the attack set on the empty board cuts off what a slot holds for other squares.
    pub is_post_masked: bool,
    /// True where each line of the piece is looked up by itself.
    pub by_line: bool,
}

impl Axes {
    /// Fancy magics, from which the presets differ.
    pub const FANCY: Self = Self {
        multiply: Multiply::Wide,
        key: KeyForm::White,
        factor: FactorFrom::Own,
        shift: ShiftFrom::Own,
        offset: OffsetFrom::Field,
        cell: Cell::Word,
        placement: Placement::Consecutive,
        is_post_masked: false,
        by_line: false,
    };

    /// What is multiplied, for a search.
    #[must_use]
    pub const fn search_key(self) -> Key {
        self.key.facts().key
    }

    /// The arithmetic, where halves aren't folded.
    #[must_use]
    pub const fn hash(self) -> Hash {
        let multiply = self.multiply.facts();
        if !self.key.facts().has_factor {
            Hash::Pext
        } else if self.factor.facts().is_shared && !multiply.is_split {
            Hash::Preshifted
        } else {
            multiply.hash
        }
    }

    /// What has to be searched, where halves aren't folded.
    #[must_use]
    pub const fn method(self) -> Method {
        Method::usual(self.hash(), self.shift.facts().width)
    }

    /// True where the table can be filled at start-up: by what the lookup's address part computes.
    #[must_use]
    pub const fn can_be_filled(self) -> bool {
        matches!(self.cell.facts().content, Content::AttackSet)
    }

    /// True where the lookup needs the instructions PEXT or PDEP.
    #[must_use]
    pub const fn needs_pext(self) -> bool {
        !self.key.facts().has_factor || self.is_deposited()
    }

    /// True where a mask cuts off what a slot holds for other squares, or spreads it: a field holds it.
    const fn has_reach(self) -> bool {
        self.is_post_masked || self.is_deposited()
    }

    /// True where an instruction spreads what a slot holds.
    const fn is_deposited(self) -> bool {
        matches!(self.cell.facts().content, Content::Deposited)
    }

    /// True where all squares have one range.
    #[must_use]
    pub const fn has_one_range(self) -> bool {
        matches!(self.key.facts().range, Range::OfAll)
    }

    /// True where the factor holds the shift or the offset.
    #[must_use]
    pub const fn is_in_factor(self) -> bool {
        self.shift.facts().is_in_factor || self.offset.facts().is_in_factor
    }

    /// What a component's squares have to know, and what `emit` may ask for: a constant shift is no field that a
    /// lookup reads, but stands among them.
    #[must_use]
    pub fn roles(self) -> Vec<Role> {
        let (key, factor) = (self.key.facts(), self.factor.facts());
        let all = [
            (Role::Mask, true),
            (factor.role, key.has_factor),
            (Role::Shift, key.has_factor && !self.shift.facts().is_in_factor),
            (Role::Before, factor.is_shared),
            (Role::Constant, key.has_constant),
            (Role::Offset, self.offset.facts().is_field),
            (Role::Reach, self.has_reach()),
            (Role::Base, self.cell.facts().has_window),
        ];
        all.into_iter().filter(|(_, is_there)| *is_there).map(|(role, _)| role).collect()
    }

    /// True where a piece's slots are a table of their own.
    #[must_use]
    pub const fn has_own_table(self) -> bool {
        self.placement.facts().has_rows || self.has_one_range() || self.offset.facts().is_in_factor
    }

    /// The tables that so many pieces have, each with the piece that it belongs to.
    #[must_use]
    pub fn tables(self, pieces: usize) -> Vec<(Option<usize>, TableRole)> {
        let cell = self.cell.facts();
        let by_piece = |role| (0..pieces).map(move |piece| (Some(piece), role));
        let mut tables: Vec<_> = if self.has_own_table() {
            by_piece(cell.role()).collect()
        } else {
            vec![(None, cell.role())]
        };
        if cell.content == Content::Index {
            tables.push((None, TableRole::Dictionary));
        }
        if self.factor.facts().is_shared {
            tables.extend(by_piece(TableRole::Factors));
        }
        tables
    }
}
