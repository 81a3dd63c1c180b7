//! The user's own template over the data, by the crate `minijinja`: for languages that this program doesn't print.

use std::io::{self, Write};

use minijinja::{AutoEscape, Environment, Error, ErrorKind, UndefinedBehavior};

use super::model::Data;
use super::statements::Spellings;
use super::{filters, statements};
use crate::render::OptionError;

/// The most steps that a template may take, many times as many as a loop over all entries of the largest table needs.
const FUEL: u64 = 20_000_000;

/// The most bytes of an output.
const MOST_BYTES: usize = 256 << 20;

/// A template with the files that it includes.
#[derive(Debug)]
pub(super) struct Template {
    /// The names and texts, the template itself first.
    files: Vec<(String, String)>,
    /// The config's spellings of operations.
    spellings: Spellings,
}

impl Template {
    /// The template, if its files can be read by the engine.
    pub(super) fn new(
        files: Vec<(String, String)>,
        spellings: Spellings,
    ) -> Result<Self, OptionError> {
        let template = Self { files, spellings };
        template.environment().map(drop)?;
        Ok(template)
    }

    pub(super) fn files(&self) -> &[(String, String)] {
        &self.files
    }

    pub(super) fn spellings(&self) -> &Spellings {
        &self.spellings
    }

    /// The name of the file that the template makes, if no other is given: its own, without its last ending.
    pub(super) fn made(&self) -> &str {
        let name = self.files.first().map_or("magics.txt", |(name, _)| name.as_str());
        let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
        match name.rsplit_once('.') {
            Some((stem, "jinja" | "j2" | "jinja2" | "tmpl")) => stem,
            _ => name,
        }
    }

    fn environment(&self) -> Result<Environment<'_>, OptionError> {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_auto_escape_callback(|_| AutoEscape::None);
        environment.set_trim_blocks(true);
        environment.set_lstrip_blocks(true);
        environment.set_fuel(Some(FUEL));
        filters::add(&mut environment);
        statements::add(&mut environment, &self.spellings);
        for (name, text) in &self.files {
            environment.add_template(name, text).map_err(|error| refused(&error))?;
        }
        Ok(environment)
    }

    /// Fills in the data.
    pub(super) fn filled_in(&self, data: &Data) -> Result<String, OptionError> {
        let environment = self.environment()?;
        let name = self.files.first().map_or("", |(name, _)| name.as_str());
        let template = environment.get_template(name).map_err(|error| refused(&error))?;
        let mut out = Bounded { bytes: Vec::new(), is_full: false };
        let filled_in = template.render_captured_to(data, &mut out).map(drop);
        // The engine's own message has neither the reason nor the place.
        if out.is_full {
            let message = format!("{name}: the template prints more than {} MiB", MOST_BYTES >> 20);
            return Err(OptionError { message, help: Some("print less".to_owned()), span: None });
        }
        filled_in.map_err(|error| refused(&error))?;
        let mut text = String::from_utf8_lossy(&out.bytes).into_owned();
        text.truncate(text.trim_end().len());
        text.push('\n');
        Ok(text)
    }
}

/// A buffer that refuses to grow beyond [`MOST_BYTES`].
struct Bounded {
    bytes: Vec<u8>,
    /// True once more bytes were refused.
    is_full: bool,
}

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.is_full |= self.bytes.len() + bytes.len() > MOST_BYTES;
        if self.is_full {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An error of the engine, with the place in the template.
fn refused(error: &Error) -> OptionError {
    // An error in an included file is the cause of one in the file that includes it.
    let (mut first, mut place) = (error, None);
    loop {
        place = first.name().zip(first.line()).or(place);
        let cause = std::error::Error::source(first);
        match cause.and_then(|cause| cause.downcast_ref::<Error>()) {
            Some(cause) => first = cause,
            None => break,
        }
    }
    let place = place.map(|(name, line)| format!("{name}:{line}: ")).unwrap_or_default();
    let written = std::error::Error::source(first).map(ToString::to_string);
    let detail = first.detail().map(str::to_owned).or(written);
    let what = first.kind().to_string();
    let message = match detail {
        Some(detail) => format!("{place}{what}: {detail}"),
        None => format!("{place}{what}"),
    };
    let help = match first.kind() {
        ErrorKind::OutOfFuel => "use fewer loops within loops",
        ErrorKind::UndefinedError => {
            "use a name of the data: `--lang json` prints all, config/schema/data.json describes them"
        }
        ErrorKind::TemplateNotFound => {
            "name the file in quotes, relative to the folder of the config"
        }
        ErrorKind::UnknownFilter => {
            "use a filter of Jinja, or `hex`, `decimal`, `signed`, `wrapped`, `statements`, `snake`, `shouty`, `camel`, \
             `pascal`, `kebab`, `mixed`"
        }
        _ => "mend the template",
    };
    OptionError { message, help: Some(help.to_owned()), span: None }
}
