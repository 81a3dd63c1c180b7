//! The table of choices that don't go together, each pair with its reason.

use std::fmt;

use magicgen_board::Fold;

use super::{Axes, Cell, KeyForm, OffsetFrom, Placement, RangeRelation, ShiftFrom};

/// Two choices on different axes that don't go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AxisClash {
    /// The first choice, as it is written in a config: `shift = "in-factor"`.
    pub first: &'static str,
    /// The choice that clashes with the first one, in the same notation.
    pub second: &'static str,
    /// The reason, as a clause.
    pub why: &'static str,
    /// The `[output.lookup]` keys of the first choice, and the keys of the second one. If a config sets none of them,
    /// the choice is the variant's.
    pub keys: [&'static [&'static str]; 2],
}

impl fmt::Display for AxisClash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} and {} can't be combined: {}", self.first, self.second, self.why)
    }
}

impl std::error::Error for AxisClash {}

/// A clash and the condition under which axes have it.
struct ClashRow {
    applies: fn(&Axes) -> bool,
    clash: AxisClash,
}

const CLASHES: &[ClashRow] = &[
    ClashRow {
        applies: |axes| axes.is_split() && axes.key != KeyForm::White,
        clash: AxisClash {
            first: "`key` other than \"white\"",
            second: "32-bit multiplication",
            why: "the products of two halves share no constant",
            keys: [&["key"], &["combine"]],
        },
    },
    ClashRow {
        applies: |axes| axes.is_split() && axes.is_in_factor(),
        clash: AxisClash {
            first: "a field \"in-factor\"",
            second: "32-bit multiplication",
            why: "a factor of two halves has no free bits",
            keys: [&["offset", "shift"], &["combine"]],
        },
    },
    ClashRow {
        applies: |axes| axes.is_split() && axes.is_shared_factor(),
        clash: AxisClash {
            first: "`factor = \"shared\"`",
            second: "32-bit multiplication",
            why: "only 64-bit products can share factors",
            keys: [&["factor"], &["combine"]],
        },
    },
    ClashRow {
        applies: |axes| axes.is_sum() && axes.key != KeyForm::White,
        clash: AxisClash {
            first: "`combine = \"shift-add\"`",
            second: "`key` other than \"white\"",
            why: "factors of few terms are only searched for the relevant occupancy",
            keys: [&["combine"], &["key"]],
        },
    },
    ClashRow {
        applies: |axes| axes.is_sum() && (axes.is_in_factor() || axes.is_shared_factor()),
        clash: AxisClash {
            first: "`combine = \"shift-add\"`",
            second: "`factor`, `offset` or `shift` of factors",
            why: "a factor of few terms has no free bits and belongs to one square",
            keys: [&["combine"], &["factor", "offset", "shift"]],
        },
    },
    ClashRow {
        applies: |axes| axes.is_sum() && axes.is_packed(),
        clash: AxisClash {
            first: "`combine = \"shift-add\"`",
            second: "a packed placement",
            why: "packing needs factors of any number of terms",
            keys: [&["combine"], &["placement"]],
        },
    },
    ClashRow {
        applies: |axes| !axes.key_has_factor() && (axes.is_shared_factor() || axes.is_in_factor()),
        clash: AxisClash {
            first: "`key = \"pext\"`",
            second: "`factor`, `offset` or `shift` of factors",
            why: "PEXT needs no factor",
            keys: [&["key"], &["factor", "offset", "shift"]],
        },
    },
    ClashRow {
        applies: |axes| !axes.key_has_factor() && axes.shift == ShiftFrom::Constant,
        clash: AxisClash {
            first: "`key = \"pext\"`",
            second: "`shift = \"constant\"`",
            why: "PEXT needs no shift",
            keys: [&["key"], &["shift"]],
        },
    },
    ClashRow {
        applies: |axes| !axes.key_has_factor() && axes.is_packed(),
        clash: AxisClash {
            first: "`key = \"pext\"`",
            second: "a packed placement",
            why: "PEXT uses every index, so ranges have no holes for overlaps",
            keys: [&["key"], &["placement"]],
        },
    },
    ClashRow {
        applies: |axes| axes.is_dispatched && axes.key != KeyForm::Pext,
        clash: AxisClash {
            first: "`dispatch = true`",
            second: "`key` other than \"pext\"",
            why: "it replaces slow PEXT by a product",
            keys: [&["dispatch"], &["key"]],
        },
    },
    ClashRow {
        applies: |axes| axes.is_dispatched && (axes.cell != Cell::Word || axes.is_post_masked),
        clash: AxisClash {
            first: "`dispatch = true`",
            second: "`cell` other than \"word\", or `post-mask`",
            why: "start-up code fills the table for PEXT or for factors, and only with attack sets of one square",
            keys: [&["dispatch"], &["cell", "post-mask"]],
        },
    },
    ClashRow {
        applies: |axes| axes.has_rows() && axes.offset != OffsetFrom::None,
        clash: AxisClash {
            first: "`placement` in rows",
            second: "`offset` other than \"none\"",
            why: "a row needs no offset",
            keys: [&["placement"], &["offset"]],
        },
    },
    ClashRow {
        applies: |axes| axes.has_rows() && axes.is_post_masked,
        clash: AxisClash {
            first: "`placement` in rows",
            second: "`post-mask = true`",
            why: "squares in rows share no slots",
            keys: [&["placement"], &["post-mask"]],
        },
    },
    ClashRow {
        applies: |axes| axes.placement == Placement::Nested && axes.by_line,
        clash: AxisClash {
            first: "`placement = \"nested\"`",
            second: "`lines = true`",
            why: "the start of a line in its row differs by square, and rows have no offsets",
            keys: [&["placement"], &["lines"]],
        },
    },
    ClashRow {
        applies: |axes| {
            axes.placement == Placement::Shared
                && !axes.is_post_masked
                && axes.cell.facts().can_be_post_masked
        },
        clash: AxisClash {
            first: "`placement = \"shared\"`",
            second: "`post-mask = false`",
            why: "a shared slot has attacks of other squares, which the post-mask removes",
            keys: [&["placement"], &["post-mask"]],
        },
    },
    ClashRow {
        applies: |axes| {
            axes.placement == Placement::Shared && matches!(axes.cell, Cell::Byte | Cell::Half)
        },
        clash: AxisClash {
            first: "`placement = \"shared\"`",
            second: "`cell` other than \"word\" and \"pdep\"",
            why: "a shared slot contains a union of attack sets",
            keys: [&["placement"], &["cell"]],
        },
    },
    ClashRow {
        applies: |axes| axes.is_post_masked && !axes.cell.facts().can_be_post_masked,
        clash: AxisClash {
            first: "`post-mask = true`",
            second: "`cell` of 16 bits",
            why: "such a cell already belongs to one square",
            keys: [&["post-mask"], &["cell"]],
        },
    },
    ClashRow {
        applies: |axes| {
            axes.by_line && (axes.cell != Cell::Word || axes.is_post_masked || axes.is_in_factor())
        },
        clash: AxisClash {
            first: "`lines = true`",
            second: "`cell`, `post-mask` or a field \"in-factor\"",
            why: "the table contains the attack sets of lines as they are",
            keys: [&["lines"], &["cell", "post-mask", "offset", "shift"]],
        },
    },
    ClashRow {
        applies: |axes| axes.cell == Cell::Spread,
        clash: AxisClash {
            first: "`cell = \"spread\"`",
            second: "a board of up to 64 squares",
            why: "products spread the codes of lines over several words",
            keys: [&["cell"], &[]],
        },
    },
    ClashRow {
        applies: |axes| axes.by_line && (axes.is_shared_factor() || axes.is_grouped()),
        clash: AxisClash {
            first: "`lines = true`",
            second: "`key = \"slider\"` or `factor = \"shared\"`",
            why: "each line has its own range, and its own factor or PEXT",
            keys: [&["lines"], &["key", "factor"]],
        },
    },
    ClashRow {
        applies: |axes| axes.is_packed() && axes.is_in_factor(),
        clash: AxisClash {
            first: "a packed placement",
            second: "a field \"in-factor\"",
            why: "packing finds offsets and factors together",
            keys: [&["placement"], &["offset", "shift"]],
        },
    },
    ClashRow {
        applies: |axes| axes.is_grouped() != (axes.is_packed() && axes.offset == OffsetFrom::None),
        clash: AxisClash {
            first: "`key = \"slider\"`",
            second: "`offset` or `placement`",
            why: "only the slider's bit tells squares apart in one range",
            keys: [&["key"], &["offset", "placement"]],
        },
    },
    ClashRow {
        applies: |axes| {
            axes.is_grouped()
                && (axes.shift != ShiftFrom::Constant
                    || axes.cell != Cell::Word
                    || axes.is_shared_factor())
        },
        clash: AxisClash {
            first: "`key = \"slider\"`",
            second: "`shift`, `cell` or `factor`",
            why: "one range for all squares has one width, and a factor for each square",
            keys: [&["key"], &["shift", "cell", "factor"]],
        },
    },
    ClashRow {
        applies: |axes| {
            axes.is_shared_factor()
                && (axes.is_packed() || axes.key != KeyForm::White || axes.is_in_factor())
        },
        clash: AxisClash {
            first: "`factor = \"shared\"`",
            second: "`placement`, `key`, `offset` or `shift` of other factors",
            why: "shared factors need the variant's other choices",
            keys: [&["factor"], &["placement", "key", "offset", "shift"]],
        },
    },
    ClashRow {
        applies: |axes| !axes.has_rows() && axes.offset == OffsetFrom::None && !axes.is_grouped(),
        clash: AxisClash {
            first: "`offset = \"none\"`",
            second: "one table for all squares",
            why: "the lookup needs the start of each square's range",
            keys: [&["offset"], &["placement"]],
        },
    },
    ClashRow {
        applies: |axes| axes.key.facts().range == RangeRelation::WithHoles && !axes.is_packed(),
        clash: AxisClash {
            first: "`key` \"black\" or \"constant\"",
            second: "a placement without overlap",
            why: "such a key only makes holes for overlapping ranges",
            keys: [&["key"], &["placement"]],
        },
    },
    ClashRow {
        applies: |axes| axes.is_folded() && !matches!(axes.key, KeyForm::White | KeyForm::Constant),
        clash: AxisClash {
            first: "`fold`",
            second: "`key` other than \"white\" and \"constant\"",
            why: "`fold` mirrors only relevant squares",
            keys: [&["fold"], &["key"]],
        },
    },
    ClashRow {
        applies: |axes| axes.is_folded() && (axes.has_rows() || axes.by_line),
        clash: AxisClash {
            first: "`fold`",
            second: "rows or lines",
            why: "folded squares share a range, which needs a field",
            keys: [&["fold"], &["placement", "lines"]],
        },
    },
];

impl Axes {
    /// Every clash among the axes.
    pub fn clashes(&self) -> impl Iterator<Item = AxisClash> {
        CLASHES.iter().filter(|row| (row.applies)(self)).map(|row| row.clash)
    }

    fn is_split(&self) -> bool {
        self.multiply.facts().is_split
    }

    fn key_has_factor(&self) -> bool {
        self.key.facts().has_factor
    }

    fn has_rows(&self) -> bool {
        self.placement.facts().has_rows
    }

    fn is_folded(&self) -> bool {
        self.fold != Fold::None
    }

    fn is_packed(&self) -> bool {
        self.placement.facts().is_packed
    }

    /// True where all squares have one range.
    fn is_grouped(&self) -> bool {
        self.has_one_range()
    }

    fn is_shared_factor(&self) -> bool {
        self.factor.facts().is_shared
    }
}
