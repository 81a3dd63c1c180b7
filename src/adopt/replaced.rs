//! Replaces an engine's own lookups by calls of the generated ones.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::code::BlankedSource;
use super::functions::{SourceBody, SourceFunction, SourceParameter, closing};
use super::imports::{import, module, place_of_import};
use super::judge::{Argument, Call, Change, Judge, PextCondition, Verdict, branches};
use super::language::{is_in, language_of};
use super::startup::{FileLine, Filler, fillers};
use super::types::{array_type, places};
use super::{AdoptedArray, Examined, ModuleEdit};
use crate::config::Job;
use crate::render::text::pattern::filled_in;
use crate::render::{Conversion, Language};
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

/// A name that only the replaced code used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unused {
    /// The file's index in the input.
    pub file: usize,
    /// The line of its definition, counted from 1.
    pub line: usize,
    /// The name.
    pub name: String,
}

/// An engine's files with the lookups of a job's pieces replaced.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replacement {
    /// The changed files.
    pub files: Vec<Replaced>,
    /// The functions that stay.
    pub left: Vec<Left>,
    /// The names that became unused.
    pub unused: Vec<Unused>,
    /// The functions that fill arrays which only the replaced code read.
    pub fillers: Vec<Filler>,
}

/// Replaces the lookups of a job's pieces in some files. `target` is the generated file's path, relative to the same
/// folder as the files' paths; `arrays` are the arrays with factors; `module` are
/// the changes of the attack module, and of functions that compute attacks.
#[must_use]
pub fn replaced(
    files: &[Examined],
    job: &Job,
    target: &Path,
    arrays: &[AdoptedArray],
    module: &[ModuleEdit],
) -> Replacement {
    let sources = sources(files, job.language);
    let is_asked =
        |piece: Slider| job.printed.provenance.pieces.iter().any(|name| name == piece.name());
    let verdicts = Judge::new(files, &sources, arrays, job.language).verdicts(is_asked);
    let mut all = Replacement::default();
    let mut gone = Vec::new();
    let mut is_defined = false;
    for (source, verdicts) in sources.iter().zip(verdicts) {
        let file = &files[source.file];
        let mut changes = Vec::new();
        for (function, verdict) in source.functions.iter().zip(verdicts) {
            let mut leave = |line, why| {
                all.left.push(Left { file: source.file, line, name: function.name.clone(), why });
            };
            let is_edited =
                |edit: &ModuleEdit| edit.file == source.file && edit.place == function.body;
            match verdict {
                _ if module.iter().any(is_edited) => {}
                Verdict::Other => {}
                Verdict::Changed(change, kept) => {
                    changes.push((function, change));
                    for (line, why) in kept {
                        leave(line, why);
                    }
                }
                Verdict::Left(why) => leave(function.line, why),
            }
        }
        let others: Vec<Edit> = module
            .iter()
            .filter(|edit| edit.file == source.file)
            .map(|edit| (edit.place.clone(), edit.text.clone()))
            .collect();
        if !changes.is_empty() || !others.is_empty() {
            let defines = implementation(job).is_some() && is_unit(file) && !is_defined;
            is_defined |= defines;
            let scene = Scene { job, target, defines };
            let (text, edits) = scene.text(file, changes, others);
            all.unused.extend(unused_parameters(source, &edits));
            gone.extend(edits.into_iter().map(|edit| (source, edit)));
            all.files.push(Replaced { file: source.file, text });
        }
    }
    all.left.sort_by_key(|left| (left.file, left.line));
    all.unused.extend(unused(&sources, &gone));
    let is_gone = |source: &BlankedSource, at: usize| is_gone(&gone, source, at);
    all.fillers = fillers(&sources, &names(&gone), &is_gone);
    let is_filler = |left: &Left| {
        all.fillers.iter().any(|one| one.place == FileLine { file: left.file, line: left.line })
    };
    all.left.retain(|left| !is_filler(left));
    all.unused.sort_by_key(|one| (one.file, one.line));
    all
}

/// The parameters that a function's old body uses, and its new one doesn't.
fn unused_parameters(source: &BlankedSource, edits: &[Edit]) -> Vec<Unused> {
    let mut unused = Vec::new();
    for function in &source.functions {
        let Some((_, new)) = edits.iter().find(|(place, _)| *place == function.body) else {
            continue;
        };
        let old = &source.text[function.body.clone()];
        let is_used = |text, one: &&SourceParameter| places(text, &one.name).next().is_some();
        let parameters = function.parameters.iter().flatten();
        for one in parameters.filter(|one| is_used(old, one) && !is_used(new, one)) {
            let (file, line) = (source.file, function.line);
            unused.push(Unused { file, line, name: one.name.clone() });
        }
    }
    unused
}

/// Whether a place is in replaced code.
fn is_gone(gone: &[(&BlankedSource, Edit)], source: &BlankedSource, at: usize) -> bool {
    gone.iter().any(|(other, (place, _))| other.file == source.file && place.contains(&at))
}

/// The names in replaced code that the new code doesn't have.
fn names<'s>(gone: &[(&'s BlankedSource, Edit)]) -> BTreeSet<&'s str> {
    let names = gone.iter().flat_map(|(source, (place, _))| {
        source.text[place.clone()].split(|c: char| !c.is_alphanumeric() && c != '_')
    });
    let is_new = |name: &str| gone.iter().any(|(_, (_, new))| places(new, name).next().is_some());
    let is_name =
        |name: &&str| name.starts_with(|c: char| c.is_alphabetic() || c == '_') && !is_new(name);
    names.filter(is_name).collect()
}

/// The names in replaced code that stand nowhere else but at their definition.
fn unused(sources: &[BlankedSource], gone: &[(&BlankedSource, Edit)]) -> Vec<Unused> {
    let names = names(gone);
    let mut kept: BTreeMap<&str, Vec<(&BlankedSource, usize)>> = BTreeMap::new();
    for source in sources {
        for name in &names {
            let found = kept.entry(name).or_default();
            // One that stands at two places is used.
            if found.len() < 2 {
                let places = places(&source.text, name).filter(|at| !is_gone(gone, source, *at));
                found.extend(places.take(2).map(|at| (source, at)));
            }
        }
    }
    let mut unused = Vec::new();
    for (name, places) in kept {
        if let [(source, at)] = places.as_slice()
            && defines(source, *at, name)
        {
            let (file, line) = (source.file, source.line(*at));
            unused.push(Unused { file, line, name: name.to_owned() });
        }
    }
    unused
}

/// Whether a function, an array or a constant of a name is defined at a place.
fn defines(source: &BlankedSource, at: usize, name: &str) -> bool {
    let line = source.text[..at].rfind(['\n', ';', '{']).map_or(0, |at| at + 1);
    let before = &source.text[line..at];
    let is_before =
        |word: &&str| places(before, word).next().is_some() && !before.contains([':', '=', '(']);
    let is_constant = ["const", "constexpr", "static", "var", "val", "final", "define"];
    source.functions.iter().any(|function| function.name == name)
        || is_constant.iter().any(is_before)
        || array_type(&source.text, at, name).is_some()
}

/// The engine's own files in a job's language, with their functions.
pub(super) fn sources(files: &[Examined], language: &Language) -> Vec<BlankedSource> {
    let mut sources = Vec::new();
    for (at, file) in files.iter().enumerate() {
        let is_its = language_of(&file.path, &file.text)
            .is_some_and(|found| found.id == language.id || found.calls.includes(&language.calls));
        if is_its && !is_of_others(&file.path) {
            sources.push(BlankedSource::new(at, language, &file.text));
        }
    }
    BlankedSource::share_checks(&mut sources);
    // The file with the factors is the likeliest to have the lookups.
    sources.sort_by_key(|source| files[source.file].report.findings.is_empty());
    sources
}

/// The macro by which a file gets the tables.
fn implementation(job: &Job) -> Option<String> {
    job.backend.implementation(&job.printed.names)
}

/// The path and the text of a file in C or C++ that defines the tables. It is needed if only headers contain lookups, since
/// one file of a program must define the tables. The path is relative to the same folder as the files' paths.
#[must_use]
pub fn definitions(
    files: &[Examined],
    job: &Job,
    target: &Path,
    replaced: &[Replaced],
) -> Option<(PathBuf, String)> {
    let is_missing =
        !replaced.is_empty() && !replaced.iter().any(|replaced| is_unit(&files[replaced.file]));
    implementation(job).filter(|_| is_missing).map(|name| {
        let header = target.file_name().unwrap_or_default().to_string_lossy();
        // A build may compile the files with one ending.
        let is_its = |file: &&Examined| is_unit(file) && is_in(file, job.language.id);
        let ending = files.iter().find(is_its).and_then(|file| file.path.extension());
        let usual = if job.language.id == "c" { "c" } else { "cpp" };
        let path = target.with_extension(ending.unwrap_or(usual.as_ref()));
        (path, format!("#define {name}\n#include \"{header}\"\n"))
    })
}

/// Whether a file in C or C++ is a translation unit.
fn is_unit(file: &Examined) -> bool {
    const ENDINGS: [&str; 4] = ["c", "cc", "cpp", "cxx"];
    let ending = file.path.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| ENDINGS.contains(&ending))
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

/// A place in a text, and the text that replaces it.
type Edit = (Range<usize>, String);

/// A source and the generated file.
struct Scene<'a> {
    job: &'a Job,
    target: &'a Path,
    /// Whether the source defines the tables.
    defines: bool,
}

impl Scene<'_> {
    /// A file's text with these changes, other edits and an import of the generated file, and all edits.
    fn text(
        &self,
        file: &Examined,
        changes: Vec<(&SourceFunction, Change)>,
        others: Vec<Edit>,
    ) -> (String, Vec<Edit>) {
        let mut edits = others;
        for (function, change) in changes {
            let (of_function, line) = self.edits(&file.text, function, change);
            if let Some(PextCondition::Line { text, is_first }) = line {
                let body = function.body.clone();
                let new = with_edits(&file.text[body.clone()], body.start, &of_function);
                edits.push((body, under_condition(&file.text, function, &new, &text, is_first)));
            } else {
                edits.extend(of_function);
            }
        }
        let mut text = with_edits(&file.text, 0, &edits);
        if let Some(mut lines) = import(file, self.job, self.target) {
            if let Some(name) = implementation(self.job).filter(|_| self.defines) {
                lines = format!("#define {name}\n{lines}");
            }
            let at = place_of_import(&self.job.language.calls, &text);
            text.insert_str(at, &lines);
        }
        (text, edits)
    }

    /// The edits of a function, and the preprocessor condition under which its old body stays.
    fn edits(
        &self,
        text: &str,
        function: &SourceFunction,
        change: Change,
    ) -> (Vec<Edit>, Option<PextCondition>) {
        let is_macro = function.form == SourceBody::Macro;
        match change {
            Change::Whole(before, calls) => {
                let each = calls.iter().map(|(call, behind)| self.call(call, is_macro) + behind);
                let body =
                    body(text, &(before + &each.collect::<String>()), self.job.language, function);
                let mut edits = vec![(function.body.clone(), body)];
                let condition = calls.into_iter().find_map(|(call, _)| call.pext);
                if condition.is_none() && self.job.language.id == "rust" {
                    edits.extend(constants(text, function));
                }
                (edits, condition)
            }
            Change::Parts(parts) => {
                let mut line = None;
                let edit = |(place, call): (Range<usize>, Call)| {
                    let mut new = self.call(&call, is_macro);
                    if let Some(PextCondition::Constant(name)) = &call.pext {
                        let form = self.job.language.calls.either;
                        let old = &text[place.clone()];
                        let texts = [("asked", name.as_str()), ("one", old), ("other", &new)];
                        new = filled_in(form, &texts);
                        if form.starts_with("(if") && is_alone(text, &place) {
                            new = new[1..new.len() - 1].to_owned();
                        }
                    }
                    line = line.take().or(call.pext);
                    (place, new)
                };
                (parts.into_iter().map(edit).collect(), line)
            }
        }
    }

    /// The call of the generated lookup, with the conversions that its types need.
    fn call(&self, call: &Call, is_macro: bool) -> String {
        let calls = &self.job.language.calls;
        let name = called(self.job, &self.job.printed.names.lookup(call.piece.name()));
        let square = argument(&call.square, calls.square, !calls.indexes_by_square, is_macro);
        let is_made = call.made.is_some() && !calls.indexes_by_square;
        let occupied = argument(&call.occupied, calls.occupied, is_made, is_macro);
        let [before, after] = call.made.clone().unwrap_or_default();
        format!("{before}{name}({square}, {occupied}){after}")
    }
}

/// The edits that remove `mut` from parameters, which a body of calls doesn't change.
fn constants(text: &str, function: &SourceFunction) -> Vec<Edit> {
    let head = text[..function.body.start].rfind(&format!("fn {}", function.name));
    let Some(start) = head else { return Vec::new() };
    let head = &text[start..function.body.start];
    let edit = |one: &SourceParameter| {
        let at = start + head.find(&format!("mut {}:", one.name))?;
        Some((at..at + "mut ".len(), String::new()))
    };
    function.parameters.iter().flatten().filter_map(edit).collect()
}

/// The qualified name of a generated function.
pub(super) fn called(job: &Job, name: &str) -> String {
    let (module, kind) = (module(job), &job.printed.names.type_name);
    let texts = [("module", module.as_str()), ("type", kind), ("name", name)];
    filled_in(job.language.calls.qualified, &texts)
}

/// An argument, converted unless its type is the generated lookup's own. `is_unknown_converted` tells whether one of
/// unknown type is converted.
pub(super) fn argument(
    one: &Argument,
    conversion: Option<Conversion>,
    is_unknown_converted: bool,
    is_macro: bool,
) -> String {
    let is_enclosed =
        one.text.starts_with('(') && closing(&one.text, '(', ')') == Some(one.text.len() - 1);
    let is_one_word = one.text.chars().all(|c| c.is_alphanumeric() || "_.:".contains(c));
    let enclosed = format!("({})", one.text);
    let text = if is_macro && !is_enclosed { &enclosed } else { &one.text };
    let is_converted = |conversion: &Conversion| {
        one.kind.as_deref().map_or(is_unknown_converted, |kind| !conversion.own.contains(&kind))
    };
    let Some(conversion) = conversion.filter(is_converted) else { return text.clone() };
    let is_prefix = conversion.form[1].is_empty() || conversion.form[0].is_empty();
    let text = if is_prefix && !is_enclosed && !is_one_word { &enclosed } else { text };
    conversion.form.join(text)
}

/// Whether an expression has no operator before or after it, so that it needs no parentheses.
fn is_alone(text: &str, place: &Range<usize>) -> bool {
    text[..place.start].trim_end().ends_with(['(', '{', ',', '=', ';'])
        && text[place.end..].trim_start().starts_with([')', '}', ',', ';'])
}

/// A part of a text from a place on, with some places replaced.
fn with_edits(part: &str, start: usize, edits: &[Edit]) -> String {
    let mut text = part.to_owned();
    let mut edits: Vec<&Edit> = edits.iter().collect();
    edits.sort_by_key(|(place, _)| std::cmp::Reverse(place.start));
    for (place, new) in edits {
        text.replace_range(place.start - start..place.end - start, new);
    }
    text
}

/// A function's old and new body, one of them under a preprocessor condition and the other one otherwise.
fn under_condition(
    text: &str,
    function: &SourceFunction,
    new: &str,
    condition: &str,
    is_first: bool,
) -> String {
    let body = function.body.clone();
    let line = text[..body.start].rfind('\n').map_or(0, |at| at + 1);
    let indent = &text[line..][..text[line..].len() - text[line..].trim_start().len()];
    let lines = |body: &str| {
        if body.contains('\n') {
            body.trim_matches(['\n', '\r']).trim_end().to_owned()
        } else {
            format!("{indent}    {}", body.trim())
        }
    };
    // Of a body that has the same condition, only the branch with PEXT stays.
    let old = match branches(&text[body.clone()]) {
        Some(own) if own.condition == condition => own.with(is_first),
        _ => text[body].to_owned(),
    };
    let (old, new) = (lines(&old), lines(new));
    let [one, other] = if is_first { [old, new] } else { [new, old] };
    format!("\n{condition}\n{one}\n#else\n{other}\n#endif\n{indent}")
}

/// The new body with the old one's indents.
pub(super) fn body(
    text: &str,
    call: &str,
    language: &Language,
    function: &SourceFunction,
) -> String {
    let old = &text[function.body.clone()];
    let statement = language.calls.returns.join(call);
    let is_code = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
    let first = old.lines().find(is_code).unwrap_or_default();
    let indent = &first[..first.len() - first.trim_start().len()];
    match function.form {
        SourceBody::Macro | SourceBody::Value => format!(" {call}"),
        SourceBody::Indented => format!("{indent}{statement}\n"),
        SourceBody::Braces if old.contains('\n') => {
            let last = old.rsplit('\n').next().unwrap_or_default();
            format!("\n{indent}{statement}\n{last}")
        }
        SourceBody::Braces => format!(" {statement} "),
    }
}
