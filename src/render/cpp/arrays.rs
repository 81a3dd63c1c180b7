//! Squares by name, arrays, records and variables: their declarations in the header, and their definitions.

use super::item::{Item, comment};
use super::view::{Header, Home};
use crate::render::prelude::*;

impl Header<'_> {
    /// The specifiers of a constant array. An array declared before its definition is shared by the whole program.
    pub(super) fn constant(&self, is_declared: bool) -> &'static str {
        if self.keys.is_old() || is_declared { "const" } else { "inline constexpr" }
    }

    /// The specifiers of the list of a test's functions. If each file has its own functions, it has its own list.
    pub(super) fn list(&self) -> &'static str {
        if self.is_by_instructions() { "static constexpr" } else { self.constant(false) }
    }

    /// An array's type and name.
    pub(super) fn declarator(&self, element: &str, length: usize, name: &str) -> String {
        if self.is_raw(name) {
            format!("{element} {name}[{length}]")
        } else {
            format!("std::array<{element}, {length}> {name}")
        }
    }

    /// A constant reference to an array: its type and its name.
    pub(super) fn reference(&self, element: &str, length: usize, name: &str) -> String {
        if self.is_raw(name) {
            format!("const {element} (&{name})[{length}]")
        } else {
            format!("const std::array<{element}, {length}> &{name}")
        }
    }

    /// True for an array that the header declares and doesn't define: if definitions are apart, all arrays except those
    /// that only definitions read.
    pub(super) fn is_declared(&self, array: &Array<'_>) -> bool {
        let grid = self.page().walk.iter().filter_map(|walk| walk.grid.as_ref());
        let mut places = grid.flat_map(|grid| [&grid.of_bit, &grid.bit_of]);
        let is_of_rays = array.is_tested || array.kind == ArrayKind::Rays;
        let is_inner = !array.is_public && (is_of_rays || places.any(|name| *name == array.name));
        self.is_apart && !is_inner
    }

    pub(super) fn printed(&self, is_public: bool, home: Home) -> Vec<Item> {
        let arrays = self.page().arrays.iter().filter(|array| array.is_public == is_public);
        arrays.filter_map(|array| self.printed_array(array, home)).collect()
    }

    /// An array's declaration or definition, whichever belongs there. A declared array has its doc comment at the
    /// declaration.
    pub(super) fn printed_array(&self, array: &Array<'_>, home: Home) -> Option<Item> {
        let is_declared = self.is_declared(array);
        if home == Home::Header && is_declared {
            let element = self.facts().row_type(array, self.element(array));
            let declarator = self.declarator(&element, array.rows(), &array.name);
            return Some(Item::new(
                self.array_doc(array),
                vec![format!("extern const {declarator};")],
            ));
        }
        if self.is_apart && home == Home::Header {
            return None;
        }
        let text = self.array(array);
        let doc = if is_declared { Vec::new() } else { text.doc };
        let end = if self.is_raw(&array.name) { "};" } else { "}};" };
        Some(Item::fenced(doc, vec![text.head, text.rows, end.to_owned()]))
    }

    /// The records of each piece. They come after the tables that they point to.
    pub(super) fn printed_records(&self, home: Home) -> Vec<Item> {
        let length = usize::from(self.page().module.board.indices);
        let item = |records: &Records<'_>| {
            let (name, kind) = (self.records_name(records.owner), self.record_type(records.owner));
            let declarator = self.declarator(&kind, length, &name);
            let doc = comment(&records.doc());
            if self.is_apart && home == Home::Header {
                return Item::new(doc, vec![format!("extern const {declarator};")]);
            }
            let doc = if self.is_apart { Vec::new() } else { doc };
            let head = format!("{} {declarator}{{{{", self.constant(self.is_apart));
            let rows = self.record_rows(records);
            let lines = [head].into_iter().chain(rows).chain(["}};".to_owned()]);
            Item::fenced(doc, lines.collect())
        };
        let types = if home == Home::Header { self.record_types() } else { Vec::new() };
        types.into_iter().chain(self.page().shown_records().map(item)).collect()
    }

    /// A variable that `init` sets.
    pub(super) fn variable(&self, doc: &str, declarator: &str, home: Home) -> Item {
        let fixed = if self.keys.is_20() { "constinit " } else { "" };
        let line = match home {
            Home::Definitions => format!("{fixed}{declarator}{{}};"),
            Home::Header if self.is_apart => format!("extern {declarator};"),
            Home::Header => format!("inline {fixed}{declarator}{{}};"),
        };
        Item::new(if home == Home::Header { comment(doc) } else { Vec::new() }, vec![line])
    }

    /// Public names for items in `detail`: filled tables as constants, and records.
    pub(super) fn seen(&self, home: Home) -> Vec<Item> {
        let seen = |doc: &str, element: &str, length: usize, name: &str| {
            let reference = self.reference(element, length, name);
            let line = match home {
                Home::Definitions => format!("{reference} = detail::{name};"),
                Home::Header if self.is_apart => format!("extern {reference};"),
                Home::Header if self.keys.is_old() => {
                    format!("static {reference} = detail::{name};")
                }
                // A module has one definition in any case, and GCC 12 leaves inline references of a module null.
                Home::Header if self.keys.is_module() => format!("{reference} = detail::{name};"),
                Home::Header => format!("inline {reference} = detail::{name};"),
            };
            Item::new(if home == Home::Header { comment(doc) } else { Vec::new() }, vec![line])
        };
        let filled = self.page().filled.iter().filter(|table| table.is_public);
        let filled =
            filled.map(|table| seen(&table.doc, "std::uint64_t", table.length, &table.name));
        let records =
            self.page().shown_records().filter(|records| records.is_public).map(|records| {
                let element = format!("detail::{}", self.record_type(records.owner));
                let length = usize::from(self.page().module.board.indices);
                seen(&records.doc(), &element, length, &self.records_name(records.owner))
            });
        filled.chain(records).collect()
    }

    /// The squares by name, one rank a line, and the public arrays.
    pub(super) fn constants(&self, home: Home) -> Vec<Item> {
        let mut lines = vec!["enum : unsigned {".to_owned()];
        for rank in &self.page().ranks {
            let squares = rank.squares.iter().map(|(name, bit)| format!("{name} = {bit},"));
            let squares: Vec<String> = squares.collect();
            lines.extend(squares.chunks(8).map(|line| format!("  {}", line.join(" "))));
        }
        lines.push("};".to_owned());
        let squares = Item::fenced(vec!["The squares by name.".to_owned()], lines);
        let has_squares = home == Home::Header && !self.page().ranks.is_empty();
        has_squares.then_some(squares).into_iter().chain(self.printed(true, home)).collect()
    }
}
