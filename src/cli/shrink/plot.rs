//! A picture of the table: the entries during the search, the range of each square, and the load.

#![expect(clippy::cast_precision_loss, reason = "places are drawn to a tenth of a pixel")]

use std::fmt::Write as _;

use crate::explain::svg::{escaped, opened};

/// The left edge and the width of the drawing, and the width of the picture.
const LEFT: f64 = 70.0;
const WIDTH: f64 = 760.0;
const PAGE: f64 = LEFT + WIDTH + 30.0;
/// The upper edge of the drawing, and the height of the curve.
const TOP: f64 = 76.0;
const CURVE: f64 = 150.0;
/// The height of a square's range in the picture, its least width, and its least opacity.
const ROW: f64 = 4.0;
const NARROWEST: f64 = 1.5;
const FAINTEST: f64 = 0.3;
/// The number of table parts whose load is shown, and the height of a full one.
const PARTS: usize = 190;
const FULL: f64 = 40.0;
/// The number of pieces with different colours.
const COLOURS: usize = 4;

const STYLE: &str = "\
.page{fill:#fff}text{fill:#1c1c1c;font:13px sans-serif}.head{font-weight:bold;font-size:16px}.small{font-size:11px}\
.p0{fill:#2563c9}.p1{fill:#c77b12}.p2{fill:#2f9e57}.p3{fill:#8e3bb0}.full{fill:#77716a}.curve{fill:none;stroke:#2563c9;stroke-width:2}\
.edge{fill:none;stroke:#b6b1a8}\
@media(prefers-color-scheme:dark){.page{fill:#17191d}text{fill:#ececec}.p0{fill:#8ab4ff}.p1{fill:#f0b354}.p2{fill:#4cc47a}\
.p3{fill:#d59bf0}.full{fill:#b6b1a8}.curve{stroke:#8ab4ff}.edge{stroke:#55514c}}";

/// A table, and how it was found.
pub(super) struct Picture {
    /// The kind of table, such as `packed, key constant`.
    pub(super) table: String,
    pub(super) entries: usize,
    pub(super) seed: u64,
    pub(super) units: u64,
    /// Units, and the entries reached by then. The first point is the table at the beginning, if there was one.
    pub(super) curve: Vec<(u64, usize)>,
    /// The names of the pieces.
    pub(super) pieces: Vec<String>,
    pub(super) rows: Vec<PlotRow>,
}

/// The slots of a square.
pub(super) struct PlotRow {
    /// The piece's index.
    pub(super) piece: usize,
    /// The name of the square.
    pub(super) square: String,
    /// Slot numbers, ascending.
    pub(super) slots: Vec<usize>,
}

impl PlotRow {
    fn ends(&self) -> Option<(usize, usize)> {
        Some((*self.slots.first()?, *self.slots.last()?))
    }
}

impl Picture {
    pub(super) fn svg(&self) -> String {
        let users = self.users();
        let [used, shared] = [1, 2].map(|least| users.iter().filter(|of| **of >= least).count());
        // Without a gain there is no curve.
        let has_curve = self.curve.len() > 1;
        let ranges = if has_curve { TOP + CURVE + 56.0 } else { TOP };
        let fullness = ranges + self.rows.len() as f64 * ROW + 40.0;
        let height = fullness + FULL + 24.0;
        let (table, entries) = (escaped(&self.table), self.entries);
        let mut out = opened(
            [PAGE, height],
            &format!("A table of {entries} entries: {}", self.table),
            "Top: entries by units of the search. Middle: a bar for each square, from its lowest to its highest slot; darker bars \
             use more slots. Bottom: the load of each part of the table.",
            STYLE,
        );
        let _ = writeln!(
            out,
            "<text class=\"head\" x=\"20\" y=\"26\">{table}: {entries} entries</text>\n\
             <text class=\"small\" x=\"20\" y=\"44\">{used} slots are used, {shared} of them by two squares or more; seed {}, {} units</text>",
            self.seed, self.units
        );
        if has_curve {
            self.draw_curve(&mut out, TOP);
        }
        self.draw_ranges(&mut out, ranges);
        draw_fullness(&mut out, fullness, &users);
        out.push_str("</svg>\n");
        out
    }

    /// The number of squares that use each slot.
    fn users(&self) -> Vec<u32> {
        let mut users = vec![0; self.entries];
        self.rows.iter().flat_map(|row| &row.slots).for_each(|slot| users[*slot] += 1);
        users
    }

    fn draw_curve(&self, out: &mut String, top: f64) {
        let _ = writeln!(
            out,
            "<text x=\"20\" y=\"{:.0}\">Entries by units of the search</text>\n\
             <rect class=\"edge\" x=\"{LEFT:.0}\" y=\"{top:.0}\" width=\"{WIDTH:.0}\" height=\"{CURVE:.0}\"/>",
            top - 8.0
        );
        let most = self.curve.iter().map(|(_, entries)| *entries).max().unwrap_or(self.entries);
        let height = (most - self.entries).max(1) as f64;
        let x = |unit: u64| LEFT + WIDTH * unit as f64 / self.units.max(1) as f64;
        let y = |entries: usize| top + 8.0 + (CURVE - 16.0) * (most - entries) as f64 / height;
        let mut path = String::new();
        for (unit, entries) in &self.curve {
            let step = if path.is_empty() {
                format!("M{:.1} {:.1}", x(*unit), y(*entries))
            } else {
                format!("H{:.1}V{:.1}", x(*unit), y(*entries))
            };
            path.push_str(&step);
        }
        let _ = writeln!(out, "<path class=\"curve\" d=\"{path}H{:.1}\"/>", x(self.units));
        let mut label = |x: f64, y: f64, anchor: &str, text: &str| {
            let _ = writeln!(
                out,
                "<text class=\"small\" x=\"{x:.0}\" y=\"{y:.0}\" text-anchor=\"{anchor}\">{text}</text>"
            );
        };
        label(LEFT - 6.0, y(most) + 4.0, "end", &most.to_string());
        label(LEFT - 6.0, y(self.entries) + 4.0, "end", &self.entries.to_string());
        label(LEFT, top + CURVE + 14.0, "start", "0");
        label(LEFT + WIDTH, top + CURVE + 14.0, "end", &format!("{} units", self.units));
    }

    fn draw_ranges(&self, out: &mut String, top: f64) {
        let _ = writeln!(
            out,
            "<text x=\"20\" y=\"{:.0}\">The ranges of the squares; darker ones are fuller</text>",
            top - 8.0
        );
        for (at, piece) in self.pieces.iter().enumerate() {
            let x = LEFT + 300.0 + at as f64 * 110.0;
            let _ = writeln!(
                out,
                "<rect class=\"p{}\" x=\"{x:.0}\" y=\"{:.0}\" width=\"11\" height=\"11\"/><text x=\"{:.0}\" y=\"{:.0}\">{}</text>",
                at % COLOURS,
                top - 18.0,
                x + 17.0,
                top - 8.0,
                escaped(piece)
            );
        }
        let mut rows: Vec<&PlotRow> = self.rows.iter().collect();
        rows.sort_by_key(|row| row.ends());
        for (at, row) in rows.into_iter().enumerate() {
            let Some((low, high)) = row.ends() else { continue };
            let (length, used) = (high - low + 1, row.slots.len());
            let [x, width] = [low, length].map(|slots| WIDTH * slots as f64 / self.entries as f64);
            let _ = writeln!(
                out,
                "<rect class=\"p{}\" x=\"{:.1}\" y=\"{:.0}\" width=\"{:.1}\" height=\"{:.0}\" fill-opacity=\"{:.2}\"><title>{} {}: {used} of {length} \
                 slots from {low} on</title></rect>",
                row.piece % COLOURS,
                LEFT + x,
                top + at as f64 * ROW,
                width.max(NARROWEST),
                ROW - 1.0,
                (used as f64 / length as f64).max(FAINTEST),
                escaped(&self.pieces[row.piece]),
                escaped(&row.square)
            );
        }
    }
}

fn draw_fullness(out: &mut String, top: f64, users: &[u32]) {
    let _ = writeln!(
        out,
        "<text x=\"20\" y=\"{:.0}\">The used part of the slots, from the first to the last</text>\n\
         <rect class=\"edge\" x=\"{LEFT:.0}\" y=\"{top:.0}\" width=\"{WIDTH:.0}\" height=\"{FULL:.0}\"/>",
        top - 8.0
    );
    let size = users.len().div_ceil(PARTS).max(1);
    for (at, part) in users.chunks(size).enumerate() {
        let used = part.iter().filter(|of| **of > 0).count();
        let height = FULL * used as f64 / part.len() as f64;
        let [x, width] =
            [at * size, part.len()].map(|slots| WIDTH * slots as f64 / users.len() as f64);
        let _ = writeln!(
            out,
            "<rect class=\"full\" x=\"{:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>",
            LEFT + x,
            top + FULL - height
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_has_a_bar_and_the_curve_its_steps() {
        let row = |piece, square: &str, slots: &[usize]| PlotRow {
            piece,
            square: square.to_owned(),
            slots: slots.to_vec(),
        };
        let picture = Picture {
            table: "packed, key <own>".to_owned(),
            entries: 8,
            seed: 3,
            units: 40,
            curve: vec![(0, 12), (10, 10), (20, 8)],
            pieces: vec!["rook".to_owned(), "camel & co".to_owned()],
            rows: vec![row(1, "b1", &[4, 6, 7]), row(0, "a1", &[0, 1, 2, 4]), row(0, "a2", &[])],
        };
        assert_eq!(picture.users(), [1, 1, 1, 0, 2, 0, 1, 1]);
        let svg = picture.svg();
        assert!(svg.contains("packed, key &lt;own&gt;: 8 entries") && !svg.contains("<own>"));
        assert!(
            svg.contains("6 slots are used, 1 of them by two squares or more; seed 3, 40 units")
        );
        // The lowest range comes first, and a square without slots has none.
        let [rook, camel] =
            ["rook a1: 4 of 5 slots from 0 on", "camel &amp; co b1: 3 of 4 slots from 4 on"]
                .map(|text| svg.find(text));
        assert!(rook.is_some() && rook < camel, "{svg}");
        assert_eq!(svg.matches("</title></rect>").count(), 2);
        // Three quarters of the width are the last two of four steps: 12, 10 and 8 entries.
        assert!(svg.contains("d=\"M70.0 84.0H260.0V151.0H450.0V218.0H830.0\""), "{svg}");
    }

    #[test]
    fn a_search_that_found_nothing_shorter_has_no_curve() {
        let rows = vec![PlotRow { piece: 0, square: "a1".to_owned(), slots: vec![0, 1] }];
        let (table, pieces) = ("packed".to_owned(), vec!["rook".to_owned()]);
        let curve = vec![(0, 2)];
        let svg = Picture { table, entries: 2, seed: 0, units: 7, curve, pieces, rows }.svg();
        assert!(!svg.contains("<path") && svg.contains("rook a1: 2 of 2 slots from 0 on"), "{svg}");
    }
}
