//! Reads pools and locks, and writes them as a whole.

use std::path::{Path, PathBuf};

use super::asked::ShrinkRequest;
use crate::cli::start::lock_text;
use crate::emit::{MOST_LEDGER, Refusal, Share, Turn, folder_of, read_file, real, stage, sweep};
use crate::error::Error;
use crate::generate::Solver;
use magicgen_lab::shrink::file::{PoolError, PoolErrorKind, PoolFile};
use magicgen_search::Lock;
use magicgen_search::packing::Packing;

/// A function that adds the file's path to an error of a pool, for `map_err`.
pub(super) fn refuse(path: &Path) -> impl FnOnce(PoolError) -> Error {
    |error| pool_error(path, &error)
}

/// A pool and its text; `None` if there is no file or it is empty.
pub(super) fn pool(path: &Path) -> Result<Option<(PoolFile, String)>, Error> {
    let Some(text) = text(path)?.filter(|text| !text.is_empty()) else { return Ok(None) };
    let pool = text.parse().map_err(refuse(path))?;
    Ok(Some((pool, text)))
}

fn text(path: &Path) -> Result<Option<String>, Error> {
    let refused =
        |_| Error::Refused { action: "read", path: path.to_owned(), refusal: Refusal::NotText };
    let bytes = read_file(path, MOST_LEDGER)?;
    bytes.map(|bytes| String::from_utf8(bytes).map_err(refused)).transpose()
}

/// A pool that must exist.
pub(super) fn existing_pool(path: &Path) -> Result<PoolFile, Error> {
    match pool(path)? {
        Some((pool, _)) => Ok(pool),
        None if path.exists() => {
            Err(pool_error(path, &PoolError { line: Some(1), kind: PoolErrorKind::NotAPool }))
        }
        None => Err(missing(path)),
    }
}

/// The error for a file that doesn't exist.
pub(super) fn missing(path: &Path) -> Error {
    let error = std::io::ErrorKind::NotFound.into();
    Error::Io { action: "read", path: path.to_owned(), error }
}

/// Waits until no other run writes in the file's folder, and keeps others from it.
pub(super) fn turn(path: &Path) -> Turn {
    Turn::take(&[folder_of(&real(path)).to_owned()], Share::Write, &|_| {})
}

/// Writes a file beside its place and then moves it there, so that it is whole at any time.
pub(super) fn replace(path: &Path, text: &str) -> Result<(), Error> {
    sweep(folder_of(path), None);
    stage(path, text.as_bytes())?.commit()
}

/// The file of a search's checkpoint.
pub(super) struct CheckpointKeeper {
    path: Option<PathBuf>,
    /// The text that the file must have before it is written again. Otherwise two runs that share a file by mistake
    /// would undo one another's work.
    last: Option<String>,
}

impl CheckpointKeeper {
    pub(super) fn new(path: Option<PathBuf>, last: Option<String>) -> Self {
        Self { path, last }
    }

    /// Writes the checkpoint. It is an error if another run has written it meanwhile.
    pub(super) fn save(&mut self, state: impl FnOnce() -> PoolFile) -> Result<(), Error> {
        let Some(path) = &self.path else { return Ok(()) };
        let _turn = turn(path);
        if text(path)?.filter(|text| !text.is_empty()) != self.last {
            let (path, refusal) = (path.clone(), Refusal::Changed);
            return Err(Error::Refused { action: "write", path, refusal });
        }
        let new = state().to_string();
        replace(path, &new)?;
        self.last = Some(new);
        Ok(())
    }
}

/// Reads a lock into a solver. A lock that doesn't exist is empty.
pub(super) fn read_lock(path: &Path, solver: &mut Solver) -> Result<(), Error> {
    let text = lock_text(path)?.unwrap_or_default();
    solver.lock = if text.is_empty() {
        Lock::default()
    } else {
        text.parse().map_err(|error| Error::Lock {
            path: path.to_owned(),
            text: text.clone(),
            error,
        })?
    };
    solver.origin = Some((path.to_owned(), text));
    Ok(())
}

/// Puts a packing into a lock, unless the lock, as it is now, holds one that is as short. Returns whether it did.
pub(super) fn hold(
    path: &Path,
    asked: &ShrinkRequest,
    solver: &mut Solver,
    packing: &Packing,
) -> Result<bool, Error> {
    let _turn = turn(path);
    read_lock(path, solver)?;
    let (site, problems) = (asked.site(), asked.problems());
    let held = solver.held_packing(site, asked.axes, &problems)?;
    if held.is_some_and(|held| held.entries <= packing.entries) {
        return Ok(false);
    }
    solver.hold_packing(site, asked.axes, &problems, packing.clone());
    replace(path, &solver.lock.to_string())?;
    Ok(true)
}

/// An error of a pool in the file at this path.
pub(in crate::cli) fn pool_error(path: &Path, error: &PoolError) -> Error {
    let (message, help) = (error.kind.to_string(), error.kind.help());
    Error::Pool { path: path.to_owned(), line: error.line, message, help }
}
