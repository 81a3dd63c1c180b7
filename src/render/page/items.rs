//! The items of a page, by their purpose.

use std::borrow::Cow;

use super::function::{UnitedLookups, WholeSet};
use super::{Movers, RecordArray, Reversals};
use crate::render::prelude::*;

/// The items of a file.
#[derive(Clone, Debug)]
pub struct Page<'a> {
    /// The module.
    pub module: &'a Module,
    /// The names that are taken, for languages that choose further names.
    pub taken: Taken,
    /// The header's lines; see [`provenance::lines`](crate::render::text::provenance::lines).
    pub header: Vec<String>,
    /// A sentence on the purpose of the file.
    pub summary: &'static str,
    /// Paragraphs: the first explains squares and bitboards; the second tells the size of tables and when they are
    /// filled.
    pub notes: Vec<String>,
    /// The diagram of bit indices, which follows the first of [`notes`](Self::notes).
    pub diagram: Vec<String>,
    /// The constants of squares, rank by rank; empty if the config doesn't ask for them.
    pub ranks: Vec<RankOfSquares>,
    /// The function from file and rank to square, if the config asks for it.
    pub square: Option<SquareFunction>,
    /// All arrays that are printed as numbers, in the file's order.
    pub arrays: Vec<Array<'a>>,
    /// The records of each piece, if fields are in records; a record may have no members.
    pub records: Vec<Records<'a>>,
    /// The names of the array of these records, if squares have one for all pieces. C, C++ and Rust name it themselves.
    pub record_array: Option<RecordArray>,
    /// All tables, in the order of their numbers in programs.
    pub tables: Vec<TableName>,
    /// The tables that start-up code fills or that come from a file, which [`tables`](Self::tables) lists too.
    pub filled: Vec<FilledTable>,
    /// The function that walks rays; `None` if neither start-up code nor tests walk.
    pub walk: Option<RayFunction>,
    /// Loops of start-up code.
    pub fills: Vec<FillLoop>,
    /// Functions that compute the index of an attack set, shared by lookups and start-up code.
    pub indices: Vec<Function<'a>>,
    /// Lookups of searched pieces.
    pub lookups: Vec<Function<'a>>,
    /// Lookups of unions.
    pub unions: Vec<Union>,
    /// Functions of whole sets, if the others return words.
    pub whole: Vec<WholeSet>,
    /// Companions: functions that come with the lookups.
    pub companions: Vec<CompanionFunction<'a>>,
    /// Lookups of several pieces at once, on vectors, if the language prints these.
    pub united: Vec<UnitedLookups<'a>>,
    /// The function that returns the sets of rook and bishop at once, if the config asks for it.
    pub pair: Option<PairLookup>,
    /// The function with the piece as a parameter, if the config asks for it.
    pub choice: Option<Choice>,
    /// The enumerations that functions take or return.
    pub enumerations: Vec<Enumeration>,
    /// The functions that look up many squares and occupancies in one call, if the config asks for them.
    pub batches: Vec<Batch>,
    /// Bit scans.
    pub scans: Vec<Scan<'a>>,
    /// The names of the functions that reverse words, for languages whose libraries have none.
    pub reversals: Reversals,
    /// The functions that pack and spread bits.
    pub movers: Movers,
    /// The names of the functions that pick PEXT or a product, if lookups pick.
    pub dispatch: Option<Dispatch>,
    /// True if a lookup counts bits by an operation of the language.
    pub has_counts: bool,
    /// The comparisons of the test, if the config asks for one.
    pub self_test: Option<SelfTest<'a>>,
}

/// The squares of a rank.
#[derive(Clone, Debug)]
pub struct RankOfSquares {
    /// `Squares of rank 1.`
    pub doc: String,
    /// The name of each constant and its bit index, from the first file on.
    pub squares: Vec<(String, u8)>,
}

/// The function that returns the square on a file and a rank.
#[derive(Clone, Debug)]
pub struct SquareFunction {
    /// The function's name, usually `square`.
    pub name: String,
    /// The sum that the function returns, if bit indices depend linearly on file and rank.
    pub sum: Option<Linear>,
    /// The array whose entry at `rank * width + file` the function returns, if bit indices don't depend linearly on
    /// file and rank.
    pub list: Option<String>,
    /// The number of files; the first one is 0.
    pub width: u8,
    /// The number of ranks; the first one is 0.
    pub height: u8,
    /// Sentences on the result, on the range of file and rank, and on the result for a hole, if the board has holes.
    pub doc: Vec<String>,
}

/// The purpose of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrayKind {
    /// One entry for each bit index.
    BySquare,
    /// A table that lookups read.
    Table,
    /// The steps of rays, or the squares from which they are taken.
    Rays,
    /// Bit indices by place in a grid, or places by bit index.
    Places,
    /// Occupancies or attack sets, one for each subset of each mask.
    Subsets,
}

/// The part of the module in an array.
#[derive(Clone, Copy, Debug)]
pub enum Content<'a> {
    /// A field of this piece, by square.
    Field(&'a PieceModule, Field),
    /// The table of this number.
    Table(usize),
    /// Something else.
    Other,
}

/// An array that is printed as numbers.
#[derive(Clone, Debug)]
pub struct Array<'a> {
    /// The array's name.
    pub name: String,
    /// A sentence on the entries.
    pub doc: String,
    /// The purpose.
    pub kind: ArrayKind,
    /// The part of the module in the array.
    pub content: Content<'a>,
    /// The width of an entry.
    pub storage: Storage,
    /// True if entries may be negative; they are then in two's complement of 64 bits. Negative offsets aren't signed:
    /// they are stored as unsigned halves, and their sum with an index wraps in 32 bits.
    pub is_signed: bool,
    /// True if the config asks for the array by name.
    pub is_public: bool,
    /// True if only the test in the same file reads the array.
    pub is_tested: bool,
    /// The number of entries in a row of an array of two dimensions; `None` with one dimension.
    pub row: Option<usize>,
    /// The entries. A set of several words is several numbers, the lowest first.
    pub values: Cow<'a, [u64]>,
}

/// A table as programs read it.
#[derive(Clone, Debug)]
pub struct TableName {
    /// The table's name.
    pub name: String,
    /// The pieces whose lookups read the table, in prose: `the rook`.
    pub owners: Vec<String>,
    /// The width of an entry.
    pub storage: Storage,
    /// The number of entries.
    pub length: usize,
    /// Whether the table is in the file, and whether it is public there.
    pub presence: Presence,
}

/// A table that start-up code fills, or that comes from a file.
#[derive(Clone, Debug)]
pub struct FilledTable {
    /// The number of the table among all tables.
    pub index: usize,
    /// The table's name.
    pub name: String,
    /// A sentence on the entries.
    pub doc: String,
    /// The number of entries, each of 64 bits.
    pub length: usize,
    /// True if the config asks for the table by name.
    pub is_public: bool,
}

impl FilledTable {
    /// The table as an array before it has its content, with entries of 0.
    pub fn array<'a>(&self) -> Array<'a> {
        let (name, doc, entries) = (self.name.as_str(), self.doc.as_str(), vec![0; self.length]);
        let array = Array::new(name, doc, ArrayKind::Table, Storage::Word, entries);
        Array { is_public: self.is_public, content: Content::Table(self.index), ..array }
    }
}

impl TableName {
    /// A sentence on the table's entries.
    pub fn doc(&self, table: &Table) -> String {
        format!("{}.", table.sentence(&list(&self.owners)))
    }
}

impl Page<'_> {
    /// A language's style of expressions with hexadecimal digits in the case that the user wants.
    pub const fn styled(&self, style: ExprStyle) -> ExprStyle {
        ExprStyle { has_upper_hex: self.module.printed.style.has_upper_hex, ..style }
    }
}

impl<'a> Array<'a> {
    /// A private array of unsigned numbers.
    pub fn new(
        name: impl Into<String>,
        doc: impl Into<String>,
        kind: ArrayKind,
        storage: Storage,
        values: impl Into<Cow<'a, [u64]>>,
    ) -> Self {
        let (name, doc, values) = (name.into(), doc.into(), values.into());
        let (is_signed, is_public, is_tested) = (false, false, false);
        let content = Content::Other;
        let row = None;
        Self { name, doc, kind, content, storage, is_signed, is_public, is_tested, row, values }
    }

    /// The number of entries.
    pub fn length(&self) -> usize {
        self.values.len() / self.storage.words()
    }

    /// The length of the first dimension.
    pub fn rows(&self) -> usize {
        self.row.map_or(self.length(), |row| self.length() / row)
    }

    /// The number of entries and their width: `64 entries of 16 bits`.
    pub fn size(&self) -> String {
        let (length, bits) = (self.length(), 8 * self.storage.bytes());
        let entries = if length == 1 { "entry" } else { "entries" };
        let sign = if self.is_signed { ", signed" } else { "" };
        format!("{length} {entries} of {bits} bits{sign}")
    }
}
