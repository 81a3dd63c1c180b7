//! TOML text and settings in; one piece on the config's board, for a command that has no output, out.

use super::board::{a1lsb, mapping};
use super::error::{ConfigError, ConfigErrorKind};
use super::load::load;
use super::pieces::pieces;
use super::source::Source;
use crate::geometry::{BISHOP, Mapping, Piece, ROOK, WORD_BITS};

/// A piece and where it stands.
#[derive(Clone, Debug)]
pub struct OnBoard {
    /// The board, its squares in the order of a1lsb or of the config's permutation.
    pub mapping: Mapping,
    /// The piece.
    pub piece: Piece,
}

/// Reads board and pieces of a config, and finds one by its name. Outputs aren't needed, and an orientation but a
/// permutation changes nothing.
pub fn on_board(source: &Source, name: &str) -> Result<OnBoard, Vec<ConfigError>> {
    let (config, mut errors) = load(source).map_err(|error| vec![error])?;
    let mapping = mapping(&config.board, &config.orientation).and_then(|mapping| a1lsb(&mapping));
    let mapping = mapping.map_err(|error| errors.push(error)).ok();
    let mut pieces = pieces(&config, mapping.as_ref(), &mut errors);
    let rays = [ROOK, BISHOP].concat();
    let queen = Piece { name: "queen".to_owned(), rays, range: WORD_BITS - 1 };
    pieces.entry(queen.name.clone()).or_insert(queen);
    let known = || pieces.keys().cloned().collect();
    match (pieces.get(name), mapping) {
        (Some(piece), Some(mapping)) if errors.is_empty() => {
            Ok(OnBoard { mapping, piece: piece.clone() })
        }
        (None, _) => {
            let kind = ConfigErrorKind::UnknownValue {
                what: "piece",
                value: name.to_owned(),
                known: known(),
            };
            errors.push(ConfigError::nowhere(kind));
            Err(errors)
        }
        _ => Err(errors),
    }
}
