//! Writes the programs of companions.

use magicgen_ir::fold::push;
use magicgen_ir::{Binary, LookupRef, Op, Parameter, Program, TableRef, Type, Value};

/// A program that is being written.
#[derive(Default)]
pub(super) struct ProgramWriter {
    pub(super) program: Program,
}

impl ProgramWriter {
    /// A parameter.
    pub(super) fn given(&mut self, parameter: Parameter) -> Value {
        self.program.push(Op::Parameter(parameter))
    }

    /// A set of squares that is known, or another word.
    pub(super) fn word(&mut self, word: u64) -> Value {
        self.program.push(Op::Const(word, Type::Word))
    }

    /// A small number that is known.
    pub(super) fn half(&mut self, number: u64) -> Value {
        self.program.push(Op::Const(number, Type::Half))
    }

    /// An operation on two values.
    pub(super) fn binary(&mut self, binary: Binary, a: Value, b: Value) -> Value {
        push(&mut self.program, Op::Binary(binary, a, b))
    }

    /// The squares of both sets.
    pub(super) fn and(&mut self, a: Value, b: Value) -> Value {
        self.binary(Binary::And, a, b)
    }

    /// The squares of the first set that aren't in the second.
    pub(super) fn and_not(&mut self, a: Value, b: Value) -> Value {
        self.binary(Binary::AndNot, a, b)
    }

    /// The squares of either set.
    pub(super) fn or(&mut self, a: Value, b: Value) -> Value {
        self.binary(Binary::Or, a, b)
    }

    /// The entry of a table at `row * width + column`, where `row` is the first and `column` the second value.
    pub(super) fn entry_of_pair(
        &mut self,
        table: TableRef,
        [row, column]: [Value; 2],
        width: usize,
    ) -> Value {
        let width = self.half(width as u64);
        let start = self.binary(Binary::Mul, row, width);
        let index = self.binary(Binary::Add, start, column);
        self.hint(index, "index");
        self.entry(table, index)
    }

    /// The entry of a table.
    pub(super) fn entry(&mut self, table: TableRef, index: Value) -> Value {
        self.program.push(Op::Load(table, index))
    }

    /// The set of one square, which is a parameter.
    pub(super) fn only(&mut self, square: Parameter) -> Value {
        let (one, square) = (self.word(1), self.given(square));
        self.program.push(Op::Shl(one, square))
    }

    /// The attack set that a lookup finds.
    pub(super) fn call(&mut self, lookup: LookupRef, square: Parameter, occupied: Value) -> Value {
        self.program.push(Op::Call(lookup, square, occupied))
    }

    /// A word of 1 where the square is in the set, or else of 0.
    pub(super) fn has(&mut self, set: Value, square: Parameter) -> Value {
        let (square, one) = (self.given(square), self.word(1));
        let shifted = self.program.push(Op::Shr(set, square));
        let truth = self.and(shifted, one);
        self.hint(truth, "truth")
    }

    /// All bits for a word of 1, and none for a word of 0.
    pub(super) fn spread(&mut self, truth: Value) -> Value {
        let zero = self.word(0);
        let spread = self.binary(Binary::Sub, zero, truth);
        self.hint(spread, "ones")
    }

    /// All bits if the set has any square, or else none.
    pub(super) fn any(&mut self, set: Value) -> Value {
        let (zero, last) = (self.word(0), self.half(63));
        let negative = self.binary(Binary::Sub, zero, set);
        self.hint(negative, "negative");
        let either = self.or(set, negative);
        let truth = self.program.push(Op::Shr(either, last));
        self.hint(truth, "truth");
        self.spread(truth)
    }

    /// Gives a value a name.
    pub(super) fn name(&mut self, value: Value, name: &'static str) -> Value {
        self.program.name(value, name)
    }

    /// Names a value that becomes a variable without having a name.
    pub(super) fn hint(&mut self, value: Value, name: &'static str) -> Value {
        self.program.hint(value, name)
    }

    /// The low half of a word.
    pub(super) fn low(&mut self, word: Value) -> Value {
        self.program.push(Op::Low(word))
    }

    /// The program with its result.
    pub(super) fn finish(mut self, result: Value) -> Program {
        self.program.result = result;
        self.program
    }
}
