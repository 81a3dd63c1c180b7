//! Diagnostics in forms that other programs show beside the lines that they are about: annotations of a workflow on
//! GitHub, and a log in SARIF 2.1.0.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::codes::Code;
use super::diagnostic::Diagnostic;
use magicgen_search::text::shown_line;

/// Names in messages for places that aren't files.
const NO_FILES: [&str; 2] = ["command line", "standard input"];

/// The file that a diagnostic is about.
fn file(diagnostic: &Diagnostic) -> Option<&str> {
    diagnostic.file.as_deref().filter(|file| !NO_FILES.contains(file))
}

/// A line for each diagnostic, as a workflow's log has it.
pub(super) fn github(diagnostics: &[Diagnostic]) -> String {
    let mut out = String::new();
    for one in diagnostics {
        let mut properties = Vec::new();
        if let Some(file) = file(one) {
            properties.push(format!("file={}", property(&slashed(file))));
            if let Some(span) = &one.span {
                properties.push(format!("line={},col={}", span.line, span.column));
            }
        }
        properties.push(format!("title={}", property(one.code)));
        let _ = writeln!(out, "::error {}::{}", properties.join(","), data(&text(one)));
    }
    out
}

/// The message with its notes and the advice.
fn text(one: &Diagnostic) -> String {
    let mut lines = vec![one.title().into_owned()];
    lines.extend(one.notes.iter().map(|note| shown_line(note).into_owned()));
    lines.extend(one.advice().map(|help| format!("help: {help}")));
    lines.join("\n")
}

/// A text behind the colons of a workflow's command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A text among the properties of a workflow's command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// A log with all diagnostics, and with what their codes mean.
pub(super) fn sarif(diagnostics: &[Diagnostic]) -> String {
    let mut codes: Vec<&str> = diagnostics.iter().map(|one| one.code).collect();
    codes.sort_unstable();
    codes.dedup();
    let rule = |id: &&str| {
        let Some(code) = Code::find(id) else { return json!({ "id": id }) };
        json!({
            "id": code.id,
            "shortDescription": { "text": code.title },
            "fullDescription": { "text": code.cause },
            "help": { "text": code.remedy },
        })
    };
    let rules: Vec<Value> = codes.iter().map(rule).collect();
    let result = |one: &Diagnostic| {
        let locations: Vec<Value> = location(one).into_iter().collect();
        json!({
            "ruleId": one.code,
            "ruleIndex": codes.iter().position(|code| *code == one.code),
            "level": "error",
            "message": { "text": text(one) },
            "locations": locations,
        })
    };
    let results: Vec<Value> = diagnostics.iter().map(result).collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "magicgen",
                "version": env!("CARGO_PKG_VERSION"),
                "informationUri": env!("CARGO_PKG_REPOSITORY"),
                "rules": rules,
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    serde_json::to_string_pretty(&log).unwrap_or_default() + "\n"
}

fn location(one: &Diagnostic) -> Option<Value> {
    let mut place = json!({ "artifactLocation": { "uri": uri(file(one)?) } });
    if let Some(span) = &one.span {
        place["region"] = json!({ "startLine": span.line, "startColumn": span.column });
    }
    Some(json!({ "physicalLocation": place }))
}

/// A path whose folders are separated by `/`. Elsewhere than on Windows a backslash belongs to a name.
fn slashed(path: &str) -> String {
    if cfg!(windows) { path.replace('\\', "/") } else { path.to_owned() }
}

/// A path as a reference of a URI.
fn uri(path: &str) -> String {
    let mut out = String::new();
    for byte in slashed(path).bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            out.push(byte as char);
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    if out.starts_with('/') { format!("file://{out}") } else { out }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diagnostic(file: &str) -> Diagnostic {
        let help = Some("a: b, c".to_owned());
        Diagnostic::new("config::board", "100 % of\nit: all".to_owned(), help).about(file, None)
    }

    #[test]
    fn what_steers_a_workflow_is_escaped() {
        let told = github(&[diagnostic("a,b:c.toml")]);
        let wanted = "::error file=a%2Cb%3Ac.toml,title=config%3A%3Aboard::100 %25 of%0Ait: all%0Ahelp: a: b, c\n";
        assert_eq!(told, wanted);
        assert!(!github(&[diagnostic("command line")]).contains("file="));
    }

    /// A note may quote a line of a file that somebody else has written.
    #[test]
    fn no_note_begins_a_command() {
        let mut quoting = diagnostic("m.h");
        quoting.notes = vec!["- x\r\n::add-mask::y".to_owned(), "50 %".to_owned()];
        let told = github(&[quoting]);
        assert!(told.contains("%0A- x\\u000d\\u000a::add-mask::y%0A50 %25%0Ahelp: "), "{told}");
        assert_eq!(told.lines().count(), 1);
    }

    #[test]
    fn paths_are_uris() {
        assert_eq!(uri("a b/ü%.h"), "a%20b/%C3%BC%25.h");
        assert_eq!(uri("/x/y.h"), "file:///x/y.h");
        assert_eq!(uri("a\\b.h"), if cfg!(windows) { "a/b.h" } else { "a%5Cb.h" });
    }
}
