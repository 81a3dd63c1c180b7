//! Problems, solutions and a layout in; a language-neutral, proved [`Module`] out.
//!
//! Nothing left of here knows a language, and nothing right of here knows chess or hashing: a language prints
//! tables, constants, names, sentences and [`Program`]s, and one fixed routine that fills a table at start-up.

mod build;
pub mod interp;
mod lower;
mod names;
mod parts;
mod program;
mod verify;

pub use build::{Input, InputPiece, build};
pub use names::{Case, NameError, NameRules, Names, Naming, words};
pub use parts::{FieldStyle, Part, Style, Tables};
pub use program::{Binary, Field, Op, Program, Type, Value};
pub use verify::{Disproof, prove};

pub use crate::geometry::{Bitboard, GridRay, Walk};

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
    /// The attack tables: one for all pieces, or one a piece.
    pub tables: Vec<AttackTable>,
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
    /// Index into [`Module::tables`].
    pub table: usize,
    /// The rays, for start-up code and self-tests.
    pub walk: Walk,
    /// Every subset of each mask, square after square, in carry-rippler order; empty unless asked for.
    pub occupancies: Vec<Bitboard>,
}

/// A piece that is the union of others.
#[derive(Clone, Debug)]
pub struct UnionModule {
    /// As in `--piece`.
    pub name: String,
    /// Indices into [`Module::pieces`].
    pub of: Vec<usize>,
}

/// Values by square, for the squares `0..indices`; 0 where there is no square.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields {
    /// Relevant occupancy masks.
    pub masks: Vec<Bitboard>,
    /// Magic factors.
    pub factors: Vec<u64>,
    /// Right shifts.
    pub shifts: Vec<u8>,
    /// Beginnings of index ranges; empty where the table has a row a square.
    pub offsets: Vec<u32>,
}

impl Fields {
    /// One entry of a field; 0 where there is none.
    #[must_use]
    pub fn get(&self, field: Field, square: u8) -> u64 {
        let at = usize::from(square);
        match field {
            Field::Mask => self.masks.get(at).copied(),
            Field::Factor => self.factors.get(at).copied(),
            Field::Shift => self.shifts.get(at).map(|shift| u64::from(*shift)),
            Field::Offset => self.offsets.get(at).map(|offset| u64::from(*offset)),
        }
        .unwrap_or(0)
    }

    /// All entries of a field, widened.
    #[must_use]
    pub fn all(&self, field: Field) -> Vec<u64> {
        (0..self.masks.len() as u8).map(|square| self.get(field, square)).collect()
    }

    /// The least entry of a field over squares; bits that are no square don't count.
    #[must_use]
    pub fn least(&self, field: Field) -> u64 {
        let squares =
            (0..self.masks.len() as u8).filter(|square| self.shifts[usize::from(*square)] != 0);
        squares.map(|square| self.get(field, square)).min().unwrap_or(0)
    }
}

/// Whether an attack table has rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// One dimension; offsets say where a square begins.
    No,
    /// Rows of equal length by square.
    Equal(usize),
}

impl Rows {
    /// Where a square's row begins.
    #[must_use]
    pub fn start(self, square: u8) -> usize {
        match self {
            Self::No => 0,
            Self::Equal(length) => usize::from(square) * length,
        }
    }
}

/// A table of attack sets.
#[derive(Clone, Debug)]
pub struct AttackTable {
    /// The piece it belongs to; `None` where all share it.
    pub piece: Option<usize>,
    /// Its dimensions.
    pub rows: Rows,
    /// Its words, whether they are printed or filled.
    pub words: Vec<Bitboard>,
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
        self.when == Tables::Init && self.needs_attacks()
    }

    /// Whether a field of a piece stands in the file, and whether it is public there.
    #[must_use]
    pub fn field(&self, piece: &PieceModule, field: Field) -> Presence {
        let part = match field {
            Field::Mask => Part::Masks,
            Field::Factor => Part::Factors,
            Field::Shift => Part::Shifts,
            Field::Offset => Part::Offsets,
        };
        if self.emits(part) {
            return Presence::Public;
        }
        // Start-up code enumerates the subsets of the mask, whatever the lookup reads.
        let is_needed = self.needs_programs()
            && (piece.program.uses(field) || field == Field::Mask && self.walks());
        if is_needed { Presence::Private } else { Presence::Absent }
    }

    /// True where the file holds code that walks rays.
    #[must_use]
    pub fn walks(&self) -> bool {
        self.fills() || self.emits(Part::SelfTest)
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
