//! Functions of an outline in; methods out.

use super::syntax::{CSharpSyntax, overflows};
use super::view::{WIDTH, summary, tag};
use crate::model::{Case, Program, Storage, Type, Value};
use crate::render::expr::{Expr, Let};
use crate::render::literal::Digits;
use crate::render::outline::{Function, FunctionDoc, Outline, Reversals, Scan, Union};
use crate::render::statements::Statements;

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

pub(super) fn square(outline: &Outline<'_>, visible: &str) -> Option<Method> {
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
        is_inlined: false,
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

pub(super) fn method(
    function: &Function<'_>,
    (tables, reversals): Reads<'_>,
    visible: &str,
) -> Method {
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
        is_inlined: true,
        is_unchecked: overflows(function),
        body: statements(&syntax, function.program, function.wanted, &given, ""),
    }
}

/// The lookup of a union.
pub(super) fn union_method(union: &Union, visible: &str) -> Method {
    let calls: Vec<String> =
        union.of.iter().map(|lookup| format!("{lookup}(square, occupied)")).collect();
    Method {
        doc: function_doc(&union.doc),
        head: format!("{visible}static ulong {}(int square, ulong occupied)", union.name),
        is_inlined: true,
        is_unchecked: false,
        body: vec![format!("return {};", calls.join(" | "))],
    }
}

pub(super) fn scan_method(
    scan: &Scan<'_>,
    (tables, reversals): Reads<'_>,
    visible: &str,
) -> Method {
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
        is_inlined: true,
        is_unchecked: true,
        body: statements(&syntax, scan.program, scan.program.result, &[], "(int)"),
    }
}

/// The methods that turn words round, neighbours of ever fewer bits changing places.
pub(super) fn reversals(names: &Reversals) -> Vec<Method> {
    let method = |name: &str, what: &str, swaps: &[(u64, u8)]| {
        let swap = |(lower, places): &(u64, u8)| {
            let lower = format!("0x{:016x}UL", Digits(lower));
            format!("word = ((word & {lower}) << {places}) | ((word >> {places}) & {lower});")
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
