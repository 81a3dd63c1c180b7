//! The lines of a function's body, short enough that rustfmt leaves them alone.

use std::cell::Cell;

use super::file::{CONST_LOOP, File, WORDS};
use super::kinds::{Asked, Kind};
use super::lines::{WIDTH, assignment};
use super::prepare::{Drawn, name_values};
use super::records::record_field;
use super::rows::Row;
use super::syntax::{OPERATORS, RELAXED, RustSyntax, TableText, as_type, number};
use crate::render::code::node::{self};
use crate::render::prelude::*;

/// A value to be computed by a function's body.
pub(super) struct Wanted<'w> {
    pub(super) companion: Option<&'w CompanionFunction<'w>>,
    /// The piece; none in a bit scan or a companion.
    pub(super) piece: Option<&'w PieceModule>,
    pub(super) program: &'w Program,
    pub(super) value: Value,
    /// The type that the function returns.
    pub(super) kind: Kind,
    /// The table whose position is computed, for functions that add the start of the square's row.
    pub(super) row_of: Option<usize>,
    /// Values that other functions compute, each with its call.
    pub(super) calls: Vec<(Value, Expr)>,
    /// The rows that loads read instead of tables.
    pub(super) windows: &'w [Row],
    /// True in a `const fn`.
    pub(super) is_const: bool,
    /// True if the value's two operands are the results.
    pub(super) is_pair: bool,
}

/// A body, and findings made while writing it.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) lines: Vec<String>,
    /// The most bits of a narrowed word, if a lint can't see that it is small.
    pub(super) narrowed: Option<u8>,
    /// True if rustfmt would break a line.
    pub(super) is_wide: bool,
    /// The variables and the result, if the lines are made of them.
    pub(super) nodes: Option<(Vec<Let>, Expr)>,
}

impl<'a> Wanted<'a> {
    /// A set that a program computes without a piece's fields.
    pub(super) const fn new(program: &'a Program, value: Value) -> Self {
        Self {
            companion: None,
            piece: None,
            program,
            value,
            kind: Kind::U64,
            row_of: None,
            calls: Vec::new(),
            windows: &[],
            is_const: false,
            is_pair: false,
        }
    }
}

impl Written {
    pub(super) fn line(line: String) -> Self {
        Self { lines: vec![line], narrowed: None, is_wide: false, nodes: None }
    }

    fn fits(&self, width: usize) -> bool {
        self.lines.iter().all(|line| line.len() <= width) && !self.is_wide
    }
}

impl File<'_> {
    /// The body of a function.
    pub(super) fn body(&self, item: Item<'_>) -> Written {
        self.on_vectors(item).unwrap_or_else(|| self.without_vectors(item))
    }

    /// The body of a function on words.
    pub(super) fn without_vectors(&self, item: Item<'_>) -> Written {
        let arguments = self.arguments(WORDS.occupied);
        let (piece, program, value, calls) = match item {
            Item::Lookup(function) if !function.cases.is_empty() => {
                return self.matched(item, function);
            }
            Item::Lookup(function) | Item::Index(function) => {
                let calls = function.called(&arguments);
                (Some(function.piece), function.program, function.wanted, calls)
            }
            Item::Scan(scan) => (None, scan.program, scan.program.result, Vec::new()),
            Item::Companion(function) => {
                let program = &*function.program;
                (None, program, program.result, Vec::new())
            }
            Item::Square(square) => {
                return Written::line(format!("    {}", self.text(&self.square(square))));
            }
            Item::Union(union) => {
                let sets = self.united(union.calls(&arguments));
                return Written::line(self.result("    ", &sets));
            }
            Item::Bytes(_) | Item::Bits(_) => return Written::line(String::new()),
        };
        let fill = self.page().fills.iter().find(|fill| fill.index == item.name());
        let companion = match item {
            Item::Companion(function) => Some(function),
            _ => None,
        };
        let wanted = Wanted {
            companion,
            piece,
            kind: match item {
                Item::Scan(_) => Kind::U32,
                Item::Companion(function) => match function.companion.result {
                    Outcome::Set | Outcome::Truth => Kind::U64,
                    Outcome::Number => Kind::Usize,
                    Outcome::Direction => Kind::U8,
                },
                Item::Index(_) => Kind::Usize,
                _ => Kind::U64,
            },
            row_of: fill.map(|fill| fill.table),
            calls,
            windows: piece.map_or(&[], |piece| self.windows_of(piece)),
            is_const: self.is_const_function(item),
            ..Wanted::new(program, value)
        };
        let enumeration = companion.and_then(|function| self.page().enumeration(function));
        let taken = if enumeration.is_some() { "    match  {".len() } else { 0 };
        let mut written = self.written(&wanted, WIDTH - taken);
        if let Some(enumeration) = enumeration {
            matched_member(enumeration, &mut written.lines);
        }
        written.lines.splice(..0, self.checks(item));
        // A bit scan computes wider than a short word, as in the other languages.
        if let Item::Scan(scan) = item
            && scan.width < 32
        {
            let wide = if wanted.is_const { "word as u32" } else { "u32::from(word)" };
            written.lines.insert(0, format!("    let word = {wide};"));
        }
        written
    }

    /// The first attempt whose lines aren't longer than `width`.
    pub(super) fn written(&self, wanted: &Wanted<'_>, width: usize) -> Written {
        let attempts = [Drawn::Short, Drawn::Steps, Drawn::Fields].into_iter();
        let mut attempts = attempts.map(|drawn| self.attempt(wanted, drawn));
        let written = attempts.find(|written| written.fits(width));
        written.unwrap_or_else(|| self.attempt(wanted, Drawn::All))
    }

    /// The body of a lookup with a `match` arm for each square.
    fn matched(&self, item: Item<'_>, function: &Function<'_>) -> Written {
        let mut lines = self.checks(item);
        if !function.reads_occupied() {
            lines.push("    let _ = occupied;".to_owned());
        }
        lines.push("    match square {".to_owned());
        for case in &function.cases {
            let label = match case.case {
                Some(Label::Square(square)) => square.to_string(),
                Some(Label::Other) | None => "_".to_owned(),
            };
            let wanted = Wanted {
                piece: Some(case.piece),
                is_const: self.is_const_function(item),
                ..Wanted::new(case.program, case.wanted)
            };
            let body = self.written(&wanted, WIDTH - 8).lines;
            match body.as_slice() {
                [only] if only.len() + label.len() + " => ,".len() + 4 <= WIDTH => {
                    lines.push(format!("        {label} => {},", only.trim_start()));
                }
                _ => {
                    lines.push(format!("        {label} => {{"));
                    lines.extend(body.iter().map(|line| format!("        {line}")));
                    lines.push("        }".to_owned());
                }
            }
        }
        lines.push("    }".to_owned());
        Written { lines, narrowed: None, is_wide: false, nodes: None }
    }

    fn attempt(&self, wanted: &Wanted<'_>, drawn: Drawn) -> Written {
        let is_unsafe = |op: Op| match op {
            Op::Load(table, _) | Op::LoadRow(table, _) => {
                let is_read = |row: &&Row| wanted.program.op(row.load) == op;
                let is_open = wanted.windows.iter().find(is_read).is_none_or(|row| row.is_open);
                self.tables[usize::from(table.index)].is_unchecked && is_open
            }
            _ => false,
        };
        let looped = wanted.companion.and_then(|_| Loop::of(wanted.program));
        let (mut program, value) = match &looped {
            Some(one) => (one.program.clone(), one.pass),
            None => (wanted.program.clone(), wanted.value),
        };
        let calls: Vec<Value> = wanted.calls.iter().map(|(call, _)| *call).collect();
        name_values(&mut program, value, &calls, drawn, &is_unsafe);
        let (mut lines, fields) = self.read_fields(wanted, &program, &calls, drawn);
        let none = Fields::default();
        let (parameters, indices) = match wanted.piece {
            Some(_) => ([WORDS.square, WORDS.occupied], self.module.board.indices),
            None => ([WORDS.word; 2], 0),
        };
        let asked = Asked {
            program: &program,
            wanted: value,
            is_position: wanted.kind == Kind::Usize,
            fields: wanted.piece.map_or(&none, |piece| &piece.fields),
            tables: &self.module.tables,
            indices,
            calls: &calls,
        };
        let known = asked.learn();
        let style = self.facts.style;
        let syntax = RustSyntax {
            scope: wanted.companion.map_or_else(
                || self.scope(parameters, false, &[]),
                |function| self.scope_of(function),
            ),
            known: &known,
            windows: wanted.windows,
            fields: &fields,
            tables: &self.tables,
            is_const: wanted.is_const,
            style,
            narrowed: Cell::new(None),
            is_wide: Cell::new(false),
        };
        let given = looped.as_ref().map(|one| vec![one.number(&OPERATORS, COUNTER)]);
        let wanted_value = node::Wanted {
            program: &program,
            value,
            given: given.as_ref().map_or(&wanted.calls, |given| given),
            names_calls: true,
            bounds: None,
            writer: self.writer(&syntax),
        };
        let pass = |one: &Loop, lets: &[Let], result: &Node| {
            one.pass((lets, result), COUNTER, str::to_owned)
        };
        let body = match wanted.companion {
            Some(_) => {
                let declare = |one: &Let| vec![self.declare(one)];
                let finish = |node: &Node| match &looped {
                    Some(one) => self.added(&pass(one, &[], node)),
                    None => vec![format!("    {}", style.text(&node.written))],
                };
                let (declare, finish): (_, Print<'_, Node>) = (&declare, &finish);
                let indent = if looped.is_some() { "    ".len() } else { 0 };
                let (break_up, width) = (looped.as_ref().map(|_| finish), WIDTH - indent);
                let body = Statements { wanted: wanted_value, declare, finish, break_up, width };
                let body = body.written().body;
                syntax.is_wide.set(false);
                body
            }
            None => wanted_value.body(drawn > Drawn::Short),
        };
        let Body { lets, result } = body;
        if let Some(one) = &looped {
            lines.extend(self.looped(one, &pass(one, &lets, &result), wanted.is_const));
            let (narrowed, is_wide) = (syntax.narrowed.get(), syntax.is_wide.get());
            return Written { lines, narrowed, is_wide, nodes: None };
        }
        let known = known[usize::from(wanted.value.0)];
        let result = if wanted.is_pair {
            Expr::call("", vec![result.a(), result.b()])
        } else {
            syntax.convert(result.written.clone(), known, wanted.kind)
        };
        self.finish(wanted, &lets, &result, &mut lines);
        let (narrowed, is_wide) = (syntax.narrowed.get(), syntax.is_wide.get());
        Written { lines, narrowed, is_wide, nodes: Some((lets, result)) }
    }

    /// The statements of a companion with a loop.
    fn looped(&self, one: &Loop, pass: &Pass, is_const: bool) -> Vec<String> {
        let around = if is_const { CONST_LOOP } else { self.facts.loops.around };
        let manner = self;
        let mut lines: Vec<String> = pass.before.iter().map(|one| self.declare(one)).collect();
        lines.extend(manner.unions(pass, COUNTER, self.kinds()));
        lines.extend(manner.around(around, one, (COUNTER, self.kinds()), pass));
        lines.extend(pass.unions.iter().map(|(one, _)| format!("    {}", one.name)));
        lines
    }

    /// Declares the variables and returns the result.
    fn finish(&self, wanted: &Wanted<'_>, lets: &[Let], result: &Expr, lines: &mut Vec<String>) {
        let style = self.facts.style;
        let mut is_explained = false;
        for one in lets {
            if self.is_atomic(&one.value, &mut is_explained, lines) {
                lines.push(format!("    let entry = {};", style.text(&one.value)));
                lines.push(format!("    let {} = entry.load({RELAXED});", one.name));
            } else {
                lines.push(self.declare(one));
            }
        }
        if self.is_atomic(result, &mut is_explained, lines) {
            lines.extend(assignment("    ", "let entry", &style.text(result)));
            lines.push(format!("    entry.load({RELAXED})"));
        } else {
            let row = wanted.row_of.and_then(|table| self.tables[table].row.clone());
            let place = match row {
                Some(row) => Expr::binary(OPERATORS.add, row, result.clone()),
                None => result.clone(),
            };
            let is_truth = |one: &&CompanionFunction<'_>| one.companion.result == Outcome::Truth;
            let place = match wanted.companion.filter(is_truth) {
                Some(_) => Expr::binary(OPERATORS.differs, place, Expr::decimal(0)),
                None => place,
            };
            lines.push(format!("    {}", style.text(&place)));
        }
    }

    /// Explains why an unsafe expression is sound. True if it yields an atomic that is still to be loaded.
    fn is_atomic(&self, of: &Expr, is_explained: &mut bool, lines: &mut Vec<String>) -> bool {
        let Expr::Block(..) = of else { return false };
        if std::mem::replace(is_explained, true) {
            lines.push("    // SAFETY: as above.".to_owned());
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
        wrap(&text, WIDTH - 7).into_iter().map(|line| format!("    // {line}")).collect()
    }

    /// The first lines of a body, and the expression of each field after them.
    fn read_fields(
        &self,
        wanted: &Wanted<'_>,
        program: &Program,
        calls: &[Value],
        drawn: Drawn,
    ) -> (Vec<String>, Vec<(Field, Expr)>) {
        let Some(piece) = wanted.piece else { return (Vec::new(), Vec::new()) };
        let mut lines = Vec::new();
        let has_records = self.module.fields == FieldStyle::Records;
        let needed = program.needed_above(wanted.value, |value| calls.contains(&value));
        let columns = piece.fields.columns().iter().map(|column| column.field);
        let is_read =
            |field: &Field| needed.iter().any(|value| program.op(*value) == Op::Field(*field));
        let expr = |field: Field| {
            if has_records {
                Expr::name("magic").member(record_field(field))
            } else {
                Expr::index(self.module.names.field(&piece.name, field), "square".into())
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
            lines.push(format!("    let square = square & {};", self.module.board.indices - 1));
        }
        if has_records && !fields.is_empty() {
            let record = format!("&{}[square]", self.records_name(&piece.name));
            lines.extend(assignment("    ", "let magic", &record));
        } else if drawn > Drawn::Short {
            for (field, expr) in &mut fields {
                let is_halved = field.role == Role::Factor && takes_halves(program, *field);
                if drawn > Drawn::Steps || is_halved {
                    let name = record_field(*field);
                    lines.extend(assignment("    ", &format!("let {name}"), &self.text(expr)));
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
        let array = if is_atomic {
            Expr::call(self.table_function(table), Vec::new())
        } else {
            Expr::name(self.module.table_name(table))
        };
        let row = match table.rows {
            Rows::Equal(length) if is_filled => {
                let length = number(length as u64).into();
                Some(Expr::binary(OPERATORS.mul.tight(), "square".into(), length))
            }
            Rows::Ragged(_) if is_filled => {
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
    lines.push(format!("    match {} {{", number.trim_start()));
    let last = of.members.len().saturating_sub(1);
    lines.extend(of.members.iter().enumerate().map(|(at, one)| {
        let label = if at == last { "_".to_owned() } else { at.to_string() };
        format!("        {label} => {}::{},", of.kind, one.named(Case::Pascal))
    }));
    lines.push("    }".to_owned());
}
