//! C++17 and later: a header that any number of files may include; what isn't asked for stands in `detail`.
//!
//! Full tables are constants, and lookups are computed by the compiler where their arguments are. Tables that are
//! filled are the whole program's, zero until `init` is called.

mod assertions;
mod item;
mod keywords;
mod options;
mod syntax;
#[cfg(test)]
mod tests;
mod view;
mod walks;

use std::path::PathBuf;

use self::keywords::{KEYWORDS, RESERVED};
use self::options::Settings;
use self::view::Header;
use super::page::{Custom, page};
use super::{Artifact, Backend, Capabilities, Language, OptionError, guard, text_of};
use crate::model::{Case, Comments, Module, Names, Naming, Part};

/// The language.
pub(super) static CPP: Language = Language {
    id: "cpp",
    aliases: &["c++", "cxx"],
    summary: "a header for C++17 or C++20, its lookups constexpr",
    tools: &["clang++", "clang-format", "g++", "g++ -m32"],
    limits: &["lookups are `constexpr` where tables are full and take no instruction of BMI2"],
    configure: |options| Ok(Box::new(Configured { settings: Settings::read(options)? })),
};

#[derive(Debug)]
struct Configured {
    settings: Settings,
}

const CUSTOM: Custom = Custom {
    others: &[],
    private: |name| name,
    when_filled: "They are filled at start-up, by a call that comes before the first lookup.",
    tests_apart: false,
};

impl Backend for Configured {
    fn capabilities(&self) -> Capabilities {
        Capabilities {
            // Words are reversed by a function of ours: the library has none before C++23.
            has_pext: true,
            // A backslash, or the trigraph for it, draws the next line into a comment.
            comments: Comments { breakers: &["??/"], joins_lines: true, ..Comments::default() },
            ..Capabilities::ARRAYS
        }
    }

    fn check_files(&self, files: &[Artifact]) -> Result<(), OptionError> {
        guard::check_files(self.settings.guard.as_deref(), files)
    }

    fn settings(&self, names: &Names, file_name: &str) -> Vec<(&'static str, String)> {
        let Settings { standard, namespace, case, guard, asserts } = &self.settings;
        let standard = match standard {
            options::Standard::Cpp17 => "c++17",
            options::Standard::Cpp20 => "c++20",
        };
        let namespace = namespace.as_deref().unwrap_or(&names.type_name);
        vec![
            ("std", standard.to_owned()),
            ("namespace", namespace.to_owned()),
            ("case", if *case == Case::Camel { "camel" } else { "snake" }.to_owned()),
            ("guard", guard.clone().unwrap_or_else(|| view::guard(namespace, file_name))),
            ("static-assert", asserts.to_string()),
        ]
    }

    fn naming(&self) -> Naming {
        Naming {
            functions: self.settings.case,
            constants: self.settings.case,
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
        let text = text_of(&Header::new(&page, &self.settings, file_name));
        vec![Artifact { name: file_name.to_owned(), text }]
    }
}
