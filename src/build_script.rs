//! Generates files in a `build.rs`, from a config and its lock.
//!
//! ```no_run
//! magicgen::Builder::from_config("magicgen.toml")
//!     .locked(true) // never search in somebody's build
//!     .only("rust")
//!     .generate_to_out_dir()
//!     .unwrap_or_else(|error| panic!("{error}"));
//! ```
//!
//! A module of the crate includes the file: `mod magics { include!(concat!(env!("OUT_DIR"), "/magics.rs")); }`.

use std::path::{Path, PathBuf};

use crate::config::{Leads, MOST_BYTES, Request, Source, resolve};
use crate::emit::{MOST_LOCK, read_text, stage, sweep};
use crate::error::Error;
use crate::generate::{Solver, choose, generate};
use crate::search::Lock;

/// Generates the outputs of a config into a folder, without looking for config files anywhere else.
#[derive(Clone, Debug)]
pub struct Builder {
    config: PathBuf,
    lock: PathBuf,
    is_locked: bool,
    only: Vec<String>,
}

impl Builder {
    /// A builder that reads `config`, and `magicgen.lock` beside it.
    #[must_use]
    pub fn from_config(config: impl Into<PathBuf>) -> Self {
        let config = config.into();
        let lock = config.with_file_name("magicgen.lock");
        Self { config, lock, is_locked: false, only: Vec::new() }
    }

    /// Reads another lock.
    #[must_use]
    pub fn lock(mut self, lock: impl Into<PathBuf>) -> Self {
        self.lock = lock.into();
        self
    }

    /// With `true`, a factor that the lock doesn't hold is an error; otherwise it is searched, but not added to the
    /// lock.
    #[must_use]
    pub fn locked(mut self, is_locked: bool) -> Self {
        self.is_locked = is_locked;
        self
    }

    /// Generates only the output with this id, and those of further calls.
    #[must_use]
    pub fn only(mut self, id: impl Into<String>) -> Self {
        self.only.push(id.into());
        self
    }

    /// Generates into the folder that cargo gives a build script, and tells cargo which files the output depends on.
    pub fn generate_to_out_dir(&self) -> Result<Vec<PathBuf>, Error> {
        let Some(folder) = std::env::var_os("OUT_DIR") else {
            return Err(Error::Usage {
                message: "there is no OUT_DIR: this is not a build script".to_owned(),
                help: Some("call `generate_to` with a folder".to_owned()),
            });
        };
        #[expect(clippy::print_stdout, reason = "cargo reads a build script's standard output")]
        for path in [&self.config, &self.lock] {
            println!("cargo::rerun-if-changed={}", path.display());
        }
        self.generate_to(Path::new(&folder))
    }

    /// Generates into a folder, each output under the name of its own file. Returns the paths of the files.
    pub fn generate_to(&self, folder: &Path) -> Result<Vec<PathBuf>, Error> {
        let text = read_text(&self.config, MOST_BYTES as u64)?;
        let source = Source::new(&self.config.display().to_string(), &text, Vec::new());
        let request = Request {
            config: Some(&self.config),
            lock: Some(&self.lock),
            only: &self.only,
            leads: &|path| if path.is_dir() { Leads::ToFolder } else { Leads::ToFile },
            // The paths of outputs have no effect here, so that they may lead anywhere.
            ..Request::default()
        };
        let plan = resolve(&source, &request)
            .map_err(|errors| Error::Config { source: Box::new(source.clone()), errors })?;
        let mut solver = Solver::new(plan.effort);
        solver.choices = plan.choices;
        solver.is_locked = self.is_locked;
        let lock =
            if self.lock.exists() { read_text(&self.lock, MOST_LOCK)? } else { String::new() };
        if !lock.is_empty() {
            solver.lock = lock.parse::<Lock>().map_err(|error| Error::Lock {
                path: self.lock.clone(),
                text: lock.clone(),
                error,
            })?;
        }
        solver.origin = Some((self.lock.clone(), lock));
        let mut written = Vec::new();
        sweep(folder);
        for job in &plan.jobs {
            let job = choose(job, &mut solver)?;
            let generated = generate(job, &mut solver)?;
            for (artifact, bytes) in generated.artifacts.iter().zip(generated.encoded(job.eol)) {
                let path = folder.join(&artifact.name);
                stage(&path, &bytes)?.commit()?;
                written.push(path);
            }
        }
        Ok(written)
    }
}
