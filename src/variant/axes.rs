//! The axes of a lookup: what users combine, and what most variants are presets of.

use std::fmt;

use crate::search::{Hash, Key, Method, Width};

/// How key and factor are multiplied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Multiply {
    /// 64 bits by 64 bits.
    Wide,
    /// Two halves, combined by exclusive or.
    SplitXor,
    /// Two halves, combined by addition.
    SplitAdd,
}

/// What becomes an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyForm {
    /// The product of the relevant occupancy.
    White,
    /// The product of the occupancy with all irrelevant squares occupied.
    Black,
    /// The product of the relevant occupancy, and a constant of the square.
    Constant,
    /// The product of the relevant occupancy and the slider's own square.
    Slider,
    /// The relevant occupancy itself, its bits packed by an instruction.
    Pext,
}

/// Where the factor comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactorFrom {
    /// A field: each square has its own.
    Own,
    /// A table of factors that several squares share.
    Shared,
}

/// Where the shift comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShiftFrom {
    /// A field: each square has its own.
    Own,
    /// A constant of the piece.
    Constant,
    /// The upper six bits of the factor.
    InFactor,
}

/// Where a square's index range begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OffsetFrom {
    /// A field says it.
    Field,
    /// The lower sixteen bits of the factor say it.
    InFactor,
    /// Nothing says it: the square has a row, or all squares have one range.
    None,
}

/// What stands in a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// The attack set.
    Word,
    /// A byte: the attack set's place in the square's window of a dictionary.
    Byte,
    /// 16 bits: the attack set's place in a dictionary.
    Half,
    /// 16 bits: the attack set, packed to the squares that the slider reaches.
    Pdep,
}

/// How the squares' index ranges lie in tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// A table a piece, a row of equal length a square.
    Rows,
    /// A table a piece, a row a square, as long as its index range.
    Nested,
    /// One table, one range after another.
    Consecutive,
    /// One table, ranges within one another's holes.
    Overlapped,
    /// One table, and slots that serve several squares under a post-mask.
    Shared,
}

macro_rules! words {
    ($type:ident, $name:ident, $doc:literal, [$(($word:literal, $value:ident)),+ $(,)?]) => {
        impl $type {
            #[doc = $doc]
            pub const $name: &[(&'static str, Self)] = &[$(($word, Self::$value)),+];

            /// The word for it in a config.
            #[must_use]
            pub fn id(self) -> &'static str {
                Self::$name.iter().find(|(_, value)| *value == self).map_or("", |(word, _)| word)
            }
        }
    };
}

words!(
    Multiply,
    COMBINES,
    "Words for combining two halves' products.",
    [("xor", SplitXor), ("add", SplitAdd)]
);
words!(
    KeyForm,
    ALL,
    "All, with their words in a config.",
    [
        ("white", White),
        ("black", Black),
        ("constant", Constant),
        ("slider", Slider),
        ("pext", Pext)
    ]
);
words!(FactorFrom, ALL, "All, with their words in a config.", [("own", Own), ("shared", Shared)]);
words!(
    ShiftFrom,
    ALL,
    "All, with their words in a config.",
    [("own", Own), ("constant", Constant), ("in-factor", InFactor)]
);
words!(
    OffsetFrom,
    ALL,
    "All, with their words in a config.",
    [("field", Field), ("in-factor", InFactor), ("none", None)]
);
words!(
    Cell,
    ALL,
    "All, with their words in a config.",
    [("word", Word), ("byte", Byte), ("half", Half), ("pdep", Pdep)]
);
words!(
    Placement,
    ALL,
    "All, with their words in a config.",
    [
        ("rows", Rows),
        ("nested", Nested),
        ("consecutive", Consecutive),
        ("overlapped", Overlapped),
        ("shared", Shared)
    ]
);

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

/// Two axes that don't go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clash {
    /// One choice, as a config has it: `shift = "in-factor"`.
    pub first: &'static str,
    /// The other.
    pub second: &'static str,
    /// Why, in a clause.
    pub why: &'static str,
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} and {} don't go together: {}", self.first, self.second, self.why)
    }
}

impl std::error::Error for Clash {}

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

    /// The first clash among the axes.
    pub fn check(&self) -> Result<(), Clash> {
        let is_split = self.multiply != Multiply::Wide;
        let has_rows = matches!(self.placement, Placement::Rows | Placement::Nested);
        let in_factor = self.shift == ShiftFrom::InFactor || self.offset == OffsetFrom::InFactor;
        let is_packed = matches!(self.placement, Placement::Overlapped | Placement::Shared);
        let is_pext = self.key == KeyForm::Pext;
        let clash = |first, second, why| Err(Clash { first, second, why });
        let rows = if self.placement == Placement::Rows {
            "`placement = \"rows\"`"
        } else {
            "`placement = \"nested\"`"
        };
        if is_split && self.key != KeyForm::White {
            let why = "the halves' products have no common constant";
            return clash("`key` other than \"white\"", "32-bit multiplication", why);
        }
        if is_split && in_factor {
            let why = "a factor of two halves has no free bits";
            return clash("a field \"in-factor\"", "32-bit multiplication", why);
        }
        if is_split && self.factor == FactorFrom::Shared {
            let why = "factors are shared by 64-bit products alone";
            return clash("`factor = \"shared\"`", "32-bit multiplication", why);
        }
        if is_pext && (self.factor == FactorFrom::Shared || in_factor) {
            let why = "it has no factor";
            return clash("`key = \"pext\"`", "a choice about factors", why);
        }
        if is_pext && self.shift == ShiftFrom::Constant {
            return clash("`key = \"pext\"`", "`shift = \"constant\"`", "it has no shift");
        }
        if is_pext && is_packed {
            let why = "its indices leave no holes to lie in";
            return clash("`key = \"pext\"`", "a packed placement", why);
        }
        if has_rows && self.offset == OffsetFrom::InFactor {
            return clash(rows, "`offset = \"in-factor\"`", "a row needs no offset");
        }
        if has_rows && self.is_post_masked {
            let why = "squares with rows of their own share no slots";
            return clash(rows, "`post-mask = true`", why);
        }
        if has_rows && self.by_line {
            return clash(rows, "`lines = true`", "several lines have no one row");
        }
        if self.placement == Placement::Shared && !self.is_post_masked {
            let why = "what a slot holds for other squares has to be cut off";
            return clash("`placement = \"shared\"`", "`post-mask = false`", why);
        }
        if self.placement == Placement::Shared && self.cell != Cell::Word {
            let why = "a slot that serves several squares holds a union of attack sets";
            return clash("`placement = \"shared\"`", "`cell` other than \"word\"", why);
        }
        if self.is_post_masked && matches!(self.cell, Cell::Half | Cell::Pdep) {
            let why = "such a cell holds one square's attack set already";
            return clash("`post-mask = true`", "`cell` of 16 bits", why);
        }
        if self.by_line && (self.cell != Cell::Word || self.is_post_masked || in_factor) {
            let why = "a line's attack sets stand in the table as they are";
            return clash("`lines = true`", "another choice than its table's", why);
        }
        if self.by_line && (self.factor == FactorFrom::Shared || self.key != KeyForm::White) {
            let why = "a line has a factor of its own";
            return clash("`lines = true`", "another choice of key or factor", why);
        }
        if is_packed && in_factor && self.offset != OffsetFrom::None {
            let why = "offsets are found together with factors there";
            return clash("a packed placement", "a field \"in-factor\"", why);
        }
        let is_grouped = self.key == KeyForm::Slider;
        if is_grouped != (is_packed && self.offset == OffsetFrom::None) {
            let why =
                "one range for all squares tells them apart by their own bit, and only that does";
            return clash("`key = \"slider\"`", "an offset or a placement of its own", why);
        }
        if is_grouped
            && (self.shift != ShiftFrom::Constant
                || self.cell != Cell::Word
                || self.factor == FactorFrom::Shared)
        {
            let why = "one range for all squares has one width and one factor a square";
            return clash("`key = \"slider\"`", "another choice of shift, cell or factor", why);
        }
        if self.factor == FactorFrom::Shared
            && (is_packed || self.key != KeyForm::White || in_factor)
        {
            let why = "few factors leave nothing to choose from";
            return clash("`factor = \"shared\"`", "another choice about factors", why);
        }
        let needs_offset = matches!(
            self.placement,
            Placement::Consecutive | Placement::Overlapped | Placement::Shared
        );
        if needs_offset && self.offset == OffsetFrom::None && !is_grouped {
            let why = "something has to say where a square's range begins";
            return clash("`offset = \"none\"`", "one table for all squares", why);
        }
        if matches!(self.key, KeyForm::Black | KeyForm::Constant) && !is_packed {
            let why = "it makes holes for other ranges to lie in, and nothing else";
            return clash("`key` \"black\" or \"constant\"", "a placement without overlap", why);
        }
        Ok(())
    }

    /// What is multiplied, for a search.
    #[must_use]
    pub const fn search_key(self) -> Key {
        match self.key {
            KeyForm::White | KeyForm::Pext => Key::White,
            KeyForm::Black => Key::Black,
            KeyForm::Constant => Key::Constant,
            KeyForm::Slider => Key::Slider,
        }
    }

    /// The arithmetic, where halves aren't folded.
    #[must_use]
    pub const fn hash(self) -> Hash {
        match (self.key, self.multiply) {
            (KeyForm::Pext, _) => Hash::Pext,
            (_, Multiply::Wide) if matches!(self.factor, FactorFrom::Shared) => Hash::Preshifted,
            (_, Multiply::Wide) => Hash::Multiply,
            (_, Multiply::SplitXor) => Hash::SplitXor,
            (_, Multiply::SplitAdd) => Hash::SplitAdd,
        }
    }

    /// What has to be searched, where halves aren't folded.
    #[must_use]
    pub const fn method(self) -> Method {
        let width = match self.shift {
            ShiftFrom::Own | ShiftFrom::InFactor => Width::Own,
            ShiftFrom::Constant => Width::Equal,
        };
        Method::usual(self.hash(), width)
    }

    /// True where the table can be filled at start-up: by what the lookup's address part computes.
    #[must_use]
    pub const fn can_be_filled(self) -> bool {
        matches!(self.cell, Cell::Word)
    }
}
