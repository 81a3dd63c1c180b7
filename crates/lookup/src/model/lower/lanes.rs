//! Rewrites operations on vectors as one operation on words for each lane.

use std::ops::Range;

use magicgen_ir::{Binary, Count, Op, Program, Type, Value};

/// Rewrites `program` so that it computes on words and halves alone, for targets without vectors. Lanes that nobody asks
/// for are left out.
#[must_use]
pub(in crate::model) fn without_lanes(program: &Program) -> Program {
    let mut lowering = Lowering { out: Program::new(), words: Vec::new() };
    for value in program.values() {
        lowering.words.push(vec![None; usize::from(program.type_of(value).lanes())]);
    }
    lowering.out.result = lowering.word(program, program.result, 0);
    lowering.out
}

struct Lowering {
    out: Program,
    /// The value of the new program for each lane of each value of the old one, once it has been asked for.
    words: Vec<Vec<Option<Value>>>,
}

impl Lowering {
    /// The bitwise or of some lanes.
    fn union(&mut self, program: &Program, of: Value, mut lanes: Range<u8>) -> Value {
        let first = self.word(program, of, lanes.start);
        lanes.next();
        lanes.fold(first, |all, lane| {
            let word = self.word(program, of, lane);
            self.out.push(Op::Binary(Binary::Or, all, word))
        })
    }

    /// The value that stands for a lane of a value of the old program.
    fn word(&mut self, program: &Program, of: Value, lane: u8) -> Value {
        let lanes = &self.words[usize::from(of.0)];
        let at = if lanes.len() == 1 { 0 } else { usize::from(lane) };
        if let Some(known) = lanes[at] {
            return known;
        }
        let op = program.op(of);
        let new = match op {
            Op::Splat(a, _) => self.word(program, a, 0),
            Op::Lane(a, lane) => self.word(program, a, lane),
            Op::Vector(vector) => self.word(program, vector.words()[usize::from(lane)], 0),
            Op::ShiftApart(a, places) => {
                let half = program.type_of(a).lanes() / 2;
                let word = self.word(program, a, lane);
                let by = places[usize::from(lane % half)].into();
                let by = self.out.push(Op::Const(by, Type::Half));
                self.out.push(if lane < half { Op::Shl(word, by) } else { Op::Shr(word, by) })
            }
            Op::OrLanes(a) => self.union(program, a, 0..program.type_of(a).lanes()),
            Op::OrHalf(a, half) => {
                let lanes = program.type_of(a).lanes() / 2;
                self.union(program, a, half * lanes..(half + 1) * lanes)
            }
            // Bit 0 hides nothing, and stands for the highest bit where there is none.
            Op::BelowHighest(a, _) => {
                let word = self.word(program, a, lane);
                let [one, ones] =
                    [1, u64::MAX >> 1].map(|word| self.out.push(Op::Const(word, Type::Word)));
                let at_least = self.out.push(Op::Binary(Binary::Or, word, one));
                let zeros = self.out.push(Op::Count(Count::LeadingZeros, at_least));
                self.out.push(Op::Shr(ones, zeros))
            }
            Op::LoadLanes(table, index, _) => {
                let mut place = self.word(program, index, 0);
                if lane > 0 {
                    let mut further = u64::from(lane);
                    if let Op::Binary(Binary::Add, row, by) = self.out.op(place)
                        && let Op::Const(by, _) = self.out.op(by)
                    {
                        (place, further) = (row, by + further);
                    }
                    let further = self.out.push(Op::Const(further, Type::Half));
                    place = self.out.push(Op::Binary(Binary::Add, place, further));
                }
                self.out.push(Op::Load(table, place))
            }
            _ => {
                let operands: Vec<(Value, Value)> = op
                    .operands()
                    .map(|operand| (operand, self.word(program, operand, lane)))
                    .collect();
                let moved = |operand: Value| {
                    operands
                        .iter()
                        .find(|(old, _)| *old == operand)
                        .map_or(operand, |(_, new)| *new)
                };
                self.out.push(op.map(moved))
            }
        };
        // The words of a vector are short enough to do without variables.
        match program.name_of(of) {
            Some(name) if program.type_of(of).lanes() > 1 => {
                self.out.hint(new, name);
            }
            Some(name) => {
                self.out.name(new, name);
            }
            None => {}
        }
        if let Some(hint) = program.hint_of(of) {
            self.out.hint(new, hint);
        }
        self.words[usize::from(of.0)][at] = Some(new);
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use magicgen_ir::interp::{ColumnRunner, Memory, run};
    use magicgen_ir::{Fields, Storage};
    use magicgen_ir::{Lanes, TableRef, Vector};
    use magicgen_ir::{Rows, Table, TableRole};

    const WORDS: [u64; 5] = [0, 1, u64::MAX, 0x8000_0000_8000_0000, 0x0123_4567_89ab_cdef];
    const TABLE: TableRef = TableRef { index: 0, kind: Type::Word };

    fn table() -> Table {
        let entries = WORDS.iter().chain(&WORDS).chain(&WORDS).copied().collect();
        let (role, storage) = (TableRole::Rays, Storage::Word);
        Table { role, piece: None, rows: Rows::No, storage, entries, title: None }
    }

    /// An operation's name; a program that computes one vector from the entries at the square's index and from the
    /// occupancy, and returns a lane; and its result for an entry and an occupancy.
    type Case = (&'static str, fn(&mut Program, Value, Value) -> Value, fn(u64, u64) -> u64);

    const CASES: &[Case] = &[
        ("load", |_, row, _| row, |row, _| row),
        ("splat", |_, _, all| all, |_, all| all),
        ("and", |p, row, all| p.push(Op::Binary(Binary::And, row, all)), |row, all| row & all),
        (
            "and not",
            |p, row, all| p.push(Op::Binary(Binary::AndNot, row, all)),
            |row, all| row & !all,
        ),
        ("or", |p, row, all| p.push(Op::Binary(Binary::Or, row, all)), |row, all| row | all),
        ("xor", |p, row, all| p.push(Op::Binary(Binary::Xor, row, all)), |row, all| row ^ all),
        (
            "add",
            |p, row, all| p.push(Op::Binary(Binary::Add, row, all)),
            |row, all| row.wrapping_add(all),
        ),
        (
            "sub",
            |p, row, all| p.push(Op::Binary(Binary::Sub, row, all)),
            |row, all| row.wrapping_sub(all),
        ),
        ("reversal", |p, row, _| p.push(Op::ReverseBytes(row)), |row, _| row.swap_bytes()),
    ];

    fn program(lanes: Lanes, lane: u8, make: fn(&mut Program, Value, Value) -> Value) -> Program {
        let mut program = Program::new();
        let square = program.push(Op::Square);
        let row = program.push(Op::LoadLanes(TABLE, square, lanes));
        let occupied = program.push(Op::Occupied);
        let all = program.push(Op::Splat(occupied, lanes));
        let made = make(&mut program, row, all);
        program.result = program.push(Op::Lane(made, lane));
        program
    }

    /// Each lane of each operation equals the operation on words, by the interpreter and rewritten.
    #[test]
    fn every_lane_is_computed_by_itself() {
        let (fields, tables) = (Fields::default(), [table()]);
        let memory = Memory { fields: &fields, tables: &tables };
        for (name, make, right) in CASES {
            for lanes in [Lanes::Two, Lanes::Four, Lanes::Eight] {
                for lane in 0..lanes.count() {
                    let program = program(lanes, lane, *make);
                    let lowered = without_lanes(&program);
                    for square in [0, 1, 7] {
                        let entry = tables[0].entries[usize::from(square + lane)];
                        let right: Vec<u64> =
                            WORDS.iter().map(|occupied| right(entry, *occupied)).collect();
                        for program in [&program, &lowered] {
                            let found = run(program, program.result, memory, square, &WORDS);
                            assert_eq!(
                                found.as_ref(),
                                Ok(&right),
                                "{name}, lane {lane}: {program:?}"
                            );
                        }
                    }
                    let is_of_lanes = |value| lowered.type_of(value).lanes() > 1;
                    assert!(program.has_lanes() && !lowered.values().any(is_of_lanes), "{name}");
                }
            }
        }
    }

    /// A vector of words whose halves are shifted apart, lane by lane and as the union of all lanes.
    #[test]
    fn halves_are_shifted_apart_and_lanes_joined() {
        const PLACES: [u8; 4] = [9, 1, 0, 63];
        let fields = Fields::default();
        let memory = Memory { fields: &fields, tables: &[] };
        for lanes in [Lanes::Two, Lanes::Four, Lanes::Eight] {
            let mut program = Program::new();
            let occupied = program.push(Op::Occupied);
            let word = |lane: u8| WORDS[usize::from(lane) % 5] ^ u64::from(lane);
            let mut words = Vec::new();
            for lane in 0..lanes.count() {
                let other = program.push(Op::Const(word(lane), Type::Word));
                words.push(program.push(Op::Binary(Binary::Xor, occupied, other)));
            }
            let vector = program.push(Op::Vector(Vector::new(&words, lanes).unwrap()));
            let apart = program.push(Op::ShiftApart(vector, PLACES));
            let right = |lane: u8, occupied: u64| {
                let (half, word) = (lanes.count() / 2, occupied ^ word(lane));
                let places = PLACES[usize::from(lane % half)];
                if lane < half { word << places } else { word >> places }
            };
            let mut results: Vec<(Value, Vec<u64>)> = Vec::new();
            for lane in 0..lanes.count() {
                let found = WORDS.iter().map(|occupied| right(lane, *occupied)).collect();
                results.push((program.push(Op::Lane(apart, lane)), found));
            }
            let all = |occupied: &u64| {
                (0..lanes.count()).fold(0, |all, lane| all | right(lane, *occupied))
            };
            results.push((program.push(Op::OrLanes(apart)), WORDS.iter().map(all).collect()));
            for (result, right) in results {
                program.result = result;
                assert!(program.has_lanes());
                for program in [&program, &without_lanes(&program)] {
                    let found = run(program, program.result, memory, 0, &WORDS);
                    assert_eq!(found.as_ref(), Ok(&right), "{program:?}");
                }
            }
        }
    }

    /// The bits below the highest one, as a processor finds them and on words; on a line, steps give those of the line.
    #[test]
    fn bits_below_the_highest_are_found_both_ways() {
        const PLACES: [u8; 4] = [1, 8, 9, 7];
        let (fields, tables) = (Fields::default(), [table()]);
        let memory = Memory { fields: &fields, tables: &tables };
        for lane in 0..4 {
            let mut program = Program::new();
            let occupied = program.push(Op::Occupied);
            let all = program.push(Op::Splat(occupied, Lanes::Four));
            let below = program.push(Op::BelowHighest(all, PLACES));
            program.result = program.push(Op::Lane(below, lane));
            let right = WORDS.map(|word| word.checked_ilog2().map_or(0, |at| (1 << at) - 1));
            for program in [&program, &without_lanes(&program)] {
                let found = run(program, program.result, memory, 0, &WORDS);
                assert_eq!(found.as_deref(), Ok(&right[..]), "{program:?}");
            }
            let by = u32::from(PLACES[usize::from(lane)]);
            let step = |number: u32| 1_u64.checked_shl(by * number).unwrap_or(0);
            let line = |steps: u32| (0..steps).fold(0, |line, number| line | step(number));
            let occupied = [0, step(6), line(7), step(3)];
            let right = [0, line(6), line(6), line(3)];
            let mut second = ColumnRunner::second_way(&program, program.result).unwrap();
            assert_eq!(second.run(memory, 0, &occupied), Ok(&right[..]), "{lane}");
        }
    }

    /// A vector has a word for each lane, and no more.
    #[test]
    fn a_vector_has_no_more_words_than_lanes() {
        assert_eq!(Vector::new(&[], Lanes::Two), None);
        assert_eq!(Vector::new(&[Value(1), Value(2), Value(3)], Lanes::Two), None);
        let filled = Vector::new(&[Value(1), Value(2), Value(3)], Lanes::Four).unwrap();
        assert_eq!(filled.words(), [Value(1), Value(2), Value(3), Value(1)]);
    }

    /// A vector that ends behind its table is a fault in both forms, even if its last lane alone does.
    #[test]
    fn a_vector_does_not_reach_beyond_its_table() {
        let (fields, tables) = (Fields::default(), [table()]);
        let memory = Memory { fields: &fields, tables: &tables };
        let program = program(Lanes::Four, 3, |_, row, _| row);
        for program in [&program, &without_lanes(&program)] {
            assert!(run(program, program.result, memory, 11, &[0]).is_ok());
            let fault = run(program, program.result, memory, 12, &[0]).unwrap_err();
            assert_eq!(fault.to_string(), "reads entry 15 of a table of 15");
        }
    }

    /// An operation is computed once if only one of its lanes is read, or if all lanes are the same.
    #[test]
    fn lanes_that_nobody_asks_for_are_left_out() {
        let sub: fn(&mut Program, Value, Value) -> Value = |p, row, all| {
            let slider = p.push(Op::ReverseBytes(all));
            p.push(Op::Binary(Binary::Sub, row, slider))
        };
        let one = without_lanes(&program(Lanes::Four, 2, sub));
        assert_eq!(one.loads().count(), 1);
        let mut both = program(Lanes::Four, 2, sub);
        let Op::Lane(made, _) = both.op(both.result) else { panic!("a lane is returned") };
        let (first, second) = (both.push(Op::Lane(made, 0)), both.result);
        both.result = both.push(Op::Binary(Binary::Or, first, second));
        let both = without_lanes(&both);
        let reversals = both.values().filter(|of| matches!(both.op(*of), Op::ReverseBytes(_)));
        assert_eq!((both.loads().count(), reversals.count()), (2, 1));
    }

    #[test]
    #[should_panic(expected = "Mul")]
    fn vectors_have_no_multiplication() {
        program(Lanes::Two, 0, |p, row, all| p.push(Op::Binary(Binary::Mul, row, all)));
    }
}
