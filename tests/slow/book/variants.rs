//! The pages of variants.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use libtest_mimic::Failed;
use magicgen::axes::{Axes, Multiply};
use magicgen::config::matched;
use magicgen::generate::survey;
use magicgen::order::{self, Workload};
use magicgen::variant::{ALL, Form, Variant};
use magicgen::{Watch, render};
use serde::Deserialize;

use crate::book::languages::printed_by;
use crate::book::markdown::{PRINTED, code, grouped, kib, table};
use crate::book::printed::{Files, Part};
use crate::book::{pictures, text};

const DATA: &str = "docs/data/variants.toml";

/// What the book says of a variant beside what the program knows.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Told {
    what: String,
    when: String,
    source: String,
    /// How many times as fast as shakmaty's lookups: on few positions and on many.
    peers: Option<[[f64; 6]; 2]>,
}

/// The table of all variants.
pub(crate) fn parts() -> Vec<Part> {
    let text = printed_by(&["list", "variants", "--format", "markdown"]);
    // Each name leads to the variant's page.
    let text = ALL.iter().fold(text, |text, variant| {
        let id = variant.id;
        text.replace(&format!("| `{id}` |"), &format!("| [`{id}`](variants/{id}.md) |"))
    });
    let mut parts = vec![Part { page: "docs/variants.md", name: "variants", text }];
    parts.extend([("c", "speed in c"), ("rust", "speed in rust")].map(|(language, name)| Part {
        page: "docs/speed.md",
        name,
        text: figures(language),
    }));
    parts
}

/// The output of `magicgen bench` as a Markdown table, below the lines that say how it was made.
fn figures(language: &str) -> String {
    let text = text(&Path::new("benches/field").join(language).with_extension("txt"));
    let (notes, rows): (Vec<&str>, Vec<&str>) =
        text.lines().partition(|line| line.starts_with('#'));
    let cells = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let mut rows = rows.into_iter().map(cells);
    let heads = rows.next().unwrap_or_default();
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let notes: Vec<&str> = notes.iter().map(|line| line.trim_start_matches("# ")).collect();
    format!("{}\n\n{}", notes.join("  \n"), table(&heads, &rows.collect::<Vec<_>>()))
}

/// A page for each variant. They are the same for all tests, and made once.
pub(crate) fn files() -> Files {
    static FILES: OnceLock<Files> = OnceLock::new();
    FILES.get_or_init(printed).clone()
}

fn told() -> BTreeMap<String, Told> {
    toml::from_str(&text(Path::new(DATA))).unwrap_or_else(|error| panic!("{DATA}: {error}"))
}

fn printed() -> Files {
    let mut told = told();
    let mut files = Files::new();
    for variant in ALL {
        let told = told
            .remove(variant.id)
            .unwrap_or_else(|| panic!("{DATA} has nothing about {}", variant.id));
        files.insert(path(variant), page(variant, &told));
    }
    assert!(told.is_empty(), "{DATA} tells of no variant: {:?}", told.keys());
    files
}

fn path(variant: &Variant) -> PathBuf {
    Path::new("docs/variants").join(format!("{}.md", variant.id))
}

fn page(variant: &Variant, told: &Told) -> String {
    let id = variant.id;
    let survey = survey(variant, &Watch::new())
        .unwrap_or_else(|error| panic!("{id} can't be compared: {error:?}"));
    let mut out = format!("{PRINTED}\n# {id}\n\n{}\n\n", told.what);
    let _ = writeln!(out, "```text\n{}\n```\n", survey.lookup);
    let _ = writeln!(
        out,
        "![The {} on c3 with blockers on c6 and f3](../pictures/{id}.svg)\n",
        pictures::piece(variant)
    );
    let pieces = survey.pieces.join(" and ");
    let rows = [
        ("entries of all tables", grouped(survey.words)),
        ("tables", kib(survey.bytes)),
        ("what is kept by square", kib(survey.field_bytes)),
        ("loads from tables, a lookup", survey.loads.to_string()),
        ("loads of what is kept by square", survey.fields.to_string()),
        ("operations", survey.operations.to_string()),
    ];
    let rows: Vec<Vec<String>> =
        rows.into_iter().map(|(name, value)| vec![name.to_owned(), value]).collect();
    out.push_str(&table(&[&format!("{pieces} on the chess board"), ""], &rows));
    out.push_str("\nSizes are those of `magicgen list variants`.\n");
    out.push_str(&measured(id));
    let _ = writeln!(out, "\n## When to take it\n\n{}", told.when);
    let _ = writeln!(
        out,
        "\n`magicgen --lang c --variant {id}{} -o magics.h` writes a header of it.",
        if survey.pieces.len() > 1 { String::new() } else { format!(" --piece {pieces}") }
    );
    if let Some(peers) = &told.peers {
        out.push_str(&speed(peers));
    }
    if let Form::Axes(axes) = variant.form {
        let _ = writeln!(
            out,
            "\n## As axes\n\n`[output.lookup]` has these values, and may change them ([axes](../variants.md#axes)):\n"
        );
        let rows: Vec<Vec<String>> =
            values(axes).into_iter().map(|(key, value)| vec![code(key), code(&value)]).collect();
        out.push_str(&table(&["key", "value"], &rows));
    }
    let _ = writeln!(out, "\n## Languages\n\n{}", languages(variant));
    let _ = writeln!(out, "\n## Where it comes from\n\n{}", told.source);
    out
}

/// The keys of `[output.lookup]` with the values that a preset has.
fn values(axes: Axes) -> Vec<(&'static str, String)> {
    let word = |word: &str| format!("\"{word}\"");
    let mut values = vec![
        ("key", word(axes.key.id())),
        ("factor", word(axes.factor.id())),
        ("shift", word(axes.shift.id())),
        ("offset", word(axes.offset.id())),
        ("cell", word(axes.cell.id())),
        ("placement", word(axes.placement.id())),
        ("post-mask", axes.is_post_masked.to_string()),
        ("lines", axes.by_line.to_string()),
    ];
    if axes.multiply != Multiply::Wide {
        values.push(("combine", word(axes.multiply.id())));
    }
    values
}

/// The variant's speed in the four workloads.
fn measured(id: &str) -> String {
    let heads: Vec<&str> =
        std::iter::once("").chain(Workload::ALL.into_iter().map(Workload::id)).collect();
    let rows: Vec<Vec<String>> = order::languages()
        .filter_map(|language| {
            let speeds = Workload::ALL.map(|workload| order::speed(language, id, workload));
            let cells = speeds.into_iter().map(|speed| Some(format!("{:.2}", speed?)));
            std::iter::once(Some(language.to_owned())).chain(cells).collect()
        })
        .collect();
    if rows.is_empty() {
        return String::new();
    }
    format!(
        "\n## How fast it is\n\nHow many times as fast as `fancy`, in four workloads of chess programs \
         ([how they are measured](../speed.md#lookups-in-an-engine)):\n\n{}",
        table(&heads, &rows)
    )
}

fn speed(peers: &[[f64; 6]; 2]) -> String {
    let heads = ["", "rook", "bishop", "queen", "rook, one after another", "bishop", "queen"];
    let row = |name: &str, figures: &[f64; 6]| {
        std::iter::once(name.to_owned())
            .chain(figures.iter().map(|figure| format!("{figure:.2}")))
            .collect::<Vec<_>>()
    };
    let rows = [row("256 positions", &peers[0]), row("64 K positions", &peers[1])];
    format!(
        "\n## Beside another library\n\nHow many times as fast as shakmaty's lookups in Rust \
         ([benches/peers](../../benches/peers/README.md), 2 shared cores of an AMD EPYC, 2026-11-21):\n\n{}",
        table(&heads, &rows)
    )
}

/// The figures beside another library's are those that the benchmark's page has.
pub(crate) fn figures_agree() -> Result<(), Failed> {
    let page = text(Path::new("benches/peers/README.md"));
    for (id, Told { peers, .. }) in told() {
        let Some([few, many]) = peers else { continue };
        let cells = few.iter().zip(&many).map(|(few, many)| format!("{few:.2} {many:.2}"));
        let row = format!("| {id} | {} |", cells.collect::<Vec<_>>().join(" | "));
        if !page.contains(&row) {
            return Err(format!("benches/peers/README.md has not\n{row}").into());
        }
    }
    Ok(())
}

/// The languages that have a variant, by the forms of their tables.
fn languages(variant: &Variant) -> String {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for language in render::ALL {
        let forms: Vec<&str> =
            matched(language, variant).tables.iter().map(|tables| tables.id()).collect();
        let forms = if forms.is_empty() { "not in".to_owned() } else { forms.join(" and ") };
        let link = format!("[{0}](../languages/{0}.md)", language.id);
        match groups.iter_mut().find(|(other, _)| *other == forms) {
            Some((_, links)) => links.push(link),
            None => groups.push((forms, vec![link])),
        }
    }
    let line = |(forms, links): &(String, Vec<String>)| format!("* {forms}: {}", links.join(", "));
    groups.iter().map(line).collect::<Vec<_>>().join("\n")
}
