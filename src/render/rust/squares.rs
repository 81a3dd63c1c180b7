//! The board in; names of squares, `square(file, rank)` and a check that they agree out.

use super::Printer;
use super::lines::signature;
use super::lookup::Function;
use super::syntax::{OPERATORS, as_type};
use crate::model::{Part, SquareFormula};
use crate::render::code::expr::Expr;
use crate::render::text::provenance::wrap;

/// A square's constant.
#[derive(Debug)]
pub(super) struct Constant {
    /// As in chess: `a1`.
    pub(super) square: String,
    /// The identifier.
    pub(super) name: String,
    /// The bit index.
    pub(super) bit: u8,
}

impl Printer<'_> {
    /// Constants by bit index.
    pub(super) fn constants(&self) -> Vec<Constant> {
        let squares = self.module.board.squares.iter();
        squares
            .filter(|_| self.module.emits(Part::Squares))
            .map(|(square, bit)| Constant {
                square: square.clone(),
                name: self.module.names.constant(&[square]),
                bit: *bit,
            })
            .collect()
    }

    /// The name of the function below.
    pub(super) fn square_name_function(&self) -> String {
        self.module.names.function(&["square"])
    }

    /// `square(file, rank)`.
    pub(super) fn square_function(&self) -> Option<Function> {
        let board = &self.module.board;
        if !self.module.emits(Part::Squares) {
            return None;
        }
        let (width, height) = (board.width, board.height);
        let value = match &board.formula {
            SquareFormula::Linear { by_file, by_rank, .. } => {
                let file = term("file", *by_file, width);
                let rank = term("rank", *by_rank, height);
                // The longer step first, as one counts.
                if by_rank.unsigned_abs() >= by_file.unsigned_abs() {
                    Expr::binary(OPERATORS.add, rank, file)
                } else {
                    Expr::binary(OPERATORS.add, file, rank)
                }
            }
            SquareFormula::List(_) => {
                let list = self.module.names.constant(&["BIT_OF_PLACE"]);
                let rank = times("rank".into(), width);
                let place = Expr::binary(OPERATORS.add, rank, "file".into());
                Expr::index(list, place).cast(as_type("usize"))
            }
        };
        let head = format!("{}const fn {}", self.visibility(), self.square_name_function());
        let mut attributes = vec!["#[inline]".to_owned(), "#[must_use]".to_owned()];
        attributes.extend(self.options.unused("not every program counts in files and ranks"));
        attributes.extend(self.options.unusual_function(&self.square_name_function()));
        let mut docs = vec![
            " Bit index of the square on `file` and `rank`, both counted from 0: the file from a, the rank"
                .to_owned(),
            " from 1.".to_owned(),
            String::new(),
            format!(
                " `file` must be less than {width} and `rank` less than {height}; anything else has no meaning."
            ),
        ];
        if usize::from(width) * usize::from(height) > board.squares.len() {
            docs.push(" Nor has a place that is no square of the board.".to_owned());
        }
        let parameters = ["file: usize".to_owned(), "rank: usize".to_owned()];
        Some(Function {
            docs,
            attributes,
            signature: signature(&head, &parameters, " -> usize"),
            body: vec![format!("    {}", self.style().text(&value))],
        })
    }

    /// The constants as on the board, rank 1 first, each rank as the inside of an array; places that are no
    /// square are left to the function.
    pub(super) fn ranks(&self) -> Vec<String> {
        let board = &self.module.board;
        let constants = self.constants();
        if constants.is_empty() {
            return Vec::new();
        }
        let cell = |file: u8, rank: u8| {
            let name =
                &board.places[usize::from(rank) * usize::from(board.width) + usize::from(file)];
            match constants.iter().find(|constant| constant.square == *name) {
                Some(constant) => format!("{},", constant.name),
                None => format!("{}({file}, {rank}),", self.square_name_function()),
            }
        };
        (0..board.height)
            .map(|rank| {
                let cells: Vec<String> = (0..board.width).map(|file| cell(file, rank)).collect();
                let text = cells.join(" ");
                let lines = wrap(text.trim_end_matches(','), 88);
                lines.join("\n         ")
            })
            .collect()
    }
}

/// What a file or rank adds to the index.
fn term(name: &str, by: i8, length: u8) -> Expr {
    // A coordinate that is always 0 has no step of its own.
    let at = if by < 0 {
        let last = Expr::decimal(u64::from(length) - 1);
        Expr::Paren(Box::new(Expr::binary(OPERATORS.sub, last, name.into())))
    } else {
        Expr::name(name)
    };
    let factor = by.unsigned_abs();
    if factor <= 1 { at } else { times(at, factor) }
}

fn times(of: Expr, factor: u8) -> Expr {
    Expr::binary(OPERATORS.mul.tight(), of, Expr::decimal(u64::from(factor)))
}
