//! A form in; its lookup, what that costs and how large its tables are, for rook and bishop on the chess board, out.

use super::solver::packed_method;
use super::{Made, Site, Solver, make};
use crate::Watch;
use crate::config::JobPiece;
use crate::error::Error;
use crate::geometry::{Mapping, Piece, Problem, Standard, Walk};
use crate::model::Table;
use crate::render::code::formula::formula;
use crate::search::{Effort, Lock, Method, problem_hash, table_hash};
use crate::variant::{ALL, Variant};

/// What there is to compare in a variant.
#[derive(Clone, Debug)]
pub struct Survey {
    /// The pieces.
    pub pieces: Vec<String>,
    /// The first piece's lookup in one line of mathematics.
    pub lookup: String,
    /// Its loads from tables.
    pub loads: usize,
    /// Its loads of what is known by square: masks, factors.
    pub fields: usize,
    /// Its operations of arithmetic.
    pub operations: usize,
    /// Entries of all tables, of whatever width.
    pub words: usize,
    /// Bytes of all tables.
    pub bytes: usize,
    /// Bytes of what is known by square.
    pub field_bytes: usize,
}

/// Looks at a variant for rook and bishop on the chess board, as without a config. A piece that it has no room for is
/// left out.
pub fn survey(variant: &Variant, watch: &Watch) -> Result<Survey, Error> {
    let mapping = Mapping::chess(Standard::ALL[0]);
    let mut pieces = [Piece::rook(), Piece::bishop()].map(JobPiece::new).to_vec();
    let mut solver = Solver::new(Effort::default());
    solver.watch = watch.clone();
    let lookups = loop {
        let site = Site { mapping: &mapping, pieces: &pieces };
        match make(variant.form, site, &mut solver)? {
            Ok(Made { lookups, .. }) => break lookups,
            Err(error) => match error.place() {
                (Some(piece), _) if pieces.len() > 1 => {
                    pieces.remove(piece);
                }
                _ => {
                    let (id, variant) = (variant.id.to_owned(), variant.id);
                    return Err(Error::Unfit { id, variant, piece: None, square: None, error });
                }
            },
        }
    };
    let program = &lookups.pieces[0].program;
    let field_bytes = lookups.pieces.iter().flat_map(|lookup| {
        let columns = lookup.fields.columns().iter();
        let read = columns.filter(|column| lookup.program.uses(column.field));
        read.map(|column| column.values.len() * column.field.storage().bytes())
    });
    Ok(Survey {
        pieces: pieces.iter().map(|piece| piece.piece.name.clone()).collect(),
        lookup: formula(program, &lookups.tables),
        loads: program.loads().count(),
        fields: program.fields().len(),
        operations: program.operations(),
        words: lookups.tables.iter().map(|table| table.entries.len()).sum(),
        bytes: lookups.tables.iter().map(Table::bytes).sum(),
        field_bytes: field_bytes.sum(),
    })
}

/// The variants whose packed table of rook and bishop on the chess board a lock holds.
#[must_use]
pub fn held_tables(lock: &Lock) -> Vec<&'static str> {
    let mapping = Mapping::chess(Standard::ALL[0]);
    let problem = |piece: &Piece| Problem::new(&Walk::new(piece, &mapping), mapping.squares()).ok();
    let pieces = [Piece::rook(), Piece::bishop()];
    let problems: Vec<Problem> = pieces.iter().filter_map(problem).collect();
    let problems: Vec<&Problem> = problems.iter().collect();
    let (hash, table) = (problem_hash(problems[0]), table_hash(&problems, 0));
    let mut methods: Vec<Method> = Vec::new();
    let mut held = Vec::new();
    for variant in ALL {
        let method = variant.form.axes().and_then(packed_method);
        let is_held = |method: &Method| lock.entry_in(&hash, *method, Some(&table)).is_some();
        // Of those that differ in their cells alone, the first.
        if let Some(method) = method.filter(is_held).filter(|method| !methods.contains(method)) {
            methods.push(method);
            held.push(variant.id);
        }
    }
    held
}
