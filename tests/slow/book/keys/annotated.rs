//! `config/magicgen.toml`: a config with every key.

use std::fmt::Write as _;
use std::path::PathBuf;

use magicgen::render;

use super::{Key, all, is_array};
use crate::book::printed::Files;

/// The most columns of a comment.
const COLUMNS: usize = 120;

const HEAD: &str = "\
#:schema schema/magicgen.json
# All keys of magicgen.toml, each with its default or, after a #, an example. docs/config.md describes them.
# Flags override `-D key=value`, which overrides this file. `just update` prints this file from docs/data/keys.toml.
";

/// The file.
pub(crate) fn files() -> Files {
    let mut out = HEAD.to_owned();
    for table in all() {
        let language =
            table.name.strip_prefix("output.").filter(|id| render::find_output(id).is_some());
        out.push('\n');
        comment(&mut out, &table.about);
        // A name takes the place of the first of these tables, and rays that of the second.
        let is_shown = !["orientation", "piece.moves"].contains(&table.name.as_str());
        let heading = match (table.name.as_str(), language) {
            ("", _) => String::new(),
            (name, None) if is_array(name) => format!("[[{name}]]\n"),
            // Outputs of other languages inherit what is said for theirs.
            (_, Some(id)) if id != "c" => format!("[defaults.{id}]\n"),
            (name, _) => format!("[{name}]\n"),
        };
        if !is_shown {
            out.push_str("# ");
        }
        out.push_str(&heading);
        for key in &table.key {
            line(&mut out, key, is_shown);
        }
    }
    Files::from([(PathBuf::from("config/magicgen.toml"), out)])
}

/// A key with its value behind a comment on it.
fn line(out: &mut String, key: &Key, is_shown: bool) {
    let words = key.words();
    let words = if words.is_empty() || words.len() > 8 {
        String::new()
    } else {
        format!(" [{}]", words.join(", "))
    };
    let otherwise = key.otherwise.as_ref().map(|otherwise| format!(" [default: {otherwise}]"));
    comment(out, &format!("{}{words}{}", key.about, otherwise.unwrap_or_default()));
    // A default that depends on other keys would be another choice where they are changed.
    let is_default = key.default.is_some() && key.otherwise.is_none();
    let value = match &key.default {
        Some(default) if is_default => default,
        _ => key.example(),
    };
    let is_live =
        is_shown && (key.shown || key.name == "version" || is_default && !key.needs_others());
    let _ = writeln!(out, "{}{} = {value}", if is_live { "" } else { "# " }, key.name);
}

fn comment(out: &mut String, text: &str) {
    let mut line = "#".to_owned();
    for word in text.split_whitespace() {
        if line.len() + 1 + word.len() > COLUMNS {
            let _ = writeln!(out, "{line}");
            line.truncate(1);
        }
        line.push(' ');
        line.push_str(word);
    }
    let _ = writeln!(out, "{line}");
}

impl Key {
    /// Whether its value is refused unless other keys have theirs.
    fn needs_others(&self) -> bool {
        !self.with.is_empty()
    }
}
