//! Checks of outputs whose pieces don't only slide: what only rays have is refused.

use std::ops::Range;

use toml::Spanned;

use super::checks::Errors;
use super::error::ConfigErrorKind;
use super::job::JobPiece;
use super::pieces::check_masks;
use super::tables::OutputTable;
use magicgen_board::{Fold, Mapping, Problem, Walk};
use magicgen_lookup::model::{Part, Tables};
use magicgen_lookup::variant::{Form, Variant};
use magicgen_lookup::wide::moves_in_order;

/// The lookup of an output, with the place where it was chosen.
pub(super) struct ChosenLookup<'a> {
    pub(super) table: &'a OutputTable,
    pub(super) span: &'a Range<usize>,
    pub(super) variant: &'static Variant,
    pub(super) form: Form,
}

impl ChosenLookup<'_> {
    /// The place where the variant was chosen.
    fn variant_place(&self) -> Range<usize> {
        self.table.variant.as_ref().map_or(self.span.clone(), Spanned::span)
    }

    /// The place of a piece's name in `pieces`.
    fn place(&self, piece: &JobPiece) -> Range<usize> {
        let asked = self.table.pieces.iter().flat_map(Spanned::get_ref);
        let is_it = |name: &str| [piece.name(), piece.of()].contains(&name);
        let mut names = asked.filter(|name| is_it(name.get_ref()));
        names.next().map_or(self.span.clone(), Spanned::span)
    }

    /// Refuses a piece with too many relevant squares, and one without rays in a lookup that needs them.
    pub(super) fn check_pieces(&self, pieces: &[JobPiece], mapping: &Mapping, errors: &mut Errors) {
        let axes = self.form.axes();
        let is_wide = mapping.is_wide();
        if is_wide && !self.form.serves_wide_boards() {
            let key = axes.and_then(|axes| self.table.lookup.only_on_one_word(axes));
            let key = key.filter(|_| self.variant.form.serves_wide_boards());
            let (what, place, help) = match key {
                Some((key, place)) => (
                    format!("`{key}` of this value"),
                    place,
                    "set `cell` to \"set\", \"half\" or \"code16\", `key` to \"white\" or \"pext\", and of the others `lines` alone",
                ),
                None => (
                    format!("`{}`", self.variant.id),
                    self.variant_place(),
                    "use `direction`, `fancy` or `words`; without tables, `ray-reverse` or `slide-arithmetic`",
                ),
            };
            let message = format!("{what} serves boards of up to 64 bits");
            errors.at(place, ConfigErrorKind::Companion { message, help: help.to_owned() });
        }
        let is_by_line = self.form.is_by_line(is_wide);
        for piece in pieces {
            let span = self.place(piece);
            // All lookups of a piece have the same fault.
            if errors.all.iter().any(|error| error.span.as_ref() == Some(&span)) {
                continue;
            }
            let before = errors.all.len();
            errors.take(check_masks(&piece.piece, mapping, is_by_line, span.clone()));
            if errors.all.len() > before {
                continue;
            }
            let whole = Problem::check(&Walk::new(&piece.piece, mapping), mapping);
            let name = piece.name();
            if axes.is_none() && is_wide && !moves_in_order(&piece.piece, mapping) {
                let variant = self.variant.id;
                let message = format!(
                    "`{variant}` computes rays whose squares are in the order of their bits, and the {name} moves \
                     otherwise"
                );
                let help = "use a variant with tables, such as `direction`".to_owned();
                errors.at(span, ConfigErrorKind::Companion { message, help });
            } else if axes.is_none() && !is_wide && !piece.piece.is_slider() {
                let variant = self.variant.id;
                let message =
                    format!("`{variant}` computes slides, and the {name} moves otherwise");
                let help = "use a variant with tables, such as `fancy` or `direction`".to_owned();
                errors.at(span, ConfigErrorKind::Companion { message, help });
            } else if axes.is_some_and(|axes| axes.fold != Fold::None) && mapping.board().is_graph()
            {
                let message = "`fold` mirrors ranks or files, and a graph has none".to_owned();
                let help = "leave out `fold`".to_owned();
                errors.at(span, ConfigErrorKind::Companion { message, help });
            } else if axes.is_some_and(|axes| axes.fold != Fold::None) && whole.is_err() {
                let message = format!("`fold` needs all moves of the {name} in one index");
                let help = "leave out `fold`".to_owned();
                errors.at(span, ConfigErrorKind::Companion { message, help });
            }
        }
    }

    /// The time at which tables are made: in the source where some piece doesn't only slide, since start-up code walks
    /// rays.
    pub(super) fn when(
        &self,
        when: Tables,
        pieces: &[JobPiece],
        mapping: &Mapping,
        errors: &mut Errors,
    ) -> Tables {
        let is_wide = mapping.is_wide();
        let mut others = pieces.iter().filter(|piece| is_wide || !piece.piece.is_slider());
        let Some(piece) = others.next().filter(|_| when == Tables::Init) else { return when };
        let is_asked = self.table.tables.is_some() || self.form.must_be_filled();
        if is_asked && is_wide {
            return when;
        }
        if is_asked {
            let name = piece.name();
            let message = format!("start-up code walks rays, and the {name} moves otherwise");
            let help = "use `tables = \"full\"` without `dispatch`".to_owned();
            let span = self.table.tables.as_ref().map_or(self.place(piece), Spanned::span);
            errors.at(span, ConfigErrorKind::Companion { message, help });
        }
        Tables::Full
    }

    /// Refuses parts of the file that need rays, or all subsets of a mask.
    pub(super) fn check_parts(
        &self,
        emit: &[Part],
        pieces: &[JobPiece],
        mapping: &Mapping,
        errors: &mut Errors,
    ) {
        let asked = self.table.emit.iter().flat_map(Spanned::get_ref);
        let place = |part: Part| {
            let mut asked = asked.clone().filter(|asked| asked.get_ref() == part.id());
            asked.next().map_or(self.span.clone(), Spanned::span)
        };
        let mut refuse = |part: Part, message: String| {
            let help = format!(
                "leave \"{}\" out of `emit`, or give the piece an output of its own",
                part.id()
            );
            errors.at(place(part), ConfigErrorKind::Companion { message, help });
        };
        for part in emit {
            if mapping.board().is_graph() && part.has_geometry() {
                let part_name = part.id();
                refuse(*part, format!("`{part_name}` needs files and ranks, and a graph has none"));
                continue;
            }
            let name = |piece: &JobPiece| piece.name().to_owned();
            if *part == Part::SelfTest
                && let Some(piece) = pieces.iter().find(|piece| !piece.piece.is_slider())
            {
                refuse(
                    *part,
                    format!("a self-test walks rays, and the {} moves otherwise", name(piece)),
                );
            }
            let is_large = |piece: &&JobPiece| {
                Problem::check(&Walk::new(&piece.piece, mapping), mapping).is_err()
            };
            if matches!(part, Part::Occupancies | Part::AttackSets)
                && let Some(piece) = pieces.iter().find(is_large)
            {
                let name = name(piece);
                refuse(
                    *part,
                    format!("the {name} has too many subsets of relevant squares to list"),
                );
            }
        }
    }
}
