//! Tables in; nested classes of those that are filled, or unpacked from strings, out.
//!
//! Java initialises a nested class when it is first used, once for all threads. A class file holds at most 65,535
//! bytes of code a method, so that only short tables stand as numbers.

use super::packed;
use super::syntax::{element, reference};
use crate::model::{
    Case, Module, Part, PieceModule, Presence, Rows, Storage, Table, TableRole, words,
};
use crate::render::jvm;
use crate::render::page::{Array, ArrayKind, Page};
use crate::render::text::taken::Taken;

/// The most entries of a table that stands as numbers.
const MOST_LITERALS: usize = 512;

/// The most occupancies, or attack sets of them, that stand as numbers.
const MOST_SUBSETS: usize = 2048;

/// A nested class that holds tables.
pub(super) struct Holder {
    pub(super) doc: Vec<String>,
    pub(super) name: String,
    pub(super) tables: Vec<Held>,
    /// Calls of methods that fill tables.
    pub(super) fills: Vec<String>,
}

/// A table of a nested class.
pub(super) struct Held {
    /// Its number among the module's tables, or its piece's among pieces.
    index: usize,
    pub(super) name: String,
    /// The same as the enclosing class writes it.
    pub(super) reference: String,
    pub(super) storage: Storage,
    /// `long[]`
    pub(super) kind: String,
    /// `long[102400]`
    pub(super) allocation: String,
    /// How many rows there are and the array of their lengths, where these differ.
    pub(super) rows: Option<(usize, String)>,
    /// The string constants that it is unpacked from: their name, and the constants in lines.
    pub(super) packed: Option<(String, String)>,
}

/// Nested classes, and names of the file's own that come with them.
pub(super) struct Holders<'a> {
    module: &'a Module,
    taken: Taken,
    /// The methods that unpack string constants.
    pub(super) unpack: String,
    /// The classes of occupancies and of attack sets by occupancy.
    subsets: Vec<(Part, Holder)>,
    /// The class of tables.
    pub(super) tables: Option<Holder>,
    /// Arrays of the lengths of rows, each with the name of its piece.
    lengths: Vec<(&'a str, Array<'a>)>,
    /// How many of them are those of occupancies, which come first.
    of_subsets: usize,
    /// The name of the set of squares, where loops that fill leave indices out.
    pub(super) squares: Option<String>,
    /// Names of the methods that fill.
    pub(super) fills: Vec<String>,
}

impl Holder {
    fn new(name: String, doc: &str) -> Self {
        Self { doc: jvm::comment(2, doc), name, tables: Vec::new(), fills: Vec::new() }
    }

    /// What the class holds under this number.
    pub(super) fn find(&self, index: usize) -> Option<&Held> {
        self.tables.iter().find(|table| table.index == index)
    }
}

impl<'a> Holders<'a> {
    /// Names in the page's methods become those by which they read fields.
    pub(super) fn new(page: &mut Page<'a>) -> Self {
        let mut taken = page.taken.clone();
        let unpack = taken.name("unpack");
        let mut holders = Self {
            module: page.module,
            taken,
            unpack,
            subsets: Vec::new(),
            tables: None,
            lengths: Vec::new(),
            of_subsets: 0,
            squares: None,
            fills: Vec::new(),
        };
        for part in [Part::Occupancies, Part::AttackSets] {
            let holder = page.module.emits(part).then(|| holders.subsets_of(part)).flatten();
            holders.subsets.extend(holder.map(|holder| (part, holder)));
        }
        holders.of_subsets = holders.lengths.len();
        holders.tables = holders.of_tables();
        if let Some(walk) = page.walk.as_ref().filter(|_| page.module.fills()) {
            holders.squares = walk.squares.map(|_| holders.taken.name("SQUARES"));
            let fills = page.fills.iter().map(|fill| (fill.table, fill.name(Case::Camel)));
            for (table, name) in fills {
                let name = holders.taken.name(name);
                if let Some(holder) = &mut holders.tables {
                    let table = holder.find(table).map_or("", |held| &held.name);
                    holder.fills.push(format!("{name}({table});"));
                }
                holders.fills.push(name);
            }
        }
        holders.name_fields(page);
        holders
    }

    /// Says how methods read fields: tables that nobody asked for by name in the nested class.
    fn name_fields(&self, page: &mut Page<'a>) {
        let class = &page.module.names.type_name;
        for (index, table) in page.tables.iter_mut().enumerate() {
            let held = self.held(index).filter(|_| table.presence == Presence::Private);
            let own = || reference(class, &table.name);
            table.name = held.map_or_else(own, |held| held.reference.clone());
        }
        let functions = page.lookups.iter_mut().chain(&mut page.indices);
        let fields = functions.flat_map(|function| &mut function.fields).map(|(_, name)| name);
        for name in fields.chain(page.fills.iter_mut().map(|fill| &mut fill.masks)) {
            *name = reference(class, name);
        }
    }

    /// A table in the nested class.
    pub(super) fn held(&self, index: usize) -> Option<&Held> {
        self.tables.as_ref()?.find(index)
    }

    /// The class of occupancies, or of attack sets by occupancy.
    pub(super) fn subsets(&self, part: Part) -> Option<&Holder> {
        self.subsets.iter().find(|(other, _)| *other == part).map(|(_, holder)| holder)
    }

    /// Lengths of rows of occupancies, and of tables.
    pub(super) fn lengths(&self) -> [impl Iterator<Item = &Array<'a>>; 2] {
        let (subsets, tables) = self.lengths.split_at(self.of_subsets);
        [subsets, tables].map(|lengths| lengths.iter().map(|(_, array)| array))
    }

    /// All nested classes.
    pub(super) fn all(&self) -> impl Iterator<Item = &Holder> {
        self.subsets.iter().map(|(_, holder)| holder).chain(&self.tables)
    }

    /// What tables are unpacked into, by type.
    pub(super) fn unpacked(&self) -> Vec<Storage> {
        let tables: Vec<&Held> = self.all().flat_map(|holder| &holder.tables).collect();
        let is_unpacked = |storage: &Storage| {
            tables.iter().any(|table| table.packed.is_some() && table.storage == *storage)
        };
        let storages = [Storage::Word, Storage::Half, Storage::Short, Storage::Byte];
        storages.into_iter().filter(is_unpacked).collect()
    }

    /// Every subset of each mask, or what is attacked under it; none where these are few. Where a piece's attack table is an array
    /// of arrays, so are they.
    fn subsets_of(&mut self, part: Part) -> Option<Holder> {
        let (class, constant, what) = match part {
            Part::AttackSets => ("AttackSets", "sets", "attack sets of the occupancies"),
            _ => ("Occupancies", "subsets", "occupancies"),
        };
        let table = |(index, piece): (usize, &PieceModule)| Table {
            role: TableRole::Attacks,
            piece: Some(index),
            rows: self.rows_of(index),
            storage: Storage::Word,
            entries: match part {
                Part::AttackSets => piece.attack_sets.clone(),
                _ => piece.occupancies.clone(),
            },
        };
        let tables: Vec<Table> = self.module.pieces.iter().enumerate().map(table).collect();
        let total: usize = tables.iter().map(|table| table.entries.len()).sum();
        if total <= MOST_SUBSETS && tables.iter().all(|table| table.rows == Rows::No) {
            return None;
        }
        let doc = format!("The {what}, unpacked when the class is initialised.");
        let mut holder = Holder::new(self.taken.name(class), &doc);
        for (index, table) in tables.iter().enumerate() {
            self.hold(&mut holder, index, (table, constant), false);
        }
        Some(holder)
    }

    /// The rows of a piece's occupancies, where its attack sets have rows of different lengths.
    fn rows_of(&self, piece: usize) -> Rows {
        let is_ragged =
            |table: &Table| table.piece == Some(piece) && matches!(table.rows, Rows::Ragged(_));
        if !self.module.tables.iter().any(is_ragged) {
            return Rows::No;
        }
        let mut lengths = vec![0; usize::from(self.module.board.indices)];
        for (_, bit) in &self.module.board.squares {
            lengths[usize::from(*bit)] =
                1 << self.module.pieces[piece].walk.mask(*bit).count_ones();
        }
        let mut next = 0;
        let start = |length: usize| {
            next += length;
            next - length
        };
        Rows::Ragged(lengths.into_iter().map(start).collect())
    }

    /// True where a table stands as numbers in the class itself.
    fn is_literal(&self, table: &Table) -> bool {
        table.role != TableRole::Attacks
            && table.rows == Rows::No
            && table.entries.len() <= MOST_LITERALS
            && !self.module.is_filled(table)
    }

    /// Tables that are too long for numbers.
    fn of_tables(&mut self) -> Option<Holder> {
        let module = self.module;
        let is_held = |(_, table): &(usize, &Table)| {
            module.table(table) != Presence::Absent && !self.is_literal(table)
        };
        let held: Vec<(usize, &Table)> = module.tables.iter().enumerate().filter(is_held).collect();
        if held.is_empty() {
            return None;
        }
        let verb = if module.fills() { "filled" } else { "unpacked" };
        let when = if module.emits(Part::Attacks) {
            "when the class is initialised."
        } else {
            "by the first lookup: only that initialises the class."
        };
        let doc = format!("The attack sets, {verb} {when}");
        let mut holder = Holder::new(self.taken.name("Attacks"), &doc);
        for (index, table) in held {
            let role = match (table.role, table.piece) {
                (TableRole::Attacks, Some(_)) => "",
                (TableRole::Attacks, None) => "table",
                (TableRole::Indices, _) => "indices",
                (TableRole::Dictionary, _) => "sets",
                (TableRole::Factors, _) => "factors",
                (TableRole::LineAttacks | TableRole::Scan(_), _) => "numbers",
            };
            self.hold(&mut holder, index, (table, role), module.is_filled(table));
        }
        Some(holder)
    }

    /// Puts a table into a nested class, under the name of its piece and a word.
    fn hold(
        &mut self,
        holder: &mut Holder,
        index: usize,
        (table, word): (&Table, &str),
        is_filled: bool,
    ) {
        let (entries, storage) = (&table.entries, table.storage);
        let pieces = &self.module.pieces;
        let piece = table.piece.map_or("", |piece| pieces[piece].name.as_str());
        let name = self.taken.name(Case::Shouty.join(&[piece, word]));
        let element = element(storage);
        let mut rows = None;
        let (kind, allocation) = match &table.rows {
            Rows::No => (format!("{element}[]"), format!("{element}[{}]", entries.len())),
            Rows::Equal(length) => {
                let rows = entries.len() / (*length).max(1);
                (format!("{element}[][]"), format!("{element}[{rows}][{length}]"))
            }
            Rows::Ragged(starts) => {
                let squares = 0..starts.len() as u8;
                let lengths = squares.map(|square| table.row(square).len() as u64).collect();
                rows = Some((starts.len(), self.row_lengths(piece, lengths)));
                (format!("{element}[][]"), format!("{element}[{}][]", starts.len()))
            }
        };
        let packed = (!is_filled).then(|| {
            let name = self.taken.name(format!("{name}_PACKED"));
            (name, packed::elements(entries, storage, 6))
        });
        let reference = format!("{}.{name}", holder.name);
        let held = Held { index, name, reference, storage, kind, allocation, rows, packed };
        holder.tables.push(held);
    }

    /// The name of the array of the lengths of a piece's rows, by square.
    fn row_lengths(&mut self, piece: &'a str, values: Vec<u64>) -> String {
        let of_piece = || self.lengths.iter().filter(|(other, _)| *other == piece);
        if let Some((_, array)) = of_piece().find(|(_, array)| *array.values == values) {
            return array.name.clone();
        }
        // On a board with gaps, rows of attack sets aren't as long as those of occupancies.
        let (name, of): (&[&str], _) = if of_piece().next().is_some() {
            (&[piece, "attack", "row", "lengths"], " of attack sets")
        } else {
            (&[piece, "row", "lengths"], "")
        };
        let name = self.taken.name(Case::Shouty.join(name));
        let array = Array {
            name: name.clone(),
            doc: format!("Lengths of the {}'s rows{of}, by square.", words(piece)),
            kind: ArrayKind::BySquare,
            storage: Storage::Half,
            is_signed: false,
            is_public: false,
            values: values.into(),
        };
        self.lengths.push((piece, array));
        name
    }
}
