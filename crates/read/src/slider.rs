//! The pieces and the forms of keys that reports name.

use schemars::JsonSchema;
use serde::Serialize;

use magicgen_board::Bitboard;

/// A piece or a line of a piece whose factors are recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Slider {
    /// The rook.
    Rook,
    /// The bishop.
    Bishop,
    /// The rook on its rank, in tables that look each line up by itself.
    Rank,
    /// The rook on its file.
    File,
    /// The bishop on the diagonal that rises from a1 to h8.
    Diagonal,
    /// The bishop on the other diagonal.
    Antidiagonal,
}

impl Slider {
    /// The whole pieces.
    pub const PIECES: [Self; 2] = [Self::Rook, Self::Bishop];
    /// The single lines of the pieces.
    pub const LINES: [Self; 4] = [Self::Rank, Self::File, Self::Diagonal, Self::Antidiagonal];

    /// The two lines of a piece. A line itself is returned twice.
    #[must_use]
    pub const fn lines(self) -> [Self; 2] {
        match self {
            Self::Rook => [Self::Rank, Self::File],
            Self::Bishop => [Self::Diagonal, Self::Antidiagonal],
            line => [line; 2],
        }
    }

    /// The piece's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rook => "rook",
            Self::Bishop => "bishop",
            Self::Rank => "rank",
            Self::File => "file",
            Self::Diagonal => "diagonal",
            Self::Antidiagonal => "antidiagonal",
        }
    }

    /// The most relevant squares of any square: the index bits of a table with equal rows.
    #[must_use]
    pub const fn most_bits(self) -> u8 {
        match self {
            Self::Rook => 12,
            Self::Bishop => 9,
            _ => 6,
        }
    }
}

/// The form of the key that is multiplied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Key")]
pub enum MultipliedKey {
    /// `occupied & mask`
    White,
    /// `occupied | ~mask`
    Black,
}

impl MultipliedKey {
    /// The key of a subset of the mask.
    #[must_use]
    pub const fn of(self, subset: Bitboard, mask: Bitboard) -> Bitboard {
        match self {
            Self::White => subset,
            Self::Black => subset | !mask,
        }
    }
}
