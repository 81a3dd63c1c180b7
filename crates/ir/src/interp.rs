//! Runs a lookup program for many occupancies at once. Its operations are the operations that the languages print.
//!
//! A value has a column for each of its words: one, unless it is a vector or a set. Each operation runs over a whole column of occupancies before the next one begins, so that proving every subset of
//! every mask costs about as much as searching for the factors.

use std::borrow::Cow;
use std::{fmt, slice};

use super::field::Fields;
use super::op::Op;
use super::parts::{Binary, Count, LookupRef, Parameter, Pick, TableRef, Type, Value};
use super::program::Program;
use super::table::Table;
use magicgen_board::{Bitboard, SquareSet, compress, expand};

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
    /// True where [`Op::ShiftApart`] rotates, false where zeros come in.
    pub rotates: bool,
}

impl<'a> RunInput<'a> {
    /// The input of a lookup, whose program calls no other.
    fn of(square: u8, occupied: &'a [Bitboard], further: &'a [Vec<Bitboard>]) -> Self {
        let lookup = &|_, _, _| SquareSet::EMPTY;
        Self { square, occupied, further, parameters: &[], lookup, rotates: false }
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
    let given = RunInput::of(square, occupied, &[]);
    let mut columns = computed(program, wanted, memory, given)?;
    let result = columns.all.swap_remove(columns.starts[usize::from(wanted.0)]);
    Ok(result.values(occupied.len()))
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
    let columns = computed(program, wanted, memory, given)?;
    let words = usize::from(program.type_of(wanted).words()).min(4);
    let start = columns.starts[usize::from(wanted.0)];
    let columns = columns.all.into_iter().skip(start).take(words);
    let mut sets = vec![[0; 4]; count];
    for (at, column) in columns.enumerate() {
        let values = column.values(count);
        sets.iter_mut().zip(values).for_each(|(set, value)| set[at] = value);
    }
    Ok(sets.into_iter().map(SquareSet::from_words).collect())
}

/// The columns of the values that `wanted` is computed from, and its own.
fn computed<'a>(
    program: &Program,
    wanted: Value,
    memory: Memory<'_>,
    given: RunInput<'a>,
) -> Result<ValueColumns<'a>, Fault> {
    let mut columns = ValueColumns::new(usize::from(wanted.0) + 1);
    for value in program.needed(wanted) {
        columns.begin(value);
        for lane in 0..program.type_of(value).words() {
            let computed = in_lane(program, value, lane, memory, given, &columns)?;
            columns.all.push(computed);
        }
    }
    Ok(columns)
}

/// The values that have been computed, each with a column for each of its words.
struct ValueColumns<'a> {
    /// The columns of one value after another.
    all: Vec<ValueColumn<'a>>,
    /// The index of each value's first column.
    starts: Vec<usize>,
}

impl<'a> ValueColumns<'a> {
    fn new(values: usize) -> Self {
        Self { all: Vec::with_capacity(values), starts: vec![0; values] }
    }

    /// Begins the columns of a value.
    fn begin(&mut self, value: Value) {
        self.starts[usize::from(value.0)] = self.all.len();
    }

    fn lane(&self, of: Value, lane: u8) -> &ValueColumn<'a> {
        &self.all[self.starts[usize::from(of.0)] + usize::from(lane)]
    }
}

/// Computes one lane of a vector, or one word of a set, from the values before it. A value of one word serves all lanes
/// of others.
fn in_lane<'a>(
    program: &Program,
    value: Value,
    lane: u8,
    memory: Memory<'_>,
    given: RunInput<'a>,
    columns: &ValueColumns<'a>,
) -> Result<ValueColumn<'a>, Fault> {
    let RunInput { square, occupied, further, parameters, lookup, rotates } = given;
    let parameter = |of: Parameter, word: u8| {
        ValueColumn::given(&parameters[usize::from(of.number)][usize::from(word)])
    };
    let column = |of: Value| {
        let has_lane = program.type_of(of).words() > lane;
        columns.lane(of, if has_lane { lane } else { 0 })
    };
    let bits = match program.type_of(value) {
        Type::Word | Type::Lanes(_) | Type::Set(_) => Bitboard::MAX,
        Type::Half => Bitboard::from(u32::MAX),
    };
    Ok(match program.op(value) {
        Op::Square => ValueColumn::Same(Bitboard::from(square)),
        Op::Occupied => ValueColumn::given(occupied),
        Op::OccupiedSet(_) => match usize::from(lane).checked_sub(1) {
            None => ValueColumn::given(occupied),
            Some(at) => further.get(at).map_or(ValueColumn::Same(0), |of| ValueColumn::given(of)),
        },
        Op::Parameter(of) => parameter(of, lane),
        Op::Call(of, square, a) => {
            let words = 0..program.type_of(a).words();
            let words: Vec<&ValueColumn<'a>> = words.map(|word| columns.lane(a, word)).collect();
            let squares = parameter(square, 0);
            let found = |row: usize| {
                let mut set = [0; 4];
                set.iter_mut().zip(&words).for_each(|(word, column)| *word = column.at(row));
                let found = lookup(of, squares.at(row) as u8, SquareSet::from_words(set));
                found.words()[usize::from(lane)]
            };
            ValueColumn::Each((0..occupied.len()).map(found).collect())
        }
        Op::Field(field) if lane > 0 => {
            ValueColumn::Same(memory.fields.set(field, square).words()[usize::from(lane)])
        }
        Op::Field(field) => ValueColumn::Same(memory.fields.get(field, square)),
        Op::Const(constant, _) => ValueColumn::Same(constant),
        Op::Low(a) => mapped(column(a), |a| a & Bitboard::from(u32::MAX)),
        Op::High(a) => mapped(column(a), |a| a >> 32),
        Op::Join(a, b) => combined(column(a), column(b), |a, b| b << 32 | a),
        Op::Part(a, word) => columns.lane(a, word).clone(),
        Op::Pack(pack) => columns.lane(pack.words()[usize::from(lane)], 0).clone(),
        Op::Binary(binary, a, b) => {
            let computed = applied(binary, column(a), column(b));
            if bits == Bitboard::MAX { computed } else { mapped(&computed, |a| a & bits) }
        }
        Op::Shl(a, b) => combined(column(a), places(column(b), bits)?, |a, b| a << b & bits),
        Op::Shr(a, b) => combined(column(a), places(column(b), bits)?, |a, b| a >> b),
        Op::Widen(a) | Op::Splat(a, _) => column(a).clone(),
        Op::ReverseBytes(a) => mapped(column(a), |a| a.swap_bytes() >> bits.leading_zeros()),
        Op::ReverseBits(a) => mapped(column(a), |a| a.reverse_bits() >> bits.leading_zeros()),
        Op::Count(count, a) => {
            let above = program.type_of(a).unused_bits();
            mapped(column(a), |a| u64::from(count_in(count, a, above)))
        }
        Op::Extract(a, b) => combined(column(a), column(b), compress),
        Op::Deposit(a, b) => combined(column(a), column(b), expand),
        Op::Pick(Pick { occupied, mask, factor, shift }) => {
            let relevant = combined(column(occupied), column(mask), |a, b| a & b);
            let product = combined(&relevant, column(factor), Bitboard::wrapping_mul);
            combined(&product, places(column(shift), bits)?, |a, b| a >> b)
        }
        Op::Load(table, index) => load(memory, table, None, (column(index), lane))?,
        Op::LoadRow(table, index) => load(memory, table, Some(square), (column(index), lane))?,
        Op::LoadLanes(table, index, _) => {
            let place = mapped(column(index), |index| index + Bitboard::from(lane));
            load(memory, table, None, (&place, 0))?
        }
        Op::Vector(vector) => column(vector.words()[usize::from(lane)]).clone(),
        Op::ShiftApart(a, by) => {
            let half = program.type_of(value).lanes() / 2;
            let by = ValueColumn::Same(by[usize::from(lane % half)].into());
            let by = places(&by, bits)?;
            combined(column(a), by, |a, by| match (lane < half, rotates) {
                (true, true) => a.rotate_left(by as u32),
                (true, false) => a << by,
                (false, true) => a.rotate_right(by as u32),
                (false, false) => a >> by,
            })
        }
        Op::Lane(a, lane) => columns.lane(a, lane).clone(),
        Op::OrLanes(a) => {
            let or =
                |all: &ValueColumn<'a>, lane| combined(all, columns.lane(a, lane), |a, b| a | b);
            let lanes = 1..program.type_of(a).lanes();
            lanes.fold(columns.lane(a, 0).clone(), |all, lane| or(&all, lane))
        }
    })
}

/// The results of an operation for each occupancy. Fields, constants and values computed from these alone are computed
/// once.
#[derive(Clone)]
enum ValueColumn<'a> {
    /// One value for all occupancies.
    Same(Bitboard),
    /// A value for each occupancy.
    Each(Cow<'a, [Bitboard]>),
}

impl<'a> ValueColumn<'a> {
    const fn given(values: &'a [Bitboard]) -> Self {
        Self::Each(Cow::Borrowed(values))
    }

    /// The values for `count` occupancies.
    fn values(self, count: usize) -> Vec<Bitboard> {
        match self {
            Self::Same(value) => vec![value; count],
            Self::Each(values) => values.into_owned(),
        }
    }

    /// The value for one occupancy.
    fn at(&self, row: usize) -> Bitboard {
        match self {
            Self::Same(value) => *value,
            Self::Each(values) => values[row],
        }
    }

    /// The different values that have to be looked at.
    fn distinct(&self) -> &[Bitboard] {
        match self {
            Self::Same(value) => slice::from_ref(value),
            Self::Each(values) => values,
        }
    }
}

/// The count in a value of a type that leaves the highest `above` of 64 bits unused.
const fn count_in(count: Count, value: Bitboard, above: u32) -> u32 {
    match count {
        Count::LeadingZeros => value.leading_zeros() - above,
        Count::TrailingZeros if value == 0 => u64::BITS - above,
        Count::TrailingZeros => value.trailing_zeros(),
        Count::PopulationCount => value.count_ones(),
    }
}

/// The results of `f` on the values of a column.
fn mapped<'a>(a: &ValueColumn<'_>, f: impl Fn(Bitboard) -> Bitboard) -> ValueColumn<'a> {
    match a {
        ValueColumn::Same(a) => ValueColumn::Same(f(*a)),
        ValueColumn::Each(a) => ValueColumn::Each(a.iter().map(|a| f(*a)).collect()),
    }
}

/// The results of `f` on the values of two columns.
fn combined<'a>(
    a: &ValueColumn<'_>,
    b: &ValueColumn<'_>,
    f: impl Fn(Bitboard, Bitboard) -> Bitboard,
) -> ValueColumn<'a> {
    match (a, b) {
        (ValueColumn::Same(a), b) => mapped(b, |b| f(*a, b)),
        (a, ValueColumn::Same(b)) => mapped(a, |a| f(a, *b)),
        (ValueColumn::Each(a), ValueColumn::Each(b)) => {
            ValueColumn::Each(a.iter().zip(b.iter()).map(|(a, b)| f(*a, *b)).collect())
        }
    }
}

/// The results of a binary operation on the values of two columns. Each operation has its own loop, since the compiler
/// uses no vectors in a loop that chooses the operation for each value.
fn applied<'a>(binary: Binary, a: &ValueColumn<'_>, b: &ValueColumn<'_>) -> ValueColumn<'a> {
    match binary {
        Binary::And => combined(a, b, |a, b| Binary::And.apply(a, b)),
        Binary::AndNot => combined(a, b, |a, b| Binary::AndNot.apply(a, b)),
        Binary::Or => combined(a, b, |a, b| Binary::Or.apply(a, b)),
        Binary::OrNot => combined(a, b, |a, b| Binary::OrNot.apply(a, b)),
        Binary::Xor => combined(a, b, |a, b| Binary::Xor.apply(a, b)),
        Binary::Add => combined(a, b, |a, b| Binary::Add.apply(a, b)),
        Binary::Sub => combined(a, b, |a, b| Binary::Sub.apply(a, b)),
        Binary::Mul => combined(a, b, |a, b| Binary::Mul.apply(a, b)),
    }
}

/// The numbers of bits to shift by, once all are below the width of an operand that has the bits `bits`.
fn places<'a, 'b>(by: &'a ValueColumn<'b>, bits: Bitboard) -> Result<&'a ValueColumn<'b>, Fault> {
    let width = bits.count_ones();
    match by.distinct().iter().find(|by| **by >= Bitboard::from(width)) {
        Some(by) => Err(Fault::TooFar { by: *by, width }),
        None => Ok(by),
    }
}

/// One word of the entries at an index. The index counts entries of the type that the program reads: it may read the
/// words of stored sets, or sets of stored words.
fn load<'a>(
    memory: Memory<'_>,
    read: TableRef,
    row: Option<u8>,
    (index, word): (&ValueColumn<'_>, u8),
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
    let is_outside = |index: &&Bitboard| **index >= (end - start) as u64;
    if let Some(index) = index.distinct().iter().find(is_outside) {
        return Err(Fault::OutOfTable { position: start as u64 + *index, length });
    }
    if words == 1 {
        return Ok(mapped(index, |index| row[index as usize]));
    }
    Ok(mapped(index, |index| row[index as usize * words + usize::from(word)]))
}

#[cfg(test)]
mod tests {
    use super::super::field::Field;
    use super::super::parts::{Pack, WordCount};
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
