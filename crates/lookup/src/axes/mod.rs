//! The axes of a lookup: the choices that users combine. Most variants are presets of them.
//!
//! [`Axes`] holds one value for each axis. The consequences of a value stand beside its type ([`KeyForm::facts`] and
//! its like). [`Axes::clashes`] lists values that don't go together; [`Axes::roles`] and [`Axes::tables`] list the
//! fields and tables that a lookup has. Layouts and lookups are made from these.

mod clash;
mod values;

pub use clash::AxisClash;
pub use values::{
    Cell, CellFacts, FactorFacts, FactorFrom, KeyFacts, KeyForm, Multiply, MultiplyFacts,
    OffsetFacts, OffsetFrom, Placement, PlacementFacts, RangeRelation, ShiftFacts, ShiftFrom,
    SlotNumber,
};

use magicgen_board::Fold;
use magicgen_ir::{Role, TableRole};
use magicgen_search::{Hash, Key, Method};

/// One value for each axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axes {
    /// How the key is multiplied by the factor.
    pub multiply: Multiply,
    /// The bits that become an index.
    pub key: KeyForm,
    /// The source of the factor.
    pub factor: FactorFrom,
    /// The source of the shift.
    pub shift: ShiftFrom,
    /// The source of the offset.
    pub offset: OffsetFrom,
    /// The content of a slot.
    pub cell: Cell,
    /// How the index ranges of squares lie in tables.
    pub placement: Placement,
    /// True where a slot may hold other squares' attacks, which the attack set on the empty board cuts off.
    pub is_post_masked: bool,
    /// True where each line of the piece is looked up by itself.
    pub by_line: bool,
    /// True where the key is PEXT, but each square has a factor too: a processor that packs bits slowly, or not at all,
    /// uses a product instead.
    pub is_dispatched: bool,
    /// The part of the board that tables serve; all other squares are looked up as mirror images, by reversing
    /// occupancy and attack set.
    pub fold: Fold,
}

impl Axes {
    /// Fancy magics, the preset that the other presets are derived from.
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
        is_dispatched: false,
        fold: Fold::None,
    };

    /// The key of the search that finds the factors.
    #[must_use]
    pub const fn search_key(self) -> Key {
        self.key.facts().key
    }

    /// The arithmetic that makes an index of a key, unless the key's halves are folded (`bishop-multiplies = 1`).
    #[must_use]
    pub const fn hash(self) -> Hash {
        let multiply = self.multiply.facts();
        if !self.has_factor() {
            Hash::Pext
        } else if self.factor.facts().is_shared && !multiply.is_split {
            Hash::Preshifted
        } else {
            multiply.hash
        }
    }

    /// True where each square has a factor, its own or one of several squares.
    #[must_use]
    pub const fn has_factor(self) -> bool {
        self.key.facts().has_factor || self.is_dispatched
    }

    /// The search that finds the factors for [`Self::hash`].
    #[must_use]
    pub const fn method(self) -> Method {
        Method::usual(self.hash(), self.shift.facts().width)
    }

    /// True if a program can fill the table when it starts: the lookup's address computation gives the place of each
    /// attack set, and the attack set belongs to the slider's own square.
    #[must_use]
    pub const fn can_be_filled(self) -> bool {
        matches!(self.cell.facts().content, SlotNumber::AttackSet)
            && matches!(self.fold, Fold::None)
    }

    /// True where only start-up code knows the order of a table's entries.
    #[must_use]
    pub const fn must_be_filled(self) -> bool {
        self.is_dispatched
    }

    /// True where the lookup needs the instructions PEXT or PDEP.
    #[must_use]
    pub const fn needs_pext(self) -> bool {
        !self.key.facts().has_factor || self.is_deposited()
    }

    /// True where each square has a field with a mask that cuts off other squares' attacks or says where the bits of a
    /// slot are to go.
    const fn has_reach(self) -> bool {
        self.is_post_masked || self.is_deposited()
    }

    /// True where an instruction (PDEP) spreads the bits of a slot over the board.
    const fn is_deposited(self) -> bool {
        matches!(self.cell.facts().content, SlotNumber::Deposited)
    }

    /// True where a slot may serve several squares since PDEP reads no more of it than a square's own bits.
    #[must_use]
    pub const fn shares_bits(self) -> bool {
        self.is_deposited() && self.placement.facts().is_shared
    }

    /// The fields with sets that are mirrored for squares that are looked up as mirror images. PDEP spreads a slot over
    /// the reach of the square that tables serve, before the attack set is mirrored.
    #[must_use]
    pub const fn turned_roles(self) -> &'static [Role] {
        if self.is_deposited() { &[Role::Mask] } else { &[Role::Mask, Role::Reach] }
    }

    /// True where all squares have one range.
    #[must_use]
    pub const fn has_one_range(self) -> bool {
        matches!(self.key.facts().range, RangeRelation::OfAll)
    }

    /// True where the factor holds the shift or the offset.
    #[must_use]
    pub const fn is_in_factor(self) -> bool {
        self.shift.facts().is_in_factor || self.offset.facts().is_in_factor
    }

    /// True where the product is a sum of shifted keys.
    #[must_use]
    pub const fn is_sum(self) -> bool {
        self.multiply.facts().is_sum
    }

    /// The fields of a component's squares, which are also the fields that `emit` may ask for. A constant shift is
    /// among them, and so is the factor behind a sum of shifts, though lookups don't read them from fields.
    #[must_use]
    pub fn roles(self) -> Vec<Role> {
        let (key, factor) = (self.key.facts(), self.factor.facts());
        let all = [
            (Role::Mask, true),
            (factor.role, self.has_factor()),
            (Role::Terms, self.is_sum()),
            (Role::Shift, self.has_factor() && !self.shift.facts().is_in_factor),
            (Role::Before, factor.is_shared),
            (Role::Constant, key.has_constant),
            (Role::Offset, self.offset.facts().is_field),
            (Role::Reach, self.has_reach()),
            (Role::Base, self.cell.facts().has_window),
        ];
        all.into_iter().filter(|(_, is_there)| *is_there).map(|(role, _)| role).collect()
    }

    /// True where a piece has its own table of slots.
    #[must_use]
    pub const fn has_own_table(self) -> bool {
        self.placement.facts().has_rows || self.has_one_range() || self.offset.facts().is_in_factor
    }

    /// The tables of a lookup for this number of pieces. A table that belongs to one piece stands with the piece's
    /// index.
    #[must_use]
    pub fn tables(self, pieces: usize) -> Vec<(Option<usize>, TableRole)> {
        let cell = self.cell.facts();
        let by_piece = |role| (0..pieces).map(move |piece| (Some(piece), role));
        let mut tables: Vec<_> = if self.has_own_table() {
            by_piece(cell.role()).collect()
        } else {
            vec![(None, cell.role())]
        };
        if cell.content == SlotNumber::Index {
            tables.push((None, TableRole::Dictionary));
        }
        if self.factor.facts().is_shared {
            tables.extend(by_piece(TableRole::Factors));
        }
        tables
    }
}
