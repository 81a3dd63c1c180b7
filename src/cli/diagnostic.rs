//! Turns errors into messages for people, with the place in the config or the lock, or into data for JSON.

use super::reporting::{Format, Report};
use std::borrow::Cow;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use serde::Serialize;

use crate::config::Place;
use crate::error::Error;
use crate::search::{LockError, every_error};
use crate::text::{MOST_ERRORS, shown, shown_line};

/// The most bytes of source lines that are shown. Further errors are only counted.
const MOST_BYTES: usize = 1 << 20;

/// One fault, as data.
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
    /// The source lines that are shown.
    #[serde(skip)]
    text: String,
    /// The start of these lines: the byte from 0, and the line from 1.
    #[serde(skip)]
    from: (usize, usize),
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

/// The faults of an error.
pub(super) fn diagnostics(error: &Error) -> Vec<Diagnostic> {
    match error {
        Error::Config { source, errors } => {
            let diagnostic_of = |error: &crate::config::ConfigError| {
                let place = error.span.as_ref().map(|span| source.place(span));
                let mut one = plain(error.code(), error.to_string(), error.help());
                if let Some(place) = place {
                    one.point(&place);
                    // The other place is shown only if it is in the same text: a flag may override a line of the file.
                    let also =
                        error.also.as_ref().map(|(span, label)| (source.place(span), *label));
                    let also = also.filter(|(also, _)| also.text == place.text);
                    one.also = also.map(|(also, label)| (also.span, label));
                    one.show(place.text);
                }
                one
            };
            let mut shown = 0;
            let is_little = |one: &Diagnostic| {
                shown += one.text.len();
                shown <= MOST_BYTES
            };
            let mut told: Vec<Diagnostic> =
                errors.iter().take(MOST_ERRORS).map(diagnostic_of).take_while(is_little).collect();
            let more = errors.len() - told.len();
            if more > 0 {
                let message = format!("{more} more errors in the same config");
                let help = Some("correct these and run again".to_owned());
                told.push(plain("config::more", message, help));
            }
            told
        }
        Error::Lock { path, text, error: lock } => {
            let name = path.display().to_string();
            let diagnostic_of = |lock: &LockError| {
                let mut one = plain(error.code(), lock.to_string(), Some(lock.help()));
                let span = lock.span().unwrap_or(0..0);
                one.point(&Place { name: &name, text, span });
                one.show(text);
                one
            };
            match every_error(text).as_slice() {
                [] => vec![diagnostic_of(lock)],
                every => every.iter().map(diagnostic_of).collect(),
            }
        }
        Error::LockClash { path, text, span, .. } => {
            let mut one = plain(error.code(), error.to_string(), error.help());
            let name = path.display().to_string();
            if let Some(span) = span {
                one.point(&Place { name: &name, text, span: span.clone() });
                one.show(text);
            }
            vec![one]
        }
        Error::LockTable { path, .. } => {
            let file = Some(path.display().to_string());
            vec![Diagnostic { file, ..plain(error.code(), error.to_string(), error.help()) }]
        }
        error => vec![plain(error.code(), error.to_string(), error.help())],
    }
}

/// A diagnostic without a place.
fn plain(code: &'static str, message: String, help: Option<String>) -> Diagnostic {
    let (text, from) = (String::new(), (0, 1));
    Diagnostic { code, message, file: None, span: None, help, text, from, also: None }
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
    }

    /// Keeps the lines of `text` that have the places to be shown.
    fn show(&mut self, text: &str) {
        let Some(span) = &self.span else { return };
        let also = self.also.as_ref().map(|(also, _)| also);
        let first = also.map_or(span.start, |also| also.start.min(span.start));
        let last = also.map_or(span.start, |also| also.end.max(span.start));
        let from = text[..first].rfind('\n').map_or(0, |at| at + 1);
        let to = text[last..].find('\n').map_or(text.len(), |length| last + length);
        text[from..to].clone_into(&mut self.text);
        self.from = (from, text[..from].matches('\n').count() + 1);
    }

    /// The message for people.
    pub(super) fn render(&self) -> String {
        let message = shortened(shown(&self.message));
        let file = self.file.as_deref().map(shown_line);
        let help = self.help.as_deref().map(|help| shortened(shown(help)));
        let mut group: Group<'_> = Level::ERROR.primary_title(message).id(self.code).elements(
            self.span.as_ref().map(|span| {
                let (from, line) = self.from;
                let (start, end) = (span.start - from, (span.end - from).min(self.text.len()));
                // Of a place with several lines, only the first is marked.
                let first_line = self.text[start..end].find('\n');
                let end = first_line.map_or(end, |length| start + length);
                let mut snippet = Snippet::source(&self.text)
                    .line_start(line)
                    .path(file.as_deref())
                    .annotation(AnnotationKind::Primary.span(start..end));
                if let Some((also, label)) = &self.also {
                    let also = also.start - from..also.end - from;
                    snippet = snippet.annotation(AnnotationKind::Context.span(also).label(*label));
                }
                snippet
            }),
        );
        if let Some(help) = help {
            group = group.element(Level::HELP.message(help));
        }
        Renderer::styled().render(&[group])
    }
}

/// The most characters of a message: a path may have 4,096 bytes.
const MOST_CHARACTERS: usize = 5000;

/// A message without its middle if it is as long as nobody reads: a key or a word in it may fill a whole config.
fn shortened(message: Cow<'_, str>) -> Cow<'_, str> {
    let length = message.chars().count();
    if length <= MOST_CHARACTERS {
        return message;
    }
    let begin = message.chars().take(200);
    let end = message.chars().skip(length - 100);
    begin.chain(['…']).chain(end).collect()
}

/// Prints an error to standard error. With `--format json` nothing is printed, since the run's JSON has the error.
pub(super) fn say(error: &Error, report: &Report) {
    if report.quiet > 1 || report.format == Format::Json {
        return;
    }
    for diagnostic in diagnostics(error) {
        super::say_in_colour(&diagnostic.render());
    }
}
