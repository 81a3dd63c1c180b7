//! The ways to read a table of 64 or 128 rows as 64 rows for each piece, in an order of squares.

use std::sync::LazyLock;

use magicgen_board::{Coordinate, Mapping, Standard};

use super::marks;
use super::report::RowRange;
use super::slider::Slider;
use super::table::{SourceColumn, SourceTable};

/// How a row shows its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// By its place in the text.
    Text,
    /// By the square's index in a column.
    Index,
    /// By the square's name.
    Name,
}

/// The 64 rows of one piece in a table.
#[derive(Clone, Debug)]
pub(super) struct PieceRows {
    /// The choice of rows.
    pub(super) rows: RowRange,
    /// The row of each position. A position is the place in the text, an index, or rank x 8 + file of a name.
    pub(super) row: Vec<usize>,
    /// How rows show their position.
    pub(super) mode: Mode,
}

impl PieceRows {
    /// The values of a column, in the order of positions.
    pub(super) fn values(&self, column: &SourceColumn) -> Vec<i128> {
        self.row.iter().map(|row| column.values[*row]).collect()
    }

    /// The values of a column as words of 64 bits, in the order of positions. Numbers that don't fit become 0.
    pub(super) fn words(&self, column: &SourceColumn) -> Vec<u64> {
        let word = |value: i128| {
            u64::try_from(value).or_else(|_| i64::try_from(value).map(|value| value as u64))
        };
        self.values(column).into_iter().map(|value| word(value).unwrap_or(0)).collect()
    }
}

/// The column that holds the index of each row's square, if there is one.
pub(super) fn index_column(table: &SourceTable) -> Option<usize> {
    table.columns.iter().position(|column| marks::indices(&column.values).is_some())
}

/// All ways to read a table, the likeliest first: each a list of one or two parts.
pub(super) fn readings(table: &SourceTable) -> Vec<Vec<PieceRows>> {
    let index = index_column(table).filter(|_| table.columns.len() > 1);
    let indices = index.and_then(|column| marks::indices(&table.columns[column].values));
    let (positions, mode) = match (indices, &table.marks.squares) {
        (Some(indices), _) => (Some(indices), Mode::Index),
        (None, Some(squares)) => (Some(squares.clone()), Mode::Name),
        (None, None) => (None, Mode::Text),
    };
    let part = |rows: RowRange, chosen: Vec<usize>| -> Option<PieceRows> {
        let mut row = vec![usize::MAX; 64];
        for (count, chosen) in chosen.into_iter().enumerate() {
            let position = positions.as_ref().map_or(count, |all| usize::from(all[chosen]));
            let place = row.get_mut(position).filter(|place| **place == usize::MAX)?;
            *place = chosen;
        }
        row.iter().all(|row| *row != usize::MAX).then_some(PieceRows { rows, row, mode })
    };
    let rows = table.rows();
    if rows == 64 {
        return part(RowRange::All, (0..64).collect()).map(|part| vec![part]).into_iter().collect();
    }
    let pair = |names: [RowRange; 2], belongs: &dyn Fn(usize) -> bool| -> Option<Vec<PieceRows>> {
        let (first, second) = (0..rows).partition(|row| belongs(*row));
        Some(vec![part(names[0], first)?, part(names[1], second)?])
    };
    let mut readings = Vec::new();
    if let Some(pieces) = &table.marks.pieces {
        readings.extend(pair([RowRange::Named; 2], &|row| pieces[row] == Slider::Rook));
    }
    for column in &table.columns {
        let first = column.values[0];
        let mut others = column.values.iter().filter(|value| **value != first);
        if let Some(second) = others.next()
            && others.clone().count() == 63
            && others.all(|value| value == second)
        {
            readings.extend(pair([RowRange::Named; 2], &|row| column.values[row] == first));
        }
    }
    readings.extend(pair([RowRange::First, RowRange::Last], &|row| row < 64));
    readings.extend(pair([RowRange::Odd, RowRange::Even], &|row| row.is_multiple_of(2)));
    readings
}

/// For each of the eight standard orders, the bit index of each position. The first order has a1 = 0, b1 = 1.
///
/// Positions in the text and indices count squares in the given order, and are turned into bit indices with a1 = 0.
/// Names are the other way round: they tell the square, and the order gives its bit.
pub(super) fn turns(mode: Mode) -> &'static [[u8; 64]; 8] {
    static TURNS: LazyLock<[[[u8; 64]; 8]; 2]> = LazyLock::new(|| [false, true].map(turned));
    &TURNS[usize::from(mode == Mode::Name)]
}

fn turned(by_name: bool) -> [[u8; 64]; 8] {
    Standard::ALL.map(|standard| {
        let mapping = Mapping::chess(standard);
        let mut turn = [0; 64];
        for place in 0..64u8 {
            let at = Coordinate { file: place % 8, rank: place / 8 };
            let bit = mapping.bit(at).unwrap_or(place);
            if by_name {
                turn[usize::from(place)] = bit;
            } else {
                turn[usize::from(bit)] = place;
            }
        }
        turn
    })
}
