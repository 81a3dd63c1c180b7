//! Writes the programs of companions.

use super::ground::Ground;
use magicgen_ir::fold::push;
use magicgen_ir::{
    Binary, LookupRef, Op, Pack, Parameter, Program, TableRef, Type, Value, WordCount,
};

/// A program that is being written.
#[derive(Default)]
pub(super) struct ProgramWriter {
    pub(super) program: Program,
    /// The number of words of a set, on boards of more than 64 bits.
    words: Option<WordCount>,
    /// There: the table with a set of one square for each square.
    singles: Option<TableRef>,
}

impl ProgramWriter {
    /// A program on sets of a board's squares. `singles` is the table with a set for each square, on boards of more than
    /// 64 bits.
    pub(super) fn on(ground: Ground<'_>, singles: Option<TableRef>) -> Self {
        let words = match ground.set_type() {
            Type::Set(words) => Some(words),
            _ => None,
        };
        Self { program: Program::default(), words, singles }
    }

    /// A parameter.
    pub(super) fn given(&mut self, parameter: Parameter) -> Value {
        self.program.push(Op::Parameter(parameter))
    }

    /// A word that is known.
    pub(super) fn word(&mut self, word: u64) -> Value {
        self.program.push(Op::Const(word, Type::Word))
    }

    /// The empty set of squares.
    pub(super) fn nothing(&mut self) -> Value {
        let zero = self.word(0);
        self.set_of(zero)
    }

    /// The set each of whose words is this one.
    fn set_of(&mut self, word: Value) -> Value {
        let Some(count) = self.words else { return word };
        let words = vec![word; usize::from(count.count())];
        Pack::new(&words, count).map_or(word, |pack| self.program.push(Op::Pack(pack)))
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
        if let Some(singles) = self.singles {
            let square = self.given(square);
            let only = self.entry(singles, square);
            return self.hint(only, "only");
        }
        let (one, square) = (self.word(1), self.given(square));
        self.program.push(Op::Shl(one, square))
    }

    /// The attack set that a lookup finds.
    pub(super) fn call(&mut self, lookup: LookupRef, square: Parameter, occupied: Value) -> Value {
        self.program.push(Op::Call(lookup, square, occupied))
    }

    /// A word of 1 where the square is in the set, or else of 0.
    pub(super) fn has(&mut self, set: Value, square: Parameter) -> Value {
        if self.singles.is_some() {
            let only = self.only(square);
            let found = self.and(set, only);
            return self.truth_of(found);
        }
        let (square, one) = (self.given(square), self.word(1));
        let shifted = self.program.push(Op::Shr(set, square));
        let truth = self.and(shifted, one);
        self.hint(truth, "truth")
    }

    /// A set of all bits for a word of 1, and of none for a word of 0.
    pub(super) fn spread(&mut self, truth: Value) -> Value {
        let zero = self.word(0);
        let spread = self.binary(Binary::Sub, zero, truth);
        self.hint(spread, "ones");
        self.set_of(spread)
    }

    /// A set of all bits if the set has any square, or else of none.
    pub(super) fn any(&mut self, set: Value) -> Value {
        let truth = self.truth_of(set);
        self.spread(truth)
    }

    /// A word of 1 if the set has any square, or else of 0.
    fn truth_of(&mut self, set: Value) -> Value {
        let word = match self.program.type_of(set) {
            Type::Set(count) => {
                let mut word = push(&mut self.program, Op::Part(set, 0));
                for number in 1..count.count() {
                    let part = push(&mut self.program, Op::Part(set, number));
                    word = self.or(word, part);
                }
                self.hint(word, "joined")
            }
            _ => set,
        };
        let (zero, last) = (self.word(0), self.half(63));
        let negative = self.binary(Binary::Sub, zero, word);
        self.hint(negative, "negative");
        let either = self.or(word, negative);
        let truth = self.program.push(Op::Shr(either, last));
        self.hint(truth, "truth")
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
