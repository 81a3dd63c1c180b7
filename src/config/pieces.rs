//! The pieces of a config, from `[[piece]]`, with masks that can be enumerated.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;

use super::checks::number;
use super::digest::Text;
use super::error::{ConfigError, ConfigErrorKind};
use super::job::JobPiece;
use super::tables::Config;
use magicgen_board::{BISHOP, Mapping, Piece, PieceError, Problem, ROOK, WORD_BITS, Walk};
use magicgen_lookup::model::companion::Leaper;
use magicgen_search::text;

/// `[[piece]]`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct PieceTable {
    pub(super) name: Option<Spanned<String>>,
    pub(super) rays: Option<Rays>,
    pub(super) range: Option<Spanned<i128>>,
    pub(super) from: Option<Spanned<String>>,
    pub(super) sides: Option<Spanned<bool>>,
}

/// The steps of rays in files and ranks, each with its place. They are read as lists, since a pair would let a third
/// number pass.
pub(super) type Rays = Spanned<Vec<Spanned<Vec<i128>>>>;

/// The pieces that outputs can name, including the built-in ones.
pub(super) fn pieces(
    config: &Config<'_>,
    mapping: Option<&Mapping>,
    errors: &mut Vec<ConfigError>,
) -> BTreeMap<String, Piece> {
    let mut pieces = BTreeMap::from([
        ("rook".to_owned(), Piece::rook()),
        ("bishop".to_owned(), Piece::bishop()),
    ]);
    let mut places: BTreeMap<String, Range<usize>> = BTreeMap::new();
    for (table, span) in &config.pieces {
        let Some(name) = &table.name else { continue };
        let alike = |other: &&String| text::folded(other) == text::folded(name.get_ref());
        let queen = "queen".to_owned();
        let other = pieces.keys().chain([&queen]).find(alike).cloned();
        if let Some(other) = other {
            let name_given = name.get_ref().clone();
            let kind = if other == name_given {
                ConfigErrorKind::PieceTwice { name: name_given }
            } else {
                ConfigErrorKind::PiecesAlike { name: name_given, other: other.clone() }
            };
            let error = ConfigError::at(name.span(), kind);
            errors.push(match places.get(&other) {
                Some(first) => error.with(first.clone(), "first here"),
                None => error,
            });
        }
        places.entry(name.get_ref().clone()).or_insert(name.span());
        let piece = piece(table, name.get_ref(), span.clone(), &pieces, mapping, errors);
        // A stand-in for a wrong piece avoids further errors in outputs that name it.
        let stand_in = || Piece::of_rays(name.get_ref(), &[(1, 0)], 1);
        pieces.entry(name.get_ref().clone()).or_insert_with(|| piece.unwrap_or_else(stand_in));
    }
    pieces
}

/// The leapers: knight and king, unless the config has pieces of these names, and the config's pieces with range 1.
pub(super) fn leapers(
    config: &Config<'_>,
    pieces: &BTreeMap<String, Piece>,
    errors: &mut Vec<ConfigError>,
) -> Vec<Leaper> {
    let built_in = [Piece::knight(), Piece::king()].into_iter();
    let built_in = built_in.filter(|piece| !pieces.contains_key(&piece.name));
    let mut leapers: Vec<Leaper> =
        built_in.map(|piece| Leaper { piece, has_sides: false }).collect();
    for (table, _) in &config.pieces {
        let Some(piece) = table.name.as_ref().and_then(|name| pieces.get(name.get_ref())) else {
            continue;
        };
        let has_sides = table.sides.as_ref().is_some_and(|sides| *sides.get_ref());
        if piece.range == 1 {
            leapers.push(Leaper { piece: piece.clone(), has_sides });
        } else if let Some(sides) = table.sides.as_ref().filter(|_| has_sides) {
            let message = format!("`sides` needs `range = 1`, and `{}` is a slider", piece.name);
            let help = "declare a piece for each side".to_owned();
            let kind = ConfigErrorKind::Companion { message, help };
            errors.push(ConfigError::at(sides.span(), kind));
        }
    }
    leapers
}

fn piece(
    table: &PieceTable,
    name: &str,
    span: Range<usize>,
    earlier: &BTreeMap<String, Piece>,
    mapping: Option<&Mapping>,
    errors: &mut Vec<ConfigError>,
) -> Option<Piece> {
    let before = errors.len();
    let range = match &table.range {
        Some(given) if *given.get_ref() == 0 => {
            let zero = ConfigErrorKind::Piece(PieceError::ZeroRange);
            Err(ConfigError::at(given.span(), zero))
        }
        range => number("range", range.as_ref(), 1, i128::from(WORD_BITS) - 1),
    };
    let range = range.map_err(|error| errors.push(error)).ok().flatten().unwrap_or(63) as u8;
    if let (Some(rays), Some(from)) = (&table.rays, &table.from) {
        let kind = ConfigErrorKind::Clash { key: "rays", other: "from" };
        errors.push(ConfigError::at(rays.span(), kind).with(from.span(), "excluded by it"));
    }
    let mut steps: Vec<(i8, i8)> = Vec::new();
    if let Some(rays) = &table.rays {
        for ray in rays.get_ref() {
            match step(ray) {
                Ok(step) => steps.push(step),
                Err(error) => errors.push(error),
            }
        }
    }
    for part in table.from.iter().flat_map(|from| from.get_ref().split('+').map(str::trim)) {
        let rays = match part {
            "queen" => Some([ROOK, BISHOP].concat()),
            _ => earlier.get(part).map(|piece| piece.rays.clone()),
        };
        if rays.is_none() {
            let known = earlier.keys().cloned().collect();
            let value = part.to_owned();
            let kind = ConfigErrorKind::UnknownValue { what: "piece", value, known };
            let place = table.from.as_ref().map_or(span.clone(), Spanned::span);
            errors.push(ConfigError::at(place, kind));
        }
        let new: Vec<_> = rays.into_iter().flatten().filter(|ray| !steps.contains(ray)).collect();
        steps.extend(new);
    }
    if errors.len() > before {
        return None;
    }
    let place = table.rays.as_ref().map(Spanned::span);
    let place = place.or(table.from.as_ref().map(Spanned::span)).unwrap_or(span);
    let piece = Piece::new(name, &steps, range)
        .map_err(|error| ConfigError::at(place.clone(), ConfigErrorKind::Piece(error)));
    let checked = piece.and_then(|piece| {
        let masks = mapping.map_or(Ok(()), |mapping| check_masks(&piece, mapping, place));
        masks.map(|()| piece)
    });
    checked.map_err(|error| errors.push(error)).ok()
}

/// One ray's step, as (files, ranks).
fn step(ray: &Spanned<Vec<i128>>) -> Result<(i8, i8), ConfigError> {
    let [files, ranks] = ray.get_ref()[..] else {
        let error = PieceError::NotTwoSteps(ray.get_ref().len());
        return Err(ConfigError::at(ray.span(), ConfigErrorKind::Piece(error)));
    };
    let most = i128::from(WORD_BITS) - 1;
    // `abs` would overflow for the least number of 128 bits.
    match [files, ranks].into_iter().find(|step| !(-most..=most).contains(step)) {
        Some(value) => {
            let value = value.to_string();
            let kind = ConfigErrorKind::OutOfRange { key: "rays", value, least: -most, most };
            Err(ConfigError::at(ray.span(), kind))
        }
        None => Ok((files as i8, ranks as i8)),
    }
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

/// Writes a piece for the digest, by its rays, as far as they reach on this board. An explicit constant shift is left out, since it
/// always equals the default.
pub(super) fn digest(text: &mut Text, piece: &JobPiece, mapping: &Mapping) {
    let JobPiece { piece, is_public, is_folded, shift: _ } = piece;
    text.put("searched", &piece.name);
    for (files, ranks) in &piece.rays {
        text.put("ray", format_args!("{files} {ranks}"));
    }
    text.put("range", Walk::new(piece, mapping).range);
    text.put("public", is_public);
    text.put("folded", is_folded);
}
