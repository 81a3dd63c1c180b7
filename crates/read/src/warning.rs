//! The part of a report on programs that read or shift their factors in another way than they need.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use super::report::TextPlace;

/// A warning on a program whose factors hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Warning {
    /// The line, counted from 1.
    pub line: usize,
    /// What the program may get wrong.
    pub kind: WarningKind,
}

/// What a program may get wrong although its factors hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", tag = "is")]
pub enum WarningKind {
    /// The language rounds numbers above 2^53.
    Rounded {
        /// The place of the factors.
        place: TextPlace,
        /// The entries that are other numbers to the program, counted from 0.
        entries: Vec<usize>,
        /// Those of these entries whose squares fail with the rounded factor.
        failing: Vec<usize>,
    },
    /// A step of a lookup isn't understood.
    Unread {
        /// The step.
        step: String,
        /// The place of the factors.
        place: TextPlace,
        /// True if the factors hold without the step. Otherwise they aren't judged.
        is_judged: bool,
    },
    /// The lookup shifts a signed product by an operator that keeps the sign.
    Signed {
        /// The operator, for example `>>`.
        operator: String,
    },
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |entries: &[usize]| {
            let entries: Vec<String> = entries.iter().map(ToString::to_string).collect();
            entries.join(", ")
        };
        match &self.kind {
            WarningKind::Rounded { place, entries, failing } => {
                write!(f, "warning: {place}: the language rounds numbers above 2^53, ")?;
                write!(f, "so {} entries change ({})", entries.len(), list(entries))?;
                match failing.len() {
                    0 => write!(f, "; all squares work with the changed numbers, too"),
                    count => write!(f, "; {count} of these fail ({})", list(failing)),
                }
            }
            WarningKind::Unread { step, place, is_judged } => {
                let how = if *is_judged { "holds without it" } else { "isn't judged" };
                write!(
                    f,
                    "warning: line {}: can't read {step} in this lookup: {place} {how}",
                    self.line
                )
            }
            WarningKind::Signed { operator } => write!(
                f,
                "warning: line {}: `{operator}` keeps the sign, so a product with its highest bit set has a negative \
                 index; use an unsigned shift",
                self.line
            ),
        }
    }
}
