//! Reads files, with a limit of length for each kind of file.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use super::{PathTarget, Refusal, place};
use crate::error::Error;

/// The size of the longest lock, in bytes.
pub const MOST_LOCK: u64 = 1 << 20;

/// The size of the longest ledger, in bytes.
pub const MOST_LEDGER: u64 = 256 << 20;

/// The size of the longest file of known factors, in bytes.
const MOST_KNOWN: u64 = 1 << 20;

/// Reads a config's file of factors; a failure is a clause about the file.
pub fn read_known(path: &Path) -> Result<String, String> {
    match read_file(path, MOST_KNOWN) {
        Ok(Some(bytes)) => String::from_utf8(bytes).map_err(|_| "is no text".to_owned()),
        Ok(None) => Err("doesn't exist".to_owned()),
        Err(Error::Io { error, .. }) => Err(format!("can't be read: {error}")),
        Err(Error::Refused { refusal, .. }) => Err(format!("can't be read: {refusal}")),
        Err(error) => Err(format!("can't be read: {error}")),
    }
}

/// Reads a text of at most `most` bytes. It may come from a pipe.
pub fn read_text(path: &Path, most: u64) -> Result<String, Error> {
    let failed = |error| Error::Io { action: "read", path: path.to_owned(), error };
    let mut file = File::open(path).map_err(failed)?;
    let bytes = read(&mut file, path, most)?;
    String::from_utf8(bytes).map_err(|_| refused(path, Refusal::NotText))
}

/// Reads a text of at most `most` bytes by its file's name in an open folder; errors name `path`.
pub fn read_text_in(folder: &super::Folder, path: &Path, most: u64) -> Result<String, Error> {
    let failed = |error| Error::Io { action: "read", path: path.to_owned(), error };
    let name = path.file_name().unwrap_or(path.as_os_str());
    let mut file = folder.read_through(name).map_err(failed)?;
    let bytes = read(&mut file, path, most)?;
    String::from_utf8(bytes).map_err(|_| refused(path, Refusal::NotText))
}

/// Reads a regular file of at most `most` bytes; `None` if there is none. Devices and pipes aren't opened.
pub fn read_file(path: &Path, most: u64) -> Result<Option<Vec<u8>>, Error> {
    let failed = |error| Error::Io { action: "read", path: path.to_owned(), error };
    let file = match place(path).map_err(|error| error.doing("read")) {
        Ok(PathTarget::File(file, _)) => file,
        // A link into a folder that doesn't exist leads to no file.
        Ok(PathTarget::Nothing(_))
        | Err(Error::Refused { refusal: Refusal::Dangling { .. }, .. }) => {
            return Ok(None);
        }
        Ok(PathTarget::Folder) => return Err(refused(path, Refusal::Folder)),
        Ok(PathTarget::Stdout | PathTarget::Stream(_)) => {
            return Err(refused(path, Refusal::NotRegular));
        }
        Err(error) => return Err(error),
    };
    read(&mut File::open(file).map_err(failed)?, path, most).map(Some)
}

/// Reads at most `most` bytes from an open file. Errors name `path`.
pub fn read(from: &mut impl std::io::Read, path: &Path, most: u64) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    from.take(most + 1).read_to_end(&mut bytes).map_err(|error| Error::Io {
        action: "read",
        path: path.to_owned(),
        error,
    })?;
    if bytes.len() as u64 > most {
        return Err(refused(path, Refusal::TooLong { most }));
    }
    Ok(bytes)
}

fn refused(path: &Path, refusal: Refusal) -> Error {
    Error::Refused { action: "read", path: path.to_owned(), refusal }
}
