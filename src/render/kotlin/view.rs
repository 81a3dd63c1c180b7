//! An outline in; what the template prints out.

use askama::Template;

use super::packed;
use super::syntax::{Cells, KotlinSyntax, array_of, array_type, stored, word};
use crate::model::{Case, Field, Program, Storage, Type, Value};
use crate::render::expr::{Expr, Let};
use crate::render::literal::{Lines, Literal, rows_with};
use crate::render::outline::{
    Array, ArrayKind, FillLoop, Function, FunctionDoc, Outline, Scan, Walk,
};
use crate::render::provenance::wrap;
use crate::render::statements::Statements;

/// Columns of a line.
pub(super) const WIDTH: usize = 100;

/// The most entries of an array that stands as numbers.
const MOST_LITERALS: usize = 512;

/// The file.
#[derive(Template)]
#[template(path = "kotlin/object.kt", escape = "none")]
pub(super) struct ObjectView<'a> {
    header: &'a [String],
    licence: &'a [String],
    package: Option<&'a str>,
    imports: Vec<&'static str>,
    doc: Vec<String>,
    /// `public ` or `internal `.
    visible: &'static str,
    /// What stands before public members: nothing in an internal object.
    public: &'static str,
    name: &'a str,
    /// Name in chess, name here, bit index.
    squares: Vec<(&'a str, String, u8)>,
    arrays: Vec<ArrayView>,
    functions: Vec<FunctionView>,
    fills: Vec<LoopView>,
    walk: Option<WalkView>,
    holders: Vec<Holder>,
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
struct FunctionView {
    doc: Vec<String>,
    /// Head and body, from the name of its visibility to the last brace.
    lines: Vec<String>,
}

struct LoopView {
    name: String,
    masks: String,
    store: Vec<String>,
    indices: u8,
    squares: Option<String>,
}

/// How rays are walked.
pub(super) struct WalkView {
    pub(super) head: Vec<String>,
    pub(super) has_range: bool,
    pub(super) grid: Option<(String, String)>,
}

/// A nested object of tables that its first use initialises.
struct Holder {
    doc: &'static str,
    name: &'static str,
    tables: Vec<Held>,
    /// Calls that fill tables.
    calls: Vec<String>,
}

struct Held {
    /// `ATTACKS: LongArray = LongArray(107648)`
    declaration: String,
    /// The rest of it, where its entries are packed: the name and the text of each literal.
    packed: Option<(String, Vec<String>)>,
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

const LOOKUP: [&str; 2] = ["square: Int", "occupied: Long"];

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

fn function_doc(function: &FunctionDoc) -> Vec<String> {
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
struct Word;

impl Literal for Word {
    fn write(&self, out: &mut Vec<u8>, value: u64) {
        out.extend_from_slice(word(value).as_bytes());
    }
}

/// An array of numbers.
pub(super) fn numbers(array: &Array<'_>, outline: &Outline<'_>, before: &str) -> ArrayView {
    let margin = "        ";
    let rows = if array.storage == Storage::Word {
        // Those with the highest bit are longer.
        let is_long = array.values.iter().any(|value| value >> 63 != 0);
        let columns = if is_long { 2 } else { 4 };
        let squares = &outline.module.board.squares;
        let is_chess = squares.len() == 64 && outline.module.board.indices == 64;
        let lines = Lines { indent: margin, columns, trailing_comma: true };
        rows_with(&array.values, &Word, lines, |first| {
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
fn is_packed(array: &Array<'_>) -> bool {
    array.values.len() > MOST_LITERALS
}

const fn holder(kind: ArrayKind) -> &'static str {
    if matches!(kind, ArrayKind::Subsets) { "Subsets" } else { "Tables" }
}

/// The entries of an array that is packed.
fn unpacked(array: &Array<'_>) -> Held {
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
    pub(super) fn new(outline: &'a Outline<'a>, package: Option<&'a str>, is_public: bool) -> Self {
        let (visible, public) = if is_public { ("public ", "public ") } else { ("internal ", "") };
        let tables = tables(outline);
        let printer = Printer { outline, tables: &tables, public };
        let holders = printer.holders();
        let is_packed = holders.iter().flat_map(|holder| &holder.tables);
        let is_packed = is_packed.into_iter().any(|table| table.packed.is_some());
        let imports = ["java.nio.ByteBuffer", "java.nio.ByteOrder", "java.util.Base64"];
        let named = |(name, bit): &(String, u8)| {
            let mut all = outline.module.board.squares.iter();
            let spoken = all.find(|(_, other)| other == bit).map_or("", |(spoken, _)| spoken);
            (spoken, name.clone(), *bit)
        };
        let squares = outline.ranks.iter().flat_map(|rank| rank.squares.iter().map(named));
        Self {
            header: &outline.header,
            licence: &outline.module.licence,
            package,
            imports: imports.into_iter().filter(|_| is_packed).collect(),
            doc: object_doc(outline),
            visible,
            public,
            name: &outline.module.names.type_name,
            squares: squares.collect(),
            arrays: printer.arrays(),
            functions: printer.functions(),
            fills: outline.fills.iter().map(|fill| printer.fill(fill)).collect(),
            walk: outline.walk.as_ref().filter(|_| outline.module.fills()).map(WalkView::new),
            holders,
        }
    }
}

fn object_doc(outline: &Outline<'_>) -> Vec<String> {
    let mut lines = vec![outline.summary.to_owned()];
    for (at, note) in outline.notes.iter().enumerate() {
        lines.push(String::new());
        lines.extend(wrap(note, WIDTH - 3));
        if at == 0 {
            lines.extend([String::new(), "```".to_owned()]);
            lines.extend(outline.diagram.iter().cloned());
            lines.push("```".to_owned());
        }
    }
    block(&lines)
}

/// How each table is read.
fn tables(outline: &Outline<'_>) -> Vec<Cells> {
    let cells = |(index, table): (usize, &crate::model::Table)| {
        let name = &outline.tables[index].name;
        let is_filled = outline.filled.iter().any(|filled| filled.index == index);
        let is_held = is_filled || table.entries.len() > MOST_LITERALS;
        let name = if is_held { format!("Tables.{name}") } else { name.clone() };
        Cells::new(name, table.storage, &table.entries)
    };
    outline.module.tables.iter().enumerate().map(cells).collect()
}

struct Printer<'a> {
    outline: &'a Outline<'a>,
    tables: &'a [Cells],
    public: &'static str,
}

impl Printer<'_> {
    fn visible(&self, is_public: bool) -> &'static str {
        if is_public { self.public } else { "private " }
    }

    fn arrays(&self) -> Vec<ArrayView> {
        let shown = |doc: &str, name: &str, storage: Storage, holder: &str| ArrayView {
            doc: self::doc(doc),
            head: format!("{}val {name}: {}", self.public, array_type(storage)),
            function: "",
            rows: String::new(),
            held: Some(format!("{holder}.{name}")),
        };
        let mut arrays = Vec::new();
        for array in &self.outline.arrays {
            if !is_packed(array) {
                arrays.push(numbers(array, self.outline, self.visible(array.is_public)));
            } else if array.is_public {
                arrays.push(shown(&array.doc, &array.name, array.storage, holder(array.kind)));
            }
        }
        let filled = self.outline.filled.iter().filter(|table| table.is_public);
        arrays.extend(filled.map(|table| shown(&table.doc, &table.name, Storage::Word, "Tables")));
        arrays
    }

    fn holders(&self) -> Vec<Holder> {
        let outline = self.outline;
        let of = |name: &str| {
            let packed = outline.arrays.iter().filter(|array| is_packed(array));
            packed.filter(|array| holder(array.kind) == name).map(unpacked).collect::<Vec<Held>>()
        };
        let filled = outline.filled.iter().map(|table| Held {
            declaration: format!("{0}: LongArray = LongArray({1})", table.name, table.length),
            packed: None,
        });
        let calls = outline.fills.iter().map(|fill| {
            let words: Vec<&str> = fill.words.iter().map(String::as_str).collect();
            format!("{}({})", Case::Camel.join(&words), fill.table_name)
        });
        let holders = [
            Holder {
                doc: "What lookups read: only the first of them initialises it.",
                name: "Tables",
                tables: filled.chain(of("Tables")).collect(),
                calls: calls.collect(),
            },
            Holder {
                doc: "Subsets of masks and their attack sets: only the first use initialises it.",
                name: "Subsets",
                tables: of("Subsets"),
                calls: Vec::new(),
            },
        ];
        holders.into_iter().filter(|holder| !holder.tables.is_empty()).collect()
    }

    fn functions(&self) -> Vec<FunctionView> {
        let outline = self.outline;
        let mut functions: Vec<FunctionView> = self.square().into_iter().collect();
        functions.extend(outline.lookups.iter().map(|function| self.function(function)));
        functions.extend(outline.unions.iter().map(|union| {
            let calls = union.of.iter().map(|lookup| format!("{lookup}(square, occupied)"));
            let calls: Vec<String> = calls.collect();
            let before = format!("{}fun {}", self.public, union.name);
            FunctionView {
                doc: function_doc(&union.doc),
                lines: expression(&before, &LOOKUP, "Long", &calls.join(" or ")),
            }
        }));
        functions.extend(outline.indices.iter().map(|function| self.function(function)));
        functions.extend(outline.scans.iter().map(|scan| self.scan(scan)));
        functions
    }

    fn square(&self) -> Option<FunctionView> {
        let square = self.outline.square.as_ref()?;
        let value = match (&square.linear, &square.list) {
            (Some(linear), _) => linear.clone(),
            (_, list) => {
                let list = list.as_deref().unwrap_or("");
                format!("{list}[{} * rank + file].toInt()", square.width)
            }
        };
        let before = format!("{}fun {}", self.public, square.name);
        Some(FunctionView {
            doc: doc(&square.doc.join(" ")),
            lines: expression(&before, &["file: Int", "rank: Int"], "Int", &value),
        })
    }

    fn function(&self, function: &Function<'_>) -> FunctionView {
        let fields: Vec<(Field, Cells)> = function
            .fields
            .iter()
            .filter_map(|(field, name)| {
                let column = function.piece.fields.column(*field)?;
                Some((*field, Cells::new(name.clone(), field.storage(), &column.values)))
            })
            .collect();
        let syntax = KotlinSyntax {
            square: "square",
            occupied: "occupied",
            fields: &fields,
            tables: self.tables,
        };
        let given = function.given(|name| format!("{name}(square, occupied)"));
        let body = statements(&syntax, function.program, function.wanted, &given);
        let before = format!("{}fun {}", self.visible(function.is_public), function.name);
        let kind = if function.kind() == Type::Word { "Long" } else { "Int" };
        FunctionView {
            doc: function_doc(&function.doc),
            lines: with_body(&before, &LOOKUP, kind, body),
        }
    }

    fn scan(&self, scan: &Scan<'_>) -> FunctionView {
        let kind = if scan.width == 64 { "Long" } else { "Int" };
        // A byte or a short that became an Int has been extended by its sign.
        let is_short = scan.width < 32;
        let parameter = if is_short { "part" } else { "word" };
        let syntax =
            KotlinSyntax { square: parameter, occupied: "word", fields: &[], tables: self.tables };
        let mut body = statements(&syntax, scan.program, scan.program.result, &[]);
        if is_short {
            body.insert(0, format!("val part = word and 0x{:x}", (1_u32 << scan.width) - 1));
        }
        let above =
            if is_short { format!(", in the lowest {}", scan.width) } else { String::new() };
        let before = format!("{}fun {}", self.public, scan.name);
        FunctionView {
            doc: block(&[
                scan.summary.clone(),
                String::new(),
                format!("@param word the bits{above}; the result is undefined for 0"),
                format!("@return from 0 to {}", scan.width - 1),
            ]),
            lines: with_body(&before, &[&format!("word: {kind}")], "Int", body),
        }
    }

    fn fill(&self, fill: &FillLoop) -> LoopView {
        let walk = self.outline.walk.as_ref();
        let mut arguments = vec![fill.rays.steps.clone(), fill.rays.from.clone()];
        if walk.is_some_and(|walk| walk.has_range) {
            arguments.push(fill.rays.range.to_string());
        }
        arguments.extend(["square".to_owned(), "subset".to_owned()]);
        let name = walk.map_or("", |walk| &walk.name);
        let mut store = vec![format!("val index = {}(square, subset)", fill.index)];
        let before = if fill.is_or {
            format!("table[index] = table[index] or {name}")
        } else {
            format!("table[index] = {name}")
        };
        store.extend(call(&before, &arguments, 16));
        let words: Vec<&str> = fill.words.iter().map(String::as_str).collect();
        LoopView {
            name: Case::Camel.join(&words),
            masks: fill.masks.clone(),
            store,
            indices: self.outline.module.board.indices,
            squares: walk.and_then(|walk| walk.squares).map(word),
        }
    }
}

fn with_body(before: &str, parameters: &[&str], kind: &str, body: Vec<String>) -> Vec<String> {
    if let [only] = &body[..] {
        return expression(before, parameters, kind, only.trim_start_matches("return "));
    }
    let mut lines = head(before, parameters, kind, " {");
    lines.extend(body.into_iter().map(|line| format!("    {line}")));
    lines.push("}".to_owned());
    lines
}

fn statements(
    syntax: &KotlinSyntax<'_>,
    program: &Program,
    wanted: Value,
    given: &[(Value, Expr)],
) -> Vec<String> {
    let case = |name: &str| Case::Camel.join(&[name]);
    let declare = |variable: &Let| format!("val {} = {}", variable.name, variable.value.text);
    let finish = |result: &Expr| format!("return {}", result.text);
    let statements = Statements {
        syntax,
        case: &case,
        declare: &declare,
        finish: &finish,
        break_up: None,
        width: WIDTH - 8,
    };
    statements.write(program, wanted, given)
}
