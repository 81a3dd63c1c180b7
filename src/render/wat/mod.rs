//! WebAssembly text: one module whose memory holds masks, factors and attack sets, and functions over it.
//!
//! Arrays have addresses instead of names; where one was asked for, an exported global holds its address.

mod syntax;
mod view;

use std::path::PathBuf;

use serde::Deserialize;

use super::code::statements::VARIABLES;
use super::page::{Custom, page};
use super::{Artifact, Backend, Capabilities, Language, read_options, text_of};
use crate::model::{Case, Module, Names, Naming, Part};

/// The language.
pub(super) static WAT: Language = Language {
    id: "wat",
    aliases: &["wasm"],
    summary: "WebAssembly text: a module with its own memory, for any host",
    tools: &["wat2wasm", "wasm-validate", "node"],
    limits: &["a table and a column of fields are addresses in the module's memory"],
    configure: |options| {
        let Keys {} = read_options(options)?;
        Ok(Box::new(Configured))
    },
};

/// `[output.wat]`: there is nothing to choose yet.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Keys {}

#[derive(Debug)]
struct Configured;

const CUSTOM: Custom = Custom {
    others: &["memory", "fill_tables"],
    private: |name| name,
    when_filled: "They are filled when the module is instantiated.",
    tests_apart: false,
};

impl Backend for Configured {
    fn capabilities(&self) -> Capabilities {
        Capabilities::COUNTING
    }

    fn settings(&self, _names: &Names, _file_name: &str) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    fn naming(&self) -> Naming {
        Naming {
            constants: Case::Shouty,
            // Names stand behind a dollar sign or in quotes: none is a keyword.
            reserved: VARIABLES,
            ..Naming::PLAIN
        }
    }

    fn default_file(&self, names: &Names) -> PathBuf {
        PathBuf::from(format!("{}.wat", names.type_name))
    }

    fn artifacts(&self, _emit: &[Part]) -> usize {
        1
    }

    fn render(&self, module: &Module, file_name: &str) -> Vec<Artifact> {
        let page = page(module, CUSTOM);
        vec![Artifact { name: file_name.to_owned(), text: text_of(&view::View::new(&page)) }]
    }
}
