//! A program in; the lines of a function in C out: declarations, then the result.

use super::fold::{WIDTH, fold};
use super::records::member_name;
use super::syntax::Writer;
use crate::model::{Field, FieldStyle, Op, Program, Role, Storage, Type, Value};
use crate::render::expr::{Body, body};

impl Writer<'_> {
    /// The lines of a function that returns `wanted`.
    pub(super) fn lines(&self, program: &Program, wanted: Value) -> Vec<String> {
        let needed = program.needed(wanted);
        let mut lines = Vec::new();
        let mut held = Vec::new();
        if let Some((piece, pointers)) = self.piece {
            let reads = |value: &Value| match program.op(*value) {
                Op::Field(_) => true,
                Op::LoadRow(..) => !pointers.is_empty(),
                _ => false,
            };
            if self.file.module.fields == FieldStyle::Arrays {
                held = self.held_fields(program, &needed);
            } else if needed.iter().any(reads) {
                let kind = self.file.record_type(piece);
                let table = self.file.names.constant(&[&piece.name]);
                lines.push(format!("const {kind} *entry = &{table}[square];"));
            }
            for field in &held {
                let table = self.file.names.field(&piece.name, *field);
                let entry = self.by_square(&table, field.storage());
                lines.push(self.declare(field.type_of(), &member_name(*field), &entry));
            }
        }
        let writer = Writer { held: &held, ..*self };
        let mut written = writer.body(program, wanted, false);
        if writer.statements(&written).iter().any(|line| line.len() + 4 > WIDTH) {
            written = writer.body(program, wanted, true);
        }
        lines.extend(writer.statements(&written));
        let ends = written.result.text.lines().count();
        if lines.len() > ends {
            lines.insert(lines.len() - ends, String::new());
        }
        lines.into_iter().flat_map(|line| fold(&line, WIDTH - 4)).collect()
    }

    /// Words by square that are read more than once; in program memory, all that is by square. A pair is read where
    /// its halves are, the mask's once each.
    fn held_fields(&self, program: &Program, needed: &[Value]) -> Vec<Field> {
        let uses = |value: Value| {
            let operands = needed.iter().flat_map(|user| program.op(*user).operands());
            operands.filter(|of| *of == value).count()
        };
        let mut held = Vec::new();
        for value in needed {
            let Op::Field(field) = program.op(*value) else { continue };
            // What reads program memory is long, and costs more than a variable.
            if self.file.settings.has_progmem() {
                held.push(field);
                continue;
            }
            let (mut whole, mut halves) = (0, 0);
            for user in needed {
                match program.op(*user) {
                    Op::Low(of) | Op::High(of) if of == *value => halves += uses(*user),
                    op => whole += op.operands().filter(|of| of == value).count(),
                }
            }
            let is_held = if self.is_c89() {
                field.role == Role::Factor || halves > 2
            } else {
                whole > 1 || whole == 1 && halves > 0
            };
            if field.storage() == Storage::Word && is_held {
                held.push(field);
            }
        }
        held
    }

    fn body(&self, program: &Program, wanted: Value, long: bool) -> Body {
        body(program, wanted, self, &str::to_owned, long)
    }

    fn statements(&self, body: &Body) -> Vec<String> {
        let lets = body.lets.iter();
        let mut lines: Vec<String> =
            lets.map(|one| self.declare(one.kind, &one.name, self.bare(&one.value))).collect();
        let result = &body.result;
        if self.piece.is_none() {
            // What a bit scan returns has a type of its own.
            lines.push(format!("return {};", self.bare(result)));
        } else if !self.file.by_pointer() {
            lines.push(format!("return {};", result.text));
        } else if result.text.ends_with(';') {
            lines.extend(result.text.lines().map(str::to_owned));
        } else {
            let star = if self.is_pointer(result) { "*" } else { "" };
            lines.push(format!("*attacks = {star}{};", result.text));
        }
        lines
    }

    /// A variable; a pair stays where it is, where pairs are passed by their address.
    fn declare(&self, kind: Type, name: &str, value: &str) -> String {
        match kind {
            Type::Word if self.file.by_pointer() => {
                format!("const {} *{name} = &{value};", self.file.word)
            }
            Type::Word => format!("{} {name} = {value};", self.file.word),
            Type::Half => format!("{} {name} = {value};", self.file.half),
        }
    }
}
