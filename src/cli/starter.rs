//! `magicgen init`: writes a config to begin with.

use std::path::Path;
use std::process::ExitCode;

use crate::config::{Leads, Request, Source, resolve};
use crate::emit::create_new;

/// Writes magicgen.toml into the current folder, unless it exists already, and .gitattributes if it is wanted.
pub(super) fn init(lang: &str, gitattributes: bool) -> ExitCode {
    let text = format!(
        "# What magicgen generates here; `magicgen --help` explains, `magicgen --check` is for CI.\n\
         version = 1\n\
         orientation = \"a1lsb\"\n\
         \n\
         [[output]]\n\
         id = \"{lang}\"\n\
         lang = \"{lang}\"\n\
         path = \"./\"\n\
         variant = \"fancy\"\n\
         pieces = [\"rook\", \"bishop\"]\n\
         emit = [\"lookup\", \"squares\"]\n"
    );
    let request = Request { leads: &|_| Leads::ToFolder, ..Request::default() };
    debug_assert!(resolve(&Source::new("magicgen.toml", &text, Vec::new()), &request).is_ok());
    let path = Path::new("magicgen.toml");
    match create_new(path, text.as_bytes()) {
        Ok(()) => {
            super::say("wrote magicgen.toml; run `magicgen` to generate");
            if gitattributes {
                return attributes();
            }
            super::say(
                "for clones in which git changes line ends, run `magicgen init --gitattributes` too",
            );
            ExitCode::SUCCESS
        }
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists && gitattributes => {
            attributes()
        }
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            super::say(
                "error: magicgen.toml is there already, and is kept\n\
                 help: edit it, or delete it and run `magicgen init` again",
            );
            ExitCode::from(2)
        }
        Err(error) => {
            super::say(&format!("error: can't write magicgen.toml: {error}"));
            ExitCode::from(4)
        }
    }
}

/// Writes .gitattributes for the config in the current folder.
fn attributes() -> ExitCode {
    match super::attributes::write() {
        Ok(added) if added.is_empty() => {
            super::say(".gitattributes says it all already");
            ExitCode::SUCCESS
        }
        Ok(added) => {
            super::say(&format!("wrote .gitattributes: {}", added.join(", ")));
            ExitCode::SUCCESS
        }
        Err(error) => {
            for diagnostic in super::diagnostic::diagnostics(&error) {
                super::say(&diagnostic.render());
            }
            ExitCode::from(error.status())
        }
    }
}
