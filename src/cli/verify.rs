//! `magicgen verify`: finds the numbers in files and folders, and tests whether they are working factors.

use super::reporting::{Format, Reporting};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde::Serialize;

use super::annotations::{github, sarif};
use super::codes::Code;
use super::diagnostic::{Diagnostic, diagnostics};
use super::envelope::{Payload, enveloped};
use super::progress::while_waiting;
use super::sources::{self, FileToVerify};
use super::{diagnostic, print, say};
use crate::error::Error;
use crate::render::source_syntaxes;
use magicgen_read::{Report, Slider, Status, Warning, WarningKind, WrongArray, examine_files};
use magicgen_search::Watch;

/// The exit status if factors are wrong or an expected piece is missing.
const WRONG: u8 = 1;
/// The exit status if no file has factors.
const NOTHING: u8 = 3;
/// The exit status if a file can't be read.
const UNREADABLE: u8 = 4;

/// The codes of missing and of wrong factors.
const NOT_FOUND: &str = "verify::not-found";
const WRONG_CODE: &str = "verify::wrong";

/// The JSON object that a run prints.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Verification {
    /// The worst of the files.
    status: FileStatus,
    /// The files, those that belong together as one.
    files: Vec<FileReport>,
}

impl Payload for Verification {
    const KIND: &'static str = "verification";
}

/// The report on one file, or on files that belong together, for JSON.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct FileReport {
    /// The file's path, or several.
    file: String,
    /// What was found.
    status: FileStatus,
    /// Why it can't be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(flatten)]
    report: Report,
    /// The reasons why the file can't be read.
    #[serde(skip)]
    unread: Vec<Diagnostic>,
    /// True for a file of a folder without anything to report, which isn't shown.
    #[serde(skip)]
    is_quiet: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
enum FileStatus {
    Examined(Status),
    Unreadable(Unreadable),
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
enum Unreadable {
    /// A file that can't be read.
    Unreadable,
}

/// Examines each file, prints the reports, and returns the exit status.
pub(super) fn verify(files: &[PathBuf], expected: &[Slider], reporting: &Reporting) -> ExitCode {
    let sources = sources::sources(files);
    let together = belonging_together(&sources);
    let all_in_one = together.len() == 1;
    let reports: Vec<FileReport> =
        together.iter().filter_map(|together| examine(together, reporting)).collect();
    let (status, faults) = conclude(&reports, expected);
    let is_folder = sources.iter().any(|source| source.walked) || sources.is_empty();
    let mut text = String::new();
    // Files with factors come first.
    let is_found = |report: &&FileReport| !report.report.has_nothing();
    let (with, without): (Vec<_>, Vec<_>) = reports.iter().partition(is_found);
    for report in with.iter().chain(&without).filter(|report| report.error.is_none()) {
        let mut lines = report.shown(status, is_folder, reporting.verbose);
        if !all_in_one && !lines.is_empty() {
            lines.insert(0, format!("{}:", report.file));
        }
        for line in lines {
            text.push_str(&line);
            text.push('\n');
        }
    }
    if is_folder {
        let _ = writeln!(text, "{}", summary(&reports, with.len(), reporting.verbose));
    }
    let text = match reporting.format {
        Format::Json => {
            let status = match status {
                0 => FileStatus::Examined(Status::Holds),
                WRONG => FileStatus::Examined(Status::Wrong),
                NOTHING => FileStatus::Examined(Status::NothingFound),
                _ => FileStatus::Unreadable(Unreadable::Unreadable),
            };
            enveloped(&Verification { status, files: reports }, &faults)
        }
        Format::Github => github(&faults),
        Format::Sarif => sarif(&faults),
        Format::Human | Format::Markdown => text,
    };
    let printed = print(&text);
    if printed != ExitCode::SUCCESS {
        return printed;
    }
    // Unreadable files have been reported already.
    for fault in faults.iter().filter(|fault| fault.code.starts_with("verify::")) {
        if reporting.says_errors() {
            let place = fault.place().map_or(String::new(), |place| format!("{place}: "));
            say(&format!("error[{}]: {place}{}", fault.code, fault.message));
        }
    }
    ExitCode::from(status)
}

/// Groups of files that are examined together: each file alone, except that a folder's memory files are one group,
/// since one may have the factors and another their shifts.
pub(super) fn belonging_together(sources: &[FileToVerify]) -> Vec<Vec<&FileToVerify>> {
    grouped(sources, |source| {
        let ending = source.path.extension()?.to_str()?;
        matches!(ending, "hex" | "mem").then(|| source.path.parent())?
    })
}

/// Groups of sources. Sources with the same folder are a group, at the place of its first source. A source without a
/// folder is a group by itself.
fn grouped<'s>(
    sources: &'s [FileToVerify],
    mut folder: impl FnMut(&'s FileToVerify) -> Option<&'s Path>,
) -> Vec<Vec<&'s FileToVerify>> {
    let mut groups: Vec<Vec<&FileToVerify>> = Vec::new();
    let mut of_folder: BTreeMap<&Path, usize> = BTreeMap::new();
    for source in sources {
        let next = groups.len();
        let at = folder(source).map_or(next, |folder| *of_folder.entry(folder).or_insert(next));
        if at == next {
            groups.push(Vec::new());
        }
        groups[at].push(source);
    }
    groups
}

/// The report on one file, or on files that belong together; `None` for a file in a folder that isn't a text.
fn examine(sources: &[&FileToVerify], reporting: &Reporting) -> Option<FileReport> {
    let names: Vec<String> = sources.iter().map(|source| sources::shown(&source.path)).collect();
    let file = names.join(", ");
    let watch = Watch::new();
    watch.begin(&format!("verifying {file}"), "", &[], "arrays");
    let examined: Result<_, Error> = while_waiting(reporting, &watch, || {
        let mut texts = Vec::new();
        for source in sources {
            texts.extend(sources::read(source)?.map(|text| (source.path.as_path(), text)));
        }
        let texts: Vec<_> = texts.iter().map(|(path, text)| (*path, text.as_str())).collect();
        Ok((!texts.is_empty()).then(|| examine_files(&texts, &source_syntaxes(), &watch)))
    });
    match examined {
        Ok(None) => None,
        Ok(Some(report)) => {
            let status = FileStatus::Examined(report.status());
            let is_quiet = sources[0].walked
                && status == FileStatus::Examined(Status::NothingFound)
                && report.searched.is_none();
            Some(FileReport { file, status, error: None, report, unread: Vec::new(), is_quiet })
        }
        Err(error) => {
            diagnostic::say(&error, reporting);
            let status = FileStatus::Unreadable(Unreadable::Unreadable);
            let unread = diagnostics(&error);
            let error = Some(error.to_string());
            let report = Report::default();
            Some(FileReport { file, status, error, report, unread, is_quiet: false })
        }
    }
}

impl FileReport {
    /// The lines for people. Of a file in a folder, skipped arrays are told only by `--verbose`.
    fn shown(&self, status: u8, is_folder: bool, is_verbose: bool) -> Vec<String> {
        let mut lines = self.report.lines();
        // The error tells it.
        if (status == NOTHING || self.is_quiet) && self.report.nothing().is_some() {
            lines.pop();
        }
        if is_folder && !is_verbose {
            lines.retain(|line| !line.starts_with("skipped: "));
        }
        lines
    }

    /// The number of arrays that were skipped.
    fn skipped(&self) -> usize {
        self.report.skipped.len() + self.report.left_out
    }
}

/// The last line on a folder.
fn summary(reports: &[FileReport], found: usize, is_verbose: bool) -> String {
    let text = format!("{found} of {} files have factors", reports.len());
    let how = if is_verbose { "" } else { " (`-v` lists them)" };
    match reports.iter().map(FileReport::skipped).sum() {
        0 => text,
        1 => format!("{text}; 1 other array was skipped{how}"),
        skipped => format!("{text}; {skipped} other arrays were skipped{how}"),
    }
}

/// The exit status, and the reasons if it isn't 0.
fn conclude(reports: &[FileReport], expected: &[Slider]) -> (u8, Vec<Diagnostic>) {
    let of_status = |status: Status| {
        let is = move |report: &&FileReport| report.status == FileStatus::Examined(status);
        reports.iter().filter(is)
    };
    let mut faults: Vec<Diagnostic> =
        reports.iter().flat_map(|report| report.unread.iter().cloned()).collect();
    let fault = |code, message| {
        Diagnostic::new(code, message, Code::find(code).map(|code| code.remedy.to_owned()))
    };
    for report in of_status(Status::Wrong) {
        let about = |wrong: WrongArray| {
            fault(WRONG_CODE, wrong.message).about(&report.file, Some(wrong.line))
        };
        faults.extend(report.report.wrong().into_iter().map(about));
    }
    let mut status = if faults.iter().any(|fault| fault.code == WRONG_CODE) { WRONG } else { 0 };
    for piece in expected {
        let found = || reports.iter().filter_map(|report| report.report.holds(*piece));
        let (code, message) = if found().next().is_none() {
            (NOT_FOUND, format!("no factors of the {} were found", piece.name()))
        } else if !found().any(|holds| holds) {
            (WRONG_CODE, format!("the factors of the {} don't hold", piece.name()))
        } else {
            continue;
        };
        faults.push(fault(code, message));
        status = WRONG;
    }
    let unreadable = FileStatus::Unreadable(Unreadable::Unreadable);
    if status == 0 && reports.iter().any(|report| report.status == unreadable) {
        status = UNREADABLE;
    }
    if status == 0 && of_status(Status::Holds).next().is_none() {
        let shown = reports.iter().filter(|report| !report.is_quiet);
        let without = |report: &FileReport| {
            let nothing = report.report.nothing()?;
            let message = format!("{nothing}; {}", remedy(&report.report));
            Some(fault(NOT_FOUND, message).about(&report.file, None))
        };
        let before = faults.len();
        faults.extend(shown.filter_map(without));
        if faults.len() == before {
            let message = format!("no factors found; {}", remedy(&Report::default()));
            faults.push(fault(NOT_FOUND, message));
        }
        status = NOTHING;
    }
    (status, faults)
}

/// What to do about a file without factors.
fn remedy(report: &Report) -> &'static str {
    let is_unread = |warning: &Warning| matches!(warning.kind, WarningKind::Unread { .. });
    if report.warnings.iter().any(is_unread) {
        return "a lookup has a step that `verify` can't read";
    }
    match &report.searched {
        Some(searched) if searched.is_generated => "verify its output",
        Some(_) => "print them, and verify the list",
        None if report.large_board.is_some() => {
            "`verify` reads products of 128 bits, and of 64 bits whose key is folded into a word"
        }
        None => "`verify` needs a row of numbers for each square, such as 64, 81 or 90",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(path: &str) -> FileToVerify {
        FileToVerify { path: PathBuf::from(path), walked: true }
    }

    #[test]
    fn memory_files_of_a_folder_belong_together() {
        let sources = ["a/x.hex", "a/y.c", "b/x.hex", "a/z.mem", "y.mem", "b/y.hex", "y.c"];
        let sources = sources.map(source);
        let groups = belonging_together(&sources);
        let paths: Vec<Vec<&str>> = groups
            .iter()
            .map(|group| group.iter().map(|source| source.path.to_str().unwrap()).collect())
            .collect();
        let expected: [&[&str]; 5] =
            [&["a/x.hex", "a/z.mem"], &["a/y.c"], &["b/x.hex", "b/y.hex"], &["y.mem"], &["y.c"]];
        assert_eq!(paths, expected);
    }

    /// However many files there are, each is looked at once.
    #[test]
    fn each_file_is_looked_at_once() {
        let sources: Vec<FileToVerify> = (0..1000).map(|at| source(&format!("{at}.c"))).collect();
        let mut looked_at = 0;
        let groups = grouped(&sources, |_| {
            looked_at += 1;
            None
        });
        assert_eq!((groups.len(), looked_at), (1000, 1000));
    }
}
