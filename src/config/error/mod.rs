//! What can be wrong with a configuration: data, a place and what to type instead.

mod display;
mod help;
mod kind;

use std::ops::Range;

pub use kind::ConfigErrorKind;

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct ConfigError {
    /// Where, in the run of text of [`super::Source`].
    pub span: Option<Range<usize>>,
    /// Another place that has to do with it, and what it is.
    pub also: Option<(Range<usize>, &'static str)>,
    /// What.
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

    /// Names another place.
    #[must_use]
    pub fn with(mut self, span: Range<usize>, label: &'static str) -> Self {
        self.also = Some((span, label));
        self
    }
}
