//! The page's start-up code: tables filled at the first lookup, and the rays walked for them.

use super::file::File;
use super::lines::{WIDTH, assignment, call, signature};
use super::syntax::decimal;
use super::tables::Static;
use crate::render::prelude::*;

const ATOMIC: &str = "core::sync::atomic::AtomicU64";

impl File<'_> {
    /// The name of the function that returns a filled table.
    pub(super) fn table_function(&self, table: &Table) -> String {
        self.module.names.function(&self.words_of(table, "attack_table"))
    }

    /// The head of the function that fills one piece's part of a table.
    pub(super) fn fill_head(&self, walk: &RayFunction) -> String {
        let atomics = format!("attacks: &[{ATOMIC}]");
        let records = format!("magics: &[{}]", self.record_name());
        let masks = match self.module.fields {
            fields if !fields.is_records() => "masks: &[u64]",
            _ if self.is_iterated() => "masks: impl Iterator<Item = u64>",
            _ => &records,
        };
        let attacks = if self.options.no_std { &atomics } else { "attacks: &mut [u64]" };
        let mut parameters = vec![attacks, masks, "rays: &[Ray]"];
        parameters.extend(walk.has_range.then_some("range: usize"));
        parameters.push("index: fn(usize, u64) -> usize");
        signature("", "fn fill", &parameters, "")
    }

    /// True if squares share slots.
    pub(super) fn has_shared_slots(&self) -> bool {
        self.page().fills.iter().any(|fill| fill.is_or)
    }

    /// True if masks come by an iterator: if lines are filled, records of different pieces may have different types, and
    /// records of all pieces have a mask for each.
    pub(super) fn is_iterated(&self) -> bool {
        let is_by_square = self.module.fields.is_by_square();
        is_by_square || self.page().fills.iter().any(|fill| fill.rays.line.is_some())
    }

    /// The call that fills a piece's part of a table.
    pub(super) fn fill_call(&self, fill: &FillLoop) -> String {
        let atomics = format!("&{}", fill.table_name);
        let table = if self.options.no_std { &atomics } else { "&mut attacks" };
        let piece = &self.module.pieces[fill.rays.piece];
        let records = self.records_name(self.page().owner_of_records(piece));
        let masks = match self.module.fields {
            fields if !fields.is_records() => format!("&{}", fill.masks),
            _ if self.is_iterated() => {
                let mask = self.member_name(piece, fill.mask);
                format!("{records}.iter().map(|magic| magic.{mask})")
            }
            _ => format!("&{records}"),
        };
        let mut arguments = vec![table.to_owned(), masks, format!("&{}", fill.rays.name)];
        let walk = self.page().walk.as_ref().filter(|walk| walk.has_range);
        arguments.extend(walk.map(|_| fill.rays.range.to_string()));
        arguments.push(fill.index.clone());
        call("    ", "fill", &arguments)
    }

    /// The doc comment of a filled table: its content, and the place of a square's row.
    pub(super) fn filled_docs(&self, filled: &FilledTable) -> Vec<String> {
        self.flat_docs(filled.index)
    }

    /// The doc comment of a table without rows: its content, and the place of a square's entries.
    pub(super) fn flat_docs(&self, index: usize) -> Vec<String> {
        let table = &self.module.tables[index];
        let mut docs = self.table_docs(index, table);
        match table.rows {
            Rows::No => {}
            Rows::Equal(row) => docs.push(format!("A square has a row of {row}.")),
            Rows::Ragged(_) => docs
                .push(format!("A square's row begins where [`{}`] says.", self.starts_name(table))),
        }
        docs
    }

    pub(super) fn declaration(&self, filled: &FilledTable) -> String {
        let name = &filled.name;
        if self.options.no_std {
            let length = Self::length(filled);
            let value = format!("[const {{ {ATOMIC}::new(0) }}; {length}]");
            let left = format!("static {name}: [{ATOMIC}; {length}]");
            return assignment(&left, &value, WIDTH).join("\n");
        }
        let visible = self.visibility(filled.is_public);
        let left = format!("{visible}static {name}: std::sync::LazyLock<Box<[u64]>>");
        let filler = format!("std::sync::LazyLock::new({})", self.filler_name(filled));
        assignment(&left, &filler, WIDTH).join("\n")
    }

    /// The number of entries of a filled table.
    pub(super) fn length(filled: &FilledTable) -> String {
        decimal(filled.length as u64)
    }

    /// The name of the function that fills a table.
    pub(super) fn filler_name(&self, filled: &FilledTable) -> String {
        let mut words = self.words_of(&self.module.tables[filled.index], "attack_table");
        words.insert(0, if self.options.no_std { "fill" } else { "filled" });
        Case::Snake.join(&words)
    }

    /// The name of the flag that is true once a table of atomic words is filled.
    pub(super) fn flag(&self, filled: &FilledTable) -> String {
        let words = self.words_of(&self.module.tables[filled.index], "attacks_are_filled");
        self.module.names.constant(&words)
    }

    pub(super) fn flag_declaration(&self, filled: &FilledTable) -> String {
        let bool = "core::sync::atomic::AtomicBool";
        let left = format!("static {}: {bool}", self.flag(filled));
        assignment(&left, &format!("{bool}::new(false)"), WIDTH).join("\n")
    }

    /// The attributes and the head of the function that returns a filled table of atomic words.
    pub(super) fn accessor(&self, filled: &FilledTable) -> Vec<String> {
        let function = self.table_function(&self.module.tables[filled.index]);
        let unused = "not every program needs every table";
        let mut lines = if filled.is_public { self.options.unused(unused) } else { Vec::new() };
        lines.extend(self.options.unusual_function(&function));
        lines.push("#[inline]".to_owned());
        let head = format!("{}fn {function}", self.visibility(filled.is_public));
        let result = format!(" -> &'static [{ATOMIC}; {}]", Self::length(filled));
        lines.push(signature("", &head, &[""; 0], &result));
        lines
    }

    /// The rays of a fill loop, as rows of `Ray`.
    pub(super) fn rays_of(&self, FillLoop { rays, .. }: &FillLoop) -> Static {
        let row = |(step, from): (&i8, &u64)| {
            format!("    Ray {{ step: {step}, from: {} }},", self.hex().text(*from))
        };
        let rows: Vec<String> = rays.step_values.iter().zip(&rays.from_values).map(row).collect();
        let spoken = words(&self.module.pieces[rays.piece].name);
        let along = rays.line.map_or(String::new(), |line| format!(" along the {}", line.word()));
        let docs = vec![format!("Rays of the {spoken}{along}.")];
        let kind = format!("[Ray; {}]", rows.len());
        self.item(false, &rays.name, &kind, docs, rows.join("\n"))
    }
}
