//! The one form of everything that is printed as JSON: an object on one line that says which version of which program
//! prints what, how it went, and what is wrong.

use serde::Serialize;

use super::diagnostic::{Diagnostic, diagnostics};
use crate::error::Error;

#[derive(Serialize)]
struct Envelope<'a, T: Serialize> {
    /// The version.
    magicgen: &'static str,
    kind: &'a str,
    #[serde(flatten)]
    content: T,
    diagnostics: &'a [Diagnostic],
}

/// The line for some content, which is an object with `status` among its keys. `kind` says what it is.
pub(super) fn enveloped(kind: &str, content: impl Serialize, diagnostics: &[Diagnostic]) -> String {
    let magicgen = env!("CARGO_PKG_VERSION");
    let envelope = Envelope { magicgen, kind, content, diagnostics };
    serde_json::to_string(&envelope).unwrap_or_default() + "\n"
}

/// The line for an error in place of content.
pub(super) fn failed(kind: &str, error: &Error) -> String {
    enveloped(kind, serde_json::json!({ "status": "error" }), &diagnostics(error))
}
