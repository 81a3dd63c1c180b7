//! The functions of a file.

use super::dialect::Parameter;
use super::lines::{BODY, apart, assigned, comment, returned};
use super::syntax::{Js, OPERATORS, WORD_OPERATORS, cut, exact, pair, unsigned};
use super::view::File;
use super::walks::{Late, parameters, walked};
use crate::model::{Op, Program, Type, Value};
use crate::render::code::bounds::Bounds;
use crate::render::code::expr::{Expr, Number};
use crate::render::code::node::{Let, Node, Wanted, Writer, camel};
use crate::render::code::statements::Statements;
use crate::render::page::{Function, SWAPS, Scan, SelfTest, Union, joined};

/// A function.
pub(super) struct FunctionView {
    pub(super) doc: String,
    pub(super) head: String,
    pub(super) body: Vec<String>,
    pub(super) is_public: bool,
}

impl File<'_> {
    /// Functions that others may call, and the lookups that they call.
    pub(super) fn functions(&self, late: Option<&Late>, end: &str) -> Vec<FunctionView> {
        let page = self.page;
        let mut functions: Vec<FunctionView> = self.square(end).into_iter().collect();
        functions.extend(page.lookups.iter().map(|lookup| {
            let late = late.filter(|_| !lookup.piece.fills.is_empty());
            self.function(lookup, late, end)
        }));
        functions.extend(page.unions.iter().map(|union| self.union(union, end)));
        functions.extend(page.scans.iter().map(|scan| self.scan(scan, end)));
        functions
    }

    /// A function with its comment.
    fn named(
        &self,
        (name, is_public): (&str, bool),
        summary: &str,
        parameters: &[Parameter<'_>],
        (kind, returns): (&'static str, &str),
        end: &str,
    ) -> FunctionView {
        let start = format!("{}function {name}", self.dialect.export(is_public));
        FunctionView {
            doc: comment(&self.dialect.doc(summary, parameters, Some((kind, returns)))),
            head: self.dialect.head(&start, parameters, kind, end),
            body: Vec::new(),
            is_public,
        }
    }

    fn square(&self, end: &str) -> Option<FunctionView> {
        let square = self.page.square.as_ref()?;
        let entry = |list: &str, place| self.dialect.entry(list, place);
        let value = square.value(&OPERATORS, ["file", "rank"], entry);
        let [file, rank] =
            [("a", square.width), ("rank 1", square.height)].map(|(first, count)| {
                format!("counted from 0 for {first} to {}", count.saturating_sub(1))
            });
        let number = |name, meaning| Parameter::new(name, "number", meaning);
        let parameters = [number("file", file), number("rank", rank)];
        let (first, rest) = square.doc.split_first()?;
        // What file and rank may be stands with the parameters.
        let rest = if self.dialect.has_tags { rest.get(1..).unwrap_or_default() } else { rest };
        let summary = [first].into_iter().chain(rest).cloned().collect::<Vec<_>>().join(" ");
        let name = (square.name.as_str(), true);
        let view = self.named(name, &summary, &parameters, ("number", "the bit index"), end);
        Some(FunctionView { body: returned(&value, &self.style), ..view })
    }

    pub(super) fn function(
        &self,
        function: &Function<'_>,
        late: Option<&Late>,
        end: &str,
    ) -> FunctionView {
        let doc = &function.doc;
        let parameters = parameters(self.dialect, &doc.square, &doc.occupied);
        let kind = match function.kind() {
            Type::Word => self.dialect.bitboard(),
            Type::Half => "number",
        };
        let name = (function.name.as_str(), function.is_public);
        let view = self.named(name, &doc.summary, &parameters, (kind, doc.returns), end);
        let ask = |late: &Late| {
            [format!("if (!{}) {{", late.flag), format!("  {}();", late.fill), "}".to_owned()]
        };
        let mut body: Vec<String> = late.into_iter().flat_map(ask).collect();
        let given = function.called(self.dialect.arguments());
        let js = Js { fields: &function.fields, ..self.js() };
        let whole = function.wanted(&given, self.writer(&js));
        if self.dialect.has_words {
            body.extend(self.statements(whole));
        } else {
            let (program, value) = by_halves(function.program, function.wanted);
            let module = self.page.module;
            let bounds =
                Bounds::new(&program, &function.piece.fields, &module.tables, module.board.indices);
            let bounds = Some(&bounds);
            body.extend(self.statements(Wanted { program: &program, value, bounds, ..whole }));
        }
        FunctionView { body, ..view }
    }

    fn js(&self) -> Js<'_> {
        Js {
            dialect: self.dialect,
            square: "square",
            occupied: "occupied",
            fields: &[],
            tables: &self.tables,
            reversals: &self.page.reversals,
        }
    }

    fn writer<'b>(&'b self, js: &'b Js<'_>) -> Writer<'b> {
        Writer { dialect: js, style: &self.style, case: camel }
    }

    /// A body of one program.
    fn statements(&self, wanted: Wanted<'_>) -> Vec<String> {
        let style = &self.style;
        let start = |one: &Let| format!("const {}", one.name);
        let declare = |one: &Let| vec![format!("{} = {};", start(one), style.text(&one.value))];
        let finish = |result: &Node| vec![format!("return {};", style.text(&exact(result)))];
        let break_up = |result: &Node| apart(&exact(result), style);
        let statements = Statements {
            wanted,
            declare: &declare,
            finish: &finish,
            break_up: if self.dialect.has_words { None } else { Some(&break_up) },
            width: BODY,
        };
        // What is too long nevertheless is broken up.
        let body = statements.written().body;
        let lines = body.lets.iter().flat_map(|one| assigned(&start(one), &one.value, style));
        lines.chain(returned(&exact(&body.result), style)).collect()
    }

    fn union(&self, union: &Union, end: &str) -> FunctionView {
        let doc = &union.doc;
        let parameters = parameters(self.dialect, &doc.square, &doc.occupied);
        let kind = (self.dialect.bitboard(), doc.returns);
        let view = self.named((&union.name, true), &doc.summary, &parameters, kind, end);
        FunctionView { body: self.either(&union.of), ..view }
    }

    /// The union of what functions return.
    fn either(&self, functions: &[String]) -> Vec<String> {
        let call = |name: &String| Expr::call_with(name.as_str(), self.dialect.arguments());
        let names: Vec<String> = (1..=functions.len())
            .map(|at| if at == 1 { "set".to_owned() } else { format!("set{at}") })
            .collect();
        let set = |(name, function): (&String, &String)| {
            assigned(&format!("const {name}"), &call(function), &self.style)
        };
        let united = |part: &dyn Fn(Expr) -> Expr| {
            let sets = names.iter().map(|name| part(name.as_str().into()));
            joined(OPERATORS.or, sets.collect())
        };
        let value = if self.dialect.has_words {
            united(&|set| set)
        } else {
            let half = |half: &str| unsigned(united(&|set| set.member(half)));
            pair(half("lo"), half("hi"))
        };
        let sets = names.iter().zip(functions).flat_map(set);
        sets.chain(returned(&value, &self.style)).collect()
    }

    fn scan(&self, scan: &Scan<'_>, end: &str) -> FunctionView {
        let meaning = "the bits; the result is undefined for 0";
        let number = |name, meaning| Parameter::new(name, "number", meaning);
        let parameters = match (scan.width, self.dialect.has_words) {
            (64, true) => vec![Parameter::new("word", "bigint", meaning)],
            (64, false) => vec![
                number("lo", "bits 0 to 31; the result is undefined where all are 0"),
                number("hi", "bits 32 to 63"),
            ],
            _ => vec![number("word", meaning)],
        };
        let returns = ("number", "the index, from 0");
        let view = self.named((&scan.name, true), &scan.summary, &parameters, returns, end);
        let js = Js { square: "word", occupied: "word", ..self.js() };
        let body = self.statements(scan.wanted(self.writer(&js)));
        FunctionView { body, ..view }
    }

    /// The functions that turn words, or halves, round: neighbours of ever more bits change places, then all halves.
    pub(super) fn reversals(&self) -> Vec<FunctionView> {
        let has_words = self.dialect.has_words;
        let (name, kind, width) =
            if has_words { ("set", "bigint", 64) } else { ("half", "number", 32) };
        let (operators, suffix) = if has_words { (&WORD_OPERATORS, "n") } else { (&OPERATORS, "") };
        let number = |number: Number| Expr::from(number.suffixed(suffix));
        let word = || Expr::name(name);
        let swap = |(lower, places): &(u64, u8)| {
            let lower = number(Number::hex(lower >> (64 - width), width / 4));
            let places = number(Number::decimal(u64::from(*places)));
            let up = Expr::binary(operators.and, word(), lower.clone());
            let up = Expr::binary(operators.shl, up, places.clone());
            let down = Expr::binary(operators.shr, word(), places);
            let down = Expr::binary(operators.and, down, lower);
            assigned(name, &Expr::binary(operators.or, up, down), &self.style)
        };
        let function = |function: &String, what: &str, least: u8| {
            let parameters = [Parameter::new(name, kind, format!("{width} bits"))];
            let summary = format!("Returns {width} bits with their {what} in the opposite order.");
            let returns = (kind, "the bits turned round");
            let view = self.named((function, false), &summary, &parameters, returns, " {");
            let swaps = SWAPS.iter().filter(|(_, places)| {
                (least..).contains(places) && usize::from(*places) < width / 2
            });
            let half = number(Number::decimal(width as u64 / 2));
            let up = Expr::binary(operators.shl, word(), half.clone());
            let down = Expr::binary(operators.shr, word(), half);
            let last = Expr::binary(operators.or, up, down);
            let last = if has_words { cut(last) } else { last };
            let body = swaps.flat_map(swap).chain(returned(&last, &self.style)).collect();
            FunctionView { body, ..view }
        };
        let reversals = &self.page.reversals;
        let bytes = reversals.bytes.iter().map(|name| function(name, "bytes", 8));
        bytes.chain(reversals.bits.iter().map(|name| function(name, "bits", 1))).collect()
    }

    /// Functions that a test compares lookups with.
    pub(super) fn walked(&self, test: &SelfTest<'_>) -> Vec<FunctionView> {
        let mut functions = Vec::new();
        let named = |spoken: &str, body: Vec<String>| {
            let parameters = parameters(self.dialect, "its square", "the occupied squares");
            let summary = format!("Walks the rays of the {spoken}.");
            let name = walked(spoken);
            let kind = (self.dialect.bitboard(), "the attacked squares");
            FunctionView { body, ..self.named((&name, false), &summary, &parameters, kind, " {") }
        };
        for (piece, walk) in test.pieces.iter().zip(self.page.walk.iter().cycle()) {
            let call = if self.dialect.has_words {
                walk.call(&piece.rays, ["square", "occupied"])
            } else {
                walk.call(&piece.rays, ["square", "lo", "hi"])
            };
            functions.push(named(&piece.spoken, returned(&call, &self.style)));
        }
        for union in &test.unions {
            let of: Vec<String> =
                union.of.iter().map(|at| walked(&test.pieces[*at].spoken)).collect();
            functions.push(named(&union.spoken, self.either(&of)));
        }
        functions.push(self.hex());
        functions
    }

    fn hex(&self) -> FunctionView {
        let kind = self.dialect.bitboard();
        let parameters = [Parameter::new("set", kind, "a bitboard")];
        let summary = "Writes a bitboard in 16 digits.";
        let name = ("hex", false);
        let view = self.named(name, summary, &parameters, ("string", "the digits"), " {");
        let digits = |of: &str, count: u8| format!("{of}.toString(16).padStart({count}, \"0\")");
        let body = if self.dialect.has_words {
            vec![format!("return `0x${{{}}}`;", digits("set", 16))]
        } else {
            let high = format!("const high = {};", digits("set.hi", 8));
            vec![high, format!("return `0x${{high}}${{{}}}`;", digits("set.lo", 8))]
        };
        FunctionView { body, ..view }
    }
}

/// The halves of a set that is loaded, as the program's last values.
fn by_halves(program: &Program, wanted: Value) -> (Program, Value) {
    let mut program = program.clone();
    if program.type_of(wanted) == Type::Half || matches!(program.op(wanted), Op::Join(..)) {
        return (program, wanted);
    }
    let (low, high) = (program.push(Op::Low(wanted)), program.push(Op::High(wanted)));
    let pair = program.push(Op::Join(low, high));
    (program, pair)
}
