//! Java 8 and later: one utility class, its attack sets in a nested class that the first lookup initialises.
//!
//! A class file holds at most 65,535 bytes of code a method and as many constants, so that attack sets never stand
//! in an array initialiser: they are filled, or unpacked from string constants. Short tables of other things do.

mod doc;
mod fill;
mod methods;
mod options;
mod packed;
mod rows;
mod self_test;
mod statements;
mod subsets;
mod syntax;
mod tables;
mod unpack;
mod view;

use std::path::{Path, PathBuf};

use askama::DynTemplate;

use self::options::{JavaOptions, KEYWORDS};
use self::self_test::TestView;
use super::page::{Custom, page};
use super::{Artifact, Backend, Capabilities, Language};
use crate::model::{Case, Comments, Count, Machine, Module, Names, Naming, Tables};

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
            machine: Machine {
                has_words: true,
                has_reversals: true,
                has_rows: true,
                counts: &Count::ALL,
            },
            // Long.compress and Long.expand came with Java 19, and tests run 17.
            tables: &[Tables::Init, Tables::Full],
            // Unicode escapes are decoded before comments are recognised, and a malformed one is an error.
            comments: Comments { breakers: &["*/", "\\u"], ..Comments::default() },
            ..Capabilities::ARRAYS
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
        let artifact = |name: String, view: &dyn DynTemplate| {
            // The only way for a template to fail is a failing writer, and a text never fails.
            let mut text = view.dyn_render().unwrap_or_default();
            // A template's last end of line is cut off.
            text.push('\n');
            Artifact { name, text }
        };
        let page = page(module, CUSTOM);
        let view = view::view(&page, &self.options);
        let mut artifacts = vec![artifact(file_name.to_owned(), &view)];
        if let Some(test) = TestView::new(&page, &self.options) {
            artifacts.push(artifact(format!("{}.java", test.name), &test));
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
