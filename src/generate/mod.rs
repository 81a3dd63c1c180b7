//! Turns a [`Job`] into proved files in memory. Only factors that no lock holds are searched, and no lock is trusted.

mod choice;
mod inside;
#[cfg(test)]
mod lock_tests;
#[cfg(test)]
mod lookup_tests;
mod phase;
mod provenance;
mod solver;
mod statements;
mod survey;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

pub use choice::choose;
pub use inside::{Inside, PieceInside, inside};
pub use phase::Phase;
pub(crate) use provenance::variant_text;
pub(crate) use solver::packed_goal;
pub use solver::{Site, Solver};
pub use statements::statements;
pub use survey::{BoardSizes, Survey, board_sizes, held_tables, survey};

use crate::config::{Eol, Job, JobPiece};
use crate::error::Error;
use crate::render::text::marks::marked;
use crate::render::{Artifact, Backend, Declared, OptionError};
use magicgen_board::{Fold, Line, Mapping, Problem, Walk, lines};
use magicgen_ir::{Field, Role, Table, WordCount};
use magicgen_lookup::axes::Axes;
use magicgen_lookup::layout::{Component, Unfit};
use magicgen_lookup::model::companion::{self, companions};
use magicgen_lookup::model::{
    Disproof, Input, InputPiece, Lookups, Module, Part, Presence, Printed, Provenance, ScanModule,
    build, prove,
};
use magicgen_lookup::variant::{Form, PieceOnBoard};
use magicgen_lookup::wide::{WidePart, WidePiece, WideSquares};
use magicgen_search::text::has_carriage_return;
use magicgen_search::{BitScan, appendix, bit_scan};
use solver::FoundComponents;

/// The files of one output.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The files, in the language's order; the first one is the target itself.
    pub artifacts: Vec<Artifact>,
    /// The tables of the file, for summaries.
    pub tables: Vec<TableFacts>,
    /// The number of entries of all attack tables.
    pub entries: usize,
    /// The number of bytes of all attack tables.
    pub bytes: usize,
    /// Notes on unusual results: squares with more index bits than relevant squares.
    pub notes: Vec<String>,
}

/// A table's name and size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableFacts {
    /// The table's declaration in the file.
    pub declared: Declared,
    /// The number of its entries.
    pub entries: usize,
    /// The number of bytes of an entry.
    pub width: usize,
    /// The owners of the entries.
    pub of: Owners,
}

/// The owners of a table's entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Owners {
    /// An entry for each square, with the squares' names.
    Squares(Vec<String>),
    /// Slots, which several squares may use; the number is the table's index in the output.
    Slots(usize),
}

/// The files of a module, with marks for linters that they are generated.
pub fn printed(job: &Job, module: &Module, file_name: &str) -> Result<Vec<Artifact>, Error> {
    let printed = job.backend.try_render(module, file_name).map_err(|error| refused(job, error))?;
    let mut files = marked(job.language.id, printed);
    files.extend(Artifact::blob(module));
    Ok(files)
}

/// The error of an output that its language refuses.
fn refused(job: &Job, OptionError { message, help, .. }: OptionError) -> Error {
    Error::Usage { message: format!("output `{}`: {message}", job.id), help }
}

/// Generates one output: problems, solutions, model, proof and text. With more than one thread, the text is printed
/// during the proof, and dropped if the proof fails.
pub fn generate(job: &Job, solver: &mut Solver) -> Result<Generated, Error> {
    let unproved = unproved(job, solver)?;
    let module = &unproved.module;
    let file_name = job.file_name();
    job.backend.check(module).map_err(|error| refused(job, error))?;
    let site = Site { mapping: &job.mapping, pieces: &job.pieces };
    solver.begin(site, "proving every lookup");
    let render = || printed(job, module, &file_name);
    let is_parallel = cfg!(feature = "parallel") && solver.effort.threads > 1;
    let artifacts = std::thread::scope(|scope| {
        let prove = || unproved.prove(&job.mapping);
        let thread = std::thread::Builder::new().name("proof".to_owned());
        // If no thread can be started, the proof comes first.
        let thread = is_parallel.then(|| thread.spawn_scoped(scope, prove));
        let Some(Ok(thread)) = thread else {
            prove()?;
            solver.begin(site, "printing");
            return render();
        };
        let artifacts = render();
        thread.join().expect("a proof doesn't panic").and(artifacts)
    })?;
    job.backend.check_files(&artifacts).map_err(|error| refused(job, error))?;
    let tables = table_facts(job.backend.as_ref(), module);
    let Provenance { entries, bytes, notes, .. } = unproved.module.printed.provenance;
    Ok(Generated { artifacts, tables, entries, bytes, notes })
}

/// The lookups of a form for pieces on a board, and the factors found for them.
#[cfg_attr(test, derive(Clone))]
pub(crate) struct Made {
    /// The walk and the problem of each piece.
    boards: Vec<(Walk, Problem)>,
    pub(crate) lookups: Lookups,
    found: FoundComponents,
}

/// Makes the lookups of a form: walks the board, searches missing factors, and lays out the tables.
pub(crate) fn make(
    form: Form,
    site: Site<'_>,
    solver: &mut Solver,
) -> Result<Result<Made, Unfit>, Error> {
    let mut boards = Vec::with_capacity(site.pieces.len());
    for piece in site.pieces {
        solver.effort.watch.begin("walking the board", &piece.piece.name, &[], "");
        let walk = piece.walk(site.mapping);
        let squares = site.mapping.squares();
        if site.mapping.is_wide() {
            boards.push((walk, Problem::default()));
            continue;
        }
        // A lookup by line needs no subsets of all relevant squares.
        let problem = Problem::new(&walk, squares)
            .unwrap_or_else(|_| Problem::without_subsets(&walk, squares));
        boards.push((walk, problem));
    }
    let mut found = FoundComponents::default();
    let lookups = match form {
        Form::Axes(axes) if site.mapping.is_wide() => {
            axes.wide_lookups(&wide_pieces(site, axes.by_line), wide_board(site.mapping))
        }
        Form::Axes(axes) => {
            let whole = boards.iter().map(|(_, problem)| problem);
            let parts = whole.clone().filter_map(|whole| whole.folded(axes.fold).ok());
            let is_folded = axes.fold != Fold::None;
            let parts: Vec<Problem> =
                parts.take(if is_folded { boards.len() } else { 0 }).collect();
            let problems: Vec<&Problem> =
                if is_folded { parts.iter().collect() } else { whole.collect() };
            found = match solver.components(site, axes, &problems)? {
                Ok(found) => found,
                Err(unfit) => return Ok(Err(unfit)),
            };
            solver.begin(site, "laying out tables");
            lay_out(axes, site, &found)
        }
        Form::OwnProgram(program) if site.mapping.is_wide() => {
            program.wide_lookups(&wide_pieces(site, true), wide_board(site.mapping))
        }
        Form::OwnProgram(program) => {
            let pieces = site.pieces.iter().zip(&boards).map(|(piece, (walk, problem))| {
                PieceOnBoard { piece: &piece.piece, walk, problem }
            });
            program.lookups(&pieces.collect::<Vec<_>>())
        }
    };
    Ok(lookups.map(|mut lookups| {
        for (piece, lookup) in site.pieces.iter().zip(&mut lookups.pieces) {
            lookup.keep_for(piece.purpose);
        }
        Made { boards, lookups, found }
    }))
}

/// The squares of a board of several words.
fn wide_board(mapping: &Mapping) -> WideSquares {
    let words = WordCount::of_bits(mapping.indices()).unwrap_or(WordCount::Two);
    WideSquares { squares: mapping.square_set(), words, indices: mapping.indices() }
}

/// The pieces of a board of several words, with all moves in one part, or a part for each line.
fn wide_pieces(site: Site<'_>, is_by_line: bool) -> Vec<WidePiece> {
    let piece = |piece: &JobPiece| {
        let searched = piece.searched();
        let all = Walk::new(searched, site.mapping);
        let purposes = searched.purposes();
        let whole = || vec![(None, searched.numbers_for(piece.purpose))];
        let by_line =
            || lines(searched).into_iter().map(|(line, rays)| (Some(line), rays)).collect();
        let parts: Vec<(Option<Line>, Vec<usize>)> = if is_by_line { by_line() } else { whole() };
        let part = |(line, rays): (Option<Line>, Vec<usize>)| {
            let for_purpose = |purpose| -> Vec<usize> {
                let own = searched.numbers_for(purpose);
                let is_of_line = |number: &usize| line.is_none() || rays.contains(number);
                own.into_iter().filter(is_of_line).collect()
            };
            let own = for_purpose(piece.purpose);
            let is_listed = searched.truth.is_some();
            (is_listed || !own.is_empty()).then(|| WidePart {
                line,
                walk: all.along(&own),
                for_all: purposes.iter().map(|purpose| all.along(&for_purpose(*purpose))).collect(),
                rays: own,
            })
        };
        WidePiece {
            parts: parts.into_iter().filter_map(part).collect(),
            has_own_table: piece.whole.is_some(),
            purpose: piece.purpose,
        }
    };
    site.pieces.iter().map(piece).collect()
}

/// Lays out the lookups of all pieces. Lookups of one piece for several purposes have the same factors and shifts; with a
/// table for each, they have the same offsets, too. In packed tables each has its own.
fn lay_out(axes: Axes, site: Site<'_>, found: &FoundComponents) -> Result<Lookups, Unfit> {
    let shares =
        |at: usize| site.pieces[at].whole.is_some() && solver::packed_method(axes).is_none();
    let all = 0..site.pieces.len();
    if !all.clone().any(shares) {
        return axes.lookups(&found.pieces);
    }
    let of = |at: usize| found.pieces[at].clone();
    let places: Vec<usize> = all.clone().filter(|at| !shares(*at)).collect();
    let mut lookups = Lookups::default();
    let mut others = Vec::new().into_iter();
    if !places.is_empty() {
        let made = axes.lookups(&places.iter().map(|at| of(*at)).collect::<Vec<_>>());
        let made = made.map_err(|error| error.among(&places))?;
        let owned = |table: Table| Table { piece: table.piece.map(|at| places[at]), ..table };
        lookups.tables = made.tables.into_iter().map(owned).collect();
        others = made.pieces.into_iter();
    }
    for at in all {
        if shares(at) {
            let alone = axes.lookups(&[of(at)]).map_err(|unfit| unfit.of_piece(at))?;
            lookups.append(alone);
        } else {
            lookups.pieces.extend(others.next());
        }
    }
    Ok(lookups)
}

fn unfit(job: &Job, error: Unfit) -> Error {
    let (piece, bit) = error.place();
    let square = |bit| job.mapping.square(bit).map(|_| job.mapping.name(bit));
    Error::Unfit {
        id: job.id.clone(),
        variant: job.variant.id,
        piece: piece.and_then(|at| Some(job.pieces.get(at)?.piece.name.clone())),
        square: bit.and_then(square),
        error,
    }
}

/// The proved module of one output.
pub fn module(job: &Job, solver: &mut Solver) -> Result<Module, Error> {
    let unproved = unproved(job, solver)?;
    solver.begin(Site { mapping: &job.mapping, pieces: &job.pieces }, "proving every lookup");
    unproved.proved(&job.mapping)
}

/// The module of one output.
fn unproved(job: &Job, solver: &mut Solver) -> Result<Unproved, Error> {
    let site = Site { mapping: &job.mapping, pieces: &job.pieces };
    let made = make(job.form, site, solver)?.map_err(|error| unfit(job, error))?;
    let provenance = provenance::provenance(job, &made.found);
    Ok(assemble(made, site, Printed { provenance, ..job.printed.clone() }))
}

/// A module, and the data for its proof.
pub(crate) struct Unproved {
    pub(crate) module: Module,
    problems: Vec<Problem>,
}

impl Unproved {
    /// Proves every lookup and every companion.
    fn prove(&self, mapping: &Mapping) -> Result<(), Error> {
        let Self { module, problems } = self;
        prove(module, &problems.iter().collect::<Vec<_>>()).map_err(Error::Disproof)?;
        let all = [&module.companions, &module.arrays];
        let mut proofs = all
            .into_iter()
            .map(|companions| companion::prove(companions, &module.wish, mapping, &module.tables));
        proofs
            .try_for_each(|proof| proof)
            .map_err(|wrong| Error::Disproof(Disproof::Companion(wrong)))
    }

    /// The module, if its proof holds.
    pub(crate) fn proved(self, mapping: &Mapping) -> Result<Module, Error> {
        self.prove(mapping).map(|()| self.module)
    }
}

/// Builds a module from lookups that have been made.
pub(crate) fn assemble(made: Made, site: Site<'_>, mut printed: Printed) -> Unproved {
    let Made { boards, mut lookups, .. } = made;
    let mut scans = Vec::new();
    let widths = BitScan::WIDTHS.into_iter().filter(|_| printed.emit.contains(&Part::Bitscan));
    for scan in widths.filter_map(bit_scan) {
        let (scan, table) = ScanModule::new(&scan, lookups.tables.len());
        scans.push(scan);
        lookups.tables.push(table);
    }
    let companions = companions(&printed.wish, site.mapping, lookups.tables.len());
    printed.provenance.credits.extend(companions.notes.iter().map(|note| format!("{note}.")));
    let pieces = site.pieces.iter().zip(&boards).map(|(piece, (walk, problem))| InputPiece {
        name: &piece.piece.name,
        is_public: piece.is_public,
        walk,
        problem,
    });
    let module = build(Input {
        pieces: pieces.collect(),
        lookups,
        scans,
        companions,
        mapping: site.mapping,
        printed,
    });
    let problems = boards.into_iter().map(|(_, problem)| problem).collect();
    Unproved { module, problems }
}

/// The number of entries of an output's tables, to show the success of a search. No file is made.
pub fn sizes(job: &Job, solver: &mut Solver) -> Result<usize, Error> {
    let site = Site { mapping: &job.mapping, pieces: &job.pieces };
    let made = make(job.form, site, solver)?.map_err(|error| unfit(job, error))?;
    Ok(made.lookups.tables.iter().map(Table::length).sum())
}

/// The factors of an output's pieces, each as (piece, square, factor, index bits).
pub fn factors(job: &Job, solver: &mut Solver) -> Result<Vec<(String, String, u64, u8)>, Error> {
    let site = Site { mapping: &job.mapping, pieces: &job.pieces };
    let made = make(job.form, site, solver)?.map_err(|error| unfit(job, error))?;
    let mut factors = Vec::new();
    for (piece, components) in job.pieces.iter().zip(&made.found.pieces) {
        for Component { line, solution, .. } in components {
            let mut name = piece.piece.name.clone();
            if let Some(line) = line {
                name = format!("{name} {}", line.word());
            }
            for (bit, factor, bits) in appendix(solution) {
                factors.push((name.clone(), site.square_name(bit), factor, bits));
            }
        }
    }
    Ok(factors)
}

impl Generated {
    /// The bytes of each file.
    #[must_use]
    pub fn encoded(&self, eol: Eol) -> Vec<Cow<'_, [u8]>> {
        let artifacts = self.artifacts.iter();
        let encoded = artifacts.map(|artifact| match &artifact.binary {
            Some(bytes) => Cow::Borrowed(bytes.as_slice()),
            None => encode(&artifact.text, eol),
        });
        encoded.collect()
    }
}

/// A file's bytes: its text with the wanted line ends.
fn encode(text: &str, eol: Eol) -> Cow<'_, [u8]> {
    // Templates have the line ends of this program's sources when it was built.
    let unix =
        if has_carriage_return(text) { Cow::Owned(text.replace('\r', "")) } else { text.into() };
    match (eol, unix) {
        (Eol::Lf, Cow::Borrowed(text)) => Cow::Borrowed(text.as_bytes()),
        (Eol::Lf, Cow::Owned(text)) => Cow::Owned(text.into_bytes()),
        (Eol::CrLf, text) => Cow::Owned(text.replace('\n', "\r\n").into_bytes()),
    }
}

/// The fields and tables that a module's file declares.
fn table_facts(backend: &dyn Backend, module: &Module) -> Vec<TableFacts> {
    let mut facts = Vec::new();
    let mut squares = vec![String::new(); usize::from(module.board.indices)];
    for (name, bit) in &module.board.squares {
        squares[usize::from(*bit)].clone_from(name);
    }
    for piece in &module.pieces {
        for column in piece.fields.columns() {
            let Field { role, line, .. } = column.field;
            let presence = module.field(piece, column.field);
            if presence == Presence::Absent {
                continue;
            }
            let mut names = vec![module.names.field(&piece.fields_of, column.field)];
            // A file may declare a table's rows instead of their offsets.
            let rows = match role {
                Role::Offset => Some("rows"),
                Role::Base => Some("windows"),
                _ => None,
            };
            names.extend(rows.map(|rows| {
                let line = line.map(Line::word);
                let words = [Some(&*piece.name), line.as_deref(), Some(rows)];
                module.names.constant(&words.into_iter().flatten().collect::<Vec<_>>())
            }));
            facts.extend(names.into_iter().map(|name| TableFacts {
                declared: backend.declared(name, presence, None),
                entries: squares.len(),
                width: column.field.storage().bytes(),
                of: Owners::Squares(squares.clone()),
            }));
        }
    }
    for (at, table) in module.tables.iter().enumerate() {
        let presence = module.table(table);
        if presence != Presence::Absent {
            facts.push(TableFacts {
                declared: backend.declared(module.table_name(table), presence, Some(table)),
                entries: table.length(),
                width: table.storage.bytes(),
                of: Owners::Slots(at),
            });
        }
    }
    facts
}
