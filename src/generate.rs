//! A [`Job`] in; proved files out, in memory. Searches only what no lock holds, and trusts no lock.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;

use crate::config::{Eol, Job, JobPiece};
use crate::error::Error;
use crate::geometry::{Problem, Walk};
use crate::model::{Field, Input, InputPiece, Module, Presence, Provenance, build, prove};
use crate::render::Artifact;
use crate::search::{
    Clash, Effort, Lock, LockedProblem, Method, Solution, problem_hash, prove as prove_solution,
    solve_first,
};
use crate::variant::{Multiply, ShiftFrom};

/// Where factors come from: a lock, or a search that is then put into it.
#[derive(Debug)]
pub struct Solver {
    /// The lock's path and text; `None` where there is none to name in messages.
    pub origin: Option<(PathBuf, String)>,
    /// What is known; what is found is added.
    pub lock: Lock,
    /// True where nothing may be searched.
    pub is_locked: bool,
    /// True where what is found goes into `lock`, for other outputs and for the file.
    pub keeps: bool,
    /// How hard to search.
    pub effort: Effort,
    /// Problems searched in this run.
    pub searched: usize,
}

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

impl Solver {
    /// A solver that searches, with nothing known.
    #[must_use]
    pub fn new(effort: Effort) -> Self {
        Self {
            origin: None,
            lock: Lock::default(),
            is_locked: false,
            keeps: true,
            effort,
            searched: 0,
        }
    }

    /// The factors of a piece, and the seed that they were found by.
    fn solve(
        &mut self,
        job: &Job,
        piece: &JobPiece,
        problem: &Problem,
    ) -> Result<(Solution, u64), Error> {
        let name = piece.piece.name.as_str();
        let methods = methods(job, piece);
        for method in &methods {
            if let Some(known) = self.known(job, name, problem, *method)? {
                return Ok(known);
            }
        }
        if self.is_locked {
            return Err(Error::NotLocked {
                path: self.origin.as_ref().map(|(path, _)| path.clone()),
                piece: name.to_owned(),
                method: methods.first().map(ToString::to_string).unwrap_or_default(),
            });
        }
        self.searched += 1;
        let solution = solve_first(problem, &methods, &self.effort).map_err(|error| {
            Error::NotFound { piece: name.to_owned(), square: square_name(job, error.bit), error }
        })?;
        let seed = self.effort.seed;
        if self.keeps {
            let effort = self.effort.candidates / Effort::CANDIDATES;
            self.lock.insert(LockedProblem::new(problem, name, &solution, seed, effort));
        }
        Ok((solution, seed))
    }

    /// What the lock holds, once it is proved.
    fn known(
        &self,
        job: &Job,
        piece: &str,
        problem: &Problem,
        method: Method,
    ) -> Result<Option<(Solution, u64)>, Error> {
        if self.lock.problems().is_empty() {
            return Ok(None);
        }
        let Some(entry) = self.lock.entry(&problem_hash(problem), method) else { return Ok(None) };
        let (path, text) = self.origin.clone().unwrap_or_default();
        let solution = match entry.solution(problem) {
            Ok(solution) => solution,
            Err(error) => return Err(Error::Lock { path, text, error }),
        };
        let Err(clash) = prove_solution(problem, &solution) else {
            return Ok(Some((solution, entry.seed)));
        };
        let place = |places: &[Range<usize>]| places.get(usize::from(clash.bit())).cloned();
        let span = match clash {
            Clash::Shift { .. } => place(&entry.places.shift),
            _ => place(&entry.places.factor),
        };
        let (piece, square) = (piece.to_owned(), square_name(job, clash.bit()));
        Err(Error::LockClash { path, text, span, piece, square, clash })
    }
}

fn square_name(job: &Job, bit: u8) -> String {
    job.mapping.square(bit).map(|at| at.to_string()).unwrap_or_default()
}

/// What may have been searched for a piece: one method, or the first of several that has factors.
fn methods(job: &Job, piece: &JobPiece) -> Vec<Method> {
    if piece.is_folded {
        return Method::FOLDS.to_vec();
    }
    let method = job.axes.method();
    if method == Method::SPLIT_ADD { Method::ADD.to_vec() } else { vec![method] }
}

/// Generates one output: problems, solutions, model, proof, text.
#[expect(
    clippy::missing_panics_doc,
    reason = "the config's reader has counted the relevant squares"
)]
pub fn generate(job: &Job, solver: &mut Solver) -> Result<Generated, Error> {
    let mut solved = Vec::with_capacity(job.pieces.len());
    let mut seeds = Vec::with_capacity(job.pieces.len());
    for piece in &job.pieces {
        let walk = Walk::new(&piece.piece, &job.mapping);
        let problem = Problem::new(&walk, job.mapping.squares())
            .expect("the config's reader has counted the relevant squares");
        let (solution, seed) = solver.solve(job, piece, &problem)?;
        seeds.push(seed);
        solved.push((walk, problem, solution));
    }
    let pieces = job.pieces.iter().zip(&solved).map(|(piece, (walk, problem, solution))| {
        InputPiece { name: &piece.piece.name, is_public: piece.is_public, walk, problem, solution }
    });
    let module = build(Input {
        pieces: pieces.collect(),
        unions: job.unions.clone(),
        mapping: &job.mapping,
        placement: job.axes.placement,
        has_constant_shift: job.axes.shift == ShiftFrom::Constant,
        halves: !job.backend.capabilities().words,
        when: job.tables,
        emit: job.emit.clone(),
        fields: job.fields,
        style: job.style,
        names: job.names.clone(),
        provenance: provenance(job, &solved, &seeds),
        licence: job.licence.clone(),
    });
    let problems: Vec<&Problem> = solved.iter().map(|(_, problem, _)| problem).collect();
    prove(&module, &problems).map_err(Error::Disproof)?;
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
    let mut artifacts = job.backend.render(&module, &file_name);
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

impl Generated {
    /// The bytes of each file.
    #[must_use]
    pub fn encoded(&self, eol: Eol) -> Vec<Cow<'_, [u8]>> {
        self.artifacts.iter().map(|artifact| encode(&artifact.text, eol)).collect()
    }
}

/// The text with the digits of hexadecimal literals in upper case: what follows a `0x` that begins a word.
fn upper_hex(text: &str) -> String {
    let mut upper = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("0x") {
        let (before, literal) = rest.split_at(at);
        let begins = !before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let digits = literal[2..].find(|c: char| !c.is_ascii_hexdigit() && c != '_');
        let end = if begins { digits.map_or(literal.len(), |digits| digits + 2) } else { 2 };
        upper.push_str(before);
        upper.push_str("0x");
        upper.push_str(&literal[2..end].to_ascii_uppercase());
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

fn provenance(job: &Job, solved: &[(Walk, Problem, Solution)], seeds: &[u64]) -> Provenance {
    let mut digest = blake3::Hasher::new();
    let mut credits = Vec::new();
    for (piece, (_, problem, solution)) in job.pieces.iter().zip(solved) {
        digest.update(solution.method.id().as_bytes());
        for (bit, magic) in &solution.magics {
            digest.update(&[*bit, magic.shift]).update(&magic.factor.to_le_bytes());
        }
        let wider: Vec<String> = solution
            .wider(problem)
            .filter_map(|(bit, more)| Some(format!("{} ({more})", job.mapping.square(bit)?)))
            .collect();
        if !wider.is_empty() {
            credits.push(format!(
                "More index bits than relevant squares for the {} on {}.",
                piece.piece.name,
                wider.join(", ")
            ));
        }
    }
    let mut by_seed: BTreeMap<u64, Vec<&str>> = BTreeMap::new();
    for (piece, seed) in job.pieces.iter().zip(seeds) {
        by_seed.entry(*seed).or_default().push(&piece.piece.name);
    }
    let found = by_seed.iter().map(|(seed, pieces)| {
        format!("Factors of {} found by magicgen (seed {seed}).", listed(pieces))
    });
    credits.splice(0..0, found);
    if let Some(doc) = &job.doc {
        credits.insert(0, doc.clone());
    }
    let short = |hash: blake3::Hash| hash.to_hex()[..8].to_owned();
    Provenance {
        version: job.has_version.then(|| env!("CARGO_PKG_VERSION").to_owned()),
        variant: variant_text(job),
        orientation: job.orientation(),
        pieces: job.asked_for.clone(),
        config_digest: short(blake3::hash(job.digest_text.as_bytes())),
        magics_digest: short(digest.finalize()),
        command: job.command.clone(),
        credits,
        ..Provenance::default()
    }
}

/// `rook, lance and bishop`
fn listed(names: &[&str]) -> String {
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => names.concat(),
    }
}

/// The preset, and what of it was changed.
fn variant_text(job: &Job) -> String {
    let mut text = job.variant.id.to_owned();
    let (is, preset) = (job.axes, job.variant.axes);
    if is.multiply == Multiply::SplitAdd && preset.multiply != is.multiply {
        text.push_str(" combined by add");
    }
    if is.shift != preset.shift {
        text.push_str(if is.shift == ShiftFrom::Own {
            " with own shifts"
        } else {
            " with constant shifts"
        });
    }
    if is.placement != preset.placement {
        let rows = is.placement == crate::variant::Placement::Rows;
        text.push_str(if rows { " in rows" } else { " in one table" });
    }
    if job.pieces.iter().any(|piece| piece.is_folded) {
        text.push_str(" with folded halves for the bishop");
    }
    text
}

fn table_facts(module: &Module) -> Vec<TableFacts> {
    let mut facts = Vec::new();
    let mut squares = vec![String::new(); usize::from(module.board.indices)];
    for (name, bit) in &module.board.squares {
        squares[usize::from(*bit)].clone_from(name);
    }
    let roles = [
        (Field::Mask, "masks"),
        (Field::Factor, "factors"),
        (Field::Shift, "shifts"),
        (Field::Offset, "offsets"),
    ];
    for piece in &module.pieces {
        for (field, role) in roles {
            if module.field(piece, field) != Presence::Absent {
                let name = module.names.table(&piece.name, role);
                facts.push(TableFacts {
                    name,
                    entries: squares.len(),
                    squares: Some(squares.clone()),
                });
            }
        }
    }
    if module.needs_attacks() {
        for table in &module.tables {
            let piece = table.piece.map(|piece| module.pieces[piece].name.as_str());
            let (name, entries) = (module.names.attacks(piece), table.words.len());
            facts.push(TableFacts { name, entries, squares: None });
        }
    }
    facts
}
