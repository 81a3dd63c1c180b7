//! `magicgen adopt`: takes over the factors of an engine's folder, and shows what its lookup functions become.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use super::adopt::{Failure, KNOWN, create, examined};
use super::args::Adopting;
use super::check_build::{BuildCheck, PatchedFile};
use super::interrupt::{INTERRUPTED, interruptible};
use super::patch::unified;
use super::reporting::Reporting;
use super::settled::settled;
use super::sources::{self, FileToVerify};
use super::starter::look;
use super::{is_chatty, print, say};
use crate::adopt::{
    Adoption, AttackModule, ComputedAttacks, Examined, FileLine, Filler, Left, Replacement, Unused,
    adopt, attack_module, computed_attacks, definitions, engine_name, language_of, new_factors,
    removable, replaced, standard,
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

/// The time that an interrupted build has to end, and its folder to be removed.
const GRACE: Duration = Duration::from_secs(10);

/// The flags of `adopt` alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct AdoptFlags {
    /// Whether config and factors are written, not printed.
    pub(super) writes: bool,
    /// Whether the other tables and functions of the attack module are replaced, too.
    pub(super) has_module: bool,
    /// Whether the factors are magicgen's own.
    pub(super) has_new_factors: bool,
}

/// Prints the adoption of a folder as a patch; with `writes`, writes config and factors instead.
pub(super) fn adopt_folder(
    folder: &Path,
    asked: &Adopting,
    taken: AdoptFlags,
    reporting: &Reporting,
) -> ExitCode {
    match adopted(folder, asked, taken, reporting) {
        Ok(files) => print(&patch(&files, taken.writes)),
        Err(failure) => failure.report(reporting),
    }
}

/// Prints the adoption of a folder as a patch, and runs a build command in copies of the folder without and with the
/// patch.
pub(super) fn adopt_and_build(
    folder: PathBuf,
    asked: Adopting,
    (taken, command): (AdoptFlags, String),
    reporting: Reporting,
) -> ExitCode {
    interruptible(&reporting.clone(), "adoption", GRACE, move |kept| {
        let files = match adopted(&folder, &asked, taken, &reporting) {
            Ok(files) => files,
            Err(failure) => return failure.report(&reporting),
        };
        let printed = print(&patch(&files, taken.writes));
        if printed != ExitCode::SUCCESS {
            return printed;
        }
        let (folder, command, files) = (&*folder, &*command, &*files);
        let reporting = &reporting;
        match (BuildCheck { folder, command, files, reporting, kept }).run() {
            Ok(Ok(())) => ExitCode::SUCCESS,
            Ok(Err(failure)) => Failure::Unbuilt(failure).report(reporting),
            Err(Error::Interrupted) => ExitCode::from(INTERRUPTED),
            Err(error) => Failure::Error(error).report(reporting),
        }
    })
}

/// The patch that makes and changes some files. With `is_written`, config and factors exist already.
fn patch(files: &[PatchedFile], is_written: bool) -> String {
    let is_there = |file: &&PatchedFile| {
        is_written && [CONFIG, KNOWN].iter().any(|name| file.path == Path::new(name))
    };
    let of = |file: &PatchedFile| {
        let path = file.path.to_string_lossy().replace('\\', "/");
        unified(&path, file.old.as_deref().map(str::as_bytes), file.text.as_bytes())
    };
    files.iter().filter(|file| !is_there(file)).map(of).collect()
}

/// The files that the patch makes and changes.
fn adopted(
    folder: &Path,
    asked: &Adopting,
    taken: AdoptFlags,
    reporting: &Reporting,
) -> Result<Vec<PatchedFile>, Failure> {
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
    let made = [Some(&config), Some(&factors).filter(|_| !taken.has_new_factors)];
    if let Some(path) = made.into_iter().flatten().find(|path| path.symlink_metadata().is_ok()) {
        return Err(Failure::Exists(path.clone()));
    }
    let files = engine_files(folder, reporting)?;
    let engine = engine_name(&folder.canonicalize().unwrap_or_else(|_| folder.to_owned()));
    let wishes = asked.wishes();
    let project = look(folder);
    let (known, mut adoption) = if taken.has_new_factors {
        (None, new_factors(&project, &files, &wishes, &engine)?)
    } else {
        let (known, adoption) = adopt(&files, &wishes, &engine, KNOWN)?;
        (Some(known.to_string()), adoption)
    };
    if let Some(standard) = standard(&project) {
        let outputs = adoption.starter.outputs.iter_mut();
        for output in outputs.filter(|output| output.lang.value == "cpp") {
            output.options.push(standard.clone());
        }
    }
    let known = known.as_deref();
    let is_named = asked.wished.name.is_some();
    let (mut text, mut plan) = settled(&mut adoption.starter, &config, known, is_named)?;
    let module = plan.jobs.first().filter(|_| taken.has_module);
    let mut module = module.map(|job| attack_module(&files, job)).unwrap_or_default();
    if !module.emit.is_empty()
        && let Some(output) = adoption.starter.outputs.first_mut()
    {
        output.emit.clone_from(&module.emit);
        (text, plan) = settled(&mut adoption.starter, &config, known, is_named)?;
    }
    let computed = plan.jobs.first().filter(|_| taken.has_new_factors);
    let computed = computed.map(|job| computed_attacks(&files, job, &adoption.looked_up));
    let ComputedAttacks { edits, left } = computed.unwrap_or_default();
    module.edits.extend(edits);
    if taken.writes {
        if let Some(known) = known {
            create(&factors, known)?;
        }
        create(&config, &text)?;
    }
    let mut patched = vec![PatchedFile { path: CONFIG.into(), old: None, text }];
    let of_factors =
        |text: &str| PatchedFile { path: KNOWN.into(), old: None, text: text.to_owned() };
    patched.extend(known.map(of_factors));
    patched.extend(lookups(folder, &files, (&adoption, &module, left), &plan, reporting));
    if taken.has_module && is_chatty(reporting) {
        tell_module(&files, &module);
    }
    if is_chatty(reporting) {
        adoption.taken.iter().for_each(|line| say(line));
        tell_files(&sources::shown(folder), taken);
    }
    Ok(patched)
}

/// Prints which files were written, or how to write them.
fn tell_files(path: &str, taken: AdoptFlags) {
    if taken.has_new_factors {
        say(
            "`--check-build CMD` builds a copy with the patch; run your tests and perft by CMD, too",
        );
    }
    say(&if taken.writes {
        let known = if taken.has_new_factors { String::new() } else { format!(" and {KNOWN}") };
        format!("wrote {CONFIG}{known} in {path}; run `magicgen` there")
    } else {
        format!(
            "no file was written; use `--write`, or apply this patch with `git apply` in {path}"
        )
    });
}

/// Prints a line for each table and function of an attack module.
fn tell_module(files: &[Examined], module: &AttackModule) {
    if module.items.is_empty() {
        say("found no other table or function of magicgen in the engine");
    }
    for item in &module.items {
        say(&format!("module: {}:{}: {item}", files[item.file].name(), item.line));
    }
}

/// The files in which the engine's own lookup functions and its attack module are changed.
fn lookups(
    folder: &Path,
    files: &[Examined],
    (adoption, module, mut kept): (&Adoption, &AttackModule, Vec<Left>),
    plan: &Plan,
    reporting: &Reporting,
) -> Vec<PatchedFile> {
    let base = folder.components().filter(|part| *part != std::path::Component::CurDir);
    let base: PathBuf = base.collect();
    let (mut changed, mut patched, mut gone) = (files.to_vec(), Vec::new(), Vec::new());
    for (at, job) in plan.jobs.iter().enumerate() {
        let Target::File(path) = &job.target else { continue };
        let target = path.strip_prefix(&base).unwrap_or(path);
        let Replacement { files: all, left, unused, fillers } = replaced(
            &changed,
            job,
            target,
            &adoption.arrays,
            if at == 0 { &module.edits } else { &[] },
        );
        if let Some((path, text)) = definitions(files, job, target, &all) {
            if is_chatty(reporting) {
                let name = path.display();
                say(&format!("new file: {name} defines the tables: your build has to compile it"));
            }
            patched.push(PatchedFile { path, old: None, text });
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
            let left = joined(left, std::mem::take(&mut kept));
            for Left { file, line, name, why } in left {
                let place = format!("{}:{line}", files[file].name());
                say(&format!("not replaced: {place}: `{name}`: {why}"));
            }
            for filler in &fillers {
                say(&filled(files, filler));
            }
        }
        for new in all {
            changed[new.file].text = new.text;
        }
        gone.extend(unused.into_iter().map(|unused| (job.language, unused)));
    }
    for (language, unused) in gone {
        let lines = removable(&changed, language, &unused);
        let how = if lines.is_some() { "removed" } else { "no longer used" };
        if let Some(lines) = lines {
            changed[unused.file].text.replace_range(lines, "");
        }
        let Unused { file, line, name } = unused;
        if is_chatty(reporting) {
            say(&format!("{how}: {}:{line}: `{name}`", files[file].name()));
        }
    }
    let pairs = files.iter().zip(changed).filter(|(old, new)| old.text != new.text);
    let pair = |(old, new): (&Examined, Examined)| PatchedFile {
        path: old.path.clone(),
        old: Some(old.text.clone()),
        text: new.text,
    };
    patched.extend(pairs.map(pair));
    patched
}

/// The functions of two lists, with both reasons for those that are in both.
fn joined(mut left: Vec<Left>, others: Vec<Left>) -> Vec<Left> {
    for other in others {
        let is_same = |left: &&mut Left| (left.file, left.line) == (other.file, other.line);
        match left.iter_mut().find(is_same) {
            Some(left) => left.why = format!("{}; {}", left.why, other.why),
            None => left.push(other),
        }
    }
    left.sort_by_key(|left| (left.file, left.line));
    left
}

/// The message on a function that fills arrays which nothing reads any longer.
fn filled(files: &[Examined], filler: &Filler) -> String {
    let place = |FileLine { file, line }: &FileLine| format!("{}:{line}", files[*file].name());
    let arrays = |all: &[(String, FileLine)]| {
        let named = all.iter().map(|(name, at)| format!("`{name}` ({})", place(at)));
        named.collect::<Vec<_>>().join(", ")
    };
    let Filler { place: own, name, fills, reads, calls, callees } = filler;
    let mut text =
        format!("filled, but no longer used: {}: `{name}` fills {}", place(own), arrays(fills));
    if !reads.is_empty() {
        let _ = write!(text, ", reads {}", arrays(reads));
    }
    let calls: Vec<String> = calls.iter().map(place).collect();
    if !calls.is_empty() {
        let _ = write!(text, "; called in {}", calls.join(", "));
    }
    if !callees.is_empty() {
        let _ = write!(text, "; only such functions call {}", arrays(callees));
    }
    text
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

/// Whether a folder has files that builds leave in their folders.
pub(super) fn is_built(path: &Path) -> bool {
    let has = |name: &str| path.join(name).exists();
    let is_usual = path.file_name().is_some_and(|name| {
        ["build", "out", "bin"].iter().any(|usual| name == *usual)
            || name.to_string_lossy().starts_with("cmake-build")
    });
    is_usual && BUILT.iter().any(|name| has(name))
        || has("CACHEDIR.TAG")
        || has("meson-private")
        || has("CMakeCache.txt") && !has("CMakeLists.txt")
}

pub(super) fn is_skipped(path: &Path, name: &str) -> bool {
    let is_of_unity = || path.with_file_name("ProjectSettings").exists();
    SKIPPED.contains(&name)
        || is_built(path)
        || matches!(name, "Library" | "Logs" | "Temp") && is_of_unity()
        || name.starts_with("cmake-build")
}

fn is_source(path: &Path) -> bool {
    language_of(path, "").is_some() || is_other_source(path)
}
