//! Finds one piece on the config's board, for commands without an output.

use super::board::{a1lsb, mapping};
use super::error::{ConfigError, ConfigErrorKind};
use super::load::load;
use super::pieces::pieces;
use super::request::Request;
use super::resolve::together;
use super::source::Source;
use magicgen_board::{BISHOP, Mapping, Piece, ROOK, WORD_BITS};

/// A piece and its board.
#[derive(Clone, Debug)]
pub struct OnBoard {
    /// The board's squares, in a1lsb or the config's permutation.
    pub mapping: Mapping,
    /// The piece.
    pub piece: Piece,
}

/// Reads the board and the pieces of a config, and finds a piece by its name. The config needs no outputs. Its
/// orientation counts only if it is a permutation.
pub fn on_board(source: &Source, name: &str) -> Result<OnBoard, Vec<ConfigError>> {
    let (config, unread) = load(source);
    let mut errors = Vec::new();
    let mapping = mapping(&config, &mut errors);
    let mapping = mapping.map(|mapping| a1lsb(&mapping).map_err(|error| errors.push(error)));
    let mapping = mapping.and_then(Result::ok);
    let mut pieces = pieces(&config, mapping.as_ref(), (source, &Request::default()), &mut errors);
    let rays = [ROOK, BISHOP].concat();
    let queen = Piece::of_rays("queen", &rays, WORD_BITS - 1);
    pieces.entry(queen.name.clone()).or_insert(queen);
    let known = || pieces.keys().cloned().collect();
    match (pieces.get(name), mapping) {
        (Some(piece), Some(mapping))
            if errors.is_empty() && unread.is_empty() && source.repaired.is_none() =>
        {
            Ok(OnBoard { mapping, piece: piece.clone() })
        }
        (None, _) => {
            let kind = ConfigErrorKind::UnknownValue {
                what: "piece",
                value: name.to_owned(),
                known: known(),
            };
            errors.push(ConfigError::nowhere(kind));
            Err(together(source, unread, errors, config.is_nameless))
        }
        _ => Err(together(source, unread, errors, config.is_nameless)),
    }
}
