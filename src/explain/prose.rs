//! The sentences of an [`Explanation`], which text and picture share.

use super::{BoardGrid, Explanation, Lookup, Slot};
use magicgen_board::{Purpose, SquareSet};

/// The most squares that are named if several share a slot.
const MOST_NAMED: usize = 4;

/// The heading: piece, square, variant and order of squares.
pub(super) fn heading(explanation: &Explanation) -> String {
    let Explanation { piece, square, variant, orientation, .. } = explanation;
    let (piece, purpose) = Purpose::of_lookup(piece);
    let moves = match purpose {
        Purpose::Attack => "",
        Purpose::Quiet => "moves to empty squares, ",
        Purpose::Capture => "captures, ",
    };
    format!("The {piece} on {} (bit {}), {moves}{variant}, {orientation}", square.name, square.bit)
}

/// The sentence on the attacked squares.
pub(super) fn result(explanation: &Explanation) -> String {
    let attacked = named(&explanation.board, explanation.attacks);
    let (piece, purpose) = Purpose::of_lookup(&explanation.piece);
    let does = match purpose {
        Purpose::Attack => "attacks",
        Purpose::Quiet => "moves to",
        Purpose::Capture => "captures on",
    };
    format!("The {piece} on {} {does} {attacked}.", explanation.square.name)
}

/// The names of a set's squares, or `no square`.
pub(super) fn named(board: &BoardGrid, set: SquareSet) -> String {
    let names = board.names(set);
    if names.is_empty() { "no square".to_owned() } else { names.join(" ") }
}

/// Two sentences or more about a slot.
pub(super) fn slot(slot: &Slot) -> String {
    let Slot { table, entries, position, sharing, used, .. } = slot;
    let all = slot.occupancies();
    let count = slot.relevant.len();
    let place = format!("Slot {position} of the {entries} in the table of {table}");
    if count == 0 {
        return format!("{place}: whatever is occupied, the lookup leads there.{}", others(slot));
    }
    let squares = if count == 1 { "relevant square" } else { "relevant squares" };
    let leads = match sharing {
        1 => format!("only this one of the {all} occupancies of {count} {squares} leads there"),
        _ => format!(
            "{sharing} of the {all} occupancies of {count} {squares} lead there, since all of them mean the same \
             attacks"
        ),
    };
    format!("{place}: {leads}. All {all} lead to {used} slots.{}", others(slot))
}

fn others(slot: &Slot) -> String {
    let others = &slot.others;
    if others.is_empty() {
        return String::new();
    }
    let named = others.iter().take(MOST_NAMED);
    let named: Vec<String> = named
        .map(|other| format!("{} {} ({})", other.piece, other.square, other.occupancies))
        .collect();
    let more = match others.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        1 => " and 1 more square".to_owned(),
        more => format!(" and {more} more squares"),
    };
    format!(" Occupancies of other squares lead there too: {}{more}.", named.join(", "))
}

/// The sentences on the source of the factors.
pub(super) fn credits(lookup: &Lookup) -> Vec<String> {
    let Some(credit) = &lookup.credit else {
        return vec!["This lookup needs no factor.".to_owned()];
    };
    let own = lookup.source.as_ref();
    let own = own.map(|source| format!("This square's own factor is from {source}."));
    std::iter::once(credit.clone()).chain(own).collect()
}
