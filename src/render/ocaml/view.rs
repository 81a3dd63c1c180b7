//! The data of the templates: a module, its interface, and a program that tests it.

use super::Keys;
use super::syntax::{NUMBERS, OPERATORS, STYLE, special};
use crate::render::prelude::*;

/// Columns of a line.
pub(super) const WIDTH: usize = 80;

/// Columns of a statement.
const STATEMENT: usize = WIDTH - 2;

const WORDS: Words =
    Words { turned: ["word", "turned"], widths: ["int", "int", "int", "int64"], ..Words::PLAIN };

/// The language.
const LANG: Lang = Lang {
    style: STYLE,
    patterns: Patterns {
        variable: "let $name = $value in",
        result: ["", ""],
        refusal: "assert ($name >= 0 && $name <= $last);",
        ..Patterns::C
    },
    numbers: &NUMBERS,
    case: str::to_owned,
    special,
    width: STATEMENT,
    comment: WIDTH - "(** ".len() - " *)".len(),
    has_paragraphs: true,
    zero: "L",
    look: Look {
        words: 3,
        numbers: 8,
        is_aligned: false,
        comment: None,
        ..Look::usual(Hex::new(16, OPERATORS.suffixes[1]), "    ")
    },
    // The members are in a list that is called as their type is.
    enumerated: Some(Enumerated {
        is_index: true,
        ..Enumerated::plain(CastForm::new("Entry", "$to.(", ")", CastOperand::Enclosed))
    }),
    switch: Switch {
        head: ["match ", " with"],
        case: ["| ", " ->", ""],
        other: "| _ ->",
        blocks: Blocks::None,
        end: "",
        ..Switch::C
    },
    ..Lang::new(&OPERATORS, &WORDS)
};

/// A module, with OCaml's way of writing items.
#[derive(Template)]
#[template(path = "ocaml/module.ml", escape = "none")]
pub(super) struct File<'a> {
    facts: Facts<'a>,
    keys: &'a Keys,
}

/// The interface of a module.
#[derive(Template)]
#[template(path = "ocaml/interface.mli", escape = "none")]
pub(super) struct Interface<'a> {
    pub(super) of: &'a File<'a>,
}

/// The program that tests a module.
#[derive(Template)]
#[template(path = "ocaml/test.ml", escape = "none")]
pub(super) struct Test<'a> {
    pub(super) of: &'a File<'a>,
    /// The name of the module's file.
    pub(super) module: &'a str,
    pub(super) tested: Tested<'a>,
}

shared_by!(File);

impl<'a> Manner<'a> for File<'a> {
    /// Calls from other modules are inlined, so that no word is stored on the heap.
    fn head(&self, head: &Head<'_>) -> String {
        let name = head.item.name();
        let is_short = match head.item {
            Item::Lookup(function) => function.cases.is_empty(),
            Item::Companion(function) => {
                !function.program.has(|op| matches!(op, Op::Call(..)))
                    && Loop::of(&function.program, function.wanted).is_none()
            }
            _ => true,
        };
        let start = if is_short { "let[@inline]" } else { "let" };
        let mut line = Document::few(4);
        line.text(&format!("{start} {name}"));
        for one in &head.parameters {
            line.line().text(&one.name);
        }
        line.text(" =").lines(WIDTH).join("\n")
    }

    fn array_head(&self, array: &Array<'_>) -> String {
        format!("let {} =\n  {}", array.name, if is_long(array) { "[ [|" } else { "[|" })
    }

    /// The compiler's stack doesn't suffice for a long literal, which is put together from several.
    fn rows(&self, array: &Array<'_>) -> String {
        let rows = self.facts.look.rows(array, self.page().module).replace(',', ";");
        if !is_long(array) {
            return rows;
        }
        let lines: Vec<&str> = rows.lines().collect();
        let literals: Vec<String> = lines.chunks(LINES).map(|lines| lines.join("\n")).collect();
        literals.join("\n  |]; [|\n")
    }

    fn assign(&self, variable: &Let) -> Vec<String> {
        broken(&format!("let {} =", variable.name), &variable.value, " in")
    }

    fn finished(&self, value: &Expr) -> Vec<String> {
        STYLE.document(value).lines(STATEMENT)
    }

    fn stated(&self, item: Option<Item<'_>>, parts: &[Expr]) -> Option<Vec<String>> {
        let (last, steps) = reversal_of(item, parts)?;
        let steps = steps.iter().flat_map(|step| broken("let turned =", step, " in"));
        Some(steps.chain(self.finished(last)).collect())
    }

    /// The unions of a loop are references, which are variables again behind it.
    fn computed(&self, item: Item<'_>, wanted: Wanted<'_>) -> Option<Computation> {
        let looped = self.looped(item, wanted)?;
        let count = Loop::of(wanted.program, wanted.value)?.count;
        let Pass { before, inner, only_if, unions } = &looped.pass;
        let mut lines: Vec<String> = before.iter().flat_map(|one| self.assign(one)).collect();
        let zero = |one: &Let| if one.kind == Type::Half { "0" } else { "0L" };
        lines.extend(
            unions.iter().map(|(one, _)| format!("let {} = ref {} in", one.name, zero(one))),
        );
        lines.push(format!("for {COUNTER} = 0 to {} do", count - 1));
        let mut pass: Vec<String> = inner.iter().flat_map(|one| self.assign(one)).collect();
        let condition = only_if.clone().map(|set| self.text(&self.truth(set)));
        pass.extend(condition.iter().map(|condition| format!("if {condition} then begin")));
        let mut added = Vec::new();
        for (one, term) in unions {
            let operators = if one.kind == Type::Half { &NUMBERS } else { &OPERATORS };
            let old = Expr::name(format!("!{}", one.name));
            let both = Expr::binary(operators.or, old, term.clone());
            added.extend(broken(&format!("{} :=", one.name), &both, ";"));
        }
        if let Some(last) = added.last_mut() {
            last.truncate(last.trim_end_matches(';').len());
        }
        let margin = if condition.is_some() { "  " } else { "" };
        pass.extend(added.iter().map(|line| format!("{margin}{line}")));
        pass.extend(condition.map(|_| "end".to_owned()));
        lines.extend(pass.iter().map(|line| format!("  {line}")));
        lines.push("done;".to_owned());
        lines.extend(unions.iter().map(|(one, _)| format!("let {0} = !{0} in", one.name)));
        lines.extend(self.finished(&looped.value));
        Some((looped.lets, looped.value, lines))
    }
}

impl<'a> File<'a> {
    pub(super) fn new(page: &'a Page<'a>, keys: &'a Keys) -> Self {
        Self { facts: Facts::new(page, LANG), keys }
    }

    /// The statement that stores the attack set of a subset.
    fn stored(&self, fill: &FillLoop, walk: &RayFunction) -> Vec<String> {
        let entry = Expr::index(fill.table_name.as_str(), Expr::name("index"));
        let walked = self.walked(walk, &fill.rays, "subset");
        let value =
            if fill.is_or { Expr::binary(OPERATORS.or, entry.clone(), walked) } else { walked };
        let mut line = Document::all(2);
        line.text(&format!("{} <-", self.text(&entry))).line().append(&STYLE.document(&value));
        line.text(";").lines(STATEMENT - 4)
    }

    fn about(&self) -> Vec<String> {
        self.page().about_between(LANG.comment, "", &["", "{v"], &["v}"])
    }

    /// The declarations of the interface's arrays, each with its comment.
    fn declared_arrays(&self) -> Vec<(Vec<String>, String)> {
        let page = self.page();
        let filled = page.filled.iter().filter(|one| one.is_public).map(FilledTable::array);
        let arrays = page.arrays.iter().filter(|one| one.is_public).cloned().chain(filled);
        let declared = arrays.map(|array| {
            let kind = kind(array.storage, array.is_signed);
            let element = if array.storage == Storage::Word { "int64" } else { "int" };
            let text = format!(
                "val {} :\n  ({element}, Bigarray.{kind}_elt, Bigarray.c_layout) Bigarray.Array1.t",
                array.name
            );
            (self.array_doc(&array), text)
        });
        declared.collect()
    }

    /// The declarations of the interface's functions, each with its comment.
    fn declared(&self) -> Vec<(Vec<String>, String)> {
        let items = self.items(Group::PUBLIC_FIRST).into_iter().filter(Item::is_public);
        let declared = items.map(|item| {
            let head = self.head_of(item);
            let parameters = head.parameters.iter();
            let mut types: Vec<&str> =
                parameters.map(|one| self.keys.typed(one.sort, one.kind)).collect();
            types.push(self.keys.typed(head.returned, &head.result));
            (self.doc(item), val(item.name(), &types))
        });
        declared.collect()
    }

    /// The types of a square and an occupancy, and of a set.
    fn place_types(&self) -> [&str; 2] {
        [self.keys.typed(Sort::Square, "int"), self.keys.typed(Sort::Set, "int64")]
    }

    /// The declaration of the function that returns the sets of rook and bishop.
    fn pair_declared(&self, name: &str) -> String {
        let [square, set] = self.place_types();
        val(name, &[square, set, &format!("{set} * {set}")])
    }

    /// The declaration of the function with the piece as a parameter.
    fn choice_declared(&self, choice: &Choice) -> String {
        let [square, set] = self.place_types();
        val(&choice.name, &[&choice.kind, square, set, set])
    }
}

/// The declaration of a function with these types of parameters and result.
fn val(name: &str, types: &[&str]) -> String {
    let mut line = Document::all(2);
    line.text(&format!("val {name} :")).line().open(Breaks::Few, 0);
    for (at, kind) in types.iter().enumerate() {
        if at > 0 {
            line.text(" ->").line();
        }
        line.text(kind);
    }
    line.close().lines(WIDTH).join("\n")
}

/// The kind of a Bigarray's entries.
const fn kind(storage: Storage, is_signed: bool) -> &'static str {
    match storage {
        Storage::Byte if is_signed => "int8_signed",
        Storage::Byte => "int8_unsigned",
        Storage::Short => "int16_unsigned",
        Storage::Half => "int",
        Storage::Word | Storage::Set(_) => "int64",
    }
}

/// A statement that begins with a text and ends with a value and a text, broken if it is too long.
fn broken(start: &str, value: &Expr, end: &str) -> Vec<String> {
    let mut line = Document::all(2);
    line.text(start).line().append(&STYLE.document(value)).text(end);
    line.lines(STATEMENT)
}

/// The text behind an array's numbers. Rays stay arrays of the language, which functions take without types.
fn array_end(array: &Array<'_>) -> String {
    let mut end = if is_long(array) { "|] ]\n  |> Array.concat" } else { "|]" }.to_owned();
    if array.kind != ArrayKind::Rays {
        let kind = kind(array.storage, array.is_signed);
        let _ = write!(end, "\n  |> Bigarray.(Array1.of_array {kind} c_layout)");
    }
    end
}

/// The most entries of a literal, and lines of one of several.
const ENTRIES: usize = 32_768;
const LINES: usize = 8192;

/// True for an array of several literals.
fn is_long(array: &Array<'_>) -> bool {
    array.length() > ENTRIES
}

/// The comment before a private item.
fn aside(text: &str) -> Vec<String> {
    commented("(*", wrap(text, LANG.comment))
}

/// Lines as one comment.
fn commented(open: &str, lines: impl AsRef<[String]>) -> Vec<String> {
    let lines = lines.as_ref();
    let margin = " ".repeat(open.len() + 1);
    let line = |(at, line): (usize, &String)| {
        let start = if at == 0 { format!("{open} ") } else { margin.clone() };
        let end = if at + 1 == lines.len() { " *)" } else { "" };
        format!("{start}{line}{end}").trim_end().to_owned()
    };
    lines.iter().enumerate().map(line).collect()
}

/// A comment of the interface.
fn documented(lines: impl AsRef<[String]>) -> Vec<String> {
    commented("(**", lines)
}

/// A member of an enumeration.
fn member(of: &Enumerator) -> String {
    of.named(Case::Pascal)
}

/// The module of a file.
fn module_of(stem: &str) -> String {
    let (first, rest) = stem.split_at(stem.len().min(1));
    first.to_ascii_uppercase() + rest
}

/// The functions before filled tables, whose indices they compute, and those behind.
const GROUPS: (&[Group], &[Group]) = Group::UPWARDS.split_at(3);
