//! Boards and pieces that aren't those of chess.

use std::path::Path;

use magicgen_board::{Board, Mapping, Order, Piece, Standard};

use super::{GCC, Program, cell, write};
use crate::compile::support::{Cell, magicgen};

/// A cell with a small board with holes, and declared pieces.
pub(super) fn odd_cell(std: &'static str) -> Cell {
    cell(format!("c::{std}::odd"), &["gcc"], move |folder| {
        let mut board = Board::new(6, 6).map_err(|error| error.to_string())?;
        for hole in ["a1", "f6"] {
            board.holes.insert(hole.parse().map_err(|_| hole.to_owned())?);
        }
        let standard = Standard::find("a1lsb").ok_or("a1lsb")?;
        let mapping = Mapping::new(board, Order::Standard { standard, stride: 8 });
        let head = "[board]\nwidth = 6\nheight = 6\nstride = 8\nholes = [\"a1\", \"f6\"]\n";
        own_pieces(folder, std, &mapping.map_err(|error| error.to_string())?, head)
    })
}

/// A cell with a permutation of squares.
pub(super) fn permutation_cell(std: &'static str) -> Cell {
    cell(format!("c::{std}::permutation"), &["gcc"], move |folder| {
        let bits: Vec<u8> = (0..25).map(|at| at * 7 % 25 + 3).collect();
        let text = format!(
            "[board]\nwidth = 5\nheight = 5\nholes = [\"c3\"]\n\n[orientation]\npermutation = {bits:?}\n"
        );
        let mut board = Board::new(5, 5).map_err(|error| error.to_string())?;
        board.holes.insert("c3".parse().map_err(|_| "c3")?);
        let mapping = Mapping::new(board, Order::Permutation(bits));
        own_pieces(folder, std, &mapping.map_err(|error| error.to_string())?, &text)
    })
}

/// Runs drivers for a short rook and a lance on a board that isn't that of chess.
fn own_pieces(
    folder: &Path,
    std: &'static str,
    mapping: &Mapping,
    head: &str,
) -> Result<(), String> {
    let rays = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    let piece =
        |name, rays: &[_], range| Piece::new(name, rays, range).map_err(|error| error.to_string());
    let pieces = vec![piece("short-rook", &rays, 3)?, piece("lance", &[(0, 1)], 63)?];
    for variant in ["fancy", "plain", "split32"] {
        for tables in ["full", "init"] {
            for fields in ["arrays", "pointers", "square-records", "square-pointers"] {
                let config = format!(
                    "version = 1\n\n{head}\n\
                     [[piece]]\nname = \"short-rook\"\nrays = [[1, 0], [-1, 0], [0, 1], [0, -1]]\nrange = 3\n\n\
                     [[piece]]\nname = \"lance\"\nrays = [[0, 1]]\n\n\
                     [[output]]\nid = \"c\"\nlang = \"c\"\npath = \"magics.h\"\nvariant = \"{variant}\"\n\
                     tables = \"{tables}\"\npieces = [\"short-rook\", \"lance\"]\n\
                     emit = [\"squares\", \"self-test\"]\n\n\
                     [output.style]\nfields = \"{fields}\"\n\n[output.c]\nstd = \"{std}\"\n"
                );
                write(folder, "magicgen.toml", &config)?;
                magicgen(folder, &["--config", "magicgen.toml"])?;
                let program = Program {
                    compiler: GCC,
                    std,
                    is_init: tables == "init",
                    is_pair: false,
                    bmi2: Some("-mbmi2"),
                    mapping: mapping.clone(),
                    is_chess: false,
                    host: None,
                    pieces: pieces.clone(),
                };
                program
                    .check(folder)
                    .map_err(|error| format!("{variant} {tables} {fields}: {error}"))?;
            }
        }
    }
    Ok(())
}
