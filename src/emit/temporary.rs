//! Temporary files, written into the folder of the file that they will replace.
//!
//! A checksum in the name proves that this program made the file. A process holds a lock on each of its temporary
//! files. A file without a lock was left by a killed run, and later runs remove it. On a file system without locks
//! nothing is removed, since a file may belong to a live run.

use std::ffi::{OsStr, OsString};
use std::fs::{File, Metadata, TryLockError};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::folder::{Folder, Id, id_of};

const PREFIX: &str = ".magicgen-";
const SUFFIX: &str = ".tmp";

/// A temporary file. If this value is dropped before the file was renamed, the file is removed.
#[derive(Debug)]
pub(super) struct Temporary {
    folder: Arc<Folder>,
    name: OsString,
    file: File,
    is_placed: bool,
}

impl Temporary {
    /// Writes `bytes` into a new file in `folder`. `old` is the metadata of the file to replace, if there is one.
    pub(super) fn new(
        folder: &Arc<Folder>,
        bytes: &[u8],
        old: Option<&Metadata>,
    ) -> io::Result<Self> {
        let mut temporary = loop {
            let name = unused_name();
            let file = match folder.create(&name, mode(old)) {
                Ok(file) => file,
                // An earlier process with the same process id left this file.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(error),
            };
            // Some file systems have no locks.
            let _ = file.lock();
            let temporary = Self { folder: Arc::clone(folder), name, file, is_placed: false };
            // Another run may have removed the file before it was locked.
            if temporary.is_there() {
                break temporary;
            }
        };
        temporary.file.write_all(bytes)?;
        if let Some(old) = old {
            keep_mode(&temporary.file, old)?;
        }
        temporary.file.sync_all()?;
        Ok(temporary)
    }

    /// True if the name still leads to this file.
    fn is_there(&self) -> bool {
        let own = self.file.metadata().ok().map(|found| id_of(&found));
        own.is_some() && self.folder.id_at(&self.name).ok().flatten() == own
    }

    /// Renames the file to `name` in its folder, where it replaces an older file. Returns the file's id.
    pub(super) fn place(mut self, name: &OsStr) -> io::Result<Id> {
        if !self.is_there() {
            return Err(io::Error::other("its temporary file was replaced"));
        }
        self.folder.rename(&self.name, name)?;
        self.is_placed = true;
        Ok(id_of(&self.file.metadata()?))
    }

    /// Gives the file the name `name`. Fails with [`ErrorKind::AlreadyExists`] if that file exists.
    pub(super) fn place_new(mut self, name: &OsStr) -> io::Result<()> {
        match self.folder.link(&self.name, name) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => {
                // Not every file system has hard links.
                if self.folder.id_at(name)?.is_some() {
                    return Err(ErrorKind::AlreadyExists.into());
                }
                self.folder.rename(&self.name, name)?;
                self.is_placed = true;
                Ok(())
            }
            linked => linked,
        }
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.is_placed {
            let _ = self.folder.remove(&self.name);
        }
    }
}

/// A second name for a file that will be replaced, or a copy of it. It is removed when this value is dropped.
#[derive(Debug)]
pub(super) struct Backup {
    folder: Arc<Folder>,
    name: OsString,
    /// The copy, if any. Its lock keeps other runs from removing it.
    _copy: Option<Temporary>,
    /// True if the file couldn't be restored, and keeps this name.
    is_left: bool,
}

impl Backup {
    /// Keeps the file `name`. `None` if the file is gone, or can be neither linked nor read. Fails for a file that
    /// can't be renamed: an immutable file or a mount point.
    pub(super) fn of(folder: &Arc<Folder>, name: &OsStr) -> io::Result<Option<Self>> {
        let kept = loop {
            let kept = unused_name();
            match folder.link(name, &kept) {
                Ok(()) => break kept,
                Err(error) => match error.kind() {
                    ErrorKind::AlreadyExists => {}
                    ErrorKind::NotFound => return Ok(None),
                    ErrorKind::CrossesDevices => return Err(error),
                    _ if is_immutable(folder, name) => return Err(error),
                    // Some file systems have no hard links, and some files may not get one.
                    _ => return Ok(Self::copy(folder, name)),
                },
            }
        };
        Ok(Some(Self { folder: Arc::clone(folder), name: kept, _copy: None, is_left: false }))
    }

    /// Keeps a copy of the file `name`; `None` if it can't be read.
    pub(super) fn copy(folder: &Arc<Folder>, name: &OsStr) -> Option<Self> {
        let mut file = folder.read(name).ok()?;
        let found = file.metadata().ok().filter(Metadata::is_file)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).ok()?;
        let copy = Temporary::new(folder, &bytes, Some(&found)).ok()?;
        let (folder, name) = (Arc::clone(folder), copy.name.clone());
        Some(Self { folder, name, _copy: Some(copy), is_left: false })
    }

    /// Renames the file back to `name`.
    pub(super) fn put_back(mut self, name: &OsStr) -> io::Result<()> {
        let done = self.folder.rename(&self.name, name);
        self.is_left = done.is_err();
        done
    }
}

impl Drop for Backup {
    fn drop(&mut self) {
        if !self.is_left {
            let _ = self.folder.remove(&self.name);
        }
    }
}

/// True for a file with an attribute against changes, as set by `chattr +i` and `chattr +a`. Then the system refuses
/// even its owner, with EPERM. Another user's file gives EACCES.
pub(super) fn is_immutable(folder: &Folder, name: &OsStr) -> bool {
    const EPERM: i32 = 1;
    cfg!(unix) && folder.write(name).is_err_and(|error| error.raw_os_error() == Some(EPERM))
}

/// A name that this process hasn't yet given to a temporary file.
fn unused_name() -> OsString {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let inner = format!("{}-{number}", std::process::id());
    format!("{PREFIX}{inner}-{}{SUFFIX}", checksum(&inner)).into()
}

/// The checksum in the name of a temporary file. No other program uses such names by chance.
fn checksum(inner: &str) -> String {
    let digest = blake3::hash(format!("temporary file of magicgen {inner}").as_bytes());
    digest.to_hex()[..16].to_owned()
}

/// True for a temporary file's name given by this program.
fn is_ours(name: &OsStr) -> bool {
    let inner = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX));
    inner
        .and_then(|inner| inner.rsplit_once('-'))
        .is_some_and(|(inner, sum)| sum == checksum(inner))
}

/// The mode of a new file: the replaced file's, or else the default.
fn mode(old: Option<&Metadata>) -> u32 {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        old.map_or(0o666, |old| old.mode() & 0o777 | 0o200)
    }
    #[cfg(not(unix))]
    {
        let _ = old;
        0o666
    }
}

/// Gives the new file the old one's mode and, if allowed, its owner and group. Set-user-id bits are kept only if owner
/// and group are the same. The changes go through the open file, since its name may be a link by now.
#[cfg(unix)]
fn keep_mode(file: &File, old: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown};
    let is_ours = |new: &Metadata| (new.uid(), new.gid()) == (old.uid(), old.gid());
    let new = file.metadata()?;
    if !is_ours(&new) {
        let _ = fchown(file, Some(old.uid()), Some(old.gid()));
        let _ = fchown(file, None, Some(old.gid()));
    }
    let kept = if is_ours(&file.metadata()?) { 0o7777 } else { 0o777 };
    file.set_permissions(std::fs::Permissions::from_mode(old.mode() & kept))
}

#[cfg(not(unix))]
fn keep_mode(_: &File, _: &Metadata) -> io::Result<()> {
    Ok(())
}

/// Removes temporary files of killed runs from a folder, but none that a process holds or may hold. Nothing is removed
/// if the folder must be in `base` and isn't.
pub fn sweep(folder: &Path, base: Option<&Folder>) {
    let Ok(folder) = Folder::open(folder) else { return };
    if base.is_some_and(|base| !folder.is_in(base).unwrap_or(false)) {
        return;
    }
    for name in folder.names().unwrap_or_default() {
        if !is_ours(&name) {
            continue;
        }
        let Ok(file) = folder.read(&name) else { continue };
        let is_file = file.metadata().is_ok_and(|found| found.is_file());
        if is_file && is_left(&file.try_lock_shared()) {
            let _ = folder.remove(&name);
        }
    }
}

/// True if trying to lock a temporary file shows that no process holds it. A shared lock is enough, and needs only read
/// permission on every file system.
fn is_left(tried: &Result<(), TryLockError>) -> bool {
    match tried {
        Ok(()) => true,
        Err(TryLockError::WouldBlock | TryLockError::Error(_)) => false,
    }
}

#[cfg(test)]
mod name_tests {
    use super::*;

    #[test]
    fn a_name_proves_who_made_the_file() {
        assert!((0..100).all(|_| is_ours(&unused_name())));
        let made = unused_name().into_string().unwrap();
        let other = made.replace(&format!("-{}-", std::process::id()), "-0-");
        let inner = made.strip_prefix(PREFIX).unwrap();
        for name in [
            ".magicgen-notes.tmp",
            ".magicgen-1-0.tmp",
            ".magicgen--.tmp",
            ".magicgen-.tmp",
            &other,
            ".magicgen-1-0-0123456789abcdef.tmp",
            inner,
            &made.to_uppercase(),
            &format!("{made}.txt"),
        ] {
            assert!(!is_ours(OsStr::new(name)), "{name}");
        }
    }

    #[test]
    fn only_a_lock_that_is_free_shows_that_a_file_is_left() {
        assert!(is_left(&Ok(())) && !is_left(&Err(TryLockError::WouldBlock)));
        assert!(!is_left(&Err(TryLockError::Error(ErrorKind::Unsupported.into()))));
    }

    #[test]
    fn files_that_are_held_and_files_of_others_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let names = || {
            let entries = std::fs::read_dir(folder.path()).unwrap().flatten();
            let mut names: Vec<OsString> = entries.map(|entry| entry.file_name()).collect();
            names.sort();
            names
        };
        let open = Arc::new(Folder::open(folder.path()).unwrap());
        std::fs::write(folder.path().join(".magicgen-notes.tmp"), "mine").unwrap();
        std::fs::write(folder.path().join(unused_name()), "left").unwrap();
        let held = Temporary::new(&open, b"held", None).unwrap();
        sweep(folder.path(), None);
        assert_eq!(names().len(), 2);
        sweep(folder.path(), Some(&Folder::open(Path::new(".")).unwrap()));
        drop(held);
        std::fs::write(folder.path().join(unused_name()), "left").unwrap();
        sweep(folder.path(), Some(&Folder::open(Path::new(".")).unwrap()));
        assert_eq!(names().len(), 2, "another folder was swept");
        sweep(folder.path(), None);
        assert_eq!(names(), [".magicgen-notes.tmp"]);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown, symlink};

    /// A folder's owner may swap the temporary file for a link at any time, while root runs magicgen.
    #[test]
    #[expect(clippy::print_stdout, reason = "a skip is visible")]
    fn owner_and_mode_are_those_of_the_open_file_and_of_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in ["victim", "old"] {
            std::fs::write(at(name), name).unwrap();
            std::fs::set_permissions(at(name), std::fs::Permissions::from_mode(0o600)).unwrap();
        }
        let is_root = chown(at("old"), Some(65534), Some(65534)).is_ok();
        if !is_root {
            println!("skipped: only root changes owners; modes are tried");
        }
        std::fs::set_permissions(at("old"), std::fs::Permissions::from_mode(0o666)).unwrap();
        let old = std::fs::metadata(at("old")).unwrap();
        let facts = |found: Metadata| (found.uid(), found.gid(), found.mode() & 0o7777);
        let before = facts(std::fs::metadata(at("victim")).unwrap());
        let file = File::create_new(at("new")).unwrap();
        std::fs::remove_file(at("new")).unwrap();
        symlink("victim", at("new")).unwrap();
        keep_mode(&file, &old).unwrap();
        assert_eq!(facts(std::fs::metadata(at("victim")).unwrap()), before);
        assert_eq!(facts(file.metadata().unwrap()), facts(old));
    }
}
