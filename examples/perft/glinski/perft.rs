//! Counts the move sequences of Gliński's hexagonal chess with generated lookups, and compares the counts with those of
//! another program.
//!
//! ```sh
//! magicgen && rustc --edition 2024 -O perft.rs && ./perft 4 < positions.txt
//! ```

#[allow(dead_code)]
mod glinski;

use std::io::BufRead;

/// Pieces in the order of `KINDS`.
const KINDS: &str = "kqrbnp";
const KING: usize = 0;
const QUEEN: usize = 1;
const ROOK: usize = 2;
const BISHOP: usize = 3;
const KNIGHT: usize = 4;
const PAWN: usize = 5;

const WHITE: usize = 0;

/// The letters of the files, and the number of hexagons in each. Bits are counted file by file.
const FILES: &str = "abcdefghikl";
const LENGTHS: [usize; 11] = [6, 7, 8, 9, 10, 11, 10, 9, 8, 7, 6];

#[derive(Clone, Copy, Default)]
struct Position {
    pieces: [[u128; 6]; 2],
    all: [u128; 2],
    side: usize,
    /// The square that a pawn has just passed by a double step; empty otherwise.
    passed: u128,
}

/// The squares of a set.
fn squares(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        square
    })
}

/// The file of a square, and its place in the file.
fn file_and_place(square: usize) -> (usize, usize) {
    let (mut file, mut place) = (0, square);
    while place >= LENGTHS[file] {
        place -= LENGTHS[file];
        file += 1;
    }
    (file, place)
}

impl Position {
    /// Reads a position: pieces with their squares, as in `Kg1 pb7`, and the side to move.
    fn read(text: &str) -> Self {
        let mut position = Self::default();
        for word in text.split_whitespace() {
            let mut letters = word.chars();
            let (Some(letter), Some(file)) = (letters.next(), letters.next()) else {
                position.side = usize::from(word == "b");
                continue;
            };
            let file = FILES.find(file).expect("a file");
            let rank: usize = letters.as_str().parse().expect("a rank");
            let square = LENGTHS[..file].iter().sum::<usize>() + rank - 1;
            let kind = KINDS.find(letter.to_ascii_lowercase()).expect("a piece");
            position.put(usize::from(letter.is_lowercase()), kind, square);
        }
        position
    }

    fn put(&mut self, side: usize, kind: usize, square: usize) {
        self.pieces[side][kind] |= 1 << square;
        self.all[side] |= 1 << square;
    }

    fn remove(&mut self, side: usize, squares: u128) {
        for pieces in &mut self.pieces[side] {
            *pieces &= !squares;
        }
        self.all[side] &= !squares;
    }

    /// The squares that a piece of the side to move may go to.
    fn targets(&self, kind: usize, from: usize) -> u128 {
        let [own, other] = [self.all[self.side], self.all[1 - self.side]];
        let occupied = own | other;
        let attacks = match kind {
            KING => glinski::king_attacks(from, occupied),
            QUEEN => glinski::queen_attacks(from, occupied),
            ROOK => glinski::rook_attacks(from, occupied),
            BISHOP => glinski::bishop_attacks(from, occupied),
            KNIGHT => glinski::knight_attacks(from, occupied),
            _ if self.side == WHITE => {
                glinski::white_pawn_quiets(from, occupied)
                    | glinski::white_pawn_captures(from, other | self.passed)
            }
            _ => {
                glinski::black_pawn_quiets(from, occupied)
                    | glinski::black_pawn_captures(from, other | self.passed)
            }
        };
        attacks & !own
    }

    /// Whether the king of a side is attacked.
    fn is_in_check(&self, side: usize) -> bool {
        let by = &self.pieces[1 - side];
        let occupied = self.all[0] | self.all[1];
        let king = self.pieces[side][KING].trailing_zeros() as usize;
        let pawns = if side == WHITE {
            glinski::white_pawn_captures(king, by[PAWN])
        } else {
            glinski::black_pawn_captures(king, by[PAWN])
        };
        pawns != 0
            || glinski::rook_attacks(king, occupied) & (by[ROOK] | by[QUEEN]) != 0
            || glinski::bishop_attacks(king, occupied) & (by[BISHOP] | by[QUEEN]) != 0
            || glinski::knight_attacks(king, occupied) & by[KNIGHT] != 0
            || glinski::king_attacks(king, occupied) & by[KING] != 0
    }

    /// The positions behind a move: four if a pawn promotes, none if the move leaves the king attacked.
    fn moved(&self, kind: usize, from: usize, to: usize) -> Vec<Self> {
        let side = self.side;
        let mut next = Self { side: 1 - side, passed: 0, ..*self };
        next.remove(side, 1 << from);
        next.remove(1 - side, 1 << to);
        let mut kinds = vec![kind];
        if kind == PAWN {
            // In front of a square is the next bit.
            let behind = if side == WHITE { to.wrapping_sub(1) } else { to + 1 };
            if self.passed == 1 << to {
                next.remove(1 - side, 1 << behind);
            }
            if from.abs_diff(to) == 2 && file_and_place(from).0 == file_and_place(to).0 {
                next.passed = 1 << behind;
            }
            let (file, place) = file_and_place(to);
            if place == if side == WHITE { LENGTHS[file] - 1 } else { 0 } {
                kinds = vec![QUEEN, ROOK, BISHOP, KNIGHT];
            }
        }
        let put = |kind: usize| {
            let mut next = next;
            next.put(side, kind, to);
            next
        };
        kinds.into_iter().map(put).filter(|next| !next.is_in_check(side)).collect()
    }

    fn perft(&self, depth: u32) -> u64 {
        let mut count = 0;
        for kind in 0..KINDS.len() {
            for from in squares(self.pieces[self.side][kind]) {
                for to in squares(self.targets(kind, from)) {
                    let next = self.moved(kind, from, to);
                    count += match depth {
                        1 => next.len() as u64,
                        _ => next.iter().map(|next| next.perft(depth - 1)).sum(),
                    };
                }
            }
        }
        count
    }
}

fn main() {
    let most: u32 = std::env::args().nth(1).map_or(4, |most| most.parse().expect("a depth"));
    let mut is_wrong = false;
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("a line");
        let mut parts = line.split(';');
        let text = parts.next().unwrap_or_default();
        let position = Position::read(text);
        for part in parts {
            let (depth, right) = part.trim().split_once(' ').expect("a depth and a count");
            let depth: u32 = depth.trim_start_matches('D').parse().expect("a depth");
            if depth > most {
                continue;
            }
            let found = position.perft(depth);
            println!("{text} depth {depth}: {found}");
            if right.trim() != found.to_string() {
                println!("that should be {right}");
                is_wrong = true;
            }
        }
    }
    std::process::exit(i32::from(is_wrong));
}
