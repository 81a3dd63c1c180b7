//! Lookups as the data that the page's script runs. Words and sets are texts of hexadecimal digits: the script's numbers are exact to
//! 53 bits.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::Part;
use super::squares::{Measures, measured};
use crate::explain::{Stage, prove_square};
use crate::generate::{Inside, PieceInside};
use crate::render::code::steps::steps;
use magicgen_board::Coordinate;
use magicgen_ir::{Column, Op, Rows, Storage, Table, TableRole, Type};
use magicgen_lookup::model::Disproof;

/// The owner of a slot that several squares share.
const SEVERAL: u32 = u32::MAX;

/// One output's lookups. They are proved first.
pub(crate) fn part(part: &Part) -> Result<Value, Disproof> {
    let Part { inside, mapping, .. } = part;
    let board = mapping.board();
    let places: Vec<Value> = board
        .places()
        .map(|at| json!({ "bit": mapping.bit(at), "name": board.name(at) }))
        .collect();
    let files: Vec<String> = (0..board.width).map(|file| board.file_name(file)).collect();
    let rank_name = |rank| board.rank_name(Coordinate { file: 0, rank });
    let ranks: Vec<String> = (0..board.height).map(rank_name).collect();
    let mut owners: Vec<Vec<u32>> =
        inside.tables.iter().map(|table| vec![0; table.length()]).collect();
    let mut pieces = Vec::with_capacity(inside.pieces.len());
    for at in 0..inside.pieces.len() {
        pieces.push(piece(inside, at, &mut owners)?);
    }
    let tables = inside.tables.iter().zip(&owners).map(|(of, owners)| table(of, owners));
    let unions: Vec<Value> =
        part.unions.iter().map(|(name, of)| json!({ "name": name, "of": of })).collect();
    Ok(json!({
        "title": part.title,
        "variant": inside.variant,
        "orientation": part.orientation,
        "width": board.width,
        "height": board.height,
        "hexagons": board.is_hex,
        "files": files,
        "ranks": ranks,
        "places": places,
        "pieces": pieces,
        "unions": unions,
        "tables": tables.collect::<Vec<_>>(),
    }))
}

/// A number in hexadecimal digits, without leading zeros.
fn hex(word: u64) -> String {
    format!("{word:x}")
}

/// The same of several words, the lowest first.
fn hex_of_words(words: &[u64]) -> String {
    let digits: Vec<String> = words.iter().rev().map(|word| format!("{word:016x}")).collect();
    let digits = digits.concat();
    let short = digits.trim_start_matches('0');
    if short.is_empty() { "0".to_owned() } else { short.to_owned() }
}

/// A piece, and its squares as owners of the slots that they lead to: one more than 256 times the piece's position and the bit.
fn piece(inside: &Inside, at: usize, owners: &mut [Vec<u32>]) -> Result<Value, Disproof> {
    let piece = &inside.pieces[at];
    let mut squares = Vec::new();
    for bit in piece.fields.squares() {
        prove_square(inside, at, bit)?;
        let (measures, cells) = measured(inside, at, bit)?;
        let owner = 1 + 256 * at as u32 + u32::from(bit);
        let mut loads = Vec::with_capacity(cells.len());
        for cells in cells {
            let range = cells.positions.first().zip(cells.positions.last());
            loads.push(json!({ "value": cells.value.0, "range": range }));
            let owners = &mut owners[usize::from(cells.table.index)];
            for position in cells.positions {
                if let Some(slot) = owners.get_mut(position as usize) {
                    let is_free = *slot == 0 || *slot == owner;
                    *slot = if is_free { owner } else { SEVERAL };
                }
            }
        }
        squares.push(square_data(piece, bit, &measures, &loads));
    }
    let columns = piece.fields.columns().iter();
    let entries = |column: &Column| {
        let words = column.values.chunks(column.field.storage().words());
        json!(words.map(hex_of_words).collect::<Vec<_>>())
    };
    let columns: Vec<Value> = columns.map(entries).collect();
    let values = piece.program.needed(piece.program.result);
    let ops: Vec<Value> = values
        .iter()
        .map(|value| {
            let width = match piece.program.type_of(*value) {
                Type::Word | Type::Lanes(_) => 0,
                Type::Half => 1,
                Type::Set(words) => words.count(),
            };
            json!([value.0, width, op(piece, piece.program.op(*value))])
        })
        .collect();
    let steps: Vec<Value> = steps(&piece.program, &inside.tables)
        .into_iter()
        .map(|step| {
            let stage = Stage::of(&piece.program, step.value, &inside.tables);
            json!({
                "value": step.value.0, "name": step.name, "formula": step.text,
                "stage": stage.id(), "about": stage.about(),
            })
        })
        .collect();
    Ok(json!({
        "name": piece.name,
        "credit": piece.credit,
        "columns": columns,
        "ops": ops,
        "result": piece.program.result.0,
        "steps": steps,
        "squares": squares,
    }))
}

fn square_data(piece: &PieceInside, bit: u8, measures: &Measures, loads: &[Value]) -> Value {
    let Measures { relevant, index_bits, range, used, sets, factor_bits } = measures;
    let source = piece.sources.iter().find(|(of, _)| *of == bit).map(|(_, source)| source);
    json!({
        "bit": bit, "mask": hex_of_words(&piece.walk.relevant(bit).words()), "source": source,
        "relevant": relevant, "index-bits": index_bits, "range": range, "used": used, "sets": sets,
        "factor-bits": factor_bits, "loads": loads,
    })
}

/// An operation of a lookup on words: its name and its operands, which are numbers of values but for a field's column and a
/// table.
fn op(piece: &PieceInside, op: Op) -> Value {
    match op {
        Op::Field(field) => {
            let column = piece.fields.columns().iter().position(|column| column.field == field);
            json!([op.name(), column])
        }
        Op::Const(word, _) => json!([op.name(), hex(word)]),
        Op::Part(set, word) => json!([op.name(), set.0, word]),
        Op::Load(table, index) | Op::LoadRow(table, index) => {
            json!([op.name(), table.index, index.0])
        }
        _ => {
            let operands = op.operands().map(|operand| json!(operand.0));
            json!([json!(op.name())].into_iter().chain(operands).collect::<Vec<_>>())
        }
    }
}

fn table(table: &Table, owners: &[u32]) -> Value {
    let is_slots = matches!(table.role, TableRole::Attacks | TableRole::Indices);
    let starts: Vec<usize> = match &table.rows {
        Rows::No => Vec::new(),
        // Only boards of one word have tables in rows.
        rows => (0..64).map(|square| rows.start(square)).collect(),
    };
    let bits = match table.storage {
        Storage::Byte => 8,
        Storage::Short => 16,
        Storage::Half => 32,
        Storage::Word => 64,
        Storage::Set(words) => 64 * u16::from(words.count()),
    };
    let entries: Vec<String> =
        table.entries.chunks(table.storage.words()).map(hex_of_words).collect();
    let owners: Vec<u32> = if is_slots { owners.to_vec() } else { Vec::new() };
    json!({
        "words": table.role.words(),
        "bytes": table.bytes(),
        "bits": bits,
        "starts": starts,
        "entries": coded(&entries),
        "owners": coded(&owners),
    })
}

/// A list in which few values occur often: the different values, and for each entry a character, whose code is 256 more than
/// the value's place. A list with too many values for that has no characters.
fn coded<T: Clone + Ord + serde::Serialize>(list: &[T]) -> Value {
    /// Codes from 0xd800 on stand for no characters.
    const MOST: usize = 0xd800 - 256;
    let mut places: BTreeMap<&T, usize> = BTreeMap::new();
    let mut values = Vec::new();
    let mut text = String::new();
    for entry in list {
        let place = *places.entry(entry).or_insert_with(|| {
            values.push(entry.clone());
            values.len() - 1
        });
        if values.len() > MOST {
            return json!({ "values": list });
        }
        text.extend(char::from_u32(256 + place as u32));
    }
    json!({ "values": values, "places": text })
}
