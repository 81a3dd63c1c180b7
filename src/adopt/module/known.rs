//! The tables of the generator that engines have, too, with their values in an engine's order of squares.

use std::fmt;

use magicgen_board::{Mapping, Piece};
use magicgen_lookup::model::companion::{
    CompanionSlider, Companions, Leaper, Title, Wish, companions,
};
use magicgen_lookup::model::{NameRole, Part};

use magicgen_ir::LookupRef;

/// What an index of a table counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    Side,
    Square,
    /// A file, a rank, a diagonal or a colour.
    Line(usize),
}

impl Axis {
    pub(super) const fn length(self) -> usize {
        match self {
            Self::Side => 2,
            Self::Square => 64,
            Self::Line(count) => count,
        }
    }
}

/// A table of the generator with the function that reads it.
#[derive(Clone, Debug)]
pub(super) struct KnownTable {
    /// The part of `emit`.
    pub(super) part: Part,
    /// The piece, if the part has a table for each.
    pub(super) piece: Option<&'static str>,
    /// The words of its name.
    pub(super) words: &'static str,
    /// The function's name; `None` if the part is an array.
    pub(super) title: Option<Title>,
    /// The indices, in order.
    pub(super) axes: Vec<Axis>,
    /// The entries, by the indices.
    pub(super) values: Vec<u64>,
}

impl fmt::Display for KnownTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.part.id())?;
        match self.piece {
            Some(piece) if self.part != Part::Pawns => write!(f, " of the {piece}"),
            _ => Ok(()),
        }
    }
}

impl KnownTable {
    /// The entries of one side alone.
    pub(super) fn of_side(&self, side: usize) -> Option<&[u64]> {
        (self.axes == [Axis::Side, Axis::Square]).then(|| &self.values[side * 64..][..64])
    }

    /// The entries with the two sides exchanged.
    pub(super) fn exchanged(&self) -> Option<Vec<u64>> {
        Some([self.of_side(1)?, self.of_side(0)?].concat())
    }

    /// The entries with the two indices exchanged.
    pub(super) fn transposed(&self) -> Option<Vec<u64>> {
        let [one, two] = self.axes.as_slice() else { return None };
        let (rows, columns) = (one.length(), two.length());
        let entry = |at: usize| self.values[at % rows * columns + at / rows];
        Some((0..rows * columns).map(entry).collect())
    }
}

/// The words of a table, its part, its piece, and the role of its function.
type Row = (&'static str, Part, Option<&'static str>, Option<NameRole>);

const ROWS: [Row; 15] = [
    ("knight attacks table", Part::Leapers, Some("knight"), Some(NameRole::Leapers)),
    ("king attacks table", Part::Leapers, Some("king"), Some(NameRole::Leapers)),
    ("pawn attacks table", Part::Pawns, Some("pawn"), Some(NameRole::PawnAttacks)),
    ("rook rays table", Part::Rays, Some("rook"), Some(NameRole::Rays)),
    ("bishop rays table", Part::Rays, Some("bishop"), Some(NameRole::Rays)),
    ("queen rays table", Part::Rays, Some("queen"), Some(NameRole::Rays)),
    ("between table", Part::Between, None, Some(NameRole::Between)),
    ("line table", Part::Line, None, Some(NameRole::Line)),
    ("ray pass table", Part::RayPass, None, Some(NameRole::RayPass)),
    ("half ray table", Part::HalfRay, None, Some(NameRole::HalfRay)),
    ("distances table", Part::Distance, None, Some(NameRole::Distance)),
    ("files", Part::Files, None, None),
    ("ranks", Part::Ranks, None, None),
    ("diagonals", Part::Diagonals, None, None),
    ("antidiagonals", Part::Diagonals, None, None),
];

/// The tables for an order of squares.
pub(super) fn tables(mapping: &Mapping) -> Vec<KnownTable> {
    let made = made(mapping);
    let table = |(words, part, piece, role): &Row| {
        let has_words = |title: &magicgen_ir::Caption| title.words == *words;
        let found = made.tables.iter().find(|table| table.title.as_ref().is_some_and(has_words))?;
        let piece_name = || piece.unwrap_or_default().to_owned();
        let title = role.map(|role| Title { role, piece: piece_name() });
        let axes = match part {
            Part::Leapers | Part::Rays => vec![Axis::Square],
            Part::Pawns => vec![Axis::Side, Axis::Square],
            Part::Between | Part::Line | Part::RayPass | Part::HalfRay | Part::Distance => {
                vec![Axis::Square; 2]
            }
            _ => vec![Axis::Line(found.entries.len())],
        };
        let values = found.entries.clone();
        Some(KnownTable { part: *part, piece: *piece, words, title, axes, values })
    };
    ROWS.iter().filter_map(table).collect()
}

fn made(mapping: &Mapping) -> Companions {
    let slider = |name: &str, piece: Piece| CompanionSlider {
        name: name.to_owned(),
        piece,
        lookup: LookupRef(0),
        is_public: true,
    };
    let rays = [Piece::rook().rays, Piece::bishop().rays].concat();
    let leaper = |piece| Leaper { piece, has_sides: false };
    let wish = Wish {
        parts: ROWS.iter().map(|row| row.1).collect(),
        leapers: vec![leaper(Piece::knight()), leaper(Piece::king())],
        sliders: vec![
            slider("rook", Piece::rook()),
            slider("bishop", Piece::bishop()),
            slider("queen", Piece { rays, name: "queen".to_owned(), ..Piece::rook() }),
        ],
        double_steps: [Some(1), Some(6)],
        ..Wish::default()
    };
    companions(&wish, mapping, 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use magicgen_board::Standard;

    #[test]
    fn every_row_has_a_table() {
        for standard in Standard::ALL {
            let tables = tables(&Mapping::chess(standard));
            assert_eq!(tables.len(), ROWS.len());
            for table in &tables {
                let entries: usize = table.axes.iter().map(|axis| axis.length()).product();
                assert_eq!(table.values.len(), entries);
            }
        }
        let tables = tables(&Mapping::chess(Standard::ALL[0]));
        assert_eq!(tables[0].values[0], 0x20400);
        assert_eq!(tables[2].values[8..10], [0x2_0000, 0x5_0000]);
    }
}
