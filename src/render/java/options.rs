//! `[output.java]`: keys in, checked options out.

use serde::Deserialize;
use toml::Spanned;

use crate::render::{OptionError, Options, check_name, is_path, read_options};

/// The options, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct JavaOptions {
    /// `org.example.chess`
    pub(super) package: Option<String>,
    /// The oldest Java that has to compile the file.
    pub(super) release: u8,
    /// True where class and members are public.
    pub(super) is_public: bool,
    /// True where the class is final.
    pub(super) is_final: bool,
    /// True where the class says by annotation that it was generated.
    pub(super) has_annotation: bool,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Keys {
    package: Option<Spanned<String>>,
    release: Option<Spanned<i64>>,
    visibility: Visibility,
    r#final: Option<bool>,
    generated_annotation: Option<Spanned<bool>>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
enum Visibility {
    #[default]
    Public,
    Package,
}

/// The releases that `release` may name: javac 17, the oldest that tests run, compiles for 8 and later.
const RELEASES: std::ops::RangeInclusive<u8> = 8..=25;

/// Reads and checks.
pub(super) fn read(options: Options<'_>) -> Result<JavaOptions, OptionError> {
    let keys: Keys = read_options(options)?;
    let help = "identifiers with dots between them: `org.example.chess`; without the key, the class is in no package";
    check_name(keys.package.as_ref(), |path| is_path(path, &[]), "the name of a package", help)?;
    if let Some(package) = &keys.package {
        check_words(package)?;
    }
    let annotation = keys.generated_annotation.filter(|annotation| *annotation.get_ref());
    if let (Some(annotation), None) = (&annotation, &keys.release) {
        return Err(OptionError::at(
            annotation.span(),
            "`generated-annotation` needs `release`: no such annotation is in every Java",
            "`release = 8` for javax.annotation.Generated, which Java 11 has no more; \
             `release = 9` or later for javax.annotation.processing.Generated",
        ));
    }
    let release = keys.release.map_or(Ok(*RELEASES.start()), |given| {
        let release = u8::try_from(*given.get_ref()).ok();
        release.filter(|release| RELEASES.contains(release)).ok_or_else(|| {
            let message = format!("release {} is not among those known", given.get_ref());
            let help = format!("from {} to {}", RELEASES.start(), RELEASES.end());
            OptionError::at(given.span(), message, help)
        })
    })?;
    Ok(JavaOptions {
        package: keys.package.map(Spanned::into_inner),
        release,
        is_public: keys.visibility == Visibility::Public,
        is_final: keys.r#final.unwrap_or(true),
        has_annotation: annotation.is_some(),
    })
}

/// Checks that no part of a package's name is a keyword.
fn check_words(package: &Spanned<String>) -> Result<(), OptionError> {
    let name = package.get_ref();
    match name.split('.').find(|part| RESERVED.contains(part)) {
        None => Ok(()),
        Some(part) => {
            let message = format!("`{part}` in the package `{name}` is a keyword");
            Err(OptionError::at(package.span(), message, "Java's custom is to append `_`"))
        }
    }
}

/// Words that can't be the name of anything.
const RESERVED: &[&str] = KEYWORDS.split_at(KEYWORDS.len() - CONTEXTUAL).0;

/// How many words at the end of [`KEYWORDS`] can name a package, but not a class.
const CONTEXTUAL: usize = 5;

/// Words that can't be identifiers, or not of a class.
pub(super) const KEYWORDS: &[&str] = &[
    "_", "abstract", "assert", "boolean", "break", "byte", "case", "catch", "char", "class",
    "const", "continue", "default", "do", "double", "else", "enum", "extends", "false", "final",
    "finally", "float", "for", "goto", "if", "implements", "import", "instanceof", "int",
    "interface", "long", "native", "new", "null", "package", "private", "protected", "public",
    "return", "short", "static", "strictfp", "super", "switch", "synchronized", "this", "throw",
    "throws", "transient", "true", "try", "void", "volatile", "while", "permits", "record",
    "sealed", "var", "yield",
];
