//! A module in; the class that tests its lookups out, which needs nothing but Java itself.

use askama::Template;

use super::doc::{self, Block, WIDTH, javadoc};
use super::fill::{Walker, array};
use super::options::JavaOptions;
use super::rows::{hex_rows, int_list, int_rows};
use super::statements::{arguments, broken, returned};
use super::syntax::{OPERATORS, set};
use super::view::{Array, row_names};
use crate::model::Case;
use crate::render::code::expr::Expr;
use crate::render::code::print::Style;
use crate::render::page::{ArrayKind, Page, SelfTest, Walk, joined, test_apart};
use crate::render::text::taken::Taken;

/// The file.
#[derive(Debug, Template)]
#[template(path = "java/test.java", escape = "none")]
pub(super) struct TestView<'a> {
    header: Vec<String>,
    licence: Vec<String>,
    package: Option<&'a str>,
    doc: String,
    /// The class's name.
    pub(super) name: String,
    /// The name of the type of functions that are compared.
    lookup: String,
    /// A comparison of each public lookup.
    calls: Vec<String>,
    /// The set of squares, where some index below the highest is none.
    squares: Option<String>,
    /// Methods that walk each piece's rays: head and body.
    walked: Vec<(String, Vec<String>)>,
    walker: Walker,
    arrays: Vec<Array>,
}

impl<'a> TestView<'a> {
    /// The class, where it was asked for.
    pub(super) fn new(page: &Page<'a>, options: &'a JavaOptions) -> Option<Self> {
        let module = page.module;
        let style = page.styled(Style::PLAIN);
        let (walk, test) = test_apart(module, super::CUSTOM)?;
        let class = &module.names.type_name;
        let name = format!("{class}Test");
        let arrays = test.arrays.iter().map(|one| {
            let hex = || hex_rows(&one.values, 4, &[], module);
            let (kind, rows, value) = match one.kind {
                ArrayKind::BySquare => {
                    ("long[]", hex_rows(&one.values, 4, &row_names(module, 4), module), None)
                }
                ArrayKind::Places => ("byte[]", int_rows(&one.values, 4, &[]), None),
                _ if one.is_signed => {
                    let steps: Vec<String> =
                        one.values.iter().map(|step| one.decimal(*step)).collect();
                    ("int[]", String::new(), Some(int_list(&steps, 2)))
                }
                _ => ("long[]", hex(), None),
            };
            array(&one.doc, &format!("{kind} {}", one.name), &rows, value)
        });
        let summary = format!(
            "Compares every lookup of {{@link {class}}} with rays walked, under every subset of every mask."
        );
        let grid = walk.grid.as_ref().map(|grid| [grid.of_bit.clone(), grid.bit_of.clone()]);
        Some(Self {
            header: page.header.iter().flat_map(|line| doc::header(line)).collect(),
            licence: module.licence.iter().map(|line| doc::spaced(line)).collect(),
            package: options.package.as_deref(),
            doc: javadoc(0, &[Block::Text(summary)]),
            lookup: Taken::new(module, &[name.as_str()]).name("Lookup"),
            calls: calls(class, &name, &test),
            squares: walk.squares.map(|squares| style.text(&set(squares))),
            walked: walked(&test, &walk, &style),
            walker: Walker::new(&walk.name, walk.has_range, grid),
            arrays: arrays.collect(),
            name,
        })
    }
}

/// The method that walks a piece.
fn walk_name(spoken: &str) -> String {
    Case::Camel.join(&["walk", spoken])
}

fn calls(class: &str, test_class: &str, test: &SelfTest<'_>) -> Vec<String> {
    let walkers: Vec<String> =
        test.walked().into_iter().map(|(spoken, _)| walk_name(&spoken)).collect();
    let call = |[spoken, lookup, walker, masks]: [String; 4]| {
        let (lookup, walker) = (format!("{class}::{lookup}"), format!("{test_class}::{walker}"));
        let arguments = [format!("\"{spoken}\""), lookup, walker, masks];
        let line = format!("{});", arguments.join(", "));
        if 8 + line.len() <= WIDTH {
            return broken(4, "compare(", "", &line, "");
        }
        format!("compare(\n        {});", arguments.join(",\n        "))
    };
    test.compared(&walkers).into_iter().map(call).collect()
}

fn walked(test: &SelfTest<'_>, walk: &Walk, style: &Style) -> Vec<(String, Vec<String>)> {
    let head = |spoken: &str| {
        let name = format!("private static long {}(", walk_name(spoken));
        broken(2, &name, "", "int square, long occupied)", " {")
    };
    let parameters = ["square", "occupied"];
    let pieces = test.pieces.iter().map(|piece| {
        let given =
            arguments(style, &walk.arguments(&piece.rays, |array| array.into(), parameters));
        let call = broken(4, &format!("return {}(", walk.name), "", &given, "");
        (head(&piece.spoken), vec![call])
    });
    let unions = test.unions.iter().map(|union| {
        let of = union.of.iter().map(|piece| walk_name(&test.pieces[*piece].spoken));
        let calls = of.map(|name| Expr::call_with(name, &parameters)).collect();
        (head(&union.spoken), returned(style, &joined(OPERATORS.or, calls)))
    });
    pieces.chain(unions).collect()
}
