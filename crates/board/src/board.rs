//! The board by file and rank: its size, its holes, and the names of its squares.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::{MOST_BITS, WORD_BITS};

/// A square by file and rank, both counted from 0: a1 is (0, 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Coordinate {
    /// The file: 0 is the a file.
    pub file: u8,
    /// The rank: 0 is the first rank.
    pub rank: u8,
}

impl Coordinate {
    /// The place this many files and ranks away; `None` before the first file or rank.
    #[must_use]
    pub fn stepped(self, (files, ranks): (i8, i8)) -> Option<Self> {
        let file = self.file.checked_add_signed(files)?;
        let rank = self.rank.checked_add_signed(ranks)?;
        Some(Self { file, rank })
    }
}

impl fmt::Display for Coordinate {
    /// Writes the name of the square. Files beyond z go on as in a spreadsheet: aa, ab, ...
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.file >= 26 {
            write!(f, "{}", char::from(b'a' + self.file / 26 - 1))?;
        }
        write!(f, "{}{}", char::from(b'a' + self.file % 26), u16::from(self.rank) + 1)
    }
}

impl FromStr for Coordinate {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        let wrong = || BoardError::NotASquare { text: text.to_owned() };
        let digits = text.find(|c: char| !c.is_ascii_lowercase()).ok_or_else(wrong)?;
        let (letters, number) = text.split_at(digits);
        let file = match letters.as_bytes() {
            [one] => one - b'a',
            [first, second] => {
                (first - b'a' + 1).checked_mul(26).ok_or_else(wrong)? + (second - b'a')
            }
            _ => return Err(wrong()),
        };
        let rank: u8 = number.parse().map_err(|_| wrong())?;
        if rank == 0 || number.starts_with(['0', '+']) {
            return Err(wrong());
        }
        Ok(Self { file, rank: rank - 1 })
    }
}

/// A rectangle of squares, which may have holes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The number of files, at least 1.
    pub width: u8,
    /// The number of ranks, at least 1.
    pub height: u8,
    /// Places of the rectangle that are no squares; rays stop before them.
    pub holes: BTreeSet<Coordinate>,
    /// The way in which squares are named.
    pub names: SquareNames,
    /// True for a board of hexagons: a place has neighbours along its file, its rank and its falling diagonal.
    pub is_hex: bool,
}

/// The way in which squares are named.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SquareNames {
    /// By file and rank, counted from a1: `e4`.
    #[default]
    Chess,
    /// The same with ranks from 0, as in xiangqi: `e0`.
    RanksFromZero,
    /// As in shogi: files are numbers from the right, ranks are letters from the top: `7g`.
    Shogi,
    /// As in Glinski's chess: files are letters without j, and each counts its squares from its own lowest: `f6`.
    Glinski,
    /// On a board that is a graph: each square has a name of its own, in the order of files.
    Listed(Arc<[String]>),
}

impl Board {
    /// A board without holes.
    pub fn new(width: u8, height: u8) -> Result<Self, BoardError> {
        let squares = u16::from(width) * u16::from(height);
        if squares == 0 {
            return Err(BoardError::Empty);
        }
        if squares > u16::from(WORD_BITS) {
            return Err(BoardError::TooLarge { width, height, most: WORD_BITS.into() });
        }
        Self::wide(width, height)
    }

    /// A board without holes, whose sets may have several words. Holes may leave fewer squares than the rectangle has.
    pub fn wide(width: u8, height: u8) -> Result<Self, BoardError> {
        let places = u16::from(width) * u16::from(height);
        if places == 0 {
            return Err(BoardError::Empty);
        }
        if places > MOST_BITS {
            return Err(BoardError::TooLarge { width, height, most: MOST_BITS });
        }
        let (holes, names) = (BTreeSet::new(), SquareNames::Chess);
        Ok(Self { width, height, holes, names, is_hex: false })
    }

    /// A board of hexagons with `radius` of them from the centre to each corner, the centre included. A step along a file
    /// goes to a neighbour, and so does one along a rank; the places that are on no such board are holes.
    pub fn hex(radius: u8) -> Result<Self, BoardError> {
        let Some(length) = radius.checked_mul(2).and_then(|twice| twice.checked_sub(1)) else {
            return Err(BoardError::Empty);
        };
        let mut board = Self::wide(length, length)?;
        let centre = radius - 1;
        // From the centre, files and ranks are counted on axes at 60 degrees.
        let is_outside = |at: &Coordinate| (at.file + at.rank).abs_diff(2 * centre) > centre;
        board.holes = board.places().filter(is_outside).collect();
        board.names = SquareNames::Glinski;
        board.is_hex = true;
        Ok(board)
    }

    /// The name of a square.
    #[must_use]
    pub fn name(&self, at: Coordinate) -> String {
        format!("{}{}", self.file_name(at.file), self.rank_name(at))
    }

    /// The name of a file, with which the names of its squares begin.
    #[must_use]
    pub fn file_name(&self, file: u8) -> String {
        match &self.names {
            SquareNames::Chess | SquareNames::RanksFromZero => {
                Coordinate { file, rank: 0 }.to_string().trim_end_matches('1').to_owned()
            }
            SquareNames::Glinski => char::from(b'a' + file + u8::from(file > 8)).to_string(),
            SquareNames::Shogi => self.width.saturating_sub(file).to_string(),
            SquareNames::Listed(names) => names.get(usize::from(file)).cloned().unwrap_or_default(),
        }
    }

    /// The name of a square's rank, with which the square's name ends. On Glinski's board it depends on the file.
    #[must_use]
    pub fn rank_name(&self, at: Coordinate) -> String {
        match &self.names {
            SquareNames::Chess => (u16::from(at.rank) + 1).to_string(),
            SquareNames::RanksFromZero => at.rank.to_string(),
            SquareNames::Glinski => {
                let is_below = |rank: &u8| !self.holes.contains(&Coordinate { rank: *rank, ..at });
                ((0..at.rank).filter(is_below).count() + 1).to_string()
            }
            SquareNames::Shogi => {
                char::from(b'a' + self.height.saturating_sub(at.rank + 1)).to_string()
            }
            // The file alone tells the square.
            SquareNames::Listed(_) => String::new(),
        }
    }

    /// Squares by their names, for a message on what to type: a first and a last one, or the centre of hexagons.
    #[must_use]
    pub fn some_names(&self) -> String {
        let name = |file, rank| self.name(Coordinate { file, rank });
        if self.is_hex {
            return format!("such as `{}`", name(self.width / 2, self.height / 2));
        }
        format!("of `{}` to `{}`", name(0, 0), name(self.width - 1, self.height - 1))
    }

    /// The square with this name; `None` off the board.
    #[must_use]
    pub fn square(&self, name: &str) -> Option<Coordinate> {
        if self.names == SquareNames::Chess {
            return name.parse().ok().filter(|at| self.contains(*at));
        }
        self.squares().find(|at| self.name(*at) == name)
    }

    /// The chess board.
    #[must_use]
    pub fn chess() -> Self {
        let (holes, names) = (BTreeSet::new(), SquareNames::Chess);
        Self { width: 8, height: 8, holes, names, is_hex: false }
    }

    /// The square that stands for this one from the other side: ranks are mirrored. On hexagons, each file is turned over.
    #[must_use]
    pub fn mirrored(&self, at: Coordinate) -> Coordinate {
        let last = self.height.saturating_sub(1);
        let rank = if self.is_hex {
            // A file and its mirror image have the same file; their ranks add up to this.
            (last / 2 * 3).saturating_sub(at.file + at.rank)
        } else {
            last.saturating_sub(at.rank)
        };
        Coordinate { rank, ..at }
    }

    /// A step in files and ranks as the other side makes it.
    #[must_use]
    pub fn mirrored_step(&self, (files, ranks): (i8, i8)) -> (i8, i8) {
        (files, if self.is_hex { -files - ranks } else { -ranks })
    }

    /// True for the board of 8 x 8 squares without holes.
    #[must_use]
    pub fn is_chess(&self) -> bool {
        self.width == 8 && self.height == 8 && self.holes.is_empty()
    }

    /// True for a board that is a graph: its squares are on one rank, and nothing follows from their files.
    #[must_use]
    pub fn is_graph(&self) -> bool {
        matches!(self.names, SquareNames::Listed(_))
    }

    /// True for a place inside the rectangle, whether it is a hole or not.
    #[must_use]
    pub fn contains(&self, at: Coordinate) -> bool {
        at.file < self.width && at.rank < self.height
    }

    /// Every place of the rectangle, holes included, in the order a1, b1, ..., a2, ...
    pub fn places(&self) -> impl Iterator<Item = Coordinate> + use<> {
        let width = self.width;
        (0..self.height).flat_map(move |rank| (0..width).map(move |file| Coordinate { file, rank }))
    }

    /// Every square in the order a1, b1, ..., a2, ...
    pub fn squares(&self) -> impl Iterator<Item = Coordinate> {
        self.places().filter(|at| !self.holes.contains(at))
    }
}

/// A reason why a board or the name of a square is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// Width or height is 0.
    Empty,
    /// There are more squares than a word has bits.
    TooLarge {
        /// The number of files.
        width: u8,
        /// The number of ranks.
        height: u8,
        /// The number of bits.
        most: u16,
    },
    /// A graph has more squares than a set has bits.
    TooManySquares(usize),
    /// A text isn't the name of a square.
    NotASquare {
        /// The text.
        text: String,
    },
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "a board needs at least one file and one rank"),
            Self::TooLarge { width, height, most } => write!(
                f,
                "a board of {width} x {height} has {} squares, more than the {most} bits of a set",
                u16::from(*width) * u16::from(*height)
            ),
            Self::TooManySquares(squares) => {
                write!(f, "a graph of {squares} squares has more than {}", u8::MAX)
            }
            Self::NotASquare { text } => write!(f, "`{text}` isn't the name of a square"),
        }
    }
}

impl std::error::Error for BoardError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_squares_read_back() {
        for text in ["a1", "h8", "z1", "aa1", "bl1", "a64"] {
            assert_eq!(text.parse::<Coordinate>().unwrap().to_string(), text);
        }
        for text in ["", "a", "1", "a0", "a01", "A1", "a+1", "a1 ", "abc1", "zz1", "a300"] {
            assert!(text.parse::<Coordinate>().is_err(), "{text}");
        }
    }

    #[test]
    fn hexagons_are_mirrored_file_by_file() {
        let hex = Board::hex(6).unwrap();
        let pairs = [("a1", "a6"), ("f1", "f11"), ("f6", "f6"), ("g1", "g10"), ("l2", "l5")];
        for (one, other) in pairs {
            let [from, to] = [one, other].map(|name| hex.square(name).unwrap());
            assert_eq!((hex.mirrored(from), hex.mirrored(to)), (to, from), "{one}");
        }
        // Over the edge between up and right, and over the one between down and right.
        assert_eq!(hex.mirrored_step((1, 0)), (1, -1));
        assert_eq!(hex.mirrored_step((0, 1)), (0, -1));
        let chess = Board::chess();
        assert_eq!(chess.mirrored("a2".parse().unwrap()).to_string(), "a7");
        assert_eq!(chess.mirrored_step((1, 2)), (1, -2));
    }

    #[test]
    fn a_board_has_at_most_a_word_of_squares() {
        assert_eq!(Board::new(9, 8), Err(BoardError::TooLarge { width: 9, height: 8, most: 64 }));
        assert_eq!(Board::new(0, 8), Err(BoardError::Empty));
        assert!(Board::new(64, 1).is_ok());
        assert_eq!(
            Board::new(255, 255),
            Err(BoardError::TooLarge { width: 255, height: 255, most: 64 })
        );
    }
}
