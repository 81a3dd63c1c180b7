//! `magicgen report`: one page of HTML that shows the lookups of a config.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;

use super::interrupt::{InterruptedRun, interruptible};
use super::list::ListedVariant;
use super::lookups::LookupArgs;
use super::progress::while_waiting;
use super::reporting::{CommonFlags, Format, Reporting};
use super::start::Start;
use super::write::is_for_a_file;
use super::{diagnostic, is_chatty, list, print_bytes, say};
use crate::emit::{commit_all, stage};
use crate::error::Error;
use crate::report::{Part, page};

/// Where the page goes, and what it shows.
#[derive(Args, Clone, Debug)]
#[command(after_long_help = "The page is one file and needs no network. It shows:\n\
    \x20 - a board on which lookups run step by step\n\
    \x20 - maps of each square's index bits, slots and factors\n\
    \x20 - the table, with the owner of each slot\n\
    \x20 - all variants side by side\n\
    \x20 - the sources of the factors\n\n\
    The config is the nearest magicgen.toml; outputs with the same lookups are shown once. Without a config, the variant is \
    fancy.\n\n\
    Examples:\n\
    \x20 magicgen report -o report.html\n\
    \x20 magicgen report --variant packed -o packed.html")]
pub(super) struct ManualPage {
    /// File of the page; `-` is standard output
    #[arg(short, long, value_name = "FILE", default_value = "report.html")]
    output: PathBuf,
    #[command(flatten)]
    lookups: LookupArgs,
    #[command(flatten)]
    manner: CommonFlags,
}

/// Writes the page, and returns the exit status.
pub(super) fn report(asked: ManualPage) -> ExitCode {
    let report = Reporting::new(Format::Human, &asked.manner);
    let reporting = report.clone();
    interruptible(&report, "report", Duration::ZERO, move |kept| {
        match write(&asked, &reporting, kept) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                diagnostic::say(&error, &reporting);
                ExitCode::from(error.status())
            }
        }
    })
}

fn write(asked: &ManualPage, report: &Reporting, kept: &InterruptedRun) -> Result<(), Error> {
    let is_stdout = asked.output.as_os_str() == "-";
    if !is_stdout {
        is_for_a_file(&asked.output)?;
    }
    let lookups = &asked.lookups;
    lookups.overrides()?;
    let start = lookups.start(lookups.found()?, Vec::new(), None, report, kept)?;
    let Start { plan, mut solver, turn: _turn, .. } = start;
    let watch = solver.effort.watch.clone();
    let text = while_waiting(report, &watch, || {
        let mut parts: Vec<Part> = Vec::new();
        for job in &plan.jobs {
            let part = Part::of(job, &mut solver)?;
            let shows = |other: &Part| {
                (&other.inside.variant, &other.orientation, &other.unions)
                    == (&part.inside.variant, &part.orientation, &part.unions)
                    && names(other).eq(names(&part))
            };
            if !parts.iter().any(shows) {
                parts.push(part);
            }
        }
        let variants: Vec<_> =
            list::surveys(None, &watch)?.into_iter().map(ListedVariant::new).collect();
        let variants = serde_json::to_value(variants).unwrap_or_default();
        page(&parts, &variants).map_err(Error::Disproof)
    })?;
    if is_stdout {
        return print_bytes(text.as_bytes()).map_err(|error| Error::Io {
            action: "write",
            path: "standard output".into(),
            error,
        });
    }
    commit_all(vec![stage(&asked.output, text.as_bytes())?])?;
    if is_chatty(report) {
        say(&format!("wrote {}", asked.output.display()));
    }
    Ok(())
}

fn names(part: &Part) -> impl Iterator<Item = &str> {
    part.inside.pieces.iter().map(|piece| piece.name.as_str())
}
