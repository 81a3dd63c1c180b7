//! `magicgen verify`: files in; what their numbers are, and whether they hold, out.

use std::fmt::Write as _;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde::Serialize;

use super::args::{Format, Report as Reporting};
use super::{diagnostic, print, say};
use crate::error::Error;
use crate::text::shown_line;
use crate::verify::{Report, Status, examine};

/// One file, for machines.
#[derive(Serialize)]
struct FileReport {
    file: String,
    /// `holds`, `wrong` or `nothing-found`.
    status: Status,
    #[serde(flatten)]
    report: Report,
}

/// Examines each file; status 1 where one holds a wrong array, or none at all.
pub(super) fn verify(files: &[PathBuf], reporting: &Reporting) -> ExitCode {
    let mut status = 0;
    let mut text = String::new();
    let mut reports = Vec::new();
    for file in files {
        let content = match read(file) {
            Ok(content) => content,
            Err(error) => {
                diagnostic::say(&error, reporting);
                return ExitCode::from(error.status());
            }
        };
        let report = examine(&content);
        if report.status() != Status::Holds {
            status = 1;
        }
        if files.len() > 1 {
            let _ = writeln!(text, "{}:", shown_line(&file.display().to_string()));
        }
        for line in report.lines() {
            text.push_str(&line);
            text.push('\n');
        }
        let status = report.status();
        reports.push(FileReport { file: file.display().to_string(), status, report });
    }
    if reporting.format == Format::Json {
        text = serde_json::to_string_pretty(&reports).unwrap_or_default() + "\n";
    }
    if reporting.quiet == 0 || reporting.format == Format::Json {
        let printed = print(&text);
        if printed != ExitCode::SUCCESS {
            return printed;
        }
    }
    if status != 0 && reporting.format == Format::Human && reporting.quiet < 2 {
        let bad = reports.iter().filter(|report| report.status != Status::Holds);
        let bad: Vec<&str> = bad.map(|report| report.file.as_str()).collect();
        say(&format!("error: not proved: {}", shown_line(&bad.join(", "))));
    }
    ExitCode::from(status)
}

/// A file's text; bytes that are none are passed over, as numbers don't need them.
fn read(file: &Path) -> Result<String, Error> {
    let mut bytes = Vec::new();
    let read = if file.as_os_str() == "-" {
        std::io::stdin().lock().read_to_end(&mut bytes)
    } else {
        std::fs::File::open(file).and_then(|mut file| file.read_to_end(&mut bytes))
    };
    match read {
        Ok(_) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        Err(error) => Err(Error::Io { action: "read", path: file.to_owned(), error }),
    }
}
