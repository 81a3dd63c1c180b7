//! Proved modules for the tests of languages, which know neither geometry nor search.

pub(crate) use crate::geometry::{Board, Mapping, Order, Piece, ROOK, Standard};
use crate::geometry::{Problem, Walk};
use crate::model::{
    FieldStyle, Input, InputPiece, Module, NameRules, Names, Part, Provenance, Tables, UnionModule,
    build, prove,
};
use crate::render::Backend;
use crate::search::{Effort, solve};
use crate::variant::{self, Multiply, ShiftFrom};

/// A proved module of `pieces` and, where there are two, their union under the name of queen.
pub(crate) fn module(
    backend: &dyn Backend,
    variant: &str,
    mapping: &Mapping,
    pieces: &[Piece],
    when: Tables,
    emit: &[Part],
) -> Module {
    let axes = variant::find(variant).unwrap().axes;
    let method = axes.method();
    let solved: Vec<_> = pieces
        .iter()
        .map(|piece| {
            let walk = Walk::new(piece, mapping);
            let problem = Problem::new(&walk, mapping.squares()).unwrap();
            let solution = solve(&problem, method, &Effort::default()).unwrap();
            (walk, problem, solution)
        })
        .collect();
    let inputs = pieces.iter().zip(&solved).map(|(piece, (walk, problem, solution))| InputPiece {
        name: &piece.name,
        is_public: true,
        walk,
        problem,
        solution,
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
        placement: axes.placement,
        has_constant_shift: axes.shift == ShiftFrom::Constant,
        halves: !backend.capabilities().words,
        when,
        emit: emit.to_vec(),
        fields: FieldStyle::Arrays,
        style: crate::model::Style::default(),
        names: Names::new(backend.naming(), rules),
        provenance: Provenance {
            version: Some("0.1.0".to_owned()),
            variant: variant.to_owned(),
            orientation: mapping.order().name().to_owned(),
            pieces: pieces.iter().map(|piece| piece.name.clone()).collect(),
            command: "magicgen".to_owned(),
            credits: vec!["Factors found by magicgen (seed 0).".to_owned()],
            ..Provenance::default()
        },
        licence: Vec::new(),
    });
    let problems: Vec<_> = solved.iter().map(|(_, problem, _)| problem).collect();
    prove(&module, &problems).unwrap();
    assert!(axes.multiply != Multiply::SplitAdd);
    module
}

/// Rook and bishop on the chess board.
pub(crate) fn chess(backend: &dyn Backend, variant: &str, when: Tables, emit: &[Part]) -> Module {
    let mapping = Mapping::chess(Standard::ALL[0]);
    module(backend, variant, &mapping, &[Piece::rook(), Piece::bishop()], when, emit)
}
