//! Runs a lookup program for many occupancies at once. Its operations are the operations that the languages print.
//!
//! A value has a column for each of its words: one, unless it is a vector or a set. Each operation runs over a whole column of occupancies before the next one begins, so that proving every subset of
//! every mask costs about as much as searching for the factors.

use std::cell::Cell;
use std::fmt;
use std::ops::Range;

use super::column::{
    ValueColumn, applied, below_by_steps, below_highest, combined, count_in, filled, mapped, places,
};
use super::field::Fields;
use super::op::Op;
use super::parts::{LookupRef, Parameter, Pick, TableRef, Type, Value};
use super::plan::{ColumnPlan, PlannedStep, lane_of};
use super::program::Program;
use super::table::Table;
use magicgen_board::{BitGather, Bitboard, SquareSet, compress, expand};

/// The data that a program can read.
#[derive(Clone, Copy, Debug)]
pub struct Memory<'a> {
    /// The fields of the piece.
    pub fields: &'a Fields,
    /// The module's tables.
    pub tables: &'a [Table],
}

/// An operation to which no language gives a meaning. It shows that the program or its data are wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// An index is outside of the table.
    OutOfTable {
        /// The position that was computed.
        position: u64,
        /// The number of entries of the table.
        length: usize,
    },
    /// A shift is by as many bits as the operand has, or more.
    TooFar {
        /// The number of bits to shift by.
        by: u64,
        /// The number of bits of the operand.
        width: u32,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfTable { position, length } => {
                write!(f, "reads entry {position} of a table of {length}")
            }
            Self::TooFar { by, width } => write!(f, "shifts {width} bits by {by}"),
        }
    }
}

/// The input of a program's run.
#[derive(Clone, Copy)]
pub struct RunInput<'a> {
    /// The slider's square.
    pub square: u8,
    /// A column of occupancies; of sets, their lowest words.
    pub occupied: &'a [Bitboard],
    /// A column for each further word of the occupancies, on a board with more than 64 bits.
    pub further: &'a [Vec<Bitboard>],
    /// For each parameter of a companion, a column for each of its words, all of the same length as the occupancies.
    pub parameters: &'a [Vec<Vec<Bitboard>>],
    /// The attack set that a lookup finds, which companions call.
    pub lookup: &'a dyn Fn(LookupRef, u8, SquareSet) -> SquareSet,
    /// True for the second way of operations that have two: [`Op::ShiftApart`] rotates, and [`Op::BelowHighest`] goes by steps.
    pub is_second_way: bool,
}

impl<'a> RunInput<'a> {
    /// The input of a lookup, whose program calls no other.
    fn of(square: u8, occupied: &'a [Bitboard], further: &'a [Vec<Bitboard>]) -> Self {
        let lookup = &|_, _, _| SquareSet::EMPTY;
        Self { square, occupied, further, parameters: &[], lookup, is_second_way: false }
    }
}

/// Runs `program` up to `wanted` for one square and a column of occupancies.
pub fn run(
    program: &Program,
    wanted: Value,
    memory: Memory<'_>,
    square: u8,
    occupied: &[Bitboard],
) -> Result<Vec<Bitboard>, Fault> {
    let mut prepared = ColumnRunner::new(program, wanted);
    prepared.run(memory, square, occupied)?;
    Ok(prepared.result)
}

/// As [`run`], on occupancies of a board of any size. A result of one word is a set with further words of 0.
pub fn run_on_sets(
    program: &Program,
    wanted: Value,
    memory: Memory<'_>,
    square: u8,
    occupied: &[SquareSet],
) -> Result<Vec<SquareSet>, Fault> {
    let word = |at: usize| occupied.iter().map(|set| set.words()[at]).collect::<Vec<_>>();
    let (lowest, further) = (word(0), [1, 2, 3].map(word));
    run_on(program, wanted, memory, RunInput::of(square, &lowest, &further))
}

/// Runs `program` up to `wanted` on columns of parameters. A result of one word is a set with further words of 0.
pub fn run_on(
    program: &Program,
    wanted: Value,
    memory: Memory<'_>,
    given: RunInput<'_>,
) -> Result<Vec<SquareSet>, Fault> {
    let count = given.occupied.len();
    let mut prepared = ColumnRunner::new(program, wanted);
    let columns = prepared.computed(memory, given)?;
    let mut sets = vec![[0; 4]; count];
    for word in 0..program.type_of(wanted).words().min(4) {
        let column = &columns[prepared.plan.column(wanted, word)];
        let rows = sets.iter_mut().enumerate();
        rows.for_each(|(row, set)| set[usize::from(word)] = column.at(row));
    }
    Ok(sets.into_iter().map(SquareSet::from_words).collect())
}

/// A program that is run up to one value again and again, with memory for its columns.
#[derive(Debug)]
pub struct ColumnRunner<'p> {
    program: &'p Program,
    wanted: Value,
    plan: ColumnPlan,
    /// True where operations that have two ways go the second one.
    is_second_way: bool,
    /// The memory of columns that no value needs any more.
    spare: Vec<Vec<Bitboard>>,
    /// The result of the last run.
    result: Vec<Bitboard>,
}

impl<'p> ColumnRunner<'p> {
    /// Prepares the values that `wanted` is computed from.
    #[must_use]
    pub fn new(program: &'p Program, wanted: Value) -> Self {
        let plan = ColumnPlan::new(program, wanted);
        let is_second_way = false;
        Self { program, wanted, plan, is_second_way, spare: Vec::new(), result: Vec::new() }
    }

    /// The same program, where operations that have two ways go the second one; `None` without such an operation.
    #[must_use]
    pub fn second_way(program: &'p Program, wanted: Value) -> Option<Self> {
        let has_two = |value: &Value| program.op(*value).has_two_ways();
        let is_there = program.needed(wanted).iter().any(has_two);
        is_there.then(|| Self { is_second_way: true, ..Self::new(program, wanted) })
    }

    /// Runs the program for one square and a column of occupancies. The result is overwritten by the next run.
    pub fn run(
        &mut self,
        memory: Memory<'_>,
        square: u8,
        occupied: &[Bitboard],
    ) -> Result<&[Bitboard], Fault> {
        let is_second_way = self.is_second_way;
        let given = RunInput { is_second_way, ..RunInput::of(square, occupied, &[]) };
        let mut columns = self.computed(memory, given)?;
        match columns.swap_remove(self.plan.column(self.wanted, 0)) {
            ValueColumn::Each(values) => {
                self.spare.push(std::mem::replace(&mut self.result, values));
            }
            column => {
                self.result.clear();
                self.result.extend((0..occupied.len()).map(|row| column.at(row)));
            }
        }
        self.spare.extend(columns.into_iter().filter_map(ValueColumn::memory));
        Ok(&self.result)
    }

    /// The columns of `wanted`, among others.
    fn computed<'a>(
        &mut self,
        memory: Memory<'_>,
        given: RunInput<'a>,
    ) -> Result<Vec<ValueColumn<'a>>, Fault> {
        let mut columns = vec![ValueColumn::Same(0); self.plan.columns];
        for PlannedStep { value, lane, column } in &self.plan.steps {
            let view =
                RunView { program: self.program, plan: &self.plan, memory, columns: &columns };
            let computed = view.in_lane(*value, *lane, given, &mut self.spare)?;
            let before = std::mem::replace(&mut columns[*column], computed);
            self.spare.extend(before.memory());
        }
        Ok(columns)
    }
}

/// The data that an operation may read.
struct RunView<'r, 'a> {
    program: &'r Program,
    plan: &'r ColumnPlan,
    memory: Memory<'r>,
    columns: &'r [ValueColumn<'a>],
}

impl<'a> RunView<'_, 'a> {
    /// The column of a lane of a vector, or of a word of a set.
    fn lane(&self, of: Value, lane: u8) -> &ValueColumn<'a> {
        &self.columns[self.plan.column(of, lane)]
    }

    /// The bitwise or of some lanes.
    fn union(
        &self,
        of: Value,
        lanes: Range<u8>,
        spare: &mut Vec<Vec<Bitboard>>,
    ) -> ValueColumn<'a> {
        let mut all = mapped(self.lane(of, lanes.start), |a| a, spare);
        for lane in lanes.start + 1..lanes.end {
            let more = combined(&all, self.lane(of, lane), |a, b| a | b, spare);
            spare.extend(std::mem::replace(&mut all, more).memory());
        }
        all
    }

    /// Computes one lane of a vector, or one word of a set, from the values before it. A value of one word serves all
    /// lanes of others.
    fn in_lane(
        &self,
        value: Value,
        lane: u8,
        given: RunInput<'a>,
        spare: &mut Vec<Vec<Bitboard>>,
    ) -> Result<ValueColumn<'a>, Fault> {
        let RunInput { square, occupied, further, parameters, lookup, .. } = given;
        let Self { program, memory, .. } = *self;
        let parameter = |of: Parameter, word: u8| {
            ValueColumn::Given(&parameters[usize::from(of.number)][usize::from(word)])
        };
        let column = |of: Value| self.lane(of, lane_of(program, of, lane));
        let bits = match program.type_of(value) {
            Type::Word | Type::Lanes(_) | Type::Set(_) => Bitboard::MAX,
            Type::Half => Bitboard::from(u32::MAX),
        };
        Ok(match program.op(value) {
            Op::Square => ValueColumn::Same(Bitboard::from(square)),
            Op::Occupied => ValueColumn::Given(occupied),
            Op::OccupiedSet(_) => match usize::from(lane).checked_sub(1) {
                None => ValueColumn::Given(occupied),
                Some(at) => {
                    further.get(at).map_or(ValueColumn::Same(0), |of| ValueColumn::Given(of))
                }
            },
            Op::Parameter(of) => parameter(of, lane),
            Op::Call(of, square, a) => {
                let words = 0..program.type_of(a).words();
                let words: Vec<&ValueColumn<'a>> = words.map(|word| self.lane(a, word)).collect();
                let squares = parameter(square, 0);
                let found = |row: usize| {
                    let mut set = [0; 4];
                    set.iter_mut().zip(&words).for_each(|(word, column)| *word = column.at(row));
                    let found = lookup(of, squares.at(row) as u8, SquareSet::from_words(set));
                    found.words()[usize::from(lane)]
                };
                filled(spare, (0..occupied.len()).map(found))
            }
            Op::Field(field) if lane > 0 => {
                ValueColumn::Same(memory.fields.set(field, square).words()[usize::from(lane)])
            }
            Op::Field(field) => ValueColumn::Same(memory.fields.get(field, square)),
            Op::Const(constant, _) => ValueColumn::Same(constant),
            Op::Low(a) => mapped(column(a), |a| a & Bitboard::from(u32::MAX), spare),
            Op::High(a) => mapped(column(a), |a| a >> 32, spare),
            Op::Join(a, b) => combined(column(a), column(b), |a, b| b << 32 | a, spare),
            Op::Binary(binary, a, b) => {
                let mut computed = applied(binary, column(a), column(b), spare);
                if bits != Bitboard::MAX {
                    computed.narrow(bits);
                }
                computed
            }
            Op::Shl(a, b) => {
                combined(column(a), places(column(b), bits)?, |a, b| a << b & bits, spare)
            }
            Op::Shr(a, b) => combined(column(a), places(column(b), bits)?, |a, b| a >> b, spare),
            Op::ReverseBytes(a) => {
                mapped(column(a), |a| a.swap_bytes() >> bits.leading_zeros(), spare)
            }
            Op::ReverseBits(a) => {
                mapped(column(a), |a| a.reverse_bits() >> bits.leading_zeros(), spare)
            }
            Op::Count(count, a) => {
                let above = program.type_of(a).unused_bits();
                mapped(column(a), |a| u64::from(count_in(count, a, above)), spare)
            }
            Op::Extract(a, b) => match column(b) {
                ValueColumn::Same(mask) => {
                    let gather = BitGather::new(*mask);
                    mapped(column(a), |a| gather.gathered(a), spare)
                }
                masks => combined(column(a), masks, compress, spare),
            },
            Op::Deposit(a, b) => match column(b) {
                ValueColumn::Same(mask) => {
                    let gather = BitGather::new(*mask);
                    mapped(column(a), |a| gather.spread(a), spare)
                }
                masks => combined(column(a), masks, expand, spare),
            },
            Op::Pick(Pick { occupied, mask, factor, shift }) => {
                let relevant = combined(column(occupied), column(mask), |a, b| a & b, spare);
                let product = combined(&relevant, column(factor), Bitboard::wrapping_mul, spare);
                let index = combined(&product, places(column(shift), bits)?, |a, b| a >> b, spare);
                spare.extend([relevant, product].into_iter().filter_map(ValueColumn::memory));
                index
            }
            op => self.loaded_or_joined(op, (value, lane), given, spare)?,
        })
    }

    /// What loads from a table, and what has lanes of its own.
    fn loaded_or_joined(
        &self,
        op: Op,
        (value, lane): (Value, u8),
        given: RunInput<'a>,
        spare: &mut Vec<Vec<Bitboard>>,
    ) -> Result<ValueColumn<'a>, Fault> {
        let Self { program, memory, .. } = *self;
        let RunInput { square, is_second_way, .. } = given;
        let column = |of: Value| self.lane(of, lane_of(program, of, lane));
        Ok(match op {
            Op::Load(table, index) => load(memory, table, None, (column(index), lane), spare)?,
            Op::LoadRow(table, index) => {
                load(memory, table, Some(square), (column(index), lane), spare)?
            }
            Op::LoadLanes(table, index, _) => {
                let place = mapped(column(index), |index| index + Bitboard::from(lane), spare);
                let loaded = load(memory, table, None, (&place, 0), spare)?;
                spare.extend(place.memory());
                loaded
            }
            Op::ShiftApart(a, by) => {
                let half = program.type_of(value).lanes() / 2;
                let by = ValueColumn::Same(by[usize::from(lane % half)].into());
                let by = places(&by, Bitboard::MAX)?;
                match (lane < half, is_second_way) {
                    (true, true) => {
                        combined(column(a), by, |a, by| a.rotate_left(by as u32), spare)
                    }
                    (true, false) => combined(column(a), by, |a, by| a << by, spare),
                    (false, true) => {
                        combined(column(a), by, |a, by| a.rotate_right(by as u32), spare)
                    }
                    (false, false) => combined(column(a), by, |a, by| a >> by, spare),
                }
            }
            Op::BelowHighest(a, _) if !is_second_way => mapped(column(a), below_highest, spare),
            Op::BelowHighest(a, places) => {
                let places = u32::from(places[usize::from(lane)]);
                mapped(column(a), |a| below_by_steps(a, places), spare)
            }
            Op::OrLanes(a) => self.union(a, 0..program.type_of(a).lanes(), spare),
            Op::OrHalf(a, half) => {
                let lanes = program.type_of(a).lanes() / 2;
                self.union(a, half * lanes..(half + 1) * lanes, spare)
            }
            // A plan has no step for these.
            _ => ValueColumn::Same(0),
        })
    }
}

/// One word of the entries at an index. The index counts entries of the type that the program reads: it may read the
/// words of stored sets, or sets of stored words.
fn load<'a>(
    memory: Memory<'_>,
    read: TableRef,
    row: Option<u8>,
    (index, word): (&ValueColumn<'_>, u8),
    spare: &mut Vec<Vec<Bitboard>>,
) -> Result<ValueColumn<'a>, Fault> {
    let none = Fault::OutOfTable { position: 0, length: 0 };
    let table = memory.tables.get(usize::from(read.index)).ok_or(none)?;
    let (stored, words) = (table.storage.words(), usize::from(read.kind.words()));
    let length = table.entries.len() / words;
    let (start, end) = match row {
        None => (0, table.length()),
        Some(square) => (table.rows.start(square), table.rows.end(square, table.length())),
    };
    let [start, end] = [start, end].map(|at| stored * at / words);
    let row = table.entries.get(words * start..words * end);
    let row = row.ok_or(Fault::OutOfTable { position: end as u64, length })?;
    // The first index outside of the table.
    let outside = Cell::new(None);
    let found = |index: Bitboard, place: Option<usize>| {
        place.and_then(|place| row.get(place)).copied().unwrap_or_else(|| {
            outside.set(outside.get().or(Some(index)));
            0
        })
    };
    let loaded = if words == 1 {
        mapped(index, |index| found(index, usize::try_from(index).ok()), spare)
    } else {
        let first = |index| usize::try_from(index).ok()?.checked_mul(words);
        let place = |index| first(index)?.checked_add(word.into());
        mapped(index, |index| found(index, place(index)), spare)
    };
    match outside.get() {
        Some(index) => Err(Fault::OutOfTable { position: start as u64 + index, length }),
        None => Ok(loaded),
    }
}

#[cfg(test)]
mod tests {
    use super::super::field::Field;
    use super::super::parts::{Binary, Pack, WordCount};
    use super::super::table::{Rows, TableRole};
    use super::*;
    use crate::Storage;

    /// A lookup on a board of three words, whose rows begin at every second entry.
    #[test]
    fn sets_are_masked_folded_and_loaded() {
        let count = WordCount::Three;
        let mask = Field { words: Some(count), ..Field::MASK };
        let mut fields = Fields::new([0, 1].into_iter().collect::<SquareSet>());
        fields.insert(mask, vec![1, 0, 0, 0, 0, 1 << 63]);
        let entries = (0..12).collect();
        let (role, rows) = (TableRole::Attacks, Rows::Equal(2));
        let storage = Storage::Set(count);
        let table = Table { role, piece: None, rows, storage, entries, title: None };
        assert_eq!(
            (table.length(), table.bytes(), table.row(1)),
            (4, 96, &[6, 7, 8, 9, 10, 11][..])
        );
        let mut program = Program::new();
        let occupied = program.push(Op::OccupiedSet(count));
        let mask = program.push(Op::Field(mask));
        let relevant = program.push(Op::Binary(Binary::And, occupied, mask));
        let [low, high] = [0, 2].map(|word| program.push(Op::Part(relevant, word)));
        let last = program.push(Op::Const(63, Type::Half));
        let high = program.push(Op::Shr(high, last));
        let key = program.push(Op::Binary(Binary::Xor, low, high));
        let index = program.push(Op::Low(key));
        let loaded = program.push(Op::LoadRow(table.at(0), index));
        let middle = program.push(Op::Part(occupied, 1));
        let other = program.push(Op::Pack(Pack::new(&[key, middle, key], count).unwrap()));
        program.result = program.push(Op::Binary(Binary::Xor, loaded, other));
        let tables = [table];
        let memory = Memory { fields: &fields, tables: &tables };
        let occupied = [[1, 16, 0, 0], [0, 0, 1 << 63 | 1, 0]].map(SquareSet::from_words);
        for (square, right) in [
            (0, [[3 ^ 1, 4 ^ 16, 5 ^ 1, 0], [0, 1, 2, 0]]),
            (1, [[6, 7 ^ 16, 8, 0], [8, 10, 10, 0]]),
        ] {
            let found = run_on_sets(&program, program.result, memory, square, &occupied).unwrap();
            assert_eq!(found, right.map(SquareSet::from_words), "{square}");
        }
        let index = run_on_sets(&program, index, memory, 1, &occupied).unwrap();
        assert_eq!(index, [0, 1].map(SquareSet::from));
        // The same words as entries of their own.
        let (storage, rows) = (Storage::Word, Rows::Equal(6));
        let words = [Table { rows, storage, ..tables[0].clone() }];
        for tables in [&tables, &words] {
            let memory = Memory { fields: &fields, tables };
            for kind in [Type::Word, Type::Set(count)] {
                let mut program = Program::new();
                let at = program.push(Op::Const(1, Type::Half));
                let loaded = program.push(Op::LoadRow(TableRef { index: 0, kind }, at));
                let found = run_on_sets(&program, loaded, memory, 1, &occupied[..1]).unwrap();
                let right = if kind == Type::Word { [7, 0, 0, 0] } else { [9, 10, 11, 0] };
                assert_eq!(found, [SquareSet::from_words(right)]);
            }
        }
        program.result = loaded;
        let short = Table { entries: vec![0; 9], ..tables[0].clone() };
        let memory = Memory { fields: &fields, tables: &[short] };
        let fault = run_on_sets(&program, loaded, memory, 1, &occupied).unwrap_err();
        assert_eq!(fault, Fault::OutOfTable { position: 4, length: 3 });
    }
}
