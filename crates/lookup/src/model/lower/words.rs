//! Rewrites operations on sets of several words as one operation on words for each, for targets that compute with words
//! alone.
//!
//! In the result, sets are only read (from a field, a table, a parameter or the occupancy), taken apart into words, or put
//! together as the result or as a lookup's argument. A target without any sets reads the words of a table of sets one by
//! one.

use magicgen_ir::fold::push;
use magicgen_ir::{Binary, Op, Pack, Program, TableRef, Type, Value, WordCount};

/// Rewrites `program` so that it computes on words and halves alone, if it has sets of more than `most` words. If that is
/// 0, loads read words.
#[must_use]
pub(in crate::model) fn to_words(program: &Program, most: u8) -> Program {
    let is_long =
        |value| matches!(program.type_of(value), Type::Set(count) if count.count() > most);
    if !program.values().any(is_long) {
        return program.clone();
    }
    let mut lowering = WordLowering { out: Program::new(), parts: Vec::new(), most };
    for value in program.values() {
        let part = lowering.lower(program, value);
        lowering.name(program, value, part);
        lowering.parts.push(part);
    }
    lowering.out.result = lowering.together(program, program.result);
    lowering.out
}

/// The values of the new program that stand for a value of the old one.
#[derive(Clone, Copy)]
enum SetPart {
    /// A word, a half, or a set that is read rather than computed.
    Whole(Value),
    /// The words of a computed set.
    Words(Pack),
    /// The words of a table from an index on.
    Entries(WordLoad),
}

/// A load of single words.
#[derive(Clone, Copy)]
struct WordLoad {
    table: TableRef,
    /// The index of the lowest word.
    start: Value,
    is_in_row: bool,
}

struct WordLowering {
    out: Program,
    parts: Vec<SetPart>,
    most: u8,
}

impl WordLowering {
    fn lower(&mut self, program: &Program, value: Value) -> SetPart {
        let op = program.op(value);
        match (op, program.type_of(value)) {
            (Op::Pack(pack), _) => {
                let words: Vec<Value> = pack.words().iter().map(|word| self.whole(*word)).collect();
                packed(&words, pack.count)
            }
            (Op::Part(a, word), _) => SetPart::Whole(self.word(a, word)),
            (Op::Load(table, index) | Op::LoadRow(table, index), Type::Set(count))
                if self.most == 0 =>
            {
                let words = self.out.push(Op::Const(count.count().into(), Type::Half));
                let start = Op::Binary(Binary::Mul, words, self.whole(index));
                let (table, start) = (TableRef { kind: Type::Word, ..table }, self.push(start));
                if !self.out.op(start).is_given() {
                    self.out.hint(start, "place");
                }
                let is_in_row = matches!(op, Op::LoadRow(..));
                SetPart::Entries(WordLoad { table, start, is_in_row })
            }
            (Op::Binary(binary, a, b), Type::Set(count)) => {
                let words: Vec<Value> = (0..count.count())
                    .map(|word| {
                        let (a, b) = (self.word(a, word), self.word(b, word));
                        self.push(Op::Binary(binary, a, b))
                    })
                    .collect();
                packed(&words, count)
            }
            (Op::Call(lookup, square, occupied), Type::Set(count)) if self.most == 0 => {
                // A function returns each word.
                let call = |word| {
                    let given = self.pack(occupied, count);
                    let set = self.out.push(Op::Call(lookup, square, given));
                    self.out.push(Op::Part(set, word))
                };
                let words: Vec<Value> = (0..count.count()).map(call).collect();
                packed(&words, count)
            }
            (Op::Call(lookup, square, occupied), _) => {
                let given = self.together(program, occupied);
                if let Op::Pack(_) = self.out.op(given) {
                    // A variable: few languages put sets together within an expression.
                    self.out.name(given, "given");
                }
                SetPart::Whole(self.out.push(Op::Call(lookup, square, given)))
            }
            _ => {
                let op = op.map(|operand| self.whole(operand));
                SetPart::Whole(self.out.push(op))
            }
        }
    }

    /// Gives the words of a named set its name as a hint, since most are short enough to do without variables.
    fn name(&mut self, program: &Program, of: Value, part: SetPart) {
        let (name, hint) = (program.name_of(of), program.hint_of(of));
        match part {
            SetPart::Whole(value) => {
                if let Some(name) = name {
                    self.out.name(value, name);
                }
                if let Some(hint) = hint {
                    self.out.hint(value, hint);
                }
            }
            SetPart::Entries(_) => {}
            SetPart::Words(pack) => {
                for (word, hint) in pack.words().iter().zip([name.or(hint); 4]) {
                    if let (Some(hint), Op::Binary(..) | Op::Part(..)) = (hint, self.out.op(*word))
                    {
                        self.out.hint(*word, hint);
                    }
                }
            }
        }
    }

    /// The value that stands for a value of the old program that isn't a computed set.
    fn whole(&self, value: Value) -> Value {
        match self.parts[usize::from(value.0)] {
            SetPart::Whole(value) => value,
            SetPart::Words(_) | SetPart::Entries(_) => {
                unreachable!("a computed set is an operand of sets' operations")
            }
        }
    }

    /// A value of the old program, put together if it is a set that no value of the new program is.
    fn together(&mut self, program: &Program, value: Value) -> Value {
        match (self.parts[usize::from(value.0)], program.type_of(value)) {
            (SetPart::Words(_) | SetPart::Entries(_), Type::Set(count)) => self.pack(value, count),
            (SetPart::Whole(_), Type::Set(count)) if self.most == 0 => self.pack(value, count),
            _ => self.whole(value),
        }
    }

    /// The set of the words of a value of the old program.
    fn pack(&mut self, set: Value, count: WordCount) -> Value {
        let words = (0..count.count()).map(|word| self.word(set, word));
        let words: Vec<Value> = words.collect();
        let pack = Pack::new(&words, count);
        pack.map_or_else(
            || unreachable!("a set has all its words"),
            |pack| self.push(Op::Pack(pack)),
        )
    }

    fn push(&mut self, op: Op) -> Value {
        push(&mut self.out, op)
    }

    /// A word of a set of the old program.
    fn word(&mut self, set: Value, word: u8) -> Value {
        match self.parts[usize::from(set.0)] {
            SetPart::Whole(set) => self.out.push(Op::Part(set, word)),
            SetPart::Words(pack) => pack.words()[usize::from(word)],
            SetPart::Entries(WordLoad { table, start, is_in_row }) => {
                let word = self.out.push(Op::Const(word.into(), Type::Half));
                let index = self.push(Op::Binary(Binary::Add, start, word));
                let load = if is_in_row { Op::LoadRow } else { Op::Load };
                self.out.push(load(table, index))
            }
        }
    }
}

/// The set of words that have been computed.
fn packed(words: &[Value], count: WordCount) -> SetPart {
    let pack = Pack::new(words, count);
    pack.map_or_else(|| unreachable!("a set has all its words"), SetPart::Words)
}

#[cfg(test)]
mod tests {
    use super::super::{for_square, to_halves, with_halved_result};
    use super::*;
    use magicgen_board::SquareSet;
    use magicgen_ir::interp::{Memory, run_on_sets};
    use magicgen_ir::{Binary, Field, Fields, Role, Rows, Storage, Table, TableRef, TableRole};

    /// A lookup of two squares: key, product and shift of a folded mask, the union of what two tables hold, and a
    /// complement of the occupancy. The keys of both squares fall on a table of four entries.
    fn wide(count: WordCount) -> (Program, Fields, Vec<Table>) {
        let mask = Field { words: Some(count), ..Field::MASK };
        let [words, last] = [count.count().into(), usize::from(count.count()) - 1];
        let mut fields = Fields::new([3, 65].into_iter().collect::<SquareSet>());
        let mut masks = vec![0; 66 * words];
        masks[3 * words] = 1 << 9;
        masks[3 * words + last] = 1 << 50;
        masks[65 * words] = 1 << 63;
        masks[65 * words + last] = 1 << 4;
        let by_square = |three: u64, other: u64| {
            (0..66).map(|square| if square == 3 { three } else { other }).collect::<Vec<u64>>()
        };
        fields.insert(mask, masks);
        fields.insert(Role::Before.into(), by_square(9, 4));
        // The bits that are left are 0 and 41, and 59 and 0.
        fields.insert(Role::Factor.into(), by_square(1 << 62 | 1 << 22, 1 << 63 | 1 << 3));
        fields.insert(Role::Shift.into(), by_square(62, 62));
        fields.insert(Role::Offset.into(), by_square(0, 4));
        let entry = |at: u64| (0..words as u64).map(move |word| (at * 0x0101_0101_0101) << word);
        let entries: Vec<u64> = (1..9).flat_map(entry).collect();
        let table = |entries| Table {
            role: TableRole::Attacks,
            piece: Some(0),
            rows: Rows::No,
            storage: Storage::Set(count),
            entries,
            title: None,
        };
        let other = entries.iter().map(|word| word.rotate_left(7)).collect();
        let tables = vec![table(entries), table(other)];
        let mut program = Program::new();
        let occupied = program.push(Op::OccupiedSet(count));
        let mask = program.push(Op::Field(mask));
        let relevant = program.push(Op::Binary(Binary::And, occupied, mask));
        program.name(relevant, "relevant");
        let [low, high] = [0, last as u8].map(|word| program.push(Op::Part(relevant, word)));
        let key = program.push(Op::Binary(Binary::Xor, low, high));
        program.name(key, "key");
        let [before, factor, shift, offset] =
            [Role::Before, Role::Factor, Role::Shift, Role::Offset]
                .map(|role| program.push(Op::Field(role.into())));
        let key = program.push(Op::Shr(key, before));
        let product = program.push(Op::Binary(Binary::Mul, key, factor));
        let index = program.push(Op::Shr(product, shift));
        let index = program.push(Op::Low(index));
        let slot = program.push(Op::Binary(Binary::Add, offset, index));
        let kind = Type::Set(count);
        let [first, second] =
            [0, 1].map(|index| program.push(Op::Load(TableRef { index, kind }, slot)));
        let both = program.push(Op::Binary(Binary::Or, first, second));
        program.result = program.push(Op::Binary(Binary::AndNot, both, occupied));
        (program, fields, tables)
    }

    #[test]
    fn words_and_halves_compute_what_sets_do() {
        for count in WordCount::ALL {
            let (program, fields, tables) = wide(count);
            let memory = Memory { fields: &fields, tables: &tables };
            let words = to_words(&program, 1);
            let halves = to_halves(&words, &fields);
            let apart = to_words(&program, 0);
            for (loaded, table, _) in apart.loads() {
                assert_eq!((apart.type_of(loaded), table.kind), (Type::Word, Type::Word));
            }
            assert_eq!(to_words(&program, 4), program);
            for lowered in [&words, &halves, &apart] {
                for value in lowered.values() {
                    let is_set = matches!(lowered.type_of(value), Type::Set(_));
                    let computes = !matches!(
                        lowered.op(value),
                        Op::OccupiedSet(_) | Op::Field(_) | Op::Load(..) | Op::Pack(_)
                    );
                    assert!(!is_set || !computes, "{lowered}");
                }
            }
            let last = usize::from(count.count()) - 1;
            for square in [3, 65] {
                let of_square = |lowered: &Program| for_square(lowered, memory, square);
                let cases = [of_square(&program), of_square(&words), of_square(&halves)];
                assert!(
                    !cases[1].has(|op| matches!(op, Op::Field(_) | Op::Square)),
                    "{}",
                    cases[1]
                );
                let halved = with_halved_result(cases[2].clone());
                let subsets = (0..16_u64).map(|subset| {
                    let bit = |number: u64, at: u64| (subset >> number & 1) << at;
                    let mut set = [0x5500; 4];
                    set[0] = bit(0, 9) | bit(1, 63) | 0x30;
                    set[last] = bit(2, 50) | bit(3, 4) | 1 << 20;
                    SquareSet::from_words(set)
                });
                let occupied: Vec<SquareSet> = subsets.collect();
                let right =
                    run_on_sets(&program, program.result, memory, square, &occupied).unwrap();
                let mut different = right.clone();
                different.sort();
                different.dedup();
                assert!(different.len() >= 4, "{different:?}");
                for other in [&words, &halves, &halved, &apart].into_iter().chain(&cases) {
                    let found = run_on_sets(other, other.result, memory, square, &occupied);
                    assert_eq!(found.as_ref(), Ok(&right), "{square}: {other}");
                }
            }
        }
    }

    #[test]
    fn an_empty_set_is_joined_from_halves() {
        for count in WordCount::ALL {
            let mut program = Program::new();
            let zero = program.push(Op::Const(0, Type::Word));
            let words = vec![zero; usize::from(count.count())];
            program.result = program.push(Op::Pack(Pack::new(&words, count).unwrap()));
            let halved = with_halved_result(program);
            let Op::Pack(pack) = halved.op(halved.result) else { panic!("{halved}") };
            assert!(pack.words().iter().all(|word| matches!(halved.op(*word), Op::Join(..))));
        }
    }
}
