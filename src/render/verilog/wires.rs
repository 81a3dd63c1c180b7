//! The wires of a module, the registers between its stages, and the assignment of its output.

use std::collections::BTreeMap;

use super::syntax::{Widths, select};
use crate::render::prelude::*;
use magicgen_board::SquareSet;

/// The values that a module computes, in order.
pub(super) struct Wires {
    values: Vec<Wire>,
    /// The value of the output.
    result: Expr,
    /// The inputs, each with its width. Values may be named like them.
    inputs: Vec<(String, u32)>,
}

/// A value with a name.
struct Wire {
    name: String,
    width: u32,
    value: Expr,
    /// True if it is a register: its stage is one after the stage of the values that it is computed from.
    is_register: bool,
}

/// The number of stages between the inputs and each value, by the value's name.
type Stages = BTreeMap<String, usize>;

impl Wires {
    /// The values of a body. The output has `width` bits; values of the program in `registers` become registers.
    pub(super) fn new(
        body: Body,
        widths: &Widths,
        width: u32,
        inputs: Vec<(String, u32)>,
        registers: &[Value],
    ) -> Self {
        let mut known = BTreeMap::new();
        measure(&body.result, widths, &mut known);
        let wire = |Let { name, value, .. }: Let| Wire {
            width: known.get(&name).map_or(u64::BITS, |(width, _)| *width),
            is_register: known.get(&name).is_some_and(|(_, value)| registers.contains(value)),
            name,
            value,
        };
        let mut values: Vec<Wire> = body.lets.into_iter().map(wire).collect();
        let (own, written) = (widths.of(&body.result), body.result.written.clone());
        let has_bits = matches!(written, Expr::Name(_) | Expr::Index(_) | Expr::Bits(..));
        let result = if own > width && !has_bits {
            let (name, is_register) = ("whole".to_owned(), false);
            values.push(Wire { name, width: own, value: written, is_register });
            select(Expr::name("whole"), width - 1, 0)
        } else {
            widths.fitted(&body.result, width)
        };
        let mut wires = Self { values, result, inputs };
        wires.delay();
        wires
    }

    /// Adds registers that delay early values until the late values used with them.
    fn delay(&mut self) {
        let mut stages: Stages = self.inputs.iter().map(|(name, _)| (name.clone(), 0)).collect();
        let mut widths: BTreeMap<String, u32> = self.inputs.iter().cloned().collect();
        let mut done: Vec<Wire> = Vec::new();
        for mut wire in std::mem::take(&mut self.values) {
            let stage = wait(&mut wire.value, &mut stages, &mut widths, &mut done);
            stages.insert(wire.name.clone(), stage + usize::from(wire.is_register));
            widths.insert(wire.name.clone(), wire.width);
            done.push(wire);
        }
        wait(&mut self.result, &mut stages, &mut widths, &mut done);
        self.values = done;
    }

    /// The lines of the module after its memories. With a clock, the output is a register.
    pub(super) fn lines(
        &self,
        output: &str,
        is_clocked: bool,
        text: &dyn Fn(&Expr) -> String,
    ) -> Vec<String> {
        let mut lines = Vec::new();
        for wire in &self.values {
            let Wire { name, width, value, .. } = wire;
            let line = match (*width - 1, wire.is_register) {
                (top, false) => format!("wire [{top}:0] {name} = {};", text(value)),
                (top, true) => format!("reg [{top}:0] {name};"),
            };
            if self.is_whole(wire) {
                lines.push(line);
            } else {
                lines.push("/* verilator lint_off UNUSED */".to_owned());
                lines.push(line);
                lines.push("/* verilator lint_on UNUSED */".to_owned());
            }
        }
        let stored: Vec<&Wire> = self.values.iter().filter(|wire| wire.is_register).collect();
        if !stored.is_empty() {
            lines.push(String::new());
            lines.push("always @(posedge clock) begin".to_owned());
            let store = |wire: &&Wire| format!("    {} <= {};", wire.name, text(&wire.value));
            lines.extend(stored.iter().map(store));
            lines.push("end".to_owned());
        }
        let result = text(&self.result);
        if is_clocked {
            lines.push(String::new());
            lines.push(
                "// The register belongs to the table's port, so that the table becomes block RAM."
                    .to_owned(),
            );
            lines.push(format!("always @(posedge clock) {output} <= {result};"));
        } else {
            lines.push(format!("assign {output} = {result};"));
        }
        lines
    }

    /// True if every bit of a value is used.
    fn is_whole(&self, wire: &Wire) -> bool {
        let mut used = SquareSet::EMPTY;
        let values = self.values.iter().map(|other| &other.value);
        values.chain([&self.result]).for_each(|value| add_bits(value, wire, &mut used));
        used.len() == wire.width
    }
}

/// Adds the bits of a value that an expression reads.
fn add_bits(expr: &Expr, of: &Wire, used: &mut SquareSet) {
    let is_it = |expr: &Expr| matches!(expr, Expr::Name(name) if *name == of.name);
    let mut add = |high, low| (low..=high).for_each(|bit| used.insert(bit));
    match expr {
        Expr::Bits(whole, high, low) if is_it(whole) => add(*high, *low),
        expr if is_it(expr) => add((of.width - 1) as u8, 0),
        expr => expr.parts().into_iter().for_each(|part| add_bits(part, of, used)),
    }
}

/// Collects the width and the value of each name.
fn measure(node: &Node, widths: &Widths, known: &mut BTreeMap<String, (u32, Value)>) {
    if let Expr::Name(name) = &node.written {
        known.insert(name.clone(), (widths.of(node), node.value));
    }
    node.operands.iter().for_each(|operand| measure(operand, widths, known));
}

/// Makes an expression read all values at the stage of the latest one, and returns that stage.
fn wait(
    expr: &mut Expr,
    stages: &mut Stages,
    widths: &mut BTreeMap<String, u32>,
    done: &mut Vec<Wire>,
) -> usize {
    let stage = latest(expr, stages);
    let early: Vec<(String, usize)> = stages
        .iter()
        .filter(|(_, own)| **own < stage)
        .map(|(name, own)| (name.clone(), *own))
        .collect();
    for (name, own) in early {
        if !expr.any(&|part| matches!(part, Expr::Name(other) if *other == name)) {
            continue;
        }
        let width = widths.get(&name).copied().unwrap_or(u64::BITS);
        let mut last = name.clone();
        for at in own + 1..=stage {
            let next = format!("{name}_stage{at}");
            if !stages.contains_key(&next) {
                stages.insert(next.clone(), at);
                widths.insert(next.clone(), width);
                let value = Expr::name(last);
                done.push(Wire { name: next.clone(), width, value, is_register: true });
            }
            last = next;
        }
        rename(expr, &name, &last);
    }
    stage
}

/// The stage of the latest value in an expression.
fn latest(expr: &Expr, stages: &Stages) -> usize {
    let own = match expr {
        Expr::Name(name) => stages.get(name).copied().unwrap_or(0),
        _ => 0,
    };
    expr.parts().into_iter().map(|part| latest(part, stages)).max().unwrap_or(0).max(own)
}

/// Replaces a name in an expression.
pub(super) fn rename(expr: &mut Expr, old: &str, new: &str) {
    match expr {
        Expr::Name(name) if name == old => new.clone_into(name),
        expr => expr.parts_mut().into_iter().for_each(|part| rename(part, old, new)),
    }
}
