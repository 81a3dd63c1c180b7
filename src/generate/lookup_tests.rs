//! Tests that every lookup gives every attack set, computed with words and with halves, on the chess board and on odd
//! boards.

use crate::sample::{Sample, Unfit};
use magicgen_board::{Board, Coordinate, Fold, Mapping, Order, Piece, Standard};
use magicgen_ir::{Count, Storage};
use magicgen_lookup::axes::{Axes, Cell, KeyForm, OffsetFrom, Placement, ShiftFrom};
use magicgen_lookup::model::{Case, Machine, Module, Naming, Part, Tables};
use magicgen_lookup::variant::{ALL, Form, Variant, find};
use magicgen_search::Effort;

use super::Solver;

const PLAIN_NAMES: Naming =
    Naming { constants: Case::Shouty, types: Case::Pascal, ..Naming::PLAIN };

const MACHINES: [Machine; 4] = [
    Machine {
        has_words: true,
        sets: None,
        reverses_bits: true,
        has_rows: true,
        counts: &Count::ALL,
        has_lanes: true,
    },
    Machine {
        has_words: true,
        sets: None,
        reverses_bits: false,
        has_rows: false,
        counts: &[],
        has_lanes: false,
    },
    Machine {
        has_words: false,
        sets: None,
        reverses_bits: true,
        has_rows: false,
        counts: &[Count::LeadingZeros],
        has_lanes: false,
    },
    Machine {
        has_words: false,
        sets: None,
        reverses_bits: false,
        has_rows: true,
        counts: &[Count::PopulationCount],
        has_lanes: false,
    },
];

/// Proves a form's lookups on all machines, with printed tables and with filled ones, and returns the last module. With
/// a `turn`, machines alternate between printed and filled tables.
fn prove_sample(form: Form, sample: &Sample<'_>, turn: Option<usize>) -> Module {
    let mut module = None;
    let is_pext = form.axes().is_some_and(Axes::needs_pext);
    for (number, machine) in MACHINES.into_iter().enumerate() {
        if is_pext && !machine.has_words {
            continue;
        }
        let full = (!form.must_be_filled()).then_some(Tables::Full);
        let init = form.can_be_filled().then_some(Tables::Init);
        let mut tables: Vec<_> = full.into_iter().chain(init).collect();
        if let Some(turn) = turn {
            tables = vec![tables[(turn + number) % tables.len()]];
        }
        for when in tables {
            module = Some(sample.module(PLAIN_NAMES, machine, when, &[Part::Lookup]));
        }
    }
    module.unwrap()
}

/// Proves the lookups that a form has on a board.
fn prove(form: Form, mapping: &Mapping, pieces: &[Piece]) -> Module {
    let sample = Sample::new(form, mapping, pieces, &mut solver());
    prove_sample(form, &sample.unwrap(), None)
}

/// A solver that keeps the factors it finds, so that variants with the same factors search once.
fn solver() -> Solver {
    Solver::new(Effort::default())
}

/// Variants whose squares are searched one by one.
fn searched() -> impl Iterator<Item = &'static Variant> {
    ALL.iter().filter(|variant| match variant.form {
        Form::OwnProgram(_) => true,
        Form::Axes(axes) => {
            !matches!(axes.placement, Placement::Overlapped | Placement::Shared)
                && axes.shift != ShiftFrom::InFactor
                && axes.offset != OffsetFrom::InFactor
        }
    })
}

/// A variant tells its possible fields and tables before any search, and its lookups have no others. Each order is
/// proved on each machine, and each of both with each form of tables. `MAGICGEN_MATRIX=all` proves all combinations.
#[test]
#[ignore = "slow"]
fn lookups_on_the_chess_board_are_right_in_all_orders_and_as_announced() {
    let pieces = [Piece::rook(), Piece::bishop()];
    let is_whole = std::env::var_os("MAGICGEN_MATRIX").is_some();
    let mut solver = solver();
    for (turn, standard) in [0, 1, 4].map(|number| Standard::ALL[number]).into_iter().enumerate() {
        let turn = (!is_whole).then_some(turn);
        let mapping = Mapping::chess(standard);
        for variant in searched() {
            let sample = Sample::new(variant.form, &mapping, &pieces, &mut solver).unwrap();
            let module = prove_sample(variant.form, &sample, turn);
            for (piece, made) in pieces.iter().zip(&module.pieces) {
                let announced = variant.form.columns(piece);
                for column in made.fields.columns() {
                    assert!(announced.contains(&column.field), "{} {:?}", variant.id, column.field);
                }
            }
            let announced = variant.form.tables(pieces.len());
            let mut tables = module.tables.iter().map(|table| (table.piece, table.role));
            assert!(tables.all(|table| announced.contains(&table)), "{}", variant.id);
        }
    }
}

#[test]
#[ignore = "slow"]
fn lookups_on_odd_boards_are_right() {
    let mut board = Board::new(6, 6).unwrap();
    board.holes.insert(Coordinate { file: 0, rank: 0 });
    board.holes.insert(Coordinate { file: 3, rank: 4 });
    let order = Order::Standard { standard: Standard::ALL[0], stride: 8 };
    let mapping = Mapping::new(board, order).unwrap();
    let pieces = [
        Piece::bishop(),
        Piece::new("short-rook", magicgen_board::ROOK, 3).unwrap(),
        Piece::new("lance", &[(0, 1)], 63).unwrap(),
    ];
    prove_or_refuse(&mapping, &pieces, |id, unfit| {
        // Computed rays end at the edge.
        id.starts_with("qbb") && matches!(unfit, Unfit::Steps { piece: 1, .. })
    });
    let far = [Piece::bishop(), Piece::rook(), pieces[2].clone()];
    prove_or_refuse(&mapping, &far, |_, _| false);
    let order = Order::Standard { standard: Standard::ALL[2], stride: 7 };
    let mapping = Mapping::new(Board::new(7, 5).unwrap(), order).unwrap();
    prove_or_refuse(&mapping, &far, |id, unfit| {
        ["line", "kindergarten"].contains(&id) && matches!(unfit, Unfit::Line { piece: 0, .. })
    });
}

/// Proves all variants except the ones that `is_refused` expects to fail.
fn prove_or_refuse(
    mapping: &Mapping,
    pieces: &[Piece],
    is_refused: impl Fn(&'static str, Unfit) -> bool,
) {
    let mut solver = solver();
    for variant in searched() {
        match Sample::new(variant.form, mapping, pieces, &mut solver) {
            Ok(sample) => drop(prove_sample(variant.form, &sample, None)),
            Err(unfit) => assert!(is_refused(variant.id, unfit), "{} {unfit:?}", variant.id),
        }
    }
}

/// With exchanged ranks, a file's squares aren't in the order of their bits. At unequal distances in order, only
/// computed lines are refused.
#[test]
fn orders_that_a_lookup_cannot_serve_are_refused() {
    let board = || Board::new(3, 3).unwrap();
    let unequal = Order::Permutation(vec![0, 1, 2, 8, 9, 10, 24, 25, 26]);
    let exchanged = Order::Permutation(vec![0, 1, 2, 6, 7, 8, 3, 4, 5]);
    let pieces = [Piece::rook(), Piece::bishop()];
    prove_or_refuse(&Mapping::new(board(), unequal).unwrap(), &pieces, |id, unfit| {
        id.starts_with("qbb") && matches!(unfit, Unfit::Distance { piece: 0, .. })
    });
    prove_or_refuse(&Mapping::new(board(), exchanged).unwrap(), &pieces, |id, unfit| {
        let form = find(id).unwrap().form;
        form.axes().is_none() && matches!(unfit, Unfit::Order { piece: 0, .. })
    });
}

/// Tables are as large as PEXT's, and are proved in the order of each way to look them up.
#[test]
fn lookups_that_pick_are_right_both_ways() {
    let Some(pext) = find("pext").and_then(|variant| variant.form.axes()) else { panic!() };
    let pieces = [Piece::rook(), Piece::bishop()];
    for placement in [Placement::Consecutive, Placement::Nested, Placement::Rows] {
        let has_rows = placement != Placement::Consecutive;
        let offset = if has_rows { OffsetFrom::None } else { OffsetFrom::Field };
        let form = Form::Axes(Axes { is_dispatched: true, placement, offset, ..pext });
        let module = prove(form, &Mapping::chess(Standard::ALL[0]), &pieces);
        let entries: usize = module.tables.iter().map(|table| table.entries.len()).sum();
        assert_eq!(entries, if placement == Placement::Rows { 294_912 } else { 107_648 });
    }
}

/// Tables of one part serve the whole board, with words and with halves, whether bytes are ranks or files.
#[test]
#[ignore = "slow"]
fn folded_lookups_are_right_on_the_whole_board() {
    let pieces = [Piece::rook(), Piece::bishop()];
    let entries = |module: &Module| -> usize {
        let of_attacks = module.tables.iter().filter(|table| table.role.is_of_lookups());
        of_attacks.map(|table| table.entries.len()).sum()
    };
    let mut forms = 0;
    for axes in ALL.iter().filter_map(|variant| variant.form.axes()) {
        let folded = |fold| Axes { fold, ..axes };
        if folded(Fold::Both).clashes().next().is_some() {
            continue;
        }
        forms += 1;
        for (_, fold) in Fold::ALL {
            for (width, height, standard) in [(8, 4, 0), (4, 8, 4)] {
                let order = Order::Standard { standard: Standard::ALL[standard], stride: 8 };
                let mapping = Mapping::new(Board::new(width, height).unwrap(), order).unwrap();
                prove(Form::Axes(folded(*fold)), &mapping, &pieces);
            }
        }
    }
    assert_eq!(forms, 15);
    for (fold, parts) in [(Fold::Ranks, 2), (Fold::Files, 2), (Fold::Both, 4)] {
        for standard in Standard::ALL {
            let form = Form::Axes(Axes { fold, ..Axes::FANCY });
            let module = prove(form, &Mapping::chess(standard), &pieces);
            assert_eq!(entries(&module), 107_648 / parts);
        }
    }
}

/// A lance only goes up, so only left and right are alike. If squares are counted by files, `ranks` mirrors left and
/// right.
#[test]
fn a_piece_that_goes_one_way_is_folded_where_left_and_right_are_alike() {
    let lance = [Piece::new("lance", &[(0, 1)], 7).unwrap()];
    for standard in Standard::ALL {
        let mapping = Mapping::chess(standard);
        let is_by_files = standard.id.ends_with("file");
        let fold = if is_by_files { Fold::Ranks } else { Fold::Files };
        prove(Form::Axes(Axes { fold, ..Axes::FANCY }), &mapping, &lance);
    }
}

/// The program's own tables are used for folded lookups without a search.
#[test]
fn folded_tables_are_known() {
    let mapping = Mapping::chess(Standard::ALL[0]);
    for (id, fold, entries) in [
        ("packed", Fold::Ranks, 31_361),
        ("shared-slots", Fold::Ranks, 20_996),
        ("packed", Fold::Both, 15_689),
        ("shared-slots", Fold::Both, 9_844),
    ] {
        let axes = find(id).unwrap().form.axes().unwrap();
        let form = Form::Axes(Axes { fold, key: KeyForm::Constant, ..axes });
        let module = prove(form, &mapping, &[Piece::rook(), Piece::bishop()]);
        assert_eq!(module.tables[0].entries.len(), entries, "{id}");
    }
}

/// Known tables of the whole board are too long for a part of it, but their factors are packed anew.
#[test]
fn folded_tables_are_packed_anew() {
    let mapping = Mapping::chess(Standard::ALL[0]);
    let axes = find("packed").unwrap().form.axes().unwrap();
    let form = Form::Axes(Axes { fold: Fold::Both, ..axes });
    let module = prove(form, &mapping, &[Piece::rook(), Piece::bishop()]);
    assert!(module.tables[0].entries.len() < 20_000);
}

/// The axes of a table with 16-bit slots. Squares share slots if PDEP reads the same bits.
fn shared_bits() -> Axes {
    let axes = find("shared-slots").unwrap().form.axes().unwrap();
    Axes { cell: Cell::Pdep, is_post_masked: false, ..axes }
}

#[test]
fn slots_that_pdep_spreads_are_shared() {
    let boards = [
        (5, 5, 0, Fold::None),
        (8, 4, 0, Fold::Ranks),
        (8, 3, 0, Fold::Files),
        (4, 8, 4, Fold::Both),
    ];
    for (width, height, standard, fold) in boards {
        let order = Order::Standard { standard: Standard::ALL[standard], stride: width.max(8) };
        let mapping = Mapping::new(Board::new(width, height).unwrap(), order).unwrap();
        let form = Form::Axes(Axes { fold, ..shared_bits() });
        let module = prove(form, &mapping, &[Piece::rook(), Piece::bishop()]);
        assert_eq!(module.tables[0].storage, Storage::Short);
    }
}

/// The program's own tables with 16-bit slots are used without a search.
#[test]
fn tables_that_pdep_spreads_are_known() {
    let mapping = Mapping::chess(Standard::ALL[0]);
    for (fold, entries) in [(Fold::None, 68_692), (Fold::Ranks, 31_361)] {
        let form = Form::Axes(Axes { key: KeyForm::Constant, fold, ..shared_bits() });
        let module = prove(form, &mapping, &[Piece::rook(), Piece::bishop()]);
        assert_eq!(module.tables[0].entries.len(), entries);
        assert_eq!(module.tables[0].bytes(), 2 * entries);
    }
}

/// Ranges of lines interleave; for the chess board, the program contains the result of a search of a minute.
#[test]
fn ranges_of_lines_are_packed() {
    let line = find("direction").unwrap().form.axes().unwrap();
    let pieces = [Piece::rook(), Piece::bishop()];
    let board = Board::new(5, 4).unwrap();
    let order = Order::Standard { standard: Standard::ALL[2], stride: 8 };
    let small = Mapping::new(board, order).unwrap();
    for (key, entries) in [(KeyForm::White, 4_825), (KeyForm::Constant, 4_333)] {
        let form = Form::Axes(Axes { placement: Placement::Overlapped, key, ..line });
        let module = prove(form, &Mapping::chess(Standard::ALL[5]), &pieces);
        assert_eq!(module.tables[0].entries.len(), entries);
        prove(form, &small, &pieces);
    }
}

#[test]
fn sizes_are_the_known_ones() {
    let mapping = Mapping::chess(Standard::ALL[0]);
    let pieces = [Piece::rook(), Piece::bishop()];
    let mut solver = solver();
    let mut size = |id: &str| {
        let sample = Sample::new(find(id).unwrap().form, &mapping, &pieces, &mut solver).unwrap();
        let module = sample.module(PLAIN_NAMES, MACHINES[0], Tables::Full, &[Part::Lookup]);
        let entries: usize = module.tables.iter().map(|table| table.entries.len()).sum();
        (entries, module.tables.iter().map(magicgen_ir::Table::bytes).sum::<usize>())
    };
    assert_eq!(size("plain"), (64 * 4096 + 64 * 512, 2_359_296));
    assert_eq!(size("fancy"), (107_648, 861_184));
    assert_eq!(size("nested"), (107_648, 861_184));
    assert_eq!(size("pext"), (107_648, 861_184));
    assert_eq!(size("pext16"), (107_648, 215_296));
    // Bishops in opposite corners share two attack sets.
    assert_eq!(size("words"), (107_648 + 6_326, 215_296 + 50_608));
    assert_eq!(size("bytes"), (107_648 + 6_328, 107_648 + 50_624));
    assert_eq!(size("line"), (512, 512));
    assert_eq!(size("hyperbola"), (512, 512));
    // A row of four lines for each square, the last one empty.
    assert_eq!(size("hyperbola-dual"), (512 + 4 * 64, 512 + 2_048));
    // A row of both sides of four lines for each square.
    assert_eq!(size("obstruction-vector"), (8 * 64, 4_096));
    // Eight rays, and four lines of 64 squares with 64 occupancies of six inner squares.
    assert_eq!(size("classical"), (8 * 64, 4_096));
    for id in ["kindergarten", "direction-rows"] {
        assert_eq!(size(id), (4 * 64 * 64, 131_072));
    }
    // Each line of a rook has 48 squares with 5 relevant ones and 16 with 6.
    assert_eq!(size("pext-lines"), (6_784, 54_272));
    for id in ["hyperbola-reverse", "ray-reverse", "slide-arithmetic", "leorik", "sbamg", "qbb"] {
        assert_eq!(size(id), (0, 0), "{id}");
    }
}
