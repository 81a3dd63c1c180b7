//! The parts of an output before a language prints it, for showing how its lookups work.

use super::solver::FoundComponents;
use super::{Made, Site, Solver, make, provenance, unfit};
use crate::config::Job;
use crate::error::Error;
use crate::known;
use magicgen_board::{Problem, Walk};
use magicgen_ir::{Binary, Fields, Op, Program, Table};
use magicgen_lookup::layout::Component;
use magicgen_search::known::Known;

/// The lookups of an output.
#[derive(Clone, Debug)]
pub struct Inside {
    /// The searched pieces, in the job's order.
    pub pieces: Vec<PieceInside>,
    /// The tables that the lookups read.
    pub tables: Vec<Table>,
    /// The variant's name, with the config's changes.
    pub variant: String,
}

/// The lookup of one searched piece.
#[derive(Clone, Debug)]
pub struct PieceInside {
    /// The piece's name.
    pub name: String,
    /// The rays.
    pub walk: Walk,
    /// Masks and attack sets along these rays.
    pub problem: Problem,
    /// The lookup, which computes with words and may use every operation.
    pub program: Program,
    /// The fields of the squares.
    pub fields: Fields,
    /// The sentence on the source of the factors; `None` for a lookup without factors.
    pub credit: Option<String>,
    /// The source of each published factor, by the square's bit index.
    pub sources: Vec<(u8, String)>,
}

/// Makes the lookups of an output, without proving them.
pub fn inside(job: &Job, solver: &mut Solver) -> Result<Inside, Error> {
    let site = Site { mapping: &job.mapping, pieces: &job.pieces };
    let Made { boards, lookups, found } =
        make(job.form, site, solver)?.map_err(|error| unfit(job, error))?;
    let credits = provenance::origins(job, &found);
    let credit = |name: &str| {
        let of = |(pieces, _): &&(Vec<&str>, String)| pieces.contains(&name);
        credits.iter().find(of).map(|(_, sentence)| sentence.clone())
    };
    let pieces = job.pieces.iter().zip(boards).zip(lookups.pieces).enumerate();
    let pieces = pieces.map(|(at, ((piece, (walk, problem)), lookup))| PieceInside {
        credit: credit(piece.of()).or_else(|| constructed(&lookup.program)),
        sources: sources(&found, at, &problem),
        name: piece.piece.name.clone(),
        walk,
        problem,
        program: lookup.program,
        fields: lookup.fields,
    });
    let pieces = pieces.collect();
    Ok(Inside { pieces, tables: lookups.tables, variant: provenance::variant_text(job) })
}

/// The sentence on factors of a board of several words; `None` for a lookup without factors.
fn constructed(program: &Program) -> Option<String> {
    let has = |wanted: fn(Op) -> bool| program.values().any(|value| wanted(program.op(value)));
    let is_of_sets = has(|op| matches!(op, Op::OccupiedSet(_)));
    let multiplies = has(|op| matches!(op, Op::Binary(Binary::Mul, ..)));
    (is_of_sets && multiplies).then(|| "The factors are found by construction.".to_owned())
}

/// The squares whose factor is one of the piece's published factors, each with its source.
fn sources(found: &FoundComponents, piece: usize, problem: &Problem) -> Vec<(u8, String)> {
    let ids = found.origins.get(piece).into_iter().flatten().flat_map(|origin| &origin.known);
    let known: Vec<&Known> = ids.filter_map(|id| known::find(id)).collect();
    let Some([Component { solution, .. }]) = found.pieces.get(piece).map(Vec::as_slice) else {
        return Vec::new();
    };
    let source = |bit: u8, factor: u64| {
        let has = |known: &&&Known| {
            let magic = known.piece(problem).and_then(|piece| piece.magic(bit));
            magic.is_some_and(|known| known.magic.factor == factor)
        };
        known.iter().find(has).map(|known| known.credit())
    };
    let magics = solution.magics.iter();
    magics.filter_map(|(bit, magic)| Some((*bit, source(*bit, magic.factor)?))).collect()
}
