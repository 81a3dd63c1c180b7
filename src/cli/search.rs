//! Lowers what the lock holds, as far as the effort goes; what isn't lowered stays, and no source is written.

use std::process::ExitCode;

use super::args::{Cli, Format};
use super::diagnostic;
use super::discover::{Found, find_config};
use super::run::{Start, spinner, start};
use super::{is_chatty, print, say};
use crate::emit::stage;
use crate::error::Error;
use crate::generate::sizes;

/// Runs, and says how it went.
pub(super) fn search(cli: &Cli) -> ExitCode {
    super::color(cli.report.color);
    match run(cli) {
        Ok(lines) if cli.report.format == Format::Json => print(&lines),
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => {
            diagnostic::say(&error, &cli.report);
            ExitCode::from(error.status())
        }
    }
}

fn run(cli: &Cli) -> Result<String, Error> {
    // A lock and a variant say enough: the language is no matter.
    let is_ad_hoc = cli.place.config.is_none() && cli.what.variant.is_some();
    let found = match find_config(cli) {
        Err(Error::Usage { .. }) if is_ad_hoc => {
            let text = "version = 1\n\n[[output]]\nlang = \"rust\"\n".to_owned();
            Found { config: None, text }
        }
        found => found?,
    };
    let Start { plan, mut solver, lock_path, old_lock, .. } = start(cli, found)?;
    let Some(path) = lock_path else {
        return Err(Error::Usage {
            message: "there is no lock to lower".to_owned(),
            help: Some("name it with `--lock FILE`, or a config with `--config FILE`".to_owned()),
        });
    };
    solver.keeps = true;
    let mut rows = Vec::new();
    for job in &plan.jobs {
        let held = solver.lock.clone();
        solver.improves = false;
        let before = if held.problems().is_empty() { None } else { Some(sizes(job, &mut solver)?) };
        let was_held = solver.lock == held;
        solver.improves = true;
        let bar = spinner(cli, job);
        let after = sizes(job, &mut solver);
        bar.inspect(indicatif::ProgressBar::finish_and_clear);
        let after = after?;
        let before = before.filter(|_| was_held);
        if is_chatty(&cli.report) {
            say(&match before {
                Some(before) if after < before => {
                    format!(
                        "{}: {} lowered from {before} to {after} entries",
                        job.id, job.variant.id
                    )
                }
                Some(_) => format!("{}: {} stays at {after} entries", job.id, job.variant.id),
                None => format!("{}: {} found with {after} entries", job.id, job.variant.id),
            });
        }
        rows.push(serde_json::json!({
            "id": job.id, "variant": job.variant.id, "before": before, "entries": after,
        }));
    }
    let text = solver.lock.to_string();
    if old_lock.as_deref() != Some(text.as_str()) {
        stage(&path, text.as_bytes())?.commit()?;
    }
    Ok(format!("{}\n", serde_json::Value::Array(rows)))
}
