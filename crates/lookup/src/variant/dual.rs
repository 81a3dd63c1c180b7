//! Hyperbola quintessence on vectors (Stockfish 2026; okuhara in Cfish, 2020, had lines in lanes before). The lines of
//! all pieces that are reversed byte by byte, such as file, diagonal and antidiagonal, are computed at once, each in
//! one lane of a register. The arithmetic is the same as in [`hyperbola`](super::hyperbola).
//!
//! For each square, a table holds these lines' squares side by side, so that one load fills the register. Two lookups
//! of the same square and occupancy compute the same vector and differ only in the lanes that they take. A compiler
//! that sees both, for rook and bishop or for a queen, computes it once. Lines within a byte are looked up. Lines that
//! need a reversal bit by bit are computed on words, as in `hyperbola`.

use super::PieceOnBoard;
use super::bytes_of_lines::{Lie, Parts, line_attacks, lines_of, lookups_of_lines};
use super::groups::{Groups, LinePlace, column, name_vectors};
use super::hyperbola::{Along, attacks, between};
use crate::layout::Unfit;
use crate::model::Lookups;
use magicgen_ir::{Op, Value};

/// The lookups of all pieces.
pub(super) fn lookups(pieces: &[PieceOnBoard<'_>]) -> Result<Lookups, Unfit> {
    let mut tables = Vec::new();
    let mut groups = Groups { table: 0, lines: Vec::new() };
    for (at, on_board) in pieces.iter().enumerate() {
        for line in lines_of(at, *on_board)? {
            match line.lie {
                Lie::Byte if tables.is_empty() => tables.push(line_attacks()),
                Lie::Column | Lie::Slope | Lie::Wrapped => groups.add([column(*on_board, &line)]),
                Lie::Byte | Lie::Ascending => {}
            }
        }
    }
    groups.table = tables.len();
    if !groups.lines.is_empty() {
        tables.push(groups.table());
    }
    lookups_of_lines(pieces, tables, |at, parts, line| {
        let place = match line.lie {
            Lie::Column | Lie::Slope | Lie::Wrapped => groups.place(&[column(pieces[at], line)]),
            Lie::Byte | Lie::Ascending => None,
        };
        Ok(match place {
            Some(place) => in_lane(parts, place),
            None => attacks(parts, line),
        })
    })
}

/// The attacks along the line at a place: its lane of the attacks along all lines of its group.
fn in_lane(p: &mut Parts<'_>, place: LinePlace) -> Value {
    let LinePlace { table, lanes, lane, .. } = place;
    let index = place.row(p);
    let slider = p.slider();
    p.program.name(slider, "slider");
    let occupied = p.program.push(Op::Occupied);
    let Some(lanes) = lanes else {
        let reach = p.program.push(Op::Load(table, index));
        p.program.hint(reach, "reach");
        return between(p, Along { slider, occupied, reach }, Op::ReverseBytes, |p| {
            p.program.push(Op::ReverseBytes(slider))
        });
    };
    let reach = p.program.push(Op::LoadLanes(table, index, lanes));
    p.program.hint(reach, "reach");
    let sliders = p.program.push(Op::Splat(slider, lanes));
    p.program.hint(sliders, "sliders");
    let occupied = p.program.push(Op::Splat(occupied, lanes));
    let along = between(p, Along { slider: sliders, occupied, reach }, Op::ReverseBytes, |p| {
        p.program.push(Op::ReverseBytes(sliders))
    });
    name_vectors(p.program, along);
    p.program.push(Op::Lane(along, lane))
}

#[cfg(test)]
mod tests {
    use std::slice;

    use super::*;
    use crate::variant::tests::on_boards;
    use magicgen_board::{Board, Mapping, Order, Piece, Standard};
    use magicgen_ir::{Lanes, TableRole};

    /// The vectors that the lookups of some pieces load, and the number of entries of the table of lines.
    fn loaded(pieces: &[Piece], height: u8) -> (Vec<Vec<Lanes>>, usize) {
        let order = Order::Standard { standard: Standard::ALL[0], stride: 8 };
        let mapping = Mapping::new(Board::new(8, height).unwrap(), order).unwrap();
        let made = on_boards(pieces, &mapping, |boards| lookups(boards).unwrap());
        let vectors = made.pieces.iter().map(|lookup| {
            let program = lookup.lanes.as_ref().unwrap_or(&lookup.program);
            let lanes = |value| match program.op(value) {
                Op::LoadLanes(_, _, lanes) => Some(lanes),
                _ => None,
            };
            program.values().filter_map(lanes).collect()
        });
        let lines = made.tables.iter().find(|table| table.role == TableRole::Lines);
        (vectors.collect(), lines.map_or(0, |table| table.entries.len()))
    }

    /// Rook and bishop share one vector; a bishop alone has two lanes, and a rook alone needs none.
    #[test]
    fn lines_of_all_pieces_share_vectors() {
        let [rook, bishop] = [Piece::rook(), Piece::bishop()];
        let both = [rook.clone(), bishop.clone()];
        assert_eq!(loaded(&both, 8), (vec![vec![Lanes::Four]; 2], 256));
        assert_eq!(loaded(&both, 5), (vec![vec![Lanes::Four]; 2], 160));
        assert_eq!(loaded(slice::from_ref(&bishop), 8), (vec![vec![Lanes::Two]], 128));
        assert_eq!(loaded(slice::from_ref(&rook), 8), (vec![vec![]], 64));
        // A rook of two steps needs another file, which is the fourth line. A bishop of two steps also needs another
        // line, which makes a second vector.
        let short = |piece: &Piece| Piece { range: 2, ..piece.clone() };
        let all = [rook.clone(), bishop.clone(), short(&rook), short(&bishop)];
        let (vectors, entries) = loaded(&all, 8);
        assert_eq!(vectors[2], [Lanes::Four]);
        assert_eq!((&vectors[3][..], entries), (&[Lanes::Two][..], 256 + 128));
        // The same lines are in the same lanes.
        assert_eq!(loaded(&[rook.clone(), bishop, rook], 8).1, 256);
    }
}
