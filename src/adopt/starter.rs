//! Writes a config with a comment on each key, for people who see their first.

use std::fmt;

use crate::text::{TomlText, shown_line};

/// A value with the reason for it.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The value.
    pub value: String,
    /// The reason, as it stands in a comment.
    pub why: String,
}

/// A value among those that the program knows, with the reason for it.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The value.
    pub value: &'static str,
    /// The reason.
    pub why: String,
}

/// A key of a table, with its value as TOML has it.
#[derive(Clone, Debug)]
pub struct Line {
    /// The key.
    pub key: &'static str,
    /// The value.
    pub value: String,
    /// The reason.
    pub why: &'static str,
}

/// A config to begin with.
#[derive(Clone, Debug)]
pub struct Starter {
    /// Whether the user, a project file or a source told the language.
    pub is_recognised: bool,
    /// Comments at the top.
    pub head: Vec<String>,
    /// The order of squares.
    pub orientation: Answer,
    /// The file of factors that are used as they are.
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
    pub lang: Answer,
    /// The file; or the folder, with a slash at its end, for a file with the language's default name.
    pub path: Answer,
    /// The name of the module, class or prefix.
    pub name: Answer,
    /// The variant.
    pub variant: Choice,
    /// The pieces.
    pub pieces: Vec<&'static str>,
    /// Keys of `[output.lookup]` with their values.
    pub lookup: Vec<(&'static str, &'static str)>,
    /// Keys of the language's own table.
    pub options: Vec<Line>,
    /// Whether every name begins with that of the output, since the file joins a package that may have the same names.
    pub is_prefixed: bool,
}

impl Answer {
    /// A value with the reason for it.
    #[must_use]
    pub fn new(value: &str, why: &str) -> Self {
        Self { value: value.to_owned(), why: why.to_owned() }
    }
}

/// Where editors find what a config may say, for this version.
const SCHEMA: &str = concat!(
    env!("CARGO_PKG_REPOSITORY"),
    "/raw/v",
    env!("CARGO_PKG_VERSION"),
    "/config/schema/magicgen.json"
);

/// Stands for the output's name in the value of an option.
pub(super) const NAME: &str = "{name}";

/// The column in which comments begin.
const COLUMN: usize = 40;

/// A line with a comment behind its value.
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
        let Answer { value, why } = &self.orientation;
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
    /// The path. Go's file is named here, since it would have its package's name otherwise.
    fn file(&self) -> String {
        let path = &self.path.value;
        if self.lang.value == "go" && path.ends_with('/') {
            return format!("{path}{}.go", self.file_name());
        }
        path.clone()
    }

    /// The name in small letters, as files and modules have it.
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
        line(f, "emit", "[\"lookup\"]", "also factors, masks, shifts, offsets, self-test, ...")?;
        if !self.lookup.is_empty() {
            writeln!(f, "\n[output.lookup]")?;
            for (key, value) in &self.lookup {
                line(f, key, &text(value), "differs from the variant")?;
            }
        }
        if self.is_prefixed {
            writeln!(f, "\n[output.names]")?;
            let why = "prefix of every name, to avoid clashes in the package";
            line(f, "prefix", &text(&self.file_name()), why)?;
        }
        if !self.options.is_empty() {
            writeln!(f, "\n[output.{}]", self.lang.value)?;
            for option in &self.options {
                line(f, option.key, &option.value.replace(NAME, &self.file_name()), option.why)?;
            }
        }
        Ok(())
    }
}
