//! Writes the texts that templates print: functions, arrays, loops of start-up code and tests.
//!
//! A language implements [`Manner`], which defines the look of a comment, of a function's head and of a statement. The
//! methods here combine them into whole items in the same way for all languages.

use std::borrow::Cow;

use super::speech::Speech;
use super::{
    Array, ArrayText, CompanionDoc, CompanionFunction, Compared, Facts, FilledTable, FunctionDoc,
    Group, Head, Item, Look, Page, Parameter, ParameterDoc, Rays, Routine, SWAPS, Scan, SelfTest,
    SquareFunction, Walk, WalkText, Words, swapped,
};
use crate::model::companion::{Argument, Outcome, Sort};
use crate::model::{Case, Checks, Op, Type};
use crate::render::code::expr::{Expr, Number, Operator};
use crate::render::code::node::{Body, Dialect, Let, Node, Operators, Wanted, Writer, stem};
use crate::render::code::scope::Scope;
use crate::render::code::statements::{Print, Statements};
use crate::render::text::literal::Hex;
use crate::render::text::provenance::wrap;

/// A language's way of writing the items of a file. Most methods have an implementation that suits many languages.
pub trait Manner<'a> {
    /// The language's constants, and the file's items.
    fn facts(&self) -> &Facts<'a>;
    /// The comment before the item with this name.
    fn comment(&self, _name: &str, text: &str) -> Vec<String> {
        wrap(text, self.facts().comment)
    }

    /// The comment before a public function: its summary, then a sentence on each parameter.
    fn function_doc(&self, name: &str, doc: &FunctionDoc) -> Vec<String> {
        let Facts { begins: [square, occupied], comment, has_paragraphs, .. } = *self.facts();
        let (square, occupied) =
            (format!("{square} {}.", doc.square), format!("{occupied} {}.", doc.occupied));
        let mut lines = self.comment(name, &doc.summary);
        if has_paragraphs {
            lines.push(String::new());
            lines.extend(wrap(&format!("{square} {occupied}"), comment));
        } else {
            lines.extend(wrap(&square, comment));
            lines.extend(wrap(&occupied, comment));
        }
        lines
    }

    /// The comment before a private function.
    fn private_doc(&self, item: Item<'_>, doc: &FunctionDoc) -> Vec<String> {
        if self.facts().has_paragraphs {
            return self.comment(item.name(), &doc.summary);
        }
        self.function_doc(item.name(), doc)
    }

    /// The comment before the function from file and rank to square.
    fn square_doc(&self, square: &SquareFunction) -> Vec<String> {
        self.comment(&square.name, &square.doc.join(" "))
    }

    /// The comment before a function beside the lookups: its summary, then a sentence on each parameter.
    fn companion_doc(&self, name: &str, doc: &CompanionDoc) -> Vec<String> {
        let Facts { comment, has_paragraphs, .. } = *self.facts();
        let mut lines = self.comment(name, &doc.summary);
        let sentence = |one: &ParameterDoc| self.about_parameter(one);
        let sentences: Vec<String> = doc.parameters.iter().map(sentence).collect();
        if has_paragraphs {
            lines.push(String::new());
            lines.extend(wrap(&sentences.join(" "), comment));
        } else {
            lines.extend(sentences.iter().flat_map(|sentence| wrap(sentence, comment)));
        }
        lines
    }

    /// A sentence on a companion's parameter, in languages that have no tags for it.
    fn about_parameter(&self, parameter: &ParameterDoc) -> String {
        format!("{} is {}.", self.parameter(parameter.name), parameter.what)
    }

    /// The name of a companion's parameter, which is an English word in small letters.
    fn parameter(&self, name: &'static str) -> Cow<'static, str> {
        match name {
            "square" => self.words().square.into(),
            "occupied" => self.words().occupied.into(),
            _ if self.words().square.starts_with(char::is_uppercase) => {
                Case::Pascal.join(&[name]).into()
            }
            _ => name.into(),
        }
    }

    /// The type of a companion's parameter that is a square or another small number.
    fn small_type(&self, _argument: &Argument) -> &'static str {
        self.words().index
    }

    /// The type of a small number that a companion returns.
    fn number_type(&self, _function: &CompanionFunction<'_>) -> &'static str {
        self.words().index
    }

    /// The comment before a bit scan.
    fn scan_doc(&self, scan: &Scan<'_>) -> Vec<String> {
        let text = format!("{} The result is undefined for 0.", scan.summary);
        self.comment(&scan.name, &text)
    }

    /// The comment before a function that reverses words; `what` is `bytes` or `bits`.
    fn turning_doc(&self, name: &str, what: &str) -> Vec<String> {
        self.comment(name, &format!("Returns a word with its {what} in the opposite order."))
    }

    /// The comment before an array.
    fn array_doc(&self, array: &Array<'_>) -> Vec<String> {
        self.comment(&array.name, &array.doc)
    }

    /// The first line of a function.
    fn head(&self, head: &Head<'_>) -> String;
    /// The statement that gives a variable its value.
    fn declare(&self, variable: &Let) -> String;
    /// The declaration of an array up to its numbers.
    fn array_head(&self, array: &Array<'_>) -> String;

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

    /// The lines that give a variable its value, in languages that declare variables elsewhere or break up long lines.
    /// The length of [`declare`](Self::declare)'s line still decides which values become variables.
    fn assign(&self, variable: &Let) -> Vec<String> {
        vec![self.declare(variable)]
    }

    /// The statement that returns a value.
    fn finish(&self, value: &Expr) -> String {
        format!("return {}{}", self.text(value), self.facts().end)
    }

    /// The statement that returns a union or a pair that is too long for a line.
    fn finish_apart(&self, value: &Expr) -> Vec<String> {
        vec![self.finish(value)]
    }

    /// The statement that returns a value, on several lines if it is too long for one and the language breaks it up.
    fn finished(&self, value: &Expr) -> Vec<String> {
        let line = self.finish(value);
        let is_long = line.len() > self.facts().width;
        if is_long && self.facts().breaks_unions { self.finish_apart(value) } else { vec![line] }
    }

    /// The statements that return the union of sets.
    fn finish_united(&self, sets: Vec<Expr>) -> Vec<String> {
        self.finished(&self.united(sets))
    }

    /// The expression that is returned for a computed value. In most languages, a bit scan's result has to be
    /// converted.
    fn returned(&self, item: Item<'_>, result: &Node) -> Expr {
        match (item, self.facts().scanned) {
            (item, Some(cast)) if item.is_number() => {
                result.written.without(self.operators().half).cast(cast)
            }
            _ => result.written.clone(),
        }
    }

    /// The expression that is returned: for true or false, a comparison with 0.
    fn result(&self, item: Item<'_>, result: &Node) -> Expr {
        let Item::Companion(function) = item else { return self.returned(item, result) };
        match function.companion.result {
            // The number is 1 or 0, so that of a pair the low half is enough.
            Outcome::Truth if matches!(result.op, Op::Join(..)) => self.truth(result.a()),
            Outcome::Truth => self.truth(result.written.clone()),
            Outcome::Set | Outcome::Number => self.returned(item, result),
        }
    }

    /// True for a number that is 1, false for 0.
    fn truth(&self, number: Expr) -> Expr {
        Expr::binary(self.operators().differs, number, Expr::decimal(0))
    }

    /// The statements that refuse a parameter above `last`, or below 0; none in languages whose types do.
    fn check(&self, name: &str, last: u8) -> Vec<String>;

    /// The statements by which a function refuses squares and other small numbers that are out of range.
    fn checks(&self, item: Item<'_>) -> Vec<String> {
        let module = self.page().module;
        match item {
            _ if module.checks == Checks::None => Vec::new(),
            Item::Lookup(_) => self.check(self.words().square, module.board.indices - 1),
            Item::Companion(function) => {
                let parameters = function.companion.parameters.iter();
                let numbers = parameters.filter(|one| one.parameter.kind == Type::Half);
                let check =
                    |one: &Argument| self.check(&self.parameter(one.name), one.parameter.most);
                numbers.flat_map(check).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The statements before those of the program: in languages with signed numbers, one that masks a scanned number of
    /// 8 or 16 bits.
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

    /// The expression of an operation in a function that reads `scope`, if the language writes it otherwise than most.
    fn special(&self, _item: Item<'_>, _scope: &Scope<'_>, _node: &Node) -> Option<Expr> {
        None
    }

    /// The language's way of writing operations in a function.
    fn dialect<'d>(&'d self, scope: Scope<'d>, item: Item<'d>) -> Box<dyn Dialect + 'd> {
        Box::new(Speech { manner: self, item, scope })
    }

    /// The name, without a number, of a variable for a value that has no name but is used twice.
    fn stem(&self, node: &Node) -> &'static str {
        stem(node)
    }

    /// A set of squares as a literal, or its low half in languages whose words are two halves.
    fn set(&self, squares: u64) -> Expr {
        let bits = self.facts().set_bits;
        let squares = squares & u64::MAX >> (64 - bits);
        Number::hex(squares, usize::from(bits / 4)).suffixed(self.operators().suffixes[1]).into()
    }

    /// The expression that reads a parameter or a variable.
    fn variable(&self, name: &str) -> Expr {
        name.into()
    }

    /// The call of another function of the file, with the parameters of the calling one.
    fn call(&self, _item: Item<'_>, function: &str, parameters: &[&str]) -> Expr {
        Expr::call_with(function, parameters)
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

    /// The type of the index of a bit in a word of this width.
    fn index_of(&self, _width: u8) -> &'static str {
        self.words().index
    }

    /// The statements of a function that reverses words: an assignment for each step, and the return of `last`.
    fn turning(&self, _item: Item<'_>, steps: &[Expr], last: &Expr) -> Vec<String> {
        let word = self.words().word;
        let step = |step: &Expr| format!("{word} = {}{}", self.text(step), self.facts().end);
        steps.iter().map(step).chain([self.finish(last)]).collect()
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
            Item::Companion(companion) => self.companion_doc(name, &companion.doc),
            Item::Bytes(_) => self.turning_doc(name, "bytes"),
            Item::Bits(_) => self.turning_doc(name, "bits"),
        }
    }

    /// The parameters and the result type of a function.
    fn head_of<'i>(&self, item: Item<'i>) -> Head<'i> {
        let words = self.words();
        let (index, word) = (words.index, words.of(Type::Word));
        let given = |name: &'static str, kind, sort| Parameter { name: name.into(), kind, sort };
        let lookup = |result| {
            let square = given(words.square, index, Sort::Square);
            (vec![square, given(words.occupied, word, Sort::Set)], result, Sort::Set)
        };
        let (parameters, result, returned) = match item {
            Item::Square(_) => {
                let place = [words.file, words.rank].map(|name| given(name, index, Sort::Number));
                (place.into(), index, Sort::Number)
            }
            Item::Lookup(function) | Item::Index(function) => lookup(words.of(function.kind())),
            Item::Union(_) => lookup(word),
            Item::Scan(scan) => {
                let kind = words.entry(scan.storage(), false);
                let bits = given(words.word, kind, Sort::Key);
                (vec![bits], self.index_of(scan.width), Sort::Number)
            }
            Item::Companion(function) => {
                let parameter = |argument: &Argument| {
                    let kind = match argument.parameter.kind {
                        Type::Word => word,
                        Type::Half => self.small_type(argument),
                    };
                    Parameter { name: self.parameter(argument.name), kind, sort: argument.sort }
                };
                let result = match function.companion.result {
                    Outcome::Set => word,
                    Outcome::Number => self.number_type(function),
                    Outcome::Truth => words.truth,
                };
                let parameters = function.companion.parameters.iter().map(parameter).collect();
                (parameters, result, function.companion.returned())
            }
            Item::Bytes(_) | Item::Bits(_) => {
                let [.., half, whole] = words.widths;
                let turned = if self.facts().set_bits == 32 { half } else { whole };
                (vec![given(words.word, turned, Sort::Key)], turned, Sort::Key)
            }
        };
        Head { item, parameters, result, returned }
    }

    /// The items that become functions, in order.
    fn items(&self, order: &[Group]) -> Vec<Item<'a>> {
        let (page, operators) = (self.page(), self.operators());
        let mut items = Vec::new();
        for part in order {
            match part {
                Group::Square => items.extend(page.square.as_ref().map(Item::Square)),
                Group::Lookups => items.extend(page.lookups.iter().map(Item::Lookup)),
                Group::Unions => items.extend(page.unions.iter().map(Item::Union)),
                Group::Companions => {
                    items.extend(page.companions.iter().map(Item::Companion));
                }
                Group::Indices => items.extend(page.indices.iter().map(Item::Index)),
                Group::Scans => items.extend(page.scans.iter().map(Item::Scan)),
                Group::Reversals => {
                    let bytes = page.reversals.bytes.as_deref();
                    let bits = page.reversals.bits.as_deref();
                    let is_missing = |reversal: Option<&str>| reversal.is_none();
                    let bytes = bytes.filter(|_| is_missing(operators.reverse_bytes));
                    let bits = bits.filter(|_| is_missing(operators.reverse_bits));
                    items.extend(bytes.map(Item::Bytes));
                    items.extend(bits.map(Item::Bits));
                }
            }
        }
        items
    }

    /// The texts of all functions, in this order of groups.
    fn routines(&self, order: &[Group]) -> Vec<Routine<'a>> {
        self.items(order).into_iter().map(|item| self.routine(item)).collect()
    }

    /// The text of a function.
    fn routine(&self, item: Item<'a>) -> Routine<'a> {
        let (facts, words) = (self.facts(), self.words());
        let (doc, head) = (self.doc(item), self.head(&self.head_of(item)));
        let arguments = self.arguments(words.occupied);
        let mut steps = Vec::new();
        let (lets, value, body) = match item {
            Item::Square(square) => {
                let value = self.square(square);
                (Vec::new(), value.clone(), self.finished(&value))
            }
            Item::Union(union) => {
                let call = |lookup: &String| self.call(item, lookup, &arguments);
                let sets: Vec<Expr> = union.of.iter().map(call).collect();
                (Vec::new(), self.united(sets.clone()), self.finish_united(sets))
            }
            Item::Lookup(function) | Item::Index(function) => {
                let calls = function.calls.iter().filter(|_| facts.calls_places);
                let call = |name: &String| self.call(item, name, &arguments);
                let given: Vec<_> = calls.map(|(value, name)| (*value, call(name))).collect();
                let scope = self.scope([words.square, words.occupied], true, &function.fields);
                let dialect = self.dialect(scope, item);
                self.computed(item, function.wanted(&given, self.writer(&*dialect)))
            }
            Item::Scan(scan) => {
                let word = facts.unsigned.filter(|_| scan.width < 32).unwrap_or(words.word);
                let scope = self.scope([word; 2], scan.width < 32, &[]);
                let dialect = self.dialect(scope, item);
                self.computed(item, scan.wanted(self.writer(&*dialect)))
            }
            Item::Companion(function) => {
                let scope = self.scope_of(function);
                let dialect = self.dialect(scope, item);
                self.computed(item, function.wanted(self.writer(&*dialect)))
            }
            Item::Bytes(_) | Item::Bits(_) => {
                let last;
                (steps, last) = self.reversal(matches!(item, Item::Bits(_)));
                let body = self.turning(item, &steps, &last);
                (Vec::new(), last, body)
            }
        };
        let body = [self.checks(item), body].concat();
        Routine { item, doc, head, lets, steps, value, body }
    }

    /// The writer of programs in a dialect.
    fn writer<'w>(&'w self, dialect: &'w dyn Dialect) -> Writer<'w>
    where
        'a: 'w,
    {
        Writer { dialect, style: &self.facts().style, case: self.facts().case }
    }

    /// The names that a function with these parameters reads. `is_short` is true where the first parameter has fewer
    /// bits than a word.
    fn scope<'s>(
        &self,
        [square, occupied]: [&str; 2],
        is_short: bool,
        fields: &'s [(crate::model::Field, String)],
    ) -> Scope<'s>
    where
        'a: 's,
    {
        let (page, operators) = (self.page(), self.operators());
        let place = self.variable(square);
        let is_converted = is_short && operators.has_short;
        Scope {
            square: if is_converted { place.clone().cast(operators.half) } else { place.clone() },
            place,
            occupied: self.variable(occupied),
            fields,
            tables: page.tables.iter().map(|table| (table.name.as_str(), table.storage)).collect(),
            parameters: Vec::new(),
            lookups: Vec::new(),
            reverse_bytes: page.reversals.bytes.as_deref(),
            reverse_bits: page.reversals.bits.as_deref(),
            extract: page.movers.extract.as_ref().map(|mover| mover.name.as_str()),
            deposit: page.movers.deposit.as_ref().map(|mover| mover.name.as_str()),
            pick: page.dispatch.as_ref().map(|dispatch| dispatch.pick.as_str()),
        }
    }

    /// The names that a companion reads.
    fn scope_of<'s>(&self, function: &CompanionFunction<'_>) -> Scope<'s>
    where
        'a: 's,
    {
        let name = |argument: &Argument| self.variable(&self.parameter(argument.name));
        let parameters = function.companion.parameters.iter().map(name).collect();
        let lookups = self.page().lookups.iter().map(|lookup| lookup.name.as_str());
        let unions = self.page().unions.iter().map(|union| union.name.as_str());
        let lookups = lookups.chain(unions).collect();
        Scope { parameters, lookups, ..self.scope([""; 2], true, &[]) }
    }

    /// The variables, the result and the statements of a program.
    fn computed(&self, item: Item<'_>, wanted: Wanted<'_>) -> (Vec<Let>, Expr, Vec<String>) {
        let declare = |variable: &Let| vec![self.declare(variable)];
        let finish = |result: &Node| vec![self.finish(&self.result(item, result))];
        let apart = |result: &Node| self.finish_apart(&self.result(item, result));
        let (declare, finish) = (&declare, &finish);
        let Facts { width, breaks_unions, .. } = *self.facts();
        let break_up: Option<Print<'_, Node>> = if breaks_unions { Some(&apart) } else { None };
        let body = Statements { wanted, declare, finish, break_up, width }.written().body;
        let mut lines = self.before(item, &body);
        let Body { lets, result } = body;
        let result = self.result(item, &result);
        lines.extend(lets.iter().flat_map(|variable| self.assign(variable)));
        lines.extend(self.finished(&result));
        (lets, result, lines)
    }

    /// The steps of a reversal (see [`SWAPS`]), and the expression that is returned after them.
    fn reversal(&self, is_of_bits: bool) -> (Vec<Expr>, Expr) {
        let (operators, [first, then]) = (self.operators(), self.words().turned);
        // If the language can reverse bytes itself, only the bits of each byte remain to be reversed.
        let own = operators.reverse_bytes;
        let half = self.facts().set_bits / 2;
        let swaps = match (is_of_bits, own) {
            (false, _) => &SWAPS[3..],
            (true, Some(_)) => &SWAPS[..3],
            (true, None) => &SWAPS[..],
        };
        let swaps = swaps.iter().filter(|(_, places)| *places < half);
        let step = |(at, (lower, places)): (usize, &(u64, u8))| {
            let word = self.variable(if at == 0 { first } else { then });
            let swap = [self.set(*lower), Expr::decimal(u64::from(*places))];
            swapped(operators, |by, a, b| self.operation(by, a, b), word, swap)
        };
        let moved = |by| self.operation(by, self.variable(then), Expr::decimal(half.into()));
        let last = match own {
            Some(name) => Expr::call(name, vec![self.variable(then)]),
            None => self.operation(operators.or, moved(operators.shl), moved(operators.shr)),
        };
        (swaps.enumerate().map(step).collect(), last)
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

    /// The call of a function with rays, and with `place` behind them, which is a square or begins with one.
    fn along(&self, function: &str, walk: &Walk, rays: &Rays, place: &[&str]) -> Expr {
        let place = place.iter().copied();
        Expr::call(function, walk.arguments(rays, |array| self.passed(array), place))
    }

    /// The comparisons of a test: pieces, then unions. The function that walks for a union calls those of its pieces.
    /// `name` makes the name of a function from what it does, `walk` or `relevant`, and the piece's name in prose.
    fn compared<'t>(
        &self,
        test: &'t SelfTest<'_>,
        walk: &Walk,
        mut name: impl FnMut(&str, &str) -> String,
    ) -> Vec<Compared<'t>> {
        let occupied = self.words().occupied;
        let arguments = self.arguments(occupied);
        let mut all: Vec<Compared<'t>> = Vec::new();
        for piece in &test.pieces {
            let walked = self.walked(walk, &piece.rays, occupied);
            all.push(Compared {
                spoken: &piece.spoken,
                lookup: &piece.lookup,
                is_public: piece.is_public,
                relevant: vec![name("relevant", &piece.spoken)],
                squares: Some(self.along(&test.relevant, walk, &piece.rays, &arguments[..1])),
                pieces: vec![piece],
                walker: name("walk", &piece.spoken),
                body: self.finished(&walked),
                walked,
            });
        }
        for union in &test.unions {
            let call = |at: &usize| Expr::call_with(all[*at].walker.as_str(), &arguments);
            let sets: Vec<Expr> = union.of.iter().map(call).collect();
            all.push(Compared {
                spoken: &union.spoken,
                lookup: &union.lookup,
                is_public: true,
                relevant: union.of.iter().map(|at| all[*at].relevant[0].clone()).collect(),
                squares: None,
                pieces: union.of.iter().map(|at| &test.pieces[*at]).collect(),
                walker: name("walk", &union.spoken),
                body: self.finish_united(sets.clone()),
                walked: self.united(sets),
            });
        }
        all
    }
}
