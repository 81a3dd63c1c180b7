//! The fields and tables that a lookup will have, known before anything is searched. Names are checked with these, and
//! `emit` may ask for these fields.

use super::{Form, Vectors};
use crate::axes::{Axes, FactorFrom, KeyForm, Multiply, OffsetFrom, Placement, ShiftFrom};
use magicgen_board::{Line, Piece, lines};
use magicgen_ir::{Field, Role, TableRole};

impl Form {
    /// The fields of a piece that may stand in a file.
    #[must_use]
    pub fn columns(self, piece: &Piece) -> Vec<Field> {
        let by_line = |roles: &[Role]| {
            let of_line =
                |line: Line| roles.iter().map(move |role| Field::along(*role, Some(line)));
            lines(piece).into_iter().flat_map(|(line, _)| of_line(line)).collect::<Vec<Field>>()
        };
        match self {
            Self::Axes(axes) if axes.by_line => by_line(&axes.roles()),
            Self::Axes(axes) => axes.roles().into_iter().map(Field::from).collect(),
            Self::OwnProgram(program) => {
                let mut fields = vec![Field::MASK];
                fields.extend(by_line(program.facts().by_line));
                fields
            }
        }
    }

    /// The tables of a lookup for this number of pieces. A table that belongs to one piece stands with the piece's
    /// index.
    #[must_use]
    pub fn tables(self, pieces: usize) -> Vec<(Option<usize>, TableRole)> {
        match self {
            Self::OwnProgram(program) => {
                let owners = |is_own: bool| {
                    if is_own { (0..pieces).map(Some).collect() } else { vec![None] }
                };
                let all = |(role, is_own): &(TableRole, bool)| {
                    owners(*is_own).into_iter().map(|owner| (owner, *role)).collect::<Vec<_>>()
                };
                program.facts().tables.iter().flat_map(all).collect()
            }
            Self::Axes(axes) => axes.tables(pieces),
        }
    }

    /// True where lookups of this form serve boards of several words.
    #[must_use]
    pub fn serves_wide_boards(self) -> bool {
        match self {
            Self::Axes(axes) => axes.serves_wide_boards(),
            Self::OwnProgram(program) => program.serves_wide_boards(),
        }
    }

    /// True where each line is looked up by itself, so that only the relevant squares of a line have to be enumerated.
    #[must_use]
    pub fn is_by_line(self, is_wide: bool) -> bool {
        self.axes().map_or(is_wide, |axes| axes.by_line)
    }

    /// True where start-up code can fill the attack tables, or where there are none to fill.
    #[must_use]
    pub fn can_be_filled(self) -> bool {
        match self {
            Self::Axes(axes) => axes.can_be_filled(),
            Self::OwnProgram(_) => true,
        }
    }

    /// True where the lookup has attack tables and start-up code can fill them.
    #[must_use]
    pub fn has_filled_tables(self) -> bool {
        let is_filled = |(_, role): &(_, TableRole)| *role == TableRole::Attacks;
        self.can_be_filled() && self.tables(1).iter().any(is_filled)
    }

    /// True where only start-up code can fill the attack tables.
    #[must_use]
    pub fn must_be_filled(self) -> bool {
        self.axes().is_some_and(Axes::must_be_filled)
    }

    /// True where the lookup needs the instructions PEXT or PDEP.
    #[must_use]
    pub fn needs_pext(self) -> bool {
        self.axes().is_some_and(Axes::needs_pext)
    }

    /// True where the lookup has a case for each square ([`FieldStyle::Switch`](crate::model::FieldStyle::Switch))
    /// instead of fields.
    #[must_use]
    pub const fn is_switch(self) -> bool {
        match self {
            Self::Axes(_) => false,
            Self::OwnProgram(program) => program.is_switch(),
        }
    }

    /// True where fields stand in memory; a switch has them in its code.
    #[must_use]
    pub const fn keeps_fields(self) -> bool {
        !self.is_switch()
    }

    /// The vectors that the lookup uses on processors that have them. Its measured speed then doesn't hold for every
    /// processor.
    #[must_use]
    pub fn vectors(self) -> Option<Vectors> {
        match self {
            Self::Axes(_) => None,
            Self::OwnProgram(program) => program.facts().vectors,
        }
    }

    /// True where every processor runs the lookup as fast as it was measured: without PEXT, PDEP and vectors.
    #[must_use]
    pub fn is_for_every_processor(self) -> bool {
        !self.needs_pext() && self.vectors().is_none()
    }

    /// True where each square has its own white factor, shift and range, and the search looks for nothing else.
    #[must_use]
    pub fn is_fancy(self) -> bool {
        self.axes().is_some_and(|axes| {
            axes.multiply == Multiply::Wide
                && axes.key == KeyForm::White
                && axes.factor == FactorFrom::Own
                && axes.shift == ShiftFrom::Own
                && axes.offset != OffsetFrom::InFactor
                && matches!(axes.placement, Placement::Nested | Placement::Consecutive)
                && !axes.by_line
        })
    }

    /// The axes, if the lookup is made of them.
    #[must_use]
    pub const fn axes(self) -> Option<Axes> {
        match self {
            Self::Axes(axes) => Some(axes),
            Self::OwnProgram(_) => None,
        }
    }
}
