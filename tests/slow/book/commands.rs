//! The commands of the pages run, and print what the pages say.
//!
//! A page's blocks share a folder, from the first to the last. A block with `file=NAME` behind its fence becomes that file;
//! each `$` line of a `console` block is run by the shell, and the lines below it are what it prints, where `...`
//! stands for any number of lines. Behind a fence, `slow` says that a block takes long, and `example` that it is about
//! files or machines of the reader's.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};

use crate::book::blocks::{Block, blocks};
use crate::book::{pages, text};

/// The longest that a command may take before it has to be called slow.
const LONGEST: Duration = Duration::from_secs(120);

/// Marks of blocks that aren't run.
const NOT_RUN: [&str; 2] = ["slow", "example"];

/// A test for each page that has commands, and an ignored one for each block that isn't run.
pub(crate) fn trials() -> Vec<Trial> {
    let require_all = std::env::var_os("MAGICGEN_REQUIRE").is_some_and(|value| value == "all");
    let mut trials = Vec::new();
    for page in pages() {
        let mut run = Vec::new();
        for block in blocks(&text(&page)) {
            let name = format!("book::commands::{}:{}", page.display(), block.line);
            match reason(&block) {
                None => run.push(block),
                Some(Reason::Missing(tool)) if require_all => {
                    let message = format!("not installed: {tool}");
                    trials.push(Trial::test(name, move || Err(Failed::from(message))));
                }
                Some(reason) => {
                    let name = format!("{name} ({reason})");
                    trials.push(Trial::test(name, || Ok(())).with_ignored_flag(true));
                }
            }
        }
        if run.iter().any(|block| block.language == "console") {
            let name = format!("book::commands::{}", page.display());
            trials.push(Trial::test(name, move || run_all(&page, &run)));
        }
    }
    trials
}

/// The reason why a block isn't run.
enum Reason {
    Marked(&'static str),
    /// Cargo would wait for the build that runs this test.
    Cargo,
    Missing(String),
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Marked(mark) => f.write_str(mark),
            Self::Cargo => f.write_str("runs cargo"),
            Self::Missing(tool) => write!(f, "not installed: {tool}"),
        }
    }
}

fn reason(block: &Block) -> Option<Reason> {
    if block.language != "console" {
        return None;
    }
    if let Some(mark) = NOT_RUN.into_iter().find(|mark| block.is(mark)) {
        return Some(Reason::Marked(mark));
    }
    let tools = shown(block).into_iter().flat_map(|Shown { command, .. }| {
        command.split(['|', '&', ';']).filter_map(tool).collect::<Vec<_>>()
    });
    tools.into_iter().find_map(|tool| match tool.as_str() {
        "cargo" => Some(Reason::Cargo),
        "magicgen" => None,
        tool if tool.contains('/') || is_installed(tool) => None,
        tool => Some(Reason::Missing(tool.to_owned())),
    })
}

/// The program that a command calls.
fn tool(command: &str) -> Option<String> {
    let is_setting = |word: &&str| word.contains('=');
    command.split_whitespace().find(|word| !is_setting(word)).map(str::to_owned)
}

fn is_installed(tool: &str) -> bool {
    let script = format!("command -v {tool}");
    let status = Command::new("sh").args(["-c", &script]).stdout(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// A command with what the page shows of its output.
struct Shown {
    command: String,
    output: Vec<String>,
}

fn shown(block: &Block) -> Vec<Shown> {
    let mut all: Vec<Shown> = Vec::new();
    for line in block.text.lines() {
        match (line.strip_prefix("$ "), all.last_mut()) {
            (Some(command), _) => {
                let command = command.split(" # ").next().unwrap_or(command).trim_end();
                all.push(Shown { command: command.to_owned(), output: Vec::new() });
            }
            (None, Some(last)) => last.output.push(line.to_owned()),
            (None, None) => {}
        }
    }
    all
}

fn run_all(page: &Path, blocks: &[Block]) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    // No config above the folder is found.
    std::fs::create_dir(folder.path().join(".git"))?;
    for block in blocks {
        if let Some(file) = block.file() {
            let path = folder.path().join(file);
            std::fs::create_dir_all(path.parent().unwrap_or(folder.path()))?;
            std::fs::write(path, &block.text)?;
        } else if block.language == "console" {
            for shown in shown(block) {
                let place = format!("{}:{}: $ {}", page.display(), block.line, shown.command);
                let printed =
                    run(&shown.command, folder.path()).map_err(|why| format!("{place}\n{why}"))?;
                let lines: Vec<&str> = printed.lines().map(str::trim_end).collect();
                let wanted: Vec<&str> = shown.output.iter().map(|line| line.trim_end()).collect();
                if !wanted.is_empty() && !matches(&wanted, &lines) {
                    return Err(format!("{place}\nprints\n{printed}").into());
                }
            }
        }
    }
    Ok(())
}

/// What a command prints on both streams, if its status is 0.
fn run(command: &str, folder: &Path) -> Result<String, String> {
    let output = tempfile::NamedTempFile::new().map_err(|error| error.to_string())?;
    let stream = || output.reopen().map_err(|error| error.to_string());
    let mut child = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(folder)
        .env("PATH", path())
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .stdout(stream()?)
        .spawn()
        .map_err(|error| error.to_string())?;
    let began = Instant::now();
    let status = loop {
        match child.try_wait().map_err(|error| error.to_string())? {
            Some(status) => break status,
            None if began.elapsed() > LONGEST => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("takes more than {LONGEST:?}: mark its block as `slow`"));
            }
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    let printed = std::fs::read(output.path()).map_err(|error| error.to_string())?;
    let printed = String::from_utf8_lossy(&printed).into_owned();
    if status.success() { Ok(printed) } else { Err(format!("{status}\n{printed}")) }
}

/// The search path with magicgen's folder first.
fn path() -> std::ffi::OsString {
    let magicgen = PathBuf::from(crate::program());
    let folder = magicgen.parent().unwrap_or(Path::new("")).to_owned();
    let others = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(folder).chain(std::env::split_paths(&others));
    std::env::join_paths(folders).expect("folders of a search path have no separators")
}

/// Whether lines are those that are wanted, of which `...` stands for any number of lines.
fn matches(wanted: &[&str], lines: &[&str]) -> bool {
    match wanted {
        [] => lines.is_empty(),
        ["..."] => true,
        ["...", rest @ ..] => (0..=lines.len()).any(|from| matches(rest, &lines[from..])),
        [first, rest @ ..] => lines.first() == Some(first) && matches(rest, &lines[1..]),
    }
}
