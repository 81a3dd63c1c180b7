//! A lookup program in; its body in C out, on `uint64_t` or on pairs of halves.

use crate::model::{Binary, Field, FieldStyle, Names, Op, PieceModule, Program, Type, Value};
use crate::render::expr::{Body, Expr, ExprKind, Syntax, body};

/// Columns of a line.
pub(super) const WIDTH: usize = 100;

/// Everything that the text of a piece's lookup depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Writer<'a> {
    pub(super) names: &'a Names,
    pub(super) piece: &'a PieceModule,
    pub(super) fields: FieldStyle,
    /// The attack table's name.
    pub(super) attacks: &'a str,
    /// The type of a bitboard.
    pub(super) word: &'a str,
    /// The type of 32 bits.
    pub(super) half: &'a str,
    /// The record's type.
    pub(super) record: &'a str,
    /// True where a bitboard is a pair of halves.
    pub(super) pairs: bool,
}

impl Writer<'_> {
    /// The lines of a function that returns `wanted`.
    pub(super) fn lines(&self, program: &Program, wanted: Value) -> Vec<String> {
        let needed = program.needed(wanted);
        let reads =
            |field: Field| needed.iter().any(|value| program.op(*value) == Op::Field(field));
        let mut lines = Vec::new();
        let arrays = self.fields == FieldStyle::Arrays;
        let takes_row = needed.iter().any(|value| matches!(program.op(*value), Op::LoadRow(_)));
        let any = [Field::Mask, Field::Factor, Field::Shift, Field::Offset].into_iter().any(reads);
        if !arrays && (any || takes_row && self.fields == FieldStyle::Pointers) {
            let table = self.names.constant(&[&self.piece.name]);
            lines.push(format!("const {} *entry = &{table}[square];", self.record));
        }
        if arrays && self.pairs && reads(Field::Factor) {
            let table = self.names.table(&self.piece.name, "factors");
            lines.push(format!("{} factor = {table}[square];", self.word));
        }
        let mut written = self.body(program, wanted, false);
        if self.statements(&written).iter().any(|line| line.len() + 4 > WIDTH) {
            written = self.body(program, wanted, true);
        }
        lines.extend(self.statements(&written));
        if lines.len() > 1 {
            lines.insert(lines.len() - 1, String::new());
        }
        lines.into_iter().flat_map(|line| fold(&line, WIDTH - 4)).collect()
    }

    fn body(&self, program: &Program, wanted: Value, long: bool) -> Body {
        body(program, wanted, self, &str::to_owned, long)
    }

    fn statements(&self, body: &Body) -> Vec<String> {
        let kind = |kind: Type| if kind == Type::Word { self.word } else { self.half };
        let lets = body.lets.iter();
        let lets = lets.map(|one| format!("{} {} = {};", kind(one.kind), one.name, one.value.text));
        lets.chain([format!("return {};", body.result.text)]).collect()
    }

    /// The entry of the attack table at an index, as seen from outside of the lookup.
    pub(super) fn slot(&self, program: &Program, index: &str) -> String {
        let by_row =
            program.load().is_some_and(|(load, _)| matches!(program.op(load), Op::LoadRow(_)));
        match (by_row, self.fields) {
            (true, FieldStyle::Pointers) => {
                format!("{}[square].attacks[{index}]", self.names.constant(&[&self.piece.name]))
            }
            (true, _) => format!("{}[square][{index}]", self.attacks),
            (false, _) => format!("{}[{index}]", self.attacks),
        }
    }
}

/// The same program, reading the square's row instead of the whole table; where it reads the whole table at
/// anything else than an offset and an index, nothing is changed.
pub(super) fn by_row(program: &Program) -> Program {
    let mut out = Program::new();
    let mut moved: Vec<Value> = Vec::new();
    for value in program.values() {
        let at = |of: Value| moved[usize::from(of.0)];
        let op = match program.op(value) {
            same @ (Op::Square | Op::Occupied | Op::Field(_) | Op::Const(..)) => same,
            Op::Low(a) => Op::Low(at(a)),
            Op::High(a) => Op::High(at(a)),
            Op::Join(a, b) => Op::Join(at(a), at(b)),
            Op::Binary(binary, a, b) => Op::Binary(binary, at(a), at(b)),
            Op::Shl(a, b) => Op::Shl(at(a), at(b)),
            Op::Shr(a, b) => Op::Shr(at(a), at(b)),
            Op::LoadRow(a) => Op::LoadRow(at(a)),
            Op::Load(position) => match program.op(position) {
                Op::Binary(Binary::Add, a, b) if program.op(a) == Op::Field(Field::Offset) => {
                    Op::LoadRow(at(b))
                }
                _ => Op::Load(at(position)),
            },
        };
        let new = out.push(op);
        if let Some(name) = program.name_of(value) {
            out.name(new, name);
        }
        moved.push(new);
    }
    out.result = moved[usize::from(program.result.0)];
    out
}

impl Syntax for Writer<'_> {
    fn square(&self) -> Expr {
        Expr::prefix(format!("({})square", self.half))
    }

    fn occupied(&self) -> Expr {
        Expr::atom("occupied")
    }

    fn constant(&self, value: u64, kind: Type) -> Expr {
        Expr::atom(match kind {
            Type::Word => format!("0x{value:016x}ULL"),
            Type::Half if value < 256 => format!("{value}U"),
            Type::Half => format!("0x{value:x}U"),
        })
    }

    fn field(&self, field: Field) -> Expr {
        let (role, member) = match field {
            Field::Mask => ("masks", "mask"),
            Field::Factor => ("factors", "factor"),
            Field::Shift => ("shifts", "shift"),
            Field::Offset => ("offsets", "offset"),
        };
        Expr::atom(match self.fields {
            FieldStyle::Arrays if self.pairs && field == Field::Factor => "factor".to_owned(),
            FieldStyle::Arrays => format!("{}[square]", self.names.table(&self.piece.name, role)),
            FieldStyle::Records | FieldStyle::Pointers => format!("entry->{member}"),
        })
    }

    fn low(&self, of: &Expr) -> Expr {
        if self.pairs {
            Expr::atom(format!("{}.lo", of.postfix()))
        } else {
            Expr::prefix(format!("({}){}", self.half, of.operand()))
        }
    }

    fn high(&self, of: &Expr) -> Expr {
        if self.pairs {
            Expr::atom(format!("{}.hi", of.postfix()))
        } else {
            Expr::prefix(format!("({})({} >> 32)", self.half, of.operand()))
        }
    }

    fn join(&self, low: &Expr, high: &Expr) -> Expr {
        if self.pairs {
            let join = self.names.function(&["join"]);
            Expr::atom(format!("{join}({}, {})", low.text, high.text))
        } else {
            Expr::infix(format!("(({}){} << 32) | {}", self.word, high.operand(), low.operand()))
        }
    }

    fn binary(&self, op: Binary, _: Type, a: &Expr, b: &Expr) -> Expr {
        let sign = match op {
            Binary::And => "&",
            Binary::AndNot => "& ~",
            Binary::Or => "|",
            Binary::Xor => "^",
            Binary::Add => "+",
            Binary::Sub => "-",
            Binary::Mul => "*",
        };
        let space = if op == Binary::AndNot { "" } else { " " };
        let side = |of: &Expr| {
            if op == Binary::Add && is_sum(&of.text) { of.text.clone() } else { of.operand() }
        };
        Expr::infix(format!("{} {sign}{space}{}", side(a), side(b)))
    }

    fn shl(&self, _: Type, a: &Expr, by: &Expr) -> Expr {
        Expr::infix(format!("{} << {}", a.operand(), count(by)))
    }

    fn shr(&self, _: Type, a: &Expr, by: &Expr) -> Expr {
        Expr::infix(format!("{} >> {}", a.operand(), count(by)))
    }

    fn load(&self, index: &Expr) -> Expr {
        Expr::atom(format!("{}[{}]", self.attacks, index.text))
    }

    fn load_row(&self, index: &Expr) -> Expr {
        Expr::atom(if self.fields == FieldStyle::Pointers {
            format!("entry->attacks[{}]", index.text)
        } else {
            format!("{}[square][{}]", self.attacks, index.text)
        })
    }
}

/// True for sums of products, which need no parentheses in a sum.
fn is_sum(text: &str) -> bool {
    let mut depth = 0_usize;
    text.split(' ').all(|word| {
        let is_outside = depth == 0;
        depth += word.matches(['(', '[']).count();
        depth = depth.saturating_sub(word.matches([')', ']']).count());
        let is_name = word.starts_with(|c: char| c.is_ascii_alphanumeric() || "_(".contains(c));
        !is_outside || is_name || matches!(word, "+" | "*")
    })
}

/// A number of places: its type is no matter, so a literal needs no suffix.
fn count(by: &Expr) -> String {
    match by.text.strip_suffix('U') {
        Some(digits) if by.kind == ExprKind::Atom && digits.parse::<u8>().is_ok() => {
            digits.to_owned()
        }
        _ => by.operand(),
    }
}

/// Breaks a statement that is too long before the operator that binds least, or after its `=`.
pub(super) fn fold(line: &str, width: usize) -> Vec<String> {
    if line.len() <= width {
        return vec![line.to_owned()];
    }
    let bytes = line.as_bytes();
    let mut depth = 0_usize;
    let mut best: Option<(usize, usize)> = None;
    for at in 1..bytes.len().min(width) {
        match bytes[at] {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            b' ' => {
                let operator = line[at + 1..].split(' ').next().unwrap_or("");
                let breaks = match operator {
                    "&" | "|" | "^" | "+" | "-" | "*" | ">>" | "<<" => true,
                    _ => bytes[at - 1] == b'=' || bytes[at - 1] == b',',
                };
                if breaks && best.is_none_or(|(least, _)| depth <= least) {
                    best = Some((depth, at));
                }
            }
            _ => {}
        }
    }
    let Some((_, at)) = best else { return vec![line.to_owned()] };
    let rest = format!("    {}", &line[at + 1..]);
    let mut lines = vec![line[..at].to_owned()];
    lines.extend(fold(&rest, width));
    lines
}
