//! The values of each axis, their words in a config, and their facts: what follows from each value, in one place, so
//! that the compiler names what a new value has to say.

use crate::model::{Role, Storage, TableRole};
use crate::search::{Hash, Key, Width};

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

/// What follows from a way to multiply.
#[derive(Clone, Copy, Debug)]
pub struct MultiplyFacts {
    /// The arithmetic, where halves aren't folded and squares don't share factors.
    pub hash: Hash,
    /// True where halves are multiplied.
    pub is_split: bool,
}

impl Multiply {
    /// What follows from it.
    #[must_use]
    pub const fn facts(self) -> MultiplyFacts {
        match self {
            Self::Wide => MultiplyFacts { hash: Hash::Multiply, is_split: false },
            Self::SplitXor => MultiplyFacts { hash: Hash::SplitXor, is_split: true },
            Self::SplitAdd => MultiplyFacts { hash: Hash::SplitAdd, is_split: true },
        }
    }
}

/// What the indices of a square are among those of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// A range that nothing else needs to lie in.
    Own,
    /// A range with holes for others to lie in, and good for nothing else.
    WithHoles,
    /// One range for all squares: the key holds the slider's own square.
    OfAll,
}

/// What follows from the form of a key.
#[derive(Clone, Copy, Debug)]
pub struct KeyFacts {
    /// What is multiplied, for a search.
    pub key: Key,
    /// What its indices are among those of other squares.
    pub range: Range,
    /// True where it is multiplied at all.
    pub has_factor: bool,
    /// True where a constant of the square is added to the product.
    pub has_constant: bool,
}

impl KeyForm {
    /// What follows from it.
    #[must_use]
    pub const fn facts(self) -> KeyFacts {
        const WHITE: KeyFacts =
            KeyFacts { key: Key::White, range: Range::Own, has_factor: true, has_constant: false };
        match self {
            Self::White => WHITE,
            Self::Black => KeyFacts { key: Key::Black, range: Range::WithHoles, ..WHITE },
            Self::Constant => {
                let (key, range) = (Key::Constant, Range::WithHoles);
                KeyFacts { key, range, has_constant: true, ..WHITE }
            }
            Self::Slider => KeyFacts { key: Key::Slider, range: Range::OfAll, ..WHITE },
            Self::Pext => KeyFacts { has_factor: false, ..WHITE },
        }
    }
}

/// What follows from where the factor comes from.
#[derive(Clone, Copy, Debug)]
pub struct FactorFacts {
    /// The field that leads to it.
    pub role: Role,
    /// True where squares share factors, by keys that are moved before the product.
    pub is_shared: bool,
}

impl FactorFrom {
    /// What follows from it.
    #[must_use]
    pub const fn facts(self) -> FactorFacts {
        match self {
            Self::Own => FactorFacts { role: Role::Factor, is_shared: false },
            Self::Shared => FactorFacts { role: Role::Choice, is_shared: true },
        }
    }
}

/// What follows from where the shift comes from.
#[derive(Clone, Copy, Debug)]
pub struct ShiftFacts {
    /// Whether squares differ in it.
    pub width: Width,
    /// True where the factor holds it, and no field does.
    pub is_in_factor: bool,
}

impl ShiftFrom {
    /// What follows from it.
    #[must_use]
    pub const fn facts(self) -> ShiftFacts {
        match self {
            Self::Own => ShiftFacts { width: Width::Own, is_in_factor: false },
            Self::Constant => ShiftFacts { width: Width::Equal, is_in_factor: false },
            Self::InFactor => ShiftFacts { width: Width::Own, is_in_factor: true },
        }
    }
}

/// What follows from where the offset comes from.
#[derive(Clone, Copy, Debug)]
pub struct OffsetFacts {
    /// True where a field holds it.
    pub is_field: bool,
    /// True where the factor holds it.
    pub is_in_factor: bool,
}

impl OffsetFrom {
    /// What follows from it.
    #[must_use]
    pub const fn facts(self) -> OffsetFacts {
        match self {
            Self::Field => OffsetFacts { is_field: true, is_in_factor: false },
            Self::InFactor => OffsetFacts { is_field: false, is_in_factor: true },
            Self::None => OffsetFacts { is_field: false, is_in_factor: false },
        }
    }
}

/// What a slot's number means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// It is the attack set.
    AttackSet,
    /// It is the attack set without the squares that the slider doesn't reach: an instruction spreads it.
    Deposited,
    /// It is a place in a dictionary.
    Index,
}

/// What follows from what stands in a slot.
#[derive(Clone, Copy, Debug)]
pub struct CellFacts {
    /// What its number means.
    pub content: Content,
    /// How wide it is.
    pub storage: Storage,
    /// True where a field says at which place of the dictionary a square's window begins.
    pub has_window: bool,
    /// True where what it leads to may hold other squares' attacks, too, which a mask cuts off.
    pub can_be_post_masked: bool,
}

impl CellFacts {
    /// What the table of slots holds.
    #[must_use]
    pub const fn role(self) -> TableRole {
        match self.content {
            Content::AttackSet | Content::Deposited => TableRole::Attacks,
            Content::Index => TableRole::Indices,
        }
    }
}

impl Cell {
    /// What follows from it.
    #[must_use]
    pub const fn facts(self) -> CellFacts {
        let (content, storage, has_window, can_be_post_masked) = match self {
            Self::Word => (Content::AttackSet, Storage::Word, false, true),
            Self::Byte => (Content::Index, Storage::Byte, true, true),
            Self::Half => (Content::Index, Storage::Short, false, false),
            Self::Pdep => (Content::Deposited, Storage::Short, false, false),
        };
        CellFacts { content, storage, has_window, can_be_post_masked }
    }
}

/// What follows from how ranges lie.
#[derive(Clone, Copy, Debug)]
pub struct PlacementFacts {
    /// True where a piece has a table of its own, with a row a square.
    pub has_rows: bool,
    /// True where offsets are found together with factors, so that ranges lie in one another's holes.
    pub is_packed: bool,
    /// True where a slot may serve several squares.
    pub is_shared: bool,
}

impl Placement {
    /// What follows from it.
    #[must_use]
    pub const fn facts(self) -> PlacementFacts {
        const ONE_TABLE: PlacementFacts =
            PlacementFacts { has_rows: false, is_packed: false, is_shared: false };
        match self {
            Self::Rows | Self::Nested => PlacementFacts { has_rows: true, ..ONE_TABLE },
            Self::Consecutive => ONE_TABLE,
            Self::Overlapped => PlacementFacts { is_packed: true, ..ONE_TABLE },
            Self::Shared => PlacementFacts { is_packed: true, is_shared: true, ..ONE_TABLE },
        }
    }
}
