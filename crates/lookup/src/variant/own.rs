//! Lookups that no axes express. Each has its own program: a line in [`OwnProgram::facts`], and a file.

use super::{PieceOnBoard, dual, hyperbola, line, nearest, qbb, rays, vector};
use crate::layout::Unfit;
use crate::model::Lookups;
use crate::wide::{Downward, WidePiece, WideSquares, ray_lookups};
use magicgen_ir::{Role, TableRole};

/// A lookup that no axes express, with its own program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnProgram {
    /// The slider is subtracted from the occupancy and from the reversed occupancy.
    Hyperbola,
    /// The same, with all bits reversed along every line.
    HyperbolaReverse,
    /// The same as the first, with all lines that are reversed byte by byte in one vector.
    HyperbolaDual,
    /// A line's squares are gathered by a multiplication, looked up in a table of bytes, and spread by a
    /// multiplication.
    Line,
    /// A line's squares are gathered by a multiplication, and an attack set is looked up in the square's row.
    GatheredRows,
    /// The nearest blocker below the slider is subtracted from the nearest one above.
    ObstructionDifference,
    /// All lines in one vector, from the nearest blockers above and below.
    ObstructionVector,
    /// As obstruction difference, with a case for each square, in which the square's line is constant.
    Switch,
    /// The nearest blocker below, three times, is subtracted from the line's occupancy.
    Sbamg,
    /// All bits up to the nearest blocker above, without those under the nearest one below.
    SlideArithmetic,
    /// The same, with lines computed if that takes a shift.
    Leorik,
    /// The nearest blocker's ray is cut off the slider's ray.
    Classical,
    /// One is subtracted from the blockers above, and from the reversed blockers below.
    RayReverse,
    /// Lines are computed by shifts from the nearest blockers.
    Qbb,
    /// The same, with the squares beyond a blocker shifted out.
    QbbShifted,
}

/// The vectors of x86-64 with which a lookup is measured. On others it is slower.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vectors {
    /// AVX2.
    Avx2,
    /// AVX-512 with CD and VL.
    Avx512,
}

/// The facts that other stages need about a lookup.
pub(super) struct OwnFacts {
    /// Makes the lookups of all pieces.
    pub(super) lookups: fn(&[PieceOnBoard<'_>]) -> Result<Lookups, Unfit>,
    /// The fields that it may have for each line.
    pub(super) by_line: &'static [Role],
    /// The tables that it may have, each with true if every piece has its own.
    pub(super) tables: &'static [(TableRole, bool)],
    /// The vectors that it computes on where processors have them.
    pub(super) vectors: Option<Vectors>,
    /// How it finds the squares below a piece on boards of several words, if it serves these.
    pub(super) on_wide_boards: Option<Downward>,
}

impl OwnProgram {
    /// The facts about this lookup.
    pub(super) const fn facts(self) -> OwnFacts {
        const LINES: OwnFacts = OwnFacts {
            lookups: hyperbola::lookups,
            by_line: &[Role::Reach],
            tables: &[],
            vectors: None,
            on_wide_boards: None,
        };
        const BYTES: OwnFacts = OwnFacts { tables: &[(TableRole::LineAttacks, false)], ..LINES };
        match self {
            Self::Hyperbola => BYTES,
            Self::HyperbolaReverse => OwnFacts { lookups: hyperbola::reversed, ..LINES },
            Self::HyperbolaDual => OwnFacts {
                lookups: dual::lookups,
                tables: &[(TableRole::LineAttacks, false), (TableRole::Lines, false)],
                vectors: Some(Vectors::Avx2),
                ..LINES
            },
            Self::ObstructionVector => OwnFacts {
                lookups: vector::lookups,
                tables: &[(TableRole::Lines, false)],
                vectors: Some(Vectors::Avx512),
                ..LINES
            },
            Self::Line => OwnFacts { lookups: line::lookups, ..BYTES },
            Self::GatheredRows => OwnFacts {
                lookups: line::in_rows,
                by_line: &[Role::Mask],
                tables: &[(TableRole::Attacks, true)],
                ..LINES
            },
            Self::ObstructionDifference | Self::Switch => {
                OwnFacts { lookups: nearest::obstruction_difference, ..LINES }
            }
            Self::Sbamg => OwnFacts { lookups: nearest::sbamg, ..LINES },
            Self::SlideArithmetic => OwnFacts {
                lookups: nearest::slide_arithmetic,
                on_wide_boards: Some(Downward::Highest),
                ..LINES
            },
            Self::Leorik => OwnFacts { lookups: nearest::leorik, ..LINES },
            Self::Classical => OwnFacts {
                lookups: rays::classical,
                by_line: &[],
                tables: &[(TableRole::Rays, false)],
                ..LINES
            },
            Self::RayReverse => OwnFacts {
                lookups: rays::reversed,
                on_wide_boards: Some(Downward::Reversed),
                ..LINES
            },
            Self::Qbb => OwnFacts { lookups: qbb::lookups, by_line: &[], ..LINES },
            Self::QbbShifted => OwnFacts { lookups: qbb::shifted, by_line: &[], ..LINES },
        }
    }

    /// True where the lookup has a case for each square instead of fields.
    pub(super) const fn is_switch(self) -> bool {
        matches!(self, Self::Switch)
    }

    /// True where the lookup serves boards of several words.
    #[must_use]
    pub const fn serves_wide_boards(self) -> bool {
        self.facts().on_wide_boards.is_some()
    }

    /// The lookups of all pieces on a board of several words.
    pub fn wide_lookups(self, pieces: &[WidePiece], board: WideSquares) -> Result<Lookups, Unfit> {
        ray_lookups(self.facts().on_wide_boards.unwrap_or(Downward::Highest), pieces, board)
    }

    /// The lookups of all pieces.
    pub fn lookups(self, pieces: &[PieceOnBoard<'_>]) -> Result<Lookups, Unfit> {
        (self.facts().lookups)(pieces)
    }
}
