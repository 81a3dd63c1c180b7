//! Folders in which tests run the program, and the results of runs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder of its own for one test.
pub(crate) struct Folder {
    folder: tempfile::TempDir,
}

/// The result of a run.
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Folder {
    /// An empty folder that no config above it reaches.
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join(".git")).unwrap();
        Self { folder }
    }

    /// A folder with a `magicgen.toml`.
    #[allow(dead_code, reason = "one of the programs that have this module needs it")]
    pub(crate) fn with_config(text: &str) -> Self {
        let folder = Self::new();
        folder.write("magicgen.toml", text);
        folder
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name))
            .unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    #[allow(dead_code, reason = "one of the programs that have this module needs it")]
    pub(crate) fn has(&self, name: &str) -> bool {
        self.path().join(name).exists()
    }

    /// All files with their bytes.
    pub(crate) fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut files = BTreeMap::new();
        let mut folders = vec![self.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let bytes = std::fs::read(&path).unwrap();
                    files.insert(path, bytes);
                }
            }
        }
        files
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Run {
        self.run_with(&[("NO_COLOR", "1")], arguments)
    }

    /// Runs with environment variables, of which those about colours aren't taken over.
    pub(crate) fn run_with(&self, environment: &[(&str, &str)], arguments: &[&str]) -> Run {
        let output = Command::new(crate::program())
            .args(arguments)
            .current_dir(self.path())
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR_FORCE")
            .envs(environment.iter().copied())
            .output()
            .unwrap();
        Run {
            status: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Runs, and expects success.
    pub(crate) fn succeed(&self, arguments: &[&str]) -> Run {
        let run = self.run(arguments);
        assert_eq!(run.status, 0, "{arguments:?}\n{}", run.stderr);
        run
    }
}
