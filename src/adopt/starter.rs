//! Writes a config with a comment on each key, for first-time users.

use std::fmt;

use crate::render::TomlKey;
use magicgen_search::text::{TomlText, shown_line};

/// A value with the reason for it.
#[derive(Clone, Debug)]
pub struct GuessedValue {
    /// The value.
    pub value: String,
    /// The reason, as in a comment.
    pub why: String,
}

/// A built-in value with the reason for it.
#[derive(Clone, Debug)]
pub struct BuiltInValue {
    /// The value.
    pub value: &'static str,
    /// The reason.
    pub why: String,
}

/// A first config.
#[derive(Clone, Debug)]
pub struct Starter {
    /// Whether the language comes from the user, a project file or a source.
    pub is_recognised: bool,
    /// Comments at the top.
    pub head: Vec<String>,
    /// The order of squares.
    pub orientation: GuessedValue,
    /// The file of factors to use unchanged.
    pub given: Option<String>,
    /// The outputs.
    pub outputs: Vec<StarterOutput>,
}

/// An `[[output]]`.
#[derive(Clone, Debug)]
pub struct StarterOutput {
    /// The id.
    pub id: String,
    /// The language.
    pub lang: GuessedValue,
    /// The file, or a folder with a final slash for a file with the language's default name.
    pub path: GuessedValue,
    /// The name of the module, class or prefix.
    pub name: GuessedValue,
    /// The variant.
    pub variant: BuiltInValue,
    /// The pieces.
    pub pieces: Vec<&'static str>,
    /// The parts beside lookups.
    pub emit: Vec<&'static str>,
    /// Keys of `[output.lookup]` with their values.
    pub lookup: Vec<(&'static str, &'static str)>,
    /// `fields` of `[output.style]`, unless it is the default.
    pub fields: Option<BuiltInValue>,
    /// Keys of the language's own table.
    pub options: Vec<TomlKey>,
    /// Whether every name has the output's name as prefix, since the file's package may have the same names.
    pub is_prefixed: bool,
}

impl GuessedValue {
    /// A value with the reason for it.
    #[must_use]
    pub fn new(value: &str, why: &str) -> Self {
        Self { value: value.to_owned(), why: why.to_owned() }
    }
}

/// The URL of the config's JSON schema for this version.
const SCHEMA: &str = concat!(
    env!("CARGO_PKG_REPOSITORY"),
    "/raw/v",
    env!("CARGO_PKG_VERSION"),
    "/config/schema/magicgen.json"
);

/// The column of comments.
const COLUMN: usize = 40;

/// A line with a comment after its value.
fn line(f: &mut fmt::Formatter<'_>, key: &str, value: &str, why: &str) -> fmt::Result {
    let text = format!("{key} = {value}");
    writeln!(f, "{text:COLUMN$} # {}", shown_line(why))
}

impl fmt::Display for Starter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "#:schema {SCHEMA}")?;
        for comment in &self.head {
            writeln!(f, "# {}", shown_line(comment))?;
        }
        writeln!(
            f,
            "# To generate, run `magicgen`; in CI, `magicgen --check`; for all flags, `magicgen --help`."
        )?;
        line(f, "version", "1", "the format of this file")?;
        let GuessedValue { value, why } = &self.orientation;
        line(f, "orientation", &TomlText(value).to_string(), why)?;
        if let Some(given) = &self.given {
            writeln!(f, "\n[search]")?;
            let why = "use the factors, shifts and offsets of this file; search nothing";
            line(f, "given", &TomlText(given).to_string(), why)?;
        }
        self.outputs.iter().try_for_each(|output| write!(f, "\n{output}"))
    }
}

impl StarterOutput {
    /// The path. A Go file gets a name here, since its default is the package's.
    fn file(&self) -> String {
        let path = &self.path.value;
        if self.lang.value == "go" && path.ends_with('/') {
            return format!("{path}{}.go", self.file_name());
        }
        path.clone()
    }

    /// The name with underscores, for files and modules.
    fn file_name(&self) -> String {
        self.name.value.replace([' ', '-'], "_")
    }
}

impl fmt::Display for StarterOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pieces: Vec<String> =
            self.pieces.iter().map(|piece| TomlText(piece).to_string()).collect();
        let text = |value: &str| TomlText(value).to_string();
        writeln!(f, "[[output]]")?;
        line(f, "id", &text(&self.id), "for `magicgen --only`")?;
        line(f, "lang", &text(&self.lang.value), &self.lang.why)?;
        line(f, "path", &text(&self.file()), &self.path.why)?;
        line(f, "name", &text(&self.name.value), &self.name.why)?;
        line(f, "variant", &text(self.variant.value), &self.variant.why)?;
        let has_queen = ["rook", "bishop"].iter().all(|one| self.pieces.contains(one));
        let why = if has_queen { "with both, also the queen" } else { "also bishop, queen" };
        line(f, "pieces", &format!("[{}]", pieces.join(", ")), why)?;
        let parts = ["lookup"].iter().chain(&self.emit).map(|part| TomlText(part).to_string());
        let emit = format!("[{}]", parts.collect::<Vec<_>>().join(", "));
        line(f, "emit", &emit, "also factors, masks, shifts, offsets, self-test, ...")?;
        if !self.lookup.is_empty() {
            writeln!(f, "\n[output.lookup]")?;
            for (key, value) in &self.lookup {
                line(f, key, &text(value), "differs from the variant")?;
            }
        }
        if let Some(fields) = &self.fields {
            writeln!(f, "\n[output.style]")?;
            line(f, "fields", &text(fields.value), &fields.why)?;
        }
        if self.is_prefixed {
            writeln!(f, "\n[output.names]")?;
            let why = "prefix of every name, to avoid clashes in the package";
            line(f, "prefix", &text(&self.file_name()), why)?;
        }
        if !self.options.is_empty() {
            writeln!(f, "\n[output.{}]", self.lang.value)?;
            for option in &self.options {
                let value = option.value.replace("{name}", &self.file_name());
                line(f, option.key, &value, option.why)?;
            }
        }
        Ok(())
    }
}
