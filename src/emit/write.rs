//! Writes files so that each is complete at any time, with either its old or its new content.

use std::ffi::{OsStr, OsString};
use std::fs::{Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use super::folder::{Folder, Id, id_of};
use super::temporary::{Backup, Temporary, is_immutable};
use super::{PathTarget, Refusal, place};
use crate::error::Error;

/// The state of a path at some time: the file's fingerprint, or `None` without a regular file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Before(Option<Print>);

/// The fingerprint of a file: metadata that change with the file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Print {
    bytes: u64,
    written: Option<SystemTime>,
    id: Id,
}

impl Before {
    /// The current state of a path.
    #[must_use]
    pub fn now(path: &Path) -> Self {
        match place(path) {
            Ok(PathTarget::File(_, found)) => Self(Some(Print::of(&found))),
            _ => Self(None),
        }
    }
}

impl Print {
    fn of(found: &Metadata) -> Self {
        Self { bytes: found.len(), written: found.modified().ok(), id: id_of(found) }
    }
}

/// An output that is ready: a complete temporary file beside the path, bytes for a device or a pipe, or nothing if no
/// bytes change.
#[derive(Debug)]
pub struct Staged {
    /// The path as the user gave it.
    pub path: PathBuf,
    /// True if the file on disk has other bytes or doesn't exist.
    pub is_changed: bool,
    before: Before,
    step: LastStep,
    made: Made,
}

/// Folders made for a file, the outermost first. When this value is dropped, empty ones are removed.
#[derive(Debug, Default)]
struct Made(Vec<(Arc<Folder>, OsString)>);

impl Drop for Made {
    fn drop(&mut self) {
        for (above, name) in self.0.iter().rev() {
            let _ = above.remove_folder(name);
        }
    }
}

impl Made {
    /// The folders made for these files.
    fn of(staged: &mut [Staged]) -> Self {
        Self(staged.iter_mut().flat_map(|output| std::mem::take(&mut output.made.0)).collect())
    }
}

/// The last step of writing an output.
#[derive(Debug)]
enum LastStep {
    None,
    /// Renames the temporary file to this name in its folder.
    Replace {
        folder: Arc<Folder>,
        name: OsString,
        old: Option<Id>,
        temporary: Temporary,
    },
    /// Bytes that are written in place.
    Stream(OutputStream, Vec<u8>),
}

/// An output that is written in place.
#[derive(Debug)]
enum OutputStream {
    Stdout,
    /// A device, a pipe or an open file named by its descriptor.
    Path(PathBuf),
    /// A device or a pipe in a folder, with its name there.
    In(Arc<Folder>, OsString),
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
    stage_in(path, bytes, None)
}

/// Does the same as [`stage`]. The path must lead into the folder `base`, if given.
///
/// The file's folder is opened once and compared with `base`. All further steps happen in that open folder: if someone
/// swaps a folder or a file for a link in between, it leads nowhere else.
pub fn stage_in(path: &Path, bytes: &[u8], base: Option<&Folder>) -> Result<Staged, Error> {
    let refused = |refusal| Error::Refused { action: "write", path: path.to_owned(), refusal };
    let (path_behind, found) = match place(path).map_err(|error| error.doing("write"))? {
        PathTarget::File(behind, found) => (behind, Some(found)),
        PathTarget::Nothing(behind) => (behind, None),
        PathTarget::Folder => return Err(refused(Refusal::Folder)),
        PathTarget::Stdout => return Ok(stream(path, OutputStream::Stdout, bytes)),
        PathTarget::Stream(behind) => {
            let Some(base) = base else {
                return Ok(stream(path, OutputStream::Path(behind), bytes));
            };
            let (folder, name, _) = folder_in(path, &behind, Some(base))?;
            return Ok(stream(path, OutputStream::In(folder, name), bytes));
        }
    };
    let failed = |error| Error::Io { action: "write", path: path.to_owned(), error };
    let (folder, name, made) = folder_in(path, &path_behind, base)?;
    let old = folder.id_at(&name).map_err(failed)?;
    if old != found.as_ref().map(id_of) {
        return Err(refused(Refusal::Changed));
    }
    let before = Before(found.as_ref().map(Print::of));
    let path = path.to_owned();
    let has_length = |found: &Metadata| found.len() == bytes.len() as u64;
    if found.as_ref().is_some_and(has_length) && has_bytes(&folder, &name, bytes) {
        return Ok(Staged { path, is_changed: false, before, step: LastStep::None, made });
    }
    if found.as_ref().is_some_and(is_read_only) {
        return Err(refused(Refusal::ReadOnly));
    }
    if let Some(most) = size_limit().filter(|most| *most < bytes.len() as u64) {
        return Err(refused(Refusal::SizeLimit { most }));
    }
    let temporary = Temporary::new(&folder, bytes, found.as_ref()).map_err(failed)?;
    let step = LastStep::Replace { folder, name, old, temporary };
    Ok(Staged { path, is_changed: true, before, step, made })
}

/// Opens the folder of the file `behind`, the target of `path`. Returns it with the file's name in it and the missing
/// folders that were made. A folder outside `base` is refused.
fn folder_in(
    path: &Path,
    behind: &Path,
    base: Option<&Folder>,
) -> Result<(Arc<Folder>, OsString, Made), Error> {
    let failed = |error| Error::Io { action: "write", path: path.to_owned(), error };
    let name = behind.file_name().ok_or_else(|| failed(ErrorKind::InvalidFilename.into()))?;
    let mut at = folder_of(behind);
    let mut missing = Vec::new();
    let mut folder = loop {
        match Folder::open(at) {
            Ok(folder) => break Arc::new(folder),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let (Some(above), Some(name)) = (at.parent(), at.file_name()) else {
                    return Err(failed(error));
                };
                missing.push(name);
                at = above;
            }
            Err(error) => return Err(failed(error)),
        }
    };
    if let Some(base) = base
        && !folder.is_in(base).map_err(failed)?
    {
        let refusal = Refusal::Outside;
        return Err(Error::Refused { action: "write", path: path.to_owned(), refusal });
    }
    let mut made = Made::default();
    for name in missing.into_iter().rev() {
        let inner = Arc::new(folder.child(name).map_err(failed)?);
        made.0.push((std::mem::replace(&mut folder, inner), name.to_owned()));
    }
    Ok((folder, name.to_owned(), made))
}

/// True if a file has these bytes.
fn has_bytes(folder: &Folder, name: &OsStr, bytes: &[u8]) -> bool {
    let mut old = Vec::new();
    let read =
        folder.read(name).and_then(|file| file.take(bytes.len() as u64 + 1).read_to_end(&mut old));
    read.is_ok() && old == bytes
}

fn stream(path: &Path, to: OutputStream, bytes: &[u8]) -> Staged {
    let step = LastStep::Stream(to, bytes.to_owned());
    let (before, made) = (Before(None), Made::default());
    Staged { path: path.to_owned(), is_changed: true, before, step, made }
}

/// True if a file's mode lets nobody write it. The superuser could, but is refused too.
fn is_read_only(found: &Metadata) -> bool {
    found.permissions().readonly()
}

/// The size of the largest file that this process may write; the system kills a process that writes more. `None`
/// without a limit.
fn size_limit() -> Option<u64> {
    let limits = std::fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max file size"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Makes a new file, which other processes see complete or not at all. Fails with [`ErrorKind::AlreadyExists`] if the
/// path exists.
pub fn create_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if path.symlink_metadata().is_ok() {
        return Err(ErrorKind::AlreadyExists.into());
    }
    let name = path.file_name().ok_or(ErrorKind::InvalidFilename)?;
    let folder = Arc::new(Folder::open(folder_of(path))?);
    Temporary::new(&folder, bytes, None)?.place_new(name)
}

impl Staged {
    /// Uses an earlier state than at staging as the unchanged one, so that changes since then aren't overwritten. A
    /// file with the right bytes may have changed meanwhile.
    #[must_use]
    pub fn since(mut self, before: &Before) -> Self {
        if self.is_changed {
            self.before = before.clone();
        }
        self
    }

    /// Whether the bytes go to a device or a pipe, where writing may wait for a reader.
    #[must_use]
    pub fn is_stream(&self) -> bool {
        matches!(self.step, LastStep::Stream(..))
    }

    /// Fails if the file has changed since it was staged. A removed file may be made again.
    pub fn check(&self) -> Result<(), Error> {
        let path = || self.path.clone();
        let now = || Before::now(&self.path);
        let is_other = match &self.step {
            LastStep::None => now() != self.before,
            LastStep::Replace { folder, name, old, .. } => {
                let here = folder.id_at(name).map_err(|error| Error::Io {
                    action: "write",
                    path: path(),
                    error,
                })?;
                let now = now();
                here.is_some() && here != *old || now.0.is_some() && now != self.before
            }
            LastStep::Stream(..) => false,
        };
        if is_other {
            let refusal = Refusal::Changed;
            return Err(Error::Refused { action: "write", path: path(), refusal });
        }
        Ok(())
    }

    /// Renames the temporary file to its path, or writes the bytes to the device or pipe.
    pub fn commit(self) -> Result<(), Error> {
        commit_all(vec![self])
    }

    /// Keeps the file to be replaced, so that it can be restored.
    fn keep(&self) -> Result<Option<Backup>, Error> {
        match &self.step {
            LastStep::Replace { folder, name, old: Some(_), .. } => {
                Backup::of(folder, name).map_err(|error| failed(&self.path, folder, name, error))
            }
            _ => Ok(None),
        }
    }

    /// The last step of [`Self::commit`]. Returns the place of a file that was renamed.
    fn finish(self) -> Result<Option<Placed>, Error> {
        let path = self.path;
        match self.step {
            LastStep::None => Ok(None),
            LastStep::Replace { folder, name, old, temporary } => match temporary.place(&name) {
                Ok(new) => {
                    Ok(Some(Placed { path, folder, name, new, is_replacement: old.is_some() }))
                }
                Err(error) => Err(failed(&path, &folder, &name, error)),
            },
            LastStep::Stream(to, bytes) => match to.write(&bytes) {
                // The reader closed the pipe early, as `head` does.
                Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(None),
                Err(error) => Err(Error::Io { action: "write", path, error }),
                Ok(()) => Ok(None),
            },
        }
    }
}

/// The error of a file that can't be replaced.
fn failed(path: &Path, folder: &Folder, name: &OsStr, error: io::Error) -> Error {
    let path = path.to_owned();
    let refusal = match error.kind() {
        ErrorKind::ResourceBusy | ErrorKind::CrossesDevices => Some(Refusal::Mounted),
        ErrorKind::PermissionDenied if is_immutable(folder, name) => Some(Refusal::Immutable),
        _ => None,
    };
    match refusal {
        Some(refusal) => Error::Refused { action: "write", path, refusal },
        None => Error::Io { action: "write", path, error },
    }
}

/// A file that was renamed to its path.
struct Placed {
    path: PathBuf,
    folder: Arc<Folder>,
    name: OsString,
    new: Id,
    is_replacement: bool,
}

impl Placed {
    /// Restores the earlier file, or removes the file if there was none. Returns false if that fails. A file that
    /// someone else has written meanwhile stays.
    fn undo(&self, kept: Option<Backup>) -> bool {
        if self.folder.id_at(&self.name).ok().flatten() != Some(self.new) {
            return true;
        }
        match kept {
            Some(kept) => kept.put_back(&self.name).is_ok(),
            None => !self.is_replacement && self.folder.remove(&self.name).is_ok(),
        }
    }
}

impl OutputStream {
    fn write(&self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Stdout => {
                let mut out = io::stdout().lock();
                out.write_all(bytes).and_then(|()| out.flush())
            }
            Self::Path(path) => {
                // The descriptor may lead to a regular file: its content stays, and the bytes are appended.
                OpenOptions::new().append(true).open(path)?.write_all(bytes)
            }
            Self::In(folder, name) => {
                let mut out = folder.append(name)?;
                if out.metadata()?.is_file() {
                    return Err(io::Error::other("it was a device or a pipe when this run began"));
                }
                out.write_all(bytes)
            }
        }
    }
}

/// Commits all outputs, or none if a file has changed since it was staged, or can't be replaced.
///
/// All files to be replaced first get a second name, which finds most of the irreplaceable ones. If renaming a file
/// fails even so, the files renamed before it are restored.
pub fn commit_all(mut staged: Vec<Staged>) -> Result<(), Error> {
    // Dropped last: only folders without files are removed.
    let _made = Made::of(&mut staged);
    place_all(staged)
}

/// Drops staged files with their temporary files, and the folders made for them.
pub fn discard(mut staged: Vec<Staged>) {
    let _made = Made::of(&mut staged);
    drop(staged);
}

fn place_all(staged: Vec<Staged>) -> Result<(), Error> {
    staged.iter().try_for_each(Staged::check)?;
    let is_replaced = |output: &&Staged| matches!(output.step, LastStep::Replace { .. });
    // A single file is replaced or not.
    let has_many = staged.iter().filter(is_replaced).count() > 1;
    let kept: Result<Vec<Option<Backup>>, Error> =
        staged.iter().map(|output| if has_many { output.keep() } else { Ok(None) }).collect();
    let mut placed = Vec::new();
    for (output, kept) in staged.into_iter().zip(kept?) {
        match output.finish() {
            Ok(file) => placed.extend(file.map(|file| (file, kept))),
            Err(error) => return Err(undone(placed, error)),
        }
    }
    for (file, _) in &placed {
        file.folder.sync();
    }
    Ok(())
}

/// Restores the state before these files, and returns the error with the files that stay new.
fn undone(placed: Vec<(Placed, Option<Backup>)>, error: Error) -> Error {
    let mut stay = Vec::new();
    for (file, kept) in placed.into_iter().rev() {
        if !file.undo(kept) {
            stay.push(file.path.display().to_string());
        }
        file.folder.sync();
    }
    match error {
        Error::Io { action, path, error } if !stay.is_empty() => {
            let message = format!("{error}; {} can't be put back", stay.join(" and "));
            Error::Io { action, path, error: io::Error::new(error.kind(), message) }
        }
        error => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The content of a folder's files by name.
    fn files(folder: &Path) -> Vec<(String, String)> {
        let entries = std::fs::read_dir(folder).unwrap().flatten();
        let mut files: Vec<_> = entries
            .map(|entry| {
                let name = entry.file_name().into_string().unwrap();
                (name, std::fs::read_to_string(entry.path()).unwrap())
            })
            .collect();
        files.sort();
        files
    }

    /// The names in a folder.
    fn names(folder: &Path) -> Vec<OsString> {
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect()
    }

    #[cfg(unix)]
    #[test]
    fn a_path_that_leads_out_of_its_base_makes_nothing() {
        use std::os::unix::fs::symlink;
        let root = tempfile::tempdir().unwrap();
        let at = |name: &str| root.path().join(name);
        for folder in ["in/sub", "away"] {
            std::fs::create_dir_all(at(folder)).unwrap();
        }
        std::fs::write(at("away/victim"), "old").unwrap();
        symlink("../away", at("in/link")).unwrap();
        symlink("../away/victim", at("in/file")).unwrap();
        let base = Folder::open(&at("in")).unwrap();
        let staged = |path: &str| stage_in(&at(path), b"new", Some(&base));
        for path in ["in/link/m", "in/link/new/m", "in/link/victim", "in/file", "away/m", "in/../m"]
        {
            let error = staged(path).unwrap_err();
            let is_refused = matches!(error, Error::Refused { refusal: Refusal::Outside, .. });
            assert!(is_refused, "{path}: {error}");
        }
        assert_eq!(files(&at("away")), [("victim".to_owned(), "old".to_owned())]);
        let [own, swapped] = ["in/new/m", "in/sub/victim"].map(|path| staged(path).unwrap());
        own.commit().unwrap();
        std::fs::rename(at("in/sub"), at("in/kept")).unwrap();
        symlink("../away", at("in/sub")).unwrap();
        assert!(swapped.commit().is_err());
        assert_eq!(files(&at("away")), [("victim".to_owned(), "old".to_owned())]);
        assert_eq!(files(&at("in/kept")), []);
        assert_eq!(files(&at("in/new")), [("m".to_owned(), "new".to_owned())]);
    }

    #[test]
    fn if_a_file_cannot_be_renamed_those_before_it_are_put_back() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in ["lock", "b", "c"] {
            std::fs::write(at(name), "old").unwrap();
        }
        let before = files(folder.path());
        let names = ["lock", "a", "b", "c"];
        let staged: Vec<Staged> = names
            .iter()
            .map(|name| stage(&at(name), format!("new {name}").as_bytes()).unwrap())
            .collect();
        let temporary = files(folder.path()).into_iter().find(|(_, text)| text == "new c");
        std::fs::remove_file(at(&temporary.unwrap().0)).unwrap();
        let error = commit_all(staged).unwrap_err();
        assert_eq!(error.status(), 4);
        assert_eq!(files(folder.path()), before, "{error}");
    }

    #[test]
    fn a_file_that_was_right_and_has_changed_since_leaves_all_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("a"), "right").unwrap();
        let early = Before::now(&at("a"));
        std::fs::write(at("a"), "rights").unwrap();
        let staged = || {
            let right = stage(&at("a"), b"rights").unwrap().since(&early);
            vec![right, stage(&at("b"), b"new").unwrap()]
        };
        let other = staged();
        std::fs::write(at("a"), "by hand").unwrap();
        let error = commit_all(other).unwrap_err();
        assert!(matches!(error, Error::Refused { refusal: Refusal::Changed, .. }), "{error}");
        assert_eq!(files(folder.path()), [("a".to_owned(), "by hand".to_owned())]);
        std::fs::write(at("a"), "rights").unwrap();
        commit_all(staged()).unwrap();
        assert!(at("b").exists());
    }

    #[test]
    fn files_that_are_not_written_leave_no_folders() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let staged =
            || ["x/a", "x/y/b", "x/c", "d"].map(|name| stage(&at(name), name.as_bytes()).unwrap());
        discard(staged().into());
        assert!(names(folder.path()).is_empty());
        let failing: Vec<Staged> = staged().into();
        std::fs::write(at("d"), "by hand").unwrap();
        assert!(commit_all(failing).is_err());
        assert_eq!(names(folder.path()), ["d"]);
        std::fs::remove_file(at("d")).unwrap();
        commit_all(staged().into()).unwrap();
        assert!(at("x/y/b").exists() && at("x/c").exists());
    }

    #[test]
    fn a_file_that_cannot_be_linked_is_copied_and_put_back() {
        let folder = tempfile::tempdir().unwrap();
        let open = Arc::new(Folder::open(folder.path()).unwrap());
        std::fs::write(folder.path().join("a"), "old").unwrap();
        let kept = Backup::copy(&open, OsStr::new("a")).unwrap();
        std::fs::write(folder.path().join("a"), "new").unwrap();
        kept.put_back(OsStr::new("a")).unwrap();
        assert_eq!(files(folder.path()), [("a".to_owned(), "old".to_owned())]);
    }

    #[test]
    fn several_files_leave_nothing_beside_them() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("a"), "old").unwrap();
        let staged = ["a", "b"].map(|name| stage(&at(name), name.as_bytes()).unwrap());
        commit_all(staged.into()).unwrap();
        let whole = ["a", "b"].map(|name| (name.to_owned(), name.to_owned()));
        assert_eq!(files(folder.path()), whole);
    }
}
