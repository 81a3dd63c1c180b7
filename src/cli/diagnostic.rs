//! Prints errors in colours, with the marked lines of the config or the lock.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::reporting::Reporting;
pub(super) use crate::diagnostic::{Diagnostic, diagnostics};
use crate::error::Error;
use magicgen_search::text::shown_line;

impl Diagnostic {
    /// The message for people, in colours.
    pub(super) fn render(&self) -> String {
        let file = self.file.as_deref().map(shown_line);
        let snippet = self.marked().map(|(lines, marks)| {
            let annotations = marks.into_iter().map(|mark| match mark.label {
                None => AnnotationKind::Primary.span(mark.span),
                Some(label) => AnnotationKind::Context.span(mark.span).label(label),
            });
            Snippet::source(&lines.text)
                .line_start(lines.first)
                .path(file.as_deref())
                .annotations(annotations)
        });
        let title = Level::ERROR.primary_title(self.title()).id(self.code);
        let mut group: Group<'_> = title.elements(snippet);
        if let Some(advice) = self.advice() {
            group = group.element(Level::HELP.message(advice));
        }
        Renderer::styled().render(&[group])
    }
}

/// Prints an error to standard error, unless the report's format is for programs and contains it.
pub(super) fn say(error: &Error, report: &Reporting) {
    if !report.says_errors() {
        return;
    }
    for fault in diagnostics(error) {
        say_one(&fault, report);
    }
}

/// Prints one fault, unless the report's format is for programs.
pub(super) fn say_one(fault: &Diagnostic, report: &Reporting) {
    if report.says_errors() {
        super::say_in_colour(&fault.render());
    }
}
