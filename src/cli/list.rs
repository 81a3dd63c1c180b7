//! `magicgen list`: prints lists of languages, variants, orders of squares and pieces.

use super::reporting::{Format, Reporting};
use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};

use super::args::{Listed, Sort};
use super::languages;
use super::progress::while_waiting;
use super::rows::{Listable, Row, listed, printed, shown, terminal_columns, within};
use crate::error::Error;
use crate::generate::{Survey, survey};
use crate::order::{self, Workload, mean_speed, speed};
use magicgen_board::Standard;
use magicgen_literal::{Decimal, Literal as _};
use magicgen_lookup::variant;
use magicgen_lookup::variant::Variant;
use magicgen_search::Watch;

/// An order of squares.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Orientation"))]
pub(super) struct ListedOrder {
    /// The name in configs and flags.
    id: &'static str,
    /// What it is.
    summary: &'static str,
}

impl Listable for ListedOrder {
    const KIND: &'static str = "orientations";
}

/// A piece that needs no declaration.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Known"))]
pub(super) struct ListedPiece {
    /// The name in configs and flags.
    id: &'static str,
    /// What it is.
    summary: &'static str,
}

impl Listable for ListedPiece {
    const KIND: &'static str = "pieces";
}

/// The pieces that need no declaration.
const PIECES: [ListedPiece; 3] = [
    ListedPiece { id: "rook", summary: "along ranks and files" },
    ListedPiece { id: "bishop", summary: "along diagonals" },
    ListedPiece { id: "queen", summary: "rook and bishop together; never searched" },
];

/// The text of a list.
pub(super) fn list(
    what: Listed,
    sort: Option<Sort>,
    wide: bool,
    report: &Reporting,
) -> Result<String, Error> {
    let format = report.format;
    let watch = Watch::new();
    Ok(match what {
        Listed::Languages if format == Format::Markdown => languages::markdown(),
        Listed::Languages if wide || format != Format::Human => {
            shown(languages::described(), &languages::COLUMNS, format)
        }
        Listed::Languages => languages::short(narrow()),
        Listed::Variants => {
            let surveys = while_waiting(report, &watch, || surveys(sort, &watch))?;
            if format == Format::Json {
                return Ok(listed(surveys.into_iter().map(ListedVariant::new).collect()));
            }
            if format == Format::Human && !wide {
                let rows: Vec<Row> = surveys.iter().map(|one| short_row(one, sort)).collect();
                return Ok(within(&rows, Some(narrow())) + WIDER);
            }
            let row = |(variant, survey): &(&Variant, Survey)| row(variant, survey, format);
            printed(&surveys.iter().map(row).collect::<Vec<_>>(), format)
        }
        // Magics are listed by another function, since they are searched.
        Listed::Magics => String::new(),
        Listed::Orientations => {
            let all = Standard::ALL.iter();
            let all = all.map(|of| ListedOrder { id: of.id, summary: of.summary });
            shown(all.collect(), &["id", "summary"], format)
        }
        Listed::Pieces => shown(PIECES.into(), &["id", "summary"], format),
    })
}

/// A variant, as JSON has it: for rook and bishop on the chess board, or for the bishop alone if it can't serve rooks.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, schemars(rename = "Compared"))]
pub(super) struct ListedVariant {
    /// Its name in configs and flags.
    id: &'static str,
    /// The lookup of the first piece as a formula.
    lookup: String,
    /// The loads of that lookup from tables.
    loads: usize,
    /// Its loads of masks, factors and the like.
    fields: usize,
    /// Its arithmetic operations.
    operations: usize,
    /// The entries of all tables, of whatever width.
    words: usize,
    /// The bytes of all tables.
    bytes: usize,
    /// The bytes of masks, factors and the like.
    field_bytes: usize,
    /// The pieces that it serves.
    pieces: Vec<String>,
    /// For each language that was measured, for each workload, how many times as fast as fancy; null where it wasn't
    /// measured.
    speed: BTreeMap<&'static str, BTreeMap<&'static str, Option<f64>>>,
    /// What it is.
    summary: &'static str,
}

impl Listable for ListedVariant {
    const KIND: &'static str = "variants";
}

impl ListedVariant {
    pub(super) fn new((variant, survey): (&Variant, Survey)) -> Self {
        let speeds = order::languages().map(|language| {
            let each = Workload::ALL
                .map(|workload| (workload.id(), speed(language, variant.id, workload)));
            (language, each.into_iter().collect())
        });
        Self {
            id: variant.id,
            lookup: survey.lookup,
            loads: survey.loads,
            fields: survey.fields,
            operations: survey.operations,
            words: survey.words,
            bytes: survey.bytes,
            field_bytes: survey.field_bytes,
            pieces: survey.pieces,
            speed: speeds.collect(),
            summary: variant.summary,
        }
    }
}

/// The columns of measured speed, the mean of all languages in which it was measured.
fn speeds(id: &str) -> [(&'static str, Value); Workload::ALL.len()] {
    Workload::ALL.map(|workload| {
        let speed = mean_speed(id, workload);
        (workload.id(), json!(speed.map_or("-".to_owned(), |speed| format!("{speed:.2}"))))
    })
}

/// The survey of each variant, in the registry's order or sorted by a column.
pub(super) fn surveys(
    sort: Option<Sort>,
    watch: &Watch,
) -> Result<Vec<(&'static Variant, Survey)>, Error> {
    let surveys: Result<Vec<(&Variant, Survey)>, Error> =
        variant::ALL.iter().map(|variant| Ok((variant, survey(variant, watch)?))).collect();
    let mut surveys = surveys?;
    match sort {
        None => {}
        Some(Sort::Bytes) => surveys.sort_by_key(|(_, survey)| survey.bytes + survey.field_bytes),
        Some(Sort::Operations) => surveys.sort_by_key(|(_, survey)| survey.operations),
        Some(Sort::Speed(workload)) => surveys.sort_by(|(a, _), (b, _)| {
            let speed = |variant: &Variant| mean_speed(variant.id, workload).unwrap_or(0.0);
            speed(b).total_cmp(&speed(a))
        }),
    }
    Ok(surveys)
}

/// The footer of a short list of variants.
const WIDER: &str = "\n\
    KiB: the size of tables and fields. Speed: how many times as fast as fancy, in\n\
    the workload `engine` or the one of `--sort`. For more columns, run `magicgen\n\
    list variants --wide`; for one variant, `magicgen explain VARIANT`.\n";

/// The width of a short list in columns: the terminal's, but at most 80.
fn narrow() -> usize {
    terminal_columns().unwrap_or(80).min(80)
}

/// The row of a variant in a short list.
fn short_row((variant, survey): &(&Variant, Survey), sort: Option<Sort>) -> Row {
    let kib = (survey.bytes + survey.field_bytes).div_ceil(1024);
    let workload = match sort {
        Some(Sort::Speed(workload)) => workload,
        _ => Workload::Engine,
    };
    let speed = mean_speed(variant.id, workload);
    vec![
        ("id", json!(variant.id)),
        ("KiB", json!(kib)),
        ("speed", json!(speed.map_or("-".to_owned(), |speed| format!("{speed:.2}")))),
        ("what it is", json!(variant.summary)),
    ]
}

/// The row of a variant with sizes and costs.
fn row(variant: &Variant, survey: &Survey, format: Format) -> Row {
    let costs = [
        ("loads", json!(survey.loads)),
        ("fields", json!(survey.fields)),
        ("operations", json!(survey.operations)),
    ];
    if format == Format::Markdown {
        let kib = |bytes: usize| json!(format!("{}.{}", bytes / 1024, bytes % 1024 * 10 / 1024));
        let mut row = vec![
            ("variant", json!(format!("`{}`", variant.id))),
            ("words", json!(Decimal::plain(Some(',')).text(survey.words as u64))),
            ("KiB", kib(survey.bytes)),
            ("fields KiB", kib(survey.field_bytes)),
        ];
        row.extend(costs);
        row.extend(speeds(variant.id));
        let all = survey.pieces.len() > 1;
        let only = if all { String::new() } else { format!("; {} only", survey.pieces[0]) };
        row.push(("what it is", json!(format!("{}{only}", variant.summary))));
        return row;
    }
    let mut row = vec![
        ("id", json!(variant.id)),
        ("words", json!(survey.words)),
        ("bytes", json!(survey.bytes)),
        ("field-bytes", json!(survey.field_bytes)),
    ];
    row.extend(speeds(variant.id));
    row.extend(costs);
    row.push(("lookup", json!(survey.lookup)));
    row
}
