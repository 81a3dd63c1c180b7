//! A piece's program in; its functions as lines out, short enough for rustfmt to leave alone.

use std::cell::Cell;

use super::lines::{WIDTH, assignment, joined, signature};
use super::syntax::{FIELDS, RustSyntax, Table, flat, place};
use super::tables::takes_halves;
use super::{Options, Printer};
use crate::model::{Binary, Case, Field, FieldStyle, Op, PieceModule, Program, Rows, Type, Value};
use crate::render::expr::{Body, body};
use crate::render::provenance::wrap;

/// A function, ready to be printed.
#[derive(Debug)]
pub(super) struct Function {
    /// Lines after `///`.
    pub(super) docs: Vec<String>,
    /// Lines between the docs and the head.
    pub(super) attributes: Vec<String>,
    /// The head, to its opening brace.
    pub(super) signature: String,
    /// The lines between the braces.
    pub(super) body: Vec<String>,
}

/// How much a body is drawn out, from the shortest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Drawn {
    /// What the program names.
    Short,
    /// Products, halved factors and the position too.
    Steps,
    /// All fields too.
    Fields,
}

/// A body, and what was noticed on the way.
struct Written {
    lines: Vec<String>,
    narrows: bool,
}

impl Printer<'_> {
    /// What a caller calls: for every public piece its lookup, for the others a private one.
    pub(super) fn lookup(&self, piece: &PieceModule) -> Function {
        let names = &self.module.names;
        let written = self.lookup_body(piece);
        let is_const = self.is_const();
        let mut attributes = vec!["#[inline]".to_owned(), "#[must_use]".to_owned()];
        if written.narrows {
            attributes.extend(narrowing(self.options, piece));
        }
        let lines = if piece.is_public {
            attributes.extend(self.options.unused("not every program needs every lookup"));
            self.lookup_docs(&piece.name)
        } else {
            docs(&format!("Squares attacked by the {} on `square`.", words(&piece.name)))
        };
        let name = names.lookup(&piece.name);
        attributes.extend(self.options.unusual_function(&name));
        let visibility = if piece.is_public { self.visibility() } else { String::new() };
        let keyword = if is_const { "const fn" } else { "fn" };
        let head = format!("{visibility}{keyword} {name}");
        Function { docs: lines, attributes, signature: lookup_head(&head), body: written.lines }
    }

    /// The union of other lookups.
    pub(super) fn union(&self, name: &str, of: &[usize]) -> Function {
        let mut attributes = vec!["#[inline]".to_owned(), "#[must_use]".to_owned()];
        attributes.extend(self.options.unused("not every program needs every lookup"));
        let calls: Vec<String> = of
            .iter()
            .map(|piece| {
                let lookup = self.module.names.lookup(&self.module.pieces[*piece].name);
                format!("{lookup}(square, occupied)")
            })
            .collect();
        let lookup = self.module.names.lookup(name);
        attributes.extend(self.options.unusual_function(&lookup));
        let keyword = if self.is_const() { "const fn" } else { "fn" };
        let head = format!("{}{keyword} {lookup}", self.visibility());
        Function {
            docs: self.lookup_docs(name),
            attributes,
            signature: lookup_head(&head),
            body: vec![joined("    ", &calls, "|")],
        }
    }

    /// The position of an attack set, which lookup and start-up code share.
    pub(super) fn index(&self, piece: &PieceModule) -> Option<Function> {
        let (_, index) = piece.program.load()?;
        let table = self.table_text(piece);
        let written = self.body(piece, &piece.program, index, &table);
        let mut attributes = vec!["#[inline]".to_owned()];
        if written.narrows {
            attributes.extend(narrowing(self.options, piece));
        }
        let head = format!("fn {}", index_name(piece));
        let docs = docs(&format!(
            "Where the attack set of the {} on `square` stands in its table.",
            words(&piece.name)
        ));
        let parameters = ["square: usize".to_owned(), "occupied: u64".to_owned()];
        let signature = signature(&head, &parameters, " -> usize");
        Some(Function { docs, attributes, signature, body: written.lines })
    }

    /// True where lookups can run at compile time: reading a static there is newer than older editions.
    pub(super) fn is_const(&self) -> bool {
        self.options.edition.is_modern() && !self.options.unchecked && !self.module.fills()
    }

    fn lookup_docs(&self, name: &str) -> Vec<String> {
        let mut lines = docs(&format!(
            "Squares attacked by the {} on `square`, the first blocker of each ray included.",
            words(name)
        ));
        lines.push(String::new());
        lines.extend(docs(
            "Bits of `occupied` that are off the rays, the piece's own square among them, change nothing.",
        ));
        if self.module.fills() {
            lines.push(" The first call fills the table.".to_owned());
        }
        lines.extend([String::new(), " # Panics".to_owned()]);
        let mut when = format!("Where `square` is {} or more.", self.module.board.indices);
        if self.has_gaps() {
            when.push_str(" For a lesser index that is no square the result has no meaning.");
        }
        lines.extend(docs(&when));
        lines
    }

    fn lookup_body(&self, piece: &PieceModule) -> Written {
        let program = &piece.program;
        let table = self.table_text(piece);
        let shared =
            program.load().filter(|(load, _)| self.module.fills() && *load == program.result);
        if shared.is_none() {
            return self.body(piece, program, program.result, &table);
        }
        let call = format!("{}(square, occupied)", index_name(piece));
        let read = |at: &str| match (table.is_atomic, table.is_unchecked) {
            (true, false) => format!("{}[{at}].load({RELAXED})", table.text),
            (true, true) => format!("{}.get_unchecked({at})", table.text),
            (false, false) => format!("{}[{at}]", table.text),
            (false, true) => format!("*{}.get_unchecked({at})", table.text),
        };
        let in_place = format!("    {}", read(&call));
        let lines = if table.is_unchecked {
            let mut lines = vec![assignment("    ", "let index", &call)];
            lines.extend(self.safety());
            let entry = format!("unsafe {{ {} }}", read("index"));
            if table.is_atomic {
                lines.push(assignment("    ", "let entry", &entry));
                lines.push(format!("    entry.load({RELAXED})"));
            } else {
                lines.push(format!("    {entry}"));
            }
            lines
        } else if in_place.len() <= WIDTH {
            vec![in_place]
        } else {
            vec![assignment("    ", "let index", &call), format!("    {}", read("index"))]
        };
        Written { lines, narrows: false }
    }

    fn safety(&self) -> Vec<String> {
        let digest = &self.module.provenance.magics_digest;
        let digest = if digest.is_empty() { String::new() } else { format!(" ({digest})") };
        let text = format!(
            "SAFETY: magicgen proved, before it printed these factors{digest}, that for every index of \
             the arrays every subset of the mask has its position inside of the table.",
        );
        wrap(&text, WIDTH - 7).into_iter().map(|line| format!("    // {line}")).collect()
    }

    fn body(
        &self,
        piece: &PieceModule,
        program: &Program,
        wanted: Value,
        table: &Table,
    ) -> Written {
        let mut drawn = Drawn::Short;
        loop {
            let is_wide = Cell::new(false);
            let narrows = Cell::new(false);
            let lines = self.attempt(piece, program, wanted, table, drawn, &narrows, &is_wide);
            let fits = lines.iter().flat_map(|text| text.lines()).all(|line| line.len() <= WIDTH);
            drawn = match drawn {
                Drawn::Short if !fits || is_wide.get() => Drawn::Steps,
                Drawn::Steps if !fits || is_wide.get() => Drawn::Fields,
                _ => return Written { lines, narrows: narrows.get() },
            };
        }
    }

    #[expect(clippy::too_many_arguments, reason = "one call, split off for its length")]
    fn attempt(
        &self,
        piece: &PieceModule,
        program: &Program,
        wanted: Value,
        table: &Table,
        drawn: Drawn,
        narrows: &Cell<bool>,
        is_wide: &Cell<bool>,
    ) -> Vec<String> {
        let names = &self.module.names;
        let read: Vec<_> =
            FIELDS.iter().filter(|(field, ..)| reads(program, wanted, *field)).collect();
        let mut lines = Vec::new();
        let mut fields = FIELDS.map(|(_, name, role)| match self.module.fields {
            FieldStyle::Records => format!("magic.{name}"),
            _ => format!("{}[square]", names.table(&piece.name, role)),
        });
        if self.module.fields == FieldStyle::Records {
            if !read.is_empty() {
                let record = format!("&{}[square]", self.records_name(&piece.name));
                lines.push(assignment("    ", "let magic", &record));
            }
        } else {
            for (field, name, _) in read {
                let is_halved = *field == Field::Factor && takes_halves(program);
                if drawn == Drawn::Fields || drawn == Drawn::Steps && is_halved {
                    let text = &mut fields[place(*field)];
                    lines.push(assignment("    ", &format!("let {name}"), text));
                    (*name).clone_into(text);
                }
            }
        }
        let program = named(program, drawn, table.is_unchecked);
        let length = self.module.table(piece).words.len() as u64;
        let syntax = RustSyntax {
            fields: &fields,
            table,
            sums_fit: piece.fields.offsets.iter().all(|offset| u64::from(*offset) <= length),
            narrows,
            is_wide,
        };
        let case = |name: &str| name.to_owned();
        let Body { lets, result } = body(&program, wanted, &syntax, &case, drawn > Drawn::Short);
        for variable in lets {
            if variable.value.text.starts_with("unsafe") {
                lines.extend(self.safety());
            }
            lines.push(format!("    let {} = {};", variable.name, variable.value.text));
        }
        if result.text.starts_with("unsafe") {
            lines.extend(self.safety());
        }
        let row = program
            .load()
            .filter(|(load, index)| *index == wanted && matches!(program.op(*load), Op::LoadRow(_)))
            .and(table.flat_row);
        lines.push(match row {
            None => format!("    {}", result.text),
            Some(row) => format!("    {}", flat(row, &result.operand())),
        });
        lines
    }

    fn table_text(&self, piece: &PieceModule) -> Table {
        let module = self.module;
        let table = module.table(piece);
        let fills = module.fills();
        let name = table.piece.map(|piece| module.pieces[piece].name.as_str());
        let is_atomic = fills && self.options.no_std;
        Table {
            text: if is_atomic {
                format!("{}()", self.table_function(name))
            } else {
                module.names.attacks(name)
            },
            flat_row: match table.rows {
                Rows::Equal(length) if fills => Some(length),
                _ => None,
            },
            is_atomic,
            // A field read before is what checks the square.
            is_unchecked: self.options.unchecked
                && FIELDS.iter().any(|(field, ..)| piece.program.uses(*field)),
        }
    }
}

/// The name of [`Printer::index`]; private, so that no prefix is needed.
pub(super) fn index_name(piece: &PieceModule) -> String {
    Case::Snake.join(&[&piece.name, "index"])
}

const RELAXED: &str = "core::sync::atomic::Ordering::Relaxed";

fn lookup_head(head: &str) -> String {
    let parameters = ["square: usize".to_owned(), "occupied: u64".to_owned()];
    signature(head, &parameters, " -> u64")
}

/// A sentence as lines after `///`.
pub(super) fn docs(text: &str) -> Vec<String> {
    wrap(text, WIDTH - 4).into_iter().map(|line| format!(" {line}")).collect()
}

/// A piece's name in prose.
pub(super) fn words(name: &str) -> String {
    crate::model::words(name)
}

fn reads(program: &Program, wanted: Value, field: Field) -> bool {
    program.needed(wanted).into_iter().any(|value| program.op(value) == Op::Field(field))
}

/// The program with more of its values named.
fn named(program: &Program, drawn: Drawn, is_unchecked: bool) -> Program {
    let mut program = program.clone();
    let load = program.load();
    if let Some((_, index)) = load.filter(|(_, index)| program.name_of(*index).is_none())
        && (is_unchecked || drawn > Drawn::Short)
    {
        program.name(index, "position");
    }
    if drawn > Drawn::Short {
        let is_product = |program: &Program, value| {
            matches!(program.op(value), Op::Binary(Binary::Mul, ..))
                && program.type_of(value) == Type::Half
                && program.name_of(value).is_none()
        };
        for value in program.values().collect::<Vec<_>>() {
            if let Op::Binary(_, low, high) = program.op(value)
                && is_product(&program, low)
                && is_product(&program, high)
            {
                program.name(low, "low");
                program.name(high, "high");
            }
        }
    }
    program
}

/// Lets lints know why an index fits.
fn narrowing(options: &Options, piece: &PieceModule) -> Vec<String> {
    let bits = 64_u64.saturating_sub(piece.fields.least(Field::Shift));
    if options.edition.is_modern() {
        let lint = "clippy::cast_possible_truncation";
        vec![format!("#[expect({lint}, reason = \"{bits} bits remain\")]")]
    } else {
        vec![
            format!("// No more than {bits} bits remain."),
            "#[allow(clippy::cast_possible_truncation)]".to_owned(),
        ]
    }
}
