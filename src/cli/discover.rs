//! Finds the config, and reads the flags that override it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::args::Cli;
use super::{is_chatty, say};
use crate::ask::{Flags, override_of};
use crate::config::{FILE_NAME, MOST_BYTES, OnBoard, Request, Setting, Source, on_board};
use crate::emit::{
    Folder, PathTarget, Refusal, folder_of, place, read, read_known, read_text, read_text_in, real,
};
use crate::error::Error;

/// A config with its path and its text.
#[derive(Clone)]
pub(super) struct FoundConfig {
    /// The path; `-` for a config from a pipe, which has no folder; `None` for a run from flags.
    pub(super) config: Option<PathBuf>,
    /// The config's name in messages.
    pub(super) name: String,
    pub(super) text: String,
    /// The folder of the config's file, from which the text was read.
    pub(super) folder: Option<Arc<Folder>>,
}

impl FoundConfig {
    /// A config for a run from flags.
    pub(super) fn of_flags(text: String) -> Self {
        Self { config: None, name: String::new(), text, folder: None }
    }

    /// The named config, or else the nearest one, unless configs are ignored; else the text `without`.
    pub(super) fn named_or_nearest(
        named: Option<&Path>,
        ignores: bool,
        without: &str,
    ) -> Result<Self, Error> {
        let nearest = || if ignores { None } else { nearest_config() };
        match named.map(Path::to_owned).or_else(nearest) {
            Some(config) => Self::read(&config),
            None => Ok(Self::of_flags(without.to_owned())),
        }
    }

    /// A piece on the board of this config, whose text and settings are `source`. Its truth table has to be in the
    /// config's folder.
    pub(super) fn piece(&self, source: &Source, name: &str) -> Result<OnBoard, Error> {
        let folder = real(folder_of(self.file().unwrap_or(Path::new(""))));
        let is_outside = |path: &Path| !real(path).starts_with(&folder);
        let config = self.config.as_deref();
        let (read, is_outside) = (&read_known, &is_outside);
        let request = Request { config, read, is_outside, ..Request::default() };
        on_board(source, name, &request)
            .map_err(|errors| Error::Config { source: Box::new(source.clone()), errors })
    }

    /// Reads a config from a file or a pipe.
    pub(super) fn read(path: &Path) -> Result<Self, Error> {
        let failed = |refusal| Error::Refused { action: "read", path: path.to_owned(), refusal };
        let stream = || Some(PathBuf::from(STREAM));
        if path.as_os_str() == STREAM {
            let name = "standard input";
            let bytes = read(&mut std::io::stdin().lock(), Path::new(name), MOST_BYTES as u64)?;
            let text = String::from_utf8(bytes).map_err(|_| failed(Refusal::NotText))?;
            return Ok(Self { config: stream(), name: name.to_owned(), text, folder: None });
        }
        let name = path.display().to_string();
        match place(path).map_err(|error| error.doing("read"))? {
            PathTarget::Stdout | PathTarget::Stream(_) => {
                let text = read_text(path, MOST_BYTES as u64)?;
                return Ok(Self { config: stream(), name, text, folder: None });
            }
            PathTarget::Folder => return Err(failed(Refusal::Folder)),
            PathTarget::File(..) | PathTarget::Nothing(_) => {}
        }
        let folder = Folder::open(folder_of(path)).map_err(|error| Error::Io {
            action: "read",
            path: path.to_owned(),
            error,
        })?;
        let text = read_text_in(&folder, path, MOST_BYTES as u64)?;
        Ok(Self { config: Some(path.to_owned()), name, text, folder: Some(Arc::new(folder)) })
    }

    /// The path of the config if it is a file, which has a folder and may have a lock beside it.
    pub(super) fn file(&self) -> Option<&Path> {
        self.config.as_deref().filter(|config| config.as_os_str() != STREAM)
    }
}

/// The path that stands for standard input or output on the command line.
const STREAM: &str = "-";

/// The named config, or the nearest one, or a config for a run from flags.
pub(super) fn find_config(cli: &Cli) -> Result<FoundConfig, Error> {
    if let Some(config) = &cli.place.config {
        return FoundConfig::read(config);
    }
    let nearest = if cli.place.no_config { None } else { nearest_config() };
    if cli.what.lang.is_some() {
        if let Some(nearest) = nearest
            && is_chatty(&cli.report)
        {
            say(&format!("note: --lang without --config ignores {}", nearest.display()));
        }
        return Ok(FoundConfig::of_flags("version = 1\n\n[[output]]\n".to_owned()));
    }
    match nearest {
        Some(config) => FoundConfig::read(&config),
        None if cli.reproduce.check => Err(Error::Usage {
            message: "nothing to check: no magicgen.toml here or above".to_owned(),
            help: Some("magicgen --check -c FILE, or run it in the config's folder".to_owned()),
        }),
        None => Err(Error::Usage {
            message: "nothing to generate: no magicgen.toml here or above, and no --lang"
                .to_owned(),
            help: Some("magicgen --lang java --orientation h1lsb -o src/main/java/".to_owned()),
        }),
    }
}

/// The path of the nearest magicgen.toml in this folder or above, relative to this folder. The search stops at the root
/// of a repository and at the home folder.
pub(super) fn nearest_config() -> Option<PathBuf> {
    let current = std::env::current_dir().ok()?;
    let home = std::env::home_dir();
    let mut relative = PathBuf::new();
    for folder in current.ancestors() {
        let config = folder.join(FILE_NAME);
        // A folder of this name and a broken link count too, so that they are reported as errors.
        if config.is_file() || config.is_dir() || config.is_symlink() {
            return Some(relative.join(FILE_NAME));
        }
        if folder.join(".git").exists() || Some(folder) == home.as_deref() {
            return None;
        }
        relative.push("..");
    }
    None
}

/// The settings of all flags.
pub(super) fn settings(cli: &Cli) -> Result<Vec<Setting>, Error> {
    let what = &cli.what;
    let class = class(cli);
    let flags = Flags {
        set: texts(&what.set),
        lang: what.lang.as_deref(),
        variant: what.variant.as_deref(),
        orientation: what.orientation.as_deref(),
        tables: what.tables.as_deref(),
        name: what.name.as_deref().or(class.as_deref()),
        piece: texts(&what.piece),
        emit: texts(&what.emit),
        board: what.board.as_ref().map(|(width, height)| (width.as_str(), height.as_str())),
        max_bytes: what.max_bytes,
        seed: cli.reproduce.seed,
        effort: cli.reproduce.effort,
    };
    flags.settings()
}

/// The class that a Java file is named after, if no name is given.
fn class(cli: &Cli) -> Option<String> {
    let is_java = cli.what.lang.as_deref() == Some("java");
    let path = cli.place.output.as_ref().filter(|_| is_java)?;
    let is_file = path.extension().is_some_and(|ending| ending == "java");
    is_file.then(|| path.file_stem().map(|stem| stem.to_string_lossy().into_owned()))?
}

/// The settings of all `-D KEY=VALUE`.
pub(super) fn overrides(sets: &[String]) -> Result<Vec<Setting>, Error> {
    sets.iter().map(|set| override_of(set)).collect()
}

fn texts(values: &[String]) -> Vec<&str> {
    values.iter().map(String::as_str).collect()
}
