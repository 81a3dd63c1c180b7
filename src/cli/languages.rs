//! Lists the languages with their abilities, and the matrix of languages and variants.

use super::reporting::Format;
use super::rows::{Listable, Row, printed, within};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use serde::Serialize;
use serde_json::json;

use crate::config::{Match, matched};
use crate::render::{self, Capabilities, Language};
use magicgen_lookup::model::{NameRules, Names, Part, Tables};
use magicgen_lookup::variant;

/// A language with its default options.
struct LanguageEntry {
    language: &'static Language,
    can: Capabilities,
    /// The name of the file that it writes if none is given.
    file: String,
}

/// The languages, or the kinds of data.
fn entries(of: &[&'static Language]) -> Vec<LanguageEntry> {
    let entry = |language: &&'static Language| {
        let backend = language.configure(None).ok()?;
        let rules = NameRules { name: "magics".to_owned(), ..NameRules::default() };
        let names = Names::new(backend.naming(), rules);
        let file = backend.default_file(&names);
        let file = file.file_name().map(|name| Path::new(name).display().to_string());
        Some(LanguageEntry { language, can: backend.capabilities(), file: file? })
    };
    of.iter().filter_map(entry).collect()
}

impl LanguageEntry {
    /// The number of bits of the words that the language computes with.
    fn word_bits(&self) -> u8 {
        if self.can.machine.has_words { 64 } else { 32 }
    }

    fn tables(&self) -> Vec<&'static str> {
        self.can.tables.iter().map(|tables| tables.id()).collect()
    }
}

/// A language, as JSON has it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub(super) struct Described {
    /// Its name in configs and flags.
    id: &'static str,
    /// Whether it is a kind of data, for programs in other languages.
    data: bool,
    /// The bits of the words that it computes with.
    word_bits: u8,
    /// The forms of tables, from the default on.
    tables: Vec<&'static str>,
    /// The name of the file that is written if none is given.
    file: String,
    /// Other names.
    aliases: &'static [&'static str],
    /// The values of `emit`.
    parts: Vec<&'static str>,
    /// The forms of a lookup's fields, from the default on.
    fields: Vec<&'static str>,
    /// Whether its lookups can use an instruction for `pext`.
    pext: bool,
    /// The variant that is taken if none is given.
    default_variant: &'static str,
    /// What it can't do.
    limits: &'static [&'static str],
    /// For each variant, what is possible.
    variants: BTreeMap<&'static str, Possible>,
    /// The compilers and interpreters that the tests use.
    tools: &'static [&'static str],
    /// What it is.
    summary: &'static str,
}

impl Listable for Described {
    const KIND: &'static str = "languages";
}

/// What a language can do with a variant.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Possible {
    /// The forms of tables that are possible.
    tables: Vec<&'static str>,
    /// Why others aren't.
    refused: BTreeMap<&'static str, String>,
}

/// The languages as data.
pub(super) fn described() -> Vec<Described> {
    let described = |entry: LanguageEntry| Described {
        id: entry.language.id,
        data: render::find(entry.language.id).is_none(),
        word_bits: entry.word_bits(),
        tables: entry.tables(),
        aliases: entry.language.aliases,
        parts: Part::ALL
            .into_iter()
            .filter(|part| (entry.can.prints)(*part))
            .map(Part::id)
            .collect(),
        fields: entry.can.fields.iter().map(|fields| fields.id()).collect(),
        pext: entry.can.has_pext,
        default_variant: entry.can.default_variant,
        limits: entry.language.limits,
        variants: possible(entry.language),
        tools: entry.language.tools,
        summary: entry.language.summary,
        file: entry.file,
    };
    entries(&[render::ALL, render::DATA].concat()).into_iter().map(described).collect()
}

/// A short list for people: the languages, and apart from them the kinds of data.
pub(super) fn short(width: usize) -> String {
    let [languages, data] = [render::ALL, render::DATA].map(|of| within(&rows(of), Some(width)));
    format!("{languages}\nData, for programs in any other language:\n\n{data}")
}

fn rows(of: &[&'static Language]) -> Vec<Row> {
    let row = |entry: LanguageEntry| {
        let LanguageEntry { language, file, .. } = entry;
        vec![
            ("id", json!(language.id)),
            ("file", json!(file)),
            ("what it is", json!(language.summary)),
        ]
    };
    entries(of).into_iter().map(row).collect()
}

/// The columns for people.
pub(super) const COLUMNS: [&str; 5] = ["id", "word-bits", "tables", "file", "summary"];

/// For each variant, the forms of tables that are possible, and the reasons why others aren't.
fn possible(language: &Language) -> BTreeMap<&'static str, Possible> {
    let row_of = |variant: &variant::Variant| {
        let Match { tables, refused } = matched(language, variant);
        let tables = tables.iter().map(|tables| tables.id()).collect();
        let refused = refused.into_iter().map(|(tables, why)| (tables.id(), why)).collect();
        (variant.id, Possible { tables, refused })
    };
    variant::ALL.iter().map(row_of).collect()
}

/// The book's table of languages, and its matrix of languages and variants: F stands for tables that are printed, I
/// for tables that are filled at start-up, and a number for a reason below the matrix.
pub(super) fn markdown() -> String {
    let entries = entries(render::ALL);
    let language = |entry: &LanguageEntry| {
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
    let mut out = printed(&entries.iter().map(language).collect::<Vec<_>>(), Format::Markdown);
    out.push('\n');
    let mut rows: Vec<Row> = Vec::new();
    let mut reasons: Vec<String> = Vec::new();
    for variant in variant::ALL {
        let mut row = vec![("variant", json!(format!("`{}`", variant.id)))];
        for entry in &entries {
            let found = matched(entry.language, variant);
            let letter = |tables: &Tables| match tables {
                Tables::Full => "F",
                Tables::Init => "I",
                Tables::Blob => "B",
            };
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
            row.push((entry.language.id, json!(cell.join(" "))));
        }
        rows.push(row);
    }
    out.push_str(&printed(&rows, Format::Markdown));
    out.push('\n');
    for (at, reason) in reasons.iter().enumerate() {
        let _ = writeln!(out, "* [{}] {reason}", at + 1);
    }
    out
}

/// A reason without the names of language and variant, so that many cells can share it.
fn in_general(reason: &str, language: &str, variant: &str) -> String {
    let reason = reason.replace(&format!("{language} has"), "the language has");
    reason.replace(&format!("`{variant}`"), "the variant")
}
