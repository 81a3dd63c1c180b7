//! Lookups on boards whose sets of squares have several words.
//!
//! The words of the relevant occupancy are folded into one by constant shifts, or each is multiplied by its own factor.
//! [`find_wide_indices`] finds the factors by construction, so nothing is searched and no lock keeps them. Each square
//! has its own range of the table, one after another.

use std::collections::BTreeMap;

use crate::axes::{Axes, Cell};
use crate::layout::Unfit;
use crate::model::{Lookup, LookupPart, Lookups};
use magicgen_board::{Line, SquareSet, Walk};
use magicgen_ir::{
    Binary, Field, Fields, Op, Program, Role, Rows, Storage, Table, TableRef, TableRole, Type,
    Value, WordCount,
};
use magicgen_search::wide::{
    WideForm, WideIndex, WideIndices, WideProduct, WordShifts, find_wide_indices,
};

/// All moves of a piece, or those of one of its lines.
#[derive(Clone, Debug)]
pub struct WidePart {
    /// The line, if the part is one.
    pub line: Option<Line>,
    /// The rays and courses, by their numbers.
    pub rays: Vec<usize>,
    /// The moves.
    pub walk: Walk,
    /// The moves for each purpose of the piece: their lookups share masks and factors.
    pub for_all: Vec<Walk>,
}

/// A piece with its parts.
#[derive(Clone, Debug)]
pub struct WidePiece {
    /// The parts, whose attack sets are united.
    pub parts: Vec<WidePart>,
    /// True for a piece with several purposes. It has its own table, so that its lookups have the same offsets.
    pub has_own_table: bool,
}

/// The squares of a wide board.
#[derive(Clone, Copy, Debug)]
pub struct WideSquares {
    /// The bits of all squares.
    pub squares: SquareSet,
    /// The number of words of a set.
    pub words: WordCount,
    /// The length of a table by square: the highest bit index plus one.
    pub indices: u8,
}

/// The most entries of all tables of an output.
const MOST_ENTRIES: usize = 1 << 24;

impl Axes {
    /// True where lookups of this form serve boards of several words.
    #[must_use]
    pub fn serves_wide_boards(self) -> bool {
        let plain = Self { by_line: self.by_line, cell: self.cell, ..Self::FANCY };
        self == plain && matches!(self.cell, Cell::Word | Cell::Half)
    }

    /// The lookups of all pieces on a board of several words.
    pub fn wide_lookups(self, pieces: &[WidePiece], board: WideSquares) -> Result<Lookups, Unfit> {
        let mut cells: Vec<WideSlots> = Vec::new();
        let mut found = Vec::with_capacity(pieces.len());
        for (at, piece) in pieces.iter().enumerate() {
            let owner = piece.has_own_table.then_some(at);
            let place = cells.iter().position(|cells| cells.owner == owner);
            let place = place.unwrap_or_else(|| {
                cells.push(WideSlots { owner, sets: Vec::new() });
                cells.len() - 1
            });
            let parts = piece.parts.iter().map(|part| {
                let indices = part.indices(board).map_err(|bit| Unfit::Index { piece: at, bit })?;
                let offsets = part.fill(&indices, board, &mut cells[place].sets);
                Ok(PlacedPart { part, indices, offsets })
            });
            found.push((place, parts.collect::<Result<Vec<_>, Unfit>>()?));
            let entries: usize = cells.iter().map(|cells| cells.sets.len()).sum();
            if entries > MOST_ENTRIES {
                return Err(Unfit::Entries { piece: at, entries });
            }
        }
        let (tables, dictionary) = self.wide_tables(cells, board.words)?;
        let lookups = found.into_iter().map(|(place, parts)| {
            let reads = WideReads { cells: tables[place].at(place), dictionary };
            lookup(&parts, reads, board)
        });
        Ok(Lookups { pieces: lookups.collect(), tables })
    }

    /// The tables of slots and, where slots hold positions, the dictionary.
    fn wide_tables(
        self,
        cells: Vec<WideSlots>,
        words: WordCount,
    ) -> Result<(Vec<Table>, Option<TableRef>), Unfit> {
        let storage = Storage::Set(words);
        let flat = |sets: &[SquareSet]| {
            let words = usize::from(words.count());
            sets.iter().flat_map(|set| set.words().into_iter().take(words)).collect::<Vec<u64>>()
        };
        let table = |role, piece, storage, entries| Table {
            role,
            piece,
            rows: Rows::No,
            storage,
            entries,
            title: None,
        };
        if self.cell == Cell::Word {
            let of = |cells: WideSlots| {
                table(TableRole::Attacks, cells.owner, storage, flat(&cells.sets))
            };
            return Ok((cells.into_iter().map(of).collect(), None));
        }
        let mut numbers: BTreeMap<SquareSet, u64> = BTreeMap::new();
        for set in cells.iter().flat_map(|cells| &cells.sets) {
            let next = numbers.len() as u64;
            numbers.entry(*set).or_insert(next);
        }
        if numbers.len() > 1 << 16 {
            return Err(Unfit::Dictionary { words: numbers.len() });
        }
        let of = |cells: WideSlots| {
            let entries = cells.sets.iter().map(|set| numbers[set]).collect();
            table(TableRole::Indices, cells.owner, Storage::Short, entries)
        };
        let mut tables: Vec<Table> = cells.into_iter().map(of).collect();
        let mut sets: Vec<(u64, SquareSet)> =
            numbers.iter().map(|(set, number)| (*number, *set)).collect();
        sets.sort_unstable();
        let sets: Vec<SquareSet> = sets.into_iter().map(|(_, set)| set).collect();
        tables.push(table(TableRole::Dictionary, None, storage, flat(&sets)));
        let at = tables.len() - 1;
        let dictionary = tables[at].at(at);
        Ok((tables, Some(dictionary)))
    }
}

/// The slots of one table.
struct WideSlots {
    /// The piece that owns the table; `None` for the one of all others.
    owner: Option<usize>,
    sets: Vec<SquareSet>,
}

/// A part with its factors, and where each square's range begins.
struct PlacedPart<'a> {
    part: &'a WidePart,
    indices: WideIndices,
    offsets: Vec<(u8, u64)>,
}

/// The tables that a lookup reads.
#[derive(Clone, Copy)]
struct WideReads {
    cells: TableRef,
    dictionary: Option<TableRef>,
}

impl WidePart {
    /// The factors of each square, or the bit index of a square that no form serves.
    fn indices(&self, board: WideSquares) -> Result<WideIndices, u8> {
        let mask = |bit: u8| {
            let masks = self.for_all.iter().map(|walk| walk.relevant(bit));
            (bit, masks.fold(SquareSet::EMPTY, |all, mask| all | mask))
        };
        let masks: Vec<(u8, SquareSet)> = board.squares.bits().map(mask).collect();
        find_wide_indices(&masks, usize::from(board.words.count()))
            .map_err(|none| none.squares.first().copied().unwrap_or_default())
    }

    /// Adds the attack sets of each square to the slots.
    fn fill(
        &self,
        indices: &WideIndices,
        board: WideSquares,
        slots: &mut Vec<SquareSet>,
    ) -> Vec<(u8, u64)> {
        let mut offsets = Vec::with_capacity(usize::from(board.indices));
        for (bit, index) in &indices.squares {
            let start = slots.len();
            offsets.push((*bit, start as u64));
            slots.resize(start + (1 << index.bits()), SquareSet::EMPTY);
            let sets = self.walk.attack_sets(*bit, index.mask);
            for (subset, set) in sets.into_iter().enumerate() {
                let occupied = index.mask.subset(subset as u64);
                slots[start + index.of(occupied) as usize] = set;
            }
        }
        offsets
    }
}

/// A value of each square's index.
type ValueOf<'a> = &'a dyn Fn(&WideIndex) -> u64;

/// The lookup of a piece.
fn lookup(parts: &[PlacedPart<'_>], reads: WideReads, board: WideSquares) -> Lookup {
    let mut program = Program::new();
    let mut fields = Fields::new(board.squares);
    let mut made: Vec<LookupPart> = Vec::new();
    let mut union = None;
    for placed in parts {
        let set = part(&mut program, &mut fields, placed, reads, board);
        made.push(LookupPart { set, rays: placed.part.rays.clone() });
        union = Some(match union {
            None => set,
            Some(others) => program.push(Op::Binary(Binary::Or, others, set)),
        });
    }
    program.result = union.unwrap_or(Value(0));
    Lookup { parts: made, ..Lookup::of(program, fields) }
}

/// Adds the lookup of one part, and its fields. The result is the part's attack set.
fn part(
    p: &mut Program,
    fields: &mut Fields,
    placed: &PlacedPart<'_>,
    reads: WideReads,
    board: WideSquares,
) -> Value {
    let PlacedPart { part, indices, offsets } = placed;
    let words = board.words.count();
    let all = &indices.squares;
    let column = |of: ValueOf<'_>| {
        let mut values = vec![0; usize::from(board.indices)];
        for (bit, index) in all {
            values[usize::from(*bit)] = of(index);
        }
        values
    };
    let field = |role| {
        let words = (role == Role::Mask).then_some(board.words);
        Field { words, ..Field::along(role, part.line) }
    };
    let mut read = |p: &mut Program, role, values| {
        fields.insert(field(role), values);
        p.push(Op::Field(field(role)))
    };
    let mut masks = vec![0; usize::from(board.indices) * usize::from(words)];
    for (bit, index) in all {
        let start = usize::from(*bit) * usize::from(words);
        let of_square = &mut masks[start..start + usize::from(words)];
        of_square.copy_from_slice(&index.mask.words()[..usize::from(words)]);
    }
    let occupied = p.push(Op::OccupiedSet(board.words));
    let mask = read(p, Role::Mask, masks);
    let relevant = p.push(Op::Binary(Binary::And, occupied, mask));
    p.name(relevant, "relevant");
    let moved = |p: &mut Program,
                 word,
                 role,
                 read: &mut dyn FnMut(&mut Program, Role, Vec<u64>) -> Value,
                 of: ValueOf<'_>| {
        if all.iter().all(|(_, index)| of(index) == 0) {
            return word;
        }
        let by = read(p, role, column(of));
        p.push(Op::Shr(word, by))
    };
    let product = match indices.form {
        WideForm::Fold(shifts) => {
            let key = folded(p, relevant, shifts, words);
            let key = moved(p, key, Role::Before, &mut read, &|index| before(index, 0));
            if indices.are_shifts() {
                key
            } else {
                let factor = read(p, Role::Factor, column(&|index| factor(index, 0)));
                p.push(Op::Binary(Binary::Mul, key, factor))
            }
        }
        WideForm::FoldBySquare | WideForm::Split => {
            let mut sum = None;
            for word in 0..words {
                let split = |index: &WideIndex| index.to_split();
                if all.iter().all(|(_, index)| factor(&split(index), word) == 0) {
                    continue;
                }
                let roles = match word {
                    0 => (Role::Before, Role::Factor),
                    _ => (Role::BeforeOf(word), Role::FactorOf(word)),
                };
                let key = p.push(Op::Part(relevant, word));
                let key = moved(p, key, roles.0, &mut read, &|index| before(&split(index), word));
                let factors = column(&|index| factor(&split(index), word));
                let factor = read(p, roles.1, factors);
                let product = p.push(Op::Binary(Binary::Mul, key, factor));
                sum = Some(match sum {
                    None => product,
                    Some(others) => p.push(Op::Binary(Binary::Add, others, product)),
                });
            }
            sum.unwrap_or_else(|| p.push(Op::Const(0, Type::Word)))
        }
    };
    p.name(product, "product");
    let is_shifted = indices.form != WideForm::Split && indices.are_shifts();
    let shift = |index: &WideIndex| {
        let own = if is_shifted {
            index.net_shift().map(|net| net - before(index, 0) as u8)
        } else {
            None
        };
        u64::from(own.unwrap_or(index.shift))
    };
    let by = read(p, Role::Shift, column(&shift));
    let shifted = p.push(Op::Shr(product, by));
    let index = p.push(Op::Low(shifted));
    p.name(index, "index");
    let mut starts = vec![0; usize::from(board.indices)];
    for (bit, offset) in offsets {
        starts[usize::from(*bit)] = *offset;
    }
    let offset = read(p, Role::Offset, starts);
    let position = p.push(Op::Binary(Binary::Add, offset, index));
    let cell = p.push(Op::Load(reads.cells, position));
    match reads.dictionary {
        Some(dictionary) => p.push(Op::Load(dictionary, cell)),
        None => cell,
    }
}

/// Adds the words of a set, shifted and joined to one.
fn folded(p: &mut Program, set: Value, shifts: WordShifts, words: u8) -> Value {
    let mut key = p.push(Op::Part(set, 0));
    for word in 1..words {
        let mut part = p.push(Op::Part(set, word));
        let shift = shifts[usize::from(word)];
        if shift > 0 {
            let by = p.push(Op::Const(shift.into(), Type::Half));
            part = p.push(Op::Shl(part, by));
        }
        key = p.push(Op::Binary(Binary::Xor, key, part));
    }
    p.name(key, "key")
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
