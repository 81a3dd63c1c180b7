//! The data of the template: a Nim module.

use super::Keys;
use super::syntax::{OPERATORS, special, to};
use crate::render::prelude::*;

/// Columns of a line, as in NEP 1.
pub(super) const WIDTH: usize = 80;

/// Heads of functions and calls.
const CALLS: Calls = Calls { width: WIDTH, style: IndentStyle::Visual, ..Calls::WHOLE };

/// Calls in functions and blocks.
pub(super) const STATEMENTS: Calls = Calls { width: WIDTH - 6, ..CALLS };

const WORDS: Words = Words {
    turned: ["word", "turned"],
    signed: "int8",
    widths: ["uint8", "uint16", "uint32", "uint64"],
    sets: ["array[2, uint64]", "array[3, uint64]", "array[4, uint64]"],
    ..Words::PLAIN
};

/// The language.
const LANG: Lang = Lang {
    patterns: Patterns {
        visible: ["", "*"],
        variable: "let $name = $value",
        result: ["", ""],
        refusal: "assert $name in 0 .. $last",
        array: "const $name$visible: array[$length, $element]",
        ..Patterns::C
    },
    loops: Loops {
        union: "var $name = 0'u64",
        around: ["for $counter in 0'u32 .. $last:", ""],
        only_if: ["if $condition:\n  $name = $both", ""],
        add: "$name = $both",
        indent: "  ",
        ..Loops::C
    },
    calls: CALLS,
    special,
    width: STATEMENTS.width,
    comment: WIDTH - "  ## ".len(),
    has_paragraphs: true,
    look: Look {
        words: 2,
        numbers: 8,
        is_aligned: false,
        comment: None,
        ..Look::usual(Hex::new(16, OPERATORS.suffixes[1]), "  ")
    },
    scanned: Some(to("int")),
    listed: Some(to("int")),
    enumerated: Some(Enumerated::plain(CastForm::CALL)),
    set_look: SetLook {
        pairs: 1,
        ..SetLook::list(["[", "]"], Hex::new(16, OPERATORS.suffixes[1]))
    },
    pack: Some(CastForm::new("List", "[", "]", CastOperand::Enclosed)),
    switch: Switch {
        head: ["case ", ""],
        case: ["of ", ":", ""],
        other: "else:",
        blocks: Blocks::None,
        indent: "  ",
        end: "",
        ..Switch::C
    },
    style: ExprStyle { breaks: LineBreaks::AfterOperators, ..ExprStyle::PLAIN },
    ..Lang::new(&OPERATORS, &WORDS)
};

/// A module, with Nim's way of writing items.
#[derive(Template)]
#[template(path = "nim/module.nim", escape = "none")]
pub(super) struct File<'a> {
    facts: Facts<'a>,
    pub(super) keys: &'a Keys,
    /// The filled tables, each with the name of the function that computes it.
    filled: Vec<(String, &'a FilledTable)>,
    compared: Vec<Compared<'a>>,
}

shared_by!(File);

impl<'a> Manner<'a> for File<'a> {
    /// The first number's suffix is the type of all.
    fn rows(&self, array: &Array<'_>) -> String {
        if let Storage::Set(_) = array.storage {
            return self.set_rows(array);
        }
        let rows = self.facts.look.rows(array, self.page().module);
        if array.storage == Storage::Word {
            return rows;
        }
        let first = rows.find(',').unwrap_or(rows.len());
        let kind = self.element(array).replace("uint", "u").replace("int", "i");
        format!("{}'{kind}{}", &rows[..first], &rows[first..])
    }

    fn head(&self, head: &Head<'_>) -> String {
        let name = format!("{}{}", head.item.name(), self.visible(head.item.is_public()));
        let parameters = head.parameters.iter().map(|one| (one.name.to_string(), one.kind));
        self::head(&name, &parameters.collect::<Vec<_>>(), &format!("{} {{.inline.}}", head.result))
            .join("\n")
    }

    fn assign(&self, variable: &Let) -> Vec<String> {
        self.broken(&format!("let {} = ", variable.name), &variable.value)
    }

    fn finished(&self, value: &Expr) -> Vec<String> {
        self.broken("", value)
    }

    fn stated(&self, item: Option<Item<'_>>, parts: &[Expr]) -> Option<Vec<String>> {
        let (last, steps) = reversal_of(item, parts)?;
        let starts = ["var turned = "].into_iter().chain(std::iter::repeat("turned = "));
        let steps = starts.zip(steps).flat_map(|(start, step)| self.broken(start, step));
        Some(steps.chain(self.finished(last)).collect())
    }
}

impl<'a> File<'a> {
    pub(super) fn new(page: &'a Page<'a>, keys: &'a Keys) -> Self {
        let facts = Facts::new(page, LANG);
        let mut taken = page.taken.clone();
        let filled = page.filled.iter().map(|table| {
            let name = Case::Camel.join(&["filled", &page.tables[table.index].name]);
            (taken.name(name), table)
        });
        let mut file = Self { facts, keys, filled: filled.collect(), compared: Vec::new() };
        file.compared = file.test(Case::Camel).map(|test| test.compared).unwrap_or_default();
        file
    }

    /// A statement that ends with a value. It is broken if it is too long.
    fn broken(&self, start: &str, value: &Expr) -> Vec<String> {
        if matches!(value, Expr::Call(..)) {
            return STATEMENTS.of(&self.facts.style, "", start, value, "");
        }
        let mut line = Document::few(4);
        line.text(start).append(&self.facts.style.chain(value));
        line.lines(LANG.width)
    }

    /// The statement that stores the attack set of a subset.
    fn stored(&self, fill: &FillLoop, walk: &RayFunction) -> Vec<String> {
        let start =
            if fill.is_or { "result[index] = result[index] or " } else { "result[index] = " };
        self.broken(start, &self.walked(walk, &fill.rays, "subset"))
    }

    fn about(&self) -> Vec<String> {
        self.page().about_between(WIDTH - "## ".len(), "", &["", "```"], &["```"])
    }
}

/// The comment before a private item: nobody reads it but in the file.
fn aside(text: &str) -> Vec<String> {
    wrap(text, WIDTH - "# ".len())
}

/// True if a function reads a filled table, which only a cast allows to a function without side effects.
const fn reads_filled(item: Item<'_>) -> bool {
    matches!(item, Item::Lookup(lookup) if !lookup.calls.is_empty())
}

/// The functions before filled tables, whose indices they compute, and those behind.
const GROUPS: (&[Group], &[Group]) = Group::UPWARDS.split_at(3);

/// The first lines of a function. Parameters of one type share it.
pub(super) fn head<S: AsRef<str> + PartialEq>(
    name: &str,
    parameters: &[(String, S)],
    result: &str,
) -> Vec<String> {
    let joined = parameters.chunk_by(|a, b| a.1 == b.1).map(|same| {
        let names: Vec<&str> = same.iter().map(|(name, _)| name.as_str()).collect();
        format!("{}: {}", names.join(", "), same[0].1.as_ref())
    });
    let joined: Vec<String> = joined.collect();
    CALLS.lines("", &format!("func {name}"), &joined, &format!(": {result} ="))
}

/// The lines of an enumeration's members, with their comments aligned.
fn members(of: &Enumeration) -> Vec<String> {
    let names: Vec<String> = of.members.iter().map(member).collect();
    let widest = names.iter().map(String::len).max().unwrap_or(0);
    let line = |(name, one): (&String, &Enumerator)| format!("{name:widest$} ## {}", one.doc);
    names.iter().zip(&of.members).map(line).collect()
}

/// A member of an enumeration. A keyword is quoted.
fn member(of: &Enumerator) -> String {
    let name = of.named(Case::Camel);
    name.strip_suffix('_').map_or(name.clone(), |word| format!("`{word}`"))
}
