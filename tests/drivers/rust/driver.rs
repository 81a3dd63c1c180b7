//! Compares every lookup of a generated module with rays walked over files and ranks, by `walk.rs`. The modules beside it:
//! `magics` is the generated one, `pieces` says what is in it.

extern crate walk;

mod magics;
mod pieces;

pub use walk::Piece;

fn main() -> std::process::ExitCode {
    walk::run(&walk::Compared {
        pieces: pieces::PIECES,
        unions: pieces::UNIONS,
        square: pieces::SQUARE,
        corners: pieces::CORNERS,
    })
}
