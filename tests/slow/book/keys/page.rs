//! The reference of the config, and each language's options.

use std::fmt::Write as _;
use std::path::PathBuf;

use magicgen::render;
use magicgen::shape::Shape;

use super::{Key, Table, all, is_array};
use crate::book::markdown::{PRINTED, code, table};
use crate::book::printed::Files;

const INTRODUCTION: &str = "\
A config lists the files to generate. Save this one as `magicgen.toml`, and run `magicgen` in its folder:

```toml file=magicgen.toml
version = 1

[defaults]
variant = \"fixed\"

[[output]]
lang = \"c\"
path = \"magics.h\"

[[output]]
lang = \"java\"
path = \"java/\"
[output.java]
package = \"org.example.chess\"
```

```console
$ magicgen
made java/org/example/chess/
wrote magicgen.lock (2 sets of factors, 5 KiB)
wrote magics.h (fixed, a1lsb, 85949 entries, 671 KiB)
wrote java/org/example/chess/Magics.java (fixed, a1lsb, 85949 entries, 671 KiB)
```

`magicgen init` writes a first config for your project. [config/magicgen.toml](../config/magicgen.toml) shows every key in its place.

* Without `--config`, magicgen reads the nearest `magicgen.toml`, from the current folder upwards.
* Only `version`, `lang` and `path` are required.
* `[defaults]` has the keys of `[[output]]`; `[defaults.names]` has the keys of `[output.names]`, and so on. Each output inherits the keys that it doesn't set.
* `-D key=value` overrides the file, and a flag overrides both. `-D output.variant=packed` sets a key of all outputs.
* Paths are relative to the config. Paths outside of its folder need `--allow-outside`.
* [Pieces](pieces.md) shows the keys of `[[piece]]` with examples.
* A config has at most 256 KiB, 500 outputs and 64 pieces.
* magicgen reports all errors of a config at once, each with its place. Then it writes no file.

Editors with JSON Schema support complete and explain the keys, for example with [taplo](https://taplo.tamasfe.dev). The schema is
[config/schema/magicgen.json](../config/schema/magicgen.json).
";

/// The page of the whole config.
pub(crate) fn files() -> Files {
    let mut out = format!("{PRINTED}\n# The config, key by key\n\n{INTRODUCTION}");
    for one in all() {
        let _ = write!(out, "\n## {}\n\n{}\n\n{}", heading(one), one.about, options(one));
    }
    Files::from([(PathBuf::from("docs/config.md"), out)])
}

/// A language's own options, if it has any.
pub(crate) fn of_language(id: &str) -> Option<String> {
    let one = all().iter().find(|table| table.name == format!("output.{id}"))?;
    Some(options(one))
}

fn heading(one: &Table) -> String {
    match one.name.as_str() {
        "" => "Top level".to_owned(),
        name if is_array(name) => format!("`[[{name}]]`"),
        name => format!("`[{name}]`"),
    }
}

fn options(one: &Table) -> String {
    let row = |key: &Key| {
        let default = match (&key.otherwise, &key.default) {
            (Some(otherwise), _) => otherwise.clone(),
            (None, Some(default)) => code(default),
            (None, None) => String::new(),
        };
        let aliases = key.aliases.iter().map(|alias| format!("; also {}", code(alias)));
        let about = std::iter::once(key.about.trim_end_matches('.').to_owned()).chain(aliases);
        vec![
            code(&key.name),
            kind(one, key),
            default,
            about.collect::<String>() + ".",
            code(&format!("{} = {}", key.name, key.example())),
        ]
    };
    let rows: Vec<Vec<String>> = one.key.iter().map(row).collect();
    table(&["key", "type", "default", "meaning", "example"], &rows)
}

/// What a key may hold, in words.
fn kind(one: &Table, key: &Key) -> String {
    let words = key.words().iter().map(|word| code(word)).collect::<Vec<_>>().join(", ");
    let is_long = words.len() > 160;
    match key.shape() {
        Shape::Truth => "`true`, `false`".to_owned(),
        Shape::Number => number(key),
        Shape::Text if key.name == "variant" => {
            "a [variant](VARIANTS)".replace("VARIANTS", &up(one, "variants.md"))
        }
        Shape::Text if key.name == "lang" => {
            "a [language](LANGUAGES)".replace("LANGUAGES", &up(one, "languages.md"))
        }
        Shape::Text | Shape::Words(_) if words.is_empty() => "text".to_owned(),
        Shape::Text | Shape::Words(_) => words,
        Shape::List(of) if **of == Shape::Number => "list of numbers".to_owned(),
        Shape::List(of) if **of == Shape::Text && !words.is_empty() && !is_long => {
            format!("list of {words}")
        }
        Shape::List(of) if **of == Shape::Text => "list of texts".to_owned(),
        Shape::List(_) => "list of lists of numbers".to_owned(),
        Shape::Table(_) => "table".to_owned(),
        Shape::Several if key.kind.is_some() => {
            let kinds = [Some(words).filter(|words| !words.is_empty()), key.kind.clone()];
            kinds.into_iter().flatten().collect::<Vec<_>>().join(", or ")
        }
        Shape::Several => match (words.is_empty(), key.range()) {
            (false, _) if key.takes_truth() => format!("`true`, `false`, {words}"),
            (false, _) => words,
            (true, Some(_)) => format!(
                "{}, or {}",
                number(key),
                key.default.as_deref().map(code).unwrap_or_default()
            ),
            (true, None) => "see there".to_owned(),
        },
    }
}

fn number(key: &Key) -> String {
    match key.range() {
        Some([least, most]) if most == i128::from(u64::MAX) => format!("number from {least}"),
        Some([least, most]) => format!("number from {least} to {most}"),
        None => "number".to_owned(),
    }
}

/// A page of the book as seen from the page on which a table's options stand.
fn up(one: &Table, page: &str) -> String {
    let of_language = one.name.strip_prefix("output.").is_some_and(|id| render::find(id).is_some());
    if of_language { format!("../{page}") } else { page.to_owned() }
}
