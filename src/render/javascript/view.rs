//! The data of the templates: a module, its declarations and its test.

use super::heading::{COMMENT, half_name};
use super::lines::{BODY, CALLS, INNER_CALLS, WIDTH, assigned, returned};
use super::options::Keys;
use super::syntax::{
    OPERATORS, SETS, STYLE, WORD_OPERATORS, cut, exact, pair, shifted, special, unsigned,
};
use crate::render::blob::{checksum, header_rows};
use crate::render::code::node::stem;
use crate::render::prelude::*;
use magicgen_lookup::model::ByteOrder;

/// Columns of a line under `prettier-ignore`.
const FENCED: usize = 100;

/// The format of a word of two numbers in an array.
const HALVES: Halves = Halves { open: "", between: ", ", close: "", half: Hex::new(8, "") };

/// The words of JavaScript. Types are the arrays' types; an entry is a number, or a bigint.
const WORDS: Words = Words {
    turned: ["set"; 2],
    signed: "Int8Array",
    widths: ["Uint8Array", "Uint16Array", "Uint32Array", "BigUint64Array"],
    sets: ["bigint[]"; 3],
    ..Words::PLAIN
};

/// The words of files in which a bitboard is two numbers.
const PAIR_WORDS: Words = Words {
    turned: ["half"; 2],
    halves: Some(["lo", "hi"]),
    widths: ["Uint8Array", "Uint16Array", "Uint32Array", "Uint32Array"],
    ..WORDS
};

/// The words of files in which a bitboard of several words is an array of numbers.
const ARRAY_WORDS: Words = Words { halves: None, sets: ["Uint32Array"; 3], ..PAIR_WORDS };

/// The language of files in which a bitboard is a bigint.
const LANG: Lang = Lang {
    patterns: Patterns {
        variable: "const $name = $value;",
        refusal: "if (!($name >= 0 && $name <= $last)) {\n  throw new RangeError(\"$name out of range\");\n}",
        ..Patterns::C
    },
    loops: Loops {
        union: "let $name = 0n;",
        around: ["for (let $counter = 0; $counter < $count; $counter++) {", "}"],
        indent: "  ",
        ..Loops::C
    },
    style: STYLE,
    width: BODY,
    zero: "n",
    comment: COMMENT,
    block: Some(WIDTH),
    operation: |operator, first, second| {
        let is_shift = [WORD_OPERATORS.shl, WORD_OPERATORS.shr].contains(&operator);
        // The shift amounts of words are words, too.
        if is_shift {
            shifted(operator, first, &second)
        } else {
            Expr::binary(operator, first, second)
        }
    },
    switch: Switch { is_indented: true, indent: "  ", ..Switch::C },
    set_look: SETS,
    ..Lang::new(&WORD_OPERATORS, &WORDS)
};

/// The language of files in which a bitboard is two numbers.
const PAIR_LANG: Lang = Lang {
    operators: &OPERATORS,
    words: &PAIR_WORDS,
    loops: Loops { union: "let $name = 0;", ..LANG.loops },
    zero: "",
    breaks: Some(|value| matches!(value, Expr::Braces(_))),
    operation: Expr::binary,
    // A word's entry is a place in an array of halves.
    stem: |node| {
        let is_place = matches!(node.op, Op::Load(..)) && node.kind != Type::Half;
        if is_place { "slot" } else { stem(node) }
    },
    set_bits: 32,
    ..LANG
};

/// The language of files in which a bitboard of several words is an array of numbers.
const ARRAY_LANG: Lang = Lang { words: &ARRAY_WORDS, ..PAIR_LANG };

/// A module, with JavaScript's way of writing items.
#[derive(Template)]
#[template(path = "javascript/module.js", escape = "none")]
pub(super) struct File<'a> {
    facts: Facts<'a>,
    pub(super) keys: &'a Keys,
    /// The name of the function that fills a table.
    pub(super) fill: String,
    /// The name of the function that splits bigints, and the options of start-up code, which computes in halves.
    halves: String,
    pub(super) halved: Keys,
    /// The names of the variable that is true once tables are filled, and of the function that fills them, if lookups
    /// fill.
    late: Option<[String; 2]>,
    /// The names of the file of attack sets, of the function that checks it, and of the one that loads a table.
    loading: [String; 3],
    /// The names of the object of functions on the user's types, and of the function that turns pieces of the user's
    /// into the file's.
    pub(super) typed: [String; 2],
    /// The name of the array for the sets of lookups in functions that return no set.
    pub(super) lent: String,
    /// True for a declaration file, whose functions have no bodies.
    pub(super) is_declared: bool,
}

/// The declarations of a module for TypeScript.
#[derive(Template)]
#[template(path = "javascript/declarations.d.ts", escape = "none")]
pub(super) struct Declarations<'a> {
    js: File<'a>,
}

impl<'a> File<'a> {
    pub(super) fn new(page: &'a Page<'a>, keys: &'a Keys) -> Self {
        let lang = match (keys.has_words(), page.module.board.set) {
            (true, _) => LANG,
            (false, Type::Set(_)) => ARRAY_LANG,
            (false, _) => PAIR_LANG,
        };
        let enumerated = keys.is_typed().then_some(Enumerated::plain(CastForm::AS));
        let facts = Facts::new(page, Lang { enumerated, ..lang });
        let mut taken = page.taken.clone();
        let fill = taken.name("fill");
        let is_late = !page.fills.is_empty() && keys.fills_late(page.module);
        let late = is_late.then(|| ["isFilled", "fillTables"].map(|name| taken.name(name)));
        let (halves, halved) = (taken.name("halvesOf"), keys.halved());
        let lent = taken.name("lent");
        let typed = ["typed", "pieceOf"].map(|name| taken.name(name));
        let loading = ["attackSets", "checked", "load"].map(|name| taken.name(name));
        let is_declared = false;
        Self { facts, keys, fill, halves, halved, late, loading, typed, lent, is_declared }
    }

    /// The comment on the whole file.
    fn about(&self) -> Vec<String> {
        let mut lines = self.page().about_between(COMMENT, "", &["", "```text"], &["```"]);
        if self.keys.jsdoc {
            let tag = if self.keys.is_typed() { "@packageDocumentation" } else { "@module" };
            lines.extend([String::new(), tag.to_owned()]);
        }
        block_or_line(&lines, WIDTH)
    }

    /// The `export` before a declaration, if any.
    pub(super) fn export(&self, is_public: bool) -> &'static str {
        if is_public && !self.keys.is_commonjs() { "export " } else { "" }
    }

    /// The constants of a rank's squares.
    fn squares(&self, rank: &RankOfSquares) -> String {
        let last = rank.squares.len().saturating_sub(1);
        let square = |(at, (name, bit)): (usize, &(String, u8))| {
            format!("{name} = {bit}{}", if at == last { ";" } else { "," })
        };
        let squares = rank.squares.iter().enumerate().map(square);
        let start = format!("{}const ", self.export(true));
        let lines = lines_of(squares, FENCED - start.len());
        start + &lines.join("\n  ")
    }

    /// The names that a module with `module.exports` exports, in lines.
    fn exports(&self) -> Vec<String> {
        let page = self.page();
        let mut lines = Vec::new();
        for rank in &page.ranks {
            let names = rank.squares.iter().map(|(name, _)| format!("{name},"));
            lines.extend(lines_of(names, FENCED - "  ".len()));
        }
        let returned = page.enumerations.iter().filter(|one| one.is_result);
        let names = returned.map(|one| one.kind.as_str()).chain(page.public_arrays());
        let names = names.chain(page.public_functions());
        lines.extend(names.map(|name| format!("{name},")));
        lines
    }

    fn has_lookups(&self) -> bool {
        self.page().lookups.iter().any(|lookup| lookup.is_public) || !self.page().unions.is_empty()
    }

    /// True if a public function returns a pair of halves.
    fn shows_bits(&self) -> bool {
        self.has_lookups() && !self.keys.has_words() && !self.keys.has_out()
    }

    /// True if the file declares the type of a pair of halves, since some function returns one.
    fn has_bits(&self) -> bool {
        let page = self.page();
        let walks = if self.shows_bits() { page.walk.is_some() } else { page.module.fills() };
        (self.shows_bits() || (walks && !self.is_declared)) && self.keys.jsdoc
    }

    /// The array of a table that is filled, or loaded from the file of attack sets.
    fn content(&self, table: &FilledTable) -> String {
        let [bytes, _, load] = &self.loading;
        let blob = self.page().module.blob.as_ref();
        match blob.and_then(|blob| blob.table(table.index)) {
            Some(of) => format!("{load}({bytes}, {}, {})", of.start, of.length),
            None => format!("new {}({})", self.keys.bitboards(), self.numbers(table)),
        }
    }

    /// True if the lowest byte of a word comes first in the file of attack sets.
    fn is_little(&self) -> bool {
        self.page().module.blob_file.order == ByteOrder::Little
    }

    /// The number of array elements of a table.
    fn numbers(&self, table: &FilledTable) -> usize {
        if self.keys.has_words() { table.length } else { 2 * table.length }
    }

    /// The comment on an array.
    fn described(&self, doc: &str, storage: Storage) -> Vec<String> {
        let halves = match storage {
            _ if self.keys.has_words() => String::new(),
            Storage::Word => " Two numbers each: bits 0 to 31, then bits 32 to 63.".to_owned(),
            Storage::Set(words) => {
                format!(" {} numbers each, the lowest bits first.", 2 * words.count())
            }
            _ => String::new(),
        };
        self.comment("", &format!("{doc}{halves}"))
    }

    /// The declaration of an array, up to the `=`.
    fn declared(&self, name: &str, kind: &str, is_public: bool) -> String {
        let is_shown = is_public && self.keys.is_typed();
        let kind = if is_shown { format!(": {kind}") } else { String::new() };
        format!("{}const {name}{kind}", self.export(is_public))
    }

    /// The whole value of an array on one line, if it fits.
    fn on_a_line(&self, array: &Array<'_>) -> Option<String> {
        if let Storage::Set(_) = array.storage {
            return None;
        }
        let [line, _] = self.literals(array);
        let value = format!("new {}([{line}]);", self.element(array));
        let is_short = self.array_head(array).len() + " = ".len() + value.len() <= WIDTH;
        is_short.then_some(value)
    }

    /// The entries of an array, on one line and in lines with comments.
    fn literals(&self, array: &Array<'_>) -> [String; 2] {
        if self.keys.has_words() {
            self.literals_of(array, Hex::new(16, "n"))
        } else {
            self.literals_of(array, HALVES)
        }
    }

    fn literals_of<L: Literal + Clone>(&self, array: &Array<'_>, word: L) -> [String; 2] {
        let words = if array.kind == ArrayKind::BySquare && !self.keys.has_words() { 2 } else { 4 };
        let block = Look { words, ..Look::usual(word, "  ") };
        let all = array.values.len().max(1);
        let line = Look { margin: "", words: all, numbers: all, comment: None, ..block.clone() };
        let line = Look { is_aligned: false, trailing_comma: false, ..line };
        [line, block].map(|look| look.rows(array, self.page().module))
    }

    /// The arguments of a lookup.
    fn place(&self) -> String {
        self.arguments("occupied").join(", ")
    }

    /// The arguments of a function for one piece.
    fn place_of(&self, piece: &ChosenPiece) -> String {
        if piece.is_leaper { "square".to_owned() } else { self.place() }
    }

    /// An enumeration of numbers: an object, in TypeScript also the type of its values.
    fn enumeration(&self, of: &Enumeration) -> Vec<String> {
        let Enumeration { kind, function, what, plural, members, .. } = of;
        let (start, what_all) =
            (format!("{}const {kind}", self.export(true)), format!("The {plural} of {function}."));
        let member = |(number, one): (usize, &Enumerator)| {
            let name = one.named(Case::Shouty);
            if self.is_declared {
                format!("  readonly {name}: {number};")
            } else {
                format!("  {name}: {number},")
            }
        };
        let [open, close] = match (self.is_declared, self.keys.is_typed()) {
            (true, _) => [": {", "};"],
            (false, true) => [" = {", "} as const;"],
            (false, false) => [" = Object.freeze({", "});"],
        };
        let doc = if self.keys.is_typed() || !self.keys.jsdoc {
            vec![format!("/** {what_all} */")]
        } else {
            block(&[what_all, String::new(), "@enum {number}".to_owned()])
        };
        let members = members.iter().enumerate().map(member);
        let mut lines: Vec<String> = doc
            .into_iter()
            .chain([start + open])
            .chain(members)
            .chain([close.to_owned()])
            .collect();
        if self.keys.is_typed() {
            // What `Object.freeze` returns has no type of its own that a declaration shows.
            lines.extend((!self.is_declared).then(|| format!("Object.freeze({kind});")));
            lines.push(String::new());
            lines.push(format!("/** {what} {function} returns. */"));
            lines.push(format!(
                "{}type {kind} = (typeof {kind})[keyof typeof {kind}];",
                self.export(true)
            ));
        }
        lines
    }

    /// The parameters of a companion that its lines don't read: on a board of at most 32 squares, the high half of a set
    /// may make no difference.
    fn unread_halves(&self, item: Item<'_>, lines: &[String]) -> Vec<String> {
        let Item::Companion(function) = item else { return Vec::new() };
        let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let is_read = |name: &String| {
            lines.iter().flat_map(|line| line.split(|c| !is_of_name(c))).any(|word| word == name)
        };
        let sets = function.companion.parameters.iter().filter(|one| one.sort == Sort::Set);
        let sets = sets.filter(|_| !self.keys.has_words());
        let halves = sets.flat_map(|one| [false, true].map(|high| half_name(one.name, high)));
        halves.filter(|name| !is_read(name)).collect()
    }

    /// The type of pieces: a union of strings.
    fn pieces(&self, choice: &Choice) -> Vec<String> {
        let Choice { name, kind, pieces, .. } = choice;
        let texts: Vec<String> = pieces.iter().map(|one| format!("\"{}\"", one.id)).collect();
        let what = format!("A piece whose attacks {name} returns.");
        if !self.keys.is_typed() {
            let tag = format!("@typedef {{{}}} {kind}", texts.join(" | "));
            return block(&[what, String::new(), tag]);
        }
        let start = format!("{}type {kind} =", self.export(true));
        let line = format!("{start} {};", texts.join(" | "));
        let apart = format!("{start}\n  | {};", texts.join("\n  | "));
        vec![format!("/** {what} */"), if line.len() <= WIDTH { line } else { apart }]
    }

    /// The set of squares, as a bigint or as its two halves, if some bit index is no square.
    pub(super) fn squares_of(&self, walk: &RayFunction, has_words: bool) -> Option<Vec<String>> {
        let squares = walk.squares?;
        let half = |half: u64| self.text(&Number::hex(half & u64::from(u32::MAX), 8).into());
        let word = || self.text(&self.set(squares));
        Some(if has_words { vec![word()] } else { [squares, squares >> 32].map(half).to_vec() })
    }

    /// True if squares share slots, so that attack sets are or-ed.
    fn is_or(&self) -> bool {
        self.page().fills.iter().any(|fill| fill.is_or)
    }

    /// Calls of the function that fills.
    fn calls(&self, walk: &RayFunction) -> Vec<String> {
        let calls = if self.late.is_some() { INNER_CALLS } else { CALLS };
        let call = |fill: &FillLoop| {
            let halved = |array: &str| {
                let is_word = self.keys.has_words() && array != fill.rays.steps;
                let array = Expr::name(array);
                if is_word { Expr::call(self.halves.as_str(), vec![array]) } else { array }
            };
            let arrays = [Expr::name(fill.table_name.as_str()), halved(&fill.masks)];
            let rays = walk.arguments(&fill.rays, halved, [fill.index.as_str()]);
            let call = Expr::call(self.fill.as_str(), arrays.into_iter().chain(rays).collect());
            calls.of(&self.facts.style, "", "", &call, ";")
        };
        self.page().fills.iter().flat_map(call).collect()
    }
}

shared_by!(File);

impl<'a> Manner<'a> for File<'a> {
    fn own_doc(&self, of: Documented<'_>) -> Option<Vec<String>> {
        Some(match of {
            Documented::Item(item) => self.heading(item).doc(),
            Documented::Array(array) => {
                let mut doc = self.described(&array.doc, array.storage);
                doc.extend(
                    self.on_a_line(array).is_none().then(|| "// prettier-ignore".to_owned()),
                );
                doc
            }
        })
    }

    fn head(&self, head: &Head<'_>) -> String {
        let end = if self.is_declared { ";" } else { " {" };
        let heading = self.heading(head.item);
        [self.overloads(&heading, head.item.name()), heading.head(end)].concat().join("\n")
    }

    /// A lookup that writes into an array is a statement, followed by a variable for each half.
    fn assign(&self, one: &Let) -> Vec<String> {
        match one.op {
            // A pair itself is never read, only its halves, which are values themselves.
            Op::Join(..) if !self.keys.has_words() => Vec::new(),
            Op::Call(..) if self.keys.has_out() => self.taken(one),
            _ => assigned(&format!("const {}", one.name), &one.value, &self.facts.style),
        }
    }

    /// A case that stores its result in the array needs a `return`.
    fn computed(&self, item: Item<'_>, wanted: Wanted<'_>) -> Option<Computation> {
        let (lets, result, mut lines) = self.statements(item, wanted);
        let is_case = matches!(item, Item::Lookup(Function { case: Some(Label::Square(_)), .. }));
        lines.extend((is_case && self.keys.has_out()).then(|| "return;".to_owned()));
        let unread = self.unread_halves(item, &lines);
        lines.splice(0..0, unread.iter().map(|name| format!("void {name};")));
        Some((lets, result, lines))
    }

    fn finished(&self, value: &Expr) -> Vec<String> {
        match value {
            Expr::Braces(halves) if self.keys.has_out() => self.stored(halves),
            _ => returned(value, &self.facts.style),
        }
    }

    /// Sets become variables, since each half is or-ed separately.
    fn stated(&self, item: Option<Item<'_>>, parts: &[Expr]) -> Option<Vec<String>> {
        if let Some((last, steps)) = reversal_of(item, parts) {
            let step = |step| assigned(self.words().turned[0], step, &self.facts.style);
            let last = if self.keys.has_words() { cut(64, last.clone()) } else { last.clone() };
            return Some(steps.iter().flat_map(step).chain(self.finished(&last)).collect());
        }
        if self.keys.has_out() {
            return Some(self.united_in_array(parts));
        }
        let (mut lines, mut names) = (Vec::new(), Vec::new());
        for (at, set) in parts.iter().enumerate() {
            let name = name_of_set(at);
            lines.extend(assigned(&format!("const {name}"), set, &self.facts.style));
            names.push(Expr::name(name));
        }
        let half = |half: &str| {
            unsigned(self.united(names.iter().map(|set| set.clone().member(half)).collect()))
        };
        let value =
            if self.keys.has_words() { self.united(names) } else { pair(["lo", "hi"].map(half)) };
        lines.extend(self.finished(&value));
        Some(lines)
    }

    fn returned(&self, _item: Item<'_>, result: &Node) -> Expr {
        exact(result)
    }

    fn before(&self, item: Item<'_>, _body: &Body) -> Vec<String> {
        match (&self.late, item) {
            (Some([flag, fill]), Item::Lookup(lookup)) if !lookup.piece.fills.is_empty() => {
                vec![format!("if (!{flag}) {{"), format!("  {fill}();"), "}".to_owned()]
            }
            (_, Item::Companion(function)) => self.lent(function),
            _ => Vec::new(),
        }
    }

    fn special(&self, _item: Item<'_>, scope: &Scope<'_>, node: &Node) -> Option<Expr> {
        special(self.keys, scope, node)
    }

    fn square(&self, square: &SquareFunction) -> Expr {
        let places = ["file", "rank"];
        square.value(self.operators(), places, |list, place| self.keys.entry(list, place))
    }

    fn array_head(&self, array: &Array<'_>) -> String {
        let kind = self.words().entry(array.storage, array.is_signed);
        self.declared(&array.name, &read_only(kind), array.is_public)
    }

    /// The whole value of the array, with its constructor.
    fn rows(&self, array: &Array<'_>) -> String {
        match array.storage {
            Storage::Set(_) if self.keys.has_words() => {
                return format!("[\n{}\n];", self.set_rows(array));
            }
            Storage::Set(_) => {
                let halves = HALVES.cased(self.page().module.style.has_upper_hex);
                let set = |words: &[u64]| {
                    let words: Vec<String> = words.iter().map(|word| halves.text(*word)).collect();
                    format!("  {},", words.join(", "))
                };
                let sets = array.values.chunks(array.storage.words()).map(set);
                let sets = sets.collect::<Vec<_>>().join("\n");
                return format!("new Uint32Array([\n{sets}\n]);");
            }
            _ => {}
        }
        let rows = || format!("new {}([\n{}\n]);", self.element(array), self.literals(array)[1]);
        self.on_a_line(array).unwrap_or_else(rows)
    }
}

/// The type of an array that TypeScript callers can't assign to.
fn read_only(kind: &str) -> String {
    format!("Readonly<{kind}>")
}

impl<'a> Declarations<'a> {
    /// Makes the declarations; `keys` come from [`Keys::typed`].
    pub(super) fn new(page: &'a Page<'a>, keys: &'a Keys) -> Self {
        Self { js: File { is_declared: true, ..File::new(page, keys) } }
    }
}
