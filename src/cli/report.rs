//! The report on a run, as data for `--format json`.

use super::reporting::{Format, Report};
use serde::Serialize;

use super::annotations::{github, sarif};
use super::diagnostic::Diagnostic;
use super::envelope::enveloped;
use crate::emit::TableChange;

/// The JSON object that a run prints.
#[derive(Debug, Serialize)]
pub(super) struct RunReport {
    /// `written`, `unchanged`, `drift`, `line-ends`, `error`.
    pub(super) status: &'static str,
    pub(super) outputs: Vec<OutputReport>,
    /// The number of problems searched.
    pub(super) searched: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) lock: Option<LockReport>,
    #[serde(skip)]
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl RunReport {
    /// Adds a file, if the report will be printed: a digest takes time.
    pub(super) fn note(&mut self, reporting: &Report, output: impl FnOnce() -> OutputReport) {
        if reporting.format == Format::Json {
            self.outputs.push(output());
        }
    }

    /// The report for programs, in one of their forms.
    pub(super) fn text(&self, format: Format) -> Option<String> {
        match format {
            Format::Json => Some(enveloped("generation", self, &self.diagnostics)),
            Format::Github => Some(github(&self.diagnostics)),
            Format::Sarif => Some(sarif(&self.diagnostics)),
            Format::Human | Format::Markdown => None,
        }
    }

    pub(super) fn new() -> Self {
        Self {
            status: "unchanged",
            outputs: Vec::new(),
            searched: 0,
            lock: None,
            diagnostics: Vec::new(),
        }
    }
}

/// The report on a file.
#[derive(Debug, Serialize)]
pub(super) struct OutputReport {
    pub(super) id: String,
    pub(super) path: String,
    /// `written`, `unchanged`, `changed`, `missing`, `line-ends`.
    pub(super) status: &'static str,
    pub(super) bytes: usize,
    pub(super) digest: String,
    pub(super) tables: Vec<TableReport>,
}

/// The report on the changes of a table.
#[derive(Debug, Serialize)]
pub(super) struct TableReport {
    pub(super) name: String,
    pub(super) entries: usize,
    pub(super) changed: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) squares: Vec<String>,
}

impl From<&TableChange> for TableReport {
    fn from(change: &TableChange) -> Self {
        Self {
            name: change.name.clone(),
            entries: change.entries,
            changed: change.changed,
            squares: change.squares.clone(),
        }
    }
}

/// The report on the lock.
#[derive(Debug, Serialize)]
pub(super) struct LockReport {
    pub(super) path: String,
    pub(super) digest: String,
}
