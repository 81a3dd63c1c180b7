//! What of an output couldn't be read in; which errors of the rest come of what was taken in its place, out.

use super::error::ConfigErrorKind;
use super::settle::Broken;
use super::tables::OutputTable;
use crate::variant;

/// The keys of `[output.lookup]`.
const LOOKUP_KEYS: [&str; 10] = [
    "key", "factor", "shift", "offset", "cell", "placement", "post-mask", "lines", "combine",
    "bishop-multiplies",
];

/// What of an output isn't known, since it is wrong: something else was taken in its place.
#[expect(clippy::struct_excessive_bools, reason = "each stands for a choice of its own")]
pub(super) struct Guessed {
    pub(super) language: bool,
    pub(super) variant: bool,
    pub(super) lookup: bool,
    pub(super) options: bool,
}

impl Guessed {
    /// What isn't known of a table of which something couldn't be read.
    pub(super) fn new(table: &OutputTable, broken: &Broken, has_language: bool) -> Self {
        Self {
            language: !has_language,
            variant: broken.has("variant") || !has_language && table.variant.is_none(),
            lookup: broken.has_any(&LOOKUP_KEYS) || broken.has("lookup"),
            options: false,
        }
    }

    /// True where an error doesn't come of a guess.
    pub(super) fn holds(&self, kind: &ConfigErrorKind) -> bool {
        match kind {
            ConfigErrorKind::Unsupported { .. } => !self.language && !self.options && !self.variant,
            ConfigErrorKind::Name { .. } => !self.language && !self.options,
            ConfigErrorKind::BreaksComment { .. } | ConfigErrorKind::FileName(_) => !self.language,
            ConfigErrorKind::Axes(_)
            | ConfigErrorKind::NoSuchPart { .. }
            | ConfigErrorKind::CannotFill { .. }
            | ConfigErrorKind::Shift { .. } => !self.variant && !self.lookup,
            ConfigErrorKind::Clash { other, .. } => {
                !self.variant || !variant::ALL.iter().any(|variant| variant.id == *other)
            }
            _ => true,
        }
    }
}
