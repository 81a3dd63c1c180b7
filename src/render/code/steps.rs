//! Prints a [`Program`] one operation a line, with a name for each value, for people who follow a lookup.
//!
//! The notation as in [`formula`](super::formula). Constants, halves of words and values computed from the square alone
//! get no lines.

use super::expr::Expr;
use super::formula::{STYLE, write};
use magicgen_ir::{Op, Program, Table, TableRole, Value};
use magicgen_lookup::model::Case;

/// A line of a lookup: a value, its name, and how it is computed from other names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The value.
    pub value: Value,
    /// The name, which no other step of the lookup has.
    pub name: String,
    /// The operation: `occ & mask`.
    pub text: String,
}

/// The steps of a lookup, in the program's order, except that a field is read right before its first use.
pub fn steps(program: &Program, tables: &[Table]) -> Vec<Step> {
    let needed = program.needed(program.result);
    let is_step = |value: Value| value == program.result || !is_inlined(program, value);
    let mut named: Vec<Step> = Vec::new();
    let mut terms: Vec<Expr> = vec![Expr::name(""); usize::from(program.result.0) + 1];
    for value in &needed {
        let mut term = write(program, *value, tables, &terms);
        if is_step(*value) {
            let name = unused(name(program, *value, tables), &named);
            let text = STYLE.text(&term);
            term = Expr::name(name.clone());
            named.push(Step { value: *value, name, text });
        }
        terms[usize::from(value.0)] = term;
    }
    let is_field = |value: Value| matches!(program.op(value), Op::Field(_));
    let (mut fields, others): (Vec<Step>, Vec<Step>) =
        named.into_iter().partition(|step| is_field(step.value));
    let mut steps = Vec::new();
    for step in others {
        let read = program.needed_above(step.value, |of| of != step.value && is_step(of));
        steps.extend(fields.extract_if(.., |field| read.contains(&field.value)));
        steps.push(step);
    }
    steps
}

/// True if a value is written within other values' lines.
fn is_inlined(program: &Program, value: Value) -> bool {
    if program.name_of(value).is_some() {
        return false;
    }
    let needed = program.needed(program.result);
    let reads_it = |user: &&Value| program.op(**user).operands().any(|operand| operand == value);
    let is_halved = |user: &Value| matches!(program.op(*user), Op::Low(_));
    match program.op(value) {
        Op::Occupied
        | Op::OccupiedSet(_)
        | Op::Part(..)
        | Op::Low(_)
        | Op::High(_)
        | Op::Widen(_) => true,
        Op::Shr(..) | Op::Extract(..) | Op::Pick(_)
            if needed.iter().filter(reads_it).all(is_halved) =>
        {
            true
        }
        _ => {
            let is_plain = |of: Value| {
                matches!(program.op(of), Op::Occupied | Op::OccupiedSet(_) | Op::Field(_))
            };
            let is_load =
                |of: Value| matches!(program.op(of), Op::Load(..) | Op::LoadRow(..) | Op::Call(..));
            !program.needed(value).into_iter().any(|of| is_plain(of) || is_load(of))
        }
    }
}

/// The value's name in the program, or a name by its purpose.
fn name(program: &Program, value: Value, tables: &[Table]) -> String {
    let is_index = || program.loads().any(|(_, _, index)| index == value);
    let named = match (program.name_of(value), program.op(value)) {
        _ if value == program.result => "attacks",
        (Some(name), _) => name,
        (None, Op::Field(field)) => return Case::Snake.join(&[&field.singular()]),
        (None, Op::Load(table, _) | Op::LoadRow(table, _)) => {
            match tables.get(usize::from(table.index)).map(|table| table.role) {
                Some(TableRole::Dictionary) => "set",
                _ => "cell",
            }
        }
        (None, _) if is_index() => "slot",
        (None, _) => "",
    };
    // Values on one line of the board get the line's name.
    let mut lines: Vec<_> = program
        .needed(value)
        .into_iter()
        .filter_map(|of| match program.op(of) {
            Op::Field(field) => field.line,
            _ => None,
        })
        .collect();
    lines.dedup();
    match lines[..] {
        [line] if !named.is_empty() && value != program.result => {
            format!("{}_{named}", line.word())
        }
        _ => named.to_owned(),
    }
}

/// The name, with a number if another step has it; a letter for an empty name.
fn unused(name: String, steps: &[Step]) -> String {
    let is_free = |name: &String| steps.iter().all(|step| step.name != *name);
    if !name.is_empty() && is_free(&name) {
        return name;
    }
    let letters = ('a'..='z').map(|letter| letter.to_string()).filter(|_| name.is_empty());
    let stem = if name.is_empty() { "v" } else { name.as_str() };
    let numbered = (2..=u32::from(u16::MAX)).map(|number| format!("{stem}{number}"));
    let found = letters.chain(numbered).find(is_free);
    found.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{small, variant};
    use magicgen_lookup::model::{Part, Tables};

    fn text(variant: &str) -> String {
        let rust = crate::render::find("rust").unwrap();
        let backend = rust.configure(None).unwrap();
        let module = small(&*backend, variant, Tables::Full, &[Part::Lookup]);
        let steps = steps(&module.pieces[0].program, &module.tables);
        let lines = steps.iter().map(|step| format!("{} = {}", step.name, step.text));
        lines.collect::<Vec<_>>().join("\n") + "\n"
    }

    #[test]
    fn a_lookup_is_its_operations() {
        assert_eq!(
            text("fancy"),
            "mask = mask[sq]\nrelevant = occ & mask\nfactor = factor[sq]\n\
             product = relevant * factor\nshift = shift[sq]\nindex = product >> shift\n\
             offset = offset[sq]\nslot = offset + index\nattacks = T[slot]\n"
        );
    }

    #[test]
    fn every_step_has_a_name_of_its_own_and_reads_earlier_ones() {
        for variant in variant::ALL {
            let text = text(variant.id);
            let mut names: Vec<&str> =
                text.lines().filter_map(|line| Some(line.split_once(" = ")?.0)).collect();
            assert_eq!(names.last(), Some(&"attacks"), "{}\n{text}", variant.id);
            names.sort_unstable();
            let all = names.len();
            names.dedup();
            assert_eq!(names.len(), all, "{}\n{text}", variant.id);
        }
    }
}
