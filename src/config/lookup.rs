//! The form of an output's lookup: the variant's form, with changes by `[output.lookup]`, checked.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;

use super::checks::{Errors, choice, number, unknown};
use super::digest::Text;
use super::error::{ConfigError, ConfigErrorKind};
use super::job::JobPiece;
use magicgen_board::{Fold, Mapping, NotMirrored, Problem, Walk};
use magicgen_lookup::axes::{
    Axes, Cell, FactorFrom, KeyForm, Multiply, OffsetFrom, Placement, ShiftFrom,
};
use magicgen_lookup::variant::{Form, Variant};

/// `[output.lookup]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct LookupTable {
    pub(super) key: Option<Spanned<String>>,
    pub(super) factor: Option<Spanned<String>>,
    pub(super) shift: Option<Spanned<Shifts>>,
    pub(super) offset: Option<Spanned<String>>,
    pub(super) cell: Option<Spanned<String>>,
    pub(super) placement: Option<Spanned<String>>,
    pub(super) post_mask: Option<Spanned<bool>>,
    pub(super) lines: Option<Spanned<bool>>,
    pub(super) dispatch: Option<Spanned<bool>>,
    pub(super) fold: Option<Spanned<Folding>>,
    pub(super) combine: Option<Spanned<String>>,
    pub(super) bishop_multiplies: Option<Spanned<i128>>,
}

/// `shift`: a word, or a constant for each piece.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "a word or a table of numbers by piece")]
pub(super) enum Shifts {
    Word(String),
    ByPiece(BTreeMap<String, i64>),
}

/// `fold`
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "true, false or a word")]
pub(super) enum Folding {
    Flag(bool),
    Word(String),
}

/// The variant's form, changed by `[output.lookup]`. Errors point at `span` if no better place is known.
pub(super) fn form(
    table: &LookupTable,
    variant: &Variant,
    pieces: &mut [JobPiece],
    span: &Range<usize>,
    is_wide: bool,
    errors: &mut Errors,
) -> Form {
    let before = errors.all.len();
    let Form::Axes(preset) = variant.form else {
        for (key, place) in table.places() {
            let kind = ConfigErrorKind::Clash { key, other: variant.id };
            errors.all.push(ConfigError::at(place, kind).with(span.clone(), "excludes it"));
        }
        return variant.form;
    };
    let mut axes = preset;
    let mut set = |axes: &mut Axes, apply: &dyn Fn(&mut Axes, &mut Errors)| apply(axes, errors);
    set(&mut axes, &|axes, errors| {
        let key = choice("form of key", table.key.as_ref(), KeyForm::ALL);
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
    let placement = axes.placement.facts();
    let rows = placement.has_rows;
    axes.offset = match errors.take(offset).flatten() {
        Some(offset) => offset,
        // A choice that follows from another one may be left out.
        None if rows => OffsetFrom::None,
        None if axes.offset == OffsetFrom::None && !axes.has_one_range() => OffsetFrom::Field,
        None => axes.offset,
    };
    axes.is_post_masked = match &table.post_mask {
        Some(given) => *given.get_ref(),
        None if axes.shares_bits() => false,
        None => axes.is_post_masked && !rows || placement.is_shared,
    };
    axes.by_line = table.lines.as_ref().map_or(axes.by_line, |given| *given.get_ref());
    axes.is_dispatched = table.dispatch.as_ref().is_some_and(|given| *given.get_ref());
    axes.fold = errors.take(fold(table.fold.as_ref())).flatten().unwrap_or(axes.fold);
    halves(table, (variant, span), &mut axes, pieces, errors);
    let is_known = !errors.all[before..].iter().any(|error| error.kind.is_of_lookup());
    // On wide boards, slots of lines may hold codes or positions, too. What isn't served there is refused once.
    if is_known && !(is_wide && preset.serves_wide_boards()) {
        clashes(table, &axes, span, errors);
    }
    Form::Axes(axes)
}

/// Adds an error for each pair of incompatible choices, with the places where they were made: a key, or the variant.
fn clashes(table: &LookupTable, axes: &Axes, variant: &Range<usize>, errors: &mut Errors) {
    let places = table.places();
    let place = |keys: &[&str]| {
        let given = places.iter().filter(|(key, _)| keys.contains(key));
        // If several keys may have made a choice, the key whose value made it counts.
        let given = given.min_by_key(|(key, _)| !table.is_in_factor(key));
        given.map_or(variant.clone(), |(_, place)| place.clone())
    };
    let mut told = Vec::new();
    for clash in axes.clashes() {
        let [first, second] = clash.keys.map(place);
        // Of several clashes between the same two places, only the first is reported.
        let pair = (first.start.min(second.start), first.start.max(second.start));
        if told.contains(&pair) {
            continue;
        }
        told.push(pair);
        let (at, also) = if first == *variant { (second, first) } else { (first, second) };
        let error = ConfigError::at(at.clone(), ConfigErrorKind::Axes(clash));
        errors.all.push(if at == also { error } else { error.with(also, "doesn't go with it") });
    }
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
                errors.all.push(unknown("piece", &name, known));
            }
        }
    }
}

/// Applies the keys about multiplications of halves.
fn halves(
    table: &LookupTable,
    (variant, span): (&Variant, &Range<usize>),
    axes: &mut Axes,
    pieces: &mut [JobPiece],
    errors: &mut Errors,
) {
    let is_split = axes.multiply.facts().is_split;
    let is_packed = axes.placement.facts().is_packed;
    let not_split = |place: Range<usize>, key: &'static str| {
        let kind = ConfigErrorKind::Clash { key, other: variant.id };
        ConfigError::at(place, kind).with(span.clone(), "excludes it")
    };
    let combine = choice("way to combine", table.combine.as_ref(), Multiply::COMBINES);
    if let Some(combine) = errors.take(combine).flatten() {
        match &table.combine {
            Some(given) if !is_split && !combine.facts().is_sum => {
                errors.all.push(not_split(given.span(), "combine"));
            }
            _ => axes.multiply = combine,
        }
    }
    let is_split = axes.multiply.facts().is_split;
    let multiplies = number("bishop-multiplies", table.bishop_multiplies.as_ref(), 1, 2);
    if let Some(multiplies) = errors.take(multiplies).flatten() {
        match &table.bishop_multiplies {
            Some(given) if !is_split => {
                errors.all.push(not_split(given.span(), "bishop-multiplies"));
            }
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

fn fold(given: Option<&Spanned<Folding>>) -> Result<Option<Fold>, ConfigError> {
    let Some(given) = given else { return Ok(None) };
    match given.get_ref() {
        Folding::Flag(is_folded) => Ok(Some(if *is_folded { Fold::Ranks } else { Fold::None })),
        Folding::Word(word) => {
            choice("fold", Some(&Spanned::new(given.span(), word.clone())), Fold::ALL)
        }
    }
}

/// Refuses to fold a board whose parts aren't mirror images.
pub(super) fn check_fold(
    mapping: &Mapping,
    pieces: &[JobPiece],
    form: Form,
    span: &Range<usize>,
    errors: &mut Errors,
) {
    let fold = form.axes().map_or(Fold::None, |axes| axes.fold);
    if fold == Fold::None {
        return;
    }
    for piece in pieces {
        let walk = Walk::new(&piece.piece, mapping);
        // Masks that are too large are reported elsewhere.
        let Ok(problem) = Problem::new(&walk, mapping.squares()) else { continue };
        let Err(why) = problem.folded(fold) else { continue };
        let square = match why {
            NotMirrored::Board => None,
            NotMirrored::Square { bit } => mapping.square(bit).map(|at| at.to_string()),
        };
        let piece = piece.piece.name.clone();
        errors.at(span.clone(), ConfigErrorKind::Fold { piece, square });
        return;
    }
}

impl LookupTable {
    /// Takes `cell` of the output, which stands for that of `[output.lookup]`. Both at once are an error.
    pub(super) fn take_cell(&mut self, of_output: Spanned<String>) -> Option<ConfigError> {
        if let Some(cell) = &self.cell {
            let kind = ConfigErrorKind::Clash { key: "cell", other: "output.cell" };
            return Some(
                ConfigError::at(cell.span(), kind).with(of_output.span(), "excluded by it"),
            );
        }
        self.cell = Some(of_output);
        None
    }

    /// The given keys, each with the place of its value, in the order of the file.
    pub(super) fn places(&self) -> Vec<(&'static str, Range<usize>)> {
        let text_place = |key: &Option<Spanned<String>>| key.as_ref().map(Spanned::span);
        let flag_place = |key: &Option<Spanned<bool>>| key.as_ref().map(Spanned::span);
        let all = [
            ("key", text_place(&self.key)),
            ("factor", text_place(&self.factor)),
            ("shift", self.shift.as_ref().map(Spanned::span)),
            ("offset", text_place(&self.offset)),
            ("cell", text_place(&self.cell)),
            ("placement", text_place(&self.placement)),
            ("post-mask", flag_place(&self.post_mask)),
            ("lines", flag_place(&self.lines)),
            ("dispatch", flag_place(&self.dispatch)),
            ("fold", self.fold.as_ref().map(Spanned::span)),
            ("combine", text_place(&self.combine)),
            ("bishop-multiplies", self.bishop_multiplies.as_ref().map(Spanned::span)),
        ];
        let mut places: Vec<_> =
            all.into_iter().filter_map(|(key, place)| Some((key, place?))).collect();
        places.sort_by_key(|(_, place)| place.start);
        places
    }

    fn is_in_factor(&self, key: &str) -> bool {
        let word = match key {
            "offset" => self.offset.as_ref().map(|word| word.get_ref().as_str()),
            "shift" => self.shift.as_ref().and_then(|shift| match shift.get_ref() {
                Shifts::Word(word) => Some(word.as_str()),
                Shifts::ByPiece(_) => None,
            }),
            _ => None,
        };
        word == Some("in-factor")
    }

    /// The place of the first value by which the form needs PEXT or PDEP.
    pub(super) fn pext_key(&self, form: Form) -> Option<Range<usize>> {
        let axes = form.axes()?;
        let needs = |key: &str| match key {
            "cell" => Axes { cell: axes.cell, ..Axes::FANCY }.needs_pext(),
            "key" => Axes { key: axes.key, ..Axes::FANCY }.needs_pext(),
            _ => false,
        };
        self.places().into_iter().find(|(key, _)| needs(key)).map(|(_, place)| place)
    }

    /// The key, and the place of its value, by which the form serves no boards of several words.
    pub(super) fn only_on_one_word(&self, axes: Axes) -> Option<(&'static str, Range<usize>)> {
        let is_served = |key: &str| match key {
            "cell" => Axes { cell: axes.cell, ..Axes::FANCY }.serves_wide_boards(),
            "key" => Axes { key: axes.key, ..Axes::FANCY }.serves_wide_boards(),
            "lines" => true,
            _ => false,
        };
        let mut places = self.places();
        // Of the other keys, some may have the value that serves.
        places.sort_by_key(|(key, _)| !["cell", "key"].contains(key));
        places.into_iter().find(|(key, _)| !is_served(key))
    }

    /// The first given key, with the place of its value.
    pub(super) fn first_key(&self) -> Option<(&'static str, Range<usize>)> {
        self.places().into_iter().next()
    }
}

/// Writes the choices for the digest.
pub(super) fn digest(text: &mut Text, axes: Axes) {
    let Axes { multiply, key, factor, shift, offset, cell, placement, .. } = axes;
    let Axes { is_post_masked, by_line, is_dispatched, fold, .. } = axes;
    text.put("combine", multiply.id());
    text.put("key", key.id());
    text.put("factor", factor.id());
    text.put("shift", shift.id());
    text.put("offset", offset.id());
    text.put("cell", cell.id());
    text.put("placement", placement.id());
    text.put("post-mask", is_post_masked);
    text.put("lines", by_line);
    if is_dispatched {
        text.put("dispatch", is_dispatched);
    }
    if fold != Fold::None {
        text.put("fold", fold.id());
    }
}
