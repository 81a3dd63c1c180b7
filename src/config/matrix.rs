//! A language and a variant in; the forms of tables that they have together out, or why they have none.

use std::path::Path;

use super::{Request, Source, resolve};
use crate::model::Tables;
use crate::render::Language;
use crate::variant::Variant;

/// What a language makes of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// The forms of tables that can be.
    pub tables: Vec<Tables>,
    /// Why each of the others can't.
    pub refused: Vec<(Tables, String)>,
}

/// Asks the config's reader, which refuses what can't be, about each form of tables.
#[must_use]
pub fn matched(language: &Language, variant: &Variant) -> Match {
    let mut found = Match { tables: Vec::new(), refused: Vec::new() };
    for tables in [Tables::Full, Tables::Init] {
        let text = format!(
            "version = 1\n[[output]]\nlang = \"{}\"\nvariant = \"{}\"\ntables = \"{}\"\npath = \"x/\"\n",
            language.id,
            variant.id,
            tables.id()
        );
        let request = Request { config: Some(Path::new("magicgen.toml")), ..Request::default() };
        match resolve(&Source::new("magicgen.toml", &text, Vec::new()), &request) {
            Ok(_) => found.tables.push(tables),
            Err(errors) => {
                let reason = errors.first().map(ToString::to_string).unwrap_or_default();
                found.refused.push((tables, reason));
            }
        }
    }
    found
}
