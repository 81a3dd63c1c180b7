//! Ada 2012: the specification of a package, its body, and a procedure that tests it.

mod syntax;
mod view;

use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::Spanned;

use self::view::{Body, Package, Spec, Test};
use super::code::statements::WORD_VARIABLES;
use super::page::{Custom, page};
use super::{Artifact, Backend, Language, check_name, given, is_identifier, read_options};
use crate::model::{Case, Module, Names, Naming, Part};

/// The language.
pub(super) static ADA: Language = Language {
    id: "ada",
    aliases: &["gnat"],
    summary: "a package for Ada 2012",
    tools: &["gnatmake"],
    limits: &["names are alike whatever their case"],
    configure: |options| {
        let keys: Keys = read_options(options)?;
        let is_part = |part: &str| {
            is_identifier(&part.to_ascii_lowercase(), KEYWORDS)
                && !part.starts_with('_')
                && !part.ends_with('_')
                && !part.contains("__")
        };
        let help = "identifiers that are no keywords, with dots between: `Chess.Tables`";
        let is_right = |path: &str| path.split('.').all(is_part);
        check_name(keys.parent.as_ref(), is_right, "the name of a package", help)?;
        Ok(Box::new(keys))
    },
};

/// `[output.ada]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Keys {
    /// The package whose child the file is: `Chess.Tables`.
    parent: Option<Spanned<String>>,
}

impl Keys {
    /// The package's whole name.
    fn package(&self, names: &Names) -> String {
        match &self.parent {
            Some(parent) => format!("{}.{}", parent.get_ref(), names.type_name),
            None => names.type_name.clone(),
        }
    }

    /// The name of its files, as GNAT looks for them.
    fn stem(&self, names: &Names) -> String {
        self.package(names).to_ascii_lowercase().replace('.', "-")
    }
}

const CUSTOM: Custom = Custom::new("The elaboration of the package fills them.");

impl Backend for Keys {
    fn settings(&self, _names: &Names, _file_name: &str) -> Vec<(&'static str, String)> {
        vec![("parent", given(self.parent.as_ref()))]
    }

    fn naming(&self) -> Naming {
        Naming {
            functions: Case::Mixed,
            constants: Case::Mixed,
            types: Case::Mixed,
            ignores_case: true,
            keywords: KEYWORDS,
            reserved: WORD_VARIABLES,
            ..Naming::PLAIN
        }
    }

    fn default_file(&self, names: &Names) -> PathBuf {
        PathBuf::from(format!("{}.ads", self.stem(names)))
    }

    fn check_file_name(&self, names: &Names, file_name: &str) -> Result<(), String> {
        let file = format!("{}.ads", self.stem(names));
        if Path::new(file_name).file_name().is_some_and(|given| given == file.as_str()) {
            return Ok(());
        }
        let package = self.package(names);
        Err(format!(
            "the package `{package}` must be in a file called `{file}`, its body beside it"
        ))
    }

    fn artifacts(&self, emit: &[Part]) -> usize {
        let has_body = [Part::Lookup, Part::Squares, Part::Bitscan, Part::Attacks, Part::SelfTest]
            .iter()
            .any(|part| emit.contains(part));
        1 + usize::from(has_body) + usize::from(emit.contains(&Part::SelfTest))
    }

    fn render(&self, module: &Module, file_name: &str) -> Vec<Artifact> {
        let page = page(module, CUSTOM);
        let name = self.package(&module.names);
        let package = Package::new(&page, &name, false);
        let mut artifacts = vec![Artifact::new(file_name, &Spec { of: &package })];
        if package.has_body() {
            let name = format!("{}.adb", self.stem(&module.names));
            artifacts.push(Artifact::new(name, &Body { of: &package }));
        }
        if let (Some(test), Some(walk)) = (&page.self_test, &page.walk) {
            let test = Test::new(Package::new(&page, &name, true), test, walk);
            let file = test.name.to_ascii_lowercase().replace('.', "-");
            artifacts.push(Artifact::new(format!("{file}.adb"), &test));
        }
        artifacts
    }
}

/// Words that can't be identifiers, names of packages and types that the files use, and names that the files declare.
const KEYWORDS: &[&str] = &[
    "abort", "abs", "abstract", "accept", "access", "ada", "aliased", "all", "and", "array", "at",
    "begin", "bitboard", "bitboard_array", "body", "boolean", "case", "compare", "constant",
    "declare", "delay", "delta", "digits", "do", "else", "elsif", "end", "entry", "exception",
    "exit", "for", "function", "generic", "goto", "if", "in", "integer", "interface", "interfaces",
    "is", "limited", "lookup", "loop", "mod", "natural", "new", "not", "null", "of", "or",
    "others", "out", "overriding", "package", "pragma", "private", "procedure", "protected",
    "raise", "range", "record", "rem", "renames", "requeue", "return", "reverse", "select",
    "separate", "shift_left", "shift_right", "some", "square_index", "standard", "step_array",
    "string", "subtype", "synchronized", "tagged", "task", "terminate", "then", "type",
    "unsigned_16", "unsigned_32", "unsigned_64", "unsigned_8", "until", "use", "when", "while",
    "with", "word_io", "xor",
];

#[cfg(test)]
mod tests;
