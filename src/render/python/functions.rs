//! Programs in; functions of a module out.

use super::arrays::{Constant, head};
use super::keywords::RESERVED;
use super::lines::{Docstring, WIDTH, assignment, comment, within_parentheses};
use super::options::PythonOptions;
use super::syntax::{Arrays, Integers, Reads, constant as number};
use super::view::Function;
use crate::model::{Op, Program, Type, Value};
use crate::render::expr::{Expr, ExprKind, Let, Syntax};
use crate::render::outline::{Function as Lookup, FunctionDoc, Outline, Reversals, Scan};
use crate::render::statements::Statements;
use crate::render::taken::Taken;

/// What writes functions of programs.
pub(super) struct Writer<'a> {
    pub(super) outline: &'a Outline<'a>,
    pub(super) options: &'a PythonOptions,
}

impl Writer<'_> {
    /// A call with the parameters of a lookup.
    pub(super) fn call(&self, name: &str) -> String {
        format!("{name}({}, occupied)", self.options.squares().0)
    }

    /// The function of file and rank.
    pub(super) fn square(&self) -> Option<Function> {
        let square = self.outline.square.as_ref()?;
        let value = match (&square.linear, &square.list) {
            (Some(linear), _) => linear.clone(),
            (_, list) => {
                let list = list.as_deref().unwrap_or("");
                format!("{list}[{} * rank + file]", square.width)
            }
        };
        let (summary, rest) = square.doc.split_first()?;
        Some(Function {
            head: self.options.head(&square.name, &[("file", "int"), ("rank", "int")], "int"),
            doc: Docstring {
                summary,
                paragraphs: &[rest.join(" ")],
                arguments: &[],
                returns: None,
            }
            .lines(),
            body: vec![format!("return {value}")],
        })
    }

    /// A function of squares and occupancies.
    pub(super) fn function(
        &self,
        name: &str,
        doc: &FunctionDoc,
        is_public: bool,
        body: Vec<String>,
    ) -> Function {
        let (square, kind) = self.options.squares();
        let set = self.options.set();
        let returns =
            if is_public || !self.options.is_numpy() { set } else { "NDArray[np.uint32]" };
        let parameters = [(square, kind), ("occupied", set)];
        let (summary, more) = match doc.summary.split_once(", ") {
            Some((summary, more)) => (format!("{summary}."), Some(more.trim_end_matches('.'))),
            None => (doc.summary.clone(), None),
        };
        let arguments = [(square, doc.square.clone()), ("occupied", doc.occupied.clone())];
        let returned = [Some(doc.returns), more].into_iter().flatten().collect::<Vec<_>>();
        let whole: &[String] = if self.options.is_numpy() {
            &["One for each entry of the arrays, which have one shape or are broadcast to one."
                .to_owned()]
        } else {
            &[]
        };
        let doc = if is_public {
            let returns = Some(returned.join(", "));
            Docstring { summary: &summary, paragraphs: whole, arguments: &arguments, returns }
                .lines()
        } else {
            Docstring::plain(&summary)
        };
        Function { head: self.options.head(name, &parameters, returns), doc, body }
    }

    /// A lookup, or the place where it looks.
    pub(super) fn lookup(&self, function: &Lookup<'_>) -> Function {
        let Lookup { program, wanted, bounds, .. } = function;
        let reads = Reads {
            occupied: "occupied",
            square: "square",
            fields: &function.fields,
            tables: &self.outline.tables,
            reversals: &self.outline.reversals,
        };
        let is_word = function.kind() == Type::Word;
        let words: &[Type] = if is_word && self.options.is_typed { &[Type::Word] } else { &[] };
        let mut body = if self.options.is_numpy() {
            let program = with_shifts(program, *wanted);
            statements(&Arrays { reads }, &program, *wanted, words)
        } else {
            // Each variable takes its time.
            let program = program.without_name("index");
            let syntax = Integers::new(reads, &program, *wanted, bounds);
            statements(&syntax, &program, *wanted, &[])
        };
        let is_read = program.needed(*wanted).iter().any(|value| program.op(*value) == Op::Square);
        if self.options.is_numpy() && is_read {
            body.insert(0, "square = squares.astype(np.uint32)".to_owned());
        }
        self.function(&function.name, &function.doc, is_word, body)
    }

    /// A bit scan.
    pub(super) fn scan(&self, scan: &Scan<'_>) -> Function {
        let (program, wanted) = (scan.program, scan.program.result);
        let parameter = if self.options.is_numpy() { "words" } else { "word" };
        let reads = Reads {
            occupied: parameter,
            square: if scan.width < 32 && self.options.is_numpy() { "word" } else { parameter },
            fields: &[],
            tables: &self.outline.tables,
            reversals: &self.outline.reversals,
        };
        let (body, kind, returns) = if self.options.is_numpy() {
            let all: &[Type] = if self.options.is_typed { &[Type::Word, Type::Half] } else { &[] };
            let mut body = statements(&Arrays { reads }, program, wanted, all);
            if scan.width < 32 {
                body.insert(0, "word = words.astype(np.uint32)".to_owned());
            }
            (body, format!("NDArray[np.uint{}]", scan.width), "NDArray[np.uint32]")
        } else {
            let syntax = Integers::new(reads, program, wanted, &scan.bounds);
            (statements(&syntax, program, wanted, &[]), "int".to_owned(), "int")
        };
        let bits = format!("the bits, {} of them; the result is undefined for 0", scan.width);
        let doc = Docstring {
            summary: &scan.summary,
            paragraphs: &[],
            arguments: &[(parameter, bits)],
            returns: Some("the index".to_owned()),
        };
        let head = self.options.head(&scan.name, &[(parameter, &kind)], returns);
        Function { head, doc: doc.lines(), body }
    }
}

/// The program with names for shifted words that others are computed from: their variables say of which type they are.
fn with_shifts(program: &Program, wanted: Value) -> Program {
    let mut named = program.clone();
    for value in program.needed(wanted) {
        if !matches!(program.op(value), Op::Binary(..)) || program.type_of(value) != Type::Word {
            continue;
        }
        for operand in program.op(value).operands() {
            let is_shift = matches!(program.op(operand), Op::Shl(..) | Op::Shr(..));
            if is_shift && program.name_of(operand).is_none() {
                named.name(operand, "shifted");
            }
        }
    }
    named
}

/// Statements; variables of `annotated` types say so where type checkers don't find out by themselves.
fn statements(
    syntax: &dyn Syntax,
    program: &Program,
    wanted: Value,
    annotated: &[Type],
) -> Vec<String> {
    let width = WIDTH - 4;
    // A variable hides a built-in function of its name, which linters mind.
    let case = |name: &str| if RESERVED.contains(&name) { format!("{name}_") } else { name.into() };
    let declare = |variable: &Let| {
        let Let { name, value, .. } = variable;
        // A word that is shifted by a half is of no certain type. Room is measured without a value.
        let is_shifted = [" << ", " >> "].iter().any(|shift| value.text.contains(shift))
            || value.text.is_empty();
        let kind = if !is_shifted || !annotated.contains(&variable.kind) {
            ""
        } else if variable.kind == Type::Word {
            ": NDArray[np.uint64]"
        } else {
            ": NDArray[np.uint32]"
        };
        let line = format!("{name}{kind} = {}", value.text);
        if line.len() <= width || !value.text.starts_with('(') {
            return line;
        }
        within_parentheses(&format!("{name}{kind}"), &value.text, width).unwrap_or(line)
    };
    let finish = |result: &Expr| {
        if !annotated.is_empty() && result.text.is_empty() {
            // Room is measured without a result: a variable with a long name and its type stands before it.
            "reversed2: NDArray[np.uint64] = ".to_owned()
        } else if annotated.is_empty() || result.kind == ExprKind::Atom {
            format!("return {}", result.text)
        } else {
            format!("attacks: NDArray[np.uint64] = {}\nreturn attacks", result.text)
        }
    };
    let statements = Statements {
        syntax,
        case: &case,
        declare: &declare,
        finish: &finish,
        break_up: None,
        width,
    };
    // A call takes as long as a lookup: index functions serve start-up code alone.
    let lines = statements.write(program, wanted, &[]);
    lines.iter().flat_map(|line| line.lines()).flat_map(|line| assignment(line, width)).collect()
}

/// The functions that turn words round, with the table that one of them reads.
pub(super) fn reversals(
    names: &Reversals,
    taken: &mut Taken,
    constants: &mut Vec<Constant>,
    options: &PythonOptions,
) -> Vec<Function> {
    let function = |name: &str, what: &str, body: Vec<String>| Function {
        head: options.head(name, &[("word", options.set())], options.set()),
        doc: Docstring::plain(&format!("Return a word with its {what} in the opposite order.")),
        body,
    };
    let mut functions = Vec::new();
    if let Some(name) = names.bytes.as_ref().filter(|_| !options.is_numpy()) {
        let body = "return int.from_bytes(word.to_bytes(8, \"little\"), \"big\")".to_owned();
        functions.push(function(name, "bytes", vec![body]));
    }
    let Some(name) = &names.bits else { return functions };
    let body = if options.is_numpy() {
        let swap = |(lower, places): (u64, u8)| {
            let lower = number(lower);
            format!("word = ((word & {lower}) << {places}) | ((word >> {places}) & {lower})")
        };
        let swaps =
            [(0x5555_5555_5555_5555, 1), (0x3333_3333_3333_3333, 2), (0x0f0f_0f0f_0f0f_0f0f, 4)];
        let last = "return word.byteswap()".to_owned();
        swaps.into_iter().map(swap).chain([last]).collect()
    } else {
        let table = taken.name("_REVERSED");
        constants.push(Constant {
            comment: comment("#", "Every byte with its bits in the opposite order."),
            head: head(
                options,
                &table,
                "bytes",
                "bytes(int(f\"{byte:08b}\"[::-1], 2) for byte in range(256))",
            ),
            rows: None,
            swapped: None,
        });
        let flipped = format!("flipped = word.to_bytes(8, \"little\").translate({table})");
        vec![flipped, "return int.from_bytes(flipped, \"big\")".to_owned()]
    };
    functions.push(function(name, "bits", body));
    functions
}
