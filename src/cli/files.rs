//! The facts of generated files, without their bytes, and the check that no two files have the same place.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use super::report::{CompareStatus, OutputReport, TableReport};
use crate::config::{ConfigError, FileOf, Job, Target, clash};
use crate::emit::real;
use crate::generate::Generated;
use crate::render::text::provenance::size;

/// A generated file, whose bytes are dropped once they are staged or compared.
pub(super) struct File<'a> {
    pub(super) job: &'a Job,
    /// The output's id. Further files of an output have their name after it.
    pub(super) id: String,
    /// The file's path; without one it goes to standard output.
    pub(super) path: Option<PathBuf>,
    /// The file's length in bytes.
    pub(super) length: usize,
    /// The digest of its bytes; `None` in a run that neither reports nor locks it, since a digest takes time.
    pub(super) digest: Option<String>,
    /// The verb for the file in messages, for example `wrote`.
    pub(super) verb: &'static str,
    /// The number of entries and of bytes of the output's attack tables.
    tables: (usize, usize),
}

impl File<'_> {
    /// The path for messages; `-` is standard output.
    pub(super) fn shown(&self) -> String {
        self.path.as_ref().map_or("-".to_owned(), |path| path.display().to_string())
    }

    /// Whether the path is a device or a pipe, with nothing to compare.
    pub(super) fn is_stream(&self) -> bool {
        matches!(self.job.target, Target::Stream(_))
    }

    /// A summary such as `src/Magics.java (fancy, h1lsb, 107648 entries, 841 KiB)`. Further files of the output are
    /// counted after the path: `magics.v and 9 more files`.
    fn summary(&self, more: usize) -> String {
        let (entries, bytes) = self.tables;
        let (variant, orientation) = (self.job.variant.id, self.job.orientation());
        let more = if more > 0 { format!(" and {more} more files") } else { String::new() };
        let path = self.shown();
        format!("{path}{more} ({variant}, {orientation}, {entries} entries, {})", size(bytes))
    }

    pub(super) fn report(&self, status: CompareStatus, tables: Vec<TableReport>) -> OutputReport {
        OutputReport {
            id: self.job.id.clone(),
            path: self.shown(),
            status,
            bytes: self.length,
            digest: self.digest.clone().unwrap_or_default(),
            tables,
        }
    }
}

/// The digest of a file, as in a lock and in a report.
pub(super) fn digest(bytes: &[u8]) -> String {
    format!("blake3:{}", blake3::hash(bytes).to_hex())
}

/// The files of an output, with their bytes, and with their digests where `has_digests` is true.
pub(super) fn files<'a, 'b>(
    job: &'a Job,
    generated: &'b Generated,
    has_digests: bool,
) -> Vec<(File<'a>, Cow<'b, [u8]>)> {
    let mut files = Vec::new();
    for (artifact, bytes) in generated.artifacts.iter().zip(generated.encoded(job.eol)) {
        let is_first = files.is_empty();
        let path = job.path().map(|path| {
            if is_first { path.to_owned() } else { path.with_file_name(&artifact.name) }
        });
        let more = if is_first { String::new() } else { format!("/{}", artifact.name) };
        let file = File {
            job,
            id: job.id.clone() + &more,
            path,
            length: bytes.len(),
            digest: has_digests.then(|| digest(&bytes)),
            verb: "",
            tables: (generated.entries, generated.bytes),
        };
        files.push((file, bytes));
    }
    files
}

/// The places of a run's files. The config's reader has compared paths; this compares their targets, since two paths
/// may lead to one file.
pub(super) struct Places {
    /// The config and the lock.
    own: Vec<(PathBuf, FileOf<'static>)>,
    /// The outputs' files, with the outputs' ids.
    taken: Vec<(PathBuf, String)>,
}

impl Places {
    /// The places of the config, of the lock and of each output's first file.
    pub(super) fn of(
        config: Option<&Path>,
        lock: Option<&Path>,
        jobs: &[Job],
    ) -> Result<Self, ConfigError> {
        let own = [(config, "config"), (lock, "lock")];
        let own = own.into_iter().filter_map(|(path, what)| Some((real(path?), FileOf::Run(what))));
        let mut places = Self { own: own.collect(), taken: Vec::new() };
        let mut paths = jobs.iter().filter_map(|job| Some((job.path()?, &job.id)));
        paths.try_for_each(|(path, id)| places.take(path, id)).map(|()| places)
    }

    /// Refuses a file that would replace the config, the lock or another file, or whose folder is one of these files.
    pub(super) fn take(&mut self, path: &Path, id: &str) -> Result<(), ConfigError> {
        let here = real(path);
        let of_run = self.own.iter().find_map(|(own, of)| clash(&here, own, of));
        let of_output =
            || self.taken.iter().find_map(|(there, id)| clash(&here, there, &FileOf::Output(id)));
        if let Some(kind) = of_run.or_else(of_output) {
            return Err(ConfigError::of_path(kind, path));
        }
        self.taken.push((here, id.to_owned()));
        Ok(())
    }
}

/// The most files of an output that have a line each; more are summed up in one line.
const LINES: usize = 3;

/// A line for each file: its verb and summary. More than [`LINES`] files of an output with the same verb share a line.
pub(super) fn summaries(files: &[File<'_>]) -> Vec<String> {
    let is_alike = |file: &File<'_>, other: &File<'_>| {
        file.verb == other.verb && std::ptr::eq(file.job, other.job)
    };
    let line = |file: &File<'_>, more| format!("{} {}", file.verb, file.summary(more));
    let mut lines = Vec::new();
    for run in files.chunk_by(is_alike) {
        match run {
            // The file went to standard output.
            [first, ..] if first.verb.is_empty() => {}
            [first, rest @ ..] if run.len() > LINES => lines.push(line(first, rest.len())),
            _ => lines.extend(run.iter().map(|file| line(file, 0))),
        }
    }
    lines
}
