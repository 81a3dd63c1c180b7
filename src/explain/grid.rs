//! The places of a board, and how they are drawn: in ranks, or staggered for hexagons.

use magicgen_board::{Coordinate, Mapping, SquareSet};

/// The places of a board.
#[derive(Clone, Debug)]
pub struct BoardGrid {
    /// The number of files.
    pub width: u8,
    /// The number of ranks.
    pub height: u8,
    /// The number of words of a set of squares.
    pub words: u8,
    /// True for a board of hexagons.
    pub is_hex: bool,
    /// The name of each file.
    pub files: Vec<String>,
    /// The name of each rank; of hexagons, that of its squares on the first file.
    ranks: Vec<String>,
    /// The places at rank x width + file; `None` for a hole.
    places: Vec<Option<GridPlace>>,
}

/// A square.
#[derive(Clone, Debug)]
struct GridPlace {
    bit: u8,
    name: String,
    /// The name of its rank.
    rank: String,
}

/// A row of a drawn board.
#[derive(Clone, Debug)]
pub(super) struct GridRow {
    /// The name of its rank; empty for most rows of hexagons.
    pub(super) name: String,
    /// The bit index of the square on each file, if there is one.
    pub(super) bits: Vec<Option<u8>>,
}

impl BoardGrid {
    pub(super) fn new(mapping: &Mapping) -> Self {
        let board = mapping.board();
        let place = |at: Coordinate| {
            let (name, rank) = (board.name(at), board.rank_name(at));
            mapping.bit(at).map(|bit| GridPlace { bit, name, rank })
        };
        Self {
            width: board.width,
            height: board.height,
            words: mapping.words(),
            is_hex: board.is_hex,
            files: (0..board.width).map(|file| board.file_name(file)).collect(),
            ranks: (0..board.height)
                .map(|rank| board.rank_name(Coordinate { file: 0, rank }))
                .collect(),
            places: board.places().map(place).collect(),
        }
    }

    fn place(&self, file: u8, rank: u8) -> Option<&GridPlace> {
        self.places[usize::from(rank) * usize::from(self.width) + usize::from(file)].as_ref()
    }

    /// The bit index of a place; `None` for a hole.
    #[must_use]
    pub fn bit(&self, file: u8, rank: u8) -> Option<u8> {
        self.place(file, rank).map(|place| place.bit)
    }

    /// The names of a set's squares, in the order a1, b1, ...
    #[must_use]
    pub fn names(&self, set: SquareSet) -> Vec<String> {
        let places = self.places.iter().flatten().filter(|place| set.has(place.bit));
        places.map(|place| place.name.clone()).collect()
    }

    /// The height of a place, in halves of a square: each file of hexagons begins half a hexagon above the one before.
    pub(super) fn level(&self, file: u8, rank: u8) -> u8 {
        2 * rank + if self.is_hex { file } else { 0 }
    }

    /// The rows of the drawn board, from the top.
    pub(super) fn rows(&self) -> Vec<GridRow> {
        let places =
            || (0..self.height).flat_map(|rank| (0..self.width).map(move |file| (file, rank)));
        let mut levels: Vec<u8> = places()
            .filter(|(file, rank)| !self.is_hex || self.bit(*file, *rank).is_some())
            .map(|(file, rank)| self.level(file, rank))
            .collect();
        levels.sort_unstable();
        levels.dedup();
        levels.into_iter().rev().map(|level| self.row(level)).collect()
    }

    fn row(&self, level: u8) -> GridRow {
        let at = |file: u8| {
            let above = level.checked_sub(self.level(file, 0))?;
            let rank = above / 2;
            (above.is_multiple_of(2) && rank < self.height).then(|| self.place(file, rank))?
        };
        let row: Vec<Option<&GridPlace>> = (0..self.width).map(at).collect();
        let bits = row.iter().map(|place| place.map(|place| place.bit)).collect();
        if !self.is_hex {
            return GridRow { name: self.ranks[usize::from(level / 2)].clone(), bits };
        }
        // A rank of hexagons is named where it begins.
        let first = row.iter().enumerate().find_map(|(file, place)| Some((file, (*place)?)));
        let begins = first.filter(|(file, first)| {
            let all = self.places.iter().enumerate();
            let mut before = all.filter(|(at, _)| at % usize::from(self.width) < *file);
            !before.any(|(_, place)| place.as_ref().is_some_and(|place| place.rank == first.rank))
        });
        GridRow { name: begins.map(|(_, first)| first.rank.clone()).unwrap_or_default(), bits }
    }
}
