//! A form and a piece in; which fields and tables its lookup will have out, before anything is searched: what names
//! are checked by, and what `emit` may ask for.

use super::{Form, OwnProgram};
use crate::axes::{Axes, FactorFrom, KeyForm, Multiply, OffsetFrom, Placement, ShiftFrom};
use crate::geometry::{Line, Piece, lines};
use crate::model::{Field, Role, TableRole};

impl Form {
    /// The fields of a piece that can stand in a file.
    #[must_use]
    pub fn columns(self, piece: &Piece) -> Vec<Field> {
        let by_line = |roles: &[Role]| {
            let of_line =
                |line: Line| roles.iter().map(move |role| Field { role: *role, line: Some(line) });
            lines(piece).into_iter().flat_map(|(line, _)| of_line(line)).collect::<Vec<Field>>()
        };
        match self {
            Self::Axes(axes) if axes.by_line => by_line(&axes.roles()),
            Self::Axes(axes) => axes.roles().into_iter().map(Field::from).collect(),
            Self::OwnProgram(_) => {
                let mut fields = vec![Field::MASK];
                fields.extend(by_line(&[Role::Reach]));
                fields
            }
        }
    }

    /// The tables that so many pieces have, each with the piece that it belongs to.
    #[must_use]
    pub fn tables(self, pieces: usize) -> Vec<(Option<usize>, TableRole)> {
        match self {
            Self::OwnProgram(OwnProgram::Hyperbola | OwnProgram::Line) => {
                vec![(None, TableRole::LineAttacks)]
            }
            Self::OwnProgram(OwnProgram::ObstructionDifference) => Vec::new(),
            Self::Axes(axes) => axes.tables(pieces),
        }
    }

    /// True where start-up code can fill the attack tables; where there are none, it has nothing to fill.
    #[must_use]
    pub fn can_be_filled(self) -> bool {
        match self {
            Self::Axes(axes) => axes.can_be_filled(),
            Self::OwnProgram(_) => true,
        }
    }

    /// True where the lookup needs the instructions PEXT or PDEP.
    #[must_use]
    pub fn needs_pext(self) -> bool {
        self.axes().is_some_and(Axes::needs_pext)
    }

    /// True where each square has a white factor, a shift and a range of its own, and nothing else is searched.
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

    /// The axes, where it is made of them.
    #[must_use]
    pub const fn axes(self) -> Option<Axes> {
        match self {
            Self::Axes(axes) => Some(axes),
            Self::OwnProgram(_) => None,
        }
    }
}
