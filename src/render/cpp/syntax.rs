//! Operations in; C++'s expressions out. What is shorter than an `int` is made an unsigned one before it is computed
//! with.

use crate::model::{Binary, Field, Op, Program, Storage, TableRef, Type, Value};
use crate::render::expr::{Expr, Syntax};
use crate::render::literal::Digits;
use crate::render::outline::Reversals;

/// How a program's parameters, fields and tables are written.
pub(super) struct CppSyntax<'a> {
    /// The parameter of type `unsigned`, or the short word that is scanned.
    pub(super) square: Expr,
    /// The parameter of 64 bits.
    pub(super) occupied: &'static str,
    /// The array of each field.
    pub(super) fields: &'a [(Field, String)],
    /// Tables by number: how they are written, and how wide their entries are.
    pub(super) tables: &'a [(String, Storage)],
    /// Functions that turn words round.
    pub(super) reversals: &'a Reversals,
    /// True for what stands in `detail` itself.
    pub(super) is_inside: bool,
}

/// The type that an array's entries have.
pub(super) const fn element(storage: Storage, is_signed: bool) -> &'static str {
    match storage {
        Storage::Byte if is_signed => "std::int8_t",
        Storage::Byte => "std::uint8_t",
        Storage::Short => "std::uint16_t",
        Storage::Half => "std::uint32_t",
        Storage::Word => "std::uint64_t",
    }
}

/// A name without the namespace that it stands in.
pub(super) fn inside(name: &str) -> &str {
    name.strip_prefix("detail::").unwrap_or(name)
}

/// True where a value takes instructions of BMI2, which the compiler can't compute by itself.
pub(super) fn takes_pext(program: &Program, wanted: Value) -> bool {
    let needed = program.needed(wanted);
    needed.into_iter().any(|value| matches!(program.op(value), Op::Extract(..) | Op::Deposit(..)))
}

const WIDENED: &str = "std::uint32_t{";

/// A value that is shorter than an `int` where it is read.
pub(super) fn widened(text: &str) -> Expr {
    Expr::atom(format!("{WIDENED}{text}}}"))
}

/// A value without what widens it, for where its type is no matter.
pub(super) fn bare(of: &Expr) -> &str {
    let short = of.text.strip_prefix(WIDENED).and_then(|rest| rest.strip_suffix('}'));
    short.filter(|short| !short.contains('{')).unwrap_or(&of.text)
}

fn is_number(text: &str) -> bool {
    text.chars().all(|digit| digit.is_ascii_digit())
}

/// What is shifted: a literal of the type's width.
fn shifted(kind: Type, of: &Expr) -> String {
    match kind {
        Type::Word if is_number(&of.text) => format!("{}ULL", of.text),
        Type::Half if is_number(&of.text) => format!("{}U", of.text),
        _ => of.operand(),
    }
}

/// What is shifted by, of any type.
fn amount(by: &Expr) -> String {
    let short = bare(by);
    if short.len() < by.text.len() { short.to_owned() } else { by.operand() }
}

impl CppSyntax<'_> {
    fn name<'n>(&self, name: &'n str) -> &'n str {
        if self.is_inside { inside(name) } else { name }
    }

    fn entry(&self, name: &str, index: &str, storage: Storage) -> Expr {
        let text = format!("{}[{index}]", self.name(name));
        match storage {
            Storage::Byte | Storage::Short => widened(&text),
            Storage::Half | Storage::Word => Expr::atom(text),
        }
    }

    fn call(&self, name: Option<&String>, word: &Expr) -> Expr {
        let name = name.map_or("", |name| self.name(name));
        Expr::atom(format!("{name}({})", word.text))
    }
}

impl Syntax for CppSyntax<'_> {
    fn square(&self) -> Expr {
        self.square.clone()
    }

    fn occupied(&self) -> Expr {
        Expr::atom(self.occupied)
    }

    fn constant(&self, value: u64, kind: Type) -> Expr {
        Expr::atom(match kind {
            _ if value <= 64 => value.to_string(),
            Type::Word => format!("0x{:016x}ULL", Digits(value)),
            Type::Half => format!("0x{:x}U", Digits(value)),
        })
    }

    fn field(&self, field: Field) -> Expr {
        let name = self.fields.iter().find(|(other, _)| *other == field);
        self.entry(name.map_or("", |(_, name)| name), "square", field.storage())
    }

    fn low(&self, of: &Expr) -> Expr {
        Expr::atom(format!("static_cast<std::uint32_t>({})", of.text))
    }

    fn high(&self, of: &Expr) -> Expr {
        Expr::atom(format!("static_cast<std::uint32_t>({} >> 32)", of.operand()))
    }

    fn join(&self, low: &Expr, high: &Expr) -> Expr {
        let high = Expr::infix(format!("{} << 32", self.widen(high).text));
        Expr::joined(&high, "|", low, true)
    }

    fn widen(&self, half: &Expr) -> Expr {
        Expr::atom(format!("std::uint64_t{{{}}}", bare(half)))
    }

    fn binary(&self, op: Binary, _kind: Type, a: &Expr, b: &Expr) -> Expr {
        let not = Expr::prefix(format!("~{}", b.operand()));
        match op {
            Binary::And => Expr::joined(a, "&", b, true),
            Binary::AndNot => Expr::joined(a, "&", &not, true),
            Binary::Or => Expr::joined(a, "|", b, true),
            Binary::OrNot => Expr::joined(a, "|", &not, true),
            Binary::Xor => Expr::joined(a, "^", b, true),
            Binary::Add => Expr::joined(a, "+", b, true),
            Binary::Sub => Expr::joined(a, "-", b, false),
            Binary::Mul => Expr::joined(a, "*", b, true),
        }
    }

    fn shl(&self, kind: Type, a: &Expr, by: &Expr) -> Expr {
        Expr::infix(format!("{} << {}", shifted(kind, a), amount(by)))
    }

    fn shr(&self, kind: Type, a: &Expr, by: &Expr) -> Expr {
        Expr::infix(format!("{} >> {}", shifted(kind, a), amount(by)))
    }

    fn reverse_bytes(&self, word: &Expr) -> Expr {
        self.call(self.reversals.bytes.as_ref(), word)
    }

    fn reverse_bits(&self, word: &Expr) -> Expr {
        self.call(self.reversals.bits.as_ref(), word)
    }

    fn extract(&self, word: &Expr, mask: &Expr) -> Expr {
        Expr::atom(format!("_pext_u64({}, {})", word.text, mask.text))
    }

    fn deposit(&self, word: &Expr, mask: &Expr) -> Expr {
        Expr::atom(format!("_pdep_u64({}, {})", word.text, mask.text))
    }

    fn load(&self, table: TableRef, index: &Expr) -> Expr {
        let (name, storage) = &self.tables[usize::from(table.index)];
        self.entry(name, bare(index), *storage)
    }

    fn load_row(&self, table: TableRef, index: &Expr) -> Expr {
        // The machine has no rows: no program loads from one.
        self.load(table, index)
    }
}
