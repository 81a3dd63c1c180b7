//! Tables that lookups read: attack sets, or what leads to them.

use super::field::Storage;
use super::program::TableRef;

/// What a table holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TableRole {
    /// Attack sets by slot; the only tables that start-up code can fill.
    Attacks,
    /// By slot, where in the dictionary the attack set is.
    Indices,
    /// Attack sets without repetition.
    Dictionary,
    /// Attacks along a line of eight squares, by place and by occupancy of the six inner ones.
    LineAttacks,
    /// Factors that several squares share.
    Factors,
    /// Bit indices by the product of a bit scan of so many bits.
    Scan(u8),
}

impl TableRole {
    /// The words of a table's name, without the piece's.
    #[must_use]
    pub fn words(self) -> String {
        match self {
            Self::Attacks => "attacks".to_owned(),
            Self::Indices => "attack indices".to_owned(),
            Self::Dictionary => "dictionary".to_owned(),
            Self::LineAttacks => "line attacks".to_owned(),
            Self::Factors => "shared factors".to_owned(),
            Self::Scan(bits) => format!("bit scan{bits}"),
        }
    }
}

/// Whether a table has a row a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rows {
    /// One dimension; offsets say where a square begins.
    No,
    /// Rows of equal length by square.
    Equal(usize),
    /// Rows of different lengths by square, one after another: where each begins.
    Ragged(Vec<usize>),
}

impl Rows {
    /// Where a square's row begins.
    #[must_use]
    pub fn start(&self, square: u8) -> usize {
        match self {
            Self::No => 0,
            Self::Equal(length) => usize::from(square) * length,
            Self::Ragged(starts) => starts.get(usize::from(square)).copied().unwrap_or(0),
        }
    }

    /// Where a square's row ends, in a table of so many entries.
    #[must_use]
    pub fn end(&self, square: u8, entries: usize) -> usize {
        match self {
            Self::No => entries,
            Self::Equal(length) => (usize::from(square) + 1) * length,
            Self::Ragged(starts) => starts.get(usize::from(square) + 1).copied().unwrap_or(entries),
        }
    }
}

/// A table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// What it holds.
    pub role: TableRole,
    /// The piece it belongs to; `None` where all share it.
    pub piece: Option<usize>,
    /// Its dimensions.
    pub rows: Rows,
    /// How wide its entries are.
    pub storage: Storage,
    /// Its entries, whether they are printed or filled.
    pub entries: Vec<u64>,
}

impl Table {
    /// The table as a program speaks of it.
    #[must_use]
    pub const fn at(&self, index: usize) -> TableRef {
        TableRef { index: index as u8, kind: self.storage.type_of() }
    }

    /// The entries of a square's row.
    #[must_use]
    pub fn row(&self, square: u8) -> &[u64] {
        let end = self.rows.end(square, self.entries.len());
        self.entries.get(self.rows.start(square)..end).unwrap_or_default()
    }

    /// Bytes of all entries.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        self.entries.len() * self.storage.bytes()
    }

    /// What it holds, in a sentence without its full stop. `owners` are the pieces in prose: `the rook`.
    #[must_use]
    pub fn sentence(&self, owners: &str) -> String {
        match self.role {
            TableRole::Attacks => format!("Attack sets of {owners}"),
            TableRole::Indices => format!("Where attack sets of {owners} stand in the dictionary"),
            TableRole::Dictionary => format!("Every attack set of {owners}, each once"),
            TableRole::LineAttacks => {
                "Attacks along a line, by place on it and occupancy of its inner squares".to_owned()
            }
            TableRole::Factors => format!("Magic factors that squares of {owners} share"),
            TableRole::Scan(width) => format!("Bit indices by de Bruijn product of {width} bits"),
        }
    }
}
