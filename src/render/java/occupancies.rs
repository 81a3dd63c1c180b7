//! Occupancies in; arrays out: numbers where there are few, else a nested class that unpacks them.

use super::doc::{Block, javadoc};
use super::rows::hex_rows;
use super::tables::{Entries, Nested};
use super::view::{Array, Builder};
use crate::model::{Case, Field, Part, PieceModule, Rows, Storage, words};

/// The most occupancies that stand as numbers.
const MOST_LITERALS: usize = 2048;

impl Builder<'_> {
    /// Every subset of each mask. Where attack sets stand in an array of arrays, so do they.
    pub(super) fn occupancies(&mut self, arrays: &mut Vec<Array>, nested: &mut Vec<Nested>) {
        let pieces = &self.module.pieces;
        if !self.module.emits(Part::Occupancies) {
            return;
        }
        let rows: Vec<Rows> = (0..pieces.len()).map(|at| self.rows_of(at)).collect();
        let total: usize = pieces.iter().map(|piece| piece.occupancies.len()).sum();
        let is_held = total > MOST_LITERALS || rows.iter().any(|rows| *rows != Rows::No);
        let mut holder = is_held.then(|| Nested::new(self.taken.name("Occupancies")));
        if let Some(holder) = &mut holder {
            let text = "The occupancies, unpacked when the class is initialised.";
            holder.doc = javadoc(2, &[Block::text(text)]);
            for (index, (piece, rows)) in pieces.iter().zip(&rows).enumerate() {
                let name = self.taken.name(Case::Shouty.join(&[&piece.name, "subsets"]));
                let lengths = self.subset_lengths(piece, rows, arrays);
                let entries = Entries {
                    index,
                    name,
                    storage: Storage::Word,
                    rows,
                    values: &piece.occupancies,
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
            let text = format!(
                "Every subset of each relevant occupancy mask of the {spoken}, {order}from 0 on by \
                 {{@code subset = (subset - mask) & mask}}.",
            );
            let name = self.module.names.table(&piece.name, "occupancies");
            let value = holder.as_ref().and_then(|holder| holder.reference(index));
            arrays.push(Array {
                doc: javadoc(2, &[Block::Text(text)]),
                head: format!("{}static final {kind} {name}", self.visible),
                rows: value
                    .as_ref()
                    .map_or_else(|| hex_rows(&piece.occupancies, 4, &[]), |_| String::new()),
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
        Rows::Ragged(self.subsets(&self.module.pieces[piece]).into_iter().map(start).collect())
    }

    /// How many subsets each square's mask has.
    fn subsets(&self, piece: &PieceModule) -> Vec<usize> {
        let mut lengths = vec![0; usize::from(self.module.board.indices)];
        for (_, bit) in &self.module.board.squares {
            let mask = piece.fields.get(Field::MASK, *bit);
            lengths[usize::from(*bit)] = 1 << mask.count_ones();
        }
        lengths
    }

    fn subset_lengths(
        &mut self,
        piece: &PieceModule,
        rows: &Rows,
        arrays: &mut Vec<Array>,
    ) -> Option<String> {
        let lengths = (*rows != Rows::No).then(|| self.subsets(piece))?;
        Some(self.row_lengths(&piece.name, lengths, arrays))
    }
}
