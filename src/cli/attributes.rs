//! Writes lines of `.gitattributes` that keep the line ends of generated files, whatever git's settings are.

use super::start::{leads, text_of};
use std::path::Path;

use crate::config::{Eol, FILE_NAME, Job, Request, Source, resolve};
use crate::emit::{read_known, stage};
use crate::error::Error;
use magicgen_search::Lock;

/// The name of the file that git reads.
pub(super) const NAME: &str = ".gitattributes";

/// The line for a file: its path from the folder of the attributes, and its line ends.
pub(super) fn line(path: &Path, folder: &Path, eol: Eol) -> String {
    let folder: std::path::PathBuf =
        folder.components().filter(|part| *part != std::path::Component::CurDir).collect();
    let inside = path.strip_prefix(folder).unwrap_or(path);
    let inside =
        if inside.is_absolute() { inside.file_name().map(Path::new) } else { Some(inside) };
    let mut pattern = String::new();
    for part in inside.unwrap_or(path).components() {
        pattern.push('/');
        for letter in part.as_os_str().to_string_lossy().chars() {
            if "*?[]\\".contains(letter) {
                pattern.push('\\');
            }
            pattern.push(letter);
        }
    }
    // Git reads a pattern in quotes like a string of C.
    if pattern.contains(|c: char| c.is_whitespace() || c.is_control() || c == '"') {
        let quoted = pattern.replace('\\', "\\\\").replace('"', "\\\"").replace('\t', "\\t");
        pattern = format!("\"{quoted}\"");
    }
    format!("{pattern} text eol={}", if eol == Eol::CrLf { "crlf" } else { "lf" })
}

/// Adds the missing lines for all files of the config in this folder to its `.gitattributes`, and returns them.
pub(super) fn write() -> Result<Vec<String>, Error> {
    let config = Path::new(FILE_NAME);
    let read = |path: &Path| text_of(path).map(Option::unwrap_or_default);
    let source = Source::new(FILE_NAME, &read(config)?, Vec::new());
    let request =
        Request { config: Some(config), leads: &leads, read: &read_known, ..Request::default() };
    let plan = resolve(&source, &request)
        .map_err(|errors| Error::Config { source: Box::new(source.clone()), errors })?;
    // Further files of an output are known from the lock, once they were written.
    let lock: Lock = read(Path::new("magicgen.lock"))?.parse().unwrap_or_default();
    let mut wanted: Vec<String> = Vec::new();
    for job in &plan.jobs {
        if let crate::config::Target::File(path) = &job.target {
            wanted.push(line(path, Path::new(""), job.eol));
        }
        let own = lock.outputs().iter().filter(|output| is_of(&output.id, job));
        wanted.extend(own.map(|output| line(Path::new(&output.path), Path::new(""), job.eol)));
    }
    let old = read(Path::new(NAME))?;
    let mut added: Vec<String> = Vec::new();
    for line in wanted {
        if !old.lines().any(|old| old.trim() == line) && !added.contains(&line) {
            added.push(line);
        }
    }
    if !added.is_empty() {
        let end = if old.contains("\r\n") { "\r\n" } else { "\n" };
        let mut text = old;
        if !text.is_empty() && !text.ends_with('\n') {
            text.push_str(end);
        }
        for line in &added {
            text.extend([line, end]);
        }
        stage(Path::new(NAME), text.as_bytes())?.commit()?;
    }
    Ok(added)
}

/// Whether git gives a file CRLF when it checks the file out. The nearest matching line of a `.gitattributes` decides,
/// then `core.autocrlf`. By default it does on Windows, where git's installer turns that on.
pub(super) fn git_changes_line_ends(folder: &Path, file: &Path) -> bool {
    let here = folder.canonicalize().unwrap_or_default();
    let Some(repository) = here.ancestors().map(|at| at.join(".git")).find(|git| git.exists())
    else {
        return false;
    };
    let top = repository.parent().unwrap_or(&here);
    let path = here.join(file);
    // The nearest file with a matching line decides.
    let attributes = path.ancestors().skip(1).take_while(|folder| folder.starts_with(top));
    let said = attributes.filter_map(|folder| {
        let text = std::fs::read_to_string(folder.join(NAME)).ok()?;
        has_crlf(&text, path.strip_prefix(folder).ok()?)
    });
    if let Some(says) = said.into_iter().next() {
        return says;
    }
    let home = std::env::home_dir().unwrap_or_default();
    let of_user = std::env::var_os("XDG_CONFIG_HOME").map_or(home.join(".config"), Into::into);
    let configs =
        [repository.join("config"), home.join(".gitconfig"), of_user.join("git").join("config")];
    // The nearest config that sets it decides.
    let said = configs.iter().find_map(|config| autocrlf(&std::fs::read_to_string(config).ok()?));
    said.unwrap_or(cfg!(windows))
}

/// Whether attributes give a file CRLF; `None` if no line matches it. The last matching line decides. The only patterns
/// understood are names, paths and `*` at the beginning.
fn has_crlf(attributes: &str, file: &Path) -> Option<bool> {
    let path = format!("/{}", file.to_string_lossy().replace('\\', "/"));
    let name = path.rsplit('/').next().unwrap_or_default();
    let mut said = None;
    for line in attributes.lines() {
        let mut words = line.split_whitespace();
        let pattern = words.next().unwrap_or_default();
        let is_of_file = match pattern.strip_prefix('*') {
            Some(ending) => name.ends_with(ending),
            None if pattern.contains('/') => {
                path == format!("/{}", pattern.trim_start_matches('/'))
            }
            None => name == pattern,
        };
        for word in words.filter(|_| is_of_file) {
            match word {
                "eol=crlf" => said = Some(true),
                "eol=lf" | "-text" | "binary" => said = Some(false),
                _ => {}
            }
        }
    }
    said
}

/// Whether a git config turns `core.autocrlf` on; `None` if it doesn't set it. With `input`, checked-out files keep
/// their line ends.
fn autocrlf(config: &str) -> Option<bool> {
    let mut section = String::new();
    let mut said = None;
    for line in config.lines().map(|line| line.trim().to_ascii_lowercase()) {
        if let Some(name) = line.strip_prefix('[') {
            name.split(']').next().unwrap_or_default().trim().clone_into(&mut section);
        } else if let Some(("autocrlf", value)) =
            line.split_once('=').map(|(key, value)| (key.trim(), value))
            && section == "core"
        {
            said = Some(matches!(value.trim(), "true" | "yes" | "on" | "1"));
        }
    }
    said
}

/// True if a lock's id belongs to an output or to one of its further files.
fn is_of(id: &str, job: &Job) -> bool {
    id.strip_prefix(job.id.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
