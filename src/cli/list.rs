//! `magicgen list`: prints lists of languages, variants, orders of squares and pieces.

use super::reporting::{Format, Report};
use serde_json::json;

use super::args::Listed;
use super::languages;
use super::progress::while_waiting;
use super::rows::{Row, printed};
use crate::Watch;
use crate::error::Error;
use crate::generate::survey;
use crate::geometry::Standard;
use crate::render::text::literal::{Decimal, Literal as _};
use crate::{order, variant};

/// The text of a list.
pub(super) fn list(what: Listed, report: &Report) -> Result<String, Error> {
    let format = report.format;
    let watch = Watch::new();
    let rows: Vec<Row> = match what {
        Listed::Languages if format == Format::Markdown => return Ok(languages::markdown()),
        Listed::Languages => languages::rows(format),
        Listed::Variants => while_waiting(report, &watch, || variants(format, &watch))?,
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

/// A row with sizes and costs for each variant: for rook and bishop on the chess board, or for the bishop alone if the
/// variant can't serve rooks.
pub(super) fn variants(format: Format, watch: &Watch) -> Result<Vec<Row>, Error> {
    let mut rows = Vec::with_capacity(variant::ALL.len());
    for variant in variant::ALL {
        let survey = survey(variant, watch)?;
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
                row.push(("time", json!(order::time(variant.id))));
                row.push(("summary", json!(variant.summary)));
            }
            Format::Markdown => {
                row.push(("words", json!(Decimal::plain(Some(',')).text(survey.words as u64))));
                let kib =
                    |bytes: usize| json!(format!("{}.{}", bytes / 1024, bytes % 1024 * 10 / 1024));
                row.push(("KiB", kib(survey.bytes)));
                row.push(("fields KiB", kib(survey.field_bytes)));
                row.extend(costs);
                row.push(("time", json!(order::time(variant.id).unwrap_or("-"))));
                let all = survey.pieces.len() > 1;
                let only = if all { String::new() } else { format!("; {} only", survey.pieces[0]) };
                row.push(("what it is", json!(format!("{}{only}", variant.summary))));
            }
            _ => {
                row.extend(sizes);
                row.extend(costs);
                row.push(("lookup", json!(survey.lookup)));
            }
        }
        rows.push(row);
    }
    Ok(rows)
}
