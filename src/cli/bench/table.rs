//! The figures as text, as Markdown and as JSON.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;
use serde_json::json;

use super::contestant::Toolchain;
use super::rounds::{BenchResults, column_names, work_names};
use crate::cli::envelope::{Payload, enveloped};
use crate::cli::reporting::Format;
use crate::cli::rows::printed;
use crate::order::Workload;

/// The name of the second `fancy`: its difference from the first one is noise.
pub(super) const CONTROL: &str = "fancy-again";

/// The settings of a measurement, and the contestants left out of it.
pub(super) struct BenchSettings {
    /// The keys of the config that rows ending in `+` have set, as `KEY=VALUE`.
    pub(super) settings: Vec<String>,
    /// Contestants that weren't measured, each with the reason.
    pub(super) left_out: Vec<(String, String)>,
}

/// Lines that explain the figures, each with the prefix `mark`.
fn head(
    measured: &BenchResults,
    toolchain: &Toolchain,
    asked: &BenchSettings,
    mark: &str,
) -> String {
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
    if !asked.settings.is_empty() {
        let settings = asked.settings.iter().map(|setting| format!(" -D {setting}"));
        let _ = writeln!(head, "{mark}+ stands for{}", settings.collect::<String>());
    }
    head
}

fn foot(asked: &BenchSettings) -> String {
    let mut foot = String::new();
    for (id, why) in &asked.left_out {
        let _ = writeln!(foot, "# without {id}: {why}");
    }
    foot
}

/// The form in which `benches/field` keeps figures: a row of numbers for each variant.
pub(super) fn text(
    measured: &BenchResults,
    toolchain: &Toolchain,
    asked: &BenchSettings,
) -> String {
    let mut out = head(measured, toolchain, asked, "# ");
    let widest = measured.rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
    let _ = writeln!(
        out,
        "{:widest$}  {}",
        "variant",
        column_names().map(|name| format!("{name:>6}")).join("  ")
    );
    for row in &measured.rows {
        let columns = column_names().into_iter().zip(row.columns());
        let columns = columns.map(|(name, figure)| format!("{figure:>0$.2}", name.len().max(6)));
        let _ = writeln!(out, "{:widest$}  {}", row.name, columns.collect::<Vec<_>>().join("  "));
    }
    out + &foot(asked)
}

pub(super) fn markdown(
    measured: &BenchResults,
    toolchain: &Toolchain,
    asked: &BenchSettings,
) -> String {
    let rows = measured.rows.iter().map(|row| {
        let mut cells = vec![("variant", json!(format!("`{}`", row.name)))];
        let figures = row.columns().map(|figure| json!(format!("{figure:.2}")));
        cells.extend(column_names().into_iter().zip(figures));
        cells
    });
    let lines = head(measured, toolchain, asked, "").replace('\n', "  \n");
    let foot = foot(asked).replace("# without", "* without");
    format!(
        "{lines}\n{}{}{foot}",
        printed(&rows.collect::<Vec<_>>(), Format::Markdown),
        if foot.is_empty() { "" } else { "\n" }
    )
}

/// The JSON object of a measurement.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "status", rename_all = "kebab-case")]
pub(in crate::cli) enum Measurement {
    /// All rounds are done, or as many as there was time for.
    #[serde(rename_all = "kebab-case")]
    Measured {
        /// The language whose generated code was measured.
        language: String,
        /// The compiler with its options.
        compiler: String,
        /// The processor, where the system tells.
        processor: Option<String>,
        /// The rounds of which figures are medians.
        rounds: usize,
        /// The variant that is 1.
        compared_with: &'static str,
        /// What every program answered, which is the same for all.
        answers: Vec<CountedWork>,
        /// The keys of the config that programs whose names end in `+` have set, as `KEY=VALUE`.
        settings: Vec<String>,
        /// The figures of each program.
        rows: Vec<Figures>,
        /// The variants that weren't measured.
        left_out: Vec<LeftOut>,
    },
    /// The same on the board of another game.
    #[serde(rename_all = "kebab-case")]
    MeasuredGame {
        /// The game.
        game: &'static str,
        /// The compiler with its options.
        compiler: String,
        /// The processor, where the system tells.
        processor: Option<String>,
        /// The chunks of positions of which figures are medians.
        rounds: u32,
        /// The keys of the config that rows ending in `+` have set, as `KEY=VALUE`.
        settings: Vec<String>,
        /// The figures of each lookup.
        rows: Vec<GameFigures>,
        /// The lookups that weren't measured.
        left_out: Vec<LeftOut>,
    },
}

/// The figures of a lookup on the board of another game.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub(in crate::cli) struct GameFigures {
    /// The lookup: a variant, perhaps with another content of its slots, or the program that it is from.
    pub(super) name: String,
    /// Nanoseconds of a lookup, by column, such as `rook-first`.
    pub(super) nanoseconds: BTreeMap<&'static str, f64>,
}

impl Payload for Measurement {
    const KIND: &'static str = "measurement";
}

/// What the programs counted in a work, by which they are compared.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Answer"))]
pub(in crate::cli) struct CountedWork {
    /// The work.
    work: &'static str,
    /// A count.
    count: u64,
    /// A sum of attack sets.
    sum: String,
}

/// The figures of a program.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub(in crate::cli) struct Figures {
    /// The variant, or what another program was called.
    name: String,
    /// How many times as fast as the one that is compared with, by workload.
    speed: BTreeMap<&'static str, f64>,
    /// Millions of lookups or nodes in a second, by work.
    millions_per_second: BTreeMap<&'static str, f64>,
}

/// A variant that wasn't measured.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::cli) struct LeftOut {
    /// Its id.
    pub(super) variant: String,
    /// Why not.
    pub(super) why: String,
}

pub(super) fn json(
    measured: &BenchResults,
    toolchain: &Toolchain,
    asked: &BenchSettings,
) -> String {
    let works = work_names();
    let rounded = |figure: f64| (figure * 1e4).round() / 1e4;
    let named = |figures: &[f64]| -> BTreeMap<&'static str, f64> {
        works.into_iter().zip(figures.iter().copied().map(rounded)).collect()
    };
    let rows = measured.rows.iter().map(|row| {
        let mut speed = named(&row.speeds);
        speed.insert(Workload::Engine.id(), rounded(row.columns()[Workload::Engine as usize]));
        Figures { name: row.name.clone(), speed, millions_per_second: named(&row.millions) }
    });
    let left_out = asked
        .left_out
        .iter()
        .map(|(variant, why)| LeftOut { variant: variant.clone(), why: why.clone() });
    let answer = |((count, sum), work): (&(u64, u64), _)| CountedWork {
        work,
        count: *count,
        sum: format!("{sum:#018x}"),
    };
    let measurement = Measurement::Measured {
        language: toolchain.language().into(),
        compiler: toolchain.title(),
        processor: processor(),
        rounds: measured.rounds,
        compared_with: "fancy",
        answers: measured.answers.iter().zip(works).map(answer).collect(),
        settings: asked.settings.clone(),
        rows: rows.collect(),
        left_out: left_out.collect(),
    };
    enveloped(&measurement, &[])
}

/// The processor's name, where the system has it in a file.
pub(super) fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
