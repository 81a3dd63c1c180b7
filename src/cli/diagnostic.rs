//! Errors in; messages with the place in the config or the lock, for people, or data for machines, out.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use serde::Serialize;

use super::args::{Format, Report};
use crate::config::Place;
use crate::error::Error;
use crate::search::{LockError, every_error};

/// One thing that is wrong, as data.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Diagnostic {
    pub(super) code: &'static str,
    pub(super) message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) span: Option<Span>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) help: Option<String>,
    #[serde(skip)]
    text: String,
    #[serde(skip)]
    also: Option<(Range<usize>, &'static str)>,
}

/// A place in a file: bytes from 0, line and column from 1.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Span {
    start: usize,
    end: usize,
    line: usize,
    column: usize,
}

/// Takes an error apart.
pub(super) fn diagnostics(error: &Error) -> Vec<Diagnostic> {
    match error {
        Error::Config { source, errors } => {
            let one = |error: &crate::config::ConfigError| {
                let place = error.span.as_ref().map(|span| source.place(span));
                let mut one = plain(error.code(), error.to_string(), error.help());
                if let Some(place) = place {
                    one.point(&place);
                    // Only where it stands in the same text: a flag may beat a line of the file.
                    let also =
                        error.also.as_ref().map(|(span, label)| (source.place(span), *label));
                    let also = also.filter(|(also, _)| also.text == place.text);
                    one.also = also.map(|(also, label)| (also.span, label));
                }
                one
            };
            errors.iter().map(one).collect()
        }
        Error::Lock { path, text, error: lock } => {
            let name = path.display().to_string();
            let one = |lock: &LockError| {
                let mut one = plain(error.code(), lock.to_string(), Some(lock.help()));
                let span = lock.span().unwrap_or(0..0);
                one.point(&Place { name: &name, text, span });
                one
            };
            match every_error(text).as_slice() {
                [] => vec![one(lock)],
                every => every.iter().map(one).collect(),
            }
        }
        Error::LockClash { path, text, span, .. } => {
            let mut one = plain(error.code(), error.to_string(), error.help());
            let name = path.display().to_string();
            if let Some(span) = span {
                one.point(&Place { name: &name, text, span: span.clone() });
            }
            vec![one]
        }
        error => vec![plain(error.code(), error.to_string(), error.help())],
    }
}

fn plain(code: &'static str, message: String, help: Option<String>) -> Diagnostic {
    Diagnostic { code, message, file: None, span: None, help, text: String::new(), also: None }
}

impl Diagnostic {
    fn point(&mut self, place: &Place<'_>) {
        let before = &place.text[..place.span.start];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        self.file = Some(place.name.to_owned());
        self.span = Some(Span {
            start: place.span.start,
            end: place.span.end,
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        });
        place.text.clone_into(&mut self.text);
    }

    /// For people.
    pub(super) fn render(&self) -> String {
        let mut group: Group<'_> = Level::ERROR
            .primary_title(&self.message)
            .id(self.code)
            .elements(self.span.as_ref().map(|span| {
                // A whole table is pointed at by its first line.
                let first_line = self.text[span.start..span.end].find('\n');
                let end = first_line.map_or(span.end, |length| span.start + length);
                let mut snippet = Snippet::source(&self.text)
                    .path(self.file.as_deref())
                    .annotation(AnnotationKind::Primary.span(span.start..end));
                if let Some((also, label)) = &self.also {
                    snippet = snippet
                        .annotation(AnnotationKind::Context.span(also.clone()).label(*label));
                }
                snippet
            }));
        if let Some(help) = &self.help {
            group = group.element(Level::HELP.message(help));
        }
        Renderer::styled().render(&[group])
    }
}

/// Says what went wrong; as JSON it is part of the run's one object instead.
pub(super) fn say(error: &Error, report: &Report) {
    if report.quiet > 1 || report.format == Format::Json {
        return;
    }
    for diagnostic in diagnostics(error) {
        super::say(&diagnostic.render());
    }
}
