//! Recommendations for a config's boards of more than 64 squares, by processor and caches.

use std::path::Path;

use clap::ValueEnum;
use serde::Serialize;
use serde_json::json;

use super::{Processor, Recommend, Recommended};
use crate::cli::discover::FoundConfig;
use crate::cli::envelope::enveloped;
use crate::cli::reporting::Format;
use crate::cli::rows::printed;
use crate::config::{Job, Request, Source, resolve};
use crate::emit::read_known;
use crate::error::Error;
use crate::generate::{BoardSizes, Site, board_sizes};
use crate::order::{Caches, WIDE_CHOICES, WideChoice, wide_speed};
use magicgen_search::Watch;

/// The most bytes of all lookups of an output that have to share caches, unless the user allows more.
const SHARED_BYTES: usize = 64 << 10;

/// What else is in the caches of the processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum CachesFlag {
    /// The program's other data, as in an engine: lookups of at most 64 KiB
    Shared,
    /// Tables alone: lookups of any size
    Warm,
}

/// A lookup that can be recommended for an output.
struct WideCandidate {
    choice: &'static WideChoice,
    speeds: [f64; 3],
    sizes: BoardSizes,
}

/// The recommendation for each output of the config that has a board of more than 64 squares.
pub(super) fn recommended(
    asked: &Recommend,
    config: &Path,
    watch: &Watch,
) -> Result<String, Error> {
    let found = FoundConfig::read(config)?;
    let source = Source::new(&found.name, &found.text, Vec::new());
    let request = Request { config: found.file(), read: &read_known, ..Request::default() };
    let plan = resolve(&source, &request)
        .map_err(|errors| Error::Config { source: Box::new(source.clone()), errors })?;
    let jobs: Vec<&Job> = plan.jobs.iter().filter(|job| job.mapping.is_wide()).collect();
    if jobs.is_empty() {
        let message = format!("{} has no board of more than 64 squares", found.name);
        let help = Some("leave out `--config`: figures of the chess board serve it".to_owned());
        return Err(Error::Usage { message, help });
    }
    let mut text = String::new();
    let mut outputs = Vec::new();
    for job in jobs {
        let candidates = candidates(asked, job, watch)?;
        match asked.format {
            Format::Json => outputs.push(output(asked, job, &candidates)),
            format => text += &shown(asked, job, &candidates, format),
        }
    }
    if asked.format == Format::Json {
        return Ok(enveloped(&Recommended::RecommendedByOutput { outputs }, &[]));
    }
    Ok(text)
}

impl CachesFlag {
    const fn state(self) -> Caches {
        match self {
            Self::Shared => Caches::Shared,
            Self::Warm => Caches::Warm,
        }
    }
}

/// The lookups that fit, the fastest first.
fn candidates(asked: &Recommend, job: &Job, watch: &Watch) -> Result<Vec<WideCandidate>, Error> {
    let default = match asked.caches {
        CachesFlag::Shared => SHARED_BYTES,
        CachesFlag::Warm => usize::MAX,
    };
    let most = asked.max_bytes.map_or(default, |most| usize::try_from(most).unwrap_or(usize::MAX));
    let site = Site { mapping: &job.mapping, pieces: &job.pieces };
    let mut candidates = Vec::new();
    let mut least: Option<(usize, &str)> = None;
    for choice in &WIDE_CHOICES {
        let form = choice.form();
        let has_pext = asked.processor != Processor::Any && job.backend.capabilities().has_pext;
        if form.needs_pext() && !has_pext {
            continue;
        }
        let Some(sizes) = board_sizes(form, site, watch)? else { continue };
        let Some(speeds) = Caches::ALL
            .into_iter()
            .map(|caches| wide_speed(choice.name, caches))
            .collect::<Option<Vec<f64>>>()
            .and_then(|speeds| speeds.try_into().ok())
        else {
            continue;
        };
        if sizes.all() > most {
            if least.is_none_or(|(fewest, _)| sizes.all() < fewest) {
                least = Some((sizes.all(), choice.name));
            }
            continue;
        }
        candidates.push(WideCandidate { choice, speeds, sizes });
    }
    let state = asked.caches.state() as usize;
    candidates.sort_by(|a, b| {
        b.speeds[state].total_cmp(&a.speeds[state]).then(a.sizes.all().cmp(&b.sizes.all()))
    });
    if candidates.is_empty() {
        let (bytes, name) = least.unwrap_or_default();
        let message = format!(
            "output `{}`: no lookup of its pieces takes {most} bytes or less; the smallest, {name}, takes {bytes}",
            job.id
        );
        let help = format!(
            "allow `--max-bytes {bytes}`, use `--processor bmi2`, or give pieces that turn, such as horses, an output \
             of their own"
        );
        return Err(Error::Usage { message, help: Some(help) });
    }
    Ok(candidates)
}

fn reason(asked: &Recommend, best: &WideCandidate) -> String {
    let caches = match asked.caches {
        CachesFlag::Shared => "after other lookups",
        CachesFlag::Warm => "with warm caches",
    };
    let speed = best.speeds[asked.caches.state() as usize];
    format!("it is {speed:.2} times as fast as direction {caches}, and nothing that fits is faster")
}

fn shown(asked: &Recommend, job: &Job, candidates: &[WideCandidate], format: Format) -> String {
    let row = |candidate: &WideCandidate| {
        let speed = |caches: Caches| json!(format!("{:.2}", candidate.speeds[caches as usize]));
        let (piece, bytes) = candidate.sizes.largest();
        vec![
            ("lookup", json!(candidate.choice.name)),
            ("again", speed(Caches::Warm)),
            ("first", speed(Caches::Shared)),
            ("dirty", speed(Caches::Dirty)),
            ("largest table", json!(format!("{bytes} ({piece})"))),
            ("all tables", json!(candidate.sizes.tables)),
            ("with fields", json!(candidate.sizes.all())),
        ]
    };
    let best = &candidates[0];
    format!(
        "output `{}`: {}: {}.\n\n{}\n\n{}\n",
        job.id,
        best.choice.name,
        reason(asked, best),
        best.choice.keys().join("\n"),
        printed(&candidates.iter().map(row).collect::<Vec<_>>(), format)
    )
}

/// The recommendation for an output.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub(in crate::cli) struct OutputRecommendation {
    /// The id of the output.
    output: String,
    /// The lookup to take: a variant, perhaps with another content of its slots.
    lookup: &'static str,
    /// The keys of the output that choose it.
    keys: Vec<String>,
    /// Why.
    reason: String,
    /// All lookups that fit, best first.
    candidates: Vec<FittingOnBoard>,
}

/// A lookup that fits.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
struct FittingOnBoard {
    /// Its name.
    lookup: &'static str,
    /// How many times as fast as `direction` with warm caches.
    again: f64,
    /// The same after other lookups.
    first: f64,
    /// The same after other memory was written.
    dirty: f64,
    /// The piece with the largest tables.
    largest_piece: String,
    /// The bytes of its tables.
    largest_table: usize,
    /// The bytes of all tables.
    tables: usize,
    /// The bytes of all tables and fields.
    bytes: usize,
}

fn output(asked: &Recommend, job: &Job, candidates: &[WideCandidate]) -> OutputRecommendation {
    let best = &candidates[0];
    let fitting = |candidate: &WideCandidate| {
        let [again, first, dirty] = candidate.speeds.map(|speed| (speed * 100.0).round() / 100.0);
        let (piece, largest_table) = candidate.sizes.largest();
        FittingOnBoard {
            lookup: candidate.choice.name,
            again,
            first,
            dirty,
            largest_piece: piece.to_owned(),
            largest_table,
            tables: candidate.sizes.tables,
            bytes: candidate.sizes.all(),
        }
    };
    OutputRecommendation {
        output: job.id.clone(),
        lookup: best.choice.name,
        keys: best.choice.keys(),
        reason: reason(asked, best),
        candidates: candidates.iter().map(fitting).collect(),
    }
}
