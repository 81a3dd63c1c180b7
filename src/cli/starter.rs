//! `magicgen init`: writes a first config that fits the project in the current folder.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::adopt::{Failure, create};
use super::args::Starting;
use super::attributes::git_changes_line_ends;
use super::engine::{engine_files, is_skipped};
use super::is_chatty;
use super::reporting::Reporting;
use super::settled::settled;
use super::sources::shown;
use crate::adopt::{Project, Wishes, engine_name, project};
use crate::config::{FILE_NAME as CONFIG, Job};

/// The longest project file that is read, in bytes.
const MOST_BYTES: u64 = 1 << 20;

/// The depth of folders in which project files are looked for, as in `app/src/main/kotlin`.
const DEEPEST: usize = 4;

/// The most files and folders that are visited.
const MOST: usize = 10_000;

/// Writes magicgen.toml into the current folder, unless it exists already, and .gitattributes if it is wanted.
pub(super) fn init(asked: &Starting, gitattributes: bool, reporting: &Reporting) -> ExitCode {
    let say = |message: &str| {
        if is_chatty(reporting) {
            super::say(message);
        }
    };
    let is_there = Path::new(CONFIG).symlink_metadata().is_ok();
    if is_there && gitattributes {
        return attributes(reporting);
    }
    match write(asked, reporting) {
        Ok(WrittenConfig { file, path, is_recognised }) => {
            say(&format!("wrote magicgen.toml; run `magicgen` to generate {file}"));
            if !is_recognised {
                say(
                    "note: nothing here is of a language that magicgen prints, and the config says C; for \
                     another one, delete magicgen.toml and run `magicgen init --lang LANG`; `magicgen list \
                     languages` names all",
                );
            }
            if gitattributes {
                return attributes(reporting);
            }
            if git_changes_line_ends(Path::new("."), &path) {
                say("git changes line ends here: run `magicgen init --gitattributes` too");
            }
            ExitCode::SUCCESS
        }
        Err(Failure::Exists(_)) => {
            if reporting.says_errors() {
                super::say(
                    "error: magicgen.toml exists already, and is kept\n\
                     help: edit it, or delete it and run `magicgen init` again",
                );
            }
            ExitCode::from(2)
        }
        Err(failure) => failure.report(reporting),
    }
}

/// A config that was written.
struct WrittenConfig {
    /// The generated files, for messages.
    file: String,
    /// The path of its first file.
    path: PathBuf,
    /// Whether the language follows from the project.
    is_recognised: bool,
}

/// Writes the config.
fn write(asked: &Starting, reporting: &Reporting) -> Result<WrittenConfig, Failure> {
    let config = Path::new(CONFIG);
    if config.symlink_metadata().is_ok() {
        return Err(Failure::Exists(config.to_owned()));
    }
    let here = Path::new(".");
    let files = engine_files(here, reporting)?;
    let wishes = Wishes { path: asked.output.as_deref().map(in_a_config), ..asked.wished.wishes() };
    let engine = engine_name(&here.canonicalize().unwrap_or_default());
    let mut starter = project(&look(here), &files, &wishes, &engine);
    let (text, plan) = settled(&mut starter, config, None, asked.wished.name.is_some())?;
    create(config, &text)?;
    let header = plan.jobs.first().and_then(Job::path).unwrap_or(here);
    let mut options = starter.outputs.iter().flat_map(|output| &output.options);
    let mut file = shown(header);
    if options.any(|option| option.key == "layout") {
        let source = shown(&header.with_extension("cpp"));
        file = format!("{file} and {source}, which the build has to compile");
    }
    let path = header.to_owned();
    Ok(WrittenConfig { file, path, is_recognised: starter.is_recognised })
}

/// A path from the command line, in the form for a config: a folder ends in `/`.
fn in_a_config(path: &Path) -> String {
    let text = path.to_string_lossy().into_owned();
    let is_plain = path.is_dir() && !text.ends_with(std::path::is_separator);
    if is_plain { text + "/" } else { text }
}

/// The project files and folders in a folder.
pub(super) fn look(top: &Path) -> Project {
    let mut project = Project::default();
    let mut folders = vec![(top.to_owned(), String::new())];
    let mut seen = 0;
    while let Some((folder, inside)) = folders.pop() {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        for entry in entries {
            let Ok(name) = entry.file_name().into_string() else { continue };
            let Ok(kind) = entry.file_type() else { continue };
            let (path, inside) = (entry.path(), format!("{inside}{name}"));
            seen += 1;
            if seen > MOST || name.starts_with('.') {
                continue;
            }
            if kind.is_dir() && !is_skipped(&path, &name) {
                if inside.matches('/').count() + 1 < DEEPEST {
                    folders.push((path, format!("{inside}/")));
                }
                project.folders.push(inside);
            } else if Project::is_told_by(&name) {
                let is_short =
                    path.metadata().is_ok_and(|data| data.is_file() && data.len() <= MOST_BYTES);
                let text = if is_short { std::fs::read_to_string(&path).ok() } else { None };
                project.files.extend(text.map(|text| (inside, text)));
            }
        }
    }
    project.files.sort();
    project.folders.sort();
    project
}

/// Writes .gitattributes for the config in the current folder.
fn attributes(reporting: &Reporting) -> ExitCode {
    match super::attributes::write() {
        Ok(added) if added.is_empty() => {
            if is_chatty(reporting) {
                super::say(".gitattributes has these lines already");
            }
            ExitCode::SUCCESS
        }
        Ok(added) => {
            if is_chatty(reporting) {
                super::say(&format!("wrote .gitattributes: {}", added.join(", ")));
            }
            ExitCode::SUCCESS
        }
        Err(error) => {
            super::diagnostic::say(&error, reporting);
            ExitCode::from(error.status())
        }
    }
}
