//! The statements of a function, short enough that rustfmt leaves them alone.

use std::cell::Cell;

use super::file::{CONST_LOOP, File};
use super::kinds::{Asked, Kind};
use super::lines::assignment;
use super::prepare::{Drawn, name_values};
use super::records::record_field;
use super::rows::Row;
use super::syntax::{OPERATORS, RELAXED, RustSyntax, TableText, as_type, number};
use crate::render::prelude::*;

/// A value to be computed by the statements of an item.
#[derive(Clone, Copy)]
pub(super) struct Job<'w> {
    pub(super) item: Item<'w>,
    pub(super) wanted: Wanted<'w>,
    /// The most columns of a statement.
    pub(super) width: usize,
    /// True if the value's two operands are the results.
    pub(super) is_pair: bool,
}

/// Statements, and findings made while writing them.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) statements: Computation,
    /// The most bits of a narrowed word, if a lint can't see that it is small.
    pub(super) narrowed: Option<u8>,
    /// True if rustfmt would break a line.
    is_wide: bool,
}

/// Columns of a list in one line, rustfmt's default `array_width`.
const ARRAY: usize = 60;

/// The type that an item returns.
fn kind_of(item: Item<'_>) -> Kind {
    match item {
        Item::Scan(_) => Kind::U32,
        Item::Index(_) => Kind::Usize,
        Item::Companion(function) => match function.companion.result {
            Outcome::Set | Outcome::Truth => Kind::U64,
            Outcome::Number => Kind::Usize,
            Outcome::Direction => Kind::U8,
        },
        _ => Kind::U64,
    }
}

impl File<'_> {
    /// The statements of an item on words.
    pub(super) fn on_words(&self, item: Item<'_>, wanted: Wanted<'_>) -> Written {
        let enumeration = match item {
            Item::Companion(function) => self.page().enumeration(function),
            _ => None,
        };
        let taken = if enumeration.is_some() { "    match  {".len() } else { 0 };
        let width = self.width_in(item) - taken;
        let mut written = self.written(Job { item, wanted, width, is_pair: false });
        let lines = &mut written.statements.2;
        if let Some(enumeration) = enumeration {
            matched_member(enumeration, lines);
        }
        // A bit scan computes wider than a short word, as in the other languages.
        if let Item::Scan(scan) = item
            && scan.width < 32
        {
            let is_const = self.is_const_function(item);
            let wide = if is_const { "word as u32" } else { "u32::from(word)" };
            lines.insert(0, format!("let word = {wide};"));
        }
        written
    }

    /// The first attempt whose lines fit.
    pub(super) fn written(&self, job: Job<'_>) -> Written {
        let fits = |written: &Written| {
            let (.., lines) = &written.statements;
            lines.iter().all(|line| line.len() <= job.width) && !written.is_wide
        };
        let attempts = [Drawn::Short, Drawn::Steps, Drawn::Fields].into_iter();
        let mut attempts = attempts.map(|drawn| self.attempt(job, drawn));
        attempts.find(fits).unwrap_or_else(|| self.attempt(job, Drawn::All))
    }

    fn attempt(&self, Job { item, wanted, is_pair, .. }: Job<'_>, drawn: Drawn) -> Written {
        let function = item.function();
        // Only the lookup itself reads rows, and not its form on vectors.
        let reader = function.filter(|function| !function.loads.is_empty());
        let windows = reader.map_or(&[][..], |function| self.windows_of(function.piece));
        let is_unsafe = |op: Op| match op {
            Op::Load(table, _) | Op::LoadRow(table, _) => {
                let is_read = |row: &&Row| wanted.program.op(row.load) == op;
                let is_open = windows.iter().find(is_read).is_none_or(|row| row.is_open);
                self.tables[usize::from(table.index)].is_unchecked && is_open
            }
            _ => false,
        };
        let looped =
            Loop::of(wanted.program, wanted.value).filter(|_| matches!(item, Item::Companion(_)));
        let is_looped = looped.is_some();
        let (mut program, value) = match looped {
            Some(one) => (one.program, one.pass),
            None => (wanted.program.clone(), wanted.value),
        };
        let calls: Vec<Value> = wanted.given.iter().map(|(call, _)| *call).collect();
        name_values(&mut program, value, &calls, drawn, &is_unsafe);
        let read =
            |function| self.read_fields(function, (&program, value), &calls, (drawn, windows));
        let (mut lines, fields) = function.map(read).unwrap_or_default();
        let is_set = matches!(program.type_of(value), Type::Set(_));
        let kind = if is_set { Kind::Set } else { kind_of(item) };
        let none = Fields::default();
        let asked = Asked {
            program: &program,
            wanted: value,
            is_position: kind == Kind::Usize,
            fields: function.map_or(&none, |function| &function.piece.fields),
            tables: &self.module.tables,
            indices: function.map_or(0, |_| self.module.board.indices),
            calls: &calls,
        };
        let known = asked.learn();
        let is_const = self.is_const_function(item);
        let syntax = RustSyntax {
            scope: wanted.writer.dialect.scope(),
            known: &known,
            windows,
            fields: &fields,
            tables: &self.tables,
            is_const,
            most: self.options.words_of_numbers(),
            style: self.facts.style,
            narrowed: Cell::new(None),
            is_wide: Cell::new(false),
        };
        let wanted = Wanted { names_calls: true, writer: self.writer(&syntax), ..wanted };
        let declare = |one: &Let| vec![self.declare(one)];
        if is_looped {
            let around = if is_const { CONST_LOOP } else { self.facts.loops.around };
            let end = |result: &Node| vec![self.finish(&result.written)];
            // What stands behind the loop is written once more with all that it is computed from. Nothing of that is printed, nor
            // narrowed.
            let printed = Cell::new(None);
            let declare = |one: &Let| {
                printed.set(Some(syntax.narrowed.get()));
                declare(one)
            };
            let looping = Looping { declare: &declare, kinds: self.kinds(), around, end: &end };
            if let Some(looped) = self.looped_by(item, wanted, &looping) {
                let narrowed = printed.get().unwrap_or_else(|| syntax.narrowed.get());
                return Written { statements: looped.whole(), narrowed, is_wide: false };
            }
        }
        let wanted = Wanted { program: &program, ..wanted };
        let Body { lets, result } = if let Item::Companion(_) = item {
            let finish = |node: &Node| vec![self.finish(&node.written)];
            let (declare, finish, width) = (&declare, &finish, self.facts.width);
            let statements = Statements { wanted, declare, finish, break_up: None, width };
            let body = statements.written().body;
            syntax.is_wide.set(false);
            body
        } else {
            wanted.body(drawn > Drawn::Short)
        };
        let value = if is_pair {
            Expr::call("", vec![result.a(), result.b()])
        } else {
            syntax.convert(result.written.clone(), known[usize::from(wanted.value.0)], kind)
        };
        self.finish_with(item, &lets, &value, &mut lines);
        let (narrowed, is_wide) = (syntax.narrowed.get(), syntax.is_wide.get());
        Written { statements: (lets, value, lines), narrowed, is_wide }
    }

    /// Declares the variables and returns the result.
    fn finish_with(&self, item: Item<'_>, lets: &[Let], result: &Expr, lines: &mut Vec<String>) {
        let mut is_explained = false;
        for one in lets {
            if self.is_atomic(&one.value, &mut is_explained, lines) {
                lines.push(format!("let entry = {};", self.text(&one.value)));
                lines.push(format!("let {} = entry.load({RELAXED});", one.name));
            } else {
                lines.extend(self.declared(one));
            }
        }
        if self.is_atomic(result, &mut is_explained, lines) {
            lines.extend(assignment("let entry", &self.text(result), self.facts.width));
            lines.push(format!("entry.load({RELAXED})"));
            return;
        }
        // An index counts from the start of the square's row.
        let fill = self.page().fills.iter().find(|fill| fill.index == item.name());
        let row = fill.and_then(|fill| self.tables[fill.table].row.clone());
        let place = match row {
            Some(row) => Expr::binary(OPERATORS.add, row, result.clone()),
            None => result.clone(),
        };
        let is_truth = |one: &CompanionFunction<'_>| one.companion.result == Outcome::Truth;
        match item {
            Item::Companion(one) if is_truth(one) => lines.push(self.finish(&self.truth(place))),
            _ => lines
                .extend(self.listed("", &place, "").unwrap_or_else(|| vec![self.finish(&place)])),
        }
    }

    /// The statement that gives a variable its value.
    fn declared(&self, one: &Let) -> Vec<String> {
        let start = format!("let {} = ", one.name);
        self.listed(&start, &one.value, ";").unwrap_or_else(|| vec![self.declare(one)])
    }

    /// A list of words, one a line, if rustfmt breaks it up.
    fn listed(&self, start: &str, value: &Expr, end: &str) -> Option<Vec<String>> {
        let Expr::List(["[", "]"], words) = value else { return None };
        let words: Vec<String> = words.iter().map(|word| self.text(word)).collect();
        if words.join(", ").len() <= ARRAY {
            return None;
        }
        let inner = words.iter().map(|word| format!("    {word},"));
        let first = std::iter::once(format!("{start}["));
        Some(first.chain(inner).chain([format!("]{end}")]).collect())
    }

    /// Explains why an unsafe expression is sound. True if it yields an atomic that is still to be loaded.
    fn is_atomic(&self, of: &Expr, is_explained: &mut bool, lines: &mut Vec<String>) -> bool {
        let Expr::Block(..) = of else { return false };
        if std::mem::replace(is_explained, true) {
            lines.push("// SAFETY: as above.".to_owned());
        } else {
            lines.extend(self.safety());
        }
        self.module.fills() && self.options.no_std
    }

    fn safety(&self) -> Vec<String> {
        let digest = &self.module.provenance.magics_digest;
        let digest = if digest.is_empty() { String::new() } else { format!(" ({digest})") };
        let text = format!(
            "SAFETY: magicgen proved, before it printed these factors{digest}, that for every index of \
             the arrays every subset of the mask has its position inside of the table.",
        );
        wrap(&text, self.facts.width - 3).iter().map(|line| format!("// {line}")).collect()
    }

    /// The first lines of a body, and the expression of each field after them.
    fn read_fields(
        &self,
        function: &Function<'_>,
        (program, wanted): (&Program, Value),
        calls: &[Value],
        (drawn, windows): (Drawn, &[Row]),
    ) -> (Vec<String>, Vec<(Field, Expr)>) {
        let piece = function.piece;
        let mut lines = Vec::new();
        let has_records = self.has_records();
        let needed = program.needed_above(wanted, |value| calls.contains(&value));
        let columns = piece.fields.columns().iter().map(|column| column.field);
        let is_read =
            |field: &Field| needed.iter().any(|value| program.op(*value) == Op::Field(*field));
        let expr = |field: Field| {
            if has_records {
                Expr::name("magic").member(self.member_name(piece, field))
            } else {
                Expr::index(function.field(field), "square".into())
            }
        };
        let mut fields: Vec<(Field, Expr)> =
            columns.filter(is_read).map(|field| (field, expr(field))).collect();
        let is_by_square = |value: &Value| match program.op(*value) {
            Op::LoadRow(..) => true,
            Op::Load(table, _) | Op::LoadLanes(table, ..) => {
                let role = self.module.tables[usize::from(table.index)].role;
                matches!(role, TableRole::Rays | TableRole::Lines)
            }
            _ => false,
        };
        if self.is_masked() && (!fields.is_empty() || needed.iter().any(is_by_square)) {
            lines.push(format!("let square = square & {};", self.module.board.indices - 1));
        }
        let is_in_record =
            |value: &Value| windows.iter().any(|row| row.load == *value && row.member.is_some());
        if has_records && !fields.is_empty() || needed.iter().any(is_in_record) {
            let owner = self.page().owner_of_records(piece);
            let record = format!("&{}[square]", self.records_name(owner));
            lines.extend(assignment("let magic", &record, self.facts.width));
        } else if drawn > Drawn::Short {
            for (field, expr) in &mut fields {
                let is_halved = field.role == Role::Factor && takes_halves(program, *field);
                if drawn > Drawn::Steps || is_halved {
                    let name = record_field(*field);
                    let read = self.text(expr);
                    lines.extend(assignment(&format!("let {name}"), &read, self.facts.width));
                    *expr = Expr::name(name);
                }
            }
        }
        (lines, fields)
    }

    /// True if a square is masked instead of checked.
    pub(super) fn is_masked(&self) -> bool {
        self.options.unchecked && self.module.board.indices.is_power_of_two()
    }

    /// The way to read a table.
    pub(super) fn table_text(&self, table: &Table) -> TableText {
        let is_filled = self.module.is_filled(table);
        let is_atomic = is_filled && self.options.no_std;
        // Filled and loaded tables have no rows.
        let is_flat = is_filled || self.module.is_loaded(table);
        let array = if is_atomic {
            Expr::call(self.table_function(table), Vec::new())
        } else {
            Expr::name(self.module.table_name(table))
        };
        let row = match table.rows {
            Rows::Equal(length) if is_flat => {
                let length = number(length as u64).into();
                Some(Expr::binary(OPERATORS.mul.tight(), "square".into(), length))
            }
            Rows::Ragged(_) if is_flat => {
                let start = Expr::index(self.starts_name(table), "square".into());
                Some(start.cast(as_type("usize")))
            }
            _ => None,
        };
        let is_inside = match table.role {
            TableRole::Attacks
            | TableRole::Indices
            | TableRole::Dictionary
            | TableRole::Factors => true,
            // Indices computed from the square alone, not from its fields, are in bounds only if the square is masked.
            TableRole::Rays | TableRole::Lines => self.is_masked(),
            // The compiler sees that short tables' indices are in bounds. Companions accept any arguments.
            TableRole::LineAttacks | TableRole::Scan(_) | TableRole::Companion { .. } => false,
        };
        let is_unchecked = self.options.unchecked && is_inside;
        TableText { array, row, is_atomic, is_unchecked }
    }
}

/// True if the low and the high half of a factor are separate factors.
pub(super) fn takes_halves(program: &Program, factor: Field) -> bool {
    program.values().any(|value| match program.op(value) {
        Op::Low(of) | Op::High(of) => program.op(of) == Op::Field(factor),
        _ => false,
    })
}

/// Replaces the number in the last line by a `match` that yields the enumeration's member.
fn matched_member(of: &Enumeration, lines: &mut Vec<String>) {
    let number = lines.pop().unwrap_or_default();
    lines.push(format!("match {number} {{"));
    let last = of.members.len().saturating_sub(1);
    lines.extend(of.members.iter().enumerate().map(|(at, one)| {
        let label = if at == last { "_".to_owned() } else { at.to_string() };
        format!("    {label} => {}::{},", of.kind, one.named(Case::Pascal))
    }));
    lines.push("}".to_owned());
}
