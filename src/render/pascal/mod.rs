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
    configure: |options| Ok(Box::new(read_options::<Keys>(options)?)),
};

/// `[output.pascal]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Keys {
    mode: Mode,
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
        vec![("mode", self.mode.id().to_owned())]
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
        Unit::new(&page(module, CUSTOM), self.mode.id()).lookup_text(piece, bit)
    }

    fn render(&self, module: &Module, file_name: &str) -> Vec<Artifact> {
        let page = page(module, CUSTOM);
        let unit = Unit::new(&page, self.mode.id());
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
