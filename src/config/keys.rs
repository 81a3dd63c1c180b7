//! All keys of a config, taken from the types that read it.

use super::board::{BoardTable, OrientationTable};
use super::load::KEYS;
use super::pieces::PieceTable;
use super::search::SearchTable;
use super::tables::OutputTable;
use crate::render;
use crate::shape::{Shape, shape_of};

/// A table of the config with its keys. Nested tables are separate entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keys {
    /// The table's name with dots, as in `output.style`; empty for the top level.
    pub table: String,
    /// Whether it is an array of tables: `[[output]]`, `[[piece.moves]]`.
    pub is_array: bool,
    /// The keys of its values, and the shapes of these values.
    pub keys: Vec<(&'static str, Shape)>,
}

/// All tables, in the order of a config. `[defaults]` has the keys of `[[output]]` and isn't listed.
#[must_use]
pub fn keys() -> Vec<Keys> {
    let mut tables = vec![Keys { table: String::new(), is_array: false, keys: Vec::new() }];
    for key in KEYS {
        match key {
            "version" => tables[0].keys.push((key, Shape::Number)),
            "orientation" => {
                // The value is a name or a table.
                tables[0].keys.push((key, Shape::Several));
                add(&mut tables, key, false, shape_of::<OrientationTable>());
            }
            "board" => add(&mut tables, key, false, shape_of::<BoardTable>()),
            "piece" => add(&mut tables, key, true, shape_of::<PieceTable>()),
            "search" => add(&mut tables, key, false, shape_of::<SearchTable>()),
            "output" => {
                add(&mut tables, key, true, shape_of::<OutputTable>());
                let data = render::DATA.iter().filter(|data| data.has_table());
                for language in render::ALL.iter().chain(data) {
                    add(&mut tables, &format!("{key}.{}", language.id), false, (language.keys)());
                }
            }
            _ => {}
        }
    }
    tables
}

/// Adds a table and its nested tables, among them those in lists.
fn add(tables: &mut Vec<Keys>, table: &str, is_array: bool, shape: Shape) {
    let Shape::Table(all) = shape else { return };
    let mut keys = Vec::new();
    let mut inner = Vec::new();
    for (key, shape) in all {
        match shape {
            Shape::Table(_) => inner.push((key, false, shape)),
            Shape::List(of) if matches!(*of, Shape::Table(_)) => inner.push((key, true, *of)),
            shape => keys.push((key, shape)),
        }
    }
    tables.push(Keys { table: table.to_owned(), is_array, keys });
    for (key, is_array, shape) in inner {
        add(tables, &format!("{table}.{key}"), is_array, shape);
    }
}
