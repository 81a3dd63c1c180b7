//! Compares generated files with those on disk, and shows the differences in words or as a patch. No file is opened for
//! writing.

use super::files::{File, summaries};
use super::reporting::Format;
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};

use super::args::{Cli, Diff};
use super::attributes;
use super::diagnostic::{Diagnostic, say_one};
use super::patch;
use super::report::{CompareStatus, RunReport, RunStatus, TableReport};
use super::start::Start;
use super::write::{NewLock, new_folders};
use super::{is_chatty, print_bytes, say};
use crate::cli::compare::{Difference, LineChange, Region, TableChange, compare, has_no_version};
use crate::config::{Eol, Job, Source, Target};
use crate::emit::read_file;
use crate::error::Error;
use crate::explain::cells;
use crate::generate::{Solver, TableFacts, inside, variant_text};
use magicgen_ir::{Table, TableRole};
use magicgen_search::text::shown;
use magicgen_search::{Lock, LockedOutput};

/// The length of the longest file that is compared, in bytes.
const MOST: u64 = 1 << 30;

/// The exit status if files differ, but only in line ends.
const LINE_ENDS: u8 = 5;

/// The comparison of a run's files, one by one.
#[derive(Default)]
pub(super) struct Check {
    /// 1 if the content of a file differs, else 5 if the line ends of a file differ, else 0.
    status: u8,
    patches: String,
}

impl Check {
    /// Compares a file with the one on disk.
    pub(super) fn file(
        &mut self,
        cli: &Cli,
        file: &File<'_>,
        new: New<'_>,
        (config, solver): (Option<&Path>, &mut Solver),
        report: &mut RunReport,
    ) -> Result<(), Error> {
        let folder = config.and_then(Path::parent).unwrap_or(Path::new(""));
        let Some(path) = &file.path else {
            return Err(Error::Usage {
                message: format!("--check has nothing to compare output `{}` with", file.job.id),
                help: Some("name its file with `-o PATH`, or by `path` in the config".to_owned()),
            });
        };
        let (old, mut difference) = new.compared(path)?;
        if let Difference::Content { tables, .. } = &mut difference {
            name_readers(file.job, solver, tables)?;
        }
        noted(cli, file, &difference, report);
        if difference == Difference::None {
            return Ok(());
        }
        let is_line_ends = difference == Difference::LineEnds;
        self.status = if is_line_ends && self.status != 1 { LINE_ENDS } else { 1 };
        let says = match cli.reproduce.diff {
            Diff::Summary => true,
            // A patch of line ends would contain every line, and git might undo it.
            Diff::Unified => is_line_ends,
            Diff::None => false,
        };
        let old_text = old.as_deref().unwrap_or_default();
        let fault = fault(file, folder, old_text, &difference);
        if says && cli.report.says_errors() {
            say(&summary(&fault));
        }
        report.diagnostics.push(fault);
        if cli.reproduce.diff == Diff::Unified && !is_line_ends {
            self.patches.push_str(&patch::unified(&file.shown(), old.as_deref(), new.bytes));
        }
        Ok(())
    }

    /// Prints the patches, and returns the status.
    pub(super) fn end(self, cli: &Cli, report: &mut RunReport) -> Result<u8, Error> {
        let Self { status, patches } = self;
        report.status = match status {
            0 => RunStatus::Unchanged,
            LINE_ENDS => RunStatus::LineEnds,
            _ => RunStatus::Drift,
        };
        if !patches.is_empty() && cli.report.format == Format::Human {
            // A program gets the patch unchanged; a terminal gets it without control characters.
            let is_terminal = std::io::stdout().is_terminal();
            let patch = if is_terminal { shown(&patches) } else { patches.as_str().into() };
            print_bytes(patch.as_bytes()).map_err(|error| Error::Io {
                action: "write",
                path: "standard output".into(),
                error,
            })?;
        }
        Ok(status)
    }
}

/// Reports outputs for which the lock has no factors: their config has changed since their files were made. Returns the
/// status, 1 if there is such an output.
pub(super) fn check_unlocked(
    cli: &Cli,
    source: &Source,
    unlocked: &[Unlocked<'_>],
    report: &mut RunReport,
) -> u8 {
    for Unlocked { job, lock, piece } in unlocked {
        let Job { id, place, .. } = job;
        let file = match &job.target {
            Target::File(path) | Target::Stream(path) => path.display().to_string(),
            Target::Stdout => "-".to_owned(),
        };
        let lock = lock.display();
        let title = format!(
            "{file} is out of date: output `{id}` needs the variant {}, but {lock} has no such factors for the {piece}",
            variant_text(job)
        );
        let help = format!("run `{}` and commit {file} and {lock}", command(job, &file));
        let fault = Diagnostic::new(OUT_OF_DATE, title, Some(help)).at(&source.place(place));
        say_one(&fault, &cli.report);
        report.diagnostics.push(fault);
        report.status = RunStatus::Drift;
    }
    u8::from(!unlocked.is_empty())
}

/// The code for a file that differs from config and lock.
const OUT_OF_DATE: &str = "check::out-of-date";

/// An output for which the lock has no factors.
pub(super) struct Unlocked<'a> {
    pub(super) job: &'a Job,
    /// The path of the lock.
    pub(super) lock: PathBuf,
    /// The first piece without factors.
    pub(super) piece: String,
}

impl Unlocked<'_> {
    /// Whether the output has made a file that the lock knows: its own, or one beside that.
    pub(super) fn has_made(&self, known: &LockedOutput, lock: &Lock) -> bool {
        known.id.split('/').next() == Some(&self.job.id) && lock.outputs().contains(known)
    }
}

/// The command that generates a file again. The command of a run from flags lacks its path, since generated headers
/// must not contain one.
fn command(job: &Job, path: &str) -> String {
    let command = job.printed.provenance.command.join(" ");
    let output = if is_from_flags(job) { format!(" -o {path}") } else { String::new() };
    format!("{command}{output}")
}

fn is_from_flags(job: &Job) -> bool {
    job.printed.provenance.command.join(" ").starts_with("magicgen --lang")
}

/// The generated content of a file.
#[derive(Clone, Copy)]
pub(super) struct New<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) tables: &'a [TableFacts],
}

impl New<'_> {
    /// Reads the file on disk, and compares it with the generated content.
    fn compared(&self, path: &Path) -> Result<(Option<Vec<u8>>, Difference), Error> {
        let old = read_file(path, MOST)?;
        let difference = compare(old.as_deref(), self.bytes, self.tables);
        Ok((old, difference))
    }
}

/// Notes a difference in the report.
fn noted(cli: &Cli, file: &File<'_>, difference: &Difference, report: &mut RunReport) {
    let (word, tables) = match difference {
        Difference::None => (CompareStatus::Unchanged, Vec::new()),
        Difference::Missing => (CompareStatus::Missing, Vec::new()),
        Difference::LineEnds => (CompareStatus::LineEnds, Vec::new()),
        Difference::Content { tables, .. } => {
            (CompareStatus::Changed, tables.iter().map(TableReport::from).collect())
        }
    };
    report.note(&cli.report, || file.report(word, tables));
}

/// The verb for a file or the lock in a dry run.
const fn would(is_there: bool) -> &'static str {
    if is_there { "would change" } else { "would write" }
}

/// Compares a file for `--dry-run`. Returns the verb for messages.
pub(super) fn foresee(
    cli: &Cli,
    file: &File<'_>,
    new: New<'_>,
    report: &mut RunReport,
) -> Result<&'static str, Error> {
    let Some(path) = file.path.as_deref().filter(|_| !file.is_stream()) else {
        report.note(&cli.report, || file.report(CompareStatus::Changed, Vec::new()));
        return Ok(would(false));
    };
    let (old, difference) = new.compared(path)?;
    noted(cli, file, &difference, report);
    if difference == Difference::None {
        return Ok("unchanged");
    }
    report.status = RunStatus::Drift;
    Ok(would(old.is_some()))
}

/// Prints the effect of a run on the lock and on these files, for `--dry-run`.
pub(super) fn foreseen(cli: &Cli, start: &mut Start, files: &[File<'_>], report: &mut RunReport) {
    let lock = NewLock::of(cli, start, files);
    let paths = files.iter().filter_map(|file| file.path.as_deref());
    report.folders = new_folders(paths.chain(lock.iter().map(|lock| lock.path.as_path())));
    let mut lines: Vec<String> =
        report.folders.iter().map(|folder| format!("would make {folder}")).collect();
    if let Some(lock) = lock {
        report.lock = Some(lock.report(CompareStatus::Changed));
        if lock.is_changed {
            report.status = RunStatus::Drift;
            lines.push(format!("{} {}", would(start.old_lock.is_some()), lock.summary()));
        }
    }
    lines.extend(summaries(files));
    if is_chatty(&cli.report) {
        for line in &lines {
            say(line);
        }
    }
}

/// Names the piece and the square whose lookup reads the first wrong slot of each table. Several squares may read it.
fn name_readers(job: &Job, solver: &mut Solver, tables: &mut [TableChange]) -> Result<(), Error> {
    let of_slots = tables.iter_mut().filter_map(|table| Some((table.slots?, table)));
    let of_slots: Vec<(usize, &mut TableChange)> = of_slots.collect();
    if of_slots.is_empty() {
        return Ok(());
    }
    let inside = inside(job, solver)?;
    for (at, table) in of_slots {
        let is_of_squares =
            |table: &Table| matches!(table.role, TableRole::Attacks | TableRole::Indices);
        if !inside.tables.get(at).is_some_and(is_of_squares) {
            continue;
        }
        let first = table.first as u64;
        let reads = |piece: usize, bit: u8| {
            let cells = cells(&inside, piece, bit).unwrap_or_default();
            let own = cells.iter().filter(|cells| usize::from(cells.table.index) == at);
            own.flat_map(|cells| &cells.positions).any(|position| *position == first)
        };
        let readers = inside.pieces.iter().enumerate().find_map(|(number, piece)| {
            let bit = piece.fields.squares().find(|bit| reads(number, *bit))?;
            Some(format!("{} {}", piece.name, job.mapping.name(bit)))
        });
        table.squares.extend(readers);
    }
    Ok(())
}

/// The difference of a file as an error.
fn fault(file: &File<'_>, folder: &Path, old: &[u8], difference: &Difference) -> Diagnostic {
    let path = file.shown();
    let (code, title) = match difference {
        Difference::Missing => ("check::missing", "generated file is missing".to_owned()),
        Difference::LineEnds => {
            ("check::line-ends", "generated file differs only in line endings".to_owned())
        }
        Difference::Content { version: Some(version), tables, lines, .. } => {
            let has_more = *lines > 0 || !tables.is_empty();
            let rest = if has_more { "other lines differ, too" } else { "nothing else differs" };
            let own = env!("CARGO_PKG_VERSION");
            let title =
                format!("{path} was generated by magicgen {version}, this is {own}; {rest}");
            ("check::other-version", title)
        }
        Difference::None | Difference::Content { .. } => {
            (OUT_OF_DATE, "generated file is out of date".to_owned())
        }
    };
    let command = command(file.job, &path);
    let help = match (difference, &file.path) {
        (Difference::LineEnds, Some(path)) => {
            let line = attributes::line(path, folder, file.job.eol);
            let by = if is_from_flags(file.job) {
                ""
            } else {
                ", as `magicgen init --gitattributes` does"
            };
            format!("add `{line}` to {}{by}, and run `{command}`", attributes::NAME)
        }
        (Difference::Content { version: Some(version), .. }, _) => {
            format!("run `{command}` and commit the result, or check with magicgen {version}")
        }
        _ => format!("run `{command}` and commit the result"),
    };
    let mut fault = Diagnostic::new(code, title, Some(help)).about(&path, None);
    match difference {
        Difference::None | Difference::Missing => {}
        Difference::LineEnds => {
            let is = if old.windows(2).any(|two| two == b"\r\n") { "CRLF" } else { "LF" };
            let (is, wanted) = match file.job.eol {
                Eol::Lf => (if is == "CRLF" { is } else { "CR" }, "LF"),
                Eol::CrLf => (if is == "CRLF" { "LF and CRLF" } else { is }, "CRLF"),
            };
            fault.notes.push(format!("note: its lines end in {is} instead of {wanted}"));
        }
        Difference::Content { tables, line, lines, region, .. } => {
            let places = tables.iter().filter_map(|table| table.line);
            let first = places.chain(line.as_ref().map(|line| line.number)).min();
            fault = fault.about(&path, first);
            fault.notes = notes(tables, line.as_ref(), (*lines, *region));
            if has_no_version(old) {
                fault.notes.push("note: its header names no version of magicgen".to_owned());
            }
        }
    }
    fault
}

/// Notes on a file's differences: the first line and the tables.
fn notes(
    tables: &[TableChange],
    line: Option<&LineChange>,
    (lines, region): (usize, Region),
) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(LineChange { old, new, .. }) = line {
        notes.extend(old.as_ref().map(|old| format!("- {}", shortened(old))));
        notes.extend(new.as_ref().map(|new| format!("+ {}", shortened(new))));
    }
    for TableChange { name, changed, entries, squares, line, .. } in tables {
        let more = if !squares.is_empty() && *changed > squares.len() { ", ..." } else { "" };
        let squares = match squares.join(", ") {
            none if none.is_empty() => none,
            squares => format!(" ({squares}{more})"),
        };
        let first = if *changed > 1 { "first in line" } else { "line" };
        let line = line.map_or(String::new(), |line| format!(", {first} {line}"));
        notes.push(format!("changed: {name} {changed} of {entries}{squares}{line}"));
    }
    let line = line.map_or(0, |line| line.number);
    let beside = match region {
        Region::Beside => " beside the tables",
        Region::Inside => " in the tables, but no entry",
        Region::Anywhere => "",
    };
    notes.extend(match lines {
        0 if tables.is_empty() => None,
        0 => Some("unchanged: everything but these tables".to_owned()),
        1 => Some(format!("changed: 1 line{beside}, line {line}")),
        more => Some(format!("changed: {more} lines{beside}, the first is line {line}")),
    });
    notes
}

/// An error about a file for people, with the differences.
fn summary(fault: &Diagnostic) -> String {
    let mut lines = vec![format!("error[{}]: {}", fault.code, fault.message)];
    lines.extend(fault.place().map(|place| format!("  --> {place}")));
    lines.extend(fault.notes.iter().map(|note| match note.as_bytes() {
        [b'-' | b'+', ..] => format!("     | {note}"),
        _ => format!("   = {note}"),
    }));
    lines.extend(fault.help.iter().map(|help| format!("   = help: {help}")));
    lines.join("\n")
}

fn shortened(line: &str) -> String {
    let short: String = line.chars().take(96).collect();
    if short.len() < line.len() { short + "..." } else { short }
}
