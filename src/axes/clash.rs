//! Axes in; every two that don't go together out, with the reason.

use std::fmt;

use super::{Axes, Cell, KeyForm, OffsetFrom, Placement, Range, ShiftFrom};

/// Two axes that don't go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clash {
    /// One choice, as a config has it: `shift = "in-factor"`.
    pub first: &'static str,
    /// The other.
    pub second: &'static str,
    /// Why, in a clause.
    pub why: &'static str,
    /// The keys of `[output.lookup]` that make either choice; the variant does where none is given.
    pub keys: [&'static [&'static str]; 2],
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} and {} don't go together: {}", self.first, self.second, self.why)
    }
}

impl std::error::Error for Clash {}

/// What doesn't go together: when, the two choices as a config has them, why, and the keys that make either.
type Row = (fn(&Axes) -> bool, &'static str, &'static str, &'static str, Keys, Keys);

type Keys = &'static [&'static str];

const CLASHES: &[Row] = &[
    (
        |axes| axes.is_split() && axes.key != KeyForm::White,
        "`key` other than \"white\"",
        "32-bit multiplication",
        "the halves' products have no common constant",
        &["key"],
        &["combine"],
    ),
    (
        |axes| axes.is_split() && axes.is_in_factor(),
        "a field \"in-factor\"",
        "32-bit multiplication",
        "a factor of two halves has no free bits",
        &["offset", "shift"],
        &["combine"],
    ),
    (
        |axes| axes.is_split() && axes.is_shared_factor(),
        "`factor = \"shared\"`",
        "32-bit multiplication",
        "factors are shared by 64-bit products alone",
        &["factor"],
        &["combine"],
    ),
    (
        |axes| !axes.has_factor() && (axes.is_shared_factor() || axes.is_in_factor()),
        "`key = \"pext\"`",
        "a choice about factors",
        "it has no factor",
        &["key"],
        &["factor", "offset", "shift"],
    ),
    (
        |axes| !axes.has_factor() && axes.shift == ShiftFrom::Constant,
        "`key = \"pext\"`",
        "`shift = \"constant\"`",
        "it has no shift",
        &["key"],
        &["shift"],
    ),
    (
        |axes| !axes.has_factor() && axes.is_packed(),
        "`key = \"pext\"`",
        "a packed placement",
        "its indices leave no holes to lie in",
        &["key"],
        &["placement"],
    ),
    (
        |axes| axes.has_rows() && axes.offset != OffsetFrom::None,
        "`placement` in rows",
        "`offset` other than \"none\"",
        "a row needs no offset",
        &["placement"],
        &["offset"],
    ),
    (
        |axes| axes.has_rows() && axes.is_post_masked,
        "`placement` in rows",
        "`post-mask = true`",
        "squares with rows of their own share no slots",
        &["placement"],
        &["post-mask"],
    ),
    (
        |axes| axes.has_rows() && axes.by_line,
        "`placement` in rows",
        "`lines = true`",
        "several lines have no one row",
        &["placement"],
        &["lines"],
    ),
    (
        |axes| axes.placement == Placement::Shared && !axes.is_post_masked,
        "`placement = \"shared\"`",
        "`post-mask = false`",
        "what a slot holds for other squares has to be cut off",
        &["placement"],
        &["post-mask"],
    ),
    (
        |axes| axes.placement == Placement::Shared && axes.cell != Cell::Word,
        "`placement = \"shared\"`",
        "`cell` other than \"word\"",
        "a slot that serves several squares holds a union of attack sets",
        &["placement"],
        &["cell"],
    ),
    (
        |axes| axes.is_post_masked && !axes.cell.facts().can_be_post_masked,
        "`post-mask = true`",
        "`cell` of 16 bits",
        "such a cell holds one square's attack set already",
        &["post-mask"],
        &["cell"],
    ),
    (
        |axes| {
            axes.by_line && (axes.cell != Cell::Word || axes.is_post_masked || axes.is_in_factor())
        },
        "`lines = true`",
        "another choice than its table's",
        "a line's attack sets stand in the table as they are",
        &["lines"],
        &["cell", "post-mask", "offset", "shift"],
    ),
    (
        |axes| axes.by_line && (axes.is_shared_factor() || axes.key != KeyForm::White),
        "`lines = true`",
        "another choice of key or factor",
        "a line has a factor of its own",
        &["lines"],
        &["key", "factor"],
    ),
    (
        |axes| axes.by_line && axes.is_packed(),
        "`lines = true`",
        "a packed placement",
        "lines are laid out one after another",
        &["lines"],
        &["placement"],
    ),
    (
        |axes| axes.is_packed() && axes.is_in_factor(),
        "a packed placement",
        "a field \"in-factor\"",
        "offsets are found together with factors there",
        &["placement"],
        &["offset", "shift"],
    ),
    (
        |axes| axes.is_grouped() != (axes.is_packed() && axes.offset == OffsetFrom::None),
        "`key = \"slider\"`",
        "an offset or a placement of its own",
        "one range for all squares tells them apart by their own bit, and only that does",
        &["key"],
        &["offset", "placement"],
    ),
    (
        |axes| {
            axes.is_grouped()
                && (axes.shift != ShiftFrom::Constant
                    || axes.cell != Cell::Word
                    || axes.is_shared_factor())
        },
        "`key = \"slider\"`",
        "another choice of shift, cell or factor",
        "one range for all squares has one width and one factor a square",
        &["key"],
        &["shift", "cell", "factor"],
    ),
    (
        |axes| {
            axes.is_shared_factor()
                && (axes.is_packed() || axes.key != KeyForm::White || axes.is_in_factor())
        },
        "`factor = \"shared\"`",
        "another choice about factors",
        "few factors leave nothing to choose from",
        &["factor"],
        &["placement", "key", "offset", "shift"],
    ),
    (
        |axes| !axes.has_rows() && axes.offset == OffsetFrom::None && !axes.is_grouped(),
        "`offset = \"none\"`",
        "one table for all squares",
        "something has to say where a square's range begins",
        &["offset"],
        &["placement"],
    ),
    (
        |axes| axes.key.facts().range == Range::WithHoles && !axes.is_packed(),
        "`key` \"black\" or \"constant\"",
        "a placement without overlap",
        "it makes holes for other ranges to lie in, and nothing else",
        &["key"],
        &["placement"],
    ),
];

impl Axes {
    /// Every clash among the axes.
    pub fn clashes(&self) -> impl Iterator<Item = Clash> {
        CLASHES.iter().filter(|(is_there, ..)| is_there(self)).map(
            |(_, first, second, why, of_first, of_second)| Clash {
                first,
                second,
                why,
                keys: [of_first, of_second],
            },
        )
    }

    fn is_split(&self) -> bool {
        self.multiply.facts().is_split
    }

    fn has_factor(&self) -> bool {
        self.key.facts().has_factor
    }

    fn has_rows(&self) -> bool {
        self.placement.facts().has_rows
    }

    fn is_packed(&self) -> bool {
        self.placement.facts().is_packed
    }

    /// One range for all squares.
    fn is_grouped(&self) -> bool {
        self.has_one_range()
    }

    fn is_shared_factor(&self) -> bool {
        self.factor.facts().is_shared
    }
}
