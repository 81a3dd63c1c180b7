//! Tests that programs compute the same on words and on halves, for every operation.

use super::*;
use magicgen_ir::interp::{Memory, run};

/// Programs that count bits of the occupancy, with the bits of a constant toggled, and of its low half; and programs
/// that shift by the count of leading zeros.
fn counting(constant: u64) -> Vec<Program> {
    let mut programs = Vec::new();
    for count in Count::ALL {
        for of_half in [false, true] {
            let mut program = Program::new();
            let occupied = program.push(Op::Occupied);
            let constant = program.push(Op::Const(constant, Type::Word));
            let mixed = program.push(Op::Binary(Binary::Xor, occupied, constant));
            let of = if of_half { program.push(Op::Low(mixed)) } else { mixed };
            program.result = program.push(Op::Count(count, of));
            programs.push(program);
        }
    }
    for bit in [0, 31, 32, 63] {
        // Leading zeros of a word that isn't 0 are the way from the highest bit down to its highest one bit.
        let mut program = Program::new();
        let occupied = program.push(Op::Occupied);
        let bit = program.push(Op::Const(1 << bit, Type::Word));
        let word = program.push(Op::Binary(Binary::Or, occupied, bit));
        let zeros = program.push(Op::Count(Count::LeadingZeros, word));
        let highest = program.push(Op::Const(1 << 63, Type::Word));
        let mut below = program.clone();
        program.result = program.push(Op::Shr(highest, zeros));
        programs.push(program);
        let ones = below.push(Op::Const(u64::MAX >> 1, Type::Word));
        below.result = below.push(Op::Shr(ones, zeros));
        programs.push(below);
    }
    programs
}

/// A program whose result has all bits where the occupancy differs from a constant, and none where it is equal.
fn any(constant: u64) -> Program {
    let mut program = Program::new();
    let occupied = program.push(Op::Occupied);
    let constant = program.push(Op::Const(constant, Type::Word));
    let set = program.push(Op::Binary(Binary::Xor, occupied, constant));
    let zero = program.push(Op::Const(0, Type::Word));
    let last = program.push(Op::Const(63, Type::Half));
    let negative = program.push(Op::Binary(Binary::Sub, zero, set));
    let either = program.push(Op::Binary(Binary::Or, set, negative));
    let truth = program.push(Op::Shr(either, last));
    program.result = program.push(Op::Binary(Binary::Sub, zero, truth));
    assert_eq!(program.any_of(program.result), Some(set));
    assert_eq!(program.any_of(negative), None);
    program
}

/// Every operation gives the same result on words and on halves.
#[test]
fn halves_compute_what_words_do() {
    let words = [
        0,
        1,
        u64::MAX,
        0xffff_ffff,
        0x1_0000_0000,
        0x8000_0000_8000_0000,
        0x0123_4567_89ab_cdef,
        0xfedc_ba98_7654_3210,
        0x9e37_79b9_7f4a_7c15,
    ];
    let fields = Fields::default();
    let memory = Memory { fields: &fields, tables: &[] };
    for constant in words {
        let mut programs = Vec::new();
        for binary in Binary::ALL {
            let mut program = Program::new();
            let occupied = program.push(Op::Occupied);
            let constant = program.push(Op::Const(constant, Type::Word));
            program.result = program.push(Op::Binary(binary, occupied, constant));
            programs.push(program);
        }
        for by in [0, 1, 31, 32, 33, 63] {
            for left in [false, true] {
                let mut program = Program::new();
                let occupied = program.push(Op::Occupied);
                let by = program.push(Op::Const(by, Type::Half));
                let shift = if left { Op::Shl(occupied, by) } else { Op::Shr(occupied, by) };
                program.result = program.push(shift);
                programs.push(program);
            }
        }
        for left in [false, true] {
            let mut program = Program::new();
            let occupied = program.push(Op::Occupied);
            let square = program.push(Op::Square);
            let shift = if left { Op::Shl(occupied, square) } else { Op::Shr(occupied, square) };
            program.result = program.push(shift);
            programs.push(program);
        }
        for reverse in [Op::ReverseBytes, Op::ReverseBits] {
            let mut program = Program::new();
            let occupied = program.push(Op::Occupied);
            program.result = program.push(reverse(occupied));
            programs.push(program);
        }
        let mut in_bytes = Program::new();
        let occupied = in_bytes.push(Op::Occupied);
        let reversed = in_bytes.push(Op::ReverseBits(occupied));
        in_bytes.result = in_bytes.push(Op::ReverseBytes(reversed));
        programs.push(in_bytes);
        programs.extend(counting(constant));
        programs.push(any(constant));
        for program in programs {
            let plain = with_bits_exchanged(&program);
            let lowered = to_halves(&program, &fields);
            let exchanged = with_bits_exchanged(&lowered);
            for value in lowered.values() {
                let op = lowered.op(value);
                let computes =
                    matches!(op, Op::Binary(..) | Op::Shl(..) | Op::Shr(..) | Op::Const(..));
                assert!(!computes || lowered.type_of(value) == Type::Half, "{op:?}");
            }
            let native: [&[Count]; 3] = [&[], &[Count::PopulationCount], &[Count::LeadingZeros]];
            let counted = native.map(|native| {
                let counted = [&plain, &lowered].map(|program| without_counts(program, native));
                let has_others = |op| matches!(op, Op::Count(count, _) if !native.contains(&count));
                assert!(!counted.iter().any(|program| program.has(has_others)), "{native:?}");
                counted
            });
            for square in [0, 1, 31, 32, 33, 63] {
                let right = run(&program, program.result, memory, square, &words);
                for other in
                    [&plain, &lowered, &exchanged].into_iter().chain(counted.as_flattened())
                {
                    let found = run(other, other.result, memory, square, &words);
                    assert_eq!(found, right, "{program:?}");
                }
            }
        }
    }
}
