//! A lookup as straight-line code. Variants are written in these operations, and languages print them.
//!
//! Values are numbered in the order of their operations; each is a [`Type::Word`] of 64 bits, a
//! [`Type::Half`] of 32, or a vector of words ([`Type::Lanes`]). Arithmetic wraps. The part of a lookup up to its load is the *address*, the rest is the
//! *finish*; start-up code computes the address and stores an attack set there.

use super::field::Field;
use super::op::Op;
use super::parts::{Binary, Pick, TableRef, Type, Value};

/// The lookup of one piece, or a bit scan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    ops: Vec<Op>,
    types: Vec<Type>,
    names: Vec<Option<&'static str>>,
    hints: Vec<Option<&'static str>>,
    /// The value that the program returns: for a lookup, the attack set.
    pub result: Value,
}

impl Program {
    /// A program without operations. [`Program::push`] adds them; then `result` has to be set.
    #[must_use]
    pub fn new() -> Self {
        Self {
            ops: Vec::new(),
            types: Vec::new(),
            names: Vec::new(),
            hints: Vec::new(),
            result: Value(0),
        }
    }

    /// Appends an operation, or finds the value of an equal operation that the program already has.
    ///
    /// # Panics
    /// If an operand is missing or of the wrong type.
    pub fn push(&mut self, op: Op) -> Value {
        match self.ops.iter().position(|other| *other == op) {
            Some(same) => Value(same as u16),
            None => self.push_new(op),
        }
    }

    /// Appends an operation that the program doesn't have.
    fn push_new(&mut self, op: Op) -> Value {
        let kind = op.type_of(|operand| self.type_of(operand));
        self.ops.push(op);
        self.types.push(kind);
        self.names.push(None);
        self.hints.push(None);
        Value(self.ops.len() as u16 - 1)
    }

    /// Gives a value a name; languages then write it as a variable of that name.
    pub fn name(&mut self, value: Value, name: &'static str) -> Value {
        self.names[usize::from(value.0)] = Some(name);
        value
    }

    /// Names a value that becomes a variable without having a name. The first hint stays.
    pub fn hint(&mut self, value: Value, name: &'static str) -> Value {
        self.hints[usize::from(value.0)].get_or_insert(name);
        value
    }

    /// The program with some operations replaced. `other` is called with the new program, an operation whose operands
    /// are values of the new program, and the number of the operation's value in the old program. It returns the value
    /// of the new program that replaces the operation, or `None` to keep it. The second result is the new value for
    /// each old one.
    #[must_use]
    pub fn rewritten(
        &self,
        mut other: impl FnMut(&mut Self, Op, Value) -> Option<Value>,
    ) -> (Self, Vec<Value>) {
        let mut out = Self::new();
        let mut moved: Vec<Value> = Vec::new();
        for value in self.values() {
            let op = self.op(value).map(|operand| moved[usize::from(operand.0)]);
            let new = other(&mut out, op, value).unwrap_or_else(|| out.push(op));
            if let Some(name) = self.name_of(value) {
                out.name(new, name);
            }
            if let Some(hint) = self.hint_of(value) {
                out.hint(new, hint);
            }
            moved.push(new);
        }
        out.result = moved[usize::from(self.result.0)];
        (out, moved)
    }

    /// Appends another program, and returns the value of its result. Operations that both have are computed once.
    pub fn append(&mut self, other: &Self) -> Value {
        self.append_with(other, other.result)
    }

    /// As [`Self::append`], but returns the value of another result.
    pub fn append_with(&mut self, other: &Self, result: Value) -> Value {
        self.append_some(other, other.values(), Self::push)[usize::from(result.0)]
    }

    /// The program without the operations that its result doesn't need.
    #[must_use]
    pub fn trimmed(&self) -> Self {
        let mut out = Self::new();
        let moved = out.append_some(self, self.needed(self.result), Self::push_new);
        out.result = moved[usize::from(self.result.0)];
        out
    }

    /// Appends values of another program, each behind its operands. The result is the new value for each old one.
    fn append_some(
        &mut self,
        other: &Self,
        values: impl IntoIterator<Item = Value>,
        push: impl Fn(&mut Self, Op) -> Value,
    ) -> Vec<Value> {
        let mut moved = vec![Value(0); other.ops.len()];
        for value in values {
            let new = push(self, other.op(value).map(|operand| moved[usize::from(operand.0)]));
            if let Some(name) = other.name_of(value) {
                self.name(new, name);
            }
            if let Some(hint) = other.hint_of(value) {
                self.hint(new, hint);
            }
            moved[usize::from(value.0)] = new;
        }
        moved
    }

    /// The program on a processor that packs bits quickly, with the new value for each old one.
    #[must_use]
    pub fn packed(&self) -> (Self, Vec<Value>) {
        self.rewritten(|out, op, _| match op {
            Op::Pick(Pick { occupied, mask, .. }) => Some(out.push(Op::Extract(occupied, mask))),
            _ => None,
        })
    }

    /// Removes a value's name.
    pub fn without_name_of(&mut self, value: Value) {
        self.names[usize::from(value.0)] = None;
    }

    /// The program without values of this name, for languages in which each variable takes time.
    #[must_use]
    pub fn without_name(&self, name: &str) -> Self {
        let names = self.names.iter().map(|other| other.filter(|other| *other != name));
        Self { names: names.collect(), ..self.clone() }
    }

    /// The operation that makes a value.
    #[must_use]
    pub fn op(&self, value: Value) -> Op {
        self.ops[usize::from(value.0)]
    }

    /// The type of a value.
    #[must_use]
    pub fn type_of(&self, value: Value) -> Type {
        self.types[usize::from(value.0)]
    }

    /// The value that decides whether all bits of another are one, or none is: `-((set | -set) >> 63)` is such a mask, and so
    /// is a set whose words are all this one.
    #[must_use]
    pub fn any_of(&self, mask: Value) -> Option<Value> {
        if let Op::Pack(pack) = self.op(mask) {
            let word = pack.words()[0];
            return self.any_of(word).filter(|_| pack.words().iter().all(|other| *other == word));
        }
        let is_constant =
            |value, number| matches!(self.op(value), Op::Const(other, _) if other == number);
        let negated = |value: Value| match self.op(value) {
            Op::Binary(Binary::Sub, zero, of) if is_constant(zero, 0) => Some(of),
            _ => None,
        };
        let Op::Shr(either, last) = self.op(negated(mask)?) else { return None };
        let Op::Binary(Binary::Or, set, negative) = self.op(either) else { return None };
        let places = 63 - u64::from(self.type_of(set).unused_bits());
        (is_constant(last, places) && negated(negative) == Some(set)).then_some(set)
    }

    /// The name of a value, if it has one.
    #[must_use]
    pub fn name_of(&self, value: Value) -> Option<&'static str> {
        self.names[usize::from(value.0)]
    }

    /// The name that a value without a name gets if it becomes a variable.
    #[must_use]
    pub fn hint_of(&self, value: Value) -> Option<&'static str> {
        self.hints[usize::from(value.0)]
    }

    /// All values, in an order in which they can be computed.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = Value> + use<> {
        (0..self.ops.len() as u16).map(Value)
    }

    /// The loads from tables, each as (the loaded value, the table, the index), in the order of the program.
    pub fn loads(&self) -> impl Iterator<Item = (Value, TableRef, Value)> {
        self.needed(self.result).into_iter().filter_map(|value| match self.op(value) {
            Op::Load(table, index) | Op::LoadRow(table, index) | Op::LoadLanes(table, index, _) => {
                Some((value, table, index))
            }
            _ => None,
        })
    }

    /// The values that `result` is computed from, `result` included, in the order of the program.
    #[must_use]
    pub fn needed(&self, result: Value) -> Vec<Value> {
        self.needed_above(result, |_| false)
    }

    /// As [`Self::needed`], but values that are given aren't traced further: they are included, but not the values that
    /// only they are computed from.
    #[must_use]
    pub fn needed_above(&self, result: Value, is_given: impl Fn(Value) -> bool) -> Vec<Value> {
        let mut needed = vec![false; self.ops.len()];
        needed[usize::from(result.0)] = true;
        for value in self.values().rev() {
            if needed[usize::from(value.0)] && !is_given(value) {
                self.op(value).operands().for_each(|operand| needed[usize::from(operand.0)] = true);
            }
        }
        self.values().filter(|value| needed[usize::from(value.0)]).collect()
    }

    /// True where the lookup reads the field.
    #[must_use]
    pub fn uses(&self, field: Field) -> bool {
        self.reads(self.result, field)
    }

    /// True where a value depends on the field.
    #[must_use]
    pub fn reads(&self, result: Value, field: Field) -> bool {
        let is_read = |op: &Op| matches!(op, Op::Field(other) if *other == field);
        // Most programs that are asked don't have the field at all.
        self.ops.iter().any(is_read)
            && self.needed(result).into_iter().any(|value| is_read(&self.op(value)))
    }

    /// The fields that the lookup reads, each once.
    #[must_use]
    pub fn fields(&self) -> Vec<Field> {
        let needed = self.needed(self.result).into_iter();
        let fields = needed.filter_map(|value| match self.op(value) {
            Op::Field(field) => Some(field),
            _ => None,
        });
        fields.collect()
    }

    /// True where the lookup has an operation that fulfils the condition.
    #[must_use]
    pub fn has(&self, is_wanted: impl Fn(Op) -> bool) -> bool {
        // Most programs that are asked don't have the operation at all.
        self.ops.iter().any(|op| is_wanted(*op))
            && self.needed(self.result).into_iter().any(|value| is_wanted(self.op(value)))
    }

    /// Lets loads read other tables: `moved` gives the index of each table anew.
    pub fn move_tables(&mut self, moved: impl Fn(u8) -> u8) {
        let at = |table: TableRef| TableRef { index: moved(table.index), ..table };
        for op in &mut self.ops {
            *op = match *op {
                Op::Load(table, index) => Op::Load(at(table), index),
                Op::LoadRow(table, index) => Op::LoadRow(at(table), index),
                Op::LoadLanes(table, index, lanes) => Op::LoadLanes(at(table), index, lanes),
                other => other,
            };
        }
    }

    /// The values of which a value is the bitwise or, in order.
    #[must_use]
    pub fn union_of(&self, of: Value) -> Vec<Value> {
        match self.op(of) {
            Op::Binary(Binary::Or, a, b) => [self.union_of(a), self.union_of(b)].concat(),
            _ => vec![of],
        }
    }

    /// True where a value is the bitwise or of exactly these values.
    #[must_use]
    pub fn is_union(&self, of: Value, sets: &[Value]) -> bool {
        let mut waiting = vec![of];
        let mut met = Vec::new();
        while let Some(value) = waiting.pop() {
            match self.op(value) {
                _ if sets.contains(&value) => met.push(value),
                Op::Binary(Binary::Or, a, b) => waiting.extend([a, b]),
                _ => return false,
            }
        }
        sets.iter().all(|set| met.contains(set))
    }

    /// True where the lookup computes with vectors.
    #[must_use]
    pub fn has_lanes(&self) -> bool {
        self.has(|op| matches!(op, Op::Lane(..) | Op::OrLanes(_) | Op::OrHalf(..)))
    }

    /// The number of arithmetic operations. Constants, and taking a half of a word, cost nothing.
    #[must_use]
    pub fn operations(&self) -> usize {
        self.needed(self.result).iter().filter(|value| self.op(**value).is_computed()).count()
    }
}

impl Default for Program {
    fn default() -> Self {
        Self::new()
    }
}
