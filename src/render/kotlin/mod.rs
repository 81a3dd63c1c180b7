//! Kotlin for any platform: one object. Its long tables are in nested objects, initialised at their first use.
//!
//! A method in a class file has at most 65,535 bytes of code, a string as many bytes: long tables are filled, or
//! unpacked from several strings.

mod packed;
mod syntax;
mod view;

use std::path::PathBuf;

use self::view::{Object, Test};
use crate::render::others::jvm::{
    self, MOST_LITERALS, MOVERS_SINCE, check_release, file_of, most_literals, naming, release,
};
use crate::render::prelude::*;

pub(in crate::render) static KOTLIN: Language = Language {
    id: "kotlin",
    aliases: &["kt"],
    summary: "an object for Kotlin on any platform; its test is for the JVM",
    tools: &["npm:kotlin-compiler", "java"],
    limits: &[
        "with `tables = \"full\"`, tables of more than 512 entries are strings that the first lookup unpacks",
    ],
    source: SourceSyntax { endings: &["kt"], further_endings: &["kts"], ..SourceSyntax::JAVA },
    calls: CallSyntax {
        value_behind: Some("="),
        returns: ["return ", ""],
        either: "(if ($asked) $one else $other)",
        ..jvm::CALLS
    },
    keys: shape_of::<Keys>,
    configure: |options| {
        let mut keys: Keys = read_options(options)?;
        let package = keys.package.as_ref();
        check_path(package, KEYWORDS, "the name of a package", "org.example.chess")?;
        check_release(keys.release.as_ref())?;
        let types = [&mut keys.square_type, &mut keys.bitboard_type].map(Option::take);
        keys.types = OwnTypes::imported(types, None, &IMPORTED)?;
        Ok(Box::new(keys))
    },
};

const IMPORTED: Imported = Imported::paths(
    |name| is_path(name, KEYWORDS),
    "use identifiers that aren't keywords, joined by dots: `org.example.Square`",
);

/// `[output.kotlin]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Keys {
    /// `org.example.chess`
    package: Option<Spanned<String>>,
    visibility: Visibility,
    /// The oldest Java that must run the file; without it, the file uses nothing of Java.
    release: Option<Spanned<i64>>,
    /// The user's type of squares: each function exists for it, too.
    square_type: Option<Spanned<String>>,
    /// The user's type of sets of squares.
    bitboard_type: Option<Spanned<String>>,
    /// The keys of types, checked.
    #[serde(skip)]
    types: OwnTypes,
}

impl Keys {
    fn page<'a>(&self, module: &'a Module) -> Page<'a> {
        let has_movers = self.release() >= MOVERS_SINCE;
        let movers = has_movers.then_some(["java.lang.Long.compress", "java.lang.Long.expand"]);
        let mut page = page(module, Custom { movers, ..CUSTOM });
        let most = most_literals(&page.arrays.iter().collect::<Vec<_>>(), MOST_LITERALS);
        page.nest_tables("Tables", most);
        page.nest_fields("Tables", most);
        page
    }

    fn release(&self) -> i64 {
        release(self.release.as_ref())
    }
}

/// Types that the file uses by their simple names, and its nested objects.
const HIDING: &[&str] = &[
    "AssertionError", "Array", "ByteArray", "Char", "Int", "IntArray", "JvmStatic", "Long",
    "LongArray", "ShortArray", "String", "Subsets", "Tables", "Unit",
];

const CUSTOM: Custom = Custom {
    others: HIDING,
    refused: "any other throws IllegalArgumentException",
    ..Custom::new(
        "The first lookup fills them, once for all threads; later ones only read.",
        "any other throws IndexOutOfBoundsException on the JVM",
    )
};

impl Backend for Keys {
    fn capabilities(&self) -> Capabilities {
        Capabilities {
            machine: Machine {
                sets: Some(0),
                reverses_bits: self.release.is_some(),
                ..Capabilities::COUNTING.machine
            },
            has_pext: true,
            tables: &[Tables::Init, Tables::Full, Tables::Blob],
            prints: |part| part != Part::PseudoAttacks,
            fields: Capabilities::WITH_SWITCH,
            // Comments nest, so a text that begins one would leave the comment around it open.
            comments: Comments { breakers: &["*/", "/*"], ..Comments::default() },
            ..Capabilities::COUNTING
        }
    }

    fn settings(&self, _names: &Names, _file_name: &str) -> Vec<(&'static str, String)> {
        let visibility = self.visibility.id();
        let mut settings =
            vec![("package", given(self.package.as_ref())), ("visibility", visibility.to_owned())];
        // Without the key, files keep the digest from before this key existed.
        settings.extend(self.release.as_ref().map(|_| ("release", self.release().to_string())));
        settings.extend(self.types.settings("import"));
        settings
    }

    fn naming(&self) -> Naming {
        Naming { reserved: VARIABLES, ..naming(KEYWORDS) }
    }

    fn default_file(&self, names: &Names) -> PathBuf {
        file_of(self.package.as_ref(), &format!("{}.kt", names.type_name))
    }

    fn check_file_name(&self, names: &Names, _file_name: &str) -> Result<(), String> {
        let object = &names.type_name;
        if HIDING.contains(&object.as_str()) {
            return Err(format!(
                "an object `{object}` would hide another `{object}`, which it uses"
            ));
        }
        Ok(())
    }

    fn declared(&self, name: String, _presence: Presence, table: Option<&Table>) -> Declared {
        let is_packed = table.is_some_and(|table| table.entries.len() > MOST_LITERALS);
        let words = vec![if is_packed { format!("{name}_PACKED") } else { name.clone() }];
        Declared { name, words }
    }

    fn lookup_text(&self, module: &Module, piece: &str, bit: u8) -> LookupText {
        Object::new(&self.page(module), self).lookup_text(piece, bit)
    }

    fn render(&self, module: &Module, file_name: &str) -> Vec<Artifact> {
        let page = self.page(module);
        let object = Object::new(&page, self);
        let mut artifacts = vec![Artifact::new(file_name, &object)];
        if let Some((walk, test)) = &test_apart(module, CUSTOM) {
            let name = format!("{}Test.kt", module.names.type_name);
            let tested = object.tested((walk, test), Case::Camel, &mut page.taken.clone());
            artifacts.push(Artifact::new(name, &Test { of: &object, tested }));
        }
        artifacts
    }
}

/// Hard keywords; soft ones can be identifiers.
const KEYWORDS: &[&str] = words_of!("kotlin/keywords.txt");

#[cfg(test)]
mod tests;
