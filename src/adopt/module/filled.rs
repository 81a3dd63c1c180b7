//! Finds the arrays that start-up code fills with the entries of tables, and the functions that do nothing else.

use std::collections::BTreeMap;
use std::ops::Range;

use super::fills::{arguments, cpp_loops, rust_loops};
use super::known::KnownTable;
use super::{Fate, Likeness, ModuleEdit, ModuleFinder, ModuleItem, likeness};
use crate::adopt::code::{BlankedSource, Entries, FillingFunction, SourceExpr, SourceNode};
use crate::adopt::functions::{SourceBody, SourceFunction};
use crate::adopt::replaced::called;
use crate::adopt::startup::is_written;
use crate::adopt::types::{array_type, places};

/// Rows of an array that are the entries of a table.
struct TableRows<'a> {
    /// The positions and the values of the indices that are the same in all rows.
    fixed: Vec<(usize, usize)>,
    table: &'a KnownTable,
    likeness: Likeness,
}

/// A function that returns an array with the entries of a table.
struct TableFunction<'a> {
    source: &'a BlankedSource,
    function: &'a SourceFunction,
    table: &'a KnownTable,
    likeness: Likeness,
}

/// The body of loops that fills the arrays of a function, and the generated functions that it calls.
struct FillingBody<'a> {
    of: &'a FillingFunction<'a>,
    text: String,
    called: BTreeMap<String, Vec<String>>,
}

impl ModuleFinder<'_> {
    /// Adds the arrays that start-up code fills with tables to a module. `bodies` are the replaced bodies of functions.
    pub(super) fn add_filled(
        &self,
        module: &mut super::AttackModule,
        bodies: &[(usize, Range<usize>)],
    ) {
        let filled = self.evaluator.filled();
        let rewritten: Vec<Result<FillingBody<'_>, String>> =
            self.evaluator.filling.iter().map(|one| self.loops(one, &filled)).collect();
        for body in rewritten.iter().flatten() {
            let (file, place) = (body.of.source.file, body.of.function.body.clone());
            module.edits.push(ModuleEdit { file, place, text: body.text.clone() });
        }
        for (name, entries) in &filled {
            let Some(rows) = self.table_rows(entries) else { continue };
            let Some((source, at)) = self.definition(name) else { continue };
            let bodies_of = rewritten.iter().flatten();
            let called: Vec<&String> =
                bodies_of.filter_map(|body| body.called.get(name)).flatten().collect();
            let fate = if called.is_empty() {
                match self.only_filled(name, bodies) {
                    Some(fillers) => {
                        Fate::Replaced(format!("the functions that read it; {fillers}"))
                    }
                    None => Fate::Left(self.why_filled(name, &rows, &rewritten)),
                }
            } else {
                module.emit.extend(rows.iter().map(|one| one.table.part.id()));
                let names: Vec<String> = called.iter().map(|name| format!("`{name}`")).collect();
                Fate::Replaced(format!("values of {}", names.join(" and ")))
            };
            let mut what: Vec<String> = rows.iter().map(|one| one.likeness.of(one.table)).collect();
            what.dedup();
            module.items.push(ModuleItem {
                file: source.file,
                line: source.line(at),
                name: name.clone(),
                what: what.join(", "),
                is_guess: false,
                fate,
            });
        }
    }

    /// Why start-up code that fills an array stays, and what to call.
    fn why_filled(
        &self,
        name: &str,
        rows: &[TableRows<'_>],
        rewritten: &[Result<FillingBody<'_>, String>],
    ) -> String {
        let mut all = self.evaluator.filling.iter().zip(rewritten);
        let why = all.find_map(|(one, made)| {
            made.as_ref().err().filter(|_| one.set.contains_key(name)).cloned()
        });
        let why = why.unwrap_or_else(|| "the function that fills it does more".to_owned());
        let mut names: Vec<String> = rows.iter().filter_map(|one| self.name_of(one)).collect();
        names.dedup();
        format!("{why}; call {} instead", names.join(" and "))
    }

    /// Adds the functions that return arrays with the entries of tables to a module.
    pub(super) fn add_makers(&self, module: &mut super::AttackModule) {
        for source in self.sources.iter().filter(|one| matches!(one.lang, "rust" | "cpp")) {
            for function in &source.functions {
                let made = self.evaluator.made(source, function);
                let rows = made.as_ref().and_then(|entries| self.table_rows(entries));
                let Some([TableRows { fixed, table, likeness }]) = rows.as_deref() else {
                    continue;
                };
                if !fixed.is_empty() {
                    continue;
                }
                let one = TableFunction { source, function, table, likeness: *likeness };
                let fate = match self.maker(&one) {
                    Ok((text, name)) => {
                        let place = function.body.clone();
                        module.edits.push(ModuleEdit { file: source.file, place, text });
                        module.emit.push(table.part.id());
                        Fate::Replaced(format!("values of `{name}`"))
                    }
                    Err(why) => Fate::Left(why),
                };
                module.items.push(ModuleItem {
                    file: source.file,
                    line: function.line,
                    name: function.name.clone(),
                    what: likeness.of(table),
                    is_guess: false,
                    fate,
                });
            }
        }
    }

    /// The new body of a function that returns an array, and the name of the generated function; or a reason why it stays.
    fn maker(&self, one: &TableFunction<'_>) -> Result<(String, String), String> {
        let TableFunction { source, function, table, likeness } = one;
        let Some(title) = &table.title else { return Err("`emit` has it as an array".to_owned()) };
        let name = title.function(&self.job.printed.names);
        let [before, after] = self.entry_of(source, &function.result)?;
        let callee = called(self.job, &name);
        let entry = |one: &str, two: &str| {
            let values = arguments(*likeness, table.axes.len(), one, two);
            format!("{before}{callee}({values}){after}")
        };
        let mut shape: Vec<usize> = table.axes.iter().map(|axis| axis.length()).collect();
        match likeness {
            Likeness::Side(_) => shape = vec![64],
            Likeness::Transposed => shape.reverse(),
            _ => {}
        }
        let lines = if source.lang == "rust" {
            rust_loops(&format!("{before}0{after}"), &shape, &entry)?
        } else {
            cpp_loops(&function.result, &shape, &entry)?
        };
        let old = &self.files[source.file].text[function.body.clone()];
        Ok((in_body(old, "", &[lines]), name))
    }

    /// The quoted name of the generated function for some rows.
    fn name_of(&self, rows: &TableRows<'_>) -> Option<String> {
        let title = rows.table.title.as_ref()?;
        Some(format!("`{}`", title.function(&self.job.printed.names)))
    }

    /// The tables of all rows of an array; `None` if some rows are none.
    fn table_rows(&self, entries: &Entries) -> Option<Vec<TableRows<'_>>> {
        let depth = entries.keys().next()?.len();
        if entries.keys().any(|indices| indices.len() != depth) {
            return None;
        }
        if let Some((table, likeness)) = self.rows_of(entries, depth) {
            return Some(vec![TableRows { fixed: Vec::new(), table, likeness }]);
        }
        if !matches!(depth, 2 | 3) {
            return None;
        }
        (0..depth).rev().find_map(|free| {
            let mut groups: BTreeMap<Vec<(usize, usize)>, Entries> = BTreeMap::new();
            for (indices, entry) in entries {
                let fixed = indices.iter().copied().enumerate().filter(|(at, _)| *at != free);
                let own = groups.entry(fixed.collect()).or_default();
                own.insert(vec![indices[free]], *entry);
            }
            let rows = |(fixed, own): (Vec<(usize, usize)>, Entries)| {
                let (table, likeness) = self.rows_of(&own, 1)?;
                Some(TableRows { fixed, table, likeness })
            };
            groups.into_iter().map(rows).collect()
        })
    }

    /// The table of entries with one or two indices.
    fn rows_of(&self, entries: &Entries, depth: usize) -> Option<(&KnownTable, Likeness)> {
        let shapes: &[&[usize]] = match depth {
            1 => &[&[64]],
            2 => &[&[2, 64], &[64, 2], &[64, 64]],
            _ => return None,
        };
        shapes.iter().find_map(|shape| {
            let mut values = vec![0; shape.iter().product()];
            for (indices, value) in entries {
                let is_inside = indices.iter().zip(*shape).all(|(index, length)| index < length);
                let at =
                    indices.iter().zip(*shape).fold(0, |at, (index, length)| at * length + index);
                *values.get_mut(at).filter(|_| is_inside)? = *value;
            }
            self.known
                .iter()
                .filter(|table| table.title.is_some())
                .find_map(|table| Some((table, likeness(&values, shape, table)?)))
        })
    }

    /// The body of loops that does what a function does; or a reason why it stays.
    fn loops<'f>(
        &self,
        one: &'f FillingFunction<'f>,
        filled: &BTreeMap<String, Entries>,
    ) -> Result<FillingBody<'f>, String> {
        let FillingFunction { source, function, set } = one;
        let mut own: Vec<(&String, &BTreeMap<_, _>)> = set.iter().collect();
        let place = |entries: &BTreeMap<_, std::rc::Rc<SourceExpr>>| {
            entries.values().next().map(|target| target.span.start)
        };
        own.sort_by_key(|(_, entries)| place(entries));
        let is_inside = |target: &std::rc::Rc<SourceExpr>| {
            function.body.contains(&target.span.start)
                && self.files[source.file].text.get(target.span.clone()).is_some()
        };
        if function.form != SourceBody::Braces
            || !set.values().flat_map(BTreeMap::values).all(is_inside)
        {
            return Err(format!("`{}` fills it by other functions", function.name));
        }
        let mut lines = Vec::new();
        let mut all_called: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (name, targets) in own {
            let entries: Entries = targets
                .keys()
                .filter_map(|key| Some((key.clone(), *filled.get(name)?.get(key)?)))
                .collect();
            let other = || format!("`{}` fills `{name}` with other entries, too", function.name);
            for rows in self.table_rows(&entries).ok_or_else(other)? {
                let target = targets.iter().find(|(key, _)| {
                    rows.fixed.iter().all(|(position, value)| key[*position] == *value)
                });
                let Some((_, target)) = target else { return Err(other()) };
                let (line, called) = self.loop_of(source, name, target, &rows)?;
                lines.push(line);
                let names = all_called.entry(name.clone()).or_default();
                if !names.contains(&called) {
                    names.push(called);
                }
            }
        }
        let text =
            in_body(&self.files[source.file].text[function.body.clone()], source.lang, &lines);
        Ok(FillingBody { of: one, text, called: all_called })
    }

    /// The loop that fills some rows, and the name of the generated function.
    fn loop_of(
        &self,
        source: &BlankedSource,
        name: &str,
        target: &SourceExpr,
        rows: &TableRows<'_>,
    ) -> Result<(String, String), String> {
        let TableRows { fixed, table, likeness } = rows;
        let Some(title) = &table.title else { return Err("`emit` has it as an array".to_owned()) };
        let function = title.function(&self.job.printed.names);
        let kind = self.types.of_array(name).next().unwrap_or_default();
        let [before, after] = self.entry_of(source, kind)?;
        let mut indices = Vec::new();
        let mut base = target;
        while let SourceNode::Index(inner, index) = &base.node {
            indices.insert(0, &**index);
            base = inner;
        }
        let text = &self.files[source.file].text;
        let mut entry = text[base.span.clone()].to_owned();
        let mut counts: Vec<(&str, usize)> = Vec::new();
        let free: Vec<&str> = match (indices.len() - fixed.len(), likeness) {
            (1, _) => vec!["square"],
            (_, Likeness::Transposed) if table.axes[0].length() == 2 => vec!["square", "side"],
            _ if table.axes[0].length() == 2 => vec!["side", "square"],
            _ => vec!["from", "to"],
        };
        let mut next = free.iter();
        for (position, index) in indices.iter().enumerate() {
            let fixed = fixed.iter().find(|(fixed, _)| *fixed == position);
            let index = match fixed {
                // A name such as `KNIGHT` stays.
                Some(_)
                    if index.names().iter().all(|name| name.starts_with(char::is_uppercase)) =>
                {
                    text[index.span.clone()].to_owned()
                }
                Some((_, value)) => value.to_string(),
                None => {
                    let Some(name) = next.next() else {
                        return Err("its indices differ".to_owned());
                    };
                    counts.push((name, if *name == "side" { 2 } else { 64 }));
                    (*name).to_owned()
                }
            };
            entry = format!("{entry}[{index}]");
        }
        let [one, two] = [free.first(), free.get(1)].map(|name| name.copied().unwrap_or_default());
        let values = arguments(*likeness, table.axes.len(), one, two);
        let called_name = called(self.job, &function);
        let end = if matches!(source.lang, "go" | "kotlin") { "" } else { ";" };
        let mut code = format!("{entry} = {before}{called_name}({values}){after}{end}");
        for (name, count) in counts.iter().rev() {
            let head = match source.lang {
                "c" | "cpp" => format!("for (unsigned {name} = 0; {name} < {count}; ++{name})"),
                "java" | "csharp" | "d" => {
                    format!("for (int {name} = 0; {name} < {count}; ++{name})")
                }
                "typescript" | "javascript" => {
                    format!("for (let {name} = 0; {name} < {count}; ++{name})")
                }
                "go" => format!("for {name} := 0; {name} < {count}; {name}++"),
                "rust" => format!("for {name} in 0..{count}"),
                "kotlin" => format!("for ({name} in 0 until {count})"),
                "zig" => format!("for (0..{count}) |{name}|"),
                _ => return Err("no loop is known for this language".to_owned()),
            };
            code = format!("{head} {{\n    {}\n}}", code.replace('\n', "\n    "));
        }
        Ok((code, function))
    }

    /// The functions that fill an array for nothing; `None` if other code that stays reads it.
    fn only_filled(&self, name: &str, bodies: &[(usize, Range<usize>)]) -> Option<String> {
        let mut fillers: Vec<String> = Vec::new();
        let mut has_reader = false;
        for source in self.sources {
            for at in places(&source.text, name) {
                let inside = |function: &&SourceFunction| function.body.contains(&at);
                let function =
                    source.functions.iter().filter(inside).max_by_key(|one| one.body.start);
                let Some(function) = function else { continue };
                if bodies.iter().any(|(file, body)| *file == source.file && body.contains(&at)) {
                    has_reader = true;
                } else if is_written(&source.text, at, name) {
                    fillers.push(format!("`{}`", function.name));
                } else {
                    return None;
                }
            }
        }
        fillers.dedup();
        let text = format!("{} fills it, but nothing reads it any longer", fillers.join(" and "));
        (has_reader && !fillers.is_empty()).then_some(text)
    }

    /// The place of an array's definition.
    fn definition(&self, name: &str) -> Option<(&BlankedSource, usize)> {
        let mut found = self.sources.iter().flat_map(|source| {
            let is_it = |at: &usize| array_type(&source.text, *at, name).is_some();
            places(&source.text, name).filter(is_it).map(move |at| (source, at))
        });
        let first = found.next()?;
        let is_here = |(source, at): &(&BlankedSource, usize)| {
            let line = source.text[..*at].rfind('\n').map_or(0, |at| at + 1);
            !source.text[line..*at].contains("extern")
        };
        Some(std::iter::once(first).chain(found).find(is_here).unwrap_or(first))
    }
}

/// A function's body of some statements.
fn in_body(old: &str, lang: &str, lines: &[String]) -> String {
    let is_code = |line: &&str| !line.trim().is_empty();
    let first = old.lines().skip(1).find(is_code).unwrap_or("    ");
    let indent = &first[..first.len() - first.trim_start().len()];
    let unit = if indent.contains('\t') { "\t" } else { "    " };
    let last = old.rsplit('\n').next().unwrap_or_default();
    let is_unsafe = lang == "rust" && places(old, "unsafe").next().is_some();
    let mut text = lines.join("\n");
    if is_unsafe {
        text = format!("unsafe {{\n    {}\n}}", text.replace('\n', "\n    "));
    }
    let text: Vec<String> = text
        .lines()
        .map(|line| {
            let inner = line.trim_start();
            format!("{indent}{}{inner}", unit.repeat((line.len() - inner.len()) / 4))
        })
        .collect();
    format!("\n{}\n{last}", text.join("\n"))
}
