//! A program in; the lines of a function that computes it out, short enough for rustfmt to leave alone.

use std::cell::Cell;

use super::Printer;
use super::kinds::{Kind, Surroundings, learn};
use super::lines::{WIDTH, assignment};
use super::prepare::{Drawn, Prepared};
use super::records::record_field;
use super::rows::Row;
use super::syntax::{HEX, OPERATORS, RELAXED, RustSyntax, TableText, as_type, number};
use crate::model::interp::Memory;
use crate::model::{
    Field, FieldStyle, Fields, Op, PieceModule, Program, Role, Rows, TableRole, Value,
};
use crate::render::code::expr::Expr;
use crate::render::code::node::{self, Body};
use crate::render::code::print::Style;
use crate::render::text::literal::{Hex, Literal as _};
use crate::render::text::provenance::wrap;

/// What is to be computed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted<'a> {
    /// The piece; none in a bit scan.
    pub(super) piece: Option<&'a PieceModule>,
    /// Its program.
    pub(super) program: &'a Prepared,
    /// The value.
    pub(super) value: Value,
    /// Its type in the function's head.
    pub(super) kind: Kind,
    /// The table in which the position is wanted, from where the square's row begins, if it has rows.
    pub(super) row_of: Option<usize>,
    /// Values that are calls.
    pub(super) calls: &'a [(Value, Expr)],
    /// Loads that read rows.
    pub(super) rows: &'a [Row],
    /// True where the function is a constant one.
    pub(super) is_const: bool,
}

/// A body, and what was noticed on the way.
#[derive(Debug)]
pub(super) struct Written {
    /// Its lines.
    pub(super) lines: Vec<String>,
    /// Bits that remain where a word is narrowed that a lint can't see to be small.
    pub(super) narrowed: Option<u8>,
}

impl Printer<'_> {
    /// How expressions look.
    pub(super) fn style(&self) -> Style {
        Style { has_upper_hex: self.module.style.has_upper_hex, ..Style::PLAIN }
    }

    /// A bitboard's literal.
    pub(super) fn hex(&self) -> Hex {
        HEX.cased(self.module.style.has_upper_hex)
    }

    /// Writes a body.
    pub(super) fn body(&self, wanted: Wanted<'_>) -> Written {
        let mut drawn = Drawn::Short;
        loop {
            let (written, is_wide) = self.attempt(wanted, drawn);
            let mut lines = written.lines.iter().flat_map(|text| text.lines());
            let fits = lines.all(|line| line.len() <= WIDTH) && !is_wide;
            drawn = match drawn {
                Drawn::Short if !fits => Drawn::Steps,
                Drawn::Steps if !fits => Drawn::Fields,
                Drawn::Fields if !fits => Drawn::All,
                _ => return written,
            };
        }
    }

    fn attempt(&self, wanted: Wanted<'_>, drawn: Drawn) -> (Written, bool) {
        let tables = self.table_texts();
        let is_unsafe = |op: Op| match op {
            Op::Load(table, _) | Op::LoadRow(table, _) => {
                let is_it = |row: &&Row| wanted.program.program.op(row.load) == op;
                let is_open = wanted.rows.iter().find(is_it).is_none_or(|row| row.is_open);
                tables[usize::from(table.index)].is_unchecked && is_open
            }
            _ => false,
        };
        let mut prepared = wanted.program.clone();
        let calls: Vec<Value> = wanted.calls.iter().map(|(call, _)| *call).collect();
        prepared.name(wanted.value, &calls, drawn, &is_unsafe);
        let program = &prepared.program;
        let (mut lines, fields) = self.read_fields(wanted, program, drawn);
        let none = Fields::default();
        let (half, word, kind) = match wanted.piece {
            Some(_) => ("square", "occupied", Kind::Usize),
            None => ("word", "word", Kind::U32),
        };
        let around = Surroundings {
            memory: Memory {
                fields: wanted.piece.map_or(&none, |piece| &piece.fields),
                tables: &self.module.tables,
            },
            indices: wanted.piece.map_or(0, |_| self.module.board.indices),
            parameter: kind,
            calls: &calls,
        };
        let known = learn(program, wanted.value, wanted.kind == Kind::Usize, around);
        let style = self.style();
        let syntax = RustSyntax {
            known: &known,
            rows: wanted.rows,
            fields: &fields,
            tables: &tables,
            half,
            word,
            is_const: wanted.is_const,
            style,
            narrowed: Cell::new(None),
            is_wide: Cell::new(false),
        };
        let wanted_value = node::Wanted {
            program,
            value: wanted.value,
            given: wanted.calls,
            names_calls: true,
            bounds: None,
            writer: node::Writer { dialect: &syntax, style: &style, case: str::to_owned },
        };
        let Body { lets, result } = wanted_value.body(drawn > Drawn::Short);
        let result =
            syntax.convert(result.written.clone(), known[usize::from(wanted.value.0)], wanted.kind);
        let mut is_explained = false;
        for variable in lets {
            let (name, text) = (variable.name.as_str(), style.text(&variable.value));
            if self.is_unsafe(&variable.value, &mut is_explained, &mut lines) {
                lines.push(format!("    let entry = {text};"));
                lines.push(format!("    let {name} = entry.load({RELAXED});"));
            } else {
                lines.push(format!("    let {name} = {text};"));
            }
        }
        let text = style.text(&result);
        if self.is_unsafe(&result, &mut is_explained, &mut lines) {
            lines.push(assignment("    ", "let entry", &text));
            lines.push(format!("    entry.load({RELAXED})"));
        } else if let Some(row) = wanted.row_of.and_then(|table| tables[table].row.as_ref()) {
            let place = Expr::binary(OPERATORS.add, row.clone(), result);
            lines.push(format!("    {}", style.text(&place)));
        } else {
            lines.push(format!("    {text}"));
        }
        (Written { lines, narrowed: syntax.narrowed.get() }, syntax.is_wide.get())
    }

    /// Says why an unsafe expression is sound; true where it gives an atomic that is still to be read.
    fn is_unsafe(&self, of: &Expr, is_explained: &mut bool, lines: &mut Vec<String>) -> bool {
        let Expr::Unsafe(_) = of else { return false };
        if *is_explained {
            lines.push("    // SAFETY: as above.".to_owned());
        } else {
            lines.extend(self.safety());
        }
        *is_explained = true;
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

    /// What stands before everything else, and how fields are written after it.
    fn read_fields(
        &self,
        wanted: Wanted<'_>,
        program: &Program,
        drawn: Drawn,
    ) -> (Vec<String>, Vec<(Field, Expr)>) {
        let Some(piece) = wanted.piece else { return (Vec::new(), Vec::new()) };
        let mut lines = Vec::new();
        let has_records = self.module.fields == FieldStyle::Records;
        let is_called = |value: Value| wanted.calls.iter().any(|(call, _)| *call == value);
        let needed = program.needed_above(wanted.value, is_called);
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
        let has_row = |value: &Value| matches!(program.op(*value), Op::LoadRow(..));
        if self.is_masked() && (!fields.is_empty() || needed.iter().any(has_row)) {
            lines.push(format!("    let square = square & {};", self.module.board.indices - 1));
        }
        if has_records && !fields.is_empty() {
            let record = format!("&{}[square]", self.records_name(&piece.name));
            lines.push(assignment("    ", "let magic", &record));
        } else if drawn > Drawn::Short {
            for (field, expr) in &mut fields {
                let is_halved = field.role == Role::Factor && takes_halves(program, *field);
                if drawn > Drawn::Steps || is_halved {
                    let name = record_field(*field);
                    let text = self.style().text(expr);
                    lines.push(assignment("    ", &format!("let {name}"), &text));
                    *expr = Expr::name(name);
                }
            }
        }
        (lines, fields)
    }

    /// True where a square is masked instead of being checked.
    pub(super) fn is_masked(&self) -> bool {
        self.options.unchecked && self.module.board.indices.is_power_of_two()
    }

    fn table_texts(&self) -> Vec<TableText> {
        let module = self.module;
        let text = |table: &crate::model::Table| {
            let is_filled = module.is_filled(table);
            let name = module.table_name(table);
            let piece = table.piece.map(|piece| module.pieces[piece].name.as_str());
            let is_atomic = is_filled && self.options.no_std;
            TableText {
                array: if is_atomic {
                    Expr::call(self.table_function(piece), Vec::new())
                } else {
                    Expr::name(name)
                },
                row: match table.rows {
                    Rows::Equal(length) if is_filled => {
                        let length = number(length as u64).into();
                        Some(Expr::binary(OPERATORS.mul.tight(), "square".into(), length))
                    }
                    Rows::Ragged(_) if is_filled => {
                        let start = Expr::index(self.starts_name(table), "square".into());
                        Some(start.cast(as_type("usize")))
                    }
                    _ => None,
                },
                is_atomic,
                // Short tables have indices that the compiler sees to be inside.
                is_unchecked: self.options.unchecked
                    && !matches!(table.role, TableRole::LineAttacks | TableRole::Scan(_)),
            }
        };
        module.tables.iter().map(text).collect()
    }
}

/// True where the low and the high half of factors are factors of their own.
pub(super) fn takes_halves(program: &Program, factor: Field) -> bool {
    program.values().any(|value| match program.op(value) {
        Op::Low(of) | Op::High(of) => program.op(of) == Op::Field(factor),
        _ => false,
    })
}
