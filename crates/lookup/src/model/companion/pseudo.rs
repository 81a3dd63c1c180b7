//! The array of attacks on the empty board, by piece and square.

use super::pieces::turned;
use super::writer::ProgramWriter;
use super::{Companion, Maker, Returns, Title, small, square};
use crate::model::name_role::NameRole;
use magicgen_board::SquareSet;
use magicgen_ir::{Rows, Table};

impl Maker<'_> {
    /// A row for each number up to the highest; the row of a number without a piece has empty sets.
    pub(super) fn pseudo_attacks(&mut self) {
        let mapping = self.ground.mapping;
        let numbered = self.wish.numbered();
        let Some(last) = numbered.last().map(|one| one.number) else { return };
        let indices = self.ground.indices();
        let mut sets = vec![SquareSet::EMPTY; (usize::from(last) + 1) * indices];
        for one in &numbered {
            let start = usize::from(one.number) * indices;
            let reaches = self.ground.reaches(&turned(&one.piece, one.side, mapping.board()));
            sets[start..start + indices].copy_from_slice(&reaches);
        }
        let title = Title::of(NameRole::PseudoAttacks);
        let names = numbered.iter().map(|one| format!("{} {}", one.number, one.name));
        let names: Vec<String> = names.collect();
        let sentence = format!(
            "Squares attacked on the empty board, by piece and square; pieces are {}",
            names.join(", ")
        );
        let table = title.clone().public(self.ground.table("", sentence, &sets));
        let table = self.table(Table { rows: Rows::Equal(indices), ..table });
        let parameters = vec![
            small(0, "piece", "the piece's number", last),
            square(mapping, 1, "square", "the piece's square"),
        ];
        let mut w = ProgramWriter::on(self.ground, None);
        let pair = [0, 1].map(|at: usize| w.given(parameters[at].parameter));
        let result = w.entry_of_pair(table, pair, indices);
        let returns = Returns::new("the squares that a piece attacks", "", "the attacked squares");
        let part = title.role.part();
        let program = w.finish(result);
        self.made.arrays.push(Companion::new(part, title, parameters, program, returns));
    }
}
