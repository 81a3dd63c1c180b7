//! The program of a lookup on a board of several words, and the fields that it reads.

use super::codes::WideCodes;
use super::{PlacedPart, WideKey, WidePart, WideReads, WideSquares};
use crate::model::{Lookup, LookupPart};
use magicgen_board::{Line, SquareSet};
use magicgen_ir::{Binary, Field, Fields, Op, Pack, Program, Role, Type, Value};
use magicgen_search::wide::{
    WideForm, WideIndex, WideIndices, WideProduct, WideSpread, WideSpreads, WordShifts,
};

/// The lookup of a piece from tables.
pub(super) fn lookup(parts: &[PlacedPart<'_>], reads: WideReads, board: WideSquares) -> Lookup {
    let parts = parts.iter().map(|placed| (placed.part, placed));
    united(parts, board, |writer, placed| writer.part(placed, reads))
}

/// The lookup of a piece: the union of its parts, which `write` adds to the program.
pub(super) fn united<'a, T>(
    parts: impl Iterator<Item = (&'a WidePart, T)>,
    board: WideSquares,
    mut write: impl FnMut(&mut WideWriter, T) -> Value,
) -> Lookup {
    let fields = Fields::new(board.squares);
    let mut writer = WideWriter { program: Program::new(), fields, line: None, board };
    let mut made: Vec<LookupPart> = Vec::new();
    let mut union = None;
    for (part, written) in parts {
        writer.line = part.line;
        let set = write(&mut writer, written);
        made.push(LookupPart { set, rays: part.rays.clone() });
        union = Some(match union {
            None => set,
            Some(others) => writer.program.push(Op::Binary(Binary::Or, others, set)),
        });
    }
    let WideWriter { mut program, fields, .. } = writer;
    program.result = union.unwrap_or(Value(0));
    Lookup { parts: made, ..Lookup::of(program, fields) }
}

/// Writes the program of a lookup, and the fields that it reads.
pub(super) struct WideWriter {
    pub(super) program: Program,
    fields: Fields,
    /// The line of the part that is written.
    pub(super) line: Option<Line>,
    pub(super) board: WideSquares,
}

impl WideWriter {
    pub(super) fn push(&mut self, op: Op) -> Value {
        self.program.push(op)
    }

    pub(super) fn binary(&mut self, binary: Binary, a: Value, b: Value) -> Value {
        self.push(Op::Binary(binary, a, b))
    }

    /// Reads a field, whose values are given by bit index.
    fn field(&mut self, role: Role, of: impl IntoIterator<Item = (u8, u64)>) -> Value {
        let mut values = vec![0; usize::from(self.board.indices)];
        for (bit, value) in of {
            values[usize::from(bit)] = value;
        }
        let field = Field::along(role, self.line);
        self.fields.insert(field, values);
        self.push(Op::Field(field))
    }

    /// Reads a field of sets.
    pub(super) fn sets(&mut self, role: Role, of: &[(u8, SquareSet)]) -> Value {
        let field = Field { words: Some(self.board.words), ..Field::along(role, self.line) };
        self.fields.insert(field, self.board.column(of));
        self.push(Op::Field(field))
    }

    /// Adds the lookup of one part. The result is the part's attack set.
    fn part(&mut self, placed: &PlacedPart<'_>, reads: WideReads) -> Value {
        let masks = placed.key.masks();
        let occupied = self.push(Op::OccupiedSet(self.board.words));
        let mask = self.sets(Role::Mask, &masks);
        let index = match &placed.key {
            WideKey::Product(indices) => {
                let relevant = self.binary(Binary::And, occupied, mask);
                self.program.name(relevant, "relevant");
                self.product(indices, relevant)
            }
            WideKey::Packed(_) => self.packed(&masks, occupied, mask),
        };
        self.program.name(index, "index");
        let offset = self.field(Role::Offset, placed.offsets.iter().copied());
        let position = self.binary(Binary::Add, offset, index);
        let cell = self.push(Op::Load(reads.cells, position));
        let cell = match reads.dictionary {
            Some(dictionary) => self.push(Op::Load(dictionary, cell)),
            None => cell,
        };
        match &placed.codes {
            WideCodes::Sets => cell,
            WideCodes::Deposited(reaches) => self.deposited(reaches, cell),
            WideCodes::Spread(spreads) => self.spread(spreads, cell),
        }
    }

    /// The index by factors.
    fn product(&mut self, indices: &WideIndices, relevant: Value) -> Value {
        let all = &indices.squares;
        let each =
            |of: fn(&WideIndex) -> u64| all.iter().map(move |(bit, index)| (*bit, of(index)));
        let is_shifted = matches!(indices.form, WideForm::Fold(_)) && indices.are_shifts();
        let product = match indices.form {
            WideForm::Fold(shifts) => {
                let key = self.folded(relevant, shifts);
                let befores: Vec<(u8, u64)> = each(|index| before(index, 0)).collect();
                let key = self.shifted(key, Role::Before, befores);
                if is_shifted {
                    key
                } else {
                    let factor = self.field(Role::Factor, each(|index| factor(index, 0)));
                    self.binary(Binary::Mul, key, factor)
                }
            }
            WideForm::FoldBySquare | WideForm::Split => self.sum(all, relevant),
        };
        self.program.name(product, "product");
        let shift = |index: &WideIndex| match index.net_shift() {
            Some(net) if is_shifted => u64::from(net) - before(index, 0),
            _ => index.shift.into(),
        };
        let by = self.field(Role::Shift, all.iter().map(|(bit, index)| (*bit, shift(index))));
        let shifted = self.push(Op::Shr(product, by));
        self.push(Op::Low(shifted))
    }

    /// The sum of the words' products.
    fn sum(&mut self, all: &[(u8, WideIndex)], relevant: Value) -> Value {
        let split: Vec<(u8, WideIndex)> =
            all.iter().map(|(bit, index)| (*bit, index.to_split())).collect();
        let mut sum = None;
        for word in 0..self.board.words.count() {
            let factors: Vec<(u8, u64)> =
                split.iter().map(|(bit, index)| (*bit, factor(index, word))).collect();
            if factors.iter().all(|(_, factor)| *factor == 0) {
                continue;
            }
            let (role_before, role_factor) = match word {
                0 => (Role::Before, Role::Factor),
                _ => (Role::BeforeOf(word), Role::FactorOf(word)),
            };
            let key = self.push(Op::Part(relevant, word));
            let befores = split.iter().map(|(bit, index)| (*bit, before(index, word)));
            let key = self.shifted(key, role_before, befores.collect());
            let factor = self.field(role_factor, factors);
            let product = self.binary(Binary::Mul, key, factor);
            sum = Some(match sum {
                None => product,
                Some(others) => self.binary(Binary::Add, others, product),
            });
        }
        sum.unwrap_or_else(|| self.push(Op::Const(0, Type::Word)))
    }

    /// A word shifted to the right by a field; the word itself if no square needs that.
    fn shifted(&mut self, word: Value, role: Role, by: Vec<(u8, u64)>) -> Value {
        if by.iter().all(|(_, by)| *by == 0) {
            return word;
        }
        let by = self.field(role, by);
        self.push(Op::Shr(word, by))
    }

    /// The words of a set, shifted and joined to one.
    fn folded(&mut self, set: Value, shifts: WordShifts) -> Value {
        let mut key = self.push(Op::Part(set, 0));
        for word in 1..self.board.words.count() {
            let mut part = self.push(Op::Part(set, word));
            let shift = shifts[usize::from(word)];
            if shift > 0 {
                let by = self.push(Op::Const(shift.into(), Type::Half));
                part = self.push(Op::Shl(part, by));
            }
            key = self.binary(Binary::Xor, key, part);
        }
        self.program.name(key, "key")
    }

    /// The index by PEXT: the packed bits of each word stand above those of the words before it.
    fn packed(&mut self, masks: &[(u8, SquareSet)], occupied: Value, mask: Value) -> Value {
        let mut index = None;
        for word in 0..self.board.words.count() {
            let [occupied, mask] = [occupied, mask].map(|set| self.push(Op::Part(set, word)));
            let mut packed = self.push(Op::Extract(occupied, mask));
            if word > 0 {
                let place = self.field(Role::IndexPlace(word), below(masks, word));
                packed = self.push(Op::Shl(packed, place));
            }
            index = Some(match index {
                None => packed,
                Some(others) => self.binary(Binary::Or, others, packed),
            });
        }
        let index = index.unwrap_or(occupied);
        self.push(Op::Low(index))
    }

    /// The set of a code, which products spread.
    fn spread(&mut self, spreads: &WideSpreads, cell: Value) -> Value {
        let squares = &spreads.squares;
        let each = |of: &dyn Fn(&WideSpread) -> u64| -> Vec<(u8, u64)> {
            squares.iter().map(|spread| (spread.bit, of(spread))).collect()
        };
        let reaches: Vec<(u8, SquareSet)> =
            squares.iter().map(|spread| (spread.bit, spread.reach)).collect();
        let code = self.push(Op::Widen(cell));
        self.program.name(code, "code");
        let reach = self.sets(Role::Reach, &reaches);
        let mut words = Vec::new();
        for word in 0..self.board.words.count() {
            let at = usize::from(word);
            let reach = self.push(Op::Part(reach, word));
            let places = each(&|spread| spread.before[at].into());
            let mut rest = self.shifted(code, Role::CodePlace(word), places);
            if spreads.kept[at] != u64::MAX {
                let kept = self.push(Op::Const(spreads.kept[at], Type::Word));
                rest = self.binary(Binary::And, rest, kept);
            }
            let product = if let Some(common) = spreads.common[at] {
                let common = (common > 1).then(|| self.push(Op::Const(common, Type::Word)));
                let product = common.map(|common| self.binary(Binary::Mul, rest, common));
                let by = each(&|spread| spread.shift(at).into());
                let by = self.field(Role::SpreadShift(word), by);
                self.push(Op::Shl(product.unwrap_or(rest), by))
            } else {
                let factor = self.field(Role::Spread(word), each(&|spread| spread.factors[at]));
                self.binary(Binary::Mul, rest, factor)
            };
            words.push(self.binary(Binary::And, product, reach));
        }
        Pack::new(&words, self.board.words).map_or(code, |pack| self.push(Op::Pack(pack)))
    }

    /// The set of a code, whose bits stand for the squares of a reach.
    fn deposited(&mut self, reaches: &[(u8, SquareSet)], cell: Value) -> Value {
        let code = self.push(Op::Widen(cell));
        let reach = self.sets(Role::Reach, reaches);
        let mut words = Vec::new();
        for word in 0..self.board.words.count() {
            let reach = self.push(Op::Part(reach, word));
            let mut rest = code;
            if word > 0 {
                let place = self.field(Role::CodePlace(word), below(reaches, word));
                rest = self.push(Op::Shr(code, place));
            }
            words.push(self.push(Op::Deposit(rest, reach)));
        }
        Pack::new(&words, self.board.words).map_or(code, |pack| self.push(Op::Pack(pack)))
    }
}

/// The number of squares of each set in the words below a word.
fn below(sets: &[(u8, SquareSet)], word: u8) -> Vec<(u8, u64)> {
    let count = |set: &SquareSet| {
        let words = set.words();
        words[..usize::from(word)].iter().map(|word| u64::from(word.count_ones())).sum()
    };
    sets.iter().map(|(bit, set)| (*bit, count(set))).collect()
}

/// The shift of a word to the right, or of the folded word.
fn before(index: &WideIndex, word: u8) -> u64 {
    match index.product {
        WideProduct::Folded { before, .. } => before.into(),
        WideProduct::Split { before, .. } => before[usize::from(word)].into(),
    }
}

/// The factor of a word, or of the folded word.
fn factor(index: &WideIndex, word: u8) -> u64 {
    match index.product {
        WideProduct::Folded { factor, .. } => factor,
        WideProduct::Split { factors, .. } => factors[usize::from(word)],
    }
}
