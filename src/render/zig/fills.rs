//! Tables that are filled, and what guards them.

use crate::model::Names;
use crate::render::page::FilledTable;
use crate::render::text::taken::Taken;

/// A table that is filled.
pub(super) struct Filled<'a> {
    pub(super) table: &'a FilledTable,
    /// The variable: where others read the table, its own name is that of the function that shows it.
    pub(super) name: String,
}

/// What is done once.
pub(super) struct Guard {
    /// The variable that says how far the tables are filled.
    pub(super) state: String,
    /// The function that fills them.
    pub(super) fill: String,
    /// Whether lookups call it; else whoever calls them has.
    pub(super) is_lazy: bool,
}

impl<'a> Filled<'a> {
    pub(super) fn new(table: &'a FilledTable, taken: &mut Taken) -> Self {
        let name = table.name.clone();
        let name = if table.is_public { taken.name(name + "_entries") } else { name };
        Self { table, name }
    }
}

impl Guard {
    pub(super) fn new(names: &Names, is_lazy: bool, taken: &mut Taken) -> Self {
        Self {
            state: taken.name(names.constant(&["filling"])),
            fill: taken.name(names.function(&["fill", "tables"])),
            is_lazy,
        }
    }

    /// The lines before a filled table is read.
    pub(super) fn check(&self) -> Vec<String> {
        let Self { state, fill, is_lazy } = self;
        if *is_lazy {
            vec![format!("if ({state}.load(.acquire) != .done) {fill}();")]
        } else {
            // In a build without safety not even the load is left.
            let is_empty = format!("std.debug.runtime_safety and {state}.load(.acquire) != .done");
            let message = format!("    @panic(\"call {fill}() before the first lookup\");");
            vec![format!("if ({is_empty}) {{"), message, "}".to_owned()]
        }
    }
}
