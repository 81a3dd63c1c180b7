//! A temporary folder for programs that are compiled or run.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::error::Error;

/// A temporary folder, removed when it is dropped.
pub(super) struct TemporaryFolder(PathBuf);

impl TemporaryFolder {
    /// A new folder, with its purpose in its name.
    pub(super) fn new(purpose: &str) -> Result<Self, Error> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let name = format!("magicgen-{purpose}-{}-{number}", std::process::id());
            let path = std::env::temp_dir().join(name);
            match std::fs::create_dir(&path) {
                Ok(()) => return Ok(Self(path)),
                // A killed run with the same process id left it.
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(Error::Io { action: "write", path, error }),
            }
        }
    }

    /// The path of the folder.
    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file.
    pub(super) fn write(&self, name: &str, text: &str) -> Result<(), Error> {
        let path = self.0.join(name);
        std::fs::write(&path, text).map_err(|error| Error::Io { action: "write", path, error })
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
