//! Counts the move sequences of shogi with generated lookups, and compares the counts with published ones.
//!
//! ```sh
//! magicgen && rustc -O perft.rs && ./perft 4 < positions.txt
//! ```

#[allow(dead_code)]
mod shogi;

use std::io::BufRead;

/// The kinds that have letters. The promoted ones follow in the same order.
const LETTERS: &str = "plnsbrgk";
const PAWN: usize = 0;
const LANCE: usize = 1;
const KNIGHT: usize = 2;
const SILVER: usize = 3;
const BISHOP: usize = 4;
const ROOK: usize = 5;
const GOLD: usize = 6;
const KING: usize = 7;
const PROMOTED: usize = 8;
const HORSE: usize = PROMOTED + BISHOP;
const DRAGON: usize = PROMOTED + ROOK;
const KINDS: usize = DRAGON + 1;

const BLACK: usize = 0;

#[derive(Clone, Copy, Default)]
struct Position {
    pieces: [[u128; KINDS]; 2],
    all: [u128; 2],
    hand: [[u8; GOLD + 1]; 2],
    side: usize,
}

#[derive(Clone, Copy)]
struct Move {
    /// `None` for a drop.
    from: Option<usize>,
    to: usize,
    kind: usize,
    becomes: usize,
}

/// The squares of a set.
fn squares(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        square
    })
}

/// The bit of a square by its number, file by file. Bit 63 is no square.
fn bit(number: usize) -> usize {
    number + usize::from(number > 62)
}

fn number(square: usize) -> usize {
    square - usize::from(square > 63)
}

/// The number of ranks before a square, seen by a side: 0 for the last rank that its pieces reach.
fn rank(square: usize, side: usize) -> usize {
    let rank = number(square) % 9;
    if side == BLACK { rank } else { 8 - rank }
}

/// The squares that a piece attacks.
fn attacks(kind: usize, side: usize, square: usize, occupied: u128) -> u128 {
    let of_side = match (kind, side) {
        (BISHOP, _) => shogi::bishop_attacks,
        (ROOK, _) => shogi::rook_attacks,
        (KING, _) => shogi::king_attacks,
        (HORSE, _) => shogi::horse_attacks,
        (DRAGON, _) => shogi::dragon_attacks,
        (PAWN, BLACK) => shogi::pawn_attacks,
        (PAWN, _) => shogi::white_pawn_attacks,
        (LANCE, BLACK) => shogi::lance_up_attacks,
        (LANCE, _) => shogi::lance_down_attacks,
        (KNIGHT, BLACK) => shogi::knight_attacks,
        (KNIGHT, _) => shogi::white_knight_attacks,
        (SILVER, BLACK) => shogi::silver_attacks,
        (SILVER, _) => shogi::white_silver_attacks,
        (_, BLACK) => shogi::gold_attacks,
        _ => shogi::white_gold_attacks,
    };
    of_side(square, occupied)
}

/// Whether an unpromoted piece could never move from a square.
fn is_stuck(kind: usize, side: usize, square: usize) -> bool {
    match kind {
        PAWN | LANCE => rank(square, side) == 0,
        KNIGHT => rank(square, side) < 2,
        _ => false,
    }
}

impl Position {
    /// Reads a position in SFEN: ranks from the top, files from the left, the side to move, pieces in hand.
    fn read(text: &str) -> Self {
        let mut parts = text.split(' ');
        let mut position = Self::default();
        let kind_of = |letter: char| LETTERS.find(letter.to_ascii_lowercase()).expect("a piece");
        for (rank, row) in parts.next().unwrap_or_default().split('/').enumerate() {
            let (mut file, mut promoted) = (9, 0);
            for letter in row.chars() {
                if letter == '+' {
                    promoted = PROMOTED;
                } else if let Some(free) = letter.to_digit(10) {
                    file -= free as usize;
                } else {
                    file -= 1;
                    let side = usize::from(letter.is_lowercase());
                    position.put(side, kind_of(letter) + promoted, bit(file * 9 + rank));
                    promoted = 0;
                }
            }
        }
        position.side = usize::from(parts.next() == Some("w"));
        let mut count = 0;
        for letter in parts.next().unwrap_or_default().chars().filter(|letter| *letter != '-') {
            if let Some(digit) = letter.to_digit(10) {
                count = count * 10 + digit as u8;
            } else {
                position.hand[usize::from(letter.is_lowercase())][kind_of(letter)] = count.max(1);
                count = 0;
            }
        }
        position
    }

    fn put(&mut self, side: usize, kind: usize, square: usize) {
        self.pieces[side][kind] |= 1 << square;
        self.all[side] |= 1 << square;
    }

    fn remove(&mut self, side: usize, kind: usize, square: usize) {
        self.pieces[side][kind] &= !(1 << square);
        self.all[side] &= !(1 << square);
    }

    /// Whether the king of a side is attacked: a piece of that side would attack the attacker.
    fn is_in_check(&self, side: usize) -> bool {
        let king = self.pieces[side][KING].trailing_zeros() as usize;
        let occupied = self.all[0] | self.all[1];
        let mut others = self.pieces[1 - side].iter().enumerate();
        king < 128
            && others.any(|(kind, set)| *set != 0 && attacks(kind, side, king, occupied) & set != 0)
    }

    /// The position after a move; `None` if the own king is attacked then.
    fn made(mut self, Move { from, to, kind, becomes }: Move) -> Option<Self> {
        let side = self.side;
        for other in 0..KINDS {
            if self.pieces[1 - side][other] >> to & 1 == 1 {
                self.remove(1 - side, other, to);
                if other != KING {
                    self.hand[side][if other < KING { other } else { other - PROMOTED }] += 1;
                }
            }
        }
        match from {
            Some(from) => self.remove(side, kind, from),
            None => self.hand[side][kind] -= 1,
        }
        self.put(side, becomes, to);
        self.side = 1 - side;
        (!self.is_in_check(side)).then_some(self)
    }

    /// All moves but for the safety of the king and mate by a pawn's drop.
    fn moves(&self) -> Vec<Move> {
        let side = self.side;
        let occupied = self.all[0] | self.all[1];
        let mut moves = Vec::new();
        for (kind, pieces) in self.pieces[side].iter().enumerate() {
            for from in squares(*pieces) {
                for to in squares(attacks(kind, side, from, occupied) & !self.all[side]) {
                    let plain = Move { from: Some(from), to, kind, becomes: kind };
                    if kind <= ROOK && (rank(from, side) < 3 || rank(to, side) < 3) {
                        moves.push(Move { becomes: kind + PROMOTED, ..plain });
                    }
                    if !is_stuck(kind, side, to) {
                        moves.push(plain);
                    }
                }
            }
        }
        for kind in (PAWN..=GOLD).filter(|kind| self.hand[side][*kind] > 0) {
            let has_pawn = |file| {
                squares(self.pieces[side][PAWN]).any(|square| number(square) / 9 == file)
            };
            for file in (0..9).filter(|file| kind != PAWN || !has_pawn(*file)) {
                let free = (0..9).map(|rank| bit(file * 9 + rank));
                let free = free.filter(|to| occupied >> to & 1 == 0 && !is_stuck(kind, side, *to));
                moves.extend(free.map(|to| Move { from: None, to, kind, becomes: kind }));
            }
        }
        moves
    }

    /// The position after a legal move. A pawn's drop mustn't mate.
    fn after(&self, one: Move) -> Option<Self> {
        let next = self.made(one)?;
        let is_drop = one.from.is_none() && one.kind == PAWN;
        let is_mate = is_drop
            && next.is_in_check(next.side)
            && next.moves().into_iter().all(|reply| next.made(reply).is_none());
        (!is_mate).then_some(next)
    }

    fn perft(&self, depth: u32) -> u64 {
        let positions = self.moves().into_iter().filter_map(|one| self.after(one));
        if depth == 1 {
            return positions.count() as u64;
        }
        positions.map(|next| next.perft(depth - 1)).sum()
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
