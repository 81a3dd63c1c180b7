//! Finds the functions whose results are the entries of a table, and the calls that replace their bodies.

use super::ModuleFinder;
use super::known::KnownTable;
use crate::adopt::code::{BlankedSource, Runnable, SourceExpr, SourceNode};
use crate::adopt::functions::{MARK, SourceBody, SourceFunction};
use crate::adopt::judge::Argument;
use crate::adopt::replaced::{argument, body, called};
use crate::adopt::types::{TypeForm, is_small};
use magicgen_lookup::model::Part;

/// A function whose result is an entry of a table.
pub(super) struct FoundFunction<'a> {
    pub(super) source: &'a BlankedSource,
    pub(super) function: &'a SourceFunction,
    pub(super) table: &'a KnownTable,
    /// The arguments of the generated function.
    arguments: Vec<FoundArgument>,
}

/// An argument of the generated function.
#[derive(Clone, Debug)]
enum FoundArgument {
    Side(usize),
    Operand(String, SourceExpr),
    /// The other side than the operand's.
    OtherSide(String, SourceExpr),
}

impl<'a> ModuleFinder<'a> {
    /// The functions whose results are the entries of a table, for all arguments.
    pub(super) fn functions(&self) -> Vec<FoundFunction<'a>> {
        let mut all = Vec::new();
        for source in self.sources {
            for function in &source.functions {
                let Some(run) = self.evaluator.runnable(source, function) else { continue };
                if let Some((table, arguments)) = self.recognised(&run) {
                    all.push(FoundFunction { source, function, table, arguments });
                }
            }
        }
        all
    }

    /// The table whose entries a function returns.
    fn recognised(&self, run: &Runnable<'_>) -> Option<(&'a KnownTable, Vec<FoundArgument>)> {
        let operand = |at: &usize| {
            let (name, operand) = &run.operands[*at];
            FoundArgument::Operand(name.clone(), operand.clone())
        };
        let orders: &[&[usize]] = match run.operands.len() {
            1 => &[&[0]],
            2 => &[&[0, 1], &[1, 0]],
            _ => return None,
        };
        self.known.iter().filter(|table| table.title.is_some()).find_map(|table| {
            if table.axes.len() == run.operands.len() {
                let is_order =
                    |values: &[u64], order: &&&[usize]| self.agrees(run, (table, values), order);
                if let Some(order) = orders.iter().find(|order| is_order(&table.values, order)) {
                    return Some((table, order.iter().map(operand).collect()));
                }
                let values = table.exchanged()?;
                let order = orders.iter().find(|order| is_order(&values, order))?;
                let mut arguments: Vec<FoundArgument> = order.iter().map(operand).collect();
                if let FoundArgument::Operand(name, operand) = arguments.remove(0) {
                    arguments.insert(0, FoundArgument::OtherSide(name, operand));
                }
                return Some((table, arguments));
            }
            // A function for one side.
            let is_of_side = |side: &usize| {
                run.operands.len() == 1
                    && table.of_side(*side).is_some_and(|entries| {
                        entries.iter().zip(0..).all(|(wanted, square)| {
                            self.evaluator.result(run, &[square]) == Some(*wanted)
                        })
                    })
            };
            let side = (0..2).find(is_of_side)?;
            Some((table, vec![FoundArgument::Side(side), operand(&0)]))
        })
    }

    fn agrees(
        &self,
        run: &Runnable<'_>,
        (table, values): (&KnownTable, &[u64]),
        order: &[usize],
    ) -> bool {
        values.iter().enumerate().all(|(at, wanted)| {
            let mut values = vec![0; order.len()];
            let mut rest = at;
            for (axis, place) in table.axes.iter().zip(order).rev() {
                values[*place] = (rest % axis.length()) as u64;
                rest /= axis.length();
            }
            self.evaluator.result(run, &values) == Some(*wanted)
        })
    }

    /// The new body of a function, and the name that it calls; or a reason why it stays.
    pub(super) fn call(&self, found: &FoundFunction<'_>) -> Result<(String, String), String> {
        let FoundFunction { source, function, table, arguments } = found;
        let Some(title) = &table.title else { return Err("`emit` has it as an array".to_owned()) };
        let name = title.function(&self.job.printed.names);
        let is_macro = function.form == SourceBody::Macro;
        let square = self.job.language.calls.square;
        let arguments = arguments.iter().map(|one| match one {
            FoundArgument::Side(side) => Ok(side.to_string()),
            FoundArgument::Operand(name, operand) => {
                let one = self.operand(source, function, name, operand)?;
                Ok(argument(&one, square, true, is_macro))
            }
            FoundArgument::OtherSide(name, operand) => {
                let one = self.operand(source, function, name, operand)?;
                Ok(format!("1 - {}", argument(&one, square, true, is_macro)))
            }
        });
        let arguments = arguments.collect::<Result<Vec<String>, String>>()?.join(", ");
        let [before, after] = self.made(source, function, table.part == Part::Distance)?;
        let called = called(self.job, &name);
        let value = format!("{before}{called}({arguments}){after}");
        let text = &self.files[source.file].text;
        if text[function.body.clone()].contains("assert") {
            return Err("it has an assertion".to_owned());
        }
        Ok((body(text, &value, self.job.language, function), name))
    }

    /// An operand as a number.
    pub(super) fn operand(
        &self,
        source: &BlankedSource,
        function: &SourceFunction,
        name: &str,
        operand: &SourceExpr,
    ) -> Result<Argument, String> {
        let one = self.written(source, function, operand);
        let is_truth = one.kind.as_ref().is_some_and(|kind| kind.to_lowercase().contains("bool"));
        let name = name.trim_start_matches(MARK);
        if is_truth && !matches!(source.lang, "c" | "cpp" | "rust") {
            return Err(format!("`{name}` is no number"));
        }
        let unknown = || format!("the type of `{name}` isn't known");
        self.types.number(source, one).ok_or_else(unknown)
    }

    /// An operand as it is written, with its type if it is a whole parameter.
    pub(super) fn written(
        &self,
        source: &BlankedSource,
        function: &SourceFunction,
        operand: &SourceExpr,
    ) -> Argument {
        let text = self.files[source.file].text[operand.span.clone()].to_owned();
        let SourceNode::Name(name) = &operand.node else { return Argument { text, kind: None } };
        let name = name.trim_start_matches(MARK);
        let parameter = function.parameters.iter().flatten().find(|one| one.name == name);
        let kind = parameter.map(|one| one.kind.clone()).filter(|kind| !kind.is_empty());
        Argument { text, kind }
    }

    /// The text around a call that makes a value of a function's result type. `is_number` tells a number from a set.
    pub(super) fn made(
        &self,
        source: &BlankedSource,
        function: &SourceFunction,
        is_number: bool,
    ) -> Result<[String; 2], String> {
        let unknown = || format!("its result's type `{}` isn't known", function.result);
        if function.form == SourceBody::Macro || function.result.is_empty() {
            return Ok(Default::default());
        }
        if is_small(&function.result) || is_number {
            let is_plain =
                matches!(source.lang, "c" | "cpp" | "java" | "csharp" | "d" | "typescript");
            let is_fit = is_number && is_small(&function.result) && is_plain;
            return if is_fit { Ok(Default::default()) } else { Err(unknown()) };
        }
        let words = function.result.split_whitespace();
        let last = words.last().unwrap_or_default();
        let forms = [function.result.as_str(), last]
            .map(|kind| self.types.form(source.lang, kind, source.file));
        let form = forms.into_iter().find(|form| *form != TypeForm::Unknown);
        match form {
            Some(TypeForm::Own { makes, .. }) => makes.ok_or_else(unknown),
            Some(TypeForm::Word) => Ok(Default::default()),
            _ if self.job.language.calls.includes(&self.job.language.calls)
                && source.lang == "c" =>
            {
                Ok(Default::default())
            }
            _ => Err(unknown()),
        }
    }
}
