//! Batches: a loop, or rounds of eight sets on vectors and a loop for the rest.

use super::file::File;
use super::lines::{ARGUMENTS, CALLS, WIDTH, assignment};
use super::vectors::{CALLED, attribute};
use crate::render::prelude::*;
use crate::render::vectors::{Queries, Tongue as _};

/// The indentation of a round's statements.
const DEPTH: usize = "                ".len();

impl File<'_> {
    /// The statements of a batch behind its assertions.
    pub(super) fn batch_body(&self, batch: &Batch) -> Vec<String> {
        let set = format!("    *set = {}(usize::from(*square), *occupied);", batch.lookup);
        let Some(lanes) = &batch.lanes else {
            let head = "for (set, (square, occupied)) in attacks.iter_mut().zip(squares.iter().zip(occupied)) {";
            return vec![head.to_owned(), set, "}".to_owned()];
        };
        let any = self.any_registers();
        let mut lines = attribute("any", &any, "");
        lines.extend([
            "let done = {".to_owned(),
            "    let mut done = 0;".to_owned(),
            "    for eight in squares.chunks_exact(8) {".to_owned(),
            format!("        if eight.iter().any(|square| *square >= {}) {{", self.module.board.indices),
            "            break;".to_owned(),
            "        }".to_owned(),
            "        // SAFETY: the compiler may use all that is called, and all eight are squares."
                .to_owned(),
            "        unsafe {".to_owned(),
        ]);
        let round = self.round(lanes).into_iter();
        lines.extend(round.map(|line| behind_margin("            ", &line)));
        lines.extend(
            ["        }", "        done += 8;", "    }", "    done", "};"].map(str::to_owned),
        );
        lines.extend(attribute("not(any", &any, ")"));
        lines.push("let done = 0;".to_owned());
        lines.push("let rest = squares[done..].iter().zip(&occupied[done..]);".to_owned());
        lines.push(
            "for (set, (square, occupied)) in attacks[done..].iter_mut().zip(rest) {".to_owned(),
        );
        lines.extend([set, "}".to_owned()]);
        lines
    }

    /// The statements that compute and store eight sets.
    fn round(&self, lanes: &LaneBatch) -> Vec<String> {
        let width = WIDTH - DEPTH;
        let text = |value: &Expr| self.facts.style.text(value);
        let broken = |start: &str, value: &Expr| {
            let Expr::Call(function, arguments) = value else {
                return assignment(start, &text(value), width);
            };
            let arguments: Vec<String> = arguments.iter().map(text).collect();
            if arguments.join(", ").len() <= ARGUMENTS {
                return match start {
                    "" => vec![format!("{};", text(value))],
                    _ => assignment(start, &text(value), width),
                };
            }
            let space = if start.is_empty() { "" } else { " = " };
            CALLS.lines("", &format!("{start}{space}{}", text(function)), &arguments, ";")
        };
        lanes.round(&Queries {
            tongue: &CALLED,
            facts: &self.facts,
            places: ["squares", "occupied"].map(|array| vec![array.into(), "done".into()]),
            named: &|name| Expr::name(name),
            constant: &|word| match word {
                ..256 => Expr::decimal(word),
                _ => Expr::name(CALLED.literal(word)),
            },
            table: &|array| Expr::unary("&", array.into()),
            declare: &|name, value| broken(&format!("let {name}"), value),
            store: &|function, sets| {
                let arguments = vec!["attacks".into(), "done".into(), sets.clone()];
                broken("", &Expr::call(function, arguments))
            },
            // Within this width no call has arguments that rustfmt would break.
            width: "let x = vectors::or_of_8(".len() + ARGUMENTS,
        })
    }
}
