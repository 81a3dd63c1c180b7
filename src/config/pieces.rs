//! `[[piece]]` in; pieces out, with masks that can be enumerated.

use std::collections::BTreeMap;
use std::ops::Range;

use super::error::{ConfigError, ConfigErrorKind};
use super::load::{Config, PieceTable};
use super::resolve::number;
use crate::geometry::{BISHOP, Mapping, Piece, PieceError, Problem, ROOK, WORD_BITS, Walk};
use crate::text;

/// The pieces that outputs can name.
pub(super) fn pieces(
    config: &Config<'_>,
    mapping: Option<&Mapping>,
    errors: &mut Vec<ConfigError>,
) -> BTreeMap<String, Piece> {
    let mut pieces = BTreeMap::from([
        ("rook".to_owned(), Piece::rook()),
        ("bishop".to_owned(), Piece::bishop()),
    ]);
    for (table, span) in &config.pieces {
        match piece(table, span.clone(), &pieces, mapping) {
            Ok(piece) => {
                pieces.insert(piece.name.clone(), piece);
            }
            Err(error) => {
                // Named in an output, it is no second error; with the first one, nothing comes of it.
                let name = table.name.get_ref().clone();
                pieces.entry(name.clone()).or_insert(Piece { name, rays: vec![(1, 0)], range: 1 });
                errors.push(error);
            }
        }
    }
    pieces
}

fn piece(
    table: &PieceTable,
    span: Range<usize>,
    earlier: &BTreeMap<String, Piece>,
    mapping: Option<&Mapping>,
) -> Result<Piece, ConfigError> {
    let name = table.name.get_ref();
    if earlier.contains_key(name) || text::folded(name) == "queen" {
        return Err(ConfigError::at(
            table.name.span(),
            ConfigErrorKind::PieceTwice { name: name.clone() },
        ));
    }
    let alike = |other: &&String| text::folded(other) == text::folded(name);
    if let Some(other) = earlier.keys().find(alike) {
        let kind = ConfigErrorKind::PiecesAlike { name: name.clone(), other: other.clone() };
        return Err(ConfigError::at(table.name.span(), kind));
    }
    let range = number("range", table.range.as_ref(), i128::MIN, i128::MAX)?;
    let zero = ConfigErrorKind::Piece(PieceError::ZeroRange);
    let range = match (range, &table.range) {
        (Some(0), Some(given)) => return Err(ConfigError::at(given.span(), zero)),
        _ => {
            number("range", table.range.as_ref(), 1, i128::from(WORD_BITS) - 1)?.unwrap_or(63) as u8
        }
    };
    let (rays, rays_span) = match (&table.rays, &table.from) {
        (Some(rays), Some(_)) => {
            return Err(ConfigError::at(
                rays.span(),
                ConfigErrorKind::Clash { key: "rays", other: "from" },
            ));
        }
        (None, None) => (Vec::new(), span),
        (Some(rays), None) => {
            let mut steps = Vec::new();
            for ray in rays.get_ref() {
                let [files, ranks] = ray.get_ref()[..] else {
                    let error = PieceError::NotTwoSteps(ray.get_ref().len());
                    return Err(ConfigError::at(ray.span(), ConfigErrorKind::Piece(error)));
                };
                let most = i128::from(WORD_BITS) - 1;
                let wrong = [files, ranks].into_iter().find(|step| step.abs() > most);
                if let Some(value) = wrong {
                    let value = value.to_string();
                    let kind =
                        ConfigErrorKind::OutOfRange { key: "rays", value, least: -most, most };
                    return Err(ConfigError::at(ray.span(), kind));
                }
                steps.push((files as i8, ranks as i8));
            }
            (steps, rays.span())
        }
        (None, Some(from)) => {
            let mut steps: Vec<(i8, i8)> = Vec::new();
            for part in from.get_ref().split('+').map(str::trim) {
                let rays = match part {
                    "queen" => [ROOK, BISHOP].concat(),
                    _ => earlier.get(part).map(|piece| piece.rays.clone()).ok_or_else(|| {
                        let known = earlier.keys().cloned().collect();
                        let value = part.to_owned();
                        let kind = ConfigErrorKind::UnknownValue { what: "piece", value, known };
                        ConfigError::at(from.span(), kind)
                    })?,
                };
                let new: Vec<_> = rays.into_iter().filter(|ray| !steps.contains(ray)).collect();
                steps.extend(new);
            }
            (steps, from.span())
        }
    };
    let piece = Piece::new(name, &rays, range)
        .map_err(|error| ConfigError::at(rays_span.clone(), ConfigErrorKind::Piece(error)))?;
    if let Some(mapping) = mapping {
        check_masks(&piece, mapping, rays_span)?;
    }
    Ok(piece)
}

pub(super) fn check_masks(
    piece: &Piece,
    mapping: &Mapping,
    span: Range<usize>,
) -> Result<(), ConfigError> {
    let walk = Walk::new(piece, mapping);
    match Problem::check(&walk, mapping.squares()) {
        Ok(()) => Ok(()),
        Err(error) => {
            let square = mapping.square(error.bit).map(|at| at.to_string()).unwrap_or_default();
            let kind = ConfigErrorKind::TooManyRelevant {
                piece: piece.name.clone(),
                square,
                count: error.count,
            };
            Err(ConfigError::at(span, kind))
        }
    }
}
