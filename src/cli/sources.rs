//! Reads the files and folders to verify.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::emit;
use crate::error::Error;
use magicgen_read::decode;
use magicgen_search::text::shown_line;

/// The length of the longest text that is read, in bytes. Sources aren't longer, and a device may never end.
const MOST_BYTES: u64 = 128 << 20;

/// A file to verify.
pub(super) struct FileToVerify {
    /// The path as it was typed, or the path within a folder that was typed.
    pub(super) path: PathBuf,
    /// True if the file was found in a folder.
    pub(super) walked: bool,
}

/// All files to verify. Folders are replaced by their files in the order of their names, without hidden files and links
/// to folders.
pub(super) fn sources(typed: &[PathBuf]) -> Vec<FileToVerify> {
    let mut found = Vec::new();
    for path in typed {
        if path.as_os_str() != "-" && path.is_dir() {
            walk(path, &mut found);
        } else {
            found.push(FileToVerify { path: path.clone(), walked: false });
        }
    }
    found
}

fn walk(folder: &Path, found: &mut Vec<FileToVerify>) {
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else {
            // Reading the folder as a file will report the error.
            found.push(FileToVerify { path: folder, walked: true });
            continue;
        };
        let mut paths: Vec<PathBuf> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| {
                path.file_name().is_some_and(|name| !name.as_encoded_bytes().starts_with(b"."))
            })
            .collect();
        paths.sort();
        let mut below = Vec::new();
        for path in paths {
            // A link to a folder isn't followed, since it may lead back to a folder above.
            if path.symlink_metadata().is_ok_and(|data| data.is_dir()) {
                below.push(path);
            } else if path.is_file() {
                found.push(FileToVerify { path, walked: true });
            }
        }
        folders.extend(below.into_iter().rev());
    }
}

/// The text of a file. A file that isn't a text is `None` if it was found in a folder, and an error if it was named.
pub(super) fn read(source: &FileToVerify) -> Result<Option<String>, Error> {
    let path = &source.path;
    let failed = |error| Error::Io { action: "read", path: path.clone(), error };
    match decode(bytes(path)?) {
        None if !source.walked => {
            Err(failed(io::Error::other("it contains zero bytes, so it isn't text")))
        }
        text => Ok(text),
    }
}

fn bytes(path: &Path) -> Result<Vec<u8>, Error> {
    if path.as_os_str() == "-" {
        return emit::read(&mut io::stdin().lock(), path, MOST_BYTES);
    }
    let failed = |error| Error::Io { action: "read", path: path.to_owned(), error };
    // Opening a named pipe would wait for a writer.
    if !fs::metadata(path).map_err(failed)?.is_file() {
        let error = io::Error::other("it isn't a regular file; pipe it to `magicgen verify -`");
        return Err(failed(error));
    }
    emit::read(&mut File::open(path).map_err(failed)?, path, MOST_BYTES)
}

/// A path for messages and reports, some of which begin with it. A line of a workflow's log that begins with `::`,
/// `##[` or `##vso[` is a command.
pub(super) fn shown(path: &Path) -> String {
    let path = path.display().to_string();
    let is_command = ["::", "##"].iter().any(|begin| path.trim_start().starts_with(begin));
    format!("{}{}", if is_command { "./" } else { "" }, shown_line(&path))
}
