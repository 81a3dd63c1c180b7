//! The functions of a module.

use super::arrays::{Constant, head};
use super::keywords::RESERVED;
use super::lines::{Docstring, WIDTH, broken, comment, compact, sentence};
use super::options::PythonOptions;
use super::syntax::{OPERATORS, Python, STYLE, number};
use super::view::Function;
use crate::model::{Field, Op, Program, Type, Value};
use crate::render::code::cuts::cuts;
use crate::render::code::expr::{Expr, Hold};
use crate::render::code::node::{Let, Node, Wanted, Writer};
use crate::render::code::statements::Statements;
use crate::render::page::{
    Function as Lookup, FunctionDoc, Page, SWAPS, Scan, Union, joined, swapped,
};
use crate::render::text::taken::Taken;

/// Columns of a statement in a function.
const BODY: usize = WIDTH - "    ".len();

/// What writes functions of programs.
pub(super) struct Functions<'a> {
    pub(super) page: &'a Page<'a>,
    pub(super) options: &'a PythonOptions,
}

impl Functions<'_> {
    fn dialect<'b>(&'b self, fields: &'b [(Field, String)], cuts: &'b [Value]) -> Python<'b> {
        Python {
            is_numpy: self.options.is_numpy(),
            square: "square",
            occupied: "occupied",
            fields,
            tables: &self.page.tables,
            reversals: &self.page.reversals,
            cuts,
        }
    }

    /// The function of file and rank.
    pub(super) fn square(&self) -> Option<Function> {
        let square = self.page.square.as_ref()?;
        let value =
            square.value(&OPERATORS, ["file", "rank"], |list, place| Expr::index(list, place));
        let summary = "Return the square on a file and a rank.";
        let paragraphs = &[square.doc.get(1..).unwrap_or_default().join(" ")];
        Some(Function {
            head: self.options.head(&square.name, &[("file", "int"), ("rank", "int")], "int"),
            doc: Docstring { summary, paragraphs, arguments: &[], returns: None }.lines(),
            body: vec![returned(&value)],
        })
    }

    /// The lookup of a union.
    pub(super) fn union(&self, union: &Union) -> Function {
        let arguments = [self.options.squares().0, "occupied"];
        let line = returned(&union.value(OPERATORS.or, &arguments));
        let body = if line.len() <= BODY { vec![line] } else { united(&union.calls(&arguments)) };
        self.function(&union.name, &union.doc, true, body)
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
        let arguments = [(square, doc.square.clone()), ("occupied", doc.occupied.clone())];
        let summary = format!("Return {}.", doc.short);
        let whole: &[String] = if self.options.is_numpy() {
            &["One for each entry of the arrays, which have one shape or are broadcast to one."
                .to_owned()]
        } else {
            &[]
        };
        let doc = if is_public {
            let returned: Vec<&str> = [doc.returns].into_iter().chain(doc.more).collect();
            let returns = Some(returned.join(", "));
            Docstring { summary: &summary, paragraphs: whole, arguments: &arguments, returns }
                .lines()
        } else {
            sentence(&format!("Return {}", doc.what), &doc.summary)
        };
        Function { head: self.options.head(name, &parameters, returns), doc, body }
    }

    /// A lookup, or the place where it looks.
    pub(super) fn lookup(&self, function: &Lookup<'_>) -> Function {
        let Lookup { program, wanted, bounds, .. } = function;
        let (wanted, is_numpy) = (*wanted, self.options.is_numpy());
        let is_word = function.kind() == Type::Word;
        let (program, cuts, annotated): (_, _, &[Type]) = if is_numpy {
            let annotated = is_word && self.options.is_typed;
            (with_shifts(program, wanted), Vec::new(), if annotated { &[Type::Word] } else { &[] })
        } else {
            // Each variable takes its time.
            (program.without_name("index"), cuts(program, wanted, bounds), &[])
        };
        let dialect = self.dialect(&function.fields, &cuts);
        // A call takes as long as a lookup: index functions serve start-up code alone.
        let whole = function.wanted(&[], writer(&dialect));
        let mut body = statements(Wanted { program: &program, ..whole }, annotated);
        let is_read = program.needed(wanted).iter().any(|value| program.op(*value) == Op::Square);
        if is_numpy && is_read {
            body.insert(0, "square = squares.astype(np.uint32)".to_owned());
        }
        self.function(&function.name, &function.doc, is_word, body)
    }

    /// A bit scan.
    pub(super) fn scan(&self, scan: &Scan<'_>) -> Function {
        let is_numpy = self.options.is_numpy();
        let parameter = if is_numpy { "words" } else { "word" };
        let cuts = cuts(scan.program, scan.program.result, &scan.bounds);
        let cuts: &[Value] = if is_numpy { &[] } else { &cuts };
        let is_short = is_numpy && scan.width < 32;
        let square = if is_short { "word" } else { parameter };
        let dialect = Python { square, occupied: parameter, ..self.dialect(&[], cuts) };
        let annotated: &[Type] =
            if is_numpy && self.options.is_typed { &[Type::Word, Type::Half] } else { &[] };
        let mut body = statements(scan.wanted(writer(&dialect)), annotated);
        if is_short {
            body.insert(0, "word = words.astype(np.uint32)".to_owned());
        }
        let (kind, returns) = if is_numpy {
            (format!("NDArray[np.uint{}]", scan.width), "NDArray[np.uint32]")
        } else {
            ("int".to_owned(), "int")
        };
        let bits = format!("the bits, {} of them; the result is undefined for 0", scan.width);
        let doc = Docstring {
            summary: &format!("Return {}", scan.what),
            paragraphs: &[],
            arguments: &[(parameter, bits)],
            returns: Some("the index".to_owned()),
        };
        let head = self.options.head(&scan.name, &[(parameter, &kind)], returns);
        Function { head, doc: doc.lines(), body }
    }

    /// The functions that turn words round.
    pub(super) fn reversals(
        &self,
        taken: &mut Taken,
        constants: &mut Vec<Constant>,
    ) -> Vec<Function> {
        let (options, names) = (self.options, &self.page.reversals);
        let function = |name: &str, what: &str, body: Vec<String>| {
            let doc = format!("Return a word with its {what} in the opposite order.");
            let head = options.head(name, &[("word", options.set())], options.set());
            Function { head, doc: sentence(&doc, &doc), body }
        };
        let mut functions = Vec::new();
        if let Some(name) = names.bytes.as_ref().filter(|_| !options.is_numpy()) {
            let body = "return int.from_bytes(word.to_bytes(8, \"little\"), \"big\")".to_owned();
            functions.push(function(name, "bytes", vec![body]));
        }
        let Some(name) = &names.bits else { return functions };
        let body = if options.is_numpy() {
            // NumPy turns bytes round itself.
            let last = "return word.byteswap()".to_owned();
            let swap = |(lower, places): &(u64, u8)| {
                let halves = swapped(&OPERATORS, "word", number(*lower), *places);
                format!("word = {}", STYLE.text(&joined(OPERATORS.or, halves.into())))
            };
            SWAPS[..3].iter().map(swap).chain([last]).collect()
        } else {
            let table = taken.name("_REVERSED");
            let value = "bytes(int(f\"{byte:08b}\"[::-1], 2) for byte in range(256))";
            constants.push(Constant {
                comment: comment("#", "Every byte with its bits in the opposite order."),
                head: head(options, &table, "bytes", value),
                rows: None,
                swapped: None,
            });
            let flipped = format!("flipped = word.to_bytes(8, \"little\").translate({table})");
            vec![flipped, "return int.from_bytes(flipped, \"big\")".to_owned()]
        };
        functions.push(function(name, "bits", body));
        functions
    }
}

fn returned(value: &Expr) -> String {
    format!("return {}", STYLE.text(value))
}

/// Statements that return the union of sets, a line each.
pub(super) fn united(sets: &[Expr]) -> Vec<String> {
    let line = |(at, set): (usize, &Expr)| {
        format!("attacks {} {}", if at == 0 { "=" } else { "|=" }, STYLE.text(set))
    };
    sets.iter().enumerate().map(line).chain(["return attacks".to_owned()]).collect()
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

fn writer<'a>(dialect: &'a Python<'_>) -> Writer<'a> {
    // A variable hides a built-in function of its name, which linters mind.
    let case = |name: &str| if RESERVED.contains(&name) { format!("{name}_") } else { name.into() };
    Writer { dialect, style: &STYLE, case }
}

/// A program's statements; variables of `annotated` types say so where type checkers don't find out by themselves.
fn statements(wanted: Wanted<'_>, annotated: &[Type]) -> Vec<String> {
    // Room is measured without a value.
    let is_nothing = |value: &Expr| *value == Expr::name("");
    let target = |one: &Let| {
        // A word that is shifted by a half is of no certain type.
        let is_shift = |expr: &Expr| matches!(expr, Expr::Binary(by, _) if [OPERATORS.shl, OPERATORS.shr].contains(by));
        let is_uncertain = one.value.any(&is_shift) || is_nothing(&one.value);
        let kind = match one.kind {
            kind if !is_uncertain || !annotated.contains(&kind) => "",
            Type::Word => ": NDArray[np.uint64]",
            Type::Half => ": NDArray[np.uint32]",
        };
        format!("{}{kind}", one.name)
    };
    let declare = |one: &Let| compact(&target(one), &STYLE.marked(&one.value), BODY);
    // What type checkers don't know the type of is returned as a variable.
    let attacks = "attacks: NDArray[np.uint64]";
    let is_uncertain =
        |value: &Expr| !annotated.is_empty() && (value.hold() != Hold::Atom || is_nothing(value));
    let finish = |result: &Node| match &result.written {
        value if !is_uncertain(value) => vec![returned(value)],
        // A variable with a long name and its type would stand before the result.
        value if is_nothing(value) => vec!["reversed2: NDArray[np.uint64] = ".to_owned()],
        value => vec![format!("{attacks} = {}", STYLE.text(value)), "return attacks".to_owned()],
    };
    let statements =
        Statements { wanted, declare: &declare, finish: &finish, break_up: None, width: BODY };
    // What is too long nevertheless is broken up.
    let fitted = |lines: Vec<String>, target: &str, value: &Expr| match &lines[..] {
        [line, ..] if line.len() > BODY => broken(target, &STYLE.marked(value), BODY),
        _ => lines,
    };
    let body = statements.written().body;
    let mut lines: Vec<String> = Vec::new();
    for one in &body.lets {
        lines.extend(fitted(declare(one), &target(one), &one.value));
    }
    let mut last = finish(&body.result);
    if is_uncertain(&body.result.written) {
        lines.extend(fitted(vec![last.remove(0)], attacks, &body.result.written));
    }
    lines.extend(last);
    lines
}
