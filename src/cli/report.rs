//! The report on a run, as data for `--format json`.

use super::reporting::{Format, Reporting};
use serde::Serialize;

use super::annotations::{github, sarif};
use super::diagnostic::Diagnostic;
use super::envelope::{Payload, enveloped};
use crate::cli::compare::TableChange;

/// The JSON object that a run prints.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct RunReport {
    /// How it went.
    pub(super) status: RunStatus,
    /// The files, if nothing failed.
    pub(super) outputs: Vec<OutputReport>,
    /// The number of problems searched.
    pub(super) searched: usize,
    /// The folders that are made for the files.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) folders: Vec<String>,
    /// The lock, if the run may write it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) lock: Option<LockReport>,
    #[serde(skip)]
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl Payload for RunReport {
    const KIND: &'static str = "generation";
}

/// How a run went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub(super) enum RunStatus {
    /// A file was written.
    Written,
    /// All files were as they are generated.
    Unchanged,
    /// `--check` or `--dry-run` found a difference.
    Drift,
    /// `--check` found nothing but other line ends.
    LineEnds,
    /// Nothing was written, for the reasons in the diagnostics.
    Error,
}

/// How a file compares with what is generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, schemars(rename = "FileStatus"))]
pub(super) enum CompareStatus {
    /// It was written.
    Written,
    /// It is the same.
    Unchanged,
    /// It differs.
    Changed,
    /// It isn't there.
    Missing,
    /// It differs in line ends alone.
    LineEnds,
    /// No output of the config writes it any more.
    Orphan,
}

impl RunReport {
    /// Adds a file if the report will be printed, since a digest takes time.
    pub(super) fn note(&mut self, reporting: &Reporting, output: impl FnOnce() -> OutputReport) {
        if reporting.format == Format::Json {
            self.outputs.push(output());
        }
    }

    /// The report in one of the formats for programs.
    pub(super) fn text(&self, format: Format) -> Option<String> {
        match format {
            Format::Json => Some(enveloped(self, &self.diagnostics)),
            Format::Github => Some(github(&self.diagnostics)),
            Format::Sarif => Some(sarif(&self.diagnostics)),
            Format::Human | Format::Markdown => None,
        }
    }

    pub(super) fn new() -> Self {
        Self {
            status: RunStatus::Unchanged,
            outputs: Vec::new(),
            searched: 0,
            folders: Vec::new(),
            lock: None,
            diagnostics: Vec::new(),
        }
    }
}

/// The report on a file.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct OutputReport {
    /// The output's id in the config.
    pub(super) id: String,
    /// Its path; `-` is standard output.
    pub(super) path: String,
    /// How it compares.
    pub(super) status: CompareStatus,
    /// Its length.
    pub(super) bytes: usize,
    /// A digest of its text.
    pub(super) digest: String,
    /// The tables that differ.
    pub(super) tables: Vec<TableReport>,
}

/// The report on the changes of a table.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct TableReport {
    /// The table's name.
    pub(super) name: String,
    /// Its entries.
    pub(super) entries: usize,
    /// How many of them differ.
    pub(super) changed: usize,
    /// The line of the first of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) line: Option<usize>,
    /// The squares of the first few of them; of slots, piece and square of the first one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) squares: Vec<String>,
}

impl From<&TableChange> for TableReport {
    fn from(change: &TableChange) -> Self {
        Self {
            name: change.name.clone(),
            entries: change.entries,
            changed: change.changed,
            line: change.line,
            squares: change.squares.clone(),
        }
    }
}

/// The report on the lock.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct LockReport {
    /// Its path.
    pub(super) path: String,
    /// How it compares.
    pub(super) status: CompareStatus,
    /// A digest of its text.
    pub(super) digest: String,
}
