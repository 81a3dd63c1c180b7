//! The line that imports the generated file, and its place in a source.

use std::path::Path;

use super::Examined;
use crate::config::Job;
use crate::render::CallSyntax;
use crate::render::text::pattern::filled_in;

/// The module's name in the generated code: the file's name without its extension. C++'s namespace has the same name.
pub(super) fn module(job: &Job) -> String {
    let file = job.file_name();
    file.split('.').next().unwrap_or(&file).to_owned()
}

/// The line that imports the generated file; `None` if both are in one package.
pub(super) fn import(file: &Examined, job: &Job, path: &Path) -> Option<String> {
    let way = way(file.path.parent().unwrap_or(Path::new("")), path);
    let here = if way.starts_with('.') { way.clone() } else { format!("./{way}") };
    let (module, stem) = (module(job), without_typescript(&here, &file.text));
    let texts =
        [("way", way.as_str()), ("here", &here), ("stem", stem.as_str()), ("module", &module)];
    let mut imports = job.language.calls.imports.iter();
    let (_, import) = imports.find(|(sign, _)| file.text.contains(sign))?;
    Some(filled_in(import, &texts))
}

/// The way to a file of TypeScript as a source's own relative imports have it: with `.js`, with `.ts`, or without either.
fn without_typescript(way: &str, text: &str) -> String {
    let Some(stem) = way.strip_suffix(".ts") else { return way.to_owned() };
    let imports = text.lines().filter(|line| line.starts_with("import ") || line.starts_with('}'));
    let mut quoted = imports.filter_map(|line| line.split(['"', '\'']).nth(1));
    let own = quoted.find(|way| way.starts_with('.')).unwrap_or_default();
    let ending = [".js", ".ts"].into_iter().find(|ending| own.ends_with(ending));
    format!("{stem}{}", ending.unwrap_or_default())
}

/// The path from a folder to a file. Both are relative to the same folder.
fn way(folder: &Path, file: &Path) -> String {
    let plain = |path: &Path| -> Vec<String> {
        let parts = path.components().filter(|part| *part != std::path::Component::CurDir);
        parts.map(|part| part.as_os_str().to_string_lossy().into_owned()).collect()
    };
    let (from, to) = (plain(folder), plain(file));
    let common = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
    let up = std::iter::repeat_n("..", from.len() - common);
    up.chain(to[common..].iter().map(String::as_str)).collect::<Vec<_>>().join("/")
}

/// The place for an import: after the last import, or else at the top after comments.
pub(super) fn place_of_import(calls: &CallSyntax, text: &str) -> usize {
    let mut conditions = Conditions::default();
    let (mut at, mut place, mut top) = (0, None, None);
    let (mut is_comment, mut guards) = (false, 0);
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let is_always = !calls.is_including() || conditions.take(line);
        if is_always && is_import(calls, line) {
            place = Some(at);
        }
        if conditions.guards > guards {
            (guards, top) = (conditions.guards, Some(at));
        }
        is_comment |= line.starts_with("/*") || line.starts_with("\"\"\"");
        // What documents an item or is an attribute of one stays directly before it.
        let is_comment_line = line.starts_with("//") && !line.starts_with("///");
        let is_of_file = line.starts_with('#') && !line.starts_with("#[") && !calls.is_including();
        let is_mark = is_comment_line || is_of_file;
        let is_blank = is_comment || is_mark || line.trim().is_empty();
        is_comment &= !line.contains("*/") && !line.trim_end().ends_with("\"\"\"");
        if !is_blank && top.is_none() {
            top = Some(start);
        }
        // Lines like these far below the top belong to other code.
        if top.is_some() && at > FAR {
            break;
        }
    }
    place.or(top).unwrap_or(0)
}

/// Whether a line is an import or an include.
fn is_import(calls: &CallSyntax, line: &str) -> bool {
    calls.import_lines.iter().any(|[first, between, last]| {
        line.starts_with(first) && line.contains(between) && line.trim_end().ends_with(last)
    })
}

/// The preprocessor conditions around a line. Include guards don't count.
#[derive(Default)]
struct Conditions {
    depth: usize,
    /// The name after `#ifndef` on the previous line.
    asked: Option<String>,
    guards: usize,
}

impl Conditions {
    /// Reads the next line, and returns whether it is unconditional.
    fn take(&mut self, line: &str) -> bool {
        let words: Vec<&str> = line.split_whitespace().collect();
        let asked = self.asked.take();
        match words.as_slice() {
            ["#ifndef", name, ..] => {
                self.depth += 1;
                self.asked = Some((*name).to_owned());
            }
            ["#define", name, ..] if asked.as_deref() == Some(*name) => self.guards += 1,
            [first, ..] if first.starts_with("#if") => self.depth += 1,
            [first, ..] if first.starts_with("#endif") => {
                self.depth = self.depth.saturating_sub(1);
            }
            _ => {}
        }
        self.depth <= self.guards
    }
}

/// The number of bytes at the top of a file in which imports are looked for.
const FAR: usize = 16_000;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::find;

    #[test]
    fn ways_lead_from_folder_to_file() {
        for (folder, file, wanted) in [
            ("src", "src/magics.h", "magics.h"),
            ("", "magics.h", "magics.h"),
            ("src/a/b", "src/c/magics.h", "../../c/magics.h"),
            ("./src", "src/magics.h", "magics.h"),
        ] {
            assert_eq!(way(Path::new(folder), Path::new(file)), wanted);
        }
    }

    #[test]
    fn ways_have_the_ending_of_other_imports() {
        for (text, wanted) in [
            ("", "./magics"),
            ("import { a } from './a';\n", "./magics"),
            ("import { a } from './a.js';\n", "./magics.js"),
            ("import {\n  a,\n} from \"../a.ts\";\n", "./magics.ts"),
            ("import a from 'a.js';\n", "./magics"),
        ] {
            assert_eq!(without_typescript("./magics.ts", text), wanted, "{text}");
        }
        assert_eq!(without_typescript("./magics.js", ""), "./magics.js");
    }

    #[test]
    fn imports_stand_behind_others() {
        for (lang, text, wanted) in [
            ("c", "/* x */\n#include <a.h>\n#include \"b.h\"\nint x;\n", "int x;\n"),
            ("c", "/* x\n y */\nint x;\n", "int x;\n"),
            ("c", "#ifndef A\n#define A\nint x;\n#endif\n", "int x;\n#endif\n"),
            (
                "c",
                "#ifndef A\n#define A\n#include <a>\n#ifdef B\n#include <b>\n#endif\n",
                "#ifdef B\n#include <b>\n#endif\n",
            ),
            ("rust", "//! x\nuse a::b;\n\nfn x() {}\n", "\nfn x() {}\n"),
            (
                "rust",
                "//! x\n\n/// X.\n#[derive(A)]\nstruct X;\n",
                "/// X.\n#[derive(A)]\nstruct X;\n",
            ),
            ("rust", "#![a]\n#[derive(A)]\nstruct X;\n", "#[derive(A)]\nstruct X;\n"),
            ("python", "\"\"\"x\"\"\"\nimport a\nx = 1\n", "x = 1\n"),
            ("python", "# x\nx = 1\n", "x = 1\n"),
            ("typescript", "import a from \"a\";\nconst x = 1;\n", "const x = 1;\n"),
        ] {
            let calls = &find(lang).unwrap().calls;
            assert_eq!(&text[place_of_import(calls, text)..], wanted, "{text}");
        }
    }
}
