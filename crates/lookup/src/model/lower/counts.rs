//! Rewrites counts of bits that a target has no operation for, by counts that it has or by arithmetic.
//!
//! Counts of zeros become counts of one bits. `x - 1` without the bits of `x` has one bits exactly at the zeros below
//! the lowest one bit. If all bits below the highest one bit are filled, the remaining zeros lie above it. One bits are
//! added up in pairs, in groups of four and in bytes at once, and the bytes by a multiplication (Warren, Hacker's
//! Delight, 2002).
//!
//! Leading zeros are mostly counted in order to shift the top bit of the type down to a value's highest one bit. If the
//! bits below it are filled, the highest one bit is the last of the filled bits, and nothing has to be counted. Ones in
//! all bits but the top one, shifted by the same count, are the filled bits without that last one.

use magicgen_ir::{Binary, Count, Op, Program, Type, Value};

/// Rewrites the counts that `native` doesn't have.
#[must_use]
pub(in crate::model) fn without_counts(program: &Program, native: &[Count]) -> Program {
    // The results of counts of leading zeros, each with the value whose zeros it counts.
    let mut counted: Vec<(Value, Value)> = Vec::new();
    let lowered = |out: &mut Program, op: Op, _| match op {
        Op::Count(count, a) if !native.contains(&count) => {
            let kind = out.type_of(a);
            let result = Counting { out, native, kind }.count(count, a);
            if count == Count::LeadingZeros {
                counted.push((result, a));
            }
            Some(result)
        }
        Op::Shr(bit, zeros) => {
            let (_, a) = counted.iter().find(|(count, _)| *count == zeros)?;
            let kind = out.type_of(*a);
            let highest = 1 << (u64::BITS - 1 - kind.unused_bits());
            let op = out.op(bit);
            let mut counting = Counting { out, native, kind };
            if op == Op::Const(highest, kind) {
                return Some(counting.highest(*a));
            }
            (op == Op::Const(highest - 1, kind)).then(|| counting.below(*a))
        }
        _ => None,
    };
    program.rewritten(lowered).0
}

struct Counting<'a> {
    out: &'a mut Program,
    native: &'a [Count],
    /// The type of the value whose bits are counted.
    kind: Type,
}

impl Counting<'_> {
    fn count(&mut self, count: Count, a: Value) -> Value {
        match count {
            Count::PopulationCount => self.ones(a),
            Count::TrailingZeros => {
                let one = self.constant(1);
                let below = self.binary(Binary::Sub, a, one);
                let zeros = self.binary(Binary::AndNot, below, a);
                self.population(zeros)
            }
            Count::LeadingZeros => {
                let filled = self.filled(a);
                let all = self.constant(u64::MAX);
                let zeros = self.binary(Binary::Xor, filled, all);
                self.population(zeros)
            }
        }
    }

    /// The highest one bit and all bits below it.
    fn filled(&mut self, a: Value) -> Value {
        let mut filled = a;
        let width = u64::BITS - self.kind.unused_bits();
        for by in (0..6).map(|power| 1 << power).take_while(|by| *by < width) {
            let shifted = self.shr(filled, by);
            filled = self.binary(Binary::Or, filled, shifted);
            self.out.name(filled, "filled");
        }
        filled
    }

    /// The highest one bit of a value that isn't 0.
    fn highest(&mut self, a: Value) -> Value {
        let filled = self.filled(a);
        let below = self.shr(filled, 1);
        self.binary(Binary::Xor, filled, below)
    }

    /// All bits below the highest one bit of a value that isn't 0.
    fn below(&mut self, a: Value) -> Value {
        let filled = self.filled(a);
        self.shr(filled, 1)
    }

    fn population(&mut self, a: Value) -> Value {
        if self.native.contains(&Count::PopulationCount) {
            return self.out.push(Op::Count(Count::PopulationCount, a));
        }
        self.ones(a)
    }

    fn ones(&mut self, a: Value) -> Value {
        let odd = self.constant(0x5555_5555_5555_5555);
        let half = self.shr(a, 1);
        let half = self.binary(Binary::And, half, odd);
        let pairs = self.binary(Binary::Sub, a, half);
        self.out.name(pairs, "sum");
        let low = self.constant(0x3333_3333_3333_3333);
        let lower = self.binary(Binary::And, pairs, low);
        let upper = self.shr(pairs, 2);
        let upper = self.binary(Binary::And, upper, low);
        let fours = self.binary(Binary::Add, lower, upper);
        self.out.name(fours, "sum");
        let upper = self.shr(fours, 4);
        let bytes = self.binary(Binary::Add, fours, upper);
        let low = self.constant(0x0f0f_0f0f_0f0f_0f0f);
        let bytes = self.binary(Binary::And, bytes, low);
        self.out.name(bytes, "sum");
        let ones = self.constant(0x0101_0101_0101_0101);
        let product = self.binary(Binary::Mul, bytes, ones);
        let sum = self.shr(product, u64::BITS - self.kind.unused_bits() - 8);
        if self.kind == Type::Word { self.out.push(Op::Low(sum)) } else { sum }
    }

    /// A constant of the type, cut to the type's bits.
    fn constant(&mut self, value: u64) -> Value {
        self.out.push(Op::Const(value & (u64::MAX >> self.kind.unused_bits()), self.kind))
    }

    fn binary(&mut self, binary: Binary, a: Value, b: Value) -> Value {
        self.out.push(Op::Binary(binary, a, b))
    }

    fn shr(&mut self, a: Value, by: u32) -> Value {
        let by = self.out.push(Op::Const(u64::from(by), Type::Half));
        self.out.push(Op::Shr(a, by))
    }
}
