//! How rays are walked: start-up code and the test.

use askama::Template;

use super::item::{Item, comment, opening};
use super::syntax::word;
use super::view::{PLACE, Printer, asserts};
use crate::render::code::expr::Expr;
use crate::render::code::node::Operators;
use crate::render::page::{FillLoop, FilledTable, Walk, joined};

#[derive(Template)]
#[template(path = "cpp/walk.hpp", escape = "none")]
struct WalkView<'a> {
    bitboard: &'a str,
    head: Vec<String>,
    has_range: bool,
    /// Names of the arrays that lead to the grid and back.
    grid: Option<(&'a str, &'a str)>,
}

#[derive(Template)]
#[template(path = "cpp/fill.hpp", escape = "none")]
struct FillView<'a> {
    name: &'a str,
    fill: &'a FillLoop,
    indices: u8,
    squares: &'a Option<String>,
    table: &'a str,
    masks: &'a str,
    walked: String,
    index: &'a str,
}

#[derive(Template)]
#[template(path = "cpp/init.hpp", escape = "none")]
struct InitView<'a> {
    name: &'a str,
    fills: Vec<String>,
    /// Whether it notes that it was called.
    asserts: bool,
}

#[derive(Template)]
#[template(path = "cpp/comparisons.hpp", escape = "none")]
struct Comparisons<'a> {
    bitboard: &'a str,
    /// Lookups: name in prose, lookup, what is walked instead, masks.
    compared: Vec<[String; 4]>,
    indices: u8,
}

#[derive(Template)]
#[template(path = "cpp/self_test.hpp", escape = "none")]
struct SelfTestView<'a> {
    name: &'a str,
    difference: &'a str,
    bitboard: &'a str,
    indices: u8,
    squares: Option<String>,
    init: Option<String>,
}

fn item(template: &impl Template) -> Item {
    Item::text(&template.render().unwrap_or_default())
}

/// The set of squares, where some index is none.
fn squares(printer: &Printer<'_>, walk: &Walk) -> Option<String> {
    walk.squares.map(|squares| printer.style.text(&word(squares)))
}

/// The name of the function of a loop.
fn fill_name(printer: &Printer<'_>, fill: &FillLoop) -> String {
    let words: Vec<&str> = fill.words.iter().map(String::as_str).collect();
    printer.page.module.names.function(&words)
}

/// The function that walks, and those that fill tables.
pub(super) fn fills(printer: &Printer<'_>) -> Vec<Item> {
    let page = printer.page;
    let Some(walk) = &page.walk else { return Vec::new() };
    let grid = walk.grid.as_ref().map(|grid| (grid.of_bit.as_str(), grid.bit_of.as_str()));
    let bitboard = printer.bitboard;
    let [square, occupied] = printer.parameters();
    let mut parameters = vec!["const Steps &steps", "const From &from", square, occupied];
    if walk.has_range {
        parameters.insert(2, "int range");
    }
    let head = opening(&format!("constexpr {bitboard} {}", &walk.name), &parameters);
    let mut items = vec![item(&WalkView { bitboard, head, has_range: walk.has_range, grid })];
    for fill in &page.fills {
        items.push(item(&FillView {
            name: &fill_name(printer, fill),
            fill,
            indices: walk.indices,
            squares: &squares(printer, walk),
            table: &fill.table_name,
            masks: &fill.masks,
            walked: printer.style.text(&walk.call(&fill.rays, ["square", "subset"])),
            index: &fill.index,
        }));
    }
    items
}

/// Views of what is filled, and the function that fills it.
pub(super) fn init(printer: &Printer<'_>) -> Vec<Item> {
    let page = printer.page;
    let public = page.filled.iter().filter(|table| table.is_public);
    let view = |table: &FilledTable| {
        let (length, name) = (table.length, &table.name);
        let line =
            format!("inline const std::array<std::uint64_t, {length}> &{name} = detail::{name};");
        Item::new(comment(&table.doc), vec![line])
    };
    let mut items: Vec<Item> = public.map(view).collect();
    if !page.fills.is_empty() {
        items.push(item(&InitView {
            name: &page.module.names.function(&["init"]),
            fills: page.fills.iter().map(|fill| fill_name(printer, fill)).collect(),
            asserts: asserts(page),
        }));
    }
    items
}

/// What stands in `detail` for the test, and the test.
pub(super) fn self_test(printer: &Printer<'_>) -> (Vec<Item>, Vec<Item>) {
    let page = printer.page;
    let (Some(test), Some(walk)) = (&page.self_test, &page.walk) else {
        return (Vec::new(), Vec::new());
    };
    let names = &page.module.names;
    let name = |spoken: &str| names.function(&["walk", spoken]);
    let function = |spoken: &str, value: &Expr| {
        Item::function(
            Vec::new(),
            &format!("constexpr {} {}", printer.bitboard, name(spoken)),
            &printer.parameters(),
            printer.or_ed(value),
        )
    };
    let (mut walks, mut compared) = (Vec::new(), Vec::new());
    let mut compare = |spoken: &str, lookup: &str, masks: &str| {
        let walked = name(spoken);
        compared.push([spoken.to_owned(), lookup.to_owned(), walked, masks.to_owned()]);
    };
    for piece in &test.pieces {
        walks.push(function(&piece.spoken, &walk.call(&piece.rays, PLACE)));
        compare(&piece.spoken, &piece.lookup, &piece.masks);
    }
    for union in &test.unions {
        let of = union.of.iter().map(|at| &test.pieces[*at]);
        let calls = of.clone().map(|piece| Expr::call_with(name(&piece.spoken), &PLACE));
        walks.push(function(&union.spoken, &joined(Operators::C.or, calls.collect())));
        of.for_each(|piece| compare(&union.spoken, &union.lookup, &piece.masks));
    }
    let indices = walk.indices;
    let bitboard = printer.bitboard;
    walks.push(item(&Comparisons { bitboard, compared, indices }));
    let init = (!page.fills.is_empty()).then(|| names.function(&["init"]));
    let test = SelfTestView {
        name: &test.name,
        difference: printer.difference,
        bitboard,
        indices,
        squares: squares(printer, walk),
        init,
    };
    (walks, vec![item(&test)])
}
