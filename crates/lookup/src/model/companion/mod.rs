//! Companions of lookups: functions and tables of moves that need no magic factor, such as a knight's attacks or the
//! squares between two others, and keys for hashing positions.
//!
//! Each is a [`Program`] of its parameters beside the tables that it reads, so that languages print it like a lookup.

mod boards;
mod choice;
mod fills;
mod ground;
mod lines;
mod pieces;
mod prove;
mod pseudo;
#[cfg(test)]
mod tests;
mod title;
#[cfg(test)]
mod wide_tests;
mod wish;
mod writer;
mod zobrist;

pub(super) use choice::identifiers;
pub use choice::{Chosen, DIRECTIONS};
pub use prove::{CompanionFault, prove};
pub use title::Title;
pub(super) use title::table_name;
pub use wish::{ArgumentOrder, BetweenEnd, CompanionSlider, Leaper, Numbered, PairSource, Wish};
pub use zobrist::{Crowded, ZobristKeys};

use self::ground::Ground;
use self::writer::ProgramWriter;
use self::zobrist::Hashing;
use super::name_role::NameRole;
use super::names::{Identifier, Names};
use super::parts::Part;
use magicgen_board::{Mapping, SquareSet};
use magicgen_ir::{
    Caption, Parameter, Program, Rows, Storage, Table, TableRef, TableRole, Type, WordCount,
};

/// A function beside the lookups.
#[derive(Clone, Debug)]
pub struct Companion {
    /// The part of `emit` that asked for it.
    pub part: Part,
    /// The name.
    pub name: Title,
    /// The parameters, in order.
    pub parameters: Vec<Argument>,
    /// The kind of the result.
    pub result: Outcome,
    /// The program, which reads only parameters, tables and lookups.
    pub program: Program,
    /// The same function on vectors, for processors that have them, if there is such a form and the language can print it.
    pub lanes: Option<Program>,
    /// The result, as a clause for comments.
    pub returns: Returns,
}

impl Companion {
    /// A function that returns a set and computes on words.
    fn new(
        part: Part,
        name: Title,
        parameters: Vec<Argument>,
        program: Program,
        returns: Returns,
    ) -> Self {
        Self { part, name, parameters, result: Outcome::Set, program, lanes: None, returns }
    }
}

/// A companion's result, as a clause without a full stop that begins with a small letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Returns {
    /// The result in few words: `the squares strictly between a and b`.
    pub short: String,
    /// The rest of the clause, with the sign that stands before it: `; none where no line has both`.
    pub more: &'static str,
    /// The result in other words, for comments that describe it beside the clause: `the squares between`.
    pub result: &'static str,
}

impl Returns {
    fn new(short: impl Into<String>, more: &'static str, result: &'static str) -> Self {
        Self { short: short.into(), more, result }
    }
}

/// A parameter of a companion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// The name: one English word in small letters.
    pub name: &'static str,
    /// The content: a clause such as `the king's square`.
    pub what: String,
    /// The kind of value.
    pub sort: Sort,
    /// The type, and the position among the parameters.
    pub parameter: Parameter,
}

/// A kind of thing that a function takes or returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A square's bit index.
    Square,
    /// Another small number.
    Number,
    /// A set of squares.
    Set,
    /// Another word: a key.
    Key,
    /// True or false.
    Truth,
}

impl Companion {
    /// The kind of value that it returns.
    #[must_use]
    pub fn returned(&self) -> Sort {
        match self.result {
            Outcome::Set if self.part == Part::Zobrist => Sort::Key,
            Outcome::Set => Sort::Set,
            Outcome::Number | Outcome::Direction => Sort::Number,
            Outcome::Truth => Sort::Truth,
        }
    }
}

/// The kind of a companion's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A set of squares, which is a word or several, or a key: a word.
    Set,
    /// A small number: the program's result is a half.
    Number,
    /// A member of [`DIRECTIONS`]: the program's result is its number, a half.
    Direction,
    /// True or false: the program's result is a word, 1 or 0.
    Truth,
}

/// Companions and the tables that they read.
#[derive(Clone, Debug, Default)]
pub struct Companions {
    /// The functions, in the order of their parts.
    pub functions: Vec<Companion>,
    /// Programs that prove arrays, each as a function that reads the array.
    pub arrays: Vec<Companion>,
    /// The tables.
    pub tables: Vec<Table>,
    /// Sentences about the keys, for the header.
    pub notes: Vec<String>,
    /// True where a function gives the sets of rook and bishop at once.
    pub has_pair: bool,
    /// The pieces that a function takes as an argument; empty without such a function.
    pub choice: Vec<Chosen>,
    /// The pieces with a function that looks up many squares and occupancies in one call.
    pub batches: Vec<String>,
    /// Why there are neither Zobrist keys nor cuckoo tables, where the wish has them.
    pub crowded: Option<Crowded>,
}

impl Companions {
    /// Every identifier of functions and tables. `words` is the number of words of a set, if each has a function.
    #[must_use]
    pub fn identifiers(&self, names: &Names, words: Option<WordCount>) -> Vec<Identifier> {
        let function = |companion: &Companion| {
            let (what, name) = (companion.name.described(), companion.name.function(names));
            let whole = Identifier { what, name, role: Some(companion.name.role) };
            names.in_words(whole, words.filter(|_| companion.result == Outcome::Set))
        };
        let functions = self.functions.iter().flat_map(function);
        let titles = self.tables.iter().filter_map(|table| table.title.as_ref());
        let tables = titles.map(|title| {
            let what = format!("the table of {}", title.words);
            let role = title.named.as_ref().and_then(|(key, _)| NameRole::of_key(key));
            Identifier { what, name: table_name(names, title), role }
        });
        let others =
            identifiers(names, self.has_pair, &self.functions, &self.choice, &self.batches);
        functions.chain(tables).chain(others).collect()
    }
}

/// Makes the companions that are wished for. Their tables will stand behind `first` others.
#[must_use]
pub fn companions(wish: &Wish, mapping: &Mapping, first: usize) -> Companions {
    let mut made = Companions::default();
    let mut maker =
        Maker { wish, ground: Ground { mapping }, first, hashing: None, made: &mut made };
    for part in Part::ALL.into_iter().filter(|part| wish.parts.contains(part)) {
        match part {
            Part::Leapers => maker.leapers(),
            Part::Pawns => maker.pawns(),
            Part::Rays => maker.rays(),
            Part::Between => maker.between(),
            Part::Line => maker.line(),
            Part::RayPass => maker.ray_pass(),
            Part::HalfRay => maker.half_ray(),
            Part::Aligned => maker.aligned(),
            Part::Directions => maker.directions(),
            Part::Distance => maker.distance(),
            Part::Files => maker.files(),
            Part::Ranks => maker.ranks(),
            Part::Diagonals => maker.diagonals(),
            Part::Colours => maker.colours(),
            Part::Zones => maker.zones(),
            Part::Xray => maker.xrays(),
            Part::Pins => maker.pins(),
            Part::Fills => maker.fills(),
            Part::Pair => maker.made.has_pair = true,
            Part::AttacksOf => maker.attacks_of(),
            Part::PseudoAttacks => maker.pseudo_attacks(),
            Part::Batch => maker.batches(),
            Part::Zobrist => maker.zobrist(),
            Part::Cuckoo => maker.cuckoo(),
            Part::Factors
            | Part::Masks
            | Part::Shifts
            | Part::Offsets
            | Part::Attacks
            | Part::Occupancies
            | Part::AttackSets
            | Part::Lookup
            | Part::Squares
            | Part::Bitscan
            | Part::SelfTest => {}
        }
    }
    made
}

/// Makes companions one after another.
struct Maker<'m> {
    wish: &'m Wish,
    ground: Ground<'m>,
    first: usize,
    hashing: Option<Hashing>,
    made: &'m mut Companions,
}

impl Maker<'_> {
    /// Adds a table, and returns the reference by which programs read it.
    fn table(&mut self, table: Table) -> TableRef {
        let found = table.at(self.first + self.made.tables.len());
        self.made.tables.push(table);
        found
    }

    /// The table under the name that these words make, which is made when it is first asked for.
    fn table_once(&mut self, words: &str, make: impl FnOnce(&Self) -> Table) -> TableRef {
        let is_it = |table: &Table| table.title.as_ref().is_some_and(|title| title.words == words);
        if let Some(at) = self.made.tables.iter().position(is_it) {
            return self.made.tables[at].at(self.first + at);
        }
        let table = make(self);
        self.table(table)
    }

    /// A writer of a program. On boards of more than 64 bits, a program that asks for single squares reads a table of them.
    fn writer(&mut self, has_singles: bool) -> ProgramWriter {
        let ground = self.ground;
        let singles = (has_singles && ground.mapping.is_wide()).then(|| {
            self.table_once("single squares", |_| {
                let single = |at| ground.mapping.bit(at).map(SquareSet::of).unwrap_or_default();
                let sets = ground.by_bit(single);
                ground.table("single squares", "The set of each square alone", &sets)
            })
        });
        ProgramWriter::on(ground, singles)
    }

    /// Adds a function, or the program of an array that takes its place.
    fn push(&mut self, companion: Companion) {
        if self.wish.is_array(companion.name.role) {
            self.made.arrays.push(companion);
        } else {
            self.made.functions.push(companion);
        }
    }

    /// A table that a function reads, or the array that takes the function's place. Of an array of two dimensions, `row`
    /// is the length of a row.
    fn placed(&self, title: &Title, row: Option<usize>, table: Table) -> Table {
        if !self.wish.is_array(title.role) {
            return table;
        }
        let rows = row.map_or(Rows::No, Rows::Equal);
        Table { rows, ..title.clone().public(table) }
    }
}

/// A companion's private table under the name that these words make.
fn table_of(
    words: impl Into<String>,
    sentence: impl Into<String>,
    storage: Storage,
    entries: Vec<u64>,
) -> Table {
    let role = TableRole::Companion { is_public: false };
    let title = Some(Caption { words: words.into(), sentence: sentence.into(), named: None });
    Table { role, piece: None, rows: Rows::No, storage, entries, title }
}

/// A parameter that is a square.
fn square(mapping: &Mapping, number: u8, name: &'static str, what: &str) -> Argument {
    let most = (mapping.indices() - 1) as u8;
    let parameter = Parameter { number, kind: Type::Half, most };
    Argument { name, what: format!("{what}, 0 to {most}"), sort: Sort::Square, parameter }
}

/// A parameter that is a small number.
fn small(number: u8, name: &'static str, what: &str, most: u8) -> Argument {
    let parameter = Parameter { number, kind: Type::Half, most };
    Argument { name, what: what.to_owned(), sort: Sort::Number, parameter }
}

/// A parameter that is a set of squares.
fn set(ground: Ground<'_>, number: u8, name: &'static str, what: &str) -> Argument {
    let parameter = Parameter { number, kind: ground.set_type(), most: 0 };
    Argument { name, what: what.to_owned(), sort: Sort::Set, parameter }
}
