//! Shows an [`Explanation`] as data.

use serde_json::{Value, json};

use super::{Explanation, Form, Grid, Lookup, Slot, Step, word};
use crate::geometry::Bitboard;

/// The explanation as a JSON object. Words are texts in hexadecimal, since not every reader has integers of 64 bits.
#[must_use]
pub fn json(explanation: &Explanation) -> Value {
    let Explanation { board, square, .. } = explanation;
    let places: Vec<Value> = (0..board.height)
        .flat_map(|rank| (0..board.width).map(move |file| (file, rank)))
        .map(|(file, rank)| json!(board.bit(file, rank)))
        .collect();
    let lookups: Vec<Value> =
        explanation.lookups.iter().map(|lookup| of_lookup(board, lookup)).collect();
    json!({
        "piece": explanation.piece,
        "square": { "name": square.name, "bit": square.bit },
        "variant": explanation.variant,
        "orientation": explanation.orientation,
        "board": { "width": board.width, "height": board.height, "bits": places },
        "occupied": set(board, explanation.occupied),
        "mask": set(board, explanation.mask),
        "attacks": set(board, explanation.attacks),
        "lookups": lookups,
    })
}

fn set(board: &Grid, bits: Bitboard) -> Value {
    json!({ "word": word(bits), "squares": board.names(bits) })
}

fn of_lookup(board: &Grid, lookup: &Lookup) -> Value {
    let steps: Vec<Value> = lookup.steps.iter().map(of_step).collect();
    let slots: Vec<Value> = lookup.slots.iter().map(|slot| of_slot(board, slot)).collect();
    json!({
        "piece": lookup.piece,
        "mask": set(board, lookup.mask),
        "attacks": set(board, lookup.attacks),
        "steps": steps,
        "slots": slots,
        "credit": lookup.credit,
        "source": lookup.source,
    })
}

fn of_step(step: &Step) -> Value {
    let value = match step.form {
        Form::Word | Form::Half => json!(step.shown()),
        Form::Number => json!(step.value),
    };
    json!({
        "stage": step.stage.id(),
        "name": step.name,
        "formula": step.formula,
        "value": value,
    })
}

fn of_slot(board: &Grid, slot: &Slot) -> Value {
    let examples: Vec<Value> = slot.examples.iter().map(|other| set(board, *other)).collect();
    let others: Vec<Value> = slot
        .others
        .iter()
        .map(|other| {
            json!({
                "piece": other.piece,
                "square": other.square,
                "occupancies": other.occupancies,
            })
        })
        .collect();
    json!({
        "table": slot.table,
        "entries": slot.entries,
        "position": slot.position,
        "relevant": set(board, slot.relevant),
        "occupancies": slot.occupancies(),
        "sharing": slot.sharing,
        "examples": examples,
        "used-slots": slot.used,
        "other-squares": others,
    })
}
