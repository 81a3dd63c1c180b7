//! What a page is made of: the items of a file, by what they are for.

use std::borrow::Cow;

use super::pointers::{Pointer, Records};
use super::prose::list;
use super::rays::{FillLoop, SelfTest, Walk};
use super::squares::Linear;
use crate::model::{Field, Module, PieceModule, Presence, Program, Storage, Table, Type, Value};
use crate::render::code::bounds::Bounds;
use crate::render::code::expr::Expr;
use crate::render::code::node::{Wanted, Writer};
use crate::render::code::print::Style;
use crate::render::text::taken::Taken;

/// What is a language's own in the making of a page.
#[derive(Clone, Copy, Debug)]
pub struct Custom {
    /// Names that the file uses beside those of its naming: what it imports.
    pub others: &'static [&'static str],
    /// What a name becomes where nobody outside may use it: `_rook_masks`.
    pub private: fn(String) -> String,
    /// Whether constants, and functions, that nobody outside may use carry the prefix of those that others may.
    pub own_prefix: [bool; 2],
    /// When start-up code runs, in a sentence: `The first lookup fills them.`
    pub when_filled: &'static str,
    /// True where tests stand in a file of their own, with the rays that they walk.
    pub tests_apart: bool,
}

impl Custom {
    /// The customs of most languages, with a sentence on when start-up code runs.
    #[must_use]
    pub const fn new(when_filled: &'static str) -> Self {
        let own_prefix = [true; 2];
        Self { others: &[], private: |name| name, own_prefix, when_filled, tests_apart: true }
    }
}

/// What stands in a file.
#[derive(Clone, Debug)]
pub struct Page<'a> {
    /// The module.
    pub module: &'a Module,
    /// Names that are taken, for languages that need more.
    pub taken: Taken,
    /// The header's lines; see [`provenance::lines`](crate::render::text::provenance::lines).
    pub header: Vec<String>,
    /// What the file is, in a sentence.
    pub summary: &'static str,
    /// Paragraphs: what a square and a bitboard are, then how large the tables are and when they are filled.
    pub notes: Vec<String>,
    /// The diagram of bit indices; stands after the first of [`notes`](Self::notes).
    pub diagram: Vec<String>,
    /// Constants of squares by rank, where they were asked for.
    pub ranks: Vec<RankOfSquares>,
    /// The function of file and rank, where it was asked for.
    pub square: Option<SquareFunction>,
    /// Everything that is printed as numbers, in the order of its standing in a file.
    pub arrays: Vec<Array<'a>>,
    /// What each piece has a record of for each square, where fields stand in records; a record may have no members.
    pub records: Vec<Records<'a>>,
    /// All tables, by the number by which programs speak of them.
    pub tables: Vec<TableName>,
    /// Tables that start-up code fills; also among [`tables`](Self::tables).
    pub filled: Vec<FilledTable>,
    /// How rays are walked; none where nothing in the file walks.
    pub walk: Option<Walk>,
    /// Loops of start-up code.
    pub fills: Vec<FillLoop>,
    /// Functions that compute where an attack set stands, shared by lookups and start-up code.
    pub indices: Vec<Function<'a>>,
    /// Lookups of searched pieces.
    pub lookups: Vec<Function<'a>>,
    /// Lookups of unions.
    pub unions: Vec<Union>,
    /// Bit scans.
    pub scans: Vec<Scan<'a>>,
    /// Names of the functions that turn words round, for languages that have none of their own.
    pub reversals: Reversals,
    /// True where a lookup counts bits by an operation of the language.
    pub has_counts: bool,
    /// What a test compares.
    pub self_test: Option<SelfTest<'a>>,
}

/// Functions that turn words round; `None` where no lookup calls them.
#[derive(Clone, Debug)]
pub struct Reversals {
    /// The function that returns a word's bytes in the opposite order.
    pub bytes: Option<String>,
    /// The function that returns a word's bits in the opposite order.
    pub bits: Option<String>,
}

/// The squares of a rank.
#[derive(Clone, Debug)]
pub struct RankOfSquares {
    /// `Squares of rank 1.`
    pub doc: String,
    /// Names of constants and bit indices, from the first file on.
    pub squares: Vec<(String, u8)>,
}

/// The function that counts squares in files and ranks.
#[derive(Clone, Debug)]
pub struct SquareFunction {
    /// `square`
    pub name: String,
    /// What it returns, where squares stand in rows.
    pub sum: Option<Linear>,
    /// The array that is read at `rank * width + file`, where squares stand in no order.
    pub list: Option<String>,
    /// Files, which are counted from 0.
    pub width: u8,
    /// Ranks, which are counted from 0.
    pub height: u8,
    /// Sentences: what it returns; what file and rank may be; what it returns for a hole, if there are any.
    pub doc: Vec<String>,
}

/// What numbers are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrayKind {
    /// One entry a bit index.
    BySquare,
    /// A table that lookups read.
    Table,
    /// What start-up code or tests walk by.
    Rays,
    /// Bit indices by place, or the reverse.
    Places,
    /// Occupancies or attack sets, one for each subset of each mask.
    Subsets,
}

/// Numbers in an array.
#[derive(Clone, Debug)]
pub struct Array<'a> {
    /// Its name.
    pub name: String,
    /// What it holds, in a sentence.
    pub doc: String,
    /// What it is for.
    pub kind: ArrayKind,
    /// How wide an entry is.
    pub storage: Storage,
    /// Whether entries may be below zero; they are in two's complement of 64 bits then. Offsets that wrap aren't
    /// signed: they are halves, and the sum with an index wraps in 32 bits.
    pub is_signed: bool,
    /// Whether it was asked for by name.
    pub is_public: bool,
    /// True for what nothing but the test in the same file reads.
    pub is_tested: bool,
    /// The entries.
    pub values: Cow<'a, [u64]>,
}

/// A table as programs read it.
#[derive(Clone, Debug)]
pub struct TableName {
    /// Its name.
    pub name: String,
    /// The pieces that it is of, in prose: `the rook`.
    pub owners: Vec<String>,
    /// How wide an entry is.
    pub storage: Storage,
    /// Entries.
    pub length: usize,
    /// Whether it stands in the file at all, and whether it was asked for by name.
    pub presence: Presence,
}

/// A table that start-up code fills.
#[derive(Clone, Debug)]
pub struct FilledTable {
    /// Its number among all tables.
    pub index: usize,
    /// Its name.
    pub name: String,
    /// What it holds, in a sentence.
    pub doc: String,
    /// Entries, of 64 bits.
    pub length: usize,
    /// Whether it was asked for by name.
    pub is_public: bool,
}

impl FilledTable {
    /// The table as an array, whose entries are 0 before it is filled.
    #[must_use]
    pub fn array<'a>(&self) -> Array<'a> {
        let (name, doc, entries) = (self.name.as_str(), self.doc.as_str(), vec![0; self.length]);
        let array = Array::new(name, doc, ArrayKind::Table, Storage::Word, entries);
        Array { is_public: self.is_public, ..array }
    }
}

/// A function of square and occupancy.
#[derive(Clone, Debug)]
pub struct Function<'a> {
    /// Its name.
    pub name: String,
    /// What it returns, and what its parameters mean.
    pub doc: FunctionDoc,
    /// False where only the file itself calls it.
    pub is_public: bool,
    /// The piece.
    pub piece: &'a PieceModule,
    /// Its program.
    pub program: &'a Program,
    /// The value of the program that it returns.
    pub wanted: Value,
    /// The arrays of the fields that the piece has.
    pub fields: Vec<(Field, String)>,
    /// The loads that go through pointers to rows.
    pub loads: &'a [(Value, Pointer)],
    /// Values that other functions compute: each with the function's name.
    pub calls: Vec<(Value, String)>,
    /// How large values of the program become.
    pub bounds: Bounds,
}

impl TableName {
    /// What the table holds, in a sentence.
    #[must_use]
    pub fn doc(&self, table: &Table) -> String {
        format!("{}.", table.sentence(&list(&self.owners)))
    }
}

impl Page<'_> {
    /// How expressions look in this file: a language's style with digits in the case that the user wants.
    #[must_use]
    pub const fn styled(&self, style: Style) -> Style {
        Style { has_upper_hex: self.module.style.has_upper_hex, ..style }
    }
}

impl<'a> Array<'a> {
    /// An array of numbers without signs that nobody asked for by name.
    #[must_use]
    pub fn new(
        name: impl Into<String>,
        doc: impl Into<String>,
        kind: ArrayKind,
        storage: Storage,
        values: impl Into<Cow<'a, [u64]>>,
    ) -> Self {
        let (name, doc, values) = (name.into(), doc.into(), values.into());
        let (is_signed, is_public, is_tested) = (false, false, false);
        Self { name, doc, kind, storage, is_signed, is_public, is_tested, values }
    }
}

impl Function<'_> {
    /// Values that other functions compute, each as a call with these arguments.
    #[must_use]
    pub fn called(&self, arguments: &[&str]) -> Vec<(Value, Expr)> {
        let call = |name: &str| Expr::call_with(name, arguments);
        self.calls.iter().map(|(value, name)| (*value, call(name))).collect()
    }

    /// What is written of the program, where some values are given.
    #[must_use]
    pub const fn wanted<'w>(
        &'w self,
        given: &'w [(Value, Expr)],
        writer: Writer<'w>,
    ) -> Wanted<'w> {
        let bounds = Some(&self.bounds);
        Wanted {
            program: self.program,
            value: self.wanted,
            given,
            names_calls: false,
            bounds,
            writer,
        }
    }

    /// The name of a field's array.
    #[must_use]
    pub fn field(&self, field: Field) -> &str {
        self.fields.iter().find(|(other, _)| *other == field).map_or("", |(_, name)| name)
    }

    /// The type of the result.
    #[must_use]
    pub fn kind(&self) -> Type {
        self.program.type_of(self.wanted)
    }
}

/// Sentences about a lookup.
#[derive(Clone, Debug)]
pub struct FunctionDoc {
    /// The piece in prose.
    pub spoken: String,
    /// `Returns the squares that a rook attacks, the first blocker of each ray included.`
    pub summary: String,
    /// What it returns, the same without the verb.
    pub what: String,
    /// What it returns, in short: `the squares that a rook attacks`.
    pub short: String,
    /// What else is to be said of that: `the first blocker of each ray included`.
    pub more: Option<&'static str>,
    /// Of the parameter `square`, a clause: `the rook's square, from 0 to 63; undefined for any other index`.
    pub square: String,
    /// Of the parameter `occupied`.
    pub occupied: String,
    /// Of the result.
    pub returns: &'static str,
}

/// The lookup of a union.
#[derive(Clone, Debug)]
pub struct Union {
    /// Its name.
    pub name: String,
    /// What it returns.
    pub doc: FunctionDoc,
    /// The lookups whose results are or-ed.
    pub of: Vec<String>,
}

/// A bit scan.
#[derive(Clone, Debug)]
pub struct Scan<'a> {
    /// Its name.
    pub name: String,
    /// `Returns the index of the least significant one bit of 8, by a de Bruijn factor.`
    pub summary: String,
    /// What it returns, the same without the verb.
    pub what: String,
    /// Whose index it returns: that of the `least` or of the `most` significant one bit.
    pub end: &'static str,
    /// Bits of the word.
    pub width: u8,
    /// Its program. The parameter is [`Op::Occupied`](crate::model::Op) where there are 64 bits, else
    /// [`Op::Square`](crate::model::Op).
    pub program: &'a Program,
    /// How large values of the program become.
    pub bounds: Bounds,
}

impl Scan<'_> {
    /// What is written of the program.
    #[must_use]
    pub const fn wanted<'w>(&'w self, writer: Writer<'w>) -> Wanted<'w> {
        let (value, bounds) = (self.program.result, Some(&self.bounds));
        Wanted { program: self.program, value, given: &[], names_calls: false, bounds, writer }
    }
}
