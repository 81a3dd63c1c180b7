//! Variants: presets of a few [`Axes`], from which the lookup program is composed.
//!
//! A variant prints nothing and no language knows of it. To add one, add a row to [`ALL`]; one that no axes
//! express is a file beside this one.

mod axes;

pub use axes::{Axes, Multiply, Placement, ShiftFrom, compose};

use crate::search::{Hash, Method, Width};

/// A named preset.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// As in `--variant`.
    pub id: &'static str,
    /// One line for help.
    pub summary: &'static str,
    /// The lookup in one line of mathematics.
    pub lookup: &'static str,
    /// What it is a preset of.
    pub axes: Axes,
}

/// All variants.
pub const ALL: &[Variant] = &[
    Variant {
        id: "fancy",
        summary: "a row per square, as long as its index range",
        lookup: "T[offset[sq] + ((occ & mask[sq]) * factor[sq] >> shift[sq])]",
        axes: Axes {
            multiply: Multiply::Wide,
            shift: ShiftFrom::Own,
            placement: Placement::Consecutive,
        },
    },
    Variant {
        id: "plain",
        summary: "rows of equal length, the shift a constant",
        lookup: "T[sq][(occ & mask[sq]) * factor[sq] >> s]",
        axes: Axes {
            multiply: Multiply::Wide,
            shift: ShiftFrom::Constant,
            placement: Placement::Rows,
        },
    },
    Variant {
        id: "split32",
        summary: "two 32-bit multiplications instead of one of 64 bits",
        lookup: "T[offset[sq] + ((lo * factor[sq].lo ^ hi * factor[sq].hi) >> shift[sq])]",
        axes: Axes {
            multiply: Multiply::SplitXor,
            shift: ShiftFrom::Own,
            placement: Placement::Consecutive,
        },
    },
];

/// The variant with this id.
#[must_use]
pub fn find(id: &str) -> Option<&'static Variant> {
    ALL.iter().find(|variant| variant.id == id)
}

impl Axes {
    /// What has to be searched, where halves aren't folded.
    #[must_use]
    pub fn method(self) -> Method {
        let hash = match self.multiply {
            Multiply::Wide => Hash::Multiply,
            Multiply::SplitXor => Hash::SplitXor,
            Multiply::SplitAdd => Hash::SplitAdd,
        };
        let width = match self.shift {
            ShiftFrom::Own => Width::Own,
            ShiftFrom::Constant => Width::Equal,
        };
        Method { hash, width }
    }
}
