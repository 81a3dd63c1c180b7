//! The data of the template: a file of functions and tables for kernels.

use super::dialect::Dialect;
use super::memory::Memory;
use crate::render::c::comment::{block, comment, doc, function_doc, note, parameters};
use crate::render::c::pieces::cases;
use crate::render::prelude::*;

/// Columns of a line.
const WIDTH: usize = 100;

/// The heads of functions.
const CALLS: Calls = Calls { width: WIDTH, style: IndentStyle::Vertical, ..Calls::WHOLE };

/// What both dialects have in common.
const LANG: Lang = Lang {
    patterns: Patterns { variable: "const $kind $name = $value;", ..Patterns::C },
    look: Look::usual(Hex::new(16, ""), "    "),
    case: str::to_owned,
    enumerated: Some(Enumerated { before: "enum ", ..Enumerated::plain(CastForm::PREFIX) }),
    ..Lang::new(&Operators::C, &Words::PLAIN)
};

/// A file, with the dialect's way of writing items.
#[derive(Template)]
#[template(path = "gpu/magics.cl", escape = "none")]
pub(super) struct File<'a> {
    facts: Facts<'a>,
    dialect: &'static Dialect,
    memory: &'a Memory,
    guard: String,
    /// The specifiers of arrays in global memory: a macro if they depend on the language's version.
    global: String,
}

shared_by!(File);

impl<'a> Manner<'a> for File<'a> {
    fn comment(&self, _name: &str, text: &str) -> Vec<String> {
        doc(&[text.to_owned()], Vec::new())
    }

    fn own_function_doc(&self, _name: &str, about: &FunctionDoc) -> Option<Vec<String>> {
        Some(function_doc(about))
    }

    fn own_doc(&self, of: Documented<'_>) -> Option<Vec<String>> {
        let reversed = |what| note(&[format!("The {what} of a word in the opposite order.")]);
        Some(match of {
            Documented::Array(array) => comment(array.is_public, std::slice::from_ref(&array.doc)),
            Documented::Item(Item::Square(square)) => doc(&square.doc, Vec::new()),
            Documented::Item(Item::Scan(scan)) => {
                let word = "the bits, not all 0: for 0 the result is undefined".to_owned();
                doc(&[sentence(&scan.what)], parameters(&[("word", word)]))
            }
            Documented::Item(Item::Bytes(_)) => reversed("bytes"),
            Documented::Item(Item::Bits(_)) => reversed("bits"),
            Documented::Item(Item::Lookup(of) | Item::Index(of)) if !of.is_public => {
                note(&[sentence(&of.doc.what)])
            }
            Documented::Item(_) => return None,
        })
    }

    fn head(&self, head: &Head<'_>) -> String {
        let parameters = head.each(|name, kind| format!("{kind} {name}"));
        let before = format!("{} {} {}", self.dialect.inline, head.result, head.item.name());
        CALLS.lines("", &before, &parameters, "").join("\n")
    }

    fn array_head(&self, array: &Array<'_>) -> String {
        let element = self.words().entry(array.storage, array.is_signed);
        let is_constant = self.memory.is_constant(&array.name);
        let place = if is_constant { self.dialect.constant } else { &self.global };
        format!("{place} {element} {}[{}]", array.name, array.length())
    }

    /// Squares and other small numbers are halves already, except the word of a short bit scan.
    fn special(&self, item: Item<'_>, scope: &Scope<'_>, node: &Node) -> Option<Expr> {
        match node.op {
            Op::Square if !matches!(item, Item::Scan(_)) => Some(scope.place.clone()),
            Op::Parameter(parameter) => Some(scope.parameter(parameter)),
            Op::Load(table, _) => Some(self.dialect.entry(scope.table(table), node.first())),
            _ => self.dialect.special(node),
        }
    }
}

impl<'a> File<'a> {
    pub(super) fn new(
        page: &'a Page<'a>,
        dialect: &'static Dialect,
        memory: &'a Memory,
        guard: String,
    ) -> Self {
        let (operators, words) = (&dialect.operators, &dialect.words);
        let count = usize::from(page.module.board.set.words());
        let around = dialect.sets[count.saturating_sub(2)];
        let set_look = SetLook::list(around, LANG.look.word);
        let (pack, part) = (Some(dialect.pack), dialect.parts);
        let facts = Facts::new(page, Lang { operators, words, set_look, pack, part, ..LANG });
        let named = || page.module.names.constant(&["global"]);
        let global = dialect.global.map_or_else(named, str::to_owned);
        Self { facts, dialect, memory, guard, global }
    }

    /// True if a macro sets the memory of tables.
    fn has_macro(&self) -> bool {
        self.dialect.global.is_none() && self.memory.has_global()
    }

    /// The type of a set of squares.
    fn set_type(&self) -> &str {
        self.words().of(Type::Word)
    }

    /// The head of a function that calls lookups; `kind` is the piece's type, or empty without that parameter.
    fn beside(&self, result: &str, name: &str, kind: &str) -> String {
        let piece = (!kind.is_empty()).then(|| format!("enum {kind} piece"));
        let place =
            [format!("{} square", self.words().index), format!("{} occupied", self.set_type())];
        let parameters: Vec<String> = piece.into_iter().chain(place).collect();
        let before = format!("{} {result} {name}", self.dialect.inline);
        let calls = Calls { style: IndentStyle::Hanging, ..CALLS };
        calls.lines("", &before, &parameters, "").join("\n")
    }

    /// The cases of the switch by piece.
    #[expect(clippy::unused_self, reason = "one template asks C's files and these")]
    fn cases(&self, choice: &Choice) -> Vec<String> {
        cases(choice, |member| member.constant.clone(), None)
    }

    /// The statements of the function that returns the sets of rook and bishop.
    #[expect(clippy::unused_self, reason = "one template asks C's files and these")]
    fn pair_body(&self, pair: &PairLookup) -> Vec<String> {
        let set = |name: &str, lookup: &str| format!("sets.{name} = {lookup}(square, occupied);");
        let (rook, bishop) = (set("rook", &pair.rook), set("bishop", &pair.bishop));
        vec![format!("{} sets;", pair.kind), String::new(), rook, bishop, "return sets;".into()]
    }

    fn about(&self) -> Vec<String> {
        block("/*", &self.page().about_between(WIDTH - " * ".len(), "", &[], &[]))
    }
}

/// Lines of the file's head as a comment.
fn heading(lines: &[String]) -> Vec<String> {
    block("/*", lines)
}

fn constants(rank: &RankOfSquares) -> Vec<String> {
    let squares = rank.squares.iter().map(|(name, bit)| format!("{name} = {bit}"));
    wrap(&format!("enum {{ {} }};", squares.collect::<Vec<_>>().join(", ")), WIDTH - 4)
}
