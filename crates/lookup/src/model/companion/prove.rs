//! Proves companions: each is run on all squares, in each of its forms, and compared with squares counted by file and rank.

use super::fills;
use super::ground::{DIRECTIONS, Ground, joined, random_words};
use super::pieces::{SIDES, turned};
use super::{Companion, Slider, Title, Wish};
use crate::model::parts::Part;
use magicgen_board::{Bitboard, Mapping, Piece, Walk, bits};
use magicgen_ir::interp::{Fault, Memory, RunInput, run_on};
use magicgen_ir::{Fields, LookupRef, Table, Type};

/// A companion that is wrong, and the arguments for which it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompanionFault {
    /// The part.
    pub part: Part,
    /// The arguments.
    pub arguments: Vec<Bitboard>,
    /// The result, or why there is none.
    pub found: Result<Bitboard, Fault>,
    /// The right result.
    pub right: Bitboard,
}

/// The number of sets of occupied squares with which functions of sets are tried on each square.
const SETS: usize = 64;

/// Proves each companion for all squares and sides, and for random sets of squares.
pub fn prove(
    companions: &[Companion],
    wish: &Wish,
    mapping: &Mapping,
    tables: &[Table],
) -> Result<(), CompanionFault> {
    let walks: Vec<(LookupRef, Walk)> = wish
        .sliders
        .iter()
        .map(|slider| (slider.lookup, Walk::new(&slider.piece, mapping)))
        .collect();
    let lookup = |of: LookupRef, square: Bitboard, occupied: Bitboard| {
        let walk = walks.iter().find(|(lookup, _)| *lookup == of);
        walk.map_or(0, |(_, walk)| walk.attacks(square as u8, occupied))
    };
    let plain = Plain { wish, mapping };
    for companion in companions {
        let Some(right) = plain.function(companion) else { continue };
        let fields = Fields::default();
        let memory = Memory { fields: &fields, tables };
        let columns = plain.columns(companion);
        let count = columns.first().map_or(0, Vec::len);
        let occupied = vec![0; count];
        let given = |rotates| RunInput {
            square: 0,
            occupied: &occupied,
            further: &[],
            parameters: &columns,
            lookup: &lookup,
            rotates,
        };
        // The bits that shifts of vectors bring in from outside of the board must not matter.
        let on_vectors = companion.lanes.iter().flat_map(|lanes| [(lanes, false), (lanes, true)]);
        let forms = [(&companion.program, false)].into_iter().chain(on_vectors);
        let found =
            forms.map(|(program, rotates)| run_on(program, program.result, memory, given(rotates)));
        let found: Vec<_> = found.collect();
        for at in 0..count {
            let arguments: Vec<Bitboard> = columns.iter().map(|column| column[at]).collect();
            let right = right(&arguments);
            let found = found.iter().map(|found| match found {
                Ok(found) => Ok(found[at]),
                Err(fault) => Err(*fault),
            });
            if let Some(found) = found.into_iter().find(|found| *found != Ok(right)) {
                return Err(CompanionFault { part: companion.part, arguments, found, right });
            }
        }
    }
    Ok(())
}

impl Plain<'_> {
    /// A column of arguments for each parameter, on which a companion is proved.
    fn columns(&self, companion: &Companion) -> Vec<Vec<Bitboard>> {
        let mut columns = columns(companion, self.mapping);
        if let (Part::Fills, Some(slider)) =
            (companion.part, self.slider(&companion.name, fills::FILL))
        {
            let word = random_words(&blake3::Hasher::new_derive_key("magicgen random blockers"));
            let more = fills::columns(slider, Ground { mapping: self.mapping }, word);
            columns.iter_mut().zip(more).for_each(|(column, more)| column.extend(more));
        }
        columns
    }
}

/// A column of arguments for each parameter: every combination of squares and small numbers; where there are sets, each
/// with several.
fn columns(companion: &Companion, mapping: &Mapping) -> Vec<Vec<Bitboard>> {
    let has_sets = companion.parameters.iter().any(|a| a.parameter.kind == Type::Word);
    let sets = if has_sets { SETS } else { 1 };
    let mut rows: Vec<Vec<Bitboard>> = vec![Vec::new()];
    for argument in companion.parameters.iter().filter(|a| a.parameter.kind == Type::Half) {
        let most = argument.parameter.most;
        let is_square = u16::from(most) + 1 == mapping.indices();
        let can = |value: &u8| !is_square || mapping.squares() >> value & 1 != 0;
        let values: Vec<u8> = (0..=most).filter(can).collect();
        let longer = |row: &Vec<Bitboard>| {
            let row = row.clone();
            values
                .iter()
                .map(move |value| [row.clone(), vec![u64::from(*value)]].concat())
                .collect::<Vec<_>>()
        };
        rows = rows.iter().flat_map(longer).collect();
    }
    let mut word = random_words(&blake3::Hasher::new_derive_key("magicgen random sets"));
    let mut columns = vec![Vec::new(); companion.parameters.len()];
    for row in &rows {
        for number in 0..sets {
            let mut small = row.iter();
            for (argument, column) in companion.parameters.iter().zip(&mut columns) {
                column.push(match argument.parameter.kind {
                    Type::Half => small.next().copied().unwrap_or_default(),
                    Type::Word if number == 0 => 0,
                    Type::Word if number == 1 => mapping.squares(),
                    // Few squares, as on a board, or many.
                    Type::Word if number % 2 == 0 => word() & word() & mapping.squares(),
                    Type::Word | Type::Lanes(_) | Type::Set(_) => {
                        word() & word() & word() & mapping.squares()
                    }
                });
            }
        }
    }
    if companion.part == Part::Pins {
        // Pieces stand on occupied squares.
        let (occupied, pieces) = columns[1..].split_at_mut(1);
        for column in pieces {
            column.iter_mut().zip(&occupied[0]).for_each(|(set, occupied)| *set &= occupied);
        }
    }
    columns
}

/// The plain method: squares by file and rank, step by step.
struct Plain<'p> {
    wish: &'p Wish,
    mapping: &'p Mapping,
}

/// A function of the arguments.
type Right<'p> = Box<dyn Fn(&[Bitboard]) -> Bitboard + 'p>;

impl<'p> Plain<'p> {
    /// The plain form of a companion; `None` for keys, which are random.
    fn function(&'p self, companion: &'p Companion) -> Option<Right<'p>> {
        let piece = |name: &Title| match name {
            Title::Attacks(piece) => piece.clone(),
            Title::Words(words) => words.rsplit_once(' ').map_or("", |(piece, _)| piece).to_owned(),
        };
        let right: Right<'p> = match companion.part {
            Part::Leapers => {
                let name = piece(&companion.name);
                let leaper = self.wish.leapers.iter().find(|leaper| leaper.piece.name == name)?;
                Box::new(move |given| {
                    let (side, square) = sided(given);
                    self.steps(
                        &turned(&leaper.piece, SIDES[side], self.mapping.board().height),
                        square,
                    )
                })
            }
            Part::Pawns if companion.parameters.len() == 2 => Box::new(|given| {
                let (side, square) = sided(given);
                let rays = vec![(-1, SIDES[side]), (1, SIDES[side])];
                self.steps(&Piece::of_rays("", &rays, 1), square)
            }),
            Part::Pawns => Box::new(|given| {
                let side = given[0] as usize;
                let step = |from: u64| {
                    let to = self.stepped(from as u8, (0, SIDES[side]))?;
                    (given[2] >> to & 1 == 0).then_some(u64::from(to))
                };
                let Some(single) = step(given[1]) else { return 0 };
                let from = self.mapping.square(given[1] as u8);
                let may = from.is_some_and(|at| self.wish.double_steps[side] == Some(at.rank));
                let double = step(single).filter(|_| may);
                1 << single | double.map_or(0, |double| 1 << double)
            }),
            Part::Rays => {
                let slider = self.slider(&companion.name, " rays")?;
                Box::new(move |given| self.slide(slider, given[0], 0))
            }
            Part::Xray => {
                let slider = self.slider(&companion.name, " xray")?;
                Box::new(move |given| {
                    let before = self.slide(slider, given[0], given[1]);
                    let left = given[1] & !(before & given[2]);
                    self.slide(slider, given[0], left) & !before
                })
            }
            Part::Fills => {
                let slider = self.slider(&companion.name, fills::FILL)?;
                Box::new(move |given| {
                    let sliders = bits(given[0]);
                    sliders.fold(0, |set, bit| set | self.slide(slider, u64::from(bit), given[1]))
                })
            }
            Part::Between => Box::new(|given| self.between(given[0], given[1])),
            Part::Line => Box::new(|given| self.line(given[0], given[1])),
            Part::RayPass => Box::new(|given| {
                let Some((direction, _)) = self.direction(given[0], given[1]) else { return 0 };
                joined(&self.ray(given[1], direction))
            }),
            Part::Aligned => {
                let indices = u64::from(self.mapping.indices());
                let pairs = (0..indices).flat_map(|a| (0..indices).map(move |b| (a, b)));
                let lines: Vec<Bitboard> = pairs.map(|(a, b)| self.line(a, b)).collect();
                Box::new(move |given| {
                    let pair = given[0] * indices + given[1];
                    lines.get(pair as usize).map_or(0, |line| line >> given[2] & 1)
                })
            }
            Part::Directions => Box::new(|given| {
                self.direction(given[0], given[1]).map_or(8, |(direction, _)| direction as u64)
            }),
            Part::Distance => Box::new(|given| {
                let at = |square: u64| self.mapping.square(square as u8);
                let (Some(a), Some(b)) = (at(given[0]), at(given[1])) else { return 0 };
                u64::from(a.file.abs_diff(b.file)).max(u64::from(a.rank.abs_diff(b.rank)))
            }),
            Part::Pins => Box::new(|given| self.pinned(given)),
            _ => return None,
        };
        Some(right)
    }

    fn slider(&self, name: &Title, end: &str) -> Option<&'p Slider> {
        let Title::Words(words) = name else { return None };
        let spoken = words.strip_suffix(end)?;
        self.wish.sliders.iter().find(|slider| crate::model::words(&slider.name) == spoken)
    }

    /// The square one step away.
    fn stepped(&self, from: u8, step: (i8, i8)) -> Option<u8> {
        self.mapping.bit(self.mapping.square(from)?.stepped(step)?)
    }

    fn steps(&self, piece: &Piece, square: u64) -> Bitboard {
        if !piece.is_slider() {
            return Walk::new(piece, self.mapping).attacks(square as u8, 0);
        }
        let targets = piece.rays.iter().filter_map(|step| self.stepped(square as u8, *step));
        joined(&targets.collect::<Vec<u8>>())
    }

    fn slide(&self, slider: &Slider, square: u64, occupied: Bitboard) -> Bitboard {
        if !slider.slides() {
            return Walk::new(&slider.piece, self.mapping).attacks(square as u8, occupied);
        }
        let mut attacks = 0;
        for step in &slider.piece.rays {
            let mut at = square as u8;
            for _ in 0..slider.piece.range {
                let Some(next) = self.stepped(at, *step) else { break };
                attacks |= 1 << next;
                if occupied >> next & 1 != 0 {
                    break;
                }
                at = next;
            }
        }
        attacks
    }

    /// The squares of a direction from a square on, nearest first.
    fn ray(&self, from: u64, direction: usize) -> Vec<u8> {
        let step = |at: &u8| self.stepped(*at, DIRECTIONS[direction]);
        std::iter::successors(step(&(from as u8)), step).collect()
    }

    /// The direction from one square to another, and the squares between.
    fn direction(&self, from: u64, to: u64) -> Option<(usize, Vec<u8>)> {
        (0..DIRECTIONS.len()).find_map(|direction| {
            let mut ray = self.ray(from, direction);
            let at = ray.iter().position(|bit| u64::from(*bit) == to)?;
            ray.truncate(at);
            Some((direction, ray))
        })
    }

    fn between(&self, from: u64, to: u64) -> Bitboard {
        self.direction(from, to).map_or(0, |(_, between)| joined(&between))
    }

    fn line(&self, from: u64, to: u64) -> Bitboard {
        let Some((direction, _)) = self.direction(from, to) else { return 0 };
        let both = [direction, (direction + 4) % DIRECTIONS.len()];
        both.into_iter().fold(1 << from, |set, direction| set | joined(&self.ray(from, direction)))
    }

    /// The pieces that stand alone between a square and a rook or bishop that would attack it.
    fn pinned(&self, given: &[Bitboard]) -> Bitboard {
        let &[square, occupied, own, rooks, bishops] = given else { return 0 };
        let mut pinned = 0;
        for direction in 0..DIRECTIONS.len() {
            let is_known = |name: &str| self.wish.slider(name).is_some();
            let (riders, name) =
                if direction % 2 == 0 { (rooks, "rook") } else { (bishops, "bishop") };
            let mut on_ray =
                self.ray(square, direction).into_iter().filter(|bit| occupied >> bit & 1 != 0);
            if let (Some(first), Some(second)) = (on_ray.next(), on_ray.next())
                && own >> first & 1 != 0
                && riders >> second & 1 != 0
                && is_known(name)
            {
                pinned |= 1 << first;
            }
        }
        pinned
    }
}

/// The side and the square. The side may be missing, and is then 0.
fn sided(given: &[Bitboard]) -> (usize, u64) {
    match given {
        [side, square] => (*side as usize, *square),
        _ => (0, given[0]),
    }
}
