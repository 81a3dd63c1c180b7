//! Lookups that compute each line's two rays separately.
//!
//! * Classical (Hyatt; Sherwin; as the Chess Programming Wiki tells it): a table has the squares of each ray from each
//!   square, and the same ray from the nearest blocker is cut off. If nothing blocks a ray, the last bit, or the first
//!   one, stands for the blocker: no ray goes on from there.
//! * With reversal (Inführ 2022): subtracting 1 changes exactly the bits up to the lowest one bit. For the blockers
//!   below the slider the word is reversed.

use super::PieceOnBoard;
use super::bytes_of_lines::{Parts, lookups_of_lines};
use crate::layout::Unfit;
use crate::model::Lookups;
use magicgen_board::{Bitboard, bits};
use magicgen_ir::{Binary, Count, Op, Rows, Storage, Table, TableRole, Value};

/// The lookups of all pieces with a table of rays.
pub(super) fn classical(pieces: &[PieceOnBoard<'_>]) -> Result<Lookups, Unfit> {
    let mut table = Table {
        role: TableRole::Rays,
        piece: None,
        rows: Rows::No,
        storage: Storage::Word,
        entries: Vec::new(),
        title: None,
    };
    let mut lookups = lookups_of_lines(pieces, Vec::new(), |at, p, line| {
        let mut line_attacks = None;
        for ray in &line.rays {
            let of = Ray::new(at, pieces[at], *ray)?;
            let start = of.start_in(&mut table.entries);
            let set = of.attacks(p, start);
            line_attacks = Some(match line_attacks {
                None => set,
                Some(other) => p.binary(Binary::Or, other, set),
            });
        }
        Ok(line_attacks.unwrap_or(Value(0)))
    })?;
    lookups.tables.push(table);
    Ok(lookups)
}

/// One ray from each square.
struct Ray {
    /// True where the ray leads to higher bits.
    is_up: bool,
    /// The squares that the ray passes, by bit index.
    squares: Vec<Bitboard>,
    /// True where a blocker's own ray goes on beyond the slider's: for a piece of a few steps.
    is_short: bool,
}

impl Ray {
    fn new(piece: usize, on_board: PieceOnBoard<'_>, ray: usize) -> Result<Self, Unfit> {
        let PieceOnBoard { walk, problem, .. } = on_board;
        let along = walk.along(&[ray]);
        let mut squares = vec![0; usize::from(problem.indices)];
        for square in problem.squares() {
            squares[usize::from(square.bit)] = along.attacks(square.bit, 0);
        }
        let is_up = |(bit, set): (usize, &Bitboard)| {
            (*set != 0).then(|| set.trailing_zeros() as usize > bit)
        };
        let mut ways = squares.iter().enumerate().filter_map(is_up);
        let first = ways.next().unwrap_or(true);
        if ways.any(|other| other != first) {
            let bit = problem.squares().first().map_or(0, |square| square.bit);
            return Err(Unfit::Order { piece, bit });
        }
        let goes_on =
            |set: &Bitboard| bits(*set).any(|blocker| squares[usize::from(blocker)] & !*set != 0);
        let is_short = squares.iter().any(goes_on);
        Ok(Self { is_up: first, squares, is_short })
    }

    /// The position at which the ray's squares begin in a table, which gets them unless it has them.
    fn start_in(&self, entries: &mut Vec<u64>) -> usize {
        let length = self.squares.len();
        let known = entries.chunks(length).position(|ray| ray == self.squares);
        if known.is_none() {
            entries.extend(&self.squares);
        }
        known.map_or(entries.len() - length, |at| at * length)
    }

    /// Adds the lookup of this ray to the program.
    fn attacks(&self, p: &mut Parts<'_>, start: usize) -> Value {
        let square = p.program.push(Op::Square);
        let ray = read(p, start, square);
        p.program.hint(ray, "ray");
        let occupied = p.program.push(Op::Occupied);
        let blockers = p.binary(Binary::And, occupied, ray);
        let edge = p.word(if self.is_up { 1 << (self.squares.len() - 1) } else { 1 });
        let blockers = p.binary(Binary::Or, blockers, edge);
        p.program.hint(blockers, "blockers");
        let nearest = if self.is_up {
            p.program.push(Op::Count(Count::TrailingZeros, blockers))
        } else {
            let zeros = p.program.push(Op::Count(Count::LeadingZeros, blockers));
            let last = p.half(63);
            p.binary(Binary::Xor, zeros, last)
        };
        p.program.hint(nearest, "nearest");
        let hidden = read(p, start, nearest);
        p.program.hint(hidden, "hidden");
        let cut = if self.is_short { Binary::AndNot } else { Binary::Xor };
        p.binary(cut, ray, hidden)
    }
}

/// Reads the squares of the ray at `start` in the table of rays.
fn read(p: &mut Parts<'_>, start: usize, square: Value) -> Value {
    let table = super::bytes_of_lines::first_table(Storage::Word);
    let index = if start == 0 {
        square
    } else {
        let start = p.half(start as u64);
        p.binary(Binary::Add, square, start)
    };
    p.program.push(Op::Load(table, index))
}

/// The lookups of all pieces by subtracting 1 from the blockers above, and from the reversed blockers below.
pub(super) fn reversed(pieces: &[PieceOnBoard<'_>]) -> Result<Lookups, Unfit> {
    lookups_of_lines(pieces, Vec::new(), |_, p, _| {
        let below = p.below();
        let occupied = p.program.push(Op::Occupied);
        let reach = p.reach();
        let blockers = p.binary(Binary::And, occupied, reach);
        p.program.name(blockers, "blockers");
        let upper = p.binary(Binary::AndNot, blockers, below);
        p.program.name(upper, "upper");
        let one = p.word(1);
        let up = p.binary(Binary::Sub, upper, one);
        let up = p.binary(Binary::Xor, upper, up);
        p.program.hint(up, "upward");
        let lower = p.binary(Binary::And, blockers, below);
        p.program.name(lower, "lower");
        let down = p.program.push(Op::ReverseBits(lower));
        p.program.hint(down, "reversed");
        let down = p.binary(Binary::Sub, down, one);
        let down = p.program.push(Op::ReverseBits(down));
        let down = p.binary(Binary::Xor, lower, down);
        p.program.hint(down, "downward");
        let both = p.binary(Binary::And, up, down);
        p.program.hint(both, "both");
        Ok(p.binary(Binary::And, both, reach))
    })
}
