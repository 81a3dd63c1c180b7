//! Describes the rays that start-up code and tests walk, the loops of start-up code, and the comparisons of tests.

use super::{Maker, prose};
use crate::render::prelude::*;

/// The function that walks rays.
#[derive(Clone, Debug)]
pub struct RayFunction {
    /// The name of the function, which takes a piece's rays, a square and an occupancy.
    pub name: String,
    /// True if a piece's range is shorter than the board.
    pub has_range: bool,
    /// One more than the highest bit index.
    pub indices: u16,
    /// The set of all squares, if some bit index below the highest is no square. Loops over squares skip the others.
    pub squares: Option<Bitboard>,
    /// The arrays that map bit indices to places in a grid and back, if steps along rays add no constant to bit
    /// indices.
    pub grid: Option<Grid>,
}

/// The names of the two arrays between bit indices and places in a grid.
#[derive(Clone, Debug)]
pub struct Grid {
    /// The array with the place of each bit index.
    pub of_bit: String,
    /// The array with the bit index of each place.
    pub bit_of: String,
}

/// The rays of a piece, or of one of its lines.
#[derive(Clone, Debug)]
pub struct Rays {
    /// The piece's number.
    pub piece: usize,
    /// The line; `None` for all rays of the piece.
    pub line: Option<Line>,
    /// The name of an array of pairs of step and set, for languages that print such an array.
    pub name: String,
    /// The name of the signed array of steps. A step is added to the bit index, or to the place in the grid.
    pub steps: String,
    /// The name of the array of sets: the bit indices, or places, from which a step along the ray stays on the board.
    pub from: String,
    /// The number of rays.
    pub count: usize,
    /// The most steps, used if [`RayFunction::has_range`].
    pub range: u8,
    /// The steps.
    pub step_values: Vec<i8>,
    /// The sets.
    pub from_values: Vec<Bitboard>,
}

/// A loop of start-up code, which walks the attack set of each square under each subset of its mask and stores it.
#[derive(Clone, Debug)]
pub struct FillLoop {
    /// The words of a name for the loop: `fill rook`, `fill rook rank`.
    pub words: Vec<String>,
    /// The piece or line whose attack sets the loop stores, in prose: `rook`, `rook's rank`.
    pub owner: String,
    /// The table's number.
    pub table: usize,
    /// The table's name.
    pub table_name: String,
    /// The field with the masks whose subsets are walked.
    pub mask: Field,
    /// The name of the array of these masks, by square.
    pub masks: String,
    /// The rays.
    pub rays: Rays,
    /// The load that reads the stored sets: a value of the program of which the function `index` computes a part.
    pub load: Option<Value>,
    /// The name of the function that returns the index at which a set is stored.
    pub index: String,
    /// True if squares share slots, so a set is or-ed into the slot instead of replacing it.
    pub is_or: bool,
}

/// The test that compares lookups with attack sets walked along rays.
#[derive(Clone, Debug)]
pub struct SelfTest<'a> {
    /// The name of the test's function, in languages where it is a function.
    pub name: String,
    /// The name of the function that returns the relevant squares of rays: all squares reached on the empty board,
    /// except the last of each ray. It doesn't read the lookups' masks, since they are under test too.
    pub relevant: String,
    /// The arrays that only a test in a separate file reads; a test in the same file reads arrays of the page.
    pub arrays: Vec<Array<'a>>,
    /// The tested pieces.
    pub pieces: Vec<TestedPiece>,
    /// The tested unions.
    pub unions: Vec<TestedUnion>,
}

impl<'a> SelfTest<'a> {
    /// The test without arrays that the file of lookups has under another name, for a test file that sees that file's
    /// private items.
    pub fn beside(&self, page: &Page<'a>) -> Self {
        let same = |array: &Array<'_>| {
            let is_same =
                |other: &&Array<'_>| other.doc == array.doc && other.values == array.values;
            page.arrays.iter().find(is_same)
        };
        let shown = |name: &str| {
            let own = self.arrays.iter().find(|array| array.name == name);
            own.and_then(same).map_or(name, |array| &array.name).to_owned()
        };
        let piece = |piece: &TestedPiece| {
            let rays = &piece.rays;
            let (steps, from) = (shown(&rays.steps), shown(&rays.from));
            TestedPiece { rays: Rays { steps, from, ..rays.clone() }, ..piece.clone() }
        };
        Self {
            arrays: self.arrays.iter().filter(|array| same(array).is_none()).cloned().collect(),
            pieces: self.pieces.iter().map(piece).collect(),
            ..self.clone()
        }
    }
}

/// A lookup that is compared under every subset of the relevant squares, with all other squares empty and with all of
/// them occupied.
#[derive(Clone, Debug)]
pub struct TestedPiece {
    /// The piece's name in prose.
    pub spoken: String,
    /// The name of the lookup.
    pub lookup: String,
    /// False if only unions call the lookup, so that a test in a separate file can't call it.
    pub is_public: bool,
    /// The piece's rays.
    pub rays: Rays,
}

/// A lookup that is compared with the union of other lookups.
#[derive(Clone, Debug)]
pub struct TestedUnion {
    /// The union's name in prose.
    pub spoken: String,
    /// The name of the lookup.
    pub lookup: String,
    /// The indices of the union's pieces among the tested ones.
    pub of: Vec<usize>,
}

/// The test of a module for a separate file, class or module, with the function that walks rays and all arrays that it
/// reads, even if the module's file has some of them. `None` if the config asks for no test.
pub fn test_apart(module: &Module, custom: Custom) -> Option<(RayFunction, SelfTest<'_>)> {
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
    ) -> (Option<RayFunction>, Vec<FillLoop>, Option<SelfTest<'a>>) {
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
        // A test in a separate file may reuse the names of the main file's private items.
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

    fn walk(&mut self, arrays: &mut Vec<Array<'a>>) -> RayFunction {
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
        RayFunction {
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
            pieces.push(TestedPiece {
                spoken: words(&piece.name),
                lookup: self.lookup_name(piece, None),
                is_public: piece.is_public,
                rays,
            });
        }
        let union = |union: &magicgen_lookup::model::UnionModule| TestedUnion {
            spoken: words(&union.name),
            lookup: module.names.lookup(&union.name),
            of: union.of.clone(),
        };
        SelfTest {
            name: module.names.function(&["self", "test"]),
            relevant: self.private(self.own_functions.function(&["relevant", "squares"])),
            arrays: Vec::new(),
            pieces,
            unions: module.unions.iter().map(union).collect(),
        }
    }
}

/// An array of bit indices or of places in a grid.
pub(super) fn places<'a>(name: &str, doc: &str, values: &[u8]) -> Array<'a> {
    let values: Vec<u64> = values.iter().map(|value| u64::from(*value)).collect();
    Array::new(name, doc, ArrayKind::Places, Storage::Byte, values)
}
