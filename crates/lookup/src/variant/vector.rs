//! Obstruction difference on vectors (lines in lanes: okuhara in Cfish, 2020): a square's lines are computed at once, each in one
//! lane of a register, from the nearest blocker above the slider and the nearest one below.
//!
//! For each square, a table holds the lines' squares below the slider and those above it, each side by side, so that two
//! loads fill two registers. Subtracting 1 from the blockers above changes exactly the bits up to the nearest one. The bits
//! under the nearest blocker below are hidden: a processor that counts leading zeros in lanes shifts ones by the count,
//! and any other shifts the blockers down the line by one, two and four squares. The result is the same, since other bits
//! are off the line. Lines without a fixed distance in the word, or of more than nine squares, are computed on words.

use super::PieceOnBoard;
use super::bytes_of_lines::{LineOnBoard, Parts, lines_of, lookups_of_lines};
use super::groups::{Groups, LinePlace, MOST, column, name_vectors};
use super::nearest::slide;
use crate::layout::Unfit;
use crate::model::Lookups;
use magicgen_ir::{Binary, Lanes, Op, Places, Program, Value};

/// The most steps that are taken down a line.
const STEPS: usize = 8;

/// The longest step, in bits: NEON shifts by up to 128 places, here by four steps.
const LONGEST: u8 = 31;

/// The lookups of all pieces.
pub(super) fn lookups(pieces: &[PieceOnBoard<'_>]) -> Result<Lookups, Unfit> {
    let mut groups = Groups { table: 0, lines: Vec::new() };
    let mut places: Vec<u8> = Vec::new();
    for (at, on_board) in pieces.iter().enumerate() {
        for line in lines_of(at, *on_board)? {
            let Some(by) = distance(*on_board, &line) else { continue };
            groups.add(sides(*on_board, &line));
            if places.len() < groups.lines.len() {
                places.push(by);
            }
        }
    }
    // A line alone is as fast on words.
    if groups.lines.len() % MOST == 1 {
        groups.lines.pop();
    }
    let tables = if groups.lines.is_empty() { Vec::new() } else { vec![groups.table()] };
    let mut lookups = lookups_of_lines(pieces, tables, |at, p, line| {
        let place = distance(pieces[at], line).and_then(|_| groups.place(&sides(pieces[at], line)));
        let place = place.and_then(|place| Some((place, place.lanes?)));
        Ok(match place {
            None => slide(p, None),
            Some((place, lanes)) => in_lane(p, place, lanes, &places),
        })
    })?;
    for lookup in &mut lookups.pieces {
        if let Some(lanes) = &mut lookup.lanes {
            join_lanes(lanes);
        }
    }
    Ok(lookups)
}

/// The number of bits from one square of a line to the next, if it is the same on all squares and neither is too long.
fn distance(on_board: PieceOnBoard<'_>, line: &LineOnBoard) -> Option<u8> {
    let PieceOnBoard { walk, problem, .. } = on_board;
    let rays = || line.rays.iter().filter_map(|ray| walk.rays.get(*ray));
    let by = rays().map(|ray| ray.delta.unsigned_abs()).find(|by| *by != 0)?;
    let is_near = by <= LONGEST && walk.permutation.is_none();
    let is_short = |ray| problem.squares().iter().all(|of| walk.path(ray, of.bit).count() <= STEPS);
    (is_near && rays().all(|ray| is_short(*ray))).then_some(by)
}

/// The squares that the slider reaches on a line below and above it, by bit index.
fn sides(on_board: PieceOnBoard<'_>, line: &LineOnBoard) -> [Vec<u64>; 2] {
    let reach = column(on_board, line);
    let below = |(bit, set): (usize, &u64)| set & ((1 << bit) - 1);
    let lower: Vec<u64> = reach.iter().enumerate().map(below).collect();
    let upper = reach.iter().zip(&lower).map(|(reach, lower)| reach ^ lower).collect();
    [lower, upper]
}

/// The attacks along the line at a place: its lane of the attacks along all lines of its group.
fn in_lane(p: &mut Parts<'_>, place: LinePlace, lanes: Lanes, places: &[u8]) -> Value {
    let row = place.row(p);
    let further = p.half(lanes.count().into());
    let above = p.binary(Binary::Add, row, further);
    let [below, above] = [(row, "below"), (above, "above")].map(|(index, name)| {
        let loaded = p.program.push(Op::LoadLanes(place.table, index, lanes));
        p.program.hint(loaded, name)
    });
    let occupied = p.program.push(Op::Occupied);
    let occupied = p.program.push(Op::Splat(occupied, lanes));
    p.program.hint(occupied, "all");
    let lower = p.binary(Binary::And, occupied, below);
    p.program.hint(lower, "lower");
    let upper = p.binary(Binary::And, occupied, above);
    p.program.hint(upper, "upper");
    let hidden = p.program.push(Op::BelowHighest(lower, place.of_group(places)));
    p.program.hint(hidden, "hidden");
    let one = p.word(1);
    let one = p.program.push(Op::Splat(one, lanes));
    let borrowed = p.binary(Binary::Sub, upper, one);
    p.program.hint(borrowed, "borrowed");
    let seen = p.binary(Binary::Xor, upper, borrowed);
    p.program.hint(seen, "seen");
    let between = p.binary(Binary::AndNot, seen, hidden);
    p.program.hint(between, "between");
    let reach = p.binary(Binary::Or, below, above);
    p.program.hint(reach, "reach");
    let along = p.binary(Binary::And, between, reach);
    p.program.hint(along, "along");
    name_vectors(p.program, along);
    p.program.push(Op::Lane(along, place.lane))
}

impl LinePlace {
    /// The numbers of places of the lines of its group.
    fn of_group(self, places: &[u8]) -> Places {
        let mut group = [0; MOST];
        let of = places.chunks(MOST).nth(self.group).unwrap_or_default();
        group[..of.len()].copy_from_slice(of);
        group
    }
}

/// Joins the lanes of a vector at once where a lookup unites all of them or one half.
fn join_lanes(program: &mut Program) {
    let mut vectors: Vec<(Value, u8)> = Vec::new();
    let mut others = Vec::new();
    for part in program.union_of(program.result) {
        match program.op(part) {
            Op::Lane(of, lane) => match vectors.iter_mut().find(|(other, _)| *other == of) {
                Some((_, met)) => *met |= 1 << lane,
                None => vectors.push((of, 1 << lane)),
            },
            _ => others.push(part),
        }
    }
    let mut joined = Vec::new();
    for (of, met) in vectors {
        let lanes = program.type_of(of).lanes();
        let (all, half) = (u8::MAX >> (8 - lanes), u8::MAX >> (8 - lanes / 2));
        if met == all {
            joined.push(program.push(Op::OrLanes(of)));
        } else if lanes > 2 && (met == half || met == all ^ half) {
            joined.push(program.push(Op::OrHalf(of, u8::from(met != half))));
        } else {
            let lanes = (0..lanes).filter(|lane| met >> lane & 1 != 0);
            joined.extend(lanes.map(|lane| program.push(Op::Lane(of, lane))));
        }
    }
    let or = |all, part| program.push(Op::Binary(Binary::Or, all, part));
    program.result = joined.into_iter().chain(others).reduce(or).unwrap_or(program.result);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::tests::on_boards;
    use magicgen_board::{BISHOP, Board, Mapping, Order, Piece, ROOK, Standard};

    /// The operations of the lookups of some pieces that unite lanes, and the number of entries of the table of lines.
    fn united(pieces: &[Piece], mapping: &Mapping) -> (Vec<Vec<&'static str>>, usize) {
        let made = on_boards(pieces, mapping, |boards| lookups(boards).unwrap());
        let of_lanes = made.pieces.iter().map(|lookup| {
            let Some(program) = &lookup.lanes else { return Vec::new() };
            let needed = program.needed(program.result).into_iter();
            let ops = needed.map(|value| program.op(value));
            let unites = |op: &Op| matches!(op, Op::Lane(..) | Op::OrLanes(_) | Op::OrHalf(..));
            ops.filter(unites).map(Op::name).collect()
        });
        (of_lanes.collect(), made.tables.iter().map(|table| table.entries.len()).sum())
    }

    fn board(width: u8, height: u8) -> Mapping {
        let order = Order::Standard { standard: Standard::ALL[0], stride: 16.min(width.max(8)) };
        Mapping::new(Board::new(width, height).unwrap(), order).unwrap()
    }

    /// Rook and bishop have a half of one vector each; a bishop alone has two lanes.
    #[test]
    fn lanes_are_joined_where_a_piece_has_all_or_half() {
        let [rook, bishop] = [Piece::rook(), Piece::bishop()];
        let queen = Piece::new("short queen", &[ROOK, BISHOP].concat(), 2).unwrap();
        let chess = board(8, 8);
        let both = [rook.clone(), bishop.clone()];
        assert_eq!(united(&both, &chess), (vec![vec!["or_half"]; 2], 512));
        assert_eq!(united(std::slice::from_ref(&bishop), &chess), (vec![vec!["or_lanes"]], 256));
        assert_eq!(united(&[queen], &chess), (vec![vec!["or_lanes"]], 512));
        // A rook of two steps has two other lines, and the piece with one line shares a lane.
        let short = Piece { range: 2, ..rook.clone() };
        let lance = Piece::new("flier", &[(0, 1), (0, -1)], 63).unwrap();
        let all = [rook, bishop, short, lance];
        let (lanes, entries) = united(&all, &chess);
        assert_eq!(
            (&lanes[2][..], &lanes[3][..], entries),
            (&["or_lanes"][..], &["lane"][..], 768)
        );
    }

    /// A line alone, lines of more than nine squares, and lines without a fixed distance are computed on words.
    #[test]
    fn lines_that_no_vector_serves_are_computed_on_words() {
        let lance = Piece::new("lance", &[(0, 1)], 63).unwrap();
        assert_eq!(united(&[lance], &board(8, 8)), (vec![vec![]], 0));
        assert_eq!(united(&[Piece::rook()], &board(16, 4)), (vec![vec![]], 0));
        assert_eq!(united(&[Piece::bishop()], &board(16, 4)).0, [["or_lanes"]]);
        let unequal = Order::Permutation(vec![0, 1, 2, 8, 9, 10, 24, 25, 26]);
        let unequal = Mapping::new(Board::new(3, 3).unwrap(), unequal).unwrap();
        assert_eq!(united(&[Piece::rook()], &unequal), (vec![vec![]], 0));
    }
}
