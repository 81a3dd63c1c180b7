//! OCaml 4.08 and later on 64-bit systems: a module with its interface, and a program that tests it.

mod syntax;
mod view;

use self::view::{File, Interface, Test};
use crate::render::prelude::*;

pub(in crate::render) static OCAML: Language = Language {
    id: "ocaml",
    aliases: &["ml"],
    summary: "a module for OCaml 4.08 to 5, with its interface",
    tools: &["ocamlopt"],
    limits: &[
        "only for 64-bit systems, where `int` has 63 bits",
        "names of functions and squares begin with a small letter",
        "no formatter is run",
    ],
    source: SourceSyntax {
        endings: &["ml"],
        further_endings: &["mli"],
        words: &["let ", "Array.", "[|", "|]", " in\n"],
        lines: &[],
        blocks: &[("(*", "*)", true)],
        single: SingleQuotes::Characters,
        backticks: false,
        ..SourceSyntax::SCRIPT
    },
    calls: CallSyntax::C,
    keys: shape_of::<Keys>,
    configure: |options| {
        let keys: Keys = read_options(options)?;
        let help = "use a type's name, behind the modules that it is in: `Board.square`";
        for name in [&keys.square_type, &keys.bitboard_type] {
            check_name(name.as_ref(), is_type, "the name of a type", help)?;
        }
        Ok(Box::new(keys))
    },
};

/// `[output.ocaml]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Keys {
    /// The user's name of `int` as the type of squares.
    square_type: Option<Spanned<String>>,
    /// The user's name of `int64` as the type of sets of squares.
    bitboard_type: Option<Spanned<String>>,
}

impl Keys {
    /// The type of a parameter or a result of this sort, which is otherwise `kind`.
    fn typed<'t>(&'t self, sort: Sort, kind: &'t str) -> &'t str {
        let own = match sort {
            Sort::Square => &self.square_type,
            Sort::Set => &self.bitboard_type,
            _ => &None,
        };
        own.as_ref().map_or(kind, |name| name.get_ref())
    }
}

/// True for the name of a type, behind the modules that it is in.
fn is_type(path: &str) -> bool {
    let mut parts = path.split('.').rev();
    let is_small = |part: &str| !part.starts_with(|c: char| c.is_ascii_uppercase());
    parts.next().is_some_and(|part| is_small(part) && is_identifier(part, KEYWORDS))
        && parts.all(|part| !is_small(part) && is_identifier(part, KEYWORDS))
}

const CUSTOM: Custom = Custom::new(
    "The module fills them when the program starts.",
    "any other is an Invalid_argument, unless bounds are left unchecked",
);

impl Backend for Keys {
    fn capabilities(&self) -> Capabilities {
        Capabilities {
            fields: Capabilities::WITH_SWITCH,
            // Strings are read in comments, too.
            comments: Comments { breakers: &["(*", "*)"], reads_strings: true, ..Comments::NONE },
            ..Capabilities::ARRAYS
        }
    }

    fn settings(&self, _names: &Names, _file_name: &str) -> Vec<(&'static str, String)> {
        let Self { square_type, bitboard_type } = self;
        let keys = [("square-type", square_type), ("bitboard-type", bitboard_type)];
        keys.map(|(key, name)| (key, given(name.as_ref()))).into()
    }

    fn naming(&self) -> Naming {
        Naming {
            begins_small: true,
            keywords: KEYWORDS,
            reserved: WORD_VARIABLES,
            ending: "ml",
            ..Naming::PLAIN
        }
    }

    fn check_file_name(&self, _names: &Names, file_name: &str) -> Result<(), String> {
        let message = "ocaml needs files whose names are identifiers and end in `.ml`";
        check_ending(file_name, "ml", message)?;
        if is_identifier(&stem(file_name), KEYWORDS) { Ok(()) } else { Err(message.to_owned()) }
    }

    fn artifacts(&self, emit: &[Part]) -> usize {
        2 + usize::from(emit.contains(&Part::SelfTest))
    }

    fn lookup_text(&self, module: &Module, piece: &str, bit: u8) -> LookupText {
        File::new(&page(module, CUSTOM), self).lookup_text(piece, bit)
    }

    fn render(&self, module: &Module, file_name: &str) -> Vec<Artifact> {
        let mut page = page(module, CUSTOM);
        page.header = lines_within(module, view::WIDTH - "   ".len());
        let stem = stem(file_name);
        let file = File::new(&page, self);
        let mut artifacts = vec![
            Artifact::new(file_name, &file),
            Artifact::new(format!("{stem}.mli"), &Interface { of: &file }),
        ];
        if let Some(tested) = file.test(Case::Snake) {
            let name = format!("{stem}_test.ml");
            artifacts.push(Artifact::new(name, &Test { of: &file, module: &stem, tested }));
        }
        artifacts
    }
}

/// Words that can't be identifiers, and names that the files use.
const KEYWORDS: &[&str] = words_of!("ocaml/keywords.txt");
