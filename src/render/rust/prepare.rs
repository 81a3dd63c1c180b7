//! Rewrites programs so that they read well in Rust.
//!
//! A word is narrowed as late as possible, after the mask that makes it small. A value for which start-up code has an
//! index function becomes a call. Values get the names of the variables that they may become.

use crate::render::prelude::*;

/// The number of variables in a body, from the shortest text on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Drawn {
    /// Variables for values with names in the program.
    Short,
    /// Also for products, halved factors and the position.
    Steps,
    /// Also for all fields.
    Fields,
    /// For every operation.
    All,
}

/// A lookup in which words are narrowed late and lines have names.
pub(super) fn prepared(program: &Program) -> Pointed {
    let mut program = program.clone();
    name_lines(&mut program);
    Pointed::plain(&program).rewritten(|out, op, _| narrowed_late(out, op))
}

/// Narrows words after masks: `low(a) >> n & m` is `low(a >> n & m)` if the bits of `m` are in the low half of `a`.
fn narrowed_late(out: &mut Program, op: Op) -> Option<Value> {
    let Op::Binary(Binary::And, value, by) = op else { return None };
    let Op::Const(mask, Type::Half) = out.op(by) else { return None };
    let (word, by) = match out.op(value) {
        Op::Low(word) => (word, None),
        Op::Shr(half, by) => match (out.op(half), out.op(by)) {
            (Op::Low(word), Op::Const(places, _)) if mask >> (32 - places) == 0 => (word, Some(by)),
            _ => return None,
        },
        _ => return None,
    };
    let word = by.map_or(word, |by| out.push(Op::Shr(word, by)));
    let mask = out.push(Op::Const(mask, Type::Word));
    let masked = out.push(Op::Binary(Binary::And, word, mask));
    Some(out.push(Op::Low(masked)))
}

/// Names the values from which `wanted` is computed, so that they become variables; `calls` are values that other
/// functions compute.
pub(super) fn name_values(
    program: &mut Program,
    wanted: Value,
    calls: &[Value],
    drawn: Drawn,
    has_unsafe: &dyn Fn(Op) -> bool,
) {
    for call in calls {
        program.without_name_of(*call);
    }
    let needed = program.needed_above(wanted, |value| calls.contains(&value));
    for value in needed.iter().copied() {
        if program.name_of(value).is_some() || value == wanted {
            continue;
        }
        let op = program.op(value);
        let is_reversal =
            |of: Value| matches!(program.op(of), Op::ReverseBytes(_) | Op::ReverseBits(_));
        let users = needed.iter().filter(|user| !calls.contains(user));
        let uses = users.flat_map(|user| program.op(*user).operands());
        let is_repeated = uses.filter(|of| *of == value).count() > 1;
        let reads = |op: &Op| matches!(op, Op::Load(_, of) | Op::LoadRow(_, of) if *of == value);
        let reads: Vec<Op> = needed.iter().map(|user| program.op(*user)).filter(reads).collect();
        let is_drawn_out = drawn > Drawn::Short || reads.iter().any(|op| has_unsafe(*op));
        let name = match op {
            Op::Binary(Binary::Sub, a, b) if is_reversal(a) && is_reversal(b) => "reversed",
            _ if calls.contains(&value) && is_drawn_out => "index",
            _ if calls.contains(&value) => continue,
            _ if !reads.is_empty() && is_drawn_out => "position",
            Op::Shl(a, _) if is_repeated && program.type_of(a) == Type::Half => "row",
            Op::Load(table, _) | Op::LoadRow(table, _) if table.kind == Type::Half => "entry",
            Op::Load(..) | Op::LoadRow(..) if has_unsafe(op) => "set",
            Op::ReverseBytes(_) | Op::ReverseBits(_) if is_repeated => "mirrored",
            Op::Binary(Binary::And, a, _) if is_repeated => match program.op(a) {
                Op::Square => "place",
                Op::Occupied | Op::OccupiedSet(_) => "blockers",
                _ => continue,
            },
            Op::Binary(Binary::Sub, ..) if drawn > Drawn::Short => "up",
            Op::Binary(Binary::Mul, ..) if drawn > Drawn::Short => "product",
            _ if drawn < Drawn::All => continue,
            Op::Widen(_) => "wide",
            Op::Low(_) => "low_half",
            Op::High(_) => "high_half",
            Op::Shl(..) | Op::Shr(..) => "shifted",
            Op::Load(..) | Op::LoadRow(..) => "set",
            Op::ReverseBytes(_) | Op::ReverseBits(_) => "reversed",
            Op::Extract(..) | Op::Deposit(..) | Op::Pick(_) => "packed",
            Op::Binary(Binary::And, ..) => "kept",
            Op::Binary(Binary::Or, ..) => "joined",
            Op::Binary(..) => "part",
            _ => continue,
        };
        program.name(value, name);
    }
}

/// If lines of the board are looked up separately, names each one's set in the union.
fn name_lines(program: &mut Program) {
    let mut sets = vec![program.result];
    while let Some((at, (a, b))) =
        sets.iter().enumerate().find_map(|(at, value)| match program.op(*value) {
            Op::Binary(Binary::Or, a, b) if program.type_of(a) != Type::Half => Some((at, (a, b))),
            _ => None,
        })
    {
        sets.splice(at..=at, [a, b]);
    }
    if sets.len() < 2 {
        return;
    }
    for set in sets {
        let line = program.needed(set).into_iter().find_map(|value| match program.op(value) {
            Op::Field(Field { line, .. }) => line,
            _ => None,
        });
        let name = match line {
            Some(Line::Rank) => "rank",
            Some(Line::File) => "file",
            Some(Line::Diagonal) => "diagonal",
            Some(Line::Antidiagonal) => "antidiagonal",
            Some(Line::Other(_)) | None => "line",
        };
        program.name(set, name);
    }
}
