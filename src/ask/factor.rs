//! Finds the problem of a piece and a square by their names, and makes questions about its factors.

use crate::config::OnBoard;
use crate::error::Error;
use magicgen_board::{Coordinate, Problem, SquareProblem, TooManyRelevant, Walk};
use magicgen_lab::prove::{Constant, ProofCase, Question, QuestionError, Until};

/// The problem of one square, with the names of piece and square.
pub struct NamedProblem {
    piece: String,
    /// The square's name under a1lsb.
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
        if mapping.is_wide() {
            return Err(Error::Usage {
                message: "`prove` is about factors of one word".to_owned(),
                help: Some("name a piece of a board of up to 64 bits".to_owned()),
            });
        }
        let board = mapping.board();
        let size = format!("{} x {}", board.width, board.height);
        let bit = square.parse::<Coordinate>().ok().and_then(|at| mapping.bit(at));
        let Some(bit) = bit else {
            let last = Coordinate { file: board.width - 1, rank: board.height - 1 };
            return Err(Error::Usage {
                message: format!("`{square}` isn't a square of the {size} board"),
                help: Some(format!("name one of `a1` to `{last}`")),
            });
        };
        let on = if board.is_chess() { String::new() } else { format!(" of the {size} board") };
        let shown = format!("the {} on {square}{on}", piece.name);
        let problem = Problem::new(&Walk::new(piece, mapping), 1 << bit).map_err(
            |TooManyRelevant { count, .. }| Error::Usage {
                message: format!(
                    "{shown} has {count} relevant squares, more than {}",
                    magicgen_board::MOST_RELEVANT
                ),
                help: Some("give the piece a shorter `range` in a config's `[[piece]]`".to_owned()),
            },
        )?;
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

    /// The problem of all squares; `None` if some square has too many relevant squares.
    #[must_use]
    pub fn board_problem(&self) -> Option<Problem> {
        let OnBoard { mapping, piece, .. } = &self.on_board;
        Problem::new(&Walk::new(piece, mapping), mapping.squares()).ok()
    }
}
