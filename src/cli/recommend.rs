//! `magicgen recommend`: recommends a variant by measured speeds.

mod wide;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use serde::Serialize;
use serde_json::json;

use super::envelope::{Payload, enveloped, failed};
use super::progress::while_waiting;
use super::reporting::{CommonFlags, Format, Reporting, formats};
use super::rows::printed;
use super::{args, diagnostic, print};
use crate::config::{bytes, matched};
use crate::error::Error;
use crate::generate::survey;
use crate::order::{Workload, languages, mean_speed, speed};
use crate::render;
use magicgen_lookup::variant::{ALL, Variant, Vectors};
use magicgen_search::Watch;
use wide::{CachesFlag, OutputRecommendation};

/// The target of the recommendation.
#[derive(Args, Clone, Debug)]
#[command(
    after_long_help = "`magicgen list variants` shows the figures: ratios to fancy, measured by `magicgen bench` in C and Rust. \
    Other languages use the mean of C and Rust. Variants within 0.02 count as equally fast.\n\n\
    Exit status:\n\
    \x20 0  done\n\
    \x20 2  the usage is wrong, or no variant is that small\n\n\
    Examples:\n\
    \x20 magicgen recommend --lang rust\n\
    \x20 magicgen recommend --lang c --processor bmi2\n\
    \x20 magicgen recommend --max-bytes 200000 --workload hash\n\
    \x20 magicgen recommend --config xiangqi.toml --processor bmi2    # boards of more than 64 squares"
)]
pub(super) struct Recommend {
    /// Language to generate
    #[arg(short, long, visible_alias = "language", value_name = "LANG", value_parser = args::languages(), default_value = "c")]
    lang: String,
    /// Processors that the program runs on
    #[arg(long, value_enum, default_value_t = Processor::Any)]
    processor: Processor,
    /// Limit for tables and fields, e.g. 100KiB
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    max_bytes: Option<u64>,
    /// Workload of the program
    #[arg(long, value_enum, default_value_t = WorkloadFlag::Engine)]
    workload: WorkloadFlag,
    /// Recommend a lookup for each output of this config with a board of more than 64 squares
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["lang", "workload"])]
    config: Option<PathBuf>,
    /// What else is in the caches, with --config
    #[arg(long, value_enum, default_value_t = CachesFlag::Shared, requires = "config")]
    caches: CachesFlag,
    /// Format of the report
    #[arg(long, value_name = "FORMAT", value_parser = formats(&Format::OF_LISTS), default_value = "human")]
    format: Format,
    #[command(flatten)]
    manner: CommonFlags,
}

impl Recommend {
    fn language(&self) -> &'static render::Language {
        render::find(&self.lang).expect("the parser takes known languages only")
    }
}

/// A kind of processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Processor {
    /// Every processor
    #[value(alias = "portable")]
    Any,
    /// x86-64 with fast BMI2: Intel since Haswell, AMD since Zen 3
    Bmi2,
    /// x86-64 with AVX-512: Intel's servers since Skylake, AMD since Zen 4
    Avx512,
}

/// A workload of `magicgen bench`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum WorkloadFlag {
    /// Legal moves and a search
    Engine,
    /// Positions of games in order, with a large hash table
    Hash,
    /// Positions of games in order
    Games,
    /// Positions of games; each lookup waits for the one before
    Latency,
    /// Positions of games, with other memory read between them
    Pressure,
    /// Random boards, as in microbenchmarks
    Stream,
}

impl WorkloadFlag {
    fn workload(self) -> Workload {
        match self {
            Self::Engine => Workload::Engine,
            Self::Hash => Workload::Hash,
            Self::Games => Workload::Games,
            Self::Latency => Workload::Latency,
            Self::Pressure => Workload::Pressure,
            Self::Stream => Workload::Stream,
        }
    }
}

/// A variant that can be recommended.
struct Candidate {
    variant: &'static Variant,
    speed: f64,
    bytes: usize,
}

/// Prints the recommendation, and returns the exit status.
pub(super) fn recommend(asked: &Recommend) -> ExitCode {
    let report = Reporting::new(asked.format, &asked.manner);
    let watch = Watch::new();
    let answer = || match &asked.config {
        Some(config) => wide::recommended(asked, config, &watch),
        None => candidates(asked, &watch).map(|candidates| match asked.format {
            Format::Json => json(asked, &candidates),
            format => text(asked, &candidates, format),
        }),
    };
    match while_waiting(&report, &watch, answer) {
        Ok(answer) => print(&answer),
        Err(error) => {
            diagnostic::say(&error, &report);
            if asked.format == Format::Json {
                print(&failed(Recommended::KIND, &error));
            }
            ExitCode::from(error.status())
        }
    }
}

/// The variants that fit, the fastest first; at equal speed, the smallest first.
fn candidates(asked: &Recommend, watch: &Watch) -> Result<Vec<Candidate>, Error> {
    let language = asked.language();
    let workload = asked.workload.workload();
    let mut candidates = Vec::new();
    let mut least: Option<(usize, &str)> = None;
    for variant in ALL {
        // Processors with BMI2 have AVX2 too.
        let is_as_measured = match asked.processor {
            Processor::Any => variant.form.is_for_every_processor(),
            Processor::Bmi2 => variant.form.vectors() != Some(Vectors::Avx512),
            Processor::Avx512 => true,
        };
        let is_usable =
            is_as_measured && (asked.max_bytes.is_none() || variant.form.keeps_fields());
        let measured =
            speed(language.id, variant.id, workload).or_else(|| mean_speed(variant.id, workload));
        let Some(speed) = measured.filter(|_| is_usable) else { continue };
        if matched(language, variant).tables.is_empty() {
            continue;
        }
        let survey = survey(variant, watch)?;
        let bytes = survey.bytes + survey.field_bytes;
        if asked.max_bytes.is_none_or(|most| bytes as u64 <= most) {
            candidates.push(Candidate { variant, speed, bytes });
        } else if least.is_none_or(|(fewest, _)| bytes < fewest) {
            least = Some((bytes, variant.id));
        }
    }
    candidates.sort_by(|a, b| b.speed.total_cmp(&a.speed).then(a.bytes.cmp(&b.bytes)));
    if candidates.is_empty() {
        let (bytes, id) = least.unwrap_or_default();
        let most = asked.max_bytes.unwrap_or_default();
        let message =
            format!("no variant takes {most} bytes or less; the smallest, {id}, takes {bytes}");
        let help = Some(format!("allow at least `--max-bytes {bytes}`"));
        return Err(Error::Usage { message, help });
    }
    Ok(candidates)
}

/// Whether the language's own code was measured.
fn is_measured(asked: &Recommend) -> bool {
    languages().any(|language| language == asked.lang)
}

/// The reason for the first candidate.
fn reason(asked: &Recommend, candidates: &[Candidate]) -> String {
    let best = &candidates[0];
    let mut reason = format!(
        "it is {:.2} times as fast as fancy in the workload {}, and nothing that fits is faster",
        best.speed,
        asked.workload.workload().id()
    );
    let flag = match asked.language().id {
        "c" | "cpp" => Some("-mbmi2"),
        "rust" => Some("-C target-feature=+bmi2"),
        _ => None,
    };
    if let Some(flag) = flag.filter(|_| best.variant.form.needs_pext()) {
        let _ = write!(reason, ". Compile with `{flag}`: without it, PEXT is a loop");
    }
    if best.variant.form.vectors() == Some(Vectors::Avx512)
        && matches!(asked.language().id, "c" | "cpp")
    {
        reason.push_str(". Compile with `-march=x86-64-v4`: without it, vectors are shorter");
    }
    if !is_measured(asked) {
        let _ = write!(
            reason,
            ". This language was not measured: figures are the mean of {}",
            languages().collect::<Vec<_>>().join(" and ")
        );
    }
    reason
}

/// The command that generates the best variant. For C++ it makes a header and a source file: with a header alone, each
/// includer would compile the tables.
fn command(asked: &Recommend, best: &Candidate) -> String {
    let lang = asked.language().id;
    let apart = if lang == "cpp" { " -D output.cpp.layout=pair -o ./" } else { "" };
    // An older Java replaces PEXT by a loop.
    let release = match lang {
        "java" | "kotlin" if best.variant.form.needs_pext() => {
            format!(" -D output.{lang}.release=19")
        }
        _ => String::new(),
    };
    format!("magicgen --lang {} --variant {}{apart}{release}", asked.lang, best.variant.id)
}

fn text(asked: &Recommend, candidates: &[Candidate], format: Format) -> String {
    let workload = asked.workload.workload().id();
    let rows = candidates.iter().map(|candidate| {
        vec![
            ("variant", json!(candidate.variant.id)),
            (workload, json!(format!("{:.2}", candidate.speed))),
            ("bytes", json!(candidate.bytes)),
            ("what it is", json!(candidate.variant.summary)),
        ]
    });
    format!(
        "{}: {}.\n\n{}\n\n{}",
        candidates[0].variant.id,
        reason(asked, candidates),
        command(asked, &candidates[0]),
        printed(&rows.collect::<Vec<_>>(), format)
    )
}

/// The JSON object that a run prints.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "status", rename_all = "kebab-case")]
pub(super) enum Recommended {
    /// There is a variant that fits.
    #[serde(rename_all = "kebab-case")]
    Recommended {
        /// The variant to take.
        variant: &'static str,
        /// Why.
        reason: String,
        /// The command that generates it.
        command: String,
        /// The language that was asked for.
        language: String,
        /// Whether that language's own code was measured.
        is_measured: bool,
        /// The workload that speeds are of.
        workload: &'static str,
        /// All variants that fit, best first.
        candidates: Vec<Fitting>,
    },
    /// There is a lookup for each output with a board of more than 64 squares.
    RecommendedByOutput {
        /// The outputs.
        outputs: Vec<OutputRecommendation>,
    },
}

impl Payload for Recommended {
    const KIND: &'static str = "recommendation";
}

/// A variant that fits.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Fitting {
    /// Its id.
    variant: &'static str,
    /// How many times as fast as fancy.
    speed: f64,
    /// The bytes of its tables and fields.
    bytes: usize,
}

fn json(asked: &Recommend, candidates: &[Candidate]) -> String {
    let fitting = |candidate: &Candidate| Fitting {
        variant: candidate.variant.id,
        speed: (candidate.speed * 100.0).round() / 100.0,
        bytes: candidate.bytes,
    };
    let recommended = Recommended::Recommended {
        variant: candidates[0].variant.id,
        reason: reason(asked, candidates),
        command: command(asked, &candidates[0]),
        language: asked.lang.clone(),
        is_measured: is_measured(asked),
        workload: asked.workload.workload().id(),
        candidates: candidates.iter().map(fitting).collect(),
    };
    enveloped(&recommended, &[])
}
