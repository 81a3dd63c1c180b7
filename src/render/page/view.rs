//! Writes the texts that templates print: functions, arrays, loops of start-up code and tests.
//!
//! A language implements [`Manner`], which defines the look of a comment, of a function's head and of a statement. The
//! methods in `shared.rs` combine them into whole items in the same way for all languages.

use super::{
    Array, ArrayDocs, ArrayText, CompanionFunction, Enumeration, Facts, FilledTable, FunctionDoc,
    Head, Item, Look, Page, PrivateDocs, Rays, Scan, SquareFunction, Walk, WalkText, Words,
    block_or_line,
};
use crate::model::{Op, Storage, Type};
use crate::render::code::expr::{CastForm, Expr, Number, Operator};
use crate::render::code::node::{Body, Let, Node, Operators, Wanted, stem};
use crate::render::code::scope::Scope;
use crate::render::text::literal::Hex;
use crate::render::text::provenance::wrap;

/// The language itself, for the methods that all languages share.
pub trait Shared<'a> {
    fn shared(&self) -> &dyn Manner<'a>;
}

impl<'a, T: Manner<'a>> Shared<'a> for T {
    fn shared(&self) -> &dyn Manner<'a> {
        self
    }
}

/// A language's way of writing the items of a file. Most methods have an implementation that suits many languages.
pub trait Manner<'a>: Shared<'a> {
    /// The language's constants, and the file's items.
    fn facts(&self) -> &Facts<'a>;
    /// The comment before the item with this name.
    fn comment(&self, _name: &str, text: &str) -> Vec<String> {
        let Facts { comment, block, .. } = *self.facts();
        let lines = wrap(text, comment);
        match block {
            Some(width) => block_or_line(&lines, width),
            None => lines,
        }
    }

    /// The comment before a public function, a lookup or another: its summary, then a sentence on each parameter.
    fn function_doc(&self, name: &str, doc: &FunctionDoc) -> Vec<String> {
        self.shared().sentences(name, doc)
    }

    /// The comment before a private function.
    fn private_doc(&self, item: Item<'_>, doc: &FunctionDoc) -> Vec<String> {
        let is_index = matches!(item, Item::Index(_));
        let is_short = is_index && self.facts().private_docs == PrivateDocs::ShortIndices;
        if self.facts().has_paragraphs || is_short {
            return self.comment(item.name(), &doc.summary);
        }
        self.function_doc(item.name(), doc)
    }

    /// The comment before the function from file and rank to square.
    fn square_doc(&self, square: &SquareFunction) -> Vec<String> {
        self.shared().remarks(&square.name, &square.doc)
    }

    /// The type of a small number that a companion returns.
    fn number_type(&self, _function: &CompanionFunction<'_>) -> &'static str {
        self.words().small()
    }

    /// The comment before a bit scan.
    fn scan_doc(&self, scan: &Scan<'_>) -> Vec<String> {
        let summary = format!("{} {}.", self.facts().says[0], scan.what);
        self.shared().remarks(&scan.name, &[summary, "The result is undefined for 0.".to_owned()])
    }

    /// The comment before a function that reverses words; `what` is `bytes` or `bits`.
    fn turning_doc(&self, name: &str, what: &str) -> Vec<String> {
        self.comment(name, &format!("Returns a word with its {what} in the opposite order."))
    }

    /// The comment before an array.
    fn array_doc(&self, array: &Array<'_>) -> Vec<String> {
        let Array { name, doc, .. } = array;
        match self.facts().array_docs {
            ArrayDocs::Contents => self.comment(name, doc),
            ArrayDocs::Sizes => self.comment(name, &format!("{doc} {}.", array.size())),
        }
    }

    /// The visibility modifier of an item, for example `private `.
    fn visible(&self, is_public: bool) -> &'static str {
        self.facts().patterns.visibility(is_public)
    }

    /// The first line of a function, or several lines if one is too long.
    fn head(&self, head: &Head<'_>) -> String {
        let Facts { patterns, calls, .. } = self.facts();
        patterns.head(calls, head).join("\n")
    }

    /// The statement that gives a variable its value.
    fn declare(&self, variable: &Let) -> String {
        let kind = self.words().of(variable.kind);
        self.facts().patterns.variable(&variable.name, kind, &self.text(&variable.value))
    }

    /// The type of a variable.
    fn kind_of(&self, kind: Type) -> &str {
        self.words().of(kind)
    }

    /// The type of an array's entries.
    fn element(&self, array: &Array<'_>) -> &'static str {
        self.words().entry(array.storage, array.is_signed)
    }

    /// The declaration of an array up to its numbers.
    fn array_head(&self, array: &Array<'_>) -> String {
        self.facts().patterns.array(array, self.element(array))
    }

    /// The file's items.
    fn page(&self) -> &'a Page<'a> {
        self.facts().page
    }

    /// The name of the file's class, module or package.
    fn name(&self) -> &'a str {
        &self.page().module.names.type_name
    }

    /// The lines of the file's header.
    fn header(&self) -> &'a [String] {
        &self.page().header
    }

    /// The lines of the licence; empty if there is none.
    fn licence(&self) -> &'a [String] {
        &self.page().module.licence
    }

    /// The texts of all arrays that are printed as numbers.
    fn arrays(&self) -> Vec<ArrayText> {
        self.page().arrays.iter().map(|array| self.array(array)).collect()
    }

    /// The text of the function that walks rays for start-up code; `None` if nothing is filled.
    fn filling(&self) -> Option<WalkText<'a>> {
        let walk = self.page().walk.as_ref().filter(|_| self.page().module.fills());
        walk.map(|walk| self.walk(walk))
    }

    /// The language's operators and conversions.
    fn operators(&self) -> &'static Operators {
        self.facts().operators
    }

    /// The language's names of parameters and types.
    fn words(&self) -> &'static Words {
        self.facts().words
    }

    /// The look of an array's entries.
    fn look(&self, _array: &Array<'_>) -> Look<Hex> {
        self.facts().look
    }

    /// An expression as text.
    fn text(&self, expr: &Expr) -> String {
        self.facts().style.text(expr)
    }

    /// The lines that set a variable, in languages that declare variables elsewhere or break long lines. The length of
    /// [`declare`](Self::declare)'s line still decides which values become variables.
    fn assign(&self, variable: &Let) -> Vec<String> {
        vec![self.declare(variable)]
    }

    /// The statement that returns a value.
    fn finish(&self, value: &Expr) -> String {
        format!("return {}{}", self.text(value), self.facts().end)
    }

    /// The statement that returns a union or a pair, if one line is too long.
    fn finish_apart(&self, value: &Expr) -> Vec<String> {
        vec![self.finish(value)]
    }

    /// The statement that returns a value, on several lines if it is too long for one and the language breaks it up.
    fn finished(&self, value: &Expr) -> Vec<String> {
        let line = self.finish(value);
        let is_long = line.len() > self.facts().width;
        if is_long && self.facts().breaks_unions { self.finish_apart(value) } else { vec![line] }
    }

    /// The statements that return a program's result.
    fn ended(&self, item: Item<'_>, result: &Node) -> Vec<String> {
        self.finished(&self.shared().result(item, result))
    }

    /// The statements that return the union of sets.
    fn finish_united(&self, sets: Vec<Expr>) -> Vec<String> {
        self.finished(&self.united(sets))
    }

    /// The returned expression of a computed value. Most languages have to convert a bit scan's result.
    fn returned(&self, item: Item<'_>, result: &Node) -> Expr {
        match (item, self.facts().scanned) {
            (item, Some(cast)) if item.is_number() => {
                result.written.without(self.operators().half).cast(cast)
            }
            _ => result.written.clone(),
        }
    }

    /// The member of an enumeration by its number; the number itself in languages without enumerations.
    fn member(&self, of: &Enumeration, mut number: Expr) -> Expr {
        let Some(enumerated) = self.facts().enumerated else { return number };
        // Only an index needs a certain type of numbers.
        while let (Expr::Cast(_, inner), false) =
            (&number, matches!(enumerated.member, CastForm::Entry(_)))
        {
            number = inner.as_ref().clone();
        }
        number.cast_to(enumerated.member, &enumerated.named(&of.kind))
    }

    /// The comparison that is true for the number 1 and false for 0.
    fn truth(&self, number: Expr) -> Expr {
        let zero = Number::decimal(0).suffixed(self.facts().zero);
        Expr::binary(self.operators().differs, number, zero.into())
    }

    /// The statements that refuse a parameter above `last`, or below 0; none if the language's types do.
    fn check(&self, name: &str, last: u8) -> Vec<String> {
        let Facts { patterns, squares, .. } = self.facts();
        if usize::from(last) + 1 == *squares { Vec::new() } else { patterns.refusal(name, last) }
    }

    /// Statements before the program: in languages with signed numbers, one that masks a scanned number of 8 or 16
    /// bits.
    fn before(&self, item: Item<'_>, _body: &Body) -> Vec<String> {
        let (Item::Scan(scan), Some(name)) = (item, self.facts().unsigned) else {
            return Vec::new();
        };
        if scan.width >= 32 {
            return Vec::new();
        }
        let mask = Number::hex((1 << scan.width) - 1, 1).into();
        let value = Expr::binary(self.operators().and, self.words().word.into(), mask);
        vec![self.declare(&Let { name: name.to_owned(), kind: Type::Half, op: Op::Square, value })]
    }

    /// The expression of an operation in a function that reads `scope`, if the language differs from most.
    fn special(&self, _item: Item<'_>, scope: &Scope<'_>, node: &Node) -> Option<Expr> {
        (self.facts().special)(node, scope)
    }

    /// The name, without a number, of a variable for a value that has no name but is used twice.
    fn stem(&self, node: &Node) -> &'static str {
        stem(node)
    }

    /// A set of squares as a literal, or its low half in languages whose words are two halves.
    fn set(&self, squares: u64) -> Expr {
        let Facts { set_bits: bits, word, .. } = *self.facts();
        let squares = squares & u64::MAX >> (64 - bits);
        let suffix = self.operators().suffixes[1];
        let usual = |set| Number::hex(set, usize::from(bits / 4)).suffixed(suffix).into();
        word.map_or_else(|| usual(squares), |word| word(squares))
    }

    /// The expression that reads a parameter or a variable.
    fn variable(&self, name: &str) -> Expr {
        name.into()
    }

    /// The expression that reads an array's entry, as a value of 32 or 64 bits.
    fn entry(&self, array: &str, index: Expr, storage: Storage) -> Expr {
        self.operators().entry(array, index, storage)
    }

    /// The call of a function of the file or of a library.
    fn called(&self, function: &str, arguments: Vec<Expr>) -> Expr {
        Expr::call(function, arguments)
    }

    /// The call of another function of the file, with the parameters of the calling one.
    fn call(&self, _item: Item<'_>, function: &str, parameters: &[&str]) -> Expr {
        self.called(function, parameters.iter().map(|name| self.variable(name)).collect())
    }

    /// An operation on words.
    fn operation(&self, operator: Operator, first: Expr, second: Expr) -> Expr {
        Expr::binary(operator, first, second)
    }

    /// The arguments of a lookup: the square, and the occupancy by this name.
    fn arguments<'w>(&self, occupied: &'w str) -> Vec<&'w str> {
        vec![self.words().square, occupied]
    }

    /// The union of sets.
    fn united(&self, sets: Vec<Expr>) -> Expr {
        let or = |first, second| self.operation(self.operators().or, first, second);
        sets.into_iter().reduce(or).unwrap_or_else(|| Expr::name(""))
    }

    /// The expression that the function from file and rank to square returns.
    fn square(&self, square: &SquareFunction) -> Expr {
        let parameters = [self.words().file, self.words().rank];
        square.value(self.operators(), parameters, |list, place| self.bit_index(list, place))
    }

    /// An entry of the list of bit indices.
    fn bit_index(&self, list: &str, place: Expr) -> Expr {
        let entry = Expr::index(self.passed(list), place);
        match self.facts().listed {
            Some(cast) => entry.cast(cast),
            None => entry,
        }
    }

    /// The expression that reads an array or passes it to a function.
    fn passed(&self, array: &str) -> Expr {
        array.into()
    }

    /// The statements of a function that reverses words: an assignment for each step, and the return of `last`.
    fn turning(&self, _item: Item<'_>, steps: &[Expr], last: &Expr) -> Vec<String> {
        self.shared().turning_by_steps(steps, last)
    }

    /// The comment before a function.
    fn doc(&self, item: Item<'_>) -> Vec<String> {
        let name = item.name();
        match item {
            Item::Square(square) => self.square_doc(square),
            Item::Lookup(function) | Item::Index(function) if !function.is_public => {
                self.private_doc(item, &function.doc)
            }
            Item::Lookup(function) | Item::Index(function) => {
                self.function_doc(name, &function.doc)
            }
            Item::Union(union) => self.function_doc(name, &union.doc),
            Item::Scan(scan) => self.scan_doc(scan),
            Item::Companion(companion) => self.function_doc(name, &companion.doc),
            Item::Bytes(_) => self.turning_doc(name, "bytes"),
            Item::Bits(_) => self.turning_doc(name, "bits"),
        }
    }

    /// The variables, the result and the statements of a program.
    fn computed(&self, item: Item<'_>, wanted: Wanted<'_>) -> (Vec<Let>, Expr, Vec<String>) {
        self.shared().statements(item, wanted)
    }

    /// The text of an array.
    fn array(&self, array: &Array<'_>) -> ArrayText {
        ArrayText {
            doc: self.array_doc(array),
            head: self.array_head(array),
            rows: self.rows(array),
        }
    }

    /// The lines of an array's numbers.
    fn rows(&self, array: &Array<'_>) -> String {
        self.look(array).rows(array, self.page().module)
    }

    /// The text of a table that is filled: declared like an array, but without numbers.
    fn filled(&self, table: &FilledTable) -> ArrayText {
        let array = table.array();
        let (doc, head) = (self.array_doc(&array), self.array_head(&array));
        ArrayText { doc, head, rows: String::new() }
    }

    /// The text of the function that walks rays.
    fn walk<'w>(&self, walk: &'w Walk) -> WalkText<'w> {
        WalkText { walk, squares: walk.squares.map(|squares| self.text(&self.set(squares))) }
    }

    /// The call that walks rays.
    fn walked(&self, walk: &Walk, rays: &Rays, occupied: &str) -> Expr {
        self.along(&walk.name, walk, rays, &self.arguments(occupied))
    }

    /// The call of a function on rays and `place`, which begins with a square.
    fn along(&self, function: &str, walk: &Walk, rays: &Rays, place: &[&str]) -> Expr {
        let place = place.iter().copied();
        Expr::call(function, walk.arguments(rays, |array| self.passed(array), place))
    }
}
