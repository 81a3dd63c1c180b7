//! What stands in a module.

use askama::Template;

use super::arrays::{Constant, constant, head, is_numpy, is_packed};
use super::functions::Functions;
use super::lines::{CALLS, WIDTH, call, comment, exports, sentence};
use super::options::{PythonOptions, Word};
use super::syntax::{STYLE, number};
use crate::model::Storage;
use crate::render::code::expr::Expr;
use crate::render::page::{Array, FillLoop, FilledTable, Page, RankOfSquares, Walk};
use crate::render::text::provenance::{facts_within, wrap};
use crate::render::text::taken::Taken;

/// A module.
#[derive(Template)]
#[template(path = "python/module.py", escape = "none")]
pub(super) struct File<'a> {
    header: Vec<String>,
    licence: &'a [String],
    summary: &'static str,
    doc: Vec<String>,
    imports: Vec<Vec<&'static str>>,
    exports: Vec<String>,
    ranks: Vec<Rank<'a>>,
    constants: Vec<Constant>,
    walker: Option<Walker<'a>>,
    helpers: Vec<Function>,
    filled: Vec<Filled>,
    functions: Vec<Function>,
}

/// Constants of a rank.
struct Rank<'a> {
    doc: &'a str,
    lines: Vec<String>,
}

/// A function.
pub(super) struct Function {
    pub(super) head: Vec<String>,
    pub(super) doc: Vec<String>,
    pub(super) body: Vec<String>,
}

/// The functions that list subsets and walk rays.
pub(super) struct Walker<'a> {
    pub(super) walk: &'a Walk,
    pub(super) is_numpy: bool,
    /// What `zip` is told beside its lists.
    pub(super) strict: &'static str,
    /// The name of the function that lists subsets.
    pub(super) subsets: String,
    pub(super) subsets_head: Vec<String>,
    pub(super) head: Vec<String>,
}

/// A table that importing the module fills.
struct Filled {
    function: Vec<String>,
    comment: Vec<String>,
    head: String,
    length: usize,
    is_numpy: bool,
    subsets: String,
    squares: Option<String>,
    loops: Vec<Loop>,
}

/// A function that stores what is walked.
struct Loop {
    name: String,
    doc: Vec<String>,
    function: Vec<String>,
    head: Vec<String>,
    lines: Vec<String>,
}

impl PythonOptions {
    pub(super) fn is_numpy(&self) -> bool {
        self.word == Word::Numpy
    }

    /// A bitboard, or an array of them.
    pub(super) fn set(&self) -> &'static str {
        if self.is_numpy() { "NDArray[np.uint64]" } else { "int" }
    }

    /// What lookups call their first parameter, and its type.
    pub(super) fn squares(&self) -> (&'static str, &'static str) {
        if self.is_numpy() { ("squares", "NDArray[np.integer]") } else { ("square", "int") }
    }

    /// The head of a function.
    pub(super) fn head(
        &self,
        name: &str,
        parameters: &[(&str, &str)],
        returns: &str,
    ) -> Vec<String> {
        let parameter = |(name, kind): &(&str, &str)| {
            if self.is_typed { format!("{name}: {kind}") } else { (*name).to_owned() }
        };
        let parameters: Vec<String> = parameters.iter().map(parameter).collect();
        let tail = if self.is_typed { format!(" -> {returns}:") } else { ":".to_owned() };
        call("", &format!("def {name}"), &parameters, &tail)
    }

    /// The line that lets old versions read annotations.
    pub(super) fn future(&self) -> Option<Vec<&'static str>> {
        (self.is_typed && self.minimum < 10).then(|| vec!["from __future__ import annotations"])
    }

    /// What imports `NumPy`.
    pub(super) fn numpy(&self) -> Vec<&'static str> {
        let annotated = self.is_typed.then_some("from numpy.typing import NDArray");
        ["import numpy as np"].into_iter().chain(annotated).collect()
    }
}

/// The set of squares, where some index is none.
pub(super) fn gaps(walk: &Walk) -> Option<String> {
    walk.squares.map(|squares| STYLE.text(&number(squares)))
}

impl<'a> Walker<'a> {
    pub(super) fn new(walk: &'a Walk, taken: &mut Taken, options: &PythonOptions) -> Self {
        let subsets = taken.name("_subsets");
        let list = if options.is_numpy() { options.set() } else { "list[int]" };
        let subsets_head = options.head(&subsets, &[("mask", "int")], list);
        let numbers = "tuple[int, ...]";
        let mut parameters = vec![("steps", numbers), ("origins", numbers)];
        if walk.has_range {
            parameters.push(("most", "int"));
        }
        parameters.extend([("square", "int"), ("occupied", options.set())]);
        let head = options.head(&walk.name, &parameters, options.set());
        let strict = if options.minimum < 10 { "" } else { ", strict=True" };
        Self { walk, is_numpy: options.is_numpy(), strict, subsets, subsets_head, head }
    }
}

impl<'a> File<'a> {
    pub(super) fn new(page: &'a Page<'a>, options: &PythonOptions) -> Self {
        let module = page.module;
        let mut taken = page.taken.clone();
        let walk = page.walk.as_ref().filter(|_| module.fills());
        let walker = walk.map(|walk| Walker::new(walk, &mut taken, options));
        let mut constants: Vec<Constant> =
            page.arrays.iter().map(|array| constant(array, module, options)).collect();
        let writer = Functions { page, options };
        let mut helpers = writer.reversals(&mut taken, &mut constants);
        helpers.extend(page.indices.iter().map(|index| writer.lookup(index)));
        let filled = match &walker {
            Some(walker) => {
                let one = |table| filled(table, page, walker, &mut taken, options);
                page.filled.iter().map(one).collect()
            }
            None => Vec::new(),
        };
        let mut functions: Vec<Function> = Vec::new();
        functions.extend(writer.square());
        functions.extend(page.lookups.iter().map(|lookup| writer.lookup(lookup)));
        functions.extend(page.unions.iter().map(|union| writer.union(union)));
        functions.extend(page.scans.iter().map(|scan| writer.scan(scan)));
        Self {
            header: facts_within(module, WIDTH - "# ".len()),
            licence: &module.licence,
            summary: page.summary,
            doc: doc(page),
            imports: imports(page, options),
            exports: exports(public(page)),
            ranks: page.ranks.iter().map(|rank| Rank::new(rank, options)).collect(),
            constants,
            walker,
            helpers,
            filled,
            functions,
        }
    }
}

impl<'a> Rank<'a> {
    fn new(rank: &'a RankOfSquares, options: &PythonOptions) -> Self {
        let kind = if options.is_typed { ": Final" } else { "" };
        let line = |(name, bit): &(String, u8)| format!("{name}{kind} = {bit}");
        Self { doc: &rank.doc, lines: rank.squares.iter().map(line).collect() }
    }
}

/// The paragraphs of a module's docstring, with the credits: lists of squares look like code in a comment.
fn doc(page: &Page<'_>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let credits = page.module.provenance.credits.iter();
    for (at, note) in page.notes.iter().chain(credits).enumerate() {
        if at > 0 {
            lines.push(String::new());
            lines.extend(wrap(note, WIDTH).iter().map(|line| in_docstring(line)));
            continue;
        }
        // Two colons announce what stands as it is.
        lines.extend(wrap(&format!("{note}:"), WIDTH));
        lines.push(String::new());
        lines.extend(page.diagram.iter().map(|line| format!("    {}", line.trim_end())));
    }
    lines
}

/// A line in which nothing ends a docstring or is an escape there.
fn in_docstring(line: &str) -> String {
    if line.contains('\\') || line.contains("\"\"\"") || line.ends_with('"') {
        return line.replace('\\', "\\\\").replace('"', "\\\"");
    }
    line.to_owned()
}

fn imports(page: &Page<'_>, options: &PythonOptions) -> Vec<Vec<&'static str>> {
    let is_packed = |array: &&Array<'_>| is_packed(array, options);
    let packed: Vec<&Array<'_>> = page.arrays.iter().filter(is_packed).collect();
    let is_numpy = |array: &Array<'_>| is_numpy(array, options);
    let has_arrays = packed.iter().any(|array| !is_numpy(array) && array.storage != Storage::Byte);
    let has_constants =
        !(page.arrays.is_empty() && page.ranks.is_empty() && page.filled.is_empty());
    let standard = [
        has_arrays.then_some("import sys"),
        has_arrays.then_some("from array import array"),
        (!packed.is_empty()).then_some("from base64 import b85decode"),
        (options.is_typed && has_constants).then_some("from typing import Final"),
    ];
    let has_numpy = options.is_numpy()
        && (page.arrays.iter().any(is_numpy)
            || !page.lookups.is_empty()
            || !page.filled.is_empty());
    let groups = [
        options.future(),
        Some(standard.into_iter().flatten().collect()),
        has_numpy.then(|| options.numpy()),
    ];
    groups.into_iter().flatten().filter(|group: &Vec<_>| !group.is_empty()).collect()
}

fn public(page: &Page<'_>) -> Vec<String> {
    let squares = page.ranks.iter().flat_map(|rank| rank.squares.iter().map(|(name, _)| name));
    let names = page.public_arrays().chain(page.public_functions());
    names.chain(squares.map(String::as_str)).map(str::to_owned).collect()
}

fn filled(
    table: &FilledTable,
    page: &Page<'_>,
    walker: &Walker<'_>,
    taken: &mut Taken,
    options: &PythonOptions,
) -> Filled {
    let kind = if options.is_numpy() { options.set() } else { "tuple[int, ...]" };
    let own = table.name.trim_start_matches('_').to_lowercase();
    let function = taken.name(format!("_fill_{own}"));
    let fills = page.fills.iter().filter(|fill| fill.table == table.index);
    Filled {
        function: options.head(&function, &[], kind),
        comment: comment(if table.is_public { "#:" } else { "#" }, &table.doc),
        head: head(options, &table.name, kind, &format!("{function}()")),
        length: table.length,
        is_numpy: options.is_numpy(),
        subsets: walker.subsets.clone(),
        squares: gaps(walker.walk),
        loops: fills.map(|fill| store(fill, walker, taken, options)).collect(),
    }
}

/// The head of a loop over squares and their masks.
pub(super) fn squares_of(masks: &str, margin: &str, is_numpy: bool) -> Vec<String> {
    let list = if is_numpy { ".tolist()" } else { "" };
    call(margin, "for square, mask in enumerate", &[format!("{masks}{list}")], ":")
}

/// The lines that store what is walked.
fn store(fill: &FillLoop, walker: &Walker<'_>, taken: &mut Taken, options: &PythonOptions) -> Loop {
    let (margin, place, square, subset) = if walker.is_numpy {
        ("        ", "places", "squares", "subsets")
    } else {
        ("            ", "place", "square", "subset")
    };
    let operator = if fill.is_or { "|=" } else { "=" };
    let index = Expr::call_with(fill.index.as_str(), &[square, subset]);
    let mut lines = CALLS.of(&STYLE, margin, &format!("{place} = "), &index, "");
    let walked = walker.walk.call(&fill.rays, ["square", subset]);
    lines.extend(CALLS.of(&STYLE, margin, &format!("table[{place}] {operator} "), &walked, ""));
    let name = taken.name(format!("_{}", fill.words.join("_").replace('-', "_")));
    let table = if walker.is_numpy { options.set() } else { "list[int]" };
    let doc = format!("Store the attack sets of the {}.", fill.owner);
    Loop {
        doc: sentence(&doc, &doc),
        function: options.head(&name, &[("table", table)], "None"),
        name,
        head: squares_of(&fill.masks, "    ", walker.is_numpy),
        lines,
    }
}
