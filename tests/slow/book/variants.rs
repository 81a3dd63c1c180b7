//! The pages of variants.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use magicgen::config::matched;
use magicgen::generate::survey;
use magicgen::order::{self, Workload};
use magicgen::render;
use magicgen_lookup::axes::{Axes, Multiply};
use magicgen_lookup::variant::{ALL, Form, Variant};
use magicgen_search::Watch;
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
}

/// The table of all variants.
pub(crate) fn parts() -> Vec<Part> {
    let text = printed_by(&["list", "variants", "--format", "markdown"]);
    // Each name leads to the variant's page.
    let text = ALL.iter().fold(text, |text, variant| {
        let id = variant.id;
        text.replace(&format!("| `{id}` |"), &format!("| [`{id}`](variants/{id}.md) |"))
    });
    let mut parts = vec![Part { page: "docs/variants.md".into(), name: "variants", text }];
    let part = |page: &str, name, text| Part { page: page.into(), name, text };
    parts.extend([
        part("README.md", "choice", choice()),
        part("docs/speed.md", "engine", engine()),
        part("docs/speed.md", "crates", crates()),
        part("docs/measurements.md", "workloads in c", workloads("c")),
        part("docs/measurements.md", "workloads in rust", workloads("rust")),
        part("docs/measurements.md", "workloads in unchecked rust", workloads("rust-unchecked")),
    ]);
    parts
}

/// The variants of the README, and what each is for.
const CHOICES: [(&str, &str); 7] = [
    ("fixed", "a 64-bit processor"),
    ("pext", "a processor with a fast PEXT: Intel since 2013, AMD since 2020"),
    ("pext16", "the same, with a small table"),
    ("shared-slots", "a smaller table of 64-bit words"),
    ("bytes-postmask", "a small table"),
    ("hyperbola", "hardly any memory"),
    ("split32", "no 64-bit words: C89, JavaScript, a handheld"),
];

/// The README's table of variants.
fn choice() -> String {
    let row = |(id, need): (&str, &str)| {
        let variant = ALL.iter().find(|variant| variant.id == id).expect("a variant of this name");
        let survey = survey(variant, &Watch::new()).expect("all variants have sizes");
        let speed = order::mean_speed(id, Workload::Engine).expect("it was measured");
        let link = format!("[`{id}`](docs/variants/{id}.md)");
        vec![need.to_owned(), link, kib(survey.bytes), format!("{speed:.2}")]
    };
    let rows: Vec<_> = CHOICES.into_iter().map(row).collect();
    table(&["for", "use", "tables", "speed"], &rows)
}

/// A run of `magicgen bench` that is kept in `benches/field`.
struct Run {
    /// Lines about the run.
    notes: Vec<String>,
    heads: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Run {
    fn read(name: &str) -> Self {
        let text = text(&Path::new("benches/field").join(name).with_extension("txt"));
        let (notes, rows): (Vec<&str>, Vec<&str>) =
            text.lines().partition(|line| line.starts_with('#'));
        let cells = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let mut rows = rows.into_iter().map(cells);
        // Variants without figures are told by their pages.
        let notes = notes.into_iter().filter(|note| !note.starts_with("# without "));
        Self {
            notes: notes.map(|note| note.trim_start_matches("# ").to_owned()).collect(),
            heads: rows.next().unwrap_or_default(),
            rows: rows.collect(),
        }
    }

    /// The figure of a row in the workload that choices go by.
    fn engine(&self, row: &str) -> Option<&str> {
        let column = self.heads.iter().position(|head| head == Workload::Engine.id())?;
        self.rows.iter().find(|cells| cells[0] == row)?.get(column).map(String::as_str)
    }
}

/// A run in all workloads.
fn workloads(name: &str) -> String {
    let Run { notes, heads, rows } = Run::read(name);
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    format!("{}\n\n{}", notes.join("  \n"), table(&heads, &rows))
}

/// The speed of all variants in an engine, the fastest first.
fn engine() -> String {
    let runs = ["c", "rust"].map(Run::read);
    let mut variants: Vec<(f64, &Variant)> = ALL
        .iter()
        .filter_map(|variant| Some((order::mean_speed(variant.id, Workload::Engine)?, variant)))
        .collect();
    variants.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let row = |(_, variant): (f64, &Variant)| {
        let id = variant.id;
        let survey = survey(variant, &Watch::new()).expect("all variants have sizes");
        let speeds = runs.iter().map(|run| run.engine(id).unwrap_or("-").to_owned());
        let size = if survey.bytes == 0 { "none".to_owned() } else { kib(survey.bytes) };
        let head = [format!("[`{id}`](variants/{id}.md)"), size];
        head.into_iter().chain(speeds).collect()
    };
    table(&["variant", "tables", "C", "Rust"], &variants.into_iter().map(row).collect::<Vec<_>>())
}

/// The speed of Rust's crates in an engine beside generated lookups, with and without a check of the square.
fn crates() -> String {
    let run = Run::read("rust-unchecked");
    let mut rows: Vec<(&str, String)> = run
        .rows
        .iter()
        .filter_map(|cells| {
            let name = cells[0].as_str();
            let id = name.strip_suffix('+').unwrap_or(name);
            let shown = match (name == id, ALL.iter().any(|variant| variant.id == id)) {
                (true, true) => code(id),
                (false, _) => format!("{}, `unchecked = true`", code(id)),
                (true, false) => name.to_owned(),
            };
            Some((run.engine(name)?, shown))
        })
        .collect();
    rows.sort_by(|(a, _), (b, _)| b.cmp(a));
    let rows: Vec<_> = rows.into_iter().map(|(speed, name)| vec![name, speed.to_owned()]).collect();
    table(&["lookups", "Rust"], &rows)
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
    let pieces = survey.pieces.join(" and ");
    let only = if survey.pieces.len() > 1 { String::new() } else { format!(" --piece {pieces}") };
    let mut out = format!("{PRINTED}\n# {id}\n\n{}\n\n", told.what);
    let _ = writeln!(out, "```sh\nmagicgen --lang c --variant {id}{only} -o magics.h\n```\n");
    let _ = writeln!(out, "{}\n\n```text\n{}\n```\n", told.when, survey.lookup);
    let _ = writeln!(
        out,
        "![The {} on c3 with blockers on c6 and f3](../pictures/{id}.svg)\n",
        pictures::piece(variant)
    );
    let rows = [
        ("table entries", grouped(survey.words)),
        ("tables", kib(survey.bytes)),
        ("per-square fields", kib(survey.field_bytes)),
        ("table loads per lookup", survey.loads.to_string()),
        ("field loads per lookup", survey.fields.to_string()),
        ("operations per lookup", survey.operations.to_string()),
    ];
    let rows: Vec<Vec<String>> =
        rows.into_iter().map(|(name, value)| vec![name.to_owned(), value]).collect();
    let _ = writeln!(out, "## Size\n\nFrom `magicgen list variants`, for the chess board:\n");
    out.push_str(&table(&["", &pieces], &rows));
    out.push_str(&measured(id));
    if let Form::Axes(axes) = variant.form {
        let _ = writeln!(
            out,
            "\n## Axes\n\n`variant = \"{id}\"` sets these keys of `[output.lookup]`. \
             A config may change them ([axes](../variants.md#axes)):\n"
        );
        let rows: Vec<Vec<String>> =
            values(axes).into_iter().map(|(key, value)| vec![code(key), code(&value)]).collect();
        out.push_str(&table(&["key", "value"], &rows));
    }
    let _ = writeln!(out, "\n## Languages\n\n{}", languages(variant));
    let _ = writeln!(out, "\n## Origin\n\n{}", told.source);
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

/// The variant's speed in each workload.
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
        "\n## Speed\n\nSpeed relative to `fancy` in each [workload](../speed.md#workloads): 1.04 is 4 % faster. \
         Choose by `engine`.\n\n{}",
        table(&heads, &rows)
    )
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
