//! `magicgen verify --adopt` and `magicgen adopt`: make a config and a file of factors from an engine's source.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::args::{Adopting, Wished};
use super::check_build::BuildFailure;
use super::progress::while_waiting;
use super::reporting::Reporting;
use super::settled::settled;
use super::sources::{self, FileToVerify};
use super::verify::belonging_together;
use super::{diagnostic, is_chatty, print, say};
use crate::adopt::{AdoptRefusal, Adoption, Examined, Wishes, adopt, engine_name};
use crate::config::FILE_NAME as CONFIG;
use crate::emit::create_new;
use crate::error::Error;
use crate::render::source_syntaxes;
use magicgen_read::examine_files;
use magicgen_search::Watch;

/// The name of the file of factors, where none is given.
pub(super) const KNOWN: &str = "magicgen.known.toml";

/// The reason why nothing is written.
pub(super) enum Failure {
    /// The factors can't be adopted.
    Refused(AdoptRefusal),
    /// A file can't be read or written, or the config would be invalid.
    Error(Error),
    /// A file is there already.
    Exists(PathBuf),
    /// The build command of `--check-build` fails.
    Unbuilt(BuildFailure),
}

impl From<AdoptRefusal> for Failure {
    fn from(refusal: AdoptRefusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

impl Failure {
    /// Prints the failure as one message, and returns the exit status.
    pub(super) fn report(&self, reporting: &Reporting) -> ExitCode {
        let (message, help, status) = match self {
            Self::Error(error) => {
                diagnostic::say(error, reporting);
                return ExitCode::from(error.status());
            }
            Self::Refused(refusal) => (refusal.to_string(), refusal.help(), refusal.status()),
            Self::Exists(path) => (
                format!("{} exists already, and is kept", sources::shown(path)),
                "delete it, or name another file".to_owned(),
                2,
            ),
            Self::Unbuilt(failure) => {
                let status = if failure.is_patched { 1 } else { 2 };
                (failure.message(), failure.help().to_owned(), status)
            }
        };
        if reporting.says_errors() {
            say(&format!("error: {message}\nhelp: {help}"));
        }
        if let Self::Refused(AdoptRefusal::LargeBoard { config, .. }) = self {
            let printed = print(config);
            if printed != ExitCode::SUCCESS {
                return printed;
            }
        }
        ExitCode::from(status)
    }
}

/// Writes the factors in some sources to a file, and prints a config that generates the same numbers.
pub(super) fn adopt_files(
    files: &[PathBuf],
    asked: &Adopting,
    output: Option<&Path>,
    reporting: &Reporting,
) -> ExitCode {
    let output = output.unwrap_or(Path::new(KNOWN));
    match files_adopted(files, asked, output, reporting) {
        Ok((known, config)) => {
            if output.as_os_str() == "-" {
                return print(&known);
            }
            if is_chatty(reporting) {
                say(&format!("wrote {}; the config is on standard output", sources::shown(output)));
            }
            print(&config)
        }
        Err(failure) => failure.report(reporting),
    }
}

/// Writes the file of factors unless it goes to standard output, and returns it with the config.
fn files_adopted(
    files: &[PathBuf],
    asked: &Adopting,
    output: &Path,
    reporting: &Reporting,
) -> Result<(String, String), Failure> {
    let examined = examined(&sources::sources(files), reporting)?;
    let engine = engine_name(files.first().map_or(Path::new("engine"), PathBuf::as_path));
    let given = output.to_string_lossy().replace('\\', "/");
    let (known, mut adoption) = adopt(&examined, &asked.wishes(), &engine, &given)?;
    let known = known.to_string();
    let is_named = asked.wished.name.is_some();
    let (config, _) = settled(&mut adoption.starter, Path::new(CONFIG), Some(&known), is_named)?;
    if output.as_os_str() != "-" {
        create(output, &known)?;
    }
    tell(&adoption, reporting);
    Ok((known, config))
}

/// Prints a line for each array that was adopted.
fn tell(adoption: &Adoption, reporting: &Reporting) {
    if is_chatty(reporting) {
        adoption.taken.iter().for_each(|line| say(line));
    }
}

/// Writes a new file. An existing file is an error.
pub(super) fn create(path: &Path, text: &str) -> Result<(), Failure> {
    create_new(path, text.as_bytes()).map_err(|error| {
        if error.kind() == std::io::ErrorKind::AlreadyExists {
            return Failure::Exists(path.to_owned());
        }
        Failure::Error(Error::Io { action: "write", path: path.to_owned(), error })
    })
}

/// Reads and examines files. Files that belong together are examined as one.
pub(super) fn examined(
    sources: &[FileToVerify],
    reporting: &Reporting,
) -> Result<Vec<Examined>, Error> {
    let mut examined = Vec::new();
    for together in belonging_together(sources) {
        let mut texts = Vec::new();
        for source in &together {
            texts.extend(sources::read(source)?.map(|text| (source.path.as_path(), text)));
        }
        let texts: Vec<_> = texts.iter().map(|(path, text)| (*path, text.as_str())).collect();
        let Some((path, text)) = texts.first() else { continue };
        let watch = Watch::new();
        watch.begin(&format!("verifying {}", sources::shown(path)), "", &[], "arrays");
        let report =
            while_waiting(reporting, &watch, || examine_files(&texts, &source_syntaxes(), &watch));
        let (path, text) = (path.to_path_buf(), (*text).to_owned());
        examined.push(Examined { path, text, report });
    }
    Ok(examined)
}

impl Wished {
    /// The flags as wishes for a new config.
    pub(super) fn wishes(&self) -> Wishes {
        Wishes {
            lang: self.lang.clone(),
            orientation: self.orientation.clone(),
            name: self.name.clone(),
            ..Wishes::default()
        }
    }
}

impl Adopting {
    /// Whether any of the flags is given.
    pub(super) fn is_asked(&self) -> bool {
        let Wished { lang, orientation, name } = &self.wished;
        [lang, orientation, name].into_iter().any(Option::is_some) || !self.array.is_empty()
    }

    /// The flags as wishes, with the arrays to adopt.
    pub(super) fn wishes(&self) -> Wishes {
        Wishes { arrays: self.array.clone(), ..self.wished.wishes() }
    }
}
