//! The command line: arguments in; files, messages and an exit status out.
//!
//! Standard output carries only results; all messages go to standard error.

mod adopt;
mod args;
mod attributes;
mod check;
mod depfile;
mod diagnostic;
mod discover;
mod engine;
#[cfg(test)]
mod error_tests;
mod explain;
mod files;
mod interrupt;
mod languages;
mod line;
mod list;
mod lookups;
mod magics;
mod orphans;
mod page;
mod patch;
mod progress;
mod prove;
mod report;
mod reporting;
mod rows;
mod run;
mod search;
mod settled;
mod shrink;
mod sources;
mod start;
mod starter;
mod verify;
mod write;

use reporting::{Color, Format, Report};
use std::borrow::Cow;
use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _};

use crate::text::{shown, shown_in_colour, shown_line};
use args::{Cli, Command, Listed};

/// Parses the process's arguments, runs, and returns the exit status.
#[must_use]
pub fn main() -> ExitCode {
    let cli = match parsed() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version go to standard output, with status 0. A closed pipe there isn't a failure.
            if std::env::args_os().all(|argument| is_plain(&argument)) {
                let _ = error.print();
            } else {
                say(error.render().to_string().trim_end());
            }
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    match cli.command {
        None => run::generate(cli),
        Some(Command::Verify { files, expect, adopt, output, adopting, report }) => {
            color(report.color);
            if !adopt && adopting.is_asked() {
                let message = "these flags need `--adopt`".to_owned();
                let help = Some("magicgen verify --adopt FILE".to_owned());
                let error = crate::Error::Usage { message, help };
                diagnostic::say(&error, &report);
                return ExitCode::from(error.status());
            }
            if adopt {
                return adopt::adopt_files(&files, &adopting, output.as_deref(), &report);
            }
            verify::verify(&files, &expect, &report)
        }
        Some(Command::Adopt { folder, write, adopting, report }) => {
            color(report.color);
            engine::adopt_folder(&folder, &adopting, write, &report)
        }
        Some(Command::Search { shrink, what, place, reproduce, report }) => {
            let cli = Cli { command: None, what: *what, place, reproduce, report };
            if shrink.is_asked() { shrink::shrink(&shrink, &cli) } else { search::search(cli) }
        }
        Some(Command::Explain(asked)) => explain::explain(*asked),
        Some(Command::Report(asked)) => page::report(*asked),
        Some(Command::Prove(asked)) => prove::prove(&asked),
        Some(Command::List { what, variant, set, report }) => {
            color(report.color);
            let listed = match what {
                Listed::Magics => magics::magics(&variant, set, &report),
                what => list::list(what, &report),
            };
            match listed {
                Ok(text) => print(&text),
                Err(error) => {
                    diagnostic::say(&error, &report);
                    ExitCode::from(error.status())
                }
            }
        }
        Some(Command::Init { mut asked, gitattributes }) => {
            let wished = &mut asked.wished;
            wished.lang = wished.lang.take().or(cli.what.lang);
            wished.orientation = wished.orientation.take().or(cli.what.orientation);
            wished.name = wished.name.take().or(cli.what.name);
            asked.output = asked.output.or(cli.place.output);
            starter::init(&asked, gitattributes)
        }
        Some(Command::Completions { shell }) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "magicgen", &mut script);
            print(&String::from_utf8_lossy(&script))
        }
        Some(Command::Man { command }) => match manual(command.as_deref()) {
            Ok(page) => print(&page),
            Err(error) => {
                let _ = error.print();
                ExitCode::from(2)
            }
        },
    }
}

/// The manual page of a command; without a name, that of the program.
fn manual(name: Option<&str>) -> Result<String, clap::Error> {
    let mut program = Cli::command().disable_help_subcommand(true);
    program.build();
    let command = match name {
        None => program.clone(),
        Some(name) => program.find_subcommand(name).cloned().ok_or_else(|| {
            let names: Vec<&str> = program.get_subcommands().map(clap::Command::get_name).collect();
            let message = format!("there is no command '{name}'; there are {}", names.join(", "));
            Cli::command().error(clap::error::ErrorKind::InvalidSubcommand, message)
        })?,
    };
    let mut page = Vec::new();
    let _ = clap_mangen::Man::new(command).render(&mut page);
    Ok(String::from_utf8_lossy(&page).into_owned())
}

/// The arguments. Flags before a command are refused, but for those before `init` which it has too.
fn parsed() -> Result<Cli, clap::Error> {
    let mut command = Cli::command();
    let matches = command.try_get_matches_from_mut(std::env::args_os())?;
    if let Some(name) = matches.subcommand_name() {
        let allowed: &[&str] =
            if name == "init" { &["lang", "orientation", "name", "output"] } else { &[] };
        let is_given =
            |id: &str| matches.value_source(id) == Some(clap::parser::ValueSource::CommandLine);
        let ids = command.get_arguments().map(|argument| argument.get_id().as_str());
        let wrong = ids.filter(|id| !allowed.contains(id)).find(|id| is_given(id));
        if let Some(wrong) = wrong.map(|id| id.replace('_', "-")) {
            let message = format!("'{name}' cannot be used with '--{wrong}' before it");
            return Err(command.error(clap::error::ErrorKind::ArgumentConflict, message));
        }
    }
    Cli::from_arg_matches(&matches)
}

/// The messages of an error as people see them, one text for each of its faults.
#[must_use]
pub fn messages(error: &crate::Error) -> Vec<String> {
    diagnostic::diagnostics(error).iter().map(diagnostic::Diagnostic::render).collect()
}

/// Sets for the whole process whether messages are coloured.
fn color(color: Color) {
    match color {
        Color::Auto => {}
        Color::Always => anstream::ColorChoice::Always.write_global(),
        Color::Never => anstream::ColorChoice::Never.write_global(),
    }
}

/// True for an argument that a message may repeat unchanged, since it has nothing that steers a terminal.
fn is_plain(argument: &std::ffi::OsStr) -> bool {
    argument.to_str().is_some_and(|text| matches!(shown_line(text), Cow::Borrowed(_)))
}

/// Prints a result to standard output, without anything that steers a terminal. A closed pipe isn't a failure, since
/// the reader has seen enough.
fn print(text: &str) -> ExitCode {
    match print_bytes(shown(text).as_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(&format!("error: can't write standard output: {error}"));
            ExitCode::from(4)
        }
    }
}

/// Prints a result with this program's own colours, which are dropped if they aren't wanted.
fn print_in_colour(text: &str) -> ExitCode {
    let mut out = anstream::stdout().lock();
    match out.write_all(shown_in_colour(text).as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            say(&format!("error: can't write standard output: {error}"));
            ExitCode::from(4)
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Writes bytes to standard output unchanged. A closed pipe counts as success.
fn print_bytes(bytes: &[u8]) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// Writes a message to standard error, without anything that steers a terminal.
fn say(message: &str) {
    say_in_colour(&shown(message));
}

/// Writes a message with colours to standard error. The colours are dropped if they aren't wanted.
fn say_in_colour(message: &str) {
    let _ = writeln!(anstream::stderr().lock(), "{}", shown_in_colour(message));
}

/// Whether messages that aren't errors are wanted.
fn is_chatty(report: &Report) -> bool {
    report.quiet == 0 && report.format == Format::Human
}
