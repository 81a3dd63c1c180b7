//! The mapping from the squares of a board to bit indices, and back.

use std::fmt;

use super::orientation::{Major, Order};
use super::walk::Permutation;
use super::{Bitboard, Board, Coordinate, MOST_BITS, SquareSet, WORD_BITS};

/// A board whose squares have bit indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapping {
    board: Board,
    order: Order,
    /// The bit index of each place, holes included, at rank x width + file.
    bits: Vec<u8>,
    /// The square of each bit index that has one.
    squares: Vec<Option<Coordinate>>,
    /// The number of words of a set of squares.
    words: u8,
}

/// A reason why squares can't be counted in the requested order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MappingError {
    /// The stride is shorter than a row.
    StrideTooSmall {
        /// The stride that was given.
        stride: u8,
        /// The length of a row, which is the least stride.
        least: u8,
    },
    /// A square would have a bit index beyond the highest bit of a word.
    BitTooLarge {
        /// The square's name.
        square: String,
        /// Its bit index.
        bit: u16,
        /// The number of bits of a set.
        bits: u16,
    },
    /// A permutation doesn't have as many entries as the board has places.
    WrongLength {
        /// The number of entries given.
        given: usize,
        /// The number of places of the board.
        wanted: usize,
    },
    /// A permutation gives two places the same bit.
    Twice {
        /// The bit.
        bit: u8,
        /// The name of the earlier place.
        first: String,
        /// The name of the later place.
        second: String,
    },
    /// Every place is a hole.
    NoSquares,
}

impl fmt::Display for MappingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StrideTooSmall { stride, least } => {
                write!(f, "a stride of {stride} is shorter than a row of {least} squares")
            }
            Self::BitTooLarge { square, bit, bits } => {
                write!(f, "{square} would be bit {bit}, but a word has bits 0 to {}", bits - 1)
            }
            Self::WrongLength { given, wanted } => {
                write!(f, "a permutation of this board needs {wanted} entries, not {given}")
            }
            Self::Twice { bit, first, second } => {
                write!(f, "not a permutation: bit {bit} is given to both {first} and {second}")
            }
            Self::NoSquares => write!(f, "every square of the board is a hole"),
        }
    }
}

impl std::error::Error for MappingError {}

impl Mapping {
    /// Counts the squares of `board` in `order`.
    pub fn new(board: Board, order: Order) -> Result<Self, MappingError> {
        Self::wide(board, order, 1)
    }

    /// Counts the squares of `board` in `order`, for sets of at most `most_words` words.
    pub fn wide(board: Board, order: Order, most_words: u8) -> Result<Self, MappingError> {
        let bits: Vec<u16> = match &order {
            Order::Standard { standard, stride } => {
                let least = match standard.major {
                    Major::Rank => board.width,
                    Major::File => board.height,
                };
                if *stride < least {
                    return Err(MappingError::StrideTooSmall { stride: *stride, least });
                }
                let corner = standard.corner;
                let turned = |at: u8, mirrored: bool, length: u8| {
                    u16::from(if mirrored { length - 1 - at } else { at })
                };
                board
                    .places()
                    .map(|at| {
                        let file = turned(at.file, corner.mirrors_files(), board.width);
                        let rank = turned(at.rank, corner.mirrors_ranks(), board.height);
                        match standard.major {
                            Major::Rank => rank * u16::from(*stride) + file,
                            Major::File => file * u16::from(*stride) + rank,
                        }
                    })
                    .collect()
            }
            Order::Permutation(bits) => {
                let wanted = board.places().count();
                if bits.len() != wanted {
                    return Err(MappingError::WrongLength { given: bits.len(), wanted });
                }
                for (index, at) in board.places().enumerate() {
                    if let Some(earlier) = bits[..index].iter().position(|bit| *bit == bits[index])
                    {
                        let first = board.places().nth(earlier).unwrap_or(at);
                        let (first, second) = (board.name(first), board.name(at));
                        return Err(MappingError::Twice { bit: bits[index], first, second });
                    }
                }
                bits.iter().map(|bit| u16::from(*bit)).collect()
            }
        };
        if board.squares().next().is_none() {
            return Err(MappingError::NoSquares);
        }
        let most = u16::from(WORD_BITS) * u16::from(most_words);
        let most = if most_words > 1 { most.min(MOST_BITS) } else { most };
        let is_listed = matches!(order, Order::Permutation(_));
        for (square, bit) in board.places().zip(&bits) {
            // An order that lists bits may give holes bits beyond those of squares.
            let is_left_out = is_listed && most_words > 1 && board.holes.contains(&square);
            if *bit >= most && !is_left_out {
                let square = board.name(square);
                return Err(MappingError::BitTooLarge { square, bit: *bit, bits: most });
            }
        }
        let of_squares = board.places().zip(&bits).filter(|(at, _)| !board.holes.contains(at));
        let highest = of_squares.map(|(_, bit)| *bit).max().unwrap_or(0);
        let words = (highest / u16::from(WORD_BITS)) as u8 + 1;
        let mut squares = vec![None; usize::from(words) * usize::from(WORD_BITS)];
        for (at, bit) in board.places().zip(&bits) {
            if !board.holes.contains(&at) {
                squares[usize::from(*bit)] = Some(at);
            }
        }
        let bits = bits.into_iter().map(|bit| bit as u8).collect();
        Ok(Self { board, order, bits, squares, words })
    }

    /// The chess board in one of the eight standard orders.
    #[expect(clippy::missing_panics_doc, reason = "the chess board fits")]
    #[must_use]
    pub fn chess(standard: super::Standard) -> Self {
        let order = Order::Standard { standard, stride: 8 };
        Self::new(Board::chess(), order).expect("8 x 8 fits a word in every standard order")
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The order of its squares.
    #[must_use]
    pub fn order(&self) -> &Order {
        &self.order
    }

    /// The bit index of a square; `None` off the board and for a hole.
    #[must_use]
    pub fn bit(&self, at: Coordinate) -> Option<u8> {
        (self.board.contains(at) && !self.board.holes.contains(&at)).then(|| {
            self.bits[usize::from(at.rank) * usize::from(self.board.width) + usize::from(at.file)]
        })
    }

    /// The bit index of a place of the rectangle, whether it is a hole or not.
    #[must_use]
    pub fn place(&self, at: Coordinate) -> u8 {
        self.bits[usize::from(at.rank) * usize::from(self.board.width) + usize::from(at.file)]
    }

    /// The square with this bit index; `None` where no square has it.
    #[must_use]
    pub fn square(&self, bit: u8) -> Option<Coordinate> {
        self.squares.get(usize::from(bit)).copied().flatten()
    }

    /// The bits of all squares, on a board whose sets have one word.
    #[must_use]
    pub fn squares(&self) -> Bitboard {
        self.square_set().low()
    }

    /// The bits of all squares.
    #[must_use]
    pub fn square_set(&self) -> SquareSet {
        self.board.squares().filter_map(|at| self.bit(at)).collect()
    }

    /// The number of words of a set of squares.
    #[must_use]
    pub const fn words(&self) -> u8 {
        self.words
    }

    /// True where a set of squares has several words.
    #[must_use]
    pub const fn is_wide(&self) -> bool {
        self.words > 1
    }

    /// The name of the square with this bit index; empty where no square has it.
    #[must_use]
    pub fn name(&self, bit: u8) -> String {
        self.square(bit).map(|at| self.board.name(at)).unwrap_or_default()
    }

    /// The length of a table that is indexed by square: the highest bit index plus one.
    #[must_use]
    pub fn indices(&self) -> u16 {
        self.square_set().bits().last().map_or(0, |bit| u16::from(bit) + 1)
    }

    /// The bit indices from 0 to the highest one of a square, also those that no square has.
    pub fn bit_indices(&self) -> impl Iterator<Item = u8> + use<> {
        (0..self.indices()).map(|bit| bit as u8)
    }

    /// The position of a square in the grid on which rays are walked: its bit index in the standard orders,
    /// rank x width + file under a permutation.
    pub(super) fn grid(&self, at: Coordinate) -> u8 {
        match self.order {
            Order::Standard { .. } => self.place(at),
            Order::Permutation(_) => at.rank * self.board.width + at.file,
        }
    }

    /// The tables that lead from bit indices to positions in the grid and back, where the two differ.
    pub(super) fn permutation(&self) -> Option<Permutation> {
        let Order::Permutation(bit_of_grid) = &self.order else { return None };
        let mut grid_of_bit = vec![0; usize::from(self.indices())];
        for at in self.board.squares() {
            if let Some(bit) = self.bit(at) {
                grid_of_bit[usize::from(bit)] = self.grid(at);
            }
        }
        Some(Permutation { grid_of_bit, bit_of_grid: bit_of_grid.clone() })
    }
}
