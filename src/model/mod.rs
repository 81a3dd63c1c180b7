//! Problems, solutions and a layout in; a language-neutral, proved [`Module`] out.
//!
//! Nothing left of here knows a language, and nothing right of here knows chess or hashing: a language prints
//! tables, constants, names, sentences and [`Program`]s, and one fixed routine that fills a table at start-up.

mod build;
mod comments;
mod field;
mod fold;
pub mod interp;
mod lower;
mod names;
mod parts;
mod program;
mod scan;
mod table;
#[cfg(test)]
mod tests;
mod verify;

pub use crate::search::MOST_BITS;
pub use build::{Input, InputPiece, Lookup, Lookups, Machine, build};
pub use comments::Comments;
pub use field::{Column, Field, Fields, Role, Storage};
pub use names::{Case, Identified, NameError, NameRules, Names, Naming, words};
pub use parts::{FieldStyle, Part, Style, Tables};
pub use program::{Binary, Count, Op, Program, TableRef, Type, Value};
pub use table::{Rows, Table, TableRole};
pub use verify::{Disproof, prove};

pub use crate::geometry::{Bitboard, GridRay, Line, Walk};

/// Everything that a language needs in order to print one file.
#[derive(Clone, Debug)]
pub struct Module {
    /// Facts for the header.
    pub provenance: Provenance,
    /// Every identifier, in the language's own case, checked.
    pub names: Names,
    /// Squares and their names.
    pub board: BoardDoc,
    /// Searched pieces, in the order asked for.
    pub pieces: Vec<PieceModule>,
    /// Pieces that are the union of searched ones: the queen. Never searched.
    pub unions: Vec<UnionModule>,
    /// What lookups and bit scans read.
    pub tables: Vec<Table>,
    /// Bit scans, where they were asked for.
    pub scans: Vec<ScanModule>,
    /// Whether the attack tables are printed or filled.
    pub when: Tables,
    /// The parts that were asked for by name, and so are public.
    pub emit: Vec<Part>,
    /// How fields stand in the file.
    pub fields: FieldStyle,
    /// How literals look.
    pub style: Style,
    /// The user's licence text, line by line.
    pub licence: Vec<String>,
    /// What its texts must not have; they have been quoted by it.
    pub comments: Comments,
}

/// What a file's header says of its making. No date, host, path or thread count.
#[derive(Clone, Debug, Default)]
pub struct Provenance {
    /// The generator's version; `None` where the user wants none.
    pub version: Option<String>,
    /// As in `--variant`.
    pub variant: String,
    /// As in `--orientation`, with the board's size where it isn't 8 x 8.
    pub orientation: String,
    /// Names of the pieces.
    pub pieces: Vec<String>,
    /// Entries of all attack tables.
    pub entries: usize,
    /// Bytes of all attack tables.
    pub bytes: usize,
    /// Digest of what was asked for.
    pub config_digest: String,
    /// Digest of the factors.
    pub magics_digest: String,
    /// The command that makes the file again.
    pub command: String,
    /// Sentences on where the factors come from and what is unusual about them.
    pub credits: Vec<String>,
    /// Of these, those that whoever generates should know at once.
    pub notes: Vec<String>,
}

impl Provenance {
    /// The same, harmless in comments.
    #[must_use]
    pub fn quoted(self, comments: Comments) -> Self {
        let each = |texts: Vec<String>| -> Vec<String> {
            texts.iter().map(|text| comments.quoted(text)).collect()
        };
        Self {
            orientation: comments.quoted(&self.orientation),
            pieces: each(self.pieces),
            command: comments.quoted(&self.command),
            credits: each(self.credits),
            ..self
        }
    }
}

/// The board, as far as a file's reader needs it.
#[derive(Clone, Debug)]
pub struct BoardDoc {
    /// Length of every table by square: the highest bit used plus one.
    pub indices: u8,
    /// Files.
    pub width: u8,
    /// Ranks.
    pub height: u8,
    /// Name and bit index of every square, by bit index.
    pub squares: Vec<(String, u8)>,
    /// Names of all places, holes among them, by rank x width + file.
    pub places: Vec<String>,
    /// How file and rank become a bit index.
    pub formula: SquareFormula,
    /// A diagram, the last rank first, each line the bit indices of a rank.
    pub diagram: Vec<String>,
}

impl BoardDoc {
    /// The name of the square that a bit index stands for, if it stands for one.
    #[must_use]
    pub fn square_name(&self, bit: u8) -> Option<&str> {
        let at = self.squares.binary_search_by_key(&bit, |(_, bit)| *bit).ok()?;
        Some(&self.squares[at].0)
    }
}

/// How `square(file, rank)` is computed, both counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SquareFormula {
    /// `start + file * by_file + rank * by_rank`; always so in the eight standard orders.
    Linear {
        /// The bit of a1.
        start: i8,
        /// What a file adds.
        by_file: i8,
        /// What a rank adds.
        by_rank: i8,
    },
    /// The bit at `rank * width + file` of a list.
    List(Vec<u8>),
}

/// One searched piece.
#[derive(Clone, Debug)]
pub struct PieceModule {
    /// As in `--piece`.
    pub name: String,
    /// False where only a union needs it: its lookup is private then.
    pub is_public: bool,
    /// The lookup.
    pub program: Program,
    /// Fields by square.
    pub fields: Fields,
    /// What start-up code stores, and where; empty where nothing can be filled so.
    pub fills: Vec<Fill>,
    /// The rays, for start-up code and self-tests.
    pub walk: Walk,
    /// The relevant occupancy masks of all rays by square, whatever the lookup reads; 0 where there is no square.
    pub masks: Vec<Bitboard>,
    /// Every subset of each mask, square after square, in carry-rippler order; empty unless asked for.
    pub occupancies: Vec<Bitboard>,
    /// What the piece attacks under each of them; empty unless asked for.
    pub attack_sets: Vec<Bitboard>,
}

/// A piece that is the union of others.
#[derive(Clone, Debug)]
pub struct UnionModule {
    /// As in `--piece`.
    pub name: String,
    /// Indices into [`Module::pieces`].
    pub of: Vec<usize>,
}

/// One loop of start-up code: for each square and each subset of its mask, what some rays reach is stored at an
/// index that the lookup program computes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fill {
    /// The index, a value of the piece's program.
    pub index: Value,
    /// The table that it is an index of.
    pub table: usize,
    /// True where it is an index of the square's row.
    pub is_row: bool,
    /// The line that the loop is about; `None` for all rays at once.
    pub line: Option<Line>,
    /// The rays that are walked, by their place in the piece's walk.
    pub rays: Vec<usize>,
    /// How a slot is written.
    pub mode: FillMode,
}

impl Fill {
    /// The mask whose subsets are stored.
    #[must_use]
    pub const fn mask(&self) -> Field {
        Field { role: Role::Mask, line: self.line }
    }
}

/// How start-up code writes a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FillMode {
    /// By assignment: all that meets in a slot is equal.
    Assign,
    /// By or: squares share slots, and each lookup cuts off what isn't its own.
    Or,
}

/// The two bit scans of one width.
#[derive(Clone, Debug)]
pub struct ScanModule {
    /// Bits of the word that is scanned: 8, 16, 32 or 64. [`Op::Occupied`] is the word of 64 bits, [`Op::Square`]
    /// a shorter one.
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

    /// Whether a table stands in the file, and whether it is public there.
    #[must_use]
    pub fn table(&self, table: &Table) -> Presence {
        match table.role {
            TableRole::Scan(_) => Presence::Private,
            TableRole::Factors if self.emits(Part::Factors) => Presence::Public,
            TableRole::Factors if self.needs_programs() => Presence::Private,
            _ if self.emits(Part::Attacks) => Presence::Public,
            _ if self.needs_attacks() => Presence::Private,
            _ => Presence::Absent,
        }
    }

    /// True where a table is filled by start-up code; all others are printed.
    #[must_use]
    pub fn is_filled(&self, table: &Table) -> bool {
        table.role == TableRole::Attacks && self.fills()
    }

    /// Whether a field of a piece stands in the file, and whether it is public there.
    #[must_use]
    pub fn field(&self, piece: &PieceModule, field: Field) -> Presence {
        if piece.fields.column(field).is_none() {
            return Presence::Absent;
        }
        if field.part().is_some_and(|part| self.emits(part)) {
            return Presence::Public;
        }
        // Start-up code enumerates the subsets of the mask, whatever the lookup reads, and computes indices.
        let is_walked = || piece.fills.iter().any(|fill| fill.mask() == field) && self.fills();
        // Without lookups, start-up code alone reads fields, and only those that say where it stores.
        let is_read = if self.emits(Part::Lookup) || self.emits(Part::SelfTest) {
            piece.program.uses(field)
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
            has_self_test: self.emits(Part::SelfTest),
        };
        self.names.identifiers(&of).into_iter().map(|(_, name)| name).collect()
    }

    /// The name of a table.
    #[must_use]
    pub fn table_name(&self, table: &Table) -> String {
        let piece = table.piece.map(|piece| self.pieces[piece].name.as_str());
        self.names.any_table(piece, table.role)
    }
}

/// Whether something stands in a file, and for whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// Not at all.
    Absent,
    /// Lookups need it.
    Private,
    /// It was asked for.
    Public,
}
