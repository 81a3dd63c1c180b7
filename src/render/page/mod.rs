//! Turns a [`Module`] into a [`Page`], the list of a file's items.
//!
//! The items, their names and their sentences are chosen here, once for all languages; each language decides how an
//! item looks. Tables with rows ([`Machine::has_rows`](magicgen_lookup::model::Machine)) keep the model's entries.

mod by_square;
mod choice;
mod common;
mod custom;
mod facts;
mod function;
mod items;
mod lookups;
mod looped;
mod movers;
mod patterns;
mod pointers;
mod prose;
mod rays;
mod records;
mod rows;
mod sets;
mod shared;
mod speech;
mod squares;
mod tested;
mod texts;
mod typed;
mod view;

pub use by_square::{RecordArray, RecordMember, RecordTexts};
pub use choice::{Batch, Choice, ChosenPiece, Enumeration, Enumerator, LaneBatch, PairLookup};
pub use common::{SWAPS, by_clang, joined, swapped};
pub use custom::Custom;
pub use facts::{
    ArrayDocs, Blocks, Enumerated, Facts, Lang, PrivateDocs, Sentences, Switch, Words,
};
pub use function::{
    CompanionFunction, Function, FunctionDoc, Label, ParameterDoc, Scan, Union, UnitedLookups,
    WholeSet,
};
pub use items::{
    Array, ArrayKind, Content, FilledTable, Page, RankOfSquares, SquareFunction, TableName,
};
pub use looped::{Looped, Looping};
pub use movers::{Dispatch, Mover, Movers, Reversals};
pub use patterns::{Loops, Nested, Patterns};
pub use pointers::{FIELDS, PRINTED_FIELDS, Pointed, Pointer, halved, pointed};
pub use prose::{has_gaps, has_holes, introduction, introduction_to_words, list, subsets};
use rays::places;
pub use rays::{FillLoop, Grid, RayFunction, Rays, SelfTest, TestedPiece, TestedUnion, test_apart};
pub use records::{Member, RecordType, Records, alignment};
pub use rows::Look;
pub use sets::{SetLook, constants};
pub use squares::Linear;
pub use texts::{
    ArrayText, Compared, Computed, Documented, Group, Head, HeadParameter, Item, LookupText,
    Routine, Tested, WalkText, block, block_or_line, comparisons, name_of_set, reversal_of,
};
pub use typed::{Conversions, OwnFunction, TypedFunction, TypedKind, TypedParameter, TypedResult};
pub(super) use view::shared_by;
pub use view::{Computation, Manner, Sheet};

use super::text::provenance;
use super::text::taken::Taken;
use magicgen_ir::{Field, Op, Rows, Storage, Table};
use magicgen_lookup::model::{
    Module, NameRole, Names, Part, PieceModule, Presence, SquareFormula, owner, words,
};

/// The clause on numbers that are no square, in a lookup by a switch.
pub const NO_CASE: &str = "any other gives the empty set";

/// The page of a module.
pub fn page(module: &Module, custom: Custom) -> Page<'_> {
    page_of(module, custom, &[])
}

/// The page of a module whose lookups, given in `pointed`, may read tables through pointers.
pub fn page_of<'a>(module: &'a Module, custom: Custom, pointed: &'a [Pointed]) -> Page<'a> {
    let mut maker = Maker { pointed, ..Maker::new(module, custom) };
    let mut arrays = Vec::new();
    for piece in module.pieces.iter().filter(|_| module.has_arrays()) {
        arrays.extend(maker.fields(piece));
    }
    arrays.extend(maker.subsets());
    let tables = maker.tables();
    let filled = maker.filled(&tables);
    for (index, (table, named)) in module.tables.iter().zip(&tables).enumerate() {
        if named.presence != Presence::Absent
            && !module.is_filled(table)
            && !module.is_loaded(table)
        {
            let (name, doc, entries) = (named.name.as_str(), named.doc(table), &table.entries[..]);
            let array = Array::new(name, doc, ArrayKind::Table, table.storage, entries);
            let (is_public, content) = (named.presence == Presence::Public, Content::Table(index));
            // Tables of lookups are printed as one dimension, or by their language.
            let row = match table.rows {
                Rows::Equal(row) if !table.role.is_of_lookups() => Some(row),
                _ => None,
            };
            arrays.push(Array { content, is_public, row, ..array });
        }
    }
    let square = maker.square(&mut arrays);
    let indices = maker.indices();
    let lookups = maker.lookups(&indices);
    let choice = maker.choice();
    let records = maker.records();
    let record_array = maker.record_array(&records);
    let (walk, fills, self_test) = maker.rays(&mut arrays, &tables, &indices);
    Page {
        module,
        header: provenance::lines(module),
        summary: prose::summary(module),
        notes: prose::notes(module, custom.when_filled),
        diagram: module.board.diagram.clone(),
        ranks: maker.ranks(),
        square,
        arrays,
        records,
        record_array,
        tables,
        filled,
        walk,
        fills,
        indices,
        lookups,
        unions: maker.unions(),
        whole: maker.whole(),
        united: maker.united(),
        companions: maker.companions(),
        pair: maker.pair(),
        enumerations: maker.enumerations(choice.as_ref()),
        choice,
        batches: maker.batches(),
        scans: maker.scans(),
        reversals: maker.reversals(),
        movers: maker.movers(),
        dispatch: maker.dispatch(),
        has_counts: module.needs_operation(|op| matches!(op, Op::Count(..))),
        self_test,
        taken: maker.taken,
    }
}

/// The constant of a square. Constants are ordered by rank, then by file.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct NamedSquare {
    rank: usize,
    file: usize,
    name: String,
    bit: u8,
}

/// Makes the items of a page.
struct Maker<'a> {
    module: &'a Module,
    custom: Custom,
    /// The rules for private items' names, before [`Custom::private`] marks them.
    own: Names,
    /// The rules for private functions' names, marked in the same way.
    own_functions: Names,
    /// The rewritten lookups of all pieces; empty if the module's lookups are printed unchanged.
    pointed: &'a [Pointed],
    taken: Taken,
}

impl<'a> Maker<'a> {
    fn new(module: &'a Module, custom: Custom) -> Self {
        let own = |has_prefix: bool| {
            let mut names = module.names.clone();
            if !has_prefix {
                names.prefix.clear();
            }
            names
        };
        let ([own, own_functions], taken) =
            (custom.own_prefix.map(own), Taken::new(module, custom.others));
        Self { module, custom, own, own_functions, pointed: &[], taken }
    }

    /// A unique name for a private item.
    fn private(&mut self, name: String) -> String {
        self.taken.name((self.custom.private)(name))
    }

    /// A name, marked as private if the item's presence is private.
    fn shown(&self, name: String, presence: Presence) -> String {
        if presence == Presence::Private { (self.custom.private)(name) } else { name }
    }

    fn field_name(&self, piece: &PieceModule, field: Field) -> String {
        if self.module.fields.is_by_square() {
            return self.member_of_square(piece, field);
        }
        let name = self.module.names.field(&piece.fields_of, field);
        self.shown(name, self.module.field(self.module.owner_of_fields(piece), field))
    }

    fn field_names(&self, piece: &PieceModule) -> Vec<(Field, String)> {
        let columns = piece.fields.columns().iter();
        columns.map(|column| (column.field, self.field_name(piece, column.field))).collect()
    }

    fn fields(&self, piece: &'a PieceModule) -> Vec<Array<'a>> {
        let columns = piece.fields.columns().iter();
        let present = columns.filter_map(|column| {
            let presence = self.presence(piece, column.field);
            let name = self.field_name(piece, column.field);
            let mut doc = column.field.sentence(&words(&piece.fields_of));
            let (kind, mut storage) = (ArrayKind::BySquare, column.field.storage());
            if let (Some(count), Storage::Set(_)) = (self.module.words_apart(), storage) {
                storage = Storage::Word;
                doc = prose::in_words(&doc, count);
            }
            let array = Array::new(name, doc, kind, storage, &column.values[..]);
            let (is_public, content) =
                (presence == Presence::Public, Content::Field(piece, column.field));
            let array = Array { content, is_public, ..array };
            (presence != Presence::Absent).then_some(array)
        });
        present.collect()
    }

    fn subsets(&self) -> Vec<Array<'a>> {
        let mut arrays = Vec::new();
        let order = "square after square; those of a square";
        for role in [NameRole::Occupancies, NameRole::AttackSets] {
            for piece in self.module.pieces.iter().filter(|_| self.module.emits(role.part())) {
                let values = match role {
                    NameRole::AttackSets => &piece.attack_sets,
                    _ => &piece.occupancies,
                };
                let name = self.module.names.table(&piece.name, role);
                let step = "subset = (subset - mask) & mask";
                let doc = prose::subsets(role, &piece.name, order, step);
                let (kind, storage) = (ArrayKind::Subsets, Storage::Word);
                let array = Array::new(name, doc, kind, storage, &values[..]);
                arrays.push(Array { is_public: true, ..array });
            }
        }
        arrays
    }

    fn tables(&self) -> Vec<TableName> {
        let named = self.module.tables.iter().map(|table| {
            let presence = self.module.table(table);
            TableName {
                name: self.shown(self.module.table_name(table), presence),
                owners: self.owners(table),
                storage: table.storage,
                length: table.length(),
                presence,
            }
        });
        named.collect()
    }

    fn filled(&self, tables: &[TableName]) -> Vec<FilledTable> {
        let all = self.module.tables.iter().zip(tables).enumerate();
        let filled = all.filter(|(_, (table, named))| {
            let is_later = self.module.is_filled(table) || self.module.is_loaded(table);
            is_later && named.presence != Presence::Absent
        });
        let named = filled.map(|(index, (table, named))| FilledTable {
            index,
            name: named.name.clone(),
            doc: named.doc(table),
            length: named.length,
            is_public: named.presence == Presence::Public,
        });
        named.collect()
    }

    /// The names in prose of the pieces whose attacks a table holds.
    fn owners(&self, table: &Table) -> Vec<String> {
        let owners = self.module.owners(table);
        owners.map(|at| format!("the {}", owner(&self.module.pieces[at].name))).collect()
    }

    /// The constants of squares, rank by rank and file by file.
    fn ranks(&self) -> Vec<RankOfSquares> {
        if !self.module.emits(Part::Squares) {
            return Vec::new();
        }
        let mut squares: Vec<NamedSquare> = Vec::new();
        for (name, bit) in &self.module.board.squares {
            let place = self.module.board.places.iter().position(|place| place == name);
            let (rank, file) = place.map_or((0, 0), |place| {
                let width = usize::from(self.module.board.width.max(1));
                (place / width, place % width)
            });
            let name = self.module.names.constant(&[name]);
            squares.push(NamedSquare { rank, file, name, bit: *bit });
        }
        squares.sort();
        let ranks = squares.chunk_by(|a, b| a.rank == b.rank);
        let rank_of_squares = |rank: &[NamedSquare]| RankOfSquares {
            doc: format!("Squares of rank {}.", rank[0].rank + 1),
            squares: rank.iter().map(|square| (square.name.clone(), square.bit)).collect(),
        };
        ranks.map(rank_of_squares).collect()
    }

    fn square(&mut self, arrays: &mut Vec<Array<'a>>) -> Option<SquareFunction> {
        if !self.module.emits(Part::Squares) {
            return None;
        }
        let board = &self.module.board;
        let (width, height) = (board.width, board.height);
        let (sum, list) = match &board.formula {
            SquareFormula::Linear { start, by_file, by_rank } => {
                let sum = Linear { start: *start, by_file: *by_file, by_rank: *by_rank };
                (Some(sum), None)
            }
            SquareFormula::List(bits) => {
                let name = self.private(self.own.constant(&["bit", "indices"]));
                let doc = "Bit indices in the order a1, b1, ..., rank by rank.";
                arrays.push(places(&name, doc, bits));
                (None, Some(name))
            }
        };
        let name = self.module.names.function(&["square"]);
        Some(SquareFunction { name, sum, list, width, height, doc: prose::square(board) })
    }
}
