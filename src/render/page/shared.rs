//! Combines a language's texts into whole functions and tests, in the same way for all languages.
//!
//! These are methods of `dyn Manner`, not of [`Manner`], so that the program has them once, not once for each language.

use std::borrow::Cow;
use std::iter;

use super::speech::Speech;
use crate::render::prelude::*;
use magicgen_ir::WordCount;

impl<'a> dyn Manner<'a> + '_ {
    /// The name of a companion's parameter, which is an English word in small letters.
    pub fn parameter<'n>(&self, name: &'n str) -> Cow<'n, str> {
        match name {
            "square" => self.words().square.into(),
            "occupied" => self.words().occupied.into(),
            _ if self.words().square.starts_with(char::is_uppercase) => {
                Case::Pascal.join(&[name]).into()
            }
            _ => name.into(),
        }
    }

    /// The returned expression: for true or false, a comparison with 0.
    pub fn result(&self, item: Item<'_>, result: &Node) -> Expr {
        let Item::Companion(function) = item else { return self.returned(item, result) };
        match function.companion.result {
            // The number is 1 or 0, so a pair's low half is enough.
            Outcome::Truth if matches!(result.op, Op::Join(..)) => self.truth(result.a()),
            Outcome::Truth => self.truth(result.written.clone()),
            Outcome::Direction => {
                let number = self.returned(item, result);
                match self.page().enumeration(function) {
                    Some(enumeration) => self.member(enumeration, number),
                    None => number,
                }
            }
            Outcome::Set | Outcome::Number => self.returned(item, result),
        }
    }

    /// The type of a small number that a companion returns.
    fn number_type(&self, function: &CompanionFunction<'_>) -> &'static str {
        let words = self.words();
        match function.program.op(function.wanted) {
            _ if !words.has_exact_numbers => words.small(),
            Op::Load(table, _) => {
                words.entry(self.page().tables[usize::from(table.index)].storage, false)
            }
            _ => words.of(Type::Half),
        }
    }

    /// The statements that refuse squares and other small numbers out of range.
    pub fn checks(&self, item: Item<'_>) -> Vec<String> {
        let module = self.page().module;
        match item {
            _ if module.checks == Checks::None => Vec::new(),
            Item::Lookup(_) => self.check(self.words().square, (module.board.indices - 1) as u8),
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

    /// True if a function of the file refuses numbers out of range.
    pub fn has_checks(&self) -> bool {
        self.items(Group::DOWNWARDS).into_iter().any(|item| !self.checks(item).is_empty())
    }

    /// The language's way of writing operations in a function.
    pub fn dialect<'d>(&'d self, scope: Scope<'d>, item: Item<'d>) -> Box<dyn Dialect + 'd> {
        Box::new(Speech { manner: self, item, scope })
    }

    /// The parameters and the result type of a function.
    pub fn head_of<'i>(&self, item: Item<'i>) -> Head<'i> {
        let words = self.words();
        let (index, word) = (words.index, words.of(Type::Word));
        let set = self.set_kind();
        let indices = self.page().module.board.indices;
        let given = |name: &'static str, kind, sort, most| {
            let name = name.into();
            HeadParameter { name, kind, sort, most }
        };
        let lookup = |result: &'static str| {
            let square = given(words.square, index, Sort::Square, u64::from(indices - 1));
            let occupied = self.words_of(words.occupied);
            let occupied = occupied.into_iter().map(|name| given(name, set, Sort::Set, u64::MAX));
            (iter::once(square).chain(occupied).collect(), Cow::from(result), Sort::Set)
        };
        let (parameters, result, returned) = match item {
            Item::Square(square) => {
                let places = [(words.file, square.width), (words.rank, square.height)];
                let place = |(name, length): (&'static str, u8)| {
                    given(name, index, Sort::Number, u64::from(length.saturating_sub(1)))
                };
                (places.map(place).into(), index.into(), Sort::Number)
            }
            Item::Lookup(function) | Item::Index(function) => lookup(words.of(function.kind())),
            Item::Union(_) => lookup(set),
            Item::Scan(scan) => {
                let kind = words.entry(scan.storage(), false);
                let bits = given(words.word, kind, Sort::Key, u64::MAX >> (64 - scan.width));
                (vec![bits], words.place(scan.width).into(), Sort::Number)
            }
            Item::Companion(function) => {
                let apart = self.page().module.words_apart();
                let parameter = |argument: &Argument| {
                    let Argument { name, sort, parameter, .. } = *argument;
                    if let (Some(count), Type::Set(_)) = (apart, parameter.kind) {
                        let word = |word| {
                            let name = Words::name_of_word(name, word).into();
                            HeadParameter { name, kind: set, sort, most: u64::MAX }
                        };
                        return (0..count.count()).map(word).collect();
                    }
                    let (kind, most) = match parameter.kind {
                        Type::Set(_) => (set, u64::MAX),
                        Type::Word | Type::Lanes(_) => (word, u64::MAX),
                        Type::Half if u16::from(parameter.most) + 1 == indices => {
                            (index, parameter.most.into())
                        }
                        Type::Half => (words.small(), parameter.most.into()),
                    };
                    vec![HeadParameter { name: self.parameter(name), kind, sort, most }]
                };
                let result = match function.companion.result {
                    Outcome::Set => words.of(function.program.type_of(function.wanted)).into(),
                    Outcome::Number => self.number_type(function).into(),
                    Outcome::Direction => {
                        let kind = self.page().enumeration(function).map(|one| &*one.kind);
                        match self.facts().enumerated.zip(kind) {
                            Some((enumerated, kind)) => enumerated.named(kind).into(),
                            None => self.number_type(function).into(),
                        }
                    }
                    Outcome::Truth => words.truth.into(),
                };
                let parameters = function.companion.parameters.iter().flat_map(parameter).collect();
                (parameters, result, function.companion.returned())
            }
            Item::Bytes(_) | Item::Bits(_) => {
                let [.., half, whole] = words.widths;
                let turned = if self.facts().set_bits == 32 { half } else { whole };
                (vec![given(words.word, turned, Sort::Key, u64::MAX)], turned.into(), Sort::Key)
            }
        };
        Head { item, parameters, result, returned }
    }

    /// The items that become functions, in order.
    pub fn items(&self, order: &[Group]) -> Vec<Item<'a>> {
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
    pub fn routines(&self, order: &[Group]) -> Vec<Routine<'a>> {
        self.items(order).into_iter().map(|item| self.routine(item)).collect()
    }

    /// The functions that are a piece's lookup. Of a switch, it is the square's case.
    pub fn lookup_text(&self, piece: &str, bit: u8) -> LookupText {
        let function = |item| match item {
            Item::Lookup(function) => {
                let mut cases = function.cases.iter();
                let case = cases.find(|case| case.case == Some(Label::Square(bit)));
                Some((function, Item::Lookup(case.unwrap_or(function))))
            }
            Item::Index(function) => Some((function, item)),
            _ => None,
        };
        let items = self.items(&[Group::Indices, Group::Lookups]).into_iter();
        let items = items.filter_map(function).filter(|(function, _)| function.piece.name == piece);
        let routines: Vec<Routine<'_>> = items.map(|(_, item)| self.routine(item)).collect();
        let nodes = routines.iter().map(ToString::to_string).collect();
        // A set of several words may have a function for each.
        let words = self.page().module.words_apart().map_or(1, WordCount::count);
        let last = routines.into_iter().rev().take(words.into()).rev();
        LookupText { nodes, statements: last.flat_map(|routine| routine.body).collect() }
    }

    /// The text of a function.
    pub fn routine<'i>(&self, item: Item<'i>) -> Routine<'i> {
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
                let sets = union.of.iter().map(|lookup| self.call(lookup, &arguments));
                let sets: Vec<Expr> = sets.collect();
                if let Some((lets, value)) = self.united_words(&sets) {
                    let mut lines: Vec<String> =
                        lets.iter().flat_map(|variable| self.assign(variable)).collect();
                    lines.extend(self.finished(&value));
                    (lets, value, lines)
                } else {
                    (Vec::new(), self.united(sets.clone()), self.finish_united(Some(item), sets))
                }
            }
            Item::Lookup(function) if !function.cases.is_empty() => {
                (Vec::new(), self.set(0), self.switch(function))
            }
            Item::Lookup(function) | Item::Index(function) => {
                let calls = function.calls.iter().filter(|_| facts.calls_places);
                let call = |name: &String| self.call(name, &arguments);
                let given: Vec<_> = calls.map(|(value, name)| (*value, call(name))).collect();
                let scope = self.scope([words.square, words.occupied], true, &function.fields);
                let dialect = self.dialect(scope, item);
                self.compute(item, function.wanted(&given, self.writer(&*dialect)))
            }
            Item::Scan(scan) => {
                let word = facts.unsigned.filter(|_| scan.width < 32).unwrap_or(words.word);
                let scope = self.scope([word; 2], scan.width < 32, &[]);
                let dialect = self.dialect(scope, item);
                self.compute(item, scan.wanted(self.writer(&*dialect)))
            }
            Item::Companion(function) => {
                let scope = self.scope_of(function);
                let dialect = self.dialect(scope, item);
                self.compute(item, function.wanted(self.writer(&*dialect)))
            }
            Item::Bytes(_) | Item::Bits(_) => {
                let last;
                (steps, last) = self.reversal(matches!(item, Item::Bits(_)));
                let parts = [&steps[..], std::slice::from_ref(&last)].concat();
                let body = self.stated(Some(item), &parts);
                (Vec::new(), last.clone(), body.unwrap_or_else(|| self.stepwise(&steps, &last)))
            }
        };
        let body = [self.checks(item), body].concat();
        Routine { item, doc, head, lets, steps, value, body }
    }

    /// The call of another function of the file, with the parameters of the calling one.
    fn call(&self, function: &str, parameters: &[&str]) -> Expr {
        let parameters = parameters.iter().map(|name| self.variable(name));
        (self.facts().called)(function, parameters.collect())
    }

    /// A lookup as a switch: each square's case has its fields as constants.
    fn switch(&self, function: &Function<'_>) -> Vec<String> {
        let switch = self.facts().switch;
        let (Switch { head, case, other, .. }, inner) = (switch, switch.cases());
        let unread = switch.unread.filter(|_| !function.reads_occupied());
        let named =
            |[before, behind]: [&str; 2]| before.to_owned() + self.words().occupied + behind;
        let mut lines: Vec<String> = unread.map(named).into_iter().collect();
        lines.push(format!("{}{}{}", head[0], self.words().square, head[1]));
        let is_whole = function.cases.len() == self.facts().squares + 1;
        let is_reached = |case: &&Function<'_>| !(is_whole && case.case == Some(Label::Other));
        for function in function.cases.iter().filter(is_reached) {
            let item = Item::Lookup(function);
            let scope = self.scope([self.words().square, self.words().occupied], true, &[]);
            let dialect = self.dialect(scope, item);
            let wanted = function.wanted(&[], self.writer(&*dialect));
            let (lets, _, body) = self.compute(item, wanted);
            let is_block = match switch.blocks {
                Blocks::All | Blocks::Long => true,
                Blocks::WithVariables | Blocks::Apart => !lets.is_empty(),
                Blocks::None => false,
            };
            let label = match function.case {
                Some(Label::Square(square)) => format!("{inner}{}{square}{}", case[0], case[1]),
                Some(Label::Other) | None => format!("{inner}{other}"),
            };
            let short = match (switch.blocks, &body[..]) {
                (Blocks::Long, [only]) => Some(format!("{label} {only},")),
                _ => None,
            };
            if let Some(short) = short.filter(|line| line.len() <= self.facts().width) {
                lines.push(short);
                continue;
            }
            let (statement, brace) = (switch.statements(is_block), switch.statements(false));
            let (begin, end) = match (is_block, switch.blocks) {
                (false, _) => (vec![label], None),
                (true, Blocks::Apart) => {
                    (vec![label, format!("{brace}{{")], Some(format!("{brace}{}", case[2])))
                }
                (true, _) => (vec![format!("{label} {{")], Some(format!("{inner}{}", case[2]))),
            };
            lines.extend(begin);
            lines.extend(body.iter().map(|line| behind_margin(&statement, line)));
            lines.extend(end);
        }
        lines.extend((!switch.end.is_empty()).then(|| switch.end.to_owned()));
        lines
    }

    /// The most columns of a statement in an item: fewer in an indented case of a switch.
    pub fn width_in(&self, item: Item<'_>) -> usize {
        let Lang { width, switch, .. } = **self.facts();
        match item {
            Item::Lookup(Function { case: Some(_), .. }) => width - switch.statements(true).len(),
            _ => width,
        }
    }

    /// The writer of programs in a dialect.
    pub fn writer<'w>(&'w self, dialect: &'w dyn Dialect) -> Writer<'w>
    where
        'a: 'w,
    {
        Writer { dialect, style: &self.facts().style, case: self.facts().case }
    }

    /// The names that a function with these parameters reads. `is_short` is true if the first parameter is narrower
    /// than a word.
    pub fn scope<'s>(
        &self,
        [square, occupied]: [&str; 2],
        is_short: bool,
        fields: &'s [(Field, String)],
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
            records: page.record_array.as_ref().map(|all| self.array_read(&all.name)),
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
    pub fn scope_of<'s>(&self, function: &CompanionFunction<'_>) -> Scope<'s>
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

    /// The steps of a reversal (see [`SWAPS`]), and the expression returned after them.
    pub fn reversal(&self, is_of_bits: bool) -> (Vec<Expr>, Expr) {
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

    /// The comment before a function.
    pub fn doc(&self, item: Item<'_>) -> Vec<String> {
        self.own_doc(Documented::Item(item)).unwrap_or_else(|| self.usual_doc(item))
    }

    fn usual_doc(&self, item: Item<'_>) -> Vec<String> {
        let Lang { says, has_paragraphs, private_docs, .. } = **self.facts();
        let name = item.name();
        let reversed = |what| format!("Returns a word with its {what} in the opposite order.");
        match item {
            Item::Square(square) => self.remarks(name, &square.doc),
            Item::Lookup(Function { doc, is_public, .. })
            | Item::Index(Function { doc, is_public, .. }) => {
                let is_index = matches!(item, Item::Index(_));
                let is_short = is_index && private_docs == PrivateDocs::ShortIndices;
                if !is_public && (has_paragraphs || is_short) {
                    return self.comment(name, &doc.summary);
                }
                self.function_doc(name, doc)
            }
            Item::Union(Union { doc, .. }) | Item::Companion(CompanionFunction { doc, .. }) => {
                self.function_doc(name, doc)
            }
            Item::Scan(scan) => {
                let summary = format!("{} {}.", says[0], scan.what);
                self.remarks(name, &[summary, "The result is undefined for 0.".to_owned()])
            }
            Item::Bytes(_) => self.comment(name, &reversed("bytes")),
            Item::Bits(_) => self.comment(name, &reversed("bits")),
        }
    }

    /// A summary, then a sentence on each parameter.
    pub(super) fn sentences(&self, name: &str, doc: &FunctionDoc) -> Vec<String> {
        let Lang { begins, says: [verb, is], comment, has_paragraphs, .. } = **self.facts();
        let mut lines = self.comment(name, &format!("{verb} {}.", doc.what));
        let sentence =
            |(at, one): (usize, &ParameterDoc)| match begins.filter(|_| doc.is_of_lookup()) {
                // An occupancy may be several words.
                Some(begins) => {
                    let [square, occupied] = begins;
                    let words = occupied.replace("occupied", &one.name);
                    format!("{} {}.", if at == 0 { square } else { &words }, one.what)
                }
                None => format!("{}{is} {}.", self.parameter(&one.name), one.what),
            };
        let sentences: Vec<String> = doc.parameters.iter().enumerate().map(sentence).collect();
        if has_paragraphs {
            lines.push(String::new());
            lines.extend(wrap(&sentences.join(" "), comment));
        } else {
            lines.extend(sentences.iter().flat_map(|sentence| wrap(sentence, comment)));
        }
        lines
    }

    /// The comment with these sentences on a function.
    fn remarks(&self, name: &str, sentences: &[String]) -> Vec<String> {
        match self.facts().sentences {
            Sentences::Running => self.comment(name, &sentences.join(" ")),
            Sentences::Lines => {
                sentences.iter().flat_map(|sentence| self.comment(name, sentence)).collect()
            }
        }
    }

    /// The variables, the result and the statements of a program.
    fn compute(&self, item: Item<'_>, wanted: Wanted<'_>) -> Computation {
        self.computed(item, wanted).unwrap_or_else(|| self.statements(item, wanted))
    }

    /// The same, with every line short enough.
    pub fn statements(&self, item: Item<'_>, wanted: Wanted<'_>) -> Computation {
        if let Some(looped) = self.looped(item, wanted) {
            return looped.whole();
        }
        let declare = |variable: &Let| vec![self.declare(variable)];
        let finish = |result: &Node| vec![self.finish(&self.result(item, result))];
        let breaks = self.facts().breaks;
        let apart = |result: &Node| {
            let value = self.result(item, result);
            let is_broken = breaks.is_some_and(|breaks| breaks(&value));
            if is_broken { self.finished(&value) } else { vec![self.finish(&value)] }
        };
        let (declare, finish) = (&declare, &finish);
        let break_up = breaks.map(|_| -> Print<'_, Node> { &apart });
        let width = self.width_in(item);
        let body = Statements { wanted, declare, finish, break_up, width }.written().body;
        let mut lines = self.before(item, &body);
        let Body { lets, result } = body;
        let result = self.result(item, &result);
        lines.extend(lets.iter().flat_map(|variable| self.assign(variable)));
        lines.extend(self.finished(&result));
        (lets, result, lines)
    }

    /// An assignment for each step, and the return of `last`.
    fn stepwise(&self, steps: &[Expr], last: &Expr) -> Vec<String> {
        let Lang { patterns, calls, width, .. } = **self.facts();
        let end = patterns.result[1];
        // In languages that break no calls, steps aren't broken either.
        let calls = if calls.is_whole() { calls } else { Calls { width, ..calls } };
        let step = |(at, step): (usize, &Expr)| {
            let start = if at == 0 { patterns.mutable } else { "" };
            let variable = format!("{start}{} =", self.words().turned[1]);
            calls.behind("", &variable, &format!("{}{end}", self.text(step)))
        };
        steps.iter().enumerate().flat_map(step).chain([self.finish(last)]).collect()
    }
}
