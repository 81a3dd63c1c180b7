//! D 2: a module with its unit test. Its shared static constructor fills tables.

mod view;

use std::path::PathBuf;

use crate::render::prelude::*;

pub(in crate::render) static D: Language = Language {
    id: "d",
    aliases: &["dlang"],
    summary: "a module for D 2",
    tools: &["ldc2", "gdc"],
    limits: &["whole tables make a debug build slow"],
    source: SourceSyntax {
        endings: &["d"],
        further_endings: &["di"],
        blocks: &[("/*", "*/", false), ("/+", "+/", true)],
        preprocessor: false,
        backticks: true,
        ..SourceSyntax::C
    },
    calls: CallSyntax {
        types: TypePlace::Before,
        keys_for: |text| {
            let module = name_behind(text, "module ");
            let package = module.as_ref().and_then(|name| name.rsplit_once('.'));
            let why = "in the package of the sources";
            let key = |(package, _)| TomlKey::text("module", &format!("{package}.{{name}}"), why);
            package.map(key).into_iter().collect()
        },
        ..CallSyntax::C
    },
    keys: shape_of::<Keys>,
    configure: |options| {
        let keys: Keys = read_options(options)?;
        check_path(keys.module.as_ref(), KEYWORDS, "the name of a module", "chess.magics")?;
        Ok(Box::new(keys))
    },
};

/// `[output.d]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Keys {
    /// The module's whole name, for example `chess.magics`.
    module: Option<Spanned<String>>,
}

impl Keys {
    fn module<'a>(&'a self, names: &'a Names) -> &'a str {
        self.module.as_ref().map_or(&names.type_name, |module| module.get_ref())
    }
}

const CUSTOM: Custom = Custom {
    others: &["bswap", "compare", "format"],
    tests_apart: false,
    ..Custom::new(
        "The module's shared static constructor fills them, before any thread runs.",
        "any other is a RangeError, unless bounds are left unchecked",
    )
};

impl Backend for Keys {
    fn capabilities(&self) -> Capabilities {
        Capabilities {
            fields: Capabilities::WITH_SWITCH,
            test_place: TestPlace::Module,
            machine: Machine { sets: Some(1), ..Capabilities::ARRAYS.machine },
            ..Capabilities::ARRAYS
        }
    }

    fn settings(&self, names: &Names, _file_name: &str) -> Vec<(&'static str, String)> {
        vec![("module", self.module(names).to_owned())]
    }

    fn naming(&self) -> Naming {
        Naming {
            functions: Case::Camel,
            constants: Case::Camel,
            keywords: KEYWORDS,
            reserved: WORD_VARIABLES,
            ..Naming::PLAIN
        }
    }

    fn default_file(&self, names: &Names) -> PathBuf {
        let module = self.module(names);
        PathBuf::from(format!("{}.d", module.rsplit('.').next().unwrap_or(module)))
    }

    fn check_file_name(&self, names: &Names, file_name: &str) -> Result<(), String> {
        let what = format!("the module `{}`", self.module(names));
        check_called(&what, &self.default_file(names), file_name)
    }

    fn lookup_text(&self, module: &Module, piece: &str, bit: u8) -> LookupText {
        view::D::new(&page(module, CUSTOM), self.module(&module.names)).lookup_text(piece, bit)
    }

    fn render(&self, module: &Module, file_name: &str) -> Vec<Artifact> {
        let page = page(module, CUSTOM);
        vec![Artifact::new(file_name, &view::D::new(&page, self.module(&module.names)))]
    }
}

/// Words that can't be identifiers, and names that every module knows.
const KEYWORDS: &[&str] = words_of!("d/keywords.txt");
