//! Tracks unreadable choices of an output, so that errors which only come from their replacements are dropped.

use super::error::{Cause, ConfigErrorKind};
use super::settle::Broken;
use super::tables::OutputTable;

/// The keys of `[output.lookup]`.
const LOOKUP_KEYS: [&str; 12] = [
    "key", "factor", "shift", "offset", "cell", "placement", "post-mask", "lines", "dispatch",
    "fold", "combine", "bishop-multiplies",
];

/// Choices of an output that are wrong and were replaced by other values.
#[expect(clippy::struct_excessive_bools, reason = "each stands for a choice of its own")]
pub(super) struct Guessed {
    pub(super) language: bool,
    pub(super) variant: bool,
    pub(super) lookup: bool,
    pub(super) options: bool,
}

impl Guessed {
    /// The choices that are unknown when parts of an output's table couldn't be read.
    pub(super) fn new(table: &OutputTable, broken: &Broken, has_language: bool) -> Self {
        Self {
            language: !has_language,
            variant: broken.has("variant") || !has_language && table.variant.is_none(),
            lookup: broken.has_any(&LOOKUP_KEYS) || broken.has("lookup"),
            options: false,
        }
    }

    /// True if an error doesn't depend on a replaced choice.
    pub(super) fn holds(&self, kind: &ConfigErrorKind) -> bool {
        !kind.from().iter().any(|cause| match cause {
            Cause::Language => self.language,
            Cause::Options => self.options,
            Cause::Variant => self.variant,
            Cause::Lookup => self.lookup,
            Cause::Unread | Cause::Board => false,
        })
    }
}
