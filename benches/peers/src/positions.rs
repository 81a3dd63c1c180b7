//! Makes the squares and occupancies of the measured lookups.
//!
//! There is no licence-free collection of games at hand, so positions come from random play: for the small set after
//! the openings below, between plies 8 and 48; for the large set from the start to the end of the game.

use shakmaty::{Chess, Color, Position, Role};

/// The squares and occupancies of lookups, in the order in which they are made.
pub struct Input {
    pub squares: Vec<u8>,
    pub occupied: Vec<u64>,
}

const OPENINGS: &[&str] = &[
    "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6",
    "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6",
    "e2e4 e7e6 d2d4 d7d5 b1c3 f8b4 e4e5 c7c5",
    "e2e4 c7c6 d2d4 d7d5 b1c3 d5e4 c3e4 c8f5",
    "d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c1g5 f8e7",
    "d2d4 g8f6 c2c4 g7g6 b1c3 f8g7 e2e4 d7d6",
    "d2d4 g8f6 c2c4 e7e6 b1c3 f8b4 e2e3 b7b6",
    "c2c4 e7e5 b1c3 g8f6 g1f3 b8c6 g2g3 d7d5",
];

/// SplitMix64 (Steele, Lea, Flood 2014).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (u128::from(self.next()) * bound as u128 >> 64) as usize
    }
}

/// The squares whose slider attacks a program looks up: sliders' squares, and kings' to find checks.
fn askers(position: &Chess) -> Vec<u8> {
    let is_slider = |role| matches!(role, Role::Rook | Role::Bishop | Role::Queen | Role::King);
    let board = position.board();
    let squares =
        board.occupied().into_iter().filter(|square| board.role_at(*square).is_some_and(is_slider));
    squares.map(|square| square as u8).collect()
}

fn play(position: &mut Chess, random: &mut Random) -> bool {
    let moves = position.legal_moves();
    if moves.is_empty() || position.is_insufficient_material() {
        return false;
    }
    position.play_unchecked(moves[random.below(moves.len())].clone());
    true
}

/// 256 positions, with all squares of [`askers`] in each.
pub fn small(seed: u64) -> Input {
    let mut random = Random(seed);
    let mut input = Input { squares: Vec::new(), occupied: Vec::new() };
    let mut count = 0;
    while count < 256 {
        let mut position = Chess::default();
        for text in OPENINGS[count % OPENINGS.len()].split(' ') {
            let played: shakmaty::uci::UciMove = text.parse().expect("an opening's move");
            let played = played.to_move(&position).expect("a legal opening");
            position.play_unchecked(played);
        }
        let plies = random.below(41);
        if !(0..plies).all(|_| play(&mut position, &mut random)) {
            continue;
        }
        assert!(position.board().king_of(Color::White).is_some());
        for square in askers(&position) {
            input.squares.push(square);
            input.occupied.push(position.board().occupied().0);
        }
        count += 1;
    }
    input
}

/// 65,536 positions, with one square of [`askers`] in each.
pub fn large(seed: u64) -> Input {
    let mut random = Random(seed);
    let mut input = Input { squares: Vec::new(), occupied: Vec::new() };
    while input.squares.len() < 1 << 16 {
        let mut position = Chess::default();
        for _ in 0..200 {
            if !play(&mut position, &mut random) || input.squares.len() == 1 << 16 {
                break;
            }
            let askers = askers(&position);
            input.squares.push(askers[random.below(askers.len())]);
            input.occupied.push(position.board().occupied().0);
        }
    }
    input
}
