//! Proves companions: each is run on all squares, in each of its forms, and compared with squares counted by file and rank.

use super::fills;
use super::ground::{Ground, joined, random_words};
use super::pieces::{SIDES, turned};
use super::{Argument, ArgumentOrder, BetweenEnd, Companion, Leaper, Sort, Wish};
use crate::model::parts::Part;
use magicgen_board::{Coordinate, Mapping, Piece, SquareSet, Step, Walk};
use magicgen_ir::interp::{Fault, Memory, RunInput, run_on};
use magicgen_ir::{Fields, LookupRef, Table, Type};

/// A companion that is wrong, and the arguments for which it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompanionFault {
    /// The part.
    pub part: Part,
    /// The arguments; a number is a set's lowest word.
    pub arguments: Vec<SquareSet>,
    /// The result, or why there is none.
    pub found: Result<SquareSet, Fault>,
    /// The right result.
    pub right: SquareSet,
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
    let lookup = |of: LookupRef, square: u8, occupied: SquareSet| {
        let walk = walks.iter().find(|(lookup, _)| *lookup == of);
        walk.map_or(SquareSet::EMPTY, |(_, walk)| walk.attack_set(square, occupied))
    };
    let plain = Plain { wish, mapping };
    for companion in companions {
        let Some(right) = plain.function(companion) else { continue };
        let mut word = random_words(&blake3::Hasher::new_derive_key("magicgen random sets"));
        // Of functions of three squares, all arguments at once would need much memory.
        for first in plain.first_arguments(companion) {
            let columns = plain.columns(companion, first, &mut word);
            prove_on(companion, tables, &columns, &lookup, &right)?;
        }
    }
    Ok(())
}

/// Compares a companion, in each of its forms, with the plain method on columns of arguments.
fn prove_on(
    companion: &Companion,
    tables: &[Table],
    columns: &[Vec<SquareSet>],
    lookup: &dyn Fn(LookupRef, u8, SquareSet) -> SquareSet,
    right: &Right<'_>,
) -> Result<(), CompanionFault> {
    let fields = Fields::default();
    let memory = Memory { fields: &fields, tables };
    let count = columns.first().map_or(0, Vec::len);
    let occupied = vec![0; count];
    let words = |(argument, column): (&Argument, &Vec<SquareSet>)| {
        let words = 0..usize::from(argument.parameter.kind.words());
        let word = |word: usize| column.iter().map(|set| set.words()[word]).collect();
        words.map(word).collect::<Vec<Vec<u64>>>()
    };
    let parameters: Vec<Vec<Vec<u64>>> =
        companion.parameters.iter().zip(columns).map(words).collect();
    let given = |is_second_way| RunInput {
        square: 0,
        occupied: &occupied,
        further: &[],
        parameters: &parameters,
        lookup,
        is_second_way,
    };
    // The bits that shifts of vectors bring in from outside of the board must not matter.
    let on_vectors = companion.lanes.iter().flat_map(|lanes| [(lanes, false), (lanes, true)]);
    let forms = [(&companion.program, false)].into_iter().chain(on_vectors);
    let found =
        forms.map(|(program, second)| run_on(program, program.result, memory, given(second)));
    let found: Vec<_> = found.collect();
    let mut arguments = Vec::new();
    for at in 0..count {
        arguments.clear();
        arguments.extend(columns.iter().map(|column| column[at]));
        let right = right(&arguments);
        let found = found.iter().map(|found| match found {
            Ok(found) => Ok(found[at]),
            Err(fault) => Err(*fault),
        });
        if let Some(found) = found.into_iter().find(|found| *found != Ok(right)) {
            return Err(CompanionFault { part: companion.part, arguments, found, right });
        }
    }
    Ok(())
}

impl Plain<'_> {
    /// The numbers that a parameter which is no set is tried with.
    fn numbers(&self, argument: &Argument) -> Vec<u8> {
        let most = argument.parameter.most;
        let is_square = argument.sort == Sort::Square;
        (0..=most).filter(|value| !is_square || self.mapping.square_set().has(*value)).collect()
    }

    /// The numbers that the first such parameter is tried with, one after another; `None` without one.
    fn first_arguments(&self, companion: &Companion) -> Vec<Option<u8>> {
        let first = companion.parameters.iter().find(|one| one.parameter.kind == Type::Half);
        first.map_or(vec![None], |first| self.numbers(first).into_iter().map(Some).collect())
    }

    /// A column of arguments for each parameter: every combination of squares and small numbers that begins with `first`;
    /// where there are sets, each with several.
    fn columns(
        &self,
        companion: &Companion,
        first: Option<u8>,
        word: &mut impl FnMut() -> u64,
    ) -> Vec<Vec<SquareSet>> {
        let is_half = |one: &&Argument| one.parameter.kind == Type::Half;
        let has_sets = !companion.parameters.iter().all(|one| is_half(&one));
        let sets = if has_sets { SETS } else { 1 };
        let mut rows: Vec<Vec<u8>> = vec![first.into_iter().collect()];
        for argument in companion.parameters.iter().filter(is_half).skip(1) {
            let values = self.numbers(argument);
            let longer = |row: &Vec<u8>| {
                let row = row.clone();
                values.iter().map(move |value| [&row[..], &[*value]].concat()).collect::<Vec<_>>()
            };
            rows = rows.iter().flat_map(longer).collect();
        }
        let squares = self.mapping.square_set();
        let drawn = usize::from(self.mapping.words());
        let mut random = || {
            let mut words = [0; 4];
            words[..drawn].fill_with(&mut *word);
            SquareSet::from_words(words) & squares
        };
        let mut columns = vec![Vec::new(); companion.parameters.len()];
        for row in &rows {
            for number in 0..sets {
                let mut small = row.iter();
                for (argument, column) in companion.parameters.iter().zip(&mut columns) {
                    column.push(match argument.parameter.kind {
                        Type::Half => u64::from(small.next().copied().unwrap_or_default()).into(),
                        _ if number == 0 => SquareSet::EMPTY,
                        _ if number == 1 => squares,
                        // Few squares, as on a board, or many.
                        _ if number % 2 == 0 => random() & random(),
                        _ => random() & random() & random(),
                    });
                }
            }
        }
        if companion.part == Part::Pins {
            // Pieces stand on occupied squares.
            let (occupied, pieces) = columns[1..].split_at_mut(1);
            for column in pieces {
                let both = column.iter_mut().zip(&occupied[0]);
                both.for_each(|(set, occupied)| *set = *set & *occupied);
            }
        }
        if let (Part::Fills, Some(slider)) =
            (companion.part, self.wish.slider(&companion.name.piece))
        {
            let word = random_words(&blake3::Hasher::new_derive_key("magicgen random blockers"));
            let more = fills::columns(slider, Ground { mapping: self.mapping }, word);
            for (column, more) in columns.iter_mut().zip(more) {
                column.extend(more.into_iter().map(SquareSet::from));
            }
        }
        columns
    }
}

/// The plain method: squares by file and rank, step by step.
struct Plain<'p> {
    wish: &'p Wish,
    mapping: &'p Mapping,
}

/// A function of the arguments.
type Right<'p> = Box<dyn Fn(&[SquareSet]) -> SquareSet + 'p>;

impl<'p> Plain<'p> {
    /// The plain form of a companion; `None` for keys, which are random.
    fn function(&'p self, companion: &'p Companion) -> Option<Right<'p>> {
        // Two squares or a square and a side tell themselves apart by the order.
        let is_turned = self.wish.order == ArgumentOrder::SquareSide;
        let sided = move |given: &[SquareSet]| match given {
            [at, side, ..] if is_turned => sided(&[*side, *at]),
            _ => sided(given),
        };
        let right: Right<'p> = match companion.part {
            Part::Leapers => {
                let is_it = |leaper: &&Leaper| leaper.piece.name == companion.name.piece;
                let leaper = self.wish.leapers.iter().find(is_it)?;
                Box::new(move |given| {
                    let (side, square) = sided(given);
                    self.steps(&turned(&leaper.piece, SIDES[side], self.mapping.board()), square)
                })
            }
            Part::Pawns if companion.parameters.len() == 2 => Box::new(move |given| {
                let (side, square) = sided(given);
                let rays = vec![(-1, SIDES[side]), (1, SIDES[side])];
                self.steps(&Piece::of_rays("", &rays, 1), square)
            }),
            Part::Pawns => Box::new(move |given| {
                let (side, square) = sided(given);
                let step = |from: u8| {
                    let to = self.stepped(from, (0, SIDES[side]))?;
                    (!given[2].has(to)).then_some(to)
                };
                let Some(single) = step(square) else { return SquareSet::EMPTY };
                let from = self.mapping.square(square);
                let may = from.is_some_and(|at| self.wish.double_steps[side] == Some(at.rank));
                let double = step(single).filter(|_| may);
                [single].into_iter().chain(double).collect()
            }),
            Part::Rays => {
                let slider = self.wish.slider(&companion.name.piece)?;
                Box::new(move |given| self.slide(&slider.piece, square(given[0]), SquareSet::EMPTY))
            }
            Part::Xray => {
                let slider = self.wish.slider(&companion.name.piece)?;
                Box::new(move |given| {
                    let before = self.slide(&slider.piece, square(given[0]), given[1]);
                    let left = given[1] & !(before & given[2]);
                    self.slide(&slider.piece, square(given[0]), left) & !before
                })
            }
            Part::Fills => {
                let slider = self.wish.slider(&companion.name.piece)?;
                Box::new(move |given| {
                    let attacks =
                        given[0].bits().map(|bit| self.slide(&slider.piece, bit, given[1]));
                    attacks.fold(SquareSet::EMPTY, |set, attacks| set | attacks)
                })
            }
            Part::Between => Box::new(|given| self.between(square(given[0]), square(given[1]))),
            Part::HalfRay => Box::new(|given| {
                let [origin, through] = [given[0], given[1]].map(square);
                let direction = self.direction(origin, through);
                direction.map_or(SquareSet::EMPTY, |(step, _)| joined(&self.ray(origin, step)))
            }),
            Part::PseudoAttacks => self.pseudo(),
            Part::Line => Box::new(|given| self.line(square(given[0]), square(given[1]))),
            Part::RayPass => Box::new(|given| {
                let [origin, through] = [given[0], given[1]].map(square);
                let direction = self.direction(origin, through);
                direction.map_or(SquareSet::EMPTY, |(step, _)| joined(&self.ray(through, step)))
            }),
            Part::Aligned => {
                let mapping = self.mapping;
                let indices = mapping.indices();
                let pairs = mapping.bit_indices();
                let pairs = pairs.flat_map(|a| mapping.bit_indices().map(move |b| (a, b)));
                let lines: Vec<SquareSet> = pairs.map(|(a, b)| self.line(a, b)).collect();
                Box::new(move |given| {
                    let [a, b] = [given[0], given[1]].map(|at| usize::from(square(at)));
                    let line = lines.get(a * usize::from(indices) + b);
                    u64::from(line.is_some_and(|line| line.has(square(given[2])))).into()
                })
            }
            Part::Directions => Box::new(|given| {
                let direction = self.direction(square(given[0]), square(given[1]));
                let number = |(step, _): (Step, _)| DIRECTIONS.iter().position(|one| *one == step);
                direction.and_then(number).map_or(8, |number| number as u64).into()
            }),
            Part::Distance => Box::new(|given| {
                let at = |of: SquareSet| self.mapping.square(square(of));
                let (Some(a), Some(b)) = (at(given[0]), at(given[1])) else {
                    return SquareSet::EMPTY;
                };
                self.distance(a, b).into()
            }),
            Part::Pins => Box::new(|given| self.pinned(given)),
            _ => return None,
        };
        Some(right)
    }

    /// The attacks of a piece by its number, on the empty board.
    fn pseudo(&self) -> Right<'_> {
        let numbered = self.wish.numbered();
        Box::new(move |given| {
            let [number, at] = [given[0], given[1]].map(square);
            let one = numbered.iter().find(|one| one.number == number);
            one.map_or(SquareSet::EMPTY, |one| {
                let piece = turned(&one.piece, one.side, self.mapping.board());
                self.slide(&piece, at, SquareSet::EMPTY)
            })
        })
    }

    /// A king's moves between two squares of a rectangle; on hexagons, steps over edges.
    fn distance(&self, a: Coordinate, b: Coordinate) -> u64 {
        let files = i32::from(b.file) - i32::from(a.file);
        let ranks = i32::from(b.rank) - i32::from(a.rank);
        // Of two opposite steps on hexagons' axes, one step over an edge does both.
        let is_sum = self.mapping.board().is_hex && files.signum() == ranks.signum();
        let steps = if is_sum { (files + ranks).abs() } else { files.abs().max(ranks.abs()) };
        u64::from(steps.unsigned_abs())
    }

    /// The square one step away.
    fn stepped(&self, from: u8, step: (i8, i8)) -> Option<u8> {
        self.mapping.bit(self.mapping.square(from)?.stepped(step)?)
    }

    fn steps(&self, piece: &Piece, square: u8) -> SquareSet {
        if !piece.is_slider() {
            return Walk::new(piece, self.mapping).attack_set(square, SquareSet::EMPTY);
        }
        piece.rays.iter().filter_map(|step| self.stepped(square, *step)).collect()
    }

    fn slide(&self, piece: &Piece, square: u8, occupied: SquareSet) -> SquareSet {
        if !piece.is_slider() {
            return Walk::new(piece, self.mapping).attack_set(square, occupied);
        }
        let mut attacks = SquareSet::EMPTY;
        for step in &piece.rays {
            let mut at = square;
            for _ in 0..piece.range {
                let Some(next) = self.stepped(at, *step) else { break };
                attacks.insert(next);
                if occupied.has(next) {
                    break;
                }
                at = next;
            }
        }
        attacks
    }

    /// The squares of a direction from a square on, nearest first.
    fn ray(&self, from: u8, step: Step) -> Vec<u8> {
        let next = |at: &u8| self.stepped(*at, step);
        std::iter::successors(next(&from), next).collect()
    }

    /// The steps of the directions on this board. On hexagons they lead over edges or corners.
    fn directions(&self) -> Vec<Step> {
        if !self.mapping.board().is_hex {
            return DIRECTIONS.to_vec();
        }
        let edges = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)];
        let corner = |(at, edge): (usize, &Step)| {
            let next = edges[(at + 1) % edges.len()];
            (edge.0 + next.0, edge.1 + next.1)
        };
        edges.iter().copied().chain(edges.iter().enumerate().map(corner)).collect()
    }

    /// The direction from one square to another, and the squares between.
    fn direction(&self, from: u8, to: u8) -> Option<(Step, Vec<u8>)> {
        self.directions().into_iter().find_map(|step| {
            let mut ray = self.ray(from, step);
            let at = ray.iter().position(|bit| *bit == to)?;
            ray.truncate(at);
            Some((step, ray))
        })
    }

    fn between(&self, from: u8, to: u8) -> SquareSet {
        let direction = self.direction(from, to);
        let has_end = match self.wish.between_end {
            BetweenEnd::Excluded => false,
            BetweenEnd::Included => true,
            BetweenEnd::OnLine => direction.is_some(),
        };
        let mut set = direction.map_or(SquareSet::EMPTY, |(_, between)| joined(&between));
        if has_end {
            set.insert(to);
        }
        set
    }

    fn line(&self, from: u8, to: u8) -> SquareSet {
        let Some((step, _)) = self.direction(from, to) else { return SquareSet::EMPTY };
        let both = [step, (-step.0, -step.1)];
        let ray = |step| joined(&self.ray(from, step));
        both.into_iter().fold(SquareSet::of(from), |set, step| set | ray(step))
    }

    /// The pieces that stand alone between a square and a rook or bishop that would attack it.
    fn pinned(&self, given: &[SquareSet]) -> SquareSet {
        let &[at, occupied, own, rooks, bishops] = given else { return SquareSet::EMPTY };
        let mut pinned = SquareSet::EMPTY;
        for step in self.directions() {
            let moves = |(name, riders): (&str, SquareSet)| {
                let slider = self.wish.slider(name)?;
                slider.piece.rays.contains(&step).then_some(riders)
            };
            let riders = [("rook", rooks), ("bishop", bishops)].into_iter().find_map(moves);
            let ray = self.ray(square(at), step);
            let mut on_ray = ray.into_iter().filter(|bit| occupied.has(*bit));
            if let (Some(first), Some(second)) = (on_ray.next(), on_ray.next())
                && own.has(first)
                && riders.is_some_and(|riders| riders.has(second))
            {
                pinned.insert(first);
            }
        }
        pinned
    }
}

/// The steps of the eight directions of a rectangle, by their numbers.
const DIRECTIONS: [Step; 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// A small number among the arguments, such as a square.
const fn square(of: SquareSet) -> u8 {
    of.low() as u8
}

/// The side and the square. The side may be missing, and is then 0.
fn sided(given: &[SquareSet]) -> (usize, u8) {
    match given {
        [at] => (0, square(*at)),
        [side, at, ..] => (square(*side).into(), square(*at)),
        [] => (0, 0),
    }
}
