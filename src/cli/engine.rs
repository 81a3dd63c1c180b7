//! `magicgen adopt`: takes over the factors of an engine's folder, and shows what its lookup functions become.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::adopt::{Failure, KNOWN, create, examined};
use super::args::Adopting;
use super::patch::unified;
use super::reporting::Reporting;
use super::settled::settled;
use super::sources::{self, FileToVerify};
use super::{is_chatty, print, say};
use crate::adopt::{
    Adoption, Examined, Left, Replacement, Unused, adopt, definitions, engine_name, language_of,
    replaced,
};
use crate::config::{FILE_NAME as CONFIG, Plan, Target};
use crate::emit::folder_of;
use crate::error::Error;
use magicgen_read::is_other_source;
use magicgen_search::text::shell_word;

/// The most files of a folder that are read.
const MOST_FILES: usize = 10_000;

/// The size of the largest file that is read, in bytes.
const MOST_BYTES: u64 = 4 << 20;

/// Folders of build outputs and of other projects.
const SKIPPED: [&str; 9] = [
    "target", "dist", "obj", "node_modules", "vendor", "venv", "__pycache__", "zig-cache",
    "zig-out",
];

/// Files and folders that mark a build folder.
const BUILT: [&str; 5] = ["CACHEDIR.TAG", "CMakeCache.txt", "build.ninja", "classes", "libs"];

/// Prints the adoption of a folder as a patch; with `writes`, writes config and factors instead.
pub(super) fn adopt_folder(
    folder: &Path,
    asked: &Adopting,
    writes: bool,
    reporting: &Reporting,
) -> ExitCode {
    match adopted(folder, asked, writes, reporting) {
        Ok(patch) => print(&patch),
        Err(failure) => failure.report(reporting),
    }
}

fn adopted(
    folder: &Path,
    asked: &Adopting,
    writes: bool,
    reporting: &Reporting,
) -> Result<String, Failure> {
    if folder.is_file() {
        let file = sources::shown(folder);
        let around = sources::shown(folder_of(folder));
        return Err(Failure::Error(Error::Usage {
            message: format!("`{file}` is a file, and `adopt` reads the folder of an engine"),
            help: Some(format!(
                "`magicgen adopt {}`, or `magicgen verify --adopt {}` for this file alone",
                shell_word(&around),
                shell_word(&file)
            )),
        }));
    }
    let (config, factors) = (folder.join(CONFIG), folder.join(KNOWN));
    if let Some(path) = [&config, &factors].into_iter().find(|path| path.symlink_metadata().is_ok())
    {
        return Err(Failure::Exists(path.clone()));
    }
    let files = engine_files(folder, reporting)?;
    let engine = engine_name(&folder.canonicalize().unwrap_or_else(|_| folder.to_owned()));
    let mut adoption = adopt(&files, &asked.wishes(), &engine, KNOWN)?;
    let known = adoption.known.to_string();
    let is_named = asked.wished.name.is_some();
    let (text, plan) = settled(&mut adoption.starter, &config, Some(&known), is_named)?;
    let mut patch = String::new();
    if writes {
        create(&factors, &known)?;
        create(&config, &text)?;
    } else {
        patch += &unified(CONFIG, None, text.as_bytes());
        patch += &unified(KNOWN, None, known.as_bytes());
    }
    patch += &lookups(folder, &files, &adoption, &plan, reporting);
    if is_chatty(reporting) {
        adoption.taken.iter().for_each(|line| say(line));
        let path = sources::shown(folder);
        say(&if writes {
            format!("wrote {CONFIG} and {KNOWN} in {path}; run `magicgen` there")
        } else {
            format!(
                "no file was written; use `--write`, or apply this patch with `git apply` in {path}"
            )
        });
    }
    Ok(patch)
}

/// The patch of the engine's own lookup functions.
fn lookups(
    folder: &Path,
    files: &[Examined],
    adoption: &Adoption,
    plan: &Plan,
    reporting: &Reporting,
) -> String {
    let base = folder.components().filter(|part| *part != std::path::Component::CurDir);
    let base: PathBuf = base.collect();
    let (mut changed, mut patch) = (files.to_vec(), String::new());
    for job in &plan.jobs {
        let Target::File(path) = &job.target else { continue };
        let target = path.strip_prefix(&base).unwrap_or(path);
        let Replacement { files: all, left, unused } =
            replaced(&changed, job, target, &adoption.arrays);
        if let Some((path, text)) = definitions(files, job, target, &all) {
            patch += &unified(&path.to_string_lossy().replace('\\', "/"), None, text.as_bytes());
        }
        if all.is_empty() && is_chatty(reporting) {
            let names: Vec<String> = job
                .printed
                .provenance
                .pieces
                .iter()
                .map(|piece| job.printed.names.lookup(piece))
                .collect();
            say(&format!(
                "found no lookup function in the engine; call `{}`",
                names.join("` and `")
            ));
        }
        if is_chatty(reporting) {
            for Left { file, line, name, why } in left {
                let place = format!("{}:{line}", files[file].name());
                say(&format!("not replaced: {place}: `{name}`: {why}"));
            }
            for Unused { file, line, name } in unused {
                say(&format!("no longer used: {}:{line}: `{name}`", files[file].name()));
            }
        }
        for new in all {
            changed[new.file].text = new.text;
        }
    }
    let patch_of = |(old, new): (&Examined, &Examined)| {
        let is_changed = old.text != new.text;
        is_changed.then(|| unified(&old.slashed(), Some(old.text.as_bytes()), new.text.as_bytes()))
    };
    patch.extend(files.iter().zip(&changed).filter_map(patch_of));
    patch
}

/// The examined sources of an engine, with their paths relative to its folder.
pub(super) fn engine_files(folder: &Path, reporting: &Reporting) -> Result<Vec<Examined>, Failure> {
    let mut paths = Vec::new();
    let is_whole = walk(folder, &mut paths).map_err(|error| {
        Failure::Error(Error::Io { action: "read", path: folder.to_owned(), error })
    })?;
    if !is_whole && is_chatty(reporting) {
        say(&format!("note: only the first {MOST_FILES} files were searched"));
    }
    let sources: Vec<FileToVerify> =
        paths.into_iter().map(|path| FileToVerify { path, walked: true }).collect();
    let mut files = examined(&sources, reporting)?;
    files.retain(|file| !is_generated(&file.text));
    for file in &mut files {
        if let Ok(inside) = file.path.strip_prefix(folder) {
            file.path = inside.to_owned();
        }
    }
    Ok(files)
}

/// Whether magicgen has generated a text.
pub(super) fn is_generated(text: &str) -> bool {
    text.lines().take(3).any(|line| line.contains("generated by magicgen"))
}

/// Collects the sources in a folder, sorted by name. Returns false if there are more than [`MOST_FILES`]. Unlike
/// `verify`, it skips build folders, large files and unknown languages.
fn walk(folder: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<bool> {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let Some(name) = name.filter(|name| !name.starts_with('.')) else { continue };
        let Ok(data) = path.symlink_metadata() else { continue };
        if data.is_dir() && !is_skipped(&path, &name) {
            // A folder that can't be read has nothing to adopt.
            if !walk(&path, found).unwrap_or(true) {
                return Ok(false);
            }
        } else if data.is_file() && data.len() <= MOST_BYTES && is_source(&path) {
            if found.len() == MOST_FILES {
                return Ok(false);
            }
            found.push(path);
        }
    }
    Ok(true)
}

pub(super) fn is_skipped(path: &Path, name: &str) -> bool {
    let is_built = || BUILT.iter().any(|built| path.join(built).exists());
    let is_of_unity = || path.with_file_name("ProjectSettings").exists();
    SKIPPED.contains(&name)
        || matches!(name, "build" | "out" | "bin") && is_built()
        || matches!(name, "Library" | "Logs" | "Temp") && is_of_unity()
        || name.starts_with("cmake-build")
}

fn is_source(path: &Path) -> bool {
    language_of(path, "").is_some() || is_other_source(path)
}
