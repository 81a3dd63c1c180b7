//! Replaces an engine's own lookups by calls of the generated ones.

use std::path::{Path, PathBuf};

use super::Examined;
use super::code::BlankedSource;
use super::functions::{SourceBody, SourceFunction, SourceParameter};
use super::judge::{Call, Change, Judge, Verdict};
use super::language::language_of;
use crate::config::Job;
use crate::render::text::pattern::filled_in;
use crate::render::{CallSyntax, Conversion, Language};
use magicgen_read::Slider;

/// A source file whose lookups have been replaced by calls of the generated ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replaced {
    /// The file's index in the input.
    pub file: usize,
    /// The new text.
    pub text: String,
}

/// A function related to lookups that stays unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    /// The file's index in the input.
    pub file: usize,
    /// The line of its name, counted from 1.
    pub line: usize,
    /// Its name.
    pub name: String,
    /// The reason.
    pub why: String,
}

/// Replaces the lookups of a job's pieces in some files, and returns the changed files and the functions that stay.
/// `target` is the generated file's path, relative to the same folder as the files' paths; `arrays` are the names of
/// the arrays with factors.
#[must_use]
pub fn replaced(
    files: &[Examined],
    job: &Job,
    target: &Path,
    arrays: &[(String, Slider)],
) -> (Vec<Replaced>, Vec<Left>) {
    let sources = sources(files, job.language);
    let is_asked =
        |piece: Slider| job.printed.provenance.pieces.iter().any(|name| name == piece.name());
    let verdicts = Judge::new(files, &sources, arrays, job.language).verdicts(is_asked);
    let (mut replaced, mut left): (Vec<Replaced>, Vec<Left>) = (Vec::new(), Vec::new());
    let mut is_defined = false;
    for (source, verdicts) in sources.iter().zip(verdicts) {
        let file = &files[source.file];
        let mut changes = Vec::new();
        for (function, verdict) in source.functions.iter().zip(verdicts) {
            match verdict {
                Verdict::Other => {}
                Verdict::Changed(change) => changes.push((function, change)),
                Verdict::Left(why) => {
                    let (line, name) = (function.line, function.name.clone());
                    left.push(Left { file: source.file, line, name, why });
                }
            }
        }
        if !changes.is_empty() {
            let defines = job.language.calls.has_implementation && is_unit(file) && !is_defined;
            is_defined |= defines;
            let scene = Scene { files, job, target, defines };
            replaced.push(Replaced { file: source.file, text: scene.text(file, changes) });
        }
    }
    left.sort_by_key(|left| (left.file, left.line));
    (replaced, left)
}

/// The engine's own files in a job's language, with their functions.
fn sources(files: &[Examined], language: &Language) -> Vec<BlankedSource> {
    let mut sources = Vec::new();
    for (at, file) in files.iter().enumerate() {
        let is_its = language_of(&file.path, &file.text)
            .is_some_and(|found| found.id == language.id || found.calls.includes(&language.calls));
        if is_its && !is_of_others(&file.path) {
            sources.push(BlankedSource::new(at, language, &file.text));
        }
    }
    // The file with the factors is the likeliest to have the lookups.
    sources.sort_by_key(|source| files[source.file].report.findings.is_empty());
    sources
}

/// The path and the text of a C file that defines the tables. It is needed if only headers contain lookups, since one
/// file of a program must define the tables. The path is relative to the same folder as the files' paths.
#[must_use]
pub fn definitions(
    files: &[Examined],
    job: &Job,
    target: &Path,
    replaced: &[Replaced],
) -> Option<(PathBuf, String)> {
    let is_missing = job.language.calls.has_implementation
        && !replaced.is_empty()
        && !replaced.iter().any(|replaced| is_unit(&files[replaced.file]));
    is_missing.then(|| {
        let header = target.file_name().unwrap_or_default().to_string_lossy();
        let name = job.printed.names.constant(&["implementation"]);
        (target.with_extension("c"), format!("#define {name}\n#include \"{header}\"\n"))
    })
}

/// Whether a C file is a translation unit.
fn is_unit(file: &Examined) -> bool {
    file.path.extension().is_some_and(|ending| ending == "c")
}

/// Folders of third-party code.
const FROM_ELSEWHERE: [&str; 9] = [
    "3rdparty", "third_party", "thirdparty", "external", "extern", "deps", "fathom", "syzygy",
    "pyrrhic",
];

/// Whether a file is third-party code.
fn is_of_others(path: &Path) -> bool {
    path.components().any(|part| {
        let name = part.as_os_str().to_string_lossy().to_ascii_lowercase();
        FROM_ELSEWHERE.contains(&name.as_str())
    })
}

/// All files of an engine, and the generated file.
struct Scene<'a> {
    files: &'a [Examined],
    job: &'a Job,
    target: &'a Path,
    /// Whether the current file defines the tables.
    defines: bool,
}

impl Scene<'_> {
    /// A file's text with these changes, and an import of the generated file.
    fn text(&self, file: &Examined, changes: Vec<(&SourceFunction, Change)>) -> String {
        let mut text = file.text.clone();
        let mut edits = Vec::new();
        for (function, change) in changes {
            match change {
                Change::Whole(call) => {
                    let call = self.call(function, &call);
                    let body = body(&text, &call, self.job.language, function);
                    edits.push((function.body.clone(), body));
                }
                Change::Parts(parts) => edits.extend(parts.into_iter().map(|(place, call)| {
                    let Call { piece, square, occupied } = call;
                    let name = self.called(&self.job.printed.names.lookup(piece.name()));
                    let is_index = self.job.language.calls.indexes_by_square;
                    let square = if is_index { square.name } else { self.square(&square) };
                    let is_macro = function.form == SourceBody::Macro;
                    let [square, occupied] = [square, occupied.name].map(|one| {
                        if is_macro && !one.starts_with('(') { format!("({one})") } else { one }
                    });
                    (place, format!("{name}({square}, {occupied})"))
                })),
            }
        }
        edits.sort_by_key(|(place, _)| std::cmp::Reverse(place.start));
        for (place, new) in edits {
            text.replace_range(place, &new);
        }
        if let Some(mut lines) = import(file, self.job, self.target) {
            if self.defines {
                let name = self.job.printed.names.constant(&["implementation"]);
                lines = format!("#define {name}\n{lines}");
            }
            let at = place_of_import(&self.job.language.calls, &text);
            text.insert_str(at, &lines);
        }
        text
    }

    /// The call of the generated lookup, with the conversions that the parameters' types need.
    fn call(&self, function: &SourceFunction, call: &Call) -> String {
        let name = self.job.printed.names.lookup(call.piece.name());
        let (square, occupied) = (&call.square, &call.occupied);
        let [mut sq, mut occ] = [self.square(square), occupied.name.clone()];
        let mut result = None;
        if let Some(conversion) = self.job.language.calls.occupied {
            if is_converted(conversion, &occupied.kind) {
                occ = conversion.form.join(&occ);
            }
            result = Some(&function.result).filter(|result| is_converted(conversion, result));
        }
        if function.form == SourceBody::Macro {
            (sq, occ) = (format!("({sq})"), format!("({occ})"));
        }
        let call = format!("{}({sq}, {occ})", self.called(&name));
        result.map_or(call.clone(), |result| format!("{result}({call})"))
    }

    /// A square, converted to the type that the generated lookup needs.
    fn square(&self, square: &SourceParameter) -> String {
        let (name, kind) = (&square.name, &square.kind);
        let is_other = |conversion: &Conversion| match conversion.own {
            Some(_) => is_converted(*conversion, kind),
            None => self.is_scoped(kind),
        };
        let conversion = self.job.language.calls.square.filter(is_other);
        conversion.map_or(name.clone(), |conversion| conversion.form.join(name))
    }

    /// The qualified name of a generated function.
    fn called(&self, name: &str) -> String {
        let (module, kind) = (module(self.job), &self.job.printed.names.type_name);
        let texts = [("module", module.as_str()), ("type", kind), ("name", name)];
        filled_in(self.job.language.calls.qualified, &texts)
    }

    /// Whether a C++ type is a scoped enumeration, which has no implicit conversion to a number.
    fn is_scoped(&self, kind: &str) -> bool {
        let heads = ["class", "struct"].map(|word| format!("enum {word} {kind}"));
        let is_end = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        let defines = |file: &Examined| {
            heads.iter().any(|head| file.text.split(head.as_str()).skip(1).any(is_end))
        };
        !kind.is_empty() && self.files.iter().any(defines)
    }
}

/// Whether a type needs this conversion: it isn't inferred, and it isn't the generated lookup's own.
fn is_converted(conversion: Conversion, kind: &str) -> bool {
    !kind.is_empty() && conversion.own != Some(kind)
}

/// The new body with the old one's indents.
fn body(text: &str, call: &str, language: &Language, function: &SourceFunction) -> String {
    let old = &text[function.body.clone()];
    let statement = language.calls.returns.join(call);
    let is_code = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
    let first = old.lines().find(is_code).unwrap_or_default();
    let indent = &first[..first.len() - first.trim_start().len()];
    match function.form {
        SourceBody::Macro => format!(" {call}"),
        SourceBody::Indented => format!("{indent}{statement}\n"),
        SourceBody::Braces if old.contains('\n') => {
            let last = old.rsplit('\n').next().unwrap_or_default();
            format!("\n{indent}{statement}\n{last}")
        }
        SourceBody::Braces => format!(" {statement} "),
    }
}

/// The module's name in the generated code: the file's name without its extension. C++'s namespace has the same name.
fn module(job: &Job) -> String {
    let file = job.file_name();
    file.split('.').next().unwrap_or(&file).to_owned()
}

/// The line that imports the generated file; `None` if both are in one package.
fn import(file: &Examined, job: &Job, path: &Path) -> Option<String> {
    let way = way(file.path.parent().unwrap_or(Path::new("")), path);
    let here = if way.starts_with('.') { way.clone() } else { format!("./{way}") };
    let (module, stem) = (module(job), here.trim_end_matches(".ts"));
    let texts = [("way", way.as_str()), ("here", &here), ("stem", stem), ("module", &module)];
    let mut imports = job.language.calls.imports.iter();
    let (_, import) = imports.find(|(sign, _)| file.text.contains(sign))?;
    Some(filled_in(import, &texts))
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
fn place_of_import(calls: &CallSyntax, text: &str) -> usize {
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
        let is_mark = line.starts_with("//") || line.starts_with('#') && !calls.is_including();
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
            ("python", "\"\"\"x\"\"\"\nimport a\nx = 1\n", "x = 1\n"),
            ("python", "# x\nx = 1\n", "x = 1\n"),
            ("typescript", "import a from \"a\";\nconst x = 1;\n", "const x = 1;\n"),
        ] {
            let calls = &find(lang).unwrap().calls;
            assert_eq!(&text[place_of_import(calls, text)..], wanted, "{text}");
        }
    }
}
