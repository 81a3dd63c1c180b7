//! Builds a language-neutral, proved [`Module`] from problems, lookups and names.
//!
//! The stages before this one know no language, and the stages after it know neither chess nor hashing: a language
//! prints tables, constants, names, sentences and [`Program`]s, and one fixed routine that fills a table at start-up.

mod blob;
mod build;
mod comments;
pub mod companion;
mod lower;
mod name_role;
mod names;
mod parts;
mod scan;
#[cfg(test)]
mod tests;
mod verify;

use std::ops::{Deref, DerefMut};

pub use blob::{Blob, BlobFile, ByteOrder, LoadedTable};
pub use build::{Input, InputPiece, Lookup, Lookups, Machine, build};
pub use comments::Comments;
pub use companion::Companion;
use companion::Wish;
use magicgen_ir::{
    Binary, Count, Field, Fields, Op, Program, Role, Rows, Table, TableRole, Type, Value, WordCount,
};
pub use name_role::{NameRole, PIECES};
pub use names::{
    Case, Identified, Identifier, NameError, NameRules, Names, Naming, Underscores, owner, spoken,
    words,
};
pub use parts::{Checks, FieldStyle, Part, Style, Tables};
pub use verify::{Disproof, prove};

use magicgen_board::{Bitboard, Line, Purpose, Walk};

/// Everything that a language needs in order to print one file.
#[derive(Clone, Debug)]
pub struct Module {
    /// What the config decides. The texts have been quoted for comments.
    pub printed: Printed,
    /// The board's squares and their names.
    pub board: BoardDoc,
    /// The searched pieces, in the order in which a config or the command line names them.
    pub pieces: Vec<PieceModule>,
    /// Lookups on vectors of several pieces at once: of unions, and of rook and bishop where they are asked for as a pair.
    pub united: Vec<United>,
    /// The tables that lookups and bit scans read.
    pub tables: Vec<Table>,
    /// Bit scans, where they were asked for.
    pub scans: Vec<ScanModule>,
    /// Functions beside the lookups, where they were asked for.
    pub companions: Vec<Companion>,
    /// Programs that prove arrays in the place of functions, each as a function that reads the array.
    pub arrays: Vec<Companion>,
    /// The pieces that a function takes as an argument; empty without such a function.
    pub choice: Vec<companion::Chosen>,
    /// The pieces with a function that looks up many squares and occupancies in one call.
    pub batches: Vec<String>,
    /// The file of attack sets beside the source, if there is one.
    pub blob: Option<Blob>,
}

/// Languages read the config's choices as the module's own.
impl Deref for Module {
    type Target = Printed;

    fn deref(&self) -> &Printed {
        &self.printed
    }
}

impl DerefMut for Module {
    fn deref_mut(&mut self) -> &mut Printed {
        &mut self.printed
    }
}

/// What a config decides about one file beside its lookups: made there, and carried whole to where the file is printed.
#[derive(Clone, Debug)]
pub struct Printed {
    /// Pieces that are unions of searched ones, such as the queen; they are never searched.
    pub unions: Vec<UnionModule>,
    /// Whether the attack tables are printed, filled by start-up code, or loaded from a file.
    pub when: Tables,
    /// The name and the byte order of the file of attack sets, where there is one.
    pub blob_file: BlobFile,
    /// The parts that were asked for by name, and so are public, in their order in the file.
    pub emit: Vec<Part>,
    /// The arrangement of fields in the file.
    pub fields: FieldStyle,
    /// Whether functions refuse squares that are out of range.
    pub checks: Checks,
    /// The choices about functions beside the lookups.
    pub wish: Wish,
    /// The look of literals.
    pub style: Style,
    /// Every identifier, in the language's own case, checked.
    pub names: Names,
    /// The user's licence text, line by line.
    pub licence: Vec<String>,
    /// Facts for the header.
    pub provenance: Provenance,
    /// The operations that the target has.
    pub machine: Machine,
    /// Texts that comments of the language must not contain.
    pub comments: Comments,
}

/// Facts about how a file was made, for its header. No date, host, path or thread count is among them.
#[derive(Clone, Debug, Default)]
pub struct Provenance {
    /// The generator's version; `None` where the user wants it left out.
    pub version: Option<String>,
    /// The SPDX licence expression of the file, empty if it is to have none; `None` for the usual one.
    pub spdx: Option<String>,
    /// The variant's name, as in `--variant`.
    pub variant: String,
    /// The orientation, as in `--orientation`, with the board's size where it isn't 8 x 8.
    pub orientation: String,
    /// The names of the pieces.
    pub pieces: Vec<String>,
    /// The number of entries of all attack tables.
    pub entries: usize,
    /// The number of bytes of all attack tables.
    pub bytes: usize,
    /// The digest of the request.
    pub config_digest: String,
    /// The digest of the factors; empty where the file has nothing of lookups.
    pub magics_digest: String,
    /// The command that makes the file again, in parts that a line isn't broken within: the program, then each option
    /// with its value.
    pub command: Vec<String>,
    /// The user's sentence, and sentences that tell the sources of the factors and unusual facts about them.
    pub credits: Vec<String>,
    /// The credits that are also told to the user when the file is generated.
    pub notes: Vec<String>,
}

impl Provenance {
    /// These facts with texts that are harmless in comments.
    #[must_use]
    pub fn quoted(self, comments: Comments) -> Self {
        let each = |texts: Vec<String>| -> Vec<String> {
            texts.iter().map(|text| comments.quoted(text)).collect()
        };
        Self {
            orientation: comments.quoted(&self.orientation),
            pieces: each(self.pieces),
            command: each(self.command),
            credits: each(self.credits),
            ..self
        }
    }
}

/// The parts of the board's description that a file prints.
#[derive(Clone, Debug)]
pub struct BoardDoc {
    /// The length of every table that is indexed by square: the highest bit index plus one.
    pub indices: u16,
    /// The type of a set of squares: a word, or several on boards of more than 64 bits.
    pub set: Type,
    /// True for a graph: its squares have names, but no files and ranks.
    pub is_graph: bool,
    /// The number of files.
    pub width: u8,
    /// The number of ranks.
    pub height: u8,
    /// The name and the bit index of every square, ordered by bit index.
    pub squares: Vec<(String, u8)>,
    /// The names of all places, holes included, at rank x width + file.
    pub places: Vec<String>,
    /// The formula that turns file and rank into a bit index.
    pub formula: SquareFormula,
    /// A diagram of the board. Each line has the bit indices of a rank, the last rank first.
    pub diagram: Vec<String>,
    /// The number of blanks with which each line of the diagram begins.
    pub diagram_margin: usize,
}

impl BoardDoc {
    /// The bit indices of tables by square.
    pub fn bit_indices(&self) -> impl Iterator<Item = u8> + Clone + use<> {
        (0..self.indices).map(|bit| bit as u8)
    }

    /// The name of the square that a bit index stands for, if it stands for one.
    #[must_use]
    pub fn square_name(&self, bit: u8) -> Option<&str> {
        let at = self.squares.binary_search_by_key(&bit, |(_, bit)| *bit).ok()?;
        Some(&self.squares[at].0)
    }
}

/// The formula that `square(file, rank)` computes; file and rank are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SquareFormula {
    /// `start + file * by_file + rank * by_rank`, which serves the eight standard orders.
    Linear {
        /// The bit index of a1.
        start: i8,
        /// The number that a file adds.
        by_file: i8,
        /// The number that a rank adds.
        by_rank: i8,
    },
    /// A list of bit indices, read at `rank * width + file`.
    List(Vec<u8>),
}

/// One searched piece.
#[derive(Clone, Debug)]
pub struct PieceModule {
    /// The name, as in `--piece`.
    pub name: String,
    /// False where the piece is only part of a union: then its lookup is private.
    pub is_public: bool,
    /// The lookup of the piece's attack set, on words or halves.
    pub program: Program,
    /// The same lookup on vectors, for processors that have them, if the language can print it.
    pub lanes: Option<Program>,
    /// The lookup as a batch computes it on vectors, whose lanes have separate squares and occupancies, if the module has
    /// a batch and the language can print it. It is written with words.
    pub queries: Option<Program>,
    /// With fields as constants in the cases of a switch ([`FieldStyle::Switch`]): the lookup for each square alone, by
    /// its bit index, and at the end the empty set for any other number. Otherwise empty.
    pub cases: Vec<(Option<u8>, Program)>,
    /// The fields of the piece.
    pub fields: Fields,
    /// The loops of start-up code that fill the piece's slots; empty where start-up code can't fill them.
    pub fills: Vec<Fill>,
    /// The name under which the fields stand. Lookups of one piece for several purposes share fields that are equal.
    pub fields_of: String,
    /// The lookup before it was rewritten for the target, and its lines, if the lines are proved one by one.
    pub by_line: Option<(Program, Vec<LookupPart>)>,
    /// The moves; start-up code and self-tests walk the rays.
    pub walk: Walk,
    /// The relevant occupancy masks of all rays by bit index, even if the lookup doesn't read them; 0 where there is no
    /// square.
    pub masks: Vec<Bitboard>,
    /// Every subset of each mask, one square after another, in carry-rippler order; empty unless asked for.
    pub occupancies: Vec<Bitboard>,
    /// The attack set under each of these subsets; empty unless asked for.
    pub attack_sets: Vec<Bitboard>,
}

impl PieceModule {
    /// What the lookup is for.
    #[must_use]
    pub fn purpose(&self) -> Purpose {
        Purpose::of_lookup(&self.name).1
    }

    /// The squares that the lookup finds, which are the piece's moves for its purpose.
    #[must_use]
    pub fn found(&self, bit: u8, occupied: Bitboard) -> Bitboard {
        self.purpose().of(self.walk.attacks(bit, occupied), occupied)
    }

    /// The programs that are printed as the piece's lookup: one for each square, or one for all.
    pub fn printed(&self) -> impl Iterator<Item = &Program> {
        let whole = [&self.program].into_iter().filter(|_| self.cases.is_empty());
        whole.chain(self.cases.iter().map(|(_, program)| program))
    }
}

/// A piece that is the union of searched pieces.
#[derive(Clone, Debug)]
pub struct UnionModule {
    /// The name, as in `--piece`.
    pub name: String,
    /// The searched pieces, as indices into [`Module::pieces`].
    pub of: Vec<usize>,
}

/// The lookups of several pieces on vectors, in one program that computes common operations once.
#[derive(Clone, Debug)]
pub struct United {
    /// The pieces, as indices into [`Module::pieces`].
    pub of: Vec<usize>,
    /// The program, whose result is the union of the pieces' attack sets. It reads no fields.
    pub program: Program,
    /// The attack set of each piece, as a value of the program.
    pub sets: Vec<Value>,
}

/// One loop of start-up code: for each square and each subset of its mask, it walks some rays and stores the attacked
/// squares at an index that the lookup program computes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fill {
    /// The index, as a value of the piece's program.
    pub index: Value,
    /// The table that the loop fills, as an index into [`Module::tables`].
    pub table: usize,
    /// True where the index counts from the beginning of the square's row.
    pub is_row: bool,
    /// The line that the loop is about; `None` for all rays at once.
    pub line: Option<Line>,
    /// The rays that are walked, as indices into the piece's walk.
    pub rays: Vec<usize>,
    /// The way in which a slot is written.
    pub mode: FillMode,
}

impl Fill {
    /// The mask whose subsets are stored.
    #[must_use]
    pub const fn mask(&self) -> Field {
        Field::along(Role::Mask, self.line)
    }
}

/// A part of a lookup: the attack set of one component, whose union is the result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LookupPart {
    /// The attack set, as a value of the program.
    pub set: Value,
    /// The rays and courses of the component, by their numbers.
    pub rays: Vec<usize>,
}

/// The way in which start-up code writes a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FillMode {
    /// By assignment: all attack sets that meet in a slot are equal.
    Assign,
    /// By bitwise or: squares share slots, and each lookup cuts off other squares' attacks.
    Or,
}

/// The two bit scans for words of one width.
#[derive(Clone, Debug)]
pub struct ScanModule {
    /// The width of the scanned word in bits: 8, 16, 32 or 64. In the programs, [`Op::Occupied`] is a word of 64 bits,
    /// and [`Op::Square`] a shorter one.
    pub width: u8,
    /// The index of the least significant one bit.
    pub forward: Program,
    /// The index of the most significant one bit.
    pub reverse: Program,
}

impl Module {
    /// True where a part was asked for by name.
    #[must_use]
    pub fn emits(&self, part: Part) -> bool {
        self.emit.contains(&part)
    }

    /// True where the file needs lookup programs: for lookups themselves, for their test, or to fill tables.
    #[must_use]
    pub fn needs_programs(&self) -> bool {
        self.emits(Part::Lookup) || self.emits(Part::SelfTest) || self.fills()
    }

    /// The number of words of a set, if no function returns a set: each word has one.
    #[must_use]
    pub fn words_apart(&self) -> Option<WordCount> {
        match self.board.set {
            Type::Set(count) if self.machine.sets == Some(0) => Some(count),
            _ => None,
        }
    }

    /// True where a lookup of the file, or a function beside the lookups, has such an operation.
    #[must_use]
    pub fn needs_operation(&self, is_sought: impl Fn(Op) -> bool) -> bool {
        let mut lookups = self.pieces.iter().filter(|_| self.needs_programs());
        let mut companions = self.companions.iter();
        lookups.any(|piece| piece.printed().any(|program| program.has(&is_sought)))
            || companions.any(|companion| companion.program.has(&is_sought))
    }

    /// True where each field that stands in the file is an array.
    #[must_use]
    pub const fn has_arrays(&self) -> bool {
        matches!(self.printed.fields, FieldStyle::Arrays | FieldStyle::Switch)
    }

    /// True where some function refuses numbers that are out of range.
    #[must_use]
    pub fn has_checks(&self) -> bool {
        let has_numbers = |companion: &Companion| {
            companion.parameters.iter().any(|one| one.parameter.kind == Type::Half)
        };
        let is_checked = self.emits(Part::Lookup) || self.companions.iter().any(has_numbers);
        self.checks == Checks::Assert && is_checked
    }

    /// True where the file holds attack tables.
    #[must_use]
    pub fn needs_attacks(&self) -> bool {
        self.emits(Part::Lookup) || self.emits(Part::SelfTest) || self.emits(Part::Attacks)
    }

    /// True where the file holds code that fills attack tables.
    #[must_use]
    pub fn fills(&self) -> bool {
        let can = self.pieces.iter().any(|piece| !piece.fills.is_empty());
        self.when == Tables::Init && self.needs_attacks() && can
    }

    /// Whether a table stands in the file, and whether it is public.
    #[must_use]
    pub fn table(&self, table: &Table) -> Presence {
        match table.role {
            TableRole::Scan(_) | TableRole::Companion { is_public: false } => Presence::Private,
            TableRole::Companion { is_public: true } => Presence::Public,
            TableRole::Factors if self.emits(Part::Factors) => Presence::Public,
            TableRole::Factors if self.needs_programs() => Presence::Private,
            _ if self.emits(Part::Attacks) => Presence::Public,
            _ if self.needs_attacks() && self.is_read(table) => Presence::Private,
            _ => Presence::Absent,
        }
    }

    /// True where a lookup reads a table, as all tables of lookups are that have no cases by square.
    fn is_read(&self, table: &Table) -> bool {
        let reads = |program: &Program| {
            program.loads().any(|(_, of, _)| {
                std::ptr::eq(table, &raw const self.tables[usize::from(of.index)])
            })
        };
        self.pieces.iter().all(|piece| piece.cases.is_empty())
            || self.pieces.iter().flat_map(PieceModule::printed).any(reads)
    }

    /// True where a table is filled by start-up code; all others are printed.
    #[must_use]
    pub fn is_filled(&self, table: &Table) -> bool {
        table.role == TableRole::Attacks && self.fills()
    }

    /// The piece with which a piece's fields are printed: itself, or an earlier lookup with the same fields.
    #[must_use]
    pub fn owner_of_fields<'a>(&'a self, piece: &'a PieceModule) -> &'a PieceModule {
        let is_owner = |other: &&PieceModule| other.fields_of == piece.fields_of;
        self.pieces.iter().find(is_owner).unwrap_or(piece)
    }

    /// Whether a field of a piece stands in the file, and whether it is public.
    #[must_use]
    pub fn field(&self, piece: &PieceModule, field: Field) -> Presence {
        let stands_elsewhere = !std::ptr::eq(self.owner_of_fields(piece), piece);
        if piece.fields.column(field).is_none() || stands_elsewhere {
            return Presence::Absent;
        }
        if Part::of(field).is_some_and(|part| self.emits(part)) {
            return Presence::Public;
        }
        // Start-up code enumerates the subsets of the mask, even if the lookup doesn't read it, and computes indices.
        let is_walked = || piece.fills.iter().any(|fill| fill.mask() == field) && self.fills();
        // Without lookups, only start-up code reads fields, and only the fields that its indices depend on.
        let is_read = if self.emits(Part::Lookup) || self.emits(Part::SelfTest) {
            piece.printed().any(|program| program.uses(field))
        } else {
            piece.fills.iter().any(|fill| piece.program.reads(fill.index, field))
        };
        let is_needed = self.needs_programs() && (is_read || is_walked());
        if is_needed { Presence::Private } else { Presence::Absent }
    }

    /// True where the file holds code that walks rays.
    #[must_use]
    pub fn walks(&self) -> bool {
        self.fills() || self.emits(Part::SelfTest)
    }

    /// Every public identifier of the file.
    #[must_use]
    pub fn identifiers(&self) -> Vec<String> {
        let pieces: Vec<&str> = self.pieces.iter().map(|piece| piece.name.as_str()).collect();
        let unions = self.unions.iter().map(|union| union.name.as_str());
        let lookups: Vec<&str> = pieces.iter().copied().chain(unions).collect();
        let columns = |piece: &PieceModule| {
            piece.fields.columns().iter().map(|column| column.field).collect::<Vec<Field>>()
        };
        let fields: Vec<Vec<Field>> = self.pieces.iter().map(columns).collect();
        let tables: Vec<_> = self.tables.iter().map(|table| (table.piece, table.role)).collect();
        let squares = self.board.squares.iter().filter(|_| self.emits(Part::Squares));
        let squares: Vec<String> = squares.map(|(name, _)| name.clone()).collect();
        let scans: Vec<u8> = self.scans.iter().map(|scan| scan.width).collect();
        let of = Identified {
            pieces: &pieces,
            fields: &fields,
            lookups: &lookups,
            tables: &tables,
            squares: &squares,
            scans: &scans,
            words: self.words_apart(),
            has_self_test: self.emits(Part::SelfTest),
        };
        let has_pair = self.emits(Part::Pair);
        let others = companion::identifiers(
            &self.names, has_pair, &self.companions, &self.choice, &self.batches,
        );
        let all = self.names.identifiers(&of).into_iter().chain(others).map(|one| one.name);
        all.chain(self.given_names()).collect()
    }

    /// The names of companions that patterns give, and of arrays in the place of functions. Others differ from private
    /// names by their words.
    fn given_names(&self) -> Vec<String> {
        let is_given = |role, piece: &str| self.names.is_given(role, piece);
        let functions = self.companions.iter().map(|companion| &companion.name);
        let functions = functions.filter(|title| is_given(title.role, &title.piece));
        let tables = self.tables.iter().filter(|table| {
            let named = table.title.as_ref().and_then(|caption| caption.named.as_ref());
            let role = named.and_then(|(key, piece)| Some((NameRole::of_key(key)?, piece)));
            role.is_some_and(|(role, piece)| !role.is_array() || is_given(role, piece))
        });
        let functions = functions.map(|title| title.function(&self.names));
        functions.chain(tables.map(|table| self.table_name(table))).collect()
    }

    /// The lookups that read a table, as indices of pieces: its owner, or all that have no such table of their own.
    pub fn owners(&self, table: &Table) -> impl Iterator<Item = usize> {
        let has_own = |at: usize| {
            self.tables.iter().any(|other| other.piece == Some(at) && other.role == table.role)
        };
        let is_owner = move |at: &usize| match table.piece {
            Some(owner) => owner == *at,
            None => !has_own(*at),
        };
        (0..self.pieces.len()).filter(is_owner)
    }

    /// The name of a table.
    #[must_use]
    pub fn table_name(&self, table: &Table) -> String {
        if let Some(caption) = &table.title {
            return companion::table_name(&self.names, caption);
        }
        let piece = table.piece.map(|piece| self.pieces[piece].name.as_str());
        self.names.any_table(piece, table.role)
    }
}

/// Whether an item stands in a file, and whether it is public.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// It doesn't stand in the file.
    Absent,
    /// It stands there since lookups need it.
    Private,
    /// It stands there since the user asked for it.
    Public,
}
