//! The input of a [`Job`]'s digest, as text.
//!
//! The text has the job's fields in the words of configs. Two configs with the same meaning have the same text, however
//! they are written, and renaming things in this program changes no digest. It contains only choices about the file's
//! content: no path, no command, no search effort. The factors have their own digest in the header.

use std::fmt::Display;
use std::fmt::Write as _;

use super::job::{Eol, Job, JobPiece};
use crate::axes::Axes;
use crate::geometry::{Fold, Mapping, Walk};
use crate::model::companion::Source;
use crate::model::{Checks, Identifier, Part, Printed};

/// Writes keys with their values, and with lengths so that no value can be mistaken for another key.
#[derive(Default)]
struct Text(String);

impl Text {
    fn put(&mut self, key: &str, value: impl Display) {
        let value = value.to_string();
        let _ = writeln!(self.0, "{key} {}:{value}", value.len());
    }
}

/// The text for all choices about a file's content, including defaults.
pub(super) fn text(job: &Job, identifiers: &[Identifier]) -> String {
    let mut text = Text::default();
    let Printed { unions, when, emit, fields, checks, style, names, licence, provenance, .. } =
        &job.printed;
    text.put("language", job.language.id);
    board(&mut text, &job.mapping);
    for name in &provenance.pieces {
        text.put("piece", name);
    }
    for piece in &job.pieces {
        rays(&mut text, piece, &job.mapping);
    }
    for union in unions {
        text.put("union", &union.name);
        for index in &union.of {
            text.put("of", index);
        }
    }
    text.put("variant", job.variant.id);
    if let Some(axes) = job.form.axes() {
        self::axes(&mut text, axes);
    }
    text.put("tables", when.id());
    for part in emit {
        text.put("emit", part.id());
    }
    companions(&mut text, job);
    text.put("fields", fields.id());
    if *checks != Checks::None {
        text.put("checks", checks.id());
    }
    text.put("columns", style.columns.map_or("auto".to_owned(), |columns| columns.to_string()));
    text.put("hex", if style.has_upper_hex { "upper" } else { "lower" });
    text.put("eol", if job.eol == Eol::CrLf { "crlf" } else { "lf" });
    text.put("version", provenance.version.is_some());
    for line in licence {
        text.put("licence", line);
    }
    if let Some(spdx) = &provenance.spdx {
        text.put("spdx", spdx);
    }
    for doc in &provenance.credits {
        text.put("doc", doc);
    }
    text.put("type", &names.type_name);
    text.put("prefix", &names.prefix);
    for identifier in identifiers {
        text.put("name", &identifier.name);
    }
    for (key, value) in job.backend.settings(names, &job.file_name()) {
        text.put(key, value);
    }
    text.0
}

/// Writes the settings of the output's companions.
fn companions(text: &mut Text, job: &Job) {
    let wish = &job.printed.wish;
    let has = |parts: &[Part]| parts.iter().any(|part| job.printed.emit.contains(part));
    if has(&[Part::Leapers]) {
        for leaper in &wish.leapers {
            text.put("leaper", &leaper.piece.name);
            for (files, ranks) in &leaper.piece.rays {
                text.put("ray", format_args!("{files} {ranks}"));
            }
            text.put("sides", leaper.has_sides);
        }
    }
    if has(&[Part::Pawns]) {
        for rank in wish.double_steps {
            text.put("double-step", rank.map_or("none".to_owned(), |rank| rank.to_string()));
        }
    }
    let forms = [
        (Part::Between, wish.between),
        (Part::Line, wish.line),
        (Part::Aligned, wish.line),
        (Part::RayPass, wish.ray_pass),
    ];
    for (part, source) in forms.into_iter().filter(|(part, _)| has(&[*part])) {
        text.put(part.id(), source == Source::Computed);
    }
    if has(&[Part::Zobrist, Part::Cuckoo]) {
        text.put("seed", wish.seed);
    }
}

fn board(text: &mut Text, mapping: &Mapping) {
    let board = mapping.board();
    text.put("width", board.width);
    text.put("height", board.height);
    for hole in &board.holes {
        text.put("hole", hole);
    }
    text.put("order", mapping.order().name());
    for at in board.places() {
        text.put("bit", mapping.place(at));
    }
}

/// Writes a piece by its rays, as far as they reach on this board. An explicit constant shift is left out, since it
/// always equals the default.
fn rays(text: &mut Text, piece: &JobPiece, mapping: &Mapping) {
    let JobPiece { piece, is_public, is_folded, shift: _ } = piece;
    text.put("searched", &piece.name);
    for (files, ranks) in &piece.rays {
        text.put("ray", format_args!("{files} {ranks}"));
    }
    text.put("range", Walk::new(piece, mapping).range);
    text.put("public", is_public);
    text.put("folded", is_folded);
}

fn axes(text: &mut Text, axes: Axes) {
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
