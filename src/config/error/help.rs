//! Advice on what to type instead, where it isn't one sentence.

use crate::config::budget::bytes;
use crate::config::nearest;

/// Values as a list in a sentence.
pub(super) fn listed(known: &[String]) -> String {
    known.iter().map(|known| format!("`{known}`")).collect::<Vec<_>>().join(", ")
}

/// Advice for a word that isn't among those known.
pub(super) fn nearest_or_listed(word: &str, known: &[String]) -> String {
    match nearest(word, known) {
        Some(nearest) => format!("did you mean `{nearest}`?"),
        None if known.is_empty() => "remove it".to_owned(),
        None => format!("use one of {}", listed(known)),
    }
}

/// Advice for an unknown key.
pub(super) fn of_key(key: &str, known: &[String]) -> String {
    if is_of_output(key, known) {
        return format!("did you mean `output.{key}`?");
    }
    nearest_or_listed(key, known)
}

/// Advice for an unknown value.
pub(super) fn of_value(what: &str, value: &str, known: &[String]) -> String {
    if what == "piece" && is_leaper(value) {
        return format!("remove it; {LEAPERS}");
    }
    if what == "language" && nearest(value, known).is_none() {
        return other_languages(value);
    }
    nearest_or_listed(value, known)
}

/// Advice for a choice that a language lacks.
pub(super) fn of_others(instead: &[String]) -> String {
    match instead {
        [] => "remove it".to_owned(),
        [first, ..] if instead.len() > FEW && crate::render::find(first).is_none() => {
            format!("use `{first}`; `magicgen list variants` shows all variants")
        }
        _ => format!("use one of {}", listed(instead)),
    }
}

/// The most values in a list of advice.
const FEW: usize = 8;

/// Whether an unknown top-level key is a key of an output, or a language's table in one.
fn is_of_output(key: &str, known: &[String]) -> bool {
    let is_top = known.iter().any(|known| known == "output");
    let is_its = || {
        let tables = crate::config::keys();
        let output = tables.iter().find(|table| table.table == "output");
        output.is_some_and(|table| table.keys.iter().any(|(name, _)| *name == key))
            || tables.iter().any(|table| table.table == format!("output.{key}"))
    };
    is_top && is_its()
}

/// Languages for which the repository has a template: the name, the ending of the template's file, and other names.
const TEMPLATES: [(&str, &str, &[&str]); 10] = [
    ("Haskell", "hs", &["ghc"]),
    ("Scala", "scala", &[]),
    ("Swift", "swift", &[]),
    ("Dart", "dart", &["flutter"]),
    ("Julia", "jl", &[]),
    ("F#", "fs", &["fsharp"]),
    ("Elixir", "ex", &[]),
    ("the GNU assembler", "s", &["gas", "asm", "assembly"]),
    ("NASM", "asm", &[]),
    ("ca65", "s65", &["6502", "cc65"]),
];

/// Advice for a language that isn't there.
#[must_use]
pub fn other_languages(typed: &str) -> String {
    let typed = typed.to_lowercase();
    let is_meant = |(name, ending, others): &&(&str, &str, &[&str])| {
        let names = [&[*name, *ending], *others].concat();
        names.iter().any(|name| name.to_lowercase() == typed)
    };
    let Some((name, ending, _)) = TEMPLATES.iter().find(is_meant) else {
        return OTHER_LANGUAGES.to_owned();
    };
    let file = format!("examples/templates/magics.{ending}.jinja");
    format!("`{file}` in magicgen's repository is a template for {name}; {OTHER_LANGUAGES}")
}

/// Advice for a language without a template.
const OTHER_LANGUAGES: &str = "`lang = \"template\"` fills in your own template, for source text in any language; `lang = \"json\"` gives arrays \
     and lookups as data, `lang = \"csv\"` arrays; `magicgen list languages` shows all";

/// Advice for a piece without a lookup.
pub const LEAPERS: &str = "`emit = [\"leapers\"]` prints the attacks of knights, kings and pawns";

/// Whether a chess piece is a leaper, which has no lookup.
#[must_use]
pub fn is_leaper(piece: &str) -> bool {
    ["knight", "king", "pawn"].contains(&piece.to_lowercase().trim_end_matches('s'))
}

/// Advice for the place of a syntax error.
pub(super) fn of_syntax(message: &str) -> String {
    let expected = message.split_once(", expected ").map(|(_, expected)| expected);
    match expected {
        _ if message.starts_with("this is JSON") => {
            "write TOML with the same keys; `magicgen init` writes an example".to_owned()
        }
        _ if message.starts_with("duplicate") => "remove one of the two".to_owned(),
        _ if message.contains("recurs") => "use fewer nested dots and brackets".to_owned(),
        Some(expected) if message.starts_with("invalid value") => format!("use {expected}"),
        Some("literal string") => "put the text in quotes: `\"...\"`".to_owned(),
        Some("nothing") => "remove it".to_owned(),
        Some(expected) => format!("put {expected} there"),
        None => "write `key = value` on a line of its own, with texts in quotes".to_owned(),
    }
}

/// Advice for a value of the wrong type.
pub(super) fn of_type(key: &str, found: &str, wanted: &str) -> String {
    if key == "board" {
        return "write `board = { width = 7, height = 7 }`".to_owned();
    }
    let key = if key.is_empty() { "key" } else { key };
    let text = found.strip_prefix("string ");
    match wanted {
        "a whole number" if key == "max-bytes" => {
            let number = text.and_then(|text| bytes(text.trim_matches('"')).ok());
            let number = number.unwrap_or(102_400);
            format!("write a number of bytes without quotes: `{key} = {number}`")
        }
        "a string" => format!("write a text in quotes: `{key} = \"...\"`"),
        "a boolean" => format!("write `{key} = true` or `{key} = false`"),
        "a whole number" => format!("write a whole number without quotes: `{key} = 1`"),
        "a list" => {
            format!("write a list in brackets: `{key} = [{}]`", text.unwrap_or("..."))
        }
        "a table" => format!("write its keys below `[{key}]`"),
        "an array of tables" => format!("write its keys below `[[{key}]]`"),
        other => format!("give `{key}` {other}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_template_is_named_to_who_asks_for_its_language() {
        let mut endings: Vec<&str> = TEMPLATES.iter().map(|(_, ending, _)| *ending).collect();
        endings.sort_unstable();
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/templates");
        let names = std::fs::read_dir(folder).unwrap();
        let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut there: Vec<String> = names
            .filter_map(|name| {
                Some(name.strip_prefix("magics.")?.strip_suffix(".jinja")?.to_owned())
            })
            .collect();
        there.sort_unstable();
        assert_eq!(there, endings);
        assert!(other_languages("Haskell").starts_with("`examples/templates/magics.hs.jinja` in "));
        assert!(other_languages("HS").contains("a template for Haskell; `lang = \"template\"`"));
        assert_eq!(other_languages("cobol"), OTHER_LANGUAGES);
    }
}
