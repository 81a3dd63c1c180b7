//! The style of literals, lines and comments, from `[output.style]`.

use serde::Deserialize;
use toml::Spanned;

use super::checks::{Errors, choice, number};
use super::digest::Text;
use super::error::ConfigErrorKind;
use super::job::{Eol, Job};
use super::tables::OutputTable;
use crate::render::text::provenance::{OWN_LICENCE, SPDX};
use crate::render::{Backend, Capabilities, Language};
use magicgen_lookup::model::{FieldStyle, Printed, Provenance, Style, Tables};
use magicgen_lookup::variant::Form;

/// `[output.style]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct StyleTable {
    pub(super) columns: Option<Spanned<Columns>>,
    pub(super) eol: Option<Spanned<String>>,
    pub(super) hex: Option<Spanned<String>>,
    pub(super) header: Option<Spanned<String>>,
    pub(super) spdx: Option<Spanned<String>>,
    pub(super) fields: Option<Spanned<String>>,
    pub(super) version: Option<bool>,
}

/// `columns`
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "a number or \"auto\"")]
pub(super) enum Columns {
    Number(i64),
    Word(String),
}

const EOLS: [(&str, Eol); 2] = [("lf", Eol::Lf), ("crlf", Eol::CrLf)];
const FIELDS: [(&str, FieldStyle); 6] = [
    ("arrays", FieldStyle::Arrays),
    ("records", FieldStyle::Records),
    ("pointers", FieldStyle::Pointers),
    ("square-records", FieldStyle::SquareRecords),
    ("square-pointers", FieldStyle::SquarePointers),
    ("switch", FieldStyle::Switch),
];
const HEX: [(&str, bool); 2] = [("lower", false), ("upper", true)];

/// The style of literals and the line ends, from `[output.style]`.
pub(super) struct Styles {
    pub(super) literals: Style,
    pub(super) eol: Eol,
}

pub(super) fn style(table: &StyleTable, errors: &mut Errors) -> Styles {
    let eol = errors.take(choice("line end", table.eol.as_ref(), &EOLS)).flatten();
    let upper =
        errors.take(choice("case of hexadecimal digits", table.hex.as_ref(), &HEX)).flatten();
    let mut columns = None;
    match table.columns.as_ref().map(|columns| (columns.get_ref(), columns.span())) {
        Some((Columns::Number(given), span)) => {
            let given = Spanned::new(span, i128::from(*given));
            columns = errors.take(number("columns", Some(&given), 1, 64)).flatten();
        }
        Some((Columns::Word(word), span)) if word != "auto" => {
            let known = vec!["auto".to_owned()];
            errors.at(
                span,
                ConfigErrorKind::UnknownValue {
                    what: "number of columns",
                    value: word.clone(),
                    known,
                },
            );
        }
        _ => {}
    }
    let literals = Style {
        columns: columns.map(|columns| columns as usize),
        has_upper_hex: upper.unwrap_or(false),
    };
    Styles { literals, eol: eol.unwrap_or(Eol::Lf) }
}

/// The arrangement of fields, as given or by default for tables of this form.
pub(super) fn fields(
    table: &OutputTable,
    can: &Capabilities,
    (tables, form): (Tables, Form),
    language: &'static Language,
    errors: &mut Errors,
) -> FieldStyle {
    let given = table.style.fields.as_ref();
    if form.is_switch() {
        if let Some(given) = given.filter(|given| given.get_ref() != FieldStyle::Switch.id()) {
            let key = "fields";
            errors.at(given.span(), ConfigErrorKind::Clash { key, other: "switch" });
        }
        return FieldStyle::Switch;
    }
    let (known, when) = match tables {
        Tables::Full => (can.fields, ""),
        _ if can.fields == can.filled_fields => (can.fields, ""),
        Tables::Init => (can.filled_fields, " with `tables = \"init\"`"),
        Tables::Blob => (can.filled_fields, " with `tables = \"blob\"`"),
    };
    let Some(fields) = errors.take(choice("field style", given, &FIELDS)).flatten() else {
        return known[0];
    };
    if fields == FieldStyle::Switch && can.fields.contains(&fields) {
        if let Some(given) = given.filter(|_| tables != Tables::Full && form.has_filled_tables()) {
            let other = match tables {
                Tables::Blob => "tables = \"blob\"",
                _ if form.must_be_filled() => "dispatch = true",
                _ => "tables = \"init\"",
            };
            errors.at(given.span(), ConfigErrorKind::Clash { key: "fields = \"switch\"", other });
        }
        return fields;
    }
    if let Some(given) = given.filter(|_| !known.contains(&fields)) {
        let instead = known.iter().map(|fields| fields.id().to_owned()).collect();
        let what = format!("`fields = \"{}\"`{when}", fields.id());
        errors.unsupported(given.span(), table, language, what, instead);
    }
    fields
}

/// The lines of the licence text. A text that would break its comment is an error.
pub(super) fn licence(
    table: &StyleTable,
    backend: &dyn Backend,
    language: &'static Language,
    errors: &mut Errors,
) -> Vec<String> {
    let Some(header) = &table.header else { return Vec::new() };
    let text = header.get_ref().replace("\r\n", "\n");
    if let Some(text) = backend.capabilities().comments.breaker(&text) {
        breaks(header, "header", text, language, errors);
    }
    text.trim_end().lines().map(|line| line.trim_end().to_owned()).collect()
}

/// The facts of the header that the output's table has.
pub(super) fn header(
    table: &OutputTable,
    backend: &dyn Backend,
    language: &'static Language,
    errors: &mut Errors,
) -> Provenance {
    let has_version = table.style.version.unwrap_or(true);
    Provenance {
        version: has_version.then(|| env!("CARGO_PKG_VERSION").to_owned()),
        spdx: spdx(&table.style, errors),
        credits: doc(table, backend, language, errors).into_iter().collect(),
        ..Provenance::default()
    }
}

/// The SPDX licence expression of the file, empty for none; `None` for the default. An invalid expression is an error,
/// and so is one that contradicts the licence text.
fn spdx(table: &StyleTable, errors: &mut Errors) -> Option<String> {
    let given = table.spdx.as_ref()?;
    let text = given.get_ref().trim();
    let is_known = |c: char| c.is_ascii_alphanumeric() || "+-.:() ".contains(c);
    if !text.chars().all(is_known) {
        errors.at(given.span(), ConfigErrorKind::Spdx { text: text.to_owned() });
    }
    if table.header.as_ref().is_some_and(|header| header.get_ref().contains(SPDX)) {
        let other = "header = \"SPDX-License-Identifier: ...\"";
        errors.at(given.span(), ConfigErrorKind::Clash { key: "spdx", other });
    }
    (text != OWN_LICENCE).then(|| text.to_owned())
}

/// The sentence for the header. A text that would break its comment is an error.
fn doc(
    table: &OutputTable,
    backend: &dyn Backend,
    language: &'static Language,
    errors: &mut Errors,
) -> Option<String> {
    let doc = table.doc.as_ref()?;
    if let Some(text) = backend.capabilities().comments.breaker_of_words(doc.get_ref()) {
        breaks(doc, "doc", text, language, errors);
    }
    Some(doc.get_ref().clone())
}

fn breaks(
    given: &Spanned<String>,
    key: &'static str,
    text: &'static str,
    language: &'static Language,
    errors: &mut Errors,
) {
    let kind = ConfigErrorKind::BreaksComment { key, text, language: language.id };
    errors.at(given.span(), kind);
}

/// Writes the style and the header's texts for the digest.
pub(super) fn digest(text: &mut Text, job: &Job) {
    let Printed { style, licence, provenance, .. } = &job.printed;
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
}
