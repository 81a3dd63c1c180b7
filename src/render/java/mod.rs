//! Java 8 and later: one utility class, its attack sets in a nested class that the first lookup initialises.
//!
//! A class file holds at most 65,535 bytes of code a method and as many constants, so that attack sets never stand
//! in an array initialiser: they are filled, or unpacked from string constants. Short tables of other things do.

mod holders;
mod options;
mod packed;
mod syntax;
mod view;

use std::path::{Path, PathBuf};

use self::holders::Holders;
use self::options::{JavaOptions, KEYWORDS};
use self::view::{Class, Test, notes};
use super::page::{Custom, page_unprefixed, test_apart};
use super::{Artifact, Backend, Capabilities, Language, text_of};
use crate::model::{Case, Comments, Machine, Module, Names, Naming, Tables};

/// The language.
pub(super) static JAVA: Language = Language {
    id: "java",
    aliases: &[],
    summary: "a class of static methods for Java 8 and later",
    tools: &["javac", "java", "google-java-format"],
    limits: &[
        "a method has at most 65,535 bytes of code and a class as many constants: attack sets are unpacked from strings, or filled",
        "no unsigned types: words are long, shifts to the right are >>>",
    ],
    configure: |options| Ok(Box::new(JavaBackend { options: options::read(options)? })),
};

#[derive(Debug)]
struct JavaBackend {
    options: JavaOptions,
}

impl Backend for JavaBackend {
    fn capabilities(&self) -> Capabilities {
        Capabilities {
            machine: Machine { has_rows: true, ..Capabilities::COUNTING.machine },
            // Long.compress and Long.expand came with Java 19, and tests run 17.
            tables: &[Tables::Init, Tables::Full],
            // Unicode escapes are decoded before comments are recognised, and a malformed one is an error.
            comments: Comments { breakers: &["*/", "\\u"], ..Comments::default() },
            ..Capabilities::COUNTING
        }
    }

    fn settings(&self, _names: &Names, _file_name: &str) -> Vec<(&'static str, String)> {
        let JavaOptions { package, release, is_public, is_final, has_annotation } = &self.options;
        vec![
            ("package", package.clone().unwrap_or_default()),
            ("release", release.to_string()),
            ("public", is_public.to_string()),
            ("final", is_final.to_string()),
            ("generated-annotation", has_annotation.to_string()),
        ]
    }

    fn naming(&self) -> Naming {
        Naming {
            functions: Case::Camel,
            constants: Case::Shouty,
            types: Case::Pascal,
            keywords: KEYWORDS,
            ..Naming::PLAIN
        }
    }

    fn default_file(&self, names: &Names) -> PathBuf {
        let folders = self.options.package.iter().flat_map(|package| package.split('.'));
        folders.map(str::to_owned).chain([format!("{}.java", names.type_name)]).collect()
    }

    fn check_file_name(&self, names: &Names, file_name: &str) -> Result<(), String> {
        let class = &names.type_name;
        if HIDING.contains(&class.as_str()) {
            return Err(format!("a class `{class}` would hide java.lang.{class}, which it uses"));
        }
        let given = Path::new(file_name).file_name().unwrap_or_default();
        if given == format!("{class}.java").as_str() {
            return Ok(());
        }
        Err(format!("the class `{class}` must be in a file called `{class}.java`"))
    }

    fn render(&self, module: &Module, file_name: &str) -> Vec<Artifact> {
        let mut page = page_unprefixed(module, CUSTOM);
        let holders = Holders::new(&mut page);
        page.notes = notes(&page, holders.tables.is_some());
        let class = Class::new(&page, &self.options, holders);
        let mut artifacts = vec![Artifact { name: file_name.to_owned(), text: text_of(&class) }];
        if let Some(tested) = test_apart(module, CUSTOM) {
            let test = Test::new(&class, &tested);
            artifacts.push(Artifact { name: format!("{}.java", test.name), text: text_of(&test) });
        }
        artifacts
    }
}

const CUSTOM: Custom =
    Custom { others: HIDING, private: |name| name, when_filled: "", tests_apart: true };

/// Classes of java.lang whose simple names stand in our code.
const HIDING: &[&str] = &["AssertionError", "Long", "String"];

#[cfg(test)]
mod tests;
