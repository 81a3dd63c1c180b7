//! The order in which a program's values are computed, and the column of memory that each of them gets.
//!
//! A column is used again as soon as no later value reads what is in it, so that the columns of long programs stay in a
//! processor's cache. A value that is a word of another one, or has words of others, shares their columns.

use super::op::Op;
use super::parts::Value;
use super::program::Program;

/// The steps of a program up to a value.
#[derive(Debug)]
pub(super) struct ColumnPlan {
    pub(super) steps: Vec<PlannedStep>,
    /// The number of columns.
    pub(super) columns: usize,
    /// For each value, the index in `of_words` of its first word.
    starts: Vec<usize>,
    /// The column of each word of the values.
    of_words: Vec<usize>,
}

/// The computation of one word of a value.
#[derive(Debug)]
pub(super) struct PlannedStep {
    pub(super) value: Value,
    pub(super) lane: u8,
    /// The column for the result, which is none that the computation reads.
    pub(super) column: usize,
}

impl ColumnPlan {
    /// The plan for the values that `wanted` is computed from.
    pub(super) fn new(program: &Program, wanted: Value) -> Self {
        let mut plan = Self {
            steps: Vec::new(),
            columns: 0,
            starts: vec![0; usize::from(wanted.0) + 1],
            of_words: Vec::new(),
        };
        let needed = program.needed(wanted);
        let is_computed = computed_words(program, wanted, &needed);
        // For each step, the last one that reads its result. Until columns are chosen, `of_words` has numbers of steps.
        let mut last_reads: Vec<usize> = Vec::new();
        for value in needed {
            plan.starts[usize::from(value.0)] = plan.of_words.len();
            for lane in 0..program.type_of(value).words() {
                if let Some((of, lane)) = shared_word(program, value, lane) {
                    let step = plan.column(of, lane);
                    plan.of_words.push(step);
                    continue;
                }
                // A word that isn't computed has the number of the next step, but no step reads it.
                let step = plan.steps.len();
                plan.of_words.push(step);
                if is_computed[usize::from(value.0)] >> lane & 1 == 0 {
                    continue;
                }
                each_word_read(program, value, lane, |operand, word| {
                    last_reads[plan.column(operand, word)] = step;
                });
                plan.steps.push(PlannedStep { value, lane, column: 0 });
                last_reads.push(step);
            }
        }
        for word in 0..program.type_of(wanted).words() {
            last_reads[plan.column(wanted, word)] = usize::MAX;
        }
        plan.choose_columns(&last_reads);
        plan
    }

    /// Gives each step a column that no later step reads.
    fn choose_columns(&mut self, last_reads: &[usize]) {
        let mut ending: Vec<Vec<usize>> = vec![Vec::new(); self.steps.len()];
        let mut free: Vec<usize> = Vec::new();
        for (at, step) in self.steps.iter_mut().enumerate() {
            step.column = free.pop().unwrap_or_else(|| {
                self.columns += 1;
                self.columns - 1
            });
            if let Some(ending) = ending.get_mut(last_reads[at]) {
                ending.push(step.column);
            }
            free.append(&mut ending[at]);
        }
        let column = |step: usize| self.steps.get(step).map_or(0, |step| step.column);
        self.of_words.iter_mut().for_each(|word| *word = column(*word));
    }

    /// The column of a value's word.
    pub(super) fn column(&self, of: Value, word: u8) -> usize {
        self.of_words[self.starts[usize::from(of.0)] + usize::from(word)]
    }
}

/// For each value, a bit for each of its words that `wanted` depends on, or whose computation may leave a table or a
/// word's bits: what is printed must not do that even where nothing reads the result.
fn computed_words(program: &Program, wanted: Value, needed: &[Value]) -> Vec<u8> {
    let mut is_computed = vec![0_u8; usize::from(wanted.0) + 1];
    is_computed[usize::from(wanted.0)] = u8::MAX;
    for value in needed.iter().rev() {
        if may_fault(program.op(*value)) {
            is_computed[usize::from(value.0)] = u8::MAX;
        }
        let own = is_computed[usize::from(value.0)];
        for word in (0..program.type_of(*value).words()).filter(|word| own >> word & 1 != 0) {
            each_word_read(program, *value, word, |operand, word| {
                is_computed[usize::from(operand.0)] |= 1 << word;
            });
        }
    }
    is_computed
}

/// True for an operation that has no meaning for some values of its operands.
const fn may_fault(op: Op) -> bool {
    matches!(
        op,
        Op::Load(..)
            | Op::LoadRow(..)
            | Op::LoadLanes(..)
            | Op::Shl(..)
            | Op::Shr(..)
            | Op::ShiftApart(..)
            | Op::Pick(_)
    )
}

/// Calls `each` with the words of operands that a value's word is computed from.
fn each_word_read(program: &Program, value: Value, lane: u8, mut each: impl FnMut(Value, u8)) {
    if let Some((of, word)) = shared_word(program, value, lane) {
        each(of, word);
        return;
    }
    let op = program.op(value);
    for operand in op.operands() {
        let words = program.type_of(operand).words();
        let read = match op {
            Op::OrLanes(_) | Op::Call(..) => 0..words,
            Op::OrHalf(_, half) => half * words / 2..(half + 1) * words / 2,
            _ => {
                let lane = lane_of(program, operand, lane);
                lane..lane + 1
            }
        };
        read.for_each(|word| each(operand, word));
    }
}

/// The lane of an operand that an operation on a lane reads: a value of one word serves all lanes.
pub(super) fn lane_of(program: &Program, operand: Value, lane: u8) -> u8 {
    if program.type_of(operand).words() > lane { lane } else { 0 }
}

/// The word of another value that a value's word is.
fn shared_word(program: &Program, value: Value, lane: u8) -> Option<(Value, u8)> {
    Some(match program.op(value) {
        Op::Part(of, word) => (of, word),
        Op::Pack(pack) => (pack.words()[usize::from(lane)], 0),
        Op::Widen(of) | Op::Splat(of, _) => (of, lane_of(program, of, lane)),
        Op::Vector(vector) => {
            let of = vector.words()[usize::from(lane)];
            (of, lane_of(program, of, lane))
        }
        Op::Lane(of, lane) => (of, lane),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::parts::{Binary, Lanes, Type};
    use super::*;

    /// A chain of values needs one column for the last value and one for the next.
    #[test]
    fn columns_are_used_again() {
        let mut program = Program::new();
        let occupied = program.push(Op::Occupied);
        let mut last = occupied;
        for _ in 0..10 {
            last = program.push(Op::ReverseBytes(last));
        }
        let plan = ColumnPlan::new(&program, last);
        assert_eq!((plan.steps.len(), plan.columns), (11, 2));
        // The occupancy is read once more at the end.
        let both = program.push(Op::Binary(Binary::Xor, last, occupied));
        let plan = ColumnPlan::new(&program, both);
        assert_eq!((plan.steps.len(), plan.columns), (12, 3));
    }

    /// Of a vector, only the lanes that are read are computed, unless the operation may leave a table.
    #[test]
    fn lanes_that_nothing_reads_are_left_out() {
        let mut program = Program::new();
        let index = program.push(Op::Const(0, Type::Half));
        let table = super::super::parts::TableRef { index: 0, kind: Type::Word };
        let loaded = program.push(Op::LoadLanes(table, index, Lanes::Four));
        let swapped = program.push(Op::ReverseBytes(loaded));
        let one = program.push(Op::Lane(swapped, 2));
        let steps = ColumnPlan::new(&program, one).steps;
        let of = |value| steps.iter().filter(move |step| step.value == value).map(|step| step.lane);
        assert_eq!(of(loaded).collect::<Vec<_>>(), [0, 1, 2, 3]);
        assert_eq!(of(swapped).collect::<Vec<_>>(), [2]);
        let all = program.push(Op::OrLanes(swapped));
        assert_eq!(ColumnPlan::new(&program, all).steps.len(), 1 + 4 + 4 + 1);
        let upper = program.push(Op::OrHalf(swapped, 1));
        let steps = ColumnPlan::new(&program, upper).steps;
        let lanes: Vec<u8> =
            steps.iter().filter(|step| step.value == swapped).map(|step| step.lane).collect();
        assert_eq!(lanes, [2, 3]);
    }

    /// No step writes to a column that it or a later step reads, and lanes share the column of what they were made of.
    #[test]
    fn no_column_is_overwritten_while_it_is_read() {
        let mut program = Program::new();
        let occupied = program.push(Op::Occupied);
        let two = program.push(Op::Const(2, Type::Word));
        let all = program.push(Op::Splat(occupied, Lanes::Four));
        let swapped = program.push(Op::ReverseBytes(all));
        let one = program.push(Op::Lane(swapped, 1));
        let more = program.push(Op::Binary(Binary::Add, one, two));
        let result = program.push(Op::Binary(Binary::Or, more, occupied));
        let plan = ColumnPlan::new(&program, result);
        assert_eq!(plan.column(all, 3), plan.column(occupied, 0));
        assert_eq!(plan.steps.len(), 2 + 1 + 2);
        let mut holds: Vec<Option<(Value, u8)>> = vec![None; plan.columns];
        for step in &plan.steps {
            for operand in program.op(step.value).operands() {
                let lane = lane_of(&program, operand, step.lane);
                let mut word = (operand, lane);
                while let Some(of) = shared_word(&program, word.0, word.1) {
                    word = of;
                }
                assert_eq!(holds[plan.column(operand, lane)], Some(word));
                assert_ne!(plan.column(operand, lane), step.column);
            }
            holds[step.column] = Some((step.value, step.lane));
        }
        assert_eq!(holds[plan.column(result, 0)], Some((result, 0)));
    }
}
