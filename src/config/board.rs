//! `[board]` and `orientation` in; squares with bit indices out.

use toml::Spanned;

use super::error::{ConfigError, ConfigErrorKind};
use super::load::{BoardTable, Orientation, OrientationTable};
use super::resolve::number;
use crate::geometry::{
    Board, BoardError, Coordinate, Corner, Major, Mapping, MappingError, Order, Standard, WORD_BITS,
};

/// Squares and their order.
pub(super) fn mapping(
    table: &BoardTable,
    orientation: &Orientation,
) -> Result<Mapping, ConfigError> {
    let width = number("width", table.width.as_ref(), 1, 64)?.unwrap_or(8) as u8;
    let height = number("height", table.height.as_ref(), 1, 64)?.unwrap_or(8) as u8;
    if let Some(word) = &table.word
        && *word.get_ref() != 64
    {
        let value = word.get_ref().to_string();
        let kind = ConfigErrorKind::UnknownValue {
            what: "word size",
            value,
            known: vec!["64".to_owned()],
        };
        return Err(ConfigError::at(word.span(), kind));
    }
    let size_span = table.height.as_ref().or(table.width.as_ref()).map_or(0..0, Spanned::span);
    let mut board = Board::new(width, height)
        .map_err(|error| ConfigError::at(size_span, ConfigErrorKind::Board(error)))?;
    for hole in &table.holes {
        let not_here = BoardError::NotASquare { text: hole.get_ref().clone() };
        let wrong = || ConfigError::at(hole.span(), ConfigErrorKind::Board(not_here.clone()));
        let at: Coordinate = hole.get_ref().parse().map_err(|_| wrong())?;
        if !board.contains(at) {
            return Err(wrong());
        }
        board.holes.insert(at);
    }
    let (order, span) = order(table, orientation, &board)?;
    let stride_span = table.stride.as_ref().map(Spanned::span);
    Mapping::new(board, order).map_err(|error| {
        let span = match error {
            MappingError::NoSquares => table.holes.first().map(Spanned::span).or(span),
            MappingError::StrideTooSmall { .. } | MappingError::BitTooLarge { .. } => {
                stride_span.or(span)
            }
            _ => span,
        };
        ConfigError { span, also: None, kind: ConfigErrorKind::Mapping(error) }
    })
}

type Span = std::ops::Range<usize>;

fn order(
    table: &BoardTable,
    orientation: &Orientation,
    board: &Board,
) -> Result<(Order, Option<Span>), ConfigError> {
    let stride = number("stride", table.stride.as_ref(), 1, 64)?.map(|stride| stride as u8);
    let standard = match orientation {
        Orientation::Default => (Standard::ALL[0], None),
        Orientation::Name(name) => (standard(name)?, Some(name.span())),
        Orientation::Table(table, span) => match &table.permutation {
            Some(permutation) => return permuted(table, permutation, stride.is_some()),
            None => (corner(table, board)?, Some(span.clone())),
        },
    };
    let (standard, span) = standard;
    let shortest = if standard.major == Major::Rank { board.width } else { board.height };
    Ok((Order::Standard { standard, stride: stride.unwrap_or(shortest) }, span))
}

fn standard(name: &Spanned<String>) -> Result<Standard, ConfigError> {
    Standard::find(name.get_ref()).ok_or_else(|| {
        let known = Standard::ALL.map(|standard| standard.id.to_owned()).to_vec();
        let kind = ConfigErrorKind::UnknownValue {
            what: "orientation",
            value: name.get_ref().clone(),
            known,
        };
        ConfigError::at(name.span(), kind)
    })
}

/// The same board in an output's own order.
pub(super) fn turned(mapping: &Mapping, name: &Spanned<String>) -> Result<Mapping, ConfigError> {
    let standard = standard(name)?;
    let board = mapping.board().clone();
    let shortest = if standard.major == Major::Rank { board.width } else { board.height };
    let stride = match mapping.order() {
        Order::Standard { stride, .. } => shortest.max(*stride),
        Order::Permutation(_) => shortest,
    };
    Mapping::new(board, Order::Standard { standard, stride })
        .map_err(|error| ConfigError::at(name.span(), ConfigErrorKind::Mapping(error)))
}

/// The same board in the order of a1lsb; a permutation has no other order.
pub(super) fn a1lsb(mapping: &Mapping) -> Result<Mapping, ConfigError> {
    let Order::Standard { stride, .. } = mapping.order() else { return Ok(mapping.clone()) };
    let board = mapping.board().clone();
    let order = Order::Standard { standard: Standard::ALL[0], stride: board.width.max(*stride) };
    Mapping::new(board, order)
        .map_err(|error| ConfigError::nowhere(ConfigErrorKind::Mapping(error)))
}

fn permuted(
    table: &OrientationTable,
    permutation: &Spanned<Vec<Spanned<i128>>>,
    has_stride: bool,
) -> Result<(Order, Option<Span>), ConfigError> {
    let clash = |other| {
        let kind = ConfigErrorKind::Clash { key: "permutation", other };
        Err(ConfigError::at(permutation.span(), kind))
    };
    if table.lsb.is_some() {
        return clash("lsb");
    }
    if table.major.is_some() {
        return clash("major");
    }
    if has_stride {
        return clash("stride");
    }
    let mut bits = Vec::new();
    for bit in permutation.get_ref() {
        let bit = number("permutation", Some(bit), 0, i128::from(WORD_BITS) - 1)?;
        bits.push(bit.unwrap_or(0) as u8);
    }
    Ok((Order::Permutation(bits), Some(permutation.span())))
}

fn corner(table: &OrientationTable, board: &Board) -> Result<Standard, ConfigError> {
    let major = match table.major.as_ref() {
        None => Major::Rank,
        Some(major) => match major.get_ref().as_str() {
            "rank" => Major::Rank,
            "file" => Major::File,
            other => {
                let known = vec!["rank".to_owned(), "file".to_owned()];
                let kind = ConfigErrorKind::UnknownValue {
                    what: "direction",
                    value: other.to_owned(),
                    known,
                };
                return Err(ConfigError::at(major.span(), kind));
            }
        },
    };
    let Some(lsb) = &table.lsb else { return Ok(Standard::of(Corner::A1, major)) };
    let corners = [Corner::A1, Corner::H1, Corner::A8, Corner::H8].map(|corner| {
        let file = if corner.mirrors_files() { board.width - 1 } else { 0 };
        let rank = if corner.mirrors_ranks() { board.height - 1 } else { 0 };
        (Coordinate { file, rank }.to_string(), corner)
    });
    let found = corners.iter().find(|(name, _)| name == lsb.get_ref());
    if let Some((_, corner)) = found {
        Ok(Standard::of(*corner, major))
    } else {
        let corners = corners.map(|(name, _)| name).to_vec();
        let kind = ConfigErrorKind::NotACorner { square: lsb.get_ref().clone(), corners };
        Err(ConfigError::at(lsb.span(), kind))
    }
}
