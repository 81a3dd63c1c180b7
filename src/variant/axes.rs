//! The axes of a lookup, and the program composed from them.

use crate::model::{Binary, Field, Op, Program, Type, Value};
use crate::search::{Fold, Hash};

/// How key and factor are multiplied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Multiply {
    /// 64 bits by 64 bits.
    Wide,
    /// Two halves, combined by exclusive or.
    SplitXor,
    /// Two halves, combined by addition.
    SplitAdd,
}

/// Where the shift comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShiftFrom {
    /// A field: each square has its own.
    Own,
    /// A constant of the piece.
    Constant,
}

/// How the squares' index ranges lie in tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// A table a piece, a row of equal length a square.
    Rows,
    /// One table, one range after another.
    Consecutive,
}

/// A choice on every axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axes {
    /// How key and factor are multiplied.
    pub multiply: Multiply,
    /// Where the shift comes from.
    pub shift: ShiftFrom,
    /// How ranges lie.
    pub placement: Placement,
}

/// Composes the lookup of a piece: key, product, shift, placement.
///
/// `hash` is what the factors were found for; `shift` the constant, where the shift is one.
#[must_use]
pub fn compose(hash: Hash, shift: Option<u8>, placement: Placement) -> Program {
    let mut program = Program::new();
    let p = &mut program;
    let occupied = p.push(Op::Occupied);
    let mask = p.push(Op::Field(Field::Mask));
    let relevant = p.push(Op::Binary(Binary::And, occupied, mask));
    p.name(relevant, "relevant");
    let factor = p.push(Op::Field(Field::Factor));
    let product = multiply(p, hash, relevant, factor);
    let by = match shift {
        Some(shift) => p.push(Op::Const(u64::from(shift), Type::Half)),
        None => p.push(Op::Field(Field::Shift)),
    };
    let shifted = p.push(Op::Shr(product, by));
    let index = if p.type_of(shifted) == Type::Word { p.push(Op::Low(shifted)) } else { shifted };
    p.name(index, "index");
    p.result = match placement {
        Placement::Rows => p.push(Op::LoadRow(index)),
        Placement::Consecutive => {
            let offset = p.push(Op::Field(Field::Offset));
            let position = p.push(Op::Binary(Binary::Add, offset, index));
            p.push(Op::Load(position))
        }
    };
    program
}

fn multiply(p: &mut Program, hash: Hash, relevant: Value, factor: Value) -> Value {
    let combine = match hash {
        Hash::Multiply => {
            let product = p.push(Op::Binary(Binary::Mul, relevant, factor));
            return p.name(product, "product");
        }
        Hash::Fold(fold) => {
            let folded = fold_halves(p, fold, relevant);
            p.name(folded, "folded");
            let factor = p.push(Op::Low(factor));
            let product = p.push(Op::Binary(Binary::Mul, folded, factor));
            return p.name(product, "product");
        }
        Hash::SplitXor => Binary::Xor,
        Hash::SplitAdd | Hash::ShiftedSplitAdd(_) => Binary::Add,
    };
    let key = match hash {
        Hash::ShiftedSplitAdd(by) => {
            let by = p.push(Op::Const(u64::from(by), Type::Half));
            let shifted = p.push(Op::Shr(relevant, by));
            p.name(shifted, "shifted")
        }
        _ => relevant,
    };
    let mut half_product = |half: fn(Value) -> Op, name| {
        let (key, factor) = (p.push(half(key)), p.push(half(factor)));
        let product = p.push(Op::Binary(Binary::Mul, key, factor));
        p.name(product, name)
    };
    let low = half_product(Op::Low, "low");
    let high = half_product(Op::High, "high");
    let product = p.push(Op::Binary(combine, low, high));
    p.name(product, "product")
}

fn fold_halves(p: &mut Program, fold: Fold, relevant: Value) -> Value {
    let (low, high) = (p.push(Op::Low(relevant)), p.push(Op::High(relevant)));
    let (Fold::Right(by) | Fold::Left(by) | Fold::Sum(by)) = fold;
    let by = p.push(Op::Const(u64::from(by), Type::Half));
    let high = match fold {
        Fold::Right(_) => p.push(Op::Shr(high, by)),
        Fold::Left(_) => p.push(Op::Shl(high, by)),
        Fold::Sum(_) => {
            let shifted = p.push(Op::Shl(high, by));
            p.push(Op::Binary(Binary::Add, high, shifted))
        }
    };
    p.push(Op::Binary(Binary::Xor, low, high))
}
