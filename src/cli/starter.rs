//! `magicgen init`: writes a config to begin with, by what stands in the current folder.

use std::path::Path;
use std::process::ExitCode;

use super::adopt::{Failure, create};
use super::args::Starting;
use super::engine::engine_files;
use super::is_chatty;
use super::reporting::Report as Reporting;
use super::settled::settled;
use crate::adopt::{Project, Wishes, engine_name, project};
use crate::config::FILE_NAME as CONFIG;

/// The longest project file that is read, in bytes.
const MOST_BYTES: u64 = 1 << 20;

/// The names of files that tell what project a folder is.
const PROJECTS: [&str; 8] = [
    "Cargo.toml", "CMakeLists.txt", "go.mod", "pom.xml", "package.json", "pyproject.toml",
    "build.zig", "tsconfig.json",
];

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
        Ok(()) => {
            say("wrote magicgen.toml; run `magicgen` to generate");
            if gitattributes {
                return attributes(reporting);
            }
            say("to keep git from changing line ends, run `magicgen init --gitattributes`");
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

fn write(asked: &Starting, reporting: &Reporting) -> Result<(), Failure> {
    let config = Path::new(CONFIG);
    if config.symlink_metadata().is_ok() {
        return Err(Failure::Exists(config.to_owned()));
    }
    let here = Path::new(".");
    let files = engine_files(here, reporting)?;
    let wishes = Wishes { path: asked.output.as_deref().map(in_a_config), ..asked.wished.wishes() };
    let engine = engine_name(&here.canonicalize().unwrap_or_default());
    let mut starter = project(&look(here), &files, &wishes, &engine);
    let (text, _) = settled(&mut starter, config, None, asked.wished.name.is_some())?;
    create(config, &text)
}

/// A path of the command line as a config has it: that of a folder ends in `/`.
fn in_a_config(path: &Path) -> String {
    let text = path.to_string_lossy().into_owned();
    let is_plain = path.is_dir() && !text.ends_with(std::path::is_separator);
    if is_plain { text + "/" } else { text }
}

/// What stands at the top of a folder.
fn look(folder: &Path) -> Project {
    let mut project = Project::default();
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    for name in names {
        let path = folder.join(&name);
        if path.is_dir() {
            project.folders.push(name);
        } else if PROJECTS.contains(&name.as_str()) || name.ends_with(".csproj") {
            let is_short =
                path.metadata().is_ok_and(|data| data.is_file() && data.len() <= MOST_BYTES);
            let text = if is_short { std::fs::read_to_string(&path).ok() } else { None };
            project.files.extend(text.map(|text| (name, text)));
        }
    }
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
