//! The lookups of all peers under one trait. Converting a square costs nothing, so each peer is measured as its users
//! call it.

/// The lookups of rook, bishop and queen.
pub trait Lookup {
    fn rook(square: usize, occupied: u64) -> u64;
    fn bishop(square: usize, occupied: u64) -> u64;
    #[inline(always)]
    fn queen(square: usize, occupied: u64) -> u64 {
        Self::rook(square, occupied) | Self::bishop(square, occupied)
    }
}

/// A peer without a lookup, which measures the cost of the loop.
pub struct Nothing;
impl Lookup for Nothing {
    #[inline(always)]
    fn rook(square: usize, occupied: u64) -> u64 {
        occupied ^ square as u64
    }
    #[inline(always)]
    fn bishop(square: usize, occupied: u64) -> u64 {
        occupied ^ square as u64
    }
}

pub struct Shakmaty;
impl Shakmaty {
    #[inline(always)]
    fn square(square: usize) -> shakmaty::Square {
        // Safety: the harness has no square of 64 or more.
        unsafe { shakmaty::Square::new_unchecked(square as u32) }
    }
}
impl Lookup for Shakmaty {
    #[inline(always)]
    fn rook(square: usize, occupied: u64) -> u64 {
        shakmaty::attacks::rook_attacks(Self::square(square), shakmaty::Bitboard(occupied)).0
    }
    #[inline(always)]
    fn bishop(square: usize, occupied: u64) -> u64 {
        shakmaty::attacks::bishop_attacks(Self::square(square), shakmaty::Bitboard(occupied)).0
    }
}

pub struct Cozy;
impl Cozy {
    #[inline(always)]
    fn square(square: usize) -> cozy_chess::Square {
        const { assert!(size_of::<cozy_chess::Square>() == 1) };
        // Safety: the enum has 64 squares from 0 and takes a byte; the harness has no square of 64 or more.
        unsafe { std::mem::transmute::<u8, cozy_chess::Square>(square as u8) }
    }
}
impl Lookup for Cozy {
    #[inline(always)]
    fn rook(square: usize, occupied: u64) -> u64 {
        cozy_chess::get_rook_moves(Self::square(square), cozy_chess::BitBoard(occupied)).0
    }
    #[inline(always)]
    fn bishop(square: usize, occupied: u64) -> u64 {
        cozy_chess::get_bishop_moves(Self::square(square), cozy_chess::BitBoard(occupied)).0
    }
}

pub struct Chess;
impl Lookup for Chess {
    #[inline(always)]
    fn rook(square: usize, occupied: u64) -> u64 {
        // Safety: the harness has no square of 64 or more.
        let square = unsafe { chess::Square::new(square as u8) };
        chess::get_rook_moves(square, chess::BitBoard(occupied)).0
    }
    #[inline(always)]
    fn bishop(square: usize, occupied: u64) -> u64 {
        // Safety: as above.
        let square = unsafe { chess::Square::new(square as u8) };
        chess::get_bishop_moves(square, chess::BitBoard(occupied)).0
    }
}

#[cfg(target_feature = "bmi2")]
pub struct ChessBmi;
#[cfg(target_feature = "bmi2")]
impl Lookup for ChessBmi {
    #[inline(always)]
    fn rook(square: usize, occupied: u64) -> u64 {
        // Safety: as above.
        let square = unsafe { chess::Square::new(square as u8) };
        chess::get_rook_moves_bmi(square, chess::BitBoard(occupied)).0
    }
    #[inline(always)]
    fn bishop(square: usize, occupied: u64) -> u64 {
        // Safety: as above.
        let square = unsafe { chess::Square::new(square as u8) };
        chess::get_bishop_moves_bmi(square, chess::BitBoard(occupied)).0
    }
}

pub struct Pleco;
impl Lookup for Pleco {
    #[inline(always)]
    fn rook(square: usize, occupied: u64) -> u64 {
        pleco::helper::prelude::rook_moves(pleco::BitBoard(occupied), pleco::SQ(square as u8)).0
    }
    #[inline(always)]
    fn bishop(square: usize, occupied: u64) -> u64 {
        pleco::helper::prelude::bishop_moves(pleco::BitBoard(occupied), pleco::SQ(square as u8)).0
    }
}

/// Makes a peer from two functions.
#[macro_export]
macro_rules! functions {
    ($name:ident, $rook:path, $bishop:path) => {
        pub struct $name;
        impl $crate::lookup::Lookup for $name {
            #[inline(always)]
            fn rook(square: usize, occupied: u64) -> u64 {
                $rook(square, occupied)
            }
            #[inline(always)]
            fn bishop(square: usize, occupied: u64) -> u64 {
                $bishop(square, occupied)
            }
        }
    };
}
