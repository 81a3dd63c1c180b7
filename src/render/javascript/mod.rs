//! JavaScript and TypeScript: a module of functions over typed arrays; bitboards as two halves, or as BigInt.

mod arrays;
mod dialect;
mod functions;
mod keywords;
mod lines;
mod options;
mod syntax;
mod view;
mod walks;

use std::path::{Path, PathBuf};

use self::dialect::{Dialect, Format};
use self::keywords::KEYWORDS;
use self::view::File;
use super::code::statements::VARIABLES;
use super::page::{Custom, Page, page};
use super::{Artifact, Backend, Capabilities, Language};
use crate::model::{Case, Comments, Count, Machine, Module, Names, Naming, Part, Tables};

/// The language.
pub(super) static JAVASCRIPT: Language = Language {
    id: "javascript",
    aliases: &["js"],
    summary: "a module with JSDoc types, of halves (Math.imul) or of BigInt",
    tools: &["node", "prettier", "eslint", "tsc"],
    limits: &[
        "numbers are exact to 53 bits: words are pairs of halves, or BigInt under `word = \"bigint\"`, which is slower",
    ],
    configure: |options| Ok(Box::new(Configured { dialect: options::javascript(options)? })),
};

/// The language.
pub(super) static TYPESCRIPT: Language = Language {
    id: "typescript",
    aliases: &["ts"],
    summary: "a module of halves (Math.imul) or of BigInt",
    tools: &["node", "tsc"],
    limits: &["as JavaScript"],
    configure: |options| Ok(Box::new(Configured { dialect: options::typescript(options)? })),
};

#[derive(Debug)]
struct Configured {
    dialect: Dialect,
}

impl Configured {
    /// The end of a default file: node takes `.mjs` and `.cjs` for what they are, whatever package they stand in.
    fn default_extension(&self) -> &'static str {
        match self.dialect.format {
            Format::TypeScript => "ts",
            Format::Esm => "mjs",
            Format::CommonJs => "cjs",
        }
    }

    fn page<'a>(&self, module: &'a Module) -> Page<'a> {
        let when_filled = if self.dialect.fills_late(module) {
            "The first lookup fills them."
        } else {
            "They are filled when the module is loaded."
        };
        let others = &["Bits"];
        page(module, Custom { others, private: |name| name, when_filled, tests_apart: true })
    }
}

impl Backend for Configured {
    fn capabilities(&self) -> Capabilities {
        let has_words = self.dialect.has_words;
        Capabilities {
            machine: Machine {
                has_words,
                has_reversals: true,
                has_rows: false,
                // `Math.clz32`; a bigint has none.
                counts: if has_words { &[] } else { &[Count::LeadingZeros] },
            },
            tables: &[Tables::Init, Tables::Full],
            default_variant: if has_words { "fancy" } else { "split32" },
            comments: Comments { orders: &["@ts-"], ..Comments::default() },
            ..Capabilities::ARRAYS
        }
    }

    fn settings(&self, _names: &Names, _file_name: &str) -> Vec<(&'static str, String)> {
        let Dialect { format, has_words, is_lazy, has_tags, declarations } = &self.dialect;
        let module = match format {
            Format::Esm => "esm",
            Format::CommonJs => "cjs",
            Format::TypeScript => "typescript",
        };
        vec![
            ("module", module.to_owned()),
            ("word", if *has_words { "bigint" } else { "pair" }.to_owned()),
            ("lazy", is_lazy.to_string()),
            ("jsdoc", has_tags.to_string()),
            // Where it goes is its module's folder, under the only name that there can be.
            ("dts", declarations.is_some().to_string()),
        ]
    }

    fn naming(&self) -> Naming {
        Naming {
            functions: Case::Camel,
            constants: Case::Shouty,
            types: Case::Camel,
            keywords: KEYWORDS,
            reserved: VARIABLES,
            ..Naming::PLAIN
        }
    }

    fn default_file(&self, names: &Names) -> PathBuf {
        let stem = Case::Snake.join(&[&names.type_name]).replace('_', "-");
        PathBuf::from(format!("{stem}.{}", self.default_extension()))
    }

    fn check_file_name(&self, _: &Names, file_name: &str) -> Result<(), String> {
        options::check_file_name(&self.dialect, file_name)
    }

    fn check_folder(&self, folder: &Path) -> Result<(), String> {
        options::check_folder(&self.dialect, folder)
    }

    fn artifacts(&self, emit: &[Part]) -> usize {
        let has_test = emit.contains(&Part::SelfTest);
        1 + usize::from(has_test) + usize::from(self.dialect.declarations.is_some())
    }

    fn render(&self, module: &Module, file_name: &str) -> Vec<Artifact> {
        let page = self.page(module);
        let file = File::new(&page, &self.dialect);
        let mut artifacts = vec![Artifact { name: file_name.to_owned(), text: file.module() }];
        if page.self_test.is_some() {
            let (stem, extension) = file_name.rsplit_once('.').unwrap_or((file_name, "js"));
            artifacts.push(Artifact {
                name: format!("{stem}.test.{extension}"),
                text: file.test(file_name),
            });
        }
        if self.dialect.declarations.is_some() {
            let typed = self.dialect.typed();
            artifacts.push(Artifact {
                name: options::declarations_of(file_name),
                text: File::new(&page, &typed).declarations(),
            });
        }
        artifacts
    }
}

#[cfg(test)]
mod tests;
