//! The command line: arguments in; files, messages and an exit status out.
//!
//! Standard output carries only results; all messages go to standard error.

mod adopt;
mod annotations;
mod args;
mod attributes;
mod bench;
mod book;
mod check;
mod check_build;
pub mod codes;
pub mod compare;
mod depfile;
mod diagnostic;
mod discover;
mod engine;
mod envelope;
#[cfg(test)]
mod error_tests;
mod explain;
mod files;
mod forgiving;
mod gather;
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
mod recommend;
mod report;
mod reporting;
mod rows;
mod run;
#[cfg(test)]
mod schemas;
mod search;
mod settled;
mod shrink;
mod signals;
mod sources;
mod start;
mod starter;
mod stdout;
mod temporary;
mod verify;
mod watching;
mod write;

use reporting::{Color, Format, Reporting, formats};
use std::borrow::Cow;
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _};

use args::{Cli, Command, Listed};
use magicgen_search::text::{shown, shown_in_colour, shown_line};

/// Parses the process's arguments, runs, and returns the exit status.
#[must_use]
pub fn main() -> ExitCode {
    Color::asked_for(std::env::args_os()).set();
    let cli = match parsed() {
        Ok(cli) => cli,
        Err(error) => return refused(&error),
    };
    match cli.command {
        None => run::generate(cli),
        Some(Command::Verify {
            files,
            expect,
            adopt,
            output,
            adopting,
            format,
            verbose,
            manner,
        }) => {
            let report = Reporting { verbose, ..Reporting::new(format, &manner) };
            if !adopt && adopting.is_asked() {
                let message = "these flags need `--adopt`".to_owned();
                return usage(message, "magicgen verify --adopt FILE", &report);
            }
            if adopt {
                return adopt::adopt_files(&files, &adopting, output.as_deref(), &report);
            }
            verify::verify(&files, &expect, &report)
        }
        Some(Command::Adopt {
            folder,
            write,
            module,
            new_factors,
            check_build,
            verbose,
            adopting,
            manner,
        }) => {
            let report = Reporting { verbose, ..Reporting::new(Format::Human, &manner) };
            let taken = engine::AdoptFlags {
                writes: write,
                has_module: module,
                has_new_factors: new_factors,
            };
            match check_build {
                Some(command) => {
                    engine::adopt_and_build(folder, adopting, (taken, command), report)
                }
                None => engine::adopt_folder(&folder, &adopting, taken, &report),
            }
        }
        Some(Command::Search(asked)) => asked.run(),
        Some(Command::Explain(asked)) => explain::explain(*asked),
        Some(Command::Report(asked)) => page::report(*asked),
        Some(Command::Bench(asked)) => bench::bench(*asked),
        Some(Command::Gather(asked)) => gather::run(&asked),
        Some(Command::Recommend(asked)) => recommend::recommend(&asked),
        Some(Command::Prove(asked)) => prove::prove(&asked),
        Some(Command::List { what, sort, wide, variant, set, format, manner }) => {
            let report = Reporting::new(format, &manner);
            let listed = match what {
                Listed::Magics => magics::magics(variant.as_deref(), set, &report),
                _ if variant.is_some() || !set.is_empty() => {
                    let message = "`--variant` and `-D` are about magics alone".to_owned();
                    return usage(message, "magicgen list magics", &report);
                }
                what if sort.is_some() && what != Listed::Variants => {
                    let message = "`--sort` is about variants alone".to_owned();
                    return usage(message, "magicgen list variants", &report);
                }
                _ if wide && !matches!(what, Listed::Variants | Listed::Languages) => {
                    let message = "`--wide` is about variants and languages".to_owned();
                    return usage(message, "magicgen list variants --wide", &report);
                }
                what => list::list(what, sort, wide, &report),
            };
            show(listed, what.kind(), &report)
        }
        Some(Command::Init { mut asked, gitattributes, manner }) => {
            let wished = &mut asked.wished;
            wished.lang = wished.lang.take().or(cli.what.lang);
            wished.orientation = wished.orientation.take().or(cli.what.orientation);
            wished.name = wished.name.take().or(cli.what.name);
            asked.output = asked.output.or(cli.place.output);
            starter::init(&asked, gitattributes, &Reporting::new(Format::Human, &manner))
        }
        Some(Command::Completions { shell, .. }) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut command(), "magicgen", &mut script);
            print(&String::from_utf8_lossy(&script))
        }
        Some(Command::Man { command, .. }) => match manual(command.as_deref()) {
            Ok(page) => print(&page),
            Err(error) => refused(&error),
        },
    }
}

/// Prints a text, or says why there is none, and returns the exit status. `kind` is that of the JSON object.
fn show(text: Result<String, crate::Error>, kind: &str, report: &Reporting) -> ExitCode {
    match text {
        Ok(text) => print(&text),
        Err(error) => {
            diagnostic::say(&error, report);
            if report.format == Format::Json {
                print(&envelope::failed(kind, &error));
            }
            ExitCode::from(error.status())
        }
    }
}

/// The `kind` of the JSON object for a wrong command line.
const USAGE: &str = "usage";

/// Says that the command line is wrong, and returns the exit status.
fn usage(message: String, help: &str, report: &Reporting) -> ExitCode {
    let error = crate::Error::Usage { message, help: Some(help.to_owned()) };
    diagnostic::say(&error, report);
    if report.format == Format::Json {
        print(&envelope::failed(USAGE, &error));
    }
    ExitCode::from(error.status())
}

/// Prints clap's message, and returns the exit status. Help and version go to standard output, with status 0.
fn refused(error: &clap::Error) -> ExitCode {
    let is_plain = std::env::args_os().all(|argument| is_plain(&argument));
    let text = error.render();
    let text =
        if is_plain { text.ansi().to_string() } else { shown(&text.to_string()).into_owned() };
    if error.use_stderr() {
        say_in_colour(text.trim_end());
        if is_json_asked_for(std::env::args_os()) {
            let text = error.render().to_string();
            let mut paragraphs = text.trim_start_matches("error: ").split("\n\n");
            let message = paragraphs.next().map(one_line).unwrap_or_default();
            let help = paragraphs.map(one_line).collect::<Vec<_>>().join("; ");
            print(&envelope::failed(USAGE, &crate::Error::Usage { message, help: Some(help) }));
        }
        return ExitCode::from(2);
    }
    print_in_colour(&text)
}

/// A text of several lines as one line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a command line that can't be parsed asks for JSON.
fn is_json_asked_for(arguments: impl Iterator<Item = OsString>) -> bool {
    let words: Vec<OsString> = arguments.collect();
    let is_pair = |pair: &[OsString]| pair[0] == "--format" && pair[1] == "json";
    words.iter().any(|word| word == "--format=json") || words.windows(2).any(is_pair)
}

/// The commands with their flags. `search` and `prove` have fewer report formats.
fn command() -> clap::Command {
    let of_answers = |command: clap::Command| {
        command.mut_arg("format", |flag| flag.value_parser(formats(&Format::OF_ANSWERS)))
    };
    Cli::command().mut_subcommand("search", of_answers).mut_subcommand("prove", of_answers)
}

/// The manual page of a command, or of the program if there is no name.
fn manual(name: Option<&str>) -> Result<String, clap::Error> {
    let mut program = command().disable_help_subcommand(true);
    program.build();
    let command = match name {
        None => program.clone(),
        Some(name) => program.find_subcommand(name).cloned().ok_or_else(|| {
            let names: Vec<&str> = program.get_subcommands().map(clap::Command::get_name).collect();
            let message = format!("there is no command '{name}'; there are {}", names.join(", "));
            command().error(clap::error::ErrorKind::InvalidSubcommand, message)
        })?,
    };
    let mut page = Vec::new();
    let _ = clap_mangen::Man::new(command).render(&mut page);
    Ok(String::from_utf8_lossy(&page).into_owned())
}

/// Parses the arguments. Flags before a command are refused, except before `init` those that it has too.
fn parsed() -> Result<Cli, clap::Error> {
    let mut command = command();
    let matches = command
        .try_get_matches_from_mut(std::env::args_os())
        .map_err(|error| forgiving::with_tip(misplaced(&mut command, error)))?;
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

/// The error for a flag that its command doesn't have. If generating has the flag, the message says so.
fn misplaced(command: &mut clap::Command, error: clap::Error) -> clap::Error {
    use clap::error::{ContextKind, ContextValue, ErrorKind};
    let Some(ContextValue::String(flag)) = error.get(ContextKind::InvalidArg) else { return error };
    let words: Vec<_> = std::env::args_os().skip(1).collect();
    let is_command = |name: &str| words.iter().any(|word| word == name);
    let name = command.get_subcommands().map(clap::Command::get_name).find(|name| is_command(name));
    let is_of_generating = |argument: &&clap::Arg| {
        argument.get_long().is_some_and(|long| flag.strip_prefix("--") == Some(long))
            || argument.get_short().is_some_and(|short| *flag == format!("-{short}"))
    };
    let (Some(name), ErrorKind::UnknownArgument) = (name, error.kind()) else { return error };
    let found = command.get_arguments().find(is_of_generating);
    if found.is_none_or(|argument| argument.get_id() == "version") {
        return error;
    }
    // A command that takes `-D` can set the same key.
    let has_keys = command
        .find_subcommand(name)
        .is_some_and(|own| own.get_arguments().any(|argument| argument.get_id() == "set"));
    let key = found.and_then(|argument| forgiving::key_of(argument.get_long()?));
    let message = match key.filter(|_| has_keys) {
        Some(key) => format!("'{name}' doesn't take '{flag}'; use `-D {key}=VALUE`"),
        None => {
            format!("'{name}' has no flag '{flag}', which belongs to `magicgen` without a command")
        }
    };
    command.error(ErrorKind::UnknownArgument, message)
}

/// The messages of an error as people see them, one text for each of its faults.
#[must_use]
pub fn messages(error: &crate::Error) -> Vec<String> {
    diagnostic::diagnostics(error).iter().map(diagnostic::Diagnostic::render).collect()
}

/// True for an argument without control characters, which a message may repeat unchanged.
fn is_plain(argument: &std::ffi::OsStr) -> bool {
    argument.to_str().is_some_and(|text| matches!(shown_line(text), Cow::Borrowed(_)))
}

/// Prints a result to standard output, without control characters that steer a terminal. A closed pipe isn't a failure,
/// since the reader has seen enough.
fn print(text: &str) -> ExitCode {
    match print_bytes(shown(text).as_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(&format!("error: can't write standard output: {error}"));
            ExitCode::from(4)
        }
    }
}

/// Prints a result with this program's colours, which are dropped if they are unwanted.
fn print_in_colour(text: &str) -> ExitCode {
    let mut out = anstream::stdout().lock();
    let text = shown_in_colour(text);
    match stdout::open().and_then(|_| out.write_all(text.as_bytes())).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            say(&format!("error: can't write standard output: {error}"));
            ExitCode::from(4)
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Writes bytes to standard output unchanged. A closed pipe counts as success.
fn print_bytes(bytes: &[u8]) -> std::io::Result<()> {
    if bytes.is_empty() {
        return Ok(());
    }
    match stdout::open().and_then(|mut out| out.write_all(bytes).and_then(|()| out.flush())) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// Writes a message to standard error, without control characters that steer a terminal. Its first word has the same
/// colour as in clap's messages.
fn say(message: &str) {
    let message = shown(message);
    let colour = |word: &str| match word {
        word if word == "error" || word.starts_with("error[") => Some("1;91"),
        "warning" => Some("1;33"),
        "note" => Some("1;92"),
        _ => None,
    };
    let begin = message.split_once(": ");
    match begin.and_then(|(word, rest)| Some((word, colour(word)?, rest))) {
        Some((word, colour, rest)) => {
            say_in_colour(&format!("\u{1b}[{colour}m{word}\u{1b}[0m: {rest}"));
        }
        None => say_in_colour(&message),
    }
}

/// Writes a message with colours to standard error. The colours are dropped if they are unwanted.
fn say_in_colour(message: &str) {
    let _ = writeln!(anstream::stderr().lock(), "{}", shown_in_colour(message));
}

/// Whether messages that aren't errors are wanted.
fn is_chatty(report: &Reporting) -> bool {
    report.manner.quiet == 0 && report.format == Format::Human
}
