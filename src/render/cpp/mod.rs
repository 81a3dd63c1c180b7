//! C++17 and later: a header that any number of files may include; what isn't asked for stands in `detail`.
//!
//! Full tables are constants, and lookups are computed by the compiler where their arguments are. Tables that are
//! filled are the whole program's, zero until `init` is called.

mod assertions;
mod item;
mod keywords;
mod syntax;
#[cfg(test)]
mod tests;
mod view;

use std::path::PathBuf;

use serde::Deserialize;
use toml::Spanned;

use self::keywords::{KEYWORDS, RESERVED};
use super::page::{Custom, page};
use super::{
    Artifact, Backend, Bmi2, Capabilities, Language, OptionError, Options, guard, is_identifier,
    read_options,
};
use crate::model::{Case, Comments, Module, Names, Naming, Part};

/// The language.
pub(super) static CPP: Language = Language {
    id: "cpp",
    aliases: &["c++", "cxx"],
    summary: "a header for C++17 or C++20, its lookups constexpr",
    tools: &["clang++", "clang-format", "g++", "g++ -m32"],
    limits: &[
        "lookups are `constexpr` where tables are full, but for those of `pext` and `pext16`",
    ],
    configure: |options| Ok(Box::new(read(options)?)),
};

/// `[output.cpp]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Keys {
    std: Standard,
    /// `chess::magics`; where none is given, it is the module's name.
    namespace: Option<Spanned<String>>,
    case: NameCase,
    guard: Option<Spanned<String>>,
    /// Whether the compiler checks tables and some lookups; it does by default.
    static_assert: Option<bool>,
    bmi2: Bmi2,
}

/// The language's standard.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
enum Standard {
    #[default]
    #[serde(rename = "c++17", alias = "17")]
    Cpp17,
    #[serde(rename = "c++20", alias = "20")]
    Cpp20,
}

choice! {
    /// How functions and constants join words.
    NameCase {
        #[default]
        Snake = "snake",
        Camel = "camel",
    }
}

impl Keys {
    fn is_20(&self) -> bool {
        self.std == Standard::Cpp20
    }

    fn namespace<'a>(&'a self, names: &'a Names) -> &'a str {
        self.namespace.as_ref().map_or(&names.type_name, |namespace| namespace.get_ref())
    }

    fn case(&self) -> Case {
        if self.case == NameCase::Snake { Case::Snake } else { Case::Camel }
    }

    fn guard(&self, names: &Names, file_name: &str) -> String {
        let given = self.guard.as_ref().map(|guard| guard.get_ref().clone());
        given.unwrap_or_else(|| view::guard(self.namespace(names), file_name))
    }

    fn asserts(&self) -> bool {
        self.static_assert.unwrap_or(true)
    }
}

fn read(options: Options<'_>) -> Result<Keys, OptionError> {
    let keys: Keys = read_options(options)?;
    // Neither the language nor its library reserves it.
    let is_free = |part: &str| {
        let is_ours = is_identifier(part, KEYWORDS) && !RESERVED.contains(&part);
        is_ours && !part.starts_with('_') && !part.contains("__")
    };
    if let Some(name) = &keys.namespace
        && !name.get_ref().split("::").all(is_free)
    {
        let message = format!("`{}` is not the name of a namespace", name.get_ref().escape_debug());
        let help = "identifiers that are no keywords, with `::` between: `chess::magics`";
        return Err(OptionError::at(name.span(), message, help));
    }
    if let Some(guard) = &keys.guard {
        guard::check(guard, &[KEYWORDS, RESERVED], "MAGICS_HPP")?;
    }
    Ok(keys)
}

const CUSTOM: Custom = Custom {
    tests_apart: false,
    ..Custom::new(
        "They are filled at start-up, by a call that comes before the first lookup.",
        "any other reads outside of the arrays",
    )
};

impl Backend for Keys {
    fn capabilities(&self) -> Capabilities {
        Capabilities {
            // Words are reversed by a function of ours: the library has none before C++23.
            has_pext: true,
            has_dispatch: true,
            // A backslash, or the trigraph for it, draws the next line into a comment.
            comments: Comments { breakers: &["??/"], joins_lines: true, ..Comments::default() },
            ..if self.is_20() { Capabilities::COUNTING } else { Capabilities::ARRAYS }
        }
    }

    fn check_files(&self, files: &[Artifact]) -> Result<(), OptionError> {
        let guard = self.guard.as_ref().map(|guard| guard.get_ref().as_str());
        guard::check_files(guard, files)
    }

    fn settings(&self, names: &Names, file_name: &str) -> Vec<(&'static str, String)> {
        let mut settings = vec![
            ("std", if self.is_20() { "c++20" } else { "c++17" }.to_owned()),
            ("namespace", self.namespace(names).to_owned()),
            ("case", self.case.id().to_owned()),
            ("guard", self.guard(names, file_name)),
            ("static-assert", self.asserts().to_string()),
        ];
        settings.extend(self.bmi2.setting());
        settings
    }

    fn naming(&self) -> Naming {
        Naming {
            functions: self.case(),
            constants: self.case(),
            keywords: KEYWORDS,
            reserved: RESERVED,
            ..Naming::PLAIN
        }
    }

    fn default_file(&self, names: &Names) -> PathBuf {
        PathBuf::from(format!("{}.hpp", names.type_name))
    }

    fn artifacts(&self, _emit: &[Part]) -> usize {
        1
    }

    fn render(&self, module: &Module, file_name: &str) -> Vec<Artifact> {
        let page = page(module, CUSTOM);
        vec![Artifact::new(file_name, &view::Header::new(&page, self, file_name))]
    }
}
