//! Turns a [`Config`] into jobs: makes board, order and pieces, fills in defaults, and checks combinations.

use std::ops::Range;
use std::path::{Path, PathBuf};

use toml::Spanned;

use super::beside;
use super::board::mapping;
use super::budget;
use super::error::{Cause, ConfigError, ConfigErrorKind};
use super::graph::graph;
use super::job::{Plan, Target};
use super::load::load;
use super::pieces::{leapers, pieces};
use super::request::{Context, Request};
use super::search::search;
use super::source::Source;
use super::tables::{Config, OutputTable};
use super::zones::zones;
use crate::render;
use magicgen_board::{Mapping, Standard};
use magicgen_lookup::model::Tables;
use magicgen_search::text::check_line;

/// Reads and checks a whole config. All errors are reported, not only the first.
pub fn resolve(source: &Source, request: &Request<'_>) -> Result<Plan, Vec<ConfigError>> {
    let (config, unread) = load(source);
    let is_whole = unread.is_empty() && source.repaired.is_none();
    let is_nameless = config.is_nameless;
    resolve_read(source, request, config, is_whole)
        .map_err(|errors| together(source, unread, errors, is_nameless))
}

/// Joins the errors of reading and checking in the order of the file, without errors that only follow from others.
pub(super) fn together(
    source: &Source,
    unread: Vec<ConfigError>,
    mut errors: Vec<ConfigError>,
    is_nameless: bool,
) -> Vec<ConfigError> {
    let is_whole = unread.is_empty() && source.repaired.is_none();
    // Names made from a refused text are refused too, which isn't reported.
    let refused = |error: &&ConfigError| matches!(error.kind, ConfigErrorKind::Text { .. });
    let refused: Vec<_> = unread.iter().filter(refused).map(|error| error.span.clone()).collect();
    errors.retain(|error| {
        let made = match &error.kind {
            ConfigErrorKind::Name { error, .. } => check_line(error.name()).is_err(),
            _ => false,
        };
        !made && !refused.contains(&error.span)
    });
    // An unreadable part may make another part seem wrong.
    let is_nameless = is_nameless || source.repaired.is_some();
    let is_piece = |kind: &ConfigErrorKind| {
        matches!(kind, ConfigErrorKind::UnknownValue { what: "piece", .. })
    };
    errors.retain(|error| {
        is_whole
            || !error.kind.from().contains(&Cause::Unread)
            || is_piece(&error.kind) && !is_nameless
    });
    errors.splice(0..0, unread);
    if let Some(repaired) = &source.repaired {
        errors.retain(|error| {
            let is_missing = matches!(error.kind, ConfigErrorKind::Missing { .. });
            let start = error.span.as_ref().map_or(0, |span| span.start);
            !is_missing && !repaired.headless.iter().any(|zone| zone.contains(&start))
        });
        errors.splice(0..0, repaired.errors.iter().cloned());
    }
    errors.sort_by_key(|error| error.span.as_ref().map_or(0, |span| span.start));
    // An error in `[defaults]` appears in every output, but is reported once.
    let mut told: Vec<ConfigError> = Vec::new();
    for error in errors {
        let is_told = |told: &ConfigError| told.span == error.span && told.kind == error.kind;
        if error.span.is_none() || !told.iter().rev().take(MOST_ALIKE).any(is_told) {
            told.push(error);
        }
    }
    told
}

/// The number of earlier errors that an error is compared with, to find duplicates.
const MOST_ALIKE: usize = 64;

fn resolve_read(
    source: &Source,
    request: &Request<'_>,
    config: Config<'_>,
    is_whole: bool,
) -> Result<Plan, Vec<ConfigError>> {
    let mut errors = Vec::new();
    let files = (source, request);
    let graph = graph(&config, files, &mut errors);
    let mapping = mapping(&config, graph.as_ref(), &mut errors);
    let board = mapping.as_ref().map(|mapping| (mapping, graph.as_ref()));
    let pieces = pieces(&config, board, files, &mut errors);
    let leapers = leapers(&config, &pieces);
    // Errors in zones have been reported with the pieces.
    let places = mapping.as_ref().map(|mapping| zones(&config, mapping.board(), &mut Vec::new()));
    let zones = places.unwrap_or_default();
    let (effort, choices) = search(&config.search, source, request, &mut errors);
    let mut read = beside::named(&config, request);
    let Config { outputs, .. } = config;
    if outputs.is_empty() {
        let example = "[[output]]`, then `lang = \"c\"` and `path = \"magics.h\"".to_owned();
        errors.push(ConfigError::nowhere(ConfigErrorKind::Missing { key: "output", example }));
    }
    // Without a board, outputs are checked on the chess board, to find errors that don't depend on the board.
    let has_board = mapping.is_some();
    let mapping = mapping.unwrap_or_else(|| Mapping::chess(Standard::ALL[0]));
    let context = Context {
        source,
        request,
        mapping: &mapping,
        pieces: &pieces,
        leapers: &leapers,
        zones: &zones,
        seed: effort.seed,
        choices: &choices,
    };
    let mut jobs = Vec::new();
    let mut ids: Vec<String> = Vec::new();
    let mut id_spans = Vec::new();
    for mut output in outputs {
        let cell = output.table.cell.take();
        errors.extend(cell.and_then(|cell| output.table.lookup.take_cell(cell)));
        let span = output.span.clone();
        let id_span = output.table.id.as_ref().map_or(span.clone(), Spanned::span);
        let id = id(&output.table);
        if let Some(first) = ids.iter().position(|other| *other == id && !id.is_empty()) {
            let error =
                ConfigError::at(id_span.clone(), ConfigErrorKind::IdTwice { id: id.clone() });
            let first: &Range<usize> = &id_spans[first];
            errors.push(error.with(first.clone(), "first here"));
        }
        ids.push(id.clone());
        id_spans.push(id_span);
        if request.only.is_empty() || request.only.contains(&id) {
            match budget::job(&context, output, &id) {
                Ok(job) => jobs.push((job, span)),
                Err(wrong) => {
                    let holds = |error: &ConfigError| {
                        has_board || !error.kind.from().contains(&Cause::Board)
                    };
                    errors.extend(wrong.into_iter().filter(holds));
                }
            }
        }
    }
    for only in request.only.iter().filter(|only| !ids.contains(only)) {
        let kind = ConfigErrorKind::NoSuchId { id: only.clone(), known: ids.clone() };
        errors.push(ConfigError::nowhere(kind));
    }
    let chosen =
        ids.iter().filter(|id| request.only.is_empty() || request.only.contains(id)).count();
    for flag in request.single.iter().filter(|_| chosen > 1) {
        errors
            .push(ConfigError::nowhere(ConfigErrorKind::NeedsOneOutput { flag, outputs: chosen }));
    }
    check_paths(&jobs, request, &mut errors);
    let of_jobs = jobs.iter().flat_map(|(job, _)| job.backend.files());
    for path in of_jobs.map(|name| beside::path(name, request)).collect::<Vec<_>>() {
        if !read.contains(&path) {
            read.push(path);
        }
    }
    if errors.is_empty() && is_whole && has_board {
        let jobs = jobs.into_iter().map(|(job, _)| job).collect();
        Ok(Plan { jobs, effort, choices, files: read })
    } else {
        Err(errors)
    }
}

/// The id of an output: given, or else its language's id, even if `lang` has an alias.
fn id(table: &OutputTable) -> String {
    if let Some(id) = &table.id {
        return id.get_ref().clone();
    }
    let lang = table.lang.as_ref().map_or("", |lang| lang.get_ref().as_str());
    match render::find_output(lang) {
        Some(language) => language.id.to_owned(),
        None => lang.to_owned(),
    }
}

fn check_paths(
    jobs: &[(super::Job, Range<usize>)],
    request: &Request<'_>,
    errors: &mut Vec<ConfigError>,
) {
    let mut seen: Vec<(PathBuf, String, &Range<usize>)> = Vec::new();
    let files = |job: &super::Job| {
        let has_blob = job.printed.when == Tables::Blob;
        job.backend.artifacts(&job.printed.emit) + usize::from(has_blob)
    };
    let on_stdout = jobs.iter().filter(|(job, _)| job.target == Target::Stdout);
    let on_stdout: usize = on_stdout.map(|(job, _)| files(job)).sum();
    let many = |path: &str, files| ConfigErrorKind::ManyOnStream { path: path.to_owned(), files };
    if on_stdout > 1 {
        errors.push(ConfigError::nowhere(many("standard output", on_stdout)));
    }
    let own = [(request.config, "config"), (request.lock, "lock")];
    let own = own.map(|(file, what)| (file.map(normal), FileOf::Run(what)));
    for (job, span) in jobs {
        let (Target::File(path) | Target::Stream(path)) = &job.target else { continue };
        let normal = normal(path);
        let shown = path.display().to_string();
        if matches!(job.target, Target::Stream(_)) && files(job) > 1 {
            errors.push(ConfigError::at(span.clone(), many(&shown, files(job))));
        }
        let of_run = own.iter().find_map(|(file, of)| clash(&normal, file.as_ref()?, of));
        errors.extend(of_run.map(|kind| ConfigError::at(span.clone(), kind)));
        let of_output = seen.iter().find_map(|(other, id, first)| {
            Some((clash(&normal, other, &FileOf::Output(id))?, *first))
        });
        if let Some((kind, first)) = of_output {
            errors.push(ConfigError::at(span.clone(), kind).with(first.clone(), "first here"));
        }
        seen.push((normal, job.id.clone(), span));
    }
}

/// The owner of a file with which an output's path may clash.
pub enum FileOf<'a> {
    /// The output with this id.
    Output(&'a str),
    /// The run; the word is `config` or `lock`.
    Run(&'static str),
}

/// The reason why an output's path can't coexist with the file `other`; `None` if it can.
#[must_use]
pub fn clash(path: &Path, other: &Path, of: &FileOf<'_>) -> Option<ConfigErrorKind> {
    let [own, others] = [path, other].map(|path| PathBuf::from(folded(path)));
    let [path_shown, as_path] = [path, other].map(|path| path.display().to_string());
    if own == others {
        return Some(match of {
            FileOf::Run(what) => ConfigErrorKind::PathOverwrites { path: path_shown, what },
            FileOf::Output(id) if path == other => {
                ConfigErrorKind::PathTwice { path: path_shown, other: (*id).to_owned() }
            }
            FileOf::Output(id) => {
                ConfigErrorKind::PathCase { path: path_shown, as_path, other: (*id).to_owned() }
            }
        });
    }
    let file = match of {
        FileOf::Run(what) => format!("the {what}"),
        FileOf::Output(id) => format!("`{as_path}` of output `{id}`"),
    };
    // A lock named `.` is refused when it is read.
    if own.starts_with(&others) && !others.as_os_str().is_empty() {
        Some(ConfigErrorKind::PathInFile { path: path_shown, file })
    } else if others.starts_with(&own) {
        Some(ConfigErrorKind::PathAroundFile { path: path_shown, file })
    } else {
        None
    }
}

/// A path in the form that file systems compare if they ignore case and the encoding of accented letters.
fn folded(path: &Path) -> String {
    // Upper case comes first, since some letters have two lower-case forms.
    let cased = |text: &str| text.to_uppercase().to_lowercase();
    // Other builds don't compare paths for writing.
    #[cfg(feature = "cli")]
    let cased = |text: &str| -> String {
        use unicode_normalization::UnicodeNormalization as _;
        cased(&text.nfd().collect::<String>()).nfc().collect()
    };
    cased(&path.to_string_lossy())
}

/// A path without `.` and `x/..`, for comparison.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir if normal.file_name().is_some() => {
                normal.pop();
            }
            part => normal.push(part),
        }
    }
    normal
}
