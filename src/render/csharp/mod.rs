//! C# 7 and later: one static class, its filled tables in a nested class that the first lookup initialises.

mod methods;
mod self_test;
mod syntax;
mod view;

use std::path::PathBuf;

use serde::Deserialize;
use toml::Spanned;

use self::self_test::Test;
use self::view::{Class, Frame};
use super::code::statements::VARIABLES;
use super::page::{Custom, page, test_apart};
use super::{Artifact, Backend, Capabilities, Language, OptionError, Options, given, read_options};
use crate::model::{Case, Comments, FieldStyle, Machine, Module, Names, Naming, Part, Tables};

/// The language.
#[derive(Debug)]
pub(super) struct CSharp;

impl Language for CSharp {
    fn id(&self) -> &'static str {
        "csharp"
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["cs", "c#"]
    }

    fn summary(&self) -> &'static str {
        "a static class for C# 7 and later"
    }

    fn tools(&self) -> &'static [&'static str] {
        &["mcs", "mono"]
    }

    fn limits(&self) -> &'static [&'static str] {
        &[
            "tests compile C# 7; namespaces of a whole file (C# 10) and nullable contexts (C# 8) are options that they compare as text",
        ]
    }

    fn configure(&self, options: Options<'_>) -> Result<Box<dyn Backend>, OptionError> {
        Ok(Box::new(Configured { options: read(options)? }))
    }
}

/// `[output.csharp]`
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Keys {
    /// `Chess.Bitboards`
    namespace: Option<Spanned<String>>,
    /// Whether the namespace is that of the whole file, as C# 10 has it.
    file_scoped: Option<Spanned<bool>>,
    /// Whether the file enables nullable reference types, which C# 8 brought.
    nullable: bool,
    visibility: Visibility,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
enum Visibility {
    #[default]
    Public,
    Internal,
}

fn read(options: Options<'_>) -> Result<Keys, OptionError> {
    let keys: Keys = read_options(options)?;
    let Some(namespace) = &keys.namespace else {
        let help = "name it: `namespace = \"Chess.Bitboards\"`";
        return match keys.file_scoped.as_ref().filter(|is_scoped| *is_scoped.get_ref()) {
            Some(scoped) => Err(OptionError {
                message: "a namespace of the whole file needs a name".to_owned(),
                help: Some(help.to_owned()),
                span: Some(scoped.span()),
            }),
            None => Ok(keys),
        };
    };
    let is_name = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && !KEYWORDS.contains(&part)
    };
    if namespace.get_ref().split('.').all(is_name) {
        return Ok(keys);
    }
    Err(OptionError {
        message: format!("`{}` is not the name of a namespace", namespace.get_ref()),
        help: Some(
            "identifiers that are no keywords, with dots between: `Chess.Bitboards`".to_owned(),
        ),
        span: Some(namespace.span()),
    })
}

#[derive(Debug)]
struct Configured {
    options: Keys,
}

const CUSTOM: Custom = Custom {
    others: &["MethodImpl", "MethodImplOptions"],
    private: |name| name,
    when_filled: "The first lookup fills them, once for all threads; later ones only read.",
    tests_apart: true,
};

impl Backend for Configured {
    fn capabilities(&self) -> Capabilities {
        Capabilities {
            machine: Machine { has_words: true, has_reversals: true, has_rows: false },
            has_pext: false,
            tables: &[Tables::Full, Tables::Init],
            parts: Part::EVERY,
            fields: &[FieldStyle::Arrays],
            filled_fields: &[FieldStyle::Arrays],
            default_variant: "fancy",
            // Line comments end where the line does.
            comments: Comments::default(),
        }
    }

    fn settings(&self, _names: &Names, _file_name: &str) -> Vec<(&'static str, String)> {
        let Keys { namespace, file_scoped, nullable, visibility } = &self.options;
        let is_scoped = file_scoped.as_ref().is_some_and(|is_scoped| *is_scoped.get_ref());
        let visibility = match visibility {
            Visibility::Public => "public",
            Visibility::Internal => "internal",
        };
        vec![
            ("namespace", given(namespace.as_ref())),
            ("file-scoped", is_scoped.to_string()),
            ("nullable", nullable.to_string()),
            ("visibility", visibility.to_owned()),
        ]
    }

    fn naming(&self) -> Naming {
        Naming {
            functions: Case::Pascal,
            constants: Case::Pascal,
            types: Case::Pascal,
            is_prefixed: false,
            ignores_case: false,
            longest: None,
            keywords: KEYWORDS,
            reserved: VARIABLES,
        }
    }

    fn default_file(&self, names: &Names) -> PathBuf {
        PathBuf::from(format!("{}.cs", names.type_name))
    }

    fn artifacts(&self, emit: &[Part]) -> usize {
        1 + usize::from(emit.contains(&Part::SelfTest))
    }

    fn render(&self, module: &Module, file_name: &str) -> Vec<Artifact> {
        let page = page(module, CUSTOM);
        let class = &module.names.type_name;
        let visible = match self.options.visibility {
            Visibility::Public => "public ",
            Visibility::Internal => "internal ",
        };
        let view = Class::new(&page, visible);
        let frame = Frame {
            header: &page.header,
            licence: &module.licence,
            uses: &[],
            nullable: self.options.nullable,
            namespace: self.options.namespace.as_ref().map(|name| name.get_ref().as_str()),
            file_scoped: self.options.file_scoped.as_ref().is_some_and(|is_it| *is_it.get_ref()),
        };
        let uses = view.uses();
        let text = Frame { uses, ..frame }.around(&view);
        let mut artifacts = vec![Artifact { name: file_name.to_owned(), text }];
        if let Some((walk, test)) = test_apart(module, CUSTOM) {
            artifacts.push(Artifact {
                name: format!("{class}Test.cs"),
                text: Frame { uses: &["System"], ..frame }
                    .around(&Test::new(module, &walk, &test, visible)),
            });
        }
        artifacts
    }
}

/// Words that can't be identifiers; contextual ones can.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "base", "bool", "break", "byte", "case", "catch", "char", "checked", "class",
    "const", "continue", "decimal", "default", "delegate", "do", "double", "else", "enum", "event",
    "explicit", "extern", "false", "finally", "fixed", "float", "for", "foreach", "goto", "if",
    "implicit", "in", "int", "interface", "internal", "is", "lock", "long", "namespace", "new",
    "null", "object", "operator", "out", "override", "params", "private", "protected", "public",
    "readonly", "ref", "return", "sbyte", "sealed", "short", "sizeof", "stackalloc", "static",
    "string", "struct", "switch", "this", "throw", "true", "try", "typeof", "uint", "ulong",
    "unchecked", "unsafe", "ushort", "using", "virtual", "void", "volatile", "while",
];

#[cfg(test)]
mod tests;
