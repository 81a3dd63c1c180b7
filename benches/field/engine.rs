//! A small chess engine that gets every slider's attack set from one lookup: the workloads of `benches/field`.
//!
//! `engine.c` is the same program in C, move for move: both visit the same nodes in the same order.
//!
//! Functions are never inlined where their code would depend on what stands beside their calls.
//!
//! It is a module beside the generated module `board`, which has attack sets of knights, kings and pawns and squares
//! between and in line. They are the same for every lookup. Only the implementation of [`Lookup`] is measured.

use std::io::{BufRead, Write};

use super::board;

/// The lookups of rook and bishop, from a square, 0 (a1) to 63 (h8), and the occupancy.
pub trait Lookup {
    fn rook(square: usize, occupied: u64) -> u64;
    fn bishop(square: usize, occupied: u64) -> u64;
}

const PAWN: usize = 0;
const KNIGHT: usize = 1;
const BISHOP: usize = 2;
const ROOK: usize = 3;
const QUEEN: usize = 4;
const KING: usize = 5;
const NONE: usize = 64;
/// The pieces' values in the search, in hundredths of a pawn.
const VALUES: [i32; 6] = [100, 320, 330, 500, 900, 0];
const MATE: i32 = 30_000;

/// A move: the origin in bits 0 to 5, the target in 6 to 11, in 12 to 14 the piece that a pawn becomes, or 0.
type Move = u16;

#[derive(Clone, Copy)]
struct Board {
    pieces: [u64; 6],
    sides: [u64; 2],
    hash: u64,
    /// 0 if white is to move.
    side: usize,
    /// The rooks' squares with which castling is still allowed.
    castling: u64,
    en_passant: usize,
}

struct Moves {
    list: [Move; 256],
    count: usize,
    is_check: bool,
}

impl Moves {
    fn new() -> Self {
        Self { list: [0; 256], count: 0, is_check: false }
    }

    #[inline(always)]
    fn push(&mut self, from: usize, to: usize, becomes: usize) {
        self.list[self.count] = (from | to << 6 | becomes << 12) as Move;
        self.count += 1;
    }

    #[inline(always)]
    fn push_all(&mut self, from: usize, targets: u64) {
        let mut targets = targets;
        while targets != 0 {
            self.push(from, pop(&mut targets), 0);
        }
    }
}

#[inline(always)]
fn pop(set: &mut u64) -> usize {
    let square = set.trailing_zeros() as usize;
    *set &= *set - 1;
    square
}

/// The key of a piece on a square for hashing: the finish of `SplitMix64` (Steele, Lea, Flood 2014).
#[inline(always)]
fn key(number: usize) -> u64 {
    let mut z = (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

const fn keys() -> [u64; 768] {
    let mut keys = [0; 768];
    let mut number = 0;
    while number < 768 {
        let mut z = (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        keys[number] = z ^ z >> 31;
        number += 1;
    }
    keys
}
static KEYS: [u64; 768] = keys();

impl Board {
    fn parse(fen: &str) -> Self {
        let mut board = Self {
            pieces: [0; 6],
            sides: [0; 2],
            hash: 0,
            side: 0,
            castling: 0,
            en_passant: NONE,
        };
        let mut fields = fen.split_whitespace();
        let (mut file, mut rank) = (0, 7);
        for letter in fields.next().unwrap_or("").bytes() {
            match letter {
                b'/' => (file, rank) = (0, rank - 1),
                b'1'..=b'8' => file += usize::from(letter - b'0'),
                _ => {
                    let piece = b"pnbrqk".iter().position(|other| *other == letter | 32);
                    let side = usize::from(letter >= b'a');
                    board.flip(side, piece.expect("a piece's letter"), rank * 8 + file);
                    file += 1;
                }
            }
        }
        board.side = usize::from(fields.next() == Some("b"));
        for letter in fields.next().unwrap_or("-").bytes() {
            match letter {
                b'K' => board.castling |= 1 << 7,
                b'Q' => board.castling |= 1,
                b'k' => board.castling |= 1 << 63,
                b'q' => board.castling |= 1 << 56,
                _ => {}
            }
        }
        let square = fields.next().unwrap_or("-").as_bytes();
        if square.len() == 2 {
            board.en_passant = usize::from(square[0] - b'a') + 8 * usize::from(square[1] - b'1');
        }
        board
    }

    #[inline(always)]
    fn flip(&mut self, side: usize, piece: usize, square: usize) {
        self.pieces[piece] ^= 1 << square;
        self.sides[side] ^= 1 << square;
        self.hash ^= KEYS[(side * 6 + piece) * 64 + square];
    }

    #[inline(always)]
    fn piece_on(&self, square: usize) -> usize {
        let bit = 1 << square;
        (0..6).find(|piece| self.pieces[*piece] & bit != 0).unwrap_or(6)
    }

    /// The position's key in the search's table.
    fn signature(&self) -> u64 {
        self.hash
            ^ key(1000 + self.side)
            ^ key(2000 + self.en_passant)
            ^ self.castling.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn is_attacked<L: Lookup>(&self, square: usize, occupied: u64, by: usize) -> bool {
        let by_side = self.sides[by];
        board::pawn_attacks(1 - by, square) & self.pieces[PAWN] & by_side != 0
            || board::knight_attacks(square) & self.pieces[KNIGHT] & by_side != 0
            || board::king_attacks(square) & self.pieces[KING] & by_side != 0
            || L::bishop(square, occupied) & (self.pieces[BISHOP] | self.pieces[QUEEN]) & by_side != 0
            || L::rook(square, occupied) & (self.pieces[ROOK] | self.pieces[QUEEN]) & by_side != 0
    }

    /// All legal moves.
    #[inline(never)]
    fn generate<L: Lookup>(&self, moves: &mut Moves) {
        let us = self.side;
        let them = 1 - us;
        let (own, their) = (self.sides[us], self.sides[them]);
        let occupied = own | their;
        let king = (self.pieces[KING] & own).trailing_zeros() as usize;
        let diagonal = (self.pieces[BISHOP] | self.pieces[QUEEN]) & their;
        let straight = (self.pieces[ROOK] | self.pieces[QUEEN]) & their;
        let checkers = board::pawn_attacks(us, king) & self.pieces[PAWN] & their
            | board::knight_attacks(king) & self.pieces[KNIGHT] & their
            | L::bishop(king, occupied) & diagonal
            | L::rook(king, occupied) & straight;
        moves.count = 0;
        moves.is_check = checkers != 0;

        let mut targets = board::king_attacks(king) & !own;
        while targets != 0 {
            let to = pop(&mut targets);
            if !self.is_attacked::<L>(to, occupied ^ 1 << king, them) {
                moves.push(king, to, 0);
            }
        }
        if checkers & checkers.wrapping_sub(1) != 0 {
            return;
        }
        let evasions = if checkers == 0 {
            !0
        } else {
            board::between(king, checkers.trailing_zeros() as usize) | checkers
        };

        let mut pinned = 0;
        let mut snipers = L::bishop(king, their) & diagonal | L::rook(king, their) & straight;
        while snipers != 0 {
            let blockers = board::between(king, pop(&mut snipers)) & own;
            if blockers & blockers.wrapping_sub(1) == 0 {
                pinned |= blockers;
            }
        }
        let free = |from: usize| {
            if pinned >> from & 1 == 0 { evasions } else { evasions & board::line(king, from) }
        };

        let mut knights = self.pieces[KNIGHT] & own & !pinned;
        while knights != 0 {
            let from = pop(&mut knights);
            moves.push_all(from, board::knight_attacks(from) & !own & evasions);
        }
        let mut bishops = (self.pieces[BISHOP] | self.pieces[QUEEN]) & own;
        while bishops != 0 {
            let from = pop(&mut bishops);
            moves.push_all(from, L::bishop(from, occupied) & !own & free(from));
        }
        let mut rooks = (self.pieces[ROOK] | self.pieces[QUEEN]) & own;
        while rooks != 0 {
            let from = pop(&mut rooks);
            moves.push_all(from, L::rook(from, occupied) & !own & free(from));
        }

        let mut pawns = self.pieces[PAWN] & own;
        while pawns != 0 {
            let from = pop(&mut pawns);
            let mut targets = board::pawn_pushes(us, from, occupied);
            targets |= board::pawn_attacks(us, from) & their;
            targets &= free(from);
            while targets != 0 {
                let to = pop(&mut targets);
                if to < 8 || to >= 56 {
                    (KNIGHT..=QUEEN).for_each(|becomes| moves.push(from, to, becomes));
                } else {
                    moves.push(from, to, 0);
                }
            }
            if self.en_passant != NONE
                && board::pawn_attacks(us, from) >> self.en_passant & 1 != 0
            {
                self.en_passant::<L>(moves, from, king, evasions, occupied);
            }
        }
        if checkers == 0 {
            self.castle::<L>(moves, king, occupied);
        }
    }

    /// An en passant capture removes two pawns from a rank, so it is tried on the board.
    fn en_passant<L: Lookup>(
        &self,
        moves: &mut Moves,
        from: usize,
        king: usize,
        evasions: u64,
        occupied: u64,
    ) {
        let their = self.sides[1 - self.side];
        let to = self.en_passant;
        let taken = to ^ 8;
        if (evasions >> to | evasions >> taken) & 1 == 0 {
            return;
        }
        let after = occupied ^ 1 << from ^ 1 << to ^ 1 << taken;
        let diagonal = (self.pieces[BISHOP] | self.pieces[QUEEN]) & their;
        let straight = (self.pieces[ROOK] | self.pieces[QUEEN]) & their;
        if L::bishop(king, after) & diagonal == 0 && L::rook(king, after) & straight == 0 {
            moves.push(from, to, 0);
        }
    }

    fn castle<L: Lookup>(&self, moves: &mut Moves, king: usize, occupied: u64) {
        let mut rooks = self.castling & self.sides[self.side];
        while rooks != 0 {
            let rook = pop(&mut rooks);
            let to = if rook > king { king + 2 } else { king - 2 };
            let passed = (king + to) / 2;
            if board::between(king, rook) & occupied == 0
                && !self.is_attacked::<L>(passed, occupied, 1 - self.side)
                && !self.is_attacked::<L>(to, occupied, 1 - self.side)
            {
                moves.push(king, to, 0);
            }
        }
    }

    /// The position after a legal move.
    fn after(&self, chosen: Move) -> Self {
        let mut board = *self;
        let (from, to) = (usize::from(chosen & 63), usize::from(chosen >> 6 & 63));
        let becomes = usize::from(chosen >> 12);
        let us = self.side;
        let piece = self.piece_on(from);
        if self.sides[1 - us] >> to & 1 != 0 {
            board.flip(1 - us, self.piece_on(to), to);
        }
        board.flip(us, piece, from);
        board.flip(us, if becomes == 0 { piece } else { becomes }, to);
        board.en_passant = NONE;
        if piece == PAWN {
            if to == self.en_passant {
                board.flip(1 - us, PAWN, to ^ 8);
            }
            if from ^ to == 16 {
                board.en_passant = (from + to) / 2;
            }
        } else if piece == KING {
            if from + 2 == to {
                board.flip(us, ROOK, to + 1);
                board.flip(us, ROOK, to - 1);
            } else if to + 2 == from {
                board.flip(us, ROOK, to - 2);
                board.flip(us, ROOK, to + 1);
            }
            board.castling &= if us == 0 { !0xff } else { !(0xff << 56) };
        }
        board.castling &= !(1 << from | 1 << to);
        board.side = 1 - us;
        board
    }

    /// Material and the number of squares that sliders reach, from the view of the side to move.
    #[inline(never)]
    fn evaluate<L: Lookup>(&self) -> i32 {
        let occupied = self.sides[0] | self.sides[1];
        let mut scores = [0; 2];
        for (side, score) in scores.iter_mut().enumerate() {
            let own = self.sides[side];
            for (piece, value) in VALUES.iter().enumerate() {
                *score += value * (self.pieces[piece] & own).count_ones() as i32;
            }
            let mut bishops = self.pieces[BISHOP] & own;
            while bishops != 0 {
                *score += 4 * (L::bishop(pop(&mut bishops), occupied) & !own).count_ones() as i32;
            }
            let mut rooks = self.pieces[ROOK] & own;
            while rooks != 0 {
                *score += 2 * (L::rook(pop(&mut rooks), occupied) & !own).count_ones() as i32;
            }
            let mut queens = self.pieces[QUEEN] & own;
            while queens != 0 {
                let from = pop(&mut queens);
                let reached = L::rook(from, occupied) | L::bishop(from, occupied);
                *score += (reached & !own).count_ones() as i32;
            }
        }
        let score = scores[0] - scores[1];
        if self.side == 0 { score } else { -score }
    }
}

#[inline(never)]
fn paths<L: Lookup>(board: &Board, depth: u32) -> u64 {
    let mut moves = Moves::new();
    board.generate::<L>(&mut moves);
    if depth == 1 {
        return moves.count as u64;
    }
    moves.list[..moves.count].iter().map(|chosen| paths::<L>(&board.after(*chosen), depth - 1)).sum()
}

/// The search's result for a position: signature, best move, score, depth, and kind of score: 0 none, 1 exact, 2 at
/// least, 3 at most.
#[derive(Clone, Copy, Default)]
struct Entry {
    signature: u64,
    best: Move,
    score: i16,
    depth: i8,
    bound: u8,
}

/// The number of entries of the search's table: 16 MiB.
const ENTRIES: usize = 1 << 20;

struct Search {
    table: Vec<Entry>,
    nodes: u64,
}

impl Search {
    /// Moves the move with the highest priority to `at`: the table's, then captures of high by low value, then the
    /// others in the order of generation.
    fn choose(board: &Board, moves: &mut Moves, at: usize, best: Move) {
        let mut highest = (-1, at);
        for other in at..moves.count {
            let chosen = moves.list[other];
            let to = usize::from(chosen >> 6 & 63);
            let priority = if chosen == best {
                1 << 20
            } else if (board.sides[1 - board.side] >> to) & 1 != 0 {
                let taker = board.piece_on(usize::from(chosen & 63));
                1024 + 16 * board.piece_on(to) as i32 - taker as i32
            } else {
                i32::from(chosen >> 12)
            };
            if priority > highest.0 {
                highest = (priority, other);
            }
        }
        moves.list[at..=highest.1].rotate_right(1);
    }

    #[inline(never)]
    fn captures<L: Lookup>(&mut self, board: &Board, alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        let mut best = board.evaluate::<L>();
        if best >= beta {
            return best;
        }
        let mut alpha = alpha.max(best);
        let mut moves = Moves::new();
        board.generate::<L>(&mut moves);
        let their = board.sides[1 - board.side];
        let mut count = 0;
        for at in 0..moves.count {
            let chosen = moves.list[at];
            if (their >> (chosen >> 6 & 63)) & 1 != 0 || usize::from(chosen >> 12) == QUEEN {
                moves.list[count] = chosen;
                count += 1;
            }
        }
        moves.count = count;
        for at in 0..count {
            Self::choose(board, &mut moves, at, 0);
            let score = -self.captures::<L>(&board.after(moves.list[at]), -beta, -alpha);
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    #[inline(never)]
    fn search<L: Lookup>(&mut self, board: &Board, depth: i32, alpha: i32, beta: i32, ply: i32) -> i32 {
        if depth == 0 {
            return self.captures::<L>(board, alpha, beta);
        }
        self.nodes += 1;
        let signature = board.signature();
        let place = signature as usize & (ENTRIES - 1);
        let entry = self.table[place];
        let is_known = entry.signature == signature && entry.bound != 0;
        if is_known && ply > 0 && i32::from(entry.depth) >= depth {
            let score = i32::from(entry.score);
            if entry.bound == 1 || entry.bound == 2 && score >= beta || entry.bound == 3 && score <= alpha {
                return score;
            }
        }
        let mut moves = Moves::new();
        board.generate::<L>(&mut moves);
        if moves.count == 0 {
            return if moves.is_check { ply - MATE } else { 0 };
        }
        let mut reached = alpha;
        let mut best = (-MATE - 1, 0);
        for at in 0..moves.count {
            Self::choose(board, &mut moves, at, if is_known { entry.best } else { 0 });
            let chosen = moves.list[at];
            let score = -self.search::<L>(&board.after(chosen), depth - 1, -beta, -reached, ply + 1);
            if score > best.0 {
                best = (score, chosen);
            }
            reached = reached.max(score);
            if reached >= beta {
                break;
            }
        }
        let bound = if best.0 >= beta {
            2
        } else if best.0 > alpha {
            1
        } else {
            3
        };
        let (score, depth) = (best.0 as i16, depth as i8);
        self.table[place] = Entry { signature, best: best.1, score, depth, bound };
        best.0
    }
}

/// Marsaglia's xorshift96 with the most quoted seeds (Gigantua's `Chess_Movegen`, 2021).
struct Xorshift(u32, u32, u32);

impl Xorshift {
    #[inline(always)]
    fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 16;
        self.0 ^= self.0 >> 5;
        self.0 ^= self.0 << 1;
        let last = self.0;
        self.0 = self.1;
        self.1 = self.2;
        self.2 ^= last ^ self.0;
        self.2
    }

    #[inline(always)]
    fn word(&mut self) -> u64 {
        u64::from(self.next()) << 32 | u64::from(self.next())
    }
}

/// Workload (a): boards of random occupancies, and twelve queens on each.
#[inline(never)]
fn stream<L: Lookup>(boards: u64) -> (u64, u64) {
    let mut random = Xorshift(123_456_789, 362_436_069, 521_288_629);
    let mut sink = 0;
    for _ in 0..boards {
        let occupied = random.word() & random.word();
        for _ in 0..12 {
            let square = (random.next() & 63) as usize;
            sink ^= L::rook(square, occupied) | L::bishop(square, occupied);
        }
    }
    (boards * 12, sink)
}

/// The number of positions before which other memory is read.
const FEW: usize = 4;

/// The positions of games in order, each with the occupancy and the squares of sliders and kings.
struct Games {
    boards: Vec<(u64, usize, usize)>,
    squares: Vec<u8>,
}

impl Games {
    fn read(text: &str) -> Self {
        let mut games = Self { boards: Vec::new(), squares: Vec::new() };
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let mut board =
                Board::parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
            for played in line.split_whitespace() {
                let text = played.as_bytes();
                let square = |at: usize| {
                    usize::from(text[at] - b'a') + 8 * usize::from(text[at + 1] - b'1')
                };
                let becomes = text.get(4).map_or(0, |letter| {
                    b"pnbrq".iter().position(|other| other == letter).expect("a piece's letter")
                });
                board = board.after((square(0) | square(2) << 6 | becomes << 12) as Move);
                let occupied = board.sides[0] | board.sides[1];
                let mut askers = occupied & !board.pieces[PAWN] & !board.pieces[KNIGHT];
                let start = games.squares.len();
                while askers != 0 {
                    games.squares.push(pop(&mut askers) as u8);
                }
                games.boards.push((occupied, start, games.squares.len()));
            }
        }
        games
    }

    /// Workload (b): queens' lookups for each position in order.
    #[inline(never)]
    fn play<L: Lookup>(&self, rounds: u64) -> (u64, u64) {
        let mut sink = 0_u64;
        for _ in 0..rounds {
            for (occupied, start, end) in &self.boards {
                for square in &self.squares[*start..*end] {
                    let square = usize::from(*square);
                    sink = sink.rotate_left(1)
                        ^ (L::rook(square, *occupied) | L::bishop(square, *occupied));
                }
            }
        }
        (rounds * self.squares.len() as u64, sink)
    }

    /// Workload (c): as (b), with a probe of a hash table of 256 MiB between the lookups of one position and the next.
    #[inline(never)]
    fn play_beside_hash<L: Lookup>(&self, rounds: u64, table: &[u64]) -> (u64, u64) {
        let mut sink = 0_u64;
        for round in 0..rounds {
            for (occupied, start, end) in &self.boards {
                let place = (occupied ^ round).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 39;
                sink ^= table[place as usize];
                for square in &self.squares[*start..*end] {
                    let square = usize::from(*square);
                    sink = sink.rotate_left(1)
                        ^ (L::rook(square, *occupied) | L::bishop(square, *occupied));
                }
            }
        }
        (rounds * self.squares.len() as u64, sink)
    }

    /// As [`Self::play`], but each lookup waits for the one before.
    #[inline(never)]
    fn chain<L: Lookup>(&self, rounds: u64) -> (u64, u64) {
        let zero = std::hint::black_box(0);
        let (mut last, mut sink) = (0, 0_u64);
        for _ in 0..rounds {
            for (occupied, start, end) in &self.boards {
                for square in &self.squares[*start..*end] {
                    let (square, occupied) = (usize::from(*square), *occupied ^ last & zero);
                    last = L::rook(square, occupied) | L::bishop(square, occupied);
                    sink = sink.rotate_left(1) ^ last;
                }
            }
        }
        (rounds * self.squares.len() as u64, sink)
    }

    /// As [`Self::play`], but before each four positions 256 KiB of other memory are read. That time isn't counted, and of
    /// the lookups of these positions the fastest round counts. The last number is the time in seconds.
    #[inline(never)]
    fn press<L: Lookup>(&self, rounds: u64, other: &[u64]) -> (u64, u64, f64) {
        let mut sink = 0_u64;
        let mut fastest = vec![f64::MAX; self.boards.len().div_ceil(FEW)];
        for _ in 0..rounds {
            for (few, fastest) in self.boards.chunks(FEW).zip(&mut fastest) {
                for word in other.iter().step_by(8) {
                    sink ^= word;
                }
                let start = std::time::Instant::now();
                for (occupied, start, end) in few {
                    for square in &self.squares[*start..*end] {
                        let square = usize::from(*square);
                        sink = sink.rotate_left(1)
                            ^ (L::rook(square, *occupied) | L::bishop(square, *occupied));
                    }
                }
                *fastest = fastest.min(start.elapsed().as_secs_f64());
            }
        }
        let seconds = fastest.iter().sum::<f64>() * rounds as f64;
        (rounds * self.squares.len() as u64, sink, seconds)
    }
}

unsafe extern "C" {
    /// The processor's time of this process, of C's library.
    fn clock() -> std::ffi::c_long;
}

fn processor_time() -> f64 {
    // Safety: it has no arguments and no requirements.
    let ticks = unsafe { clock() };
    ticks as f64 / if cfg!(windows) { 1e3 } else { 1e6 }
}

/// Answers each request `<workload> <amount>` on standard input, one a line, by `<count> <sum> <seconds>`: the number
/// of lookups or nodes, the sum of results, and the processor's time; for `pressure`, the time of the clock.
pub fn serve<L: Lookup>() {
    let folder = std::path::PathBuf::from(std::env::args().next_back().expect("a folder"));
    let read = |name: &str| {
        std::fs::read_to_string(folder.join(name))
            .unwrap_or_else(|error| panic!("{}/{name}: {error}", folder.display()))
    };
    let games = Games::read(&read("games.txt"));
    let text = read("positions.txt");
    let positions: Vec<(Board, u32, u64, i32)> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let fields: Vec<&str> = line.split(';').map(str::trim).collect();
            let number = |at: usize| fields[at].parse::<u64>().expect("a number");
            (Board::parse(fields[0]), number(1) as u32, number(2), number(3) as i32)
        })
        .collect();
    let mut out = std::io::stdout();
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("a request");
        let (workload, amount) = line.split_once(' ').expect("workload and amount");
        let amount: u64 = amount.parse().expect("an amount");
        // The table is filled, so that none of its pages is new during the measurement.
        let words = match workload {
            "hash" => 1 << 25,
            "pressure" => 1 << 15,
            _ => 0,
        };
        let other = vec![0x0123_4567_89ab_cdef_u64; words];
        let mut search = Search { table: Vec::new(), nodes: 0 };
        if workload == "search" {
            search.table = vec![Entry { depth: -1, ..Entry::default() }; ENTRIES];
        }
        let mut seconds = None;
        let start = processor_time();
        let (count, sum) = match workload {
            "stream" => stream::<L>(amount),
            "games" => games.play::<L>(amount),
            "hash" => games.play_beside_hash::<L>(amount, &other),
            "latency" => games.chain::<L>(amount),
            "pressure" => {
                let (count, sum, taken) = games.press::<L>(amount, &other);
                seconds = Some(taken);
                (count, sum)
            }
            "perft" => {
                let mut count = 0;
                for (board, depth, expected, _) in &positions {
                    let depth = depth.saturating_sub(amount as u32).max(1);
                    let found = paths::<L>(board, depth);
                    assert!(amount != 0 || found == *expected, "{found} paths, not {expected}");
                    count += found;
                }
                (count, count)
            }
            "search" => {
                let mut sum = 0_u64;
                for (board, _, _, depth) in &positions {
                    let depth = (depth - amount as i32).max(1);
                    for depth in 1..=depth {
                        let score = search.search::<L>(board, depth, -MATE, MATE, 0);
                        sum = sum.wrapping_mul(31).wrapping_add(score as u64);
                    }
                }
                (search.nodes, sum)
            }
            _ => panic!("{workload}: no such workload"),
        };
        let seconds = seconds.unwrap_or_else(|| processor_time() - start);
        writeln!(out, "{count} {sum:016x} {seconds:.6}").expect("standard output");
        out.flush().expect("standard output");
    }
}
