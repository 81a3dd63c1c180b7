//! What one output is made from, with nothing left to decide.

use std::fmt::Write as _;
use std::path::PathBuf;

use crate::geometry::{Mapping, Order, Piece};
use crate::model::{FieldStyle, Names, Part, Style, Tables, UnionModule};
use crate::render::{Backend, Language};
use crate::search::Effort;
use crate::search::known::{self, Known};
use crate::variant::{Form, Variant};

/// Everything that one run does.
#[derive(Debug)]
pub struct Plan {
    /// In the order of the config.
    pub jobs: Vec<Job>,
    /// How hard to search.
    pub effort: Effort,
    /// What to search from, and how.
    pub choices: Choices,
}

/// `[search]`, less how hard.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// Published factors that a search may start from; `None` for all, which aren't read before they are wanted.
    pub known: Option<Vec<&'static Known>>,
    /// True where known factors with fewer index bits are taken.
    pub is_denser: bool,
    /// True where factors are made bit by bit, as Kannan does.
    pub is_kannan: bool,
    /// How hard to search, in the variant's own units; `None` for its default.
    pub effort: Option<u64>,
}

impl Choices {
    /// Published factors that a search may start from.
    #[must_use]
    pub fn known(&self) -> Vec<&'static Known> {
        self.known.clone().unwrap_or_else(|| known::all().collect())
    }
}

/// The choice of a variant by size.
#[derive(Debug)]
pub struct Budget {
    /// What tables and fields may take, in bytes.
    pub max_bytes: usize,
    /// The output with every other variant, from the fastest on.
    pub others: Vec<Job>,
}

/// One output.
#[derive(Debug)]
pub struct Job {
    /// As in `--only`.
    pub id: String,
    /// The language.
    pub language: &'static Language,
    /// The language with its options.
    pub backend: Box<dyn Backend>,
    /// Where it goes.
    pub target: Target,
    /// Squares and their order.
    pub mapping: Mapping,
    /// Searched pieces.
    pub pieces: Vec<JobPiece>,
    /// Unions of them.
    pub unions: Vec<UnionModule>,
    /// The pieces that were asked for, for the header.
    pub asked_for: Vec<String>,
    /// The preset.
    pub variant: &'static Variant,
    /// How its lookup is made, as changed by `[output.lookup]`.
    pub form: Form,
    /// Printed or filled.
    pub tables: Tables,
    /// Parts, in the order of their standing in a file.
    pub emit: Vec<Part>,
    /// How fields stand.
    pub fields: FieldStyle,
    /// How literals look, where tables are rows of literals.
    pub style: Style,
    /// Line ends.
    pub eol: Eol,
    /// Identifiers.
    pub names: Names,
    /// The user's licence text, line by line.
    pub licence: Vec<String>,
    /// A sentence for the header.
    pub doc: Option<String>,
    /// True where the header names the generator's version.
    pub has_version: bool,
    /// The command that makes the file again.
    pub command: String,
    /// A canonical text of everything that was asked for.
    pub digest_text: String,
    /// Where the variant is still to be chosen by size.
    pub budget: Option<Budget>,
}

impl Job {
    /// The name of its first file.
    #[must_use]
    pub fn file_name(&self) -> String {
        let named = match &self.target {
            Target::File(path) => path.file_name().map(|name| name.to_string_lossy().into_owned()),
            Target::Stdout | Target::Stream(_) => None,
        };
        named.unwrap_or_else(|| {
            let default = self.backend.default_file(&self.names).to_string_lossy().into_owned();
            default.rsplit('/').next().unwrap_or(&default).to_owned()
        })
    }

    /// The orientation for headers: with the board's size where it isn't 8 x 8.
    #[must_use]
    pub fn orientation(&self) -> String {
        let board = self.mapping.board();
        let mut text = self.mapping.order().name().to_owned();
        if !board.is_chess() {
            let _ = write!(text, " {}x{}", board.width, board.height);
        }
        if let Order::Standard { standard, stride } = self.mapping.order() {
            let shortest = if standard.major == crate::geometry::Major::Rank {
                board.width
            } else {
                board.height
            };
            if *stride != shortest {
                let _ = write!(text, " stride {stride}");
            }
        }
        if !board.holes.is_empty() {
            let holes: Vec<String> = board.holes.iter().map(ToString::to_string).collect();
            let _ = write!(text, " holes {}", holes.join(" "));
        }
        text
    }
}

/// A searched piece of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobPiece {
    /// The piece.
    pub piece: Piece,
    /// False where only a union needs it.
    pub is_public: bool,
    /// Multiplications of a split lookup: 2, or 1 of folded halves.
    pub is_folded: bool,
    /// The constant shift that was asked for.
    pub shift: Option<u8>,
}

impl JobPiece {
    /// A piece that was asked for, without a wish of its own.
    #[must_use]
    pub const fn new(piece: Piece) -> Self {
        Self { piece, is_public: true, is_folded: false, shift: None }
    }
}

/// Where an output goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Standard output.
    Stdout,
    /// A file; further files of the output stand beside it.
    File(PathBuf),
    /// A device or a pipe, written in place.
    Stream(PathBuf),
}

/// How lines end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eol {
    /// `\n`
    Lf,
    /// `\r\n`
    CrLf,
}
