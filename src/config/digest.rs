//! The input of a [`Job`]'s digest, as text.
//!
//! The text has the job's fields in the words of configs. Two configs with the same meaning have the same text, however
//! they are written, and renaming things in this program changes no digest. It contains only choices about the file's
//! content: no path, no command, no search effort. The factors have their own digest in the header.

use std::fmt::Display;
use std::fmt::Write as _;

use super::job::Job;
use super::{blob, board, companions, lookup, pieces, style};
use magicgen_lookup::model::{Checks, Identifier, Printed};

/// Writes keys with their values, and with lengths so that no value can be mistaken for another key.
#[derive(Default)]
pub(super) struct Text(String);

impl Text {
    pub(super) fn put(&mut self, key: &str, value: impl Display) {
        let value = value.to_string();
        let _ = writeln!(self.0, "{key} {}:{value}", value.len());
    }
}

/// The text for all choices about a file's content, including defaults.
pub(super) fn text(job: &Job, identifiers: &[Identifier]) -> String {
    let mut text = Text::default();
    let Printed { unions, when, emit, fields, checks, names, provenance, .. } = &job.printed;
    text.put("language", job.language.id);
    board::digest(&mut text, &job.mapping);
    for name in &provenance.pieces {
        text.put("piece", name);
    }
    for piece in &job.pieces {
        pieces::digest(&mut text, piece, &job.mapping);
    }
    for union in unions {
        text.put("union", &union.name);
        for index in &union.of {
            text.put("of", index);
        }
    }
    text.put("variant", job.variant.id);
    if let Some(axes) = job.form.axes() {
        lookup::digest(&mut text, axes);
    }
    text.put("tables", when.id());
    if let Some(file) = blob::digest(job) {
        text.put("blob", file);
    }
    for part in emit {
        text.put("emit", part.id());
    }
    companions::digest(&mut text, job);
    text.put("fields", fields.id());
    if *checks != Checks::None {
        text.put("checks", checks.id());
    }
    style::digest(&mut text, job);
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
