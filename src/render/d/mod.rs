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
        value_behind: Some("=>"),
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
        let mut keys: Keys = read_options(options)?;
        check_path(keys.module.as_ref(), KEYWORDS, "the name of a module", "chess.magics")?;
        let types = [&mut keys.square_type, &mut keys.bitboard_type].map(Option::take);
        keys.types = OwnTypes::imported(types, None, &IMPORTED)?;
        Ok(Box::new(keys))
    },
};

const IMPORTED: Imported = Imported::paths(
    |name| name.contains('.') && is_path(name, KEYWORDS),
    "use the module and the type, joined by a dot: `chess.types.Square`",
);

/// `[output.d]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Keys {
    /// The module's whole name, for example `chess.magics`.
    module: Option<Spanned<String>>,
    /// The user's type of squares: each function exists for it, too.
    square_type: Option<Spanned<String>>,
    /// The user's type of sets of squares.
    bitboard_type: Option<Spanned<String>>,
    /// The keys of types, checked.
    #[serde(skip)]
    types: OwnTypes,
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
            tables: Capabilities::WITH_BLOB,
            fields: Capabilities::WITH_RECORDS,
            filled_fields: Capabilities::FILLED_RECORDS,
            test_place: TestPlace::Module,
            prints: |part| part != Part::PseudoAttacks,
            has_numbered_members: true,
            has_pext: true,
            machine: Machine { sets: Some(1), ..Capabilities::ARRAYS.machine },
            ..Capabilities::ARRAYS
        }
    }

    fn settings(&self, names: &Names, _file_name: &str) -> Vec<(&'static str, String)> {
        let module = ("module", self.module(names).to_owned());
        [module].into_iter().chain(self.types.settings("import")).collect()
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
        view::D::new(&page(module, CUSTOM), self.module(&module.names), &self.types)
            .lookup_text(piece, bit)
    }

    fn render(&self, module: &Module, file_name: &str) -> Vec<Artifact> {
        let page = page(module, CUSTOM);
        let view = view::D::new(&page, self.module(&module.names), &self.types);
        vec![Artifact::new(file_name, &view)]
    }
}

/// Words that can't be identifiers, and names that every module knows.
const KEYWORDS: &[&str] = words_of!("d/keywords.txt");
