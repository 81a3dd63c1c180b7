//! A variant and `[output.lookup]` in; the form of the lookup out, its axes changed and checked.

use std::ops::Range;

use toml::Spanned;

use super::error::ConfigErrorKind;
use super::job::JobPiece;
use super::load::{LookupTable, Shifts};
use super::output::Errors;
use super::resolve::number;
use super::style::{choice, unknown};
use crate::variant::{
    Axes, Cell, FactorFrom, Form, KeyForm, Multiply, OffsetFrom, Placement, ShiftFrom, Variant,
};

/// The preset's form, changed as `[output.lookup]` has it. `span` is where to point if nothing better is known.
pub(super) fn form(
    table: &LookupTable,
    variant: &Variant,
    pieces: &mut [JobPiece],
    span: &Range<usize>,
    errors: &mut Errors,
) -> Form {
    let Form::Axes(preset) = variant.form else {
        if let Some(place) = table.first_key() {
            let key = "a key of `[output.lookup]`";
            errors.at(place, ConfigErrorKind::Clash { key, other: variant.id });
        }
        return variant.form;
    };
    let mut axes = preset;
    let mut set = |axes: &mut Axes, apply: &dyn Fn(&mut Axes, &mut Errors)| apply(axes, errors);
    set(&mut axes, &|axes, errors| {
        let key = choice("key", table.key.as_ref(), KeyForm::ALL);
        axes.key = errors.take(key).flatten().unwrap_or(axes.key);
        let factor = choice("factor", table.factor.as_ref(), FactorFrom::ALL);
        axes.factor = errors.take(factor).flatten().unwrap_or(axes.factor);
        let cell = choice("cell", table.cell.as_ref(), Cell::ALL);
        axes.cell = errors.take(cell).flatten().unwrap_or(axes.cell);
        let placement = choice("placement", table.placement.as_ref(), Placement::ALL);
        axes.placement = errors.take(placement).flatten().unwrap_or(axes.placement);
    });
    shifts(table, &mut axes, pieces, errors);
    let offset = choice("offset", table.offset.as_ref(), OffsetFrom::ALL);
    let rows = matches!(axes.placement, Placement::Rows | Placement::Nested);
    axes.offset = match errors.take(offset).flatten() {
        Some(offset) => offset,
        // What follows from another choice needn't be said.
        None if rows => OffsetFrom::None,
        None if axes.offset == OffsetFrom::None && axes.key != KeyForm::Slider => OffsetFrom::Field,
        None => axes.offset,
    };
    axes.is_post_masked = match &table.post_mask {
        Some(given) => *given.get_ref(),
        None => axes.is_post_masked && !rows || axes.placement == Placement::Shared,
    };
    axes.by_line = table.lines.as_ref().map_or(axes.by_line, |given| *given.get_ref());
    halves(table, variant, &mut axes, pieces, errors);
    if let Err(clash) = axes.check() {
        errors.at(table.first_key().unwrap_or(span.clone()), ConfigErrorKind::Axes(clash));
    }
    Form::Axes(axes)
}

fn shifts(table: &LookupTable, axes: &mut Axes, pieces: &mut [JobPiece], errors: &mut Errors) {
    let Some(given) = &table.shift else { return };
    let span = given.span();
    match given.get_ref() {
        Shifts::Word(word) => {
            let word = Spanned::new(span, word.clone());
            let shift = errors.take(choice("shift", Some(&word), ShiftFrom::ALL)).flatten();
            axes.shift = shift.unwrap_or(axes.shift);
        }
        Shifts::ByPiece(by_piece) => {
            axes.shift = ShiftFrom::Constant;
            for (name, shift) in by_piece {
                let shift = Spanned::new(span.clone(), i128::from(*shift));
                let wanted = errors.take(number("shift", Some(&shift), 1, 63)).flatten();
                if let Some(piece) = pieces.iter_mut().find(|piece| piece.piece.name == *name) {
                    piece.shift = wanted.map(|shift| shift as u8);
                    continue;
                }
                let known = pieces.iter().map(|piece| piece.piece.name.clone()).collect();
                let name = Spanned::new(span.clone(), name.clone());
                errors.0.push(unknown("piece", &name, known));
            }
        }
    }
}

/// What is said of products of halves.
fn halves(
    table: &LookupTable,
    variant: &Variant,
    axes: &mut Axes,
    pieces: &mut [JobPiece],
    errors: &mut Errors,
) {
    let is_split = axes.multiply != Multiply::Wide;
    let is_packed = matches!(axes.placement, Placement::Overlapped | Placement::Shared);
    let not_split = |key: &'static str| ConfigErrorKind::Clash { key, other: variant.id };
    let combine = choice("way to combine", table.combine.as_ref(), Multiply::COMBINES);
    if let Some(combine) = errors.take(combine).flatten() {
        match &table.combine {
            Some(given) if !is_split => errors.at(given.span(), not_split("combine")),
            _ => axes.multiply = combine,
        }
    }
    let multiplies = number("bishop-multiplies", table.bishop_multiplies.as_ref(), 1, 2);
    if let Some(multiplies) = errors.take(multiplies).flatten() {
        match &table.bishop_multiplies {
            Some(given) if !is_split => errors.at(given.span(), not_split("bishop-multiplies")),
            Some(given) if multiplies == 1 && is_packed => {
                let (key, other) = ("bishop-multiplies = 1", "a packed placement");
                errors.at(given.span(), ConfigErrorKind::Clash { key, other });
            }
            _ => {
                for piece in pieces.iter_mut().filter(|piece| piece.piece.name == "bishop") {
                    piece.is_folded = multiplies == 1;
                }
            }
        }
    }
}

impl LookupTable {
    /// Where its first key's value stands.
    pub(super) fn first_key(&self) -> Option<Range<usize>> {
        let words = [&self.key, &self.factor, &self.offset, &self.cell, &self.placement];
        let words = words.into_iter().chain([&self.combine]).filter_map(Option::as_ref);
        let flags = [&self.post_mask, &self.lines].into_iter().filter_map(Option::as_ref);
        let shift = self.shift.as_ref().map(Spanned::span);
        let multiplies = self.bishop_multiplies.as_ref().map(Spanned::span);
        let spans = words.map(Spanned::span).chain(flags.map(Spanned::span));
        spans.chain(shift).chain(multiplies).min_by_key(|span| span.start)
    }
}
