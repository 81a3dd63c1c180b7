//! Reads and checks the ledgers under `config/known/ledgers`, each with a new plan of its question.

use std::path::Path;

use magicgen_board::{Mapping, Piece, Problem, Standard, Walk};
use magicgen_lab::prove::ledger::{Header, Ledger, digest};
use magicgen_lab::prove::{Constant, ProofCase, Question, Tally, Until};

/// One slider on all squares of the chess board.
pub(crate) struct Board {
    pub(crate) piece: &'static str,
    pub(crate) problem: Problem,
}

impl Board {
    fn new(piece: &'static str, rays: &Piece) -> Self {
        let mapping = Mapping::chess(Standard::ALL[0]);
        let problem = Problem::new(&Walk::new(rays, &mapping), mapping.squares()).unwrap();
        Self { piece, problem }
    }

    /// The boards of rook and bishop.
    pub(crate) fn both() -> [Self; 2] {
        [Self::new("rook", &Piece::rook()), Self::new("bishop", &Piece::bishop())]
    }

    /// A question about one square.
    pub(crate) fn question(&self, bit: u8, bits: u8, constant: Constant) -> Question {
        let square = self.problem.square(bit).unwrap();
        Question::new(&self.problem, square, bits, constant).unwrap()
    }
}

/// The name of a bit index under a1lsb.
pub(crate) fn name(bit: u8) -> String {
    format!("{}{}", char::from(b'a' + bit % 8), 1 + bit / 8)
}

/// The bit index of a name.
pub(crate) fn bit(name: &str) -> u8 {
    (0..64).find(|bit| self::name(*bit) == name).unwrap_or_else(|| panic!("{name} is no square"))
}

/// A ledger that was read and checked with a new plan of its question.
pub(crate) struct Certificate {
    /// The file's name.
    pub(crate) file: String,
    pub(crate) case: ProofCase,
    pub(crate) ledger: Ledger,
    pub(crate) tally: Tally,
    pub(crate) seconds: f64,
}

impl Certificate {
    fn read(path: &Path, boards: &[Board]) -> Self {
        let file = path.file_name().unwrap().to_str().unwrap().to_owned();
        let text = std::fs::read_to_string(path).unwrap();
        let wrong = |error| -> ! { panic!("{file}: {error:?}") };
        let header = Header::read(&text).unwrap_or_else(|error| wrong(error));
        let board = boards.iter().find(|board| board.piece == header.piece).unwrap();
        let constant = Constant::ALL.into_iter().find(|one| one.id() == header.constant).unwrap();
        let until = if header.until == "all" { Until::All } else { Until::First };
        let question = board.question(bit(&header.square), header.bits, constant);
        let (piece, square) = (&header.piece, &header.square);
        let case = ProofCase::of_version(piece, square, question, until, header.search);
        // Reading refuses another version, another plan, and digests that don't fit.
        let ledger = Ledger::read(&text, &case).unwrap_or_else(|error| wrong(error));
        let stem = format!("{}-{}-{}-{constant}", header.piece, header.square, header.bits);
        let version = format!("-v{}", header.search);
        let names = ["", "-all", &version].map(|end| format!("{stem}{end}.jsonl"));
        assert!(names.contains(&file), "{file} should have one of the names {names:?}");
        let (tally, seconds) = ledger.tally();
        Self { file, case, ledger, tally, seconds }
    }

    /// All ledgers of a folder, in the order of their file names.
    pub(crate) fn all(folder: &Path, boards: &[Board]) -> Vec<Self> {
        let entries = std::fs::read_dir(folder).unwrap();
        let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths.iter().map(|path| Self::read(path, boards)).collect()
    }

    /// The first line of the ledger.
    pub(crate) fn header(&self) -> &Header {
        self.ledger.header()
    }

    /// Whether every root is finished.
    pub(crate) fn is_whole(&self) -> bool {
        self.ledger.missing(&(0..self.case.plan.roots())).is_empty()
    }

    /// Whether the ledger proves that there is no factor.
    pub(crate) fn is_none(&self) -> bool {
        self.is_whole() && self.tally.witness.is_none()
    }

    /// Whether the ledger is about this square.
    pub(crate) fn is_about(&self, piece: &str, square: &str) -> bool {
        self.header().piece == piece && self.header().square == square
    }

    /// Whether another ledger is about the same question, perhaps by another version of the search.
    pub(crate) fn asks_the_same(&self, other: &Self) -> bool {
        let (one, other) = (self.header(), other.header());
        let numbers = one.bits == other.bits && one.word == other.word;
        let ends = one.constant == other.constant && one.until == other.until;
        numbers && ends && one.problem == other.problem
    }

    /// The digest of the whole tree, which doesn't depend on the number of lines.
    pub(crate) fn digest(&self) -> String {
        digest(self.header(), &(0..self.case.plan.roots()), &self.tally)
    }

    /// The ledger's answer in words.
    pub(crate) fn answer(&self) -> String {
        if let Some(witness) = self.tally.witness {
            return format!("exists: `{:#018x}`", witness.factor);
        }
        let roots = self.case.plan.roots();
        match self.ledger.done(&(0..roots)) {
            done if done == roots => "none".to_owned(),
            done => format!("unfinished, {done} of {roots} roots done"),
        }
    }
}
