//! The page's test as a module at the file's end.

use super::file::File;
use super::functions::docs;
use super::syntax::HEX;
use super::tables::Static;
use crate::render::prelude::*;

const LOOK: Look<Hex> = Look::usual(HEX, "        ");

impl File<'_> {
    /// The compared lookups, each with a function that walks rays instead.
    pub(super) fn tested<'t>(
        &self,
        test: &'t SelfTest<'_>,
        walk: &RayFunction,
    ) -> Vec<Compared<'t>> {
        let mut name = |what: &str, spoken: &str| Case::Snake.join(&[what, spoken]);
        self.compared((walk, test), &mut name)
    }

    /// The name of a piece's rays in the test.
    pub(super) fn tested_rays(&self, rays: &Rays) -> String {
        Case::Shouty.join(&[&self.module.pieces[rays.piece].name, "rays"])
    }

    /// The arrays that only the test reads.
    pub(super) fn test_tables(&self, test: &SelfTest<'_>) -> Vec<Static> {
        let numbers = test.arrays.iter().filter(|array| array.kind != ArrayKind::Rays);
        let numbers = numbers.map(|array| Static {
            docs: docs(&array.doc),
            head: self.array_head(array),
            rows: LOOK.rows(array, self.module),
            ..Static::default()
        });
        let rays = test.pieces.iter().map(|piece| {
            let (rays, spoken) = (&piece.rays, &piece.spoken);
            let row = |(step, from): (&i8, &u64)| {
                format!("        ({step}, {}),", self.hex().text(*from))
            };
            let rows: Vec<String> =
                rays.step_values.iter().zip(&rays.from_values).map(row).collect();
            let what =
                format!("Rays of the {spoken}: what a step adds, and from where it may be taken.");
            let name = self.tested_rays(rays);
            Static {
                docs: docs(&what),
                head: format!("static {name}: [(isize, u64); {}] = [", rays.count),
                rows: rows.join("\n"),
                ..Static::default()
            }
        });
        numbers.chain(rays).collect()
    }
}
