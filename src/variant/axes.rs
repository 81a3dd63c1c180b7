//! The axes of a lookup: what users combine, and what most variants are presets of.

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
