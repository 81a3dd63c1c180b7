//! The look of C's functions: their comments, heads and statements.

use super::comment::{comment, doc, function_doc, note, parameters};
use super::file::File;
use super::fold::{fold, signature};
use super::options::Pass;
use super::pieces;
use super::squares::linear_square;
use super::syntax::{SIZE, WORDS};
use crate::render::page::{self};
use crate::render::prelude::*;
use crate::render::vectors::vector_type;

/// The names of the halves of a pair.
const HALVES: [&str; 2] = ["lo", "hi"];

shared_by!(File);

impl<'a> Manner<'a> for File<'a> {
    fn own_function_doc(&self, _name: &str, about: &FunctionDoc) -> Option<Vec<String>> {
        if !about.is_of_lookup() {
            return Some(function_doc(about));
        }
        let spoken = &about.spoken;
        let mut sentences = vec![about.sentence().unwrap_or_else(|| {
            format!(
                "The squares that the {spoken} attacks, the first blocker of each ray included."
            )
        })];
        if self.must_init() {
            let init = self.own_function("init");
            sentences.push(format!("{init}() has to be called before, which is asserted."));
        }
        let board = &self.module.board;
        let (last, gaps) = (board.indices - 1, if has_gaps(board) { " if it is one" } else { "" });
        let beyond = match (self.module.checks, has_gaps(board)) {
            (Checks::None, _) if self.module.fields == FieldStyle::Switch => page::NO_CASE,
            (Checks::None, false) => "any other reads outside of the arrays",
            (Checks::None, true) => "the result for any other is undefined",
            (Checks::Assert, false) => "an assertion refuses any other",
            (Checks::Assert, true) => "an assertion refuses higher ones",
        };
        let square = format!("the {spoken}'s square, 0 to {last}{gaps}; {beyond}");
        let occupied = if about.parameters.last().is_some_and(|given| given.what.contains(';')) {
            "the occupied squares; other bits than relevant ones don't matter"
        } else {
            "the occupied squares"
        };
        let mut all = vec![("square", square), ("occupied", occupied.to_owned())];
        if self.by_pointer() {
            let attacks = "where the attack set goes, but not the occupied squares";
            all.push(("attacks", attacks.to_owned()));
        }
        Some(doc(&sentences, parameters(&all)))
    }

    fn own_doc(&self, of: Documented<'_>) -> Option<Vec<String>> {
        let reversed = |what| {
            let of = if self.settings.is_c89() { "32 bits" } else { "a word" };
            note(&[format!("The {what} of {of} in the opposite order.")])
        };
        Some(match of {
            Documented::Array(array) => comment(array.is_public, std::slice::from_ref(&array.doc)),
            Documented::Item(Item::Square(square)) => {
                let files = format!("0 to {}, 0 for the a file", square.width - 1);
                let ranks = format!("0 to {}, 0 for the first rank", square.height - 1);
                let parameters = parameters(&[("file", files), ("rank", ranks)]);
                doc(&["The square on a file and a rank.".to_owned()], parameters)
            }
            Documented::Item(Item::Scan(Scan { end, width, .. })) => {
                let summary = format!(
                    "The index of the {end} significant one bit of {width}, by de Bruijn multiplication."
                );
                let word = "the bits, not all 0: for 0 the result is undefined".to_owned();
                doc(&[summary], parameters(&[("word", word)]))
            }
            // A pair is reversed half by half.
            Documented::Item(Item::Bytes(_)) => reversed("bytes"),
            Documented::Item(Item::Bits(_)) => reversed("bits"),
            Documented::Item(item @ (Item::Lookup(function) | Item::Index(function)))
                if !function.is_public =>
            {
                self.private_doc(item, &function.doc)
            }
            Documented::Item(_) => return None,
        })
    }

    /// If pairs are passed by address, the function stores its result through its last parameter.
    fn head(&self, head: &Head<'_>) -> String {
        let word = self.words().of(Type::Word);
        let is_address = |kind: &str| self.by_pointer() && kind == word;
        let written = |kind: &str| self.kind(kind).to_owned();
        let mut parameters = Vec::new();
        let is_inner = matches!(head.item, Item::Index(_));
        let own = |sort: Sort| self.own_type(sort).filter(|_| !is_inner);
        for HeadParameter { name, kind, sort, .. } in &head.parameters {
            let (before, sign) = if is_address(kind) { ("const ", "*") } else { ("", "") };
            let kind = own(*sort).map_or_else(|| written(kind), str::to_owned);
            parameters.push(format!("{before}{kind} {sign}{name}"));
        }
        let mut result = own(head.returned).map_or_else(|| written(&head.result), str::to_owned);
        if is_address(&head.result) {
            parameters.push(format!("{result} *attacks"));
            "void".clone_into(&mut result);
        }
        let is_static = is_inner && !self.module.emits(Part::Lookup);
        let storage = if is_static { "static" } else { &self.inline };
        let before = format!("{storage} {result} {}", head.item.name());
        signature(&before, &parameters)
    }

    fn assign(&self, variable: &Let) -> Vec<String> {
        fold(&self.declaration_of(variable), self.facts.width)
    }

    /// Breaks every line that is too long.
    fn finished(&self, value: &Expr) -> Vec<String> {
        fold(&self.statement("return", value), self.facts.width)
    }

    fn stated(&self, item: Option<Item<'_>>, parts: &[Expr]) -> Option<Vec<String>> {
        match reversal_of(item, parts) {
            Some((last, steps)) => {
                Some(self.turning(matches!(item, Some(Item::Bits(_))), steps, last))
            }
            None if self.has_int128() => None,
            None if self.set_words() > 1 => Some(self.united_sets(parts)),
            None => self.settings.is_c89().then(|| self.united_pairs(parts.to_vec())),
        }
    }

    /// A small number is returned without a cast: the function's result type converts it.
    fn returned(&self, item: Item<'_>, result: &Node) -> Expr {
        let written = &result.written;
        if item.is_number() { self.bare(result.op, written) } else { written.clone() }
    }

    fn special(&self, item: Item<'_>, scope: &Scope<'_>, node: &Node) -> Option<Expr> {
        self.expression(item, scope, node)
    }

    /// The statements; in both forms if the function may compute on vectors.
    fn computed(&self, item: Item<'_>, wanted: Wanted<'_>) -> Option<Computation> {
        let declare = |one: &Let| vec![self.declaration_of(one).into()];
        let end = |result: &Node| {
            let results = self.results(item, result);
            results.iter().flat_map(|line| fold(line, self.facts.width)).collect()
        };
        let (kinds, around) = ([&*self.half, &*self.word], self.facts.loops.around);
        let looping = Looping { declare: &declare, kinds, around, end: &end };
        if let Some(looped) = self.looped_by(item, wanted, &looping) {
            return Some(looped.whole());
        }
        let (lets, result, lines) = self.statements_of(item, wanted);
        Some((lets, result, self.with_lanes(item, lines)))
    }

    fn square(&self, square: &SquareFunction) -> Expr {
        square.sum.map_or_else(|| self.listed_square(square), linear_square)
    }

    /// The rows of an array by square.
    fn rows(&self, array: &Array<'_>) -> String {
        match array.storage {
            Storage::Word => self.bitboards(&array.values, "    "),
            Storage::Set(_) => self.sets(&array.values, array.storage, "    "),
            _ => self.numbers(&array.values),
        }
    }

    fn array_head(&self, array: &Array<'_>) -> String {
        format!("const {} {}", self.storage_type(array.storage), array.name)
    }
}

impl<'a> File<'a> {
    /// The text of a function.
    pub(super) fn function(&self, item: Item<'a>) -> String {
        let routine = self.routine(item);
        let mut body = match item {
            Item::Square(square) => self.before_square(square),
            _ => Vec::new(),
        };
        let checks = self.checks(item).len();
        if self.settings.is_c89() && checks > 0 && !routine.lets.is_empty() {
            // Declarations stand at the beginning of a block.
            let (checks, rest) = routine.body.split_at(checks);
            body.extend_from_slice(checks);
            body.push("{".to_owned());
            body.extend(rest.iter().map(|line| behind_margin("    ", line)));
            body.push("}".to_owned());
        } else {
            body.extend(routine.body);
        }
        if matches!(item, Item::Union(_)) {
            body = self.with_lanes(item, body);
        }
        function(&routine.doc, &routine.head, &body)
    }

    /// Declarations, a blank line, an assertion if the function reads filled tables, and the result.
    pub(super) fn statements_of(&self, item: Item<'_>, wanted: Wanted<'_>) -> Computation {
        let width = self.width_in(item);
        let is_long = |line: &Document| line.flat().len() > width;
        let written = |is_long: bool| {
            let body = wanted.body(is_long);
            let declarations: Vec<Document> =
                body.lets.iter().map(|one| self.declaration_of(one)).collect();
            let results = self.results(item, &body.result);
            (body, declarations, results)
        };
        let mut parts = written(false);
        if wanted.has_long_form() && parts.1.iter().chain(&parts.2).any(is_long) {
            parts = written(true);
        }
        let (body, declarations, results) = parts;
        let mut lines = self.entries_of_square(item);
        lines.extend(declarations);
        if !lines.is_empty() {
            lines.push(Document::default());
        }
        if matches!(item, Item::Lookup(function) if !function.calls.is_empty()) {
            lines.push(Document::of(&format!("{}();", self.own_constant("assert filled"))));
        }
        lines.extend(results);
        let lines = lines.iter().flat_map(|line| fold(line, width)).collect();
        let Body { lets, result } = body;
        (lets, self.result(item, &result), lines)
    }

    /// The head of a function that calls lookups; `kind` is the piece's type, or empty without that parameter.
    pub(super) fn beside(&self, result: &str, name: &str, kind: &str) -> String {
        let piece = (!kind.is_empty()).then(|| match self.settings.types.piece() {
            Some(own) => format!("{own} piece"),
            None => format!("enum {kind} piece"),
        });
        let square = self.own_type(Sort::Square).unwrap_or(WORDS.index);
        let rest = [format!("{square} square"), format!("{} occupied", self.set_type())];
        let parameters: Vec<String> = piece.into_iter().chain(rest).collect();
        let before = format!("{} {result} {name}", self.inline);
        signature(&before, &parameters)
    }

    /// The cases of the switch by piece.
    pub(super) fn cases(&self, choice: &Choice) -> Vec<String> {
        if self.settings.types.piece().is_none() {
            return pieces::cases(choice, |member| member.constant.clone(), None);
        }
        pieces::cases(choice, |member| member.own_named(Case::Shouty), Some("0"))
    }

    /// The head of a function that looks up many squares and occupancies in one call.
    pub(super) fn batch(&self, batch: &Batch) -> String {
        signature(&format!("{} void {}", self.inline, batch.name), &self.batch_parameters())
    }

    pub(super) fn batch_parameters(&self) -> [String; 4] {
        let byte = if self.settings.is_c89() { "unsigned char" } else { "uint8_t" };
        let (square, set) = (self.own_type(Sort::Square).unwrap_or(byte), self.set_type());
        [
            "size_t count".to_owned(),
            format!("const {square} *squares"),
            format!("const {set} *occupied"),
            format!("{set} *sets"),
        ]
    }

    /// The user's type for squares or sets, if there is one.
    fn own_type(&self, sort: Sort) -> Option<&str> {
        let types = &self.settings.types;
        match sort {
            Sort::Square => types.square.as_deref(),
            Sort::Set => types.bitboard.as_deref(),
            Sort::Number | Sort::Key | Sort::Truth => None,
        }
    }

    /// The type of a set of squares in public functions.
    pub(super) fn set_type(&self) -> &str {
        let usual = if self.set_words() > 1 { &self.set } else { &self.word };
        self.own_type(Sort::Set).unwrap_or(usual)
    }

    /// True if pairs are passed by address.
    pub(super) fn by_pointer(&self) -> bool {
        self.settings.pass() == Pass::Pointer
    }

    /// True if the index of a fill loop counts within a square's row.
    fn has_rows(&self, fill: &FillLoop, index: Item<'_>) -> bool {
        let is_row = |load| {
            index.program().is_some_and(|program| matches!(program.op(load), Op::LoadRow(..)))
        };
        self.module.tables[fill.table].rows != Rows::No || fill.load.is_some_and(is_row)
    }

    pub(super) fn declaration_of(&self, Let { name, kind, op, value }: &Let) -> Document {
        self.variable_of(*kind, name, self.bare(*op, value))
    }

    /// A variable's declaration. If pairs are passed by address, it points to the pair.
    pub(super) fn variable_of(&self, kind: Type, name: &str, value: Expr) -> Document {
        match kind {
            Type::Word if self.by_pointer() => {
                let value = Expr::unary("&", value);
                self.declared(&format!("const {} *{name}", self.word), &value)
            }
            Type::Word => self.declared(&format!("{} {name}", self.word), &value),
            Type::Set(_) => self.declared(&format!("{} {name}", self.set), &value),
            Type::Lanes(lanes) => {
                self.declared(&format!("{} {name}", vector_type(lanes, self)), &value)
            }
            Type::Half => {
                let is_wide = matches!(&value, Expr::CastTo(_, to, _) if to == SIZE);
                let kind = if is_wide { SIZE } else { &self.half };
                self.declared(&format!("{kind} {name}"), &value)
            }
        }
    }

    fn private_doc(&self, item: Item<'_>, about: &FunctionDoc) -> Vec<String> {
        let spoken = &about.spoken;
        let Some(fill) = self.page().fills.iter().find(|fill| fill.index == item.name()) else {
            return note(&[format!(
                "The squares that the {spoken} attacks, for the lookups below."
            )]);
        };
        let place = if self.has_rows(fill, item) { "the square's row of " } else { "" };
        let line = fill.rays.line.map(|line| format!(" along the {}", line.word()));
        let (table, along) = (self.shown_name(fill.table), line.unwrap_or_default());
        note(&[format!("Where in {place}{table} the {spoken}'s attack set{along} stands.")])
    }

    /// First the bits of each byte, then a call of the function for bytes. Compilers drop two calls of it in a row.
    fn turning(&self, is_of_bits: bool, steps: &[Expr], last: &Expr) -> Vec<String> {
        let step = |step: &Expr| format!("word = {};", self.text(step));
        if !is_of_bits {
            let steps = [last].into_iter().chain(steps.iter().rev()).map(step);
            return steps.chain([String::new(), "return word;".to_owned()]).collect();
        }
        let bytes = self.page().reversals.bytes.as_deref().unwrap_or_default();
        let whole = format!("return {};", self.text(&Expr::call_with(bytes, &["word"])));
        let steps = steps[..3].iter().map(step).chain([String::new(), whole]);
        if self.settings.is_c89() { steps.collect() } else { self.bits_reversed(steps) }
    }

    /// The statements of the result: two if a joined pair is stored by address.
    fn results(&self, item: Item<'_>, result: &Node) -> Vec<Document> {
        let value = self.result(item, result);
        match result.op {
            _ if !self.by_pointer() || matches!(item, Item::Scan(_)) => {
                vec![self.statement("return", &value)]
            }
            Op::Join(..) => {
                let stored = |(half, value): (&str, Expr)| {
                    self.declared(&format!("attacks->{half}"), &value)
                };
                HALVES.into_iter().zip([result.a(), result.b()]).map(stored).collect()
            }
            _ if self.is_pointer(&value) => {
                vec![self.declared("*attacks", &Expr::unary("*", value))]
            }
            _ => vec![self.declared("*attacks", &value)],
        }
    }

    /// The statements that or sets of several words.
    fn united_sets(&self, calls: &[Expr]) -> Vec<String> {
        let mut lines = Vec::new();
        for (at, call) in calls.iter().enumerate() {
            let name = match at {
                0 => format!("{} set", self.set),
                1 => format!("{} other", self.set),
                _ => "other".to_owned(),
            };
            lines.push(self.declared(&name, call).into());
            if at == 1 {
                lines.push(String::new());
            }
            if at > 0 {
                lines.extend(self.united_words());
            }
        }
        lines.push("return set;".to_owned());
        lines
    }

    /// The statements that or each word of a set.
    fn united_words(&self) -> Vec<String> {
        let halves = if self.settings.is_c89() { &[".lo", ".hi"][..] } else { &[""] };
        let word = |word: u8| {
            halves.iter().map(move |half| format!("set.w[{word}]{half} |= other.w[{word}]{half};"))
        };
        (0..self.set_words()).flat_map(word).collect()
    }

    /// The statements that or pairs; each call returns its pair or stores it at its last argument.
    fn united_pairs(&self, calls: Vec<Expr>) -> Vec<String> {
        let by_pointer = self.by_pointer();
        let (set, sign) = if by_pointer { ("attacks", "->") } else { ("set", ".") };
        let mut lines = Vec::new();
        if by_pointer {
            lines.extend([format!("{} other;", self.word), String::new()]);
        }
        for (at, call) in calls.into_iter().enumerate() {
            let name = if at == 0 { set } else { "other" };
            lines.push(match call {
                Expr::Call(function, mut arguments) if by_pointer => {
                    arguments.push(if at == 0 {
                        set.into()
                    } else {
                        Expr::unary("&", name.into())
                    });
                    format!("{};", self.text(&Expr::Call(function, arguments)))
                }
                call if at < 2 => self.declared(&format!("{} {name}", self.word), &call).into(),
                call => self.declared(name, &call).into(),
            });
            if at == 1 && !by_pointer {
                lines.push(String::new());
            }
            if at > 0 {
                lines.extend(HALVES.map(|half| format!("{set}{sign}{half} |= other.{half};")));
            }
        }
        if !by_pointer {
            lines.push(format!("return {set};"));
        }
        lines
    }
}

/// A function: its comment, its head, and the lines of its body.
pub(super) fn function(doc: &[String], head: &str, lines: &[String]) -> String {
    let mut text = format!("{}\n{head}\n{{\n", doc.join("\n"));
    for line in lines {
        let margin = if line.is_empty() || line.starts_with('#') { "" } else { "    " };
        text.extend([margin, line, "\n"]);
    }
    text.push('}');
    text
}
