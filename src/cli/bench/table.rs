//! The figures as text, as Markdown and as JSON.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::contestant::Toolchain;
use super::rounds::{Measured, WORKLOADS};
use crate::cli::envelope::enveloped;
use crate::cli::reporting::Format;
use crate::cli::rows::printed;

/// The name of the second `fancy`, which shows what chance does.
pub(super) const CONTROL: &str = "fancy-again";

/// Lines that say what the figures are, each behind `mark`.
fn head(measured: &Measured, toolchain: &Toolchain, mark: &str) -> String {
    let mut head = String::new();
    let _ = writeln!(
        head,
        "{mark}How many times as fast as fancy; medians of {} rounds.",
        measured.rounds
    );
    let _ = writeln!(head, "{mark}{}: {}", toolchain.language(), toolchain.title());
    if let Some(processor) = processor() {
        let _ = writeln!(head, "{mark}{processor}");
    }
    head
}

fn foot(left_out: &[(String, String)]) -> String {
    let mut foot = String::new();
    for (id, why) in left_out {
        let _ = writeln!(foot, "# without {id}: {why}");
    }
    foot
}

/// The form in which `benches/field` keeps figures: a row of numbers for each variant.
pub(super) fn text(
    measured: &Measured,
    toolchain: &Toolchain,
    left_out: &[(String, String)],
) -> String {
    let mut out = head(measured, toolchain, "# ");
    let widest = measured.rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
    let _ = writeln!(
        out,
        "{:widest$}  {}",
        "variant",
        WORKLOADS.map(|name| format!("{name:>6}")).join("  ")
    );
    for row in &measured.rows {
        let columns = row.columns().map(|figure| format!("{figure:>6.2}"));
        let _ = writeln!(out, "{:widest$}  {}", row.name, columns.join("  "));
    }
    out + &foot(left_out)
}

pub(super) fn markdown(
    measured: &Measured,
    toolchain: &Toolchain,
    left_out: &[(String, String)],
) -> String {
    let rows = measured.rows.iter().map(|row| {
        let mut cells = vec![("variant", json!(format!("`{}`", row.name)))];
        let figures = row.columns().map(|figure| json!(format!("{figure:.2}")));
        cells.extend(WORKLOADS.into_iter().zip(figures));
        cells
    });
    let lines = head(measured, toolchain, "").replace('\n', "  \n");
    let foot = foot(left_out).replace("# without", "* without");
    format!(
        "{lines}\n{}{}{foot}",
        printed("measurement", rows.collect(), Format::Markdown),
        if foot.is_empty() { "" } else { "\n" }
    )
}

pub(super) fn json(
    measured: &Measured,
    toolchain: &Toolchain,
    left_out: &[(String, String)],
) -> String {
    let works = ["stream", "games", "hash", "perft", "search"];
    let named = |figures: &[f64]| -> Value {
        let rounded = figures.iter().map(|figure| json!((figure * 1e4).round() / 1e4));
        works.into_iter().map(str::to_owned).zip(rounded).collect()
    };
    let rows: Vec<Value> = measured
        .rows
        .iter()
        .map(|row| {
            let mut speed = named(&row.speeds);
            speed["engine"] = json!((row.columns()[3] * 1e4).round() / 1e4);
            json!({"name": row.name, "speed": speed, "millions-per-second": named(&row.millions)})
        })
        .collect();
    let left_out: Vec<Value> =
        left_out.iter().map(|(id, why)| json!({"variant": id, "why": why})).collect();
    let value = json!({
        "status": "measured",
        "language": toolchain.language(),
        "compiler": toolchain.title(),
        "processor": processor(),
        "rounds": measured.rounds,
        "compared-with": "fancy",
        "answers": measured
            .answers
            .iter()
            .zip(works)
            .map(|((count, sum), work)| json!({"work": work, "count": count, "sum": format!("{sum:#018x}")}))
            .collect::<Vec<_>>(),
        "rows": rows,
        "left-out": left_out,
    });
    enveloped("measurement", value, &[])
}

/// The processor's name, where the system has it in a file.
pub(super) fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
