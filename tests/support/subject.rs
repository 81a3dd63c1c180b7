//! A module that can be mutated, run and printed.

use std::path::Path;

use magicgen::config::{Job, Request, Source, resolve};
use magicgen::generate::{Solver, TableFacts, generate, module, printed};
use magicgen::render::Artifact;
use magicgen_board::{Bitboard, Problem, Walk, subsets};
use magicgen_ir::interp::{self, Memory};
use magicgen_ir::{Fields, Op, Program, Role, Value};
use magicgen_lookup::model::{Disproof, Module, prove};

use super::mutation::{Mutation, Place, Random};

/// A square of a piece.
type Square = (usize, u8);

pub(crate) struct Subject {
    /// The names of the variant and the language.
    pub(crate) name: String,
    pub(crate) module: Module,
    /// The walk and the problem of each piece.
    pub(crate) boards: Vec<(Walk, Problem)>,
    /// The text of the file without a mutation.
    pub(crate) right: String,
    /// The facts about tables that `--check` uses.
    pub(crate) tables: Vec<TableFacts>,
    /// For each table and entry, the squares whose lookups read it.
    readers: Vec<Vec<Vec<Square>>>,
    job: Job,
}

/// A config with one output, which has the language and these keys.
pub(crate) fn config(board: &str, language: &str, keys: &str) -> String {
    // Verilog's default has neither factors nor tables.
    let is_other = language == "verilog" && !keys.contains("variant");
    let variant = if is_other { "variant = \"fancy\"\n" } else { "" };
    format!(
        "version = 1\n{board}[[output]]\nlang = \"{language}\"\npath = \"out/\"\n{variant}{keys}"
    )
}

impl Subject {
    /// The subject of a config; `None` if the language can't do what it asks for.
    pub(crate) fn new(solver: &mut Solver, config: &str, name: &str) -> Option<Self> {
        let source = Source::new("mutants.toml", config, Vec::new());
        let request = Request { config: Some(Path::new("mutants.toml")), ..Request::default() };
        let plan = resolve(&source, &request).ok()?;
        solver.effort = plan.effort;
        let job = plan.jobs.into_iter().next()?;
        let right = generate(&job, solver).ok()?;
        let module = module(&job, solver).ok()?;
        let mut boards = Vec::new();
        for piece in &job.pieces {
            let walk = Walk::new(&piece.piece, &job.mapping);
            let problem = Problem::new(&walk, job.mapping.squares()).ok()?;
            boards.push((walk, problem));
        }
        let readers = readers(&module, &boards);
        let mut subject = Self {
            name: name.to_owned(),
            module,
            boards,
            right: String::new(),
            tables: right.tables,
            readers,
            job,
        };
        subject.right = subject.text();
        Some(subject)
    }

    /// The texts of all files of the module, joined.
    pub(crate) fn text(&self) -> String {
        self.artifacts().into_iter().map(|artifact| artifact.text).collect()
    }

    pub(crate) fn artifacts(&self) -> Vec<Artifact> {
        let name = self.job.backend.default_file(&self.job.printed.names);
        printed(&self.job, &self.module, &name.to_string_lossy()).expect("no template fails")
    }

    /// The result of `look` for the module with a mutation, which is undone afterwards.
    pub(crate) fn with<T>(
        &mut self,
        mutation: &Mutation,
        look: impl FnOnce(&Self, &Mutation) -> T,
    ) -> T {
        let Mutation { place, flip, .. } = *mutation;
        match place {
            Place::Entry { table, entry } => {
                self.module.tables[table].entries[entry] ^= flip;
                let said = look(self, mutation);
                self.module.tables[table].entries[entry] ^= flip;
                said
            }
            Place::Field { piece, .. } | Place::Constant { piece, .. } => {
                let before = self.module.pieces[piece].clone();
                let changed = &mut self.module.pieces[piece];
                match place {
                    Place::Field { field, bit, .. } => {
                        let squares = self.boards[piece].1.squares();
                        let squares = squares.iter().fold(0, |all, square| all | 1 << square.bit);
                        let mut fields = Fields::new(squares);
                        for column in before.fields.columns() {
                            let mut values = column.values.clone();
                            if column.field == field {
                                values[usize::from(bit)] ^= flip;
                            }
                            fields.insert(column.field, values);
                        }
                        changed.fields = fields;
                    }
                    Place::Constant { case: None, value, .. } => {
                        changed.program = with_constant(&before.program, value, flip);
                    }
                    Place::Constant { case: Some(case), value, .. } => {
                        changed.cases[case].1 = with_constant(&before.cases[case].1, value, flip);
                    }
                    Place::Entry { .. } => unreachable!("done above"),
                }
                let said = look(self, mutation);
                self.module.pieces[piece] = before;
                said
            }
        }
    }

    /// The squares whose lookups a mutation may change.
    fn touched(&self, mutation: &Mutation) -> Vec<Square> {
        match mutation.place {
            Place::Field { piece, bit, .. } => vec![(piece, bit)],
            Place::Constant { piece, .. } => {
                let squares = self.boards[piece].1.squares();
                squares.iter().map(|square| (piece, square.bit)).collect()
            }
            Place::Entry { table, entry } => self.readers[table][entry].clone(),
        }
    }

    /// True if a lookup differs from a walk of the rays, for some subset of the mask, also with the flipped bit of a
    /// mask set, or for some occupancy of the whole board.
    pub(crate) fn is_wrong(&self, mutation: &Mutation) -> bool {
        let beside = match mutation.place {
            Place::Field { field, .. } if field.role == Role::Mask => mutation.flip,
            _ => 0,
        };
        let mut random = Random(mutation.flip);
        self.touched(mutation).into_iter().any(|(piece, bit)| {
            let (walk, problem) = &self.boards[piece];
            let square = problem.square(bit).expect("only squares are touched");
            let mut occupied: Vec<Bitboard> = subsets(square.mask | beside).collect();
            occupied.extend((0..256).map(|_| random.word()));
            let piece = &self.module.pieces[piece];
            let memory = Memory { fields: &piece.fields, tables: &self.module.tables };
            let of_square = |case: &&(Option<u8>, Program)| case.0.is_none_or(|of| of == bit);
            let program = piece.cases.iter().find(of_square).map_or(&piece.program, |case| &case.1);
            let found = interp::run(program, program.result, memory, bit, &occupied);
            let Ok(found) = found else { return true };
            occupied
                .iter()
                .zip(found)
                .any(|(occupied, found)| walk.attacks(bit, *occupied) != found)
        })
    }

    /// The result of the proof that is run before every file is written, for the squares that may have changed.
    pub(crate) fn disproof(&self, mutation: &Mutation) -> Option<Disproof> {
        let touched = self.touched(mutation);
        let problems: Vec<Problem> = (0..self.boards.len())
            .map(|piece| {
                let own = touched.iter().filter(|square| square.0 == piece);
                let squares = own.fold(0, |all: Bitboard, square| all | 1 << square.1);
                Problem::new(&self.boards[piece].0, squares).expect("less than the whole board")
            })
            .collect();
        prove(&self.module, &problems.iter().collect::<Vec<_>>()).err()
    }
}

/// For each table and entry, the squares whose lookups read it.
fn readers(module: &Module, boards: &[(Walk, Problem)]) -> Vec<Vec<Vec<Square>>> {
    let mut readers: Vec<Vec<Vec<Square>>> =
        module.tables.iter().map(|table| vec![Vec::new(); table.entries.len()]).collect();
    for (at, (piece, (_, problem))) in module.pieces.iter().zip(boards).enumerate() {
        let memory = Memory { fields: &piece.fields, tables: &module.tables };
        for square in problem.squares() {
            let occupied: Vec<Bitboard> = subsets(square.mask).collect();
            for (load, table, index) in piece.program.loads() {
                let is_row = matches!(piece.program.op(load), Op::LoadRow(..));
                let table = usize::from(table.index);
                let start = if is_row { module.tables[table].rows.start(square.bit) } else { 0 };
                let read = interp::run(&piece.program, index, memory, square.bit, &occupied);
                for position in read.expect("the module is proved") {
                    let readers = &mut readers[table][start + position as usize];
                    if readers.last() != Some(&(at, square.bit)) {
                        readers.push((at, square.bit));
                    }
                }
            }
        }
    }
    readers
}

/// The same program with another constant.
fn with_constant(program: &Program, at: Value, flip: Bitboard) -> Program {
    let mut changed = Program::new();
    let mut values: Vec<Value> = Vec::new();
    for value in program.values() {
        let op = match program.op(value) {
            Op::Const(constant, kind) if value == at => Op::Const(constant ^ flip, kind),
            op => op.map(|operand| values[usize::from(operand.0)]),
        };
        let new = changed.push(op);
        if let Some(name) = program.name_of(value) {
            changed.name(new, name);
        }
        values.push(new);
    }
    changed.result = values[usize::from(program.result.0)];
    changed
}
