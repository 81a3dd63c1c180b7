//! A [`Module`] in; what stands in one file, item by item, out.
//!
//! What stands there, under which name and with which sentence is decided here, once; how an item looks is the
//! language's. Made for languages whose tables have no rows ([`Machine::has_rows`](crate::model::Machine)).

mod common;
mod prose;
mod rays;
mod rows;

use std::borrow::Cow;

pub use common::SWAPS;
pub use rays::{FillLoop, Grid, Rays, SelfTest, TestedPiece, TestedUnion, Walk, test_apart};
pub use rows::Look;

use super::bounds::Bounds;
use super::expr::Expr;
use super::provenance;
use super::taken::Taken;
use crate::model::{
    Field, Module, Op, Part, PieceModule, Presence, Program, ScanModule, SquareFormula, Storage,
    Type, Value, words,
};

/// What is a language's own in the making of an outline.
#[derive(Clone, Copy, Debug)]
pub struct Custom {
    /// Names that the file uses beside those of its naming: what it imports.
    pub others: &'static [&'static str],
    /// What a name becomes where nobody outside may use it: `_rook_masks`.
    pub private: fn(String) -> String,
    /// When start-up code runs, in a sentence: `The first lookup fills them.`
    pub when_filled: &'static str,
    /// True where tests stand in a file of their own, with the rays that they walk.
    pub tests_apart: bool,
}

/// What stands in a file.
#[derive(Clone, Debug)]
pub struct Outline<'a> {
    /// The module.
    pub module: &'a Module,
    /// Names that are taken, for languages that need more.
    pub taken: Taken,
    /// The header's lines; see [`provenance::lines`].
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
    /// What it returns, in arithmetic that most languages write alike: `8 * rank + file`. For a list, `None`.
    pub linear: Option<String>,
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
    /// The entries.
    pub values: Cow<'a, [u64]>,
}

/// A table as programs read it.
#[derive(Clone, Debug)]
pub struct TableName {
    /// Its name.
    pub name: String,
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
    /// Values that other functions compute: each with the function's name.
    pub calls: Vec<(Value, String)>,
    /// How large values of the program become.
    pub bounds: Bounds,
}

impl Function<'_> {
    /// The calls as expressions: `call(name)` writes one.
    pub fn given(&self, call: impl Fn(&str) -> String) -> Vec<(Value, Expr)> {
        self.calls.iter().map(|(value, name)| (*value, Expr::atom(call(name)))).collect()
    }

    /// The name of a field's array.
    #[must_use]
    pub fn field(&self, field: Field) -> &str {
        let mut named = self.fields.iter().filter(|(other, _)| *other == field);
        named.next().map_or("", |(_, name)| name)
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
    /// `Returns the squares that a rook attacks, the first blocker of each ray included.`
    pub summary: String,
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
    /// Bits of the word.
    pub width: u8,
    /// Its program. The parameter is [`Op::Occupied`](crate::model::Op) where there are 64 bits, else
    /// [`Op::Square`](crate::model::Op).
    pub program: &'a Program,
    /// How large values of the program become.
    pub bounds: Bounds,
}

/// Takes a module apart.
#[must_use]
pub fn outline(module: &Module, custom: Custom) -> Outline<'_> {
    let mut maker = Maker { module, custom, taken: Taken::new(module, custom.others) };
    let mut arrays = Vec::new();
    for piece in &module.pieces {
        arrays.extend(maker.fields(piece));
    }
    arrays.extend(maker.subsets());
    let tables = maker.tables();
    let filled = maker.filled(&tables);
    for (table, named) in module.tables.iter().zip(&tables) {
        if named.presence != Presence::Absent && !module.is_filled(table) {
            arrays.push(Array {
                name: named.name.clone(),
                doc: format!("{}.", table.sentence(&maker.owners(table))),
                kind: ArrayKind::Table,
                storage: table.storage,
                is_signed: false,
                is_public: named.presence == Presence::Public,
                values: Cow::Borrowed(&table.entries),
            });
        }
    }
    let square = maker.square(&mut arrays);
    let indices = maker.indices();
    let lookups = maker.lookups(&indices);
    let (walk, fills, self_test) = maker.rays(&mut arrays, &tables, &indices);
    Outline {
        module,
        header: provenance::lines(module),
        summary: prose::summary(module),
        notes: prose::notes(module, custom.when_filled),
        diagram: provenance::diagram(module),
        ranks: maker.ranks(),
        square,
        arrays,
        tables,
        filled,
        walk,
        fills,
        indices,
        lookups,
        unions: maker.unions(),
        scans: maker.scans(),
        reversals: maker.reversals(),
        self_test,
        taken: maker.taken,
    }
}

struct Maker<'a> {
    module: &'a Module,
    custom: Custom,
    taken: Taken,
}

impl<'a> Maker<'a> {
    /// A name of the file's own, which nobody outside may use.
    fn private(&mut self, name: String) -> String {
        self.taken.name((self.custom.private)(name))
    }

    /// The name of something that was asked for, or of something that only the file reads.
    fn shown(&self, name: String, presence: Presence) -> String {
        if presence == Presence::Private { (self.custom.private)(name) } else { name }
    }

    fn field_name(&self, piece: &PieceModule, field: Field) -> String {
        let name = self.module.names.field(&piece.name, field);
        self.shown(name, self.module.field(piece, field))
    }

    fn field_names(&self, piece: &PieceModule) -> Vec<(Field, String)> {
        let columns = piece.fields.columns().iter();
        columns.map(|column| (column.field, self.field_name(piece, column.field))).collect()
    }

    fn fields(&self, piece: &'a PieceModule) -> Vec<Array<'a>> {
        let columns = piece.fields.columns().iter();
        let present = columns.filter_map(|column| {
            let presence = self.module.field(piece, column.field);
            (presence != Presence::Absent).then(|| Array {
                name: self.field_name(piece, column.field),
                doc: column.field.sentence(&words(&piece.name)),
                kind: ArrayKind::BySquare,
                storage: column.field.storage(),
                is_signed: false,
                is_public: presence == Presence::Public,
                values: Cow::Borrowed(&column.values),
            })
        });
        present.collect()
    }

    fn subsets(&self) -> Vec<Array<'a>> {
        let mut arrays = Vec::new();
        for part in [Part::Occupancies, Part::AttackSets] {
            for piece in self.module.pieces.iter().filter(|_| self.module.emits(part)) {
                let values = match part {
                    Part::AttackSets => &piece.attack_sets,
                    _ => &piece.occupancies,
                };
                arrays.push(Array {
                    name: self.module.names.table(&piece.name, part.id()),
                    doc: prose::subsets(part, &piece.name),
                    kind: ArrayKind::Subsets,
                    storage: Storage::Word,
                    is_signed: false,
                    is_public: true,
                    values: Cow::Borrowed(values),
                });
            }
        }
        arrays
    }

    fn tables(&self) -> Vec<TableName> {
        let named = self.module.tables.iter().map(|table| {
            let presence = self.module.table(table);
            TableName {
                name: self.shown(self.module.table_name(table), presence),
                storage: table.storage,
                length: table.entries.len(),
                presence,
            }
        });
        named.collect()
    }

    fn filled(&self, tables: &[TableName]) -> Vec<FilledTable> {
        let all = self.module.tables.iter().zip(tables).enumerate();
        let filled = all.filter(|(_, (table, named))| {
            self.module.is_filled(table) && named.presence != Presence::Absent
        });
        let one =
            |(index, (table, named)): (usize, (&crate::model::Table, &TableName))| FilledTable {
                index,
                name: named.name.clone(),
                doc: format!("{}.", table.sentence(&self.owners(table))),
                length: named.length,
                is_public: named.presence == Presence::Public,
            };
        filled.map(one).collect()
    }

    /// The pieces that a table is of, in prose.
    fn owners(&self, table: &crate::model::Table) -> String {
        let all = self.module.pieces.iter().enumerate();
        let owners = all.filter(|(at, _)| table.piece.is_none_or(|owner| owner == *at));
        let owners: Vec<String> =
            owners.map(|(_, piece)| format!("the {}", words(&piece.name))).collect();
        prose::list(&owners)
    }

    fn ranks(&self) -> Vec<RankOfSquares> {
        if !self.module.emits(Part::Squares) {
            return Vec::new();
        }
        let mut squares: Vec<(usize, usize, String, u8)> = Vec::new();
        for (name, bit) in &self.module.board.squares {
            let place = self.module.board.places.iter().position(|place| place == name);
            let (rank, file) = place.map_or((0, 0), |place| {
                let width = usize::from(self.module.board.width.max(1));
                (place / width, place % width)
            });
            squares.push((rank, file, self.module.names.constant(&[name]), *bit));
        }
        squares.sort();
        let ranks = squares.chunk_by(|a, b| a.0 == b.0);
        let one = |rank: &[(usize, usize, String, u8)]| RankOfSquares {
            doc: format!("Squares of rank {}.", rank[0].0 + 1),
            squares: rank.iter().map(|(_, _, name, bit)| (name.clone(), *bit)).collect(),
        };
        ranks.map(one).collect()
    }

    fn square(&mut self, arrays: &mut Vec<Array<'a>>) -> Option<SquareFunction> {
        if !self.module.emits(Part::Squares) {
            return None;
        }
        let board = &self.module.board;
        let (width, height) = (board.width, board.height);
        let (linear, list) = match &board.formula {
            SquareFormula::Linear { start, by_file, by_rank } => {
                let terms = [(*by_rank, height, "rank"), (*by_file, width, "file")];
                (Some(super::formula::linear(*start, terms)), None)
            }
            SquareFormula::List(bits) => {
                let name = self.private(self.module.names.constant(&["bit", "indices"]));
                arrays.push(Array {
                    name: name.clone(),
                    doc: "Bit indices in the order a1, b1, ..., rank by rank.".to_owned(),
                    kind: ArrayKind::Places,
                    storage: Storage::Byte,
                    is_signed: false,
                    is_public: false,
                    values: bits.iter().map(|bit| u64::from(*bit)).collect(),
                });
                (None, Some(name))
            }
        };
        let name = self.module.names.function(&["square"]);
        Some(SquareFunction { name, linear, list, width, height, doc: prose::square(board) })
    }

    /// Index functions, where something is filled: the places of a piece's fills in order.
    fn indices(&mut self) -> Vec<Function<'a>> {
        let mut functions = Vec::new();
        for piece in self.module.pieces.iter().filter(|_| self.module.fills()) {
            for fill in &piece.fills {
                let line = fill.line.map(crate::model::Line::word);
                let words: Vec<&str> = [Some(piece.name.as_str()), line.as_deref(), Some("index")]
                    .into_iter()
                    .flatten()
                    .collect();
                let name = self.private(self.module.names.function(&words));
                functions.push(Function {
                    name,
                    doc: prose::index(self.module, piece, fill),
                    is_public: false,
                    piece,
                    program: &piece.program,
                    wanted: fill.index,
                    fields: self.field_names(piece),
                    calls: Vec::new(),
                    bounds: Bounds::new(
                        &piece.program,
                        &piece.fields,
                        &self.module.tables,
                        self.module.board.indices,
                    ),
                });
            }
        }
        functions
    }

    fn lookups(&self, indices: &[Function<'a>]) -> Vec<Function<'a>> {
        let lookup = |piece: &'a PieceModule| {
            let own = indices.iter().filter(|index| std::ptr::eq(index.piece, piece));
            Function {
                name: self.lookup_name(piece),
                doc: prose::lookup(self.module, &piece.name),
                is_public: piece.is_public,
                piece,
                program: &piece.program,
                wanted: piece.program.result,
                fields: self.field_names(piece),
                calls: own.map(|index| (index.wanted, index.name.clone())).collect(),
                bounds: Bounds::new(
                    &piece.program,
                    &piece.fields,
                    &self.module.tables,
                    self.module.board.indices,
                ),
            }
        };
        let pieces = self.module.pieces.iter().filter(|_| self.module.emits(Part::Lookup));
        pieces.map(lookup).collect()
    }

    fn lookup_name(&self, piece: &PieceModule) -> String {
        let name = self.module.names.lookup(&piece.name);
        if piece.is_public { name } else { (self.custom.private)(name) }
    }

    fn unions(&self) -> Vec<Union> {
        let unions = self.module.unions.iter().filter(|_| self.module.emits(Part::Lookup));
        let of = |pieces: &[usize]| {
            pieces.iter().map(|piece| self.lookup_name(&self.module.pieces[*piece])).collect()
        };
        let one = |union: &crate::model::UnionModule| Union {
            name: self.module.names.lookup(&union.name),
            doc: prose::lookup(self.module, &union.name),
            of: of(&union.of),
        };
        unions.map(one).collect()
    }

    fn reversals(&mut self) -> Reversals {
        let module = self.module;
        let has = |is_it: fn(Op) -> bool| {
            module.needs_programs() && module.pieces.iter().any(|piece| piece.program.has(is_it))
        };
        let (bytes, bits) = (
            has(|op| matches!(op, Op::ReverseBytes(_))),
            has(|op| matches!(op, Op::ReverseBits(_))),
        );
        let mut named =
            |what: &'static str| self.private(module.names.function(&["reverse", what]));
        Reversals { bytes: bytes.then(|| named("bytes")), bits: bits.then(|| named("bits")) }
    }

    fn scans(&self) -> Vec<Scan<'a>> {
        let none = crate::model::Fields::default();
        let mut scans = Vec::new();
        for scan in &self.module.scans {
            let ScanModule { width, forward, reverse } = scan;
            for (program, direction, end) in
                [(forward, "forward", "least"), (reverse, "reverse", "most")]
            {
                scans.push(Scan {
                    name: self.module.names.bit_scan(direction, *width),
                    summary: format!(
                        "Returns the index of the {end} significant one bit of {width}, by a de Bruijn factor."
                    ),
                    width: *width,
                    program,
                    bounds: Bounds::new(program, &none, &self.module.tables, self.module.board.indices),
                });
            }
        }
        scans
    }
}
