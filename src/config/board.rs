//! The board and its order of squares, from `[board]` and `orientation`.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;

use super::checks::{number, unknown};
use super::digest::Text;
use super::error::{ConfigError, ConfigErrorKind};
use super::graph::SquaresKey;
use super::presets::{BoardShape, names, preset_order, shape};
use super::tables::Config;
use super::zones::{not_here, rectangle};
use magicgen_board::{
    Board, Coordinate, Corner, Graph, MOST_BITS, Major, Mapping, MappingError, Order, Standard,
    WORD_BITS,
};

/// `[board]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct BoardTable {
    pub(super) width: Option<Spanned<i128>>,
    pub(super) height: Option<Spanned<i128>>,
    pub(super) stride: Option<Spanned<i128>>,
    #[serde(default)]
    pub(super) holes: Vec<Spanned<String>>,
    pub(super) word: Option<Spanned<WordKey>>,
    pub(super) corners: Option<Spanned<i128>>,
    pub(super) shape: Option<Spanned<String>>,
    pub(super) radius: Option<Spanned<i128>>,
    pub(super) names: Option<Spanned<String>>,
    pub(super) squares: Option<Spanned<SquaresKey>>,
    pub(super) edges: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) zones: BTreeMap<String, Spanned<Vec<Spanned<String>>>>,
    #[serde(default)]
    pub(super) lines: BTreeMap<String, Spanned<Vec<Vec<Spanned<String>>>>>,
}

impl BoardTable {
    /// True for a board of hexagons.
    pub(super) fn is_hex(&self) -> bool {
        self.has_shape("hex")
    }

    /// True for a board that is a graph.
    pub(super) fn is_graph(&self) -> bool {
        self.has_shape("graph")
    }

    fn has_shape(&self, name: &str) -> bool {
        self.shape.as_ref().is_some_and(|shape| shape.get_ref() == name)
    }
}

/// `word`: the bits of a set, or `auto`.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "a number of bits or \"auto\"")]
pub(super) enum WordKey {
    Bits(i64),
    Name(String),
}

/// `orientation`, which may be left out, a name or a table.
#[derive(Debug, Default)]
pub(super) enum OrientationKey {
    #[default]
    Default,
    Name(Spanned<String>),
    Table(OrientationTable, Range<usize>),
}

/// `[orientation]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct OrientationTable {
    pub(super) lsb: Option<Spanned<String>>,
    pub(super) major: Option<Spanned<String>>,
    pub(super) permutation: Option<Spanned<Vec<Spanned<i128>>>>,
    pub(super) preset: Option<Spanned<String>>,
}

/// The board and its order of squares; `None` if they have an error, which is added to `errors`.
pub(super) fn mapping(
    config: &Config<'_>,
    graph: Option<&Graph>,
    errors: &mut Vec<ConfigError>,
) -> Option<Mapping> {
    let (table, orientation) = (&config.board, &config.orientation);
    let before = errors.len();
    let mut take = |result: Result<Option<i128>, ConfigError>| {
        result.map_err(|error| errors.push(error)).ok().flatten()
    };
    let width = take(number("width", table.width.as_ref(), 1, 64)).unwrap_or(8) as u8;
    let height = take(number("height", table.height.as_ref(), 1, 64)).unwrap_or(8) as u8;
    let stride = take(number("stride", table.stride.as_ref(), 1, 64)).map(|stride| stride as u8);
    let has_size = errors.len() == before && !config.broken_board.has_any(&["width", "height"]);
    let words = words(table).map_err(|error| errors.push(error)).unwrap_or(MOST_WORDS);
    if table.is_graph() {
        return graph_mapping(table, graph?, words, errors);
    }
    let size_span = table.height.as_ref().or(table.width.as_ref()).map_or(0..0, Spanned::span);
    let shape = shape(table).map_err(|error| errors.push(error)).unwrap_or_default();
    let made = match shape {
        BoardShape::Hex(radius) => Board::hex(radius),
        _ if words > 1 => Board::wide(width, height),
        _ => Board::new(width, height),
    };
    let board = made
        .map_err(|error| errors.push(ConfigError::at(size_span, ConfigErrorKind::Board(error))));
    // Without a known size, nobody can tell whether a square or a corner is on the board.
    let mut board = board.ok().filter(|_| has_size);
    if let Some(board) = &mut board {
        match names(table, orientation) {
            Ok(Some(names)) => board.names = names,
            Ok(None) => {}
            Err(error) => errors.push(error),
        }
        if shape == BoardShape::Checkered {
            board.holes.extend(board.places().filter(|at| (at.file + at.rank) % 2 == 1));
        }
    }
    for hole in &table.holes {
        // Without a board, a hole has to be a name at least.
        let (first, last) = hole.get_ref().split_once('-').unwrap_or((hole.get_ref(), "a1"));
        let is_named = [first, last].iter().all(|name| name.parse::<Coordinate>().is_ok());
        match &mut board {
            Some(board) => match rectangle(hole, board) {
                Ok(holes) => board.holes.extend(holes),
                Err(error) => errors.push(error),
            },
            None if is_named => {}
            None => errors.push(not_here(hole)),
        }
    }
    let (width, height) =
        board.as_ref().map_or((width, height), |board| (board.width, board.height));
    let half = i128::from(width.min(height) / 2);
    let corners = number("corners", table.corners.as_ref(), 1, half.max(1));
    let corners = corners.map_err(|error| errors.push(error)).ok().flatten().unwrap_or(0) as u8;
    if let Some(board) = &mut board {
        let is_cut = |at: &Coordinate| {
            let from_edge = |at: u8, length: u8| at.min(length - 1 - at);
            from_edge(at.file, width) < corners && from_edge(at.rank, height) < corners
        };
        board.holes.extend(board.places().filter(is_cut));
    }
    let (order, span) = order(table, orientation, board.as_ref(), stride, errors)?;
    if errors.len() > before || config.broken_board.any() {
        return None;
    }
    let stride_span = table.stride.as_ref().map(Spanned::span);
    let mapping = Mapping::wide(board?, order, words).map(named).map_err(|error| {
        let span = match error {
            MappingError::NoSquares => table.holes.first().map(Spanned::span).or(span),
            MappingError::StrideTooSmall { .. } | MappingError::BitTooLarge { .. } => {
                stride_span.or(span)
            }
            _ => span,
        };
        errors.push(ConfigError { span, also: None, kind: ConfigErrorKind::Mapping(error) });
    });
    mapping.ok()
}

/// The squares of a graph, in their own order.
fn graph_mapping(
    table: &BoardTable,
    graph: &Graph,
    words: u8,
    errors: &mut Vec<ConfigError>,
) -> Option<Mapping> {
    let board = graph.board.clone();
    let order = Order::Standard { standard: Standard::ALL[0], stride: board.width };
    let span = table.squares.as_ref().map(Spanned::span);
    let mapping = Mapping::wide(board, order, words).map_err(|error| {
        errors.push(ConfigError { span, also: None, kind: ConfigErrorKind::Mapping(error) });
    });
    mapping.ok()
}

/// The most words of a set.
const MOST_WORDS: u8 = 4;

/// The most words that a set may have.
fn words(table: &BoardTable) -> Result<u8, ConfigError> {
    let Some(word) = &table.word else { return Ok(MOST_WORDS) };
    match word.get_ref() {
        WordKey::Bits(bits @ (64 | 128 | 192 | 256)) => Ok((bits / 64) as u8),
        WordKey::Name(name) if name == "auto" => Ok(MOST_WORDS),
        WordKey::Bits(other) => Err(other.to_string()),
        WordKey::Name(other) => Err(other.clone()),
    }
    .map_err(|value| {
        let known = ["64", "128", "192", "256", "auto"].map(str::to_owned).to_vec();
        let kind = ConfigErrorKind::UnknownValue { what: "word size", value, known };
        ConfigError::at(word.span(), kind)
    })
}

/// The mapping, with the name of a standard order if its permutation equals one.
fn named(mapping: Mapping) -> Mapping {
    let Order::Permutation(_) = mapping.order() else { return mapping };
    if mapping.is_wide() {
        return mapping;
    }
    let board = mapping.board();
    let strides = board.width.min(board.height)..=WORD_BITS;
    let orders = strides.flat_map(|stride| {
        Standard::ALL.map(|standard| Order::Standard { standard, stride }).into_iter()
    });
    let mut known = orders.filter_map(|order| Mapping::new(board.clone(), order).ok());
    let is_same = |known: &Mapping| board.places().all(|at| known.place(at) == mapping.place(at));
    known.find(is_same).unwrap_or(mapping)
}

type Span = std::ops::Range<usize>;

fn order(
    table: &BoardTable,
    orientation: &OrientationKey,
    board: Option<&Board>,
    stride: Option<u8>,
    errors: &mut Vec<ConfigError>,
) -> Option<(Order, Option<Span>)> {
    let (standard, span) = match orientation {
        OrientationKey::Default if table.is_hex() => {
            let preset = Spanned::new(0..0, "hex".to_owned());
            return Some((preset_order(&preset, board?).ok()?, None));
        }
        OrientationKey::Default => (Standard::ALL[0], None),
        OrientationKey::Name(name) => {
            let standard = standard(name).map_err(|error| errors.push(error)).ok()?;
            (standard, Some(name.span()))
        }
        OrientationKey::Table(of, span) => {
            if let Some(preset) = &of.preset {
                let others = [
                    ("lsb", of.lsb.as_ref().map(Spanned::span)),
                    ("major", of.major.as_ref().map(Spanned::span)),
                    ("permutation", of.permutation.as_ref().map(Spanned::span)),
                    ("stride", table.stride.as_ref().map(Spanned::span)),
                ];
                for (other, span) in others {
                    let Some(span) = span else { continue };
                    let kind = ConfigErrorKind::Clash { key: "preset", other };
                    errors.push(ConfigError::at(preset.span(), kind).with(span, "excluded by it"));
                }
                let order =
                    preset_order(preset, board?).map_err(|error| errors.push(error)).ok()?;
                return Some((order, Some(preset.span())));
            }
            if let Some(permutation) = &of.permutation {
                let others = [
                    ("lsb", of.lsb.as_ref().map(Spanned::span)),
                    ("major", of.major.as_ref().map(Spanned::span)),
                    ("stride", table.stride.as_ref().map(Spanned::span)),
                ];
                return Some(permuted(permutation, others, errors));
            }
            (corner(of, board, errors)?, Some(span.clone()))
        }
    };
    let board = board?;
    let shortest = if standard.major == Major::Rank { board.width } else { board.height };
    Some((Order::Standard { standard, stride: stride.unwrap_or(shortest) }, span))
}

fn standard(name: &Spanned<String>) -> Result<Standard, ConfigError> {
    Standard::find(name.get_ref()).ok_or_else(|| {
        let known = Standard::ALL.map(|standard| standard.id.to_owned()).to_vec();
        unknown("orientation", name, known)
    })
}

/// The mapping of the same board in an output's order.
pub(super) fn turned(mapping: &Mapping, name: &Spanned<String>) -> Result<Mapping, ConfigError> {
    let standard = standard(name)?;
    let board = mapping.board().clone();
    if board.is_graph() {
        let message = "a graph has no `orientation`".to_owned();
        let help = "remove it: `squares` has the squares in their order".to_owned();
        return Err(ConfigError::at(name.span(), ConfigErrorKind::Companion { message, help }));
    }
    let shortest = if standard.major == Major::Rank { board.width } else { board.height };
    let stride = match mapping.order() {
        Order::Standard { stride, .. } => shortest.max(*stride),
        Order::Permutation(_) => shortest,
    };
    Mapping::wide(board, Order::Standard { standard, stride }, mapping.words())
        .map_err(|error| ConfigError::at(name.span(), ConfigErrorKind::Mapping(error)))
}

/// The mapping of the same board in a1lsb. A mapping with a permutation stays, since it has no other order, and so does
/// that of a board of several words, whose factors depend on the order.
pub(super) fn a1lsb(mapping: &Mapping) -> Result<Mapping, ConfigError> {
    let Order::Standard { stride, .. } = mapping.order() else { return Ok(mapping.clone()) };
    if mapping.is_wide() {
        return Ok(mapping.clone());
    }
    let board = mapping.board().clone();
    let order = Order::Standard { standard: Standard::ALL[0], stride: board.width.max(*stride) };
    Mapping::new(board, order)
        .map_err(|error| ConfigError::nowhere(ConfigErrorKind::Mapping(error)))
}

fn permuted(
    permutation: &Spanned<Vec<Spanned<i128>>>,
    others: [(&'static str, Option<Span>); 3],
    errors: &mut Vec<ConfigError>,
) -> (Order, Option<Span>) {
    for (other, span) in others {
        let Some(span) = span else { continue };
        let kind = ConfigErrorKind::Clash { key: "permutation", other };
        errors.push(ConfigError::at(permutation.span(), kind).with(span, "excluded by it"));
    }
    let mut bits = Vec::new();
    for bit in permutation.get_ref() {
        match number("permutation", Some(bit), 0, i128::from(MOST_BITS) - 1) {
            Ok(bit) => bits.push(bit.unwrap_or(0) as u8),
            Err(error) => errors.push(error),
        }
    }
    (Order::Permutation(bits), Some(permutation.span()))
}

fn corner(
    table: &OrientationTable,
    board: Option<&Board>,
    errors: &mut Vec<ConfigError>,
) -> Option<Standard> {
    let major = match table.major.as_ref().map(|major| (major.get_ref().as_str(), major)) {
        None | Some(("rank", _)) => Major::Rank,
        Some(("file", _)) => Major::File,
        Some((_, major)) => {
            let known = vec!["rank".to_owned(), "file".to_owned()];
            errors.push(unknown("direction", major, known));
            Major::Rank
        }
    };
    let Some(lsb) = &table.lsb else { return Some(Standard::of(Corner::A1, major)) };
    let board = board?;
    let corners = [Corner::A1, Corner::H1, Corner::A8, Corner::H8].map(|corner| {
        let file = if corner.mirrors_files() { board.width - 1 } else { 0 };
        let rank = if corner.mirrors_ranks() { board.height - 1 } else { 0 };
        (Coordinate { file, rank }.to_string(), corner)
    });
    let found = corners.iter().find(|(name, _)| name == lsb.get_ref());
    if found.is_none() {
        let square = lsb.get_ref().clone();
        let corners = corners.clone().map(|(name, _)| name).to_vec();
        let kind = ConfigErrorKind::NotACorner { square, corners };
        errors.push(ConfigError::at(lsb.span(), kind));
    }
    found.map(|(_, corner)| Standard::of(*corner, major))
}

/// Writes the board for the digest.
pub(super) fn digest(text: &mut Text, mapping: &Mapping) {
    let board = mapping.board();
    text.put("width", board.width);
    text.put("height", board.height);
    for hole in &board.holes {
        text.put("hole", hole);
    }
    text.put("order", mapping.order().name());
    for at in board.places() {
        text.put("bit", mapping.place(at));
    }
}
