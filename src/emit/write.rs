//! Writes files so that each is whole at any time, with either its old or its new content.

use std::fs::{Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::temporary::Temporary;
use super::{Place, Refusal, place};
use crate::error::Error;

/// The state of a path at some time: the fingerprint of the file there; `None` if there was no regular file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Before(Option<Print>);

/// The fingerprint of a file: metadata that change when the file does.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Print {
    bytes: u64,
    written: Option<SystemTime>,
    /// The device and the inode number.
    id: (u64, u64),
}

impl Before {
    /// The state of a path at this time.
    #[must_use]
    pub fn now(path: &Path) -> Self {
        match place(path) {
            Ok(Place::File(_, found)) => Self(Some(Print::of(&found))),
            _ => Self(None),
        }
    }
}

impl Print {
    fn of(found: &Metadata) -> Self {
        #[cfg(unix)]
        let id = {
            use std::os::unix::fs::MetadataExt as _;
            (found.dev(), found.ino())
        };
        #[cfg(not(unix))]
        let id = (0, 0);
        Self { bytes: found.len(), written: found.modified().ok(), id }
    }
}

/// An output that is ready to be written: a complete temporary file beside the path, bytes for a device or a pipe, or
/// nothing if no bytes would change.
#[derive(Debug)]
pub struct Staged {
    /// The path as the user gave it.
    pub path: PathBuf,
    /// True where the file on disk has other bytes or doesn't exist.
    pub is_changed: bool,
    before: Before,
    step: Step,
}

/// The last step of writing an output.
#[derive(Debug)]
enum Step {
    None,
    /// Renames the temporary file to this path.
    Replace(PathBuf, Temporary),
    /// Bytes that are written in place; without a path they go to standard output.
    Stream(Option<PathBuf>, Vec<u8>),
}

/// The folder of the file at a path.
#[must_use]
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Writes `bytes` into a temporary file beside `path`, unless the file at `path` has these bytes already. Missing
/// folders are made. Nothing is written to a device or a pipe before [`Staged::commit`].
pub fn stage(path: &Path, bytes: &[u8]) -> Result<Staged, Error> {
    let refused = |refusal| Error::Refused { action: "write", path: path.to_owned(), refusal };
    let (path_behind, old) = match place(path).map_err(|error| error.doing("write"))? {
        Place::File(behind, found) => (behind, Some(found)),
        Place::Nothing(behind) => (behind, None),
        Place::Folder => return Err(refused(Refusal::Folder)),
        Place::Stdout => return Ok(stream(path, None, bytes)),
        Place::Stream(behind) => return Ok(stream(path, Some(behind), bytes)),
    };
    let failed = |error| Error::Io { action: "write", path: path.to_owned(), error };
    let before = Before(old.as_ref().map(Print::of));
    let path = path.to_owned();
    let has_length = |found: &Metadata| found.len() == bytes.len() as u64;
    if old.as_ref().is_some_and(has_length)
        && std::fs::read(&path_behind).is_ok_and(|old| old == bytes)
    {
        return Ok(Staged { path, is_changed: false, before, step: Step::None });
    }
    if old.as_ref().is_some_and(is_read_only) {
        return Err(refused(Refusal::ReadOnly));
    }
    if let Some(most) = size_limit().filter(|most| *most < bytes.len() as u64) {
        return Err(refused(Refusal::SizeLimit { most }));
    }
    let folder = folder_of(&path_behind);
    std::fs::create_dir_all(folder).map_err(failed)?;
    let temporary = Temporary::new(folder, bytes, old.as_ref()).map_err(failed)?;
    Ok(Staged { path, is_changed: true, before, step: Step::Replace(path_behind, temporary) })
}

fn stream(path: &Path, behind: Option<PathBuf>, bytes: &[u8]) -> Staged {
    let step = Step::Stream(behind, bytes.to_owned());
    Staged { path: path.to_owned(), is_changed: true, before: Before(None), step }
}

/// True where a file's mode lets nobody write it. The superuser could write it all the same, and is refused too.
fn is_read_only(found: &Metadata) -> bool {
    found.permissions().readonly()
}

/// The longest file that this process may write; the system would kill a process that writes more. `None` without a
/// limit.
fn size_limit() -> Option<u64> {
    let limits = std::fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max file size"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Makes a new file, which other processes see complete or not at all; fails with [`ErrorKind::AlreadyExists`] if the
/// path exists.
pub fn create_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if path.symlink_metadata().is_ok() {
        return Err(ErrorKind::AlreadyExists.into());
    }
    Temporary::new(folder_of(path), bytes, None)?.place_new(path)
}

impl Staged {
    /// Takes an earlier state than that at the time of staging as the unchanged one, so that changes since then aren't
    /// overwritten.
    #[must_use]
    pub fn since(mut self, before: &Before) -> Self {
        self.before = before.clone();
        self
    }

    /// Whether the bytes go to a device or a pipe, where writing may have to wait for a reader.
    #[must_use]
    pub fn is_stream(&self) -> bool {
        matches!(self.step, Step::Stream(..))
    }

    /// Fails if the file to be replaced has changed since it was staged. A file that was removed may be made again.
    pub fn check(&self) -> Result<(), Error> {
        let now = Before::now(&self.path);
        if matches!(self.step, Step::Replace(..)) && now.0.is_some() && now != self.before {
            let path = self.path.clone();
            return Err(Error::Refused { action: "write", path, refusal: Refusal::Changed });
        }
        Ok(())
    }

    /// Renames the temporary file to its path, or writes the bytes to the device or pipe.
    pub fn commit(self) -> Result<(), Error> {
        self.check()?;
        let path = self.path;
        let done = match self.step {
            Step::None => Ok(()),
            Step::Replace(behind, temporary) => {
                let folder = folder_of(&behind).to_owned();
                temporary.place(&behind).inspect(|()| sync(&folder))
            }
            Step::Stream(None, bytes) => {
                let mut out = io::stdout().lock();
                out.write_all(&bytes).and_then(|()| out.flush())
            }
            Step::Stream(Some(behind), bytes) => {
                // The descriptor may be that of a regular file: its content stays, and the bytes are appended.
                let open = OpenOptions::new().append(true).open(behind);
                open.and_then(|mut out| out.write_all(&bytes))
            }
        };
        match done {
            // The reader has closed the pipe before the end, as `head` does.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            done => done.map_err(|error| Error::Io { action: "write", path, error }),
        }
    }
}

/// Writes a folder to the disk: until then, a crash may undo the renaming of a file.
fn sync(folder: &Path) {
    if cfg!(unix) {
        // Not every file system can write folders. The file's bytes are on the disk already.
        let _ = std::fs::File::open(folder).and_then(|folder| folder.sync_all());
    }
}

/// Commits all outputs; none of them if one of the files has changed since it was staged.
pub fn commit_all(staged: Vec<Staged>) -> Result<(), Error> {
    staged.iter().try_for_each(Staged::check)?;
    staged.into_iter().try_for_each(Staged::commit)
}
