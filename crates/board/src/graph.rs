//! Boards that are graphs: squares with names, and edges that lead from one to the next in a direction.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Board, BoardError, Coordinate, SquareNames};

/// The edges of one direction: at most one leads from each square.
pub type Edges = BTreeMap<Coordinate, Coordinate>;

/// A board whose neighbours are listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// The squares, all on one rank in the order of their bits.
    pub board: Board,
    /// The edges of each direction, by the direction's name.
    pub directions: BTreeMap<String, Arc<Edges>>,
}

/// A reason why an edge is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EdgeError {
    /// No square has this name.
    NotASquare(String),
    /// The edge leads back to its own square.
    Loop(String),
    /// Another edge leads from the square in the same direction, to this square.
    Fork(String),
}

impl Graph {
    /// Squares without edges.
    pub fn new(names: Vec<String>) -> Result<Self, BoardError> {
        let squares =
            u8::try_from(names.len()).map_err(|_| BoardError::TooManySquares(names.len()))?;
        let board = Board { names: SquareNames::Listed(names.into()), ..Board::wide(squares, 1)? };
        Ok(Self { board, directions: BTreeMap::new() })
    }

    /// Adds the edge that leads from one square to another in a direction.
    pub fn connect(&mut self, from: &str, direction: &str, to: &str) -> Result<(), EdgeError> {
        let square = |name: &str| {
            self.board.square(name).ok_or_else(|| EdgeError::NotASquare(name.to_owned()))
        };
        let (start, end) = (square(from)?, square(to)?);
        if start == end {
            return Err(EdgeError::Loop(from.to_owned()));
        }
        let edges = self.directions.entry(direction.to_owned()).or_default();
        match *Arc::make_mut(edges).entry(start).or_insert(end) {
            other if other != end => Err(EdgeError::Fork(self.board.name(other))),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Course, Mapping, Order, Piece, SquareSet, Standard, Walk, Way};

    /// A ring of six squares, with a square in the middle of two.
    fn ring() -> Graph {
        let names = ["a", "b", "c", "d", "e", "f", "hub"].map(str::to_owned).to_vec();
        let mut ring = Graph::new(names).unwrap();
        let around = ["a", "b", "c", "d", "e", "f", "a"];
        for pair in around.windows(2) {
            ring.connect(pair[0], "on", pair[1]).unwrap();
            ring.connect(pair[1], "back", pair[0]).unwrap();
        }
        for pair in ["a", "hub", "d"].windows(2) {
            ring.connect(pair[0], "across", pair[1]).unwrap();
        }
        ring
    }

    fn reach(ring: &Graph, direction: &str, range: u8, from: u8, occupied: &[u8]) -> Vec<u8> {
        let next = ring.directions[direction].clone();
        let course = Course::of(Way::Edges { next, skip: 0, range });
        let piece = Piece { courses: vec![course], ..Piece::default() };
        let order = Order::Standard { standard: Standard::ALL[0], stride: 7 };
        let mapping = Mapping::new(ring.board.clone(), order).unwrap();
        let occupied: SquareSet = occupied.iter().copied().collect();
        Walk::new(&piece, &mapping).attack_set(from, occupied).bits().collect()
    }

    #[test]
    fn pieces_follow_edges() {
        let ring = ring();
        assert_eq!(reach(&ring, "on", 255, 0, &[]), [1, 2, 3, 4, 5]);
        assert_eq!(reach(&ring, "on", 255, 4, &[1]), [0, 1, 5]);
        assert_eq!(reach(&ring, "back", 2, 0, &[]), [4, 5]);
        assert_eq!(reach(&ring, "across", 255, 0, &[]), [3, 6]);
        assert_eq!(reach(&ring, "across", 255, 3, &[]), [0_u8; 0]);
    }

    #[test]
    fn impossible_edges_are_refused() {
        let mut ring = ring();
        assert_eq!(ring.connect("a", "on", "x"), Err(EdgeError::NotASquare("x".to_owned())));
        assert_eq!(ring.connect("a", "on", "a"), Err(EdgeError::Loop("a".to_owned())));
        assert_eq!(ring.connect("a", "on", "c"), Err(EdgeError::Fork("b".to_owned())));
        assert_eq!(ring.connect("a", "on", "b"), Ok(()));
    }
}
