//! C++'s expressions. What is shorter than an `int` is made an unsigned one before it is computed with.

use super::view::Header;
use crate::model::{Op, Program, Storage, TableRef, Type, Value};
use crate::render::code::expr::{Cast, CastForm, Expr, Number, Operator};
use crate::render::code::node::{Dialect, Node, Operators};
use crate::render::code::scope::Scope;

/// The conversion of a value that is shorter than an `int` to 32 bits.
pub(super) const WIDENED: Cast = Cast { to: "std::uint32_t", form: CastForm::Braces };

/// The conversion of a half to a word.
const WORD: Cast = Cast { to: "std::uint64_t", form: CastForm::Braces };

/// The conversion of a word to its lower 32 bits.
const LOW: Cast = Cast { to: "std::uint32_t", form: CastForm::Angles };

/// The conversion to a signed integer.
pub(super) const INT: Cast = Cast { to: "int", form: CastForm::Angles };

pub(super) const OPERATORS: Operators =
    Operators { half: LOW, word: WORD, suffixes: ["U", "ULL"], ..Operators::C };

/// How a function's expressions are written.
pub(super) struct Cpp<'a> {
    pub(super) header: &'a Header<'a>,
    pub(super) scope: Scope<'a>,
    /// True for what stands in `detail` itself.
    pub(super) is_inside: bool,
}

/// True where a value takes instructions of BMI2, which the compiler can't compute by itself.
pub(super) fn takes_pext(program: &Program, wanted: Value) -> bool {
    let needed = program.needed(wanted);
    needed.into_iter().any(|value| matches!(program.op(value), Op::Extract(..) | Op::Deposit(..)))
}

/// A value without the conversion that widens it, for places where its type makes no difference.
pub(super) fn bare(of: &Expr) -> Expr {
    of.cast_from(WIDENED).unwrap_or(of).clone()
}

/// A shift. A literal that is shifted has the width of the type; the number of places may have any type.
fn shift(operator: Operator, node: &Node) -> Expr {
    let [half, word] = OPERATORS.suffixes;
    let suffix = if node.kind == Type::Word { word } else { half };
    let shifted = match node.first().constant() {
        Some(value) if value <= 64 => Number::decimal(value).suffixed(suffix).into(),
        _ => node.a(),
    };
    Expr::binary(operator, shifted, bare(&node.b()))
}

impl Cpp<'_> {
    /// A name as the function writes it.
    fn name(&self, name: &str) -> Expr {
        if self.is_inside { name.into() } else { self.header.outside(name).into() }
    }
}

impl Dialect for Cpp<'_> {
    fn operators(&self) -> &Operators {
        &OPERATORS
    }

    fn scope(&self) -> &Scope<'_> {
        &self.scope
    }

    fn constant(&self, value: u64, kind: Type) -> Expr {
        let [half, word] = OPERATORS.suffixes;
        let suffix = match kind {
            _ if value <= 64 => "",
            Type::Word => word,
            Type::Half => half,
        };
        Number::constant(value, kind).suffixed(suffix).into()
    }

    fn entry(&self, array: &str, index: Expr, storage: Storage) -> Expr {
        let entry = Expr::index(self.name(array), index);
        if storage < Storage::Half { entry.cast(WIDENED) } else { entry }
    }

    fn join(&self, node: &Node) -> Expr {
        OPERATORS.joined(node.a(), bare(&node.b()).cast(WORD))
    }

    fn widen(&self, node: &Node) -> Expr {
        bare(&node.a()).cast(WORD)
    }

    fn shl(&self, node: &Node) -> Expr {
        shift(OPERATORS.shl, node)
    }

    fn shr(&self, node: &Node) -> Expr {
        shift(OPERATORS.shr, node)
    }

    fn reverse_bytes(&self, node: &Node) -> Expr {
        Expr::call(self.name(self.scope.reverse_bytes.unwrap_or_default()), vec![node.a()])
    }

    fn reverse_bits(&self, node: &Node) -> Expr {
        Expr::call(self.name(self.scope.reverse_bits.unwrap_or_default()), vec![node.a()])
    }

    fn extract(&self, node: &Node) -> Expr {
        Expr::call("_pext_u64", vec![node.a(), node.b()])
    }

    fn deposit(&self, node: &Node) -> Expr {
        Expr::call("_pdep_u64", vec![node.a(), node.b()])
    }

    fn load(&self, table: TableRef, node: &Node) -> Expr {
        let (name, storage) = self.scope.tables[usize::from(table.index)];
        self.entry(name, bare(&node.a()), storage)
    }
}
