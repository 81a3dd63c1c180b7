//! Bit scans in; a function for each width and direction out.

use super::Printer;
use super::body::Wanted;
use super::kinds::Kind;
use super::lines::signature;
use super::lookup::{Function, docs};
use super::prepare::Prepared;
use crate::model::{Part, Program, ScanModule};

impl Printer<'_> {
    /// Functions that find the least and the most significant one bit.
    pub(super) fn scans(&self) -> Vec<Function> {
        if !self.module.emits(Part::Bitscan) {
            return Vec::new();
        }
        let both = |scan: &ScanModule| {
            [
                self.scan(scan, &scan.forward, "forward", "least"),
                self.scan(scan, &scan.reverse, "reverse", "most"),
            ]
        };
        self.module.scans.iter().flat_map(both).collect()
    }

    fn scan(&self, scan: &ScanModule, program: &Program, way: &str, which: &str) -> Function {
        let width = scan.width;
        let program = Prepared::new(program);
        let is_const = self.options.edition.is_modern();
        let written = self.body(Wanted {
            piece: None,
            value: program.program.result,
            program: &program,
            kind: Kind::U32,
            row_of: None,
            calls: &[],
            rows: &[],
            half: ("word", Kind::U32, width.min(32)),
            word: "word",
            is_const,
        });
        let mut body = Vec::new();
        if width < 32 {
            // What is computed is wider, as in the other languages.
            let wide = if is_const { "word as u32" } else { "u32::from(word)" };
            body.push(format!("    let word = {wide};"));
        }
        body.extend(written.lines.iter().cloned());
        let mut attributes = vec!["#[inline]".to_owned(), "#[must_use]".to_owned()];
        attributes.extend(self.narrowing(&written));
        attributes.extend(self.options.unused("not every program needs every width"));
        let name = self.module.names.bit_scan(way, width);
        attributes.extend(self.options.unusual_function(&name));
        let keyword = if is_const { "const fn" } else { "fn" };
        let head = format!("{}{keyword} {name}", self.visibility());
        let mut lines = docs(&format!(
            "Index of the {which} significant one bit of `word`, by a de Bruijn factor of {width} bits."
        ));
        lines.push(String::new());
        lines.extend(docs("Of 0, which has none, the result has no meaning."));
        let signature = signature(&head, &[format!("word: u{width}")], " -> u32");
        Function { docs: lines, attributes, signature, body }
    }
}
