//! Modules with lookups of boards of more than 64 squares, for tests of languages. Their lookups are written by hand: the
//! horse and the elephant of xiangqi, whose neighbours may stand in their way.

use crate::config::JobPiece;
use crate::generate::{Site, Solver, assemble, make};
use crate::render::Backend;
use crate::sample::{Board, Mapping, Order, Piece, Standard, variant};
use magicgen_board::SquareSet;
use magicgen_ir::interp::{Memory, run_on_sets};
use magicgen_ir::{
    Binary, Field, Fields, Op, Program, Role, Rows, Storage, Table, TableRole, Type, WordCount,
};
use magicgen_lookup::model::companion::Wish;
use magicgen_lookup::model::{
    BlobFile, Checks, FieldStyle, Lookup, Module, NameRules, Names, Part, Printed, Provenance,
    SquareFormula, Style, Tables, UnionModule,
};
use magicgen_search::Effort;
use magicgen_search::gather::{BitOrder, GATHER_STEPS, gather};

/// Steps of a piece: by file and by rank.
type Steps = [(i16, i16)];

/// The places that a piece can be blocked on, each with the places that it reaches across it.
const HORSE: [((i16, i16), &Steps); 4] = [
    ((1, 0), &[(2, 1), (2, -1)]),
    ((-1, 0), &[(-2, 1), (-2, -1)]),
    ((0, 1), &[(1, 2), (-1, 2)]),
    ((0, -1), &[(1, -2), (-1, -2)]),
];

const ELEPHANT: [((i16, i16), &Steps); 4] =
    [((1, 1), &[(2, 2)]), ((1, -1), &[(2, -2)]), ((-1, 1), &[(-2, 2)]), ((-1, -1), &[(-2, -2)])];

/// A board of this many files and ranks, with bits rank by rank.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WideBoard {
    pub(crate) width: u8,
    pub(crate) height: u8,
}

impl WideBoard {
    /// Boards of two, three and four words.
    pub(crate) const ALL: [Self; 3] = [
        Self { width: 9, height: 10 },
        Self { width: 12, height: 12 },
        Self { width: 16, height: 16 },
    ];

    pub(crate) fn squares(self) -> u16 {
        u16::from(self.width) * u16::from(self.height)
    }

    /// The bit index of each square.
    fn bits(self) -> impl Iterator<Item = u8> {
        (0..self.squares()).map(|bit| bit as u8)
    }

    pub(crate) fn words(self) -> WordCount {
        WordCount::of_bits(self.squares()).unwrap()
    }

    fn moved(self, square: u8, (by_file, by_rank): (i16, i16)) -> Option<u8> {
        let width = i16::from(self.width);
        let (file, rank) =
            (i16::from(square) % width + by_file, i16::from(square) / width + by_rank);
        let is_inside = (0..width).contains(&file) && (0..i16::from(self.height)).contains(&rank);
        is_inside.then_some((rank * width + file) as u8)
    }

    /// The attack set of a piece, found by its steps.
    fn attacks(
        self,
        blocked: &[((i16, i16), &Steps)],
        square: u8,
        occupied: SquareSet,
    ) -> SquareSet {
        let free = blocked
            .iter()
            .filter(|(at, _)| self.moved(square, *at).is_some_and(|place| !occupied.has(place)));
        let reached = free.flat_map(|(_, to)| to.iter().filter_map(|to| self.moved(square, *to)));
        reached.collect()
    }

    /// The lookup of a piece, and its table: of all attacks, or of those on empty squares.
    fn lookup(
        self,
        piece: usize,
        blocked: &[((i16, i16), &Steps)],
        is_quiet: bool,
    ) -> (Lookup, Table) {
        let count = self.words();
        let words = usize::from(count.count());
        let mut fields = Fields::new(self.bits().collect::<SquareSet>());
        let mut columns: [Vec<u64>; 5] = Default::default();
        let mut entries = Vec::new();
        for square in self.bits() {
            let places = blocked.iter().filter_map(|(at, to)| {
                let is_useful = to.iter().any(|to| self.moved(square, *to).is_some());
                self.moved(square, *at).filter(|_| is_useful)
            });
            let mask: SquareSet = places.collect();
            let key = |set: SquareSet| set.words().iter().fold(0, |key, word| key ^ word);
            let found = gather(key(mask), BitOrder::Any, GATHER_STEPS).unwrap();
            columns[0].extend(&mask.words()[..words]);
            columns[1].push(found.before.into());
            columns[2].push(found.factor);
            columns[3].push(found.shift.into());
            let start = entries.len();
            columns[4].push((start / words) as u64);
            entries.resize(start + (words << mask.len()), 0);
            for packed in 0..1 << mask.len() {
                let set = mask.subset(packed);
                let at = start + words * found.of(key(set)) as usize;
                let attacks = self.attacks(blocked, square, set).words();
                entries[at..at + words].copy_from_slice(&attacks[..words]);
            }
        }
        let mask = Field { words: Some(count), ..Field::MASK };
        let [masks, before, factors, shifts, offsets] = columns;
        fields.insert(mask, masks);
        for (role, values) in [
            (Role::Before, before),
            (Role::Factor, factors),
            (Role::Shift, shifts),
            (Role::Offset, offsets),
        ] {
            fields.insert(role.into(), values);
        }
        let table = Table {
            role: TableRole::Attacks,
            piece: Some(piece),
            rows: Rows::No,
            storage: Storage::Set(count),
            entries,
            title: None,
        };
        let mut p = Program::new();
        let occupied = p.push(Op::OccupiedSet(count));
        let mask = p.push(Op::Field(mask));
        let relevant = p.push(Op::Binary(Binary::And, occupied, mask));
        p.name(relevant, "relevant");
        let mut key = p.push(Op::Part(relevant, 0));
        for word in 1..count.count() {
            let word = p.push(Op::Part(relevant, word));
            key = p.push(Op::Binary(Binary::Xor, key, word));
        }
        p.name(key, "key");
        let field = |p: &mut Program, role: Role| p.push(Op::Field(role.into()));
        let before = field(&mut p, Role::Before);
        let key = p.push(Op::Shr(key, before));
        let factor = field(&mut p, Role::Factor);
        let product = p.push(Op::Binary(Binary::Mul, key, factor));
        let shift = field(&mut p, Role::Shift);
        let index = p.push(Op::Shr(product, shift));
        let index = p.push(Op::Low(index));
        let offset = field(&mut p, Role::Offset);
        let slot = p.push(Op::Binary(Binary::Add, offset, index));
        p.result = p.push(Op::Load(table.at(piece), slot));
        if is_quiet {
            p.result = p.push(Op::Binary(Binary::AndNot, p.result, occupied));
        }
        (Lookup::of(p, fields), table)
    }

    /// A module of both pieces and their union, the queen. The elephant only has its moves to empty squares.
    pub(crate) fn module(self, backend: &dyn Backend, fields: FieldStyle, emit: &[Part]) -> Module {
        let order = Order::Standard { standard: Standard::ALL[0], stride: 8 };
        let mapping = Mapping::new(Board::new(4, 3).unwrap(), order).unwrap();
        let pieces = [Piece::rook(), Piece::bishop()].map(JobPiece::new);
        let site = Site { mapping: &mapping, pieces: &pieces };
        let form = variant::find("fancy").unwrap().form;
        let mut made = make(form, site, &mut Solver::new(Effort::default())).unwrap().unwrap();
        let (horse, horses) = self.lookup(0, &HORSE, false);
        let (elephant, elephants) = self.lookup(1, &ELEPHANT, true);
        made.lookups.tables = vec![horses, elephants];
        made.lookups.pieces = vec![horse, elephant];
        let capabilities = backend.capabilities();
        let rules = NameRules { name: "wide".to_owned(), ..NameRules::default() };
        let printed = Printed {
            unions: vec![UnionModule { name: "queen".to_owned(), of: vec![0, 1] }],
            when: Tables::Full,
            blob_file: BlobFile::default(),
            emit: emit.to_vec(),
            fields,
            checks: Checks::None,
            style: Style::default(),
            names: Names::new(backend.naming(), rules),
            licence: Vec::new(),
            provenance: Provenance::default(),
            machine: capabilities.machine,
            comments: capabilities.comments,
            wish: Wish::default(),
        };
        let mut module = assemble(made, site, printed).module;
        let board = &mut module.board;
        let name =
            |bit: u8| format!("{}{}", char::from(b'a' + bit % self.width), bit / self.width + 1);
        board.indices = self.squares();
        board.set = Type::Set(self.words());
        (board.width, board.height) = (self.width, self.height);
        board.squares = self.bits().map(|bit| (name(bit), bit)).collect();
        board.places = self.bits().map(name).collect();
        let by_rank = self.width as i8;
        board.formula = SquareFormula::Linear { start: 0, by_file: 1, by_rank };
        self.prove(&module);
        module
    }

    /// Compares the lookups with the pieces' steps.
    fn prove(self, module: &Module) {
        for (piece, blocked) in module.pieces.iter().zip([HORSE, ELEPHANT]) {
            for square in self.bits() {
                let memory = Memory { fields: &piece.fields, tables: &module.tables };
                let mut next = WideBoard::occupancies();
                let occupied: Vec<SquareSet> = (0..20).map(|_| next()).collect();
                let is_quiet = piece.name == "bishop";
                let right = occupied.iter().map(|set| {
                    let attacks = self.attacks(&blocked, square, *set);
                    if is_quiet { attacks & !*set } else { attacks }
                });
                let program = &piece.program;
                let found = run_on_sets(program, program.result, memory, square, &occupied);
                assert_eq!(found, Ok(right.collect()), "{} {square}", piece.name);
            }
        }
    }

    /// Sets of squares by a generator that every language can compute: each word is the product of the last one and a
    /// factor, plus 1.
    fn occupancies() -> impl FnMut() -> SquareSet {
        let mut state = 1_u64;
        let mut next = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state >> 1 & state
        };
        move || SquareSet::from_words([next(), next(), next(), next()])
    }

    /// What a program of any language computes that looks up the queen on each square under ten occupancies: for each
    /// word of a set, 31 times the last result plus the word. Occupancies have the board's words alone.
    pub(crate) fn digest(self) -> u64 {
        let words = usize::from(self.words().count());
        let mut state = 1_u64;
        let mut digest = 0_u64;
        for square in self.bits() {
            for _ in 0..10 {
                let mut set = [0; 4];
                for word in &mut set[..words] {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    *word = state;
                }
                let set = SquareSet::from_words(set);
                let attacks =
                    self.attacks(&HORSE, square, set) | self.attacks(&ELEPHANT, square, set) & !set;
                for word in &attacks.words()[..words] {
                    digest = digest.wrapping_mul(31).wrapping_add(*word);
                }
            }
        }
        digest
    }
}
