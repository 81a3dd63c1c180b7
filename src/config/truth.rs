//! Truth tables of pieces: files with a row for each square and each set of occupied squares.

use std::path::Path;

use toml::Spanned;

use super::error::ConfigError;
use super::moves::wrong;
use super::request::Request;
use super::source::Source;
use magicgen_board::{Board, TruthError, TruthTable};

const ROW: &str =
    "each row is `square;relevant squares;occupied ones;result`, with blanks between squares";

/// Reads the table in the file that `table` names.
pub(super) fn truth(
    name: &Spanned<String>,
    board: &Board,
    (source, request): (&Source, &Request<'_>),
) -> Result<TruthTable, ConfigError> {
    let path = request.config.and_then(Path::parent).unwrap_or(Path::new("")).join(name.get_ref());
    if !source.is_setting(&name.span()) && (request.is_outside)(&path) {
        let path = name.get_ref().clone();
        let kind = super::error::ConfigErrorKind::Outside { path };
        return Err(ConfigError::at(name.span(), kind));
    }
    let refused = |message: String, help: &str| wrong(name.span(), message, help);
    let text = (request.read)(&path).map_err(|why| {
        let help = "name a file, relative to the folder of the config";
        wrong(name.span(), format!("`{}` {why}", name.get_ref()), help)
    })?;
    let mut table = TruthTable::default();
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        row(line, board, &mut table).map_err(|(why, help)| {
            refused(format!("`{}`, line {number}: {why}", name.get_ref()), help)
        })?;
    }
    let every = "write a row for every set of occupied squares among the relevant ones";
    table.check().map_err(|error| refused(format!("`{}`: {error}", name.get_ref()), every))?;
    if table.named().next().is_none() {
        return Err(refused(format!("`{}` has no rows", name.get_ref()), ROW));
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
        (error.to_string(), help)
    })
}
