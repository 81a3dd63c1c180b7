//! Functions of an page in; methods out.

use super::syntax::{CSharp, HALF, overflows, to};
use super::view::{WIDTH, summary, tag};
use crate::model::{Storage, Type};
use crate::render::code::expr::{Cast, Expr, Number};
use crate::render::code::node::{Let, Node, Operators, Wanted, Writer, camel};
use crate::render::code::print::Style;
use crate::render::code::statements::Statements;
use crate::render::page::{
    Function, FunctionDoc, Page, Reversals, SWAPS, Scan, Union, joined, swapped,
};

/// A method.
pub(super) struct Method {
    pub(super) doc: Vec<String>,
    pub(super) head: String,
    /// True for what is worth more than a call.
    pub(super) is_inlined: bool,
    pub(super) is_unchecked: bool,
    pub(super) body: Vec<String>,
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

pub(super) fn square(page: &Page<'_>, visible: &str) -> Option<Method> {
    let square = page.square.as_ref()?;
    let entry = |list: &str, place| Expr::index(list, place);
    let value = square.value(&Operators::C, ["file", "rank"], entry);
    Some(Method {
        doc: summary(&square.doc.join(" ")),
        head: format!("{visible}static int {}(int file, int rank)", square.name),
        is_inlined: false,
        is_unchecked: false,
        body: vec![format!("return {};", Style::PLAIN.text(&value))],
    })
}

/// What all methods read.
#[derive(Clone, Copy)]
pub(super) struct Reads<'a> {
    /// Tables by number: how they are written, and how wide their entries are.
    pub(super) tables: &'a [(String, Storage)],
    /// Functions that turn words round.
    pub(super) reversals: &'a Reversals,
    /// How expressions look.
    pub(super) style: &'a Style,
}

const fn type_name(kind: Type) -> &'static str {
    match kind {
        Type::Word => "ulong",
        Type::Half => "uint",
    }
}

/// A program's statements; the result is converted by `cast`.
fn statements(wanted: Wanted<'_>, cast: Option<Cast>) -> Vec<String> {
    let style = wanted.writer.style;
    let declare = |one: &Let| {
        vec![format!("{} {} = {};", type_name(one.kind), one.name, style.text(&one.value))]
    };
    let finish = |result: &Node| {
        let value = result.written.clone();
        let value = cast.map_or(value.clone(), |cast| value.cast(cast));
        vec![format!("return {};", style.text(&value))]
    };
    let statements =
        Statements { wanted, declare: &declare, finish: &finish, break_up: None, width: WIDTH - 4 };
    statements.written().lines
}

pub(super) fn method(
    function: &Function<'_>,
    Reads { tables, reversals, style }: Reads<'_>,
    visible: &str,
) -> Method {
    let visibility = if function.is_public { visible } else { "private " };
    let dialect = CSharp {
        square: Expr::name("square").cast(HALF),
        occupied: "occupied",
        fields: &function.fields,
        tables,
        reversals,
    };
    let given = function.called(&["square", "occupied"]);
    let writer = Writer { dialect: &dialect, style, case: camel };
    let kind = type_name(function.kind());
    Method {
        doc: function_doc(&function.doc),
        head: format!("{visibility}static {kind} {}(int square, ulong occupied)", function.name),
        is_inlined: true,
        is_unchecked: overflows(function),
        body: statements(function.wanted(&given, writer), None),
    }
}

/// The lookup of a union.
pub(super) fn union_method(union: &Union, visible: &str) -> Method {
    let value = union.value(Operators::C.or, &["square", "occupied"]);
    Method {
        doc: function_doc(&union.doc),
        head: format!("{visible}static ulong {}(int square, ulong occupied)", union.name),
        is_inlined: true,
        is_unchecked: false,
        body: vec![format!("return {};", Style::PLAIN.text(&value))],
    }
}

pub(super) fn scan_method(
    scan: &Scan<'_>,
    Reads { tables, reversals, style }: Reads<'_>,
    visible: &str,
) -> Method {
    let parameter = match scan.width {
        8 => "byte",
        16 => "ushort",
        32 => "uint",
        _ => "ulong",
    };
    let word = Expr::name("word");
    let square = if scan.width < 32 { word.cast(HALF) } else { word };
    let dialect = CSharp { square, occupied: "word", fields: &[], tables, reversals };
    let writer = Writer { dialect: &dialect, style, case: camel };
    let mut doc = summary(&scan.summary);
    doc.extend(tag("param", " name=\"word\"", "The bits; the result is undefined for 0."));
    Method {
        doc,
        head: format!("{visible}static int {}({parameter} word)", scan.name),
        is_inlined: true,
        is_unchecked: true,
        body: statements(scan.wanted(writer), Some(to("int"))),
    }
}

/// The methods that turn words round, neighbours of ever fewer bits changing places.
pub(super) fn reversals(names: &Reversals, style: &Style) -> Vec<Method> {
    let method = |name: &str, what: &str, swaps: &[(u64, u8)]| {
        let swap = |(lower, places): &(u64, u8)| {
            let lower = Number::hex(*lower, 16).suffixed("UL").into();
            let halves = swapped(&Operators::C, "word", lower, *places);
            format!("word = {};", style.text(&joined(Operators::C.or, halves.into())))
        };
        let last = "return (word << 32) | (word >> 32);".to_owned();
        Method {
            doc: summary(&format!("Returns a word with its {what} in the opposite order.")),
            head: format!("private static ulong {name}(ulong word)"),
            is_inlined: true,
            is_unchecked: false,
            body: swaps.iter().map(swap).chain([last]).collect(),
        }
    };
    let bytes = names.bytes.iter().map(|name| method(name, "bytes", &SWAPS[3..]));
    bytes.chain(names.bits.iter().map(|name| method(name, "bits", &SWAPS))).collect()
}
