//! Tells the piece of a lookup: from the arrays that it reads, from the names in it, or from those around it.

use super::Judge;
use crate::adopt::AdoptedArray;
use crate::adopt::code::{BlankedSource, EngineIndex};
use crate::adopt::functions::SourceFunction;
use magicgen_read::Slider;

impl Judge<'_> {
    /// The piece of a lookup.
    pub(super) fn piece(
        &self,
        source: &BlankedSource,
        function: &SourceFunction,
        hash: &EngineIndex,
    ) -> Result<Slider, String> {
        let at = function.body.start;
        let of_arrays: Vec<Slider> =
            hash.names.iter().filter_map(|name| self.array(source, at, name)).collect();
        let by_names = one(|piece| {
            of_arrays.contains(&piece) || hash.names.iter().any(|name| names(name, piece))
        });
        let lower = function.name.to_ascii_lowercase();
        let by_function = one(|piece| {
            let initial = &piece.name()[..1];
            names(&lower, piece)
                || lower == format!("{initial}magic")
                || lower == format!("{initial}_magic")
        });
        let are_both = Slider::PIECES.into_iter().all(|piece| {
            of_arrays.contains(&piece) || hash.names.iter().any(|name| names(name, piece))
        });
        let heads = enclosing(&source.text, at);
        let by_place = || {
            heads.iter().find_map(|(head, _)| one(|piece| names(head, piece))).filter(|_| !are_both)
        };
        match (by_names, by_function) {
            (Some(piece), Some(other)) if piece == other => Ok(piece),
            (Some(piece), None) => Ok(piece),
            (None, Some(piece)) if !are_both => Ok(piece),
            (None, None) => by_place().ok_or(()),
            _ => Err(()),
        }
        .map_err(|()| "its names don't tell rook from bishop".to_owned())
    }

    /// The piece of the array with factors that a name means at a place.
    fn array(&self, source: &BlankedSource, at: usize, name: &str) -> Option<Slider> {
        let named: Vec<&AdoptedArray> =
            self.arrays.iter().filter(|array| array.name == name).collect();
        if let Some(piece) = one(|piece| named.iter().any(|array| array.piece == piece)) {
            return Some(piece);
        }
        // Each is visible in its own block: the innermost of those around the place wins.
        let around = enclosing(&source.text, at);
        let depth = |array: &AdoptedArray| {
            let is_here = self.files[source.file].path == array.path;
            let line = source.line_start(array.line).filter(|_| is_here)?;
            let place = line + source.text[line..].find(name)?;
            let block = enclosing(&source.text, place).first().map(|(_, open)| *open);
            let open = around.iter().position(|(_, open)| Some(*open) == block);
            open.or(block.is_none().then_some(around.len()))
        };
        let depths = named.iter().filter_map(|array| Some((depth(array)?, array.piece)));
        let mut depths: Vec<(usize, Slider)> = depths.collect();
        depths.sort_by_key(|(depth, _)| *depth);
        match depths.as_slice() {
            [(_, piece)] => Some(*piece),
            [(first, piece), (second, _), ..] if first < second => Some(*piece),
            _ => None,
        }
    }
}

/// The only piece for which something holds.
fn one(is: impl Fn(Slider) -> bool) -> Option<Slider> {
    match Slider::PIECES.map(is) {
        [true, false] => Some(Slider::PIECES[0]),
        [false, true] => Some(Slider::PIECES[1]),
        _ => None,
    }
}

/// The piece that a name has a word for.
pub(in crate::adopt) fn piece_of(name: &str) -> Option<Slider> {
    one(|piece| names(name, piece))
}

/// Whether a name has a word for a piece.
fn names(name: &str, piece: Slider) -> bool {
    let name = name.to_ascii_lowercase();
    if name.contains(piece.name()) {
        return true;
    }
    match piece {
        // North and south aren't orthogonals.
        Slider::Rook => name.match_indices("orth").any(|(at, _)| !name[..at].ends_with('n')),
        Slider::Bishop => name.contains("diag"),
        _ => false,
    }
}

/// The blocks around a place, the innermost first: the text before each brace, and the brace's place.
pub(in crate::adopt) fn enclosing(text: &str, at: usize) -> Vec<(&str, usize)> {
    let mut open = Vec::new();
    for (place, c) in text[..at].char_indices() {
        match c {
            '{' => open.push(place),
            '}' => {
                open.pop();
            }
            _ => {}
        }
    }
    let head = |place: usize| {
        let start = text[..place].rfind([';', '{', '}']).map_or(0, |at| at + 1);
        (text[start..place].trim(), place)
    };
    open.into_iter().rev().map(head).collect()
}
