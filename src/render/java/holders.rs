//! Tables in; nested classes of those that are filled, or unpacked from strings, out.
//!
//! Java initialises a nested class when it is first used, once for all threads. A class file holds at most 65,535
//! bytes of code a method, so that only short tables stand as numbers.

use super::packed;
use super::syntax::element;
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

/// Entries on their way into a nested class.
struct Entries<'e> {
    index: usize,
    /// The words of their name there.
    name: [&'e str; 2],
    storage: Storage,
    rows: Rows,
    values: &'e [u64],
    is_filled: bool,
}

impl Holder {
    fn new(name: String, doc: &str) -> Self {
        Self { doc: jvm::comment(2, doc), name, tables: Vec::new(), fills: Vec::new() }
    }

    /// What the class holds under this number.
    pub(super) fn find(&self, index: usize) -> Option<&Held> {
        self.tables.iter().find(|table| table.index == index)
    }

    /// The same as the enclosing class writes it.
    pub(super) fn reference(&self, index: usize) -> Option<String> {
        Some(format!("{}.{}", self.name, self.find(index)?.name))
    }
}

impl<'a> Holders<'a> {
    /// Tables that nobody asked for by name are read in the nested class then.
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
        for (index, table) in page.tables.iter_mut().enumerate() {
            let reference = holders.tables.as_ref().and_then(|holder| holder.reference(index));
            let reference = reference.filter(|_| table.presence == Presence::Private);
            table.name = reference.unwrap_or_else(|| table.name.clone());
        }
        holders
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
        let pieces = &self.module.pieces;
        let (class, constant, what) = match part {
            Part::AttackSets => ("AttackSets", "sets", "attack sets of the occupancies"),
            _ => ("Occupancies", "subsets", "occupancies"),
        };
        let rows: Vec<Rows> = (0..pieces.len()).map(|at| self.rows_of(at)).collect();
        let total: usize = pieces.iter().map(|piece| subsets(part, piece).len()).sum();
        if total <= MOST_SUBSETS && rows.iter().all(|rows| *rows == Rows::No) {
            return None;
        }
        let doc = format!("The {what}, unpacked when the class is initialised.");
        let mut holder = Holder::new(self.taken.name(class), &doc);
        for (index, (piece, rows)) in pieces.iter().zip(rows).enumerate() {
            let (name, values) = ([piece.name.as_str(), constant], subsets(part, piece));
            let storage = Storage::Word;
            let entries = Entries { index, name, storage, rows, values, is_filled: false };
            self.hold(&mut holder, &entries);
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
            let piece = table.piece.map(|piece| module.pieces[piece].name.as_str());
            let role = match (table.role, piece) {
                (TableRole::Attacks, Some(_)) => "",
                (TableRole::Attacks, None) => "table",
                (TableRole::Indices, _) => "indices",
                (TableRole::Dictionary, _) => "sets",
                (TableRole::Factors, _) => "factors",
                (TableRole::LineAttacks | TableRole::Scan(_), _) => "numbers",
            };
            let entries = Entries {
                index,
                name: [piece.unwrap_or(""), role],
                storage: table.storage,
                rows: table.rows.clone(),
                values: &table.entries,
                is_filled: module.is_filled(table),
            };
            self.hold(&mut holder, &entries);
        }
        Some(holder)
    }

    fn hold(&mut self, holder: &mut Holder, entries: &Entries<'a>) {
        let Entries { index, storage, values, .. } = *entries;
        let name = self.taken.name(Case::Shouty.join(&entries.name));
        let element = element(storage);
        let mut rows = None;
        let (kind, allocation) = match &entries.rows {
            Rows::No => (format!("{element}[]"), format!("{element}[{}]", values.len())),
            Rows::Equal(length) => {
                let rows = values.len() / (*length).max(1);
                (format!("{element}[][]"), format!("{element}[{rows}][{length}]"))
            }
            Rows::Ragged(starts) => {
                rows = Some((starts.len(), self.row_lengths(entries, starts.len())));
                (format!("{element}[][]"), format!("{element}[{}][]", starts.len()))
            }
        };
        let packed = (!entries.is_filled).then(|| {
            let name = self.taken.name(format!("{name}_PACKED"));
            (name, packed::elements(values, storage, 6))
        });
        holder.tables.push(Held { index, name, storage, kind, allocation, rows, packed });
    }

    /// The name of the array of the lengths of a piece's rows, by square.
    fn row_lengths(&mut self, entries: &Entries<'a>, count: usize) -> String {
        let [piece, _] = entries.name;
        let length = |square: u8| {
            let end = entries.rows.end(square, entries.values.len());
            (end - entries.rows.start(square)) as u64
        };
        let values: Vec<u64> = (0..count).map(|square| length(square as u8)).collect();
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

/// What there is of a part for each subset.
fn subsets(part: Part, piece: &PieceModule) -> &[u64] {
    match part {
        Part::AttackSets => &piece.attack_sets,
        _ => &piece.occupancies,
    }
}
