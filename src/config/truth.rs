//! Truth tables of pieces: files with a row for each square and each set of occupied squares.

use toml::Spanned;

use super::beside::{FileOfRows, Files};
use super::error::ConfigError;
use magicgen_board::{Board, TruthError, TruthTable};

const ROW: &str =
    "each row is `square;relevant squares;occupied ones;result`, with blanks between squares";

/// Reads the table in the file of this name.
pub(super) fn truth(
    name: &Spanned<String>,
    board: &Board,
    files: Files<'_>,
) -> Result<TruthTable, ConfigError> {
    let file = FileOfRows::read(name, files)?;
    let mut table = TruthTable::default();
    for (number, line) in file.rows() {
        row(line, board, &mut table).map_err(|(why, help)| file.wrong_line(number, &why, help))?;
    }
    let every = "write a row for every set of occupied squares among the relevant ones";
    table.check().map_err(|error| file.wrong(&format!(": {}", error.text(board)), every))?;
    if table.named().next().is_none() {
        return Err(file.wrong(" has no rows", ROW));
    }
    Ok(table)
}

/// Adds one row to the table.
fn row(line: &str, board: &Board, table: &mut TruthTable) -> Result<(), (String, &'static str)> {
    let columns: Vec<&str> = line.split(';').collect();
    let [square, relevant, occupied, result] = columns[..] else {
        return Err((format!("{} columns instead of 4", columns.len()), ROW));
    };
    let at = |name: &str| {
        let at = board.square(name).filter(|at| !board.holes.contains(at));
        at.ok_or_else(|| (format!("`{name}` isn't a square of this board"), ROW))
    };
    let squares = |text: &str| text.split_whitespace().map(at).collect::<Result<Vec<_>, _>>();
    let (relevant, occupied, result) = (squares(relevant)?, squares(occupied)?, squares(result)?);
    let occupied = occupied.into_iter().collect();
    let inserted =
        table.insert(at(square.trim())?, &relevant, &occupied, result.into_iter().collect());
    inserted.map_err(|error| {
        let help = match error {
            TruthError::TwoResults { .. } => "remove one of the two rows",
            TruthError::OtherRelevant { .. } => {
                "list all relevant squares of a square in each of its rows, in one order"
            }
            TruthError::NotRelevant { .. } => {
                "add it to the second column of all rows of the square"
            }
            TruthError::TooMany { .. } | TruthError::Gap { .. } => "list fewer relevant squares",
        };
        (error.text(board), help)
    })
}
