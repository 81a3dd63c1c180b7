//! Finds definitions of arrays, constants and functions that a patch can remove: private to one file, whole statements, and used by
//! nothing.

use std::ops::Range;

use super::Examined;
use super::code::blanked;
use super::folders::is_header;
use super::functions::closing;
use super::replaced::Unused;
use super::types::places;
use crate::render::Language;

/// The lines of an unused definition in a file of these, if it can be removed: a function, an array or a constant number that
/// only its file can name, in one statement of its own, with or without an initialiser.
#[must_use]
pub fn removable(files: &[Examined], language: &Language, unused: &Unused) -> Option<Range<usize>> {
    let file = &files[unused.file];
    let is_rust = language.id == "rust";
    // Other languages drop unused arrays, or have no arrays that only one file can name.
    if !matches!(language.id, "c" | "cpp" | "rust") || !is_rust && is_header(file) {
        return None;
    }
    let name = file.path.file_name()?.to_string_lossy();
    let is_included =
        |other: &Examined| !is_rust && other.path != file.path && other.text.contains(&*name);
    // `##` may make the name.
    if file.text.contains("##") || files.iter().any(is_included) {
        return None;
    }
    let text = blanked(&language.source, &file.text);
    let mut all = places(&text, &unused.name);
    let at = all.next().filter(|_| all.next().is_none())?;
    let start = text[..at].rfind('\n').map_or(0, |at| at + 1);
    let head = text[start..at].trim_start();
    if let Some(end) = function_end(&text, at + unused.name.len(), head, is_rust) {
        let is_whole = is_top(&text[..start]) && begins_statement(&text[..start], is_rust);
        return is_whole.then(|| with_comments(&file.text, start)..end);
    }
    let is_private = match language.id {
        "rust" => head.starts_with("const ") || head.starts_with("static "),
        "c" => head.starts_with("static "),
        _ => ["static ", "const ", "constexpr "].iter().any(|word| head.starts_with(word)),
    };
    let is_shared = ["inline", "extern", "thread_local", "template"]
        .iter()
        .any(|word| places(head, word).next().is_some());
    if !is_private || is_shared || head.contains(['(', '=', ',', '{']) {
        return None;
    }
    let behind = text[at + unused.name.len()..].trim_start();
    let is_array = if is_rust {
        behind.strip_prefix(':').is_some_and(|kind| kind.trim_start().starts_with('['))
    } else {
        behind.starts_with('[')
    };
    if !is_top(&text[..start]) || !begins_statement(&text[..start], is_rust) {
        return None;
    }
    let end = statement_end(&text, at)?;
    // A number's initialiser may call a function, which may do more.
    let is_constant = is_rust || head.contains("const");
    let is_number = is_constant && text[at..end].contains('=') && !text[at..end].contains('(');
    if !is_array && !is_number {
        return None;
    }
    let is_plain = !text[start..end].lines().any(|line| line.trim_start().starts_with('#'));
    let line_end = text[end..].find('\n').map_or(text.len(), |at| end + at + 1);
    let is_alone = text[end..line_end].trim().is_empty();
    (is_plain && is_alone).then(|| with_attributes(&file.text, start, is_rust)..line_end)
}

/// The end of the line on which a private function ends. `behind` is the place after its name, `head` the text before the name.
fn function_end(text: &str, behind: usize, head: &str, is_rust: bool) -> Option<usize> {
    let words = if is_rust { ["fn ", "const fn "] } else { ["static ", "static "] };
    let is_private = words.iter().any(|word| head.starts_with(word));
    if !is_private || head.contains(['(', '=', ',', '{']) || !text[behind..].starts_with('(') {
        return None;
    }
    let close = behind + closing(&text[behind..], '(', ')')? + 1;
    let open = close + text[close..].find(['{', ';', ','])?;
    let end = open + closing(text[open..].strip_prefix('{').map(|_| &text[open..])?, '{', '}')? + 1;
    let line_end = text[end..].find('\n').map_or(text.len(), |at| end + at + 1);
    let is_plain = !text[behind..end].lines().any(|line| line.trim_start().starts_with('#'));
    (is_plain && text[end..line_end].trim().is_empty()).then_some(line_end)
}

/// The start of a function's lines with the comments and attributes directly above them.
fn with_comments(text: &str, mut start: usize) -> usize {
    while start > 0 {
        let line = text[..start - 1].rfind('\n').map_or(0, |at| at + 1);
        let above = text[line..start].trim();
        if above.starts_with("//") || above.starts_with("#[") {
            start = line;
        } else if above.ends_with("*/")
            && let Some(open) = text[..start].rfind("/*")
        {
            let line = text[..open].rfind('\n').map_or(0, |at| at + 1);
            if !text[line..open].trim().is_empty() {
                break;
            }
            start = line;
        } else {
            break;
        }
    }
    start
}

/// Whether the end of a text is in no block but namespaces.
fn is_top(text: &str) -> bool {
    let mut open = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '{' => {
                let head = &text[..at];
                let head = &head[head.rfind([';', '{', '}']).map_or(0, |at| at + 1)..];
                let is_namespace = ["namespace", "extern", "mod"]
                    .iter()
                    .any(|word| places(head, word).next().is_some());
                open.push(is_namespace && !head.contains(['(', '=']));
            }
            '}' => {
                open.pop();
            }
            _ => {}
        }
    }
    open.iter().all(|is_namespace| *is_namespace)
}

/// Whether a statement begins behind a text.
fn begins_statement(text: &str, is_rust: bool) -> bool {
    let line = text.trim_end().rsplit('\n').next().unwrap_or_default().trim();
    line.is_empty()
        || line.ends_with([';', '}', '{'])
        || line.starts_with('#') && (!line.ends_with('\\') || is_rust)
}

/// The end of a statement with one variable.
fn statement_end(text: &str, at: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (place, c) in text[at..].char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.checked_sub(1)?,
            ';' if depth == 0 => return Some(at + place + 1),
            ',' if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// The start of an item of Rust with its attributes and its documentation.
fn with_attributes(text: &str, mut start: usize, is_rust: bool) -> usize {
    while is_rust && start > 0 {
        let line = text[..start - 1].rfind('\n').map_or(0, |at| at + 1);
        let above = text[line..start].trim_start();
        if !above.starts_with("#[") && !above.starts_with("///") {
            break;
        }
        start = line;
    }
    start
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::find;
    use magicgen_read::Report;

    /// The file without `x`, if it can be removed.
    fn without(path: &str, lang: &str, text: &str) -> Option<String> {
        let examined = |path: &str, text: &str| Examined {
            path: path.into(),
            text: text.to_owned(),
            report: Report::default(),
        };
        let files = [examined(path, text), examined("all.c", "#include \"part.c\"\n")];
        let unused = Unused { file: 0, line: 1, name: "x".to_owned() };
        let lines = removable(&files, find(lang).unwrap(), &unused)?;
        Some(format!("{}{}", &text[..lines.start], &text[lines.end..]))
    }

    #[test]
    fn private_definitions_of_one_file_are_removable() {
        for (path, lang, text, rest) in [
            (
                "a.c",
                "c",
                "int a;\nstatic const U64 x[64] = {\n  1, // one\n  2,\n};\nint b;\n",
                "int a;\nint b;\n",
            ),
            ("a.c", "c", "#include <a.h>\nstatic U64 x[64][4096]; // none\n", "#include <a.h>\n"),
            ("a.c", "c", "int a;\nstatic const U64 x = ~1ULL;\n", "int a;\n"),
            (
                "a.cpp",
                "cpp",
                "namespace a {\n  constexpr Magic x[2] = { { 1, 2 }, { 3, 4 } };\n}\n",
                "namespace a {\n}\n",
            ),
            (
                "a.rs",
                "rust",
                "/// Doc.\n#[rustfmt::skip]\nconst x: [u64; 2] = [\n  1, 2,\n];\nfn f() {}\n",
                "fn f() {}\n",
            ),
            (
                "a.c",
                "c",
                "int a;\n/* One\n   of two. */\nstatic int x(int b)\n{\n    return b;\n}\nint c;\n",
                "int a;\nint c;\n",
            ),
            ("a.cpp", "cpp", "// It.\nstatic constexpr U64 x(int b) { return b; }\n", ""),
            ("a.rs", "rust", "/// Doc.\n#[inline]\nconst fn x(b: u8) -> u8 {\n    b\n}\n", ""),
        ] {
            assert_eq!(without(path, lang, text).as_deref(), Some(rest), "{text}");
        }
    }

    #[test]
    fn other_definitions_stay() {
        for (path, lang, text) in [
            ("a.h", "c", "static const U64 x[64] = { 1 };\n"),
            ("part.c", "c", "static const U64 x[64] = { 1 };\n"),
            ("a.c", "c", "const U64 x[64] = { 1 };\n"),
            ("a.c", "c", "static const U64 x[64] = { 1 }, y[2];\n"),
            ("a.c", "c", "static const U64 y[2], x[64] = { 1 };\n"),
            ("a.c", "c", "static const U64 x[64] = {\n#include \"x.inc\"\n};\n"),
            ("a.c", "c", "static const U64 x[64] = { 1 }; int y;\n"),
            ("a.c", "c", "static const U64 x[64] = { 1 };\nint f() { return x[0]; }\n"),
            ("a.c", "c", "#define MAKE(a) a##agic\nstatic const U64 x[64] = { 1 };\n"),
            ("a.c", "c", "static U64 x = 1;\n"),
            ("a.c", "c", "static const U64 x = f();\n"),
            ("a.c", "c", "__attribute__((used))\nstatic const U64 x[64] = { 1 };\n"),
            ("a.c", "c", "void f() {\n  static U64 x[64];\n}\n"),
            ("a.cpp", "cpp", "struct A {\n  static const U64 x[64];\n};\n"),
            ("a.cpp", "cpp", "inline const U64 x[64] = { 1 };\n"),
            ("a.rs", "rust", "pub const x: [u64; 2] = [1, 2];\n"),
            ("a.go", "go", "var x = [2]uint64{1, 2}\n"),
            ("a.c", "c", "int x(int b) { return b; }\n"),
            ("a.c", "c", "static int x(int b)\n{\n#if A\n    return b;\n#endif\n}\n"),
            ("a.cpp", "cpp", "struct A {\n  static int x(int b) { return b; }\n};\n"),
            ("a.rs", "rust", "pub fn x() {}\n"),
        ] {
            assert_eq!(without(path, lang, text), None, "{text}");
        }
    }
}
