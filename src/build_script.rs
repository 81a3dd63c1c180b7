//! Generates files in a `build.rs`, from a config and its lock or from settings only.
//!
//! ```no_run
//! // In build.rs:
//! magicgen::Builder::new().orientation("a1lsb").variant("fancy").generate_to_out_dir().unwrap();
//! ```
//!
//! A module of the crate includes the file: `mod magics { include!(concat!(env!("OUT_DIR"), "/magics.rs")); }`.

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use crate::config::{Leads, MOST_BYTES, Plan, Request, Setting, SettingValue, Source, resolve};
use crate::emit::{MOST_LOCK, commit_all, read_known, read_text, stage, sweep};
use crate::error::Error;
use crate::generate::{Solver, choose, generate};
use magicgen_search::Lock;

/// Generates the outputs of a config into a folder. It doesn't look for config files elsewhere.
///
/// Setters override the config in all of its outputs, like flags on the command line. A wrong value is an error when
/// files are generated. That error, printed by `unwrap` or `expect`, shows its place and advice.
///
/// With a config that is a file:
///
/// ```no_run
/// magicgen::Builder::from_config("magicgen.toml")
///     .locked(true) // never search in somebody's build
///     .generate_to_out_dir()
///     .unwrap();
/// ```
#[derive(Clone, Debug)]
pub struct Builder {
    config: Config,
    lock: Option<PathBuf>,
    is_locked: bool,
    only: Vec<String>,
    settings: Vec<Setting>,
}

/// The source of a config.
#[derive(Clone, Debug)]
enum Config {
    File(PathBuf),
    Text(String),
}

/// The files are in the build's own folder and reached only by `include!`, which refuses `//!`.
const OUT_DIR_DEFAULTS: &[(&str, &str)] = &[PATH_DEFAULT, ("defaults.rust.storage", "include")];

const DEFAULTS: &[(&str, &str)] = &[PATH_DEFAULT];

/// An output needs no path, since the build script chooses the folder.
const PATH_DEFAULT: (&str, &str) = ("defaults.path", "./");

impl Default for Builder {
    fn default() -> Self {
        Self::new()
    }
}

impl Builder {
    /// A builder of one output without a config: `magics.rs` with the default of each choice.
    #[must_use]
    pub fn new() -> Self {
        Self::from_text("version = 1\n\n[[output]]\nlang = \"rust\"\n")
    }

    /// A builder that reads `config`, and `magicgen.lock` beside it if it exists.
    #[must_use]
    pub fn from_config(config: impl Into<PathBuf>) -> Self {
        let config = config.into();
        let lock = config.with_file_name("magicgen.lock");
        Self { lock: Some(lock), ..Self::of(Config::File(config)) }
    }

    /// A builder for a config in the script's text, in the form of `magicgen.toml`.
    #[must_use]
    pub fn from_text(config: impl Into<String>) -> Self {
        Self::of(Config::Text(config.into()))
    }

    fn of(config: Config) -> Self {
        Self { config, lock: None, is_locked: false, only: Vec::new(), settings: Vec::new() }
    }

    /// Reads another lock, or one for a config that isn't a file.
    #[must_use]
    pub fn lock(mut self, lock: impl Into<PathBuf>) -> Self {
        self.lock = Some(lock.into());
        self
    }

    /// With `true`, a factor missing in the lock is an error; otherwise it is searched, but not added to the lock.
    #[must_use]
    pub fn locked(mut self, is_locked: bool) -> Self {
        self.is_locked = is_locked;
        self
    }

    /// Generates only the output with this id. Further calls add outputs.
    #[must_use]
    pub fn only(mut self, id: impl Into<String>) -> Self {
        self.only.push(id.into());
        self
    }

    /// The language: `rust`, or another one that the crate compiles. Languages other than `c` and `rust` need the
    /// feature `languages`.
    #[must_use]
    pub fn lang(self, lang: &str) -> Self {
        self.text("output.lang", ".lang(", lang)
    }

    /// The variant, such as `fancy`.
    #[must_use]
    pub fn variant(self, variant: &str) -> Self {
        self.text("output.variant", ".variant(", variant)
    }

    /// The order of squares, such as `a1lsb`.
    #[must_use]
    pub fn orientation(self, orientation: &str) -> Self {
        self.text("output.orientation", ".orientation(", orientation)
    }

    /// Whether tables are in the source (`full`), are filled by the program (`init`), or are in a binary file beside the
    /// source (`blob`).
    #[must_use]
    pub fn tables(self, tables: &str) -> Self {
        self.text("output.tables", ".tables(", tables)
    }

    /// The name of the module, which also names the file.
    #[must_use]
    pub fn name(self, name: &str) -> Self {
        self.text("output.name", ".name(", name)
    }

    /// The pieces, such as `["rook"]`.
    #[must_use]
    pub fn pieces(self, pieces: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.list("output.pieces", ".pieces(", pieces)
    }

    /// The parts of the file, such as `["lookup", "self-test"]`.
    #[must_use]
    pub fn emit(self, parts: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.list("output.emit", ".emit(", parts)
    }

    /// Sets any key of a config, like `-D KEY=VALUE`: `.set("output.rust.visibility", "pub(crate)")`. The value is
    /// TOML, or else a text.
    #[must_use]
    pub fn set(mut self, key: &str, value: &str) -> Self {
        let call = format!(".set(\"{key}\", ");
        self.settings.push(Setting::call(key, &call, SettingValue::Toml(value.to_owned())));
        self
    }

    /// Settings read from the command line.
    pub(crate) fn settings(mut self, settings: &[Setting]) -> Self {
        self.settings.extend_from_slice(settings);
        self
    }

    fn text(mut self, key: &str, call: &str, value: &str) -> Self {
        self.settings.push(Setting::call(key, call, SettingValue::Text(value.to_owned())));
        self
    }

    fn list(
        mut self,
        key: &str,
        call: &str,
        values: impl IntoIterator<Item = impl Into<String>>,
    ) -> Self {
        let values = values.into_iter().map(Into::into).collect();
        self.settings.push(Setting::call(key, call, SettingValue::List(values)));
        self
    }

    /// Generates into cargo's folder for a build script, and tells cargo on which files the output depends. A Rust file
    /// has the form that `include!` needs, unless the config says otherwise.
    ///
    /// A missing lock isn't a dependency, since each build would run the script then. A lock that is added later is
    /// read when the script runs for another reason.
    pub fn generate_to_out_dir(&self) -> Result<Vec<PathBuf>, Error> {
        let Some(folder) = std::env::var_os("OUT_DIR") else {
            return Err(Error::Usage {
                message: "there is no OUT_DIR: this is not a build script".to_owned(),
                help: Some("call `generate_to` with a folder".to_owned()),
            });
        };
        self.causes().into_iter().for_each(tell_cause);
        let plan = self.plan(OUT_DIR_DEFAULTS)?;
        plan.files.iter().for_each(|path| tell_cause(path));
        self.files(Path::new(&folder), &plan)
    }

    /// Generates into a folder, each output under its file's name. Returns the paths of the files.
    pub fn generate_to(&self, folder: &Path) -> Result<Vec<PathBuf>, Error> {
        self.generate(folder, DEFAULTS)
    }

    /// The existing files on which the output depends. Without any, cargo would depend on all files of the package, so
    /// a file that it depends on anyway stands in.
    fn causes(&self) -> Vec<&Path> {
        let causes = self.config_file().into_iter().chain(self.lock.as_deref());
        let causes: Vec<&Path> = causes.filter(|path| path.exists()).collect();
        if causes.is_empty() { vec![Path::new("Cargo.toml")] } else { causes }
    }

    fn config_file(&self) -> Option<&Path> {
        match &self.config {
            Config::File(path) => Some(path),
            Config::Text(_) => None,
        }
    }

    fn generate(
        &self,
        folder: &Path,
        defaults: &'static [(&'static str, &'static str)],
    ) -> Result<Vec<PathBuf>, Error> {
        self.files(folder, &self.plan(defaults)?)
    }

    fn files(&self, folder: &Path, plan: &Plan) -> Result<Vec<PathBuf>, Error> {
        let mut solver = self.solver(plan)?;
        let mut written = Vec::new();
        let mut staged = Vec::new();
        sweep(folder, None);
        for job in &plan.jobs {
            let job = choose(job, &mut solver)?;
            let generated = generate(job, &mut solver)?;
            for (artifact, bytes) in generated.artifacts.iter().zip(generated.encoded(job.eol)) {
                let path = folder.join(&artifact.name);
                staged.push(stage(&path, &bytes)?);
                written.push(path);
            }
        }
        commit_all(staged)?;
        Ok(written)
    }

    fn plan(&self, defaults: &'static [(&'static str, &'static str)]) -> Result<Plan, Error> {
        let (name, text) = match &self.config {
            Config::File(path) => (path.display().to_string(), read_text(path, MOST_BYTES as u64)?),
            Config::Text(text) => ("the build script's config".to_owned(), text.clone()),
        };
        let source = Source::new(&name, &text, self.settings.clone()).of_build_script(defaults);
        let request = Request {
            config: self.config_file(),
            lock: self.lock.as_deref(),
            only: &self.only,
            leads: &|path| if path.is_dir() { Leads::ToFolder } else { Leads::ToFile },
            read: &read_known,
            // The outputs' paths have no effect here, so they may lead anywhere.
            ..Request::default()
        };
        resolve(&source, &request)
            .map_err(|errors| Error::Config { source: Box::new(source.clone()), errors })
    }

    fn solver(&self, plan: &Plan) -> Result<Solver, Error> {
        let mut solver = Solver::new(plan.effort.clone());
        solver.choices = plan.choices.clone();
        solver.is_locked = self.is_locked;
        let Some(path) = &self.lock else { return Ok(solver) };
        let text = if path.exists() { read_text(path, MOST_LOCK)? } else { String::new() };
        if !text.is_empty() {
            solver.lock = text.parse::<Lock>().map_err(|error| Error::Lock {
                path: path.clone(),
                text: text.clone(),
                error,
            })?;
        }
        solver.origin = Some((path.clone(), text));
        Ok(solver)
    }
}

/// Tells cargo to run the build script again when this file changes.
#[expect(clippy::print_stdout, reason = "cargo reads a build script's standard output")]
fn tell_cause(path: &Path) {
    println!("cargo::rerun-if-changed={}", path.display());
}
