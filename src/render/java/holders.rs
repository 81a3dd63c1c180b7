//! Chooses the tables for nested classes, with names and rows, and the order of fields.
//!
//! Java initialises a nested class at its first use, once for all threads. A method in a class file has at most 65,535
//! bytes of code, so only short tables are printed as numbers.

use std::borrow::Cow;

use super::packed;
use super::syntax::reference;
use crate::render::others::jvm::{MOST_LITERALS, most_literals};
use crate::render::prelude::*;

/// The most occupancies or attack sets that are printed as numbers.
const MOST_SUBSETS: usize = 2048;

/// The name of the table in each nested class.
pub(super) const TABLE: &str = "TABLE";

/// True if a table goes into a nested class.
pub(super) fn is_held(table: &Table) -> bool {
    table.role == TableRole::Attacks
        || table.rows != Rows::No
        || table.entries.len() > MOST_LITERALS
}

/// The name of the nested class of a table.
pub(super) fn class(table: &str) -> String {
    let words = words(table);
    Case::Pascal.join(&[words.strip_suffix(" table").unwrap_or(&words)])
}

/// A nested class of one table, initialised at its first use, once for all threads.
#[derive(Debug)]
pub(super) struct Holder<'a> {
    /// The page's name for the array or the filled table.
    pub(super) of: String,
    /// The doc comment: the content, and when it is initialised.
    pub(super) doc: String,
    pub(super) name: String,
    /// The table's entries and rows.
    pub(super) table: Cow<'a, Table>,
    /// The array of the rows' lengths, if these differ.
    pub(super) lengths: Option<String>,
    /// The string constants from which the table is unpacked, in lines; empty for a table that is filled or loaded.
    pub(super) literals: Vec<String>,
    /// The words before the table's in the file of attack sets, if the table is there.
    pub(super) loaded: Option<usize>,
}

/// Nested classes, and the names that they add to the file.
pub(super) struct Holders<'a> {
    module: &'a Module,
    /// The names that are taken.
    pub(super) taken: Taken,
    /// The name of the methods that unpack string constants.
    pub(super) unpack: String,
    /// The name of the method that loads a table from the file of attack sets.
    pub(super) load: String,
    /// The name of the table in each nested class, and of the string constants from which it is unpacked.
    pub(super) entries: String,
    pub(super) packed: String,
    /// The nested classes.
    pub(super) classes: Vec<Holder<'a>>,
    /// The number of nested classes with tables that lookups read.
    pub(super) of_lookups: usize,
    /// Arrays of rows' lengths, each with its piece's number.
    lengths: Vec<(usize, Array<'a>)>,
    /// The name of the set of squares, if fill loops skip indices.
    pub(super) squares: Option<String>,
    /// The names of the fill methods.
    pub(super) fills: Vec<String>,
}

impl<'a> Holders<'a> {
    /// Makes the nested classes of a page. The page's arrays become the fields of the outer class, in order, and its
    /// methods read them by their field names.
    pub(super) fn new(page: &mut Page<'a>) -> Self {
        let mut taken = page.taken.clone();
        let unpack = taken.name("unpack");
        let load = taken.name("load");
        let entries = taken.name(TABLE);
        let packed = taken.name(format!("{entries}_PACKED"));
        let mut holders = Self {
            module: page.module,
            taken,
            unpack,
            load,
            entries,
            packed,
            classes: Vec::new(),
            of_lookups: 0,
            lengths: Vec::new(),
            squares: None,
            fills: Vec::new(),
        };
        for role in [NameRole::Occupancies, NameRole::AttackSets] {
            if page.module.emits(role.part()) {
                holders.hold_subsets(role, page);
            }
        }
        let of_subsets = holders.lengths.len();
        holders.hold_tables(page);
        holders.hold_fields(page);
        if let Some(walk) = page.walk.as_ref().filter(|_| page.module.fills()) {
            holders.squares = walk.squares.map(|_| holders.taken.name("SQUARES"));
            for fill in &page.fills {
                let name = holders.taken.name(fill.name(Case::Camel));
                holders.fills.push(name);
            }
        }
        holders.arrange(page, of_subsets);
        holders.name_fields(page);
        holders
    }

    /// The nested class whose table replaces the array of this name.
    pub(super) fn held(&self, of: &str) -> Option<&Holder<'a>> {
        self.classes.iter().find(|held| held.of == of)
    }

    /// The name of a nested class's table outside that class.
    pub(super) fn reference(&self, held: &Holder<'_>) -> String {
        format!("{}.{}", held.name, self.entries)
    }

    /// The types of entries of unpacked tables.
    pub(super) fn unpacked(&self) -> Vec<Storage> {
        let is_unpacked = |storage: &Storage| {
            let mut held = self.classes.iter();
            held.any(|held| !held.literals.is_empty() && held.table.storage == *storage)
        };
        let storages = [Storage::Word, Storage::Half, Storage::Short, Storage::Byte];
        storages.into_iter().filter(is_unpacked).collect()
    }

    /// Adds classes of occupancies, or of attack sets by occupancy, if these are too many for numbers. They are arrays
    /// of arrays if the piece's attack table is one.
    fn hold_subsets(&mut self, role: NameRole, page: &mut Page<'a>) {
        let what = match role {
            NameRole::AttackSets => "Attack sets of the occupancies",
            _ => "Occupancies",
        };
        let mut tables = Vec::new();
        for (at, piece) in self.module.pieces.iter().enumerate() {
            let entries = match role {
                NameRole::AttackSets => piece.attack_sets.clone(),
                _ => piece.occupancies.clone(),
            };
            let (rows, storage) = (self.rows_of(at), Storage::Word);
            let name = self.module.names.table(&piece.name, role);
            let order = match rows {
                Rows::No => "square after square; those of a square",
                _ => "a row a square, each",
            };
            let doc = subsets(role, &piece.name, order, "{@code subset = (subset - mask) & mask}");
            describe(page, &name, &doc);
            let (role, piece) = (TableRole::Attacks, Some(at));
            tables.push((name, Table { role, piece, rows, storage, entries, title: None }));
        }
        let total: usize = tables.iter().map(|(_, table)| table.entries.len()).sum();
        if total > MOST_SUBSETS || tables.iter().any(|(_, table)| table.rows != Rows::No) {
            for (of, table) in tables {
                let piece = table.piece.map_or("", |piece| &self.module.pieces[piece].name);
                let doc = format!("{what} of the {}", words(piece));
                self.hold(of, &doc, Cow::Owned(table), "unpacked", Presence::Public);
            }
        }
    }

    /// The rows of a piece's occupancies, if its attack sets have rows of different lengths.
    fn rows_of(&self, piece: usize) -> Rows {
        let is_ragged =
            |table: &Table| table.piece == Some(piece) && matches!(table.rows, Rows::Ragged(_));
        if !self.module.tables.iter().any(is_ragged) {
            return Rows::No;
        }
        let mut starts = Vec::new();
        let mut next = 0;
        for index in self.module.board.bit_indices() {
            starts.push(next);
            let mut squares = self.module.board.squares.iter();
            if squares.any(|(_, bit)| *bit == index) {
                next += 1 << self.module.pieces[piece].walk.mask(index).count_ones();
            }
        }
        Rows::Ragged(starts)
    }

    /// Adds a class for each table that is too long for numbers.
    fn hold_tables(&mut self, page: &mut Page<'a>) {
        let module = self.module;
        for (at, table) in module.tables.iter().enumerate() {
            let (name, presence) = (page.tables[at].name.clone(), page.tables[at].presence);
            let piece = table.piece.map(|piece| words(&module.pieces[piece].name));
            match (table.role, &piece) {
                (TableRole::Attacks, Some(piece)) => {
                    let place = if table.rows == Rows::No { "index" } else { "square and index" };
                    let doc = format!("Attack sets of the {piece} by {place}.");
                    describe(page, &name, &doc);
                }
                (TableRole::Attacks, None) => {
                    let doc = "Attack sets of all pieces: those of a square begin at its offset.";
                    describe(page, &name, doc);
                }
                _ => {}
            }
            if presence == Presence::Absent || !is_held(table) {
                continue;
            }
            let what = match table.role {
                TableRole::Attacks => "The attack sets",
                TableRole::Indices => "The numbers of attack sets",
                TableRole::Dictionary => "The attack sets, each once",
                TableRole::Rays => "The rays",
                TableRole::Lines => "The lines",
                TableRole::Factors => "The factors",
                TableRole::LineAttacks => "The attacks along lines",
                TableRole::Scan(_) => "The bit indices",
                TableRole::Companion { .. } => {
                    table.title.as_ref().map_or("The entries", |title| &title.sentence)
                }
            };
            let of = piece.map(|piece| format!(" of the {piece}")).unwrap_or_default();
            self.of_lookups += usize::from(table.role.is_of_lookups());
            let loaded = module.blob.as_ref().and_then(|blob| blob.table(at));
            let verb = match loaded {
                Some(_) => "loaded",
                None if module.is_filled(table) => "filled",
                None => "unpacked",
            };
            self.hold(name, &format!("{what}{of}"), Cow::Borrowed(table), verb, presence);
            if let Some(held) = self.classes.last_mut() {
                held.loaded = loaded.map(|table| table.start);
            }
        }
    }

    /// Adds a class for each longer array by square, if the statements that fill all of them are too many for one method.
    fn hold_fields(&mut self, page: &Page<'a>) {
        let others = page.arrays.iter().filter(|array| self.held(&array.name).is_none());
        let lengths = self.lengths.iter().map(|(_, array)| array);
        let printed: Vec<&Array<'_>> = others.chain(lengths).collect();
        let most = most_literals(&printed, usize::MAX);
        for array in page.arrays.iter().filter(|array| array.values.len() > most) {
            if self.held(&array.name).is_some() || array.kind != ArrayKind::BySquare {
                continue;
            }
            let (storage, entries) = (array.storage, array.values.to_vec());
            let (role, piece, rows, title) = (TableRole::Lines, None, Rows::No, None);
            let table = Table { role, piece, rows, storage, entries, title };
            let presence = if array.is_public { Presence::Public } else { Presence::Private };
            let doc = array.doc.trim_end_matches('.');
            self.hold(array.name.clone(), doc, Cow::Owned(table), "unpacked", presence);
        }
    }

    /// Adds the class of a table; `of` is the page's name for it.
    fn hold(
        &mut self,
        of: String,
        what: &str,
        table: Cow<'a, Table>,
        verb: &str,
        presence: Presence,
    ) {
        let name = self.taken.name(class(&of));
        let call = if table.role.is_of_lookups() { "lookup" } else { "call" };
        let doc = match presence {
            Presence::Public => {
                format!("{what}, {verb} when the class around them is initialised.")
            }
            _ => format!(
                "{what}, {verb} by the first {call} that reads them: only that initialises the class."
            ),
        };
        let lengths = matches!(table.rows, Rows::Ragged(_)).then(|| self.row_lengths(&table));
        let literals = if verb == "unpacked" {
            packed::literals(&table.entries, table.storage)
        } else {
            Vec::new()
        };
        self.classes.push(Holder { of, doc, name, table, lengths, literals, loaded: None });
    }

    /// The name of the array of a table's row lengths, by square.
    fn row_lengths(&mut self, table: &Table) -> String {
        let squares = self.module.board.bit_indices();
        let values: Vec<u64> = squares.map(|square| table.row(square).len() as u64).collect();
        let number = table.piece.unwrap_or_default();
        let of_piece = || self.lengths.iter().filter(|(piece, _)| *piece == number);
        if let Some((_, array)) = of_piece().find(|(_, array)| *array.values == values) {
            return array.name.clone();
        }
        // On a board with gaps, rows of attack sets and of occupancies differ in length.
        let (what, of): (&[&str], _) = if of_piece().next().is_some() {
            (&["attack", "row", "lengths"], " of attack sets")
        } else {
            (&["row", "lengths"], "")
        };
        let piece = &self.module.pieces[number].name;
        let name = self.taken.name(Case::Shouty.join(&[&[piece.as_str()], what].concat()));
        let doc = format!("Lengths of the {}'s rows{of}, by square.", words(piece));
        let lengths = Array::new(name.as_str(), doc, ArrayKind::BySquare, Storage::Half, values);
        self.lengths.push((number, lengths));
        name
    }

    /// Sorts the page's arrays into the order of fields, and adds the arrays of rows' lengths. A table in a nested
    /// class is a field only if it is public.
    fn arrange(&mut self, page: &mut Page<'a>, of_subsets: usize) {
        let has_grid = page.walk.as_ref().is_some_and(|walk| walk.grid.is_some());
        let stepped = if has_grid { "place" } else { "index" };
        let filled = page.filled.iter().map(FilledTable::array);
        let list = page.square.as_ref().and_then(|square| square.list.as_ref());
        // Each field with the number of its kind; kinds are in the order of these numbers.
        let mut fields = Vec::new();
        let squares = page.walk.as_ref().and_then(|walk| walk.squares);
        if let (Some(name), Some(squares)) = (&self.squares, squares) {
            let (doc, squares) = ("Bit indices that are squares.", vec![squares]);
            let squares = Array::new(name, doc, ArrayKind::Rays, Storage::Word, squares);
            fields.push((3, squares));
        }
        for mut array in std::mem::take(&mut page.arrays).into_iter().chain(filled) {
            for FillLoop { owner, rays, .. } in &page.fills {
                if array.name == rays.steps {
                    array.doc =
                        format!("What a step along each ray of the {owner} adds to the {stepped}.");
                } else if array.name == rays.from {
                    array.doc = format!("Where a step along each ray of the {owner} may be taken.");
                }
            }
            let is_held = self.held(&array.name).is_some();
            let order = match array.kind {
                ArrayKind::BySquare => 0,
                ArrayKind::Subsets => 2,
                ArrayKind::Places if list == Some(&array.name) => 8,
                ArrayKind::Places => 3,
                ArrayKind::Rays => 4,
                ArrayKind::Table if is_held => 7,
                ArrayKind::Table => 6,
            };
            if array.is_public || !is_held {
                fields.push((order, array));
            }
        }
        for (at, (_, lengths)) in self.lengths.drain(..).enumerate() {
            fields.push((if at < of_subsets { 1 } else { 5 }, lengths));
        }
        fields.sort_by_key(|(order, _)| *order);
        page.arrays = fields.into_iter().map(|(_, array)| array).collect();
    }

    /// Gives fields the names by which methods read them. A private table is read in its nested class.
    fn name_fields(&self, page: &mut Page<'a>) {
        let class = &page.module.names.type_name;
        for table in &mut page.tables {
            let held = self.held(&table.name).filter(|_| table.presence == Presence::Private);
            table.name =
                held.map_or_else(|| reference(class, &table.name), |held| self.reference(held));
        }
        let functions = page.lookups.iter_mut().chain(&mut page.indices);
        let fields = functions.flat_map(|function| &mut function.fields).map(|(_, name)| name);
        let is_public = |array: &Array<'_>| array.is_public.then(|| array.name.clone());
        let public: Vec<String> = page.arrays.iter().filter_map(is_public).collect();
        for name in fields.chain(page.fills.iter_mut().map(|fill| &mut fill.masks)) {
            let held = self.held(name).filter(|_| !public.contains(name));
            *name = held.map_or_else(|| reference(class, name), |held| self.reference(held));
        }
    }
}

/// Changes the sentence about an array or a filled table.
fn describe(page: &mut Page<'_>, name: &str, doc: &str) {
    let arrays = page.arrays.iter_mut().map(|array| (&array.name, &mut array.doc));
    let filled = page.filled.iter_mut().map(|table| (&table.name, &mut table.doc));
    for (_, old) in arrays.chain(filled).filter(|(other, _)| *other == name) {
        doc.clone_into(old);
    }
}
