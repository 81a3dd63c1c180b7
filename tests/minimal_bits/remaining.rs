//! Lists the open questions with estimates of their cost.

use std::fmt::Write as _;
use std::path::Path;

use serde::Deserialize;

use crate::facts::Square;
use crate::table::{Facts, thousands};

/// The nodes that a core visits in an hour: a million per second, which is about the rate of finished searches for
/// rooks.
const NODES_PER_HOUR: f64 = 3.6e9;

/// The contents of `config/known/estimates.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Estimates {
    estimate: Vec<Estimate>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Estimate {
    /// The command that printed the estimate.
    command: String,
    nodes: f64,
}

impl Estimates {
    pub(crate) fn read(path: &Path) -> Self {
        toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
    }

    /// The estimated number of nodes of a question's tree.
    pub(crate) fn nodes(&self, piece: &str, square: &str, bits: u8, constant: &str) -> Option<f64> {
        let mut command = format!("magicgen prove {piece} {square} --bits {bits}");
        if constant != "none" {
            let _ = write!(command, " --constant {constant}");
        }
        command.push_str(" --estimate");
        let mut estimates = self.estimate.iter();
        Some(estimates.find(|estimate| estimate.command == command)?.nodes)
    }

    /// The estimated cost of a question in words.
    pub(crate) fn shown(&self, piece: &str, square: &str, bits: u8, constant: &str) -> String {
        let nodes = self.nodes(piece, square, bits, constant);
        nodes.map_or("not estimated".to_owned(), |nodes| {
            format!("estimated {nodes:.1e} nodes, {} core-hours", hours(nodes))
        })
    }
}

/// The hours that a core takes for so many nodes, in words.
pub(crate) fn hours(nodes: f64) -> String {
    match nodes / NODES_PER_HOUR {
        hours if hours < 0.1 => "under 0.1".to_owned(),
        hours if hours < 10.0 => format!("{hours:.1}"),
        hours => thousands(hours.round() as u64),
    }
}

/// A question that isn't answered.
struct Open<'a> {
    nodes: Option<f64>,
    square: &'a Square,
    bits: u8,
    /// Further squares for which the answer "none" would hold as well.
    too: Vec<&'a str>,
}

/// The next question about each square whose least number of index bits isn't known, the cheapest first.
fn open<'a>(facts: &Facts<'a>, constant: &str) -> Vec<Open<'a>> {
    let next = |square: &Square| {
        let bounds = if constant == "none" { &square.white } else { &square.free };
        (!bounds.is_settled()).then_some(bounds.least.bits - 1)
    };
    let all = || facts.squares.iter().filter_map(|square| Some((square, next(square)?)));
    let follows = |square: &Square, bits: u8, from: &Square| {
        let is_like = square.like.as_deref() == Some(&from.name) && square.piece == from.piece;
        is_like && next(from) == Some(bits)
    };
    let mut open: Vec<Open<'_>> = all()
        .filter(|(square, bits)| !all().any(|(from, _)| follows(square, *bits, from)))
        .map(|(square, bits)| {
            let too = all().filter(|(other, bits)| follows(other, *bits, square));
            let too = too.map(|(other, _)| other.name.as_str()).collect();
            let nodes = facts.estimates.nodes(square.piece, &square.name, bits, constant);
            Open { nodes, square, bits, too }
        })
        .collect();
    let cost = |open: &Open<'_>| open.nodes.unwrap_or(f64::INFINITY);
    open.sort_by(|one, other| cost(one).total_cmp(&cost(other)));
    open
}

/// Writes the section on questions that remain to be searched.
pub(crate) fn remaining(page: &mut String, facts: &Facts<'_>) {
    page.push_str(
        "\
## What remains

For each square whose least number isn't known, the next question is one index bit less than its best factor has. Nodes are
estimated by random probes (Knuth 1975), by the commands in [estimates.toml](../config/known/estimates.toml). Trees are heavy-tailed:
estimates are good to a factor of two, and worse for the largest. Core-hours are those of a million nodes a second, about what
finished searches of rooks have shown on a busy machine; bishops go faster. Where a factor is found instead, a question with one
index bit less follows.

",
    );
    for (title, constant) in [("White", "none"), ("With a free constant", "free")] {
        let open = open(facts, constant);
        let sum = hours(open.iter().filter_map(|open| open.nodes).sum());
        let count = open.len();
        let missing = match open.iter().filter(|open| open.nodes.is_none()).count() {
            0 => String::new(),
            missing => format!(", {missing} of them without an estimate"),
        };
        let _ = write!(
            page,
            "\
### {title}

{count} questions{missing}; the estimates add up to {sum} core-hours.

| square | index bits | estimated nodes | core-hours | \"none\" answers too |
| --- | --- | --- | --- | --- |
"
        );
        for Open { nodes, square, bits, too } in open {
            let (piece, name, too) = (square.piece, &square.name, too.join(" "));
            let cost = nodes.map_or("not estimated | ".to_owned(), |nodes| {
                format!("{nodes:.1e} | {}", hours(nodes))
            });
            let _ = writeln!(page, "| {piece} {name} | {bits} | {cost} | {too} |");
        }
        page.push('\n');
    }
}
