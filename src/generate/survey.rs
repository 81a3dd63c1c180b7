//! Compares variants: the lookup of each for rook and bishop on the chess board, its cost, and the size of its tables.

use super::solver::packed_method;
use super::{Made, Site, Solver, make};
use crate::config::JobPiece;
use crate::error::Error;
use crate::render::code::formula::formula;
use magicgen_board::{Mapping, Piece, Problem, Standard, Walk};
use magicgen_ir::{Column, Table};
use magicgen_lookup::model::Lookups;
use magicgen_lookup::variant::{ALL, Form, Variant};
use magicgen_lookup::wide::moves_in_order;
use magicgen_search::{Effort, Lock, Method, Watch, problem_hash, table_hash};

/// The facts by which variants are compared.
#[derive(Clone, Debug)]
pub struct Survey {
    /// The names of the pieces.
    pub pieces: Vec<String>,
    /// The first piece's lookup, as a formula on one line.
    pub lookup: String,
    /// The number of loads from tables in this lookup.
    pub loads: usize,
    /// The number of loads of fields in this lookup, such as masks and factors.
    pub fields: usize,
    /// The number of arithmetic operations in this lookup.
    pub operations: usize,
    /// The number of entries of all tables, of whatever width.
    pub words: usize,
    /// The number of bytes of all tables.
    pub bytes: usize,
    /// The number of bytes of the fields that lookups read.
    pub field_bytes: usize,
}

/// Surveys a variant for rook and bishop on the chess board, without a config. A piece that the variant can't serve is
/// left out.
pub fn survey(variant: &Variant, watch: &Watch) -> Result<Survey, Error> {
    let mapping = Mapping::chess(Standard::ALL[0]);
    let mut pieces = [Piece::rook(), Piece::bishop()].map(JobPiece::new).to_vec();
    let mut solver = Solver::new(Effort { watch: watch.clone(), ..Effort::default() });
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
        let is_read = |field| lookup.program.uses(field) && variant.form.keeps_fields();
        let read = columns.filter(move |column| is_read(column.field));
        read.map(|column| column.values.len() * column.field.storage().bytes())
    });
    Ok(Survey {
        pieces: pieces.iter().map(|piece| piece.piece.name.clone()).collect(),
        lookup: formula(program, &lookups.tables),
        loads: program.loads().count(),
        fields: if variant.form.keeps_fields() { program.fields().len() } else { 0 },
        operations: program.operations(),
        words: lookups.tables.iter().map(Table::length).sum(),
        bytes: lookups.tables.iter().map(Table::bytes).sum(),
        field_bytes: field_bytes.sum(),
    })
}

/// The sizes of the lookups of some pieces.
#[derive(Clone, Debug)]
pub struct BoardSizes {
    /// The bytes of the tables of each piece alone.
    pub pieces: Vec<(String, usize)>,
    /// The bytes of all tables.
    pub tables: usize,
    /// The bytes of the fields that lookups read.
    pub fields: usize,
}

impl BoardSizes {
    /// The bytes of tables and fields.
    #[must_use]
    pub const fn all(&self) -> usize {
        self.tables + self.fields
    }

    /// The piece with the largest tables, and their bytes.
    #[must_use]
    pub fn largest(&self) -> (&str, usize) {
        let largest = self.pieces.iter().max_by_key(|(_, bytes)| *bytes);
        largest.map_or(("", 0), |(piece, bytes)| (piece, *bytes))
    }
}

/// The sizes of a form's lookups; `None` where it doesn't serve the pieces. Fields that lookups of one piece share count
/// once.
pub fn board_sizes(form: Form, site: Site<'_>, watch: &Watch) -> Result<Option<BoardSizes>, Error> {
    let mut solver = Solver::new(Effort { watch: watch.clone(), ..Effort::default() });
    let is_served =
        |piece: &JobPiece| form.axes().is_some() || moves_in_order(&piece.piece, site.mapping);
    if site.mapping.is_wide() && !site.pieces.iter().all(is_served) {
        return Ok(None);
    }
    let mut made = |pieces: &[JobPiece]| -> Result<Option<Lookups>, Error> {
        let made = make(form, Site { pieces, ..site }, &mut solver)?;
        Ok(made.ok().map(|made| made.lookups))
    };
    let bytes = |lookups: &Lookups| lookups.tables.iter().map(Table::bytes).sum::<usize>();
    let Some(all) = made(site.pieces)? else { return Ok(None) };
    let mut pieces: Vec<(String, usize)> = Vec::new();
    let mut columns: Vec<(&str, &Column)> = Vec::new();
    for (piece, lookup) in site.pieces.iter().zip(&all.pieces) {
        let read = lookup.fields.columns().iter();
        for column in read.filter(|column| lookup.program.uses(column.field)) {
            if !columns.contains(&(piece.of(), column)) {
                columns.push((piece.of(), column));
            }
        }
        if pieces.iter().any(|(name, _)| name == piece.of()) {
            continue;
        }
        let own = site.pieces.iter().filter(|other| other.of() == piece.of());
        let own = made(&own.cloned().collect::<Vec<JobPiece>>())?;
        pieces.push((piece.of().to_owned(), own.as_ref().map_or(0, bytes)));
    }
    let width = |column: &Column| column.values.len() / column.field.storage().words();
    let fields = columns.iter().map(|(_, column)| width(column) * column.field.storage().bytes());
    Ok(Some(BoardSizes { pieces, tables: bytes(&all), fields: fields.sum() }))
}

/// The variants whose packed table of rook and bishop on the chess board is in a lock.
#[must_use]
pub fn held_tables(lock: &Lock) -> Vec<&'static str> {
    let mapping = Mapping::chess(Standard::ALL[0]);
    let problem = |piece: &Piece| Problem::new(&Walk::new(piece, &mapping), mapping.squares()).ok();
    let pieces = [Piece::rook(), Piece::bishop()];
    let problems: Vec<Problem> = pieces.iter().filter_map(problem).collect();
    let hashes: Vec<String> = problems.iter().map(problem_hash).collect();
    let table = table_hash(&hashes, 0);
    let mut methods: Vec<Method> = Vec::new();
    let mut held = Vec::new();
    for variant in ALL {
        let method = variant.form.axes().and_then(packed_method);
        let is_held = |method: &Method| lock.entry_in(&hashes[0], *method, Some(&table)).is_some();
        // Of variants that differ only in their cells, the first one counts.
        if let Some(method) = method.filter(is_held).filter(|method| !methods.contains(method)) {
            methods.push(method);
            held.push(variant.id);
        }
    }
    held
}
