//! A [`Job`] in; proved files out, in memory. Searches only what no lock holds, and trusts no lock.

mod choice;
mod provenance;
mod solver;
mod survey;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

pub use choice::choose;
pub use solver::{Site, Solver};
pub use survey::{Survey, held_tables, survey};

use crate::config::{Eol, Job};
use crate::error::Error;
use crate::geometry::{Problem, Walk};
use crate::layout::{Component, Unfit};
use crate::model::{Input, InputPiece, Lookups, Module, Part, Presence, ScanModule, build, prove};
use crate::render::{Artifact, OptionError};
use crate::search::{BitScan, appendix, bit_scan};
use crate::variant::{Form, PieceOnBoard};
use solver::Found;

/// The files of one output.
#[derive(Clone, Debug)]
pub struct Generated {
    /// In the order of the language; the first is the target itself.
    pub artifacts: Vec<Artifact>,
    /// Tables of the file, for summaries.
    pub tables: Vec<TableFacts>,
    /// Entries of all attack tables.
    pub entries: usize,
    /// Bytes of all attack tables.
    pub bytes: usize,
}

/// A table by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableFacts {
    /// Its identifier.
    pub name: String,
    /// Its length.
    pub entries: usize,
    /// The names of its squares, where it is by square.
    pub squares: Option<Vec<String>>,
}

/// Generates one output: problems, solutions, model, proof, text.
pub fn generate(job: &Job, solver: &mut Solver) -> Result<Generated, Error> {
    let module = module(job, solver)?;
    let file_name = match &job.target {
        crate::config::Target::File(path) => {
            path.file_name().map(|name| name.to_string_lossy().into_owned())
        }
        crate::config::Target::Stdout => None,
    };
    let default = || job.backend.default_file(&job.names).to_string_lossy().into_owned();
    let file_name = file_name.unwrap_or_else(|| {
        let default = default();
        default.rsplit('/').next().unwrap_or(&default).to_owned()
    });
    job.backend.check(&module).map_err(|OptionError { message, help, .. }| {
        let message = format!("output `{}`: {message}", job.id);
        Error::Usage { message, help }
    })?;
    let mut artifacts = job.backend.render(&module, &file_name);
    // Templates have the line ends of the sources that this program was built from. Nothing else brings a `\r`.
    for artifact in artifacts.iter_mut().filter(|artifact| artifact.text.contains('\r')) {
        artifact.text.retain(|character| character != '\r');
    }
    if job.style.has_upper_hex {
        for artifact in &mut artifacts {
            artifact.text = upper_hex(&artifact.text);
        }
    }
    Ok(Generated {
        artifacts,
        tables: table_facts(&module),
        entries: module.provenance.entries,
        bytes: module.provenance.bytes,
    })
}

/// The lookups of a form for pieces on a board, with what was found for them.
struct Made {
    boards: Vec<(Walk, Problem)>,
    lookups: Lookups,
    found: Found,
}

fn make(form: Form, site: Site<'_>, solver: &mut Solver) -> Result<Result<Made, Unfit>, Error> {
    let mut boards = Vec::with_capacity(site.pieces.len());
    for piece in site.pieces {
        let walk = Walk::new(&piece.piece, site.mapping);
        let problem = Problem::new(&walk, site.mapping.squares())
            .expect("the config's reader has counted the relevant squares");
        boards.push((walk, problem));
    }
    let mut found = Found::default();
    let lookups = match form {
        Form::Axes(axes) => {
            let problems: Vec<&Problem> = boards.iter().map(|(_, problem)| problem).collect();
            found = match solver.components(site, axes, &problems)? {
                Ok(found) => found,
                Err(unfit) => return Ok(Err(unfit)),
            };
            axes.lookups(&found.pieces)
        }
        Form::OwnProgram(program) => {
            let pieces = site.pieces.iter().zip(&boards).map(|(piece, (walk, problem))| {
                PieceOnBoard { piece: &piece.piece, walk, problem }
            });
            program.lookups(&pieces.collect::<Vec<_>>())
        }
    };
    Ok(lookups.map(|lookups| Made { boards, lookups, found }))
}

fn unfit(job: &Job, error: Unfit) -> Error {
    let (piece, bit) = error.place();
    let square = |bit| job.mapping.square(bit).map(|at| at.to_string());
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
    let site = Site { mapping: &job.mapping, pieces: &job.pieces };
    let Made { boards, mut lookups, found } =
        make(job.form, site, solver)?.map_err(|error| unfit(job, error))?;
    let mut scans = Vec::new();
    let widths = BitScan::WIDTHS.into_iter().filter(|_| job.emit.contains(&Part::Bitscan));
    for scan in widths.filter_map(bit_scan) {
        let (scan, table) = ScanModule::new(&scan, lookups.tables.len());
        scans.push(scan);
        lookups.tables.push(table);
    }
    let pieces = job.pieces.iter().zip(&boards).map(|(piece, (walk, problem))| InputPiece {
        name: &piece.piece.name,
        is_public: piece.is_public,
        walk,
        problem,
    });
    let module = build(Input {
        pieces: pieces.collect(),
        lookups,
        unions: job.unions.clone(),
        scans,
        mapping: &job.mapping,
        machine: job.backend.capabilities().machine,
        when: job.tables,
        emit: job.emit.clone(),
        fields: job.fields,
        style: job.style,
        names: job.names.clone(),
        provenance: provenance::provenance(job, &found),
        licence: job.licence.clone(),
    });
    let problems: Vec<&Problem> = boards.iter().map(|(_, problem)| problem).collect();
    prove(&module, &problems).map_err(Error::Disproof)?;
    Ok(module)
}

/// The entries of an output's tables, without its file: what a search lowers.
pub fn sizes(job: &Job, solver: &mut Solver) -> Result<usize, Error> {
    let site = Site { mapping: &job.mapping, pieces: &job.pieces };
    let made = make(job.form, site, solver)?.map_err(|error| unfit(job, error))?;
    Ok(made.lookups.tables.iter().map(|table| table.entries.len()).sum())
}

/// Piece, square, factor and index bits of an output's pieces.
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
        self.artifacts.iter().map(|artifact| encode(&artifact.text, eol)).collect()
    }
}

/// The text with the digits of hexadecimal literals in upper case: what follows a `0x` or a `$` that begins a word.
fn upper_hex(text: &str) -> String {
    let mut upper = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("0x").into_iter().chain(rest.find('$')).min() {
        let (before, literal) = rest.split_at(at);
        let mark = if literal.starts_with('$') { 1 } else { 2 };
        let begins = !before.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '{');
        let digits = literal[mark..].find(|c: char| !c.is_ascii_hexdigit() && c != '_');
        let end = if begins { digits.map_or(literal.len(), |digits| digits + mark) } else { mark };
        upper.push_str(before);
        upper.push_str(&literal[..mark]);
        upper.push_str(&literal[mark..end].to_ascii_uppercase());
        rest = &literal[end..];
    }
    upper + rest
}

/// A file's bytes: its text with the line ends asked for.
fn encode(text: &str, eol: Eol) -> Cow<'_, [u8]> {
    match eol {
        Eol::Lf => Cow::Borrowed(text.as_bytes()),
        Eol::CrLf => Cow::Owned(text.replace('\n', "\r\n").into_bytes()),
    }
}

fn table_facts(module: &Module) -> Vec<TableFacts> {
    let mut facts = Vec::new();
    let mut squares = vec![String::new(); usize::from(module.board.indices)];
    for (name, bit) in &module.board.squares {
        squares[usize::from(*bit)].clone_from(name);
    }
    for piece in &module.pieces {
        for column in piece.fields.columns() {
            if module.field(piece, column.field) != Presence::Absent {
                facts.push(TableFacts {
                    name: module.names.field(&piece.name, column.field),
                    entries: squares.len(),
                    squares: Some(squares.clone()),
                });
            }
        }
    }
    for table in module.tables.iter().filter(|table| module.table(table) != Presence::Absent) {
        let (name, entries) = (module.table_name(table), table.entries.len());
        facts.push(TableFacts { name, entries, squares: None });
    }
    facts
}
