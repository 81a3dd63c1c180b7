//! Files and folders as they were typed in; the texts to verify, or why one can't be read, out.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::emit;
use crate::error::Error;
use crate::text::shown_line;
use crate::verify::decode;

/// No text is read that is longer. Sources aren't, and a device has no end.
const MOST_BYTES: u64 = 128 << 20;

/// A text, or what stands in its way.
pub(super) struct Source {
    /// As it was typed in, or its place in a folder that was.
    pub(super) path: PathBuf,
    /// It comes from a folder.
    pub(super) walked: bool,
}

/// All files that are meant: those of a folder in the order of their names, hidden ones and links to folders left out.
pub(super) fn sources(typed: &[PathBuf]) -> Vec<Source> {
    let mut found = Vec::new();
    for path in typed {
        if path.as_os_str() != "-" && path.is_dir() {
            walk(path, &mut found);
        } else {
            found.push(Source { path: path.clone(), walked: false });
        }
    }
    found
}

fn walk(folder: &Path, found: &mut Vec<Source>) {
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else {
            // Reading it says what is wrong with it.
            found.push(Source { path: folder, walked: true });
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
            // A link to a folder may lead back to where it stands.
            if path.symlink_metadata().is_ok_and(|data| data.is_dir()) {
                below.push(path);
            } else if path.is_file() {
                found.push(Source { path, walked: true });
            }
        }
        folders.extend(below.into_iter().rev());
    }
}

/// A source's text; of what is no text, `None` in a folder, and an error where it was named.
pub(super) fn read(source: &Source) -> Result<Option<String>, Error> {
    let path = &source.path;
    let failed = |error| Error::Io { action: "read", path: path.clone(), error };
    match decode(bytes(path)?) {
        None if !source.walked => {
            Err(failed(io::Error::other("it is no text: there are zeros in it")))
        }
        text => Ok(text),
    }
}

fn bytes(path: &Path) -> Result<Vec<u8>, Error> {
    if path.as_os_str() == "-" {
        return emit::read(&mut io::stdin().lock(), path, MOST_BYTES);
    }
    let failed = |error| Error::Io { action: "read", path: path.to_owned(), error };
    // Opening a pipe would wait for somebody who writes.
    if !fs::metadata(path).map_err(failed)?.is_file() {
        let error = io::Error::other("it is no regular file; pipe it to `magicgen verify -`");
        return Err(failed(error));
    }
    emit::read(&mut File::open(path).map_err(failed)?, path, MOST_BYTES)
}

/// A path as it is named in messages and reports.
pub(super) fn shown(path: &Path) -> String {
    shown_line(&path.display().to_string()).into_owned()
}
