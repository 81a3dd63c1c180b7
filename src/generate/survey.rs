//! A form in; its lookup, what that costs and how large its tables are, for rook and bishop on the chess board, out.

use super::{Made, Site, Solver, make};
use crate::config::JobPiece;
use crate::error::Error;
use crate::geometry::{Mapping, Piece, Standard};
use crate::layout::Unfit;
use crate::model::Table;
use crate::render::formula::formula;
use crate::search::Effort;
use crate::variant::Variant;

/// What there is to compare in a variant.
#[derive(Clone, Debug)]
pub struct Survey {
    /// The rook's lookup in one line of mathematics.
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

/// Looks at a variant for rook and bishop on the chess board, as without a config.
pub fn survey(variant: &Variant) -> Result<Result<Survey, Unfit>, Error> {
    let mapping = Mapping::chess(Standard::ALL[0]);
    let pieces = [Piece::rook(), Piece::bishop()].map(JobPiece::new);
    let site = Site { mapping: &mapping, pieces: &pieces };
    let mut solver = Solver::new(Effort::default());
    let Made { lookups, .. } = match make(variant.form, site, &mut solver)? {
        Ok(made) => made,
        Err(unfit) => return Ok(Err(unfit)),
    };
    let program = &lookups.pieces[0].program;
    let field_bytes = lookups.pieces.iter().flat_map(|lookup| {
        let columns = lookup.fields.columns().iter();
        let read = columns.filter(|column| lookup.program.uses(column.field));
        read.map(|column| column.values.len() * column.field.storage().bytes())
    });
    let field_bytes = field_bytes.sum();
    Ok(Ok(Survey {
        lookup: formula(program, &lookups.tables),
        loads: program.loads().count(),
        fields: program.fields().len(),
        operations: program.operations(),
        words: lookups.tables.iter().map(|table| table.entries.len()).sum(),
        bytes: lookups.tables.iter().map(Table::bytes).sum(),
        field_bytes,
    }))
}
