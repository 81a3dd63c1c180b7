//! Prints programs one operation a line, for people who work on the generator.

use std::fmt;

use super::field::Field;
use super::op::Op;
use super::parts::{TableRef, Type, Value};
use super::program::Program;
use super::table::Table;

/// A program with the tables that it reads. Values that the result doesn't need are left out, as in every file. Behind an operation stands the value's name, or in parentheses its hint: the
/// name that it gets if a language makes it a variable.
#[derive(Clone, Copy, Debug)]
pub struct Listing<'a> {
    /// The program.
    pub program: &'a Program,
    /// The tables, which lend their names. A table that isn't here is shown by its number.
    pub tables: &'a [Table],
}

impl fmt::Display for Listing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { program, tables } = *self;
        for value in program.needed(program.result) {
            write!(f, "{value}: {} = ", program.type_of(value))?;
            write_op(program.op(value), tables, f)?;
            match (program.name_of(value), program.hint_of(value)) {
                (Some(name), _) => write!(f, "  // {name}")?,
                (None, Some(hint)) => write!(f, "  // ({hint})")?,
                (None, None) => {}
            }
            writeln!(f)?;
        }
        writeln!(f, "return {}", program.result)
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Listing { program: self, tables: &[] }.fmt(f)
    }
}

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_op(*self, &[], f)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.0)
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word => f.write_str("word"),
            Self::Half => f.write_str("half"),
            Self::Lanes(lanes) => write!(f, "{} words", lanes.count()),
            Self::Set(words) => write!(f, "set of {} words", words.count()),
        }
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.singular().replace(' ', "_"))
    }
}

/// Writes an operation: its name, then its operands. Tables have the names that `tables` gives them.
fn write_op(op: Op, tables: &[Table], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match op {
        Op::Parameter(parameter) => write!(f, "parameter {}", parameter.number),
        Op::Call(lookup, square, occupied) => {
            let (lookup, square) = (lookup.0, square.number);
            write!(f, "call lookup {lookup}, parameter {square}, {occupied}")
        }
        Op::Field(field) => write!(f, "field {field}"),
        Op::Const(number, _) if number < 1024 => write!(f, "const {number}"),
        Op::Const(number, _) => write!(f, "const {number:#x}"),
        Op::Load(table, at) => write!(f, "load {}[{at}]", name(table, tables)),
        Op::LoadRow(table, at) => write!(f, "load {}[square][{at}]", name(table, tables)),
        Op::LoadLanes(table, at, lanes) => {
            let (table, last) = (name(table, tables), lanes.count() - 1);
            write!(f, "load {table}[{at}] to {table}[{at} + {last}]")
        }
        Op::ShiftApart(a, places) => {
            let places = places.map(|places| places.to_string()).join(" ");
            write!(f, "shift_apart {a} by {places}")
        }
        Op::BelowHighest(a, places) => {
            let places = places.map(|places| places.to_string()).join(" ");
            write!(f, "below_highest {a} by {places}")
        }
        Op::OrHalf(a, half) => write!(f, "or_half {half} of {a}"),
        Op::Lane(a, lane) => write!(f, "lane {lane} of {a}"),
        Op::Part(a, word) => write!(f, "word {word} of {a}"),
        _ => {
            let operands: Vec<String> = op.operands().map(|operand| operand.to_string()).collect();
            let blank = if operands.is_empty() { "" } else { " " };
            write!(f, "{}{blank}{}", op.name(), operands.join(", "))
        }
    }
}

/// The name of a table: the words of its role, or its number.
fn name(table: TableRef, tables: &[Table]) -> String {
    let words = tables.get(usize::from(table.index)).map(|table| match &table.title {
        Some(title) => title.words.clone(),
        None => table.role.words(),
    });
    words.map_or_else(|| format!("table{}", table.index), |words| words.replace(' ', "_"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Binary, Lanes, Pack, Role, Rows, Storage, TableRole, Vector, WordCount};

    fn magic() -> Program {
        let mut program = Program::new();
        let occupied = program.push(Op::Occupied);
        let mask = program.push(Op::Field(Field::MASK));
        let relevant = program.push(Op::Binary(Binary::And, occupied, mask));
        program.name(relevant, "relevant");
        let factor = program.push(Op::Field(Role::Factor.into()));
        let product = program.push(Op::Binary(Binary::Mul, relevant, factor));
        program.hint(product, "part");
        let shift = program.push(Op::Field(Role::Shift.into()));
        let index = program.push(Op::Shr(product, shift));
        let index = program.push(Op::Low(index));
        program.push(Op::Square);
        let table = TableRef { index: 0, kind: Type::Word };
        program.result = program.push(Op::LoadRow(table, index));
        program
    }

    #[test]
    fn a_program_is_printed_one_operation_a_line() {
        let lines = "v0: word = occupied\nv1: word = field mask\nv2: word = and v0, v1  // relevant\n\
                     v3: word = field factor\nv4: word = mul v2, v3  // (part)\n\
                     v5: half = field shift\nv6: word = shr v4, v5\nv7: half = low v6\n";
        let program = magic();
        let last = "v9: word = load table0[square][v7]\nreturn v9\n";
        assert_eq!(program.to_string(), format!("{lines}{last}"));
        let table = Table {
            role: TableRole::LineAttacks,
            piece: None,
            rows: Rows::No,
            storage: Storage::Word,
            entries: Vec::new(),
            title: None,
        };
        let last = "v9: word = load line_attacks[square][v7]\nreturn v9\n";
        let listing = Listing { program: &program, tables: &[table] };
        assert_eq!(listing.to_string(), format!("{lines}{last}"));
    }

    #[test]
    fn sets_tell_their_words() {
        let mut program = Program::new();
        let words = WordCount::Three;
        let occupied = program.push(Op::OccupiedSet(words));
        let mask = program.push(Op::Field(Field { words: Some(words), ..Field::MASK }));
        let relevant = program.push(Op::Binary(Binary::And, occupied, mask));
        let part = program.push(Op::Part(relevant, 2));
        program.result = program.push(Op::Pack(Pack::new(&[part; 3], words).unwrap()));
        assert_eq!(
            program.to_string(),
            "v0: set of 3 words = occupied\nv1: set of 3 words = field mask\n\
             v2: set of 3 words = and v0, v1\nv3: word = word 2 of v2\n\
             v4: set of 3 words = pack v3, v3, v3\nreturn v4\n"
        );
    }

    #[test]
    fn operations_on_vectors_tell_their_lanes() {
        let mut program = Program::new();
        let word = program.push(Op::Occupied);
        let square = program.push(Op::Square);
        let vector = Vector::new(&[word, word], Lanes::Four).unwrap();
        let vector = program.push(Op::Vector(vector));
        let table = TableRef { index: 2, kind: Type::Word };
        let loaded = program.push(Op::LoadLanes(table, square, Lanes::Four));
        let both = program.push(Op::Binary(Binary::Or, vector, loaded));
        let shifted = program.push(Op::ShiftApart(both, [8, 1, 0, 0]));
        program.result = program.push(Op::Lane(shifted, 3));
        assert_eq!(
            program.to_string(),
            "v0: word = occupied\nv1: half = square\nv2: 4 words = vector v0, v0, v0, v0\n\
             v3: 4 words = load table2[v1] to table2[v1 + 3]\nv4: 4 words = or v2, v3\n\
             v5: 4 words = shift_apart v4 by 8 1 0 0\nv6: word = lane 3 of v5\nreturn v6\n"
        );
        assert_eq!(Op::Const(1 << 32, Type::Word).to_string(), "const 0x100000000");
    }
}
