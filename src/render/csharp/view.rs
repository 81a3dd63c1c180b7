//! An page in; what the templates print out.

use askama::Template;

use super::methods::{Method, Reads, method, reversals, scan_method, square, union_method};
use super::syntax::{element, tables};
use crate::model::{Case, Module};
use crate::render::code::expr::Number;
use crate::render::code::print::Style;
use crate::render::page::{Array, FillLoop, Look, Page, RankOfSquares, Walk};
use crate::render::text::literal::Hex;
use crate::render::text::provenance::wrap;

/// Columns of a comment in a class in a namespace, without its slashes.
pub(super) const COMMENT: usize = 100 - 8 - "/// ".len();

/// Columns of a statement in a method of a class in a namespace, and in a block there.
pub(super) const WIDTH: usize = 100 - 16;

/// What stands around a class.
#[derive(Clone, Copy)]
pub(super) struct Frame<'a> {
    pub(super) header: &'a [String],
    pub(super) licence: &'a [String],
    /// Namespaces whose names are used.
    pub(super) uses: &'a [&'a str],
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
    /// By rank.
    squares: Vec<Vec<Square>>,
    arrays: Vec<ArrayView>,
    methods: Vec<Method>,
    filled: Vec<FilledView<'a>>,
    walk: Option<WalkView<'a>>,
    /// The nested class.
    holder: String,
}

/// The constant of a square.
struct Square {
    doc: String,
    text: String,
}

/// An array of literals.
pub(super) struct ArrayView {
    pub(super) doc: Vec<String>,
    /// `private static readonly ulong[] RookMasks`
    pub(super) head: String,
    pub(super) rows: String,
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
pub(super) struct WalkView<'a> {
    pub(super) walk: &'a Walk,
    /// The head of the method, on two lines where it doesn't fit one.
    pub(super) head: String,
    /// The set of squares, where some index is none.
    pub(super) squares: Option<String>,
}

impl<'a> WalkView<'a> {
    pub(super) fn new(walk: &'a Walk, style: &Style) -> Self {
        let word = |value| style.text(&Number::hex(value, 16).suffixed("UL").into());
        let squares = walk.squares.map(word);
        let range = if walk.has_range { "int range, " } else { "" };
        let name = &walk.name;
        let parameters = format!("sbyte[] steps, ulong[] from, {range}int square, ulong occupied");
        let mut head = format!("private static ulong {name}({parameters})");
        if head.len() > 100 - 8 {
            head = format!("private static ulong {name}(\n        {parameters})");
        }
        Self { walk, head, squares }
    }
}

impl LoopView<'_> {
    /// What is walked.
    fn walked(&self, walk: &Walk) -> String {
        let rays = &self.fill.rays;
        let range = if walk.has_range { format!("{}, ", rays.range) } else { String::new() };
        format!("{}({}, {}, {range}square, subset)", walk.name, rays.steps, rays.from)
    }
}

const LOOK: Look<Hex> = Look {
    word: Hex::new(16, "UL"),
    margin: "        ",
    words: 4,
    numbers: 16,
    is_aligned: true,
    trailing_comma: true,
    comment: Some(" // "),
};

pub(super) fn array(array: &Array<'_>, module: &Module, visible: &str) -> ArrayView {
    let visibility = if array.is_public { visible } else { "private " };
    let element = element(array.storage, array.is_signed);
    ArrayView {
        doc: summary(&array.doc),
        head: format!("{visibility}static readonly {element}[] {}", array.name),
        rows: LOOK.rows(array, module),
    }
}

/// A sentence in the comment of a member.
pub(super) fn summary(text: &str) -> Vec<String> {
    tag("summary", "", text)
}

/// An element of a comment, on one line where it fits.
pub(super) fn tag(name: &str, attributes: &str, text: &str) -> Vec<String> {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let line = format!("<{name}{attributes}>{text}</{name}>");
    if line.len() <= COMMENT {
        return vec![line];
    }
    let lines = [format!("<{name}{attributes}>")].into_iter().chain(wrap(&text, COMMENT));
    lines.chain([format!("</{name}>")]).collect()
}

impl<'a> Class<'a> {
    pub(super) fn new(page: &'a Page<'a>, visible: &'static str) -> Self {
        let module = page.module;
        let holder = page.taken.clone().name("Tables");
        let tables = tables(page, &holder);
        let style = page.styled(Style::PLAIN);
        let reads = Reads { tables: &tables, reversals: &page.reversals, style: &style };
        let mut methods: Vec<Method> = square(page, visible).into_iter().collect();
        let (lookups, indices) = (&page.lookups, &page.indices);
        methods.extend(lookups.iter().map(|function| method(function, reads, visible)));
        methods.extend(page.unions.iter().map(|union| union_method(union, visible)));
        methods.extend(indices.iter().map(|function| method(function, reads, visible)));
        methods.extend(page.scans.iter().map(|scan| scan_method(scan, reads, visible)));
        methods.extend(reversals(&page.reversals, &style));
        let filled = page.filled.iter().map(|table| FilledView {
            doc: &table.doc,
            name: &table.name,
            length: table.length,
            public: table.is_public.then(|| format!("{visible}static ulong[] {}", table.name)),
            loops: page
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
            doc: class_doc(page),
            visible,
            name: &module.names.type_name,
            squares: page.ranks.iter().map(|rank| squares(rank, visible)).collect(),
            arrays: page.arrays.iter().map(|one| array(one, module, visible)).collect(),
            methods,
            filled: filled.collect(),
            walk: page
                .walk
                .as_ref()
                .filter(|_| module.fills())
                .map(|walk| WalkView::new(walk, &style)),
            holder,
        }
    }

    /// Namespaces whose names it uses.
    pub(super) fn uses(&self) -> &'static [&'static str] {
        let is_inlined = self.methods.iter().any(|method| method.is_inlined);
        if is_inlined { &["System.Runtime.CompilerServices"] } else { &[] }
    }
}

fn class_doc(page: &Page<'_>) -> Vec<String> {
    let mut lines = vec!["<summary>".to_owned(), page.summary.to_owned(), "</summary>".to_owned()];
    lines.push("<remarks>".to_owned());
    for (at, note) in page.notes.iter().enumerate() {
        lines.push("<para>".to_owned());
        lines.extend(wrap(note, COMMENT));
        if at == 0 {
            lines.push("<code>".to_owned());
            lines.extend(page.diagram.iter().map(|line| line.trim_end().to_owned()));
            lines.push("</code>".to_owned());
        }
        lines.push("</para>".to_owned());
    }
    lines.push("</remarks>".to_owned());
    lines
}

fn squares(rank: &RankOfSquares, visible: &str) -> Vec<Square> {
    let square = |(name, bit): &(String, u8)| Square {
        doc: format!("The square {name}."),
        text: format!("{visible}const int {name} = {bit};"),
    };
    rank.squares.iter().map(square).collect()
}
