//! Ada 2012: the specification of a package, its body, and a procedure that tests it.

mod syntax;
mod view;

use std::path::PathBuf;

use self::view::{Body, Package, Test};
use crate::render::prelude::*;

pub(in crate::render) static ADA: Language = Language {
    id: "ada",
    aliases: &["gnat"],
    summary: "a package for Ada 2012",
    tools: &["gnatmake"],
    limits: &["names don't distinguish upper and lower case"],
    source: SourceSyntax {
        endings: &["adb", "ads"],
        further_endings: &["ada", "vhd", "vhdl"],
        words: &["package body", "constant array", "with Interfaces", "16#"],
        ..SourceSyntax::ADA
    },
    calls: CallSyntax::C,
    keys: shape_of::<Keys>,
    configure: |options| {
        let mut keys: Keys = read_options(options)?;
        let help = "use identifiers that aren't keywords, joined by dots: `Chess.Tables`";
        check_parts(keys.parent.as_ref(), is_part, "the name of a package", help)?;
        let types = [&mut keys.square_type, &mut keys.bitboard_type].map(Option::take);
        keys.types = OwnTypes::imported(types, None, &IMPORTED)?;
        Ok(Box::new(keys))
    },
};

const IMPORTED: Imported = Imported::paths(
    |name| name.contains('.') && name.split('.').all(|part| is_part_but(part, GRAMMAR)),
    "use the package and the type, joined by a dot: `Chess.Square`",
);

/// True for a part of a name.
fn is_part(part: &str) -> bool {
    is_part_but(part, KEYWORDS)
}

/// True for a part of a name that is none of these words.
fn is_part_but(part: &str, keywords: &[&str]) -> bool {
    let is_word = is_identifier(&part.to_ascii_lowercase(), keywords);
    is_word && part.split('_').all(|between| !between.is_empty())
}

/// `[output.ada]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Keys {
    /// The package whose child the file is: `Chess.Tables`.
    parent: Option<Spanned<String>>,
    /// The user's type of squares: each function exists for it, too.
    square_type: Option<Spanned<String>>,
    /// The user's type of sets of squares.
    bitboard_type: Option<Spanned<String>>,
    /// The keys of types, checked.
    #[serde(skip)]
    types: OwnTypes,
}

impl Keys {
    /// The package's whole name.
    fn package(&self, names: &Names) -> String {
        within(self.parent.as_ref(), &names.type_name)
    }
}

/// The name of a unit's files without their ending, as GNAT looks for them.
fn file_of(unit: &str) -> String {
    unit.to_ascii_lowercase().replace('.', "-")
}

const CUSTOM: Custom =
    Custom::new("The elaboration of the package fills them.", "the type has no other");

impl Backend for Keys {
    fn capabilities(&self) -> Capabilities {
        let machine = Machine { sets: Some(1), ..Capabilities::ARRAYS.machine };
        Capabilities { machine, ..Capabilities::ARRAYS }
    }

    fn settings(&self, _names: &Names, _file_name: &str) -> Vec<(&'static str, String)> {
        let parent = ("parent", given(self.parent.as_ref()));
        [parent].into_iter().chain(self.types.settings("import")).collect()
    }

    fn naming(&self) -> Naming {
        Naming {
            functions: Case::Mixed,
            constants: Case::Mixed,
            types: Case::Mixed,
            ignores_case: true,
            underscores: Underscores::Between,
            keywords: KEYWORDS,
            reserved: WORD_VARIABLES,
            ..Naming::PLAIN
        }
    }

    fn default_file(&self, names: &Names) -> PathBuf {
        PathBuf::from(format!("{}.ads", file_of(&self.package(names))))
    }

    fn check_file_name(&self, names: &Names, file_name: &str) -> Result<(), String> {
        let what = format!("the package `{}`", self.package(names));
        let checked = check_called(&what, &self.default_file(names), file_name);
        checked.map_err(|error| error + ", its body beside it")
    }

    fn artifacts(&self, emit: &[Part]) -> usize {
        let bodies = [Part::Lookup, Part::Squares, Part::Bitscan, Part::Attacks, Part::SelfTest];
        let has_body = bodies.iter().any(|part| emit.contains(part));
        1 + usize::from(has_body) + usize::from(emit.contains(&Part::SelfTest))
    }

    fn lookup_text(&self, module: &Module, piece: &str, bit: u8) -> LookupText {
        Package::new(&page(module, CUSTOM), &self.package(&module.names), &self.types)
            .lookup_text(piece, bit)
    }

    fn render(&self, module: &Module, file_name: &str) -> Vec<Artifact> {
        let mut page = page(module, CUSTOM);
        page.header = lines_within(module, view::WIDTH - "--  ".len());
        let name = self.package(&module.names);
        let package = Package::new(&page, &name, &self.types);
        let mut artifacts = vec![Artifact::new(file_name, &package)];
        if package.has_body() {
            let body = Body { of: &package };
            artifacts.push(Artifact::new(format!("{}.adb", file_of(&name)), &body));
        }
        if let Some(tested) = package.test(Case::Mixed) {
            let name = format!("{}_Test", module.names.type_name);
            let file = format!("{}.adb", file_of(&name));
            artifacts.push(Artifact::new(file, &Test { of: &package, name, tested }));
        }
        artifacts
    }
}

/// Words that can't be identifiers, names of packages and types that the files use, and names that the files declare.
const KEYWORDS: &[&str] = words_of!("ada/keywords.txt");

/// The words of [`KEYWORDS`] that can't be identifiers, which a user's qualified types can't have.
const GRAMMAR: &[&str] = KEYWORDS.split_at(73).0;
