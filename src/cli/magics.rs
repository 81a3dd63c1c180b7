//! Lists the factors of rook and bishop for a variant, in a table like the one in Kannan's appendix.

use super::reporting::Reporting;
use super::rows::{Listable, shown};
use super::start::{Start, start};
use serde::Serialize;

use super::args::{Cli, What};
use super::discover::FoundConfig;
use super::interrupt::InterruptedRun;
use super::progress::while_waiting;
use crate::error::Error;
use crate::generate::{choose, factors};

/// The factor of a square.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Magic"))]
pub(super) struct ListedMagic {
    /// The piece.
    piece: String,
    /// The square.
    square: String,
    /// The factor.
    factor: String,
    /// Its index bits.
    bits: u8,
}

impl Listable for ListedMagic {
    const KIND: &'static str = "magics";
}

/// The list with piece, square, factor and index bits of every square, as text or JSON.
pub(super) fn magics(
    variant: Option<&str>,
    set: Vec<String>,
    report: &Reporting,
) -> Result<String, Error> {
    let what =
        What { variant: Some(variant.unwrap_or("fancy").to_owned()), set, ..What::default() };
    let cli = Cli {
        command: None,
        what,
        place: super::args::OutputArgs::default(),
        reproduce: super::args::Reproduce::default(),
        report: report.clone(),
    };
    let text = "version = 1\n\n[[output]]\nlang = \"rust\"\n".to_owned();
    let Start { plan, mut solver, .. } =
        start(&cli, FoundConfig::of_flags(text), &InterruptedRun::new())?;
    let mut rows = Vec::new();
    for job in &plan.jobs {
        let watch = solver.effort.watch.clone();
        let found = while_waiting(&cli.report, &watch, || {
            let job = choose(job, &mut solver)?;
            factors(job, &mut solver)
        });
        for (piece, square, factor, bits) in found? {
            rows.push(ListedMagic { piece, square, factor: format!("{factor:#018x}"), bits });
        }
    }
    Ok(shown(rows, &["piece", "square", "factor", "bits"], report.format))
}
