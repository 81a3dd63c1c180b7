//! The book's text on a variant, a language or a key of the config.

use super::rows::TextColumns;
use crate::config::nearest;
use crate::render;
use magicgen_lookup::variant;

macro_rules! pages {
    ($folder:literal: $($id:literal)*) => {
        &[$(($id, include_str!(concat!("../../docs/", $folder, "/", $id, ".md")))),*]
    };
}

/// The page of each variant.
const VARIANTS: &[(&str, &str)] = pages!("variants":
    "black"
    "bytes"
    "bytes-packed"
    "bytes-postmask"
    "classical"
    "constant"
    "direction"
    "direction-rows"
    "fancy"
    "fixed"
    "group"
    "hyperbola"
    "hyperbola-dual"
    "hyperbola-reverse"
    "kindergarten"
    "leorik"
    "line"
    "nested"
    "obstruction-difference"
    "obstruction-vector"
    "offset-in-factor"
    "packed"
    "pext"
    "pext-lines"
    "pext16"
    "plain"
    "postmask"
    "qbb"
    "qbb-shifted"
    "ray-reverse"
    "sbamg"
    "shared-factor"
    "shared-slots"
    "shift-add"
    "shift-in-factor"
    "slide-arithmetic"
    "split32"
    "switch"
    "words");

/// The page of each language.
const LANGUAGES: &[(&str, &str)] = pages!("languages":
    "ada"
    "c"
    "cpp"
    "csharp"
    "cuda"
    "d"
    "go"
    "java"
    "javascript"
    "kotlin"
    "lua"
    "nim"
    "ocaml"
    "opencl"
    "pascal"
    "python"
    "rust"
    "typescript"
    "verilog"
    "wat"
    "wgsl"
    "zig");

/// The config's page, with a row for each key.
const CONFIG: &str = include_str!("../../docs/config.md");

/// The book's text on a word: a variant, a language or a key of this name; `None` if there is none.
pub(super) fn said(word: &str, width: usize) -> Option<String> {
    let page = |pages: &[(&str, &'static str)], id: &str| {
        pages.iter().find(|(of, _)| *of == id).map(|(_, page)| *page)
    };
    let mut said = Vec::new();
    said.extend(page(VARIANTS, word).map(|page| plain(page, width)));
    let language = render::find(word).map_or(word, |language| language.id);
    said.extend(page(LANGUAGES, language).map(|page| plain(page, width)));
    said.extend(table(word, width));
    said.extend(keys(word));
    (!said.is_empty()).then(|| said.join("\n"))
}

/// The closest name of a variant, a language or a key.
pub(super) fn like(word: &str) -> Option<String> {
    let variants = variant::ALL.iter().map(|variant| variant.id.to_owned());
    let keys = rows().map(|(_, row)| row[0].clone());
    let known: Vec<String> = variants.chain(render::ids().map(str::to_owned)).chain(keys).collect();
    nearest(word, &known).map(str::to_owned)
}

/// The rows of the config's page, each with its table's name.
fn rows() -> impl Iterator<Item = (&'static str, Vec<String>)> {
    let mut table = "";
    CONFIG.lines().filter_map(move |line| {
        if let Some(head) = line.strip_prefix("## ") {
            table = head.trim_matches(['`', '[', ']']);
        }
        let row = line.strip_prefix("| `").and_then(|_| cells(line));
        Some((table, row?)).filter(|(_, row)| row.len() == 5)
    })
}

/// The keys of a table of the config.
fn table(word: &str, width: usize) -> Option<String> {
    let is_it = |table: &str| table == word || table.strip_prefix("output.") == Some(word);
    let found: Vec<_> = rows().filter(|(table, row)| is_it(table) && row.len() == 5).collect();
    let (table, _) = found.first()?;
    let key = |(_, row): &(&str, Vec<String>)| vec![row[0].clone(), row[1].clone(), row[3].clone()];
    let rows = found.iter().map(key).collect();
    Some(format!("{table}, a table of the config:\n\n{}", TextColumns { rows }.text(Some(width))))
}

/// The text on a key, for each table that has it. The table may precede the key, as in `style.spdx`.
fn keys(word: &str) -> Vec<String> {
    let found = rows().filter_map(|(table, row)| {
        let [key, kind, default, meaning, example] = <[String; 5]>::try_from(row).ok()?;
        // A heading of several words isn't the name of a table.
        let is_table = !table.contains(' ');
        let whole = if is_table { format!("{table}.{key}") } else { key.clone() };
        let is_it = whole == word || whole.ends_with(&format!(".{word}"));
        let default = if default.is_empty() { default } else { format!(", default {default}") };
        is_it.then(|| format!("{whole}: {kind}{default}\n\n{meaning}\n\n    {example}\n"))
    });
    found.collect()
}

/// A page as plain text, with code indented.
fn plain(page: &str, width: usize) -> String {
    let mut text = String::new();
    let mut table: Vec<Vec<String>> = Vec::new();
    let mut is_code = false;
    let is_kept = |line: &&str| !line.starts_with("<!--") && !line.starts_with("![");
    for line in page.lines().filter(is_kept).chain([""]) {
        if line.starts_with("```") {
            is_code = !is_code;
            continue;
        }
        if is_code {
            text += format!("    {line}").trim_end();
            text.push('\n');
            continue;
        }
        if let Some(row) = cells(line) {
            let is_rule = row.iter().all(|cell| cell.starts_with("---"));
            let is_empty = row.iter().all(String::is_empty);
            table.extend((!is_rule && !is_empty).then_some(row));
            continue;
        }
        if !table.is_empty() {
            text += &TextColumns { rows: std::mem::take(&mut table) }.text(Some(width));
        }
        let is_repeated = line.is_empty() && (text.is_empty() || text.ends_with("\n\n"));
        if !is_repeated {
            let heading = line.starts_with('#').then(|| line.trim_start_matches(['#', ' ']));
            text += &unlinked(heading.unwrap_or(line));
            text.push('\n');
        }
    }
    text.trim_end().to_owned() + "\n"
}

/// The cells of a row. Backticks around a whole cell are removed.
fn cells(line: &str) -> Option<Vec<String>> {
    let inside = line.strip_prefix('|')?.strip_suffix('|')?;
    let cell = |cell: &str| {
        let cell = unlinked(cell.trim());
        // Of several words each keeps its marks.
        let code = cell.strip_prefix('`').and_then(|rest| rest.strip_suffix('`'));
        code.filter(|code| !code.contains('`')).map(str::to_owned).unwrap_or(cell)
    };
    Some(
        inside
            .replace("\\|", "\u{0}")
            .split('|')
            .map(|text| cell(&text.replace('\u{0}', "|")))
            .collect(),
    )
}

/// A line with the texts of links alone.
fn unlinked(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some((before, link)) = rest.split_once('[') {
        let parts =
            link.split_once("](").and_then(|(shown, to)| Some((shown, to.split_once(')')?.1)));
        text += before;
        if let Some((shown, behind)) = parts.filter(|(shown, _)| !shown.contains('[')) {
            text += shown;
            rest = behind;
        } else {
            text.push('[');
            rest = link;
        }
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_variant_language_and_key_has_its_text() {
        for variant in variant::ALL {
            let text = said(variant.id, 80).unwrap_or_default();
            assert!(text.starts_with(variant.id), "{}: {text}", variant.id);
        }
        for id in render::ids() {
            assert!(said(id, 80).is_some_and(|text| text.starts_with(id)), "{id}");
        }
        for table in crate::config::keys() {
            // Two names are kept for old configs.
            let is_old = |key: &str| {
                table.table == "output.names" && ["magics", "occupancy-attacks"].contains(&key)
            };
            for (key, _) in table.keys.iter().filter(|(key, _)| !is_old(key)) {
                let word = if table.table.is_empty() {
                    (*key).to_owned()
                } else {
                    format!("{}.{key}", table.table)
                };
                assert!(!keys(&word).is_empty(), "{word}");
            }
        }
        assert_eq!(said("no-such-word", 80), None);
    }

    #[test]
    fn links_and_marks_are_gone() {
        let page = "<!-- x -->\n# a\n\n![p](q)\n\nsee [b](c.md) and `[d]`\n\n| `e` | f |\n| --- | --- |\n| g | h |\n";
        assert_eq!(plain(page, 80), "a\n\nsee b and `[d]`\n\ne  f\ng  h\n");
    }

    #[test]
    fn code_and_lists_keep_their_indentation() {
        let page = "## a\n\n```c\n#include <b>\n\n  [c](d)\n| e |\n```\n\n* f\n  g\n\n| h of `i` | `j` |\n";
        let text = "a\n\n    #include <b>\n\n      [c](d)\n    | e |\n\n* f\n  g\n\nh of `i`  j\n";
        assert_eq!(plain(page, 80), text);
    }
}
