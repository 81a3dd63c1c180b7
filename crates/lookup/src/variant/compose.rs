//! Composes a lookup program of parts, one for each axis.
//!
//! Key, product, shift and offset make an address. The entry there is the attack set, or becomes it through a
//! dictionary, a deposit (PDEP) or a post-mask. If lines are looked up one by one, each line has its own address, and
//! the result is the union of their attack sets.

use crate::axes::{Axes, Cell, FactorFrom, KeyForm, OffsetFrom, ShiftFrom};
use crate::layout::TERM_BITS;
use magicgen_board::{Fold, Line, Mirror};
use magicgen_ir::{Binary, Field, Op, Pick, Program, Role, TableRef, Type, Value};
use magicgen_search::{self, Hash};

/// The data of one component (all rays, or the rays of a line) that its lookup depends on beside the axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct ComponentShape {
    /// The arithmetic that its factors were found for.
    pub(super) hash: Hash,
    /// The line, if the component is one.
    pub(super) line: Option<Line>,
    /// The shift, if it is a constant.
    pub(super) shift: Option<u8>,
    /// The position in a square's row at which the component's slots begin; 0 where there are no rows.
    pub(super) start: usize,
    /// The number of bits by which an offset in the factor is shifted left.
    pub(super) unit: u8,
    /// The number of shifted keys that are added up before one is subtracted, if the product is a sum of shifts.
    pub(super) added: Option<u8>,
    /// The part of the board that tables serve.
    pub(super) fold: Fold,
    /// The number of bit indices of the board.
    pub(super) indices: u8,
}

impl ComponentShape {
    fn mirrors(&self) -> impl Iterator<Item = Mirror> + use<> {
        self.fold.mirrors(self.indices)
    }
}

/// The tables that a lookup reads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reads {
    /// The table of slots.
    pub(super) cells: TableRef,
    /// The dictionary, where slots hold positions in one.
    pub(super) dictionary: Option<TableRef>,
    /// The table of factors, where squares share them.
    pub(super) factors: Option<TableRef>,
}

/// A lookup, and the values that start-up code needs.
#[derive(Clone, Debug)]
pub(super) struct Composed {
    /// The lookup.
    pub(super) program: Program,
    /// For each component, the value that is the index of its slot.
    pub(super) indices: Vec<Value>,
    /// For each component, its attack set.
    pub(super) sets: Vec<Value>,
}

/// Composes the lookup of a piece from its components and the tables that they read.
#[must_use]
pub(super) fn compose(axes: Axes, shapes: &[ComponentShape], reads: Reads) -> Composed {
    let mut program = Program::new();
    let mut indices = Vec::with_capacity(shapes.len());
    let mut sets = Vec::with_capacity(shapes.len());
    let mut union = None;
    for shape in shapes {
        let (index, set) = component(&mut program, axes, *shape, reads);
        indices.push(index);
        sets.push(set);
        union = Some(match union {
            None => set,
            Some(others) => program.push(Op::Binary(Binary::Or, others, set)),
        });
    }
    program.result = union.unwrap_or(Value(0));
    Composed { program, indices, sets }
}

/// Adds the lookup of one component to the program. Returns the index of its slot and its attack set.
fn component(p: &mut Program, axes: Axes, shape: ComponentShape, reads: Reads) -> (Value, Value) {
    let field = |role| Op::Field(Field::along(role, shape.line));
    let factor = match (axes.factor, reads.factors) {
        (FactorFrom::Shared, Some(table)) => {
            let choice = p.push(field(Role::Choice));
            let factor = p.push(Op::Load(table, choice));
            Some(p.name(factor, "factor"))
        }
        _ if shape.hash == Hash::Pext || shape.added.is_some() => None,
        _ => Some(p.push(field(Role::Factor))),
    };
    let index = index(p, axes, shape, factor);
    let position = match axes.offset {
        OffsetFrom::None if shape.start == 0 => index,
        OffsetFrom::None => {
            let start = p.push(Op::Const(shape.start as u64, Type::Half));
            p.push(Op::Binary(Binary::Add, index, start))
        }
        OffsetFrom::Field => {
            let offset = p.push(field(Role::Offset));
            p.push(Op::Binary(Binary::Add, offset, index))
        }
        OffsetFrom::InFactor => {
            let offset = factor.map_or(index, |factor| {
                let low = p.push(Op::Low(factor));
                let bits = p.push(Op::Const(0xffff, Type::Half));
                let units = p.push(Op::Binary(Binary::And, low, bits));
                let by = p.push(Op::Const(u64::from(shape.unit), Type::Half));
                let offset = if shape.unit == 0 { units } else { p.push(Op::Shl(units, by)) };
                p.name(offset, "offset")
            });
            p.push(Op::Binary(Binary::Add, offset, index))
        }
    };
    let cell = p.push(if axes.placement.facts().has_rows {
        Op::LoadRow(reads.cells, position)
    } else {
        Op::Load(reads.cells, position)
    });
    let mut set = match (axes.cell, reads.dictionary) {
        (Cell::Pdep, _) => {
            let packed = p.push(Op::Widen(cell));
            let reach = p.push(field(Role::Reach));
            p.push(Op::Deposit(packed, reach))
        }
        (Cell::Byte, Some(dictionary)) => {
            let base = p.push(field(Role::Base));
            let place = p.push(Op::Binary(Binary::Add, base, cell));
            p.push(Op::Load(dictionary, place))
        }
        (Cell::Half, Some(dictionary)) => p.push(Op::Load(dictionary, cell)),
        _ => cell,
    };
    for mirror in shape.mirrors() {
        set = mirrored(p, mirror, set);
    }
    if axes.is_post_masked {
        let reach = p.push(field(Role::Reach));
        set = p.push(Op::Binary(Binary::And, set, reach));
    }
    (position, set)
}

fn index(p: &mut Program, axes: Axes, shape: ComponentShape, factor: Option<Value>) -> Value {
    let occupied = p.push(Op::Occupied);
    let mask = p.push(Op::Field(Field::along(Role::Mask, shape.line)));
    if let (true, Some(factor)) = (axes.is_dispatched, factor) {
        let shift = p.push(Op::Field(Field::along(Role::Shift, shape.line)));
        let picked = p.push(Op::Pick(Pick { occupied, mask, factor, shift }));
        let index = p.push(Op::Low(picked));
        return p.name(index, "index");
    }
    if shape.hash == Hash::Pext {
        let packed = p.push(Op::Extract(occupied, mask));
        let index = p.push(Op::Low(packed));
        return p.name(index, "index");
    }
    let key = if axes.key == KeyForm::Black {
        let key = p.push(Op::Binary(Binary::OrNot, occupied, mask));
        p.name(key, "blockers")
    } else {
        let relevant = p.push(Op::Binary(Binary::And, occupied, mask));
        p.name(relevant, "relevant")
    };
    let image = shape.mirrors().fold(key, |key, mirror| mirrored(p, mirror, key));
    let key = if image == key { key } else { p.name(image, "key") };
    let key = if axes.has_one_range() {
        let one = p.push(Op::Const(1, Type::Word));
        let square = p.push(Op::Square);
        let slider = p.push(Op::Shl(one, square));
        let key = p.push(Op::Binary(Binary::Or, key, slider));
        p.name(key, "key")
    } else {
        key
    };
    let key = if shape.hash == Hash::Preshifted {
        let before = p.push(Op::Field(Field::along(Role::Before, shape.line)));
        let moved = p.push(Op::Shr(key, before));
        p.name(moved, "moved")
    } else {
        key
    };
    let mut product = match (shape.added, factor) {
        (None, Some(factor)) => multiply(p, shape.hash, key, factor),
        (added, _) => sum_of_shifts(p, shape.line, key, added.unwrap_or_default()),
    };
    if axes.key.facts().has_constant {
        let constant = p.push(Op::Field(Field::along(Role::Constant, shape.line)));
        product = p.push(Op::Binary(Binary::Add, product, constant));
        p.name(product, "sum");
    }
    let by = match (axes.shift, shape.shift) {
        (ShiftFrom::Constant, Some(shift)) => p.push(Op::Const(u64::from(shift), Type::Half)),
        (ShiftFrom::InFactor, _) => {
            let factor = factor.unwrap_or(product);
            let top = p.push(Op::Const(58, Type::Half));
            let shift = p.push(Op::Shr(factor, top));
            let shift = p.push(Op::Low(shift));
            p.name(shift, "shift")
        }
        _ => p.push(Op::Field(Field::along(Role::Shift, shape.line))),
    };
    let shifted = p.push(Op::Shr(product, by));
    let index = if p.type_of(shifted) == Type::Word { p.push(Op::Low(shifted)) } else { shifted };
    p.name(index, "index")
}

/// The product as a sum: the key shifted by each of the square's first `added` numbers, less the key shifted by the
/// next.
fn sum_of_shifts(p: &mut Program, line: Option<Line>, key: Value, added: u8) -> Value {
    let terms = p.push(Op::Field(Field::along(Role::Terms, line)));
    let shifted = |p: &mut Program, number: u8| {
        let at = u64::from(number * TERM_BITS);
        let rest = if at == 0 {
            terms
        } else {
            let at = p.push(Op::Const(at, Type::Half));
            p.push(Op::Shr(terms, at))
        };
        let bits = p.push(Op::Const((1 << TERM_BITS) - 1, Type::Half));
        let by = p.push(Op::Binary(Binary::And, rest, bits));
        let shifted = p.push(Op::Shl(key, by));
        p.name(shifted, "shifted")
    };
    let mut sum = shifted(p, 0);
    for number in 1..added {
        let term = shifted(p, number);
        sum = p.push(Op::Binary(Binary::Add, sum, term));
    }
    let last = shifted(p, added);
    let product = p.push(Op::Binary(Binary::Sub, sum, last));
    p.name(product, "product")
}

/// A word as it is for squares that the mirror keeps, and its mirror image for the others. There is no branch: what
/// differs is picked by a word of all ones or of zeros.
fn mirrored(p: &mut Program, mirror: Mirror, word: Value) -> Value {
    let half = |p: &mut Program, value: u8| p.push(Op::Const(u64::from(value), Type::Half));
    let square = p.push(Op::Square);
    let (all_or_none, name, image) = match mirror {
        Mirror::Ranks { bytes } => {
            // Squares of the upper half, and no others, are 32 or more beyond this.
            let missing = half(p, 32 - 4 * bytes);
            let moved =
                if bytes == 8 { square } else { p.push(Op::Binary(Binary::Add, square, missing)) };
            let places = half(p, 5);
            let is_upper = p.push(Op::Shr(moved, places));
            let is_upper = p.push(Op::Widen(is_upper));
            let one = p.push(Op::Const(1, Type::Word));
            let lower = p.push(Op::Binary(Binary::Sub, is_upper, one));
            let reversed = p.push(Op::ReverseBytes(word));
            let unused = half(p, 64 - 8 * bytes);
            let image = if bytes == 8 { reversed } else { p.push(Op::Shr(reversed, unused)) };
            (lower, "lower", image)
        }
        Mirror::Files => {
            let places = half(p, 2);
            let quarter = p.push(Op::Shr(square, places));
            let lowest = half(p, 1);
            let is_right = p.push(Op::Binary(Binary::And, quarter, lowest));
            let is_right = p.push(Op::Widen(is_right));
            let zero = p.push(Op::Const(0, Type::Word));
            let right = p.push(Op::Binary(Binary::Sub, zero, is_right));
            // Without an operation for either, what both make together takes fewer steps (`model::lower`).
            let reversed = p.push(Op::ReverseBits(word));
            (right, "right", p.push(Op::ReverseBytes(reversed)))
        }
    };
    p.name(all_or_none, name);
    let differing = p.push(Op::Binary(Binary::Xor, word, image));
    let picked = p.push(Op::Binary(Binary::And, differing, all_or_none));
    let picked = p.push(Op::Binary(Binary::Xor, word, picked));
    p.hint(picked, "mirrored");
    picked
}

fn multiply(p: &mut Program, hash: Hash, relevant: Value, factor: Value) -> Value {
    let combine = match hash {
        Hash::Multiply | Hash::Preshifted => {
            let product = p.push(Op::Binary(Binary::Mul, relevant, factor));
            return p.name(product, "product");
        }
        Hash::Fold(fold) => {
            let folded = fold_halves(p, fold, relevant);
            p.name(folded, "folded");
            let factor = p.push(Op::Low(factor));
            let product = p.push(Op::Binary(Binary::Mul, folded, factor));
            return p.name(product, "product");
        }
        Hash::Pext => return relevant,
        Hash::SplitXor => Binary::Xor,
        Hash::SplitAdd | Hash::ShiftedSplitAdd(_) => Binary::Add,
    };
    let key = match hash {
        Hash::ShiftedSplitAdd(by) => {
            let by = p.push(Op::Const(u64::from(by), Type::Half));
            let shifted = p.push(Op::Shr(relevant, by));
            p.name(shifted, "shifted")
        }
        _ => relevant,
    };
    let mut half_product = |half: fn(Value) -> Op, name| {
        let (key, factor) = (p.push(half(key)), p.push(half(factor)));
        let product = p.push(Op::Binary(Binary::Mul, key, factor));
        p.name(product, name)
    };
    let low = half_product(Op::Low, "low");
    let high = half_product(Op::High, "high");
    let product = p.push(Op::Binary(combine, low, high));
    p.name(product, "product")
}

fn fold_halves(p: &mut Program, fold: magicgen_search::WordFold, relevant: Value) -> Value {
    use magicgen_search::WordFold;

    let (low, high) = (p.push(Op::Low(relevant)), p.push(Op::High(relevant)));
    let (WordFold::Right(by) | WordFold::Left(by) | WordFold::Sum(by)) = fold;
    let by = p.push(Op::Const(u64::from(by), Type::Half));
    let high = match fold {
        WordFold::Right(_) => p.push(Op::Shr(high, by)),
        WordFold::Left(_) => p.push(Op::Shl(high, by)),
        WordFold::Sum(_) => {
            let shifted = p.push(Op::Shl(high, by));
            p.push(Op::Binary(Binary::Add, high, shifted))
        }
    };
    p.push(Op::Binary(Binary::Xor, low, high))
}
