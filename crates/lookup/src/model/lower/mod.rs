//! Rewrites a program on words as one on halves, for targets without a type of 64 bits.
//!
//! In the result, words are only read (from a field, a table or the occupancy), taken apart into halves, or joined as
//! the result. Long multiplication, carries and shifts across halves become operations of 32 bits here, once for
//! all languages.

mod counts;
mod lanes;
mod names;
mod queries;
mod reversals;
mod rows;
mod square;
#[cfg(test)]
mod tests;
mod words;

pub(super) use counts::without_counts;
pub(super) use lanes::without_lanes;
pub(super) use queries::in_lanes;
pub(super) use reversals::with_bits_exchanged;
pub(super) use rows::without_rows;
pub(super) use square::{for_square, with_halved_result};
pub(super) use words::to_words;

use magicgen_ir::fold::push;
use magicgen_ir::{Binary, Count, Fields, Op, Pack, Program, Role, Type, Value};

/// Rewrites `program` so that it computes on halves alone. It has no computed sets of several words.
#[must_use]
pub(super) fn to_halves(program: &Program, fields: &Fields) -> Program {
    let mut lowering = Lowering { out: Program::new(), fields, parts: Vec::new() };
    for value in program.values() {
        let part = lowering.lower(program, value);
        if let Some(name) = program.name_of(value) {
            lowering.name(part, name);
            lowering.hint(part, name);
        }
        if let Some(hint) = program.hint_of(value) {
            lowering.hint(part, hint);
        }
        lowering.parts.push(part);
    }
    let result = lowering.parts[usize::from(program.result.0)];
    let result = match result {
        Part::Half(value) | Part::Source(value) => value,
        Part::Pair(low, high) => lowering.out.push(Op::Join(low, high)),
    };
    lowering.out.result = result;
    lowering.out
}

/// The values of the new program that stand for a value of the old one.
#[derive(Clone, Copy)]
enum Part {
    /// A half stays a half.
    Half(Value),
    /// A word that is read rather than computed, or a set of several words.
    Source(Value),
    /// The low and the high half of a computed word.
    Pair(Value, Value),
}

struct Lowering<'a> {
    out: Program,
    fields: &'a Fields,
    parts: Vec<Part>,
}

impl Lowering<'_> {
    fn lower(&mut self, program: &Program, value: Value) -> Part {
        let op = program.op(value);
        let mut types = op.operands().chain([value]).map(|of| program.type_of(of));
        let is_of_halves = types.all(|kind| kind == Type::Half);
        match op {
            _ if is_of_halves => {
                let halves = op.map(|operand| self.half_of(operand));
                Part::Half(push(&mut self.out, halves))
            }
            Op::Occupied | Op::OccupiedSet(_) | Op::Parameter(_) | Op::Field(_) => {
                Part::Source(self.out.push(op))
            }
            Op::Part(a, word) => {
                let set = self.whole(a);
                Part::Source(self.out.push(Op::Part(set, word)))
            }
            Op::Pack(pack) => {
                let words: Vec<Value> = pack.words().iter().map(|word| self.whole(*word)).collect();
                let pack = Pack::new(&words, pack.count).map(|pack| self.out.push(Op::Pack(pack)));
                Part::Source(pack.unwrap_or_default())
            }
            Op::Call(lookup, square, occupied) => {
                let occupied = self.whole(occupied);
                Part::Source(self.out.push(Op::Call(lookup, square, occupied)))
            }
            Op::Const(constant, Type::Word) => Part::Pair(
                self.constant(constant & u64::from(u32::MAX)),
                self.constant(constant >> 32),
            ),
            Op::Low(a) => Part::Half(self.halves_of(a).0),
            Op::High(a) => Part::Half(self.halves_of(a).1),
            Op::Join(a, b) => Part::Pair(self.half_of(a), self.half_of(b)),
            Op::Widen(a) => {
                let (low, zero) = (self.half_of(a), self.constant(0));
                Part::Pair(low, zero)
            }
            Op::Load(..) | Op::LoadRow(..) => {
                let load = op.map(|index| self.half_of(index));
                Part::Source(self.out.push(load))
            }
            Op::ReverseBytes(a) => self.reverse(Op::ReverseBytes, a),
            Op::ReverseBits(a) => self.reverse(Op::ReverseBits, a),
            Op::Count(count, a) => {
                let halves = self.halves_of(a);
                Part::Half(self.count(count, halves))
            }
            Op::Binary(binary, a, b) => match program.any_of(value) {
                Some(set) => self.any(set),
                None => self.wide(binary, a, b),
            },
            Op::Shl(a, by) => self.shift_left(program, a, by),
            Op::Shr(a, by) => self.shift_right(program, a, by),
            _ => unreachable!("a target of halves has no {op}"),
        }
    }

    /// A mask of all bits if either half of a word has any, which is both halves of the mask.
    fn any(&mut self, set: Value) -> Part {
        let (low, high) = self.halves_of(set);
        let zero = self.constant(0);
        let either = self.binary(Binary::Or, low, high);
        let negative = self.binary(Binary::Sub, zero, either);
        let both = self.binary(Binary::Or, either, negative);
        let truth = self.shr(both, 31);
        let ones = self.binary(Binary::Sub, zero, truth);
        self.hint_all([(either, "either"), (negative, "negative"), (ones, "ones")]);
        Part::Pair(ones, ones)
    }

    fn wide(&mut self, binary: Binary, a: Value, b: Value) -> Part {
        let ((a_low, a_high), (b_low, b_high)) = (self.halves_of(a), self.halves_of(b));
        let low = self.binary(binary, a_low, b_low);
        let high = self.binary(binary, a_high, b_high);
        if matches!(binary, Binary::Add | Binary::Sub) {
            self.hint_all([(high, "high")]);
        }
        match binary {
            Binary::And | Binary::AndNot | Binary::Or | Binary::OrNot | Binary::Xor => {
                Part::Pair(low, high)
            }
            Binary::Add => {
                // The top bits carry if both are 1, or if one of them is 1 and the top bit of the sum is 0.
                let both = self.binary(Binary::And, a_low, b_low);
                let either = self.binary(Binary::Or, a_low, b_low);
                let lost = self.binary(Binary::AndNot, either, low);
                let carries = self.binary(Binary::Or, both, lost);
                self.hint_all([(either, "either"), (lost, "lost"), (carries, "carries")]);
                let carry = self.shr(carries, 31);
                self.out.hint(carry, "carry");
                Part::Pair(low, self.binary(Binary::Add, high, carry))
            }
            Binary::Sub => {
                // The difference borrows exactly if adding it to `b` carries.
                let both = self.binary(Binary::And, b_low, low);
                let either = self.binary(Binary::Or, b_low, low);
                let lost = self.binary(Binary::AndNot, either, a_low);
                let borrows = self.binary(Binary::Or, both, lost);
                self.hint_all([(either, "either"), (lost, "lost"), (borrows, "borrows")]);
                let borrow = self.shr(borrows, 31);
                self.out.hint(borrow, "borrow");
                Part::Pair(low, self.binary(Binary::Sub, high, borrow))
            }
            Binary::Mul => {
                let carried = self.high_product(a_low, b_low);
                let cross = self.binary(Binary::Mul, a_low, b_high);
                let other = self.binary(Binary::Mul, a_high, b_low);
                let sum = self.binary(Binary::Add, carried, cross);
                Part::Pair(low, self.binary(Binary::Add, sum, other))
            }
        }
    }

    /// A count in a word, from counts in its halves. Zeros are counted in one half. If the half is 0, so that its count
    /// is 32, the zeros of the other half are added.
    fn count(&mut self, count: Count, (low, high): (Value, Value)) -> Value {
        let (first, other) = if count == Count::LeadingZeros { (high, low) } else { (low, high) };
        let first = self.out.push(Op::Count(count, first));
        let other = self.out.push(Op::Count(count, other));
        if count == Count::PopulationCount {
            return self.binary(Binary::Add, first, other);
        }
        let zero = self.constant(0);
        let is_empty = self.shr(first, 5);
        let all_or_none = self.binary(Binary::Sub, zero, is_empty);
        let further = self.binary(Binary::And, other, all_or_none);
        self.binary(Binary::Add, first, further)
    }

    /// Reverses each half, and exchanges the halves.
    fn reverse(&mut self, reverse: fn(Value) -> Op, word: Value) -> Part {
        let (low, high) = self.halves_of(word);
        let (low, high) = (self.out.push(reverse(high)), self.out.push(reverse(low)));
        Part::Pair(self.out.name(low, "reversed_low"), self.out.name(high, "reversed_high"))
    }

    /// The upper 32 bits of the product of two halves, computed from products of 16-bit quarters.
    fn high_product(&mut self, a: Value, b: Value) -> Value {
        let quarter = self.constant(0xffff);
        let a_low = self.binary(Binary::And, a, quarter);
        let a_high = self.shr(a, 16);
        let b_low = self.binary(Binary::And, b, quarter);
        let b_high = self.shr(b, 16);
        for (part, name) in [(a_low, "a0"), (a_high, "a1"), (b_low, "b0"), (b_high, "b1")] {
            self.out.name(part, name);
        }
        let lowest = self.binary(Binary::Mul, a_low, b_low);
        let lowest = self.shr(lowest, 16);
        let cross = self.binary(Binary::Mul, a_high, b_low);
        let middle = self.binary(Binary::Add, cross, lowest);
        self.out.name(middle, "middle");
        let middle_low = self.binary(Binary::And, middle, quarter);
        let other = self.binary(Binary::Mul, a_low, b_high);
        let second = self.binary(Binary::Add, other, middle_low);
        self.out.name(second, "second");
        let top = self.binary(Binary::Mul, a_high, b_high);
        let middle_high = self.shr(middle, 16);
        let second_high = self.shr(second, 16);
        let sum = self.binary(Binary::Add, top, middle_high);
        let carried = self.binary(Binary::Add, sum, second_high);
        self.out.name(carried, "carried")
    }

    fn shift_left(&mut self, program: &Program, a: Value, by: Value) -> Part {
        let (low, high) = self.halves_of(a);
        let zero = self.constant(0);
        let Op::Const(by, _) = program.op(by) else {
            let by = self.half_of(by);
            return self.shift_by(
                by,
                |out, low, high, by, rest, far| {
                    let one = out.constant(1);
                    let carried = out.push_shr(low, one);
                    let carried = out.push_shr(carried, rest);
                    let kept = out.push_shl(high, by);
                    let near = out.binary(Binary::Or, kept, carried);
                    let shifted = out.push_shl(low, by);
                    let is_one = out.out.op(low) == Op::Const(1, Type::Half);
                    let far_high = out.binary(Binary::And, shifted, far);
                    let near_high = out.binary(Binary::AndNot, near, far);
                    let near_low = out.binary(Binary::AndNot, shifted, far);
                    out.hint_all([
                        (near, "merged"),
                        (shifted, if is_one { "one_bit" } else { "shifted" }),
                        (far_high, "across"),
                        (near_high, "kept"),
                    ]);
                    Part::Pair(near_low, out.binary(Binary::Or, far_high, near_high))
                },
                (low, high),
            );
        };
        match by {
            0 => Part::Pair(low, high),
            32 => Part::Pair(zero, low),
            33.. => Part::Pair(zero, self.shl(low, by - 32)),
            _ => {
                let carried = self.shr(low, 32 - by);
                let kept = self.shl(high, by);
                Part::Pair(self.shl(low, by), self.binary(Binary::Or, kept, carried))
            }
        }
    }

    fn shift_right(&mut self, program: &Program, a: Value, by: Value) -> Part {
        let (low, high) = self.halves_of(a);
        let zero = self.constant(0);
        match program.op(by) {
            Op::Const(0, _) => Part::Pair(low, high),
            Op::Const(32, _) => Part::Pair(high, zero),
            Op::Const(by @ 33.., _) => Part::Pair(self.shr(high, by - 32), zero),
            Op::Const(by, _) => {
                let carried = self.shl(high, 32 - by);
                let kept = self.shr(low, by);
                Part::Pair(self.binary(Binary::Or, kept, carried), self.shr(high, by))
            }
            // An index has at most 16 bits, so that only the high half of the word contributes to it.
            Op::Field(field) if field.role == Role::Shift && self.fields.least(field) >= 32 => {
                let (by, less) = (self.half_of(by), self.constant(32));
                let by = self.binary(Binary::Sub, by, less);
                Part::Pair(self.push_shr(high, by), zero)
            }
            _ => {
                let by = self.half_of(by);
                self.shift_by(
                    by,
                    |out, low, high, by, rest, far| {
                        let one = out.constant(1);
                        let carried = out.push_shl(high, one);
                        let carried = out.push_shl(carried, rest);
                        let kept = out.push_shr(low, by);
                        let near = out.binary(Binary::Or, kept, carried);
                        let shifted = out.push_shr(high, by);
                        let far_low = out.binary(Binary::And, shifted, far);
                        let near_low = out.binary(Binary::AndNot, near, far);
                        let near_high = out.binary(Binary::AndNot, shifted, far);
                        out.hint_all([
                            (near, "merged"),
                            (shifted, "shifted"),
                            (far_low, "across"),
                            (near_low, "kept"),
                        ]);
                        Part::Pair(out.binary(Binary::Or, far_low, near_low), near_high)
                    },
                    (low, high),
                )
            }
        }
    }

    /// A shift by a number of bits that is only known when the lookup runs. `shift` gets the low and the high half, the
    /// number modulo 32, 31 minus that, and a mask of ones where the number is 32 or more.
    fn shift_by(
        &mut self,
        by: Value,
        shift: impl Fn(&mut Self, Value, Value, Value, Value, Value) -> Part,
        (low, high): (Value, Value),
    ) -> Part {
        let (all, zero) = (self.constant(31), self.constant(0));
        if self.is_below_32(by) {
            let rest = self.binary(Binary::Sub, all, by);
            return shift(self, low, high, by, rest, zero);
        }
        let near = self.binary(Binary::And, by, all);
        let rest = self.binary(Binary::Sub, all, near);
        let crossed = self.shr(by, 5);
        let far = self.binary(Binary::Sub, zero, crossed);
        self.hint_all([(near, "count"), (rest, "rest"), (far, "upper")]);
        shift(self, low, high, near, rest, far)
    }

    /// True for a value that a mask limits to less than 32: a shift by it never crosses a whole half.
    fn is_below_32(&self, by: Value) -> bool {
        let Op::Binary(Binary::And, a, b) = self.out.op(by) else { return false };
        [a, b].iter().any(|operand| matches!(self.out.op(*operand), Op::Const(..32, _)))
    }

    /// The word or set that stands for a value of the old program, joined if it was computed.
    fn whole(&mut self, value: Value) -> Value {
        match self.parts[usize::from(value.0)] {
            Part::Pair(low, high) => self.out.push(Op::Join(low, high)),
            Part::Source(word) | Part::Half(word) => word,
        }
    }

    /// The half that stands for a value of the old program.
    fn half_of(&self, value: Value) -> Value {
        match self.parts[usize::from(value.0)] {
            Part::Half(half) => half,
            Part::Source(_) | Part::Pair(..) => unreachable!("a word where a half belongs"),
        }
    }

    /// The low and the high half that stand for a word of the old program.
    fn halves_of(&mut self, value: Value) -> (Value, Value) {
        match self.parts[usize::from(value.0)] {
            Part::Pair(low, high) => (low, high),
            Part::Source(word) => (self.out.push(Op::Low(word)), self.out.push(Op::High(word))),
            Part::Half(_) => unreachable!("a half where a word belongs"),
        }
    }

    fn binary(&mut self, binary: Binary, a: Value, b: Value) -> Value {
        push(&mut self.out, Op::Binary(binary, a, b))
    }

    fn constant(&mut self, constant: u64) -> Value {
        self.out.push(Op::Const(constant, Type::Half))
    }

    fn push_shl(&mut self, a: Value, by: Value) -> Value {
        push(&mut self.out, Op::Shl(a, by))
    }

    fn push_shr(&mut self, a: Value, by: Value) -> Value {
        push(&mut self.out, Op::Shr(a, by))
    }

    fn shr(&mut self, a: Value, by: u64) -> Value {
        let by = self.constant(by);
        push(&mut self.out, Op::Shr(a, by))
    }

    fn shl(&mut self, a: Value, by: u64) -> Value {
        let by = self.constant(by);
        push(&mut self.out, Op::Shl(a, by))
    }
}
