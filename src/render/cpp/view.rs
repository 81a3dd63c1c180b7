//! A header as the template prints it: public items, those of `detail`, functions, the test, assertions.

use askama::Template;

use super::item::{Item, WIDTH, command, comment, fence};
use super::options::{Settings, Standard};
use super::syntax::{Cpp, INT, WIDENED, bare, element, takes_pext, word};
use super::walks;
use crate::model::{Case, Type};
use crate::render::code::expr::Expr;
use crate::render::code::node::{Let, Node, Operators, Wanted, Writer};
use crate::render::code::print::Style;
use crate::render::code::statements::Statements;
use crate::render::page::{Array, Function, FunctionDoc, Look, Page, SWAPS, Scan, joined, swapped};
use crate::render::text::literal::Hex;

/// A header.
#[derive(Template)]
#[template(path = "cpp/magics.hpp", escape = "none")]
pub(super) struct Header<'a> {
    /// The first line of the comment at the head.
    first: &'a str,
    /// Its further lines, and the licence.
    facts: Vec<String>,
    guard: String,
    includes: Vec<&'static str>,
    takes_pext: bool,
    doc: Vec<String>,
    namespace: &'a str,
    has_bitboards: bool,
    bitboard: &'static str,
    /// Constants that were asked for.
    constants: Vec<Item>,
    /// What only the header itself uses.
    details: Vec<Item>,
    functions: Vec<Item>,
    /// What a lookup is compared with.
    walks: Vec<Item>,
    self_test: Vec<Item>,
    assertions: Vec<Item>,
}

/// What functions are printed from.
pub(super) struct Printer<'a> {
    pub(super) page: &'a Page<'a>,
    /// Names that stand in `detail`.
    hidden: Vec<&'a str>,
    /// How expressions look.
    pub(super) style: Style,
    /// `bitboard`
    pub(super) bitboard: &'static str,
    /// `difference`
    pub(super) difference: &'static str,
    pub(super) is_20: bool,
}

const LOOK: Look<Hex> = Look {
    word: Hex::new(16, "ULL"),
    margin: "    ",
    words: 4,
    numbers: 16,
    is_aligned: true,
    trailing_comma: true,
    comment: Some(" // "),
};

impl<'a> Header<'a> {
    pub(super) fn new(page: &'a Page<'a>, settings: &'a Settings, file_name: &str) -> Self {
        let module = page.module;
        let namespace = settings.namespace.as_deref().unwrap_or(&module.names.type_name);
        let printer = Printer::new(page, settings);
        let (public, private): (Vec<&Array<'_>>, Vec<&Array<'_>>) =
            page.arrays.iter().partition(|array| array.is_public);
        let mut constants: Vec<Item> = printer.squares().into_iter().collect();
        constants.extend(public.into_iter().map(|one| array(one, page)));
        let mut details: Vec<Item> = private.into_iter().map(|one| array(one, page)).collect();
        details.extend(printer.details());
        let (walks, self_test) = walks::self_test(&printer);
        let mut facts: Vec<String> = page.header[1..].iter().map(|line| commented(line)).collect();
        if !module.licence.is_empty() {
            facts.push(String::new());
            facts.extend(module.licence.iter().map(|line| commented(line)));
        }
        Self {
            first: &page.header[0],
            facts,
            guard: settings.guard.clone().unwrap_or_else(|| guard(namespace, file_name)),
            includes: includes(page),
            takes_pext: printer.takes_pext(),
            doc: page.about(WIDTH - "/// ".len(), "    "),
            namespace,
            has_bitboards: !page.lookups.is_empty() || page.walk.is_some(),
            bitboard: printer.bitboard,
            constants: fence(constants),
            details: fence(details),
            functions: fence(printer.functions()),
            walks: fence(walks),
            self_test: fence(self_test),
            assertions: fence(if settings.asserts { printer.assertions() } else { Vec::new() }),
        }
    }
}

fn commented(line: &str) -> String {
    if line.is_empty() { "//".to_owned() } else { format!("// {line}") }
}

/// `CHESS_MAGICS_HPP` of `chess::magics` and `magics.hpp`.
pub(super) fn guard(namespace: &str, file_name: &str) -> String {
    let (stem, _) = file_name.rsplit_once('.').unwrap_or((file_name, ""));
    let mut words: Vec<&str> = namespace.split("::").collect();
    if words.last() != Some(&stem) {
        words.push(stem);
    }
    words.push("hpp");
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' };
    let name: String = words.join("_").chars().map(plain).collect();
    // A macro that begins with a digit is none, and two underscores are the compiler's.
    let name = name.split('_').filter(|word| !word.is_empty()).collect::<Vec<_>>().join("_");
    if name.starts_with(|c: char| c.is_ascii_digit()) { format!("HPP_{name}") } else { name }
}

fn includes(page: &Page<'_>) -> Vec<&'static str> {
    let has_arrays = !page.arrays.is_empty() || !page.filled.is_empty();
    let has_words = has_arrays || !page.lookups.is_empty() || !page.scans.is_empty();
    let mut includes = Vec::new();
    for (is_needed, name) in [
        (has_arrays, "array"),
        (asserts(page), "cassert"),
        (page.walk.is_some(), "cstddef"),
        (has_words, "cstdint"),
        (page.self_test.is_some(), "optional"),
    ] {
        includes.extend(is_needed.then_some(name));
    }
    includes
}

/// True where a lookup asserts that its table is filled.
pub(super) fn asserts(page: &Page<'_>) -> bool {
    !page.fills.is_empty() && !page.lookups.is_empty()
}

fn array(array: &Array<'_>, page: &Page<'_>) -> Item {
    let element = element(array.storage, array.is_signed);
    let (length, name) = (array.values.len(), &array.name);
    let mut lines = vec![format!("inline constexpr std::array<{element}, {length}> {name}{{{{")];
    lines.extend(LOOK.rows(array, page.module).lines().map(str::to_owned));
    lines.push("}};".to_owned());
    Item::fenced(comment(&array.doc), lines)
}

fn function_doc(doc: &FunctionDoc) -> Vec<String> {
    let mut lines = comment(&doc.summary);
    lines.push(String::new());
    lines.extend(command("param square", &doc.square));
    lines.extend(command("param occupied", &doc.occupied));
    lines.extend(command("return", doc.returns));
    lines
}

impl<'a> Printer<'a> {
    fn new(page: &'a Page<'a>, settings: &Settings) -> Self {
        let arrays = page.arrays.iter().filter(|array| !array.is_public);
        let lookups = page.lookups.iter().filter(|lookup| !lookup.is_public);
        let functions = lookups.chain(&page.indices).map(|function| &function.name);
        // What is filled is seen from outside as a constant.
        let filled = page.filled.iter().map(|table| &table.name);
        let reversals = page.reversals.bytes.iter().chain(&page.reversals.bits);
        let hidden = arrays.map(|array| &array.name).chain(functions).chain(filled);
        let is_snake = settings.case == Case::Snake;
        Self {
            page,
            hidden: hidden.chain(reversals).map(String::as_str).collect(),
            style: page.styled(Style::PLAIN),
            bitboard: if is_snake { "bitboard" } else { "Bitboard" },
            difference: if is_snake { "difference" } else { "Difference" },
            is_20: settings.standard == Standard::Cpp20,
        }
    }

    /// A name as it is written outside of `detail`.
    pub(super) fn outside(&self, name: &str) -> Expr {
        if self.hidden.contains(&name) { format!("detail::{name}").into() } else { name.into() }
    }

    fn takes_pext(&self) -> bool {
        let mut functions = self.page.lookups.iter().chain(&self.page.indices);
        functions.any(|function| takes_pext(function.program, function.wanted))
    }

    /// `constexpr`, where lookups can be computed by the compiler.
    pub(super) fn lookup_kind(&self) -> &'static str {
        if self.page.filled.is_empty() && !self.takes_pext() { "constexpr" } else { "inline" }
    }

    /// The squares by name, ranks in lines.
    fn squares(&self) -> Option<Item> {
        let mut lines = Vec::new();
        for rank in &self.page.ranks {
            let squares = rank.squares.iter().map(|(name, bit)| format!("{name} = {bit},"));
            for line in squares.collect::<Vec<_>>().chunks(8) {
                lines.push(format!("  {}", line.join(" ")));
            }
        }
        if lines.is_empty() {
            return None;
        }
        lines.insert(0, "enum : unsigned {".to_owned());
        lines.push("};".to_owned());
        Some(Item::fenced(vec!["The squares by name.".to_owned()], lines))
    }

    fn details(&self) -> Vec<Item> {
        let page = self.page;
        let mut items = Vec::new();
        for table in &page.filled {
            let (length, name) = (table.length, &table.name);
            let fixed = if self.is_20 { "constinit " } else { "" };
            let line = format!("inline {fixed}std::array<std::uint64_t, {length}> {name}{{}};");
            items.push(Item::new(comment(&table.doc), vec![line]));
        }
        if asserts(page) {
            let doc = "True once the tables are filled.".to_owned();
            items.push(Item::new(vec![doc], vec!["inline bool is_filled{};".to_owned()]));
        }
        items.extend(self.reversals());
        items.extend(page.indices.iter().map(|function| {
            let kind =
                if takes_pext(function.program, function.wanted) { "inline" } else { "constexpr" };
            self.function(function, kind)
        }));
        items.extend(walks::fills(self));
        let private = page.lookups.iter().filter(|lookup| !lookup.is_public);
        items.extend(private.map(|lookup| self.lookup(lookup, self.lookup_kind())));
        items
    }

    fn functions(&self) -> Vec<Item> {
        let page = self.page;
        let mut items = Vec::new();
        if let Some(square) = &page.square {
            let entry = |list: &str, place| Expr::index(self.outside(list), place);
            let value = square.value(&Operators::C, ["file", "rank"], entry);
            items.push(Item::function(
                square.doc.iter().flat_map(|sentence| comment(sentence)).collect(),
                &format!("[[nodiscard]] constexpr unsigned {}", square.name),
                &["unsigned file", "unsigned rank"],
                vec![self.returns(&value)],
            ));
        }
        items.extend(walks::init(self));
        let public = page.lookups.iter().filter(|lookup| lookup.is_public);
        let kind = format!("[[nodiscard]] {}", self.lookup_kind());
        items.extend(public.map(|lookup| self.lookup(lookup, &kind)));
        for union in &page.unions {
            let call = |lookup: &String| Expr::call_with(self.outside(lookup), &PLACE);
            let value = joined(Operators::C.or, union.of.iter().map(call).collect());
            items.push(Item::function(
                function_doc(&union.doc),
                &format!("{kind} {} {}", self.bitboard, union.name),
                &self.parameters(),
                self.or_ed(&value),
            ));
        }
        items.extend(page.scans.iter().map(|scan| self.scan(scan)));
        items
    }

    pub(super) fn parameters(&self) -> [&'static str; 2] {
        let occupied =
            if self.bitboard == "bitboard" { "bitboard occupied" } else { "Bitboard occupied" };
        ["unsigned square", occupied]
    }

    /// A lookup, which asserts that its table is filled.
    fn lookup(&self, lookup: &Function<'_>, kind: &str) -> Item {
        if !asserts(self.page) {
            return self.function(lookup, kind);
        }
        let init = self.page.module.names.function(&["init"]);
        let what = "assert(detail::is_filled &&";
        let why = format!("\"call {init}() before the first lookup\");");
        let one = format!("{what} {why}");
        let lines = if one.len() + 2 <= WIDTH {
            vec![one]
        } else {
            vec![what.to_owned(), format!("       {why}")]
        };
        self.function_after(lookup, kind, lines)
    }

    fn function(&self, function: &Function<'_>, kind: &str) -> Item {
        self.function_after(function, kind, Vec::new())
    }

    fn function_after(&self, function: &Function<'_>, kind: &str, before: Vec<String>) -> Item {
        let dialect = Cpp {
            printer: self,
            square: "square".into(),
            occupied: "occupied",
            fields: &function.fields,
            is_inside: !function.is_public,
        };
        let given = dialect.calls(&function.calls);
        let writer = Writer { dialect: &dialect, style: &self.style, case: str::to_owned };
        let result = match function.kind() {
            Type::Word => self.bitboard,
            Type::Half => "std::uint32_t",
        };
        let mut body = before;
        body.extend(statements(function.wanted(&given, writer), |result| bare(&result).clone()));
        Item::function(
            function_doc(&function.doc),
            &format!("{kind} {result} {}", function.name),
            &self.parameters(),
            body,
        )
    }

    fn scan(&self, scan: &Scan<'_>) -> Item {
        let word = Expr::name("word");
        let dialect = Cpp {
            printer: self,
            square: if scan.width < 32 { word.cast(WIDENED) } else { word },
            occupied: "word",
            fields: &[],
            is_inside: false,
        };
        let writer = Writer { dialect: &dialect, style: &self.style, case: str::to_owned };
        // An entry of a byte becomes an `int` by itself.
        let result = |result: Expr| match result.cast_from(WIDENED) {
            Some(short) => short.clone(),
            None => result.cast(INT),
        };
        let body = statements(scan.wanted(writer), result);
        let mut doc = comment(&scan.summary);
        doc.push(String::new());
        doc.extend(command("param word", "the bits; the result is undefined for 0"));
        Item::function(
            doc,
            &format!("[[nodiscard]] constexpr int {}", scan.name),
            &[&format!("{} word", element(scan.storage(), false))],
            body,
        )
    }

    fn returns(&self, value: &Expr) -> String {
        format!("return {};", self.style.text(value))
    }

    /// Returns values that are or-ed, as many on a line as fit.
    pub(super) fn or_ed(&self, value: &Expr) -> Vec<String> {
        let values = self.style.operands(value);
        let mut lines = vec!["return".to_owned()];
        for (at, value) in values.iter().enumerate() {
            let end = if at + 1 < values.len() { " |" } else { ";" };
            let mut line = lines.pop().unwrap_or_default();
            if at > 0 && 2 + line.len() + 1 + value.len() + end.len() > WIDTH {
                lines.push(line);
                line = " ".repeat("return".len());
            }
            lines.push(format!("{line} {value}{end}"));
        }
        lines
    }

    /// The functions that turn words round, neighbours of ever fewer bits changing places.
    fn reversals(&self) -> Vec<Item> {
        let function = |name: &str, what: &str, swaps: &[(u64, u8)]| {
            let swap = |(lower, places): &(u64, u8)| {
                let [up, down] = swapped(&Operators::C, "word", word(*lower), *places);
                let halves = self.style.operands(&Expr::binary(Operators::C.or, down, up));
                [format!("word = {} |", halves[0]), format!("       {};", halves[1])]
            };
            let last = "return (word >> 32) | (word << 32);".to_owned();
            Item::function(
                comment(&format!("Returns a word with its {what} in the opposite order.")),
                &format!("constexpr std::uint64_t {name}"),
                &["std::uint64_t word"],
                swaps.iter().flat_map(swap).chain([last]).collect(),
            )
        };
        let names = &self.page.reversals;
        let bytes = names.bytes.iter().map(|name| function(name, "bytes", &SWAPS[3..]));
        bytes.chain(names.bits.iter().map(|name| function(name, "bits", &SWAPS))).collect()
    }
}

/// The parameters of lookups.
pub(super) const PLACE: [&str; 2] = ["square", "occupied"];

/// Statements that return what `result` makes of a program's value.
fn statements(wanted: Wanted<'_>, result: fn(Expr) -> Expr) -> Vec<String> {
    let style = wanted.writer.style;
    let declare =
        |one: &Let| vec![format!("const auto {} = {};", one.name, style.text(&one.value))];
    let finish =
        |last: &Node| vec![format!("return {};", style.text(&result(last.written.clone())))];
    let statements =
        Statements { wanted, declare: &declare, finish: &finish, break_up: None, width: WIDTH - 2 };
    statements.written().lines
}
