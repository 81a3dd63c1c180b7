//! Counts the move sequences of xiangqi with generated lookups, and compares the counts with published ones.
//!
//! ```sh
//! magicgen && rustc -O perft.rs && ./perft 4 < positions.txt
//! ```

#[allow(dead_code)]
mod xiangqi;

use std::io::BufRead;

/// Pieces in the order of `KINDS`.
const KINDS: &str = "kabnrcp";
const KING: usize = 0;
const HORSE: usize = 3;
const ROOK: usize = 4;
const CANNON: usize = 5;
const PAWN: usize = 6;

const RED: usize = 0;

#[derive(Clone, Copy, Default)]
struct Position {
    pieces: [[u128; 7]; 2],
    all: [u128; 2],
    side: usize,
}

/// The squares of a set.
fn squares(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        square
    })
}

impl Position {
    /// Reads a position: ranks from the top, and the side to move.
    fn read(text: &str) -> Self {
        let (board, side) = text.split_once(' ').expect("a board and a side");
        let mut position = Self { side: usize::from(side == "b"), ..Self::default() };
        for (row, rank) in board.split('/').zip((0..10).rev()) {
            let mut file = 0;
            for letter in row.chars() {
                if let Some(free) = letter.to_digit(10) {
                    file += free as usize;
                    continue;
                }
                let side = usize::from(letter.is_lowercase());
                let kind = KINDS.find(letter.to_ascii_lowercase()).expect("a piece");
                position.put(side, kind, rank * 9 + file);
                file += 1;
            }
        }
        position
    }

    fn put(&mut self, side: usize, kind: usize, square: usize) {
        self.pieces[side][kind] |= 1 << square;
        self.all[side] |= 1 << square;
    }

    /// The squares that a piece of the side to move may go to.
    fn targets(&self, kind: usize, from: usize) -> u128 {
        let (own, other) = (self.all[self.side], self.all[1 - self.side]);
        let occupied = own | other;
        let attacks = match kind {
            KING => xiangqi::king_attacks(from, occupied),
            1 => xiangqi::advisor_attacks(from, occupied),
            2 => xiangqi::elephant_attacks(from, occupied),
            HORSE => xiangqi::horse_attacks(from, occupied),
            ROOK => xiangqi::rook_attacks(from, occupied),
            CANNON => {
                xiangqi::cannon_quiets(from, occupied) | xiangqi::cannon_captures(from, occupied)
            }
            _ if self.side == RED => xiangqi::red_pawn_attacks(from, occupied),
            _ => xiangqi::black_pawn_attacks(from, occupied),
        };
        attacks & !own
    }

    /// Whether the king of a side is attacked. A king attacks the other one along an open file.
    fn is_in_check(&self, side: usize) -> bool {
        let by = &self.pieces[1 - side];
        let occupied = self.all[0] | self.all[1];
        let king = self.pieces[side][KING].trailing_zeros() as usize;
        let rook = xiangqi::rook_attacks(king, occupied);
        let pawns = if side == RED {
            xiangqi::black_pawn_to_attacks(king, occupied)
        } else {
            xiangqi::red_pawn_to_attacks(king, occupied)
        };
        let faces = rook & by[KING] != 0 && king % 9 == by[KING].trailing_zeros() as usize % 9;
        faces
            || rook & by[ROOK] != 0
            || xiangqi::cannon_captures(king, occupied) & by[CANNON] != 0
            || xiangqi::horse_to_attacks(king, occupied) & by[HORSE] != 0
            || pawns & by[PAWN] != 0
    }

    /// The position after a move; `None` if it isn't legal.
    fn moved(mut self, kind: usize, from: usize, to: usize) -> Option<Self> {
        let side = self.side;
        for pieces in &mut self.pieces[1 - side] {
            *pieces &= !(1 << to);
        }
        self.all[1 - side] &= !(1 << to);
        self.pieces[side][kind] &= !(1 << from);
        self.all[side] &= !(1 << from);
        self.put(side, kind, to);
        self.side = 1 - side;
        (!self.is_in_check(side)).then_some(self)
    }

    fn perft(&self, depth: u32) -> u64 {
        let mut count = 0;
        for (kind, pieces) in self.pieces[self.side].iter().enumerate() {
            for from in squares(*pieces) {
                for to in squares(self.targets(kind, from)) {
                    if let Some(next) = self.moved(kind, from, to) {
                        count += if depth == 1 { 1 } else { next.perft(depth - 1) };
                    }
                }
            }
        }
        count
    }
}

fn main() {
    let most = std::env::args().nth(1).map_or(4, |depth| depth.parse().expect("a depth"));
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("a line");
        let mut parts = line.split("; ");
        let text = parts.next().unwrap_or_default();
        let position = Position::read(text);
        for part in parts {
            let (depth, right) = part[1..].split_once(' ').expect("a depth and a count");
            let depth = depth.parse().expect("a depth");
            if depth <= most {
                let count = position.perft(depth);
                println!("{text} depth {depth}: {count}");
                assert_eq!(Ok(count), right.parse());
            }
        }
    }
}
