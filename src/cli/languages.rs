//! Lists the languages with their abilities, and the matrix of languages and variants.

use super::reporting::Format;
use super::rows::{Row, format_row, printed};
use std::fmt::Write as _;
use std::path::Path;

use serde_json::{Value, json};

use crate::config::{Match, matched};
use crate::model::{NameRules, Names, Part, Tables};
use crate::render::{self, Capabilities, Language};
use crate::variant;

/// A language with its default options.
struct Entry {
    language: &'static Language,
    can: Capabilities,
    /// The name of the file that it writes if none is given.
    file: String,
}

fn entries() -> Vec<Entry> {
    let entry = |language: &&'static Language| {
        let backend = language.configure(None).ok()?;
        let rules = NameRules { name: "magics".to_owned(), ..NameRules::default() };
        let names = Names::new(backend.naming(), rules);
        let file = backend.default_file(&names);
        let file = file.file_name().map(|name| Path::new(name).display().to_string());
        Some(Entry { language, can: backend.capabilities(), file: file? })
    };
    render::ALL.iter().filter_map(entry).collect()
}

impl Entry {
    /// The number of bits of the words that the language computes with.
    fn word_bits(&self) -> u8 {
        if self.can.machine.has_words { 64 } else { 32 }
    }

    fn tables(&self) -> Vec<&'static str> {
        self.can.tables.iter().map(|tables| tables.id()).collect()
    }
}

/// A row for each language. The forms of tables begin with the default.
pub(super) fn rows(format: Format) -> Vec<Row> {
    let row = |entry: Entry| {
        let mut row = vec![
            ("id", json!(entry.language.id)),
            ("word-bits", json!(entry.word_bits())),
            ("tables", json!(entry.tables())),
            ("file", json!(entry.file)),
        ];
        if format == Format::Json {
            let parts = Part::ALL.into_iter().filter(|part| (entry.can.prints)(*part));
            let parts: Vec<&str> = parts.map(Part::id).collect();
            let fields: Vec<&str> = entry.can.fields.iter().map(|fields| fields.id()).collect();
            row.extend([
                ("aliases", json!(entry.language.aliases)),
                ("parts", json!(parts)),
                ("fields", json!(fields)),
                ("pext", json!(entry.can.has_pext)),
                ("default-variant", json!(entry.can.default_variant)),
                ("limits", json!(entry.language.limits)),
                ("variants", variants(entry.language)),
            ]);
        }
        row.push(("tools", json!(entry.language.tools)));
        row.push(("summary", json!(entry.language.summary)));
        row
    };
    entries().into_iter().map(row).collect()
}

/// For each variant, the forms of tables that are possible, and the reasons why others aren't.
fn variants(language: &Language) -> Value {
    let row_of = |variant: &variant::Variant| {
        let Match { tables, refused } = matched(language, variant);
        let tables: Vec<&str> = tables.iter().map(|tables| tables.id()).collect();
        let refused: serde_json::Map<String, Value> =
            refused.into_iter().map(|(tables, why)| (tables.id().to_owned(), json!(why))).collect();
        (variant.id.to_owned(), json!({ "tables": tables, "refused": refused }))
    };
    Value::Object(variant::ALL.iter().map(row_of).collect())
}

/// The book's table of languages, and its matrix of languages and variants: F stands for tables that are printed, I
/// for tables that are filled at start-up, and a number for a reason below the matrix.
pub(super) fn markdown() -> String {
    let entries = entries();
    let language = |entry: &Entry| {
        let id = format!("`{}`", entry.language.id);
        let tables = entry.tables().join(", ");
        let limits = entry.language.limits.join("; ");
        let (bits, tools) = (entry.word_bits(), entry.language.tools.join(", "));
        vec![
            ("language", json!(id)),
            ("file", json!(format!("`{}`", entry.file))),
            ("word bits", json!(bits)),
            ("tables", json!(tables)),
            ("tested with", json!(tools)),
            (
                "what it is; its limits",
                json!(format!("{}; {limits}", entry.language.summary).trim_end_matches("; ")),
            ),
        ]
    };
    let mut out = printed("languages", entries.iter().map(language).collect(), Format::Markdown);
    let heads = entries.iter().map(|entry| entry.language.id.to_owned());
    let heads: Vec<String> = ["variant".to_owned()].into_iter().chain(heads).collect();
    out.push('\n');
    out.push_str(&format_row(&heads));
    out.push_str(&format_row(&vec!["---".to_owned(); heads.len()]));
    let mut reasons: Vec<String> = Vec::new();
    for variant in variant::ALL {
        let mut row = vec![format!("`{}`", variant.id)];
        for entry in &entries {
            let found = matched(entry.language, variant);
            let letter = |tables: &Tables| if *tables == Tables::Full { "F" } else { "I" };
            let mut cell: Vec<String> =
                found.tables.iter().map(|tables| letter(tables).to_owned()).collect();
            for (_, reason) in found.refused {
                let reason = in_general(&reason, entry.language.id, variant.id);
                let at = reasons.iter().position(|other| *other == reason).unwrap_or(reasons.len());
                if at == reasons.len() {
                    reasons.push(reason);
                }
                cell.push(format!("[{}]", at + 1));
            }
            cell.dedup();
            row.push(cell.join(" "));
        }
        out.push_str(&format_row(&row));
    }
    out.push('\n');
    for (at, reason) in reasons.iter().enumerate() {
        let _ = writeln!(out, "* [{}] {reason}", at + 1);
    }
    out
}

/// A reason without the names of language and variant, so that many cells can refer to it.
fn in_general(reason: &str, language: &str, variant: &str) -> String {
    let reason = reason.replace(&format!("{language} has"), "the language has");
    reason.replace(&format!("`{variant}`"), "the variant")
}
