//! A job: an output whose choices are all made.

use std::fmt::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::search::Choices;
use crate::render::{Backend, Language};
use magicgen_board::{Mapping, Order, Piece, Purpose, Walk};
use magicgen_lookup::model::Printed;
use magicgen_lookup::variant::{Form, Variant};
use magicgen_search::Effort;

/// The work of a run.
#[derive(Debug)]
pub struct Plan {
    /// The jobs, in the order of the config.
    pub jobs: Vec<Job>,
    /// The amount of work for a search.
    pub effort: Effort,
    /// The choices about the search.
    pub choices: Choices,
    /// The files that the config names and that were read: factors, truth tables, the edges of a graph.
    pub files: Vec<PathBuf>,
}

/// The data for choosing a variant by size.
#[derive(Debug)]
pub struct SizeBudget {
    /// The most bytes that tables and fields may take together.
    pub max_bytes: usize,
    /// The job with every slower variant, the fastest first.
    pub others: Vec<Job>,
}

/// One output, with all choices made.
#[derive(Debug)]
pub struct Job {
    /// The output's id, as in `--only`.
    pub id: String,
    /// The target language.
    pub language: &'static Language,
    /// The target language with its options.
    pub backend: Box<dyn Backend>,
    /// The destination of the file.
    pub target: Target,
    /// Whether the path is the config's own. Such a path has to lead into the config's folder.
    pub is_configs_path: bool,
    /// The board's squares and their order.
    pub mapping: Mapping,
    /// The pieces that are searched.
    pub pieces: Vec<JobPiece>,
    /// The chosen variant.
    pub variant: &'static Variant,
    /// The variant's place in the config, or else the output's.
    pub place: Range<usize>,
    /// The lookup's form: the variant's, with changes by `[output.lookup]`.
    pub form: Form,
    /// What is printed beside the lookups. The header's facts lack those of the factors.
    pub printed: Printed,
    /// The line ends.
    pub eol: Eol,
    /// The input of the job's digest.
    pub digest_text: String,
    /// The data for choosing a smaller variant; `None` if the variant is fixed.
    pub budget: Option<SizeBudget>,
}

/// The most holes that headers list on a board whose order is listed, too.
const MOST_HOLES: usize = 12;

impl Job {
    /// The path of the job's first file; `None` for standard output.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match &self.target {
            Target::Stdout => None,
            Target::File(path) | Target::Stream(path) => Some(path),
        }
    }

    /// The name of the job's first file.
    #[must_use]
    pub fn file_name(&self) -> String {
        let named = match &self.target {
            Target::File(path) => path.file_name().map(|name| name.to_string_lossy().into_owned()),
            Target::Stdout | Target::Stream(_) => None,
        };
        named.unwrap_or_else(|| {
            let default =
                self.backend.default_file(&self.printed.names).to_string_lossy().into_owned();
            default.rsplit('/').next().unwrap_or(&default).to_owned()
        })
    }

    /// The orientation for headers, with board size, stride and holes if they aren't the usual ones.
    #[must_use]
    pub fn orientation(&self) -> String {
        let board = self.mapping.board();
        if board.is_graph() {
            return format!("graph of {} squares", board.width);
        }
        let mut text = self.mapping.order().name().to_owned();
        if !board.is_chess() {
            let _ = write!(text, " {}x{}", board.width, board.height);
        }
        if let Order::Standard { standard, stride } = self.mapping.order() {
            let shortest = if standard.major == magicgen_board::Major::Rank {
                board.width
            } else {
                board.height
            };
            if *stride != shortest {
                let _ = write!(text, " stride {stride}");
            }
        }
        let is_listed = matches!(self.mapping.order(), Order::Permutation(_));
        if is_listed && board.holes.len() > MOST_HOLES {
            let _ = write!(text, " without {} places", board.holes.len());
        } else if !board.holes.is_empty() {
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
    /// False if the piece is only part of a union.
    pub is_public: bool,
    /// True if one 32-bit multiplication of folded halves replaces the two of a split lookup.
    pub is_folded: bool,
    /// The constant shift in the config, if any.
    pub shift: Option<u8>,
    /// What the lookup is for. The piece has the moves for this purpose alone.
    pub purpose: Purpose,
    /// The piece with the moves for all its purposes, if it has several: their lookups share masks and factors.
    pub whole: Option<Piece>,
}

impl JobPiece {
    /// A piece without special settings.
    #[must_use]
    pub const fn new(piece: Piece) -> Self {
        let purpose = Purpose::Attack;
        Self { piece, is_public: true, is_folded: false, shift: None, purpose, whole: None }
    }

    /// The piece's name, without the purpose of the lookup.
    #[must_use]
    pub fn of(&self) -> &str {
        let name = &self.piece.name;
        if self.purpose == Purpose::Attack { name } else { Purpose::of_lookup(name).0 }
    }

    /// The piece's name in configs, which may stand for several lookups.
    #[must_use]
    pub fn name(&self) -> &str {
        let name = self.of();
        let side = |side| name.strip_suffix(side);
        side(" up").or(side(" down")).unwrap_or(name)
    }

    /// The piece whose moves are numbered: with the moves for all purposes, if it has several.
    #[must_use]
    pub fn searched(&self) -> &Piece {
        self.whole.as_ref().unwrap_or(&self.piece)
    }

    /// The moves for the lookup's purpose.
    #[must_use]
    pub fn walk(&self, mapping: &Mapping) -> Walk {
        match &self.whole {
            None => Walk::new(&self.piece, mapping),
            Some(whole) => Walk::new(whole, mapping).along(&whole.numbers_for(self.purpose)),
        }
    }

    /// A lookup for each purpose of a piece's moves: `cannon` becomes `cannon quiets` and `cannon captures`.
    #[must_use]
    pub fn by_purpose(piece: &Piece) -> Vec<Self> {
        let purposes = piece.purposes();
        let whole = (purposes.len() > 1).then(|| piece.clone());
        let of_purpose = |purpose: Purpose| {
            let name = purpose.lookup_of(&piece.name);
            let piece = Piece { name, ..piece.for_purpose(purpose).simplified() };
            Self { purpose, whole: whole.clone(), ..Self::new(piece) }
        };
        purposes.into_iter().map(of_purpose).collect()
    }
}

/// The destination of an output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Standard output.
    Stdout,
    /// A file. Further files of the output are beside it.
    File(PathBuf),
    /// A device or a pipe, written in place.
    Stream(PathBuf),
}

/// The kind of line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eol {
    /// `\n`
    Lf,
    /// `\r\n`
    CrLf,
}
