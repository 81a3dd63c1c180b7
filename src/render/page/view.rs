//! The hooks of a language, and the short texts that are made with them.
//!
//! A language's constants ([`Facts`]) say what its items look like. [`Manner`] has a hook where constants don't
//! suffice. The methods of `dyn Manner`, here and in `shared.rs`, combine both in the same way for all languages; a view
//! has them by `Deref` ([`shared_by`]).

use crate::render::prelude::*;

/// Gives views the methods that all languages share.
macro_rules! shared_by {
    ($($view:ident),+) => {$(
        impl<'a> $crate::render::page::Sheet<'a> for $view<'a> {
            fn facts(&self) -> &$crate::render::page::Facts<'a> {
                &self.facts
            }
        }

        impl<'a> std::ops::Deref for $view<'a> {
            type Target = dyn $crate::render::page::Manner<'a> + 'a;

            fn deref(&self) -> &Self::Target {
                self
            }
        }
    )+};
}
pub(in crate::render) use shared_by;

/// A view, which has a language's constants.
pub trait Sheet<'a> {
    /// The language's constants, and the file's items.
    fn facts(&self) -> &Facts<'a>;
}

/// The variables, the result and the statements of a program.
pub type Computation = (Vec<Let>, Expr, Vec<String>);

/// Hooks for what a language's constants can't say. `scripts/hooks` lists who overrides which.
pub trait Manner<'a>: Sheet<'a> {
    /// The comment before the item with this name.
    fn comment(&self, _name: &str, text: &str) -> Vec<String> {
        let Lang { comment, block, .. } = **self.facts();
        let lines = wrap(text, comment);
        match block {
            Some(width) => block_or_line(&lines, width),
            None => lines,
        }
    }

    /// The comment before a public function, a lookup or another; `None` for a summary and a sentence on each parameter.
    fn own_function_doc(&self, _name: &str, _doc: &FunctionDoc) -> Option<Vec<String>> {
        None
    }

    /// The comment before another item, if the language differs from most.
    fn own_doc(&self, _of: Documented<'_>) -> Option<Vec<String>> {
        None
    }

    /// The first line of a function, or several lines if one is too long.
    fn head(&self, head: &Head<'_>) -> String {
        let Lang { patterns, calls, .. } = **self.facts();
        patterns.head(&calls, head).join("\n")
    }

    /// The declaration of an array up to its numbers.
    fn array_head(&self, array: &Array<'_>) -> String {
        let Lang { patterns, words, .. } = **self.facts();
        let element = words.entry(array.storage, array.is_signed);
        patterns.array(array, &self.facts().row_type(array, element))
    }

    /// The lines of an array's numbers.
    fn rows(&self, array: &Array<'_>) -> String {
        let Lang { look, set_look, .. } = **self.facts();
        let module = self.facts().page.module;
        match array.storage {
            Storage::Set(_) => set_look.rows(&array.values, array.storage, look.margin, module),
            _ => look.rows(array, module),
        }
    }

    /// The lines that set a variable, in languages that declare variables elsewhere or break long lines. The length of
    /// `Facts::declare`'s line still decides which values become variables.
    fn assign(&self, variable: &Let) -> Vec<String> {
        vec![self.facts().declare(variable)]
    }

    /// The statement that returns a value, on several lines if it is too long for one and the language breaks it up.
    fn finished(&self, value: &Expr) -> Vec<String> {
        vec![self.facts().finish(value)]
    }

    /// The statements of a function without a program, if the language differs from most: the union of the sets
    /// `parts`, in the lookup `item` or in a test; or the steps of a reversal, its result last.
    fn stated(&self, _item: Option<Item<'_>>, _parts: &[Expr]) -> Option<Vec<String>> {
        None
    }

    /// The variables, the result and the statements of a program, if the language differs from most.
    fn computed(&self, _item: Item<'_>, _wanted: Wanted<'_>) -> Option<Computation> {
        None
    }

    /// Statements before the program: in languages with signed numbers, one that masks a scanned number of 8 or 16
    /// bits.
    fn before(&self, item: Item<'_>, _body: &Body) -> Vec<String> {
        let Lang { unsigned, operators, words, .. } = **self.facts();
        let (Item::Scan(scan), Some(name)) = (item, unsigned) else { return Vec::new() };
        if scan.width >= 32 {
            return Vec::new();
        }
        let mask = Number::hex((1 << scan.width) - 1, 1).into();
        let value = Expr::binary(operators.and, words.word.into(), mask);
        let variable = Let { name: name.to_owned(), kind: Type::Half, op: Op::Square, value };
        vec![self.facts().declare(&variable)]
    }

    /// The expression of an operation in a function that reads `scope`, if the language differs from most.
    fn special(&self, _item: Item<'_>, scope: &Scope<'_>, node: &Node) -> Option<Expr> {
        (self.facts().special)(node, scope)
    }

    /// The expression of an array that the file itself reads.
    fn array_read(&self, array: &str) -> Expr {
        array.into()
    }

    /// The expression that the function from file and rank to square returns.
    fn square(&self, square: &SquareFunction) -> Expr {
        let Lang { words, numbers, listed, .. } = **self.facts();
        square.value(numbers, [words.file, words.rank], |list, place| {
            let entry = Expr::index(self.array_read(list), place);
            listed.map_or(entry.clone(), |cast| entry.cast(cast))
        })
    }

    /// The returned expression of a computed value. Most languages have to convert a bit scan's result.
    fn returned(&self, item: Item<'_>, result: &Node) -> Expr {
        match self.facts().scanned.filter(|_| item.is_number()) {
            Some(cast) => result.written.without(self.facts().operators.half).cast(cast),
            None => result.written.clone(),
        }
    }

    /// The call of a function on rays and `place`, which begins with a square.
    fn along(&self, function: &str, walk: &RayFunction, rays: &Rays, place: &[&str]) -> Expr {
        let passed = |array: &str| (self.facts().passed)(self.array_read(array));
        Expr::call(function, walk.arguments(rays, passed, place.iter().copied()))
    }
}

impl<'a> dyn Manner<'a> + '_ {
    /// The file's items.
    pub fn page(&self) -> &'a Page<'a> {
        self.facts().page
    }

    /// The name of the file's class, module or package.
    pub fn name(&self) -> &'a str {
        &self.page().module.names.type_name
    }

    /// The lines of the file's header.
    pub fn header(&self) -> &'a [String] {
        &self.page().header
    }

    /// The lines of the licence; empty if there is none.
    pub fn licence(&self) -> &'a [String] {
        &self.page().module.licence
    }

    /// The language's operators and conversions.
    pub fn operators(&self) -> &'static Operators {
        self.facts().operators
    }

    /// The language's names of parameters and types.
    pub fn words(&self) -> &'static Words {
        self.facts().words
    }

    /// The visibility modifier of an item, for example `private `.
    pub fn visible(&self, is_public: bool) -> &'static str {
        self.facts().patterns.visibility(is_public)
    }

    /// An expression as text.
    pub fn text(&self, expr: &Expr) -> String {
        self.facts().style.text(expr)
    }

    /// The type of an array's entries.
    pub fn element(&self, array: &Array<'_>) -> &'static str {
        self.words().entry(array.storage, array.is_signed)
    }

    /// The statement that gives a variable its value.
    pub fn declare(&self, variable: &Let) -> String {
        self.facts().declare(variable)
    }

    /// The statement that returns a value.
    pub fn finish(&self, value: &Expr) -> String {
        self.facts().finish(value)
    }

    /// The comment before a public function.
    pub fn function_doc(&self, name: &str, doc: &FunctionDoc) -> Vec<String> {
        self.own_function_doc(name, doc).unwrap_or_else(|| self.sentences(name, doc))
    }

    /// The comment before an array.
    pub fn array_doc(&self, array: &Array<'_>) -> Vec<String> {
        let usual = || match self.facts().array_docs {
            ArrayDocs::Contents => self.comment(&array.name, &array.doc),
            ArrayDocs::Sizes => {
                self.comment(&array.name, &format!("{} {}.", array.doc, array.size()))
            }
        };
        self.own_doc(Documented::Array(array)).unwrap_or_else(usual)
    }

    /// The text of an array.
    pub fn array(&self, array: &Array<'_>) -> ArrayText {
        let (doc, head) = (self.array_doc(array), self.array_head(array));
        let rows = match (array.row, self.facts().nested) {
            (Some(row), Some(nested)) => self.nested_rows(array, row, nested),
            _ => self.rows(array),
        };
        ArrayText { doc, head, rows }
    }

    /// The rows of an array of two dimensions, each in brackets.
    fn nested_rows(&self, array: &Array<'_>, row: usize, nested: Nested) -> String {
        let [margin, further] = nested.margins;
        let element = self.element(array);
        let [open, close] = nested.around.map(|text| filled_in(text, &[("element", element)]));
        let mut lines = Vec::new();
        for values in array.values.chunks(row * array.storage.words()) {
            lines.extend(open.lines().map(|line| format!("{margin}{line}")));
            let entries = Array { values: values.into(), row: None, ..array.clone() };
            lines.extend(self.rows(&entries).lines().map(|line| format!("{further}{line}")));
            lines.push(format!("{margin}{close}"));
        }
        lines.join("\n")
    }

    /// The texts of all arrays that are printed as numbers.
    pub fn arrays(&self) -> Vec<ArrayText> {
        self.page().arrays.iter().map(|array| self.array(array)).collect()
    }

    /// The text of a table that is filled: declared like an array, but without numbers.
    pub fn filled(&self, table: &FilledTable) -> ArrayText {
        let array = table.array();
        let (doc, head) = (self.array_doc(&array), self.array_head(&array));
        ArrayText { doc, head, rows: String::new() }
    }

    /// The text of the function that walks rays.
    pub fn walk<'w>(&self, walk: &'w RayFunction) -> WalkText<'w> {
        WalkText { walk, squares: walk.squares.map(|squares| self.text(&self.set(squares))) }
    }

    /// The text of the function that walks rays for start-up code; `None` if nothing is filled.
    pub fn filling(&self) -> Option<WalkText<'a>> {
        let walk = self.page().walk.as_ref().filter(|_| self.page().module.fills());
        walk.map(|walk| self.walk(walk))
    }

    /// The call that walks rays.
    pub fn walked(&self, walk: &RayFunction, rays: &Rays, occupied: &str) -> Expr {
        self.along(&walk.name, walk, rays, &self.arguments(occupied))
    }

    /// The arguments of a lookup: the square, and the occupancy by this name, by its halves, or by its words.
    pub fn arguments<'w>(&self, occupied: &'w str) -> Vec<&'w str> {
        let Words { square, halves, .. } = *self.words();
        let whole = || [square].into_iter().chain(self.words_of(occupied)).collect();
        halves.map_or_else(whole, |[low, high]| vec![square, low, high])
    }

    /// The parameters of an occupancy: this name, or a name for each word.
    pub fn words_of<'w>(&self, occupied: &'w str) -> Vec<&'w str> {
        let Some(count) = self.page().module.words_apart() else { return vec![occupied] };
        Words::OCCUPIED.into_iter().take(count.count().into()).collect()
    }

    /// The expression that reads an array's entry, as a value of 32 or 64 bits.
    pub fn entry(&self, array: &str, index: Expr, storage: Storage) -> Expr {
        self.operators().entry(self.array_read(array), index, storage)
    }

    /// The expression that reads a parameter or a variable.
    pub fn variable(&self, name: &str) -> Expr {
        (self.facts().variable)(name)
    }

    /// An operation on words.
    pub fn operation(&self, operator: Operator, first: Expr, second: Expr) -> Expr {
        (self.facts().operation)(operator, first, second)
    }

    /// The union of sets.
    pub fn united(&self, sets: Vec<Expr>) -> Expr {
        let or = self.operators().or;
        let is_associative = or.is_associative || self.facts().chains_unions;
        let or = Operator { is_associative, ..or };
        let join = |first, second| self.operation(or, first, second);
        sets.into_iter().reduce(join).unwrap_or_else(|| Expr::name(""))
    }

    /// The statements that return the union of sets, in a lookup or in a test.
    pub fn finish_united(&self, item: Option<Item<'_>>, sets: Vec<Expr>) -> Vec<String> {
        self.stated(item, &sets).unwrap_or_else(|| self.finished(&self.united(sets)))
    }

    /// The member of an enumeration by its number; the number itself in languages without enumerations.
    pub fn member(&self, of: &Enumeration, mut number: Expr) -> Expr {
        let Some(enumerated) = self.facts().enumerated else { return number };
        let Some(member) = enumerated.member else { return number };
        // Only an index needs a certain type of numbers.
        while let (Expr::Cast(_, inner), false) = (&number, enumerated.is_index) {
            number = inner.as_ref().clone();
        }
        number.cast_to(member, &enumerated.named(&of.kind))
    }

    /// The comparison that is true for the number 1 and false for 0.
    pub fn truth(&self, number: Expr) -> Expr {
        let Lang { truth, zero, .. } = **self.facts();
        if let Some(truth) = truth {
            return truth(number);
        }
        let zero = Number::decimal(0).suffixed(zero);
        Expr::binary(self.operators().differs, number, zero.into())
    }

    /// The statements that refuse a parameter above `last`, or below 0; none if the language's types do.
    pub fn check(&self, name: &str, last: u8) -> Vec<String> {
        let Lang { patterns, squares, .. } = **self.facts();
        if usize::from(last) + 1 == squares { Vec::new() } else { patterns.refusal(name, last) }
    }

    /// A set of squares as a literal, or its low half in languages whose words are two halves.
    pub fn set(&self, squares: u64) -> Expr {
        let Lang { set_bits: bits, word, .. } = **self.facts();
        let squares = squares & u64::MAX >> (64 - bits);
        let suffix = self.operators().suffixes[1];
        let usual = |set| Number::hex(set, usize::from(bits / 4)).suffixed(suffix).into();
        word.map_or_else(|| usual(squares), |word| word(squares))
    }
}
