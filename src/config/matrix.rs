//! The combinations of languages, variants and forms of tables that configs allow.

use std::path::Path;

use super::{Request, Source, resolve};
use crate::render::Language;
use magicgen_lookup::model::Tables;
use magicgen_lookup::variant::Variant;

/// The forms of tables that a language allows for a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// The allowed forms.
    pub tables: Vec<Tables>,
    /// The other forms, each with the reason for its refusal.
    pub refused: Vec<(Tables, String)>,
}

/// Tries a config for each form of tables, and notes whether the config's reader accepts it.
#[must_use]
pub fn matched(language: &Language, variant: &Variant) -> Match {
    let mut found = Match { tables: Vec::new(), refused: Vec::new() };
    // Every template does the same with a variant.
    let template = if language.id == "template" { "template = \"a\"\n" } else { "" };
    for tables in [Tables::Full, Tables::Init, Tables::Blob] {
        let text = format!(
            "version = 1\n[[output]]\nlang = \"{}\"\nvariant = \"{}\"\ntables = \"{}\"\npath = \"x/\"\n{template}",
            language.id,
            variant.id,
            tables.id()
        );
        let read = |_: &Path| Ok(String::new());
        let request =
            Request { config: Some(Path::new("magicgen.toml")), read: &read, ..Request::default() };
        match resolve(&Source::new("magicgen.toml", &text, Vec::new()), &request) {
            Ok(_) => found.tables.push(tables),
            // Which languages have files of attack sets is told elsewhere.
            Err(_) if tables == Tables::Blob => {}
            Err(errors) => {
                let reason = errors.first().map(ToString::to_string).unwrap_or_default();
                found.refused.push((tables, reason));
            }
        }
    }
    found
}
