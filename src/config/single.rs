//! Finds one piece on the config's board, for commands without an output.

use super::board::{a1lsb, mapping};
use super::error::{ConfigError, ConfigErrorKind};
use super::graph::graph;
use super::job::JobPiece;
use super::load::load;
use super::pieces::pieces;
use super::request::Request;
use super::resolve::together;
use super::source::Source;
use magicgen_board::{BISHOP, Mapping, Piece, Purpose, ROOK, WORD_BITS};

/// A piece and its board.
#[derive(Clone, Debug)]
pub struct OnBoard {
    /// The board's squares: in a1lsb on a board of one word without a permutation, else in the config's order.
    pub mapping: Mapping,
    /// The piece, with the moves and the name of its lookup.
    pub piece: Piece,
    /// The piece's name in the config, which may stand for several lookups.
    pub of: String,
}

/// Reads the board and the pieces of a config, and finds a piece by its name, or by that of one of its lookups, such as
/// `cannon quiets`. The config needs no outputs. Its orientation counts only if it is a permutation.
pub fn on_board(
    source: &Source,
    name: &str,
    request: &Request<'_>,
) -> Result<OnBoard, Vec<ConfigError>> {
    let (config, unread) = load(source);
    let mut errors = Vec::new();
    let files = (source, request);
    let graph = graph(&config, files, &mut errors);
    let mapping = mapping(&config, graph.as_ref(), &mut errors);
    let mapping = mapping.map(|mapping| a1lsb(&mapping).map_err(|error| errors.push(error)));
    let mapping = mapping.and_then(Result::ok);
    let board = mapping.as_ref().map(|mapping| (mapping, graph.as_ref()));
    let mut pieces = pieces(&config, board, files, &mut errors);
    let rays = [ROOK, BISHOP].concat();
    let queen = Piece::of_rays("queen", &rays, WORD_BITS - 1);
    pieces.entry(queen.name.clone()).or_insert(queen);
    let known = || pieces.keys().cloned().collect();
    let (of, _) = Purpose::of_lookup(name);
    let lookups = pieces.get(name).or_else(|| pieces.get(of)).map(JobPiece::by_purpose);
    let lookups = lookups.unwrap_or_default();
    let mut named = lookups.iter().filter(|lookup| lookup.piece.name == name);
    let only = || lookups.first().filter(|_| lookups.len() == 1 && pieces.contains_key(name));
    match (named.next().or_else(only), mapping) {
        (Some(piece), Some(mapping))
            if errors.is_empty() && unread.is_empty() && source.repaired.is_none() =>
        {
            Ok(OnBoard { mapping, piece: piece.piece.clone(), of: piece.of().to_owned() })
        }
        (None, _) if pieces.contains_key(name) => {
            let lookups = lookups.iter().map(|lookup| lookup.piece.name.clone()).collect();
            errors.push(ConfigError::nowhere(ConfigErrorKind::SeveralLookups {
                piece: name.to_owned(),
                lookups,
            }));
            Err(together(source, unread, errors, config.is_nameless))
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
