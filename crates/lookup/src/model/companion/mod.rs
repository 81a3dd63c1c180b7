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
#[cfg(test)]
mod tests;
#[cfg(test)]
mod wide_tests;
mod writer;
mod zobrist;

pub(super) use choice::identifiers;
pub use choice::{CHOICE, Chosen, DIRECTION, DIRECTIONS, PAIR, batch_of};
pub use prove::{CompanionFault, prove};
pub use zobrist::{Crowded, ZobristKeys};

use std::collections::BTreeMap;

use self::ground::Ground;
use self::writer::ProgramWriter;
use self::zobrist::Hashing;
use super::names::{Identifier, NameRole, Names};
use super::parts::Part;
use magicgen_board::{Mapping, Piece, SquareSet, Zone};
use magicgen_ir::{
    LookupRef, Parameter, Program, Rows, Storage, Table, TableRef, TableRole, Type, WordCount,
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

/// The words of which the name of a companion is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Title {
    /// The attacks of the piece of this name, called as its lookup would be.
    Attacks(String),
    /// These words, with blanks between.
    Words(String),
}

impl Title {
    /// The identifier of a function of this title.
    #[must_use]
    pub fn function(&self, names: &Names) -> String {
        match self {
            Self::Attacks(piece) => names.lookup(piece),
            Self::Words(words) => names.function(&[words]),
        }
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

/// Whether a function of two squares reads a table or is computed by lookups.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Source {
    /// A table with an entry for each pair of squares.
    #[default]
    Table,
    /// Lookups of rook and bishop; no table.
    Computed,
}

/// A piece that takes one step, or none where the board ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaper {
    /// The piece; its range is 1. For the other side, its steps are mirrored in ranks.
    pub piece: Piece,
    /// True where the two sides move differently, so that the function has a side as its first parameter.
    pub has_sides: bool,
}

/// A piece whose lookup companions may call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slider {
    /// The name, as in `--piece`.
    pub name: String,
    /// The rays of a searched piece, or of all pieces of a union.
    pub piece: Piece,
    /// The lookup.
    pub lookup: LookupRef,
    /// False where only other lookups call it.
    pub is_public: bool,
}

impl Slider {
    /// True where the piece only slides along its rays.
    #[must_use]
    pub fn slides(&self) -> bool {
        self.piece.is_slider()
    }
}

/// The pieces and the parts that companions are made of.
#[derive(Clone, Debug, Default)]
pub struct Wish {
    /// The parts of `emit`, lookups among them.
    pub parts: Vec<Part>,
    /// The pieces with tables by square.
    pub leapers: Vec<Leaper>,
    /// The pieces with lookups. Unions come last.
    pub sliders: Vec<Slider>,
    /// The ranks, counted from 0, from which pawns of each side may take two steps.
    pub double_steps: [Option<u8>; 2],
    /// The form of `between`.
    pub between: Source,
    /// The form of `line`, which `aligned` follows.
    pub line: Source,
    /// The form of `ray-pass`.
    pub ray_pass: Source,
    /// The zones of the board, by name.
    pub zones: BTreeMap<String, Zone>,
    /// The seed of random keys.
    pub seed: u64,
}

impl Wish {
    /// The slider of this name.
    fn slider(&self, name: &str) -> Option<&Slider> {
        self.sliders.iter().find(|slider| slider.name == name)
    }
}

/// Companions and the tables that they read.
#[derive(Clone, Debug, Default)]
pub struct Companions {
    /// The functions, in the order of their parts.
    pub functions: Vec<Companion>,
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
            let name = companion.name.function(names);
            let whole = match &companion.name {
                Title::Attacks(piece) => {
                    Identifier::of(NameRole::Lookup, &format!("{piece}'s "), name)
                }
                Title::Words(words) => Identifier::new(format!("the function of {words}"), name),
            };
            names.in_words(whole, words.filter(|_| companion.result == Outcome::Set))
        };
        let functions = self.functions.iter().flat_map(function);
        let titles = self.tables.iter().filter_map(|table| table.title.as_ref());
        let tables = titles.map(|title| {
            let what = format!("the table of {}", title.words);
            Identifier::new(what, names.constant(&[&title.words]))
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
                ground.table("single squares", "The set of each square alone", false, &sets)
            })
        });
        ProgramWriter::on(ground, singles)
    }

    fn push(&mut self, companion: Companion) {
        self.made.functions.push(companion);
    }
}

/// A companion's table under the name that these words make.
fn table_of(
    words: impl Into<String>,
    sentence: impl Into<String>,
    is_public: bool,
    storage: Storage,
    entries: Vec<u64>,
) -> Table {
    let role = TableRole::Companion { is_public };
    let title = Some(magicgen_ir::Caption { words: words.into(), sentence: sentence.into() });
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
