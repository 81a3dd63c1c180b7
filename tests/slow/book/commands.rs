//! The commands of the pages run, and print what the pages say.
//!
//! A page's blocks share an empty folder, from the first to the last. A block with `file=NAME` behind its fence becomes
//! that file; each `$` line of a `console` block is run by the shell, and the lines below it are its output, where `...`
//! stands for any number of lines. A mark behind the fence says why a block isn't run: see [`MARKS`].

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};

use crate::book::blocks::{Block, blocks, prose};
use crate::book::{pages, text};
use crate::installed::{has_tool, requires_all};

/// The longest that a command may take before it has to be called slow.
const LONGEST: Duration = Duration::from_secs(120);

/// The longest that a slow command may take.
const LONGEST_SLOW: Duration = Duration::from_secs(3600);

/// Marks of blocks that aren't run, with the reason. Slow blocks are run by `--ignored`, and by `MAGICGEN_MATRIX=all`.
const MARKS: [(&str, &str); 4] = [
    ("slow", "takes minutes"),
    ("example", "needs files of the reader's"),
    ("network", "needs a network"),
    ("device", "needs a device"),
];

/// Pages whose examples are run, with an engine's source in the folders that they name.
const ENGINES: [(&str, &[&str]); 1] =
    [("docs/command-line.md", &["../engine", "engine/src", "src"])];

/// Programs under the names that readers know, for tests that have them under others: the name, what shows that it is
/// there, and the command.
const STAND_INS: [(&str, &str, &str); 2] = [
    ("kotlinc", "npm:kotlin-compiler", "\"$(npm root --global)/kotlin-compiler/bin/kotlinc\""),
    ("zig", "python3 ziglang", "python3 -m ziglang"),
];

/// A test for each page that has commands, and one for each block that isn't run with it.
pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = vec![Trial::test("book::commands::in_the_text_are_known", in_the_text)];
    for page in pages() {
        let mut run = Vec::new();
        for block in blocks(&text(&page)) {
            let name = format!("book::commands::{}:{}", page.display(), block.line);
            match reason(&page, &block) {
                None => run.push(block),
                Some(Reason::Missing(tool)) if requires_all() => {
                    let message = format!("not installed: {tool}");
                    trials.push(Trial::test(name, move || Err(Failed::from(message))));
                }
                Some(reason) => {
                    let is_slow = block.is("slow");
                    let blocks: Vec<Block> = run.iter().cloned().chain([block]).collect();
                    let name = format!("{name} ({reason})");
                    let page = page.clone();
                    let trial = Trial::test(name, move || {
                        if is_slow { run_all(&page, &blocks, LONGEST_SLOW) } else { Ok(()) }
                    });
                    trials.push(trial.with_ignored_flag(!is_slow || !runs_slow()));
                }
            }
        }
        if run.iter().any(|block| block.language == "console") {
            let name = format!("book::commands::{}", page.display());
            trials.push(Trial::test(name, move || run_all(&page, &run, LONGEST)));
        }
    }
    trials
}

fn runs_slow() -> bool {
    std::env::var_os("MAGICGEN_MATRIX").is_some_and(|value| value == "all")
}

/// The reason why a block isn't run.
enum Reason {
    Marked(&'static str),
    /// A block of commands that isn't a `console` block.
    Unchecked,
    /// Cargo would wait for the build that runs this test.
    Cargo,
    Missing(String),
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Marked(mark) => f.write_str(mark),
            Self::Unchecked => f.write_str("no console block"),
            Self::Cargo => f.write_str("runs cargo"),
            Self::Missing(tool) => write!(f, "not installed: {tool}"),
        }
    }
}

fn reason(page: &Path, block: &Block) -> Option<Reason> {
    if ["sh", "bash", "shell"].contains(&block.language.as_str()) {
        return Some(Reason::Unchecked);
    }
    if block.language != "console" {
        return None;
    }
    let has_files = |mark: &str| mark == "example" && !engines(page).is_empty();
    let mark = MARKS.into_iter().find(|(mark, _)| block.is(mark) && !has_files(mark));
    if let Some((_, reason)) = mark {
        return Some(Reason::Marked(reason));
    }
    let tools = shown(block).into_iter().flat_map(|Shown { command, .. }| {
        let library = command.contains("-lOpenCL").then(|| "opencl".to_owned());
        let command = command.replace("2>&1", "");
        command.split(['|', '&', ';']).filter_map(tool).chain(library).collect::<Vec<_>>()
    });
    tools.into_iter().find_map(|tool| match tool.as_str() {
        "cargo" => Some(Reason::Cargo),
        "magicgen" => None,
        tool if tool.contains('/') || is_installed(tool) => None,
        tool => Some(Reason::Missing(tool.to_owned())),
    })
}

/// The folders in which a page's examples look for an engine.
fn engines(page: &Path) -> &'static [&'static str] {
    let known = ENGINES.into_iter().find(|(known, _)| page == Path::new(known));
    known.map_or(&[], |(_, folders)| folders)
}

/// The program that a command calls.
fn tool(command: &str) -> Option<String> {
    let is_setting = |word: &&str| word.contains('=');
    command.split_whitespace().find(|word| !is_setting(word)).map(str::to_owned)
}

fn is_installed(tool: &str) -> bool {
    if let Some((_, package, _)) = STAND_INS.into_iter().find(|(name, ..)| *name == tool) {
        return has_tool(tool) || has_tool(package);
    }
    if tool == "opencl" {
        return has_tool(tool);
    }
    let script = format!("command -v {tool}");
    let status = Command::new("sh").args(["-c", &script]).stdout(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// The folder of [`STAND_INS`], which comes last on the search path.
fn stand_ins() -> &'static Path {
    static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("stand-ins");
        std::fs::create_dir_all(&folder).expect("a folder for programs");
        for (name, _, command) in STAND_INS {
            let file = folder.join(name);
            std::fs::write(&file, format!("#!/bin/sh\nexec {command} \"$@\"\n"))
                .expect("a program");
            #[cfg(unix)]
            std::fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o755))
                .expect("a program that runs");
        }
        folder
    });
    &FOLDER
}

/// The program knows the commands and flags between backticks in the text, such as `magicgen --check`.
fn in_the_text() -> Result<(), Failed> {
    let mut wrong = String::new();
    for page in pages() {
        for (line, text) in prose(&text(&page)) {
            let code = text.split('`').skip(1).step_by(2);
            for command in code.filter(|code| code.starts_with("magicgen ")) {
                if let Err(why) = is_known(command) {
                    _ = write!(wrong, "{}:{line}: `{command}`\n{why}", page.display());
                }
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.into()) }
}

/// Asks for the help of a command, which fails if magicgen has no such command or flag. A placeholder such as `ID` and a
/// flag without its value are no mistakes.
fn is_known(command: &str) -> Result<(), String> {
    let has_gap = |command: &&str| command.contains(['[', '<']) || command.contains("...");
    let commands = command.split("&&").map(|one| one.split(['|', '>']).next().unwrap_or(one));
    for command in commands.filter(|one| !has_gap(one)) {
        if let Err(why) = run(&format!("{command} --help"), Path::new("."), LONGEST) {
            let quoted = why.split('\'').nth(1).unwrap_or_default();
            let is_placeholder = quoted.chars().all(char::is_uppercase);
            if !is_placeholder && !why.contains("a value is required") {
                return Err(why);
            }
        }
    }
    Ok(())
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

fn run_all(page: &Path, blocks: &[Block], longest: Duration) -> Result<(), Failed> {
    let home = tempfile::tempdir()?;
    let folder = home.path().join("folder");
    // No config above the folder is found.
    std::fs::create_dir_all(folder.join(".git"))?;
    for engine in engines(page) {
        // A source that nobody has generated.
        let source = "magicgen --lang c --emit masks,factors,shifts | sed /enerated/d";
        let command = format!("mkdir -p {engine} && {source} >{engine}/magic.c");
        run(&command, &folder, LONGEST)?;
    }
    for block in blocks {
        if let Some(file) = block.file() {
            let path = folder.join(file);
            std::fs::create_dir_all(path.parent().unwrap_or(&folder))?;
            std::fs::write(path, &block.text)?;
        } else if block.language == "console" {
            for shown in shown(block) {
                let place = format!("{}:{}: $ {}", page.display(), block.line, shown.command);
                let printed = run(&shown.command, &folder, longest)
                    .map_err(|why| format!("{place}\n{why}"))?;
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
fn run(command: &str, folder: &Path, longest: Duration) -> Result<String, String> {
    let output = tempfile::NamedTempFile::new().map_err(|error| error.to_string())?;
    let stream = || output.reopen().map_err(|error| error.to_string());
    let mut child = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(folder)
        .env("PATH", path())
        .env("NO_COLOR", "1")
        // Programs for OpenCL are cached by their text without what it includes.
        .env("POCL_CACHE_DIR", folder.join(".pocl"))
        .env("ZIG_GLOBAL_CACHE_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("zig-cache"))
        .stdin(Stdio::null())
        .stdout(stream()?)
        .spawn()
        .map_err(|error| error.to_string())?;
    let began = Instant::now();
    let status = loop {
        match child.try_wait().map_err(|error| error.to_string())? {
            Some(status) => break status,
            None if began.elapsed() > longest => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("takes more than {longest:?}: mark its block as `slow`"));
            }
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    let printed = std::fs::read(output.path()).map_err(|error| error.to_string())?;
    let printed = String::from_utf8_lossy(&printed).into_owned();
    if status.success() { Ok(printed) } else { Err(format!("{status}\n{printed}")) }
}

/// The search path with magicgen's folder first and that of [`STAND_INS`] last.
fn path() -> std::ffi::OsString {
    let magicgen = PathBuf::from(crate::program());
    let folder = magicgen.parent().unwrap_or(Path::new("")).to_owned();
    let others = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(folder)
        .chain(std::env::split_paths(&others))
        .chain([stand_ins().to_owned()]);
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
