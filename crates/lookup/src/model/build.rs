//! Builds a [`Module`] from problems, lookups and names. The module isn't proved yet.

use std::fmt::Write as _;

use super::companion::Companions;
use super::lower::{
    for_square, in_lanes, to_halves, to_words, with_bits_exchanged, with_halved_result,
    without_counts, without_lanes, without_rows,
};
use super::{
    Binary, Blob, BoardDoc, Companion, Count, FieldStyle, Fields, Fill, LookupPart, Module, Op,
    Part, PieceModule, Printed, Program, Provenance, Rows, ScanModule, SquareFormula, Table, Type,
    UnionModule, United,
};
use magicgen_board::{
    Board, Coordinate, Mapping, Order, Problem, Purpose, SquareNames, SquareProblem, Walk, subsets,
};
use magicgen_ir::interp::Memory;
use magicgen_ir::{Pack, WordCount};

/// One piece of a module.
#[derive(Clone, Copy, Debug)]
pub struct InputPiece<'a> {
    /// The name, as in `--piece`.
    pub name: &'a str,
    /// False where the piece is only part of a union.
    pub is_public: bool,
    /// The piece's moves.
    pub walk: &'a Walk,
    /// Masks and attack sets of these moves.
    pub problem: &'a Problem,
}

/// A piece's lookup and the fields that it reads.
#[derive(Clone, Debug)]
pub struct Lookup {
    /// The program, which computes with words and may have every operation but those on vectors.
    pub program: Program,
    /// The same lookup on vectors, where it has some: `program` is made from it.
    pub lanes: Option<Program>,
    /// The fields of the piece.
    pub fields: Fields,
    /// The loops of start-up code that fill the lookup's tables.
    pub fills: Vec<Fill>,
    /// The parts of the result, one for each component; empty where the program isn't made of components.
    pub parts: Vec<LookupPart>,
}

impl Lookup {
    /// A lookup whose tables start-up code can't fill. Its computations on vectors are rewritten on words.
    #[must_use]
    pub fn of(program: Program, fields: Fields) -> Self {
        let (fills, parts) = (Vec::new(), Vec::new());
        if program.has_lanes() {
            let words = without_lanes(&program);
            return Self { program: words, lanes: Some(program), fields, fills, parts };
        }
        Self { program, lanes: None, fields, fills, parts }
    }
}

impl Lookup {
    /// Keeps what moves for one purpose may land on: any square, the empty ones, or the occupied ones.
    pub fn keep_for(&mut self, purpose: Purpose) {
        let binary = match purpose {
            Purpose::Attack => return,
            Purpose::Quiet => Binary::AndNot,
            Purpose::Capture => Binary::And,
        };
        let program = &mut self.program;
        let occupied = program.push(match program.type_of(program.result) {
            Type::Set(words) => Op::OccupiedSet(words),
            _ => Op::Occupied,
        });
        program.result = program.push(Op::Binary(binary, program.result, occupied));
    }
}

impl Lookups {
    /// Adds the lookup of one piece with its own tables, as the next piece. Tables with equal entries are stored once.
    pub fn append(&mut self, mut other: Self) {
        let piece = self.pieces.len();
        let mut places = Vec::with_capacity(other.tables.len());
        for table in other.tables {
            let table = Table { piece: Some(piece), ..table };
            let same = |known: &Table| Table { piece: known.piece, ..table.clone() } == *known;
            let at = self.tables.iter().position(same).unwrap_or(self.tables.len());
            if at == self.tables.len() {
                self.tables.push(table);
            }
            places.push(at as u8);
        }
        for lookup in &mut other.pieces {
            lookup.program.move_tables(|index| places[usize::from(index)]);
        }
        self.pieces.append(&mut other.pieces);
    }
}

/// The lookups of all pieces, with their tables.
#[derive(Clone, Debug, Default)]
pub struct Lookups {
    /// The tables that the lookups read.
    pub tables: Vec<Table>,
    /// One lookup for each piece.
    pub pieces: Vec<Lookup>,
}

/// The operations that a target has; programs are rewritten to do without the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a thing that a target has or lacks")]
pub struct Machine {
    /// True where the target computes with words of 64 bits.
    pub has_words: bool,
    /// The most words of a set that the target computes with as a whole, on boards of more than 64 bits; longer sets are
    /// taken apart into words. 0 where no function returns a set: each word has one. `None` where the target has no such
    /// boards.
    pub sets: Option<u8>,
    /// True where the target itself reverses the bits of a word; of a half, where there are no words. Elsewhere a function
    /// of the file does, and where only the bits of each byte are reversed, the lookup exchanges them step by step.
    pub reverses_bits: bool,
    /// True where a table may have a row for each square.
    pub has_rows: bool,
    /// The counts of bits that are one operation: of words and of halves, or of halves alone where there are no words.
    pub counts: &'static [Count],
    /// True where a lookup may also be printed on vectors, for those processors that have them. Each operation on
    /// vectors of [`Op`](super::Op) has to be one of the target's then.
    pub has_lanes: bool,
}

/// The data from which a module is built.
#[derive(Clone, Debug)]
pub struct Input<'a> {
    /// The pieces that were searched.
    pub pieces: Vec<InputPiece<'a>>,
    /// The pieces' lookups, in the same order.
    pub lookups: Lookups,
    /// Bit scans that were asked for.
    pub scans: Vec<ScanModule>,
    /// Functions beside the lookups, with tables behind all others.
    pub companions: Companions,
    /// The board's squares and their order.
    pub mapping: &'a Mapping,
    /// What the config decides. Entries and bytes needn't be set: they are computed here.
    pub printed: Printed,
}

/// Builds the module.
#[must_use]
pub fn build(input: Input<'_>) -> Module {
    let printed = input.printed;
    let emits = |part: Part| printed.emit.contains(&part);
    let machine = printed.machine;
    let mut tables = input.lookups.tables;
    let indices = input.mapping.indices();
    let mut pieces = Vec::with_capacity(input.pieces.len());
    for (piece, mut lookup) in input.pieces.iter().zip(input.lookups.pieces) {
        let has_whole = piece.problem.is_enumerated() && !input.mapping.is_wide();
        let by_line = (!has_whole).then(|| (lookup.program.clone(), lookup.parts.clone()));
        let queries = queries(&lookup, &printed);
        lower(&mut lookup, machine, &tables, indices);
        let Lookup { program, lanes, fields, fills, .. } = lookup;
        let is_switch = printed.fields == FieldStyle::Switch;
        let lanes = lanes.filter(|_| machine.has_lanes && !is_switch);
        let memory = Memory { fields: &fields, tables: &tables };
        let case =
            |square: &SquareProblem| (Some(square.bit), for_square(&program, memory, square.bit));
        let squares = piece.problem.squares().iter().filter(|_| is_switch);
        let other = is_switch.then(|| (None, empty_set(indices)));
        let finished = |(bit, program)| {
            let halved = if machine.has_words { program } else { with_halved_result(program) };
            (bit, halved.trimmed())
        };
        let cases = squares.map(case).chain(other).map(finished).collect();
        let by_square = |square| piece.problem.square(square).map_or(0, |square| square.mask);
        let is_whole = |part: Part| emits(part) && has_whole;
        let (occupancies, attack_sets) =
            enumerated(piece.problem, [Part::Occupancies, Part::AttackSets].map(is_whole));
        pieces.push(PieceModule {
            fields_of: match printed.fields {
                // A record has the fields of one lookup, and where its own attack sets begin.
                fields if fields.is_records() || fields.is_pointers() => piece.name.to_owned(),
                _ => fields_owner(piece.name, &fields, &pieces),
            },
            by_line,
            name: piece.name.to_owned(),
            is_public: piece.is_public,
            program,
            lanes,
            queries,
            cases,
            fields,
            fills,
            walk: piece.walk.clone(),
            masks: input.mapping.bit_indices().map(by_square).collect(),
            occupancies,
            attack_sets,
        });
    }
    let scanned = |program: Program| {
        let mut lookup = Lookup::of(program, Fields::default());
        lower(&mut lookup, machine, &tables, indices);
        lookup.program
    };
    let scan = |scan: ScanModule| ScanModule {
        width: scan.width,
        forward: scanned(scan.forward),
        reverse: scanned(scan.reverse),
    };
    let scans = input.scans.into_iter().map(scan).collect();
    let companion = |companion: Companion| {
        let program = scanned(companion.program);
        Companion { program, lanes: companion.lanes.filter(|_| machine.has_lanes), ..companion }
    };
    let companions = input.companions.functions.into_iter().map(companion).collect();
    let arrays = input.companions.arrays.into_iter().map(companion).collect();
    tables.extend(input.companions.tables);
    if !machine.has_rows {
        for table in tables.iter_mut().filter(|table| table.role.is_of_lookups()) {
            table.rows = Rows::No;
        }
    }
    let of_lookups = || tables.iter().filter(|table| table.role.is_of_lookups());
    let entries = of_lookups().map(Table::length).sum();
    let bytes = of_lookups().map(Table::bytes).sum();
    if machine.sets == Some(0) {
        tables.iter_mut().for_each(Table::take_apart);
    }
    let united = united(&pieces, &printed.unions, emits(Part::Pair));
    let comments = printed.comments;
    let provenance = Provenance { entries, bytes, ..printed.provenance.quoted(comments) };
    let licence = printed.licence.iter().map(|line| comments.quoted(line)).collect();
    let mut module = Module {
        printed: Printed { licence, provenance, ..printed },
        united,
        board: board(input.mapping),
        pieces,
        tables,
        scans,
        companions,
        arrays,
        choice: input.companions.choice,
        batches: input.companions.batches,
        blob: None,
    };
    module.blob = Blob::of(&module);
    module
}

/// Every subset of each mask, and the attack set under it; of the two, those that are asked for.
fn enumerated(problem: &Problem, [has_subsets, has_sets]: [bool; 2]) -> (Vec<u64>, Vec<u64>) {
    let (mut occupancies, mut attack_sets) = (Vec::new(), Vec::new());
    for square in problem.squares() {
        if has_subsets {
            occupancies.extend(subsets(square.mask));
        }
        if has_sets {
            attack_sets.extend_from_slice(problem.attacks(*square));
        }
    }
    (occupancies, attack_sets)
}

/// A lookup as its batch computes it on vectors, if one is asked for. Vectors gather fields from arrays.
fn queries(lookup: &Lookup, printed: &Printed) -> Option<Program> {
    let is_in_batch = printed.emit.contains(&Part::Batch) && printed.machine.has_lanes;
    let has_arrays = matches!(printed.fields, FieldStyle::Arrays | FieldStyle::Pointers);
    let is_scalar = lookup.lanes.is_none();
    (is_in_batch && has_arrays && is_scalar).then(|| in_lanes(&lookup.program)).flatten()
}

/// The lookups on vectors for unions, and for a pair that was asked for. They are left out if a piece has no vectors or
/// reads its own fields.
fn united(pieces: &[PieceModule], unions: &[UnionModule], has_pair: bool) -> Vec<United> {
    let named = |name: &str| pieces.iter().position(|piece| piece.name == name);
    let pair = named("rook").zip(named("bishop")).filter(|_| has_pair);
    let pair = pair.map(|(rook, bishop)| vec![rook, bishop]);
    let pair_of = pair.clone();
    let mut all: Vec<Vec<usize>> = unions.iter().map(|union| union.of.clone()).collect();
    all.extend(pair.filter(|pair| !all.contains(pair)));
    let united = |of: Vec<usize>| {
        let mut program = Program::new();
        let mut sets = Vec::new();
        for at in &of {
            let lanes = pieces[*at].lanes.as_ref().filter(|lanes| lanes.fields().is_empty())?;
            sets.push(program.append(lanes));
        }
        program.result = *sets.first()?;
        let is_pair = pair_of.as_ref() == Some(&of);
        for set in &sets[1..] {
            program.result = match (program.op(program.result), program.op(*set)) {
                // A pair needs both sets.
                (Op::OrHalf(a, 0), Op::OrHalf(b, 1)) if a == b && !is_pair => {
                    program.push(Op::OrLanes(a))
                }
                _ => program.push(Op::Binary(Binary::Or, program.result, *set)),
            };
            program.hint(program.result, "joined");
        }
        Some(United { of, program, sets })
    };
    all.into_iter().filter_map(united).collect()
}

/// The name under which a piece's fields stand: that of an earlier lookup of the same piece with equal fields, or else
/// the piece's own.
fn fields_owner(name: &str, fields: &Fields, earlier: &[PieceModule]) -> String {
    let (piece, _) = Purpose::of_lookup(name);
    let is_same = |other: &&PieceModule| Purpose::of_lookup(&other.name).0 == piece;
    match earlier.iter().find(is_same) {
        None => piece.to_owned(),
        Some(first) if first.fields == *fields => first.fields_of.clone(),
        Some(_) => name.to_owned(),
    }
}

/// The program that returns the empty set.
fn empty_set(indices: u16) -> Program {
    let mut program = Program::new();
    program.result = program.push(Op::Const(0, Type::Word));
    if let Some(count) = WordCount::of_bits(indices) {
        let words = vec![program.result; usize::from(count.count())];
        let pack = Pack::new(&words, count).map(|pack| program.push(Op::Pack(pack)));
        program.result = pack.unwrap_or(program.result);
    }
    program
}

/// Rewrites a lookup's program so that it only has operations of the target.
fn lower(lookup: &mut Lookup, machine: Machine, tables: &[Table], indices: u16) {
    let Lookup { program, fields, fills, .. } = lookup;
    // Start-up code stores at the index of a load. Rewriting changes the index, but not the number of the load among
    // all loads.
    let loads: Vec<_> = program.loads().collect();
    let places = fills
        .iter()
        .map(|fill| loads.iter().position(|(_, _, index)| *index == fill.index).unwrap_or(0));
    let places: Vec<usize> = places.collect();
    let mut lowered = program.clone();
    if !machine.has_rows && program.has(|op| matches!(op, Op::LoadRow(..))) {
        lowered = without_rows(&lowered, tables, indices, fields);
        for fill in fills.iter_mut() {
            fill.is_row = false;
        }
    }
    if let Some(most) = machine.sets {
        lowered = to_words(&lowered, most);
    }
    let has_counts = program.has(|op| matches!(op, Op::Count(..)));
    if has_counts && machine.counts.is_empty() {
        lowered = without_counts(&lowered, &[]);
    }
    if !machine.has_words {
        lowered = to_halves(&lowered, fields);
    }
    if !machine.reverses_bits && program.has(|op| matches!(op, Op::ReverseBits(_))) {
        lowered = with_bits_exchanged(&lowered);
    }
    if has_counts && !machine.counts.is_empty() {
        lowered = without_counts(&lowered, machine.counts);
    }
    let loads: Vec<_> = lowered.loads().collect();
    for (fill, place) in fills.iter_mut().zip(places) {
        if let Some((_, _, index)) = loads.get(place) {
            fill.index = *index;
        }
    }
    *program = lowered;
}

/// The number of columns of a rank's number in the diagram of a board.
const RANK_WIDTH: usize = 2;

/// The names of a square's file and rank.
fn labels(board: &Board, at: Coordinate) -> (String, String) {
    let name = board.name(at);
    let begins_with_digit = name.starts_with(|c: char| c.is_ascii_digit());
    let other = |c: char| c.is_ascii_digit() != begins_with_digit;
    let (file, rank) = name.split_at(name.find(other).unwrap_or(name.len()));
    (file.to_owned(), rank.to_owned())
}

/// The squares of a graph with their bit indices, eight in a line.
fn list(squares: &[(String, u8)]) -> Vec<String> {
    let longest = squares.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let in_line = (72 / (longest + 6)).clamp(1, 8);
    let line = |squares: &[(String, u8)]| {
        let cells = squares.iter().map(|(name, bit)| format!("  {name:>longest$} {bit:>3}"));
        cells.collect()
    };
    squares.chunks(in_line).map(line).collect()
}

fn board(mapping: &Mapping) -> BoardDoc {
    let board = mapping.board();
    let (width, height) = (board.width, board.height);
    let mut squares: Vec<(String, u8)> =
        board.squares().filter_map(|at| Some((board.name(at), mapping.bit(at)?))).collect();
    squares.sort_by_key(|(_, bit)| *bit);
    let formula = match mapping.order() {
        Order::Permutation(bits) => SquareFormula::List(bits.clone()),
        Order::Standard { .. } => {
            let bit = |file, rank| mapping.place(Coordinate { file, rank }) as i8;
            let start = bit(0, 0);
            let by_file = if width > 1 { bit(1, 0) - start } else { 0 };
            let by_rank = if height > 1 { bit(0, 1) - start } else { 0 };
            SquareFormula::Linear { start, by_file, by_rank }
        }
    };
    let cell = |file, rank| match mapping.bit(Coordinate { file, rank }) {
        Some(bit) => format!("{bit:>3}"),
        None => "  .".to_owned(),
    };
    let line = |rank: u8| {
        let cells: String = (0..width).map(|file| cell(file, rank)).collect();
        // The ranks of hexagons bend, so that no row of the diagram has a number.
        let has_ranks = board.names != SquareNames::Glinski;
        let (_, label) = labels(board, Coordinate { file: 0, rank });
        let label = if has_ranks { label } else { String::new() };
        format!("{label:>RANK_WIDTH$}{cells}")
    };
    let mut diagram: Vec<String> = (0..height).rev().map(line).collect();
    let mut letters = " ".repeat(RANK_WIDTH);
    for file in 0..width {
        let (label, _) = labels(board, Coordinate { file, rank: 0 });
        let _ = write!(letters, "{label:>3}");
    }
    diagram.push(letters);
    if board.is_graph() {
        diagram = list(&squares);
    }
    let places = board.places().map(|at| board.name(at)).collect();
    let blanks = |line: &String| line.len() - line.trim_start().len();
    BoardDoc {
        indices: mapping.indices(),
        set: Type::of_sets(mapping.indices()),
        is_graph: board.is_graph(),
        width,
        height,
        squares,
        places,
        formula,
        diagram_margin: diagram.iter().map(blanks).min().unwrap_or(0),
        diagram,
    }
}
