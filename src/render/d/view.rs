//! An page in; what the template prints out.

use askama::Template;

use super::syntax::{D, element};
use crate::model::{Case, Storage, Type};
use crate::render::code::expr::{Expr, Number};
use crate::render::code::node::{Let, Node, Operators, Wanted, Writer, camel};
use crate::render::code::print::Style;
use crate::render::code::statements::Statements;
use crate::render::page::{
    Array, FillLoop, Function, FunctionDoc, Look, Page, RankOfSquares, Rays, SWAPS, Scan, SelfTest,
    Walk, joined, swapped,
};
use crate::render::text::literal::Hex;
use crate::render::text::provenance::wrap;
use crate::render::text::taken::Taken;

/// Columns of a line.
const WIDTH: usize = 100;

/// A module.
#[derive(Template)]
#[template(path = "d/module.d", escape = "none")]
pub(super) struct View<'a> {
    header: &'a [String],
    licence: &'a [String],
    doc: Vec<String>,
    module: &'a str,
    has_bswap: bool,
    squares: Vec<(String, Vec<String>)>,
    arrays: Vec<ArrayView>,
    filled: Vec<ArrayView>,
    routines: Vec<Routine>,
    walk: Option<WalkView<'a>>,
    fills: Vec<FillView<'a>>,
    test: Option<TestView>,
}

/// An array; of one that is filled, there are no rows.
struct ArrayView {
    doc: Vec<String>,
    /// `private immutable ulong[64] rookMasks`
    head: String,
    rows: String,
}

/// A function.
struct Routine {
    doc: Vec<String>,
    head: String,
    body: Vec<String>,
}

/// How rays are walked.
struct WalkView<'a> {
    walk: &'a Walk,
    /// The set of squares, where some index is none.
    squares: Option<String>,
    /// Whether only the test walks.
    is_tested: bool,
}

/// A loop that fills.
struct FillView<'a> {
    fill: &'a FillLoop,
    walked: String,
}

/// The unit test.
struct TestView {
    /// What only the test reads.
    arrays: Vec<ArrayView>,
    /// A function that walks each piece's rays, with what it returns.
    walkers: Vec<(String, String)>,
    /// Lookups: name in prose, lookup, what is walked instead, masks.
    compared: Vec<[String; 4]>,
}

const LOOK: Look<Hex> = Look {
    word: Hex::new(16, "UL"),
    margin: "    ",
    words: 4,
    numbers: 16,
    is_aligned: true,
    trailing_comma: true,
    comment: Some(" // "),
};

fn array(array: &Array<'_>, page: &Page<'_>) -> ArrayView {
    let visibility = if array.is_public { "" } else { "private " };
    let element = element(array.storage, array.is_signed);
    let length = array.values.len();
    ArrayView {
        doc: comment(&array.doc),
        head: format!("{visibility}immutable {element}[{length}] {}", array.name),
        rows: LOOK.rows(array, page.module),
    }
}

/// A sentence as a comment: on a line, or between delimiters on several.
fn comment(text: &str) -> Vec<String> {
    if text.len() + "/// ".len() <= WIDTH {
        return vec![format!("/// {text}")];
    }
    block(&wrap(text, WIDTH - " * ".len()))
}

fn block(lines: &[String]) -> Vec<String> {
    let inner = lines.iter().map(|line| format!(" * {line}").trim_end().to_owned());
    ["/**".to_owned()].into_iter().chain(inner).chain([" */".to_owned()]).collect()
}

fn function_doc(doc: &FunctionDoc) -> Vec<String> {
    let mut lines = wrap(&doc.summary, WIDTH - " * ".len());
    lines.extend([String::new(), "Params:".to_owned()]);
    for (name, meaning) in [("square", &doc.square), ("occupied", &doc.occupied)] {
        let text = format!("{name} = {meaning}");
        lines.extend(wrap(&text, WIDTH - 7).iter().map(|line| format!("    {line}")));
    }
    lines.extend([String::new(), format!("Returns: {}", doc.returns)]);
    block(&lines)
}

impl<'a> WalkView<'a> {
    fn new(walk: &'a Walk, is_tested: bool, style: &Style) -> Self {
        let word = |value| style.text(&Number::hex(value, 16).suffixed("UL").into());
        let squares = walk.squares.map(word);
        Self { walk, squares, is_tested }
    }
}

/// A call of the function that walks.
fn walked(walk: &Walk, rays: &Rays, occupied: &str) -> String {
    let range = if walk.has_range { format!("{}, ", rays.range) } else { String::new() };
    format!("{}({}, {}, {range}square, {occupied})", walk.name, rays.steps, rays.from)
}

/// Names of arrays that nothing but the test reads.
fn tested_only(page: &Page<'_>) -> Vec<String> {
    let Some(test) = &page.self_test else { return Vec::new() };
    let mut names: Vec<&String> = Vec::new();
    for piece in &test.pieces {
        names.extend([&piece.masks, &piece.rays.steps, &piece.rays.from]);
    }
    let grid = page.walk.as_ref().and_then(|walk| walk.grid.as_ref());
    names.extend(grid.iter().flat_map(|grid| [&grid.of_bit, &grid.bit_of]));
    let functions = page.lookups.iter().chain(&page.indices);
    let fields = functions.flat_map(|function| {
        function.fields.iter().filter(|(field, _)| function.program.uses(*field))
    });
    let mut read: Vec<&String> = fields.map(|(_, name)| name).collect();
    for fill in &page.fills {
        read.extend([&fill.masks, &fill.rays.steps, &fill.rays.from]);
        read.extend(grid.iter().flat_map(|grid| [&grid.of_bit, &grid.bit_of]));
    }
    names.retain(|name| !read.contains(name));
    names.into_iter().cloned().collect()
}

impl<'a> View<'a> {
    pub(super) fn new(page: &'a Page<'a>, module: &'a str) -> Self {
        let mut routines: Vec<Routine> = square(page).into_iter().collect();
        routines.extend(page.lookups.iter().map(|one| function(one, page)));
        routines.extend(page.unions.iter().map(|union| {
            let calls: Vec<String> =
                union.of.iter().map(|lookup| format!("{lookup}(square, occupied)")).collect();
            Routine {
                doc: function_doc(&union.doc),
                head: head("ulong", &union.name, PARAMETERS),
                body: vec![format!("return {};", calls.join(" | "))],
            }
        }));
        routines.extend(page.scans.iter().map(|one| scan(one, page)));
        routines.extend(page.indices.iter().map(|one| function(one, page)));
        routines.extend(reversal(page));
        let fills = page.module.fills();
        let walk = page.walk.as_ref();
        let fill = |fill: &'a FillLoop| {
            walk.map(|walk| FillView { fill, walked: walked(walk, &fill.rays, "subset") })
        };
        let tested = tested_only(page);
        let is_tested = |one: &&Array<'_>| !one.is_public && tested.contains(&one.name);
        let (apart, arrays): (Vec<_>, Vec<_>) = page.arrays.iter().partition(is_tested);
        let apart: Vec<ArrayView> = apart.into_iter().map(|one| array(one, page)).collect();
        let test = page.self_test.as_ref();
        Self {
            header: &page.header,
            licence: &page.module.licence,
            doc: module_doc(page),
            module,
            has_bswap: page.reversals.bits.is_some() || page.reversals.bytes.is_some(),
            squares: page.ranks.iter().map(squares).collect(),
            arrays: arrays.into_iter().map(|one| array(one, page)).collect(),
            filled: page
                .filled
                .iter()
                .map(|table| {
                    let visibility = if table.is_public { "" } else { "private " };
                    ArrayView {
                        doc: comment(&table.doc),
                        head: format!(
                            "{visibility}immutable ulong[{}] {}",
                            table.length, table.name
                        ),
                        rows: String::new(),
                    }
                })
                .collect(),
            routines,
            walk: walk.map(|walk| WalkView::new(walk, !fills, &page.styled(Style::PLAIN))),
            fills: page.fills.iter().filter_map(fill).collect(),
            test: test.and_then(|test| Some(TestView::new(walk?, test, &page.taken, apart))),
        }
    }

    pub(super) fn text(&self) -> String {
        // The only way for a template to fail is a failing writer, and a text never fails.
        let text = self.render().unwrap_or_default();
        format!("{}\n", text.trim_end())
    }
}

impl TestView {
    fn new(walk: &Walk, test: &SelfTest<'_>, taken: &Taken, arrays: Vec<ArrayView>) -> Self {
        let names = test.walkers(taken, Case::Camel);
        let compared = test.compared(&names);
        let walkers = names.into_iter().zip(test.walked()).map(|(name, (_, pieces))| {
            let calls: Vec<String> =
                pieces.iter().map(|piece| walked(walk, &piece.rays, "occupied")).collect();
            (name, calls.join("\n            | "))
        });
        Self { arrays, walkers: walkers.collect(), compared }
    }
}

fn module_doc(page: &Page<'_>) -> Vec<String> {
    let mut lines = vec![page.summary.to_owned()];
    for (at, note) in page.notes.iter().enumerate() {
        lines.push(String::new());
        lines.extend(wrap(note, WIDTH - " * ".len()));
        if at == 0 {
            lines.push("---".to_owned());
            lines.extend(page.diagram.iter().map(|line| line.trim_end().to_owned()));
            lines.push("---".to_owned());
        }
    }
    block(&lines)
}

fn squares(rank: &RankOfSquares) -> (String, Vec<String>) {
    let squares: Vec<String> =
        rank.squares.iter().map(|(name, bit)| format!("{name} = {bit}")).collect();
    (rank.doc.clone(), wrap(&format!("enum int {};", squares.join(", ")), WIDTH - 4))
}

const PARAMETERS: &str = "(int square, ulong occupied)";

fn head(kind: &str, name: &str, parameters: &str) -> String {
    let line = format!("{kind} {name}{parameters}");
    let attributes = "@safe pure nothrow @nogc";
    if line.len() + 1 + attributes.len() <= WIDTH {
        format!("{line} {attributes}")
    } else {
        format!("{line}\n    {attributes}")
    }
}

fn square(page: &Page<'_>) -> Option<Routine> {
    let square = page.square.as_ref()?;
    let entry = |list: &str, place| Expr::index(list, place);
    let value = square.value(&Operators::C, ["file", "rank"], entry);
    Some(Routine {
        doc: comment(&square.doc.join(" ")),
        head: head("int", &square.name, "(int file, int rank)"),
        body: vec![format!("return {};", Style::PLAIN.text(&value))],
    })
}

const fn type_name(kind: Type) -> &'static str {
    match kind {
        Type::Word => "ulong",
        Type::Half => "uint",
    }
}

fn statements(wanted: Wanted<'_>) -> Vec<String> {
    let style = wanted.writer.style;
    let declare = |one: &Let| {
        vec![format!("const {} {} = {};", type_name(one.kind), one.name, style.text(&one.value))]
    };
    let finish = |result: &Node| vec![format!("return {};", style.text(&result.written))];
    let statements =
        Statements { wanted, declare: &declare, finish: &finish, break_up: None, width: WIDTH - 4 };
    statements.written().lines
}

fn function(function: &Function<'_>, page: &Page<'_>) -> Routine {
    let dialect = D {
        square: "square",
        occupied: "occupied",
        fields: &function.fields,
        tables: &page.tables,
        reversals: &page.reversals,
    };
    let given = function.called(&["square", "occupied"]);
    let style = page.styled(Style::PLAIN);
    let writer = Writer { dialect: &dialect, style: &style, case: camel };
    let visibility = if function.is_public { "" } else { "private " };
    let kind = format!("{visibility}{}", type_name(function.kind()));
    Routine {
        doc: function_doc(&function.doc),
        head: head(&kind, &function.name, PARAMETERS),
        body: statements(function.wanted(&given, writer)),
    }
}

fn scan(scan: &Scan<'_>, page: &Page<'_>) -> Routine {
    let storage = match scan.width {
        8 => Storage::Byte,
        16 => Storage::Short,
        32 => Storage::Half,
        _ => Storage::Word,
    };
    let dialect = D {
        square: "word",
        occupied: "word",
        fields: &[],
        tables: &page.tables,
        reversals: &page.reversals,
    };
    let style = page.styled(Style::PLAIN);
    let writer = Writer { dialect: &dialect, style: &style, case: camel };
    Routine {
        doc: comment(&format!("{} The result is undefined for 0.", scan.summary)),
        head: head("int", &scan.name, &format!("({} word)", element(storage, false))),
        body: statements(scan.wanted(writer)),
    }
}

/// The function that turns the bits of a word round; the runtime has one for bytes.
fn reversal(page: &Page<'_>) -> Option<Routine> {
    let name = page.reversals.bits.as_ref()?;
    let style = page.styled(Style::PLAIN);
    let swap = |(lower, places): &(u64, u8)| {
        let lower = Number::hex(*lower, 16).suffixed("UL").into();
        let halves = swapped(&Operators::C, "word", lower, *places);
        format!("word = {};", style.text(&joined(Operators::C.or, halves.into())))
    };
    let last = "return bswap(word);".to_owned();
    Some(Routine {
        doc: comment("Returns a word with its bits in the opposite order."),
        head: head("private ulong", name, "(ulong word)"),
        body: SWAPS[..3].iter().map(swap).chain([last]).collect(),
    })
}
