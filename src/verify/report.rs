//! What was found in a text: plain data, to be shown as lines or written as JSON.

use serde::{Serialize, Serializer};

use crate::geometry::Standard;
use crate::search::Hash;

use super::sharing::Table;
use super::slider::{Key, Slider};

/// Everything found in one text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Runs of 64 factors, in the order of the text; a run of 128 is two of them.
    pub findings: Vec<Finding>,
    /// Tables of attack sets that offsets in the text lay out.
    pub tables: Vec<Table>,
    /// Runs of 64 or 128 numbers that are something else.
    pub skipped: Vec<Skipped>,
    /// The most numbers that stand together, for a text without any such run.
    pub longest: Option<Longest>,
    /// A text without factors that seems to search them when the program starts.
    pub searched: Option<Searched>,
    /// Runs that were too many to be looked at.
    pub left_out: usize,
}

/// What shows that a text searches its factors itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Searched {
    /// The word that shows it.
    pub word: String,
    /// Its line.
    pub line: usize,
    /// The line that names seeds.
    pub seeds: Option<usize>,
}

/// A report in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Every run of factors works, and so do its offsets.
    Holds,
    /// Factors, shifts or offsets fail on some squares.
    Wrong,
    /// Nothing in the text could be factors.
    NothingFound,
}

impl Report {
    /// Whether a piece was found and all of its factors and tables work; `None` where it wasn't found. A rook is
    /// also its ranks and files, and a bishop its diagonals.
    #[must_use]
    pub fn holds(&self, piece: Slider) -> Option<bool> {
        let is_right = |at: usize| {
            self.findings[at].failures.is_empty()
                && self
                    .tables
                    .iter()
                    .all(|table| table.clashes.is_empty() || !table.findings.contains(&at))
        };
        let of = |piece: Slider| {
            let mut found = (0..self.findings.len()).filter(|at| self.findings[*at].piece == piece);
            let first = found.next()?;
            Some(is_right(first) && found.all(is_right))
        };
        of(piece).or_else(|| Some(of(piece.lines()[0])? && of(piece.lines()[1])?))
    }

    /// What it comes to.
    #[must_use]
    pub fn status(&self) -> Status {
        if self.findings.is_empty() {
            Status::NothingFound
        } else if self.findings.iter().all(|finding| finding.failures.is_empty())
            && self.tables.iter().all(|table| table.clashes.is_empty())
        {
            Status::Holds
        } else {
            Status::Wrong
        }
    }
}

/// 64 factors of one piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Where they stand.
    pub place: Place,
    /// Which rows of that place.
    pub rows: Rows,
    /// The piece.
    pub piece: Slider,
    /// The form of the key.
    pub key: Key,
    /// The arithmetic.
    #[serde(serialize_with = "hash_name")]
    pub hash: Hash,
    /// The key is shifted right before it is multiplied.
    pub preshift: bool,
    /// A number is added to the product of each square.
    pub constant: bool,
    /// Where the number of index bits comes from.
    pub shift: Shift,
    /// How rows are matched with bits.
    pub order: EntryOrder,
    /// What the text says about the squares of bits.
    pub orientation: Orientation,
    /// Squares that work, of 64.
    pub good: usize,
    /// Index bits by bit index.
    pub bits: Vec<u8>,
    /// The fewest index bits that work, by bit index; `None` where none was found.
    pub fewest: Vec<Option<u8>>,
    /// Factors by bit index.
    pub factors: Vec<Hex>,
    /// Two to the power of the index bits, summed over the squares.
    pub words: u64,
    /// Slots that some occupancy reaches, summed over the squares that work.
    pub used: u64,
    /// The squares that don't work.
    pub failures: Vec<Failure>,
}

impl Finding {
    /// The length of the table if every square had the fewest bits that work; `None` with a failure.
    #[must_use]
    pub fn fewest_words(&self) -> Option<u64> {
        self.fewest.iter().map(|bits| bits.map(|bits| 1 << bits)).sum()
    }
}

/// Where something stands in the text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The first line, counted from 1.
    pub first_line: usize,
    /// The last line.
    pub last_line: usize,
    /// The array's name.
    pub name: Option<String>,
    /// The column of a table with several, counted from 1.
    pub column: Option<usize>,
    /// Its name.
    pub field: Option<String>,
}

/// Which rows of a run belong to a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rows {
    /// All 64.
    All,
    /// The first 64 of 128.
    First,
    /// The last 64 of 128.
    Last,
    /// Every second of 128, from the first on.
    Odd,
    /// Every second of 128, from the second on.
    Even,
    /// Those of 128 that name the piece or have its number.
    Named,
}

/// Where the number of index bits comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "by")]
pub enum Shift {
    /// Found by trying: as many as the square has relevant squares.
    Relevant,
    /// Found by trying: the same on all squares.
    Fixed {
        /// That many.
        bits: u8,
    },
    /// The text gives index bits.
    Bits(Place),
    /// The text gives right shifts out of 64 or 32.
    Shift {
        /// 64 or 32.
        out_of: u8,
        /// Where.
        place: Place,
    },
    /// The upper six bits of the factor are the right shift.
    InFactor,
}

/// How rows are matched with bits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "by")]
pub enum EntryOrder {
    /// Row 0 is bit 0, and so on.
    Text,
    /// The rows give their bit index.
    Index,
    /// The rows name their square.
    Name,
    /// Rows (or the indices they give) count squares in another order than bits do.
    Turned {
        /// The order of rows, if bits are counted a1 = 0, b1 = 1.
        #[serde(serialize_with = "standard_id")]
        rows: Standard,
    },
}

/// What the text says about the squares of bits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "shown")]
pub enum Orientation {
    /// Nothing: factors are the same in all eight.
    NotShown,
    /// One of these.
    Shown {
        /// Those of the eight that agree with the text.
        #[serde(serialize_with = "standard_ids")]
        standards: Vec<Standard>,
    },
    /// None of the eight agrees with what the text says.
    Unknown,
}

impl Orientation {
    /// The one orientation that the text shows.
    #[must_use]
    pub fn only(&self) -> Option<Standard> {
        match self {
            Self::Shown { standards } => match standards.as_slice() {
                [standard] => Some(*standard),
                _ => None,
            },
            _ => None,
        }
    }
}

/// A square that doesn't work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// Its bit.
    pub bit: u8,
    /// Its name, where the text shows one orientation.
    pub square: Option<String>,
    /// The line of its factor.
    pub line: usize,
    /// Its factor.
    pub factor: Hex,
    /// What is wrong.
    pub problem: FailureKind,
}

/// What is wrong with a square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum FailureKind {
    /// Two occupancies with one index, but different attack sets.
    Clash {
        /// The index bits.
        bits: u8,
        /// The index.
        index: u64,
        /// The occupancies, off the mask empty.
        occupied: [Hex; 2],
        /// Their attack sets.
        attacks: [Hex; 2],
        /// The squares that only one of them has.
        difference: Hex,
    },
    /// A shift or a number of bits that makes no sense.
    Shift {
        /// As it stands in the text.
        value: i64,
        /// The line it stands on.
        line: usize,
    },
}

/// A run of 64 or 128 numbers that is no run of factors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Skipped {
    /// Where it stands.
    pub place: Place,
    /// Rows.
    pub rows: usize,
    /// What it may be.
    pub what: SkippedKind,
}

/// What a run may be that is no run of factors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum SkippedKind {
    /// The relevant occupancy masks.
    Masks {
        /// Of this piece.
        piece: Slider,
    },
    /// Small numbers, which factors aren't, and which no factors made use of.
    Small,
    /// As factors they work on too few squares, however they are read.
    Other,
}

/// The most numbers that stand together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Longest {
    /// How many.
    pub numbers: usize,
    /// The first line.
    pub first_line: usize,
    /// The last line.
    pub last_line: usize,
}

/// A word that JSON holds as text, since its numbers don't reach so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hex(pub u64);

impl std::fmt::Display for Hex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:#x}", self.0)
    }
}

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn hash_name<S: Serializer>(hash: &Hash, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match hash {
        Hash::Multiply | Hash::Preshifted => "multiply",
        Hash::SplitXor => "split-xor",
        Hash::SplitAdd | Hash::ShiftedSplitAdd(_) => "split-add",
        Hash::Fold(_) => "fold",
        Hash::Pext => "pext",
    })
}

fn standard_id<S: Serializer>(standard: &Standard, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(standard.id)
}

fn standard_ids<S: Serializer>(standards: &[Standard], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(standards.iter().map(|standard| standard.id))
}
