//! Go 1.13 and later: arrays in a package. Its initialisation fills tables, and a test file comes with it.

mod syntax;
mod typed;
mod view;

use std::ops::Range;
use std::path::PathBuf;

use self::view::{File, Test};
use crate::render::prelude::*;

pub(in crate::render) static GO: Language = Language {
    id: "go",
    aliases: &["golang"],
    summary: "a file of a package for Go 1.13 and later",
    tools: &["go", "gofmt"],
    limits: &["arrays are variables, since Go has no constant arrays"],
    source: SourceSyntax {
        endings: &["go"],
        words: &["package ", "func ", ":= ", "uint64{"],
        preprocessor: false,
        backticks: true,
        ..SourceSyntax::C
    },
    calls: CallSyntax {
        before_name: ["func", ""],
        types: TypePlace::After,
        returns: ["return ", ""],
        either: "",
        qualified: "$name",
        square: Some(Conversion { own: &["int"], form: ["int(", ")"] }),
        occupied: Some(Conversion { own: &["uint64"], form: ["uint64(", ")"] }),
        keys_for: |text| {
            let Some(package) = name_behind(text, "package ") else { return Vec::new() };
            let package = TomlKey::text("package", &package, "the package of the sources");
            let why = "the package has its comment elsewhere";
            vec![package, TomlKey { key: "package-comment", value: "false".to_owned(), why }]
        },
        ..CallSyntax::C
    },
    keys: shape_of::<Keys>,
    configure: |options| {
        let mut keys: Keys = read_options(options)?;
        let is_word = |name: &str| is_identifier(name, GRAMMAR) && !name.starts_with('_');
        let help = "use one lower-case word that isn't a keyword: `bitboard`";
        check_name(keys.package.as_ref(), is_word, "the name of a package", help)?;
        let types = [&mut keys.square_type, &mut keys.bitboard_type, &mut keys.piece_type];
        let types = types.map(Option::take);
        keys.types = OwnTypes::imported(types, keys.import.take(), &IMPORTED)?;
        Ok(Box::new(keys))
    },
};

const IMPORTED: Imported = Imported {
    is_type: |name| name.split('.').count() < 3 && is_path(name, GRAMMAR),
    type_help: "use an identifier, with its package if that is another: `Square`, `chess.Square`",
    is_import: |path| path.split('/').all(is_element),
    import_name: "the path of a package",
    import_help: "use names joined by `/`: `example.org/chess`",
    is_needed: false,
};

/// True for a part of a package's path.
fn is_element(part: &str) -> bool {
    let is_right = |c: char| c.is_ascii_alphanumeric() || "-_.~".contains(c);
    !part.is_empty() && part != ".." && part.chars().all(is_right)
}

/// `[output.go]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Keys {
    /// For example `bitboard`; by default the file's name.
    package: Option<Spanned<String>>,
    /// Whether the file's comment is the package's. By default it is, unless `package` is given: then another file
    /// documents the package.
    package_comment: Option<bool>,
    /// The user's type of squares: each function exists for it, too.
    square_type: Option<Spanned<String>>,
    /// The user's type of sets of squares.
    bitboard_type: Option<Spanned<String>>,
    /// The user's type of pieces.
    piece_type: Option<Spanned<String>>,
    /// The package that declares these types, if it is another: `example.org/chess`.
    import: Option<Spanned<String>>,
    /// The keys of types, checked.
    #[serde(skip)]
    types: OwnTypes,
}

/// The default package: the file's name.
fn own_package(names: &Names) -> String {
    names.type_name.to_lowercase().replace('_', "")
}

impl Keys {
    fn package(&self, names: &Names) -> String {
        self.package.as_ref().map_or_else(|| own_package(names), |name| name.get_ref().clone())
    }

    fn has_package_comment(&self, names: &Names) -> bool {
        self.package_comment.unwrap_or_else(|| self.package(names) == own_package(names))
    }
}

const CUSTOM: Custom = Custom {
    others: &["binary", "bits", "crc32", "embed", "testing"],
    private: |name| lowered(&name),
    members: Case::Pascal,
    refused: "any other panics",
    ..Custom::new("The initialization of the package computes them.", "any other panics")
};

impl Backend for Keys {
    fn piece_type(&self) -> Option<Range<usize>> {
        self.types.piece_span()
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            has_nested_arrays: true,
            has_numbered_members: true,
            tables: Capabilities::WITH_BLOB,
            fields: Capabilities::WITH_RECORDS,
            filled_fields: Capabilities::FILLED_RECORDS,
            // `+build` begins a build constraint of older releases: `go vet` searches every comment for it.
            comments: Comments { breakers: &["+build"], ..Comments::default() },
            machine: Machine { sets: Some(1), ..Capabilities::REVERSING.machine },
            prints: |_| true,
            ..Capabilities::REVERSING
        }
    }

    fn settings(&self, names: &Names, _file_name: &str) -> Vec<(&'static str, String)> {
        let mut settings = vec![
            ("package", self.package(names)),
            ("package-comment", self.has_package_comment(names).to_string()),
        ];
        settings.extend(self.types.settings("import"));
        settings
    }

    fn naming(&self) -> Naming {
        Naming {
            functions: Case::Pascal,
            constants: Case::Pascal,
            keywords: KEYWORDS,
            reserved: VARIABLES,
            ..Naming::PLAIN
        }
    }

    fn default_file(&self, names: &Names) -> PathBuf {
        PathBuf::from(format!("{}.go", self.package(names)))
    }

    fn check_file_name(&self, names: &Names, file_name: &str) -> Result<(), String> {
        let package = self.package(names);
        if GRAMMAR.contains(&package.as_str()) {
            return Err(format!("the package `{package}` is a keyword"));
        }
        let stem = stem(file_name);
        let last = stem.rsplit_once('_').map_or("", |(_, last)| last);
        check_ending(file_name, "go", "go builds only files whose names end in `.go`")?;
        if stem.starts_with(['_', '.']) || last == "test" {
            return Err(format!("go ignores files with names like `{stem}.go`"));
        }
        if SYSTEMS.contains(&last) {
            return Err(format!("go builds `{stem}.go` for {last} only"));
        }
        Ok(())
    }

    fn declared(&self, name: String, presence: Presence, _table: Option<&Table>) -> Declared {
        Declared::marked(name, presence, CUSTOM.private)
    }

    fn lookup_text(&self, module: &Module, piece: &str, bit: u8) -> LookupText {
        File::new(&page(module, CUSTOM), &self.package(&module.names), &self.types)
            .lookup_text(piece, bit)
    }

    fn render(&self, module: &Module, file_name: &str) -> Vec<Artifact> {
        // On a chess board lookups use the lowest six bits of a square.
        let beyond = match module.board.indices {
            64 => "the lowest six bits count of any other",
            _ => CUSTOM.beyond,
        };
        let page = page(module, Custom { beyond, ..CUSTOM });
        let package = self.package(&module.names);
        let mut file = File::new(&page, &package, &self.types);
        file.is_package_comment = self.has_package_comment(&module.names);
        let mut artifacts = vec![Artifact::new(file_name, &file)];
        if let Some((walk, test)) = page.test() {
            let test = test.beside(&page);
            let test = Test::new(File::new(&page, &package, &self.types), (walk, &test));
            artifacts.push(Artifact::new(format!("{}_test.go", stem(file_name)), &test));
        }
        artifacts
    }
}

/// The keywords of the grammar, the only part of [`KEYWORDS`] that a package's name can't have.
const GRAMMAR: &[&str] = KEYWORDS.split_at(25).0;

/// Words that can't be names: keywords of the grammar, predeclared names (which would be shadowed), functions that the
/// language calls at start-up, and the packages and the parameter that the files use.
const KEYWORDS: &[&str] = words_of!("go/keywords.txt");

/// Systems and processors: Go builds a file whose name ends in `_` and one of these only for that target.
const SYSTEMS: &[&str] = words_of!("go/systems.txt");
