//! The values of each axis, their words in a config, and their facts. All facts that other stages need about a value
//! stand here, once, so that the compiler asks for them when a value is added.

use magicgen_ir::{Role, Storage, TableRole};
use magicgen_search::{Hash, Key, Width};

/// How the key is multiplied by the factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Multiply {
    /// 64 bits by 64 bits.
    Wide,
    /// Two halves, combined by exclusive or.
    SplitXor,
    /// Two halves, combined by addition.
    SplitAdd,
    /// No multiplication: the key is shifted by several numbers of the square, and the results are added up.
    ShiftAdd,
}

/// The bits that become an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyForm {
    /// The product of the relevant occupancy and the factor.
    White,
    /// The product of the occupancy and the factor, where all irrelevant squares count as occupied.
    Black,
    /// The product of the relevant occupancy and the factor, plus a constant of the square.
    Constant,
    /// The product of the factor with the relevant occupancy and the slider's own square.
    Slider,
    /// The relevant occupancy itself, its bits packed by an instruction (PEXT).
    Pext,
}

/// The source of the factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactorFrom {
    /// A field: each square has its own.
    Own,
    /// A table of factors that several squares share.
    Shared,
}

/// The source of the shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShiftFrom {
    /// A field: each square has its own.
    Own,
    /// A constant of the piece.
    Constant,
    /// The upper six bits of the factor.
    InFactor,
}

/// The source of the offset, which is the beginning of a square's index range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OffsetFrom {
    /// A field holds it.
    Field,
    /// The lower sixteen bits of the factor hold it.
    InFactor,
    /// There is none: each square has a row, or all squares have one range.
    None,
}

/// The content of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// The attack set.
    Word,
    /// A byte: the attack set's position in the square's window of a dictionary.
    Byte,
    /// 16 bits: the attack set's position in a dictionary.
    Half,
    /// 16 bits: the attack set, packed (as by PEXT) to the squares that the slider reaches on the empty board.
    Pdep,
    /// A code that products spread: a bit for each square of the attack set. Boards of more than 64 squares alone have
    /// such slots.
    Spread,
}

/// How the squares' index ranges lie in tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// A table for each piece, with a row for each square, all of the same length.
    Rows,
    /// A table for each piece, with a row for each square that is as long as the square's index range.
    Nested,
    /// One table, one range after another.
    Consecutive,
    /// One table, in which ranges lie in the holes of others.
    Overlapped,
    /// One table, in which a slot may serve several squares under a post-mask.
    Shared,
}

macro_rules! words {
    ($type:ident, $name:ident, $doc:literal, [$(($word:literal, $value:ident)),+ $(,)?]) => {
        impl $type {
            #[doc = $doc]
            pub const $name: &[(&'static str, Self)] = &[$(($word, Self::$value)),+];

            /// The word for this value in a config.
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
    "The ways to combine several products into one, each with its word in a config.",
    [("xor", SplitXor), ("add", SplitAdd), ("shift-add", ShiftAdd)]
);
words!(
    KeyForm,
    ALL,
    "Every value with its word in a config.",
    [
        ("white", White),
        ("black", Black),
        ("constant", Constant),
        ("slider", Slider),
        ("pext", Pext)
    ]
);
words!(
    FactorFrom,
    ALL,
    "Every value with its word in a config.",
    [("own", Own), ("shared", Shared)]
);
words!(
    ShiftFrom,
    ALL,
    "Every value with its word in a config.",
    [("own", Own), ("constant", Constant), ("in-factor", InFactor)]
);
words!(
    OffsetFrom,
    ALL,
    "Every value with its word in a config.",
    [("field", Field), ("in-factor", InFactor), ("none", None)]
);
words!(
    Cell,
    ALL,
    "Every value with its word in a config, behind them other words for two of them.",
    [
        ("word", Word),
        ("byte", Byte),
        ("half", Half),
        ("pdep", Pdep),
        ("spread", Spread),
        ("set", Word),
        ("code16", Pdep)
    ]
);
words!(
    Placement,
    ALL,
    "Every value with its word in a config.",
    [
        ("rows", Rows),
        ("nested", Nested),
        ("consecutive", Consecutive),
        ("overlapped", Overlapped),
        ("shared", Shared)
    ]
);

/// The facts about a way to multiply.
#[derive(Clone, Copy, Debug)]
pub struct MultiplyFacts {
    /// The arithmetic, unless squares share factors or the key's halves are folded.
    pub hash: Hash,
    /// True where halves of 32 bits are multiplied.
    pub is_split: bool,
    /// True where the product is a sum of shifted keys.
    pub is_sum: bool,
}

impl Multiply {
    /// The facts about this value.
    #[must_use]
    pub const fn facts(self) -> MultiplyFacts {
        const WIDE: MultiplyFacts =
            MultiplyFacts { hash: Hash::Multiply, is_split: false, is_sum: false };
        match self {
            Self::Wide => WIDE,
            Self::SplitXor => MultiplyFacts { hash: Hash::SplitXor, is_split: true, ..WIDE },
            Self::SplitAdd => MultiplyFacts { hash: Hash::SplitAdd, is_split: true, ..WIDE },
            Self::ShiftAdd => MultiplyFacts { is_sum: true, ..WIDE },
        }
    }
}

/// The relation of a square's index range to the ranges of other squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RangeRelation {
    /// Each square has its own range, without holes that are worth filling.
    Own,
    /// Each square has its own range, and other ranges can lie in its holes.
    WithHoles,
    /// One range for all squares, which the key tells apart by the slider's own square.
    OfAll,
}

/// The facts about the form of a key.
#[derive(Clone, Copy, Debug)]
pub struct KeyFacts {
    /// The key of the search that finds the factors.
    pub key: Key,
    /// The relation of a square's index range to the ranges of other squares.
    pub range: RangeRelation,
    /// True where the key is multiplied at all.
    pub has_factor: bool,
    /// True where a constant of the square is added to the product.
    pub has_constant: bool,
}

impl KeyForm {
    /// The facts about this value.
    #[must_use]
    pub const fn facts(self) -> KeyFacts {
        const WHITE: KeyFacts = KeyFacts {
            key: Key::White,
            range: RangeRelation::Own,
            has_factor: true,
            has_constant: false,
        };
        match self {
            Self::White => WHITE,
            Self::Black => KeyFacts { key: Key::Black, range: RangeRelation::WithHoles, ..WHITE },
            Self::Constant => {
                let (key, range) = (Key::Constant, RangeRelation::WithHoles);
                KeyFacts { key, range, has_constant: true, ..WHITE }
            }
            Self::Slider => KeyFacts { key: Key::Slider, range: RangeRelation::OfAll, ..WHITE },
            Self::Pext => KeyFacts { has_factor: false, ..WHITE },
        }
    }
}

/// The facts about where the factor comes from.
#[derive(Clone, Copy, Debug)]
pub struct FactorFacts {
    /// The field that holds the factor, or the index of the factor.
    pub role: Role,
    /// True where squares share factors, which works since keys are shifted before the multiplication.
    pub is_shared: bool,
}

impl FactorFrom {
    /// The facts about this value.
    #[must_use]
    pub const fn facts(self) -> FactorFacts {
        match self {
            Self::Own => FactorFacts { role: Role::Factor, is_shared: false },
            Self::Shared => FactorFacts { role: Role::Choice, is_shared: true },
        }
    }
}

/// The facts about where the shift comes from.
#[derive(Clone, Copy, Debug)]
pub struct ShiftFacts {
    /// Whether each square has its own number of index bits, or all squares have the same.
    pub width: Width,
    /// True where the factor holds the shift, so that no field does.
    pub is_in_factor: bool,
}

impl ShiftFrom {
    /// The facts about this value.
    #[must_use]
    pub const fn facts(self) -> ShiftFacts {
        match self {
            Self::Own => ShiftFacts { width: Width::Own, is_in_factor: false },
            Self::Constant => ShiftFacts { width: Width::Equal, is_in_factor: false },
            Self::InFactor => ShiftFacts { width: Width::Own, is_in_factor: true },
        }
    }
}

/// The facts about where the offset comes from.
#[derive(Clone, Copy, Debug)]
pub struct OffsetFacts {
    /// True where a field holds the offset.
    pub is_field: bool,
    /// True where the factor holds the offset.
    pub is_in_factor: bool,
}

impl OffsetFrom {
    /// The facts about this value.
    #[must_use]
    pub const fn facts(self) -> OffsetFacts {
        match self {
            Self::Field => OffsetFacts { is_field: true, is_in_factor: false },
            Self::InFactor => OffsetFacts { is_field: false, is_in_factor: true },
            Self::None => OffsetFacts { is_field: false, is_in_factor: false },
        }
    }
}

/// The meaning of the number in a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotNumber {
    /// The attack set.
    AttackSet,
    /// The attack set, packed to the squares that the slider reaches on the empty board: an instruction (PDEP) spreads
    /// it.
    Deposited,
    /// The attack set as a code that products spread.
    Spread,
    /// A position in a dictionary.
    Index,
}

/// The facts about the content of a slot.
#[derive(Clone, Copy, Debug)]
pub struct CellFacts {
    /// The meaning of the number.
    pub content: SlotNumber,
    /// The width of the number.
    pub storage: Storage,
    /// True where a field holds the position in the dictionary at which a square's window begins.
    pub has_window: bool,
    /// True where the word that a slot leads to may also hold other squares' attacks, which a mask cuts off.
    pub can_be_post_masked: bool,
}

impl CellFacts {
    /// The role of the table of slots.
    #[must_use]
    pub const fn role(self) -> TableRole {
        match self.content {
            SlotNumber::AttackSet | SlotNumber::Deposited | SlotNumber::Spread => {
                TableRole::Attacks
            }
            SlotNumber::Index => TableRole::Indices,
        }
    }
}

impl Cell {
    /// The facts about this value.
    #[must_use]
    pub const fn facts(self) -> CellFacts {
        let (content, storage, has_window, can_be_post_masked) = match self {
            Self::Word => (SlotNumber::AttackSet, Storage::Word, false, true),
            Self::Byte => (SlotNumber::Index, Storage::Byte, true, true),
            Self::Half => (SlotNumber::Index, Storage::Short, false, false),
            Self::Pdep => (SlotNumber::Deposited, Storage::Short, false, false),
            Self::Spread => (SlotNumber::Spread, Storage::Short, false, false),
        };
        CellFacts { content, storage, has_window, can_be_post_masked }
    }
}

/// The facts about how ranges lie.
#[derive(Clone, Copy, Debug)]
pub struct PlacementFacts {
    /// True where each piece has its own table, with a row for each square.
    pub has_rows: bool,
    /// True where offsets are found together with factors, so that ranges lie in one another's holes.
    pub is_packed: bool,
    /// True where a slot may serve several squares.
    pub is_shared: bool,
}

impl Placement {
    /// The facts about this value.
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
