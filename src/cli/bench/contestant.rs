//! A contestant: a program with one lookup, which answers each request for work with a count, a sum and the time spent.

use std::ffi::OsString;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use super::{Bench, Measurable};
use crate::Builder;
use crate::cli::temporary::TemporaryFolder;
use crate::config::Setting;
use crate::error::Error;

const ENGINE_C: &str = include_str!("../../../benches/field/engine.c");
const ENGINE_RUST: &str = include_str!("../../../benches/field/engine.rs");
const GAMES: &str = include_str!("../../../benches/field/games.txt");
const POSITIONS: &str = include_str!("../../../benches/field/positions.txt");

/// The config of the board's tables, which the engine uses with every lookup.
const BOARD: &str = "[[output]]\nid = \"board\"\nname = \"board\"\nemit = [\"leapers\", \"pawns\", \"between\", \"line\"]\n";

/// The Rust program around the engine.
const MAIN: &str = "\
#![allow(dead_code)]
#[path = \"../board.rs\"]
mod board;
mod engine;
mod magics;
struct Generated;
impl engine::Lookup for Generated {
    #[inline(always)]
    fn rook(square: usize, occupied: u64) -> u64 {
        magics::rook_attacks(square, occupied)
    }
    #[inline(always)]
    fn bishop(square: usize, occupied: u64) -> u64 {
        magics::bishop_attacks(square, occupied)
    }
}
fn main() {
    engine::serve::<Generated>();
}
";

/// A temporary folder with the games and positions that the engine reads.
pub(super) fn new_folder() -> Result<TemporaryFolder, Error> {
    let folder = TemporaryFolder::new("bench")?;
    folder.write("games.txt", GAMES)?;
    folder.write("positions.txt", POSITIONS)?;
    Ok(folder)
}

/// The program of a contestant in a folder.
pub(super) fn program(folder: &TemporaryFolder, name: &str) -> PathBuf {
    folder.path().join(name).join(format!("engine{}", std::env::consts::EXE_SUFFIX))
}

/// A compiler with its options.
pub(super) struct Toolchain {
    lang: Measurable,
    command: String,
    flags: Vec<String>,
    /// The first line of the compiler's `--version`.
    version: String,
}

impl Toolchain {
    /// The compiler that was named, or the first that is found.
    #[expect(
        clippy::disallowed_methods,
        reason = "CC is asked for the compiler, and has no part in what is generated"
    )]
    pub(super) fn find(asked: &Bench) -> Result<Self, Error> {
        let from_environment =
            || std::env::var("CC").ok().filter(|command| !command.trim().is_empty());
        let candidates = match (&asked.compiler, asked.lang) {
            (Some(command), _) => vec![command.clone()],
            (None, Measurable::Rust) => vec!["rustc".to_owned()],
            (None, Measurable::C) => {
                let usual = ["cc", "gcc", "clang"].map(str::to_owned);
                from_environment().into_iter().chain(usual).collect()
            }
        };
        let flags = asked.flags.clone().unwrap_or_else(|| {
            match asked.lang {
                Measurable::C => "-O3 -march=native",
                // The flags of an engine's release build; crates beside it get them too.
                Measurable::Rust => {
                    "-C opt-level=3 -C target-cpu=native -C codegen-units=1 -C panic=abort"
                }
            }
            .to_owned()
        });
        let flags = flags.split_whitespace().map(str::to_owned).collect();
        for command in &candidates {
            if let Some(version) = version(command) {
                return Ok(Self { lang: asked.lang, command: command.clone(), flags, version });
            }
        }
        let message = format!("no compiler: tried {}", candidates.join(", "));
        let help = "install a compiler, or name it with `--compiler COMMAND`".to_owned();
        Err(Error::Program { message, help })
    }

    /// Such as `cc (Debian 12.2.0-14) 12.2.0 -O3 -march=native`.
    pub(super) fn title(&self) -> String {
        let mut title = self.version.clone();
        for flag in &self.flags {
            title.push(' ');
            title.push_str(flag);
        }
        title
    }

    /// `c` or `rust`
    pub(super) fn language(&self) -> &'static str {
        match self.lang {
            Measurable::C => "c",
            Measurable::Rust => "rust",
        }
    }

    /// Generates a variant's lookup with some config keys set, and compiles the engine with it. Returns the command
    /// that runs the contestant `name`, or the reason why there is none.
    pub(super) fn build(
        &self,
        id: &str,
        name: &str,
        settings: &[Setting],
        folder: &TemporaryFolder,
    ) -> Result<Result<Vec<OsString>, String>, Error> {
        let of_variant = folder.path().join(name);
        std::fs::create_dir_all(&of_variant).map_err(|error| Error::Io {
            action: "write",
            path: of_variant.clone(),
            error,
        })?;
        let extension = match self.lang {
            Measurable::C => "h",
            Measurable::Rust => "rs",
        };
        let head = format!(
            "version = 1\n[defaults]\nlang = \"{}\"\norientation = \"a1lsb\"\n",
            self.language()
        );
        let lookup = format!(
            "{head}\n[[output]]\nvariant = \"{id}\"\npath = \"magics.{extension}\"\ntables = \"full\"\n"
        );
        let board = format!("{head}\n{BOARD}path = \"board.{extension}\"\n");
        match Builder::from_text(lookup).settings(settings).generate_to(&of_variant) {
            Ok(_) => {}
            Err(error @ (Error::Io { .. } | Error::Refused { .. } | Error::Disproof(_))) => {
                return Err(error);
            }
            Err(error) => return Ok(Err(one_line(&error.to_string()))),
        }
        Builder::from_text(board).generate_to(folder.path())?;
        let program = program(folder, name);
        let mut compiler = Command::new(&self.command);
        compiler.args(&self.flags).arg("-o").arg(&program).stdin(Stdio::null());
        match self.lang {
            Measurable::C => {
                folder.write("engine.c", ENGINE_C)?;
                compiler
                    .arg("-I")
                    .arg(folder.path())
                    .arg("-I")
                    .arg(&of_variant)
                    .arg(folder.path().join("engine.c"));
            }
            Measurable::Rust => {
                folder.write(&format!("{name}/engine.rs"), ENGINE_RUST)?;
                folder.write(&format!("{name}/main.rs"), MAIN)?;
                compiler.args(["--edition", "2024"]).arg(of_variant.join("main.rs"));
            }
        }
        self.compile(compiler, name)?;
        Ok(Ok(vec![program.into_os_string()]))
    }

    /// Compiles a program of C in a folder, which gets the name `engine`.
    pub(super) fn compile_c(&self, main: &str, folder: &TemporaryFolder) -> Result<(), Error> {
        let mut compiler = Command::new(&self.command);
        compiler.args(&self.flags).arg("-o").arg(program(folder, "")).stdin(Stdio::null());
        compiler.arg("-I").arg(folder.path()).arg(folder.path().join(main));
        self.compile(compiler, "the lookups")
    }

    fn compile(&self, mut compiler: Command, name: &str) -> Result<(), Error> {
        let output = compiler.output().map_err(|error| Error::Io {
            action: "run",
            path: self.command.clone().into(),
            error,
        })?;
        if output.status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        let message = format!("`{}` doesn't compile {name}: {}", self.command, one_line(&said));
        let help = "check its options in `--flags`".to_owned();
        Err(Error::Program { message, help })
    }
}

/// The first line that contains `error`, or else the first line.
pub(super) fn one_line(text: &str) -> String {
    let line = text.lines().find(|line| line.contains("error")).or_else(|| text.lines().next());
    line.unwrap_or("no message").trim().to_owned()
}

/// The first line of a compiler's `--version`; `None` if it can't be run.
fn version(command: &str) -> Option<String> {
    let output = Command::new(command).arg("--version").stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    output.status.success().then(|| text.lines().next().unwrap_or(command).trim().to_owned())
}

/// The answer to a request.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reply {
    /// Lookups, paths or nodes.
    pub(super) count: u64,
    /// The sum of the results, which must be the same for every contestant.
    pub(super) sum: u64,
    /// The processor's time.
    pub(super) seconds: f64,
}

/// A program that runs and waits for requests.
pub(super) struct Contestant {
    pub(super) name: String,
    child: Child,
    requests: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Contestant {
    /// Starts a program, whose last argument is the folder of games and positions.
    pub(super) fn start(
        name: &str,
        command: &[OsString],
        folder: &TemporaryFolder,
    ) -> Result<Self, Error> {
        let Some((program, arguments)) = command.split_first() else {
            let message = format!("`--beside {name}=` has no command");
            return Err(Error::Usage { message, help: Some("--beside NAME=COMMAND".to_owned()) });
        };
        let mut process = Command::new(program);
        process.args(arguments).arg(folder.path()).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = process.spawn().map_err(|error| Error::Io {
            action: "run",
            path: Path::new(program).to_owned(),
            error,
        })?;
        let requests = child.stdin.take();
        let answers = BufReader::new(child.stdout.take().expect("standard output is a pipe"));
        Ok(Self { name: name.to_owned(), child, requests, answers })
    }

    /// Asks for work and waits until it is done.
    pub(super) fn ask(&mut self, workload: &str, amount: u64) -> Result<Reply, Error> {
        let requests = self.requests.as_mut().expect("the pipe is open until the end");
        let mut line = String::new();
        let sent = writeln!(requests, "{workload} {amount}").and_then(|()| requests.flush());
        let heard = sent.and_then(|()| self.answers.read_line(&mut line));
        let mut fields = line.split_whitespace();
        let answer = || {
            let count = fields.next()?.parse().ok()?;
            let sum = u64::from_str_radix(fields.next()?, 16).ok()?;
            Some(Reply { count, sum, seconds: fields.next()?.parse().ok()? })
        };
        let mut answer = answer;
        heard.ok().and_then(|_| answer()).ok_or_else(|| Error::Program {
            message: format!("{} has no answer to `{workload} {amount}`", self.name),
            help: "see its message on standard error".to_owned(),
        })
    }
}

impl Drop for Contestant {
    fn drop(&mut self) {
        // A program ends when nobody will ask it again.
        self.requests = None;
        let _ = self.child.wait();
    }
}
