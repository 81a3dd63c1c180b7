//! Batches: a loop, or rounds of eight sets on vectors and a loop for the rest.

use super::file::File;
use super::lines::{ARGUMENTS, CALLS, WIDTH, assignment, signature};
use super::vectors::{CALLED, ON_X86, Vectors, attribute, called_on, named};
use crate::render::prelude::*;
use crate::render::vectors::dispatch::chosen_kinds;
use crate::render::vectors::{Queries, RegisterKind, Tongue as _};

/// The indentation of a round's statements in a batch, and in a function for one kind of registers.
const DEPTHS: [usize; 2] = ["                ".len(), "        ".len()];

impl File<'_> {
    /// The statements of a batch behind its assertions.
    pub(super) fn batch_body(&self, batch: &Batch) -> Vec<String> {
        let set = format!("    *set = {}(usize::from(*square), *occupied);", batch.lookup);
        let Some(lanes) = &batch.lanes else {
            let head = "for (set, (square, occupied)) in attacks.iter_mut().zip(squares.iter().zip(occupied)) {";
            return vec![head.to_owned(), set, "}".to_owned()];
        };
        let mut lines = if lanes.is_chosen { self.choice(batch) } else { self.rounds(lanes) };
        lines.push("let done = 0;".to_owned());
        lines.push("let rest = squares[done..].iter().zip(&occupied[done..]);".to_owned());
        lines.push(
            "for (set, (square, occupied)) in attacks[done..].iter_mut().zip(rest) {".to_owned(),
        );
        lines.extend([set, "}".to_owned()]);
        lines
    }

    /// The rounds on the registers that the compiler may use.
    fn rounds(&self, lanes: &LaneBatch) -> Vec<String> {
        let any = self.any_registers();
        let mut lines = attribute("any", &any, "");
        let safety =
            "// SAFETY: the compiler may use all that is called, and all eight are squares.";
        let round = self.round(lanes, &CALLED, DEPTHS[0]);
        let round = round.iter().map(|line| behind_margin("    ", line));
        let first = [safety.to_owned(), "unsafe {".to_owned()].into_iter();
        let round: Vec<String> = first.chain(round).chain(["}".to_owned()]).collect();
        lines.push("let done = {".to_owned());
        lines.extend(self.eights(&round));
        lines.push("};".to_owned());
        lines.extend(attribute("not(any", &any, ")"));
        lines
    }

    /// The statements that ask the processor for each kind of registers in turn, and call the function for the first that
    /// it has.
    fn choice(&self, batch: &Batch) -> Vec<String> {
        let std = if self.options.edition.0 == 2015 { "::std" } else { "std" };
        let mut lines = vec![ON_X86.to_owned()];
        for kind in &chosen_kinds(self.page()) {
            let asked =
                |feature: &&str| format!("{std}::arch::is_x86_feature_detected!(\"{feature}\")");
            let asked: Vec<String> = named(kind).1.iter().map(asked).collect();
            let before = if lines.len() == 1 { "let done = if" } else { "} else if" };
            match &asked[..] {
                [asked] => lines.push(format!("{before} {asked} {{")),
                asked => {
                    lines.extend(
                        format!("{before} {}", asked.join("\n    && ")).lines().map(str::to_owned),
                    );
                    lines.push("{".to_owned());
                }
            }
            lines.push("    // SAFETY: the processor has these instructions.".to_owned());
            let name = self.function_on(kind, batch);
            lines.push(format!("    unsafe {{ {name}(squares, occupied, attacks) }}"));
        }
        let last = ["} else {", "    0", "};", "#[cfg(not(target_arch = \"x86_64\"))]"];
        lines.extend(last.map(str::to_owned));
        lines
    }

    /// The name of a batch's function for one kind of registers.
    fn function_on(&self, kind: &RegisterKind, batch: &Batch) -> String {
        self.module.names.function(&[&batch.piece, "batch on", &kind.word()])
    }

    /// The functions of a batch that chooses its registers.
    pub(super) fn batch_on_kinds(&self, batch: &Batch) -> Vec<String> {
        let Some(lanes) = batch.lanes.as_ref().filter(|lanes| lanes.is_chosen) else {
            return Vec::new();
        };
        let function = |kind: &RegisterKind| {
            let name = self.function_on(kind, batch);
            let parameters = ["squares: &[u8]", "occupied: &[u64]", "attacks: &mut [u64]"];
            let head = signature("", &format!("fn {name}"), &parameters, " -> usize");
            let mut lines = vec![
                String::new(),
                "/// The first sets of a batch, eight at once, up to a number that is no square; returns how many."
                    .to_owned(),
                ON_X86.to_owned(),
                format!("#[target_feature(enable = \"{}\")]", named(kind).1.join(",")),
            ];
            lines.extend(head.lines().map(str::to_owned));
            lines.extend(self.eights(&self.round(lanes, &called_on(kind), DEPTHS[1])));
            lines.push("}".to_owned());
            lines
        };
        chosen_kinds(self.page()).iter().flat_map(function).collect()
    }

    /// A block's lines: the loop over squares, eight at once, up to a number that is no square, and how many were done.
    fn eights(&self, round: &[String]) -> Vec<String> {
        let most = self.module.board.indices;
        let mut lines = vec![
            "    let mut done = 0;".to_owned(),
            "    for eight in squares.chunks_exact(8) {".to_owned(),
            format!("        if eight.iter().any(|square| *square >= {most}) {{"),
            "            break;".to_owned(),
            "        }".to_owned(),
        ];
        lines.extend(round.iter().map(|line| behind_margin("        ", line)));
        lines.extend(["        done += 8;", "    }", "    done"].map(str::to_owned));
        lines
    }

    /// The statements that compute and store eight sets, `depth` characters from the left.
    fn round(&self, lanes: &LaneBatch, tongue: &Vectors<'_>, depth: usize) -> Vec<String> {
        let width = WIDTH - depth;
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
            tongue,
            facts: &self.facts,
            places: ["squares", "occupied"].map(|array| vec![array.into(), "done".into()]),
            named: &|name| Expr::name(name),
            constant: &|word| match word {
                ..256 => Expr::decimal(word),
                _ => Expr::name(tongue.literal(word)),
            },
            table: &|array| Expr::unary("&", array.into()),
            declare: &|name, value| broken(&format!("let {name}"), value),
            store: &|function, sets| {
                let arguments = vec!["attacks".into(), "done".into(), sets.clone()];
                broken("", &Expr::call(function, arguments))
            },
            // Within this width no call has arguments that rustfmt would break.
            width: "let x = ".len() + tongue.own_name("or of 8").len() + "(".len() + ARGUMENTS,
        })
    }
}
