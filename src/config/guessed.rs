//! Tracks unreadable choices of an output, so that errors which only come from their replacements are dropped.

use super::error::ConfigErrorKind;
use super::settle::Broken;
use super::tables::OutputTable;
use crate::variant;

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
        match kind {
            ConfigErrorKind::Unsupported { .. } => !self.language && !self.options && !self.variant,
            ConfigErrorKind::Name { .. } => !self.language && !self.options,
            ConfigErrorKind::BreaksComment { .. } | ConfigErrorKind::FileName(_) => !self.language,
            ConfigErrorKind::Axes(_)
            | ConfigErrorKind::NoSuchPart { .. }
            | ConfigErrorKind::Companion { .. }
            | ConfigErrorKind::CannotFill { .. }
            | ConfigErrorKind::Fold { .. }
            | ConfigErrorKind::Shift { .. } => !self.variant && !self.lookup,
            ConfigErrorKind::Clash { other, .. } => {
                !self.variant || !variant::ALL.iter().any(|variant| variant.id == *other)
            }
            _ => true,
        }
    }
}
