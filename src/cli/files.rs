//! The generated files with their paths, and the check that no two of them have the same place.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use super::report::{FileStatus, OutputReport, TableReport};
use crate::config::{ConfigError, FileOf, Job, Target, clash};
use crate::emit::real;
use crate::generate::Generated;
use crate::render::text::provenance::size;

/// A file to write; without a path it goes to standard output.
pub(super) struct File<'a> {
    pub(super) job: &'a Job,
    pub(super) generated: &'a Generated,
    pub(super) path: Option<PathBuf>,
    pub(super) bytes: Cow<'a, [u8]>,
    /// The number of the file within its output, from 0.
    index: usize,
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

    /// A summary such as `src/Magics.java (fancy, h1lsb, 107648 entries, 841 KiB)`. Further files of the output may stand
    /// behind the path: `magics.v and 9 more files`.
    fn summary(&self, more: usize) -> String {
        let Generated { entries, bytes, .. } = self.generated;
        let (variant, orientation) = (self.job.variant.id, self.job.orientation());
        let more = if more > 0 { format!(" and {more} more files") } else { String::new() };
        let path = self.shown();
        format!("{path}{more} ({variant}, {orientation}, {entries} entries, {})", size(*bytes))
    }

    /// The output's id. Further files of an output have their name after it.
    pub(super) fn id(&self) -> String {
        let artifact = &self.generated.artifacts[self.index];
        let name = if self.index > 0 { format!("/{}", artifact.name) } else { String::new() };
        self.job.id.clone() + &name
    }

    pub(super) fn digest(&self) -> String {
        digest(&self.bytes)
    }

    pub(super) fn report(&self, status: FileStatus, tables: Vec<TableReport>) -> OutputReport {
        OutputReport {
            id: self.job.id.clone(),
            path: self.shown(),
            status,
            bytes: self.bytes.len(),
            digest: self.digest(),
            tables,
        }
    }
}

/// The digest of a file, as in a lock and in a report.
pub(super) fn digest(bytes: &[u8]) -> String {
    format!("blake3:{}", blake3::hash(bytes).to_hex())
}

/// The files of all outputs.
pub(super) fn files<'a>(outputs: &'a [(&Job, Generated)]) -> Vec<File<'a>> {
    let mut files = Vec::new();
    for (job, generated) in outputs {
        for (index, bytes) in generated.encoded(job.eol).into_iter().enumerate() {
            let path = match &job.target {
                Target::Stdout => None,
                Target::File(path) | Target::Stream(path) if index == 0 => Some(path.clone()),
                Target::File(path) | Target::Stream(path) => {
                    Some(path.with_file_name(&generated.artifacts[index].name))
                }
            };
            files.push(File { job, generated, path, bytes, index });
        }
    }
    files
}

/// Refuses files that would replace the config, the lock or another output's file, or that need a folder in the place of
/// such a file. The config's reader has compared paths; this compares the places that they lead to, which may clash under
/// other names.
pub(super) fn check_places(
    files: &[File<'_>],
    config: Option<&Path>,
    lock: Option<&Path>,
) -> Result<(), ConfigError> {
    let own = [(config, "config"), (lock, "lock")];
    let own = own.map(|(path, what)| (path.map(real), FileOf::Run(what)));
    let mut seen: Vec<(PathBuf, &str)> = Vec::new();
    for file in files {
        let Some(path) = &file.path else { continue };
        let here = real(path);
        let of_run = own.iter().find_map(|(own, of)| clash(&here, own.as_ref()?, of));
        let of_output =
            || seen.iter().find_map(|(there, id)| clash(&here, there, &FileOf::Output(id)));
        if let Some(kind) = of_run.or_else(of_output) {
            return Err(ConfigError::of_path(kind, path));
        }
        seen.push((here, &file.job.id));
    }
    Ok(())
}

/// The most files of an output that have a line each.
const LINES: usize = 3;

/// A line for each file: what is done with it, and its summary. Many files of an output with which the same is done have
/// one line.
pub(super) fn summaries(told: &[(&str, &File<'_>)]) -> Vec<String> {
    let is_alike = |(verb, file): &(&str, &File<'_>), (other_verb, other): &(&str, &File<'_>)| {
        verb == other_verb && std::ptr::eq(file.job, other.job)
    };
    let mut lines = Vec::new();
    for run in told.chunk_by(is_alike) {
        match run {
            [(verb, first), rest @ ..] if run.len() > LINES => {
                lines.push(format!("{verb} {}", first.summary(rest.len())));
            }
            _ => lines.extend(run.iter().map(|(verb, file)| format!("{verb} {}", file.summary(0)))),
        }
    }
    lines
}
