//! `[output.javascript]` and `[output.typescript]`: keys in, checked options out.

use std::path::{Component, Path, PathBuf};

use serde::Deserialize;
use toml::Spanned;

use super::dialect::{Dialect, Format};
use crate::render::{OptionError, Options, read_options};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct JavaScriptKeys {
    /// How the module is loaded.
    module: ModuleSystem,
    /// What a bitboard is.
    word: Word,
    /// Whether the first lookup fills tables, not the loading of the module.
    lazy: bool,
    /// Whether comments give types.
    jsdoc: bool,
    /// The file of declarations for TypeScript.
    dts: Option<Spanned<String>>,
}

impl Default for JavaScriptKeys {
    fn default() -> Self {
        let (module, word) = (ModuleSystem::Esm, Word::Pair);
        Self { module, word, lazy: false, jsdoc: true, dts: None }
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct TypeScriptKeys {
    word: Word,
    lazy: bool,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
enum ModuleSystem {
    /// `export`
    Esm,
    /// `module.exports`
    Cjs,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
enum Word {
    /// Two numbers of 32 bits.
    #[default]
    Pair,
    /// One bigint.
    Bigint,
}

/// Reads `[output.javascript]`.
pub(super) fn javascript(options: Options<'_>) -> Result<Dialect, OptionError> {
    let keys: JavaScriptKeys = read_options(options)?;
    if let Some(dts) = &keys.dts
        && !DECLARATIONS.iter().any(|(_, end)| dts.get_ref().ends_with(end))
    {
        return Err(OptionError {
            message: format!("`{}` is not a file of declarations", dts.get_ref()),
            help: Some("`.d.mts` beside an `.mjs`: `dts = \"src/magics.d.mts\"`".to_owned()),
            span: Some(dts.span()),
        });
    }
    Ok(Dialect {
        format: match keys.module {
            ModuleSystem::Esm => Format::Esm,
            ModuleSystem::Cjs => Format::CommonJs,
        },
        has_words: keys.word == Word::Bigint,
        is_lazy: keys.lazy,
        has_tags: keys.jsdoc,
        declarations: keys.dts.map(Spanned::into_inner),
    })
}

/// Reads `[output.typescript]`.
pub(super) fn typescript(options: Options<'_>) -> Result<Dialect, OptionError> {
    let keys: TypeScriptKeys = read_options(options)?;
    Ok(Dialect {
        format: Format::TypeScript,
        has_words: keys.word == Word::Bigint,
        is_lazy: keys.lazy,
        has_tags: true,
        declarations: None,
    })
}

/// The end of a module's name, and that of the file in which TypeScript looks for its declarations.
const DECLARATIONS: [(&str, &str); 3] = [(".mjs", ".d.mts"), (".cjs", ".d.cts"), (".js", ".d.ts")];

/// The file in which TypeScript looks for a module's declarations.
pub(super) fn declarations_of(file_name: &str) -> String {
    let known = DECLARATIONS
        .iter()
        .find_map(|(end, declared)| Some(format!("{}{declared}", file_name.strip_suffix(end)?)));
    known.unwrap_or_else(|| format!("{file_name}.d.ts"))
}

/// Refuses names under which nothing would load the module, or find its declarations.
pub(super) fn check_file_name(dialect: &Dialect, file_name: &str) -> Result<(), String> {
    let extension = Path::new(file_name).extension();
    let is = |other: &str| extension.is_some_and(|extension| extension == other);
    match dialect.format {
        Format::Esm if is("cjs") => {
            return Err("`.cjs` is a CommonJS module, which takes `module = \"cjs\"`".to_owned());
        }
        Format::CommonJs if is("mjs") => {
            return Err("`.mjs` is an ES module, which takes `module = \"esm\"`".to_owned());
        }
        _ => {}
    }
    let Some(dts) = &dialect.declarations else { return Ok(()) };
    let wanted = declarations_of(file_name);
    let given = Path::new(dts).file_name().map(|name| name.to_string_lossy().into_owned());
    if given.as_deref() == Some(&wanted) {
        return Ok(());
    }
    Err(format!(
        "TypeScript looks for the declarations of `{file_name}` in `{wanted}`, not in `{dts}`"
    ))
}

/// Refuses a file of declarations that doesn't stand beside its module.
pub(super) fn check_folder(dialect: &Dialect, folder: &Path) -> Result<(), String> {
    let Some(dts) = &dialect.declarations else { return Ok(()) };
    let given = Path::new(dts).parent().unwrap_or(Path::new(""));
    let parts = |path: &Path| -> PathBuf {
        path.components().filter(|part| *part != Component::CurDir).collect()
    };
    if parts(given) == parts(folder) {
        return Ok(());
    }
    let folder = folder.display();
    Err(format!(
        "TypeScript looks for declarations beside the module, in `{folder}/`, not for `{dts}`"
    ))
}
