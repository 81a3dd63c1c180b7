//! The tables that lookups read: of attack sets, or of numbers that lead to them.

use super::field::Storage;
use super::parts::TableRef;

/// The content of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TableRole {
    /// The attack set of each slot. Start-up code can fill no other tables.
    Attacks,
    /// For each slot, the position of its attack set in the dictionary.
    Indices,
    /// Attack sets without repetition.
    Dictionary,
    /// Attacks along a line of eight squares, by the slider's place and by occupancy of the six inner squares.
    LineAttacks,
    /// The squares that each ray passes from each square, one ray after another.
    Rays,
    /// The squares that the slider reaches on each of a few lines, which stand side by side for each square.
    Lines,
    /// Factors that several squares share.
    Factors,
    /// The bit index for each product of a bit scan; the number is the width of the scanned word in bits.
    Scan(u8),
    /// Entries that a companion reads, such as a knight's attacks by square. The table has a [`Caption`].
    Companion {
        /// True where the table is there for its own sake.
        is_public: bool,
    },
}

/// The words and the sentence of a companion's table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caption {
    /// The words of the name, with blanks between.
    pub words: String,
    /// A sentence on the entries, without its full stop.
    pub sentence: String,
    /// The key of the pattern that names a public table, and the piece for the pattern; `None` for a private table.
    pub named: Option<(&'static str, String)>,
}

impl TableRole {
    /// True for tables that lookups of pieces read.
    #[must_use]
    pub const fn is_of_lookups(self) -> bool {
        !matches!(self, Self::Scan(_) | Self::Companion { .. })
    }

    /// The words of a table's name, without the piece's name.
    #[must_use]
    pub fn words(self) -> String {
        match self {
            Self::Attacks => "attacks".to_owned(),
            Self::Indices => "attack indices".to_owned(),
            Self::Dictionary => "dictionary".to_owned(),
            Self::LineAttacks => "line attacks".to_owned(),
            Self::Rays => "rays".to_owned(),
            Self::Lines => "lines".to_owned(),
            Self::Factors => "shared factors".to_owned(),
            Self::Scan(bits) => format!("bit scan{bits}"),
            Self::Companion { .. } => String::new(),
        }
    }
}

/// Whether a table has a row for each square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rows {
    /// One dimension. Offsets tell the beginning of each square's range.
    No,
    /// Rows of this length, in the order of the squares' bits.
    Equal(usize),
    /// Rows of different lengths, one after another; the entries are the beginnings of the rows.
    Ragged(Vec<usize>),
}

impl Rows {
    /// The position at which a square's row begins.
    #[must_use]
    pub fn start(&self, square: u8) -> usize {
        match self {
            Self::No => 0,
            Self::Equal(length) => usize::from(square) * length,
            Self::Ragged(starts) => starts.get(usize::from(square)).copied().unwrap_or(0),
        }
    }

    /// The position at which a square's row ends, in a table with this number of entries.
    #[must_use]
    pub fn end(&self, square: u8, entries: usize) -> usize {
        match self {
            Self::No => entries,
            Self::Equal(length) => (usize::from(square) + 1) * length,
            Self::Ragged(starts) => starts.get(usize::from(square) + 1).copied().unwrap_or(entries),
        }
    }
}

/// A table and its entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The content of the table.
    pub role: TableRole,
    /// The index of the piece that the table belongs to; `None` where all pieces share it.
    pub piece: Option<usize>,
    /// The rows of the table.
    pub rows: Rows,
    /// The width of an entry.
    pub storage: Storage,
    /// The entries, even if start-up code fills the table. A set of several words is several numbers, the lowest first.
    pub entries: Vec<u64>,
    /// The words and the sentence of a companion's table; `None` for all others.
    pub title: Option<Caption>,
}

impl Table {
    /// The reference by which programs read the table, which stands at `index` among the module's tables.
    #[must_use]
    pub const fn at(&self, index: usize) -> TableRef {
        TableRef { index: index as u8, kind: self.storage.type_of() }
    }

    /// The number of entries.
    #[must_use]
    pub const fn length(&self) -> usize {
        self.entries.len() / self.storage.words()
    }

    /// The numbers of the entries of a square's row.
    #[must_use]
    pub fn row(&self, square: u8) -> &[u64] {
        let words = self.storage.words();
        let (start, end) = (self.rows.start(square), self.rows.end(square, self.length()));
        self.entries.get(words * start..words * end).unwrap_or_default()
    }

    /// The greatest entry, or word of a set; 0 in an empty table.
    #[must_use]
    pub fn most(&self) -> u64 {
        self.entries.iter().copied().max().unwrap_or(0)
    }

    /// The number of bytes of all entries.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        self.length() * self.storage.bytes()
    }

    /// Makes each word of a set an entry of its own.
    pub fn take_apart(&mut self) {
        let words = self.storage.words();
        if words > 1 {
            self.storage = Storage::Word;
            match &mut self.rows {
                Rows::No => {}
                Rows::Equal(length) => *length *= words,
                Rows::Ragged(starts) => starts.iter_mut().for_each(|start| *start *= words),
            }
        }
    }

    /// A sentence, without its full stop, about the table's content. `owners` are the pieces in prose: `the rook`.
    #[must_use]
    pub fn sentence(&self, owners: &str) -> String {
        if let Some(title) = &self.title {
            return title.sentence.clone();
        }
        match self.role {
            TableRole::Attacks => format!("Attack sets of {owners}"),
            TableRole::Indices => format!("Where attack sets of {owners} stand in the dictionary"),
            TableRole::Dictionary => format!("Every attack set of {owners}, each once"),
            TableRole::LineAttacks => {
                "Attacks along a line, by place on it and occupancy of its inner squares".to_owned()
            }
            TableRole::Rays => "The squares that a ray passes, by ray and square".to_owned(),
            TableRole::Lines => "The squares of each line but the slider's, by square".to_owned(),
            TableRole::Factors => format!("Magic factors that squares of {owners} share"),
            TableRole::Scan(width) => format!("Bit indices by de Bruijn product of {width} bits"),
            TableRole::Companion { .. } => String::new(),
        }
    }
}
