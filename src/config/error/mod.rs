//! The errors of a configuration: data, a place, and advice on what to type instead.

mod help;
mod kind;
mod table;

use std::fmt;
use std::ops::Range;
use std::path::Path;

pub use help::{LEAPERS, is_leaper, other_languages};
pub(super) use kind::Cause;
pub use kind::ConfigErrorKind;
pub(crate) use table::errors;

use magicgen_search::text::shown_line;

/// One error.
#[derive(Clone, Debug, PartialEq)]
pub struct ConfigError {
    /// The place, as a range of bytes in the combined text of [`super::Source`].
    pub span: Option<Range<usize>>,
    /// Another place that is related to the error, and a label for it.
    pub also: Option<(Range<usize>, &'static str)>,
    /// The kind of error.
    pub kind: ConfigErrorKind,
}

impl ConfigError {
    /// An error at a place.
    #[must_use]
    pub fn at(span: Range<usize>, kind: ConfigErrorKind) -> Self {
        Self { span: Some(span), also: None, kind }
    }

    /// An error without a place.
    #[must_use]
    pub fn nowhere(kind: ConfigErrorKind) -> Self {
        Self { span: None, also: None, kind }
    }

    /// An error about two paths. The first one is shown as `shown`.
    #[must_use]
    pub fn of_path(mut kind: ConfigErrorKind, shown: &Path) -> Self {
        if let ConfigErrorKind::PathTwice { path, .. }
        | ConfigErrorKind::PathCase { path, .. }
        | ConfigErrorKind::PathOverwrites { path, .. }
        | ConfigErrorKind::PathInFile { path, .. }
        | ConfigErrorKind::PathAroundFile { path, .. } = &mut kind
        {
            *path = shown.display().to_string();
        }
        Self::nowhere(kind)
    }

    /// The error with another place and a label for it.
    #[must_use]
    pub fn with(mut self, span: Range<usize>, label: &'static str) -> Self {
        self.also = Some((span, label));
        self
    }

    /// The code of the error, for machines.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.kind.code()
    }

    /// Advice on what to type instead.
    #[must_use]
    pub fn help(&self) -> String {
        match &self.kind {
            // An error without a place is about a command's argument, which can't be removed.
            ConfigErrorKind::UnknownValue { what: "piece", value, .. }
                if self.span.is_none() && is_leaper(value) =>
            {
                LEAPERS.to_owned()
            }
            kind => kind.advice(),
        }
    }
}

impl fmt::Display for ConfigError {
    /// Writes one line, without control characters from values.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shown_line(&self.kind.text()))
    }
}
