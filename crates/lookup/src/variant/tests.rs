//! Tests of the presets' choices.

use super::*;
use magicgen_board::Mapping;

/// What `made` makes of some pieces on a board.
pub(super) fn on_boards<R>(
    pieces: &[Piece],
    mapping: &Mapping,
    made: impl FnOnce(&[PieceOnBoard<'_>]) -> R,
) -> R {
    let walks: Vec<Walk> = pieces.iter().map(|piece| Walk::new(piece, mapping)).collect();
    let problem = |walk: &Walk| Problem::new(walk, mapping.squares()).unwrap();
    let problems: Vec<Problem> = walks.iter().map(problem).collect();
    let boards = pieces.iter().zip(&walks).zip(&problems);
    let boards: Vec<PieceOnBoard<'_>> =
        boards.map(|((piece, walk), problem)| PieceOnBoard { piece, walk, problem }).collect();
    made(&boards)
}

#[test]
fn what_a_variant_has_follows_from_its_axes() {
    for (id, is_filled, has_base) in
        [("fancy", true, false), ("hyperbola", true, false), ("bytes", false, true)]
    {
        let form = find(id).unwrap().form;
        assert_eq!(form.can_be_filled(), is_filled, "{id}");
        let columns = form.columns(&Piece::rook());
        let is_base = |field: &magicgen_ir::Field| field.role == magicgen_ir::Role::Base;
        assert_eq!(columns.iter().any(is_base), has_base, "{id}");
    }
}

/// The method `denser` and Kannan's method apply to these variants only.
#[test]
fn variants_with_a_white_factor_and_a_shift_for_each_square_are_fancy() {
    let fancy: Vec<_> =
        ALL.iter().filter(|variant| variant.form.is_fancy()).map(|variant| variant.id).collect();
    assert_eq!(fancy, ["fancy", "nested", "bytes", "words", "postmask"]);
}

/// A row of clashes with two conditions applies where either holds.
#[test]
fn a_line_takes_neither_another_key_nor_another_factor() {
    let line = Axes { by_line: true, ..FANCY };
    let rows = Axes { placement: Placement::Rows, offset: OffsetFrom::None, ..line };
    for axes in [line, rows, Axes { key: KeyForm::Pext, ..line }] {
        assert_eq!(axes.clashes().next(), None, "{axes:?}");
    }
    for axes in [Axes { factor: FactorFrom::Shared, ..line }, Axes { key: KeyForm::Slider, ..line }]
    {
        let clash = axes.clashes().next().unwrap();
        assert_eq!(
            (clash.first, clash.second),
            ("`lines = true`", "`key = \"slider\"` or `factor = \"shared\"`")
        );
    }
}

/// The packed presets agree in every choice but key and shift.
#[test]
fn packed_presets_differ_in_shift_and_key() {
    for (id, key, shift) in [
        ("packed", KeyForm::White, ShiftFrom::Own),
        ("fixed", KeyForm::White, ShiftFrom::Constant),
        ("black", KeyForm::Black, ShiftFrom::Constant),
        ("constant", KeyForm::Constant, ShiftFrom::Constant),
    ] {
        let axes = ALL.iter().find(|variant| variant.id == id).unwrap().form.axes().unwrap();
        assert_eq!(axes, Axes { key, shift, ..PACKED }, "{id}");
    }
}
