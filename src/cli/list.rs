//! `magicgen list`: prints lists of languages, variants, orders of squares and pieces.

use super::reporting::{Format, Report};
use serde_json::{Value, json};

use super::args::{Listed, Sort};
use super::languages;
use super::progress::while_waiting;
use super::rows::{Row, printed};
use crate::Watch;
use crate::error::Error;
use crate::generate::{Survey, survey};
use crate::geometry::Standard;
use crate::order::{self, Workload, mean_speed, speed};
use crate::render::text::literal::{Decimal, Literal as _};
use crate::variant::{self, Variant};

/// The text of a list.
pub(super) fn list(what: Listed, sort: Option<Sort>, report: &Report) -> Result<String, Error> {
    let format = report.format;
    let watch = Watch::new();
    let rows: Vec<Row> = match what {
        Listed::Languages if format == Format::Markdown => return Ok(languages::markdown()),
        Listed::Languages => languages::rows(format),
        Listed::Variants => while_waiting(report, &watch, || variants(format, sort, &watch))?,
        // Magics are listed by another function, since they are searched.
        Listed::Magics => Vec::new(),
        Listed::Orientations => Standard::ALL
            .iter()
            .map(|standard| vec![("id", json!(standard.id)), ("summary", json!(standard.summary))])
            .collect(),
        Listed::Pieces => vec![
            vec![("id", json!("rook")), ("summary", json!("along ranks and files"))],
            vec![("id", json!("bishop")), ("summary", json!("along diagonals"))],
            vec![
                ("id", json!("queen")),
                ("summary", json!("rook and bishop together; never searched")),
            ],
        ],
    };
    Ok(printed(what.kind(), rows, format))
}

/// The columns of measured speed, the mean of all languages in which it was measured.
fn speeds(id: &str) -> [(&'static str, Value); 4] {
    Workload::ALL.map(|workload| {
        let speed = mean_speed(id, workload);
        (workload.id(), json!(speed.map_or("-".to_owned(), |speed| format!("{speed:.2}"))))
    })
}

/// A row with sizes and costs for each variant: for rook and bishop on the chess board, or for the bishop alone if the
/// variant can't serve rooks. They are in the order of the registry, or in that of a column.
pub(super) fn variants(
    format: Format,
    sort: Option<Sort>,
    watch: &Watch,
) -> Result<Vec<Row>, Error> {
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
    let mut rows = Vec::with_capacity(surveys.len());
    for (variant, survey) in surveys {
        let sizes = [
            ("words", json!(survey.words)),
            ("bytes", json!(survey.bytes)),
            ("field-bytes", json!(survey.field_bytes)),
        ];
        let costs = [
            ("loads", json!(survey.loads)),
            ("fields", json!(survey.fields)),
            ("operations", json!(survey.operations)),
        ];
        let mut row = match format {
            Format::Markdown => vec![("variant", json!(format!("`{}`", variant.id)))],
            _ => vec![("id", json!(variant.id))],
        };
        match format {
            Format::Json => {
                row.push(("lookup", json!(survey.lookup)));
                row.extend(costs);
                row.extend(sizes);
                row.push(("pieces", json!(survey.pieces)));
                let speeds = order::languages().map(|language| {
                    let each = Workload::ALL.map(|workload| {
                        (workload.id().to_owned(), json!(speed(language, variant.id, workload)))
                    });
                    (language.to_owned(), each.into_iter().collect::<Value>())
                });
                row.push(("speed", speeds.collect()));
                row.push(("summary", json!(variant.summary)));
            }
            Format::Markdown => {
                row.push(("words", json!(Decimal::plain(Some(',')).text(survey.words as u64))));
                let kib =
                    |bytes: usize| json!(format!("{}.{}", bytes / 1024, bytes % 1024 * 10 / 1024));
                row.push(("KiB", kib(survey.bytes)));
                row.push(("fields KiB", kib(survey.field_bytes)));
                row.extend(costs);
                row.extend(speeds(variant.id));
                let all = survey.pieces.len() > 1;
                let only = if all { String::new() } else { format!("; {} only", survey.pieces[0]) };
                row.push(("what it is", json!(format!("{}{only}", variant.summary))));
            }
            _ => {
                row.extend(sizes);
                row.extend(speeds(variant.id));
                row.extend(costs);
                row.push(("lookup", json!(survey.lookup)));
            }
        }
        rows.push(row);
    }
    Ok(rows)
}
