//! Python 3.8 and later: a module of functions on an `int` or on `NumPy` arrays, and its test.

mod arrays;
mod lines;
mod syntax;
mod view;

use std::path::{Path, PathBuf};

use crate::render::prelude::*;

pub(in crate::render) static PYTHON: Language = Language {
    id: "python",
    aliases: &["py"],
    summary: "a module for Python 3.10 and later, on int or on arrays of NumPy",
    tools: &["python3", "ruff", "mypy", "python3 numpy"],
    limits: &[
        "integers have no width, so values that may overflow are cut to 64 bits; `word = \"numpy\"` accepts whole arrays",
    ],
    source: SourceSyntax {
        endings: &["py", "pyx"],
        further_endings: &["pyi", "pxd"],
        words: &["def ", "import ", ":\n", "self.", "from "],
        ..SourceSyntax::PYTHON
    },
    calls: CallSyntax {
        before_name: ["", "def"],
        opens_body: ':',
        returns: ["return ", ""],
        either: "($one if $asked else $other)",
        imports: &[("\nfrom .", "from . import $module\n"), ("", "import $module\n")],
        ..CallSyntax::C
    },
    keys: shape_of::<PythonOptions>,
    configure: |options| Ok(Box::new(read(options)?)),
};

/// `[output.python]`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct PythonOptions {
    word: Word,
    storage: Option<Storage>,
    /// True if names have type annotations.
    typed: bool,
    minimum: Option<Spanned<String>>,
    /// The minor version of the oldest Python that runs the file: 8 for 3.8.
    #[serde(skip)]
    minor: u8,
    /// The package of the module, for its test.
    package: Option<Spanned<String>>,
}

impl Default for PythonOptions {
    fn default() -> Self {
        let (word, minor) = (Word::Int, DEFAULT_MINIMUM);
        Self { word, storage: None, typed: true, minimum: None, minor, package: None }
    }
}

choice! {
    /// The type of arguments and results of lookups: an `int`, or `NumPy` arrays.
    Word {
        #[default]
        Int = "int",
        Numpy = "numpy",
    }
}

choice! {
    /// The form of large tables in the file: numbers, or one literal of bytes in base 85.
    Storage {
        #[default]
        Tuple = "tuple",
        Bytes = "bytes",
    }
}

impl PythonOptions {
    /// The form of large tables. Type checkers need minutes for an array of 100,000 numbers, and no time for bytes.
    fn storage(&self) -> Storage {
        let default = if self.word == Word::Int { Storage::Tuple } else { Storage::Bytes };
        self.storage.unwrap_or(default)
    }
}

/// The supported versions: from 3.8, which brought `Final`, to 3.14, the newest in tests.
const MINIMA: std::ops::RangeInclusive<u8> = 8..=14;

/// Version 3.10, which understands the annotations of the files and has a strict `zip`.
const DEFAULT_MINIMUM: u8 = 10;

fn read(options: Options<'_>) -> Result<PythonOptions, OptionError> {
    let mut keys: PythonOptions = read_options(options)?;
    if let Some(given) = &keys.minimum {
        keys.minor = minor(given, keys.word)?;
    }
    let help = "use identifiers that aren't keywords, joined by dots: `chess.bitboards`";
    let is_package = |path: &str| is_path(path, KEYWORDS);
    check_name(keys.package.as_ref(), is_package, "the name of a package", help)?;
    Ok(keys)
}

fn minor(given: &Spanned<String>, word: Word) -> Result<u8, OptionError> {
    let minor = given.get_ref().strip_prefix("3.").and_then(|minor| minor.parse().ok());
    match minor.filter(|minor| MINIMA.contains(minor)) {
        None => Err(OptionError::at(
            given.span(),
            format!("`{}` isn't a supported version of Python", given.get_ref()),
            "use \"3.8\" to \"3.14\"",
        )),
        Some(minor) if word == Word::Numpy && minor < DEFAULT_MINIMUM => Err(OptionError::at(
            given.span(),
            format!("lookups on arrays of NumPy need Python 3.{DEFAULT_MINIMUM}"),
            "`minimum = \"3.10\"` or later, or `word = \"int\"`",
        )),
        Some(minor) => Ok(minor),
    }
}

const CUSTOM: Custom = Custom {
    private: |name| format!("_{name}"),
    ..Custom::new(
        "Importing the module fills them.",
        "a higher one raises IndexError, a negative one counts from the end",
    )
};

/// The modules that files import; a file of the same name would be imported instead.
const IMPORTED: &[&str] =
    &["array", "base64", "numpy", "pathlib", "struct", "sys", "typing", "unittest", "zlib"];

impl Backend for PythonOptions {
    fn capabilities(&self) -> Capabilities {
        Capabilities {
            comments: Comments {
                orders: &["cython:", "distutils:", "type:"],
                ..Comments::default()
            },
            tables: Capabilities::WITH_BLOB,
            machine: Machine {
                // An `int` of any length.
                sets: (self.word == Word::Int).then_some(4),
                ..Capabilities::ARRAYS.machine
            },
            ..Capabilities::ARRAYS
        }
    }

    fn check(&self, module: &Module) -> Result<(), OptionError> {
        let is_old = |_: &String| module.blob.is_some() && self.minor < 9;
        let message =
            "`tables = \"blob\"` needs Python 3.9, whose importlib finds files of a package";
        refuse(self.minimum.as_ref(), is_old, message, "set `minimum = \"3.9\"` or later")
    }

    fn settings(&self, _names: &Names, _file_name: &str) -> Vec<(&'static str, String)> {
        vec![
            ("word", self.word.id().to_owned()),
            ("storage", self.storage().id().to_owned()),
            ("typed", self.typed.to_string()),
            ("minimum", format!("3.{}", self.minor)),
            ("package", given(self.package.as_ref())),
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
        if !is_identifier(&stem, KEYWORDS)
            || Path::new(file_name).extension().is_none_or(|end| end != "py")
        {
            return Err(format!("`{file_name}` can't be imported as a module"));
        }
        if IMPORTED.contains(&stem.as_str()) {
            return Err(format!("a module `{stem}` would hide Python's module, which it uses"));
        }
        Ok(())
    }

    fn declared(&self, name: String, presence: Presence, _table: Option<&Table>) -> Declared {
        Declared::marked(name, presence, CUSTOM.private)
    }

    fn lookup_text(&self, module: &Module, piece: &str, bit: u8) -> LookupText {
        view::File::new(&page(module, CUSTOM), self).lookup_text(piece, bit)
    }

    fn render(&self, module: &Module, file_name: &str) -> Vec<Artifact> {
        let mut page = page(module, CUSTOM);
        page.header = facts_within(module, lines::WIDTH - "# ".len());
        // Two colons announce literal text. In a comment, lists of squares look like code, so credits are in the
        // docstring.
        page.notes[0].push(':');
        page.notes.extend(module.provenance.credits.iter().cloned());
        let stem = stem(file_name);
        let mut artifacts = vec![Artifact::new(file_name, &view::File::new(&page, self))];
        if let Some(test) = view::Test::new(&page, &stem, self) {
            artifacts.push(Artifact::new(format!("test_{stem}.py"), &test));
        }
        artifacts
    }
}

/// Words of the language.
const KEYWORDS: &[&str] = RESERVED.split_at(35).0;

/// Words of the language, then built-in names (which a name of the file would hide), and imported names.
const RESERVED: &[&str] = words_of!("python/keywords.txt");

#[cfg(test)]
mod tests;
