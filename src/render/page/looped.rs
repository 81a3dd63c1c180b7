//! Writes a function that ors sets in a loop.

use crate::render::prelude::*;

/// The words of a language for a loop.
pub struct Looping<'l> {
    /// Prints the declaration of a variable with its value.
    pub declare: Print<'l, Let>,
    /// The types of halves and words.
    pub kinds: [&'l str; 2],
    /// The lines before and after the statements of a pass; see [`Loops::around`].
    pub around: [&'static str; 2],
    /// Prints the statements that return the result.
    pub end: Print<'l, Node>,
}

/// A function with a loop.
#[derive(Debug)]
pub struct Looped {
    /// The variables before the loop, the variables of a pass, and the unions.
    pub pass: Pass,
    /// The variables of the whole function, the counter last, each with the value that it is assigned or compared with.
    pub lets: Vec<Let>,
    /// The returned value.
    pub value: Expr,
    /// The statements that declare variables.
    pub declared: Vec<String>,
    /// The other statements.
    pub lines: Vec<String>,
}

impl Looped {
    /// The variables, the returned value and all statements.
    pub fn whole(self) -> Computation {
        (self.lets, self.value, [self.declared, self.lines].concat())
    }
}

impl dyn Manner<'_> + '_ {
    /// The loop of a companion whose program is one.
    pub fn looped(&self, item: Item<'_>, wanted: Wanted<'_>) -> Option<Looped> {
        let declare = |one: &Let| vec![self.declare(one)];
        let end = |result: &Node| self.finished(&self.result(item, result));
        let (kinds, around) = (self.kinds(), self.facts().loops.around);
        self.looped_by(item, wanted, &Looping { declare: &declare, kinds, around, end: &end })
    }

    /// The types of halves and words.
    pub fn kinds(&self) -> [&'static str; 2] {
        [Type::Half, Type::Word].map(|kind| self.words().of(kind))
    }

    /// The loop of a companion, in a language's own words.
    pub fn looped_by(
        &self,
        item: Item<'_>,
        wanted: Wanted<'_>,
        by: &Looping<'_>,
    ) -> Option<Looped> {
        let Item::Companion(_) = item else { return None };
        let Loops { indent, is_apart, number: cast, .. } = self.facts().loops;
        let one = Loop::of(wanted.program, wanted.value)?;
        let counter = (wanted.writer.case)(COUNTER);
        let (constant, number) = one.number(self.facts().numbers, &counter);
        let number = cast.map_or_else(|| number.clone(), |cast| number.clone().cast(cast));
        let given = [(constant, number)];
        let inner = Wanted { program: &one.program, value: one.pass, given: &given, ..wanted };
        let pass =
            |lets: &[Let], result: &Node| one.pass((lets, result), &counter, wanted.writer.case);
        let finish = |result: &Node| self.added(&pass(&[], result));
        let width = self.width_in(item) - indent.len();
        let (declare, finish) = (by.declare, &finish);
        // `added` prints the parts of a pass separately, so no part may be too long.
        let statements =
            Statements { wanted: inner, declare, finish, break_up: Some(finish), width };
        let body = statements.written().body;
        let pass = pass(&body.lets, &body.result);
        let result = one.result(wanted);
        let mut declared = self.before(item, &body);
        declared.extend(pass.before.iter().flat_map(|one| self.assign(one)));
        declared.extend(self.unions(&pass, &counter, by.kinds));
        let gap = || is_apart.then(String::new);
        let passes = self.around(by.around, &one, (&counter, by.kinds), &pass);
        let end = (by.end)(&result);
        let lines = gap().into_iter().chain(passes).chain(gap()).chain(end).collect();
        let lets = self.variables_of(pass.clone(), counter);
        let value = self.result(item, &result);
        Some(Looped { pass, lets, value, declared, lines })
    }

    /// The statements that declare the unions, and the counter if the loop doesn't declare it.
    fn unions(&self, pass: &Pass, counter: &str, [half, word]: [&str; 2]) -> Vec<String> {
        let Loops { union: declared, counter: counted, .. } = self.facts().loops;
        let before = pass.before.last().map_or("", |one| &one.name);
        let union = |(one, _): &(Let, Expr)| {
            let kind = if one.kind == Type::Half { half } else { word };
            filled_in(declared, &[("kind", kind), ("name", &one.name), ("before", before)])
        };
        let texts = [("counter", counter), ("kind", half)];
        let counter = (!counted.is_empty()).then(|| filled_in(counted, &texts));
        pass.unions.iter().map(union).chain(counter).collect()
    }

    /// The lines of a loop.
    fn around(
        &self,
        around: [&str; 2],
        one: &Loop,
        (counter, [kind, _]): (&str, [&str; 2]),
        pass: &Pass,
    ) -> Vec<String> {
        let (count, last) = (one.count.to_string(), (one.count - 1).to_string());
        let texts = [("counter", counter), ("kind", kind), ("count", &count), ("last", &last)];
        let variables = pass.inner.iter().flat_map(|one| self.assign(one)).collect();
        let Loops { block: [declare, begin, end], .. } = self.facts().loops;
        let statements = if declare.is_empty() || pass.inner.is_empty() {
            [variables, self.added(pass)].concat()
        } else {
            let statements = self.block([begin, end], &[], &self.added(pass));
            self.block([declare, ""], &[], &variables).into_iter().chain(statements).collect()
        };
        self.block(around, &texts, &statements)
    }

    /// The statements of a pass that or its terms into the unions.
    fn added(&self, pass: &Pass) -> Vec<String> {
        let Loops { add, only_if, .. } = self.facts().loops;
        let condition = pass.only_if.clone().map(|set| self.text(&self.truth(set)));
        let condition = [("condition", condition.as_deref().unwrap_or_default())];
        let has_block = !only_if[1].is_empty();
        let pattern = if has_block || pass.only_if.is_none() { add } else { only_if[0] };
        let added = |(one, term): &(Let, Expr)| {
            let (value, both) = (self.text(term), self.text(&self.both(&one.name, term)));
            let texts = [condition[0], ("name", &one.name), ("value", &value), ("both", &both)];
            filled_in(pattern, &texts).lines().map(str::to_owned).collect::<Vec<_>>()
        };
        let added: Vec<String> = pass.unions.iter().flat_map(added).collect();
        if has_block && pass.only_if.is_some() {
            self.block(only_if, &condition, &added)
        } else {
            added
        }
    }

    /// Statements between the head and the end of a block.
    fn block(&self, around: [&str; 2], texts: &[(&str, &str)], inner: &[String]) -> Vec<String> {
        let [head, end] = around.map(|text| filled_in(text, texts));
        let inner = inner.iter().map(|line| format!("{}{line}", self.facts().loops.indent));
        head.lines().map(str::to_owned).chain(inner).chain(end.lines().map(str::to_owned)).collect()
    }

    /// The or of a union and a pass's term.
    fn both(&self, union: &str, term: &Expr) -> Expr {
        self.operation(self.operators().or, self.variable(union), term.clone())
    }

    fn variables_of(&self, pass: Pass, counter: String) -> Vec<Let> {
        let Pass { before, inner, only_if, unions } = pass;
        let union = |(one, term): (Let, Expr)| Let { value: self.both(&one.name, &term), ..one };
        let value = only_if.unwrap_or_else(|| Expr::decimal(0));
        let counter = Let { name: counter, kind: Type::Half, op: Op::Const(0, Type::Half), value };
        let unions = unions.into_iter().map(union);
        before.into_iter().chain(inner).chain(unions).chain([counter]).collect()
    }
}
