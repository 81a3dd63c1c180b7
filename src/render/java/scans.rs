//! Bit scans in; methods out.

use super::doc::{Block, WIDTH, javadoc};
use super::statements::statements;
use super::syntax::{Cells, JavaSyntax};
use super::view::{Builder, Method};
use crate::model::{Program, ScanModule};
use crate::render::literal::Digits;

impl Builder<'_> {
    /// The forward and the reverse scan of each width.
    pub(super) fn scans(&self, tables: &[Cells]) -> Vec<Method> {
        let mut methods = Vec::new();
        for scan in &self.module.scans {
            methods.push(self.scan(scan, &scan.forward, ("forward", "least"), tables));
            methods.push(self.scan(scan, &scan.reverse, ("reverse", "most"), tables));
        }
        methods
    }

    fn scan(
        &self,
        scan: &ScanModule,
        program: &Program,
        (direction, end): (&str, &str),
        tables: &[Cells],
    ) -> Method {
        let width = scan.width;
        let kind = if width == 64 { "long" } else { "int" };
        let word = if width < 32 {
            format!("the bits, in the lowest {width}; those above make no difference")
        } else {
            "the bits".to_owned()
        };
        let first = format!(
            "Returns the index of the {end} significant one bit of {width}, by a de Bruijn factor."
        );
        let blocks = [
            Block::Text(first),
            Block::Tag("@param word", word),
            Block::Tag("@return", format!("from 0 to {}; undefined for 0", width - 1)),
        ];
        let mut body = Vec::new();
        let mut parameter = "word";
        if width < 32 {
            // A byte or a short that is passed has been extended by its sign.
            parameter = "bits";
            body.push(format!("int bits = word & 0x{:x};", Digits((1_u32 << width) - 1)));
        }
        let syntax = JavaSyntax::scan(parameter, tables.to_vec());
        body.extend(statements(program, program.result, &[], &syntax, "return ", WIDTH - 4));
        let name = self.module.names.bit_scan(direction, width);
        Method {
            doc: javadoc(2, &blocks),
            head: format!("{}static int {name}({kind} word)", self.visible),
            body,
        }
    }
}
