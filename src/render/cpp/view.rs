//! A header as the template prints it: public items, `detail`, functions, the test, assertions. Definitions that are
//! apart follow the header or are in a source file.

use super::Keys;
use super::item::{self, Item, Part, WIDTH, command, comment, fence};
use super::syntax::{ANGLES, INT, OPERATORS, SIZE, WIDENED, special};
use crate::render::blob::{checksum, header_rows};
use crate::render::page::Item as Source;
use crate::render::pair::{self, Layout};
use crate::render::prelude::*;
use crate::render::vectors;
use magicgen_lookup::model::Blob;

pub(super) const WORDS: Words = Words {
    index: "unsigned",
    signed: "std::int8_t",
    widths: ["std::uint8_t", "std::uint16_t", "std::uint32_t", "std::uint64_t"],
    places: Some(["int"; 4]),
    sets: ["Bitboard"; 3],
    ..Words::PLAIN
};

const SNAKE_WORDS: Words = Words { sets: ["bitboard"; 3], ..WORDS };

/// A header, with C++'s way of writing items.
#[derive(Template)]
#[template(path = "cpp/magics.hpp", escape = "none")]
pub(super) struct Header<'a> {
    facts: Facts<'a>,
    pub(super) keys: &'a Keys,
    pub(super) namespace: &'a str,
    guard: String,
    pub(super) file_name: &'a str,
    /// Names in the namespace `detail`.
    hidden: Vec<String>,
    /// True if the header only declares tables and omits the items that only definitions use.
    pub(super) is_apart: bool,
    /// True for the source file, which has only the definitions.
    pub(super) is_source: bool,
    /// The groups of the header's items.
    sections: Vec<Section>,
    /// The groups of definitions that are apart.
    definitions: Vec<Section>,
}

/// Items, with true if they are in `detail`.
pub(super) type Section = (bool, Vec<Item>);

/// The place of an item.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Home {
    Header,
    /// After the header or in the source file, if definitions are apart.
    Definitions,
}

shared_by!(Header);

impl<'a> Manner<'a> for Header<'a> {
    fn comment(&self, _name: &str, text: &str) -> Vec<String> {
        comment(text)
    }

    fn own_function_doc(&self, _name: &str, doc: &FunctionDoc) -> Option<Vec<String>> {
        let mut lines = comment(&doc.summary);
        lines.push(String::new());
        for one in &doc.parameters {
            lines.extend(command(&format!("param {}", one.name), &one.what));
        }
        lines.extend(command("return", &doc.returns));
        Some(lines)
    }

    fn own_doc(&self, of: Documented<'_>) -> Option<Vec<String>> {
        match of {
            Documented::Item(Source::Square(square)) => {
                Some(square.doc.iter().flat_map(|sentence| comment(sentence)).collect())
            }
            Documented::Item(Source::Scan(scan)) => {
                let mut doc = comment(&scan.summary);
                doc.push(String::new());
                doc.extend(command("param word", "the bits; the result is undefined for 0"));
                Some(doc)
            }
            _ => None,
        }
    }

    fn head(&self, head: &Head<'_>) -> String {
        self.opening(head).join("\n")
    }

    /// The operands of a union, as many on a line as fit.
    fn finished(&self, value: &Expr) -> Vec<String> {
        match value {
            Expr::Binary(operator, _) if *operator == OPERATORS.or => {
                let mut line = Document::of("return ");
                line.open(Breaks::Few, None).append(&self.facts.style.chain(value)).text(";");
                line.lines(self.facts.width)
            }
            _ => vec![self.finish(value)],
        }
    }

    fn returned(&self, item: Source<'_>, result: &Node) -> Expr {
        let value = &result.written;
        match (item, value.cast_from(WIDENED)) {
            // An entry of one byte promotes to `int` by itself.
            (Source::Scan(_), None) => value.clone().cast(INT),
            _ => value.without(WIDENED),
        }
    }

    /// The variable for the square's record, and the assertion that the tables are filled.
    fn before(&self, item: Source<'_>, _body: &Body) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(function) = item.function() {
            lines.extend(self.record_variable(function));
        }
        if !matches!(item, Source::Lookup(_)) || !self.asserts() {
            return lines;
        }
        let why = format!("\"call {}() before the first lookup\");", self.init());
        let mut line = Document::of("assert(");
        line.open(Breaks::All, None).list(["detail::is_filled &&", &why], "");
        lines.extend(line.lines(self.facts.width));
        lines
    }

    fn special(&self, item: Source<'_>, scope: &Scope<'_>, node: &Node) -> Option<Expr> {
        if let Some(function) = item.function()
            && let Some(member) = self.of_record(function, node)
        {
            return Some(member);
        }
        match (node.op, item) {
            (Op::Square, Source::Scan(scan)) if scan.width < 32 => {
                Some(scope.square.clone().cast(WIDENED))
            }
            (Op::Low(_), _)
                if item.function().is_some_and(|function| function.is_wide_index(node.value)) =>
            {
                Some(node.a().cast(SIZE))
            }
            // A variable needs its type.
            (Op::Pack(_), Source::Companion(of))
                if !self.has_int128() && of.program.result != node.value =>
            {
                let braces = CastForm::new("Braces", "$to{{", "}}", CastOperand::Enclosed);
                Some(Expr::List(["", ""], node.packed()).cast_to(braces, self.bitboard()))
            }
            _ => {
                let named = |name: &str| self.seen_from(item, name);
                let on_vectors = vectors::call(self, scope, node, named);
                on_vectors.or_else(|| special(scope, node, self.number(), named))
            }
        }
    }

    fn computed(&self, item: Source<'_>, wanted: Wanted<'_>) -> Option<Computation> {
        let given = wanted.given.iter().map(|(value, call)| (*value, self.seen_call(item, call)));
        let given: Vec<_> = given.collect();
        let (lets, result, lines) = self.statements(item, Wanted { given: &given, ..wanted });
        Some((lets, result, self.with_vectors(item, lines)))
    }

    fn square(&self, square: &SquareFunction) -> Expr {
        let entry = |list: &str, place| Expr::index(self.outside(list), place);
        square.value(self.operators(), [WORDS.file, WORDS.rank], entry)
    }

    fn stated(&self, item: Option<Source<'_>>, parts: &[Expr]) -> Option<Vec<String>> {
        if let Some(union @ Source::Union(_)) = item {
            let calls = parts.iter().map(|call| self.seen_call(union, call)).collect();
            return Some(self.finished(&self.united(calls)));
        }
        let (last, steps) = reversal_of(item, parts)?;
        let swap = |step: &Expr| {
            let halves = self.facts.style.operands(step);
            [format!("word = {} |", halves[1]), format!("       {};", halves[0])]
        };
        let last = self.facts.style.operands(last);
        let last = format!("return {} | {};", last[1], last[0]);
        let steps = steps.iter().flat_map(swap).chain([last]);
        let is_of_bits = matches!(item, Some(Source::Bits(_)));
        Some(if is_of_bits { self.bits_reversed(steps) } else { steps.collect() })
    }

    fn array_head(&self, array: &Array<'_>) -> String {
        let element = self.facts.row_type(array, self.element(array));
        let declarator = self.declarator(&element, array.rows(), &array.name);
        let open = if self.is_raw(&array.name) { " = {" } else { "{{" };
        format!("{} {declarator}{open}", self.constant(self.is_declared(array)))
    }
}

/// The language.
const LANG: Lang = Lang {
    nested: Some(Nested {
        row: "std::array<$element, $length>",
        around: ["{{", "}},"],
        margins: ["  ", "  "],
    }),
    patterns: Patterns { variable: "const auto $name = $value;", ..Patterns::C },
    loops: Loops {
        around: ["for ($kind $counter = 0; $counter < $count; ++$counter) {", "}"],
        indent: "  ",
        ..Loops::C
    },
    width: WIDTH - 2,
    style: ExprStyle { breaks: LineBreaks::AfterOperators, ..ExprStyle::PLAIN },
    case: str::to_owned,
    switch: Switch { unread: Some(["static_cast<void>(", ");"]), ..Switch::C },
    enumerated: Some(Enumerated::plain(ANGLES)),
    ..Lang::new(&OPERATORS, &WORDS)
};

/// The look of sets of two words that are numbers.
const NUMBER: SetLook = SetLook {
    around: ["", "} << 64"],
    between: Some(" | bitboard{"),
    word: Hex::new(16, "ULL"),
    pairs: 1,
};

impl<'a> Header<'a> {
    pub(super) fn new(page: &'a Page<'a>, keys: &'a Keys, file_name: &'a str) -> Self {
        let words = if keys.case() == Case::Snake { &SNAKE_WORDS } else { &WORDS };
        let set_look = match (keys.int128(), keys.case()) {
            (None, _) => LANG.set_look,
            (_, Case::Snake) => NUMBER,
            _ => SetLook { between: Some(" | Bitboard{"), ..NUMBER },
        };
        let facts = Facts::new(page, Lang { words, set_look, ..LANG });
        let arrays = page.arrays.iter().filter(|array| !array.is_public);
        let lookups = page.lookups.iter().filter(|lookup| !lookup.is_public);
        let functions = lookups.chain(&page.indices).map(|function| &function.name);
        // Filled tables are hidden; outside `detail` they are constant references.
        let filled = page.filled.iter().map(|table| &table.name);
        let reversals = page.reversals.bytes.iter().chain(&page.reversals.bits);
        let hidden = arrays.map(|array| &array.name).chain(functions).chain(filled);
        let movers = page.movers.own().map(|mover| &mover.name);
        let dispatch =
            page.dispatch.iter().flat_map(|names| [&names.pick, &names.flag, &names.detect]);
        let hidden = hidden.chain(reversals).chain(movers).chain(dispatch).cloned().collect();
        let mut header = Self {
            facts,
            keys,
            namespace: keys.namespace(&page.module.names),
            guard: keys.guard(&page.module.names, file_name),
            file_name,
            hidden,
            is_apart: keys.layout == Layout::Pair || keys.is_old() && pair::is_for_one_file(page),
            is_source: false,
            sections: Vec::new(),
            definitions: Vec::new(),
        };
        header.hidden.extend(vectors::names(page, &header));
        let (mut sections, mut definitions) = (header.sections_of(Home::Header), Vec::new());
        if header.is_apart {
            sections.push((false, header.test_declaration()));
            definitions = header.sections_of(Home::Definitions);
            definitions.extend(header.test());
        } else {
            sections.extend(header.test());
        }
        sections.push((false, header.assertions()));
        sections.push((false, header.typed()));
        let fenced = |sections: Vec<Section>| {
            let fenced = |items| if keys.is_module() { items } else { fence(items) };
            sections.into_iter().map(|(is_detail, items)| (is_detail, fenced(items))).collect()
        };
        (header.sections, header.definitions) = (fenced(sections), fenced(definitions));
        header
    }

    /// True if a module exports these items. Assertions can't be exported, since they declare nothing.
    fn exports(&self, items: &[Item]) -> bool {
        let asserts = |line: &String| line.starts_with("static_assert");
        let is_assertion = |item: &Item| item.lines.iter().any(asserts);
        self.keys.is_module() && !items.iter().all(is_assertion)
    }

    /// A name as code outside `detail` writes it.
    pub(super) fn outside(&self, name: &str) -> String {
        if self.hidden.iter().any(|hidden| hidden == name) {
            format!("detail::{name}")
        } else {
            name.to_owned()
        }
    }

    /// A name as the function `item` writes it.
    fn seen_from(&self, item: Source<'_>, name: &str) -> Expr {
        if item.is_public() { self.outside(name).into() } else { name.into() }
    }

    /// A call as the function `item` writes it.
    fn seen_call(&self, item: Source<'_>, call: &Expr) -> Expr {
        match call {
            Expr::Call(function, arguments) => {
                Expr::call(self.seen_from(item, &self.text(function)), arguments.clone())
            }
            other => other.clone(),
        }
    }

    /// The type of sets of squares.
    pub(super) fn bitboard(&self) -> &'static str {
        if self.keys.case() == Case::Snake { "bitboard" } else { "Bitboard" }
    }

    /// True if a set of squares is a number of 128 bits.
    fn has_int128(&self) -> bool {
        self.keys.int128().is_some()
    }

    /// The type of sets of squares, if it is a number of 128 bits.
    fn number(&self) -> Option<&'static str> {
        self.has_int128().then(|| self.bitboard())
    }

    /// True if a function of the file has sets of squares.
    fn has_sets(&self) -> bool {
        let (page, mut companions) = (self.page(), self.page().companions.iter());
        let has_sets = |sort| sort == Sort::Set;
        !page.lookups.is_empty()
            || page.walk.is_some()
            || companions.any(|function| {
                let companion = function.companion;
                has_sets(companion.returned())
                    || companion.parameters.iter().any(|one| has_sets(one.sort))
            })
    }

    /// The type of a difference that a test finds.
    pub(super) fn difference(&self) -> &'static str {
        if self.keys.case() == Case::Snake { "difference" } else { "Difference" }
    }

    pub(super) fn types(&self) -> Case {
        if self.keys.case() == Case::Snake { Case::Snake } else { Case::Pascal }
    }

    fn function(&self, item: Source<'a>) -> Item {
        let mut routine = self.routine(item);
        if matches!(item, Source::Union(_)) {
            routine.body = self.with_vectors(item, routine.body);
        }
        let head = self.opening(&self.head_of(item));
        // Styles of clang-format differ in the indentation of cases.
        let is_switch = matches!(item, Source::Lookup(function) if !function.cases.is_empty());
        let made = Item::function(routine.doc, head, &routine.body);
        Item { is_fenced: made.is_fenced || is_switch, ..made }
    }

    /// The public functions, or the private ones.
    fn all(&self, order: &[Group], is_public: bool) -> Vec<Item> {
        let items = self.items(order).into_iter();
        items.filter(|item| item.is_public() == is_public).map(|item| self.function(item)).collect()
    }

    fn sections_of(&self, home: Home) -> Vec<Section> {
        vec![
            (false, self.constants(home)),
            (true, self.details(home)),
            (false, self.functions(home)),
        ]
    }

    /// The items that only the header itself uses.
    fn details(&self, home: Home) -> Vec<Item> {
        let page = self.page();
        let mut items = self.printed(false, home);
        items.extend(self.filled_tables(home));
        items.extend(self.printed_records(home));
        if self.asserts() {
            items.push(self.variable("True once the tables are filled.", "bool is_filled", home));
        }
        items.extend(self.flag(home));
        if home == Home::Header {
            items.extend(self.vectors());
            items.extend(self.batches_on_kinds());
            items.extend(self.movers());
            items.extend(self.all(&[Group::Reversals, Group::Indices], false));
        }
        if !self.is_apart || home == Home::Definitions {
            items.extend(
                page.dispatch.as_ref().map(|_| Item::fenced_part(Part::Detect, Vec::new())),
            );
            items.extend(self.walker());
            items.extend(self.fill_functions());
            items.extend(self.blob_checks());
            items.extend(self.once());
        }
        if home == Home::Header {
            items.extend(self.all(&[Group::Lookups], false));
        }
        items
    }

    fn functions(&self, home: Home) -> Vec<Item> {
        let groups = [Group::Lookups, Group::Unions, Group::Companions];
        let own = |groups| if home == Home::Header { self.all(groups, true) } else { Vec::new() };
        let mut items = own(&[Group::Square]);
        items.extend(self.seen(home));
        items.extend(self.init_function(home));
        let page = self.page();
        let enumerations = page.enumerations.iter().filter(|_| home == Home::Header);
        items.extend(enumerations.map(|of| self.enumeration(of)));
        items.extend(own(&groups));
        let is_together = page.pair.is_some() || page.choice.is_some() || !page.batches.is_empty();
        if home == Home::Header && is_together {
            let lines = page.pair.iter().flat_map(|pair| self.pair_body(pair)).collect();
            let is_on_lanes = page.batches.iter().any(|batch| batch.lanes.is_some());
            let is_fenced = is_on_lanes || self.is_by_instructions();
            let part = if is_fenced { Item::fenced_part } else { Item::part };
            items.push(part(Part::Together, lines));
        }
        items.extend(own(&[Group::Scans]));
        items
    }

    /// An enumeration, each member on a separate line.
    fn enumeration(&self, of: &Enumeration) -> Item {
        let doc = comment(&format!("{} `{}` returns.", of.what, of.function));
        let open = format!("enum class {} : std::uint8_t {{", of.kind);
        let number = |one: &Enumerator| one.number.map(|number| format!(" = {number}"));
        let members = of.members.iter().map(|one| {
            format!("  {}{},", one.named(self.keys.case()), number(one).unwrap_or_default())
        });
        Item::fenced(doc, [open].into_iter().chain(members).chain(["};".to_owned()]).collect())
    }
}
