//! Open folders, in which files are read, made and renamed by name.
//!
//! A folder's path has no effect once the folder is open: swapping it for a link leads no file elsewhere.

use std::ffi::{OsStr, OsString};
use std::fs::{File, Metadata};
use std::io;
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use rustix::fs::{
    AtFlags, Dir, Mode, OFlags, RawMode, Stat, fstat, linkat, mkdirat, open, openat, renameat,
    statat, unlinkat,
};
use rustix::io::Errno;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// The most open files that a run asks for.
const MOST_OPEN: u64 = 1 << 16;

/// Raises the limit of open files up to the system's hard limit. Each output has a temporary file and its folder until
/// all are renamed, and the usual limit of 1,024 is too low for 500 outputs.
pub fn hold_many() {
    let limit = getrlimit(Resource::Nofile);
    let most = limit.maximum.unwrap_or(MOST_OPEN).min(MOST_OPEN);
    if limit.current.is_some_and(|current| current < most) {
        // A run of few outputs works without it, too.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(most), ..limit });
    }
}

/// The device and the inode number of a file.
pub(super) type Id = (u64, u64);

/// The flags for opening a folder. On Linux, a folder that may not be listed can be opened too.
#[cfg(target_os = "linux")]
const FOLDER: OFlags = LISTED.union(OFlags::PATH);
#[cfg(not(target_os = "linux"))]
const FOLDER: OFlags = LISTED;

/// The flags for opening a folder to list it.
const LISTED: OFlags = OFlags::DIRECTORY.union(OFlags::CLOEXEC);

/// The flags for opening a file, but no link.
const NO_LINK: OFlags = OFlags::NOFOLLOW.union(OFlags::NOCTTY).union(OFlags::CLOEXEC);

/// An open folder.
#[derive(Debug)]
pub struct Folder {
    handle: OwnedFd,
}

/// The id of a file by its metadata.
pub(super) fn id_of(found: &Metadata) -> Id {
    (found.dev(), found.ino())
}

#[allow(clippy::unnecessary_cast, reason = "the types differ between systems")]
fn id(found: &Stat) -> Id {
    (found.st_dev as u64, found.st_ino as u64)
}

impl Folder {
    /// Opens the folder that a path leads to.
    pub fn open(path: &Path) -> io::Result<Self> {
        let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        Ok(Self { handle: open(path, FOLDER, Mode::empty())? })
    }

    /// Opens the folder `name` in this folder, and makes it if it doesn't exist. A link fails.
    pub(super) fn child(&self, name: &OsStr) -> io::Result<Self> {
        match mkdirat(&self.handle, name, Mode::from_raw_mode(0o777)) {
            Ok(()) | Err(Errno::EXIST) => {}
            Err(error) => return Err(error.into()),
        }
        let flags = FOLDER.union(OFlags::NOFOLLOW);
        Ok(Self { handle: openat(&self.handle, name, flags, Mode::empty())? })
    }

    /// True if this folder is `outer` or inside it. Parent folders are found from this one, not by a path.
    pub(super) fn is_in(&self, outer: &Self) -> io::Result<bool> {
        let outer = id(&fstat(&outer.handle)?);
        let mut here = id(&fstat(&self.handle)?);
        let mut at = None;
        while here != outer {
            let from = at.as_ref().unwrap_or(&self.handle);
            let above = openat(from, "..", FOLDER, Mode::empty())?;
            let next = id(&fstat(&above)?);
            if next == here {
                return Ok(false);
            }
            here = next;
            at = Some(above);
        }
        Ok(true)
    }

    /// The id of a file in this folder, or of a link; `None` if there is none.
    pub(super) fn id_at(&self, name: &OsStr) -> io::Result<Option<Id>> {
        match statat(&self.handle, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(found) => Ok(Some(id(&found))),
            Err(Errno::NOENT) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// The names in this folder.
    pub(super) fn names(&self) -> io::Result<Vec<OsString>> {
        let listed = openat(&self.handle, ".", LISTED, Mode::empty())?;
        let entries = Dir::read_from(&listed)?.filter_map(Result::ok);
        Ok(entries
            .map(|entry| OsStr::from_bytes(entry.file_name().to_bytes()).to_owned())
            .collect())
    }

    /// Makes a new file that can be written. Its mode is `mode` without the bits of the umask.
    pub(super) fn create(&self, name: &OsStr, mode: u32) -> io::Result<File> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | NO_LINK;
        let mode = Mode::from_raw_mode(mode as RawMode);
        Ok(openat(&self.handle, name, flags, mode)?.into())
    }

    /// Opens a file for reading, without waiting for a pipe's writer. A link fails.
    pub(super) fn read(&self, name: &OsStr) -> io::Result<File> {
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | NO_LINK;
        Ok(openat(&self.handle, name, flags, Mode::empty())?.into())
    }

    /// Opens a file for reading, through links.
    pub(super) fn read_through(&self, name: &OsStr) -> io::Result<File> {
        let flags = OFlags::RDONLY | OFlags::NOCTTY | OFlags::CLOEXEC;
        Ok(openat(&self.handle, name, flags, Mode::empty())?.into())
    }

    /// Opens a file for writing, without waiting for a pipe's reader. A link fails.
    pub(super) fn write(&self, name: &OsStr) -> io::Result<File> {
        let flags = OFlags::WRONLY | OFlags::NONBLOCK | NO_LINK;
        Ok(openat(&self.handle, name, flags, Mode::empty())?.into())
    }

    /// Opens a device or a pipe for writing. A link fails.
    pub(super) fn append(&self, name: &OsStr) -> io::Result<File> {
        let flags = OFlags::WRONLY | OFlags::APPEND | NO_LINK;
        Ok(openat(&self.handle, name, flags, Mode::empty())?.into())
    }

    /// Renames a file. It replaces another file, and a link rather than the link's target.
    pub(super) fn rename(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
        Ok(renameat(&self.handle, from, &self.handle, to)?)
    }

    /// Gives a file a second name.
    pub(super) fn link(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
        Ok(linkat(&self.handle, from, &self.handle, to, AtFlags::empty())?)
    }

    /// Removes a file or a link.
    pub(super) fn remove(&self, name: &OsStr) -> io::Result<()> {
        Ok(unlinkat(&self.handle, name, AtFlags::empty())?)
    }

    /// Removes an empty folder.
    pub(super) fn remove_folder(&self, name: &OsStr) -> io::Result<()> {
        Ok(unlinkat(&self.handle, name, AtFlags::REMOVEDIR)?)
    }

    /// Writes the folder to the disk: until then, a crash may undo the renaming of a file. Some file systems can't do
    /// it.
    pub(super) fn sync(&self) {
        if let Ok(listed) = openat(self.handle.as_fd(), ".", LISTED, Mode::empty()) {
            let _ = File::from(listed).sync_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::ErrorKind;
    use std::os::unix::fs::symlink;

    fn is_in(inner: &Path, outer: &Path) -> bool {
        Folder::open(inner).unwrap().is_in(&Folder::open(outer).unwrap()).unwrap()
    }

    #[test]
    fn a_folder_is_in_those_above_it_and_in_no_other() {
        let root = tempfile::tempdir().unwrap();
        let at = |name: &str| root.path().join(name);
        std::fs::create_dir_all(at("in/deep/er")).unwrap();
        std::fs::create_dir_all(at("in2")).unwrap();
        symlink(at("in2"), at("in/away")).unwrap();
        symlink(at("in/deep"), at("in2/back")).unwrap();
        for inner in ["in", "in/deep", "in/deep/er", "in/deep/..", "in2/back", "in2/back/er"] {
            assert!(is_in(&at(inner), &at("in")), "{inner}");
        }
        for outer in [".", "in2", "in/away", "in/deep/../.."] {
            assert!(!is_in(&at(outer), &at("in")), "{outer}");
        }
        assert!(is_in(&at("in"), Path::new("/")) && !is_in(Path::new("/"), &at("in")));
    }

    #[test]
    fn a_swapped_folder_leads_nowhere_else() {
        let root = tempfile::tempdir().unwrap();
        let at = |name: &str| root.path().join(name);
        for folder in ["in", "victim"] {
            std::fs::create_dir(at(folder)).unwrap();
        }
        let folder = Folder::open(&at("in")).unwrap();
        std::fs::rename(at("in"), at("moved")).unwrap();
        symlink("victim", at("in")).unwrap();
        folder.create(OsStr::new("x"), 0o666).unwrap();
        assert!(at("moved/x").exists() && !at("victim/x").exists());
        symlink("../victim", at("moved/sub")).unwrap();
        assert!(folder.child(OsStr::new("sub")).is_err());
        symlink("../victim/new", at("moved/link")).unwrap();
        for opened in [folder.create(OsStr::new("link"), 0o666), folder.append(OsStr::new("link"))]
        {
            assert!(opened.is_err());
        }
        assert!(folder.read(OsStr::new("link")).is_err() && !at("victim/new").exists());
        let made = folder.child(OsStr::new("new")).unwrap();
        assert!(made.is_in(&folder).unwrap() && at("moved/new").is_dir());
        assert!(
            matches!(Folder::open(&at("none")), Err(error) if error.kind() == ErrorKind::NotFound)
        );
    }
}
