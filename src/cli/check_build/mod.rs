//! `magicgen adopt --check-build`: runs a build command in copies of an engine's folder, without and with the patch.

mod command;
mod copied;
mod warned;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;

use super::interrupt::InterruptedRun;
use super::progress::while_waiting;
use super::reporting::Reporting;
use super::temporary::TemporaryFolder;
use super::{is_chatty, run, say};
use crate::config::FILE_NAME as CONFIG;
use crate::emit::folder_of;
use crate::error::Error;
use magicgen_search::text::shown_line;

use command::BuildRun;
use copied::{copy, failed};
use warned::new_warnings;

/// The most lines of an output that are shown without `--verbose`, and the most warnings.
const MOST_LINES: usize = 100;

/// A file that the patch makes or changes.
pub(super) struct PatchedFile {
    /// The path, relative to the engine's folder.
    pub(super) path: PathBuf,
    /// The old text, if the file exists.
    pub(super) old: Option<String>,
    /// The new text.
    pub(super) text: String,
}

/// The reason why a build command fails.
pub(super) struct BuildFailure {
    /// The command.
    command: String,
    status: ExitStatus,
    /// Whether it fails with the patch only.
    pub(super) is_patched: bool,
}

impl BuildFailure {
    /// The message.
    pub(super) fn message(&self) -> String {
        let command = shown_line(&self.command);
        let how = if self.is_patched { "with the patch only" } else { "without the patch, too" };
        format!("`{command}` fails {how} ({})", self.status)
    }

    /// The advice for the user.
    pub(super) fn help(&self) -> &'static str {
        if self.is_patched {
            "apply the patch, and mend by hand what the output names"
        } else {
            "use a command that builds a fresh copy of the folder: without .git, build folders and the folders above"
        }
    }
}

/// A build command for an engine's folder.
pub(super) struct BuildCheck<'a> {
    pub(super) folder: &'a Path,
    pub(super) command: &'a str,
    /// The files of the patch.
    pub(super) files: &'a [PatchedFile],
    pub(super) reporting: &'a Reporting,
    pub(super) kept: &'a InterruptedRun,
}

impl BuildCheck<'_> {
    /// Runs the command in a copy without the patch, and then in one with it. Both copies have the same path, so that
    /// messages with paths can be compared.
    pub(super) fn run(&self) -> Result<Result<(), BuildFailure>, Error> {
        let folder = self.folder.canonicalize().map_err(failed("read", self.folder))?;
        let temporary = TemporaryFolder::new("build")?;
        let project = temporary.path().join(folder.file_name().unwrap_or("engine".as_ref()));
        let mut outputs = Vec::new();
        for is_patched in [false, true] {
            let except = temporary.path().canonicalize().unwrap_or_default();
            copy(&folder, &project, &except, &self.kept.watch)?;
            self.prepare(&project, is_patched)?;
            let BuildRun { status, output } = self.build(&project, &temporary, is_patched)?;
            // Paths relative to the folder are the user's own.
            let output = output.replace(&format!("{}/", project.display()), "");
            if !status.success() || self.reporting.verbose {
                self.show(&output, is_patched);
            }
            if !status.success() {
                let command = self.command.to_owned();
                return Ok(Err(BuildFailure { command, status, is_patched }));
            }
            fs::remove_dir_all(&project).map_err(failed("remove", &project))?;
            outputs.push(output);
        }
        self.succeeded(&new_warnings(&outputs[0], &outputs[1]));
        Ok(Ok(()))
    }

    /// Applies the patch to a copy, and generates its files. Without the patch, its files only become as new as with it, so
    /// that `make` builds the same files.
    fn prepare(&self, project: &Path, is_patched: bool) -> Result<(), Error> {
        for PatchedFile { path, old, text } in self.files {
            let path = project.join(path);
            if !is_patched {
                if old.is_some() {
                    let bytes = fs::read(&path).map_err(failed("read", &path))?;
                    fs::write(&path, bytes).map_err(failed("write", &path))?;
                }
                continue;
            }
            let folder = folder_of(&path);
            fs::create_dir_all(folder).map_err(failed("write", folder))?;
            fs::write(&path, text).map_err(failed("write", &path))?;
        }
        if is_patched {
            run::quietly(&project.join(CONFIG), &self.kept.watch)?;
        }
        Ok(())
    }

    fn build(
        &self,
        project: &Path,
        temporary: &TemporaryFolder,
        is_patched: bool,
    ) -> Result<BuildRun, Error> {
        let watch = &self.kept.watch;
        let command = shown_line(self.command);
        let how = if is_patched { "with" } else { "without" };
        watch.begin(&format!("running `{command}` {how} the patch"), "", &[], "");
        let log = temporary.path().join("output");
        while_waiting(self.reporting, watch, || command::run(self.command, project, &log, watch))
    }

    /// Prints the output of the command.
    fn show(&self, output: &str, is_patched: bool) {
        if !self.reporting.says_errors() {
            return;
        }
        let lines: Vec<&str> = output.lines().collect();
        let most = if self.reporting.verbose { lines.len() } else { MOST_LINES };
        let shown = &lines[lines.len() - lines.len().min(most)..];
        let how = if is_patched { "with" } else { "without" };
        let part = match shown.len() {
            0 => ", which prints nothing".to_owned(),
            count if count < lines.len() => {
                format!(", its last {count} of {} lines:", lines.len())
            }
            _ => ":".to_owned(),
        };
        say(&format!("`{}` {how} the patch{part}", shown_line(self.command)));
        for line in shown {
            say(&format!("  {line}"));
        }
    }

    /// Says that the build succeeds, with the warnings that only the patched engine has.
    fn succeeded(&self, warnings: &[&str]) {
        if !is_chatty(self.reporting) {
            return;
        }
        let count = match warnings.len() {
            0 => "no new lines with `warning`".to_owned(),
            1 => "1 new line with `warning`:".to_owned(),
            count => format!("{count} new lines with `warning`:"),
        };
        let command = shown_line(self.command);
        say(&format!("`{command}` succeeds with the patch, and prints {count}"));
        let most = if self.reporting.verbose { warnings.len() } else { MOST_LINES };
        for line in warnings.iter().take(most) {
            say(&format!("  {}", line.trim_end()));
        }
    }
}
