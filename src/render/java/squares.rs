//! The board in; constants of squares and the method that counts them out.

use super::doc::{Block, WIDTH, javadoc};
use super::rows::int_rows;
use super::view::{Array, Builder, Member, Method};
use crate::model::{Part, SquareFormula};
use crate::render::formula::linear;

impl Builder<'_> {
    /// Squares by rank, as many in a declaration as fit a line.
    pub(super) fn squares(&self) -> Vec<Member> {
        if !self.module.emits(Part::Squares) {
            return Vec::new();
        }
        let mut squares: Vec<(u8, usize, &str, String)> = self
            .module
            .board
            .squares
            .iter()
            .map(|(name, bit)| {
                let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
                let rank = name[letters.len()..].parse().unwrap_or(0);
                let text = format!("{} = {bit}", self.module.names.constant(&[name]));
                (rank, letters.len(), letters, text)
            })
            .collect();
        squares.sort();
        let mut members = Vec::new();
        for rank in squares.chunk_by(|a, b| a.0 == b.0) {
            let doc = javadoc(2, &[Block::Text(format!("Squares of rank {}.", rank[0].0))]);
            let head = format!("{}static final int ", self.visible);
            let mut text = String::new();
            for (_, _, _, square) in rank {
                if text.is_empty() {
                    text = format!("{head}{square}");
                } else if 2 + text.len() + 2 + square.len() < WIDTH {
                    text = format!("{text}, {square}");
                } else {
                    members.push(Member { doc: doc.clone(), text: format!("{text};") });
                    text = format!("{head}{square}");
                }
            }
            members.push(Member { doc, text: format!("{text};") });
        }
        members
    }

    /// The method, and the list that it reads, where it needs one.
    pub(super) fn square(&mut self) -> (Method, Option<Array>) {
        let board = &self.module.board;
        let mut list = None;
        let value = match &board.formula {
            SquareFormula::Linear { start, by_file, by_rank } => {
                linear(*start, [(*by_rank, board.height, "rank"), (*by_file, board.width, "file")])
            }
            SquareFormula::List(bits) => {
                let name = self.taken.name("BIT_INDICES");
                let doc = "Bit indices in the order a1, b1, ..., rank by rank.";
                list = Some(Array {
                    doc: javadoc(2, &[Block::text(doc)]),
                    head: format!("private static final byte[] {name}"),
                    rows: int_rows(bits, 4, &[]),
                    value: None,
                });
                format!("{name}[{} * rank + file]", board.width)
            }
        };
        let nowhere = if self.has_holes() { "; undefined where there is no square" } else { "" };
        let blocks = [
            Block::text("Returns the square on a file and a rank."),
            Block::Tag(
                "@param file",
                format!("the file, from 0 for a to {}", board.width.saturating_sub(1)),
            ),
            Block::Tag(
                "@param rank",
                format!("the rank, from 0 for rank 1 to {}", board.height.saturating_sub(1)),
            ),
            Block::Tag("@return", format!("its bit index{nowhere}")),
        ];
        let name = self.module.names.function(&["square"]);
        let method = Method {
            doc: javadoc(2, &blocks),
            head: format!("{}static int {name}(int file, int rank)", self.visible),
            body: vec![format!("return {value};")],
        };
        (method, list)
    }
}
