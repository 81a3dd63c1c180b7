//! Lines that lie in the bytes of a word in a way that lookups without tables of attack sets can use.

use super::PieceOnBoard;
use crate::layout::Unfit;
use crate::model::{Lookup, Lookups};
use magicgen_board::{Bitboard, Line, bits, lines};
use magicgen_ir::{
    Binary, Field, Fields, Op, Program, Role, Rows, Storage, Table, TableRef, TableRole, Type,
    Value,
};

/// The way in which a line's squares lie in the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lie {
    /// All squares are in one byte.
    Byte,
    /// The squares are in different bytes, in the same bit of each.
    Column,
    /// The squares are in different bytes, in a different bit of each. Along the line, these bits only rise or only fall.
    Slope,
    /// As a slope, but the bits do both: the line leaves a byte at one edge and enters the next at the other.
    Wrapped,
    /// The squares lie in any other way, and their order along the line is the order of their bits.
    Ascending,
}

/// One line of a piece, and how it lies in the word.
#[derive(Clone, Debug)]
pub(super) struct LineOnBoard {
    pub(super) line: Line,
    pub(super) rays: Vec<usize>,
    pub(super) lie: Lie,
    /// True where the line of some square doesn't reach from edge to edge of the word: then a lookup has to cut off
    /// what it finds beyond the line's ends.
    pub(super) is_cut: bool,
}

impl LineOnBoard {
    /// For a rank or a file that reaches from edge to edge of the word: the rank or file that has bit 0, and the bits
    /// of a square's index by which to shift it.
    pub(super) const fn whole(&self) -> Option<(Bitboard, u64)> {
        match self.lie {
            Lie::Byte if !self.is_cut => Some((0xff, 56)),
            Lie::Column if !self.is_cut => Some((0x0101_0101_0101_0101, 7)),
            _ => None,
        }
    }
}

/// The lines of the piece with this index. On each line, the squares have to be in the order of their bits.
pub(super) fn lines_of(at: usize, on_board: PieceOnBoard<'_>) -> Result<Vec<LineOnBoard>, Unfit> {
    let PieceOnBoard { piece, walk, problem } = on_board;
    let mut found = Vec::new();
    for (line, rays) in lines(piece) {
        let (mut is_byte, mut is_column, mut is_slope, mut is_cut) = (true, true, true, false);
        let mut is_wrapped = false;
        let along = walk.along(&rays);
        for square in problem.squares() {
            let bit = square.bit;
            let mut sides = Vec::new();
            for ray in &along.rays {
                let path: Vec<u8> = walk.path(*ray, bit).collect();
                let whole: Vec<u8> = [bit].into_iter().chain(path).collect();
                let (up, down) = (whole.is_sorted(), whole.iter().rev().is_sorted());
                if !up && !down || whole.len() > 1 && sides.contains(&up) {
                    return Err(Unfit::Order { piece: at, bit });
                }
                if whole.len() > 1 {
                    sides.push(up);
                }
            }
            let whole = along.attacks(bit, 0) | 1 << bit;
            let (mut bytes, mut places) = (0_u8, 0_u8);
            for square in bits(whole) {
                is_slope &= bytes >> (square / 8) & 1 == 0 && places >> (square % 8) & 1 == 0;
                bytes |= 1 << (square / 8);
                places |= 1 << (square % 8);
            }
            is_byte &= bytes.is_power_of_two();
            is_column &= places.is_power_of_two();
            let in_bytes = || bits(whole).map(|square| square % 8);
            is_wrapped |=
                !in_bytes().is_sorted() && !in_bytes().is_sorted_by(|one, next| one >= next);
            let is_single = whole.is_power_of_two();
            is_cut |= if bytes.is_power_of_two() && !is_single {
                places != u8::MAX
            } else {
                bytes != u8::MAX || is_single
            };
        }
        let lie = match (is_byte, is_column, is_slope) {
            (true, ..) => Lie::Byte,
            (_, true, _) => Lie::Column,
            (.., true) if is_wrapped => Lie::Wrapped,
            (.., true) => Lie::Slope,
            _ => Lie::Ascending,
        };
        found.push(LineOnBoard { line, rays, lie, is_cut });
    }
    Ok(found)
}

/// The table of attacks along eight squares, indexed by the slider's place and the occupancy of the six inner squares:
/// 512 bytes.
pub(super) fn line_attacks() -> Table {
    let mut entries = Vec::with_capacity(512);
    for place in 0..8_u8 {
        for inner in 0..64_u64 {
            let occupied = inner << 1;
            let mut attacks = 0;
            for squares in [(place + 1..8).collect::<Vec<_>>(), (0..place).rev().collect()] {
                for square in squares {
                    attacks |= 1 << square;
                    if occupied >> square & 1 != 0 {
                        break;
                    }
                }
            }
            entries.push(attacks);
        }
    }
    Table {
        role: TableRole::LineAttacks,
        piece: None,
        rows: Rows::No,
        storage: Storage::Byte,
        entries,
        title: None,
    }
}

/// A reference to the first table of a lookup, whose entries are stored in this width.
pub(super) const fn first_table(storage: Storage) -> TableRef {
    TableRef { index: 0, kind: storage.type_of() }
}

/// A builder for the parts of a program that look up one line.
pub(super) struct Parts<'a> {
    pub(super) program: &'a mut Program,
    pub(super) line: Line,
}

impl Parts<'_> {
    pub(super) fn half(&mut self, value: u64) -> Value {
        self.program.push(Op::Const(value, Type::Half))
    }

    pub(super) fn word(&mut self, value: u64) -> Value {
        self.program.push(Op::Const(value, Type::Word))
    }

    pub(super) fn binary(&mut self, binary: Binary, a: Value, b: Value) -> Value {
        self.program.push(Op::Binary(binary, a, b))
    }

    pub(super) fn shr(&mut self, a: Value, by: Value) -> Value {
        self.program.push(Op::Shr(a, by))
    }

    pub(super) fn shl(&mut self, a: Value, by: Value) -> Value {
        self.program.push(Op::Shl(a, by))
    }

    /// The slider's own square.
    pub(super) fn slider(&mut self) -> Value {
        let one = self.word(1);
        let square = self.program.push(Op::Square);
        self.shl(one, square)
    }

    /// All bits below the slider.
    pub(super) fn below(&mut self) -> Value {
        let one = self.word(1);
        let slider = self.slider();
        let below = self.binary(Binary::Sub, slider, one);
        self.program.name(below, "below")
    }

    /// The squares of the line that the slider reaches on the empty board.
    pub(super) fn reach(&mut self) -> Value {
        self.field(Role::Reach)
    }

    /// The relevant squares of the line.
    pub(super) fn mask(&mut self) -> Value {
        self.field(Role::Mask)
    }

    fn field(&mut self, role: Role) -> Value {
        self.program.push(Op::Field(Field::along(role, Some(self.line))))
    }

    /// The byte of attacks from `place` when the six inner squares have the occupancy `inner`.
    pub(super) fn attacks(&mut self, place: Value, inner: Value) -> Value {
        let six = self.half(6);
        let row = self.shl(place, six);
        let index = self.binary(Binary::Add, row, inner);
        let byte = self.program.push(Op::Load(first_table(Storage::Byte), index));
        self.program.hint(byte, "along");
        let byte = self.program.push(Op::Widen(byte));
        self.program.hint(byte, "along")
    }

    /// The attacks along a line that lies in one byte.
    pub(super) fn byte_line(&mut self, is_cut: bool) -> Value {
        let square = self.program.push(Op::Square);
        let (bytes, places) = (self.half(56), self.half(7));
        let shift = self.binary(Binary::And, square, bytes);
        self.program.name(shift, "shift");
        let place = self.binary(Binary::And, square, places);
        self.program.name(place, "place");
        let mut occupied = self.program.push(Op::Occupied);
        if is_cut {
            let reach = self.reach();
            occupied = self.binary(Binary::And, occupied, reach);
            self.program.hint(occupied, "blockers");
        }
        // A single shift moves the byte down and drops its lowest bit, which is no inner square.
        let one = self.half(1);
        let past = self.binary(Binary::Or, shift, one);
        self.program.hint(past, "past");
        let moved = self.shr(occupied, past);
        let inner = self.program.push(Op::Low(moved));
        let six = self.half(63);
        let inner = self.binary(Binary::And, inner, six);
        self.program.name(inner, "inner");
        let byte = self.attacks(place, inner);
        let set = self.shl(byte, shift);
        if is_cut {
            let reach = self.reach();
            let along = self.binary(Binary::And, set, reach);
            return self.program.hint(along, "along");
        }
        set
    }
}

/// The lookups of all pieces. Each is the union of its lines' attacks, whose code `attacks` adds to the program for a
/// piece's index and a line.
pub(super) fn lookups_of_lines(
    pieces: &[PieceOnBoard<'_>],
    tables: Vec<Table>,
    mut attacks: impl FnMut(usize, &mut Parts<'_>, &LineOnBoard) -> Result<Value, Unfit>,
) -> Result<Lookups, Unfit> {
    let mut lookups = Vec::with_capacity(pieces.len());
    for (at, on_board) in pieces.iter().enumerate() {
        let lines = lines_of(at, *on_board)?;
        let mut program = Program::new();
        let mut union: Option<Value> = None;
        for line in &lines {
            let mut parts = Parts { program: &mut program, line: line.line };
            let set = attacks(at, &mut parts, line)?;
            union = Some(match union {
                None => set,
                Some(others) => {
                    let union = parts.binary(Binary::Or, others, set);
                    parts.program.hint(union, "joined")
                }
            });
        }
        program.result = union.unwrap_or(Value(0));
        let fields = fields(*on_board, &lines, &program);
        lookups.push(Lookup::of(program, fields));
    }
    Ok(Lookups { tables, pieces: lookups })
}

/// The fields of a lookup of lines: the masks, for which `emit` may ask, and the squares of each line, where `program`
/// reads them.
fn fields(on_board: PieceOnBoard<'_>, lines: &[LineOnBoard], program: &Program) -> Fields {
    let PieceOnBoard { walk, problem, .. } = on_board;
    let squares: Bitboard = problem.squares().iter().fold(0, |set, square| set | 1 << square.bit);
    let mut fields = Fields::new(squares);
    let column = |value: &dyn Fn(u8) -> u64| {
        let entry = |bit: u8| if squares >> bit & 1 == 0 { 0 } else { value(bit) };
        (0..problem.indices).map(entry).collect::<Vec<u64>>()
    };
    fields.insert(Field::MASK, column(&|bit| walk.mask(bit)));
    for line in lines {
        let along = walk.along(&line.rays);
        let [mask, reach] =
            [Role::Mask, Role::Reach].map(|role| Field::along(role, Some(line.line)));
        if program.uses(mask) {
            fields.insert(mask, column(&|bit| along.mask(bit)));
        }
        if program.uses(reach) {
            fields.insert(reach, column(&|bit| along.attacks(bit, 0)));
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;
    use magicgen_board::{Board, Mapping, Order, Piece, Problem, Standard, Walk};

    const LSB: Standard = Standard::ALL[0];

    /// The lines of rook and bishop on a board in rows of eight bits: how each lies, and whether it is cut.
    fn lies(width: u8, height: u8) -> Vec<(Line, Lie, bool)> {
        let order = Order::Standard { standard: LSB, stride: 8 };
        let mapping = Mapping::new(Board::new(width, height).unwrap(), order).unwrap();
        let mut all = Vec::new();
        for piece in [Piece::rook(), Piece::bishop()] {
            let walk = Walk::new(&piece, &mapping);
            let problem = Problem::new(&walk, mapping.squares()).unwrap();
            let on_board = PieceOnBoard { piece: &piece, walk: &walk, problem: &problem };
            let lines = lines_of(0, on_board).unwrap().into_iter();
            all.extend(lines.map(|line| (line.line, line.lie, line.is_cut)));
        }
        all
    }

    /// A line from edge to edge of the word needs no mask, which saves an operation in each lookup.
    #[test]
    fn only_lines_that_end_before_the_word_does_are_cut() {
        let straight = |width, height| lies(width, height)[..2].to_vec();
        let (rank, file) = ((Line::Rank, Lie::Byte), (Line::File, Lie::Column));
        for (width, height, cuts) in
            [(8, 8, [false, false]), (7, 8, [true, false]), (8, 7, [false, true])]
        {
            let expected = [(rank.0, rank.1, cuts[0]), (file.0, file.1, cuts[1])];
            assert_eq!(straight(width, height), expected, "{width} x {height}");
        }
        for (_, lie, is_cut) in &lies(8, 8)[2..] {
            assert_eq!((*lie, *is_cut), (Lie::Slope, true));
        }
    }

    /// A table of bytes has the squares of a line in the order of their bits within bytes.
    #[test]
    fn a_slope_that_leaves_a_byte_at_its_edge_is_wrapped() {
        for (width, height, stride, lies) in [
            (8, 8, 8, [Lie::Slope, Lie::Slope]),
            // From one square to the next, a diagonal goes up by ten bits, and an antidiagonal by a byte.
            (9, 3, 9, [Lie::Wrapped, Lie::Column]),
            (8, 3, 9, [Lie::Wrapped, Lie::Column]),
            (3, 2, 9, [Lie::Slope, Lie::Column]),
        ] {
            let order = Order::Standard { standard: LSB, stride };
            let mapping = Mapping::new(Board::new(width, height).unwrap(), order).unwrap();
            let piece = Piece::bishop();
            let walk = Walk::new(&piece, &mapping);
            let problem = Problem::new(&walk, mapping.squares()).unwrap();
            let on_board = PieceOnBoard { piece: &piece, walk: &walk, problem: &problem };
            let found: Vec<Lie> =
                lines_of(0, on_board).unwrap().iter().map(|line| line.lie).collect();
            assert_eq!(found, lies, "{width} x {height}, stride {stride}");
        }
    }

    #[test]
    fn fields_are_empty_where_a_problem_has_no_square() {
        let (piece, mapping) = (Piece::bishop(), Mapping::chess(LSB));
        let walk = Walk::new(&piece, &mapping);
        let problem = Problem::new(&walk, 1 << 27).unwrap();
        let on_board = PieceOnBoard { piece: &piece, walk: &walk, problem: &problem };
        let lines = lines_of(0, on_board).unwrap();
        let mut program = Program::new();
        program.result = program.push(Op::Occupied);
        let fields = fields(on_board, &lines, &program);
        let masks: Vec<u64> =
            (0..problem.indices).map(|bit| fields.get(Field::MASK, bit)).collect();
        assert!((0..).zip(&masks).all(|(bit, mask)| (bit == 27) == (*mask != 0)), "{masks:x?}");
    }
}
