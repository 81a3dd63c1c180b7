//! Proved modules for tests of languages, whose code knows neither geometry nor search.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

pub(crate) use crate::axes::{
    Axes, Cell, FactorFrom, KeyForm, Multiply, OffsetFrom, Placement, ShiftFrom,
};
pub(crate) use crate::geometry::{Board, Mapping, Order, Piece, ROOK, Standard};
// Tests name these types by way of this module, since languages don't know the stages that define them.
use crate::geometry::{Line, Problem, Walk, lines};
use crate::layout::Component;
use crate::model::{
    FieldStyle, Input, InputPiece, Machine, Module, NameRules, Names, Naming, Part, Provenance,
    ScanModule, Tables, UnionModule, build, prove,
};
use crate::render::{Backend, Language, OptionError, Options};
use crate::search::{BitScan, Effort, Solution, bit_scan, solve};
pub(crate) use crate::variant;
pub(crate) use crate::variant::Form;
use crate::variant::PieceOnBoard;

/// A language with options of its own, given as the text of a config's table.
pub(crate) fn configured(
    language: &Language,
    options: &str,
) -> Result<Box<dyn Backend>, OptionError> {
    let table = DeTable::parse(options).unwrap();
    let span = table.span();
    let options: Options<'_> = Some(Spanned::new(span, DeValue::Table(table.into_inner())));
    language.configure(options)
}

/// Rook, bishop and their union on a board of twelve squares, whose bit indices have gaps.
pub(crate) fn small(backend: &dyn Backend, variant: &str, when: Tables, emit: &[Part]) -> Module {
    let order = Order::Standard { standard: Standard::ALL[0], stride: 8 };
    let mapping = Mapping::new(Board::new(4, 3).unwrap(), order).unwrap();
    module(backend, variant, &mapping, &[Piece::rook(), Piece::bishop()], when, emit)
}

/// A proved module of `pieces` and, where there are two, their union under the name of queen.
pub(crate) fn module(
    backend: &dyn Backend,
    variant: &str,
    mapping: &Mapping,
    pieces: &[Piece],
    when: Tables,
    emit: &[Part],
) -> Module {
    let form = variant::find(variant).unwrap().form;
    let (naming, machine) = (backend.naming(), backend.capabilities().machine);
    of_form(naming, machine, form, mapping, pieces, when, emit)
}

/// As [`module`], for any form of lookup and any machine.
pub(crate) fn of_form(
    naming: Naming,
    machine: Machine,
    form: Form,
    mapping: &Mapping,
    pieces: &[Piece],
    when: Tables,
    emit: &[Part],
) -> Module {
    let boards: Vec<_> = pieces
        .iter()
        .map(|piece| {
            let walk = Walk::new(piece, mapping);
            let problem = Problem::new(&walk, mapping.squares()).unwrap();
            (walk, problem)
        })
        .collect();
    let lookups = match form {
        Form::OwnProgram(program) => {
            let mut on_board = Vec::new();
            for (piece, (walk, problem)) in pieces.iter().zip(&boards) {
                on_board.push(PieceOnBoard { piece, walk, problem });
            }
            program.lookups(&on_board).unwrap()
        }
        Form::Axes(axes) => {
            let parts = |(piece, (walk, whole)): (&Piece, &(Walk, Problem))| {
                let all = vec![(None, (0..piece.rays.len()).collect())];
                let of_line = |(line, rays)| (Some(line), rays);
                let parts = if axes.by_line {
                    lines(piece).into_iter().map(of_line).collect()
                } else {
                    all
                };
                let component = |(line, rays): (Option<Line>, Vec<usize>)| {
                    let problem = match line {
                        None => whole.clone(),
                        Some(_) => Problem::new(&walk.along(&rays), mapping.squares()).unwrap(),
                    };
                    let solution = if axes.key.facts().has_factor {
                        solve(&problem, axes.method(), &Effort::default()).unwrap()
                    } else {
                        Solution::pext(&problem)
                    };
                    Component { line, rays, problem, solution, offsets: None, unit: 0 }
                };
                parts.into_iter().map(component).collect::<Vec<_>>()
            };
            let pieces: Vec<_> = pieces.iter().zip(&boards).map(parts).collect();
            axes.lookups(&pieces).unwrap()
        }
    };
    let mut lookups = lookups;
    let mut scans = Vec::new();
    if emit.contains(&Part::Bitscan) {
        for width in BitScan::WIDTHS {
            let (scan, table) = ScanModule::new(&bit_scan(width).unwrap(), lookups.tables.len());
            scans.push(scan);
            lookups.tables.push(table);
        }
    }
    let inputs = pieces.iter().zip(&boards).map(|(piece, (walk, problem))| InputPiece {
        name: &piece.name,
        is_public: true,
        walk,
        problem,
    });
    let unions = if pieces.len() == 2 {
        vec![UnionModule { name: "queen".to_owned(), of: vec![0, 1] }]
    } else {
        Vec::new()
    };
    let rules = NameRules { name: "magics".to_owned(), ..NameRules::default() };
    let module = build(Input {
        pieces: inputs.collect(),
        unions,
        mapping,
        lookups,
        scans,
        machine,
        when,
        emit: emit.to_vec(),
        fields: FieldStyle::Arrays,
        style: crate::model::Style::default(),
        names: Names::new(naming, rules),
        provenance: Provenance {
            version: Some("0.1.0".to_owned()),
            variant: "sample".to_owned(),
            orientation: mapping.order().name().to_owned(),
            pieces: pieces.iter().map(|piece| piece.name.clone()).collect(),
            command: "magicgen".to_owned(),
            credits: vec!["Factors found by magicgen (seed 0).".to_owned()],
            ..Provenance::default()
        },
        licence: Vec::new(),
        comments: crate::model::Comments::default(),
    });
    let problems: Vec<_> = boards.iter().map(|(_, problem)| problem).collect();
    prove(&module, &problems).unwrap();
    module
}

/// A proved module of rook and bishop on the chess board.
pub(crate) fn chess(backend: &dyn Backend, variant: &str, when: Tables, emit: &[Part]) -> Module {
    let mapping = Mapping::chess(Standard::ALL[0]);
    module(backend, variant, &mapping, &[Piece::rook(), Piece::bishop()], when, emit)
}
