//! One [`Job`] in; the text that its digest is taken of, out.
//!
//! Field by field, in words of a config's own: two configs that say the same have the same text, however they say it,
//! and a name in this program can change without changing a digest. Beyond what was chosen, where a file goes, which
//! command makes it and how hard to search are no part of it: what a search found has a digest of its own in the header.

use std::fmt::Display;
use std::fmt::Write as _;

use super::job::{Eol, Job, JobPiece};
use crate::axes::Axes;
use crate::geometry::{Mapping, Walk};

/// Writes keys with their values, so that no value can be mistaken for another key.
#[derive(Default)]
struct Text(String);

impl Text {
    fn put(&mut self, key: &str, value: impl Display) {
        let value = value.to_string();
        let _ = writeln!(self.0, "{key} {}:{value}", value.len());
    }
}

/// Everything that was chosen about a file's contents, defaults filled in. `identifiers` are the file's names.
pub(super) fn text(job: &Job, identifiers: &[(String, String)]) -> String {
    let mut text = Text::default();
    text.put("language", job.language.id);
    board(&mut text, &job.mapping);
    for name in &job.asked_for {
        text.put("piece", name);
    }
    for piece in &job.pieces {
        rays(&mut text, piece, &job.mapping);
    }
    for union in &job.unions {
        text.put("union", &union.name);
        for index in &union.of {
            text.put("of", index);
        }
    }
    text.put("variant", job.variant.id);
    if let Some(axes) = job.form.axes() {
        self::axes(&mut text, axes);
    }
    text.put("tables", job.tables.id());
    for part in &job.emit {
        text.put("emit", part.id());
    }
    text.put("fields", job.fields.id());
    text.put("columns", job.style.columns.map_or("auto".to_owned(), |columns| columns.to_string()));
    text.put("hex", if job.style.has_upper_hex { "upper" } else { "lower" });
    text.put("eol", if job.eol == Eol::CrLf { "crlf" } else { "lf" });
    text.put("version", job.has_version);
    for line in &job.licence {
        text.put("licence", line);
    }
    if let Some(doc) = &job.doc {
        text.put("doc", doc);
    }
    text.put("type", &job.names.type_name);
    text.put("prefix", &job.names.prefix);
    for (_, name) in identifiers {
        text.put("name", name);
    }
    for (key, value) in job.backend.settings(&job.names, &job.file_name()) {
        text.put(key, value);
    }
    text.0
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

/// A piece by its rays, as far as they reach on this board. A shift that was asked for is the one that there can be, and
/// says no more than that it is constant.
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
    let Axes { multiply, key, factor, shift, offset, cell, placement, is_post_masked, by_line } =
        axes;
    text.put("combine", multiply.id());
    text.put("key", key.id());
    text.put("factor", factor.id());
    text.put("shift", shift.id());
    text.put("offset", offset.id());
    text.put("cell", cell.id());
    text.put("placement", placement.id());
    text.put("post-mask", is_post_masked);
    text.put("lines", by_line);
}
