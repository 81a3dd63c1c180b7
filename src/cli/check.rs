//! Files in memory in; what differs on disk, in words or as a patch, out. Opens nothing for writing.

use std::fmt::Write as _;
use std::io::IsTerminal as _;

use super::args::{Cli, Diff, Format};
use super::report::{RunReport, TableReport};
use super::run::File;
use super::{print_bytes, say};
use crate::emit::{Difference, compare, read_file};
use crate::error::Error;
use crate::text::shown;

/// The longest file that is compared.
const MOST: u64 = 1 << 30;

/// Compares every file; the status is 1 where one differs.
pub(super) fn check(cli: &Cli, files: &[File<'_>], report: &mut RunReport) -> Result<u8, Error> {
    let mut status = 0;
    let mut patch = String::new();
    for file in files {
        let Some(path) = &file.path else {
            return Err(Error::Usage {
                message: format!("--check has nothing to compare output `{}` with", file.job.id),
                help: Some("name its file with `-o PATH`, or by `path` in the config".to_owned()),
            });
        };
        let old = read_file(path, MOST)?;
        let difference = compare(old.as_deref(), &file.bytes, &file.generated.tables);
        let (word, tables) = match &difference {
            Difference::None => ("unchanged", Vec::new()),
            Difference::Missing => ("missing", Vec::new()),
            Difference::LineEnds => ("line-ends", Vec::new()),
            Difference::Content { tables, .. } => {
                ("changed", tables.iter().map(TableReport::from).collect())
            }
        };
        report.note(&cli.report, || file.report(word, tables));
        if difference == Difference::None {
            continue;
        }
        status = 1;
        if cli.report.format == Format::Human
            && cli.report.quiet < 2
            && cli.reproduce.diff == Diff::Summary
        {
            say(&summary(file, &difference));
        }
        if cli.reproduce.diff == Diff::Unified {
            patch.push_str(&unified(&file.shown(), old.as_deref(), &file.bytes));
        }
    }
    report.status = if status == 0 { "unchanged" } else { "drift" };
    if !patch.is_empty() && cli.report.format == Format::Human {
        // A program gets the patch to the letter.
        let patch =
            if std::io::stdout().is_terminal() { shown(&patch) } else { patch.as_str().into() };
        print_bytes(patch.as_bytes()).map_err(|error| Error::Io {
            action: "write",
            path: "standard output".into(),
            error,
        })?;
    }
    Ok(status)
}

/// What differs, in words.
fn summary(file: &File<'_>, difference: &Difference) -> String {
    let path = file.shown();
    let mut lines = Vec::new();
    let title = match difference {
        Difference::None => return String::new(),
        Difference::Missing => "generated file is missing",
        Difference::LineEnds => "generated file differs only in line endings",
        Difference::Content { .. } => "generated file is out of date",
    };
    lines.push(format!("error: {title}"));
    lines.push(format!("  --> {path}"));
    if let Difference::Content { tables, line, lines: differing } = difference {
        if let Some((number, old, new)) = line {
            lines.push(format!("{number:>4} | - {}", shortened(old)));
            lines.push(format!("     | + {}", shortened(new)));
        }
        for change in tables {
            let squares = match (change.squares.as_slice(), change.changed) {
                ([], _) => String::new(),
                (squares, changed) if changed > squares.len() => {
                    format!(" ({}, ...)", squares.join(", "))
                }
                (squares, _) => format!(" ({})", squares.join(", ")),
            };
            let (name, changed, entries) = (&change.name, change.changed, change.entries);
            lines.push(format!("   = changed: {name} {changed} of {entries}{squares}"));
        }
        match differing {
            0 => lines.push("   = unchanged: everything but these tables".to_owned()),
            1 => lines.push("   = changed: 1 line beside the tables".to_owned()),
            more => lines.push(format!("   = changed: {more} lines beside the tables")),
        }
    }
    let help = match difference {
        Difference::LineEnds => "set `* -text` or `eol=lf` in .gitattributes".to_owned(),
        // The command of a run from flags names no path, as a header must not.
        _ if file.job.command.starts_with("magicgen --lang") => {
            format!("run `{} -o {path}` and commit the result", file.job.command)
        }
        _ => format!("run `{}` and commit the result", file.job.command),
    };
    lines.push(format!("   = help: {help}"));
    lines.join("\n")
}

fn shortened(line: &str) -> String {
    let short: String = line.chars().take(96).collect();
    if short.len() < line.len() { short + "..." } else { short }
}

/// A patch that `git apply` takes.
fn unified(path: &str, old: Option<&[u8]>, new: &[u8]) -> String {
    let old_text = String::from_utf8_lossy(old.unwrap_or_default());
    let new_text = String::from_utf8_lossy(new);
    let diff = similar::TextDiff::from_lines(old_text.as_ref(), new_text.as_ref());
    let from = if old.is_some() { format!("a/{path}") } else { "/dev/null".to_owned() };
    let mut text = String::new();
    if old.is_none() {
        let _ = write!(text, "diff --git a/{path} b/{path}\nnew file mode 100644\n");
    }
    text.push_str(
        &diff.unified_diff().context_radius(3).header(&from, &format!("b/{path}")).to_string(),
    );
    text
}
