//! An outline in; what the templates print out.

use askama::Template;

use super::syntax::{CSharpSyntax, element, overflows, tables};
use crate::model::{Case, Module, Program, Storage, Type, Value};
use crate::render::expr::{Expr, Let};
use crate::render::literal::Hex;
use crate::render::outline::{
    Array, FillLoop, Function, FunctionDoc, Look, Outline, Reversals, Scan, SelfTest, TestedPiece,
    Walk,
};
use crate::render::provenance::wrap;
use crate::render::statements::Statements;

/// Columns of a comment in a class in a namespace, without its slashes.
const COMMENT: usize = 100 - 8 - "/// ".len();

/// Columns of a statement in a method of a class in a namespace, and in a block there.
const WIDTH: usize = 100 - 16;

/// What stands around a class.
pub(super) struct Frame<'a> {
    pub(super) header: &'a [String],
    pub(super) licence: &'a [String],
    pub(super) nullable: bool,
    pub(super) namespace: Option<&'a str>,
    pub(super) file_scoped: bool,
}

#[derive(Template)]
#[template(path = "csharp/file.cs", escape = "none")]
struct File<'a> {
    frame: &'a Frame<'a>,
    class: String,
}

impl Frame<'_> {
    /// The file of a class.
    pub(super) fn around(&self, class: &impl Template) -> String {
        // The only way for a template to fail is a failing writer, and a text never fails.
        let mut class = class.render().unwrap_or_default();
        if self.namespace.is_some() && !self.file_scoped {
            let line = |line: &str| {
                if line.is_empty() { "\n".to_owned() } else { format!("    {line}\n") }
            };
            class = class.lines().map(line).collect();
            class.truncate(class.trim_end().len());
        }
        File { frame: self, class }.render().unwrap_or_default() + "\n"
    }
}

/// The class of lookups.
#[derive(Template)]
#[template(path = "csharp/class.cs", escape = "none")]
pub(super) struct Class<'a> {
    doc: Vec<String>,
    visible: &'static str,
    name: &'a str,
    squares: Vec<Squares>,
    arrays: Vec<ArrayView>,
    methods: Vec<Method>,
    filled: Vec<FilledView<'a>>,
    walk: Option<WalkView<'a>>,
}

/// Constants of a rank.
struct Squares {
    doc: String,
    text: String,
}

/// An array of literals.
struct ArrayView {
    doc: Vec<String>,
    /// `private static readonly ulong[] RookMasks`
    head: String,
    rows: String,
}

/// A method.
struct Method {
    doc: Vec<String>,
    head: String,
    is_unchecked: bool,
    body: Vec<String>,
}

/// A table that is filled.
struct FilledView<'a> {
    doc: &'a str,
    name: &'a str,
    length: usize,
    /// The property that shows it outside.
    public: Option<String>,
    loops: Vec<LoopView<'a>>,
}

struct LoopView<'a> {
    name: String,
    fill: &'a FillLoop,
}

/// How rays are walked, in the class or in its test.
struct WalkView<'a> {
    walk: &'a Walk,
    /// The set of squares, where some index is none.
    squares: Option<String>,
}

impl<'a> WalkView<'a> {
    fn new(walk: &'a Walk) -> Self {
        let squares = walk.squares.map(|squares| format!("0x{squares:016x}UL"));
        Self { walk, squares }
    }
}

impl LoopView<'_> {
    /// The statement that stores what is walked, on one line or on two.
    fn store(&self, walk: &Walk) -> String {
        let FillLoop { rays, index, is_or, .. } = self.fill;
        let operator = if *is_or { "|=" } else { "=" };
        let range = if walk.has_range { format!("{}, ", rays.range) } else { String::new() };
        format!(
            "table[{index}(square, subset)] {operator}\n                    {}({}, {}, {range}square, subset);",
            walk.name, rays.steps, rays.from
        )
    }
}

const LOOK: Look<Hex> = Look {
    word: Hex { prefix: "0x", suffix: "UL", digits: 16, grouped: false },
    margin: "        ",
    words: 4,
    numbers: 16,
    is_aligned: true,
    trailing_comma: true,
    comment: Some(" // "),
};

fn array(array: &Array<'_>, module: &Module, visible: &str) -> ArrayView {
    let visibility = if array.is_public { visible } else { "private " };
    let element = element(array.storage, array.is_signed);
    ArrayView {
        doc: summary(&array.doc),
        head: format!("{visibility}static readonly {element}[] {}", array.name),
        rows: LOOK.rows(array, module),
    }
}

/// A sentence in the comment of a member.
fn summary(text: &str) -> Vec<String> {
    tag("summary", "", text)
}

/// An element of a comment, on one line where it fits.
fn tag(name: &str, attributes: &str, text: &str) -> Vec<String> {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let line = format!("<{name}{attributes}>{text}</{name}>");
    if line.len() <= COMMENT {
        return vec![line];
    }
    let lines = [format!("<{name}{attributes}>")].into_iter().chain(wrap(&text, COMMENT));
    lines.chain([format!("</{name}>")]).collect()
}

fn function_doc(doc: &FunctionDoc) -> Vec<String> {
    let sentence = |clause: &str| {
        let mut letters = clause.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        first.into_iter().chain(letters).chain(['.']).collect::<String>()
    };
    let mut lines = summary(&doc.summary);
    lines.extend(tag("param", " name=\"square\"", &sentence(&doc.square)));
    lines.extend(tag("param", " name=\"occupied\"", &sentence(&doc.occupied)));
    lines.extend(tag("returns", "", &sentence(doc.returns)));
    lines
}

impl<'a> Class<'a> {
    pub(super) fn new(outline: &'a Outline<'a>, visible: &'static str) -> Self {
        let module = outline.module;
        let tables = tables(outline);
        let mut methods: Vec<Method> = Vec::new();
        methods.extend(square(outline, visible));
        let functions = outline.lookups.iter().chain(&outline.indices);
        methods.extend(
            functions.map(|function| method(function, (&tables, &outline.reversals), visible)),
        );
        let unions = outline.unions.iter().map(|union| {
            let calls: Vec<String> =
                union.of.iter().map(|lookup| format!("{lookup}(square, occupied)")).collect();
            Method {
                doc: function_doc(&union.doc),
                head: format!("{visible}static ulong {}(int square, ulong occupied)", union.name),
                is_unchecked: false,
                body: vec![format!("return {};", calls.join(" | "))],
            }
        });
        let at = outline.lookups.len() + usize::from(outline.square.is_some());
        methods.splice(at..at, unions.collect::<Vec<_>>());
        methods.extend(
            outline
                .scans
                .iter()
                .map(|scan| scan_method(scan, (&tables, &outline.reversals), visible)),
        );
        methods.extend(reversals(&outline.reversals));
        let filled = outline.filled.iter().map(|table| FilledView {
            doc: &table.doc,
            name: &table.name,
            length: table.length,
            public: table.is_public.then(|| format!("{visible}static ulong[] {}", table.name)),
            loops: outline
                .fills
                .iter()
                .filter(|fill| fill.table == table.index)
                .map(|fill| LoopView {
                    name: Case::Pascal
                        .join(&fill.words.iter().map(String::as_str).collect::<Vec<_>>()),
                    fill,
                })
                .collect(),
        });
        Self {
            doc: class_doc(outline),
            visible,
            name: &module.names.type_name,
            squares: outline.ranks.iter().map(|rank| squares(rank, visible)).collect(),
            arrays: outline.arrays.iter().map(|one| array(one, module, visible)).collect(),
            methods,
            filled: filled.collect(),
            walk: outline.walk.as_ref().filter(|_| module.fills()).map(WalkView::new),
        }
    }
}

fn class_doc(outline: &Outline<'_>) -> Vec<String> {
    let mut lines =
        vec!["<summary>".to_owned(), outline.summary.to_owned(), "</summary>".to_owned()];
    lines.push("<remarks>".to_owned());
    for (at, note) in outline.notes.iter().enumerate() {
        lines.push("<para>".to_owned());
        lines.extend(wrap(note, COMMENT));
        if at == 0 {
            lines.push("<code>".to_owned());
            lines.extend(outline.diagram.iter().map(|line| line.trim_end().to_owned()));
            lines.push("</code>".to_owned());
        }
        lines.push("</para>".to_owned());
    }
    lines.push("</remarks>".to_owned());
    lines
}

fn squares(rank: &crate::render::outline::RankOfSquares, visible: &str) -> Squares {
    let squares: Vec<String> =
        rank.squares.iter().map(|(name, bit)| format!("{name} = {bit}")).collect();
    let lines = wrap(&squares.join(", "), WIDTH - 8);
    Squares {
        doc: rank.doc.clone(),
        text: format!("{visible}const int {};", lines.join("\n        ")),
    }
}

fn square(outline: &Outline<'_>, visible: &str) -> Option<Method> {
    let square = outline.square.as_ref()?;
    let value = match (&square.linear, &square.list) {
        (Some(linear), _) => linear.clone(),
        (_, list) => {
            let list = list.as_deref().unwrap_or("");
            format!("{list}[{} * rank + file]", square.width)
        }
    };
    Some(Method {
        doc: summary(&square.doc.join(" ")),
        head: format!("{visible}static int {}(int file, int rank)", square.name),
        is_unchecked: false,
        body: vec![format!("return {value};")],
    })
}

/// Tables by number, and functions that turn words round.
type Reads<'a> = (&'a [(String, Storage)], &'a Reversals);

const fn type_name(kind: Type) -> &'static str {
    match kind {
        Type::Word => "ulong",
        Type::Half => "uint",
    }
}

fn statements(
    syntax: &CSharpSyntax<'_>,
    program: &Program,
    wanted: Value,
    given: &[(Value, Expr)],
    cast: &str,
) -> Vec<String> {
    let case = |name: &str| Case::Camel.join(&[name]);
    let declare = |variable: &Let| {
        format!("{} {} = {};", type_name(variable.kind), variable.name, variable.value.text)
    };
    let finish = |result: &Expr| {
        let result = if cast.is_empty() {
            result.text.clone()
        } else {
            format!("{cast}{}", result.operand())
        };
        format!("return {result};")
    };
    let statements = Statements {
        syntax,
        case: &case,
        declare: &declare,
        finish: &finish,
        break_up: None,
        width: WIDTH - 4,
    };
    statements.write(program, wanted, given)
}

fn method(function: &Function<'_>, (tables, reversals): Reads<'_>, visible: &str) -> Method {
    let visibility = if function.is_public { visible } else { "private " };
    let syntax = CSharpSyntax {
        square: Expr::prefix("(uint)square"),
        occupied: "occupied",
        fields: &function.fields,
        tables,
        reversals,
    };
    let given = function.given(|name| format!("{name}(square, occupied)"));
    let kind = type_name(function.kind());
    Method {
        doc: function_doc(&function.doc),
        head: format!("{visibility}static {kind} {}(int square, ulong occupied)", function.name),
        is_unchecked: overflows(function.program, function.wanted, &function.bounds),
        body: statements(&syntax, function.program, function.wanted, &given, ""),
    }
}

fn scan_method(scan: &Scan<'_>, (tables, reversals): Reads<'_>, visible: &str) -> Method {
    let parameter = match scan.width {
        8 => "byte",
        16 => "ushort",
        32 => "uint",
        _ => "ulong",
    };
    let square = if scan.width < 32 { Expr::prefix("(uint)word") } else { Expr::atom("word") };
    let syntax = CSharpSyntax { square, occupied: "word", fields: &[], tables, reversals };
    let mut doc = summary(&scan.summary);
    doc.extend(tag("param", " name=\"word\"", "The bits; the result is undefined for 0."));
    Method {
        doc,
        head: format!("{visible}static int {}({parameter} word)", scan.name),
        is_unchecked: true,
        body: statements(&syntax, scan.program, scan.program.result, &[], "(int)"),
    }
}

/// The methods that turn words round, neighbours of ever fewer bits changing places.
fn reversals(names: &Reversals) -> Vec<Method> {
    let method = |name: &str, what: &str, swaps: &[(u64, u8)]| {
        let swap = |(lower, places): &(u64, u8)| {
            let lower = format!("0x{lower:016x}UL");
            format!("word = ((word & {lower}) << {places}) | ((word >> {places}) & {lower});")
        };
        let last = "return (word << 32) | (word >> 32);".to_owned();
        Method {
            doc: summary(&format!("Returns a word with its {what} in the opposite order.")),
            head: format!("private static ulong {name}(ulong word)"),
            is_unchecked: false,
            body: swaps.iter().map(swap).chain([last]).collect(),
        }
    };
    let swaps = [
        (0x5555_5555_5555_5555, 1),
        (0x3333_3333_3333_3333, 2),
        (0x0f0f_0f0f_0f0f_0f0f, 4),
        (0x00ff_00ff_00ff_00ff, 8),
        (0x0000_ffff_0000_ffff, 16),
    ];
    let bytes = names.bytes.iter().map(|name| method(name, "bytes", &swaps[3..]));
    bytes.chain(names.bits.iter().map(|name| method(name, "bits", &swaps))).collect()
}

/// The class of tests.
#[derive(Template)]
#[template(path = "csharp/test.cs", escape = "none")]
pub(super) struct Test<'a> {
    visible: &'static str,
    name: String,
    of: &'a str,
    /// A method that walks each piece's rays, with what it returns.
    walked: Vec<(String, String)>,
    /// Lookups: name in prose, lookup, what is walked instead, masks.
    compared: Vec<[String; 4]>,
    arrays: Vec<ArrayView>,
    walk: Option<WalkView<'a>>,
}

impl<'a> Test<'a> {
    pub(super) fn new(
        outline: &'a Outline<'a>,
        test: &'a SelfTest<'a>,
        visible: &'static str,
    ) -> Self {
        let of = &outline.module.names.type_name;
        let walk = outline.walk.as_ref();
        let name = |spoken: &str| Case::Pascal.join(&["walk", spoken]);
        let mut walked = Vec::new();
        let mut compared = Vec::new();
        for piece in &test.pieces {
            let rays = &piece.rays;
            let range = walk.filter(|walk| walk.has_range).map(|_| format!("{}, ", rays.range));
            let range = range.unwrap_or_default();
            let call = walk.map_or("", |walk| &walk.name);
            let value = format!("{call}({}, {}, {range}square, occupied)", rays.steps, rays.from);
            walked.push((name(&piece.spoken), value));
            if piece.is_public {
                let lookup = format!("{of}.{}", piece.lookup);
                compared.push([
                    piece.spoken.clone(),
                    lookup,
                    name(&piece.spoken),
                    piece.masks.clone(),
                ]);
            }
        }
        for union in &test.unions {
            let of_pieces: Vec<&TestedPiece> =
                union.of.iter().map(|at| &test.pieces[*at]).collect();
            let calls: Vec<String> = of_pieces
                .iter()
                .map(|piece| format!("{}(square, occupied)", name(&piece.spoken)))
                .collect();
            walked.push((name(&union.spoken), calls.join(" | ")));
            for piece in of_pieces {
                let lookup = format!("{of}.{}", union.lookup);
                compared.push([
                    union.spoken.clone(),
                    lookup,
                    name(&union.spoken),
                    piece.masks.clone(),
                ]);
            }
        }
        Self {
            visible,
            name: format!("{of}Test"),
            of,
            walked,
            compared,
            arrays: test.arrays.iter().map(|one| array(one, outline.module, "")).collect(),
            walk: walk.map(WalkView::new),
        }
    }
}
