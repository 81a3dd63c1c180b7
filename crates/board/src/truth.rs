//! Truth tables: pieces whose attack sets are listed, for whatever rays and courses can't say.

use std::collections::BTreeMap;

use super::course::Zone;
use super::{Board, Coordinate, Mapping, SquareSet};

/// The attack sets of a piece, square by square.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TruthTable {
    squares: BTreeMap<Coordinate, TruthSquare>,
}

/// The attack sets of one square.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct TruthSquare {
    /// The squares on whose occupancy the attack set may depend, in the order in which the first row lists them.
    relevant: Vec<Coordinate>,
    /// The attack set for each set of occupied squares, where bit `i` of the key stands for relevant square `i`.
    results: BTreeMap<u64, Zone>,
}

/// The most relevant squares that a row may list.
const MOST_LISTED: usize = 20;

/// A reason why a row, or a whole table, is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TruthError {
    /// Two rows of a square list different relevant squares.
    OtherRelevant {
        /// The square.
        square: Coordinate,
    },
    /// An occupied square isn't among the relevant ones.
    NotRelevant {
        /// The square.
        square: Coordinate,
        /// The occupied square.
        occupied: Coordinate,
    },
    /// A row lists more relevant squares than can be enumerated.
    TooMany {
        /// The square.
        square: Coordinate,
        /// The number of relevant squares.
        count: usize,
    },
    /// Two rows have the same square and the same occupied squares, but different results.
    TwoResults {
        /// The square.
        square: Coordinate,
        /// The occupied squares.
        occupied: Zone,
    },
    /// A set of occupied squares has no row.
    Gap {
        /// The square.
        square: Coordinate,
        /// The occupied squares.
        occupied: Zone,
    },
}

impl TruthError {
    /// The message, with the names that squares have on this board.
    #[must_use]
    pub fn text(&self, board: &Board) -> String {
        let name = |square: &Coordinate| board.name(*square);
        let names = |squares: &Zone| {
            let names: Vec<String> = squares.iter().map(name).collect();
            if names.is_empty() { "no square".to_owned() } else { names.join(" ") }
        };
        match self {
            Self::OtherRelevant { square } => {
                format!("two rows of {} list different relevant squares", name(square))
            }
            Self::NotRelevant { square, occupied } => format!(
                "{} is occupied in a row of {}, but isn't relevant there",
                name(occupied),
                name(square)
            ),
            Self::TooMany { square, count } => {
                format!("{} has {count} relevant squares, more than {MOST_LISTED}", name(square))
            }
            Self::TwoResults { square, occupied } => {
                format!("{} has two results with {} occupied", name(square), names(occupied))
            }
            Self::Gap { square, occupied } => {
                format!("{} has no result with {} occupied", name(square), names(occupied))
            }
        }
    }
}

impl TruthTable {
    /// Adds a row: the attack set `result` of `square` if, of the relevant squares, these are occupied.
    pub fn insert(
        &mut self,
        square: Coordinate,
        relevant: &[Coordinate],
        occupied: &Zone,
        result: Zone,
    ) -> Result<(), TruthError> {
        let of = self.squares.entry(square).or_default();
        if of.results.is_empty() {
            of.relevant = relevant.to_vec();
        }
        if of.relevant != relevant {
            return Err(TruthError::OtherRelevant { square });
        }
        if relevant.len() > MOST_LISTED {
            return Err(TruthError::TooMany { square, count: relevant.len() });
        }
        let mut key = 0;
        for occupied in occupied {
            let Some(place) = relevant.iter().position(|at| at == occupied) else {
                return Err(TruthError::NotRelevant { square, occupied: *occupied });
            };
            key |= 1 << place;
        }
        if of.results.get(&key).is_some_and(|earlier| *earlier != result) {
            return Err(TruthError::TwoResults { square, occupied: occupied.clone() });
        }
        of.results.insert(key, result);
        Ok(())
    }

    /// Refuses a table in which some set of occupied squares has no result.
    pub fn check(&self) -> Result<(), TruthError> {
        for (square, of) in &self.squares {
            let gap = (0..1_u64 << of.relevant.len()).find(|key| !of.results.contains_key(key));
            if let Some(gap) = gap {
                let numbered = of.relevant.iter().enumerate();
                let occupied = numbered.filter(|(number, _)| gap >> number & 1 != 0);
                let occupied = occupied.map(|(_, at)| *at).collect();
                return Err(TruthError::Gap { square: *square, occupied });
            }
        }
        Ok(())
    }

    /// Every square that the table names.
    pub fn named(&self) -> impl Iterator<Item = Coordinate> {
        self.squares.iter().flat_map(|(square, of)| {
            let results = of.results.values().flatten();
            [square].into_iter().chain(&of.relevant).chain(results).copied()
        })
    }

    /// The relevant squares of a square, and the attack set for each of their subsets, both by bit index. Squares on
    /// which nothing depends are left out.
    pub(super) fn on(&self, square: Coordinate, mapping: &Mapping) -> (SquareSet, Vec<SquareSet>) {
        let Some(of) = self.squares.get(&square) else {
            return (SquareSet::EMPTY, vec![SquareSet::EMPTY]);
        };
        let set =
            |zone: &Zone| zone.iter().filter_map(|at| mapping.bit(*at)).collect::<SquareSet>();
        let results: Vec<SquareSet> = of.results.values().map(set).collect();
        let matters =
            |place: usize| (0..results.len()).any(|key| results[key] != results[key ^ 1 << place]);
        // The places of the relevant squares, in the order of their bit indices.
        let mut places: Vec<(u8, usize)> = (of.relevant.iter().enumerate())
            .filter(|(place, _)| matters(*place))
            .filter_map(|(place, at)| Some((mapping.bit(*at)?, place)))
            .collect();
        places.sort_unstable();
        let mask = places.iter().map(|(bit, _)| *bit).collect();
        let key = |subset: usize| {
            let numbered = places.iter().enumerate();
            let occupied = numbered.filter(|(number, _)| subset >> number & 1 != 0);
            occupied.fold(0_usize, |key, (_, (_, place))| key | 1 << place)
        };
        let sets = (0..1_usize << places.len()).map(|subset| results[key(subset)]).collect();
        (mask, sets)
    }
}
