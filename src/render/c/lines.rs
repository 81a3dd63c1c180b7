//! The lines of a function's body: declarations, then the result.

use super::file::File;
use super::fold::{WIDTH, fold};
use super::records::member_name;
use super::syntax::{Writer, pointer};
use crate::model::{Field, FieldStyle, Op, Role, Storage, Type, Value};
use crate::render::code;
use crate::render::code::expr::Expr;
use crate::render::code::node::{Body, Node, Wanted};
use crate::render::code::print::{Marked, Style};

impl Writer<'_> {
    /// The lines of a function that returns a value of the program.
    pub(super) fn lines(mut self, value: Value) -> Vec<String> {
        let style = self.file.style();
        let needed = self.wanted(value, &style).needed();
        let mut lines: Vec<Marked> = Vec::new();
        if let Some(lookup) = self.lookup {
            let of_record = |value: &Value| {
                matches!(self.program.op(*value), Op::Field(_)) || pointer(lookup, *value).is_some()
            };
            if self.file.module.fields == FieldStyle::Arrays {
                self.held = self.held_fields(&needed);
            } else if needed.iter().any(of_record) {
                let entry = format!("const {} *entry", self.file.record_type(lookup.piece));
                let record = Expr::unary("&", self.file.record(lookup.piece));
                lines.push(self.file.declared(&entry, &record));
            }
            for field in &self.held {
                let entry = self.by_square(lookup.field(*field), field.storage());
                lines.push(self.declare(field.type_of(), &member_name(*field), entry));
            }
        }
        let wanted = self.wanted(value, &style);
        let mut body = wanted.body(false);
        if self.statements(&body).iter().any(|line| line.text.len() + 4 > WIDTH) {
            body = wanted.body(true);
        }
        lines.extend(self.statements(&body));
        let ends = self.last(&body.result).len();
        if lines.len() > ends {
            lines.insert(lines.len() - ends, Marked::default());
        }
        lines.iter().flat_map(|line| fold(line, WIDTH - 4)).collect()
    }

    /// Words by square that are read more than once; in program memory, all that is by square. A pair is read where
    /// its halves are, the mask's once each.
    fn held_fields(&self, needed: &[Value]) -> Vec<Field> {
        let program = self.program;
        let is_called = |value: &&Value| self.calls.iter().any(|(called, _)| called == *value);
        let users: Vec<Value> = needed.iter().filter(|value| !is_called(value)).copied().collect();
        let uses = |value: Value| {
            let operands = users.iter().flat_map(|user| program.op(*user).operands());
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
            for user in &users {
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

    fn wanted<'w>(&'w self, value: Value, style: &'w Style) -> Wanted<'w> {
        let writer = code::node::Writer { dialect: self, style, case: str::to_owned };
        let (program, given) = (self.program, self.calls);
        Wanted { program, value, given, names_calls: false, bounds: None, writer }
    }

    fn statements(&self, body: &Body) -> Vec<Marked> {
        let lets = body.lets.iter();
        let mut lines: Vec<Marked> = lets
            .map(|one| self.declare(one.kind, &one.name, self.bare(one.op, &one.value)))
            .collect();
        lines.extend(self.last(&body.result));
        lines
    }

    /// What gives the result: two statements where a pair is passed by its address and joined.
    fn last(&self, result: &Node) -> Vec<Marked> {
        let written = &result.written;
        if self.lookup.is_none() {
            // What a bit scan returns has a type of its own.
            vec![self.file.returned(&self.bare(result.op, written))]
        } else if !self.file.by_pointer() {
            vec![self.file.returned(written)]
        } else if matches!(result.op, Op::Join(..)) {
            let halves = [("lo", result.a()), ("hi", result.b())];
            let stored = |(half, value)| self.file.declared(&format!("attacks->{half}"), &value);
            halves.map(stored).into()
        } else {
            let is_pointer = self.is_pointer(written);
            let set = written.clone();
            let set = if is_pointer { Expr::unary("*", set) } else { set };
            vec![self.file.declared("*attacks", &set)]
        }
    }

    /// A variable; a pair stays where it is, where pairs are passed by their address.
    fn declare(&self, kind: Type, name: &str, value: Expr) -> Marked {
        let File { word, half, .. } = self.file;
        match kind {
            Type::Word if self.file.by_pointer() => {
                self.file.declared(&format!("const {word} *{name}"), &Expr::unary("&", value))
            }
            Type::Word => self.file.declared(&format!("{word} {name}"), &value),
            Type::Half => self.file.declared(&format!("{half} {name}"), &value),
        }
    }
}
