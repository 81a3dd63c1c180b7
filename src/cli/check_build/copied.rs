//! Copies a project's folder for a build.

use std::fs::{self, DirEntry, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::cli::engine::is_built;
use crate::error::Error;
use magicgen_search::Watch;

/// Folders of caches and outputs that aren't copied. Unlike `adopt`'s reading, a build may need `vendor`,
/// `node_modules` or hidden folders.
const CACHES: [&str; 5] = ["CMakeFiles", "__pycache__", "zig-cache", ".zig-cache", "zig-out"];

/// Files of `CMake` that name the project's own folder.
const OF_CMAKE: [&str; 2] = ["CMakeCache.txt", "cmake_install.cmake"];

/// Copies a folder with its hidden files to `to`, but without `.git`, build folders and object files. `except` is a folder that
/// isn't copied either.
pub(super) fn copy(from: &Path, to: &Path, except: &Path, watch: &Watch) -> Result<(), Error> {
    let mut folders = vec![PathBuf::new()];
    while let Some(inside) = folders.pop() {
        let (source, target) = (from.join(&inside), to.join(&inside));
        fs::create_dir_all(&target).map_err(failed("write", &target))?;
        for entry in fs::read_dir(&source).map_err(failed("read", &source))? {
            if watch.is_stopped() {
                return Err(Error::Interrupted);
            }
            let entry = entry.map_err(failed("read", &source))?;
            let (name, path) = (entry.file_name(), entry.path());
            let kind = entry.file_type().map_err(failed("read", &path))?;
            if name == ".git" || path == except {
                continue;
            }
            let target = target.join(&name);
            if kind.is_dir() {
                if !is_output_folder(&path) {
                    folders.push(inside.join(name));
                }
            } else if kind.is_symlink() {
                link(&path, &target, from, to).map_err(failed("copy", &path))?;
            } else if kind.is_file() && !is_output(&entry) {
                copy_file(&path, &target).map_err(failed("copy", &path))?;
            }
        }
    }
    Ok(())
}

/// An error at a path.
pub(super) fn failed(action: &'static str, path: &Path) -> impl Fn(io::Error) -> Error + use<> {
    let path = path.to_owned();
    move |error| Error::Io { action, path: path.clone(), error }
}

/// Whether a folder has only caches or outputs of a build.
fn is_output_folder(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let has = |name: &str| path.join(name).exists();
    CACHES.contains(&&*name)
        || is_built(path)
        || name == "target" && (has(".rustc_info.json") || has("classes"))
        || name == "obj" && has("project.assets.json")
}

/// Whether a file is an object file, or a build file that `CMake` made for the project's own folder.
fn is_output(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy().into_owned();
    let is_made_by_cmake = || {
        let text = fs::read(entry.path()).unwrap_or_default();
        let head = String::from_utf8_lossy(&text[..text.len().min(200)]).into_owned();
        head.contains("CMAKE generated file")
    };
    Path::new(&name).extension().is_some_and(|extension| extension == "o")
        || OF_CMAKE.contains(&name.as_str())
        || matches!(name.as_str(), "Makefile" | "build.ninja") && is_made_by_cmake()
}

/// Copies a file with its time, by which `make` tells what is up to date.
fn copy_file(from: &Path, to: &Path) -> io::Result<()> {
    fs::copy(from, to)?;
    if let Ok(time) = from.metadata().and_then(|data| data.modified()) {
        // Without the right to set it, more is built.
        let _ = File::open(to)?.set_modified(time);
    }
    Ok(())
}

/// Makes a link like another one. A link to a place in the project leads to its copy; any other link leads to the same
/// place as before.
#[cfg(unix)]
fn link(path: &Path, target: &Path, from: &Path, to: &Path) -> io::Result<()> {
    let text = fs::read_link(path)?;
    let leads = match path.canonicalize() {
        Ok(real) => match real.strip_prefix(from) {
            Ok(_) if text.is_relative() => text,
            Ok(inside) => to.join(inside),
            Err(_) => real,
        },
        Err(_) => text,
    };
    std::os::unix::fs::symlink(leads, target)
}

/// Copies the file to which a link leads, since links need rights here.
#[cfg(not(unix))]
fn link(path: &Path, target: &Path, _: &Path, _: &Path) -> io::Result<()> {
    if path.is_file() { copy_file(path, target) } else { Ok(()) }
}
