//! The functions beside the lookups that an output asks for, from `emit` and `[output.companions]`.

use std::ops::Range;

use toml::Spanned;

use super::checks::{Errors, choice};
use super::error::ConfigErrorKind;
use super::job::JobPiece;
use super::request::Context;
use super::tables::OutputTable;
use crate::geometry::Piece;
use crate::model::companion::{Leaper, Slider, Source, Wish};
use crate::model::{LookupRef, Part, UnionModule};
use crate::render::Capabilities;

const SOURCES: [(&str, Source); 2] = [("table", Source::Table), ("computed", Source::Computed)];

/// The companions of an output. Lookups are added to `emit` where companions call them.
pub(super) fn wish(
    context: &Context<'_>,
    table: &OutputTable,
    pieces: &[JobPiece],
    unions: &[UnionModule],
    can: &Capabilities,
    emit: &mut Vec<Part>,
    span: &Range<usize>,
    errors: &mut Errors,
) -> Wish {
    let given = &table.companions;
    let mut source = |key, given: &Option<Spanned<String>>| {
        errors.take(choice(key, given.as_ref(), &SOURCES)).flatten().unwrap_or_default()
    };
    let between = source("form of between", &given.between);
    let line = source("form of line", &given.line);
    let ray_pass = source("form of ray-pass", &given.ray_pass);
    let mut wish = Wish {
        parts: emit.clone(),
        leapers: leapers(context, pieces),
        sliders: sliders(pieces, unions),
        double_steps: double_steps(context, table, emit, span, errors),
        between,
        line,
        ray_pass,
        seed: context.seed,
    };
    let place = |part: Part| {
        let parts = table.emit.iter().flat_map(Spanned::get_ref);
        let mut asked = parts.filter(|asked| asked.get_ref() == part.id());
        asked.next().map_or(span.clone(), Spanned::span)
    };
    let has_calls = can.parts.contains(&Part::Xray);
    for (part, given) in [
        (Part::Between, &given.between),
        (Part::Line, &given.line),
        (Part::RayPass, &given.ray_pass),
    ] {
        if let (false, true, Some(given)) = (has_calls, calls_lookups(part, &wish), given) {
            let message = format!("this language has no `{}` computed by lookups", part.id());
            let help = format!("{} = \"table\"", part.id());
            errors.at(given.span(), ConfigErrorKind::Companion { message, help });
        }
    }
    let calls = emit.iter().filter(|part| calls_lookups(**part, &wish));
    let calls: Vec<Part> = calls.copied().collect();
    for part in calls.iter().filter(|part| **part != Part::Xray && **part != Part::SelfTest) {
        let missing = ["rook", "bishop"]
            .into_iter()
            .find(|name| !pieces.iter().any(|piece| piece.piece.name == *name));
        if let Some(missing) = missing {
            let message = format!("`{}` calls the lookup of the {missing}", part.id());
            let help = format!("add \"{missing}\" to `pieces`");
            errors.at(place(*part), ConfigErrorKind::Companion { message, help });
        }
    }
    let knight = wish.leapers.iter().find(|leaper| leaper.piece.name == "knight");
    let moves = |piece: &Piece| {
        let squares = context.mapping.board().squares();
        squares.flat_map(|at| piece.rays.iter().map(move |step| (at, *step))).any(|(at, step)| {
            let file = at.file.checked_add_signed(step.0);
            let rank = at.rank.checked_add_signed(step.1);
            let to = file.zip(rank).map(|(file, rank)| crate::geometry::Coordinate { file, rank });
            to.is_some_and(|to| context.mapping.bit(to).is_some())
        })
    };
    let has_knights = knight.is_some_and(|knight| moves(&knight.piece));
    if emit.contains(&Part::Cuckoo) && !has_knights {
        let message = "cuckoo tables have the moves of knights, and no knight can move here";
        let help = "leave \"cuckoo\" out of `emit`".to_owned();
        let kind = ConfigErrorKind::Companion { message: message.to_owned(), help };
        errors.at(place(Part::Cuckoo), kind);
    }
    if !calls.is_empty() {
        emit.push(Part::Lookup);
        emit.sort_unstable();
        emit.dedup();
        let order = |part: &Part| Part::ALL.iter().position(|(known, _)| known == part);
        emit.sort_by_key(order);
    }
    wish.parts.clone_from(emit);
    wish
}

/// True where a part calls lookups in its form.
fn calls_lookups(part: Part, wish: &Wish) -> bool {
    let is_computed = match part {
        Part::Between => wish.between,
        Part::Line | Part::Aligned => wish.line,
        Part::RayPass => wish.ray_pass,
        _ => Source::Table,
    };
    part.calls_lookups() || is_computed == Source::Computed
}

/// The pieces that take one step and aren't looked up.
fn leapers(context: &Context<'_>, pieces: &[JobPiece]) -> Vec<Leaper> {
    let is_free =
        |leaper: &&Leaper| !pieces.iter().any(|piece| piece.piece.name == leaper.piece.name);
    context.leapers.iter().filter(is_free).cloned().collect()
}

/// The pieces that have lookups, then the unions of them.
fn sliders(pieces: &[JobPiece], unions: &[UnionModule]) -> Vec<Slider> {
    let of_piece = pieces.iter().map(|piece| (piece.piece.clone(), piece.is_public));
    let of_union = unions.iter().map(|union| {
        let rays = union.of.iter().flat_map(|at| pieces[*at].piece.rays.iter().copied());
        let range = union.of.iter().map(|at| pieces[*at].piece.range).max().unwrap_or(1);
        (Piece { name: union.name.clone(), rays: rays.collect(), range }, true)
    });
    let numbered = of_piece.chain(of_union).enumerate();
    let slider = |(at, (piece, is_public)): (usize, (Piece, bool))| Slider {
        name: piece.name.clone(),
        piece,
        lookup: LookupRef(at as u8),
        is_public,
    };
    numbered.map(slider).collect()
}

/// The ranks from which pawns take two steps: those that are given, or those of chess.
fn double_steps(
    context: &Context<'_>,
    table: &OutputTable,
    emit: &[Part],
    span: &Range<usize>,
    errors: &mut Errors,
) -> [Option<u8>; 2] {
    let board = context.mapping.board();
    let Some(given) = &table.companions.double_steps else {
        if emit.contains(&Part::Pawns) && !board.is_chess() {
            let message = "pawns have no ranks to start from on this board";
            let help =
                "give those of both sides, or none: [output.companions] double-steps = [2, 7]";
            let (message, help) = (message.to_owned(), help.to_owned());
            let parts = table.emit.iter().flat_map(Spanned::get_ref);
            let mut pawns = parts.filter(|part| part.get_ref() == Part::Pawns.id());
            let place = pawns.next().map_or(span.clone(), Spanned::span);
            errors.at(place, ConfigErrorKind::Companion { message, help });
        }
        return [Some(1), Some(6)];
    };
    let ranks = given.get_ref();
    if ranks.is_empty() {
        return [None, None];
    }
    let message = match ranks.as_slice() {
        [_, _] => {
            let rank = |given: &Spanned<i128>| {
                u8::try_from(*given.get_ref()).ok().filter(|rank| (1..=board.height).contains(rank))
            };
            if let [Some(first), Some(second)] = [rank(&ranks[0]), rank(&ranks[1])] {
                return [Some(first - 1), Some(second - 1)];
            }
            format!("ranks of this board are 1 to {}", board.height)
        }
        _ => "`double-steps` is a rank for each of two sides, or empty".to_owned(),
    };
    let help = "double-steps = [2, 7]".to_owned();
    errors.at(given.span(), ConfigErrorKind::Companion { message, help });
    [None, None]
}
