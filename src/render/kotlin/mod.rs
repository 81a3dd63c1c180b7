//! Kotlin for the JVM: one object, its long tables in nested objects that the first use initialises.
//!
//! The limits are those of class files, 65,535 bytes of code a method and as many of a string: long tables are filled,
//! or unpacked from strings.

mod packed;
mod printer;
mod self_test;
mod syntax;
mod view;

use std::path::PathBuf;

use askama::DynTemplate;
use serde::Deserialize;
use toml::Spanned;

use self::self_test::TestView;
use self::view::ObjectView;
use super::code::statements::VARIABLES;
use super::page::{Custom, page};
use super::{Artifact, Backend, Capabilities, Language, OptionError, Options, given, read_options};
use crate::model::{Case, Comments, FieldStyle, Machine, Module, Names, Naming, Part, Tables};

/// The language.
#[derive(Debug)]
pub(super) struct Kotlin;

impl Language for Kotlin {
    fn id(&self) -> &'static str {
        "kotlin"
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["kt"]
    }

    fn summary(&self) -> &'static str {
        "an object for Kotlin on the JVM"
    }

    fn tools(&self) -> &'static [&'static str] {
        &["npm:kotlin-compiler", "java"]
    }

    fn limits(&self) -> &'static [&'static str] {
        &[
            "no PEXT and PDEP",
            "tables of more than 512 entries are strings that the first lookup unpacks",
        ]
    }

    fn configure(&self, options: Options<'_>) -> Result<Box<dyn Backend>, OptionError> {
        Ok(Box::new(Configured { keys: read(options)? }))
    }
}

/// `[output.kotlin]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Keys {
    /// `org.example.chess`
    package: Option<Spanned<String>>,
    visibility: Visibility,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
enum Visibility {
    #[default]
    Public,
    Internal,
}

fn read(options: Options<'_>) -> Result<Keys, OptionError> {
    let keys: Keys = read_options(options)?;
    let Some(package) = &keys.package else { return Ok(keys) };
    let is_name = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && !KEYWORDS.contains(&part)
    };
    if package.get_ref().split('.').all(is_name) {
        return Ok(keys);
    }
    Err(OptionError {
        message: format!("`{}` is not the name of a package", package.get_ref()),
        help: Some(
            "identifiers that are no keywords, with dots between: `org.example.chess`".to_owned(),
        ),
        span: Some(package.span()),
    })
}

#[derive(Debug)]
struct Configured {
    keys: Keys,
}

/// Types that the file speaks of by their simple names.
const HIDING: &[&str] = &[
    "AssertionError", "Array", "Base64", "ByteArray", "ByteBuffer", "ByteOrder", "Int", "IntArray",
    "JvmField", "JvmStatic", "Long", "LongArray", "ShortArray", "String", "Subsets", "Tables",
];

const CUSTOM: Custom = Custom {
    others: HIDING,
    private: |name| name,
    when_filled: "The first lookup fills them, once for all threads; later ones only read.",
    tests_apart: true,
};

impl Backend for Configured {
    fn capabilities(&self) -> Capabilities {
        Capabilities {
            machine: Machine { has_words: true, has_reversals: true, has_rows: false },
            has_pext: false,
            tables: &[Tables::Init, Tables::Full],
            parts: Part::EVERY,
            fields: &[FieldStyle::Arrays],
            filled_fields: &[FieldStyle::Arrays],
            default_variant: "fancy",
            // A comment may hold comments, so that what begins one breaks the one around it as well.
            comments: Comments { breakers: &["*/", "/*"], ..Comments::default() },
        }
    }

    fn settings(&self, _names: &Names, _file_name: &str) -> Vec<(&'static str, String)> {
        let visibility = match self.keys.visibility {
            Visibility::Public => "public",
            Visibility::Internal => "internal",
        };
        vec![("package", given(self.keys.package.as_ref())), ("visibility", visibility.to_owned())]
    }

    fn naming(&self) -> Naming {
        Naming {
            functions: Case::Camel,
            constants: Case::Shouty,
            types: Case::Pascal,
            is_prefixed: false,
            ignores_case: false,
            longest: None,
            keywords: KEYWORDS,
            reserved: VARIABLES,
        }
    }

    fn default_file(&self, names: &Names) -> PathBuf {
        let folders = self.keys.package.iter().flat_map(|package| package.get_ref().split('.'));
        folders.map(str::to_owned).chain([format!("{}.kt", names.type_name)]).collect()
    }

    fn check_file_name(&self, names: &Names, _file_name: &str) -> Result<(), String> {
        let object = &names.type_name;
        if HIDING.contains(&object.as_str()) {
            return Err(format!(
                "an object `{object}` would hide another `{object}`, which it uses"
            ));
        }
        Ok(())
    }

    fn artifacts(&self, emit: &[Part]) -> usize {
        1 + usize::from(emit.contains(&Part::SelfTest))
    }

    fn render(&self, module: &Module, file_name: &str) -> Vec<Artifact> {
        let artifact = |name: String, view: &dyn DynTemplate| {
            // The only way for a template to fail is a failing writer, and a text never fails.
            let text = view.dyn_render().unwrap_or_default() + "\n";
            Artifact { name, text }
        };
        let page = page(module, CUSTOM);
        let package = self.keys.package.as_ref().map(|package| package.get_ref().as_str());
        let is_public = self.keys.visibility == Visibility::Public;
        let object = ObjectView::new(&page, package, is_public);
        let mut artifacts = vec![artifact(file_name.to_owned(), &object)];
        if let Some(test) = TestView::new(&page, package) {
            artifacts.push(artifact(format!("{}.kt", test.name), &test));
        }
        artifacts
    }
}

/// Hard keywords; soft ones can be identifiers.
const KEYWORDS: &[&str] = &[
    "as", "break", "class", "continue", "do", "else", "false", "for", "fun", "if", "in",
    "interface", "is", "null", "object", "package", "return", "super", "this", "throw", "true",
    "try", "typealias", "typeof", "val", "var", "when", "while",
];

#[cfg(test)]
mod tests;
