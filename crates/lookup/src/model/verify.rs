//! Proves a module, or finds the first occupancy for which a lookup is wrong.
//!
//! The interpreter runs every lookup twice over every subset of every mask: with some squares off the mask occupied,
//! and with all others off the mask occupied. So a mask with one square too many is found wherever it does harm. If
//! tables are filled at start-up, the fill is run as well: it walks the rays that the file will hold, stores attack
//! sets at the index that the program computes, and compares the tables.

use std::fmt;

use super::companion;
use super::{
    Binary, FillMode, LookupPart, Module, Op, PieceModule, Program, TableRole, United, Value,
};
use magicgen_board::{Bitboard, Problem, Purpose, SquareProblem, SquareSet, Walk, subsets};
use magicgen_ir::interp::{self, ColumnRunner, Fault, Memory};

/// A reason why a module must not be printed. It is a bug of this program, never the user's mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Disproof {
    /// A lookup gives a wrong attack set.
    WrongAttacks {
        /// The piece.
        piece: String,
        /// The slider's bit index.
        bit: u8,
        /// The occupancy that was looked up.
        occupied: Bitboard,
        /// The attack set that the lookup gives.
        found: Bitboard,
        /// The right attack set.
        right: Bitboard,
    },
    /// The same on a board of several words.
    WrongSet {
        /// The piece.
        piece: String,
        /// The slider's bit index.
        bit: u8,
        /// The occupancy that was looked up.
        occupied: SquareSet,
        /// The attack set that the lookup gives.
        found: SquareSet,
        /// The right attack set.
        right: SquareSet,
    },
    /// A lookup leaves its table, or shifts a number out of its word.
    Fault {
        /// The piece.
        piece: String,
        /// The slider's bit index.
        bit: u8,
        /// The operation without a meaning.
        fault: Fault,
    },
    /// A companion gives a wrong result.
    Companion(companion::CompanionFault),
    /// Start-up code would fill a slot with a value that isn't the table's.
    WrongFill {
        /// The piece.
        piece: String,
        /// The slot.
        position: usize,
    },
}

impl fmt::Display for Disproof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongAttacks { piece, bit, occupied, found, right } => write!(
                f,
                "the {piece} on bit {bit} under {occupied:#018x} is looked up as {found:#018x}, but attacks {right:#018x}"
            ),
            Self::WrongSet { piece, bit, occupied, found, right } => write!(
                f,
                "the {piece} on bit {bit} under {:x?} is looked up as {:x?}, but attacks {:x?}",
                occupied.words(),
                found.words(),
                right.words()
            ),
            Self::Fault { piece, bit, fault } => write!(f, "the {piece} on bit {bit} {fault}"),
            Self::Companion(companion::CompanionFault { part, arguments, found, right }) => {
                let arguments: Vec<String> = arguments.iter().copied().map(digits).collect();
                let found = found.map_or_else(|fault| fault.to_string(), digits);
                let (part, arguments, right) = (part.id(), arguments.join(", "), digits(*right));
                write!(f, "`{part}` of {arguments} gives {found}, but {right} is right")
            }
            Self::WrongFill { piece, position } => {
                write!(f, "start-up code for the {piece} fills slot {position} wrongly")
            }
        }
    }
}

/// A set, or a number, in hexadecimal digits.
fn digits(set: SquareSet) -> String {
    let words = set.words().map(|word| format!("{word:016x}"));
    let all: String = words.into_iter().rev().collect();
    let digits = all.trim_start_matches('0');
    format!("0x{}", if digits.is_empty() { "0" } else { digits })
}

impl std::error::Error for Disproof {}

/// The number of subsets that are looked up at once. With two occupancies of 8 bytes for each of them, a column takes 4 KiB.
const SUBSETS_AT_ONCE: usize = 256;

/// Proves every lookup of `module` against the problems it was built from, in the order of its pieces.
pub fn prove(module: &Module, problems: &[&Problem]) -> Result<(), Disproof> {
    prove_lookups(module, problems)?;
    if !module.fills() {
        return Ok(());
    }
    compare_filled(module, &filled(module, problems)?)?;
    let is_dispatched = module.needs_operation(|op| matches!(op, Op::Pick(_)));
    if is_dispatched { prove_packed(module, problems) } else { Ok(()) }
}

fn prove_lookups(module: &Module, problems: &[&Problem]) -> Result<(), Disproof> {
    for (at, (piece, problem)) in module.pieces.iter().zip(problems).enumerate() {
        let mut lookups = DistinctLookups::default();
        if let Some((program, parts)) = &piece.by_line {
            let walks: Vec<Walk> = parts.iter().map(|part| piece.walk.along(&part.rays)).collect();
            for bit in piece.fields.squares() {
                prove_by_line(module, piece, (program, parts, &walks), bit)?;
            }
        } else {
            // With a case for each square, the program for all of them isn't printed.
            let whole = [&piece.program].into_iter().filter(|_| piece.cases.is_empty());
            let programs = whole.chain(&piece.lanes).chain(&piece.queries);
            programs.for_each(|program| lookups.add(program, program.result));
        }
        for United { of, program, sets } in &module.united {
            let own = of.iter().zip(sets).filter(|(piece, _)| **piece == at);
            own.for_each(|(_, set)| lookups.add(program, *set));
        }
        let mut lookups = lookups.runners;
        if lookups.is_empty() && piece.cases.is_empty() {
            continue;
        }
        for square in problem.squares() {
            let occupied = occupancies(&piece.name, *square);
            for lookup in &mut lookups {
                prove_square(module, (piece, lookup), problem, (*square, &occupied))?;
            }
            if piece.by_line.is_some() || piece.cases.is_empty() {
                continue;
            }
            // A square without a case would get the last one, the empty set.
            let is_taken =
                |case: &&(Option<u8>, Program)| case.0.is_none_or(|bit| bit == square.bit);
            let taken = piece.cases.iter().find(is_taken).map_or(&piece.program, |case| &case.1);
            let mut taken = ColumnRunner::new(taken, taken.result);
            prove_square(module, (piece, &mut taken), problem, (*square, &occupied))?;
        }
    }
    Ok(())
}

/// Proves a module as a processor sees it that packs bits quickly: start-up code fills the tables in another order.
fn prove_packed(module: &Module, problems: &[&Problem]) -> Result<(), Disproof> {
    let mut packed = module.clone();
    for piece in &mut packed.pieces {
        let (program, moved) = piece.program.packed();
        for fill in &mut piece.fills {
            fill.index = moved[usize::from(fill.index.0)];
        }
        piece.program = program;
    }
    let tables = filled(&packed, problems)?;
    for (table, filled) in packed.tables.iter_mut().zip(tables) {
        if table.role == TableRole::Attacks {
            table.entries = filled;
        }
    }
    prove_lookups(&packed, problems)
}

/// Proves a lookup on a square with too many subsets for one proof. Each line is proved over every subset of its own
/// mask, as the lookup was composed; the result has to be the union of the lines, or of what lands for its purpose. Then the lookup that is printed is
/// compared with the moves on the same occupancies.
fn prove_by_line(
    module: &Module,
    piece: &PieceModule,
    (composed, parts, walks): (&Program, &[LookupPart], &[Walk]),
    bit: u8,
) -> Result<(), Disproof> {
    let purpose = piece.purpose();
    let memory = Memory { fields: &piece.fields, tables: &module.tables };
    let sets: Vec<Value> = parts.iter().map(|part| part.set).collect();
    let fault = |fault| Disproof::Fault { piece: piece.name.clone(), bit, fault };
    let wrong = |occupied: SquareSet, found: SquareSet, right: SquareSet| {
        let piece = piece.name.clone();
        Disproof::WrongSet { piece, bit, occupied, found, right }
    };
    for (part, along) in parts.iter().zip(walks) {
        let name = format!("{} {:?} {bit}", piece.name, part.rays);
        let mask = along.relevant(bit);
        let sets = along.attack_sets(bit, mask);
        for (occupied, sets) in occupied_on(&name, mask).chunks(512).zip(sets.chunks(256)) {
            let run = |program: &Program, wanted| {
                interp::run_on_sets(program, wanted, memory, bit, occupied)
            };
            let lines = run(composed, part.set).map_err(fault)?;
            let whole = run(&piece.program, piece.program.result).map_err(fault)?;
            let both = lines.into_iter().zip(whole).zip(occupied).enumerate();
            for (at, ((line, whole), occupied)) in both {
                let of = |set| purpose.of_set(set, *occupied);
                let whole_set = of(piece.walk.attack_set(bit, *occupied));
                for (found, right) in [(of(line), of(sets[at / 2])), (whole, whole_set)] {
                    if found != right {
                        return Err(wrong(*occupied, found, right));
                    }
                }
            }
        }
    }
    // A lookup for one purpose keeps a part of the union.
    let union = match composed.op(composed.result) {
        Op::Binary(Binary::And | Binary::AndNot, union, _) if purpose != Purpose::Attack => union,
        _ => composed.result,
    };
    if composed.is_union(union, &sets) {
        Ok(())
    } else {
        Err(wrong(SquareSet::EMPTY, SquareSet::EMPTY, SquareSet::EMPTY))
    }
}

/// The lookups of a piece, each once: a lookup of several pieces may compute a piece's set as the piece's own does.
#[derive(Debug, Default)]
struct DistinctLookups<'p> {
    runners: Vec<ColumnRunner<'p>>,
    /// All lookups in one program, which has each operation once, and their results.
    merged: Program,
    results: Vec<Value>,
}

impl<'p> DistinctLookups<'p> {
    /// Adds a program up to a value, in the second way, too, if an operation has one.
    fn add(&mut self, program: &'p Program, wanted: Value) {
        let result = self.merged.append_with(program, wanted);
        if !self.results.contains(&result) {
            self.results.push(result);
            self.runners.push(ColumnRunner::new(program, wanted));
            self.runners.extend(ColumnRunner::second_way(program, wanted));
        }
    }
}

fn prove_square(
    module: &Module,
    (piece, lookup): (&PieceModule, &mut ColumnRunner<'_>),
    problem: &Problem,
    (square, occupied): (SquareProblem, &[Bitboard]),
) -> Result<(), Disproof> {
    let memory = Memory { fields: &piece.fields, tables: &module.tables };
    let purpose = piece.purpose();
    let right = problem.attacks(square).chunks(SUBSETS_AT_ONCE);
    for (occupied, right) in occupied.chunks(2 * SUBSETS_AT_ONCE).zip(right) {
        let bit = square.bit;
        let found = lookup.run(memory, bit, occupied).map_err(|fault| Disproof::Fault {
            piece: piece.name.clone(),
            bit,
            fault,
        })?;
        let (pairs, _) = found.as_chunks();
        // Without a branch for each pair, many pairs are compared at once.
        let both = pairs.iter().zip(right);
        let differing = both.fold(0, |all, ([a, b], right)| all | (a ^ right) | (b ^ right));
        if purpose == Purpose::Attack && differing == 0 {
            continue;
        }
        let wanted =
            |subset: usize, at: usize| purpose.of(right[subset], occupied[2 * subset + at]);
        let differs = |(subset, found): (usize, &[Bitboard; 2])| {
            (0..2).find(|at| found[*at] != wanted(subset, *at)).map(|at| (subset, at))
        };
        if let Some((subset, at)) = pairs.iter().enumerate().find_map(differs) {
            let (right, at) = (wanted(subset, at), 2 * subset + at);
            let (piece, occupied, found) = (piece.name.clone(), occupied[at], found[at]);
            return Err(Disproof::WrongAttacks { piece, bit, occupied, found, right });
        }
    }
    Ok(())
}

/// Two occupancies for each subset of a square's mask: one with random squares off the mask, and one with all the
/// others.
fn occupancies(piece: &str, square: SquareProblem) -> Vec<Bitboard> {
    let mut state = seed(&format!("{piece} {}", square.bit));
    let mut occupied = Vec::with_capacity(2 * square.subsets());
    for subset in subsets(square.mask) {
        let some = split_mix(&mut state);
        occupied.extend([subset | some & !square.mask, subset | !some & !square.mask]);
    }
    occupied
}

/// The same for the mask of a line, on a board of any size.
fn occupied_on(name: &str, mask: SquareSet) -> Vec<SquareSet> {
    let mut state = seed(name);
    let mut occupied = Vec::with_capacity(2 << mask.len());
    for subset in mask.subsets() {
        let some = SquareSet::from_words(std::array::from_fn(|_| split_mix(&mut state)));
        occupied.extend([subset | some & !mask, subset | !some & !mask]);
    }
    occupied
}

/// A number for random occupancies that depends on a name.
fn seed(name: &str) -> u64 {
    let hash = blake3::derive_key("magicgen random occupancies 2", name.as_bytes());
    let (seed, _) = hash.as_chunks();
    seed.first().map_or(0, |seed| u64::from_le_bytes(*seed))
}

/// The next number of `SplitMix64` (Steele, Lea and Flood 2014).
const fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut word = *state;
    word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

/// The tables as start-up code fills them.
fn filled(module: &Module, problems: &[&Problem]) -> Result<Vec<Vec<Bitboard>>, Disproof> {
    let mut filled: Vec<Vec<Bitboard>> =
        module.tables.iter().map(|table| vec![0; table.entries.len()]).collect();
    for (piece, problem) in module.pieces.iter().zip(problems) {
        let memory = Memory { fields: &piece.fields, tables: &module.tables };
        for fill in &piece.fills {
            let walk = piece.walk.along(&fill.rays);
            let rows = &module.tables[fill.table].rows;
            let table = &mut filled[fill.table];
            for square in problem.squares() {
                let bit = square.bit;
                let occupied: Vec<Bitboard> = subsets(piece.fields.get(fill.mask(), bit)).collect();
                let out = |fault| Disproof::Fault { piece: piece.name.clone(), bit, fault };
                let indices = interp::run(&piece.program, fill.index, memory, bit, &occupied);
                let start = if fill.is_row { rows.start(bit) } else { 0 };
                for (occupied, index) in occupied.into_iter().zip(indices.map_err(out)?) {
                    let position =
                        start.saturating_add(usize::try_from(index).unwrap_or(usize::MAX));
                    let attacks = walk.attacks(bit, occupied);
                    let wrong = || Disproof::WrongFill { piece: piece.name.clone(), position };
                    let slot = table.get_mut(position).ok_or_else(wrong)?;
                    if fill.mode == FillMode::Assign && *slot != 0 && *slot != attacks {
                        return Err(wrong());
                    }
                    *slot |= attacks;
                }
            }
        }
    }
    Ok(filled)
}

/// Compares the tables that start-up code fills with the tables that the proof of the lookups used.
fn compare_filled(module: &Module, filled: &[Vec<Bitboard>]) -> Result<(), Disproof> {
    for (table, filled) in module.tables.iter().zip(filled) {
        if table.role != TableRole::Attacks {
            continue;
        }
        let differs = filled.iter().zip(&table.entries).position(|(a, b)| a != b);
        if let Some(position) = differs {
            let piece = table.piece.map_or_else(String::new, |at| module.pieces[at].name.clone());
            return Err(Disproof::WrongFill { piece, position });
        }
    }
    Ok(())
}
