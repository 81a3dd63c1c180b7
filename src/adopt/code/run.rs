//! Runs the steps of functions.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::rc::Rc;

use super::evaluate::Evaluator;
use super::operators::{Integers, computed};
use super::steps::{CodeStep, SourceLoop};
use super::tree::{SourceExpr, SourceNode};
use super::value::BlankedSource;

/// The entries of an array by their indices.
pub(in crate::adopt) type Entries = BTreeMap<Vec<usize>, u64>;

/// The variables of a function that runs.
pub(super) struct RunFrame<'f> {
    pub(super) source: &'f BlankedSource,
    pub(super) body: Range<usize>,
    pub(super) operands: Vec<(SourceExpr, u64)>,
    pub(super) words: BTreeMap<String, u64>,
    pub(super) arrays: BTreeMap<String, Entries>,
    pub(super) depth: u8,
}

impl<'f> RunFrame<'f> {
    pub(super) fn new(source: &'f BlankedSource, body: Range<usize>) -> Self {
        Self {
            source,
            body,
            operands: Vec::new(),
            words: BTreeMap::new(),
            arrays: BTreeMap::new(),
            depth: 0,
        }
    }

    /// The value at a pointer that a parameter is.
    pub(super) fn pointed(&self, pointer: &SourceExpr) -> Option<u64> {
        let SourceNode::Name(name) = &pointer.node else { return None };
        self.words.get(&format!("*{name}")).copied()
    }
}

/// What a call gives.
#[derive(Clone, Debug)]
pub(super) enum CallResult {
    Unit,
    Word(u64),
    Array(Entries),
}

/// What follows a step.
#[derive(Debug)]
pub(super) enum Flow {
    Next,
    Return(CallResult),
    /// The value of a block.
    Tail(CallResult),
    Leave {
        is_whole: bool,
    },
}

/// What a start-up function has done so far.
#[derive(Default)]
pub(super) struct Effects {
    pub(super) set: BTreeMap<String, BTreeMap<Vec<usize>, Rc<SourceExpr>>>,
    /// Whether it has done more than to set entries.
    pub(super) is_more: bool,
}

/// What all functions share.
#[derive(Default)]
pub(super) struct SharedState {
    pub(super) fuel: u64,
    /// Whether start-up code runs, which may change variables of other functions.
    pub(super) is_start_up: bool,
    /// Variables that start-up code sets.
    pub(super) words: BTreeMap<String, u64>,
    /// The arrays that start-up code fills.
    pub(super) filled: BTreeMap<String, Entries>,
    pub(super) effects: Effects,
    /// Arrays with an entry in a call that isn't understood.
    pub(super) passed: BTreeSet<String>,
    /// The functions that ran, by file and body, with whether all runs came to their end.
    pub(super) ran: BTreeMap<(usize, usize), bool>,
}

impl SharedState {
    /// Takes the cost of an expression; `None` if the run takes too long.
    pub(super) fn burn(&mut self) -> Option<()> {
        self.fuel = self.fuel.checked_sub(1)?;
        Some(())
    }

    pub(super) fn ran(&mut self, function: (usize, usize), is_whole: bool) {
        *self.ran.entry(function).or_insert(true) &= is_whole;
    }
}

impl CodeStep {
    /// Calls a function with every expression of some steps.
    pub(super) fn each(steps: &[Self], call: &mut dyn FnMut(&SourceExpr)) {
        for step in steps {
            match step {
                Self::Declare(_) | Self::Leave { .. } | Self::Return(None) => {}
                Self::Let(_, value)
                | Self::Return(Some(value))
                | Self::Tail(value)
                | Self::Call(value) => call(value),
                Self::Store { target, value, .. } => {
                    call(target);
                    call(value);
                }
                Self::If(asked, then, otherwise) => {
                    call(asked);
                    Self::each(then, call);
                    Self::each(otherwise, call);
                }
                Self::Loop(one) => {
                    one.asked.iter().for_each(&mut *call);
                    for steps in [&one.first, &one.body, &one.next] {
                        Self::each(steps, call);
                    }
                }
            }
        }
    }
}

impl Evaluator<'_> {
    /// Runs steps; `None` if one of them isn't understood.
    pub(super) fn run(&self, frame: &mut RunFrame<'_>, steps: &[CodeStep]) -> Option<Flow> {
        for (at, step) in steps.iter().enumerate() {
            let flow = match step {
                CodeStep::Declare(name) => {
                    let entries = self.declared(frame, name);
                    frame.words.remove(name);
                    frame.arrays.insert(name.clone(), entries);
                    Flow::Next
                }
                CodeStep::Let(name, value) => {
                    match self.given(frame, value)? {
                        CallResult::Word(value) => {
                            frame.words.insert(name.clone(), value);
                            frame.arrays.remove(name);
                        }
                        CallResult::Array(entries) => {
                            frame.arrays.insert(name.clone(), entries);
                        }
                        CallResult::Unit => return None,
                    }
                    Flow::Next
                }
                CodeStep::Store { target, sign, value } => {
                    self.store(frame, target, *sign, value)?;
                    Flow::Next
                }
                CodeStep::Return(None) => Flow::Return(CallResult::Unit),
                CodeStep::Return(Some(value)) => Flow::Return(self.given(frame, value)?),
                CodeStep::Tail(value) => Flow::Tail(self.given(frame, value)?),
                CodeStep::Call(value) => {
                    self.done(frame, value)?;
                    Flow::Next
                }
                CodeStep::If(asked, then, otherwise) => {
                    let is_so = self.value(frame, asked)? != 0;
                    self.run(frame, if is_so { then } else { otherwise })?
                }
                CodeStep::Loop(one) => self.repeat(frame, one)?,
                CodeStep::Leave { is_whole } => Flow::Leave { is_whole: *is_whole },
            };
            match flow {
                Flow::Next => {}
                // The value of a block that isn't the last step is unused.
                Flow::Tail(_) if at + 1 < steps.len() => {}
                other => return Some(other),
            }
        }
        Some(Flow::Next)
    }

    fn repeat(&self, frame: &mut RunFrame<'_>, one: &SourceLoop) -> Option<Flow> {
        self.run(frame, &one.first)?;
        let mut is_asked = !one.is_late;
        loop {
            self.state.borrow_mut().burn()?;
            if let Some(asked) = one.asked.as_ref().filter(|_| is_asked)
                && self.value(frame, asked)? == 0
            {
                return Some(Flow::Next);
            }
            is_asked = true;
            match self.run(frame, &one.body)? {
                Flow::Leave { is_whole: true } => return Some(Flow::Next),
                Flow::Return(given) => return Some(Flow::Return(given)),
                _ => {}
            }
            self.run(frame, &one.next)?;
        }
    }

    /// A word or an array.
    fn given(&self, frame: &mut RunFrame<'_>, expr: &SourceExpr) -> Option<CallResult> {
        match &expr.node {
            SourceNode::Name(name) => {
                if let Some(array) = frame.arrays.get(name) {
                    return Some(CallResult::Array(array.clone()));
                }
            }
            SourceNode::Call(callee, arguments) if matches!(callee.node, SourceNode::Name(_)) => {
                let (result, changed) = self.call_changing(frame, callee, arguments)?;
                for (place, value) in changed {
                    self.assign(frame, place, value)?;
                }
                return Some(result);
            }
            _ => {}
        }
        self.value(frame, expr).map(CallResult::Word)
    }

    /// Runs a call for what it does. One that isn't understood is left out of start-up code.
    fn done(&self, frame: &mut RunFrame<'_>, expr: &SourceExpr) -> Option<()> {
        let SourceNode::Call(_, arguments) = &expr.node else { return None };
        let is_start_up = self.state.borrow().is_start_up;
        if self.given(frame, expr).is_some() {
            return Some(());
        }
        let mut state = self.state.borrow_mut();
        let names = arguments.iter().flat_map(SourceExpr::names).map(str::to_owned);
        state.passed.extend(names);
        state.effects.is_more = true;
        (is_start_up && state.fuel > 0).then_some(())
    }

    fn store(
        &self,
        frame: &mut RunFrame<'_>,
        target: &SourceExpr,
        sign: Option<&'static str>,
        value: &SourceExpr,
    ) -> Option<()> {
        let integers = Integers::of(frame.source.lang);
        let CallResult::Word(new) = self.given(frame, value)? else { return None };
        let old = || self.value(frame, target).or_else(|| self.zero(target));
        let new = match sign {
            Some(sign) => computed(sign, old()?, new, integers)?,
            None => new,
        };
        self.assign(frame, target, new)
    }

    /// Gives a variable or an entry a value.
    fn assign(&self, frame: &mut RunFrame<'_>, target: &SourceExpr, new: u64) -> Option<()> {
        if let SourceNode::Unary("*", pointer) = &target.node {
            frame.pointed(pointer)?;
            let SourceNode::Name(name) = &pointer.node else { return None };
            frame.words.insert(format!("*{name}"), new);
            return Some(());
        }
        let is_start_up = self.state.borrow().is_start_up;
        let target = match &target.node {
            SourceNode::Field(..) => target.owner()?,
            _ => target,
        };
        if let SourceNode::Name(name) = &target.node {
            if frame.words.contains_key(name) || frame.arrays.remove(name).is_some() {
                frame.words.insert(name.clone(), new);
                return Some(());
            }
            // In Python a variable is declared by its first assignment.
            if frame.source.lang == "python" {
                frame.words.insert(name.clone(), new);
                return Some(());
            }
            if is_start_up {
                let mut state = self.state.borrow_mut();
                state.effects.is_more = true;
                state.words.insert(name.clone(), new);
            }
            return is_start_up.then_some(());
        }
        let (name, indices) = self.place(frame, target)?;
        if let Some(array) = frame.arrays.get_mut(name) {
            array.insert(indices, new);
            return Some(());
        }
        if !is_start_up {
            return None;
        }
        let mut state = self.state.borrow_mut();
        state.filled.entry(name.to_owned()).or_default().insert(indices.clone(), new);
        let set = state.effects.set.entry(name.to_owned()).or_default();
        set.insert(indices, Rc::new(target.clone()));
        Some(())
    }

    /// The first value of an entry that start-up code sets: zero, if no numbers stand in the source.
    pub(super) fn zero(&self, target: &SourceExpr) -> Option<u64> {
        let mut base = target.owner().unwrap_or(target);
        while let SourceNode::Index(inner, _) = &base.node {
            base = inner;
        }
        let state = self.state.borrow();
        let is_new = |name: &str| !state.filled.contains_key(name) && !self.has_numbers(name);
        let is_entry = base.span != target.span && state.is_start_up;
        (is_entry && base.names().last().is_some_and(|name| is_new(name))).then_some(0)
    }
}
