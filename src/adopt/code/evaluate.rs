//! Computes a function of an engine for given arguments, where every step of it is understood.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use super::constants::{defined, enumerated};
use super::operators::{Integers, built_in, computed, method_of, narrowed};
use super::parse::expression;
use super::run::{CallResult, Entries, Flow, RunFrame, SharedState};
use super::start::{FillingFunction, blocks};
use super::steps::CodeStep;
use super::tree::{SourceExpr, SourceNode};
use super::value::BlankedSource;
use crate::adopt::functions::{MARK, SourceBody, SourceFunction, SourceParameter};
use crate::adopt::module::SourceArray;
use crate::adopt::types::places;
use magicgen_read::leading_number;

/// The depth to which calls and constants are followed.
const DEEPEST: u8 = 6;

/// The most expressions that one result may take.
const LONGEST_RUN: u64 = 20_000;

/// Functions that give a value's number.
const NUMBERS: [&str; 5] =
    ["@intFromEnum", "@enumToInt", "usize::from", "u8::from", "std::to_underlying"];

/// The sources, arrays and functions that a function may read.
pub(in crate::adopt) struct Evaluator<'a> {
    pub(super) sources: &'a [BlankedSource],
    /// The arrays of each source whose numbers stand there.
    arrays: &'a [Vec<SourceArray>],
    named_arrays: BTreeMap<&'a str, Vec<&'a SourceArray>>,
    functions: BTreeMap<&'a str, Vec<(&'a BlankedSource, &'a SourceFunction)>>,
    constants: RefCell<BTreeMap<String, Option<u64>>>,
    steps: RefCell<BTreeMap<(usize, usize), SharedSteps>>,
    pub(super) state: RefCell<SharedState>,
    /// The blocks of each file that run at start-up.
    pub(super) blocks: Vec<(usize, Vec<SourceFunction>)>,
    /// The start-up functions that fill arrays, and do nothing else.
    pub(in crate::adopt) filling: Vec<FillingFunction<'a>>,
}

/// The steps of a function; `None` if they aren't understood.
type SharedSteps = Option<Rc<Vec<CodeStep>>>;

/// A function whose steps are understood.
pub(in crate::adopt) struct Runnable<'a> {
    pub(super) source: &'a BlankedSource,
    pub(super) body: Range<usize>,
    pub(super) steps: Rc<Vec<CodeStep>>,
    /// The parameters in it, with the one form in which each is read: `square`, `square.index()`.
    pub(in crate::adopt) operands: Vec<(String, SourceExpr)>,
}

impl<'a> Evaluator<'a> {
    /// The evaluator of some sources.
    pub(in crate::adopt) fn new(
        sources: &'a [BlankedSource],
        arrays: &'a [Vec<SourceArray>],
    ) -> Self {
        let mut named_arrays: BTreeMap<&str, Vec<_>> = BTreeMap::new();
        for array in arrays.iter().flatten() {
            named_arrays.entry(&array.name).or_default().push(array);
        }
        let mut functions: BTreeMap<&str, Vec<_>> = BTreeMap::new();
        for source in sources {
            for function in &source.functions {
                functions.entry(&function.name).or_default().push((source, function));
            }
        }
        Self {
            sources,
            arrays,
            named_arrays,
            functions,
            constants: RefCell::default(),
            steps: RefCell::default(),
            state: RefCell::default(),
            blocks: sources.iter().map(|source| (source.file, blocks(source))).collect(),
            filling: Vec::new(),
        }
    }

    /// The evaluator with the arrays that start-up code fills.
    pub(in crate::adopt) fn started(mut self) -> Self {
        self.filling = self.start_up();
        self
    }

    /// The steps of a function; `None` if they aren't understood.
    pub(super) fn steps(
        &self,
        source: &BlankedSource,
        function: &SourceFunction,
    ) -> Option<Rc<Vec<CodeStep>>> {
        let key = (source.file, function.body.start);
        if let Some(known) = self.steps.borrow().get(&key) {
            return known.clone();
        }
        let steps = source.steps(function).ok().map(Rc::new);
        self.steps.borrow_mut().insert(key, steps.clone());
        steps
    }

    /// A function that can be run; `None` if its steps aren't understood, or if it reads a parameter in several forms.
    pub(in crate::adopt) fn runnable<'f>(
        &self,
        source: &'f BlankedSource,
        function: &SourceFunction,
    ) -> Option<Runnable<'f>> {
        let steps = self.steps(source, function)?;
        let mut names: Vec<String> =
            function.parameters.as_ref()?.iter().map(SourceParameter::variable).collect();
        names.extend(["self", "this"].map(str::to_owned));
        let mut operands: Vec<(String, SourceExpr)> = Vec::new();
        let mut is_alike = true;
        CodeStep::each(&steps, &mut |one| {
            operands_in(one, &names, &mut |name, operand| match operands
                .iter()
                .find(|(other, _)| other == name)
            {
                Some((_, known)) => is_alike &= known == operand,
                None => operands.push((name.to_owned(), operand.clone())),
            });
        });
        let order = |name: &str| names.iter().position(|other| other == name);
        operands.sort_by_key(|(name, _)| order(name));
        let body = function.body.clone();
        is_alike.then_some(Runnable { source, body, steps, operands })
    }

    /// The result of a function for values of its operands, in their order.
    pub(in crate::adopt) fn result(&self, one: &Runnable<'_>, values: &[u64]) -> Option<u64> {
        let mut frame = RunFrame::new(one.source, one.body.clone());
        for ((_, operand), value) in one.operands.iter().zip(values) {
            match &operand.node {
                SourceNode::Name(name) => {
                    frame.words.insert(name.clone(), *value);
                }
                _ => frame.operands.push((operand.clone(), *value)),
            }
        }
        self.state.borrow_mut().fuel = LONGEST_RUN;
        match self.run(&mut frame, &one.steps)? {
            Flow::Return(CallResult::Word(value)) | Flow::Tail(CallResult::Word(value)) => {
                Some(value)
            }
            _ => None,
        }
    }

    /// The value of an expression.
    pub(super) fn value(&self, frame: &RunFrame<'_>, expr: &SourceExpr) -> Option<u64> {
        self.state.borrow_mut().burn()?;
        if let Some((_, value)) = frame.operands.iter().find(|(operand, _)| operand == expr) {
            return Some(*value);
        }
        let of = |part: &SourceExpr| self.value(frame, part);
        match &expr.node {
            SourceNode::Name(name) => self.variable(frame, name),
            SourceNode::Number(text) => {
                let (value, length) = leading_number(text, frame.source.lang == "c")?;
                (length == text.len()).then_some(value)
            }
            SourceNode::Cast(kind, inner) => narrowed(of(inner)?, kind),
            SourceNode::Unary("*", inner) if frame.pointed(inner).is_some() => frame.pointed(inner),
            SourceNode::Unary(sign, inner) => match (*sign, of(inner)?) {
                ("~", value) => Some(!value),
                ("!", value) if frame.source.lang == "rust" => Some(!value),
                ("!", value) => Some(u64::from(value == 0)),
                ("^", value) if frame.source.lang == "go" => Some(!value),
                ("-", value) => Some(value.wrapping_neg()),
                ("+" | "*" | "&", value) => Some(value),
                _ => None,
            },
            SourceNode::Binary("&&", left, right) => {
                Some(u64::from(of(left)? != 0 && of(right)? != 0))
            }
            SourceNode::Binary("||", left, right) => {
                Some(u64::from(of(left)? != 0 || of(right)? != 0))
            }
            SourceNode::Binary(sign, left, right) => {
                computed(sign, of(left)?, of(right)?, Integers::of(frame.source.lang))
            }
            SourceNode::Choice(all) => {
                let [asked, then, otherwise] = &**all;
                of(if of(asked)? != 0 { then } else { otherwise })
            }
            SourceNode::Index(..) => self.entry(frame, expr),
            SourceNode::Call(callee, arguments) => {
                if let SourceNode::Field(base, method) = &callee.node
                    && !(is_module(base) && self.has_function(method) || is_library(base))
                {
                    let values = arguments.iter().map(of).collect::<Option<Vec<u64>>>()?;
                    return method_of(method, of(base)?, &values);
                }
                match self.call(frame, callee, arguments)? {
                    CallResult::Word(value) => Some(value),
                    _ => None,
                }
            }
            // The number of the engine's own set: `KNIGHT[square].0`.
            SourceNode::Field(..) => of(expr.owner()?),
            SourceNode::Any(_) => None,
        }
    }

    /// The value of a variable or a constant.
    fn variable(&self, frame: &RunFrame<'_>, name: &str) -> Option<u64> {
        if let Some(value) = frame.words.get(name) {
            return Some(*value);
        }
        let name = name.trim_start_matches(MARK);
        let global = self.state.borrow().words.get(name).copied();
        global.or_else(|| self.constant(name, frame.depth))
    }

    /// The name of an array with the values of its indices.
    pub(super) fn place<'e>(
        &self,
        frame: &RunFrame<'_>,
        expr: &'e SourceExpr,
    ) -> Option<(&'e str, Vec<usize>)> {
        let mut indices = Vec::new();
        let mut base = expr;
        while let SourceNode::Index(inner, index) = &base.node {
            indices.insert(0, usize::try_from(self.value(frame, index)?).ok()?);
            base = inner;
        }
        let (SourceNode::Name(name) | SourceNode::Field(_, name)) = &base.node else { return None };
        Some((name.rsplit("::").next()?, indices))
    }

    /// An entry of an array.
    fn entry(&self, frame: &RunFrame<'_>, expr: &SourceExpr) -> Option<u64> {
        let (name, indices) = self.place(frame, expr)?;
        if let Some(array) = frame.arrays.get(name) {
            return Some(array.get(&indices).copied().unwrap_or(0));
        }
        let state = self.state.borrow();
        if let Some(array) = state.filled.get(name) {
            if let Some(value) = array.get(&indices) {
                return Some(*value);
            }
            if !self.named_arrays.contains_key(name) {
                let depth = array.keys().next().map(Vec::len);
                return (depth == Some(indices.len())).then_some(0);
            }
        }
        let arrays = self.named_arrays.get(name)?;
        let first = arrays[0];
        if arrays.iter().any(|other| other.values != first.values || other.shape != first.shape) {
            return None;
        }
        if indices.len() != first.shape.len() {
            return None;
        }
        let mut at = 0;
        for (index, length) in indices.iter().zip(&first.shape) {
            at = (index < length).then_some(at * length + index)?;
        }
        first.values.get(at).copied()
    }

    /// The numbers of an array that a function declares; without numbers in the source, its entries are zeros.
    pub(super) fn declared(&self, frame: &RunFrame<'_>, name: &str) -> Entries {
        let own = self.sources.iter().position(|source| source.file == frame.source.file);
        let arrays = own.and_then(|at| self.arrays.get(at)).map_or(&[][..], Vec::as_slice);
        let is_it = |array: &&SourceArray| array.name == name && frame.body.contains(&array.named);
        let Some(array) = arrays.iter().find(is_it) else { return Entries::new() };
        let mut entries = Entries::new();
        for (at, value) in array.values.iter().enumerate() {
            let mut indices = Vec::new();
            let mut rest = at;
            for length in array.shape.iter().rev() {
                indices.insert(0, rest % length);
                rest /= length;
            }
            entries.insert(indices, *value);
        }
        entries
    }

    /// The functions of a name with this many parameters.
    fn fitting(&self, name: &str, count: usize) -> Vec<(&'a BlankedSource, &'a SourceFunction)> {
        let is_fit = |(_, function): &&(&BlankedSource, &SourceFunction)| {
            function.parameters.as_ref().is_some_and(|all| all.len() == count)
        };
        self.named(name).iter().filter(is_fit).copied().collect()
    }

    /// The functions of a name.
    pub(super) fn named(&self, name: &str) -> &[(&'a BlankedSource, &'a SourceFunction)] {
        self.functions.get(name).map_or(&[][..], Vec::as_slice)
    }

    /// Whether an array's numbers stand in the sources.
    pub(super) fn has_numbers(&self, name: &str) -> bool {
        self.named_arrays.contains_key(name)
    }

    /// Whether the sources have a function of this name.
    pub(super) fn has_function(&self, name: &str) -> bool {
        self.functions.contains_key(name)
    }

    /// The result of a call that changes none of its arguments.
    fn call(
        &self,
        frame: &RunFrame<'_>,
        callee: &SourceExpr,
        arguments: &[SourceExpr],
    ) -> Option<CallResult> {
        let (result, changed) = self.call_changing(frame, callee, arguments)?;
        changed.is_empty().then_some(result)
    }

    /// The result of the engine's only function of a name, or of a type's conversion, and the arguments that it changes:
    /// by pointers, by references of C++, or as a macro.
    pub(super) fn call_changing<'e>(
        &self,
        frame: &RunFrame<'_>,
        callee: &SourceExpr,
        arguments: &'e [SourceExpr],
    ) -> Option<(CallResult, Vec<(&'e SourceExpr, u64)>)> {
        let (SourceNode::Name(path) | SourceNode::Field(_, path)) = &callee.node else {
            return None;
        };
        let name = path.rsplit("::").next()?;
        let fitting = self.fitting(name, arguments.len());
        let known = if let [(_, function)] = fitting.as_slice() { Some(*function) } else { None };
        let places: Vec<Option<&SourceExpr>> = (0..)
            .zip(arguments)
            .map(|(at, argument)| changeable(frame, known, at, argument))
            .collect();
        let value = |(argument, place): (&SourceExpr, Option<&SourceExpr>)| match place {
            Some(place) => self.value(frame, place).or_else(|| self.zero(place)).or(Some(0)),
            None => self.value(frame, argument),
        };
        let values: Vec<u64> =
            arguments.iter().zip(places.iter().copied()).map(value).collect::<Option<_>>()?;
        // `Bitboard(x)` and `Bitboard::new(x)` make the engine's own type.
        let is_made = path.strip_suffix("::new").or(path.strip_suffix("::from"));
        let is_type = |name: &str| name.starts_with(|c: char| c.is_ascii_uppercase());
        let only = || {
            let value = values.first().copied().filter(|_| values.len() == 1)?;
            Some((CallResult::Word(value), Vec::new()))
        };
        if is_made.is_some_and(is_type) {
            return only();
        }
        let (source, function) = match fitting.as_slice() {
            [] => {
                if let Some(value) = built_in(name, &values) {
                    return Some((CallResult::Word(value), Vec::new()));
                }
                return if is_type(name) && !self.has_function(name) { only() } else { None };
            }
            [one] => *one,
            _ => return None,
        };
        if frame.depth >= DEEPEST {
            return None;
        }
        let mut inner = RunFrame::new(source, function.body.clone());
        inner.depth = frame.depth + 1;
        let names = function.parameters.iter().flatten().map(SourceParameter::variable);
        let names: Vec<String> = names
            .zip(arguments)
            .map(|(name, argument)| if is_pointer(argument) { format!("*{name}") } else { name })
            .collect();
        inner.words.extend(names.iter().cloned().zip(values.iter().copied()));
        let result = self.whole(source, function, &mut inner)?;
        let changed = names.iter().zip(&values).zip(&places).filter_map(|((name, old), place)| {
            let new = inner.words.get(name).filter(|new| *new != old)?;
            Some(((*place)?, *new))
        });
        Some((result, changed.collect()))
    }

    /// Runs a function, and notes whether it comes to its end.
    pub(super) fn whole(
        &self,
        source: &BlankedSource,
        function: &SourceFunction,
        frame: &mut RunFrame<'_>,
    ) -> Option<CallResult> {
        let flow = self.steps(source, function).and_then(|steps| self.run(frame, &steps));
        self.state.borrow_mut().ran((source.file, function.body.start), flow.is_some());
        match flow? {
            Flow::Return(given) | Flow::Tail(given) => Some(given),
            Flow::Next => Some(CallResult::Unit),
            Flow::Leave { .. } => None,
        }
    }

    /// The value of a constant, if every definition of its name agrees.
    pub(in crate::adopt) fn constant(&self, path: &str, depth: u8) -> Option<u64> {
        let name = path.rsplit("::").next()?;
        if depth >= DEEPEST {
            return None;
        }
        if let Some(known) = self.constants.borrow().get(name) {
            return *known;
        }
        let fuel = std::mem::replace(&mut self.state.borrow_mut().fuel, LONGEST_RUN);
        let mut values = Vec::new();
        for source in self.sources {
            for at in places(&source.text, name) {
                if let Some(text) = defined(&source.text, at, name) {
                    values.push(self.of_text(source, text, depth + 1));
                } else if let Some(number) = enumerated(&source.text, at) {
                    values.push(Some(number));
                }
            }
        }
        self.state.borrow_mut().fuel = fuel;
        values.dedup();
        let value = if let [value] = values.as_slice() { *value } else { None };
        self.constants.borrow_mut().insert(name.to_owned(), value);
        value
    }

    /// The value of a constant expression at a place.
    fn of_text(&self, source: &BlankedSource, place: Range<usize>, depth: u8) -> Option<u64> {
        let function = SourceFunction {
            name: String::new(),
            line: 0,
            parameters: Some(Vec::new()),
            result: String::new(),
            body: place.clone(),
            form: SourceBody::Value,
        };
        let value = expression(source, &function, place).ok()?;
        let mut frame = RunFrame::new(source, 0..0);
        frame.depth = depth;
        self.value(&frame, &value)
    }
}

/// Whether an argument is a pointer to a variable or an entry.
fn is_pointer(argument: &SourceExpr) -> bool {
    matches!(&argument.node, SourceNode::Unary("&", inner)
        if matches!(inner.node, SourceNode::Name(_) | SourceNode::Index(..)))
}

/// The variable or the entry of an argument that a function may change.
fn changeable<'e>(
    frame: &RunFrame<'_>,
    function: Option<&SourceFunction>,
    at: usize,
    argument: &'e SourceExpr,
) -> Option<&'e SourceExpr> {
    if !matches!(frame.source.lang, "c" | "cpp") {
        return None;
    }
    if let SourceNode::Unary(_, inner) = &argument.node
        && is_pointer(argument)
    {
        return Some(inner);
    }
    let is_place = matches!(argument.node, SourceNode::Name(_) | SourceNode::Index(..));
    (is_place && changes(function?, at)).then_some(argument)
}

/// Whether a function may change an argument: as a macro, or by a reference.
pub(super) fn changes(function: &SourceFunction, at: usize) -> bool {
    let is_reference = |kind: &str| kind.contains('&') && !kind.contains("const");
    let parameter = function.parameters.as_ref().and_then(|all| all.get(at));
    function.form == SourceBody::Macro || parameter.is_some_and(|one| is_reference(&one.kind))
}

/// Whether the owner of a function is a class and no value.
fn is_module(one: &SourceExpr) -> bool {
    let is_class = |name: &str| name.starts_with(|c: char| c.is_ascii_uppercase());
    matches!(&one.node, SourceNode::Name(name) if name == "this" || is_class(name))
}

/// Whether the owner of a function is the language's library: `Math.abs(x)`.
fn is_library(one: &SourceExpr) -> bool {
    matches!(&one.node, SourceNode::Name(name) if matches!(name.as_str(), "Math" | "std" | "math"))
}

/// Finds the parameters in an expression, each with the fields and methods that give its number.
fn operands_in(one: &SourceExpr, names: &[String], found: &mut dyn FnMut(&str, &SourceExpr)) {
    if let Some(name) = root(one).and_then(|root| names.iter().find(|name| *name == root)) {
        found(name, one);
        return;
    }
    for part in one.parts() {
        operands_in(part, names, found);
    }
}

/// The name at the root of fields and of methods without arguments.
fn root(one: &SourceExpr) -> Option<&str> {
    match &one.node {
        SourceNode::Name(name) => Some(name),
        SourceNode::Field(inner, _) | SourceNode::Unary("*", inner) => root(inner),
        SourceNode::Call(callee, arguments) => match (&callee.node, arguments.as_slice()) {
            (SourceNode::Field(inner, _), []) => root(inner),
            (SourceNode::Name(name), [inner]) if NUMBERS.contains(&name.as_str()) => root(inner),
            _ => None,
        },
        _ => None,
    }
}
