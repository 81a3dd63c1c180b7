//! Variants: presets of a few [`Axes`], and lookups with their own programs, which no axes express.
//!
//! A variant prints nothing, and no language knows of it. A new preset is a row of [`ALL`]; a new lookup that no axes
//! express is a file beside this one and a row.

mod bytes_of_lines;
mod columns;
mod compose;
mod dual;
mod groups;
mod hyperbola;
mod line;
mod nearest;
mod own;
mod qbb;
mod rays;
#[cfg(test)]
mod tests;
mod vector;

use crate::axes::{Axes, Cell, FactorFrom, KeyForm, Multiply, OffsetFrom, Placement, ShiftFrom};
use crate::layout::{Component, Unfit, lay_out, row_starts};
use crate::model::{Fill, FillMode, Lookup, LookupPart, Lookups};
use magicgen_board::{Piece, Problem, Walk};
use magicgen_search::added;
pub use own::{OwnProgram, Vectors};

use compose::{ComponentShape, Reads, compose};

/// A named way to make lookups.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// The name, as in `--variant`.
    pub id: &'static str,
    /// A summary of one line, for the help text.
    pub summary: &'static str,
    /// The way in which lookups are made.
    pub form: Form,
}

/// The way in which lookups are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// From parts, one for each axis.
    Axes(Axes),
    /// Without factors or tables of attack sets, from the squares of each line.
    OwnProgram(OwnProgram),
}

const FANCY: Axes = Axes::FANCY;
const PACKED: Axes = Axes { placement: Placement::Overlapped, ..FANCY };

/// All variants.
pub const ALL: &[Variant] = &[
    row("fancy", "a range per square, as long as its index needs (Kannan 2007)", FANCY),
    row(
        "plain",
        "rows of equal length, the shift a constant (Kannan 2007)",
        Axes {
            shift: ShiftFrom::Constant,
            offset: OffsetFrom::None,
            placement: Placement::Rows,
            ..FANCY
        },
    ),
    row(
        "nested",
        "an array of arrays, one per square (Newman and Moreton, Rival)",
        Axes { offset: OffsetFrom::None, placement: Placement::Nested, ..FANCY },
    ),
    row(
        "fixed",
        "ranges overlapped in one table, the shift a constant (Annuss 2010)",
        Axes { shift: ShiftFrom::Constant, ..PACKED },
    ),
    row(
        "black",
        "as fixed, with irrelevant squares occupied (Annuss and Fiekas 2017)",
        Axes { shift: ShiftFrom::Constant, key: KeyForm::Black, ..PACKED },
    ),
    row("packed", "ranges overlapped in one table, each square with its own shift", PACKED),
    row(
        "constant",
        "as fixed, with a constant of the square added to the product",
        Axes { shift: ShiftFrom::Constant, key: KeyForm::Constant, ..PACKED },
    ),
    row(
        "bytes",
        "a byte per slot, a window of a dictionary per square (ankan-ban, perft_gpu)",
        Axes { cell: Cell::Byte, ..FANCY },
    ),
    row("bytes-packed", "as bytes, with overlapped ranges", Axes { cell: Cell::Byte, ..PACKED }),
    row(
        "bytes-postmask",
        "as bytes-packed, with a dictionary whose entries serve several squares",
        Axes { cell: Cell::Byte, is_post_masked: true, ..PACKED },
    ),
    row(
        "words",
        "16 bits per slot, one dictionary of all attack sets (Kannan's PERFECT_MAGIC_HASH)",
        Axes { cell: Cell::Half, ..FANCY },
    ),
    row(
        "postmask",
        "squares whose attack sets never disagree share a range, cut off after the load",
        Axes { is_post_masked: true, ..FANCY },
    ),
    row(
        "shared-slots",
        "any two squares share a slot where they don't disagree, cut off after the load",
        Axes { is_post_masked: true, placement: Placement::Shared, ..FANCY },
    ),
    row(
        "shift-in-factor",
        "the upper six bits of the factor are the shift",
        Axes { shift: ShiftFrom::InFactor, ..FANCY },
    ),
    row(
        "offset-in-factor",
        "the lower sixteen bits of the factor are the offset (Kotlov)",
        Axes { offset: OffsetFrom::InFactor, ..FANCY },
    ),
    row(
        "split32",
        "two 32-bit multiplications instead of one of 64 bits (Romstad 2008)",
        Axes { multiply: Multiply::SplitXor, ..FANCY },
    ),
    row(
        "direction",
        "each line looked up by itself, for little memory (Kannan 2007)",
        Axes { by_line: true, ..FANCY },
    ),
    row(
        "direction-rows",
        "as direction, each square with a row for each line",
        Axes {
            shift: ShiftFrom::Constant,
            offset: OffsetFrom::None,
            placement: Placement::Rows,
            by_line: true,
            ..FANCY
        },
    ),
    own(
        "kindergarten",
        "as direction-rows, with one factor a line for all squares (Sherwin 2023)",
        OwnProgram::GatheredRows,
    ),
    own(
        "line",
        "line attacks of a byte, gathered and spread (Isenberg 2006, kindergarten)",
        OwnProgram::Line,
    ),
    row(
        "group",
        "one range for all squares, told apart by the slider's own bit",
        Axes {
            key: KeyForm::Slider,
            shift: ShiftFrom::Constant,
            offset: OffsetFrom::None,
            is_post_masked: true,
            placement: Placement::Shared,
            ..FANCY
        },
    ),
    row(
        "shared-factor",
        "as fancy, with few factors for many squares",
        Axes { factor: FactorFrom::Shared, ..FANCY },
    ),
    row(
        "shift-add",
        "shifts and additions instead of a product (Infuehr's spectral magics 2022)",
        Axes { multiply: Multiply::ShiftAdd, ..FANCY },
    ),
    row("pext", "packed by BMI2's PEXT instead of a product", Axes { key: KeyForm::Pext, ..FANCY }),
    row(
        "pext-lines",
        "as pext, each line looked up by itself (Gigantua)",
        Axes { key: KeyForm::Pext, by_line: true, ..FANCY },
    ),
    row(
        "pext16",
        "as pext, with attack sets of 16 bits that PDEP spreads (Stockfish 2026)",
        Axes { key: KeyForm::Pext, cell: Cell::Pdep, ..FANCY },
    ),
    own(
        "hyperbola",
        "subtraction and reversal, ranks from 512 bytes (Isenberg and Peshkov 2007)",
        OwnProgram::Hyperbola,
    ),
    own(
        "obstruction-difference",
        "the nearest blocker below from the nearest above, no table (Hoffmann 2006)",
        OwnProgram::ObstructionDifference,
    ),
    own(
        "obstruction-vector",
        "as slide-arithmetic, all lines in one vector (okuhara in Cfish 2020)",
        OwnProgram::ObstructionVector,
    ),
    own(
        "hyperbola-reverse",
        "as hyperbola, all lines by reversal of all bits, no table (Stockfish 2026)",
        OwnProgram::HyperbolaReverse,
    ),
    own(
        "hyperbola-dual",
        "as hyperbola, file, diagonal and antidiagonal in one vector (Stockfish 2026)",
        OwnProgram::HyperbolaDual,
    ),
    own(
        "ray-reverse",
        "one from the blockers above and from the reversed ones below (Infuehr 2022)",
        OwnProgram::RayReverse,
    ),
    own(
        "classical",
        "rays from a table, cut at the nearest blocker by a bit scan (Hyatt; Sherwin)",
        OwnProgram::Classical,
    ),
    own(
        "slide-arithmetic",
        "bits up to the next blocker above, without those hidden below (Progsch, Infuehr)",
        OwnProgram::SlideArithmetic,
    ),
    own(
        "leorik",
        "as slide-arithmetic, ranks and files computed by a shift (Jahn 2022)",
        OwnProgram::Leorik,
    ),
    own(
        "sbamg",
        "three times the nearest blocker below from the occupancy (Fahad 2016)",
        OwnProgram::Sbamg,
    ),
    own(
        "switch",
        "as obstruction-difference, a case for each square, no fields (Infuehr 2019)",
        OwnProgram::Switch,
    ),
    own(
        "qbb",
        "lines shifted from the nearest blockers, nothing kept by square (Gobbato)",
        OwnProgram::Qbb,
    ),
    own(
        "qbb-shifted",
        "as qbb, squares beyond a blocker shifted out (Infuehr 2022)",
        OwnProgram::QbbShifted,
    ),
];

const fn row(id: &'static str, summary: &'static str, axes: Axes) -> Variant {
    Variant { id, summary, form: Form::Axes(axes) }
}

const fn own(id: &'static str, summary: &'static str, program: OwnProgram) -> Variant {
    Variant { id, summary, form: Form::OwnProgram(program) }
}

/// Names by which engines know a variant, with its id. `YaneuraOu` names its lookups (2021) after the engine Qugiy.
const OTHER_NAMES: [(&str, &str); 2] = [("qugiy", "ray-reverse"), ("rays", "slide-arithmetic")];

/// Other names of the variant with an id.
pub fn other_names(id: &str) -> impl Iterator<Item = &'static str> {
    OTHER_NAMES.iter().filter(move |(_, of)| *of == id).map(|(name, _)| *name)
}

/// The variant with this id, or with another name that it is known by.
#[must_use]
pub fn find(name: &str) -> Option<&'static Variant> {
    let other = OTHER_NAMES.iter().find(|(other, _)| *other == name);
    let id = other.map_or(name, |(_, id)| id);
    ALL.iter().find(|variant| variant.id == id)
}

/// A piece with its rays and its problem, from which a lookup that no axes express is made.
#[derive(Clone, Copy, Debug)]
pub struct PieceOnBoard<'a> {
    /// The piece.
    pub piece: &'a Piece,
    /// The piece's rays.
    pub walk: &'a Walk,
    /// Masks and attack sets along these rays.
    pub problem: &'a Problem,
}

impl Axes {
    /// The lookups of all pieces, from their components, which hold the factors.
    pub fn lookups(self, pieces: &[Vec<Component>]) -> Result<Lookups, Unfit> {
        let layout = lay_out(self, pieces)?;
        let mode = if self.is_post_masked { FillMode::Or } else { FillMode::Assign };
        let mut lookups = Vec::with_capacity(pieces.len());
        for (at, components) in pieces.iter().enumerate() {
            let cells = layout.cells(at);
            let table = |index: usize| layout.tables[index].at(index);
            let reads = Reads {
                cells: table(cells),
                dictionary: layout.dictionary().map(table),
                factors: layout.factors(at).map(table),
            };
            let starts = row_starts(self, components);
            let shapes: Vec<ComponentShape> = components
                .iter()
                .zip(starts)
                .map(|(component, start)| self.shape(component, start))
                .collect();
            let composed = compose(self, &shapes, reads);
            let fill = |(component, index): (&Component, _)| Fill {
                index,
                table: cells,
                is_row: self.placement.facts().has_rows,
                line: component.line,
                rays: component.rays.clone(),
                mode,
            };
            let fills = if self.can_be_filled() {
                components.iter().zip(composed.indices).map(fill).collect()
            } else {
                Vec::new()
            };
            let part = |(component, set): (&Component, _)| LookupPart {
                set,
                rays: component.rays.clone(),
            };
            let parts = components.iter().zip(composed.sets).map(part).collect();
            let fields = layout.fields[at].clone();
            lookups.push(Lookup { fills, parts, ..Lookup::of(composed.program, fields) });
        }
        Ok(Lookups { tables: layout.tables, pieces: lookups })
    }

    fn shape(self, component: &Component, start: usize) -> ComponentShape {
        let solution = &component.solution;
        let hash = solution.method.hash;
        let shift = solution.magics.first().map_or(hash.shift(0), |(_, magic)| magic.shift);
        ComponentShape {
            hash,
            line: component.line,
            shift: (self.shift == ShiftFrom::Constant).then_some(shift),
            start,
            unit: component.unit,
            added: self.is_sum().then(|| added(solution)),
            fold: self.fold,
            indices: component.problem.indices,
        }
    }
}
