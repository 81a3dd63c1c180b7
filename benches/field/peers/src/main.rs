//! The lookups of crates that chess programs use, in the engine of `magicgen bench`.
//!
//! `field-peers NAME FOLDER` answers the requests of `magicgen bench --beside 'NAME=.../field-peers NAME'`.

mod board {
    include!(concat!(env!("OUT_DIR"), "/board.rs"));
}
#[path = "../../engine.rs"]
mod engine;
#[allow(dead_code, unused_macros)]
#[path = "../../../peers/src/lookup.rs"]
mod lookup;

use std::marker::PhantomData;

/// A peer's lookup in the engine's interface.
struct Peer<L>(PhantomData<L>);

impl<L: lookup::Lookup> engine::Lookup for Peer<L> {
    #[inline(always)]
    fn rook(square: usize, occupied: u64) -> u64 {
        L::rook(square, occupied)
    }
    #[inline(always)]
    fn bishop(square: usize, occupied: u64) -> u64 {
        L::bishop(square, occupied)
    }
}

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("shakmaty") => engine::serve::<Peer<lookup::Shakmaty>>(),
        Some("cozy-chess") => engine::serve::<Peer<lookup::Cozy>>(),
        Some("chess") => engine::serve::<Peer<lookup::Chess>>(),
        #[cfg(target_feature = "bmi2")]
        Some("chess-bmi") => engine::serve::<Peer<lookup::ChessBmi>>(),
        Some("pleco") => {
            pleco::helper::Helper::new();
            engine::serve::<Peer<lookup::Pleco>>();
        }
        name => {
            eprintln!("{name:?}? known are shakmaty, cozy-chess, chess, chess-bmi (with BMI2), pleco");
            std::process::exit(2);
        }
    }
}
