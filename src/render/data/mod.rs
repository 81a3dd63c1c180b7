//! Outputs as data, for programs in languages that this program doesn't print: JSON, CSV, and the user's own template.
//!
//! Each is a [`Language`] for configs, but none of [`ALL`](super::ALL): it has no syntax of its own to be read, called or
//! compiled. The data is one structure ([`model`]), made of the proved module ([`build`]).

mod build;
mod csv;
mod filters;
mod json;
mod model;
#[cfg(test)]
mod schemas;
mod statements;
mod template;
#[cfg(test)]
mod tests;

use template::Template;

use crate::render::prelude::*;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Syntax that no source has: data isn't searched for factors, and its functions aren't called.
const NO_SOURCE: SourceSyntax = SourceSyntax::C;

pub(in crate::render) static JSON: Language = Language {
    id: "json",
    aliases: &[],
    summary: "all arrays, and lookups as formulas and as statements, for programs in any language",
    tools: &["python3"],
    limits: &["words of 64 bits are hexadecimal strings"],
    source: NO_SOURCE,
    calls: CallSyntax::C,
    keys: shape_of::<Keys>,
    configure: |options| Ok(Box::new(Json(read_options(options)?))),
};

pub(in crate::render) static CSV: Language = Language {
    id: "csv",
    aliases: &[],
    summary: "all arrays, a line for each entry, for spreadsheets and data frames",
    tools: &["python3"],
    limits: &["it has no lookups"],
    source: NO_SOURCE,
    calls: CallSyntax::C,
    keys: || crate::shape::Shape::Table(Vec::new()),
    configure: |options| {
        let NoKeys {} = read_options(options)?;
        Ok(Box::new(Csv))
    },
};

pub(in crate::render) static TEMPLATE: Language = Language {
    id: "template",
    aliases: &[],
    summary: "your own template over the data of JSON, for source text in any language",
    tools: &["python3"],
    limits: &["the template is the file that `template` names"],
    source: NO_SOURCE,
    calls: CallSyntax::C,
    keys: || crate::shape::Shape::Table(Vec::new()),
    configure: |options| {
        let TemplateKeys { word, files, spellings } = read_options(options)?;
        for (name, pattern) in &spellings {
            let help = "docs/templates.md lists the names and what a pattern may hold";
            statements::check(name, pattern.get_ref())
                .map_err(|why| OptionError::at(pattern.span(), why, help))?;
        }
        let text = |(name, pattern): (String, Spanned<String>)| (name, pattern.into_inner());
        let template = Template::new(files, spellings.into_iter().map(text).collect())?;
        Ok(Box::new(Templated { word, template }))
    },
};

/// What a config's reader has found: `word`, the template's files, and `[output.spellings]`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct TemplateKeys {
    word: WordKind,
    /// Names and texts, the template first.
    files: Vec<(String, String)>,
    spellings: BTreeMap<String, Spanned<String>>,
}

/// `[output.json]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Keys {
    word: WordKind,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct NoKeys {}

choice! {
    /// The widest type that lookups compute with.
    WordKind {
        /// Words of 64 bits.
        #[default]
        Native = "native",
        /// Halves of 32 bits.
        Pair = "pair",
    }
}

/// What data can express: every lookup, in operations that any language has, and PEXT as an operation of its name.
fn capabilities(word: WordKind) -> Capabilities {
    let has_words = word == WordKind::Native;
    Capabilities {
        machine: Machine {
            has_words,
            sets: has_words.then_some(1),
            ..Capabilities::ARRAYS.machine
        },
        has_pext: has_words,
        prints: |part| {
            !matches!(
                part,
                Part::Occupancies
                    | Part::AttackSets
                    | Part::Pair
                    | Part::AttacksOf
                    | Part::PseudoAttacks
                    | Part::Batch
                    | Part::SelfTest
            )
        },
        has_checks: false,
        test_place: TestPlace::Module,
        ..Capabilities::ARRAYS
    }
}

/// Names in the usual cases of functions and constants, which readers change as they need.
const fn naming(ending: &'static str) -> Naming {
    Naming { constants: Case::Shouty, ending, ..Naming::PLAIN }
}

/// A lookup as a formula, for listings of stages.
fn lookup_text(module: &Module, piece: &str) -> LookupText {
    let piece = module.pieces.iter().find(|one| one.name == piece);
    let formula =
        |piece: &PieceModule| crate::render::code::formula::formula(&piece.program, &module.tables);
    let text = piece.map(formula).unwrap_or_default();
    LookupText { nodes: format!("{text}\n"), statements: vec![text] }
}

#[derive(Debug)]
struct Json(Keys);

impl Backend for Json {
    fn capabilities(&self) -> Capabilities {
        capabilities(self.0.word)
    }

    fn limit(&self) -> Option<&'static str> {
        (self.0.word == WordKind::Pair).then_some("word = \"pair\"")
    }

    fn settings(&self, _names: &Names, _file_name: &str) -> Vec<(&'static str, String)> {
        vec![("word", self.0.word.id().to_owned())]
    }

    fn naming(&self) -> Naming {
        naming("json")
    }

    fn lookup_text(&self, module: &Module, piece: &str, _bit: u8) -> LookupText {
        lookup_text(module, piece)
    }

    fn render(&self, module: &Module, file_name: &str) -> Vec<Artifact> {
        vec![Artifact::of(file_name, json::text(&build::data(module)))]
    }
}

#[derive(Debug)]
struct Csv;

impl Backend for Csv {
    fn capabilities(&self) -> Capabilities {
        Capabilities { tables: &[Tables::Full], ..capabilities(WordKind::Native) }
    }

    fn naming(&self) -> Naming {
        naming("csv")
    }

    fn lookup_text(&self, module: &Module, piece: &str, _bit: u8) -> LookupText {
        lookup_text(module, piece)
    }

    fn render(&self, module: &Module, file_name: &str) -> Vec<Artifact> {
        vec![Artifact::of(file_name, csv::text(module, &build::data(module)))]
    }
}

#[derive(Debug)]
struct Templated {
    word: WordKind,
    template: Template,
}

impl Backend for Templated {
    fn capabilities(&self) -> Capabilities {
        capabilities(self.word)
    }

    fn limit(&self) -> Option<&'static str> {
        (self.word == WordKind::Pair).then_some("word = \"pair\"")
    }

    fn settings(&self, _names: &Names, _file_name: &str) -> Vec<(&'static str, String)> {
        let files = self.template.files().iter();
        let texts = files.flat_map(|(name, text)| [("file", name.clone()), ("text", text.clone())]);
        let spellings = self.template.spellings().iter();
        let spellings = spellings.map(|(name, text)| ("spelling", format!("{name} {text}")));
        [("word", self.word.id().to_owned())].into_iter().chain(texts).chain(spellings).collect()
    }

    fn naming(&self) -> Naming {
        naming("")
    }

    fn default_file(&self, _names: &Names) -> PathBuf {
        PathBuf::from(self.template.made())
    }

    fn files(&self) -> Vec<&str> {
        self.template.files().iter().map(|(name, _)| name.as_str()).collect()
    }

    fn lookup_text(&self, module: &Module, piece: &str, _bit: u8) -> LookupText {
        lookup_text(module, piece)
    }

    fn try_render(&self, module: &Module, file_name: &str) -> Result<Vec<Artifact>, OptionError> {
        let text = self.template.filled_in(&build::data(module))?;
        Ok(vec![Artifact::of(file_name, text)])
    }

    fn render(&self, module: &Module, file_name: &str) -> Vec<Artifact> {
        self.try_render(module, file_name).unwrap_or_default()
    }
}
