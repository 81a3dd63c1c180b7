//! Java 8 and later: one utility class. Its attack sets are in a nested class that the first lookup initialises.
//!
//! A method in a class file has at most 65,535 bytes of code, a class as many constants. So attack sets are never in an
//! array initialiser: they are filled, or unpacked from string constants. Other short tables are initialisers.

mod holders;
mod packed;
mod syntax;
mod typed;
mod vectors;
mod view;

use std::ops::Range;
use std::path::PathBuf;

use self::holders::Holders;
use self::view::{Class, Test, notes};
use crate::render::others::jvm::{
    self, MOVERS_SINCE, WIDTH, check_release, file_of, naming, release,
};
use crate::render::prelude::*;

pub(in crate::render) static JAVA: Language = Language {
    id: "java",
    aliases: &[],
    summary: "a class of static methods for Java 8 and later",
    tools: &["javac", "java", "google-java-format"],
    limits: &[
        "a method has at most 65,535 bytes of code and a class as many constants: attack sets are unpacked from strings, or filled",
        "words are `long` and right shifts are `>>>`, since Java has no unsigned integers",
    ],
    source: SourceSyntax {
        endings: &["java"],
        words: &["public static ", "private static ", "public class ", "long[] ", "import java"],
        ..SourceSyntax::JAVA
    },
    calls: CallSyntax { types: TypePlace::Before, ..jvm::CALLS },
    keys: shape_of::<Keys>,
    configure: |options| Ok(Box::new(read(options)?)),
};

/// `[output.java]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Keys {
    /// `org.example.chess`
    package: Option<Spanned<String>>,
    /// The oldest Java that must compile the file.
    release: Option<Spanned<i64>>,
    visibility: Visibility,
    r#final: Option<bool>,
    /// Whether an annotation marks the class as generated.
    generated_annotation: Option<Spanned<bool>>,
    /// Whether batches compute on vectors.
    vectors: Option<Spanned<bool>>,
    /// The user's type of squares: each function exists for it, too.
    square_type: Option<Spanned<String>>,
    square_value: Option<Spanned<String>>,
    /// The user's type of sets of squares.
    bitboard_type: Option<Spanned<String>>,
    bitboard_value: Option<Spanned<String>>,
    /// The user's type of pieces.
    piece_type: Option<Spanned<String>>,
    /// The keys of types, checked.
    #[serde(skip)]
    types: OwnTypes,
}

const IMPORTED: Imported = Imported::paths(
    |name| is_path(name, KEYWORDS),
    "use identifiers that aren't keywords, joined by dots: `org.example.Square`",
);

/// The code that may use the class and its members.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
enum Visibility {
    #[default]
    Public,
    Package,
}

impl Keys {
    /// The page, and the classes that hold its tables.
    fn page<'a>(&self, module: &'a Module) -> (Page<'a>, Holders<'a>) {
        let custom = Custom { own_prefix: [false; 2], movers: self.movers(), ..CUSTOM };
        let mut page = page(module, custom);
        let holders = Holders::new(&mut page);
        (page, holders)
    }

    fn release(&self) -> i64 {
        release(self.release.as_ref())
    }

    fn movers(&self) -> Option<[&'static str; 2]> {
        (self.release() >= MOVERS_SINCE).then_some(["Long.compress", "Long.expand"])
    }

    fn is_public(&self) -> bool {
        self.visibility == Visibility::Public
    }

    fn is_final(&self) -> bool {
        self.r#final.unwrap_or(true)
    }

    fn has_vectors(&self) -> bool {
        self.vectors.as_ref().is_some_and(|vectors| *vectors.get_ref())
    }

    fn has_annotation(&self) -> bool {
        self.generated_annotation.as_ref().is_some_and(|annotation| *annotation.get_ref())
    }
}

fn read(options: Options<'_>) -> Result<Keys, OptionError> {
    let mut keys: Keys = read_options(options)?;
    keys.types = own_types(&mut keys)?;
    let help = "use identifiers joined by dots, e.g. `org.example.chess`, or leave `package` out";
    check_name(keys.package.as_ref(), |path| is_path(path, &[]), "the name of a package", help)?;
    if let Some(package) = &keys.package
        && let Some(word) = package.get_ref().split('.').find(|part| RESERVED.contains(part))
    {
        let message = format!("`{word}` in the package `{}` is a keyword", package.get_ref());
        return Err(OptionError::at(package.span(), message, "Java's custom is to append `_`"));
    }
    let message = "`generated-annotation` needs `release`, since the annotation depends on it";
    let help = "set `release = 9` or later, or `release = 8` for javax.annotation.Generated";
    let has_no_release = |is_given: &bool| *is_given && keys.release.is_none();
    refuse(keys.generated_annotation.as_ref(), has_no_release, message, help)?;
    let message = "`vectors` needs `release = 19` or later";
    let help = "set `release = 21`, or leave `vectors` out";
    let is_old = |is_given: &bool| *is_given && keys.release() < vectors::SINCE;
    refuse(keys.vectors.as_ref(), is_old, message, help)?;
    check_release(keys.release.as_ref()).map(|()| keys)
}

/// The user's types, which need names of fields or methods: no class converts to a number by itself.
fn own_types(keys: &mut Keys) -> Result<OwnTypes, OptionError> {
    let types = [&mut keys.square_type, &mut keys.bitboard_type, &mut keys.piece_type];
    let types = types.map(Option::take);
    let values = [&mut keys.square_value, &mut keys.bitboard_value].map(Option::take);
    let [_, bitboard, _] = &types;
    let [_, word] = &values;
    let help = "name the field or the method with its 64 bits: `bits` or `bits()`";
    refuse(bitboard.as_ref(), |_| word.is_none(), "this needs `bitboard-value`", help)?;
    for value in values.iter().flatten() {
        let help = "use a field such as `bits`, or a method such as `index()`";
        let message = "no class converts to a number";
        refuse(Some(value), |value| value == "as", message, help)?;
    }
    let mut types = OwnTypes::imported(types, None, &IMPORTED)?.with_values(values, KEYWORDS)?;
    // The default makes the same file as no key.
    types.square_value = types.square_value.filter(|value| value.text() != typed::ORDINAL);
    Ok(types)
}

impl Backend for Keys {
    fn capabilities(&self) -> Capabilities {
        Capabilities {
            has_nested_arrays: true,
            machine: Machine {
                has_rows: true,
                sets: Some(0),
                reverses_bits: true,
                ..Capabilities::COUNTING.machine
            },
            has_pext: true,
            tables: &[Tables::Init, Tables::Full, Tables::Blob],
            prints: |_| true,
            fields: Capabilities::WITH_SWITCH,
            // Unicode escapes are decoded before comments are recognised, and a malformed one is an error.
            comments: Comments { breakers: &["*/", "\\u"], ..Comments::default() },
            ..Capabilities::COUNTING
        }
    }

    fn settings(&self, _names: &Names, _file_name: &str) -> Vec<(&'static str, String)> {
        let mut settings = vec![
            ("package", given(self.package.as_ref())),
            ("release", self.release().to_string()),
            ("public", self.is_public().to_string()),
            ("final", self.is_final().to_string()),
            ("generated-annotation", self.has_annotation().to_string()),
        ];
        settings.extend(self.has_vectors().then(|| ("vectors", true.to_string())));
        settings.extend(self.types.settings("import"));
        settings
    }

    fn piece_type(&self) -> Option<Range<usize>> {
        self.types.piece_span()
    }

    fn check(&self, module: &Module) -> Result<(), OptionError> {
        let (message, help) = if module.batches.is_empty() {
            ("`vectors` needs batches", "`\"batch\"` in `emit`, or no `vectors`")
        } else {
            (
                "`vectors` doesn't support lookups that read tables or count zeros",
                "`variant = \"hyperbola-reverse\"` or `\"ray-reverse\"`, or no `vectors`",
            )
        };
        let is_slow = |is_given: &bool| {
            *is_given && (module.batches.is_empty() || !vectors::are_possible(module))
        };
        refuse(self.vectors.as_ref(), is_slow, message, help)
    }

    fn naming(&self) -> Naming {
        naming(KEYWORDS)
    }

    fn default_file(&self, names: &Names) -> PathBuf {
        file_of(self.package.as_ref(), &format!("{}.java", names.type_name))
    }

    fn check_file_name(&self, names: &Names, file_name: &str) -> Result<(), String> {
        let class = &names.type_name;
        if HIDING.contains(&class.as_str()) {
            return Err(format!("a class `{class}` would hide java.lang.{class}, which it uses"));
        }
        if self.has_vectors() && vectors::CLASSES.contains(&class.as_str()) {
            let package = "jdk.incubator.vector";
            return Err(format!("a class `{class}` would hide {package}.{class}, which it uses"));
        }
        check_called(&format!("the class `{class}`"), &self.default_file(names), file_name)
    }

    fn declared(&self, name: String, presence: Presence, table: Option<&Table>) -> Declared {
        if !table.is_some_and(holders::is_held) {
            return Declared::new(name);
        }
        let class = holders::class(&name);
        let words = vec![format!("class {class}"), format!("{}_PACKED", holders::TABLE)];
        let is_private = presence == Presence::Private;
        let name = if is_private { format!("{class}.{}", holders::TABLE) } else { name };
        Declared { name, words }
    }

    fn lookup_text(&self, module: &Module, piece: &str, bit: u8) -> LookupText {
        let (page, holders) = self.page(module);
        Class::new(&page, self, holders).lookup_text(piece, bit)
    }

    fn render(&self, module: &Module, file_name: &str) -> Vec<Artifact> {
        let (mut page, holders) = self.page(module);
        page.header = lines_within(module, WIDTH - "// ".len());
        page.notes = notes(&page, self, holders.of_lookups);
        let class = Class::new(&page, self, holders);
        let mut artifacts = vec![Artifact::new(file_name, &class)];
        if let Some(tested) = test_apart(module, CUSTOM) {
            let test = Test::new(&class, &tested);
            artifacts.push(Artifact::new(format!("{}.java", test.name), &test));
        }
        artifacts
    }
}

const CUSTOM: Custom =
    Custom { others: HIDING, ..Custom::new("", "any other throws IndexOutOfBoundsException") };

/// Classes of java.lang that the file uses by their simple names.
const HIDING: &[&str] = &["AssertionError", "Long", "String"];

/// Words that can't be the name of anything.
const RESERVED: &[&str] = KEYWORDS.split_at(KEYWORDS.len() - CONTEXTUAL).0;

/// The number of words at the end of [`KEYWORDS`] that can name a package, but not a class.
const CONTEXTUAL: usize = 5;

/// Words that can't be identifiers, or not of a class.
const KEYWORDS: &[&str] = words_of!("java/keywords.txt");

#[cfg(test)]
mod tests;
