//! Turns errors into data, and into plain messages with the place in the config or the lock, and advice.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::path::Path;

use serde::Serialize;

use crate::config::Place;
use crate::emit::is_link_outside;
use crate::error::Error;
use magicgen_search::text::{MOST_ERRORS, shown, shown_line};
use magicgen_search::{LockError, every_error};

/// The most bytes of source lines that are shown. Further errors are only counted.
const MOST_BYTES: usize = 1 << 20;

/// One fault, as data.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Diagnostic {
    /// The code, which `magicgen explain CODE` explains.
    pub(crate) code: &'static str,
    /// What is wrong.
    pub(crate) message: String,
    /// The file that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) span: Option<Span>,
    /// What there is to say beside the message, one line each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) notes: Vec<String>,
    /// What to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) help: Option<String>,
    /// The source lines that are shown.
    #[serde(skip)]
    lines: ShownLines,
    #[serde(skip)]
    also: Option<(Range<usize>, &'static str)>,
}

/// Lines of a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct ShownLines {
    pub(crate) text: String,
    /// The byte of the file at which they start, from 0.
    start: usize,
    /// The number of the first line, from 1.
    pub(crate) first: usize,
}

/// Marked bytes of [`ShownLines`].
pub(crate) struct MarkedBytes {
    pub(crate) span: Range<usize>,
    /// The reason for the mark, if it isn't the message itself.
    pub(crate) label: Option<&'static str>,
}

/// Bytes of a file, from 0.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Bytes {
    /// The first byte.
    start: usize,
    /// The byte behind the last.
    end: usize,
}

/// A place in a file: line and column from 1.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Span {
    /// Where only the line is known, there are no bytes.
    #[serde(flatten)]
    bytes: Option<Bytes>,
    /// The line.
    pub(crate) line: usize,
    /// The column.
    pub(crate) column: usize,
}

/// The faults of an error.
pub(crate) fn diagnostics(error: &Error) -> Vec<Diagnostic> {
    match error {
        Error::Config { source, errors } => {
            let diagnostic_of = |error: &crate::config::ConfigError| {
                let place = error.span.as_ref().map(|span| source.place(span));
                let help = match &error.span {
                    Some(span) => source.as_typed(span, error.help()),
                    None => error.help(),
                };
                let mut one = Diagnostic::new(error.code(), error.to_string(), Some(help));
                if let Some(place) = place {
                    one.point(&place);
                    // The other place is shown only if it is in the same text: a flag may override the file's line.
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
                shown += one.lines.text.len();
                shown <= MOST_BYTES
            };
            let mut told: Vec<Diagnostic> =
                errors.iter().take(MOST_ERRORS).map(diagnostic_of).take_while(is_little).collect();
            let more = errors.len() - told.len();
            if more > 0 {
                let message = format!("the config has {more} more errors");
                let help = Some("correct these errors, and run `magicgen` again".to_owned());
                told.push(Diagnostic::new("config::more", message, help));
            }
            told
        }
        Error::Lock { path, text, error: lock } => {
            let name = path.display().to_string();
            let diagnostic_of = |lock: &LockError| {
                let mut one = Diagnostic::new(error.code(), lock.to_string(), Some(lock.help()));
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
        Error::LockClash { path, text, span, .. }
        | Error::LockTable { path, text, span: span @ Some(_), .. } => {
            let mut one = Diagnostic::new(error.code(), error.to_string(), error.help());
            let name = path.display().to_string();
            if let Some(span) = span {
                one.point(&Place { name: &name, text, span: span.clone() });
                one.show(text);
            }
            vec![one]
        }
        Error::LockTable { path, .. } => {
            let file = Some(path.display().to_string());
            vec![Diagnostic {
                file,
                ..Diagnostic::new(error.code(), error.to_string(), error.help())
            }]
        }
        error => vec![Diagnostic::new(error.code(), error.to_string(), error.help())],
    }
}

impl Diagnostic {
    /// A diagnostic without a place.
    pub(crate) fn new(code: &'static str, message: String, help: Option<String>) -> Self {
        let (lines, also) = (ShownLines::default(), None);
        Self { code, message, file: None, span: None, notes: Vec::new(), help, lines, also }
    }

    /// The same about a file, or about one of its lines, counted from 1.
    #[must_use]
    pub(crate) fn about(mut self, name: &str, line: Option<usize>) -> Self {
        self.file = Some(name.to_owned());
        self.span = line.map(|line| Span { bytes: None, line, column: 1 });
        self
    }

    /// The same about a place, whose lines are shown.
    #[must_use]
    pub(crate) fn at(mut self, place: &Place<'_>) -> Self {
        self.point(place);
        self.show(place.text);
        self
    }

    /// The file with the line, in the form that terminals and editors turn into a link.
    pub(crate) fn place(&self) -> Option<String> {
        let file = shown_line(self.file.as_ref()?);
        let line = self.span.as_ref().map_or(String::new(), |span| format!(":{}", span.line));
        Some(format!("{file}{line}"))
    }

    fn point(&mut self, place: &Place<'_>) {
        let before = &place.text[..place.span.start];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        self.file = Some(place.name.to_owned());
        self.span = Some(Span {
            bytes: Some(Bytes { start: place.span.start, end: place.span.end }),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        });
    }

    /// Keeps the lines of `text` with the places to show.
    fn show(&mut self, text: &str) {
        let Some(span) = self.span.as_ref().and_then(|span| span.bytes) else { return };
        // A person who may make a link in this folder needn't be allowed to read the link's target.
        if let Some(file) = self.file.as_ref().filter(|file| is_link_outside(Path::new(file))) {
            let text = format!("(not shown: {} is a link out of its folder)", shown_line(file));
            let first = self.span.as_ref().map_or(1, |span| span.line);
            self.also = None;
            self.lines = ShownLines { text, start: span.start, first };
            return;
        }
        let also = self.also.as_ref().map(|(also, _)| also);
        let first = also.map_or(span.start, |also| also.start.min(span.start));
        let last = also.map_or(span.start, |also| also.end.max(span.start));
        let from = text[..first].rfind('\n').map_or(0, |at| at + 1);
        let to = text[last..].find('\n').map_or(text.len(), |length| last + length);
        let first = text[..from].matches('\n').count() + 1;
        // CRLF is recognised between lines, but not at the end.
        let text = text[from..to].trim_end_matches('\r').to_owned();
        self.lines = ShownLines { text, start: from, first };
    }

    /// The message, shortened for readers.
    pub(crate) fn title(&self) -> Cow<'_, str> {
        shortened(shown(&self.message))
    }

    /// The advice, shortened for readers.
    pub(crate) fn advice(&self) -> Option<Cow<'_, str>> {
        self.help.as_deref().map(|help| shortened(shown(help)))
    }

    /// The lines to show and the marks in them. The place itself comes first; only its first line is marked.
    pub(crate) fn marked(&self) -> Option<(&ShownLines, Vec<MarkedBytes>)> {
        let span = self.span.as_ref()?.bytes?;
        let ShownLines { text, start: from, .. } = &self.lines;
        // A place may be the end of a line that isn't shown.
        let (start, end) = ((span.start - from).min(text.len()), (span.end - from).min(text.len()));
        let end = text[start..end].find('\n').map_or(end, |length| start + length);
        let also = self.also.as_ref().map(|(also, label)| MarkedBytes {
            span: also.start - from..also.end - from,
            label: Some(*label),
        });
        let marks =
            std::iter::once(MarkedBytes { span: start..end, label: None }).chain(also).collect();
        Some((&self.lines, marks))
    }
}

/// The message without colours, which `{:?}` of an [`Error`] prints: the same text as the command line's.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error[{}]: {}", self.code, self.title())?;
        let marked = self.marked();
        let gutter = marked.as_ref().map_or(0, |(lines, _)| lines.last().to_string().len());
        if let (Some(file), Some(span), Some((lines, marks))) = (&self.file, &self.span, marked) {
            let file = shown_line(file);
            write!(f, "\n{:gutter$}--> {file}:{}:{}", "", span.line, span.column)?;
            write!(f, "\n{:gutter$} |", "")?;
            lines.write(f, gutter, &marks)?;
        }
        let Some(advice) = self.advice() else { return Ok(()) };
        write!(f, "\n{:gutter$} |\n{:gutter$} = help: {advice}", "", "")
    }
}

impl ShownLines {
    /// The number of the last line.
    fn last(&self) -> usize {
        self.first + self.text.matches('\n').count()
    }

    /// Writes the lines with their marks. The first and the last line have marks; dots replace more than one line in
    /// between.
    fn write(
        &self,
        f: &mut fmt::Formatter<'_>,
        gutter: usize,
        marks: &[MarkedBytes],
    ) -> fmt::Result {
        let lines: Vec<&str> = self.text.split('\n').collect();
        let between = 1..lines.len().saturating_sub(1);
        let mut start = 0;
        for (index, line) in lines.iter().enumerate() {
            let span = start..start + line.len() + 1;
            start = span.end;
            if between.len() > 1 && between.contains(&index) {
                if index == between.start {
                    write!(f, "\n...")?;
                }
                continue;
            }
            let line = shown(line.trim_end_matches('\r'));
            let blank = if line.is_empty() { "" } else { " " };
            write!(f, "\n{:gutter$} |{blank}{line}", self.first + index)?;
            for mark in marks.iter().filter(|mark| span.contains(&mark.span.start)) {
                self.write_mark(f, gutter, span.start, mark)?;
            }
        }
        Ok(())
    }

    /// Writes a mark below the line that begins at `line`.
    fn write_mark(
        &self,
        f: &mut fmt::Formatter<'_>,
        gutter: usize,
        line: usize,
        mark: &MarkedBytes,
    ) -> fmt::Result {
        let before = self.text[line..mark.span.start].chars();
        let blanks: String = before.map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        let length = self.text[mark.span.clone()].chars().count().max(1);
        let signs = if mark.label.is_none() { "^" } else { "-" }.repeat(length);
        write!(f, "\n{:gutter$} | {blanks}{signs}", "")?;
        mark.label.map_or(Ok(()), |label| write!(f, " {label}"))
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in diagnostics(self).iter().enumerate() {
            let separator = if index > 0 { "\n" } else { "" };
            write!(f, "{separator}{fault}")?;
        }
        Ok(())
    }
}

/// The most characters of a message: a path may have 4,096 bytes.
const MOST_CHARACTERS: usize = 5000;

/// A message without its middle if it is too long to read: a key or a word in it may fill a whole config.
fn shortened(message: Cow<'_, str>) -> Cow<'_, str> {
    let length = message.chars().count();
    if length <= MOST_CHARACTERS {
        return message;
    }
    let begin = message.chars().take(200);
    let end = message.chars().skip(length - 100);
    begin.chain(['…']).chain(end).collect()
}
