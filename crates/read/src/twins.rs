//! Compares several lists of offsets of one piece, for example a public array and the initializer of its rows.

use schemars::JsonSchema;
use serde::Serialize;

use super::offsets::{CERTAIN, may_be_offsets};
use super::report::TextPlace;
use super::settle::{ColumnSource, FEW, Settled, Settler};

/// Two lists of offsets of one piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct OffsetLists {
    /// The finding whose squares they are, as an index into [`Report::findings`](super::Report::findings).
    pub finding: usize,
    /// The list by which the table is laid out, and the other one.
    pub places: [TextPlace; 2],
    /// The squares on which they differ.
    pub squares: Vec<OffsetsDiffer>,
}

/// A square with two different offsets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct OffsetsDiffer {
    /// The bit index.
    pub bit: u8,
    /// The square's name, if the text shows one order of squares.
    pub square: Option<String>,
    /// The offset in each list. If one list counts from another slot than the other, all its offsets differ by the
    /// same distance, which is no fault.
    pub offsets: [i64; 2],
    /// The line of each offset.
    pub lines: [usize; 2],
}

/// The further lists of offsets, by which no table is laid out. `name` gives the square at a bit index of a finding.
/// The sources are the columns of the other lists.
pub(super) fn lists(
    settler: &Settler,
    all: &[&Settled],
    name: impl Fn(usize, u8) -> Option<String>,
) -> Vec<(OffsetLists, ColumnSource)> {
    let used: Vec<ColumnSource> = all.iter().filter_map(|one| one.offsets).collect();
    let mut found = Vec::new();
    for (finding, settled) in all.iter().enumerate() {
        let Some(own) = settled.offsets else { continue };
        for other in settler.lists_of_offsets(settled) {
            let Some(apart) = distance(settler, settled, [own, other]) else { continue };
            let columns = [own, other].map(|source| settler.column(source));
            // One array may have been read in two ways.
            let is_same =
                columns[0].lines == columns[1].lines && columns[0].place == columns[1].place;
            if is_same || used.contains(&other) {
                continue;
            }
            let mut squares = Vec::new();
            for (position, row) in settled.part.row.iter().enumerate() {
                let [one, two] = columns.map(|column| column.values[*row]);
                if two - one != apart {
                    let bit = settled.guess.bit[position];
                    squares.push(OffsetsDiffer {
                        bit,
                        square: name(finding, bit),
                        offsets: [one as i64, two as i64],
                        lines: columns.map(|column| column.lines[*row] as usize),
                    });
                }
            }
            squares.sort_by_key(|square| square.bit);
            let places = [own, other].map(|source| settler.source_place(source));
            found.push((OffsetLists { finding, places, squares }, other));
        }
    }
    found
}

/// The distance between two lists of offsets on most squares; `None` if the distances differ too much for offsets of
/// one table.
fn distance(settler: &Settler, settled: &Settled, lists: [ColumnSource; 2]) -> Option<i128> {
    let [own, other] = lists.map(|source| settled.part.values(settler.column(source)));
    let mut distances: Vec<i128> = own.iter().zip(&other).map(|(one, two)| two - one).collect();
    distances.sort_unstable();
    let same = distances.chunk_by(|a, b| a == b).max_by_key(|same| same.len())?;
    let fewest = if settler.is_called(lists[1], &CERTAIN) { 32 } else { 64 - FEW };
    (same.len() >= fewest).then_some(same[0])
}

impl Settler<'_> {
    /// The columns that may be further offsets of a part.
    fn lists_of_offsets(&self, settled: &Settled) -> Vec<ColumnSource> {
        let rows = self.tables[settled.table].rows();
        let columns = |table: usize| {
            (0..self.tables[table].columns.len()).map(move |column| ColumnSource { table, column })
        };
        let tables = std::iter::once(&settled.table).chain(&self.pool).copied();
        let tables = tables.filter(|table| self.tables[*table].rows() == rows);
        tables
            .flat_map(columns)
            .filter(|source| {
                Some(*source) != settled.offsets && may_be_offsets(self.column(*source))
            })
            .collect()
    }
}
