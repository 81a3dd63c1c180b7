//! Writes `config/known/minimal-bits.toml` from the facts about each square.

use std::fmt::Write as _;

use crate::minimal_bits::facts::{Bounds, From, Least, Nothing, Square, Why};
use crate::minimal_bits::ledgers::Certificate;

const HEADER: &str = "\
# The least index bits of rook and bishop on the chess board, square by square: what is known, and how.
# Written by `just update`; docs/minimal-bits.md has it as a table.
#
# [rook.a1] is the rook on a1, by its name under a1lsb.
#
#   bits           relevant squares: with so many index bits there is always a factor
#   attack-sets    each needs a slot of its own
#   white          the fewest index bits with a known factor: (b * factor) >> (64 - bits) keeps attack sets apart
#   white-none     the most index bits for which there is none; then there is none with fewer either
#   white-settled  true if these two meet: `white` is the least
#   free           the same for (b * factor + constant) >> (64 - bits), which covers white and black magics
#
# A factor comes with the file that has it: `known` is the id of a file in this folder, with author, year and source;
# `ledger` a file in the folder `ledgers`. The five on d1, g1, c2, d2 and e2 are Michal Witanowski's (June 2026), the other
# rooks with one bit less than relevant squares those of Niklas Fiekas, Volker Annuss and others (niklasf/magics, 2026).
#
# That there is none is known by one of these, and by those under `also` too:
#
#   own complete search                 `ledger`, with its nodes and the digest of the whole tree
#   Fiekas 2026                         fiekas-disproved.toml
#   a factor would give one for d1      d1's mask, shifted up, is this one: docs/complete-search.md
#   fewer slots than attack sets        2^bits of them
";

/// The text of the file.
pub(crate) fn toml(squares: &[Square], ledgers: &[Certificate]) -> String {
    let mut text = HEADER.to_owned();
    for square in squares {
        let Square { piece, name, relevant, sets, white, free, .. } = square;
        let _ = write!(text, "\n[{piece}.{name}]\nbits = {relevant}\nattack-sets = {sets}\n");
        for (which, bounds) in [("white", white), ("free", free)] {
            let Bounds { least, none } = bounds;
            let (least, none) = (factor(least, which == "free"), nothing(none, ledgers));
            let is_settled = bounds.is_settled();
            let _ = write!(
                text,
                "{which} = {least}\n{which}-none = {none}\n{which}-settled = {is_settled}\n"
            );
        }
    }
    text
}

fn factor(least: &Least, with_constant: bool) -> String {
    let Least { bits, factor, constant, from } = least;
    let constant =
        if with_constant { format!(", constant = \"{constant:#018x}\"") } else { String::new() };
    let from = match from {
        From::Known(id) => format!("known = \"{id}\""),
        From::Ledger(file) => format!("ledger = \"{file}\""),
    };
    format!("{{ bits = {bits}, factor = \"{factor:#018x}\"{constant}, {from} }}")
}

fn nothing(none: &Nothing, ledgers: &[Certificate]) -> String {
    let mut why = none.why.iter().map(reason);
    let how = why.next().unwrap_or_default();
    let mut text = format!("{{ bits = {}, how = \"{how}\"", none.bits);
    if let Some(Why::Search(index)) = none.why.first() {
        let ledger = &ledgers[*index];
        let (file, nodes, digest) = (&ledger.file, ledger.tally.all_nodes(), ledger.digest());
        let _ = write!(text, ", ledger = \"{file}\", nodes = {nodes}, digest = \"{digest}\"");
    }
    let also: Vec<String> = why.map(|why| format!("\"{why}\"")).collect();
    if !also.is_empty() {
        let _ = write!(text, ", also = [{}]", also.join(", "));
    }
    text + " }"
}

fn reason(why: &Why) -> String {
    match why {
        Why::Search(_) => "own complete search".to_owned(),
        Why::Fiekas => "Fiekas 2026".to_owned(),
        Why::Square(name) => format!("a factor would give one for {name}"),
        Why::Sets => "fewer slots than attack sets".to_owned(),
    }
}
