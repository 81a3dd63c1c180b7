//! Finds orphans: files that the lock knows and that still exist, but that no output makes any more.
//!
//! A file is an orphan only if its content is still as generated, except for line ends. An edited file belongs to its
//! editor. Orphans are reported, never deleted.

use std::path::{Path, PathBuf};

use super::args::Cli;
use super::diagnostic::Diagnostic;
use super::files::{File, digest};
use super::report::{CompareStatus, OutputReport, RunReport, RunStatus};
use super::{is_chatty, say};
use crate::emit::{read_file, real};
use magicgen_search::{Lock, LockedOutput};

/// The length of the longest file that is read, in bytes.
const MOST: u64 = 1 << 30;

/// Whether the run's files are where the config puts them; flags may move them.
pub(super) fn is_configs_own(cli: &Cli) -> bool {
    let is_moved = |set: &String| set.trim_start().starts_with("output");
    cli.place.output.is_none() && cli.what.name.is_none() && !cli.what.set.iter().any(is_moved)
}

/// A path as it stands in a lock: with `/` on every system.
pub(super) fn slashed(path: &Path) -> String {
    path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// The files of the lock that aren't among `files`. With `--only`, the files of other outputs are ignored.
pub(super) fn orphans(
    lock: &Lock,
    base: &Path,
    files: &[File<'_>],
    is_partial: bool,
) -> Vec<LockedOutput> {
    let places: Vec<PathBuf> =
        files.iter().filter_map(|file| Some(real(file.path.as_ref()?))).collect();
    let ids: Vec<&str> = files.iter().map(|file| file.id.as_str()).collect();
    let of_run =
        lock.outputs().iter().filter(|output| !is_partial || ids.contains(&output.id.as_str()));
    let inside = real(base);
    let is_orphan = |output: &&LockedOutput| {
        let path = base.join(&output.path);
        let place = real(&path);
        // A lock isn't trusted: files outside the config's folder are never taken for generated ones.
        place.starts_with(&inside)
            && !places.contains(&place)
            && read_file(&path, MOST).ok().flatten().is_some_and(|bytes| is_as_made(output, &bytes))
    };
    let mut orphans: Vec<LockedOutput> =
        lock.orphans().iter().chain(of_run).filter(is_orphan).cloned().collect();
    orphans.sort_by(|one, other| one.path.cmp(&other.path));
    orphans.dedup_by(|one, other| one.path == other.path);
    orphans
}

/// Whether a file's bytes are as generated, except for line ends.
fn is_as_made(output: &LockedOutput, bytes: &[u8]) -> bool {
    let unix = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace("\r\n", "\n");
    digest(bytes) == output.digest
        || digest(unix(bytes).as_bytes()) == output.digest
        || digest(unix(bytes).replace('\n', "\r\n").as_bytes()) == output.digest
}

/// Prints a note for each orphan that it may be deleted.
pub(super) fn tell(orphans: &[LockedOutput], base: &Path, cli: &Cli) {
    for orphan in orphans.iter().filter(|_| is_chatty(&cli.report)) {
        say(&format!("note: {} is no longer generated; delete it", shown(base, orphan)));
    }
}

/// Reports each orphan as a difference, for `--check`, and returns the status: 1 if there is an orphan.
pub(super) fn check(
    orphans: &[LockedOutput],
    base: &Path,
    cli: &Cli,
    report: &mut RunReport,
) -> u8 {
    for orphan in orphans {
        let path = shown(base, orphan);
        let (code, title) = ("check::orphan", "generated file belongs to no output");
        let help = format!("delete `{path}` and run `magicgen`");
        if cli.report.says_errors() {
            say(&format!("error[{code}]: {title}\n  --> {path}\n   = help: {help}"));
        }
        let fault = Diagnostic::new(code, title.to_owned(), Some(help));
        report.diagnostics.push(fault.about(&path, None));
        report.status = RunStatus::Drift;
        report.note(&cli.report, || OutputReport {
            id: orphan.id.clone(),
            path,
            status: CompareStatus::Orphan,
            bytes: 0,
            digest: orphan.digest.clone(),
            tables: Vec::new(),
        });
    }
    u8::from(!orphans.is_empty())
}

/// The path of an orphan for messages. Control characters, which would steer a terminal, are escaped.
fn shown(base: &Path, orphan: &LockedOutput) -> String {
    let path = base.join(&orphan.path).display().to_string();
    path.chars()
        .flat_map(|c| if c.is_control() { c.escape_default().collect() } else { vec![c] })
        .collect()
}
