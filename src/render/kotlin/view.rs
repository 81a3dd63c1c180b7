//! An page in; what the template prints out.

use askama::Template;

use super::packed;
use super::printer::Printer;
use super::syntax::{Cells, array_of, array_type, stored, word};
use crate::model::Storage;
use crate::render::code::print::Style;
use crate::render::page::{Array, ArrayKind, FunctionDoc, Page, Walk};
use crate::render::text::literal::{Lines, Literal, rows_with};
use crate::render::text::provenance::wrap;

/// Columns of a line.
pub(super) const WIDTH: usize = 100;

/// The most entries of an array that stands as numbers.
pub(super) const MOST_LITERALS: usize = 512;

/// The file.
#[derive(Template)]
#[template(path = "kotlin/object.kt", escape = "none")]
pub(super) struct ObjectView<'a> {
    pub(super) header: &'a [String],
    pub(super) licence: &'a [String],
    pub(super) package: Option<&'a str>,
    pub(super) imports: Vec<&'static str>,
    pub(super) doc: Vec<String>,
    /// `public ` or `internal `.
    pub(super) visible: &'static str,
    /// What stands before public members: nothing in an internal object.
    public: &'static str,
    pub(super) name: &'a str,
    /// Name in chess, name here, bit index.
    pub(super) squares: Vec<(&'a str, String, u8)>,
    pub(super) arrays: Vec<ArrayView>,
    pub(super) functions: Vec<FunctionView>,
    pub(super) fills: Vec<LoopView>,
    pub(super) walk: Option<WalkView>,
    pub(super) holders: Vec<Holder>,
}

/// An array of numbers, or what leads to one in a holder.
pub(super) struct ArrayView {
    pub(super) doc: Vec<String>,
    /// `private val ROOK_MASKS`
    pub(super) head: String,
    /// `longArrayOf`
    pub(super) function: &'static str,
    /// What stands between the parentheses.
    pub(super) rows: String,
    /// What is read where the array stands in a holder.
    pub(super) held: Option<String>,
}

/// A function.
pub(super) struct FunctionView {
    pub(super) doc: Vec<String>,
    /// Head and body, from the name of its visibility to the last brace.
    pub(super) lines: Vec<String>,
}

pub(super) struct LoopView {
    pub(super) name: String,
    pub(super) masks: String,
    pub(super) store: Vec<String>,
    pub(super) indices: u8,
    pub(super) squares: Option<String>,
}

/// How rays are walked.
pub(super) struct WalkView {
    pub(super) head: Vec<String>,
    pub(super) has_range: bool,
    pub(super) grid: Option<(String, String)>,
}

/// A nested object of tables that its first use initialises.
pub(super) struct Holder {
    pub(super) doc: &'static str,
    pub(super) name: &'static str,
    pub(super) tables: Vec<Held>,
    /// Calls that fill tables.
    pub(super) calls: Vec<String>,
}

pub(super) struct Held {
    /// `ATTACKS: LongArray = LongArray(107648)`
    pub(super) declaration: String,
    /// The rest of it, where its entries are packed: the name and the text of each literal.
    pub(super) packed: Option<(String, Vec<String>)>,
}

impl WalkView {
    pub(super) fn new(walk: &Walk) -> Self {
        let mut parameters = vec!["steps: ByteArray", "from: LongArray"];
        parameters.extend(walk.has_range.then_some("range: Int"));
        parameters.extend(["square: Int", "occupied: Long"]);
        Self {
            head: head(&format!("private fun {}", walk.name), &parameters, "Long", " {"),
            has_range: walk.has_range,
            grid: walk.grid.as_ref().map(|grid| (grid.of_bit.clone(), grid.bit_of.clone())),
        }
    }
}

/// A function's head, on one line or with a parameter a line.
pub(super) fn head(before: &str, parameters: &[&str], result: &str, after: &str) -> Vec<String> {
    let line = format!("{before}({}): {result}{after}", parameters.join(", "));
    if 4 + line.len() <= WIDTH {
        return vec![line];
    }
    let inner = parameters.iter().map(|parameter| format!("    {parameter},"));
    let last = format!("): {result}{after}");
    [format!("{before}(")].into_iter().chain(inner).chain([last]).collect()
}

/// A function of one expression.
pub(super) fn expression(
    before: &str,
    parameters: &[&str],
    result: &str,
    value: &str,
) -> Vec<String> {
    let mut lines = head(before, parameters, result, " =");
    let last = lines.len() - 1;
    if 4 + lines[last].len() + 1 + value.len() <= WIDTH {
        lines[last] = format!("{} {value}", lines[last]);
    } else {
        lines.push(format!("    {value}"));
    }
    lines
}

pub(super) const LOOKUP: [&str; 2] = ["square: Int", "occupied: Long"];

/// A call's statement, on one line or with its arguments on the next.
pub(super) fn call(before: &str, arguments: &[String], margin: usize) -> Vec<String> {
    let line = format!("{before}({})", arguments.join(", "));
    if margin + line.len() <= WIDTH {
        return vec![line];
    }
    let inner = arguments.iter().map(|argument| format!("    {argument},"));
    [format!("{before}(")].into_iter().chain(inner).chain([")".to_owned()]).collect()
}

/// A doc comment's lines, for a member.
pub(super) fn doc(text: &str) -> Vec<String> {
    let line = format!("/** {text} */");
    if 4 + line.len() <= WIDTH {
        return vec![line];
    }
    block(&wrap(text, WIDTH - 7))
}

/// Lines between the marks of a doc comment.
pub(super) fn block(lines: &[String]) -> Vec<String> {
    let inner = lines.iter().map(|line| format!(" * {line}").trim_end().to_owned());
    ["/**".to_owned()].into_iter().chain(inner).chain([" */".to_owned()]).collect()
}

pub(super) fn function_doc(function: &FunctionDoc) -> Vec<String> {
    let mut lines = wrap(&function.summary, WIDTH - 7);
    lines.push(String::new());
    for (tag, text) in [
        ("@param square", function.square.as_str()),
        ("@param occupied", &function.occupied),
        ("@return", function.returns),
    ] {
        let broken = wrap(&format!("{tag} {text}"), WIDTH - 11).into_iter().enumerate();
        lines.extend(broken.map(|(at, line)| if at == 0 { line } else { format!("    {line}") }));
    }
    block(&lines)
}

/// A word among others.
#[derive(Clone)]
struct Word {
    style: Style,
}

impl Literal for Word {
    fn write(&self, out: &mut Vec<u8>, value: u64) {
        out.extend_from_slice(self.style.text(&word(value)).as_bytes());
    }
}

/// An array of numbers.
pub(super) fn numbers(array: &Array<'_>, page: &Page<'_>, before: &str) -> ArrayView {
    let margin = "        ";
    let rows = if array.storage == Storage::Word {
        // Those with the highest bit are longer.
        let is_long = array.values.iter().any(|value| value >> 63 != 0);
        let columns = if is_long { 2 } else { 4 };
        let squares = &page.module.board.squares;
        let is_chess = squares.len() == 64 && page.module.board.indices == 64;
        let lines = Lines { indent: margin, columns, trailing_comma: true };
        rows_with(&array.values, &Word { style: page.styled(Style::PLAIN) }, lines, |first| {
            let last = squares.get(first + columns - 1);
            let last = last.filter(|_| array.kind == ArrayKind::BySquare && is_chess)?;
            Some(format!(" // {}-{}", squares[first].0, last.0))
        })
    } else {
        let numbers: Vec<String> =
            array.values.iter().map(|value| stored(array, *value).to_string()).collect();
        let widest = numbers.iter().map(String::len).max().unwrap_or(0);
        let columns = if widest > 3 { 8 } else { 16 };
        let line = |numbers: &[String]| {
            let padded: Vec<String> =
                numbers.iter().map(|number| format!("{number:>widest$},")).collect();
            format!("{margin}{}", padded.join(" "))
        };
        numbers.chunks(columns).map(line).collect::<Vec<_>>().join("\n")
    };
    // The type stands where others read it.
    let kind = if array.is_public { array_type(array.storage) } else { "" };
    let colon = if array.is_public { ": " } else { "" };
    let is_short = array.values.len() <= 8 && array.storage != Storage::Word;
    ArrayView {
        doc: doc(&array.doc),
        head: format!("{before}val {}{colon}{kind}", array.name),
        function: array_of(array.storage),
        rows: if is_short {
            rows.split_whitespace().collect::<Vec<_>>().join(" ").trim_end_matches(',').to_owned()
        } else {
            format!("\n{rows}\n    ")
        },
        held: None,
    }
}

/// Whether an array is too long for numbers: those of fields and rays are as long as the board.
pub(super) fn is_packed(array: &Array<'_>) -> bool {
    array.values.len() > MOST_LITERALS
}

pub(super) const fn holder(kind: ArrayKind) -> &'static str {
    if matches!(kind, ArrayKind::Subsets) { "Subsets" } else { "Tables" }
}

/// The entries of an array that is packed.
pub(super) fn unpacked(array: &Array<'_>) -> Held {
    let (name, length) = (&array.name, array.values.len());
    let kind = array_type(array.storage);
    let read = match array.storage {
        Storage::Byte => "get(it)",
        Storage::Short => "asShortBuffer().get(it)",
        Storage::Half => "asIntBuffer().get(it)",
        Storage::Word => "asLongBuffer().get(it)",
    };
    let packed = format!("{name}_PACKED");
    Held {
        declaration: format!(
            "{name}: {kind} =\n            {kind}({length}).also {{ unpack({packed}).{read} }}"
        ),
        packed: Some((packed, packed::literals(&array.values, array.storage))),
    }
}

impl<'a> ObjectView<'a> {
    pub(super) fn new(page: &'a Page<'a>, package: Option<&'a str>, is_public: bool) -> Self {
        let (visible, public) = if is_public { ("public ", "public ") } else { ("internal ", "") };
        let tables = tables(page);
        let style = page.styled(Style::PLAIN);
        let printer = Printer { page, tables: &tables, public, style };
        let holders = printer.holders();
        let is_packed = holders.iter().flat_map(|holder| &holder.tables);
        let is_packed = is_packed.into_iter().any(|table| table.packed.is_some());
        let imports = ["java.nio.ByteBuffer", "java.nio.ByteOrder", "java.util.Base64"];
        let named = |(name, bit): &(String, u8)| {
            let mut all = page.module.board.squares.iter();
            let spoken = all.find(|(_, other)| other == bit).map_or("", |(spoken, _)| spoken);
            (spoken, name.clone(), *bit)
        };
        let squares = page.ranks.iter().flat_map(|rank| rank.squares.iter().map(named));
        Self {
            header: &page.header,
            licence: &page.module.licence,
            package,
            imports: imports.into_iter().filter(|_| is_packed).collect(),
            doc: object_doc(page),
            visible,
            public,
            name: &page.module.names.type_name,
            squares: squares.collect(),
            arrays: printer.arrays(),
            functions: printer.functions(),
            fills: page.fills.iter().map(|fill| printer.fill(fill)).collect(),
            walk: page.walk.as_ref().filter(|_| page.module.fills()).map(WalkView::new),
            holders,
        }
    }
}

pub(super) fn object_doc(page: &Page<'_>) -> Vec<String> {
    let mut lines = vec![page.summary.to_owned()];
    for (at, note) in page.notes.iter().enumerate() {
        lines.push(String::new());
        lines.extend(wrap(note, WIDTH - 3));
        if at == 0 {
            lines.extend([String::new(), "```".to_owned()]);
            lines.extend(page.diagram.iter().cloned());
            lines.push("```".to_owned());
        }
    }
    block(&lines)
}

/// How each table is read.
pub(super) fn tables(page: &Page<'_>) -> Vec<Cells> {
    let cells = |(index, table): (usize, &crate::model::Table)| {
        let name = &page.tables[index].name;
        let is_filled = page.filled.iter().any(|filled| filled.index == index);
        let is_held = is_filled || table.entries.len() > MOST_LITERALS;
        let name = if is_held { format!("Tables.{name}") } else { name.clone() };
        Cells::new(name, table.storage, &table.entries)
    };
    page.module.tables.iter().enumerate().map(cells).collect()
}
