//! The lines of text of a file's header; each language puts its own comment marks around them.
//!
//! ASCII only: some compilers read sources in the locale's charset.

use crate::model::Module;

/// The mark of a licence in the first lines of a file (SPDX 2.3, annex E). Generated files are under 0BSD unless the
/// user's own licence text has the mark.
const SPDX: &str = "SPDX-License-Identifier:";

/// The header. By its first line, linters and code hosts recognise a generated file.
#[must_use]
pub fn lines(module: &Module) -> Vec<String> {
    unfolded(module, 96, &module.provenance.credits)
}

/// The header in lines of at most `width` characters. A long command is broken up before an option, if possible.
#[must_use]
pub fn lines_within(module: &Module, width: usize) -> Vec<String> {
    fitted(module, width, &module.provenance.credits)
}

/// The header like [`lines_within`], without the credits.
#[must_use]
pub fn facts_within(module: &Module, width: usize) -> Vec<String> {
    fitted(module, width, &[])
}

fn fitted(module: &Module, width: usize, credits: &[String]) -> Vec<String> {
    let fold = |line: String| if line.len() <= width { vec![line] } else { folded(&line, width) };
    let lines = unfolded(module, width, credits).into_iter().flat_map(fold);
    lines.map(|line| quoted(module, &line)).collect()
}

/// Breaks up a long line before options, and long lists after commas; all lines are indented.
fn folded(line: &str, width: usize) -> Vec<String> {
    let mut units: Vec<String> = Vec::new();
    for word in line.split_whitespace() {
        match units.last_mut() {
            Some(unit) if !word.starts_with('-') => *unit = format!("{unit} {word}"),
            _ => units.push(word.to_owned()),
        }
    }
    let mut lines = vec![" ".to_owned()];
    for unit in units {
        // A list that is too long for a line is broken up after commas.
        let parts =
            if unit.len() + 4 > width { unit.split_inclusive(',').collect() } else { vec![&*unit] };
        for (at, part) in parts.into_iter().enumerate() {
            let space = if at == 0 { " " } else { "" };
            match lines.last_mut() {
                Some(last) if last.len() + space.len() + part.len() <= width => {
                    last.push_str(space);
                    last.push_str(part);
                }
                _ => lines.push(format!("    {part}")),
            }
        }
    }
    lines
}

/// The header; only credits and the line of the variant are broken up.
fn unfolded(module: &Module, width: usize, credits: &[String]) -> Vec<String> {
    let facts = facts(module, width, credits).into_iter();
    facts.map(|(margin, text)| quoted(module, &format!("{margin}{text}"))).collect()
}

/// The header in lines of at most `width` characters. Long lines are broken up at blanks or, without blanks, after
/// commas.
#[must_use]
pub fn narrow_lines(module: &Module, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for (margin, text) in facts(module, 96, &module.provenance.credits) {
        let width = width - margin.len() - 2;
        for (at, part) in wrap(&quoted(module, &text), width).iter().enumerate() {
            let more = if at == 0 { "" } else { "  " };
            let mut items = part.split_inclusive(',').peekable();
            let mut line = String::new();
            while let Some(item) = items.next() {
                line.push_str(item);
                let next = items.peek().map_or(0, |next| next.len());
                if next > 0 && part.len() > width && line.len() + next > width {
                    lines.push(format!("{margin}{more}{line}"));
                    line.clear();
                }
            }
            lines.push(format!("{margin}{more}{line}"));
        }
    }
    lines
}

/// The header in lines of at most `width` characters. Long lines are broken up at blanks, and go on in lines that are
/// indented by four more blanks.
#[must_use]
pub fn hanging_lines(module: &Module, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for (margin, text) in facts(module, 96, &module.provenance.credits) {
        let text = quoted(module, &text);
        if margin.len() + text.chars().count() <= width {
            lines.push(format!("{margin}{text}"));
            continue;
        }
        let broken = hanging(&text, [width - margin.len() - 4; 2], "    ");
        lines.extend(broken.iter().map(|line| format!("{margin}{line}")));
    }
    lines
}

/// The lines of the header, each with its indentation.
fn facts(module: &Module, width: usize, credits: &[String]) -> Vec<(&'static str, String)> {
    let facts = &module.provenance;
    let version = facts.version.as_ref().map(|version| format!(" {version}")).unwrap_or_default();
    let pieces = facts.pieces.join(" ");
    let (variant, orientation, tables) = (&facts.variant, &facts.orientation, module.when.id());
    let (entries, bytes) = (facts.entries, size(facts.bytes));
    let (config, magics) = (&facts.config_digest, &facts.magics_digest);
    // A file without anything of lookups has no variant, no pieces and no factors.
    let (asked_for, made) = if magics.is_empty() {
        (format!("orientation {orientation}"), format!("config {config}"))
    } else {
        (
            format!(
                "variant {variant}, orientation {orientation}, tables {tables}, pieces {pieces}"
            ),
            format!("entries {entries} ({bytes}), config {config}, magics {magics}"),
        )
    };
    let generated = format!("Code generated by magicgen{version}; DO NOT EDIT.");
    let mut lines = vec![("", generated)];
    let has_own = module.licence.iter().any(|line| line.contains(SPDX));
    lines.extend((!has_own).then(|| ("", format!("{SPDX} 0BSD"))));
    lines.push(("", String::new()));
    lines.extend(wrap(&asked_for, width - 2).into_iter().map(|line| ("  ", line)));
    lines.extend([("  ", made), ("  ", format!("regenerate: {}", facts.command))]);
    for (index, credit) in credits.iter().enumerate() {
        lines.extend((index == 0).then(|| ("", String::new())));
        lines.extend(wrap(credit, width).into_iter().map(|line| ("", line)));
    }
    lines
}

/// A line without the character sequences that must not be in comments, and without blanks at its end.
fn quoted(module: &Module, line: &str) -> String {
    module.comments.quoted(line).trim_end().to_owned()
}

/// A number of bytes in words, such as `841 KiB`.
#[must_use]
pub fn size(bytes: usize) -> String {
    if bytes < 1024 { format!("{bytes} bytes") } else { format!("{} KiB", bytes / 1024) }
}

/// Breaks a text at spaces into lines of at most `width` characters. A word that is longer has a line of its own.
#[must_use]
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    lines_of(text.split_whitespace(), width)
}

/// Breaks a text at spaces into lines, of which all but the first begin with the text `before`. The first of `widths`
/// is the most characters of the first line, and the second that of each other line without `before`.
#[must_use]
pub fn hanging(text: &str, widths: [usize; 2], before: &str) -> Vec<String> {
    let mut lines = lines_within_widths(text.split_whitespace(), widths);
    lines.iter_mut().skip(1).for_each(|line| line.insert_str(0, before));
    lines
}

/// Joins texts by spaces, in lines of at most `width` characters.
pub fn lines_of(pieces: impl IntoIterator<Item = impl AsRef<str>>, width: usize) -> Vec<String> {
    lines_within_widths(pieces, [width; 2])
}

/// Joins texts by spaces, in lines with the first of `widths` for the first line and the second for all others.
fn lines_within_widths(
    pieces: impl IntoIterator<Item = impl AsRef<str>>,
    widths: [usize; 2],
) -> Vec<String> {
    let mut lines = vec![String::new()];
    for piece in pieces {
        let (word, last) = (piece.as_ref(), lines.len() - 1);
        let width = widths[last.min(1)];
        if lines[last].is_empty() {
            lines[last].push_str(word);
        } else if lines[last].chars().count() + 1 + word.chars().count() <= width {
            lines[last].push(' ');
            lines[last].push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}
