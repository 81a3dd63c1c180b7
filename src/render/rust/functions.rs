//! The page's functions in Rust, with their doc comments and attributes.

use std::cmp::Reverse;

use super::file::{File, WORDS};
use super::lines::{WIDTH, signature};
use super::syntax::{HEX, OPERATORS, as_type};
use crate::render::page::{self};
use crate::render::prelude::*;

/// A function's text, in parts.
#[derive(Debug)]
pub(super) struct FunctionText {
    /// Lines after `///`.
    pub(super) docs: Vec<String>,
    /// The attributes and other lines between the docs and the head.
    pub(super) attributes: Vec<String>,
    /// The head, up to its opening brace.
    pub(super) head: String,
    /// The statements.
    pub(super) body: Vec<String>,
}

/// A companion's doc comment: the result, and a list of the parameters' meanings.
fn function_doc(doc: &FunctionDoc) -> Vec<String> {
    let item = |one: &ParameterDoc| {
        let text = format!("* `{}`: {}.", one.name, one.what);
        hanging(&text, [2, 2], WIDTH - 2)
    };
    let returns = docs(&sentence(&doc.what)).into_iter().chain([String::new()]);
    returns.chain(doc.parameters.iter().flat_map(item)).collect()
}

shared_by!(File);

impl<'a> Manner<'a> for File<'a> {
    /// The statements, of which the nodes are always those on words.
    fn computed(&self, item: Item<'_>, wanted: Wanted<'_>) -> Option<Computation> {
        let written = self.on_words(item, wanted);
        self.narrowed.set(written.narrowed);
        let (lets, result, lines) = written.statements;
        Some((lets, result, self.on_vectors(item).unwrap_or(lines)))
    }

    fn stated(&self, item: Option<Item<'_>>, parts: &[Expr]) -> Option<Vec<String>> {
        let is_union = matches!(item, Some(Item::Union(_)));
        if is_union && self.has_arrays() {
            return Some(self.united_arrays(parts));
        }
        self.on_vectors(item?)
    }

    /// The result, with each set on a separate line if one line is too long.
    fn finished(&self, value: &Expr) -> Vec<String> {
        self.result(value, self.facts.width)
    }

    fn own_function_doc(&self, name: &str, doc: &FunctionDoc) -> Option<Vec<String>> {
        if !doc.is_of_lookup() {
            return Some(function_doc(doc));
        }
        let union = self.page().unions.iter().find(|union| union.name == name);
        let is_asked = |lookup: &&page::Function<'_>| {
            union.map_or(lookup.name == name, |union| union.of.contains(&lookup.name))
        };
        let pieces: Vec<&PieceModule> =
            self.page().lookups.iter().filter(is_asked).map(|lookup| lookup.piece).collect();
        let mut lines = match doc.sentence() {
            Some(sentence) => docs(&sentence),
            None => docs(&format!(
                "Squares attacked by the {} on `square`, the first blocker of each ray included.",
                doc.spoken
            )),
        };
        if doc.parameters.last().is_some_and(|given| given.what.contains(';')) {
            lines.push(String::new());
            lines.extend(docs(
                "Bits of `occupied` that are off the rays, the piece's own square among them, change nothing.",
            ));
        }
        if self.module.fills() && pieces.iter().any(|piece| !piece.fills.is_empty()) {
            lines.push("The first call fills the table.".to_owned());
        }
        lines.push(String::new());
        let by_square = |op| matches!(op, Op::Field(_) | Op::LoadRow(..));
        let is_checked = pieces.iter().any(|piece| piece.program.has(by_square));
        let indices = self.module.board.indices;
        let is_switch = self.module.fields == FieldStyle::Switch;
        if is_switch && self.module.checks == Checks::None {
            lines.extend(docs(&format!("`square` is less than {indices}: {NO_CASE}.")));
            return Some(lines);
        }
        let mut when = if self.is_masked() || !is_checked {
            format!("`square` must be less than {indices}: any other result has no meaning.")
        } else {
            lines.push("# Panics".to_owned());
            format!("Where `square` is {indices} or more.")
        };
        if has_gaps(&self.module.board) {
            when.push_str(" For a lesser index that is no square the result has no meaning.");
        }
        lines.extend(docs(&when));
        Some(lines)
    }

    fn own_doc(&self, of: Documented<'_>) -> Option<Vec<String>> {
        let Documented::Item(item) = of else { return None };
        Some(match item {
            Item::Square(square) => self.square_doc(square),
            Item::Scan(Scan { end, width, .. }) => {
                let mut lines = docs(&format!(
                    "Index of the {end} significant one bit of `word`, by a de Bruijn factor of {width} bits."
                ));
                lines.push(String::new());
                lines.push("Of 0, which has none, the result has no meaning.".to_owned());
                lines
            }
            Item::Lookup(of) | Item::Index(of) if !of.is_public => {
                let spoken = &of.doc.spoken;
                let Some(fill) = self.page().fills.iter().find(|fill| fill.index == of.name) else {
                    return Some(docs(&format!("Squares attacked by the {spoken} on `square`.")));
                };
                let line = fill.rays.line.map(|line| format!(" along the {}", line.word()));
                let along = line.unwrap_or_default();
                docs(&format!(
                    "Where the attack set of the {spoken} on `square`{along} stands in its table."
                ))
            }
            _ => return None,
        })
    }

    fn head(&self, head: &Head<'_>) -> String {
        let result = if let Item::Index(_) = head.item { WORDS.index } else { &head.result };
        let keyword = keyword(self.is_const_function(head.item));
        let (visible, name) = (self.visibility(head.item.is_public()), head.item.name());
        let parameters = head.each(|name, kind| format!("{name}: {kind}"));
        signature("", &format!("{visible}{keyword} {name}"), &parameters, &format!(" -> {result}"))
    }

    /// The rays of a test, by their names in its module.
    fn along(&self, function: &str, walk: &RayFunction, rays: &Rays, place: &[&str]) -> Expr {
        let mut arguments = vec![Expr::unary("&", self.tested_rays(rays).into())];
        arguments.extend(walk.has_range.then(|| Expr::decimal(rays.range.into())));
        arguments.extend(place.iter().map(|name| Expr::name(*name)));
        Expr::call(function, arguments)
    }

    /// The bit index of a file and a rank. A coordinate that is always 0 is in the sum too, so no parameter is unused.
    fn square(&self, square: &SquareFunction) -> Expr {
        let times = |place: Expr, factor: u8| match factor {
            0 | 1 => place,
            _ => Expr::binary(OPERATORS.mul.tight(), place, Expr::decimal(u64::from(factor))),
        };
        let Some(Linear { by_file, by_rank, .. }) = square.sum else {
            let place = vec![times("rank".into(), square.width), "file".into()];
            let place = page::joined(OPERATORS.add, place);
            return Expr::index(self.name("BIT_OF_PLACE"), place).cast(as_type("usize"));
        };
        let term = |(by, length, name): (i8, u8, &str)| {
            let last = Expr::decimal(u64::from(length) - 1);
            let turned = || Expr::binary(OPERATORS.sub, last, name.into());
            times(if by < 0 { turned() } else { name.into() }, by.unsigned_abs())
        };
        let mut terms = [(by_rank, square.height, "rank"), (by_file, square.width, "file")];
        // The longer step first, by convention.
        terms.sort_by_key(|(by, ..)| Reverse(by.unsigned_abs()));
        page::joined(OPERATORS.add, terms.into_iter().map(term).collect())
    }
}

impl File<'_> {
    /// The statements that return the union of sets, which are arrays of words.
    fn united_arrays(&self, calls: &[Expr]) -> Vec<String> {
        let mut lines = Vec::new();
        for (at, call) in calls.iter().enumerate() {
            let name = if at == 0 { "mut set" } else { "other" };
            lines.push(format!("let {name} = {};", self.text(call)));
            let words = (0..self.set_words()).filter(|_| at > 0);
            lines.extend(words.map(|word| format!("set[{word}] |= other[{word}];")));
        }
        lines.push("set".to_owned());
        lines
    }

    /// A function with its docs and attributes.
    pub(super) fn function(&self, item: Item<'_>) -> FunctionText {
        self.narrowed.set(None);
        let Routine { doc, head, body, .. } = self.routine(item);
        let mut attributes = vec!["#[inline]".to_owned()];
        if !matches!(item, Item::Index(_)) {
            attributes.push("#[must_use]".to_owned());
        }
        let takes_vectors = self.takes_vectors(item);
        // The cases of a `match` have constants alone.
        let is_match = matches!(item, Item::Lookup(function) if !function.cases.is_empty());
        let narrowed = self.narrowed.get().filter(|_| !is_match);
        attributes.extend(narrowed.iter().flat_map(|bits| self.narrowing(*bits, !takes_vectors)));
        if item.is_public() || takes_vectors {
            attributes.extend(self.options.unused(match item {
                Item::Square(_) => "not every program counts in files and ranks",
                Item::Scan(_) => "not every program needs every width",
                _ => "not every program needs every lookup",
            }));
        }
        attributes.extend(self.options.unusual_function(item.name()));
        FunctionText { docs: doc, attributes, head, body }
    }

    /// The attributes and the head of a public function that calls lookups.
    pub(super) fn beside(
        &self,
        [reason, keyword, name]: &[&str; 3],
        given: &[&str],
        result: &str,
    ) -> Vec<String> {
        let mut lines = self.options.unused(reason);
        lines.extend(self.options.unusual_function(name));
        let before = format!("{}{keyword} {name}", self.visibility(true));
        lines.push(signature("", &before, given, result));
        lines
    }

    fn square_doc(&self, square: &SquareFunction) -> Vec<String> {
        let SquareFunction { width, height, .. } = square;
        let mut lines = docs(
            "Bit index of the square on `file` and `rank`, both counted from 0: the file from a, the rank from 1.",
        );
        lines.push(String::new());
        lines.push(format!(
            "`file` must be less than {width} and `rank` less than {height}; anything else has no meaning."
        ));
        if has_holes(&self.module.board) {
            lines.push("Nor has a place that is no square of the board.".to_owned());
        }
        lines
    }

    /// A bitboard's literal.
    pub(super) fn hex(&self) -> Hex {
        HEX.cased(self.module.style.has_upper_hex)
    }

    /// A result in lines of this width.
    pub(super) fn result(&self, value: &Expr, width: usize) -> Vec<String> {
        Document::all(4).append(&self.facts.style.chain(value)).lines(width)
    }

    /// True if every lookup can run at compile time.
    pub(super) fn is_const(&self) -> bool {
        let mut lookups = self.page().lookups.iter();
        self.has_const() && lookups.all(|lookup| !self.needs_processor(Item::Lookup(lookup)))
    }

    /// True if each lookup can run at compile time, or has a second function that can. Older editions may have compilers
    /// that can't read statics there.
    pub(super) fn has_const(&self) -> bool {
        self.options.edition.is_modern() && !self.module.fills()
    }

    /// True if a function can run at compile time.
    pub(super) fn is_const_function(&self, item: Item<'_>) -> bool {
        match item {
            Item::Square(_) => true,
            Item::Scan(_) => self.options.edition.is_modern(),
            // A companion that calls no lookup reads only printed tables.
            Item::Companion(function) => {
                let calls = function.program.has(|op| matches!(op, Op::Call(..)));
                self.is_const() || !calls && self.options.edition.is_modern()
            }
            _ => self.has_const() && !self.needs_processor(item),
        }
    }

    /// The lint attribute for a narrowed word, with the number of bits that remain. `is_always` is false if some builds
    /// don't narrow it.
    fn narrowing(&self, bits: u8, is_always: bool) -> Vec<String> {
        let lint = "clippy::cast_possible_truncation";
        if !is_always {
            self.options.allow(lint, &format!("{bits} bits remain"))
        } else if self.options.edition.is_modern() {
            vec![format!("#[expect({lint}, reason = \"{bits} bits remain\")]")]
        } else {
            vec![format!("// No more than {bits} bits remain."), format!("#[allow({lint})]")]
        }
    }
}

/// The keywords of a function.
pub(super) const fn keyword(is_const: bool) -> &'static str {
    if is_const { "const fn" } else { "fn" }
}

/// A sentence as lines after `///`.
pub(super) fn docs(text: &str) -> Vec<String> {
    wrap(text, WIDTH - "/// ".len())
}
