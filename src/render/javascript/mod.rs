//! JavaScript and TypeScript: a module of functions over typed arrays; bitboards as two halves, or as BigInt.

mod functions;
mod heading;
mod lines;
mod options;
mod outs;
mod self_test;
mod syntax;
mod view;

use std::ops::Range;
use std::path::{Path, PathBuf};

use self::options::{Format, Keys, Returned, TypedKeys, declarations_of};
use crate::render::prelude::*;

pub(in crate::render) static JAVASCRIPT: Language = Language {
    id: "javascript",
    aliases: &["js"],
    summary: "a module with JSDoc types, of halves (Math.imul) or of BigInt",
    tools: &["node", "prettier", "eslint", "tsc"],
    limits: &[
        "numbers are exact to 53 bits, so words are pairs of halves, or the slower BigInt with `word = \"bigint\"`",
    ],
    source: SourceSyntax {
        endings: &["js", "mjs", "cjs"],
        further_endings: &["jsx"],
        words: &["export const ", "const ", "function ", "BigInt", "Array(", "let "],
        ..SOURCE
    },
    calls: CallSyntax {
        value_behind: Some("=>"),
        imports: &[REQUIRED, ("", "import * as $module from \"$here\";\n")],
        keys_for: |text| {
            let why = "the module system of the sources";
            let is_common = text.contains("module.exports");
            let module = is_common.then(|| TomlKey::text("module", "cjs", why));
            word_key(text).into_iter().chain(module).collect()
        },
        ..CallSyntax::C
    },
    keys: shape_of::<Keys>,
    configure: |options| Ok(Box::new(Keys::javascript(options)?)),
};

pub(in crate::render) static TYPESCRIPT: Language = Language {
    id: "typescript",
    aliases: &["ts"],
    summary: "a module of halves (Math.imul) or of BigInt",
    tools: &["node", "tsc"],
    limits: &["as JavaScript"],
    source: SourceSyntax { endings: &["ts", "mts"], further_endings: &["cts", "tsx"], ..SOURCE },
    calls: CallSyntax {
        value_behind: Some("=>"),
        imports: &[REQUIRED, ("", "import * as $module from \"$stem\";\n")],
        keys_for: |text| word_key(text).into_iter().collect(),
        ..CallSyntax::C
    },
    keys: shape_of::<TypedKeys>,
    configure: |options| Ok(Box::new(Keys::typescript(options)?)),
};

/// Other people's scripts.
const SOURCE: SourceSyntax = SourceSyntax { rounds: true, ..SourceSyntax::SCRIPT };

/// The import in a module of Node's older system.
const REQUIRED: (&str, &str) = ("module.exports", "const $module = require(\"$here\");\n");

/// The form of words, if a script uses `BigInt` or its literals, such as `0x1fn`.
fn word_key(text: &str) -> Option<TomlKey> {
    let is_literal = |word: &str| {
        word.strip_suffix('n')
            .is_some_and(|digits| digits.starts_with("0x") || digits.starts_with("0X"))
    };
    let is_big = text.contains("BigInt")
        || text.contains("bigint")
        || text.split(|c: char| !c.is_ascii_alphanumeric()).any(is_literal);
    let why = "bitboards are BigInt; pair: two numbers of 32 bits, which is faster";
    is_big.then(|| TomlKey::text("word", "bigint", why))
}

impl Keys {
    fn custom(&self, module: &Module) -> Custom {
        let when_filled = if self.fills_late(module) {
            "The first lookup fills them."
        } else {
            "They are filled when the module is loaded."
        };
        Custom {
            others: if self.has_out() { &["Bits", "out"] } else { &["Bits"] },
            refused: "any other throws RangeError",
            returns_pairs: !self.has_words(),
            ..Custom::new(when_filled, Custom::UNDEFINED)
        }
    }
}

impl Backend for Keys {
    fn capabilities(&self) -> Capabilities {
        let has_words = self.has_words();
        Capabilities {
            machine: Machine {
                has_words,
                // A bigint of any length, or an array of halves that lookups read and write.
                sets: match (has_words, self.has_out()) {
                    (true, _) => Some(4),
                    (false, true) => Some(1),
                    (false, false) => None,
                },
                reverses_bits: false,
                has_rows: false,
                // `Math.clz32` counts numbers only, not bigints.
                counts: if has_words { &[] } else { &[Count::LeadingZeros] },
                has_lanes: false,
            },
            tables: &[Tables::Init, Tables::Full, Tables::Blob],
            fields: Capabilities::WITH_SWITCH,
            default_variant: if has_words { "fancy" } else { "split32" },
            comments: Comments { orders: &["@ts-"], ..Comments::default() },
            ..Capabilities::ARRAYS
        }
    }

    fn filling(&self) -> Option<Range<usize>> {
        // `lazy = false` is true of printed tables as well: no lookup fills them.
        self.lazy.as_ref().filter(|lazy| *lazy.get_ref()).map(Spanned::span)
    }

    fn settings(&self, _names: &Names, _file_name: &str) -> Vec<(&'static str, String)> {
        let mut settings = vec![
            ("module", self.module.id().to_owned()),
            ("word", self.word.id().to_owned()),
            ("lazy", self.is_lazy().to_string()),
            ("jsdoc", self.jsdoc.to_string()),
            // The module's name and folder already determine the path.
            ("dts", self.dts.is_some().to_string()),
        ];
        // Without the array, files keep the digest from before this key existed.
        settings.extend(self.types.settings("import"));
        settings.extend(self.has_out().then(|| ("result", Returned::Out.id().to_owned())));
        settings
    }

    fn naming(&self) -> Naming {
        Naming {
            functions: Case::Camel,
            constants: Case::Shouty,
            types: Case::Camel,
            keywords: KEYWORDS,
            reserved: VARIABLES,
            ..Naming::PLAIN
        }
    }

    fn default_file(&self, names: &Names) -> PathBuf {
        let stem = Case::Snake.join(&[&names.type_name]).replace('_', "-");
        // Node recognises `.mjs` and `.cjs` in any package.
        let extension = match self.module {
            Format::TypeScript => "ts",
            Format::Esm => "mjs",
            Format::CommonJs => "cjs",
        };
        PathBuf::from(format!("{stem}.{extension}"))
    }

    fn check_file_name(&self, _: &Names, file_name: &str) -> Result<(), String> {
        self.check_module(file_name)
    }

    fn check_folder(&self, folder: &Path) -> Result<(), String> {
        self.check_declarations(folder)
    }

    fn artifacts(&self, emit: &[Part]) -> usize {
        1 + usize::from(emit.contains(&Part::SelfTest)) + usize::from(self.dts.is_some())
    }

    fn lookup_text(&self, module: &Module, piece: &str, bit: u8) -> LookupText {
        let halved = if self.has_words() { Vec::new() } else { halved(module) };
        view::File::new(&page_of(module, self.custom(module), &halved), self)
            .lookup_text(piece, bit)
    }

    fn piece_type(&self) -> Option<Range<usize>> {
        self.types.piece_span()
    }

    fn render(&self, module: &Module, file_name: &str) -> Vec<Artifact> {
        let halved = if self.has_words() { Vec::new() } else { halved(module) };
        let mut page = page_of(module, self.custom(module), &halved);
        if let (true, Some(lookup)) = (self.has_out(), page.lookups.first()) {
            page.notes.push(outs::note(&lookup.name, module.board.set.words()));
        }
        let mut artifacts = vec![Artifact::new(file_name, &view::File::new(&page, self))];
        let (stem, extension) = file_name.rsplit_once('.').unwrap_or((file_name, "js"));
        // TypeScript imports modules by their compiled names.
        let compiled = match extension {
            "ts" => "js",
            "mts" => "mjs",
            "cts" => "cjs",
            other => other,
        };
        // A test compares objects.
        let objects = Keys { result: None, ..self.clone() };
        let module = format!("./{stem}.{compiled}");
        if let Some(test) = self_test::Test::new(&page, &objects, module, self.has_out()) {
            artifacts.push(Artifact::new(format!("{stem}.test.{extension}"), &test));
        }
        if self.dts.is_some() {
            let (name, typed) = (declarations_of(file_name), self.typed());
            artifacts.push(Artifact::new(name, &view::Declarations::new(&page, &typed)));
        }
        artifacts
    }
}

/// Reserved words of modules, names that strict mode forbids, and the globals that files use.
const KEYWORDS: &[&str] = words_of!("javascript/keywords.txt");

#[cfg(test)]
mod tests;
