//! A header as the template prints it: public items, those of `detail`, functions, the test, assertions.

use askama::Template;

use super::Keys;
use super::item::{Item, Part, WIDTH, command, comment, fence, filled, opening};
use super::syntax::{INT, OPERATORS, WIDENED, special, takes_pext};
use crate::model::{Case, Op, Type};
use crate::render::Bmi2;
use crate::render::code::expr::Expr;
use crate::render::code::node::{Body, Let, Node};
use crate::render::code::scope::Scope;
use crate::render::page::{
    Array, Choice, CompanionDoc, Compared, Dispatch, Facts, FillLoop, FilledTable, FunctionDoc,
    Group, Head, Item as Source, Manner, Mover, Page, Parameter, Scan, SquareFunction, Walk, Words,
};

const WORDS: Words = Words {
    index: "unsigned",
    signed: "std::int8_t",
    widths: ["std::uint8_t", "std::uint16_t", "std::uint32_t", "std::uint64_t"],
    ..Words::PLAIN
};

/// A header, and how C++ is written.
#[derive(Template)]
#[template(path = "cpp/magics.hpp", escape = "none")]
pub(super) struct Header<'a> {
    facts: Facts<'a>,
    pub(super) keys: &'a Keys,
    namespace: &'a str,
    guard: String,
    /// Names that stand in `detail`.
    hidden: Vec<&'a str>,
    /// Groups of items, each with whether it stands in `detail`.
    sections: Vec<(bool, Vec<Item>)>,
}

/// The guard of a namespace and a file: `CHESS_MAGICS_HPP` of `chess::magics` and `magics.hpp`.
pub(super) fn guard(namespace: &str, file_name: &str) -> String {
    let (stem, _) = file_name.rsplit_once('.').unwrap_or((file_name, ""));
    let mut names: Vec<&str> = namespace.split("::").collect();
    if names.last() != Some(&stem) {
        names.push(stem);
    }
    let words = names.iter().flat_map(|name| name.split(|c: char| !c.is_ascii_alphanumeric()));
    // A macro that begins with a digit is none, and two underscores are the compiler's.
    let words = words.filter(|word| !word.is_empty()).chain(["hpp"]).map(str::to_ascii_uppercase);
    let name = words.collect::<Vec<_>>().join("_");
    if name.starts_with(|c: char| c.is_ascii_digit()) { format!("HPP_{name}") } else { name }
}

impl<'a> Manner<'a> for Header<'a> {
    fn facts(&self) -> &Facts<'a> {
        &self.facts
    }

    fn comment(&self, _name: &str, text: &str) -> Vec<String> {
        comment(text)
    }

    fn function_doc(&self, _name: &str, doc: &FunctionDoc) -> Vec<String> {
        let mut lines = comment(&doc.summary);
        lines.push(String::new());
        lines.extend(command("param square", &doc.square));
        lines.extend(command("param occupied", &doc.occupied));
        lines.extend(command("return", doc.returns));
        lines
    }

    fn companion_doc(&self, _name: &str, doc: &CompanionDoc) -> Vec<String> {
        let mut lines = comment(&doc.summary);
        lines.push(String::new());
        for one in &doc.parameters {
            lines.extend(command(&format!("param {}", one.name), &one.what));
        }
        lines.extend(command("return", &doc.what));
        lines
    }

    fn square_doc(&self, square: &SquareFunction) -> Vec<String> {
        square.doc.iter().flat_map(|sentence| comment(sentence)).collect()
    }

    fn scan_doc(&self, scan: &Scan<'_>) -> Vec<String> {
        let mut doc = comment(&scan.summary);
        doc.push(String::new());
        doc.extend(command("param word", "the bits; the result is undefined for 0"));
        doc
    }

    fn head(&self, head: &Head<'_>) -> String {
        self.opening(head).join("\n")
    }

    fn index_of(&self, _width: u8) -> &'static str {
        "int"
    }

    fn check(&self, name: &str, last: u8) -> Vec<String> {
        vec![format!("assert({name} <= {last});")]
    }

    fn declare(&self, one: &Let) -> String {
        format!("const auto {} = {};", one.name, self.text(&one.value))
    }

    /// The operands of a union, as many on a line as fit.
    fn finished(&self, value: &Expr) -> Vec<String> {
        match value {
            Expr::Binary(operator, _) if *operator == OPERATORS.or => {
                let operands = self.facts.style.operands(value);
                filled("return ", &operands, [" |", ";"], self.facts.width)
            }
            _ => vec![self.finish(value)],
        }
    }

    fn returned(&self, item: Source<'_>, result: &Node) -> Expr {
        let value = &result.written;
        match (item, value.cast_from(WIDENED)) {
            // An entry of a byte becomes an `int` by itself.
            (Source::Scan(_), None) => value.clone().cast(INT),
            _ => value.without(WIDENED),
        }
    }

    /// A lookup asserts that its table is filled.
    fn before(&self, item: Source<'_>, _body: &Body) -> Vec<String> {
        if !matches!(item, Source::Lookup(_)) || !self.asserts() {
            return Vec::new();
        }
        let what = "assert(detail::is_filled &&";
        let why = format!("\"call {}() before the first lookup\");", self.init());
        let one = format!("{what} {why}");
        if one.len() + 2 <= WIDTH {
            vec![one]
        } else {
            vec![what.to_owned(), format!("       {why}")]
        }
    }

    fn special(&self, item: Source<'_>, scope: &Scope<'_>, node: &Node) -> Option<Expr> {
        match (node.op, item) {
            (Op::Square, Source::Scan(scan)) if scan.width < 32 => {
                Some(scope.square.clone().cast(WIDENED))
            }
            _ => special(scope, node, |name| self.seen_from(item, name)),
        }
    }

    fn call(&self, item: Source<'_>, function: &str, parameters: &[&str]) -> Expr {
        Expr::call_with(self.seen_from(item, function), parameters)
    }

    fn bit_index(&self, list: &str, place: Expr) -> Expr {
        Expr::index(self.outside(list), place)
    }

    fn turning(&self, _item: Source<'_>, steps: &[Expr], last: &Expr) -> Vec<String> {
        let swap = |step: &Expr| {
            let halves = self.facts.style.operands(step);
            [format!("word = {} |", halves[1]), format!("       {};", halves[0])]
        };
        let last = self.facts.style.operands(last);
        let last = format!("return {} | {};", last[1], last[0]);
        steps.iter().flat_map(swap).chain([last]).collect()
    }

    fn array_head(&self, array: &Array<'_>) -> String {
        let element = WORDS.entry(array.storage, array.is_signed);
        let (length, name) = (array.values.len(), &array.name);
        format!("inline constexpr std::array<{element}, {length}> {name}{{{{")
    }
}

impl<'a> Header<'a> {
    pub(super) fn new(page: &'a Page<'a>, keys: &'a Keys, file_name: &str) -> Self {
        let facts =
            Facts { width: WIDTH - 2, case: str::to_owned, ..Facts::new(page, &OPERATORS, &WORDS) };
        let arrays = page.arrays.iter().filter(|array| !array.is_public);
        let lookups = page.lookups.iter().filter(|lookup| !lookup.is_public);
        let functions = lookups.chain(&page.indices).map(|function| &function.name);
        // What is filled is seen from outside as a constant.
        let filled = page.filled.iter().map(|table| &table.name);
        let reversals = page.reversals.bytes.iter().chain(&page.reversals.bits);
        let hidden = arrays.map(|array| &array.name).chain(functions).chain(filled);
        let movers = page.movers.own().map(|mover| &mover.name);
        let dispatch =
            page.dispatch.iter().flat_map(|names| [&names.pick, &names.flag, &names.detect]);
        let hidden =
            hidden.chain(reversals).chain(movers).chain(dispatch).map(String::as_str).collect();
        let namespace = keys.namespace(&page.module.names);
        let guard = keys.guard(&page.module.names, file_name);
        let mut header = Self { facts, keys, namespace, guard, hidden, sections: Vec::new() };
        let (walks, test) = header.test();
        let sections = [
            (false, header.constants()),
            (true, header.details()),
            (false, header.functions()),
            (true, walks),
            (false, test),
            (false, header.assertions()),
        ];
        header.sections = sections.map(|(is_detail, items)| (is_detail, fence(items))).into();
        header
    }

    /// A name as it is written outside of `detail`.
    pub(super) fn outside(&self, name: &str) -> String {
        if self.hidden.contains(&name) { format!("detail::{name}") } else { name.to_owned() }
    }

    /// A name as a function writes it.
    fn seen_from(&self, item: Source<'_>, name: &str) -> Expr {
        if item.is_public() { self.outside(name).into() } else { name.into() }
    }

    /// The type of sets of squares.
    fn bitboard(&self) -> &'static str {
        if self.keys.case() == Case::Snake { "bitboard" } else { "Bitboard" }
    }

    /// The type of what a test finds.
    fn difference(&self) -> &'static str {
        if self.keys.case() == Case::Snake { "difference" } else { "Difference" }
    }

    /// The function that fills tables.
    fn init(&self) -> String {
        self.page().module.names.function(&["init"])
    }

    fn takes_pext(&self) -> bool {
        let mut functions = self.page().lookups.iter().chain(&self.page().indices);
        functions.any(|function| takes_pext(function.program, function.wanted))
    }

    /// True where a lookup asserts that its table is filled.
    fn asserts(&self) -> bool {
        !self.page().fills.is_empty() && !self.page().lookups.is_empty()
    }

    /// `constexpr`, where lookups can be computed by the compiler.
    pub(super) fn lookup_kind(&self) -> &'static str {
        if self.page().filled.is_empty() && !self.takes_pext() { "constexpr" } else { "inline" }
    }

    fn includes(&self) -> Vec<&'static str> {
        let page = self.page();
        let has_arrays = !page.arrays.is_empty() || !page.filled.is_empty();
        let has_words = has_arrays || !page.lookups.is_empty() || !page.scans.is_empty();
        let includes = [
            (has_arrays, "array"),
            (page.has_counts, "bit"),
            (self.asserts() || page.module.has_checks(), "cassert"),
            (page.walk.is_some(), "cstddef"),
            (has_words, "cstdint"),
            (page.self_test.is_some(), "optional"),
        ];
        includes.into_iter().filter(|(is_read, _)| *is_read).map(|(_, name)| name).collect()
    }

    /// The lines of a function's head.
    fn opening(&self, head: &Head<'_>) -> Vec<String> {
        let is_of_sets =
            matches!(head.item, Source::Lookup(_) | Source::Index(_) | Source::Union(_));
        let named = |kind: &'static str| {
            if is_of_sets && kind == WORDS.of(Type::Word) { self.bitboard() } else { kind }
        };
        let how = match head.item {
            Source::Lookup(_) | Source::Union(_) => self.lookup_kind(),
            Source::Index(index) if takes_pext(index.program, index.wanted) => "inline",
            _ => "constexpr",
        };
        let nodiscard = if head.item.is_public() { "[[nodiscard]] " } else { "" };
        let line = format!("{nodiscard}{how} {} {}", named(head.result), head.item.name());
        let parameter = |one: &Parameter| format!("{} {}", named(one.kind), one.name);
        opening(&line, &head.parameters.iter().map(parameter).collect::<Vec<_>>())
    }

    fn function(&self, item: Source<'a>) -> Item {
        let routine = self.routine(item);
        Item::function(routine.doc, self.opening(&self.head_of(item)), &routine.body)
    }

    /// Functions that others may call, or those that they may not.
    fn all(&self, order: &[Group], is_public: bool) -> Vec<Item> {
        let items = self.items(order).into_iter();
        items.filter(|item| item.is_public() == is_public).map(|item| self.function(item)).collect()
    }

    fn printed(&self, is_public: bool) -> Vec<Item> {
        let arrays = self.page().arrays.iter().filter(|array| array.is_public == is_public);
        let item = |array: &Array<'_>| {
            let text = self.array(array);
            Item::fenced(text.doc, vec![text.head, text.rows, "}};".to_owned()])
        };
        arrays.map(item).collect()
    }

    /// The squares by name, ranks in lines, and arrays that were asked for.
    fn constants(&self) -> Vec<Item> {
        let mut lines = vec!["enum : unsigned {".to_owned()];
        for rank in &self.page().ranks {
            let squares = rank.squares.iter().map(|(name, bit)| format!("{name} = {bit},"));
            let squares: Vec<String> = squares.collect();
            lines.extend(squares.chunks(8).map(|line| format!("  {}", line.join(" "))));
        }
        lines.push("};".to_owned());
        let squares = Item::fenced(vec!["The squares by name.".to_owned()], lines);
        let squares = (!self.page().ranks.is_empty()).then_some(squares);
        squares.into_iter().chain(self.printed(true)).collect()
    }

    /// The items that only the header itself uses.
    fn details(&self) -> Vec<Item> {
        let page = self.page();
        let mut items = self.printed(false);
        let fixed = if self.keys.is_20() { "constinit " } else { "" };
        for FilledTable { name, doc, length, .. } in &page.filled {
            let line = format!("inline {fixed}std::array<std::uint64_t, {length}> {name}{{}};");
            items.push(Item::new(comment(doc), vec![line]));
        }
        if self.asserts() {
            let doc = "True once the tables are filled.".to_owned();
            items.push(Item::new(vec![doc], vec!["inline bool is_filled{};".to_owned()]));
        }
        items.extend(page.movers.own().map(Self::mover));
        items.extend(page.dispatch.as_ref().map(Self::dispatch));
        items.extend(self.all(&[Group::Reversals, Group::Indices], false));
        items.extend(self.walker());
        items.extend(self.fill_functions());
        items.extend(self.all(&[Group::Lookups], false));
        items
    }

    fn functions(&self) -> Vec<Item> {
        let page = self.page();
        let mut items = self.all(&[Group::Square], true);
        // What is filled, as constants.
        for table in page.filled.iter().filter(|table| table.is_public) {
            let kind = format!("inline const std::array<std::uint64_t, {}>", table.length);
            let line = format!("{kind} &{name} = detail::{name};", name = table.name);
            items.push(Item::new(comment(&table.doc), vec![line]));
        }
        if !page.fills.is_empty() {
            let asked = page.dispatch.iter();
            let asked = asked.map(|Dispatch { flag, detect, .. }| {
                format!("    detail::{flag} = detail::{detect}();")
            });
            let call = |fill: &FillLoop| format!("    detail::{}();", self.fill_name(fill));
            items.push(Item::part(Part::Init, asked.chain(page.fills.iter().map(call)).collect()));
        }
        items.extend(self.all(&[Group::Lookups, Group::Unions, Group::Companions], true));
        if page.pair.is_some() || page.choice.is_some() {
            items.push(Item::part(Part::Together, Vec::new()));
        }
        items.extend(self.all(&[Group::Scans], true));
        items
    }

    /// The head of a function that calls lookups, and takes the piece if it has such a parameter.
    fn beside(&self, result: &str, name: &str, piece: Option<&Choice>) -> Vec<String> {
        let piece = piece.map(|choice| format!("{} piece", choice.kind));
        let place = ["unsigned square".to_owned(), format!("{} occupied", self.bitboard())];
        let parameters: Vec<String> = piece.into_iter().chain(place).collect();
        opening(&format!("[[nodiscard]] {} {result} {name}", self.lookup_kind()), &parameters)
    }

    /// A function that packs or spreads bits, with its comment and its head.
    fn mover(mover: &Mover) -> Item {
        let part = if mover.spreads { Part::Deposit } else { Part::Extract };
        let parameters = ["word", "mask"].map(|name| format!("{} {name}", WORDS.of(Type::Word)));
        let head = format!("inline {} {}", WORDS.of(Type::Word), mover.name);
        let mut item = Item::part(part, opening(&head, &parameters));
        item.doc = comment(mover.doc);
        item
    }

    /// What picks between PEXT and a product, with the head of the function that does.
    fn dispatch(dispatch: &Dispatch) -> Item {
        let word = WORDS.of(Type::Word);
        let words = ["occupied", "mask", "factor"].map(|name| format!("{word} {name}"));
        let parameters: Vec<String> =
            words.into_iter().chain(["unsigned shift".to_owned()]).collect();
        let head = format!("inline {word} {}", dispatch.pick);
        Item::fenced_part(Part::Dispatch, opening(&head, &parameters))
    }

    /// True where the header compiles only with BMI2.
    fn needs_bmi2(&self) -> bool {
        self.keys.bmi2 == Bmi2::Require
    }

    /// The function that walks, with its head.
    fn walker(&self) -> Option<Item> {
        let walk = self.page().walk.as_ref()?;
        Some(self.along_rays(Part::Walk, &walk.name, walk, &self.place()))
    }

    /// The parameters of a lookup.
    fn place(&self) -> [String; 2] {
        ["unsigned square".to_owned(), format!("{} occupied", self.bitboard())]
    }

    /// A function with rays and these parameters, with its head.
    fn along_rays(&self, part: Part, name: &str, walk: &Walk, place: &[String]) -> Item {
        let range = walk.has_range.then_some("int range");
        let rays = ["const Steps &steps", "const From &from"].into_iter().chain(range);
        let parameters: Vec<String> =
            rays.map(str::to_owned).chain(place.iter().cloned()).collect();
        let head = format!("constexpr {} {name}", self.bitboard());
        Item::part(part, opening(&head, &parameters))
    }

    fn fill_name(&self, fill: &FillLoop) -> String {
        let words: Vec<&str> = fill.words.iter().map(String::as_str).collect();
        self.page().module.names.function(&words)
    }

    fn fill_functions(&self) -> Vec<Item> {
        let page = self.page();
        let Some(walk) = &page.walk else { return Vec::new() };
        let item = |fill: &FillLoop| {
            let walked = self.text(&self.walked(walk, &fill.rays, "subset"));
            let operator = if fill.is_or { "|=" } else { "=" };
            let place = format!("{}[{}(square, subset)]", fill.table_name, fill.index);
            let lines = [
                format!("/// Stores the attack sets of the {}.", fill.owner),
                format!("inline void {}() noexcept {{", self.fill_name(fill)),
                format!("    const auto mask = {}[square];", fill.masks),
                format!("      const auto attacks = {walked};"),
                format!("      {place} {operator} attacks;"),
            ];
            Item::part(Part::Fill, lines.into())
        };
        page.fills.iter().map(item).collect()
    }

    /// The items of the test in `detail`, and the test.
    fn test(&self) -> (Vec<Item>, Vec<Item>) {
        let page = self.page();
        let (Some(test), Some(walk)) = (&page.self_test, &page.walk) else {
            return (Vec::new(), Vec::new());
        };
        let name = |what: &str, spoken: &str| page.module.names.function(&[what, spoken]);
        let compared = self.compared(test, walk, name);
        let (set, place) = (self.bitboard(), self.place());
        let function = |name: &str, parameters: &[String], value: &Expr| {
            let head = opening(&format!("constexpr {set} {name}"), parameters);
            Item::function(Vec::new(), head, &self.finished(value))
        };
        let mut items = vec![self.along_rays(Part::Relevant, &test.relevant, walk, &place[..1])];
        for one in &compared {
            items.push(function(&one.walker, &place, &one.walked));
            let squares = one.squares.iter();
            items.extend(squares.map(|call| function(&one.relevant[0], &place[..1], call)));
        }
        let entries =
            compared.iter().flat_map(|Compared { spoken, lookup, walker, relevant, .. }| {
                let entry = |name| format!("    {{\"{spoken}\", {lookup}, {walker}, {name}}},");
                relevant.iter().map(entry).collect::<Vec<_>>()
            });
        items.push(Item::part(Part::Comparisons, entries.collect()));
        (items, vec![Item::part(Part::SelfTest, Vec::new())])
    }
}
