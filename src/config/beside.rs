//! Files that a config names beside itself, as rows of columns: truth tables and the edges of graphs.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};

use toml::Spanned;

use super::error::{ConfigError, ConfigErrorKind};
use super::moves::wrong;
use super::request::Request;
use super::source::Source;
use super::tables::Config;

/// The config's own text, and the host that reads other files.
pub(super) type Files<'a> = (&'a Source, &'a Request<'a>);

/// A file of rows: each has columns with semicolons between. Empty lines, and those that begin with `#`, are none.
pub(super) struct FileOfRows<'a> {
    name: &'a Spanned<String>,
    text: String,
}

/// The path of a file in a config, relative to the config's folder.
pub(super) fn path(name: &str, request: &Request<'_>) -> PathBuf {
    request.config.and_then(Path::parent).unwrap_or(Path::new("")).join(name)
}

/// The paths of all files that a config names beside itself, each once.
pub(super) fn named(config: &Config<'_>, request: &Request<'_>) -> Vec<PathBuf> {
    let tables = config.pieces.iter().filter_map(|(piece, _)| piece.table.as_ref());
    let names = config.search.given.iter().chain(&config.board.edges).chain(tables);
    let mut paths: Vec<PathBuf> = names.map(|name| path(name.get_ref(), request)).collect();
    let mut seen = BTreeSet::new();
    paths.retain(|path| seen.insert(path.clone()));
    paths
}

/// The path of a file that the config may read. A stranger's config can't choose files outside its folder; the user's own
/// settings can.
pub(super) fn allowed(
    name: &Spanned<String>,
    (source, request): Files<'_>,
) -> Result<PathBuf, ConfigError> {
    if source.is_setting(&name.span()) {
        return Ok(path(name.get_ref(), request));
    }
    inside(name, request)
}

/// The path of a file in the config's folder, or of any file if the host allows others.
pub(super) fn inside(
    name: &Spanned<String>,
    request: &Request<'_>,
) -> Result<PathBuf, ConfigError> {
    let path = path(name.get_ref(), request);
    if !(request.is_outside)(&path) {
        return Ok(path);
    }
    let path = name.get_ref().clone();
    Err(ConfigError::at(name.span(), ConfigErrorKind::Outside { path }))
}

impl<'a> FileOfRows<'a> {
    /// Reads the file of this name.
    pub(super) fn read(name: &'a Spanned<String>, files: Files<'_>) -> Result<Self, ConfigError> {
        let path = allowed(name, files)?;
        let text = (files.1.read)(&path).map_err(|why| {
            let help = "name a file, relative to the folder of the config";
            wrong(name.span(), format!("`{}` {why}", name.get_ref()), help)
        })?;
        Ok(Self { name, text })
    }

    /// The rows with the numbers of their lines.
    pub(super) fn rows(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = (1..).zip(self.text.lines().map(str::trim));
        lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
    }

    /// The error for one line.
    pub(super) fn wrong_line(&self, line: usize, why: &str, help: &str) -> ConfigError {
        wrong(self.span(), format!("`{}`, line {line}: {why}", self.name.get_ref()), help)
    }

    /// The error for the file as a whole.
    pub(super) fn wrong(&self, why: &str, help: &str) -> ConfigError {
        wrong(self.span(), format!("`{}`{why}", self.name.get_ref()), help)
    }

    fn span(&self) -> Range<usize> {
        self.name.span()
    }
}
