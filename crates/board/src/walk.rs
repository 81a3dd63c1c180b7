//! A piece's rays in terms of bit indices.
//!
//! This is the plain method, which walks each ray square by square. Everything else is proved against it, and the
//! start-up code in the target languages does the same.

use super::{Bitboard, Mapping, Piece};

/// One ray on the grid: a constant step, and the positions from which it may be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridRay {
    /// The number that a step adds to the position.
    pub delta: i8,
    /// The positions whose next position along the ray is a square.
    pub from: Bitboard,
}

/// Maps between bit indices and the grid on which rays are walked, where the two differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permutation {
    /// The position in the grid of each bit index.
    pub grid_of_bit: Vec<u8>,
    /// The bit index of each position in the grid.
    pub bit_of_grid: Vec<u8>,
}

/// A piece's rays, ready to be walked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    /// The rays, in the order of the piece's rays.
    pub rays: Vec<GridRay>,
    /// The most steps along a ray.
    pub range: u8,
    /// `None` where positions in the grid are bit indices, as in the eight standard orders.
    pub permutation: Option<Permutation>,
}

impl Walk {
    /// The rays of `piece` on the squares of `mapping`.
    #[must_use]
    pub fn new(piece: &Piece, mapping: &Mapping) -> Self {
        let board = mapping.board();
        let longest = board.width.max(board.height).saturating_sub(1).max(1);
        let rays = piece
            .rays
            .iter()
            .map(|step| {
                let mut ray = GridRay { delta: 0, from: 0 };
                for at in board.squares() {
                    let next = at.stepped(*step).filter(|next| mapping.bit(*next).is_some());
                    if let Some(next) = next {
                        ray.delta = mapping.grid(next) as i8 - mapping.grid(at) as i8;
                        ray.from |= 1 << mapping.grid(at);
                    }
                }
                ray
            })
            .collect();
        Self { rays, range: piece.range.min(longest), permutation: mapping.permutation() }
    }

    /// The squares that `ray` passes from `bit` on, nearest first, on an empty board.
    pub fn path(&self, ray: GridRay, bit: u8) -> impl Iterator<Item = u8> + use<'_> {
        let mut place = match &self.permutation {
            None => bit,
            Some(permutation) => permutation.grid_of_bit[usize::from(bit)],
        };
        let mut left = self.range;
        std::iter::from_fn(move || {
            if left == 0 || ray.from >> place & 1 == 0 {
                return None;
            }
            left -= 1;
            place = place.wrapping_add_signed(ray.delta);
            Some(match &self.permutation {
                None => place,
                Some(permutation) => permutation.bit_of_grid[usize::from(place)],
            })
        })
    }

    /// The squares attacked from `bit`, including the first blocker on each ray.
    #[must_use]
    pub fn attacks(&self, bit: u8, occupied: Bitboard) -> Bitboard {
        let mut attacks = 0;
        for ray in &self.rays {
            for square in self.path(*ray, bit) {
                attacks |= 1 << square;
                if occupied >> square & 1 != 0 {
                    break;
                }
            }
        }
        attacks
    }

    /// The relevant occupancy mask: every square of each ray but the last one, since a blocker there hides no square.
    #[must_use]
    pub fn mask(&self, bit: u8) -> Bitboard {
        let mut mask = 0;
        for ray in &self.rays {
            let mut path = self.path(*ray, bit).peekable();
            while let Some(square) = path.next() {
                if path.peek().is_some() {
                    mask |= 1 << square;
                }
            }
        }
        mask
    }

    /// True where no two rays from `bit` pass the same square, so that a blocker acts on one ray alone.
    #[must_use]
    pub(super) fn rays_are_disjoint(&self, bit: u8) -> bool {
        let mut seen: Bitboard = 0;
        for ray in &self.rays {
            for square in self.path(*ray, bit) {
                if seen >> square & 1 != 0 {
                    return false;
                }
                seen |= 1 << square;
            }
        }
        true
    }
}
