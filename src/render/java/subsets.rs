//! Occupancies and their attack sets in; arrays out: numbers where there are few, else a nested class that unpacks
//! them.

use super::doc::{Block, javadoc};
use super::rows::hex_rows;
use super::tables::{Entries, Nested};
use super::view::{Array, Builder};
use crate::model::{Case, Part, PieceModule, Rows, Storage, words};

/// The most words that stand as numbers.
const MOST_LITERALS: usize = 2048;

impl Builder<'_> {
    /// Every subset of each mask, and what is attacked under it. Where the attack table is an array of arrays, so
    /// are they.
    pub(super) fn subsets(&mut self, arrays: &mut Vec<Array>, nested: &mut Vec<Nested>) {
        for part in [Part::Occupancies, Part::AttackSets] {
            if self.module.emits(part) {
                self.subsets_of(part, arrays, nested);
            }
        }
    }

    fn subsets_of(&mut self, part: Part, arrays: &mut Vec<Array>, nested: &mut Vec<Nested>) {
        let pieces = &self.module.pieces;
        let (class, constant, what) = match part {
            Part::AttackSets => ("AttackSets", "sets", "attack sets of the occupancies"),
            _ => ("Occupancies", "subsets", "occupancies"),
        };
        let rows: Vec<Rows> = (0..pieces.len()).map(|at| self.rows_of(at)).collect();
        let total: usize = pieces.iter().map(|piece| values(part, piece).len()).sum();
        let is_held = total > MOST_LITERALS || rows.iter().any(|rows| *rows != Rows::No);
        let mut holder = is_held.then(|| Nested::new(self.taken.name(class)));
        if let Some(holder) = &mut holder {
            let text = format!("The {what}, unpacked when the class is initialised.");
            holder.doc = javadoc(2, &[Block::Text(text)]);
            for (index, (piece, rows)) in pieces.iter().zip(&rows).enumerate() {
                let name = self.taken.name(Case::Shouty.join(&[&piece.name, constant]));
                let lengths = self.subset_lengths(piece, rows, arrays);
                let entries = Entries {
                    index,
                    name,
                    storage: Storage::Word,
                    rows,
                    values: values(part, piece),
                    lengths,
                    is_filled: false,
                };
                holder.hold(&mut self.taken, &self.unpack, entries);
            }
        }
        for (index, (piece, rows)) in pieces.iter().zip(&rows).enumerate() {
            let spoken = words(&piece.name);
            let (order, kind) = match rows {
                Rows::No => ("square after square; those of a square ", "long[]"),
                _ => ("a row a square, each ", "long[][]"),
            };
            let entry = match part {
                Part::AttackSets => "The attack set under every subset",
                _ => "Every subset",
            };
            let text = format!(
                "{entry} of each relevant occupancy mask of the {spoken}, {order}from 0 on by {{@code \
                 subset = (subset - mask) & mask}}.",
            );
            let name = self.module.names.table(&piece.name, part.id());
            let value = holder.as_ref().and_then(|holder| holder.reference(index));
            arrays.push(Array {
                doc: javadoc(2, &[Block::Text(text)]),
                head: format!("{}static final {kind} {name}", self.visible),
                rows: value.as_ref().map_or_else(
                    || hex_rows(values(part, piece), 4, &[], self.module),
                    |_| String::new(),
                ),
                value,
            });
        }
        nested.extend(holder);
    }

    /// The rows of a piece's occupancies, where its attack sets have rows of different lengths.
    fn rows_of(&self, piece: usize) -> Rows {
        let is_ragged = self
            .module
            .tables
            .iter()
            .any(|table| table.piece == Some(piece) && matches!(table.rows, Rows::Ragged(_)));
        if !is_ragged {
            return Rows::No;
        }
        let mut next = 0;
        let start = |length: usize| {
            next += length;
            next - length
        };
        Rows::Ragged(
            self.numbers_of_subsets(&self.module.pieces[piece]).into_iter().map(start).collect(),
        )
    }

    /// How many subsets each square's mask has.
    fn numbers_of_subsets(&self, piece: &PieceModule) -> Vec<usize> {
        let mut lengths = vec![0; usize::from(self.module.board.indices)];
        for (_, bit) in &self.module.board.squares {
            lengths[usize::from(*bit)] = 1 << piece.walk.mask(*bit).count_ones();
        }
        lengths
    }

    fn subset_lengths(
        &mut self,
        piece: &PieceModule,
        rows: &Rows,
        arrays: &mut Vec<Array>,
    ) -> Option<String> {
        let lengths = (*rows != Rows::No).then(|| self.numbers_of_subsets(piece))?;
        Some(self.row_lengths(&piece.name, lengths, arrays))
    }
}

/// What there is of a part for each subset.
fn values(part: Part, piece: &PieceModule) -> &[u64] {
    match part {
        Part::AttackSets => &piece.attack_sets,
        _ => &piece.occupancies,
    }
}
