//! The eight standard orders of squares. An order is given by the corner of bit 0 and the direction that counts first.
//!
//! Another standard order is another row of [`Standard::ALL`]; a config can give any order as a permutation.

/// The corner that bit 0 stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corner {
    /// First file, first rank.
    A1,
    /// Last file, first rank.
    H1,
    /// First file, last rank.
    A8,
    /// Last file, last rank.
    H8,
}

impl Corner {
    /// True where files are counted from the last one down.
    #[must_use]
    pub fn mirrors_files(self) -> bool {
        matches!(self, Self::H1 | Self::H8)
    }

    /// True where ranks are counted from the last one down.
    #[must_use]
    pub fn mirrors_ranks(self) -> bool {
        matches!(self, Self::A8 | Self::H8)
    }
}

/// The direction in which the bit index grows by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Major {
    /// Along a rank: square 1 is one file on from square 0.
    Rank,
    /// Along a file: square 1 is one rank on from square 0.
    File,
}

/// A standard order of squares: a corner and a direction, under the name that engines use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standard {
    /// The name, as in `--orientation`.
    pub id: &'static str,
    /// A summary of one line, for the help text.
    pub summary: &'static str,
    /// The corner of bit 0.
    pub corner: Corner,
    /// The direction that counts first.
    pub major: Major,
}

impl Standard {
    /// All eight, the default first.
    pub const ALL: [Self; 8] = [
        Self::row(
            "a1lsb",
            "a1 = 0, b1 = 1, a2 = 8 (little-endian rank-file)",
            Corner::A1,
            Major::Rank,
        ),
        Self::row("h1lsb", "h1 = 0, g1 = 1, h2 = 8", Corner::H1, Major::Rank),
        Self::row("a8lsb", "a8 = 0, b8 = 1, a7 = 8", Corner::A8, Major::Rank),
        Self::row("h8lsb", "h8 = 0, g8 = 1, h7 = 8", Corner::H8, Major::Rank),
        Self::row("a1lsb-file", "a1 = 0, a2 = 1, b1 = 8", Corner::A1, Major::File),
        Self::row("h1lsb-file", "h1 = 0, h2 = 1, g1 = 8", Corner::H1, Major::File),
        Self::row("a8lsb-file", "a8 = 0, a7 = 1, b8 = 8", Corner::A8, Major::File),
        Self::row("h8lsb-file", "h8 = 0, h7 = 1, g8 = 8", Corner::H8, Major::File),
    ];

    const fn row(id: &'static str, summary: &'static str, corner: Corner, major: Major) -> Self {
        Self { id, summary, corner, major }
    }

    /// The order with this name.
    #[must_use]
    pub fn find(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|standard| standard.id == id)
    }

    /// The order with this corner and direction.
    #[must_use]
    pub fn of(corner: Corner, major: Major) -> Self {
        Self::ALL
            .into_iter()
            .find(|standard| standard.corner == corner && standard.major == major)
            .unwrap_or(Self::ALL[0])
    }
}

/// The way in which squares are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// One of the eight standard orders.
    Standard {
        /// The order.
        standard: Standard,
        /// The number of bits from one rank to the next, at least the length of a rank; in file-major orders, from one
        /// file to the next.
        stride: u8,
    },
    /// The bit of each place, in the order a1, b1, ...: width x height distinct entries.
    Permutation(Vec<u8>),
}

impl Order {
    /// The name of the order in headers and messages.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Standard { standard, .. } => standard.id,
            Self::Permutation(_) => "permutation",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_is_found_by_what_it_says() {
        for row in Standard::ALL {
            assert_eq!(Standard::of(row.corner, row.major), row);
            assert_eq!(Standard::find(row.id), Some(row));
            assert_eq!(Order::Standard { standard: row, stride: 8 }.name(), row.id);
        }
        assert_eq!(Order::Permutation(vec![0]).name(), "permutation");
    }
}
