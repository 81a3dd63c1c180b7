//! Lists the open questions with estimates of their cost.

use std::fmt::Write as _;
use std::path::Path;

use serde::Deserialize;

use crate::minimal_bits::facts::Square;
use crate::minimal_bits::table::{Facts, thousands};

/// The contents of `config/known/estimates.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Estimates {
    estimate: Vec<Estimate>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Estimate {
    /// The command that printed the estimate.
    command: String,
    nodes: f64,
    /// Nodes that a core visits in a second.
    rate: f64,
}

impl Estimate {
    /// The hours that a core takes.
    pub(crate) fn hours(&self) -> f64 {
        self.nodes / self.rate / 3600.0
    }
}

impl Estimates {
    pub(crate) fn read(path: &Path) -> Self {
        toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
    }

    /// The estimate of a question.
    pub(crate) fn of(
        &self,
        piece: &str,
        square: &str,
        bits: u8,
        constant: &str,
    ) -> Option<&Estimate> {
        let mut command = format!("magicgen prove {piece} {square} --bits {bits}");
        if constant != "none" {
            let _ = write!(command, " --constant {constant}");
        }
        command.push_str(" --estimate");
        self.estimate.iter().find(|estimate| estimate.command == command)
    }

    /// The estimated cost of a question in words.
    pub(crate) fn shown(&self, piece: &str, square: &str, bits: u8, constant: &str) -> String {
        let cost = self.of(piece, square, bits, constant);
        cost.map_or("not estimated".to_owned(), |cost| {
            format!("estimated {:.1e} nodes, {} core-hours", cost.nodes, shown(cost.hours()))
        })
    }
}

/// Hours in a few digits.
pub(crate) fn shown(hours: f64) -> String {
    match hours {
        hours if hours < 0.1 => "under 0.1".to_owned(),
        hours if hours < 10.0 => format!("{hours:.1}"),
        hours => thousands(hours.round() as u64),
    }
}

/// A question that isn't answered.
struct Open<'a> {
    cost: Option<&'a Estimate>,
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
            let cost = facts.estimates.of(square.piece, &square.name, bits, constant);
            Open { cost, square, bits, too }
        })
        .collect();
    let hours = |open: &Open<'_>| open.cost.map_or(f64::INFINITY, Estimate::hours);
    open.sort_by(|one, other| hours(one).total_cmp(&hours(other)));
    open
}

/// Writes the section on questions that remain to be searched.
pub(crate) fn remaining(page: &mut String, facts: &Facts<'_>) {
    page.push_str(
        "\
## What remains

For each square whose least number isn't known, the next question is one index bit less than its best factor has. Nodes are
estimated by random probes (Knuth 1975), by the commands in [estimates.toml](../config/known/estimates.toml). Trees are heavy-tailed:
estimates are good to a factor of two, and worse for the largest. Core-hours are those of the rate that the command measured below eight
roots, each of which stands for an eighth of the nodes: on one of two cores of an AMD EPYC, the other of which had a search of its own. Where a
factor is found instead, a question with one index bit less follows.

",
    );
    for (title, constant) in [("White", "none"), ("With a free constant", "free")] {
        let open = open(facts, constant);
        let sum = shown(open.iter().filter_map(|open| open.cost).map(Estimate::hours).sum());
        let questions = match open.len() {
            1 => "1 question".to_owned(),
            count => format!("{count} questions"),
        };
        let missing = match open.iter().filter(|open| open.cost.is_none()).count() {
            0 => String::new(),
            missing => format!(", {missing} of them without an estimate"),
        };
        let _ = write!(
            page,
            "\
### {title}

{questions}{missing}; the estimates add up to {sum} core-hours.

| square | index bits | estimated nodes | million nodes a second | core-hours | \"none\" answers too |
| --- | --- | --- | --- | --- | --- |
"
        );
        for Open { cost, square, bits, too } in open {
            let (piece, name, too) = (square.piece, &square.name, too.join(" "));
            let cost = cost.map_or("not estimated | | ".to_owned(), |cost| {
                format!("{:.1e} | {:.2} | {}", cost.nodes, cost.rate / 1e6, shown(cost.hours()))
            });
            let _ = writeln!(page, "| {piece} {name} | {bits} | {cost} | {too} |");
        }
        page.push('\n');
    }
}
