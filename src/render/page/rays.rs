//! Fills and pieces in; the rays that start-up code and tests walk out.

use super::{Array, ArrayKind, Custom, Function, Maker, TableName, prose};
use crate::model::{
    Bitboard, Field, FillMode, GridRay, Line, Module, Part, PieceModule, Presence, Storage, Value,
    words,
};

/// How rays are walked.
#[derive(Clone, Debug)]
pub struct Walk {
    /// The function's name: it takes a piece's rays, a square and an occupancy.
    pub name: String,
    /// True where some piece goes less far than the board.
    pub has_range: bool,
    /// Squares plus gaps: one more than the highest bit index.
    pub indices: u8,
    /// The set of all squares, where some bit index below the highest is none: loops over squares leave it out.
    pub squares: Option<Bitboard>,
    /// The way to the grid on which rays are walked and back, where bit indices are no grid themselves.
    pub grid: Option<Grid>,
}

/// Names of two arrays of bytes.
#[derive(Clone, Debug)]
pub struct Grid {
    /// The place in the grid of a bit index.
    pub of_bit: String,
    /// The bit index of a place.
    pub bit_of: String,
}

/// Rays of a piece, or those of one line of it.
#[derive(Clone, Debug)]
pub struct Rays {
    /// The piece's number.
    pub piece: usize,
    /// The line, where they are those of one.
    pub line: Option<Line>,
    /// The name of an array that holds each ray's step and set together.
    pub name: String,
    /// The array of steps, signed: what a step adds to the bit index, or to the place in the grid.
    pub steps: String,
    /// The array of sets of bit indices, or places, from which a step may be taken.
    pub from: String,
    /// How many there are.
    pub count: usize,
    /// The most steps, where [`Walk::has_range`].
    pub range: u8,
    /// The steps themselves.
    pub step_values: Vec<i8>,
    /// The sets themselves.
    pub from_values: Vec<Bitboard>,
}

/// One loop of start-up code: for each square and each subset of its mask, what is walked is stored.
#[derive(Clone, Debug)]
pub struct FillLoop {
    /// The words of a name for it: `fill rook`, `fill rook rank`.
    pub words: Vec<String>,
    /// Whose attack sets it stores, in prose: `rook`, `rook's rank`.
    pub owner: String,
    /// The table's number.
    pub table: usize,
    /// The table's name.
    pub table_name: String,
    /// The mask whose subsets are walked.
    pub mask: Field,
    /// The array of masks by square.
    pub masks: String,
    /// The rays.
    pub rays: Rays,
    /// The load that reads what is stored, a value of the program that the index function has.
    pub load: Option<Value>,
    /// The function that says where to store.
    pub index: String,
    /// True where squares share slots, which are or-ed then.
    pub is_or: bool,
}

/// What a test compares with rays walked.
#[derive(Clone, Debug)]
pub struct SelfTest<'a> {
    /// The name of its function, where it is one.
    pub name: String,
    /// What only the test reads. Where tests stand apart, they hold it; else it is among the file's arrays.
    pub arrays: Vec<Array<'a>>,
    /// Searched pieces.
    pub pieces: Vec<TestedPiece>,
    /// Unions.
    pub unions: Vec<TestedUnion>,
}

/// A lookup that is compared under every subset of every mask.
#[derive(Clone, Debug)]
pub struct TestedPiece {
    /// In prose.
    pub spoken: String,
    /// Its lookup.
    pub lookup: String,
    /// False where only unions call it: a test that stands apart can't.
    pub is_public: bool,
    /// The array of masks by square.
    pub masks: String,
    /// Its rays.
    pub rays: Rays,
}

/// A lookup that is compared with the union of others.
#[derive(Clone, Debug)]
pub struct TestedUnion {
    /// In prose.
    pub spoken: String,
    /// Its lookup.
    pub lookup: String,
    /// Numbers of tested pieces.
    pub of: Vec<usize>,
}

/// The test of a module as it stands in a file, class or module of its own, where it was asked for: with how it walks,
/// and with everything that it reads. The walk of start-up code is none of it.
#[must_use]
pub fn test_apart(module: &Module, custom: Custom) -> Option<(Walk, SelfTest<'_>)> {
    if !module.emits(Part::SelfTest) {
        return None;
    }
    let custom = Custom { tests_apart: true, ..custom };
    let mut maker = Maker::new(module, custom);
    let mut arrays = Vec::new();
    let walk = maker.walk(&mut arrays);
    let test = maker.test(&[], &mut arrays);
    Some((walk, SelfTest { arrays, ..test }))
}

impl<'a> Maker<'a> {
    pub(super) fn rays(
        &mut self,
        arrays: &mut Vec<Array<'a>>,
        tables: &[TableName],
        indices: &[Function<'a>],
    ) -> (Option<Walk>, Vec<FillLoop>, Option<SelfTest<'a>>) {
        let module = self.module;
        let fills = module.fills();
        let is_tested = module.emits(Part::SelfTest);
        if !fills && !is_tested {
            return (None, Vec::new(), None);
        }
        let mut apart = Vec::new();
        let others = arrays.len();
        let walk = {
            let home = if fills || !self.custom.tests_apart { &mut *arrays } else { &mut apart };
            self.walk(home)
        };
        if fills && is_tested && self.custom.tests_apart && walk.grid.is_some() {
            let grid = arrays.iter().filter(|array| {
                let is = |name: &String| *name == array.name;
                walk.grid.as_ref().is_some_and(|grid| is(&grid.of_bit) || is(&grid.bit_of))
            });
            apart.extend(grid.cloned());
        }
        // What a test that stands apart has of its own may be called as it is called in the file.
        let free = self.taken.clone();
        let mut loops = Vec::new();
        let mut known: Vec<(String, Rays)> = Vec::new();
        for piece in module.pieces.iter().filter(|_| fills) {
            let mut own = indices.iter().filter(|index| std::ptr::eq(index.piece, piece));
            for fill in &piece.fills {
                let line = fill.line.map(Line::word);
                let rays: Vec<GridRay> =
                    fill.rays.iter().map(|ray| piece.walk.rays[*ray]).collect();
                let rays = self.rays_of(piece, fill.line, &rays, arrays);
                if fill.line.is_none() {
                    known.push((piece.name.clone(), rays.clone()));
                }
                let owner = words(&piece.name);
                loops.push(FillLoop {
                    words: ["fill"]
                        .into_iter()
                        .chain(owner.split(' '))
                        .chain(line.as_deref())
                        .map(str::to_owned)
                        .collect(),
                    owner: line.map_or(owner.clone(), |line| format!("{owner}'s {line}")),
                    table: fill.table,
                    table_name: tables[fill.table].name.clone(),
                    mask: fill.mask(),
                    masks: self.field_name(piece, fill.mask()),
                    rays,
                    load: self.place(piece, fill).map(|(load, _)| load),
                    index: own.next().map(|index| index.name.clone()).unwrap_or_default(),
                    is_or: fill.mode == FillMode::Or,
                });
            }
        }
        let others = if fills { arrays.len() } else { others };
        let self_test = is_tested.then(|| {
            let home = if self.custom.tests_apart { &mut apart } else { &mut *arrays };
            if self.custom.tests_apart {
                known.clear();
                self.taken = free;
            }
            self.test(&known, home)
        });
        let self_test = self_test.map(|test| SelfTest { arrays: apart, ..test });
        arrays[others..].iter_mut().for_each(|array| array.is_tested = true);
        (Some(walk), loops, self_test)
    }

    fn walk(&mut self, arrays: &mut Vec<Array<'a>>) -> Walk {
        let module = self.module;
        let board = &module.board;
        let longest = board.width.max(board.height).saturating_sub(1).max(1);
        let permutation = module.pieces.iter().find_map(|piece| piece.walk.permutation.as_ref());
        let grid = permutation.map(|permutation| {
            let of_bit = self.private(self.own.constant(&["grid", "of", "bit"]));
            let bit_of = self.private(self.own.constant(&["bit", "of", "grid"]));
            let doc =
                "The place of each bit index in the grid, rank by rank, on which rays are walked.";
            arrays.push(places(&of_bit, doc, &permutation.grid_of_bit));
            arrays.push(places(&bit_of, "The bit index of each place.", &permutation.bit_of_grid));
            Grid { of_bit, bit_of }
        });
        let squares = board.squares.iter().fold(0, |set: Bitboard, (_, bit)| set | 1 << bit);
        Walk {
            name: self.private(self.own_functions.function(&["walk"])),
            has_range: module.pieces.iter().any(|piece| piece.walk.range < longest),
            indices: board.indices,
            squares: prose::has_gaps(board).then_some(squares),
            grid,
        }
    }

    fn rays_of(
        &mut self,
        piece: &PieceModule,
        line: Option<Line>,
        rays: &[GridRay],
        arrays: &mut Vec<Array<'a>>,
    ) -> Rays {
        let spoken = line.map(Line::word);
        let [name, steps, from] = ["rays", "steps", "from"].map(|what: &'static str| {
            let words = [Some(piece.name.as_str()), spoken.as_deref(), Some(what)];
            let words: Vec<&str> = words.into_iter().flatten().collect();
            self.private(self.own.constant(&words))
        });
        let mut owner = words(&piece.name);
        if let Some(line) = spoken {
            owner = format!("{owner}'s {line}");
        }
        let place = if piece.walk.permutation.is_some() { "place" } else { "bit index" };
        let step_values: Vec<i8> = rays.iter().map(|ray| ray.delta).collect();
        let from_values: Vec<Bitboard> = rays.iter().map(|ray| ray.from).collect();
        let doc = format!("What a step along each ray of the {owner} adds to the {place}.");
        let values: Vec<u64> = step_values.iter().map(|step| i64::from(*step) as u64).collect();
        let array = Array::new(steps.as_str(), doc, ArrayKind::Rays, Storage::Byte, values);
        arrays.push(Array { is_signed: true, ..array });
        let doc = format!("From where a step along each ray of the {owner} may be taken.");
        let values = from_values.clone();
        arrays.push(Array::new(from.as_str(), doc, ArrayKind::Rays, Storage::Word, values));
        Rays {
            piece: self.number(piece),
            line,
            name,
            steps,
            from,
            count: rays.len(),
            range: piece.walk.range,
            step_values,
            from_values,
        }
    }

    fn test(&mut self, known: &[(String, Rays)], arrays: &mut Vec<Array<'a>>) -> SelfTest<'a> {
        let module = self.module;
        let mut pieces = Vec::new();
        for piece in &module.pieces {
            let rays = known.iter().find(|(name, _)| *name == piece.name);
            let rays = match rays {
                Some((_, rays)) => rays.clone(),
                None => self.rays_of(piece, None, &piece.walk.rays, arrays),
            };
            let is_there = module.field(piece, Field::MASK) != Presence::Absent;
            let masks = if is_there && !self.custom.tests_apart {
                self.field_name(piece, Field::MASK)
            } else {
                let name = self.own.constant(&[&piece.name, "test", "masks"]);
                let name = self.private(name);
                let doc = Field::MASK.sentence(&words(&piece.name));
                let (kind, storage) = (ArrayKind::BySquare, Storage::Word);
                arrays.push(Array::new(name.as_str(), doc, kind, storage, &piece.masks[..]));
                name
            };
            pieces.push(TestedPiece {
                spoken: words(&piece.name),
                lookup: self.lookup_name(piece),
                is_public: piece.is_public,
                masks,
                rays,
            });
        }
        let union = |union: &crate::model::UnionModule| TestedUnion {
            spoken: words(&union.name),
            lookup: module.names.lookup(&union.name),
            of: union.of.clone(),
        };
        SelfTest {
            name: module.names.function(&["self", "test"]),
            arrays: Vec::new(),
            pieces,
            unions: module.unions.iter().map(union).collect(),
        }
    }
}

/// An array of bit indices, or of places.
pub(super) fn places<'a>(name: &str, doc: &str, values: &[u8]) -> Array<'a> {
    let values: Vec<u64> = values.iter().map(|value| u64::from(*value)).collect();
    Array::new(name, doc, ArrayKind::Places, Storage::Byte, values)
}
