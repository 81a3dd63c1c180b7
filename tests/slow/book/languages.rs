//! The tables of the languages' pages.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use magicgen::config::matched;
use magicgen::render::{self, Language};
use magicgen_lookup::model::{NameRules, Names, Part as FilePart};
use magicgen_lookup::variant;

use crate::book::keys;
use crate::book::markdown::{code, table};
use crate::book::printed::Part;

/// What magicgen prints.
pub(crate) fn printed_by(arguments: &[&str]) -> String {
    let output = Command::new(crate::program())
        .args(arguments)
        .output()
        .expect("magicgen was built for this test");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it prints UTF-8")
}

/// The table of all languages with the matrix of languages and variants, and the facts about each.
pub(crate) fn parts() -> Vec<Part> {
    let text = printed_by(&["list", "languages", "--format", "markdown"]);
    // Each name leads to the language's page.
    let text = render::ALL.iter().fold(text, |text, language| {
        let id = language.id;
        text.replace(&format!("\n| `{id}` |"), &format!("\n| [`{id}`](languages/{id}.md) |"))
    });
    let all = Part { page: "docs/languages.md".into(), name: "languages", text };
    render::ALL.iter().map(|language| facts(language)).chain([all]).collect()
}

/// The facts about a language, at the end of its page.
fn facts(language: &'static Language) -> Part {
    let id = language.id;
    let backend = language.configure(None).expect("a language has default options");
    let can = backend.capabilities();
    let names = NameRules { name: "magics".to_owned(), ..NameRules::default() };
    let file = backend.default_file(&Names::new(backend.naming(), names));
    let ids = |ids: Vec<&str>| ids.into_iter().map(code).collect::<Vec<_>>().join(", ");
    let parts = FilePart::ALL.into_iter().filter(|part| (can.prints)(*part));
    let no_parts = FilePart::ALL.into_iter().filter(|part| !(can.prints)(*part));
    let (parts, no_parts): (Vec<&str>, Vec<&str>) =
        (parts.map(FilePart::id).collect(), no_parts.map(FilePart::id).collect());
    let parts = if no_parts.is_empty() {
        "all".to_owned()
    } else if no_parts.len() < parts.len() {
        format!("all but {}", ids(no_parts))
    } else {
        ids(parts)
    };
    let rows = [
        ("`--lang`", ids([&[id], language.aliases].concat())),
        ("default file", code(&file.display().to_string())),
        ("word bits", if can.machine.has_words { "64" } else { "32" }.to_owned()),
        (
            "forms of `tables`, default first",
            ids(can.tables.iter().map(|form| form.id()).collect()),
        ),
        (
            "forms of `fields`, default first",
            ids(can.fields.iter().map(|form| form.id()).collect()),
        ),
        ("default variant", variant_link(can.default_variant)),
        ("PEXT and PDEP", if can.has_pext { "yes" } else { "no" }.to_owned()),
        ("parts of `emit`", parts),
        ("tested with", language.tools.join(", ")),
    ];
    let rows: Vec<Vec<String>> =
        rows.into_iter().map(|(name, value)| vec![name.to_owned(), value]).collect();
    let mut out = format!("## At a glance\n\n{}", table(&["", ""], &rows));
    if !language.limits.is_empty() {
        out.push_str("\n## Limits\n\n");
        for limit in language.limits {
            let _ = writeln!(out, "* {limit}");
        }
    }
    if let Some(options) = keys::page::of_language(id) {
        let _ = write!(out, "\n## Options\n\nIn the config's table `[output.{id}]`:\n\n{options}");
    }
    out.push_str("\n## Variants\n\n");
    out.push_str(&variants(language));
    Part { page: Path::new("docs/languages").join(format!("{id}.md")), name: "facts", text: out }
}

fn variant_link(id: &str) -> String {
    format!("[{id}](../variants/{id}.md)")
}

/// The variants by the forms of their tables in a language, and the variants that it lacks with the reason.
fn variants(language: &'static Language) -> String {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for variant in variant::ALL {
        let found = matched(language, variant);
        let forms: Vec<&str> = found.tables.iter().map(|tables| tables.id()).collect();
        let group = if forms.is_empty() {
            let reason =
                found.refused.first().map(|(_, reason)| reason.clone()).unwrap_or_default();
            format!("not available, since {reason}")
        } else {
            let forms: Vec<String> = forms.iter().map(|form| format!("\"{form}\"")).collect();
            let (last, others) = forms.split_last().expect("some form");
            match others {
                [] => format!("`tables = {last}`"),
                _ => format!("`tables = {}` and `{last}`", others.join("`, `")),
            }
        };
        match groups.iter_mut().find(|(other, _)| *other == group) {
            Some((_, links)) => links.push(variant_link(variant.id)),
            None => groups.push((group, vec![variant_link(variant.id)])),
        }
    }
    groups.iter().fold(String::new(), |mut out, (group, links)| {
        let _ = writeln!(out, "* {group}: {}", links.join(", "));
        out
    })
}
