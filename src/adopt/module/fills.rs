//! Fills an array by calls of the generated function, in the place of its numbers: name, type and uses stay.

use super::{FoundArray, Likeness, ModuleEdit, ModuleFinder};
use crate::adopt::code::BlankedSource;
use crate::adopt::replaced::called;
use crate::adopt::types::{TypeForm, entry_of};
use magicgen_lookup::model::Part;

impl ModuleFinder<'_> {
    /// The expression that fills an array, and the function that it calls; or a reason why its numbers stay.
    pub(super) fn filled(&self, found: &FoundArray<'_>) -> Result<(ModuleEdit, String), String> {
        let FoundArray { source, array, table, .. } = found;
        if table.part == Part::Distance {
            return Err(
                "its entries may have another type than the generated function's".to_owned()
            );
        }
        let assigned =
            array.assigned.clone().ok_or("its declaration has no equals sign".to_owned())?;
        let names = &self.job.printed.names;
        let name = match &table.title {
            Some(title) => title.function(names),
            None => names.constant(&[table.words]),
        };
        let [open, close] = if table.title.is_some() { ["(", ")"] } else { ["[", "]"] };
        let function = called(self.job, &name);
        let [before, after] = self.entry(found)?;
        let entry = |one: &str, two: &str| {
            let arguments = arguments(found.likeness, table.axes.len(), one, two);
            format!("{before}{function}{open}{arguments}{close}{after}")
        };
        let shape = array.shape.as_slice();
        // `longArrayOf(`, `arrayOf(longArrayOf(`.
        let is_of_longs = source.text[assigned.start..array.value.start].contains("rrayOf")
            && source.text[assigned.start..array.value.end].contains("longArrayOf");
        let text = match source.lang {
            "rust" => self.in_rust(found, &entry)?,
            "go" => in_go(array.kind.trim(), shape, &entry)?,
            "cpp" => in_cpp(&array.kind, shape, &entry)?,
            "zig" if array.head.ends_with("const") => in_zig(array.kind.trim(), shape, &entry)?,
            "kotlin" if is_of_longs => in_kotlin(shape, &entry)?,
            "java" if array.kind.contains("long[]") => in_java(shape, &entry)?,
            "csharp" if array.kind.contains("[]") => in_csharp(shape, &entry)?,
            "typescript" | "javascript" => in_script(shape, &entry)?,
            _ => return Err("nothing in this language fills an array of its type".to_owned()),
        };
        // An array within another bracket, as of `new Uint32Array([`, is the only part that changes.
        let is_script = matches!(source.lang, "typescript" | "javascript");
        let place = if is_script { array.value.clone() } else { assigned };
        let line = source.text[..array.named].rfind('\n').map_or(0, |at| at + 1);
        let head = &source.text[line..array.named];
        let indent = &head[..head.len() - head.trim_start().len()];
        let text = text.replace('\n', &format!("\n{indent}"));
        let space = if is_script { "" } else { " " };
        let text = format!("{space}{text}");
        Ok((ModuleEdit { file: source.file, place, text }, name))
    }

    /// The text around a word that makes an entry of an array.
    fn entry(&self, found: &FoundArray<'_>) -> Result<[String; 2], String> {
        let FoundArray { source, array, .. } = found;
        match &array.around {
            Some(around) => Ok(around.clone()),
            None => self.entry_of(source, &array.kind),
        }
    }

    /// The text around a word that makes an entry of an array of a type.
    pub(super) fn entry_of(
        &self,
        source: &BlankedSource,
        kind: &str,
    ) -> Result<[String; 2], String> {
        let kind = entry_of(source.lang, kind).unwrap_or_default();
        match self.types.form(source.lang, kind, source.file) {
            TypeForm::Word => Ok(Default::default()),
            TypeForm::Own { makes: Some([before, after]), .. } => {
                // C#'s implicit conversion needs its type here.
                let is_implicit = source.lang == "csharp" && before.is_empty();
                Ok([if is_implicit { format!("({kind})") } else { before }, after])
            }
            _ if matches!(source.lang, "c" | "typescript" | "javascript" | "kotlin") => {
                Ok(Default::default())
            }
            _ => Err("the type of its entries isn't known".to_owned()),
        }
    }

    fn in_rust(
        &self,
        found: &FoundArray<'_>,
        entry: &dyn Fn(&str, &str) -> String,
    ) -> Result<String, String> {
        let FoundArray { source, array, .. } = found;
        if !array.kind.starts_with('[') {
            return Err("it is a slice".to_owned());
        }
        let is_module =
            |(head, _): &(&str, usize)| head.split_whitespace().any(|word| word == "mod");
        if crate::adopt::judge::enclosing(&source.text, array.named).iter().any(is_module) {
            return Err("it is inside a module of its file".to_owned());
        }
        let [before, after] = self.entry(found)?;
        let lines = rust_loops(&format!("{before}0{after}"), &array.shape, entry)?;
        Ok(format!("{{\n    {}\n}}", lines.replace('\n', "\n    ")))
    }
}

/// Statements with an array of `zero` that loops fill, and its name.
pub(super) fn rust_loops(
    zero: &str,
    shape: &[usize],
    entry: &dyn Fn(&str, &str) -> String,
) -> Result<String, String> {
    let (array, count, at, value) = match shape {
        [rows] => {
            (format!("[{zero}; {rows}]"), rows.to_string(), "[at]".to_owned(), entry("at", ""))
        }
        [rows, columns] => (
            format!("[[{zero}; {columns}]; {rows}]"),
            format!("{rows} * {columns}"),
            format!("[at / {columns}][at % {columns}]"),
            entry(&format!("at / {columns}"), &format!("at % {columns}")),
        ),
        _ => return Err(dimensions()),
    };
    Ok(format!(
        "let mut all = {array};\nlet mut at = 0;\nwhile at < {count} {{\n    all{at} = {value};\n    at += 1;\n}}\nall"
    ))
}

fn dimensions() -> String {
    "it has more than two dimensions".to_owned()
}

/// The arguments of the generated function for an entry's indices.
pub(super) fn arguments(likeness: Likeness, axes: usize, one: &str, two: &str) -> String {
    match likeness {
        Likeness::Same if axes == 1 => one.to_owned(),
        Likeness::Same => format!("{one}, {two}"),
        Likeness::Flat => format!("{one} / 64, {one} % 64"),
        Likeness::Side(side) => format!("{side}, {one}"),
        Likeness::Exchanged => format!("1 - {one}, {two}"),
        Likeness::Transposed => format!("{two}, {one}"),
    }
}

fn in_go(
    kind: &str,
    shape: &[usize],
    entry: &dyn Fn(&str, &str) -> String,
) -> Result<String, String> {
    if kind.starts_with("[]") {
        return Err("it is a slice".to_owned());
    }
    let kind = kind.replacen("[...]", &format!("[{}]", shape[0]), 1);
    Ok(match shape {
        [_] => format!(
            "func() (all {kind}) {{\n\tfor at := range all {{\n\t\tall[at] = {}\n\t}}\n\treturn\n}}()",
            entry("at", "")
        ),
        [..] if shape.len() == 2 => format!(
            "func() (all {kind}) {{\n\tfor one := range all {{\n\t\tfor two := range all[one] {{\n\t\t\tall[one][two] = {}\n\t\t}}\n\t}}\n\treturn\n}}()",
            entry("one", "two")
        ),
        _ => return Err(dimensions()),
    })
}

fn in_cpp(
    kind: &str,
    shape: &[usize],
    entry: &dyn Fn(&str, &str) -> String,
) -> Result<String, String> {
    if kind.contains("array<") {
        let lines = cpp_loops(kind, shape, entry)?;
        return Ok(format!("[] {{\n    {}\n}}()", lines.replace('\n', "\n    ")));
    }
    listed(shape, entry)
}

/// Statements with a `std::array` that loops fill, and that is returned.
pub(super) fn cpp_loops(
    kind: &str,
    shape: &[usize],
    entry: &dyn Fn(&str, &str) -> String,
) -> Result<String, String> {
    let start = kind.find("std::array<").or_else(|| kind.find("array<"));
    let kind = kind[start.ok_or("it is no `std::array`")?..].trim();
    let loops = match shape {
        [rows] => format!(
            "for (unsigned at = 0; at < {rows}; ++at) {{\n    all[at] = {};\n}}",
            entry("at", "")
        ),
        [rows, columns] => format!(
            "for (unsigned one = 0; one < {rows}; ++one) {{\n    for (unsigned two = 0; two < {columns}; ++two) {{\n        all[one][two] = {};\n    }}\n}}",
            entry("one", "two")
        ),
        _ => return Err(dimensions()),
    };
    Ok(format!("{kind} all{{}};\n{loops}\nreturn all;"))
}

/// A list with a call for each entry.
fn listed(shape: &[usize], entry: &dyn Fn(&str, &str) -> String) -> Result<String, String> {
    let row = |length: usize, indent: &str, entry: &dyn Fn(usize) -> String| {
        let entries: Vec<String> = (0..length).map(entry).collect();
        let lines = entries.chunks(4).map(|line| format!("{indent}    {},", line.join(", ")));
        format!("{{\n{}\n{indent}}}", lines.collect::<Vec<_>>().join("\n"))
    };
    Ok(match shape {
        [rows] if *rows <= 64 => row(*rows, "", &|at| entry(&at.to_string(), "")),
        [2, columns] => {
            let of = |one: &str| row(*columns, "    ", &|two| entry(one, &two.to_string()));
            format!("{{\n    {},\n    {},\n}}", of("0"), of("1"))
        }
        _ => return Err("C++ returns no array of its type from a function".to_owned()),
    })
}

fn in_kotlin(shape: &[usize], entry: &dyn Fn(&str, &str) -> String) -> Result<String, String> {
    Ok(match shape {
        [rows] => format!("LongArray({rows}) {{ at -> {} }}", entry("at", "")),
        [rows, columns] => format!(
            "Array({rows}) {{ one -> LongArray({columns}) {{ two -> {} }} }}",
            entry("one", "two")
        ),
        _ => return Err(dimensions()),
    })
}

fn in_zig(
    kind: &str,
    shape: &[usize],
    entry: &dyn Fn(&str, &str) -> String,
) -> Result<String, String> {
    let kind = kind.replacen("[_]", &format!("[{}]", shape[0]), 1);
    let head = format!(
        "made: {{\n    @setEvalBranchQuota(1_000_000);\n    var all: {kind} = undefined;\n"
    );
    let end = "    break :made all;\n}";
    Ok(match shape {
        [rows] => {
            format!("{head}    for (0..{rows}) |at| all[at] = {};\n{end}", entry("at", ""))
        }
        [rows, columns] => format!(
            "{head}    for (0..{rows}) |one| {{\n        for (0..{columns}) |two| all[one][two] = {};\n    }}\n{end}",
            entry("one", "two")
        ),
        _ => return Err(dimensions()),
    })
}

fn in_java(shape: &[usize], entry: &dyn Fn(&str, &str) -> String) -> Result<String, String> {
    let range = |length: &usize| format!("java.util.stream.IntStream.range(0, {length})");
    Ok(match shape {
        [rows] => format!("{}.mapToLong(at -> {}).toArray()", range(rows), entry("at", "")),
        [rows, columns] => format!(
            "{}\n    .mapToObj(one -> {}.mapToLong(two -> {}).toArray())\n    .toArray(long[][]::new)",
            range(rows),
            range(columns),
            entry("one", "two")
        ),
        _ => return Err(dimensions()),
    })
}

fn in_csharp(shape: &[usize], entry: &dyn Fn(&str, &str) -> String) -> Result<String, String> {
    let select = |length: &usize, name: &str, value: &str| {
        let linq = "System.Linq.Enumerable";
        format!("{linq}.ToArray({linq}.Select({linq}.Range(0, {length}), {name} => {value}))")
    };
    Ok(match shape {
        [rows] => select(rows, "at", &entry("at", "")),
        [rows, columns] => select(rows, "one", &select(columns, "two", &entry("one", "two"))),
        _ => return Err(dimensions()),
    })
}

fn in_script(shape: &[usize], entry: &dyn Fn(&str, &str) -> String) -> Result<String, String> {
    let from = |length: &usize, name: &str, value: &str| {
        format!("Array.from({{ length: {length} }}, (_, {name}) => {value})")
    };
    Ok(match shape {
        [rows] => from(rows, "at", &entry("at", "")),
        [rows, columns] => from(rows, "one", &from(columns, "two", &entry("one", "two"))),
        _ => return Err(dimensions()),
    })
}
