//! Counts the move sequences of Capablanca chess with generated lookups, and compares the counts with published ones.
//!
//! ```sh
//! magicgen && rustc -O perft.rs && ./perft 4 < positions.txt
//! ```

#[allow(dead_code)]
mod capablanca;

use std::io::BufRead;

/// The kinds in the order of their letters.
const LETTERS: &str = "pnbracqk";
const PAWN: usize = 0;
const KNIGHT: usize = 1;
const BISHOP: usize = 2;
const ROOK: usize = 3;
const ARCHBISHOP: usize = 4;
const CHANCELLOR: usize = 5;
const QUEEN: usize = 6;
const KING: usize = 7;
const KINDS: usize = 8;

const WHITE: usize = 0;

#[derive(Clone, Copy, Default)]
struct Position {
    pieces: [[u128; KINDS]; 2],
    all: [u128; 2],
    side: usize,
    /// The square that a pawn passed by a double step.
    passed: u128,
    /// The kings and rooks that may still castle.
    unmoved: u128,
}

/// The squares of a set.
fn squares(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        square
    })
}

/// The squares that a piece other than a pawn attacks.
fn attacks(kind: usize, square: usize, occupied: u128) -> u128 {
    match kind {
        KNIGHT => capablanca::knight_attacks(square, occupied),
        BISHOP => capablanca::bishop_attacks(square, occupied),
        ROOK => capablanca::rook_attacks(square, occupied),
        ARCHBISHOP => capablanca::archbishop_attacks(square, occupied),
        CHANCELLOR => capablanca::chancellor_attacks(square, occupied),
        QUEEN => capablanca::queen_attacks(square, occupied),
        _ => capablanca::king_attacks(square, occupied),
    }
}

/// The given squares that a pawn of a side captures on.
fn captures(side: usize, square: usize, of: u128) -> u128 {
    if side == WHITE {
        capablanca::white_pawn_captures(square, of)
    } else {
        capablanca::black_pawn_captures(square, of)
    }
}

impl Position {
    /// Reads a position: ranks from the top, the side to move, and where the sides may castle.
    fn read(text: &str) -> Self {
        let mut parts = text.split(' ');
        let mut position = Self::default();
        for (row, rank) in parts.next().unwrap_or_default().split('/').zip((0..8).rev()) {
            let (mut file, mut free) = (0, 0);
            for letter in row.chars() {
                if let Some(digit) = letter.to_digit(10) {
                    free = free * 10 + digit as usize;
                    continue;
                }
                file += free;
                free = 0;
                let side = usize::from(letter.is_lowercase());
                let kind = LETTERS.find(letter.to_ascii_lowercase()).expect("a piece");
                position.put(side, kind, rank * 10 + file);
                file += 1;
            }
        }
        position.side = usize::from(parts.next() == Some("b"));
        for letter in parts.next().unwrap_or_default().chars().filter(|letter| *letter != '-') {
            let home = if letter.is_lowercase() { 75 } else { 5 };
            let corner = if letter.eq_ignore_ascii_case(&'k') { home + 4 } else { home - 5 };
            position.unmoved |= 1 << home | 1 << corner;
        }
        position
    }

    fn put(&mut self, side: usize, kind: usize, square: usize) {
        self.pieces[side][kind] |= 1 << square;
        self.all[side] |= 1 << square;
    }

    fn remove(&mut self, side: usize, square: usize) {
        for pieces in &mut self.pieces[side] {
            *pieces &= !(1 << square);
        }
        self.all[side] &= !(1 << square);
    }

    /// Whether the other side attacks a square, where a king of the given side stands or would stand.
    fn is_attacked(&self, side: usize, square: usize) -> bool {
        let by = &self.pieces[1 - side];
        let occupied = self.all[0] | self.all[1];
        (KNIGHT..KINDS).any(|kind| attacks(kind, square, occupied) & by[kind] != 0)
            || captures(side, square, by[PAWN]) != 0
    }

    /// The squares to which the king castles: three files to a side, out of no check and through none.
    fn castles(&self) -> u128 {
        let home = if self.side == WHITE { 5 } else { 75 };
        let mut found = 0;
        for (corner, way) in [
            (home - 5, [home, home - 1, home - 2, home - 3]),
            (home + 4, [home, home + 1, home + 2, home + 3]),
        ] {
            let both = 1 << home | 1 << corner;
            if self.unmoved & both == both
                && capablanca::rook_attacks(corner, self.all[0] | self.all[1]) >> home & 1 == 1
                && !way[..3].iter().any(|square| self.is_attacked(self.side, *square))
            {
                found |= 1 << way[3];
            }
        }
        found
    }

    /// The squares that a piece of the side to move may go to.
    fn targets(&self, kind: usize, from: usize) -> u128 {
        let (own, other) = (self.all[self.side], self.all[1 - self.side]);
        let occupied = own | other;
        match kind {
            KING => attacks(KING, from, occupied) & !own | self.castles(),
            PAWN => {
                let steps = if self.side == WHITE {
                    capablanca::white_pawn_quiets(from, occupied)
                } else {
                    capablanca::black_pawn_quiets(from, occupied)
                };
                steps | captures(self.side, from, other | self.passed)
            }
            _ => attacks(kind, from, occupied) & !own,
        }
    }

    /// The position after a move; `None` if it isn't legal.
    fn moved(mut self, kind: usize, from: usize, to: usize, becomes: usize) -> Option<Self> {
        let side = self.side;
        self.remove(1 - side, to);
        if kind == PAWN && self.passed >> to & 1 == 1 {
            self.remove(1 - side, if side == WHITE { to - 10 } else { to + 10 });
        }
        self.remove(side, from);
        self.put(side, becomes, to);
        if kind == KING && from.abs_diff(to) == 3 {
            self.remove(side, if to < from { from - 5 } else { from + 4 });
            self.put(side, ROOK, if to < from { to + 1 } else { to - 1 });
        }
        self.unmoved &= !(1 << from | 1 << to);
        let is_double = kind == PAWN && from.abs_diff(to) == 20;
        self.passed = if is_double { 1 << ((from + to) / 2) } else { 0 };
        self.side = 1 - side;
        let king = self.pieces[side][KING].trailing_zeros() as usize;
        (!self.is_attacked(side, king)).then_some(self)
    }

    fn perft(&self, depth: u32) -> u64 {
        let mut count = 0;
        for (kind, pieces) in self.pieces[self.side].iter().enumerate() {
            for from in squares(*pieces) {
                for to in squares(self.targets(kind, from)) {
                    let promotes = kind == PAWN && !(10..70).contains(&to);
                    for becomes in if promotes { KNIGHT..=QUEEN } else { kind..=kind } {
                        if let Some(next) = self.moved(kind, from, to, becomes) {
                            count += if depth == 1 { 1 } else { next.perft(depth - 1) };
                        }
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
