//! Makes an output's data of its proved module.

use super::model::{
    BoardData, Data, Entry, FieldData, FillData, FormulaData, FunctionData, Generated, HexWord,
    Kind, ParameterData, PieceData, ProgramData, RayData, ScanData, SquareData, StatementData,
    TableData, UnionData, VERSION, WalkData,
};
use crate::render::code::formula::formula;
use crate::render::code::node::SOFT;
use crate::render::code::statements::name_of;
use crate::render::prelude::*;
use magicgen_board::Walk;

/// The data of a module.
pub(super) fn data(module: &Module) -> Data {
    let builder = Builder { module };
    let facts = &module.provenance;
    Data {
        version: VERSION,
        generated: Generated {
            header: provenance::lines(module),
            licence: module.licence.clone(),
            by: facts.version.clone(),
            command: facts.command.join(" "),
            variant: facts.variant.clone(),
            orientation: facts.orientation.clone(),
            pieces: facts.pieces.clone(),
            tables: module.when.id(),
            entries: facts.entries,
            bytes: facts.bytes,
            config: facts.config_digest.clone(),
            magics: facts.magics_digest.clone(),
            credits: facts.credits.clone(),
        },
        name: module.names.type_name.clone(),
        board: board(&module.board),
        pieces: module.pieces.iter().map(|piece| builder.piece(piece)).collect(),
        unions: module.unions.iter().map(|union| builder.union(union)).collect(),
        tables: module.tables.iter().filter_map(|table| builder.table(table)).collect(),
        companions: module.companions.iter().map(|one| builder.companion(one)).collect(),
        scans: module.scans.iter().map(|scan| builder.scan(scan)).collect(),
    }
}

fn board(board: &BoardDoc) -> BoardData {
    let square = |(name, bit): &(String, u8)| {
        let place = board.places.iter().position(|other| other == name);
        let place = place.filter(|_| !board.is_graph);
        let width = usize::from(board.width).max(1);
        SquareData {
            name: name.clone(),
            bit: *bit,
            file: place.map(|place| (place % width) as u8),
            rank: place.map(|place| (place / width) as u8),
        }
    };
    let formula = match board.formula {
        SquareFormula::Linear { start, by_file, by_rank } if !board.is_graph => {
            Some(FormulaData { start, by_file, by_rank })
        }
        _ => None,
    };
    BoardData {
        width: board.width,
        height: board.height,
        indices: board.indices,
        words: board.set.words(),
        squares: board.squares.iter().map(square).collect(),
        formula,
        diagram: board.diagram.clone(),
    }
}

const fn kind(of: Type) -> Kind {
    match of {
        Type::Half => Kind::Half,
        Type::Set(_) => Kind::Set,
        // No program of an output of data computes on vectors.
        Type::Word | Type::Lanes(_) => Kind::Word,
    }
}

/// The entries of an array.
fn entries(values: &[u64], storage: Storage) -> Vec<Entry> {
    match storage {
        Storage::Set(_) => {
            let set = |words: &[u64]| Entry::Set(words.iter().copied().map(HexWord).collect());
            values.chunks_exact(storage.words()).map(set).collect()
        }
        Storage::Word => values.iter().map(|value| Entry::Word(HexWord(*value))).collect(),
        Storage::Byte | Storage::Short | Storage::Half => {
            values.iter().map(|value| Entry::Number(*value as u32)).collect()
        }
    }
}

const fn sort(of: Sort) -> &'static str {
    match of {
        Sort::Square => "square",
        Sort::Number => "number",
        Sort::Set => "set",
        Sort::Key => "key",
        Sort::Truth => "truth",
    }
}

/// A program with what its operations read.
struct Source<'a> {
    program: &'a Program,
    fields: &'a Fields,
    /// The piece whose name the fields have.
    fields_of: &'a str,
    kind: Function<'a>,
}

/// What a program computes.
#[derive(Clone, Copy)]
enum Function<'a> {
    Lookup,
    Companion(&'a [Argument]),
    Scan,
}

impl Source<'_> {
    /// The names of the parameters.
    fn parameters(&self) -> Vec<&'static str> {
        match self.kind {
            Function::Lookup => vec!["square", "occupied"],
            Function::Companion(parameters) => parameters.iter().map(|one| one.name).collect(),
            Function::Scan => vec!["word"],
        }
    }
}

/// The number of each value's statement; `None` for values that the result doesn't need.
fn numbers(program: &Program) -> Vec<Option<usize>> {
    let mut numbers = vec![None; usize::from(program.result.0) + 1];
    for (at, value) in program.needed(program.result).into_iter().enumerate() {
        numbers[usize::from(value.0)] = Some(at);
    }
    numbers
}

struct Builder<'a> {
    module: &'a Module,
}

impl Builder<'_> {
    fn piece(&self, piece: &PieceModule) -> PieceData {
        let module = self.module;
        let source = Source {
            program: &piece.program,
            fields: &piece.fields,
            fields_of: &piece.fields_of,
            kind: Function::Lookup,
        };
        let lookup = ProgramData {
            formula: Some(formula(&piece.program, &module.tables)),
            ..self.program(&source)
        };
        let walk = piece.walk.is_slide().then(|| walk(&piece.walk));
        PieceData {
            name: piece.name.clone(),
            public: piece.is_public,
            purpose: piece.purpose().id(),
            function: module.names.lookup(&piece.name),
            lookup,
            fields: piece.fields.columns().iter().map(|one| self.field(piece, one)).collect(),
            relevant: self.relevant(piece),
            fills: piece.fills.iter().filter_map(|fill| self.fill(piece, fill)).collect(),
            walk,
        }
    }

    fn field(&self, piece: &PieceModule, column: &Column) -> FieldData {
        let field = column.field;
        let storage = field.storage();
        FieldData {
            name: self.module.names.field(&piece.fields_of, field),
            role: Field { line: None, ..field }.singular().replace(' ', "_"),
            line: field.line.map(Line::word),
            doc: field.sentence(&owner(&piece.fields_of)),
            public: Part::of(field).is_some_and(|part| self.module.emits(part)),
            bits: 8 * storage.bytes(),
            kind: kind(field.type_of()),
            values: entries(&column.values, storage),
        }
    }

    /// The relevant squares by square.
    fn relevant(&self, piece: &PieceModule) -> Vec<Entry> {
        let storage = match self.module.board.set {
            Type::Set(words) => Storage::Set(words),
            _ => Storage::Word,
        };
        let board = &self.module.board;
        let set = |bit: u8| match board.square_name(bit) {
            Some(_) => piece.walk.relevant(bit).words(),
            None => [0; 4],
        };
        let words = board.bit_indices().flat_map(|bit| set(bit).into_iter().take(storage.words()));
        entries(&words.collect::<Vec<u64>>(), storage)
    }

    fn fill(&self, piece: &PieceModule, fill: &Fill) -> Option<FillData> {
        let Module { tables, .. } = self.module;
        Some(FillData {
            table: self.module.table_name(&tables[fill.table]),
            index: numbers(&piece.program).get(usize::from(fill.index.0)).copied().flatten()?,
            masks: self.module.names.field(&piece.fields_of, fill.mask()),
            rays: fill.rays.clone(),
            mode: if fill.mode == FillMode::Or { "or" } else { "assign" },
        })
    }

    fn union(&self, union: &UnionModule) -> UnionData {
        let names = || union.of.iter().map(|piece| self.module.pieces[*piece].name.clone());
        UnionData {
            name: union.name.clone(),
            function: self.module.names.lookup(&union.name),
            of: names().collect(),
            functions: names().map(|name| self.module.names.lookup(&name)).collect(),
        }
    }

    fn table(&self, table: &Table) -> Option<TableData> {
        let module = self.module;
        let presence = module.table(table);
        if presence == Presence::Absent {
            return None;
        }
        let owners =
            module.owners(table).map(|piece| format!("the {}", owner(&module.pieces[piece].name)));
        let owners: Vec<String> = owners.collect();
        Some(TableData {
            name: module.table_name(table),
            doc: format!("{}.", table.sentence(&list(&owners))),
            public: presence == Presence::Public,
            bits: 8 * table.storage.bytes(),
            kind: kind(table.storage.type_of()),
            length: table.length(),
            entries: (!module.is_filled(table)).then(|| entries(&table.entries, table.storage)),
        })
    }

    fn companion(&self, companion: &Companion) -> FunctionData {
        let parameter = |one: &Argument| ParameterData {
            name: one.name,
            sort: sort(one.sort),
            kind: kind(one.parameter.kind),
            most: (one.parameter.kind == Type::Half).then_some(one.parameter.most),
            doc: one.what.clone(),
        };
        let program = self.program(&Source {
            program: &companion.program,
            fields: &Fields::default(),
            fields_of: "",
            kind: Function::Companion(&companion.parameters),
        });
        FunctionData {
            part: companion.part.id(),
            function: companion.name.function(&self.module.names),
            parameters: companion.parameters.iter().map(parameter).collect(),
            sort: sort(companion.returned()),
            returns: format!("{}{}", companion.returns.short, companion.returns.more),
            program,
        }
    }

    fn scan(&self, scan: &ScanModule) -> ScanData {
        let program = |program: &Program| {
            let (fields, kind) = (&Fields::default(), Function::Scan);
            self.program(&Source { program, fields, fields_of: "", kind })
        };
        let name = |direction: &str| self.module.names.bit_scan(direction, scan.width);
        ScanData {
            width: scan.width,
            forward_function: name("forward"),
            forward: program(&scan.forward),
            reverse_function: name("reverse"),
            reverse: program(&scan.reverse),
        }
    }

    /// The statements of a program, without a formula.
    fn program(&self, source: &Source<'_>) -> ProgramData {
        let Source { program, fields, kind: function, .. } = *source;
        let is_scan = matches!(function, Function::Scan);
        // A bit scan reads any word.
        let indices = if is_scan { 0 } else { self.module.board.indices };
        let bounds = Bounds::exact(program, fields, &self.module.tables, indices);
        let numbers = numbers(program);
        let number = |value: Value| numbers[usize::from(value.0)];
        let statement = |value: Value| {
            let op = program.op(value);
            let (of, given) = self.read(op, source);
            let name = program.name_of(value);
            StatementData {
                value: number(value).unwrap_or_default(),
                operation: match op {
                    Op::Square | Op::Occupied if is_scan => "parameter",
                    op => op.name(),
                },
                kind: kind(program.type_of(value)),
                operands: op.operands().filter_map(number).collect(),
                of,
                number: given.map(HexWord),
                wraps: bounds.wraps(value),
                most: HexWord(bounds.most(value)),
                name: name.filter(|name| !SOFT.contains(name)),
                hint: name.or(program.hint_of(value)).unwrap_or_else(|| name_of(program, value)),
            }
        };
        ProgramData {
            formula: None,
            parameters: source.parameters(),
            statements: program.needed(program.result).into_iter().map(statement).collect(),
            result: number(program.result).unwrap_or_default(),
        }
    }

    /// The name of what an operation reads, and its number.
    fn read(&self, op: Op, source: &Source<'_>) -> (Option<String>, Option<u64>) {
        let module = self.module;
        let parameter = |number: u8| {
            let name = source.parameters().get(usize::from(number)).copied();
            (name.map(str::to_owned), Some(number.into()))
        };
        match op {
            Op::Square | Op::Occupied if matches!(source.kind, Function::Scan) => parameter(0),
            Op::Parameter(given) => parameter(given.number),
            Op::Field(field) => (Some(module.names.field(source.fields_of, field)), None),
            Op::Const(number, _) => (None, Some(number)),
            Op::Part(_, word) => (None, Some(word.into())),
            Op::Load(table, _) | Op::LoadRow(table, _) => {
                let table = module.tables.get(usize::from(table.index));
                (table.map(|table| module.table_name(table)), None)
            }
            Op::Call(lookup, square, _) => {
                let pieces = module.pieces.iter().map(|piece| &piece.name);
                let unions = module.unions.iter().map(|union| &union.name);
                let name = pieces.chain(unions).nth(usize::from(lookup.0));
                (name.map(|name| module.names.lookup(name)), Some(square.number.into()))
            }
            _ => (None, None),
        }
    }
}

fn walk(walk: &Walk) -> WalkData {
    let ray = |ray: &GridRay| RayData { step: ray.delta, from: HexWord(ray.from) };
    let permutation = walk.permutation.as_ref();
    WalkData {
        rays: walk.rays.iter().map(ray).collect(),
        range: walk.range,
        place_of_bit: permutation.map(|permutation| permutation.grid_of_bit.clone()),
        bit_of_place: permutation.map(|permutation| permutation.bit_of_grid.clone()),
    }
}
