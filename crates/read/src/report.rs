//! The report on the factors in a text: plain data, to be shown as lines or written as JSON.

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use magicgen_board::Standard;
use magicgen_search::Hash;

pub use super::failure::{FailureKind, SquareFailure};
use super::large::LargeFinding;
use super::sharing::SharedTable;
use super::slider::{MultipliedKey, Slider};
use super::twins::OffsetLists;
pub use super::warning::{Warning, WarningKind};

/// The factors and tables found in one text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Report {
    /// Runs of 64 factors, in the order of the text; a run of 128 is two of them.
    pub findings: Vec<Finding>,
    /// Runs of factors of boards with more than 64 squares, in the order of the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub large_findings: Vec<LargeFinding>,
    /// Tables of attack sets that offsets in the text lay out.
    pub tables: Vec<SharedTable>,
    /// Further lists of offsets of the pieces, compared with those that lay out the tables.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub offset_lists: Vec<OffsetLists>,
    /// Runs of 64 or 128 numbers that aren't factors.
    pub skipped: Vec<Skipped>,
    /// What a program may get wrong although its factors hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
    /// The most numbers that stand together, for the message on a text without any factors.
    pub longest: Option<Longest>,
    /// Signs that a text without factors searches them when the program starts.
    pub searched: Option<StartUpSearch>,
    /// Signs that a text without factors has magics of a larger board.
    pub large_board: Option<LargeBoard>,
    /// The number of tables that weren't examined, since there were too many.
    pub left_out: usize,
    /// The order of squares that the text shows; of several texts, the first.
    #[serde(skip)]
    pub orientation: ShownOrder,
}

/// Signs that a program searches its factors when it starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Searched")]
pub struct StartUpSearch {
    /// The name in the text that tells of a search.
    pub word: String,
    /// The line of that name.
    pub line: usize,
    /// The line that mentions seeds, if there is one.
    pub seeds: Option<usize>,
    /// True if the name is that of a generator, which makes the factors before the program is compiled.
    pub is_generated: bool,
}

/// Signs that a text has magics of a board with more than 64 squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct LargeBoard {
    /// The number of entries, one a square.
    pub squares: usize,
    /// The first line of the array.
    pub line: usize,
}

/// A report in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Every run of factors works, and so do its offsets.
    Holds,
    /// Factors, shifts or offsets fail on some squares.
    Wrong,
    /// No numbers in the text could be factors.
    NothingFound,
}

impl Report {
    /// Whether all factors and tables of a piece work; `None` if the piece wasn't found. Factors for ranks and files
    /// together count as a rook's, and factors for both diagonals as a bishop's.
    #[must_use]
    pub fn holds(&self, piece: Slider) -> Option<bool> {
        let holds_alone = |piece: Slider| {
            let mut found = (0..self.findings.len()).filter(|at| self.findings[*at].piece == piece);
            let first = found.next()?;
            Some(self.is_right(first) && found.all(|at| self.is_right(at)))
        };
        let [first, second] = piece.lines();
        let small =
            holds_alone(piece).or_else(|| Some(holds_alone(first)? && holds_alone(second)?));
        let large = self.holds_on_large_board(piece.name());
        if small.is_some() && large.is_some() { Some(small? && large?) } else { small.or(large) }
    }

    /// The same for boards with more than 64 squares.
    fn holds_on_large_board(&self, piece: &str) -> Option<bool> {
        let of_piece = |lines: &str| {
            let of = |finding: &&LargeFinding| {
                finding.piece.strip_prefix(piece).is_some_and(|rest| rest == lines)
            };
            let mut found = self.large_findings.iter().filter(of);
            let first = found.next()?;
            Some(first.is_right() && found.all(LargeFinding::is_right))
        };
        let by_line = || Some(of_piece(" along ranks")? && of_piece(" along files")?);
        of_piece("").or_else(by_line)
    }

    /// Whether no factors were found.
    #[must_use]
    pub fn has_nothing(&self) -> bool {
        self.findings.is_empty() && self.large_findings.is_empty()
    }

    /// Whether the factors of a finding hold, with their shifts and offsets.
    #[must_use]
    pub fn is_right(&self, finding: usize) -> bool {
        let mut tables = self.tables.iter().filter(|table| table.findings.contains(&finding));
        let mut lists = self.offset_lists.iter().filter(|lists| lists.finding == finding);
        self.findings[finding].failures.is_empty()
            && tables.all(|table| table.clashes.is_empty())
            && lists.all(|lists| lists.squares.is_empty())
    }

    /// The report in one word.
    #[must_use]
    pub fn status(&self) -> Status {
        let are_right = (0..self.findings.len()).all(|at| self.is_right(at))
            && self.large_findings.iter().all(LargeFinding::is_right);
        if self.has_nothing() {
            Status::NothingFound
        } else if are_right {
            Status::Holds
        } else {
            Status::Wrong
        }
    }
}

/// 64 factors of one piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Finding {
    /// The place of the factors in the text.
    pub place: TextPlace,
    /// The rows of that place that are this piece's.
    pub rows: RowRange,
    /// The piece.
    pub piece: Slider,
    /// The form of the key.
    pub key: MultipliedKey,
    /// The arithmetic.
    #[serde(serialize_with = "hash_name")]
    #[schemars(with = "String")]
    pub hash: Hash,
    /// Whether the key is shifted right before it is multiplied.
    pub preshift: bool,
    /// Whether the key is folded by `key ^= key >> 32` before it is multiplied.
    pub fold: bool,
    /// Whether a constant is added to the product of each square.
    pub constant: bool,
    /// The source of the number of index bits.
    pub shift: Shift,
    /// The masks in the text by which the factors were judged, if they aren't the relevant squares.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mask: Option<TextPlace>,
    /// How rows are matched with bit indices.
    pub order: EntryOrder,
    /// The order of squares that the text shows.
    pub orientation: ShownOrder,
    /// The number of squares that work, of 64.
    pub good: usize,
    /// The number of index bits for each bit index: 64 entries, 0 where it isn't known.
    pub bits: Vec<u8>,
    /// The fewest index bits that work for each bit index: 64 entries, `None` where none was found.
    pub fewest: Vec<Option<u8>>,
    /// The factor of each bit index: 64 entries.
    pub factors: Vec<ReportWord>,
    /// The number that is added to the product of each bit index, where there are such numbers: 64 entries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub constants: Option<Vec<ReportWord>>,
    /// The start of the index range of each bit index, where the text gives it: 64 entries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offsets: Option<Vec<i64>>,
    /// The lengths of all index ranges together, in words.
    pub words: u64,
    /// The number of slots that some occupancy reaches, summed over the squares that work.
    pub used: u64,
    /// The squares that don't work.
    pub failures: Vec<SquareFailure>,
}

impl Finding {
    /// The length of the table, in words, if every square had the fewest index bits that work; `None` if a square
    /// doesn't work.
    #[must_use]
    pub fn fewest_words(&self) -> Option<u64> {
        self.fewest.iter().map(|bits| bits.map(|bits| 1 << bits)).sum()
    }
}

/// The place of an array or a column in the text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Place")]
pub struct TextPlace {
    /// The first line, counted from 1.
    pub first_line: usize,
    /// The last line.
    pub last_line: usize,
    /// The array's name.
    pub name: Option<String>,
    /// The column, counted from 1, if the array has several.
    pub column: Option<usize>,
    /// The name of the column.
    pub field: Option<String>,
}

/// The rows of a run that belong to a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Rows")]
pub enum RowRange {
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
    /// The 64 rows of 128 that name the piece or have its number.
    Named,
}

/// The source of the number of index bits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", tag = "by")]
pub enum Shift {
    /// Found by trying: as many as the square has relevant squares.
    Relevant,
    /// Found by trying: the same on all squares.
    Fixed {
        /// The number of index bits.
        bits: u8,
    },
    /// The text gives index bits.
    Bits(TextPlace),
    /// The text gives right shifts out of 64 or 32.
    Shift {
        /// The number of the product's bits: 64 or 32.
        out_of: u8,
        /// The place of the shifts.
        place: TextPlace,
    },
    /// The upper six bits of the factor are the right shift.
    InFactor,
}

/// How rows are matched with bit indices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", tag = "by")]
pub enum EntryOrder {
    /// Row 0 is for bit index 0, and so on.
    Text,
    /// The rows contain their bit index.
    Index,
    /// The rows name their square.
    Name,
    /// The rows, or the indices in them, count squares in another order than the bit indices.
    Turned {
        /// The order of the rows, if bit indices are counted a1 = 0, b1 = 1.
        #[serde(serialize_with = "standard_id")]
        #[schemars(with = "String")]
        rows: Standard,
    },
}

/// The order of squares that a text shows, which tells the square of each bit index.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", tag = "shown")]
#[schemars(rename = "Orientation")]
pub enum ShownOrder {
    /// The text shows no order. Factors are the same in all eight standard orders.
    #[default]
    NotShown,
    /// The text shows one or more of the eight standard orders.
    Shown {
        /// The standard orders that agree with the text.
        #[serde(serialize_with = "standard_ids")]
        #[schemars(with = "Vec<String>")]
        standards: Vec<Standard>,
    },
    /// None of the eight standard orders agrees with the text.
    Unknown,
}

impl ShownOrder {
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

/// A run of 64 or 128 numbers that aren't factors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Skipped {
    /// The place of the run.
    pub place: TextPlace,
    /// The number of rows.
    pub rows: usize,
    /// The likely meaning of the numbers.
    pub what: SkippedKind,
}

/// The likely meaning of numbers that aren't factors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum SkippedKind {
    /// The relevant occupancy masks.
    Masks {
        /// The piece whose masks they are.
        piece: Slider,
    },
    /// Numbers that are too small or too much alike for factors, and that aren't shifts or offsets of any factors.
    Small,
    /// Numbers that work as factors on too few squares in every reading.
    Other,
}

/// The most numbers that stand together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Longest {
    /// The count of these numbers.
    pub numbers: usize,
    /// The first line.
    pub first_line: usize,
    /// The last line.
    pub last_line: usize,
}

/// A word of 64 bits, which is written to JSON as text, since JSON's numbers aren't exact for all words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReportWord(pub u64);

impl std::fmt::Display for ReportWord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:#x}", self.0)
    }
}

impl Serialize for ReportWord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl schemars::JsonSchema for ReportWord {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Hex".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "A word of 64 bits in hexadecimal.",
            "type": "string",
            "pattern": "^0x[0-9a-f]{1,16}$",
        })
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
