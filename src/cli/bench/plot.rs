//! The figures as a picture: a group of four bars for each contestant.

use std::fmt::Write as _;

use super::contestant::Toolchain;
use super::rounds::{BenchResults, column_names};
use super::table::processor;
use crate::explain::svg::{escaped, opened};
use crate::order::Workload;

const BAR: f64 = 11.0;
const GROUP: f64 = Workload::ALL.len() as f64 * BAR + 10.0;
const LEFT: f64 = 190.0;
const TOP: f64 = 84.0;
/// The width of a figure of 1.
const ONE: f64 = 260.0;

const STYLE: &str = "\
.page{fill:#fff}text{fill:#1c1c1c;font:13px sans-serif}.head{font-weight:bold;font-size:16px}.small{font-size:11px}\
.stream{fill:#2563c9}.games{fill:#2f9e57}.hash{fill:#c77b12}.latency{fill:#a33a3a}.pressure{fill:#1f8a8a}\
.engine{fill:#8e3bb0}.line{stroke:#77716a;stroke-dasharray:4 4}\
@media(prefers-color-scheme:dark){.page{fill:#17191d}text{fill:#ececec}.stream{fill:#8ab4ff}.games{fill:#4cc47a}\
.hash{fill:#f0b354}.latency{fill:#f08a8a}.pressure{fill:#5fd0d0}.engine{fill:#d59bf0}.line{stroke:#b6b1a8}}";

pub(super) fn svg(measured: &BenchResults, toolchain: &Toolchain) -> String {
    let most = measured
        .rows
        .iter()
        .flat_map(super::rounds::ContestantFigures::columns)
        .fold(1.0, f64::max);
    let width = LEFT + most * ONE + 70.0;
    let height = TOP + measured.rows.len() as f64 * GROUP + 20.0;
    let language = toolchain.language();
    let mut out = opened(
        [width, height],
        &format!("Speed of lookups in {language}, beside fancy"),
        &format!(
            "A group of bars for each variant: how many times as fast as fancy it is in the workloads {}. Longer is faster.",
            column_names().join(", ")
        ),
        STYLE,
    );
    let _ = writeln!(
        out,
        "<text class=\"head\" x=\"20\" y=\"26\">Speed of lookups in {language}: how many times as fast as fancy</text>\n\
         <text class=\"small\" x=\"20\" y=\"44\">{}</text>",
        escaped(&format!(
            "{}; {}; medians of {} rounds",
            toolchain.title(),
            processor().unwrap_or_default(),
            measured.rounds
        ))
    );
    for (at, workload) in column_names().iter().enumerate() {
        let x = 20.0 + at as f64 * 90.0;
        let _ = writeln!(
            out,
            "<rect class=\"{workload}\" x=\"{x:.0}\" y=\"56\" width=\"11\" height=\"11\"/><text x=\"{:.0}\" y=\"66\">{workload}</text>",
            x + 17.0
        );
    }
    for (at, row) in measured.rows.iter().enumerate() {
        let top = TOP + at as f64 * GROUP;
        let _ = writeln!(
            out,
            "<text x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"end\">{}</text>",
            LEFT - 8.0,
            top + (GROUP - 10.0) / 2.0 + 4.0,
            escaped(&row.name)
        );
        for (place, (workload, figure)) in column_names().iter().zip(row.columns()).enumerate() {
            let y = top + place as f64 * BAR;
            let _ = writeln!(
                out,
                "<rect class=\"{workload}\" x=\"{LEFT:.0}\" y=\"{y:.0}\" width=\"{:.1}\" height=\"{:.0}\"/>\
                 <text class=\"small\" x=\"{:.1}\" y=\"{:.0}\">{figure:.2}</text>",
                figure * ONE,
                BAR - 1.0,
                LEFT + figure * ONE + 5.0,
                y + 9.0
            );
        }
    }
    let _ = writeln!(
        out,
        "<line class=\"line\" x1=\"{0:.0}\" y1=\"{1:.0}\" x2=\"{0:.0}\" y2=\"{2:.0}\"/>\n</svg>",
        LEFT + ONE,
        TOP - 6.0,
        height - 12.0
    );
    out
}
