//! Functions of an outline in; heads and bodies out.

use std::cell::Cell;

use super::dialect::{Parameter, WIDTH};
use super::lines::{broken, comment, list};
use super::syntax::JsSyntax;
use super::view::File;
use super::walks::{Late, parameters, walked};
use crate::model::{Case, Op, Program, Type, Value};
use crate::render::bounds::Bounds;
use crate::render::expr::{Expr, Let};
use crate::render::outline::{Function, Scan, SelfTest, Union};
use crate::render::statements::Statements;

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
        let outline = self.outline;
        let mut functions: Vec<FunctionView> = self.square(end).into_iter().collect();
        functions.extend(outline.lookups.iter().map(|lookup| {
            let late = late.filter(|_| !lookup.piece.fills.is_empty());
            self.function(lookup, late, end)
        }));
        functions.extend(outline.unions.iter().map(|union| self.union(union, end)));
        functions.extend(outline.scans.iter().map(|scan| self.scan(scan, end)));
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
        let square = self.outline.square.as_ref()?;
        let value = match (&square.linear, &square.list) {
            (Some(linear), _) => linear.clone(),
            (_, list) => {
                let list = list.as_deref().unwrap_or("");
                self.dialect.entry(list, &format!("{} * rank + file", square.width))
            }
        };
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
        Some(FunctionView { body: vec![format!("return {value};")], ..view })
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
        let arguments = if self.dialect.has_words { "square, occupied" } else { "square, lo, hi" };
        let given = function.given(|name| format!("{name}({arguments})"));
        let calls: Vec<Value> = given.iter().map(|(value, _)| *value).collect();
        let syntax = JsSyntax {
            fields: &function.fields,
            calls: &calls,
            ..self.syntax(function.program, &function.bounds)
        };
        let ask = |late: &Late| {
            [format!("if (!{}) {{", late.flag), format!("  {}();", late.fill), "}".to_owned()]
        };
        let mut body: Vec<String> = late.into_iter().flat_map(ask).collect();
        body.extend(self.statements(&syntax, function.program, function.wanted, &given));
        FunctionView { body, ..view }
    }

    fn syntax<'b>(&'b self, program: &'b Program, bounds: &'b Bounds) -> JsSyntax<'b> {
        JsSyntax {
            dialect: self.dialect,
            program,
            bounds,
            square: "square",
            occupied: "occupied",
            fields: &[],
            tables: &self.tables,
            reversals: &self.outline.reversals,
            calls: &[],
            at: Cell::new(program.result),
        }
    }

    /// A body of one program; a set that is loaded is returned by halves, where it isn't a bigint.
    fn statements(
        &self,
        syntax: &JsSyntax<'_>,
        program: &Program,
        wanted: Value,
        given: &[(Value, Expr)],
    ) -> Vec<String> {
        let mut halved = program.clone();
        let wanted = if self.dialect.has_words { wanted } else { by_halves(&mut halved, wanted) };
        let has_words = self.dialect.has_words;
        let case = |name: &str| match name.strip_prefix("set") {
            // Of a set that is read by halves, a variable says where it stands.
            Some(number) if !has_words => format!("slot{number}"),
            _ => Case::Camel.join(&[name]),
        };
        let syntax = JsSyntax { program: &halved, at: Cell::new(wanted), ..*syntax };
        let declare =
            |variable: &Let| format!("const {} = {};", variable.name, variable.value.text);
        let finish = |result: &Expr| format!("return {};", syntax.exact(wanted, result).text);
        let break_up = |result: &Expr| halves_apart(&result.text);
        let statements = Statements {
            syntax: &syntax,
            case: &case,
            declare: &declare,
            finish: &finish,
            break_up: if has_words { None } else { Some(&break_up) },
            width: WIDTH - 2,
        };
        let lines = statements.write(&halved, wanted, given);
        lines.into_iter().flat_map(|line| broken(&line)).collect()
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
        let arguments: &[&str] =
            if self.dialect.has_words { &["square", "occupied"] } else { &["square", "lo", "hi"] };
        let arguments: Vec<String> = arguments.iter().map(|one| (*one).to_owned()).collect();
        let names: Vec<String> = (1..=functions.len())
            .map(|at| if at == 1 { "set".to_owned() } else { format!("set{at}") })
            .collect();
        let call = |(name, function): (&String, &String)| {
            list(&format!("const {name} = {function}"), &arguments, ";", "  ")
        };
        let mut lines: Vec<String> = names.iter().zip(functions).map(call).collect();
        if self.dialect.has_words {
            lines.push(format!("return {};", names.join(" | ")));
            return lines;
        }
        let half = |half: &str| {
            let halves: Vec<String> = names.iter().map(|name| format!("{name}.{half}")).collect();
            format!("({}) >>> 0", halves.join(" | "))
        };
        let pair = format!("{{ lo: {}, hi: {} }}", half("lo"), half("hi"));
        let line = format!("return {pair};");
        if line.len() + 2 <= WIDTH {
            lines.push(line);
        } else {
            lines.extend(halves_apart(&pair));
        }
        lines
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
        let syntax = JsSyntax {
            square: "word",
            occupied: "word",
            ..self.syntax(scan.program, &scan.bounds)
        };
        let body = self.statements(&syntax, scan.program, scan.program.result, &[]);
        FunctionView { body, ..view }
    }

    /// The functions that turn words, or halves, round: neighbours of ever more bits change places, then all halves.
    pub(super) fn reversals(&self) -> Vec<FunctionView> {
        let has_words = self.dialect.has_words;
        let (name, kind, width) =
            if has_words { ("set", "bigint", 64) } else { ("half", "number", 32) };
        let suffix = if has_words { "n" } else { "" };
        let right = if has_words { ">>" } else { ">>>" };
        let swaps = [0x5555_5555_5555_5555_u64, 0x3333_3333_3333_3333, 0x0f0f_0f0f_0f0f_0f0f]
            .into_iter()
            .chain([0x00ff_00ff_00ff_00ff, 0x0000_ffff_0000_ffff])
            .zip([1, 2, 4, 8, 16]);
        let swap = |(lower, places): (u64, u8)| {
            let lower =
                format!("0x{:0digits$x}{suffix}", lower >> (64 - width), digits = width / 4);
            let left = format!("({name} & {lower}) << {places}{suffix}");
            (places, format!("({left}) | (({name} {right} {places}{suffix}) & {lower})"))
        };
        let function = |function: &String, what: &str, least: u8| {
            let parameters = [Parameter::new(name, kind, format!("{width} bits"))];
            let summary = format!("Returns {width} bits with their {what} in the opposite order.");
            let returns = (kind, "the bits turned round");
            let view = self.named((function, false), &summary, &parameters, returns, " {");
            let half = format!("{}{suffix}", width / 2);
            let last = format!("({name} << {half}) | ({name} {right} {half})");
            let last = if has_words { format!("BigInt.asUintN(64, {last})") } else { last };
            let inner = swaps.clone().map(swap).filter(|(places, _)| {
                (least..).contains(places) && usize::from(*places) < width / 2
            });
            let body = inner.flat_map(|(_, swapped)| broken(&format!("{name} = {swapped};")));
            FunctionView { body: body.chain([format!("return {last};")]).collect(), ..view }
        };
        let reversals = &self.outline.reversals;
        let bytes = reversals.bytes.iter().map(|name| function(name, "bytes", 8));
        bytes.chain(reversals.bits.iter().map(|name| function(name, "bits", 1))).collect()
    }

    /// Functions that a test compares lookups with.
    pub(super) fn walked(&self, test: &SelfTest<'_>) -> Vec<FunctionView> {
        let walk = self.outline.walk.as_ref();
        let mut functions = Vec::new();
        let occupied: &[&str] =
            if self.dialect.has_words { &["square", "occupied"] } else { &["square", "lo", "hi"] };
        let named = |spoken: &str, body: Vec<String>| {
            let parameters = parameters(self.dialect, "its square", "the occupied squares");
            let summary = format!("Walks the rays of the {spoken}.");
            let name = walked(spoken);
            let kind = (self.dialect.bitboard(), "the attacked squares");
            FunctionView { body, ..self.named((&name, false), &summary, &parameters, kind, " {") }
        };
        for piece in &test.pieces {
            let rays = &piece.rays;
            let mut arguments = vec![rays.steps.clone(), rays.from.clone()];
            arguments.extend(walk.filter(|walk| walk.has_range).map(|_| rays.range.to_string()));
            arguments.extend(occupied.iter().map(|one| (*one).to_owned()));
            let call = format!("return {}", walk.map_or("", |walk| &walk.name));
            functions.push(named(&piece.spoken, vec![list(&call, &arguments, ";", "  ")]));
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
fn by_halves(program: &mut Program, wanted: Value) -> Value {
    if program.type_of(wanted) == Type::Half || matches!(program.op(wanted), Op::Join(..)) {
        return wanted;
    }
    let (low, high) = (program.push(Op::Low(wanted)), program.push(Op::High(wanted)));
    program.push(Op::Join(low, high))
}

/// A pair of halves on lines of their own.
fn halves_apart(pair: &str) -> Vec<String> {
    let inner = pair.strip_prefix("{ ").and_then(|pair| pair.strip_suffix(" }"));
    let Some((low, high)) = inner.and_then(|inner| inner.split_once(", hi: ")) else {
        return vec![format!("return {pair};")];
    };
    ["return {".to_owned(), format!("  {low},"), format!("  hi: {high},"), "};".to_owned()].into()
}
