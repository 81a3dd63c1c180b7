//! Python 3.8 and later: a module of functions on an `int`, or on arrays of `NumPy`; its test beside it.

mod arrays;
mod keywords;
mod lines;
mod options;
mod syntax;
mod view;

use std::path::{Path, PathBuf};

use self::keywords::RESERVED;
use self::options::{PythonOptions, is_importable};
use super::code::statements::VARIABLES;
use super::page::{Custom, page};
use super::{Artifact, Backend, Capabilities, Language, text_of};
use crate::model::{Case, Comments, Module, Names, Naming, Tables};

/// The language.
pub(super) static PYTHON: Language = Language {
    id: "python",
    aliases: &["py"],
    summary: "a module for Python 3.10 and later, on int or on arrays of NumPy",
    tools: &["python3", "ruff", "mypy", "python3 numpy"],
    limits: &[
        "integers have no width: what may overflow is cut to 64 bits; `word = \"numpy\"` looks whole arrays up",
    ],
    configure: |options| Ok(Box::new(Configured { options: options::read(options)? })),
};

#[derive(Debug)]
struct Configured {
    options: PythonOptions,
}

const CUSTOM: Custom = Custom {
    others: &[],
    private: |name| format!("_{name}"),
    when_filled: "Importing the module fills them.",
    tests_apart: true,
};

/// What files import; a file of such a name would be imported in its place.
const IMPORTED: &[&str] = &["array", "base64", "numpy", "sys", "typing", "unittest"];

impl Backend for Configured {
    fn capabilities(&self) -> Capabilities {
        Capabilities {
            tables: &[Tables::Init, Tables::Full],
            comments: Comments {
                orders: &["cython:", "distutils:", "type:"],
                ..Comments::default()
            },
            ..Capabilities::ARRAYS
        }
    }

    fn settings(&self, _names: &Names, _file_name: &str) -> Vec<(&'static str, String)> {
        let PythonOptions { word, storage, is_typed, minimum, package } = &self.options;
        vec![
            ("word", word.id().to_owned()),
            ("storage", storage.id().to_owned()),
            ("typed", is_typed.to_string()),
            ("minimum", format!("3.{minimum}")),
            ("package", package.clone().unwrap_or_default()),
        ]
    }

    fn naming(&self) -> Naming {
        Naming { constants: Case::Shouty, keywords: RESERVED, reserved: VARIABLES, ..Naming::PLAIN }
    }

    fn default_file(&self, names: &Names) -> PathBuf {
        PathBuf::from(format!("{}.py", names.type_name))
    }

    fn check_file_name(&self, _names: &Names, file_name: &str) -> Result<(), String> {
        let stem = stem(file_name);
        if !is_importable(&stem) || Path::new(file_name).extension().is_none_or(|end| end != "py") {
            return Err(format!("`{file_name}` can't be imported as a module"));
        }
        if IMPORTED.contains(&stem.as_str()) {
            return Err(format!("a module `{stem}` would hide Python's own, which it uses"));
        }
        Ok(())
    }

    fn render(&self, module: &Module, file_name: &str) -> Vec<Artifact> {
        let page = page(module, CUSTOM);
        let stem = stem(file_name);
        let text = text_of(&view::File::new(&page, &self.options));
        let mut artifacts = vec![Artifact { name: file_name.to_owned(), text }];
        if let (Some(test), Some(walk)) = (&page.self_test, &page.walk) {
            let text = text_of(&view::Test::new(&page, (test, walk), &stem, &self.options));
            artifacts.push(Artifact { name: format!("test_{stem}.py"), text });
        }
        artifacts
    }
}

/// The name under which a file is imported.
fn stem(file_name: &str) -> String {
    let stem = Path::new(file_name).file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests;
