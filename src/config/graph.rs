//! Boards that are graphs, from `squares` and `edges` in `[board]`.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use serde::Deserialize;
use toml::Spanned;

use super::beside::{FileOfRows, Files};
use super::board::{BoardTable, OrientationKey};
use super::checks::{number, unknown};
use super::error::{ConfigError, ConfigErrorKind};
use super::moves::wrong;
use super::tables::Config;
use magicgen_board::{EdgeError, Edges, Graph};

/// `squares`: how many there are, or their names.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "a number or a list of names")]
pub(super) enum SquaresKey {
    Count(i64),
    Names(Vec<String>),
}

const ROW: &str = "each row is `from;direction;to`, as in `a1;up;a4`";

/// The graph of a board with `shape = "graph"`; none for other boards, or if it has errors.
pub(super) fn graph(
    config: &Config<'_>,
    files: Files<'_>,
    errors: &mut Vec<ConfigError>,
) -> Option<Graph> {
    let table = &config.board;
    if !table.is_graph() {
        return None;
    }
    let before = errors.len();
    check_keys(table, &config.orientation, errors);
    let file = table.edges.as_ref().map(|edges| FileOfRows::read(edges, files)).transpose();
    let file = file.map_err(|error| errors.push(error)).ok()?;
    if errors.len() > before {
        return None;
    }
    made(table, file.as_ref()).map_err(|error| errors.push(error)).ok()
}

fn made(table: &BoardTable, file: Option<&FileOfRows<'_>>) -> Result<Graph, ConfigError> {
    let mut rows = Vec::new();
    for (file, (line, row)) in file.iter().flat_map(|file| file.rows().map(move |row| (file, row)))
    {
        let columns: Vec<&str> = row.split(';').map(str::trim).collect();
        let [from, direction, to] = columns[..] else {
            let why = format!("{} columns instead of 3", columns.len());
            return Err(file.wrong_line(line, &why, ROW));
        };
        if let Some(bad) = columns.iter().find(|name| !is_name(name)) {
            return Err(file.wrong_line(line, &format!("`{bad}` isn't a name"), NAME));
        }
        // The first line may say what the columns are.
        if columns != ["from", "direction", "to"] {
            rows.push((line, [from, direction, to]));
        }
    }
    let names = names(table, file, &rows)?;
    let span = table.squares.as_ref().map_or(0..0, Spanned::span);
    let mut graph =
        Graph::new(names).map_err(|error| ConfigError::at(span, ConfigErrorKind::Board(error)))?;
    for (line, [from, direction, to]) in rows {
        let Some(file) = file else { continue };
        graph.connect(from, direction, to).map_err(|error| match error {
            EdgeError::NotASquare(name) => {
                let why = format!("`{name}` isn't a square of this board");
                file.wrong_line(line, &why, "add its name to `squares`")
            }
            EdgeError::Loop(name) => {
                let why = format!("the edge leads from {name} to itself");
                file.wrong_line(line, &why, "remove it")
            }
            EdgeError::Fork(other) => {
                let why = format!("from {from}, `{direction}` leads to {to} and to {other}");
                file.wrong_line(line, &why, "give one of them another direction")
            }
        })?;
    }
    Ok(graph)
}

const NAME: &str = "names have letters, digits, `_`, `-`, `+` and `.`";

/// True for a text that can be a name in a file and in comments.
fn is_name(text: &str) -> bool {
    let may = |c: char| c.is_ascii_alphanumeric() || ['_', '-', '+', '.'].contains(&c);
    !text.is_empty() && text.len() <= 40 && text.chars().all(may)
}

/// The names of the squares in the order of their bits: as `squares` lists them; or, where it has their number, the
/// numbers from 0; or, where edges have other names, these in the order in which edges begin at them.
fn names(
    table: &BoardTable,
    file: Option<&FileOfRows<'_>>,
    rows: &[(usize, [&str; 3])],
) -> Result<Vec<String>, ConfigError> {
    let Some(squares) = &table.squares else {
        let span = table.shape.as_ref().map_or(0..0, Spanned::span);
        let help = "write `squares = 24`, or list their names";
        return Err(wrong(span, "a graph needs `squares`".to_owned(), help));
    };
    let count = match squares.get_ref() {
        SquaresKey::Names(names) => {
            let bad = (0..names.len())
                .find(|at| !is_name(&names[*at]) || names[..*at].contains(&names[*at]));
            return match bad {
                Some(at) => {
                    let is_twice = names[..at].contains(&names[at]);
                    let why = if is_twice { "is given twice" } else { "isn't a name" };
                    let help = if is_twice { "remove one of the two" } else { NAME };
                    Err(wrong(squares.span(), format!("`{}` {why}", names[at]), help))
                }
                None => Ok(names.clone()),
            };
        }
        SquaresKey::Count(count) => Spanned::new(squares.span(), i128::from(*count)),
    };
    let count = number("squares", Some(&count), 1, u8::MAX.into())?.unwrap_or(1) as usize;
    let mut named: Vec<(usize, &str)> = Vec::new();
    let begins = rows.iter().map(|(line, [from, ..])| (*line, *from));
    let ends = rows.iter().map(|(line, [.., to])| (*line, *to));
    for (line, name) in begins.chain(ends) {
        if !named.iter().any(|(_, other)| *other == name) {
            named.push((line, name));
        }
    }
    let is_number =
        |name: &str| name.parse::<usize>().is_ok_and(|number| number.to_string() == name);
    if named.iter().all(|(_, name)| is_number(name)) {
        return Ok((0..count).map(|number| number.to_string()).collect());
    }
    match (named.get(count), file) {
        (Some((line, name)), Some(file)) => {
            let why = format!("`{name}` is one square more than the {count} of `squares`");
            Err(file.wrong_line(*line, &why, "change `squares`, or the name"))
        }
        (None, Some(file)) if named.len() < count => {
            let why = format!(" names {} of {count} squares", named.len());
            Err(file.wrong(&why, "list the names of all squares in `squares`"))
        }
        _ => Ok(named.into_iter().map(|(_, name)| name.to_owned()).collect()),
    }
}

/// Refuses what counts files and ranks.
fn check_keys(table: &BoardTable, orientation: &OrientationKey, errors: &mut Vec<ConfigError>) {
    let sizes = [
        ("width", table.width.as_ref().map(Spanned::span)),
        ("height", table.height.as_ref().map(Spanned::span)),
        ("stride", table.stride.as_ref().map(Spanned::span)),
        ("radius", table.radius.as_ref().map(Spanned::span)),
        ("corners", table.corners.as_ref().map(Spanned::span)),
        ("holes", table.holes.first().map(Spanned::span)),
        ("names", table.names.as_ref().map(Spanned::span)),
    ];
    let orientation = match orientation {
        OrientationKey::Default => None,
        OrientationKey::Name(name) => Some(name.span()),
        OrientationKey::Table(_, span) => Some(span.clone()),
    };
    for (key, span) in sizes.into_iter().chain([("orientation", orientation)]) {
        let Some(span) = span else { continue };
        let message = format!("a graph has no `{key}`");
        errors.push(wrong(span, message, "remove it: `squares` has the squares in their order"));
    }
}

/// The directions of a graph by name, or all of them.
pub(super) fn directions(
    key: &'static str,
    names: &[&str],
    span: &Range<usize>,
    all: &BTreeMap<String, Arc<Edges>>,
) -> Result<Vec<Arc<Edges>>, ConfigError> {
    let known = || all.keys().cloned().chain(["all".to_owned()]).collect::<Vec<_>>();
    let mut found: Vec<&Arc<Edges>> = Vec::new();
    for name in names {
        match all.get(*name) {
            Some(edges) if found.iter().any(|other| Arc::ptr_eq(other, edges)) => {
                let message = format!("`{name}` in `{key}` is given twice");
                return Err(wrong(span.clone(), message, "remove it"));
            }
            Some(edges) => found.push(edges),
            None if *name == "all" && names.len() == 1 => found.extend(all.values()),
            None => {
                let name = Spanned::new(span.clone(), (*name).to_owned());
                return Err(unknown("direction", &name, known()));
            }
        }
    }
    if found.is_empty() {
        let message = format!("`{key}` is empty");
        return Err(wrong(span.clone(), message, "name directions of `edges`, or \"all\""));
    }
    Ok(found.into_iter().cloned().collect())
}
