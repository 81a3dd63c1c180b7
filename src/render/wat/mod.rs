//! WebAssembly text: one module whose memory holds masks, factors and attack sets, and functions over it.
//!
//! Arrays have addresses instead of names; where one was asked for, an exported global holds its address.

mod syntax;
mod view;

use std::path::PathBuf;

use askama::Template as _;
use serde::Deserialize;

use super::code::statements::VARIABLES;
use super::page::{Custom, page};
use super::{Artifact, Backend, Capabilities, Language, OptionError, Options, read_options};
use crate::model::{Case, Comments, FieldStyle, Machine, Module, Names, Naming, Part, Tables};

/// The language.
#[derive(Debug)]
pub(super) struct Wat;

impl Language for Wat {
    fn id(&self) -> &'static str {
        "wat"
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["wasm"]
    }

    fn summary(&self) -> &'static str {
        "WebAssembly text: a module with its own memory, for any host"
    }

    fn tools(&self) -> &'static [&'static str] {
        &["wat2wasm", "wasm-validate", "node"]
    }

    fn limits(&self) -> &'static [&'static str] {
        &["a table and a column of fields are addresses in the module's memory"]
    }

    fn configure(&self, options: Options<'_>) -> Result<Box<dyn Backend>, OptionError> {
        Ok(Box::new(Configured { _keys: read_options(options)? }))
    }
}

/// `[output.wat]`: there is nothing to choose yet.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Keys {}

#[derive(Debug)]
struct Configured {
    _keys: Keys,
}

const CUSTOM: Custom = Custom {
    others: &["memory", "fill_tables"],
    private: |name| name,
    when_filled: "They are filled when the module is instantiated.",
    tests_apart: false,
};

impl Backend for Configured {
    fn capabilities(&self) -> Capabilities {
        Capabilities {
            machine: Machine { has_words: true, has_reversals: true, has_rows: false },
            has_pext: false,
            tables: &[Tables::Full, Tables::Init],
            parts: Part::EVERY,
            fields: &[FieldStyle::Arrays],
            filled_fields: &[FieldStyle::Arrays],
            default_variant: "fancy",
            // Line comments end where the line does.
            comments: Comments::default(),
        }
    }

    fn settings(&self, _names: &Names, _file_name: &str) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    fn naming(&self) -> Naming {
        Naming {
            functions: Case::Snake,
            constants: Case::Shouty,
            types: Case::Snake,
            is_prefixed: false,
            ignores_case: false,
            longest: None,
            // Names stand behind a dollar sign or in quotes: none is a keyword.
            keywords: &[],
            reserved: VARIABLES,
        }
    }

    fn default_file(&self, names: &Names) -> PathBuf {
        PathBuf::from(format!("{}.wat", names.type_name))
    }

    fn render(&self, module: &Module, file_name: &str) -> Vec<Artifact> {
        let page = page(module, CUSTOM);
        // The only way for a template to fail is a failing writer, and a text never fails.
        let text = view::View::new(&page).render().unwrap_or_default() + "\n";
        vec![Artifact { name: file_name.to_owned(), text }]
    }
}
