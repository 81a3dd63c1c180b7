//! WebAssembly text: one module whose memory holds masks, factors and attack sets, and functions over it.
//!
//! Arrays have addresses instead of names; where one was asked for, an exported global holds its address.

mod syntax;
mod view;

use serde::Deserialize;

use super::code::statements::VARIABLES;
use super::page::{Custom, page};
use super::{Artifact, Backend, Capabilities, Language, read_options};
use crate::model::{Case, Module, Naming, Part};

/// The language.
pub(super) static WAT: Language = Language {
    id: "wat",
    aliases: &["wasm"],
    summary: "WebAssembly text: a module with its own memory, for any host",
    tools: &["wat2wasm", "wasm-validate", "node"],
    limits: &["a table and a column of fields are addresses in the module's memory"],
    configure: |options| Ok(Box::new(read_options::<Keys>(options)?)),
};

/// `[output.wat]`: there is nothing to choose yet.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Keys {}

const CUSTOM: Custom = Custom {
    others: &["memory", "fill_tables"],
    tests_apart: false,
    ..Custom::new("They are filled when the module is instantiated.")
};

impl Backend for Keys {
    fn capabilities(&self) -> Capabilities {
        Capabilities::COUNTING
    }

    fn naming(&self) -> Naming {
        Naming {
            constants: Case::Shouty,
            // Names stand behind a dollar sign or in quotes: none is a keyword.
            reserved: VARIABLES,
            ending: "wat",
            ..Naming::PLAIN
        }
    }

    fn artifacts(&self, _emit: &[Part]) -> usize {
        1
    }

    fn render(&self, module: &Module, file_name: &str) -> Vec<Artifact> {
        let page = page(module, CUSTOM);
        vec![Artifact::new(file_name, &view::View::new(&page))]
    }
}
