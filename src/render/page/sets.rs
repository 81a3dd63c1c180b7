//! Sets of several words, as literals and as rows of an array.

use crate::render::prelude::*;

/// The look of a set of several words.
#[derive(Clone, Copy, Debug)]
pub struct SetLook {
    /// The text before the lowest word, and behind the highest one; for a single number, before and behind its digits.
    pub around: [&'static str; 2],
    /// The text between words; `None` if a set is one number, whose highest digits come first.
    pub between: Option<&'static str>,
    /// The format of a word.
    pub word: Hex,
    /// The sets of two words in a line, if the user names no other number.
    pub pairs: usize,
}

impl SetLook {
    /// A structure of an array of words, as in C.
    pub const NESTED: Self =
        Self { around: ["{{", "}}"], between: Some(", "), word: Hex::new(16, "ULL"), pairs: 2 };

    /// A list of words.
    pub const fn list(around: [&'static str; 2], word: Hex) -> Self {
        Self { around, between: Some(", "), word, pairs: 2 }
    }

    /// One hexadecimal number, with groups of digits.
    pub const fn number(has_upper: bool) -> Self {
        let word = Hex { prefix: "", grouped: true, has_upper, ..Hex::new(16, "") };
        Self { around: ["0x", ""], between: None, word, pairs: 2 }
    }

    /// The set of these words, the lowest first.
    pub fn text(&self, words: &[u64], has_upper: bool) -> String {
        let word = self.word.cased(has_upper);
        let texts = words.iter().map(|value| word.text(*value));
        let texts: Vec<String> =
            if self.between.is_none() { texts.rev().collect() } else { texts.collect() };
        let group = if self.word.grouped { "_" } else { "" };
        let [open, close] = self.around;
        format!("{open}{}{close}", texts.join(self.between.unwrap_or(group)))
    }

    /// The sets in lines, with LF between lines.
    pub fn rows(&self, values: &[u64], storage: Storage, indent: &str, module: &Module) -> String {
        let (words, has_upper) = (storage.words(), module.style.has_upper_hex);
        let sets: Vec<String> = values.chunks(words).map(|set| self.text(set, has_upper)).collect();
        let columns = module.style.columns.unwrap_or(if words == 2 { self.pairs } else { 1 });
        let line = |line: &[String]| format!("{indent}{},", line.join(", "));
        sets.chunks(columns).map(line).collect::<Vec<_>>().join("\n")
    }
}

/// The numbers of a set's words, if all are constants.
pub fn constants(node: &Node) -> Option<Vec<u64>> {
    node.operands.iter().map(|word| word.constant()).collect()
}

impl dyn Manner<'_> + '_ {
    /// The type of a set of squares: a word, or several on boards of more than 64 bits. If each of these has a function,
    /// a word.
    pub fn set_kind(&self) -> &'static str {
        let module = self.page().module;
        let set = if module.words_apart().is_some() { Type::Word } else { module.board.set };
        self.words().of(set)
    }

    /// A word of a set, which functions of single words read where it is stored, or which such a function returns.
    pub(super) fn part(&self, item: Item<'_>, scope: &Scope<'_>, node: &Node, word: u8) -> Expr {
        let count = self.page().module.words_apart();
        match (count, node.first().op) {
            (Some(_), Op::Parameter(given)) => match item {
                Item::Companion(function) => {
                    let set = function.companion.parameters[usize::from(given.number)].name;
                    self.variable(&Words::name_of_word(set, word))
                }
                _ => scope.parameter(given),
            },
            (Some(count), Op::Call(lookup, square, _)) => {
                // Each lookup has its words one after another.
                let number = usize::from(lookup.0) * usize::from(count.count()) + usize::from(word);
                let arguments = [scope.parameter(square)].into_iter();
                let arguments = arguments.chain(node.first().first().packed()).collect();
                (self.facts().called)(scope.lookups[number], arguments)
            }
            (Some(_), Op::OccupiedSet(_)) => self.variable(Words::OCCUPIED[usize::from(word)]),
            (Some(count), Op::Field(field)) => {
                let operators = self.operators();
                let [count, word] =
                    [count.count(), word].map(|number| Expr::decimal(number.into()));
                let lowest = Expr::binary(operators.mul, count, scope.place.clone());
                let place =
                    if word.is_zero() { lowest } else { Expr::binary(operators.add, lowest, word) };
                self.entry(scope.field(field), place, Storage::Word)
            }
            _ => (self.facts().part)(node.a(), word),
        }
    }

    /// The number of words of a set of squares.
    pub fn set_words(&self) -> u8 {
        self.page().module.board.set.words()
    }

    /// The set of these words, the lowest first, in languages that have a syntax for it.
    pub fn packed(&self, words: Vec<Expr>) -> Option<Expr> {
        let form = self.facts().pack?;
        Some(Expr::List(["", ""], words).cast_to(form, self.set_kind()))
    }

    /// A variable for each of the sets, and their union, which is computed word by word; `None` for sets of one word,
    /// and in languages that write unions themselves.
    pub(super) fn united_words(&self, sets: &[Expr]) -> Option<(Vec<Let>, Expr)> {
        let kind = self.page().module.board.set;
        let Type::Set(count) = kind else { return None };
        let Lang { case, part, .. } = **self.facts();
        let name = |at: usize| case(&name_of_set(at));
        let variable = |(at, value): (usize, &Expr)| {
            let (op, value) = (Op::OccupiedSet(count), value.clone());
            Let { name: name(at), kind, op, value }
        };
        let word = |word: u8| {
            let parts = (0..sets.len()).map(|at| part(self.variable(&name(at)), word));
            self.united(parts.collect())
        };
        let value = self.packed((0..count.count()).map(word).collect())?;
        Some((sets.iter().enumerate().map(variable).collect(), value))
    }

    /// The lines of an array of sets of several words.
    pub fn set_rows(&self, array: &Array<'_>) -> String {
        let Lang { look, set_look, .. } = **self.facts();
        set_look.rows(&array.values, array.storage, look.margin, self.page().module)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::small;
    use magicgen_ir::WordCount;

    #[test]
    fn sets_are_structures_lists_or_numbers() {
        let c = crate::render::find("c").unwrap().configure(None).unwrap();
        let module = small(&*c, "fancy", Tables::Full, &[Part::Lookup]);
        let two = Storage::Set(WordCount::Two);
        let values = [1, 2 << 60, 3, 4];
        assert_eq!(
            SetLook::NESTED.rows(&values, two, "  ", &module),
            "  {{0x0000000000000001ULL, 0x2000000000000000ULL}}, \
             {{0x0000000000000003ULL, 0x0000000000000004ULL}},"
        );
        assert_eq!(
            SetLook::number(false).text(&values[..3], false),
            "0x0000_0000_0000_0003_2000_0000_0000_0000_0000_0000_0000_0001"
        );
        let list = SetLook::list(["[", "]"], Hex::new(16, ""));
        let three = Storage::Set(WordCount::Three);
        assert_eq!(
            list.rows(&values[..3], three, "", &module),
            "[0x0000000000000001, 0x2000000000000000, 0x0000000000000003],"
        );
    }
}
