//! Reads an occupancy: the placement of a FEN, a word in hexadecimal, or names of squares.

use std::fmt;

use magicgen_board::{Bitboard, Coordinate, Mapping};

/// The reason why a text isn't an occupancy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OccupancyError {
    /// It is in none of the three forms.
    NoForm(String),
    /// A word has digits that aren't hexadecimal, or too many.
    Word(String),
    /// A word has bits that aren't squares.
    Bits(Bitboard),
    /// The board has no square of this name.
    Square {
        /// The name.
        name: String,
        /// True where the place is a hole.
        is_hole: bool,
    },
    /// A FEN and the board differ in their number of ranks.
    Ranks {
        /// The number of ranks of the FEN.
        found: usize,
        /// The number of ranks of the board.
        wanted: u8,
    },
    /// A rank of a FEN and the board differ in their number of squares.
    Files {
        /// The number of the rank, counted from 1.
        rank: u8,
        /// The number of squares of the rank.
        found: usize,
        /// The number of files of the board.
        wanted: u8,
    },
    /// A FEN has a character that is neither a piece nor a number.
    Character(char),
}

impl fmt::Display for OccupancyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoForm(text) => write!(f, "`{text}` isn't an occupancy"),
            Self::Word(text) => write!(f, "`{text}` isn't a 64-bit word"),
            Self::Bits(bits) => {
                write!(f, "the bits {bits:#x} of the occupancy aren't squares of this board")
            }
            Self::Square { name, is_hole: true } => {
                write!(f, "`{name}` can't be occupied: it is a hole")
            }
            Self::Square { name, is_hole: false } => {
                write!(f, "`{name}` isn't a square of this board")
            }
            Self::Ranks { found, wanted } => {
                write!(f, "the FEN has {found} ranks, but the board has {wanted}")
            }
            Self::Files { rank, found, wanted } => {
                write!(
                    f,
                    "rank {rank} of the FEN has {found} squares, but the board's has {wanted}"
                )
            }
            Self::Character(c) => write!(f, "`{c}` in the FEN is neither a piece nor a number"),
        }
    }
}

impl std::error::Error for OccupancyError {}

impl OccupancyError {
    /// Advice on what to type instead.
    #[must_use]
    pub fn help(&self, mapping: &Mapping) -> String {
        let board = mapping.board();
        let last = Coordinate { file: board.width - 1, rank: board.height - 1 };
        match self {
            Self::NoForm(_) => {
                "use squares (`a3,c6`), a FEN (`8/2p5/...`), or a word (`0x81`)".to_owned()
            }
            Self::Word(_) => "`0x` and at most 16 hexadecimal digits".to_owned(),
            Self::Bits(_) => format!("the board's squares are the bits {:#x}", mapping.squares()),
            Self::Square { is_hole: true, .. } => "leave it out".to_owned(),
            Self::Square { .. } => format!("name squares of `a1` to `{last}`, as in `a3,c6`"),
            Self::Ranks { .. } => {
                let (width, ranks) = (board.width, usize::from(board.height));
                let empty = vec![width.to_string(); ranks].join("/");
                format!("ranks from the last to the first, with `/` between: `{empty}` is empty")
            }
            Self::Files { .. } => {
                format!("a letter for each piece, a number for empty squares: `{}`", board.width)
            }
            Self::Character(_) => "letters for pieces, numbers for empty squares".to_owned(),
        }
    }
}

/// The occupied squares in a text. Only the piece placement of a FEN is read. An empty text and `-` are the empty
/// board.
pub fn occupancy(text: &str, mapping: &Mapping) -> Result<Bitboard, OccupancyError> {
    let text = text.trim();
    if text.is_empty() || text == "-" {
        return Ok(0);
    }
    if let Some(digits) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        return word(text, digits, mapping);
    }
    let placement = text.split_whitespace().next().unwrap_or_default();
    if placement.contains('/') {
        return fen(placement, mapping);
    }
    let names: Vec<&str> = text
        .split(|c: char| c == ',' || c.is_whitespace())
        .filter(|name| !name.is_empty())
        .collect();
    let squares: Result<Vec<Coordinate>, _> = names.iter().map(|name| name.parse()).collect();
    match squares {
        Ok(squares) if !squares.is_empty() => {
            squares.into_iter().try_fold(0, |set, at| Ok(set | 1 << square(at, mapping)?))
        }
        // On a board of one rank, a FEN has no `/`.
        _ if mapping.board().height == 1 && !text.contains(',') => fen(placement, mapping),
        _ => {
            let wrong = names.iter().find(|name| name.parse::<Coordinate>().is_err());
            match wrong {
                Some(wrong) if names.len() > 1 || is_like_square(wrong) => {
                    Err(OccupancyError::Square { name: (*wrong).to_owned(), is_hole: false })
                }
                _ => Err(OccupancyError::NoForm(text.to_owned())),
            }
        }
    }
}

/// Whether a text looks like a square: a letter and a digit or so.
fn is_like_square(text: &str) -> bool {
    text.chars().count() <= 3 && text.starts_with(|c: char| c.is_ascii_alphabetic())
}

fn square(at: Coordinate, mapping: &Mapping) -> Result<u8, OccupancyError> {
    let is_hole = mapping.board().holes.contains(&at);
    mapping.bit(at).ok_or_else(|| OccupancyError::Square { name: at.to_string(), is_hole })
}

fn word(text: &str, digits: &str, mapping: &Mapping) -> Result<Bitboard, OccupancyError> {
    let digits: String = digits.chars().filter(|c| *c != '_').collect();
    // A sign would be parsed as part of the number.
    let is_plain = digits.chars().all(|c| c.is_ascii_hexdigit());
    let set = Some(digits).filter(|_| is_plain);
    let set = set.and_then(|digits| Bitboard::from_str_radix(&digits, 16).ok());
    let set = set.ok_or_else(|| OccupancyError::Word(text.to_owned()))?;
    match set & !mapping.squares() {
        0 => Ok(set),
        outside => Err(OccupancyError::Bits(outside)),
    }
}

/// The occupied squares of a FEN's first field: ranks from the last to the first, letters for pieces, `*` for a hole,
/// and numbers of empty squares, which may have several digits on wide boards.
fn fen(placement: &str, mapping: &Mapping) -> Result<Bitboard, OccupancyError> {
    let board = mapping.board();
    // Some programs write the pieces in hand after the placement.
    let placement = placement.split('[').next().unwrap_or_default();
    let ranks: Vec<&str> = placement.split('/').collect();
    if ranks.len() != usize::from(board.height) {
        return Err(OccupancyError::Ranks { found: ranks.len(), wanted: board.height });
    }
    let mut occupied = 0;
    for (rank, text) in (0..board.height).rev().zip(ranks) {
        let (mut found, mut number) = (0_usize, 0_usize);
        for c in text.chars() {
            if let Some(digit) = c.to_digit(10) {
                number = number.saturating_mul(10).saturating_add(digit as usize);
                continue;
            }
            found = found.saturating_add(std::mem::take(&mut number));
            match c {
                // Marks of promoted pieces.
                '+' | '~' => continue,
                '*' => {}
                c if c.is_ascii_alphabetic() => {
                    if found < usize::from(board.width) {
                        occupied |= 1 << square(Coordinate { file: found as u8, rank }, mapping)?;
                    }
                }
                c => return Err(OccupancyError::Character(c)),
            }
            found += 1;
        }
        found = found.saturating_add(number);
        if found != usize::from(board.width) {
            return Err(OccupancyError::Files { rank: rank + 1, found, wanted: board.width });
        }
    }
    Ok(occupied)
}
