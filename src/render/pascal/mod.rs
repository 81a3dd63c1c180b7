//! Free Pascal 3: a unit whose initialization section fills tables, and a program that tests it.

mod syntax;
mod view;

use std::path::{Path, PathBuf};

use self::view::{Test, Unit};
use crate::render::prelude::*;

pub(in crate::render) static PASCAL: Language = Language {
    id: "pascal",
    aliases: &["pas", "fpc"],
    summary: "a unit for Free Pascal 3",
    tools: &["fpc"],
    limits: &["names don't distinguish upper and lower case"],
    source: SourceSyntax {
        endings: &["pas", "pp"],
        further_endings: &["dpr", "lpr"],
        words: &["unit ", "implementation", "procedure ", "array[0..63]", "begin\n", "QWord"],
        blocks: &[("{", "}", false), ("(*", "*)", false)],
        escapes: false,
        backticks: false,
        ..SourceSyntax::SCRIPT
    },
    calls: CallSyntax::C,
    keys: shape_of::<Keys>,
    configure: |options| {
        let mut keys: Keys = read_options(options)?;
        let types = [&mut keys.square_type, &mut keys.bitboard_type].map(Option::take);
        keys.types = OwnTypes::imported(types, keys.import.take(), &IMPORTED)?;
        Ok(Box::new(keys))
    },
};

const IMPORTED: Imported = Imported {
    is_type: is_word,
    type_help: "use an identifier that isn't a keyword: `TSquare`",
    is_import: |path| path.split('.').all(is_word),
    import_name: "the name of a unit",
    import_help: "name the unit that declares the types: `Chess`",
    is_needed: true,
};

/// True for an identifier.
fn is_word(name: &str) -> bool {
    is_identifier(&name.to_ascii_lowercase(), KEYWORDS)
}

/// `[output.pascal]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Keys {
    mode: Mode,
    /// The user's type of squares: each function exists for it, too.
    square_type: Option<Spanned<String>>,
    /// The user's type of sets of squares.
    bitboard_type: Option<Spanned<String>>,
    /// The unit that declares these types.
    import: Option<Spanned<String>>,
    /// The keys of types, checked.
    #[serde(skip)]
    types: OwnTypes,
}

choice! {
    /// The compiler mode that the files switch to.
    Mode {
        #[default]
        Objfpc = "objfpc",
        Delphi = "delphi",
    }
}

const CUSTOM: Custom = Custom {
    others: &["TLookup", "IsSame"],
    ..Custom::new(
        "The unit's initialization fills them.",
        "any other reads outside of the arrays, unless ranges are checked",
    )
};

impl Backend for Keys {
    fn capabilities(&self) -> Capabilities {
        let machine = Machine { sets: Some(1), ..Capabilities::ARRAYS.machine };
        Capabilities { machine, ..Capabilities::ARRAYS }
    }

    fn settings(&self, _names: &Names, _file_name: &str) -> Vec<(&'static str, String)> {
        let mode = ("mode", self.mode.id().to_owned());
        [mode].into_iter().chain(self.types.settings("import")).collect()
    }

    fn naming(&self) -> Naming {
        Naming {
            functions: Case::Pascal,
            constants: Case::Pascal,
            types: Case::Pascal,
            ignores_case: true,
            longest: Some(127),
            keywords: KEYWORDS,
            reserved: WORD_VARIABLES,
            ..Naming::PLAIN
        }
    }

    fn default_file(&self, names: &Names) -> PathBuf {
        PathBuf::from(format!("{}.pas", names.type_name.to_ascii_lowercase()))
    }

    fn check_file_name(&self, names: &Names, file_name: &str) -> Result<(), String> {
        let unit = &names.type_name;
        let file = Path::new(file_name);
        let is_source = file.extension().is_some_and(|ending| ending == "pas" || ending == "pp");
        // On case-sensitive file systems, the compiler looks for the unit's name as it is or in lower case.
        let stem = file.file_stem().unwrap_or_default();
        if is_source && (stem == unit.as_str() || stem == unit.to_ascii_lowercase().as_str()) {
            return Ok(());
        }
        let lower = unit.to_ascii_lowercase();
        Err(format!("the unit `{unit}` must be in a file called `{lower}.pas` or `{unit}.pas`"))
    }

    fn lookup_text(&self, module: &Module, piece: &str, bit: u8) -> LookupText {
        Unit::new(&page(module, CUSTOM), self).lookup_text(piece, bit)
    }

    fn render(&self, module: &Module, file_name: &str) -> Vec<Artifact> {
        let page = page(module, CUSTOM);
        let unit = Unit::new(&page, self);
        let mut artifacts = vec![Artifact::new(file_name, &unit)];
        if let Some(tested) = unit.test(Case::Pascal) {
            let name = format!("{}_test.pas", stem(file_name));
            artifacts.push(Artifact::new(name, &Test { unit: &unit, tested }));
        }
        artifacts
    }
}

/// Words that can't be identifiers, and names of the system unit that the files use.
const KEYWORDS: &[&str] = words_of!("pascal/keywords.txt");
