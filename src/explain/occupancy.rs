//! Reads an occupancy: the placement of a FEN, a number in hexadecimal, or names of squares.

use std::fmt;

use super::hex;
use magicgen_board::{Coordinate, Mapping, SquareNames, SquareSet};

/// The reason why a text isn't an occupancy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OccupancyError {
    /// It is in none of the three forms.
    NoForm(String),
    /// A number has digits that aren't hexadecimal, or too many.
    Number {
        /// The number.
        text: String,
        /// The number of bits of a set.
        bits: u16,
    },
    /// A number has bits that aren't squares.
    Bits {
        /// These bits.
        outside: SquareSet,
        /// The number of words of a set.
        words: u8,
    },
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
            Self::Number { text, bits: 64 } => write!(f, "`{text}` isn't a 64-bit word"),
            Self::Number { text, bits } => write!(f, "`{text}` isn't a number of {bits} bits"),
            Self::Bits { outside, words } => {
                let bits = shortened(*outside, *words);
                write!(f, "the bits {bits} of the occupancy aren't squares of this board")
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
        match self {
            Self::NoForm(_) if mapping.is_wide() => {
                format!("name squares {}, or write a number (`0x81`)", board.some_names())
            }
            Self::NoForm(_) => {
                "use squares (`a3,c6`), a FEN (`8/2p5/...`), or a word (`0x81`)".to_owned()
            }
            Self::Number { bits, .. } => {
                format!("`0x` and at most {} hexadecimal digits", bits / 4)
            }
            Self::Bits { words, .. } => {
                let squares = shortened(mapping.square_set(), *words);
                format!("the board's squares are the bits {squares}")
            }
            Self::Square { is_hole: true, .. } => "leave it out".to_owned(),
            Self::Square { .. } if board.names == SquareNames::Chess => {
                format!("name squares {}, as in `a3,c6`", board.some_names())
            }
            Self::Square { .. } => format!("name squares {}", board.some_names()),
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
pub fn occupancy(text: &str, mapping: &Mapping) -> Result<SquareSet, OccupancyError> {
    let text = text.trim();
    if text.is_empty() || text == "-" {
        return Ok(SquareSet::EMPTY);
    }
    if let Some(digits) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        return number(text, digits, mapping);
    }
    let placement = text.split_whitespace().next().unwrap_or_default();
    if placement.contains('/') {
        return fen(placement, mapping);
    }
    let names: Vec<&str> = text
        .split(|c: char| c == ',' || c.is_whitespace())
        .filter(|name| !name.is_empty())
        .collect();
    let at = |name: &&str| mapping.board().square(name);
    let squares: Option<Vec<Coordinate>> = names.iter().map(at).collect();
    match squares {
        Some(squares) if !squares.is_empty() => {
            squares.into_iter().map(|at| square(at, mapping)).collect()
        }
        // On a board of one rank, a FEN has no `/`.
        _ if mapping.board().height == 1 && !text.contains(',') => fen(placement, mapping),
        _ => {
            let wrong = names.iter().find(|name| at(name).is_none());
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
    let is_short =
        text.chars().count() <= 3 && text.starts_with(|c: char| c.is_ascii_alphanumeric());
    is_short && !text.bytes().all(|byte| byte.is_ascii_digit())
        || text.parse::<Coordinate>().is_ok()
}

/// The set of one square.
fn square(at: Coordinate, mapping: &Mapping) -> Result<SquareSet, OccupancyError> {
    let is_hole = mapping.board().holes.contains(&at);
    let name = || mapping.board().name(at);
    mapping
        .bit(at)
        .map(SquareSet::of)
        .ok_or_else(|| OccupancyError::Square { name: name(), is_hole })
}

fn number(text: &str, digits: &str, mapping: &Mapping) -> Result<SquareSet, OccupancyError> {
    let words = mapping.words();
    let set = set_of_digits(digits)
        .filter(|set| set.words().iter().skip(usize::from(words)).all(|word| *word == 0));
    let bits = 64 * u16::from(words);
    let set = set.ok_or_else(|| OccupancyError::Number { text: text.to_owned(), bits })?;
    let outside = set & !mapping.square_set();
    if outside.is_empty() { Ok(set) } else { Err(OccupancyError::Bits { outside, words }) }
}

/// The set of a hexadecimal number of up to 256 bits, which may have `_` between its digits.
fn set_of_digits(digits: &str) -> Option<SquareSet> {
    let digits: Vec<u32> =
        digits.chars().filter(|c| *c != '_').map(|c| c.to_digit(16)).collect::<Option<_>>()?;
    let is_beyond = |(place, digit): (usize, &u32)| place >= 64 && *digit != 0;
    if digits.is_empty() || digits.iter().rev().enumerate().any(is_beyond) {
        return None;
    }
    let mut words = [0; 4];
    for (place, digit) in digits.into_iter().rev().take(64).enumerate() {
        words[place / 16] |= u64::from(digit) << (4 * (place % 16));
    }
    Some(SquareSet::from_words(words))
}

/// A set as a hexadecimal number without leading zeros.
fn shortened(set: SquareSet, words: u8) -> String {
    let digits = hex(set, words).concat();
    let digits = digits.trim_start_matches("0x").trim_start_matches('0').to_owned();
    format!("0x{}", if digits.is_empty() { "0" } else { &digits })
}

/// The occupied squares of a FEN's first field: ranks from the last to the first, letters for pieces, `*` for a hole,
/// and numbers of empty squares, which may have several digits on wide boards.
fn fen(placement: &str, mapping: &Mapping) -> Result<SquareSet, OccupancyError> {
    let board = mapping.board();
    // Some programs write the pieces in hand after the placement.
    let placement = placement.split('[').next().unwrap_or_default();
    let ranks: Vec<&str> = placement.split('/').collect();
    if ranks.len() != usize::from(board.height) {
        return Err(OccupancyError::Ranks { found: ranks.len(), wanted: board.height });
    }
    let mut occupied = SquareSet::EMPTY;
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
                        let at = Coordinate { file: found as u8, rank };
                        occupied |= square(at, mapping)?;
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
