//! Finds the problem of a piece and a square by their names, and makes questions about its factors.

use crate::config::OnBoard;
use crate::error::Error;
use magicgen_board::{Coordinate, MOST_RELEVANT, Mapping, Problem, SquareProblem, SquareSet, Walk};
use magicgen_lab::prove::{Constant, ProofCase, Question, QuestionError, Until};
use magicgen_search::wide::{WideForm, WideIndices, WideProduct, find_wide_indices};

/// The problem of one square, with the names of piece and square.
pub struct NamedProblem {
    piece: String,
    /// The square's name: under a1lsb, or on a board of several words the board's own.
    square: String,
    /// Piece and square for messages: `the rook on a1`, with the board if it isn't 8 x 8.
    pub shown: String,
    problem: Problem,
    /// The square.
    pub at: SquareProblem,
    on_board: OnBoard,
}

impl NamedProblem {
    /// Finds the square of a piece on its board.
    pub fn new(on_board: OnBoard, square: &str) -> Result<Self, Error> {
        let OnBoard { mapping, piece, .. } = &on_board;
        let board = mapping.board();
        let size = format!("{} x {}", board.width, board.height);
        let at = if mapping.is_wide() { board.square(square) } else { square.parse().ok() };
        let Some(bit) = at.and_then(|at: Coordinate| mapping.bit(at)) else {
            return Err(Error::Usage {
                message: format!("`{square}` isn't a square of the {size} board"),
                help: Some(format!("name one {}", board.some_names())),
            });
        };
        let on = if board.is_chess() { String::new() } else { format!(" of the {size} board") };
        let mut shown = format!("the {} on {square}{on}", piece.name);
        let walk = Walk::new(piece, mapping);
        let count = walk.relevant(bit).len();
        let problem = if !mapping.is_wide() {
            Problem::new(&walk, 1 << bit).ok()
        } else if count <= MOST_RELEVANT {
            let (problem, key) = folded(&walk, mapping, bit)
                .ok_or_else(|| Error::SplitKey { shown: shown.clone() })?;
            shown = format!("{shown} by the key {key}");
            Some(problem)
        } else {
            None
        };
        let problem = problem.ok_or_else(|| Error::Usage {
            message: format!("{shown} has {count} relevant squares, more than {MOST_RELEVANT}"),
            help: Some("give the piece a shorter `range` in a config's `[[piece]]`".to_owned()),
        })?;
        let at = problem.squares()[0];
        if at.mask == 0 {
            return Err(Error::Usage {
                message: format!("{shown} has no relevant squares: its attacks never change"),
                help: Some("name another square".to_owned()),
            });
        }
        let (piece, square) = (piece.name.clone(), square.to_owned());
        Ok(Self { piece, square, shown, problem, at, on_board })
    }

    /// The question about a number of index bits.
    pub fn question(&self, bits: u8, constant: Constant) -> Result<Question, Error> {
        Question::new(&self.problem, self.at, bits, constant).map_err(|error| {
            let sets = self.problem.sets(self.at).len();
            let least = sets.next_power_of_two().trailing_zeros().max(1);
            let why = match error {
                QuestionError::AboveMask { .. } => "no table is that wide: ",
                QuestionError::BelowClasses { .. } | QuestionError::NoBits => "",
            };
            Error::Usage {
                message: format!("{why}{error}"),
                help: Some(format!("`--bits {least}` to `--bits {}`", self.at.bits())),
            }
        })
    }

    /// The case of a question.
    #[must_use]
    pub fn case(&self, question: Question, until: Until) -> ProofCase {
        ProofCase::new(&self.piece, &self.square, question, until)
    }

    /// The case of a question, as a search of this version asks it.
    #[must_use]
    pub fn case_of_version(&self, question: Question, until: Until, version: u32) -> ProofCase {
        ProofCase::of_version(&self.piece, &self.square, question, until, version)
    }

    /// The problem of all squares; `None` if some square has too many relevant squares, and on a board of several words.
    #[must_use]
    pub fn board_problem(&self) -> Option<Problem> {
        let OnBoard { mapping, piece, .. } = &self.on_board;
        if mapping.is_wide() {
            return None;
        }
        Problem::new(&Walk::new(piece, mapping), mapping.squares()).ok()
    }
}

/// The problem of a square's folded key, and how the key is made; `None` where the words have factors of their own.
fn folded(walk: &Walk, mapping: &Mapping, bit: u8) -> Option<(Problem, String)> {
    let masks: Vec<(u8, SquareSet)> =
        mapping.square_set().bits().map(|bit| (bit, walk.relevant(bit))).collect();
    let found = find_wide_indices(&masks, mapping.words().into()).ok()?;
    let WideIndices { form: WideForm::Fold(shifts), squares, .. } = found else { return None };
    let (_, index) = squares.iter().find(|(of, _)| *of == bit)?;
    let WideProduct::Folded { before, .. } = index.product else { return None };
    let problem = Problem::of_key(walk, bit, index.mask, &index.key_places()?);
    let word = |(word, shift): (u8, u8)| match shift {
        0 => format!("w{word}"),
        shift => format!("(w{word} << {shift})"),
    };
    let words: Vec<String> = (0..mapping.words()).zip(shifts).map(word).collect();
    let key = words.join(" ^ ");
    Some((problem, if before > 0 { format!("({key}) >> {before}") } else { key }))
}
