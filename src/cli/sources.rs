//! Files and folders as they were typed in; the texts to verify, or why one can't be read, out.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::text::shown_line;

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

/// A source's text; of what is no text, `None` in a folder, and an error where it was named. Bytes that are none are passed over elsewhere, as
/// numbers don't need them.
pub(super) fn read(source: &Source) -> Result<Option<String>, Error> {
    let path = &source.path;
    let failed = |error| Error::Io { action: "read", path: path.clone(), error };
    let bytes = bytes(path).map_err(failed)?;
    match is_text(&bytes) {
        true => Ok(Some(text(bytes))),
        false if source.walked => Ok(None),
        false => Err(failed(io::Error::other("it is no text: there are zeros in it"))),
    }
}

fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if path.as_os_str() == "-" {
        io::stdin().lock().take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    } else {
        // Opening a pipe would wait for somebody who writes.
        if !fs::metadata(path)?.is_file() {
            return Err(io::Error::other("it is no regular file; pipe it to `magicgen verify -`"));
        }
        File::open(path)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    }
    if bytes.len() as u64 > MOST_BYTES {
        let most = MOST_BYTES >> 20;
        return Err(io::Error::other(format!("it has more than the {most} MiB of any source")));
    }
    Ok(bytes)
}

/// A program or a picture has zeros near its beginning; so has UTF-16.
fn is_text(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(1 << 13)];
    wide(head).is_some() || !head.contains(&0)
}

/// How to read two bytes of UTF-16: by the mark at the beginning, or where nearly every second byte is zero.
fn wide(bytes: &[u8]) -> Option<fn([u8; 2]) -> u16> {
    let head = &bytes[..bytes.len().min(1 << 12)];
    let zeros = |odd: usize| head.iter().skip(odd).step_by(2).filter(|byte| **byte == 0).count();
    let most = |count: usize| head.len() >= 8 && count * 5 >= head.len() * 2;
    match bytes {
        [0xff, 0xfe, ..] => Some(u16::from_le_bytes),
        [0xfe, 0xff, ..] => Some(u16::from_be_bytes),
        _ if most(zeros(1)) && zeros(0) == 0 => Some(u16::from_le_bytes),
        _ if most(zeros(0)) && zeros(1) == 0 => Some(u16::from_be_bytes),
        _ => None,
    }
}

fn text(bytes: Vec<u8>) -> String {
    if let Some(unit) = wide(&bytes) {
        let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
        return char::decode_utf16(units)
            .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect();
    }
    String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// A path as it is named in messages and reports.
pub(super) fn shown(path: &Path) -> String {
    shown_line(&path.display().to_string()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_two_bytes_a_character_are_read() {
        let plain = "x = { 0x12, 'é' };\n";
        let little: Vec<u8> = plain.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = plain.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for bytes in [little, big] {
            assert!(is_text(&bytes));
            assert_eq!(text(bytes), plain);
        }
        let marked: Vec<u8> =
            format!("\u{feff}{plain}").encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert!(text(marked).ends_with(plain));
        assert_eq!(text(plain.as_bytes().to_vec()), plain);
        assert!(!is_text(b"\x7fELF\0\0\0\x01\x02\x03"));
    }
}
