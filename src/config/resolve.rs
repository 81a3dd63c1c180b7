//! [`Config`] in; jobs out: board, order and pieces made, every default filled in, every combination checked.

use std::ops::Range;
use std::path::{Path, PathBuf};

use toml::Spanned;

use super::board::mapping;
use super::budget;
use super::error::{ConfigError, ConfigErrorKind};
use super::job::{Choices, Plan, Target};
use super::load::{Config, SearchTable, load};
use super::output;
use super::pieces::pieces;
use super::source::Source;
use super::style::{choice, unknown};
use crate::search::{Effort, known};

/// What a run wants beside the config's text.
pub struct Request<'a> {
    /// The config file; `None` for a run from flags alone.
    pub config: Option<&'a Path>,
    /// The lock file that must not be overwritten.
    pub lock: Option<&'a Path>,
    /// The outputs chosen by id; all where empty.
    pub only: &'a [String],
    /// Flags that need exactly one output.
    pub single: &'a [&'static str],
    /// The command line's own path, relative to the current folder.
    pub output: Option<&'a Path>,
    /// What a path leads to.
    pub leads: &'a dyn Fn(&Path) -> Leads,
    /// Whether a path that the config names may not be written: it leads out of the config's folder.
    pub is_outside: &'a dyn Fn(&Path) -> bool,
}

/// What a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leads {
    /// A file, whether it is there or not.
    ToFile,
    /// A folder.
    ToFolder,
    /// A device or a pipe, which has no neighbours.
    ToStream,
    /// Standard output.
    ToStdout,
}

/// Reads and checks a whole config. All errors are reported, not the first.
pub fn resolve(source: &Source, request: &Request<'_>) -> Result<Plan, Vec<ConfigError>> {
    let (config, unread) = load(source).map_err(|error| vec![error])?;
    resolve_read(source, request, config, unread.is_empty()).map_err(|mut errors| {
        if !unread.is_empty() {
            // What could not be read may be why something else seems wrong.
            errors.retain(|error| error.kind.stands_alone());
        }
        errors.splice(0..0, unread);
        errors
    })
}

fn resolve_read(
    source: &Source,
    request: &Request<'_>,
    config: Config<'_>,
    is_whole: bool,
) -> Result<Plan, Vec<ConfigError>> {
    let mut errors = Vec::new();
    let mapping =
        mapping(&config.board, &config.orientation).map_err(|error| errors.push(error)).ok();
    let pieces = pieces(&config, mapping.as_ref(), &mut errors);
    let (effort, choices) = effort(&config.search, &mut errors);
    let Config { outputs, .. } = config;
    if outputs.is_empty() {
        let example = "[[output]]\nlang = \"c\"\npath = \"magics.h\"".replace('\n', " ");
        errors.push(ConfigError::nowhere(ConfigErrorKind::Missing { key: "output", example }));
    }
    let Some(mapping) = mapping else { return Err(errors) };
    let context = output::Context {
        source,
        request,
        mapping: &mapping,
        pieces: &pieces,
        is_kannan: choices.is_kannan,
    };
    let mut jobs = Vec::new();
    let mut ids = Vec::new();
    for output in outputs {
        let span = output.span.clone();
        let id_span = output.table.id.as_ref().map_or(span.clone(), Spanned::span);
        let id =
            output.table.id.as_ref().or(output.table.lang.as_ref()).map(|id| id.get_ref().clone());
        let id = id.unwrap_or_default();
        if ids.contains(&id) && !id.is_empty() {
            errors.push(ConfigError::at(id_span, ConfigErrorKind::IdTwice { id: id.clone() }));
        }
        ids.push(id.clone());
        if request.only.is_empty() || request.only.contains(&id) {
            match budget::job(&context, output, &id) {
                Ok(job) => jobs.push((job, span)),
                Err(wrong) => errors.extend(wrong),
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
    if errors.is_empty() && is_whole {
        Ok(Plan { jobs: jobs.into_iter().map(|(job, _)| job).collect(), effort, choices })
    } else {
        Err(errors)
    }
}

/// A number of the config in its range.
pub(super) fn number(
    key: &'static str,
    given: Option<&Spanned<i128>>,
    least: i128,
    most: i128,
) -> Result<Option<i128>, ConfigError> {
    let Some(given) = given else { return Ok(None) };
    let value = *given.get_ref();
    if (least..=most).contains(&value) {
        return Ok(Some(value));
    }
    let kind = ConfigErrorKind::OutOfRange { key, value: value.to_string(), least, most };
    Err(ConfigError::at(given.span(), kind))
}

fn effort(table: &SearchTable, errors: &mut Vec<ConfigError>) -> (Effort, Choices) {
    let mut effort = Effort::default();
    let mut choices = Choices::default();
    match number("seed", table.seed.as_ref(), 0, i128::from(u64::MAX)) {
        Ok(Some(seed)) => effort.seed = seed as u64,
        Ok(None) => {}
        Err(error) => errors.push(error),
    }
    match number("effort", table.effort.as_ref(), 1, 1_000_000_000) {
        Ok(Some(millions)) => {
            effort.candidates = millions as u64 * Effort::CANDIDATES;
            choices.effort = Some(millions as u64);
        }
        Ok(None) => {}
        Err(error) => errors.push(error),
    }
    if let Some(ids) = &table.known {
        let mut chosen = Vec::new();
        for id in ids {
            match known::find(id.get_ref()) {
                Some(found) => chosen.push(found),
                None if id.get_ref() == "all" => chosen.extend(known::all()),
                None => {
                    let ids = known::ids().map(str::to_owned);
                    let ids = std::iter::once("all".to_owned()).chain(ids).collect();
                    errors.push(unknown("set of known factors", id, ids));
                }
            }
        }
        choices.known = Some(chosen);
    }
    choices.is_denser = table.denser.unwrap_or(false);
    match choice("method", table.method.as_ref(), &[("designs", false), ("kannan", true)]) {
        Ok(is_kannan) => choices.is_kannan = is_kannan.unwrap_or(false),
        Err(error) => errors.push(error),
    }
    (effort, choices)
}

fn check_paths(
    jobs: &[(super::Job, Range<usize>)],
    request: &Request<'_>,
    errors: &mut Vec<ConfigError>,
) {
    let mut seen: Vec<(PathBuf, String)> = Vec::new();
    let files = |job: &super::Job| job.backend.artifacts(&job.emit);
    let on_stdout = jobs.iter().filter(|(job, _)| job.target == Target::Stdout);
    let on_stdout: usize = on_stdout.map(|(job, _)| files(job)).sum();
    let many = |path: &str, files| ConfigErrorKind::ManyOnStream { path: path.to_owned(), files };
    if on_stdout > 1 {
        errors.push(ConfigError::nowhere(many("standard output", on_stdout)));
    }
    for (job, span) in jobs {
        let (Target::File(path) | Target::Stream(path)) = &job.target else { continue };
        let normal = normal(path);
        let shown = path.display().to_string();
        if matches!(job.target, Target::Stream(_)) && files(job) > 1 {
            errors.push(ConfigError::at(span.clone(), many(&shown, files(job))));
        }
        let own = [(request.config, "config"), (request.lock, "lock")];
        for (file, what) in own {
            if file.is_some_and(|file| folded(&self::normal(file)) == folded(&normal)) {
                let kind = ConfigErrorKind::PathOverwrites { path: shown.clone(), what };
                errors.push(ConfigError::at(span.clone(), kind));
            }
        }
        if let Some((path, other)) = seen.iter().find(|(path, _)| folded(path) == folded(&normal)) {
            let other = other.clone();
            let kind = if *path == normal {
                ConfigErrorKind::PathTwice { path: shown, other }
            } else {
                ConfigErrorKind::PathCase {
                    path: shown,
                    as_path: path.display().to_string(),
                    other,
                }
            };
            errors.push(ConfigError::at(span.clone(), kind));
        }
        seen.push((normal, job.id.clone()));
    }
}

/// A path as a file system compares it that takes capital and small letters for one.
#[must_use]
pub fn folded(path: &Path) -> String {
    // By way of capitals, since some letters have two small forms.
    path.to_string_lossy().to_uppercase().to_lowercase()
}

/// A path without `.` and `x/..`, for comparing.
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
