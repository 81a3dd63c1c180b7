//! The shapes of boards, and the orders and names of squares by which programs know them.

use std::ops::Range;

use toml::Spanned;

use super::board::{BoardTable, OrientationKey};
use super::checks::{choice, number, unknown};
use super::error::{ConfigError, ConfigErrorKind};
use magicgen_board::{Board, Coordinate, Corner, Major, Order, SquareNames, Standard};

/// The orders of squares by which programs know them.
const PRESETS: [&str; 7] =
    ["xiangqi", "shogi", "shogi-63", "fairy", "compact", "hex", "draughts-scan"];

/// The form of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum BoardShape {
    #[default]
    Rectangle,
    /// Hexagons, with this many from the centre to a corner.
    Hex(u8),
    /// The fields of a1's colour alone, as in draughts.
    Checkered,
    /// Squares by name, with edges.
    Graph,
}

/// The shape of a board, with its radius.
pub(super) fn shape(table: &BoardTable) -> Result<BoardShape, ConfigError> {
    let shapes = [
        ("rectangle", BoardShape::Rectangle),
        ("hex", BoardShape::Hex(0)),
        ("checkered", BoardShape::Checkered),
        ("graph", BoardShape::Graph),
    ];
    let shape = choice("shape", table.shape.as_ref(), &shapes)?.unwrap_or_default();
    let radius = number("radius", table.radius.as_ref(), 2, 8)?;
    let wrong = |span: &Range<usize>, message: &str, help: &str| {
        let (message, help) = (message.to_owned(), help.to_owned());
        Err(ConfigError::at(span.clone(), ConfigErrorKind::Companion { message, help }))
    };
    let of_graph = [
        ("squares", table.squares.as_ref().map(Spanned::span)),
        ("edges", table.edges.as_ref().map(Spanned::span)),
    ];
    if let Some((key, Some(span))) = of_graph.iter().find(|(_, span)| span.is_some())
        && shape != BoardShape::Graph
    {
        let message = format!("`{key}` belongs to a board that is a graph");
        return wrong(span, &message, "add `shape = \"graph\"`");
    }
    match (shape, radius, &table.radius) {
        (BoardShape::Hex(_), None, _) => {
            let span = table.shape.as_ref().map_or(0..0, Spanned::span);
            wrong(&span, "a board of hexagons needs `radius`", "write `radius = 6` for Glinski's")
        }
        (BoardShape::Hex(_), Some(radius), _) => {
            let sizes = [("width", &table.width), ("height", &table.height)];
            match sizes.into_iter().find_map(|(key, size)| Some((key, size.as_ref()?))) {
                None => Ok(BoardShape::Hex(radius as u8)),
                Some((key, size)) => {
                    let kind = ConfigErrorKind::Clash { key, other: "radius" };
                    Err(ConfigError::at(size.span(), kind))
                }
            }
        }
        (BoardShape::Graph, ..) => Ok(BoardShape::Graph),
        (_, Some(_), Some(given)) => wrong(
            &given.span(),
            "`radius` belongs to a board of hexagons",
            "add `shape = \"hex\"`, or use `width` and `height`",
        ),
        (other, ..) => Ok(other),
    }
}

/// The way in which squares are named, if `names` or a preset says it.
pub(super) fn names(
    table: &BoardTable,
    orientation: &OrientationKey,
) -> Result<Option<SquareNames>, ConfigError> {
    let all = [
        ("chess", SquareNames::Chess),
        ("xiangqi", SquareNames::RanksFromZero),
        ("shogi", SquareNames::Shogi),
        ("glinski", SquareNames::Glinski),
    ];
    if let Some(names) = choice("way to name squares", table.names.as_ref(), &all)? {
        return Ok(Some(names));
    }
    let OrientationKey::Table(table, _) = orientation else { return Ok(None) };
    Ok(match table.preset.as_ref().map(|preset| preset.get_ref().as_str()) {
        Some("xiangqi") => Some(SquareNames::RanksFromZero),
        Some("shogi" | "shogi-63") => Some(SquareNames::Shogi),
        _ => None,
    })
}

/// The order of a preset on a board.
pub(super) fn preset_order(preset: &Spanned<String>, board: &Board) -> Result<Order, ConfigError> {
    let of =
        |corner, major, stride| Order::Standard { standard: Standard::of(corner, major), stride };
    // The bits of a1, b1, ... in an order of places, without a bit for holes. Holes get the bits behind the last square.
    let listed = |places: Vec<Coordinate>, gap: Option<u8>| {
        let (squares, holes): (Vec<_>, Vec<_>) =
            places.into_iter().partition(|at| !board.holes.contains(at));
        let all: Vec<Coordinate> = squares.into_iter().chain(holes).collect();
        let bit = |at: Coordinate| {
            let place = all.iter().position(|other| *other == at).unwrap_or(0) as u8;
            place + u8::from(gap.is_some_and(|gap| place >= gap))
        };
        Order::Permutation(board.places().map(bit).collect())
    };
    Ok(match preset.get_ref().as_str() {
        "xiangqi" => of(Corner::A1, Major::Rank, board.width),
        "fairy" => of(Corner::A1, Major::Rank, board.width.max(12)),
        "shogi" => of(Corner::H8, Major::File, board.height),
        "shogi-63" => {
            let files = (0..board.width).rev();
            let places = files.flat_map(|file| {
                (0..board.height).rev().map(move |rank| Coordinate { file, rank })
            });
            listed(places.collect(), Some(63))
        }
        "compact" => listed(board.places().collect(), None),
        "hex" => {
            let places = (0..board.width)
                .flat_map(|file| (0..board.height).map(move |rank| Coordinate { file, rank }));
            listed(places.collect(), None)
        }
        "draughts-scan" => draughts(preset, board)?,
        _ => return Err(unknown("preset", preset, PRESETS.map(str::to_owned).to_vec())),
    })
}

/// The order of Fabien Letouzey's Scan: fields from the top, with a bit between rows that makes each diagonal step 6 or
/// 7 bits.
fn draughts(preset: &Spanned<String>, board: &Board) -> Result<Order, ConfigError> {
    if (board.width, board.height) != (10, 10) {
        let message = "`draughts-scan` is an order of 10 x 10 squares".to_owned();
        let help = "use `compact`, or `width = 10` and `height = 10`".to_owned();
        return Err(ConfigError::at(preset.span(), ConfigErrorKind::Companion { message, help }));
    }
    let mut free = 64..;
    let bit = |at: Coordinate| {
        let row = 9 - at.rank;
        let is_field = (at.file + at.rank).is_multiple_of(2);
        if is_field {
            13 * (row / 2) + 6 * (row % 2) + at.file / 2
        } else {
            free.next().unwrap_or(64)
        }
    };
    Ok(Order::Permutation(board.places().map(bit).collect()))
}
