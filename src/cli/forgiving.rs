//! Tips for mistyped names, and for flags and commands of other programs.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, StyledStr, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::config::{LEAPERS, is_leaper, keys, nearest, other_languages};
use crate::render;

/// Reads a name from a list; case and hyphens don't matter: `H1-LSB` is `h1lsb`.
#[derive(Clone)]
pub(super) struct ForgivingNames {
    known: Vec<PossibleValue>,
    /// The tip for an unknown name.
    tip: fn(&str) -> Option<String>,
}

impl ForgivingNames {
    pub(super) fn new(known: Vec<PossibleValue>, tip: fn(&str) -> Option<String>) -> Self {
        Self { known, tip }
    }
}

impl TypedValueParser for ForgivingNames {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        let text = value.to_string_lossy();
        let is_it = |name: &str| plain(name) == plain(&text);
        if let Some(found) = self.known.iter().find(|known| known.get_name_and_aliases().any(is_it))
        {
            return Ok(found.get_name().to_owned());
        }
        let names = PossibleValuesParser::from(self.known.clone());
        let mut error = match names.parse_ref(command, argument, value) {
            Ok(name) => return Ok(name),
            Err(error) => error,
        };
        if let Some(tip) = (self.tip)(&text) {
            suggest(&mut error, &tip);
        }
        Err(error)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.known.iter().cloned()))
    }
}

/// A name in lower case without hyphens, underscores and blanks.
fn plain(name: &str) -> String {
    let is_joint = |c: &char| matches!(c, '-' | '_' | ' ');
    name.chars().filter(|c| !is_joint(c)).flat_map(char::to_lowercase).collect()
}

fn suggest(error: &mut clap::Error, tip: &str) {
    error.insert(
        ContextKind::Suggested,
        ContextValue::StyledStrs(vec![StyledStr::from(tip.to_owned())]),
    );
}

/// The tip for an unknown language.
pub(super) fn of_language(name: &str) -> Option<String> {
    let known: Vec<String> = render::ids().map(str::to_owned).collect();
    if nearest(name, &known).is_some() {
        return None;
    }
    Some(other_languages(name))
}

/// Names by which orders of squares are known elsewhere.
pub(super) fn other_orders(id: &str) -> &'static [&'static str] {
    match id {
        "a1lsb" => &["lerf", "little-endian-rank-file", "a1=0", "a1=0/h8=63"],
        "h1lsb" => &["h1=0", "h1=0/a8=63", "a8=63/h1=0", "a8=63"],
        "a8lsb" => &["a8=0", "a8=0/h1=63", "h1=63/a8=0", "h1=63"],
        "h8lsb" => &["h8=0", "h8=0/a1=63", "a1=63/h8=0", "a1=63"],
        "a1lsb-file" => &["lefr", "little-endian-file-rank"],
        _ => &[],
    }
}

/// Adds a tip to an error of the command line.
pub(super) fn with_tip(mut error: clap::Error) -> clap::Error {
    let mut words = std::env::args().skip(1);
    if error.kind() == ErrorKind::MissingRequiredArgument
        && words.next().as_deref() == Some("prove")
        && words.any(|word| is_leaper(&word))
    {
        suggest(&mut error, LEAPERS);
        return error;
    }
    let Some(ContextValue::String(word)) = error
        .get(ContextKind::InvalidArg)
        .or_else(|| error.get(ContextKind::InvalidSubcommand))
        .cloned()
    else {
        return error;
    };
    let tip = match error.kind() {
        ErrorKind::InvalidSubcommand => of_command(&word),
        ErrorKind::UnknownArgument => of_flag(word.trim_start_matches('-')),
        _ => None,
    };
    if let Some(tip) = tip {
        suggest(&mut error, &tip);
    }
    error
}

/// The tip for an unknown command.
fn of_command(word: &str) -> Option<String> {
    let known = ["generate", "gen", "build", "make", "check", "help", "verify", "adopt", "list"];
    match nearest(word, &known.map(str::to_owned))? {
        "check" => Some("`check` is a flag: `magicgen --check`".to_owned()),
        "generate" | "gen" | "build" | "make" => {
            Some("run `magicgen` with a config, or `magicgen --lang c -o magics.h`".to_owned())
        }
        _ => None,
    }
}

/// The tip for an unknown flag that has the name of a config key.
fn of_flag(name: &str) -> Option<String> {
    key_of(name).map(|key| format!("set this config key with `-D {key}=VALUE`"))
}

/// The config key with a flag's name, including its table.
pub(super) fn key_of(name: &str) -> Option<String> {
    let name = name.split('=').next().unwrap_or(name);
    let mut tables: Vec<String> = keys()
        .into_iter()
        .filter(|table| table.keys.iter().any(|(key, _)| *key == name))
        .map(|table| table.table)
        .collect();
    // If several languages have the key, it is the generated language's.
    let words: Vec<String> = std::env::args().collect();
    let lang = words.windows(2).find(|pair| pair[0] == "--lang" || pair[0] == "-l");
    let lang = lang.and_then(|pair| render::find(&pair[1].to_lowercase()));
    if let Some(lang) = lang
        && tables.iter().any(|table| *table == format!("output.{}", lang.id))
    {
        tables = vec![format!("output.{}", lang.id)];
    }
    let table = tables.first()?;
    Some(if table.is_empty() { name.to_owned() } else { format!("{table}.{name}") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_have_one_name_each() {
        let mut all: Vec<&str> = Vec::new();
        for standard in magicgen_board::Standard::ALL {
            all.extend(other_orders(standard.id));
            all.push(standard.id);
        }
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
