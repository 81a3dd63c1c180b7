//! Folders by their paths, for systems and builds that can't open files relative to an open folder.

use std::ffi::{OsStr, OsString};
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The device and the inode number of a file; zeros where a system has none.
pub(super) type Id = (u64, u64);

/// Does nothing: no limit is known here.
pub fn hold_many() {}

/// A folder that existed when it was opened.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
}

/// The id of a file by its metadata.
pub(super) fn id_of(found: &Metadata) -> Id {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        (found.dev(), found.ino())
    }
    #[cfg(not(unix))]
    {
        let _ = found;
        (0, 0)
    }
}

impl Folder {
    /// Finds the folder that a path leads to.
    pub fn open(path: &Path) -> io::Result<Self> {
        let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        if std::fs::metadata(path)?.is_dir() {
            Ok(Self { path: path.to_owned() })
        } else {
            Err(ErrorKind::NotADirectory.into())
        }
    }

    /// Finds the folder `name` in this folder, and makes it if it doesn't exist.
    pub(super) fn child(&self, name: &OsStr) -> io::Result<Self> {
        let path = self.path.join(name);
        match std::fs::create_dir(&path) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
            _ => Self::open(&path),
        }
    }

    /// True if this folder is `outer` or inside it.
    pub(super) fn is_in(&self, outer: &Self) -> io::Result<bool> {
        Ok(self.path.canonicalize()?.starts_with(outer.path.canonicalize()?))
    }

    /// The id of a file in this folder, or of a link; `None` if there is none.
    pub(super) fn id_at(&self, name: &OsStr) -> io::Result<Option<Id>> {
        match std::fs::symlink_metadata(self.path.join(name)) {
            Ok(found) => Ok(Some(id_of(&found))),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The names in this folder.
    pub(super) fn names(&self) -> io::Result<Vec<OsString>> {
        Ok(std::fs::read_dir(&self.path)?.flatten().map(|entry| entry.file_name()).collect())
    }

    /// Makes a new file that can be written. On Unix, its mode is `mode` without the bits of the umask.
    pub(super) fn create(&self, name: &OsStr, mode: u32) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, mode);
        let _ = mode;
        options.open(self.path.join(name))
    }

    /// Opens a regular file for reading.
    pub(super) fn read(&self, name: &OsStr) -> io::Result<File> {
        let path = self.path.join(name);
        if std::fs::symlink_metadata(&path)?.is_file() {
            File::open(path)
        } else {
            Err(ErrorKind::InvalidInput.into())
        }
    }

    /// Opens a file for reading, through links.
    pub(super) fn read_through(&self, name: &OsStr) -> io::Result<File> {
        File::open(self.path.join(name))
    }

    /// Opens a file for writing.
    pub(super) fn write(&self, name: &OsStr) -> io::Result<File> {
        OpenOptions::new().write(true).open(self.path.join(name))
    }

    /// Opens a device or a pipe for writing.
    pub(super) fn append(&self, name: &OsStr) -> io::Result<File> {
        OpenOptions::new().append(true).open(self.path.join(name))
    }

    /// Renames a file. It replaces another file.
    pub(super) fn rename(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
        std::fs::rename(self.path.join(from), self.path.join(to))
    }

    /// Gives a file a second name.
    pub(super) fn link(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
        std::fs::hard_link(self.path.join(from), self.path.join(to))
    }

    /// Removes a file or a link.
    pub(super) fn remove(&self, name: &OsStr) -> io::Result<()> {
        std::fs::remove_file(self.path.join(name))
    }

    /// Removes an empty folder.
    pub(super) fn remove_folder(&self, name: &OsStr) -> io::Result<()> {
        std::fs::remove_dir(self.path.join(name))
    }

    /// Writes the folder to the disk: until then, a crash may undo the renaming of a file. Some file systems can't do
    /// it.
    pub(super) fn sync(&self) {
        if cfg!(unix) {
            let _ = File::open(&self.path).and_then(|folder| folder.sync_all());
        }
    }
}
