//! Parts of the board by name: the squares of zones, holes and lines.

use std::collections::BTreeMap;
use std::sync::Arc;

use toml::Spanned;

use super::checks::unknown;
use super::error::{ConfigError, ConfigErrorKind};
use super::moves::wrong;
use super::tables::Config;
use magicgen_board::{Board, BoardError, Coordinate, Edges, Graph, Zone};

/// The board and its named parts.
pub(super) struct BoardParts<'a> {
    pub(super) board: &'a Board,
    pub(super) zones: BTreeMap<String, Zone>,
    pub(super) lines: BTreeMap<String, Vec<Vec<Coordinate>>>,
    /// The directions of a board that is a graph.
    pub(super) directions: Option<&'a BTreeMap<String, Arc<Edges>>>,
}

impl<'a> BoardParts<'a> {
    pub(super) fn new(
        config: &Config<'_>,
        board: &'a Board,
        graph: Option<&'a Graph>,
        errors: &mut Vec<ConfigError>,
    ) -> Self {
        let table = &config.board;
        let zones = zones(config, board, errors);
        let mut lines = BTreeMap::new();
        for (name, of_name) in &table.lines {
            let mut all = Vec::new();
            for line in of_name.get_ref() {
                let squares = line.iter().map(|text| square(text, board));
                match squares.collect::<Result<Vec<_>, _>>() {
                    Ok(line) => all.push(line),
                    Err(error) => errors.push(error),
                }
            }
            lines.insert(name.clone(), all);
        }
        Self { board, zones, lines, directions: graph.map(|graph| &graph.directions) }
    }
}

/// The zones of the board, by name.
pub(super) fn zones(
    config: &Config<'_>,
    board: &Board,
    errors: &mut Vec<ConfigError>,
) -> BTreeMap<String, Zone> {
    let mut zones = BTreeMap::new();
    for (name, squares) in &config.board.zones {
        let mut zone = Zone::new();
        for text in squares.get_ref() {
            match squares_of(text, board) {
                Ok(squares) => zone.extend(squares),
                Err(error) => errors.push(error),
            }
        }
        zones.insert(name.clone(), zone);
    }
    zones
}

/// A zone by its name, or the squares of a square's name or of a range such as `a1-h2`.
pub(super) fn zone(name: &Spanned<String>, places: &BoardParts<'_>) -> Result<Zone, ConfigError> {
    if let Some(zone) = places.zones.get(name.get_ref()) {
        return Ok(zone.clone());
    }
    let (first, _) = name.get_ref().split_once('-').unwrap_or((name.get_ref(), ""));
    squares_of(name, places.board).map_err(|error| match first.parse::<Coordinate>() {
        Ok(_) => error,
        Err(_) => {
            unknown_part("zone", name, places.zones.keys(), "zones = { south = [\"a1-h4\"] }")
        }
    })
}

/// The lines of this name.
pub(super) fn lines<'a>(
    name: &Spanned<String>,
    places: &'a BoardParts<'_>,
) -> Result<&'a Vec<Vec<Coordinate>>, ConfigError> {
    let example = "lines = { palace = [[\"d1\", \"e2\", \"f3\"]] }";
    let unknown = || unknown_part("line of the board", name, places.lines.keys(), example);
    places.lines.get(name.get_ref()).ok_or_else(unknown)
}

/// The error for an unknown part of the board, with an example for a board that has none.
fn unknown_part<'a>(
    what: &'static str,
    name: &Spanned<String>,
    known: impl Iterator<Item = &'a String>,
    example: &str,
) -> ConfigError {
    let known: Vec<String> = known.cloned().collect();
    if known.is_empty() {
        let help = format!("define it below `[board]`, as in `{example}`");
        return wrong(name.span(), format!("unknown {what} `{}`", name.get_ref()), &help);
    }
    unknown(what, name, known)
}

/// The squares of a name, or of a range: `a1-h2` is the rectangle with these corners. Holes are left out.
pub(super) fn squares_of(text: &Spanned<String>, board: &Board) -> Result<Zone, ConfigError> {
    let rectangle = rectangle(text, board)?;
    Ok(rectangle.into_iter().filter(|at| !board.holes.contains(at)).collect())
}

/// The places of a name or a range, holes included.
pub(super) fn rectangle(text: &Spanned<String>, board: &Board) -> Result<Zone, ConfigError> {
    // A square of a graph may have a hyphen in its name.
    if let Some(at) = board.square(text.get_ref()) {
        return Ok([at].into());
    }
    let (first, last) = text.get_ref().split_once('-').unwrap_or((text.get_ref(), text.get_ref()));
    let place = |name: &str| board.square(name).ok_or_else(|| not_here(text));
    let (first, last) = (place(first)?, place(last)?);
    let between = |one: u8, other: u8| one.min(other)..=one.max(other);
    let ranks = between(first.rank, last.rank);
    let squares = ranks
        .flat_map(|rank| between(first.file, last.file).map(move |file| Coordinate { file, rank }));
    Ok(squares.collect())
}

fn square(text: &Spanned<String>, board: &Board) -> Result<Coordinate, ConfigError> {
    board
        .square(text.get_ref())
        .filter(|at| !board.holes.contains(at))
        .ok_or_else(|| not_here(text))
}

/// The error for a text that isn't a square of the board.
pub(super) fn not_here(text: &Spanned<String>) -> ConfigError {
    let error = BoardError::NotASquare { text: text.get_ref().clone() };
    ConfigError::at(text.span(), ConfigErrorKind::Board(error))
}
