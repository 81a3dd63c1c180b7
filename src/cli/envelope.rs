//! The envelope of all JSON output: an object on one line with the version, the kind, the status and the diagnostics.
//! The tests generate the schemas in `config/schema/output` from these types.

use serde::Serialize;

use super::diagnostic::{Diagnostic, diagnostics};
use crate::error::Error;

/// The payload of the JSON envelope, flattened into it. Its first key is `status`.
pub(super) trait Payload: Serialize {
    /// The envelope's `kind`, for example `verification`.
    const KIND: &'static str;
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Envelope<'a, T: Serialize> {
    /// The version of the program.
    magicgen: &'static str,
    /// What the object is.
    kind: &'a str,
    #[serde(flatten)]
    content: T,
    /// What is wrong.
    diagnostics: &'a [Diagnostic],
}

/// How a run ended that has nothing to report.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "status", rename_all = "kebab-case")]
pub(super) enum Ended {
    /// An error, which the diagnostics have.
    Error,
    /// Ctrl-C, or a signal to terminate.
    Interrupted,
}

/// The line for a payload.
pub(super) fn enveloped<T: Payload>(content: &T, diagnostics: &[Diagnostic]) -> String {
    line(T::KIND, content, diagnostics)
}

/// The line for an error instead of a payload.
pub(super) fn failed(kind: &str, error: &Error) -> String {
    line(kind, Ended::Error, &diagnostics(error))
}

/// The line for a run that a signal ended.
pub(super) fn interrupted(kind: &str) -> String {
    line(kind, Ended::Interrupted, &[])
}

fn line(kind: &str, content: impl Serialize, diagnostics: &[Diagnostic]) -> String {
    let magicgen = env!("CARGO_PKG_VERSION");
    let envelope = Envelope { magicgen, kind, content, diagnostics };
    serde_json::to_string(&envelope).unwrap_or_default() + "\n"
}
