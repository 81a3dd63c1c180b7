//! Nim 1.6 and later: a module that fills its tables when the program starts, and tests itself when it is the main one.

mod syntax;
mod typed;
mod view;

use crate::render::prelude::*;

pub(in crate::render) static NIM: Language = Language {
    id: "nim",
    aliases: &[],
    summary: "a module for Nim 1.6 and 2",
    tools: &["nim", "nimpretty"],
    limits: &["names don't distinguish upper and lower case, and underscores don't count"],
    source: SourceSyntax {
        endings: &["nim"],
        further_endings: &["nims"],
        words: &["func ", "proc ", "'u64", "import std/", "{.inline.}", "array[64, "],
        blocks: &[("#[", "]#", true)],
        single: SingleQuotes::Characters,
        ..SourceSyntax::PYTHON
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
    type_help: "use an identifier that isn't a keyword: `Square`",
    is_import: |path| path.split('/').all(is_word),
    import_name: "the name of a module",
    import_help: "use identifiers that aren't keywords, joined by `/`: `chess/types`",
    is_needed: false,
};

/// `[output.nim]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Keys {
    /// The user's distinct type of squares: each function exists for it, too.
    square_type: Option<Spanned<String>>,
    /// The user's distinct type of sets of squares.
    bitboard_type: Option<Spanned<String>>,
    /// The module that declares these types: `chess/types`.
    import: Option<Spanned<String>>,
    /// These keys, checked.
    #[serde(skip)]
    types: OwnTypes,
}

const CUSTOM: Custom = Custom {
    others: &["compare", "selfTest"],
    tests_apart: false,
    ..Custom::new(
        "The module fills them when the program starts.",
        "any other is an IndexDefect, unless bounds are left unchecked",
    )
};

impl Backend for Keys {
    fn capabilities(&self) -> Capabilities {
        Capabilities {
            fields: Capabilities::WITH_SWITCH,
            test_place: TestPlace::Module,
            machine: Machine { sets: Some(1), ..Capabilities::REVERSING.machine },
            ..Capabilities::REVERSING
        }
    }

    fn settings(&self, _names: &Names, _file_name: &str) -> Vec<(&'static str, String)> {
        let OwnTypes { square, bitboard, include, .. } = &self.types;
        let keys = [("square-type", square), ("bitboard-type", bitboard), ("import", include)];
        keys.map(|(key, name)| (key, name.clone().unwrap_or_default())).into()
    }

    fn naming(&self) -> Naming {
        Naming {
            functions: Case::Camel,
            constants: Case::Camel,
            ignores_case: true,
            underscores: Underscores::Ignored,
            keywords: KEYWORDS,
            reserved: WORD_VARIABLES,
            ending: "nim",
            ..Naming::PLAIN
        }
    }

    fn check_file_name(&self, _names: &Names, file_name: &str) -> Result<(), String> {
        let message = "nim imports only files whose names are identifiers and end in `.nim`";
        check_ending(file_name, "nim", message)?;
        if is_word(&stem(file_name)) { Ok(()) } else { Err(message.to_owned()) }
    }

    fn lookup_text(&self, module: &Module, piece: &str, bit: u8) -> LookupText {
        view::File::new(&page(module, CUSTOM), self).lookup_text(piece, bit)
    }

    fn render(&self, module: &Module, file_name: &str) -> Vec<Artifact> {
        let mut page = page(module, CUSTOM);
        page.header = lines_within(module, view::WIDTH - "# ".len());
        vec![Artifact::new(file_name, &view::File::new(&page, self))]
    }
}

/// True for a name that is no keyword, whatever its case and underscores.
fn is_word(name: &str) -> bool {
    is_identifier(&name.to_ascii_lowercase().replace('_', ""), KEYWORDS)
        && name.split('_').all(|between| !between.is_empty())
}

/// Words that can't be identifiers, and names of the system module that the file uses.
const KEYWORDS: &[&str] = words_of!("nim/keywords.txt");
