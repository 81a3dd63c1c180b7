//! `[output.java]`: keys in, checked options out.

use serde::Deserialize;
use toml::Spanned;

use crate::render::{OptionError, Options, read_options};

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

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Keys {
    package: Option<Spanned<String>>,
    release: Option<Spanned<i64>>,
    visibility: Visibility,
    r#final: bool,
    generated_annotation: Option<Spanned<bool>>,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
enum Visibility {
    Public,
    Package,
}

impl Default for Keys {
    fn default() -> Self {
        Self {
            package: None,
            release: None,
            visibility: Visibility::Public,
            r#final: true,
            generated_annotation: None,
        }
    }
}

/// The releases that `release` may name: javac 17, the oldest that tests run, compiles for 8 and later.
const RELEASES: std::ops::RangeInclusive<u8> = 8..=25;

/// Reads and checks.
pub(super) fn read(options: Options<'_>) -> Result<JavaOptions, OptionError> {
    let keys: Keys = read_options(options)?;
    if let Some(package) = &keys.package {
        check_package(package)?;
    }
    let annotation = keys.generated_annotation.filter(|annotation| *annotation.get_ref());
    if let (Some(annotation), None) = (&annotation, &keys.release) {
        return Err(OptionError {
            message: "`generated-annotation` needs `release`: no such annotation is in every Java"
                .to_owned(),
            help: Some(
                "`release = 8` for javax.annotation.Generated, which Java 11 has no more; \
                 `release = 9` or later for javax.annotation.processing.Generated"
                    .to_owned(),
            ),
            span: Some(annotation.span()),
        });
    }
    let has_annotation = annotation.is_some();
    let release = match keys.release {
        None => *RELEASES.start(),
        Some(given) => u8::try_from(*given.get_ref())
            .ok()
            .filter(|release| RELEASES.contains(release))
            .ok_or_else(|| OptionError {
                message: format!("release {} is not among those known", given.get_ref()),
                help: Some(format!("from {} to {}", RELEASES.start(), RELEASES.end())),
                span: Some(given.span()),
            })?,
    };
    Ok(JavaOptions {
        package: keys.package.map(Spanned::into_inner),
        release,
        is_public: keys.visibility == Visibility::Public,
        is_final: keys.r#final,
        has_annotation,
    })
}

fn check_package(package: &Spanned<String>) -> Result<(), OptionError> {
    let name = package.get_ref();
    let error = |message: String, help: &str| OptionError {
        message,
        help: Some(help.to_owned()),
        span: Some(package.span()),
    };
    for part in name.split('.') {
        let begins = part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if !begins || !part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            return Err(error(
                format!("`{name}` is not the name of a package"),
                "identifiers with dots between them: `org.example.chess`; without the key, the \
                 class is in no package",
            ));
        }
        if RESERVED.contains(&part) {
            let message = format!("`{part}` in the package `{name}` is a keyword");
            return Err(error(message, "Java's custom is to append `_`"));
        }
    }
    Ok(())
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
